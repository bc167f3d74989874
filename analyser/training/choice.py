"""How far experts' choices follow what an action is worth to their own hand, by the IMP (for `peers.choosing`).

At a turn of the record the custom of the auction is what the call model gives the seat whatever it holds; the value of
each candidate is measured for the hand held, in deals that fit what the player had heard. The pull is the factor by
which the hand's own values turn the custom into the choices made: maximum likelihood, one number for calls and one for
leads. Noise in the values makes it smaller than it would be with values known exactly; it is used with values as noisy.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import CALLS, PACK, Auction, Hand, Seat, Vulnerability
from analyser.casefile import Form
from analyser.errors import BridgeError
from analyser.estimates.action_values import advantage, contracts, points, points_of_leads
from analyser.estimates.calls import CallModel
from analyser.estimates.hidden_hands import Observer, after_auction, deals_believed
from analyser.estimates.leads import LeadModel
from analyser.estimates.services import TrickCounter
from analyser.training.card import provenance, toml_text
from analyser.training.records import (
    SEATS,
    VULNERABLE,
    Half,
    digest,
    drawn,
    hand_masks,
    in_half,
    parse_calls,
    read_frame,
)

WORLDS: Final = 60
_CANDIDATES: Final = 5
_LEAST: Final = 0.03
_CUSTOM: Final = 300  # hands by which the custom of an auction is told
_MOST: Final = 1.0  # an IMP is not followed more than this, whatever the custom leaves unexplained
_GRAIN: Final = 1e-4  # nothing is quite unheard of
_CARDS: Final = {str(card): card.index for card in PACK}
_VULNERABLE: Final = (Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.ALL)


@dataclass(frozen=True, slots=True, eq=False)
class ChoiceMade:
    """One choice of the record: what is customary, what each action was worth, which was taken."""

    custom: NDArray[np.float64]
    value: NDArray[np.float64]
    taken: int


@dataclass(frozen=True, slots=True, eq=False)
class RecordedTable:
    """One table of the record: who dealt, the calls, the vulnerability, the four hands, the lead where it is known."""

    dealer: Seat
    calls: tuple[int, ...]
    vulnerability: Vulnerability
    hands: tuple[int, ...]
    lead: int | None

    def auction(self, place: int) -> Auction:
        """The auction before a call (counted from 0)."""
        return Auction(self.dealer, tuple(CALLS[code] for code in self.calls[:place]))

    def player(self, seat: Seat, place: int) -> Observer:
        """A player with his hand and the auction he has heard."""
        return Observer(seat, Hand(self.hands[seat]), self.auction(place), self.vulnerability, Form.IMPS)


def fit_sensitivity(turns: list[ChoiceMade]) -> tuple[float, float]:
    """The pull that makes the choices likeliest, and its standard error."""

    def slope(pull: float) -> tuple[float, float]:
        first = second = 0.0
        for turn in turns:
            weight = turn.custom * np.exp(pull * (turn.value - turn.value.max()))
            weight = weight / weight.sum()
            mean = float(weight @ turn.value)
            first += float(turn.value[turn.taken]) - mean
            second += float(weight @ turn.value**2) - mean**2
        return first, second

    low, high = -_MOST, _MOST
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle)[0] > 0 else (low, middle)
    return (low + high) / 2, slope((low + high) / 2)[1] ** -0.5


def likelihood_gain(turns: list[ChoiceMade], pull: float) -> float:
    """By how much the mean log-likelihood of a choice rises over the custom alone."""
    total = 0.0
    for turn in turns:
        plain = turn.custom / turn.custom.sum()
        weight = turn.custom * np.exp(pull * (turn.value - turn.value.max()))
        total += float(np.log(weight[turn.taken] / weight.sum()) - np.log(plain[turn.taken]))
    return total / len(turns)


def call_turns(
    tables: Sequence[RecordedTable], model: CallModel, counter: TrickCounter, rng: np.random.Generator
) -> Iterator[ChoiceMade]:
    """A turn after the opening bid of each table, where the model sees more than one call for the hand."""
    for table in tables:
        opened = next((place for place, code in enumerate(table.calls) if code > 2), len(table.calls))
        if opened + 1 >= len(table.calls):
            continue
        place = int(rng.integers(opened + 1, len(table.calls)))
        player = table.player(table.auction(place).turn, place)
        turn = _call_turn(player, table.calls[place], model, counter, rng)
        if turn is not None:
            yield turn


def _call_turn(
    player: Observer, taken: int, model: CallModel, counter: TrickCounter, rng: np.random.Generator
) -> ChoiceMade | None:
    auction, vulnerability, form = player.auction, player.vulnerability, player.form
    shares = model.over_hands(np.array([player.hand.mask]), auction, vulnerability, form)[0]
    candidates = [int(code) for code in np.argsort(-shares)[:_CANDIDATES] if shares[code] >= _LEAST]
    if len(candidates) < 2 or taken not in candidates:
        return None
    try:
        deals = deals_believed(player, (), model, WORLDS, rng)
        any_hand = after_auction(model, auction, {}, vulnerability, _CUSTOM, rng, form=form)
    except BridgeError:
        return None
    if len(deals) < WORLDS or not len(any_hand):
        return None
    hands = any_hand.picked(_CUSTOM, rng).hands[:, player.seat]
    custom = model.over_hands(hands, auction, vulnerability, form).mean(0)[candidates]
    ended = contracts(auction, [CALLS[code] for code in candidates], deals, vulnerability, form, model)
    points_by_deal, _ = points(deals, ended, counter, vulnerability)
    value = advantage(points_by_deal, shares[candidates].tolist(), _sign(player.seat))
    if len(value) < WORLDS // 2:
        return None
    return ChoiceMade(custom + _GRAIN, value.mean(0), candidates.index(taken))


def lead_turns(
    tables: Sequence[RecordedTable],
    model: CallModel,
    leads: LeadModel,
    counter: TrickCounter,
    rng: np.random.Generator,
) -> Iterator[ChoiceMade]:
    """The opening lead of each table as a choice of suit; a suit is as customary as it is long."""
    for table in tables:
        auction = table.auction(len(table.calls))
        contract = auction.contract if auction.is_over else None
        if contract is None or table.lead is None:
            continue
        player = table.player(contract.leader, len(table.calls))
        cards = [card.index for card in player.hand]
        if table.lead not in cards:
            continue
        try:
            deals = deals_believed(player, (), model, WORLDS, rng)
        except BridgeError:
            continue
        if len(deals) < WORLDS:
            continue
        share = leads.leads(player.hand, auction, contract)
        shares = np.array([share[PACK[index]] for index in cards])
        points_by_deal, _ = points_of_leads(deals, cards, contract, counter, player.vulnerability)
        value = advantage(points_by_deal, shares.tolist(), _sign(player.seat)).mean(0)
        turn = _suits(cards, value, shares, table.lead)
        if turn is not None:
            yield turn


def _suits(
    cards: list[int], value: NDArray[np.float64], shares: NDArray[np.float64], lead: int
) -> ChoiceMade | None:
    suits = np.array([index // 13 for index in cards])
    suits_held = sorted(set(suits.tolist()))
    if len(suits_held) < 2 or not np.isfinite(value).all():
        return None
    mean = [
        float(np.average(value[suits == suit], weights=shares[suits == suit] + _GRAIN)) for suit in suits_held
    ]
    custom = np.array([float((suits == suit).sum()) for suit in suits_held])
    return ChoiceMade(custom, np.array(mean), suits_held.index(lead // 13))


def _sign(seat: Seat) -> int:
    return 1 if seat in (Seat.N, Seat.S) else -1


def recorded_tables(folder: Path, half: Half, sample: int, seed: int) -> list[RecordedTable]:
    """Some tables of one half of the held-out years, drawn by seed."""
    deals = read_frame(folder, "deals", ["deal_id", "dealer", "vul", "deal", "split"])
    deals = deals[deals["split"].astype(str) == "valid"]
    deals = deals[in_half(deals["deal_id"].to_numpy().astype(np.int64), half)]
    tables = read_frame(folder, "tables", ["deal_id", "auction", "lead"])
    tables = tables[tables["deal_id"].isin(set(deals["deal_id"]))]
    tables = tables.iloc[drawn(len(tables), sample, seed)]
    place = {deal: row for row, deal in enumerate(deals["deal_id"].tolist())}
    tables_seen = []
    for deal_id, auction, lead in zip(tables["deal_id"], tables["auction"], tables["lead"], strict=True):
        deal = deals.iloc[place[deal_id]]
        hands = tuple(hand_masks([deal["deal"]])[0].tolist())
        tables_seen.append(
            RecordedTable(
                Seat(SEATS[str(deal["dealer"])]),
                parse_calls(auction),
                _VULNERABLE[VULNERABLE[str(deal["vul"])]],
                hands,
                _CARDS.get(str(lead)),
            )
        )
    return tables_seen


def train_choice(
    data: Path,
    models: Path,
    counter: TrickCounter,
    *,
    sample: int = 300,
    seed: int = 0,
    tell: Callable[[str], None] = lambda _: None,
) -> dict[str, Any]:
    """Fit both pulls on one half of the held-out years, report on the other, and write them with their card."""
    model, leads = CallModel.load(), LeadModel.load()
    fitted: dict[str, dict[str, Any]] = {}
    for half in (Half.CHOOSE, Half.REPORT):
        tables = recorded_tables(data, half, sample, seed)
        rng = np.random.default_rng([seed, list(Half).index(half)])
        chosen = {
            "calls": list(call_turns(tables, model, counter, rng)),
            "leads": list(lead_turns(tables[: sample // 2], model, leads, counter, rng)),
        }
        for name, turns in chosen.items():
            pull, error = fit_sensitivity(turns)
            used = pull if half is Half.CHOOSE else fitted[name]["pull"]
            figures = {"pull": pull, "error": error, "n": len(turns), "gain": likelihood_gain(turns, used)}
            fitted.setdefault(name, figures)
            if half is Half.REPORT:
                fitted[name]["report"] = figures
            tell(f"{half.value} {name}: {figures}")
    raw = json.dumps(
        {
            "calls": round(fitted["calls"]["pull"], 3),
            "leads": round(fitted["leads"]["pull"], 3),
            "worlds": WORLDS,
        },
        indent=1,
    ).encode()
    card = _card(data, fitted, sample, seed, raw)
    folder = models / "choice"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.json").write_bytes(raw)
    (folder / "card.toml").write_text(toml_text(card), encoding="utf-8", newline="\n")
    return card


def _card(
    data: Path, fitted: dict[str, dict[str, Any]], sample: int, seed: int, raw: bytes
) -> dict[str, Any]:
    files = {name: digest(data, (name,)) for name in ("deals", "tables")}
    return {
        "model": {"name": "choice", "sha256": sha256(raw).hexdigest(), "bytes": len(raw)},
        "use": {
            "intended": "how a player's choice moves when an action is worth more or less than he was led to think",
            "not_for": "what an action is worth, or whether it is a logical alternative",
            "unit": "by the IMP; the value of an action is measured double dummy after the likeliest auction",
            "classes": "experts only are learned",
            "noise": "values known exactly would pull harder: the figures hold for values measured in as many deals",
        },
        "fit": provenance("analyser.training.choice:train_choice", seed, files) | {"tables": sample},
        **fitted,
    }
