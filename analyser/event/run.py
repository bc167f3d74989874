"""A championship analysed: the folder read, every board solved, every ruling heard, the standings before and after."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from analyser import laws
from analyser.errors import CaseError, refusal
from analyser.estimates.services import Services, open_services
from analyser.event import Award, Event, LostKind, Store, load
from analyser.event.awarding import Awarding
from analyser.event.changes import changes_of, decided_by, side_by_side
from analyser.event.crew import Crew, Tally
from analyser.event.examining import Examiner, checkpoint_of, examine_all
from analyser.event.files import Folder, opened
from analyser.event.gathered import Gathered, Walk
from analyser.event.reviewed import finals_of
from analyser.event.rulings import Heard, heard, joined
from analyser.event.rulings_alike import leaning, pairs_alike
from analyser.event.scored import Scorer, Version
from analyser.event.sheets import plain
from analyser.event.slow_measured import measured, order
from analyser.event.write import (
    COLUMNS,
    Sheets,
    candidate_row,
    change_row,
    ruling_row,
    standing_row,
    tally_rows,
)
from analyser.report.pages import as_document
from analyser.resources import cache_file
from analyser.ruling import Asked
from analyser.ruling.artificial import artificial_values, session_clamp

_LOST_SHOWN = 200  # every one is in losses.csv
WORK = ".work"  # what a run keeps for `--resume`, under its `--out`


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of a run: where to write, who works, which other Laws, how many candidates are measured."""

    out: Path
    crew: Crew = field(default_factory=Crew)
    resume: bool = False
    asked: Asked = field(default_factory=Asked)
    language: str = "en"
    names: bool = False
    measure: int = 12
    pages: bool = True


@dataclass(frozen=True, slots=True)
class Step:
    """How far a run has come: which part of it, how many done, of how many; `about` names what is under way."""

    name: str
    done: int = 0
    all: int = 0
    about: str = ""


def unit_of(event: Event) -> str:
    """What the standings are counted in."""
    return str(event.form.scoring.final_unit)


def analyse(folder: Path, wanted: Wanted, tell: Callable[[Step], None]) -> Gathered:
    """Do the whole of it; every sheet is under `out` when it ends, and what the report needs is handed back."""
    found = opened(folder, wanted.out)
    try:
        wanted.out.mkdir(parents=True, exist_ok=True)
    except OSError as reason:
        why = f"cannot be made: {refusal(reason)}"
        raise CaseError(why, where="--out", found=str(wanted.out), remedy="choose another place") from None
    with Store(wanted.out / WORK / "entries.sqlite") as store:
        tell(Step("read", 0, len(found.results)))
        load(found.results, found.event, store)
        if not store.tables:
            raise CaseError(
                "no file of the folder holds a result",
                where="FOLDER",
                found=str(folder),
                remedy="see losses.csv",
            )
        event = _by_number(found.event, store)
        with checkpoint_of(wanted.out / WORK / "figures.sqlite", fresh=not wanted.resume) as checkpoint:
            boards = store.boards
            solved = examine_all(
                store.groups(), checkpoint, wanted.crew, Examiner(cache_file()), _telling(tell, boards)
            )
            with open_services() as services:
                run = _Run(found, event, wanted, store, services, tell)
                return run.whole(Walk(event, checkpoint, services, store), solved, boards)


def _telling(tell: Callable[[Step], None], boards: int) -> Callable[[Tally], None]:
    def told(tally: Tally) -> None:
        tell(Step("solve", tally.all, boards))

    return told


def _by_number(event: Event, store: Store) -> Event:
    """Carry-over and penalties by the numbers given to teams and pairs."""

    def known(award: Award) -> Award:
        kind = "team" if event.is_teams else "pair"
        return replace(award, to=store.number_of(kind, award.to) or award.to)

    return replace(
        event, carried=tuple(map(known, event.carried)), penalties=tuple(map(known, event.penalties))
    )


