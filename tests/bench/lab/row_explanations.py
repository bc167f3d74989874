"""The explanation given and the right one, parsed from the words of a past ruling, with who explained to whom.

Bridge reports use a few turns of phrase: `explained as …; intended …`, `North to East: …; South to West: …`, `told: …;
card: …`, `…, not alerted`. Other words are kept unchanged, as the explanation given. Indexes of a row count calls from
0, as its columns do; places of a case file count from 1.
"""

import re
from dataclasses import dataclass
from typing import Any, Final

from analyser.casefile.toml_reader import Tree
from tests.bench.lab.row_meanings import ExplainedBid, explained_bid

_TOLD: Final = re.compile(
    r"^(?:first |was |wrongly )?(?:explained|answered|told|described|alerted|announced|said|given)\b(?! (?:on|before|after|only)\b)"
    r"(?: (?:to \w+|by [\w-]+(?: [\w-]+)?))?(?:(?:,? (?:as|to be))|:)? *",
    re.IGNORECASE,
)
_RIGHT: Final = re.compile(
    r"^(?:(?:in fact|in truth|really|actually|correctly),? *|(?:by|the) agreement:? *|agreement(?: by [\w -]+)?:? *|"
    r"(?:system(?:ically| by the card)?|card|convention card)(?: said)?:? *|(?:probably |but )?(?:meant|intended)(?: (?:as|to be))? *|"
    r"by the bidder,? *)",
    re.IGNORECASE,
)
_SPLIT: Final = re.compile(
    r"; *|, (?=[^,;]* on (?:the )?[NESW]/[NESW])|, (?=(?:meant|intended|in fact|but by agreement|corrected to|in truth)\b)| \((?=the agreement|correct)",
    re.IGNORECASE,
)
_TO: Final = re.compile(
    r"^(North|East|South|West)(?: \w+)? to (North|East|South|West)\b:? *(.*)$", re.IGNORECASE
)
_SCREEN: Final = re.compile(
    r"^([NESW])/([NESW]):? *(.*)$|^(.*?) on (?:the )?([NESW])/([NESW])(?: side)?(?: only)?$"
)
NOT_ALERTED: Final = "not alerted"
_NO_ALERT: Final = re.compile(
    r"\b(?:(?:was )?not alerted|did not alert|failed to alert|without an? alert|not announced)\b",
    re.IGNORECASE,
)
_HELD: Final = re.compile(
    r"^(?:North|East|South|West|the bidder) (?:had forgotten and |forgot and )?(?:held|had|has)\b *",
    re.IGNORECASE,
)
_SILENT: Final = re.compile(
    r"^(North|East|South|West) (?:did not|failed to) alert(?: (North|East|South|West))?(?: and took it as (.*))?$"
)
_NO_AGREEMENT: Final = re.compile(r"\bno (?:firm |clear |such )?agreement\b|\bundiscussed\b", re.IGNORECASE)
_AFTERTHOUGHT: Final = re.compile(
    r"\b(?:corrected|later|then|although|until|only)\b.*$| by an? [\w-]+$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class ToldAndRight:
    """The explanation given, by whom and to whom, the right one, and what is said of the agreement."""

    given: str | None
    correct: str | None
    by: str
    to: tuple[str, ...]
    not_alerted: bool = False
    no_agreement: bool = False
    as_explained: bool = False


def told_and_right(words: str, caller: str, wronged: str | None = None) -> ToldAndRight:
    """The explanation of a player's call, parsed; `wronged` is the player who acted on it, if the row says so.

    >>> parts = told_and_right("explained as game forcing; intended weak", "E")
    >>> parts.given, parts.correct, parts.by, parts.to
    ('game forcing', 'weak', 'W', ('N', 'S'))
    """
    partner = partner_of(caller)
    opponents = tuple(seat for seat in "NESW" if seat not in (caller, partner))
    told, right, own_words, loose = _segments(words, caller)
    not_alerted = bool(_NO_ALERT.search(words)) and not told
    no_agreement = bool(_NO_AGREEMENT.search(words))
    as_explained = "(the agreement" in words
    misleading = _misleading(told, caller, wronged)
    if misleading is None:
        given = NOT_ALERTED if not_alerted else "; ".join(loose) or None
        correct = next(iter([*right, *(loose if not_alerted else [])]), None)
        return ToldAndRight(given, correct, partner, opponents, not_alerted, no_agreement, as_explained)
    others = [what for told_by in told if told_by != misleading for what in (told_by[2],)]
    correct = next(iter([*right, *others, *loose, *own_words]), None)
    by, to, what = misleading
    return ToldAndRight(
        what,
        None if (no_agreement and not right) or as_explained else correct,
        by,
        (to,) if to else opponents,
        not_alerted or what == NOT_ALERTED,
        no_agreement,
        as_explained,
    )


_Told = list[tuple[str, str | None, str]]


def _segments(words: str, caller: str) -> tuple[_Told, list[str], list[str], list[str]]:
    """The parts of an explanation: who told whom what, the right meaning, the hand, and the rest."""
    addresseds: _Told = []
    right: list[str] = []
    held: list[str] = []
    loose: list[str] = []
    segments = (part.strip(" .)") for part in _SPLIT.split(words))
    for segment in segments:
        if not segment or segment == NOT_ALERTED or _NO_AGREEMENT.search(segment):
            continue
        if silent := _SILENT.match(segment):
            to = seat_of_word(silent[2]) if silent[2] else None
            addresseds.append((seat_of_word(silent[1]), to, silent[3] or NOT_ALERTED))
        elif addressed := _addressed(segment, caller):
            addresseds.append(addressed)
        elif match := _RIGHT.match(segment):
            right.append(segment[match.end() :])
        elif match := _HELD.match(segment):
            held.append(segment[match.end() :])
        elif match := _TOLD.match(segment):
            addresseds.append((partner_of(caller), None, segment[match.end() :]))
        else:
            loose.append(segment)
    return (
        [(by, to, _cleared(what)) for by, to, what in addresseds],
        [_cleared(what) for what in right],
        [_cleared(what) for what in held],
        [_cleared(what) for what in loose if _cleared(what)],
    )


def _cleared(words: str) -> str:
    """The words without what was said later, and without the remark that there was no alert."""
    if words == NOT_ALERTED:
        return words
    return _AFTERTHOUGHT.sub("", _NO_ALERT.sub("", words)).strip(" ,;")


def _addressed(segment: str, caller: str) -> tuple[str, str | None, str] | None:
    """Who told whom what, if the words say so, else `None`."""
    if match := _TO.match(segment):
        return seat_of_word(match[1]), seat_of_word(match[2]), match[3]
    if match := _SCREEN.match(segment):
        pair, text = (match[1], match[2]) if match[1] else (match[5], match[6]), match[3] or match[4] or ""
        seats = [seat for seat in pair if seat in (caller, partner_of(caller))]
        others = [seat for seat in pair if seat not in seats]
        if len(seats) == len(others) == 1:
            return seats[0], others[0], re.sub(r"^.*?: *", "", text)
    return None


def _misleading(entries: _Told, caller: str, wronged: str | None) -> tuple[str, str | None, str] | None:
    """The explanation that misled: the one the wronged player had, else partner's rather than the caller's own."""
    if not entries:
        return None
    for listener in (wronged, None):
        for entry in entries:
            if wronged is not None and entry[1] == listener:
                return entry
    return next((entry for entry in entries if entry[0] != caller), entries[0])


SEATS: Final = ("N", "E", "S", "W")
_SEAT_WORDS: Final = {"north": "N", "east": "E", "south": "S", "west": "W"}
SEAT: Final = re.compile(r"\b(North|East|South|West)\b")
_CALL: Final = re.compile(r"\b([1-7](?:NT|N|[CDHS])|XX?|P)\b")


def row_text(row: Tree, key: str) -> str:
    """A column as text; empty if the column is."""
    return str(row.get(key) or "")


def call_text(call: str) -> str:
    """A call as a case file writes it.

    >>> call_text("3N"), call_text("P"), call_text("4H")
    ('3NT', 'P', '4H')
    """
    return re.sub(r"^([1-7])N$", r"\1NT", call.strip().upper())


def seat_of_word(word: str) -> str:
    """The letter of a seat written out."""
    return _SEAT_WORDS[word.lower()]


def partner_of(seat: str) -> str:
    """The seat across the table."""
    return SEATS[(SEATS.index(seat) + 2) % 4]


def side_of(seat: str) -> str:
    """The seat's side."""
    return "NS" if seat in "NS" else "EW"


@dataclass(frozen=True, slots=True)
class AuctionInRow:
    """The calls of a row from its dealer on."""

    dealer: str
    calls: tuple[str, ...]

    @classmethod
    def of(cls, row: Tree) -> "AuctionInRow | None":
        """The auction of a row; `None` without a dealer or without calls."""
        calls = tuple(call_text(str(call)) for call in row.get("auction") or ())
        dealer = row.get("dealer")
        return cls(dealer, calls) if calls and isinstance(dealer, str) and dealer in SEATS else None

    def caller(self, index: int) -> str:
        """The seat that made a call."""
        return SEATS[(SEATS.index(self.dealer) + index) % 4]

    def explained(self, index: int) -> ExplainedBid:
        """A call with the auction before it."""
        return explained_bid(self.calls, index)

    def last_bid_before(self, index: int) -> str | None:
        """The last bid before a call, or `None`."""
        return next((call for call in reversed(self.calls[:index]) if call[0].isdigit()), None)

    def index_of(self, call: str, words: str) -> int | None:
        """The index of the call a column means: the only one of its kind, or the one its words place by player or bid.

        >>> slow = AuctionInRow("N", ("P", "1H", "P", "2H", "P", "P"))
        >>> slow.index_of("2H", ""), slow.index_of("P", "West over 2H: slow"), slow.index_of("P", "North over 2H")
        (3, None, 4)
        """
        places = [index for index, call_made in enumerate(self.calls) if call_made == call]
        if len(places) > 1 and (named := SEAT.search(words)):
            own = [index for index in places if self.caller(index) == seat_of_word(named[1])]
            places = (
                own if named.start() < 12 else (own or places)
            )  # `South over 5D: …`, `West's double of 4H`
        over = re.search(r"\b(?:over|of) ([1-7](?:NT|N|[CDHS]))\b", words)
        if len(places) != 1 and over:
            places = [index for index in places if self.last_bid_before(index) == call_text(over[1])]
        return places[0] if len(places) == 1 else None

    def first_call_after(self, index: int, seat: str) -> int | None:
        """The index of a player's first call after another, or `None`."""
        later = (number for number in range(index + 1, len(self.calls)) if self.caller(number) == seat)
        return next(later, None)


@dataclass(frozen=True, slots=True)
class ExplanationInRow:
    """One entry of `explanations`: the call, its index if known, and what was said or noticed of it."""

    index: int | None
    call: str
    words: str


def explanations_of(row: Tree, auction: AuctionInRow | None) -> tuple[ExplanationInRow, ...]:
    """The entries of `explanations`, each with its place in the auction."""
    return tuple(_explained(entry, auction) for entry in row.get("explanations") or ())


def _explained(entry: Any, auction: AuctionInRow | None) -> ExplanationInRow:
    where, words = entry[0], str(entry[1])
    if isinstance(where, int) or str(where).isdigit():
        index = int(where)
        known = auction is not None and 0 <= index < len(auction.calls)
        return ExplanationInRow(
            index if known else None, auction.calls[index] if auction and known else "", words
        )
    call = call_text(str(where))
    if auction is None or not _CALL.fullmatch(call.replace("NT", "N")):
        return ExplanationInRow(None, str(where), words)
    return ExplanationInRow(auction.index_of(call, words), call, words)
