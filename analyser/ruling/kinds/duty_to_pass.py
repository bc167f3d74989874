"""Whether a player who had to pass, after an irregular call, kept to it in the auction that followed (37)."""

from collections.abc import Iterator, Mapping
from typing import Final

from analyser.bridge import PASS, Auction, Seat
from analyser.casefile import Case, IrregularCall, Moment
from analyser.laws import Jurisdiction
from analyser.ruling import Finding, Rectification
from analyser.ruling.kinds.rectification import NOTHING, Step, due, steps_of

_THROUGHOUT: Final[Mapping[Step, bool]] = {
    Step.OFFENDER_PASSES: False,
    Step.PARTNER_PASSES: False,
    Step.BOTH_PASS: False,
    Step.OFFENDER_SILENT: True,
    Step.PARTNER_SILENT: True,
    Step.BOTH_SILENT: True,
}
"""The duties to pass, and whether each lasts to the end of the auction or for the next turn."""


def broken_duty(
    case: Case, incident: IrregularCall, rectification: Rectification, law: Jurisdiction
) -> Rectification:
    """The first recorded call that somebody silenced by this incident should not have made, and what follows it."""
    auction = case.auction
    if auction is None or incident.at is None or incident.at.moment is not Moment.CALL:
        return NOTHING
    own = incident.at.number if incident.accepted else 0  # an accepted call stands, whatever its maker owed
    breaches = sorted(
        number
        for duty in rectification.due
        for number in _breaches(auction, duty, incident.at.number)
        if number != own
    )
    if not breaches:
        return NOTHING
    number = breaches[0]
    who, call = auction.seats[number - 1], auction.calls[number - 1]
    accepted = number < len(auction)
    paths = law.edition.paths
    place = ("37A" if "37A" in paths else "35") if accepted else ("37B" if "37B" in paths else "37")
    step = Step.BREACH_STANDS if accepted else Step.BREACH_CANCELLED
    return due(law, step, place, who=who, call=call, number=number)


def _breaches(auction: Auction, duty: Finding, first: int) -> Iterator[int]:
    """The numbers of the calls that break one duty: each call but a pass, of the first turn alone or of all."""
    (step,) = steps_of(Rectification((duty,)))
    if step not in _THROUGHOUT:
        return
    who = duty.arguments["who"]
    both = step in (Step.BOTH_PASS, Step.BOTH_SILENT)
    silenced = [
        seat for seat in Seat if seat is who or (both and isinstance(who, Seat) and seat is who.partner)
    ]
    for seat in silenced:
        turns = [number for number in range(first, len(auction) + 1) if auction.seats[number - 1] is seat]
        for number in turns if _THROUGHOUT[step] else turns[:1]:
            if auction.calls[number - 1] != PASS:
                yield number
