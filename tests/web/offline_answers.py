"""What a director at the table knows of an incident, as the page for a phone asks it; and steps in the words of both."""

from analyser.bridge import PASS
from analyser.casefile import ExposedCard, IrregularCall, LeadOutOfTurn
from analyser.report.page_voice import TextVoice
from analyser.ruling.kinds.call_out_of_turn import deemed_later
from analyser.ruling.kinds.calls import call_facts
from analyser.ruling.kinds.comparable import compare_meanings
from analyser.ruling.kinds.exposed_card import with_cards_lying
from analyser.ruling.kinds.rectification import Step

BY_THE_AUCTION = {f"rectify.{Step.BREACH_STANDS}", f"rectify.{Step.BREACH_CANCELLED}"}
HONOURS = "AKQJT"
VOICE = TextVoice("en", signs=True)


def yes_no(value):
    return "-" if value is None else "y" if value else "n"


def place_of(seat, offender):
    return "-" if seat is None else str((seat - offender) & 3)


def side_of(seat, offender):
    return "-" if seat is None else str((seat - offender) & 1)


def sort_of(call):
    return "-" if call is None else "pass" if call == PASS else "bid" if call.is_bid else "double"


def suits(chosen):
    return "".join(letter for letter in "SHDC" if letter in {str(suit) for suit in chosen}) or "0"


def of_call(case, incident, law, context):
    """What a director at the table knows of an irregular call, as the page asks it."""
    later = deemed_later(case, incident)  # of two calls at once: what was legal is seen after the other's
    facts, _ = compare_meanings(case, later, call_facts(case, later), law, context.seed_of(incident))
    fields = {**dict(incident), **{name: getattr(facts, name) for name in type(facts).__slots__}}
    replacement = sort_of(facts.replacement)
    if replacement == "bid":
        same = facts.call is not None and facts.replacement.strain is facts.call.strain
        replacement = (
            "lowest"
            if facts.lowest_same
            else "again"
            if facts.sufficient is False
            else "same"
            if same
            else "other"
        )
    answers = {
        name: yes_no(value) for name, value in fields.items() if value is None or isinstance(value, bool)
    }
    answers |= {
        "irregularity": incident.irregularity,
        "partner_has_called": yes_no(facts.partner_called),
        "call": sort_of(facts.call),
        "replacement": replacement,
        "turn": place_of(facts.turn if later is incident else incident.turn, facts.offender),
        "declarer": side_of(facts.declarer, facts.offender),
        "first_legal": yes_no(facts.first_legal) if later is incident else "n",
        "suits_again": "-" if facts.suits_again is None else suits(facts.suits_again),
    }
    if facts.suits is not None and (not facts.suits or facts.suits_again is not None):
        left = set(facts.suits) - set(facts.suits_again or ())
        answers["suits"] = suits(left) if facts.suits else "none"
    return answers, {}


def of_lead(case, incident, *_):
    answers = {name: yes_no(value) for name, value in incident if value is None or isinstance(value, bool)}
    trick = incident.trick
    answers["trick"] = "-" if trick is None else str(trick) if trick in (1, 13) else "2-12"
    answers["turn"] = place_of(incident.turn, incident.offender)
    answers["declarer"] = place_of(case.declarer, incident.offender)
    answers["card"] = "-" if incident.card is None else str(incident.card.suit)
    return answers, {} if incident.card is None else {"first": VOICE.render(incident.card)}


def of_cards(case, incident, *_):
    answers = {name: yes_no(value) for name, value in incident if value is None or isinstance(value, bool)}
    incident, alone = with_cards_lying(case, incident)
    cards, lying = [str(card) for card in incident.cards], incident.on_table or ()
    answers |= {
        "during": incident.during,
        "declarer": side_of(case.declarer, incident.offender),
        "on_table": str(lying[0].suit) if lying else "-" if alone is None else "0",
        "instead": "0" if incident.instead is None else "card",
        "cards": cards[0][0] + ("h" if cards[0][1] in HONOURS else "l")
        if len(cards) == 1
        else "".join(sorted((card[0] for card in cards), key="SHDC".index)),
    }
    meant = dict(zip(("first", "second"), map(VOICE.render, incident.cards), strict=False))
    if lying:
        meant["on_table"] = VOICE.render(lying[0])
    if incident.instead is not None:
        meant["instead"] = VOICE.render(incident.instead)
    return answers, meant


def knows_what_lies(case, incident):
    """Whether the case says which penalty cards lie there; at the table the director sees it, so the page always knows."""
    return not isinstance(incident, ExposedCard) or with_cards_lying(case, incident)[1] is not None


ASKED = {IrregularCall: of_call, LeadOutOfTurn: of_lead, ExposedCard: of_cards}


def worded(findings):
    return [
        [str(VOICE.sentence(finding)), ", ".join(map(VOICE.clause, finding.clauses))]
        for finding in findings
        if finding.code not in BY_THE_AUCTION
    ]
