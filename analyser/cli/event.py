"""`event`: a championship from its folder to standings, rulings reviewed, questions and one report."""

import sys
from collections import Counter
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Annotated

import typer

from analyser.cli.options import Json, Lang, alternatives, read_argument, write_option
from analyser.cli.terminal import (
    PAPER_ENDINGS,
    check_edition,
    check_ending,
    check_place,
    note,
    print_json,
    printable,
    say,
    write_bytes,
    write_text,
)
from analyser.errors import AnalyserError, UsageError
from analyser.messages import checked_language

if TYPE_CHECKING:
    from analyser.event.analysis import EventAnalysis
    from analyser.event.news import Change
    from analyser.event.run import EventOptions, RunStep

REPORT = "report.html"
CHAIRMAN = "chairman.html"
_STANDS_STILL = 2  # seconds without a change after which a folder is read
_MOVES_SHOWN = 10
_SHEETS = (
    "standings",
    "agreement",
    "matches",
    "rulings",
    "changes",
    "boards",
    "slips",
    "candidates",
    "tallies",
    "losses",
)
_STEPS = {
    "read": "files to read: {all}",
    "solve": "boards solved",
    "rule": "rulings",
    "score": "boards scored",
    "look": "slow calls measured",
}


def event(
    folder: Annotated[Path, read_argument("FOLDER", "results and rulings")],
    out: Annotated[
        Path,
        typer.Option(metavar="DIR", help="where everything is written", show_default=False, readable=False),
    ],
    jobs: Annotated[int, typer.Option(min=1, help="processes that solve")] = 1,
    backend: Annotated[str, typer.Option(help="loky or dask")] = "loky",
    scheduler: Annotated[str, typer.Option(metavar="ADDR", help="of a Dask cluster")] = "",
    resume: Annotated[bool, typer.Option("--resume", help="go on where a run was cut off")] = False,
    edition: Annotated[str | None, typer.Option(help="rule under this edition too")] = None,
    authority: Annotated[str | None, typer.Option(help="rule under this authority too")] = None,
    lang: Lang = "en",
    names: Annotated[bool, typer.Option("--names", help="print the names of players and teams")] = False,
    measure: Annotated[int, typer.Option(min=0, help="slow calls measured at most")] = 12,
    depth: Annotated[
        str, typer.Option(metavar="DEPTH", help="standings, boards or plays: nothing deeper is solved")
    ] = "plays",
    pages: Annotated[bool, typer.Option("--pages/--no-pages", help="a page for every board")] = True,
    export: Annotated[
        bool, typer.Option("--export", help="write the results as ruled too: results.csv, and USEBIO")
    ] = False,
    casebook: Annotated[Path | None, write_option("write its rulings as a casebook: HTML, or .pdf")] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="stay, and run again whenever the folder changes")
    ] = False,
    every: Annotated[int, typer.Option(min=1, help="seconds between two looks at the folder")] = 20,
    json: Json = False,
) -> int:
    """Analyse a championship: boards, rulings, standings."""
    from analyser.event.run import EventOptions
    from analyser.event.solve_boards import Depth
    from analyser.event.worker_pool import Backend, WorkerPool
    from analyser.ruling import RulingRequest

    checked_language(lang)
    check_edition(edition)
    if backend not in list(Backend):
        remedy = f"write {Backend.LOKY} or {Backend.DASK}"
        raise UsageError("not a backend", where="--backend", found=backend, remedy=remedy)
    if depth not in list(Depth):
        remedy = f"write {alternatives(list(Depth))}"
        raise UsageError("not a depth", where="--depth", found=depth, remedy=remedy)
    if watch and json:
        raise UsageError("who watches gets many answers, not one document", where="--watch --json")
    options = EventOptions(
        out=out,
        pool=WorkerPool(jobs, Backend(backend), scheduler),
        resume=resume or watch,
        asked=RulingRequest(edition, authority),
        language=lang,
        names=names,
        measure=measure,
        pages=pages,
        depth=Depth(depth),
        export=export,
    )
    if casebook is not None and casebook.resolve().parent != out.resolve():  # `--out` is made where it lacks
        check_place(casebook)
    check_ending(casebook, "--casebook", PAPER_ENDINGS)
    if watch:
        return _watch_folder(folder, options, casebook, every)
    return _run_once(folder, options, casebook, json=json)


