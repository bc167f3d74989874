"""A calculation as a ruling without a case (format 1), and what the calculator says about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analyser.bridge import PointsOnly, Side
from analyser.laws import Clause, addresses, laws_hash
from analyser.messages import decimal_text
from analyser.resources import __version__
from analyser.ruling import (
    Adjusted,
    Finding,
    LawRef,
    Outcome,
    Provenance,
    Ruling,
    RulingRequest,
    Weighting,
)
from analyser.ruling.calculator.card import ScoreCard, Typed
from analyser.scoring import FieldMethod, Unit, is_contract_score


def signed(value: Fraction | int) -> str:
    """A figure with its sign; nought has none.

    >>> signed(Fraction(57, 20)), signed(-4), signed(0)
    ('+2.85', '-4', '0')
    """
    text = decimal_text(Fraction(value))
    return f"+{text}" if value > 0 else text


def ruling_of(card: ScoreCard, asked: RulingRequest) -> Ruling:
    """The calculation as a ruling without a case: its outcomes are the results given, in their order, unmerged."""
    given = card.given[0] + (card.given[1] if card.split else ())
    return Ruling(
        case=None,
        asked=asked,
        law=LawRef.of(card.law),
        outcomes=tuple(
            Outcome(typed.id, typed.result, typed.score_ns, None, legal=True, converted=(worth.ns, worth.ew))
            for typed in given
            for worth in (card.worth(typed),)
        ),
        weights=Weighting(
            neutral=() if card.split else _weights(card.given[0]),
            ns=_weights(card.counted[0]),
            ew=_weights(card.counted[1]),
        ),
        adjusted=Adjusted(
            kind=card.kind,
            ns=card.currency.of_side(card.scores.ns),
            ew=card.currency.of_side(card.scores.ew),
            match=card.match,
        ),
        findings=tuple(findings(card)),
        warnings=tuple(warnings(card)),
        provenance=Provenance(analyser=__version__, laws=laws_hash()),
    )


def _weights(typed: Sequence[Typed]) -> tuple[tuple[str, Fraction], ...]:
    return tuple((result.id, result.weight) for result in typed)


# What the calculator has to say, by code; the report has its own words for rulings on cases.
_SAYS = {
    "score.convert-first": "each result is converted first and weighed after; the mean of the scores, {mean}, is "
    "nobody's result and would give {trap}",
    "score.mean-agrees": "each result is converted first and weighed after; the mean of the scores, {mean}, comes to "
    "the same here by luck",
    "score.mean-is-right": "at total points the mean of the scores is the score; in every other form it is a trap",
    "score.split": "each side has results of its own: the two scores need not balance",
    "score.knockout-mean": "the sides' own scores, {ns} and {ew}, do not balance: both get the mean",
    "score.two-standards": "{side} as the innocent side gets the best likely result, {innocent}; the other side that "
    "which is best for {side} and at all probable, {offenders}",
    "score.field-without-us": "our own score is not compared with itself: the field is the other tables",
    "score.fewer-scores": "{tables} tables but fewer scores: brought to scale by Neuberg's formula",
    "score.datum": "the datum is the mean of all tables, ours with its final score, to the nearest ten",
    "score.scale": "the scales are different tables: {name}, not one of the others rounded",
    "score.both-rooms": "any difference wins the board; its size does not count",
    "score.not-a-contract": "{points} is no score of any contract",
    "score.law": "{text}",
    "score.since": "{authority} has the present rule on weighting since {since}; for an earlier board add --date",
}


def say(finding: Finding) -> str:
    """A finding's English sentence."""
    return _SAYS[finding.code].format(**finding.arguments)


def findings(card: ScoreCard) -> list[Finding]:
    """What was applied, and the traps beside it."""
    sentences = []
    year = card.law.edition.year
    if card.innocent is not None:
        side = card.innocent
        own, theirs = (card.counted[of][0].result for of in (side, side.other))
        clauses = addresses("two-standards", year)
        sentences.append(
            Finding.of("score.two-standards", clauses=clauses, side=side, innocent=own, offenders=theirs)
        )
    elif len(card.given[0]) > 1:
        sentences.append(_weighing(card, addresses("equity-weighting", year)))
    if card.split:
        sentences.append(Finding.of("score.split"))
    ns, ew = (card.own(side) for side in Side)
    if card.form.merges and ns + ew:
        clauses = addresses("knockout-mean", year)
        sentences.append(Finding.of("score.knockout-mean", clauses=clauses, ns=signed(ns), ew=signed(ew)))
    return sentences + _habits(card)


