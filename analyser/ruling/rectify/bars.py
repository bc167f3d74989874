"""A player must pass once or throughout, and the first lead of the offender's partner may be restricted (26)."""

from collections.abc import Iterable
from typing import assert_never

from analyser.bridge import Seat, Suit
from analyser.laws import Jurisdiction
from analyser.laws.choices import LeadRestriction, PassDuration
from analyser.ruling import Rectification
from analyser.ruling.rectify.remedy import NOTHING, due, lacking, option, together
from analyser.ruling.rectify.steps import Step

__all__ = [
    "both_pass",
    "could_have_known",
    "lead_restriction",
    "offender_passes",
    "partner_passes",
    "unauthorised",
]


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
    return NOTHING if bar is NOTHING else together(bar, could_have_known(law, offender, forced=True))


def both_pass(law: Jurisdiction, duration: PassDuration, offender: Seat, *places: str) -> Rectification:
    """Both members of the side must pass for as long as the edition says."""
    bar = _passes(law, duration, offender, Step.BOTH_PASS, Step.BOTH_SILENT, *places)
    return NOTHING if bar is NOTHING else together(bar, could_have_known(law, offender, forced=True))


def could_have_known(law: Jurisdiction, offender: Seat, *, forced: bool = False) -> Rectification:
    """If the offender could have been aware that his irregularity might well damage the others, a score follows.

    `forced` says that his partner must pass for it: Law 23 of 1997 speaks of that alone, 72B1 of every irregularity.
    """
    place = "could-be-aware" if forced else "could-be-aware-unforced"
    return due(law, Step.COULD_HAVE_KNOWN, place, who=offender)


def unauthorised(law: Jurisdiction, offender: Seat) -> Rectification:
    """What the withdrawn call told is for the innocent side alone."""
    return together(
        due(law, Step.UNAUTHORISED, "withdrawn-offenders", who=offender.side),
        due(law, Step.AUTHORISED, "withdrawn-innocent", who=offender.side.other),
    )


def _in_order(suits: Iterable[Suit]) -> tuple[Suit, ...]:
    return tuple(sorted(suits, reverse=True))


def lead_restriction(
    law: Jurisdiction,
    offender: Seat,
    declarer: Seat | None,
    specified: tuple[Suit, ...] | None,
    again: tuple[Suit, ...] | None,
) -> Rectification:
    """What declarer may ask when the offender's partner, a defender, is first to lead.

    `specified`: the suits the withdrawn call showed; `again`: those its maker showed in the auction that stood.
    """
    if declarer is not None and declarer.side is offender.side:
        return NOTHING
    leader = offender.partner
    form = law.edition.calls.lead_restriction
    match form:
        case LeadRestriction.FORBID_UNSPECIFIED:
            open_suits = _in_order(set(Suit) - set(again or ()))
            if not open_suits:
                return due(law, Step.UNRESTRICTED, "lead-specified-suit", who=leader)
            return together(
                option(law, Step.FORBID_ONE_OF, "lead-specified-suit", who=leader, suits=open_suits),
                lacking("suits_again") if again is None else NOTHING,
            )
        case LeadRestriction.REQUIRE_OR_FORBID | LeadRestriction.REQUIRE_OR_FORBID_ANY:
            return _of_specified_suits(law, leader, specified, again)
        case _:
            assert_never(form)


def _of_specified_suits(
    law: Jurisdiction, leader: Seat, specified: tuple[Suit, ...] | None, again: tuple[Suit, ...] | None
) -> Rectification:
    """1997 and 2007: suits shown and not shown again may be required or forbidden; without suits, any one forbidden."""
    if specified is None:
        return lacking("suits")
    if not specified:
        if not law.edition.calls.other_calls_forbid_one_suit:
            return NOTHING
        return option(law, Step.FORBID_ONE_OF, "lead-other-calls", who=leader, suits=_in_order(Suit))
    left = _in_order(set(specified) - set(again or ()))
    if not left:
        return due(law, Step.UNRESTRICTED, "lead-specified-suit", who=leader)
    wanted = lacking("suits_again") if again is None else NOTHING
    each = [
        option(law, step, "lead-specified-suit", who=leader, suit=suit)
        for suit in left
        for step in (Step.REQUIRE_SUIT, Step.FORBID_SUIT)
    ]
    return together(*each, wanted)
