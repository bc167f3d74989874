"""All the revokes of a board together: which are corrected, each one's transfer, and the lines equity goes back to (62-64)."""

from dataclasses import dataclass, replace
from enum import StrEnum

from analyser.bridge import Play, Seat, Side
from analyser.casefile import Case, Claim, RevokeIncident
from analyser.estimates.endings.ending import EditedLine, Ending, EndingCounter, position_of, revokes_removed
from analyser.estimates.services import NotSolved, TrickCounter
from analyser.laws import Edition, Jurisdiction
from analyser.laws.choices import BothRevoked, RevokeException
from analyser.ruling.kinds.revoke.record import (
    CommittedRevoke,
    RevokeFacts,
    Transfer,
    both_sides,
    facts_of,
    tricks_transferred,
)


def mark_corrected_together(
    case: Case, every: tuple[CommittedRevoke, ...], edition: Edition
) -> tuple[CommittedRevoke, ...]:
    """The revokes of the board, with those corrected together marked as such where the edition knows this."""
    if RevokeException.CORRECTED_TOGETHER not in edition.revokes.exceptions:
        return every
    return tuple(
        replace(revoke, established=False, together=True) if _is_one_of_two(case, revoke, every) else revoke
        for revoke in every
    )


def establish_by_agreement(
    case: Case, every: tuple[CommittedRevoke, ...], edition: Edition
) -> tuple[CommittedRevoke, ...]:
    """The revokes of the board; until 2007 agreeing to the opponents' claim establishes one at once (63A3)."""
    agreed = {entry.by.side.other for entry in case.incident if isinstance(entry, Claim) and entry.acquiesced}
    if not edition.revokes.claim_agreed_establishes:
        return every
    return tuple(
        replace(revoke, established=True)
        if revoke.established is None and revoke.seat.side in agreed
        else revoke
        for revoke in every
    )


def _is_one_of_two(case: Case, revoke: CommittedRevoke, every: tuple[CommittedRevoke, ...]) -> bool:
    on_trick = tuple(other for other in every if other.trick == revoke.trick)
    if {other.seat.side for other in on_trick} != {Side.NS, Side.EW}:
        return False
    gone_on = sides_played_on(case, revoke.trick)
    return gone_on is not None and len(gone_on) == 1


def sides_played_on(case: Case, trick: int) -> frozenset[Side] | None:
    """The sides that had gone on to the next trick when attention was drawn; none: not known.

    Stated in an incident of this trick, else seen from a record that ends there. A record that goes on tells nothing.
    """
    for incident in case.incident:
        if (
            isinstance(incident, RevokeIncident)
            and incident.trick == trick
            and incident.played_on is not None
        ):
            return frozenset(incident.played_on)
    play = case.play
    if play is None or len(play.tricks) > trick + 1 or len(play.complete_tricks) < trick:
        return None
    return frozenset(seat.side for entry in play.tricks[trick:] for seat, _ in entry)


class RevokesRemoved(StrEnum):
    """Which revokes are taken out of the line that was played."""

    WITHOUT_ANY = "without-any-revoke"
    WITHOUT_LATER = "without-the-later-revokes"


@dataclass(frozen=True, slots=True)
class LineWithoutRevokes:
    """An edited line and the tricks declarer takes on it."""

    reading: RevokesRemoved
    edited: EditedLine
    declarers: int | None


def lines_for(
    case: Case, revokes: tuple[CommittedRevoke, ...], counter: TrickCounter | None
) -> tuple[LineWithoutRevokes, ...]:
    """The line without any of one side's revokes, and, where they were repeated, without the later ones only."""
    lines = [_line(case, RevokesRemoved.WITHOUT_ANY, revokes, counter)]
    first = revokes[0]
    later = tuple(revoke for revoke in revokes[1:] if revoke.seat is first.seat and revoke.suit is first.suit)
    if later:
        lines.append(_line(case, RevokesRemoved.WITHOUT_LATER, later, counter))
    return tuple(line for line in lines if line is not None)


