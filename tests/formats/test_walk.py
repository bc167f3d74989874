"""Going through a play: winners, seats, revokes and cards of another hand, beside the slower words of the game."""

from random import Random

from analyser.bridge import Auction, Card, Contract, Play, Seat, Side
from analyser.formats import BoardRecord, derive_result, read, write
from analyser.formats.replay import replay_of
from tests.formats.boards import a_board
from tests.support.every import each_row


@each_row("seed", range(30))
def test_a_walk_agrees_with_the_play(seed: int) -> None:
    record = a_board(Random(seed), pbn=False)
    play, deal, path = record.play, record.deal, replay_of(record)
    assert deal is not None
    if play is None:
        assert path is None
        return
    assert path is not None
    assert tuple(path.seats) == play.seats
    assert [path.won[side] + path.won[side + 2] for side in (0, 1)] == [play.won_by(side) for side in Side]
    assert [(at + 3) // 4 for at in path.revokes] == [revoke.trick for revoke in play.revokes(deal)]
    assert bool(path.wrong) == bool(play.problems(deal))


def test_a_card_of_another_hand_is_told_with_its_holder() -> None:
    text = (
        '[Board "1"]\n[Deal "N:QJ853.J932.A.AT8 T6.T8765.QJ94.63 A7.AKQ.K87532.Q9 K942.4.T6.KJ7542"]\n'
        '[Declarer "N"]\n[Contract "3NT"]\n[Play "E"]\nH5 H2 H4 H3\n*\n'
    )
    reading = read(text)
    assert [(loss.found, str(loss.why)) for loss in reading.losses] == [
        ("H2", "play trick 1: the card is in North's hand")
    ]
    assert read(text, check=False).losses == ()


def test_a_card_played_twice_is_told() -> None:
    deal = "md|3SA7HAKQDK87532CQ9,SK942H4DT6CKJ7542,SQJ853HJ932DACAT8,ST6HT8765DQJ94C63|"
    reading = read(f"{deal}mb|1NPPP|pc|H5|pc|HA|pc|H4|pc|H2|pc|HA|")
    assert any("played before" in str(loss.why) for loss in reading.losses)


def test_a_record_without_contract_or_leader_has_no_walk() -> None:
    assert replay_of(BoardRecord(cards=(Card.parse("SA"),))) is None
    assert BoardRecord().play is None


def test_auction_and_cards_fill_in_contract_and_tricks() -> None:
    auction = Auction.parse("S", "P P 1S P P P")
    assert derive_result(BoardRecord(auction=auction)).contract == Contract.parse("1S by N")
    assert derive_result(BoardRecord(auction=Auction.parse("N", "P P P P"))).passed_out
    assert derive_result(BoardRecord(auction=Auction.parse("N", "1C P"))).contract is None
    record = a_board(Random(3), pbn=False)
    seed = 3
    while len(record.cards) != 52 or record.play.revokes(record.deal):
        seed += 1
        record = a_board(Random(seed), pbn=False)
    text = write([record], "pbn").replace(f'[Result "{record.tricks}"]', '[Result "?"]')
    assert read(text).records[0].tricks == record.tricks


def test_the_play_of_a_record() -> None:
    record = BoardRecord(contract=Contract.parse("1S by N"), leader=Seat.E, cards=(Card.parse("H2"),))
    assert record.play == Play.parse("E", "S", "H2")
