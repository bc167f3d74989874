"""Claims and concessions (68-71): the worst normal line, found by price, printed card by card."""

from analyser.infractions.claim.adjudicate import Adjudication, Rules, adjudicate
from analyser.infractions.claim.facts import ClaimFacts
from analyser.infractions.claim.kind import KIND, ClaimKind
from analyser.infractions.claim.prices import Deviation, Prices, prices_for

__all__ = [
    "KIND",
    "Adjudication",
    "ClaimFacts",
    "ClaimKind",
    "Deviation",
    "Prices",
    "Rules",
    "adjudicate",
    "prices_for",
]
