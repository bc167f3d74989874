"""What the chairman of the appeals of a tournament is shown: rulings somebody must look at again before all others."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from analyser.casefile import case_of
from analyser.casefile.lacking import lacking
from analyser.errors import AnalyserError, Problem
from analyser.event.analysis import EventAnalysis
from analyser.event.pages import alike_pairs, board_name, candidates, decided_places, ruling_line, where_text
from analyser.event.questions import SlipReason
from analyser.event.ruled_cases import RuledCase
from analyser.event.ruling_candidates import FOLDER, candidate_slug
from analyser.messages import Message, message
from analyser.report.event_page import Asking, ChairmanPage, OpenRuling, VerdictTally, chairman_html

_VERDICTS = ("inside", "near", "outside", "cannot-tell", "not-reviewed")
_SETTLED = ("inside", "near")
_MISSING = "formal.missing"
_SLOW_SHOWN = 10
_UNWRITTEN_SHOWN = 100


def chairman_page(analysis: EventAnalysis, language: str, *, report: str, has_pages: bool) -> str:
    """The page as one HTML file."""
    deciding = Counter(place.ruling for place in analysis.decided_places)
    opened = [(case, tuple(_open_because(case, deciding))) for case in analysis.rulings]
    still_open = sorted((pair for pair in opened if pair[1]), key=lambda pair: _urgency(pair[0], deciding))
    pairs = zip(analysis.alike_pairs, alike_pairs(analysis), strict=False)
    page = ChairmanPage(
        name=analysis.event.name,
        edition=analysis.law.edition.year,
        authority=analysis.law.authority,
        rulings=len(analysis.rulings),
        report=report,
        verdicts=_VERDICTS,
        open=tuple(
            OpenRuling(ruling_line(case, analysis.effects, language, link=has_pages), why, _lacks(case))
            for case, why in still_open
        ),
        unwritten=tuple(_unwritten(analysis)),
        slow=tuple(candidates(analysis))[:_SLOW_SHOWN],
        decided=tuple(decided_places(analysis)),
        alike=tuple(finding for pair, (finding, _) in pairs if pair.differ),
        settled=tuple(
            ruling_line(case, analysis.effects, language, link=has_pages) for case, why in opened if not why
        ),
        by_kind=tuple(_tallies(analysis.rulings, lambda case: case.kind)),
        by_body=tuple(_tallies(analysis.rulings, lambda case: case.body)),
        lean=_lean(analysis.rulings),
        has_pages=has_pages,
    )
    return chairman_html(page, language, dict(analysis.names))


def _open_because(case: RuledCase, deciding: Counter[int]) -> Iterator[Message]:
    """Why somebody must look at a ruling again; nothing where it stands."""
    if case.number is not None and deciding[case.number]:
        yield message("event.open.place", count=deciding[case.number])
    if case.refused is not None:
        yield message("event.open.refused")
    elif case.verdict not in _SETTLED:
        yield message(f"event.open.{case.verdict}")
    review = None if case.ruling is None else case.ruling.review
    if review is not None:
        missing = sum(item.state.code == _MISSING for item in review.process)
        if missing:
            yield message("event.open.process", count=missing, of=len(review.process))


def _urgency(case: RuledCase, deciding: Counter[int]) -> tuple[bool, int, str]:
    """Those that decide a place first, then what was refused or lies outside, then what cannot be told."""
    order = ("outside", "cannot-tell", "not-reviewed", *_SETTLED)
    place = -1 if case.refused is not None else order.index(case.verdict)
    return (case.number is None or not deciding[case.number], place, case.id)


def _lacks(case: RuledCase) -> tuple[Problem, ...]:
    try:
        return lacking(case_of(case.toml.encode("utf-8")))
    except AnalyserError:
        return ()


def _unwritten(analysis: EventAnalysis) -> Iterator[tuple[Asking, str]]:
    """Results that look like rulings nobody told, as far as the report holds them."""
    ruled = {case.number for case in analysis.rulings}
    shown = 0
    for slip, entry in analysis.slips:
        if slip.reason is SlipReason.RULING and entry.number not in ruled and shown < _UNWRITTEN_SHOWN:
            shown += 1
            asking = Asking(board_name(entry), where_text(entry), slip.finding)
            yield asking, f"{FOLDER}/{candidate_slug(entry)}.toml"


def _tallies(rulings: Sequence[RuledCase], sort: Callable[[RuledCase], str]) -> Iterator[VerdictTally]:
    counts = Counter((sort(case), case.verdict) for case in rulings if sort(case))
    for what in sorted({of_sort for of_sort, _ in counts}):
        yield VerdictTally(what, tuple(counts[what, verdict] for verdict in _VERDICTS))


def _lean(rulings: Sequence[RuledCase]) -> Message | None:
    """Whether the rulings as a whole lean to one side: what they gave the non-offending side beyond ours."""
    leans = [case.lean for case in rulings if case.lean is not None]
    if not leans:
        return None
    return message("event.chairman.lean", points=sum(leans, Fraction(0)) / len(leans), count=len(leans))
