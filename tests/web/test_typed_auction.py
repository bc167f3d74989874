"""Bidding diagrams as they are printed and pasted: each shape, who dealt, the calls in order and what was marked on them."""

from analyser.bridge import Seat
from analyser.web.typed_auction import read_auction

SLOW = "1S P 3S P 4S P P P"
# A shape, the dealer the board tells, then: the dealer, the calls, the marks. Written as each source prints them.
DIAGRAMS = {
    "bulletin: aligned columns, first row blank before the dealer": (
        """\
West      North     East      South
Rossi     Bianchi   Verdi     Neri
                              1♠
Pass      3♠..      Pass      4♠
All Pass
""",
        Seat.S, Seat.S, SLOW, {3: "tempo"},
    ),
    "pasted with every blank lost": (
        "West North East South\n1S\nPass 3S.. Pass 4S\nAll Pass\n",
        Seat.S, Seat.S, SLOW, {3: "tempo"},
    ),
    "the same without a dealer: the rows themselves tell": (
        "West North East South\n1S\nPass 3S.. Pass 4S\nAll Pass\n",
        None, Seat.S, SLOW, {3: "tempo"},
    ),
    "BBO: letters, tabs, alerts behind the calls": (
        "W\tN\tE\tS\n\t\t1N!\tP\n2D!\tX\t2H\tP\nP\tP\n",
        Seat.E, Seat.E, "1NT P 2D X 2H P P P", {1: "alert", 3: "alert"},
    ),
    "ACBL: vulnerable in the head, dashes for empty cells, Dbl": (
        "West   North(vul)  East   South(vul)\n—      1♦     Dbl    Rdbl\n1♥     Pass   Pass   2♦\nAll Pass\n",
        Seat.N, Seat.N, "1D X XX 1H P P 2D P P P", {},
    ),
    "Bridge World: South first in the head, footnotes, pass in small letters": (
        "SOUTH    WEST     NORTH    EAST\n1 ♠      pass     2 NT(1)  pass\n3 ♠(2)   pass     4 ♠      (pass)\npass     pass\n(1) game force\n(2) extra length\n",
        Seat.S, Seat.S, "1S P 2NT P 3S P 4S P P P", {},
    ),
    "newspaper: North first, dots before the dealer, end of the row in words": (
        "North  East  South  West\n...    ...   1♥     1♠\n2♥     2♠    4♥     all pass\n",
        Seat.S, Seat.S, "1H 1S 2H 2S 4H P P P", {},
    ),
    "PDF copy: blank lines between the rows, superscripts, stars": (
        "WEST NORTH EAST SOUTH\n\n1♣*\n\nPass 1♦² 1♥ 2♣\n\n2♥ 3♣ Pass Pass\n\nPass\n",
        None, Seat.S, "1C P 1D 1H 2C 2H 3C P P P", {},
    ),
    "forum: opponents in brackets in one line": (
        "1♠ (2♥) 3♠.. (P) 4♠ (All pass)\n",
        Seat.S, Seat.S, "1S 2H 3S P 4S P P P", {3: "tempo"},
    ),
    "Italian: Ovest Nord Est Sud, fiori and quadri, dashes for passes": (
        "Ovest   Nord   Est   Sud\n–       –      1P    –\n2Q      –      3SA   –\n–       –\n",
        Seat.E, Seat.E, "1S P 2D P 3NT P P P", {},
    ),
    "Romanian: V N E S, table of a spreadsheet": (
        "V\tN\tE\tS\n\t1T\tpas\t1♠\npas\t1FA\ttoți pas\n",
        Seat.N, Seat.N, "1C P 1S P 1NT P P P", {},
    ),
    "Markdown: bars, empty cells, question mark": (
        "| W | N | E | S |\n|   |   | 1H | X |\n| 4H | 4S | P (slow) | P |\n| 5H | X | AP |  |\n",
        Seat.E, Seat.E, "1H X 4H 4S P P 5H X P P P", {5: "tempo"},
    ),
    "partners alone: the other side passed throughout": (
        "South   North\n1♠      2NT\n3♣      4♠\nPass\n",
        Seat.S, Seat.S, "1S P 2NT P 3C P 4S P P", {},
    ),
    "first row full, and nothing more": (
        "West North East South\nP P 1S P\n",
        Seat.W, Seat.W, "P P 1S P", {},
    ),
    "rows of four without a head": (
        "P P 1S P\n3S P 4S P\nP P\n",
        Seat.W, Seat.W, "P P 1S P 3S P 4S P P P", {},
    ),
    "one line, typed": ("Auction: 1s p 3s.. p 4s ap", Seat.S, Seat.S, SLOW, {3: "tempo"}),
}  # fmt: skip


def test_every_printed_shape_is_read_call_by_call():
    wrong = {}
    for name, (text, told, dealer, calls, marks) in DIAGRAMS.items():
        read = read_auction(text.splitlines(), told)
        if (read.dealer, read.text, read.marks, read.asks, read.odd_line) != (dealer, calls, marks, (), None):
            wrong[name] = (read.dealer, read.text, read.marks, read.asks, read.odd_line)
    assert wrong == {}


def test_what_a_diagram_leaves_open_is_asked():
    head = "West North East South\n"
    rows = [
        (head + "1S P 4S AP", None, ("dealer",)),  # one row with its blanks lost
        (head + "- - - 1S\nP 4S AP", None, ("dealer",)),  # dashes: empty, or three passes
        (head + "P P 1S P\n3S AP", Seat.N, ("dealer",)),  # West's column, North's board
        ("1S P 4S AP", None, ("dealer",)),
        ("1S 3S.. 4S", Seat.S, ("passes",)),
        ("P P 1NT 3NT AP", Seat.S, ("passes",)),
        ("1S X 2S 3C", Seat.S, ()),  # nobody doubles his partner
        ("1S P 3S 4C", Seat.S, ()),  # passes are typed
        ("West East\n1S 4S", None, ("dealer",)),
    ]
    assert [(text, read_auction(text.splitlines(), told).asks) for text, told, _ in rows] == [
        (text, asks) for text, _, asks in rows
    ]


def test_an_answer_places_the_calls():
    lines = ["1S 3S.. 4S"]
    left_out = read_auction(lines, Seat.S, None, "left-out")
    assert (left_out.text, left_out.marks, left_out.asks) == ("1S P 3S P 4S", {3: "tempo"}, ())
    bid = read_auction(lines, Seat.S, None, "bid")
    assert (bid.text, bid.marks, bid.asks) == ("1S 3S 4S", {2: "tempo"}, ())
    dashes = ["West North East South", "- - - 1S", "P 4S AP"]
    assert read_auction(dashes, None, Seat.S).text == "1S P 4S P P P"
    assert read_auction(dashes, None, Seat.W).text == "P P P 1S P 4S P P P"


def test_a_row_of_too_few_calls_is_named():
    lines = "West North East South\n1S\nPass 3S 4S\nPass Pass Pass".splitlines()
    assert read_auction(lines, Seat.S).odd_line == 2


def test_lines_used_are_known():
    lines = "Cold today\nW N E S\n1S\nP 4S AP\n(1) weak".splitlines()
    assert read_auction(lines, Seat.S).lines == {1, 2, 3}
