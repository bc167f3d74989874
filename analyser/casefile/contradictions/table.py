"""Every check of an incident against the record: one row a kind of contradiction."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from analyser.casefile.contradictions import boards, calls, cards, clocks, information, tricks
from analyser.casefile.contradictions.record import (
    LONGEST_LIST,
    Contradiction,
    NotStatedError,
    StatedFacts,
    TableRecord,
)
from analyser.casefile.partial_case import PartialCase, tables
from analyser.casefile.sets import IncidentKind as Kind
from analyser.casefile.toml_reader import Tree
from analyser.errors import Problem
from analyser.messages import sentence


@dataclass(frozen=True, slots=True)
class Check:
    """One kind of contradiction: what it may be found in, the facts without which it cannot, its test and its words.

    The sentence `code` says why; it follows the place in the file that the incident contradicts.
    """

    code: str
    kinds: tuple[str, ...]  # of incidents, or the tables `appeal` and `ruling`
    needs: tuple[str, ...]  # keys; what the test asks of the record beside them may be unknown, too
    test: Callable[[StatedFacts, TableRecord], Iterator[Contradiction]]
    remedy: str = "correct-one-of-two"


_CALL = (Kind.IRREGULAR_CALL,)
_LEAD = (Kind.LEAD_OUT_OF_TURN,)
_EXPOSED = (Kind.EXPOSED_CARD,)
_PLAYED = (Kind.PLAYED_CARD,)
_REVOKE = (Kind.REVOKE,)
_CLAIM = (Kind.CLAIM,)
_PLAYS = (*_LEAD, *_EXPOSED, *_PLAYED, *_REVOKE, *_CLAIM)
_EXPLAINED = (Kind.MISINFORMATION,)
_USED = (Kind.UNAUTHORISED_INFORMATION, Kind.WITHDRAWN_CALL)
_BOARD = (Kind.WRONG_BOARD,)
_HAND = (Kind.WRONG_HAND,)
_ENTRY = (Kind.SCORE_ERROR,)

CHECKS: tuple[Check, ...] = (
    # Calls: turn, sufficiency (18), admissibility (19, 36), what stood
    Check("record-turn-of", _CALL, ("at", "turn"), calls.find_wrong_turn),
    Check(
        "record-turn-of",
        _CALL,
        ("at", "offender"),
        calls.find_caller_not_on_turn,
        "state-turn-or-correct",
    ),
    Check("record-in-turn", _CALL, ("offender",), calls.find_call_in_turn),
    Check("record-sufficient", _CALL, (), calls.find_sufficient_bid),
    Check("record-only-bids-insufficient", _CALL, ("call",), calls.find_insufficient_without_bid),
    Check("record-double-admissible", _CALL, ("at", "offender"), calls.find_admissible_double),
    Check("record-bid-by-free-player", _CALL, ("call",), calls.find_inadmissible_by_free_player),
    Check("record-late-without-double", _CALL, ("found_late",), calls.find_late_without_double),
    Check("record-not-above-seven", _CALL, ("call",), calls.find_call_above_seven),
    Check("record-auction-not-over", _CALL, (), calls.find_auction_not_over),
    Check("record-only-pass-takes-turn", _CALL, ("call",), calls.find_turn_taken_by_bid),
    Check("record-accepted-and-replaced", _CALL, ("replacement",), calls.find_accepted_and_replaced),
    Check("record-accepted-is-other", _CALL, ("at", "call"), calls.find_accepted_call_not_recorded),
    Check("record-change-is-other", _CALL, ("call", "replacement"), calls.find_change_not_recorded),
    Check(
        "record-replacement-is-other",
        _CALL,
        ("at", "offender", "replacement"),
        calls.find_replacement_not_recorded,
    ),
    Check("record-had-called", _CALL, ("offender", "called_before"), calls.find_earlier_call),
    Check(
        "record-right-hand-called",
        _CALL,
        ("at", "offender", "right_hand_passed"),
        calls.find_right_hand_call,
    ),
    Check("record-not-right-hand", _CALL, ("offender", "turn"), calls.find_wrong_player_in_turn),
    Check("record-call-in-play", _CALL, ("at",), calls.find_call_in_play),
    Check("record-free-throughout", _CALL, ("barred_throughout",), calls.find_duty_longer_than_none),
    Check("record-no-screens", (*_CALL, *_LEAD), (), calls.find_screens),
    # Leads and cards: whose lead it was (44G, 54-56), who held the card, what had been quitted, who is dummy
    Check("record-no-play", _PLAYS, (), cards.find_play_of_passed_out_board),
    Check("record-lead-in-turn", _LEAD, ("offender",), cards.find_lead_in_turn),
    Check("record-leader-is", _LEAD, ("turn",), cards.find_wrong_leader),
    Check("record-right-leader-is-partner", _LEAD, ("offender", "turn"), cards.find_proper_lead_by_partner),
    Check(
        "record-accepted-and-led",
        _LEAD,
        ("accepted", "right_leader_led"),
        cards.find_proper_lead_after_acceptance,
    ),
    Check("record-leader-defends", _LEAD, ("offender",), cards.find_declarers_lead_by_defender),
    Check("record-screen-later", _LEAD, ("screen_opened", "trick"), cards.find_screen_at_later_lead),
    Check("record-card-not-held", (*_LEAD, *_EXPOSED), ("offender",), cards.find_card_not_held),
    Check("record-card-not-held", _PLAYED, ("offender", "card"), cards.find_played_card_not_held),
    Check(
        "record-card-quitted", (*_LEAD, *_EXPOSED, *_PLAYED), ("offender", "trick"), cards.find_card_quitted
    ),
    Check("record-only-in-play", _EXPOSED, ("during",), cards.find_facts_of_play_in_auction),
    Check("record-declaring-side", _EXPOSED, ("offender",), cards.find_penalty_card_of_declaring_side),
    Check("record-card-named-twice", _EXPOSED, ("cards",), cards.find_same_card_again),
    Check("record-led-by-accident", _EXPOSED, ("led", "inadvertent"), cards.find_deliberate_accident),
    Check("record-not-dummy", _PLAYED, ("offender", "fact"), cards.find_player_without_the_part),
    Check("record-named-otherwise", _PLAYED, ("said",), cards.find_other_naming),
    Check("record-no-next-trick", _PLAYED, ("trick",), cards.find_trick_after_last),
    Check(
        "record-no-suit-left",
        _PLAYED,
        ("offender", "trick", "still_holds_suit"),
        cards.find_suit_not_left,
    ),
    Check("record-place-in-trick", _PLAYED, ("trick", "fourth_hand"), cards.find_place_in_trick),
    Check("record-quitted-by-two", (*_PLAYED, *_HAND), ("quitted",), cards.find_quitted_twice),
    # Revokes: Laws 61 to 64
    Check("record-last-card", _REVOKE, ("trick",), tricks.find_revoke_with_last_card),
    Check("record-followed-suit", _REVOKE, ("offender", "trick"), tricks.find_revoke_by_following),
    Check("record-no-suit-to-follow", _REVOKE, ("offender", "trick"), tricks.find_revoke_without_suit),
    Check("record-card-not-held", _REVOKE, ("trick", "won_with"), tricks.find_other_winning_card),
    Check(
        "record-later-tricks",
        _REVOKE,
        ("offender", "trick", "later_tricks"),
        tricks.find_too_many_later_tricks,
    ),
    Check(
        "record-no-later-trick", _REVOKE, ("later_tricks", "later_with_suit"), tricks.find_later_trick_of_none
    ),
    Check("record-asked-himself", _REVOKE, ("offender", "asked_by"), tricks.find_asked_himself),
    Check("record-is-established", _REVOKE, ("offender", "established"), tricks.find_revoke_not_established),
    # Claims: Laws 68 to 71
    Check("record-dummy-claims", _CLAIM, ("by",), tricks.find_claim_by_dummy),
    Check("record-cards-left", _CLAIM, ("after", "position"), tricks.find_other_number_of_cards),
    Check("record-card-not-held", _CLAIM, ("position",), tricks.find_card_of_position_elsewhere),
    Check("record-leader-is", _CLAIM, ("on_lead",), tricks.find_wrong_player_on_lead),
    Check("record-strain-is", _CLAIM, ("trumps",), tricks.find_other_trumps),
    Check("tricks-left", _CLAIM, (), tricks.find_more_tricks_than_left),
    Check(
        "record-declarer-conceded",
        _CLAIM,
        ("by", "partner_objected"),
        tricks.find_objection_without_concession,
    ),
    Check("record-notrumps", _CLAIM, (), tricks.find_trumps_without_suit),
    Check("record-target-is-theirs", _CLAIM, ("by", "towards"), tricks.find_target_with_opponents),
    # Explanations and information: Laws 16, 20 and 21
    Check("record-call-of-opponents", _EXPLAINED, ("by", "at"), information.find_explanation_of_opponents),
    Check("record-told-own-side", _EXPLAINED, ("by", "to"), information.find_explanation_to_own_side),
    Check("record-before-that", _EXPLAINED, ("at", "decisions"), information.find_decision_before_call),
    Check(
        "record-other-side-corrects",
        _EXPLAINED,
        ("by", "corrected_by"),
        information.find_correction_by_opponents,
    ),
    Check(
        "record-call-not-legal",
        _EXPLAINED,
        ("correct_call", "decisions"),
        information.find_correct_call_not_legal,
    ),
    Check("record-card-not-held", _EXPLAINED, ("correct_lead",), information.find_correct_lead_not_held),
    Check("record-before-that", _USED, ("at", "action"), information.find_action_before_information),
    Check(
        "record-not-partner",
        (Kind.UNAUTHORISED_INFORMATION,),
        ("source", "offender"),
        information.find_information_from_opponent,
    ),
    Check("record-card-not-held", _USED, ("offender", "suggests"), information.find_suggested_card_not_held),
    Check(
        "record-card-not-held",
        (Kind.WITHDRAWN_CALL,),
        ("source", "withdrawn"),
        information.find_withdrawn_card_not_held,
    ),
    Check(
        "record-call-stands",
        (Kind.WITHDRAWN_CALL,),
        ("at", "source", "withdrawn"),
        information.find_withdrawn_call_that_stands,
    ),
    # Boards, hands, information from elsewhere, entries (13-17, 79)
    Check("record-nobody-had-called", _BOARD, ("called",), boards.find_call_over_no_call),
    Check("record-caller-offends", _BOARD, ("offender", "new_call"), boards.find_new_call_of_offenders),
    Check("record-before-auction", _HAND, ("noticed", "called"), boards.find_call_before_auction),
    Check("record-hand-was-full", _HAND, ("found", "cards"), boards.find_missing_card_of_full_hand),
    Check("record-no-card-played", _HAND, ("noticed",), boards.find_card_played_before_play),
    Check("record-not-foreign", _HAND, ("foreign", "foreign_played"), boards.find_foreign_card_of_this_deal),
    Check(
        "record-not-played-on",
        (Kind.OUTSIDE_INFORMATION,),
        ("chosen", "affected"),
        boards.find_effect_on_no_play,
    ),
    Check("record-was-played", (Kind.NO_PLAY,), (), boards.find_play_of_board_without_result),
    Check("record-contract-is", _ENTRY, ("correct",), boards.find_result_not_played),
    Check("record-tricks-are", _ENTRY, ("recorded", "correct"), boards.find_result_of_neither_entry),
    Check("record-entries-agree", _ENTRY, ("recorded", "points_entered"), boards.find_entries_that_agree),
    # Clocks (79C, 92B)
    Check("record-hour-before", _ENTRY, ("posted", "reported"), clocks.find_report_before_posting),
    Check(
        "record-round-was-over",
        _ENTRY,
        ("round_over", "round_end", "reported"),
        clocks.find_other_end_of_round,
    ),
    Check("record-hour-before", (*_ENTRY, "appeal", "ruling"), (), clocks.find_hour_before_event),
    Check("record-hour-before", ("appeal",), ("lodged",), clocks.find_appeal_before_ruling),
    Check(
        "record-hour-before", ("appeal",), ("lodged", "score_posted"), clocks.find_appeal_long_before_score
    ),
    Check("record-hour-before", ("appeal",), ("recourse",), clocks.find_recourse_before_appeal),
    Check("record-hour-before", ("ruling",), ("given",), clocks.find_ruling_out_of_order),
)


def find_contradictions(facts: PartialCase) -> Iterator[Problem]:
    """Every contradiction between an incident, as either side states it, and the record; then those of appeal and rulings."""
    record = TableRecord(facts)
    for number, entry in enumerate(record.incidents, 1):
        problems = tuple(_problems(StatedFacts(f"incident {number}", entry), record))
        yield from problems
        otherwise = entry.get("otherwise")
        if isinstance(otherwise, dict):
            denied = StatedFacts(f"incident {number}", {**entry, **otherwise})
            reported = {(problem.where, problem.found) for problem in problems}
            for problem in _problems(denied, record):
                if (problem.where, problem.found) not in reported:
                    yield _of_the_other_side(problem, denied, otherwise)
    for name in ("appeal", "ruling"):
        single = isinstance(facts.tree.get(name), dict)
        for number, entry in enumerate(tables(facts.tree, name)[:LONGEST_LIST], 1):
            yield from _problems(StatedFacts(name if single else f"{name} {number}", entry), record, name)


def _problems(stated: StatedFacts, record: TableRecord, table: str = "") -> Iterator[Problem]:
    """What is wrong with one incident or table."""
    kind = table or stated.kind
    for check in CHECKS:
        if kind in check.kinds and all(map(stated.states, check.needs)):
            yield from _tested(check, stated, record)


def _tested(check: Check, stated: StatedFacts, record: TableRecord) -> Iterator[Problem]:
    try:
        for finding in check.test(stated, record):
            where = stated.under(finding.key)
            words = sentence(finding.code or check.code, **finding.arguments)
            why = sentence("at-place", where=finding.against, why=words)
            remedy = sentence(check.remedy, where=where, place=finding.against)
            yield Problem(where, finding.shown or stated.shown(finding.key), why, remedy)
    except NotStatedError:
        return


def _of_the_other_side(problem: Problem, stated: StatedFacts, otherwise: Tree) -> Problem:
    """The problem at the key as the other side states it, where that is what is wrong."""
    rest = problem.where.removeprefix(f"{stated.where} ")
    if rest.split(" ", 1)[0] not in otherwise:
        return problem
    return replace(problem, where=f"{stated.where} otherwise {rest}")
