"""Evaluation of the belief model: what may be believed of the other hands, and leads chosen on beliefs."""

from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.estimates.beliefs import BeliefModel, SeenTurns, last_turn
from analyser.estimates.leads import auction_at_lead
from tests.bench.lab.beliefs_data import BeliefTurns
from tests.bench.lab.calls_data import Decisions, decisions
from tests.bench.lab.calls_evaluation import held_out
from tests.bench.lab.leads_evaluation import leads_of
from tests.bench.lab.measures import ShareScore
from tests.bench.lab.records import drawn


def evaluate_beliefs(
    folder: Path,
    split: str = "valid",
    sample: int | None = None,
    seed: int = 0,
    model: BeliefModel | None = None,
) -> dict[str, Any]:
    """Scores of the beliefs, and of the leads chosen on them."""
    judged = model or BeliefModel.load()
    tables, _ = held_out(folder, split)
    tables = tables.rows(drawn(len(tables), _TABLES, seed))
    turns = decisions(tables)
    rows = np.flatnonzero(turns.auctions.bid[turns.auction] > 0)
    rows = rows[drawn(len(rows), sample or _TURNS, seed)]
    believed = judged.beliefs(_numbered(turns, rows))
    truths = BeliefTurns.of(tables, turns, rows).truths(np.arange(len(rows)))
    return {
        "model": "beliefs",
        "belief": _belief_figures(believed, truths),
        "leads": _leads(folder, split, judged, sample or _LEADS, seed),
    }


_TABLES: Final = 6_000
_TURNS: Final = 30_000
_LEADS: Final = 8_000


def _numbered(turns: Decisions, rows: NDArray[np.int64]) -> SeenTurns:
    keys = list(zip(turns.auctions.calls, turns.auctions.alerts, strict=True))
    columns = (turns.auction[rows], turns.hand[rows], turns.vulnerable[rows], turns.form[rows])
    return SeenTurns(keys, *[column.astype(np.int64) for column in columns])


def _belief_figures(believed: NDArray[np.float64], true: NDArray[np.bool_]) -> dict[str, float]:
    """The mean log-loss of a probability, against that of the base rate."""
    base = np.clip(true.mean(axis=0), 1e-4, 1 - 1e-4)
    return {"log_loss": _loss(believed, true), "unseeing": _loss(np.broadcast_to(base, true.shape), true)}


def _loss(chances: NDArray[np.float64], true: NDArray[np.bool_]) -> float:
    inside = np.clip(chances, 1e-6, 1 - 1e-6)
    return float(-np.log(np.where(true, inside, 1 - inside)).mean())


def _leads(folder: Path, split: str, judged: BeliefModel, sample: int, seed: int) -> dict[str, Any]:
    """The scores of the leads chosen on the leader's belief at his last turn."""
    leads = leads_of(folder, split)
    leads = leads.taken(drawn(len(leads), sample, seed))
    keys = [(calls, 0) for calls in leads.auctions.calls]
    columns = (leads.auction, leads.hand, leads.vulnerable, leads.form)
    turns = SeenTurns(keys, *[column.astype(np.int64) for column in columns])
    met, which = np.unique(leads.auction, return_inverse=True)
    heard = [last_turn(keys[place][0], auction_at_lead(keys[place][0]).leader) for place in met.tolist()]
    before = SeenTurns([(calls, 0) for calls in heard], which, turns.masks, turns.vulnerable, turns.form)
    shares = judged.lead_choices(turns, judged.beliefs(before))
    return ShareScore.of(shares, leads.chosen).figures()
