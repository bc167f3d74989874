"""The solver process: a line of questions comes in, lines of answers go out. The only file that loads endplay.

It is started as a separate program, one per core, and imports nothing of this package, so that it starts in a
twentieth of a second. Of endplay it loads only the binding to Bo Haglund's DDS, by its path: `import endplay` would
load plotting, dealing and parsing first (half a second, and sixty megabytes per process), none of which is used.

Questions and answers are JSON, a line each, in plain numbers: a hand is a mask of 52 bits, a card its number in the
pack, strains C D H S NT and seats N E S W count from 0. Everything has been validated before.

    in    [[7, "table", [north, east, south, west]], [8, "options", [...], strain, leader, [cards of the trick]]]
    out   [[7, [20 numbers]], [8, [[card, tricks], ...]]]            several answers may share a line

A question has a limit of processor time, however busy the machine is; beyond it the process ends itself. One question
at a time goes to the library, in the order given: with one thread this costs what its batch calls cost (they only
regroup what the caller has grouped already), it needs no regard for their limits of 40 tables and 200 boards, and the
caller sees on which deal the time goes.
"""

import json
import math
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from queue import SimpleQueue
from typing import Any

OUT_OF_TIME = 75  # exit code when a question takes too long
HOLD = 0.01  # seconds answers may wait for more before their line is written
_NOTRUMP = 4
_ALL_CARDS, _ONE_BEST = 3, 1
_SEARCH = 1  # search even with a single card to play: its tricks are asked for, not only the card


class DoubleDummyCounter:
    """DDS in one thread, with plain numbers in and out.

    It belongs to the thread that made it: the library keeps its state for the whole process, and two threads crash it.
    """

    def __init__(self, binding: str) -> None:
        spec = spec_from_file_location("dds_binding", binding)
        if spec is None or spec.loader is None:
            raise ImportError(binding)
        self._dds: Any = module_from_spec(spec)
        spec.loader.exec_module(self._dds)
        self._dds.SetMaxThreads(1)
        self._owner = threading.get_ident()
        self._ask: dict[str, Callable[..., object]] = {
            "table": self.table,
            "options": self.options,
            "tricks": self.tricks,
            "curve": self.curve,
            "made": self.made,
        }

    def answer(self, kind: str, *question: Any) -> object:  # noqa: ANN401 - numbers, as the module says
        """The answer to one question of the protocol."""
        if threading.get_ident() != self._owner:
            raise RuntimeError("two threads must not count in one process")
        return self._ask[kind](*question)

    def table(self, hands: list[int]) -> list[int]:
        """Declarer's tricks in a whole deal: 20 numbers, strain by strain, in each the four declarers."""
        deal, results = self._dds.ddTableDeal(), self._dds.ddTableResults()
        _fill(deal.cards, hands)
        self._dds.CalcDDtable(deal, results)
        return [results.resTable[_strain(strain)][seat] for strain in range(5) for seat in range(4)]

    def options(self, hands: list[int], strain: int, leader: int, trick: list[int]) -> list[tuple[int, int]]:
        """Each card that may be played, with the tricks its side then takes, including the trick in progress."""
        future = self._dds.futureTricks()
        self._dds.SolveBoard(self._deal(hands, strain, leader, trick), -1, _ALL_CARDS, _SEARCH, future, 0)
        pairs = []
        for place in range(future.cards):
            suit = 3 - future.suit[place]
            ranks = 1 << future.rank[place] | future.equals[place]
            pairs += [
                (13 * suit + rank - 2, future.score[place]) for rank in range(2, 15) if ranks >> rank & 1
            ]
        return sorted(pairs)

    def tricks(self, hands: list[int], strain: int, leader: int, trick: list[int]) -> int:
        """The most of the remaining tricks the side in turn can take, including the trick in progress."""
        future = self._dds.futureTricks()
        self._dds.SolveBoard(self._deal(hands, strain, leader, trick), -1, _ONE_BEST, _SEARCH, future, 0)
        return int(future.score[0])

    def made(self, hands: list[int], strain: int, leader: int, trick: list[int], target: int) -> int:
        """1 if the side in turn can take so many of the remaining tricks, the trick in progress included, else 0.

        One search with a fixed bound instead of several that close in on the number. The library answers -1 or 0
        where the target cannot be reached.
        """
        future = self._dds.futureTricks()
        board = self._deal(hands, strain, leader, trick)
        self._dds.SolveBoard(board, target, _ONE_BEST, _SEARCH, future, 0)
        return int(future.score[0] >= target)

    def curve(self, hands: list[int], strain: int, leader: int, cards: list[int]) -> list[int]:
        """The tricks of the leader's opponents before the first card and after each card played."""
        trace, solved = self._dds.playTraceBin(), self._dds.solvedPlay()
        trace.number = len(cards)
        for place, card in enumerate(cards):
            trace.suit[place], trace.rank[place] = 3 - card // 13, card % 13 + 2
        self._dds.AnalysePlayBin(self._deal(hands, strain, leader, []), trace, solved, 0)
        return list(solved.tricks[: solved.number])

    def _deal(self, hands: list[int], strain: int, leader: int, trick: list[int]) -> Any:  # noqa: ANN401
        deal = self._dds.deal()
        deal.trump, deal.first = _strain(strain), leader
        for place, card in enumerate(trick):
            deal.currentTrickSuit[place], deal.currentTrickRank[place] = 3 - card // 13, card % 13 + 2
        _fill(deal.remainCards, hands)
        return deal


