"""Misinformation: the explanation or the call, what should have been told, and which decisions rested on it."""

from unittest.mock import patch

import pytest

from analyser import laws
from analyser.bridge import Call, Seat
from analyser.casefile import Case, IncidentKind, Place, case_of
from analyser.estimates.services import Services
from analyser.messages import sentences
from analyser.ruling import Alternative, Baseline, CorrectedDecision, IncidentFindings
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds import KINDS
from analyser.ruling.kinds.misinformation import find
from tests.support.every import each_row
from tests.support.plain_players import PlainCalls

CASE = """schema = 1
id = "told"
[event]
form = "imps"
screens = {screens}
[board]
dealer = "W"
vulnerable = "none"
deal = "N:962.9752.T94.J62 QT84.T3.J863.AK4 7.AKJ84.KQ5.Q973 AKJ53.Q6.A72.T85"
[table]
auction = "1S P 3S 4H P P X P P P"
tricks = 7
[[incident]]
id = "it"
kind = "misinformation"
by = "W"
at = "call 3"
{told}
"""
YEARS = ("1997", "2007", "2017")
BOTH = 'given = "weak"\ncorrect = "invitational"\ndecisions = ["call 4"]\n'
PASS, FOUR = Call.parse("P"), Call.parse("4H")


def case(told: str = BOTH, judged: str = "", screens: str = "false") -> Case:
    return case_of((CASE.format(told=told, screens=screens) + judged).encode())


def ruled(
    facts: Case, year: str = "2017", *made: CorrectedDecision
) -> tuple[IncidentFindings, list[tuple[object, Baseline]]]:
    """What is found, and what was asked of the estimator: the decisions, and what should have been told."""
    asked: list[tuple[object, Baseline]] = []

    def decisions(_, incident, baseline):
        asked.append((incident.decisions, baseline))
        return made

    law = laws.resolve(None, "WBF", year, ())
    context = RulingContext.from_case(facts, law, Services(calls=PlainCalls()))
    with patch("analyser.ruling.kinds.misinformation.corrected_decisions", decisions):
        return find(context, facts.incident[0]), asked


def codes(found: IncidentFindings) -> set[str]:
    return {finding.code for finding in (*found.findings, *found.warnings)}


def cited(found: IncidentFindings, code: str) -> list[str]:
    return [str(clause) for finding in found.findings if finding.code == code for clause in finding.clauses]


MISBID = {"1997": "1997:75D", "2007": "2007:75C", "2017": "2017:75C"}


@pytest.mark.parametrize("year", YEARS)
def test_departing_from_a_rightly_explained_agreement_is_no_infraction(year):
    result, asked = ruled(case(BOTH + 'agreement = "as-explained"\n'), year)
    assert result.infraction is not None
    assert result.infraction.answer is False
    assert result.branches == ()
    assert asked == []
    assert cited(result, "misinformation.wrong-call")[0] == MISBID[year]


WRONG = {
    "1997": ["1997:75D", "1997:40C"],
    "2007": ["2007:75B", "2007:40B4"],
    "2017": ["2017:75B1", "2017:40B3a"],
}


@pytest.mark.parametrize("year", YEARS)
def test_an_explanation_that_is_not_the_agreement_is_an_infraction(year):
    result, asked = ruled(case(BOTH + 'agreement = "as-bid"\n'), year)
    assert result.infraction is not None
    assert result.infraction.answer is True
    assert [str(clause) for clause in result.infraction.clauses] == WRONG[year]
    assert [baseline for _, baseline in asked] == [Baseline.AGREED]


PRESUMED = {"1997": "1997:75D", "2007": "2007:21B1b", "2017": "2017:21B1b"}


@pytest.mark.parametrize("year", YEARS)
@pytest.mark.parametrize(
    "told", ['agreement = "unknown"\n' + BOTH, 'given = "wrong"\ndecisions = ["call 4"]\n']
)
def test_without_evidence_the_explanation_is_presumed_wrong_not_the_call(year, told):
    result, _ = ruled(case(told), year)
    assert result.infraction is not None
    assert result.infraction.answer is True
    assert cited(result, "misinformation.presumed") == [PRESUMED[year]]


