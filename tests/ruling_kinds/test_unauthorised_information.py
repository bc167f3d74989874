"""Information from partner: the same facts under the 1997, 2007 and 2017 Laws, and what persons found."""

from collections.abc import Callable
from dataclasses import replace
from unittest.mock import patch

import pytest

from analyser import laws
from analyser.bridge import Call, Seat
from analyser.casefile import Case, Place, Question, UnauthorisedInformation, case_of
from analyser.estimates.services import Services
from analyser.estimates.suggestion_prior import FEATURES, PastRulings
from analyser.messages import sentences
from analyser.ruling import Alternative, Basis, IncidentFindings
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds import KINDS, unauthorised_information, withdrawn_call
from analyser.ruling.kinds.information import (
    chance_given,
    choice_of,
    decide_infraction,
    is_after_jump,
    judged_truth,
    pause_expected,
)
from tests.support.every import each_row
from tests.support.plain_players import PlainCalls
from tests.support.slow_raise import SLOW_RAISE

CASE = (
    SLOW_RAISE
    + """tricks = 10
[[remark]]
at = "call 3"
kind = "tempo"
by = "N"
status = "{status}"
[[incident]]
id = "it"
kind = "{kind}"
source = "{source}"
at = "call 3"
offender = "S"
action = "call 5"
{suggests}
"""
)

PASS, GAME, SLAM = Call.parse("P"), Call.parse("4S"), Call.parse("6S")
INVITE = Call.parse("3NT")
CHANCE = {True: 0.95, False: 0.05, None: 0.45}
"""How likely an action is a logical alternative, by what is answered."""


def one(
    action: Call, chosen: float, answer: bool | None, over: tuple[Call, ...] | None = None
) -> Alternative:
    """An action peers would choose so often; whether it is an alternative; over which it is suggested, if known."""
    gain = None if over is None else 0.5
    told = None if over is None else bool(over)
    rivals = () if over is None else [rival for rival in (PASS, GAME, SLAM, INVITE) if rival != action]
    return Alternative(
        action,
        chosen,
        chosen,
        (0.0, 1.0),
        answer,
        0.9,
        told,
        gain,
        suggested_over=over or (),
        more_answers=3,
        chance=CHANCE[answer],
        suggested_over_chances=tuple((rival, 0.95 if rival in (over or ()) else 0.05) for rival in rivals),
    )


def case(
    status: str = "agreed", suggests: str = "", judged: str = "", kind: str = "", source: str = "N"
) -> Case:
    text = CASE.format(
        status=status, suggests=suggests, kind=kind or "unauthorised-information", source=source
    )
    return case_of((text + judged).encode())


def ruled(facts: Case, edition: str, *alternatives: Alternative) -> IncidentFindings:
    law = laws.resolve(None, "WBF", edition, ())
    return found_by(
        unauthorised_information.find,
        RulingContext.from_case(facts, law, Services(calls=PlainCalls())),
        alternatives,
    )


def found_by(
    find: Callable[..., IncidentFindings], context: RulingContext, alternatives: tuple[Alternative, ...]
) -> IncidentFindings:
    """What a kind finds when these are the alternatives."""
    with patch("analyser.ruling.kinds.information.alternatives_of", lambda *_, **__: alternatives):
        return find(context, context.case.incident[0])


def judgement(question: str, answer: str) -> str:
    return f'[[judgement]]\nincident = "it"\nquestion = "{question}"\nanswer = {answer}\nby = "director"\n'


SUGGESTED = (one(GAME, 0.6, True, (PASS,)), one(PASS, 0.4, True, ()))


@pytest.mark.parametrize("edition, clause", [("1997", "16A"), ("2007", "16B1a"), ("2017", "16B1a")])
def test_a_choice_suggested_over_an_alternative_is_an_infraction(edition: str, clause: str) -> None:
    result = ruled(case(), edition, *SUGGESTED)
    assert result.infraction is not None
    assert result.infraction.answer is True
    assert [str(clause) for clause in result.infraction.clauses] == [f"{edition}:{clause}"]


