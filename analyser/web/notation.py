"""What people type, as bridge writes it: auctions in the letters of their language, scoreslips, hands copied from a record."""

import re

from analyser.bridge import (
    Auction,
    Hand,
    Result,
    Seat,
    Suit,
    Vulnerability,
    dealer_of_board,
    parse_result,
    vulnerability_of_board,
)
from analyser.errors import AnalyserError
from analyser.formats.hands import dotted_hand
from analyser.scoring import score_ns

_CALLS = {
    "PASS": "P", "PASSO": "P", "PAS": "P", "/": "P", "NB": "P",
    "D": "X", "DBL": "X", "DOUBLE": "X", "CONTRO": "X", "CONTRA": "X", "CONTRE": "X", "CT": "X",
    "R": "XX", "RDBL": "XX", "REDOUBLE": "XX", "SURCONTRO": "XX", "RECONTRA": "XX", "SURCONTRE": "XX", "SCT": "XX",
}  # fmt: skip
_ALL_PASS = re.compile(
    r"\b(?:all|rest)[\s-]+pass(?:es|ed)?\b|\btutti[\s-]+passo\b|\bto[țt]i[\s-]+pas\b", re.IGNORECASE
)
SUIT_SIGNS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♡": "H", "♢": "D"})
_BID = re.compile(r"([1-7])(SA|FA|NT|[SHDCNPQFTK♠♥♦♣])", re.IGNORECASE)
# Suits as Italian, Romanian, French and German players write them; a word none of them shares with English tells.
_LOCAL = {"P": "S", "C": "H", "Q": "D", "K": "D", "F": "C", "T": "C", "SA": "NT", "FA": "NT"}
_TELLING = {"P", "Q", "K", "F", "T", "SA", "FA"}
_RUN = re.compile(r"(?:[1-7](?:NT|[NSHDC♠♥♦♣])|AP|XX|X|P){2,}")  # an auction typed without blanks
_PART = re.compile(r"[1-7](?:NT|[NSHDC♠♥♦♣])|AP|XX|X|P")
_FULL_SIGNS = str.maketrans("♡♢", "♥♦")
_SLIP = re.compile(
    r"(?P<before>[NESW]\s+)?(?P<bid>[1-7]\s*(?:SA|FA|NT|[SHDCNPQFTK]))\s*(?P<doubled>XX|X|\*{1,2})?\s*"
    r"(?P<tricks>=|[+-]\s*\d{1,2})?\s*(?:BY\s+)?(?P<after>[NESW])?\s*(?P<late>=|[+-]\s*\d{1,2})?"
)


def plain_calls(text: str) -> tuple[str, ...]:
    """The words of an auction as the case file writes calls, `AP` where all pass; what is no call stays as it is.

    >>> plain_calls("1sp3sp4sap")
    ('1S', 'P', '3S', 'P', '4S', 'AP')
    >>> plain_calls("1s pass 3S!  dbl all pass"), plain_calls("1P p 1SA - 2F contro AP"), plain_calls("1♥ 2C")
    (('1S', 'P', '3S', 'X', 'AP'), ('1S', 'P', '1NT', '2C', 'X', 'AP'), ('1H', '2C'))
    >>> plain_calls("1♣ P 1SA 2♦")  # a sign is the same suit in every language
    ('1C', 'P', '1NT', '2D')
    """
    words = (
        _ALL_PASS.sub(" AP ", text[:2_000].translate(_FULL_SIGNS)).replace("-", " ").replace(",", " ").split()
    )
    words = [word.strip(".!?*:;").upper() or word for word in words]
    words = [part for word in words for part in (_PART.findall(word) if _RUN.fullmatch(word) else (word,))]
    letters = {bid[2] for word in words if (bid := _BID.fullmatch(word))}
    is_local = bool(letters & _TELLING)
    return tuple(_plain_call(word, is_local) for word in words)


def _plain_call(word: str, is_local: bool) -> str:
    bid = _BID.fullmatch(word)
    if bid is None:
        return _CALLS.get(word, word)
    strain = (_LOCAL.get(bid[2], bid[2]) if is_local else bid[2]).translate(SUIT_SIGNS)
    return f"{bid[1]}{'NT' if strain == 'N' else strain}"


