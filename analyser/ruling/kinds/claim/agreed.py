"""Law 69B: the side that agreed to a claim asks a trick back."""

from dataclasses import replace

from analyser.bridge import Side
from analyser.estimates.endings.ending import EndingSolver
from analyser.laws import Jurisdiction
from analyser.laws.choices import AgreementBar
from analyser.ruling import Finding, FindingClass
from analyser.ruling.kinds.claim.adjudicate import Rules, adjudicate
from analyser.ruling.kinds.claim.facts import ClaimFacts
from analyser.ruling.kinds.claim.telling import cited

__all__ = ["after_agreement"]


def after_agreement(facts: ClaimFacts, rules: Rules, law: Jurisdiction) -> tuple[int, Finding]:
    """The claiming side's tricks once the agreement has been weighed, by the edition's own bar.

    2007 and 2017: a trick goes back that the other side would probably have won; that is taken to be so where the claimer
    could not make it against best play, and a guess he might have taken rightly is not *probably* lost. 1997: only a
    trick that side could not have lost by any normal play.
    """
    match law.edition.claims.agreement_withdrawn:
        case AgreementBar.PROBABLY_WON:
            kept = min(facts.claims, EndingSolver().tricks(facts.ending, Side(facts.by.side)))
            path = "69B2"
        case AgreementBar.NOT_LOSABLE:
            others = replace(
                facts, by=facts.by.next, claims=facts.ending.size - facts.claims, order=(), declarer=None
            )
            kept = min(facts.claims, facts.ending.size - adjudicate(others, rules).tricks)
            path = "69B"
    finding = Finding.of(
        "claim.agreement-withdrawn",
        kind=FindingClass.JUDGEMENT,
        clauses=cited(law, path),
        tricks=kept,
        returned=facts.claims - kept,
        bar=str(law.edition.claims.agreement_withdrawn),
    )
    return kept, finding
