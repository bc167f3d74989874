"""A ruling on one screen of a terminal: the verdict, the results weighed, what would change it, the way to the rest."""

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import islice
from textwrap import wrap as wrap_text

from analyser.bridge import Result, Side
from analyser.casefile import Case
from analyser.report.facts import (
    WeightsTable,
    case_in,
    parallel_variants,
    readings_of,
    strongest_of,
    weights_of,
)
from analyser.report.page_voice import TextVoice, variant_told, with_nbsp
from analyser.report.plain_verdict import format_peers, plain_verdict, verdict_messages, warnings_beside
from analyser.report.ruling_given import ruling_given
from analyser.ruling import Outcome, Ruling

wrap = partial(wrap_text, break_on_hyphens=False)  # neither North-South nor 4♠-1 is torn
_COLUMNS = 79
_LINES = 20  # of twenty-four: the others are for what was typed and the first words
_RESULTS = 5
_CHANGES = 3
_REASONS = 2


def screen(ruling: Ruling, language: str = "en") -> str:
    """The ruling in at most twenty lines of eighty columns; how to see the rest is said in the last."""
    voice = TextVoice(language, signs=True)
    case = case_in(ruling)
    lines = [
        *wrap(_title(ruling, case, voice), _COLUMNS, max_lines=1, placeholder=" …"),
        *wrap(" · ".join(_circumstances(ruling, case, voice)), _COLUMNS, max_lines=2, placeholder=" …"),
        "",
    ]
    last = ["", *_paragraph(voice("screen.more"))]
    lines += _verdict(ruling, case, voice, _LINES - len(lines) - len(last))
    table = weights_of(ruling)
    for block in (
        _readings(ruling, voice),
        _results(ruling, table, voice),
        _bridge(ruling, voice),
        _changes(ruling, voice),
    ):
        room = _LINES - len(lines) - len(last) - 1
        shown: list[str] = []
        for item in block:  # a sentence that has no room is left out whole
            shown += item if len(shown) + len(item) <= room else []
        if shown:
            lines += ["", *shown]
    return "\n".join([*lines[: _LINES - len(last)], *last]).replace(_TIED, " ")


def _verdict(ruling: Ruling, case: Case | None, voice: TextVoice, room: int) -> list[str]:
    """What somebody ruled, in at most four lines; then our verdict, marked as what it is, in what room is left."""
    given: list[str] = []
    ours = list(plain_verdict(ruling, case, voice))
    if text := " ".join(ruling_given(ruling, case, voice)):
        given = [*wrap(_keep_figures_whole(text), _COLUMNS, max_lines=4, placeholder=" …"), ""]
        ours = [f"{voice('verdict.second-opinion')}. {' '.join(ours[:1])}", *ours[1:]]
    room -= len(given)
    for count in range(len(ours), 0, -1):  # a sentence that has no room is left out whole, the last first
        lines = _paragraph(" ".join(ours[:count]) + " …" * (count < len(ours)))
        if len(lines) <= room or count == 1:
            return [*given, *lines[:room]]
    return given


def _paragraph(text: str) -> list[str]:
    return wrap(_keep_figures_whole(text), _COLUMNS)


_TIED = "\u00a0"  # wrap() breaks no line at it
_TOGETHER = re.compile(r" (?=%)|(?<=[=\d]) (?=(?:by|di|de) [A-Z]\b)|(?<=\b(?:by|di|de)) (?=[A-Z]\b)")
"""A figure and its percent sign, a result and its declarer."""


def _keep_figures_whole(text: str) -> str:
    """A text whose figures stay with what they count, and results with their declarers, when it is wrapped."""
    return _TOGETHER.sub(_TIED, with_nbsp(" ".join(text.split())))


def _title(ruling: Ruling, case: Case | None, voice: TextVoice) -> str:
    if ruling.case is None:
        return voice("page.calculation")
    return " ".join((case.title or "").split()) or ruling.case.id if case is not None else ruling.case.id


def _circumstances(ruling: Ruling, case: Case | None, voice: TextVoice) -> Iterator[str]:
    """Under which Laws, in which form, and what came of it at the table."""
    if ruling.law is not None:
        yield voice("page.laws-of", edition=ruling.law.edition, authority=ruling.law.authority)
    if case is not None and case.event.form is not None:
        yield voice.render(str(case.event.form))
    if ruling.table is not None and isinstance(ruling.table.result, Result):
        yield voice(
            "screen.table", result=ruling.table.result, points=voice.signed_figure(ruling.table.score_ns)
        )


def _results(ruling: Ruling, table: WeightsTable | None, voice: TextVoice) -> Iterator[list[str]]:
    """The results weighed, a line each, with their weights and what each is worth to North-South."""
    if table is None or ruling.weights is None or len(ruling.weights.ns) < 2:
        return
    unit = ruling.adjusted.ns.unit if ruling.adjusted and ruling.adjusted.ns else "points"
    heaviest = sorted(table.outcomes, key=lambda outcome: -_heavier(table, outcome))
    weighed = [outcome for outcome in heaviest if _heavier(table, outcome)]
    for outcome in weighed[:_RESULTS]:
        weight = " / ".join(dict.fromkeys(voice.share(table.weight(outcome, side)) for side in Side))
        worth = table.worth(outcome, Side.NS)
        worth_shown = "" if worth is None else voice.worth(worth, unit)
        result, points = voice.render(outcome.result), voice.signed_figure(outcome.score_ns)
        yield [f"  {weight:>8}  {result:<16}  {points:>6}  {worth_shown:>8}"]
    if len(weighed) > _RESULTS:
        yield [f"  {'':>8}  " + voice("weights.unshown", number=len(weighed) - _RESULTS)]


def _heavier(table: WeightsTable, outcome: Outcome) -> Fraction:
    """The larger of the two sides' weights."""
    return max(table.weight(outcome, side) or Fraction(0) for side in Side)


def _readings(ruling: Ruling, voice: TextVoice) -> Iterator[list[str]]:
    """How the words of explanations were understood, a line each, with the line of the case file that confirms it."""
    for row in readings_of(ruling):
        told = (
            voice("explanations.screen", **row.arguments) if "share" in row.arguments else voice.sentence(row)
        )
        yield wrap(f"- {told}", _COLUMNS, max_lines=1, placeholder=" …")


def _bridge(ruling: Ruling, voice: TextVoice) -> Iterator[list[str]]:
    """What peers said, and the two bridge reasons that tell most, each whole."""
    for finding in (*format_peers(ruling)[:1], *strongest_of(ruling, _REASONS)):
        yield wrap(
            _keep_figures_whole(voice.sentence(finding)),
            _COLUMNS,
            initial_indent="- ",
            subsequent_indent="  ",
        )


def _changes(ruling: Ruling, voice: TextVoice) -> Iterator[list[str]]:
    """What the answer lacks, and the uncertain facts that would give another score."""
    verdict = verdict_messages(ruling, case_in(ruling), voice)
    for warning in islice(warnings_beside(ruling, verdict), _CHANGES):
        yield _item(voice.sentence(warning))
    variants = (
        () if ruling.adjusted is not None else parallel_variants(ruling)
    )  # the verdict tells those already
    others = [variant for variant in ruling.variants if variant.differs and variant not in variants]
    for variant in others[:_CHANGES]:
        yield _item(variant_told(variant, voice))


def _item(text: str) -> list[str]:
    return wrap(
        _keep_figures_whole(text),
        _COLUMNS,
        initial_indent="- ",
        subsequent_indent="  ",
        max_lines=2,
        placeholder=" …",
    )
