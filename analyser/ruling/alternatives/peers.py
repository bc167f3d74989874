"""What would peers do here: shares of calls or leads with intervals and support, from a hand and an auction alone."""

from collections.abc import Mapping
from dataclasses import dataclass

from analyser.bridge import Auction, Call, Card, Hand, Seat, Vulnerability
from analyser.casefile import Action, Form, PlayerClass
from analyser.errors import UsageError
from analyser.ruling import Interval
from analyser.ruling.alternatives.shares import Belief, Prior

_LEAST = 0.005

Share = tuple[Action, float, Interval]


@dataclass(frozen=True, slots=True)
class PeerQuestion:
    """A turn to call, or an opening lead when the auction is over."""

    hand: Hand
    auction: Auction
    vulnerability: Vulnerability
    form: Form = Form.IMPS
    peers: PlayerClass | None = PlayerClass.EXPERT


@dataclass(frozen=True, slots=True)
class PeerAnswer:
    """How players divide; `support` is how often the record met this auction, `decile` 1 for the rarest tenth."""

    seat: Seat
    shares: tuple[Share, ...]
    support: int
    decile: int | None
    is_lead: bool


def peers_answer(question: PeerQuestion) -> PeerAnswer:
    """The shares, the largest first, each with its interval of nine tenths."""
    if len(question.hand) != 13:
        remedy = "write spades.hearts.diamonds.clubs, as AK9.AQ72.K76.A92"
        raise UsageError(
            "a hand of thirteen cards is wanted", where="HAND", found=str(question.hand), remedy=remedy
        )
    return _lead(question) if question.auction.is_over else _call(question)


def _call(question: PeerQuestion) -> PeerAnswer:
    from analyser.estimates import CallModel

    model = CallModel.load()
    answer = model.calls(question.hand, question.auction, question.vulnerability, question.form)
    known = model.support(question.auction)
    weight = Prior.shipped().weight(known.decile, question.peers)
    return PeerAnswer(
        question.auction.turn,
        _shares(dict(answer.shares), weight),
        answer.support,
        known.decile,
        is_lead=False,
    )


def _lead(question: PeerQuestion) -> PeerAnswer:
    from analyser.estimates import LeadModel

    contract = question.auction.contract
    if contract is None:
        raise UsageError(
            "nothing is led: the board was passed out", where="--auction", found=str(question.auction)
        )
    model = LeadModel.load()
    shares = dict(
        model.leads(question.hand, question.auction, contract, question.vulnerability, question.form)
    )
    weight = Prior.shipped().weight_of_lead(question.peers)
    return PeerAnswer(contract.leader, _shares(shares, weight), model.support(contract), None, is_lead=True)


def _shares(shares: Mapping[Call, float] | Mapping[Card, float], weight: float) -> tuple[Share, ...]:
    pairs: list[tuple[Action, float]] = [
        (action, share) for action, share in shares.items() if share >= _LEAST
    ]
    rows = []
    for action, share in sorted(pairs, key=lambda pair: (-pair[1], str(pair[0]))):
        low, high = Belief.around(share, weight).interval()
        rows.append((action, share, Interval(low, high)))
    return tuple(rows)
