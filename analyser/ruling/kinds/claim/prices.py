"""What each step away from sensible play costs, by class of player and edition; read from `prices.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from analyser.casefile import PlayerClass
from analyser.errors import ResourceError
from analyser.resources import text

_FILE = "ruling/kinds/claim/prices.toml"


class Deviation(StrEnum):
    """The ways a claimer may go wrong that have a name."""

    LOCATION = "location"
    FROM_THE_TOP = "from-the-top"
    AS_STATED = "as-stated"
    TRUMP_FORGOTTEN = "trump-forgotten"
    BELIEVED_HIGH = "believed-high"
    PARTNERS_CHOICE = "partners-choice"
    SUIT_ORDER = "suit-order"
    BLOCKING = "blocking"
    RUFF_LOST = "ruff-lost"
    LINK_THROWN = "link-thrown"
    OVERRUFFED = "overruffed"
    FINESSE = "finesse"
    HIGH_CARD_WASTED = "high-card-wasted"
    WINNER_DISCARDED = "winner-discarded"
    NOT_RUFFED = "not-ruffed"
    DUCKED = "ducked"
    LOSER_LED = "loser-led"
    NOT_FROM_THE_TOP = "not-from-the-top"
    KNOWN_TRUMP_LEFT = "known-trump-left"
    MARKED_FINESSE_MISSED = "marked-finesse-missed"
    CONTRARY_TO_STATEMENT = "contrary-to-statement"


@dataclass(frozen=True, slots=True)
class Prices:
    """The prices for one class of player: a line is normal while they add up to less than the threshold."""

    threshold: int
    of: Mapping[Deviation, int]
    clauses: Mapping[Deviation, str]
    reasons: Mapping[Deviation, str]
    player: PlayerClass
    aware_from: int  # so many trumps out are not overlooked
    aware_when_led: bool  # nor any, right after leading one
    aware_when_shown_out: bool  # nor any, once an opponent has shown out


@cache
def prices_for(player: PlayerClass | None, edition: str, top_down: bool = False) -> Prices:
    """The prices for a claimer of this class under this edition; top-down where a regulation fixes the order in a suit.

    >>> prices_for(PlayerClass.EXPERT, "2017").of[Deviation.SUIT_ORDER] > prices_for(PlayerClass.CLUB, "2017").of[Deviation.SUIT_ORDER]
    True
    """
    table = tomllib.loads(text(_FILE))
    who = player or PlayerClass(table["unknown_class"])
    of, clauses, reasons = {}, {}, {}
    for row in table["deviation"]:
        name = _named(row)
        of[name], clauses[name], reasons[name] = row["price"][who.value], row["clause"], row["reason"]
    for row in table["change"]:
        if row["when"] == edition or (top_down and row["when"] == "top-down"):
            name = _named(row)
            of[name], reasons[name] = row["price"][who.value], row["reason"]
    missing = sorted(set(Deviation) - set(of))
    if missing:
        raise ResourceError("a deviation has no price", where=_FILE, found=missing[0])
    aware = table["aware"]
    return Prices(
        threshold=table["threshold"],
        of=of,
        clauses=clauses,
        reasons=reasons,
        player=who,
        aware_from=aware["outstanding_from"][who.value],
        aware_when_led=aware["just_led_trumps"],
        aware_when_shown_out=aware["counts_when_shown_out"][who.value],
    )


def _named(row: Mapping[str, Any]) -> Deviation:
    try:
        return Deviation(row["name"])
    except ValueError:
        raise ResourceError("not the name of a deviation", where=_FILE, found=str(row["name"])) from None