def _watch_folder(folder: Path, options: "EventOptions", casebook: Path | None, every: int) -> int:
    """Run whenever the folder has changed and stands still again, until somebody stops it."""
    from analyser.event.news import folder_state

    seen: object = None
    say(f"looking at {folder} every {every} seconds; Ctrl+C ends it")
    while True:
        state = folder_state(folder, options.out)
        if state != seen:
            sleep(min(every, _STANDS_STILL))  # a file is being written: it is read when it stands still
            if state == folder_state(folder, options.out):
                try:
                    _run_once(folder, options, casebook, json=False)
                except AnalyserError as fault:  # what is wrong now may be set right by the next file
                    note(str(fault))
                seen = state
            continue
        sleep(every)


def _run_once(folder: Path, options: "EventOptions", casebook: Path | None, *, json: bool) -> int:
    """One run from the folder to the report, and what changed since the last one."""
    from analyser.event.news import Snapshot, write_news
    from analyser.event.pages import chairman_page, event_page
    from analyser.event.run import analyse

    out, lang = options.out, options.language
    before = Snapshot.read_folder(out) if options.resume else None
    progress = ProgressBar()
    try:
        analysis = analyse(folder, options, progress)
    finally:
        progress.end()
    write_text(out / REPORT, event_page(analysis, lang))
    page = chairman_page(analysis, lang, report=REPORT, has_pages=options.has_pages)
    write_text(out / CHAIRMAN, page)
    if casebook is not None:
        _write_casebook(analysis, casebook, options)
    if json:
        print_json(_document(analysis, options))
    else:
        _print_summary(analysis, out)
        say(f"the report: {(out / REPORT).resolve()}")
        say(f"for the chairman of appeals: {(out / CHAIRMAN).resolve()}")
        if options.export:
            say(f"the results as ruled, for a scoring program: {', '.join(_export_results(options))}")
        if casebook is not None:
            say(f"the casebook of its rulings: {casebook.resolve()}")
    if before is not None and not before.is_empty:
        changes = list(before.changes_to(Snapshot.read_folder(out)))
        write_news(out, changes)
        if not json:
            _print_news(changes)
    return 1 if _count_unsolved(analysis) else 0


def _write_casebook(analysis: "EventAnalysis", path: Path, options: "EventOptions") -> None:
    """The rulings of the event as a casebook, as they were ruled in this run."""
    from analyser.report.html import check_pdf, render_pdf
    from analyser.report.record import casebook as casebook_of

    rulings = [case.ruling for case in analysis.rulings if case.ruling is not None]
    is_pdf = path.suffix.lower() == ".pdf"
    if is_pdf:
        check_pdf()
    text = casebook_of(rulings, options.language, names=options.names, inline=is_pdf)
    if is_pdf:
        write_bytes(path, render_pdf(text))
    else:
        write_text(path, text)


def _print_news(changes: "list[Change]") -> None:
    """What changed since the last run, counted, and the places that moved."""
    counts = Counter(change.what for change in changes)
    parts = [f"{counts[change]} {change}" for change in ("new", "corrected", "gone")]
    say(f"since the last run: results {', '.join(parts)}; places that moved {counts['place']} (news.csv)")
    moved = [change for change in changes if change.what == "place" and change.before and change.after]
    for change in sorted(moved, key=lambda change: int(change.after))[:_MOVES_SHOWN]:
        say(f"  {' '.join(filter(None, change.where))}: {change.before} → {change.after}")


