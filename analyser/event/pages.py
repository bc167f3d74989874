"""The report of an event and the page for its chairman of appeals, as HTML.

The chairman's page begins with the rulings that need another look.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from analyser.bridge import PointsOnly, Side
from analyser.casefile import case_of
from analyser.errors import AnalyserError, Problem
from analyser.event.analysis import EventAnalysis, PlayPosition
from analyser.event.questions import Slip, SlipReason, candidate_question
from analyser.event.ruled_cases import RuledCase
from analyser.event.ruling_candidates import FOLDER, candidate_slug
from analyser.event.scorer import CompetitorStandings, DecidedPlace, EffectKind, ResultVersion, RulingEffect
from analyser.event.settings import EventSettings
from analyser.event.sheets import TableRow
from analyser.event.solve_boards import BoardFigures
from analyser.event.store import BoardGroup, TableEntry
from analyser.messages import Message, message
from analyser.report.charts import band_plot, calibration_plot, shift_plot
from analyser.report.event_page import (
    AgreementPart,
    AgreementRow,
    Asking,
    BoardPage,
    CandidateLine,
    ChairmanPage,
    EventPage,
    LostLine,
    MatchRow,
    OpenRuling,
    PairLine,
    RulingLine,
    StandingLine,
    TableLine,
    TallyLine,
    VerdictTally,
    board_html,
    chairman_html,
    event_html,
    name_lists,
)
from analyser.report.page_voice import PageVoice
from analyser.report.plain_verdict import verdict_blocks
from analyser.ruling import Finding, FindingClass
from analyser.ruling.explanations import lacking_facts
from analyser.scoring import FieldMethod

_VERDICTS = ("inside", "near", "outside", "cannot-tell", "not-reviewed")
_SETTLED = ("inside", "near")
_MISSING = "formal.missing"
_SLOW_SHOWN = 10
_UNWRITTEN_SHOWN = 100
_LINES_SHOWN = 500  # of the standings and of the pairs that the report prints
_CANDIDATES_SHOWN = 200
_ALIKE_SHOWN = 50
_COMPETITORS_SHOWN = 6  # listed with a ruling


def event_page(analysis: EventAnalysis, language: str = "en") -> str:
    """The report of an event as one HTML file."""
    standings = _standing_lines(analysis)
    solved = sum(line.counted == "solved" for line in analysis.index)
    page = EventPage(
        name=analysis.event.name,
        form=str(analysis.event.form),
        edition=analysis.law.edition.year,
        authority=analysis.law.authority,
        unit=analysis.unit,
        boards=analysis.boards,
        tables=analysis.tables,
        solved=solved,
        unsolved=len(analysis.index) - solved,
        depth=str(analysis.depth),
        versions=tuple(map(str, _versions(analysis))),
        standings=standings,
        within=name_lists(standings) or ("",),
        tie_source=analysis.tie_source,
        agreement=_agreement(analysis),
        matches=tuple(_match_rows(analysis)),
        rulings=tuple(ruling_line(case, analysis.effects, language, link=True) for case in analysis.rulings),
        decided=tuple(decided_places(analysis)),
        follows=tuple(analysis.session_followers),
        alike=tuple(alike_pairs(analysis)),
        shift=shift_plot(_shifts(analysis)),
        band=band_plot(_bands(analysis)),
        calibration=calibration_plot(analysis.calibration.bins),
        slips=tuple(
            Asking(board_name(entry), locate_result(entry), slip.finding) for slip, entry in analysis.slips
        ),
        slip_count=analysis.slip_count,
        candidates=tuple(candidates(analysis)),
        slow=analysis.slow_count,
        measured=analysis.measured_count,
        positions=tuple(_positions(analysis)),
        pairs=tuple(_pairs(analysis))[:_LINES_SHOWN],
        index=tuple(analysis.index),
        lost=tuple(LostLine(str(loss.source), loss.found, loss.why) for loss in analysis.losses),
        losses=analysis.loss_count,
        warnings=analysis.law.warnings,
    )
    return event_html(page, language, dict(analysis.names))


def _versions(analysis: EventAnalysis) -> tuple[ResultVersion, ...]:
    """The versions the standings have; all of them if there are no standings."""
    known = analysis.standings[0].by_version if analysis.standings else ResultVersion
    return tuple(version for version in ResultVersion if version in known)


def _standing_lines(analysis: EventAnalysis) -> tuple[StandingLine, ...]:
    versions = _versions(analysis)
    return tuple(
        StandingLine(
            line.who,
            line.within,
            line.boards,
            tuple((line.by_version[version].rank, line.by_version[version].score) for version in versions),
            (line.places_won_by_rulings, line.places_won_by_ours),
            *_tie_place(analysis, line),
        )
        for line in analysis.standings[:_LINES_SHOWN]
    )


def _tie_place(analysis: EventAnalysis, line: CompetitorStandings) -> tuple[int, Message | None]:
    """The place of a competitor whose score others share, and the reason for it."""
    broken = analysis.broken_ties.get((line.within, line.who))
    return (0, None) if broken is None else (broken.place, broken.why)


def _agreement(analysis: EventAnalysis) -> AgreementPart:
    """The comparison of our figures with the published ones."""
    tally = analysis.agreement
    if tally is None:
        return AgreementPart()
    reasons: Counter[str] = Counter()
    for (_, why), count in tally.reasons.items():
        reasons[str(why)] += count
    rows = (
        AgreementRow(
            str(line.what),
            line.session if line.where is None else locate_result(line.where),
            line.who,
            line.ours,
            line.theirs,
            str(line.why),
        )
        for line in tally.shown
    )
    return AgreementPart(
        tuple((str(line), tally.equal[line], tally.lines[line]) for line in tally.lines),
        tuple(reasons.most_common()),
        tuple(rows),
        () if analysis.usual_rules else tuple(_shown_rules(analysis.event)),
    )


def _shown_rules(event: EventSettings) -> Iterator[Message]:
    """The rules by which scores are compared, in words."""
    rules = event.field_rules
    if event.apart:
        yield message("event.rules.apart")
    match event.form.scoring.field_method:
        case FieldMethod.MATCHPOINTS:
            yield message("event.rules.factored" if event.factor else "event.rules.not-factored")
        case FieldMethod.MEAN_SWING:
            yield message(f"event.rules.cross.{rules.cross}")
        case FieldMethod.DATUM:
            yield message(f"event.rules.datum.{rules.datum}", trim=rules.trim)
            if rules.exact_datum:
                yield message("event.rules.datum.exact")
        case FieldMethod.NOTHING:
            pass


def _match_rows(analysis: EventAnalysis) -> Iterator[MatchRow]:
    """The lines of the matches, in these versions."""
    versions = _versions(analysis)
    for line in analysis.matches[:_LINES_SHOWN]:
        points = tuple(line.points[version] for version in versions)
        yield MatchRow(line.first, line.second, str(line.part), line.stanza, line.boards, points)


def board_name(entry: TableEntry) -> str:
    """The board's page."""
    return BoardGroup(entry.session, entry.board, entry.deal, (entry,)).name


