"""Who moves: the standings of each version side by side, and what each ruling was worth to whom."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyser.event.book import Book, Delta, Standing
from analyser.event.scored import Effect, EffectKind, Version
from analyser.event.settings import Event

__all__ = ["Change", "Decided", "Line", "changes_of", "decided_by", "side_by_side"]


@dataclass(frozen=True, slots=True)
class Line:
    """One competitor: his score and rank in every version."""

    who: str
    within: str
    boards: int
    standings: Mapping[Version, Standing]

    def moved(self, before: Version, after: Version) -> int:
        """Places won (above nought) or lost between two versions."""
        return self.standings[before].rank - self.standings[after].rank


@dataclass(frozen=True, slots=True)
class Change:
    """What one ruling did to one competitor, everything else as ruled.

    `on_board` is what he gained on the board itself, `gained` in the final score, both against the table result
    (or, for our own ruling, against the ruling given); ranks are without it and with it.
    """

    ruling: int
    kind: EffectKind
    who: str
    on_board: Fraction
    gained: Fraction
    rank_without: int
    rank_with: int


@dataclass(frozen=True, slots=True)
class Decided:
    """A place that hangs on one ruling: who has it with the ruling, and who would have it without."""

    ruling: int
    kind: EffectKind
    place: int
    within: str
    with_it: tuple[str, ...]
    without: tuple[str, ...]


def side_by_side(books: Mapping[Version, Book]) -> list[Line]:
    """Every competitor with the standings of each version, in the order of the last but one that is told."""
    told: dict[tuple[str, str], dict[Version, Standing]] = {}
    for version, book in books.items():
        for standing in book.standings():
            told.setdefault((standing.within, standing.who), {})[version] = standing
    order = Version.RULED if Version.RULED in books else Version.TABLE
    lines = [
        Line(who, within, versions[order].boards, versions)
        for (within, who), versions in told.items()
        if len(versions) == len(books)
    ]
    return sorted(lines, key=lambda line: (line.within, line.standings[order].rank, len(line.who), line.who))


def _signed(effect: Effect) -> int:
    """An effect leads away from the ruling given: what the ruling was worth is its opposite."""
    return -1 if effect.kind is EffectKind.RULING else 1


def changes_of(effects: Sequence[Effect], book: Book) -> Iterator[Change]:
    """What each ruling did to every competitor whose score or rank it touched."""
    given = {(one.within, one.who): one for one in book.standings()}
    for effect in effects:
        if effect.delta == Delta():
            continue
        other = {(one.within, one.who): one for one in book.standings(effect.delta)}
        sign = _signed(effect)
        on_board = _on_board(effect)
        for key, one in given.items():
            far = other[key]
            if far.score == one.score and far.rank == one.rank:
                continue
            before, after = (far, one) if sign < 0 else (one, far)
            yield Change(
                effect.ruling,
                effect.kind,
                one.who,
                sign * on_board.get(one.who, Fraction(0)),
                after.score - before.score,
                before.rank,
                after.rank,
            )


def _on_board(effect: Effect) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for who, points in effect.delta.rows:
        found[who] = found.get(who, Fraction(0)) + points
    if effect.delta.match is not None:
        found[effect.delta.match.first] = effect.delta.first
        found[effect.delta.match.second] = effect.delta.second
    return found


def decided_by(effects: Sequence[Effect], book: Book, event: Event) -> Iterator[Decided]:
    """The places that count and that another answer would give to somebody else: the first, and those of the settings."""
    given = book.standings()
    for effect in effects:
        if effect.delta == Delta():
            continue
        other = book.standings(effect.delta)
        for within in dict.fromkeys(one.within for one in given):
            for place in dict.fromkeys((1, *event.qualify)):
                ours, theirs = _holders(given, within, place), _holders(other, within, place)
                if ours != theirs:
                    pair = (ours, theirs) if effect.kind is EffectKind.RULING else (theirs, ours)
                    yield Decided(effect.ruling, effect.kind, place, within, *pair)


def _holders(standings: Sequence[Standing], within: str, place: int) -> tuple[str, ...]:
    """Who stands at this place or above it."""
    return tuple(sorted(one.who for one in standings if one.within == within and one.rank <= place))
