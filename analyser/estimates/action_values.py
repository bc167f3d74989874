"""The value of a call or an opening lead in sampled deals: the contract it leads to and its double-dummy score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import Auction, Call, Card, Contract, Hand, Result, Seat, Strain, Vulnerability
from analyser.casefile import Form
from analyser.estimates.followed_auctions import follow_auctions
from analyser.estimates.hand_arrays import Masks
from analyser.estimates.services import CallsModel, NotSolved, Position, TrickCounter
from analyser.scoring import score_ns


@dataclass(frozen=True, slots=True)
class End:
    """Where an action leads in a deal: a contract, `None` if it is passed out, and the card led if the action is a lead."""

    contract: Contract | None
    vulnerability: Vulnerability
    lead: Card | None = None

    @property
    def line(self) -> tuple[Strain, Seat, Card | None] | None:
        """What decides the number of tricks in a deal: strain, declarer and lead; `None` if passed out."""
        contract = self.contract
        return None if contract is None else (contract.strain, contract.declarer, self.lead)

    @property
    def needed(self) -> int:
        """The tricks declarer needs."""
        return 0 if self.contract is None else self.contract.level + 6

    @property
    def points(self) -> NDArray[np.int64]:
        """The points to North-South with 0 to 13 tricks."""
        return _points_by_tricks(self.contract, self.vulnerability)

    def position(self, hands: Sequence[int]) -> Position:
        """The position in a deal: before the lead with the defenders in turn, after it with dummy in turn."""
        contract = self.contract
        if contract is None:
            raise LookupError("nothing is played in a deal passed out")
        trick = () if self.lead is None else (self.lead,)
        left = 0 if self.lead is None else 1 << self.lead.index
        north, east, south, west = (Hand(mask & ~left) for mask in hands)
        return Position((north, east, south, west), contract.strain, contract.leader, trick)


@cache
def _points_by_tricks(contract: Contract | None, vulnerability: Vulnerability) -> NDArray[np.int64]:
    scores = [
        0 if contract is None else score_ns(Result(contract, tricks), vulnerability) for tricks in range(14)
    ]
    return np.array(scores, np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class ActionEnds:
    """The end each action leads to: `reached` has a row per deal, a column per action, numbers in `ends`."""

    ends: tuple[End, ...]
    reached: NDArray[np.int64]
    lines: NDArray[np.int64]
    """For each end the number of its line in `plays`; -1 if passed out."""
    plays: NDArray[np.int64]
    """Declarer, strain and lead (-1: not yet) of each line."""

    @classmethod
    def from_ends(cls, ends: Sequence[End], reached: NDArray[np.int64]) -> "ActionEnds":
        """The ends with their lines numbered."""
        known: dict[tuple[Strain, Seat, Card | None], int] = {}
        lines = [-1 if end.line is None else known.setdefault(end.line, len(known)) for end in ends]
        plays = [
            (int(declarer), int(strain), -1 if lead is None else lead.index)
            for strain, declarer, lead in known
        ]
        return cls(tuple(ends), reached, np.array(lines, np.int64), np.array(plays, np.int64).reshape(-1, 3))

    def rows(self, numbers: NDArray[np.int64]) -> "ActionEnds":
        """The ends in some of the deals."""
        return replace(self, reached=self.reached[numbers])


def ends_of_calls(
    start: Auction,
    candidates: Sequence[Call],
    deals: Masks,
    vulnerability: Vulnerability,
    form: Form,
    model: CallsModel,
) -> ActionEnds:
    """The contract each candidate call leads to in each deal, if everybody then makes his likeliest call."""
    followed = follow_auctions(start, candidates, deals, vulnerability, form, model)
    ends = [End(contract, vulnerability) for contract in followed.contracts]
    return ActionEnds.from_ends(ends, followed.reached)


def ends_of_leads(
    cards: Sequence[Card], contract: Contract, deals: Masks, vulnerability: Vulnerability
) -> ActionEnds:
    """The same contract after each lead, in each deal."""
    ends = [End(contract, vulnerability, card) for card in cards]
    return ActionEnds.from_ends(ends, np.tile(np.arange(len(cards)), (len(deals), 1)))


def count_tricks(deals: Masks, ends: ActionEnds, counter: TrickCounter) -> NDArray[np.int64]:
    """Declarer's double-dummy tricks at each end, one row per deal; -1 where not solved, 0 where passed out."""
    asked = _distinct(ends, exactly=True)
    positions = [ends.ends[end].position(deals[row].tolist()) for row, _, end in asked]
    answers = counter.tricks_many(positions)
    tricks = {
        (row, line): _declarers_tricks(ends.ends[end], won)
        for (row, line, end), won in zip(asked, answers, strict=True)
    }
    return _by_line(ends, tricks)


