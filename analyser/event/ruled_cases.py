"""The rulings of an event: the ruling given, our analysis, and whether similar cases were ruled alike."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from pydantic import ValidationError

from analyser.audit.verdict import review
from analyser.bridge import Result, Side
from analyser.casefile import Case, RulingGiven, RulingKind, WeightedResult, case_of
from analyser.casefile.tree import toml_text
from analyser.errors import AnalyserError, Problem
from analyser.estimates.services import Services
from analyser.event.board_scores import ArtificialAwards, FinalScore, Parts
from analyser.event.pending_cases import PendingCase
from analyser.event.scorer import EffectKind, ResultVersion, RulingEffect
from analyser.event.settings import EventSettings
from analyser.event.standings import ScoreDelta
from analyser.event.store import TableEntry
from analyser.formats import Artificial
from analyser.messages import Percentage
from analyser.precedents import Sketch, distance, sketches_of
from analyser.precedents.nearest import add_past_cases
from analyser.ruling import AdjustedKind, Ruling, RulingRequest
from analyser.ruling.rule import rule
from analyser.scoring import SideScores, check_whole, score_ns

_COMPARED_AT_MOST = 200  # cases compared with each other
NEAR = 6.0  # of about thirty: same kind, same sort of information, similar hands and calls

# The content of a ruling for each side: lines of a weight and its result, of an award, or of tricks.
GivenSides = tuple[tuple[tuple[object, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class RuledCase:
    """One ruling of the event: its result, the ruling given, the case file, and the analysis.

    `number` is None if no result of the event fits the case. `refused` says why a case could not be analysed.
    """

    id: str
    kind: str
    source: str
    entry: TableEntry | None
    toml: str
    given: FinalScore | None = None
    given_kind: str = ""
    body: str = ""  # who gave it
    given_sides: GivenSides = ()
    result: Result | None = None  # the one the ruling gives both sides
    award: Artificial | None = None
    ruling: Ruling | None = None
    asked: Ruling | None = None
    ours: FinalScore | None = None
    ours_asked: FinalScore | None = None
    innocent: Side | None = None
    lean: Fraction | None = None  # what the ruling given gives the innocent side beyond ours
    refused: Problem | None = None

    @property
    def given_text(self) -> str:
        """The ruling given in one line."""
        sides = ("; ".join(" ".join(map(str, part)) for part in side) for side in self.given_sides)
        return f"{self.given_kind}: {' | '.join(sides)}" if self.given_sides else self.given_kind

    @property
    def number(self) -> int | None:
        """The result ruled on."""
        return None if self.entry is None else self.entry.number

    @property
    def verdict(self) -> str:
        """The grade: inside or outside the band, or cannot be decided."""
        review = None if self.ruling is None else self.ruling.review
        return "not-reviewed" if review is None else review.verdict


def final_scores(rulings: Iterable[RuledCase]) -> Mapping[int, Mapping[ResultVersion, FinalScore]]:
    """The final score of every result ruled on, by version; if our analysis is undecided, the ruling given is used."""
    by_number: dict[int, dict[ResultVersion, FinalScore]] = {}
    for case in rulings:
        if case.entry is None:
            continue
        versions = by_number.setdefault(case.entry.number, {})
        if case.given is not None:
            versions[ResultVersion.RULED] = case.given
        given = versions.get(ResultVersion.RULED)
        for version, ours in ((ResultVersion.OURS, case.ours), (ResultVersion.ASKED, case.ours_asked)):
            final = ours if ours is not None else given
            if final is not None:
                versions[version] = final
        if case.entry.score_ns is not None:
            versions[ResultVersion.TABLE] = FinalScore.from_score(case.entry.score_ns)
    return by_number


def rule_pending(
    pending: PendingCase,
    event: EventSettings,
    awards: ArtificialAwards,
    asked: RulingRequest,
    services: Services,
) -> RuledCase:
    """Rule a case by the event's own Laws and by others if requested, and review the ruling given."""
    toml = toml_text(dict(pending.tree))
    ruled = RuledCase(pending.id, "", str(pending.source), pending.entry, toml)
    try:
        ruled = _apply_given_ruling(ruled, pending, event, awards)
        case = case_of(toml.encode("utf-8"))
        seats = (incident.concerned_seat for incident in case.incident)
        concerned = next((seat for seat in seats if seat is not None), None)
        innocent = None if concerned is None else concerned.side.other
        kind = str(case.incident[0].kind) if case.incident else "other"
        ruled = replace(ruled, kind=kind, innocent=innocent)
        alone = (review if case.ruling else rule)(case, RulingRequest(), services)
        ours = add_past_cases(case, alone)
        other = add_past_cases(case, rule(case, asked, services)) if asked != RulingRequest() else None
    except AnalyserError as fault:
        return replace(ruled, refused=fault.problems[0])
    ours_asked = None if other is None else _our_score(case, other)
    return replace(ruled, ruling=ours, asked=other, ours=_our_score(case, ours), ours_asked=ours_asked)


