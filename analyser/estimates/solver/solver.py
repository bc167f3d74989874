"""The solver: validated double-dummy answers, computed in separate processes and cached on disk.

The cache is one sqlite file, shared by every process on the machine. Write-ahead logging: a process may be killed at
any moment, and what was committed stays whole. Every answer carries a checksum over its question; one that does not
match is asked again. A cache that cannot be opened, read or written is no longer used and reported as out of order: no
ruling depends on it.
"""

import math
import os
import sqlite3
import threading
import weakref
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cache as once
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Self

from analyser.bridge import PACK, Card, Contract, Deal, Play, Seat, Vulnerability
from analyser.errors import SolverError
from analyser.estimates.services import NotSolved, NotSolvedReason, Position
from analyser.estimates.solver.pool import SolverPool, WorkerFault
from analyser.estimates.solver.questions import (
    Answer,
    DoubleDummyTable,
    Par,
    QuestionKind,
    SolverQuestion,
    curve_questions,
    is_freak,
    leads_of,
    made_question,
    par,
    question_at,
    table_questions,
)
from analyser.messages import sentence
from analyser.resources import open_sqlite, sqlite_parts, transaction

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS answers"
    " (engine TEXT NOT NULL, question BLOB NOT NULL, answer BLOB NOT NULL, PRIMARY KEY (engine, question))"
    " WITHOUT ROWID"
)


@dataclass(frozen=True, slots=True)
class CacheInfo:
    """The number of cached answers and their size in bytes; `problem` says why there are none available."""

    path: Path
    answers: int
    bytes: int
    problem: str = ""


class Cache:
    """The answers of one engine in a file; any thread may use it, and a forked child opens it again."""

    def __init__(self, path: Path, engine: str) -> None:
        self.path, self.engine = path, engine
        self.problem = ""
        self._parents: list[sqlite3.Connection | None] = []
        self._fresh()

    def _fresh(self) -> None:
        self._open: sqlite3.Connection | None = None
        self._owner = os.getpid()
        self._turn = threading.RLock()

    def get(self, question: bytes) -> tuple[int, ...] | None:
        """The cached answer to a question, or `None`."""
        ask = "SELECT answer FROM answers WHERE engine = ? AND question = ?"
        with self._connection() as connection:
            row = connection.execute(ask, (self.engine, question)).fetchone() if connection else None
            if row:
                plain, seal = row[0][:-4], row[0][-4:]
                return tuple(plain) if _check_sum(question, plain) == seal else None
        return None

    def put(self, answers: Mapping[bytes, tuple[int, ...]]) -> None:
        """Store these answers, all of them or, if the process dies meanwhile, none."""
        plain = [(question, bytes(answer)) for question, answer in answers.items()]
        rows = [(self.engine, question, answer + _check_sum(question, answer)) for question, answer in plain]
        with self._connection() as connection:
            if connection and rows:
                with transaction(connection):
                    connection.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?, ?)", rows)

    def close(self) -> None:
        """Close the file."""
        if self._owner == os.getpid():
            with self._turn:
                if self._open is not None:
                    self._open.close()
                self._open = None

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection | None]:
        """The open file for one piece of work; `None` once it has failed: a failure ends its use, not the work."""
        if self._owner != os.getpid():
            # After a fork the open file is the parent's; to close it here could disturb the parent.
            self._parents.append(self._open)
            self._fresh()
        with self._turn:
            try:
                yield self._connect()
            except sqlite3.Error as reason:
                self._give_up(reason)

    def _connect(self) -> sqlite3.Connection | None:
        if self._open is None and not self.problem:
            try:
                self._open = _open(self.path)
                weakref.finalize(self, _let_go, self._open, self._owner)
            except (sqlite3.Error, OSError) as reason:
                self._give_up(reason)
        return self._open

    def _give_up(self, reason: Exception) -> None:
        self.problem = str(reason)
        self.close()


def _let_go(connection: sqlite3.Connection, owner: int) -> None:
    """Close what was left open, in the process that opened it."""
    if owner == os.getpid():
        connection.close()


def cache_info(path: Path) -> CacheInfo:
    """The number and size of the answers in the cache at this path; a cache that was never made is empty."""
    if not path.exists():
        return CacheInfo(path, 0, 0)
    try:
        with closing(_open(path)) as connection:
            (count,) = connection.execute("SELECT count(*) FROM answers").fetchone()
    except (sqlite3.Error, OSError) as reason:
        return CacheInfo(path, 0, _size(path), str(reason))
    return CacheInfo(path, count, _size(path))


