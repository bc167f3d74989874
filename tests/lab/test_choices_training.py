"""The choice model is fitted reproducibly on any record with notes, and its figures can be recomputed by hand."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from analyser.estimates.call_features import CALLS
from analyser.estimates.choice_features import ToldAuction
from analyser.estimates.choices import ChoiceModel, ToldTurns
from tests.bench.lab.choices import train_choices, understand_with
from tests.bench.lab.choices_data import ROLES, read_noted_decisions
from tests.bench.lab.choices_evaluation import BANDS, OWN_POINTS, evaluate_choices, pairs_by_role
from tests.bench.lab.corrections import (
    Batch,
    CorrectionRecipe,
    fit_correction,
    forward,
    log_shares,
    make_weights,
)
from tests.bench.lab.meanings import MeaningRecipe
from tests.bench.lab.records import parse_calls
from tests.lab.small_record import write_record
from tests.support.once import make_once

SMALL = CorrectionRecipe(hidden=(12, 8), passes=2, batch=64)
LEXICON = MeaningRecipe(
    hidden=8,
    passes=1,
    auction_hidden=8,
    auction_passes=1,
    fewest_auctions=3,
    fewest_entries=3,
    fewest_tables=20,
)


def write_notes(folder: Path) -> Path:
    """The small record with a note on every opening, and on every raise: some 400."""
    write_record(folder, 300)
    tables = pd.read_parquet(folder / "tables.parquet")
    rows = []
    for deal, lin, room, auction in zip(
        *(tables[name] for name in ("deal_id", "lin_id", "room", "auction")), strict=True
    ):
        calls = auction.split()
        opened = next((place for place, call in enumerate(calls) if call != "P"), None)
        if opened is None:
            continue
        suit = calls[opened][1].lower()
        rows.append((deal, lin, room, opened, f"12+ 4+!{suit}"))
        if opened + 2 < len(calls) and calls[opened + 2] != "P":
            rows.append((deal, lin, room, opened + 2, "6-10" if calls[opened + 2][0] == "2" else "weak"))
    rows.append((10**6, 1, "o", 0, "no such deal"))
    rows.append((rows[0][0], rows[0][1], rows[0][2], 40, "beyond the auction"))
    columns = ["deal_id", "lin_id", "room", "call", "text"]
    frame = pd.DataFrame(rows, columns=columns).drop_duplicates(columns[:4])
    frame.to_parquet(folder / "notes.parquet")
    return folder


def fit(record: Path, folder: Path, seed: int = 3) -> Path:
    train_choices(record, folder, checkpoint=folder, seed=seed, recipe=SMALL, lexicon=LEXICON)
    return folder / "choices"


@pytest.fixture(scope="session")
def noted(tmp_path_factory) -> Path:
    return make_once(tmp_path_factory, "noted-record", write_notes)


@pytest.fixture(scope="session")
def trained(noted, tmp_path_factory) -> Path:
    return make_once(tmp_path_factory, "fitted-choices", lambda folder: fit(noted, folder)) / "choices"


def test_same_record_and_seed_give_the_same_bytes(noted, trained, tmp_path):
    again = fit(noted, tmp_path)
    for name in ("model.npz", "card.toml"):
        assert (again / name).read_bytes() == (trained / name).read_bytes()


def test_decisions_follow_notes_by_one_to_seven_calls(noted):
    known = read_noted_decisions(noted, "train")
    assert len(known.notes) >= 300
    for row in range(0, len(known), 37):
        calls = known.auctions[known.auction[row]]
        for slot, (note, step) in enumerate(zip(known.slots[row], known.steps[row], strict=True)):
            if note >= 0:
                assert step % 4 == slot + 1
                assert known.notes[note].calls == calls[: len(calls) - step + 1]
    by_role = pairs_by_role(known)
    assert {role: len(rows) for role, rows in by_role.items()}.keys() == set(ROLES)


def test_every_note_of_the_record_counts_once_in_every_role(noted):
    known = read_noted_decisions(noted, "valid")
    tables = pd.read_parquet(noted / "tables.parquet").drop_duplicates(["deal_id", "lin_id", "room"])
    deals = pd.read_parquet(noted / "deals.parquet")
    notes = pd.read_parquet(noted / "notes.parquet")
    valid = set(deals[deals["split"] == "valid"]["deal_id"])
    joined = notes[notes["deal_id"].isin(valid)].merge(tables, on=["deal_id", "lin_id", "room"])
    for step, role in enumerate(ROLES, 1):
        expected = sum(
            call + step < len(parse_calls(auction))
            for call, auction in zip(joined["call"], joined["auction"], strict=True)
            if "1S 1C" not in auction
        )
        assert len(pairs_by_role(known)[role]) == expected


def test_the_figures_have_the_contract_s_keys(noted, trained):
    told = evaluate_choices(noted, "valid", choices=ChoiceModel(trained))
    assert set(told) == {"model", "decisions", "unexplained", "doubles"}
    assert set(told["decisions"]) == {
        "all", "next opponent", "next opponent acting", "partner", "second opponent",
    }  # fmt: skip
    keys = {"n", "bare", "alerts", "noted", "noted_alerts", "top1_bare", "top1_noted", "ece"}
    assert all(set(figures) == keys for figures in told["decisions"].values())
    assert set(told["unexplained"]) == {"n", "top1", "log_loss"}
    assert [(cell["band"], cell["own"]) for cell in told["doubles"]] == [
        (band, own) for band in BANDS for own in OWN_POINTS
    ]
    assert all(set(cell) == {"band", "own", "n", "observed", "predicted"} for cell in told["doubles"])


def test_the_fitted_model_reads_rows_as_the_fit_did(noted, trained):
    """The run time's features are those of the fit: the same correction from either."""
    model = ChoiceModel(trained)
    known = read_noted_decisions(noted, "valid")
    table = understand_with_shipped(known)
    rows = np.arange(min(20, len(known)))
    slots = np.where(known.slots[rows] >= 0, table.row[known.slots[rows]], -1)
    auctions = [
        ToldAuction(
            known.auctions[auction], tuple(np.where(told >= 0, far, 0).tolist()), tuple(told.tolist()), None
        )
        for auction, far, told in zip(known.auction[rows], known.steps[rows], slots, strict=True)
    ]
    turns = ToldTurns(auctions, rows, known.hand[rows], known.vulnerable[rows], known.form[rows])
    logs = np.log(np.full((len(rows), CALLS), 1 / CALLS))
    together = model.corrections(logs, turns, table.shown, table.words)
    for row in rows.tolist():
        alone = ToldTurns(
            [auctions[row]],
            np.zeros(1, np.int64),
            known.hand[row : row + 1],
            known.vulnerable[row : row + 1],
            known.form[row : row + 1],
        )
        one = model.corrections(logs[:1], alone, table.shown, table.words)[0]
        assert one == pytest.approx(together[row], abs=1e-4)


