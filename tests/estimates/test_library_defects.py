"""Each defect of endplay 0.5.12 we step around is still there: when one is mended its row fails, and our step may go.

What a row expects is the wrong behaviour; what would be right stands beside it.
"""

import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.support.every import each_row

PROGRAM = Path(__file__).with_name("library_defects.py")

NOT_READ = "ValueError"
DEFECTS = [
    # how it is reproduced, what comes, what is wrong with it
    ("plotting_is_loaded", True, "`import endplay` loads matplotlib: we load only the binding, by its place"),
    ("contract_copied", ["4♥N=", "4♥Nx-2"], "a copy changes the doubling: 4♥Nxx= and 4♥N-2 were copied"),
    ("contract_compared", True, "4HX equals 4H"),
    ("deals_compared", [True, True], "deals and hands are compared by their first suit"),
    ("hashed", ["TypeError"] * 3, "deals, contracts and bids cannot be keys"),
    ("result_of_a_lin_without_claim", [0, -1], "the leader of each trick is not followed: 0, where the play says -1"),
    ("contract_when_north_deals", [True, False], "there is no contract when North deals"),
    ("broadcast_lin", NOT_READ, "a record with eight players cannot be read"),
    ("lower_case_lin", ["1", NOT_READ, NOT_READ], "small letters and an alerted double cannot be read"),
    ("strict_pbn", ["1", *[NOT_READ] * 4], "Love, EW 6, $1 and ^R cannot be read"),
    ("pbn_note_of_another_board", ["15 to 17", "15 to 17"], "board 2 gets the explanation of board 1"),
    ("json_without_dealer", True, "the dealer is lost"),
    ("contract_without_result", 0, "no result is read as `made exactly`"),
    ("bids_nobody_may_make", ["8", 1, "hearts"], "8C is a bid, and 1H is sufficient over 2S"),
    ("spots_and_tens", [NOT_READ] * 2, "x and 10 are not cards"),
    ("table_of_an_ending", [13, 9], "four cards: 4 and 0 tricks were expected"),
    ("table_of_the_last_trick", 1, "one card each: West ruffs, declarer North has no trick"),
    ("trace_after_a_revoke", [3, 4], "the trace says 3 where the position itself is worth 4"),
    ("trace_lengths", [49, 49, 46, 17], "53, 49, 46 and 19 were expected: the last trick is missing"),
    ("batch_limits", ["IndexError", "DDSError", [200, 40]], "200 boards and 40 tables at once, no more"),
    ("last_of_a_list", "IndexError", "there is no item -1"),
    ("par_listed_twice", [2, 1], "the par contracts can be listed once"),
    ("pickled", ["PicklingError"] * 2, "a hand cannot be sent to another process"),
    ("live_view", 12, "taking a card from a hand that was asked for takes it from the deal"),
    ("card_not_of_the_suit_led", "[1, 1, 1, 1]", "a revoke goes unnoticed"),
]  # fmt: skip


@pytest.fixture(scope="module")
def seen():
    names = " ".join(name for name, *_ in DEFECTS)
    done = subprocess.run(
        [sys.executable, str(PROGRAM)],
        input=names,
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    return json.loads(done.stdout)


def test_the_defects_are_those_of_the_version_we_pin():
    assert version("endplay") == "0.5.12"


@each_row("name, wrong, why", DEFECTS, ids=[name for name, *_ in DEFECTS])
def test_the_library_still_does_this_wrong(seen, name, wrong, why):
    assert seen[name] == wrong, f"mended? {why}"


@pytest.mark.parametrize(
    "what, why",
    [
        pytest.param("threads", "two threads in one process end the interpreter", marks=pytest.mark.slow),
        ("invalid", "a deal of fifty-one cards is answered, and the next unsound one ends the interpreter"),
    ],
)
def test_the_library_still_ends_the_process(what, why):
    """A crash depends on the moment: one in three attempts is enough."""
    attempts = (
        subprocess.run([sys.executable, str(PROGRAM), what], capture_output=True, check=False).returncode
        for _ in range(3)
    )
    assert any(attempts), f"mended? {why}"


@pytest.fixture(autouse=True)
def _notes_go_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library writes what it could not solve into the folder it runs in."""
    monkeypatch.chdir(tmp_path)
