"""What one case is ruled with: its facts, the law it falls under, the event's currency, and the models at hand."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from analyser import laws
from analyser.bridge import Side
from analyser.casefile import Case
from analyser.estimates.services import Services
from analyser.laws import Jurisdiction
from analyser.ruling import RulingRequest
from analyser.ruling.currency import Currency, Lacking, currency_of

_NO_SERVICES = Services()


@dataclass(frozen=True, slots=True)
class RulingContext:
    """Made once for a case and handed down every stair; what the case does not tell is none or lacking."""

    case: Case
    jurisdiction: Jurisdiction
    currency: Currency | Lacking
    table_ns: int | None
    """The result at the table, in points to North-South."""
    services: Services
    seed: int

    @classmethod
    def of(cls, case: Case, jurisdiction: Jurisdiction, services: Services = _NO_SERVICES) -> "RulingContext":
        """The context of a case under a law, with what is known of the play and the players."""
        currency = currency_of(case, jurisdiction)
        return cls(case, jurisdiction, currency, _table_points(case), services, seed_for(case))

    @property
    def year(self) -> str:
        """The edition of the Laws."""
        return self.jurisdiction.edition.year

    def worth(self, side: Side) -> Callable[[int], Fraction] | None:
        """What points to North-South are worth to one side, each figure reckoned once; none without a comparison."""
        currency = self.currency
        if isinstance(currency, Lacking):
            return None
        return cache(lambda points: currency.worth(points).of(side))


def jurisdiction_of(case: Case, request: RulingRequest) -> Jurisdiction:
    """The Laws and regulations a case is ruled under: as asked, else as the case says, else by date and authority."""
    event = case.event
    return laws.resolve(
        event.date,
        request.authority or event.authority,
        request.edition or event.edition,
        event.regulations or (),
    )


def seed_for(case: Case) -> int:
    """The seed of a case's random draws, from the hash of its file: the same case gives the same ruling."""
    return int(case.sha256[:8], 16) if case.sha256 else 0


def _table_points(case: Case) -> int | None:
    if case.result is None or case.vulnerability is None:
        return None
    from analyser.scoring import score_ns

    return score_ns(case.result, case.vulnerability)
