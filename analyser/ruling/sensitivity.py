"""The sensitivity of the score: a 90 % band (Dirichlet draws), a bar for each assumption, the break-even weights.

The band is where nine tenths of joint draws of the uncertain probabilities fall; it is not the box of all extremes.
The random seed comes from the case, so the same case gives the same band. A bar changes one assumption alone: a weight
or a share over its interval, double dummy instead of real play, no sympathy, another authority's weighing rule.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from analyser import laws
from analyser.bridge import Call, Side
from analyser.casefile import Action, Incident
from analyser.errors import AnalyserError
from analyser.laws import Jurisdiction
from analyser.messages import Message, Percentage, decimal_text, message
from analyser.ruling import Alternative, Bar, Branch, Outcome, Sensitivity, Variant
from analyser.ruling.alternatives.shares import considered_share
from analyser.ruling.context import RulingContext, error_of, judged_results
from analyser.ruling.currency import Currency, currency_of
from analyser.ruling.outcomes.estimate import estimate
from analyser.ruling.ruled_incident import RuledIncident, innocent_side
from analyser.ruling.score import ScoredResults, score_of_estimate, score_of_results
from analyser.ruling.weights import lists_of
from analyser.scoring import SideScores

_DRAWS = 2000  # the ends of the band then repeat to a hundredth of an IMP or two
_FEW_DRAWS = 500  # where each draw needs a ruling of its own
_INSIDE = 0.9  # of the draws lie inside the band
_LEAST = 0.05  # of a deal: so that no possible result has probability zero
_SHOWN = 5  # outcomes with a bar

_Weights = Sequence[tuple[str, Fraction]]


AS_ESTIMATED = 6.0
"""The concentration of the Dirichlet in deals: how certain estimated probabilities are.

Fitted on 320 contested decisions of held-out years with four or more tables: the correlation of two tables beyond the
tree's mean implies five deals (four on one half, seven on the other; 90 % interval 3.5 to 8). With six, 91 of 100
means of the tables fell inside the band on the half it was chosen by and 93 on the other; with twenty-four it had been
89. `tests/bench/band.py` measures it. Each peer asked about the decision counts as one deal more.
"""
AS_JUDGED = 24.0
"""The same for a person's weights, which puts the ends of an even weight at about a third and two thirds.

Four weighted rulings are on record, too few to fit it; it remains until there are more.
"""


def sensitivity_of(
    scored: ScoredResults, currency: Currency, table_ns: int | None, seed: int, as_if_seen: float
) -> Sensitivity | None:
    """The band around both sides' scores, and the effect of each weight; `None` without weighed outcomes."""
    if scored.weights is None or scored.adjusted.ns is None or scored.adjusted.ew is None:
        return None
    known = [outcome for outcome in scored.outcomes if outcome.legal or outcome.id in dict(scored.weights.ns)]
    worth = {outcome.id: currency.worth(outcome.score_ns) for outcome in known}
    chance = {name: weight for name, weight in scored.weights.ns if weight > 0}
    if not chance:
        return None
    bands = _bands(scored, worth, seed, as_if_seen)
    by_name = {outcome.id: outcome for outcome in known}
    weighed = [by_name[name] for name in chance]
    side_worth = {name: worth[name].ns for name in chance}
    return Sensitivity(
        band_ns=_widen_band(bands[Side.NS], scored.adjusted.ns.exact),
        band_ew=_widen_band(bands[Side.EW], scored.adjusted.ew.exact),
        bars=_bars(weighed, chance, side_worth, seed, as_if_seen),
        breakeven=_breakeven(weighed, chance, side_worth, currency, table_ns),
    )


def _bands(
    scored: ScoredResults, worth: Mapping[str, SideScores], seed: int, as_if_seen: float
) -> dict[Side, tuple[float, float]]:
    """The central 90 % of each side's score over the draws, through everything that turns weights into a score."""
    rng = np.random.default_rng(seed)
    if scored.by_standards is not None and scored.weights is not None and scored.weights.neutral:
        scores = _scores_by_standards(scored.weights.neutral, scored.by_standards, rng, as_if_seen)
    else:
        scores = _scores_by_weights(scored, worth, rng, as_if_seen)
    if scored.finish is not None:
        scores = _finish_draws(scores, scored.finish)
    ends = np.quantile(scores, [(1 - _INSIDE) / 2, (1 + _INSIDE) / 2], axis=0)
    return {side: (float(ends[0, side]), float(ends[1, side])) for side in Side}


