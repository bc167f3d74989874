"""A small network that predicts double-dummy tricks: no solver, but thousands of positions in the time of one solve.

One encoder reads each suit (who holds which of its thirteen cards, seen from declarer, and which card was led); in two
rounds each suit is read again beside the sums of all; the sums over trumps and side suits then give the chance of every
number of tricks. Positions are turned to declarer and their side suits sorted before anything is added up, so that turning
the table or renaming suits of equal role changes no bit of the answer. The answer is a control variate: the solver
corrects it wherever tricks count.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyser.errors import ModelError
from analyser.estimates.hand_arrays import Masks
from analyser.estimates.record_models import RecordModel
from analyser.messages import sentence

NO_LEAD: Final = -1
TRICKS: Final = 14
"""Answers: 0 to 13 tricks."""
WIDTH: Final = 4 * 13 + 13 + 3
"""Inputs per suit: each card by its holder, the card led, and the suit's role: trumps, beside trumps, at notrump."""
ROUNDS: Final = 2
"""Times each suit is read beside the others, with the same weights."""
_BLOCK: Final = 256
"""Positions per block, always padded to it: a position has the same answer alone and among thousands."""
_NOTRUMP: Final = 4
_PACK: Final = (1 << 52) - 1
_SUIT: Final = (1 << 13) - 1
_LAYERS: Final = ("encode", "embed", "own", "beside", "again", "head", "out")

Layers = dict[str, NDArray[np.float32]]


class TricksNet(RecordModel):
    """The network of tricks; its file is read at first use."""

    name = "tricks-net"

    def read(self) -> None:
        """Refuse layers of another shape."""
        layers = self.layers
        form = layers["encode"].shape[0], layers["out"].shape[1], *self.array("rounds").tolist()
        if form != (WIDTH, TRICKS, ROUNDS):
            raise ModelError(
                sentence("model-tables-differ"), where="models/tricks-net", remedy=sentence("train-again")
            )

    @cached_property
    def layers(self) -> Layers:
        """The weights and biases of every layer."""
        names = [name + part for name in _LAYERS for part in ("", "_bias") if name + part != "beside_bias"]
        return {name: np.ascontiguousarray(self.array(name), np.float32) for name in names}

    def distribution(
        self,
        hands: Masks,
        declarer: NDArray[np.int64],
        strain: NDArray[np.int64],
        lead: NDArray[np.int64] | None = None,
    ) -> NDArray[np.float64]:
        """The chance of 0 to 13 tricks for declarer double dummy, one row per position.

        `hands` are full deals, four masks per row, North first; `strain` counts clubs to notrump from 0; `lead` is the
        number of the card led, still in its holder's hand, or -1 before the lead.
        """
        if (np.bitwise_count(hands) != 13).any() or (np.bitwise_or.reduce(hands, axis=1) != _PACK).any():
            raise ModelError(sentence("deal-has-fifty-two"), where="models/tricks-net")
        out = np.empty((len(hands), TRICKS))
        for start in range(0, len(hands), _BLOCK):
            rows = slice(start, start + _BLOCK)
            led = None if lead is None else lead[rows]
            suits, is_trumps = suit_inputs(hands[rows], declarer[rows], strain[rows], led)
            count = len(suits)
            if count < _BLOCK:
                suits = np.concatenate([suits, np.zeros((_BLOCK - count, 4, WIDTH), np.float32)])
                is_trumps = np.concatenate([is_trumps, np.zeros(_BLOCK - count, np.bool_)])
            logits = forward(self.layers, suits, is_trumps).out[:count].astype(np.float64)
            logits -= logits.max(axis=1, keepdims=True)
            np.exp(logits, out=logits)
            out[rows] = logits / logits.sum(axis=1, keepdims=True)
        return out

    def mean_tricks(
        self,
        hands: Masks,
        declarer: NDArray[np.int64],
        strain: NDArray[np.int64],
        lead: NDArray[np.int64] | None = None,
    ) -> NDArray[np.float64]:
        """The expected number of declarer's double-dummy tricks, one per position, arguments as in `distribution`."""
        # summed row by row: a product of matrices adds up in an order that depends on the number of rows
        shares = self.distribution(hands, declarer, strain, lead)
        return np.asarray((shares * np.arange(TRICKS)).sum(axis=1))


