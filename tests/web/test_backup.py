"""One file holds everything and can be put back; what is erased is nowhere in the file any more."""

import sqlite3
import stat
from contextlib import closing
from urllib.parse import urlsplit

import pytest

from analyser.casefile import problems_of
from analyser.errors import ResourceError
from analyser.web import __main__ as front
from analyser.web.backup import back_up, restore
from analyser.web.members import ServerRole
from analyser.web.surveys import SurveyKind
from tests.web.done_rulings import CASE, laid_before
from tests.web.test_members import HOME, joined, server
from tests.web.visits import Visit, app_in

NAMED = CASE.replace("NS = { class", 'N = { name = "Xavierina Secretova" }\nNS = { class', 1)
SECRET = "Secretova"


@pytest.fixture
def data(tmp_path, monkeypatch):
    """The folder the program keeps its data in."""
    monkeypatch.setenv("ANALYSER_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def file_of(app):
    return app.state.analyser.store.path


def bytes_of(app):
    """The file with what stands beside it until the next checkpoint."""
    path = file_of(app)
    return b"".join(part.read_bytes() for part in sorted(path.parent.glob(f"{path.name}*")))


def test_a_backup_of_running_pages_restores_cases_members_and_sessions(tmp_path):
    app = server(tmp_path)
    director = joined(app, ServerRole.DIRECTOR)
    draft = director.send("/new", {"source": CASE}).headers["location"]
    copy = tmp_path / "copy.sqlite"
    back_up(file_of(app), copy)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.glob("copy*")] == ["copy.sqlite"]  # one file
    assert director.send(f"{draft}/delete", {"sure": "1"}).status_code == 303
    assert director.get(draft).status_code == 404
    before = restore(copy, file_of(app)).aside
    assert director.get(draft).status_code == 200
    assert before is not None
    with sqlite3.connect(before) as kept:  # what was replaced is not lost
        assert kept.execute("SELECT count(*) FROM drafts").fetchone() == (0,)


EARLIER = """
ALTER TABLE surveys RENAME TO gatherings;
ALTER TABLE closings RENAME COLUMN survey TO gathering;
ALTER TABLE voices RENAME COLUMN survey TO gathering;
DROP INDEX surveys_of;
DROP INDEX voices_of;
CREATE INDEX gatherings_of ON gatherings (owner, draft);
CREATE INDEX voices_of ON voices (gathering, made);
"""


def earlier_copy(app, place):
    """A backup as an earlier version wrote it."""
    back_up(file_of(app), place)
    with closing(sqlite3.connect(place)) as base:
        base.executescript(EARLIER)
    return place


def polled(app):
    """A director's draft with one answered poll: the visit, and the poll's address."""
    director = joined(app, ServerRole.DIRECTOR)
    draft = director.send("/new", {"source": CASE}).headers["location"]
    poll = director.send(f"{draft}/poll", {"incident": "slow-raise", "at": "call 5"}).headers["location"]
    assert director.send(poll, {"chosen": "P"}).status_code == 303
    return director, poll


def answers_to(app, poll):
    survey = app.state.analyser.surveys.get(poll.rsplit("/", 1)[1], SurveyKind.POLL)
    return [answer["chosen"] for answer in survey.answers]


def test_a_file_of_an_earlier_version_is_adopted_with_polls(tmp_path):
    app = server(tmp_path / "one")
    _, poll = polled(app)
    (tmp_path / "two").mkdir()
    earlier_copy(app, tmp_path / "two" / "drafts.sqlite")
    assert answers_to(server(tmp_path / "two"), poll) == ["P"]


def test_an_earlier_version_s_backup_is_restored_while_pages_run(tmp_path):
    app = server(tmp_path)
    director, poll = polled(app)
    copy = earlier_copy(app, tmp_path / "copy")
    assert Visit(app, HOME).send(poll, {"chosen": "4S"}).status_code == 303
    restore(copy, file_of(app))
    assert answers_to(app, poll) == ["P"]
    assert director.get(poll).status_code == 200


def test_a_backup_without_the_table_of_polls_is_refused(tmp_path):
    app = server(tmp_path)
    back_up(file_of(app), tmp_path / "copy")
    with closing(sqlite3.connect(tmp_path / "copy")) as base:
        base.execute("DROP TABLE surveys")
    with pytest.raises(ResourceError, match="other things"):
        restore(tmp_path / "copy", tmp_path / "two" / "drafts.sqlite")


def test_a_backup_starts_a_server_on_another_machine(tmp_path):
    app = server(tmp_path / "one")
    director = joined(app, ServerRole.DIRECTOR)
    draft = director.send("/new", {"source": CASE}).headers["location"]
    back_up(file_of(app), tmp_path / "copy")
    assert restore(tmp_path / "copy", tmp_path / "two" / "drafts.sqlite").aside is None
    told = []
    other = server(tmp_path / "two", told)
    known = Visit(other, HOME, cookies=director.cookies)
    assert known.get(draft).status_code == 403  # nothing here shows that the session was still valid
    other.state.analyser.members.begin()
    assert known.send(urlsplit(told[0]).path, {"name": "Dana"}).status_code == 303
    assert known.get(draft).status_code == 200


