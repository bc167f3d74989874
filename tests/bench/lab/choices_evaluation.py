"""Evaluation of choices conditioned on meaning: the three decisions after each note, without and with what it tells."""

import re
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.call_features import CALLS
from analyser.estimates.calls import CallModel
from analyser.estimates.choice_features import ToldAuction
from analyser.estimates.choices import ChoiceModel, ToldTurns, choice_model
from tests.bench.lab.calls_data import decisions
from tests.bench.lab.calls_evaluation import held_out, shares_of
from tests.bench.lab.choices_data import ROLES, NotedDecisions, read_noted_decisions
from tests.bench.lab.measures import ShareScore, calibration_error
from tests.bench.lab.records import drawn
from tests.bench.lab.understood_notes import NoteReader, ToldTable

_UNEXPLAINED: Final = 100_000
"""Decisions without a note in reach that are scored, drawn by seed; `--sample` asks for another number."""
_AT_ONCE: Final = 20_000
_NOTRUMP, _DOUBLE = 7, 1
_RANGE: Final = re.compile(r"(?<!\d)(\d{1,2})\s*-\s*(\d{1,2})(?!\d)")
BANDS: Final = {"9-12/10-13": ((9, 10), (12, 13)), "12-14": ((12, 12), (14, 14))}
"""Of notrump openings: the least and the greatest points noted."""
OWN_POINTS: Final = {"13-14": (13, 14), "15-16": (15, 16), "17+": (17, 37)}


def evaluate_choices(
    folder: Path,
    split: str = "valid",
    sample: int | None = None,
    seed: int = 0,
    *,
    calls: CallModel | None = None,
    choices: ChoiceModel | None = None,
) -> dict[str, Any]:
    """The figures of the contract on a folder of records."""
    calls, choices = calls or CallModel(), choices or choice_model()
    noted = read_noted_decisions(folder, split)
    figures = evaluate_noted(noted, NoteReader(), calls, choices)
    unexplained = _unexplained(folder, split, noted, calls, sample or _UNEXPLAINED, seed)
    return {
        "model": "choices",
        "decisions": figures["decisions"],
        "unexplained": unexplained,
        "doubles": figures["doubles"],
    }


def evaluate_noted(
    noted: NotedDecisions, reader: NoteReader, calls: CallModel, choices: ChoiceModel
) -> dict[str, Any]:
    """The figures of noted decisions: all roles, and doubles of notrump openings."""
    table = reader.table_of_notes(noted.notes)
    shares = {name: base_shares(noted, calls, alerts=name == "alerts") for name in ("bare", "alerts")}
    shares["noted"] = told_shares(noted, shares["bare"], table, choices, alerts=False)
    shares["noted_alerts"] = told_shares(noted, shares["alerts"], table, choices, alerts=True)
    return {"decisions": _decisions(noted, shares), "doubles": _doubles(noted, shares["noted"])}


def base_shares(noted: NotedDecisions, calls: CallModel, *, alerts: bool) -> NDArray[np.float64]:
    """The call model's shares at each decision, with the alerts of the record or without any."""
    bits = noted.alerts if alerts else np.zeros_like(noted.alerts)
    pairs, which = np.unique(np.stack([noted.auction, bits], axis=1), axis=0, return_inverse=True)
    keys = [(noted.auctions[auction], bit) for auction, bit in pairs.tolist()]
    out = np.empty((len(noted), CALLS))
    for start in range(0, len(noted), _AT_ONCE):
        rows = slice(start, start + _AT_ONCE)
        met, local = np.unique(which[rows], return_inverse=True)
        out[rows] = calls.answer(
            [keys[place] for place in met.tolist()],
            local,
            noted.hand[rows],
            noted.vulnerable[rows],
            noted.form[rows],
        )
    return out


def told_shares(
    noted: NotedDecisions, base: NDArray[np.float64], table: ToldTable, choices: ChoiceModel, *, alerts: bool
) -> NDArray[np.float64]:
    """The shares once what was understood of the notes is told; where nothing was, those of the call model."""
    out = base.copy()
    slots = np.where(noted.slots >= 0, table.row[noted.slots], -1)
    steps = np.where(slots >= 0, noted.steps, 0)
    rows = np.flatnonzero((slots >= 0).any(axis=1))
    for start in range(0, len(rows), _AT_ONCE):
        some = rows[start : start + _AT_ONCE]
        auctions = [
            ToldAuction(noted.auctions[auction], tuple(far), tuple(noted_score), bits if alerts else None)
            for auction, far, noted_score, bits in zip(
                noted.auction[some].tolist(),
                steps[some].tolist(),
                slots[some].tolist(),
                noted.alerts[some].tolist(),
                strict=True,
            )
        ]
        turns = ToldTurns(
            auctions, np.arange(len(some)), noted.hand[some], noted.vulnerable[some], noted.form[some]
        )
        out[some] = choices.correct(base[some], turns, table.shown, table.words)
    return out


