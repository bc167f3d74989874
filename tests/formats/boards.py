"""Random boards for the round trips: a deal, a legal auction, a play with or without revokes, notes of any text."""

from collections.abc import Callable
from random import Random

from analyser.bridge import (
    PACK,
    PASS,
    Auction,
    Call,
    Card,
    Contract,
    Hand,
    Irregular,
    IrregularityKind,
    Play,
    Seat,
    Strain,
    Vulnerability,
)
from analyser.formats import (
    BoardRecord,
    CardIrregularity,
    Comment,
    IrregularCard,
    Mark,
    RecordEnd,
    RecordNote,
    Room,
    Tag,
    derive_result,
)
from analyser.formats.replay import replay_of

Words = Callable[[], str]
PLAIN = "15-17 bal, 4+!H could be short? (transfer) é ș ț ă ♥ A/B & C = 100% + x"


def plain(rng: Random) -> Words:
    """Harmless texts."""
    return lambda: "".join(rng.sample(PLAIN, rng.randint(1, 20))).strip(" ?") or "x"


def a_deal(rng: Random) -> tuple[Hand, Hand, Hand, Hand]:
    cards = rng.sample(range(52), 52)
    north, east, south, west = (Hand(sum(1 << card for card in cards[n : n + 13])) for n in (0, 13, 26, 39))
    return north, east, south, west


def an_auction(rng: Random, dealer: Seat, longest: int = 24) -> Auction:
    calls: list[Call] = []
    auction = Auction(dealer)
    while not auction.is_over:
        legal = auction.legal_calls()
        near = [call for call in legal if not call.is_bid] + [call for call in legal if call.is_bid][:6]
        call = PASS if len(calls) > longest or rng.random() < 0.45 else rng.choice(near)
        calls.append(call)
        auction = Auction(dealer, tuple(calls))
    return auction


