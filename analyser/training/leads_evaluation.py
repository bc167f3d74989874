"""How well the lead model foretells leads, beside a beginner's rule and no knowledge at all."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import RANKS
from analyser.estimates.leads import AuctionAtLead, LeadModel
from analyser.report.charts import line_chart
from analyser.training.leads_data import Leads, read_leads
from analyser.training.measures import ShareScore, reliability
from analyser.training.model_page import fitted, page, table
from analyser.training.records import Half, drawn, in_half, split_and_half

_AT_ONCE: Final = 4096
_ACE, _KING, _QUEEN, _JACK, _TEN, _NINE = 12, 11, 10, 9, 8, 7
_DUMMY, _PARTNER, _DECLARER = 2, 4, 8
_OPPONENTS = _DUMMY | _DECLARER
_ABOUT: Final = (
    "<p>How well the lead model foretells what experts lead, on deals of the last years of the record that it was "
    "neither fitted to nor tuned on. What a partnership leads from which holding is unknown to the record; it holds "
    "experts only.</p>"
)
_HEADS: Final = ("", "n", "card", "first three", "log-loss", "ECE", "suit")


def leads_of(folder: Path, split: str) -> Leads:
    """The leads of a split; `choose` and `report` are the halves of `valid`, `all` is every lead."""
    name, half = split_and_half(split)
    leads = read_leads(folder, name)
    return leads.taken(np.flatnonzero(in_half(leads.deal_id, half)))


def evaluate_leads(
    folder: Path,
    split: str = "valid",
    sample: int | None = None,
    seed: int = 0,
    model: LeadModel | None = None,
) -> dict[str, Any]:
    """How well the lead model foretells the leads of a record, with its baselines on the same rows."""
    judged, leads = model or LeadModel.load(), leads_of(folder, split)
    leads = leads.taken(drawn(len(leads), sample, seed))
    ours, suits = score_leads(judged, leads)
    uniform, uniform_suits = scored(cards_held(leads) / 13, leads.chosen)
    taught, taught_suits = _taught_score(leads, judged.rule_share)
    contested = leads.auctions.contested[leads.auction]
    everything = np.ones(len(leads), np.bool_)
    # Every lead comes after an opening: that row is the whole.
    return {
        "model": "leads",
        **_figures(ours, suits, everything),
        "after_opening": _figures(ours, suits, everything),
        "contested": _figures(ours, suits, contested),
        "notrump": _figures(ours, suits, leads.auctions.contract[leads.auction] % 5 == 4),
        "baselines": {
            "uniform": _figures(uniform, uniform_suits, everything),
            "fourth_best": _figures(taught, taught_suits, everything),
        },
        "other_table": _other_table(leads),
    }


def _figures(score: ShareScore, suits: ShareScore, rows: NDArray[np.bool_]) -> dict[str, Any]:
    figures = score.where(rows).figures()
    return figures | {"suit_top1": suits.where(rows).figures()["top1"]}


def scored(shares: NDArray[np.float64], chosen: NDArray[np.int64]) -> tuple[ShareScore, ShareScore]:
    """The score by card, and by suit."""
    suits = shares.reshape(-1, 4, 13).sum(axis=2)
    return ShareScore.of(shares, chosen), ShareScore.of(suits, chosen // 13)


def score_leads(model: LeadModel, leads: Leads) -> tuple[ShareScore, ShareScore]:
    """The score of the model, by card and by suit, so many leads at a time."""
    parts, suits = [], []
    known = leads.auctions
    for start in range(0, len(leads), _AT_ONCE):
        part = leads.taken(np.arange(start, min(start + _AT_ONCE, len(leads))))
        met, which = np.unique(part.auction, return_inverse=True)
        seen = [
            AuctionAtLead(
                tuple(known.features[known.start[place] : known.start[place + 1]].tolist()),
                tuple(known.roles[place].tolist()),
                int(known.contract[place]),
                0,
            )
            for place in met.tolist()
        ]
        shares = model.answer(seen, which.astype(np.int64), part.hand, part.vulnerable, part.form)
        by_card, by_suit = scored(shares, part.chosen)
        parts.append(by_card)
        suits.append(by_suit)
    return ShareScore.joined(parts), ShareScore.joined(suits)


def cards_held(leads: Leads) -> NDArray[np.float64]:
    """One for each card held, a row a leader."""
    return (leads.hand[:, None] >> np.arange(52) & 1).astype(np.float64)


def _taught(leads: Leads) -> NDArray[np.int64]:
    known = leads.auctions
    trump = known.contract % 5
    return np.array(
        [
            taught_lead(mask, known.roles[auction].tolist(), int(trump[auction]))
            for mask, auction in zip(leads.hand.tolist(), leads.auction.tolist(), strict=True)
        ],
        np.int64,
    )


def rule_share(leads: Leads) -> float:
    """How often the record led the card taught: what the rule's card gets in the baseline."""
    return float((_taught(leads) == leads.chosen).mean())


