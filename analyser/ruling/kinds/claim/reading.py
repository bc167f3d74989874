"""The facts of a claim as the case states them: the cards left, the statement, and what persons found."""

from dataclasses import dataclass, field

from analyser.bridge import Card, Deal, Play, Seat, Side, Suit
from analyser.casefile import Case, Claim, JudgedActions, JudgedTricks, PlayerClass, Question
from analyser.estimates.endings.ending import Ending
from analyser.ruling.kinds.claim.plausibility import Prices
from analyser.ruling.kinds.rectification import find_judgement


@dataclass(frozen=True, slots=True)
class ClaimFacts:
    """The facts a claim is judged on; if `declarer` is `None`, the claimer plays both hands of his side.

    `claims` and `concedes` count tricks of those remaining. `aware` is whether the claimer knew of an outstanding
    trump: `None` if nobody has said so. `shown_out` lists the suits opponents have shown out of (70E1).
    """

    ending: Ending
    by: Seat
    claims: int
    concedes: int = 0
    declarer: Seat | None = None
    mentions_trump: bool = False
    aware: bool = False
    forgotten: int = 0  # trumps out beyond those the claimer counted
    order: tuple[Suit, ...] = ()
    towards: tuple[Card, ...] = ()  # their suit is begun from the other hand
    unread: bool = False  # a line was stated in words, and no order or card of it is given
    player: PlayerClass | None = None
    shown_out: frozenset[tuple[Seat, Suit]] = field(default_factory=frozenset)

    @property
    def is_defenders(self) -> bool:
        """Whether the claimer defends, and cannot choose his partner's plays (70D2)."""
        return self.declarer is not None and self.declarer.side is not self.by.side


def recorded_play(case: Case, claim: Claim) -> Play | None:
    """The play up to the claim, or `None` if it is not recorded."""
    if case.deal is None or case.play is None or claim.position is not None:
        return None
    return case.play if claim.after is None else case.play.before_trick(claim.after + 1)


def tricks_before_claim(case: Case, claim: Claim, size: int) -> dict[Side, int] | None:
    """Each side's tricks before the claim, when `size` are left: from the play, else as the case states them."""
    play = recorded_play(case, claim)
    if play is not None:
        return {side: play.won_by(side) for side in Side}
    if claim.won is None or case.declarer is None:
        return None
    side = case.declarer.side
    return {side: claim.won, side.other: 13 - size - claim.won}


def play_after(case: Case, claim: Claim) -> tuple[Card, ...]:
    """The cards recorded after the claim (68D, 70D3)."""
    before = recorded_play(case, claim)
    if before is None or case.play is None:
        return ()
    return case.play.cards[len(before) :]


def facts_of(case: Case, claim: Claim, prices: Prices) -> ClaimFacts | None:
    """The claim as facts; `None` if the cards left are not known."""
    ending = ending_of(case, claim)
    if ending is None:
        return None
    conceded = claim.concedes or 0
    claimed = claim.claims if claim.claims is not None else ending.size - conceded
    aware = find_judgement(case, claim, Question.AWARE_OF_TRUMP)
    if aware is None:
        aware = claim.mentions_trump is None and aware_by_play(
            recorded_play(case, claim), ending, claim.by, prices
        )
    forgotten = max(0, _trumps_out(ending, claim.by) - claim.trumps_counted) if claim.trumps_counted else 0
    return ClaimFacts(
        ending=ending,
        by=claim.by,
        claims=claimed,
        concedes=conceded,
        declarer=case.declarer,
        mentions_trump=bool(claim.mentions_trump) and not forgotten,
        aware=aware and not forgotten,
        forgotten=forgotten,
        order=claim.order or (),
        towards=claim.towards or (),
        unread=bool((claim.statement or "").strip()) and not claim.order and not claim.towards,
        player=case.player(claim.by).class_,
        shown_out=_suits_shown_out(recorded_play(case, claim), claim.by),
    )


def ending_of(case: Case, claim: Claim) -> Ending | None:
    """The cards left when the claim was made; `None` if they are not known."""
    if claim.position is not None:
        strain = claim.trumps
        if strain is None and case.contract is not None:
            strain = case.contract.strain
        if strain is None or claim.on_lead is None:
            return None
        return Ending(claim.position, strain, claim.on_lead)
    play = recorded_play(case, claim)
    deal: Deal | None = case.deal
    if play is None or deal is None or len(play) > 48 + 3:
        return None
    return Ending.from_play(deal, play)


def judged_line(case: Case, claim: Claim) -> tuple[Card, ...]:
    """The line a director found would have been played."""
    for judgement in case.judgements(claim.id):
        if isinstance(judgement, JudgedActions) and judgement.question is Question.NORMAL_LINE:
            return tuple(card for card in judgement.answer if isinstance(card, Card))
    return ()


def judged_tricks(case: Case, claim: Claim) -> int | None:
    """Declarer's tricks on the board as a person found them, or `None`."""
    for judgement in case.judgements(claim.id):
        if isinstance(judgement, JudgedTricks) and judgement.incident == claim.id:
            return judgement.answer
    return None


def _trumps_out(ending: Ending, by: Seat) -> int:
    """The number of trumps the other side holds."""
    trump = ending.strain.trump
    others = (seat for seat in Seat if seat.side is not by.side)
    return 0 if trump is None else sum(ending.deal[seat].lengths[trump] for seat in others)


def aware_by_play(play: Play | None, ending: Ending, by: Seat, prices: Prices) -> bool:
    """Whether the play leaves no doubt that the claimer knew of the trumps still out (70C2)."""
    trump = ending.strain.trump
    if play is None or trump is None:
        return False
    out = _trumps_out(ending, by)
    last = play.complete_tricks[-1] if play.complete_tricks else None
    led = last is not None and last.suit is trump and last.leader.side is by.side
    counted = prices.aware_when_shown_out and any(suit is trump for _, suit in _suits_shown_out(play, by))
    return out >= prices.aware_from or (prices.aware_when_led and led) or counted


def _suits_shown_out(play: Play | None, by: Seat) -> frozenset[tuple[Seat, Suit]]:
    voids = set()
    for trick in play.tricks if play else ():
        for seat, card in trick:
            if trick.suit is not None and card.suit is not trick.suit and seat.side is not by.side:
                voids.add((seat, trick.suit))
    return frozenset(voids)
