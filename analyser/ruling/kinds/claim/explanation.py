"""The reasons of an adjudication as findings: what was tested, what would have saved the trick (69B, 71)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import comb
from random import Random

from analyser.bridge import Card, Deal, Hand, Seat, Side, Suit
from analyser.casefile import Case, Claim
from analyser.estimates.endings.ending import Ending, EndingSolver, position_of
from analyser.estimates.services import NotSolved, Services
from analyser.laws import Clause, Jurisdiction
from analyser.laws.choices import AgreementBar, Concession
from analyser.messages import Percentage
from analyser.ruling import Argument, Basis, Finding, FindingClass
from analyser.ruling.kinds.claim.adjudication import (
    SOLVED,
    Adjudication,
    Rules,
    adjudicate,
    tricks_with_all_seen,
)
from analyser.ruling.kinds.claim.certain_tricks import Certain, certain_tricks
from analyser.ruling.kinds.claim.plausibility import Deviation
from analyser.ruling.kinds.claim.reading import ClaimFacts
from analyser.ruling.kinds.claim.search import LineStep, TurnedEnding

Bounds = tuple[int, int]  # tricks of the claiming side: at least, at most


def clauses_by_edition(law: Jurisdiction, path: str) -> tuple[Clause, ...]:
    """The provision in the numbering of this edition: 71B was 71C in 1997 and part of 71 in 2007."""
    if path == "71B" and law.edition.year == "1997":
        path = "71C"
    known = path
    while known not in law.edition.paths:
        known = known[:-1]
    return (law.clause(known),)


def lines_of(adjudication: Adjudication) -> tuple[tuple[Card, ...], ...]:
    """The losing line trick by trick, in order of play."""
    tricks: dict[int, list[Card]] = {}
    for step in adjudication.line:
        tricks.setdefault(step.trick, []).append(step.card)
    return tuple(map(tuple, tricks.values()))


def contest_claim(adjudication: Adjudication, facts: ClaimFacts, law: Jurisdiction) -> tuple[Finding, ...]:
    """Everything the answer rests on; if the search stopped, what it showed up to there."""
    clauses = clauses_by_edition(law, adjudication.clause)
    findings = []
    if adjudication.tricks is not None:
        findings.append(
            Finding.from_code(
                "claim.awarded",
                clauses=clauses,
                tricks=adjudication.tricks,
                of=facts.ending.size,
                claimed=adjudication.claimed,
                best=adjudication.best,
                side=facts.by.side,
            )
        )
    if facts.player is None:
        findings.append(
            Finding.from_code(
                "claim.class-assumed",
                kind=FindingClass.FACT,
                standing=Basis.ASSUMED,
                player=str(adjudication.prices.player),
            )
        )
    findings += _explain_trump(adjudication, facts, law)
    findings += [_deviation(step, adjudication, law) for step in adjudication.line if step.name is not None]
    findings += _unless_irrational(adjudication, law)
    if not adjudication.line and not adjudication.bound:
        findings.append(
            Finding.from_code(
                "claim.no-normal-line-loses",
                kind=FindingClass.JUDGEMENT,
                clauses=clauses,
                threshold=adjudication.prices.threshold,
                player=str(adjudication.prices.player),
            )
        )
    if adjudication.conceded and adjudication.tricks is not None:
        code = (
            "claim.concession-cancelled"
            if adjudication.tricks > adjudication.claimed
            else "claim.concession-stands"
        )
        findings.append(
            Finding.from_code(
                code,
                clauses=clauses_by_edition(law, "71B"),
                conceded=adjudication.conceded,
                back=max(0, adjudication.tricks - adjudication.claimed),
            )
        )
    return tuple(findings)


def explain_words(facts: ClaimFacts) -> tuple[Finding, ...]:
    """What the statement is understood to say, and the order of suits that is followed."""
    spoken, found = facts.understood, []
    if spoken is not None and spoken.says:
        found.append(Finding.from_code("claim.understood", kind=FindingClass.FACT, says=spoken.says))
    if len(facts.order) > 1:
        found.append(Finding.from_code("claim.understood-order", kind=FindingClass.FACT, order=facts.order))
    return tuple(found)


def words_unknown(facts: ClaimFacts) -> tuple[Finding, ...]:
    """The words that were not understood, with the keys that say it instead; none where the case states the line."""
    spoken = facts.understood
    if spoken is None or spoken.is_whole or not facts.unread:
        return ()
    return (
        Finding.from_code(
            "claim.words-unknown", kind=FindingClass.FACT, standing=Basis.ASSUMED,
            words=spoken.unknown, keys=spoken.asks,
        ),
    )  # fmt: skip


def stopped(bounds: Bounds, facts: ClaimFacts) -> Finding:
    """The finding that the search reached its limit, with the bounds of the answer."""
    low, high = bounds
    return Finding.from_code(
        "claim.search-stopped",
        kind=FindingClass.FACT,
        standing=Basis.ASSUMED,
        at_least=low,
        at_most=high,
        of=facts.ending.size,
    )


def question_of(facts: ClaimFacts) -> Finding:
    """What to state so that the search can answer: the order of play; if that is stated, a person's line or tricks."""
    if facts.order or facts.towards or facts.is_defenders:
        return Finding.from_code("claim.line-asked", kind=FindingClass.FACT, standing=Basis.ASSUMED)
    keys = ("incident order", "incident towards")
    return Finding.from_code("claim.order-asked", kind=FindingClass.FACT, standing=Basis.ASSUMED, keys=keys)


