"""Makes the project's own environment, `.venv`, exactly as `requirements.txt` locks it, in layers.

`run` and `run.cmd` call it when the environment is missing, unfinished, or older than the lock, or when a command asks
for a layer that is not there yet: `set_up.py [LAYER…]`. It needs nothing but Python, may be called again at any time,
and writes only inside the project's folder.
"""

import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

HERE = Path(__file__).resolve().parent.parent
VENV = HERE / ".venv"
CACHE = HERE / ".cache"
READY = VENV / "ready"  # what the environment was made from; `run` compares it with the tree
UNFINISHED = VENV / "unfinished"  # there while the base is being installed
LOCK = "requirements.txt"
WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
ANALYSER = PYTHON.with_name("analyser.exe" if WINDOWS else "analyser")
OLDEST, NEWEST = (3, 11), (3, 13)
FETCHING = "Check the way to the package index (network, proxy) and the space on the disk"
BUILDING = "Check that the checkout is whole (git status)"
PROJECT = "analyser"
BASE = ("web", "pdf", "bws")  # the extras every command may need; they weigh little
ALL = "dev"  # the layer that holds all others


@dataclass(frozen=True)
class Layer:
    """Parts that some commands need and a ruling does not."""

    extras: tuple[str, ...]
    for_what: str
    fetched: int  # megabytes, the first time


LAYERS = {
    "train": Layer(("train",), "fitting and measuring models", 110),
    "dask": Layer(("dask",), "championships on several machines", 5),
    "docs": Layer(("docs",), "the manual", 6),
    ALL: Layer(("train", "dask", "docs", "dev"), "tests, gates and benchmarks", 200),
}
BASE_FETCHED = 55


class SetUpError(Exception):
    """A step could not be done; carries what to do next."""


def say(words: str) -> None:
    """Tell the one who waits; on stderr, since stdout belongs to the command that follows."""
    print(words, file=sys.stderr, flush=True)


def settings() -> dict[str, str]:
    """Say how pip and uv shall behave: no downloads of Python, caches inside the folder, no questions."""
    unless_told = {"UV_COMPILE_BYTECODE": "1"}  # now, so that the first command already answers at once
    own = {
        "UV_PYTHON_DOWNLOADS": "never",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INPUT": "1",
        "PIP_USER": "0",
        "PIP_ROOT_USER_ACTION": "ignore",
    }
    inside = {"UV_CACHE_DIR": str(CACHE / "uv"), "PIP_CACHE_DIR": str(CACHE / "pip")}
    left_out = {
        "PYTHONHOME",
        "PYTHONPATH",
        "PIP_TARGET",
        "PIP_PREFIX",
        "UV_SYSTEM_PYTHON",
        "UV_PROJECT_ENVIRONMENT",
    }
    given = {name: value for name, value in os.environ.items() if name not in left_out}
    return {**unless_told, **given, **own, **inside}


def done(*words: str | Path, env: Mapping[str, str], quiet: bool = False) -> bool:
    """Run one program to its end, its own progress going to stderr; True if it succeeded."""
    out = subprocess.DEVNULL if quiet else sys.stderr
    err = subprocess.DEVNULL if quiet else None
    try:
        return subprocess.run([str(word) for word in words], env=dict(env), cwd=HERE, stdout=out, stderr=err,
                              stdin=subprocess.DEVNULL, check=False).returncode == 0  # fmt: skip
    except OSError:
        return False


def is_ready() -> bool:
    """True if the base was finished from this very lock, in this very folder, and its program is there."""
    try:
        return all(program.exists() for program in (PYTHON, ANALYSER)) and all(
            (READY / name).read_bytes() == wanted for name, wanted in made_from().items()
        )
    except OSError:
        return False


def has(layer: str) -> bool:
    """True if a layer was finished since the base was."""
    return any((READY / name).exists() for name in (layer, ALL))


def made_from() -> dict[str, bytes]:
    """Name everything the environment depends on; `requirements.txt` last, since it closes the set-up."""
    return {
        "folder": f"{HERE}\n".encode(),
        "pyproject.toml": (HERE / "pyproject.toml").read_bytes(),
        LOCK: (HERE / LOCK).read_bytes(),
    }


@contextmanager
def alone() -> Iterator[None]:
    """Hold the folder's set-up lock; the system lets go of it even if this process is killed."""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "set-up.lock").open("a+b") as held:
        waiting = False
        while not taken(held.fileno()):
            if not waiting:
                say("set-up: another set-up is at work in this folder; waiting for it to end")
                waiting = True
            time.sleep(0.5)
        yield


