"""The network of tricks: the same for renamed suits and a turned table, right where tricks are certain, near the solver."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

from analyser.bridge import Card, Contract, Deal
from analyser.errors import ModelError
from analyser.estimates.tricks_net import TricksNet, forward, suit_inputs
from tests.bench.lab.card import write_model

DEALT = tomllib.loads(Path(__file__).with_name("tricks_net_deals.toml").read_text("utf-8"))["deal"]
NONE = -1


@pytest.fixture(scope="module")
def net():
    return TricksNet.load()


def masks(deal):
    return [hand.mask for hand in Deal.parse(deal).hands]


@pytest.fixture(scope="module")
def before():
    """Every declarer and strain of every dealt deal, with the solver's tricks."""
    rows = [
        (masks(row["deal"]), declarer, strain, row["tricks"][strain][declarer])
        for row in DEALT
        for strain in range(5)
        for declarer in range(4)
    ]
    return tuple(np.array(column) for column in zip(*rows, strict=True))


@pytest.fixture(scope="module")
def after():
    """Every lead against one contract of every dealt deal, with the solver's tricks."""
    rows = []
    for row in DEALT:
        contract = Contract.parse(row["contract"])
        for card, tricks in row["leads"].items():
            lead = Card.parse(card).index
            rows.append((masks(row["deal"]), int(contract.declarer), int(contract.strain), lead, tricks))
    return tuple(np.array(column) for column in zip(*rows, strict=True))


def with_suits_renamed(hands, names):
    """The same hands, each suit under the name of another."""
    out = np.zeros_like(hands)
    for suit, name in enumerate(names):
        out |= (hands >> 13 * suit & 8191) << 13 * name
    return out


def test_turning_the_table_changes_nothing(net, after):
    hands, declarer, strain, lead, _ = after
    shares = net.distribution(hands, declarer, strain, lead)
    for turns in (1, 2, 3):
        turned = net.distribution(np.roll(hands, turns, axis=1), (declarer + turns) & 3, strain, lead)
        assert (turned == shares).all()


