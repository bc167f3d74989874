"""A backup is put back over anything, checked before it touches anything, and lets nobody in who was put out since."""

import shutil
import sqlite3
from contextlib import closing, contextmanager
from urllib.parse import urlsplit

import pytest

from analyser.errors import ResourceError
from analyser.web import __main__ as front
from analyser.web import backup
from analyser.web.backup import back_up, restore
from analyser.web.members import ServerRole
from tests.support import GOLDEN
from tests.web.done_rulings import CASE
from tests.web.test_members import HOME, joined, server
from tests.web.visits import Visit, app_in

STORE = "drafts.sqlite"


def kept_in(folder):
    """The files of a folder by the names they had, with what is in them; what sqlite makes again to read does not count."""
    files = {path.name.replace(".before-restore", ""): path.read_bytes() for path in folder.iterdir()}
    return {
        name: data
        for name, data in files.items()
        if not name.endswith("-shm") and (data or name.endswith(".sqlite"))
    }


def filled(folder, text=CASE):
    """A store with one draft: its file, and the draft's name."""
    folder.mkdir(exist_ok=True)
    app = app_in(folder)
    draft = app.state.analyser.drafts.new("me", text)
    return app.state.analyser.store.path, draft.id


def draft_in(folder, name):
    return app_in(folder).state.analyser.drafts.get("me", name).toml


@pytest.fixture
def copy(tmp_path):
    """A backup with one draft, and the draft's name."""
    store, name = filled(tmp_path / "source")
    back_up(store, tmp_path / "copy")
    return tmp_path / "copy", name


