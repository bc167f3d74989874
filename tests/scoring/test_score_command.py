"""`score` is typed as a director types it: every word finds its list, nonsense is refused with a remedy."""

import json
import subprocess
import sys
import tomllib
from fractions import Fraction

import pytest

from analyser.ruling.score_words import LISTS, ONCE
from analyser.scoring import FORMS, SCALES
from tests.support import GOLDEN, ROOT
from tests.support.commands import typed as typed_command
from tests.support.every import each_row

EXAMPLES = tomllib.loads((GOLDEN / "scoring" / "worked.toml").read_text(encoding="utf-8"))["example"]
IDS = [example["id"] for example in EXAMPLES]


def typed(*words):
    done = typed_command("score", *words)
    return done.code, done.out, done.err


def ruled(*words):
    code, out, err = typed(*words, "--json")
    assert code == 0, err
    return json.loads(out)


def apart(words):
    """`--other=500` as `--other 500`."""
    return [part for word in words for part in (word.split("=", 1) if word.startswith("--") else [word])]


def joined(words):
    """`--other 500` as `--other=500`, and `--ns 30%:+50` as `--ns=30%:+50`."""
    options = []
    for word in apart(words):
        if options and options[-1].startswith("--") and "=" not in options[-1]:
            options[-1] += f"={word}"
        else:
            options.append(word)
    return options


SPELLINGS = [lambda words: words, apart, joined]


@each_row("spelling", SPELLINGS, ids=["as it stands", "--a b", "--a=b"])
@each_row("example", EXAMPLES, ids=IDS)
def test_a_worked_example_as_a_ruling(example, spelling):
    ruling = ruled(*spelling(example["argv"])[1:])
    assert ruling["format"] == 1
    assert ruling["case"] is None
    adjusted = ruling["adjusted"]
    if "vp" in example:
        assert adjusted["match"]["vp_after"] == example["vp"]
    else:
        assert (adjusted["ns"]["exact"], adjusted["ew"]["exact"]) == (example["ns"], example["ew"])
        assert adjusted["ns"]["unit"] == adjusted["ew"]["unit"] == example["unit"]
    weights = [*example["ns_weights"], *example.get("ew_weights", [])]
    assert [outcome["result"] for outcome in ruling["outcomes"]] == [result for _, result in weights]
    assert all(sum(map(Fraction, ruling["weights"][side].values())) == 1 for side in ("ns", "ew"))


@each_row("spelling", SPELLINGS, ids=["as it stands", "--a b", "--a=b"])
@each_row("example", EXAMPLES, ids=IDS)
def test_a_worked_example_in_plain_form(example, spelling):
    code, out, err = typed(*spelling(example["argv"])[1:])
    assert (code, err) == (0, "")
    first, *rest = out.splitlines()
    if "vp" in example:
        assert " : ".join(example["vp"]) in out
        return
    assert abs(Fraction(first) - Fraction(example["ns"])) <= Fraction(1, 2000)
    assert first.startswith(("+", "-"))
    assert f"{example['ns']} = " in out
    assert f"{example['ew']} = " in out
    for weight_and_result in example["ns_weights"]:
        assert any(weight_and_result[1] in line for line in rest)


def test_what_the_results_are_worth_adds_up_to_the_score():
    for example in EXAMPLES:
        ruling = ruled(*example["argv"][1:])
        worth = {outcome["id"]: outcome["converted"] for outcome in ruling["outcomes"]}
        for side in ("ns", "ew"):
            total = sum(
                Fraction(weight) * Fraction(worth[name][side])
                for name, weight in ruling["weights"][side].items()
            )
            if example["form"] != "knockout":
                assert total == Fraction(ruling["adjusted"][side]["exact"])


def test_the_first_line_of_the_contract():
    assert typed("imps", "--other", "500", "65%:+480", "35%:+980")[1].splitlines()[0] == "+2.85"


