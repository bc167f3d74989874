"""Training of the suggestion prior: rulings, and turns of the record after a slow call, as answers yes and no.

A ruling counts what the last body held of the action complained of: suggested over the alternative, or not. An
adjusted score says that it was; an unchanged score says it was not only if the body said so, since it may have other
reasons. The record counts the double-dummy result of partner's calls in the actual deal, compared with the same calls
at other tables after the same auction: a class counts as many answers as the mean of its turns is certain.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import log, sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any, Final

import numpy as np

from analyser.bridge import Call, Side
from analyser.casefile import Case, Moment, UnauthorisedInformation, bundled_past_cases
from analyser.casefile.toml_reader import Tree
from analyser.errors import AnalyserError
from analyser.estimates.action_values import count_tricks, ends_of_calls
from analyser.estimates.calls import CallModel
from analyser.estimates.record_models import read_card
from analyser.estimates.services import TrickCounter
from analyser.estimates.suggestion_prior import InformationClass, SuggestionPrior, step_between
from analyser.ruling.alternatives.suggestion import (
    Information,
    Sort,
    class_of,
    information_of,
    slow_class,
)
from analyser.scoring import imps
from tests.bench.lab.card import provenance, toml_text
from tests.bench.lab.past_rulings_data import case_of_row, read_rulings
from tests.bench.lab.records import digest
from tests.bench.lab.row_explanations import call_text
from tests.bench.lab.slow_turns import SlowTurn, TableAtTurn, slow_turns

_TURNS: Final = 5000  # more than the record has: all
_ASKED: Final = 3
_WORTH_ASKING: Final = 0.08
_FEWEST: Final = 5  # turns of a class: the mean of fewer is not used
_TURNS_AN_ANSWER: Final = 25  # the turns that count as one body's answer
_EFFECTS: Final = 0.15  # the standard deviation of effects between turns of a class, in that of the results

LEAN: Final = 4.0
COMPLAINED: Final = 0.7
SPREAD: Final = 0.12
NOISE: Final = 0.06
"""The four global choices, made by leave-one-out on past rulings; finer ones changed the scores by less than their error."""


@dataclass(frozen=True, slots=True)
class BodysAnswer:
    """What a body held of one action complained of: suggested or not, by class and step, as doing more."""

    case: str
    kind: InformationClass
    step: str
    more: bool


def answers_in(rows: Iterable[Tree]) -> Iterator[BodysAnswer]:
    """Every ruling which states or implies whether the action complained of was held to be suggested."""
    bundled = {case.id: case for case in bundled_past_cases()}  # they state more
    for row in rows:
        case = bundled.get(str(row["id"])) or case_of_row(row)
        suggested = _held(row)
        if case is not None and suggested is not None:
            yield from _answer(case, row, suggested)


def _answer(case: Case, row: Tree, suggested: bool) -> Iterator[BodysAnswer]:
    incident = next((entry for entry in case.incident if isinstance(entry, UnauthorisedInformation)), None)
    if incident is None or case.auction is None or incident.action.moment is not Moment.CALL:
        return
    call = case.auction.calls[incident.action.number - 1]
    step = step_between(call, _rival(row, call))
    if step is not None:
        kind = class_of(information_of(case, incident), case, incident.at)
        yield BodysAnswer(case.id, kind, step[0], suggested == step[1])


def _held(row: Tree) -> bool | None:
    """What the last body that said so held of the action taken; an adjusted score says yes; else `None`."""
    for judged in reversed(row.get("alternatives_judged") or ()):
        if judged["action"] == row.get("action_call") and judged.get("suggested") is not None:
            return bool(judged["suggested"])
    outcome = str(row.get("final") or row.get("outcome") or "")
    return True if outcome.startswith("adjusted") else None


def _rival(row: Tree, call: Call) -> Call:
    """The action a body held he should have chosen; else the pass, and over a pass any bid."""
    for judged in row.get("alternatives_judged") or ():
        if judged.get("considered_la") is True and judged.get("suggested") is not True:
            try:
                rival = Call.parse(call_text(str(judged["action"])))
            except AnalyserError:
                continue
            if rival != call:
                return rival
    passed = Call.parse("P")
    return passed if call != passed else Call.parse("7NT")


@dataclass(frozen=True, slots=True)
class TurnResult:
    """The double-dummy swing of doing more over doing less in the actual deal, in IMPs, and how much likelier it was."""

    kind: InformationClass
    step: str
    slow: bool
    likelier: float
    swing: float


def turn_results(turns: Sequence[SlowTurn], model: CallModel, counter: TrickCounter) -> Iterator[TurnResult]:
    """The results of partner's likeliest calls after each slow call, and at another table after the same auction."""
    for turn in turns:
        seat = turn.auction.turn
        slow = turn.auction.calls[turn.slow - 1]
        kind = slow_class(Information(Sort.SLOW, seat.partner, turn.auction.before(turn.slow), slow))
        for was_slow, seen in ((True, turn.own), (False, turn.other)):
            if seen is not None:
                yield from _results(turn, seen, kind, was_slow, model, counter)


