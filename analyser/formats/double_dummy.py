"""The double-dummy table a PBN board carries: twenty numbers of tricks, as a table or as twenty signs."""

from collections.abc import Mapping
from dataclasses import replace

from analyser.bridge import Seat, Strain
from analyser.errors import BridgeError
from analyser.formats.pbn_tables import rows_of_table
from analyser.formats.record import BoardRecord, Tag

_TABLE, _SIGNS = "OptimumResultTable", "DoubleDummyTricks"
_SEATS = (Seat.N, Seat.S, Seat.E, Seat.W)  # the order of both tags, with the denominations from notrumps down
_MOST = 13


def double_dummy(record: BoardRecord) -> Mapping[tuple[Seat, Strain], int] | None:
    """Declarer's tricks by seat and denomination, as the file tells them; none where it does not tell all twenty.

    >>> record = BoardRecord(tags=(Tag("DoubleDummyTricks", "d8ddad8dda0500105001"),))
    >>> table = double_dummy(record)
    >>> table[Seat.N, Strain.NOTRUMP], table[Seat.S, Strain.SPADES], table[Seat.W, Strain.SPADES]
    (13, 8, 5)
    """
    tag = next((tag for tag in record.tags if tag.name == _TABLE and tag.rows), None)
    table: dict[tuple[Seat, Strain], int] = {}
    for row in rows_of_table(tag) if tag is not None else ():
        try:
            place = (Seat.parse(row.get("DECLARER", "")), Strain.parse(row.get("DENOMINATION", "")))
        except BridgeError:
            return None
        word = row.get("RESULT", "")
        if (
            not (word.isascii() and word.isdecimal() and len(word) <= 2 and int(word) <= _MOST)
            or place in table
        ):
            return None
        table[place] = int(word)
    if tag is None:
        table = _of_signs((record.tag(_SIGNS) or "").strip().lower())
    return table if len(table) == len(Seat) * len(Strain) else None


def _of_signs(signs: str) -> dict[tuple[Seat, Strain], int]:
    places = [(seat, strain) for seat in _SEATS for strain in reversed(Strain)]
    if len(signs) != len(places) or any(sign not in "0123456789abcd" for sign in signs):
        return {}
    return {place: int(sign, 16) for place, sign in zip(places, signs, strict=True)}


def with_double_dummy(record: BoardRecord, table: Mapping[tuple[Seat, Strain], int]) -> BoardRecord:
    """The board with this table, in place of the one it carries.

    >>> table = {(seat, strain): 7 for seat in Seat for strain in Strain}
    >>> double_dummy(with_double_dummy(BoardRecord(number=1), table)) == table
    True
    """
    places = [(seat, strain) for seat in _SEATS for strain in reversed(Strain)]
    rows = tuple(f"{seat} {strain!s:>2} {table[seat, strain]:>2}" for seat, strain in places)
    others = [tag for tag in record.tags if tag.name not in (_TABLE, _SIGNS)]
    plain = [tag for tag in others if not tag.rows]
    signs = Tag(_SIGNS, "".join(f"{table[place]:x}" for place in places))
    optimum = Tag(_TABLE, "Declarer;Denomination\\2R;Result\\2R", rows)
    return replace(record, tags=(*plain, signs, optimum, *(tag for tag in others if tag.rows)))
