"""Claims and concessions (68-71): the fewest tricks on any normal line, with that line card by card."""

from analyser.ruling.kinds.claim.adjudication import Adjudication, Rules, adjudicate
from analyser.ruling.kinds.claim.kind import find
from analyser.ruling.kinds.claim.plausibility import Deviation, Prices, prices_for
from analyser.ruling.kinds.claim.reading import ClaimFacts