def _apply_given_ruling(
    ruled: RuledCase, pending: PendingCase, event: EventSettings, awards: ArtificialAwards
) -> RuledCase:
    """The case with the ruling given, which counts in the standings even if its case cannot be analysed."""
    rulings = pending.tree.get("ruling", ())
    last = (rulings if isinstance(rulings, dict) else rulings[-1]) if rulings else None
    if last is None:
        return ruled
    try:
        given = RulingGiven.model_validate(last)
    except ValidationError:
        return ruled  # the refusal is stored with the case
    return replace(
        ruled,
        given=_given_score(given, pending.entry, event, awards),
        given_kind=str(given.kind),
        body=str(given.by),
        given_sides=_given_sides(given),
        result=_one_result(given, pending.entry),
        award=_given_award(given),
    )


def _one_result(given: RulingGiven, entry: TableEntry | None) -> Result | None:
    """The result that a ruling gives both sides, or None if several are weighted or only points are given."""
    if given.kind is RulingKind.TRICKS and entry is not None and entry.contract is not None:
        return None if given.tricks is None else Result(entry.contract, given.tricks)
    results = [part.result for part in (*(given.ns or ()), *(given.ew or ()))]
    first = results[0] if given.ns and len(given.ns) == 1 and len(set(map(str, results))) == 1 else None
    return first if isinstance(first, Result) else None


def _given_award(given: RulingGiven) -> Artificial | None:
    """An artificial score as results files write it."""
    if given.award is None or given.award.NS is None or given.award.EW is None:
        return None
    return Artificial(int(given.award.NS * 100), int(given.award.EW * 100))


def _given_score(
    given: RulingGiven, entry: TableEntry | None, event: EventSettings, awards: ArtificialAwards
) -> FinalScore | None:
    """The final score by the ruling given."""
    if entry is None:
        return None
    match given.kind:
        case RulingKind.RESULT_STANDS:
            return None if entry.score_ns is None else FinalScore.from_score(entry.score_ns)
        case RulingKind.TRICKS:
            if entry.contract is None or given.tricks is None:
                return None
            return FinalScore.from_score(score_ns(Result(entry.contract, given.tricks), entry.vulnerability))
        case RulingKind.ARTIFICIAL:
            award = _given_award(given)
            return None if award is None else FinalScore(award=awards.sides(award, event.form))
        case RulingKind.ASSIGNED | RulingKind.WEIGHTED:
            if not given.ns:
                return None
            return FinalScore(_parts(entry, given.ns), _parts(entry, given.ew or given.ns))


def _parts(entry: TableEntry, results: tuple[WeightedResult, ...]) -> Parts:
    check_whole((part.weight for part in results), "ruling ns weight")
    return _merge_scores((score_ns(part.result, entry.vulnerability), part.weight) for part in results)


def _merge_scores(parts: Iterable[tuple[int, Fraction]]) -> Parts:
    """The scores with equal ones merged, the highest first."""
    weights: defaultdict[int, Fraction] = defaultdict(Fraction)
    for score, weight in parts:
        weights[score] += weight
    return tuple(sorted(weights.items(), reverse=True))


