"""Whether a card was played, which was meant, and the trick with too few or too many (43, 45-47, 58, 60, 67)."""

from dataclasses import replace
from typing import assert_never

from analyser.bridge import Seat
from analyser.casefile import Case, PlayedCard
from analyser.laws import Jurisdiction
from analyser.laws.choices import DesignationChange, DummyNoted, Duty, TurnMistake
from analyser.ruling import IncidentFindings, Rectification
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.defective_trick import scan_quitted_tricks, treat_as_established
from analyser.ruling.kinds.naming import card_meant, complete
from analyser.ruling.kinds.penalty_cards import is_honour, penalty_cards, refused_card
from analyser.ruling.kinds.provision_table import incident_facts, rectify_by_provisions
from analyser.ruling.kinds.rectification import (
    NOTHING,
    Rule,
    Step,
    all_true,
    always,
    answer,
    combine,
    decide,
    due,
    negate,
    option,
    steps_of,
    unmet_needs,
)
from analyser.ruling.kinds.restored_card import with_shown_revokes

# The law each fact goes by, and whether it is an infraction in itself.
_LAWS = {
    "held-face-up": ("45C", None),
    "named": ("46B", None),
    "changed-call": ("45C4b", None),
    "omitted": ("67", True),
    "two-cards": ("67", True),
    "used-twice": ("67", True),
    "dummy-placed": ("45D", True),
    "told-turn": ("47E1", False),
    "dummy-suggested": ("45F", True),
    "dummy-warned": ("43B2a", True),
    "dummy-asked": ("43B2b", True),
    "dummy-noticed": ("43B3", True),
    "before-required-lead": ("60B", True),
    "fifth-card": ("45E", True),
    "misinformed": ("47E2", False),
    "after-irregular": ("60A", True),
}


def find(context: RulingContext, incident: PlayedCard) -> IncidentFindings:
    """What is due under this law; a trick that passes over changes declarer's number."""
    case, jurisdiction = context.case, context.jurisdiction
    declarer = case.declarer
    if incident.fact == "dummy-asked" and (asked := treat_as_established(context, incident)) is not None:
        return asked
    incident = complete(incident)
    incident, shown_since, scan = scan_quitted_tricks(case, incident, jurisdiction)
    since = tricks_since(case, incident)
    since = shown_since if since is None else since
    rectification = played_card(incident, jurisdiction, declarer, since)
    if incident.fact == "named":
        rectification = combine(rectification, card_meant(case, incident, jurisdiction))
    path, infraction = _LAWS[incident.fact] if incident.fact is not None else ("45", None)
    tricks = None
    if incident.fact == "omitted":
        tricks = tricks_after(case, incident.offender, price_of_omission(incident, jurisdiction), since)
    findings = answer(
        case,
        incident,
        rectification,
        infraction=infraction,
        clauses=(jurisdiction.clause(path),),
        tricks=tricks,
    )
    findings = with_shown_revokes(context, incident, findings)
    return replace(findings, findings=(*scan, *findings.findings))


def played_card(
    facts: PlayedCard, law: Jurisdiction, declarer: Seat | None, since: int | None = None
) -> Rectification:
    """What follows from the fact told about a card; `since` are the tricks the offending side won from there on."""
    match facts.fact:
        case None:
            return unmet_needs("fact")
        case "omitted" | "two-cards" | "used-twice":
            return _rectify_defective_trick(facts, law, declarer, since)
        case "dummy-placed" | "dummy-suggested" | "dummy-warned" | "dummy-asked" | "dummy-noticed":
            return _dummy(facts, facts.fact, law, declarer)
        case "fifth-card" | "misinformed" | "after-irregular":
            return _rectify_by_table(facts, facts.fact, law, declarer)
        case "held-face-up":
            return _face_up(facts, law)
        case "named":
            return named_card(facts, law)
        case "changed-call":
            return designation_changed(facts, law)
        case "told-turn":
            return _rectify_misdirected(facts, law)
        case "before-required-lead":
            return _rectify_early_play(facts, law)
        case _:
            assert_never(facts.fact)


