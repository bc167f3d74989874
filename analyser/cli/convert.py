"""`convert`: boards and results from one format into another, and what the other cannot say."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyser.cli.options import alternatives, read_argument, write_option
from analyser.cli.terminal import check_ending, check_place, note, one_line, read_bytes, say, write_text
from analyser.errors import CaseError, NotationError, Problem, UsageError

if TYPE_CHECKING:
    from analyser.formats import BoardRecord, DroppedField, FileReading

_SHOWN = 40  # things left out, one a line; the rest is counted
_OF_RESULTS = ("usebio", "bridgewebs", "jannersten")


def convert(
    file: Annotated[Path, read_argument("FILE", "boards or results in any format known")],
    to: Annotated[str, typer.Option(metavar="FORMAT", help="pbn, lin, usebio, bridgewebs or jannersten")],
    out: Annotated[Path | None, write_option("write it here instead of printing it")] = None,
    double_dummy: Annotated[
        bool, typer.Option("--double-dummy", help="add the table of tricks of each deal (PBN)")
    ] = False,
) -> int:
    """Write boards or results in another format; what that cannot say is named."""
    from analyser.formats import read, write_fitting, write_fitting_results

    check_place(out, file)
    name = _format_name(to)
    _check_ending_of(out, name)
    try:
        reading = read(read_bytes(file))
    except NotationError as error:
        raise NotationError.from_problems(
            [_locate_problem(problem, file) for problem in error.problems]
        ) from None
    for loss in reading.losses:
        note(one_line(f"not understood: {loss}"))
    if name in _OF_RESULTS:
        if reading.results is None:
            raise NotationError(
                "the file holds boards, and this format results",
                where="--to",
                found=name,
                remedy="choose pbn or lin",
            )
        text, left = write_fitting_results(reading.results, name)
    else:
        records = _boards(reading)
        text, left = write_fitting(_add_double_dummy_tables(records) if double_dummy else records, name)
    _tell(left)
    if out is None:
        say(text.rstrip("\n"))
    else:
        write_text(out, text)
        note(f"written: {out}")
    return 0


def _format_name(to: str) -> str:
    """The name of a format, one of those that are written at all or are known to be read only."""
    from analyser.formats import FORMATS, format_named

    try:
        return format_named(to).name
    except NotationError as error:
        known = [form.name for form in FORMATS if form.write or form.write_results]
        raise UsageError(
            error.problems[0].why, where="--to", found=to[:80], remedy=f"choose {alternatives(known)}"
        ) from None


def _locate_problem(problem: Problem, file: Path) -> Problem:
    """A problem with the place and the file it is about, where a reader of texts knew neither."""
    return problem if problem.where else replace(problem, where="FILE", found=problem.found or str(file))


def _boards(reading: "FileReading") -> Sequence["BoardRecord"]:
    """The boards of a file, those included that only a list of results names."""
    boards = (*reading.records, *reading.listed)
    if not boards:
        raise CaseError("no board was found", remedy="give a file with boards, or choose a format of results")
    return boards


def _add_double_dummy_tables(records: Sequence["BoardRecord"]) -> list["BoardRecord"]:
    """The boards with the double-dummy table of each whole deal."""
    from analyser.bridge import Seat, Strain
    from analyser.estimates.solver import Solver
    from analyser.estimates.solver.questions import DoubleDummyTable
    from analyser.formats.pbn_tables import add_double_dummy
    from analyser.resources import cache_file

    deals = list(dict.fromkeys(deal for record in records if (deal := record.deal) and deal.is_complete))
    with Solver(cache_file()) as solver:
        tables = dict(zip(deals, solver.tables(deals), strict=True))
    solved = []
    for record in records:
        table = None if record.deal is None else tables.get(record.deal)
        if not isinstance(table, DoubleDummyTable):
            note(f"board {record.number or '?'}: no table, the deal is not whole or was not solved")
            solved.append(record)
        else:
            tricks = {(seat, strain): table.tricks(strain, seat) for seat in Seat for strain in Strain}
            solved.append(add_double_dummy(record, tricks))
    return solved


def _tell(left: Sequence["DroppedField"]) -> None:
    for entry in left[:_SHOWN]:
        note(one_line(f"left out: {entry}"))
    if len(left) > _SHOWN:
        note(f"left out: {len(left) - _SHOWN} more")


def _check_ending_of(out: Path | None, name: str) -> None:
    """Refuse a file whose ending is that of another format, or of no format of boards at all."""
    from analyser.formats.formats import FORMATS

    endings = next(form.endings for form in FORMATS if form.name == name)
    foreign = {ending for form in FORMATS for ending in form.endings if ending not in endings}
    if out is not None and out.suffix.lower() in foreign | {".pdf", ".html", ".htm"}:
        check_ending(out, "--out", endings or (".txt",))
