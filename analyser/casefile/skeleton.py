"""A recorded board turned into a case to fill in: what the record tells, and comments where a person must speak."""

import datetime as dt
import re
from collections.abc import Iterator

from analyser.bridge import HIGHEST_BOARD, Irregular, IrregularityKind, Result, Seat
from analyser.casefile.fields import Moment, Place
from analyser.casefile.tree import toml_value
from analyser.formats import BoardRecord, CardIrregularity
from analyser.scoring import score_ns

_FORMS = {
    "imp": "imps",
    "imps": "imps",
    "mp": "matchpoints",
    "matchpoints": "matchpoints",
    "bam": "bam",
    "boardamatch": "bam",
    "butler": "butler",
    "cavendish": "cross-imps",
    "crossimps": "cross-imps",
    "rubber": "points",
}
_ASK = """
# Now say what happened, and take the # away:
# [[remark]]                          # tempo alert no-alert explanation question remark gesture
# at = "call 7"
# kind = "tempo"
# by = "N"
# seconds = 20
# status = "agreed"                   # agreed found disputed
#
# [[incident]]                        # `analyser new KIND` prints the keys of each kind
# id = "ui"
# kind = "unauthorised-information"
# source = "N"
# at = "call 7"
# offender = "S"
# action = "call 9"
"""
_MARKS = {
    IrregularityKind.INSUFFICIENT: "insufficient",
    IrregularityKind.OUT_OF_TURN: "out of turn",
    IrregularityKind.INADMISSIBLE: "inadmissible",
    IrregularityKind.CHANGED: "changed",
}


def skeleton(record: BoardRecord, other: BoardRecord | None = None) -> str:
    """The case of one recorded board; `other` is the same board in the other room."""
    parts = [
        _head(record),
        _event(record),
        _board(record),
        _players(record),
        _table(record),
        _comparison(other),
    ]
    parts += [_remark(*remark) for remark in _remarks(record)]
    parts += [
        _write_accepted_call(number, entry)
        for number, entry in enumerate(_irregular(record, withdrawn=False), 1)
    ]
    return "\n".join(part for part in parts if part) + _ASK


def _head(record: BoardRecord) -> str:
    number = record.number or 0
    title = f"Board {record.number}" if record.number else "A board"
    return f'schema = 1\nid = "board-{number}"\ntitle = {toml_value(title)}\n'


def _event(record: BoardRecord) -> str:
    lines = ["[event]"]
    if record.event:
        lines.append(f"name = {toml_value(record.event)}")
    day = _day(record.date)
    lines.append(
        f"date = {day.isoformat()}"
        if day
        else "# date = 2024-03-16                   # picks the edition of the Laws"
    )
    lines.append('# authority = "WBF"                   # WBF EBL EBU ACBL FIGB FRB …')
    form = _FORMS.get(re.sub(r"[^a-z]", "", record.scoring.lower().split(";")[0]))
    lines.append(
        f'form = "{form}"'
        if form
        else '# form = "imps"                        # matchpoints imps knockout vp …'
    )
    return "\n".join(lines) + "\n"


def _day(text: str) -> dt.date | None:
    match = re.fullmatch(r"(\d{4})[.\-/](\d{2})[.\-/](\d{2})", text.strip())
    try:
        return dt.date(int(match[1]), int(match[2]), int(match[3])) if match else None
    except ValueError:
        return None


def _board(record: BoardRecord) -> str:
    lines = ["[board]"]
    if record.number is not None and 1 <= record.number <= HIGHEST_BOARD:
        lines.append(f"number = {record.number}")
    if record.dealer is not None:
        lines.append(f'dealer = "{record.dealer}"')
    if record.vulnerability is not None:
        lines.append(f'vulnerable = "{record.vulnerability}"')
    if record.deal is not None and record.deal.is_complete:
        lines.append(f'deal = "{record.deal}"')
    elif known := [
        f'{seat} = "{hand}"'
        for seat, hand in zip(Seat, record.hands, strict=True)
        if hand and len(hand) == 13
    ]:
        lines.append(f"hands = {{ {', '.join(known)} }}")
    return "\n".join(lines) + "\n"


def _players(record: BoardRecord) -> str:
    named = [seat for seat in Seat if record.name_of(seat)]
    if not named:
        return ""
    lines = [
        "[players]                             # names are printed only on request; class drives the peers"
    ]
    lines += [f"{seat} = {{ name = {toml_value(record.name_of(seat))} }}" for seat in named]
    return "\n".join(lines) + "\n"


