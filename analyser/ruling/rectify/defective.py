"""The trick with too few or too many cards (67), and its price."""

from analyser.bridge import Seat
from analyser.casefile import Case, PlayedCard
from analyser.laws import Jurisdiction
from analyser.ruling import Rectification
from analyser.ruling.rectify.remedy import NOTHING, due, lacking, together
from analyser.ruling.rectify.steps import Step

__all__ = ["omitted_card", "price_of_omission", "tricks_after", "two_cards", "used_twice"]


def price_of_omission(facts: PlayedCard, law: Jurisdiction) -> int | None:
    """How many tricks a card left out of an earlier trick costs; none before both sides had played on."""
    if facts.both_sides_played_on is not True:
        return None if facts.both_sides_played_on is None else 0
    tricks = law.edition.tricks
    if tricks.omitted_holding_suit == tricks.omitted_without_suit:
        return tricks.omitted_holding_suit
    if facts.still_holds_suit is None:
        return None
    return tricks.omitted_holding_suit if facts.still_holds_suit else tricks.omitted_without_suit


def omitted_card(facts: PlayedCard, law: Jurisdiction) -> Rectification:
    """A player left a card out of a trick: he supplies it, and once both sides have played on it may cost a trick."""
    if facts.both_sides_played_on is None:
        return lacking("both_sides_played_on")
    if not facts.both_sides_played_on:
        return due(law, Step.COMPLETED, "67A")
    held = facts.still_holds_suit
    where = "card-omitted" if held is None else "card-omitted-held" if held else "card-omitted-not-held"
    step = Step.ADD_SUIT_CARD if held else Step.ADD_CARD
    price = price_of_omission(facts, law)
    parts = [due(law, step, where), due(law, Step.WINNER_UNCHANGED, where)]
    if held is None:
        parts.append(lacking("still_holds_suit"))
    if price:
        parts.append(due(law, Step.DEEMED_REVOKE, where))
        parts.append(due(law, Step.TRICKS_TRANSFERRED, where, "64A2", tricks=price))
    elif price == 0:
        parts.append(due(law, Step.NO_TRICK_PRICE, where))
    return together(*parts)


def two_cards(facts: PlayedCard, law: Jurisdiction, *, defender: bool | None) -> Rectification:
    """A player put two cards into a trick: the surplus goes back, and the shown or highest legal card stays."""
    if facts.both_sides_played_on is None:
        return lacking("both_sides_played_on")
    if not facts.both_sides_played_on:
        return _noticed_in_time(facts, law, defender=defender)
    where = "surplus-cards"
    stays = (
        Step.SHOWN_STAYS
        if facts.certain or not law.edition.tricks.highest_legal_stays
        else Step.HIGHEST_STAYS
    )
    return together(
        due(law, Step.SURPLUS_BACK, where),
        due(law, stays, where),
        due(law, Step.WINNER_UNCHANGED, where),
        due(law, Step.MAY_HAVE_REVOKED, where),
        lacking("certain") if facts.certain is None else NOTHING,
    )


def _noticed_in_time(facts: PlayedCard, law: Jurisdiction, *, defender: bool | None) -> Rectification:
    """Several cards at once, before both sides have played on (58B)."""
    if facts.several_seen is None:
        return lacking("several_seen")
    if not facts.several_seen:
        return together(due(law, Step.VISIBLE_PLAYED, "58B"), due(law, Step.OTHERS_BACK, "58B"))
    others = Step.OTHERS_PENALTY if defender else Step.OTHERS_BACK
    return together(
        due(law, Step.CHOOSES_CARD, "58B"),
        due(law, others, "58B"),
        lacking("declarer") if defender is None else NOTHING,
    )


def used_twice(law: Jurisdiction) -> Rectification:
    """The same card served in two tricks: it is put in its place, and too late for that an adjusted score follows."""
    if law.edition.tricks.used_twice_adjusted:
        return together(due(law, Step.ADD_CARD, "67B3"), due(law, Step.ADJUSTED, "67B3"))
    return together(due(law, Step.ADD_CARD, "67B"), due(law, Step.MAY_ADJUST, "12A1"))


def tricks_after(case: Case, offender: Seat | None, transferred: int | None) -> int | None:
    """Declarer's tricks once the price is paid: never more than the offending side won."""
    result = case.result
    if not transferred or offender is None or result is None or result.contract is None:
        return None
    declaring = result.contract.declarer.side is offender.side
    theirs = result.tricks if declaring else 13 - result.tricks
    moved = min(transferred, theirs)
    return result.tricks - moved if declaring else result.tricks + moved
