"""Published victory points of matches compared with ours; where they differ, the standings follow the file."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from analyser import laws
from analyser.bridge import Side
from analyser.casefile import Form
from analyser.errors import CaseError
from analyser.event.scorer import ResultVersion, Scorer
from analyser.event.settings import SETTINGS_FILE, EventSettings, converts_matches, goes_by_match
from analyser.event.standings import Meeting
from analyser.event.store import EventLoss, LossKind, ResultSource, ResultStore, TableEntry
from analyser.formats import PointsKind
from analyser.messages import sentence


@dataclass(slots=True)
class PublishedMatches:
    """The published points of each side of each match; `ruled` are the matches with a ruling in the folder."""

    given: dict[Meeting, Fraction] = field(default_factory=dict)
    ruled: set[Meeting] = field(default_factory=set)

    def enter(self, entries: Sequence[TableEntry], ruled: Collection[int]) -> None:
        """Enter the results of a board, each with the points of its match."""
        for entry in entries:
            of_match = [points for points in entry.points if points.kind is PointsKind.VICTORY_POINTS]
            for points in of_match:
                for side, won in zip(Side, (points.ns, points.ew), strict=True):
                    meeting = (
                        entry.session,
                        entry.round,
                        entry.competitor_of(side),
                        entry.competitor_of(side.other),
                    )
                    if won is not None and entry.competitor_of(side):
                        self.given[meeting] = won
                    if entry.number in ruled:
                        self.ruled.add(meeting)

    def compare_points(
        self, scorer: Scorer, version: ResultVersion = ResultVersion.RULED
    ) -> Iterator[tuple[Meeting, Fraction | None, Fraction]]:
        """Our points, if a scale is known, and the published ones for each side of each match."""
        ours: Mapping[Meeting, Fraction] = {}
        if self.given:
            ours = scorer.standings[version].won_in_matches()
        for meeting, theirs in self.given.items():
            yield meeting, ours.get(meeting), theirs

    def moved_matches(self, scorer: Scorer) -> set[Meeting]:
        """The matches that a ruling in the folder may have changed: its own, and those that were equal before it."""
        before = self.compare_points(scorer, ResultVersion.TABLE)
        return self.ruled | {meeting for meeting, ours, theirs in before if ours == theirs}

    def follow(self, scorer: Scorer) -> None:
        """Give every version of the standings the published points of a match, unless they do not contain a ruling yet.

        They do not for the match of a ruling, nor if they equal ours before any ruling: then the field is scored again.
        """
        moved = self.moved_matches(scorer)
        beyond = {
            meeting: theirs - (ours or 0)
            for meeting, ours, theirs in self.compare_points(scorer)
            if ours is None or (ours != theirs and meeting not in moved)
        }
        for standings in scorer.standings.values():
            standings.beyond = beyond


def refuse_unknown_scale(event: EventSettings, store: ResultStore) -> None:
    """Refuse matches that nothing converts: another form than those of pairs, or matchpoints without scale or published points."""
    if not goes_by_match(event.form):
        why, remedy = sentence("no-scale-for-form", form=str(event.form)), sentence("write-form-of-pairs")
        raise CaseError(why, where=f"{SETTINGS_FILE} by_match", remedy=remedy)
    if event.percents is not None and event.form is not Form.MATCHPOINTS:
        why, remedy = sentence("percent-scale-form", form=str(event.form)), sentence("write-scale-of-imps")
        raise CaseError(why, where=f"{SETTINGS_FILE} percent_scale", remedy=remedy)
    is_shown = event.percents is not None or _every_match_is_given(store)
    is_shown = is_shown or any(
        line.points is not None for publication in store.publications for line in publication.published.lines
    )
    law = laws.resolve(event.day, event.authority, event.edition, event.regulations)
    if event.form is Form.MATCHPOINTS and not is_shown and not law.regulation.rows("percent_scale"):
        why, remedy = sentence("percent-scale-not-told"), sentence("write-percent-scale")
        raise CaseError(why, where=f"{SETTINGS_FILE} percent_scale", remedy=remedy)


def _every_match_is_given(store: ResultStore) -> bool:
    """Whether the files give the victory points of the match for every result."""
    query = (
        "SELECT 1 FROM entry WHERE NOT EXISTS "
        "(SELECT 1 FROM json_each(rest, '$.q') WHERE json_extract(value, '$[0]') = ?) LIMIT 1"
    )
    return store.base.execute(query, (PointsKind.VICTORY_POINTS.value,)).fetchone() is None


def tell_matches_as_published(event: EventSettings, store: ResultStore) -> None:
    """Report matches of pairs that have published points only; if some are missing, none is used."""
    if not event.by_match or converts_matches(event):
        return
    if not _every_match_is_given(store):
        why, remedy = sentence("no-scale-of-file"), sentence("write-percent-scale")
        raise CaseError(why, where=f"{SETTINGS_FILE} percent_scale", remedy=remedy)
    store.lose(EventLoss(ResultSource(""), LossKind.PART, "", sentence("matches-as-published")))
