"""The victory points a file gives for each match, beside ours; the standings follow the file where the two differ."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from analyser.bridge import Side
from analyser.event.scorer import ResultVersion, Scorer
from analyser.event.standings import Meeting
from analyser.event.store import TableEntry
from analyser.formats import PointsKind


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
                    meeting = (entry.session, entry.round, entry.of(side), entry.of(side.other))
                    if won is not None and entry.of(side):
                        self.given[meeting] = won
                    if entry.number in ruled:
                        self.ruled.add(meeting)

    def beside_ours(self, scorer: Scorer) -> Iterator[tuple[Meeting, Fraction | None, Fraction]]:
        """Each side of each match: ours, where a scale is kept for it, and what the file gives."""
        ours: Mapping[Meeting, Fraction] = {}
        if self.given:
            ours = scorer.standings[ResultVersion.RULED].won_in_matches()
        for meeting, theirs in self.given.items():
            yield meeting, ours.get(meeting), theirs

    def follow(self, scorer: Scorer) -> None:
        """Let every version of the standings have the file's points for a match, but where a ruling is not in them yet."""
        beyond = {
            meeting: theirs - (ours or 0)
            for meeting, ours, theirs in self.beside_ours(scorer)
            if ours is None or (ours != theirs and meeting not in self.ruled)
        }
        for standings in scorer.standings.values():
            standings.beyond = beyond
