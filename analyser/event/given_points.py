"""Inference from published points: how a field was scored, and which tables have points of a ruling.

A file's own points show how its scores were compared (which datum, which divisor, fewer results factored or not), and
which tables have points that do not follow from their score: those of a ruling.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, combinations, product

from analyser.casefile import Form, Scale
from analyser.errors import ScoringError
from analyser.event.board_scores import EarnedPoints, FinalScore, score_board
from analyser.event.published_matches import PublishedMatches
from analyser.event.scorer import ResultVersion, Scorer
from analyser.event.settings import CrossDivisor, DatumKind, EventSettings, FieldRules
from analyser.event.store import BoardGroup, FilePublication, ResultStore, TableEntry
from analyser.formats import Points, PointsKind
from analyser.scoring import FieldMethod, Unit
from analyser.scoring.percent_scales import PERCENT_SCALES

EQUAL = Fraction(1, 100)  # a smaller difference is rounding: files are written with two decimals
_SAMPLED = 40  # boards that show how a file was scored
_TRIMS = (0, 1, 2, 3)
_TABLES_AT_ONCE = 3  # tables of one board whose points may come from rulings
_SHARED = Fraction(1, 50)  # of the sum of all tables: two charts of a split score do not add up to it
# Up to so many results two tables at once are tried without their scores, which is expensive.
_PAIRS_TRIED = 12

_KINDS: Mapping[FieldMethod, tuple[PointsKind, ...]] = {
    FieldMethod.MATCHPOINTS: (PointsKind.MATCHPOINTS, PointsKind.UNNAMED, PointsKind.PERCENT),
    FieldMethod.MEAN_SWING: (PointsKind.CROSS_IMPS, PointsKind.IMPS, PointsKind.UNNAMED),
    FieldMethod.DATUM: (PointsKind.BUTLER, PointsKind.IMPS, PointsKind.UNNAMED),
    FieldMethod.NOTHING: (PointsKind.TOTAL_POINTS,),
}


def kind_of(form: Form) -> PointsKind:
    """The unit in which boards of this form are scored."""
    return PointsKind.IMPS if form.scoring.teams else _KINDS[form.scoring.field_method][0]


BoardPair = tuple[Fraction | None, Fraction | None]


def given_points(entry: TableEntry, form: Form) -> Points | None:
    """The published points of this result in the unit of the event's boards, or None."""
    kinds = (PointsKind.IMPS,) if form.scoring.teams else _KINDS[form.scoring.field_method]
    of_kind = {points.kind: points for points in entry.points}
    return next((of_kind[kind] for kind in kinds if kind in of_kind), None)


def is_equal(ours: Fraction | None, theirs: Fraction | None) -> bool:
    """Whether two numbers are equal up to rounding; a missing one differs from nothing.

    >>> is_equal(Fraction(20, 3), Fraction("6.67")), is_equal(Fraction(20, 3), Fraction("6.7"))
    (True, True)
    >>> is_equal(Fraction(20, 3), Fraction("6.6")), is_equal(Fraction("6.4"), Fraction(6))
    (False, False)
    """
    if ours is None or theirs is None or abs(ours - theirs) <= EQUAL:
        return True
    # A file that writes one decimal has rounded; a whole number may be exact.
    return (
        theirs.denominator != 1 and (10 * theirs).denominator == 1 and abs(ours - theirs) <= Fraction(1, 20)
    )


