"""Like rulings of one event side by side: how near the cases are, and to which side each ruling leans."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from analyser.bridge import Side
from analyser.casefile import case_of
from analyser.errors import AnalyserError
from analyser.event.reviewed import Alike, alike
from analyser.event.rulings import Heard
from analyser.event.scored import Effect, EffectKind
from analyser.precedents import Sketch, distance, sketches_of

_AT_MOST = 200  # cases compared with each other


def leaning(hearings: Sequence[Heard], effects: Sequence[Effect]) -> list[Heard]:
    """Each ruling with what it gave the innocent side beyond ours, on the board."""
    ours = {effect.ruling: effect.delta for effect in effects if effect.kind is EffectKind.OURS}
    found = []
    for one in hearings:
        entry, innocent = one.ruled.entry, one.innocent
        delta = None if entry is None else ours.get(entry.number)
        if entry is None or innocent is None or delta is None or one.ruled.ours is None:
            found.append(one)
            continue
        who = entry.of(Side(innocent))
        gains = [points for name, points in delta.rows if name == who]
        if delta.match is not None:
            gains = [delta.first if delta.match.first == who else delta.second]
        found.append(replace(one, ruled=replace(one.ruled, lean=-sum(gains, Fraction(0)))))
    return found


def pairs_alike(hearings: Sequence[Heard]) -> list[Alike]:
    """The pairs of rulings on like facts, the nearest first."""
    sketches: dict[str, Sketch] = {}
    for one in hearings[:_AT_MOST]:
        try:
            told = sketches_of(case_of(one.toml.encode("utf-8")))
        except AnalyserError:
            continue
        if told:
            sketches[one.ruled.id] = told[0]
    distances = {
        (first, second): distance(sketches[first], sketches[second])
        for first, second in combinations(sketches, 2)
    }
    return list(alike([one.ruled for one in hearings], distances))
