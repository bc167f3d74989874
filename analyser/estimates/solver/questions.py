"""The solver's questions, validated, and its answers: nothing else reaches the library.

An invalid question is not always refused by the library: it may be answered with nonsense, or end the process.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from analyser.bridge import (
    PACK,
    PASSED_OUT,
    Card,
    Contract,
    Deal,
    Hand,
    Play,
    Result,
    Seat,
    Side,
    Strain,
    Suit,
    Vulnerability,
)
from analyser.errors import BridgeError, SolverError
from analyser.estimates.services import Position
from analyser.scoring.contract_score import score_ns

Answer = tuple[int, ...]


class QuestionKind(StrEnum):
    """The questions: the whole table, tricks by card, tricks still to win, tricks along a play, whether a number is made."""

    TABLE = "table"
    OPTIONS = "options"
    TRICKS = "tricks"
    CURVE = "curve"
    MADE = "made"


_CODES = {kind: code for code, kind in enumerate(QuestionKind)}


@dataclass(frozen=True, slots=True)
class SolverQuestion:
    """One question in plain numbers; its answer is a row of numbers too.

    `deal` holds the hands as the trick in progress began, `cards` the trick in progress, or the whole play of a curve.
    `target` is the number of tricks the side in turn must take, in a question whether they can be made.
    """

    kind: QuestionKind
    deal: Deal
    strain: int = 0
    leader: int = 0
    cards: Answer = ()
    target: int = 0

    @property
    def key(self) -> bytes:
        """A unique key; keys sort by deal, then strain, then leader.

        This order is the fast one: the library reuses its results for the next question about the same deal and
        strain.
        """
        target = (self.target,) if self.kind is QuestionKind.MADE else ()
        sort_key = (4 * self.strain + self.leader, _CODES[self.kind], *self.cards, *target)
        return bytes((self.size,)) + self.deal.key + bytes(sort_key)

    @property
    def size(self) -> int:
        """The number of tricks still to be played."""
        return len(self.deal.hands[0])

    def numbers(self) -> tuple[object, ...]:
        """The question as the solver process reads it."""
        masks = [hand.mask for hand in self.deal.hands]
        if self.kind is QuestionKind.TABLE:
            return (self.kind.value, masks)
        if self.kind is not QuestionKind.CURVE:
            for place, card in enumerate(self.cards):
                masks[(self.leader + place) & 3] &= ~(1 << card)
        asked = (self.kind.value, masks, self.strain, self.leader, self.cards)
        return (*asked, self.target) if self.kind is QuestionKind.MADE else asked

    def read(self, from_worker: object) -> Answer:
        """The answer of the solver process as a row; refused if it cannot be the answer."""
        if isinstance(from_worker, str):
            raise SolverError(
                f"the library refuses: {from_worker}", where=self.kind.value, found=str(self.deal)
            )
        answer = self._row(from_worker)
        if not self.fits(answer):
            why = f"the library's answer cannot be: {from_worker}"
            raise SolverError(why, where=self.kind.value, found=str(self.deal))
        return answer

    def _row(self, from_worker: object) -> Answer:
        if isinstance(from_worker, int):
            return (from_worker,)
        rows = from_worker if isinstance(from_worker, list) else []
        if self.kind is QuestionKind.OPTIONS:
            return tuple(pair[0] for pair in rows) + tuple(pair[1] for pair in rows)
        if self.kind is QuestionKind.CURVE:
            # The library leaves out the last trick, in which nobody has a choice: its values equal the one
            # before.
            missing = len(self.cards) + 1 - len(rows)
            rows = rows + rows[-1:] * missing if 0 < missing <= 4 else rows
        return tuple(rows)

    def fits(self, answer: Answer) -> bool:
        """Whether a row of numbers can be the answer to this question."""
        cards = self._playable() if self.kind is QuestionKind.OPTIONS else ()
        length = {
            QuestionKind.TABLE: 20,
            QuestionKind.TRICKS: 1,
            QuestionKind.CURVE: len(self.cards) + 1,
            QuestionKind.OPTIONS: 2 * len(cards),
            QuestionKind.MADE: 1,
        }
        tricks, most = answer[len(cards) :], 1 if self.kind is QuestionKind.MADE else self.size
        return (
            len(answer) == length[self.kind]
            and answer[: len(cards)] == cards
            and all(0 <= number <= most for number in tricks)
        )

    def answer_from_tricks(self, tricks: int) -> Answer:
        """The answer to a question whether the target is made, from the number of tricks the side in turn can take."""
        return (int(tricks >= self.target),)

    @property
    def exact(self) -> "SolverQuestion":
        """The question of the number of tricks in the position of a question whether a target is made."""
        return replace(self, kind=QuestionKind.TRICKS, target=0)

    def _playable(self) -> Answer:
        mask = self.deal.hands[(self.leader + len(self.cards)) & 3].mask
        if self.cards:
            mask = mask & 0x1FFF << 13 * (self.cards[0] // 13) or mask
        return tuple(index for index in range(52) if mask >> index & 1)


def table_questions(deal: Deal) -> tuple[SolverQuestion, ...]:
    """The table of a deal; of an ending, each declarer in each strain (the library's table of the last trick is wrong)."""
    if deal.is_complete:
        return (SolverQuestion(QuestionKind.TABLE, deal),)
    return tuple(
        SolverQuestion(QuestionKind.TRICKS, deal, int(strain), int(declarer.next))
        for strain in Strain
        for declarer in Seat
    )


def leads_of(deal: Deal, contract: Contract) -> SolverQuestion:
    """The question of declarer's tricks after each lead against this contract."""
    return SolverQuestion(QuestionKind.OPTIONS, deal, int(contract.strain), int(contract.leader))


def curve_questions(deal: Deal, play: Play) -> tuple[SolverQuestion, ...]:
    """The questions of declarer's tricks before each card of a play; a card from another hand is refused.

    A play with a revoke is asked position by position: the library continues after one, but not always correctly.
    """
    problems = play.problems(deal)
    if problems:
        raise SolverError.from_problems(problems)
    if not play.revokes(deal):
        cards = tuple(card.index for card in play.cards)
        return (SolverQuestion(QuestionKind.CURVE, deal, int(play.strain), int(play.leader), cards),)
    counts = range(min(len(play) + 1, 4 * len(deal.hands[0])))
    return tuple(
        question_at(
            QuestionKind.TRICKS, _position_after(deal, Play(play.leader, play.strain, play.cards[:count]))
        )
        for count in counts
    )


def _position_after(deal: Deal, play: Play) -> Position:
    tricks = len(play.complete_tricks)
    leader = play.before_trick(tricks + 1).turn
    return Position(play.hands_left(deal), play.strain, leader, play.cards[4 * tricks :])


def question_at(kind: QuestionKind, position: Position) -> SolverQuestion:
    """The question of a position: the cards the player in turn may play, or the tricks his side can still take."""
    deal = _deal_of(position.hands, position.leader, position.trick)
    cards = tuple(card.index for card in position.trick)
    return SolverQuestion(kind, deal, int(position.strain), int(position.leader), cards)


def made_question(position: Position, target: int) -> SolverQuestion:
    """The question whether the side in turn can take so many of the remaining tricks; it must be open: 1 to all."""
    asked = question_at(QuestionKind.MADE, position)
    if not 1 <= target <= asked.size:
        raise SolverError(
            f"a target lies between 1 and the {asked.size} tricks left", where="made", found=str(target)
        )
    return replace(asked, target=target)


def _deal_of(hands: Sequence[Hand], leader: Seat, trick: tuple[Card, ...]) -> Deal:
    """The deal with the trick in progress put back: hands must then be of equal size and no card twice."""
    if len(trick) > 3:
        raise SolverError("a finished trick is no trick in progress", found=" ".join(map(str, trick)))
    if len(hands) != 4:
        raise SolverError("a position has four hands", found=f"{len(hands)} hands")
    masks = [hand.mask for hand in hands]
    for place, card in enumerate(trick):
        if any(mask >> card.index & 1 for mask in masks):
            raise SolverError("the card lies in the trick and still in a hand or twice", found=str(card))
        masks[(leader + place) & 3] |= 1 << card.index
    try:
        north, east, south, west = (Hand(mask) for mask in masks)
        return Deal((north, east, south, west))
    except BridgeError as reason:
        raise SolverError.from_problems(reason.problems) from reason


_LONG = 12  # cards a hand: shorter endings are searched in time whatever their shape
_TOUCHING = 4  # pairs of touching cards in one hand, of forty-eight; a dealt deal has about twelve
_MORE = 2  # further pairs for each void beyond one in every hand


def is_freak(deal: Deal) -> bool:
    """Whether the shape of a deal puts it beyond the solver, by a fixed test.

    >>> is_freak(Deal.parse("N:AK9.AQ72.K76.A92 T87.K8.AT98.K653 J6543.J654.Q4.QT Q2.T93.J532.J874"))
    False
    """
    if len(deal.hands[0]) < _LONG:
        return False
    lengths = [hand.lengths for hand in deal.hands]
    voids = [row.count(0) for row in lengths]
    if not all(voids):
        return False
    return _touching(deal) <= _TOUCHING + _MORE * (sum(voids) - 4) or _is_ring(lengths)


def _touching(deal: Deal) -> int:
    """The number of pairs of neighbouring cards of a suit held by one player."""
    pairs = 0
    for suit in Suit:
        holders = [deal.holder(card) for card in PACK[13 * suit : 13 * suit + 13]]
        neighbours = [holder for holder in holders if holder is not None]
        pairs += sum(low is high for low, high in pairwise(neighbours))
    return pairs


def _is_ring(lengths: "list[tuple[int, int, int, int]]") -> bool:
    """Whether each hand holds two suits and shares one with each opponent: every trick is a crossruff."""
    suits = [{suit for suit in Suit if row[suit]} for row in lengths]
    return all(
        len(suits[seat]) == 2
        and len(suits[seat] & suits[seat.next]) == 1
        and not suits[seat] & suits[seat.partner]
        for seat in Seat
    )


@dataclass(frozen=True, slots=True)
class DoubleDummyTable:
    """Declarer's tricks in each denomination from each hand: 20 numbers, strain by strain from clubs.

    >>> table = DoubleDummyTable((6, 5, 6, 5) * 5)
    >>> table.tricks(Strain.NOTRUMP, Seat.E), str(table).splitlines()[1]
    (5, 'N  6  6  6  6  6')
    """

    cells: tuple[int, ...]

    def __post_init__(self) -> None:
        """Refuse numbers of tricks no deal has."""
        if len(self.cells) != 20 or not all(0 <= cell <= 13 for cell in self.cells):
            raise SolverError("a table has twenty numbers between 0 and 13", found=str(self.cells))

    def tricks(self, strain: Strain, declarer: Seat) -> int:
        """Declarer's tricks in one denomination."""
        return self.cells[4 * strain + declarer]

    def __str__(self) -> str:
        """One line a declarer, clubs to notrump."""
        rows = (f"{seat} " + " ".join(f"{self.tricks(s, seat):2}" for s in Strain) for seat in Seat)
        return "\n".join(("   C  D  H  S NT", *rows))


_BIDS = tuple((level, strain) for level in range(1, 8) for strain in Strain)
_WORST = -10_000  # below the score of any contract


@dataclass(frozen=True, slots=True)
class Par:
    """The par score to North-South, and every result that gives it and withstands any further bid."""

    score_ns: int
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class _Bid:
    """A bid of one side and its score for that side if the auction ends there."""

    rank: int
    side: Side
    points: int
    results: tuple[Result, ...]


def par(table: DoubleDummyTable, dealer: Seat, vulnerability: Vulnerability) -> Par:
    """The par of a deal from its double-dummy table, by backward induction over the bids.

    Either side may always overcall, let the better partner declare, and double what goes down; the auction ends when
    the side that does not own the contract gains nothing by bidding on. Who deals matters if both sides can make the
    same contract: the dealer's side bids first. A contract is listed if it gives the par score and no higher bid of
    the opponents, left there, would be worth more to them: one trick short of that, they compete.
    """
    bids = tuple(_bids(table, vulnerability))
    first = dealer.side
    best = _auction(bids)
    mine, theirs = best[first], best[first.other]
    points = max(mine, -max(theirs, 0))
    score = points if first is Side.NS else -points
    results: list[Result] = [] if score else [PASSED_OUT]
    for bid in bids:
        # It gives the par score, and no higher bid of the opponents is worth more to them if it ends the
        # auction.
        if bid.points == (score if bid.side is Side.NS else -score) and all(
            other.points <= -bid.points
            for other in bids
            if other.rank > bid.rank and other.side is not bid.side
        ):
            results += bid.results
    return Par(score, tuple(results))


def _bids(table: DoubleDummyTable, vulnerability: Vulnerability) -> Iterator[_Bid]:
    """Every bid of each side, by the better declarer, doubled when it goes down."""
    for rank, (level, strain) in enumerate(_BIDS):
        for side in Side:
            tricks = {seat: table.tricks(strain, seat) for seat in side.seats}
            most = max(tricks.values())
            doubled = 1 if most < level + 6 else 0
            declarers = [seat for seat, number in tricks.items() if number == most]
            results = tuple(Result(Contract(level, strain, doubled, seat), most) for seat in declarers)
            score = score_ns(results[0], vulnerability)
            yield _Bid(rank, side, score if side is Side.NS else -score, results)


def _auction(bids: tuple[_Bid, ...]) -> dict[Side, int]:
    """The score of each side, in its own points, if it is the first to bid and must bid something."""
    best = dict.fromkeys(Side, _WORST)
    for rank in reversed(range(len(_BIDS))):
        above = dict(best)
        for bid in bids[2 * rank : 2 * rank + 2]:  # the opponents pass, or take the best of the higher bids
            best[bid.side] = max(above[bid.side], min(bid.points, -above[bid.side.other]))
    return best
