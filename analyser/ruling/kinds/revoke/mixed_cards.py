"""Cards were mixed before it could be seen whether somebody had revoked: against whom the facts are found (66D)."""

from dataclasses import replace
from typing import assert_never

from analyser.bridge import Side
from analyser.casefile import Case, RevokeIncident
from analyser.laws import Jurisdiction
from analyser.laws.choices import MixedCards
from analyser.ruling import Basis, Finding, FindingClass
from analyser.ruling.kinds.revoke.record import Committed


def found_against(incident: RevokeIncident, law: Jurisdiction) -> Side | None:
    """The side the ruling goes against because it mixed its cards; none where the edition does not say so."""
    mixed = incident.mixed_by or ()
    form = law.edition.disputes.mixed_cards
    match form:
        case MixedCards.ONE_SIDE_ONLY:
            return mixed[0] if len(mixed) == 1 else None
        case MixedCards.AFTER_REVOKE_CLAIMED:
            return mixed[0] if len(mixed) == 1 and incident.claimed_before_mixing else None
        case _:
            assert_never(form)


def without_unproved(case: Case, revokes: tuple[Committed, ...], law: Jurisdiction) -> tuple[Committed, ...]:
    """The revokes of the board: one that cannot be seen, and whose claimants mixed the cards, is held not to have been."""
    unproved = {
        incident.id
        for incident in case.incident
        if isinstance(incident, RevokeIncident)
        and found_against(incident, law) is incident.offender.side.other
    }
    return tuple(
        replace(revoke, seen=False) if revoke.incident in unproved and revoke.seen is None else revoke
        for revoke in revokes
    )


def of_mixed_cards(incident: RevokeIncident, law: Jurisdiction) -> tuple[Finding, ...]:
    """For whom the facts are found, or that the mixing decides nothing."""
    if not incident.mixed_by:
        return ()
    clauses = law.edition.why("disputes.mixed_cards").clauses
    against = found_against(incident, law)
    if against is None:
        return (Finding.of("revoke.mixed-decides-nothing", clauses=clauses, standing=Basis.ASSUMED),)
    return (
        Finding.of(
            "revoke.mixed-by-one-side",
            kind=FindingClass.FACT,
            clauses=clauses,
            side=against,
            other=against.other,
        ),
    )
