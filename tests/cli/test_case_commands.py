"""The commands of the case file, typed as a user types them, wrong spellings included."""

import json

import pytest

from analyser import resources
from analyser.casefile import IncidentKind, problems_of
from tests.casefile.test_case_values import NAMED
from tests.support import GOLDEN
from tests.support.commands import typed
from tests.support.every import each_row

GOOD = GOLDEN / "cases/good/repeated-revoke.toml"
BAD = GOLDEN / "cases/bad/four-at-once.toml"


def test_check_says_nothing_is_wrong_and_exits_0():
    done = typed("check", GOOD)
    assert (done.code, done.err) == (0, "")
    assert "no problems" in done.out


def test_check_lists_every_problem_of_every_file_and_exits_1():
    done = typed("check", BAD, GOOD, GOLDEN / "cases/bad/near-miss-key.toml")
    assert done.code == 1
    assert done.out.count("four-at-once.toml: ") == 4
    assert "did you mean `authority`" in done.out.lower()


@pytest.mark.parametrize(
    ("language", "sound", "remedy"),
    [
        ("it", "nessun problema", "intendevi `authority`"),
        ("ro", "nicio problemă", "ai vrut să scrii `authority`"),
    ],
)
def test_check_speaks_the_reader_s_language(language, sound, remedy):
    done = typed("check", GOOD, GOLDEN / "cases/bad/near-miss-key.toml", "--lang", language)
    assert done.code == 1
    assert sound in done.out
    assert "no problems" not in done.out
    assert remedy in done.out.lower()


@pytest.mark.parametrize(
    ("name", "text", "remedy"),
    [
        ("boards.pbn", '[Event "Cup"]\n[Board "1"]\n', "analyser deal boards.pbn"),
        ("results.csv", "board,ns,ew,score\n1,1,2,420\n", "analyser event FOLDER"),
        ("results.xml", "<USEBIO><EVENT></EVENT></USEBIO>", "analyser event FOLDER"),
        ("results.csv", "%PDF-1.7", "this is a PDF"),
        ("boards.pbn", "\n", "the file is empty"),
    ],
)
def test_check_names_what_reads_a_file_that_is_no_case(tmp_path, name, text, remedy):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    done = typed("check", path)
    assert (done.code, remedy in done.out) == (1, True)
    assert "TOML" not in done.out


def test_check_as_json_is_one_document_of_the_contract():
    done = typed("check", "--json", BAD, GOOD)
    document = json.loads(done.out)
    assert (done.code, done.err, document["ok"]) == (1, "", False)
    assert [len(entry["problems"]) for entry in document["files"]] == [4, 0]
    assert set(document["files"][0]["problems"][0]) == {"where", "found", "why", "remedy"}


def test_a_missing_file_is_exit_1_with_a_remedy():
    done = typed("check", "no-such-file.toml")
    assert done.code == 1
    assert "no such file" in done.out + done.err
    assert json.loads(typed("check", "--json", "no-such-file.toml").out)["ok"] is False


def test_a_folder_is_not_a_case_file(tmp_path):
    done = typed("check", tmp_path)
    assert done.code == 1
    assert "directory" in done.out + done.err


@pytest.mark.parametrize(
    "words",
    [
        ("chek", "x"),
        ("check",),
        ("check", "--jsn", "x"),
        ("new",),
        ("new", "clam"),
        ("deal",),
        ("score", "impz", "100%:+420"),
    ],
)
def test_wrong_use_is_exit_2_and_says_what_is_right(words):
    done = typed(*words)
    assert done.code == 2
    assert done.err.strip()
    assert "Traceback" not in done.err


def test_a_misspelt_command_is_told_the_right_one():
    assert "check" in typed("chek", "x").err
    assert "claim" in typed("new", "clam").err


@each_row("kind", IncidentKind)
def test_new_prints_a_template_that_checks(kind):
    done = typed("new", kind)
    assert done.code == 0
    assert problems_of(done.out.encode()) == ()


def test_explain_tells_what_a_key_takes():
    done = typed("explain", "event", "form")
    assert done.code == 0
    assert "matchpoints" in done.out
    assert typed("explain", "autority").code == 1


@pytest.mark.parametrize(
    "words, keys",
    [
        (("incident", "claim"), ["incident (claim) position", "incident (claim) statement"]),
        (("call-share",), ["judgement (call-share) after"]),
        (("claims",), ["incident (claim) claims"]),
    ],
    ids=" ".join,
)
def test_explain_lists_the_keys_of_a_kind_or_finding(words, keys):
    done = typed("explain", *words)
    assert done.code == 0
    assert [key for key in keys if key not in done.out.splitlines()] == []


def test_anonymise_prints_a_sound_case_without_names(tmp_path):
    file = tmp_path / "named.toml"
    file.write_text(NAMED)
    done = typed("anonymise", file)
    assert done.code == 0
    assert problems_of(done.out.encode()) == ()
    assert "Ada" not in done.out


def test_anonymise_replaces_names_in_meanings_stated_in_words(tmp_path):
    file = tmp_path / "words.toml"
    told = '[[remark]]\nat = "call 1"\nkind = "explanation"\nshows = "{}"\n'
    file.write_text(NAMED + told.format("weak, as Ada plays it") + told.format("S5+ HCP5-10"))
    done = typed("anonymise", file)
    assert (done.code, "Ada" in done.out, 'shows = "S5+ HCP5-10"' in done.out) == (0, False, True)


def test_anonymise_refuses_a_case_with_problems():
    done = typed("anonymise", BAD)
    assert (done.code, done.out) == (1, "")


def test_help_and_version_are_exit_0():
    assert typed("--help").code == 0
    assert typed("--version").out.startswith("analyser ")
    assert typed("check", "--help").code == 0


@pytest.mark.slow
def test_the_demo_rules_a_bundled_case():
    assert typed("demo").code == 0


def test_control_characters_do_not_reach_the_terminal(tmp_path):
    file = tmp_path / "case.toml"
    file.write_text('schema = 1\nid = "x"\n[board]\nnumber = 1\n[event]\nform = "\\u001b[2Jimps"\n')
    done = typed("check", file)
    assert done.code == 1
    assert "\x1b" not in done.out


def test_bundled_cases_are_found_in_the_package():
    names = resources.listing("cases/kinds")
    assert names
    for name in names:
        assert problems_of(resources.data(name)) == (), name


def test_help_of_new_names_every_kind_and_no_other():
    text = "".join(typed("new", "--help").out.split()).split("Thekinds:")[1].removesuffix(".")
    assert sorted(text.split(",")) == sorted(map(str, IncidentKind))
