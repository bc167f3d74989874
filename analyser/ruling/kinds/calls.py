"""What the kinds of irregular calls share: the facts of the call, enforced passes and lead restrictions (26)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import assert_never

from analyser.bridge import PASS, Auction, Call, Seat, Suit
from analyser.casefile import Case, IrregularCall, Moment, Question
from analyser.laws import Jurisdiction
from analyser.laws.choices import LeadRestriction, PassDuration, ProofBar
from analyser.ruling import Rectification
from analyser.ruling.kinds.rectification import (
    NOTHING,
    Step,
    combine,
    due,
    find_judgement,
    option,
    unmet_needs,
)


class Whose(Enum):
    """Whose turn it was, seen from the one who called."""

    OWN = 0
    LEFT = 1
    PARTNER = 2
    RIGHT = 3


@dataclass(frozen=True, slots=True)
class CallFacts:
    """What is known of an irregular call; `None` is not told."""

    offender: Seat
    turn: Seat | None = None
    call: Call | None = None
    replacement: Call | None = None
    accepted: bool | None = None
    comparable: bool | None = None
    unintended: bool | None = None
    partner_called: bool | None = None
    artificial: bool | None = None
    same_meaning: bool | None = None
    right_hand_passed: bool | None = None
    called_before: bool | None = None
    barred: bool | None = None
    barred_throughout: bool | None = None
    found_late: bool | None = None
    any_bid: bool | None = None
    first_legal: bool | None = None
    lowest_same: bool | None = None
    sufficient: bool | None = None
    suits: tuple[Suit, ...] | None = None  # that the withdrawn call showed
    suits_again: tuple[Suit, ...] | None = None  # that its maker showed in the auction that stood
    declarer: Seat | None = None
    pause: bool | None = None
    replacement_stood: bool = False  # the auction went on from the call put in its place
    meaning_key: str = "same_meaning"  # what to ask for where it is open whether the meaning is the same

    @property
    def turn_owner(self) -> Whose | None:
        """Whose turn it was, seen from the offender."""
        return None if self.turn is None else Whose((self.turn - self.offender) & 3)

    def move_to_turn(self, turn: Seat) -> "CallFacts":
        """The same call at the turn of another player."""
        return replace(self, turn=turn)

    def repeat_in_turn(self) -> "CallFacts":
        """The same call made again at the offender's own turn, where it may be accepted again."""
        return replace(self, turn=self.offender, accepted=None)


def call_facts(case: Case, incident: IrregularCall) -> CallFacts:
    """The facts of the case, those that are not told read from the auction where it shows them."""
    number = incident.at.number if incident.at is not None and incident.at.moment is Moment.CALL else None
    auction = case.auction
    before = None if auction is None or number is None else auction.before(number)
    turn = incident.turn
    if turn is None and before is not None:
        turn = before.turn
    replacement = incident.replacement
    if replacement is None and not incident.accepted:
        replacement = _later_call(auction, number, incident.offender)
    comparable = incident.comparable
    if comparable is None:
        comparable = find_judgement(case, incident, Question.COMPARABLE)
    called_before = incident.called_before
    if called_before is None and before is not None:
        called_before = incident.offender in before.seats
    call = incident.call
    return CallFacts(
        incident.offender,
        turn,
        call,
        replacement,
        incident.accepted,
        comparable,
        incident.unintended,
        incident.partner_has_called,
        incident.artificial,
        incident.same_meaning,
        _right_hand_passed(incident, auction, number, turn),
        called_before,
        incident.barred,
        _barred_throughout(incident, auction, number),
        incident.found_late,
        None if before is None else before.last_bid is not None,
        None if before is None or call is None else not before.explain_illegal(call, incident.offender),
        _lowest_same(before, call, replacement),
        None
        if before is None or replacement is None or not replacement.is_bid
        else replacement in before.legal_calls(),
        _suits_of_a_pass(incident),
        _suits_again(incident, auction, replacement, called_before),
        None if case.contract is None else case.contract.declarer,
        pause=incident.pause,
        replacement_stood=_went_on_from(auction, number, call, replacement),
    )


def _suits_of_a_pass(incident: IrregularCall) -> tuple[Suit, ...] | None:
    """The suits the withdrawn call showed: as stated, none for a pass that meant nothing else."""
    if incident.suits is None and incident.call == PASS and not incident.artificial:
        return ()
    return incident.suits


def _suits_again(
    incident: IrregularCall, auction: Auction | None, replacement: Call | None, called_before: bool | None
) -> tuple[Suit, ...] | None:
    """The suits the offender showed in the auction that stood: as stated, none where he only passed in it (26)."""
    if incident.suits_again is not None or replacement != PASS:
        return incident.suits_again
    if auction is None:
        return () if called_before is False else None
    calls = zip(auction.seats, auction.calls, strict=True)
    return () if all(call == PASS for seat, call in calls if seat is incident.offender) else None


def _went_on_from(
    auction: Auction | None, number: int | None, call: Call | None, replacement: Call | None
) -> bool:
    """Whether the recorded auction holds the call put in place of the other."""
    if auction is None or number is None or number > len(auction) or replacement in (None, call):
        return False
    return auction.calls[number - 1] == replacement


def _barred_throughout(incident: IrregularCall, auction: Auction | None, number: int | None) -> bool | None:
    """Whether the duty to pass goes on; where he called no more in a finished auction it binds nobody any longer."""
    if incident.barred_throughout is not None or auction is None or number is None or not auction.is_over:
        return incident.barred_throughout
    return None if incident.offender in auction.seats[number:] else False


def _later_call(auction: Auction | None, number: int | None, offender: Seat) -> Call | None:
    """What the offender called instead: his own next call in the auction that stood."""
    if auction is None or number is None:
        return None
    calls = zip(auction.seats[number - 1 :], auction.calls[number - 1 :], strict=True)
    return next((call for seat, call in calls if seat is offender), None)