def _results(
    turn: SlowTurn,
    seen: TableAtTurn,
    kind: InformationClass,
    slow: bool,
    model: CallModel,
    counter: TrickCounter,
) -> Iterator[TurnResult]:
    shares = model.calls(turn.hand(seen), turn.auction, seen.vulnerability, seen.form).shares
    likeliest = sorted(shares, key=lambda pair: -pair[1])[:_ASKED]
    asked = [pair for place, pair in enumerate(likeliest) if place < 2 or pair[1] >= _WORTH_ASKING]
    deal = np.array([seen.deal], np.int64)
    calls = [call for call, _ in asked]
    ends = ends_of_calls(turn.auction, calls, deal, seen.vulnerability, seen.form, model)
    tricks = count_tricks(deal, ends, counter)[0]
    if (tricks < 0).any():
        return
    scores = [ends.ends[end].points[won] for end, won in zip(ends.reached[0], tricks, strict=True)]
    sign = 1 if turn.auction.turn.side is Side.NS else -1
    for (call, share), score in zip(asked, scores, strict=True):
        for (other, other_share), other_score in zip(asked, scores, strict=True):
            step = step_between(call, other)
            if step is not None and step[1]:
                swing = float(sign * imps(int(score - other_score)))
                yield TurnResult(kind, step[0], slow, log(share / other_share), swing)


def record_answers(results: Sequence[TurnResult]) -> dict[str, dict[str, tuple[float, float]]]:
    """The answers yes and no that the record counts as, by class and step."""
    answers: dict[str, dict[str, tuple[float, float]]] = {}
    for step in sorted({result.step for result in results}):
        own = [result for result in results if result.step == step]
        plain = [result for result in own if not result.slow]
        if len(plain) < _FEWEST:
            continue
        slope, start = np.polyfit(
            [result.likelier for result in plain], [result.swing for result in plain], 1
        )
        spread = float(np.std([result.swing for result in own]))
        for kind in sorted({result.kind for result in own}):
            beyond = [
                result.swing - start - slope * result.likelier
                for result in own
                if result.kind is kind and result.slow
            ]
            if len(beyond) < _FEWEST or not spread:
                continue
            sureness = float(np.mean(beyond)) / spread / sqrt(_EFFECTS**2 + 1 / len(beyond))
            yes, count = NormalDist().cdf(sureness), len(beyond) / _TURNS_AN_ANSWER
            answers.setdefault(kind.value, {})[step] = (round(count * yes, 2), round(count * (1 - yes), 2))
    return answers


def held_of(
    answers: Iterable[BodysAnswer], record: Mapping[str, Mapping[str, tuple[float, float]]]
) -> dict[str, dict[str, tuple[float, float]]]:
    """The answers of bodies and of the record, added up by class and step."""
    held = {name: dict(steps) for name, steps in record.items()}
    for answer in answers:
        steps = held.setdefault(answer.kind.value, {})
        yes, no = steps.get(answer.step, (0.0, 0.0))
        steps[answer.step] = (round(yes + answer.more, 2), round(no + (not answer.more), 2))
    return held


def without_case(meanings: SuggestionPrior, answers: Iterable[BodysAnswer], case: str) -> SuggestionPrior:
    """The shipped figures without one case's answers (leave-one-out)."""
    learned = read_card("suggestion")["fit"]["learned"]  # a case that was never counted is not removed
    for answer in answers:
        if answer.case == case and case in learned:
            meanings = meanings.leave_out(answer.kind, answer.step, suggested=answer.more)
    return meanings


def train_suggestion(
    data: Path, models: Path, counter: TrickCounter, *, tell: Callable[[str], None] = lambda _: None
) -> dict[str, Any]:
    """The card of the prior fitted to a folder's record (`vugraph`) and past rulings (`cases`), and written."""
    model = CallModel.load()
    turns = slow_turns(data / "vugraph", model, _TURNS)
    tell(f"{len(turns)} turns after slow calls")
    results = list(turn_results(turns, model, counter))
    answers = list(answers_in(read_rulings(data / "cases")))
    tell(f"{len(answers)} rulings, {len(results)} pairs of calls")
    figures = {
        "held": held_of(answers, record_answers(results)),
        "complained": COMPLAINED,
        "lean": LEAN,
        "spread": SPREAD,
        "noise": NOISE,
    }
    raw = (json.dumps(figures, indent=1, sort_keys=True) + "\n").encode()
    card = _card(data, raw, answers, turns=len(turns), pairs=len(results))
    folder = models / "suggestion"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.json").write_bytes(raw)
    (folder / "card.toml").write_text(toml_text(card), encoding="utf-8", newline="\n")
    return card


def _card(data: Path, raw: bytes, answers: Sequence[BodysAnswer], **counts: int) -> dict[str, Any]:
    files = {name: digest(data / "vugraph", (name,)) for name in ("deals", "tables", "tempo")}
    for path in sorted((data / "cases").glob("*.jsonl")):
        files[path.stem] = sha256(path.read_bytes()).hexdigest()
    return {
        "model": {"name": "suggestion", "sha256": sha256(raw).hexdigest(), "bytes": len(raw)},
        "use": {
            "intended": "what information of a class suggests, beside what the deals of a case measure",
            "not_for": "a finding: a person's stands over it",
            "unit": "answers yes and no that doing more was suggested, by class and step",
            "classes": "rulings that were published or appealed; of the record, experts and noted pauses only",
        },
        "fit": provenance("tests.bench.lab.known_meanings:train_suggestion", 0, files)
        | {"rulings": len(answers), "learned": [answer.case for answer in answers]}
        | counts,
    }
