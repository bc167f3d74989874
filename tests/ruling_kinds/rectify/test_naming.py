"""Which of dummy's cards is meant (46B): from dummy's hand and the trick as it lay."""

import pytest

from analyser import laws
from analyser.casefile import case_of
from analyser.ruling.kinds.naming import card_meant, complete
from tests.support import ROOT

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
def test_to_win_is_the_lowest_card_nobody_is_known_to_beat(cards, play, trick):
    tricks = ", ".join(f'"{cards_of_trick}"' for cards_of_trick in play)
    case = case_of(TEXT.replace('play = ["DJ DA D4 D3"]', f"play = [{tricks}]").encode())
    facts = type(CASE.incident[0]).model_validate(
        {"id": "x", "kind": "played-card", "fact": "named", "offender": "S", "trick": trick, "said": "win"}
    )
    steps = card_meant(case, complete(facts), LAW).due
    assert tuple(str(step.arguments["card"]) for step in steps) == cards


@pytest.mark.parametrize("cards, told", NAMED)
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