def a_play(
    rng: Random, hands: tuple[Hand, Hand, Hand, Hand], contract: Contract, length: int, revokes: float
) -> tuple[tuple[Card, ...], list[int]]:
    """Cards in order of play, and which of them are revokes."""
    left = [hand.mask for hand in hands]
    cards: list[Card] = []
    wrong: list[int] = []
    play = Play(contract.leader, contract.strain)
    while len(cards) < length:
        seat = play.turn
        playable = [index for index in range(52) if left[seat] >> index & 1]
        led = play.tricks[-1].suit if len(cards) % 4 else None
        following = [index for index in playable if led is not None and index // 13 == led]
        if following and len(following) < len(playable) and rng.random() < revokes:
            playable = [index for index in playable if index not in following]
            wrong.append(len(cards) + 1)
        elif following:
            playable = following
        index = rng.choice(playable)
        left[seat] &= ~(1 << index)
        cards.append(PACK[index])
        play = Play(contract.leader, contract.strain, tuple(cards))
    return tuple(cards), wrong


def _notes(rng: Random, count: int, words: Words, *, alerts: bool, most: int = 4) -> tuple[RecordNote, ...]:
    chosen = sorted(rng.sample(range(1, count + 1), min(count, rng.randint(0, most))))
    return tuple(RecordNote(at, words(), alerts and rng.random() < 0.6) for at in chosen)


def _won(contract: Contract, cards: tuple[Card, ...]) -> tuple[int, int]:
    play = Play(contract.leader, contract.strain, cards)
    ours = play.won_by(contract.declarer.side)
    return ours, len(cards) // 4 - ours


def a_board(rng: Random, words: Words | None = None, *, pbn: bool) -> BoardRecord:
    """A board every format of boards can carry; with `pbn` also what only PBN has a place for."""
    words = words or plain(rng)
    dealer = rng.choice(list(Seat))
    hands = a_deal(rng)
    auction = an_auction(rng, dealer)
    contract = auction.contract
    facts: dict[str, object] = {
        "number": rng.randint(1, 999),
        "dealer": dealer,
        "vulnerability": rng.choice([None, *Vulnerability]),
        "hands": hands,
        "names": tuple(rng.choice(["", words().replace(",", ".")]) for _ in range(4)),
        "room": rng.choice([None, Room.OPEN, Room.CLOSED]),
        "event": rng.choice(["", words()]),
        "scoring": rng.choice(["", "IMP", "MP", "BAM"]),
        "auction": auction,
        "call_notes": _notes(rng, len(auction), words, alerts=True),
        "contract": contract,
        "passed_out": contract is None,
    }
    comments = [Comment(rng.randint(0, len(auction)), 0, words()) for _ in range(rng.randint(0, 2))]
    if contract is not None:
        length = rng.choice([0, 0, 1, rng.randint(1, 51), 52, 52])
        cards, wrong = a_play(rng, hands, contract, length, rng.choice([0, 0, 0.1]))
        facts |= _played(rng, contract, cards, wrong)
        if cards:
            facts["card_notes"] = _notes(rng, length, words, alerts=False, most=2)
            comments += [
                Comment(len(auction), rng.randint(1, length), words()) for _ in range(rng.randint(0, 2))
            ]
            if pbn:
                facts |= _marked(rng, contract, cards, wrong)
    facts["comments"] = tuple(sorted(comments, key=lambda c: (c.calls, c.cards)))
    if pbn:
        facts |= _only_pbn(rng, auction, words)
    if rng.random() < 0.1 and (contract is None or facts.get("tricks") is not None):
        facts = _without_auction(facts)
    return BoardRecord(**facts)  # type: ignore[arg-type]


def _without_auction(facts: dict[str, object]) -> dict[str, object]:
    """Only the contract and its result are known of some boards."""
    gone = ("auction", "call_notes", "call_marks", "call_times", "comments", "card_notes")
    return {name: value for name, value in facts.items() if name not in gone}


def _played(rng: Random, contract: Contract, cards: tuple[Card, ...], wrong: list[int]) -> dict[str, object]:
    won, lost = _won(contract, cards)
    if len(cards) == 52:
        tricks = rng.randint(0, 13) if wrong else won
        return {"leader": contract.leader, "cards": cards, "tricks": tricks}
    tricks = rng.choice([None, rng.randint(won, 13 - lost)])
    claimed = tricks is not None and rng.random() < 0.7
    facts: dict[str, object] = {"cards": cards, "tricks": tricks}
    if claimed:
        facts["play_end"] = RecordEnd.CLOSED
    if cards or claimed:
        facts["leader"] = contract.leader
    return facts


def _marked(rng: Random, contract: Contract, cards: tuple[Card, ...], wrong: list[int]) -> dict[str, object]:
    play = Play(contract.leader, contract.strain, cards)
    seats = play.seats
    marked = [IrregularCard(at, seats[at - 1], CardIrregularity.REVOKE) for at in wrong if rng.random() < 0.5]
    marks = {(rng.randint(1, len(cards)), rng.choice([7, 12, 14, 200])) for _ in range(rng.randint(0, 3))}
    times = [rng.choice([None, rng.randint(0, 300)]) for _ in range(rng.randint(0, len(cards)))]
    while times and times[-1] is None:
        times.pop()
    return {
        "irregular_cards": tuple(marked),
        "card_marks": tuple(Mark(at, glyph) for at, glyph in sorted(marks)),
        "card_times": tuple(times) if rng.random() < 0.3 else (),
    }


def _only_pbn(rng: Random, auction: Auction, words: Words) -> dict[str, object]:
    marks = {(rng.randint(1, len(auction)), rng.choice([1, 6, 13, 25])) for _ in range(rng.randint(0, 3))}
    times = [rng.choice([None, rng.randint(0, 300)]) for _ in range(rng.randint(0, len(auction)))]
    while times and times[-1] is None:
        times.pop()
    tags = [Tag("HomeTeam", words()), Tag("Score", "NS 420"), Tag("Table", "7")][: rng.randint(0, 3)]
    if rng.random() < 0.2:
        rows = tuple(
            f"{seat} {strain:>2} {rng.randint(0, 13):>2}" for seat in "NSEW" for strain in map(str, Strain)
        )
        tags.append(Tag("OptimumResultTable", r"Declarer;Denomination\2R;Result\2R", rows))
    return {
        "site": rng.choice(["", words()]),
        "date": rng.choice(["", "2021.03.??"]),
        "auction": with_irregularities(rng, auction),
        "call_marks": tuple(Mark(at, glyph) for at, glyph in sorted(marks)),
        "call_times": tuple(times) if rng.random() < 0.5 else (),
        "tags": tuple(tags),
    }


def with_irregularities(rng: Random, auction: Auction) -> Auction:
    """Now and then a call that was taken back."""
    if rng.random() < 0.8:
        return auction
    at = rng.randint(1, len(auction))
    call = Call.bid(rng.randint(1, 2), rng.choice(list(Strain)))
    kind = rng.choice(list(IrregularityKind))
    entry = Irregular(at, auction.seats[at - 1], kind, call, withdrawn=True)
    return Auction(auction.dealer, auction.calls, (entry,))


def played_out(rng: Random, *, pbn: bool) -> BoardRecord:
    """A board played to its last card, nobody revoking, whose tricks are those of the cards."""
    while True:
        record = derive_result(a_board(rng, pbn=pbn))
        path = replay_of(record)
        if len(record.cards) == 52 and path is not None and not path.revokes and not path.wrong:
            contract = record.contract
            if contract is not None and path.tricks_of(contract.declarer) == record.tricks:
                return record
