"""The director's score calculator: a calculation, or a ruling without a case, from command-line words."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import TypeVar, assert_never

from analyser.bridge import PointsOnly, Side, Vulnerability, parse_result
from analyser.errors import AnalyserError, BridgeError, LawError, ScoringError, UsageError
from analyser.laws import Jurisdiction, Rounding, addresses, laws_hash, resolve
from analyser.laws.choices import WeightingForm
from analyser.messages import decimal_text, sentence
from analyser.resources import __version__
from analyser.ruling import (
    Adjusted,
    AdjustedKind,
    Finding,
    LawRef,
    MatchScore,
    Outcome,
    Provenance,
    Ruling,
    RulingRequest,
    Weighting,
)
from analyser.ruling.currency import Currency, rounding_key, select_by_standards
from analyser.ruling.score_words import ScoreWords
from analyser.ruling.values import ResultWeight
from analyser.scoring import (
    SCALES,
    BoardComparison,
    Field,
    FieldMethod,
    Need,
    ScoringForm,
    SideScores,
    Unit,
    WeightedScore,
    check_whole,
    form_named,
    is_contract_score,
    parse_weight,
    round_to_unit,
    scale_named,
    score_ns,
)

T = TypeVar("T")

_NUMBER = re.compile(r"[+\-−]?\d{1,6}")
_EXACT = re.compile(r"[+\-−]?\d{1,4}(?:\.\d{1,6}|/[1-9]\d{0,4})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed(ResultWeight):
    """One result as typed and as read; `id` is its name in the ruling."""

    id: str
    text: str
    score_ns: int


Sides = tuple[tuple[Typed, ...], tuple[Typed, ...]]


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """Everything the command `score` reports: the input, what of it counts, and the scores."""

    currency: Currency
    law: Jurisdiction
    given: Sides
    counted: Sides
    split: bool
    innocent: Side | None  # with two standards
    worths: Mapping[int, SideScores]  # by score to North-South
    scores: SideScores
    rounding_is_settled: bool  # whether an authority fixes the unit
    mean: Fraction  # of the scores themselves, which is nobody's score
    match: MatchScore | None

    @property
    def form(self) -> ScoringForm:
        """The form of scoring."""
        return self.currency.form

    def worth(self, typed: Typed) -> SideScores:
        """The worth of one result to each side."""
        return self.worths[typed.score_ns]

    def own_score(self, side: Side) -> Fraction:
        """One side's own score, before the mean a knock-out makes of the two (12C4)."""
        return sum(
            (typed.weight * self.worth(typed).score_of(side) for typed in self.counted[side]), Fraction(0)
        )

    @property
    def score_of_mean(self) -> Fraction:
        """North-South's score if the mean of the scores were converted: a common mistake."""
        step = 10 if self.form.unit is Unit.IMP else 1
        return self.form.convert(int(round_to_unit(self.mean, step)), self.currency.comparison).ns

    @property
    def kind(self) -> AdjustedKind:
        """Whether the score is one result, several, or different for each side."""
        ns, ew = (sorted((entry.score_ns, entry.weight) for entry in side) for side in self.counted)
        if ns != ew:
            return AdjustedKind.TWO_SIDED
        return AdjustedKind.ASSIGNED if len(ns) == 1 else AdjustedKind.WEIGHTED


def score_card(words: ScoreWords) -> ScoreCard:
    """The score card of the words, each read into its value."""
    form = _form(words.form)
    vulnerability = _read(Vulnerability.parse, words, "vul", "none")
    law = _law(words)
    comparison = _comparison(words, form, vulnerability)
    sides = _read_sides(words, vulnerability)
    scale = _read(scale_named, words, "scale", SCALES[0].name) if Need.BOARDS in form.needs else None
    key = rounding_key(form, scale)
    rounding: Rounding = getattr(law.regulation.rounding, key)
    before = Fraction(0) if scale is None else _read(_exact, words, "match-imps", "0")
    currency = Currency(form, comparison, rounding, vulnerability, scale, before)
    counted, innocent = _select_counted(words, currency, law, sides)
    ns, ew = (
        WeightedScore.from_shares([(entry.weight, entry.score_ns) for entry in side]) for side in counted
    )
    scores = currency.scores(ns, ew)
    return ScoreCard(
        currency=currency,
        law=law,
        given=sides,
        counted=counted,
        split=bool(words.ns),
        innocent=innocent,
        worths=currency.worths({typed.score_ns for side in sides for typed in side}, ns, ew),
        scores=scores,
        rounding_is_settled=not law.source_of(f"rounding.{key}").unsettled,
        mean=sum((typed.weight * typed.score_ns for typed in sides[0]), Fraction(0)),
        match=currency.match(None, scores),
    )


