"""Random deals, plays and positions, and deals made to a shape."""

from analyser.bridge import PACK, Deal, Hand, Play, Seat, Strain
from analyser.estimates.services import Position


def random_deal(rng, cards=13):
    """Four hands of so many cards, any card as likely as another."""
    pack = rng.sample(PACK, 4 * cards)
    return Deal(tuple(Hand.from_cards(pack[cards * seat : cards * seat + cards]) for seat in range(4)))


def random_play(rng, deal, cards):
    """The first cards of a legal play in which everybody plays at random."""
    play = Play(rng.choice(list(Seat)), rng.choice(list(Strain)))
    for _ in range(cards):
        play = play.then(rng.choice(play.playable(deal)))
    return play


def position_after(deal, play):
    """Where a play stands."""
    done = len(play.complete_tricks)
    return Position(
        play.hands_left(deal), play.strain, play.before_trick(done + 1).turn, play.cards[4 * done :]
    )


def shaped_deal(rng, lengths, interlaced):
    """A deal with these lengths (seat by seat: clubs to spades); interlaced, the cards of a suit go round the table."""
    hands = [[], [], [], []]
    for suit in range(4):
        left = [row[suit] for row in lengths]
        order = [seat for seat in range(4) for _ in range(left[seat])]
        if interlaced:
            order, seat = [], rng.randrange(4)
            while any(left):
                if left[seat]:
                    order.append(seat)
                    left[seat] -= 1
                seat = (seat + 1) % 4
        else:
            rng.shuffle(order)
        for place, seat in enumerate(order):
            hands[seat].append(PACK[13 * suit + 12 - place])
    return Deal(tuple(Hand.from_cards(cards) for cards in hands))


FOUR_VOIDS = ((0, 5, 4, 4), (4, 0, 5, 4), (4, 4, 0, 5), (5, 4, 4, 0))
TWO_SUITS_EACH = ((7, 6, 0, 0), (0, 7, 6, 0), (0, 0, 7, 6), (6, 0, 0, 7))
