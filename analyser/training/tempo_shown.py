"""What slow passes, bids and doubles really showed: the hand beside others who made the same call there."""

from collections.abc import Callable, Sequence
from math import sqrt
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.training.records import parse_calls, read_frame
from analyser.training.tempo_data import Turns

__all__ = ["is_low_double", "low_doubles", "what_slow_calls_showed"]

_NINETY: Final = 1.645
_KINDS: Final[tuple[tuple[str, Callable[[NDArray[np.int64]], NDArray[np.bool_]]], ...]] = (
    ("pass", lambda made: made == 0),
    ("double", lambda made: made == 1),
    ("bid", lambda made: made >= 3),
)


def what_slow_calls_showed(turns: Turns) -> dict[str, dict[str, Any]]:
    """By kind of call, after an opening: points and longest suit over others who called the same, partner's reply.

    `pulled` is how often partner did not pass next: when slow, when unremarked.
    """
    opened = np.array([any(call >= 3 for call in calls) for calls in turns.calls])
    made = np.zeros(int(turns.match.max()) + 1, np.int64)
    made[turns.match[turns.slow]] = turns.made[turns.slow]
    same = turns.made == made[turns.match]
    found = {}
    for name, is_kind in _KINDS:
        part = turns.taken(opened & same & is_kind(turns.made))
        part = part.taken(np.bincount(part.match)[part.match] > 1) if len(part) else part
        if len(part):
            found[name] = _shown(part)
    return found


def is_low_double(calls: Sequence[int], place: int) -> bool:
    """Tell whether a call doubles a bid of the one or two level while the doubler's partner has not acted.

    >>> is_low_double((3, 1), 1), is_low_double((3, 1, 8, 1), 3), is_low_double((13, 1), 1)
    (True, False, False)
    """
    if calls[place] != 1 or any(calls[turn] for turn in range(place - 2, -1, -4)):
        return False
    standing = next((call for call in reversed(calls[:place]) if call >= 3), None)
    return standing is not None and standing < 13


def low_doubles(folder: Path) -> dict[str, Any]:
    """Doubles of low bids, partner silent so far: how often he pulled slow ones, and all others of the record.

    Unlike the other figures these are not matched by auction: this is the count by which slow doubles are known.
    """
    keys = ["deal_id", "lin_id", "room"]
    tables = read_frame(folder, "tables", [*keys, "auction"])
    noted = read_frame(folder, "tempo", [*keys, "call_index"])
    slow = set(map(tuple, noted.astype({"room": str}).itertuples(index=False)))
    pulled: dict[bool, list[bool]] = {True: [], False: []}
    rows = zip(*(tables[key].tolist() for key in keys), tables["auction"].tolist(), strict=True)
    for deal, line, room, auction in rows:
        if " X " not in auction:
            continue
        calls = parse_calls(auction)
        for place in range(len(calls) - 2):
            if is_low_double(calls, place):
                pulled[(deal, line, str(room), place) in slow].append(calls[place + 2] > 0)
    shares = {noticed: float(np.mean(seen)) if seen else 0.0 for noticed, seen in pulled.items()}
    error = sqrt(sum(share * (1 - share) / max(1, len(pulled[noticed])) for noticed, share in shares.items()))
    more = shares[True] - shares[False]
    return {
        "slow": len(pulled[True]),
        "others": len(pulled[False]),
        "pulled": {
            "more": more,
            "interval": [more - _NINETY * error, more + _NINETY * error],
            "when_slow": shares[True],
            "unremarked": shares[False],
        },
    }


def _shown(turns: Turns) -> dict[str, Any]:
    points = sum(
        (turns.hand >> 13 * suit + 8 + worth & 1) * worth for suit in range(4) for worth in range(1, 5)
    )
    longest = np.stack([np.bitwise_count(turns.hand >> 13 * suit & 8191) for suit in range(4)]).max(axis=0)
    replied = turns.taken(turns.reply >= 0)
    replied = replied.taken(_in_full_matches(replied))
    told = {
        "slow": int(turns.slow.sum()),
        "others": int((~turns.slow).sum()),
        "points": _difference(turns, np.asarray(points, np.float64)),
        "longest": _difference(turns, longest.astype(np.float64)),
    }
    if len(replied):
        pulled = (replied.reply > 0).astype(np.float64)
        told["pulled"] = _difference(replied, pulled) | {
            "when_slow": float(pulled[replied.slow].mean()),
            "unremarked": float(_match_means(replied, pulled).mean()),
        }
    return told


def _in_full_matches(turns: Turns) -> NDArray[np.bool_]:
    size = int(turns.match.max()) + 1 if len(turns) else 1
    slow = np.bincount(turns.match[turns.slow], minlength=size) > 0
    others = np.bincount(turns.match[~turns.slow], minlength=size) > 0
    return (slow & others)[turns.match]


def _match_means(turns: Turns, value: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each slow turn, in order, the mean of those beside it."""
    size = int(turns.match.max()) + 1
    total = np.bincount(turns.match[~turns.slow], weights=value[~turns.slow], minlength=size)
    count = np.bincount(turns.match[~turns.slow], minlength=size)
    match = turns.match[turns.slow]
    return np.asarray(total[match] / count[match])


def _difference(turns: Turns, value: NDArray[np.float64]) -> dict[str, Any]:
    off = value[turns.slow] - _match_means(turns, value)
    error = float(off.std(ddof=1) / np.sqrt(len(off))) if len(off) > 1 else 0.0
    mean = float(off.mean())
    return {"more": mean, "interval": [mean - _NINETY * error, mean + _NINETY * error]}
