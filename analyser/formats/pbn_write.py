"""Writer of PBN 2.1 in export order; what the format cannot express is refused."""

from collections.abc import Iterable, Sequence

from analyser.bridge import Auction, Seat
from analyser.errors import NotationError
from analyser.formats.cells import hostile
from analyser.formats.pbn_play import call_name, glyphs_of
from analyser.formats.pbn_text import (
    IRREGULAR,
    LONGEST_LINE,
    UNALERTED,
    comment_text,
    cut_row,
    has_mark,
    irregular_text,
    row_of,
    tag_lines,
)
from analyser.formats.record import BoardRecord, CardIrregularity, Comment, RecordEnd, RecordNote, Tag
from analyser.formats.replay import replay_of
from analyser.messages import sentence

_END = {RecordEnd.NATURAL: "", RecordEnd.CLOSED: "*", RecordEnd.OPEN: "+"}
_MARK = {CardIrregularity.REVOKE: "^R ", CardIrregularity.LEAD_OUT_OF_TURN: "^L "}


def pbn_text(records: Sequence[BoardRecord]) -> str:
    """The text of a PBN file; `formats.write` also proves that it reads back equal."""
    boards = ("\n".join(_PbnText(record).lines()) for record in records)
    return "% PBN 2.1\n% EXPORT\n%Content-type: text/x-pbn; charset=UTF-8\n" + "\n".join(
        f"{b}\n" for b in boards
    )