@pytest.mark.parametrize(
    "edition, clause", [("1997", "1997:73C"), ("2007", "2007:73C"), ("2017", "2017:16B1a")]
)
def test_only_since_2017_may_the_action_taken_be_no_alternative(edition: str, clause: str) -> None:
    """Before, the letter forbids a choice among alternatives; what catches it there is the duty of 73C."""
    result = ruled(case(), edition, one(GAME, 0.02, False, (PASS,)), one(PASS, 0.9, True, ()))
    assert result.infraction is not None
    assert result.infraction.answer is True
    assert [str(clause) for clause in result.infraction.clauses] == [clause]


NOT_SUGGESTED = (one(GAME, 0.6, True, ()), one(PASS, 0.4, True, (GAME,)))
NO_OTHER = (one(GAME, 0.97, True, (PASS,)), one(PASS, 0.03, False, ()))
UNCERTAIN = (one(GAME, 0.8, True, (PASS,)), one(PASS, 0.15, None, ()))
UNMEASURED = (one(GAME, 0.6, True), one(PASS, 0.4, True))


@pytest.mark.parametrize(
    "alternatives, answer",
    [(NOT_SUGGESTED, False), (NO_OTHER, False), (UNCERTAIN, None), (UNMEASURED, None), ((), None)],
    ids=[
        "suggests the other way",
        "nothing else to do",
        "an alternative perhaps",
        "not measured",
        "not estimated",
    ],
)
def test_without_a_suggested_choice_over_sure_alternatives_none_is_found(
    alternatives: tuple[Alternative, ...], answer: bool | None
) -> None:
    result = ruled(case(), "2017", *alternatives)
    assert result.infraction is not None
    assert result.infraction.answer is answer
    asked_under = [] if answer is None else ["2017:16B1a"]  # none found: under the clause it was asked
    assert list(map(str, result.infraction.clauses)) == asked_under


def test_past_rulings_enter_by_earned_weight_and_show_their_record() -> None:
    """Of weight one they decide, of none the chain alone does; either way the record stands beside the answer."""
    sure = PastRulings(
        tuple(0.0 for _ in FEATURES),
        tuple(1.0 for _ in FEATURES),
        tuple(0.0 for _ in FEATURES),
        -4.0,
        1.0,
        40,
    )
    sure = replace(sure, record=(("chain", 0.2), ("both", 0.1), ("majority", 0.21)))
    with patch.object(PastRulings, "load_shipped", return_value=sure):
        result = ruled(case(), "2017", *SUGGESTED)
    assert result.infraction is not None
    assert result.infraction.answer is False
    assert result.infraction.chance == pytest.approx(0.02)
    assert "alternatives.past-rulings-weighed" in {finding.code for finding in result.findings}
    with patch.object(PastRulings, "load_shipped", return_value=replace(sure, weight=0.0)):
        alone = ruled(case(), "2017", *SUGGESTED)
    assert alone.infraction is not None
    assert alone.infraction.answer is True


def test_unsuggested_actions_share_what_is_open_as_peers_choose() -> None:
    told = (
        one(GAME, 0.5, True, (PASS,)),
        one(PASS, 0.3, True, ()),
        one(INVITE, 0.1, True, ()),
        one(SLAM, 0.1, False, ()),
    )
    (branch,) = ruled(case(), "2017", *told).branches
    # The slam is no alternative, and nothing suggests it: it may be chosen like any other call.
    assert dict(branch.legal) == {PASS: 0.6, INVITE: pytest.approx(0.2), SLAM: pytest.approx(0.2)}
    assert branch.barred == (GAME,)
    assert (branch.seat, branch.informed, str(branch.at)) == (Seat.S, Seat.S, "call 5")
    assert branch.auction is not None
    assert str(branch.auction) == "1S P 3S P"


DOUBLE = Call.parse("X")