def _taught_score(leads: Leads, share: float) -> tuple[ShareScore, ShareScore]:
    shares = cards_held(leads) * (1 - share) / 12
    shares[np.arange(len(leads)), _taught(leads)] = share
    return scored(shares, leads.chosen)


def _other_table(leads: Leads) -> dict[str, Any]:
    """How often two experts with the same hand after the same auction led the same: about the ceiling."""
    groups: dict[tuple[int, int], list[int]] = {}
    for hand, auction, card in zip(
        leads.hand.tolist(), leads.auction.tolist(), leads.chosen.tolist(), strict=True
    ):
        groups.setdefault((hand, auction), []).append(card)
    pairs = [pair for led in groups.values() for pair in pairwise(led)]
    same = sum(a == b for a, b in pairs)
    suits = sum(a // 13 == b // 13 for a, b in pairs)
    if not pairs:
        return {"n": 0, "top1": None, "suit_top1": None}
    return {"n": len(pairs), "top1": same / len(pairs), "suit_top1": suits / len(pairs)}


def taught_lead(mask: int, roles: Sequence[int], trump: int) -> int:
    """The card the textbook leads from this hand; `roles` say for each suit who bid it, `trump` 4 is notrump.

    >>> taught_lead(0b1111100000000 << 39 | 0b11 << 26 | 0b111 << 13 | 0b111, (0, 0, 0, 0), 4)
    51
    """
    holdings = [[place for place in range(12, -1, -1) if mask >> 13 * suit + place & 1] for suit in range(4)]
    suit = _suit(holdings, roles, trump)
    return suit * 13 + _card(holdings[suit], notrump=trump == 4)


def _suit(holdings: list[list[int]], roles: Sequence[int], trump: int) -> int:
    sides = [suit for suit in range(4) if suit != trump and holdings[suit]] or [trump]
    partner = [suit for suit in sides if roles[suit] & _PARTNER]
    if partner:
        return max(partner, key=lambda suit: len(holdings[suit]))
    if trump == 4:
        unbid = [suit for suit in sides if not roles[suit] & _OPPONENTS] or sides
        return max(unbid, key=lambda suit: (len(holdings[suit]), sum(holdings[suit])))
    strong = [suit for suit in sides if _touching(holdings[suit]) >= _QUEEN]
    if strong:
        return max(strong, key=lambda suit: holdings[suit][0])
    short = [suit for suit in sides if len(holdings[suit]) == 1 and holdings[suit][0] < _KING]
    if short and holdings[trump]:
        return short[0]
    safe = [suit for suit in sides if holdings[suit][0] != _ACE] or sides
    unbid = [suit for suit in safe if not roles[suit] & _OPPONENTS] or safe
    return max(unbid, key=lambda suit: len(holdings[suit]))


def _touching(holding: list[int]) -> int:
    """The higher of the two top cards when they touch and are honours or the ten and nine; else -1."""
    if len(holding) > 1 and holding[0] - holding[1] == 1 and holding[0] >= _TEN:
        return holding[0]
    return -1


def _card(holding: list[int], *, notrump: bool) -> int:
    length = len(holding)
    if _touching(holding) >= 0:
        third = holding[2] if length > 2 else -1
        if not notrump or length < 4 or holding[1] - third <= 2 or holding[0] == _ACE:
            return holding[0]
    if not notrump and holding[0] == _ACE:
        return _ACE
    if length >= 4:
        return holding[3]
    if length == 3 and holding[0] >= _TEN:
        return holding[2]
    return holding[0]


def write_lead_report(data: Path, models: Path, reports: Path) -> Path:
    """Write `leads.html` about the model in `models/leads`, from the report half; no record is in it."""
    model = LeadModel.load(models / "leads")
    leads = leads_of(data, Half.REPORT.value)
    figures = evaluate_leads(data, Half.REPORT.value, model=model)
    score, suits = score_leads(model, leads)
    parts = [
        _ABOUT,
        fitted(model.card, ("leads learned from", int(model.card.get("training", {}).get("leads", 0)))),
        _table_of_figures(figures),
        _by_contract(leads, score, suits),
        _by_rank(leads, score),
        _plots(model.card, score),
    ]
    reports.mkdir(parents=True, exist_ok=True)
    path = reports / "leads.html"
    path.write_text(page("The lead model", parts), encoding="utf-8", newline="\n")
    return path


def _row(name: str, figures: Mapping[str, Any]) -> tuple[object, ...]:
    return (name, *(figures.get(key) for key in ("n", "top1", "top3", "log_loss", "ece", "suit_top1")))


def _table_of_figures(evaluation: Mapping[str, Any]) -> str:
    rows = [
        _row("all leads", evaluation),
        _row("both sides bid", evaluation["contested"]),
        _row("at notrump", evaluation["notrump"]),
    ]
    rows += [_row(f"baseline {name}", figures) for name, figures in evaluation["baselines"].items()]
    rows.append(_row("another expert, same hand and auction", evaluation["other_table"]))
    return table("Figures on the report half", _HEADS, rows)


def _by_contract(leads: Leads, score: ShareScore, suits: ShareScore) -> str:
    """Where it does well and where not, by the kind of contract."""
    contract = leads.auctions.contract[leads.auction]
    level, strain = contract // 5 + 1, contract % 5
    rows = []
    for name, trumps in (
        ("notrump", strain == 4),
        ("a major", (strain == 2) | (strain == 3)),
        ("a minor", strain < 2),
    ):
        for lowest, highest in ((1, 2), (3, 3), (4, 4), (5, 5), (6, 7)):
            here = trumps & (level >= lowest) & (level <= highest)
            if here.sum() >= 50:
                figures = score.where(here).figures() | {"suit_top1": suits.where(here).figures()["top1"]}
                levels = str(lowest) if lowest == highest else f"{lowest}-{highest}"
                rows.append(_row(f"{name}, level {levels}", figures))
    return table("By contract: the highest log-loss is where it should be trusted least", _HEADS, rows)


def _by_rank(leads: Leads, score: ShareScore) -> str:
    """The rank really led: how often, and how often foretold."""
    rank = leads.chosen % 13
    rows = []
    for place in range(12, -1, -1):
        here: NDArray[np.bool_] = rank == place
        if here.any():
            figures = score.where(here).figures()
            rows.append(
                (
                    RANKS[place],
                    float(here.mean()),
                    figures["n"],
                    figures["top1"],
                    figures["top3"],
                    figures["log_loss"],
                )
            )
    return table("By the rank led", ("rank", "share of leads", "n", "first", "among three", "log-loss"), rows)


def _plots(card: Mapping[str, Any], score: ShareScore) -> str:
    curve = card.get("curve", {})
    passes = [float(number) for number in curve.get("pass", [])]
    lines = {
        name: list(zip(passes, map(float, curve[key]), strict=True))
        for key, name in (("fitted", "while fitting"), ("log_loss", "held out"))
        if key in curve
    }
    bins = [(said, came) for said, came, _ in reliability(score.top, score.rank == 0)]
    return line_chart(
        "Log-loss after each pass over the record", lines, across="pass", up="log-loss"
    ) + line_chart(
        "Share of the likeliest card against how often it was led",
        {"report half": bins},
        across="foretold",
        up="led",
        diagonal=True,
    )
