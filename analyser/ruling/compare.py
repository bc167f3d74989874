"""The same facts under several editions and authorities, in one table."""

from dataclasses import dataclass

from analyser.bridge import Side
from analyser.casefile import Case
from analyser.errors import LawError
from analyser.estimates.services import Services
from analyser.ruling import Ruling, RulingRequest
from analyser.ruling.rule import rule


@dataclass(frozen=True, slots=True)
class Compared:
    """One edition and authority, and the ruling under them; or why there is none."""

    edition: str
    authority: str
    ruling: Ruling | None
    refused: str = ""


def compared(
    case: Case, editions: tuple[str, ...], authorities: tuple[str, ...], services: Services
) -> tuple[Compared, ...]:
    """Rule the case under each pair."""
    rows = []
    for edition in editions:
        for authority in authorities:
            try:
                ruling = rule(case, RulingRequest(edition, authority), services)
                rows.append(Compared(edition, authority, ruling))
            except LawError as refusal:
                rows.append(Compared(edition, authority, None, str(refusal)))
    return tuple(rows)


def table(rows: tuple[Compared, ...]) -> list[list[str]]:
    """Edition, authority, form, both sides' scores, the weights; a header first."""
    lines = [["edition", "authority", "kind", "NS", "EW", "unit", "weights"]]
    for row in rows:
        if row.ruling is None or row.ruling.adjusted is None:
            lines.append([row.edition, row.authority, row.refused or "cannot be decided", "–", "–", "–", "–"])
            continue
        adjusted = row.ruling.adjusted
        ns, ew = adjusted.of(Side.NS), adjusted.of(Side.EW)
        lines.append(
            [
                row.edition,
                row.authority,
                str(adjusted.kind),
                "–" if ns is None else ns.decimal,
                "–" if ew is None else ew.decimal,
                "–" if ns is None else ns.unit,
                _weights(row.ruling),
            ]
        )
    return lines


def _weights(ruling: Ruling) -> str:
    if ruling.weights is None:
        return "–"
    names = {outcome.id: str(outcome.result) for outcome in ruling.outcomes}
    sides = (
        [ruling.weights.ns]
        if ruling.weights.ns == ruling.weights.ew
        else [ruling.weights.ns, ruling.weights.ew]
    )
    return " / ".join(", ".join(f"{weight} {names[name]}" for name, weight in side) for side in sides)
