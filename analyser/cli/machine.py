"""`doctor`, `demo`, `web`, and where `train` and `evaluate` are: whether everything is there, and what it looks like."""

import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from analyser import resources
from analyser.cli.options import Json, write_option
from analyser.cli.terminal import check_place, note, print_json, say, write_text
from analyser.errors import AnalyserError, CaseError, UsageError
from analyser.resources import __version__, cache_file

DEMO = "cases/past/vug-22772-18o.toml"
# National trials of 2012: a pass slow by the player's own account, and partner doubles where he might have passed.
DEMO_EVENT = "cases/events/spring-pairs"

# What an optional part is for, the module that shows it is there, the extra that brings it.
_PARTS = (
    ("web pages", "fastapi", "web"),
    ("comments kept in edited case files", "tomlkit", "web"),
    ("PDF reports", "weasyprint", "pdf"),
    ("training from records", "pyarrow", "train"),
    ("many machines", "distributed", "dask"),
    ("Bridgemate files where mdbtools is not there", "access_parser", "bws"),
    ("tests", "pytest", "dev"),
    ("browser tests", "playwright", "dev"),
    ("fuzzing", "atheris", "fuzz"),
)
_LAYERS = {"train", "dask", "docs", "dev"}  # of the set-up of a checkout; the other parts come with its base
_PROGRAMS = (
    (
        "browser for tests and screenshots",
        ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
        "chromium-headless-shell",
    ),
    ("Bridgemate files", ("mdb-export",), "mdbtools"),
)


def demo(
    out: Annotated[Path | None, write_option("where the report is written", "DIR")] = None,
    event: Annotated[bool, typer.Option("--event", help="a small event instead of a case")] = False,
) -> int:
    """Rule a bundled case, or analyse a bundled event."""
    reports = Path("reports")
    folder = out or (reports if reports.is_dir() else Path())
    if not event:
        return _demo_case(folder)
    from analyser.cli.event import event as analyse

    place = resources.location(DEMO_EVENT)
    note(f"analysing {place}")
    return analyse(place, folder / "demo-event", jobs=2, measure=2)


def _demo_case(folder: Path) -> int:
    """Rule the case, review what the director then ruled, print its first screen, write the report and name it."""
    from analyser import review
    from analyser.casefile import case_of
    from analyser.report.html import render_html
    from analyser.report.terminal_summary import screen

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        why, remedy = "a folder cannot be made there", "choose another place"
        raise CaseError(why, where="--out", found=str(folder), remedy=remedy) from None
    report = folder / "demo-ruling.html"
    check_place(report)
    note(f"ruling {resources.location(DEMO)}")
    ruling = review(case_of(resources.data(DEMO)))
    say(screen(ruling))
    write_text(report, render_html(ruling))
    say()
    say(f"the report: {report.resolve()}")
    return 0


def web(context: typer.Context) -> int:
    """Open the pages for a browser."""
    # They are a front door of their own: their options, their stopping and their exit codes are their own too.
    program = [sys.executable, "-m", "analyser.web", *context.args]
    if os.name == "posix":
        sys.stdout.flush()
        os.execv(sys.executable, program)  # noqa: S606 - our own program, no shell
    return subprocess.call(program)  # noqa: S603 - our own program, no shell


def train() -> NoReturn:
    """Fit a model to a folder of records; needs a checkout."""
    _refuse_outside_checkout("train")


def evaluate() -> NoReturn:
    """Score a model on a folder of records; needs a checkout."""
    _refuse_outside_checkout("evaluate")


def _refuse_outside_checkout(command: str) -> NoReturn:
    """Trainers, evaluations and what they need are no part of the package; `run` of a checkout starts them itself."""
    why = "it needs a checkout of the project: trainers and evaluations are not in the installed package"
    raise UsageError(why, where=command, remedy=f"in the folder of a checkout type: ./run {command} …")


def doctor(
    clear_cache: Annotated[
        bool, typer.Option("--clear-cache", help="forget what the solver has kept")
    ] = False,
    json: Json = False,
) -> int:
    """Tell what is there, what is missing, how to get it."""
    if clear_cache:
        return _clear_solver_cache(as_json=json)
    needed = [
        ("analyser", True, __version__),
        ("Python", True, f"{platform.python_version()} on {platform.system()} {platform.machine()}"),
        ("solver", *_solver_state()),
        ("cache", True, _cache_state()),
        *_model_states(),
    ]
    optional = [
        (part, importlib.util.find_spec(module) is not None, _install_command(extra))
        for part, module, extra in _PARTS
    ]
    optional += [
        (part, any(map(shutil.which, names)), f"apt install {package}") for part, names, package in _PROGRAMS
    ]
    is_sound = all(is_right for _, is_right, _ in needed)
    if json:
        parts = {part: {"found": is_there, "install": line} for part, is_there, line in optional}
        states = {name: {"ok": is_right, "told": state} for name, is_right, state in needed}
        print_json({"ok": is_sound, "needed": states, "optional": parts})
        return 0 if is_sound else 1
    for name, is_right, state in needed:
        say(f"{'ok' if is_right else '!!'}  {name}: {state}")
    for part, is_there, line in optional:
        say(f"{'ok' if is_there else '--'}  {part}{'' if is_there else f': not here; {line}'}")
    if sys.version_info[:2] >= (3, 14):
        say("!!  the solver library has no build for this Python; use 3.11 to 3.13")
    return 0 if is_sound else 1


def _install_command(extra: str) -> str:
    """The line to type in the project's folder; what rulings need is one set-up, and the fuzzer is in none."""
    if extra == "fuzz":
        return 'pip install ".[fuzz]"'
    return f"./run setup {extra}" if extra in _LAYERS else "./run setup"


def _solver_state() -> tuple[bool, str]:
    """Three deals with known answers, asked of the solver itself and not of its cache."""
    try:
        from analyser.estimates.solver import Solver, engine, self_check

        with Solver() as solver:
            is_right = self_check(solver)
    except (AnalyserError, ImportError, OSError) as reason:
        return False, str(reason)
    return is_right, f"{engine()}, three known deals {'agree' if is_right else 'DO NOT AGREE'}"


def _cache_state() -> str:
    """How many answers the cache keeps, and where."""
    from analyser.estimates.solver import cache_info

    info = cache_info(cache_file())
    state = f"; out of order: {info.problem}" if info.problem else ""
    return f"{info.answers} answers, {info.bytes / 1e6:.1f} MB in {info.path}; `doctor --clear-cache` empties it{state}"


def _clear_solver_cache(*, as_json: bool) -> int:
    """Forget every answer of the solver, and tell how many there were."""
    from analyser.estimates.solver import cache_info, clear_cache

    dropped = cache_info(cache_file()).answers
    clear_cache(cache_file())
    if as_json:
        print_json({"ok": True, "dropped": dropped})
    else:
        say(f"the cache of the solver is empty; {dropped} answers were dropped")
    return 0


def _model_states() -> list[tuple[str, bool, str]]:
    """Each shipped model, whether it is the one its card describes, and its hash."""
    from analyser.estimates.record_models import model_hash

    states = []
    for place in resources.listing("models"):
        name = place.rsplit("/", 1)[1]
        if not resources.location(place).is_dir():
            continue
        try:
            states.append((f"model {name}", True, f"sha256 {model_hash(name)[:12]}"))
        except AnalyserError as error:
            states.append((f"model {name}", False, str(error)))
    return states
