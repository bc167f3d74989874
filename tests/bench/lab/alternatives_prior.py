"""The weight of the call model in answers of peers: a Dirichlet-multinomial fit to positions several tables faced.

A position enters the record of natural polls only because its tables differed. The likelihood accounts for that: it is
conditional on the votes not being unanimous, so that the weight also holds where nobody would differ.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tomllib import loads
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc, gammaln
from sklearn.isotonic import isotonic_regression
from threadpoolctl import threadpool_limits

from analyser.estimates.calls import CallModel
from analyser.estimates.leads import LeadModel, auction_at_lead
from tests.bench.lab.calls_evaluation import score_positions
from tests.bench.lab.card import provenance, toml_text
from tests.bench.lab.leads_data import read_leads
from tests.bench.lab.measures import BINS
from tests.bench.lab.records import Half, digest, in_half

TENTHS: Final = 10
CARDS: Final = 52
_LEAST: Final = 3
_MANY: Final = 10
_THRESHOLD: Final = 0.2  # the share the evaluation asks about: the EBU's one in five
_CANDIDATE: Final = 0.01
_SURE: Final = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95)
_GRID: Final = np.geomspace(1.0, 100.0, 41)
_STRENGTH: Final = 60.0  # shrinkage in positions: a decile's weight is pooled with that of all
WIDENING: Final = {
    "expert": 1.0,
    "national": 1.5,
    "unknown": 1.5,
    "regional": 2.0,
    "club": 3.0,
    "novice": 4.0,
}
"""The factor by which the experts' record says less of other classes; assumed, not fitted: no record holds them."""
_ABOUT: Final = {
    "use": {
        "intended": "how likely an action is a logical alternative, from the call model and a poll of peers",
        "not_for": "a weight of an adjusted score: it decides a threshold and nothing else",
        "considered": "the record holds choices only; how many more consider an action was learned from what bodies held",
        "classes": "experts only are learned; for others the weight is divided by the widening, which is not learned",
        "selection": "natural polls exist only where tables differed; the likelihood is that of votes not all the same",
    }
}


@dataclass(frozen=True, slots=True, eq=False)
class NaturalPolls:
    """Positions with their votes on the 38 calls, the model's shares, and the decile (0 the rarest) of the auction."""

    votes: NDArray[np.int64]
    shares: NDArray[np.float64]
    tenth: NDArray[np.int64]

    def __len__(self) -> int:
        """The number of positions."""
        return len(self.votes)

    def rows(self, rows: NDArray[np.bool_]) -> "NaturalPolls":
        """The positions in some rows."""
        return NaturalPolls(self.votes[rows], self.shares[rows], self.tenth[rows])

    @property
    def asked(self) -> NDArray[np.int64]:
        """The number of votes at each position."""
        return np.asarray(self.votes.sum(axis=1))


def natural_polls(model: CallModel, folder: Path, split: str, half: Half) -> NaturalPolls:
    """The positions of a split at which at least three tables voted."""
    with threadpool_limits(1):
        polls = score_positions(model, folder, split, half, _LEAST)
    tenth = [model.table.tenth(model.table.count_decisions(calls)) for calls in polls.auctions]
    return NaturalPolls(polls.votes, polls.shares, np.array(tenth, np.int64))


def fit_answers(polls: NaturalPolls) -> list[float]:
    """The number of answers the model's shares count as, by decile: maximum likelihood, non-decreasing in frequency."""
    array_values = np.array([_log_likelihood(polls, weight) for weight in _GRID])
    mean = array_values.mean(axis=1)
    best = np.empty(TENTHS)
    count = np.empty(TENTHS)
    for tenth in range(TENTHS):
        rows = polls.tenth == tenth
        best[tenth] = _GRID[int((array_values[:, rows].sum(axis=1) + _STRENGTH * mean).argmax())]
        count[tenth] = rows.sum() + 1
    # Deciles without a position are the rarest: they get no more weight than their neighbours.
    known = np.flatnonzero(count > _STRENGTH)
    if len(known):
        best[: known[0]] = best[known[0]]
    rising = isotonic_regression(best, sample_weight=count, increasing=True)
    return [round(float(weight), 2) for weight in rising]


def _log_likelihood(polls: NaturalPolls, weight: float, *, whole: bool = False) -> NDArray[np.float64]:
    """The Dirichlet-multinomial log-likelihood of each position's votes, unless `whole` given that they differ."""
    shares = np.clip(polls.shares, 1e-6, None)
    alpha = weight * shares / shares.sum(axis=1, keepdims=True)
    votes_cast, total = polls.asked, alpha.sum(axis=1)
    log_share = np.where(polls.votes > 0, gammaln(polls.votes + alpha) - gammaln(alpha), 0.0).sum(axis=1)
    common = gammaln(total) - gammaln(total + votes_cast)
    if whole:
        return np.asarray(log_share + common)
    alone = np.exp(gammaln(alpha + votes_cast[:, None]) - gammaln(alpha) + common[:, None]).sum(axis=1)
    return np.asarray(log_share + common - np.log(np.maximum(1 - alone, 1e-9)))