def _rectify_defective_trick(
    facts: PlayedCard, law: Jurisdiction, declarer: Seat | None, since: int | None
) -> Rectification:
    """A trick with too few or too many cards (67)."""
    if facts.fact == "omitted":
        return omitted_card(facts, law, since)
    if facts.fact == "used-twice":
        return used_twice(law)
    defender = None
    if declarer is not None and facts.offender is not None:
        defender = declarer.side is not facts.offender.side
    return two_cards(facts, law, defender=defender)


def _rectify_by_table(
    facts: PlayedCard, fact: str, law: Jurisdiction, declarer: Seat | None
) -> Rectification:
    """What the table of provisions has; a defender's fifth card besides lies as a penalty card (45E)."""
    steps = rectify_by_provisions(law, fact, incident_facts(facts, declarer))
    if Step.FIFTH_PENALTY not in steps_of(steps) or facts.offender is None:
        return steps
    card = (
        unmet_needs("card")
        if facts.card is None
        else penalty_cards(law, facts.offender, (facts.card,), major=is_honour(facts.card))
    )
    return combine(steps, card)


def _rectify_misdirected(facts: PlayedCard, law: Jurisdiction) -> Rectification:
    """Who was told wrongly that it was his turn takes his card back without rectification; in 1997 a lead alone."""
    if facts.offender is None:
        return unmet_needs("offender")
    if law.edition.misinformation.turn_mistake is TurnMistake.LEAD and not facts.led:
        return (
            unmet_needs("led") if facts.led is None else due(law, Step.LEADS_ONLY, "47E1", who=facts.offender)
        )
    return due(law, Step.MUST_RETRACT, "47E1", who=facts.offender)


def _face_up(facts: PlayedCard, law: Jurisdiction) -> Rectification:
    """A card held where partner could see its face, or on the table, has been played (45C)."""
    if facts.shown is None:
        return unmet_needs("shown")
    return due(law, Step.PLAYED if facts.shown else Step.NOT_PLAYED, "45C")


def named_card(facts: PlayedCard, law: Jurisdiction) -> Rectification:
    """Which card an incomplete naming of one of dummy's means, unless another intention is incontrovertible."""
    match facts.said:
        case None:
            return unmet_needs("said")
        case "high":
            return _high(facts, law)
        case "anything":
            return option(law, Step.DEFENDER_CHOOSES, "46B5")
        case "win" | "low" | "suit" | "rank" | "not-held":
            step, where = _MEANS[facts.said]
            return due(law, step, where)
        case _:
            assert_never(facts.said)


_MEANS = {
    "win": (Step.MEANS_LOWEST_WINNER, "46B1"),
    "low": (Step.MEANS_LOWEST, "46B1"),
    "suit": (Step.MEANS_LOWEST_OF_SUIT, "46B2"),
    "rank": (Step.MEANS_RANK, "46B3"),
    "not-held": (Step.VOID, "46B4"),
}


def _high(facts: PlayedCard, law: Jurisdiction) -> Rectification:
    """In fourth hand the word may, in 1997, mean the lowest card that wins."""
    named = due(law, Step.MEANS_HIGHEST, "46B1")
    if not law.edition.play.high_fourth_hand_wins:
        return named
    if facts.fourth_hand is None:
        return combine(named, unmet_needs("fourth_hand"))
    return due(law, Step.MAY_BE_LOWEST_WINNER, "46B1") if facts.fourth_hand else named


