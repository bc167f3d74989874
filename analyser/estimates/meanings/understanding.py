"""An explanation understood: what a person would confirm, and the distribution of hands it leaves of the auction's."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import Call, HandConstraint, Seat, Vulnerability
from analyser.estimates.hand_arrays import POINTS_CELLS, Masks, cell_of
from analyser.estimates.meanings.boxes import Box, Union, boxes_of, constraint_of
from analyser.estimates.meanings.completion import completed
from analyser.estimates.meanings.entries import entries_of
from analyser.estimates.meanings.figures import PARTS, RuleFigures
from analyser.estimates.meanings.joint import holds_box, joint_of, over_cells
from analyser.estimates.meanings.model import MeaningInputs, MeaningModel, Predicted, meaning_model
from analyser.estimates.meanings.reader import TextReading, read
from analyser.estimates.meanings.situation import situation_of
from analyser.estimates.meanings.tokens import LONGEST, Token

_NUMBERS: Final = np.arange(POINTS_CELLS)
_MOST: Final = 10.0
"""The largest logarithm of a weight: no explanation makes a hand surer than the record does."""


_HEAD: Final = 0.6
"""The weight of the network's own answer in the share of hands that hold what was read; the rest is the distribution's."""


_CARDS: Final = frozenset(("A", "K"))


def _names_card(bounds: Box) -> bool:
    """Whether a hand type names cards, as `SK`."""
    return any(len(name) == 2 and name[0] in "SHDC" for name in bounds)


def _log_odds(chance: float) -> float:
    inside = min(max(chance, 0.01), 0.99)
    return float(np.log(inside / (1 - inside)))


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """A text with words the lexicon does not know, or with none at all."""

    text: str
    unknown: tuple[str, ...]
    """The words, as typed; empty if the text says nothing."""


@dataclass(frozen=True, eq=False)
class Understood:
    """What an explanation of a call shows, on top of what the auction shows."""

    text: str
    auction: tuple[Call, ...]
    """The calls up to and with the explained one."""
    shows: str
    """In the constraint language, for a person to confirm; empty if the call asks and shows nothing."""
    asks: bool
    """Whether the call asks, relays or obeys."""
    words: tuple[int, ...]
    """The numbers of the learned entries; empty for a stated constraint."""
    plain: Union
    """What ranges, lengths and suits alone say."""
    full: Union
    """With words of strength and conventions."""
    before: Predicted
    after: Predicted

    @property
    def points(self) -> NDArray[np.float64]:
        """P(0 … 37 points), given auction and explanation."""
        return np.exp(self.after.logs[0, PARTS[0]])

    @property
    def lengths(self) -> NDArray[np.float64]:
        """P(0 … 13 cards) of spades, hearts, diamonds and clubs, given auction and explanation."""
        return np.exp(self.after.logs[0, PARTS[0].stop :]).reshape(4, 14)

    @property
    def auction_points(self) -> NDArray[np.float64]:
        """P(0 … 37 points) given the auction alone."""
        return np.exp(self.before.logs[0, PARTS[0]])

    @property
    def auction_lengths(self) -> NDArray[np.float64]:
        """P(0 … 13 cards) of each suit given the auction alone."""
        return np.exp(self.before.logs[0, PARTS[0].stop :]).reshape(4, 14)

    @property
    def balanced(self) -> float:
        """The chance of a balanced hand."""
        return float(self.after.balanced[0])

    @property
    def auction_balanced(self) -> float:
        """The chance of a balanced hand given the auction alone."""
        return float(self.before.balanced[0])

    @cached_property
    def rules(self) -> RuleFigures:
        """What ranges, lengths and suits alone say, as bounds."""
        return RuleFigures.from_union(self.plain)

    @cached_property
    def constraint(self) -> HandConstraint | None:
        """`shows` as a value."""
        return HandConstraint.parse(self.shows) if self.shows else None

    @cached_property
    def _joint(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """P(shape, points) by the auction, and with the explanation."""
        earlier = joint_of(self.before.logs[0], self.auction_balanced)
        later = joint_of(self.after.logs[0], self.balanced)
        if self.is_read and self.constraint is not None and len(self.constraint.alternatives) > 1:
            inside = holds_box(boxes_of(self.constraint))
            share = float((later * inside).sum())
            wanted = float(self.after.inside[0])
            if 0.02 < share < wanted:  # of alternatives the marginals allow mixtures nobody means
                later = later * (inside * wanted / share + (1 - inside) * (1 - wanted) / (1 - share))
        return earlier, later / later.sum()

    @property
    def is_read(self) -> bool:
        """Whether rules gave `shows`, not the distribution alone."""
        return constraint_of(self.full) is not None

    @cached_property
    def share(self) -> float:
        """The part of such calls whose hand held what `shows` says."""
        if self.constraint is None:
            return 1.0
        own = float(self.after.inside[0])
        if self.is_read and any(set(bounds) & _CARDS or _names_card(bounds) for bounds in self.full):
            return own  # the distribution knows points and lengths, not which cards
        joint = float(
            (joint_of(self.after.logs[0], self.balanced) * holds_box(boxes_of(self.constraint))).sum()
        )
        if not self.is_read or self.shows != str(constraint_of(self.full)):
            return joint
        # Both were compared with hands of the record that neither had seen: together they are right a little more often.
        mixed = _HEAD * _log_odds(own) + (1 - _HEAD) * _log_odds(joint)
        return float(1 / (1 + np.exp(-mixed)))

    def mean_points(self) -> float:
        """The mean of the points."""
        return float(self.points @ _NUMBERS)

    def points_between(self, part: float = 0.8) -> tuple[int, int]:
        """The central interval of the points that holds this part."""
        below = np.cumsum(self.points)
        edge = (1 - part) / 2
        return int(np.searchsorted(below, edge)), int(np.searchsorted(below, 1 - edge))

    def mean_lengths(self) -> tuple[float, float, float, float]:
        """The mean lengths of spades, hearts, diamonds and clubs."""
        spades, hearts, diamonds, clubs = (self.lengths @ np.arange(14)).tolist()
        return spades, hearts, diamonds, clubs

    @cached_property
    def cell_logs(self) -> NDArray[np.float64]:
        """For each cell of `hand_arrays` the log-likelihood of the explanation over the auction."""
        earlier, later = self._joint
        ratio = np.log(np.maximum(later, 1e-12)) - np.log(np.maximum(earlier, 1e-12))
        return over_cells(np.clip(ratio, -_MOST, _MOST), -_MOST)

    def log_likelihood(self, hands: Masks) -> NDArray[np.float64]:
        """How the explanation changes the logarithm of each hand's weight: on top of the auction's posterior, not in its place."""
        return np.asarray(self.cell_logs[cell_of(hands)])


def understand(
    text: str,
    auction: Sequence[Call],
    call: int | None = None,
    *,
    dealer: Seat = Seat.N,
    vulnerable: Vulnerability = Vulnerability.NONE,
    model: MeaningModel | None = None,
) -> Understood | NotUnderstood:
    """What a text shows about the hand of a call; `call` counts the auction's calls from 1, the last one unless given."""
    calls = tuple(auction[: len(auction) if call is None else call])
    lexicon = model or meaning_model()
    codes = tuple(made.code for made in calls)
    reading = read(text, codes)
    unknown = unknown_words(reading.tokens, lexicon)
    if unknown or not _says_something(reading):
        return NotUnderstood(text, unknown)
    if len(text) > LONGEST:
        return NotUnderstood(text, (text[LONGEST : LONGEST + 20].strip() or "…",))
    words = lexicon.known_entries(entries_of(reading.tokens, situation_of(codes)))
    return _understood(text, calls, reading, words, _side(calls, dealer, vulnerable), lexicon)


