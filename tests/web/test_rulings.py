"""A ruling asked for in a browser: made in another process, waited for, taken away; twenty at once harm nobody."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import pytest
from starlette.requests import HTTPConnection

from analyser import resources, rule
from analyser.casefile import case_of
from analyser.report.ruling_json import as_document
from analyser.web.jobs import JobState
from analyser.web.visitors import visitor_of
from tests.support import ROOT
from tests.web.visits import Visit, app_in

ENOUGH = 300.0  # seconds until a ruling counts as lost
JUDGED = "cases/kinds/repeated-revoke.toml"
ESTIMATED = "cases/kinds/unauthorised-information.toml"


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    app = app_in(tmp_path_factory.mktemp("web"))
    yield app
    app.state.analyser.jobs.stop()


@pytest.fixture
def visit(app):
    return Visit(app)


def owner_of(visit):
    visit.token()
    header = f"analyser_visitor={visit.cookies['analyser_visitor']}".encode()
    scope = {"type": "http", "headers": [(b"cookie", header)], "query_string": b""}
    return visitor_of(HTTPConnection(scope), visit.app.state.analyser.signer).owner


def drafted(visit, toml):
    return visit.app.state.analyser.drafts.new(owner_of(visit), toml).id


def asked(visit, toml):
    """Where the ruling of a new draft is waited for."""
    return visit.send(f"/draft/{drafted(visit, toml)}/rule").headers["location"]


def ended(visit, place):
    """The job behind a page, when it has ended."""
    jobs, owner = visit.app.state.analyser.jobs, owner_of(visit)
    until = time.monotonic() + ENOUGH
    while time.monotonic() < until:
        job = jobs.get(owner, place.rsplit("/", 1)[1])
        if job.state in {JobState.DONE, JobState.FAILED}:
            return job
        time.sleep(0.1)
    raise AssertionError("never ended")


def test_a_draft_is_ruled_and_taken_away_in_every_form(visit):
    toml = resources.text(JUDGED)
    place = asked(visit, toml)
    assert visit.get(place).status_code == 200
    job = ended(visit, place)
    assert job.state is JobState.DONE
    page = visit.get(place).text
    assert (
        page.index('class="plain"') < page.index("South revoked at trick 2") < page.index(f"{place}/report")
    )
    assert f'{place}/panel"' not in page  # a revoke leaves a committee nothing to weigh
    document = json.loads(visit.get(f"{place}/ruling.json").content)
    ours = as_document(rule(case_of(toml.encode())))
    assert document["adjusted"] == ours["adjusted"]
    assert document["case"]["sha256"] == ours["case"]["sha256"]
    assert visit.get(f"{place}/ruling.md").text.startswith("#")
    assert visit.get(f"{place}/report.html").headers["content-disposition"].startswith("attachment")


def test_the_report_has_only_its_own_style_allowed_by_hash(visit):
    place = asked(visit, resources.text(JUDGED))
    ended(visit, place)
    answer = visit.get(f"{place}/report")
    policy = answer.headers["content-security-policy"]
    assert "sha256-" in policy
    assert "unsafe" not in policy
    assert "script-src" not in policy  # default-src 'none' stands for it


@pytest.mark.slow
def test_a_report_is_printed_to_pdf(visit):
    pytest.importorskip("weasyprint", reason="the optional part `pdf` is not installed")
    place = asked(visit, resources.text(JUDGED))
    ended(visit, place)
    printing = visit.get(f"{place}/report.pdf").headers["location"]
    assert ended(visit, printing).state is JobState.DONE
    assert visit.get(f"{printing}/printed").content.startswith(b"%PDF")


def test_another_visitor_sees_neither_ruling_nor_draft(app, visit):
    draft = drafted(visit, resources.text(JUDGED))
    place = visit.send(f"/draft/{draft}/rule").headers["location"]
    other = Visit(app)
    assert other.get(place).status_code == 404
    assert other.get(f"{place}/ruling.json").status_code == 404
    assert other.send(f"/draft/{draft}/rule").status_code == 404


def test_what_the_rules_refuse_is_an_answer_with_its_remedy(visit):
    toml = resources.text(JUDGED).replace("[event]", '[event]\nedition = "1812"\n#', 1)
    place = asked(visit, toml)
    assert "checked=1" in place  # the faults are shown beside the fields


def test_the_same_question_is_answered_once(visit):
    draft = drafted(visit, resources.text(JUDGED))
    first, second = (visit.send(f"/draft/{draft}/rule").headers["location"] for _ in range(2))
    assert first == second


@pytest.mark.slow
def test_twenty_simultaneous_rulings_finish_without_the_server_counting_tricks(app):
    """The solving library ends a process that asks it from two threads; the pages never load it."""
    visits = [Visit(app) for _ in range(20)]
    texts = [resources.text(JUDGED if number % 4 else ESTIMATED) for number in range(20)]
    named = [text.replace("title = ", f"title = '{number}' # ", 1) for number, text in enumerate(texts)]
    with ThreadPoolExecutor(20) as crowd:
        places = list(crowd.map(asked, visits, named))
    jobs = [ended(visit, place) for visit, place in zip(visits, places, strict=True)]
    assert {job.state for job in jobs} == {JobState.DONE}
    assert visits[0].get("/").status_code == 200


@pytest.mark.slow
def test_the_pages_open_neither_the_solver_nor_what_is_slow():
    look = "import sys, analyser.web.app; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", look], cwd=ROOT, capture_output=True, text=True, check=True)
    rooms = {name.split(".")[0] for name in run.stdout.split()}
    assert not rooms & {"endplay", "sklearn", "pandas", "matplotlib", "weasyprint", "joblib"}


@pytest.mark.slow
def test_a_process_that_dies_costs_only_one_more_try(app, visit):
    place = asked(visit, resources.text(ESTIMATED) + "# again")
    jobs = app.state.analyser.jobs
    until = time.monotonic() + ENOUGH
    while jobs.get(owner_of(visit), place.rsplit("/", 1)[1]).state is JobState.WAITING:
        assert time.monotonic() < until
        time.sleep(0.02)
    for process in list(jobs._pool._processes.values()):
        os.kill(process.pid, signal.SIGKILL)
    assert ended(visit, place).state is JobState.DONE


def test_a_pool_reporting_a_death_under_lock_keeps_nobody_waiting(app, monkeypatch):
    """So every pool of Python 3.12 and later tells it: who would shut it down there would wait for himself."""
    jobs, pool, died = app.state.analyser.jobs, ProcessPoolExecutor(1), Future()
    monkeypatch.setattr(jobs, "_pool", pool)
    died.set_exception(BrokenProcessPool())
    with pool._shutdown_lock:
        told = threading.Thread(target=jobs._handle_dead_process, args=("nobody's", pool, died), daemon=True)
        told.start()
        told.join(10)
        assert not told.is_alive()
    until = time.monotonic() + 10
    while jobs._pool is pool:
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.mark.slow
def test_what_was_open_when_the_server_stopped_is_resumed(tmp_path):
    first = app_in(tmp_path)
    visit = Visit(first)
    place = asked(visit, resources.text(JUDGED))
    first.state.analyser.jobs.stop()
    second = app_in(tmp_path)
    try:
        second.state.analyser.jobs.take_up()
        later = Visit(second, cookies=visit.cookies)
        assert ended(later, place).state is JobState.DONE  # the cookie and the form's token still count
    finally:
        second.state.analyser.jobs.stop()


@pytest.mark.slow
@pytest.mark.parametrize("told_by", [signal.SIGINT, signal.SIGTERM])
def test_the_command_serves_the_pages_and_stops_when_asked(tmp_path, told_by):
    """Started as a user starts it, asked once, stopped by a polite kill: exit 0 and a word about the drafts."""
    words = [sys.executable, "-m", "analyser", "web", "--port", "0"]
    environment = {**os.environ, "ANALYSER_DATA": str(tmp_path)}
    with subprocess.Popen(
        words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        first = running.stdout.readline()
        home = first.split()[-1]
        until = time.monotonic() + 30
        while True:
            try:
                with urllib.request.urlopen(home, timeout=5) as answer:
                    page = answer.read().decode()
                break
            except OSError:
                assert time.monotonic() < until
                time.sleep(0.1)
        running.send_signal(told_by)
        _, told = running.communicate(timeout=20)
    assert "<main" in page
    assert "kept" in told
    assert running.returncode == 0
    assert (tmp_path / "drafts.sqlite").stat().st_mode & 0o077 == 0
