"""The ruling as one HTML file that needs nothing beside it: no script, no font, no request."""

import hashlib
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from analyser import resources
from analyser.bridge import Side
from analyser.casefile import Case, Claim, Form
from analyser.errors import ResourceError
from analyser.messages import Message, message, sentence
from analyser.report.charts import gains, ranges, shares, threshold_in
from analyser.report.claim_answer import line_heading, tricks_of_claim
from analyser.report.facts import case_in, findings_of, is_from_record
from analyser.report.page_one import PageOne, assumption_told, format_path, page_one
from analyser.report.page_voice import PATHS, PageVoice
from analyser.report.peer_shares import printed_share
from analyser.report.tree import action_pieces, result_pieces, tree_of
from analyser.resources import __version__
from analyser.ruling import (
    Basis,
    Finding,
    FindingClass,
    PastCase,
    Ruling,
    Variant,
)


def templates_in(folder: str) -> Environment:
    """Templates of a folder of the package, everything escaped, a missing value an error."""
    return Environment(
        loader=FunctionLoader(lambda name: resources.text(f"{folder}/{name}")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def page_style() -> str:
    """The report's style sheet, so that other pages look like it."""
    return resources.text("report/templates/style.css")


@cache
def _environment() -> Environment:
    return templates_in("report/templates")


def render_template(template: str, voice: PageVoice, **given: object) -> str:
    """A page made of a template of the package."""
    style = Markup(page_style())  # noqa: S704 - a file of the package
    page = _environment().get_template(template)
    return page.render(
        v=voice,
        style=style,
        paths=PATHS,
        version=__version__,
        paint=voice.paint,
        pieces=action_pieces,
        result_pieces=result_pieces,
        printed_share=printed_share,
        tricks_of_claim=tricks_of_claim,
        line_heading=line_heading,
        **given,
    )


def render_html(ruling: Ruling, language: str = "en", *, names: bool = False, inline: bool = False) -> str:
    """The whole ruling; names of players only when asked for, `inline` for a page to be printed."""
    voice = PageVoice(language, inline)
    case = case_in(ruling)
    page = page_one(ruling, case, voice, names=names)
    parts = parts_of(ruling, case, page, voice)
    return render_template("ruling.html", voice, page=page, parts=parts)


INSTALL = f"install it {resources.install_line('pdf')}; on Debian also: apt install libpango-1.0-0 libpangoft2-1.0-0"


def _weasyprint() -> Any:  # noqa: ANN401 - a library that may be absent
    try:
        import weasyprint
    except (ImportError, OSError) as reason:
        raise ResourceError(sentence("pdf-needs-weasyprint"), where="--pdf", remedy=INSTALL) from reason
    return weasyprint


def check_pdf() -> None:
    """Refuse when nothing here can print, before anybody waits for what would be printed."""
    _weasyprint()


def _refuse(url: str, *_args: object, **_named: object) -> dict[str, Any]:
    """Nothing outside the page is ever fetched."""
    raise ValueError(f"not fetched: {url[:60]}")


def _fetcher(weasyprint: Any) -> Any:  # noqa: ANN401 - the library's own class, where it has one
    """What may be fetched: only what the page itself holds."""
    fetcher = getattr(weasyprint, "URLFetcher", None)
    return _refuse if fetcher is None else fetcher(allowed_protocols=("data",))


def render_pdf(page: str) -> bytes:
    """A page made with `inline` printed to PDF; its identifier comes from the page, its date is left out."""
    weasyprint = _weasyprint()
    # The printer breaks a line after its first word where its last space, before a card or the like, passes the margin.
    spaced = re.sub(r' (?=<(?:span class="card"|strong|bdi)>)', " \u200b", page)
    document = weasyprint.HTML(string=spaced, url_fetcher=_fetcher(weasyprint), base_url=None)
    identifier = hashlib.sha256(page.encode("utf-8")).hexdigest()[:32].encode("ascii")
    printed: bytes = document.write_pdf(pdf_identifier=identifier, pdf_variant="pdf/ua-1", pdf_tags=True)
    return printed


_SURE = 0.9
_BY_COMPARISON = (Form.MATCHPOINTS, Form.BAM)  # where a gain is told in hundredths of a top
_STATISTICS = (
    "alternatives.past-rulings",
    "alternatives.measured",
    "alternatives.wider",
    "outcomes.cut",
    "outcomes.grown",
)
"""What tells how it was computed, not why it is so."""


Argued = tuple[Side, Message, tuple[str, ...]]  # a side, what it could argue for, and on what grounds


def argue_sides(ruling: Ruling, voice: PageVoice) -> tuple[Argued, ...]:
    """Both sides' best cases, the side the proposal treats worse first."""
    return tuple(_argue_side(ruling, side, voice) for side in _order(ruling))


def _order(ruling: Ruling) -> tuple[Side, Side]:
    """The side that loses by the proposal, beside the table result, comes first; without a score the side that claimed."""
    adjusted, table = ruling.adjusted, ruling.table
    if adjusted is None or adjusted.ns is None or table is None or table.converted is None:
        awarded = _award_finding(ruling)
        claimed = awarded is not None and awarded.arguments["side"] is Side.EW
        return (Side.EW, Side.NS) if claimed else (Side.NS, Side.EW)
    return (Side.NS, Side.EW) if adjusted.ns.exact <= table.converted[0] else (Side.EW, Side.NS)


_NOTHING_MORE = "argued.nothing"  # no score better for the side than the one it has


def _argue_side(ruling: Ruling, side: Side, voice: PageVoice) -> Argued:
    side_score = None if ruling.adjusted is None else ruling.adjusted.score_of(side)
    best = None if side_score is None else side_score.exact
    reasons = (*_bridge_arguments(ruling, side), *_claim_arguments(ruling, side))
    goal, grounds = message(_NOTHING_MORE, side=side), [voice.sentence(reason) for reason in reasons]
    band = None if ruling.sensitivity is None else _band(ruling, side)
    if side_score is not None and best is not None and band is not None and band > best:
        best = band
        goal = message("argued.band", side=side, score=voice.worth(band, side_score.unit))
        if ruling.sensitivity is not None:
            grounds += [
                voice("argued.assumption", what=voice.say(bar.what)) for bar in ruling.sensitivity.bars[:3]
            ]
    for variant in ruling.variants:
        worth = _worth(variant, side)
        scored = side_score or (variant.adjusted and variant.adjusted.score_of(side))
        if worth is not None and scored and (best is None or worth > best):
            best = worth
            goal = message(
                "argued.variant",
                side=side,
                score=voice.worth(worth, scored.unit),
                because=voice.say(variant.because),
            )
    grounds += _grounds(ruling, voice)
    is_first = side is _order(ruling)[0]
    if goal.code == _NOTHING_MORE and grounds and is_first:  # they are shown under the side that comes first
        goal = message("argued.open" if ruling.adjusted is None else "argued.no-figure", side=side)
    return side, goal, tuple(dict.fromkeys(grounds))


_MOST_OF_BRIDGE = 4


def _bridge_arguments(ruling: Ruling, side: Side) -> list[Finding]:
    """The bridge reasons that speak for a side."""
    speaking = [finding for finding in findings_of(ruling) if finding.arguments.get("favours") is side]
    return speaking[:_MOST_OF_BRIDGE]


def _award_finding(ruling: Ruling) -> Finding | None:
    return next((finding for finding in findings_of(ruling) if finding.code == "claim.awarded"), None)


def _claim_arguments(ruling: Ruling, side: Side) -> Iterator[Message]:
    """What the cards say for the side that claimed: the tricks there were, and what would have saved them."""
    awarded = _award_finding(ruling)
    if awarded is None or awarded.arguments["side"] is not side:
        return
    figures = awarded.arguments
    if figures["best"] != figures["tricks"]:
        yield message("argued.claim", best=figures["best"], of=figures["of"], tricks=figures["tricks"])
    saved = ("claim.saved-by-card", "claim.saved-by-order")
    yield from (finding for finding in findings_of(ruling) if finding.code in saved)


def _band(ruling: Ruling, side: Side) -> Fraction | None:
    sensitivity = ruling.sensitivity
    ends = None if sensitivity is None else sensitivity.band_ns if side is Side.NS else sensitivity.band_ew
    return None if ends is None else Fraction(ends[1])


def _worth(variant: Variant, side: Side) -> Fraction | None:
    score = None if variant.adjusted is None else variant.adjusted.score_of(side)
    return None if score is None else score.exact


def _grounds(ruling: Ruling, voice: PageVoice) -> list[str]:
    """What a side may attack: what was found by persons, what was assumed, what the estimate is unsure of."""
    grounds = [
        voice("argued.unsure", action=alternative.action, certainty=voice.percent(alternative.certainty, 0))
        for incident in ruling.incidents
        if incident.asks_for_alternatives
        for alternative in incident.alternatives
        if alternative.is_alternative is None or alternative.certainty < _SURE
    ]
    for finding in findings_of(ruling):
        if finding.standing is Basis.ASSUMED and finding.code not in _STATISTICS:
            grounds.append(assumption_told("argued.assumed", finding, voice))
        elif finding.standing is Basis.JUDGEMENT and finding.kind is not FindingClass.LAW:
            is_fact = finding.kind is not FindingClass.JUDGEMENT
            grounds.append(voice("argued.told" if is_fact else "argued.judged", what=voice.say(finding)))
    return grounds[:6]


Part = tuple[str, str, object]  # a part of the report: its anchor, its heading, and what its template shows


def parts_of(ruling: Ruling, case: Case | None, page: PageOne, voice: PageVoice) -> tuple[Part, ...]:
    """The parts this ruling has something to say in."""
    return tuple(_parts(ruling, case, page, voice))


def _parts(ruling: Ruling, case: Case | None, page: PageOne, voice: PageVoice) -> Iterator[Part]:
    if choices := tuple(_choices(ruling, case)):
        asked = any(step.alternatives and step.asks_for_alternatives for step in ruling.incidents)
        yield "alternatives", "part.alternatives" if asked else "part.choices", choices
    if plot := tree_of(ruling):
        yield "tree", "part.tree", plot
    bars = ranges(ruling.sensitivity, ruling)
    if bars or ruling.variants:
        yield "sensitivity", "part.sensitivity", bars
    if claims := tuple(_claims(ruling, case, voice)):
        yield "claims", "part.claims", claims
    if steps := [step for step in ruling.incidents if step.rectification is not None]:
        yield "rectification", "part.rectification", steps
    if ruling.review is not None:
        yield "process", "part.process", ruling.review
    if ruling.case is not None:
        dissents = [] if case is None else [ruled for ruled in case.ruling if ruled.dissent]
        argued = argue_sides(ruling, voice)
        if dissents or any(grounds or goal.code != _NOTHING_MORE for _, goal, grounds in argued):
            yield "other-side", "part.other-side", {"argued": argued, "dissents": dissents}
    if near := _precedents(ruling, voice):
        yield "precedents", "part.precedents", near
    yield "annex", "part.annex", _annex(ruling, page, voice)


def _choices(ruling: Ruling, case: Case | None) -> Iterator[dict[str, object]]:
    """Each incident's alternatives: polled, estimated, and what the information suggests."""
    threshold = threshold_in(ruling.findings)
    for incident in ruling.incidents:
        known = any(
            alternative.poll or alternative.model_share is not None for alternative in incident.alternatives
        )
        if known or (incident.alternatives and incident.asks_for_alternatives):
            yield {
                "incident": incident,
                "shares": shares(
                    incident.alternatives, threshold, choosing=not incident.asks_for_alternatives
                ),
                "gains": gains(incident.alternatives),
                "unit": "percent" if case is not None and case.event.form in _BY_COMPARISON else "imp",
                "polls": [] if case is None else [p for p in case.poll if p.incident in (incident.id, None)],
            }


def _claims(ruling: Ruling, case: Case | None, voice: PageVoice) -> Iterator[dict[str, object]]:
    """Each claim: what was said, the cards left, the tricks given and the line that shows why."""
    claims = {} if case is None else {claim.id: claim for claim in case.incident if isinstance(claim, Claim)}
    for incident in ruling.incidents:
        if incident.claim is not None:
            claim = claims.get(incident.id)
            line = [voice.text(" ").join(map(voice.render, trick)) for trick in incident.claim.losing_line]
            understood = incident.claim.understood
            said = understood.sentences if understood else ()
            yield {"incident": incident, "claim": claim, "line": line, "said": said}


def _precedents(ruling: Ruling, voice: PageVoice) -> list[tuple[str, list[tuple[PastCase, list[str], str]]]]:
    """The past cases by incident in the order of the ruling, each with where and under which Laws it was, and its source."""
    by_incident: dict[str, list[tuple[PastCase, list[str], str]]] = {}
    for past in ruling.precedents:
        laws = voice("past.laws", edition=past.edition) if past.edition else ""
        record = voice("past.record") if is_from_record(past) else ""
        line = (piece for piece in (record, past.event, past.year, past.authority, laws, past.id) if piece)
        source = ", ".join(part for part in past.source if part)
        by_incident.setdefault(past.incident, []).append((past, [*map(voice.text, map(str, line))], source))
    return list(by_incident.items())


def _annex(ruling: Ruling, page: PageOne, voice: PageVoice) -> dict[str, object]:
    """Every path, every reason, every provision."""
    paths = [
        (outcome, sorted(outcome.paths, key=lambda path: -path.probability))
        for outcome in ruling.outcomes
        if outcome.paths or outcome.because
    ]
    because = "" if ruling.law is None else voice.text("; ").join(map(voice.say, ruling.law.because))
    return {
        "paths": [
            (outcome, [(format_path(path, voice), path.probability) for path in likeliest])
            for outcome, likeliest in paths
        ],
        "reasons": tuple(finding for finding in findings_of(ruling) if finding.code not in _STATISTICS),
        "statistics": tuple(finding for finding in findings_of(ruling) if finding.code in _STATISTICS),
        "cited": page.cited,
        "because": because,
    }
