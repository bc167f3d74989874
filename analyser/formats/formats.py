"""Every format this program reads and writes, in one table."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from analyser.errors import NotationError
from analyser.formats.bridgewebs import bridgewebs_text, read_bridgewebs
from analyser.formats.jannersten import jannersten_text, read_jannersten
from analyser.formats.ledger import BOARD_SIZE, FILE_SIZE, text_of
from analyser.formats.lin_read import read_lin
from analyser.formats.lin_write import lin_text
from analyser.formats.links import is_link, link_text, read_link
from analyser.formats.pbn_read import read_pbn
from analyser.formats.pbn_write import pbn_text
from analyser.formats.proof import prove_records, prove_results
from analyser.formats.record import Record
from analyser.formats.results import Reading, Results
from analyser.formats.settle import settled
from analyser.formats.usebio_read import read_usebio
from analyser.formats.usebio_write import usebio_text

_PBN = re.compile(r'\s*(?:[%{;]|\[\s*[A-Za-z0-9_]+\s*")')
_LIN = re.compile(r"\s*[A-Za-z]{2}\|")


class Reads(Protocol):
    """Reads a file of one format; with `check` recorded plays are held against their deals."""

    def __call__(self, data: bytes | str, *, check: bool = True) -> Reading:
        """What the file says."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its name, how a text of it begins, how to read it, and how to write boards or results."""

    name: str
    sniff: Callable[[str], bool]
    read: Reads
    write: Callable[[Sequence[Record]], str] | None = None
    write_results: Callable[[Results], str] | None = None


FORMATS: tuple[Format, ...] = (
    Format("link", is_link, read_link, lambda records: f"{link_text(_only(records))}\n"),
    Format(
        "jannersten",
        lambda text: text.lstrip()[:6].upper() == "[GAME]",
        read_jannersten,
        None,
        jannersten_text,
    ),
    Format(
        "pbn",
        lambda text: _PBN.match(text) is not None,
        read_pbn,
        pbn_text,
    ),
    Format("usebio", lambda text: text.lstrip()[:1] == "<", read_usebio, None, usebio_text),
    Format(
        "bridgewebs",
        lambda text: text.lstrip()[:8].lower() == "#version",
        read_bridgewebs,
        None,
        bridgewebs_text,
    ),
    Format("lin", lambda text: _LIN.match(text) is not None, read_lin, lin_text),
)


def _only(records: Sequence[Record]) -> Record:
    if len(records) != 1:
        raise NotationError(
            "a link shows one board", found=f"{len(records)} boards", remedy="choose one board"
        )
    return records[0]


def format_named(name: str) -> Format:
    """The format of this name.

    >>> format_named("pbn").name
    'pbn'
    """
    found = next((entry for entry in FORMATS if entry.name == name.lower()), None)
    if found is None:
        known = ", ".join(entry.name for entry in FORMATS)
        raise NotationError("not a format this program knows", found=name[:80], remedy=f"choose {known}")
    return found


def sniff(data: bytes | str) -> Format:
    """The format of a file, from its first sign.

    >>> sniff("pn|a,b,c,d|").name, sniff('[Event "?"]').name
    ('lin', 'pbn')
    """
    text = text_of(data)[:4096]
    found = next((entry for entry in FORMATS if entry.sniff(text)), None)
    if found is None:
        raise NotationError(
            "the file is in none of the formats known",
            found=text.lstrip()[:40],
            remedy="give PBN, LIN, USEBIO, BridgeWebs std1, Jannersten results, or a viewer link",
        )
    return found


def read(data: bytes | str, name: str | None = None, *, check: bool = True) -> Reading:
    """Read a file of any known format; with `check` recorded plays are held against their deals."""
    return (format_named(name) if name else sniff(data)).read(data, check=check)


def write(records: Sequence[Record], name: str) -> str:
    """Boards as text. What is written reads back equal, or nothing is written.

    Contract and tricks that auction and play give are filled in first.
    """
    form = format_named(name)
    if form.write is None:
        raise NotationError(f"{form.name} holds results, not auctions and plays", remedy="write PBN or LIN")
    whole = [settled(record) for record in records]
    text = form.write(whole)
    if len(text) > FILE_SIZE or (len(records) == 1 and len(text) > BOARD_SIZE):
        raise NotationError("the text is longer than a reader accepts", found=f"{len(text)} characters")
    prove_records(whole, text, lambda words: form.read(words, check=False), form.name)
    return text


def write_link(record: Record) -> str:
    """The address of a viewer that shows this board."""
    return write([record], "link").strip()


def write_results(results: Results, name: str) -> str:
    """Results as text. What is written reads back equal, or nothing is written."""
    form = format_named(name)
    if form.write_results is None:
        raise NotationError(
            f"{form.name} holds boards, not results", remedy="write USEBIO, BridgeWebs or Jannersten"
        )
    text = form.write_results(results)
    if len(text) > FILE_SIZE:
        raise NotationError("the text is longer than a reader accepts", found=f"{len(text)} characters")
    prove_results(results, text, form.read, form.name)
    return text