def decided_places(analysis: EventAnalysis) -> Iterator[Finding]:
    """The places that depend on one ruling, in words."""
    ids = {case.number: case.id for case in analysis.rulings}
    for decided in analysis.decided_places:
        code = "event.decided.with" if decided.kind is EffectKind.RULING else "event.decided.ours"
        ours, theirs = (
            " + ".join(analysis.names.get(who, who) for who in holders) for holders in _taking_turns(decided)
        )
        ruling, place = ids.get(decided.ruling, "?"), decided.place
        yield Finding.from_code(
            code, kind=FindingClass.FACT, ruling=ruling, place=place, ours=ours, theirs=theirs
        )


def _taking_turns(decided: DecidedPlace) -> tuple[Sequence[str], Sequence[str]]:
    """Who has a place only with a ruling, and who only without it; both complete lists if one contains the other."""
    ours = [who for who in decided.with_it if who not in decided.without]
    theirs = [who for who in decided.without if who not in decided.with_it]
    return (ours, theirs) if ours and theirs else (decided.with_it, decided.without)


def alike_pairs(analysis: EventAnalysis) -> Iterator[tuple[Finding, bool]]:
    """Pairs of similar rulings, and whether their outcomes differ."""
    for pair in analysis.alike_pairs[:_ALIKE_SHOWN]:
        finding = Finding.from_code(
            "event.alike.row",
            kind=FindingClass.FACT,
            first=pair.first.id,
            second=pair.second.id,
            one=f"event-{pair.first.verdict}",
            other=f"event-{pair.second.verdict}",
        )
        yield finding, pair.differ


