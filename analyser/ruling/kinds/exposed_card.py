"""A card that was seen and should not have been (24, 48-52, 57)."""

from typing import assert_never

from analyser.bridge import Card, Seat
from analyser.casefile import Case, ExposedCard, Incident, LeadOutOfTurn, RevokeIncident
from analyser.laws import Jurisdiction
from analyser.laws.choices import CardPenalty
from analyser.ruling import IncidentFindings, Rectification
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.calls import partner_passes
from analyser.ruling.kinds.penalty_cards import is_honour, penalty_cards, premature_options
from analyser.ruling.kinds.provision_table import incident_facts, rectify_by_provisions
from analyser.ruling.kinds.rectification import (
    NOTHING,
    Rule,
    Step,
    always,
    answer,
    combine,
    decide,
    due,
    option,
    unmet_needs,
)


def find(context: RulingContext, incident: ExposedCard) -> IncidentFindings:
    """The rectification under this law; declarer's own cards may be seen without more."""
    case, jurisdiction = context.case, context.jurisdiction
    declarer = case.declarer
    incident, alone = with_cards_lying(case, incident)
    rectification = exposed_card(incident, jurisdiction, declarer, alone=alone)
    in_play = incident.during == "play"
    infraction = None if in_play and declarer is None else True
    path = "24"
    if in_play:
        path = "57A" if incident.led else "52" if incident.instead is not None else "49"
        if declarer is not None and declarer.side is incident.offender.side:
            infraction, path = False, "48"
    return answer(case, incident, rectification, infraction=infraction, clauses=(jurisdiction.clause(path),))


def with_cards_lying(case: Case, incident: ExposedCard) -> tuple[ExposedCard, bool | None]:
    """The incident with the penalty cards other incidents show to lie there, and whether its cards lie alone; `None`: untold."""
    lying: list[Card] = [*(incident.on_table or ())]
    untold, earlier = False, True
    for other in case.incident:
        if other.id == incident.id:
            earlier = False
            continue
        cards = _penalty_cards_of(other) if other.offender_seat is incident.offender else ()
        stated = other.on_table if isinstance(other, ExposedCard) else None
        if cards and stated and not set(incident.cards).isdisjoint(stated):
            lying += cards
        elif cards and (incident.on_table is None if earlier else stated is None):
            untold = True  # a later card's incident tells what lay there before it
    if lying:
        return incident.model_copy(update={"on_table": tuple(dict.fromkeys(lying))}), False
    return incident, None if untold else True


def _penalty_cards_of(incident: Incident) -> tuple[Card, ...]:
    """The cards a defender had to leave on the table by an incident: exposed, led and refused, or revoked with and taken back."""
    match incident:
        case ExposedCard():
            return incident.cards
        case LeadOutOfTurn() if incident.accepted is False and incident.face_up is not False:
            return () if incident.card is None else (incident.card,)
        case RevokeIncident() if incident.established is False:
            return () if incident.card is None else (incident.card,)
        case _:
            return ()


def exposed_card(
    facts: ExposedCard, law: Jurisdiction, declarer: Seat | None, *, alone: bool | None = True
) -> Rectification:
    """What becomes of the cards and what the innocent side may ask; `alone` tells whether no other penalty card lies there."""
    if facts.during == "auction":
        return _rectify_in_auction(facts, law, declarer, alone=alone)
    if declarer is None:
        return unmet_needs("declarer")
    if declarer.side is facts.offender.side:
        return due(law, Step.NO_RESTRICTION, "48", side=facts.offender.side)
    if facts.instead is not None:
        return _rectify_unplayed(facts, law, facts.instead)
    if facts.right_hand_turn:
        return _rectify_at_right_hand_turn(facts, law, declarer)
    if facts.led:
        return premature(facts, law, _lying(facts, law, inadvertent=False, alone=alone))
    return _lying(facts, law, inadvertent=facts.inadvertent, alone=alone)


