"""What one case is ruled with: its facts, the law it falls under, the event's currency, and the models at hand."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from hashlib import sha256

from analyser import laws
from analyser.bridge import Seat, Side
from analyser.casefile import Case, Incident
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
        return cls(case, jurisdiction, currency, _table_points(case), services, seed_for(case, services.dice))

    def dice(self, incident: Incident) -> int:
        """The seed of what is drawn for one incident: from where it happened, not from where the file tells it."""
        return _number(f"{self.seed} {incident.kind} {_where(incident)}")

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


def seed_for(case: Case, dice: int = 0) -> int:
    """The seed of a case's random draws, from the facts of the board: what it is called or how it is told moves nothing.

    Other `dice` are for measurements of how far a ruling hangs on them.
    """
    auction, play, contract = case.auction, case.play, case.contract
    facts: list[object] = [case.event.form, case.vulnerability]
    facts += [None if (hand := case.hand(seat)) is None else hand.mask for seat in Seat]
    if auction is not None:
        facts += [auction.dealer, *(call.code for call in auction.calls)]
        facts += [
            (entry.at, entry.seat, entry.kind.value, entry.call.code, entry.withdrawn)
            for entry in auction.irregular
        ]
    facts += [contract, case.lead] if play is None else [contract, play.leader, *play.cards]
    facts += sorted(f"{incident.kind} {_where(incident)}" for incident in case.incident)
    return _number(" ".join([*map(str, facts), *([str(dice)] if dice else [])]))


def _where(incident: Incident) -> str:
    """At which call or card an incident happened, and at which it mattered."""
    return f"{incident.happened_at} {incident.turning_point}"


def _number(text: str) -> int:
    return int(sha256(text.encode()).hexdigest()[:8], 16)


def _table_points(case: Case) -> int | None:
    if case.result is None or case.vulnerability is None:
        return None
    from analyser.scoring import score_ns

    return score_ns(case.result, case.vulnerability)
