"""Questions to the scorer and the director: results that contradict themselves, and slow calls worth a look.

Each question states its evidence, and none says that somebody did wrong: the record or the score may be mistaken, or a
ruling may not have been written down. A recorded time is a fact; whether it was a break in tempo is for a person to
find. No question names a player.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from statistics import median
from typing import Any

from analyser.bridge import (
    PASS,
    PASSED_OUT,
    Auction,
    Call,
    Contract,
    Play,
    PointsOnly,
    Result,
    Seat,
    Side,
    Vulnerability,
)
from analyser.casefile import Form, Moment, Place, case_of
from analyser.casefile.tree import toml_text
from analyser.errors import AnalyserError
from analyser.estimates.services import CallsModel, Services
from analyser.event.pending_cases import board_context, case_tree
from analyser.event.settings import EventSettings
from analyser.event.solve_boards import TableFigures
from analyser.event.store import BoardGroup, ResultStore, TableEntry
from analyser.messages import Percentage
from analyser.ruling import Argument, Finding, FindingClass, RulingRequest
from analyser.ruling.rule import rule
from analyser.scoring import is_contract_score, score_ns

_WHOLE_PLAY = 52
FAR = 4  # tricks from double dummy after the lead; one table in a thousand of the record differs by so much


class SlipReason(StrEnum):
    """The usual reason of two differing records of one result."""

    RULING = "ruling"  # the score was adjusted
    TYPING = "typing"
    SIDE = "side"  # it went to the wrong side


_AWARD = "event.slip.artificial"


@dataclass(frozen=True, slots=True)
class Slip:
    """A question about one result; if two records differ, with the value the standings follow and the other one."""

    number: int
    finding: Finding
    reason: SlipReason | None = None
    follows: str = ""
    instead: str = ""


def _slip(entry: TableEntry, code: str, **args: Argument) -> Slip:
    return Slip(entry.number, Finding(f"event.slip.{code}", tuple(args.items()), FindingClass.FACT))


def _differs(slip: Slip, reason: SlipReason, follows: object, instead: object) -> Slip:
    return replace(slip, reason=reason, follows=str(follows), instead=str(instead))


def slips_on(
    group: BoardGroup, figures: tuple[TableFigures, ...] = (), ruled: Collection[int] = ()
) -> Iterator[Slip]:
    """Every question about the tables of a board, in their order; also which ruling gave an award without one."""
    empty = TableFigures()
    twice = _seated_twice(group)
    for place, entry in enumerate(group.entries):
        for who in twice.get(entry.number, ()):
            yield _slip(entry, "twice", who=who)
        for slip in slips_of(entry, figures[place] if place < len(figures) else empty):
            if slip.finding.code != _AWARD or entry.number not in ruled:
                yield slip


def _seated_twice(group: BoardGroup) -> dict[int, list[str]]:
    """The competitors with several results on the board in one round, by the number of each result after the first.

    The two rooms of a match do not count: there a team sits on both sides against the same opponents.
    """
    first: dict[tuple[str, ...], TableEntry] = {}
    twice: dict[int, list[str]] = {}
    for entry in group.entries:
        for side in Side:
            if not (who := entry.competitor_of(side)):
                continue
            earlier = first.setdefault((entry.source.file, entry.section, entry.round, who), entry)
            other_room = (earlier.ns, earlier.ew) == (entry.ew, entry.ns)
            if earlier is not entry and not other_room:
                twice.setdefault(entry.number, []).append(who)
    return twice


def slips_of(entry: TableEntry, figures: TableFigures) -> Iterator[Slip]:
    """Every question about one result."""
    yield from _auction(entry)
    yield from _score(entry)
    yield from _tricks(entry)
    yield from _play(entry)
    if entry.doubts:
        ours = entry.result if entry.result is not None else PointsOnly(entry.score_ns or 0)
        slip = _slip(entry, "sources", ours=ours, theirs=entry.doubts)
        yield _differs(slip, SlipReason.TYPING, ours, "; ".join(map(str, entry.doubts)))
    yield from _questions_from_tricks(entry, figures)


def _auction(entry: TableEntry) -> Iterator[Slip]:
    auction = entry.auction
    if auction is None and entry.artificial is not None:
        award = str(entry.artificial)
        yield _differs(_slip(entry, "artificial", award=award), SlipReason.RULING, award, "")
    if auction is None or entry.marked:
        return
    if problems := auction.problems():
        number = next(
            number for number in range(1, len(auction) + 1) if auction.before(number + 1).problems()
        )
        at, call = Place(Moment.CALL, number), auction.calls[number - 1]
        yield _slip(entry, "call", at=at, call=call, why=problems[0].why)
        return
    if not auction.is_over:
        return
    if entry.artificial is not None and not auction.is_passed_out:
        award, reached = str(entry.artificial), auction.contract or PASSED_OUT
        slip = _slip(entry, "award", award=award, contract=reached)
        yield _differs(slip, SlipReason.RULING, award, reached)
        return
    bid, scored = auction.contract, entry.contract
    if bid is None or scored is None:
        if (bid is None) != entry.passed_out and (scored is not None or entry.passed_out):
            slip = _slip(entry, "contract", bid=bid or PASSED_OUT, told=scored or PASSED_OUT)
            yield _differs(slip, SlipReason.RULING, scored or PASSED_OUT, bid or PASSED_OUT)
    elif bid != scored:
        yield _other_contract(entry, auction, bid, scored)


def _other_contract(entry: TableEntry, auction: Auction, bid: Contract, scored: Contract) -> Slip:
    """The question if the contract scored is not the one bid: declarer, doubling, an earlier call, or another contract."""
    if replace(scored, declarer=bid.declarer) == bid:
        own_side = scored.declarer.side is bid.declarer.side
        reason = SlipReason.TYPING if own_side else SlipReason.SIDE
        return _differs(_slip(entry, "declarer", bid=bid, told=scored), reason, scored, bid)
    if replace(scored, doubled=bid.doubled) == bid:
        return _differs(_slip(entry, "doubled", bid=bid, told=scored), SlipReason.TYPING, scored, bid)
    for at, last in enumerate(auction.calls[:-1], 1):
        passed_from_here = Auction(auction.dealer, (*auction.calls[:at], PASS, PASS, PASS))
        if last.code and passed_from_here.contract == scored:
            slip = _slip(entry, "rollback", bid=bid, told=scored, at=Place(Moment.CALL, at))
            return _differs(slip, SlipReason.RULING, scored, bid)
    return _differs(_slip(entry, "contract", bid=bid, told=scored), SlipReason.RULING, scored, bid)


def _score(entry: TableEntry) -> Iterator[Slip]:
    """The question if the stated score is not that of contract and tricks."""
    score, result = entry.score, entry.result
    if score is None:
        return
    if result is None or score != score_ns(result, entry.vulnerability):
        slip = _other_score(entry, score, result)
        if slip is None:
            return
        follows, instead = f"{score:+d}", "" if result is None else str(result)
        if result is not None and not is_contract_score(score):
            follows, instead = instead, follows
        yield replace(slip, follows=follows, instead=instead)


def _other_score(entry: TableEntry, score: int, result: Result | None) -> Slip | None:
    """The question about a stated score that is not the result's, with the likely explanation."""
    if not is_contract_score(score):
        return replace(_slip(entry, "impossible", score=f"{score:+d}"), reason=SlipReason.RULING)
    if result is None:
        return None
    vulnerability, due = entry.vulnerability, score_ns(result, entry.vulnerability)
    figures = {"score": f"{score:+d}", "due": f"{due:+d}"}
    if score == -due:
        return replace(_slip(entry, "sign", **figures, result=result), reason=SlipReason.SIDE)
    as_if = next((str(other) for other in Vulnerability if score_ns(result, other) == score), None)
    if as_if is not None:
        slip = _slip(entry, "vulnerability", **figures, as_if=as_if, told=str(vulnerability))
        return replace(slip, reason=SlipReason.TYPING)
    others = () if result.contract is None else (Result(result.contract, tricks) for tricks in range(14))
    would = next((other for other in others if score_ns(other, vulnerability) == score), None)
    if would is not None:
        slip = _slip(entry, "tricks-scored", **figures, result=result, would=would)
        return replace(slip, reason=SlipReason.TYPING)
    return replace(_slip(entry, "score", **figures, result=result), reason=SlipReason.RULING)