@pytest.mark.parametrize("year", YEARS)
def test_without_an_agreement_opponents_should_have_heard_just_that(year):
    result, asked = ruled(case(BOTH + 'agreement = "none"\n'), year)
    assert result.infraction is not None
    assert result.infraction.answer is True
    assert [baseline for _, baseline in asked] == [Baseline.NO_AGREEMENT]
    assert ("misinformation.no-agreement-unsettled" in codes(result)) is (year != "2017")


def test_since_2017_describing_what_was_never_agreed_is_an_infraction():
    result, _ = ruled(case(BOTH + 'agreement = "none"\n'))
    assert result.infraction is not None
    assert str(result.infraction.clauses[0]) == "2017:75D2"


JUDGED = '[[judgement]]\nincident = "it"\nquestion = "infraction"\nanswer = {}\nby = "director"\n'


@pytest.mark.parametrize(
    "agreement, judged, answer",
    [("as-bid", "false", False), ("as-explained", "true", True), ("unknown", "false", False)],
)
def test_a_persons_finding_stands_over_what_follows_from_the_agreement(agreement, judged, answer):
    result, _ = ruled(case(BOTH + f'agreement = "{agreement}"\n', JUDGED.format(judged)))
    assert result.infraction is not None
    assert result.infraction.answer is answer
    assert codes(result) & {"misinformation.infraction-judged", "misinformation.no-infraction-judged"}


def test_hearing_one_s_call_explained_is_unauthorised_except_behind_screens():
    assert "misinformation.heard" in codes(ruled(case())[0])
    assert "misinformation.heard" not in codes(ruled(case(screens="true"))[0])


def test_the_explaining_side_s_decisions_do_not_rest_on_it():
    result, asked = ruled(case(BOTH.replace('"call 4"', '"call 5", "call 4"')))
    assert "misinformation.not-theirs" in codes(result)
    assert [[str(place) for place in places] for places, _ in asked] == [["call 4"]]


def test_behind_a_screen_only_those_told_were_misinformed():
    text = BOTH + 'to = ["N"]\n'
    result, asked = ruled(case(text, screens="true"))
    assert {"misinformation.told-rightly", "misinformation.no-decision"} <= codes(result)
    assert asked == []
    assert ruled(case(text))[1] != []


def by_north(wording: str) -> Case:
    """South's four hearts explained by North: West leads."""
    text = CASE.format(told=wording, screens="false").replace(
        'by = "W"\nat = "call 3"', 'by = "N"\nat = "call 4"'
    )
    return case_of(text.encode())


def test_a_person_s_answer_names_the_decision_the_case_omits():
    _, calls = ruled(case('given = "weak"\ncorrect_call = "X"\n'))
    _, leads = ruled(by_north('given = "weak"\ncorrect_lead = "SA"\n'))
    assert [[str(place) for place in places] for places, _ in (*calls, *leads)] == [["call 4"], ["lead"]]


def test_once_it_is_too_late_to_change_calls_editions_differ():
    found = {year: ruled(case(), year)[0] for year in YEARS}
    late = {year: cited(found[year], "misinformation.too-late") for year in YEARS}
    assert late == {"1997": ["1997:21B3", "1997:40C"], "2007": ["2007:21B3"], "2017": ["2017:21B3"]}
    duty = [
        finding.arguments["duty"]
        for year in YEARS
        for finding in found[year].findings
        if finding.code == "misinformation.too-late"
    ]
    assert duty == ["may", "does", "does"]


@pytest.mark.parametrize("year", YEARS)
def test_a_lead_on_a_wrong_explanation_falls_under_47e2(year):
    result, _ = ruled(by_north('given = "weak"\ncorrect = "strong"\ndecisions = ["lead"]\n'), year)
    assert cited(result, "misinformation.card-too-late") == [f"{year}:47E2b"]
    assert "misinformation.too-late" not in codes(result)


def made(*right: tuple[Call, float]) -> CorrectedDecision:
    facts = case()
    assert facts.auction is not None
    known = tuple(Alternative(act, share, share, (0, 1), None, 0.5) for act, share in right)
    before = facts.auction.before(4)
    place = facts.incident[0].decisions[0]
    return CorrectedDecision(place, Seat.S, FOUR, before, None, ((FOUR, 1.0),), right, known)


