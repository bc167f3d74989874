"""The elements of LIN: seats, calls, cards, the header of a broadcast match, results as `4SW+1`, and one board."""

import re
from dataclasses import dataclass, field, replace

from analyser.bridge import CALLS, LONGEST, PACK, Auction, Call, Contract, Seat, Strain, Vulnerability
from analyser.errors import Text
from analyser.formats.cells import TEXT_SIZE, too_long
from analyser.formats.hands import Hands
from analyser.formats.published import form_of, read_carry_over
from analyser.formats.record import (
    BoardRecord,
    Comment,
    PointsKind,
    PublishedMatch,
    RecordEnd,
    RecordNote,
    Room,
    Tag,
)
from analyser.formats.replay import Replay, agreed_tricks, auction_length, reach_contract, replay
from analyser.messages import sentence

SEATS = (Seat.S, Seat.W, Seat.N, Seat.E)  # the order of hands and names; the dealer's digit counts it from 1
OWN_TAG = "Lin_"  # prefix of PBN tags that store unknown LIN tags
VULNERABLE_WORDS = {
    "o": Vulnerability.NONE,
    "0": Vulnerability.NONE,
    "-": Vulnerability.NONE,
    "n": Vulnerability.NS,
    "e": Vulnerability.EW,
    "b": Vulnerability.ALL,
}
VULNERABLE = {Vulnerability.NONE: "o", Vulnerability.NS: "n", Vulnerability.EW: "e", Vulnerability.ALL: "b"}

_CALL = re.compile(
    r"([1-7])[ \t]*(NT|N|C|D|H|S)|(PASS|P)|(DBL|DOUBLE|D|XX|X)|(RDBL|REDBL|REDOUBLE|R)", re.IGNORECASE
)
_CARD = re.compile(r"([SHDC])(10|[2-9TJQKA])", re.IGNORECASE)
_RESULT = re.compile(r"([1-7])(NT|N|C|D|H|S)([NESW])(XX|X|)(=|[+-][0-9]{1,2})", re.IGNORECASE)
_FORMS = {"I": "IMP", "P": "MP", "B": "BAM"}


def lin_call(call: Call) -> str:
    """The call as LIN writes it.

    >>> [lin_call(Call.parse(word)) for word in ("P", "X", "XX", "1NT")]
    ['p', 'd', 'r', '1N']
    """
    return ("p", "d", "r")[call.code] if call.code < 3 else str(call)[:2]


def _call_words() -> dict[str, tuple[Call, bool]]:
    words: dict[str, tuple[Call, bool]] = {}
    for call in CALLS:
        for word in {lin_call(call), lin_call(call).upper(), lin_call(call).lower()}:
            words[word] = (call, False)
            words[word + "!"] = (call, True)
    return words


CALL_WORDS = _call_words()
CARD_WORDS = {
    word: card
    for card in PACK
    for word in (str(card), str(card).lower(), str(card)[0].lower() + str(card)[1])
}


def calls_in(text: str, *, explained: bool = False) -> list[tuple[Call, bool, str | None]] | None:
    """Several calls in one text, each with its `!` of an alert; with `explained` a text in brackets may follow each.

    >>> [(str(call), alert, text) for call, alert, text in calls_in("1N(15%)!P", explained=True)]
    [('1NT', True, '15%'), ('P', False, None)]
    """
    calls: list[tuple[Call, bool, str | None]] = []
    place = 0
    while place < len(text) and len(calls) <= LONGEST:
        match = _CALL.match(text, place)
        if match is None:
            if text[place] in " -\t" or (explained and text[place] in ",\n"):
                place += 1
                continue
            return None
        place = match.end()
        alerted, note = False, None
        while place < len(text) and (text[place] == "!" or (explained and text[place] == "(")):
            if text[place] == "!":
                alerted, place = True, place + 1
                continue
            end = text.find(")", place)
            if end < 0 or note is not None:
                return None
            note, place = text[place + 1 : end], end + 1
        calls.append((_call_of(match), alerted, note))
    return calls or None


def _call_of(match: re.Match[str]) -> Call:
    if match[1]:
        return Call.bid(int(match[1]), Strain.parse(match[2]))
    if match[3]:
        return CALLS[0]
    if match[5] or match[4].upper() == "XX":
        return CALLS[2]
    return CALLS[1]