def clear_cache(path: Path) -> CacheInfo:
    """The cache after every answer was deleted, also while other processes use it; a file that is no cache is refused."""
    if not path.exists():
        return CacheInfo(path, 0, 0)
    try:
        with closing(_open(path)) as connection:
            connection.execute("DELETE FROM answers")
            with suppress(sqlite3.OperationalError):  # in use: the space is freed another time
                connection.execute("VACUUM")
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except (sqlite3.Error, OSError) as reason:
        raise SolverError(
            sentence("not-our-cache", reason=reason), found=str(path), remedy=sentence("delete-file")
        ) from reason
    return cache_info(path)


def _open(path: Path) -> sqlite3.Connection:
    """Open the file of the answers: what a power failure loses is computed again."""
    return open_sqlite(path, _SCHEMA)


def _size(path: Path) -> int:
    """The bytes on disk, including sqlite's side files."""
    total = 0
    for part in sqlite_parts(path):
        with suppress(OSError):
            total += part.stat().st_size
    return total


def _check_sum(question: bytes, answer: bytes) -> bytes:
    """A checksum of four bytes over question and answer."""
    return zlib.crc32(question + answer).to_bytes(4, "big")


_FORM = 1  # version of the stored answers: a new version is a new engine
_SECONDS = 30.0  # of processor time; a dealt deal takes up to two or three
_WORTH_KEEPING = 9  # tricks: from this length on an answer costs more than a millisecond
_TOGETHER = {
    QuestionKind.TABLE: 4,
    QuestionKind.OPTIONS: 30,
    QuestionKind.TRICKS: 60,
    QuestionKind.CURVE: 60,
    QuestionKind.MADE: 150,
}  # half a second or so
_ENDINGS_TOGETHER = 200
_SAVE_EVERY = 200


@dataclass(frozen=True, slots=True)
class Mishap:
    """A deal on which a solver process had to be replaced, and why."""

    deal: Deal
    fault: WorkerFault


@once
def engine() -> str:
    """The engine and its version: part of the key of every cached answer."""
    try:
        return f"endplay {version('endplay')}/{_FORM}"
    except PackageNotFoundError:
        raise SolverError(sentence("endplay-missing"), remedy="pip install endplay==0.5.12") from None