class ProgressBar:
    """Tells on stderr how far a run has come: a bar that moves on a screen, a line now and then elsewhere."""

    def __init__(self) -> None:
        self.live = sys.stderr.isatty()
        self.name, self.begun, self.last_told = "", 0.0, 0.0

    def __call__(self, step: "RunStep") -> None:
        """A step of the run."""
        now = monotonic()
        is_new = step.name != self.name
        if is_new:
            self.end()
            self.name, self.begun, self.last_told = step.name, now, 0.0
        is_last = step.done == step.all
        if not is_new and not is_last and now - self.last_told < (0.2 if self.live else 10.0):
            return
        self.last_told = now
        self._line(step, now - self.begun)

    def _line(self, step: "RunStep", spent: float) -> None:
        words = _STEPS[step.name].format(all=step.all)
        if step.name == "read":
            note(words)
            return
        rate = step.done / spent if spent > 0 and step.done else 0.0
        left = (step.all - step.done) / rate if rate else 0.0
        filled = 24 * step.done // step.all if step.all else 24
        line = f"[{'#' * filled}{'.' * (24 - filled)}] {step.done}/{step.all} {words}"
        if rate:
            line += f", {rate:.1f} a second, {_duration(left)} left"
        if step.about:
            line += f": {step.about}"
        if self.live:
            sys.stderr.write(f"\r{printable(line)[:110]:<110}")
            sys.stderr.flush()
        else:
            note(line)

    def end(self) -> None:
        """Leave the line of the bar."""
        if self.live and self.name not in ("", "read"):
            sys.stderr.write("\n")


def _duration(seconds: float) -> str:
    """Hours, minutes and seconds, the hours where there are any."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def _export_results(options: "EventOptions") -> list[str]:
    """The files of the results as ruled, where they were asked for: a list, and USEBIO, a file a session."""
    sheets = sorted(path.name for path in options.out.glob("results*.xml"))
    return ["results.csv", *sheets] if options.export else []


def _document(analysis: "EventAnalysis", options: "EventOptions") -> dict[str, object]:
    counts = {
        "boards": analysis.boards,
        "tables": analysis.tables,
        "rulings": len(analysis.rulings),
        "outside": _outside(analysis),
        "slips": analysis.slip_count,
        "candidates": len(analysis.candidates),
        "losses": analysis.loss_count,
        "published": 0 if analysis.agreement is None else analysis.agreement.lines.total(),
        "published_equal": 0 if analysis.agreement is None else analysis.agreement.equal.total(),
        "unsolved": _count_unsolved(analysis),
    }
    files = [f"{name}.csv" for name in _SHEETS] + ["event.jsonl", REPORT, CHAIRMAN, *_export_results(options)]
    return {
        "depth": str(analysis.depth),
        "counts": counts,
        "files": files,
        "complete": not counts["unsolved"],
    }


def _print_summary(analysis: "EventAnalysis", out: Path) -> None:
    say(f"boards {analysis.boards}, results {analysis.tables}, places not understood {analysis.loss_count}")
    outside = _outside(analysis)
    say(
        f"rulings {len(analysis.rulings)}, outside the band {outside}, final places that hang on one {len(analysis.decided_places)}"
    )
    say(f"results to look at again {analysis.slip_count}, slow calls worth a look {len(analysis.candidates)}")
    if analysis.agreement is not None and analysis.agreement.lines:
        agreement = analysis.agreement
        say(f"published numbers that are ours too: {agreement.equal.total()} of {agreement.lines.total()}")
    if unsolved := _count_unsolved(analysis):
        note(f"{unsolved} boards were not solved: the figures are incomplete; --resume tries them again")
    if not analysis.depth.has_plays:
        left_out = "plays" if analysis.depth.has_boards else "boards and plays"
        say(f"asked for: {analysis.depth}; {left_out} were not solved (--depth)")
    folders = "boards/, cases/, candidates/" if analysis.depth.has_boards else "cases/, candidates/"
    say(f"written under {out}: {', '.join(f'{name}.csv' for name in _SHEETS)}, event.jsonl, {folders}")


def _outside(analysis: "EventAnalysis") -> int:
    """How many rulings lie outside the band."""
    return sum(case.verdict == "outside" for case in analysis.rulings)


def _count_unsolved(analysis: "EventAnalysis") -> int:
    """How many boards the solver did not get through."""
    return analysis.work.failed + analysis.work.incomplete