def _read(read: Callable[[str], T], words: ScoreWords, name: str, default: str) -> T:
    """An option's value; an unreadable one is a usage error."""
    text = words.options.get(name, default)
    try:
        return read(text)
    except (AnalyserError, ValueError) as fault:
        why = fault.problems[0].why if isinstance(fault, AnalyserError) else sentence("not-a-number")
        remedy = fault.problems[0].remedy if isinstance(fault, AnalyserError) else ""
        raise UsageError(why, where=f"--{name}", found=text, remedy=remedy) from None


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise ScoringError(sentence("not-a-whole-number"), found=text)
    return int(text.replace("−", "-"))


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ScoringError(sentence("not-a-date"), found=text, remedy=sentence("write-date")) from None


def _form(name: str) -> ScoringForm:
    if not name:
        raise UsageError(sentence("form-wanted"), remedy=sentence("write-score-form"))
    try:
        return form_named(name)
    except ScoringError as error:
        raise UsageError.from_problems(error.problems) from None


def _law(words: ScoreWords) -> Jurisdiction:
    options = words.options
    day = _read(_day, words, "date", "") if "date" in options else None
    named = tuple(filter(None, options.get("regulation", "").replace(",", " ").split()))
    try:
        return resolve(day, options.get("authority"), options.get("edition"), named)
    except LawError as error:
        raise UsageError.from_problems(error.problems) from None


_OPTION_OF = {Need.OTHER_ROOM: ("other", "--other 420"), Need.FIELD: ("field", '--field "420x5 -50x2"')}
_OPTION_OF |= {Need.BOARDS: ("boards", "--boards 16")}


def _comparison(words: ScoreWords, form: ScoringForm, vulnerability: Vulnerability) -> BoardComparison:
    """The comparison of the form; what it needs and was not typed is asked for."""
    for need in Need:
        option, remedy = _OPTION_OF[need]
        if need in form.needs and option not in words.options:
            raise UsageError(
                sentence("form-needs", name=form.name, need=need),
                remedy=sentence("add-option", remedy=remedy),
            )

    def room(text: str) -> int:
        points = score_ns(parse_result(text), vulnerability)
        if points % 10:
            remedy = sentence("write-other-score", near=f"{round(points / 10) * 10:+d}")
            raise ScoringError(sentence("bridge-score-multiple"), found=text, remedy=remedy)
        return points

    def number(name: str) -> int | None:
        return _read(_number, words, name, "") if name in words.options else None

    return BoardComparison(
        other_room=_read(room, words, "other", "") if "other" in words.options else None,
        field=_read(Field.parse, words, "field", "") if "field" in words.options else None,
        tables=number("tables"),
        boards=number("boards"),
        trim=number("trim") or 0,
    )


def _read_sides(words: ScoreWords, vulnerability: Vulnerability) -> Sides:
    """The results of both sides, or of each."""
    if words.both and (words.ns or words.ew):
        remedy = sentence("write-results-once")
        raise UsageError(sentence("results-both-and-one"), found=words.both[0], remedy=remedy)
    if bool(words.ns) != bool(words.ew):
        missing = "--ew" if words.ns else "--ns"
        raise UsageError(
            sentence("each-side-its-list"),
            found=missing,
            remedy=sentence("add-side-results", missing=missing),
        )
    if not words.both and not words.ns:
        raise UsageError(sentence("no-results"), remedy=sentence("write-weighted-results"))
    if words.both:
        shared = _list(words.both, vulnerability, "weights", 1)
        return shared, shared
    return _list(words.ns, vulnerability, "ns", 1), _list(words.ew, vulnerability, "ew", len(words.ns) + 1)


def _list(texts: Sequence[str], vulnerability: Vulnerability, where: str, first: int) -> tuple[Typed, ...]:
    typed = []
    for number, text in enumerate(texts, first):
        weight, colon, result = text.partition(":")
        if not colon and len(texts) > 1:
            remedy = sentence("write-weight-before", text=text)
            raise UsageError(sentence("result-without-weight"), where=where, found=text, remedy=remedy)
        weight, result = (weight, result) if colon else ("100%", text)
        try:
            read = parse_result(result)
        except BridgeError as error:
            raise UsageError.from_problems(
                [problem.prefix_place(where) for problem in error.problems]
            ) from None
        score = score_ns(read, vulnerability)
        typed.append(Typed(read, parse_weight(weight), id=f"o{number}", text=result.strip(), score_ns=score))
    check_whole([entry.weight for entry in typed], where)
    return tuple(typed)


def _select_counted(
    words: ScoreWords, currency: Currency, law: Jurisdiction, given: Sides
) -> tuple[Sides, Side | None]:
    """The results that count: all by their weights, or one for each side under two standards."""
    match law.regulation.weighting.form:
        case WeightingForm.WEIGHTED:
            return given, None
        case WeightingForm.TWO_STANDARDS:
            if words.ns or len(given[0]) == 1:
                return given, None
            innocent = _read(Side.parse, words, "innocent", "NS")
            our_scores, theirs = select_by_standards(
                given[0],
                lambda typed: currency.form.convert(typed.score_ns, currency.comparison).score_of(innocent),
                law,
            )
            return ((our_scores, theirs) if innocent is Side.NS else (theirs, our_scores)), innocent
        case other:
            assert_never(other)


