"""Slow turns: uncertain ones are likelier to be slow, the ratio has its interval, batches change nothing."""

import numpy as np
import pytest

from analyser.estimates.calls import TURN_FEATURES, TempoModel, tempo_features

WEAK = 0b0000000010101 << 39 | 0b0000000101010 << 26 | 0b0000001010101 << 13 | 0b0000000010101


@pytest.fixture(scope="module")
def model():
    return TempoModel.load()


def _shares(**facts):
    """Shares of calls by code, as `c0=0.6`; they add up to one."""
    out = np.zeros((1, 38))
    for name, share in facts.items():
        out[0, int(name[1:])] = share
    return out


def _ratio(model, shares, made=None):
    calls = [(0, 6, 0)]  # pass, 1S by right-hand opponent's partner, pass
    told = tempo_features(
        shares, np.array([WEAK]), calls, np.zeros(1, np.int64), None if made is None else np.array([made])
    )
    return model.ratios(told, made is not None)


def test_an_uncertain_turn_is_likelier_slow_than_a_clear_one(model):
    clear, torn = _shares(c0=0.98, c1=0.02), _shares(c0=0.5, c1=0.2, c8=0.3)
    assert _ratio(model, torn)[0][0] > 1.3 * _ratio(model, clear)[0][0]
    assert _ratio(model, torn, 0)[0][0] > 1.3 * _ratio(model, clear, 0)[0][0]


def test_a_surprising_call_is_likelier_to_have_been_slow(model):
    shares = _shares(c0=0.8, c8=0.2)
    assert _ratio(model, shares, 8)[0][0] > _ratio(model, shares, 0)[0][0]


def test_the_ratio_lies_in_its_interval(model):
    for chosen in (None, 0, 1):
        ratio, low, high = _ratio(model, _shares(c0=0.5, c1=0.2, c8=0.3), chosen)
        assert 0 < low[0] <= ratio[0] <= high[0]


def test_alone_and_among_many_a_turn_gets_the_same_bytes(model):
    rng = np.random.default_rng(3)
    shares = rng.dirichlet(np.full(38, 0.1), size=200)
    features = tempo_features(
        shares, np.full(200, WEAK), [(0, 6, 0)], np.zeros(200, np.int64), shares.argmax(axis=1)
    )
    ratios = model.ratios(features, after_call=True)
    for row in (0, 3, 199):
        alone = model.ratios(features[row : row + 1], after_call=True)
        assert [ends.tobytes() for ends in alone] == [ends[row : row + 1].tobytes() for ends in ratios]


def test_what_is_seen_before_the_call_does_not_know_it():
    shares = _shares(c0=0.6, c8=0.4)
    zero = np.zeros(1, np.int64)
    before = tempo_features(shares, np.array([WEAK]), [(0, 6, 0)], zero, None)
    passed, bid = (
        tempo_features(shares, np.array([WEAK]), [(0, 6, 0)], zero, np.array([made])) for made in (0, 8)
    )
    assert before.shape == (1, TURN_FEATURES)
    assert (passed[:, :TURN_FEATURES] == before).all()
    assert (passed[:, TURN_FEATURES:] != bid[:, TURN_FEATURES:]).any()
