"""Holding a recorded play against the deal: cards from other hands, failures to follow suit, false marks."""

from collections.abc import Callable
from dataclasses import dataclass, field

from analyser.formats.record import CardIrregularity, Record
from analyser.formats.results import Revoked
from analyser.formats.walk import walk_of


@dataclass(slots=True)
class Verified:
    """The revokes found in a file so far."""

    revokes: list[Revoked] = field(default_factory=list)


def verify(record: Record, number: int, found: Verified, lose: Callable[[str, str], None]) -> None:
    """Check the play of one record, the `number`-th of its file; what cannot be is told to `lose`."""
    if not record.cards:
        return
    path = walk_of(record)
    if path is None:
        return
    for at, why in path.wrong:
        lose(str(record.cards[at - 1]), f"play trick {(at + 3) // 4}: {why}")
    found.revokes += [Revoked(number, at) for at in path.revokes]
    if not record.irregular_cards or None in record.hands:
        return
    for entry in record.irregular_cards:
        if entry.kind is CardIrregularity.REVOKE and entry.at not in path.revokes:
            lose(
                str(record.cards[entry.at - 1]),
                f"play trick {(entry.at + 3) // 4}: marked as a revoke, but it is none",
            )