@dataclass(frozen=True, slots=True)
class GivenBoard:
    """A board with the published points of each table; `scale` is the value of one of its points: two if a win counts one.

    `top` is the sum of the two matchpoint scores of a table: the other side has the rest.
    """

    entries: Sequence[TableEntry]
    given: Sequence[Points | None]
    scale: Fraction = Fraction(1)
    top: Fraction = Fraction(0)

    def points_at(self, place: int) -> BoardPair:
        """The published points of the two sides of a table, in our unit."""
        points = self.given[place]
        if points is None:
            return None, None
        ns, ew = (None if won is None else won * self.scale for won in (points.ns, points.ew))
        if self.top and self.entries[place].artificial is None:  # the two of those need not come to the top
            if ns is None and ew is not None:
                return self.top - ew, ew
            if ew is None and ns is not None:
                return ns, self.top - ns
        return ns, ew

    def is_equal(self, ours: Fraction, theirs: Fraction | None) -> bool:
        """Whether two numbers are equal up to rounding in the file's own unit."""
        return is_equal(ours / self.scale, None if theirs is None else theirs / self.scale)

    def is_same(self, place: int, points: EarnedPoints) -> bool:
        """Whether the points a table earned are the published ones."""
        ns, ew = self.points_at(place)
        return self.is_equal(points.ns, ns) and self.is_equal(points.ew, ew)

    def has_no_points(self, place: int) -> bool:
        """Whether a table has a score of zero and no contract for it: programs write artificial scores so."""
        entry = self.entries[place]
        return (
            entry.score == 0
            and entry.contract is None
            and not entry.passed_out
            and None not in self.points_at(place)
        )

    def differing(self, earned: Sequence[EarnedPoints | None]) -> list[int]:
        """The tables whose published points differ from ours."""
        return [
            place
            for place, points in enumerate(earned)
            if self.given[place] is not None and not (points is not None and self.is_same(place, points))
        ]


def given_board(
    entries: Sequence[TableEntry], form: Form, earned: Sequence[EarnedPoints | None]
) -> GivenBoard | None:
    """The board with its published points, or None if there are none.

    A file that counts one point for a win gives half of ours at every table: the scale is the one more tables have.
    Percentages without decimals are too coarse to be compared.
    """
    given = [given_points(entry, form) for entry in entries]
    if all(points is None or (points.ns is None and points.ew is None) for points in given):
        return None
    board = GivenBoard(entries, given)
    if form.scoring.field_method is not FieldMethod.MATCHPOINTS or form.scoring.teams:
        return board
    others_twice = 2 * (
        sum(points is not None for points in given) - 1
    )  # a table without a score is one of the field all the same
    tops = [points.top for points in earned if points is not None]
    board = replace(board, top=max([*tops, Fraction(others_twice)]))
    if any(points is not None and points.kind is PointsKind.PERCENT for points in given):
        board = replace(board, scale=board.top / 100)
        return None if not board.top or (_is_whole(given) and board.differing(earned)) else board
    doubled = replace(board, scale=Fraction(2))
    return min((board, doubled), key=lambda scaled: len(scaled.differing(earned)))


def _is_whole(given: Iterable[Points | None]) -> bool:
    numbers = (number for points in given if points is not None for number in (points.ns, points.ew))
    return all(number is None or number.denominator == 1 for number in numbers)


