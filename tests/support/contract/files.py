"""Which case files there are, and a stratified choice among those whose ruling takes seconds."""

import tomllib
from collections import defaultdict
from collections.abc import Callable, Container, Hashable, Iterable
from pathlib import Path

import pytest

from tests.support import GOLDEN, ROOT

CASES = ROOT / "cases"
FOLDERS = ("kinds", "laws", "vignettes", "claims", "revokes", "reported", "past")
GOLDEN_FOLDERS = ("cases/good", "cases/fouled", "claims", "revokes")
ESTIMATED = ("unauthorised-information", "misinformation", "withdrawn-call")
SECONDS_EACH = (  # every line searched
    CASES / "past" / "ebu-2011-claim-6n.toml",
    CASES / "past" / "ebuf-claim-11950.toml",
    CASES / "revokes" / "equity-beyond-transfer.toml",
    GOLDEN / "revokes" / "revoke-dummy-won.toml",
)


def case_files() -> list[Path]:
    """Every sound case file of the program and of the golden figures; the bad twins must not pass."""
    folders = [*(CASES / name for name in FOLDERS), *(GOLDEN / name for name in GOLDEN_FOLDERS)]
    return [path for folder in folders for path in sorted(folder.glob("*.toml"))]


def estimated_past_files() -> list[Path]:
    """The past cases whose first incident asks models and solver what peers would have done."""
    return [path for path in sorted((CASES / "past").glob("*.toml")) if stratum_of(path)[0] in ESTIMATED]


def band_files() -> list[Path]:
    """The cases whose expected score lies in a band, with nothing judged: the whole chain must find it."""
    return [path for path in case_files() if 'strength = "band"' in path.read_text("utf-8")]


def case_name(path: Path) -> str:
    """A file by its folder and name, as tests are named after it."""
    golden = "golden-" if path.is_relative_to(GOLDEN) else ""
    return f"{golden}{path.parent.name}/{path.stem}"


def stratum_of(path: Path) -> tuple[str, ...]:
    """What a case is of: the kind of its first incident, the edition and the form of scoring."""
    case = tomllib.loads(path.read_text("utf-8"))
    event = case.get("event", {})
    editions = [expected["edition"] for expected in case.get("expected", ()) if "edition" in expected]
    incidents = case.get("incident", [{"kind": ""}])
    return (incidents[0]["kind"], event.get("edition", "".join(editions[:1])), event.get("form", ""))


def choose_stratified(
    paths: Iterable[Path], count: int, stratum: Callable[[Path], Hashable] = stratum_of
) -> list[Path]:
    """So many of the files: of each stratum the first, then of each the second, until there are enough.

    Large strata come first, so that what is common is never left out; inside a stratum the order given stands.
    """
    strata: defaultdict[Hashable, list[Path]] = defaultdict(list)
    for path in paths:
        strata[stratum(path)].append(path)
    columns = sorted(strata.values(), key=len, reverse=True)
    rounds = max(map(len, columns), default=0)
    in_turn = (column[number] for number in range(rounds) for column in columns if number < len(column))
    return [path for path, _ in zip(in_turn, range(count), strict=False)]


def traits_of(path: Path) -> frozenset[tuple[str, str]]:
    """What a choice of cases must meet: the kind of each incident, the edition, the authority and the form of scoring."""
    case = tomllib.loads(path.read_text("utf-8"))
    kind, edition, form = stratum_of(path)
    kinds = {incident["kind"] for incident in case.get("incident", ())} or {kind}
    others = (("edition", edition), ("authority", case.get("event", {}).get("authority", "")), ("form", form))
    return frozenset([*others, *(("kind", name) for name in kinds)])


def choose_covering(
    paths: Iterable[Path], count: int, traits: Callable[[Path], frozenset[Hashable]] = traits_of
) -> list[Path]:
    """So many of the files: each time the one with most traits not met yet, the first in order among equals.

    Once every trait is met they are all to be met again, by files not chosen before.
    """
    remaining = {path: traits(path) for path in paths}
    unmet: frozenset[Hashable] = frozenset()
    chosen: list[Path] = []
    while remaining and len(chosen) < count:
        if not any(own & unmet for own in remaining.values()):
            unmet = frozenset().union(*remaining.values())
        path = max(remaining, key=lambda path: len(remaining[path] & unmet))
        unmet -= remaining.pop(path)
        chosen.append(path)
    return chosen


def named_files(paths: Iterable[Path], slow: Container[Path] = ()) -> list[object]:
    """The files as parameters of a test, each named after its file, those that are slow left to the whole suite."""
    return [
        pytest.param(path, id=case_name(path), marks=(pytest.mark.slow,) if path in slow else ())
        for path in paths
    ]
