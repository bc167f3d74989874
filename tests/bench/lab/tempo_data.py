"""The calls noted as slow in the record, each matched with unremarked calls after the same auction."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.errors import AnalyserError
from tests.bench.lab.records import (
    SEATS,
    VULNERABLE,
    hand_masks,
    parse_calls,
    read_forms,
    read_frame,
    seen_from,
    some_of,
)

if TYPE_CHECKING:
    import pandas as pd

BESIDE: Final = 4
"""The number of unremarked calls matched with a slow one."""
_NINETY: Final = 1.645
_KINDS: Final[tuple[tuple[str, Callable[[NDArray[np.int64]], NDArray[np.bool_]]], ...]] = (
    ("pass", lambda made: made == 0),
    ("double", lambda made: made == 1),
    ("bid", lambda made: made >= 3),
)


@dataclass(frozen=True, slots=True)
class Turns:
    """Turns to call, one row per turn: slow ones, and unremarked ones after the same auction."""

    calls: tuple[tuple[int, ...], ...]
    """The auction before the turn."""
    alerts: NDArray[np.int64]
    hand: NDArray[np.int64]
    vulnerable: NDArray[np.int64]
    """0 neither, 1 his own side, 2 the other, 3 both."""
    form: NDArray[np.int64]
    made: NDArray[np.int64]
    """The call made."""
    reply: NDArray[np.int64]
    """Partner's next call; -1 if the auction ended before it."""
    slow: NDArray[np.bool_]
    match: NDArray[np.int64]
    """The index of the slow call it is, or is matched with."""
    event: NDArray[np.int64]
    """A number for the event, so that one event is never in both training and evaluation."""
    deal_id: NDArray[np.int64]

    def __len__(self) -> int:
        """The number of turns."""
        return len(self.slow)

    def taken(self, rows: NDArray[np.bool_]) -> "Turns":
        """The turns in some rows."""
        return some_of(self, rows)


def read_turns(folder: Path, split: str | None, seed: int, number: int = BESIDE) -> Turns:
    """Every slow call of a split with up to so many unremarked ones after the same auction, drawn by seed.

    The same auction puts its player in the same seat from the dealer on. Slow calls without a match are kept.
    """
    deals = read_frame(folder, "deals", ["deal_id", "dealer", "vul", "deal", "split"])
    if split is not None:
        deals = deals[deals["split"].astype(str) == split]
    known = dict(zip(deals["deal_id"].tolist(), range(len(deals)), strict=True))
    tables = read_frame(folder, "tables", ["deal_id", "lin_id", "room", "auction", "alert_mask"])
    tables = tables[tables["deal_id"].isin(known)].reset_index(drop=True)
    noted = read_frame(folder, "tempo", ["deal_id", "lin_id", "room", "call_index"])
    place = {
        key: row
        for row, key in enumerate(
            zip(
                tables["deal_id"].tolist(), tables["lin_id"].tolist(), tables["room"].astype(str), strict=True
            )
        )
    }
    slow = [
        (place[key], int(index))
        for *key_parts, index in noted.itertuples(index=False)
        if (key := (int(key_parts[0]), int(key_parts[1]), str(key_parts[2]))) in place
    ]
    if not slow:
        raise AnalyserError(
            "no call of these deals was noted as slow", where="tempo.parquet", remedy="name another split"
        )
    chosen = list(_beside(slow, tables["auction"].tolist(), np.random.default_rng(seed), number))
    return _turns(folder, chosen, tables, deals, known)


def _beside(
    slow: list[tuple[int, int]], auctions: list[str], rng: np.random.Generator, number: int
) -> Iterator[tuple[int, int, int, bool]]:
    """Table, call, match and whether slow: the slow calls, and those matched with them."""
    marked = set(slow)
    wanted: dict[str, list[int]] = {_before(auctions[row], index): [] for row, index in slow}
    lengths = {index for _, index in slow}
    for row, auction in enumerate(auctions):
        words = auction.split(" ")
        for index in lengths:
            if index < len(words):
                tables_there = wanted.get(" ".join(words[:index]))
                if tables_there is not None and (row, index) not in marked:
                    tables_there.append(row)
    for match, (row, index) in enumerate(slow):
        yield row, index, match, True
        others = wanted[_before(auctions[row], index)]
        for other in rng.permutation(len(others))[:number].tolist():
            yield others[other], index, match, False


def _before(auction: str, index: int) -> str:
    return " ".join(auction.split(" ")[:index])


def _events(folder: Path) -> dict[int, str]:
    """The event of each broadcast; empty for a folder without events."""
    if not (folder / "events.parquet").is_file():
        return {}
    events = read_frame(folder, "events", ["lin_id", "event"])
    return dict(zip(events["lin_id"].tolist(), events["event"].astype(str), strict=True))


