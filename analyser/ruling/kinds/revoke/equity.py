"""What the innocent side would have had without the revoke, or without the later ones (64C), from the line really played."""

from dataclasses import dataclass
from enum import StrEnum

from analyser.bridge import Play, Seat, Side
from analyser.casefile import Case
from analyser.estimates.endings.edited_line import EditedLine, revokes_removed
from analyser.estimates.endings.ending import Ending, EndingCounter, position_of
from analyser.estimates.services import NotSolved, TrickCounter
from analyser.laws.choices import BothRevoked
from analyser.ruling.kinds.revoke.record import Committed

__all__ = ["Line", "Reading", "free_rewind", "line_of_both", "lines_for"]


class Reading(StrEnum):
    """Which revokes are taken out of the line that was played."""

    WITHOUT_ANY = "without-any-revoke"
    WITHOUT_LATER = "without-the-later-revokes"


@dataclass(frozen=True, slots=True)
class Line:
    """An edited line and the tricks declarer takes on it."""

    reading: Reading
    edited: EditedLine
    declarers: int | None


def lines_for(case: Case, revokes: tuple[Committed, ...], counter: TrickCounter | None) -> tuple[Line, ...]:
    """The line without any of one side's revokes, and, where they were repeated, without the later ones only."""
    lines = [_line(case, Reading.WITHOUT_ANY, revokes, counter)]
    first = revokes[0]
    later = tuple(one for one in revokes[1:] if one.seat is first.seat and one.suit is first.suit)
    if later:
        lines.append(_line(case, Reading.WITHOUT_LATER, later, counter))
    return tuple(line for line in lines if line is not None)


def line_of_both(
    case: Case, revokes: tuple[Committed, ...], rule: BothRevoked, counter: TrickCounter | None
) -> Line | None:
    """The line equity is restored to when both sides revoked: without any, or from after the first on."""
    match rule:
        case BothRevoked.NO_REVOKE:
            return _line(case, Reading.WITHOUT_ANY, revokes, counter)
        case BothRevoked.AFTER_FIRST:
            return _line(case, Reading.WITHOUT_LATER, revokes[1:], counter)


def _line(
    case: Case, reading: Reading, out: tuple[Committed, ...], counter: TrickCounter | None
) -> Line | None:
    deal, play, contract = case.deal, case.play, case.contract
    seen = tuple((one.trick, one.seat) for one in out if one.seen)
    if deal is None or play is None or contract is None or not seen:
        return None
    edited = revokes_removed(deal, play, seen, counter)
    return Line(reading, edited, edited.of(contract.declarer.side))


def free_rewind(case: Case, first: Committed, counter: TrickCounter | None) -> int | None:
    """Declarer's tricks by best play on both sides from the revoke on, forgetting how it was played: the wrong method."""
    deal, play, contract = case.deal, case.play, case.contract
    if deal is None or play is None or contract is None or not first.seen:
        return None
    before = play.cards[: _place(play, first.trick, first.seat)]
    ending = Ending.after(deal, Play(play.leader, play.strain, before))
    counted = (counter or EndingCounter()).tricks(position_of(ending))
    if isinstance(counted, NotSolved):
        return None
    side = contract.declarer.side
    own = counted if ending.turn.side is side else ending.size - counted
    return Play(play.leader, play.strain, before).won_by(Side(side)) + own


def _place(play: Play, trick: int, seat: Seat) -> int:
    """How many cards had been played when it was this player's turn in the trick."""
    return 4 * (trick - 1) + ((seat - play.tricks[trick - 1].leader) & 3)
