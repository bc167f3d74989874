"""A case in outline: what makes it like another one, and what was ruled on it."""

from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property
from typing import Any

from analyser.bridge import Call, Hand, Suit

__all__ = ["ClaimSketch", "PastRuling", "Sketch", "level_of", "sort_of"]


@dataclass(frozen=True, slots=True)
class PastRuling:
    """What one body ruled: the results of each side as printed, or that the table result stands."""

    body: str
    kind: str
    ns: tuple[str, ...] = ()
    ew: tuple[str, ...] = ()  # empty when both sides have the same
    grounds: str = ""


@dataclass(frozen=True, slots=True)
class ClaimSketch:
    """A claim in outline: how many tricks were left, whether there were trumps, whether one was spoken of."""

    left: int | None = None
    trumps: bool | None = None
    spoke: bool | None = None
    conceded: bool = False


@dataclass(frozen=True)
class Sketch:
    """One incident of one case in outline.

    `hand` is that of the player whose decision is judged: who acted on the information, who was misinformed, who claimed.
    """

    id: str
    incident: str
    kind: str
    title: str = ""
    source: str = ""
    where: str = ""
    event: str = ""
    year: int | None = None
    edition: str | None = None
    authority: str | None = None
    form: str | None = None
    level: str | None = None
    record: bool = False  # from a broadcast: the law is a classification, and a standing score proves little
    clauses: tuple[str, ...] = ()
    information: str | None = None  # tempo, explanation, no-alert …: by what the information was given
    given: str | None = None  # the call that was slow, or was explained
    action: str | None = None  # the call complained of
    standing_bid: str | None = None  # the highest bid when the player acted
    hand: str | None = None
    partner_suit: str | None = None  # the last suit partner bid, as S H D C
    vulnerable: tuple[bool, bool] | None = None  # the player's side, the other
    contested: bool | None = None
    round: int | None = None  # which call of his own it was
    claim: ClaimSketch | None = None
    rulings: tuple[PastRuling, ...] = ()
    infraction: bool | None = None
    appeal: str | None = None  # upheld, overturned
    held: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()

    @cached_property
    def points(self) -> int | None:
        """High-card points of the hand."""
        return None if self.hand is None else Hand.parse(self.hand).points

    @cached_property
    def controls(self) -> int | None:
        """Aces count two, kings one."""
        return None if self.hand is None else 2 * self.hand.count("A") + self.hand.count("K")

    @cached_property
    def shape(self) -> tuple[int, ...] | None:
        """The lengths of the suits, longest first."""
        if self.hand is None:
            return None
        return tuple(sorted(Hand.parse(self.hand).lengths, reverse=True))

    @cached_property
    def fit(self) -> int | None:
        """Cards held in the last suit partner bid."""
        if self.hand is None or self.partner_suit is None:
            return None
        return Hand.parse(self.hand).lengths[Suit.parse(self.partner_suit)]

    @property
    def bodies(self) -> tuple[str, ...]:
        """Who ruled, oldest first."""
        return tuple(ruling.body for ruling in self.rulings)

    def unjudged(self) -> "Sketch":
        """The same facts before anybody ruled on them: no clause, no ruling, no finding."""
        return replace(self, clauses=(), rulings=(), infraction=None, appeal=None, held=(), rejected=())

    def under(self, edition: str) -> "Sketch":
        """The same facts under a named edition."""
        return replace(self, edition=edition)

    def as_json(self) -> dict[str, Any]:
        """Plain values, without those left at their default."""
        plain = asdict(self)
        return {field.name: plain[field.name] for field in fields(self) if plain[field.name] != field.default}

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> "Sketch":
        """The sketch these plain values tell."""
        told: dict[str, Any] = {key: _tuples(value) for key, value in plain.items()}
        told["rulings"] = tuple(map(_ruling, plain.get("rulings", ())))
        if "claim" in plain:
            told["claim"] = ClaimSketch(**plain["claim"])
        return cls(**told)


def _ruling(plain: dict[str, Any]) -> PastRuling:
    ns, ew = (tuple(plain.get(side, ())) for side in ("ns", "ew"))
    return PastRuling(plain["body"], plain["kind"], ns, ew, plain.get("grounds", ""))


def _tuples(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def sort_of(call: str | None) -> str | None:
    """The sort of call: pass, double or bid; none when there is no call.

    >>> sort_of("P"), sort_of("XX"), sort_of("5H"), sort_of("HA"), sort_of(None)
    ('pass', 'double', 'bid', 'card', None)
    """
    if call is None:
        return None
    if call in ("P", "X", "XX"):
        return "pass" if call == "P" else "double"
    return "bid" if call[0].isdigit() else "card"


def level_of(call: str | None) -> int | None:
    """The level of a bid, none for any other call.

    >>> level_of("5H"), level_of("P")
    (5, None)
    """
    return Call.parse(call).level or None if call and sort_of(call) != "card" else None
