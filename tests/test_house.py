"""The house keeps its own rules: what may import what, how long a file may be, who may open, print, ask the time."""

import ast
import re
import statistics
import tomllib
from pathlib import Path

import pytest

from tests.support import ROOT
from tests.support.house import (
    KINDS,
    MAY_IMPORT,
    PACKAGE,
    Module,
    bound,
    documents,
    exported,
    modules,
)

AGREED = (
    r"pyproject\.toml|analyser|models|cases|tests|reports|README\.md|LICENSE|CHANGELOG\.md|CONTRIBUTING\.md"
    r"|run|run\.cmd|uv\.lock|requirements[a-z.-]*|\..*"
)
MADE_HERE = {"build", "dist", "__pycache__", "analyser.egg-info"}
LANDLORDS = {"endplay": "solver", "sklearn": "training"}
RUNS_WHEN_READ = {".pkl", ".pickle", ".joblib", ".parquet"}
MACHINE = re.compile(r"/(?:w[o]rk|f[a]rm|r[o]ot)/|/(?:h[o]me|Us[e]rs)/\w|/t[m]p/[a-z]|[A-Z]:\\{1,2}Us[e]rs")
UNFINISHED = re.compile(r"\bT[O]DO\b|\bFI[X]ME\b|\bX[X]X\b|Not[I]mplementedError|#\s*st[u]b\b")
CLOCKS = {"datetime.now", "datetime.utcnow", "datetime.today", "date.today", "time.time", "time.localtime"}
WORLDS_DICE = re.compile(
    r"(?:random|(?:np|numpy)\.random)\.(?!Random\b|default_rng\b|Generator\b|SeedSequence\b|PCG64\b|Philox\b)\w"
)
SEEDED_DICE = {"Random", "random.Random", "default_rng", "np.random.default_rng", "numpy.random.default_rng"}
READERS = re.compile(r"(?:pd|pandas)\.read_\w+")

every_module = pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
below_the_hall = pytest.mark.parametrize(
    "module",
    [module for module in modules() if module.room not in {"pipeline", "training", "cli", "web", "__main__"}],
    ids=lambda module: module.name,
)


@every_module
def test_a_module_stands_in_a_room_of_the_plan(module: Module) -> None:
    assert module.room in {"", *MAY_IMPORT}


@every_module
def test_a_room_imports_only_what_lies_below_it(module: Module) -> None:
    within = (name.split(".") for name in module.imports if name.startswith("analyser."))
    rooms = {parts[1] for parts in within} - {module.room, "__version__"}
    assert rooms <= MAY_IMPORT.get(module.room, frozenset()), f"{module.name} looks up or across"


@every_module
@pytest.mark.parametrize(("guest", "landlord"), LANDLORDS.items())
def test_a_library_with_a_landlord_lives_in_one_room(module: Module, guest: str, landlord: str) -> None:
    at_home = module.room == landlord
    assert at_home or not {name for name in module.imports if name.split(".")[0] == guest}


def test_no_kind_of_infraction_knows_another() -> None:
    for kind in KINDS:
        others = {f"analyser.ruling.kinds.{other}" for other in KINDS if other != kind}
        for module in modules():
            if module.name.removesuffix(".py").split("/")[:3] == ["ruling", "kinds", kind]:
                assert not {name for name in module.imports for other in others if name.startswith(other)}


def test_the_table_and_the_import_contract_are_one_plan() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    layers = next(each for each in contracts["contracts"] if each["type"] == "layers")["layers"]
    floor = {
        room.strip(" ()"): number for number, layer in enumerate(layers) for room in layer.split("|")
    }  # 0 is the top
    assert set(floor) == set(MAY_IMPORT)
    for room, allowed in MAY_IMPORT.items():
        assert all(floor[room] < floor[other] for other in allowed), room


@every_module
def test_a_file_is_short_enough_to_be_read(module: Module) -> None:
    assert module.lines <= 400


def test_half_of_the_files_are_under_two_hundred_lines() -> None:
    assert statistics.median(module.lines for module in modules()) < 200


@pytest.mark.parametrize(
    "folder", sorted({path.parent for path in PACKAGE.rglob("*.py")}), ids=lambda path: path.name
)
def test_a_folder_of_modules_is_a_package(folder: Path) -> None:
    assert (folder / "__init__.py").is_file()