def _scores_by_weights(
    scored: ScoredResults, worth: Mapping[str, SideScores], rng: np.random.Generator, as_if_seen: float
) -> NDArray[np.float64]:
    """Both sides' scores in every draw; if one list serves both, each draw does."""
    weights = scored.weights
    if weights is None:
        return np.zeros((1, 2))
    columns = []
    draws: NDArray[np.float64] | None = None
    for side, side_weights in ((Side.NS, weights.ns), (Side.EW, weights.ew)):
        if draws is None or weights.ns != weights.ew:
            draws = _draw_chances([weight for _, weight in side_weights], _DRAWS, rng, as_if_seen)
        columns.append(draws @ np.array([float(worth[name].score_of(side)) for name, _ in side_weights]))
    return np.stack(columns, axis=1)


def _scores_by_standards(
    neutral: _Weights,
    ruled: Callable[[Mapping[str, Fraction]], SideScores],
    rng: np.random.Generator,
    as_if_seen: float,
) -> NDArray[np.float64]:
    """Both sides' scores in every draw, each draw judged by the two standards."""
    names = [name for name, _ in neutral]
    rows = []
    for draw in _draw_chances([weight for _, weight in neutral], _FEW_DRAWS, rng, as_if_seen).tolist():
        counts = [round(1_000_000 * share) for share in draw]
        total = sum(counts)
        scores = ruled({name: Fraction(count, total) for name, count in zip(names, counts, strict=True)})
        rows.append((float(scores.ns), float(scores.ew)))
    return np.array(rows)


def _draw_chances(
    chances: Sequence[Fraction], count: int, rng: np.random.Generator, as_if_seen: float
) -> NDArray[np.float64]:
    if len(chances) == 1:
        return np.ones((count, 1))
    return rng.dirichlet([max(float(chance) * as_if_seen, _LEAST) for chance in chances], count)


def _finish_draws(
    scores: NDArray[np.float64], finish: Callable[[SideScores], SideScores]
) -> NDArray[np.float64]:
    """Each draw's scores after the tests that end a ruling: damage, the innocent side's own error, the knock-out."""
    known: dict[tuple[int, int], tuple[float, float]] = {}
    rows = []
    for key in np.rint(scores * 1000).astype(np.int64).tolist():
        row = known.get((key[0], key[1]))
        if row is None:
            ended = finish(SideScores(Fraction(key[0], 1000), Fraction(key[1], 1000)))
            row = known[key[0], key[1]] = (float(ended.ns), float(ended.ew))
        rows.append(row)
    return np.array(rows)


def _widen_band(band: tuple[float, float], score: Fraction) -> tuple[str, str]:
    """The band in hundredths, rounded outwards, our own score inside it."""
    low = min(Fraction(int(np.floor(round(band[0] * 100, 6))), 100), score)
    high = max(Fraction(int(np.ceil(round(band[1] * 100, 6))), 100), score)
    return (decimal_text(low), decimal_text(high))


def _bars(
    known: Sequence[Outcome],
    chance: Mapping[str, Fraction],
    worth: Mapping[str, Fraction],
    seed: int,
    as_if_seen: float,
) -> tuple[Bar, ...]:
    """Each of the weightiest outcomes over its interval, the others giving way in proportion."""
    if len(chance) < 2:
        return ()
    bars = []
    rng = np.random.default_rng(seed)
    for outcome in sorted(known, key=lambda o: (-chance[o.id], o.id))[:_SHOWN]:
        low, high = _interval(chance[outcome.id], rng, as_if_seen)
        ends = [_score_with_weight(outcome.id, weight, chance, worth) for weight in (low, high)]
        wording = message(
            "bar.weight",
            result=outcome.result,
            low=Percentage(low),
            high=Percentage(high),
            now=Percentage(chance[outcome.id]),
        )
        bars.append(Bar(wording, decimal_text(min(ends)), decimal_text(max(ends))))
    return tuple(bars)


def _interval(weight: Fraction, rng: np.random.Generator, as_if_seen: float) -> tuple[Fraction, Fraction]:
    """The central 90 % of the draws of one weight, in whole percent."""
    if weight >= 1:
        return (Fraction(1), Fraction(1))
    draws = rng.beta(
        max(float(weight) * as_if_seen, _LEAST), max(float(1 - weight) * as_if_seen, _LEAST), _DRAWS
    )
    low, high = np.quantile(draws, [(1 - _INSIDE) / 2, (1 + _INSIDE) / 2])
    return (
        min(Fraction(round(100 * float(low)), 100), weight),
        max(Fraction(round(100 * float(high)), 100), weight),
    )


