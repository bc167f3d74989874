"""Removal of fields a format has no place for before a board is written; each removed field is reported."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from analyser.bridge import Auction, Result
from analyser.errors import NotationError
from analyser.formats.cells import hostile
from analyser.formats.hands import deal_conflict
from analyser.formats.lin_board import OWN_TAG, MatchTitle, header_text
from analyser.formats.pbn_tables import stated_score
from analyser.formats.published import form_of
from analyser.formats.record import BoardRecord, Comment, PointsKind, RecordEnd, RecordNote, Tag
from analyser.scoring import score_ns


@dataclass(frozen=True, slots=True)
class DroppedField:
    """A field of a board that is missing or changed in the written text.

    >>> print(DroppedField("board 7", "site", "Rome"))
    board 7: site: Rome
    """

    where: str
    field: str
    found: str

    def __str__(self) -> str:
        """The field in one line."""
        return f"{self.where}: {self.field}: {self.found}" if self.found else f"{self.where}: {self.field}"


_FORMS = {
    PointsKind.IMPS: "IMP",
    PointsKind.MATCHPOINTS: "MP",
    PointsKind.BOARD_A_MATCH: "BAM",
}
# PBN tags whose content LIN has in the title of the match.
_TITLE_TAGS = {
    "Round": "segment",
    "Stage": "segment",
    "Session": "segment",
    "HomeTeam": "home",
    "VisitTeam": "visitors",
}
_TITLE_PARTS = 9  # of the title of a broadcast
_EMPTY = ("", "?", "-", "#")
_SILENT = (
    "Generator",
    "Annotator",
    "Mode",
    "Declarer",
    "Result",
)  # of the file, not of the board; or repetitions


class _Fit:
    """The conversion of one board for LIN, with what is left out of it."""

    def __init__(self, record: BoardRecord, boards: tuple[int, int] | None = None) -> None:
        self.record = record
        self.boards = boards
        self.where = f"board {record.number}" if record.number else "a board without a number"
        self.left: list[DroppedField] = []

    def leave(self, field: str, found: object) -> None:
        """Record what is left out."""
        self.left.append(DroppedField(self.where, field, str(found)[:80]))

    def text(self, field: str, text: str, bars: str = "|") -> str:
        """The text without the characters LIN cannot hold."""
        plain = text
        for bar in bars:
            plain = plain.replace(bar, "/" if bar == "|" else " ")
        while refused := hostile(plain):
            plain = plain.replace(refused, " ")
        if plain != text:
            self.leave(field, text)
        return plain

    def fit(self) -> BoardRecord:
        """The board with what LIN can express."""
        record = self.record
        for name in _UNTOLD:
            if value := getattr(record, name):
                self.leave(name.replace("_", " "), value if isinstance(value, str) else "")
        auction = record.auction
        if auction is not None and auction.irregular:
            self.leave("irregular calls", "; ".join(str(entry.call) for entry in auction.irregular))
            auction = Auction(auction.dealer, auction.calls)
        form = self._form()
        names = [self.text("names", name, "|,") for name in record.names]
        fitted = replace(
            record,
            site="",
            date="",
            event=self.text("event", record.event),
            scoring=form,
            names=(names[0], names[1], names[2], names[3]),
            hands=deal_conflict(record.hands, fourth=True)[0],
            auction=auction,
            auction_end=RecordEnd.NATURAL,
            call_notes=self._notes(record.call_notes),
            call_marks=(),
            call_times=(),
            card_notes=self._notes(record.card_notes),
            card_marks=(),
            card_times=(),
            irregular_cards=(),
            swapped=False,
            trumps=None,
            comments=tuple(Comment(c.calls, c.cards, self.text("comments", c.text)) for c in record.comments),
            tags=self._tags(form),
            dealer=record.dealer if auction is None else auction.dealer,
        )
        return self._close_play(fitted)

    def tag_for_pbn(self) -> BoardRecord:
        """The board with the title of its broadcast in PBN's tags."""
        record, title = self.record, self.record.tag(f"{OWN_TAG}vg")
        parts = [part.strip() for part in (title or "").split(",")]
        if len(parts) < _TITLE_PARTS:
            return record
        if any(part not in ("", "0") for part in (parts[-3], parts[-1])):
            self.leave("carry-over", f"{parts[-3]}, {parts[-1]}")
        from_title = [("Round", parts[-8]), ("HomeTeam", parts[-4]), ("VisitTeam", parts[-2])]
        known = {tag.name for tag in record.tags}
        tags = [Tag(name, value) for name, value in from_title if value and name not in known]
        return replace(record, tags=(*tags, *(tag for tag in record.tags if tag.name != f"{OWN_TAG}vg")))

    def _form(self) -> str:
        form = _FORMS.get(form_of(self.record.scoring) or PointsKind.UNNAMED, "")
        if self.record.scoring and form != self.record.scoring:
            self.leave("scoring", self.record.scoring)
        return form

    def _notes(self, notes: tuple[RecordNote, ...]) -> tuple[RecordNote, ...]:
        return tuple(replace(note, text=self.text("notes", note.text)) for note in notes)

    def _tags(self, form: str) -> tuple[Tag, ...]:
        """LIN's own tags unchanged, tags of a match's title as a title, and the rest left out."""
        tags, title = [], {}
        for tag in self.record.tags:
            if tag.name.startswith(OWN_TAG) and len(tag.name) == len(OWN_TAG) + 2 and not tag.rows:
                tags.append(Tag(tag.name, self.text(tag.name, tag.value)))
            elif tag.name in _TITLE_TAGS and tag.value not in _EMPTY and _TITLE_TAGS[tag.name] not in title:
                title[_TITLE_TAGS[tag.name]] = self.text(tag.name, tag.value.strip(), "|,")
            elif tag.value not in _EMPTY and tag.name not in _SILENT and not self._repeats_record(tag):
                self.leave(tag.name, tag.value)
        if title and all(tag.name != f"{OWN_TAG}vg" for tag in tags):
            event = self.text("event", self.record.event)
            tags.insert(0, Tag(f"{OWN_TAG}vg", header_text(event, form, MatchTitle(**title), self.boards)))
        return tuple(tags)

    def _repeats_record(self, tag: Tag) -> bool:
        """Whether a tag only repeats contract, tricks or vulnerability."""
        record = self.record
        if (
            tag.name != "Score"
            or record.contract is None
            or record.tricks is None
            or record.vulnerability is None
        ):
            return False
        return stated_score(record) == score_ns(Result(record.contract, record.tricks), record.vulnerability)

    def _close_play(self, record: BoardRecord) -> BoardRecord:
        """The board with an open play closed; a claim without tricks and an unknown contract are left out."""
        if record.play_end is RecordEnd.OPEN or (
            record.play_end is RecordEnd.CLOSED and record.tricks is None
        ):
            record = replace(record, play_end=RecordEnd.NATURAL)
        auction_tells = (
            record.auction is not None
            and record.auction.is_over
            and record.auction.contract == record.contract
        )
        if record.contract is not None and record.tricks is None and not auction_tells:
            self.leave("contract", record.contract)
            record = replace(record, contract=None, leader=None, cards=(), card_notes=())
        return record


