"""How choices move with what actions are worth, and what a player must reckon with after an explanation."""

import numpy as np
import pytest

from analyser.bridge import Auction, Call, Hand, HandConstraint, Seat, Vulnerability
from analyser.casefile import Form
from analyser.errors import BridgeError
from analyser.estimates.action_values import ChoiceSensitivity, advantage, mean_gains, shares_after_gains
from analyser.estimates.hidden_hands import ExplainedCall, Observer, deals_believed

PASS, GAME = Call.parse("P"), Call.parse("4S")


class NoView:
    """Every call is as likely from any hand."""

    def over_hands(self, masks, auction, vulnerability, form=Form.IMPS):
        return np.full((len(masks), 38), 1 / 38)


PLAYER = Observer(
    Seat.S,
    Hand.parse("7.AKJ84.KQ5.Q973"),
    Auction.parse("W", "1S P 3S"),
    Vulnerability.NONE,
    Form.IMPS,
)


def heard(*meanings, count=50):
    told = tuple(ExplainedCall(call, HandConstraint.parse(text)) for call, text in meanings)
    return deals_believed(PLAYER, told, NoView(), count, np.random.default_rng(3))


@pytest.mark.parametrize("meaning", ["S4+ HCP0-6", "S4+ HCP10-12", "D5+ | C5+"])
def test_in_every_deal_the_caller_holds_what_he_was_said_to_show(meaning):
    shown = HandConstraint.parse(meaning)
    assert all(shown.holds(Hand(mask)) for mask in heard((3, meaning))[:, Seat.E].tolist())


def test_the_player_holds_his_own_hand_and_nobody_a_card_twice():
    deals = heard((3, "S4+"))
    assert set(deals[:, Seat.S].tolist()) == {PLAYER.hand.mask}
    assert all(sum(row) == (1 << 52) - 1 for row in deals.tolist())


def test_a_meaning_no_hand_left_can_have_is_refused():
    with pytest.raises(BridgeError):
        heard((3, "H9+"))


def test_a_call_that_was_explained_is_not_weighed_by_what_players_mostly_hold_for_it():
    """A call model that is sure the jump shows hearts may not speak of a jump that was told to show spades."""

    class SureOfHearts(NoView):
        def over_hands(self, masks, auction, vulnerability, form=Form.IMPS):
            if len(auction.calls) == 2:
                raise AssertionError("the explained call was asked of the model")
            return super().over_hands(masks, auction, vulnerability, form)

    told = (ExplainedCall(3, HandConstraint.parse("S4+")),)
    assert len(deals_believed(PLAYER, told, SureOfHearts(), 10, np.random.default_rng(3))) == 10


@pytest.mark.parametrize("pull, share", [(0.0, 0.5), (0.2, 0.73), (1.0, 0.99)])
def test_an_action_grows_by_the_same_factor_for_every_imp_it_gains(pull, share):
    told = shares_after_gains({PASS: 0.5, GAME: 0.5}, {GAME: 5.0}, pull)
    assert told[GAME] == pytest.approx(share, abs=0.005)
    assert sum(told.values()) == pytest.approx(1)


def test_what_is_worth_the_same_keeps_its_share():
    assert shares_after_gains({PASS: 0.3, GAME: 0.7}, {PASS: 2.0, GAME: 2.0}, 0.4) == pytest.approx(
        {PASS: 0.3, GAME: 0.7}
    )


def test_the_worth_of_an_action_is_counted_against_what_the_deal_yields_on_the_whole():
    """420 and 170 by players who choose them alike: 295 on the whole, rounded to 300; 3 IMPs up, 4 down."""
    told = advantage(np.array([[420.0, 170.0]]), [0.5, 0.5], 1)
    assert told.tolist() == [[3.0, -4.0]]
    assert advantage(np.array([[420.0, 170.0]]), [0.5, 0.5], -1).tolist() == [[-3.0, 4.0]]


def test_deals_that_were_not_solved_are_left_out():
    assert len(advantage(np.array([[420.0, np.nan], [420.0, 170.0]]), [0.5, 0.5], 1)) == 1


def test_a_gain_is_the_difference_of_the_means_with_its_interval():
    given, right = np.array([[0.0], [2.0]] * 50), np.array([[3.0], [5.0]] * 50)
    (gain,) = mean_gains(given, right)
    assert gain.mean == pytest.approx(3)
    assert 0 < gain.low < 3 < gain.high


def test_the_shipped_figures_are_those_of_their_card():
    pull = ChoiceSensitivity.shipped()
    assert 0 < pull.calls <= pull.leads <= 1
