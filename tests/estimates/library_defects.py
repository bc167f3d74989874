"""What endplay 0.5.12 does wrong, reproduced one by one; run as a program that prints what it saw as JSON.

A program of its own, because the library then keeps its state, and its warnings, to itself.
"""

import json
import pickle
import sys
import warnings
from functools import partial

warnings.simplefilter("ignore")

import endplay._dds as dds  # noqa: E402
from endplay.dds import (  # noqa: E402
    analyse_play,
    calc_all_tables,
    calc_dd_table,
    par,
    solve_all_boards,
    solve_board,
)
from endplay.parsers import json as endplay_json  # noqa: E402
from endplay.parsers import lin, pbn  # noqa: E402
from endplay.types import Bid, Board, Contract, Deal, Denom, Hand, Player, Vul  # noqa: E402

TEXT = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
ENDING = "N:AK.A.A. QJ.K.K. T9.Q.Q. 87.J.J."  # North takes all four tricks at notrump
SHORT = "N:QJ6.K652.J85.T9 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"


def error(function):
    """The name of the exception, or what came instead."""
    try:
        return str(function())
    except Exception as reason:  # noqa: BLE001 - the name is what is asked for
        return type(reason).__name__


def whole_play():
    """A deal and fifty-two legal cards."""
    deal = Deal(TEXT, first=Player.north, trump=Denom.nt)
    rest, cards = deal.copy(), []
    while len(cards) < 52:
        cards.append(rest.legal_moves()[0])
        rest.play(cards[-1])
    return deal, cards


def table_of_a_short_deal():
    """What a deal of fifty-one cards is answered with: an error, or numbers."""
    table = calc_dd_table(Deal(SHORT))
    return [table[denom, player] for denom in Denom for player in Player]


def contract_copied():
    return [str(Contract("4HNxx=").copy()), str(Contract("4HN-2").copy())]


def contract_compared():
    return Contract("4HNx=") == Contract("4HN=")


def deals_compared():
    deal = Deal(TEXT)
    west_and_south_changed = Deal("N:QJ6.K652.J85.T98 873.J97.AT764.Q4 AT942.AQ4.32.KJ3 K5.T83.KQ9.A7652")
    return [deal == west_and_south_changed, Hand("QJ6.K652.J85.T98") == Hand("QJ6.A973.J85.T98")]


def hashed():
    return [error(partial(hash, value)) for value in (Deal(TEXT), Contract("4HN="), Bid("1C"))]


def result_of_a_lin_without_claim():
    deal, cards = whole_play()
    first = "SHDC"
    names = {Player.south: "south", Player.west: "west", Player.north: "north", Player.east: "east"}
    hands = ",".join(
        "".join(
            f"{suit}{holding}"
            for suit, holding in zip(first, str(getattr(deal, name)).split("."), strict=True)
        )
        for name in names.values()
    )
    played = "".join(f"pc|{_plain(card)}|" for card in cards)
    text = f"pn|a,b,c,d|st||md|2{hands}|sv|o|mb|1N|mb|p|mb|p|mb|p|pg||{played}"  # West deals and bids 1NT
    return [lin.loads(text)[0].contract.result, _true_result(deal, cards)]


def _plain(card):
    return "SHDC"[card.suit] + card.rank.name[1]


def _true_result(deal, cards):
    """Tricks of East-West above seven, counted with the winner of each trick leading to the next."""
    rest, own = deal.copy(), 0
    for number, card in enumerate(cards, 1):
        rest.play(card)
        if number % 4 == 0 and rest.first in (Player.east, Player.west):
            own += 1
    return own - 7


def contract_when_north_deals():
    calls = [Bid(call) for call in ("1N", "P", "P", "P")]
    boards = [
        Board(deal=Deal(TEXT), dealer=dealer, vul=Vul.none, auction=calls)
        for dealer in (Player.north, Player.east)
    ]
    return [board.contract is None for board in boards]


def broadcast_lin():
    eight = "pn|a,b,c,d,e,f,g,h|"
    return error(lambda: lin.loads(f"vg|Cup,Final,I,1,16,A,0,B,0|rs|4SN=,3NTS-1|{eight}qx|o1|md|1{{}},|"))


def lower_case_lin():
    head = "pn|a,b,c,d|md|1"
    hands = "sk5ht83dkq9ca7652,sat942haq4d32ckj3,sqj6hk652dj85ct98,"
    return [
        error(lambda: len(lin.loads(f"{head}{hands.upper()}|mb|1C|"))),
        error(lambda: len(lin.loads(f"{head}{hands}|mb|1C|"))),
        error(lambda: len(lin.loads(f"{head}{hands.upper()}|mb|x!|"))),
    ]


def strict_pbn():
    deal = f'[Board "1"]\n[Dealer "N"]\n[Deal "{TEXT}"]\n'
    return [
        error(lambda: len(pbn.loads(deal))),  # so far it can be read
        error(lambda: pbn.loads(deal + '[Vulnerable "Love"]\n')),
        error(lambda: pbn.loads(deal + '[Declarer "E"]\n[Contract "1NT"]\n[Result "EW 6"]\n')),
        error(lambda: pbn.loads(deal + '[Auction "N"]\n1NT $1 Pass Pass Pass\n')),
        error(lambda: pbn.loads(deal + '[Auction "N"]\n1NT ^R Pass Pass Pass\n')),
    ]