def test_a_decision_made_again_leaves_the_taken_action_open():
    result, _ = ruled(case(), "2017", made((PASS, 0.7), (FOUR, 0.3)))
    (branch,) = result.branches
    assert dict(branch.legal) == {PASS: 0.7, FOUR: 0.3}
    assert branch.barred == ()
    assert [alternative.action for alternative in result.alternatives] == [PASS, FOUR]


def test_what_cannot_be_told_of_one_decision_leaves_none():
    result, _ = ruled(case(), "2017", made((PASS, 1.0)), made())
    assert result.branches == ()


def test_every_computable_decision_is_a_branch_whatever_its_shares():
    """No test of significance stands against the innocent side: what hardly moves is weighed as little (12B1)."""
    result, _ = ruled(case(), "2017", made((PASS, 0.7), (FOUR, 0.3)), made((PASS, 0.01), (FOUR, 0.99)))
    assert [dict(branch.legal)[PASS] for branch in result.branches] == [0.7, 0.01]


def test_the_alternatives_shown_belong_to_the_decision_likeliest_changed():
    result, _ = ruled(case(), "2017", made((PASS, 0.1), (FOUR, 0.9)), made((PASS, 0.7), (FOUR, 0.3)))
    assert {str(alternative.action): alternative.chosen for alternative in result.alternatives} == {
        "P": 0.7,
        "4H": 0.3,
    }


def test_every_finding_has_a_sentence():
    corrected_decision, other = made((PASS, 1.0)), made((FOUR, 1.0))
    assert codes(ruled(case(), "2017", corrected_decision, other)[0]) <= set(sentences("en"))
    for told in (BOTH, BOTH + 'agreement = "none"\n', BOTH + 'agreement = "as-explained"\n', 'given = "x"\n'):
        for year in YEARS:
            assert codes(ruled(case(told), year)[0]) <= set(sentences("en"))


def test_the_kind_is_in_the_list():
    assert KINDS[IncidentKind.MISINFORMATION] is find


MEANINGS = 'given_shows = "S3+ HCP8-"\ncorrect_shows = "S3+ HCP10-12"\n'


@pytest.mark.parametrize(
    "facts, places",
    [
        pytest.param(case(MEANINGS), ["call 4", "call 6"], id="the next call of each opponent"),
        pytest.param(
            case(MEANINGS + 'to = ["N"]\n', screens="true"), ["call 6"], id="behind a screen of who was told"
        ),
    ],
)
def test_where_no_decision_is_named_the_soonest_after_are_examined(facts, places):
    result, asked = ruled(facts)
    assert [[str(place) for place in decisions] for decisions, _ in asked] == [places]
    assert "misinformation.decisions-taken" in codes(result)


def test_the_lead_is_among_them_where_it_is_theirs():
    text = CASE.format(told=MEANINGS, screens="false").replace(
        'by = "W"\nat = "call 3"', 'by = "N"\nat = "call 4"'
    )
    _, asked = ruled(case_of(text.encode()))
    assert [[str(place) for place in decisions] for decisions, _ in asked] == [["call 5", "lead"]]


def test_a_misinformed_declarer_s_play_is_examined_too():
    """North-South were misinformed and South declares: no card is named, so that nothing is made again."""
    result, _ = ruled(case(MEANINGS))
    (play,) = [branch for branch in result.branches if not branch.legal]
    assert (str(play.at), play.seat, play.decision) == ("before play", Seat.S, None)
    assert ruled(case(BOTH))[0].branches == ()


GIVEN, CORRECT = 'given = "weak"\n', 'correct = "invitational"\n'
SILENT = '[[remark]]\nat = "call 3"\nkind = "no-alert"\nby = "W"\n'
EXPLAINED = [
    # what is told of the explanation; what of it is said
    (GIVEN, "", {"given"}),
    (CORRECT, "", {"correct"}),
    (GIVEN + CORRECT, "", {"given", "correct"}),
    ('given_shows = "S3+ HCP8-"\n', "", {"given-shows"}),
    ('correct_shows = "S3+ HCP10-12"\n', "", {"correct-shows"}),
    ('given_shows = "S3+ HCP8-"\n', SILENT, {"unalerted-shows", "no-alert"}),
    (GIVEN + 'given_shows = "S3+ HCP8-"\n', SILENT, {"given", "given-shows", "no-alert"}),
    (CORRECT, SILENT.replace("call 3", "call 1"), {"correct"}),
]


