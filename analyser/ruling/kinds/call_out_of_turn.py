"""The call out of turn: accepted, put right without more, repeated, or paid for with passes; calls as good as in turn (28-34)."""

from enum import Enum
from typing import TypeAlias, assert_never

from analyser.bridge import PASS
from analyser.casefile import Case, IrregularCall, Moment, Place
from analyser.laws import Jurisdiction
from analyser.laws.choices import OutOfTurn, PassDuration
from analyser.ruling import Rectification
from analyser.ruling.kinds.calls import (
    CallFacts,
    Whose,
    lead_restriction,
    offender_passes,
    partner_passes,
    rectify_awareness,
    restrict_information,
)
from analyser.ruling.kinds.provision_table import incident_facts, rectify_by_provisions
from analyser.ruling.kinds.rectification import (
    NOTHING,
    Applied,
    Rule,
    Step,
    all_true,
    always,
    combine,
    decide,
    due,
    negate,
    option,
    unmet_needs,
)


class OutOfTurnCall(Enum):
    """What follows a call out of turn."""

    STANDS = "stands"
    CHANGE_OF_CALL = "change-of-call"
    SILENT = "silent"
    SILENT_PARTNER_LIMITED = "silent-partner-limited"
    REPEAT = "repeat"
    FREE = "free"
    PARTNER_BARRED = "partner-barred"


_Rule: TypeAlias = Rule[CallFacts, OutOfTurnCall]


class _Sort(Enum):
    """What kind of call it was, as Laws 30 to 32 part them."""

    PASS = 30
    BID = 31
    DOUBLE = 32


def _sort(facts: CallFacts) -> _Sort | None:
    """A pass that is artificial goes by the law of bids (30C)."""
    if facts.call is None:
        return None
    if facts.call == PASS:
        return _Sort.BID if facts.artificial else _Sort.PASS
    return _Sort.BID if facts.call.is_bid else _Sort.DOUBLE


def _right(facts: CallFacts) -> bool:
    return facts.turn_owner is Whose.RIGHT


def _is_refused(facts: CallFacts) -> bool:
    return facts.accepted is not True


def _later_change(facts: CallFacts) -> bool | None:
    """One's own second call at the left-hand opponent's turn, or a double there, changes a call (25)."""
    if facts.turn_owner is not Whose.LEFT or not _is_refused(facts):
        return False
    return True if _sort(facts) is _Sort.DOUBLE else facts.called_before


def _later_bid(facts: CallFacts) -> bool | None:
    """1997, 2007: the same for a bid or a double; a pass has a provision of its own (30B3)."""
    return False if _sort(facts) is _Sort.PASS else _later_change(facts)


def _pass_after_a_bid(facts: CallFacts, whose: Whose) -> bool | None:
    """1997, 2007: a pass at that player's turn after a bid; before any bid 30A stands first."""
    if _sort(facts) is not _Sort.PASS or not _is_refused(facts) or facts.turn_owner is not whose:
        return False
    return facts.any_bid


def _repeats(facts: CallFacts) -> bool | None:
    """At right-hand opponent's turn he passed: the bid, double or redouble is simply repeated."""
    if _sort(facts) in (None, _Sort.PASS) or not _right(facts) or not _is_refused(facts):
        return False
    return facts.right_hand_passed


def select_rule(facts: CallFacts, law: Jurisdiction) -> Applied[OutOfTurnCall]:
    """Which part of Laws 29 to 32 applies."""
    form = law.edition.calls.out_of_turn
    common: tuple[_Rule, ...] = (
        Rule("29A", lambda facts: facts.accepted, OutOfTurnCall.STANDS, ("accepted",)),
        Rule("31A1", _repeats, OutOfTurnCall.REPEAT, ("right_hand_passed",)),
    )
    special: tuple[_Rule, ...]
    general: _Rule = Rule("31B", always, OutOfTurnCall.PARTNER_BARRED)
    match form:
        case OutOfTurn.BY_DENOMINATION:
            if _sort(facts) is _Sort.PASS:  # the passer owes a pass whatever had been bid, partner none
                general = Rule("30A", always, OutOfTurnCall.SILENT)
            special = (
                Rule(
                    "30B2",
                    lambda facts: _pass_after_a_bid(facts, Whose.PARTNER),
                    OutOfTurnCall.SILENT_PARTNER_LIMITED,
                    ("at",),
                ),
                Rule(
                    "30B3",
                    lambda facts: _pass_after_a_bid(facts, Whose.LEFT),
                    OutOfTurnCall.CHANGE_OF_CALL,
                    ("at",),
                ),
                Rule("31B", _later_bid, OutOfTurnCall.CHANGE_OF_CALL, ("called_before",)),
            )
        case OutOfTurn.BY_COMPARABLE_CALL:
            special = (
                Rule("30A", _pass_at_right, OutOfTurnCall.SILENT),
                Rule("30B2", _later_change, OutOfTurnCall.CHANGE_OF_CALL, ("called_before",)),
                Rule("23A", _comparable, OutOfTurnCall.FREE, ("comparable",)),
            )
        case _:
            assert_never(form)
    return decide(facts, general, (*common, *special))


