"""For the scorer: the adjusted board as lines to type, or as CSV with the weights of each side."""

import csv
import io
from collections.abc import Iterator
from fractions import Fraction

from analyser.bridge import PointsOnly, Side
from analyser.formats.cells import harmless
from analyser.report.facts import case_in
from analyser.report.page_voice import TextVoice, result_told
from analyser.ruling import Outcome, Ruling

HEAD = (
    "case", "board", "side", "kind", "result", "points_ns", "weight", "percent", "worth", "score", "exact", "unit"
)  # fmt: skip


def _weighed(ruling: Ruling, side: Side) -> Iterator[tuple[Outcome, Fraction]]:
    """The results that count for a side, with their weights, the weightiest first."""
    if ruling.weights is None:
        return
    own = dict(ruling.weights.ns if side is Side.NS else ruling.weights.ew)
    for outcome in sorted(ruling.outcomes, key=lambda one: -own.get(one.id, Fraction(0))):
        if own.get(outcome.id):
            yield outcome, own[outcome.id]


def _board(ruling: Ruling) -> tuple[str, int | None]:
    case = case_in(ruling)
    return ("", None) if case is None else (case.id, case.board.number)


def scorer_lines(ruling: Ruling, language: str = "en") -> str:
    """One line a side: each result with its weight, and what it comes to."""
    voice = TextVoice(language)
    name, number = _board(ruling)
    board = name if number is None else voice("page.board", number=number)
    adjusted = ruling.adjusted
    if adjusted is None:
        return voice("scorer.nothing", board=board) + "\n"
    lines = [] if adjusted.tricks is None else [voice("scorer.tricks", board=board, tricks=adjusted.tricks)]
    for side in Side:
        score = adjusted.of(side)
        if score is None:
            continue
        told = {"board": board, "side": side, "unit": voice(f"unit.{score.unit}")}
        told["score"] = voice.figure_of(score.rounded, score.unit)
        weights = [
            f"{voice.share(weight)} {result_told(ruling, one, voice)}"
            for one, weight in _weighed(ruling, side)
        ]
        key = "scorer.line" if weights else "scorer.line-plain"
        lines.append(voice(key, weights=", ".join(weights), **told) if weights else voice(key, **told))
    return "\n".join(lines) + "\n"


def scorer_csv(ruling: Ruling) -> str:
    """A row for each result of each side, UTF-8 with a head; a side without weights has one row."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    for row in _rows(ruling):
        writer.writerow([harmless(cell) for cell in row])
    return out.getvalue()


def _rows(ruling: Ruling) -> Iterator[list[str]]:
    name, number = _board(ruling)
    adjusted = ruling.adjusted
    if adjusted is None:
        return
    for side in Side:
        score = adjusted.of(side)
        if score is None:
            continue
        head = [name, "" if number is None else str(number), side.name, str(adjusted.kind)]
        tail = [score.rounded, str(score.exact), score.unit]
        weighed = list(_weighed(ruling, side))
        if not weighed:
            tricks = "" if adjusted.tricks is None else f"{adjusted.tricks} tricks"
            yield [*head, tricks, "", "", "", "", *tail]
        for outcome, weight in weighed:
            result = "" if isinstance(outcome.result, PointsOnly) else str(outcome.result)
            worth = "" if outcome.converted is None else _decimal(outcome.converted[side])
            yield [
                *head, result, str(outcome.score_ns), str(weight), _decimal(weight * 100), worth, *tail
            ]  # fmt: skip


def _decimal(value: Fraction) -> str:
    return TextVoice("en").number(value, 4)
