"""Revokes when only some facts are known: what passes by itself follows from the tricks, and what is missing is named."""

import re

import pytest

from analyser import laws
from analyser.casefile import case_of
from analyser.estimates.services import Services
from analyser.ruling import Basis
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.revoke import find
from analyser.ruling.kinds.revoke.record import find_revokes
from tests.support import GOLDEN, ROOT

# South, declarer, ruffs a club with the nine in trick 5 and wins it, holding clubs; his side wins more tricks later.
OWN = (ROOT / "cases/revokes/own-trick-two.toml").read_text()
# A defender's revoke: the cases say who won the trick.
DEFENDER = (ROOT / "cases/revokes/defender-one-trick.toml").read_text()


def written(text: str, *, hands: str | None = None, until: int | None = None, tricks: bool = True):
    """The case with some hands in place of the deal, the play up to a trick, the result left out."""
    if hands is not None:
        text = re.sub(r"^deal = .*$", f"hands = {{ {hands} }}", text, flags=re.MULTILINE)
    if until is not None:
        rows = re.findall(r'^  "[^"]+",\n', text, flags=re.MULTILINE)
        for row in rows[until:]:
            text = text.replace(row, "")
    if not tricks:
        table, rest = text.split("[comparison]")
        text = re.sub(r"^tricks = .*\n", "", table, flags=re.MULTILINE) + "[comparison]" + rest
    return case_of(text.encode())


def ruled(case, year="2017", **changes):
    incident = case.incident[0].model_copy(update=changes)
    case = case.model_copy(update={"incident": (incident,)})
    return find(
        RulingContext.from_case(case, laws.resolve(case.event.date, "WBF", year), Services()), incident
    )


def bare(case):
    """No cards and no play: only the contract, the result and what the incident says."""
    board = case.board.model_copy(update={"deal": None})
    return case.model_copy(update={"board": board, "table": case.table.model_copy(update={"play": None})})


def codes(found):
    return {finding.code: finding for finding in found.findings}


def paths(found):
    return [clause.path for clause in found.infraction.clauses]


@pytest.mark.parametrize(
    "hands", ['S = "J94.854.7643.KT4"', 'N = "T75.AKQ.AJT9.982"', 'E = "AQ632.T2.K82.QJ7"']
)
def test_64a1_two_tricks_pass_whichever_hand_is_known(hands):
    """The play shows who won what, and that South followed to no club while he had some: he played them later."""
    ruling = ruled(written(OWN, hands=hands))
    assert (ruling.revoke.transferred, ruling.tricks) == (2, 4 - 2)
    assert "64A1" in paths(ruling)
    assert codes(ruling)["revoke.seen"].standing is Basis.COMPUTED


def test_64c1_without_all_cards_equity_is_open_naming_them():
    """64C1 asks what the innocent side would have won without the revoke: nobody knows without the four hands."""
    ruling = ruled(written(OWN, hands='S = "J94.854.7643.KT4"'))
    assert ruling.revoke.equity is None
    gap = codes(ruling)["revoke.equity-missing"]
    assert gap.arguments["keys"] == ("board deal",)
    assert [clause.path for clause in gap.clauses] == ["64C1"]
    assert not {"revoke.missing", "revoke.equity", "revoke.compensated"} & set(codes(ruling))


def test_a_whole_record_misses_nothing():
    assert not {"revoke.missing", "revoke.equity-missing"} & set(codes(ruled(written(OWN))))


@pytest.mark.parametrize("until", [5, 6, 9])
def test_with_the_result_unrecorded_tricks_are_counted(until):
    """Trick 5 was South's, and four tricks in all: some came later, wherever the record ends."""
    ruling = ruled(written(OWN, hands='S = "J94.854.7643.KT4"', until=until))
    assert (ruling.revoke.transferred, ruling.tricks) == (2, 2)


def test_64a1_a_later_trick_that_is_recorded_is_enough():
    """After trick 6, won by dummy's ace, two tricks pass whatever becomes of the rest; declarer's number is open."""
    ruling = ruled(written(OWN, hands='S = "J94.854.7643.KT4"', until=6, tricks=False))
    assert ruling.revoke.transferred == 2
    assert (ruling.revoke.equity, ruling.tricks) == (None, None)
    assert codes(ruling)["revoke.equity-missing"].arguments["keys"] == ("board deal", "table tricks")


def test_64a1_before_later_tricks_the_result_decides_how_many_pass():
    ruling = ruled(written(OWN, hands='S = "J94.854.7643.KT4"', until=5, tricks=False))
    assert (ruling.revoke.transferred, ruling.tricks) == (None, None)
    assert codes(ruling)["revoke.missing"].arguments["keys"] == ("table tricks", "incident later_tricks")


def test_64a_without_the_play_nobody_knows_who_won_the_trick():
    ruling = ruled(bare(written(OWN)))
    assert (ruling.revoke.transferred, ruling.revoke.equity, ruling.tricks) == (None, None, None)
    assert codes(ruling)["revoke.missing"].arguments["keys"] == ("table play", "incident won_by")
    assert codes(ruling)["revoke.equity-missing"].arguments["keys"] == ("board deal", "table play")


