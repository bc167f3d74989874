"""Why the table result stands, as the verdict says it: no infraction, no damage, or an irregularity that was rectified."""

from analyser.messages import Message, message
from analyser.ruling import Ruling

_NO_DAMAGE = (
    "adjustment.no-damage-found",
    "adjustment.no-damage",
    "adjustment.standards-unmoved",
    "misinformation.no-damage",
    "adjustment.rectified",
    "adjustment.rectified-if-no-damage",
)
_RECTIFIED = {
    "adjustment.rectified": "verdict.stands.rectified",
    "adjustment.rectified-if-no-damage": "verdict.stands.unless-damaged",
}


def stands_told(ruling: Ruling) -> Message:
    """Why the table result stands: no infraction, or no damage by the first finding that says so."""
    infraction = any(step.infraction is not None and step.infraction.answer for step in ruling.incidents)
    for finding in ruling.findings:
        if finding.code in (_NO_DAMAGE if infraction else _RECTIFIED):
            if open_damage_told(ruling) is not None:
                return message("verdict.stands.either-way")
            if not finding.clauses:  # no edition before 2007 says of itself what damage is
                return message("verdict.stands.unharmed")
            code = _RECTIFIED.get(finding.code, "verdict.stands.undamaged")
            return message(code, law=finding.clauses[0])
    for step in (
        incident.rectification for incident in ruling.incidents if incident.rectification is not None
    ):
        for finding in step.due:
            if finding.code == "rectify.board.result-stands" and finding.clauses:
                return message("verdict.by-law", what=message("verdict.stands"), law=finding.clauses[-1])
    return message("verdict.stands")


def open_damage_told(ruling: Ruling) -> Message | None:
    """That it is open whether the explanation did damage, with what leaves it so; none where that is settled, or not asked."""
    args = {finding.code.removesuffix(".unscored"): finding.arguments for finding in ruling.findings}
    if (damage := args.get("misinformation.damage-open")) is None:
        return None
    if (deals := args.get("misinformation.other-deals")) is None:
        return message("verdict.damage-open", chance=damage["chance"])
    # the chance alone would do for an answer
    return message("verdict.damage-open-by-deals", chance=damage["chance"], share=deals["share"])
