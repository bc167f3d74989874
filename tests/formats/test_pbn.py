"""PBN 2.1: marks of irregularity, notes, glyphs, comments, inheritance, times, tables (standard, sections 3.2-5.8)."""

import pytest

from analyser.bridge import Call, IrregularityKind, Seat, Side
from analyser.formats import (
    BoardRecord,
    CardIrregularity,
    Comment,
    FileReading,
    Mark,
    RecordEnd,
    RecordNote,
    Tag,
    read,
    write,
)
from tests.support.every import each_row

DEAL = '[Deal "N:AQ62.K84.A93.K75 T5.AJ97.QT84.J32 KJ973.Q62.K5.Q84 84.T53.J762.AT96"]'
HEAD = f'[Board "7"]\n[Dealer "W"]\n[Vulnerable "NS"]\n{DEAL}\n'


def reading_of(text: str) -> FileReading:
    return read(text, "pbn")


def board(text: str, *, losses: int = 0) -> BoardRecord:
    reading = reading_of(HEAD + text)
    assert len(reading.losses) == losses, list(map(str, reading.losses))
    (record,) = reading.records
    assert read(write([record], "pbn")).records == (record,)
    return record


def auction(text: str, *, losses: int = 0) -> BoardRecord:
    return board(f'[Auction "W"]\n{text}\n', losses=losses)


@pytest.mark.parametrize(
    "text, calls, irregular",
    [  # the seven examples of section 3.9, West the dealer
        ("1D ^I 1C Pass *", "1D 1C P", [(2, "N", "insufficient")]),
        ("^S 1D Pass *", "1D P", [(1, "N", "out-of-turn")]),
        ("1D ^S 2D *", "1D 2D", [(2, "E", "out-of-turn")]),
        ("1D ^S ^I 1C *", "1D 1C", [(2, "E", "insufficient"), (2, "E", "out-of-turn")]),
        ("1D ^S ^S 2D *", "1D 2D", [(2, "S", "out-of-turn")]),
        ("1D ^S ^S ^I 1C *", "1D 1C", [(2, "S", "insufficient"), (2, "S", "out-of-turn")]),
    ],
)
def test_an_irregular_call_that_was_accepted(
    text: str, calls: str, irregular: list[tuple[int, str, str]]
) -> None:
    record = auction(text)
    assert record.auction is not None
    assert str(record.auction) == calls
    entries = [(entry.at, str(entry.seat), entry.kind.value) for entry in record.auction.irregular]
    assert entries == irregular
    assert not any(entry.withdrawn for entry in record.auction.irregular)
    assert record.auction.problems() == ()


def test_after_a_call_out_of_turn_rotation_continues_from_it() -> None:
    record = auction("1D ^S 2D Pass Pass Pass")
    assert record.auction is not None
    assert [str(seat) for seat in record.auction.seats] == ["W", "E", "S", "W", "N"]
    assert str(record.contract) == "2D by W"


PLAY = '[Declarer "N"]\n[Contract "3NT"]\n[Result "{}"]\n[Play "E"]\n'


def test_a_revoke_mark_is_confirmed_by_the_deal() -> None:
    record = board(PLAY.format("?") + "D4 D5 ^R S4 DA\n*\n")
    assert [(entry.at, entry.seat, entry.kind) for entry in record.irregular_cards] == [
        (3, Seat.W, CardIrregularity.REVOKE)
    ]
    (revoke,) = record.play.revokes(record.deal)
    assert (revoke.trick, revoke.seat, str(revoke.card)) == (1, Seat.W, "S4")
    assert [str(card) for card in revoke.playable] == ["DJ", "D7", "D6", "D2"]


def test_an_unmarked_revoke_is_found() -> None:
    text = HEAD + PLAY.format("?") + "D4 D5 S4 DA\n"
    assert [(revoke.record, revoke.at) for revoke in reading_of(text).revokes] == [(0, 3)]
    assert read(text, "pbn", check=False).revokes == ()


def test_a_false_mark_of_a_revoke_is_told() -> None:
    board(PLAY.format("?") + "D4 D5 ^R D2 DA\n*\n", losses=1)


def test_a_lead_out_of_turn_starts_the_trick() -> None:
    record = board(PLAY.format("?") + "D4 D5 D2 DA\nD8 ^L DK D6 D3\n*\n")
    assert " ".join(map(str, record.cards)) == "D4 D5 D2 DA DK D6 D3 D8"
    (entry,) = record.irregular_cards
    assert (entry.at, entry.seat, entry.kind) == (5, Seat.S, CardIrregularity.LEAD_OUT_OF_TURN)
    assert record.play is None, "a play led in turn cannot hold it"


