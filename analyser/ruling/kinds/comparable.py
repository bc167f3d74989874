"""Whether the call put in place of a withdrawn one is comparable (23A), or as precise (27B1b of 2007).

Both meanings are laid over hands dealt at random: of the hands the second call shows, how many the first would have
shown too. Where none lie outside, the withdrawn call tells partner nothing the second does not; where few do, little.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from analyser.bridge import Hand, HandConstraint, Seat
from analyser.casefile import Case, IrregularCall, Question
from analyser.laws import Jurisdiction
from analyser.laws.choices import SubstituteBid
from analyser.messages import Percentage
from analyser.ruling import Basis, Finding, FindingClass
from analyser.ruling.kinds.calls import CallFacts
from analyser.ruling.kinds.rectification import find_judgement
from analyser.ruling.kinds.relaxed_meaning import distribution_of, is_relaxed, relax_meaning

# Hands dealt for each meaning: a share is then told to about one in a hundred, as finely as it is printed.
_DEALT = 2000


class Likeness(StrEnum):
    """How the second call's meaning stands to the first's; a finding's code is `comparable.` and this word."""

    SUBSET = "subset"
    SAME_PURPOSE = "same-purpose"
    SIMILAR = "similar"
    UNLIKE = "unlike"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Overlap:
    """How far two meanings cover each other: shares of the hands one shows that the other shows too."""

    of_second: float  # of the hands the call put in its place shows, those the withdrawn call showed
    of_first: float  # the other way about


def overlap(first: HandConstraint, second: HandConstraint, seed: int) -> Overlap:
    """Both shares, measured on hands dealt at random."""
    return Overlap(_share_within(second, first, seed), _share_within(first, second, seed))


def _share_within(dealt: HandConstraint, meaning: HandConstraint, seed: int) -> float:
    """Of hands dealt as one meaning says, the share that fit the other."""
    import numpy as np

    from analyser.estimates.deal_sampler import deal_hidden
    from analyser.estimates.hand_arrays import Shown

    layouts = deal_hidden({}, {Seat.N: (Shown(dealt),)}, _DEALT, np.random.default_rng(seed))
    hands = layouts.hands[:, Seat.N].tolist()
    return sum(meaning.holds(Hand(mask)) for mask in hands) / len(hands)


def likeness(shares: Overlap | None, *, same_purpose: bool | None, law: Jurisdiction) -> Likeness:
    """What the shares and the purposes of both calls come to under the limits of the edition."""
    calls = law.edition.calls
    if shares is not None and _is_contained(shares, law):
        return Likeness.SUBSET
    if same_purpose:
        return Likeness.SAME_PURPOSE
    if shares is None:
        return Likeness.OPEN
    if 100 * shares.of_second >= calls.similar_inside:
        return Likeness.SIMILAR
    return Likeness.UNLIKE if 100 * shares.of_second < calls.unlike_inside else Likeness.OPEN


def _is_contained(shares: Overlap, law: Jurisdiction) -> bool:
    """Whether no more of the second call's hands lie outside the first's than chance would put there."""
    return 100 - 100 * shares.of_second <= law.edition.calls.contained_outside


def compare_meanings(
    case: Case, incident: IrregularCall, facts: CallFacts, law: Jurisdiction, seed: int
) -> tuple[CallFacts, tuple[Finding, ...]]:
    """The facts with what the meanings tell, and the findings that show it; a person's finding stands over it."""
    form = law.edition.calls.substitute
    insufficient = incident.irregularity == "insufficient"
    asked = law.edition.calls.comparable_call or (insufficient and form is SubstituteBid.SAME_OR_MORE_PRECISE)
    if not asked or facts.accepted or incident.replacement is None or incident.irregularity == "changed":
        return facts, ()
    first, second = incident.call_shows, incident.replacement_shows
    shares = None if first is None or second is None else overlap(first, second, seed)
    if is_relaxed(incident, law):
        return _as_relaxed(incident, facts, law, shares, seed)
    purposes = (incident.purpose, incident.replacement_purpose)
    same_purpose = None if None in purposes else purposes[0] == purposes[1]
    if shares is None and same_purpose is None:
        return facts, ()
    measured = _report_shares(incident, shares)
    if law.edition.calls.comparable_call:
        return _compare_by_2017(
            case, incident, facts, law, likeness(shares, same_purpose=same_purpose, law=law), measured
        )
    return _compare_by_2007(incident, facts, law, shares, measured)