def _exact(text: str) -> Fraction:
    if not _EXACT.fullmatch(text):
        raise ScoringError(sentence("not-a-number"), found=text)
    return Fraction(text.replace("−", "-"))


def sign_figure(value: Fraction | int) -> str:
    """A figure with its sign; zero has none.

    >>> sign_figure(Fraction(57, 20)), sign_figure(-4), sign_figure(0)
    ('+2.85', '-4', '0')
    """
    text = decimal_text(Fraction(value))
    return f"+{text}" if value > 0 else text


def ruling_of(card: ScoreCard, asked: RulingRequest) -> Ruling:
    """The calculation as a ruling without a case: its outcomes are the results given, in their order, unmerged."""
    given = card.given[0] + (card.given[1] if card.split else ())
    neutral, ns, ew = (
        tuple((typed.id, typed.weight) for typed in side)
        for side in (() if card.split else card.given[0], *card.counted)
    )
    return Ruling(
        case=None,
        asked=asked,
        law=LawRef.from_jurisdiction(card.law),
        outcomes=tuple(
            Outcome(typed.id, typed.result, typed.score_ns, None, legal=True, converted=(worth.ns, worth.ew))
            for typed in given
            for worth in (card.worth(typed),)
        ),
        weights=Weighting(neutral, ns, ew),
        adjusted=Adjusted(
            kind=card.kind,
            ns=card.currency.side_score(card.scores.ns),
            ew=card.currency.side_score(card.scores.ew),
            match=card.match,
        ),
        findings=tuple(findings(card)),
        warnings=tuple(warnings(card)),
        provenance=Provenance(analyser=__version__, laws=laws_hash()),
    )


def findings(card: ScoreCard) -> list[Finding]:
    """The rules applied, and warnings of common mistakes."""
    sentences = []
    year = card.law.edition.year
    if card.innocent is not None:
        side = card.innocent
        result, theirs = (card.counted[of][0].result for of in (side, side.other))
        clauses = addresses("two-standards", year)
        sentences.append(
            Finding.from_code(
                "score.two-standards", clauses=clauses, side=side, innocent=result, offenders=theirs
            )
        )
    elif len(card.given[0]) > 1:
        clauses = addresses("equity-weighting", year)
        if card.form.unit is Unit.POINTS:
            sentences.append(Finding.from_code("score.mean-is-right", clauses=clauses))
        else:
            code = (
                "score.mean-agrees"
                if card.score_of_mean == card.own_score(Side.NS)
                else "score.convert-first"
            )
            trap = sign_figure(card.score_of_mean)
            sentences.append(Finding.from_code(code, clauses=clauses, mean=sign_figure(card.mean), trap=trap))
    if card.split:
        sentences.append(Finding.from_code("score.split"))
    ns, ew = (card.own_score(side) for side in Side)
    if card.form.merges and ns + ew:
        clauses = addresses("knockout-mean", year)
        sentences.append(
            Finding.from_code("score.knockout-mean", clauses=clauses, ns=sign_figure(ns), ew=sign_figure(ew))
        )
    return sentences + _habits(card)


def _habits(card: ScoreCard) -> list[Finding]:
    """What is easily forgotten in this form of scoring."""
    if (
        card.form.field_method is FieldMethod.MATCHPOINTS
        and card.form.pairs
        and card.currency.comparison.tables
    ):
        return [Finding.from_code("score.fewer-scores", tables=card.currency.comparison.tables)]
    if card.currency.scale is not None:
        return [Finding.from_code("score.scale")]
    return [Finding.from_code(card.form.habit)] if card.form.habit else []


_EXPECTED = ("law.no-date", "law.no-authority")  # a calculator needs neither


def warnings(card: ScoreCard) -> list[Finding]:
    """What the director should check again."""
    reasons = [reason for reason in card.law.warnings if reason.code not in _EXPECTED]
    sentences = [Finding.from_code("score.law", text=reason) for reason in reasons]
    since = card.law.source_of("weighting.form").since
    if since is not None and card.law.date is None:
        sentences.append(
            Finding.from_code("score.since", authority=card.law.authority, since=since.isoformat())
        )
    scores = {typed.score_ns for side in card.given for typed in side if isinstance(typed.result, PointsOnly)}
    scores |= (
        {card.currency.comparison.other_room} if card.currency.comparison.other_room is not None else set()
    )
    scores |= set(card.currency.comparison.field.scores) if card.currency.comparison.field else set()
    sentences += [
        Finding.from_code("score.not-a-contract", points=sign_figure(s))
        for s in sorted(scores)
        if not is_contract_score(s)
    ]
    return sentences