def _pass_at_right(facts: CallFacts) -> bool:
    """2017: a pass at right-hand opponent's turn."""
    return _sort(facts) is _Sort.PASS and _is_refused(facts) and _right(facts)


def _comparable(facts: CallFacts) -> bool | None:
    """2017: the call put in its place is comparable."""
    if not _is_refused(facts) or _pass_at_right(facts):
        return False
    return all_true(facts.comparable, negate(_repeats(facts)), negate(_later_change(facts)))


def _pass_duration(facts: CallFacts, law: Jurisdiction) -> PassDuration:
    """How long partner is silenced, by the kind of call, whose turn it was and the denomination."""
    calls = law.edition.calls
    sort = _sort(facts)
    if sort is _Sort.DOUBLE:
        return calls.double_out_of_turn
    if sort is _Sort.PASS:
        return calls.pass_at_partners_turn
    if not _right(facts):
        return calls.bid_at_partners_turn
    same = (
        facts.replacement is not None
        and facts.call is not None
        and facts.call.is_bid  # a pass that was artificial names none to repeat (31A2b)
        and facts.replacement.strain is facts.call.strain
    )
    return calls.bid_same_denomination if same else calls.bid_other_denomination


def _denomination_untold(facts: CallFacts, law: Jurisdiction) -> bool:
    """Whether it hangs on the denomination of a call that is not told how long partner is silenced (31A2)."""
    calls = law.edition.calls
    by_denomination = calls.bid_same_denomination is not calls.bid_other_denomination
    bid = facts.call is not None and facts.call.is_bid
    return by_denomination and bid and _right(facts) and facts.replacement is None


def call_out_of_turn(facts: CallFacts, law: Jurisdiction) -> Rectification:
    """What the offender, his partner and the other side must or may do."""
    wanted = [key for key, value in (("call", facts.call), ("turn", facts.turn)) if value is None]
    if facts.accepted is None:
        wanted.append("accepted")
    choice = option(law, Step.ACCEPT, "29A", by=facts.offender.next) if facts.accepted is None else NOTHING
    if "call" in wanted or "turn" in wanted:
        return combine(choice, _goes_back(facts, law), unmet_needs(*wanted))
    decision = select_rule(facts, law)
    wanted += [key for key in decision.missing if getattr(facts, key, None) is None]
    if decision.answer is OutOfTurnCall.PARTNER_BARRED and _denomination_untold(facts, law):
        wanted.append("replacement")
    return combine(choice, _steps(decision.answer, facts, law), unmet_needs(*wanted))


def _goes_back(facts: CallFacts, law: Jurisdiction) -> Rectification:
    if facts.turn is None:
        return due(law, Step.CALL_CANCELLED, "29B", who=facts.offender)
    return combine(
        due(law, Step.CALL_CANCELLED, "29B", who=facts.offender),
        due(law, Step.TURN_RETURNED, "29B", turn=facts.turn),
    )


def _steps(answer: OutOfTurnCall, facts: CallFacts, law: Jurisdiction) -> Rectification:
    calls, offender = law.edition.calls, facts.offender
    at = _limb(facts, law)
    match answer:
        case OutOfTurnCall.STANDS:
            return due(law, Step.CALL_STANDS, "29A", who=offender, by=offender.next)
        case OutOfTurnCall.CHANGE_OF_CALL:
            return due(law, Step.CHANGE_OF_CALL, "25", who=offender)
        case OutOfTurnCall.SILENT:
            duration = calls.pass_at_right_hand if _right(facts) else calls.pass_before_any_bid
            return combine(
                _goes_back(facts, law),
                offender_passes(law, duration, offender, *_places_of_pass(facts, law)),
                rectify_awareness(law, offender),
            )
        case OutOfTurnCall.SILENT_PARTNER_LIMITED:
            return combine(
                _goes_back(facts, law),
                offender_passes(law, calls.pass_at_partners_turn, offender, "pass-at-partners-turn"),
                due(law, Step.PARTNER_NO_DOUBLE, "pass-at-partners-turn", who=offender.partner),
                rectify_awareness(law, offender),
            )
        case OutOfTurnCall.REPEAT:
            return combine(
                _goes_back(facts, law),
                due(law, Step.REPEAT, at, who=offender, by=offender if facts.turn is None else facts.turn),
            )
        case OutOfTurnCall.FREE:
            return combine(
                _goes_back(facts, law),
                due(law, Step.FREE, at, "comparable-without-more", who=offender),
                due(law, Step.WITH_HELP, "comparable-adjusted", who=offender.side),
                NOTHING if _right(facts) else restrict_information(law, offender),
            )
        case OutOfTurnCall.PARTNER_BARRED:
            return combine(
                _goes_back(facts, law),
                due(law, Step.ANY_LEGAL, at, who=offender),
                partner_passes(law, _pass_duration(facts, law), offender, at),
                restrict_information(law, offender),
                _restriction(facts, law),
            )
        case _:
            assert_never(answer)