def _weighing(card: ScoreCard, clauses: tuple[Clause, ...]) -> Finding:
    if card.form.unit is Unit.POINTS:
        return Finding.of("score.mean-is-right", clauses=clauses)
    code = "score.mean-agrees" if card.of_the_mean == card.own(Side.NS) else "score.convert-first"
    return Finding.of(
        code, clauses=clauses, mean=signed(card.mean), trap=f"{signed(card.of_the_mean)} {card.form.unit}"
    )


def _habits(card: ScoreCard) -> list[Finding]:
    """What is easily forgotten in this form."""
    if (
        card.form.field_method is FieldMethod.MATCHPOINTS
        and card.form.pairs
        and card.currency.comparison.tables
    ):
        return [Finding.of("score.fewer-scores", tables=card.currency.comparison.tables)]
    if card.currency.scale is not None:
        return [Finding.of("score.scale", name=card.currency.scale.name)]
    return [Finding.of(card.form.habit)] if card.form.habit else []


_EXPECTED = ("law.no-date", "law.no-authority")  # a calculator needs neither


def warnings(card: ScoreCard) -> list[Finding]:
    """What the director should look at again."""
    reasons = [reason for reason in card.law.warnings if reason.code not in _EXPECTED]
    sentences = [Finding.of("score.law", text=reason) for reason in reasons]
    since = card.law.why("weighting.form").since
    if since is not None and card.law.date is None:
        sentences.append(Finding.of("score.since", authority=card.law.authority, since=since.isoformat()))
    scores = {typed.score_ns for side in card.given for typed in side if isinstance(typed.result, PointsOnly)}
    scores |= (
        {card.currency.comparison.other_room} if card.currency.comparison.other_room is not None else set()
    )
    scores |= set(card.currency.comparison.field.scores) if card.currency.comparison.field else set()
    sentences += [
        Finding.of("score.not-a-contract", points=signed(s))
        for s in sorted(scores)
        if not is_contract_score(s)
    ]
    return sentences


@dataclass(frozen=True, slots=True)
class ReweighedScore:
    """A side's score under weights, exact; none when a result with weight has no converted score."""

    weights: tuple[tuple[str, Fraction], ...]
    score: Fraction | None

    @property
    def decimal(self) -> str:
        """The score as people read it."""
        return "" if self.score is None else f"{float(self.score):+.2f}"


def weighable(document: Any) -> tuple[tuple[str, str], ...]:  # noqa: ANN401 - any JSON
    """The results a ruling lets a person weigh, by name: every legal one, in its own order."""
    return tuple(
        (outcome["id"], outcome["result"]) for outcome in document.get("outcomes") or () if outcome["legal"]
    )


def reweighed(document: Any, side: str, parts: Mapping[str, int]) -> ReweighedScore | None:  # noqa: ANN401 - any JSON
    """A side's score when each result counts by its part of the whole; none when all parts are nothing.

    >>> ruling = {"outcomes": [{"id": "a", "legal": True, "converted": {"ns": "3"}},
    ...                        {"id": "b", "legal": True, "converted": {"ns": "-5"}}]}
    >>> reweighed(ruling, "ns", {"a": 60, "b": 20}).score
    Fraction(1, 1)
    """
    outcomes = {outcome["id"]: outcome for outcome in document.get("outcomes") or () if outcome["legal"]}
    counted = {name: part for name, part in parts.items() if name in outcomes and part > 0}
    whole = sum(counted.values())
    if not whole:
        return None
    weights = tuple((name, Fraction(part, whole)) for name, part in counted.items())
    return ReweighedScore(
        weights, _score([(weight, outcomes[name].get("converted")) for name, weight in weights], side)
    )


def _score(parts: Sequence[tuple[Fraction, Any]], side: str) -> Fraction | None:
    total = Fraction(0)
    for weight, converted in parts:
        worth = (converted or {}).get(side)
        if worth is None:
            return None
        total += weight * Fraction(worth)
    return total
