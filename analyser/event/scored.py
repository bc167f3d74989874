"""A board scored under every version of its results: as played, as ruled, as ruled again; what each ruling is worth."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from analyser.bridge import Side
from analyser.casefile import Form
from analyser.event.awarding import Awarding
from analyser.event.book import Book, Delta, MatchKey
from analyser.event.finals import Earned, Final, match_board, score_board
from analyser.event.sessions import Line
from analyser.event.settings import Event
from analyser.event.values import BoardGroup, Entry
from analyser.scoring import ArtificialValues, SessionClamp

__all__ = ["BoardScores", "Effect", "EffectKind", "Scorer", "Version"]


class Version(StrEnum):
    """Under which results the event is scored."""

    TABLE = "table"  # before any adjustment
    RULED = "ruled"  # as the event's rulings have it
    OURS = "ours"  # as our analysis has it
    ASKED = "asked"  # the same under the edition or authority asked for


class EffectKind(StrEnum):
    """What is compared: the ruling with the table result, or our ruling with the one given."""

    RULING = "ruling"
    OURS = "ours"
    ASKED = "asked"


@dataclass(frozen=True, slots=True)
class Effect:
    """What one ruling changes, everything else as ruled: `delta` leads from the standings as ruled to the other ones."""

    ruling: int  # the number of the result ruled on
    kind: EffectKind
    delta: Delta


@dataclass(frozen=True, slots=True)
class BoardScores:
    """What each table of a board earns under each version, in the order of the board's tables; and the Butler score."""

    earned: Mapping[Version, tuple[Earned | None, ...]]
    butler: tuple[Earned | None, ...]
    alone: tuple[int, ...] = ()  # tables whose other room is missing


_NOTHING: Mapping[Version, Final] = {}