_EVERY_LIE = 252  # the ways ten cards can be divided between two hands; of more, a sample is dealt
_DEALT = 120

Lie = tuple[
    tuple[Hand, Hand], bool
]  # a division of the unseen cards, and whether the tricks claimed can be won


def break_needed(facts: ClaimFacts, claimed: int, services: Services) -> tuple[Finding, ...]:
    """The findings on the break the tricks claimed need, if one suit's break alone decides, and its probability.

    Every division the play has not excluded is equally likely. A defender sees other cards, so his claim has no such
    finding.
    """
    if facts.is_defenders or facts.ending.trick:
        return ()
    lies = _lies(facts, claimed, services)
    with_tricks = sum(there for _, there in lies)
    if not 0 < with_tricks < len(lies):
        return ()
    side = facts.by.side
    for suit in Suit:
        needed = _breaks_that_do(lies, suit)
        if needed:
            chance = Percentage.round_to(_chance(facts, lies, suit, needed))
            return (
                Finding.from_code(
                    "bridge.break-needed", kind=FindingClass.FACT, claimed=claimed, suit=suit,
                    splits=needed, share=chance, favours=side,
                ),
            )  # fmt: skip
    share = Percentage.round_to(with_tricks / len(lies))
    return (
        Finding.from_code(
            "bridge.break-chance", kind=FindingClass.FACT, claimed=claimed, share=share, favours=side
        ),
    )


def _lies(facts: ClaimFacts, claimed: int, services: Services) -> list[Lie]:
    """The divisions of the unseen cards, all or a sample of them, each with whether the tricks claimed can be won."""
    ending, side = facts.ending, facts.by.side
    solver, counter = EndingSolver(), services.tricks
    small = comb(2 * ending.size, ending.size) <= _EVERY_LIE
    if not small and counter is None:
        return []
    first, second = (seat for seat in Seat if seat.side is not side)
    lies: list[Lie] = []
    for hands in _deal_opponents(facts, first, second):
        hand_of = dict(zip((first, second), hands, strict=True))
        north, east, south, west = (hand_of.get(seat, ending.deal[seat]) for seat in Seat)
        lie = Ending(Deal((north, east, south, west)), ending.strain, ending.leader)
        if small or counter is None:
            lies.append((hands, solver.takes(lie, side, claimed)))
            continue
        number = counter.tricks(position_of(lie))
        if not isinstance(number, NotSolved):
            won = number if lie.turn.side is side else lie.size - number
            lies.append((hands, won >= claimed))
    return lies


def _deal_opponents(facts: ClaimFacts, first: Seat, second: Seat) -> Iterator[tuple[Hand, Hand]]:
    """The hands the two opponents may hold; a hand that has shown out of a suit holds none of it."""
    deal, size = facts.ending.deal, facts.ending.size
    unseen = (*deal[first], *deal[second])
    if comb(len(unseen), size) <= _EVERY_LIE:
        every: Iterator[Sequence[Card]] = combinations(unseen, size)
    else:
        rng = Random(len(unseen))  # noqa: S311 - the same sample each time
        every = (rng.sample(unseen, size) for _ in range(_DEALT))
    for cards in every:
        hands = Hand.from_cards(cards), Hand.from_cards(card for card in unseen if card not in cards)
        by_seat = zip((first, second), hands, strict=True)
        if not any((seat, card.suit) in facts.shown_out for seat, hand in by_seat for card in hand):
            yield hands


def _split(hands: tuple[Hand, Hand], suit: Suit) -> tuple[int, int]:
    first, second = (len(hand.holding(suit)) for hand in hands)
    return max(first, second), min(first, second)


