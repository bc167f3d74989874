"""Which trick was the defective one, and which card: every player's quitted cards laid side by side (14B1, 67).

The cards of the player with one too few, or one too many, are shifted at each trick in turn; the trick meant is the one
from which on everybody follows suit as far as he can. Where several fit as well, all of them are told. A trick that is put
right though it counts as a revoke (43B2b) is looked at here, too.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import mode

from analyser.bridge import Card, Contract, Seat, Strain
from analyser.casefile import Case, IncidentKind, PlayedCard, QuittedCards, RevokeIncident
from analyser.laws import Jurisdiction
from analyser.ruling import Argument, Finding, FindingClass, IncidentFindings, InfractionAnswer
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.rectification import Step, answer, combine, due, unmet_needs

_Stacks = Mapping[Seat, tuple[Card, ...]]
_Line = tuple[tuple[Card | None, Card | None, Card | None, Card | None], ...]
"""Trick by trick the card of each seat, North first; none where he left one out."""


@dataclass(frozen=True, slots=True)
class DefectiveTrick:
    """One way the quitted cards can have fallen."""

    trick: int
    seat: Seat
    suit_led: Card
    surplus: Card | None  # of two cards the one that does not belong; none where a card was left out
    since: int  # tricks the side of that player won from this one on


def scan_quitted_tricks(
    case: Case, incident: PlayedCard, law: Jurisdiction
) -> tuple[PlayedCard, int | None, tuple[Finding, ...]]:
    """The incident with what the quitted cards tell, the tricks his side won from there on, and the finding."""
    if incident.quitted is None:
        return incident, None, ()
    ways = defective_tricks(case, incident.quitted)
    if not ways:
        return incident, None, (_fact("trick.scan-nothing", law),)
    seat, numbers = ways[0].seat, tuple(dict.fromkeys(way.trick for way in ways))
    fact = "omitted" if ways[0].surplus is None else "two-cards"
    offender = seat if incident.offender is None else incident.offender
    facts: dict[str, object] = {"fact": incident.fact or fact, "offender": offender}
    surplus = tuple(dict.fromkeys(way.surplus for way in ways if way.surplus is not None))
    if max(numbers) < max(len(cards) for cards in _stacks(incident.quitted).values()):
        facts["both_sides_played_on"] = True
    if surplus:
        facts["certain"] = len(surplus) == 1 if incident.certain is None else incident.certain
        finding = _fact("trick.scan-surplus", law, who=seat, tricks=numbers, cards=surplus)
        return incident.model_copy(update=facts), None, (finding,)
    if len(numbers) > 1:
        finding = _fact("trick.scan-open", law, who=seat, tricks=numbers)
        return incident.model_copy(update=facts), None, (finding,)
    (way,) = ways
    facts["trick"] = incident.trick or way.trick
    left = _cards_left(case, incident.quitted, seat)
    if left is not None and incident.still_holds_suit is None:
        facts["still_holds_suit"] = any(card.suit is way.suit_led.suit for card in left)
    finding = _fact("trick.scan-omitted", law, who=seat, trick=way.trick)
    return incident.model_copy(update=facts), way.since, (finding,)


def _fact(code: str, law: Jurisdiction, **args: Argument) -> Finding:
    return Finding(code, tuple(args.items()), FindingClass.FACT, (law.clause("67"),))


def defective_tricks(case: Case, quitted: QuittedCards) -> tuple[DefectiveTrick, ...]:
    """Every way in which the fewest players failed to follow suit; empty where the cards tell nothing."""
    stacks, contract = _stacks(quitted), case.contract
    usual_count = mode(len(cards) for cards in stacks.values())
    others = [seat for seat in Seat if len(stacks[seat]) != usual_count]
    if contract is None or len(others) != 1:
        return ()
    (seat,) = others
    if len(stacks[seat]) not in (usual_count - 1, usual_count + 1):
        return ()
    tried = [
        (failures, way)
        for line, trick, surplus in _lines(stacks, seat, usual_count)
        if (followed := _count_revokes(case, contract, line, surplus, seat, trick)) is not None
        for failures, way in [followed]
    ]
    least = min((failures for failures, _ in tried), default=0)
    return tuple(way for failures, way in tried if failures == least)


def _stacks(quitted: QuittedCards) -> _Stacks:
    return {seat: getattr(quitted, seat.name) for seat in Seat}


def _cards_left(case: Case, quitted: QuittedCards, seat: Seat) -> tuple[Card, ...] | None:
    """What the player still holds; none where his hand is not known."""
    hand = case.hand(seat)
    played = _stacks(quitted)[seat]
    return None if hand is None else tuple(card for card in hand if card not in played)


def _lines(stacks: _Stacks, seat: Seat, whole: int) -> Iterator[tuple[_Line, int, Card | None]]:
    """The play with the card left out of, or the surplus taken from, each trick in turn."""
    own_cards = stacks[seat]
    for trick in range(1, whole + 1):
        if len(own_cards) < whole:
            yield _line(stacks, seat, (*own_cards[: trick - 1], None, *own_cards[trick - 1 :])), trick, None
            continue
        for surplus in own_cards[trick - 1 : trick + 1]:
            rest = tuple(card for card in own_cards if card is not surplus)
            yield _line(stacks, seat, rest), trick, surplus


def _line(stacks: _Stacks, seat: Seat, own: tuple[Card | None, ...]) -> _Line:
    columns = [own if other is seat else stacks[other] for other in Seat]
    return tuple(zip(*columns, strict=True))


def _count_revokes(
    case: Case, contract: Contract, line: _Line, surplus: Card | None, seat: Seat, number: int
) -> tuple[int, DefectiveTrick] | None:
    """How often somebody who could have followed suit did not; none where nobody can have led to a trick."""
    leader, strain = contract.leader, contract.strain
    failures = since = 0
    suit_led: Card | None = None
    for place, cards in enumerate(line, 1):
        led = cards[leader]
        if led is None:
            return None
        if place == number:
            suit_led = led
        played = [(who, card) for who in Seat if (card := cards[who]) is not None]
        failures += sum(
            card.suit is not led.suit and _could_follow(case, line, place, who, led) for who, card in played
        )
        leader = _winner(played, led, strain)
        since += place >= number and leader.side is seat.side
    if suit_led is None:
        return None
    return failures, DefectiveTrick(number, seat, suit_led, surplus, since)


def _winner(played: Sequence[tuple[Seat, Card]], led: Card, strain: Strain) -> Seat:
    """Who wins a trick: the highest trump, else the highest card of the suit led."""
    trumps = [(who, card) for who, card in played if card.suit is strain.trump]
    following = [(who, card) for who, card in played if card.suit is led.suit]
    return max(trumps or following, key=lambda entry: entry[1].rank)[0]


def _could_follow(case: Case, line: _Line, place: int, who: Seat, led: Card) -> bool:
    """Whether he later played, or still holds, a card of the suit led."""
    later = [card for cards in line[place:] if (card := cards[who]) is not None]
    hand = case.hand(who)
    if hand is not None:
        gone = {card for cards in line for card in [cards[who]] if card is not None}
        later += [card for card in hand if card not in gone]
    return any(card.suit is led.suit for card in later)


def treat_as_established(context: RulingContext, incident: PlayedCard) -> IncidentFindings | None:
    """Declarer's revoke that dummy asked about first: put right, and tricks pass as for an established one (43B2b).

    None where the revoke is an incident of its own. The Laws do not say whether the trick goes by the card played or by
    the one put in its place: it goes by the recorded play.
    """
    from analyser.ruling.kinds.revoke import find as of_revoke

    case, law = context.case, context.jurisdiction
    if any(isinstance(other, RevokeIncident) for other in case.incident):
        return None
    steps = due(law, Step.AS_IF_ESTABLISHED, "43B2b", "64A")
    clauses = (law.clause("43B2b"),)
    wanted = [
        key
        for key, value in (("trick", incident.trick), ("declarer", case.declarer), ("table play", case.play))
        if value is None
    ]
    if wanted or incident.trick is None or case.declarer is None or case.play is None:
        return answer(case, incident, combine(steps, unmet_needs(*wanted)), infraction=True, clauses=clauses)
    finished = case.play.complete_tricks[: incident.trick]
    facts = {
        "id": incident.id,
        "kind": str(IncidentKind.REVOKE),
        "offender": case.declarer.name,
        "trick": incident.trick,
        "established": True,
        "later_tricks": case.tricks_from(case.declarer.side, incident.trick + 1),
    }
    if len(finished) == incident.trick and (winner := finished[-1].winner) is not None:
        facts["won_by"] = winner.name
    revoke = RevokeIncident.model_validate(facts)
    incidents = tuple(revoke if other.id == incident.id else other for other in case.incident)
    as_revoke = case.changed(incident=incidents)
    findings = of_revoke(RulingContext.from_case(as_revoke, law, context.services), revoke)
    if (
        findings.infraction is not None and findings.infraction.answer is False
    ):  # the record shows the card put right
        table = None if case.table is None else case.table.model_copy(update={"play": None})
        unseen = as_revoke.changed(table=table)
        findings = of_revoke(RulingContext.from_case(unseen, law, context.services), revoke)
    if findings.tricks is None:  # in 1997 a second trick hangs on the cards of later ones
        steps = combine(steps, unmet_needs("table play"))
    return replace(findings, rectification=steps, infraction=InfractionAnswer(True, clauses))