def cards_in(text: str) -> list[int] | None:
    """Several cards in one text, by number in the pack."""
    cards: list[int] = []
    place = 0
    while place < len(text) and len(cards) <= 52:
        match = _CARD.match(text, place)
        if match is None:
            if text[place] in " ,-\t\n":
                place += 1
                continue
            return None
        place = match.end()
        cards.append(CARD_WORDS[match[1].upper() + match[2].upper().replace("10", "T")].index)
    return cards or None


@dataclass(frozen=True, slots=True)
class Header:
    """The title of a broadcast: event, form of scoring, number of its first board, and whether it contains more."""

    event: str = ""
    scoring: str = ""
    first: int | None = None
    more: bool = False


def header_of(value: str) -> Header:
    """The header of a `vg` tag: event, segment, form, first and last board, each team with its carry-over.

    >>> header_of("Final, day 2,Segment 1,I,17,32,Reds,0,Blues,0")
    Header(event='Final, day 2', scoring='IMP', first=17, more=True)
    """
    parts = value.split(",")
    if len(parts) < 9:
        return Header(value)
    form = parts[-7].strip().upper()
    first = parts[-6].strip()
    number = int(first) if first.isascii() and first.isdecimal() and len(first) < 5 else None
    # First and last board follow from the boards, and a carry-over of zero says nothing.
    others = [
        parts[-8],
        parts[-4],
        parts[-2],
        *(word for word in (parts[-3], parts[-1]) if word.strip() != "0"),
    ]
    more = any(others) or bool(form and form not in _FORMS)
    return Header(",".join(parts[:-8]), _FORMS.get(form, ""), number, more)


def match_of(value: str) -> PublishedMatch | None:
    """The match a title names: its teams and their carry-over, or None if it names neither.

    >>> match = match_of("Final,Segment 2,I,17,32,Reds,41,Blues,35.5")
    >>> match.round, match.home, match.visitors, match.first, match.last, match.carried
    ('Final Segment 2', 'Reds', 'Blues', 17, 32, (Fraction(41, 1), Fraction(71, 2)))
    """
    parts = [part.strip() for part in value.split(",")]
    if len(parts) < 9 or not (parts[-4] or parts[-2]):
        return None
    first, last = (
        int(word) if word.isascii() and word.isdecimal() and len(word) < 4 else None for word in parts[-6:-4]
    )
    form = _FORMS.get(parts[-7].upper(), "")
    return PublishedMatch(
        round=" ".join(filter(None, [",".join(parts[:-8]), parts[-8]])),
        home=parts[-4],
        visitors=parts[-2],
        first=first,
        last=last,
        carried=read_carry_over((parts[-3] or "0", parts[-1] or "0")),
        unit=form_of(form) or PointsKind.UNNAMED,
    )


@dataclass(frozen=True, slots=True)
class MatchTitle:
    """The match in a title besides event and form: the segment, the teams, their carry-over.

    >>> header_text("Final", "IMP", MatchTitle("2nd half", "Reds", "Blues", "3"), (17, 32))
    'Final,2nd half,I,17,32,Reds,3,Blues,0'
    """

    segment: str = ""
    home: str = ""
    visitors: str = ""
    home_carried: str = ""
    visitors_carried: str = ""


def header_text(
    event: str, scoring: str, match: MatchTitle | None = None, boards: tuple[int, int] | None = None
) -> str:
    """The title of a broadcast: event, segment, form, first and last board, and each team with its carry-over."""
    letter = next((letter for letter, form in _FORMS.items() if form == scoring), "")
    if not event and not scoring and match is None:
        return ""
    title = match or MatchTitle()
    first, last = ("", "") if boards is None else map(str, boards)
    home, visitors = title.home_carried or "0", title.visitors_carried or "0"
    return f"{event},{title.segment},{letter},{first},{last},{title.home},{home},{title.visitors},{visitors}"


def result_of(text: str) -> tuple[Contract | None, int | None] | None:
    """The contract and tricks of a result as `4SWx-1`; (None, None) if passed out, None if it is no result.

    >>> result_of("3nn="), result_of("PASS")
    ((Contract.parse('3NT by N'), 9), (None, None))
    """
    word = text.strip()
    if word.upper() in ("P", "PASS"):
        return None, None
    match = _RESULT.fullmatch(word)
    if match is None:
        return None
    contract = Contract(int(match[1]), Strain.parse(match[2]), len(match[4]), Seat.parse(match[3]))
    tricks = contract.tricks_needed + (0 if match[5] == "=" else int(match[5]))
    return (contract, tricks) if 0 <= tricks <= 13 else None


