"""The house keeps its own rules: how long a file may be, who may open, print, ask the time, what a name may be.

What may import what is a contract of import-linter (`pyproject.toml`), checked by `./run lint`; one test here runs it.
"""

import re
import statistics
import subprocess
import sys
from collections import Counter
from pathlib import Path

from analyser.casefile import IncidentKind
from tests.support import ROOT
from tests.support.house import LAB, PACKAGE, Module, documents, modules
from tests.support.naming import (
    census_of_bound_names,
    census_of_functions,
    names_no_function,
    sources_in,
)

AGREED = (
    r"pyproject\.toml|analyser|models|cases|tests|reports|docs|Containerfile|mkdocs\.yml|README\.md|LICENSE"
    r"|CHANGELOG\.md|CONTRIBUTING\.md|run|run\.cmd|uv\.lock|requirements[a-z.-]*|\..*"
)
MADE_HERE = {"build", "dist", "__pycache__", "analyser.egg-info"}
LANDLORDS = {"endplay": "estimates", "sklearn": "lab", "pandas": "lab", "pyarrow": "lab"}
RUNS_WHEN_READ = {".pkl", ".pickle", ".joblib", ".parquet"}
MACHINE = re.compile(r"/(?:w[o]rk|f[a]rm|r[o]ot)/|/(?:h[o]me|Us[e]rs)/\w|/t[m]p/[a-z]|[A-Z]:\\{1,2}Us[e]rs")
UNFINISHED = re.compile(r"\bT[O]DO\b|\bFI[X]ME\b|\bX[X]X\b|Not[I]mplementedError|#\s*st[u]b\b")
CLOCKS = {"datetime.now", "datetime.utcnow", "datetime.today", "date.today", "time.time", "time.localtime"}
WORLDS_DICE = re.compile(
    r"(?:random|(?:np|numpy)\.random)\.(?!Random\b|default_rng\b|Generator\b|SeedSequence\b|PCG64\b|Philox\b)\w"
)
SEEDED_DICE = {"Random", "random.Random", "default_rng", "np.random.default_rng", "numpy.random.default_rng"}
READERS = re.compile(r"(?:pd|pandas)\.read_\w+")
UNSAFE = {"pickle", "cPickle", "dill", "cloudpickle", "shelve", "marshal"}
UNSAFE_CALLS = {"joblib.load", "joblib.dump", "yaml.load", "eval", "exec"}
MAY_ASK_THE_WORLD = {"event", "lab", "cli", "web", "__main__"}  # files by name, the time
FRONT_DOORS = {"cli", "web"}
MODULES = modules()
LONGEST_TEST_NAME = 10  # words after `test_`
MOST_NAMELESS_FUNCTIONS = 0.05  # of the functions of the package
LONGEST_CHANGE = 25  # words of a line in CHANGELOG.md


def names_of(broken: list[Module]) -> list[str]:
    return [module.name for module in broken]


def test_imports_go_down_the_house() -> None:
    words = [str(Path(sys.executable).with_name("lint-imports")), "--no-logo"]
    lint = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert lint.returncode == 0, lint.stdout


def test_a_library_with_a_landlord_lives_in_one_room() -> None:
    for guest, landlord in LANDLORDS.items():
        hosts = {m.name for m in MODULES if guest in {name.split(".")[0] for name in m.imports}}
        assert not {name for name in hosts if not name.startswith(f"{landlord}/")}, guest


def test_no_kind_of_infraction_knows_another() -> None:
    kinds = {kind.value.replace("-", "_") for kind in IncidentKind}
    places = {
        kind: [m for m in MODULES if re.match(rf"ruling/kinds/{kind}(?:/|\.py)", m.name)] for kind in kinds
    }
    assert sum(bool(modules) for modules in places.values()) >= 10
    for kind, place in places.items():
        others = tuple(f"analyser.ruling.kinds.{other}" for other in kinds if other != kind)
        for module in place:
            named = [name for name in module.imports if re.match(rf"(?:{'|'.join(others)})(?:\.|$)", name)]
            assert not named, module.name


