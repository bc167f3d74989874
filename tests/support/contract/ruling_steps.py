"""What holds of the rulings on a case: what it expects, whoever sat there and wherever, and a verdict that says one thing."""

import json

from analyser.audit import formal_of
from analyser.bridge import Play
from analyser.casefile import Case, Claim, Expected, Strength
from analyser.casefile.facts import Player, Players
from analyser.report.markdown import markdown
from analyser.report.ruling_json import as_document
from analyser.ruling import Ruling, RulingRequest
from analyser.ruling.context import jurisdiction_of
from analyser.ruling.kinds.claim.plausibility import prices_for
from analyser.ruling.kinds.claim.reading import facts_of
from tests.support.contract.ruled_case import EDITIONS, RuledCase
from tests.support.contract.verdict_faults import find_contradictions, infractions_without_step
from tests.support.turned_table import turn, turned

SEATS = ("N", "E", "S", "W", "NS", "EW")


def ruling_holds_what_the_case_expects(ruled: RuledCase) -> None:
    """Every figure and word of an exact expectation comes out, under the law it names."""
    for expected in ruled.case.expected:
        if expected.strength is Strength.EXACT:
            ruling = ruled.ruling(expected.edition, expected.authority)
            _compare_with_expectation(ruling, expected, ruled.case)
            _compare_formalities(ruled.case, expected)


def _compare_with_expectation(ruling: Ruling, expected: Expected, case: Case) -> None:
    facts = _facts_of(ruling)
    for name in ("ns", "ew", "tricks", "infraction"):
        wanted = getattr(expected, name)
        if wanted is not None:
            assert facts[name] == wanted, (name, case.source and case.source.notes)
    if expected.undecided:
        assert facts["infraction"] is None
    steps = [
        step for part in ruling.incidents if part.rectification for step in _steps_of(part.rectification)
    ]
    clauses = {
        *(str(clause) for part in ruling.incidents if part.infraction for clause in part.infraction.clauses),
        *(str(clause) for finding in (*ruling.findings, *steps) for clause in finding.clauses),
    }
    for clause in expected.clauses or ():
        assert any(cited.startswith(clause) for cited in clauses), clause
    assert {step.code.removeprefix("rectify.") for step in steps} >= set(expected.steps or ()), (
        expected.edition
    )


def _steps_of(rectification):
    return (*rectification.due, *rectification.options)


def _facts_of(ruling: Ruling) -> dict[str, object]:
    """What the ruling says of each figure a case may expect."""
    adjusted = ruling.adjusted
    claims = [part.claim.tricks for part in ruling.incidents if part.claim]
    tricks = None if adjusted is None else adjusted.tricks
    return {
        "ns": None if adjusted is None or adjusted.ns is None else adjusted.ns.exact,
        "ew": None if adjusted is None or adjusted.ew is None else adjusted.ew.exact,
        "tricks": claims[-1] if claims else tricks,
        "infraction": next((part.infraction.answer for part in ruling.incidents if part.infraction), None),
    }


def _compare_formalities(case: Case, expected: Expected) -> None:
    law = jurisdiction_of(case, RulingRequest(expected.edition, expected.authority))
    formal = {item.item: item.state.code for item in formal_of(case, law)}
    for name, item in (("in_time", "in time"), ("may_appeal", "standing")):
        if (wanted := getattr(expected, name)) is not None:
            assert formal[item].startswith("formal.met") is wanted, name


def claim_cites_what_the_case_reasons(ruled: RuledCase) -> None:
    """An ending of our own names every clause its answer rests on, and no other."""
    expected = ruled.case.expected[0]
    (part,) = ruled.ruling(expected.edition, expected.authority).incidents
    assert part.infraction is not None
    assert tuple(map(str, part.infraction.clauses)) == expected.clauses


def claimed_line_is_legal_and_takes_its_tricks(ruled: RuledCase) -> None:
    """The line shown plays all the cards left, breaks no law and gives the tricks awarded, or the most where none are."""
    laws = [(None, None), *((expected.edition, expected.authority) for expected in ruled.case.expected)]
    for edition, authority in dict.fromkeys(laws):
        parts = ruled.ruling(edition, authority).incidents
        for incident, part in zip(ruled.case.incident, parts, strict=True):
            if isinstance(incident, Claim) and part.claim is not None and part.claim.losing_line:
                ending = facts_of(ruled.case, incident, prices_for(None)).ending
                line = (card for trick in part.claim.losing_line for card in trick)
                play = Play(ending.leader, ending.strain, (*ending.trick, *line))
                assert len(play.cards) == 4 * ending.size
                assert not play.problems(ending.deal)
                assert not play.revokes(ending.deal)
                due = part.claim.tricks if part.claim.tricks is not None else part.claim.at_most
                assert play.won_by(incident.by.side) == due


def names_of_players_change_nothing(ruled: RuledCase) -> None:
    """The same document and the same report with a name under every seat and pair, and no name in them."""
    named = _everything_said(ruled.rule_changed(_with_names(ruled.case)))
    assert named == _everything_said(ruled.reviewed)
    assert "Zyx" not in named


def _with_names(case: Case) -> Case:
    players = case.players or Players()
    named = {
        seat: (getattr(players, seat) or Player()).model_copy(update={"name": f"Zyx {number}"})
        for number, seat in enumerate(SEATS, start=1)
    }
    return case.changed(players=players.model_copy(update=named))


def _everything_said(ruling: Ruling) -> str:
    """The document and the report where names are not asked for; the case file itself is not said."""
    document = as_document(ruling)
    del document["case"]
    return json.dumps(document) + markdown(ruling)


def turned_table_gets_the_same_ruling(ruled: RuledCase) -> None:
    """The Laws know no points of the compass: turned by a quarter, the same ruling comes out, a quarter further."""
    plain, quarter = ruled.reviewed, ruled.rule_changed(turned(ruled.case))
    assert _what_is_due(quarter) == _what_is_due(plain)
    assert _scores_of(quarter) == _scores_of(plain)[::-1]
    assert [outcome.result for outcome in quarter.outcomes] == [
        turn(outcome.result) for outcome in plain.outcomes
    ]
    assert [warning.code for warning in quarter.warnings] == [warning.code for warning in plain.warnings]


def _what_is_due(ruling: Ruling) -> list[object]:
    """The finding, the law and the duty of every incident, with nobody's seat in it."""
    return [
        (
            part.infraction and (part.infraction.answer, part.infraction.clauses),
            part.claim and part.claim.tricks,
            part.revoke and (part.revoke.transferred, part.revoke.equity),
            part.rectification and [finding.code for finding in part.rectification.due],
        )
        for part in ruling.incidents
    ]


def _scores_of(ruling: Ruling) -> tuple[object, object]:
    adjusted = ruling.adjusted
    return (None, None) if adjusted is None else (adjusted.ns, adjusted.ew)


def verdict_says_one_thing(ruled: RuledCase) -> None:
    """No score is adjusted and left as it was, and no infraction is without its step: a past case under its law, others under each."""
    faults = {}
    for edition in (None,) if ruled.is_past else EDITIONS:
        ruling = ruled.ruling(edition)
        faults[edition] = find_contradictions(ruling, ruled.case) + infractions_without_step(
            ruling, ruled.case
        )
    assert {edition: fault for edition, fault in faults.items() if fault} == {}