@pytest.mark.parametrize("suggested_over", [None, (SLAM,)], ids=["not measured", "over what may be one"])
def test_a_call_perhaps_barred_keeps_its_whole_share(
    suggested_over: tuple[Call, ...] | None,
) -> None:
    """A double of eighteen in a hundred is never the only call left because it alone is sure to be open."""
    entries = (
        one(GAME, 0.5, True, (PASS,)),
        replace(one(PASS, 0.3, True, suggested_over), suggested=None),
        one(DOUBLE, 0.18, True, ()),
        one(SLAM, 0.02, None),
    )
    (branch,) = ruled(case(), "2017", *entries).branches
    assert dict(branch.legal) == {
        PASS: pytest.approx(0.6),
        DOUBLE: pytest.approx(0.36),
        SLAM: pytest.approx(0.04),
    }
    assert branch.unsettled == (PASS, SLAM)


def test_how_sure_an_alternative_is_never_becomes_a_weight() -> None:
    def with_chance(chance: float) -> dict[object, float]:
        sure = [
            replace(one(GAME, 0.5, True, (PASS,)), chance=chance),
            replace(one(PASS, 0.3, True, ()), chance=chance),
            replace(one(SLAM, 0.2, True, ()), chance=1 - chance / 2),
        ]
        (branch,) = ruled(case(), "2017", *sure).branches
        return dict(branch.legal)

    assert with_chance(0.99) == with_chance(0.81)


def test_a_choice_that_was_no_infraction_branches_nowhere() -> None:
    assert ruled(case(), "2017", *NOT_SUGGESTED).branches == ()


JUDGED: dict[str, tuple[str, tuple[Alternative, ...], bool]] = {
    "infraction found": (judgement("infraction", "true"), NOT_SUGGESTED, True),
    "no infraction found": (judgement("infraction", "false"), SUGGESTED, False),
    "no break in tempo found": (judgement("tempo", "false"), SUGGESTED, False),
    "pass found no alternative": (judgement("alternatives", '["4S"]'), SUGGESTED, False),
    "pass found an alternative": (judgement("alternatives", '["4S", "P"]'), UNCERTAIN, True),
    "game found suggested": (judgement("suggested", '["4S"]'), NOT_SUGGESTED, True),
    "game found not suggested": (judgement("suggested", '["P"]'), SUGGESTED, False),
}


@pytest.mark.parametrize("judged, alternatives, answer", JUDGED.values(), ids=JUDGED.keys())
def test_a_person_s_finding_precedes_the_estimate_which_is_shown(
    judged: str, alternatives: tuple[Alternative, ...], answer: bool
) -> None:
    result = ruled(case(judged=judged), "2017", *alternatives)
    assert result.infraction is not None
    assert result.infraction.answer is answer
    assert {alternative.action for alternative in result.alternatives} == {GAME, PASS}
    assert [alternative.gain for alternative in result.alternatives] == [
        alternative.gain for alternative in alternatives
    ]
    assert [alternative.chosen for alternative in result.alternatives] == [
        alternative.chosen for alternative in alternatives
    ]


def test_the_directors_suggests_stands_and_the_measurement_beside_it() -> None:
    result = ruled(case(suggests='suggests = ["4S"]'), "2017", *NOT_SUGGESTED)
    assert result.infraction is not None
    assert result.infraction.answer is True
    finding = next(finding for finding in result.findings if finding.code == "information.suggested-judged")
    assert finding.arguments["actions"] == (GAME,)
    assert finding.arguments["measured"] == (PASS,)


def test_a_disputed_break_leaves_the_infraction_open_until_found() -> None:
    """As likely as not: neither answer may be taken for sure (85A)."""
    disputed = ruled(case(status="disputed"), "2017", *SUGGESTED)
    codes = [finding.code for finding in disputed.findings]
    assert {"information.disputed", "information.settled-by-dispute"} <= set(codes)
    assert disputed.infraction is not None
    assert disputed.infraction.answer is None
    assert disputed.infraction.chance == pytest.approx(0.95 * 0.95 / 2, abs=0.001)
    result = ruled(case(status="disputed", judged=judgement("tempo", "true")), "2017", *SUGGESTED)
    assert result.infraction is not None
    assert result.infraction.answer is True
    assert "information.disputed" not in [
        finding.code for finding in ruled(case(), "2017", *SUGGESTED).findings
    ]


