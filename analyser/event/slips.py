"""Results that contradict the auction, the play or themselves: questions for a scorer, each with what it rests on.

None of them says that somebody did wrong: a slip may lie in the record, in the score, or in a ruling nobody wrote down.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from analyser.bridge import PASS, Auction, Contract, Result, Vulnerability
from analyser.event.figures import EntryFigures
from analyser.event.values import BoardGroup, Entry
from analyser.ruling import Argument, Finding, FindingClass
from analyser.scoring import is_contract_score, score_ns

__all__ = ["FAR", "Slip", "slips_of", "slips_on"]

FAR = 4  # tricks from double dummy after the lead; one table in a thousand of the record lies so far off


@dataclass(frozen=True, slots=True)
class Slip:
    """A question about one result."""

    number: int
    finding: Finding

    @property
    def code(self) -> str:
        """What sort of question it is."""
        return self.finding.code


def _slip(entry: Entry, code: str, **args: Argument) -> Slip:
    return Slip(entry.number, Finding(f"event.slip.{code}", tuple(args.items()), FindingClass.FACT))


def slips_on(group: BoardGroup, figures: tuple[EntryFigures, ...] = ()) -> Iterator[Slip]:
    """Every question about the tables of a board, in their order."""
    empty = EntryFigures()
    for place, entry in enumerate(group.entries):
        yield from slips_of(entry, figures[place] if place < len(figures) else empty)


def slips_of(entry: Entry, figures: EntryFigures) -> Iterator[Slip]:
    """Every question about one result."""
    yield from _auction(entry)
    yield from _score(entry)
    yield from _play(entry)
    if entry.doubts:
        said = str(entry.result) if entry.result is not None else f"{entry.score_ns or 0:+d}"
        yield _slip(entry, "sources", ours=said, theirs=tuple(entry.doubts))
    yield from _solved(entry, figures)


def _auction(entry: Entry) -> Iterator[Slip]:
    auction = entry.auction
    if auction is None or entry.marked:
        return
    if problems := auction.problems():
        first = problems[0]
        yield _slip(entry, "call", at=first.where.removeprefix("auction "), call=first.found, why=first.why)
        return
    if not auction.is_over:
        return
    if entry.artificial is not None and not auction.is_passed_out:
        award = str(entry.artificial)
        yield _slip(entry, "award", award=award, contract=str(auction.contract))
        return
    given, told = auction.contract, entry.contract
    if given is None or told is None:
        if (given is None) != entry.passed_out and (told is not None or entry.passed_out):
            bid, score = (given or "passed out"), (told or "passed out")
            yield _slip(entry, "contract", bid=str(bid), told=str(score))
    elif given != told:
        yield _differs(entry, auction, given, told)


def _differs(entry: Entry, auction: Auction, given: Contract, told: Contract) -> Slip:
    """The contract scored is not the one bid: another declarer, another doubling, an earlier call, or another contract."""
    if replace(told, declarer=given.declarer) == given:
        return _slip(entry, "declarer", bid=str(given), told=str(told))
    if replace(told, doubled=given.doubled) == given:
        return _slip(entry, "doubled", bid=str(given), told=str(told))
    if (at := _earlier(auction, told)) is not None:
        return _slip(entry, "rollback", bid=str(given), told=str(told), at=f"call {at}")
    return _slip(entry, "contract", bid=str(given), told=str(told))


def _earlier(auction: Auction, told: Contract) -> int | None:
    """The call after which everybody passing would have led to the contract scored; none when there is none."""
    for number in range(1, len(auction.calls)):
        calls = auction.calls[:number]
        if not calls[-1].code:
            continue
        if Auction(auction.dealer, (*calls, PASS, PASS, PASS)).contract == told:
            return number
    return None


def _score(entry: Entry) -> Iterator[Slip]:
    """The score claimed against what contract and tricks give."""
    score, result = entry.score, entry.result
    if score is None:
        return
    if not is_contract_score(score):
        yield _slip(entry, "impossible", score=f"{score:+d}")
        return
    if result is None:
        return
    due = score_ns(result, entry.vulnerability)
    if score == due:
        return
    if score == -due:
        yield _slip(entry, "sign", score=f"{score:+d}", due=f"{due:+d}", result=str(result))
        return
    for other in Vulnerability:
        if score_ns(result, other) == score:
            word = str(entry.vulnerability)
            yield _slip(
                entry, "vulnerability", score=f"{score:+d}", due=f"{due:+d}", as_if=str(other), told=word
            )
            return
    if (tricks := _tricks_for(score, result, entry.vulnerability)) is not None:
        yield _slip(
            entry,
            "tricks-scored",
            score=f"{score:+d}",
            due=f"{due:+d}",
            result=str(result),
            would=str(tricks),
        )
        return
    yield _slip(entry, "score", score=f"{score:+d}", due=f"{due:+d}", result=str(result))


def _tricks_for(score: int, result: Result, vulnerability: Vulnerability) -> Result | None:
    """The number of tricks in this contract that gives this score."""
    if result.contract is None:
        return None
    for tricks in range(14):
        other = Result(result.contract, tricks)
        if score_ns(other, vulnerability) == score:
            return other
    return None


def _play(entry: Entry) -> Iterator[Slip]:
    if entry.stated is not None and entry.tricks is not None:
        yield _slip(entry, "tricks-played", stated=entry.stated, played=entry.tricks)
    play, deal = entry.play, entry.deal
    if play is None or deal is None or entry.marked:
        return
    if entry.contract is not None and play.leader is not entry.contract.leader:
        yield _slip(entry, "leader", leader=play.leader, due=entry.contract.leader)
        return
    if problems := play.problems(deal):
        first = problems[0]
        yield _slip(entry, "card", at=first.where.removeprefix("play "), card=first.found, why=first.why)
        return
    for revoke in play.revokes(deal):
        yield _slip(entry, "revoke", at=f"trick {revoke.trick} {revoke.seat}", card=str(revoke.card))


def _solved(entry: Entry, figures: EntryFigures) -> Iterator[Slip]:
    """What the tricks say: a claim against best play from there on, a result far from double dummy."""
    if entry.tricks is None or entry.contract is None:
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
    after = figures.after(entry.lead) if entry.lead is not None else figures.before
    if after is not None and abs(after - entry.tricks) >= FAR and len(entry.cards) < 52:
        yield _slip(entry, "far", tricks=entry.tricks, best=after, contract=str(entry.contract))
