"""Past cases of unauthorised information: our findings compared with the bodies', and polls with their predictions."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from analyser.casefile import Action, Case, UnauthorisedInformation
from analyser.estimates.services import CallsModel, LeadsModel, Services
from analyser.precedents import HeldOut, leave_one_out, load_base
from analyser.ruling import Alternative, Finding, RulingRequest
from analyser.ruling.alternatives.logical_alternatives import estimate_unpolled
from analyser.ruling.context import RulingContext, jurisdiction_of
from analyser.ruling.kinds import unauthorised_information

_WHY = (
    "information.chosen",
    "information.action-no-alternative",
    "information.no-alternative",
    "information.not-suggested",
    "information.not-given",
    "information.alternative-untold",
    "information.suggestion-open",
    "information.suggestion-untold",
    "information.action-unknown",
)
_NOT_FOUND = "not told"


@dataclass(frozen=True, slots=True)
class SpokenAlternative:
    """An action a body held to be an alternative, or not, and our answer on it."""

    action: Action
    theirs: bool
    ours: bool | None
    considered: float


@dataclass(frozen=True, slots=True)
class PastFinding:
    """One past case: whether an infraction was found, by the body and by us, and our reason."""

    case: str
    edition: str
    body: str
    theirs: bool | None
    ours: bool | None
    why: Finding | None
    held: tuple[SpokenAlternative, ...]


@dataclass(frozen=True, slots=True)
class PollForecast:
    """One answer of a past poll, and the 80 % prediction interval computed before it was taken.

    `inside` is the nominal coverage of that interval: as counts are whole numbers, it exceeds 80 %.
    """

    case: str
    action: Action
    asked: int
    chosen: int
    low: int
    high: int
    expected: float

    @property
    def is_inside(self) -> bool:
        """Whether the count lies in the interval."""
        return self.low <= self.chosen <= self.high


def past_findings(cases: Iterable[Case], services: Services) -> Iterator[PastFinding]:
    """Every case of unauthorised information with a body's finding on record, ruled again from its facts."""
    for case in cases:
        use = _use(case)
        recorded = case.expected[-1] if case.expected else None
        if use is None or recorded is None:
            continue
        if recorded.infraction is None and not recorded.alternatives and not recorded.not_alternatives:
            continue
        context = RulingContext.from_case(case, jurisdiction_of(case, RulingRequest()), services)
        judged = unauthorised_information.find(context, use)
        why = next((finding for code in _WHY for finding in judged.findings if finding.code == code), None)
        yield PastFinding(
            case.id,
            case.event.edition or _NOT_FOUND,
            _body(case),
            recorded.infraction,
            judged.infraction.answer if judged.infraction else None,
            why,
            tuple(
                _spoken_alternative(action, judged.alternatives, theirs)
                for theirs, actions in (
                    (True, recorded.alternatives or ()),
                    (False, recorded.not_alternatives or ()),
                )
                for action in actions
            ),
        )


def _spoken_alternative(
    action: Action, alternatives: tuple[Alternative, ...], theirs: bool
) -> SpokenAlternative:
    own = next((alternative for alternative in alternatives if alternative.action == action), None)
    # A share below a hundredth is not listed: nobody would consider that action.
    return SpokenAlternative(
        action, theirs, False if own is None else own.is_alternative, own.considered if own else 0.0
    )


def _body(case: Case) -> str:
    last = case.ruling[-1] if case.ruling else None
    return str(last.body) if last is not None and last.body else _NOT_FOUND


def _use(case: Case) -> UnauthorisedInformation | None:
    uses = (incident for incident in case.incident if isinstance(incident, UnauthorisedInformation))
    return next(uses, None)


def polls_expected(
    cases: Iterable[Case], calls: CallsModel, leads: LeadsModel | None
) -> Iterator[PollForecast]:
    """Every count of peers who chose an action in a past poll, with the models' prediction interval."""
    services = Services(calls=calls, leads=leads)
    for case in cases:
        use = _use(case)
        if use is None:
            continue
        believed = {
            alternative.action: alternative.chosen for alternative in estimate_unpolled(case, use, services)
        }
        for poll in case.poll:
            for answer in poll.answers:
                if poll.incident not in (use.id, None) or answer.chosen is None:
                    continue
                low, high, expected = _four_fifths(believed[answer.action].answers(poll.asked))
                yield PollForecast(case.id, answer.action, poll.asked, answer.chosen, low, high, expected)


def _four_fifths(chances: tuple[float, ...]) -> tuple[int, int, float]:
    """The counts between the 10 % and the 90 % quantile, and their total probability."""
    below, low, high = 0.0, 0, len(chances) - 1
    for count, chance in enumerate(chances):
        if below <= 0.1:
            low = count
        below += chance
        if below >= 0.9:
            high = count
            break
    return low, high, sum(chances[low : high + 1])


def retrieval() -> tuple[tuple[str, HeldOut], ...]:
    """Held-out retrieval scores: how often the nearest cases have the same kind and clause, overall and for harder parts."""
    base = load_base()
    return (
        ("every case asks every other", leave_one_out(base)),
        ("no broadcast asks", leave_one_out(base, records=False)),
        ("no case of the same championship answers", leave_one_out(base, same_event=False)),
        ("neither", leave_one_out(base, records=False, same_event=False)),
    )
