"""The context of a ruling: a case's facts and who found them, its law, the event's currency, the services."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from hashlib import sha256

from analyser import laws
from analyser.bridge import Seat, Side
from analyser.casefile import (
    Case,
    Incident,
    JudgedResults,
    JudgedTruth,
    Question,
    Remark,
    SelfInflicted,
    Status,
    UnauthorisedInformation,
    WithdrawnCall,
)
from analyser.estimates.services import Services
from analyser.laws import Jurisdiction
from analyser.ruling import RulingRequest
from analyser.ruling.currency import Currency, MissingComparison, currency_of

_NO_SERVICES = Services()


@dataclass(frozen=True, slots=True)
class RulingContext:
    """Made once for a case and passed to every step; what the case does not state is `None` or lacking."""

    case: Case
    jurisdiction: Jurisdiction
    currency: Currency | MissingComparison
    table_ns: int | None
    """The result at the table, in points to North-South."""
    services: Services
    seed: int

    @classmethod
    def from_case(
        cls, case: Case, jurisdiction: Jurisdiction, services: Services = _NO_SERVICES
    ) -> "RulingContext":
        """The context of a case under a law, with what is known of the play and the players."""
        currency = currency_of(case, jurisdiction)
        return cls(
            case, jurisdiction, currency, _table_points(case), services, seed_for(case, services.seed_offset)
        )

    def seed_of(self, incident: Incident) -> int:
        """The random seed of one incident: from where it happened, not from its place in the file."""
        return _number(f"{self.seed} {incident.kind} {_incident_place(incident)}")

    @property
    def year(self) -> str:
        """The edition of the Laws."""
        return self.jurisdiction.edition.year

    def worth(self, side: Side) -> Callable[[int], Fraction] | None:
        """The worth of points to North-South for one side, cached; `None` without a comparison."""
        currency = self.currency
        if isinstance(currency, MissingComparison):
            return None
        return cache(lambda points: currency.worth(points).score_of(side))


def jurisdiction_of(case: Case, request: RulingRequest) -> Jurisdiction:
    """The Laws and regulations of a case: as asked, else as the case says, else by date and authority."""
    event = case.event
    return laws.resolve(
        event.date,
        request.authority or event.authority,
        request.edition or event.edition,
        event.regulations or (),
    )


def seed_for(case: Case, seed_offset: int = 0) -> int:
    """The random seed of a case, from the facts of the board: its name and wording change nothing.

    `seed_offset` is added, for measuring how far a ruling depends on the seed.
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
    facts += sorted(f"{incident.kind} {_incident_place(incident)}" for incident in case.incident)
    return _number(" ".join([*map(str, facts), *([str(seed_offset)] if seed_offset else [])]))


def _incident_place(incident: Incident) -> str:
    """The call or card of an incident, and the one at which it mattered."""
    return f"{incident.happened_at} {incident.turning_point}"


def _number(text: str) -> int:
    return int(sha256(text.encode()).hexdigest()[:8], 16)


def _table_points(case: Case) -> int | None:
    if case.result is None or case.vulnerability is None:
        return None
    from analyser.scoring import score_ns

    return score_ns(case.result, case.vulnerability)


def found_by_a_person(case: Case, incident: Incident) -> JudgedTruth | None:
    """A person's finding on a disputed incident, or `None`: true, it was as described; false, it was not."""
    for judgement in case.judgement:
        if (
            isinstance(judgement, JudgedTruth)
            and judgement.question is Question.DISPUTED
            and judgement.incident == incident.id
            and judgement.remark is None
        ):
            return judgement
    return None


def settled_remarks(case: Case) -> dict[int, JudgedTruth]:
    """Persons' findings on disputed remarks, by the number of the remark."""
    return {
        judgement.remark: judgement
        for judgement in case.judgement
        if isinstance(judgement, JudgedTruth)
        and judgement.question is Question.DISPUTED
        and judgement.remark is not None
    }


def unsettled_remarks(case: Case) -> Iterator[tuple[int, Remark]]:
    """The disputed remarks nobody has made a finding on, with their numbers."""
    settled = settled_remarks(case)
    for number, remark in enumerate(case.remark, 1):
        if remark.status is Status.DISPUTED and number not in settled:
            yield number, remark


def is_refuted(case: Case, incident: Incident) -> bool:
    """Whether a person found that every remark at the place of the incident was not as described: nothing is left of it."""
    place, settled = incident.happened_at, settled_remarks(case)
    answers = [
        settled[number].answer if number in settled else True
        for number, remark in enumerate(case.remark, 1)
        if place is not None and remark.at == place
    ]
    return bool(answers) and not any(answers)


def rests_on_dispute(case: Case, incident: UnauthorisedInformation | WithdrawnCall) -> bool:
    """Whether the information itself depends on a disputed remark nobody has made a finding on."""
    tempo = any(
        isinstance(judgement, JudgedTruth) and judgement.question is Question.TEMPO
        for judgement in case.judgements(incident.id)
    )
    return not tempo and any(
        remark.at == incident.at and remark.by in (incident.source, None)
        for _, remark in unsettled_remarks(case)
    )


def judged_results(case: Case, incident: Incident) -> JudgedResults | None:
    """A person's results for this incident; those that name none apply to the board, and to its only incident."""
    for judgement in case.judgement:
        is_own = judgement.incident == incident.id or (judgement.incident is None and len(case.incident) == 1)
        if isinstance(judgement, JudgedResults) and is_own:
            return judgement
    return None


def error_of(case: Case, incident: Incident, innocent: Side | None) -> SelfInflicted | None:
    """The innocent side's error that belongs to this incident, or `None`."""
    for error in case.error:
        is_own = error.incident == incident.id or (error.incident is None and len(case.incident) == 1)
        if is_own and error.side is innocent:
            return error
    return None
