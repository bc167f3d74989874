"""What `check` finds: each kind of fault at its place, all at once, one fault one problem."""

import pytest

from analyser.casefile import case_of, problems_of
from analyser.errors import CaseError
from analyser.messages import in_words
from tests.support.every import each_row

BASE = """\
schema = 1
id = "a-case"
[event]
date = 2019-06-20
authority = "EBL"
form = "imps"
[board]
number = 7
deal = "N:AK9.AQ72.K76.A92 T87.K8.AT98.K653 J6543.J654.Q4.QT Q2.T93.J532.J874"
[table]
auction = "P P 2NT P 3C P 3H P 4H P P P"
play = ["S7 S3 SQ SK", "HA H8 H4 H3"]
tricks = 10
[[incident]]
id = "ui"
kind = "unauthorised-information"
source = "N"
at = "call 7"
offender = "S"
action = "call 9"
[[judgement]]
incident = "ui"
question = "outcomes"
answer = [ { result = "3H+1 by N", weight = "60%" }, { result = "3H= by N", weight = "40%" } ]
"""


def found(text: str) -> list[tuple[str, str]]:
    return [(problem.where, str(problem.found)) for problem in problems_of(text.encode())]


def test_the_base_case_is_sound():
    assert found(BASE) == []


@each_row(
    "where, value, old, new",
    [
        ("event autority", "autority", "authority", "autority"),
        ("event form", "imp", 'form = "imps"', 'form = "imp"'),
        ("board number", "0", "number = 7", "number = 0"),
        ("board deal", "S1", "N:AK9", "N:AK1"),
        ("table auction call 5", "3Q", "3C P 3H", "3Q P 3H"),
        ("table auction call 9", "2H", "P 4H P", "P 2H P"),
        ("table play trick 1 W", "SA", "SQ SK", "SA SK"),
        ("table play trick 2 card 2", "1H", "HA H8", "HA 1H"),
        ("table play trick 1", "3 cards", "S7 S3 SQ SK", "S7 S3 SQ"),
        ("table tricks", "14", "tricks = 10", "tricks = 14"),
        ("table tricks", "ten", "tricks = 10", 'tricks = "ten"'),
        ("table lead", "D9", "tricks = 10", 'tricks = 10\nlead = "D9"'),
        ("table contract", "4S", "tricks = 10", 'tricks = 10\ncontract = "4S"'),
        ("table declarer", "S", "tricks = 10", 'tricks = 10\ncontract = "4H"\ndeclarer = "S"'),
        ("incident 1 at", "call 20", 'at = "call 7"', 'at = "call 20"'),
        ("incident 1 at", "call seven", 'at = "call 7"', 'at = "call seven"'),
        ("incident 1 action", "call 8", 'action = "call 9"', 'action = "call 8"'),
        ("incident 1 kind", "ui", 'kind = "unauthorised-information"', 'kind = "ui"'),
        ("incident 1 offender", "", 'offender = "S"\n', ""),
        ("judgement 1 incident", "iu", 'incident = "ui"', 'incident = "iu"'),
        ("judgement 1 question", "colour", 'question = "outcomes"', 'question = "colour"'),
        ("judgement 1 answer", "99%", "40%", "39%"),
        ("judgement 1 answer 2 weight", "forty", "40%", "forty"),
        ("judgement 1 answer 1 result", "3H+9 by N", "3H+1", "3H+9"),
        ("judgement 1 answer 1 wieght", "wieght", 'N", weight = "60%"', 'N", wieght = "60%"'),
        ("schema", "2", "schema = 1", "schema = 2"),
        ("id", "", 'id = "a-case"\n', ""),
        ("board dealer", "", "number = 7\n", ""),
    ],
)
def test_a_fault_is_found_at_its_place(where, value, old, new):
    assert old in BASE
    assert (where, value) in found(BASE.replace(old, new, 1))


def test_one_fault_is_one_problem():
    for old, new in (("SQ SK", "SA SK"), ("P 4H P", "P 2H P"), ("AQ72", "AQ7"), ("form =", "fom =")):
        assert len(found(BASE.replace(old, new, 1))) == 1, (old, new)


