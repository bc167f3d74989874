"""The trail: whom, what, which; the deed and its row together; rows chained, so that the first that was changed is named."""

import sqlite3
from contextlib import closing

import pytest

from analyser.web import deeds
from analyser.web.__main__ import main
from analyser.web.edit import parse_toml
from analyser.web.members import ServerRole
from analyser.web.store import WebStore
from analyser.web.trail import Trail
from analyser.web.trail_chain import check_trail
from tests.support import GOLDEN
from tests.web.done_rulings import CASE
from tests.web.test_members import joined, server
from tests.web.visits import Visit

DIRECTOR, CHAIR, _, OBSERVER = ServerRole
FOUND = '\n[[judgement]]\nquestion = "infraction"\nanswer = true\nby = "Committee A"\n'


def rows(app, draft=""):
    return [(row.deed, row.draft, row.whom) for row in Trail(app.state.analyser.store).rows(draft)]


def polled(director):
    """A case with a poll, and another case."""
    draft, other = (director.send("/new", {"source": CASE}).headers["location"] for _ in range(2))
    incident = parse_toml(CASE)["incident"][0]
    sheet = {"incident": incident["id"], "at": incident["action"]}
    poll = director.send(f"{draft}/poll", sheet).headers["location"].rsplit("/", 1)[1]
    return draft, other, poll


def test_a_deed_at_a_poll_has_its_case_and_word(tmp_path):
    app = server(tmp_path)
    director = joined(app, DIRECTOR, "Dana")
    draft, other, poll = polled(director)
    peer = Visit(app, director.home)
    peer.send(f"/poll/{poll}", {"chosen": "P"})
    voice = app.state.analyser.surveys.get(poll, "poll").answers[0]["id"]
    before = rows(app)
    for deed in ("close", "pass", "take", "back"):  # under the address of another case
        assert director.send(f"{other}/poll/{poll}/{deed}", {"voice": voice}).status_code == 404
    assert rows(app) == before
    assert app.state.analyser.surveys.get(poll, "poll").open
    assert director.send(f"{draft}/poll/{poll}/back", {"voice": "none"}).status_code == 404
    sent = {"pass": {"allowed": "1"}, "close": {}, "back": {"voice": voice}}
    for deed, fields in sent.items():
        assert director.send(f"{draft}/poll/{poll}/{deed}", fields).status_code == 303
    director.send(f"{draft}/poll/{poll}/close", {"open": "1"})
    name = draft.rsplit("/", 1)[1]
    expected = ["poll-reopen", "poll-back", "poll-close", "poll-pass", "poll", "begin"]
    listed = Trail(app.state.analyser.store).rows(name)
    assert [row.deed for row in listed] == expected
    assert listed[1].found == ({"answer": "P"},)
    assert {row.question for row in listed[:5]} == {"slow-raise S call 5"}
    page = director.get("/trail").text
    assert "took back a player&#39;s answer" in page
    assert "slow-raise S call 5" in page


def test_the_row_of_a_members_change_says_whom(tmp_path):
    app = server(tmp_path)
    director = joined(app, DIRECTOR, "Dana")
    director.send("/members", {"name": "Bo Invited", "role": "chair"})
    member = next(
        member for member in app.state.analyser.members.list_members() if member.name == "Bo Invited"
    ).id
    for deed in ("again", "remove"):
        director.send(f"/members/{member}/{deed}")
    assert rows(app)[:3] == [(deed, "", "Bo Invited") for deed in ("remove", "again", "invite")]
    assert "removed a member · <bdi>Bo Invited</bdi>" in director.get("/trail").text
    director.send(f"/members/{member}/remove")  # nothing more is done
    assert len(rows(app)) == 4
    director.send(f"/members/{member}/erase")
    assert rows(app)[0] == ("erase", "", "")
    assert "Bo Invited" not in director.get("/trail").text


