"""What becomes of a card that must be left faced: its duties as a penalty card, and what declarer may ask (50, 51)."""

from collections.abc import Sequence
from typing import assert_never

from analyser.bridge import Card, Seat
from analyser.laws import Jurisdiction
from analyser.laws.choices import CardPenalty, Duty, PenaltyInformation, PrematureOption, ProofBar
from analyser.ruling import Rectification
from analyser.ruling.kinds.calls import rectify_awareness
from analyser.ruling.kinds.rectification import (
    Step,
    combine,
    due,
    option,
    unmet_needs,
)

_TEN = 10


def is_honour(card: Card) -> bool:
    """An ace, king, queen, jack or ten, as the Laws define it.

    >>> is_honour(Card.parse("ST")), is_honour(Card.parse("S9"))
    (True, False)
    """
    return card.rank >= _TEN


def refused_card(law: Jurisdiction, offender: Seat, card: Card | None, form: CardPenalty) -> Rectification:
    """A defender's card that was led or played and taken back: shown on purpose, so never minor."""
    match form:
        case CardPenalty.MAJOR | CardPenalty.BY_RANK:
            return unmet_needs("card") if card is None else penalty_cards(law, offender, (card,), major=True)
        case _:
            assert_never(form)


def penalty_cards(law: Jurisdiction, offender: Seat, cards: Sequence[Card], *, major: bool) -> Rectification:
    """The duties of a penalty card, declarer's options, and what may be known from it."""
    if not major:
        # Partner leads freely; since 2017 what the card tells him is authorised while it lies there.
        obligation = law.edition.play.penalty_card_information is PenaltyInformation.OBLIGATION
        free = Step.PARTNER_FREE if obligation else Step.PARTNER_LEADS_FREELY
        return combine(
            due(law, Step.MINOR, "50B", who=offender, cards=tuple(cards)),
            due(law, Step.MINOR_DUTY, "50C", who=offender),
            due(law, free, "50C", who=offender.partner),
            _restrict_knowledge(law, offender),
            _score(law, offender),
        )
    return combine(
        *(due(law, Step.MAJOR, "50B", who=offender, cards=(card,)) for card in cards),
        due(law, Step.MAJOR_DUTY, "penalty-card-playing", who=offender),
        _options(law, offender, cards),
        _restrict_knowledge(law, offender),
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
    return combine(*parts)


def _restrict_knowledge(law: Jurisdiction, offender: Seat) -> Rectification:
    """What partner may know while the card lies there."""
    form, partner = law.edition.play.penalty_card_information, offender.partner
    match form:
        case PenaltyInformation.OBLIGATION:
            return due(law, Step.ONLY_OBLIGATION, "penalty-card-obligation", who=partner)
        case PenaltyInformation.ALL:
            return combine(
                due(law, Step.CARD_AUTHORISED, "50E1", side=offender.side),
                due(law, Step.CARD_LATER_UNAUTHORISED, "penalty-card-other-information", who=partner),
            )
        case _:
            assert_never(form)


def _score(law: Jurisdiction, offender: Seat) -> Rectification:
    """When the score is adjusted: in 2007 if what the card told did damage, since 2017 if it could well have been other."""
    play = law.edition.play
    if play.penalty_card_adjust is Duty.NONE:
        return rectify_awareness(law, offender)
    if play.penalty_card_adjust_when is ProofBar.COULD_WELL:
        return due(law, Step.WITH_HELP, "penalty-card-adjusted", who=offender.side)
    return due(law, Step.IF_TOLD, "penalty-card-adjusted", who=offender.partner)


def premature_options(law: Jurisdiction, who: Seat) -> Rectification:
    """What declarer may ask of the partner of a defender who played too soon (57A)."""
    return combine(
        *(option(law, _step(choice), "57A", who=who) for choice in law.edition.play.premature_options)
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
