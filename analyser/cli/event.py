"""`event`: a championship from its folder to standings, rulings reviewed, questions and one report."""

import sys
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from analyser.cli.options import check_edition, check_language
from analyser.cli.terminal import note, print_json, say, shown, write_text
from analyser.errors import UsageError
from analyser.event.analysis import EventAnalysis
from analyser.event.pages import event_page
from analyser.event.run import EventOptions, RunStep, analyse
from analyser.event.worker_pool import Backend, WorkerPool
from analyser.messages import LANGUAGES
from analyser.ruling import Asked

REPORT = "report.html"
_SHEETS = ("standings", "rulings", "changes", "boards", "slips", "candidates", "tallies", "losses")
_WORDS = {
    "read": "reading {all} files",
    "solve": "boards solved",
    "rule": "rulings",
    "score": "boards scored",
    "look": "slow calls measured",
}


@dataclass(frozen=True, slots=True)
class Options:
    """The words of the command line."""

    out: Path
    jobs: int = 1
    backend: str = "loky"
    scheduler: str = ""
    resume: bool = False
    edition: str | None = None
    authority: str | None = None
    language: str = "en"
    names: bool = False
    measure: int = 12
    pages: bool = True
    json: bool = False


class Progress:
    """Tells on stderr how far a run has come: a bar that moves on a screen, a line now and then elsewhere."""

    def __init__(self) -> None:
        self.live = sys.stderr.isatty()
        self.name, self.begun, self.told = "", 0.0, 0.0

    def __call__(self, step: RunStep) -> None:
        """A step of the run."""
        now = monotonic()
        fresh = step.name != self.name
        if fresh:
            self.end()
            self.name, self.begun, self.told = step.name, now, 0.0
        last = step.done == step.all
        if not fresh and not last and now - self.told < (0.2 if self.live else 10.0):
            return
        self.told = now
        self._line(step, now - self.begun)

    def _line(self, step: RunStep, spent: float) -> None:
        words = _WORDS[step.name].format(all=step.all)
        if step.name == "read":
            note(words)
            return
        rate = step.done / spent if spent > 0 and step.done else 0.0
        left = (step.all - step.done) / rate if rate else 0.0
        filled = 24 * step.done // step.all if step.all else 24
        told = f"[{'#' * filled}{'.' * (24 - filled)}] {step.done}/{step.all} {words}"
        if rate:
            told += f", {rate:.1f} a second, {_span(left)} left"
        if step.about:
            told += f": {step.about}"
        if self.live:
            sys.stderr.write(f"\r{shown(told)[:110]:<110}")
            sys.stderr.flush()
        else:
            note(told)

    def end(self) -> None:
        """Leave the line of the bar."""
        if self.live and self.name not in ("", "read"):
            sys.stderr.write("\n")


def _span(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def run(folder: Path, options: Options) -> int:
    """Analyse the event and write everything; 1 when something of it could not be solved."""
    check_language(options.language, LANGUAGES)
    check_edition(options.edition)
    try:
        backend = Backend(options.backend)
    except ValueError:
        remedy = f"write {Backend.LOKY} or {Backend.DASK}"
        raise UsageError("not a backend", where="--backend", found=options.backend, remedy=remedy) from None
    wanted = EventOptions(
        out=options.out,
        pool=WorkerPool(options.jobs, backend, options.scheduler),
        resume=options.resume,
        asked=Asked(options.edition, options.authority),
        language=options.language,
        names=options.names,
        measure=options.measure,
        pages=options.pages,
    )
    progress = Progress()
    try:
        analysis = analyse(folder, wanted, progress)
    finally:
        progress.end()
    report = options.out / REPORT
    write_text(report, event_page(analysis, options.language))
    if options.json:
        print_json(_document(analysis))
    else:
        _summary(analysis, options.out)
        say(f"the report: {report.resolve()}")
    return 1 if analysis.work.failed or analysis.work.incomplete else 0


def _document(analysis: EventAnalysis) -> dict[str, object]:
    counts = {
        "boards": analysis.boards,
        "tables": analysis.tables,
        "rulings": len(analysis.rulings),
        "outside": sum(case.verdict == "outside" for case in analysis.rulings),
        "slips": analysis.slip_count,
        "candidates": len(analysis.candidates),
        "losses": analysis.loss_count,
        "unsolved": analysis.work.failed + analysis.work.incomplete,
    }
    files = [f"{name}.csv" for name in _SHEETS] + ["event.jsonl", REPORT]
    return {"counts": counts, "files": files, "complete": not counts["unsolved"]}


def _summary(analysis: EventAnalysis, out: Path) -> None:
    say(f"boards {analysis.boards}, results {analysis.tables}, places not understood {analysis.loss_count}")
    outside = sum(case.verdict == "outside" for case in analysis.rulings)
    say(
        f"rulings {len(analysis.rulings)}, outside the band {outside}, final places that hang on one {len(analysis.decided_places)}"
    )
    say(f"results to look at again {analysis.slip_count}, slow calls worth a look {len(analysis.candidates)}")
    unsolved = analysis.work.failed + analysis.work.incomplete
    if unsolved:
        note(f"{unsolved} boards were not solved: the figures are incomplete; --resume tries them again")
    say(f"written under {out}: {', '.join(f'{name}.csv' for name in _SHEETS)}, event.jsonl, boards/, cases/")
