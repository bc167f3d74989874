"""How long a round lasts by boards and screens, and when who is absent has lost."""

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from analyser.laws import Jurisdiction
from analyser.laws.regulation import PlayingTime
from analyser.messages import Message, message
from analyser.ruling.procedure import ProcedureAnswer


class MatchPlace(StrEnum):
    """Which match it is: by that the time to a forfeit differs."""

    LATER = "later"  # every match of a Swiss or Danish event, and any but the first elsewhere
    FIRST_ROUND_ROBIN = "first-round-robin"
    FIRST_KNOCKOUT = "first-knockout"


@dataclass(frozen=True, slots=True)
class RoundTime:
    """The official time of a round and the latest end, in seconds."""

    official: int
    latest: int


def round_time(boards: int, rules: PlayingTime, *, teams: bool, screens: bool) -> RoundTime:
    """The time for so many boards. With screens a team match has more a board, and its whole is rounded.

    >>> from analyser.laws import resolve
    >>> figb = resolve(None, "FIGB").regulation.time
    >>> time = round_time(16, figb, teams=True, screens=True)
    >>> time.official // 60, time.latest // 60
    (130, 135)
    """
    if not teams:
        seconds = boards * (rules.pairs_screens_seconds if screens else rules.pairs_seconds)
        return RoundTime(seconds, seconds)
    seconds = boards * rules.teams_seconds
    if screens:
        step = 60 * rules.teams_screens_to_minutes
        whole = seconds + boards * rules.teams_screens_extra_seconds
        seconds = (2 * whole + step) // (2 * step) * step
    return RoundTime(seconds, seconds + 60 * rules.grace_minutes)


def forfeit_seconds(boards: int, rules: PlayingTime, place: MatchPlace, *, screens: bool) -> int:
    """From which lateness a team has lost its match.

    In the first match of a round robin and the first stanza of a knock-out: half of the official time with its
    tolerance, in a knock-out at least an hour.
    """
    half = rules.forfeit_first_share * round_time(boards, rules, teams=True, screens=screens).latest
    match place:
        case MatchPlace.LATER:
            return 60 * rules.forfeit_minutes
        case MatchPlace.FIRST_ROUND_ROBIN:
            return int(half)
        case MatchPlace.FIRST_KNOCKOUT:
            return max(int(half), 60 * rules.forfeit_knockout_minutes)
        case _:
            assert_never(place)


def clock_text(seconds: int) -> str:
    r"""Hours and minutes, seconds where there are any.

    >>> clock_text(7800), clock_text(450), clock_text(3240)
    ('2:10', '7\'30"', '0:54')
    """
    hours, rest = divmod(seconds, 3600)
    minutes, left = divmod(rest, 60)
    if left:
        return f"{hours}:{minutes:02d}:{left:02d}" if hours else f"{minutes}'{left:02d}\""
    return f"{hours}:{minutes:02d}"


def time_answer(
    law: Jurisdiction, boards: int, place: MatchPlace, *, teams: bool, screens: bool
) -> ProcedureAnswer:
    """The time for a round of so many boards, in words."""
    rules = law.regulation.time
    time = round_time(boards, rules, teams=teams, screens=screens)
    with_screens = Message(f"time.{'screens' if screens else 'no-screens'}")
    official = clock_text(time.official)
    key = ("teams" if teams else "pairs") + ("_screens" if screens else "")
    keys = {"teams_screens": "teams_screens_extra_seconds"}.get(key, f"{key}_seconds")
    sources = [_source(law, f"time.{keys}")]
    figures: dict[str, object] = {"boards": boards, "seconds": time.official, "latest_seconds": time.latest}
    reasons = []
    if teams:
        reasons.append(message("time.latest", latest=clock_text(time.latest), minutes=rules.grace_minutes))
        after = forfeit_seconds(boards, rules, place, screens=screens)
        reasons.append(message("time.forfeit", after=clock_text(after), place=Message(f"time.place.{place}")))
        figures["forfeit_seconds"] = after
        sources.append(_source(law, "time.forfeit_minutes"))
    says = message(
        f"time.{'teams' if teams else 'pairs'}", boards=boards, screens=with_screens, official=official
    )
    if law.source_of("time.teams_seconds").unsettled:
        reasons.append(message("time.nobody", authority=law.authority))
    return ProcedureAnswer(says, tuple(reasons), tuple(dict.fromkeys(sources)), figures)


def _source(law: Jurisdiction, key: str) -> str:
    return str(law.source_of(key).source)
