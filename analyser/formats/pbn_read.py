"""PBN 2.1, in its export and import form, read into records."""

from functools import partial

from analyser.formats.ledger import Ledger, text_of
from analyser.formats.pbn_game import GameReader
from analyser.formats.pbn_scan import Part, games, scan
from analyser.formats.record import Record
from analyser.formats.results import Reading
from analyser.formats.verify import Verified, verify


def read_pbn(data: bytes | str, *, check: bool = True) -> Reading:
    """Read every board of a PBN file; with `check` the play is held against the deal."""
    text = text_of(data)
    ledger = Ledger(text)
    records: list[Record] = []
    starts: list[int] = []
    found = Verified()
    inherited = _Inheritance()
    for chunk, start in games(text, ledger):
        game = scan(chunk, start, ledger)
        if not game.parts:
            for comment, words, offset in game.preface.pieces:
                if not comment and not words.isspace():
                    ledger.lose(offset, words.strip(), "it belongs to no board")
            continue
        first = game.parts[0].offset
        game.parts = inherited.resolve(game.parts)
        record = GameReader(game, ledger).record()
        if check:
            place = next((part.offset for part in game.parts if part.name == "Play"), first)
            verify(record, len(records), found, partial(ledger.lose, place))
        records.append(record)
        starts.append(first)
    places = tuple(map(ledger.place, starts))
    return Reading(tuple(records), tuple(ledger), tuple(found.revokes), starts=places)


class _Inheritance:
    """`#` is the value of the game before, `##` sets a value and lets it stand until another is given."""

    def __init__(self) -> None:
        self.previous: dict[str, str] = {}
        self.standing: dict[str, str] = {}

    def resolve(self, parts: list[Part]) -> list[Part]:
        """The tags of a game with what they inherit."""
        values: dict[str, str] = {}
        for part in parts:
            if part.value[:1] == "#" and part.value[:2] in ("#", "##"):
                if len(part.value) > 2:
                    part.value = part.value[2:]
                    self.standing[part.name] = part.value
                else:
                    part.value, keep = self.previous.get(part.name, ""), part.value == "##"
                    if keep:
                        self.standing[part.name] = part.value
            elif self.standing:
                self.standing.pop(part.name, None)
            values[part.name] = part.value
        filled = [
            Part(name, value, parts[0].offset) for name, value in self.standing.items() if name not in values
        ]
        self.previous = values | {part.name: part.value for part in filled}
        return filled + parts if filled else parts
