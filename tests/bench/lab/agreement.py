"""Comparison of our scores with those of directors and committees in recorded cases: distance, and coverage of our band."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median
from typing import Any

from analyser.audit.verdict import audit_ruling, review
from analyser.bridge import PointsOnly, Result, Side
from analyser.casefile import Case, Comparison, Form, JudgedTruth, RemarkKind, RulingGiven
from analyser.errors import AnalyserError
from analyser.estimates.services import Services
from analyser.messages import decimal_text
from analyser.ruling import Ruling, RulingRequest
from analyser.ruling.context import jurisdiction_of
from analyser.ruling.currency import Currency, currency_of, given_scores
from analyser.ruling.rule import rule
from analyser.scoring import SideScores, score_ns

KINDS = ("sides exchanged", "disallowed result weighed", "all weight on one extreme")

_NOTHING_ASKED = RulingRequest()
_LARGE = Fraction(3, 10)  # of the weight: such a result by itself is one of the likely ones
_List = list[tuple[Result | PointsOnly, Fraction]]


@dataclass(frozen=True, slots=True)
class NegativeControl:
    """One planted, unreasonable ruling and the verdict on it."""

    case: str
    kind: str
    verdict: str


def judged_controls(ruled: Iterable[tuple[Case, Ruling]]) -> Iterator[NegativeControl]:
    """Every planted ruling of the cases whose score is made of weighed results, with the verdict on each."""
    for case, ours in ruled:
        for kind, control in unreasonable_rulings(case, ours):
            verdict = audit_ruling(case.changed(ruling=(control,)), _NOTHING_ASKED, ours).review
            yield NegativeControl(case.id, kind, "cannot-tell" if verdict is None else verdict.verdict)


def unreasonable_rulings(case: Case, ours: Ruling) -> Iterator[tuple[str, RulingGiven]]:
    """The unreasonable rulings of one case."""
    currency = currency_of(case, jurisdiction_of(case, _NOTHING_ASKED))
    adjusted, weights = ours.adjusted, ours.weights
    if not isinstance(currency, Currency) or adjusted is None or weights is None:
        return
    if adjusted.ns is None or adjusted.ew is None:
        return
    results = {outcome.id: outcome.result for outcome in ours.outcomes}
    lists: dict[Side, _List] = {
        Side.NS: [(results[name], weight) for name, weight in weights.ns],
        Side.EW: [(results[name], weight) for name, weight in weights.ew],
    }
    for kind, (ns, ew) in _unreasonable(case, currency, lists, adjusted.ns.exact):
        ruling = _ruling(ns, ew)
        scores = given_scores(case, ruling, currency)
        if scores is not None and _is_other(
            scores, SideScores(adjusted.ns.exact, adjusted.ew.exact), currency
        ):
            yield kind, ruling


def _unreasonable(
    case: Case, currency: Currency, lists: dict[Side, _List], ours: Fraction
) -> Iterator[tuple[str, tuple[_List, _List]]]:
    exchanged: list[_List] = [
        [(PointsOnly(-currency.points(result)), weight) for result, weight in lists[side.other]]
        for side in Side
    ]
    yield KINDS[0], (exchanged[0], exchanged[1])
    table = case.result
    if table is not None and all(result != table for side in Side for result, _ in lists[side]):
        ns, ew = (
            [(table, Fraction(1, 2)), *((result, weight / 2) for result, weight in lists[side])]
            for side in Side
        )
        yield KINDS[1], (ns, ew)
    if len(lists[Side.NS]) > 1:
        unlikely = [result for result, weight in lists[Side.NS] if weight < _LARGE]
        worst = max(
            unlikely, key=lambda result: abs(currency.worth(currency.points(result)).ns - ours), default=None
        )
        if worst is not None:
            alone: _List = [(worst, Fraction(1))]
            yield KINDS[2], (alone, alone)


def _ruling(ns: _List, ew: _List) -> RulingGiven:
    def told(side: _List) -> list[dict[str, str]]:
        return [{"result": str(result), "weight": str(weight)} for result, weight in side]

    kind = "assigned" if len(ns) == len(ew) == 1 else "weighted"
    return RulingGiven.model_validate({"kind": kind, "by": "planted", "ns": told(ns), "ew": told(ew)})


def _is_other(theirs: SideScores, ours: SideScores, currency: Currency) -> bool:
    """Whether the planted ruling gives a different score at all: farther off than scores that agree."""
    return any(abs(theirs.score_of(side) - ours.score_of(side)) > currency.close for side in Side)


@dataclass(frozen=True, slots=True)
class RulingBesideOurs:
    """One recorded ruling and ours, both in the event's currency; an unknown is `None`.

    `swing` says that the board had nothing to be compared with and counts in IMPs against its own table result.
    `found` says that the body's finding on the infraction was given to us, and only the score is ours; then `controls`
    holds the verdicts on unreasonable rulings planted with it.
    """

    id: str
    kind: str
    edition: str
    body: str
    unit: str
    swing: bool
    found: bool
    theirs: SideScores | None
    ours: SideScores | None
    band_ns: tuple[Fraction, Fraction] | None
    infraction: tuple[bool | None, bool | None]
    verdict: str
    controls: tuple[NegativeControl, ...] = ()

    @property
    def apart(self) -> Fraction | None:
        """The mean distance of both sides' scores, or `None`."""
        if self.theirs is None or self.ours is None:
            return None
        return (
            sum((abs(self.theirs.score_of(side) - self.ours.score_of(side)) for side in Side), Fraction(0))
            / 2
        )

    @property
    def width(self) -> Fraction | None:
        """The width of the band to North-South, or `None`."""
        return None if self.band_ns is None else self.band_ns[1] - self.band_ns[0]


