"""An analyser of appeals and adjusted scores at duplicate bridge."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from analyser.resources import __version__

if TYPE_CHECKING:
    from analyser.casefile import Case
    from analyser.estimates.services import Services
    from analyser.ruling import Asked, IncidentRuling, LawRef, Ruling

__all__ = ["__version__", "review", "rule"]


def rule(
    case: "Case",
    asked: "Asked | None" = None,
    services: "Services | None" = None,
    tell: "Callable[[LawRef | IncidentRuling], None] | None" = None,
) -> "Ruling":
    """Rule a case: from the facts to both sides' scores, with the nearest past cases beside it.

    `services` are the models and the solver; those shipped with the program unless others are given.
    """
    from analyser.estimates.services import open_services
    from analyser.precedents.examples import with_past_cases
    from analyser.ruling import Asked
    from analyser.ruling.rule import rule as ruled

    if services is None:
        with open_services() as opened:
            return with_past_cases(case, ruled(case, asked or Asked(), opened, tell))
    return with_past_cases(case, ruled(case, asked or Asked(), services, tell))


def review(case: "Case", asked: "Asked | None" = None, services: "Services | None" = None) -> "Ruling":
    """Audit the last ruling a case gives: our own ruling with `review` filled."""
    from analyser.audit.audited import review as reviewed
    from analyser.estimates.services import open_services
    from analyser.precedents.examples import with_past_cases
    from analyser.ruling import Asked

    if services is None:
        with open_services() as opened:
            return with_past_cases(case, reviewed(case, asked or Asked(), opened))
    return with_past_cases(case, reviewed(case, asked or Asked(), services))