def _breaks_that_do(lies: Sequence[Lie], suit: Suit) -> tuple[str, ...]:
    """The breaks of a suit with which the tricks are always there, if with all others they never are."""
    answers_of: dict[tuple[int, int], set[bool]] = {}
    for hands, there in lies:
        answers_of.setdefault(_split(hands, suit), set()).add(there)
    if any(len(answers) > 1 for answers in answers_of.values()):
        return ()
    return tuple(
        f"{more}-{fewer}" for (more, fewer), answers in sorted(answers_of.items()) if True in answers
    )


def _chance(facts: ClaimFacts, lies: Sequence[Lie], suit: Suit, needed: tuple[str, ...]) -> float:
    """The probability of the breaks needed, over all divisions; for a suit nobody has shown out of, by its cards alone."""
    splits = {tuple(map(int, split.split("-"))) for split in needed}
    if facts.shown_out:
        return sum(_split(hands, suit) in splits for hands, _ in lies) / len(lies)
    size = facts.ending.size
    out = sum(_split(lies[0][0], suit))
    ways = [comb(out, count) * comb(2 * size - out, size - count) for count in range(out + 1)]
    wanted = [
        ways[count]
        for count in range(out + 1)
        if (max(count, out - count), min(count, out - count)) in splits
    ]
    return sum(wanted) / sum(ways)


def _deviation(step: LineStep, adjudication: Adjudication, law: Jurisdiction) -> Finding:
    """The finding on one step away from sensible play, with its price and its reason."""
    name = step.name or Deviation.LOCATION
    args: dict[str, Argument] = {
        "name": str(name),
        "price": step.price,
        "trick": step.trick,
        "seat": step.seat,
        "card": step.card,
    }
    if step.better is not None:
        args["better"] = step.better
    return Finding(
        "claim.deviation",
        tuple(args.items()),
        FindingClass.JUDGEMENT,
        clauses_by_edition(law, adjudication.prices.clauses[name]),
        rests_on=(adjudication.prices.reasons[name],),
    )


def _unless_irrational(adjudication: Adjudication, law: Jurisdiction) -> tuple[Finding, ...]:
    """Until 2007 an unstated line is accepted if it is irrational not to take it: a person decides that (70E)."""
    stated = law.edition.source_of("claims.irrational_escape")
    if not stated.value or all(step.name is not Deviation.LOCATION for step in adjudication.line):
        return ()
    return (
        Finding.from_code(
            "claim.unless-irrational",
            kind=FindingClass.JUDGEMENT,
            clauses=stated.clauses,
            standing=Basis.ASSUMED,
        ),
    )


def _explain_trump(adjudication: Adjudication, facts: ClaimFacts, law: Jurisdiction) -> tuple[Finding, ...]:
    """The findings on the three conditions of 70C, if an opponent held a trump."""
    if not adjudication.trump_out or facts.is_defenders:
        return ()
    loses = any(step.name is Deviation.TRUMP_FORGOTTEN for step in adjudication.line)
    return (
        Finding.from_code(
            "claim.trump-out",
            kind=FindingClass.JUDGEMENT,
            clauses=clauses_by_edition(law, "70C"),
            mentioned="yes" if facts.mentions_trump else "no",
            unaware="no" if facts.aware or facts.mentions_trump else "yes",
            bar=str(law.edition.claims.trump_unaware),
            loses="yes" if loses else "no",
        ),
        *facts.evidence,
    )


def saving_statement(adjudication: Adjudication, facts: ClaimFacts, rules: Rules) -> Finding | None:
    """The statement that would have saved the first trick lost: an order of suits if that is enough, else the card."""
    step = adjudication.mistake
    if step is None or step.better is None:
        return None
    if step.better.suit is not step.card.suit and not facts.order:
        ordered = replace(
            facts,
            order=(step.better.suit,),
            mentions_trump=facts.mentions_trump or adjudication.trump_out,
            unread=False,
        )
        if adjudicate(ordered, rules, best=adjudication.best).at_least >= min(
            adjudication.claimed, adjudication.best
        ):
            return Finding.from_code("claim.saved-by-order", suit=step.better.suit)
    return Finding.from_code(
        "claim.saved-by-card", trick=step.trick, seat=step.seat, card=step.card, better=step.better
    )


def restore_won_trick(claim: Claim, law: Jurisdiction) -> tuple[Finding, ...]:
    """The finding that a trick the side had in fact won is returned whatever cards were left."""
    if not claim.given_away:
        return ()
    path = "69B1" if claim.acquiesced else "71A"
    return (
        Finding.from_code(
            "claim.trick-was-won",
            clauses=clauses_by_edition(law, path),
            tricks=claim.given_away,
            side=_asking(claim),
        ),
    )


