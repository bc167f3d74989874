"""The front door: it finds its way home, hands words on untouched, sets up when it must and says what is wrong."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.support import ROOT

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the POSIX front door; Windows has run.cmd")

TOOLS = ("cat", "cmp", "readlink", "sh")
ECHO = '#!/bin/sh\nprintf "%s: " "${0##*/}"\nprintf "<%s>" "$@"\nprintf " in %s" "$PWD"\nexit 7\n'
PYTEST = ("-m", "pytest", "-n", "2", "--dist", "worksteal", "--durations=10")
NO_PYTHON = "#!/bin/sh\nexit 1\n"
# A Python that fits, and whose set-up makes the environment ready as the real one does.
PYTHON = """#!/bin/sh
[ "$1" = -c ] && exit 0
echo "setting up" >&2
here=${2%/.ci/set_up.py}
mkdir -p "$here/.venv/ready"
cp "$here/requirements.txt" "$here/pyproject.toml" "$here/.venv/ready/"
echo "$here" >"$here/.venv/ready/folder"
shift 2
for layer; do echo "with $layer" >&2; : >"$here/.venv/ready/$layer"; done
"""


def program(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A project whose folder has a blank and a quote in its name, with an environment that only echoes."""
    folder = tmp_path / "it's a house"
    (folder / ".ci").mkdir(parents=True)
    for name in ("run", "requirements.txt", "pyproject.toml", ".ci/set_up.py"):
        shutil.copy2(ROOT / name, folder / name)
    for name in ("analyser", "python"):
        program(folder / ".venv" / "bin" / name, ECHO)
    for tool in (*TOOLS, "mkdir", "cp"):
        found = shutil.which(tool)
        assert found
        (tmp_path / "tools").mkdir(exist_ok=True)
        (tmp_path / "tools" / tool).symlink_to(found)
    program(tmp_path / "tools" / "python3", PYTHON)
    return folder