def pairs_by_role(noted: NotedDecisions) -> dict[str, NDArray[np.int64]]:
    """The decisions next after a note, two after, three after: each note counts once in every role."""
    return {role: np.flatnonzero(noted.steps[:, place] == place + 1) for place, role in enumerate(ROLES)}


def _decisions(noted: NotedDecisions, shares: dict[str, NDArray[np.float64]]) -> dict[str, Any]:
    by_role = pairs_by_role(noted)
    following = by_role[ROLES[0]]
    groups = {
        "all": np.concatenate(list(by_role.values())),
        ROLES[0]: following,
        f"{ROLES[0]} acting": following[noted.call[following] != 0],
        ROLES[1]: by_role[ROLES[1]],
        ROLES[2]: by_role[ROLES[2]],
    }
    scores = {name: ShareScore.of(score_of, noted.call) for name, score_of in shares.items()}
    return {name: _figures(scores, rows) for name, rows in groups.items()}


def _figures(scores: dict[str, ShareScore], rows: NDArray[np.int64]) -> dict[str, Any]:
    some = {
        name: ShareScore(score.own[rows], score.rank[rows], score.top[rows]) for name, score in scores.items()
    }
    noted_score = some["noted"]
    return {
        "n": len(rows),
        **{name: score.figures()["log_loss"] for name, score in some.items()},
        "top1_bare": some["bare"].figures()["top1"],
        "top1_noted": noted_score.figures()["top1"],
        "ece": calibration_error(noted_score.top, noted_score.rank == 0) if len(rows) else None,
    }


def _unexplained(
    folder: Path, split: str, noted: NotedDecisions, calls: CallModel, sample: int, seed: int
) -> dict[str, Any]:
    """The call model's scores where no note is in reach: nothing may be lost there."""
    explained_turns = {
        (deal, noted.auctions[auction])
        for deal, auction in zip(noted.deal_id.tolist(), noted.auction.tolist(), strict=True)
    }
    tables, _ = held_out(folder, split)
    some = tables.rows(drawn(len(tables), -(-sample // 4), seed))
    turns = decisions(some)
    places = zip(some.deal_id[turns.table].tolist(), turns.auction.tolist(), strict=True)
    rows = np.flatnonzero(
        [(deal, turns.auctions.calls[auction]) not in explained_turns for deal, auction in places]
    )
    rows = rows[drawn(len(rows), sample, seed)]
    figures = ShareScore.of(shares_of(calls, turns, rows), turns.chosen[rows]).figures()
    return {name: figures[name] for name in ("n", "top1", "log_loss")}


def _doubles(noted: NotedDecisions, shares: NDArray[np.float64]) -> list[dict[str, Any]]:
    """How often the next player doubled an opening notrump of a noted range, and how often he is predicted to."""
    ranges = [_range_of(note.text) if _opens_notrump(note.calls) else None for note in noted.notes]
    following = pairs_by_role(noted)[ROLES[0]]
    points = _points(noted.hand)
    cells = []
    for band, (lows, highs) in BANDS.items():
        inside = np.array(
            [
                score_of is not None
                and lows[0] <= score_of[0] <= lows[1]
                and highs[0] <= score_of[1] <= highs[1]
                for score_of in ranges
            ],
            np.bool_,
        )
        rows = following[inside[noted.slots[following, 0]]] if len(following) else following
        for score_of, (low, high) in OWN_POINTS.items():
            cell = rows[(points[rows] >= low) & (points[rows] <= high)]
            cells.append(
                {
                    "band": band,
                    "own": score_of,
                    "n": len(cell),
                    "observed": float((noted.call[cell] == _DOUBLE).mean()) if len(cell) else None,
                    "predicted": float(shares[cell, _DOUBLE].mean()) if len(cell) else None,
                }
            )
    return cells


def _opens_notrump(calls: tuple[int, ...]) -> bool:
    return calls[-1] == _NOTRUMP and not any(calls[:-1])


def _range_of(text: str) -> tuple[int, int] | None:
    """The only closed range of points in a note; `None` without one or with several."""
    found = [(int(low), int(high)) for low, high in _RANGE.findall(text)]
    return found[0] if len(found) == 1 else None


def _points(masks: NDArray[np.int64]) -> NDArray[np.int64]:
    worth = ((12, 4), (11, 3), (10, 2), (9, 1))
    return np.asarray(
        sum(value * (masks >> 13 * suit + rank & 1) for suit in range(4) for rank, value in worth), np.int64
    )
