"""One LIN board on its way to a record."""

from dataclasses import dataclass, field, replace

from analyser.bridge import LONGEST, PACK, Auction, Call, Contract, Seat, Vulnerability
from analyser.formats.hands import Hands
from analyser.formats.ledger import TEXT_SIZE
from analyser.formats.lin_parts import CALL_WORDS, CARD_WORDS, calls_in, cards_in
from analyser.formats.record import Comment, Ending, Note, Record, Room, Tag
from analyser.formats.settle import agreed_tricks, over_after, reached
from analyser.formats.walk import Walk, walk

_NONE: Hands = (None, None, None, None)


@dataclass(slots=True)
class LinBoard:
    """What the tags of one board have said so far, and what of it was not understood."""

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
    faults: list[tuple[int, str, str]] = field(default_factory=list)
    auction_stopped: bool = False
    play_stopped: bool = False
    path: Walk | None = None

    @property
    def begun(self) -> bool:
        """Tell whether a call or card has been seen."""
        return bool(self.calls or self.cards)

    def call(self, text: str, piece: int) -> None:
        """`mb`: a call, or several run together."""
        if self.auction_stopped:
            return
        word = CALL_WORDS.get(text)
        if word is not None:
            self._add(word[0], alerted=word[1], piece=piece)
            return
        found = calls_in(text)
        if found is None:
            if text.strip():
                self.auction_stopped = True
                self.faults.append((piece, text, "not a call; the auction ends before it"))
            return
        for call, alerted, _ in found:
            self._add(call, alerted=alerted, piece=piece)

    def _add(self, call: Call, *, alerted: bool, piece: int) -> None:
        if len(self.calls) >= LONGEST:
            if not self.auction_stopped:
                self.faults.append((piece, str(call), f"no auction is longer than {LONGEST} calls"))
            self.auction_stopped = True
            return
        self.calls.append(call)
        if alerted:
            self.alerts.add(len(self.calls))

    def explain(self, text: str, piece: int) -> None:
        """`an`: what the last call, or the last card, means."""
        if len(text) > TEXT_SIZE:
            self.faults.append((piece, text, f"a text has at most {TEXT_SIZE} characters; left out"))
        elif self.cards:
            self.card_texts.setdefault(len(self.cards), []).append(text)
        elif self.calls and not self.auction_stopped:
            self.call_texts.setdefault(len(self.calls), []).append(text)
        else:
            self.faults.append((piece, text, "an explanation of no call"))

    def card(self, text: str, piece: int) -> None:
        """`pc`: a card, or several run together."""
        if self.play_stopped:
            return
        word = CARD_WORDS.get(text)
        found = [word.index] if word is not None else cards_in(text)
        if found is None or len(self.cards) + len(found) > 52:
            if text.strip():
                self.play_stopped = True
                why = "not a card" if found is None else "there are fifty-two cards"
                self.faults.append((piece, text, f"{why}; the play ends before it"))
            return
        self.cards += found

    def remark(self, text: str, piece: int) -> None:
        """`nt`: what a commentator said."""
        if len(text) > TEXT_SIZE:
            self.faults.append((piece, text, f"a text has at most {TEXT_SIZE} characters; left out"))
        else:
            self.comments.append(Comment(len(self.calls), len(self.cards), text))

    def record(self, piece: int, *, check: bool) -> Record:
        """The board; `path` then holds what going through the play showed."""
        self._end_auction(piece)
        auction = Auction(self.dealer, tuple(self.calls)) if self.calls and self.dealer is not None else None
        if self.calls and auction is None:
            self.faults.append((piece, "md", "the dealer is not told: nobody knows who made these calls"))
        contract, passed_out, tricks = self._contract(auction, piece)
        leader = self._leader(contract)
        stated = self.claimed if self.claimed is not None else tricks
        if self.claimed is not None and contract is None:
            self.faults.append(
                (piece, str(self.claimed), "tricks are claimed, but the contract is not known")
            )
            self.tags.append(Tag("Lin_mc", str(self.claimed)))
            stated = None
        closed = self.claimed is not None and contract is not None and len(self.cards) < 52
        record = Record(
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
            play_end=Ending.CLOSED if closed else Ending.NATURAL,
            card_notes=self._notes(self.card_texts, set()),
            tricks=stated if contract is None or leader is None or not self.cards else None,
            comments=tuple(self.comments),
            tags=tuple(self.tags),
        )
        return self._with_tricks(record, stated, piece, check=check)

    def _end_auction(self, piece: int) -> None:
        last = over_after(self.calls)
        if last < len(self.calls):
            self.faults.append(
                (piece, str(self.calls[last]), "the auction was over before this call; it was left out")
            )
            del self.calls[last:]
            self.alerts = {at for at in self.alerts if at <= last}
            self.call_texts = {at: texts for at, texts in self.call_texts.items() if at <= last}
            self.comments = [Comment(min(c.calls, last), c.cards, c.text) for c in self.comments]

    def _contract(self, auction: Auction | None, piece: int) -> tuple[Contract | None, bool, int | None]:
        problems = auction.problems() if auction else ()
        self.faults += [(piece, problem.found, f"{problem.where}: {problem.why}") for problem in problems]
        called, out, _ = reached(auction, None, passed_out=False, legal=not problems)
        if self.result is None:
            return called, out, None
        listed, tricks = self.result
        if called is None and not out:
            return listed, listed is None, tricks
        if called != listed:
            given = str(called) if called else "passed out"
            self.faults.append(
                (piece, str(listed or "passed out"), f"the list of results differs from the auction: {given}")
            )
            return called, out, None
        if self.claimed is not None and tricks not in (None, self.claimed):
            self.faults.append(
                (
                    piece,
                    str(self.claimed),
                    f"the list of results says {tricks} tricks, the claim {self.claimed}",
                )
            )
        return called, out, tricks

    def _leader(self, contract: Contract | None) -> Seat | None:
        if contract is not None:
            return contract.leader
        if not self.cards or None in self.hands:
            return None
        first = self.cards[0]
        return next((s for s in Seat if (hand := self.hands[s]) is not None and hand.mask >> first & 1), None)

    def _notes(self, texts: dict[int, list[str]], alerts: set[int]) -> tuple[Note, ...]:
        if not texts and not alerts:
            return ()
        return tuple(
            Note(at, "; ".join(texts.get(at, ())), at in alerts) for at in sorted(alerts | texts.keys())
        )

    def _with_tricks(self, record: Record, stated: int | None, piece: int, *, check: bool) -> Record:
        contract = record.contract
        if contract is None or not self.cards:
            return record
        hands = [hand.mask for hand in self.hands if hand is not None] if check else []
        masks = hands if len(hands) == 4 else None
        self.path = walk(contract.leader, contract.strain, self.cards, masks=masks)
        tricks, why = agreed_tricks(record, stated, self.path.won)
        if why:
            self.faults.append((piece, str(stated), why))
        return replace(record, tricks=tricks)