def test_a_file_is_short_enough_to_be_read() -> None:
    lengths = {module.name: len(module.text.splitlines()) for module in MODULES}
    assert not {name: length for name, length in lengths.items() if length > 500}
    assert statistics.median(lengths.values()) < 300


def test_a_folder_of_modules_is_a_package() -> None:
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    assert not [folder for folder in folders if not (folder / "__init__.py").is_file()]


def test_only_packages_list_exports_and_every_export_exists() -> None:
    for module in MODULES:
        exported = module.exported
        if module.path.name != "__init__.py":
            assert exported is None, f"{module.name}: __all__ belongs to a package"
        elif exported is not None:
            imported = {name.rsplit(".", 1)[-1] for name in module.imports}
            assert set(exported) <= imported | set(module.bound), module.name
            assert len(set(exported)) == len(exported), module.name


def test_a_class_name_stands_once_in_the_house() -> None:
    places = Counter(name for module in MODULES for name in module.classes if not name.startswith("_"))
    assert not {name for name, times in places.items() if times > 1}


def test_functions_are_named_for_what_they_do() -> None:
    """In well-known libraries two or three names in a hundred are a bare participle, preposition or adverb."""
    census = census_of_functions(sources_in(PACKAGE))
    assert census.share <= MOST_NAMELESS_FUNCTIONS, census.list_offenders(60)


def test_bound_names_say_what_a_thing_is() -> None:
    for folder, most in ((PACKAGE, 0.012), (ROOT / "tests", 0.02)):
        census = census_of_bound_names(sources_in(folder))
        assert census.share <= most, f"{folder.name}: {census.list_offenders(30)}"


def test_names_that_name_nothing_are_recognised() -> None:
    nameless = "told _apart of_result before_trick foretold exactly never_yet"
    naming = (
        "tell find_conflicts result_of is_told need lead set_up_table apply family numbered_rows __init__"
    )
    assert not [name for name in nameless.split() if not names_no_function(name)]
    assert not [name for name in naming.split() if names_no_function(name)]


def test_a_planted_name_that_names_nothing_is_listed(tmp_path: Path) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text(
        "def told(found):\n    one = found\n    return one\n\n\ndef add_row(row): ...\n", "utf-8"
    )
    functions, names = census_of_functions([planted]), census_of_bound_names([planted])
    assert (functions.share, names.share) == (1 / 2, 3 / 5)
    assert f"told (1): {planted.as_posix()}:1" in functions.list_offenders(1)
    assert all(f"{name} (1)" in names.list_offenders(3) for name in ("told", "found", "one"))


def test_only_the_front_doors_print() -> None:
    for module in MODULES:
        if module.room not in FRONT_DOORS:
            assert "print" not in {name for name, _ in module.calls}, module.name
            streams = {name for name, _ in module.calls if name.startswith(("sys.stdout.", "sys.stderr."))}
            assert not streams, module.name


def test_rooms_open_no_file_by_name_and_ask_no_time() -> None:
    for module in MODULES:
        if module.room in MAY_ASK_THE_WORLD:
            continue
        calls = {name for name, _ in module.calls}
        assert module.room == "resources" or "open" not in calls, module.name
        assert not {name for name in calls for clock in CLOCKS if name == clock or name.endswith(f".{clock}")}


def test_random_numbers_are_seeded() -> None:
    for module in MODULES:
        named = {name for name, _ in module.calls} | module.imports
        unseeded = {name for name, arguments in module.calls if name in SEEDED_DICE and not arguments}
        assert not unseeded | {name for name in named if WORLDS_DICE.match(name)}, module.name


def test_the_lab_needs_the_program_and_no_test() -> None:
    pattern = re.compile(r"tests\.bench\.lab(\.|$)|(?!tests(\.|$))")
    lab = [module for module in MODULES if module.room == "lab"]
    assert len(lab) > 30
    assert not {(m.name, name) for m in lab for name in m.imports if not pattern.match(name)}