def with_comparison(case: Case) -> Case:
    """The case with a comparison: if none is recorded, its own table result, in IMPs.

    The effect of a ruling is then counted as at teams, from the score the table had before it.
    """
    if not isinstance(currency_of(case, jurisdiction_of(case, _NOTHING_ASKED)), Currency):
        if case.result is None or case.vulnerability is None:
            return case
        table = score_ns(case.result, case.vulnerability)
        event = case.event.model_copy(update={"form": Form.IMPS})
        return case.changed(event=event, comparison=Comparison(other_room=table))
    return case


def with_fact_found(case: Case) -> Case:
    """The case with the body's own finding whether there was an infraction: only the score is left to us."""
    finding = _finding_of_body(case)
    if finding is None or not case.incident:
        return case
    judgement = {
        "incident": case.incident[0].id,
        "question": "infraction",
        "answer": finding,
        "by": "the body",
    }
    return case.changed(judgement=(*case.judgement, JudgedTruth.model_validate(judgement)))


def compare_all(cases: Iterable[Case], services: Services, *, found: bool) -> Iterator[RulingBesideOurs]:
    """Every case with a recorded ruling, ruled by us without judgements.

    With `found`, only those where the body found an infraction, with that finding given: then the score alone is ours.
    """
    for case in cases:
        if case.ruling and (not found or _finding_of_body(case)):
            compared = with_comparison(with_fact_found(case) if found else case)
            yield _beside_ours(case, compared, services, found=found)


def _finding_of_body(case: Case) -> bool | None:
    """Whether the body found an infraction, or `None` if that is not recorded."""
    return next(
        (expected.infraction for expected in reversed(case.expected) if expected.infraction is not None), None
    )


def _beside_ours(case: Case, compared: Case, services: Services, *, found: bool) -> RulingBesideOurs:
    law = jurisdiction_of(compared, _NOTHING_ASKED)
    currency = currency_of(compared, law)
    last_ruling = compared.ruling[-1]
    theirs = given_scores(compared, last_ruling, currency) if isinstance(currency, Currency) else None
    try:
        ruling = review(compared, _NOTHING_ASKED, services)
    except AnalyserError:
        ruling = None
    return RulingBesideOurs(
        case.id,
        _kind(case),
        law.edition.year,
        str(last_ruling.body or "director"),
        str(currency.form.unit) if isinstance(currency, Currency) else "",
        compared.comparison is not case.comparison,
        found,
        theirs,
        _ours(ruling),
        _band(ruling),
        (_finding_of_body(case), _infraction(ruling)),
        "cannot-tell" if ruling is None or ruling.review is None else ruling.review.verdict,
        tuple(judged_controls([(compared, ruling)])) if found and ruling is not None else (),
    )


def _kind(case: Case) -> str:
    kind = str(case.incident[0].kind) if case.incident else "other"
    if kind == "unauthorised-information":
        tempo = any(remark.kind is RemarkKind.TEMPO for remark in case.remark)
        return f"{kind}: {'tempo' if tempo else 'other'}"
    return kind