class Solver:
    """Anything about a deal that can be known with all four hands in sight.

    `cache` is the file in which answers are stored, `workers` the number of processes, `seconds` the processor time a
    deal may take. Any thread may ask; the processes start with the first question the cache cannot answer. The answers
    do not depend on any of these.

    >>> deal = Deal.parse("N:..AQ. .4..4 ..32. ..K5.")
    >>> with Solver() as solver:
    ...     {str(card): tricks for card, tricks in solver.leads(deal, Contract.parse("1NT by W")).items()}
    {'DA': 1, 'DQ': 1}
    """

    def __init__(self, cache: Path | None = None, *, workers: int = 1, seconds: float = _SECONDS) -> None:
        self._cache = None if cache is None else Cache(cache, engine())
        self._made_of = (cache, workers, seconds)
        self._pool = SolverPool(workers, seconds)
        self._mishaps: list[Mishap] = []

    def __reduce__(self) -> tuple[object, ...]:
        """What pickle stores: a copy sent to another process starts its own processes there."""
        cache, workers, seconds = self._made_of
        return (partial(Solver, workers=workers, seconds=seconds), (cache,))

    def __enter__(self) -> Self:
        """Use it for a while."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        """Stop its processes and close its cache."""
        self.close()

    def close(self) -> None:
        """Stop its processes and close its cache; the next question would start them again."""
        self._pool.close()
        if self._cache is not None:
            self._cache.close()

    @property
    def mishaps(self) -> tuple[Mishap, ...]:
        """The deals that were given up though their shape is ordinary."""
        return tuple(dict.fromkeys(self._mishaps))

    @property
    def cache_problem(self) -> str:
        """Why the cache is no longer used; empty if all is well."""
        return "" if self._cache is None else self._cache.problem

    @property
    def processes(self) -> tuple[int, ...]:
        """The process ids of the solver processes running now."""
        return self._pool.processes

    # One question.

    def table(self, deal: Deal) -> DoubleDummyTable | NotSolved:
        """The tricks in every denomination from every hand."""
        return self.tables([deal])[0]

    def par(self, deal: Deal, dealer: Seat, vulnerability: Vulnerability) -> Par | NotSolved:
        """The par score and the contracts that give it."""
        table = self.table(deal)
        return table if isinstance(table, NotSolved) else par(table, dealer, vulnerability)

    def par_of(self, table: DoubleDummyTable, dealer: Seat, vulnerability: Vulnerability) -> Par:
        """The par that follows from a known table."""
        return par(table, dealer, vulnerability)

    def leads(self, deal: Deal, contract: Contract) -> Mapping[Card, int] | NotSolved:
        """Declarer's tricks after each opening lead."""
        return self.leads_many([(deal, contract)])[0]

    def tricks(self, position: Position) -> int | NotSolved:
        """The tricks still to be won by the side of the player in turn, including the one in progress."""
        return self.tricks_many([position])[0]

    def options(self, position: Position) -> Mapping[Card, int] | NotSolved:
        """The tricks still to be won by the side of the player in turn, after each card he may play."""
        return self.options_many([position])[0]

    def curve(self, deal: Deal, play: Play) -> tuple[int, ...] | NotSolved:
        """Declarer's tricks with best play of both sides: before the lead, then after each card of the play."""
        return self.curves([(deal, play)])[0]

    # Many at once.

    def tables(self, deals: Iterable[Deal]) -> list[DoubleDummyTable | NotSolved]:
        """The table of each deal or ending."""
        return self.solve_together(deals, (), ())[0]

    def leads_many(self, boards: Iterable[tuple[Deal, Contract]]) -> list[Mapping[Card, int] | NotSolved]:
        """Declarer's tricks after each opening lead, for each deal and contract."""
        return self.solve_together((), boards, ())[1]

    def tricks_many(self, positions: Iterable[Position]) -> list[int | NotSolved]:
        """The tricks still to be won by the side in turn, in each position."""
        answers = self._ask(question_at(QuestionKind.TRICKS, position) for position in positions)
        return [answer if isinstance(answer, NotSolved) else answer[0] for answer in answers]

    def made_many(self, positions: Iterable[tuple[Position, int]]) -> list[bool | NotSolved]:
        """Whether the side in turn can take so many of the remaining tricks, in each position.

        It takes a third to a sixth of the time of `tricks_many`. A number of tricks in the cache answers it.
        """
        answers = self._ask(made_question(position, target) for position, target in positions)
        return [answer if isinstance(answer, NotSolved) else answer[0] == 1 for answer in answers]

    def options_many(self, positions: Iterable[Position]) -> list[Mapping[Card, int] | NotSolved]:
        """The tricks of the side in turn after each card, in each position."""
        return [
            _cards(answer)
            for answer in self._ask(question_at(QuestionKind.OPTIONS, position) for position in positions)
        ]

    def curves(self, records: Iterable[tuple[Deal, Play]]) -> list[tuple[int, ...] | NotSolved]:
        """Declarer's tricks along each play; revokes are followed as they were played."""
        return self.solve_together((), (), records)[2]

    def solve_together(
        self,
        deals: Iterable[Deal],
        boards: Iterable[tuple[Deal, Contract]],
        records: Iterable[tuple[Deal, Play]],
    ) -> tuple[
        list[DoubleDummyTable | NotSolved],
        list[Mapping[Card, int] | NotSolved],
        list[tuple[int, ...] | NotSolved],
    ]:
        """Tables, leads and plays asked at once: a fifth less work than one after the other.

        The library's results for the leads of a contract serve the plays in it if these follow at once.
        """
        tables = [table_questions(deal) for deal in deals]
        leads = [(leads_of(deal, contract),) for deal, contract in boards]
        plays = list(records)
        curves = [curve_questions(deal, play) for deal, play in plays]
        answers = iter(self._ask_groups([*tables, *leads, *curves]))
        return (
            [_table(rows, questions[0].size) for questions, rows in islice(answers, len(tables))],
            [
                # the answer counts the tricks of the side on lead
                rows if isinstance(rows, NotSolved) else _cards(rows[0], questions[0].size)
                for questions, rows in islice(answers, len(leads))
            ],
            [
                _curve(play, rows, questions)
                for (_, play), (questions, rows) in zip(plays, answers, strict=True)
            ],
        )

    def _ask_groups(
        self, groups: list[tuple[SolverQuestion, ...]]
    ) -> list[tuple[tuple[SolverQuestion, ...], list[Answer] | NotSolved]]:
        """The answers of every group, asked at once; a group with an unsolved question is not solved."""
        answers = iter(self._ask(question for group in groups for question in group))
        whole_groups: list[tuple[tuple[SolverQuestion, ...], list[Answer] | NotSolved]] = []
        for group in groups:
            rows = [next(answers) for _ in group]
            missing = next((row for row in rows if isinstance(row, NotSolved)), None)
            whole_groups.append((group, missing or [row for row in rows if not isinstance(row, NotSolved)]))
        return whole_groups

    def _ask(self, questions: Iterable[SolverQuestion]) -> list[Answer | NotSolved]:
        """Answers in order: all questions are validated first, then each new one is asked once, in batches."""
        keyed = [(question, question.key) for question in questions]
        answers: dict[bytes, Answer | NotSolved] = {}
        new: dict[bytes, SolverQuestion] = {}
        for question, key in keyed:
            if key in answers or key in new:
                continue
            cached = self._read_cached(question, key)
            if cached is not None:
                answers[key] = cached
            elif is_freak(question.deal):
                answers[key] = NotSolved(NotSolvedReason.SHAPE)
            else:
                new[key] = question
        answers |= dict(self._count(new))
        return [answers[key] for _, key in keyed]

    def _read_cached(self, question: SolverQuestion, key: bytes) -> Answer | None:
        if self._cache is None or question.size < _WORTH_KEEPING:
            return None
        answer = self._cache.get(key)
        if answer is None and question.kind is QuestionKind.MADE:
            exact = question.exact
            tricks = self._read_cached(exact, exact.key)
            return None if tricks is None else question.answer_from_tricks(tricks[0])
        return answer if answer is not None and question.fits(answer) else None

    def _count(self, new: dict[bytes, SolverQuestion]) -> Iterator[tuple[bytes, Answer | NotSolved]]:
        ordered = sorted(new.items())
        fresh: dict[bytes, Answer] = {}
        with closing(self._pool.ask(self._batches([question for _, question in ordered]))) as answers:
            try:
                for number, answer in answers:
                    key, question = ordered[number]
                    if isinstance(answer, WorkerFault):
                        self._mishaps.append(Mishap(question.deal, answer))
                        yield key, NotSolved(NotSolvedReason.TIME)
                        continue
                    row = question.read(answer)
                    yield key, row
                    if question.size >= _WORTH_KEEPING:
                        fresh[key] = row
                    if len(fresh) >= _SAVE_EVERY:
                        fresh = self._keep(fresh)
            finally:
                self._keep(fresh)

    def _keep(self, fresh: dict[bytes, Answer]) -> dict[bytes, Answer]:
        if self._cache is not None:
            self._cache.put(fresh)
        return {}

    def _batches(self, questions: Sequence[SolverQuestion]) -> list[list[tuple[int, tuple[object, ...]]]]:
        """Questions in batches: groups stay together as far as every process still has something to do."""
        batches: list[list[tuple[int, tuple[object, ...]]]] = []
        share = math.ceil(len(questions) / (2 * self._made_of[1]))
        last: tuple[Deal, int] | None = None
        for number, question in enumerate(questions):
            ending = question.size < _WORTH_KEEPING
            limit = _ENDINGS_TOGETHER if ending else _TOGETHER[question.kind]
            full = len(batches[-1]) if batches else limit
            if full >= limit or (full >= min(limit, share) and (question.deal, question.strain) != last):
                batches.append([])
            batches[-1].append((number, question.numbers()))
            last = (question.deal, question.strain)
        return batches