def test_a_disputed_break_is_never_taken_as_proved_however_long() -> None:
    """It would be likely enough by itself; nobody found it (85A1)."""
    text = CASE.format(status="disputed", suggests="", kind="unauthorised-information", source="N")
    long = case_of(text.replace('kind = "tempo"', 'kind = "tempo"\nseconds = 120').encode())
    disputed = ruled(long, "2017", *SUGGESTED)
    assert disputed.infraction is not None
    assert disputed.infraction.chance > 0.85
    assert disputed.infraction.answer is None


@each_row(
    "chance, screens, auction, pause",
    [
        pytest.param(1.0, "", "", "seconds = 9", id="a pause that is agreed is one"),
        pytest.param(0.36, "", "", 'seconds = 9\nstatus = "disputed"', id="nine disputed seconds"),
        pytest.param(0.168, "screens = true", "", "seconds = 9", id="nine seconds of a tray tell little"),
        pytest.param(1.0, "screens = true", "", "seconds = 25", id="twenty-five of a tray do"),
        pytest.param(1.0, "screens = true", "", "", id="a pause agreed to have been one"),
        pytest.param(0.171, "", "1S 3H 3S P 4S P P P", "seconds = 10", id="ten are due after a jump"),
        pytest.param(1.0, "", "1S 3H 3S P 4S P P P", "seconds = 25", id="more than is due after a jump"),
        pytest.param(1.0, "", "1S 2H 3S P 4S P P P", "seconds = 10", id="after no jump none is due"),
        pytest.param(
            0.229, "", "1S 3H 3S P 4S P P P", 'status = "disputed"', id="after a jump, not how long"
        ),
        pytest.param(0.5, "", "", 'status = "disputed"', id="disputed, and not how long"),
    ],
)
def test_a_pause_the_regulations_expect_tells_nothing(
    chance: float, screens: str, auction: str, pause: str
) -> None:
    """The tray of a screen and the call after a jump take their time (stop_seconds, tray_seconds of the regulation)."""
    text = CASE.format(status="agreed", suggests="", kind="unauthorised-information", source="N")
    text = text.replace('status = "agreed"', pause).replace("[event]", f"[event]\n{screens}")
    text = text.replace("1S P 3S P 4S P P P", auction or "1S P 3S P 4S P P P")
    facts, law = case_of(text.encode()), laws.resolve(None, "WBF", "2017", ())
    (incident,) = facts.incident
    assert isinstance(incident, UnauthorisedInformation)
    assert chance_given(facts, incident, law) == pytest.approx(chance, abs=0.001)


def test_a_penalty_beside_the_score_is_new_in_2017() -> None:
    def codes(edition: str) -> list[str]:
        return [finding.code for finding in ruled(case(), edition, *SUGGESTED).findings]

    assert "information.penalty" in codes("2017")
    assert "information.penalty" not in codes("2007")
    assert "information.penalty" not in codes("1997")


@pytest.mark.parametrize("edition, clause", [("1997", "16C2"), ("2007", "16D2"), ("2017", "16C2")])
def test_the_side_of_a_withdrawn_call_may_not_use_it(edition: str, clause: str) -> None:
    facts = case(kind="withdrawn-call")
    law = laws.resolve(None, "WBF", edition, ())
    result = found_by(
        withdrawn_call.find, RulingContext.from_case(facts, law, Services(calls=PlainCalls())), SUGGESTED
    )
    assert result.infraction is not None
    assert result.infraction.answer is True
    assert [str(clause) for clause in result.infraction.clauses] == [f"{edition}:{clause}"]


@pytest.mark.parametrize("edition, clause", [("1997", "16C1"), ("2007", "16D1"), ("2017", "16C1")])
def test_the_other_side_may_use_all_of_it(edition: str, clause: str) -> None:
    facts = case(kind="withdrawn-call", source="W")
    law = laws.resolve(None, "WBF", edition, ())
    result = found_by(
        withdrawn_call.find, RulingContext.from_case(facts, law, Services(calls=PlainCalls())), SUGGESTED
    )
    assert result.infraction is not None
    assert result.infraction.answer is False
    assert [str(clause) for clause in result.findings[0].clauses] == [f"{edition}:{clause}"]


