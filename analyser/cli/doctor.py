"""`doctor`: what is there, what is missing, and the exact line that installs it."""

import importlib.util
import platform
import shutil
import sys

from analyser.cli.terminal import print_json, say
from analyser.resources import __version__

# What an optional part is for, the module that shows it is there, the extra that brings it.
_PARTS = (
    ("web pages", "fastapi", "web"),
    ("comments kept in edited case files", "tomlkit", "web"),
    ("PDF reports", "weasyprint", "pdf"),
    ("training from records", "pyarrow", "train"),
    ("many machines", "distributed", "dask"),
    ("tests", "pytest", "dev"),
    ("browser tests", "playwright", "dev"),
    ("fuzzing", "atheris", "fuzz"),
)
_PROGRAMS = (
    ("browser for tests and screenshots", ("chromium", "chromium-browser", "google-chrome"), "chromium"),
    ("Bridgemate files", ("mdb-export",), "mdbtools"),
)


def run(*, clear_cache: bool = False, as_json: bool = False) -> int:
    """Print the state of the house; 0 when what every command needs is there."""
    from analyser.cli import health

    if clear_cache:
        dropped = health.clear_cache()
        if as_json:
            print_json({"ok": True, "dropped": dropped})
        else:
            say(f"the cache of the solver is empty; {dropped} answers were dropped")
        return 0
    solver = health.solver_check()
    lines = [
        ("analyser", True, __version__),
        ("Python", True, f"{platform.python_version()} on {platform.system()} {platform.machine()}"),
        ("solver", solver.sound, solver.told),
        ("cache", True, health.cache_told()),
        *((f"model {name}", sound, told) for name, sound, told in health.models_told()),
    ]
    optional = [(part, _has(module), f'pip install "analyser[{extra}]"') for part, module, extra in _PARTS]
    optional += [
        (part, any(map(shutil.which, names)), f"apt install {package}") for part, names, package in _PROGRAMS
    ]
    sound = all(state for _, state, _ in lines)
    if as_json:
        parts = {part: {"found": found, "install": line} for part, found, line in optional}
        print_json({"ok": sound, "needed": {n: {"ok": s, "told": t} for n, s, t in lines}, "optional": parts})
        return 0 if sound else 1
    for name, state, told in lines:
        say(f"{'ok' if state else '!!'}  {name}: {told}")
    for part, found, line in optional:
        say(f"{'ok' if found else '--'}  {part}{'' if found else f': not here; {line}'}")
    if sys.version_info[:2] >= (3, 14):
        say("!!  the solver library has no build for this Python; use 3.11 to 3.13")
    return 0 if sound else 1


def _has(module: str) -> bool:
    return importlib.util.find_spec(module) is not None
