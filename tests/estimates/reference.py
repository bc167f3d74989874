"""The reference deals of ../shared/data/solver: each with its table, leads, par, play and trace, as its makers print them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from analyser.bridge import Card, Contract, Deal, Play, Result, Seat, Side, Strain, Suit, Vulnerability
from tests.support import SHARED

FOLDER = SHARED / "data" / "solver"
_VULNERABILITIES = (Vulnerability.NONE, Vulnerability.ALL, Vulnerability.NS, Vulnerability.EW)
_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
_STRAINS = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS, Strain.NOTRUMP)

_FROM_EAST = (Seat.E, Seat.S, Seat.W, Seat.N)


@dataclass(frozen=True, slots=True)
class Reference:
    """One deal and everything its makers found."""

    deal: Deal
    dealer: Seat
    vulnerability: Vulnerability
    table: tuple[int, ...]
    contract: Contract
    leads: dict[Card, int]
    par: dict[Side, int]
    par_results: dict[Side, frozenset[str]]
    play: Play
    trace: tuple[int, ...]


def deals(name: str, limit: int | None = None) -> list[Reference]:
    """The deals of one file, in its order."""
    references = []
    for block in _blocks(FOLDER / name):
        references.append(_reference(block))
        if len(references) == limit:
            break
    return references


def solved_pairs() -> list[tuple[Deal, tuple[int, ...]]]:
    """The ten deals whose tables stand behind them as twenty hexadecimal digits."""
    answers = []
    for line in (FOLDER / "dds_sol10.txt").read_text().split("\n"):
        if ":" in line:
            hands, digits = line.split(":")
            # from West; notrump to clubs, declared by E S W N; North-South's tricks whoever declares
            cells = dict(
                zip(((s, d) for s in reversed(Strain) for d in _FROM_EAST), digits.strip(), strict=True)
            )
            tricks = [
                int(cells[s, d], 16) if d.side is Side.NS else 13 - int(cells[s, d], 16)
                for s in Strain
                for d in Seat
            ]
            answers.append((Deal.parse("W:" + hands), tuple(tricks)))
    return answers


def _blocks(path: Path) -> Iterator[dict[str, str]]:
    block: dict[str, str] = {}
    for line in path.read_text().splitlines():
        word, _, rest = line.strip().partition(" ")
        if word == "PBN" and block:
            yield block
            block = {}
        if word != "NUMBER" and word:
            block[word] = rest
    yield block


def _reference(block: dict[str, str]) -> Reference:
    head, text = re.fullmatch(r'([\d ]+) "(.*)"', block["PBN"].strip()).groups()
    dealer, vulnerable, trump, first = map(int, head.split())
    leader, strain = Seat(first), _STRAINS[trump]
    cells = dict(zip(((s, d) for s in _STRAINS for d in Seat), map(int, block["TABLE"].split()), strict=True))
    count, cards = re.fullmatch(r'(\d+) "(\w*)"', block["PLAY"].strip()).groups()
    play = Play(leader, strain, tuple(Card.parse(cards[i : i + 2]) for i in range(0, len(cards), 2)))
    assert len(play) == int(count)
    number, *trace = map(int, block["TRACE"].split())
    assert number == len(trace)
    sides = dict(re.findall(r'"(NS|EW):([^"]*)"', block["PAR"]))
    return Reference(
        Deal.parse(text),
        dealer=Seat(dealer),
        vulnerability=_VULNERABILITIES[vulnerable],
        table=tuple(cells[strain, seat] for strain in Strain for seat in Seat),
        contract=Contract(1, strain, 0, Seat((leader + 3) & 3)),
        leads=_leads(block["FUT"]),
        par={
            Side.parse(side): int(points) for side, points in re.findall(r'"(NS|EW) (-?\d+)"', block["PAR"])
        },
        par_results={Side.parse(side): frozenset(_contracts(text)) for side, text in sides.items()},
        play=play,
        trace=tuple(trace),
    )


def _leads(text: str) -> dict[Card, int]:
    """The leader's tricks after each lead turned into declarer's; cards given as equals are written out."""
    count, *numbers = map(int, text.split())
    suits, ranks, equals, scores = (numbers[i * count : (i + 1) * count] for i in range(4))
    tricks = {}
    for suit, rank, equal, score in zip(suits, ranks, equals, scores, strict=True):
        held_mask = 1 << rank | equal
        tricks |= {Card(_SUITS[suit], r): 13 - score for r in range(2, 15) if held_mask >> r & 1}
    return tricks


def _contracts(text: str) -> Iterator[str]:
    """`EW 2Nx,W 45S` as contracts with their declarers."""
    for part in text.split(","):
        match = re.fullmatch(r"(NS|EW|N|S|E|W) (\d+)([CDHSN])(x?)", part.strip())
        assert match, text
        for seat in match[1]:
            for level in match[2]:
                yield str(Contract.parse(f"{level}{match[3]}{match[4]} by {seat}"))


def names(results: tuple[Result, ...]) -> frozenset[str]:
    """Contracts with their declarers, without the tricks."""
    return frozenset(str(result.contract) for result in results)