def _turns(
    folder: Path,
    chosen: list[tuple[int, int, int, bool]],
    tables: "pd.DataFrame",
    deals: "pd.DataFrame",
    known: dict[int, int],
) -> Turns:
    row, index, match, slow = (np.array(column) for column in zip(*chosen, strict=True))
    part = tables.iloc[row]
    deal = deals.iloc[[known[deal_id] for deal_id in part["deal_id"].tolist()]]
    seat = deal["dealer"].astype(str).map(SEATS).to_numpy(np.int64) + index & 3
    vulnerable = deal["vul"].astype(str).map(VULNERABLE).to_numpy(np.int64)
    calls_made = [parse_calls(auction) for auction in part["auction"].tolist()]
    forms = read_forms(folder)
    event = _events(folder)
    number = {name: code for code, name in enumerate(sorted(set(event.values())))}
    lines = part["lin_id"].tolist()
    return Turns(
        calls=tuple(calls[:end] for calls, end in zip(calls_made, index.tolist(), strict=True)),
        alerts=np.asarray(part["alert_mask"], np.int64) & (1 << index) - 1,
        hand=hand_masks(deal["deal"].tolist())[np.arange(len(row)), seat],
        vulnerable=seen_from(seat, vulnerable),
        form=np.array([forms.get(line, 3) for line in lines], np.int64),
        made=np.array([calls[end] for calls, end in zip(calls_made, index.tolist(), strict=True)], np.int64),
        reply=np.array(
            [
                calls[end + 2] if end + 2 < len(calls) else -1
                for calls, end in zip(calls_made, index.tolist(), strict=True)
            ],
            np.int64,
        ),
        slow=slow.astype(np.bool_),
        match=match.astype(np.int64),
        # A broadcast without an event's name is an event of its own.
        event=np.array([number.get(event.get(line, ""), -1 - line) for line in lines], np.int64),
        deal_id=np.asarray(part["deal_id"], np.int64),
    )


def what_slow_calls_showed(turns: Turns) -> dict[str, dict[str, Any]]:
    """By kind of call, after an opening: points and longest suit over others who made the same call, partner's reply.

    `pulled` is how often partner did not pass next: if slow, if unremarked.
    """
    opened = np.array([any(call >= 3 for call in calls) for calls in turns.calls])
    slow_call = np.zeros(int(turns.match.max()) + 1, np.int64)
    slow_call[turns.match[turns.slow]] = turns.made[turns.slow]
    same = turns.made == slow_call[turns.match]
    shown = {}
    for name, is_kind in _KINDS:
        part = turns.taken(opened & same & is_kind(turns.made))
        part = part.taken(np.bincount(part.match)[part.match] > 1) if len(part) else part
        if len(part):
            shown[name] = _what_they_showed(part)
    return shown


def is_low_double(calls: Sequence[int], place: int) -> bool:
    """Whether a call doubles a bid of the one or two level while the doubler's partner has not acted.

    >>> is_low_double((3, 1), 1), is_low_double((3, 1, 8, 1), 3), is_low_double((13, 1), 1)
    (True, False, False)
    """
    if calls[place] != 1 or any(calls[turn] for turn in range(place - 2, -1, -4)):
        return False
    standing = next((call for call in reversed(calls[:place]) if call >= 3), None)
    return standing is not None and standing < 13


def low_doubles(folder: Path) -> dict[str, Any]:
    """Doubles of low bids, partner silent so far: how often he pulled slow ones, and all others of the record.

    Unlike the other figures these are not matched by auction: this is the count usually quoted for slow doubles.
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


def _what_they_showed(turns: Turns) -> dict[str, Any]:
    points = sum(
        (turns.hand >> 13 * suit + 8 + worth & 1) * worth for suit in range(4) for worth in range(1, 5)
    )
    longest = np.stack([np.bitwise_count(turns.hand >> 13 * suit & 8191) for suit in range(4)]).max(axis=0)
    replied = turns.taken(turns.reply >= 0)
    replied = replied.taken(_in_full_matches(replied))
    figures = {
        "slow": int(turns.slow.sum()),
        "others": int((~turns.slow).sum()),
        "points": _difference(turns, np.asarray(points, np.float64)),
        "longest": _difference(turns, longest.astype(np.float64)),
    }
    if len(replied):
        pulled = (replied.reply > 0).astype(np.float64)
        figures["pulled"] = _difference(replied, pulled) | {
            "when_slow": float(pulled[replied.slow].mean()),
            "unremarked": float(_match_means(replied, pulled).mean()),
        }
    return figures


def _in_full_matches(turns: Turns) -> NDArray[np.bool_]:
    size = int(turns.match.max()) + 1 if len(turns) else 1
    slow = np.bincount(turns.match[turns.slow], minlength=size) > 0
    others = np.bincount(turns.match[~turns.slow], minlength=size) > 0
    return (slow & others)[turns.match]


def _match_means(turns: Turns, value: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each slow turn, in order, the mean of those matched with it."""
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