def slip_result(text: str) -> Result | None:
    """A result as a scoreslip has it, in any order; none when it is not one.

    >>> [str(slip_result(text)) for text in ("4S+2 N", "N 4sx-1", "3 NT = E", "4P= S", "1SA-2 W")]
    ['4S+2 by N', '4SX-1 by N', '3NT= by E', '4S= by S', '1NT-2 by W']
    >>> slip_result("+420"), slip_result("4S+2")
    (None, None)
    """
    match = _SLIP.fullmatch(text.strip().translate(SUIT_SIGNS).replace("−", "-").upper())
    if match is None:
        return None
    declarer = (match["before"] or match["after"] or "").strip()
    bid = _BID.fullmatch(match["bid"].replace(" ", ""))
    tricks = (match["tricks"] or match["late"] or "").replace(" ", "")
    if bid is None or not declarer or not tricks:
        return None
    doubled = (match["doubled"] or "").replace("*", "X")
    try:
        result = parse_result(f"{_plain_call(bid[0], bid[2] in _TELLING)}{doubled}{tricks} by {declarer}")
    except AnalyserError:
        return None
    return result if isinstance(result, Result) else None


def slip_points(text: str, number: object, vulnerable: object) -> int | None:
    """The points to North-South of a scoreslip; none when it is none, or it is not known who was vulnerable.

    >>> slip_points("4S+2 N", 3, None), slip_points("4S+2 N", None, "all"), slip_points("4S+2 N", None, None)
    (480, 680, None)
    """
    result = slip_result(text)
    words = {str(member): member for member in Vulnerability}
    known = words.get(str(vulnerable))
    if known is None and isinstance(number, int) and 0 < number < 1000:
        known = vulnerability_of_board(number)
    return None if result is None or known is None else score_ns(result, known)


def auction_text(dealer: Seat, text: str) -> str | None:
    """An auction as the case file writes it; none when some word of it is no call that may be made.

    >>> auction_text(Seat.S, "1P p 3P p 4P all pass"), auction_text(Seat.S, "1S 1H")
    ('1S P 3S P 4S P P P', None)
    """
    words = list(plain_calls(text))
    while "AP" in words:
        place = words.index("AP")
        passes = 3 if any(word not in {"P", "AP"} for word in words[:place]) else 4 - place
        words[place : place + 1] = ["P"] * max(passes, 0)
    try:
        return str(Auction.parse(str(dealer), " ".join(words))) if words else None
    except AnalyserError:
        return None


def signed_auction(text: str, no_trumps: str) -> str:
    """An auction of the file with the suits' signs and the reader's word for no trumps, which reads back the same.

    Letters would not do: `1C` is a club to one reader and a heart to another.

    >>> signed_auction("1C P 1NT X AP", "SA")
    '1♣ P 1SA X AP'
    """
    bids = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "NT": no_trumps}
    return re.sub(r"\b([1-7])(NT|[SHDC])\b", lambda bid: f"{bid[1]}{bids[bid[2]]}", text)


_HAND = 13  # cards of a player


_RANKS_DOWN = "AKQJT98765432"


def hand_in_a_run(text: str) -> Hand | None:
    """A hand typed without a sign between its suits, each from the top down; none where that may be read in two ways.

    Four falling runs are four suits, none of them void: nothing else can be meant. With fewer, signs must part the suits.

    >>> str(hand_in_a_run("K832A7QT62Q84")), hand_in_a_run("AQT9432K84J75"), hand_in_a_run("K832A7QT62Q8")
    ('K832.A7.QT62.Q84', None, None)
    """
    ranks = text.upper().replace("10", "T")
    if len(ranks) != _HAND or set(ranks) - set(_RANKS_DOWN):
        return None
    suits = [ranks[0]]
    for rank in ranks[1:]:
        if _RANKS_DOWN.index(rank) > _RANKS_DOWN.index(suits[-1][-1]):
            suits[-1] += rank
        else:
            suits.append(rank)
    return dotted_hand(".".join(suits)) if len(suits) == len(Suit) else None


def dealer_told(word: object, number: object) -> Seat:
    """Who dealt: as written, by the board's number, else North for want of both.

    >>> dealer_told("E", 3), dealer_told(None, 3), dealer_told(None, None)
    (Seat.E, Seat.S, Seat.N)
    """
    if word in {"N", "E", "S", "W"}:
        return Seat.parse(str(word))
    return dealer_of_board(number) if isinstance(number, int) and 0 < number < 1000 else Seat.N
