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


def peers_answer(asked: PeerQuestion) -> PeerAnswer:
    """The shares, the largest first, each with its interval of nine tenths."""
    if len(asked.hand) != 13:
        remedy = "write spades.hearts.diamonds.clubs, as AK9.AQ72.K76.A92"
        raise UsageError(
            "a hand of thirteen cards is wanted", where="HAND", found=str(asked.hand), remedy=remedy
        )
    return _lead(asked) if asked.auction.is_over else _call(asked)


def _call(asked: PeerQuestion) -> PeerAnswer:
    from analyser.estimates import CallModel

    model = CallModel.load()
    told = model.calls(asked.hand, asked.auction, asked.vulnerability, asked.form)
    known = model.support(asked.auction)
    weight = Prior.shipped().weight(known.decile, asked.peers)
    return PeerAnswer(
        asked.auction.turn, _shares(dict(told.shares), weight), told.support, known.decile, is_lead=False
    )


def _lead(asked: PeerQuestion) -> PeerAnswer:
    from analyser.estimates import LeadModel

    contract = asked.auction.contract
    if contract is None:
        raise UsageError(
            "nothing is led: the board was passed out", where="--auction", found=str(asked.auction)
        )
    model = LeadModel.load()
    told = dict(model.leads(asked.hand, asked.auction, contract, asked.vulnerability, asked.form))
    weight = Prior.shipped().weight_of_lead(asked.peers)
    return PeerAnswer(contract.leader, _shares(told, weight), model.support(contract), None, is_lead=True)


def _shares(told: Mapping[Call, float] | Mapping[Card, float], weight: float) -> tuple[Share, ...]:
    pairs: list[tuple[Action, float]] = [(action, share) for action, share in told.items() if share >= _LEAST]
    rows = []
    for action, share in sorted(pairs, key=lambda pair: (-pair[1], str(pair[0]))):
        low, high = Belief.around(share, weight).interval()
        rows.append((action, share, Interval(low, high)))
    return tuple(rows)