def test_the_trap_is_named_beside_the_score():
    _, out, _ = typed("imps", "--other=500", "65%:+480", "35%:+980")
    assert "+655" in out
    assert "+4" in out
    _, out, _ = typed("imps", "--other=200", "50%:+620", "25%:+650", "25%:-100")
    assert "+447.5" in out
    assert "+6" in out
    # G2: the mean agrees by luck, and it is said so
    _, out, _ = typed("imps", "--other=200", "50%:+620", "50%:-200")
    assert out.splitlines()[0] == "0"
    assert "happens to give the same here" in out


KINDS = [
    (["imps", "--other=0", "100%:+620"], "assigned"),
    (["imps", "--other=0", "60%:+620", "40%:+170"], "weighted"),
    (["imps", "--other=0", "60%:+620", "40%:+620"], "weighted"),
    (["imps", "--other=0", "--ns", "100%:+620", "--ew", "100%:+170"], "two-sided"),
    (["imps", "--other=0", "--ns", "60%:+620", "40%:+170", "--ew", "40%:+170", "60%:+620"], "weighted"),
    (["knockout", "--other=0", "--ns", "1:+620", "--ew", "1:+170"], "two-sided"),
]


@pytest.mark.parametrize("words, kind", KINDS)
def test_the_kind_of_score(words, kind):
    assert ruled(*words)["adjusted"]["kind"] == kind


def test_a_knock_out_gives_the_mean_of_named_scores():
    words = ["--other", "-440", "--ns", "30%:+50", "70%:-920", "--ew", "1/3:+50", "2/3:-920"]
    ruling = ruled("knockout", *words)
    assert (ruling["adjusted"]["ns"]["exact"], ruling["adjusted"]["ew"]["exact"]) == ("-11/3", "11/3")
    assert "2017:12C4" in [clause for finding in ruling["findings"] for clause in finding["clauses"]]


WILLNER = ["30%:+300", "28%:+400", "7%:+500", "10%:+800", "12%:+1100", "10%:+1400", "3%:+1700"]

# the ten-outcome table under three regimes (laws digest T27)
REGIMES = [
    (["--edition=1997", "--authority=ACBL"], "two-sided", "800", "-1100"),
    (["--date=2012-03-01", "--authority=ACBL"], "two-sided", "800", "-1100"),
    (
        ["--edition=1997", "--authority=ACBL", "--regulation=two-standards-single"],
        "two-sided",
        "400",
        "-1400",
    ),
    (["--edition=2007", "--authority=EBL"], "weighted", "640", "-640"),
    (["--edition=2017"], "weighted", "640", "-640"),
]


@pytest.mark.parametrize("options, kind, ns, ew", REGIMES)
def test_the_same_results_under_three_laws(options, kind, ns, ew):
    adjusted = ruled("points", *options, *WILLNER)["adjusted"]
    assert (adjusted["kind"], adjusted["ns"]["exact"], adjusted["ew"]["exact"]) == (kind, ns, ew)


def test_two_standards_use_the_events_currency_from_the_innocent_side():
    words = ["--edition=1997", "--authority=ACBL", "--innocent=EW", "--other=170"]
    shares = ["50%:3S+1 by N", "25%:3S= by N", "25%:3S-1 by N"]
    # EW's best: 3S-1 is likely at 1/4 no, at 1/2 with 3S= yes; 3S-1 alone is at all probable
    ruling = ruled("imps", *words, *shares)
    assert (ruling["adjusted"]["ns"]["exact"], ruling["adjusted"]["ew"]["exact"]) == ("-6", "1")
    code, _, err = typed("imps", "--edition=1997", "--authority=ACBL", "--other=170", *shares)
    assert code == 0
    assert "--innocent" in err


@pytest.mark.parametrize(
    ("lang", "unit", "sentence"),
    [("en", "+2.85 IMPs", "each result is converted first"), ("it", "+2,85 IMP", "ogni risultato prima si converte"),
     ("ro", "+2,85 IMP", "fiecare rezultat se convertește")],
)  # fmt: skip
def test_the_score_is_told_in_the_reader_s_language(lang, unit, sentence):
    out = typed("imps", "--other=500", f"--lang={lang}", "65%:+480", "35%:+980")[1]
    assert f"57/20 = {unit}" in out
    assert sentence in out


