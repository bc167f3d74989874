"""Whether the call in question was to be alerted, by the regulation in force, where the case tells of an alert or of none."""

from dataclasses import replace

from analyser.casefile import Case, Misinformation, Moment, RemarkKind
from analyser.laws import Jurisdiction
from analyser.ruling import Finding, FindingClass
from analyser.ruling.procedure.alerts import CallToAlert, alert_duty

_ALERTS = (RemarkKind.ALERT, RemarkKind.NO_ALERT)


def duty_to_alert(case: Case, incident: Misinformation, law: Jurisdiction) -> tuple[Finding, ...]:
    """What the rows of the regulation say of the call as it was agreed; nothing where they hang on facts nobody told."""
    rows, auction, at = law.regulation.rows("alert"), case.auction, incident.at
    told = any(remark.at == at and remark.kind in _ALERTS for remark in case.remark)
    if not told or not rows or auction is None or at.moment is not Moment.CALL or at.number > len(auction):
        return ()
    asked = CallToAlert(auction.before(at.number), auction.calls[at.number - 1], incident.correct_shows)
    # An agreement nobody calls special or turned round is taken to be neither.
    asked = replace(asked, screens=bool(case.event.screens), special=False, inverted=False)
    row, missing = alert_duty(rows, asked)
    if row is None or missing:
        return ()
    return (
        Finding.of(
            f"misinformation.alert-{row.values['duty']}",
            kind=FindingClass.FACT,
            clauses=(law.clause("40B"),),
            call=asked.call,
            where=str(row.source),
        ),
    )