def _table(record: BoardRecord) -> str:
    lines = ["[table]"]
    if record.auction is not None and len(record.auction):
        lines.append(f'auction = "{record.auction}"')
    scored, play = record.contract_reached, record.play
    contract = record.contract_played or scored
    complete = record.deal is not None
    if play is not None and len(play.cards) > 1 and complete:
        tricks = ", ".join(f'"{trick}"' for trick in play.tricks)
        lines.append(f"play = [{tricks}]")
    elif record.cards:
        lines.append(f'lead = "{record.cards[0]}"')
    if contract is not None:
        lines += [f'contract = "{contract.name}"', f'declarer = "{contract.declarer}"']
    elif record.passed_out or (record.auction is not None and record.auction.is_passed_out):
        lines.append('contract = "passed out"')
    if record.tricks is not None and contract is not None and scored == contract:
        lines.append(f"tricks = {record.tricks}")
    elif (
        scored != contract
    ):  # what was scored is perhaps a ruling; what the table made is for the user to say
        result = (
            "passed out" if scored is None else Result(scored, record.tricks) if record.tricks else scored
        )
        lines.append(f"# the file scores {result}: tricks = … at the table, and was that a ruling?")
    return "\n".join(lines) + "\n"


def _comparison(other: BoardRecord | None) -> str:
    points = _points(other) if other is not None else None
    example = "# other_room = 620                    # teams: the other room's score, to North-South"
    line = example if points is None else f"other_room = {points}"
    return f"{'# ' if points is None else ''}[comparison]\n{line}\n# field = [ {{ score = 620, times = 5 }} ]   # pairs: all the other tables\n"


def _points(record: BoardRecord) -> int | None:
    contract, vulnerability = record.contract_reached, record.vulnerability
    if vulnerability is None:
        return None
    if contract is None:
        passed = record.passed_out or (record.auction is not None and record.auction.is_passed_out)
        return 0 if passed else None
    return None if record.tricks is None else score_ns(Result(contract, record.tricks), vulnerability)


def _remarks(record: BoardRecord) -> Iterator[tuple[Place, str, Seat | None, str, int | None]]:
    """Every alert, note, slow call, correction and irregularity, as a remark at its call or card."""
    auction = record.auction
    calls = len(auction) if auction else 0
    for note in record.call_notes:
        if 1 <= note.at <= calls and auction is not None:
            kind = "alert" if note.alerted else "explanation"
            yield Place(Moment.CALL, note.at), kind, auction.seat_of(note.at), note.text, None
    for at, seconds in enumerate(record.call_times, 1):
        if seconds is not None and seconds >= _SLOW and at <= calls and auction is not None:
            yield Place(Moment.CALL, at), "tempo", auction.seat_of(at), "", seconds
    for at in record.corrected_calls:
        yield Place(Moment.CALL, at), "remark", None, "the record marks this call as corrected", None
    for entry in _irregular(record, withdrawn=True):
        place = Place(Moment.CALL, min(entry.at, calls)) if calls else Place(Moment.BEFORE_PLAY)
        text = f"irregular call: {entry.call} by {entry.seat.word}, {_MARKS[entry.kind]}, withdrawn at call {entry.at}"
        yield place, "remark", entry.seat, text, None
    for entry in _irregular(record, withdrawn=False):
        text = f"irregular call: {entry.call} by {entry.seat.word}, {_MARKS[entry.kind]}, accepted"
        yield Place(Moment.CALL, entry.at), "remark", entry.seat, text, None
    for card in record.irregular_cards:
        word = "revoke" if card.kind is CardIrregularity.REVOKE else "lead out of turn"
        text = f"{word}: the record marks {record.cards[card.at - 1]} by {card.seat.word}, trick {(card.at + 3) // 4}"
        yield _card_place(record, card.at), "remark", card.seat, text, None
    for note in record.card_notes:
        yield _card_place(record, note.at), "remark", None, note.text, None


_SLOW = 10  # seconds from which a recorded time becomes a remark; whether it was slow is for a person to find


def _card_place(record: BoardRecord, at: int) -> Place:
    play = record.play
    if play is None or at > len(play.cards):
        return Place(Moment.BEFORE_PLAY)
    return Place(Moment.TRICK, (at + 3) // 4, play.seats[at - 1])


def _irregular(record: BoardRecord, *, withdrawn: bool) -> list[Irregular]:
    entries = record.auction.irregular if record.auction is not None else ()
    return [entry for entry in entries if entry.withdrawn is withdrawn]


def _remark(place: Place, kind: str, by: Seat | None, text: str, seconds: int | None) -> str:
    lines = ["[[remark]]", f'at = "{place}"', f'kind = "{kind}"']
    if by is not None:
        lines.append(f'by = "{by}"')
    if seconds is not None:
        lines.append(f"seconds = {seconds}")
    if text:
        lines.append(f"text = {toml_value(text)}")
    return "\n".join(lines) + "\n"


def _write_accepted_call(number: int, entry: Irregular) -> str:
    """An irregular call that stands must be told, or the auction would not be one."""
    return (
        f'[[incident]]\nid = "irregular-{number}"\nkind = "irregular-call"\nirregularity = "{entry.kind.value}"\n'
        f'offender = "{entry.seat}"\nat = "call {entry.at}"\ncall = "{entry.call}"\naccepted = true\n'
    )