def _tricks(entry: TableEntry) -> Iterator[Slip]:
    """The question if the tricks scored are not those of the cards played, or else of the claim."""
    tricks = None if entry.played is None else entry.played.tricks
    if tricks is None or entry.tricks is None or tricks == entry.tricks:
        return
    play, deal = entry.play, entry.deal
    all_played = len(entry.cards) == _WHOLE_PLAY
    revoked = all_played and play is not None and deal is not None and bool(play.revokes(deal))
    code = "tricks-played" if all_played else "tricks-claimed"
    slip = _slip(entry, code, stated=entry.tricks, played=tricks)
    reason = SlipReason.RULING if revoked or entry.marked else SlipReason.TYPING
    yield _differs(slip, reason, entry.result, entry.played)


def _play(entry: TableEntry) -> Iterator[Slip]:
    play, deal, contract = entry.play, entry.deal, entry.contract_played
    if play is None or deal is None or entry.marked:
        return
    if contract is not None and play.leader is not contract.leader:
        yield _slip(entry, "leader", leader=play.leader, due=contract.leader)
        return
    if problems := play.problems(deal):
        number = next(
            number
            for number in range(1, len(play.cards) + 1)
            if Play(play.leader, play.strain, play.cards[:number]).problems(deal)
        )
        at = Place(Moment.TRICK, (number + 3) // 4, play.seats[number - 1])
        yield _slip(entry, "card", at=at, card=play.cards[number - 1], why=problems[0].why)
        return
    for revoke in play.revokes(deal):
        yield _slip(entry, "revoke", at=Place(Moment.TRICK, revoke.trick, revoke.seat), card=revoke.card)


def _questions_from_tricks(entry: TableEntry, figures: TableFigures) -> Iterator[Slip]:
    """Questions from double dummy: a claim compared with best play from there on, a result far from it."""
    if entry.tricks is None or entry.contract is None or entry.contract != entry.contract_played:
        return
    curve = figures.curve
    if entry.claimed and len(curve) == len(entry.cards) + 1 and len(entry.cards) > 1:
        best = curve[-1]
        if best != entry.tricks:
            code = "claim-gave" if entry.tricks < best else "claim-took"
            trick = len(entry.cards) // 4
            yield _slip(
                entry, code, tricks=entry.tricks, best=best, number=abs(best - entry.tricks), after=trick
            )
        return
    after = figures.tricks_after_lead(entry.lead) if entry.lead is not None else figures.tricks_before_lead
    if after is not None and abs(after - entry.tricks) >= FAR and len(entry.cards) < 52:
        yield _slip(entry, "far", tricks=entry.tricks, best=after, contract=entry.contract)


_SECONDS = 10  # a faster call is never slow, unless the event's settings say otherwise
SHARE_AT_LEAST = 0.1  # the least share of peers for another call that makes a question
_TIMES = 3  # … nor one that took less than three times what the others of its auction took


@dataclass(frozen=True, slots=True)
class SlowCall:
    """A slow call, and partner's next call after it; call numbers count from 1."""

    number: int  # of the result
    at: int
    seat: Seat
    call: Call
    seconds: int
    usual: Fraction  # the median of the other times of this auction
    action_at: int
    action: Call


@dataclass(frozen=True, slots=True)
class SlowCandidate:
    """Partner's action over alternatives that peers would choose too.

    `alternatives` are the other calls with the share of peers who would make each; `suggested_over` those over which
    the slow call was measured to suggest the action (None: not measured). `gain` is the action's gain over the best of
    them due to the information, in the event's currency.
    """

    slow: SlowCall
    share: float
    alternatives: tuple[tuple[Call, float], ...]
    suggested_over: tuple[Call, ...] | None = None
    gain: float | None = None
    gain_interval: tuple[float, float] | None = None


def slow_calls(entry: TableEntry, least: int | None = None) -> Iterator[SlowCall]:
    """The slow calls of an auction after which partner acted again.

    >>> from analyser.bridge import Auction
    >>> from analyser.event.store import ResultSource
    >>> auction = Auction.parse("N", "1S P 2S P P 3H P P 3S P P P")
    >>> times = (3, 2, 4, 3, 2, 4, 21, 3, 4, 2, 2, 2)
    >>> entry = TableEntry(source=ResultSource("a"), board=1, auction=auction, call_times=times)
    >>> [(str(slow.seat), slow.seconds, str(slow.action)) for slow in slow_calls(entry)]
    [('S', 21, '3S')]
    """
    auction = entry.auction
    if auction is None or auction.irregular or auction.problems():
        return
    known = [seconds for seconds in entry.call_times if seconds is not None]
    for at, seconds in enumerate(entry.call_times, 1):
        if seconds is None or at + 2 > len(auction.calls):
            continue
        others = list(known)
        others.remove(seconds)
        if len(others) < 3:
            continue
        usual = Fraction(median(others))
        if seconds < (least or _SECONDS) or seconds < _TIMES * usual:
            continue
        seat, action = auction.seat_of(at), auction.calls[at + 1]
        yield SlowCall(entry.number, at, seat, auction.calls[at - 1], seconds, usual, at + 2, action)


def candidate_of(
    entry: TableEntry, slow: SlowCall, model: CallsModel, form: Form, least: float
) -> SlowCandidate | None:
    """The candidate if peers would choose something else often enough, or None; also None without the cards."""
    deal, auction = entry.deal, entry.auction
    if deal is None or auction is None:
        return None
    before = auction.before(slow.action_at)
    peers = model.calls(deal[slow.seat.partner], before, entry.vulnerability, form)
    shares = sorted(peers.shares, key=lambda pair: (-pair[1], pair[0].code))
    others = tuple(
        (call, round(share, 3)) for call, share in shares if call != slow.action and share >= least
    )
    return SlowCandidate(slow, round(peers.share_of(slow.action), 3), others) if others else None


def rarity(candidate: SlowCandidate) -> tuple[float, int]:
    """The sort key of candidates to measure: the share of peers who would choose the action, least first."""
    return (candidate.share - max(share for _, share in candidate.alternatives), candidate.slow.number)


def _slow_case(slow: SlowCall, entry: TableEntry, event: EventSettings, store: ResultStore) -> dict[str, Any]:
    """A case file's tree in which the slow call is the incident."""
    at, seat = f"call {slow.at}", str(slow.seat)
    tree = case_tree(entry, event, board_context(entry, event, store), f"slow-{slow.number}-{slow.at}")
    tree["remark"] = [{"at": at, "kind": "tempo", "by": seat, "seconds": slow.seconds, "status": "found"}]
    tree["incident"] = [
        {
            "id": "slow",
            "kind": "unauthorised-information",
            "source": seat,
            "at": at,
            "offender": str(slow.seat.partner),
            "action": f"call {slow.action_at}",
        }
    ]
    return tree


def measure_candidate(
    candidate: SlowCandidate, entry: TableEntry, event: EventSettings, store: ResultStore, services: Services
) -> SlowCandidate:
    """The candidate with what the slow call suggested, or unchanged if that cannot be measured."""
    tree = _slow_case(candidate.slow, entry, event, store)
    try:
        ruling = rule(case_of(toml_text(tree).encode("utf-8")), RulingRequest(), services)
    except AnalyserError:
        return candidate
    options = [option for incident in ruling.incidents for option in incident.alternatives]
    chosen = next((option for option in options if option.action == candidate.slow.action), None)
    if chosen is None or chosen.suggested is None:
        return candidate
    alternatives = {option.action for option in options if option.is_alternative is not False}
    over = tuple(
        action
        for action in chosen.suggested_over
        if chosen.suggested and isinstance(action, Call) and action in alternatives
    )
    interval = chosen.gain_interval
    return replace(candidate, suggested_over=over, gain=chosen.gain, gain_interval=interval)


def candidate_question(candidate: SlowCandidate) -> Finding:
    """A candidate as a question with its evidence."""
    slow = candidate.slow
    over = candidate.suggested_over
    best, share = candidate.alternatives[0]
    code = "event.candidate.open" if over is None else "event.candidate.suggested"
    return Finding.from_code(
        code,
        kind=FindingClass.FACT,
        seat=slow.seat,
        partner=slow.seat.partner,
        seconds=slow.seconds,
        usual=slow.usual,
        at=Place(Moment.CALL, slow.at),
        call=slow.call,
        action=slow.action,
        ours=Percentage.round_to(candidate.share),
        other=over[0] if over else best,
        theirs=Percentage.round_to(dict(candidate.alternatives).get(over[0], 0.0) if over else share),
    )
