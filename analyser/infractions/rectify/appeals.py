"""Who must stand behind an appeal (92D), and who decides which part of it (93B)."""

from typing import assert_never

from analyser.infractions.rectify.remedy import due, together
from analyser.infractions.rectify.steps import Step
from analyser.laws import Jurisdiction
from analyser.reasoning import FindingClass, Rectification

__all__ = ["consent_to_appeal", "who_decides"]


def consent_to_appeal(law: Jurisdiction, *, teams: bool) -> Rectification:
    """Whose agreement an appeal needs, as the authority has it."""
    appeals = law.regulation.appeals
    if teams:
        return due(law, Step.CONSENT_CAPTAIN, "consent-to-appeal", who=str(appeals.teams))
    return due(law, Step.CONSENT_PAIR, "consent-to-appeal", who=str(appeals.pairs))


def who_decides(law: Jurisdiction, part: FindingClass) -> Rectification:
    """Law goes to the director in charge, fact and judgement to the committee, discipline is final."""
    appeals = law.regulation.appeals
    match part:
        case FindingClass.LAW:
            to_director = due(law, Step.TO_DIRECTOR, "93B1")
            if appeals.may_change_law:
                return to_director
            return together(to_director, due(law, Step.MAY_ONLY_RECOMMEND, "93B3"))
        case FindingClass.FACT | FindingClass.JUDGEMENT:
            return due(law, Step.TO_COMMITTEE, "93B2")
        case FindingClass.DISCIPLINE:
            if appeals.may_change_discipline:
                return due(law, Step.TO_COMMITTEE, "93B2")
            return due(law, Step.FINAL, "91A", "93B3")
        case _:
            assert_never(part)
