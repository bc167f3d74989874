"""Decisions made again after misinformation, played out: what the innocent side could expect on either explanation."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from analyser.bridge import Auction, Call, Card, Seat, Side
from analyser.casefile import Case, Form, Moment
from analyser.estimates.services import Services
from analyser.laws import Jurisdiction, addresses
from analyser.ruling import Argument, Branch, Finding, FindingClass, Outcome, Rest, decimal_text
from analyser.ruling.adjustment import Currency
from analyser.ruling.elsewhere import seen_elsewhere
from analyser.ruling.outcomes import Again, Counting, Followed, Growing, Line, Played, Tally, follow
from analyser.ruling.overrides import Overrides, overrides_of
from analyser.scoring import score_ns


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
    return followed, _told(branches, followed, theirs[0])


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


def _told(branches: tuple[Branch, ...], followed: Followed, theirs: Overrides) -> tuple[Finding, ...]:
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