@every_module
def test_what_a_room_exports_is_listed_and_there(module: Module) -> None:
    names = exported(module.tree)
    front_page = module.path.name == "__init__.py" and module.room
    single = module.path.parent == PACKAGE and module.room not in {"", "__main__"}
    if front_page or single:
        assert names is not None, f"{module.name} has no __all__"
    assert set(names or ()) <= bound(module.tree) | {"__version__"}
    assert len(set(names or ())) == len(names or ())


@pytest.mark.parametrize(
    "module", [each for each in modules() if each.room not in {"cli", "web"}], ids=lambda module: module.name
)
def test_only_the_front_doors_print(module: Module) -> None:
    assert "print" not in {name for name, _ in module.calls}
    assert not {name for name, _ in module.calls if name.startswith(("sys.stdout.", "sys.stderr."))}


@below_the_hall
def test_below_the_hall_nobody_opens_a_file_by_name(module: Module) -> None:
    assert module.room == "resources" or "open" not in {name for name, _ in module.calls}


@below_the_hall
def test_below_the_hall_nobody_asks_the_time(module: Module) -> None:
    asked = {
        name for name, _ in module.calls for clock in CLOCKS if name == clock or name.endswith(f".{clock}")
    }
    assert not asked


@every_module
def test_dice_are_seeded(module: Module) -> None:
    thrown = {name for name in {name for name, _ in module.calls} | module.imports if WORLDS_DICE.match(name)}
    unseeded = {name for name, given in module.calls if name in SEEDED_DICE and not given}
    assert not thrown | unseeded


@every_module
def test_only_training_reads_tables_of_records(module: Module) -> None:
    assert module.room == "training" or not {name for name, _ in module.calls if READERS.fullmatch(name)}


@every_module
def test_nothing_is_read_that_could_run(module: Module) -> None:
    unsafe = {"pickle", "cPickle", "dill", "cloudpickle", "shelve", "marshal"}
    assert not unsafe & {name.split(".")[0] for name in module.imports}
    assert not {"joblib.load", "joblib.dump", "yaml.load", "eval", "exec"} & {
        name for name, _ in module.calls
    }


def test_no_file_of_the_project_runs_when_read() -> None:
    assert not [path for path in documents() if path.suffix in RUNS_WHEN_READ]


def test_the_top_level_holds_only_what_was_agreed() -> None:
    entries = {entry.name for entry in ROOT.iterdir()} - MADE_HERE
    assert not {name for name in entries if not re.fullmatch(AGREED, name)}


def lines_with(pattern: re.Pattern[str], *suffixes: str) -> list[str]:
    """Every line of the project's texts that shows a pattern."""
    found = []
    for path in documents():
        if suffixes and path.suffix not in suffixes:
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        numbered = enumerate(text.splitlines(), 1)
        found += [f"{path.relative_to(ROOT)}:{number}" for number, line in numbered if pattern.search(line)]
    return found


def test_no_text_names_a_path_of_one_machine() -> None:
    assert not lines_with(MACHINE)


def test_nothing_is_left_for_later() -> None:
    assert not lines_with(UNFINISHED, ".py")


def test_a_page_in_a_room_is_a_page() -> None:
    pages = [*PACKAGE.rglob("README.md"), *(ROOT / "models").rglob("README.md")]
    assert not [page for page in pages if len(page.read_text(encoding="utf-8").splitlines()) > 40]


def test_a_decision_takes_at_most_twelve_lines() -> None:
    path = PACKAGE / "DECISIONS.md"
    if path.is_file():
        entries = re.split(r"^## ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
        assert not [entry.splitlines()[0] for entry in entries if len(entry.rstrip().splitlines()) > 12]


def test_the_glossary_names_the_words_of_the_game() -> None:
    path = PACKAGE / "GLOSSARY.md"
    if path.is_file():
        glossary = path.read_text(encoding="utf-8")
        words = {name for room in ("bridge", "laws", "reasoning") for name in public_types(room)}
        assert not {word for word in words if not re.search(rf"\b{word}\b", glossary)}


def public_types(room: str) -> set[str]:
    """The classes a room exports."""
    page = PACKAGE / room / "__init__.py"
    names = set(exported(ast.parse(page.read_text(encoding="utf-8"))) or ()) if page.is_file() else set()
    classes = {
        node.name
        for module in modules()
        for node in module.tree.body
        if module.room == room and isinstance(node, ast.ClassDef)
    }
    return names & classes
