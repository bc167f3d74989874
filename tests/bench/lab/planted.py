"""Evaluation on planted misinformation: decisions after an explained call, with the right meaning and with another.

A row holds everything it needs: the hands, the auction, both meanings in words and as constraints, the call made on the
right one. Predictions without a meaning, with the right one and with the planted one are scored on that call.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import CALLS, Auction, Call, Hand, HandConstraint, Seat
from analyser.casefile import Action
from analyser.errors import AnalyserError, BridgeError, Problem
from analyser.estimates.call_features import CALLS as ANSWERS
from analyser.estimates.calls import CallModel
from analyser.estimates.choice_features import ToldAuction
from analyser.estimates.choices import ChoiceModel, ToldTurns, choice_model
from analyser.estimates.counterfactual import OWN_MEMORY, shares_after
from analyser.estimates.meanings.model import MeaningModel
from tests.bench.lab.choices_data import ROLES
from tests.bench.lab.measures import clustered_interval
from tests.bench.lab.records import CODES, SEATS, VULNERABLE, seen_from
from tests.bench.lab.understood_notes import NoteReader

STRATA: Final = (0.0, 0.05, 0.15, 0.3)
"""Lower bounds of how far a reference model's shares move between the two meanings (total variation)."""
_FORMS: Final = {"imps": 0, "matchpoints": 1, "board-a-match": 2, "bam": 2}
_FLOOR: Final = 0.001
_LEAST: Final = 1e-12
_NAMES: Final = {0.0: "0", 0.05: "0.05", 0.15: "0.15", 0.3: "0.3"}


@dataclass(frozen=True, slots=True)
class PlantedRow:
    """One decision after an explained call."""

    deal_id: int
    mask: int
    vulnerable: int
    form: int
    calls: tuple[int, ...]
    explained: int
    """The index of the explained call."""
    right: tuple[str, HandConstraint]
    given: tuple[str, HandConstraint]
    call: int
    peer: tuple[int, int] | None
    """The call of a player with a like hand who heard the other meaning, and that hand."""
    role: str
    moves: float
    core: bool


