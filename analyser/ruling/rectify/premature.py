"""A defender led or played before his turn: declarer may ask for partner's highest, lowest, or another suit (57)."""

from typing import assert_never

from analyser.casefile import ExposedCard
from analyser.laws import Jurisdiction
from analyser.laws.choices import PrematureOption
from analyser.ruling import Rectification
from analyser.ruling.rectify.remedy import due, lacking, option, together
from analyser.ruling.rectify.rules import Rule, always, decide
from analyser.ruling.rectify.steps import Step

__all__ = ["premature"]


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
        "57C", lambda told: told.both_hands_played, nothing, ("both_hands_played",)
    )
    found = decide(facts, Rule("57A", always, general), (shut,))
    return together(found, lacking(*found.missing))