def understand_shows(
    shows: HandConstraint,
    auction: Sequence[Call],
    call: int | None = None,
    *,
    dealer: Seat = Seat.N,
    vulnerable: Vulnerability = Vulnerability.NONE,
    model: MeaningModel | None = None,
) -> Understood:
    """The same for a stated constraint instead of words: the same networks, by the rules alone."""
    calls = tuple(auction[: len(auction) if call is None else call])
    boxes = boxes_of(shows)
    reading = TextReading(boxes, boxes, (), asks=False)
    return _understood(
        str(shows), calls, reading, (), _side(calls, dealer, vulnerable), model or meaning_model()
    )


@lru_cache(maxsize=512)
def _understood_cached(
    text: str, calls: tuple[Call, ...], words: tuple[int, ...], side: int, lexicon: MeaningModel, stated: str
) -> Understood:
    codes = tuple(made.code for made in calls)
    if stated:
        boxes = boxes_of(HandConstraint.parse(stated))
        reading = TextReading(boxes, boxes, (), asks=False)
    else:
        reading = read(text, codes)
    vulnerable = np.array([side])
    before = lexicon.by_auction([codes], vulnerable)
    given = MeaningInputs(
        (codes,), vulnerable, (words,), (reading.plain,), (reading.full,), np.array([not stated])
    )
    after = lexicon.by_words(given, before)
    shows = stated or completed(reading, before, after)
    return Understood(text, calls, shows, reading.asks, words, reading.plain, reading.full, before, after)


def _understood(
    text: str,
    calls: tuple[Call, ...],
    reading: TextReading,
    words: tuple[int, ...],
    side: int,
    lexicon: MeaningModel,
) -> Understood:
    stated = "" if reading.tokens else text
    return _understood_cached(text, calls, words, side, lexicon, stated)


def _side(calls: Sequence[Call], dealer: Seat, vulnerable: Vulnerability) -> int:
    """The vulnerability as the maker of the last call sees it: 0 neither side, 1 his own, 2 the other, 3 both."""
    seat = Seat((dealer + len(calls) - 1) & 3)
    return vulnerable.includes(seat.side) + 2 * vulnerable.includes(seat.side.other)


_SILENT: Final = frozenset(
    ("fill", "or", "and", "but", "no", "maybe", "either", "exactly", "atleast", "atmost", "other")
)


def _says_something(reading: TextReading) -> bool:
    return any(
        token.kind not in ("sign", "odd", "call") and not (token.kind == "term" and token.text in _SILENT)
        for token in reading.tokens
    )


def unknown_words(tokens: Sequence[Token], lexicon: MeaningModel) -> tuple[str, ...]:
    """The words neither in the word lists nor met in the record, as typed, each once."""
    return tuple(
        dict.fromkeys(
            token.source or token.text
            for token in tokens
            if (token.kind == "word" and token.text not in lexicon.entries)
            or (token.kind == "odd" and token.text.isalnum())
        )
    )
