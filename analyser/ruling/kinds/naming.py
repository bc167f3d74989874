"""Which of dummy's cards an incomplete naming means, card by card: from dummy's hand and the trick as it lay (46B)."""

from dataclasses import dataclass

from analyser.bridge import Card, Play, Seat, Strain, Suit, Trick
from analyser.casefile import Case, PlayedCard
from analyser.laws import Jurisdiction
from analyser.ruling import Rectification
from analyser.ruling.kinds.rectification import NOTHING, Step, due


@dataclass(frozen=True, slots=True)
class _Turn:
    """Dummy's turn: his cards, those played to the trick before him, and what else declarer sees."""

    hand: tuple[Card, ...]
    trick: Trick  # as it lay before dummy played
    unseen: frozenset[Card]  # in neither declarer's nor dummy's hand, and not played
    last_won_with: Suit | None  # the suit of the card with which dummy won the trick before
    may_be_ruffed: bool  # a defender still to play is known to have none of the suit led

    @property
    def legal(self) -> tuple[Card, ...]:
        """The cards dummy may play."""
        follows = tuple(card for card in self.hand if card.suit is self.trick.suit)
        return follows or self.hand

    @property
    def followers(self) -> tuple[Card, ...]:
        """Those of the suit led."""
        return tuple(card for card in self.hand if card.suit is self.trick.suit)


def complete(facts: PlayedCard) -> PlayedCard:
    """The facts with how the card was named, where the suit or the rank alone tells it."""
    if facts.fact != "named" or facts.said is not None:
        return facts
    suit, rank = facts.suit_named, facts.rank_named
    if (suit is None) == (rank is None):
        return facts
    return facts.model_copy(update={"said": "rank" if suit is None else "suit"})


def card_meant(case: Case, facts: PlayedCard, law: Jurisdiction) -> Rectification:
    """The card, or the cards declarer may choose from; nothing where the play or dummy's hand does not show it."""
    turn = _turn(case, facts)
    if turn is None or facts.fact != "named":
        return NOTHING
    cards, where = _intended_cards(turn, facts)
    if not cards:
        return NOTHING
    if len(cards) == 1:
        return due(law, Step.MEANS_CARD, where, card=cards[0])
    return due(law, Step.MEANS_ONE_OF, where, cards=cards)


def _intended_cards(turn: _Turn, facts: PlayedCard) -> tuple[tuple[Card, ...], str]:
    led = sorted(turn.followers, key=_rank)
    match facts.said:
        case "high":
            return tuple(led[-1:]), "46B1"
        case "low":
            return tuple(led[:1]), "46B1"
        case "win":
            return tuple(sorted(_winners(turn), key=_rank)[:1]), "46B1"
        case "suit":
            named = [card for card in turn.legal if card.suit is facts.suit_named]
            return tuple(sorted(named, key=_rank)[:1]), "46B2"
        case "rank":
            return _cards_of_rank(turn, facts.rank_named), "46B3"
        case _:
            return (), "46B"


def _rank(card: Card) -> int:
    return card.rank


def _winners(turn: _Turn) -> list[Card]:
    """The cards known to win: last to play, those that win; else those that no card still hidden is known to beat.

    A defender yet to play is taken to follow suit until he is known to be out of it; then he may ruff, or overruff.
    """
    winning = []
    for card in turn.legal:
        trick = Trick(turn.trick.leader, (*turn.trick.cards, card), turn.trick.strain)
        if not turn.trick.cards or trick.best is not trick.seat_of(card):
            continue
        if trick.is_complete or not any(_may_beat(turn, card, other) for other in turn.unseen):
            winning.append(card)
    return winning


def _may_beat(turn: _Turn, card: Card, other: Card) -> bool:
    """Whether a hidden card may still beat the one that wins so far."""
    trump, higher = turn.trick.strain.trump, other.suit is card.suit and other.rank > card.rank
    if turn.may_be_ruffed:
        ruff = other.suit is trump and turn.trick.suit is not trump
        return ruff and (higher or card.suit is not trump)
    return higher and other.suit is turn.trick.suit


def _cards_of_rank(turn: _Turn, rank: str | None) -> tuple[Card, ...]:
    """On lead the card of the suit dummy last won with, if he holds it; else any he may play."""
    cards = tuple(card for card in turn.legal if str(card)[1] == rank)
    if not turn.trick.cards:
        same = tuple(card for card in cards if card.suit is turn.last_won_with)
        return same or cards
    return cards


def _turn(case: Case, facts: PlayedCard) -> _Turn | None:
    """Dummy's turn in the trick of the incident, where the play and the hands show it."""
    declarer, play, number = case.declarer, case.play, facts.trick
    if declarer is None or play is None or number is None or len(play.complete_tricks) < number - 1:
        return None
    dummy: Seat = declarer.partner
    hand, declarer_hand = case.hand(dummy), case.hand(declarer)
    if hand is None or declarer_hand is None:
        return None
    before = play.before_trick(number)
    leader = before.turn
    cards = play.tricks[number - 1].cards if len(play.tricks) >= number else ()
    earlier = cards[: (dummy - leader) & 3]
    gone = (*before.cards, *earlier)
    known = {*hand, *declarer_hand, *gone}
    unseen = frozenset(Card(suit, rank) for suit in Suit for rank in range(2, 15)) - known
    last = before.tricks[-1] if before.tricks else None
    won = last.card_of(dummy) if last is not None and last.winner is dummy else None
    strain: Strain = play.strain
    return _Turn(
        tuple(card for card in hand if card not in gone),
        Trick(leader, tuple(earlier), strain),
        unseen,
        None if won is None else won.suit,
        bool(earlier) and _is_out_of_suit(before, tuple(earlier), unseen, declarer),
    )


def _is_out_of_suit(before: Play, earlier: tuple[Card, ...], unseen: frozenset[Card], declarer: Seat) -> bool:
    """Whether the defender yet to play after dummy is known to have none of the suit led: he showed out, or none is hidden."""
    suit, defender = earlier[0].suit, declarer.next.partner
    shown = any(
        trick.suit is suit and card.suit is not suit
        for trick in before.tricks
        if (card := trick.card_of(defender)) is not None
    )
    return shown or all(card.suit is not suit for card in unseen)