def _score_with_weight(
    name: str, weight: Fraction, chance: Mapping[str, Fraction], worth: Mapping[str, Fraction]
) -> Fraction:
    """North-South's score if one outcome has this weight and the others divide the rest in proportion."""
    rest = 1 - chance[name]
    total = weight * worth[name]
    if rest:
        total += sum((chance[o] / rest * (1 - weight) * worth[o] for o in chance if o != name), Fraction(0))
    return total


def _breakeven(
    known: Sequence[Outcome],
    chance: Mapping[str, Fraction],
    worth: Mapping[str, Fraction],
    currency: Currency,
    table_ns: int | None,
) -> tuple[Message, ...]:
    """The weight of each large outcome at which the adjustment would be worth no more than the table result."""
    if table_ns is None or len(chance) < 2:
        return ()
    goal = currency.worth(table_ns).ns
    sentences = []
    for outcome in sorted(known, key=lambda o: (-chance[o.id], o.id))[:_SHOWN]:
        without, alone = (
            _score_with_weight(outcome.id, Fraction(0), chance, worth),
            _score_with_weight(outcome.id, Fraction(1), chance, worth),
        )
        if alone != without:
            weight = (goal - without) / (alone - without)
            if 0 <= weight <= 1:
                needed, now = Percentage(Fraction(decimal_text(weight))), Percentage(chance[outcome.id])
                sentences.append(message("bar.breakeven", result=outcome.result, weight=needed, now=now))
    return tuple(sentences)


_ACTIONS = 3  # actions open at the branch that get a bar


def bars_of(context: RulingContext, ruled: RuledIncident) -> Iterator[Bar]:
    """The bars of one incident's ruling, North-South's score at both ends."""
    scored, incident = ruled.scored, ruled.incident
    if scored is None or scored.weights is None or scored.adjusted.ns is None:
        return
    ours = scored.adjusted.ns.exact
    if ruled.estimated and ruled.branch is not None:
        yield from _shares(context, ruled, ruled.branch)
        double_dummy = replace(context, services=replace(context.services, real_tricks=None))
        yield from _bar(message("bar.dummy"), ours, [_score_from(double_dummy, incident, ruled.branch)])
        yield from _bar(
            message("bar.sympathy"), ours, [_score_without_sympathy(context, incident, scored.outcomes)]
        )
    own = context.jurisdiction.edition.year
    years = [
        (year, _law(context, year, context.jurisdiction.authority)) for year in laws.editions() if year != own
    ]
    bodies = [
        (body, _law(context, own, body))
        for body in laws.authorities_with_switches()
        if body != context.jurisdiction.authority
    ]
    for sentence, others in (
        ("edition", years),
        ("authority", bodies),
    ):
        same: dict[Fraction, list[str]] = {}
        for name, law in others:
            score = _score_under_law(context, ruled, law)
            if score is not None:
                same.setdefault(score, []).append(name)
        for score, names in same.items():
            yield from _bar(message(f"bar.{sentence}", **{sentence: tuple(names)}), ours, [score])


def bars_of_variants(variants: Iterable[Variant], ours: Fraction | None) -> Iterator[Bar]:
    """Bars of a disputed fact, a possible edition or a finding reversed, where that changes the score."""
    for variant in variants:
        other = None if variant.adjusted is None else variant.adjusted.ns
        if ours is not None and other is not None and variant.differs:
            yield from _bar(variant.because, ours, [other.exact])


def widest_first(bars: Iterable[Bar]) -> tuple[Bar, ...]:
    """The bars sorted by how much they move the score, those that do not last."""
    return tuple(sorted(bars, key=lambda bar: Fraction(bar.low) - Fraction(bar.high)))


def _bar(what: Message, ours: Fraction, others: list[Fraction | None]) -> Iterator[Bar]:
    known = [other for other in others if other is not None]
    if known:
        ends = [ours, *known]
        yield Bar(what, decimal_text(min(ends)), decimal_text(max(ends)))


