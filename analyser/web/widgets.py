"""What is tapped: a grid of cards, a pad of bids, an auction as it grows; nothing here knows what it is for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from analyser.bridge import PACK, PASS, Auction, Call, Card, Deal, Hand, Seat, Suit
from analyser.errors import AnalyserError, Problem
from analyser.formats.hands import dotted_hand
from analyser.messages import sentence
from analyser.web.notation import SUIT_SIGNS, hand_in_a_run, plain_calls

COLUMNS = (Seat.W, Seat.N, Seat.E, Seat.S)  # as auctions are printed
_LONGEST = 400  # signs of a typed auction or hand


@dataclass(frozen=True, slots=True)
class AuctionCell:
    """A place in the printed auction: a call with its number, a dash before the first, or nothing."""

    number: int = 0
    call: Call | None = None
    is_dash: bool = False
    seat: Seat | None = None


def auction_of(dealer: Seat, text: str) -> tuple[Auction, tuple[Problem, ...]]:
    """The auction as far as it can be read, and what stopped it."""
    auction = Auction(dealer, ())
    words = list(plain_calls(text)[:320])
    for number, word in enumerate(words, 1):
        if word == "AP" and not auction.is_over:
            while not auction.is_over:
                auction = auction.then(PASS)
            continue
        try:
            call = Call.parse(word[:8])
        except AnalyserError as fault:
            return auction, tuple(problem.prefix_place(f"call {number}") for problem in fault.problems)
        why = auction.explain_illegal(call)
        if why or auction.is_over:
            problem = Problem(
                f"call {number}", word, why or sentence("auction-over"), sentence("take-back-calls")
            )
            return auction, (problem,)
        auction = auction.then(call)
    return auction, ()


TAPS = ("call", "undo", "clear")
"""What the buttons of a pad of bids are named: a call, the last one taken back, all of them."""


def tapped_auction(
    dealer: Seat, text: str, taps: Iterable[tuple[str, str]]
) -> tuple[str, tuple[Problem, ...]]:
    """The auction after taps in the order they were made, and why the first one that cannot be was not.

    Of an auction with a call that may not be made, a tap puts another in its place; what follows stays.

    >>> tapped_auction(Seat.S, "1S P", [("call", "3S"), ("call", "X"), ("undo", "1"), ("call", "P")])[0]
    '1S P 3S P'
    >>> tapped_auction(Seat.S, "1S P 3S 2S P", [("call", "P")])[0]
    '1S P 3S P P'
    """
    words = [str(call) for call in auction_of(dealer, text)[0].calls]
    words += plain_calls(text)[len(words) :] if "AP" not in plain_calls(text) else ()
    for name, call in taps:
        if name == "undo":
            words = words[:-1]
        elif name == "clear":
            words = []
        else:
            known = auction_of(dealer, " ".join(words))[0]
            grown, refused = auction_of(dealer, f"{known} {call}")
            if refused:
                return " ".join(words), refused
            words[len(known) : len(known) + 1] = [str(call) for call in grown.calls[len(known) :]]
    return " ".join(words), ()


def lay_out_auction(auction: Auction, *, marked: bool = True) -> tuple[tuple[AuctionCell, ...], ...]:
    """The auction in rows of four; with `marked`, the place of the next call is there too, as an empty cell."""
    cells = [AuctionCell(is_dash=True) for _ in range(COLUMNS.index(auction.dealer))]
    for number, (seat, call) in enumerate(auction, 1):
        cells.append(AuctionCell(number, call, seat=seat))
    if marked and not auction.is_over:
        cells.append(AuctionCell(len(auction) + 1, seat=auction.turn))
    cells += [AuctionCell() for _ in range(-len(cells) % 4)]
    return tuple(tuple(cells[start : start + 4]) for start in range(0, len(cells), 4))


def pad_of(auction: Auction) -> tuple[tuple[Call, ...], ...]:
    """The calls that may be made now: pass, double, redouble, then the bids in rows of a level."""
    legal = () if auction.is_over else auction.legal_calls()
    bids = [call for call in legal if call.is_bid]
    levels = sorted({call.level for call in bids})
    rows = [tuple(call for call in legal if not call.is_bid)]
    rows += [tuple(call for call in bids if call.level == level) for level in levels]
    return tuple(row for row in rows if row)


def suits() -> tuple[tuple[Suit, tuple[Card, ...]], ...]:
    """All cards, spades first, each suit from the ace down."""
    return tuple(
        (suit, tuple(sorted((card for card in PACK if card.suit is suit), key=lambda c: -c.rank)))
        for suit in sorted(Suit, reverse=True)
    )


def cards_in(names: tuple[str, ...]) -> tuple[Card, ...]:
    """The cards of the names that are cards, each once."""
    cards = []
    for name in names[:60]:
        try:
            cards.append(Card.parse(name))
        except AnalyserError:
            continue
    return tuple(dict.fromkeys(cards))


def typed_hand(text: str) -> tuple[Hand | None, tuple[Problem, ...]]:
    """A hand typed as spades.hearts.diamonds.clubs; none, with the reason, when it cannot be read."""
    signs = text.translate(SUIT_SIGNS).upper().replace("10", "T").replace(" ", "")[:59]
    plain = dotted_hand(signs) or hand_in_a_run(signs)
    if plain is not None and len(plain) == 13:
        return plain, ()
    try:
        return Hand.parse(text[:_LONGEST]), ()
    except AnalyserError as fault:
        return None, fault.problems


def hand_of(tapped: tuple[str, ...], typed: str) -> tuple[Hand | None, tuple[Problem, ...]]:
    """The hand that is meant, the typed one before the tapped one; none, with the reason, when it is no hand."""
    if typed:
        return typed_hand(typed)
    cards = cards_in(tapped)
    if len(cards) > 13:
        why = sentence("hand-at-most-thirteen-here", count=len(cards))
        return None, (Problem("hand", "", why, ""),)
    return Hand.from_cards(cards), ()


def set_hand(known_hands: Mapping[Seat, Hand], seat: Seat, hand: Hand) -> dict[str, str | None]:
    """The changes that give a seat this hand: a whole deal when all four are known, else the hands that are."""
    hands = {**known_hands, seat: hand}
    known = [who for who in Seat if len(hands[who]) == 13]
    cards = {card for who in known for card in hands[who]}
    if len(known) == 3 and len(cards) == 39:
        last = next(who for who in Seat if who not in known)
        if not len(hands[last]) or last is not seat:
            hands[last] = Hand.from_cards(card for card in PACK if card not in cards)
            known = list(Seat)
    cards = {card for who in known for card in hands[who]}
    if len(known) == 4 and len(cards) == 52:
        deal = Deal((hands[Seat.N], hands[Seat.E], hands[Seat.S], hands[Seat.W]))
        return {"board deal": str(deal), "board hands": None}
    changes: dict[str, str | None] = {"board deal": None}
    changes |= {f"board hands {who}": str(hands[who]) if len(hands[who]) else None for who in Seat}
    return changes
