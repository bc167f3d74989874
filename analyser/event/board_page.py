"""The page of one board of an event: every table, what was ruled there, what is asked."""

from collections.abc import Sequence
from fractions import Fraction

from analyser.bridge import PointsOnly
from analyser.event import BoardGroup, Entry, GroupFigures
from analyser.event.rulings import Heard
from analyser.event.scored import Effect, EffectKind, Version
from analyser.event.slips import Slip
from analyser.event.told import TableTold
from analyser.report.event_page import Asking, BoardPage, RulingLine, TableLine, board_html

_WORTH = 6  # competitors named beside a ruling


def board_page(
    group: BoardGroup,
    figures: GroupFigures,
    tables: Sequence[TableTold],
    slips: Sequence[Slip],
    here: Sequence[Heard],
    unit: str,
    versions: tuple[Version, ...],
    language: str = "en",
) -> str:
    """The page of one board; a version is left out where no ruling makes it differ."""
    shown = versions if here else versions[:1]
    ruled = {one.ruled.number: one.ruled.id for one in here}
    by_number = {entry.number: entry for entry in group.entries}
    lines = []
    for told in tables:
        entry = told.entry
        score = entry.score_ns
        result = entry.result or (None if score is None else PointsOnly(score))
        artificial = "" if entry.artificial is None else str(entry.artificial)
        after = told.figures.after(entry.lead)
        points = tuple(told.points(version) for version in shown)
        lines.append(
            TableLine(
                entry.ns, entry.ew, result, artificial, score, entry.lead, told.figures.before, after, points,
                ruled.get(entry.number, ""),
            )
        )  # fmt: skip
    page = BoardPage(
        name=group.name,
        session=group.session,
        board=group.board,
        deal=group.deal,
        dealer=group.dealer,
        vulnerable=group.vulnerability,
        cells=figures.table,
        par_ns=figures.par_ns,
        counted=str(figures.counted),
        unit=unit,
        versions=tuple(map(str, shown)),
        tables=tuple(lines),
        slips=tuple(Asking(group.name, where(by_number[slip.number]), slip.finding) for slip in slips),
        rulings=tuple(ruling_line(one, (), pages=False) for one in here),
    )
    return board_html(page, language)


def where(entry: Entry) -> str:
    """A result in a few signs: board, table or room, who met whom."""
    parts = [f"#{entry.board}"]
    if entry.session:
        parts.insert(0, entry.session)
    if entry.round:
        parts.append(f"R{entry.round}")
    if entry.table:
        parts.append(f"T{entry.table}")
    if entry.room is not None:
        parts.append(entry.room.value)
    if entry.ns or entry.ew:
        parts.append(f"{entry.ns or '?'}–{entry.ew or '?'}")
    return " ".join(parts)


def ruling_line(one: Heard, effects: Sequence[Effect], *, pages: bool) -> RulingLine:
    """A ruling as a line of the report: what was given, what ours is, what it was worth."""
    ruled = one.ruled
    adjusted = None if ruled.ruling is None else ruled.ruling.adjusted
    ours = None
    unit = ""
    if adjusted is not None and adjusted.ns is not None and adjusted.ew is not None:
        ours, unit = (adjusted.ns.decimal, adjusted.ew.decimal), adjusted.ns.unit
    entry = ruled.entry
    board = ""
    if entry is not None and pages:
        board = BoardGroup(entry.session, entry.board, entry.deal, (entry,)).name
    told = "" if entry is None else where(entry)
    return RulingLine(
        ruled.id,
        board,
        told,
        ruled.kind,
        ruled.given_told,
        ours,
        unit,
        ruled.verdict,
        ruled.lean,
        _worth(one, effects),
        ruled.refused,
    )


def _worth(one: Heard, effects: Sequence[Effect]) -> tuple[tuple[str, Fraction], ...]:
    """What the ruling gave each competitor on the board, the two at the table first."""
    entry = one.ruled.entry
    if entry is None:
        return ()
    for effect in effects:
        if effect.ruling == entry.number and effect.kind is EffectKind.RULING:
            rows = [(who, -points) for who, points in effect.delta.rows]
            if effect.delta.match is not None:
                match = effect.delta.match
                rows = [(match.first, -effect.delta.first), (match.second, -effect.delta.second)]
            rows.sort(key=lambda row: (row[0] not in (entry.ns, entry.ew), -abs(row[1]), row[0]))
            return tuple(rows[:_WORTH])
    return ()
