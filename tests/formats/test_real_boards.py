"""Boards experts played at broadcast tables: written, read back, and their results counted again from the cards."""

from dataclasses import replace

import pytest

from analyser.bridge import PACK, Auction, Contract, Deal, Seat, Strain, Vulnerability
from analyser.formats import BoardRecord, RecordEnd, RecordNote, Room, derive_result, read, write
from tests.support import SHARED, needs_shared

pytestmark = needs_shared
FOLDER = SHARED / "data" / "vugraph"
CARDS = {str(card): card for card in PACK}


def rows(count: int) -> list[dict[str, object]]:
    """Tables with recorded play, beside their deals and auctions, spread over the whole archive."""
    import pandas as pd

    plays = pd.read_parquet(FOLDER / "plays.parquet")
    plays = plays.iloc[:: max(1, len(plays) // count)].head(count)
    keys = ["deal_id", "lin_id", "room", "board"]
    tables = pd.read_parquet(FOLDER / "tables.parquet", columns=[*keys, "auction", "alert_mask", "contract"])
    deals = pd.read_parquet(FOLDER / "deals.parquet", columns=["deal_id", "dealer", "vul", "deal"])
    merged = plays.merge(tables, on=keys).merge(deals, on="deal_id")
    return list(merged.to_dict("records"))


def record_of(row: dict[str, object]) -> BoardRecord:
    dealer = Seat.parse(str(row["dealer"]))
    auction = Auction(dealer, Auction.parse(dealer, str(row["auction"])).calls)
    played = str(row["play"])
    cards = tuple(CARDS[played[place : place + 2]] for place in range(0, len(played), 2))
    declarer = Seat.parse(str(row["decl"]))
    contract = Contract(int(str(row["level"])), Strain.parse(str(row["den"])), int(str(row["dbl"])), declarer)
    alerts = int(str(row["alert_mask"]))
    return BoardRecord(
        number=int(str(row["board"])),
        dealer=dealer,
        vulnerability=Vulnerability.parse(str(row["vul"])),
        hands=Deal.parse(str(row["deal"])).hands,
        room=Room.OPEN if row["room"] == "o" else Room.CLOSED,
        auction=auction,
        call_notes=tuple(
            RecordNote(at + 1, "", alerted=True) for at in range(len(auction)) if alerts >> at & 1
        ),
        contract=contract,
        leader=contract.leader,
        cards=cards,
        tricks=int(str(row["tricks"])),
        play_end=RecordEnd.NATURAL if len(cards) == 52 else RecordEnd.CLOSED,
    )


def survive(count: int) -> None:
    records = [derive_result(record_of(row)) for row in rows(count)]
    assert len(records) >= 0.95 * count
    sound = [
        record
        for record in records
        if record.auction is not None and record.auction.contract == record.contract
    ]
    assert len(sound) >= 0.97 * len(records), "the printed contract is the one called"
    for name in ("pbn", "lin"):
        total = counted = lossy = 0
        for record in sound:
            text = write([without_slip(record)], name)
            reading = read(text, name)
            assert reading.records == (derive_result(without_slip(record)),)
            assert write(reading.records, name) == text
            lossy += bool(reading.losses)
            if len(record.cards) == 52:
                total += 1
                counted += reading.records[0].tricks == record.tricks
        assert counted >= 0.95 * total, "the tricks printed are those won in the play"
        assert lossy <= 0.05 * len(sound)


def without_slip(record: BoardRecord) -> BoardRecord:
    """A mistyped result of a play recorded whole is left to be counted again."""
    return replace(record, tricks=None) if len(record.cards) == 52 else record


@pytest.mark.slow
def test_three_hundred_boards() -> None:
    survive(300)


@pytest.mark.slow
def test_two_thousand_boards() -> None:
    survive(2000)
