"""A name that is erased is nowhere in the store's files any more; while it still is, the pages say so."""

import json
import random
import subprocess
import sys
import time
from contextlib import contextmanager

from analyser.web.members import ServerRole
from analyser.web.store import WebStore
from analyser.web.surveys import SurveyKind
from tests.web.done_rulings import CASE
from tests.web.test_backup import bytes_of, file_of
from tests.web.test_members import joined, server
from tests.web.visits import Visit, app_in

NAME = "Bogdana Xavierescu"
NOT_YET = "has not left the file yet"
FOUND = f'{CASE}\n[[judgement]]\nquestion = "infraction"\nanswer = true\nby = "{NAME}"\n'


def is_stored(app, name=NAME):
    return name.encode() in bytes_of(app)


def voted(app):
    """A director, and a member who has voted in a committee and was removed."""
    director, members = joined(app, ServerRole.DIRECTOR), app.state.analyser.members
    member = joined(app, ServerRole.COMMITTEE, NAME)
    draft = director.send("/new", {"source": CASE}).headers["location"].rsplit("/", 1)[1]
    results = [
        {"id": "o1", "legal": True, "result": "4S= by S"},
        {"id": "o2", "legal": True, "result": "3S= by S"},
    ]
    weighed = {"title": "x", "toml": CASE, "outcomes": results}
    vote = app.state.analyser.surveys.begin("federation", draft, SurveyKind.PANEL, "", weighed)
    assert member.send(f"/panel/{vote}", {"ns-o1": "100"}).status_code == 303
    (known,) = (member.id for member in members.list_members() if member.name == NAME)
    assert director.send(f"/members/{known}/remove").status_code == 303
    return director, f"/members/{known}/erase", f"/panel/{vote}"


@contextmanager
def another_process_reads(path):
    """A program of somebody else's that has begun to read the file and has not ended."""
    reads = (
        "import sqlite3, sys; base = sqlite3.connect(sys.argv[1], isolation_level=None); base.execute('BEGIN'); "
        "base.execute('SELECT count(*) FROM members').fetchone(); print('reads', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", reads, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as reader:
        assert reader.stdout.readline().strip() == b"reads"
        yield
        reader.stdin.close()
        reader.wait(20)


def test_an_erased_name_leaves_members_votes_and_the_file(tmp_path):
    app = server(tmp_path)
    director, erase, panel = voted(app)
    chair = joined(app, ServerRole.CHAIR, "Cy")
    assert NAME in chair.get(panel).text
    assert is_stored(app)
    page = director.send(erase)
    assert page.status_code == 200
    assert NOT_YET not in page.text
    assert not is_stored(app)
    assert "Member 1" in chair.get(panel).text


def test_cases_in_which_people_wrote_the_name_are_listed(tmp_path):
    app = server(tmp_path)
    director, erase, _ = voted(app)
    named = director.send("/new", {"source": FOUND}).headers["location"]
    director.send("/new", {"source": CASE})
    page = director.send(erase).text
    assert f'href="{named}"' in page
    assert page.count('<a href="/draft/') == 1
    assert NAME not in director.get("/trail").text
    assert is_stored(app)  # as the page says
    assert director.send(f"{named}/anonymise", {"sure": "1"}).status_code == 303
    assert not is_stored(app)


def test_a_member_who_was_not_removed_keeps_the_name(tmp_path):
    app = server(tmp_path)
    director, members = joined(app, ServerRole.DIRECTOR), app.state.analyser.members
    member = members.find_invited(members.invite(NAME, ServerRole.OBSERVER)).id
    assert director.send(f"/members/{member}/erase").status_code == 200
    assert members.list_members()[-1].name == NAME


def test_while_another_process_reads_the_page_says_not_yet(tmp_path):
    app = server(tmp_path)
    director, erase, _ = voted(app)
    store = app.state.analyser.store
    with another_process_reads(file_of(app)):
        assert NOT_YET in director.send(erase).text
        assert is_stored(app)
        assert NOT_YET in director.get("/stored").text
        assert store.erasure.is_pending
    until = time.monotonic() + 60
    while store.erasure.is_pending:  # it goes on by itself
        assert time.monotonic() < until
        time.sleep(0.1)
    assert not is_stored(app)
    assert NOT_YET not in director.get("/stored").text


def test_a_server_started_again_finishes_what_was_erased(tmp_path):
    app = server(tmp_path)
    director, erase, _ = voted(app)
    with another_process_reads(file_of(app)):
        director.send(erase)
        app.state.analyser.store.erasure.stop()
        again = server(tmp_path)
        erasure = again.state.analyser.store.erasure
        erasure.take_up()
        assert erasure.is_pending
        assert is_stored(again)
    until = time.monotonic() + 60
    while erasure.is_pending:
        assert time.monotonic() < until
        time.sleep(0.1)
    assert not is_stored(again)


def test_a_deleted_case_says_not_yet_too(tmp_path):
    app = app_in(tmp_path)
    visit = Visit(app)
    draft = visit.send("/new", {"source": f"{CASE}\n# {NAME}\n"}).headers["location"]
    with another_process_reads(file_of(app)):
        assert NOT_YET in visit.follow(visit.send(f"{draft}/delete", {"sure": "1"})).text
    app.state.analyser.store.erasure.stop()


def test_rows_that_moved_between_pages_leave_no_copy(tmp_path):
    """A tree that is balanced leaves stale copies, which overwriting deleted rows does not reach."""
    for seed in range(3):
        store, place, known = WebStore(tmp_path / f"{seed}.sqlite"), random.Random(seed), []
        with store.open() as base:
            for number in range(300):
                known.append(str(place.random()))
                base.execute(
                    "INSERT INTO voices VALUES (?, 's', 'm', ?, 0.0)", (known[-1], _vote(place, 900))
                )
                if number % 3 == 0:
                    changed = (_vote(place, 1500), place.choice(known))
                    base.execute("UPDATE voices SET answer = ? WHERE id = ?", changed)
                if number % 5 == 0:
                    dropped = known.pop(place.randrange(len(known)))
                    base.execute("DELETE FROM voices WHERE id = ?", (dropped,))
        with store.erase() as base:
            base.execute("UPDATE voices SET answer = json_replace(answer, '$.name', '')")
        assert NAME.encode() not in b"".join(part.read_bytes() for part in tmp_path.glob(f"{seed}.sqlite*"))


def _vote(place, longest):
    return json.dumps({"name": NAME, "parts": "x" * place.randint(0, longest)})
