"""The table of all formats, and reading and writing by it; what is written reads back equal, or is refused."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Protocol

from analyser.errors import NotationError
from analyser.formats.bridgewebs import BRIDGEWEBS_BEGINS, bridgewebs_text, read_bridgewebs
from analyser.formats.cells import BOARD_SIZE, FILE_SIZE, text_of
from analyser.formats.duplimate import DUPLIMATE_BEGINS, read_duplimate
from analyser.formats.jannersten import JANNERSTEN_BEGINS, jannersten_text, read_jannersten
from analyser.formats.lin_read import LIN_BEGINS, read_lin
from analyser.formats.lin_write import lin_text
from analyser.formats.links import LINK_BEGINS, link_text, read_link
from analyser.formats.pbn_game import PBN_BEGINS, read_pbn
from analyser.formats.pbn_write import pbn_text
from analyser.formats.rbn import RBN_BEGINS, read_rbn
from analyser.formats.record import BoardRecord, FileReading, Results
from analyser.formats.replay import derive_result
from analyser.formats.results_fitting import fitted_results
from analyser.formats.unsupported import DroppedField, drop_unsupported, matches_of
from analyser.formats.usebio import USEBIO_BEGINS, read_usebio
from analyser.formats.usebio_write import usebio_text
from analyser.messages import sentence


class Reads(Protocol):
    """The reader of one format; with `check` recorded plays are compared with their deals."""

    def __call__(self, data: bytes | str, *, check: bool = True) -> FileReading:
        """The contents of the file."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its name, the file endings only it has, how its text begins, its reader and its writers.

    `write` writes boards, `write_results` results; either is None if the format has no place for them.
    """

    name: str
    endings: tuple[str, ...]
    begins: re.Pattern[str]
    read: Reads
    write: Callable[[Sequence[BoardRecord]], str] | None = None
    write_results: Callable[[Results], str] | None = None


FORMATS: tuple[Format, ...] = (
    Format("link", (), LINK_BEGINS, read_link, link_text),
    Format("jannersten", (), JANNERSTEN_BEGINS, read_jannersten, None, jannersten_text),
    Format("pbn", (".pbn",), PBN_BEGINS, read_pbn, pbn_text),
    Format("duplimate", (".dup", ".bri", ".dge", ".dlm"), DUPLIMATE_BEGINS, read_duplimate),
    Format("rbn", (".rbn",), RBN_BEGINS, read_rbn),
    Format("usebio", (".xml", ".usebio"), USEBIO_BEGINS, read_usebio, None, usebio_text),
    Format("bridgewebs", (), BRIDGEWEBS_BEGINS, read_bridgewebs, None, bridgewebs_text),
    Format("lin", (".lin",), LIN_BEGINS, read_lin, lin_text),
)


def file_endings() -> tuple[str, ...]:
    """The file endings of these formats, those of boards first.

    >>> file_endings()
    ('.pbn', '.lin', '.dup', '.bri', '.dge', '.dlm', '.rbn', '.xml', '.usebio')
    """
    boards_first = sorted(FORMATS, key=lambda form: (form.write is None, form.write_results is not None))
    return tuple(ending for form in boards_first for ending in form.endings)


def format_named(name: str) -> Format:
    """The format of this name.

    >>> format_named("pbn").name
    'pbn'
    """
    form = next((form for form in FORMATS if form.name == name.lower()), None)
    if form is None:
        known = ", ".join(form.name for form in FORMATS)
        raise NotationError(
            sentence("format-unknown"), found=name[:80], remedy=sentence("choose-format", known=known)
        )
    return form


def sniff(data: bytes | str) -> Format:
    """The format of a file, from its beginning.

    >>> sniff("pn|a,b,c,d|").name, sniff('[Event "?"]').name
    ('lin', 'pbn')
    """
    text = text_of(data)[:4096]
    form = next((form for form in FORMATS if form.begins.match(text)), None)
    if form is None:
        raise NotationError(
            sentence("format-not-recognised"),
            found=text.lstrip()[:40],
            remedy=sentence("give-known-format"),
        )
    return form


def read(data: bytes | str, name: str | None = None, *, check: bool = True) -> FileReading:
    """The contents of a file of any known format; with `check` recorded plays are compared with their deals."""
    return (format_named(name) if name else sniff(data)).read(data, check=check)


def write(records: Sequence[BoardRecord], name: str) -> str:
    """The text of boards in a format; it reads back equal, or nothing is written.

    Contract and tricks that follow from auction and play are filled in first.
    """
    form = format_named(name)
    if form.write is None:
        raise NotationError(
            sentence(
                "format-only-read" if form.write_results is None else "format-holds-results", name=form.name
            ),
            remedy=sentence("write-pbn-or-lin"),
        )
    board_records = [derive_result(record) for record in records]
    text = form.write(board_records)
    if len(text) > FILE_SIZE or (len(records) == 1 and len(text) > BOARD_SIZE):
        raise NotationError(sentence("text-too-long-for-reader"), found=f"{len(text)} characters")
    read_back = form.read(text, check=False).records
    if len(read_back) != len(board_records):
        why = sentence("reads-as-other-count", name=form.name, count=len(read_back))
        raise NotationError(why, found=f"{len(board_records)} boards")
    for number, (record, other) in enumerate(zip(board_records, read_back, strict=True), 1):
        where = f"board {record.number}" if record.number else f"record {number}"
        _refuse_difference(record, other, where, form.name)
    return text


def write_fitting(records: Sequence[BoardRecord], name: str) -> tuple[str, tuple[DroppedField, ...]]:
    r"""The text of boards as far as the format can express them, and what it leaves out; it reads back equal.

    >>> from analyser.formats import Tag
    >>> text, left = write_fitting([BoardRecord(number=7, site="Rome", tags=(Tag("Round", "2"),))], "lin")
    >>> text.split("\n")[0], [str(entry) for entry in left]
    ('vg|,2,,7,7,,0,,0|', ['board 7: site: Rome'])
    """
    board_records = [derive_result(record) for record in records]
    for_lin = name.lower() in ("lin", "link")
    boards: list[BoardRecord] = []
    left: list[DroppedField] = []
    for record, match in zip(board_records, matches_of(board_records), strict=True):
        board, missing = drop_unsupported(record, lambda board: write([board], name), match, for_lin=for_lin)
        left += missing
        boards += [] if board is None else [board]
    return write(boards, name), tuple(left)


def write_results(results: Results, name: str) -> str:
    """The text of results; it reads back equal, or nothing is written."""
    form = format_named(name)
    if form.write_results is None:
        raise NotationError(
            sentence("format-only-read" if form.write is None else "format-holds-boards", name=form.name),
            remedy=sentence("write-result-format"),
        )
    text = form.write_results(results)
    if len(text) > FILE_SIZE:
        raise NotationError(sentence("text-too-long-for-reader"), found=f"{len(text)} characters")
    _refuse_difference(results, form.read(text).results, "results", form.name)
    return text


def write_fitting_results(results: Results, name: str) -> tuple[str, tuple[DroppedField, ...]]:
    """The text of results as far as the format can express them, and what it leaves out; it reads back equal."""
    fitting, left = fitted_results(results, name)
    return write_results(fitting, name), left


def _refuse_difference(written: object, read_back: object, where: str, name: str) -> None:
    """Refuse a text that does not read back as its source."""
    if written == read_back:
        return
    for field in fields(written):  # type: ignore[arg-type]
        value, other = getattr(written, field.name), getattr(read_back, field.name, None)
        if value != other:
            raise NotationError(
                sentence("format-cannot-carry", name=field.name, name2=name),
                where=where,
                found=str(_first_difference(value, other))[:120],
                remedy=sentence("leave-out-or-other-format"),
            )


def _first_difference(value: object, other: object) -> object:
    """The value to show in the error: of a sequence, its first entry that would change."""
    if not isinstance(value, tuple):
        return value
    others = other if isinstance(other, tuple) else ()
    changed = (entry for place, entry in enumerate(value) if (entry,) != others[place : place + 1])
    return next(changed, value)
