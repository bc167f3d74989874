"""Cards taken from a wrong board, or a wrong board played (15, 17D)."""

from dataclasses import replace
from typing import assert_never

from analyser.casefile import Form, Moment, WrongBoard
from analyser.laws import Jurisdiction
from analyser.laws.choices import ScoreKind
from analyser.laws.choices import WrongBoardRule as BoardForm
from analyser.laws.choices import WrongHandRule as HandForm
from analyser.messages import Percentage
from analyser.ruling import Basis, Finding, FindingClass, IncidentFindings, Rectification
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.rectification import (
    NOTHING,
    Rule,
    Step,
    all_true,
    always,
    answer,
    cite,
    combine,
    decide,
    due,
    negate,
    plays_in_teams,
    unmet_needs,
)
from analyser.ruling.kinds.scores_due import score_due, team_boards


def find(context: RulingContext, incident: WrongBoard) -> IncidentFindings:
    """What is due under this law."""
    case, jurisdiction = context.case, context.jurisdiction
    rectification = wrong_board(incident, jurisdiction, teams=plays_in_teams(case))
    place = "cards-from-wrong-board" if is_wrong_cards(incident) else "15"
    findings = answer(case, incident, rectification, infraction=True, clauses=cite(jurisdiction, place))
    return replace(findings, warnings=(*findings.warnings, *fishing(context, incident)))


def fishing(context: RulingContext, incident: WrongBoard) -> tuple[Finding, ...]:
    """A word where the innocent side's new call is marginal: it may be made to have the board cancelled for an average plus.

    Marginal is a call that fewer peers choose than must at least consider an action for it to be an alternative. Only where
    a different auction cancels the board (15C of 2007), and not where the call is the pair's shown style.
    """
    case, law = context.case, context.jurisdiction
    cancels = law.edition.cards.wrong_board is BoardForm.REPEAT_CALLS
    place, auction, model = incident.new_call, case.auction, context.services.calls
    if not cancels or incident.own_style or place is None or place.moment is not Moment.CALL:
        return ()
    if auction is None or model is None or case.vulnerability is None or place.number > len(auction):
        return ()
    seat, call = auction.seats[place.number - 1], auction.calls[place.number - 1]
    hand = case.hand(seat)
    if hand is None or seat.side is incident.offending_side:
        return ()
    shares = model.calls(hand, auction.before(place.number), case.vulnerability, case.event.form or Form.IMPS)
    share, needed = shares.share_of(call), law.regulation.alternatives.considered_at_least
    if share >= needed:
        return ()
    return (
        Finding.from_code(
            "rectification.fishing",
            kind=FindingClass.JUDGEMENT,
            clauses=(law.clause("15C"),),
            standing=Basis.ASSUMED,
            who=seat,
            call=call,
            share=Percentage.round_to(share),
            needed=Percentage(needed),
        ),
    )


def is_wrong_cards(facts: WrongBoard) -> bool:
    """Whether a player called on cards taken from another board, rather than the table playing a wrong board."""
    stated = (facts.called, facts.partner_called, facts.opponent_called, facts.source_differs)
    return any(value is not None for value in stated)


def wrong_board(facts: WrongBoard, law: Jurisdiction, *, teams: bool | None) -> Rectification:
    """What is due when cards or boards were taken wrongly."""
    if is_wrong_cards(facts):
        return cards_of_another_board(facts, law, teams=teams)
    if teams and not law.edition.cards.wrong_board_in_teams:
        return team_boards(law, facts.fault)
    if facts.played_before:
        return _rectify_played_before(facts, law, teams=teams)
    wanted = unmet_needs("played_before") if facts.played_before is None else NOTHING
    if facts.noticed == "auction":
        return combine(_rectify_in_auction(facts, law, teams=teams), wanted)
    return combine(_new_to_all(law), wanted)