@dataclass(frozen=True, slots=True)
class LayerValues:
    """The values of every layer for some positions: of the rounds, those before each and after the last."""

    encode: NDArray[np.float32]
    suits: tuple[NDArray[np.float32], ...]
    both: tuple[NDArray[np.float32], ...]
    own: tuple[NDArray[np.float32], ...]
    whole: NDArray[np.float32]
    head: NDArray[np.float32]
    out: NDArray[np.float32]
    """The logits of 0 to 13 tricks."""


def forward(layers: Layers, inputs: NDArray[np.float32], is_trumps: NDArray[np.bool_]) -> LayerValues:
    """The values of every layer for the inputs of some positions."""
    encode = _rectified(inputs.reshape(-1, WIDTH) @ layers["encode"], layers["encode_bias"])
    suits = [_rectified(encode @ layers["embed"], layers["embed_bias"])]
    both, own = [], []
    for _ in range(ROUNDS):
        both.append(pool_suits(suits[-1], is_trumps))
        read = (suits[-1] @ layers["own"]).reshape(len(inputs), 4, -1)
        read += (both[-1] @ layers["beside"])[:, None]
        own.append(_rectified(read.reshape(4 * len(inputs), -1), layers["own_bias"]))
        more = own[-1] @ layers["again"]
        more += suits[-1]
        suits.append(_rectified(more, layers["again_bias"]))
    whole = pool_suits(suits[-1], is_trumps)
    head = _rectified(whole @ layers["head"], layers["head_bias"])
    out = head @ layers["out"] + layers["out_bias"]
    return LayerValues(encode, tuple(suits), tuple(both), tuple(own), whole, head, out)


def _rectified(values: NDArray[np.float32], bias: NDArray[np.float32]) -> NDArray[np.float32]:
    values += bias
    return np.maximum(values, 0, out=values)


def pool_suits(values: NDArray[np.float32], is_trumps: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The values of the trump suit, zero at notrump, beside the sums over the other suits."""
    suits = values.reshape(len(is_trumps), 4, -1)
    trumps = suits[:, 0] * is_trumps[:, None]
    return np.concatenate([trumps, suits.sum(axis=1) - trumps], axis=1)


@cache
def _bits() -> NDArray[np.float32]:
    """The thirteen cards of every holding, a one for each held."""
    return (np.arange(_SUIT + 1)[:, None] >> np.arange(13) & 1).astype(np.float32)


def suit_inputs(
    hands: Masks,
    declarer: NDArray[np.int64],
    strain: NDArray[np.int64],
    lead: NDArray[np.int64] | None = None,
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """The inputs of the four suits of each position, trumps first, the others sorted; and where there are trumps."""
    suit = np.arange(4)
    seats = (declarer[:, None] + suit) & 3
    turned = np.take_along_axis(hands, seats, axis=1)
    held = np.empty((len(hands), 4, 5), np.int64)
    held[:, :, :4] = turned[:, None, :] >> 13 * suit[None, :, None] & _SUIT
    led = np.zeros(len(hands), np.int64) if lead is None else np.where(lead < 0, 0, 1 << np.maximum(lead, 0))
    held[:, :, 4] = led[:, None] >> 13 * suit & _SUIT
    # Equal layouts differ at most by the card led; in the sorted order sums are the same to the last bit.
    key = (held[:, :, :4] << 13 * suit).sum(axis=2) | (held[:, :, 4] > 0).astype(np.int64) << 52
    key[strain[:, None] == suit] = -1
    held = np.take_along_axis(held, np.argsort(key, axis=1, kind="stable")[:, :, None], axis=1)
    out = np.zeros((len(hands), 4, WIDTH), np.float32)
    out[:, :, :65] = _bits()[held].reshape(len(hands), 4, 65)
    is_trumps = strain != _NOTRUMP
    out[:, 0, 65] = is_trumps
    out[:, 1:, 66] = is_trumps[:, None]
    out[:, :, 67] = ~is_trumps[:, None]
    return out, is_trumps