def _shifts(analysis: EventAnalysis) -> list[tuple[str, float, float]]:
    """The change of each competitor's score from the tables' results, as ruled and as we rule."""
    shifts = []
    for line in analysis.standings:
        table, ruled, ours = (
            line.by_version[version].score
            for version in (ResultVersion.TABLE, ResultVersion.RULED, ResultVersion.OURS)
        )
        shifts.append((line.who, float(ruled - table), float(ours - table)))
    return shifts


def _bands(analysis: EventAnalysis) -> list[tuple[str, float, float, float | None, float | None, str]]:
    """The band of each ruling for North-South's score, with the score given if the effects contain it."""
    bands = []
    for case in analysis.rulings:
        ruling = case.ruling
        band = None if ruling is None or ruling.sensitivity is None else ruling.sensitivity.band_ns
        if ruling is None or band is None:
            continue
        low, high = (float(Fraction(text)) for text in band)
        ours = given = None
        if ruling.adjusted is not None and ruling.adjusted.ns is not None:
            ours = float(ruling.adjusted.ns.exact)
            if case.lean is not None and case.innocent is not None:
                given = ours + float(case.lean) * (1 if case.innocent is Side.NS else -1)
        bands.append((case.id, low, high, ours, given, case.verdict))
    return bands


def candidates(analysis: EventAnalysis) -> Iterator[CandidateLine]:
    """Slow calls as questions."""
    for candidate, entry in analysis.candidates[:_CANDIDATES_SHOWN]:
        gain = None
        if candidate.gain is not None and candidate.gain_interval is not None:
            low, high = candidate.gain_interval
            gain = (candidate.gain, low, high) if low > 0 or high < 0 else None
        is_measured = candidate.suggested_over is not None
        question = candidate_question(candidate)
        yield CandidateLine(board_name(entry), locate_result(entry), question, gain, is_measured)


def _positions(analysis: EventAnalysis) -> list[TallyLine]:
    tallies = analysis.tallies
    places = [position for position in PlayPosition if position in tallies.positions]
    rows = [(str(position), tallies.positions[position]) for position in places]
    rows += [(seat.name, tally) for seat, tally in sorted(tallies.seats.items())]
    return [TallyLine(name, tally.tables, tally.given_away, tally.per_table) for name, tally in rows]


def _pairs(analysis: EventAnalysis) -> list[PairLine]:
    counted = analysis.tallies.pair_positions()
    # One player of a defending pair is the leader's partner: these two positions count each table once.
    once_a_table = (PlayPosition.DECLARER, PlayPosition.PARTNER)
    rows = []
    for who in {*counted, *analysis.butler}:
        tallies = counted.get(who, {})
        butler, boards = analysis.butler.get(who, (None, Fraction(0)))
        tables = sum(tally.tables for position, tally in tallies.items() if position in once_a_table)
        given_away = sum(tally.given_away for tally in tallies.values())
        rows.append(PairLine(who, tables, given_away, analysis.tallies.taken[who], butler, int(boards)))
    return sorted(rows, key=lambda row: (-(row.butler or Fraction(0)), len(row.who), row.who))


