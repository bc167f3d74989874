"""A card that was seen and should not have been (24, 48-52, 57)."""

from collections.abc import Sequence
from typing import assert_never

from analyser.bridge import Card, Seat
from analyser.casefile import ExposedCard, Incident, IncidentKind
from analyser.laws import Jurisdiction
from analyser.laws.choices import CardPenalty, Duty, PenaltyInformation, PrematureOption
from analyser.ruling import IncidentFindings, Rectification
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.calls import could_have_known, partner_passes
from analyser.ruling.kinds.rectification import (
    NOTHING,
    Rule,
    Step,
    always,
    answer,
    decide,
    due,
    lacking,
    option,
    together,
)


class ExposedCardKind:
    """Which duties the card has, and what declarer may ask."""

    kind = IncidentKind.EXPOSED_CARD

    def find(self, context: RulingContext, incident: Incident) -> IncidentFindings:
        """The rectification under this law; declarer's own cards may be seen without more."""
        case, jurisdiction = context.case, context.jurisdiction
        if not isinstance(incident, ExposedCard):
            return IncidentFindings()
        declarer = case.contract.declarer if case.contract else case.table.declarer
        rectification = exposed_card(incident, jurisdiction, declarer)
        in_play = incident.during == "play"
        infraction = None if in_play and declarer is None else True
        path = "24"
        if in_play:
            path = "57A" if incident.led else "52" if incident.instead is not None else "49"
            if declarer is not None and declarer.side is incident.offender.side:
                infraction, path = False, "48"
        return answer(
            case, incident, rectification, infraction=infraction, clauses=(jurisdiction.clause(path),)
        )


KIND = ExposedCardKind()


_TEN = 10


def is_honour(card: Card) -> bool:
    """An ace, king, queen, jack or ten, as the Laws define it.

    >>> is_honour(Card.parse("ST")), is_honour(Card.parse("S9"))
    (True, False)
    """
    return card.rank >= _TEN


def exposed_card(facts: ExposedCard, law: Jurisdiction, declarer: Seat | None) -> Rectification:
    """What becomes of the cards and what the innocent side may ask."""
    if facts.during == "auction":
        return _in_the_auction(facts, law, declarer)
    if declarer is None:
        return lacking("declarer")
    if declarer.side is facts.offender.side:
        return due(law, Step.NO_RESTRICTION, "48", side=facts.offender.side)
    if facts.instead is not None:
        return _not_played(facts, law, facts.instead)
    if facts.led:
        return premature(facts, law, _lying(facts, law, inadvertent=False))
    return _lying(facts, law, inadvertent=facts.inadvertent)


def _in_the_auction(facts: ExposedCard, law: Jurisdiction, declarer: Seat | None) -> Rectification:
    """The card stays faced until the auction ends; an honour, a lead or a second card silences partner."""
    offender, calls = facts.offender, law.edition.calls
    faced = together(
        due(law, Step.STAYS_FACED, "24", cards=facts.cards),
        due(law, Step.CARD_UNAUTHORISED, "24", who=offender.partner),
        due(law, Step.CARD_AUTHORISED, "24", side=offender.side.other),
    )
    if len(facts.cards) > 1:
        bar = partner_passes(law, calls.exposed_two, offender, "24C")
    elif is_honour(facts.cards[0]) or facts.led:
        bar = partner_passes(law, calls.exposed_honour, offender, "24B")
    elif facts.led is None:
        bar = lacking("led")
    else:
        bar = due(law, Step.NOTHING_MORE, "24A", who=offender)
    return together(faced, bar, _after_the_auction(facts, law, declarer))


def _after_the_auction(facts: ExposedCard, law: Jurisdiction, declarer: Seat | None) -> Rectification:
    if declarer is None:
        return lacking("declarer")
    if declarer.side is facts.offender.side:
        return due(law, Step.PICKED_UP, "24", cards=facts.cards)
    form = law.edition.calls.exposed_as_defender
    match form:
        case CardPenalty.MAJOR:
            return penalty_cards(law, facts.offender, facts.cards, major=True)
        case CardPenalty.BY_RANK:
            return _lying(facts, law, inadvertent=not facts.led)
        case _:
            assert_never(form)


def _lying(facts: ExposedCard, law: Jurisdiction, *, inadvertent: bool | None) -> Rectification:
    """Minor when it is one card below an honour and was not meant to be shown; else major (50B)."""
    cards = (*facts.cards, *(card for card in facts.on_table or () if card not in facts.cards))
    if len(cards) == 1 and not is_honour(cards[0]):
        if inadvertent is None:
            return together(due(law, Step.STAYS_FACED, "50A", cards=cards), lacking("inadvertent"))
        return penalty_cards(law, facts.offender, cards, major=not inadvertent)
    return penalty_cards(law, facts.offender, cards, major=True)


def refused_card(law: Jurisdiction, offender: Seat, card: Card | None, form: CardPenalty) -> Rectification:
    """A defender's card that was led or played and taken back: shown on purpose, so never minor."""
    match form:
        case CardPenalty.MAJOR | CardPenalty.BY_RANK:
            return lacking("card") if card is None else penalty_cards(law, offender, (card,), major=True)
        case _:
            assert_never(form)


