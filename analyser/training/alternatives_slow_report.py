"""What the page about alternatives tells of slow calls of the record: what partners chose, and what it came to."""

from collections.abc import Mapping
from typing import Any, Final

from analyser.training.charts import table

__all__ = ["slow_calls_told"]

_KINDS: Final = (
    ("all", "all slow calls"),
    ("pass", "slow passes"),
    ("bid", "slow bids"),
    ("double", "slow doubles"),
)
_FIGURES: Final = (
    ("chosen", "how much oftener than peers the suggested call was chosen"),
    ("paid", "what the suggested call came to beyond expectation, IMPs"),
    ("slope", "what calls came to for each IMP they were measured to gain"),
)
_WHO: Final = (("slow", "after slow calls"), ("others", "elsewhere"), ("difference", "difference"))

_MORE: Final = "Partners of slow callers chose what was suggested oftener than others after the same auction."
_ALONE: Final = (
    "Partners of slow callers chose what was suggested oftener than the model says peers do; beside others after the same "
    "auction the difference may be chance."
)
_BOUND: Final = "than others after the same auction: they are experts whom the Laws forbid to choose it."
_LESS: Final = {
    0: f"Partners of slow callers chose what was suggested neither oftener nor less often, as far as can be told, {_BOUND}",
    -1: f"Partners of slow callers chose what was suggested less often {_BOUND}",
}


def slow_calls_told(told: Mapping[str, Any] | None) -> str:
    """What partners of slow callers chose and what it came to, beside the same turns where nobody was slow."""
    if told is None:
        return ""
    caption = (
        f"Slow calls of the record ({told['seen']} turns after one, {told['all']['other_turns']} after the same auction "
        "elsewhere, looked at as if the call had been slow there too), with 90 % intervals"
    )
    rows: list[tuple[object, ...]] = []
    for kind, of in _KINDS:
        for key, word in _FIGURES:
            part = told[kind][key]
            for who, name in _WHO:
                if part[who] is not None:
                    count = part.get(f"{who}_n", min(part["slow_n"], part["others_n"]))
                    rows.append((f"{of}, {word}: {name}", count, *map(float, part[who])))
    return table(caption, ("", "turns", "figure", "from", "to"), rows) + _confirmed(told["all"])


def _confirmed(told: Mapping[str, Any]) -> str:
    """Whether partners lean towards what was suggested, and whether it pays, more than elsewhere."""
    chosen, slope = _side(told["chosen"]["difference"]), _side(told["slope"]["difference"])
    found = []
    if chosen is not None:
        after = _side(told["chosen"]["slow"])
        found.append(_MORE if chosen > 0 else _ALONE if chosen == 0 and after == 1 else _LESS[chosen])
    if slope is not None:
        found.append(
            "What was measured to gain did gain in the deals as they lay, after slow calls more than elsewhere: the "
            "direction measured is confirmed."
            if slope > 0
            else "Whether what was measured to gain did gain in the deals as they lay cannot be told from so few: the "
            "direction is tested on the layouts in which it is known."
        )
    return f"<p>{' '.join(found)}</p>" if found else ""


def _side(interval: list[float] | None) -> int | None:
    """Whether an interval lies above nought (1), below it (-1), or holds it."""
    if interval is None:
        return None
    _, low, high = interval
    return 1 if low > 0 else -1 if high < 0 else 0