def board_page(
    group: BoardGroup,
    figures: BoardFigures,
    tables: Sequence[TableRow],
    slips: Sequence[Slip],
    rulings: Sequence[RuledCase],
    unit: str,
    versions: tuple[ResultVersion, ...],
    language: str = "en",
) -> str:
    """The page of one board; versions that no ruling changes are omitted."""
    versions_shown = versions if rulings else versions[:1]
    ids = {case.number: case.id for case in rulings}
    by_number = {entry.number: entry for entry in group.entries}
    lines = [_table_line(table, versions_shown, ids.get(table.entry.number, "")) for table in tables]
    page = BoardPage(
        name=group.name,
        session=group.session,
        board=group.board,
        deal=group.deal,
        dealer=group.dealer,
        vulnerable=group.vulnerability,
        cells=figures.table,
        par_ns=figures.par_ns,
        counted=str(figures.state),
        unit=unit,
        versions=tuple(map(str, versions_shown)),
        tables=tuple(lines),
        slips=tuple(
            Asking(group.name, locate_result(by_number[slip.number]), slip.finding) for slip in slips
        ),
        rulings=tuple(ruling_line(case, (), language, link=False) for case in rulings),
    )
    return board_html(page, language)


def _table_line(table: TableRow, versions: Sequence[ResultVersion], ruling: str) -> TableLine:
    entry = table.entry
    score = entry.score_ns
    return TableLine(
        entry.ns,
        entry.ew,
        entry.result or (None if score is None else PointsOnly(score)),
        "" if entry.artificial is None else str(entry.artificial),
        score,
        entry.lead,
        table.figures.tricks_before_lead,
        table.figures.tricks_after_lead(entry.lead),
        tuple(table.points(version) for version in versions),
        ruling,
    )


def locate_result(entry: TableEntry) -> str:
    """The short name of a result: board, table or room, and the competitors."""
    parts = (
        entry.session,
        f"#{entry.board}",
        f"R{entry.round}" if entry.round else "",
        f"T{entry.table}" if entry.table else "",
        "" if entry.room is None else entry.room.value,
        f"{entry.ns or '?'}–{entry.ew or '?'}" if entry.ns or entry.ew else "",
    )
    return " ".join(filter(None, parts))


def ruling_line(case: RuledCase, effects: Sequence[RulingEffect], language: str, *, link: bool) -> RulingLine:
    """A ruling as a line of the report: the ruling given, ours, and its effect."""
    adjusted = None if case.ruling is None else case.ruling.adjusted
    ours, unit = None, ""
    if adjusted is not None and adjusted.ns is not None and adjusted.ew is not None:
        ours, unit = (adjusted.ns.decimal, adjusted.ew.decimal), adjusted.ns.unit
    entry = case.entry
    return RulingLine(
        case.id,
        "" if entry is None or not link else board_name(entry),
        "" if entry is None else locate_result(entry),
        case.kind,
        case.given_kind,
        case.given_sides,
        ours,
        unit,
        case.verdict,
        case.lean,
        _worth(case, effects),
        case.refused,
        () if case.ruling is None else verdict_blocks(case.ruling, PageVoice(language)),
    )


def _worth(case: RuledCase, effects: Sequence[RulingEffect]) -> tuple[tuple[str, Fraction], ...]:
    """The effect of the ruling on each competitor on the board, the two at the table first."""
    entry = case.entry
    if entry is None:
        return ()
    for effect in effects:
        if effect.ruling == entry.number and effect.kind is EffectKind.RULING:
            rows = [(who, -points) for who, points in effect.delta.competitor_gains]
            rows.sort(key=lambda row: (row[0] not in (entry.ns, entry.ew), -abs(row[1]), row[0]))
            return tuple(rows[:_COMPETITORS_SHOWN])
    return ()