def _strain(strain: int) -> int:
    return _NOTRUMP if strain == _NOTRUMP else 3 - strain


def _fill(holdings: Any, hands: list[int]) -> None:  # noqa: ANN401 - four by four unsigned integers of C
    for row, hand in zip(holdings, hands, strict=True):
        row[:] = (hand >> 37 & 0x7FFC, hand >> 24 & 0x7FFC, hand >> 11 & 0x7FFC, hand << 2 & 0x7FFC)


class Watch:
    """Ends the process when one question takes too much processor time: a search cannot be stopped otherwise."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until = math.inf
        threading.Thread(target=self._look, daemon=True).start()

    def start(self) -> None:
        """Start the clock of a question."""
        self._until = time.process_time() + self._seconds

    def stop(self) -> None:
        """Stop the clock."""
        self._until = math.inf

    def _look(self) -> None:
        pause = min(max(self._seconds / 4, 0.005), 0.25)
        while time.process_time() <= self._until:
            time.sleep(pause)
        os._exit(OUT_OF_TIME)


def serve(binding: str, seconds: float, questions: Any, answers: Any) -> None:  # noqa: ANN401 - binary files
    """Answer line by line until the caller has gone."""
    lines: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(questions, lines), daemon=True).start()
    try:
        counter = DoubleDummyCounter(binding)
    except (OSError, ImportError, RuntimeError, AttributeError) as reason:
        _say(answers, {"failed": str(reason)})
        return
    _say(answers, {"ready": os.getpid()})
    watch = Watch(seconds)
    while True:
        done: list[tuple[int, object]] = []
        last_line = time.monotonic()
        for number, kind, *question in json.loads(lines.get()):
            if done and time.monotonic() - last_line > HOLD:
                _say(answers, done)
                done, last_line = [], time.monotonic()
            watch.start()
            try:
                answer = counter.answer(kind, *question)
            except RuntimeError as reason:  # what the library refuses, in its own words
                answer = str(reason)
            watch.stop()
            done.append((number, answer))
        _say(answers, done)


def _say(answers: Any, message: object) -> None:  # noqa: ANN401 - a binary file
    answers.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
    answers.flush()


def _listen(questions: Any, lines: "SimpleQueue[bytes]") -> None:  # noqa: ANN401 - a binary file
    """Pass the lines on; at the end of input, end the process, even in the middle of a long search."""
    for line in questions:
        lines.put(line)
    os._exit(0)


def _main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the caller decides what an interruption means
    answers = os.fdopen(os.dup(1), "wb")
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)  # whatever the library prints is no answer
    serve(sys.argv[1], float(sys.argv[2]), sys.stdin.buffer, answers)


if __name__ == "__main__":
    _main()