def _rectify_in_auction(
    facts: ExposedCard, law: Jurisdiction, declarer: Seat | None, *, alone: bool | None
) -> Rectification:
    """The card stays faced until the auction ends; an honour, a lead or a second card silences partner."""
    offender, calls = facts.offender, law.edition.calls
    faced = combine(
        *(due(law, Step.STAYS_FACED, "24", cards=(card,)) for card in facts.cards),
        due(law, Step.CARD_UNAUTHORISED, "24", who=offender.partner),
        due(law, Step.CARD_AUTHORISED, "24", side=offender.side.other),
    )
    if len(facts.cards) > 1:
        bar = partner_passes(law, calls.exposed_two, offender, "24C")
    elif is_honour(facts.cards[0]) or facts.led:
        bar = partner_passes(law, calls.exposed_honour, offender, "24B")
    elif facts.led is None:
        bar = unmet_needs("led")
    else:
        bar = due(law, Step.NOTHING_MORE, "24A", who=offender)
    return combine(faced, bar, _rectify_after_auction(facts, law, declarer, alone=alone))


def _rectify_after_auction(
    facts: ExposedCard, law: Jurisdiction, declarer: Seat | None, *, alone: bool | None
) -> Rectification:
    if declarer is None:
        return unmet_needs("declarer")
    if declarer.side is facts.offender.side:
        return combine(*(due(law, Step.PICKED_UP, "24", cards=(card,)) for card in facts.cards))
    form = law.edition.calls.exposed_as_defender
    match form:
        case CardPenalty.MAJOR:
            return penalty_cards(law, facts.offender, facts.cards, major=True)
        case CardPenalty.BY_RANK:
            return _lying(facts, law, inadvertent=not facts.led, alone=alone)
        case _:
            assert_never(form)


def _lying(
    facts: ExposedCard, law: Jurisdiction, *, inadvertent: bool | None, alone: bool | None = True
) -> Rectification:
    """Minor when it is one card below an honour, not meant to be shown and the only one there; else major (50B)."""
    cards = (*facts.cards, *(card for card in facts.on_table or () if card not in facts.cards))
    if len(cards) == 1 and not is_honour(cards[0]):
        wanted = [key for key, fact in (("inadvertent", inadvertent), ("on_table", alone)) if fact is None]
        if wanted and inadvertent is not False:
            return combine(due(law, Step.STAYS_FACED, "50A", cards=cards), unmet_needs(*wanted))
        return combine(penalty_cards(law, facts.offender, cards, major=not inadvertent), unmet_needs(*wanted))
    return combine(
        penalty_cards(law, facts.offender, cards, major=True),
        unmet_needs("on_table") if alone is None else NOTHING,
    )


def _rectify_unplayed(facts: ExposedCard, law: Jurisdiction, instead: Card) -> Rectification:
    """Another card was played when a penalty card was due: declarer may accept it, and must if he has played on."""
    offender = facts.offender
    if facts.played_on:
        return due(law, Step.MUST_ACCEPT_OTHER, "52", card=instead)
    return combine(
        option(law, Step.ACCEPT_OTHER_CARD, "52", card=instead),
        option(law, Step.PENALTY_CARD_SUBSTITUTED, "52", who=offender, card=instead),
        unmet_needs("played_on") if facts.played_on is None else NOTHING,
    )


def _rectify_at_right_hand_turn(facts: ExposedCard, law: Jurisdiction, declarer: Seat) -> Rectification:
    """A defender played at the turn of the opponent on his right: since 2017 by a provision of its own (57D)."""
    if "57D" not in law.edition.paths:
        return _lying(facts, law, inadvertent=False)
    steps = rectify_by_provisions(law, "at-right-hand-turn", incident_facts(facts, declarer))
    if facts.legal_at_turn is not False:
        return steps
    return combine(steps, penalty_cards(law, facts.offender, facts.cards, major=True))


def premature(facts: ExposedCard, law: Jurisdiction, penalty_card: Rectification) -> Rectification:
    """The card is a penalty card and declarer picks one option; nothing follows if he had played from both hands."""
    partner = facts.offender.partner
    # The options of Law 57 come now, before those a penalty card gives at partner's next lead.
    standing = Rectification(penalty_card.due, (), penalty_card.missing)
    general = combine(
        standing, due(law, Step.CANNOT_COMPLY, "57B", who=partner), premature_options(law, partner)
    )
    nothing = due(law, Step.NOTHING_FOLLOWS, "57C", who=facts.offender)
    shut: Rule[ExposedCard, Rectification] = Rule(
        "57C", lambda facts: facts.both_hands_played, nothing, ("both_hands_played",)
    )
    decision = decide(facts, Rule("57A", always, general), (shut,))
    return combine(decision, unmet_needs(*decision.missing))
