"""The contracts that candidate calls lead to in many deals, if everybody then makes his likeliest call.

All auctions are followed side by side, a call at a time: an auction reached in several deals is one node, remembered
with its successors, and equal hands at a node are asked about once. The first layer of the call model is summed once
for each hand, not at each of its turns.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol, cast, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import CALLS, PASS, Auction, Call, Contract, Hand, Vulnerability
from analyser.casefile import Form
from analyser.estimates.hand_arrays import Masks
from analyser.estimates.services import CallsModel

_LONGEST: Final = 24  # further calls at most; then everybody passes


@runtime_checkable
class NodeModel(Protocol):
    """A call model that answers at many turns of many hands, having read each hand once."""

    def read_hands(self, masks: Masks) -> object:
        """What the model needs to know of these hands, whatever the auction."""
        ...

    def likeliest_codes(
        self,
        hands: object,
        hand_of: NDArray[np.int64],
        auctions: Sequence[Auction],
        auction_of: NDArray[np.int64],
        vulnerability: Vulnerability,
        form: Form,
    ) -> NDArray[np.int64]:
        """The code of the likeliest call of each hand (its number among those read) after its auction (likewise)."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class FollowedAuctions:
    """The contract each candidate call leads to: `reached` has a row per deal, a column per call, numbers in `contracts`."""

    contracts: tuple[Contract | None, ...]
    reached: NDArray[np.int64]

    def rows(self) -> tuple[tuple[Contract | None, ...], ...]:
        """The contracts themselves, by deal."""
        return tuple(tuple(self.contracts[place] for place in row) for row in self.reached.tolist())


def follow_auctions(
    start: Auction,
    candidates: Sequence[Call],
    deals: Masks,
    vulnerability: Vulnerability,
    form: Form,
    model: CallsModel,
) -> FollowedAuctions:
    """The contract each candidate call leads to in each deal (four masks per row, North first)."""
    dealt = np.ascontiguousarray(deals, np.int64).tobytes()
    hashable_model = cast("Hashable", model)  # models compare by identity
    return _follow(start, tuple(candidates), dealt, vulnerability, form, hashable_model)


@lru_cache(maxsize=64)
def _follow(
    start: Auction,
    candidates: tuple[Call, ...],
    dealt: bytes,
    vulnerability: Vulnerability,
    form: Form,
    model: CallsModel,
) -> FollowedAuctions:
    """The same, cached: a case ruled again with another finding asks in the same deals."""
    deals = np.frombuffer(dealt, np.int64).reshape(-1, 4)
    tree = _AuctionTree()
    at = np.tile([tree.add(start.then(call)) for call in candidates], (len(deals), 1)).astype(np.int64)
    masks, hand_of = np.unique(deals, return_inverse=True)
    hand_of = hand_of.reshape(deals.shape)
    ask = _asker(model, masks, vulnerability, form)
    for _ in range(_LONGEST):
        going = np.flatnonzero(~tree.over[at.ravel()])
        if not len(going):
            break
        nodes = at.ravel()[going]
        hands = hand_of[going // len(candidates), tree.turn[nodes]]
        # equal hands after equal calls, such as the known player's own, call alike
        pairs, place = np.unique(nodes * len(masks) + hands, return_inverse=True)
        met, local = np.unique(pairs // len(masks), return_inverse=True)
        codes = ask(pairs % len(masks), [tree.nodes[node] for node in met.tolist()], local)
        moves, move_of = np.unique(met[local] * len(CALLS) + codes, return_inverse=True)
        after = np.array([tree.after(*divmod(move, len(CALLS))) for move in moves.tolist()], np.int64)
        at.ravel()[going] = after[move_of[place]]
    return tree.contracts_at(at)


class _AuctionTree:
    """The auctions met, by number, and the number each call leads to."""

    def __init__(self) -> None:
        self.nodes: list[Auction] = []
        self._over: list[bool] = []
        self._turn: list[int] = []
        self._passes: list[int] = []
        self._after: dict[tuple[int, int], int] = {}

    def add(self, auction: Auction) -> int:
        """The number of an auction met for the first time."""
        passes = next((back for back, call in enumerate(reversed(auction.calls)) if call != PASS), 4)
        return self._add(auction, int(auction.turn), passes)

    def _add(self, auction: Auction, turn: int, passes: int) -> int:
        self.nodes.append(auction)
        self._turn.append(turn)
        self._passes.append(passes)
        self._over.append(len(auction.calls) >= 4 and passes >= 3)
        return len(self.nodes) - 1

    def after(self, node: int, code: int) -> int:
        """The number of the auction after a call."""
        known = self._after.get((node, code))
        if known is None:
            auction, turn = self.nodes[node], self._turn[node] + 1 & 3
            if code == PASS.code:  # most calls are, and none is illegal
                calls = (*auction.calls, PASS)
                passed = Auction(auction.dealer, calls, auction.irregular)
                known = self._add(passed, turn, self._passes[node] + 1)
            else:
                known = self._add(auction.then(CALLS[code]), turn, 0)
            self._after[node, code] = known
        return known

    @property
    def over(self) -> NDArray[np.bool_]:
        """Whether each auction is over."""
        return np.array(self._over, np.bool_)

    @property
    def turn(self) -> NDArray[np.int64]:
        """The player in turn in each auction that is not over."""
        return np.array(self._turn, np.int64)

    def contracts_at(self, at: NDArray[np.int64]) -> FollowedAuctions:
        """The contracts of the auctions reached; one that was not over by then is passed out."""
        met, place = np.unique(at, return_inverse=True)
        known: dict[Contract | None, int] = {}
        numbers = []
        for node in met.tolist():
            auction = self.nodes[node]  # passed out if it is not over yet
            numbers.append(known.setdefault(auction.contract, len(known)))
        reached = np.array(numbers, np.int64)[place.reshape(at.shape)]
        reached.flags.writeable = False  # cached: other callers get the same array
        return FollowedAuctions(tuple(known), reached)


class _Ask(Protocol):
    def __call__(
        self, hand_of: NDArray[np.int64], auctions: Sequence[Auction], auction_of: NDArray[np.int64]
    ) -> NDArray[np.int64]: ...


def _asker(model: CallsModel, masks: Masks, vulnerability: Vulnerability, form: Form) -> _Ask:
    """The function from hands and auctions, by number, to the codes of the likeliest calls."""
    if isinstance(model, NodeModel):
        known = model.read_hands(masks)
        return lambda hand_of, auctions, auction_of: model.likeliest_codes(
            known, hand_of, auctions, auction_of, vulnerability, form
        )
    hands = [Hand(mask) for mask in masks.tolist()]

    def ask(
        hand_of: NDArray[np.int64], auctions: Sequence[Auction], auction_of: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        turns = [hands[number] for number in hand_of.tolist()]
        heard = [auctions[number] for number in auction_of.tolist()]
        calls = model.likeliest(turns, heard, vulnerability, form)
        return np.array([call.code for call in calls], np.int64)

    return ask