def designation_changed(facts: PlayedCard, law: Jurisdiction) -> Rectification:
    """An unintended naming may be changed in the time the edition gives; else the card named is played."""
    form, where = law.edition.play.designation_change, "45C4b"
    in_time: bool | None
    match form:
        case DesignationChange.WITHOUT_PAUSE:
            in_time, wanted = negate(facts.pause), {"pause": facts.pause}
        case DesignationChange.UNTIL_PARTNER_PLAYS:
            in_time = all_true(negate(facts.pause), negate(facts.partner_played))
            wanted = {"pause": facts.pause, "partner_played": facts.partner_played}
        case DesignationChange.UNTIL_NEXT_PLAY:
            in_time, wanted = negate(facts.declarer_played), {"declarer_played": facts.declarer_played}
        case _:
            assert_never(form)
    needs = tuple(key for key, fact in wanted.items() if fact is None)
    changed = combine(due(law, Step.CHANGED, where, "47C"), due(law, Step.OPPONENT_MAY_RETRACT, "47D"))
    change: Rule[PlayedCard, Rectification] = Rule(where, lambda _: in_time, changed, needs)
    return combine(decide(facts, Rule("45C4", always, due(law, Step.DESIGNATION_STANDS, "45C4")), (change,)))


def _rectify_misplaced(facts: PlayedCard, law: Jurisdiction) -> Rectification:
    """Dummy put up a card that was not named: taken back until both sides have played to the next trick."""
    if facts.both_sides_played_on is None:
        return unmet_needs("both_sides_played_on")
    if facts.both_sides_played_on:
        return due(
            law, Step.MISPLACED_STANDS, "card-not-named-too-late" if "45D2" in law.edition.paths else "45D"
        )
    return combine(
        due(law, Step.MISPLACED_BACK, "card-not-named-in-time"),
        due(law, Step.OPPONENT_MAY_RETRACT, "card-not-named-in-time", "47D"),
    )


def _dummy(facts: PlayedCard, fact: str, law: Jurisdiction, declarer: Seat | None) -> Rectification:
    """Dummy put up a wrong card, suggested a play, or, having lost his rights, spoke first."""
    if fact == "dummy-placed":
        return _rectify_misplaced(facts, law)
    play = law.edition.play
    if fact == "dummy-suggested":
        step = Step.MAY_ADJUST if play.dummy_suggested is Duty.MAY else Step.IF_DAMAGED
        args = {} if declarer is None or step is Step.MAY_ADJUST else {"side": declarer.side}
        goes_on = due(law, Step.GOES_ON, "45F")
        if step is Step.IF_DAMAGED and declarer is None:
            return combine(goes_on, unmet_needs("declarer"))
        return combine(goes_on, due(law, step, "45F", **args))
    if fact == "dummy-warned":
        return option(law, Step.EITHER_CHOOSES_HAND, "43B2a")
    if fact == "dummy-asked":
        return due(law, Step.AS_IF_ESTABLISHED, "43B2b", "64A")
    return combine(due(law, Step.GOES_ON, "43B3"), _note_play(law))


def _note_play(law: Jurisdiction) -> Rectification:
    form = law.edition.play.dummy_noted
    match form:
        case DummyNoted.BOTH_SIDES:
            return due(law, Step.BOTH_SIDES, "43B3")
        case DummyNoted.DEFENDERS_ONLY:
            return due(law, Step.DEFENDERS_ONLY, "43B3")
        case _:
            assert_never(form)


def _rectify_early_play(facts: PlayedCard, law: Jurisdiction) -> Rectification:
    """A defender played before declarer had led from the hand he was told to lead from (60B)."""
    if facts.offender is None:
        return unmet_needs("offender")
    if facts.card is None:
        return combine(NOTHING, unmet_needs("card"))
    return refused_card(law, facts.offender, facts.card, law.edition.play.play_before_required_lead)


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