def test_the_regulation_rounds_and_says_when_nobody_does():
    england = ruled("imps", "--other=500", "--authority=EBU", "65%:+480", "35%:+980")["adjusted"]
    assert (england["ns"]["exact"], england["ns"]["rounded"], england["ew"]["rounded"]) == (
        "57/20",
        "2.9",
        "-2.9",
    )
    assert "nobody lays down" in typed("imps", "--other=500", "65%:+480", "35%:+980")[1]
    assert (
        "nobody lays down" not in typed("imps", "--other=500", "--authority=EBU", "65%:+480", "35%:+980")[1]
    )


def test_arguments_need_no_quotation_marks_and_no_weight():
    loose = ruled("imps", "--other=-50", "13/20:4S-1", "by", "S", "35%:3NT=", "by", "N")
    assert loose["adjusted"]["ns"]["exact"] == "7/2"
    assert ruled("imps", "--other", "420", "4H=", "by", "N")["adjusted"]["ns"]["exact"] == "0"
    assert ruled("points", "100%:passed", "out")["adjusted"]["ns"]["exact"] == "0"
    assert ruled("points", "-50")["adjusted"]["ns"]["exact"] == "-50"
    listed = ruled("imps", "--other=-50", "--ns=13/20:4S-1 by S 35%:3NT= by N", "--ew", "1:4S-1 by S")
    assert [outcome["result"] for outcome in listed["outcomes"]] == ["4S-1 by S", "3NT= by N", "4S-1 by S"]
    repeated = ruled("imps", "--other=-50", "--ns=65%:-50", "--ns=35%:+400", "--ew=1:-50")
    assert repeated["adjusted"] == listed["adjusted"]
    assert ruled("imps", "--other", "3NT= by S", "-50")["adjusted"]["ns"]["exact"] == "-10"


def test_options_may_stand_anywhere():
    expected = ruled("imps", "--other=-440", "--vul=all", "50%:4S= by N", "50%:-100")["adjusted"]
    for words in (
        ["--other", "-440", "imps", "50%:4S= by N", "50%:-100", "--vul", "all"],
        ["imps", "50%:4S= by N", "--vul", "all", "50%:-100", "--other", "-440"],
        ["--vul=all", "--other=-440", "imps", "--", "50%:4S= by N", "50%:-100"],
    ):
        assert ruled(*words)["adjusted"] == expected


def test_two_hundred_results_are_taken_in_their_order():
    shares = [f"1/200:{'+-'[i % 2]}{620 + 10 * (i % 3)}" for i in range(200)]
    ruling = ruled("imps", "--other=620", *shares)
    assert [outcome["result"] for outcome in ruling["outcomes"]] == [share.split(":")[1] for share in shares]
    assert len(ruling["weights"]["ns"]) == 200


