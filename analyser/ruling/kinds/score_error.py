"""A score agreed or entered wrongly (79)."""

from analyser.bridge import Result
from analyser.casefile import Case, Incident, IncidentKind, ScoreError
from analyser.ruling import Found
from analyser.ruling.context import RulingContext
from analyser.ruling.rectify.entries import is_corrected, is_kept, score_error
from analyser.ruling.rectify.remedy import answer, cite

__all__ = ["KIND", "ScoreErrorKind"]


class ScoreErrorKind:
    """What may still be corrected, and whether for both sides."""

    kind = IncidentKind.SCORE_ERROR

    def find(self, context: RulingContext, incident: Incident) -> Found:
        """What is due under this law; an entry that is corrected gives declarer the tricks he won."""
        case, jurisdiction = context.case, context.jurisdiction
        if not isinstance(incident, ScoreError):
            return Found()
        rectification = score_error(incident, jurisdiction)
        place = "correction-period" if incident.nature == "computation" else "disputes"
        tricks = None
        if is_corrected(rectification):
            tricks = _tricks(case, incident.correct)
        elif is_kept(rectification):
            tricks = _tricks(case, incident.recorded)
        return answer(
            case, incident, rectification, infraction=None, clauses=cite(jurisdiction, place), tricks=tricks
        )


def _tricks(case: Case, entry: object) -> int | None:
    """Declarer's tricks by this entry, where it speaks of the contract that was played."""
    return entry.tricks if isinstance(entry, Result) and entry.contract == case.contract else None


KIND = ScoreErrorKind()