def test_a_backup_writes_over_nothing(tmp_path, data, capsys):
    place = tmp_path / "mine.txt"
    place.write_text("mine")
    assert front.main(["--backup", str(place)]) == 1
    assert place.read_text() == "mine"
    assert "another name" in capsys.readouterr().err
    assert front.main(["--backup", str(tmp_path / "none" / "copy")]) == 1
    assert "--backup" in capsys.readouterr().err


@pytest.mark.parametrize("sort", ["missing", "text", "other", "trigger", "cut"])
def test_what_is_no_whole_backup_is_refused_touching_nothing(tmp_path, data, capsys, sort):
    app = app_in(data)
    drafts = app.state.analyser.drafts
    draft = drafts.new("me", CASE)
    place = tmp_path / "given"
    back_up(file_of(app), place)
    match sort:
        case "missing":
            place.unlink()
        case "text":
            place.write_text("schema = 1\n" * 1000)
        case "other":
            place.unlink()
            with sqlite3.connect(place) as base:
                base.execute("CREATE TABLE drafts (id TEXT)")
        case "trigger":
            with sqlite3.connect(place) as base:
                base.execute("CREATE TRIGGER t AFTER INSERT ON drafts BEGIN DELETE FROM drafts; END")
        case "cut":
            whole = place.read_bytes()
            place.write_bytes(whole[: len(whole) // 2])
    assert front.main(["--restore", str(place)]) == 1
    assert "written by --backup" in capsys.readouterr().err
    assert drafts.get("me", draft.id).toml == CASE


def test_the_commands_back_up_restore_and_invite(tmp_path, data, capsys):
    copy = tmp_path / "copy"
    app_in(data).state.analyser.drafts.new("me", CASE)
    assert front.main(["--backup", str(copy)]) == 0
    assert front.main(["--restore", str(copy)]) == 0
    assert "before-restore" in capsys.readouterr().err
    assert front.main(["--invite", "director", "Dana", "--behind", f"{HOME}/x"]) == 0
    link = capsys.readouterr().out.strip().splitlines()[-1]
    assert link.startswith(f"{HOME}/x/join/")
    assert front.main(["--invite", "root", "Dana", "--behind", HOME]) == 2
    assert "committee-member" in capsys.readouterr().err
    assert front.main(["--invite", "director", "Dana"]) == 2
    assert "--behind" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("way", ["delete", "anonymise"])
def test_what_is_erased_is_nowhere_in_the_file(tmp_path, way):
    app = app_in(tmp_path)
    state = app.state.analyser
    visit = Visit(app)
    draft = visit.send("/new", {"source": NAMED}).headers["location"]
    name = draft.rsplit("/", 1)[1]
    owner = visit.visitor().owner
    laid_before(state, owner, name)
    for number in range(5):
        stood = state.drafts.get(owner, name)
        state.drafts.save(owner, name, stood.version, stood.toml + f"# {SECRET} {number}\n")
    state.unfinished.keep(owner, name, "players N name", f"{SECRET} again", "leaf", "")
    assert SECRET.encode() in bytes_of(app)
    assert visit.send(f"{draft}/{way}").status_code == 200  # asked once more
    assert SECRET.encode() in bytes_of(app)
    assert visit.send(f"{draft}/{way}", {"sure": "1"}).status_code == 303
    assert SECRET.encode() not in bytes_of(app)
    assert state.jobs.jobs_of_draft(owner, name) == ()
    if way == "anonymise":
        left = state.drafts.get(owner, name)
        assert problems_of(left.toml.encode()) == ()
        assert [version.number for version in state.drafts.versions(owner, name)] == [left.version]
        assert 'deal = "' in left.toml


def test_a_faulty_case_is_not_anonymised_as_names_might_stay(tmp_path):
    app = app_in(tmp_path)
    visit = Visit(app)
    draft = visit.send("/new", {"source": NAMED.replace("schema = 1", "schema = 1\nnote = 3", 1)}).headers[
        "location"
    ]
    assert visit.send(f"{draft}/anonymise", {"sure": "1"}).status_code == 409
    assert SECRET in visit.get(f"{draft}/case.toml").text


def test_what_is_stored_is_said_on_every_machine(tmp_path):
    visit = Visit(app_in(tmp_path))
    visit.send("/new", {"source": CASE})
    for language, said in (
        ("en", "What is stored"),
        ("it", "Che cosa viene conservato"),
        ("ro", "Ce se păstrează"),
    ):
        assert said in visit.get(f"/stored?lang={language}").text
        assert 'href="/stored"' in visit.get("/").text