def test_only_the_lab_reads_tables_of_records() -> None:
    others = [module for module in MODULES if module.room != "lab"]
    assert not names_of([m for m in others if any(READERS.fullmatch(name) for name, _ in m.calls)])


def test_nothing_is_read_that_could_run() -> None:
    unsafe = [m for m in MODULES if UNSAFE & {name.split(".")[0] for name in m.imports}]
    assert not names_of(unsafe)
    assert not names_of([m for m in MODULES if UNSAFE_CALLS & {name for name, _ in m.calls}])
    assert not [path for path in documents() if path.suffix in RUNS_WHEN_READ]


def test_nobody_guesses_what_an_incident_knows() -> None:
    guesses = re.compile(r"(?:has|get)attr\((?:incident|remark|judgement)\b")
    assert not names_of([module for module in MODULES if guesses.search(module.text)])


def test_the_top_level_holds_only_what_was_agreed() -> None:
    entries = {entry.name for entry in ROOT.iterdir()} - MADE_HERE
    assert not {name for name in entries if not re.fullmatch(AGREED, name)}


def lines_with(pattern: re.Pattern[str], *suffixes: str) -> list[str]:
    """Every line of the project's texts that shows a pattern."""
    places = []
    for path in documents():
        if suffixes and path.suffix not in suffixes:
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        numbered = enumerate(text.splitlines(), 1)
        places += [f"{path.relative_to(ROOT)}:{number}" for number, line in numbered if pattern.search(line)]
    return places


def test_no_text_names_a_path_of_one_machine() -> None:
    assert not lines_with(MACHINE)


def test_nothing_is_left_for_later() -> None:
    assert not lines_with(UNFINISHED, ".py")


def test_names_of_tests_have_at_most_ten_words() -> None:
    """And those of the steps that one test of a page goes through."""
    defined = re.compile(r"^ *(?:async )?def (?:test_)?(\w+)", re.MULTILINE)
    long = [
        f"{path.name}: {name}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for name in defined.findall(path.read_text(encoding="utf-8"))
        if len(name.split("_")) > LONGEST_TEST_NAME
    ]
    assert not long, "\n".join(long)


def test_a_change_is_one_short_line() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1:]
    for version in changes[:-1]:  # 0.1.0 was written before the rule
        lines = [line for line in version.splitlines()[1:] if line and not line.startswith("### ")]
        assert not [line for line in lines if not line.startswith("- ")]
        assert not [line for line in lines if len(line.removeprefix("- ").split()) > LONGEST_CHANGE]


def test_a_page_in_a_room_is_a_page() -> None:
    pages = [*PACKAGE.rglob("README.md"), LAB / "README.md", *(ROOT / "models").rglob("README.md")]
    assert not [page for page in pages if len(page.read_text(encoding="utf-8").splitlines()) > 40]


def test_a_decision_has_reason_and_price_in_twelve_lines() -> None:
    entries = re.split(r"^## ", (PACKAGE / "DECISIONS.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[
        1:
    ]
    assert not [entry.splitlines()[0] for entry in entries if len(entry.rstrip().splitlines()) > 12]
    heads = ["Decision", "Reason", "Price"]
    assert not [
        entry.splitlines()[0]
        for entry in entries
        if re.findall(r"^\* \*\*(\w+)\.", entry, re.MULTILINE) != heads
    ]


def test_the_glossary_names_the_words_of_the_game() -> None:
    glossary = (PACKAGE / "GLOSSARY.md").read_text(encoding="utf-8")
    for room in ("bridge", "laws", "ruling"):
        imported = next(m.imports for m in MODULES if m.name == f"{room}/__init__.py")
        classes = {name for module in MODULES if module.room == room for name in module.classes}
        public = {name.rsplit(".", 1)[-1] for name in imported} & classes
        assert not {name for name in public if not re.search(rf"\b{name}\b", glossary)}, room
