"""The words of explanations are read where nobody states a meaning in figures, and the ruling says how."""

import subprocess
import sys

from analyser import rule
from analyser.bridge import HandConstraint
from analyser.casefile import case_of
from analyser.report.page_voice import say
from analyser.report.terminal_summary import screen
from analyser.ruling import IncidentRuling, Ruling, UnderstoodText
from analyser.ruling.explanations import lacking_facts
from tests.support import ROOT

CASE = """schema = 1
id = "told"
[event]
date = 2024-05-18
form = "imps"
[board]
dealer = "W"
vulnerable = "none"
deal = "N:962.9752.T94.J62 QT84.T3.J863.AK4 7.AKJ84.KQ5.Q973 AKJ53.Q6.A72.T85"
[table]
auction = "{auction}"
lead = "SA"
tricks = 7
{remark}
[[incident]]
id = "it"
{incident}
"""
RAISED = "1S P 3S 4H P P X P P P"
MISINFORMATION = 'kind = "misinformation"\nby = "W"\nat = "call 3"\ndecisions = ["call 4"]\n'
HEARD = 'kind = "unauthorised-information"\nsource = "W"\nat = "call 3"\noffender = "E"\naction = "call 7"\n'


def ruled(incident: str, remark: str = "", auction: str = RAISED) -> Ruling:
    """The ruling without models or solver: what was understood does not depend on them."""
    return rule(case_of(CASE.format(incident=incident, remark=remark, auction=auction).encode()))


def understood(ruling: Ruling) -> dict[str, UnderstoodText]:
    (incident,) = ruling.incidents
    return {entry.which: entry for entry in incident.understood}


def remark(text: str, kind: str = "explanation", call: int = 1, shows: str = "") -> str:
    stated = f'shows = "{shows}"\n' if shows else ""
    return f'[[remark]]\nat = "call {call}"\nkind = "{kind}"\nby = "W"\ntext = "{text}"\n{stated}'


def codes(ruling: Ruling) -> list[str]:
    return [finding.code for finding in ruling.findings if finding.code.startswith("explanations.")]


def test_words_are_read_where_no_meaning_is_stated():
    ruling = ruled(MISINFORMATION + 'given = "weak, 4+ spades"\ncorrect = "4+ spades, 10-12 points"\n')
    told = understood(ruling)
    assert {which: entry.source for which, entry in told.items()} == {
        "given": "lexicon",
        "correct": "lexicon",
    }
    assert told["correct"].text == "4+ spades, 10-12 points"
    (limit_raise,) = HandConstraint.parse(told["correct"].shows).alternatives
    assert {"S4+", "HCP10-12"} <= set(map(str, limit_raise))
    assert all(0 < entry.share <= 1 for entry in told.values())
    assert codes(ruling) == ["explanations.understood"] * 2


def test_the_terminal_shows_each_reading_with_its_line():
    ruling = ruled(MISINFORMATION + 'given = "weak, 4+ spades"\ncorrect = "4+ spades, 10-12 points"\n')
    for language in ("en", "it", "ro"):
        shown = screen(ruling, language)
        assert 'given_shows = "S4+' in shown, language
        assert 'correct_shows = "S4+ HCP10-12"' in shown, language


def test_a_stated_meaning_takes_precedence_over_the_words():
    told = understood(ruled(MISINFORMATION + 'given = "weak, 4+ spades"\ngiven_shows = "S3+ HCP13+"\n'))
    assert (told["given"].shows, told["given"].source) == ("S3+ HCP13+", "stated")


def test_a_meaning_may_be_stated_in_words():
    told = understood(ruled(MISINFORMATION + 'given = "strong"\ngiven_shows = "4+ spades, 0-6 points"\n'))
    assert told["given"].source == "lexicon"
    assert told["given"].text == "4+ spades, 0-6 points"


def test_unknown_words_are_named_with_what_to_state_instead():
    told = MISINFORMATION + 'given = "qwertz uiopü"\ncorrect = "4+ spades, 10-12 points"\n'
    ruling = ruled(told)
    assert set(understood(ruling)) == {"correct"}
    (finding,) = (entry for entry in ruling.findings if entry.code == "explanations.not-understood")
    for words in ("qwertz", "given_shows"):
        assert words in say(finding)
    lacks = {
        lack.where: lack
        for lack in lacking_facts(case_of(CASE.format(incident=told, remark="", auction=RAISED).encode()))
    }
    assert "qwertz" in str(lacks["incident 1 given_shows"].why)
    assert "incident 1 correct_shows" not in lacks


def test_only_remarks_that_explain_a_call_are_read():
    words = MISINFORMATION + 'given_shows = "S4+ HCP0-6"\ncorrect_shows = "S4+ HCP10-12"\n'
    for kind, text in (("tempo", "slow"), ("gesture", "weak"), ("question", "strong?"), ("remark", "15-17")):
        assert "remark" not in understood(ruled(words, remark(text, kind))), kind
    for kind in ("explanation", "alert", "no-alert"):
        read = understood(ruled(words, remark("five spades, 11-15 points", kind)))["remark"]
        assert (str(read.at), read.source) == ("call 1", "lexicon"), kind


def test_partners_explanation_is_read_for_unauthorised_information():
    read = understood(ruled(HEARD, remark("five spades, 11-15 points")))["remark"]
    assert read.text == "five spades, 11-15 points"
    stated = understood(ruled(HEARD, remark("five spades", shows="S5+ HCP11-15")))["remark"]
    assert (stated.shows, stated.source) == ("S5+ HCP11-15", "stated")


def test_that_nothing_was_agreed_is_no_meaning():
    told = MISINFORMATION + 'given = "weak, 4+ spades"\ncorrect = "no agreement"\nagreement = "none"\n'
    assert set(understood(ruled(told))) == {"given"}


def test_the_words_of_a_denied_version_are_read_there():
    told = MISINFORMATION + 'given = "weak, 4+ spades"\ncorrect = "4+ spades, 10-12 points"\n'
    told += 'status = "disputed"\notherwise = { given = "4+ spades, 13-15 points" }\n'
    versions = [entry for variant in ruled(told).variants for entry in variant.incidents]
    texts = {text.text for version in versions for text in version.understood if text.which == "given"}
    assert texts == {"weak, 4+ spades", "4+ spades, 13-15 points"}


def test_a_call_no_one_made_has_no_meaning():
    early = MISINFORMATION.replace('"call 3"', '"before play"').replace('"call 4"', '"lead"')
    assert understood(ruled(early + 'given = "weak"\n')) == {}
    assert IncidentRuling("it", "claim").understood == ()


_LOADED = """
import sys
from analyser.cli import main
try:
    main()
except SystemExit:
    pass
print("lexicon", any(name.startswith("analyser.estimates.meanings") for name in sys.modules))
"""


def loads_lexicon(*words: str) -> bool:
    answer = subprocess.run(
        [sys.executable, "-c", _LOADED, *words], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return answer.stdout.splitlines()[-1] == "lexicon True"


def test_without_explanations_no_lexicon_is_loaded(tmp_path):
    silent, told = "cases/kinds/unauthorised-information.toml", tmp_path / "told.toml"
    told.write_text(
        CASE.format(incident=MISINFORMATION + 'given = "weak"\n', remark="", auction=RAISED), "utf-8"
    )
    assert not loads_lexicon("check", silent)
    assert not loads_lexicon("rule", "cases/kinds/claim.toml")
    assert loads_lexicon("check", str(told))
