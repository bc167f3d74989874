"""Which of dummy's cards is meant (46B): from dummy's hand and the trick as it lay."""

import pytest

from analyser import laws
from analyser.casefile import case_of
from analyser.ruling.kinds.naming import card_meant, complete
from tests.support import ROOT

CASE = case_of((ROOT / "cases/laws/46B-lowest-winner.toml").read_bytes())
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
