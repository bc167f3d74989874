"""What each assumption is worth: every one that is not a fact changed alone, all else as it was.

The shares of peers at the branch over their intervals, double dummy instead of what players take, no sympathy, the
weighing rule of another edition or authority. The weights of single outcomes are the adjustment's own bars.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from analyser import laws
from analyser.bridge import Call, Side
from analyser.casefile import Action, Incident
from analyser.errors import AnalyserError
from analyser.laws import Jurisdiction
from analyser.ruling import Alternative, Bar, Branch, Outcome, Variant, decimal_text
from analyser.ruling.adjustment import Currency, currency_of, lists_of, settled, settled_estimate
from analyser.ruling.context import RulingContext
from analyser.ruling.estimate import estimate
from analyser.ruling.incidents import Ruled, error_of, judged_results
from analyser.scoring import percent_text

_SHOWN = 3  # actions at the branch
_OTHERS = ("WBF", "EBL", "EBU", "ACBL", "FIGB")


def bars_of(context: RulingContext, incident: Incident, ruled: Ruled) -> Iterator[Bar]:
    """The bars of one incident's ruling, North-South's score at both ends."""
    made = ruled.settled
    if made is None or made.weights is None or made.adjusted.ns is None:
        return
    ours = made.adjusted.ns.exact
    if ruled.estimated and ruled.branch is not None:
        yield from _shares(context, incident, ruled, ruled.branch)
        played = replace(context, services=replace(context.services, kernel=None))
        yield from _bar(
            "double dummy instead of what players take", ours, [_again(played, incident, ruled.branch)]
        )
        yield from _bar("no sympathy to the innocent side", ours, [_plain(context, incident, made.outcomes)])
    own = context.jurisdiction.edition.year
    years = [
        (year, _law(context, year, context.jurisdiction.authority)) for year in laws.editions() if year != own
    ]
    bodies = [(body, _law(context, own, body)) for body in _OTHERS if body != context.jurisdiction.authority]
    for told, others in (
        ("the weighing rule of the {} Laws", years),
        ("the weighing rule of another authority ({})", bodies),
    ):
        same: dict[Fraction, list[str]] = {}
        for name, law in others:
            score = _under(context, incident, ruled, law)
            if score is not None:
                same.setdefault(score, []).append(name)
        for score, names in same.items():
            yield from _bar(told.format(", ".join(names)), ours, [score])


def bars_of_variants(variants: Iterable[Variant], ours: Fraction | None) -> Iterator[Bar]:
    """A disputed fact, a possible edition or a finding turned the other way, where that changes the score."""
    for variant in variants:
        other = None if variant.adjusted is None else variant.adjusted.ns
        if ours is not None and other is not None and variant.differs:
            yield from _bar(variant.because, ours, [other.exact])


def widest_first(bars: Iterable[Bar]) -> tuple[Bar, ...]:
    """The bars by how much they move the score; those that do not move it last."""
    return tuple(sorted(bars, key=lambda bar: Fraction(bar.low) - Fraction(bar.high)))


def _bar(what: str, ours: Fraction, others: list[Fraction | None]) -> Iterator[Bar]:
    known = [other for other in others if other is not None]
    if known:
        ends = [ours, *known]
        yield Bar(what, decimal_text(min(ends)), decimal_text(max(ends)))


def _shares(context: RulingContext, incident: Incident, ruled: Ruled, branch: Branch) -> Iterator[Bar]:
    """Each action open at the branch over the interval of those who would choose it."""
    told = {one.action: one for one in ruled.ruling.alternatives}
    shares = dict(branch.legal)
    if len(shares) < 2 or ruled.settled is None or ruled.settled.adjusted.ns is None:
        return
    ours = ruled.settled.adjusted.ns.exact
    widest = sorted(shares, key=lambda action: (-shares[action], str(action)))
    for action in widest[: _SHOWN if len(shares) > 2 else 1]:
        one = told.get(action)
        if one is None or not isinstance(action, Call):
            continue
        low, high = _ends(one, shares)
        scores = [_again(context, incident, _moved(branch, action, share)) for share in (low, high)]
        texts = [percent_text(Fraction(round(100 * share), 100)) for share in (low, high, shares[action])]
        what = f"{action}: chosen by {texts[0]} to {texts[1]} of peers instead of {texts[2]}"
        yield from _bar(what, ours, scores)


def _ends(one: Alternative, shares: dict[Action, float]) -> tuple[float, float]:
    """The interval of the share among the actions left open: as sure of what is chosen as of what is considered."""
    low = max(0.0, one.chosen - (one.considered - one.interval.low))
    high = min(1.0, one.chosen + (one.interval.high - one.considered))
    others = one.chosen * (1 - shares[one.action]) / shares[one.action] if shares[one.action] > 0 else 0.0
    ends = [end / (end + others) if end + others > 0 else shares[one.action] for end in (low, high)]
    return (min(ends), max(ends))


def _moved(branch: Branch, action: Action, share: float) -> Branch:
    """The branch with one action's share set, the others sharing the rest as they did."""
    rest = sum(other for name, other in branch.legal if name != action)
    legal = tuple(
        (name, share if name == action else other * (1 - share) / rest if rest else 0.0)
        for name, other in branch.legal
    )
    return replace(branch, legal=legal)


def _again(context: RulingContext, incident: Incident, branch: Branch) -> Fraction | None:
    told = estimate(context.case, branch, context.services)
    return None if told is None else _scored(context, incident, told.outcomes, context.jurisdiction)


def _scored(
    context: RulingContext, incident: Incident, outcomes: tuple[Outcome, ...], law: Jurisdiction
) -> Fraction | None:
    """North-South's score from estimated outcomes under a law."""
    currency = currency_of(context.case, law)
    if not isinstance(currency, Currency) or not outcomes:
        return None
    innocent = _innocent(incident)
    error = error_of(context.case, incident, innocent)
    made = settled_estimate(outcomes, currency, law, innocent, context.table_ns, error)
    return None if made.adjusted.ns is None else made.adjusted.ns.exact


def _plain(context: RulingContext, incident: Incident, outcomes: tuple[Outcome, ...]) -> Fraction | None:
    rules = context.jurisdiction.regulation.weighting
    if not rules.sympathy:
        return None
    plain = replace(context.jurisdiction.regulation, weighting=replace(rules, sympathy=Fraction(0)))
    return _scored(context, incident, outcomes, replace(context.jurisdiction, regulation=plain))


def _law(context: RulingContext, edition: str, authority: str) -> Jurisdiction | None:
    try:
        return laws.resolve(context.case.event.date, authority, edition)
    except AnalyserError:
        return None


def _under(
    context: RulingContext, incident: Incident, ruled: Ruled, law: Jurisdiction | None
) -> Fraction | None:
    """The same results and probabilities, weighed as another edition or authority weighs them."""
    if law is None or ruled.settled is None:
        return None
    if ruled.estimated:
        return _scored(context, incident, ruled.settled.outcomes, law)
    results, currency = judged_results(context.case, incident), currency_of(context.case, law)
    if results is None or not isinstance(currency, Currency):
        return None
    innocent = _innocent(incident)
    error = error_of(context.case, incident, innocent)
    made = settled(lists_of(results), currency, law, innocent, context.table_ns, error)
    return None if made.adjusted.ns is None else made.adjusted.ns.exact


def _innocent(incident: Incident) -> Side | None:
    side = incident.offending_side
    return None if side is None else side.other
