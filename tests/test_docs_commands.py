"""Every shell line of README and manual does what the page says: each is typed as it stands, in a folder of its own."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from analyser.cli.main import app
from analyser.web.__main__ import _parser as web_parser
from analyser.web.__main__ import main as web
from tests.support import ROOT
from tests.support.commands import typed

PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs" / "pages").glob("*.md")))
SHELL = re.compile(
    r"^(?:\$ )?((?:\./run|podman|docker|pip|pipx|apt|sudo|systemctl|analyser|dask|python3?) .*)$"
)

# Lines run in a shorter form, each with its reason.
SHORT = {
    "casebook cases/past --html reports/casebook.html": (
        "casebook few --no-estimate --html book.html",
        "rules every past case",
    ),
    "event FOLDER --out DIR --watch": (
        "event FOLDER --out DIR",
        "stays until it is stopped; tests/event/test_watch.py watches a folder",
    ),
    "web --behind https://bridge.example.org/appeals": (
        "web --behind https://bridge.example.org/appeals --port 0",
        "a server: stopped once it listens, on a port that is free",
    ),
}
# Lines of programs that are not ours, each with its reason.
FOREIGN = {"podman": "a container needs podman and the network"}
MOST_EXCEPTIONS = 5


def shell_lines(page: Path) -> list[tuple[str, str]]:
    """Each line of a fence that is typed into a shell, with what the page prints below it."""
    lines = []
    for block in re.findall(
        r"^```(?:text|sh|bash|console)?\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE
    ):
        rows = block.replace("\\\n", " ").splitlines()
        for number, row in enumerate(rows):
            if match := SHELL.match(row):
                text = "\n".join(rows[number + 1 :]) if row.startswith("$ ") else ""
                lines.append((re.split(r" {4,}", match[1])[0], text))
    return lines


EVERY = [(page.name, line, shown) for page in PAGES for line, shown in shell_lines(page)]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """What the lines name: boards in three formats, a small event, two cases."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ANALYSER_DATA", str(tmp_path / "data"))
    boards = (ROOT / "cases" / "events" / "spring-pairs" / "tables.pbn").read_text("utf-8")
    (tmp_path / "match.pbn").write_text("\n\n".join(boards.split("\n\n")[:2]) + "\n")
    corpus = ROOT / "tests" / "fuzz" / "corpus"
    shutil.copy(corpus / "usebio" / "event.xml", tmp_path / "session.xml")
    shutil.copy(corpus / "duplimate" / "two.dup", tmp_path / "boards.dup")
    (tmp_path / "FOLDER").mkdir()
    shutil.copy(tmp_path / "match.pbn", tmp_path / "FOLDER" / "tables.pbn")
    shutil.copy(ROOT / "cases" / "events" / "spring-pairs" / "event.toml", tmp_path / "FOLDER")
    (tmp_path / "few").mkdir()
    shutil.copy(ROOT / "cases" / "kinds" / "penalty.toml", tmp_path / "few")
    return tmp_path


def served(words: list[str]) -> tuple[int, str]:
    """0 and the first lines of a server that came to listen, which is then stopped."""
    program = [sys.executable, "-m", "analyser.web", *words]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        first = server.stdout.readline()
        server.terminate()
    return (0, first) if "https://bridge.example.org/appeals" in first else (1, first)


def run(line: str) -> tuple[int, str]:
    """The exit code of a line, and what it prints."""
    words, _, place = line.partition(" > ")
    typed_words = shlex.split(words)
    if typed_words[0] == "web":
        if "--port" in typed_words:
            return served(typed_words[1:])
        return web(typed_words[1:]), ""
    done = typed(*typed_words)
    if place:
        Path(place.strip()).write_text(done.out, encoding="utf-8")
    return done.code, done.out


@pytest.mark.slow
@pytest.mark.parametrize("page", sorted({name for name, *_ in EVERY}))
def test_every_shell_line_of_a_page_does_what_it_says(page, folder):
    lines = [(line, shown) for name, line, shown in EVERY if name == page]
    if any("--backup" in line for line, _ in lines):
        assert served(["--behind", "https://bridge.example.org/appeals", "--port", "0"])[0] == 0
    for line, shown in lines:
        program, _, words = line.partition(" ")
        if program in FOREIGN:
            continue
        assert program == "./run", line
        code, out = run(SHORT.get(words, (words,))[0])
        if (
            words == "check my.toml"
        ):  # the template as it was printed: what to fill in, and then it is filled in
            assert (code, "Fill in first" in out) == (1, True)
            shutil.copy(ROOT / "cases" / "claims" / "eight-tops.toml", "my.toml")
            code, out = run(words)
        assert code == 0, line
        assert out.startswith(shown), line


def test_every_shell_line_is_found_and_most_run_unchanged():
    words = [line.partition(" ")[2] for _, line, _ in EVERY]
    assert len(EVERY) >= 20
    assert set(SHORT) <= set(words)
    assert len(SHORT) + len(FOREIGN) <= MOST_EXCEPTIONS
    assert all(reason for _, reason in SHORT.values())
    assert all(FOREIGN.values())


def test_every_option_a_page_names_with_its_command_is_one():
    """Also outside the fences, in the tables and in the text: `./run COMMAND … --option`."""
    from typer.main import get_command

    commands = get_command(app).commands
    web_options = {word for action in web_parser()._actions for word in action.option_strings}
    door = {"setup", "test", "lint", "docs", "bench", "train", "evaluate"}
    wrong = []
    for page in PAGES:
        for span in re.findall(r"`\./run ([a-z-]+)([^`\n]*)`", page.read_text("utf-8")):
            name, rest = span
            if name in door:
                continue
            if name not in commands:
                wrong.append((page.name, name))
                continue
            known = (
                web_options
                if name == "web"
                else {
                    option
                    for parameter in commands[name].params
                    for option in (*parameter.opts, *parameter.secondary_opts)
                }
            )
            wrong += [
                (page.name, name, word)
                for word in re.findall(r"--[a-z][a-z-]*", rest)
                if word not in {*known, "--help"}
            ]
    assert wrong == []