@dataclass(slots=True)
class _Run:
    """One run, its parts in their order."""

    found: Folder
    event: Event
    wanted: Wanted
    store: Store
    services: Services
    tell: Callable[[Step], None]

    def whole(self, walk: Walk, solved: Tally, boards: int) -> Gathered:
        law = laws.resolve(self.event.day, self.event.authority, self.event.edition, self.event.regulations)
        awards = law.regulation.awards
        awarding = Awarding(
            awards.imps_none,
            awards.imps_partial,
            awards.imps_direct,
            awards.bam_win_from,
            awards.bam_loss_to,
        )
        hearings = list(self._hearings(awarding))
        versions = [Version.TABLE, Version.RULED, Version.OURS]
        if self.wanted.asked != Asked():
            versions.append(Version.ASKED)
        finals = finals_of([one.ruled for one in hearings])
        clamp, percents = session_clamp(law, self.event.form), artificial_values(law, imps=False)
        asked = self.wanted.asked
        other = laws.resolve(
            self.event.day,
            asked.authority or self.event.authority,
            asked.edition or self.event.edition,
            self.event.regulations,
        )
        scorer = Scorer(
            self.event,
            tuple(versions),
            finals,
            awarding,
            clamp=clamp,
            clamp_asked=session_clamp(other, self.event.form),
            percents=percents,
        )
        gathered = Gathered(self.event, law, unit_of(self.event), solved, boards, self.store.tables)
        gathered.hearings = hearings
        with Sheets(self.wanted.out) as sheets:
            for name, header in COLUMNS.items():
                sheets.begin(f"{name}.csv", header)
            walk.boards(
                scorer, sheets, gathered, self.wanted, lambda done: self.tell(Step("score", done, boards))
            )
            self._standings(scorer, sheets, gathered)
            self._candidates(walk, sheets, gathered)
            for row in tally_rows(gathered.tallies, scorer.pairs):
                sheets.row("tallies.csv", row)
            for lost in self.store.losses():
                if lost.kind is not LostKind.DOUBLE:  # that result counts, from the other file
                    gathered.losses += 1
                    gathered.lost += [lost] if len(gathered.lost) < _LOST_SHOWN else []
                sheets.row(
                    "losses.csv", (lost.source.file, lost.source.place, str(lost.kind), lost.found, lost.why)
                )
        gathered.butler = scorer.pairs
        gathered.called = self.store.called() if self.wanted.names else {}
        return gathered

    def _hearings(self, awarding: Awarding) -> Iterator[Heard]:
        """Every ruling of the event, ruled and reviewed."""
        dockets = list(joined(self.found.cases, self.found.rulings, self.event, self.store))
        cases = self.wanted.out / "cases"
        for number, docket in enumerate(dockets, 1):
            self.tell(Step("rule", number, len(dockets), docket.id))
            one = heard(docket, self.event, awarding, self.wanted.asked, self.services)
            cases.mkdir(exist_ok=True)
            (cases / f"{docket.id}.toml").write_text(one.toml, encoding="utf-8")
            yield one

    def _standings(self, scorer: Scorer, sheets: Sheets, gathered: Gathered) -> None:
        book = scorer.books[Version.RULED]
        gathered.hearings = leaning(gathered.hearings, scorer.effects)
        gathered.lines = side_by_side(scorer.books)
        gathered.changes = list(changes_of(scorer.effects, book))
        gathered.decided = list(decided_by(scorer.effects, book, self.event))
        gathered.follows = book.following()
        gathered.effects = scorer.effects
        gathered.alike = pairs_alike(gathered.hearings)
        ids = {one.ruled.number: one.ruled.id for one in gathered.hearings if one.ruled.number is not None}
        for line in gathered.lines:
            row = standing_row(line, gathered.unit)
            sheets.row("standings.csv", row)
            sheets.json("event.jsonl", {"type": "standing", **_named("standings", row)})
        for one in gathered.hearings:
            row = ruling_row(one.ruled)
            sheets.row("rulings.csv", row)
            document = None if one.ruled.ruling is None else as_document(one.ruled.ruling)
            sheets.json("event.jsonl", {"type": "ruling", **_named("rulings", row), "ruling": document})
        for change in gathered.changes:
            row = change_row(change, ids, gathered.decided)
            sheets.row("changes.csv", row)
            sheets.json("event.jsonl", {"type": "change", **_named("changes", row)})

    def _candidates(self, walk: Walk, sheets: Sheets, gathered: Gathered) -> None:
        """Measure the likeliest candidates; those that nothing suggested are dropped."""
        waiting = sorted(walk.candidates, key=order)
        looked = waiting[: self.wanted.measure]
        for number, candidate in enumerate(looked, 1):
            self.tell(Step("look", number, len(looked)))
            entry = next(self.store.entries("id = ?", (candidate.slow.number,)))
            told = measured(candidate, entry, self.event, self.store, self.services)
            gathered.measured += 1
            if told.suggested_over is None or told.suggested_over:
                gathered.candidates.append((told, entry))
        for candidate in waiting[self.wanted.measure :]:
            entry = next(self.store.entries("id = ?", (candidate.slow.number,)))
            gathered.candidates.append((candidate, entry))
        for candidate, entry in gathered.candidates:
            row = candidate_row(candidate, entry, walk.question(candidate))
            sheets.row("candidates.csv", row)
            sheets.json("event.jsonl", {"type": "candidate", **_named("candidates", row)})


def _named(sheet: str, row: Sequence[object]) -> dict[str, object]:
    """The cells of a row by the names of their columns; exact figures as text."""
    return {name: plain(value) for name, value in zip(COLUMNS[sheet], row, strict=True)}
