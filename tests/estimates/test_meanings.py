"""What a player must reckon with after an explanation."""

import numpy as np
import pytest

from analyser.bridge import Auction, Hand, HandConstraint, Seat, Vulnerability
from analyser.casefile import Form
from analyser.errors import BridgeError
from analyser.estimates.hand_posterior import ExplainedCall, Observer, sample_believed_deals


class NoView:
    """Every call is as likely from any hand."""

    def shares_of_hands(self, masks, auction, vulnerability, form=Form.IMPS):
        return np.full((len(masks), 38), 1 / 38)


PLAYER = Observer(
    Seat.S,
    Hand.parse("7.AKJ84.KQ5.Q973"),
    Auction.parse("W", "1S P 3S"),
    Vulnerability.NONE,
    Form.IMPS,
)


def drawn(told, model, count):
    """So many deals, each as often as what was explained makes it likely."""
    rng = np.random.default_rng(3)
    return sample_believed_deals(PLAYER, told, model, 1_000, rng).resampled(count, rng).hands


def heard(*meanings, count=50):
    explained_calls = tuple(ExplainedCall(call, HandConstraint.parse(text)) for call, text in meanings)
    return drawn(explained_calls, NoView(), count)


@pytest.mark.parametrize("meaning", ["S4+ HCP0-6", "S4+ HCP10-12", "D5+ | C5+"])
def test_in_every_deal_the_caller_holds_what_was_explained(meaning):
    hand_constraint = HandConstraint.parse(meaning)
    assert all(hand_constraint.holds(Hand(mask)) for mask in heard((3, meaning))[:, Seat.E].tolist())


def test_the_player_keeps_his_hand_and_no_card_is_twice():
    deals = heard((3, "S4+"))
    assert set(deals[:, Seat.S].tolist()) == {PLAYER.hand.mask}
    assert all(sum(row) == (1 << 52) - 1 for row in deals.tolist())


def test_a_meaning_no_hand_left_can_have_is_refused():
    with pytest.raises(BridgeError):
        heard((3, "H9+"))


def test_an_explained_call_is_not_weighed_by_the_call_model():
    """A call model that is sure the jump shows hearts may not speak of a jump that was told to show spades."""

    class SureOfHearts(NoView):
        def shares_of_hands(self, masks, auction, vulnerability, form=Form.IMPS):
            if len(auction.calls) == 2:
                raise AssertionError("the explained call was asked of the model")
            return super().shares_of_hands(masks, auction, vulnerability, form)

    told = (ExplainedCall(3, HandConstraint.parse("S4+")),)
    assert len(drawn(told, SureOfHearts(), 10)) == 10


class MostlySixSpades:
    """An explanation by which six spades or more are twenty times as likely as by the auction."""

    def log_likelihood(self, hands):
        return np.log(np.where(np.bitwise_count(hands >> 39 & 8191) >= 6, 20.0, 1.0))


class SureOfHearts(NoView):
    """A call model by which the third call shows five hearts."""

    def shares_of_hands(self, masks, auction, vulnerability, form=Form.IMPS):
        shares = super().shares_of_hands(masks, auction, vulnerability, form)
        if len(auction.calls) == 2:
            hearts = np.bitwise_count(masks >> 26 & 8191) >= 5
            shares = np.where(hearts[:, None], 0.5, 0.005) * np.ones((1, 38))
        return shares


def share_of(deals, suit, length):
    """How many of the deals give East so many cards of a suit."""
    return float((np.bitwise_count(deals[:, Seat.E] >> 13 * suit & 8191) >= length).mean())


def read(*told, model=None):
    return drawn(told, model or NoView(), 1_000)


def test_words_weigh_hands_by_how_likely_they_make_them():
    """Six spades are found with one in some eleven hands; twenty times as likely, with two in three."""
    without, told = read(), read(ExplainedCall(3, None, reading=MostlySixSpades()))
    before = share_of(without, 3, 6)
    assert share_of(told, 3, 6) == pytest.approx(20 * before / (1 + 19 * before), abs=0.06)


def test_words_shift_what_the_auction_shows_and_replace_nothing():
    by_auction = share_of(read(model=SureOfHearts()), 2, 5)
    both = read(ExplainedCall(3, None, reading=MostlySixSpades()), model=SureOfHearts())
    assert by_auction > 0.8
    assert share_of(both, 2, 5) > 0.3
    assert share_of(both, 3, 6) > share_of(read(model=SureOfHearts()), 3, 6)


def test_a_stated_meaning_holds_whatever_its_words_weigh():
    explained_call = ExplainedCall(3, HandConstraint.parse("S4-5"), reading=MostlySixSpades())
    deals = read(explained_call)
    assert share_of(deals, 3, 4) == 1
    assert share_of(deals, 3, 6) == 0
