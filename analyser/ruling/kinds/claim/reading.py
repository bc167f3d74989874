"""The facts of a claim as the case states them: the cards left, the statement, and what persons found."""

from dataclasses import dataclass, field
from typing import TypeVar

from analyser.bridge import Card, Deal, Play, Seat, Suit
from analyser.casefile import Case, Claim, JudgedActions, JudgedTricks, PlayerClass, Question
from analyser.estimates.endings.ending import Ending
from analyser.ruling import Finding, UnderstoodClaim
from analyser.ruling.claim_words.statement_of_case import recorded_play, understand_claim
from analyser.ruling.kinds.claim.awareness import NONE_SAID, Awareness, trumps_out, weigh_awareness
from analyser.ruling.kinds.claim.plausibility import Prices
from analyser.ruling.kinds.rectification import find_judgement

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class ClaimFacts:
    """The facts a claim is judged on; if `declarer` is `None`, the claimer plays both hands of his side.

    `claims` and `concedes` count tricks of those remaining. `aware` is whether a person found or the play shows that
    the claimer knew of an outstanding trump. `shown_out` lists the suits opponents have shown out of (70E1).
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
    listed: tuple[Suit, ...] = ()  # suits it names after those, in no order
    ruffs: tuple[Suit, ...] = ()  # suits the statement ruffs
    understood: UnderstoodClaim | None = None  # the words of the statement as read
    unread: bool = (
        False  # words that may fix a line were not read as one, and no order or card is stated instead
    )
    evidence: tuple[Finding, ...] = ()  # what shows whether he knew of the trump
    player: PlayerClass | None = None
    shown_out: frozenset[tuple[Seat, Suit]] = field(default_factory=frozenset)

    @property
    def is_defenders(self) -> bool:
        """Whether the claimer defends, and cannot choose his partner's plays (70D2)."""
        return self.declarer is not None and self.declarer.side is not self.by.side


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
    spoken = understand_claim(case, claim)
    conceded = claim.concedes or 0
    claimed = _stated(claim.claims, spoken.claims if spoken else None)
    is_stated = bool(claim.order or claim.towards)
    mentions = bool(_stated(claim.mentions_trump, spoken.mentions_trump if spoken else None))
    counted = _stated(claim.trumps_counted, spoken.trumps_counted if spoken else None)
    forgotten = 0 if counted is None else max(0, trumps_out(ending, claim.by) - counted)
    known = _awareness_of(case, claim, ending, prices, none_said=counted == 0)
    return ClaimFacts(
        ending=ending,
        by=claim.by,
        claims=ending.size - conceded if claimed is None else claimed,
        concedes=conceded,
        declarer=case.declarer,
        mentions_trump=mentions and not forgotten,
        aware=known.knows and not forgotten,
        forgotten=forgotten,
        order=(claim.order or ()) if is_stated or spoken is None else spoken.order,
        towards=(claim.towards or ()) if is_stated or spoken is None else spoken.towards,
        listed=() if is_stated or spoken is None else spoken.listed,
        ruffs=() if is_stated or spoken is None else spoken.ruffs,
        understood=spoken,
        unread=_is_unread(claim, spoken) and not is_stated,
        evidence=() if mentions else known.reasons,
        player=case.player(claim.by).class_,
        shown_out=_suits_shown_out(recorded_play(case, claim), claim.by),
    )


def _is_unread(claim: Claim, spoken: UnderstoodClaim | None) -> bool:
    """Whether something was said that is not wholly understood, or only lists winners: a line may contradict it."""
    if spoken is None:
        return bool((claim.statement or "").strip())
    return not spoken.is_whole or not spoken.is_ordered


def _stated(own: Value | None, read: Value | None) -> Value | None:
    """What the case states, else what was read from the words."""
    return read if own is None else own


def _awareness_of(case: Case, claim: Claim, ending: Ending, prices: Prices, *, none_said: bool) -> Awareness:
    """Whether he knew of the trump: as a person found, else as the play shows unless he said that none was out."""
    found = find_judgement(case, claim, Question.AWARE_OF_TRUMP)
    if found is not None:
        return Awareness(knows=found)
    if none_said:
        return Awareness(knows=False, reasons=(NONE_SAID,))
    return weigh_awareness(recorded_play(case, claim), ending, claim.by, prices)


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


def _suits_shown_out(play: Play | None, by: Seat) -> frozenset[tuple[Seat, Suit]]:
    voids = set()
    for trick in play.tricks if play else ():
        for seat, card in trick:
            if trick.suit is not None and card.suit is not trick.suit and seat.side is not by.side:
                voids.add((seat, trick.suit))
    return frozenset(voids)