def test_both_kinds_are_in_the_list() -> None:
    words = {str(kind) for kind in KINDS}
    assert {"unauthorised-information", "withdrawn-call"} <= words


@pytest.mark.parametrize(
    "make", [lambda: ruled(case(), "2017", *SUGGESTED), lambda: ruled(case(), "1997", *UNCERTAIN)]
)
def test_every_finding_has_a_sentence(make: Callable[[], IncidentFindings]) -> None:
    response = make()
    told = (
        *response.findings,
        *response.warnings,
        *(why for branch in response.branches for why in branch.because),
    )
    assert {finding.code for finding in told} <= set(sentences("en"))


@pytest.mark.parametrize(
    "suggested, value, code",
    [(0.99, 0.2, "information.not-given"), (0.05, 0.2, "information.not-suggested"), (0.05, 1.0, "information.not-suggested")],
)  # fmt: skip
def test_unlikely_information_alone_does_not_make_the_choice_unsuggested(
    suggested: float, value: float, code: str
) -> None:
    passed, game = Call.parse("P"), Call.parse("4S")
    rival = Alternative(passed, 0.9, 0.9, (0.7, 1.0), True, 0.99, chance=0.99)
    alternative = Alternative(
        game, 0.1, 0.1, (0.0, 0.3), False, 0.9, suggested_over_chances=((passed, suggested),)
    )
    law = laws.resolve(None, "WBF", "2017", ())
    result = decide_infraction("it", game, (rival, alternative), law, "partner-information-choice", value)
    assert result.infraction is not None
    assert result.infraction.answer is False
    assert code in {finding.code for finding in result.findings}


def told(tempo: str, judged: str = "", event: str = "", authority: str = "WBF") -> IncidentFindings:
    """What is found where this is told of the pause, of the event and by a person."""
    text = CASE.format(status="agreed", suggests="", kind="unauthorised-information", source="N")
    text = text.replace('by = "N"\nstatus = "agreed"', tempo).replace("[event]", f"[event]\n{event}")
    law = laws.resolve(None, authority, "2017", ())
    context = RulingContext.from_case(case_of((text + judged).encode()), law, Services(calls=PlainCalls()))
    return found_by(unauthorised_information.find, context, SUGGESTED)


OTHER_REMARK = '\n[[remark]]\nat = "call 3"\nkind = "question"\nby = "N"'
ORDINARY, TEMPO, PARTNER = "information.ordinary-pause", "information.tempo", "information.from-partner"
PAUSES = [
    # the answer, what is told of the information; the remark; what a person found
    pytest.param(None, {ORDINARY}, 'by = "N"\nseconds = 5', "", id="five seconds may be none"),
    pytest.param(True, {TEMPO}, 'by = "N"\nseconds = 6', "", id="six are one"),
    pytest.param(True, {TEMPO}, 'by = "N"', "", id="one of which no length is told"),
    pytest.param(True, {TEMPO}, 'by = "N"\nseconds = 1', "", id="what came at once"),
    pytest.param(True, {TEMPO}, 'by = "N"\nseconds = 5\nstatus = "found"', "", id="five that were found to be one"),
    pytest.param(True, {TEMPO}, 'by = "N"\nseconds = 5', judgement("tempo", "true"), id="five a person found to be one"),
    pytest.param(True, {TEMPO}, 'by = "N"\nseconds = 5', judgement("infraction", "true"), id="five, and a person found the infraction"),
    pytest.param(False, {"information.none"}, 'by = "N"\nseconds = 9', judgement("tempo", "false"), id="nine a person found to be none"),
    pytest.param(True, {TEMPO}, f'by = "N"\nseconds = 5{OTHER_REMARK}', "", id="five beside a question"),
    pytest.param(True, {TEMPO}, "seconds = 9", "", id="of which nobody says whose it was"),
    pytest.param(True, {PARTNER}, 'by = "W"\nseconds = 9', "", id="an opponent's pause tells nothing of partner"),
]  # fmt: skip


