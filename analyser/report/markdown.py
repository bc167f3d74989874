"""The ruling as Markdown: page one first, then every step."""

from collections.abc import Iterator

from analyser.bridge import Side
from analyser.reasoning import (
    AdjustedKind,
    Finding,
    IncidentRuling,
    Outcome,
    Ruling,
    SideScore,
    decimal_text,
)
from analyser.report.words import say

__all__ = ["markdown"]


def markdown(ruling: Ruling, language: str = "en") -> str:
    """The whole ruling as one Markdown text."""
    parts = [
        _head(ruling),
        _score(ruling),
        *(_incident(incident) for incident in ruling.incidents),
        _outcomes(ruling),
        _review(ruling),
        _reasons(ruling.findings, language),
        _warnings(ruling, language),
        _stamp(ruling),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _plain(text: str) -> str:
    """A text of the case made harmless: nothing in it is taken for Markdown or HTML."""
    for sign in "\\`*_{}[]<>|#":
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())


def _head(ruling: Ruling) -> str:
    lines = [f"# {_plain(ruling.case.id)}" if ruling.case else "# A calculation"]
    if ruling.law:
        also = f" (possible too: {', '.join(ruling.law.also)})" if ruling.law.also else ""
        lines.append(
            f"Laws {ruling.law.edition}, {ruling.law.authority}{also}: {_plain(ruling.law.because)}."
        )
    if ruling.table:
        worth = (
            ""
            if ruling.table.converted is None
            else f" (NS {ruling.table.converted[0]}, EW {ruling.table.converted[1]})"
        )
        lines.append(f"Table result: {ruling.table.result}, {ruling.table.score_ns:+d}{worth}.")
    return "\n\n".join(lines)


_KINDS = {
    AdjustedKind.NONE: "the table result stands",
    AdjustedKind.ASSIGNED: "one assigned result",
    AdjustedKind.WEIGHTED: "a weighted score",
    AdjustedKind.TWO_SIDED: "a score of its own for each side",
    AdjustedKind.ARTIFICIAL: "an artificial score",
    AdjustedKind.TRICKS: "a whole number of tricks",
}


def _score(ruling: Ruling) -> str:
    adjusted = ruling.adjusted
    if adjusted is None:
        return "## Proposed score\n\nIt cannot be decided from these facts."
    lines = ["## Proposed score", f"{_KINDS[adjusted.kind].capitalize()}."]
    if adjusted.tricks is not None:
        lines.append(f"Declarer's tricks: {adjusted.tricks}.")
    rows = ["| side | exact | decimal | rounded | unit |", "|---|---|---|---|---|"]
    rows += [_row(side, score) for side in Side if (score := adjusted.of(side)) is not None]
    lines.append("\n".join(rows))
    if adjusted.match:
        before = (
            ""
            if adjusted.match.vp_before is None
            else f", {' – '.join(adjusted.match.vp_before)} with the table result"
        )
        lines.append(f"Match: {' – '.join(adjusted.match.vp_after)} victory points{before}.")
    return "\n\n".join(lines)


def _row(side: Side, score: SideScore) -> str:
    return f"| {side} | {score.exact} | {score.decimal} | {score.rounded} | {score.unit} |"


def _incident(incident: IncidentRuling) -> str:
    lines = [f"## {_plain(incident.id)} ({incident.kind})"]
    if incident.infraction is not None and incident.infraction.answer is not None:
        clauses = ", ".join(map(str, incident.infraction.clauses))
        lines.append(
            f"Infraction: {'yes' if incident.infraction.answer else 'no'}{f' ({clauses})' if clauses else ''}."
        )
    if incident.claim is not None:
        lines.append(f"Tricks to the claiming side, of those that remained: {incident.claim.tricks}.")
        if incident.claim.losing_line:
            lines.append("The line that loses the others: " + "; ".join(incident.claim.losing_line) + ".")
        if incident.claim.saving_statement:
            lines.append(f"What would have saved the claim: {_plain(incident.claim.saving_statement)}.")
    if incident.revoke is not None:
        lines.append(
            f"Transferred: {_or_not(incident.revoke.transferred)}; further equity: {_or_not(incident.revoke.equity)}."
        )
    return "\n\n".join(lines)


def _or_not(value: int | None) -> str:
    return "cannot be told" if value is None else str(value)


def _outcomes(ruling: Ruling) -> str:
    if not ruling.outcomes:
        return ""
    ns = dict(ruling.weights.ns) if ruling.weights else {}
    ew = dict(ruling.weights.ew) if ruling.weights else {}
    rows = [
        "## Outcomes",
        "",
        "| | result | points to NS | weight NS | weight EW | NS | EW | legal |",
        "|---|---|---|---|---|---|---|---|",
    ]
    rows += [
        f"| {one.id} | {one.result} | {one.score_ns:+d} | {ns.get(one.id, '–')} | {ew.get(one.id, '–')} | {_worth(one)} |"
        for one in ruling.outcomes
    ]
    return "\n".join(rows)


def _worth(outcome: Outcome) -> str:
    legal = "yes" if outcome.legal else "no"
    if outcome.converted is None:
        return f"– | – | {legal}"
    return f"{decimal_text(outcome.converted[0])} | {decimal_text(outcome.converted[1])} | {legal}"


_VERDICTS = {
    "inside": "The ruling under review lies within the band.",
    "outside": "The ruling under review lies outside.",
    "cannot-tell": "Whether the ruling lies within the band cannot be decided from these facts.",
}


def _review(ruling: Ruling) -> str:
    """The process check list and the formal side."""
    if ruling.review is None:
        return ""
    lines = [
        "## Review",
        "",
        _VERDICTS[ruling.review.verdict],
        "",
        "| item | state | rule |",
        "|---|---|---|",
    ]
    rows = [(one.item, one.state, one.rule) for one in ruling.review.process]
    rows += [(one.item, one.state, one.rule) for one in ruling.review.formal]
    lines += [f"| {item} | {state} | {_plain(rule)} |" for item, state, rule in rows]
    return "\n".join(lines)


def _reasons(findings: tuple[Finding, ...], language: str) -> str:
    if not findings:
        return ""
    return "\n".join(["## Reasons", "", *(f"- {line}" for line in _lines(findings, language))])


def _lines(findings: tuple[Finding, ...], language: str) -> Iterator[str]:
    for finding in findings:
        clauses = f" ({', '.join(map(str, finding.clauses))})" if finding.clauses else ""
        yield f"{_plain(say(finding, language))}{clauses}"


def _warnings(ruling: Ruling, language: str) -> str:
    if not ruling.warnings:
        return ""
    return "\n".join(
        ["## Warnings", "", *(f"- {_plain(say(warning, language))}" for warning in ruling.warnings)]
    )


def _stamp(ruling: Ruling) -> str:
    made = ruling.provenance
    if made is None:
        return ""
    case = "" if ruling.case is None else f"case sha256 {ruling.case.sha256[:16]}…, "
    return f"---\n\n{case}analyser {made.analyser}, laws sha256 {made.laws[:16]}…, seed {made.seed}"
