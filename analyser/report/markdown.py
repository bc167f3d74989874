"""The ruling as Markdown: page one first, then every step, in the reader's language."""

import re
from collections.abc import Iterator
from html import unescape

from analyser.bridge import Side
from analyser.report.claim_answer import line_heading, tricks_of_claim
from analyser.report.facts import case_in, is_from_record, no_score_key, parallel_variants
from analyser.report.page_one import notes_of
from analyser.report.page_voice import TextVoice, result_told, variant_told
from analyser.report.peer_shares import printed_share
from analyser.report.plain_verdict import reasons_of, verdict_blocks
from analyser.ruling import Finding, IncidentRuling, Outcome, Rectification, Ruling, SideScore


def markdown(ruling: Ruling, language: str = "en") -> str:
    """The whole ruling as one Markdown text."""
    voice = TextVoice(language)
    parts = [
        _head(ruling, voice),
        *_verdict(ruling, voice),
        _score(ruling, voice),
        _outcomes(ruling, voice),
        _bridge(ruling, voice),
        *(_incident(incident, voice) for incident in ruling.incidents),
        _variants(ruling, voice),
        _review(ruling, voice),
        _precedents(ruling, voice),
        _reasons("annex.reasons", ruling.findings, voice),
        _reasons("md.warnings", ruling.warnings, voice),
        _stamp(ruling, voice),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


# What Markdown takes for its own. A backslash makes the first harmless in every reader of Markdown. Before the others some
# readers do not know it, so they are written as HTML writes them: what makes tags, cells, strokes, formulas and addresses.
_SIGNS = "\\`*_{}[]#"
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;", "~": "&#126;", "$": "&#36;", "@": "&#64;"}
_LISTED = re.compile(
    r"(?:[-+=]|\d+[.)])(?=\s|[-+=]|$)"
)  # at the start of a text: a list, a line under a heading


def _plain(text: str) -> str:
    r"""A text of the case made harmless: nothing in it is taken for Markdown or HTML; a stroke within a word is no sign.

    >>> _plain("other_room, 4S="), _plain("<b> [x](http://y.z)"), _plain("1. none")
    ('other_room, 4S=', '&lt;b&gt; \\[x\\](http&#58;//y.z)', '1&#46; none')
    """
    harmless = re.sub(rf"(?!(?<=[^\W_])_(?=[^\W_]))([{re.escape(_SIGNS)}])", r"\\\1", text)
    harmless = re.sub(f"[{re.escape(''.join(_ENTITIES))}]", lambda sign: _ENTITIES[sign[0]], harmless)
    harmless = re.sub(r"(?i:\b(www))\.", r"\1&#46;", harmless.replace("://", "&#58;//"))
    line = " ".join(harmless.split())
    if listed := _LISTED.match(line):
        end = listed.end() - 1
        return f"{line[:end]}&#{ord(line[end])};{line[end + 1 :]}"
    return line


def read_as_text(written: str) -> str:
    """Markdown of this room for a reader's eyes: without stars, and the signs of the case's own texts as they were.

    >>> read_as_text(_plain("North_South: 4S [doubled] & <1>")), read_as_text("**PROPOSAL.**")
    ('North_South: 4S [doubled] & <1>', 'PROPOSAL.')
    """
    unstarred = re.sub(r"(?<!\\)\*\*", "", written)
    return unescape(re.sub(rf"\\([{re.escape(_SIGNS)}])", r"\1", unstarred))


def _table(head: list[str], rows: list[list[str]]) -> str:
    """A table with its head."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _heading(text: str) -> str:
    return f"## {text[:1].upper()}{text[1:]}"


_LONGEST_NOTES = 2000  # characters of what a case says was assumed


def _head(ruling: Ruling, voice: TextVoice) -> str:
    lines = [f"# {_title(ruling, voice)}"]
    if ruling.law:
        law = voice("page.laws-of", edition=ruling.law.edition, authority=ruling.law.authority)
        if ruling.law.also:
            law += f" ({voice('page.also-possible', editions=', '.join(ruling.law.also))})"
        lines.append(f"{law}: {_plain('; '.join(map(voice.say, ruling.law.because)))}.")
    if ruling.table:
        points = voice("page.to-ns", points=voice.signed_figure(ruling.table.score_ns))
        if ruling.table.converted is not None:
            ns, ew = (voice.signed_text(str(worth)) for worth in ruling.table.converted)
            points += f" ({voice('page.worth', ns=ns, ew=ew)})"
        lines.append(f"{voice('page.table-result')}: {_result_with_lead(ruling, voice)}; {points}.")
    if notes := notes_of(case_in(ruling)):
        text = f"{notes[:_LONGEST_NOTES]}{'…' if len(notes) > _LONGEST_NOTES else ''}"
        assumed = voice("page.case-assumes")
        lines.append(f"{assumed}: {_plain(voice.words['quote.open'] + text + voice.words['quote.close'])}")
    return "\n\n".join(lines)


def _result_with_lead(ruling: Ruling, voice: TextVoice) -> str:
    """The table's result, and what was led."""
    case, result = case_in(ruling), "" if ruling.table is None else voice.render(ruling.table.result)
    if case is None or case.lead is None:
        return result
    return voice.text("{}, {}").format(result, voice("page.led", card=case.lead))


def _title(ruling: Ruling, voice: TextVoice) -> str:
    if ruling.case is None:
        return voice("page.calculation")
    case = case_in(ruling)
    title = "" if case is None else case.title or ""
    return f"{_plain(title)} ({_plain(ruling.case.id)})" if title else _plain(ruling.case.id)


def _verdict(ruling: Ruling, voice: TextVoice) -> Iterator[str]:
    """The ruling somebody gave, where one was; then the verdict of this analysis."""
    for heading, text in verdict_blocks(ruling, voice):
        yield f"**{voice(heading)}.** {_plain(text)}"


def _score(ruling: Ruling, voice: TextVoice) -> str:
    case = case_in(ruling)
    ruled = case is not None and case.ruling  # what people ruled stands first: ours is the second opinion
    lines = [_heading(voice("page.score-second" if ruled else "page.score"))]
    if ruling.review is not None:
        lines.append(voice(f"verdict.{ruling.review.verdict}"))
    adjusted = ruling.adjusted
    if adjusted is None:
        lines.append(voice(no_score_key(ruling)))
        return "\n\n".join([*lines, *(f"* {_plain(either)}" for either in _either(ruling, voice))])
    kind = voice(f"adjusted.{adjusted.kind}")
    if adjusted.tricks is not None:
        kind += " " + voice("page.declarer-tricks", tricks=adjusted.tricks)
    lines.append(kind)
    head = [voice(f"md.{column}") for column in ("side", "exact", "decimal", "rounded", "unit")]
    rows = [_row(side, score, voice) for side in Side if (score := adjusted.score_of(side)) is not None]
    if rows:  # without a comparison there is no score in the event's currency
        lines.append(_table(head, rows))
    if adjusted.match:
        after = " – ".join(map(voice.figure, adjusted.match.vp_after))
        match = f"{voice('page.match')}: {after} {voice('unit.vp')}"
        if adjusted.match.vp_before is not None:
            ns, ew = map(voice.figure, adjusted.match.vp_before)
            match += f" ({voice('page.match-before', ns=ns, ew=ew)})"
        lines.append(f"{match}.")
    return "\n\n".join(lines)


def _either(ruling: Ruling, voice: TextVoice) -> Iterator[str]:
    """The score as an infraction and as none, where that is open."""
    for variant in parallel_variants(ruling):
        yield variant_told(variant, voice)


def _row(side: Side, score: SideScore, voice: TextVoice) -> list[str]:
    decimal, rounded = (voice.figure_of(text, score.unit) for text in (score.decimal, score.rounded))
    return [voice.render(side), str(score.exact), decimal, rounded, voice.unit(score.unit, score.rounded)]


def _incident(incident: IncidentRuling, voice: TextVoice) -> str:
    lines = [f"## {_plain(incident.id)} ({voice.render(incident.kind)})"]
    if incident.infraction is not None and incident.infraction.answer is not None:
        clauses = ", ".join(map(voice.render, incident.infraction.clauses))
        answer = voice("md.infraction", answer=incident.infraction.answer)
        lines.append(f"{answer}{f' ({clauses})' if clauses else ''}.")
    if incident.alternatives:
        lines.append(_alternatives(incident, voice))
    if incident.claim is not None:
        lines.append(tricks_of_claim(incident.claim, voice))
        if incident.claim.understood is not None:
            lines += [_plain(voice.sentence(said)) for said in incident.claim.understood.sentences]
        if incident.claim.losing_line:
            lines.append(
                f"{voice(line_heading(incident.claim))}: {'; '.join(' '.join(map(str, trick)) for trick in incident.claim.losing_line)}."
            )
        if incident.claim.saving_statement:
            lines.append(f"{voice('claims.saved')}: {_plain(voice.say(incident.claim.saving_statement))}.")
    if incident.revoke is not None:
        transferred, equity = incident.revoke.transferred, incident.revoke.equity
        lines.append(
            voice(
                "md.revoke",
                transferred=_value_or_dash(transferred, voice),
                equity=_value_or_dash(equity, voice),
            )
        )
    if incident.rectification is not None:
        lines += _rectification(incident.rectification, voice)
    return "\n\n".join(lines)


def _rectification(rectification: Rectification, voice: TextVoice) -> Iterator[str]:
    """What is due, what may be chosen, what the answer lacks."""
    for key, findings in (
        ("rectification.due", rectification.due),
        ("rectification.options", rectification.options),
    ):
        if findings:
            yield f"**{voice(key)}**"
            yield "\n".join(_lines(findings, voice))
    if rectification.missing:
        yield voice("rectification.missing", keys=rectification.missing)


def _alternatives(incident: IncidentRuling, voice: TextVoice) -> str:
    choosing = not incident.asks_for_alternatives
    columns: tuple[str, ...] = tuple(
        f"alternatives.{column}" for column in ("action", "considered", "interval", "is", "suggested")
    )
    if choosing:
        columns = ("alternatives.action", "choices.share", "alternatives.interval")
    rows = []
    for alternative in incident.alternatives:
        share, ends = printed_share(alternative, choosing=choosing)
        low, high = (voice.percent(end, 0) for end in ends)
        known, suggested = (
            voice("word.cannot-tell") if answer is None else voice.render(answer)
            for answer in (alternative.is_alternative, alternative.suggested)
        )
        if alternative.suggested_chance is not None:
            suggested += f" ({voice.percent(alternative.suggested_chance, 0)})"
        rows.append(
            [
                voice.render(alternative.action),
                voice.percent(share, 0),
                f"{low} – {high}",
                known,
                suggested,
            ]
        )
    return _table([voice(column) for column in columns], [row[: len(columns)] for row in rows])


def _value_or_dash(value: int | None, voice: TextVoice) -> str:
    return voice("word.cannot-tell") if value is None else str(value)


def _outcomes(ruling: Ruling, voice: TextVoice) -> str:
    if not ruling.outcomes:
        return ""
    ns, ew = (dict(side) for side in (ruling.weights.ns, ruling.weights.ew)) if ruling.weights else ({}, {})
    unit = next((score.unit for side in Side if (score := _own_score(ruling, side))), "points")
    short = {side: voice.words[f"side.short.{side.name}"] for side in Side}
    head = [voice("weights.outcome"), voice("weights.raw")]
    head += [voice("weights.weight-of", side=short[side]) for side in Side]
    head += [voice("weights.worth", side=short[side]) for side in Side]
    head.append(voice("weights.legal"))
    rows = []
    for outcome in ruling.outcomes:
        weights = [voice.share(side_weights.get(outcome.id)) for side_weights in (ns, ew)]
        row = [
            result_told(ruling, outcome, voice),
            voice.signed_figure(outcome.score_ns),
            *weights,
            *_worth(outcome, unit, voice),
        ]
        rows.append([*row, voice.render(outcome.legal)])
    return f"{_heading(voice('weights.caption'))}\n\n{_table(head, rows)}"


_MOST_REASONS = 7  # the others stand among all reasons


def _bridge(ruling: Ruling, voice: TextVoice) -> str:
    """Why, in bridge."""
    sentences = [f"- {_plain(voice.sentence(finding))}" for finding in reasons_of(ruling, _MOST_REASONS)]
    return "\n".join([_heading(voice("part.bridge")), "", *sentences]) if sentences else ""


def _own_score(ruling: Ruling, side: Side) -> SideScore | None:
    return None if ruling.adjusted is None else ruling.adjusted.score_of(side)


def _worth(outcome: Outcome, unit: str, voice: TextVoice) -> list[str]:
    if outcome.converted is None:
        return ["–", "–"]
    return [voice.worth(worth, unit) for worth in outcome.converted]


def _variants(ruling: Ruling, voice: TextVoice) -> str:
    if not ruling.variants:
        return ""
    rows = []
    for variant in ruling.variants:
        scores = [None if variant.adjusted is None else variant.adjusted.score_of(side) for side in Side]
        figures = ["–" if score is None else voice.figure_of(score.rounded, score.unit) for score in scores]
        rows.append([_plain(voice.say(variant.because)), *figures, voice.render(variant.differs)])
    head = [voice("sensitivity.because"), *(voice.words[f"side.short.{side.name}"] for side in Side)]
    table = _table([*head, voice("sensitivity.differs")], rows)
    return f"{_heading(voice('sensitivity.variants'))}\n\n{table}"


def _review(ruling: Ruling, voice: TextVoice) -> str:
    """The process check list and the formal side."""
    if ruling.review is None:
        return ""
    items = [(entry.item, entry.state, entry.rule) for entry in ruling.review.process]
    items += [(entry.item, entry.state, entry.rule) for entry in ruling.review.formal]
    rows = [
        [voice(f"process.{item.replace(' ', '-')}"), _plain(voice.say(state)), _plain(voice.render(rule))]
        for item, state, rule in items
    ]
    head = [voice(f"process.{column}") for column in ("item", "state", "rule")]
    return f"{_heading(voice('part.process'))}\n\n{_table(head, rows)}"


def _reasons(key: str, findings: tuple[Finding, ...], voice: TextVoice) -> str:
    return "\n".join([_heading(voice(key)), "", *_lines(findings, voice)]) if findings else ""


def _lines(findings: tuple[Finding, ...], voice: TextVoice) -> Iterator[str]:
    for finding in findings:
        clauses = f" ({', '.join(map(voice.render, finding.clauses))})" if finding.clauses else ""
        yield f"- {_plain(voice.say(finding))}{clauses}"


def _precedents(ruling: Ruling, voice: TextVoice) -> str:
    """The nearest past cases: what was ruled, why near, how different."""
    if not ruling.precedents:
        return ""
    lines = [_heading(voice("part.precedents")), voice("past.example")]
    for past in ruling.precedents:
        where = (past.event, past.year and str(past.year), past.authority)
        laws = voice("past.laws", edition=past.edition) if past.edition else ""
        record = voice("past.record") if is_from_record(past) else ""
        line = ", ".join(_plain(part) for part in (record, *where, laws) if part)
        entry = [f"**{_plain(past.title or past.id)}** ({line})"]
        for heading, findings in (("ruled", past.ruled), ("near", past.near), ("differs", past.differs)):
            if findings:
                sentences = "; ".join(_plain(voice.say(finding)) for finding in findings)
                entry.append(f"- {voice(f'past.{heading}')}: {sentences}")
        lines.append("\n".join(entry))
    return "\n\n".join(lines)


def _stamp(ruling: Ruling, voice: TextVoice) -> str:
    provenance = ruling.provenance
    if provenance is None:
        return ""
    parts = [] if ruling.case is None else [voice("stamp.case", hash=ruling.case.sha256)]
    parts.append(voice("stamp.analyser", version=provenance.analyser))
    edition = "" if ruling.law is None else ruling.law.edition
    parts += [
        voice("stamp.laws", edition=edition, hash=provenance.laws[:16]),
        voice("stamp.seed", seed=provenance.seed),
    ]
    return f"---\n\n{', '.join(parts)}"