def test_columns_are_seats_and_not_the_order_of_play() -> None:
    record = board(PLAY.format("?") + "D4 D5 D2 DA\nDT DK D6 D3\n*\n")
    assert " ".join(map(str, record.cards)) == "D4 D5 D2 DA D3 DT DK D6"
    assert record.play is not None
    assert record.play.won_by(Side.NS) == 2


@pytest.mark.parametrize(
    "rows, cards, end",
    [
        ("D4 D5 - -\n*", "D4 D5", RecordEnd.CLOSED),
        ("D4 + - -", "D4", RecordEnd.OPEN),
        ("D4 - - -", "D4", RecordEnd.NATURAL),
        ("*", "", RecordEnd.CLOSED),
        ("D4 D5 D2 DA\n+ - - D3", "D4 D5 D2 DA D3", RecordEnd.OPEN),
    ],
)
def test_how_a_play_stops(rows: str, cards: str, end: RecordEnd) -> None:
    record = board(PLAY.format("?") + rows + "\n")
    assert " ".join(map(str, record.cards)) == cards
    assert record.play_end is end
    assert record.tricks is None, "and nobody guesses the result"


def test_an_unstated_card_ends_the_play_and_is_a_loss() -> None:
    record = board(PLAY.format("?") + "D4 - D2 DA\n", losses=1)
    assert " ".join(map(str, record.cards)) == "D4"


@each_row(
    "result, tricks, losses",
    [
        ("9", 9, 0),
        ("NS 9", 9, 0),
        ("EW 4", 9, 0),
        ("EW 4 NS 9", 9, 0),
        ("NS 9 EW 4", 9, 0),
        ("^9", 9, 0),
        ("?", None, 0),
        ("", None, 0),
        ("14", None, 1),
        ("nine", None, 1),
        ("0", 0, 1),
    ],
)
def test_the_result(result: str, tricks: int | None, losses: int) -> None:
    record = board(PLAY.format(result) + "D4 D5 D2 DA\n*\n", losses=losses)
    assert record.tricks == tricks
    assert record.claim == tricks


def test_a_result_given_during_the_play_is_no_result() -> None:
    record = board(PLAY.format("1") + "D4 D5 D2 DA\n- - - +\n")
    assert record.tricks is None
    assert record.tag("Result") == "1"


def test_a_note_is_an_alert_and_a_comment_is_not() -> None:
    record = auction(
        '1NT =1= {slow} Pass ! 2H =2= $13 Pass *\n[Note "1:15-17"]\n[Note "2:spades, said late"]'
    )
    assert record.call_notes == (
        RecordNote(1, "15-17", alerted=True),
        RecordNote(3, "spades, said late", alerted=True),
    )
    assert record.comments == (Comment(1, 0, "slow"),)
    assert record.call_marks == (Mark(2, 1), Mark(3, 13))
    assert record.corrected_calls == (3,)


def test_an_exclamation_mark_is_a_good_call_no_alert() -> None:
    record = auction("1S! Pass? 2S!! Pass?! 3S!? Pass?? *")
    assert record.call_notes == ()
    assert [mark.glyph for mark in record.call_marks] == [1, 2, 3, 6, 5, 4]


def test_quotes_within_a_value_are_read_as_they_stand() -> None:
    record = auction('1D =1= *\n[Note "1:natural; 8-17, "two" ranges"]')
    assert record.call_notes == (RecordNote(1, 'natural; 8-17, "two" ranges', alerted=True),)
    named = board('[Site "The "Spring" Hall [open]"] [Stage "Final"]\n')
    assert (named.site, named.tag("Stage")) == ('The "Spring" Hall [open]', "Final")


def test_several_calls_may_share_a_note() -> None:
    record = auction('1C =1= Pass 1D =1= *\n[Note "1:artificial"]')
    assert [(note.at, note.text) for note in record.call_notes] == [(1, "artificial"), (3, "artificial")]
    assert write([record], "pbn").count("[Note") == 1


def test_notes_of_play_and_auction_do_not_mix() -> None:
    record = board(
        '[Auction "W"]\nPass 1NT =1= Pass 3NT AP\n[Note "1:15-17"]\n'
        '[Play "E"]\nD4 =1= D5 $14 D2 DA\n*\n[Note "1:fourth best"]\n'
    )
    assert record.call_notes == (RecordNote(2, "15-17", alerted=True),)
    assert record.card_notes == (RecordNote(1, "fourth best"),)
    assert record.corrected_cards == (2,)