def test_a_deed_whose_row_cannot_be_written_is_not_done(tmp_path, monkeypatch):
    app = server(tmp_path)
    director = joined(app, DIRECTOR, "Dana")
    draft, _, poll = polled(director)
    state, name = app.state.analyser, draft.rsplit("/", 1)[1]
    member = state.members.find_invited(state.members.invite("Bo", CHAIR)).id

    def refuse(*_, **__):
        raise sqlite3.OperationalError("the disk is gone")

    monkeypatch.setattr(deeds, "append_row", refuse)
    before = _whole(app)
    for place, fields in {
        "/new": {"source": CASE}, f"{draft}/text": {"toml": CASE + FOUND, "version": "1"}, f"{draft}/delete": {"sure": "1"},
        f"{draft}/anonymise": {"sure": "1"}, f"{draft}/rule": {}, f"{draft}/room": {}, f"{draft}/poll/{poll}/close": {},
        f"{draft}/poll/{poll}/pass": {"allowed": "1"}, "/members": {"name": "Cy", "role": "chair"},
        f"/members/{member}/remove": {}, f"/members/{member}/again": {}, "/leave": {},
    }.items():  # fmt: skip
        assert director.send(place, fields).status_code >= 500, place
        assert _whole(app) == before, place
    assert state.drafts.get("federation", name).version == 1