_UNTOLD = (
    "site",
    "date",
    "call_times",
    "card_times",
    "call_marks",
    "card_marks",
    "irregular_cards",
    "trumps",
)

# The order in which a board that still cannot be written loses fields, the least connected first.
_LAST = (
    ("comments", {"comments": ()}),
    ("notes", {"call_notes": (), "card_notes": ()}),
    ("tags", {"tags": ()}),
    ("play", {"leader": None, "cards": (), "card_notes": (), "play_end": RecordEnd.NATURAL}),
    ("tricks", {"tricks": None, "contract": None}),
    ("auction", {"auction": None, "call_notes": ()}),
)


def matches_of(records: Sequence[BoardRecord]) -> list[tuple[int, int] | None]:
    """The first and last board of the match of each board, from its tags."""
    numbers: dict[tuple[str, ...], list[int]] = {}
    keys = [(record.event, *(record.tag(name) or "" for name in _TITLE_TAGS)) for record in records]
    for key, record in zip(keys, records, strict=True):
        numbers.setdefault(key, []).extend([] if record.number is None else [record.number])
    return [(min(numbers[key]), max(numbers[key])) if numbers[key] else None for key in keys]


def drop_unsupported(
    record: BoardRecord,
    write: Callable[[BoardRecord], object],
    boards: tuple[int, int] | None,
    *,
    for_lin: bool,
) -> tuple[BoardRecord | None, list[DroppedField]]:
    """The board as far as it can be written (None if nothing helps), and what is left out of it.

    `boards` are the first and last board of its match.
    """
    fit = _Fit(record, boards)
    board = fit.fit() if for_lin else fit.tag_for_pbn()
    for name, change in (("", {}), *_LAST):
        board = replace(board, **change)
        if name:
            fit.leave(name, "")
        try:
            write(board)
        except NotationError:
            continue
        return board, fit.left
    return None, [DroppedField(fit.where, "board", "")]