def _asking(claim: Claim) -> Side:
    """The side that wants tricks back: it agreed to the opponents' claim, or it conceded."""
    return (claim.by.next if claim.acquiesced else claim.by).side


def tricks_from_agreement(case: Case, claim: Claim, back: int) -> int | None:
    """Declarer's tricks by the agreed result, after so many tricks are returned to the side that asks; `None` if unknown."""
    result = case.result
    if result is None or result.contract is None:
        return None
    is_declarers = result.contract.declarer.side is _asking(claim)
    return result.tricks + back if is_declarers else result.tricks - back


def contract_decided(
    case: Case, claim: Claim, won: dict[Side, int] | None, law: Jurisdiction
) -> tuple[Finding, ...]:
    """1997: nobody concedes the defeat of a contract already made, nor the making of one already defeated."""
    if (
        won is None
        or case.contract is None
        or not claim.concedes
        or Concession.CONTRACT_DECIDED not in law.edition.claims.concession_cancelled
    ):
        return ()
    side = case.contract.declarer.side
    needed = 6 + case.contract.level
    is_made, beaten = won[side] >= needed, won[Side(1 - side)] > 13 - needed
    if not (is_made if claim.by.side is side else beaten):
        return ()
    text = "made" if is_made else "defeated"
    return (
        Finding.from_code(
            "claim.contract-decided", kind=FindingClass.FACT, clauses=(law.clause("71B"),), what=text
        ),
    )


def cap_concession(
    due: Bounds, facts: ClaimFacts, claim: Claim, law: Jurisdiction
) -> tuple[Bounds, tuple[Finding, ...]]:
    """1997: once the side has called on the next board only tricks that no legal play could lose are returned (71A)."""
    low, high = due
    if not (claim.concedes and claim.too_late and law.edition.claims.normal_play_limit_next_board):
        return due, ()
    if high <= facts.claims:
        return due, ()  # in time no trick would be returned either
    safe = safe_tricks(facts)
    capped = min(low, max(facts.claims, safe.tricks))
    if not safe.is_all or low < high:
        most = high if not safe.is_all else min(high, max(facts.claims, safe.tricks))
        if capped < most:
            return (capped, most), ()
    finding = Finding.from_code(
        "claim.concession-too-late",
        clauses=clauses_by_edition(law, "71A"),
        tricks=high - capped,
        back=max(0, capped - facts.claims),
    )
    return (capped, capped), (finding,)


def safe_tricks(facts: ClaimFacts) -> Certain:
    """The tricks the side takes by any legal play of all four hands, and whether that is all of them."""
    return certain_tricks(TurnedEnding(facts).ending)


def weigh_agreement(
    facts: ClaimFacts, rules: Rules, law: Jurisdiction, best: int | None = None
) -> tuple[Bounds, Finding]:
    """The bounds of the claiming side's tricks after an agreement is withdrawn, by the edition's own standard.

    2007 and 2017: a trick is returned that the other side would probably have won; that is assumed if the claimer
    could not make it against best play, while a guess he might have taken correctly is not *probably* lost. 1997: only
    a trick that side could not have lost by any normal play. `best` is the claimer's double-dummy number if known already.
    """
    match law.edition.claims.agreement_withdrawn:
        case AgreementBar.PROBABLY_WON:
            if best is None:
                best = tricks_with_all_seen(EndingSolver(SOLVED), facts.ending, Side(facts.by.side))
            low = min(facts.claims, safe_tricks(facts).tricks if best is None else best)
            high = facts.claims if best is None else low
            path = "69B2"
        case AgreementBar.NOT_LOSABLE:
            others = replace(
                facts,
                by=facts.by.next,
                claims=facts.ending.size - facts.claims,
                order=(),
                listed=(),
                towards=(),
                ruffs=(),
                understood=None,
                unread=False,
                evidence=(),
                declarer=None,
            )
            theirs, size = adjudicate(others, rules), facts.ending.size
            low, high = (min(facts.claims, size - most) for most in (theirs.at_most, theirs.at_least))
            path = "69B"
    if low < high:
        return (low, high), stopped((low, high), facts)
    finding = Finding.from_code(
        "claim.agreement-withdrawn",
        kind=FindingClass.JUDGEMENT,
        clauses=clauses_by_edition(law, path),
        tricks=low,
        returned=facts.claims - low,
        bar=str(law.edition.claims.agreement_withdrawn),
    )
    return (low, high), finding
