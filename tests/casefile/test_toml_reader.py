"""The one reader of what people wrote: texts that would cost too much are refused before they are parsed, in every room."""

import re
import tracemalloc

import pytest

from analyser.casefile import problems_of
from analyser.casefile.read import MOST
from analyser.casefile.toml_reader import LARGEST, parse_tree, read_toml, read_tree
from analyser.errors import AnalyserError, CaseError
from analyser.event.settings import read_settings
from analyser.ruling.procedure.questions import numbers_of
from analyser.ruling.procedure.systems import parse_sheet
from tests.support import ROOT
from tests.support.house import modules

_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
# What costs the parser, or whoever prints the value, more than its length; and the line that is named.
COSTLY = {
    "a dotted key of 40 kB": (1, "a" + ".b" * 20_000 + " = 1"),
    "a dotted key of 0.8 MB": (1, "a" + ".b" * 400_000 + " = 1"),
    "a dotted key of quoted parts": (1, '"a"' + " . 'b'" * 20_000 + " = 1"),
    "a dotted header": (2, "\n[a" + ".b" * 20_000 + "]\nx = 1"),
    "a dotted header of a list": (1, "[[a" + ".b" * 20_000 + "]]"),
    "dotted headers by the thousand": (1, f"[{'.'.join(_ALPHABET)}.k1]\n[{'.'.join(_ALPHABET)}.k2]\n"),
    "a dotted key in a table of one line": (1, "a = { b" + ".c" * 20_000 + " = 1 }"),
    "a dotted key behind a text that holds a sign": (3, 'a = """\n#\\"" " """\nb' + ".c" * 20_000 + " = 1"),
    "dotted keys within each other": (1, "a = " + "{ b.c.d.e.f = " * 5 + "1" + " }" * 5),
    "deep brackets": (1, "a = " + "[" * 5_000),
    "deep tables": (2, "\na = " + "{ b = " * 5_000 + "1" + " }" * 5_000),
    "5,000 digits": (1, "a = " + "9" * 5_000),
    "5,000 digits by sixteen": (1, "a = 0x" + "f" * 5_000),
    "5,000 digits behind the point": (1, "a = 1." + "9" * 5_000),
    "5,000 digits of a power": (1, "a = -1e" + "9" * 5_000),
}


def test_a_costly_text_is_refused_with_its_line():
    for name, (line, text) in COSTLY.items():
        tree, (problem,) = read_toml(text)
        assert tree == {}, name
        assert (problem.where, bool(problem.remedy)) == (f"file line {line}", True), name


def test_refusing_takes_no_more_memory_than_the_text():
    for name, (_, text) in COSTLY.items():
        tracemalloc.start()
        read_toml(text)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 20 * len(text) + 100_000, name


@pytest.mark.parametrize(
    "read", [problems_of, read_tree, read_settings, parse_sheet], ids=lambda f: f.__name__
)
def test_every_room_refuses_them_before_it_parses(read):
    for name, (_, text) in COSTLY.items():
        source = text if read is parse_sheet else text.encode()
        try:
            answer = read(source)
        except CaseError:
            continue
        assert answer[-1], name


def test_only_the_reader_parses_what_people_wrote():
    # The others read files of the package; `resources` is where they should ask.
    shipped = {
        "estimates/record_models.py",
        "laws/search.py",
        "messages/message.py",
        "resources.py",
        "ruling/alternatives/shares.py",
        "ruling/kinds/claim/plausibility.py",
        "ruling/claim_words/statement_words.py",
        "web/pages/cases.py",
    }
    package = [module for module in modules() if not module.name.startswith("lab/")]
    parsing = {module.name for module in package if re.search(r"\btomllib\b", module.text)}
    assert parsing == {*shipped, "casefile/toml_reader.py"}
    assert {module.name for module in package if "tomlkit.parse" in module.text} == {"web/edit.py"}


def test_texts_and_remarks_may_hold_every_sign():
    signs = "[" * 50 + "." * 50 + "9" * 500
    for quote in ('"', "'", '"""', "'''"):
        assert read_toml(f"a = {quote}{signs}{quote}  # {signs}\n")[0] == {"a": signs}
    assert read_toml("a = \"\"\"x\\\"\"\"\"\nb = '''y''''\n")[0] == {"a": 'x"', "b": "y'"}


def test_every_bundled_file_is_read_as_before():
    for path in sorted((ROOT / "cases").glob("*/*.toml")):
        if path.parent.name != "bad":
            assert parse_tree(path.read_bytes()), path.name


def test_a_text_that_is_never_closed_is_refused_once():
    for text in ('a = """' + '\\"""\n' * 50_000, "a = '''" + "''\n" * 50_000, 'a = "' + '\\"' * 100_000):
        assert read_toml(text)[1]


def test_a_file_has_a_size():
    assert "1 MB" in str(read_tree(b"#" * (LARGEST + 1))[1][0])


def test_a_power_of_ten_in_a_text_is_no_number():
    case = (ROOT / "cases" / "kinds" / "unauthorised-information.toml").read_text("utf-8")
    for power in ("1e999999999", "-1E999999999", "1e-999999999"):
        text = case.replace('ns = "-1.85"', f'ns = "{power}"')
        assert text != case
        assert [problem.where for problem in problems_of(text.encode())] == ["expected 1 ns"]
        with pytest.raises(AnalyserError, match="not a number"):
            numbers_of(power, "tables")


@pytest.mark.parametrize(
    "problem, text",
    [
        (
            r"system opening: '5': a list is required\. Write one or more \[\[opening\]\] tables",
            "opening = 5",
        ),
        ("system opening 1: '1C': a table is required", 'opening = ["1C"]'),
        (r"system overcall: a list is required\. .* \[\[overcall\]\]", "[overcall]\ncall = '2C'"),
        ("system before_play: '5': a list is required", "before_play = 5"),
    ],
)
def test_a_sheet_of_other_forms_is_refused_with_its_key(problem, text):
    with pytest.raises(CaseError, match=problem):
        parse_sheet(text)


def test_of_thousands_of_faults_the_first_are_worded():
    text = "schema = 1\n" + "".join(f'[[remark]]\nxat{n} = "x"\n' for n in range(2_000))
    problems = problems_of(text.encode())
    assert len(problems) <= MOST + 10
    assert any("further problems are not listed" in str(problem.why) for problem in problems)
    few = "schema = 1\n" + "".join(f'[[remark]]\nxat{n} = "x"\n' for n in range(20))
    assert (
        sum(
            str(problem.why) == "unknown key" or "not a key" in str(problem.why)
            for problem in problems_of(few.encode())
        )
        == 20
    )