def taken(descriptor: int) -> bool:
    """Try to take the lock; False while another process holds it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(descriptor, 0, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def environment(env: Mapping[str, str]) -> None:
    """Make `.venv`, or keep the one that is there if it was finished and its Python still runs."""
    fits = f"import sys; sys.exit(not {OLDEST} <= sys.version_info[:2] <= {NEWEST})"
    if (
        VENV.exists()
        and not (VENV / "pyvenv.cfg").exists()
        and any(VENV.iterdir())
        and not UNFINISHED.exists()
    ):
        raise SetUpError("`.venv` is there but is no Python environment. Move it away, then: ./run setup")
    if UNFINISHED.exists() or moved() or not done(PYTHON, "-c", fits, env=env, quiet=True):
        if VENV.exists():
            say("set-up: the environment there is unfinished, moved or without its Python; it is made again")
            shutil.rmtree(VENV)
        if not done(sys.executable, "-m", "venv", "--without-pip", VENV, env=env):
            raise SetUpError(
                "this Python cannot make an environment. On Debian or Ubuntu an administrator installs the part: "
                "apt install python3-venv. Then: ./run setup"
            )
    begin()


def begin() -> None:
    """Take back that the environment is ready, until its base is finished."""
    shutil.rmtree(READY, ignore_errors=True)
    UNFINISHED.touch()


def moved() -> bool:
    """True if the environment was made when the project stood elsewhere: its programs still point there."""
    try:
        return (READY / "folder").read_bytes() != made_from()["folder"]
    except FileNotFoundError:
        return False


def pip(env: Mapping[str, str]) -> list[str | Path]:
    """Find pip for the environment: its own, the one of the Python outside, or one that Python brings along."""
    inside: list[str | Path] = [PYTHON, "-m", "pip"]
    outside: list[str | Path] = [sys.executable, "-m", "pip", "--python", PYTHON]  # one of before 22.3 cannot
    for candidate in (inside, outside):
        if done(*candidate, "--version", env=env, quiet=True):
            return candidate
    if done(PYTHON, "-m", "ensurepip", env=env, quiet=True) and done(
        *inside, "--version", env=env, quiet=True
    ):
        return inside
    raise SetUpError(
        "neither pip nor uv is there to fetch the parts. On Debian or Ubuntu an administrator installs the part: "
        "apt install python3-venv python3-pip. Then: ./run setup"
    )


def uv(env: Mapping[str, str], *, fetch: bool) -> list[str | Path] | None:
    """Find uv: in the environment, on PATH or, for the large layer, fetched as the lock names it; None without it."""
    inside = PYTHON.with_name("uv.exe" if WINDOWS else "uv")
    for candidate in (inside, shutil.which("uv")):
        if candidate and done(candidate, "--version", env=env, quiet=True):
            return [candidate]
    if not fetch:
        return None
    only = VENV / "only-uv.txt"
    only.write_text(locked("uv"), encoding="utf-8")
    words = ("install", "-qq", "--no-deps", "--require-hashes", "-r", only)
    if done(*pip(env), *words, env=env) and done(inside, "--version", env=env, quiet=True):
        return [inside]
    say("set-up: uv is not to be had here; going on with pip, which is slower")
    return None


def entries() -> dict[str, tuple[str, frozenset[str]]]:
    """Each part of the lock: its lines with its hashes, and the parts that ask for it (uv notes them under `# via`)."""
    text = (HERE / LOCK).read_text(encoding="utf-8")
    known: dict[str, tuple[str, frozenset[str]]] = {}
    # A part may stand there several times, for several Pythons.
    for name, rest in re.findall(r"^([a-z0-9][a-z0-9._-]*)(==.*\n(?:[ #].*\n)*)", text, re.MULTILINE):
        lines = "".join(line for line in f"{name}{rest}".splitlines(keepends=True) if "# " not in line)
        askers = re.findall(r"^    #(?: via|  ) +([a-z0-9][a-z0-9._-]*)$", rest, re.MULTILINE)
        before, others = known.get(name, ("", frozenset()))
        known[name] = (before + lines, others | frozenset(askers))
    return known


def locked(*names: str) -> str:
    """Give the lines of these parts in the lock, their hashes with them."""
    known = entries()
    return "".join(known[name][0] for name in names)


def parts_of(extras: Sequence[str]) -> set[str]:
    """Name every part the project, its build and some of its extras need, those that parts ask for with them."""
    told = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
    lists = [told["build-system"]["requires"], told["project"]["dependencies"]]
    lists += [told["project"]["optional-dependencies"][extra] for extra in extras]
    asked = {re.split(r"[^A-Za-z0-9._-]", words, maxsplit=1)[0].lower() for row in lists for words in row}
    known = entries()
    parts = asked & known.keys()
    while more := {name for name, (_, askers) in known.items() if askers & parts} - parts:
        parts |= more
    return parts


def install(
    words: Sequence[str | Path], tool: list[str | Path] | None, env: Mapping[str, str], remedy: str
) -> None:
    """Install by uv, and where uv does not get through, by pip; only what goes wrong is printed."""
    if tool is not None:
        if done(*tool, "pip", "install", "--quiet", "--python", PYTHON, *words, env=env):
            return
        say("set-up: uv did not get through; trying pip, which is slower")
    if not done(*pip(env), "install", "-qq", *words, env=env):
        raise SetUpError(
            f"the lines above say why. {remedy}. Then type the same again; it starts over by itself"
        )


def install_locked(
    name: str, parts: Iterable[str], tool: list[str | Path] | None, env: Mapping[str, str], *words: str
) -> None:
    """Install parts of the lock, each with its hash and nothing besides."""
    lines = VENV / f"locked-{name}.txt"
    lines.write_text(locked(*sorted(parts)), encoding="utf-8")
    install(("--no-deps", "--require-hashes", *words, "-r", lines), tool, env, FETCHING)


def set_up(layers: Sequence[str]) -> None:
    """Bring the base and what is asked for to what the lock says, and refresh the layers that were there."""
    started = time.monotonic()
    env = settings()
    earlier = [layer for layer in LAYERS if (READY / layer).exists()]
    if not is_ready():
        make_base(env, fetch_uv=ALL in layers)
    for layer in layers:
        if not has(layer):
            add(layer, env)
    for layer in earlier:
        if not has(layer):
            try:
                add(layer, env)
            except SetUpError as error:  # nobody waits for it now; who asks for it next tries again
                say(f"set-up: {error}")
    say(f"set-up: ready after {time.monotonic() - started:.0f} s")


def make_base(env: Mapping[str, str], *, fetch_uv: bool) -> None:
    """Make what every command may need."""
    version = ".".join(str(part) for part in sys.version_info[:3])
    say(
        f"set-up: an environment in .venv, from Python {version}; some {BASE_FETCHED} MB to fetch the first time"
    )
    environment(env)
    tool = uv(env, fetch=fetch_uv)
    install_locked("base", parts_of(BASE), tool, env)
    install(("--no-deps", "--no-build-isolation", "--editable", HERE), tool, env, BUILDING)
    done(PYTHON, "-m", "compileall", "-q", HERE / PROJECT, env=env, quiet=True)
    READY.mkdir(exist_ok=True)
    for name, content in made_from().items():
        (READY / name).write_bytes(content)
    UNFINISHED.unlink()


def add(layer: str, env: Mapping[str, str]) -> None:
    """Add a layer. Its parts are none of the base's, so that a failure leaves the base as it was."""
    what = LAYERS[layer]
    say(f"set-up: the parts for {what.for_what}; some {what.fetched} MB to fetch the first time")
    begun = VENV / f"begun-{layer}"
    again = begun.exists()  # broken off in the middle of a part, perhaps
    begun.touch()
    tool = uv(env, fetch=layer == ALL)
    afresh = () if not again else ("--force-reinstall",)
    install_locked(layer, parts_of((*BASE, *what.extras)) - parts_of(BASE), tool, env, *afresh)
    (READY / layer).touch()
    begun.unlink()


def stop(why: str) -> NoReturn:
    """End with one plain sentence."""
    say(f"set-up stopped: {why}")
    raise SystemExit(1)


def main(layers: Sequence[str]) -> None:
    """Set up unless it is done already; every failure ends in a sentence that names the next step."""
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        stop(f"Python {sys.version.split()[0]} does not fit; Python 3.11, 3.12 or 3.13 is needed")
    if unknown := [layer for layer in layers if layer not in LAYERS]:
        stop(f"'{unknown[0]}' is no part of it. Write nothing for what rulings need, or {', '.join(LAYERS)}")
    try:
        with alone():
            if not is_ready() or not all(map(has, layers)):
                set_up(layers)
    except SetUpError as error:
        stop(str(error))
    except OSError as error:
        stop(f"{error}. The folder must be writable and the disk not full. Then: ./run setup")
    except KeyboardInterrupt:
        stop("broken off. ./run setup starts over by itself")


if __name__ == "__main__":
    main(sys.argv[1:])