def _ours(ruling: Ruling | None) -> SideScores | None:
    adjusted = None if ruling is None else ruling.adjusted
    if adjusted is None or adjusted.ns is None or adjusted.ew is None:
        return None
    return SideScores(adjusted.ns.exact, adjusted.ew.exact)


def _band(ruling: Ruling | None) -> tuple[Fraction, Fraction] | None:
    band = None if ruling is None or ruling.sensitivity is None else ruling.sensitivity.band_ns
    return None if band is None else (Fraction(band[0]), Fraction(band[1]))


def _infraction(ruling: Ruling | None) -> bool | None:
    if ruling is None or not ruling.incidents or ruling.incidents[0].infraction is None:
        return None
    return ruling.incidents[0].infraction.answer


def summary(rows: Sequence[RulingBesideOurs]) -> dict[str, int | float | None]:
    """The counts and the mean distance of some rows, as the committed figures keep them."""
    apart = sorted(row.apart for row in rows if row.apart is not None)
    widths = [row.width for row in rows if row.width is not None]
    both_found = [row for row in rows if None not in row.infraction]
    return {
        "cases": len(rows),
        "compared": len(apart),
        "inside": sum(row.verdict == "inside" for row in rows),
        "near": sum(row.verdict == "near" for row in rows),
        "outside": sum(row.verdict == "outside" for row in rows),
        "cannot_tell": sum(row.verdict == "cannot-tell" for row in rows),
        "mean_apart": _mean(apart),
        "median_apart": round(float(median(apart)), 3) if apart else None,
        "mean_width": _mean(widths),
        "infraction_told": len(both_found),
        "infraction_agreed": sum(row.infraction[0] == row.infraction[1] for row in both_found),
    }


def _mean(values: Sequence[Fraction]) -> float | None:
    return round(float(sum(values, Fraction(0)) / len(values)), 3) if values else None


@dataclass(frozen=True, slots=True)
class ExampleCase:
    """A bundled case that is its own example: the width of its band, and the verdicts on planted rulings."""

    id: str
    unit: str
    width: Fraction
    controls: tuple[NegativeControl, ...]


def example_cases(cases: Iterable[Case], services: Services) -> Iterator[ExampleCase]:
    """The cases whose score is made of weighed results, with the width of their band to North-South."""
    for case in cases:
        ours = rule(case, _NOTHING_ASKED, services)
        band = _band(ours)
        if band is not None and ours.adjusted is not None and ours.adjusted.ns is not None:
            unit = ours.adjusted.ns.unit
            yield ExampleCase(case.id, unit, band[1] - band[0], tuple(judged_controls([(case, ours)])))


def widths(good: Sequence[ExampleCase]) -> dict[str, list[float | int | None]]:
    """For each unit: the number of cases, and the mean width of their bands."""
    units = sorted({case.unit for case in good})
    return {
        unit: [
            sum(case.unit == unit for case in good),
            _mean([case.width for case in good if case.unit == unit]),
        ]
        for unit in units
    }


def document(rows: Sequence[RulingBesideOurs], good: Sequence[ExampleCase]) -> dict[str, Any]:
    """The whole comparison as JSON: the committed figures, then every case."""
    return {
        "good_cases": {
            "mean_width": widths(good),
            "planted": control_counts([control for case in good for control in case.controls]),
        },
        "chain": summary([row for row in rows if not row.found]),
        "score": summary([row for row in rows if row.found]),
        "planted": control_counts([control for row in rows for control in row.controls]),
        "cases": [_row(row) for row in rows],
    }


def control_counts(controls: Sequence[NegativeControl]) -> dict[str, list[int]]:
    """The numbers of rulings planted of each sort, and of those called outside."""
    return {
        kind: [len(own), sum(control.verdict == "outside" for control in own)]
        for kind in KINDS
        for own in [[control for control in controls if control.kind == kind]]
    }


def _row(row: RulingBesideOurs) -> dict[str, Any]:
    def told(scores: SideScores | None) -> list[str] | None:
        return None if scores is None else [decimal_text(scores.ns), decimal_text(scores.ew)]

    return {
        "id": row.id,
        "kind": row.kind,
        "edition": row.edition,
        "body": row.body,
        "taken": "score" if row.found else "chain",
        "unit": row.unit,
        "against_own_table": row.swing,
        "theirs": told(row.theirs),
        "ours": told(row.ours),
        "band_ns": None if row.band_ns is None else [decimal_text(end) for end in row.band_ns],
        "infraction": list(row.infraction),
        "verdict": row.verdict,
    }
