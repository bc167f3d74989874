"""Whether an agreement to a claim, or a concession, is fixed (69A), and a concession that never came about (68B2)."""

from analyser.casefile import Case, Claim
from analyser.laws import Jurisdiction
from analyser.ruling import Basis, Finding, FindingClass, IncidentFindings
from analyser.ruling.kinds.claim.explanation import cited
from analyser.ruling.kinds.provided import provided, told
from analyser.ruling.kinds.rectification import answer


def by_the_clock(claim: Claim, law: Jurisdiction) -> tuple[Claim, tuple[Finding, ...]]:
    """The claim with what the clock tells: agreed once the side has called on the next board or the round is over."""
    hours = (claim.called_next, claim.round_over)
    if all(hour is None for hour in hours):
        return claim, ()
    fixed = True if True in hours else None if None in hours else False
    code = {True: "claim.agreement-fixed", False: "claim.agreement-not-fixed", None: "claim.agreement-open"}[
        fixed
    ]
    finding = Finding.of(
        code,
        kind=FindingClass.LAW,
        clauses=cited(law, "69A"),
        standing=Basis.ASSUMED if fixed is None else Basis.COMPUTED,
    )
    if fixed is None:
        return claim, (finding,)
    late = claim.too_late if claim.too_late is not None else fixed
    return claim.model_copy(update={"acquiesced": fixed, "too_late": late}), (finding,)


def objected(case: Case, claim: Claim, law: Jurisdiction) -> IncidentFindings | None:
    """A defender conceded and his partner objected at once: play goes on as if nothing had been said."""
    declarer = case.declarer
    if not claim.partner_objected or (declarer is not None and declarer.side is claim.by.side):
        return None
    facts = {**told(claim, declarer), "partner": claim.by.partner}
    return answer(
        case, claim, provided(law, "partner-objected", facts), infraction=None, clauses=cited(law, "68B2")
    )