@each_row("told, remark, expected", EXPLAINED)
def test_the_explanation_given_and_the_right_one_are_stated(told, remark, expected):
    kinds = {"given", "correct", "given-shows", "unalerted-shows", "correct-shows", "no-alert"}
    found = {code.removeprefix("misinformation.") for code in codes(ruled(case(told, remark))[0])}
    assert found & kinds == expected


HEARD = [
    # does the caller hear his own call explained; who explained; which call; what he said
    (True, "W", "call 3", GIVEN),
    (False, "W", "call 3", CORRECT),
    (False, "W", "call 1", GIVEN),  # his own
    (False, "W", "call 4", GIVEN),  # an opponent's
    (False, "W", "lead", GIVEN),
    (True, "E", "call 1", GIVEN),  # the first of the auction
    (True, "S", "call 10", GIVEN),  # the last of the auction
]


@pytest.mark.parametrize("heard, by, at, told", HEARD)
def test_who_hears_his_own_call_explained(heard, by, at, told):
    """A file with an explanation of an opponent's call is refused, so place and player are set on the incident."""
    facts = case(told)
    (incident,) = facts.incident
    placed = incident.model_copy(update={"by": Seat.parse(by), "at": Place.parse(at)})
    assert ("misinformation.heard" in codes(ruled(facts.changed(incident=(placed,)))[0])) is heard


NAMED = [
    # the decisions looked at; who explained which call; the answer a person gave; the auction
    (["call 4"], "W", 3, "X", None),
    (["call 10"], "E", 9, "XX", None),  # the last call of all
    (["call 8"], "E", 1, "XX", None),  # the first it would have been legal at
    (["call 2"], "E", 1, "2H", None),
]


@pytest.mark.parametrize("places, by, at, answer, auction", NAMED)
def test_the_first_decision_an_answer_fits_is_the_one_meant(places, by, at, answer, auction):
    text = CASE.format(told=f'{GIVEN}correct_call = "{answer}"\n', screens="false")
    _, asked = ruled(
        case_of(text.replace('by = "W"\nat = "call 3"', f'by = "{by}"\nat = "call {at}"').encode())
    )
    assert [[str(place) for place in decisions] for decisions, _ in asked] == [places]


@pytest.mark.parametrize("told", [MEANINGS, f'{GIVEN}correct_call = "4H"\n'])
def test_a_call_nobody_has_made_yet_is_no_decision(told):
    """South has still to call over three spades."""
    text = CASE.format(told=told, screens="false").replace("1S P 3S 4H P P X P P P", "1S P 3S")
    result, asked = ruled(case_of(text.replace("tricks = 7\n", "").encode()))
    assert asked == []
    assert "misinformation.no-decision" in codes(result)


DUTIES = [
    # when his partner had to put it right; who explained; the auction (20F5, 75D)
    ({"explanation.partner-after-play"}, "W", "1S P 3S 4H P P X P P P"),
    ({"explanation.partner-after-auction"}, "N", "1S P 3S 4H P P X P P P"),
    (set(), "W", "1S P 3S"),
]


@each_row("due, by, auction", DUTIES)
@each_row("year", YEARS)
def test_when_partner_must_correct_it_depends_on_who_defends(due, by, auction, year):
    text = CASE.format(told=BOTH.replace('decisions = ["call 4"]\n', ""), screens="false")
    text = text.replace('by = "W"', f'by = "{by}"').replace("1S P 3S 4H P P X P P P", auction)
    if by == "N":
        text = text.replace('at = "call 3"', 'at = "call 4"')
    if auction == "1S P 3S":
        text = text.replace("tricks = 7\n", "")
    found = {code.removeprefix("rectify.") for code in codes(ruled(case_of(text.encode()), year)[0])}
    assert found & {"explanation.partner-after-play", "explanation.partner-after-auction"} == due


def test_of_unnamed_decisions_those_impossible_to_compute_are_left_aside():
    result, _ = ruled(case(MEANINGS), "2017", made((PASS, 1.0)), made())
    assert [dict(branch.legal) for branch in result.branches if branch.decision is not None] == [{PASS: 1.0}]