@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"offender": "N"}, "64B3"),  # dummy's hand is faced
        ({"noticed": "next-board"}, "64B4"),
        ({"noticed": "round-over"}, "64B5"),
        ({"trick": 12}, "64B6"),
    ],
    ids=["dummy", "called on the next deal", "round over", "trick twelve"],
)
def test_64b_nothing_passes_and_neither_play_nor_cards_are_asked(changes, clause):
    fields = case_of(OWN.encode()).incident[0].model_dump() | changes
    incident = type(case_of(OWN.encode()).incident[0]).model_validate(fields)
    ruling = ruled(bare(written(OWN)), **{name: getattr(incident, name) for name in changes})
    assert ruling.revoke.transferred == 0
    assert clause in paths(ruling)
    assert "revoke.missing" not in codes(ruling)


@pytest.mark.parametrize("hands", ['S = "J94.854.7643.KT4"', 'W = "K8.J9763.Q5.A653"'])
def test_61a_who_followed_suit_did_not_revoke_whatever_he_had(hands):
    """Clubs were led in trick 1, and he played one."""
    case = written(OWN, hands=hands)
    seat = case.play.tricks[0].seat_of(case.play.tricks[0].cards[2])
    ruling = ruled(case, trick=1, offender=seat)
    assert ruling.infraction.answer is False
    assert ruling.tricks == 4


def test_61a_showing_no_more_of_the_suit_may_mean_none():
    """East discards on nothing seen later, and his hand is not known: the case's word is taken, and marked as taken."""
    case = written(OWN, hands='S = "J94.854.7643.KT4"', until=5)
    case = case.model_copy(update={"board": case.board.model_copy(update={"hands": None})})
    ruling = ruled(case)
    assert codes(ruling)["revoke.stated"].standing is Basis.ASSUMED


def test_61a_a_revoke_nobody_named_is_seen_without_any_hand():
    """Who fails to follow and plays the suit later has revoked: no hand need be known for that."""
    count = 0
    for path in sorted((GOLDEN / "revokes").glob("*.toml")):
        case = case_of(path.read_bytes())
        rows = {(revoke.trick, revoke.seat, revoke.card) for revoke in find_revokes(case)}
        board = case.board.model_copy(update={"deal": None})
        committed_revokes = find_revokes(case.model_copy(update={"board": board, "incident": ()}))
        assert {(revoke.trick, revoke.seat, revoke.card) for revoke in committed_revokes} <= rows
        count += len(committed_revokes)
    assert count


@pytest.mark.parametrize(("year", "transferred"), [("2007", 1), ("2017", 1), ("1997", None)])
def test_64a2_partner_s_trick_passes_one_only_1997_asks_more(year, transferred):
    """Since 2007 one trick, whatever came later; 1997 wants to know of a later trick by a card he could have played."""
    case = written(DEFENDER)
    trick = case.incident[0].trick
    offender = case.incident[0].offender
    assert case.play.tricks[trick - 1].winner is offender.partner
    text = written(DEFENDER, hands=f'{offender} = "{case.deal[offender]}"', until=trick, tricks=False)
    ruling = ruled(text, year)
    assert ruling.revoke.transferred == transferred
    if transferred is None:
        assert codes(ruling)["revoke.missing"].arguments["keys"] == ("table tricks", "incident later_tricks")


@pytest.mark.parametrize(
    "edition, told, tricks",
    [
        # 64A1 of 2007 and 2017: his own trick and a later one of his side, two; none later, one. 64A2: partner's trick, one.
        ("2017", 'won_by = "S"\nlater_tricks = 3', 2),
        ("2017", 'won_by = "S"\nlater_tricks = 0', 1),
        ("2017", 'won_by = "W"\nlater_tricks = 2', 1),
        ("2017", 'won_by = "W"\nlater_tricks = 0', 0),
        # 1997's 64A2: a second one where he later won a trick with a card he could have played to the revoke.
        ("1997", 'won_by = "W"\nlater_tricks = 3\nlater_with_suit = true', 2),
        ("1997", 'won_by = "W"\nlater_tricks = 3\nlater_with_suit = false', 1),
    ],
)
def test_what_a_director_hears_is_enough_without_the_play(edition, told, tricks):
    """Who won the revoke trick and what his side won later is all 64A asks for."""
    text = (ROOT / "cases/revokes/told-without-the-play.toml").read_text("utf-8")
    text = text.replace('won_by = "S"\nlater_tricks = 4', told)
    case = case_of(text.encode())
    result = find(
        RulingContext.from_case(case, laws.resolve(case.event.date, "WBF", edition)), case.incident[0]
    )
    assert result.revoke.transferred == tricks
    assert result.tricks == 10 - tricks


def test_the_winning_card_names_the_winner_where_hands_are_known():
    text = (ROOT / "cases/revokes/told-without-the-play.toml").read_text("utf-8")
    text = text.replace('won_by = "S"', 'won_with = "SA"').replace(
        "number = 4", 'number = 4\nhands = { S = "AJ94.854.7643.K4" }'
    )
    case = case_of(text.encode())
    result = find(RulingContext.from_case(case, laws.resolve(case.event.date, "WBF")), case.incident[0])
    assert result.revoke.transferred == 2
