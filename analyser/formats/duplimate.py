"""Reader of deals for dealing machines: DUP, BRI, DGE and DLM.

BRI has 39 cards of North, East and South as numbers (01 the ace of spades, 52 the two of clubs), DGE all four hands as
suit symbols with ranks, DUP both and ten bytes for the machine; DLM is a list of settings with a line of letters a board.
"""

import re
from collections.abc import Iterator
from functools import reduce
from operator import xor

from analyser.bridge import HIGHEST_BOARD, PACK, Hand, Seat, Suit
from analyser.errors import NotationError
from analyser.formats.cells import BOARDS, LossReport, text_of
from analyser.formats.hands import Hands, deal_conflict
from analyser.formats.record import BoardRecord, FileReading
from analyser.messages import sentence

_CARDS, _PICTURE = 78, 68  # characters of the numbers of three hands, and of four hands in suit symbols
_DUP, _FILLED = (
    156,
    128,
)  # characters of a board in DUP, and in BRI and DGE, which are padded with blanks and NUL
_NUMBERS = r"(?:0[1-9]|[1-4][0-9]|5[0-2]){39}"
_SIGNS = "\x06\x03\x04\x05"  # spades, hearts, diamonds, clubs in the character set of DOS
_HAND = "".join(f"[{sign}{suit}]([AKQJT2-9]*)" for sign, suit in zip(_SIGNS, "♠♥♦♣", strict=True))
_SETTINGS = re.compile(r"[DLM\s]*\[Document\]", re.IGNORECASE)
DUPLIMATE_BEGINS = re.compile(rf"{_NUMBERS}(?![0-9])|{_NUMBERS}[0-9]{{4}}|{_HAND}|{_SETTINGS.pattern}")
_MACHINE = re.compile(r"[YN]([YN])([0-9 ]{3})[0-9 ]{2}([0-9 ]{3})")
_LINE = re.compile(r"[ \t]*Board[ \t]*([0-9]{1,4})[ \t]*=[ \t]*([a-p]{26})([0-9]*)[ \t]*", re.IGNORECASE)
_FILLED_UP = "aaaaaabffffffkkkkkklpppppp"  # four suits of thirteen: a board outside the set
_RANKS = "AKQJT98765432"
_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
# Card 1 of these files is the ace of spades, the last the two of clubs; ours are counted from the two of clubs.
_PLACES = tuple(
    next(card.index for card in PACK if card.suit is suit and str(card)[1] == rank)
    for suit in _SUITS
    for rank in _RANKS
)
_OWNERS = (Seat.N, Seat.E, Seat.S, Seat.W)


def read_duplimate(data: bytes | str, *, check: bool = True) -> FileReading:
    """Every deal of the file with the file's numbers; `check` has no effect here."""
    del check
    text = text_of(data)
    report = LossReport(text)
    deals = _read_settings(text, report) if _SETTINGS.match(text) else _read_blocks(text, report)
    records: list[BoardRecord] = []
    starts: list[tuple[int, int]] = []
    for number, hands, offset in deals:
        if len(records) >= BOARDS:
            raise NotationError(sentence("file-board-count", boards=BOARDS), remedy=sentence("split-file"))
        _, why = deal_conflict(hands)
        if why or None in hands:
            report.lose(
                offset,
                f"board {number}",
                why or sentence("loss-left-out", why=sentence("loss-not-four-hands")),
            )
            continue
        records.append(BoardRecord(number=number, hands=hands))
        starts.append(report.place(offset))
    return FileReading(tuple(records), tuple(report), starts=tuple(starts))