def _places_of_pass(facts: CallFacts, law: Jurisdiction) -> tuple[str, ...]:
    """Where the pass its maker owes stands: before any bid, or at right-hand opponent's turn; both while that is untold."""
    before, at_right = "pass-before-any-bid", "pass-at-right-hand"
    if law.edition.calls.out_of_turn is OutOfTurn.BY_COMPARABLE_CALL:
        return (at_right,)
    if not _right(facts) or facts.any_bid is False:
        return (before,)
    return (at_right,) if facts.any_bid else (before, at_right)


def _limb(facts: CallFacts, law: Jurisdiction) -> str:
    """Where it stands what follows, by the sort of call and whose turn it was; Law 32 changed its letters in 2017."""
    sort, passed = _sort(facts), facts.right_hand_passed
    if sort is None:
        return "29"
    if sort is _Sort.PASS:
        return next(path for path in ("30B1b", "30") if path in law.edition.paths)
    if _right(facts):
        letter = "B" if sort is _Sort.DOUBLE and "32A2" not in law.edition.paths else "A"
        return f"{sort.value}{letter}{1 if passed else 2}"
    return "32A" if sort is _Sort.DOUBLE and "32A2" not in law.edition.paths else f"{sort.value}B"


def _restriction(facts: CallFacts, law: Jurisdiction) -> Rectification:
    """A repeated denomination silences partner once and leaves the lead free in 1997 and 2007 (31A2a)."""
    by_denomination = law.edition.calls.out_of_turn is OutOfTurn.BY_DENOMINATION
    if by_denomination and _pass_duration(facts, law) is PassDuration.NEXT_TURN:
        return NOTHING
    return lead_restriction(law, facts)


def counted_in_rotation(
    facts: CallFacts, incident: IrregularCall, law: Jurisdiction
) -> tuple[Rectification, str] | None:
    """What follows for a call that the Laws count as in rotation or as the later of two; none for any other."""
    if incident.irregularity != "out-of-turn":
        return None
    if incident.right_hand_barred or incident.right_player_called:
        at_right = {
            "right_hand_barred": bool(incident.right_hand_barred),
            "right_player_called": bool(incident.right_player_called),
        }
        return rectify_by_provisions(law, "in-rotation", incident_facts(incident) | at_right), "28"
    if not incident.simultaneous:
        return None
    later = later_of_two(incident, law, in_rotation=is_in_turn(incident))
    if is_in_turn(incident) and facts.call is not None and facts.call.is_bid and facts.any_bid is None:
        later = combine(later, unmet_needs("at"))  # without the auction nobody sees whether it was sufficient
    if facts.turn is None or is_in_turn(incident):
        return later, "33"
    return combine(later, call_out_of_turn(facts.move_to_turn(facts.turn.next), law)), "33"


def later_of_two(incident: IrregularCall, law: Jurisdiction, *, in_rotation: bool) -> Rectification:
    """Of two calls at once the other player's counts as the later one, in rotation where his turn came next (33)."""
    return rectify_by_provisions(
        law, "simultaneous", {**incident_facts(incident), "next_in_turn": in_rotation}
    )


def deemed_later(case: Case, incident: IrregularCall) -> IrregularCall:
    """The incident as the insufficient bid it is, where the call made at once by the player in turn was higher (33)."""
    auction, at = case.auction, incident.at
    if not (incident.simultaneous and is_in_turn(incident)) or auction is None or at is None:
        return incident
    call, number = incident.call, at.number + 1
    if call is None or not call.is_bid or at.moment is not Moment.CALL or number > len(auction) + 1:
        return incident
    if call in auction.before(number).legal_calls():
        return incident
    changes = {"irregularity": "insufficient", "at": Place(Moment.CALL, number), "turn": incident.offender}
    return incident.model_copy(update={**changes, "simultaneous": None})


def is_in_turn(incident: IrregularCall) -> bool:
    """Whether the call counts as made at its maker's turn: no infraction."""
    if incident.irregularity != "out-of-turn":
        return False
    if incident.right_hand_barred:
        return True
    return (
        bool(incident.simultaneous) and incident.turn is not None and incident.turn.next is incident.offender
    )


def corrected_too_soon(incident: IrregularCall, law: Jurisdiction) -> Rectification:
    """An insufficient bid put right before the director had ruled (27C; 9C in 1997)."""
    return (
        rectify_by_provisions(law, "premature-correction", incident_facts(incident))
        if incident.premature
        else NOTHING
    )


def turn_taken_away(incident: IrregularCall, law: Jurisdiction) -> Rectification:
    """A pass out of turn, one of the three that seemed to end the auction, took away a player's turn (34)."""
    return rectify_by_provisions(law, "deprived", incident_facts(incident))