def omitted_card(facts: PlayedCard, law: Jurisdiction, since: int | None = None) -> Rectification:
    """A player left a card out of a trick: he supplies it, and once both sides have played on it may cost a trick.

    It costs none where the play shows that his side won neither that trick nor any after it.
    """
    if facts.both_sides_played_on is None:
        return unmet_needs("both_sides_played_on")
    if not facts.both_sides_played_on:
        return due(law, Step.COMPLETED, "67A")
    still_holds = facts.still_holds_suit
    where = (
        "card-omitted"
        if still_holds is None
        else "card-omitted-held"
        if still_holds
        else "card-omitted-not-held"
    )
    step = Step.ADD_SUIT_CARD if still_holds else Step.ADD_CARD
    price = price_of_omission(facts, law)
    parts = [due(law, step, where), due(law, Step.WINNER_UNCHANGED, where)]
    if still_holds is None:
        parts.append(unmet_needs("still_holds_suit"))
    if price and since == 0:
        parts.append(due(law, Step.DEEMED_REVOKE, where))
        parts.append(due(law, Step.NO_TRICK_PRICE, "64B1"))
    elif price:
        parts.append(due(law, Step.DEEMED_REVOKE, where))
        parts.append(due(law, Step.TRICKS_TRANSFERRED, where, "64A2", tricks=price))
    elif price == 0:
        parts.append(due(law, Step.NO_TRICK_PRICE, where))
    return combine(*parts)


def two_cards(facts: PlayedCard, law: Jurisdiction, *, defender: bool | None) -> Rectification:
    """A player put two cards into a trick: the surplus goes back, and the shown or highest legal card stays."""
    if facts.both_sides_played_on is None:
        return unmet_needs("both_sides_played_on")
    if not facts.both_sides_played_on:
        return _noticed_in_time(facts, law, defender=defender)
    where = "surplus-cards"
    stays = (
        Step.SHOWN_STAYS
        if facts.certain or not law.edition.tricks.highest_legal_stays
        else Step.HIGHEST_STAYS
    )
    return combine(
        due(law, Step.SURPLUS_BACK, where),
        due(law, stays, where),
        due(law, Step.WINNER_UNCHANGED, where),
        due(law, Step.MAY_HAVE_REVOKED, where),
        unmet_needs("certain") if facts.certain is None else NOTHING,
    )


def _noticed_in_time(facts: PlayedCard, law: Jurisdiction, *, defender: bool | None) -> Rectification:
    """Several cards at once, before both sides have played on (58B)."""
    if facts.several_seen is None:
        return unmet_needs("several_seen")
    if not facts.several_seen:
        return combine(due(law, Step.VISIBLE_PLAYED, "58B"), due(law, Step.OTHERS_BACK, "58B"))
    others = Step.OTHERS_PENALTY if defender else Step.OTHERS_BACK
    return combine(
        due(law, Step.CHOOSES_CARD, "58B"),
        due(law, others, "58B"),
        unmet_needs("declarer") if defender is None else NOTHING,
    )


def used_twice(law: Jurisdiction) -> Rectification:
    """The same card served in two tricks: it is put in its place, and too late for that an adjusted score follows."""
    if law.edition.tricks.used_twice_adjusted:
        return combine(due(law, Step.ADD_CARD, "67B3"), due(law, Step.ADJUSTED, "67B3"))
    return combine(due(law, Step.ADD_CARD, "67B"), due(law, Step.MAY_ADJUST, "12A1"))


def tricks_since(case: Case, facts: PlayedCard) -> int | None:
    """How many tricks the offending side won from the trick in question on; none: the play does not tell."""
    if facts.offender is None or facts.trick is None:
        return None
    return case.tricks_from(facts.offender.side, facts.trick)


def tricks_after(
    case: Case, offender: Seat | None, transferred: int | None, since: int | None = None
) -> int | None:
    """Declarer's tricks once the price is paid: never more than the offending side won, from that trick on if known."""
    result = case.result
    if not transferred or offender is None or result is None or result.contract is None:
        return None
    declaring = result.contract.declarer.side is offender.side
    theirs = result.tricks if declaring else 13 - result.tricks
    moved = min(transferred, theirs if since is None else since)
    return result.tricks - moved if declaring else result.tricks + moved
