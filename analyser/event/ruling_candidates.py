"""Case files to fill in for results that look like unreported rulings, with what was played and what was scored."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from analyser.bridge import PASSED_OUT, PointsOnly, Result
from analyser.casefile.tree import toml_text
from analyser.event.pending_cases import board_context, case_tree, slug_of
from analyser.event.settings import EventSettings
from analyser.event.store import ResultStore, TableEntry

FOLDER = "candidates"


def table_result(entry: TableEntry) -> Result | None:
    """The result at the table: by play and claim, else by the auction and the tricks scored."""
    if entry.played is not None:
        return entry.played
    auction = entry.auction
    if auction is None or not auction.is_over or auction.problems():
        return None if entry.artificial is not None else entry.result
    if auction.contract is None:
        return PASSED_OUT
    same = entry.contract == auction.contract
    return Result(auction.contract, entry.tricks) if same and entry.tricks is not None else None


def scored_result(entry: TableEntry) -> Mapping[str, Any] | None:
    """The ruling that corresponds to the score: an artificial score or a result; None if only points show it."""
    if entry.artificial is not None:
        percents = {"NS": f"{entry.artificial.ns}%", "EW": f"{entry.artificial.ew}%"}
        return {"by": "director", "kind": "artificial", "award": percents}
    scored: Result | PointsOnly | None = entry.result
    if entry.score is not None and (entry.result is None or entry.result == table_result(entry)):
        scored = PointsOnly(entry.score)
    elif entry.result == table_result(entry):
        return None
    return {"by": "director", "kind": "assigned", "ns": [{"result": str(scored), "weight": "100%"}]}


def candidate_slug(entry: TableEntry) -> str:
    """The name of its case file."""
    return slug_of(f"board-{entry.board}-{entry.number}")


def candidate_case(entry: TableEntry, event: EventSettings, store: ResultStore) -> tuple[str, str]:
    """The name and the text of a case file about this result; a person fills in what happened."""
    slug = candidate_slug(entry)
    played = table_result(entry)
    contract = None if played is None else played.contract
    if played is None and entry.auction is not None and entry.auction.is_over:
        contract = entry.auction.contract
    at_table = replace(
        entry,
        contract=contract,
        tricks=None if played is None else played.tricks,
        passed_out=played == PASSED_OUT,
        score=None,
        artificial=None,
        played=None,
    )
    tree = case_tree(at_table, event, board_context(entry, event, store), slug)
    tree["incident"] = [{"id": "incident", "kind": "other"}]
    if (ruling := scored_result(entry)) is not None:
        tree["ruling"] = [dict(ruling)]
    return slug, toml_text(tree)


def write_candidate(out: Path, entry: TableEntry, event: EventSettings, store: ResultStore) -> str:
    """Write the case file of a result under `out` and return its place there."""
    slug, text = candidate_case(entry, event, store)
    (out / FOLDER).mkdir(exist_ok=True)
    (out / FOLDER / f"{slug}.toml").write_text(text, encoding="utf-8")
    return f"{FOLDER}/{slug}.toml"
