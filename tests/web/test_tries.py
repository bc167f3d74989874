"""What-ifs that wait: each gives up what it asked itself, never another's, never a case's own ruling."""

from analyser.web import RefusedRequest
from analyser.web.jobs import JobState
from analyser.web.members import ServerRole
from tests.web.done_rulings import CASE, laid_before
from tests.web.test_members import joined, server
from tests.web.visits import Visit, app_in

DIRECTOR, CHAIR, COMMITTEE, _ = ServerRole
NO_INFRACTION, OF_2007 = {"infraction-0": "false"}, {"edition": "2007"}


def _ruled(app, monkeypatch, asker, owner):
    """The address of a finished ruling; from here on nothing more is worked on."""
    draft = asker.send("/new", {"source": CASE}).headers["location"]
    job = laid_before(app.state.analyser, owner, draft.rsplit("/", 1)[1])
    monkeypatch.setattr(app.state.analyser.jobs, "_submit", lambda name: None)
    return draft, f"/ruling/{job}"


def _tried(browser, place, fields):
    return browser.send(f"{place}/what-if", fields).headers["location"].rsplit("/", 1)[1]


def _waits(app, owner, job):
    try:
        return app.state.analyser.jobs.get(owner, job).state is JobState.WAITING
    except RefusedRequest:
        return False


def test_a_member_gives_up_no_ruling_of_another(tmp_path, monkeypatch):
    app = server(tmp_path)
    director, member = joined(app, DIRECTOR), joined(app, COMMITTEE, "Bo")
    draft, place = _ruled(app, monkeypatch, director, "federation")
    source = director.send(
        f"{draft}/text", {"version": "1", "toml": CASE.replace("title = ", 'title = "x" # ', 1)}
    )
    assert source.status_code == 303
    ruling = director.send(f"{draft}/rule").headers["location"].rsplit("/", 1)[1]
    tried = _tried(director, place, OF_2007)
    for pending in (ruling, tried):
        assert member.send(f"{place}/what-if", {**NO_INFRACTION, "pending": pending}).status_code == 303
        assert _waits(app, "federation", pending)
    assert director.send(f"{place}/what-if", {**NO_INFRACTION, "pending": ruling}).status_code == 303
    assert _waits(app, "federation", ruling)  # not even one's own, unless it was tried


def test_a_shared_try_stays_until_both_give_up(tmp_path, monkeypatch):
    app = server(tmp_path)
    first, second = joined(app, CHAIR), joined(app, COMMITTEE, "Bo")
    _, place = _ruled(app, monkeypatch, first, "federation")
    tried = _tried(first, place, NO_INFRACTION)
    assert _tried(second, place, NO_INFRACTION) == tried
    _tried(first, place, {**OF_2007, "pending": tried})
    assert _waits(app, "federation", tried)
    _tried(second, place, {**OF_2007, "pending": tried})
    assert not _waits(app, "federation", tried)


def test_a_browser_gives_up_only_what_it_tried(tmp_path, monkeypatch):
    app = app_in(tmp_path)
    mine, other = Visit(app), Visit(app)
    owner = mine.visitor().owner
    draft, place = _ruled(app, monkeypatch, mine, owner)
    mine.send(f"{draft}/text", {"version": "1", "toml": CASE.replace("title = ", 'title = "x" # ', 1)})
    ruling = mine.send(f"{draft}/rule").headers["location"].rsplit("/", 1)[1]
    tried = _tried(mine, place, NO_INFRACTION)
    _, elsewhere = _ruled(app, monkeypatch, other, other.visitor().owner)
    for pending in (ruling, tried):
        _tried(other, elsewhere, {**OF_2007, "pending": pending})
        assert _waits(app, owner, pending)
    _tried(mine, place, {**OF_2007, "pending": ruling})
    _tried(mine, place, {**OF_2007, "pending": tried})
    assert (_waits(app, owner, ruling), _waits(app, owner, tried)) == (True, False)
