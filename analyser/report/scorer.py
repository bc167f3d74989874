"""For the scorer: the board as it was ruled, as lines to type or as CSV with the weights of each side.

The last ruling the case holds counts; without one the analysis is shown, stamped as the proposal it is.
"""

import csv
import io
from collections.abc import Iterator
from fractions import Fraction

from analyser.bridge import PointsOnly, Result, Side
from analyser.casefile import Case
from analyser.formats.cells import harmless
from analyser.report.facts import case_in
from analyser.report.page_voice import TextVoice, result_told
from analyser.report.ruling_given import body_named
from analyser.ruling import Adjusted, AdjustedKind, Outcome, Ruling
from analyser.scoring import score_ns

HEAD = (
    "case", "board", "side", "kind", "result", "points_ns", "weight", "percent", "worth", "score", "exact", "unit", "by"
)  # fmt: skip
_PROPOSAL = "PROPOSAL"


def _ruled_score(ruling: Ruling, case: Case | None) -> Adjusted | None:
    """The score of the last ruling given; the analysis's own where nobody has ruled."""
    if case is None or not case.ruling:
        return ruling.adjusted
    return ruling.given[-1] if ruling.given else None


def _weighted_results(ruling: Ruling, case: Case | None, side: Side) -> Iterator[tuple[Outcome, Fraction]]:
    """The results that count for a side, with their weights, the weightiest first."""
    if case is not None and case.ruling:
        last = case.ruling[-1]
        entries = (last.ew if side is Side.EW and last.ew else last.ns) or ()
        for entry in sorted(entries, key=lambda entry: -entry.weight):
            yield Outcome("", entry.result, _points(entry.result, case), None, legal=True), entry.weight
    elif ruling.weights is not None:
        side_weights = dict(ruling.weights.ns if side is Side.NS else ruling.weights.ew)
        for outcome in sorted(
            ruling.outcomes, key=lambda outcome: -side_weights.get(outcome.id, Fraction(0))
        ):
            if side_weights.get(outcome.id):
                yield outcome, side_weights[outcome.id]


def _points(result: Result | PointsOnly, case: Case) -> int:
    """Points to North-South; a ruling on a board whose vulnerability is not told has no score, and no row."""
    if isinstance(result, PointsOnly):
        return result.points
    return 0 if case.vulnerability is None else score_ns(result, case.vulnerability)


def _board(case: Case | None) -> tuple[str, int | None]:
    return ("", None) if case is None else (case.id, case.board.number)


def scorer_lines(ruling: Ruling, language: str = "en") -> str:
    """One line a side: each result with its weight, and what it comes to; above them whose ruling it is."""
    voice = TextVoice(language)
    case = case_in(ruling)
    name, number = _board(case)
    board = name if number is None else voice("page.board", number=number)
    adjusted = _ruled_score(ruling, case)
    if adjusted is None:
        return voice("scorer.nothing", board=board) + "\n"
    lines = [_standing(case, voice)] if case is not None else []
    if adjusted.tricks is not None:
        lines.append(voice("scorer.tricks", board=board, tricks=adjusted.tricks))
    elif adjusted.kind is AdjustedKind.NONE and adjusted.ns is None:
        lines.append(f"{board}: {voice('verdict.stands')}")
    for side in Side:
        score = adjusted.score_of(side)
        weights = ", ".join(
            f"{voice.share(weight)} {result_told(ruling, outcome, voice)}"
            for outcome, weight in _weighted_results(ruling, case, side)
        )
        if score is None:  # nothing to compare with: what counts is told as it was ruled
            lines += [f"{board}, {voice.render(side)}: {weights}"] if weights else []
            continue
        arguments = {"board": board, "side": side, "unit": voice.unit(score.unit, score.rounded)}
        arguments["score"] = voice.figure_of(score.rounded, score.unit)
        key = "scorer.line" if weights else "scorer.line-plain"
        lines.append(voice(key, weights=weights, **arguments) if weights else voice(key, **arguments))
    return "\n".join(lines) + "\n"


def _standing(case: Case, voice: TextVoice) -> str:
    """Whose ruling the lines are of."""
    if not case.ruling:
        return voice("verdict.proposal")
    return voice("scorer.ruled-by", body=body_named(case.ruling[-1], voice))


def scorer_csv(ruling: Ruling) -> str:
    """A row for each result of each side, UTF-8 with a head; a side without weights has one row."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    for row in _rows(ruling):
        writer.writerow([harmless(cell) for cell in row])
    return out.getvalue()


def _rows(ruling: Ruling) -> Iterator[list[str]]:
    case = case_in(ruling)
    name, number = _board(case)
    adjusted = _ruled_score(ruling, case)
    if adjusted is None:
        return
    by = "" if case is None else _PROPOSAL
    if case is not None and case.ruling:
        by = str(case.ruling[-1].body or case.ruling[-1].by or "")
    for side in Side:
        score = adjusted.score_of(side)
        head = [name, "" if number is None else str(number), side.name, str(adjusted.kind)]
        weighed = list(_weighted_results(ruling, case, side))
        if score is None and not weighed:
            continue
        tail = ["", "", "", by] if score is None else [score.rounded, str(score.exact), score.unit, by]
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
