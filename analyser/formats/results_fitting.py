"""Conversion of results to another format: common facts under its names, the rest omitted and listed."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TypeVar

from analyser.formats.cells import decimal_text, hostile
from analyser.formats.published import published_results
from analyser.formats.record import (
    Contestant,
    Fact,
    ListedPlayer,
    Points,
    PointsKind,
    Published,
    Results,
    Traveller,
)
from analyser.formats.unsupported import DroppedField

_SEMICOLON = ";"
_GAME = ("ScoringMethod", "EventType", "Date", "Name", "Session")
# The possible units of a traveller's points, and the option by which BridgeWebs states them.
_BRIDGEWEBS = {
    PointsKind.MATCHPOINTS: "",
    PointsKind.CROSS_IMPS: "CrossImp",
    PointsKind.BUTLER: "Butler",
    PointsKind.IMPS: "Teams",
}
_JANNERSTEN = {
    PointsKind.MATCHPOINTS: PointsKind.MATCHPOINTS,
    PointsKind.IMPS: PointsKind.IMPS,
    PointsKind.CROSS_IMPS: PointsKind.IMPS,
    PointsKind.BUTLER: PointsKind.IMPS,
    PointsKind.PERCENT: PointsKind.PERCENT,
}


@dataclass(slots=True)
class _ResultsFit:
    """A converter of the results of a file that records what the other format has no place for."""

    results: Results
    published: Published
    left: dict[tuple[str, str], DroppedField] = field(default_factory=dict)

    def leave(self, where: str, name: str, found: str = "") -> None:
        """Record what is left out, once for each place and name."""
        self.left.setdefault((where, name), DroppedField(where, name, found[:80]))

    def text(self, where: str, text: str) -> str:
        """A cell without separators that does not begin like a formula."""
        plain = text.replace(_SEMICOLON, ",").replace('"', "'").strip()
        while refused := hostile(plain):
            plain = plain.replace(refused, " ")
        if plain[:1] in ("=", "+", "-", "@") and plain != "-":
            plain = f"'{plain}"
        if plain != text.strip():
            self.leave(where, "text", text)
        return plain

    def heading(self, written: Sequence[str]) -> None:
        """Record facts of the heading whose value is nowhere in the output; empty ones say nothing."""
        for fact in self.results.heading:
            value = fact.value.strip()
            if value and value not in written and not fact.name.startswith("@"):
                self.leave("heading", fact.name, value)
        if self.results.hands:
            self.leave("boards", "hands", str(len(self.results.hands)))

    def players(self, entry: Contestant) -> list[ListedPlayer]:
        """The names; other facts of a player are left out."""
        for player in entry.players:
            for fact in player.facts:
                if fact.value:
                    self.leave("players", fact.name)
        return [ListedPlayer(self.text("players", player.name)) for player in entry.players if player.name]

    def points(self, line: Traveller, kinds: Sequence[PointsKind]) -> Points | None:
        """The points of a traveller in the first of these kinds; the others are left out."""
        chosen = next((points for kind in kinds for points in line.points if points.kind is kind), None)
        for points in line.points:
            if points is not chosen:
                self.leave("travellers", points.kind.value)
        return chosen

    def facts(self, line: Traveller, written: Sequence[str] = ()) -> None:
        """Record the other facts of a traveller as left out."""
        for fact in line.facts:
            if fact.value and fact.name not in written:
                self.leave("travellers", fact.name)


def _fit_bridgewebs(fit: _ResultsFit) -> Results:
    published, results = fit.published, fit.results
    kinds = [
        kind
        for kind in _BRIDGEWEBS
        if any(p.kind is kind for line in results.travellers for p in line.points)
    ]
    kind = kinds[0] if kinds else PointsKind.MATCHPOINTS
    of_session = [("Event", published.name), ("Date", published.date), ("Session", published.session)]
    heading = [Fact(name, fit.text("heading", value)) for name, value in of_session if value]
    if _BRIDGEWEBS[kind]:
        heading.append(Fact(_BRIDGEWEBS[kind], "1"))
    fit.heading([value for _, value in of_session] + published.method.split("; ") + [str(published.winners)])
    lists = list(dict.fromkeys((entry.section, entry.direction) for entry in results.contestants))
    contestants = [
        Contestant(
            number=entry.number,
            section=str(lists.index((entry.section, entry.direction)) + 1),
            players=tuple(fit.players(entry)[:4]),
            facts=tuple(
                Fact(f.name, fit.text("contestants", f.value)) for f in entry.facts if f.value.strip()
            ),
        )
        for entry in sorted(
            results.contestants, key=lambda entry: lists.index((entry.section, entry.direction))
        )
    ]
    travellers = []
    for line in results.travellers:
        points = fit.points(line, kinds)
        facts = tuple(Fact(f.name, fit.text("travellers", f.value)) for f in line.facts if f.value.strip())
        if line.section:
            facts = (*facts, Fact("Section", fit.text("travellers", line.section)))
        travellers.append(replace(line, section="", points=() if points is None else (points,), facts=facts))
    travellers.sort(key=lambda line: line.board)
    return Results(
        heading=tuple(heading),
        contestants=tuple(
            entry
            for _, of_list in groupby(contestants, key=lambda entry: entry.section)
            for entry in _align_columns(list(of_list))
        ),
        travellers=_align_columns(travellers),
    )


_Row = TypeVar("_Row", Contestant, Traveller)


def _align_columns(rows: Sequence[_Row]) -> tuple[_Row, ...]:
    """The facts of every row in the order of the columns."""
    columns = {
        name: place for place, name in enumerate(dict.fromkeys(f.name for row in rows for f in row.facts))
    }
    return tuple(
        replace(row, facts=tuple(sorted(row.facts, key=lambda fact: columns[fact.name]))) for row in rows
    )


def _fit_jannersten(fit: _ResultsFit) -> Results:
    published, results = fit.published, fit.results
    method, _, event_type = published.method.partition("; ")
    of_game = dict(
        zip(_GAME, (method, event_type, published.date, published.name, published.session), strict=True)
    )
    heading = tuple(Fact(name, fit.text("heading", value)) for name, value in of_game.items() if value)
    fit.heading([*of_game.values(), *published.method.split("; ")])
    contestants = []
    for entry, line in zip(results.contestants, published.lines, strict=True):
        facts = [("FinalResult", "" if line.points is None else decimal_text(line.points))]
        facts.append(("FinalPercentage", "" if line.percent is None else decimal_text(line.percent)))
        if line.place is not None:
            fit.leave("contestants", "place")
        players = fit.players(entry)
        names = " - ".join(player.name for player in players)
        contestants.append(
            replace(
                entry,
                players=(ListedPlayer(names),),
                facts=tuple(Fact(name, value) for name, value in facts if value),
            )
        )
    travellers = [_jannersten_line(line, fit) for line in results.travellers]
    return Results(heading=heading, contestants=tuple(contestants), travellers=tuple(travellers))


def _jannersten_line(line: Traveller, fit: _ResultsFit) -> Traveller:
    points = fit.points(line, tuple(_JANNERSTEN))
    values = {fact.name.rpartition("/")[2].upper(): fact.value for fact in line.facts}
    turn = values.get("ROUND") or values.get("ROUND_NUMBER") or ""
    fit.facts(
        line,
        [
            fact.name
            for fact in line.facts
            if fact.name.rpartition("/")[2].upper() in ("ROUND", "ROUND_NUMBER")
        ],
    )
    return replace(
        line,
        points=() if points is None else (replace(points, kind=_JANNERSTEN[points.kind]),),
        facts=(Fact("Round", turn),) if turn else (),
    )


def fitted_results(results: Results, name: str) -> tuple[Results, tuple[DroppedField, ...]]:
    """The results as far as the format of this name can express them, and what is left out."""
    fit = _ResultsFit(results, published_results(results))
    makers = {"bridgewebs": _fit_bridgewebs, "jannersten": _fit_jannersten}
    maker = makers.get(name.lower())
    fitted = results if maker is None else maker(fit)
    return fitted, tuple(fit.left.values())
