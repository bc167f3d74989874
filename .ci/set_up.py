"""Makes the project's own environment, `.venv`, exactly as `requirements.txt` locks it.

`run` and `run.cmd` call it when the environment is missing, unfinished, or older than the lock. It needs nothing
but Python, may be called again at any time, and writes only inside the project's folder.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

HERE = Path(__file__).resolve().parent.parent
VENV = HERE / ".venv"
CACHE = HERE / ".cache"
READY = VENV / "ready"  # what the environment was made from; `run` compares it with the tree
UNFINISHED = VENV / "unfinished"  # there while parts are being installed
LOCK = "requirements.txt"
WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
OLDEST, NEWEST = (3, 11), (3, 13)
STEPS = 4
FETCHING = "Check the way to the package index (network, proxy) and the space on the disk"
BUILDING = "Check that the checkout is whole (git status)"


class SetUpError(Exception):
    """A step could not be done; carries what to do next."""


def say(words: str) -> None:
    """Tell the one who waits; on stderr, since stdout belongs to the command that follows."""
    print(words, file=sys.stderr, flush=True)


def step(number: int, words: str) -> None:
    """Announce one step of the set-up."""
    say(f"set-up {number}/{STEPS}: {words}")


def settings() -> dict[str, str]:
    """Say how pip and uv shall behave: no downloads of Python, caches inside the folder, no questions."""
    unless_told = {"UV_COMPILE_BYTECODE": "1"}  # now, so that the first command already answers at once
    own = {
        "UV_PYTHON_DOWNLOADS": "never",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INPUT": "1",
        "PIP_USER": "0",
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
    """True if the environment was finished from this very lock, in this very folder."""
    try:
        return PYTHON.exists() and all(
            (READY / name).read_bytes() == wanted for name, wanted in made_from().items()
        )
    except OSError:
        return False


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
            say(
                "set-up:   the environment that is there is unfinished, moved or without its Python; making it anew"
            )
            shutil.rmtree(VENV)
        if not done(sys.executable, "-m", "venv", "--without-pip", VENV, env=env):
            raise SetUpError(
                "this Python cannot make an environment. On Debian or Ubuntu an administrator installs the part: "
                "apt install python3-venv. Then: ./run setup"
            )
    shutil.rmtree(READY, ignore_errors=True)
    UNFINISHED.touch()


def moved() -> bool:
    """True if the environment was made when the project stood elsewhere: its programs still point there."""
    try:
        return (READY / "folder").read_bytes() != made_from()["folder"]
    except FileNotFoundError:
        return False


def pip(env: Mapping[str, str]) -> list[str | Path]:
    """Find pip for the environment: its own, one that Python brings along, or the one of the Python outside."""
    inside: list[str | Path] = [PYTHON, "-m", "pip"]
    if done(*inside, "--version", env=env, quiet=True):
        return inside
    if done(PYTHON, "-m", "ensurepip", env=env, quiet=True) and done(
        *inside, "--version", env=env, quiet=True
    ):
        return inside
    outside: list[str | Path] = [sys.executable, "-m", "pip", "--python", PYTHON]
    if done(*outside, "--version", env=env, quiet=True):
        return outside
    raise SetUpError(
        "neither pip nor uv is there to fetch the parts. On Debian or Ubuntu an administrator installs the part: "
        "apt install python3-venv python3-pip. Then: ./run setup"
    )


def uv(env: Mapping[str, str]) -> list[str | Path] | None:
    """Find uv: in the environment, on PATH, or quickly fetched as the lock names it; None if it cannot be had."""
    inside = PYTHON.with_name("uv.exe" if WINDOWS else "uv")
    for candidate in (inside, shutil.which("uv")):
        if candidate and done(candidate, "--version", env=env, quiet=True):
            return [candidate]
    only = VENV / "only-uv.txt"
    only.write_text(locked("uv"), encoding="utf-8")
    fetch = ("install", "-qq", "--no-deps", "--require-hashes", "-r", only)
    if done(*pip(env), *fetch, env=env) and done(inside, "--version", env=env, quiet=True):
        return [inside]
    say("set-up:   uv is not to be had here; going on with pip, which is slower")
    return None


def locked(name: str) -> str:
    """Give the lines of one part in the lock, its hashes with it."""
    found: list[str] = []
    for line in (HERE / LOCK).read_text(encoding="utf-8").splitlines():
        if line.startswith(f"{name}==") or (found and line.startswith("    --hash=")):
            found.append(line)
        elif found:
            break
    return "\n".join(found) + "\n"


def install(
    words: Sequence[str | Path], tool: list[str | Path] | None, env: Mapping[str, str], remedy: str
) -> None:
    """Install by uv, and where uv does not get through, by pip."""
    if tool is not None:
        if done(*tool, "pip", "install", "--python", PYTHON, *words, env=env):
            return
        say("set-up:   uv did not get through; trying pip, which is slower")
    if not done(*pip(env), "install", *words, env=env):
        raise SetUpError(f"the lines above say why. {remedy}. Then: ./run setup - it starts over by itself")


def set_up() -> None:
    """Bring `.venv` to what the lock says, step by step."""
    started = time.monotonic()
    env = settings()
    step(1, f"an environment in .venv, from Python {'.'.join(str(part) for part in sys.version_info[:3])}")
    environment(env)
    step(2, "uv, the quick installer (pip where it cannot be had)")
    tool = uv(env)
    parts = sum("==" in line for line in (HERE / LOCK).read_text(encoding="utf-8").splitlines())
    step(3, f"the {parts} locked parts of {LOCK}; some 250 MB to fetch the first time")
    install(("--require-hashes", "-r", HERE / LOCK), tool, env, FETCHING)
    step(4, "the analyser itself")
    install(("--no-deps", "--no-build-isolation", "--editable", HERE), tool, env, BUILDING)
    done(PYTHON, "-m", "compileall", "-q", HERE / "analyser", env=env, quiet=True)
    READY.mkdir(exist_ok=True)
    for name, content in made_from().items():
        (READY / name).write_bytes(content)
    UNFINISHED.unlink()
    say(f"set-up: ready after {time.monotonic() - started:.0f} s")


def stop(why: str) -> NoReturn:
    """End with one plain sentence."""
    say(f"set-up stopped: {why}")
    raise SystemExit(1)


def main() -> None:
    """Set up unless it is done already; every failure ends in a sentence that names the next step."""
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        stop(f"Python {sys.version.split()[0]} does not fit; Python 3.11, 3.12 or 3.13 is needed")
    try:
        with alone():
            if not is_ready():
                set_up()
    except SetUpError as error:
        stop(str(error))
    except OSError as error:
        stop(f"{error}. The folder must be writable and the disk not full. Then: ./run setup")
    except KeyboardInterrupt:
        stop("broken off. ./run setup starts over by itself")


if __name__ == "__main__":
    main()
