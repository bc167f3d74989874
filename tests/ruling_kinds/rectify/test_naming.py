"""Which of dummy's cards is meant (46B): from dummy's hand and the trick as it lay."""

import re

import pytest

from analyser import laws
from analyser.bridge import Suit
from analyser.casefile import PlayedCard, case_of
from analyser.ruling.kinds.naming import card_meant, complete
from analyser.ruling.kinds.rectification import Step
from tests.support import ROOT
from tests.support.every import each_row

TEXT = (ROOT / "cases/laws/46B-lowest-winner.toml").read_text()
CASE = case_of(TEXT.encode())
LAW = laws.resolve(None, "WBF", "2017")

# Dummy holds Q9432 9832 A2 AJ; West leads DJ to the first trick, dummy's ace wins it.
NAMED = [
    (("DA",), {"trick": 1, "said": "high"}),
    (("D2",), {"trick": 1, "said": "low"}),
    (("DA",), {"trick": 1, "said": "win"}),
    (("D2",), {"trick": 1, "suit_named": "D"}),  # 46B2: the suit alone means its lowest
    (("H2",), {"trick": 2, "suit_named": "H"}),
    (("D2",), {"trick": 2, "rank_named": "2"}),  # 46B3: of the suit dummy last won with
    (("S9", "H9"), {"trick": 2, "rank_named": "9"}),  # he does not hold it there: any of that rank
    (("CJ",), {"trick": 2, "rank_named": "J"}),
    ((), {"trick": 2, "said": "high"}),  # no suit is led
    ((), {"trick": 3, "said": "low"}),  # the play does not go so far
]


# Hearts are trumps and dummy has A and J of clubs: what "win" means once it has none left.
WON = [
    # the card meant, the play so far, the trick
    (("H2",), ("C2 CA C4 C5", "CJ C6 CK C3", "CT C9"), 3),  # a ruff: East has followed and is taken to go on
    (("SQ",), ("SA S2 S6 S7", "SJ"), 2),  # East may be out of spades, but it is not known
    (
        (),
        ("SA S2 S6 S7", "S5 S3 H4 ST", "D4 D3 D7 DA", "D2 D5 D9 DT", "SJ"),
        5,
    ),  # East has ruffed spades: no card is sure
    (("DA",), ("DJ",), 1),
]


@pytest.mark.parametrize("cards, play, trick", WON)
def test_to_win_is_the_lowest_card_known_unbeaten(cards, play, trick):
    tricks = ", ".join(f'"{cards_of_trick}"' for cards_of_trick in play)
    case = case_of(TEXT.replace('play = ["DJ DA D4 D3"]', f"play = [{tricks}]").encode())
    facts = type(CASE.incident[0]).model_validate(
        {"id": "x", "kind": "played-card", "fact": "named", "offender": "S", "trick": trick, "said": "win"}
    )
    steps = card_meant(case, complete(facts), LAW).due
    assert tuple(str(step.arguments["card"]) for step in steps) == cards


@each_row("cards, told", NAMED)
def test_the_card_meant_is_told(cards, told):
    facts = type(CASE.incident[0]).model_validate(
        {"id": "x", "kind": "played-card", "fact": "named", "offender": "S", **told}
    )
    steps = card_meant(CASE, complete(facts), LAW).due
    meant = [
        card
        for step in steps
        for value in step.arguments.values()
        for card in ([value] if not isinstance(value, tuple) else value)
    ]
    assert {str(card) for card in meant} == set(cards)