REFUSED = [
    # weights
    (["imps", "--other=500", "60%:+480", "30%:+980"], 1, "10%"),
    (["imps", "--other=500", "33%:+480", "33%:+980", "33%:-50"], 1, "1/3 for a third"),
    (["imps", "--other=500", "60%:+480", "45%:+980"], 1, "5% more"),
    (["imps", "--other=500", "--ns", "100%:+480", "--ew", "90%:+480"], 1, "ew"),
    (["imps", "--other=500", "65:+480", "35:+980"], 1, "65%"),
    # figures no scale has
    (["imps", "--other=505", "100%:+480"], 2, "--other"),
    (["vp", "--other=0", "--boards=17", "--scale=wbf-discrete", "100%:+480"], 1, "wbf-continuous"),
    # lists
    (["imps", "--other=500", "60%:+480", "--ns", "40%:+980", "--ew", "100%:+480"], 2, "both sides"),
    (["imps", "--other=500", "--ns", "100%:+480"], 2, "--ew"),
    (["imps", "--other=500", "--ew", "100%:+480"], 2, "--ns"),
    (["imps", "--other=500", "--ns", "--ew", "100%:+480"], 2, "--ns"),
    (["imps", "--other=500"], 2, "results"),
    (["imps", "--other=500", "50%:+480", "+980"], 2, "+980"),
    # words
    ([], 2, "form"),
    (["imp", "--other=500", "100%:+480"], 2, "imps"),
    (["match-points", "100%:+480"], 2, "matchpoints"),
    (["imps", "--oter=500", "100%:+480"], 2, "--other"),
    (["imps", "--other"], 2, "--other"),
    (["imps", "--other=1", "--other=2", "100%:+480"], 2, "twice"),
    (["imps", "--other=five", "100%:+480"], 2, "five"),
    (["imps", "--other=500", "100%:5Z="], 2, "5Z="),
    (["imps", "--other=500", "100%:4S+9 by N"], 2, "4S"),
    (["imps", "--other=500", "100%:4S="], 2, "by N"),
    (["imps", "--other=500", "--vul=red", "100%:+480"], 2, "none, NS, EW or all"),
    (["imps", "100%:+480"], 2, "--other"),
    (["matchpoints", "100%:+480"], 2, "--field"),
    (["matchpoints", "--field=420y", "100%:+480"], 2, "420y"),
    (["vp", "--other=0", "100%:+480"], 2, "--boards"),
    (["vp", "--other=0", "--boards=sixteen", "100%:+480"], 2, "sixteen"),
    (["vp", "--other=0", "--boards=16", "--scale=wbf", "100%:+480"], 2, "wbf-continuous"),
    (["imps", "--other=500", "--edition=1985", "100%:+480"], 2, "1997"),
    (["imps", "--other=500", "--date=yesterday", "100%:+480"], 2, "yesterday"),
]


@each_row("words, exit_code, named", REFUSED)
def test_nonsense_is_refused_with_a_remedy(words, exit_code, named):
    code, out, err = typed(*words)
    assert (code, out) == (exit_code, "")
    assert named in err
    assert "Traceback" not in err


def test_what_looks_odd_is_said_on_the_side():
    code, out, err = typed(
        "imps", "--other=500", "--field=420x2", "--authority=XYZ", "100%:+655", "--vul=none"
    )
    assert code == 1  # 155 is on no scale
    code, out, err = typed("points", "--field=420x2", "--authority=XYZ", "100%:+655")
    assert code == 0
    assert out.startswith("+655")
    for text in ("+655 is no score", "--field is not used", "XYZ"):
        assert text in err


def test_an_undated_edition_is_read_as_it_ended():
    code, out, err = typed("points", "--edition=2007", "--authority=ACBL", *WILLNER)
    assert (code, out.splitlines()[0]) == (0, "+640")
    assert "2016-01-01" in err
    assert "2016" not in typed("points", "--date=2017-01-01", "--authority=ACBL", *WILLNER)[2]


def test_hostile_words_cannot_move_the_cursor():
    _, _, err = typed("imps", "--other=500", "100%:\x1b[2J")
    assert "\x1b" not in err


def test_the_match_counts_what_was_won_on_the_other_boards():
    ruling = ruled("vp", "--other=600", "--boards=16", "--match-imps=7", "--vul=NS", "100%:3NT-1 by N")
    # golden/cases: mi-assigned-vp, vp_after
    assert ruling["adjusted"]["match"]["vp_after"] == ["8.52", "11.48"]


def test_help_names_every_form_and_option():
    code, out, _ = typed("--help")
    assert code == 0
    for word in [
        *(form.name for form in FORMS),
        *(scale.name for scale in SCALES),
        *(f"--{o}" for o in (*LISTS, *ONCE)),
    ]:
        assert word in out


def test_through_the_front_door():
    words = [sys.executable, "-m", "analyser", "score", "imps", "--other", "-440", "100%:-920"]
    ruled_twice = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False)
    assert (ruled_twice.returncode, ruled_twice.stdout.splitlines()[0]) == (0, "-10")
    ruled_twice = subprocess.run(
        [*words, "--ns", "100%:+50"], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert (ruled_twice.returncode, ruled_twice.stdout) == (2, "")
