"""What files of the world do that no standard foresees, each as a small file of its own, and what is due of it."""

import pytest

from analyser.formats import BoardRecord, Room, read, write

HANDS = "N:QJ853.J932.A.AT8 T6.T8765.QJ94.63 A7.AKQ.K87532.Q9 K942.4.T6.KJ7542"
DEAL = f'[Deal "{HANDS}"]\n'
CALLS = '[Auction "N"]\n1S Pass 3NT AP\n'


def boards(text: str | bytes, losses: int = 0) -> tuple[BoardRecord, ...]:
    reading = read(text)
    assert len(reading.losses) == losses, list(map(str, reading.losses))
    return reading.records


@pytest.mark.parametrize("first", ["Board", "Event"])
def test_a_repeated_board_or_event_begins_a_new_game(first: str) -> None:
    head = '[Event "Cup"]\n' if first == "Event" else ""
    text = "".join(f'{head}[Board "{n}"]\n[Dealer "N"]\n{DEAL}{CALLS}' for n in (1, 2, 3))
    records = boards(text)
    assert [(r.number, str(r.contract), r.event) for r in records] == [
        (n, "3NT by S", "Cup" if head else "") for n in (1, 2, 3)
    ]


def test_many_games_without_blank_lines_are_separate_boards() -> None:
    text = "".join(f'[Board "{n}"]\n[Dealer "N"]\n{DEAL}{CALLS}' for n in range(1, 901))
    assert len(text) > 64 * 1024
    assert len(boards(text)) == 900


def test_an_empty_auction_before_the_real_one_is_no_auction() -> None:
    (record,) = boards(f'[Board "1"]\n[Dealer "N"]\n[Auction ""]\n{DEAL}{CALLS}')
    assert str(record.auction) == "1S P 3NT P P P"


@pytest.mark.parametrize("room", ['[Room "Closed"]\n', ""])
def test_the_second_room_may_leave_out_board_and_deal(room: str) -> None:
    first = f'[Event "Cup"]\n[Board "7"]\n[Dealer "N"]\n[Vulnerable "NS"]\n{DEAL}[Room "Open"]\n{CALLS}'
    second = f'{room}[North "A"]\n[Auction "N"]\n1S Pass 4S AP\n[Result "10"]\n'
    first_board, two = boards(f"{first}\n{second}")
    assert (two.number, two.deal, two.vulnerability, two.event) == (
        7,
        first_board.deal,
        first_board.vulnerability,
        "Cup",
    )
    assert (two.room, str(two.contract), two.tricks, two.names[0]) == (
        Room.CLOSED if room else None,
        "4S by N",
        10,
        "A",
    )


def test_a_deal_without_board_is_no_second_table() -> None:
    _, second = boards(f'[Board "7"]\n{DEAL}\n{DEAL}{CALLS}')
    assert second.number is None


@pytest.mark.parametrize(
    "deal",
    [
        "N:SQJ853.HJ932.DA.CAT8 ST6.HT8765.DQJ94.C63 SA7.HAKQ.DK87532.CQ9 SK942.H4.DT6.CKJ7542",
        "N:SQJ853HJ932DACAT8 ST6HT8765DQJ94C63 SA7HAKQDK87532CQ9 SK942H4DT6CKJ7542",
    ],
)
def test_suit_letters_in_a_deal_are_read(deal: str) -> None:
    (record,) = boards(f'[Board "1"]\n[Deal "{deal}"]\n')
    assert str(record.deal) == HANDS


LIN = "md|3SA7HAKQDK87532CQ9,SK942H4DT6CKJ7542,SQJ853HJ932DACAT8,ST6HT8765DQJ94C63|mb|1N|mb|p|mb|3N|mb|p|mb|p|mb|p|"


@pytest.mark.parametrize("head, number", [("c1,BOARD 1", 1), ("c12, Board 12", 12), (" c7 ", 7)])
def test_the_heading_may_stand_with_room_and_number(head: str, number: int) -> None:
    (record,) = boards(f"pn|a,b,c,d|qx|{head}|{LIN}")
    assert (record.room, record.number) == (Room.CLOSED, number)


def test_a_zz_tag_means_nothing() -> None:
    (record,) = boards(f"pn|a,b,c,d|zz||{LIN}zz|1|")
    assert record.tags == ()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", [f'[Event "ș ț"]\n[Board "1"]\n{DEAL}', f"ah|Board 1|{LIN}"])
def test_utf_16_is_read(text: str, encoding: str) -> None:
    (record,) = boards(text.encode(encoding))
    assert record.number == 1
    assert record.deal is not None


@pytest.mark.parametrize("end", [b"\x1a", b"\r\n\x1a", b"\x1a" + b"\0" * 100, b"\n\x1a\x1a"])
def test_the_old_end_of_file_character_is_ignored(end: bytes) -> None:
    (record,) = boards(f'[Board "1"]\n{DEAL}{CALLS}'.encode() + end)
    assert str(record.contract) == "3NT by S"
    (record,) = boards(LIN.encode() + end)
    assert str(record.contract) == "3NT by N"


@pytest.mark.parametrize("number", [1_000, 2_014, 9_999])
def test_boards_of_large_events_have_large_numbers(number: int) -> None:
    (record,) = boards(f'[Board "{number}"]\n{DEAL}{CALLS}')
    assert record.number == number
    assert read(write([record], "lin")).records[0].number == number