def understand_with_shipped(known):
    from analyser.estimates.meanings.model import meaning_model

    return understand_with(meaning_model(), known.notes).learned


class Coins:
    """Choices between two sides with a known offset, where one feature turns the odds."""

    def __len__(self) -> int:
        return 4096

    sizes = (2, 1, 2)

    def batch(self, rows, rng) -> Batch:
        from scipy.sparse import csr_matrix

        odd = rows % 2
        features = csr_matrix(np.stack([odd == 0, odd == 1], axis=1).astype(np.float32))
        heads = np.random.default_rng(7).random(4096)[rows] < np.where(odd, 0.9, 0.3)
        offset = np.log(np.full((len(rows), 2), 0.5, np.float32))
        return Batch(features, np.zeros((len(rows), 1), np.float32), offset, heads.astype(np.int64))


def test_a_correction_finds_the_shares_a_feature_makes():
    weights, curve = fit_correction(
        Coins(), CorrectionRecipe(hidden=(8,), passes=150, batch=256, rate=1e-2, decay=0.0)
    )
    batch = Coins().batch(np.arange(2), None)
    shares = np.exp(log_shares(forward(weights, batch)[-1], batch.offset))
    assert shares[:, 1] == pytest.approx([0.3, 0.9], abs=0.04)
    assert curve[-1]["fitted"] < curve[0]["fitted"]


def test_before_the_fit_nothing_is_corrected():
    weights = make_weights((2, 1, CALLS), (8, 8), 0)
    batch = Coins().batch(np.arange(2), None)
    assert not forward(weights, batch)[-1].any()
