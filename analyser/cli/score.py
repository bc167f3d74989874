"""`score`: the director's pocket calculator."""

import json
from collections.abc import Iterator, Sequence
from typing import TextIO

from analyser.bridge import PointsOnly, Side
from analyser.cli.terminal import one_line, problems_document, shown
from analyser.errors import AnalyserError, UsageError
from analyser.ruling import Asked
from analyser.ruling.calculator import (
    ScoreCard,
    ScoreWords,
    document,
    findings,
    say,
    score_card,
    signed,
    split_words,
    two_decimals,
    warnings,
)
from analyser.scoring import Need, percent_text

HELP = """usage: score FORM [options] WEIGHT:RESULT…          the same results for both sides
       score FORM [options] --ns W:R… --ew W:R…     each side its own

FORM      matchpoints | imps | knockout | vp | cross-imps | butler | bam | points
WEIGHT    65%, 0.65 or 13/20; together exactly the whole
RESULT    4S+1 by N, 3NT= by S, 4HX-2 by E, passed out, or a score to NS as +480

  --other N            the other room's score to NS (imps, knockout, vp, bam)
  --field "420x5 -50x2"  the other tables, ours not among them (matchpoints, cross-imps, butler)
  --boards N           boards in the match (vp)
  --vul WHO            none | NS | EW | all; none unless told
  --edition E          1997 | 2007 | 2017      --date YYYY-MM-DD
  --authority A        WBF | EBL | EBU | ACBL | FIGB | FRB …
  --regulation NAMES   laid over the authority's own
  --scale S            wbf-continuous | wbf-printed | wbf-discrete | simple (vp)
  --match-imps N       IMPs won on the other boards (vp)
  --tables N           all tables, where some have no score (matchpoints)
  --trim N             scores left out of the datum at each end (butler)
  --innocent SIDE      NS | EW, where two standards apply; NS unless told
  --json               the ruling as JSON

score imps --other 500 65%:+480 35%:+980
"""


def run(words: Sequence[str], out: TextIO, err: TextIO) -> int:
    """Compute and print; 0 done, 1 the figures are refused, 2 the words do not fit."""
    try:
        typed = split_words(words)
        if "help" in typed.flags:
            out.write(HELP)
            return 0
        card = score_card(typed)
        if "json" in typed.flags:
            asked = Asked(typed.options.get("edition"), typed.options.get("authority"))
            text = json.dumps(document(card, asked), ensure_ascii=False, indent=1)
        else:
            text = "\n".join(_lines(card))
    except AnalyserError as error:
        err.writelines(f"{one_line(str(problem))}\n" for problem in error.problems)
        if "--json" in words:
            refused = {"ok": False, "problems": problems_document(error.problems)}
            out.write(json.dumps(refused, ensure_ascii=False, indent=1) + "\n")
        return 2 if isinstance(error, UsageError) else 1
    err.writelines(f"{shown(remark)}\n" for remark in _remarks(card, typed))
    out.write(f"{text}\n")
    return 0


def _lines(card: ScoreCard) -> Iterator[str]:
    """The plain form: North-South's score first, then how it came about."""
    law = card.law
    yield signed(card.scores.ns)
    yield f"{card.form.name}, {law.edition.year} Laws, {law.authority}"
    for side in Side if card.split else (Side.NS,):
        yield f"{side}:" if card.split else "Both sides:"
        yield from _components(card, side)
    for side in Side:
        exact = card.scores.of(side)
        final = signed(card.currency.final(exact))
        counted = f"{card.counted[side][0].result} counts, " if card.innocent is not None else ""
        yield f"{side}:  {counted}{exact} = {signed(exact)} {card.form.unit}, rounded {final}{_unit(card)}"
    if card.match is not None and card.scale is not None:
        points = f"{two_decimals(card.match.ns)} : {two_decimals(card.match.ew)}"
        yield f"VP:  {points}, {card.comparison.boards} boards, {card.scale.name}"
    for finding in findings(card):
        clauses = ", ".join(map(str, finding.clauses))
        yield f"- {say(finding)}{f' ({clauses})' if clauses else ''}"


def _components(card: ScoreCard, side: Side) -> Iterator[str]:
    """Each result given: its weight, itself with its score to North-South, and what it is worth."""
    sides = (side,) if card.split else tuple(Side)
    rows = []
    for typed in card.given[side]:
        bare = isinstance(typed.result, PointsOnly)
        result = f"{typed.score_ns:+d}" if bare else f"{typed.result} ({typed.score_ns:+d})"
        worth = card.worth(typed)
        rows.append(
            [percent_text(typed.weight), result, *(f"{one} {signed(worth.of(one))}" for one in sides)]
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for weight, *rest in rows:
        cells = (cell.ljust(width) for cell, width in zip(rest, widths[1:], strict=True))
        yield f"  {weight.rjust(widths[0])}  {'  '.join(cells)}".rstrip()


def _unit(card: ScoreCard) -> str:
    """To what it was rounded, and whether anybody says so."""
    if not card.rounding.unit:
        return " (not rounded before the scale)"
    settled = "" if card.rounding_is_settled else "; nobody lays down a unit"
    return f" (to {card.rounding.unit}{settled})"


def _remarks(card: ScoreCard, words: ScoreWords) -> Iterator[str]:
    """What is said on the side: warnings, and options this form has no use for."""
    yield from map(say, warnings(card))
    needs = {Need.OTHER_ROOM: "other", Need.FIELD: "field", Need.BOARDS: "boards"}
    for need, option in needs.items():
        if option in words.options and need not in card.form.needs:
            yield f"--{option} is not used in {card.form.name}"
    if card.innocent is not None and "innocent" not in words.options:
        yield "NS is taken to be the innocent side; --innocent EW for the other"