def fit_sure(polls: NaturalPolls, answers: list[float], aim: float = 0.91) -> float:
    """The certainty required to say *is* or *is not*: the least with the accuracy aimed at on open questions.

    A question is open if some table chose the action, or the model gives it a twentieth.
    """
    many = polls.rows(polls.asked >= _MANY)
    for sure in np.arange(0.6, 0.96, 0.01):
        figures = _decided(many, answers, float(sure), 0.05)
        if figures["right"] is not None and figures["right"] >= aim:
            return round(float(sure), 2)
    return 0.95


def score_prior(polls: NaturalPolls, answers: list[float], sure: float) -> dict[str, Any]:
    """Calibration of shares and accuracy of answers at positions with ten votes or more, taking the votes as the truth."""
    many = polls.rows(polls.asked >= _MANY)
    weight = np.asarray(answers)[many.tenth][:, None]
    shares = np.clip(np.round(many.shares, 3), 0.002, 0.998)
    seen = (many.shares >= _CANDIDATE) | (many.votes > 0)
    part = many.votes / np.maximum(many.asked, 1)[:, None]
    figures: dict[str, Any] = {"n": len(many), "threshold": _THRESHOLD, "sure": sure}
    figures |= _decided(many, answers, sure, _CANDIDATE)
    figures["open"] = _decided(many, answers, sure, 0.05)
    votes_cast = np.broadcast_to(many.asked[:, None], seen.shape)[seen]
    belief = np.broadcast_to(weight, seen.shape)[seen]
    for name, tail in (("90", 0.05), ("80", 0.10)):
        inside, expected = _inside(shares[seen], belief, many.votes[seen], votes_cast, tail)
        figures |= {f"inside_{name}": inside, f"expected_{name}": expected}
    figures["abstaining"] = _abstaining(many, answers)
    figures["reliability"] = _reliability(many.shares[seen], part[seen])
    return figures


def _inside(
    share: NDArray[np.float64],
    weight: NDArray[np.float64],
    votes: NDArray[np.int64],
    votes_cast: NDArray[np.int64],
    tail: float,
) -> tuple[float | None, float | None]:
    """The observed and the nominal coverage of the interval between the tails of the predicted votes.

    Votes are whole numbers: the nominal coverage exceeds the interval's name, most where hardly any vote was expected.
    """
    if not len(votes):
        return None, None
    count = np.arange(votes_cast.max() + 1)
    yes, no = (share * weight)[:, None], ((1 - share) * weight)[:, None]
    left = np.maximum(votes_cast[:, None] - count, 0)
    log = gammaln(votes_cast + 1.0)[:, None] - gammaln(count + 1.0) - gammaln(left + 1.0)
    log = log + gammaln(yes + count) + gammaln(no + left) - gammaln(yes + no + votes_cast[:, None])
    log = log + gammaln(yes + no) - gammaln(yes) - gammaln(no)
    chance = np.where(count <= votes_cast[:, None], np.exp(log), 0.0)
    reached = np.cumsum(chance, axis=1)
    low = (reached <= tail).sum(axis=1)
    high = (reached < 1 - tail).sum(axis=1)
    within = (count >= low[:, None]) & (count <= high[:, None])
    expected = float(np.where(within, chance, 0.0).sum(axis=1).mean())
    return float(((votes >= low) & (votes <= high)).mean()), expected


def _abstaining(polls: NaturalPolls, answers: list[float]) -> list[list[float]]:
    """Accuracy with abstention: certainty required, share left open, share right of the others."""
    curve = []
    for sure in _SURE:
        figures = _decided(polls, answers, sure, _CANDIDATE)
        if figures["right"] is not None:
            curve.append([sure, figures["abstained"], figures["right"]])
    return curve


def _reliability(predicted: NDArray[np.float64], observed: NDArray[np.float64]) -> list[list[float]]:
    """Reliability in bins of equal count: predicted share, observed share of votes, number of actions."""
    bins = np.array_split(np.argsort(predicted, kind="stable"), BINS)
    return [
        [float(predicted[rows].mean()), float(observed[rows].mean()), len(rows)] for rows in bins if len(rows)
    ]