def _read_blocks(text: str, report: LossReport) -> Iterator[tuple[int, Hands, int]]:
    """The boards of DUP, BRI and DGE: blocks of one size."""
    size = _size(text)
    first, step = 1, 1
    if machine := _MACHINE.fullmatch(text[_CARDS + _PICTURE : _DUP]):
        lowest, highest = (int(word) if word.strip().isdecimal() else 1 for word in machine.groups()[1:])
        first, step = (highest, -1) if machine[1] == "Y" else (lowest, 1)
    for place, offset in enumerate(range(0, len(text.rstrip()), size)):
        block, number = text[offset : offset + size], first + place * step
        if not 1 <= number <= HIGHEST_BOARD:
            report.lose(offset, str(number), sentence("loss-board-number", highest=HIGHEST_BOARD))
            return
        hands = _hands_by_number(block) if block[:1].isdecimal() else _hands_by_suit(block)
        if hands is None:
            report.lose(offset, block[:20], sentence("loss-left-out", why=sentence("loss-not-deal")))
        else:
            yield number, hands, offset


def _size(text: str) -> int:
    """The number of characters of a board, inferred from what follows the cards of the first."""
    if not text[:1].isdecimal():
        return _PICTURE if re.compile(_HAND).match(text, _PICTURE) else _FILLED
    if re.compile(_HAND).match(text, _CARDS) or _MACHINE.fullmatch(text[_CARDS + _PICTURE : _DUP]):
        return _DUP  # the picture of the first board may be blank, so it cannot be recognised by it
    return _CARDS if re.compile(_NUMBERS).match(text, _CARDS) else _FILLED


def _hands_by_number(block: str) -> Hands | None:
    """The hands from three hands by card numbers; the fourth has the rest."""
    words = [block[place : place + 2] for place in range(0, _CARDS, 2)]
    if not all(word.isascii() and word.isdecimal() and 1 <= int(word) <= len(_PLACES) for word in words):
        return None
    masks = [0, 0, 0]
    for place, word in enumerate(words):
        masks[place // 13] |= 1 << _PLACES[int(word) - 1]
    north, east, south = map(Hand, masks)
    hands, why = deal_conflict((north, east, south, None), fourth=True)
    return None if why else hands


def _hands_by_suit(block: str) -> Hands | None:
    """The hands from four hands as suit symbols with the ranks of each suit."""
    hands: list[Hand] = []
    place = 0
    for _ in Seat:
        match = re.compile(_HAND).match(block, place)
        if match is None:
            return None
        mask = 0
        for start, ranks in zip(range(0, 52, 13), match.groups(), strict=True):
            for rank in ranks:
                mask |= 1 << _PLACES[start + _RANKS.index(rank)]
        if mask.bit_count() > 13:
            return None
        hands.append(Hand(mask))
        place = match.end()
    return (hands[0], hands[1], hands[2], hands[3])


def _read_settings(text: str, report: LossReport) -> Iterator[tuple[int, Hands, int]]:
    """The boards of DLM: `Board 7=`, a letter for every two cards from the ace of spades down, and a checksum."""
    offset = 0
    for line in text.split("\n"):
        match = _LINE.fullmatch(line)
        letters = match[2].lower() if match else ""
        if match and letters != _FILLED_UP:
            masks = [0, 0, 0, 0]
            for place, letter in enumerate(letters):
                owners = divmod(ord(letter) - ord("a"), len(_OWNERS))
                for half, owner in enumerate(owners):
                    masks[owner] |= 1 << _PLACES[2 * place + half]
            if any(mask.bit_count() != 13 for mask in masks):
                report.lose(
                    offset, line.strip(), sentence("loss-left-out", why=sentence("loss-not-thirteen"))
                )
            elif not 1 <= int(match[1]) <= HIGHEST_BOARD:
                report.lose(offset, match[1], sentence("loss-board-number", highest=HIGHEST_BOARD))
            else:
                if match[3] and int(match[3]) != reduce(xor, letters.encode(), int(match[1])):
                    report.lose(offset, match[3], sentence("loss-check-sum"))
                north, east, south, west = map(Hand, masks)
                yield int(match[1]), (north, east, south, west), offset
        elif match is None and re.match(r"\s*Board\s*[0-9]+\s*=", line, re.IGNORECASE):
            report.lose(offset, line.strip(), sentence("loss-left-out", why=sentence("loss-not-deal")))
        offset += len(line) + 1
