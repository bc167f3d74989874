"""What artificial scores count in the standings, by the regulation of the event."""

from dataclasses import dataclass
from fractions import Fraction

from analyser.casefile import Form
from analyser.event.finals import Earned
from analyser.formats import Artificial
from analyser.scoring import SideScores, artificial_room

__all__ = ["Awarding"]


@dataclass(frozen=True, slots=True)
class Awarding:
    """What an artificial score of so many percent counts where boards are not matchpointed, by the regulation.

    >>> str(Awarding().imps(60)), str(Awarding().imps(40)), str(Awarding().imps(50))
    ('3', '-3', '0')
    """

    none: int = 3
    partial: int = 0
    direct: int = -3
    bam_win_from: int = 120
    bam_loss_to: int = 80

    def imps(self, percent: int) -> Fraction:
        """IMPs for a percentage; between and beyond the three usual ones in proportion."""
        if percent >= 50:
            return self.partial + Fraction(percent - 50, 10) * (self.none - self.partial)
        return self.partial + Fraction(50 - percent, 10) * (self.direct - self.partial)

    def one_room(self, played: Earned | None, other: SideScores | None) -> Earned | None:
        """Board-a-match with one room not played: the other room's percentage against the field, and that room's award.

        Each team adds its two percentages: from so many on it wins the board, up to so many it loses it.

        >>> field = Earned(Fraction(62), Fraction(38), Fraction(100))
        >>> Awarding().one_room(field, SideScores(Fraction(40), Fraction(60)))
        Earned(ns=Fraction(2, 1), ew=Fraction(0, 1), top=Fraction(2, 1), award=None)
        """
        if played is None or other is None or not played.top:
            return None
        # The team North-South in the room played sits East-West in the other.
        rooms = ((100 * played.ns / played.top, other.ew), (100 * played.ew / played.top, other.ns))
        ours, theirs = (
            Fraction(artificial_room(room, award, self.bam_win_from, self.bam_loss_to))
            for room, award in rooms
        )
        return Earned(ours, theirs, Fraction(2))

    def of(self, award: Artificial, form: Form) -> SideScores:
        """Both sides' artificial scores in the unit the board is scored in."""
        if form.scoring.every_trick_counts:
            return SideScores(Fraction(award.ns), Fraction(award.ew))
        return SideScores(self.imps(award.ns), self.imps(award.ew))
