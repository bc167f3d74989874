"""The whole analysis of a championship: read the folder, solve boards, review rulings, write standings and report."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from analyser import laws
from analyser.casefile import Form
from analyser.casefile.tree import toml_text
from analyser.errors import CaseError, Text, refusal
from analyser.estimates.services import Services, open_services
from analyser.event.analysis import EventAnalysis
from analyser.event.board_scores import ArtificialAwards
from analyser.event.folder import (
    EventFolder,
    apply_published_points,
    apply_regulation,
    listed_sections,
    number_extra_points,
    open_folder,
    printed_names,
    read_results,
    tell_unread,
)
from analyser.event.matches import match_lines
from analyser.event.pages import board_page
from analyser.event.pending_cases import PendingCase, pending_cases
from analyser.event.questions import (
    SHARE_AT_LEAST,
    Slip,
    SlipReason,
    SlowCandidate,
    candidate_of,
    candidate_question,
    measure_candidate,
    rarity,
    slips_on,
    slow_calls,
)
from analyser.event.ruled_cases import RuledCase, add_leans, alike_pairs, final_scores, rule_pending
from analyser.event.ruling_candidates import write_candidate
from analyser.event.run_cache import KeptPages, ReadFiles, exclusive_run
from analyser.event.scorer import (
    ResultVersion,
    Scorer,
    changes_of,
    decided_places,
    lines_of,
    side_by_side,
)
from analyser.event.settings import EventSettings
from analyser.event.sheets import (
    COLUMNS,
    Sheets,
    TableRow,
    agreement_row,
    board_json,
    candidate_row,
    change_row,
    loss_row,
    match_row,
    ruling_row,
    slip_row,
    standing_row,
    table_cells,
    table_rows,
    tally_rows,
    write_losses,
)
from analyser.event.solve_boards import BoardFigures, Depth, SolveState, open_checkpoint, solve_all
from analyser.event.store import (
    BoardGroup,
    EventLoss,
    LossKind,
    ResultSource,
    ResultStore,
    TableEntry,
)
from analyser.event.tie_breaks import TieBreakRecord
from analyser.event.worker_pool import Checkpoint, UnitState, WorkerPool
from analyser.laws import Jurisdiction
from analyser.messages import sentence
from analyser.report import say
from analyser.report.event_page import BoardLine
from analyser.report.ruling_json import as_document
from analyser.ruling import RulingRequest
from analyser.ruling.awards import artificial_values, session_clamp

if TYPE_CHECKING:
    from analyser.event.agreement import PublishedComparison
    from analyser.event.agreement_lines import AgreementLine
    from analyser.event.export import CorrectedResults

_SLIPS_SHOWN = 300  # that the report prints; every one is in slips.csv
_LOSSES_SHOWN = 200  # every one is in losses.csv
_OWN_ROOM = ".work"  # what a run stores for `--resume`, under its `--out`
_BOARD_LINES = "event.jsonl"


@dataclass(frozen=True, slots=True)
class EventOptions:
    """The options of a run: output folder, workers, other Laws, and how many candidates are measured."""

    out: Path
    pool: WorkerPool = field(default_factory=WorkerPool)
    resume: bool = False
    asked: RulingRequest = field(default_factory=RulingRequest)
    language: str = "en"
    names: bool = False
    measure: int = 12
    pages: bool = True
    depth: Depth = Depth.PLAYS
    export: bool = False
    rulings: dict[str, RuledCase] = field(default_factory=dict)
    """Rulings of an earlier run of the same process, by the text of their cases: these are not ruled again."""

    @property
    def has_pages(self) -> bool:
        """Whether every board has its page."""
        return self.pages and self.depth.has_boards


@dataclass(frozen=True, slots=True)
class RunStep:
    """The progress of a run: its part, how many units of how many are done; `about` names the current one."""

    name: str
    done: int = 0
    all: int = 0
    about: str = ""


def analyse(folder: Path, options: EventOptions, report_step: Callable[[RunStep], None]) -> EventAnalysis:
    """Run the whole analysis; writes every sheet under `out` and returns what the report needs."""
    contents = open_folder(folder, options.out)
    try:
        options.out.mkdir(parents=True, exist_ok=True)
    except OSError as reason:
        why, remedy = sentence("cannot-be-made", reason=refusal(reason)), sentence("choose-another-place")
        raise CaseError(why, where="--out", found=str(options.out), remedy=remedy) from None
    own_room = options.out / _OWN_ROOM
    with (
        exclusive_run(own_room),
        ReadFiles(own_room / "read.sqlite", fresh=not options.resume, names=options.names) as read_files,
        ResultStore(own_room / "entries.sqlite", name_key=read_files.name_key) as store,
    ):
        report_step(RunStep("read", 0, len(contents.results)))
        tell_unread(contents, store)
        try:
            settings = read_results(folder, contents, store, read_files)
        except CaseError:
            write_losses(options.out, store.losses(), options.language)
            raise
        event = number_extra_points(settings, store)
        with open_checkpoint(own_room, options.depth, fresh=not options.resume) as checkpoint:
            boards = store.boards
            work = solve_all(
                store.groups(), options.depth, checkpoint, options.pool,
                lambda tally: report_step(RunStep("solve", tally.total, boards)),
            )  # fmt: skip
            law = laws.resolve(event.day, event.authority, event.edition, event.regulations)
            usual, event = event, apply_published_points(event, law, store)
            analysis = EventAnalysis(event, law, event.unit, work, boards, store.tables, options.depth)
            analysis.usual_rules = event == apply_regulation(usual, law)
            try:
                with open_services() as services, Sheets(options.out) as sheets:
                    _Run(
                        contents, event, options, store, checkpoint, services, sheets, analysis, report_step
                    ).run_all()
            except CaseError:
                write_losses(options.out, store.losses(), options.language)
                raise
            return analysis


@dataclass(slots=True)
class _Run:
    """One run, part by part; of the boards only questions stay in memory."""

    contents: EventFolder
    event: EventSettings
    options: EventOptions
    store: ResultStore
    checkpoint: Checkpoint | None
    services: Services
    sheets: Sheets
    analysis: EventAnalysis
    report_step: Callable[[RunStep], None]
    candidates: list[SlowCandidate] = field(default_factory=list)
    ties: TieBreakRecord = field(init=False)
    export: "CorrectedResults | None" = None
    comparison: "PublishedComparison | None" = None
    pages: KeptPages = field(init=False)

    def __post_init__(self) -> None:
        """Create the empty record for tie-breaks and load the pages of an earlier run."""
        self.pages = KeptPages(self.options.out / _OWN_ROOM / "pages.json", fresh=not self.options.resume)
        self.ties = TieBreakRecord(self.event)

    def run_all(self) -> None:
        """Rule the cases, score every board, then write what follows from both."""
        law, analysis = self.analysis.law, self.analysis
        awards = ArtificialAwards.from_regulation(law)
        analysis.rulings = list(self._ruled_cases(awards))
        scorer = self._scorer(law, awards)
        for name, header in COLUMNS.items():
            self.sheets.begin(f"{name}.csv", header)
        self.sheets.begin(_BOARD_LINES)
        self._prepare()
        self._score_boards(scorer)
        self.pages.save()
        self._carry_over(scorer)
        if self.comparison is not None:
            from analyser.event.given_points import infer_scale
            from analyser.event.published_matches import tell_matches_as_published

            event = infer_scale(self.event, self.store.publications, self.comparison.matches, scorer)
            tell_matches_as_published(event, self.store)
            self.event = self.analysis.event = self.comparison.event = event
            for line in self.comparison.standings(scorer):
                self._agree(line)
            self.event = self.analysis.event = self.comparison.event
        self._write_standings(scorer)
        self._measure_candidates()
        for row in tally_rows(analysis.tallies, scorer.pairs):
            self.sheets.row("tallies.csv", row)
        if self.export is not None:
            won = scorer.standings[ResultVersion.RULED].won_in_matches() if self.event.by_match else {}
            for why in self.export.write(self.options.out, analysis.standings, won):
                self.store.lose(EventLoss(ResultSource("results.xml"), LossKind.FILE, "", why))
        self._write_losses()
        analysis.butler = scorer.pairs
        analysis.names = printed_names(self.store) if self.options.names else {}

    def _prepare(self) -> None:
        """Prepare the optional parts: a comparison if files publish something, an export if requested."""
        publications = self.store.publications
        if self.store.has_points or any(
            publication.published.lines or publication.published.matches for publication in publications
        ):
            from analyser.event.agreement import PublishedComparison
            from analyser.event.agreement_lines import AgreementTally

            ruled = frozenset(case.number for case in self.analysis.rulings if case.number is not None)
            self.analysis.agreement = AgreementTally()
            self.comparison = PublishedComparison(self.event, publications, ruled)
        if self.options.export:
            from analyser.event import export

            names = printed_names(self.store) if self.options.names else {}
            self.sheets.begin("results.csv", export.COLUMNS)
            self.export = export.CorrectedResults(self.event, names)

    def _ruled_cases(self, awards: ArtificialAwards) -> Iterator[RuledCase]:
        """Every ruling of the event, ruled and reviewed; writes its case file."""
        pending = list(pending_cases(self.contents.cases, self.contents.rulings, self.event, self.store))
        folder = self.options.out / "cases"
        for number, case in enumerate(pending, 1):
            self.report_step(RunStep("rule", number, len(pending), case.id))
            ruled = self._rule_case(case, awards)
            folder.mkdir(exist_ok=True)
            (folder / f"{case.id}.toml").write_text(ruled.toml, encoding="utf-8")
            yield ruled

    def _rule_case(self, case: PendingCase, awards: ArtificialAwards) -> RuledCase:
        """The case ruled now, or the stored ruling on the same facts."""
        known = self.options.rulings.get(toml_text(dict(case.tree)))
        if known is not None:
            return replace(known, entry=case.entry, source=str(case.source))
        ruled = rule_pending(case, self.event, awards, self.options.asked, self.services)
        self.options.rulings[ruled.toml] = ruled
        return ruled

    def _scorer(self, law: Jurisdiction, awards: ArtificialAwards) -> Scorer:
        """The scorer of every version; the requested version follows the session by its own Laws."""
        event, asked = self.event, self.options.asked
        versions = [ResultVersion.TABLE, ResultVersion.RULED, ResultVersion.OURS]
        if asked != RulingRequest():
            versions.append(ResultVersion.ASKED)
        other = laws.resolve(
            event.day, asked.authority or event.authority, asked.edition or event.edition, event.regulations
        )
        return Scorer(
            event,
            tuple(versions),
            dict(final_scores(self.analysis.rulings)),
            awards,
            clamp=session_clamp(law, event.form),
            clamp_asked=session_clamp(other, event.form),
            percents=artificial_values(law, imps=False),
            fullest=self.store.fullest(apart=event.apart) if event.factor else {},
            lines=lines_of(event, self.store.seats(), listed_sections(event, self.store)),
        )

    def _agree(self, line: "AgreementLine") -> None:
        """Write and count one comparison with a published number."""
        self.sheets.row("agreement.csv", agreement_row(line))
        if self.analysis.agreement is not None:
            self.analysis.agreement.count(line)

    def _score_boards(self, scorer: Scorer) -> None:
        """Score, count, question and write every board."""
        if self.options.has_pages:
            (self.options.out / "boards").mkdir(parents=True, exist_ok=True)
        ruled = {case.number: case for case in self.analysis.rulings if case.number is not None}
        for done, group in enumerate(self.store.groups(), 1):
            figures = self._figures(group)
            comparison = self.comparison
            scores = scorer.board(group, {} if comparison is None else comparison.rulings_on(group, scorer))
            as_ruled = scores.earned[ResultVersion.RULED]
            slips = list(slips_on(group, figures.entries, ruled))
            if comparison is not None:
                slips += comparison.slips_on(group)
                for line in comparison.board(group, as_ruled, scorer):
                    self._agree(line)
            if self.export is not None:
                for result in self.export.board(group, as_ruled, ruled):
                    self.sheets.row("results.csv", result.cells)
            self.ties.board(group.entries, as_ruled, scorer.rulings, scores.effects)
            for slip in slips:
                self._write_slip(slip, group)
            for entry in group.entries:
                if entry.number in scores.alone:
                    self._lose(entry, sentence("loss-other-room"))
            self.analysis.tallies.board(group, figures.entries)
            self._slow_calls(group, ruled)
            here = [ruled[entry.number] for entry in group.entries if entry.number in ruled]
            self._write_board(group, figures, table_rows(group, figures, scores), slips, here, scorer)
            self.report_step(RunStep("score", done, self.analysis.boards))

    def _write_board(
        self,
        group: BoardGroup,
        figures: BoardFigures,
        tables: Sequence[TableRow],
        slips: Sequence[Slip],
        rulings: Sequence[RuledCase],
        scorer: Scorer,
    ) -> None:
        """Write the board's rows, its page unless it exists, and its line in the index."""
        self._calibrate(tables)
        for table in tables:
            self.sheets.row("boards.csv", table_cells(table, figures))
        document = board_json(group, figures, tables)
        self.sheets.json(_BOARD_LINES, document)
        link = f"boards/{group.name}.html" if self.options.has_pages else ""
        if link:
            place, unit = self.options.out / link, self.analysis.unit
            versions, language = scorer.versions, self.options.language
            on_it = (document, slips, [case.toml for case in rulings], unit, versions, language)
            if not self.pages.is_there(place, on_it):
                page = board_page(group, figures, tables, slips, rulings, unit, versions, language)
                place.write_text(page, encoding="utf-8")
        self.analysis.index.append(
            BoardLine(
                group.name, link, group.session, group.board, len(group.entries), figures.par_ns,
                str(figures.state), len(rulings), len(slips),
            )
        )  # fmt: skip

    def _figures(self, group: BoardGroup) -> BoardFigures:
        """The figures of a board; empty and reported if solving it was given up."""
        if self.checkpoint is None:
            return BoardFigures(group.key, SolveState.NOT_ASKED)
        row = self.checkpoint.row(group.key)
        if row is not None and row.state is not UnitState.FAILED:
            return BoardFigures.from_text(row.answer)
        answer = sentence("it-was-not-reached") if row is None else row.answer
        why = sentence("not-solved", answer=answer)
        self._lose(group.entries[0], why)
        return BoardFigures(group.key, SolveState.TIME)

    def _lose(self, entry: TableEntry, why: Text) -> None:
        """Report that a board does not count, or only in part."""
        self.store.lose(EventLoss(entry.source, LossKind.PART, f"board {entry.board}", why))

    def _write_slip(self, slip: Slip, group: BoardGroup) -> None:
        """Write a question about a result on its sheet and as a line of JSON."""
        entry = next(entry for entry in group.entries if entry.number == slip.number)
        question = say(slip.finding, self.options.language)
        self.sheets.row("slips.csv", slip_row(slip, entry, question, self._candidate_case(slip, entry)))
        document = {
            "type": "slip",
            "board": group.name,
            "number": slip.number,
            "code": slip.finding.code,
            "args": {name: str(value) for name, value in slip.finding.args},
            "says": question,
            "follows": slip.follows,
            "instead": slip.instead,
            "reason": None if slip.reason is None else str(slip.reason),
        }
        self.sheets.json(_BOARD_LINES, document)
        self.analysis.slip_count += 1
        if len(self.analysis.slips) < _SLIPS_SHOWN:
            self.analysis.slips.append((slip, entry))

    def _candidate_case(self, slip: Slip, entry: TableEntry) -> str:
        """Write a case file to fill in if an unreported ruling is likely, and return its place under the folder."""
        ruled = {case.number for case in self.analysis.rulings}
        if slip.reason is not SlipReason.RULING or entry.number in ruled:
            return ""
        return write_candidate(self.options.out, entry, self.event, self.store)

    def _slow_calls(self, group: BoardGroup, ruled: Mapping[int, RuledCase]) -> None:
        """Collect slow calls after which partner acted, except those with a ruling."""
        if self.services.calls is None:
            return
        for entry in group.entries:
            for slow in slow_calls(entry, self.event.slow):
                self.analysis.slow_count += 1
                candidate = candidate_of(entry, slow, self.services.calls, self.event.form, SHARE_AT_LEAST)
                if candidate is not None and entry.number not in ruled:
                    self.candidates.append(candidate)

    def _calibrate(self, tables: Sequence[TableRow]) -> None:
        """Add each contract's predicted probability of success after its lead, and the outcome, to the calibration."""
        kernel = self.services.real_tricks
        form = Form.IMPS if self.event.is_teams else self.event.form
        for table in tables:
            entry = table.entry
            after = table.figures.tricks_after_lead(entry.lead)
            if kernel is None or entry.contract is None or entry.tricks is None or after is None:
                continue
            chances = kernel.tricks(after, entry.contract, form)
            needed = entry.contract.tricks_needed
            self.analysis.calibration.count(sum(chances[needed:]), made=entry.tricks >= needed)

    def _carry_over(self, scorer: Scorer) -> None:
        """Add the carry-over a knock-out's files state to the settings, unless these state one."""
        if any(publication.published.matches for publication in self.store.publications):
            from analyser.event.stanzas import carry_over

            self.event = self.analysis.event = carry_over(self.event, self.store.publications, scorer)

    def _write_standings(self, scorer: Scorer) -> None:
        """Write standings, rulings, and what each ruling changed."""
        analysis, ruled_standings = self.analysis, scorer.standings[ResultVersion.RULED]
        analysis.rulings = add_leans(analysis.rulings, scorer.effects)
        analysis.standings = side_by_side(scorer.standings)
        analysis.broken_ties, analysis.tie_source = self.ties.break_ties(scorer, analysis.law)
        analysis.changes = list(changes_of(scorer.effects, ruled_standings))
        ranking = partial(self.ties.ranking, scorer, analysis.law)
        analysis.decided_places = list(decided_places(scorer.effects, ranking, self.event))
        analysis.session_followers = ruled_standings.session_followers()
        analysis.effects = scorer.effects
        analysis.alike_pairs = list(alike_pairs(analysis.rulings))
        ids = {case.number: case.id for case in analysis.rulings if case.number is not None}
        analysis.matches = list(match_lines(scorer.standings)) if self.event.is_teams else []
        for match in analysis.matches:
            self._write("match", "matches", match_row(match))
        for line in analysis.standings:
            broken = analysis.broken_ties.get((line.within, line.who))
            self._write("standing", "standings", standing_row(line, analysis.unit, broken))
        for case in analysis.rulings:
            document = None if case.ruling is None else as_document(case.ruling)
            self._write("ruling", "rulings", ruling_row(case), ruling=document)
        for change in analysis.changes:
            self._write("change", "changes", change_row(change, ids, analysis.decided_places))

    def _measure_candidates(self) -> None:
        """The likeliest candidates with what the slow call suggested; those with no suggestion are dropped."""
        waiting = sorted(self.candidates, key=rarity)
        looked_at = min(self.options.measure, len(waiting)) if self.options.depth.has_plays else 0
        for number, candidate in enumerate(waiting, 1):
            entry = next(self.store.entries("id = ?", (candidate.slow.number,)))
            if number <= looked_at:
                self.report_step(RunStep("look", number, looked_at))
                looked_into = measure_candidate(candidate, entry, self.event, self.store, self.services)
                self.analysis.measured_count += 1
                if looked_into.suggested_over != ():
                    self.analysis.candidates.append((looked_into, entry))
            else:
                self.analysis.candidates.append((candidate, entry))
        for candidate, entry in self.analysis.candidates:
            question = say(candidate_question(candidate), self.options.language)
            self._write("candidate", "candidates", candidate_row(candidate, entry, question))

    def _write_losses(self) -> None:
        for loss in self.store.losses():
            if loss.kind is not LossKind.DOUBLE:  # that result counts, from the other file
                self.analysis.loss_count += 1
                if len(self.analysis.losses) < _LOSSES_SHOWN:
                    self.analysis.losses.append(loss)
            self.sheets.row("losses.csv", loss_row(loss, self.options.language))

    def _write(self, kind: str, sheet: str, row: Sequence[object], **more: object) -> None:
        """Write a row on its sheet, and the same as JSON by the names of its columns."""
        self.sheets.row(f"{sheet}.csv", row)
        cells = {
            name: value
            if value is None or isinstance(value, (int, float))
            else str(value)  # exact figures as text
            for name, value in zip(COLUMNS[sheet], row, strict=True)
        }
        self.sheets.json(_BOARD_LINES, {"type": kind, **cells, **more})