def _whole(app):
    with app.state.analyser.store.open() as base:
        return [line for line in base.iterdump() if "seen" not in line]


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A store with a trail of every sort, and a way to change a row behind its back."""
    monkeypatch.setenv("ANALYSER_DATA", str(tmp_path))
    app = server(tmp_path)
    director = joined(app, DIRECTOR, "Dana")
    for number in range(3):
        director.send("/new", {"source": CASE.replace("title = ", f'title = "{number}" # ', 1) + FOUND})
    return app


def _verified(capsys):
    code = main(["--verify-trail"])
    return code, capsys.readouterr().out.strip()


def _changed(app, statement, *values):
    with closing(sqlite3.connect(app.state.analyser.store.path, isolation_level=None)) as base:
        assert base.execute(statement, values).rowcount


def test_a_whole_trail_is_said_in_one_line(kept, capsys):
    code, out = _verified(capsys)
    assert (code, out.count("\n")) == (0, 0)
    assert out.startswith("the trail is whole: 4 rows; its last hash is ")


@pytest.mark.parametrize(
    "statement, row",
    [
        ("UPDATE trail SET version = 9 WHERE id = 3", 3),
        ("UPDATE trail SET at = at - 3600 WHERE id = 2", 2),
        ("UPDATE trail SET deed = 'change' WHERE id = 4", 4),
        ("UPDATE trail SET found = replace(found, 'true', 'false') WHERE id = 2", 2),
        ("UPDATE trail SET found = '[]' WHERE id = 3", 3),
        ("UPDATE trail_chain SET about = 'x' WHERE row = 1", 1),
        ("DELETE FROM trail WHERE id = 3", 3),
        ("DELETE FROM trail WHERE id = 4", 4),
        ("INSERT INTO trail SELECT 9, at, member, deed, draft, version, found FROM trail WHERE id = 2", 9),
        ("UPDATE trail_chain SET hash = digest WHERE row = 2", 2),
    ],
)
def test_the_first_row_that_is_not_as_written_is_named(kept, capsys, statement, row):
    _changed(kept, statement)
    code, out = _verified(capsys)
    assert code == 1
    assert out.startswith(f"the trail is broken at row {row}: ")


def test_rows_cut_off_with_their_hashes_show(kept, capsys):
    for row in (2, 4):
        _changed(kept, "DELETE FROM trail WHERE id = ?", row)
        _changed(kept, "DELETE FROM trail_chain WHERE row = ?", row)
        code, out = _verified(capsys)
        assert code == 1
        assert "row 3" in out if row == 2 else "row" in out


def test_the_last_rows_cut_off_with_their_hashes_show(kept, capsys):
    for table, row in (("trail", "id"), ("trail_chain", "row")):
        _changed(kept, f"DELETE FROM {table} WHERE {row} = 4")
    code, out = _verified(capsys)
    assert (code, out.startswith("the trail is broken at row 4: ")) == (1, True)


def test_what_is_erased_leaves_the_trail_whole_and_no_salt(kept, capsys):
    director = joined(kept, DIRECTOR, "Eve")
    draft = next(row.draft for row in Trail(kept.state.analyser.store).rows() if row.draft)
    assert director.send(f"/draft/{draft}/delete", {"sure": "1"}).status_code == 303
    assert _verified(capsys)[0] == 0
    with kept.state.analyser.store.open() as base:
        erased = "SELECT salt FROM trail_chain JOIN trail ON id = row WHERE draft = ? AND deed = 'begin'"
        assert [row["salt"] for row in base.execute(erased, (draft,))] == [""]
    _changed(kept, "DELETE FROM trail WHERE deed = 'delete'")
    assert _verified(capsys)[0] == 1


def test_a_name_erased_leaves_the_trail_whole(kept, capsys):
    state = kept.state.analyser
    member = state.members.find_invited(state.members.invite("Committee A", CHAIR)).id
    director = joined(kept, DIRECTOR, "Eve")
    director.send(f"/members/{member}/remove")
    director.send(f"/members/{member}/erase")
    assert not any(row.found for row in Trail(state.store).rows())
    assert _verified(capsys)[0] == 0


def test_an_earlier_trail_goes_on_behind_a_marked_row(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("ANALYSER_DATA", str(tmp_path))
    with closing(sqlite3.connect(tmp_path / "drafts.sqlite")) as base:
        base.executescript((GOLDEN / "store-0.2.0.sql").read_text())
        base.execute("INSERT INTO members VALUES ('m', 'Old', 'director', 0.0, NULL)")
        base.executemany(
            "INSERT INTO trail (at, member, deed, draft, version, found) VALUES (?, 'm', ?, 'd', 1, ?)",
            [
                (1.5, "begin", "[]"),
                (2.5, "change", '[{"table": "judgement", "answer": true}]'),
                (3.5, "poll", "[]"),
            ],
        )
        base.commit()
        earlier = base.execute("SELECT * FROM trail ORDER BY id").fetchall()
    code, out = _verified(capsys)
    assert (code, out) == (
        0,
        f"the trail is whole: {len(earlier)} rows, {len(earlier)} of them from before the chain",
    )
    app = server(tmp_path)
    joined(app, DIRECTOR, "Eve").send("/new", {"empty": "1"})
    with app.state.analyser.store.open() as base:
        assert [tuple(row) for row in base.execute("SELECT * FROM trail ORDER BY id")][
            : len(earlier)
        ] == earlier
        assert [row["row"] for row in base.execute("SELECT row FROM trail_chain WHERE marked")] == [
            earlier[-1][0]
        ]
    code, out = _verified(capsys)
    assert code == 0
    assert f"{len(earlier) + 2} rows, {len(earlier)} of them from before the chain; its last hash is " in out
    assert [row.is_marked for row in Trail(app.state.analyser.store).rows()].count(True) == 1
    _changed(app, "UPDATE trail SET deed = 'rule' WHERE id = ?", earlier[0][0])
    assert _verified(capsys)[0] == 1


def test_what_is_no_store_has_no_trail(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("ANALYSER_DATA", str(tmp_path))
    assert main(["--verify-trail"]) == 1
    assert "nothing is kept there yet" in capsys.readouterr().err
    assert not (tmp_path / "drafts.sqlite").exists()
    (tmp_path / "drafts.sqlite").write_bytes(b"no store at all" * 100)
    assert main(["--verify-trail"]) == 1
    assert "cannot be read" in capsys.readouterr().err


def test_a_long_trail_is_shown_by_pages(tmp_path):
    app = server(tmp_path)
    director = joined(app, DIRECTOR, "Dana")
    store = app.state.analyser.store
    member = app.state.analyser.members.list_members()[0].id
    from analyser.web.trail_chain import append_row

    with store.change() as base:
        for number in range(250):
            append_row(base, member, "change", draft=f"d{number}", version=2)
    seen, before = [], 0
    while True:
        listed = Trail(store).page(before=before)
        seen += [row.draft for row in listed.entries]
        before = listed.before
        if not before:
            break
    assert len(seen) == 251
    assert len(set(seen)) == 251
    page = director.get("/trail").text
    assert page.count("<li>") < 130
    assert 'href="/trail?before=' in page
    with store.open() as base:
        assert check_trail(base).broken is None


def test_a_new_store_has_its_tables_at_once(tmp_path):
    WebStore(tmp_path / "drafts.sqlite")
    with closing(sqlite3.connect(tmp_path / "drafts.sqlite")) as base:
        assert base.execute("SELECT count(*) FROM trail_chain").fetchone() == (0,)