# North is dummy and spades, diamonds and clubs are led past him to East; hearts are trumps.
EAST_VOID = "N:A432.987.A43.A43 .6.JT9876.JT9876 K5.AKQJT.KQ5.KQ5 QJT9876.5432.2.2"
CLUBS_GONE = "N:A432.987.A2.AQ43 .6.KQJT987654.65 K5.AKQJT..KJT987 QJT9876.5432.3.2"
DRAWN = ("C2 C3 C6 CK", "HA H5 H7 H6", "HK H4 H8 D6", "HQ H3 H9 D7")
RUFFED = [
    # the card meant; the deal; the play so far
    pytest.param((), EAST_VOID, (*DRAWN, "SK S6 S2 C7", "S5 S7"), id="46B1b, the deuce of trumps is still hidden"),
    pytest.param(("SA",), EAST_VOID, (*DRAWN, "HJ H2 D3 D8", "SK S6 S2 C7", "S5 S7"), id="46B1b, no trump is hidden"),
    pytest.param((), CLUBS_GONE, ("D3 DA D4 C7", "C3 C5 CK C2", "CJ S6 C4 C6", "CT S7"), id="46B1b, nobody can have a club"),
    pytest.param(("CQ",), CLUBS_GONE, ("D3 DA D4 C7", "C3 C5 CK C2", "CJ S6"), id="46B1b, a club is hidden"),
]  # fmt: skip


@pytest.mark.parametrize("cards, deal, play", RUFFED)
def test_a_card_that_may_be_ruffed_is_no_known_winner(cards, deal, play):
    """A defender is taken to follow suit until he is known to be out of it, by a discard or by the cards seen."""
    text = re.sub(r'deal = ".*"', f'deal = "{deal}"', TEXT).replace("1H X 3H P 4H P P P", "1H P 4H P P P")
    tricks = ", ".join(f'"{cards_of_trick}"' for cards_of_trick in play)
    case = case_of(text.replace('play = ["DJ DA D4 D3"]', f"play = [{tricks}]").encode())
    steps = card_meant(case, named(trick=len(play), said="win"), LAW).due
    assert tuple(str(step.arguments["card"]) for step in steps) == cards


def named(**told):
    return PlayedCard.model_construct(
        **{"id": "x", "kind": "played-card", "fact": "named", "offender": "S"} | told
    )


SAID = [
    # how it was named; what is told of it
    ("suit", {"suit_named": Suit.HEARTS}),
    ("rank", {"rank_named": "9"}),
    (None, {"suit_named": Suit.HEARTS, "rank_named": "9"}),
    (None, {}),
    ("high", {"said": "high", "suit_named": Suit.HEARTS}),
    (None, {"fact": "omitted", "suit_named": Suit.HEARTS}),
]


@pytest.mark.parametrize("expected, facts", SAID)
def test_suit_or_rank_alone_says_how_a_card_was_named(expected, facts):
    """46B2 and 46B3; where both are told the card is named in full."""
    assert complete(named(**facts)).said == expected


MEANT = [
    # the provision cited; the step; what is told
    ("46B1", Step.MEANS_CARD, {"trick": 1, "said": "high"}),
    ("46B2", Step.MEANS_CARD, {"trick": 2, "suit_named": Suit.HEARTS}),
    ("46B3", Step.MEANS_CARD, {"trick": 2, "rank_named": "J"}),
    ("46B3", Step.MEANS_ONE_OF, {"trick": 2, "rank_named": "9"}),
]


@pytest.mark.parametrize("path, step, facts", MEANT)
def test_the_card_meant_is_told_with_its_provision(path, step, facts):
    (found,) = card_meant(CASE, complete(named(**facts)), LAW).due
    assert (found.code, [clause.path for clause in found.clauses]) == (f"rectify.{step}", [path])


UNTOLD = [
    {"trick": 2, "fact": "omitted", "said": "suit", "suit_named": Suit.HEARTS},
    {"said": "suit", "suit_named": Suit.HEARTS},
    {"trick": 3, "said": "suit", "suit_named": Suit.HEARTS},  # the play does not go so far
    {"trick": 2, "said": "suit", "suit_named": Suit.DIAMONDS, "rank_named": "A"},  # gone to the first trick
]


@pytest.mark.parametrize("facts, cards", [*((told, ()) for told in UNTOLD[:3]), (UNTOLD[3], ("D2",))])
def test_no_card_is_told_where_the_trick_is_not_known(facts, cards):
    due = card_meant(CASE, named(**facts), LAW).due
    assert tuple(str(step.arguments["card"]) for step in due) == cards
