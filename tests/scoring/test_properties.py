"""What every form of scoring keeps, whatever the scores: sides exchanged, the same added to all, the order of results."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as any_

from analyser.scoring import FORMS, BoardComparison, Field, ScoringForm, Unit, WeightedScore, final_scores

POINTS = any_.integers(-300, 300).map(lambda tens: 10 * tens)
every_form = pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)


@any_.composite
def boards(draw):
    """Our scores with their weights, the other room, the field."""
    scores = draw(any_.lists(POINTS, min_size=1, max_size=4, unique=True))
    parts = draw(any_.lists(any_.integers(1, 9), min_size=len(scores), max_size=len(scores)))
    ours = [(Fraction(part, sum(parts)), score) for part, score in zip(parts, scores, strict=True)]
    return ours, draw(POINTS), draw(any_.lists(POINTS, min_size=2, max_size=12))


def compared(other_room: int, field: list[int]) -> BoardComparison:
    return BoardComparison(other_room=other_room, field=Field.from_tables(field), boards=16)


def scored(form: ScoringForm, ours, other_room, field):
    result = WeightedScore.from_shares(ours)
    return final_scores(form, result, result, compared(other_room, field))


@every_form
@given(board=boards())
@settings(max_examples=40)
def test_seen_from_the_other_side_the_scores_change_places(form, board):
    ours, other_room, field = board
    plain = scored(form, ours, other_room, field)
    turned = scored(
        form, [(weight, -score) for weight, score in ours], -other_room, [-score for score in field]
    )
    assert (turned.ns, turned.ew) == (plain.ew, plain.ns)


@every_form
@given(board=boards(), more=POINTS)
@settings(max_examples=40)
def test_a_constant_at_every_table_moves_only_total_points(form, board, more):
    ours, other_room, field = board
    plain = scored(form, ours, other_room, field)
    moved = scored(
        form,
        [(weight, score + more) for weight, score in ours],
        other_room + more,
        [score + more for score in field],
    )
    difference = more if form.unit is Unit.POINTS else 0
    assert (moved.ns - plain.ns, plain.ew - moved.ew) == (difference, difference)


@every_form
@given(board=boards())
@settings(max_examples=20)
def test_the_order_of_results_and_of_tables_moves_nothing(form, board):
    ours, other_room, field = board
    assert scored(form, ours[::-1], other_room, field[::-1]) == scored(form, ours, other_room, field)