def _new_to_all(law: Jurisdiction) -> Rectification:
    return combine(
        due(law, Step.RESULT_STANDS, "wrong-board-new"), due(law, Step.RIGHT_BOARD_LATER, "wrong-board-new")
    )


def _rectify_played_before(facts: WrongBoard, law: Jurisdiction, *, teams: bool | None) -> Rectification:
    """Somebody had played it: the second result counts for nobody, and who lost a result gets a score."""
    return combine(
        due(law, Step.SECOND_RESULT_VOID, "wrong-board-played"),
        score_due(
            law,
            law.edition.cards.wrong_board_played_before,
            "wrong-board-played",
            fault=facts.fault,
            teams=teams,
        ),
    )


def _rectify_in_auction(facts: WrongBoard, law: Jurisdiction, *, teams: bool | None) -> Rectification:
    form, where = law.edition.cards.wrong_board, "wrong-board-in-auction"
    match form:
        case BoardForm.REPEAT_CALLS:
            again = combine(due(law, Step.CALLS_CANCELLED, where), due(law, Step.REPEAT_CALLS, where))
            cancelled = combine(
                due(law, Step.CANCELLED, where),
                score_due(law, ScoreKind.ARTIFICIAL, where, fault=facts.fault, teams=teams),
            )
            differs: Rule[WrongBoard, Rectification] = Rule(
                where, lambda facts: negate(facts.repeats_call), cancelled, ("repeats_call",)
            )
            return combine(decide(facts, Rule(where, always, again), (differs,)))
        case BoardForm.COMPLETED:
            return combine(due(law, Step.COMPLETE, "wrong-board-new"), _new_to_all(law))
        case _:
            assert_never(form)


def cards_of_another_board(facts: WrongBoard, law: Jurisdiction, *, teams: bool | None) -> Rectification:
    """The call is cancelled and made again on the right cards, unless too much has happened since."""
    right = due(law, Step.RIGHT_CARDS, "cards-from-wrong-board")
    if facts.called is False:
        return right
    where, kind = "wrong-hand-partner-called", law.edition.cards.wrong_hand_score
    adjusted = score_due(law, kind, where, fault=facts.fault, teams=teams)
    cancelled = due(law, Step.CALLS_CANCELLED, "cards-from-wrong-board")
    general: Rule[WrongBoard, Rectification] = Rule(where, always, right)
    partner: Rule[WrongBoard, Rectification] = Rule(
        where, lambda facts: facts.partner_called, adjusted, ("partner_called",)
    )
    # Left-hand opponent called over it if offender's partner did later.
    called_over = True if facts.partner_called else facts.opponent_called
    different: Rule[WrongBoard, Rectification] = Rule(
        "cards-from-wrong-board",
        lambda facts: all_true(called_over, negate(facts.repeats_call)),
        adjusted,
        ("opponent_called", "repeats_call"),
    )
    form = law.edition.cards.wrong_hand
    match form:
        case HandForm.ARTIFICIAL_IF_DIFFERENT:
            decision = decide(facts, general, (different,))
        case HandForm.ARTIFICIAL_IF_PARTNER_CALLED:
            decision = decide(facts, general, (partner, different))
        case HandForm.ADJUSTED_IF_PARTNER_CALLED:
            decision = decide(facts, general, (partner,))
        case _:
            assert_never(form)
    penalty = "wrong-hand-penalised"
    penalised = due(law, Step.MAY_PENALISE, penalty) if cite(law, penalty) else NOTHING
    return combine(cancelled, decision, _source_board(facts, law, teams=teams), penalised)


def _source_board(facts: WrongBoard, law: Jurisdiction, *, teams: bool | None) -> Rectification:
    """The board the cards came from may be played, unless the offender then calls otherwise on them."""
    where = "wrong-hand-repeated"
    if facts.source_differs is None:
        return NOTHING
    if not facts.source_differs:
        return due(law, Step.SOURCE_BOARD, where)
    return score_due(law, law.edition.cards.wrong_hand_score, where, fault=facts.fault, teams=teams)
