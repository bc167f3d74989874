"""The estimator of alternatives plugged into a ruling, counting in the event's currency from the informed side's view."""

from dataclasses import replace
from fractions import Fraction

from analyser.bridge import Side
from analyser.casefile import Case, Incident, Misinformation, UnauthorisedInformation, WithdrawnCall
from analyser.estimates.services import Services
from analyser.laws import Jurisdiction
from analyser.ruling import Alternative, Baseline, Remade
from analyser.ruling.adjustment import Currency, Lacking


def dice_of(case: Case) -> int:
    """The seed of a case's dice: from the hash of its file."""
    return int(case.sha256[:8], 16) if case.sha256 else 0


def first_answer(
    case: Case, incident: Incident, law: Jurisdiction, services: Services
) -> tuple[Alternative, ...]:
    """What peers would consider and choose, at once: before anything is counted double dummy."""
    if services.calls is None:
        return ()
    from analyser.ruling.alternatives.estimating import Estimator

    return Estimator(calls=services.calls, leads=services.leads)(case, incident, law)


def with_alternatives(services: Services, currency: Currency | Lacking, case: Case) -> Services:
    """The services with the estimator of alternatives, when there is a model to ask; its dice are the case's."""
    if services.alternatives is not None or services.calls is None:
        return services
    seed = dice_of(case)

    def alternatives(asked: Case, incident: Incident, law: Jurisdiction) -> tuple[Alternative, ...]:
        from analyser.ruling.alternatives.estimating import Estimator

        if not isinstance(incident, UnauthorisedInformation | WithdrawnCall):
            return ()
        side = incident.offender.side
        estimator = Estimator(
            calls=services.calls,
            leads=services.leads,
            tempo=services.tempo,
            tricks=services.tricks,
            worth=None if isinstance(currency, Lacking) else _Worth(currency, side),
            seed=seed,
        )
        return estimator(asked, incident, law)

    def decisions(
        asked: Case, incident: Misinformation, law: Jurisdiction, baseline: Baseline
    ) -> tuple[Remade, ...]:
        from analyser.ruling.alternatives.estimating import Estimator
        from analyser.ruling.alternatives.informed import Informed

        peers = Estimator(calls=services.calls, leads=services.leads, tricks=services.tricks, seed=seed)
        return Informed(peers)(asked, incident, law, baseline)

    return replace(services, alternatives=alternatives, decisions=decisions, seed=seed)


class _Worth:
    """What points to North-South are worth to one side; each figure is reckoned once."""

    def __init__(self, currency: Currency, side: Side) -> None:
        self._currency, self._side = currency, side
        self._known: dict[int, Fraction] = {}

    def __call__(self, points: int) -> Fraction:
        """The worth of this many points."""
        found = self._known.get(points)
        if found is None:
            found = self._known[points] = self._currency.worth(points).of(self._side)
        return found