class _PbnText:
    """The text of one record, line by line."""

    def __init__(self, record: BoardRecord) -> None:
        self.record = record
        self.where = f"board {record.number}" if record.number else "a board without a number"

    def lines(self) -> list[str]:
        """The lines: tags in their order, then the sections with their notes, then the tables."""
        record = self.record
        split = next((n for n, tag in enumerate(record.tags) if tag.rows), len(record.tags))
        own_tags = {tag.name for tag in record.tags}
        lines = [text.removesuffix("\n") for text in self._comments(-1, 0)]
        lines += [
            self._pair(name, value) for name, value in self._mandatory().items() if name not in own_tags
        ]
        if record.room:
            lines.append(self._pair("Room", record.room.value.capitalize()))
        lines += [self._pair(tag.name, tag.value) for tag in record.tags[:split]]
        lines += self._own_tags()
        if "Auction" not in own_tags:
            lines += self._auction()
        if "Play" not in own_tags:
            lines += self._play()
        for tag in record.tags[split:]:
            lines += [self._pair(tag.name, tag.value), *self._rows(tag)]
        return lines

    def _pair(self, name: str, value: str) -> str:
        if refused := hostile(value):
            why = sentence("pbn-character", name=name, ord=f"{ord(refused):04X}")
            excerpt = value[:80].replace(refused, "�")
            raise NotationError(why, where=self.where, found=excerpt, remedy=sentence("take-character-out"))
        marked = "##" + value if value == "#" or value[:2] == "##" else value
        return tag_lines(name, marked)

    def _rows(self, tag: Tag) -> tuple[str, ...]:
        for row in tag.rows:
            if "\n" in row or row[:1] == "%":
                why = sentence("pbn-row-one-line", name=tag.name)
                raise NotationError(why, where=self.where, found=row[:80])
        return tuple(map(cut_row, tag.rows))

    def _mandatory(self) -> dict[str, str]:
        """The tags every board has, in their order; a question mark for an unknown value."""
        record, contract = self.record, self.record.contract
        vulnerable = str(record.vulnerability or "")
        values = {
            "Event": record.event,
            "Site": record.site,
            "Date": record.date,
            "Board": str(record.number or ""),
            **{seat: record.names["NESW".index(seat[0])] for seat in ("West", "North", "East", "South")},
            "Dealer": self._dealer(),
            "Vulnerable": {"none": "None", "all": "All"}.get(vulnerable, vulnerable),
            "Deal": self._deal(),
            "Scoring": record.scoring,
            "Declarer": ("^" if record.swapped else "") + str(contract.declarer) if contract else "",
            "Contract": contract.name if contract else "" if record.trumps is None else str(record.trumps),
            "Result": self._result(),
        }
        known = {name: value or "?" for name, value in values.items()}
        if record.passed_out:  # known to have no declarer
            known |= {"Contract": "Pass", "Declarer": values["Declarer"], "Result": values["Result"]}
        return known

    def _dealer(self) -> str:
        return str(self.record.dealer) if self.record.dealer is not None else ""

    def _deal(self) -> str:
        record = self.record
        if not any(record.hands):
            return ""
        first = record.dealer if record.dealer is not None else Seat.N
        hands = (record.hands[first + place & 3] for place in range(4))
        return f"{first}:" + " ".join("-" if hand is None else str(hand) for hand in hands)

    def _result(self) -> str:
        record = self.record
        if record.tricks is None:
            return ""
        path = replay_of(record, check=False) if record.contract else None
        if path and record.contract and len(record.cards) == 52:
            return f"{'^' * (path.tricks_of(record.contract.declarer) != record.tricks)}{record.tricks}"
        return str(record.tricks)

    def _own_tags(self) -> list[str]:
        record, auction = self.record, self.record.auction
        unalerted = " ".join(str(note.at) for note in record.call_notes if not note.alerted)
        lines = [self._pair(UNALERTED, unalerted)] if unalerted else []
        entries = [entry for entry in auction.irregular if not has_mark(entry, auction)] if auction else []
        return [*lines, self._pair(IRREGULAR, irregular_text(entries))] if entries else lines

    def _comments(self, calls: int, cards: int) -> list[str]:
        """The comments at this point; the earliest come before the first tag."""
        if calls < 0:
            chosen: Iterable[Comment] = (c for c in self.record.comments if not c.calls and not c.cards)
        else:
            chosen = (c for c in self.record.comments if (c.calls, c.cards) == (calls, cards))
        return [self._comment(entry.text) for entry in chosen]

    def _comment(self, text: str) -> str:
        if "}" not in text:
            return comment_text(text)
        if "\n" not in text and len(text) < LONGEST_LINE:
            return f";{text}\n"
        why = sentence("pbn-comment-brace")
        raise NotationError(why, where=self.where, found=text[:80])

    def _auction(self) -> list[str]:
        record, auction = self.record, self.record.auction
        if auction is None:
            if record.auction_end is RecordEnd.NATURAL:
                return []
            return [self._pair("Auction", self._dealer() or "?"), _END[record.auction_end]]
        refs, notes = self._number_notes(record.call_notes)
        glyphs = glyphs_of(record.call_marks)
        insufficient, skipped = _accepted_calls(auction)
        lines, row, column = [self._pair("Auction", str(auction.dealer))], [], 0
        for number, call in enumerate(auction.calls, 1):
            words = ["^S"] * skipped.get(number, 0) + ["^I"] * (number in insufficient) + [call_name(call)]
            words += self._marks_beside(number, refs, glyphs) + self._comments(number, 0)
            row += words
            column += 1 + skipped.get(number, 0)
            if column >= 4:
                lines.append(row_of(row))
                row, column = [], column - 4
        lines += [row_of(row)] if row else []
        lines += [_END[record.auction_end]] if record.auction_end is not RecordEnd.NATURAL else []
        lines += [self._pair("Note", f"{index}:{text}") for text, index in notes.items()]
        return lines + self._call_times(auction, skipped)

    def _call_times(self, auction: Auction, skipped: dict[int, int]) -> list[str]:
        cells: list[str] = []
        for number, time in enumerate(self.record.call_times, 1):
            cells += ["-"] * skipped.get(number, 0) + ["-" if time is None else str(time)]
        return self._table("AuctionTimeTable", str(auction.dealer), cells)

    def _table(self, name: str, value: str, cells: list[str]) -> list[str]:
        if not cells:
            return []
        rows = [
            " ".join(f"{cell:>2}" for cell in cells[start : start + 4]) for start in range(0, len(cells), 4)
        ]
        return [self._pair(name, value), *rows]

    def _marks_beside(self, at: int, refs: dict[int, int], glyphs: dict[int, list[int]]) -> list[str]:
        note = [f"={refs[at]}="] if at in refs else []
        return note + [f"${glyph}" for glyph in glyphs.get(at, ())]

    def _number_notes(self, notes: Sequence[RecordNote]) -> tuple[dict[int, int], dict[str, int]]:
        texts: dict[str, int] = {}
        refs = {note.at: texts.setdefault(note.text, len(texts) + 1) for note in notes}
        if len(texts) > 32:
            why = sentence("pbn-note-count")
            raise NotationError(why, where=self.where, found=f"{len(texts)} different texts")
        return refs, texts

    def _play(self) -> list[str]:
        record = self.record
        if record.leader is None or (not record.cards and record.play_end is RecordEnd.NATURAL):
            if record.cards or record.play_end is not RecordEnd.NATURAL:
                raise NotationError(sentence("play-without-leader"), where=self.where)
            return []
        path = replay_of(record, check=False)
        if path is None:
            raise NotationError(sentence("pbn-play-denomination"), where=self.where)
        refs, notes = self._number_notes(record.card_notes)
        glyphs = glyphs_of(record.card_marks)
        calls = len(record.auction) if record.auction else 0
        lines = [
            self._pair("Play", str(record.leader)),
            *(text.removesuffix("\n") for text in (self._comments(calls, 0) if not record.auction else ())),
        ]
        times: list[str] = []
        for start in range(0, len(record.cards), 4):
            row = [["-"] for _ in range(4)]
            clock = ["-"] * 4
            for at in range(start + 1, min(start + 5, len(record.cards) + 1)):
                column = path.seats[at - 1] - record.leader & 3
                marks = "".join(_MARK[entry.kind] for entry in record.irregular_cards if entry.at == at)
                words = [
                    f"{marks}{record.cards[at - 1]}",
                    *self._marks_beside(at, refs, glyphs),
                    *self._comments(calls, at),
                ]
                row[column] = words
                if at <= len(record.card_times) and record.card_times[at - 1] is not None:
                    clock[column] = str(record.card_times[at - 1])
            lines.append(row_of(word for words in row for word in words))
            times += clock
        if record.play_end is not RecordEnd.NATURAL:
            lines.append(_END[record.play_end])
        lines += [self._pair("Note", f"{index}:{text}") for text, index in notes.items()]
        return lines + (self._table("PlayTimeTable", str(record.leader), times) if record.card_times else [])


def _accepted_calls(auction: Auction) -> tuple[set[int], dict[int, int]]:
    """The calls marked ^I, and the number of ^S before each call."""
    insufficient: set[int] = set()
    skipped: dict[int, int] = {}
    for entry in auction.irregular:
        if has_mark(entry, auction):
            if entry.kind.value == "insufficient":
                insufficient.add(entry.at)
            else:
                due = auction.seats[entry.at - 2].next if entry.at > 1 else auction.dealer
                skipped[entry.at] = entry.seat - due & 3
    return insufficient, skipped