def ask_made(
    deals: Masks, ends: ActionEnds, counter: TrickCounter
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The least and most tricks declarer can take at each end, from which contracts make; in doubled ones both exact.

    Where the solver has no answer the most is -1.
    """
    asked = _distinct(ends)
    doubled = {place[:2] for place in asked if _is_doubled(ends.ends[place[2]])}
    exact = [place for place in _distinct(ends, exactly=True) if place[:2] in doubled]
    rest = [place for place in asked if place[:2] not in doubled]
    positions = [ends.ends[end].position(deals[row].tolist()) for row, _, end in exact]
    low: dict[tuple[int, int], int] = {}
    high: dict[tuple[int, int], int] = {}
    for (row, line, end), won in zip(exact, counter.tricks_many(positions), strict=True):
        low[row, line] = high[row, line] = _declarers_tricks(ends.ends[end], won)
    targets = []
    for row, _, end in rest:
        place = ends.ends[
            end
        ]  # the target is what the defenders need before the lead, what declarer needs after it
        target = 14 - place.needed if place.lead is None else place.needed
        targets.append((place.position(deals[row].tolist()), target))
    for (row, line, end), reached in zip(rest, counter.made_many(targets), strict=True):
        place = ends.ends[end]
        made = None if isinstance(reached, NotSolved) else reached is (place.lead is not None)
        least, most = low.get((row, line), 0), high.get((row, line), 13)
        low[row, line] = max(least, place.needed) if made else least
        high[row, line] = -1 if made is None else most if made else min(most, place.needed - 1)
    return _by_line(ends, low), _by_line(ends, high)


def bounds_by_made(
    ends: ActionEnds, tricks: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What `ask_made` would answer, from the numbers of tricks."""
    taken = {
        (row, int(ends.lines[end])): int(tricks[row, place])
        for row, reached in enumerate(ends.reached.tolist())
        for place, end in enumerate(reached)
    }
    low: dict[tuple[int, int], int] = {}
    high: dict[tuple[int, int], int] = {}
    for row, line, end in _distinct(ends):
        place, won = ends.ends[end], taken[row, line]
        least, most = low.get((row, line), 0), high.get((row, line), 13)
        if won < 0 or _is_doubled(place):
            least = most = won
        elif won >= place.needed:
            least = max(least, place.needed)
        else:
            most = min(most, place.needed - 1)
        low[row, line], high[row, line] = least, most
    return _by_line(ends, low), _by_line(ends, high)


def _declarers_tricks(end: End, won: int | NotSolved) -> int:
    """Declarer's tricks from those of the side in turn: before the lead the defenders', after it his own; -1: not solved."""
    if isinstance(won, NotSolved):
        return -1
    return 13 - won if end.lead is None else won


def _is_doubled(end: End) -> bool:
    return end.contract is not None and end.contract.doubled > 0


def _distinct(ends: ActionEnds, *, exactly: bool = False) -> list[tuple[int, int, int]]:
    """The deals, lines and ends to ask about, each once; `exactly`: one end of each line."""
    asked: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    for row, reached in enumerate(ends.reached.tolist()):
        for end in reached:
            line = int(ends.lines[end])
            target = 0 if exactly else ends.ends[end].needed + 100 * _is_doubled(ends.ends[end])
            if line >= 0:
                asked.setdefault((row, line, target), (row, line, end))
    return list(asked.values())


def _by_line(ends: ActionEnds, known: Mapping[tuple[int, int], int]) -> NDArray[np.int64]:
    """What is known of each deal and line, by deal and action; 0 where passed out."""
    rows = [
        [known.get((row, int(ends.lines[end])), 0) for end in reached]
        for row, reached in enumerate(ends.reached.tolist())
    ]
    return np.array(rows, np.int64).reshape(ends.reached.shape)