def result_text(contract: Contract, tricks: int) -> str:
    """The result as a broadcast file lists it."""
    over = tricks - contract.tricks_needed
    strain = str(contract.strain)[0]
    return (
        f"{contract.level}{strain}{contract.declarer}{'x' * contract.doubled}{f'{over:+d}' if over else '='}"
    )


_NONE: Hands = (None, None, None, None)


@dataclass(slots=True)
class LinBoard:
    """The state of one board while its tags are read, with what was not understood."""

    start: int = 0
    room: Room | None = None
    number: int | None = None
    names: tuple[str, str, str, str] = ("", "", "", "")
    event: str = ""
    scoring: str = ""
    dealer: Seat | None = None
    hands: Hands = _NONE
    dealt: bool = False
    vulnerability: Vulnerability | None = None
    calls: list[Call] = field(default_factory=list)
    alerts: set[int] = field(default_factory=set)
    call_texts: dict[int, list[str]] = field(default_factory=dict)
    cards: list[int] = field(default_factory=list)
    card_texts: dict[int, list[str]] = field(default_factory=dict)
    comments: list[Comment] = field(default_factory=list)
    claimed: int | None = None
    result: tuple[Contract | None, int | None] | None = None
    tags: list[Tag] = field(default_factory=list)
    faults: list[tuple[int, str, Text]] = field(default_factory=list)
    auction_stopped: bool = False
    play_stopped: bool = False
    path: Replay | None = None

    @property
    def has_begun(self) -> bool:
        """Whether a call or card has been read."""
        return bool(self.calls or self.cards)

    def _fault(self, piece: int, found: str, why: Text) -> None:
        self.faults.append((piece, found, why))

    def call(self, text: str, piece: int) -> None:
        """Read `mb`: one call or several."""
        if self.auction_stopped:
            return
        word = CALL_WORDS.get(text)
        if word is not None:
            self._add(word[0], alerted=word[1], piece=piece)
            return
        calls = calls_in(text)
        if calls is None:
            if text.strip():
                self.auction_stopped = True
                self._fault(piece, text, sentence("loss-auction-ends", why=sentence("not-a-call")))
            return
        for call, alerted, _ in calls:
            self._add(call, alerted=alerted, piece=piece)

    def _add(self, call: Call, *, alerted: bool, piece: int) -> None:
        if len(self.calls) >= LONGEST:
            if not self.auction_stopped:
                self._fault(piece, str(call), sentence("loss-longest", count=LONGEST))
            self.auction_stopped = True
            return
        self.calls.append(call)
        if alerted:
            self.alerts.add(len(self.calls))

    def explain(self, text: str, piece: int) -> None:
        """Read `an`: the explanation of the last call or card."""
        if len(text) > TEXT_SIZE:
            self._fault(piece, text, too_long())
        elif self.cards:
            self.card_texts.setdefault(len(self.cards), []).append(text)
        elif self.calls and not self.auction_stopped:
            self.call_texts.setdefault(len(self.calls), []).append(text)
        else:
            self._fault(piece, text, sentence("loss-explains-nothing"))

    def card(self, text: str, piece: int) -> None:
        """Read `pc`: one card or several."""
        if self.play_stopped:
            return
        word = CARD_WORDS.get(text)
        cards = [word.index] if word is not None else cards_in(text)
        if cards is None or len(self.cards) + len(cards) > 52:
            if text.strip():
                self.play_stopped = True
                why = sentence("not-a-card") if cards is None else sentence("loss-fifty-two")
                self._fault(piece, text, sentence("loss-play-ends", why=why))
            return
        self.cards += cards

    def remark(self, text: str, piece: int) -> None:
        """Read `nt`: a commentator's remark."""
        if len(text) > TEXT_SIZE:
            self._fault(piece, text, too_long())
        else:
            self.comments.append(Comment(len(self.calls), len(self.cards), text))

    def record(self, piece: int, *, check: bool) -> BoardRecord:
        """The record of the board; `path` then is the replay of its play."""
        self._end_auction(piece)
        auction = Auction(self.dealer, tuple(self.calls)) if self.calls and self.dealer is not None else None
        if self.calls and auction is None:
            self._fault(piece, "md", sentence("loss-no-dealer"))
        contract, passed_out, tricks = self._contract(auction, piece)
        leader = self._leader(auction, contract)
        listed = tricks is not None
        stated = tricks if listed else self.claimed
        if self.claimed is not None and contract is None:
            self._fault(piece, str(self.claimed), sentence("loss-claim-alone"))
            self.tags.append(Tag("Lin_mc", str(self.claimed)))
            stated = None
        closed = self.claimed is not None and contract is not None and len(self.cards) < 52
        record = BoardRecord(
            number=self.number,
            dealer=self.dealer,
            vulnerability=self.vulnerability,
            hands=self.hands,
            names=self.names,
            room=self.room,
            event=self.event,
            scoring=self.scoring,
            auction=auction,
            call_notes=self._notes(self.call_texts, self.alerts) if auction else (),
            contract=contract,
            passed_out=passed_out,
            leader=leader if self.cards or closed else None,
            cards=tuple([PACK[index] for index in self.cards]),
            play_end=RecordEnd.CLOSED if closed else RecordEnd.NATURAL,
            card_notes=self._notes(self.card_texts, set()),
            tricks=stated if contract is None or leader is None or not self.cards else None,
            comments=tuple(self.comments),
            tags=tuple(self.tags),
        )
        return self._add_tricks(record, stated, piece, check=check, listed=listed)

    def _end_auction(self, piece: int) -> None:
        last = auction_length(self.calls)
        if last < len(self.calls):
            self._fault(piece, str(self.calls[last]), sentence("loss-after-auction"))
            del self.calls[last:]
            self.alerts = {at for at in self.alerts if at <= last}
            self.call_texts = {at: texts for at, texts in self.call_texts.items() if at <= last}
            self.comments = [Comment(min(c.calls, last), c.cards, c.text) for c in self.comments]

    def _contract(self, auction: Auction | None, piece: int) -> tuple[Contract | None, bool, int | None]:
        problems = auction.problems() if auction else ()
        self.faults += [
            (piece, str(problem.found), sentence("loss-at", where=problem.where, why=problem.why))
            for problem in problems
        ]
        called, out, _ = reach_contract(auction, None, passed_out=False, legal=not problems)
        if self.result is None:
            return called, out, None
        listed, tricks = self.result
        if called is None and not out:
            return listed, listed is None, tricks
        if self.claimed is not None and tricks not in (None, self.claimed):
            why = sentence("listed-not-claimed", listed=tricks, claimed=self.claimed)
            self._fault(piece, str(self.claimed), why)
        if called == listed:
            return called, out, tricks
        if called is None:
            why = sentence("auction-passed-out-not", stated=str(listed))
        elif listed is None:
            why = sentence("auction-gives-said-passed-out", called=str(called))
        else:
            why = sentence("auction-gives-listed", called=str(called), listed=str(listed))
        self._fault(piece, str(listed or "passed out"), why)
        return listed, listed is None, tricks  # the official list; often a ruling

    def _leader(self, auction: Auction | None, scored: Contract | None) -> Seat | None:
        """The leader: that of the auction's contract, unless only the listed contract fits the card."""
        holder = None
        if self.cards and None not in self.hands:
            first = self.cards[0]
            holder = next(
                (s for s in Seat if (hand := self.hands[s]) is not None and hand.mask >> first & 1), None
            )
        contract = BoardRecord(auction=auction, contract=scored, leader=holder).contract_played
        return holder if contract is None else contract.leader

    def _notes(self, texts: dict[int, list[str]], alerts: set[int]) -> tuple[RecordNote, ...]:
        if not texts and not alerts:
            return ()
        return tuple(
            RecordNote(at, "; ".join(texts.get(at, ())), at in alerts) for at in sorted(alerts | texts.keys())
        )

    def _add_tricks(
        self, record: BoardRecord, stated: int | None, piece: int, *, check: bool, listed: bool
    ) -> BoardRecord:
        contract = record.contract_played
        if contract is None or not self.cards:
            return record
        hands = [hand.mask for hand in self.hands if hand is not None] if check else []
        masks = hands if len(hands) == 4 else None
        self.path = replay(contract.leader, contract.strain, self.cards, masks=masks)
        tricks, why = agreed_tricks(record, stated, self.path.won, claimed=not listed)
        if why:
            self._fault(piece, str(stated), why)
        return replace(record, tricks=tricks)
