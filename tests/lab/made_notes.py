"""A made record of explained calls: random deals bid by two simple methods, every artificial call noted in four languages.

`make_rows` deals from a fixed seed; `made_notes.tsv` holds what it gives, and `write_notes` writes it as a folder of
records. In the open room a notrump has 15 to 17 points and 2D is a weak two in a major; in the closed room a notrump has
12 to 14, 1C is strong, and 2D shows both majors.
"""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from analyser.bridge import Hand

ROWS = Path(__file__).with_name("made_notes.tsv")
SEED = 20
DEALS = 240
RANKS = "23456789TJQKA"
VULNERABLE = ("None", "NS", "EW", "All")


class MadeNote(NamedTuple):
    """One explained call."""

    deal_id: int
    lin_id: int
    room: str
    dealer: str
    vul: str
    deal: str
    auction: str
    call: int
    text: str
    split: str


class Made(NamedTuple):
    """A call with its explanation in shorthand, English, Italian and Romanian; empty where none is given."""

    call: str
    texts: tuple[str, ...] = ()


def _length(hand: Hand, suit: str) -> int:
    return hand.lengths["CDHS".index(suit)]


def _opening(hand: Hand, room: str) -> Made:  # noqa: C901 - a table of openings
    points, spades, hearts = hand.points, _length(hand, "S"), _length(hand, "H")
    if room == "o":
        if hand.is_balanced and 15 <= points <= 17:
            return Made("1N", ("15-17", "15-17 balanced", "15-17 bilanciata", "15-17 echilibrat"))
        if points >= 20:
            return Made("2C", ("20+", "strong, artificial", "forte, 20+", "tare, artificial"))
        if 5 <= points <= 10 and max(spades, hearts) == 6 and min(spades, hearts) < 4:
            return Made("2D", ("multi", "weak two in a major", "debole in una nobile", "slab cu o majoră"))
    else:
        if hand.is_balanced and 12 <= points <= 14:
            return Made("1N", ("12-14", "weak, 12-14", "senza debole", "fără atu 12-14"))
        if points >= 16:
            return Made("1C", ("16+", "strong club", "fiori forte", "treflă tare, 16+"))
        if 4 <= points <= 10 and spades >= 4 and hearts >= 4:
            return Made(
                "2D",
                ("both M, weak", "weak with both majors", "debole con le nobili", "slab cu ambele majore"),
            )
    if 6 <= points <= 10 and spades == 6:
        return Made("2S", ("weak", "weak two, six spades", "debole, sei picche", "slab, 6 pici"))
    if points < 12 or (max(spades, hearts) < 5 and _length(hand, "D") < 2):
        return Made("P")
    if max(spades, hearts) >= 5:
        return Made("1S" if spades >= hearts else "1H", ("5+", "five or more", "quinta", "5+ cărți"))
    return Made("1D", ("2+!d", "could be short", "almeno due quadri", "cel puțin 2 carouri"))


def _over_notrump(hand: Hand, room: str) -> Made:
    spades, hearts = _length(hand, "S"), _length(hand, "H")
    if hand.points >= 15:
        return Made("X", ("pen", "penalty, 15+", "punitivo", "contra de penalizare"))
    if hand.points >= 8 and spades >= 4 and hearts >= 4 and spades + hearts >= 9:
        return Made("2C", ("landy", "both majors", "bicolore nobile", "ambele majore"))
    if hand.points >= 8 and max(spades, hearts) >= 6 and room == "o":
        return Made("2D", ("1 M", "one major", "una nobile", "o majoră"))
    return Made("P")


def _response_to_notrump(hand: Hand) -> Made:
    spades, hearts = _length(hand, "S"), _length(hand, "H")
    if max(spades, hearts) >= 5:
        if hearts >= spades:
            return Made("2D", ("xfer", "transfer to hearts", "transfer per cuori", "transfer la cupe"))
        return Made("2H", ("!s", "5+ spades", "transfer", "transfer la pici"))
    if hand.points >= 8 and max(spades, hearts) == 4:
        return Made("2C", ("stayman", "Stayman", "chiede le nobili", "cerere de majore"))
    if hand.points >= 8:
        return Made("2N", ("inv", "invitational", "invitante", "invitațional"))
    return Made("P")