def test_faults_of_every_sort_are_told_in_one_round():
    text = BASE
    for old, new in (
        ("2019-06-20", '"soon"'),
        ("AQ72", "AQ7"),
        ("P 4H P", "P 2H P"),
        ("authority", "autority"),
        ("40%", "30%"),
        ('"call 7"', '"call 77"'),
        ("tricks = 10", "tricks = 14"),
    ):
        text = text.replace(old, new, 1)
    assert {where for where, _ in found(text)} == {
        "event date",
        "event autority",
        "board deal",
        "table auction call 9",
        "table tricks",
        "incident 1 at",
        "judgement 1 answer",
    }


def test_a_near_key_is_named():
    (problem,) = problems_of(BASE.replace("authority", "autority").encode())
    assert "authority" in str(problem.remedy)


def test_the_true_holder_of_a_card_is_named():
    (problem,) = problems_of(BASE.replace("SQ SK", "SA SK", 1).encode())
    assert "North" in str(problem.why)


def test_thirds_fill_the_whole_and_three_times_33_does_not():
    answer = '{ result = "3H+1 by N", weight = "60%" }, { result = "3H= by N", weight = "40%" }'
    three = ", ".join(f'{{ result = "3H{n} by N", weight = "W" }}' for n in ("+1", "=", "-1"))
    assert found(BASE.replace(answer, three.replace("W", "1/3"))) == []
    ((where, _),) = found(BASE.replace(answer, three.replace("W", "33%")))
    assert where == "judgement 1 answer"


def test_weights_on_a_claim_are_a_problem():
    text = BASE.replace("unauthorised-information", "claim")
    text = text.replace(
        'source = "N"\nat = "call 7"\noffender = "S"\naction = "call 9"', 'by = "N"\nafter = 2\nclaims = 11'
    )
    ((where, _),) = found(text)
    assert where == "judgement 1 answer"


@each_row(
    "where, data",
    [
        ("file", b"x" * 1_000_001),
        ("file line 2", b'schema = 1\nid = "a\0b"'),
        ("file line 2", b'schema = 1\nid = "\xff"'),
        ("file line 1", b"schema = "),
        ("file line 1", b"a = " + b"[" * 20_000),
        ("file line 1", b"a = " + b"[" * 30 + b"]" * 30),
        ("file line 2", b"schema = 1\nschema = 1"),
        ("file line 3", b"schema = 1\n[comparison]\nfield = [ { score = 1,\n times = 2 } ]"),
        ("file line 1", b'id = "never closed'),
        ("file", b"a = 1979-13-45"),
    ],
)
def test_an_unreadable_file_gives_one_problem_with_its_line(where, data):
    (problem,) = problems_of(data)
    assert problem.where.startswith(where)
    assert problem.why


def test_how_to_mend_a_text_has_words_everywhere():
    broken = (
        "a = [ { b = 1,\n c = 2 } ]",
        "a = 1\na = 1",
        "a = [1, 2",
        'a = "never closed',
        "a = yes",
        "a",
    )
    remedies = [problem.remedy for text in broken for problem in problems_of(text.encode())]
    english = [in_words(remedy, "en") for remedy in remedies]
    assert len(set(english)) == len(broken)
    for language in ("it", "ro"):
        words = [in_words(remedy, language) for remedy in remedies]
        assert not set(words) & set(english)
        assert not any("{{" in text for text in words)


def test_an_inline_table_over_two_lines_gets_our_hint():
    (problem,) = problems_of(b"[comparison]\nfield = [ { score = 1,\n times = 2 } ]")
    assert "one line" in str(problem.remedy)


def test_an_empty_file_lacks_what_every_case_needs():
    assert {where for where, _ in found("")} == {"schema", "id", "board"}


def test_a_case_with_problems_is_refused_with_all_of_them():
    with pytest.raises(CaseError) as refusal:
        case_of(BASE.replace("AQ72", "AQ7").replace("2019-06-20", '"soon"').encode())
    assert len(refusal.value.problems) == 2


def test_a_claim_needs_its_cards():
    text = (
        BASE.split("[[incident]]", maxsplit=1)[0]
        + '[[incident]]\nid = "c"\nkind = "claim"\nby = "N"\nafter = 9\nclaims = 4\n'
    )
    assert [where for where, _ in found(text)] == ["incident 1 after"]


