"""The strongest case for each side: what most favours it within what is uncertain, always drawn up."""

from dataclasses import dataclass
from fractions import Fraction

from analyser.bridge import Side
from analyser.messages import decimal_text
from analyser.report.signs import PageVoice
from analyser.report.view.facts import findings_of
from analyser.ruling import Basis, FindingClass, Ruling, Variant

__all__ = ["Argued", "argued_for"]

_SURE = 0.9


@dataclass(frozen=True, slots=True)
class Argued:
    """What one side could argue for, and on what."""

    side: Side
    goal: str
    grounds: tuple[str, ...]


def argued_for(ruling: Ruling, voice: PageVoice) -> tuple[Argued, ...]:
    """Both sides' best cases, the side the proposal treats worse first."""
    return tuple(_argued(ruling, side, voice) for side in _order(ruling))


def _order(ruling: Ruling) -> tuple[Side, Side]:
    """The side that loses by the proposal, beside the table result, comes first."""
    adjusted, table = ruling.adjusted, ruling.table
    if adjusted is None or adjusted.ns is None or table is None or table.converted is None:
        return (Side.NS, Side.EW)
    return (Side.NS, Side.EW) if adjusted.ns.exact <= Fraction(table.converted[0]) else (Side.EW, Side.NS)


def _argued(ruling: Ruling, side: Side, voice: PageVoice) -> Argued:
    own = None if ruling.adjusted is None else ruling.adjusted.of(side)
    best = None if own is None else own.exact
    goal, grounds = "", []
    band = None if ruling.sensitivity is None else _band(ruling, side)
    if best is not None and band is not None and band > best:
        best = band
        goal = voice("argued.band", side=side, score=voice.signed_text(decimal_text(band)))
        if ruling.sensitivity is not None:
            grounds += [
                voice("argued.assumption", what=voice.say(bar.what)) for bar in ruling.sensitivity.bars[:3]
            ]
    for variant in ruling.variants:
        worth = _worth(variant, side)
        if worth is not None and best is not None and worth > best:
            best = worth
            goal = voice(
                "argued.variant",
                side=side,
                score=voice.signed_text(decimal_text(worth)),
                because=voice.say(variant.because),
            )
    grounds += _grounds(ruling, voice)
    return Argued(side, goal or voice("argued.no-figure", side=side), tuple(dict.fromkeys(grounds)))


def _band(ruling: Ruling, side: Side) -> Fraction | None:
    told = ruling.sensitivity
    ends = None if told is None else told.band_ns if side is Side.NS else told.band_ew
    return None if ends is None else Fraction(ends[1])


def _worth(variant: Variant, side: Side) -> Fraction | None:
    score = None if variant.adjusted is None else variant.adjusted.of(side)
    return None if score is None else score.exact


def _grounds(ruling: Ruling, voice: PageVoice) -> list[str]:
    """What a side may attack: what was found by persons, what was assumed, what the estimate is unsure of."""
    found = [
        voice("argued.unsure", action=one.action, certainty=voice.percent(one.certainty, 0))
        for incident in ruling.incidents
        if incident.asks_for_alternatives
        for one in incident.alternatives
        if one.is_alternative is None or one.certainty < _SURE
    ]
    for finding in findings_of(ruling):
        if finding.standing is Basis.ASSUMED:
            found.append(voice("argued.assumed", what=voice.say(finding)))
        elif finding.standing is Basis.JUDGEMENT and finding.kind is not FindingClass.LAW:
            found.append(voice("argued.judged", what=voice.say(finding)))
    return found[:6]
