"""Writer of LIN; a text that would end a tag early, or a fact LIN has no tag for, is refused."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from analyser.bridge import Contract
from analyser.errors import NotationError, Text
from analyser.formats.cells import hostile
from analyser.formats.hands import lettered_text
from analyser.formats.lin_board import (
    OWN_TAG,
    SEATS,
    VULNERABLE,
    header_of,
    header_text,
    lin_call,
    result_text,
)
from analyser.formats.record import BoardRecord, RecordEnd, RecordNote, Room
from analyser.formats.replay import replay_of
from analyser.messages import sentence


def lin_text(records: Sequence[BoardRecord]) -> str:
    """The text of a LIN file, one board a line; `formats.write` also proves that it reads back equal.

    Numbered boards of two rooms are a match: its results are in one list and its eight names once, before them.
    """
    lines: list[str] = []
    for title, group in groupby(records, key=_title_of):
        lines += _group_lines(title, list(group), is_first=not lines)
    return "".join(f"{line}\n" for line in lines)


def _title_of(record: BoardRecord) -> tuple[str | None, str, str]:
    """The common title of boards: that of a broadcast unchanged, or event and form."""
    return (record.tag(OWN_TAG + "vg"), record.event, record.scoring)


def _group_lines(
    title: tuple[str | None, str, str], group: list[BoardRecord], *, is_first: bool
) -> Iterator[str]:
    own, event, scoring = title
    numbers = [record.number for record in group if record.number is not None]
    boards = (min(numbers), max(numbers)) if numbers else None
    wanted = header_text(event, scoring, boards=boards) if own is None else own
    texts = [_LinText(record) for record in group]
    if wanted or not is_first:
        yield f"vg|{texts[0].safe('event', wanted)}|"
    first = boards[0] if own is None and boards else header_of(wanted).first
    is_match = _is_match(group, first) and bool(wanted)
    names = _eight_names(group) if is_match else None
    if is_match and first is not None and boards is not None:
        yield f"rs|{','.join(_match_list(texts, first, boards[1]))}|"
    if names is not None:
        yield f"pn|{','.join(texts[0].safe('names', name, bars='|,') for name in names)}|pg||"
    for text in texts:
        if not is_match and (listed := text.list_entry()):
            yield f"rs|{listed}|"
        yield text.line(bare=is_match, named=names is not None)


def _is_match(group: list[BoardRecord], first: int | None) -> bool:
    """Whether every board from the first one has both rooms, each once."""
    places = [(record.number, record.room) for record in group]
    rooms = {room for _, room in places}
    return (
        first is not None
        and rooms == set(Room)
        and len(set(places)) == len(places)
        and all(number is not None and number >= first for number, _ in places)
    )


def _match_list(texts: list["_LinText"], first: int, last: int) -> list[str]:
    """The results of a match: for each board the open room's, then the closed room's."""
    by_place = {(text.record.number, text.record.room): text.result() for text in texts}
    return [by_place.get((number, room), "") for number in range(first, last + 1) for room in Room]


def _eight_names(group: list[BoardRecord]) -> list[str] | None:
    """South, West, North and East of the open room, then of the closed; None if players changed."""
    seated = {room: {record.names for record in group if record.room is room} for room in Room}
    if any(len(names) != 1 for names in seated.values()):
        return None
    return [names[seat] for room in Room for names in seated[room] for seat in SEATS]


class _LinText:
    """The text of one record, tag by tag."""

    def __init__(self, record: BoardRecord) -> None:
        self.record = record
        self.where = f"board {record.number}" if record.number else "a board without a number"
        self.called = _contract_called(record)

    def _refusal(self, why: Text, found: str, remedy: Text) -> NotationError:
        return NotationError(why, where=self.where, found=found, remedy=remedy)

    def safe(self, field: str, text: str, *, bars: str = "|") -> str:
        """The text, refused if it cannot be placed between two bars."""
        refused = next((bar for bar in bars if bar in text), "") or hostile(text)
        if refused:
            why = sentence("lin-cannot-hold", field=field, refused=f"{refused!r}")
            raise self._refusal(why, text[:80], sentence("take-out-or-write-pbn"))
        return text

    def list_entry(self) -> str:
        """The entry in a list of results, if nothing else states contract or tricks."""
        record = self.record
        contract = record.contract
        if contract is None:
            has_auction = record.auction is not None and self.called is None
            return "PASS" if record.passed_out and not has_auction else ""
        if self._told_by_cards() and self.called == contract:
            return ""
        return self.result()

    def result(self) -> str:
        """Contract and tricks as a list of results has them; empty if the auction has the contract and nobody states the tricks."""
        record, contract = self.record, self.record.contract
        if contract is None:
            return "PASS" if record.passed_out else ""
        if record.tricks is None and self.called == contract:
            return ""
        if record.tricks is None:
            why = sentence("lin-contract")
            raise self._refusal(why, str(contract), sentence("give-auction-or-tricks"))
        return result_text(contract, record.tricks)

    def _told_by_cards(self) -> bool:
        """Whether tricks need no list: nobody states them, a claim does, or the complete play gives them."""
        record = self.record
        if record.tricks is None or record.play_end is RecordEnd.CLOSED:
            return True
        if len(record.cards) != 52 or record.contract is None:
            return False
        path = replay_of(record, check=False)
        return path is not None and path.tricks_of(record.contract.declarer) == record.tricks

    def line(self, *, bare: bool, named: bool) -> str:
        """The whole board; `bare` omits what a match states elsewhere, also its names if they are `named` before."""
        record = self.record
        parts = []
        if record.room:
            parts.append(f"qx|{'o' if record.room is Room.OPEN else 'c'}{record.number or ''}|")
        names = ",".join(self.safe("names", record.names[seat], bars="|,") for seat in SEATS)
        if not named:
            parts.append(f"pn|{names}|" if bare else f"pn|{names}|st||")
        own_tags = {tag.name for tag in record.tags}
        if OWN_TAG + "md" not in own_tags:
            parts.append(f"md|{self._deal()}|")
        if OWN_TAG + "ah" not in own_tags and not bare:
            parts.append(f"rh||ah|{f'Board {record.number}' if record.number else ''}|")
        if record.vulnerability is not None:
            parts.append(f"sv|{VULNERABLE[record.vulnerability]}|")
        parts += self._tags()
        parts += self._remarks(0, 0)
        parts += self._auction()
        parts += self._play()
        if self._claim_text():
            parts.append(f"mc|{record.tricks}|")
        return "".join(parts)

    def _deal(self) -> str:
        record = self.record
        digit = SEATS.index(record.dealer) + 1 if record.dealer is not None else ""
        hands = [record.hands[seat] for seat in SEATS]
        return f"{digit}" + ",".join("" if hand is None else lettered_text(hand) for hand in hands)

    def _tags(self) -> list[str]:
        parts = []
        for tag in self.record.tags:
            name = tag.name.removeprefix(OWN_TAG)
            if name == tag.name or tag.rows or len(name) != 2:
                why = sentence("lin-no-place", name=tag.name)
                raise self._refusal(why, tag.value[:80], sentence("write-pbn"))
            if name not in ("vg", "mc"):
                parts.append(f"{name}|{self.safe(tag.name, tag.value)}|")
        return parts

    def _remarks(self, calls: int, cards: int) -> list[str]:
        return [
            f"nt|{self.safe('comments', entry.text)}|"
            for entry in self.record.comments
            if (entry.calls, entry.cards) == (calls, cards)
        ]

    def _auction(self) -> list[str]:
        auction = self.record.auction
        if auction is None:
            return []
        notes = {note.at: note for note in self.record.call_notes}
        parts = []
        for number, call in enumerate(auction.calls, 1):
            note = notes.get(number)
            parts.append(f"mb|{lin_call(call)}{'!' if note and note.alerted else ''}|")
            parts += self._explain_note(note)
            parts += self._remarks(number, 0)
        return [*parts, "pg||"]

    def _explain_note(self, note: RecordNote | None) -> list[str]:
        if note is None or (note.alerted and not note.text):
            return []
        return [f"an|{self.safe('notes', note.text)}|"]

    def _play(self) -> list[str]:
        record = self.record
        calls = len(record.auction) if record.auction else 0
        notes = {note.at: note for note in record.card_notes}
        parts = []
        for at, card in enumerate(record.cards, 1):
            parts.append(f"pc|{card}|")
            parts += self._explain_note(notes.get(at))
            parts += self._remarks(calls, at)
            if at % 4 == 0 or at == len(record.cards):
                parts.append("pg||")
        return parts

    def _claim_text(self) -> bool:
        record = self.record
        if record.play_end is RecordEnd.CLOSED:
            if record.tricks is None:
                raise NotationError(sentence("lin-claim"), where=self.where, remedy=sentence("give-tricks"))
            return True
        return False


def _contract_called(record: BoardRecord) -> Contract | None:
    auction = record.auction
    if auction is None or not auction.is_over or auction.problems():
        return None
    return auction.contract