def test_a_card_in_two_hands_is_a_problem():
    text = 'schema = 1\nid = "x"\n[board]\nnumber = 1\nhands = { S = "AK9.AQ72.K76.A92", W = "AT87.K8.T98.K653" }\n'
    assert found(text) == [("board hands W", "SA")]


@pytest.mark.parametrize(
    "position",
    ["N:5..A3. ..KJ.4 A.3.2. 4.Q.>.", "N:5..A3. ..KJ.4 A.3.2. 4.1.D>.", "N:5..A3. ..KJ.4", ">", ""],
)
def test_an_unreadable_position_is_reported_with_the_other_problems(position):
    claim = (
        f'[[incident]]\nid = "c"\nkind = "claim"\nby = "N"\nposition = "{position}"\nclaims = 1\nwon = 9\n'
    )
    assert [where.startswith("incident 2 position") for where, _ in found(BASE + claim)].count(True) >= 1


@pytest.mark.parametrize("lead", ["H$", "H1", "1H", "H", "♥"])
def test_a_lead_that_is_no_card_is_refused_without_play(lead):
    text = BASE.replace('play = ["S7 S3 SQ SK", "HA H8 H4 H3"]', f'lead = "{lead}"')
    assert [where for where, _ in found(text)] == ["table lead"]


UNPLAYED = '[[incident]]\nid = "it"\nkind = "no-play"\nfault = { NS = "none", EW = "direct" }\n'
ENTRY = '[[incident]]\nid = "it"\nkind = "score-error"\nrecorded = "4H= by S"\ncorrect = "4H= by S"\nnature = "{}"\n'


def test_a_board_without_a_result_has_none():
    """12C2: the artificial score is for a board on which no result can be obtained."""
    head, _, _ = BASE.partition("[[incident]]")
    assert found(head + UNPLAYED) == [("table tricks", "10")]
    assert found(head.replace("tricks = 10\n", "") + UNPLAYED) == []


def test_an_entry_that_is_the_result_is_no_error():
    """79: of tricks and points that disagree the tricks may be right; else nothing is wrong with the entry."""
    head, _, _ = BASE.partition("[[incident]]")
    assert found(head + ENTRY.format("tricks-agreed")) == [("incident 1 correct", "4H= by S")]
    assert found(head + ENTRY.format("tricks-and-number")) == []


@pytest.mark.parametrize(
    "old, new, remedy",
    [
        ('id = "a-case"', 'id = "a case"', "without blanks"),
        ('authority = "EBL"', 'authority = "EBL"\nedition = "2016"', "1997, 2007, 2017"),
        ("tricks = 10", 'tricks = 10\ncontract = "4H by N"', "who declared stands in declarer"),
    ],
)
def test_a_text_of_wrong_form_is_refused_with_the_form(old, new, remedy):
    problems = problems_of(BASE.replace(old, new).encode())
    assert [remedy in str(problem.remedy) for problem in problems] == [True]


@pytest.mark.parametrize(
    "old, new, home",
    [
        ("number = 7", 'number = 7\nauction = "P P P P"', "[table]"),
        ("[table]", "[offender]\nN = 1\n[table]", "[[incident]]"),
        ("number = 7", 'number = 7\nform = "imps"', "[event]"),
    ],
)
def test_a_key_of_another_table_is_sent_home(old, new, home):
    (problem,) = problems_of(BASE.replace(old, new, 1).encode())
    assert home in str(problem.remedy)


def test_a_key_of_another_kind_lists_this_kinds_keys():
    problems = problems_of(BASE.replace("unauthorised-information", "misinformation").encode())
    remedies = {problem.found: str(problem.remedy) for problem in problems}
    assert "given_shows" in remedies["offender"]
    assert "[incident]" not in remedies["offender"]


def test_an_unknown_key_lists_the_keys_of_its_table():
    (problem,) = problems_of(BASE.replace("number = 7", "number = 7\nzzz = 1").encode())
    assert "dealer" in str(problem.remedy)
    assert "vulnerable" in str(problem.remedy)