def chairman_page(analysis: EventAnalysis, language: str, *, report: str, has_pages: bool) -> str:
    """The page as one HTML file."""
    deciding = Counter(place.ruling for place in analysis.decided_places)
    opened = [(case, tuple(_open_because(case, deciding))) for case in analysis.rulings]
    still_open = sorted((pair for pair in opened if pair[1]), key=lambda pair: _urgency(pair[0], deciding))
    pairs = zip(analysis.alike_pairs, alike_pairs(analysis), strict=False)
    page = ChairmanPage(
        name=analysis.event.name,
        edition=analysis.law.edition.year,
        authority=analysis.law.authority,
        rulings=len(analysis.rulings),
        report=report,
        verdicts=_VERDICTS,
        open=tuple(
            OpenRuling(ruling_line(case, analysis.effects, language, link=has_pages), why, _lacks(case))
            for case, why in still_open
        ),
        unwritten=tuple(_unwritten(analysis)),
        slow=tuple(candidates(analysis))[:_SLOW_SHOWN],
        decided=tuple(decided_places(analysis)),
        alike=tuple(finding for pair, (finding, _) in pairs if pair.differ),
        settled=tuple(
            ruling_line(case, analysis.effects, language, link=has_pages) for case, why in opened if not why
        ),
        by_kind=tuple(_tallies(analysis.rulings, lambda case: case.kind)),
        by_body=tuple(_tallies(analysis.rulings, lambda case: case.body)),
        lean=_lean(analysis.rulings),
        has_pages=has_pages,
    )
    return chairman_html(page, language, dict(analysis.names))


def _open_because(case: RuledCase, deciding: Counter[int]) -> Iterator[Message]:
    """The reason why a ruling needs another look, or None."""
    if case.number is not None and deciding[case.number]:
        yield message("event.open.place", count=deciding[case.number])
    if case.refused is not None:
        yield message("event.open.refused")
    elif case.verdict not in _SETTLED:
        yield message(f"event.open.{case.verdict}")
    review = None if case.ruling is None else case.ruling.review
    if review is not None:
        missing = sum(item.state.code == _MISSING for item in review.process)
        if missing:
            yield message("event.open.process", count=missing, of=len(review.process))


def _urgency(case: RuledCase, deciding: Counter[int]) -> tuple[bool, int, str]:
    """The sort key: rulings that decide a place first, then those refused or outside, then undecided ones."""
    order = ("outside", "cannot-tell", "not-reviewed", *_SETTLED)
    place = -1 if case.refused is not None else order.index(case.verdict)
    return (case.number is None or not deciding[case.number], place, case.id)


def _lacks(case: RuledCase) -> tuple[Problem, ...]:
    try:
        return lacking_facts(case_of(case.toml.encode("utf-8")))
    except AnalyserError:
        return ()


def _unwritten(analysis: EventAnalysis) -> Iterator[tuple[Asking, str]]:
    """Results that look like unreported rulings, as far as the report lists them."""
    ruled = {case.number for case in analysis.rulings}
    rows_shown = 0
    for slip, entry in analysis.slips:
        if slip.reason is SlipReason.RULING and entry.number not in ruled and rows_shown < _UNWRITTEN_SHOWN:
            rows_shown += 1
            asking = Asking(board_name(entry), locate_result(entry), slip.finding)
            yield asking, f"{FOLDER}/{candidate_slug(entry)}.toml"


def _tallies(rulings: Sequence[RuledCase], sort: Callable[[RuledCase], str]) -> Iterator[VerdictTally]:
    counts = Counter((sort(case), case.verdict) for case in rulings if sort(case))
    for what in sorted({of_sort for of_sort, _ in counts}):
        yield VerdictTally(what, tuple(counts[what, verdict] for verdict in _VERDICTS))


def _lean(rulings: Sequence[RuledCase]) -> Message | None:
    """The mean of what the rulings gave the non-offending side beyond ours, in words."""
    leans = [case.lean for case in rulings if case.lean is not None]
    if not leans:
        return None
    return message("event.chairman.lean", points=sum(leans, Fraction(0)) / len(leans), count=len(leans))
