"""A killed server and a full disk: no ruling is blamed for either, nothing is half kept, and what was typed is given back."""

import sqlite3
import time

import pytest

from analyser.web import jobs as jobs_module
from analyser.web import worker_tasks
from analyser.web.jobs import JobState
from analyser.web.members import ServerRole
from analyser.web.store import WebStore
from tests.web.done_rulings import CASE
from tests.web.test_members import joined, server
from tests.web.visits import Visit, app_in, hidden

LARGE = CASE + "".join(f"# remark {number} of <b>a director</b>\n" for number in range(20_000))


@pytest.fixture
def full(monkeypatch):
    """A way to fill the disk, and to make room again."""
    connected = WebStore._connect_database
    state = {"is_full": False}

    def limited(self):
        base = connected(self)
        if state["is_full"]:
            (pages,) = base.execute("PRAGMA page_count").fetchone()
            base.execute(f"PRAGMA max_page_count = {pages}")
        return base

    monkeypatch.setattr(WebStore, "_connect_database", limited)
    return state


@pytest.mark.parametrize("is_federation", [False, True])
def test_what_a_full_disk_refuses_is_given_back(tmp_path, full, is_federation):
    visit = joined(server(tmp_path), ServerRole.DIRECTOR) if is_federation else Visit(app_in(tmp_path))
    draft = visit.send("/new", {"source": CASE}).headers["location"]
    full["is_full"] = True
    before = _whole(visit.app)
    answer = visit.send(f"{draft}/text", {"version": "1", "toml": LARGE})
    assert answer.status_code == 507
    assert "The disk of this machine is full" in answer.text
    assert "of &lt;b&gt;a director&lt;/b&gt;" in answer.text
    assert f'<form method="post" action="{draft}/text">' in answer.text
    assert _whole(visit.app) == before
    assert visit.get(draft).status_code == 200  # what is kept is read
    full["is_full"] = False
    again = {"version": hidden(answer.text, "version"), "toml": LARGE, "token": hidden(answer.text, "token")}
    assert visit.send(f"{draft}/text", again).status_code == 303
    assert visit.get(f"{draft}/case.toml").text == LARGE


def _whole(app):
    with app.state.analyser.store.open() as base:
        return list(base.iterdump())


def test_a_full_disk_keeps_no_member_from_reading(tmp_path, monkeypatch):
    app = server(tmp_path)
    visit = joined(app, ServerRole.OBSERVER)
    later = time.time() + 7_200
    monkeypatch.setattr("analyser.web.members.time.time", lambda: later)

    def refuse(self):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(WebStore, "change", refuse)
    assert visit.get("/cases").status_code == 200


def _asked(app, monkeypatch):
    """A ruling that was asked for and is worked on by nobody."""
    given = []
    monkeypatch.setattr(app.state.analyser.jobs, "_submit", given.append)
    visit = Visit(app)
    draft = visit.send("/new", {"source": CASE}).headers["location"]
    place = visit.send(f"{draft}/rule").headers["location"]
    return visit, place.rsplit("/", 1)[1], given


def _row(app, job):
    with app.state.analyser.store.open() as base:
        return base.execute("SELECT * FROM jobs WHERE id = ?", (job,)).fetchone()


def test_a_ruling_is_not_blamed_for_servers_killed_over_it(tmp_path, monkeypatch):
    monkeypatch.setitem(worker_tasks.TASKS, "rule", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    app = app_in(tmp_path)
    _, job, given = _asked(app, monkeypatch)
    for _ in range(5):  # begun, then the server and all its processes are gone
        with pytest.raises(KeyboardInterrupt):
            worker_tasks.work(str(app.state.analyser.store.path), job)
        assert (_row(app, job)["state"], _row(app, job)["tries"]) == ("running", 1)
        app.state.analyser.jobs.take_up()
        assert (_row(app, job)["state"], _row(app, job)["tries"]) == ("waiting", 0)
        assert given[-1] == job


def test_a_ruling_waits_for_room_and_is_not_blamed(tmp_path, monkeypatch):
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorname = "SQLITE_FULL"

    def refuse(*_):
        raise full

    monkeypatch.setitem(worker_tasks.TASKS, "rule", refuse)
    monkeypatch.setattr(jobs_module, "_PAUSE", 0.0)
    app = app_in(tmp_path)
    visit, job, given = _asked(app, monkeypatch)
    for _ in range(4):
        with pytest.raises(sqlite3.OperationalError):
            worker_tasks.work(str(app.state.analyser.store.path), job)
        app.state.analyser.jobs._try_again(job, None, full)
        assert (_row(app, job)["state"], _row(app, job)["tries"]) == ("waiting", 0)
    assert given == [job] * 5
    assert "The disk is full" in visit.get(f"/ruling/{job}").text


def test_a_ruling_is_tried_again_once_that_can_be_noted(tmp_path, monkeypatch):
    app = app_in(tmp_path)
    _, job, given = _asked(app, monkeypatch)
    jobs, refusals = app.state.analyser.jobs, iter([True, True, False])
    noted = type(jobs)._is_open

    def refuse_twice(self, name, **facts):
        if next(refusals):
            raise sqlite3.OperationalError("database or disk is full")
        return noted(self, name, **facts)

    monkeypatch.setattr(jobs_module, "_PAUSE", 0.0)
    monkeypatch.setattr(type(jobs), "_is_open", refuse_twice)
    jobs._try_again(job, None, RuntimeError("the process died"))
    assert _row(app, job)["state"] == JobState.WAITING
    assert given == [job, job]


def test_a_lost_note_of_progress_fails_no_ruling(tmp_path, monkeypatch):
    store = WebStore(tmp_path / "drafts.sqlite")
    progress = worker_tasks._JobProgress(store, "x")

    def refuse(self):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(WebStore, "change", refuse)
    progress.step("rule")
    progress.count()
