"""The whole play is looked through: revokes nobody named, and cards that lay faced as penalty cards (64B3)."""

from dataclasses import replace

import pytest

from analyser import laws
from analyser.casefile import case_of
from analyser.laws.choices import RevokeException
from analyser.ruling.kinds.revoke.kind import find_unnoticed
from analyser.ruling.kinds.revoke.record import both_sides, facts_of, find_revokes
from tests.support import ROOT

TEXT = (ROOT / "cases/revokes/defender-one-trick.toml").read_text("utf-8")
CASE = case_of(TEXT.encode())
(REVOKE,) = find_revokes(CASE)


def test_a_revoke_nobody_named_is_told_with_trick_and_card():
    head, _, _ = TEXT.partition("[[incident]]")
    silent = case_of(f'{head}[[incident]]\nid = "it"\nkind = "other"\n'.encode())
    (finding,) = find_unnoticed(silent, laws.resolve(None, "WBF", "2017"))
    assert finding.code == "revoke.unnoticed"
    arguments = finding.arguments
    assert (arguments["trick"], arguments["seat"], arguments["card"]) == (
        REVOKE.trick,
        REVOKE.seat,
        REVOKE.card,
    )
    assert find_unnoticed(CASE, laws.resolve(None, "WBF", "2017")) == ()


FACED = [
    ("1997", RevokeException.FACED_CARD),
    ("2007", RevokeException.FACED_CARD),
    ("2017", RevokeException.PENALTY_OR_DUMMY_CARD),
]


@pytest.mark.parametrize("year, exception", FACED)
def test_a_penalty_card_not_played_costs_no_trick(year, exception):
    cards = ", ".join(f'"{card}"' for card in REVOKE.playable)
    faced = f'\n[[incident]]\nid = "faced"\nkind = "exposed-card"\noffender = "{REVOKE.seat}"\ncards = [{cards}]\n'
    case = case_of((TEXT + faced).encode())
    every = find_revokes(case)
    facts = facts_of(case, every[0], every, laws.edition_of(year))
    assert exception in facts.exceptions
    every = find_revokes(CASE)
    assert exception not in facts_of(CASE, every[0], every, laws.edition_of(year)).exceptions


@pytest.mark.parametrize("established, expected", [(True, True), (False, False), (None, False)])
def test_both_sides_revoked_only_where_both_revokes_were_established(established, expected):
    """64B7: a revoke put right in time leaves the other side's alone on the board."""
    first = replace(REVOKE, established=True)
    second = replace(REVOKE, seat=REVOKE.seat.next, established=established)
    assert both_sides((first, second)) is expected
    assert both_sides((first, second), established=False)
