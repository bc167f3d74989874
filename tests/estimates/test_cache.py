"""The kept answers: right or absent, whoever else writes, whenever a process is killed, whatever becomes of the file."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from analyser.bridge import Contract, Play, Seat, Strain
from analyser.errors import SolverError
from analyser.estimates.services import Position
from analyser.estimates.solver import Solver, cache_info, clear_cache, engine
from analyser.estimates.solver.solver import Cache
from tests.estimates import numbered_rows
from tests.estimates.dealt import random_deal, random_play
from tests.estimates.numbered_rows import BATCH, numbered_row
from tests.support import ROOT


def writer(path, start):
    """A process that writes rows, without end."""
    words = [sys.executable, numbered_rows.__file__, str(path), str(start)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "kept" / "answers.sqlite"


def test_every_kind_of_answer_comes_back_as_it_was_found(path, rng):
    deal = random_deal(rng)
    play = random_play(rng, deal, 52)
    contract = Contract(1, Strain.HEARTS, 0, Seat.W)
    position = Position(deal.hands, Strain.SPADES, Seat.E)

    def all_of(solver):
        return (
            solver.table(deal),
            solver.leads(deal, contract),
            solver.tricks(position),
            solver.options(position),
            solver.curve(deal, play),
            solver.curve(deal, Play(play.leader, play.strain)),
            solver.made_many([(Position(deal.hands, Strain.CLUBS, Seat.E), target) for target in (6, 8)]),
        )

    with Solver(path) as solver:
        answers = all_of(solver)
    with Solver(path) as again:
        assert all_of(again) == answers
        assert again.processes == ()  # nothing had to be counted
    assert cache_info(path).answers == 8


def test_a_number_of_tricks_known_answers_whether_each_is_made(path, rng):
    positions = [Position(random_deal(rng).hands, Strain.HEARTS, Seat.W) for _ in range(3)]
    targets = [(position, target) for position in positions for target in range(1, 14)]
    with Solver() as solver:
        asked = solver.made_many(targets)
    with Solver(path) as solver:
        known = solver.tricks_many(positions)
    with Solver(path) as again:
        assert again.made_many(targets) == asked == [t <= most for most in known for t in range(1, 14)]
        assert again.processes == ()  # nothing had to be counted


def test_whether_one_target_is_made_leaves_the_number_open(path, rng):
    position = Position(random_deal(rng).hands, Strain.NOTRUMP, Seat.N)
    with Solver(path) as solver:
        (made,) = solver.made_many([(position, 7)])
        assert (solver.tricks(position) >= 7) is made
        assert solver.made_many([(position, 1)]) == [solver.tricks(position) >= 1]


def test_a_deal_asked_twice_in_one_batch_is_counted_once(path, rng):
    deal, other = random_deal(rng, 9), random_deal(rng, 9)
    with Solver(path) as solver:
        contract = Contract.parse("1NT by S")
        leads = solver.leads_many([(each, contract) for each in (deal, other, deal, deal)])
        assert leads[0] == leads[2] == leads[3] != leads[1]
    assert cache_info(path).answers == 2


def test_another_engine_does_not_see_the_answers(path):
    question, answer = numbered_row(1)
    old, new = Cache(path, "endplay 0.5.12"), Cache(path, "endplay 0.6")
    old.put({question: answer})
    assert (old.get(question), new.get(question)) == (answer, None)
    new.put({question: answer})
    assert cache_info(path).answers == 2
    old.close()
    new.close()


def test_the_engine_is_named_with_its_version():
    assert engine().startswith("endplay 0.5.12/")


def test_a_damaged_answer_is_asked_again(path, rng):
    position = Position(random_deal(rng, 9).hands, Strain.HEARTS, Seat.W)
    with Solver(path) as solver:
        right = solver.tricks(position)
    connection = sqlite3.connect(path)
    (kept,) = connection.execute("SELECT answer FROM answers").fetchone()
    connection.execute("UPDATE answers SET answer = ?", (bytes([kept[0] ^ 1]) + kept[1:],))
    connection.commit()
    connection.close()
    with Solver(path) as solver:
        assert solver.tricks(position) == right


def test_an_answer_to_another_question_is_asked_for_again(path, rng):
    position = Position(random_deal(rng, 9).hands, Strain.HEARTS, Seat.W)
    with Solver(path) as solver:
        right = solver.tricks(position)
        connection = sqlite3.connect(path)
        ((key,),) = connection.execute("SELECT question FROM answers").fetchall()
        connection.close()
        solver._cache.put({key: (10,)})  # soundly kept, but nine tricks are left
        assert solver.tricks(position) == right


def test_the_solver_ignores_a_file_that_is_no_cache(path, rng):
    path.parent.mkdir()
    path.write_text("these are somebody's notes, not a cache\n" * 100)
    before = path.read_bytes()
    with Solver(path) as solver:
        assert solver.table(random_deal(rng, 5)).cells
        assert solver.leads(random_deal(rng, 9), Contract.parse("1NT by S"))
        assert "not a database" in solver.cache_problem
    assert "not a database" in cache_info(path).problem
    with pytest.raises(SolverError, match="not a cache"):
        clear_cache(path)
    assert path.read_bytes() == before


def test_a_place_where_nothing_can_be_written_is_no_obstacle(tmp_path, rng):
    (tmp_path / "file").write_text("")
    with Solver(tmp_path / "file" / "answers.sqlite") as solver:
        assert solver.table(random_deal(rng, 9)).cells
        assert solver.cache_problem


def test_many_threads_of_one_process_may_read_and_write(path):
    cache = Cache(path, engine())

    def use(start):
        for number in range(start, start + 40):
            question, answer = numbered_row(number)
            cache.put({question: answer})
            assert cache.get(question) == answer

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(use, range(0, 320, 40)))
    assert not cache.problem
    assert cache_info(path).answers == 320
    cache.close()


def test_info_and_clearing_of_a_cache_that_was_never_made(path):
    assert (cache_info(path).answers, cache_info(path).bytes) == (0, 0)
    assert clear_cache(path).answers == 0
    assert not path.exists()


def test_clearing_frees_the_room_even_while_a_solver_uses_it(path):
    cache = Cache(path, engine())
    cache.put(dict(numbered_row(number) for number in range(5000)))
    full = cache_info(path)
    assert full.answers == 5000
    assert full.bytes > 5000 * 40
    assert clear_cache(path).answers == 0
    assert cache.get(numbered_row(1)[0]) is None
    cache.put(dict([numbered_row(1)]))
    assert cache.get(numbered_row(1)[0]) == numbered_row(1)[1]
    cache.close()
    assert cache_info(path).bytes < full.bytes / 4


@pytest.mark.slow
def test_killing_two_writing_processes_leaves_whole_batches_of_right_answers(path, rng):
    """At the end: every batch that was reported written is there, every row is right, the file is sound."""
    reported = 0
    for kill in range(10):
        pair = [writer(path, 1_000_000 * kill), writer(path, 1_000_000 * kill + 500_000)]
        for process in pair:
            assert process.stdout.readline() == "ready\n"
        time.sleep(rng.uniform(0.01, 0.15))
        for process in pair:
            os.kill(process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
            with process:
                written = process.stdout.read().split("\n")[:-1]
            reported += BATCH * len(written)
    cache = Cache(path, "engine")
    rows = cache_info(path).answers
    assert rows >= reported > 0
    assert rows % BATCH == 0
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    questions = {row[0] for row in connection.execute("SELECT question FROM answers")}
    connection.close()
    for start in range(0, 10_000_000, 500_000):
        number = start
        while (row := numbered_row(number))[0] in questions:
            assert cache.get(row[0]) == row[1]
            questions.remove(row[0])
            number += 1
    assert not questions
    cache.close()
