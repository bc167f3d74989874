"""Why a contract comes to its tricks: the lie of the honours and the breaks that decide, and the leads that give or take a trick."""

from collections.abc import Iterator, Mapping, Sequence

from analyser.bridge import Card, Deal, Hand, Seat, Strain, Suit
from analyser.estimates.services import NotSolved, Position, TrickCounter
from analyser.messages import Percentage
from analyser.ruling import Argument, Finding
from analyser.ruling.bridge_reasons import bridge_fact

_HONOURS = 6  # honours of the defenders tried in the other defender's hand; each is one solve
_KING, _QUEEN = 11, 10
_BREAKS = 2  # suits of declarer's side tried with another break, trumps first: one solve each
_SMALL = 7  # ranks below it, the two to the eight: a card that takes a trick only by the length of its suit

Lie = tuple[Finding, tuple[Hand, Hand, Hand, Hand]]
"""Another division of the defenders' cards: what is different, and the four hands."""


def reasons_of_tricks(
    deal: Deal,
    declarer: Seat,
    strain: Strain,
    solved: Mapping[Card, int],
    counter: TrickCounter,
    led: Mapping[Card, float] | None = None,
) -> Iterator[Finding]:
    """The findings on what decides declarer's tricks: the lead and how often it is `led`, a break, a missing honour."""
    args: dict[str, Argument] = {"declarer": declarer, "strain": strain}
    by_tricks: dict[int, list[Card]] = {}
    for card, tricks in solved.items():
        by_tricks.setdefault(tricks, []).append(card)
    if len(by_tricks) == 1:
        yield bridge_fact("bridge.leads.alike", **args, tricks=next(iter(by_tricks)))
    elif by_tricks:
        # of two groups the smaller is named; of more the one that holds declarer to the fewest
        fewest, most = min(by_tricks), max(by_tricks)
        named = most if len(by_tricks) == 2 and len(by_tricks[most]) < len(by_tricks[fewest]) else fewest
        rest = sorted(tricks for tricks in by_tricks if tricks != named)
        args |= {"tricks": named, "leads": _leads(by_tricks[named], solved), "other": rest[0]}
        code, more = ("bridge.leads.two", {}) if len(rest) == 1 else ("bridge.leads.more", {"most": rest[-1]})
        share = Percentage.round_to(sum(led.get(card, 0.0) for card in by_tricks[named])) if led else None
        if share is not None:
            code += ".led" if share.value else ".hardly"
            args |= {"share": share} if share.value else {}
        yield bridge_fact(code, **args, **more)
    yield from _otherwise(deal, declarer, strain, min(solved.values()), counter)


def _leads(cards: Sequence[Card], solved: Mapping[Card, int]) -> tuple[Argument, ...]:
    """The leads that lead to the same tricks: a whole suit if every card of it does."""
    named: dict[Argument, None] = {}
    for card in sorted(cards, reverse=True):
        is_whole_suit = {other for other in solved if other.suit is card.suit} <= set(cards)
        named[card.suit if is_whole_suit else card] = None
    return tuple(named)


def _otherwise(
    deal: Deal, declarer: Seat, strain: Strain, tricks: int, counter: TrickCounter
) -> Iterator[Finding]:
    """Declarer's tricks if a suit broke otherwise, or if the other defender had a missing king or queen."""
    lies = [*_breaks(deal, declarer, strain), *_honours(deal, declarer, strain)]
    leader = Seat((declarer + 1) & 3)
    answers = counter.tricks_many([Position(hands, strain, leader) for _, hands in lies])
    for (lie, _), left in zip(lies, answers, strict=True):
        if not isinstance(left, NotSolved) and 13 - left != tricks:
            yield bridge_fact(
                lie.code, **lie.arguments, declarer=declarer, strain=strain, tricks=tricks, swapped=13 - left
            )


def _honours(deal: Deal, declarer: Seat, strain: Strain) -> list[Lie]:
    """Each king and queen of the defence in the other defender's hand, for a small card of its suit."""
    lies: list[Lie] = []
    suits = sorted(Suit, key=lambda suit: (suit is not strain.trump, -suit))
    for place in (_KING, _QUEEN):
        for suit in suits:
            card = Card.at(13 * suit + place)
            holder = deal.holder(card)
            if holder is not None and holder.side is not declarer.side:
                other = deal[holder.partner].suit_bits(suit)
                small = other & -other
                if small and small.bit_length() - 1 < place:
                    hands = _swap_honour(deal, holder, 1 << 13 * suit + place, small << 13 * suit)
                    moved = bridge_fact("bridge.honour", card=card, other=holder.partner, holder=holder)
                    lies.append((moved, hands))
    return lies[:_HONOURS]


def _breaks(deal: Deal, declarer: Seat, strain: Strain) -> list[Lie]:
    """Each long suit of declarer's side with a small card of it in the other defender's hand, for one of another suit."""
    lies: list[Lie] = []
    ours = {suit: deal[declarer].lengths[suit] + deal[declarer.partner].lengths[suit] for suit in Suit}
    for suit in sorted(Suit, key=lambda suit: (suit is not strain.trump, -ours[suit], -suit))[:_BREAKS]:
        left = Seat((declarer + 1) & 3)
        longer = max(left, left.partner, key=lambda seat: deal[seat].lengths[suit])
        long, short = deal[longer].lengths[suit], deal[longer.partner].lengths[suit]
        even = long - short > 1  # an uneven break is tried one more even, an even one less so
        giver = longer if even else longer.partner
        given, back = _smallest(deal[giver], suit), _returned_card(deal[giver.partner], suit)
        if given is None or back is None:
            continue
        other = (long - 1, short + 1) if even else (long + 1, short - 1)
        hands = _swap_honour(deal, giver, 1 << given, 1 << back)
        split = {"split": f"{long}-{short}", "other": f"{max(other)}-{min(other)}"}
        lies.append((bridge_fact("bridge.break", suit=suit, **split), hands))
    return lies


def _smallest(hand: Hand, suit: Suit) -> int | None:
    """The index of the lowest card of a suit, if it is a small one, else `None`."""
    held = hand.suit_bits(suit)
    rank = (held & -held).bit_length() - 1
    return 13 * suit + rank if held and rank < _SMALL else None


def _returned_card(hand: Hand, suit: Suit) -> int | None:
    """The small card given in return: of the longest other suit."""
    for other in sorted(Suit, key=lambda other: -hand.lengths[other]):
        if other is not suit and (place := _smallest(hand, other)) is not None:
            return place
    return None


def _swap_honour(deal: Deal, holder: Seat, honour: int, small: int) -> tuple[Hand, Hand, Hand, Hand]:
    """The four hands with an honour and a small card of its suit exchanged between two defenders."""
    exchanged = {holder: honour | small, holder.partner: honour | small}
    north, east, south, west = (Hand(deal[seat].mask ^ exchanged.get(seat, 0)) for seat in Seat)
    return north, east, south, west
