"""Nothing unsound reaches the library: every position, play and deal is looked at before it is asked about."""

import itertools

import pytest

from analyser.bridge import Card, Contract, Deal, Hand, Play, Seat, Strain
from analyser.errors import BridgeError, SolverError
from analyser.estimates.services import Position
from analyser.estimates.solver.questions import (
    QuestionKind,
    SolverQuestion,
    curve_questions,
    leads_of,
    made_question,
    question_at,
    table_questions,
)
from tests.estimates.dealt import position_after, random_deal, random_play
from tests.support.every import each_row

DEAL = Deal.parse("N:AK9.AQ72.K76.A92 T87.K8.AT98.K653 J6543.J654.Q4.QT Q2.T93.J532.J874")


def hands(*texts):
    return tuple(map(Hand.parse, texts))


def trick(text):
    return tuple(map(Card.parse, text.split()))


IMPOSSIBLE = [
    # why, hands, leader, trick
    ("equal size", hands("A...", "K...", "Q...", "..."), Seat.N, ()),
    ("equal size", hands("AK...", "Q...", "J...", "T..."), Seat.N, ()),
    ("equal size", hands("A...", "K...", "Q...", "J..."), Seat.N, trick("H2")),
    ("two hands", hands("A...", "A...", "Q...", "J..."), Seat.N, ()),
    ("in a hand", hands("...", "K...", "Q...", "J..."), Seat.N, trick("SK")),
    ("twice", hands("A...", "K2...", "Q...", "J3..."), Seat.N, trick("H2 H2")),
    ("finished trick", hands("A...", "K...", "Q...", "J..."), Seat.N, trick("H2 H3 H4 H5")),
    ("finished trick", hands("A...", "K...", "Q...", "J..."), Seat.N, trick("H2 H3 H4 H5 H6")),
    ("without cards", hands("...", "...", "...", "..."), Seat.N, ()),
    ("four hands", hands("A...", "K...", "Q..."), Seat.N, ()),
    ("equal size", hands("A...", "...", "Q...", "J..."), Seat.N, trick("H2")),  # East played, North led
]  # fmt: skip


@each_row("why, held, leader, cards", IMPOSSIBLE)
def test_a_position_that_cannot_be_is_refused_and_says_why(why, held, leader, cards):
    with pytest.raises(SolverError, match=why):
        question_at(QuestionKind.TRICKS, Position(held, Strain.SPADES, leader, cards))


@each_row("target", [-1, 0, 14])
def test_a_target_no_play_can_decide_is_refused(target):
    with pytest.raises(SolverError, match="between 1 and the 13 tricks"):
        made_question(Position(DEAL.hands, Strain.SPADES, Seat.N), target)


def test_a_deal_of_51_or_repeated_cards_is_impossible():
    for text in (
        "N:AK9.AQ72.K76.A9 T87.K8.AT98.K653 J6543.J654.Q4.QT Q2.T93.J532.J874",
        "N:AK9.AQ72.K76.A92 A87.K8.AT98.K653 J6543.J654.Q4.QT Q2.T93.J532.J874",
    ):
        with pytest.raises(BridgeError):
            Deal.parse(text)


@pytest.mark.parametrize(
    "cards, why",
    [("SA", "North's hand"), ("SQ SQ", "played to trick"), ("SQ SK ST SK", "played to trick")],
)
def test_a_play_with_foreign_or_repeated_cards_is_refused(cards, why):
    with pytest.raises(SolverError, match=why):
        curve_questions(DEAL, Play.parse("W", "H", cards))


def test_a_play_longer_than_the_cards_is_refused():
    ending = Deal.parse("N:A... K... Q... J...")
    with pytest.raises(SolverError):
        curve_questions(ending, Play.parse("N", "NT", "SA SK SQ SJ H2"))


def test_a_play_with_a_revoke_is_asked_position_by_position():
    revoked = Play.parse("W", "H", "SQ SK HK")  # East has spades
    assert revoked.revokes(DEAL)
    assert [question.kind for question in curve_questions(DEAL, revoked)] == [QuestionKind.TRICKS] * 4
    assert [question.kind for question in curve_questions(DEAL, revoked.before_trick(1))] == [
        QuestionKind.CURVE
    ]


def test_no_two_questions_have_one_name(rng):
    names = set()
    count = 0
    for size in (13, 12, 5, 1):
        for _ in range(20):
            deal = random_deal(rng, size)
            play = random_play(rng, deal, rng.randrange(4 * size))
            asked = {
                *table_questions(deal),
                leads_of(deal, Contract(1, Strain.SPADES, 0, Seat.S)),
                leads_of(deal, Contract(1, Strain.SPADES, 0, Seat.W)),
                leads_of(deal, Contract(1, Strain.CLUBS, 0, Seat.W)),
                question_at(QuestionKind.OPTIONS, position_after(deal, play)),
                question_at(QuestionKind.TRICKS, position_after(deal, play)),
                *(made_question(position_after(deal, play), target) for target in {1, size - len(play) // 4}),
                curve_questions(deal, play)[0],
            }
            count += len(asked)
            names |= {question.key for question in asked}
    assert len(names) == count


def test_questions_sort_by_deal_then_strain_then_leader(rng):
    questions = [
        leads_of(deal, Contract(1, strain, 0, declarer))
        for deal in (random_deal(rng), random_deal(rng), random_deal(rng, 7))
        for strain in Strain
        for declarer in Seat
    ]
    rng.shuffle(questions)
    order = [(q.deal, q.strain, q.leader) for q in sorted(questions, key=lambda q: q.key)]
    groups = [group[:2] for group in order]
    assert len(set(groups)) == sum(a != b for a, b in zip(groups, [None, *groups], strict=False))
    assert all(a[2] < b[2] for a, b in itertools.pairwise(order) if a[:2] == b[:2])


ENDING = Deal.parse("N:..AQ. .4..4 ..32. ..K5.")


@each_row(
    "question, answer",
    [
        (table_questions(DEAL)[0], [14] * 20),
        (table_questions(ENDING)[0], 3),  # two tricks remain
        (table_questions(DEAL)[0], [-1] * 20),
        (table_questions(DEAL)[0], [1] * 19),
        (SolverQuestion(QuestionKind.TRICKS, ENDING), 3),
        (SolverQuestion(QuestionKind.TRICKS, ENDING), None),
        (SolverQuestion(QuestionKind.OPTIONS, ENDING), [[25, 1]]),  # one of two cards
        (SolverQuestion(QuestionKind.OPTIONS, ENDING), [[25, 1], [23, 3]]),
        (made_question(Position(ENDING.hands, Strain.CLUBS, Seat.N), 2), 2),  # made or not: 1 or 0
        (made_question(Position(ENDING.hands, Strain.CLUBS, Seat.N), 2), None),
        (curve_questions(ENDING, Play.parse("N", "NT", "DA"))[0], [1, 1, 1]),
        (table_questions(DEAL)[0], "an error of the library"),
    ],
)
def test_an_answer_that_cannot_be_is_refused_too(question, answer):
    with pytest.raises(SolverError):
        question.read(answer)