def _compare_by_2017(
    case: Case,
    incident: IrregularCall,
    facts: CallFacts,
    law: Jurisdiction,
    sort: Likeness,
    measured: tuple[Finding, ...],
) -> tuple[CallFacts, tuple[Finding, ...]]:
    is_comparable = incident.comparable
    if is_comparable is None:
        is_comparable = find_judgement(case, incident, Question.COMPARABLE)
    answer = {Likeness.OPEN: None, Likeness.UNLIKE: False}.get(sort, True)
    finding = Finding.from_code(
        f"comparable.{sort}",
        kind=FindingClass.JUDGEMENT,
        clauses=(law.clause("23A"),),
        standing=Basis.ASSUMED if answer is None else Basis.COMPUTED,
        call=incident.call or "?",
        replacement=incident.replacement or "?",
    )
    if is_comparable is None:
        return replace(facts, comparable=answer), (*measured, finding)
    note = Finding.from_code(
        "comparable.found" if is_comparable else "comparable.found-not",
        kind=FindingClass.JUDGEMENT,
        clauses=(law.clause("23A"),),
        standing=Basis.JUDGEMENT,
        replacement=incident.replacement or "?",
    )
    return replace(facts, comparable=is_comparable), (
        *measured,
        *(() if answer is is_comparable else (finding,)),
        note,
    )


def _compare_by_2007(
    incident: IrregularCall,
    facts: CallFacts,
    law: Jurisdiction,
    shares: Overlap | None,
    measured: tuple[Finding, ...],
) -> tuple[CallFacts, tuple[Finding, ...]]:
    """The same or a more precise meaning: wholly contained in the first call's."""
    if shares is None:
        return facts, ()
    contained = _is_contained(shares, law)
    same = contained if facts.same_meaning is None else facts.same_meaning
    finding = Finding.from_code(
        "comparable.contained" if contained else "comparable.not-contained",
        kind=FindingClass.JUDGEMENT,
        clauses=(law.clause("27B1b"),),
        call=incident.call or "?",
        replacement=incident.replacement or "?",
    )
    return replace(facts, same_meaning=same), (*measured, finding)


def _as_relaxed(
    incident: IrregularCall, facts: CallFacts, law: Jurisdiction, shares: Overlap | None, seed: int
) -> tuple[CallFacts, tuple[Finding, ...]]:
    """27B1(b) of 2007 with what the authority adds: the whole meanings first, then their distribution alone."""
    facts, findings = _compare_by_2007(incident, facts, law, shares, _report_shares(incident, shares))
    same_distribution: bool | None = None
    first, second = incident.call_shows, incident.replacement_shows
    if facts.same_meaning is not True and first is not None and second is not None:
        alone = overlap(distribution_of(first), distribution_of(second), seed)
        same_distribution = _is_contained(alone, law)
    facts, relaxed = relax_meaning(incident, facts, law, is_same_distribution=same_distribution)
    return facts, (*findings, *relaxed)


def _report_shares(incident: IrregularCall, shares: Overlap | None) -> tuple[Finding, ...]:
    """How many hands were dealt, and the shares within and outside, as evidence."""
    if shares is None:
        return ()
    return (
        Finding.from_code(
            "comparable.measured",
            kind=FindingClass.FACT,
            dealt=_DEALT,
            call=incident.call or "?",
            replacement=incident.replacement or "?",
            inside=Percentage.round_to(shares.of_second),
            outside=Percentage.round_to(1 - shares.of_second),
            back=Percentage.round_to(shares.of_first),
        ),
    )