def line_of_both(
    case: Case, revokes: tuple[CommittedRevoke, ...], rule: BothRevoked, counter: TrickCounter | None
) -> LineWithoutRevokes | None:
    """The line equity is restored to when both sides revoked: without any, or from after the first on."""
    match rule:
        case BothRevoked.NO_REVOKE:
            return _line(case, RevokesRemoved.WITHOUT_ANY, revokes, counter)
        case BothRevoked.AFTER_FIRST:
            return _line(case, RevokesRemoved.WITHOUT_LATER, revokes[1:], counter)


def _line(
    case: Case, reading: RevokesRemoved, out: tuple[CommittedRevoke, ...], counter: TrickCounter | None
) -> LineWithoutRevokes | None:
    deal, play, contract = case.deal, case.play, case.contract
    seen = tuple((revoke.trick, revoke.seat) for revoke in out if revoke.seen)
    if deal is None or play is None or contract is None or not seen:
        return None
    edited = revokes_removed(deal, play, seen, counter)
    return LineWithoutRevokes(reading, edited, edited.tricks_of(contract.declarer.side))


def free_rewind(case: Case, first: CommittedRevoke, counter: TrickCounter | None) -> int | None:
    """Declarer's tricks by best play on both sides from the revoke on, forgetting how it was played: the wrong method."""
    deal, play, contract = case.deal, case.play, case.contract
    if deal is None or play is None or contract is None or not first.seen:
        return None
    in_trick = (first.seat - play.tricks[first.trick - 1].leader) & 3
    before = play.cards[: 4 * (first.trick - 1) + in_trick]
    ending = Ending.from_play(deal, Play(play.leader, play.strain, before))
    counted = (counter or EndingCounter()).tricks(position_of(ending))
    if isinstance(counted, NotSolved):
        return None
    side = contract.declarer.side
    tricks_won = counted if ending.turn.side is side else ending.size - counted
    return Play(play.leader, play.strain, before).won_by(Side(side)) + tricks_won


@dataclass(frozen=True, slots=True)
class SettledTricks:
    """Declarer's number after transfer and equity, and how it was reached; none: it cannot be told."""

    table: int | None
    automatic: int | None
    tricks: int | None
    equity: int | None
    lines: tuple[LineWithoutRevokes, ...] = ()
    rewind: int | None = None
    both: BothRevoked | None = None
    other_rule: int | None = None  # declarer's number under the other rule for revokes by both sides