def test_a_note_never_reaches_another_board() -> None:
    first = HEAD + '[Auction "W"]\n1C =1= Pass *\n[Note "1:strong"]\n'
    second = first.replace('"7"', '"8"').replace('[Note "1:strong"]\n', "")
    reading = reading_of(first + "\n" + second)
    assert reading.records[1].call_notes == (RecordNote(1, "", alerted=True),)
    assert [loss.found for loss in reading.losses] == ["=1="]


def test_seconds_per_call_and_card() -> None:
    record = board(
        '[Auction "W"]\nPass 1NT Pass 3NT\nAP\n[AuctionTimeTable "W"]\n 4  3  5 26\n 5\n'
        '[Play "E"]\nD4 D5 D2 DA\nDT DK D6 D3\n*\n[PlayTimeTable "E"]\n 9 1 - 1:05\n 2 3 4 40\n'
    )
    assert record.call_times == (4, 3, 5, 26, 5)
    assert record.card_times == (9, 1, None, 65, 40, 2, 3, 4), "in order of play"


def test_hyphens_stand_before_the_dealer() -> None:
    text = f'[Board "7"]\n[Dealer "E"]\n{DEAL}\n[Auction "W"]\n- - 1C Pass\nPass Pass\n[AuctionTimeTable "W"]\n- - 7\n'
    (record,) = reading_of(text).records
    assert record.auction is not None
    assert (record.auction.dealer, record.call_times) == (Seat.E, (7,))
    assert str(record.contract) == "1C by E"


def test_ap_passes_until_the_auction_is_over() -> None:
    for text, calls in [
        ("AP", "P P P P"),
        ("1C AP", "1C P P P"),
        ("1C Pass AP", "1C P P P"),
        ("P P P P", "P P P P"),
    ]:
        assert str(auction(text).auction) == calls


def test_a_board_passed_out() -> None:
    record = auction("Pass Pass Pass Pass")
    assert (record.passed_out, record.contract, record.tricks) == (True, None, None)
    assert '[Contract "Pass"]' in write([record], "pbn")
    assert board('[Declarer ""]\n[Contract "Pass"]\n[Result ""]\n').passed_out


def test_an_auction_cut_short_gives_no_contract() -> None:
    record = auction("1C Pass *")
    assert (record.contract, record.auction_end) == (None, RecordEnd.CLOSED)
    assert auction("1C Pass +").auction_end is RecordEnd.OPEN


def test_declarer_and_dummy_changed_places() -> None:
    record = board('[Declarer "^S"]\n[Contract "3NT"]\n[Auction "W"]\nPass 1NT Pass 3NT AP\n')
    assert (record.swapped, str(record.contract)) == (True, "3NT by S")


@pytest.mark.parametrize(
    "tags, why",
    [
        ('[Declarer "N"]\n[Contract "4S"]\n', "the auction gives 3NT by N, the file states 4S by N"),
        ('[Declarer "S"]\n[Contract "3NT"]\n', "the auction gives 3NT by N, the file states 3NT by S"),
        ('[Contract "Pass"]\n', "the auction gives 3NT by N, the board is said to be passed out"),
    ],
)
def test_a_contract_against_the_auction_is_told(tags: str, why: str) -> None:
    reading = reading_of(HEAD + tags + '[Auction "W"]\nPass 1NT Pass 3NT AP\n')
    assert [str(loss.why) for loss in reading.losses] == [why]


def test_inherited_values() -> None:
    text = '[Event "##Cup"]\n[Site "X"]\n[Board "1"]\n\n[Site "#"]\n[Board "2"]\n\n[Event "Other"]\n[Board "3"]\n\n[Board "4"]\n'
    heads = [(record.number, record.event, record.site) for record in reading_of(text).records]
    assert heads == [(1, "Cup", "X"), (2, "Cup", "X"), (3, "Other", ""), (4, "", "")]


def test_comments_may_hold_blank_lines_and_brackets() -> None:
    record = board('{one\n\n[Board "9"] two}\n[Scoring "IMP"] ; it was ]a[ "match\n')
    assert [entry.text for entry in record.comments] == ['one\n\n[Board "9"] two', ' it was ]a[ "match']
    assert record.number == 7


def test_escape_lines_are_left_alone() -> None:
    assert reading_of('% PBN 2.1\n% EXPORT\n%Anything [Board "3"]\n' + HEAD).records[0].number == 7


def test_a_value_may_hold_quotes_brackets_and_backslashes() -> None:
    record = board(r'[East "a \"b\" ]|[ \\ {c} ;d"]' + "\n")
    assert record.names[Seat.E] == 'a "b" ]|[ \\ {c} ;d'


