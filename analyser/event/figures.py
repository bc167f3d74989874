"""What the solver says of a board and its tables, as plain numbers: the answer of one unit of work.

`examine(group, counter)` is the whole of what is asked per unit. It is a function of plain values, so it may run in
this process, in another one, or on another machine; `GroupFigures` goes to text and back for the checkpoint. Whoever
runs many units may ask for several groups at once (`examine_many`): the counter groups what belongs together.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from analyser.bridge import Card, Contract, Deal, Play, Seat, Strain, Vulnerability
from analyser.event.values import BoardGroup, Entry
from analyser.reasoning import NotSolved, Reason

__all__ = ["CARDS_AT_LEAST", "Counted", "Counter", "EntryFigures", "GroupFigures", "examine", "examine_many"]

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

    def tables(self, deals: Sequence[Deal]) -> "Sequence[Cells | NotSolved]":
        """The table of each deal."""
        ...

    def leads_many(
        self, boards: Sequence[tuple[Deal, Contract]]
    ) -> "Sequence[Mapping[Card, int] | NotSolved]":
        """Declarer's tricks after each opening lead."""
        ...

    def curves(self, records: Sequence[tuple[Deal, Play]]) -> "Sequence[tuple[int, ...] | NotSolved]":
        """Declarer's tricks before the lead and after each card."""
        ...

    def par(self, deal: Deal, dealer: Seat, vulnerability: Vulnerability) -> "ParScore | NotSolved":
        """The par score."""
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
    """Everything the solver is asked of one board and its tables."""
    return examine_many((group,), counter)[0]


def examine_many(groups: Sequence[BoardGroup], counter: Counter) -> tuple[GroupFigures, ...]:
    """Several units at once: all tables, then all leads, then all plays, so that each kind is counted together."""
    dealt = [group for group in groups if group.deal is not None and group.deal.is_complete]
    deals = [group.deal for group in dealt if group.deal is not None]
    tables = dict(zip((group.key for group in dealt), counter.tables(deals), strict=True))
    asked = [(group, entry) for group in dealt for entry in group.entries]
    contracts = dict.fromkeys(
        (group.deal, entry.contract.strain, entry.contract.declarer)
        for group, entry in asked
        if group.deal is not None and entry.contract is not None
    )
    boards = [(deal, Contract(1, strain, 0, declarer)) for deal, strain, declarer in contracts]
    leads = dict(zip(contracts, counter.leads_many(boards), strict=True))
    plays = dict.fromkeys(
        (group.deal, play)
        for group, entry in asked
        if group.deal is not None and (play := _play(entry, group.deal)) is not None
    )
    curves = dict(zip(plays, counter.curves(list(plays)), strict=True))
    return tuple(_figures(group, counter, tables, leads, curves) for group in groups)


def _play(entry: Entry, deal: Deal) -> Play | None:
    """The play, when it fits the deal: what a curve can be drawn of."""
    play = entry.play
    if play is None or len(play) < CARDS_AT_LEAST or play.problems(deal):
        return None
    if entry.contract is not None and play.leader is not entry.contract.leader:
        return None
    return play


def _figures(
    group: BoardGroup,
    counter: Counter,
    tables: Mapping[str, "Cells | NotSolved"],
    leads: Mapping[tuple[Deal, Strain, Seat], "Mapping[Card, int] | NotSolved"],
    curves: Mapping[tuple[Deal, Play], "tuple[int, ...] | NotSolved"],
) -> GroupFigures:
    deal = group.deal
    if deal is None or not deal.is_complete:
        return GroupFigures(group.key, Counted.NO_DEAL)
    missing: list[NotSolved] = []
    table = tables[group.key]
    par = counter.par(deal, group.dealer, group.vulnerability)
    missing += [answer for answer in (table, par) if isinstance(answer, NotSolved)]
    entries = []
    for entry in group.entries:
        found: list[tuple[int, int]] = []
        curve: tuple[int, ...] = ()
        if entry.contract is not None:
            told = leads[deal, entry.contract.strain, entry.contract.declarer]
            if isinstance(told, NotSolved):
                missing.append(told)
            else:
                found = sorted((card.index, tricks) for card, tricks in told.items())
        play = _play(entry, deal)
        if play is not None:
            line = curves[deal, play]
            if isinstance(line, NotSolved):
                missing.append(line)
            else:
                curve = line
        entries.append(EntryFigures(curve, tuple(found)))
    late = any(one.reason is Reason.TIME for one in missing)
    counted = Counted.TIME if late else Counted.SHAPE if missing else Counted.SOLVED
    return GroupFigures(
        group.key,
        counted,
        () if isinstance(table, NotSolved) else table.cells,
        None if isinstance(par, NotSolved) else par.score_ns,
        tuple(entries),
    )