def test_renaming_suits_of_equal_role_changes_nothing(net, after):
    """Trumps may be any suit, and the other three, at notrump all four, may change their names."""
    hands, declarer, strain, lead, _ = after
    shares = net.distribution(hands, declarer, strain, lead)
    for names in ([1, 0, 2, 3], [3, 2, 1, 0], [1, 2, 3, 0], [2, 0, 3, 1]):
        renamed = np.array([*names, 4])[strain]
        card = np.array(names)[lead // 13] * 13 + lead % 13
        assert (net.distribution(with_suits_renamed(hands, names), declarer, renamed, card) == shares).all()


def test_a_position_has_the_same_answer_alone_and_among_many(net, before):
    hands, declarer, strain, _ = before
    shares = net.mean_tricks(hands, declarer, strain)
    for row in (0, 255, 256, 700, len(hands) - 1):
        place = slice(row, row + 1)
        assert net.mean_tricks(hands[place], declarer[place], strain[place])[0] == shares[row]


def test_chances_are_whole_and_no_lead_may_be_left_out(net, before):
    hands, declarer, strain, _ = before
    shares = net.distribution(hands, declarer, strain)
    assert shares.shape == (len(hands), 14)
    assert (shares >= 0).all()
    assert shares.sum(axis=1) == pytest.approx(np.ones(len(hands)))
    assert (net.distribution(hands, declarer, strain, np.full(len(hands), NONE)) == shares).all()
    assert net.mean_tricks(hands[:0], declarer[:0], strain[:0]).shape == (0,)


CERTAIN = (
    # the deal, the contract, the least and the most tricks by counting winners from the top
    ("N:AKQ.AKQ.AKQ.AKQJ JT9.JT9.JT98.T98 876.876.765.7654 5432.5432.432.32", "7NT by N", 13, 13),
    ("N:AKQJT98.AK.AK.AK 765.QJT9.QJT.QJT 432.876.9876.987 .5432.5432.65432", "7S by N", 13, 13),
    ("N:AKQJT98.AK.AK.AK 765.QJT9.QJT.QJT 432.876.9876.987 .5432.5432.65432", "7NT by S", 13, 13),
    ("N:AKQ.AKQ.AKQ.AKQJ JT9.JT9.JT98.T98 876.876.765.7654 5432.5432.432.32", "1NT by E", 0, 0),
    ("N:AKQJT98.AK.AK.AK 765.QJT9.QJT.QJT 432.876.9876.987 .5432.5432.65432", "1NT by W", 0, 0),
    # six hearts, the ace, king and queen of spades, and both ace-kings: thirteen winners on top
    ("N:KQ2.AKQJT9.A2.A2 J985.42.QJ9.QT98 A4.8765.K43.K543 T763.3.T8765.J76", "6H by N", 13, 13),
)


def test_tricks_that_are_certain_are_nearly_certain(net):
    for deal, contract, least, most in CERTAIN:
        asked = Contract.parse(contract)
        mean = net.mean_tricks(
            np.array([masks(deal)]), np.array([int(asked.declarer)]), np.array([int(asked.strain)])
        )[0]
        assert least - 0.7 <= mean <= most + 0.7, (deal, contract, mean)


def errors(net, hands, declarer, strain, tricks, lead=None):
    return net.mean_tricks(hands, declarer, strain, lead) - tricks


def test_dealt_deals_are_within_the_promised_error(net, before, after):
    """Any declarer and strain, the silliest too: contracts that are bid are nearer (0.60, on the card)."""
    hands, declarer, strain, tricks = before
    away = errors(net, hands, declarer, strain, tricks)
    assert (away**2).mean() ** 0.5 < 0.8
    assert abs(away.mean()) < 0.15
    hands, declarer, strain, lead, tricks = after
    away = errors(net, hands, declarer, strain, tricks, lead)
    assert (away**2).mean() ** 0.5 < 0.8


def test_most_of_the_variance_of_tricks_is_explained(net, before):
    """What a control variate is for: within a strain, 15 % of the variance at most remains."""
    hands, declarer, strain, tricks = before
    away = errors(net, hands, declarer, strain, tricks)
    for kind in range(5):
        rows = strain == kind
        assert away[rows].var() < 0.15 * tricks[rows].var()


def test_part_of_a_deal_is_refused(net, before):
    hands, declarer, strain, _ = before
    first = slice(0, 1)
    with pytest.raises(ModelError, match="fifty-two"):
        net.mean_tricks(hands[first] & ~(hands[first] & -hands[first]), declarer[first], strain[first])


def test_layers_of_another_shape_are_refused(net, tmp_path):
    for other in ({"out": np.zeros((96, 13), np.float16)}, {"rounds": np.array([9], np.int16)}):
        write_model(tmp_path, {**net.arrays, **other}, {})
        with pytest.raises(ModelError):
            TricksNet.load(tmp_path)


def test_inputs_hold_every_card_once(before):
    """Thirteen cards a suit, each with one holder; one role a suit."""
    hands, declarer, strain, _ = before
    suits, is_trumps = suit_inputs(hands, declarer, strain)
    assert (suits[:, :, :52].reshape(-1, 4, 4, 13).sum(axis=2) == 1).all()
    assert (suits[:, :, 52:65] == 0).all()
    assert (suits[:, :, 65:].sum(axis=2) == 1).all()
    assert (is_trumps == (strain < 4)).all()


def test_the_answer_is_the_forward_pass(net, before):
    hands, declarer, strain, _ = before
    suits, is_trumps = suit_inputs(hands[:256], declarer[:256], strain[:256])
    logits = forward(net.layers, suits, is_trumps).out
    shares = net.distribution(hands[:256], declarer[:256], strain[:256])
    assert (logits.argmax(axis=1) == shares.argmax(axis=1)).all()
