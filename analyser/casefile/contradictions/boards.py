"""Wrong boards and hands, information from elsewhere, and entries of the score, against each other and against the result."""

from collections.abc import Iterator

from analyser.bridge import PointsOnly, Result, parse_result
from analyser.casefile.contradictions.record import Contradiction, StatedFacts, TableRecord, read_text
from analyser.casefile.fields import Moment
from analyser.scoring import score_ns

Found = Iterator[Contradiction]
_FULL_HAND = 13
_BEFORE_PLAY = ("before-auction", "auction")


def find_call_over_no_call(stated: StatedFacts, _record: TableRecord) -> Found:
    """Somebody called over a call on the wrong cards, or it was repeated, and none was made."""
    if not stated.is_false("called"):
        return
    for key in ("partner_called", "opponent_called", "repeats_call"):
        if stated.is_true(key):
            yield Contradiction(key, stated.under("called"))


def find_new_call_of_offenders(stated: StatedFacts, record: TableRecord) -> Found:
    """The call by which the auction came to differ (15C of 2007) is of the offending side, not of the innocent."""
    place, offender = stated.place("new_call"), stated.seat("offender")
    if place.moment is Moment.CALL and 1 <= place.number <= len(record.auction):
        caller = record.auction.seat_of(place.number)
        if caller.side is offender.side:
            yield Contradiction("new_call", f"table auction call {place.number}", {"word": caller.word})


def find_call_before_auction(stated: StatedFacts, _record: TableRecord) -> Found:
    """The wrong hand was noticed before the auction, and its owner had called."""
    if stated.word("noticed") == "before-auction" and stated.is_true("called"):
        yield Contradiction("called", stated.under("noticed"))


def find_missing_card_of_full_hand(stated: StatedFacts, _record: TableRecord) -> Found:
    """A missing card was found, and the hand had thirteen or more (14)."""
    if stated.number("cards") >= _FULL_HAND:
        yield Contradiction("found", stated.under("cards"), {"number": stated.number("cards")})


def find_card_played_before_play(stated: StatedFacts, _record: TableRecord) -> Found:
    """A card lay among the played ones, or was played, and the hand was noticed before any was."""
    if stated.word("noticed") not in _BEFORE_PLAY:
        return
    if stated.word("found") == "played-cards":
        yield Contradiction("found", stated.under("noticed"))
    elif stated.is_true("foreign_played"):
        yield Contradiction("foreign_played", stated.under("noticed"))


def find_foreign_card_of_this_deal(stated: StatedFacts, _record: TableRecord) -> Found:
    """A card of another deal was played, and the surplus card belonged to this one."""
    if stated.is_true("foreign_played") and stated.is_false("foreign"):
        yield Contradiction("foreign_played", stated.under("foreign"))


def find_effect_on_no_play(stated: StatedFacts, _record: TableRecord) -> Found:
    """The information affected the result, and the board was not played on."""
    if stated.is_true("affected") and stated.word("chosen") in ("redeal", "adjust"):
        yield Contradiction("affected", stated.under("chosen"))


def find_play_of_board_without_result(_stated: StatedFacts, record: TableRecord) -> Found:
    """A board that gave no result has all thirteen tricks recorded."""
    if len(record.play.complete_tricks) == _FULL_HAND:
        yield Contradiction("kind", "table play")


def _result(stated: StatedFacts, key: str) -> Result | PointsOnly:
    return read_text(stated.entry.get(key), parse_result)


def find_result_not_played(stated: StatedFacts, record: TableRecord) -> Found:
    """The result said to have been obtained is of another contract, or of other tricks, than were played."""
    result = _result(stated, "correct")
    if not isinstance(result, Result) or result.contract is None or stated.word("recorded") == str(result):
        return  # an entry that is no other than the result is reported as such
    contract = record.contract
    if result.contract != contract:
        yield Contradiction("correct", record.contract_place, {"contract": contract})
        return
    tricks_won = record.play.won_by(contract.declarer.side)
    if (
        len(record.play.complete_tricks) == _FULL_HAND
        and tricks_won != result.tricks
        and len(record.incidents) == 1
    ):
        yield Contradiction("correct", "table play", {"number": tricks_won}, "record-play-shows-tricks")


def find_result_of_neither_entry(stated: StatedFacts, record: TableRecord) -> Found:
    """The table result is neither the one entered nor the one obtained, in the same contract."""
    entered, obtained = _result(stated, "recorded"), _result(stated, "correct")
    tricks = record.facts.table.get("tricks")
    if not isinstance(tricks, int) or not isinstance(entered, Result) or not isinstance(obtained, Result):
        return
    same = entered.contract == obtained.contract == record.contract
    if same and tricks not in (entered.tricks, obtained.tricks) and len(record.incidents) == 1:
        yield Contradiction("correct", "table tricks", {"number": tricks})


def find_entries_that_agree(stated: StatedFacts, record: TableRecord) -> Found:
    """Tricks and points entered are said to disagree, and the points are those of the tricks."""
    result, points = _result(stated, "recorded"), stated.number("points_entered")
    vulnerability = record.facts.vulnerability
    if (
        stated.word("nature") != "tricks-and-number"
        or not isinstance(result, Result)
        or vulnerability is None
    ):
        return
    if score_ns(result, vulnerability) == points:
        yield Contradiction("points_entered", stated.under("recorded"), {"number": points})
