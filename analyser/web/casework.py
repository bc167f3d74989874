"""A draft as its pages need it: its values, its problems by section, its auction and hands as far as they can be read."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from analyser.bridge import Auction, Deal, Hand, Seat, dealer_of_board
from analyser.casefile import Case, read_case
from analyser.errors import AnalyserError, CaseError, Problem
from analyser.web.drafts import Draft
from analyser.web.edit import Change, Value, at, changed, plain
from analyser.web.tapping import auction_of

__all__ = ["SECTIONS", "Casework", "section_of", "step_of"]

SECTIONS = ("event", "board", "auction", "remarks", "incident", "comparison", "text")
_SECTION_OF = {"table": "auction", "remark": "remarks", "schema": "event", "id": "event", "title": "event"}


def section_of(problem: Problem) -> str:
    """The section of the form in which a problem can be mended."""
    named = step_of(problem.where)
    return named if named in SECTIONS else "text"


def step_of(place: str) -> str:
    """The step of a case at which a place of its file is filled in; the name of its table when there is none."""
    table = place.split(" ", 1)[0]
    return _SECTION_OF.get(table, table)


@dataclass(frozen=True)
class Casework:
    """A draft, read as far as it can be."""

    draft: Draft

    @cached_property
    def tree(self) -> Mapping[str, Value]:
        """The values; none when the text is not TOML."""
        try:
            return plain(self.draft.toml)
        except CaseError:
            return {}

    @cached_property
    def _read(self) -> tuple[Case | None, tuple[Problem, ...]]:
        read = read_case(self.draft.toml.encode())
        return read.case, read.problems

    @property
    def case(self) -> Case | None:
        """The case, when nothing is wrong with it."""
        return self._read[0]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong with it."""
        return self._read[1]

    @property
    def by_section(self) -> dict[str, tuple[Problem, ...]]:
        """The problems by the section in which they are mended."""
        return {name: tuple(p for p in self.problems if section_of(p) == name) for name in SECTIONS}

    @property
    def is_text_only(self) -> bool:
        """Whether the text is no TOML: then only the text itself can be mended."""
        return not self.tree and bool(self.draft.toml.strip())

    @property
    def dealer(self) -> Seat:
        """Who dealt: as written, by the board's number, else North for want of both."""
        word, number = self.at("board dealer"), self.at("board number")
        if word in {"N", "E", "S", "W"}:
            return Seat.parse(word)
        return dealer_of_board(number) if isinstance(number, int) and 0 < number < 1000 else Seat.N

    @property
    def auction(self) -> Auction:
        """The auction as far as it makes sense."""
        return auction_of(self.dealer, self.auction_text)[0]

    @property
    def auction_text(self) -> str:
        """The auction as written."""
        found = self.at("table auction")
        return " ".join(map(str, found)) if isinstance(found, list) else str(found or "")

    @property
    def hands(self) -> dict[Seat, Hand]:
        """The hands as far as they can be read; an unreadable or missing one is empty."""
        text = self.at("board deal")
        if isinstance(text, str):
            try:
                deal = Deal.parse(text)
                return {seat: deal[seat] for seat in Seat}
            except AnalyserError:
                pass
        return {seat: _hand(self.at(f"board hands {seat}")) for seat in Seat}

    @property
    def marks(self) -> dict[int, str]:
        """The calls that have a remark, with the remarks' numbers."""
        found: dict[int, str] = {}
        remarks = self.at("remark")
        for number, remark in enumerate(remarks if isinstance(remarks, list) else [], 1):
            word = str(remark.get("at", "")).removeprefix("call ") if isinstance(remark, dict) else ""
            if word.isdecimal() and len(word) < 4:
                found[int(word)] = ",".join(filter(None, (found.get(int(word), ""), str(number))))
        return found

    def tried(self, changes: Change) -> "Casework":
        """The case as it would be with these changes."""
        return Casework(replace(self.draft, toml=changed(self.draft.toml, changes)))

    def at(self, place: str) -> Value:
        """The value at a place."""
        return at(dict(self.tree), place)


def _hand(text: Value) -> Hand:
    try:
        return Hand.parse(text) if isinstance(text, str) else Hand.of(())
    except AnalyserError:
        return Hand.of(())
