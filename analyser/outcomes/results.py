"""From final contracts to results: the opening lead by the record, tricks double dummy after it, then real play."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from analyser.bridge import PASSED_OUT, Card, Contract, Deal, Result, Seat, Strain, Vulnerability
from analyser.casefile import Form
from analyser.outcomes.auction_tree import Ended
from analyser.reasoning import Finding, LeadsModel, NotSolved, Outcome, Path, TrickCounter, TrickKernel
from analyser.scoring import score_ns

__all__ = ["Counting", "Judged", "Unsolved", "outcomes_of"]

_PATHS_KEPT = 4
_LEAST_OUTCOME = 0.002


@dataclass(frozen=True, slots=True)
class Counting:
    """What turns a contract into tricks: a counter of double-dummy tricks, a lead model, the kernel of real play.

    `leads` and `kernel` may be absent: then every lead counts alike, or double dummy is taken at its word.
    """

    counter: TrickCounter
    leads: LeadsModel | None
    kernel: TrickKernel | None
    form: Form


@dataclass(frozen=True, slots=True)
class Unsolved:
    """A contract whose tricks could not be counted, and the share of the paths that end in it."""

    contract: Contract
    probability: float


@dataclass(frozen=True, slots=True)
class Judged:
    """What a director found of the lead and of declarer's tricks: against one contract, or against any (none named)."""

    leads: Mapping[Contract | None, Card] = field(default_factory=dict)
    tricks: Mapping[Contract | None, int] = field(default_factory=dict)


_Found = TypeVar("_Found")


def _of_contract(found: Mapping[Contract | None, _Found], contract: Contract) -> _Found | None:
    """The finding on this contract, before the one on any."""
    return found.get(contract, found.get(None))


def outcomes_of(
    ended: Iterable[Ended],
    deal: Deal,
    vulnerability: Vulnerability,
    counting: Counting,
    judged: Judged | None = None,
) -> tuple[tuple[Outcome, ...], float, tuple[Unsolved, ...]]:
    """Equal results merged, the likeliest first; what was too small to keep; what was not solved.

    A director may fix the lead, or declarer's tricks, against all contracts or one.
    """
    found_by = judged or Judged()
    mass: dict[Result, float] = {}
    ways: dict[Result, list[Path]] = {}
    double_dummy: dict[Result, int] = {}
    unsolved: list[Unsolved] = []
    ended = tuple(ended)
    known = _solved(ended, deal, counting.counter)
    for one in ended:
        contract = one.auction.contract
        if contract is None:
            _add(mass, ways, PASSED_OUT, one, one.probability, None)
            continue
        solved = known[contract.strain, contract.declarer]
        if isinstance(solved, NotSolved):
            unsolved.append(Unsolved(contract, one.probability))
            continue
        lead, tricks = _of_contract(found_by.leads, contract), _of_contract(found_by.tricks, contract)
        shares = _lead_shares(one, deal, contract, counting, solved, lead)
        for made, p, best in _tricks(contract, solved, shares, counting, tricks):
            result = Result(contract, made)
            double_dummy[result] = round(sum(share * solved[card] for card, share in shares.items()))
            _add(mass, ways, result, one, one.probability * p, best)
    small = sum(p for p in mass.values() if p < _LEAST_OUTCOME)
    kept = sorted((r for r, p in mass.items() if p >= _LEAST_OUTCOME), key=lambda r: (-mass[r], str(r)))
    found = tuple(
        Outcome(
            id=f"o{number}",
            result=result,
            score_ns=score_ns(result, vulnerability),
            probability=mass[result],
            legal=True,
            because=(Finding.of("outcomes.reached", result=result, ways=len(ways[result])),),
            paths=tuple(sorted(ways[result], key=lambda path: -path.probability)[:_PATHS_KEPT]),
            dd_tricks=double_dummy.get(result),
        )
        for number, result in enumerate(kept, 1)
    )
    return found, small, tuple(unsolved)


def _solved(
    ended: Iterable[Ended], deal: Deal, counter: TrickCounter
) -> dict[tuple[Strain, Seat], Mapping[Card, int] | NotSolved]:
    """Declarer's tricks after each lead, once for each denomination and declarer, together where the counter can."""
    contracts = (one.auction.contract for one in ended)
    asked = {(contract.strain, contract.declarer): contract for contract in contracts if contract is not None}
    together = getattr(counter, "leads_many", None)
    if together is None:
        found = [counter.leads(deal, contract) for contract in asked.values()]
    else:
        found = together([(deal, contract) for contract in asked.values()])
    return dict(zip(asked, found, strict=True))


def _add(
    mass: dict[Result, float],
    ways: dict[Result, list[Path]],
    result: Result,
    one: Ended,
    p: float,
    lead: Card | None,
) -> None:
    if p <= 0:
        return
    mass[result] = mass.get(result, 0.0) + p
    ways.setdefault(result, []).append(Path(one.since, lead, p))


def _lead_shares(
    one: Ended,
    deal: Deal,
    contract: Contract,
    counting: Counting,
    solved: Mapping[Card, int],
    lead: Card | None,
) -> dict[Card, float]:
    if lead is not None and lead in solved:
        return {lead: 1.0}
    hand = deal[contract.leader]
    if counting.leads is None:
        return {card: 1 / len(solved) for card in solved}
    shares = counting.leads.leads(hand, one.auction, contract)
    return {card: shares[card] for card in solved if shares.get(card, 0.0) > 0}


def _tricks(
    contract: Contract,
    solved: Mapping[Card, int],
    shares: Mapping[Card, float],
    counting: Counting,
    fixed: int | None,
) -> Iterable[tuple[int, float, Card | None]]:
    """Each number of tricks with its chance and the lead that speaks most for it."""
    best: dict[int, tuple[float, Card]] = {}
    chance: dict[int, float] = {}
    for card, share in shares.items():
        if fixed is not None:
            spread: Sequence[float] = [float(made == fixed) for made in range(14)]
        elif counting.kernel is None:
            spread = [float(made == solved[card]) for made in range(14)]
        else:
            spread = counting.kernel.tricks(solved[card], contract, counting.form)
        for made, p in enumerate(spread):
            if p <= 0:
                continue
            chance[made] = chance.get(made, 0.0) + share * p
            if share * p > best.get(made, (0.0, card))[0]:
                best[made] = (share * p, card)
    for made, p in sorted(chance.items()):
        yield made, p, best[made][1] if made in best else None