@each_row("answer, codes, tempo, judged", PAUSES)
def test_a_pause_shows_what_its_length_and_findings_say(
    answer: bool | None, codes: set[str], tempo: str, judged: str
) -> None:
    """16B1: only what is no part of the ordinary tempo is information."""
    result = told(tempo, judged)
    kinds = {ORDINARY, TEMPO, PARTNER, "information.none"}
    assert result.infraction is not None
    assert result.infraction.answer is answer
    assert {finding.code for finding in result.findings} & kinds == codes


def test_missing_measurements_are_reported_only_where_they_matter() -> None:
    def warned(judged: str, *alternatives: Alternative) -> bool:
        result = ruled(case(judged=judged), "2017", *alternatives)
        return "information.not-measured" in {warning.code for warning in result.warnings}

    assert warned("", *UNMEASURED)
    assert not warned("", *SUGGESTED)
    assert not warned(judgement("tempo", "false"), *UNMEASURED)


JUMP = "1S 3H 3S P 4S P P P"


@pytest.mark.parametrize(
    "doubted, seconds, auction", [(False, 11, JUMP), (True, 10, JUMP), (False, 10, "1S 2H 3S P 4S P P P")]
)
def test_a_pause_longer_than_is_expected_is_not_doubted(doubted: bool, seconds: int, auction: str) -> None:
    """After a jump ten seconds are owed: one more is a pause."""
    text = CASE.format(status="agreed", suggests="", kind="unauthorised-information", source="N")
    text = text.replace("1S P 3S P 4S P P P", auction)
    text = text.replace('kind = "tempo"', f'kind = "tempo"\nseconds = {seconds}')
    result = ruled(case_of(text.encode()), "2017", *SUGGESTED)
    given = "information.pause-after-jump" in {finding.code for finding in result.findings}
    assert given is doubted


@pytest.mark.parametrize(
    "innocent, source, by",
    [
        pytest.param(True, "W", None, id="16C1, an opponent's"),
        pytest.param(False, "N", None, id="16C2, partner's"),
        pytest.param(False, "W", "N", id="16C2, an opponent's who was told wrongly by this side"),
        pytest.param(True, "W", "E", id="16C1, an opponent's whose own side told wrongly"),
    ],
)
def test_whose_side_had_not_offended_may_use_what_was_withdrawn(
    innocent: bool, source: str, by: str | None
) -> None:
    at = "call 1" if by == "N" else "call 2"  # a call of the side that explains
    misinformed = f'[[incident]]\nid = "told"\nkind = "misinformation"\nby = "{by}"\nat = "{at}"\n'
    facts = case(kind="withdrawn-call", source=source, judged="" if by is None else misinformed)
    for edition in ("1997", "2007", "2017"):
        law = laws.resolve(None, "WBF", edition, ())
        context = RulingContext.from_case(facts, law, Services(calls=PlainCalls()))
        result = found_by(withdrawn_call.find, context, SUGGESTED)
        assert (result.findings[0].code == "withdrawn.authorised") is innocent, edition


@pytest.mark.parametrize(
    "edition, alternatives, clauses",
    [
        pytest.param("2017", SUGGESTED, ["2017:16C3"], id="16C3"),
        pytest.param("2017", NOT_SUGGESTED, [], id="16C3, no infraction"),
        pytest.param("2017", UNCERTAIN, [], id="16C3, open"),
        pytest.param("2007", SUGGESTED, [], id="16D of 2007 has none"),
        pytest.param("1997", SUGGESTED, [], id="16C of 1997 has none"),
    ],
)
def test_since_2017_it_is_said_that_a_score_follows(
    edition: str, alternatives: tuple[Alternative, ...], clauses: list[str]
) -> None:
    law = laws.resolve(None, "WBF", edition, ())
    context = RulingContext.from_case(case(kind="withdrawn-call"), law, Services(calls=PlainCalls()))
    result = found_by(withdrawn_call.find, context, alternatives)
    texts = [
        str(clause)
        for finding in result.findings
        if finding.code == "withdrawn.trigger"
        for clause in finding.clauses
    ]
    assert texts == clauses


