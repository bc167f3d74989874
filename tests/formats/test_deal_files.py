"""Files of deals for dealing machines, and RBN: what their layouts say, board by board."""

from fractions import Fraction
from functools import reduce
from operator import xor

import pytest

from analyser.bridge import Deal, Seat, Vulnerability
from analyser.errors import NotationError
from analyser.formats import BoardRecord, PointsKind, PublishedMatch, RecordNote, Room, read, sniff
from tests.support.every import each_row

FIRST = Deal.parse("N:QJ853.J932.A.AT8 T6.T8765.QJ94.63 A7.AKQ.K87532.Q9 K942.4.T6.KJ7542")
SECOND = Deal.parse("N:AQ62.K84.A93.K75 T5.AJ97.QT84.J32 KJ973.Q62.K5.Q84 84.T53.J762.AT96")
RANKS = "AKQJT98765432"


def bri(deal: Deal) -> str:
    """North, East and South by the numbers of their cards: 1 the ace of spades, 52 the two of clubs."""
    numbers = []
    for seat in (Seat.N, Seat.E, Seat.S):
        for place, suit in enumerate(str(deal.hands[seat]).split(".")):
            numbers += [13 * place + RANKS.index(rank) + 1 for rank in suit]
    return "".join(f"{number:02d}" for number in numbers)


def dge(deal: Deal) -> str:
    """All four hands, a sign before each suit."""
    suits = (zip("\x06\x03\x04\x05", str(deal.hands[seat]).split("."), strict=True) for seat in Seat)
    return "".join(sign + ranks for hand in suits for sign, ranks in hand)


def dlm(deal: Deal) -> str:
    """A letter for every two cards, from the ace of spades down; four owners to a card."""
    owner = {
        13 * place + RANKS.index(rank): number
        for number, seat in enumerate(Seat)
        for place, suit in enumerate(str(deal.hands[seat]).split("."))
        for rank in suit
    }
    return "".join(chr(ord("a") + 4 * owner[card] + owner[card + 1]) for card in range(0, 52, 2))


def dlm_line(number: int, letters: str) -> str:
    """A board with its check sum: the exclusive or of the number and the signs of its letters."""
    return f"Board {number:02d}={letters}{reduce(xor, letters.encode(), number):03d}\n"


# Boards before the first of a set are filled up with four suits of thirteen; dealing programs give board 1 the sum 15.
FILLED_UP = "aaaaaabffffffkkkkkklpppppp"
DLM = "[Document]\nHeadline=Club\nFrom board=1\nTo board=2\n"
FILES = {
    "DUP": "".join(bri(deal) + dge(deal) + "YN1  1 2  " for deal in (FIRST, SECOND)),
    "DUP from board 17": "".join(bri(deal) + dge(deal) + "YN17 118 " + " " for deal in (FIRST, SECOND)),
    "DUP counted backwards": "".join(bri(deal) + dge(deal) + "NY1  1 2  " for deal in (FIRST, SECOND)),
    "BRI": "".join(bri(deal) + " " * 18 + "x" * 32 for deal in (FIRST, SECOND)),
    "BRI filled up with NUL": "".join(bri(deal) + " " * 32 + "\0" * 18 for deal in (FIRST, SECOND)),
    "DGE filled up with NUL": "".join(dge(deal) + "\0" * 60 for deal in (FIRST, SECOND)),
    "DUP not to be seen": bri(FIRST) + " " * 68 + "YN1  0 02 " + bri(SECOND) + dge(SECOND) + "YN1  0 02 ",
    "old BRI": bri(FIRST) + bri(SECOND),
    "DGE": "".join(dge(deal) + " " * 60 for deal in (FIRST, SECOND)),
    "DLM": DLM + dlm_line(1, dlm(FIRST)) + dlm_line(2, dlm(SECOND)),
    "DLM from board 17": "[Document]\nFrom board=17\nTo board=18\nCrypto key=0\n"
    + "".join(dlm_line(number, FILLED_UP) for number in range(1, 17))
    + dlm_line(17, dlm(FIRST))
    + dlm_line(18, dlm(SECOND)),
}
NUMBERS = {"DUP from board 17": [17, 18], "DLM from board 17": [17, 18], "DUP counted backwards": [2, 1]}


@each_row("name", FILES)
def test_a_file_of_deals(name: str) -> None:
    data = FILES[name].encode("latin-1")
    assert sniff(data).name == "duplimate"
    reading = read(data)
    assert reading.losses == ()
    assert [record.deal for record in reading.records] == [FIRST, SECOND]
    assert [record.number for record in reading.records] == NUMBERS.get(name, [1, 2])


