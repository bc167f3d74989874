"""The victory points a file gives for each match, beside ours; the standings follow the file where the two differ."""

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
    """What the files give each side of each match; `ruled` are the matches a ruling of the folder stands in."""

    given: dict[Meeting, Fraction] = field(default_factory=dict)
    ruled: set[Meeting] = field(default_factory=set)

    def enter(self, entries: Sequence[TableEntry], ruled: Collection[int]) -> None:
        """The results of a board, each with the points of its match."""
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
        """Each side of each match: ours, where a scale is kept for it, and what the file gives."""
        ours: Mapping[Meeting, Fraction] = {}
        if self.given:
            ours = scorer.standings[version].won_in_matches()
        for meeting, theirs in self.given.items():
            yield meeting, ours.get(meeting), theirs

    def moved_matches(self, scorer: Scorer) -> set[Meeting]:
        """The matches that a ruling of the folder may have moved since: its own, and those that were equal before it."""
        before = self.compare_points(scorer, ResultVersion.TABLE)
        return self.ruled | {meeting for meeting, ours, theirs in before if ours == theirs}

    def follow(self, scorer: Scorer) -> None:
        """Let every version of the standings have the file's points for a match, but where a ruling is not in them yet.

        It is not in the points of its match, nor where those before any ruling are the file's: a field is scored anew.
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
    """Matches nothing converts: another form than those of pairs, or at matchpoints no scale and nothing published."""
    if not goes_by_match(event.form):
        why, remedy = sentence("no-scale-for-form", form=str(event.form)), sentence("write-form-of-pairs")
        raise CaseError(why, where=f"{SETTINGS_FILE} by_match", remedy=remedy)
    if event.percents is not None and event.form is not Form.MATCHPOINTS:
        why, remedy = sentence("percent-scale-form", form=str(event.form)), sentence("write-scale-of-imps")
        raise CaseError(why, where=f"{SETTINGS_FILE} percent_scale", remedy=remedy)
    is_shown = event.percents is not None or _every_match_is_given(store)
    is_shown = is_shown or any(
        line.points is not None for each in store.publications for line in each.published.lines
    )
    law = laws.resolve(event.day, event.authority, event.edition, event.regulations)
    if event.form is Form.MATCHPOINTS and not is_shown and not law.regulation.rows("percent_scale"):
        why, remedy = sentence("percent-scale-not-told"), sentence("write-percent-scale")
        raise CaseError(why, where=f"{SETTINGS_FILE} percent_scale", remedy=remedy)


def _every_match_is_given(store: ResultStore) -> bool:
    """Tell whether the files give for every result the victory points of its match."""
    query = (
        "SELECT 1 FROM entry WHERE NOT EXISTS "
        "(SELECT 1 FROM json_each(rest, '$.q') WHERE json_extract(value, '$[0]') = ?) LIMIT 1"
    )
    return store.base.execute(query, (PointsKind.VICTORY_POINTS.value,)).fetchone() is None


def tell_matches_as_published(event: EventSettings, store: ResultStore) -> None:
    """Matches of pairs that no scale kept here converts are as the file has them; where it has not all, nothing is."""
    if not event.by_match or converts_matches(event):
        return
    if not _every_match_is_given(store):
        why, remedy = sentence("no-scale-of-file"), sentence("write-percent-scale")
        raise CaseError(why, where=f"{SETTINGS_FILE} percent_scale", remedy=remedy)
    store.lose(EventLoss(ResultSource(""), LossKind.PART, "", sentence("matches-as-published")))