def rulings_in(
    board: GivenBoard, finals: Sequence[FinalScore], event: EventSettings, fullest: int
) -> dict[int, FinalScore]:
    """The tables whose points come from a ruling, with their published points; empty if that explains nothing.

    Either the others' points are those of a field with that table's score (then it was changed afterwards), or of a
    field without it (then it has an artificial score, as a table without any has). An explanation counts only if every
    other table then has its points; of several, the one with the fewest tables.
    """
    counted = [place for place, final in enumerate(finals) if final.counts]
    alone = _points_alone(board, finals)
    places = sorted((*counted, *alone))

    def unexplained_tables(without: Sequence[int]) -> list[int]:
        settled = {
            place: _settle_table(board.points_at(place), finals[place], alone=True) for place in without
        }
        return board.differing(_earn_with_given(alone | settled, finals, event, fullest))

    plain = unexplained_tables(())
    without_gaps = [place for place in plain if None not in board.points_at(place)]
    if not plain:
        return alone
    if len(plain) != len(without_gaps):
        return {}
    hollow = list(filter(board.has_no_points, counted))
    if hollow and not unexplained_tables(hollow):
        return alone | {
            place: _settle_table(board.points_at(place), finals[place], alone=True) for place in hollow
        }
    if len(plain) <= min(_TABLES_AT_ONCE, (len(places) - 1) // 2):
        return alone | {
            place: _settle_table(board.points_at(place), finals[place], alone=False) for place in plain
        }
    without_gaps = sorted({*without_gaps, *hollow})
    at_once = 2 if 5 <= len(places) <= _PAIRS_TRIED else 1
    for without in chain.from_iterable(combinations(without_gaps, count) for count in range(1, at_once + 1)):
        if len(places) > 2 and not unexplained_tables(without):
            return alone | {
                place: _settle_table(board.points_at(place), finals[place], alone=True) for place in without
            }
    return {}


def _points_alone(board: GivenBoard, finals: Sequence[FinalScore]) -> dict[int, FinalScore]:
    """The tables with published points and no score; none if most tables are such, since that is no ruling."""
    alone = {
        place: _settle_table(board.points_at(place), final, alone=True)
        for place, final in enumerate(finals)
        if not final.counts and None not in board.points_at(place)
    }
    return alone if len(alone) < sum(final.counts for final in finals) else {}


def _earn_with_given(
    settled: Mapping[int, FinalScore], finals: Sequence[FinalScore], event: EventSettings, fullest: int
) -> list[EarnedPoints | None]:
    """The points of every table if some have fixed points."""
    tried = {place: settled.get(place, final) for place, final in enumerate(finals)}
    counted = {place: final for place, final in tried.items() if final.counts}
    earned = score_board(event.form, list(counted.values()), event.field_rules, fullest)
    by_place = dict(zip(counted, earned, strict=True))
    return [by_place.get(place) for place in tried]


def points_instead(
    board: GivenBoard, finals: Sequence[FinalScore], event: EventSettings, fullest: int
) -> dict[int, FinalScore]:
    """The published points of tables where ours differ without explanation: the official result counts.

    Only if both sides of every such table have points and their sum equals ours: else they count something else.
    """
    alone = _points_alone(board, finals)
    earned = _earn_with_given(alone, finals, event, fullest)
    places = board.differing(earned)
    shared = total = Fraction(0)
    for place in places:
        (ns, ew), points = board.points_at(place), earned[place]
        if ns is None or ew is None:
            return {}
        if points is not None:
            shared += points.ns + points.ew - ns - ew
            total += points.top
    if abs(shared) > total * _SHARED + 2 * EQUAL * len(places):
        return {}
    return alone | {
        place: _settle_table(board.points_at(place), finals[place], alone=not finals[place].is_comparable)
        for place in places
    }


def _settle_table(theirs: BoardPair, final: FinalScore, *, alone: bool) -> FinalScore:
    """A table with its published points; its score stays in the field or is left out."""
    if alone or final.award is not None:
        return FinalScore(fixed=theirs)
    return replace(final, fixed=theirs)


def infer_field_rules(event: EventSettings, store: ResultStore, *, factored: bool) -> EventSettings:
    """The settings with the rules of comparison (datum, divisor, factoring) that the published points show; stated ones stay.

    If several rules explain the points equally well, the settings stay as they are.
    """
    missed, scale = _best_rules(event, store, factored=factored)
    if missed and "apart" not in event.stated:
        by_section = _best_rules(replace(event, apart=True), store, factored=factored)
        missed, scale = min((missed, scale), by_section, key=lambda way: way[0])
    return scale


def _best_rules(
    event: EventSettings, store: ResultStore, *, factored: bool
) -> tuple[Fraction, EventSettings]:
    """The rules that explain most tables, with sections separate or together as in the settings, and the unexplained share."""
    sampled = list(_sample_fields(event, store))
    tables = sum(map(len, sampled))
    if not tables:
        return Fraction(0), replace(event, factor=factored)
    fullest = store.fullest(apart=event.apart)

    def count_unexplained(way: tuple[FieldRules, bool]) -> int:
        rules, wanted = way
        missed = 0
        for entries in sampled:
            top = fullest.get(_field_of(entries[0], event), 0) if wanted else 0
            finals = [FinalScore.from_score(entry.score_ns or 0) for entry in entries]
            earned = score_board(event.form, finals, rules, top)
            board = given_board(entries, event.form, earned)
            missed += 0 if board is None else len(board.differing(earned))
        return missed

    ways = list(_ways(event, factored=factored))
    best = min(ways, key=count_unexplained)  # the first of equals: the stated or usual one
    rules, wanted = best
    return Fraction(count_unexplained(best), tables), replace(event, field_rules=rules, factor=wanted)


def _sample_fields(event: EventSettings, store: ResultStore) -> Iterator[Sequence[TableEntry]]:
    """Fields of plain scores with the file's points, those with the fewest results first."""
    if event.is_teams or not store.has_points:
        return
    fields = []
    for group in store.groups():
        for entries in fields_of(group, event).values():
            plain = [entry.score_ns is not None and entry.artificial is None for entry in entries]
            if all(plain) and given_points(entries[0], event.form) is not None:
                fields.append(entries)
        if len(fields) > 10 * _SAMPLED:
            break
    yield from sorted(fields, key=len)[:_SAMPLED]


def fields_of(group: BoardGroup, event: EventSettings) -> dict[str, list[TableEntry]]:
    """The tables of a board that are compared with each other."""
    fields: dict[str, list[TableEntry]] = {}
    for entry in group.entries:
        fields.setdefault(entry.section if event.apart else "", []).append(entry)
    return fields


def _field_of(entry: TableEntry, event: EventSettings) -> tuple[str, str]:
    return entry.session, entry.section if event.apart else ""


def _ways(event: EventSettings, *, factored: bool) -> Iterator[tuple[FieldRules, bool]]:
    """Every set of rules by which scores may have been compared; the stated or usual one first."""
    rules, stated = event.field_rules, event.stated
    yield rules, factored
    match event.form.scoring.field_method:
        case FieldMethod.MATCHPOINTS:
            if event.factor is None:
                yield rules, not factored
        case FieldMethod.MEAN_SWING:
            if "cross" not in stated:
                yield from ((replace(rules, cross=cross), factored) for cross in CrossDivisor)
        case FieldMethod.DATUM:
            trims = (rules.trim,) if "trim" in stated else _TRIMS
            data = (rules.datum,) if "datum" in stated else tuple(DatumKind)
            exact = (rules.exact_datum,) if "exact_datum" in stated else (False, True)
            yield from (
                (replace(rules, trim=trim, datum=datum, exact_datum=unrounded), factored)
                for unrounded, trim, datum in product(exact, trims, data)
            )
        case FieldMethod.NOTHING:
            pass


def net(points: Points) -> Fraction | None:
    """North-South's swing on a board of a match in every notation: `+10`, `10` and `0`, `10` and `-10`.

    >>> str(net(Points(PointsKind.IMPS, Fraction(0), Fraction(5)))), str(net(Points(PointsKind.IMPS, Fraction(3), None)))
    ('-5', '3')
    """
    ns, ew = points.ns, points.ew
    if ns is None:
        return None if ew is None else -ew
    return ns if ew is None or ew == -ns else ns - ew


def infer_scale(
    event: EventSettings,
    publications: Iterable[FilePublication],
    matches: PublishedMatches,
    scorer: Scorer,
) -> EventSettings:
    """The settings with the scale that explains most of the published matches and totals, and the standings with it.

    A stated scale stays, and the usual one is preferred among equals.
    """
    lines = [
        line
        for publication in publications
        for line in publication.published.lines
        if line.points is not None
    ]
    stated = {"scale", "percent_scale"} & event.stated
    if event.unit != Unit.VP or stated or not (lines or matches.given):
        return event

    def count_explained_under(version: ResultVersion, tried: EventSettings) -> int:
        standings = scorer.standings[version]
        standings.event = tried
        try:
            scores = {line.who: line.score for line in standings.ranking()}
            beside = list(matches.compare_points(scorer, version))
        except ScoringError:  # it has no column for so many boards
            return -1
        return sum(is_equal(ours or Fraction(0), theirs) for _, ours, theirs in beside) + sum(
            line.points is not None and line.number in scores and is_equal(scores[line.number], line.points)
            for line in lines
        )

    def count_explained(tried: EventSettings) -> int:  # what is published may be older than a ruling
        return max(
            count_explained_under(version, tried) for version in (ResultVersion.RULED, ResultVersion.TABLE)
        )

    if event.by_match and event.form is Form.MATCHPOINTS:
        event_settings = _shown_percents(event, count_explained, len(lines) + len(matches.given))
    else:
        ways = (event, *(replace(event, scale=scale) for scale in Scale))
        event_settings = max(ways, key=count_explained)
    for standings in scorer.standings.values():
        standings.event = event_settings
    return event_settings


def _shown_percents(
    event: EventSettings, explained: Callable[[EventSettings], int], published: int
) -> EventSettings:
    """The settings with a scale of percentages if it explains more than half; otherwise the regulation's stays."""
    ways = [replace(event, percents=scale) for scale in PERCENT_SCALES]
    best = max(ways, key=explained)
    return best if 2 * explained(best) > published else event
