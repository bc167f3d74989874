"""What the solver says of a board and its tables, as plain numbers: the answer of one unit of work.

`examine(group, counter)` is the whole of what is asked per unit. It is a function of plain values, so it may run in
this process, in another one, or on another machine; `GroupFigures` goes to text and back for the checkpoint.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from analyser.bridge import Card, Contract, Deal, Play, Seat, Vulnerability
from analyser.estimates.services import NotSolved, Reason
from analyser.event.values import BoardGroup, Entry

__all__ = ["CARDS_AT_LEAST", "FORM", "Counted", "Counter", "EntryFigures", "GroupFigures", "examine"]

FORM = 1  # of the text: figures kept in another form are not read
CARDS_AT_LEAST = 1  # a play of so many cards has a curve


class Cells(Protocol):
    """A double-dummy table: twenty numbers, strain by strain from clubs, in each from North round."""

    @property
    def cells(self) -> tuple[int, ...]:
        """The numbers."""
        ...


class ParScore(Protocol):
    """The par of a deal."""

    @property
    def score_ns(self) -> int:
        """Points to North-South."""
        ...


class Counter(Protocol):
    """Anything that counts tricks with all four hands seen, many at once; the solver room is one."""

    def together(
        self,
        deals: Sequence[Deal],
        boards: Sequence[tuple[Deal, Contract]],
        records: Sequence[tuple[Deal, Play]],
    ) -> """tuple[
        Sequence[Cells | NotSolved], Sequence[Mapping[Card, int] | NotSolved], Sequence[tuple[int, ...] | NotSolved]
    ]""":
        """The table of each deal, declarer's tricks after each lead, and along each play: asked at once."""
        ...

    def par_of(self, table: Cells, dealer: Seat, vulnerability: Vulnerability) -> ParScore:
        """The par that follows from a table."""
        ...


class Counted(StrEnum):
    """How far a unit could be solved."""

    SOLVED = "solved"
    NO_DEAL = "no-deal"  # the four hands are not known
    SHAPE = "shape"  # too freakish by a fixed test: it stays so
    TIME = "time"  # out of time: the answer is incomplete and is tried again


@dataclass(frozen=True, slots=True)
class EntryFigures:
    """One table: declarer's tricks double dummy before the lead and after each card; best and worst lead.

    `curve` is empty where no play is recorded; `after_lead` is its second number where only the lead is known too.
    `leads` holds declarer's tricks for each of the thirteen leads by card number, empty where there was none.
    """

    curve: tuple[int, ...] = ()
    leads: tuple[tuple[int, int], ...] = ()

    @property
    def before(self) -> int | None:
        """Declarer's tricks before the lead."""
        if self.curve:
            return self.curve[0]
        return min((tricks for _, tricks in self.leads), default=None)

    def after(self, lead: Card | None) -> int | None:
        """Declarer's tricks after this lead."""
        if lead is None:
            return None
        return dict(self.leads).get(lead.index)


@dataclass(frozen=True, slots=True)
class GroupFigures:
    """One unit: table, par, and each table's figures in the order of the group's entries.

    >>> figures = GroupFigures("k", Counted.SOLVED, (6,) * 20, 90, (EntryFigures((9, 9, 8)),))
    >>> GroupFigures.from_text(figures.text) == figures
    True
    """

    key: str
    counted: Counted
    table: tuple[int, ...] = ()
    par_ns: int | None = None
    entries: tuple[EntryFigures, ...] = ()

    @property
    def complete(self) -> bool:
        """Tell whether another try would find nothing more."""
        return self.counted is not Counted.TIME

    @property
    def text(self) -> str:
        """As one line of text, the same for the same figures."""
        tables = [[list(one.curve), [list(pair) for pair in one.leads]] for one in self.entries]
        plain = [self.key, str(self.counted), list(self.table), self.par_ns, tables]
        return json.dumps(plain, separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> "GroupFigures":
        """What `text` gave."""
        key, counted, table, par_ns, tables = json.loads(text)
        entries = tuple(
            EntryFigures(tuple(curve), tuple((card, tricks) for card, tricks in leads))
            for curve, leads in tables
        )
        return cls(key, Counted(counted), tuple(table), par_ns, entries)


def examine(group: BoardGroup, counter: Counter) -> GroupFigures:
    """Everything the solver is asked of one board and its tables, asked at once: the plays in one contract together."""
    deal = group.deal
    if deal is None or not deal.is_complete:
        return GroupFigures(group.key, Counted.NO_DEAL)
    contracts = dict.fromkeys(
        (entry.contract.strain, entry.contract.declarer)
        for entry in group.entries
        if entry.contract is not None
    )
    boards = [(deal, Contract(1, strain, 0, declarer)) for strain, declarer in contracts]
    played = [_play(entry, deal) for entry in group.entries]
    plays = dict.fromkeys(play for play in played if play is not None)
    (table,), leads, curves = counter.together((deal,), boards, [(deal, play) for play in plays])
    led, followed = dict(zip(contracts, leads, strict=True)), dict(zip(plays, curves, strict=True))
    entries = tuple(
        EntryFigures(
            _curve(followed[play]) if play is not None else (),
            _pairs(led[entry.contract.strain, entry.contract.declarer]) if entry.contract is not None else (),
        )
        for entry, play in zip(group.entries, played, strict=True)
    )
    return GroupFigures(
        group.key,
        _counted((table, *leads, *curves)),
        () if isinstance(table, NotSolved) else table.cells,
        None
        if isinstance(table, NotSolved)
        else counter.par_of(table, group.dealer, group.vulnerability).score_ns,
        entries,
    )


def _play(entry: Entry, deal: Deal) -> Play | None:
    """The play, when it fits the deal: what a curve can be drawn of."""
    play = entry.play
    if play is None or len(play) < CARDS_AT_LEAST or play.problems(deal):
        return None
    if entry.contract is not None and play.leader is not entry.contract.leader:
        return None
    return play


def _curve(curve: tuple[int, ...] | NotSolved) -> tuple[int, ...]:
    return () if isinstance(curve, NotSolved) else curve


def _pairs(leads: Mapping[Card, int] | NotSolved) -> tuple[tuple[int, int], ...]:
    return () if isinstance(leads, NotSolved) else tuple(sorted((c.index, t) for c, t in leads.items()))


def _counted(answers: Iterable[object]) -> Counted:
    reasons = {answer.reason for answer in answers if isinstance(answer, NotSolved)}
    return Counted.TIME if Reason.TIME in reasons else Counted.SHAPE if reasons else Counted.SOLVED
