"""The answer to a claim: its tricks or their bounds, the line that loses the others, and what was said as understood."""

from dataclasses import dataclass

from analyser.bridge import Card, Suit
from analyser.laws import Clause
from analyser.messages import Message, message


@dataclass(frozen=True, slots=True)
class UnderstoodClaim:
    """A claim's statement read in its position: what it says phrase by phrase, and what of it the search can follow."""

    language: str
    says: tuple[Message, ...]
    order: tuple[Suit, ...] = ()
    listed: tuple[Suit, ...] = ()  # suits to be played after those, in an order not said
    towards: tuple[Card, ...] = ()
    ruffs: tuple[Suit, ...] = ()
    claims: int | None = None
    trumps_counted: int | None = None
    mentions_trump: bool | None = None
    unknown: tuple[str, ...] = ()  # words and phrases that were not understood, or fix no card
    asks: tuple[str, ...] = ()  # the keys that say it instead
    is_ordered: bool = True  # it does not only list winners, which may be meant to come in any order

    @property
    def is_whole(self) -> bool:
        """Whether everything that was said is understood."""
        return not self.unknown

    @property
    def sentences(self) -> tuple[Message, ...]:
        """What it is understood to say, the order read from it, and the words not understood."""
        found = []
        if self.says:
            found.append(message("claim.understood", says=self.says))
        if len(self.order) > 1:
            found.append(message("claim.understood-order", order=self.order))
        if self.unknown:
            found.append(message("claim.words-unknown", words=self.unknown, keys=self.asks))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class ClaimAnswer:
    """Tricks of the claiming side of those that remained, and the line that loses the others; `None` with bounds if open."""

    tricks: int | None
    losing_line: tuple[tuple[Card, ...], ...] = ()  # trick by trick
    forbids: Clause | None = None
    saving_statement: Message | None = None
    at_least: int | None = None
    at_most: int | None = None
    understood: UnderstoodClaim | None = None