def ask(door: str | Path, *words: str, tools: Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", str(door), *words] if str(door) == "run" else [str(door), *words],
        cwd=cwd,
        env={"PATH": str(tools)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "words",
    [
        ("check", "a case.toml"),
        ("score", "imps", "65%:+480", "", "*", "$HOME", "it's", '"', "\\", "--", "-n", "♠"),
        ("law", "16B1(a)\n"),
    ],
)
def test_words_arrive_as_they_were_given(home: Path, words: tuple[str, ...]) -> None:
    answer = ask(home / "run", *words, tools=home.parent / "tools", cwd=home.parent)
    assert answer.stdout == f"analyser: {''.join(f'<{word}>' for word in words)} in {home.parent}"


def test_the_exit_code_is_the_analysers_own(home: Path) -> None:
    assert ask(home / "run", "check", tools=home.parent / "tools", cwd=home).returncode == 7


@pytest.mark.parametrize("word", ["train", "evaluate"])
def test_models_are_fitted_and_measured_in_the_lab(home: Path, word: str) -> None:
    """From whatever folder, since records may be named from there; a folder `tests` of somebody else's is not looked at."""
    answer = ask(home / "run", word, "calls", "--data", "a b", tools=home.parent / "tools", cwd=home.parent)
    words = ("-P", "-m", "tests.bench.lab", word, "calls", "--data", "a b")
    assert answer.stdout == f"python: {''.join(f'<{part}>' for part in words)} in {home.parent}"


@pytest.mark.parametrize("how", ["by name", "by path", "by a link", "by a link to a link", "from PATH"])
def test_the_door_finds_its_way_home(home: Path, how: str, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    (tmp_path / "one").symlink_to(home / "run")
    (tmp_path / "two").symlink_to("one")
    (tools / "analyse").symlink_to(home / "run")
    ways: dict[str, tuple[Path | str, Path]] = {
        "by name": ("run", home),
        "by path": (home / "run", tmp_path),
        "by a link": (tmp_path / "one", home.parent),
        "by a link to a link": (tmp_path / "two", home.parent),
        "from PATH": (tools / "analyse", home.parent),
    }
    door, cwd = ways[how]
    assert ask(door, "check", "x", tools=tools, cwd=cwd).stdout == f"analyser: <check><x> in {cwd}"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("test",), (*PYTEST, "-m", "not slow")),
        (("test", "--quick"), (*PYTEST, "-m", "not slow")),
        (("test", "--all"), PYTEST),
        (
            ("test", "-k", "a or b", "--quick", "x y"),
            (*PYTEST, "-m", "not slow", "-k", "a or b", "x y"),
        ),
        (("bench", "start_up"), ("-m", "tests.bench", "start_up")),
    ],
)
def test_the_doors_own_words_run_at_home(
    home: Path, words: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    answer = ask(home / "run", *words, tools=home.parent / "tools", cwd=home.parent)
    assert answer.stdout == f"python: {''.join(f'<{word}>' for word in expected)} in {home}"


def test_a_first_word_sets_up_and_a_second_does_not(home: Path) -> None:
    tools = home.parent / "tools"
    first, second = (ask(home / "run", "check", "--json", tools=tools, cwd=home) for _ in range(2))
    assert first.stderr == "setting up\n"
    assert second.stderr == ""
    assert first.stdout == second.stdout == f"analyser: <check><--json> in {home}"


@pytest.mark.parametrize(
    ("layer", "words"),
    [
        ("", ["demo"]),
        ("", ["event", "folder", "--backend", "loky"]),
        ("", ["check", "dask"]),
        ("dask", ["event", "folder", "--backend", "dask"]),
        ("dask", ["event", "folder", "--backend=dask"]),
        ("train", ["train", "calls"]),
        ("train", ["evaluate", "calls"]),
        ("dev", ["test", "-x"]),
        ("dev", ["bench"]),
        ("docs", ["setup", "docs"]),
    ],
)
def test_a_layer_is_set_up_when_first_asked_for(home: Path, layer: str, words: list[str]) -> None:
    tools = home.parent / "tools"
    first, second = (ask(home / "run", *words, tools=tools, cwd=home) for _ in range(2))
    assert first.stderr == (f"setting up\nwith {layer}\n" if layer else "setting up\n")
    assert second.stderr == ""


def test_the_layer_of_tests_holds_all_others(home: Path) -> None:
    tools = home.parent / "tools"
    ask(home / "run", "setup", "dev", tools=tools, cwd=home)
    for layer in ("train", "dask", "docs"):
        assert ask(home / "run", "setup", layer, tools=tools, cwd=home).stderr == "", layer


def test_an_environment_without_its_program_is_set_up_again(home: Path) -> None:
    tools = home.parent / "tools"
    ask(home / "run", "setup", tools=tools, cwd=home)
    (home / ".venv" / "bin" / "analyser").unlink()
    assert ask(home / "run", "setup", tools=tools, cwd=home).stderr == "setting up\n"


@pytest.mark.parametrize("changed", ["requirements.txt", "pyproject.toml", "the folder"])
def test_a_changed_lock_or_place_sets_up_again(home: Path, changed: str) -> None:
    tools = home.parent / "tools"
    ask(home / "run", "setup", tools=tools, cwd=home)
    place = home
    if changed == "the folder":
        place = home.rename(home.parent / "moved")
    else:
        (home / changed).write_text("something else\n")
    assert ask(place / "run", "setup", tools=tools, cwd=place).stderr == "setting up\n"


def test_a_missing_python_is_named_with_the_remedy(home: Path) -> None:
    tools = home.parent / "tools"
    program(tools / "python3", NO_PYTHON)
    answer = ask(home / "run", "setup", tools=tools, cwd=home)
    assert answer.returncode == 1
    assert "no Python 3.11, 3.12 or 3.13 was found" in answer.stderr
    assert "./run setup" in answer.stderr


def test_without_a_word_the_door_lists_its_words(home: Path) -> None:
    answer = ask(home / "run", tools=home.parent / "tools", cwd=home)
    assert answer.returncode == 2
    assert all(
        f"./run {word}" in answer.stdout for word in ("setup", "demo", "test", "lint", "bench", "doctor")
    )
    assert answer.stderr == ""


def test_readme_names_every_word_of_the_door() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(f"./run {word}" in readme for word in ("setup", "demo", "test", "lint", "bench", "doctor"))


@pytest.fixture
def set_up(home: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The set-up of that project, its two levels up being the folder it stands in."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    spec = importlib.util.spec_from_file_location("set_up", home / ".ci" / "set_up.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "set_up", module)
    spec.loader.exec_module(module)
    return module


def test_a_folder_that_is_no_environment_is_left_alone(home: Path) -> None:
    shutil.rmtree(home / ".venv")
    (home / ".venv").mkdir()
    (home / ".venv" / "notes.txt").write_text("mine")
    answer = subprocess.run(
        [sys.executable, home / ".ci" / "set_up.py"], capture_output=True, text=True, check=False
    )
    assert answer.returncode == 1
    assert "is no Python environment" in answer.stderr
    assert "Traceback" not in answer.stderr
    assert (home / ".venv" / "notes.txt").read_text() == "mine"


def test_an_interrupted_set_up_starts_over(home: Path, set_up: ModuleType) -> None:
    (home / ".venv" / "unfinished").touch()
    set_up.environment(set_up.settings())
    assert not (home / ".venv" / "bin" / "analyser").exists()
    assert (home / ".venv" / "pyvenv.cfg").is_file()
    assert not set_up.is_ready()


class Installed:
    """Stands in for the installer: what was asked of it, and which layer it cannot fetch."""

    def __init__(self, set_up: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[tuple[str, ...]] = []
        self.out_of_reach = ""
        self.set_up = set_up
        monkeypatch.setattr(set_up, "install", self.install)
        monkeypatch.setattr(set_up, "uv", lambda env, *, fetch: None)
        monkeypatch.setattr(set_up, "environment", lambda env: set_up.begin())

    def install(self, words, tool, env, remedy) -> None:
        *more, last = map(str, words)
        if self.out_of_reach and self.out_of_reach in last:
            raise self.set_up.SetUpError("out of reach")
        self.asked.append((*(word for word in more if "reinstall" in word), Path(last).name))

    def come(self, *layers: str) -> list[tuple[str, ...]]:
        """What is installed by one more set-up."""
        self.asked = []
        self.set_up.main(layers)
        return self.asked


@pytest.fixture
def installed(set_up: ModuleType, home: Path, monkeypatch: pytest.MonkeyPatch) -> Installed:
    del home
    return Installed(set_up, monkeypatch)


def test_the_base_is_installed_once_and_layers_are_added(installed: Installed, home: Path) -> None:
    assert installed.come() == [("locked-base.txt",), (home.name,)]
    assert installed.come() == []
    assert installed.come("docs") == [("locked-docs.txt",)]
    assert installed.come("docs") == []
    assert installed.come("dev", "train") == [("locked-dev.txt",)]


def test_a_layer_that_cannot_be_fetched_leaves_the_base_ready(installed: Installed) -> None:
    installed.come()
    installed.out_of_reach = "dask"
    with pytest.raises(SystemExit):
        installed.come("dask")
    assert installed.set_up.is_ready()
    assert not installed.set_up.has("dask")
    installed.out_of_reach = ""
    assert installed.come("dask") == [("--force-reinstall", "locked-dask.txt")]


def test_a_new_lock_refreshes_the_layers_that_are_there(installed: Installed, home: Path) -> None:
    installed.come("docs", "train")
    (home / "requirements.txt").write_text((home / "requirements.txt").read_text() + "# renewed\n")
    assert installed.come() == [
        ("locked-base.txt",),
        (home.name,),
        ("locked-train.txt",),
        ("locked-docs.txt",),
    ]


def test_a_layer_nobody_asked_for_stops_no_command(installed: Installed, home: Path) -> None:
    installed.come("docs")
    (home / "requirements.txt").write_text((home / "requirements.txt").read_text() + "# renewed\n")
    installed.out_of_reach = "docs"
    assert installed.come() == [("locked-base.txt",), (home.name,)]
    assert installed.set_up.is_ready()


def test_an_unknown_layer_is_refused_with_those_there_are(
    installed: Installed, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        installed.come("tests")
    text = capsys.readouterr().err
    assert "'tests'" in text
    assert "train, dask, docs, dev" in text


def test_two_set_ups_take_turns(home: Path, set_up: ModuleType) -> None:
    with set_up.alone(), (home / ".cache" / "set-up.lock").open("ab") as second:
        assert not set_up.taken(second.fileno())
    with set_up.alone():
        pass


def test_the_set_up_stays_inside_and_fetches_no_python(home: Path, set_up: ModuleType) -> None:
    settings = set_up.settings()
    assert settings["UV_PYTHON_DOWNLOADS"] == "never"
    assert {Path(settings[name]).parent for name in ("UV_CACHE_DIR", "PIP_CACHE_DIR")} == {home / ".cache"}


def test_the_installer_itself_is_fetched_as_locked(set_up: ModuleType) -> None:
    first, *hashes = set_up.locked("uv").splitlines()
    assert first.startswith("uv==")
    assert hashes
    assert all(line.strip().startswith("--hash=sha256:") for line in hashes)


@pytest.mark.parametrize(("shell", "script"), [("sh", "run"), ("bash", ".ci/run")])
def test_the_scripts_can_be_read_by_their_shell(shell: str, script: str) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not on this machine")
    subprocess.run([program, "-n", ROOT / script], check=True)