def test_further_tags_and_tables_are_kept_in_their_order() -> None:
    rows = ("N NT  7", "N  S  9", "E  H 10")
    text = (
        '[Zebra "1"]\n[Application "x"]\n[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\n'
        + "\n".join(rows)
    )
    record = board(text + '\n[ScoreTable "Rank"]\n 1\n')
    assert record.tags == (
        Tag("Zebra", "1"),
        Tag("Application", "x"),
        Tag("OptimumResultTable", "Declarer;Denomination\\2R;Result\\2R", rows),
        Tag("ScoreTable", "Rank", (" 1",)),
    )


def test_some_hands_only() -> None:
    (record,) = reading_of('[Board "1"]\n[Deal "W:KQT2.AT.J6542.85 - A8654.KQ5.T.QJT6 -"]\n').records
    assert [str(hand) for hand in record.hands] == ["None", "A8654.KQ5.T.QJT6", "None", "KQT2.AT.J6542.85"]
    assert record.deal is None
    assert read(write([record], "pbn")).records == (record,)


def test_an_ending_names_its_denomination_only() -> None:
    text = '[Deal "N:A.2.. K.3.. Q.4.. J.5.."]\n[Contract "H"]\n[Play "W"]\nSJ SA SK SQ\n'
    (record,) = reading_of(text).records
    assert (str(record.trumps), record.contract, len(record.cards)) == ("H", None, 4)
    assert read(write([record], "pbn")).records == (record,)


@pytest.mark.parametrize(
    "word, value", [("Love", "none"), ("-", "none"), ("Both", "all"), ("ns", "NS"), ("EW", "EW")]
)
def test_the_words_of_vulnerability(word: str, value: str) -> None:
    assert str(reading_of(f'[Board "1"]\n[Vulnerable "{word}"]\n').records[0].vulnerability) == value


@each_row(
    "tag, why",
    [
        ('[Board "10000"]', "Board: not understood"),
        ('[Dealer "Q"]', "Dealer: not understood"),
        ('[Vulnerable "maybe"]', "Vulnerable: not understood"),
        ('[Deal "N:AK.Q.J.T x y z"]', "Deal: not understood"),
        (DEAL.replace("T5.", "TA."), "SA: the card is in two hands: North and East"),
        (DEAL.replace("AQ62", "AQ6"), "51 cards: the hands are not of equal size"),
        ('[Contract "8C"]', "Contract: not a contract"),
        ('[Declarer "N"]', "Declarer: a declarer without a contract"),
    ],
)
def test_what_cannot_be_understood_is_kept_and_told(tag: str, why: str) -> None:
    reading = reading_of(tag)
    assert any(why in f"{loss.why}" for loss in reading.losses), list(map(str, reading.losses))
    name = tag[1:].partition(" ")[0]
    assert reading.records[0].tag(name) is not None
    assert read(write(reading.records, "pbn")).records == reading.records


def test_a_loss_names_its_place() -> None:
    (loss,) = reading_of('[Board "7"]\n[Dealer "N"]\n[Auction "N"]\n1C 8C Pass\n').losses
    assert str(loss) == "line 4, column 4: '8C': not a call; the auction ends before it"


def test_an_illegal_auction_is_reported_and_gives_no_contract() -> None:
    record = auction("4S 1C Pass Pass Pass", losses=1)
    assert str(record.auction) == "4S 1C P P P"
    assert record.contract is None


def test_calls_taken_back_have_a_tag_of_their_own() -> None:
    record = board('[IrregularCalls "2 N insufficient 1C withdrawn"]\n[Auction "W"]\n1D 1H Pass *\n')
    assert record.auction is not None
    (entry,) = record.auction.irregular
    assert (entry.at, entry.seat, entry.kind, entry.withdrawn) == (
        2,
        Seat.N,
        IrregularityKind.INSUFFICIENT,
        True,
    )
    assert entry.call == Call.parse("1C")


@pytest.mark.parametrize(
    "tag", ['[Result "9"]', '[Contract "3NT"]', '[Declarer "N"]', '[Dealer "Q"]', '[Zebra "x"]', '[Deal "?"]']
)
def test_a_comment_beside_any_tag_is_kept_once(tag: str) -> None:
    (record,) = reading_of(f'[Board "7"]\n{tag} {{as told by West}}\n').records
    assert record.comments == (Comment(0, 0, "as told by West"),)


def test_accepted_calls_of_our_own_tag_count_for_the_contract() -> None:
    record = board('[IrregularCalls "2 N inadmissible XX accepted"]\n[Auction "W"]\n1D XX Pass Pass Pass\n')
    assert str(record.contract) == "1DXX by W"
