"""The call model of players who know what some calls show and which were alerted."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyser.bridge import Auction, Vulnerability
from analyser.casefile import Case, Misinformation, Moment, RemarkKind, Status
from analyser.estimates.hand_posterior import ExplainedCall
from analyser.estimates.services import CallsModel

if TYPE_CHECKING:
    from analyser.estimates.meanings.understanding import Understood


def alerts_stated(case: Case) -> frozenset[int]:
    """The numbers of the calls the case states were alerted; not those in dispute."""
    return frozenset(
        remark.at.number
        for remark in case.remark
        if remark.kind is RemarkKind.ALERT
        and remark.at.moment is Moment.CALL
        and remark.status is not Status.DISPUTED
    )


def alerts_due(case: Case, incident: Misinformation) -> frozenset[int]:
    """The same with the explained call, if what was wrong is that it was not alerted."""
    missed = any(remark.kind is RemarkKind.NO_ALERT and remark.at == incident.at for remark in case.remark)
    return alerts_stated(case) | (frozenset((incident.at.number,)) if missed else frozenset())


def informed_calls(
    model: CallsModel,
    auction: Auction,
    meanings: Sequence[ExplainedCall],
    alerts: frozenset[int],
    vulnerability: Vulnerability | None,
) -> CallsModel:
    """The call model of players told these meanings and alerts; the model itself if there are none."""
    explained = [meaning for meaning in meanings if meaning.call <= len(auction.calls)]
    alerted = frozenset(number for number in alerts if number <= len(auction.calls))
    if not explained and not alerted:
        return model
    from analyser.estimates.choices import InformedCalls, ToldCall  # slow import, rarely needed

    understood_calls = ((meaning.call, _understand(meaning, auction, vulnerability)) for meaning in explained)
    told_calls = [
        ToldCall(call, understood) for call, understood in understood_calls if understood is not None
    ]
    return InformedCalls(model, auction, told_calls, alerted)


def knows_of(model: CallsModel, auction: Auction) -> bool:
    """Whether the player in turn after an auction is told what a call shows by this model."""
    from analyser.estimates.choices import InformedCalls  # as above

    return isinstance(model, InformedCalls) and model.tells(auction)


def _understand(
    meaning: ExplainedCall, auction: Auction, vulnerability: Vulnerability | None
) -> "Understood | None":
    """What an explained call shows as the lexicon understood it, in words or as a constraint; `None` if it shows nothing."""
    from analyser.estimates.meanings.understanding import Understood, understand_shows

    if isinstance(meaning.reading, Understood):
        return meaning.reading
    if meaning.shows is None:
        return None
    return understand_shows(
        meaning.shows,
        auction.calls[: meaning.call],
        meaning.call,
        dealer=auction.dealer,
        vulnerable=vulnerability or Vulnerability.NONE,
    )
