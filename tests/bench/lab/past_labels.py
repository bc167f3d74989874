"""Labels from past rulings: whether the action not taken was a logical alternative, with a weight for training.

Three sources label the alternative complained about, nearly always the pass over partner's slow call:

* a body *said* whether it was a logical alternative: weight 1;
* a body *adjusted* the score to the last contract before the player acted: it must have held the pass possible, for
  without a logical alternative there is nothing to adjust (16A in 1997, 16B after). Weight 0.9: the contract may be
  reached otherwise, and in broadcast records, where the ruling is read from the result, 0.7;
* the score *stood*: that says little. Where the reason is stated it was mostly that nothing was suggested, or that no
  break in tempo was proved. `stood_because()` counts these reasons; the probability that a silent ruling rested on the
  alternative is that share with one added on either side, and records, where an unchanged score proves next to
  nothing, get half.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from analyser.bridge import Result
from analyser.casefile import Case, Moment, RulingGiven, RulingKind, SourceKind, UnauthorisedInformation
from analyser.casefile.sets import Standing

_SAID, _ADJUSTED, _READ_FROM_RESULT = 1.0, 0.9, 0.7
_RECORDS = 0.5


class LabelSource(StrEnum):
    """The source of a label."""

    SAID = "said"
    ADJUSTED = "adjusted"
    STOOD = "stood"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Label:
    """An action not taken, whether a body held it a logical alternative, and the weight of the label."""

    case: str
    event: str  # cases of one event are kept together in cross-validation
    body: str
    edition: str
    record: bool
    action: str
    held: bool | None
    weight: float
    how: LabelSource


@dataclass(frozen=True, slots=True)
class InfractionLabel:
    """Whether the last body found an infraction, whether the score stood, and whether an appeal changed it."""

    case: str
    event: str
    kind: str
    body: str
    edition: str
    record: bool
    infraction: bool | None
    stood: bool
    overturned: bool | None


def labels_of(cases: Iterable[Case]) -> tuple[Label, ...]:
    """Every label of every case of unauthorised information; a case without one gives a label that is unknown."""
    cases_of_use = tuple(case for case in cases if _use(case) is not None)
    silent = _silent_weight(cases_of_use)
    return tuple(label for case in cases_of_use for label in _labels(case, silent))


def infractions_of(cases: Iterable[Case]) -> tuple[InfractionLabel, ...]:
    """The last ruling of every case that has one."""
    return tuple(_infraction(case) for case in cases if case.ruling and case.incident)


def stood_because(cases: Iterable[Case]) -> tuple[int, int]:
    """The published rulings that left the score and state the reason: on the alternative, on anything else."""
    on_alternative = otherwise = 0
    for case in cases:
        expected = case.expected[-1] if case.expected else None
        if _use(case) is None or expected is None or not _stood(case) or _is_record(case):
            continue
        if expected.not_alternatives:
            on_alternative += 1
        elif expected.infraction is False:
            otherwise += 1
    return on_alternative, otherwise


def label_table(labels: Iterable[Label]) -> tuple[tuple[str | int, ...], ...]:
    """By edition and body: the numbers said held, adjusted, said rejected, stood, unknown."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    for label in labels:
        column = f"{label.how}-{label.held}" if label.how is LabelSource.SAID else str(label.how)
        counts.setdefault((label.edition, label.body), Counter())[column] += 1
    columns = ("said-True", "adjusted", "said-False", "stood", "unknown")
    return tuple(
        (edition, body, *(count[column] for column in columns))
        for (edition, body), count in sorted(counts.items())
    )


def _use(case: Case) -> UnauthorisedInformation | None:
    uses = (entry for entry in case.incident if isinstance(entry, UnauthorisedInformation))
    return next(uses, None)


def _last(case: Case) -> RulingGiven | None:
    return case.ruling[-1] if case.ruling else None


def _stood(case: Case) -> bool:
    last = _last(case)
    return last is not None and last.kind is RulingKind.RESULT_STANDS


def _is_record(case: Case) -> bool:
    return case.source is not None and case.source.kind is SourceKind.RECORD


def _silent_weight(cases: tuple[Case, ...]) -> float:
    on_alternative, otherwise = stood_because(cases)
    return (on_alternative + 1) / (on_alternative + otherwise + 2)


def _labels(case: Case, silent: float) -> tuple[Label, ...]:
    expected = case.expected[-1] if case.expected else None
    alternatives = tuple(map(str, (expected.alternatives or ()) if expected else ()))
    rejected = tuple(map(str, (expected.not_alternatives or ()) if expected else ()))
    labels = [_label(case, action, True, _SAID, LabelSource.SAID) for action in alternatives]
    labels += [_label(case, action, False, _SAID, LabelSource.SAID) for action in rejected]
    if labels:
        return tuple(labels)
    record = _is_record(case)
    if _adjusted_to_the_pass(case):
        return (_label(case, "P", True, _READ_FROM_RESULT if record else _ADJUSTED, LabelSource.ADJUSTED),)
    # An infraction denied for a reason of its own leaves the alternatives open.
    reasoned = expected is not None and expected.infraction is False
    if _stood(case) and not reasoned and _took(case) != "P":
        return (_label(case, "P", False, silent * (_RECORDS if record else 1), LabelSource.STOOD),)
    return (_label(case, "P", None, 0.0, LabelSource.UNKNOWN),)


def _label(case: Case, action: str, held: bool | None, weight: float, how: LabelSource) -> Label:
    last = _last(case)
    body = str(last.body) if last and last.body else "none"
    return Label(
        case.id,
        event_of(case),
        body,
        case.event.edition or "unknown",
        _is_record(case),
        action,
        held,
        weight,
        how,
    )


def event_of(case: Case) -> str:
    """The championship a case belongs to, whatever its round."""
    name = case.event.name or case.id
    return name.partition(",")[0].partition("/")[0].strip()


def _took(case: Case) -> str | None:
    use, auction = _use(case), case.auction
    if use is None or auction is None or use.action.moment is not Moment.CALL:
        return None
    return str(auction.calls[use.action.number - 1])


def _adjusted_to_the_pass(case: Case) -> bool:
    """Whether every assigned result is the contract that stood when the player acted."""
    use, auction, last = _use(case), case.auction, _last(case)
    if use is None or auction is None or last is None or not last.ns or use.action.moment is not Moment.CALL:
        return False
    standing = auction.before(use.action.number).contract
    results = [entry.result for entry in (*last.ns, *(last.ew or ()))]
    return standing is not None and all(
        isinstance(result, Result) and result.contract == standing for result in results
    )


def _infraction(case: Case) -> InfractionLabel:
    expected = case.expected[-1] if case.expected else None
    last = _last(case)
    standing = expected.standing if expected else None
    return InfractionLabel(
        case.id,
        event_of(case),
        str(case.incident[0].kind),
        str(last.body) if last and last.body else "none",
        case.event.edition or "unknown",
        _is_record(case),
        expected.infraction if expected else None,
        _stood(case),
        None if standing is None else standing is Standing.OVERTURNED,
    )
