"""From a branch to estimated outcomes: the auction continued, its contracts played, everything left out counted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyser.bridge import Auction, Call, Card, PointsOnly, Result, Seat, Side
from analyser.casefile import Case, Form, Moment
from analyser.estimates.services import Services
from analyser.laws import Jurisdiction, addresses
from analyser.messages import decimal_text
from analyser.ruling import Argument, Branch, Finding, FindingClass, Outcome, Rest
from analyser.ruling.currency import Currency
from analyser.ruling.outcomes.auction_tree import Grown, grow_auctions
from analyser.ruling.outcomes.corrected_line import Again, Followed, Growing, Line, after_cards, follow
from analyser.ruling.outcomes.overrides import Overrides, overrides_of
from analyser.ruling.outcomes.results import Counting, Played, Tally, outcomes_of
from analyser.scoring import score_ns


def seen_elsewhere(case: Case, node: Auction, outcomes: Sequence[Outcome]) -> Iterator[Finding]:
    """What other tables came to from this node, each result with its tables and the chance it has here.

    A table whose auction left ours before the node says nothing of what would have followed, and is only counted.
    """
    tables = (case.comparison.tables if case.comparison else None) or ()
    if not tables:
        return
    made: dict[Result | PointsOnly, int] = {}
    for one in tables:
        if len(one.auction) > len(node) and one.auction[: len(node)] == node.calls:
            made[one.result] = made.get(one.result, 0) + one.times
    there, known = sum(made.values()), sum(one.times for one in tables)
    if not there:
        yield _told("outcomes.nobody-there", known=known)
        return
    rows = sorted(made.items(), key=lambda pair: (-pair[1], str(pair[0])))
    results = tuple(f"{result} ×{times} ({_chance(result, outcomes)} %)" for result, times in rows)
    yield _told("outcomes.elsewhere", there=there, known=known, results=results)


def _chance(result: Result | PointsOnly, outcomes: Sequence[Outcome]) -> int:
    """The chance we give a result, or a bare score, in hundredths."""
    chances = [
        one.probability or 0.0
        for one in outcomes
        if one.result == result or (isinstance(result, PointsOnly) and one.score_ns == result.points)
    ]
    return round(100 * sum(chances))


def _told(code: str, **args: int | tuple[str, ...]) -> Finding:
    return Finding(code, tuple(args.items()), FindingClass.FACT, (), Rest.COMPUTED)


@dataclass(frozen=True, slots=True)
class Estimated:
    """The outcomes of a branch, how much was pruned, and what the reader should know."""

    outcomes: tuple[Outcome, ...]
    pruned: float
    findings: tuple[Finding, ...]


def estimate(case: Case, branch: Branch, services: Services) -> Estimated | None:
    """Grow the auction from a branch by the four actual hands; none when something it needs is not there."""
    deal, vulnerability, auction = case.deal, case.vulnerability, branch.auction
    if (
        deal is None
        or vulnerability is None
        or auction is None
        or services.calls is None
        or services.tricks is None
    ):
        return None
    first = {action: share for action, share in branch.legal if isinstance(action, Call)}
    if not first:
        return _of_cards(case, branch, services)
    suggested = frozenset(action for action in branch.barred if isinstance(action, Call))

    def barred(reached: Auction, seat: Seat) -> frozenset[Call]:
        here = len(reached) == len(auction)
        return suggested if here or seat is branch.informed else frozenset()

    form = case.event.form or Form.IMPS
    theirs = overrides_of(case, branch, auction)
    grown = grow_auctions(
        auction, first, deal, vulnerability, form, services.calls, barred, fixed=theirs.shares
    )
    counting = Counting(services.tricks, services.leads, services.kernel, form)
    outcomes, small, unsolved = outcomes_of(grown.ended, deal, vulnerability, counting, theirs.judged)
    told = [_grown(branch, grown), *theirs.findings(grown.ended), *seen_elsewhere(case, auction, outcomes)]
    told += [one.told for one in unsolved]
    lost = grown.pruned + small + sum(one.probability for one in unsolved)
    return Estimated(outcomes, lost, tuple(told))


def _of_cards(case: Case, branch: Branch, services: Services) -> Estimated | None:
    """Another lead, counted and played as in the record; another card of the play, on the recorded line."""
    deal, vulnerability, auction, contract = case.deal, case.vulnerability, case.auction, case.contract
    cards = {action: share for action, share in branch.legal if isinstance(action, Card)}
    if deal is None or vulnerability is None or auction is None or contract is None or not cards:
        return None
    if services.tricks is None:
        return None
    form = case.event.form or Form.IMPS
    counting = Counting(services.tricks, services.leads, services.kernel, form)
    played = Played(deal, counting, overrides_of(case, branch, auction).judged)
    tally = Tally()
    if branch.at.moment is Moment.TRICK and (branch.at.number > 1 or branch.seat is not contract.leader):
        line = Line(deal, vulnerability, form, auction, contract, case.result, case.play, case.lead)
        if not after_cards(line, branch.seat, branch.at.number, cards, played, tally, 1.0):
            return None
    else:
        played.contract(contract, cards, tally, 1.0)
    left = tally.small + sum(one.probability for one in tally.unsolved)
    return Estimated(tally.outcomes(vulnerability), left, ())


def _grown(branch: Branch, grown: Grown) -> Finding:
    return Finding.of(
        "outcomes.grown",
        kind=FindingClass.JUDGEMENT,
        standing=Rest.ASSUMED,
        at=str(branch.at),
        nodes=grown.nodes,
        ends=len(grown.ended),
        pruned=round(grown.pruned + grown.folded, 3),
    )


@dataclass(frozen=True, slots=True)
class Expected:
    """The outcomes with the right explanation, what is left out of them, and why.

    `harmless`: why the wrong explanation cost the innocent side nothing, where that is so.
    """

    outcomes: tuple[Outcome, ...]
    pruned: float
    findings: tuple[Finding, ...]
    harmless: Finding | None


def expected(
    case: Case,
    branches: tuple[Branch, ...],
    services: Services,
    currency: Currency,
    law: Jurisdiction,
    innocent: Side,
) -> Expected | None:
    """Every decision made again, played out and compared; none when something it needs is not there."""
    told = _followed(case, branches, services)
    if told is None or case.vulnerability is None:
        return None
    followed, findings = told
    outcomes = followed.right.outcomes(case.vulnerability)
    lost = followed.pruned + followed.right.small + sum(one.probability for one in followed.right.unsolved)
    right, given = (_worth(tally, case, currency, innocent) for tally in (followed.right, followed.given))
    compared = Finding.of(
        "misinformation.expected",
        kind=FindingClass.JUDGEMENT,
        standing=Rest.ASSUMED,
        clauses=addresses("aim-of-adjusting", law.edition.year),
        side=innocent,
        right=decimal_text(right, 2),
        given=decimal_text(given, 2),
        unit=str(currency.form.unit),
    )
    node = branches[0].auction or case.auction
    beside = () if node is None else tuple(seen_elsewhere(case, node, outcomes))
    return Expected(outcomes, lost, (*findings, *beside, compared), _harmless(branches, law))


def _harmless(branches: tuple[Branch, ...], law: Jurisdiction) -> Finding | None:
    """Why there is no damage: the right explanation moves no decision, beyond chance, from what was done.

    Whether the innocent side would have had more is asked afterwards, against the table result (12B1).
    """
    moved = [one.remade.effect for one in branches if one.remade is not None]
    if not moved or any(effect is not False for effect in moved):
        return None
    clauses = addresses("aim-of-adjusting", law.edition.year)
    return Finding.of("misinformation.no-effect", kind=FindingClass.JUDGEMENT, clauses=clauses)


def _followed(
    case: Case, branches: tuple[Branch, ...], services: Services
) -> tuple[Followed, tuple[Finding, ...]] | None:
    deal, vulnerability, auction = case.deal, case.vulnerability, case.auction
    if deal is None or vulnerability is None or auction is None or services.tricks is None:
        return None
    form = case.event.form or Form.IMPS
    line = Line(deal, vulnerability, form, auction, case.contract, case.result, case.play, case.lead)
    decisions = tuple(_again(one, auction) for one in branches)
    theirs = [overrides_of(case, one, one.auction or auction) for one in branches]
    played = Played(deal, Counting(services.tricks, services.leads, services.kernel, form), theirs[0].judged)
    growing = None
    if services.calls is not None:
        growing = Growing(services.calls, _nobody, lambda begun: _fixed(case, branches[0], begun))
    followed = follow(line, decisions, played, growing)
    if followed is None or not followed.right.mass:
        return None
    return followed, _told_remade(branches, followed, theirs[0])


def _again(branch: Branch, auction: Auction) -> Again:
    remade = branch.remade
    given: Mapping[Call | Card, float] = {} if remade is None else dict(remade.given)
    trick = branch.at.number if branch.at.moment is Moment.TRICK else 0
    action = None if remade is None else remade.action
    before = branch.auction if branch.at.moment is Moment.CALL and branch.auction else auction
    return Again(branch.seat, action, before, dict(branch.legal), given or dict(branch.legal), trick)


def _nobody(_: Auction, __: Seat) -> frozenset[Call]:
    """Nothing is barred: what the offenders may not use is another incident."""
    return frozenset()


def _fixed(case: Case, branch: Branch, begun: Auction) -> Mapping[tuple[Call, ...], Mapping[Call, float]]:
    return overrides_of(case, branch, begun).shares


def _told_remade(branches: tuple[Branch, ...], followed: Followed, theirs: Overrides) -> tuple[Finding, ...]:
    told: list[Finding] = []
    if followed.nodes:
        told.append(
            Finding.of(
                "outcomes.grown",
                kind=FindingClass.JUDGEMENT,
                standing=Rest.ASSUMED,
                at=str(branches[0].at),
                nodes=followed.nodes,
                ends=followed.ends,
                pruned=round(followed.pruned, 3),
            )
        )
    for contract, tricks in theirs.judged.tricks.items():
        named: tuple[tuple[str, Argument], ...] = () if contract is None else (("contract", contract),)
        code = "outcomes.tricks-judged-any" if contract is None else "outcomes.tricks-judged"
        args = (*named, ("tricks", tricks))
        told.append(Finding(code, args, FindingClass.JUDGEMENT, (), Rest.JUDGEMENT))
    told += [one.told for one in followed.right.unsolved]
    return tuple(told)


def _worth(tally: Tally, case: Case, currency: Currency, side: Side) -> Fraction:
    """What a side could expect, in the event's currency: chances in thousandths, so that it is exact."""
    if case.vulnerability is None:
        return Fraction(0)
    parts = {result: round(1000 * p) for result, p in tally.mass.items()}
    whole = sum(parts.values())
    total = sum(
        (
            count * currency.worth(score_ns(result, case.vulnerability)).of(side)
            for result, count in parts.items()
            if count
        ),
        Fraction(0),
    )
    return total / whole if whole else Fraction(0)