PLAYED = (
    SLOW_RAISE
    + """{play}
[[incident]]
id = "it"
kind = "unauthorised-information"
source = "{source}"
at = "call 2"
offender = "{offender}"
action = "{action}"
"""
)
TRICKS = 'play = ["H4 HA H5 H3", "C4 C2 C5 CK"]'
CHOICES = [
    # the action taken; whose it was; how many cards lay before it; the action complained of; the offender; the play
    ("4S", Seat.S, None, "call 5", "S", TRICKS),
    ("H4", Seat.W, 0, "lead", "W", TRICKS),
    ("H4", Seat.W, 0, "lead", "W", 'lead = "H4"'),
    (None, Seat.W, 0, "lead", "W", ""),
    ("C2", Seat.E, 5, "trick 2 E", "E", TRICKS),
    ("CK", Seat.W, 7, "trick 2 W", "E", TRICKS),
]


@pytest.mark.parametrize("action, seat, before, complained, offender, play", CHOICES)
def test_the_decision_complained_of_is_read_from_the_record(
    action: str | None, seat: Seat, before: int | None, complained: str, offender: str, play: str
) -> None:
    source = {"S": "N", "W": "E", "E": "W"}[offender]
    text = PLAYED.format(play=play, source=source, offender=offender, action=complained)
    facts = case_of(text.encode())
    branch, action_taken = choice_of(facts, facts.incident[0])
    assert (None if action_taken is None else str(action_taken), branch.seat) == (action, seat)
    assert (None if branch.play is None else len(branch.play.cards)) == before


AFTER_JUMP = [
    # is the call after an opponent's jump; the auction; the place
    (True, "3S P P P", "call 2"),
    (False, "1S P P P", "call 2"),
    (False, "3S P P P", "call 1"),
    (False, "3S P P P", "call 3"),
    (True, "1S P 3S P P P", "call 4"),
    (False, "1S P 2S P P P", "call 4"),
    (False, "1S 3H", "call 3"),  # not yet made
    (False, "3S P P P", "lead"),
    (True, "1S 3NT P P P", "call 3"),
]


@each_row("jump, auction, place", AFTER_JUMP)
def test_a_pause_is_owed_after_a_jump_alone(jump: bool, auction: str, place: str) -> None:
    text = PLAYED.format(play="", source="E", offender="W", action="lead")
    facts = case_of(text.replace("1S P 3S P 4S P P P", auction).encode())
    law = laws.resolve(None, "WBF", "2017", ())
    assert is_after_jump(facts, Place.parse(place)) is jump
    assert pause_expected(facts, Place.parse(place), law) == (
        law.regulation.tempo.stop_seconds if jump else 0
    )


def test_where_nothing_else_was_possible_the_likeliest_call_counts() -> None:
    """One call in twenty might have been an alternative, one pause in five was one."""
    rival = replace(one(PASS, 0.03, False, ()), chance=0.05)
    law = laws.resolve(None, "WBF", "2017", ())
    result = decide_infraction(
        "it", GAME, (one(GAME, 0.97, True, (PASS,)), rival), law, "partner-information-choice", 0.2
    )
    assert result.infraction is not None
    assert result.infraction.answer is False
    assert result.infraction.chance == pytest.approx(0.01)


def test_that_one_alternative_was_measured_is_enough() -> None:
    result = ruled(case(), "2017", one(GAME, 0.6, True, (PASS,)), one(PASS, 0.4, True))
    assert "information.not-measured" not in {warning.code for warning in result.warnings}


@pytest.mark.parametrize(
    "standing, tempo, judged",
    [
        (Basis.JUDGEMENT, 'by = "N"', ""),
        (Basis.ASSUMED, 'by = "W"', ""),
        (Basis.JUDGEMENT, 'by = "W"', judgement("tempo", "true")),
    ],
)
def test_that_there_was_information_is_assumed_where_nobody_says_so(
    standing: Basis, tempo: str, judged: str
) -> None:
    result = told(tempo, judged)
    (given,) = (finding for finding in result.findings if finding.code in (TEMPO, PARTNER))
    assert given.standing is standing


