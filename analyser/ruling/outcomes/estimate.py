"""The outcome distribution after a branch: the auction continued, its contracts played, all lost probability reported."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Final

from analyser.bridge import (
    Auction,
    Call,
    Card,
    Contract,
    Deal,
    Result,
    Seat,
    Side,
    Strain,
    Vulnerability,
)
from analyser.casefile import Action, Case, Form, Moment
from analyser.estimates.services import NotSolved
from analyser.laws import addresses
from analyser.messages import Percentage, decimal_text
from analyser.ruling import Argument, Basis, Branch, Finding, FindingClass, Outcome
from analyser.ruling.alternatives.informed_peers import alerts_stated, informed_calls
from analyser.ruling.alternatives.suggestion import meanings_of_others
from analyser.ruling.context import RulingContext
from analyser.ruling.currency import Currency
from analyser.ruling.outcomes.auction_tree import (
    USUAL_LIMITS,
    AuctionTree,
    FinishedAuction,
    Overrides,
    grow_auctions,
    overrides_of,
)
from analyser.ruling.outcomes.corrected_line import (
    Continuation,
    LineOutcome,
    RevisedDecision,
    follow,
    lead_posterior_from_tricks,
    replay_with_cards,
)
from analyser.ruling.outcomes.damage import (
    NO,
    YES,
    Damage,
    Expectation,
    Replicate,
    damage_of,
    damage_threshold,
)
from analyser.ruling.outcomes.other_tables import _other_tables, same_node_tables
from analyser.ruling.outcomes.results import (
    PlayedLine,
    Playout,
    ResultTally,
    Unsolved,
    outcomes_of,
    reason_of_play,
)
from analyser.ruling.score import tolerance
from analyser.ruling.trick_reasons import reasons_of_tricks
from analyser.scoring import score_ns


@dataclass(frozen=True, slots=True)
class Estimate:
    """An outcome distribution, the probability missing from it, and findings for the reader.

    `untold` is the probability not followed exactly: auctions cut, not reached, or folded into others. `damage` is the
    probability that the innocent side was damaged, where it is asked.
    """

    outcomes: tuple[Outcome, ...]
    pruned: float
    findings: tuple[Finding, ...]
    damage: Damage | None = None
    untold: float = 0.0


def estimate(context: RulingContext, branch: Branch) -> Estimate | None:
    """The outcomes of the auction continued from a branch by the actual hands; `None` if a need is unmet."""
    case, services = context.case, context.services
    deal, vulnerability, auction = case.deal, case.vulnerability, branch.auction
    if deal is None or vulnerability is None or auction is None:
        return None
    if services.calls is None or services.tricks is None:
        return None
    first = {action: share for action, share in branch.legal if isinstance(action, Call)}
    if not first:
        return _estimate_cards(context, branch)
    suggested = frozenset(action for action in branch.barred if isinstance(action, Call))

    def barred_calls(reached: Auction, seat: Seat) -> frozenset[Call]:
        here = len(reached) == len(auction)
        return suggested if here or seat is branch.informed else frozenset()

    form = case.event.form or Form.IMPS
    overrides = overrides_of(case, branch, auction)
    told = meanings_of_others(case, branch.incident)
    model = informed_calls(services.calls, auction, told, alerts_stated(case), vulnerability)
    tree = grow_auctions(
        auction, first, deal, vulnerability, form, model, barred_calls, fixed=overrides.shares
    )
    played = Playout(deal, services, form, overrides, _line(case, deal, vulnerability), _other_tables(case))
    outcomes, small, unsolved = outcomes_of(tree.ended, vulnerability, played)
    findings = (
        _tree_finding((branch,), tree.nodes, len(tree.ended), tree.pruned + tree.folded),
        *_cut(tree),
        *overrides.findings(tree.ended),
        *played.table_evidence(path.auction.contract for path in tree.ended),
        *played.other_tables_evidence(path.auction.contract for path in tree.ended),
        *_bridge_reasons(outcomes, played, tree.ended),
        *same_node_tables(case, auction, outcomes),
        *(contract.finding for contract in unsolved),
    )
    pruned = tree.cut + tree.pruned + small + _chance_of(unsolved)
    return Estimate(outcomes, pruned, findings, untold=tree.cut + tree.pruned + tree.folded)


_LIKELIEST = 8  # auctions for which the effect of the table's own tricks is computed


def _bridge_reasons(
    outcomes: Sequence[Outcome], played: Playout, ended: Sequence[FinishedAuction] = ()
) -> Iterator[Finding]:
    """The findings on the likeliest contract's tricks, and on what the table's own tricks show of it."""
    tricks: dict[tuple[Seat, Strain], dict[int, float]] = {}
    contracts: dict[tuple[Seat, Strain], Contract] = {}
    for outcome in outcomes:
        contract = outcome.result.contract if isinstance(outcome.result, Result) else None
        if contract is not None and isinstance(outcome.result, Result):
            key = (contract.declarer, contract.strain)
            contracts.setdefault(key, contract)
            by_tricks, count = tricks.setdefault(key, {}), outcome.result.tricks
            by_tricks[count] = by_tricks.get(count, 0.0) + (outcome.probability or 0.0)
    if not tricks:
        return
    declarer, strain = likeliest = max(tricks, key=lambda key: sum(tricks[key].values()))
    solved = played.tricks_by_lead(contracts[likeliest])
    paths = [path for path in ended if _ends_with(path, likeliest)][:_LIKELIEST]
    if not isinstance(solved, NotSolved):
        yield from reasons_of_tricks(
            played.deal, declarer, strain, solved, played.counter, played.lead_shares(paths)
        )
        if len(set(solved.values())) == 1 and len(tricks[likeliest]) > 1:
            yield reason_of_play(declarer, strain, next(iter(solved.values())), tricks[likeliest])
    yield from played.table_moves(paths, contracts.values())


def _ends_with(path: FinishedAuction, key: tuple[Seat, Strain]) -> bool:
    contract = path.auction.contract
    return contract is not None and (contract.declarer, contract.strain) == key


def _cut(tree: AuctionTree) -> Iterator[Finding]:
    """The finding on probability cut where the record has no such auctions, if there is any."""
    if round(tree.cut, 3):
        args = (("share", Percentage.round_to(tree.cut, 1)), ("calls", USUAL_LIMITS.unmet_calls))
        yield Finding("outcomes.cut", args, FindingClass.JUDGEMENT, (), Basis.ASSUMED)


def _line(case: Case, deal: Deal, vulnerability: Vulnerability) -> PlayedLine | None:
    """The line of the table if its auction is stated, else `None`."""
    if case.auction is None:
        return None
    form = case.event.form or Form.IMPS
    return PlayedLine(
        deal, vulnerability, form, case.auction, case.contract, case.result, case.play, case.lead
    )


def _estimate_cards(context: RulingContext, branch: Branch) -> Estimate | None:
    """The outcomes of another lead, played as in the record, or of another card of the play, on the recorded line."""
    case = context.case
    deal, vulnerability, auction, contract = case.deal, case.vulnerability, case.auction, case.contract
    cards = {action: share for action, share in branch.legal if isinstance(action, Card)}
    if deal is None or vulnerability is None or auction is None or contract is None or not cards:
        return None
    form = case.event.form or Form.IMPS
    line = PlayedLine(deal, vulnerability, form, auction, contract, case.result, case.play, case.lead)
    overrides = overrides_of(case, branch, auction)
    played = Playout(deal, context.services, form, overrides, line, _other_tables(case))
    tally = ResultTally()
    is_lead = branch.at.moment is not Moment.TRICK or (
        branch.at.number == 1 and branch.seat is contract.leader
    )
    if is_lead:
        played.contract(contract, cards, tally, 1.0)
    elif not replay_with_cards(line, branch.seat, branch.at.number, cards, played, tally, 1.0):
        return None
    outcomes = tally.outcomes(vulnerability)
    findings = tuple(_bridge_reasons(outcomes, played)) if is_lead else ()
    return Estimate(outcomes, tally.small + _chance_of(tally.unsolved), findings)


def estimate_corrected(
    context: RulingContext, branches: tuple[Branch, ...], currency: Currency, innocent: Side
) -> Estimate | None:
    """The outcomes after misinformation: of corrected decisions, or of declarer's play as others play it.

    Declarer's play is estimated where nobody says which of his cards rested on the explanation. `None` if something it
    needs is missing.
    """
    decided = tuple(branch for branch in branches if branch.legal)
    estimated = _estimate_decisions(context, decided, currency, innocent) if decided else None
    damaged = estimated is not None and estimated.damage is not None and estimated.damage.answer is True
    if len(decided) == len(branches) or damaged:
        return estimated
    play, of_whom = _estimate_play(context, currency, innocent), (currency, innocent, context.year)
    if play is None or play.damage is None:
        return estimated
    if estimated is None or estimated.damage is None or play.damage.chance > estimated.damage.chance:
        before = () if estimated is None else estimated.findings
        before = tuple(finding for finding in before if not finding.code.startswith((_DAMAGE, _OTHER_DEALS)))
        return replace(play, findings=(*before, *play.findings, *_expectation(play.damage, *of_whom)))
    return replace(estimated, findings=(*estimated.findings, *play.findings))


_OF_THE_EXPLANATION = 0.5
"""P(declarer's line rested on the explanation) if nobody says which card did: either way is as likely."""


def _estimate_play(context: RulingContext, currency: Currency, innocent: Side) -> Estimate | None:
    """The outcomes of the contract after its lead in real play, compared with declarer's tricks on the explanation given."""
    case = context.case
    auction, contract, vulnerability = case.auction, case.contract, case.vulnerability
    if case.deal is None or auction is None or contract is None or vulnerability is None:
        return None
    if context.services.tricks is None or context.table_ns is None or case.result is None:
        return None
    form, tally = case.event.form or Form.IMPS, ResultTally()
    played = Playout(case.deal, context.services, form, others=_other_tables(case))
    if case.lead is None:
        played.auction(FinishedAuction(auction, (), 1.0), tally, 1.0)
    else:
        played.contract(contract, {case.lead: 1.0}, tally, 1.0)
    if not tally.mass:
        return None
    had = float(currency.worth(context.table_ns).score_of(innocent))
    better = sum(
        p
        for result, p in tally.mass.items()
        if float(currency.worth(score_ns(result, vulnerability)).score_of(innocent)) > had
    )
    basis = Expectation(had, float(_worth(tally, case, currency, innocent)), better)
    least = damage_threshold(context.jurisdiction.regulation, estimated=True)
    damage = damage_of(basis, least, float(tolerance(currency)))
    often = _OF_THE_EXPLANATION * better
    damage = Damage(often * damage.chance, replace(basis, otherwise=often))
    expected = sum(result.tricks * p for result, p in tally.mass.items() if isinstance(result, Result))
    finding = Finding.from_code(
        "misinformation.play-untold",
        kind=FindingClass.JUDGEMENT,
        standing=Basis.ASSUMED,
        seat=contract.declarer,
        tricks=Decimal(f"{expected:.1f}"),
        had=case.result.tricks,
        better=Percentage.round_to(better),
        chance=Percentage.round_off_bars(damage.chance, NO, YES),
    )
    return Estimate(tally.outcomes(vulnerability), tally.small, (finding,), damage)


def _estimate_decisions(
    context: RulingContext, branches: tuple[Branch, ...], currency: Currency, innocent: Side
) -> Estimate | None:
    """The outcomes if each misinformed decision is replaced by its corrected distribution, with the damage."""
    case = context.case
    auction, vulnerability = case.auction, case.vulnerability
    if case.deal is None or vulnerability is None or auction is None or context.services.tricks is None:
        return None
    form = case.event.form or Form.IMPS
    line = PlayedLine(
        case.deal, vulnerability, form, auction, case.contract, case.result, case.play, case.lead
    )
    overrides = overrides_of(case, branches[0], branches[0].auction or auction)
    played = Playout(case.deal, context.services, form, overrides, line, _other_tables(case))
    decisions = tuple(
        lead_posterior_from_tricks(line, _revise_branch(branch, auction, context), played)
        for branch in branches
    )
    continuation = None
    if context.services.calls is not None:
        continuation = Continuation(
            context.services.calls, lambda begun: overrides_of(case, branches[0], begun).shares
        )
    comes_of_it = follow(line, decisions, played, continuation)
    if comes_of_it is None or not comes_of_it.right.mass:
        return None
    right = comes_of_it.right
    outcomes = right.outcomes(vulnerability)
    damage = None
    findings = (
        *_describe_lines(branches, comes_of_it, overrides),
        *_leads_untold(branches, decisions, line),
        *played.table_evidence((case.contract,)),
        *_bridge_reasons(outcomes, played),
        *same_node_tables(case, branches[0].auction or auction, outcomes),
    )
    if context.table_ns is not None:
        damage = _damage(comes_of_it, branches, decisions, context, currency, innocent)
        findings += tuple(_expectation(damage, currency, innocent, context.year))
    pruned = comes_of_it.pruned + right.small + _chance_of(right.unsolved)
    return Estimate(outcomes, pruned, findings, damage, untold=comes_of_it.pruned)


def _damage(
    comes_of_it: LineOutcome,
    branches: tuple[Branch, ...],
    decisions: tuple[RevisedDecision, ...],
    context: RulingContext,
    currency: Currency,
    innocent: Side,
) -> Damage:
    """The innocent side's damage: its expectation over its result, by these samples and by replicates of other seeds.

    If the record does not state what was done, the worth of the actions is centred on the result: the luck of the play
    is not due to the explanation.
    """
    had = float(currency.worth(context.table_ns or 0).score_of(innocent))
    values = {
        left: float(_worth(tally, context.case, currency, innocent))
        for left, tally in comes_of_it.leaves.items()
    }
    usual = 0.0
    if any(turn.action is None for turn in decisions):
        values = _centre_on_result(values, decisions, had)
        given = [turn.given if turn.action is None else {turn.action: 1.0} for turn in decisions]
        usual = comes_of_it.expected_tricks(given, values, had)[1]
    expected, better = comes_of_it.expected_tricks(
        [turn.effect or turn.right for turn in decisions], values, had
    )
    count = min((len(turn.replicates) for turn in decisions if turn.replicates), default=0)
    expectations = [
        comes_of_it.expected_tricks(
            [turn.replicates[place] if turn.replicates else turn.effect or turn.right for turn in decisions],
            values,
            had,
        )
        for place in range(count)
    ]
    replicates = tuple(Replicate(worth, max(0.0, often - usual)) for worth, often in expectations)
    known = [branch.decision.votes for branch in branches if branch.decision is not None]
    votes = min((count for count in known if count is not None), default=None)
    basis = Expectation(had, expected, max(0.0, better - usual), votes, replicates)
    least = damage_threshold(context.jurisdiction.regulation, estimated=votes is not None)
    return damage_of(basis, least, float(tolerance(currency)))


def _centre_on_result(
    values: Mapping[tuple[int, Action], float], decisions: Sequence[RevisedDecision], had: float
) -> dict[tuple[int, Action], float]:
    """The worth of actions not on record, shifted so that their mean on the explanation given equals the result."""
    moved = dict(values)
    for number, decision in enumerate(decisions):
        played = {act: share for act, share in decision.given.items() if (number, act) in values}
        total = sum(played.values())
        if decision.action is not None or not total:
            continue
        mean = sum(share * values[number, act] for act, share in played.items()) / total
        for left in [left for left in moved if left[0] == number]:
            moved[left] += had - mean
    return moved


_DAMAGE: Final = "misinformation.damage-"
_OTHER_DEALS: Final = "misinformation.other-deals"


def _expectation(damage: Damage, currency: Currency, innocent: Side, year: str) -> Iterator[Finding]:
    """The findings on expectation, result and damage, and whether replicates of other seeds would say the opposite."""
    answer = {True: "yes", False: "no", None: "open"}[damage.answer]
    basis = damage.basis
    yield Finding.from_code(
        f"{_DAMAGE}{answer}",
        kind=FindingClass.JUDGEMENT,
        standing=Basis.ASSUMED,
        clauses=addresses("aim-of-adjusting", year),
        side=innocent,
        right=_two_places(basis.expected),
        had=_two_places(basis.had),
        unit=str(currency.form.unit),
        otherwise=Percentage.round_to(basis.otherwise),
        chance=Percentage.round_off_bars(damage.chance, NO, YES),
    )
    if damage.depends_on_seed:
        share = Percentage.round_to(damage.opposite)
        yield Finding.from_code(
            _OTHER_DEALS, kind=FindingClass.JUDGEMENT, standing=Basis.ASSUMED, share=share
        )


def _two_places(worth: float) -> Decimal:
    return Decimal(decimal_text(Fraction(round(100 * worth), 100), 2))


def _chance_of(unsolved: Sequence[Unsolved]) -> float:
    return sum(contract.probability for contract in unsolved)


def _revise_branch(branch: Branch, auction: Auction, context: RulingContext) -> RevisedDecision:
    """A branch as a decision on the table's line."""
    decision = branch.decision
    replicates = () if decision is None else tuple([dict(replicate) for replicate in decision.replicates])
    trick = branch.at.number if branch.at.moment is Moment.TRICK else 0
    action = None if decision is None else decision.action
    before = branch.auction if branch.at.moment is Moment.CALL and branch.auction else auction
    given = {} if decision is None else dict(decision.given)
    effect = {} if decision is None else dict(decision.effect)
    model = context.services.calls
    if model is not None and decision is not None:
        model = informed_calls(model, before, decision.told, decision.alerts, context.case.vulnerability)
    shares = dict(branch.legal)
    return RevisedDecision(branch.seat, action, before, shares, trick, given, replicates, effect, model)


def _tree_finding(branches: tuple[Branch, ...], nodes: int, ends: int, pruned: float) -> Finding:
    """The finding on how far the auction was followed."""
    return Finding.from_code(
        "outcomes.grown",
        kind=FindingClass.JUDGEMENT,
        standing=Basis.ASSUMED,
        at=branches[0].at,
        ends=ends,
        nodes=nodes,
        pruned=round(pruned, 3),
    )


def _leads_untold(
    branches: Sequence[Branch], decisions: Sequence[RevisedDecision], line: PlayedLine
) -> Iterator[Finding]:
    """The findings on a lead not on record: its posterior given the tricks taken, and on the right explanation."""
    for branch, decision in zip(branches, decisions, strict=True):
        if (
            decision.action is not None
            or line.result is None
            or decision.given == dict(branch.decision.given if branch.decision else ())
        ):
            continue
        args: dict[str, Argument] = {"seat": decision.seat, "tricks": line.result.tricks}
        for (cards, percents), shares in zip(_OF_LEADS, (decision.given, decision.right), strict=True):
            likeliest = sorted(shares, key=lambda card: (-shares[card], str(card)))[:_LEADS_SHOWN]
            args |= {
                cards: tuple(likeliest),
                percents: tuple(Percentage.round_to(shares[card]) for card in likeliest),
            }
        yield Finding(
            "misinformation.lead-untold", tuple(args.items()), FindingClass.JUDGEMENT, (), Basis.ASSUMED
        )


_OF_LEADS = (("actions", "shares"), ("right", "right_shares"))
_LEADS_SHOWN = 3


def _describe_lines(
    branches: tuple[Branch, ...], comes_of_it: LineOutcome, overrides: Overrides
) -> Iterator[Finding]:
    """The findings on how far the lines were followed, on tricks a person found, and on what could not be solved."""
    if comes_of_it.nodes:
        yield _tree_finding(branches, comes_of_it.nodes, comes_of_it.ends, comes_of_it.pruned)
    for contract, tricks in overrides.tricks.items():
        named: tuple[tuple[str, Argument], ...] = () if contract is None else (("contract", contract),)
        code = "outcomes.tricks-judged-any" if contract is None else "outcomes.tricks-judged"
        args = (*named, ("tricks", tricks))
        yield Finding(code, args, FindingClass.JUDGEMENT, (), Basis.JUDGEMENT)
    for unsolved in comes_of_it.right.unsolved:
        yield unsolved.finding


def _worth(tally: ResultTally, case: Case, currency: Currency, side: Side) -> Fraction:
    """A side's expectation in the event's currency, exact: probabilities are in thousandths."""
    if case.vulnerability is None:
        return Fraction(0)
    thousandths = {result: round(1000 * p) for result, p in tally.mass.items()}
    all_thousandths = sum(thousandths.values())
    total = sum(
        (
            count * currency.worth(score_ns(result, case.vulnerability)).score_of(side)
            for result, count in thousandths.items()
            if count
        ),
        Fraction(0),
    )
    return total / all_thousandths if all_thousandths else Fraction(0)
