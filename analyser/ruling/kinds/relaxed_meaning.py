"""27B1(b) of 2007 as an authority relaxes it: the same distribution is enough, or that the offenders gain nothing."""

from dataclasses import replace
from typing import Final

from analyser.bridge import HandConstraint
from analyser.bridge.constraints import SHAPES, Measure, Span
from analyser.casefile import IrregularCall
from analyser.laws import Jurisdiction
from analyser.laws.choices import SubstituteBid
from analyser.ruling import Basis, Finding, FindingClass
from analyser.ruling.kinds.calls import CallFacts

_DISTRIBUTION: Final = {
    Measure.SPADES, Measure.HEARTS, Measure.DIAMONDS, Measure.CLUBS, Measure.MAJOR, Measure.MINOR, *SHAPES,
}  # fmt: skip
_ANY_HAND: Final = (Span(Measure.POINTS, 0, 37),)


def distribution_of(meaning: HandConstraint) -> HandConstraint:
    """What a meaning says of distribution alone.

    >>> str(distribution_of(HandConstraint.parse("H5+ HCP11-15 | bal HCP20+")))
    'H5+ | bal'
    """
    parts = (
        tuple(span for span in spans if span.measure in _DISTRIBUTION) or _ANY_HAND
        for spans in meaning.alternatives
    )
    return HandConstraint(tuple(dict.fromkeys(parts)))


def is_relaxed(incident: IrregularCall, law: Jurisdiction) -> bool:
    """Whether the authority relaxes what a replacement of this insufficient bid must mean."""
    form = law.edition.calls.substitute
    if incident.irregularity != "insufficient" or form is not SubstituteBid.SAME_OR_MORE_PRECISE:
        return False
    return law.regulation.insufficient.relaxed_meaning


def relax_meaning(
    incident: IrregularCall, facts: CallFacts, law: Jurisdiction, *, is_same_distribution: bool | None
) -> tuple[CallFacts, tuple[Finding, ...]]:
    """The facts with 27B1(b) as the authority reads it, and the findings that show by which part."""
    nothing = incident.gains_nothing
    if is_same_distribution:
        code, kind, standing = "distribution", FindingClass.JUDGEMENT, Basis.COMPUTED
    elif facts.same_meaning or nothing is None:
        code, kind, standing = "", FindingClass.JUDGEMENT, Basis.JUDGEMENT
    else:
        code = "gains-nothing" if nothing else "gains-something"
        kind, standing = FindingClass.JUDGEMENT, Basis.JUDGEMENT
    same: bool | None = bool(facts.same_meaning or is_same_distribution or nothing)
    if not same and (nothing is None or (facts.same_meaning is None and is_same_distribution is None)):
        same = None
    key = "same_meaning" if facts.same_meaning is None and is_same_distribution is None else "gains_nothing"
    if nothing is not None:
        key = "same_meaning"
    facts = replace(facts, same_meaning=same, meaning_key=key)
    if not code:
        return facts, ()
    where = str(law.source_of("insufficient.relaxed_meaning").source)
    finding = Finding.from_code(
        f"relaxed.{code}",
        kind=kind,
        clauses=(law.clause("27B1b"),),
        standing=standing,
        call=incident.call or "?",
        replacement=incident.replacement or "?",
        where=where,
    )
    return facts, (finding,)