def penalty_cards(law: Jurisdiction, offender: Seat, cards: Sequence[Card], *, major: bool) -> Rectification:
    """The duties of a penalty card, declarer's options, and what may be known from it."""
    if not major:
        return together(
            due(law, Step.MINOR, "50B", who=offender, cards=tuple(cards)),
            due(law, Step.MINOR_DUTY, "50C", who=offender),
            due(law, _free(law), "50C", who=offender.partner),
            _known(law, offender),
            _score(law, offender),
        )
    return together(
        due(law, Step.MAJOR, "50B", who=offender, cards=tuple(cards)),
        due(law, Step.MAJOR_DUTY, "penalty-card-playing", who=offender),
        _options(law, offender, cards),
        _known(law, offender),
        _score(law, offender),
    )


def _options(law: Jurisdiction, offender: Seat, cards: Sequence[Card]) -> Rectification:
    """At partner's lead: require a suit, forbid it, or neither; of several declarer picks the one to be played."""
    partner = offender.partner
    suits = tuple(sorted({card.suit for card in cards}, reverse=True))
    several = len(cards) > 1
    where = "51B" if several else "50D2"
    parts = [option(law, Step.REQUIRE_LEAD, where, who=partner, suit=suit) for suit in suits]
    if len(suits) > 1:
        parts.append(option(law, Step.FORBID_LEADS, where, who=partner, suits=suits))
    else:
        parts.append(option(law, Step.FORBID_LEAD, where, who=partner, suit=suits[0]))
    if not several or law.edition.play.several_cards_neither:
        parts.append(option(law, Step.NEITHER, where, who=partner))
    if several:
        parts.append(option(law, Step.CHOOSE_CARD, "51A", who=offender))
    return together(*parts)


def _known(law: Jurisdiction, offender: Seat) -> Rectification:
    """What partner may know while the card lies there."""
    form, partner = law.edition.play.penalty_card_information, offender.partner
    match form:
        case PenaltyInformation.OBLIGATION:
            return due(law, Step.ONLY_OBLIGATION, "penalty-card-obligation", who=partner)
        case PenaltyInformation.ALL:
            return together(
                due(law, Step.CARD_AUTHORISED, "50E1", side=offender.side),
                due(law, Step.CARD_LATER_UNAUTHORISED, "penalty-card-other-information", who=partner),
            )
        case _:
            assert_never(form)


def _free(law: Jurisdiction) -> Step:
    """Partner of a minor penalty card leads freely; since 2017 what the card tells him is authorised while it lies there."""
    match law.edition.play.penalty_card_information:
        case PenaltyInformation.OBLIGATION:
            return Step.PARTNER_FREE
        case PenaltyInformation.ALL:
            return Step.PARTNER_LEADS_FREELY
        case form:
            assert_never(form)


def _score(law: Jurisdiction, offender: Seat) -> Rectification:
    if law.edition.play.penalty_card_adjust is Duty.NONE:
        return could_have_known(law, offender)
    return due(law, Step.WITH_HELP, "penalty-card-adjusted", who=offender.side)


def _not_played(facts: ExposedCard, law: Jurisdiction, instead: Card) -> Rectification:
    """Another card was played when a penalty card was due: declarer may accept it, and must if he has played on."""
    offender = facts.offender
    if facts.played_on:
        return due(law, Step.MUST_ACCEPT_OTHER, "52", card=instead)
    return together(
        option(law, Step.ACCEPT_OTHER_CARD, "52", card=instead),
        option(law, Step.PENALTY_CARD_SUBSTITUTED, "52", who=offender, card=instead),
        lacking("played_on") if facts.played_on is None else NOTHING,
    )


def _step(choice: PrematureOption) -> Step:
    match choice:
        case PrematureOption.HIGHEST:
            return Step.HIGHEST
        case PrematureOption.LOWEST:
            return Step.LOWEST
        case PrematureOption.REQUIRE:
            return Step.REQUIRE_OTHER
        case PrematureOption.FORBID:
            return Step.FORBID_OTHER
        case _:
            assert_never(choice)


def premature(facts: ExposedCard, law: Jurisdiction, penalty_card: Rectification) -> Rectification:
    """The card is a penalty card and declarer picks one option; nothing follows if he had played from both hands."""
    partner = facts.offender.partner
    options = [
        option(law, _step(choice), "57A", who=partner) for choice in law.edition.play.premature_options
    ]
    # The options of Law 57 come now, before those a penalty card gives at partner's next lead.
    standing = Rectification(penalty_card.due, (), penalty_card.missing)
    general = together(standing, due(law, Step.CANNOT_COMPLY, "57B", who=partner), *options)
    nothing = due(law, Step.NOTHING_FOLLOWS, "57C", who=facts.offender)
    shut: Rule[ExposedCard, Rectification] = Rule(
        "57C", lambda facts: facts.both_hands_played, nothing, ("both_hands_played",)
    )
    decision = decide(facts, Rule("57A", always, general), (shut,))
    return together(decision, lacking(*decision.missing))