@pytest.mark.parametrize(
    "name, old, new",
    [
        ("BRI", bri(SECOND)[:4], bri(SECOND)[:2] * 2),
        ("DGE", "\x06AQ62", "\x06AA62"),
        ("DLM", dlm(SECOND)[:2], "zz"),
    ],
)
def test_an_invalid_deal_is_reported_and_the_other_board_read(name: str, old: str, new: str) -> None:
    reading = read(
        FILES[name].replace(old, new, 1)
        if name != "BRI"
        else FILES[name].replace(bri(SECOND), new + bri(SECOND)[4:])
    )
    assert [record.deal for record in reading.records] == [FIRST]
    assert len(reading.losses) == 1


def test_a_board_with_a_wrong_checksum_is_read_and_reported() -> None:
    assert dlm_line(1, FILLED_UP) == f"Board 01={FILLED_UP}015\n"
    line = dlm_line(2, dlm(SECOND))
    reading = read(FILES["DLM"].replace(line, f"{line[:-4]}{(int(line[-4:]) + 1) % 256:03d}\n"))
    assert [record.deal for record in reading.records] == [FIRST, SECOND]
    (loss,) = reading.losses
    assert (loss.line, loss.why.code) == (6, "problem.loss-check-sum")


RBN = """D 19801018
E World Championship:Open Teams
S F:3
F I
K Reds:Blues:14:2.50
N North+South:West+East:O
B 7
H N:QJ853.J932.A.AT8:T6.T8765.QJ94.63:A7.AKQ.K87532.Q9:
A NB:PP1D^1P:1SP3N*A
C 3N:S
P D6A92:SQ
R 9:600
1 could be three
{What the audience saw}

N N2+S2:W2+E2:C
A NB:PP1DP:1SP4SA
C 4S:N
R 10:620
"""


def rbn(text: str, losses: int = 0) -> tuple[BoardRecord, ...]:
    reading = read(text)
    assert sniff(text).name == "rbn"
    assert len(reading.losses) == losses, list(map(str, reading.losses))
    return reading.records


def test_the_lines_of_rbn() -> None:
    first, second = rbn(RBN)
    assert (first.number, first.deal, first.dealer, first.vulnerability) == (
        7,
        FIRST,
        Seat.N,
        Vulnerability.ALL,
    )
    assert (first.date, first.event, first.scoring) == ("1980.10.18", "World Championship Open Teams", "IMP")
    assert first.names == ("North", "East", "South", "West")
    assert (first.room, second.room) == (Room.OPEN, Room.CLOSED)
    assert str(first.auction) == "P P 1D P 1S P 3NT P P P"
    assert first.call_notes == (RecordNote(3, "could be three"), RecordNote(7, "", alerted=True))
    assert (str(first.contract), first.tricks, first.leader) == ("3NT by S", 9, Seat.W)
    assert list(map(str, first.cards)) == ["D6", "DA", "D9", "D2", "SQ"]
    assert [comment.text for comment in first.comments] == ["What the audience saw"]
    assert (second.number, second.deal, str(second.contract), second.tricks) == (7, FIRST, "4S by N", 10)


def test_a_card_without_suit_follows_suit_after_any_discard() -> None:
    (first, _) = rbn(RBN.replace("P D6A92:SQ", "P W:D6A92:SQ^16A2*:D3TC84"))
    assert " ".join(map(str, first.cards)) == "D6 DA D9 D2 SQ S6 SA S2 D3 DT C8 D4"


def test_rbn_may_omit_dealer_and_give_section_and_dates() -> None:
    words = RBN.replace("B 7", "B 7:C").replace("A NB:PP1D^1P:1SP3N*A", "A PPP1D^1:P1SP3N*A")
    words = words.replace("D 19801018", "D 1980101821")
    first, second = rbn(words)
    assert (first.number, first.tag("Section"), first.date) == (7, "C", "1980.10.18")
    assert (first.dealer, first.vulnerability, str(first.auction)) == (
        Seat.W,
        None,
        "P P P 1D P 1S P 3NT P P P",
    )
    assert (second.dealer, second.vulnerability) == (Seat.N, Vulnerability.ALL)


def test_rbn_names_the_match_and_what_was_carried_in() -> None:
    published = read(RBN).published
    match = PublishedMatch(
        round="F:3",
        home="Reds",
        visitors="Blues",
        carried=(Fraction(14), Fraction(5, 2)),
        unit=PointsKind.IMPS,
    )
    assert (published.form, published.teams, published.matches) == (PointsKind.IMPS, True, (match,))


@pytest.mark.parametrize(
    "old, new",
    [
        ("C 3N:S", "C 9N:S"),
        ("R 9:600", "R lots"),
        ("1D^1P", "1D^1Q"),
        ("B 7", "B seven"),
        ("QJ853.", "QQ853."),
    ],
)
def test_what_rbn_gets_wrong_is_told(old: str, new: str) -> None:
    reading = read(RBN.replace("P D6A92:SQ\n", "").replace(old, new, 1))
    assert reading.losses
    assert len(reading.records) == 2


def test_a_text_that_begins_like_rbn_is_none() -> None:
    with pytest.raises(NotationError):
        sniff("A letter to the director\nabout board 7\n")