def _response(hand: Hand, opening: str) -> Made:
    if opening == "1N":
        return _response_to_notrump(hand)
    if opening == "1C":
        if hand.points <= 7:
            return Made("1D", ("0-7", "negative", "negativo, 0-7", "negativ, 0-7"))
        return Made("1H", ("8+ GF", "game forcing", "forcing manche", "forcing de manșă"))
    suit = opening[1]
    if opening in ("1H", "1S") and _length(hand, suit) >= 3 and 6 <= hand.points <= 12:
        if hand.points >= 10:
            return Made(f"3{suit}", ("limit", "limit raise", "appoggio limite", "susținere limită"))
        return Made(f"2{suit}", ("6-9", "6-9 with support", "6-9 con appoggio", "6-9 cu fit"))
    if opening == "2D":
        return Made("2H", ("p/c", "pass or correct", "passa o correggi", "pas sau corectează"))
    return Made("P")


def _calls(hands: list[Hand], dealer: int, room: str) -> list[Made]:
    """The calls of one table: an opening, an action over 1NT, a response, then passes."""
    calls: list[Made] = []
    for turn in range(4):
        entry = _opening(hands[(dealer + turn) % 4], room)
        calls.append(entry)
        if entry.call != "P":
            break
    else:
        return calls
    seat = dealer + len(calls)
    action = _over_notrump(hands[seat % 4], room) if calls[-1].call == "1N" else Made("P")
    response = _response(hands[(seat + 1) % 4], calls[-1].call) if action.call == "P" else Made("P")
    calls += [action, response]
    while [entry.call for entry in calls[-3:]] != ["P"] * 3:
        calls.append(Made("P"))
    return calls


def _deal_text(hands: list[Hand]) -> str:
    return "N:" + " ".join(str(hand) for hand in hands)


def make_rows(deals: int = DEALS, seed: int = SEED) -> Iterator[MadeNote]:
    """Every explained call of so many deals, the last third of them marked valid."""
    rng = np.random.default_rng(seed)
    for deal_id in range(deals):
        pack = rng.permutation(52)
        hands = [Hand(sum(1 << int(card) for card in pack[13 * seat : 13 * seat + 13])) for seat in range(4)]
        dealer = deal_id % 4
        for room in "oc":
            calls = _calls(hands, dealer, room)
            auction = " ".join(entry.call for entry in calls)
            for place, entry in enumerate(calls):
                if entry.texts:
                    yield MadeNote(
                        deal_id, deal_id // 10, room, "NESW"[dealer], VULNERABLE[deal_id // 4 % 4], _deal_text(hands),
                        auction, place, entry.texts[int(rng.integers(len(entry.texts)))],
                        "train" if deal_id < deals * 2 // 3 else "valid",
                    )  # fmt: skip


def read_rows(path: Path = ROWS) -> list[MadeNote]:
    """The rows of the committed file."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        assert next(rows) == list(MadeNote._fields)
        return [
            MadeNote(
                int(row[0]), int(row[1]), row[2], row[3], row[4], row[5], row[6], int(row[7]), row[8], row[9]
            )
            for row in rows
        ]


def save_rows(path: Path = ROWS) -> None:
    """Write the file again."""
    lines = ["\t".join(map(str, row)) for row in (MadeNote._fields, *make_rows())]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def write_notes(folder: Path, rows: list[MadeNote] | None = None) -> Path:
    """The folder after writing the made rows as deals, tables, events and notes."""
    kept_rows = rows or read_rows()
    notes = pd.DataFrame(kept_rows, columns=list(MadeNote._fields))
    deals = notes.drop_duplicates("deal_id")[["deal_id", "dealer", "vul", "deal", "split"]]
    tables = notes.drop_duplicates(["deal_id", "lin_id", "room"])[["deal_id", "lin_id", "room", "auction"]]
    tables = tables.assign(board=1, alert_mask=0, contract="P", tricks=-1, lead="", n_cards=0)
    events = pd.DataFrame(
        {"lin_id": sorted(set(notes["lin_id"])), "event": "made", "segment": "", "scoring": "I"}
    )
    deals.assign(n_tables=2, first_lin_id=deals["deal_id"] // 10, year=2010).to_parquet(
        folder / "deals.parquet"
    )
    tables.to_parquet(folder / "tables.parquet")
    events.assign(year=2010).to_parquet(folder / "events.parquet")
    notes[["deal_id", "lin_id", "room", "call", "text"]].to_parquet(folder / "notes.parquet")
    return folder
