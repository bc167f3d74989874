"""All the revokes of a board together: each one's transfer, and the score equity leads to (64)."""

from dataclasses import dataclass, replace

from analyser.bridge import Seat, Side
from analyser.casefile import Case
from analyser.estimates.services import TrickCounter
from analyser.laws import Jurisdiction
from analyser.laws.choices import BothRevoked, RevokeException
from analyser.ruling.kinds.revoke.equity import Line, Reading, free_rewind, line_of_both, lines_for
from analyser.ruling.kinds.revoke.record import Committed, both_sides, facts_of, tricks_from
from analyser.ruling.rectify.revoke import RevokeFacts, Transfer, tricks_transferred

__all__ = ["Board", "Settled", "board_of"]


@dataclass(frozen=True, slots=True)
class Settled:
    """Declarer's number after transfer and equity, and how it was reached; none: it cannot be told."""

    table: int | None
    automatic: int | None
    tricks: int | None
    equity: int | None
    lines: tuple[Line, ...] = ()
    rewind: int | None = None
    both: BothRevoked | None = None
    other_rule: int | None = None  # declarer's number under the other rule for revokes by both sides


@dataclass(frozen=True, slots=True)
class Board:
    """The revokes of a board in the order of play, with what each costs by itself."""

    case: Case
    law: Jurisdiction
    revokes: tuple[Committed, ...]
    facts: tuple[RevokeFacts, ...]
    transfers: tuple[Transfer, ...]

    @property
    def judged_as_one(self) -> bool:
        """Both sides revoked, and equity is restored once for the board: no part of it by one revoke alone."""
        return both_sides(self.revokes) and not _each_pays(self.revokes, self.law)

    def settled(self, heard: tuple[Committed, ...], counter: TrickCounter | None) -> Settled:
        """What these revokes amount to together."""
        result = self.case.result
        table = None if result is None or result.contract is None else result.tricks
        moved = [self.transfers[self.revokes.index(one)].tricks for one in heard]
        if both_sides(heard):
            if _each_pays(heard, self.law):
                return self._apart(heard, table, moved, counter)
            return self._both(heard, table, counter)
        automatic = self._less(table, heard[0].seat.side, moved)
        lines = lines_for(self.case, heard, counter)
        reached = [automatic]
        for line in lines:
            kept = [t for one, t in zip(heard, moved, strict=True) if not _is_out(one, heard, line.reading)]
            reached.append(self._less(line.declarers, heard[0].seat.side, kept))
        tricks = self._worst(heard[0].seat.side, reached)
        equity = None if tricks is None or automatic is None else abs(automatic - tricks)
        if not lines or any(line.declarers is None for line in lines):
            equity = equity or None  # what could not be followed may hold more
        rewind = free_rewind(self.case, heard[0], counter) if len(heard) > 1 else None
        return Settled(table, automatic, tricks, equity, lines, rewind)

    def _apart(
        self,
        heard: tuple[Committed, ...],
        table: int | None,
        moved: list[int | None],
        counter: TrickCounter | None,
    ) -> Settled:
        """Each side pays for its own revokes; what equity would add to that for either is not told."""
        left = table
        for one, tricks in zip(heard, moved, strict=True):
            left = self._less(left, one.seat.side, [tricks])
        return Settled(table, left, left, None, lines_for(self.case, heard, counter))

    def _both(self, heard: tuple[Committed, ...], table: int | None, counter: TrickCounter | None) -> Settled:
        """Nothing changes sides by itself; the score is that of the line the rule in force goes back to."""
        rule = self.law.regulation.revokes.both_revoked
        line = line_of_both(self.case, heard, rule, counter)
        other = next(entry for entry in BothRevoked if entry is not rule)
        against = line_of_both(self.case, heard, other, counter)
        tricks = line.declarers if line else None
        equity = None if tricks is None or table is None else abs(table - tricks)
        return Settled(
            table, table, tricks, equity,
            (line,) if line else (), free_rewind(self.case, heard[0], counter), rule,
            against.declarers if against else None,
        )  # fmt: skip

    def _less(self, tricks: int | None, offenders: Side, moved: list[int | None]) -> int | None:
        """Declarer's number once these tricks have gone to the other side."""
        if tricks is None or None in moved or self.case.contract is None:
            return None
        total = sum(number for number in moved if number is not None)
        return tricks - total if self.case.contract.declarer.side is offenders else tricks + total

    def _worst(self, offenders: Side, numbers: list[int | None]) -> int | None:
        """The best of them for the innocent side; none when even the automatic number is not known."""
        known = [number for number in numbers if number is not None]
        if not known or numbers[0] is None or self.case.contract is None:
            return None
        return min(known) if self.case.contract.declarer.side is offenders else max(known)


def board_of(
    case: Case, law: Jurisdiction, revokes: tuple[Committed, ...], every: tuple[Committed, ...] | None = None
) -> Board:
    """The board's revokes with their transfers; no trick of the offending side changes hands twice.

    `every` holds the corrected ones too: before 2017 they count for 64B7.
    """
    facts, transfers = [], []
    given: dict[Side, int] = {}
    first: dict[Side, int] = {}
    for one in revokes:
        side = one.seat.side
        own = facts_of(case, one, every or revokes, law.edition)
        since = tricks_from(case, side, first.setdefault(side, one.trick))
        own = replace(own, at_most=None if since is None else max(0, since - given.get(side, 0)))
        made = tricks_transferred(own, law.edition)
        given[side] = given.get(side, 0) + (made.tricks or 0)
        facts.append(own)
        transfers.append(made)
    return Board(case, law, revokes, tuple(facts), tuple(transfers))


def _each_pays(heard: tuple[Committed, ...], law: Jurisdiction) -> bool:
    """Where the text has no exception for revokes by both sides (1997), but for two on the same trick."""
    known = RevokeException.BOTH_SIDES in law.edition.revokes.exceptions
    return not known and len({one.trick for one in heard}) > 1


def _is_out(one: Committed, heard: tuple[Committed, ...], reading: Reading) -> bool:
    """Whether this revoke is taken out of the line under a reading."""
    if reading is Reading.WITHOUT_ANY:
        return True
    first: tuple[int, Seat] = (heard[0].trick, heard[0].seat)
    return (one.trick, one.seat) != first and one.seat is heard[0].seat and one.suit is heard[0].suit