def truncate(place):
    place.write_bytes(place.read_bytes()[: place.stat().st_size // 2])


def lose_last_page(place):
    place.write_bytes(place.read_bytes()[:-4096])


def zero(place):
    place.write_bytes(bytes(place.stat().st_size))


def zero_inner_pages(place):
    data = bytearray(place.read_bytes())
    data[4096 : len(data) - 4096] = bytes(len(data) - 8192)
    place.write_bytes(data)


def empty(place):
    place.write_bytes(b"")


def write_text(place):
    place.write_text("schema = 1\n" * 1000)


def change_tables(*statements):
    def change(place):
        with closing(sqlite3.connect(place)) as base:
            base.executescript(";".join(statements))

    return change


def make_foreign(place):
    place.unlink()
    change_tables("CREATE TABLE songs (id TEXT)")(place)


# What may have become of a file, and what a refusal of such a backup says.
DAMAGE = [
    (truncate, "damaged"),
    (lose_last_page, "damaged"),
    (zero, "damaged"),
    (zero_inner_pages, "damaged"),
    (empty, "it is empty"),
    (write_text, "damaged"),
    (make_foreign, "other things"),
]
UNFIT = [
    (change_tables("DROP TABLE versions"), "versions"),
    (change_tables("ALTER TABLE drafts DROP COLUMN title"), "'drafts' has other columns"),
    (change_tables("ALTER TABLE members ADD COLUMN mail TEXT"), "'members' has other columns"),
    (change_tables("PRAGMA user_version = 99"), "later version"),
    (change_tables("CREATE VIEW drafted AS SELECT * FROM drafts"), "other things"),
    (change_tables("CREATE TRIGGER t AFTER INSERT ON drafts BEGIN DELETE FROM drafts; END"), "other things"),
]


@pytest.mark.parametrize("damage", [damage for damage, _ in DAMAGE])
@pytest.mark.parametrize("with_logs", [False, True])
def test_a_damaged_store_is_moved_aside_for_the_backup(tmp_path, copy, damage, with_logs):
    place, name = copy
    folder = tmp_path / "data"
    store, _ = filled(folder)
    damage(store)
    if with_logs:  # of another time: applied to the new file they would spoil it
        for end in ("-wal", "-shm"):
            store.with_name(STORE + end).write_bytes(b"\x37\x7f\x06\x82" + bytes(4000))
    before = kept_in(folder)
    report = restore(place, store)
    assert not report.was_readable
    assert report.aside.name in str(report)
    assert draft_in(folder, name) == CASE
    for path in (store, store.with_name(f"{STORE}-wal")):
        path.unlink(missing_ok=True)
    assert kept_in(folder) == before


@pytest.mark.parametrize(("damage", "said"), DAMAGE + UNFIT)
def test_an_unfit_backup_is_refused_and_leaves_everything_unchanged(
    tmp_path, copy, monkeypatch, capsys, damage, said
):
    place, _ = copy
    monkeypatch.setenv("ANALYSER_DATA", str(tmp_path / "data"))
    store, name = filled(tmp_path / "data", f"{CASE}# mine\n")
    damage(place)
    given, before = place.read_bytes(), kept_in(tmp_path / "data")
    assert front.main(["--restore", str(place)]) == 1
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert said in line
    assert kept_in(tmp_path / "data") == before
    assert place.read_bytes() == given
    assert draft_in(store.parent, name) == f"{CASE}# mine\n"


@pytest.mark.parametrize(("damage", "said"), DAMAGE)
def test_an_unfit_backup_moves_no_damaged_store_aside(tmp_path, copy, damage, said):
    place, _ = copy
    store, _ = filled(tmp_path / "data")
    truncate(store)
    damage(place)
    before = kept_in(tmp_path / "data")
    with pytest.raises(ResourceError, match=said):
        restore(place, store)
    assert kept_in(tmp_path / "data") == before


@contextmanager
def locked(path):
    """A file another program is writing."""
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        base.execute("BEGIN EXCLUSIVE")
        yield


def test_a_locked_store_or_backup_is_refused_with_the_remedy(tmp_path, copy, monkeypatch):
    monkeypatch.setattr(backup, "_PATIENCE", 0.2)
    place, name = copy
    store, mine = filled(tmp_path / "data")
    with locked(store), pytest.raises(ResourceError, match="Stop the server first"):
        restore(place, store)
    with locked(place), pytest.raises(ResourceError, match="another program is using it"):
        restore(place, store)
    assert [path.name for path in store.parent.iterdir() if path.suffix != ".sqlite"] == []
    assert draft_in(store.parent, mine) == CASE
    restore(place, store)
    assert draft_in(store.parent, name) == CASE


def test_nothing_is_lost_when_the_disk_refuses_the_last_step(tmp_path, copy, monkeypatch):
    place, _ = copy
    store, _ = filled(tmp_path / "data")
    truncate(store)
    store.with_name(f"{STORE}-wal").write_bytes(b"a log")
    before = kept_in(store.parent)

    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(type(store), "replace", refuse)
    with pytest.raises(ResourceError, match="cannot be written"):
        restore(place, store)
    assert kept_in(store.parent) == before


def test_a_copy_with_its_log_brings_the_log_s_content(tmp_path):
    store, _ = filled(tmp_path / "source")
    with closing(sqlite3.connect(store, isolation_level=None)) as connection:
        connection.execute("SELECT count(*) FROM drafts").fetchone()
        late = app_in(tmp_path / "source").state.analyser.drafts.new("me", f"{CASE}# late\n").id
        for end in ("", "-wal"):
            shutil.copy(store.with_name(STORE + end), tmp_path / f"raw{end}")
    restore(tmp_path / "raw", tmp_path / "data" / STORE)
    assert draft_in(tmp_path / "data", late) == f"{CASE}# late\n"


def test_the_store_is_no_backup_and_nothing_aside_is_lost(tmp_path, copy):
    place, _ = copy
    store, mine = filled(tmp_path / "data")
    with pytest.raises(ResourceError, match="what is kept now"):
        restore(store, store)
    first, second = restore(place, store).aside, restore(place, store).aside
    assert first != second
    shutil.copy(first, tmp_path / STORE)
    assert draft_in(tmp_path, mine) == CASE
    page = Visit(app_in(store.parent)).get("/stored").text
    assert first.name in page
    assert second.name in page


def test_a_damaged_store_is_not_backed_up_as_whole(tmp_path):
    store, _ = filled(tmp_path / "data")
    with closing(sqlite3.connect(store)) as base:
        (page,) = base.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'versions'").fetchone()
    data = bytearray(store.read_bytes())
    data[4096 * (page - 1) : 4096 * page] = b"\x55" * 4096
    store.write_bytes(data)
    with pytest.raises(ResourceError, match="damaged"):
        back_up(store, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def earlier_store(place):
    """A store of version 0.2.0 with a case, a member, a session and an invitation."""
    with closing(sqlite3.connect(place)) as base:
        base.executescript((GOLDEN / "store-0.2.0.sql").read_text())
        base.executescript(
            "INSERT INTO drafts VALUES ('d', 'federation', 1, 't', 1.0);"
            "INSERT INTO members VALUES ('m', 'Ada', 'director', 1.0, NULL);"
            "INSERT INTO sessions VALUES ('browser', 'm', 4e9);"
            "INSERT INTO invitations VALUES ('digest', 'm', 4e9);"
            "INSERT INTO trail VALUES (1, 1.0, 'm', 'begin', 'd', 1, '[]');"
        )
        base.execute("INSERT INTO versions VALUES ('d', 1, ?, 1.0)", (CASE,))
        base.commit()
    return place


def test_a_backup_of_version_0_2_0_is_restored_whole(tmp_path):
    (tmp_path / "data").mkdir()
    report = restore(earlier_store(tmp_path / "copy"), tmp_path / "data" / STORE)
    assert (report.sessions, report.invitations) == (1, 1)
    app = server(tmp_path / "data")
    assert app.state.analyser.drafts.get("federation", "d").toml == CASE
    director = joined(app, ServerRole.DIRECTOR, "Dana")
    assert "Ada" in director.get("/trail?draft=d").text


def test_sessions_and_invitations_end_unless_valid_in_the_replaced_store(tmp_path):
    app = server(tmp_path / "data")
    members, store = app.state.analyser.members, app.state.analyser.store.path
    director, left, removed = (joined(app, ServerRole.DIRECTOR, name) for name in ("Dana", "Lea", "Remo"))
    still, used, renewed = (members.invite(name, ServerRole.OBSERVER) for name in ("A", "B", "C"))
    back_up(store, tmp_path / "copy")
    left.send("/leave")
    members.remove(members.find_member(removed.visitor().browser).id)
    Visit(app, HOME).send(f"/join/{used}")
    members.invite_again(members.find_invited(renewed).id)
    report = restore(tmp_path / "copy", store)
    assert (report.sessions, report.invitations) == (2, 2)
    answers = [visit.get("/").status_code for visit in (director, left, removed)]
    assert answers == [200, 403, 403]
    joins = [Visit(app, HOME).send(f"/join/{token}").status_code for token in (still, used, renewed)]
    assert joins == [303, 403, 403]
    assert [bool(member.left) for member in members.list_members()[:3]] == [False, False, True]


def test_over_a_damaged_store_only_an_invited_director_enters(tmp_path):
    app = server(tmp_path / "data")
    director = joined(app, ServerRole.DIRECTOR, "Dana")
    token = app.state.analyser.members.invite("A", ServerRole.OBSERVER)
    store = app.state.analyser.store.path
    back_up(store, tmp_path / "copy")
    zero(store)
    assert "nothing shows that they were still valid" in str(restore(tmp_path / "copy", store))
    told = []
    again = server(tmp_path / "data", told)
    assert Visit(again, HOME, cookies=director.cookies).get("/").status_code == 403
    assert Visit(again, HOME).send(f"/join/{token}").status_code == 403
    again.state.analyser.members.begin()
    assert Visit(again, HOME).send(urlsplit(told[0]).path, {"name": "Dana"}).status_code == 303


def test_a_name_erased_since_the_backup_is_erased_there_too(tmp_path):
    app = server(tmp_path / "data")
    members, store = app.state.analyser.members, app.state.analyser.store.path
    gone = members.find_member(joined(app, ServerRole.OBSERVER, "Bogdana Xavierescu").visitor().browser).id
    back_up(store, tmp_path / "copy")
    members.remove(gone)
    members.erase_name(gone)
    aside = restore(tmp_path / "copy", store).aside
    files = [path for path in store.parent.iterdir() if path != aside]
    assert all(b"Bogdana Xavierescu" not in path.read_bytes() for path in files)


def test_guests_of_an_evening_come_back_only_when_still_known(tmp_path):
    app = app_in(tmp_path / "data")
    store = app.state.analyser.store
    store.let_in("guest", 4e9)
    back_up(store.path, tmp_path / "copy")
    restore(tmp_path / "copy", store.path)
    assert store.guests(0) == {"guest": 4e9}
    truncate(store.path)
    restore(tmp_path / "copy", store.path)
    assert app_in(tmp_path / "data").state.analyser.store.guests(0) == {}