@dataclass(frozen=True, slots=True)
class RevokedBoard:
    """The revokes of a board in the order of play, with what each costs by itself."""

    case: Case
    law: Jurisdiction
    revokes: tuple[CommittedRevoke, ...]
    facts: tuple[RevokeFacts, ...]
    transfers: tuple[Transfer, ...]

    @property
    def has_joint_equity(self) -> bool:
        """Both sides revoked, and equity is restored once for the board: no part of it by one revoke alone."""
        return both_sides(self.revokes) and not _each_pays(self.revokes, self.law)

    def settle(self, counted: tuple[CommittedRevoke, ...], counter: TrickCounter | None) -> SettledTricks:
        """What these revokes amount to together."""
        result = self.case.result
        table = None if result is None or result.contract is None else result.tricks
        moved = [self.transfers[self.revokes.index(revoke)].tricks for revoke in counted]
        if both_sides(counted):
            if _each_pays(counted, self.law):
                return self._settle_apart(counted, table, moved, counter)
            return self._settle_both(counted, table, counter)
        automatic = self._subtract_tricks(table, counted[0].seat.side, moved)
        lines = lines_for(self.case, counted, counter)
        reached = [automatic]
        for line in lines:
            transfers = [
                t
                for revoke, t in zip(counted, moved, strict=True)
                if not _is_out(revoke, counted, line.reading)
            ]
            reached.append(self._subtract_tricks(line.declarers, counted[0].seat.side, transfers))
        tricks = self._worst(counted[0].seat.side, reached)
        equity = None if tricks is None or automatic is None else abs(automatic - tricks)
        if not lines or any(line.declarers is None for line in lines):
            equity = equity or None  # what could not be followed may hold more
        rewind = free_rewind(self.case, counted[0], counter) if len(counted) > 1 else None
        return SettledTricks(table, automatic, tricks, equity, lines, rewind)

    def _settle_apart(
        self,
        counted: tuple[CommittedRevoke, ...],
        table: int | None,
        moved: list[int | None],
        counter: TrickCounter | None,
    ) -> SettledTricks:
        """Each side pays for its own revokes; what equity would add to that for either is not told."""
        left = table
        for revoke, tricks in zip(counted, moved, strict=True):
            left = self._subtract_tricks(left, revoke.seat.side, [tricks])
        return SettledTricks(table, left, left, None, lines_for(self.case, counted, counter))

    def _settle_both(
        self, counted: tuple[CommittedRevoke, ...], table: int | None, counter: TrickCounter | None
    ) -> SettledTricks:
        """Nothing changes sides by itself; the score is that of the line the rule in force goes back to."""
        rule = self.law.regulation.revokes.both_revoked
        line = line_of_both(self.case, counted, rule, counter)
        other = next(entry for entry in BothRevoked if entry is not rule)
        against = line_of_both(self.case, counted, other, counter)
        tricks = line.declarers if line else None
        equity = None if tricks is None or table is None else abs(table - tricks)
        return SettledTricks(
            table, table, tricks, equity,
            (line,) if line else (), free_rewind(self.case, counted[0], counter), rule,
            against.declarers if against else None,
        )  # fmt: skip

    def _subtract_tricks(self, tricks: int | None, offenders: Side, moved: list[int | None]) -> int | None:
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
    case: Case,
    law: Jurisdiction,
    revokes: tuple[CommittedRevoke, ...],
    every: tuple[CommittedRevoke, ...] | None = None,
) -> RevokedBoard:
    """The board's revokes with their transfers; no trick of the offending side changes hands twice.

    `every` holds the corrected ones too: before 2017 they count for 64B7.
    """
    facts, transfers = [], []
    transferred: dict[Side, int] = {}
    first: dict[Side, int] = {}
    for revoke in revokes:
        side = revoke.seat.side
        revoke_facts = facts_of(case, revoke, every or revokes, law.edition)
        since = case.tricks_from(side, first.setdefault(side, revoke.trick))
        revoke_facts = replace(
            revoke_facts, at_most=None if since is None else max(0, since - transferred.get(side, 0))
        )
        transfer = tricks_transferred(revoke_facts, law.edition)
        transferred[side] = transferred.get(side, 0) + (transfer.tricks or 0)
        facts.append(revoke_facts)
        transfers.append(transfer)
    return RevokedBoard(case, law, revokes, tuple(facts), tuple(transfers))


def _each_pays(counted: tuple[CommittedRevoke, ...], law: Jurisdiction) -> bool:
    """Where the text has no exception for revokes by both sides (1997), but for two on the same trick."""
    known = RevokeException.BOTH_SIDES in law.edition.revokes.exceptions
    return not known and len({revoke.trick for revoke in counted}) > 1


def _is_out(revoke: CommittedRevoke, counted: tuple[CommittedRevoke, ...], reading: RevokesRemoved) -> bool:
    """Whether this revoke is taken out of the line under a reading."""
    if reading is RevokesRemoved.WITHOUT_ANY:
        return True
    first: tuple[int, Seat] = (counted[0].trick, counted[0].seat)
    return (
        (revoke.trick, revoke.seat) != first
        and revoke.seat is counted[0].seat
        and revoke.suit is counted[0].suit
    )