def _given_sides(given: RulingGiven) -> GivenSides:
    """The results with their weights, the award or the tricks a ruling gives each side."""
    # Bare points stay as they were written.
    sides: list[tuple[tuple[object, ...], ...]] = [
        tuple(
            (Percentage(part.weight), part.result if isinstance(part.result, Result) else str(part.result))
            for part in side
        )
        for side in (given.ns, given.ew)
        if side
    ]
    if given.award is not None and given.award.NS is not None and given.award.EW is not None:
        sides.append(((Percentage(given.award.NS), "/", Percentage(given.award.EW)),))
    if given.tricks is not None:
        sides.append(((str(given.tricks),),))
    return tuple(sides)


def _our_score(case: Case, ruling: Ruling) -> FinalScore | None:
    """The final score by our analysis, or None if it is undecided."""
    adjusted = ruling.adjusted
    if adjusted is None or case.vulnerability is None:
        return None
    match adjusted.kind:
        case AdjustedKind.NONE:
            return (
                None
                if case.result is None
                else FinalScore.from_score(score_ns(case.result, case.vulnerability))
            )
        case AdjustedKind.TRICKS:
            if adjusted.tricks is None or case.contract is None:
                return None
            return FinalScore.from_score(score_ns(Result(case.contract, adjusted.tricks), case.vulnerability))
        case AdjustedKind.ARTIFICIAL:
            if adjusted.ns is None or adjusted.ew is None:
                return None
            return FinalScore(award=SideScores(adjusted.ns.exact, adjusted.ew.exact))
        case AdjustedKind.ASSIGNED | AdjustedKind.WEIGHTED | AdjustedKind.TWO_SIDED:
            if ruling.weights is None:
                return None
            scores = {outcome.id: outcome.score_ns for outcome in ruling.outcomes}
            ns, ew = (
                _merge_scores((scores[name], weight) for name, weight in of_side if weight)
                for of_side in (ruling.weights.ns, ruling.weights.ew)
            )
            fixed: tuple[Fraction | None, Fraction | None] = (None, None)
            if case.error and adjusted.kind is AdjustedKind.TWO_SIDED and adjusted.ns and adjusted.ew:
                fixed = (adjusted.ns.exact, adjusted.ew.exact)
            return FinalScore(ns, ew, None, fixed)


def add_leans(rulings: Iterable[RuledCase], effects: Iterable[RulingEffect]) -> list[RuledCase]:
    """The rulings with what each gave the innocent side beyond ours, on the board."""
    deltas = {effect.ruling: effect.delta for effect in effects if effect.kind is EffectKind.OURS}
    return [replace(case, lean=_lean(case, deltas)) for case in rulings]


def _lean(case: RuledCase, deltas: Mapping[int, ScoreDelta]) -> Fraction | None:
    entry = case.entry
    delta = None if entry is None else deltas.get(entry.number)
    if entry is None or case.innocent is None or delta is None or case.ours is None:
        return case.lean
    who = entry.competitor_of(case.innocent)
    return -sum((points for name, points in delta.competitor_gains if name == who), Fraction(0))


@dataclass(frozen=True, slots=True)
class AlikePair:
    """Two rulings on similar facts, with the distance of the cases."""

    first: RuledCase
    second: RuledCase
    distance: float

    @property
    def differ(self) -> bool:
        """Whether one is inside the band and the other is not, or they deviate in opposite directions."""
        verdicts = {self.first.verdict, self.second.verdict}
        if verdicts == {"inside", "outside"}:
            return True
        return (self.first.lean or 0) * (self.second.lean or 0) < 0


def alike_pairs(rulings: Sequence[RuledCase]) -> list[AlikePair]:
    """The pairs of similar rulings, the nearest first."""
    sketches: list[tuple[RuledCase, Sketch]] = []
    for case in rulings[:_COMPARED_AT_MOST]:
        try:
            of_case = sketches_of(case_of(case.toml.encode("utf-8")))
        except AnalyserError:
            continue
        if of_case:
            sketches.append((case, of_case[0]))
    pairs = [
        AlikePair(first, second, distance(sketch, other))
        for (first, sketch), (second, other) in combinations(sketches, 2)
    ]
    return nearest_first(pairs)


def nearest_first(pairs: Iterable[AlikePair]) -> list[AlikePair]:
    """The pairs near enough to be called similar."""
    near = [pair for pair in pairs if pair.distance <= NEAR]
    return sorted(near, key=lambda pair: (pair.distance, pair.first.id, pair.second.id))