def read_planted(path: Path) -> list[PlantedRow]:
    """The rows of a file of JSON lines; every malformed line is named by its number."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as fault:
        remedy = "give a file of JSON lines, one decision a line"
        raise AnalyserError(
            "the file cannot be read", where=str(path), found=str(fault), remedy=remedy
        ) from fault
    rows, problems = [], []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            rows.append(_row(json.loads(line)))
        except (ValueError, KeyError, TypeError, BridgeError) as fault:
            why = f"it has no {fault}" if isinstance(fault, KeyError) else str(fault).splitlines()[0]
            remedy = "correct the line, or leave it out"
            problems.append(Problem(f"{path.name}, line {number}", line[:60], why, remedy))
    if problems:
        raise AnalyserError.from_problems(problems)
    return rows


def _row(entry: Mapping[str, Any]) -> PlantedRow:
    """A row from its line; refused if something is missing or contradicts the rest."""
    if not isinstance(entry, dict):
        raise TypeError("it is not an object")
    calls = tuple(_code(call) for call in entry["auction"])
    dealer, seat = SEATS[_one_of(entry, "dealer", SEATS)], SEATS[_one_of(entry, "seat", SEATS)]
    if (dealer + len(calls)) & 3 != seat:
        raise ValueError(f"after this auction it is not {entry['seat']}'s turn")
    explained = entry["explained"]
    role = _one_of(entry, "role", ROLES)
    if not isinstance(explained, int) or explained != len(calls) - 1 - ROLES.index(role):
        raise ValueError(
            f"`explained` is {explained!r}: the {role} decides {ROLES.index(role) + 1} after that call"
        )
    if _code(entry["explained_call"]) != calls[explained]:
        raise ValueError(f"call {explained} is not {entry['explained_call']!r}")
    auction = Auction(Seat(dealer), ())
    for call in (*calls, _code(entry["call_made"])):
        if not auction.is_legal(CALLS[call]):
            raise ValueError(f"{CALLS[call]} is not legal after {auction}")
        auction = auction.then(CALLS[call])
    vulnerable = VULNERABLE[_one_of(entry, "vulnerable", VULNERABLE)]
    peer = entry.get("peer_call")
    moves = entry.get("moves", 0.0)
    if not isinstance(moves, int | float) or isinstance(moves, bool) or not 0 <= moves <= 1:
        raise ValueError(f"`moves` is {moves!r}, not a number from 0 to 1")
    return PlantedRow(
        int(entry["deal_id"]),
        _hand(entry["hand"]),
        int(seen_from(np.array([seat]), np.array([vulnerable]))[0]),
        _FORMS.get(str(entry.get("form")), 3),
        calls,
        explained,
        (_text(entry, "right_text"), HandConstraint.parse(_text(entry, "right_shows"))),
        (_text(entry, "given_text"), HandConstraint.parse(_text(entry, "given_shows"))),
        _code(entry["call_made"]),
        None if peer is None else (_code(peer), _hand(entry["peer_hand"])),
        role,
        float(moves),
        bool(entry.get("core", False)),
    )


def _one_of(entry: Mapping[str, Any], key: str, known: Sequence[str] | Mapping[str, int]) -> str:
    if (value := entry[key]) not in known:
        raise ValueError(f"`{key}` is {value!r}, not one of {', '.join(known)}")
    return str(value)


def _text(entry: Mapping[str, Any], key: str) -> str:
    if not isinstance(value := entry[key], str) or not value.strip():
        raise ValueError(f"`{key}` is {value!r}, not words")
    return value


def _code(call: object) -> int:
    spelt = str(call)
    return CODES[spelt] if spelt in CODES else Call.parse(spelt).code


def _hand(text: object) -> int:
    hand = Hand.parse(str(text))
    if len(hand) != 13:
        raise ValueError(f"{text!r} has {len(hand)} cards, not thirteen")
    return hand.mask


@dataclass(frozen=True, slots=True, eq=False)
class _Shares:
    """The three predictions of some rows."""

    bare: NDArray[np.float64]
    right: NDArray[np.float64]
    given: NDArray[np.float64]


def evaluate_planted(
    path: Path,
    *,
    core: bool = False,
    calls: CallModel | None = None,
    choices: ChoiceModel | None = None,
    lexicon: MeaningModel | None = None,
) -> dict[str, Any]:
    """The figures of the contract on a file of planted rows; with `core` on its core rows only."""
    rows = [row for row in read_planted(path) if row.core or not core]
    calls, choices, reader = calls or CallModel(), choices or choice_model(), NoteReader(lexicon)
    bare = _bare(rows, [row.mask for row in rows], calls)
    figures: dict[str, Any] = {
        "model": "planted",
        "n": len(rows),
        "deals": len({row.deal_id for row in rows}),
    }
    predictions: dict[str, _Shares] = {}
    for way in ("text", "constraint"):
        predictions[way] = _Shares(
            bare,
            _informed(rows, [row.mask for row in rows], bare, way, "right", choices, reader),
            _informed(rows, [row.mask for row in rows], bare, way, "given", choices, reader),
        )
        figures[way] = _by_role(rows, predictions[way], np.ones(len(rows), np.bool_))
    inner = np.array([row.core for row in rows], np.bool_)
    figures["core"] = {way: _by_role(rows, predictions[way], inner) for way in predictions}
    figures["peers"] = _peers(rows, calls, choices, reader)
    return figures


def _bare(rows: Sequence[PlantedRow], masks: Sequence[int], calls: CallModel) -> NDArray[np.float64]:
    if not rows:
        return np.empty((0, ANSWERS))
    keys: dict[tuple[tuple[int, ...], int], int] = {}
    which = [keys.setdefault((row.calls, 0), len(keys)) for row in rows]
    return calls.answer(
        list(keys),
        np.array(which, np.int64),
        np.array(masks, np.int64),
        np.array([row.vulnerable for row in rows], np.int64),
        np.array([row.form for row in rows], np.int64),
    )


def _informed(
    rows: Sequence[PlantedRow],
    masks: Sequence[int],
    bare: NDArray[np.float64],
    way: str,
    which: str,
    choices: ChoiceModel,
    reader: NoteReader,
) -> NDArray[np.float64]:
    """The shares once a meaning is told, in words or as a constraint; those without it where it is not understood."""
    understood = []
    for row in rows:
        text, shows = row.right if which == "right" else row.given
        heard = row.calls[: row.explained + 1]
        side = row.vulnerable if row.role == ROLES[1] else (0, 2, 1, 3)[row.vulnerable]
        understood.append(
            reader.of_text(text, heard, side) if way == "text" else reader.of_shows(shows, heard, side)
        )
    known = [place for place, figure in enumerate(understood) if figure is not None]
    out = bare.copy()
    if not known:
        return out
    predictions = reader.table(figure for figure in understood if figure is not None)
    auctions = [
        _told_auction(rows[place], row) for place, row in zip(known, predictions.row.tolist(), strict=True)
    ]
    turns = ToldTurns(
        auctions,
        np.arange(len(known)),
        np.array([masks[place] for place in known], np.int64),
        np.array([rows[place].vulnerable for place in known], np.int64),
        np.array([rows[place].form for place in known], np.int64),
    )
    out[known] = choices.correct(bare[known], turns, predictions.shown, predictions.words)
    return out


def _told_auction(row: PlantedRow, index: int) -> ToldAuction:
    step = len(row.calls) - row.explained
    steps, places = [0, 0, 0], [-1, -1, -1]
    steps[step - 1], places[step - 1] = step, index
    return ToldAuction(row.calls, tuple(steps), tuple(places))


def _by_role(rows: Sequence[PlantedRow], predictions: _Shares, some: NDArray[np.bool_]) -> dict[str, Any]:
    roles = np.array([row.role for row in rows])
    return {
        role: _with_strata(rows, predictions, some & (roles == role))
        for role in (ROLES[0], ROLES[2], ROLES[1])
    }


def _with_strata(rows: Sequence[PlantedRow], predictions: _Shares, some: NDArray[np.bool_]) -> dict[str, Any]:
    moves = np.array([row.moves for row in rows])
    bounds = [*STRATA, np.inf]
    return _figures(rows, predictions, some) | {
        "moves": {
            _NAMES[low]: _figures(rows, predictions, some & (moves >= low) & (moves < high))
            for low, high in pairwise(bounds)
        }
    }


def _figures(rows: Sequence[PlantedRow], predictions: _Shares, some: NDArray[np.bool_]) -> dict[str, Any]:
    """The figures of some rows; `None` where there are none."""
    places = np.flatnonzero(some)
    names = ("bare", "right", "given")
    if not len(places):
        empty: dict[str, Any] = {"n": 0} | dict.fromkeys(names)
        for name in ("saved", "contrast"):
            empty |= {name: None, f"{name}_interval": None}
        return empty | dict.fromkeys([f"top1_{name}" for name in names])
    chosen = np.array([rows[place].call for place in places.tolist()])
    deals = np.array([rows[place].deal_id for place in places.tolist()])
    shares = {name: getattr(predictions, name)[places] for name in names}
    loss = {name: log_loss(figure, chosen) for name, figure in shares.items()}
    saved, contrast = loss["bare"] - loss["right"], loss["given"] - loss["right"]
    return {
        "n": len(places),
        **{name: float(figure.mean()) for name, figure in loss.items()},
        "saved": float(saved.mean()),
        "saved_interval": list(clustered_interval(saved, deals)),
        "contrast": float(contrast.mean()),
        "contrast_interval": list(clustered_interval(contrast, deals)),
        **{
            f"top1_{name}": float((figure.argmax(axis=1) == chosen).mean()) for name, figure in shares.items()
        },
    }


def log_loss(shares: NDArray[np.float64], chosen: NDArray[np.int64]) -> NDArray[np.float64]:
    """Minus the logarithm of the share of the call made, each share at least a thousandth, by row."""
    floored = np.where(shares > 0, np.maximum(shares, _FLOOR), 0.0)
    floored /= floored.sum(axis=1, keepdims=True)
    return np.asarray(-np.log(np.maximum(floored[np.arange(len(chosen)), chosen], _LEAST)))


def _peers(
    every: Sequence[PlantedRow], calls: CallModel, choices: ChoiceModel, reader: NoteReader
) -> dict[str, Any]:
    """The ruling's question: what a like-handed player who heard the other meaning would have done on the right one."""
    rows = [row for row in every if row.peer is not None]
    if not rows:
        return {"n": 0, "coupled": None, "right": None}
    masks = [row.peer[1] for row in rows if row.peer is not None]
    bare = _bare(rows, masks, calls)
    right = _informed(rows, masks, bare, "text", "right", choices, reader)
    given = _informed(rows, masks, bare, "text", "given", choices, reader)
    coupled = np.zeros_like(right)
    for place, row in enumerate(rows):
        legal: list[Action] = [CALLS[code] for code in np.flatnonzero(bare[place] > 0).tolist()]
        now, before = ({call: float(of[place, CALLS.index(call)]) for call in legal} for of in (right, given))
        done = legal[0] if row.peer is None else CALLS[row.peer[0]]
        for call, share in shares_after(before, now, done, OWN_MEMORY).items():
            coupled[place, CALLS.index(call)] = share
    chosen = np.array([row.call for row in rows])
    return {
        "n": len(rows),
        "coupled": float(log_loss(coupled, chosen).mean()),
        "right": float(log_loss(right, chosen).mean()),
    }
