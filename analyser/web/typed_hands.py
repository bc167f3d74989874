"""The hands in a typed or copied text, each as it was written, with the lines they stand in; a wrong one is kept, not dropped."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyser.bridge import PACK, Hand, Seat
from analyser.formats.hands import dotted_hand
from analyser.web.notation import SUIT_SIGNS, hand_in_a_run
from analyser.web.typed_auction import SEAT_WORDS

_SEAT = r"(?:North|Nord|East|Est|South|Sud|West|Ovest|Vest|[NESWOV])"
_SEATED = re.compile(
    rf"(?<!\w)(?:({_SEAT})(?:\s*[:=]\s*|\s+))?([AKQJT98765432.10-]{{13,22}})(?=\s|$)", re.IGNORECASE
)
_RANKS = r"(?:10|[AKQJTakqjt2-9\s.-])*"
_SIGNED = re.compile(
    rf"♠({_RANKS})[,;]?♥({_RANKS})[,;]?♦({_RANKS})[,;]?♣((?:10|[AKQJTakqjt2-9.-]|[ ](?=[AKQJT\d-]))*)"
)
_HOLDING = re.compile(
    r"[SHDC]?\s*(?:10|[AKQJT2-9])(?:\s?(?:10|[AKQJT2-9]))*|[SHDC]?\s*(?:-|—|–)", re.IGNORECASE
)
_RUN_OF_CARDS = re.compile(r"(?<![\w.])[AKQJT1-90]{39,60}(?![\w.])", re.IGNORECASE)
_HONOURS = re.compile(r"[AKQJT]", re.IGNORECASE)
_COUNT = 13


@dataclass(frozen=True, slots=True)
class HandsReading:
    """The hands by seat as the case file writes them, wrong ones too; and the lines that were used."""

    hands: Mapping[Seat, str]
    lines: frozenset[int]

    @property
    def deal(self) -> str | None:
        """The whole deal, the fourth hand following from three; none while a hand is wrong or two are missing."""
        read = {seat: hand for seat, text in self.hands.items() if (hand := _whole(text)) is not None}
        cards = {card for hand in read.values() for card in hand}
        if len(read) != len(self.hands) or len(read) < 3 or len(cards) != _COUNT * len(read):
            return None
        if len(read) == 3:
            (last,) = set(Seat) - set(read)
            read[last] = Hand.from_cards(card for card in PACK if card not in cards)
        return f"N:{' '.join(str(read[seat]) for seat in Seat)}"


def _whole(text: str) -> Hand | None:
    hand = dotted_hand(text)
    return hand if hand is not None and len(hand) == _COUNT else None


def read_hands(lines: Sequence[str]) -> HandsReading:
    """The hands typed in a row each or together, or as a hand record with North on top.

    >>> read_hands(["K832.A7.QT62.Q84 75.J865.J75.A962", "AQT94.K3.K84.J7"]).hands[Seat.S]
    'AQT94.K3.K84.J7'
    >>> read_hands(["South: ♠AQT94 ♥K3 ♦K84 ♣J75"]).hands
    {Seat.S: 'AQT94.K3.K84.J75'}
    """
    block = _recorded_hands(lines)
    if block is not None:
        return HandsReading({seat: ".".join(suits) for seat, suits in block[1].items()}, frozenset(block[0]))
    hands: dict[Seat, str] = {}
    used: set[int] = set()
    unnamed: list[tuple[int, str]] = []
    for number, line in enumerate(lines):
        for word, cards in _SEATED.findall(_RUN_OF_CARDS.sub(_by_hands, _SIGNED.sub(_dotted, line))):
            text = _hand_text(cards)
            if text is None:
                continue
            if word:
                hands[SEAT_WORDS[word.upper()]] = text
                used.add(number)
            elif hands and (seat := next(reversed(hands)).next) not in hands:
                hands[seat] = text
                used.add(number)
            else:
                unnamed.append((number, text))
    if not hands and len(unnamed) >= 3:  # from North round the table, as a deal is written
        for seat, (number, text) in zip(Seat, unnamed, strict=False):
            hands[seat] = text
            used.add(number)
        if len(unnamed) > len(Seat):
            used -= {number for number, _ in unnamed[len(Seat) :]}
    return HandsReading(hands, frozenset(used))


def _dotted(signed: re.Match[str]) -> str:
    suits = (re.sub(r"[\s.-]", "", suit).replace("10", "T") for suit in signed.groups())
    return f" {'.'.join(suits)} "


def _hand_text(cards: str) -> str | None:
    """A hand as it was meant: with dots as it stands, right or wrong; without them only where it can be read in one way."""
    if cards.count(".") == 3 and _HONOURS.search(cards):
        return cards.upper().replace("10", "T").replace("-", "")
    hand = hand_in_a_run(cards)
    return None if hand is None else str(hand)


def _by_hands(run: re.Match[str]) -> str:
    """Three or four hands typed without a blank, parted."""
    ranks = run[0].upper().replace("10", "T")
    if len(ranks) % _COUNT:
        return run[0]
    return " ".join(ranks[start : start + _COUNT] for start in range(0, len(ranks), _COUNT))


def _recorded_hands(lines: Sequence[str]) -> tuple[set[int], dict[Seat, list[str]]] | None:
    """The lines and hands of a record: four lines of North, four of West and East, four of South."""
    read = [(number, row) for number, line in enumerate(lines) if (row := holdings_of(line))]
    for start in range(len(read) - 11):
        part = [row for _, row in read[start : start + 12]]
        if [len(row) for row in part] == [1] * 4 + [2] * 4 + [1] * 4:
            hands = {
                Seat.N: [row[0] for row in part[:4]],
                Seat.E: [row[1] for row in part[4:8]],
                Seat.S: [row[0] for row in part[8:]],
                Seat.W: [row[0] for row in part[4:8]],
            }
            return {number for number, _ in read[start : start + 12]}, hands
    return None


def holdings_of(line: str) -> list[str]:
    """The holdings of a line, those of two hands parted by several blanks; nothing when it has other words.

    >>> holdings_of("♠ J 6            ♠ 7 5"), holdings_of("Lead ♠4")
    (['J6', '75'], [])
    """
    parts = [part for part in re.split(r"\s{2,}|\t", line.translate(SUIT_SIGNS).strip()) if part]
    if not parts or not all(_HOLDING.fullmatch(part) for part in parts):
        return []
    plain = (part.upper().lstrip("SHDC").replace(" ", "").replace("10", "T").strip("-—–") for part in parts)
    return list(plain)


def deal_text(text: str) -> str | None:
    """A deal as the case file writes it, from hands with dots or a hand record with North on top; none if it is neither.

    >>> deal_text("K832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75")
    'N:K832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75 J6.QT942.A93.KT3'
    >>> deal_text("K832A7QT62Q8475J865J75A962AQT94K3K84J75")
    'N:K832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75 J6.QT942.A93.KT3'
    >>> deal_text("S AQT94.K3.K84.J75 W J6.QT942.A93.KT3 N K832.A7.QT62.Q84 E 75.J865.J75.A962")
    'N:K832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75 J6.QT942.A93.KT3'
    """
    return read_hands(text.splitlines()).deal
