"""What follows the first page: each part with its template, left out when there is nothing to show."""

from collections.abc import Iterator
from dataclasses import dataclass

from analyser.casefile import Case, Claim, Poll, RulingGiven
from analyser.report.other_side import Argued, argued_for
from analyser.report.page_one import PageOne, path_told
from analyser.report.signs import PageVoice
from analyser.report.view.facts import Cited, findings_of
from analyser.report.view.plots import GainPlot, SharePlot, gains, ranges, shares, threshold_in
from analyser.report.view.table import Diagram, ending_of
from analyser.report.view.tree import tree_of
from analyser.ruling import Finding, IncidentRuling, PastCase, ReviewAnswer, Ruling

__all__ = ["Part", "parts_of"]


@dataclass(frozen=True, slots=True)
class Choices:
    """One incident's alternatives: polled, estimated, and what the information suggests."""

    incident: IncidentRuling
    shares: SharePlot | None
    gains: GainPlot | None
    polls: tuple[Poll, ...]
    unit: str


@dataclass(frozen=True, slots=True)
class ClaimPart:
    """One claim: what was said, the cards left, the tricks given and the line that shows why."""

    incident: IncidentRuling
    claim: Claim | None
    ending: Diagram | None
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Steps:
    """One incident's rectification."""

    incident: IncidentRuling
    due: tuple[Finding, ...]
    options: tuple[Finding, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReviewPart:
    """The ruling under review: verdict, process, formal side."""

    review: ReviewAnswer
    given: RulingGiven | None


@dataclass(frozen=True, slots=True)
class OtherSide:
    """The strongest case for each side, and the dissent if there is one."""

    argued: tuple[Argued, ...]
    dissents: tuple[RulingGiven, ...]


@dataclass(frozen=True, slots=True)
class Precedent:
    """One past case beside an incident, with the line that says where and under which Laws it was."""

    case: PastCase
    title: str
    id: str
    line: tuple[str, ...]
    told: str


@dataclass(frozen=True, slots=True)
class PathRow:
    """One path of the annex."""

    told: str
    probability: float


@dataclass(frozen=True, slots=True)
class Annex:
    """Every path, every reason, every provision."""

    paths: tuple[tuple[object, tuple[PathRow, ...], tuple[Finding, ...]], ...]
    reasons: tuple[Finding, ...]
    cited: tuple[Cited, ...]
    because: str


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the report."""

    anchor: str
    heading: str
    template: str
    data: object


def parts_of(ruling: Ruling, case: Case | None, page: PageOne, voice: PageVoice) -> tuple[Part, ...]:
    """The parts this ruling has something to say in."""
    return tuple(_parts(ruling, case, page, voice))


def _parts(ruling: Ruling, case: Case | None, page: PageOne, voice: PageVoice) -> Iterator[Part]:
    if choices := tuple(_choices(ruling, case, page.unit)):
        asked = any(choice.incident.asks_for_alternatives for choice in choices)
        yield Part(
            "alternatives", "part.alternatives" if asked else "part.choices", "alternatives.html", choices
        )
    if plot := tree_of(ruling):
        yield Part("tree", "part.tree", "tree.html", plot)
    bars = ranges(ruling.sensitivity, ruling)
    if bars or ruling.variants:
        yield Part("sensitivity", "part.sensitivity", "sensitivity.html", bars)
    if claims := tuple(_claims(ruling, case, voice)):
        yield Part("claims", "part.claims", "claims.html", claims)
    if steps := tuple(_steps(ruling)):
        yield Part("rectification", "part.rectification", "rectification.html", steps)
    if ruling.review is not None:
        given = case.ruling[-1] if case is not None and case.ruling else None
        yield Part("process", "part.process", "process.html", ReviewPart(ruling.review, given))
    if ruling.case is not None:
        dissents = () if case is None else tuple(one for one in case.ruling if one.dissent)
        yield Part(
            "other-side", "part.other-side", "other_side.html", OtherSide(argued_for(ruling, voice), dissents)
        )
    if near := _precedents(ruling, voice):
        yield Part("precedents", "part.precedents", "precedents.html", near)
    yield Part("annex", "part.annex", "annex.html", _annex(ruling, page, voice))


def _choices(ruling: Ruling, case: Case | None, unit: str) -> Iterator[Choices]:
    threshold = threshold_in(ruling.findings)
    for incident in ruling.incidents:
        if incident.alternatives:
            polls = () if case is None else tuple(p for p in case.poll if p.incident in (incident.id, None))
            yield Choices(
                incident, shares(incident.alternatives, threshold), gains(incident.alternatives), polls, unit
            )


def _claims(ruling: Ruling, case: Case | None, voice: PageVoice) -> Iterator[ClaimPart]:
    told = {one.id: one for one in case.incident if isinstance(one, Claim)} if case is not None else {}
    for incident in ruling.incidents:
        if incident.claim is not None:
            claim = told.get(incident.id)
            ending = None if claim is None or case is None else ending_of(case, claim)
            line = tuple(voice.line(trick) for trick in incident.claim.losing_line)
            yield ClaimPart(incident, claim, ending, line)


def _steps(ruling: Ruling) -> Iterator[Steps]:
    for incident in ruling.incidents:
        step = incident.rectification
        if step is not None:
            yield Steps(incident, step.due, step.options, step.missing)


def _precedents(ruling: Ruling, voice: PageVoice) -> tuple[tuple[str, tuple[Precedent, ...]], ...]:
    """The past cases by incident, in the order of the ruling."""
    told: dict[str, tuple[Precedent, ...]] = {}
    for one in ruling.precedents:
        laws = voice("past.laws", edition=one.edition) if one.edition else ""
        line = tuple(piece for piece in (one.event, one.year, one.authority, laws, one.id) if piece)
        source = ", ".join(part for part in one.source if part)
        shown = Precedent(one, one.title, one.id, tuple(map(voice.text, map(str, line))), source)
        told[one.incident] = (*told.get(one.incident, ()), shown)
    return tuple(told.items())


def _annex(ruling: Ruling, page: PageOne, voice: PageVoice) -> Annex:
    paths = tuple(
        (
            outcome,
            tuple(
                PathRow(path_told(path, voice), path.probability)
                for path in sorted(outcome.paths, key=lambda one: -one.probability)
            ),
            outcome.because,
        )
        for outcome in ruling.outcomes
        if outcome.paths or outcome.because
    )
    because = "" if ruling.law is None else voice.text("; ").join(map(voice.say, ruling.law.because))
    return Annex(paths, tuple(findings_of(ruling)), page.cited, because)