@pytest.mark.parametrize(
    "code, seconds, event",
    [
        pytest.param(
            "information.tray-in-time", 20, "screens = true", id="appendix 4 §4, twenty seconds of a tray"
        ),
        pytest.param(None, 21, "screens = true", id="appendix 4 §4, twenty-one"),
        pytest.param(None, 20, "", id="without screens there is no tray"),
    ],
)
def test_a_tray_that_came_back_in_time_tells_nothing(code: str | None, seconds: int, event: str) -> None:
    result = told(f'by = "N"\nseconds = {seconds}', event=event, authority="FIGB")
    codes = {finding.code for finding in result.findings}
    assert codes & {"information.tray-in-time", "information.pause-owed"} == (
        set() if code is None else {code}
    )


@pytest.mark.parametrize("code, value", [("information.chance", 1.0), ("information.chance-disputed", 0.9)])
def test_doubted_information_is_a_link_and_certain_information_none(code: str, value: float) -> None:
    law = laws.resolve(None, "WBF", "2017", ())
    result = decide_infraction("it", GAME, SUGGESTED, law, "partner-information-choice", value)
    assert {finding.code for finding in result.findings} & {
        "information.chance",
        "information.chance-disputed",
    } == {code}


@pytest.mark.parametrize(
    "chance, printed", [(0.5462, "54.6%"), (0.3521, "35.2%"), (0.55, "55%"), (0.45, "45%")]
)
def test_a_chance_is_not_rounded_across_its_bar(chance: float, printed: str) -> None:
    """Since 2017 an infraction is found from 55 % up and not found up to 35 %: what is open may not look as if it were there."""
    law = laws.resolve(None, "WBF", "2017", ())
    result = decide_infraction(
        "it", GAME, SUGGESTED, law, "partner-information-choice", beside=lambda *_: (chance, None)
    )
    told = next(
        finding.arguments["chance"] for finding in result.findings if finding.code == "information.chance"
    )
    assert str(told) == printed
    assert (result.infraction.answer is None) == (printed != "55%")


def test_what_is_disputed_of_another_call_leaves_this_one_alone() -> None:
    text = CASE.format(status="agreed", suggests="", kind="unauthorised-information", source="N")
    other = '\n[[remark]]\nat = "call 5"\nkind = "tempo"\nby = "S"\nstatus = "disputed"\n[[remark]]\nat = "call 7"\nkind = "tempo"\nby = "N"\nstatus = "disputed"\n'
    facts = case_of((text + other).encode())
    (incident,) = facts.incident
    assert isinstance(incident, UnauthorisedInformation)
    assert chance_given(facts, incident, laws.resolve(None, "WBF", "2017", ())) == 1.0


@pytest.mark.parametrize("remark, answer", [(1, False), (2, None)])
def test_a_finding_on_another_remark_says_nothing_of_this_one(remark: int, answer: bool | None) -> None:
    text = CASE.format(status="agreed", suggests="", kind="unauthorised-information", source="N")
    other = '\n[[remark]]\nat = "call 7"\nkind = "tempo"\nby = "N"\n'
    facts = case_of((text + other + judgement("tempo", "false") + f"remark = {remark}\n").encode())
    assert judged_truth(facts, "it", Question.TEMPO, Place.parse("call 3")) is answer


def test_certainty_is_reversed_where_a_person_finds_the_contrary() -> None:
    """Nine in ten for an alternative are one in ten that it is none."""
    result = ruled(case(judged=judgement("alternatives", '["4S"]')), "2017", *SUGGESTED)
    assert {alternative.action: alternative.certainty for alternative in result.alternatives} == {
        GAME: 0.9,
        PASS: 0.1,
    }


def test_without_a_call_model_no_measurement_is_called_missing() -> None:
    context = RulingContext.from_case(case(), laws.resolve(None, "WBF", "2017", ()), Services())
    result = found_by(unauthorised_information.find, context, UNMEASURED)
    assert {warning.code for warning in result.warnings} == {"information.not-estimated"}
