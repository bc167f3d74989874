"""What a newcomer gets wrong: each refusal names place, value, reason and remedy, and nothing is reckoned before it."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest

from analyser import resources
from analyser.cli.terminal import write_text
from tests.support.commands import typed
from tests.support.every import each_row

CASE = resources.location("cases/kinds/no-play.toml")
CASES = CASE.parent
EVENT = resources.location("cases/events/spring-pairs")
ANALYSER = [sys.executable, "-m", "analyser"]

REFUSED = [
    (["rule", CASE, "--edition", "1066"], 2, ["--edition", "'1066'", "1997, 2007, 2017"]),
    (["review", CASE, "--edition", "1066"], 2, ["--edition", "'1066'", "1997, 2007, 2017"]),
    (["rule", CASE, "--compare", "2017,1066"], 2, ["--compare", "'1066'", "1997, 2007, 2017"]),
    (
        ["rule", CASE, "--compare", "2017", "--html", "x.html"],
        2,
        ["--html", "one table", "Leave --html away"],
    ),
    (["law", "16B1", "--edition", "1066"], 2, ["--edition", "'1066'", "1997, 2007, 2017"]),
    (["law", "--coverage", "--edition", "1066"], 2, ["--edition", "'1066'", "1997, 2007, 2017"]),
    (["event", CASE.parent, "--out", "x", "--lang", "fr"], 2, ["--lang", "'fr'", "Write one of en, it, ro"]),
    (
        ["event", CASE.parent, "--out", "x", "--edition", "1066"],
        2,
        ["--edition", "'1066'", "1997, 2007, 2017"],
    ),
    (
        ["event", CASE.parent, "--out", "x", "--backend", "ray"],
        2,
        ["--backend", "'ray'", "Write loky or dask"],
    ),
    (["clock", "abc"], 2, ["BOARDS", "'abc'", "not a whole number", "Write it in digits"]),
    (["clock", "0"], 2, ["BOARDS", "'0'", "too small", "Write 1 or more"]),
    (
        ["deal", EVENT / "tables.pbn", "--board", "x"],
        2,
        ["--board", "'x'", "not a whole number", "Write it in digits"],
    ),
    (["award", "bye", "--boards", "-3"], 2, ["--boards", "'-3'", "too small", "Write 0 or more"]),
    (["alert", "2Q"], 2, ["CALL", "'2Q'", "not a call", "Write P, X, XX"]),
    (["alert", "2D", "--auction", "1NT Q"], 2, ["--auction", "'Q'", "not a call", "Write P, X, XX"]),
    (["alert", "2D", "--shows", "hearts"], 2, ["--shows", "'hearts'", "Terms are like"]),
    (
        ["convert", EVENT / "tables.pbn", "--to", "docx"],
        2,
        ["--to", "'docx'", "not a format", "Choose link, jannersten, pbn, usebio, bridgewebs or lin"],
    ),
    (
        ["convert", EVENT / "tables.pbn", "--to", "usebio"],
        1,
        ["--to", "'usebio'", "holds boards", "Choose pbn or lin"],
    ),
    (["law", "99Z"], 1, ["'99Z'", "not the address of a law"]),
    (["new", "clam"], 2, ["KIND", "'clam'", "`claim`"]),
    (["explain", "suggest"], 1, ["KEY", "'suggest'", "`suggests`"]),
    (["peers", "AK9.AQ72.K76.A92", "--vul", "red"], 2, ["--vul", "'red'", "Write none"]),
    (["peers", "AK9.AQ72.K76.A92", "--seat", "X"], 2, ["--seat", "'X'", "Write N, E, S or W"]),
    (["peers", "AK9.AQ72.K76.A9"], 2, ["HAND", "thirteen", "Write spades.hearts.diamonds.clubs"]),
    (
        ["peers", "AK9.AQ72.K76.A92", "--auction", "P foo"],
        2,
        ["--auction", "'foo'", "Write P, X, XX or a bid"],
    ),
    (
        ["peers", CASES / "misinformation.toml", "--auction", "foo"],
        2,
        ["--auction", "'foo'", "Write P, X, XX"],
    ),
    (["peers", CASES / "misinformation.toml", "--seat", "X"], 2, ["--seat", "'X'", "Write N, E, S or W"]),
    (["casebook", "no-such-folder", "--html", "x.html"], 1, ["FOLDER", "no such folder"]),
    (["peers", CASE.parent], 1, ["file", "is a directory", "Check the path"]),
    (["event", EVENT, "--out", EVENT], 1, ["--out", "the event's own files", "beside them or within"]),
    (["event", EVENT, "--out", EVENT.parent], 1, ["--out", "the event's own files", "beside them or within"]),
    (
        ["score", "imps", "--other", "485", "100%:+480"],
        2,
        ["--other", "'485'", "a multiple of ten", "such as +480"],
    ),
    (["new"], 2, ["KIND", "unauthorised-information", "claim", "penalty"]),
    (["deal", "https://example.com/"], 1, ["IMPORT", "example.com", "viewer link"]),
]


@each_row("words, code, named", REFUSED, ids=[" ".join(map(str, w[:1] + w[-2:])) for w, *_ in REFUSED])
def test_a_wrong_word_is_refused_with_place_value_and_remedy(words, code, named):
    done = typed(*words)
    assert (done.code, done.out) == (code, "")
    assert [word for word in named if word not in done.err] == []


@pytest.mark.parametrize("option", ["--html", "--pdf", "--markdown", "--decision", "--scorer"])
def test_an_unwritable_place_is_refused_before_the_ruling_is_computed(option, tmp_path):
    for place, why in ((tmp_path / "none/x.pdf", "there is no folder"), (tmp_path, "is a directory")):
        done = typed("rule", CASE, option, place)
        assert done.code == 1
        assert why in done.err
        assert "ruled by" not in done.err


@pytest.mark.parametrize(
    "words",
    [
        ["check"],
        ["rule"],
        ["review"],
        ["verify"],
        ["deal"],
        ["anonymise"],
        ["precedents"],
        ["peers"],
        ["diff", CASE],
    ],
    ids=lambda words: words[0],
)
def test_an_unreadable_file_is_a_problem_like_any_other(words, tmp_path, monkeypatch):
    locked = tmp_path / "locked.toml"
    locked.write_bytes(CASE.read_bytes())
    opened = Path.open

    def refused(path, *rest, **more):
        if path == locked:
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *rest, **more)

    monkeypatch.setattr(Path, "open", refused)
    monkeypatch.setattr("os.access", lambda *_, **__: False)
    done = typed(*words[:1], locked, *words[1:])
    assert done.code == 1
    assert f"'{locked}': permission denied. Check the path." in done.out + done.err


@pytest.mark.parametrize("command", ["rule", "review"])
def test_a_case_is_never_written_over(command, tmp_path):
    case = tmp_path / "case.toml"
    case.write_bytes(CASE.read_bytes())
    done = typed(command, case, "--markdown", tmp_path / "." / "case.toml")
    assert done.code == 1
    assert "the case itself stands there" in done.err
    assert case.read_bytes() == CASE.read_bytes()


def test_an_impossible_pdf_is_refused_before_the_ruling_is_computed(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    for option in ("--pdf", "--decision"):
        done = typed("rule", CASE, option, tmp_path / "x.pdf")
        assert done.code == 1
        assert './run setup, or pip install ".[pdf]"' in done.err
        assert "ruled by" not in done.err


def test_every_command_refuses_a_file_that_is_no_case_alike(tmp_path):
    kinds = {
        "report.pdf": (b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", ["this is a PDF", "Ask for"]),
        "empty.toml": (b"\n", ["the file is empty", "`analyser new KIND`"]),
        "boards.pbn": ((EVENT / "tables.pbn").read_bytes(), ["boards or results, not a case", "`analyser deal boards.pbn`"]),
        "wide.toml": (CASE.read_text(encoding="utf-8").encode("utf-16"), ["NUL", "Save it as UTF-8 text"]),
    }  # fmt: skip
    for name, (data, said) in kinds.items():
        place = tmp_path / name
        place.write_bytes(data)
        for command in ("check", "rule", "review", "anonymise", "precedents"):
            done = typed(command, place)
            lines = [line for line in (done.out + done.err).splitlines() if line]
            assert (done.code, len(lines)) == (1, 1), (command, name, lines)
            assert all(part in lines[0] for part in ["file", *said]), (command, name, lines)


@pytest.mark.parametrize(
    "data, expected",
    [(b"", "the file is empty"), (b"%PDF-1.4\n%\xe2\xe3", "not UTF-8 text")],
    ids=["empty", "pdf"],
)
def test_a_sheet_of_agreements_without_text_is_no_permitted_system(tmp_path, data, expected):
    sheet = tmp_path / "sheet.toml"
    sheet.write_bytes(data)
    done = typed("system", sheet)
    assert done.code == 1
    assert done.out == ""
    assert all(part in done.err for part in ("file", "sheet.toml", expected, "`analyser system` prints"))


def test_a_pdf_is_not_converted_and_the_refusal_names_it(tmp_path):
    place = tmp_path / "results.pdf"
    place.write_bytes(b"%PDF-1.4\n")
    done = typed("convert", place, "--to", "pbn")
    assert done.code == 1
    assert all(part in done.err for part in ("FILE", "results.pdf", "this is a PDF", "Ask for"))


@pytest.mark.parametrize("words", [["event", "--out", "out"], ["casebook", "--html", "book.html"]], ids=str)
def test_an_unreadable_folder_is_named_with_its_remedy(tmp_path, monkeypatch, words):
    folder = tmp_path / "locked"
    folder.mkdir()

    def locked(self, *_args, **_more):
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "iterdir", locked)
    monkeypatch.setattr(Path, "is_file", locked)
    command, option, place = words
    done = typed(command, folder, option, tmp_path / place)
    assert done.code == 1
    assert all(part in done.err for part in ("locked", "permission denied", "Give leave to read"))


def test_with_json_a_refusal_is_one_document_too(tmp_path):
    empty = tmp_path / "empty.toml"
    empty.write_text("")
    for words, code, wheres in (
        (["rule", empty], 1, ["file"]),
        (["rule", CASE, "--edition", "1066"], 2, ["--edition"]),
        (["rule", CASE, "--no-such-option"], 2, ["command line"]),
        (["verify", "none.json"], 1, ["file"]),
        (["score", "imps", "--other=500", "33%:+480"], 1, ["weights"]),
    ):
        done = typed(*words, "--json")
        document = json.loads(done.out)
        assert (done.code, document["ok"]) == (code, False)
        assert [problem["where"] for problem in document["problems"]] == wheres
        assert done.err


def test_an_unknown_authority_is_reported_in_comparisons_as_in_rulings():
    done = typed("rule", CASE, "--compare", "2017/XYZ")
    assert done.code == 0
    assert "XYZ is not known here" in done.err


def test_a_file_name_cannot_pretend_to_be_a_line(tmp_path):
    bad = tmp_path / "bad.toml\nfine.toml: no problems"
    bad.write_text("schema = 2")
    done = typed("check", bad)
    assert done.code == 1
    assert not any(line.startswith("fine.toml") for line in done.out.splitlines())


@pytest.mark.parametrize(
    "text", ["{}", "[]", '{"format": 2}', "\x00", "{", "[" * 30_000], ids=lambda text: text[:14]
)
def test_what_is_no_ruling_is_neither_verified_nor_compared(text, tmp_path):
    file = tmp_path / "a.json"
    file.write_text(text)
    for words in (["verify", file], ["diff", file, file]):
        done = typed(*words)
        assert (done.code, done.out) == (1, "")
        assert "Give a ruling as `rule --json` prints it" in done.err
        assert "recursion" not in done.err


def test_a_link_is_written_through_and_a_device_not_replaced(tmp_path):
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_text("before")
    link.symlink_to(real)
    write_text(link, "after")
    assert (link.is_symlink(), real.read_text()) == (True, "after")
    null = Path("/dev/null")
    if null.is_char_device():
        write_text(null, "nothing")
        assert null.is_char_device()


def test_the_demo_makes_the_folder_it_was_told(tmp_path):
    (tmp_path / "file").write_text("")
    done = typed("demo", "--out", tmp_path / "file" / "in-it")
    assert (done.code, done.out) == (1, "")
    assert "--out" in done.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_not_called_a_program_fault():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*ANALYSER, "new", "claim"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert "no space left" in done.stderr
    assert "fault" not in done.stderr


@pytest.fixture
def wordy_event(tmp_path):
    """The bundled event with a name that fills its sheets, and no table whose ruling the engine estimates."""
    folder = shutil.copytree(EVENT, tmp_path / "event", ignore=shutil.ignore_patterns("slow-pass*"))
    for name, is_kept in (
        ("event.toml", lambda line: True),
        ("rulings.csv", lambda line: not line.startswith("slow-pass")),
    ):
        lines = (EVENT / name).read_text("utf-8").splitlines(keepends=True)
        text = "".join(filter(is_kept, lines)).replace('"Spring Pairs"', f'"{"♠" * 9_990}"')
        (folder / name).write_text(text, encoding="utf-8")
    return folder


# The first two stop where tables are kept, the last where the sheets are written.
@pytest.mark.slow
@pytest.mark.parametrize("room", [8, 32, 128], ids=lambda room: f"files-of-{room}-blocks-at-most")
def test_an_event_without_room_says_so_leaving_nothing_half_written(tmp_path, wordy_event, room):
    """A file that may grow no further is refused as on a full disk, to the sheets and to sqlite alike."""
    words = [*ANALYSER, "event", str(wordy_event), "--out", str(tmp_path / "out"), "--depth", "standings"]
    done = subprocess.run(
        ["sh", "-c", f'trap "" XFSZ; ulimit -f {room}; exec "$@"', "sh", *words],
        env=os.environ | {"ANALYSER_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert ("too large" in done.stderr) == (room == 128)
    assert "a fault of the program" not in done.stderr
    assert "make room" in done.stderr.lower() or "another place" in done.stderr
    assert [path.name for path in (tmp_path / "out").glob("*.csv")] == []
    assert [path.name for path in (tmp_path / "out").glob(".*.part")] == []


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no such place here")
def test_a_report_can_be_sent_down_a_pipe():
    done = subprocess.run(
        [*ANALYSER, "rule", str(CASE), "--markdown", "/dev/stdout"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout.splitlines()[0].endswith("(nobody-came)")


def test_whoever_stops_a_command_is_told_that_it_stopped():
    with mock.patch("analyser.casefile.read_case", side_effect=KeyboardInterrupt):
        done = typed("check", CASE)
    assert (done.code, done.out, done.err) == (130, "", "stopped\n")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
def test_an_interrupt_while_reading_the_program_leaves_no_traceback():
    done = subprocess.run([sys.executable, "-c", _STOP_AT_TYPER], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (128 + signal.SIGINT, "")


_STOP_AT_TYPER = """
import sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "typer":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Finder())
from analyser.cli import main
main()
"""
