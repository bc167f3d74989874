"""The pages on loopback: the calculator answers within 50 ms at the server, 20 users at once see no error.

The server is the program itself, in a process of its own; the users are threads of this one, each with a connection
that stays open, each typing on without a pause. A lone user's time is the median of 60 answers after the first.
"""

import http.client
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.bench.promise import Figure
from tests.support import ROOT

USERS, ANSWERS = 20, 15
ASKED = (
    "/score/answer?form=imps&other=500&w=65&r=%2B480&w=35%25&r=%2B980",
    "/score/answer?form=matchpoints&field=420x5+-50x2&w=60&r=4S%3D+by+N&w=40&r=4S-1+by+N",
    "/score/answer?form=vp&other=420&boards=16&w=50&r=4S%3D+by+N&w=50&r=4S-1+by+N",
    "/score/answer?form=butler&field=420x5+-50x2&w=1/3&r=4S%3D+by+N&w=2/3&r=3NT-1+by+N",
)
_LINK = re.compile(rb'(?:href|src)="(/static/[^"]+)"')


@contextmanager
def served() -> Iterator[int]:
    """The program serving on a free port; its number."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "analyser.web", "--port", "0"]
        environment = {**os.environ, "ANALYSER_DATA": folder, "PYTHONPATH": str(ROOT)}
        with subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        ) as running:
            assert running.stdout is not None
            port = int(running.stdout.readline().rsplit(":", 1)[1].strip(" /\n"))
            try:
                yield port
            finally:
                running.terminate()


def get(connection: http.client.HTTPConnection, path: str) -> tuple[float, int, bytes]:
    """Milliseconds, status and body of one answer."""
    before = time.perf_counter()
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    return 1000 * (time.perf_counter() - before), answer.status, body


def opened(port: int) -> http.client.HTTPConnection:
    """A connection, as soon as the server answers."""
    until = time.monotonic() + 60
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            connection.connect()
        except OSError:
            assert time.monotonic() < until, "the pages did not start"
            time.sleep(0.05)
        else:
            return connection


def crowd(port: int) -> tuple[int, list[float]]:
    """How many answers of all the users' were errors, and how long each took."""
    times: list[float] = []
    errors = 0
    lock = threading.Lock()

    def user(number: int) -> None:
        nonlocal errors
        connection = opened(port)
        for turn in range(ANSWERS):
            try:
                took, status, body = get(connection, ASKED[(number + turn) % len(ASKED)])
                wrong = status != 200 or b"figure" not in body
            except (OSError, http.client.HTTPException):
                took, wrong = 0.0, True
            with lock:
                times.append(took)
                errors += wrong

    users = [threading.Thread(target=user, args=(number,)) for number in range(USERS)]
    for one in users:
        one.start()
    for one in users:
        one.join()
    return errors, times


def measure() -> tuple[Figure, ...]:
    """One user's time, the crowd's errors, and what a phone has to load."""
    with served() as port:
        connection = opened(port)
        _, _, page = get(connection, "/score")
        weight = len(page) + sum(len(get(connection, path.decode())[2]) for path in _LINK.findall(page))
        for path in ASKED:
            get(connection, path)
        alone = [get(connection, ASKED[turn % len(ASKED)])[0] for turn in range(60)]
        errors, times = crowd(port)
    return (
        Figure("calculator, one user", round(statistics.median(alone), 2), "ms", 50, "at most"),
        Figure("calculator, one user, the slowest of sixty", round(max(alone), 2), "ms", 250, "at most"),
        Figure(f"errors of {USERS} users with {ANSWERS} answers each", errors, "errors", 0, "at most"),
        Figure(
            f"calculator, {USERS} users at once, median",
            round(statistics.median(times), 1),
            "ms",
            500,
            "at most",
        ),
        Figure("the page and all it loads", round(weight / 1000, 1), "kB", 100, "at most"),
    )