def _shares(context: RulingContext, ruled: RuledIncident, branch: Branch) -> Iterator[Bar]:
    """A bar for each action open at the branch, over the interval of its share."""
    alternatives = {alternative.action: alternative for alternative in ruled.ruling.alternatives}
    shares = dict(branch.legal)
    if len(shares) < 2 or ruled.scored is None or ruled.scored.adjusted.ns is None:
        return
    ours = ruled.scored.adjusted.ns.exact
    widest = sorted(shares, key=lambda action: (-shares[action], str(action)))
    for action in widest[: _ACTIONS if len(shares) > 2 else 1]:
        alternative = alternatives.get(action)
        if alternative is None or not isinstance(action, Call):
            continue
        low, high = _ends(alternative, shares)
        scores = [
            _score_from(context, ruled.incident, _set_share(branch, action, share)) for share in (low, high)
        ]
        ends = {"low": low, "high": high, "now": shares[action]}
        wording = message(
            "bar.share", action=action, **{name: Percentage.round_to(share) for name, share in ends.items()}
        )
        yield from _bar(wording, ours, scores)


def _ends(alternative: Alternative, shares: dict[Action, float]) -> tuple[float, float]:
    """The interval of the share among the actions left open, scaled by that of the odds of considering it."""
    factor = _odds(alternative.chosen) / _odds(alternative.considered)
    low, high = (considered_share(end, factor) for end in alternative.interval)
    others = (
        alternative.chosen * (1 - shares[alternative.action]) / shares[alternative.action]
        if shares[alternative.action] > 0
        else 0.0
    )
    ends = [end / (end + others) if end + others > 0 else shares[alternative.action] for end in (low, high)]
    return (min(ends), max(ends))


def _odds(share: float) -> float:
    """The odds of a share, clipped away from 0 and 1."""
    inside = min(max(share, 0.001), 0.999)
    return inside / (1 - inside)


def _set_share(branch: Branch, action: Action, share: float) -> Branch:
    """The branch with one action's share set, the others dividing the rest in proportion."""
    rest = sum(other for name, other in branch.legal if name != action)
    legal = tuple(
        (name, share if name == action else other * (1 - share) / rest if rest else 0.0)
        for name, other in branch.legal
    )
    return replace(branch, legal=legal)


def _score_from(context: RulingContext, incident: Incident, branch: Branch) -> Fraction | None:
    """North-South's score with the branch estimated again, or `None`."""
    estimated = estimate(context, branch)
    return (
        None
        if estimated is None
        else _score_under(context, incident, estimated.outcomes, context.jurisdiction)
    )


def _score_under(
    context: RulingContext, incident: Incident, outcomes: tuple[Outcome, ...], law: Jurisdiction
) -> Fraction | None:
    """North-South's score from estimated outcomes under a law."""
    currency = currency_of(context.case, law)
    if not isinstance(currency, Currency) or not outcomes:
        return None
    innocent = innocent_side(incident)
    error = error_of(context.case, incident, innocent)
    scored = score_of_estimate(outcomes, currency, law, innocent, context.table_ns, error)
    return None if scored.adjusted.ns is None else scored.adjusted.ns.exact


def _score_without_sympathy(
    context: RulingContext, incident: Incident, outcomes: tuple[Outcome, ...]
) -> Fraction | None:
    regulation = context.jurisdiction.regulation
    if not regulation.weighting.sympathy:
        return None
    plain = regulation.replace_value("weighting.sympathy", Fraction(0))
    return _score_under(context, incident, outcomes, replace(context.jurisdiction, regulation=plain))


def _law(context: RulingContext, edition: str, authority: str) -> Jurisdiction | None:
    try:
        return laws.resolve(context.case.event.date, authority, edition)
    except AnalyserError:
        return None


def _score_under_law(
    context: RulingContext, ruled: RuledIncident, law: Jurisdiction | None
) -> Fraction | None:
    """North-South's score from the same probabilities as another edition or authority weighs them."""
    if law is None or ruled.scored is None:
        return None
    incident = ruled.incident
    if ruled.estimated:
        return _score_under(context, incident, ruled.scored.outcomes, law)
    results, currency = judged_results(context.case, incident), currency_of(context.case, law)
    if results is None or not isinstance(currency, Currency):
        return None
    innocent = innocent_side(incident)
    error = error_of(context.case, incident, innocent)
    scored = score_of_results(lists_of(results), currency, law, innocent, context.table_ns, error)
    return None if scored.adjusted.ns is None else scored.adjusted.ns.exact
