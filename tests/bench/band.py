"""The band is as wide as tables at one decision were apart: nine tenths of their means, or a little more, fall inside it.

Real tables of held-out years, four or more at one contested decision that the call model holds to be open: the tree is
grown from there. What two of the tables have in common beyond the tree's mean tells how sure the tree's shares are (by
the deals of one half of the years), and how often the mean of the tables falls inside the band that follows (by the other).
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from analyser.bridge import CALLS, Auction, Call, Contract, Deal, Hand, Result, Seat, Side, Vulnerability
from analyser.casefile import Form
from analyser.errors import AnalyserError
from analyser.estimates.services import CallsModel, Services, open_services
from analyser.ruling.outcomes.auction_tree import grow_auctions
from analyser.ruling.outcomes.results import Playout, outcomes_of
from analyser.ruling.sensitivity import AS_ESTIMATED
from analyser.scoring import imps, score_ns
from tests.bench.lab.records import SEATS, VULNERABLE, Half, hand_masks, in_half, parse_calls, read_frame
from tests.bench.promise import Figure, Measured
from tests.support import ROOT

_DATA = ROOT.parent / "shared" / "data" / "vugraph"
_NODES = 200
_FEWEST = 4  # tables at one decision
_OPEN = 0.85  # a decision is open when the likeliest call is no likelier
_DRAWS = 2000
_NO_BID = 2  # pass, double and redouble have the numbers up to this


@dataclass(frozen=True, slots=True)
class Node:
    """A decision several tables stood at: what the tree says of the score, and what they scored, in IMPs."""

    worth: tuple[float, ...]
    chance: tuple[float, ...]
    real: tuple[float, ...]

    @property
    def mean(self) -> float:
        """What the tree expects."""
        return float(np.dot(self.worth, self.chance))

    @property
    def spread(self) -> float:
        """The variance of one table, by the tree."""
        return float(np.dot(np.square(np.array(self.worth) - self.mean), self.chance))


def measure() -> Measured:
    """The number fitted on one half, the coverage on the other with the number shipped."""
    if not _DATA.is_dir():
        return Measured((), skipped="the record is not beside the checkout (../shared/data)")
    with open_services() as services:
        fitted = as_if_seen(list(nodes(_DATA, Half.CHOOSE, services, _NODES)))
        others = list(nodes(_DATA, Half.REPORT, services, _NODES))
    shipped = AS_ESTIMATED
    figures = (
        Figure(
            "deals the shares are worth, by the tables of one half", round(fitted, 1), "deals", 1, "at least"
        ),
        Figure("the same, by the other half", round(as_if_seen(others), 1), "deals", 1, "at least"),
        Figure(
            "means of tables inside the band, the other half",
            covered(others, shipped),
            "of all",
            0.85,
            "at least",
        ),
        Figure(
            "means of tables inside the band, the other half",
            covered(others, shipped),
            "of all",
            0.95,
            "at most",
        ),
        Figure("decisions asked", len(others), "decisions", 100, "at least"),
    )

    return Measured(figures)


def as_if_seen(nodes: Sequence[Node]) -> float:
    """By how much two tables at one decision agree beyond the tree: as if so many deals had been seen.

    Were the shares drawn again for each decision as if from so many deals, two tables would have the fraction
    1 / (n + 1) of the tree's variance in common.
    """
    common = spread = 0.0
    for node in nodes:
        for one, other in combinations(node.real, 2):
            weight = 1 / (len(node.real) * (len(node.real) - 1) / 2)
            common += weight * (one - node.mean) * (other - node.mean)
            spread += weight * node.spread
    return spread / common - 1 if common > 0 else float("inf")


def covered(found: Sequence[Node], seen: float) -> float:
    """How often the mean of the tables lies where nine tenths of the means of so many draws fall."""
    rng = np.random.default_rng(7)
    inside = 0
    for node in found:
        shares = rng.dirichlet([max(p * seen, 0.05) for p in node.chance], _DRAWS)
        counts = np.array([rng.multinomial(len(node.real), share / share.sum()) for share in shares])
        means = counts @ np.array(node.worth) / len(node.real)
        low, high = np.quantile(means, [0.05, 0.95])
        inside += bool(low - 1e-9 <= np.mean(node.real) <= high + 1e-9)
    return round(inside / len(found), 3)


def nodes(folder: Path, half: Half, services: Services, count: int, seed: int = 12) -> Iterator[Node]:
    """Some decisions drawn by seed, one a deal at most."""
    deals = read_frame(folder, "deals", ["deal_id", "dealer", "vul", "deal", "n_tables", "split"])
    deals = deals[(deals["split"].astype(str) == "valid") & (deals["n_tables"] >= _FEWEST)]
    deals = deals[in_half(deals["deal_id"].to_numpy(np.int64), half)]
    tables = read_frame(folder, "tables", ["deal_id", "auction", "contract", "tricks", "n_cards"])
    tables = tables[tables["deal_id"].isin(deals["deal_id"]) & (tables["n_cards"] >= 8)]
    by_deal = dict(iter(tables.groupby("deal_id")))
    rng = np.random.default_rng(seed)
    total = 0
    for place in rng.permutation(len(deals)).tolist():
        row = deals.iloc[place]
        rows = by_deal.get(row["deal_id"])
        if rows is None or len(rows) < _FEWEST:
            continue
        masks = hand_masks([row["deal"]])[0].tolist()
        north, east, south, west = map(Hand, masks)
        deal = Deal((north, east, south, west))
        vulnerability = list(Vulnerability)[VULNERABLE[str(row["vul"])]]
        node = _node(rows, Seat(SEATS[str(row["dealer"])]), deal, vulnerability, services, rng)
        if node is not None:
            yield node
            total += 1
            if total == count:
                return


def _node(
    rows: Any,
    dealer: Seat,
    deal: Deal,
    vulnerability: Vulnerability,
    services: Services,
    rng: np.random.Generator,
) -> Node | None:
    """One open decision of a deal, drawn at random, with the tree from there on."""
    model, counter = services.calls, services.tricks
    if model is None or counter is None:
        return None
    open_ = list(_open(rows, dealer, deal, vulnerability, model))
    if not open_:
        return None
    auction, shares, results = open_[int(rng.integers(len(open_)))]
    grown = grow_auctions(auction, shares, deal, vulnerability, Form.IMPS, model, lambda _a, _s: frozenset())
    played = Playout(deal, services, Form.IMPS)
    outcomes, _, unsolved = outcomes_of(grown.ended, vulnerability, played)
    if unsolved or not outcomes:
        return None
    total = sum(outcome.probability or 0.0 for outcome in outcomes)
    datum = (
        round(sum((outcome.probability or 0.0) * outcome.score_ns for outcome in outcomes) / total / 10) * 10
    )
    worth: dict[int, float] = defaultdict(float)
    for one in outcomes:
        worth[imps(one.score_ns - datum)] += (one.probability or 0.0) / total
    try:
        real = tuple(float(imps(_points(*result, vulnerability) - datum)) for result in results)
    except AnalyserError:  # a mistyped contract
        return None
    return Node(tuple(map(float, worth)), tuple(worth.values()), real)


def _open(
    rows: Any,
    dealer: Seat,
    deal: Deal,
    vulnerability: Vulnerability,
    model: CallsModel,
) -> Iterator[tuple[Auction, dict[Call, float], list[tuple[str, int]]]]:
    """The contested decisions enough tables stood at and the model holds to be open, with what the tables scored."""
    standing: dict[tuple[int, ...], list[tuple[str, int]]] = defaultdict(list)
    for text, contract, tricks in zip(rows["auction"], rows["contract"], rows["tricks"], strict=True):
        calls = parse_calls(text)
        for length in range(2, len(calls) - 2):
            standing[calls[:length]].append((str(contract), int(tricks)))
    for prefix, results in sorted(standing.items()):
        auction = Auction(dealer, tuple(CALLS[code] for code in prefix))
        sides = {auction.seat_of(number).side for number, code in enumerate(prefix, 1) if code > _NO_BID}
        if len(results) < _FEWEST or auction.is_over or len(sides) < len(Side):
            continue
        shares = dict(model.calls(deal[auction.turn], auction, vulnerability, Form.IMPS).shares)
        if max(shares.values()) <= _OPEN:
            yield auction, shares, results


def _points(contract: str, tricks: int, vulnerability: Vulnerability) -> int:
    """The record's `4SXW` and a number of tricks, in points to North-South."""
    if contract == "P":
        return 0
    level, strain, doubled, seat = contract[0], contract[1], contract[2:-1], contract[-1]
    name = f"{level}{'NT' if strain == 'N' else strain}{doubled} by {seat}"
    return score_ns(Result(Contract.parse(name), tricks), vulnerability)
