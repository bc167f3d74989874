"""Whether a card was played, which card was meant, what may be changed, and dummy's part in it (43, 45-47, 60)."""

from typing import assert_never

from analyser.bridge import Seat
from analyser.casefile import PlayedCard
from analyser.laws import Jurisdiction
from analyser.laws.choices import DesignationChange, DummyNoted, Duty
from analyser.ruling import Rectification
from analyser.ruling.rectify.defective import omitted_card, two_cards, used_twice
from analyser.ruling.rectify.exposed import refused_card
from analyser.ruling.rectify.remedy import NOTHING, due, lacking, option, together
from analyser.ruling.rectify.rules import Rule, all_of, always, decide, negate
from analyser.ruling.rectify.steps import Step

__all__ = ["designation_changed", "named_card", "played_card"]


def played_card(facts: PlayedCard, law: Jurisdiction, declarer: Seat | None) -> Rectification:
    """What follows from the fact told about a card."""
    match facts.fact:
        case None:
            return lacking("fact")
        case "omitted" | "two-cards" | "used-twice":
            return _of_a_trick(facts, facts.fact, law, declarer)
        case "dummy-placed" | "dummy-suggested" | "dummy-warned" | "dummy-asked" | "dummy-noticed":
            return _dummy(facts, facts.fact, law, declarer)
        case "held-face-up":
            return _held(facts, law)
        case "named":
            return named_card(facts, law)
        case "changed-call":
            return designation_changed(facts, law)
        case "told-turn":
            return _told_wrongly(facts, law)
        case "before-required-lead":
            return _before_required_lead(facts, law)
        case _:
            assert_never(facts.fact)


def _of_a_trick(facts: PlayedCard, fact: str, law: Jurisdiction, declarer: Seat | None) -> Rectification:
    """A trick with too few or too many cards (67)."""
    if fact == "omitted":
        return omitted_card(facts, law)
    if fact == "used-twice":
        return used_twice(law)
    defender = None
    if declarer is not None and facts.offender is not None:
        defender = declarer.side is not facts.offender.side
    return two_cards(facts, law, defender=defender)


def _told_wrongly(facts: PlayedCard, law: Jurisdiction) -> Rectification:
    """Who was told wrongly that it was his turn takes his card back without rectification."""
    if facts.offender is None:
        return lacking("offender")
    return due(law, Step.MUST_RETRACT, "47E1", who=facts.offender)


def _held(facts: PlayedCard, law: Jurisdiction) -> Rectification:
    """A card held where partner could see its face, or on the table, has been played (45C)."""
    if facts.shown is None:
        return lacking("shown")
    return due(law, Step.PLAYED if facts.shown else Step.NOT_PLAYED, "45C")


def named_card(facts: PlayedCard, law: Jurisdiction) -> Rectification:
    """Which card an incomplete naming of one of dummy's means, unless another intention is incontrovertible."""
    match facts.said:
        case None:
            return lacking("said")
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
        return together(named, lacking("fourth_hand"))
    return due(law, Step.MAY_BE_LOWEST_WINNER, "46B1") if facts.fourth_hand else named


def designation_changed(facts: PlayedCard, law: Jurisdiction) -> Rectification:
    """An unintended naming may be changed in the time the edition gives; else the card named is played."""
    form, where = law.edition.play.designation_change, "45C4b"
    in_time: bool | None
    match form:
        case DesignationChange.WITHOUT_PAUSE:
            in_time, asked = negate(facts.pause), {"pause": facts.pause}
        case DesignationChange.UNTIL_PARTNER_PLAYS:
            in_time = all_of(negate(facts.pause), negate(facts.partner_played))
            asked = {"pause": facts.pause, "partner_played": facts.partner_played}
        case DesignationChange.UNTIL_NEXT_PLAY:
            in_time, asked = negate(facts.declarer_played), {"declarer_played": facts.declarer_played}
        case _:
            assert_never(form)
    needs = tuple(key for key, told in asked.items() if told is None)
    changed = together(due(law, Step.CHANGED, where, "47C"), due(law, Step.OPPONENT_MAY_RETRACT, "47D"))
    change: Rule[PlayedCard, Rectification] = Rule(where, lambda _: in_time, changed, needs)
    return together(decide(facts, Rule("45C4", always, due(law, Step.DESIGNATION_STANDS, "45C4")), (change,)))


def _misplaced(facts: PlayedCard, law: Jurisdiction) -> Rectification:
    """Dummy put up a card that was not named: taken back until both sides have played to the next trick."""
    if facts.both_sides_played_on is None:
        return lacking("both_sides_played_on")
    if facts.both_sides_played_on:
        return due(
            law, Step.MISPLACED_STANDS, "card-not-named-too-late" if "45D2" in law.edition.paths else "45D"
        )
    return together(
        due(law, Step.MISPLACED_BACK, "card-not-named-in-time"),
        due(law, Step.OPPONENT_MAY_RETRACT, "card-not-named-in-time", "47D"),
    )


def _dummy(facts: PlayedCard, fact: str, law: Jurisdiction, declarer: Seat | None) -> Rectification:
    """Dummy put up a wrong card, suggested a play, or, having lost his rights, spoke first."""
    if fact == "dummy-placed":
        return _misplaced(facts, law)
    play = law.edition.play
    if fact == "dummy-suggested":
        step = Step.MAY_ADJUST if play.dummy_suggested is Duty.MAY else Step.IF_DAMAGED
        args = {} if declarer is None or step is Step.MAY_ADJUST else {"side": declarer.side}
        goes_on = due(law, Step.GOES_ON, "45F")
        if step is Step.IF_DAMAGED and declarer is None:
            return together(goes_on, lacking("declarer"))
        return together(goes_on, due(law, step, "45F", **args))
    if fact == "dummy-warned":
        return option(law, Step.EITHER_CHOOSES_HAND, "43B2a")
    if fact == "dummy-asked":
        return due(law, Step.AS_IF_ESTABLISHED, "43B2b", "64A")
    return together(due(law, Step.GOES_ON, "43B3"), _noted(law))


def _noted(law: Jurisdiction) -> Rectification:
    form = law.edition.play.dummy_noted
    match form:
        case DummyNoted.BOTH_SIDES:
            return due(law, Step.BOTH_SIDES, "43B3")
        case DummyNoted.DEFENDERS_ONLY:
            return due(law, Step.DEFENDERS_ONLY, "43B3")
        case _:
            assert_never(form)


def _before_required_lead(facts: PlayedCard, law: Jurisdiction) -> Rectification:
    """A defender played before declarer had led from the hand he was told to lead from (60B)."""
    if facts.offender is None:
        return lacking("offender")
    if facts.card is None:
        return together(NOTHING, lacking("card"))
    return refused_card(law, facts.offender, facts.card, law.edition.play.play_before_required_lead)