@dataclass(slots=True)
class Scorer:
    """Takes the boards one by one and keeps the books of every version.

    `rulings` holds, for the number of a result ruled on, its final score in each version that differs from the table.
    """

    event: Event
    versions: tuple[Version, ...] = (Version.TABLE, Version.RULED, Version.OURS)
    rulings: Mapping[int, Mapping[Version, Final]] = field(default_factory=dict)
    awarding: Awarding = field(default_factory=Awarding)
    clamp: SessionClamp = SessionClamp.EXACT
    clamp_asked: SessionClamp | None = None  # under the edition asked for; as the event's own when left out
    percents: ArtificialValues = field(default_factory=lambda: ArtificialValues.of(60, 50, 40))
    books: dict[Version, Book] = field(default_factory=dict)
    pairs: dict[str, list[Fraction]] = field(default_factory=dict)  # Butler: sum and boards of each pair
    effects: list[Effect] = field(default_factory=list)

    def __post_init__(self) -> None:
        """A book for every version."""
        asked = self.clamp if self.clamp_asked is None else self.clamp_asked
        self.books = {
            version: Book(self.event, asked if version is Version.ASKED else self.clamp, self.percents)
            for version in self.versions
        }

    def board(self, group: BoardGroup) -> BoardScores:
        """Score a board under every version and enter it."""
        entries = group.entries
        ruled = [entry for entry in entries if entry.number in self.rulings]
        plain = self._earned(entries, Version.TABLE)
        earned = {Version.TABLE: plain}
        for version in self.versions[1:]:
            earned[version] = self._earned(entries, version) if ruled else plain
        for version, book in self.books.items():
            self._enter(entries, earned[version], book)
        for entry in ruled:
            self.effects += self._effects(entries, entry, earned[Version.RULED])
        butler = self._butler(entries)
        alone = tuple(
            entry.number
            for entry, one in zip(entries, plain, strict=True)
            if one is None and self.event.is_teams and self._final(entry, Version.TABLE).scored
        )
        return BoardScores({version: tuple(rows) for version, rows in earned.items()}, butler, alone)

    def _final(self, entry: Entry, version: Version) -> Final:
        told = self.rulings.get(entry.number, _NOTHING)
        if version in told:
            return told[version]
        if entry.artificial is not None:
            return Final(award=self.awarding.of(entry.artificial, self.event.form))
        score = entry.score_ns
        return Final() if score is None else Final.of(score)

    def _earned(self, entries: Sequence[Entry], version: Version) -> list[Earned | None]:
        return self._scored(entries, [self._final(entry, version) for entry in entries])

    def _scored(self, entries: Sequence[Entry], finals: Sequence[Final]) -> list[Earned | None]:
        if self.event.is_teams:
            return self._matches(entries, finals)
        found: list[Earned | None] = [None] * len(entries)
        for places in _fields(entries, apart=self.event.apart):
            counted = [place for place in places if finals[place].scored or finals[place].award is not None]
            earned = score_board(self.event.form, [finals[place] for place in counted], self.event.trim)
            for place, one in zip(counted, earned, strict=True):
                found[place] = one
        return found

    def _matches(self, entries: Sequence[Entry], finals: Sequence[Final]) -> list[Earned | None]:
        found: list[Earned | None] = [None] * len(entries)
        field = self._field_of_rooms(finals)
        for first, second in _rooms(entries):
            earned = match_board(self.event.form, finals[first], finals[second])
            if field and earned is not None:
                earned = self.awarding.one_room(field[first], finals[second].award) or earned
                turned = self.awarding.one_room(field[second], finals[first].award)
                earned = earned if turned is None else Earned(turned.ew, turned.ns, turned.top)
            if earned is not None:
                found[first] = earned
                found[second] = Earned(earned.ew, earned.ns, earned.top)
        return found

    def _field_of_rooms(self, finals: Sequence[Final]) -> list[Earned | None]:
        """Every room against the field, at board-a-match where some room was not played."""
        scored = sum(final.scored for final in finals)
        if (
            not self.event.form.scoring.plain_artificial
            or scored < 2
            or all(final.award is None for final in finals)
        ):
            return []
        return score_board(self.event.form, [final if final.scored else Final() for final in finals])

    def _enter(self, entries: Sequence[Entry], earned: Sequence[Earned | None], book: Book) -> None:
        if self.event.is_teams:
            for first, second in _rooms(entries):
                one = earned[first]
                if one is not None and earned[second] is not None:
                    key, turned = _key(entries[first])
                    book.enter_match(key, *((one.ew, one.ns) if turned else (one.ns, one.ew)))
            return
        for entry, one in zip(entries, earned, strict=True):
            if one is not None:
                for side in Side:
                    book.enter(_line(entry, side, one))

    def _effects(
        self, entries: Sequence[Entry], entry: Entry, ruled: Sequence[Earned | None]
    ) -> Iterator[Effect]:
        other = [(EffectKind.RULING, Version.TABLE)]
        other += [
            (EffectKind(str(version)), version)
            for version in (Version.OURS, Version.ASKED)
            if version in self.versions
        ]
        for kind, version in other:
            finals = [
                self._final(one, version if one.number == entry.number else Version.RULED) for one in entries
            ]
            changed = self._scored(entries, finals)
            yield Effect(entry.number, kind, self._delta(entries, ruled, changed))

    def _delta(
        self, entries: Sequence[Entry], before: Sequence[Earned | None], after: Sequence[Earned | None]
    ) -> Delta:
        """What leads from one scoring of the board to another."""
        if self.event.is_teams:
            for first, _ in _rooms(entries):
                old, new = before[first], after[first]
                if old is not None and new is not None and old != new:
                    key, turned = _key(entries[first])
                    ours, theirs = new.ns - old.ns, new.ew - old.ew
                    return Delta((), (), key, *((theirs, ours) if turned else (ours, theirs)))
            return Delta()
        moved = [
            (_line(entry, side, old), _line(entry, side, new))
            for entry, old, new in zip(entries, before, after, strict=True)
            if old is not None and new is not None
            for side in Side
            if entry.of(side)
        ]
        moved = [(old, new) for old, new in moved if old != new]
        return Delta(tuple(old for old, _ in moved), tuple(new for _, new in moved))

    def _butler(self, entries: Sequence[Entry]) -> tuple[Earned | None, ...]:
        """Every table against the datum, as ruled: kept by pair."""
        version = Version.RULED if Version.RULED in self.versions else Version.TABLE
        finals = [self._final(entry, version) for entry in entries]
        plain = [final if final.scored else Final() for final in finals]
        earned = score_board(Form.BUTLER, [Final(one.ns, one.ew) for one in plain], self.event.trim)
        for entry, one in zip(entries, earned, strict=True):
            if one is not None:
                for side in Side:
                    if pair := entry.pair_of(side):
                        kept = self.pairs.setdefault(pair, [Fraction(0), Fraction(0)])
                        kept[0] += one.of(side)
                        kept[1] += 1
        return tuple(earned)


def _fields(entries: Sequence[Entry], *, apart: bool) -> list[list[int]]:
    """Which tables are compared with each other: all, or section by section."""
    found: dict[str, list[int]] = {}
    for place, entry in enumerate(entries):
        found.setdefault(entry.section if apart else "", []).append(place)
    return list(found.values())


def _line(entry: Entry, side: Side, earned: Earned) -> Line:
    award = None if earned.award is None else earned.award.ns if side is Side.NS else earned.award.ew
    return Line(entry.of(side), entry.session, earned.of(side), earned.top, award)


def _key(entry: Entry) -> tuple[MatchKey, bool]:
    """The match a result belongs to, and whether its North-South team stands second in it."""
    first, second = sorted((entry.ns, entry.ew), key=lambda who: (len(who), who))
    return MatchKey(entry.session, entry.round, first, second), first != entry.ns


def _rooms(entries: Sequence[Entry]) -> Iterator[tuple[int, int]]:
    """The two rooms of each match: the same two teams, the other way round."""
    waiting: dict[tuple[str, str, str], int] = {}
    for place, entry in enumerate(entries):
        if not entry.ns or not entry.ew:
            continue
        other = waiting.pop((entry.round, entry.ew, entry.ns), None)
        if other is None:
            waiting[entry.round, entry.ns, entry.ew] = place
        else:
            yield other, place
