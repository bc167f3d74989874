"""The folder of an event: which files are results, which are rulings, and a Bridgemate file through mdbtools."""

import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from analyser.errors import CaseError, NotationError
from analyser.event import SETTINGS_FILE, Event, File, read_settings
from analyser.event.bridgemate import BRIDGEMATE_TABLES

_RESULTS = (".pbn", ".lin", ".xml", ".usebio", ".csv", ".tsv", ".txt", ".bws")
_RULINGS = ("rulings.csv", "rulings.tsv")
_SECONDS = 120
_LARGEST = 21_000_000


@dataclass(frozen=True, slots=True)
class Folder:
    """What lies in the folder: the settings, the results file by file, case files and lists of rulings."""

    event: Event
    results: tuple[File, ...]
    cases: tuple[File, ...]
    rulings: tuple[File, ...]


def opened(folder: Path, out: Path) -> Folder:
    """Look through the folder and all below it, in the order of names; what is written under `out` is not read."""
    if not folder.is_dir():
        raise CaseError(
            "not a folder", where="FOLDER", found=str(folder), remedy="name the folder of the event"
        )
    if out.resolve() in (folder.resolve(), *folder.resolve().parents):
        why = "the event's own files lie there, and nothing that lies there is read"
        raise CaseError(why, where="--out", found=str(out), remedy="choose a folder beside them or within")
    settings = folder / SETTINGS_FILE
    event = read_settings(_bytes(settings)) if settings.is_file() else Event()
    results, cases, rulings = [], [], []
    for path in _files(folder, out):
        name = path.relative_to(folder).as_posix()
        ending = path.suffix.lower()
        if path.name.lower() in _RULINGS:
            rulings.append(_file(path, name))
        elif ending == ".toml" and path != settings:
            cases.append(_file(path, name))
        elif ending in _RESULTS:
            results.append(_file(path, name))
    if not results:
        known = " ".join(_RESULTS)
        raise CaseError(
            "no results in the folder", where="FOLDER", found=str(folder), remedy=f"put {known} files in it"
        )
    return Folder(event, tuple(results), tuple(cases), tuple(rulings))


def _files(folder: Path, out: Path) -> Iterator[Path]:
    inside = out.resolve()
    for path in sorted(folder.rglob("*"), key=lambda one: one.relative_to(folder).as_posix()):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.is_file() and not hidden and inside not in path.resolve().parents:
            yield path


def _file(path: Path, name: str) -> File:
    if path.suffix.lower() == ".bws":
        return File(name, lambda: b"", lambda: _tables(path))
    return File(name, lambda: _bytes(path))


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_LARGEST)


def _tables(path: Path) -> Mapping[str, str]:
    """The tables of a Bridgemate file as CSV, by mdbtools."""
    program = shutil.which("mdb-export")
    if program is None:
        remedy = "install it (Debian, Ubuntu: apt install mdbtools), or export the results as CSV"
        raise NotationError(f"a Bridgemate file is read through mdbtools, which is not here: {remedy}")
    found = {}
    for table in BRIDGEMATE_TABLES:
        try:
            told = subprocess.run(  # noqa: S603 - the program found on PATH, the file the user named
                [program, "-D", "%Y-%m-%d", "-T", "%Y-%m-%d %H:%M:%S", "--", str(path.resolve()), table],
                capture_output=True,
                timeout=_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise NotationError("mdbtools did not come to an end with it") from None
        if told.returncode == 0:
            found[table] = told.stdout.decode("utf-8", "replace")
    if "ReceivedData" not in found:
        raise NotationError("no table of results in it (ReceivedData)")
    return found
