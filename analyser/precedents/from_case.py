"""A case drawn in outline, one sketch an incident."""

from dataclasses import replace
from fractions import Fraction

from analyser.bridge import Auction, Seat, Vulnerability
from analyser.casefile import (
    Case,
    Claim,
    Incident,
    IncidentKind,
    Misinformation,
    Moment,
    Other,
    Place,
    RulingGiven,
    SourceKind,
    UnauthorisedInformation,
    WithdrawnCall,
)
from analyser.precedents.sketch import ClaimSketch, PastRuling, Sketch
from analyser.scoring import percent_text

__all__ = ["sketches_of"]

_INFORMATION = ("tempo", "gesture", "remark", "question", "no-alert", "explanation", "alert")


def sketches_of(case: Case, *, judged: bool = True) -> tuple[Sketch, ...]:
    """Every incident of a case in outline; a case without an incident gives its facts alone.

    Not `judged`: without what the case expects to be found, so that it does not choose its own precedents.
    """
    incidents: tuple[Incident | None, ...] = case.incident or (None,)
    sketches = tuple(_sketch(case, incident) for incident in incidents)
    if judged:
        return sketches
    facts = (replace(sketch.unjudged(), rulings=sketch.rulings) for sketch in sketches)
    return tuple(
        replace(sketch, clauses=_clauses(incident, None))
        for sketch, incident in zip(facts, incidents, strict=True)
    )


def _sketch(case: Case, incident: Incident | None) -> Sketch:
    given, player, acted = _places(case, incident)
    rulings = [entry for entry in case.ruling if incident is None or entry.incident in (incident.id, None)]
    event, source, expected = case.event, case.source, case.expected[-1] if case.expected else None
    before = _before(case, acted)
    return Sketch(
        id=case.id,
        incident=incident.id if incident else "",
        kind=str(incident.kind) if incident else str(IncidentKind.OTHER),
        title=case.title or "",
        source=(source.name if source else None) or "",
        where=(source.where if source else None) or "",
        event=event.name or "",
        year=event.date.year if event.date else None,
        edition=event.edition,
        authority=event.authority,
        form=str(event.form) if event.form else None,
        level=str(event.level) if event.level else None,
        record=bool(source and source.kind is SourceKind.RECORD),
        clauses=_clauses(incident, expected.clauses if expected else None),
        information=_information(case, incident, given),
        given=_call(case, given),
        action=_call(case, acted),
        standing_bid=_text(before.last_bid) if before else None,
        hand=_hand(case, player),
        partner_suit=_partner_suit(before, player),
        vulnerable=_vulnerable(case, player),
        contested=_contested(before or case.auction),
        round=_round(before, player),
        claim=_claim(case, incident) if isinstance(incident, Claim) else None,
        rulings=tuple(map(_past_ruling, rulings)),
        infraction=expected.infraction if expected else None,
        appeal=str(expected.standing) if expected and expected.standing else None,
        held=tuple(map(str, (expected.alternatives or ()) if expected else ())),
        rejected=tuple(map(str, (expected.not_alternatives or ()) if expected else ())),
    )


def _places(case: Case, incident: Incident | None) -> tuple[Place | None, Seat | None, Place | None]:
    """Where the information was given, whose decision is judged, and where he took it."""
    match incident:
        case UnauthorisedInformation() | WithdrawnCall():
            return incident.at, incident.offender, incident.action
        case Misinformation():
            acted = incident.decisions[0] if incident.decisions else None
            to = incident.to[0] if incident.to else incident.by.next
            seat = None if acted is None else case.seat_at(acted)
            return incident.at, to if seat is None else seat, acted
        case Claim():
            return None, incident.by, None
        case None:
            return None, None, None
        case Other():
            return incident.at, incident.offender, None
        case _:
            return incident.happened_at, incident.offender_seat, None


def _call(case: Case, place: Place | None) -> str | None:
    if place is None or case.auction is None:
        return None
    if place.moment is Moment.CALL and 1 <= place.number <= len(case.auction):
        return str(case.auction.calls[place.number - 1])
    return str(case.lead) if place.moment is Moment.LEAD and case.lead else None


def _before(case: Case, place: Place | None) -> Auction | None:
    """The auction as the player had it; the whole one for a lead."""
    if place is None or case.auction is None:
        return None
    if place.moment is Moment.CALL:
        return case.auction.before(place.number) if 1 <= place.number <= len(case.auction) else None
    return case.auction


def _information(case: Case, incident: Incident | None, given: Place | None) -> str | None:
    """By what the information was given: the strongest remark at its place."""
    if isinstance(incident, Misinformation):
        return "no-alert" if (incident.given or "").startswith("not alerted") else "explanation"
    kinds = {str(remark.kind) for remark in case.remark if given is not None and remark.at == given}
    return next((kind for kind in _INFORMATION if kind in kinds), None)


def _hand(case: Case, player: Seat | None) -> str | None:
    hand = None if player is None else case.hand(player)
    return None if hand is None or len(hand) != 13 else str(hand)


def _partner_suit(before: Auction | None, player: Seat | None) -> str | None:
    if before is None or player is None:
        return None
    bids = [call for seat, call in before if seat is player.partner and call.is_bid]
    strain = bids[-1].strain if bids else None
    return str(strain) if strain is not None and strain.trump is not None else None


def _vulnerable(case: Case, player: Seat | None) -> tuple[bool, bool] | None:
    vulnerability: Vulnerability | None = case.vulnerability
    if vulnerability is None or player is None:
        return None
    return vulnerability.includes(player.side), vulnerability.includes(player.side.other)


def _contested(auction: Auction | None) -> bool | None:
    if auction is None:
        return None
    return len({seat.side for seat, call in auction if call.code}) == 2


def _round(before: Auction | None, player: Seat | None) -> int | None:
    if before is None or player is None:
        return None
    return 1 + sum(seat is player for seat in before.seats)


def _claim(case: Case, claim: Claim) -> ClaimSketch:
    left = None if claim.after is None else 13 - claim.after
    if claim.position is not None:
        left = max(len(claim.position[seat]) for seat in Seat)
    trumps = None if claim.trumps is None else claim.trumps.trump is not None
    if trumps is None and case.contract is not None:
        trumps = case.contract.strain.trump is not None
    return ClaimSketch(left, trumps, claim.mentions_trump, bool(claim.concedes))


def _clauses(incident: Incident | None, cited: tuple[str, ...] | None) -> tuple[str, ...]:
    own = incident.clauses or () if isinstance(incident, Other) else ()
    return tuple(dict.fromkeys((*(cited or ()), *own)))


def _past_ruling(ruling: RulingGiven) -> PastRuling:
    """A ruling in outline."""
    sides = [
        tuple(f"{_share(entry.weight)}{entry.result}" for entry in entries or ())
        for entries in (ruling.ns, ruling.ew)
    ]
    if ruling.tricks is not None:
        sides[0] = (str(ruling.tricks),)
    return PastRuling(
        str(ruling.body or "director"), str(ruling.kind), sides[0], sides[1], ruling.grounds or ""
    )


def _share(weight: Fraction) -> str:
    return "" if weight == 1 else f"{percent_text(weight)} "


def _text(value: object) -> str | None:
    return None if value is None else str(value)