def pbn_note_of_another_board():
    def board(number, note):
        return (
            f'[Board "{number}"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{TEXT}"]\n'
            f'[Auction "N"]\n1NT =1= Pass Pass Pass\n{note}\n'
        )

    boards = pbn.loads(board(1, '[Note "1:15 to 17"]\n') + board(2, ""))
    return [board.auction[0].announcement for board in boards]


def json_without_dealer():
    board = Board(deal=Deal(TEXT), dealer=Player.south, board_num=1, vul=Vul.none, auction=[], play=[])
    again = endplay_json.loads(endplay_json.dumps(board))
    return again._dealer is None


def contract_without_result():
    return Contract("4SN").result


def bids_nobody_may_make():
    low = Contract.from_auction(Player.north, [Bid(call) for call in ("2S", "1H", "P", "P", "P")])
    return [str(Bid("8C").level), low.level, low.denom.name]


def spots_and_tens():
    return [error(lambda: Hand("QJx.K652.J85.T98")), error(lambda: Hand("QJ10.K652.J85.T98"))]


def table_of_an_ending():
    table = calc_dd_table(Deal(ENDING))
    return [table[Denom.nt, Player.north], table[Denom.nt, Player.east]]


def table_of_the_last_trick():
    """East leads a spade, North plays the king, West ruffs with the last club."""
    table = calc_dd_table(Deal("N:K... J... ..J. ...8"))
    return table[Denom.clubs, Player.north] - 12


def trace_after_a_revoke():
    """West leads a club, North discards a diamond though he has a club: four more tricks for his side, not three."""
    deal = Deal("N:JT.6.3.9 3.T72.4. A74.5.8. Q9..9.63", first=Player.west, trump=Denom.spades)
    before = Deal("N:JT.6.Q3.9 3.T72.42. A74.5.8.5 Q9..9.Q63", first=Player.west, trump=Denom.spades)
    trace = analyse_play(before, ["CQ", "DQ", "D2", "C5", "C3", "D3"])
    deal.play("C3")
    deal.play("D3")
    east = max(tricks for _, tricks in solve_board(deal))
    return [trace[6], 5 - east]


def trace_lengths():
    deal, cards = whole_play()
    whole = [len(analyse_play(deal, cards[:count])) for count in (52, 48, 45)]
    for card in cards[:2]:
        deal.play(card)
    return [*whole, len(analyse_play(deal, cards[2:20]))]


def batch_limits():
    deal, _ = whole_play()
    return [
        error(lambda: solve_all_boards([deal] * 201)),
        error(lambda: calc_all_tables([Deal(TEXT)] * 41)),
        (dds.MAXNOOFBOARDS, dds.MAXNOOFTABLES),
    ]


def last_of_a_list():
    tables = calc_all_tables([Deal(TEXT)])
    return error(lambda: tables[-1])


def par_listed_twice():
    par_score = par(Deal(TEXT), Vul.none, Player.north)
    return [len(list(par_score)), len(list(par_score))]


def pickled():
    deal = Deal(TEXT)
    return [error(lambda: pickle.dumps(deal.north)), error(lambda: pickle.dumps(deal.north.spades))]


def live_view():
    deal = Deal(TEXT)
    hand = deal.north
    hand.remove("SQ")
    return len(deal.north)


def card_not_of_the_suit_led():
    """The library goes on after a revoke: it never looks at what is legal."""
    deal = Deal("N:A2... K3... Q.A.. J.K..", first=Player.north, trump=Denom.nt)
    return error(lambda: list(analyse_play(deal, ["SA", "S3", "HA"])))


def plotting_is_loaded():
    return "matplotlib.pyplot" in sys.modules


ALL = {
    name: function
    for name, function in list(globals().items())
    if callable(function) and function.__module__ == __name__
}


def threads_crash():
    """Two threads ask about different deals: the interpreter does not survive it."""
    import random
    import threading

    from endplay.dealer import generate_deals

    deals = list(generate_deals(produce=40, seed=random.Random(1).randrange(99), show_progress=False))

    def ask(part):
        for deal in part:
            calc_dd_table(deal)
            solve_board(deal)

    threads = [threading.Thread(target=ask, args=(deals[turn::2],)) for turn in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def invalid_after_invalid():
    """A deal of fifty-one cards, then one of none."""
    table_of_a_short_deal()
    calc_dd_table(Deal())


if __name__ == "__main__":
    if len(sys.argv) > 1:
        {"threads": threads_crash, "invalid": invalid_after_invalid}[sys.argv[1]]()
    else:
        asked = {}
        for name in sys.stdin.read().split():
            asked[name] = ALL[name]()
        print(json.dumps(asked))  # noqa: T201 - the test that started it listens
