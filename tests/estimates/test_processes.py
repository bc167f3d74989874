"""Whatever happens to a counting process: the right answer, or a proper `not solved` that names the deal; never a hang."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from analyser.bridge import Card, Hand, Seat, Strain
from analyser.errors import SolverError
from analyser.estimates.services import NotSolved, NotSolvedReason, Position
from analyser.estimates.solver import Mishap, Solver, WorkerFault, worker
from analyser.estimates.solver import pool as pool_module
from analyser.estimates.solver.pool import SolverPool
from analyser.estimates.solver.questions import QuestionKind, SolverQuestion
from analyser.estimates.solver.worker import DoubleDummyCounter
from tests.estimates.dealt import TWO_SUITS_EACH, random_deal, shaped_deal
from tests.support import ROOT

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and forks of POSIX")


# The counting program, except that it dies of one deal.
MORTAL = """
import os
from importlib.util import module_from_spec, spec_from_file_location
spec = spec_from_file_location("worker", {worker!r})
worker = module_from_spec(spec)
spec.loader.exec_module(worker)
whole = worker.DoubleDummyCounter.tricks
worker.DoubleDummyCounter.tricks = lambda self, hands, *rest: os._exit(9) if hands == {hands} else whole(self, hands, *rest)
worker._main()
"""


def answered(solver, deals):
    return [table.cells for table in solver.tables(deals)]


def gone(pid, patience=20.0):
    """True once a process is no more."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
            if Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return True
        except (OSError, IndexError):
            return True
        time.sleep(0.02)
    return False