_KNOWN_DEAL = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
_KNOWN_TABLE = (7, 5, 7, 5, 5, 7, 5, 7, 6, 6, 6, 6, 5, 8, 5, 8, 6, 6, 6, 6)


def self_check(solver: Solver) -> bool:
    """Whether the solver gives the right table of a deal whose table is known."""
    return solver.table(Deal.parse(_KNOWN_DEAL)) == DoubleDummyTable(_KNOWN_TABLE)


def _table(rows: list[Answer] | NotSolved, size: int) -> DoubleDummyTable | NotSolved:
    """The table from one row of twenty numbers, or from twenty rows with the defenders' tricks."""
    if isinstance(rows, NotSolved):
        return rows
    return DoubleDummyTable(rows[0] if len(rows) == 1 else tuple(size - row[0] for row in rows))


def _curve(
    play: Play, rows: list[Answer] | NotSolved, questions: tuple[SolverQuestion, ...]
) -> tuple[int, ...] | NotSolved:
    """The curve from one row for the whole play, or from one row for each position before a card."""
    if isinstance(rows, NotSolved) or questions[0].kind is QuestionKind.CURVE:
        return rows if isinstance(rows, NotSolved) else rows[0]
    declaring, values = play.leader.next.side, []
    for count, (question, (tricks,)) in enumerate(zip(questions, rows, strict=True)):
        done = Play(play.leader, play.strain, play.cards[:count])
        values.append(
            done.won_by(declaring) + (tricks if done.turn.side is declaring else question.size - tricks)
        )
    if len(values) == len(play):  # after the very last card there is no position
        values.append(play.won_by(declaring))
    return tuple(values)


def _cards(answer: Answer | NotSolved, of: int | None = None) -> Mapping[Card, int] | NotSolved:
    """Tricks by card, spades first and from the top: of its side, or of the other side out of so many."""
    if isinstance(answer, NotSolved):
        return answer
    half = len(answer) // 2
    pairs = zip(answer[:half], answer[half:], strict=True)
    return {PACK[card]: won if of is None else of - won for card, won in reversed(tuple(pairs))}
