"""The figures of the alternatives on paper: one JSON file of plain numbers, and the card that vouches for it."""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from tomllib import loads
from typing import Any, Final

from analyser.estimates.calls import CallModel
from analyser.estimates.leads import LeadModel
from analyser.training.alternatives_prior import (
    fit_answers,
    fit_lead_answers,
    fit_sure,
    lead_polls,
    natural_polls,
    score_prior,
)
from analyser.training.card import provenance, toml_text
from analyser.training.records import digest
from analyser.training.splits import Half

__all__ = ["WIDENING", "stored", "train_prior", "write_figures"]

WIDENING: Final = {
    "expert": 1.0,
    "national": 1.5,
    "unknown": 1.5,
    "regional": 2.0,
    "club": 3.0,
    "novice": 4.0,
}
"""How many times less the experts' record says of other classes; documented, not learned: no record holds them."""

_ABOUT: Final = {
    "use": {
        "intended": "how likely an action is a logical alternative, from the call model and a poll of peers",
        "not_for": "a weight of an adjusted score: it decides a threshold and nothing else",
        "considered": "the record holds choices only: who chooses has considered, so the model's share is the least",
        "classes": "experts only are learned; for others the weight is divided by the widening, which is not learned",
        "selection": "natural polls exist only where tables differed; the likelihood is that of votes not all the same",
    }
}


def train_prior(folder: Path, out: Path) -> dict[str, Any]:
    """Learn how far the models bind, from the *choose* half; tell how it does on the *report* half."""
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
            **provenance("analyser.training.alternatives_store:train_prior", 0, {}),
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
    """The figures and the card in a folder; nothing where there are none yet."""
    if not (folder / "model.json").is_file():
        return {}, {}
    figures = json.loads((folder / "model.json").read_text("utf-8"))
    return figures, loads((folder / "card.toml").read_text("utf-8"))


def write_figures(folder: Path, figures: Mapping[str, Any], card: Mapping[str, Any]) -> str:
    """Write these parts of the figures and of the card beside those already there; gives the hash."""
    old_figures, old_card = stored(folder)
    whole = dict(sorted({**old_figures, **figures}.items()))
    raw = (json.dumps(whole, indent=1, sort_keys=True) + "\n").encode()
    told = {"model": {"name": "alternatives", "sha256": sha256(raw).hexdigest(), "bytes": len(raw)}, **_ABOUT}
    told |= {name: part for name, part in {**old_card, **card}.items() if name not in told}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.json").write_bytes(raw)
    (folder / "card.toml").write_text(toml_text(told), encoding="utf-8", newline="\n")
    return sha256(raw).hexdigest()