@pytest.mark.slow
def test_several_threads_may_ask_one_solver_and_get_right_answers(solver, rng):
    deals = [random_deal(rng) for _ in range(8)]
    right = answered(solver, deals)
    got = {}

    def ask(place):
        got[place] = answered(solver, deals[2 * place : 2 * place + 2])

    threads = [threading.Thread(target=ask, args=(place,)) for place in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [*got[0], *got[1], *got[2], *got[3]] == right


def test_a_second_thread_is_kept_from_counting_in_one_process():
    counter = object.__new__(DoubleDummyCounter)
    counter._owner = threading.get_ident() + 1
    with pytest.raises(RuntimeError, match="two threads"):
        counter.answer("table", [1, 2, 4, 8])


@posix
@pytest.mark.slow
def test_a_killed_process_is_replaced_and_the_answers_are_right(rng):
    deals = [random_deal(rng) for _ in range(6)]
    with Solver() as calm:
        right = answered(calm, deals)
    with Solver(workers=2) as solver:
        answered(solver, deals[:1])
        first = solver.processes
        killer = threading.Timer(0.05, os.kill, (first[0], signal.SIGKILL))
        killer.start()
        assert answered(solver, deals) == right
        killer.join()
        assert answered(solver, deals[:2]) == right[:2]
        assert first[0] not in solver.processes
        assert solver.mishaps == ()


@pytest.mark.slow
def test_a_deal_that_kills_processes_is_given_up_and_named(monkeypatch, tmp_path, rng):
    deadly, *harmless = (random_deal(rng, 5) for _ in range(10))
    program = tmp_path / "mortal.py"
    program.write_text(MORTAL.format(worker=str(worker.__file__), hands=[hand.mask for hand in deadly.hands]))
    with Solver() as solver:
        right = answered(solver, harmless)
    monkeypatch.setattr("analyser.estimates.solver.pool._PROGRAM", program)
    with Solver(workers=2) as solver:
        tables = solver.tables([*harmless[:4], deadly, *harmless[4:]])
        assert tables.pop(4) == NotSolved(NotSolvedReason.TIME)
        assert [table.cells for table in tables] == right
        assert solver.mishaps == (Mishap(deadly, WorkerFault.DIED),)


def test_the_process_and_its_asker_speak_of_the_same_end():
    assert pool_module._OUT_OF_TIME == worker.OUT_OF_TIME


def test_out_of_time_is_not_solved_named_and_not_kept(tmp_path, rng):
    deal = random_deal(rng)
    with Solver(tmp_path / "answers.sqlite", seconds=1e-6) as hasty:
        assert hasty.table(deal) == NotSolved(NotSolvedReason.TIME)
        assert hasty.mishaps == (Mishap(deal, WorkerFault.TIME),)
    with Solver(tmp_path / "answers.sqlite") as patient:
        assert patient.table(deal).cells


@pytest.mark.slow
@posix
def test_a_process_that_stands_still_is_replaced(rng):
    """It takes no processor time, so only the clock can tell."""
    question = SolverQuestion(QuestionKind.TRICKS, random_deal(rng, 4)).numbers()
    pool = SolverPool(1, seconds=30)
    try:
        (right,) = dict(pool.ask([[(0, question)]])).values()
        pool._patience = 3.0  # it would be ten minutes
        os.kill(pool.processes[0], signal.SIGSTOP)
        assert dict(pool.ask([[(0, question)]])) == {0: right}
    finally:
        pool.close()


@pytest.mark.slow
def test_a_deal_that_hangs_the_search_costs_only_its_time(rng):
    hopeless = SolverQuestion(QuestionKind.TABLE, shaped_deal(rng, TWO_SUITS_EACH, interlaced=True)).numbers()
    easy = [SolverQuestion(QuestionKind.TABLE, random_deal(rng, 4)).numbers() for _ in range(10)]
    pool = SolverPool(1, seconds=0.5)
    try:
        batch = list(enumerate([*easy[:5], hopeless, *easy[5:]]))
        answers = dict(pool.ask([batch]))
        assert answers[5] is WorkerFault.TIME
        assert all(len(answers[number]) == 20 for number in range(11) if number != 5)
    finally:
        pool.close()


def test_what_the_library_refuses_is_an_error_naming_the_deal(monkeypatch, rng):
    deal = random_deal(rng)
    monkeypatch.setattr(
        "analyser.estimates.solver.questions.SolverQuestion.numbers", lambda _: ("table", [0, 0, 0, 0])
    )
    with Solver() as solver, pytest.raises(SolverError, match="the library refuses") as error:
        solver.table(deal)
    assert str(deal) in str(error.value)


def test_without_endplay_the_error_says_how_to_get_it(monkeypatch, rng):
    monkeypatch.setattr("analyser.estimates.solver.pool.find_spec", lambda _: None)
    with Solver() as solver, pytest.raises(SolverError, match=r"[Pp]ip install endplay==0\.5\.12"):
        solver.table(random_deal(rng))


def test_a_broken_library_is_told_and_does_not_hang(monkeypatch, tmp_path, rng):
    broken = tmp_path / "binding.py"
    broken.write_text("raise OSError('no such library')")
    monkeypatch.setattr("analyser.estimates.solver.pool.binding", lambda: str(broken))
    with Solver() as solver, pytest.raises(SolverError, match="no such library"):
        solver.table(random_deal(rng))


def test_a_process_that_never_starts_is_reported_without_hanging(monkeypatch, tmp_path, rng):
    nothing = tmp_path / "nothing.py"
    nothing.write_text("raise SystemExit(1)")
    monkeypatch.setattr("analyser.estimates.solver.pool._PROGRAM", nothing)
    with Solver() as solver, pytest.raises(SolverError, match="does not start"):
        solver.table(random_deal(rng))


def test_a_solver_sent_to_another_process_works_there(tmp_path, rng):
    with Solver(tmp_path / "answers.sqlite", workers=1) as solver:
        deal = random_deal(rng)
        table = solver.table(deal)
        with pickle.loads(pickle.dumps(solver)) as other:
            assert other.table(deal) == table
            assert other.processes == ()  # the cache knew


@posix
def test_a_forked_child_counts_for_itself_and_disturbs_nobody(tmp_path, rng):
    deals = [random_deal(rng, 9) for _ in range(3)]
    with Solver(tmp_path / "answers.sqlite") as solver:
        right = solver.tables(deals)
        more = random_deal(rng, 9)
        child = os.fork()
        if child == 0:
            try:
                same = solver.tables(deals) == right and bool(solver.table(more).cells)
                solver.close()
                os._exit(0 if same else 1)
            except BaseException:  # noqa: BLE001 - whatever it is, the parent must hear of it
                os._exit(2)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert solver.tables([*deals, random_deal(rng, 9)])[:3] == right


@posix
def test_processes_end_with_the_asker_even_in_mid_search():
    script = (
        "import random, sys, threading\n"
        "from analyser.estimates.solver.pool import SolverPool\n"
        "from analyser.estimates.solver.questions import QuestionKind, SolverQuestion\n"
        "from tests.estimates.dealt import TWO_SUITS_EACH, shaped_deal\n"
        "question = SolverQuestion(QuestionKind.TABLE, shaped_deal(random.Random(1), TWO_SUITS_EACH, True)).numbers()\n"
        "pool = SolverPool(1, 60)\n"
        "threading.Thread(target=lambda: list(pool.ask([[(0, question)]])), daemon=True).start()\n"
        "while not (pool.processes and pool._workers[0].ready): pass\n"
        "print(*pool.processes, flush=True)\n"
        "sys.stdin.read()\n"
    )
    asker = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with asker:
        pid = int(asker.stdout.readline())
        asker.kill()
    assert gone(pid)


def test_closing_ends_the_processes_and_the_next_question_restarts_them(rng):
    solver = Solver()
    deal = random_deal(rng, 5)
    first = solver.table(deal)
    pids = solver.processes
    solver.close()
    assert all(gone(pid) for pid in pids)
    assert solver.table(deal) == first
    solver.close()


@pytest.mark.slow
def test_one_or_two_processes_give_the_same_answers_in_order(rng):
    deals = [random_deal(rng, size) for size in (13, 8, 12, 3, 13, 1, 10, 13) for _ in range(3)]
    positions = [Position(deal.hands, strain, Seat.E) for deal in deals for strain in Strain]
    with Solver(workers=1) as solver, Solver(workers=2) as two:
        assert solver.tricks_many(positions) == two.tricks_many(positions)
        assert solver.options_many(positions[::7]) == two.options_many(positions[::7])


@pytest.mark.parametrize("wrong", [{"workers": 0}, {"seconds": 0}])
def test_a_solver_that_could_never_answer_is_refused(wrong):
    with pytest.raises(SolverError):
        Solver(**wrong)


def test_the_last_trick_is_answered_card_by_card(solver):
    hands = tuple(Hand.from_cards([Card.parse(card)]) for card in ("SA", "H2", "SK", "S3"))
    position = Position(hands, Strain.HEARTS, Seat.N)
    assert solver.tricks(position) == 0
    assert solver.options(position) == {Card.parse("SA"): 0}