def _decided(polls: NaturalPolls, answers: list[float], sure: float, least: float) -> dict[str, Any]:
    weight = np.asarray(answers)[polls.tenth][:, None]
    shares = np.clip(np.round(polls.shares, 3), 0.002, 0.998)
    chance = np.round(1 - betainc(shares * weight, (1 - shares) * weight, _THRESHOLD), 3)
    asked_about = (np.round(polls.shares, 3) >= least) | (polls.votes > 0)
    truth = polls.votes >= _THRESHOLD * polls.asked[:, None]
    yes, no = chance >= sure, chance <= round(1 - sure, 3)
    decided = (yes | no) & asked_about
    right = ((yes & truth) | (no & ~truth)) & asked_about
    actions = int(asked_about.sum())
    if not actions or not decided.any():
        return {"actions": actions, "abstained": None, "right": None}
    return {
        "actions": actions,
        "abstained": float(1 - decided.sum() / actions),
        "right": float(right.sum() / decided.sum()),
        "is_right": float((yes & truth & asked_about).sum() / max(1, (yes & asked_about).sum())),
        "is_not_right": float((no & ~truth & asked_about).sum() / max(1, (no & asked_about).sum())),
    }


def lead_polls(
    model: LeadModel, folder: Path, split: str, half: Half
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Leads from one hand against one contract at three tables or more: votes on the 52 cards, and the model's shares."""
    leads = read_leads(folder, split)
    leads = leads.taken(np.flatnonzero(in_half(leads.deal_id, half)))
    contract = leads.auctions.contract[leads.auction]
    _, first, group = np.unique(
        np.stack([leads.deal_id, leads.hand, contract], axis=1),
        axis=0,
        return_index=True,
        return_inverse=True,
    )
    votes = np.zeros((len(first), CARDS), np.int64)
    np.add.at(votes, (group.ravel(), leads.chosen), 1)
    polled = np.flatnonzero(votes.sum(axis=1) >= _LEAST)
    rows = first[polled]
    met, which = np.unique(leads.auction[rows], return_inverse=True)
    known = [auction_at_lead(leads.auctions.calls[place]) for place in met.tolist()]
    shares = model.answer(known, which, leads.hand[rows], leads.vulnerable[rows], leads.form[rows])
    return votes[polled], shares


def fit_lead_answers(votes: NDArray[np.int64], shares: NDArray[np.float64]) -> float:
    """The number of answers the model's shares count as for an opening lead, by maximum likelihood."""
    polls = NaturalPolls(votes, shares, np.zeros(len(votes), np.int64))
    likelihoods = [float(_log_likelihood(polls, weight, whole=True).mean()) for weight in _GRID]
    return round(float(_GRID[int(np.argmax(likelihoods))]), 2)


def train_prior(folder: Path, out: Path) -> dict[str, Any]:
    """The card of the weights fitted on the *choose* half, with their scores on the *report* half."""
    model, leads = CallModel.load(), LeadModel.load()
    learned = natural_polls(model, folder, "valid", Half.CHOOSE)
    answers = fit_answers(learned)
    sure = fit_sure(learned, answers)
    votes, shares = lead_polls(leads, folder, "valid", Half.CHOOSE)
    prior = {
        "answers": answers,
        "lead_answers": fit_lead_answers(votes, shares),
        "sure": sure,
        "widening": WIDENING,
    }
    report = score_prior(natural_polls(model, folder, "valid", Half.REPORT), answers, sure)
    card = {
        "prior": {
            **provenance("tests.bench.lab.alternatives_prior:train_prior", 0, {}),
            "positions": len(learned),
            "leads": len(votes),
            "calls": model.sha256,
            "lead_model": leads.sha256,
            "data": {"positions": digest(folder, ("positions", "deals", "events"))},
            "report": report,
        }
    }
    write_figures(out, {"prior": prior}, card)
    return report


def stored(folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The figures and the card in a folder; empty if there are none yet."""
    if not (folder / "model.json").is_file():
        return {}, {}
    figures = json.loads((folder / "model.json").read_text("utf-8"))
    return figures, loads((folder / "card.toml").read_text("utf-8"))


def write_figures(folder: Path, figures: Mapping[str, Any], card: Mapping[str, Any]) -> str:
    """The hash of the figures after these parts of figures and card are merged into those already there."""
    old_figures, old_card = stored(folder)
    whole = dict(sorted({**old_figures, **figures}.items()))
    raw = (json.dumps(whole, indent=1, sort_keys=True) + "\n").encode()
    whole_card = {
        "model": {"name": "alternatives", "sha256": sha256(raw).hexdigest(), "bytes": len(raw)},
        **_ABOUT,
    }
    whole_card |= {name: part for name, part in {**old_card, **card}.items() if name not in whole_card}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.json").write_bytes(raw)
    (folder / "card.toml").write_text(toml_text(whole_card), encoding="utf-8", newline="\n")
    return sha256(raw).hexdigest()
