"""A claim as the director has it before him: the cards left, what was said, and what is known of the claimer."""

from dataclasses import dataclass, field

from analyser.bridge import Seat, Suit
from analyser.casefile import PlayerClass
from analyser.estimates.endings.ending import Ending

__all__ = ["ClaimFacts"]


@dataclass(frozen=True, slots=True)
class ClaimFacts:
    """What a claim is judged on; `declarer` none means that the claimer plays both hands of his side.

    `claims` and `concedes` count tricks of those remaining. `aware` is whether the claimer knew of an outstanding
    trump: none where nobody has said so. `shown_out` lists what opponents have shown out of (70E1).
    """

    ending: Ending
    by: Seat
    claims: int
    concedes: int = 0
    declarer: Seat | None = None
    mentions_trump: bool = False
    aware: bool = False
    order: tuple[Suit, ...] = ()
    player: PlayerClass | None = None
    shown_out: frozenset[tuple[Seat, Suit]] = field(default_factory=frozenset)

    @property
    def is_defenders(self) -> bool:
        """The claimer defends, and cannot choose his partner's plays (70D2)."""
        return self.declarer is not None and self.declarer.side is not self.by.side
