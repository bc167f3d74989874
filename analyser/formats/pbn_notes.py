"""The notes of a PBN section: `=1=` beside a call or card, `[Note "1:text"]` after the section.

A note is looked up in its own game only: an explanation must never reach another board.
"""

import re

from analyser.formats.ledger import TEXT_SIZE, Ledger
from analyser.formats.pbn_scan import Part
from analyser.formats.record import Note

_NOTE = re.compile(r"[ \t]*([0-9]{1,6}):(.*)", re.DOTALL)


def resolved(
    parts: list[Part], refs: list[tuple[int, int, int]], unalerted: frozenset[int] | None, ledger: Ledger
) -> tuple[Note, ...]:
    """The notes of one section; `unalerted` lists calls explained without an alert, None speaks of cards."""
    texts: dict[int, tuple[str, Part]] = {}
    for part in parts:
        found = _NOTE.fullmatch(part.value)
        if found is None or int(found[1]) in texts or len(found[2]) > TEXT_SIZE:
            ledger.lose(part.offset, part.value, "a note reads number:text, each number once")
        else:
            texts[int(found[1])] = (found[2], part)
    notes: dict[int, Note] = {}
    used = set()
    for at, number, offset in refs:
        if number not in texts:
            ledger.lose(offset, f"={number}=", "the note it refers to is not in this game")
        if at in notes:
            ledger.lose(offset, f"={number}=", "a call or card has one note")
            continue
        used.add(number)
        alerted = unalerted is not None and at not in unalerted
        notes[at] = Note(at, texts[number][0] if number in texts else "", alerted)
    for number, (text, part) in texts.items():
        if number not in used:
            ledger.lose(part.offset, text, "nothing refers to this note")
    return tuple(notes[at] for at in sorted(notes))
