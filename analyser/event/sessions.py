"""Artificial scores that follow the rest of their session: a good one lifts the innocent, a bad one lowers the offender.

Law 12C2(c) (88 in 1997) looks at the boards the pair did play in that session. Boards with artificial scores are left
out of that, so that two of them do not rest on each other.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from analyser.scoring import ArtificialValues, Fault, SessionClamp, artificial_score, percent_of_top

__all__ = ["Line", "Sessions"]


@dataclass(frozen=True, slots=True)
class Line:
    """What a competitor earned on one board, of what could be earned; `award` is the percentage of an artificial score."""

    who: str
    session: str
    points: Fraction
    top: Fraction = Fraction(0)
    award: Fraction | None = None


@dataclass(slots=True)
class Sessions:
    """One competitor's sessions: what he earned on the boards he played, and his artificial scores."""

    played: dict[str, tuple[Fraction, Fraction]] = field(default_factory=dict)
    awards: Counter[tuple[str, Fraction, Fraction]] = field(default_factory=Counter)
    """How many of each: session, percentage, top."""

    def enter(self, line: Line, times: int = 1) -> None:
        """One board more, or (`times` -1) less."""
        if line.award is not None:
            self.awards[line.session, line.award, line.top] += times
            return
        points, top = self.played.get(line.session, (Fraction(0), Fraction(0)))
        self.played[line.session] = points + times * line.points, top + times * line.top

    def changed(self, moved: Sequence[tuple[Line, Line]]) -> "Sessions":
        """The same with some boards scored otherwise."""
        if not moved:
            return self
        other = Sessions(dict(self.played), Counter(self.awards))
        for old, new in moved:
            other.enter(old, -1)
            other.enter(new)
        return other

    def follows(self, clamp: SessionClamp, values: ArtificialValues) -> Fraction:
        """What the artificial scores gain (or lose) in points by the rest of their sessions.

        >>> one = Sessions()
        >>> one.enter(Line("1", "", Fraction(13), Fraction(20)))
        >>> one.enter(Line("1", "", Fraction(12), Fraction(20), award=Fraction(60)))
        >>> str(one.follows(SessionClamp.BOTH, ArtificialValues.of(60, 50, 40)))
        '1'
        """
        total = Fraction(0)
        for (session, award, top), times in self.awards.items():
            points, of = self.played.get(session, (Fraction(0), Fraction(0)))
            fault = _fault(award, values)
            if fault is not None and of:
                percent = artificial_score(fault, values, clamp, 100 * points / of)
                total += times * percent_of_top(percent - award, top)
        return total


def _fault(award: Fraction, values: ArtificialValues) -> Fault | None:
    """The fault a plain percentage stands for; another one was settled by somebody and stays."""
    return next((fault for fault in Fault if values.plain(fault) == award), None)
