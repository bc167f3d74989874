"""A few hand-made deals in the documented form: what was bid and made at each table is written out."""

from pathlib import Path

import pandas as pd

DEALS = (
    "N:AK92.KQ752.4.A83 QJT87.84.K95.KJ2 5.AJT93.QJT2.T94 643.6.A8763.Q765",
    "N:4.AK92.A83.KQ752 K95.QJT87.KJ2.84 QJT2.5.T94.AJT93 A8763.643.Q765.6",
    "N:KQ752.A83.4.AK92 84.KJ2.K95.QJT87 AJT93.T94.QJT2.5 6.Q765.A8763.643",
)
# deal, auction from North, contract, tricks, cards recorded
PLAYED = (
    (0, "1H 1S 2H P P P", "2HN", 8, 52),
    (0, "1H 1S 2H P 4H P P P", "4HN", 10, 52),
    (0, "1H 1S 2H 2S P P P", "2SE", 8, 30),
    (0, "1H 1S 4H P P P", "4HN", 9, 12),
    (0, "1H P 4H P P P", "4HN", 10, 52),
    (0, "1H 1S 3H P P P", "3HN", 9, 5),  # too few cards recorded
    (0, "1H 1S 3H P P P", "4HN", 9, 52),  # another contract than was bid
    (0, "1H 1S 1H P P P", "1HN", 9, 52),  # not sufficient
    (0, "1H 1S 3H P P", "3HN", 9, 52),  # not over
)
OTHERS = (
    ("1H 1S 2H P P P", "2HN", 9),
    ("1H 1S 2H P P P", "2HN", 8),
    ("1H 1S X P 2D P P P", "2DN", 8),
    ("1H P 2H P P P", "2HN", 8),
    ("P P P P", "P", -1),
)


def write_cuts(folder: Path, *, train: bool = True) -> Path:
    """Deal 0 is `valid` and played at many tables, deal 1 is `valid` and at two only, deal 2 is `train`."""
    splits = ("valid", "valid", "train" if train else "valid")
    deals = [(number, "N", "None", text, 5, 0, 2010, splits[number]) for number, text in enumerate(DEALS)]
    tables = [
        (deal, 7, "o", 1, auction, 0, contract, tricks, "S2", cards)
        for deal, auction, contract, tricks, cards in PLAYED
    ]
    tables += [(1, 7, room, 1, "1C 1H P P P", 0, "1HE", 7, "S2", 52) for room in "oc"]
    tables += [
        (2, 8, "o", 1, auction, 0, contract, tricks, "", 0 if contract == "P" else 52)
        for auction, contract, tricks in OTHERS
    ]
    names = {
        "deals": (deals, "deal_id dealer vul deal n_tables first_lin_id year split"),
        "tables": (
            tables,
            "deal_id lin_id room board auction alert_mask contract tricks lead n_cards",
        ),
        "events": (
            [(7, "event", "", "I", 2010), (8, "event", "", "P", 2010)],
            "lin_id event segment scoring year",
        ),
    }
    for name, (rows, columns) in names.items():
        pd.DataFrame(rows, columns=columns.split()).to_parquet(folder / f"{name}.parquet")
    return folder
