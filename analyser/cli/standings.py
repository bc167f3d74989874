"""`standings`: places from a file of results, or from an event's folder, and why each shared score has the place it has."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from analyser.cli.options import Json, Lang, alternatives, read_argument
from analyser.cli.terminal import check_authority, print_json, read_bytes, say
from analyser.errors import AnalyserError, UsageError
from analyser.messages import checked_language

if TYPE_CHECKING:
    from fractions import Fraction

    from analyser.event.analysis import EventAnalysis
    from analyser.messages import Message


def standings(
    path: Annotated[Path, read_argument("FILE", "results: a file, or an event's folder")],
    tie_breaks: Annotated[
        bool, typer.Option("--tie-breaks", help="what parts those who share a score, beside each place")
    ] = False,
    form: Annotated[
        str | None, typer.Option(help="of a file: matchpoints, imps, vp, knockout, bam …")
    ] = None,
    authority: Annotated[str | None, typer.Option(help="of a file: whose order of criteria")] = None,
    boards: Annotated[int | None, typer.Option(min=1, help="of a file: boards of a match")] = None,
    lang: Lang = "en",
    json: Json = False,
) -> int:
    """Print standings, with what breaks each tie."""
    checked_language(lang)
    if authority is not None:
        check_authority(authority)
    settings = {"form": form, "authority": authority, "boards": boards}
    if path.is_dir():
        if any(value is not None for value in settings.values()):
            remedy = "write them into its event.toml"
            raise UsageError(
                "a folder tells these itself", where="--form --authority --boards", remedy=remedy
            )
        analysis = _analyse_folder(path)
    else:
        with TemporaryDirectory() as place:
            analysis = _event_of_file(_folder_of(path, Path(place), settings), path)
    if json:
        print_json(_document(analysis))
    else:
        _print(analysis, lang, tie_breaks=tie_breaks)
    return 0


def _folder_of(path: Path, place: Path, settings: dict[str, str | int | None]) -> Path:
    """A folder with this file alone and the settings typed beside it."""
    from analyser.casefile import Form

    form = settings["form"]
    if form is not None and form not in list(Form):
        remedy = f"write {alternatives(list(Form))}"
        raise UsageError("not a form of scoring", where="--form", found=str(form), remedy=remedy)
    folder = place / "event"
    folder.mkdir()
    read_bytes(path)
    shutil.copy(path, folder / path.name)
    lines = [
        f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}"
        for key, value in settings.items()
        if value is not None
    ]
    (folder / "event.toml").write_text("\n".join([*lines, ""]), "utf-8")
    return folder


def _event_of_file(folder: Path, path: Path) -> "EventAnalysis":
    """The event of one file; what its settings lack is asked for as a word of the command, and a fault names the file."""
    from analyser.casefile import Form

    try:
        return _analyse_folder(folder)
    except AnalyserError as fault:
        if fault.problems[0].where == "FOLDER":
            remedy = f"`convert {path.name} --to usebio` tells why"
            raise UsageError("no result can be read", where="FILE", found=path.name, remedy=remedy) from None
        if fault.problems[0].where != "event.toml form":
            raise
        remedy = f"add --form, one of {', '.join(Form)}"
        raise UsageError("the file does not say how it is scored", where="--form", remedy=remedy) from None


def _analyse_folder(folder: Path) -> "EventAnalysis":
    """The event at the depth of its standings; nothing is left behind."""
    from analyser.event.run import EventOptions, analyse
    from analyser.event.solve_boards import Depth

    with TemporaryDirectory() as out:
        options = EventOptions(out=Path(out), depth=Depth.STANDINGS, pages=False)
        return analyse(folder, options, lambda _: None)


def _lines(analysis: "EventAnalysis") -> "Iterator[tuple[str, int, str, Fraction, Message | None]]":
    """List, place, who, score and the reason of a broken tie, in the order of the places."""
    from analyser.event.scorer import ResultVersion

    rows = []
    for line in analysis.standings:
        line_score, broken = (
            line.by_version[ResultVersion.RULED],
            analysis.broken_ties.get((line.within, line.who)),
        )
        place = line_score.rank if broken is None else broken.place
        why = None if broken is None else broken.why
        rows.append((line.within, place, line.who, line_score.score, why))
    lists = list(dict.fromkeys(row[0] for row in rows))
    yield from sorted(rows, key=lambda row: (lists.index(row[0]), row[1]))


def _print(analysis: "EventAnalysis", lang: str, *, tie_breaks: bool) -> None:
    from analyser.report.page_voice import TextVoice

    voice = TextVoice(lang)
    within = None
    say(f"{voice('event.part.standings')}, {voice(f'event.unit.{analysis.unit}')}")
    lines = list(_lines(analysis))
    scores = _align_figures({score: voice.render(score) for _, _, _, score, _ in lines})
    for list_name, place, who, score, why in lines:
        if list_name != within and list_name:
            say(list_name)
        within = list_name
        say(f"{place:>4}  {who:<24} {scores[score]:>10}".rstrip())
        if tie_breaks and why is not None:
            say(f"      {voice.say(why)}")
    if tie_breaks and analysis.tie_source is not None:
        say(voice.sentence(analysis.tie_source))


def _align_figures(figures: "dict[Fraction, str]") -> "dict[Fraction, str]":
    """The scores of one column as they are read, so that what follows the point stands below each other."""
    tails = {
        score: 0 if score.denominator == 1 else len(text) - max(map(text.rfind, ".,"))
        for score, text in figures.items()
    }
    room = max(tails.values(), default=0)
    return {score: text + " " * (room - tails[score]) for score, text in figures.items()}


def _document(analysis: "EventAnalysis") -> dict[str, object]:
    """The places as JSON; a reason is English."""
    rows = [
        {
            "list": list_name,
            "place": place,
            "who": who,
            "score": str(score),
            "tie_break": None if why is None else str(why),
        }
        for list_name, place, who, score, why in _lines(analysis)
    ]
    source = analysis.tie_source
    return {"unit": analysis.unit, "standings": rows, "ties_by": None if source is None else str(source)}