def _right_hand_passed(
    incident: IrregularCall, auction: Auction | None, number: int | None, turn: Seat | None
) -> bool | None:
    if incident.right_hand_passed is not None or auction is None or number is None or incident.accepted:
        return incident.right_hand_passed
    if number > len(auction) or turn is None or auction.seat_of(number) is not turn:
        return None
    return auction.calls[number - 1] == PASS


def _lowest_same(before: Auction | None, call: Call | None, replacement: Call | None) -> bool | None:
    """Whether the replacement is the lowest sufficient bid in the denomination first named."""
    if call is None or replacement is None:
        return None
    if not replacement.is_bid or replacement.strain is not call.strain:
        return False
    if before is None:
        return None
    lowest = next((bid for bid in before.legal_calls() if bid.strain is call.strain), None)
    return replacement == lowest


def _passes(
    law: Jurisdiction, duration: PassDuration, who: Seat, once: Step, silent: Step, *places: str
) -> Rectification:
    match duration:
        case PassDuration.NONE:
            return NOTHING
        case PassDuration.NEXT_TURN:
            return due(law, once, *places, who=who)
        case PassDuration.THROUGHOUT:
            return due(law, silent, *places, who=who)
        case _:
            assert_never(duration)


def offender_passes(law: Jurisdiction, duration: PassDuration, offender: Seat, *places: str) -> Rectification:
    """The offender himself must pass for as long as the edition says."""
    return _passes(law, duration, offender, Step.OFFENDER_PASSES, Step.OFFENDER_SILENT, *places)


def partner_passes(law: Jurisdiction, duration: PassDuration, offender: Seat, *places: str) -> Rectification:
    """The offender's partner must pass for as long as the edition says; that may have been foreseen."""
    bar = _passes(law, duration, offender.partner, Step.PARTNER_PASSES, Step.PARTNER_SILENT, *places)
    return NOTHING if bar is NOTHING else combine(bar, rectify_awareness(law, offender, forced=True))


def both_pass(
    law: Jurisdiction, duration: PassDuration, offender: Seat, *places: str, recourse: bool = True
) -> Rectification:
    """Both members of the side must pass for as long as the edition says; without recourse that costs no score (38D)."""
    bar = _passes(law, duration, offender, Step.BOTH_PASS, Step.BOTH_SILENT, *places)
    if bar is NOTHING or not recourse:
        return bar
    return combine(bar, rectify_awareness(law, offender, forced=True))


def rectify_awareness(law: Jurisdiction, offender: Seat, *, forced: bool = False) -> Rectification:
    """If the offender could have been aware that his irregularity might well damage the others, a score follows.

    `forced` says that his partner must pass for it: Law 23 of 1997 speaks of that alone, 72B1 of every irregularity, and
    there the damage must have been likely.
    """
    place = "could-be-aware" if forced else "could-be-aware-unforced"
    bar = ProofBar.COULD_WELL if forced else law.edition.adjusting.could_be_aware
    return due(law, Step.COULD_HAVE_KNOWN, place, who=offender, harm=f"harm-{bar}")


def restrict_information(law: Jurisdiction, offender: Seat) -> Rectification:
    """What the withdrawn call told is for the innocent side alone."""
    return combine(
        due(law, Step.UNAUTHORISED, "withdrawn-offenders", who=offender.side),
        due(law, Step.AUTHORISED, "withdrawn-innocent", who=offender.side.other),
    )


def _sort_suits(suits: Iterable[Suit]) -> tuple[Suit, ...]:
    return tuple(sorted(suits, reverse=True))


def lead_restriction(law: Jurisdiction, facts: CallFacts) -> Rectification:
    """What declarer may ask when the offender's partner, a defender, is first to lead."""
    if facts.declarer is not None and facts.declarer.side is facts.offender.side:
        return NOTHING
    leader, again = facts.offender.partner, facts.suits_again
    form = law.edition.calls.lead_restriction
    match form:
        case LeadRestriction.FORBID_UNSPECIFIED:
            open_suits = _sort_suits(set(Suit) - set(again or ()))
            if not open_suits:
                return due(law, Step.UNRESTRICTED, "lead-specified-suit", who=leader)
            return combine(
                option(law, Step.FORBID_ONE_OF, "lead-specified-suit", who=leader, suits=open_suits),
                unmet_needs("suits_again") if again is None else NOTHING,
            )
        case LeadRestriction.REQUIRE_OR_FORBID | LeadRestriction.REQUIRE_OR_FORBID_ANY:
            return _lead_restrictions(law, leader, facts.suits, again)
        case _:
            assert_never(form)


def _lead_restrictions(
    law: Jurisdiction, leader: Seat, specified: tuple[Suit, ...] | None, again: tuple[Suit, ...] | None
) -> Rectification:
    """1997 and 2007: suits shown and not shown again may be required or forbidden; without suits, any one forbidden."""
    if specified is None:
        return unmet_needs("suits")
    if not specified:
        if not law.edition.calls.other_calls_forbid_one_suit:
            return NOTHING
        return option(law, Step.FORBID_ONE_OF, "lead-other-calls", who=leader, suits=_sort_suits(Suit))
    left = _sort_suits(set(specified) - set(again or ()))
    if not left:
        return due(law, Step.UNRESTRICTED, "lead-specified-suit", who=leader)
    wanted = unmet_needs("suits_again") if again is None else NOTHING
    options = [
        option(law, step, "lead-specified-suit", who=leader, suit=suit)
        for suit in left
        for step in (Step.REQUIRE_SUIT, Step.FORBID_SUIT)
    ]
    return combine(*options, wanted)
