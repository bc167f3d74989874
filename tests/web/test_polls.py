"""Who may answer a poll or a vote, how often, and what its owner sees of it."""

import re
import time

import pytest

from analyser.web import RefusedRequest, surveys
from analyser.web.members import ServerRole
from analyser.web.surveys import SurveyKind
from tests.web.done_rulings import CASE, laid_before
from tests.web.test_members import HOME, joined, server
from tests.web.visits import Visit, app_in

SHEET = {"incident": "slow-raise", "at": "call 5"}


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return app_in(tmp_path_factory.mktemp("polls"))


@pytest.fixture(scope="module")
def owner(app):
    return Visit(app)


def begun(owner, **fields):
    """A draft with one poll: the addresses of both."""
    draft = owner.send("/new", {"source": CASE}).headers["location"]
    return draft, owner.send(f"{draft}/poll", {**SHEET, **fields}).headers["location"]


def name_of(poll):
    return poll.rsplit("/", 1)[1]


def answers_to(app, poll):
    return app.state.analyser.surveys.get(name_of(poll), SurveyKind.POLL).answers


def test_a_browser_answers_a_poll_once(app, owner):
    _, poll = begun(owner)
    phone = Visit(app)
    assert 'name="chosen"' in phone.get(poll).text
    also = phone.send(poll, {"chosen": "P"}).headers["location"]
    assert phone.send(also, {"also": ["4S"]}).status_code == 303
    for _ in range(2):
        assert phone.send(poll, {"chosen": "7NT"}).status_code == 409
    assert [answer["chosen"] for answer in answers_to(app, poll)] == ["P"]
    page = phone.get(poll).text
    assert 'name="chosen"' not in page
    assert "Your answer is kept" in page


def test_a_phone_is_passed_on_at_its_owner_s_word(app, owner):
    draft, poll = begun(owner)
    place = f"{draft}/poll/{name_of(poll)}/pass"
    phone, stranger = Visit(app), Visit(app)
    assert phone.send(poll, {"chosen": "P"}).status_code == 303
    assert stranger.send(place, {"allowed": "1"}).status_code == 404
    assert phone.send(poll, {"chosen": "4S"}).status_code == 409
    assert owner.send(place, {"allowed": "1"}).status_code == 303
    assert 'name="chosen"' in phone.get(poll).text
    assert phone.send(poll, {"chosen": "4S"}).status_code == 303
    assert owner.send(place).status_code == 303
    assert phone.send(poll, {"chosen": "4S"}).status_code == 409
    assert len(answers_to(app, poll)) == 2


def test_passing_the_phone_is_chosen_with_the_question_too(app, owner):
    _, poll = begun(owner, **{"pass-phone": "1"})
    phone = Visit(app)
    assert [phone.send(poll, {"chosen": "P"}).status_code for _ in range(3)] == [303] * 3


def test_a_poll_is_passed_on_only_under_its_own_case(app, owner):
    draft, _ = begun(owner)
    _, other = begun(owner)
    assert owner.send(f"{draft}/poll/{name_of(other)}/pass", {"allowed": "1"}).status_code == 404


# Where answers come from, and whether they are counted together: of IPv6 whoever has one address has its whole network.
NEAR = [
    (True, "198.51.100.7", "198.51.100.7"),
    (False, "198.51.100.7", "198.51.100.8"),
    (True, "2001:db8:1:2::5", "2001:db8:1:2:ffff::9"),
    (False, "2001:db8:1:2::5", "2001:db8:1:3::5"),
    (True, "::ffff:198.51.100.7", "198.51.100.7"),
]


@pytest.mark.parametrize(("are_together", "first", "second"), NEAR)
def test_forgetting_cookies_fills_no_poll_from_one_address(
    app, owner, monkeypatch, are_together, first, second
):
    monkeypatch.setattr(surveys, "MOST_OF_ADDRESS", 2)
    monkeypatch.setattr(app.state.analyser.room, "home", "http://127.0.0.1:8000")
    _, poll = begun(owner)
    answered = [
        Visit(app, client=place).send(poll, {"chosen": "7NT"}).status_code for place in (first, first, second)
    ]
    assert answered == [303, 303, 409 if are_together else 303]


def test_behind_a_web_server_the_address_it_names_counts(tmp_path, monkeypatch):
    monkeypatch.setattr(surveys, "MOST_OF_ADDRESS", 1)
    app = server(tmp_path)
    _, poll = begun(joined(app, ServerRole.DIRECTOR))
    for status, places in (
        (303, "203.0.113.5"),
        (409, "203.0.113.5"),
        (409, "192.0.2.1, 203.0.113.5"),
        (303, "192.0.2.1"),
    ):
        answer = Visit(app, HOME).send(poll, {"chosen": "P"}, headers={"x-forwarded-for": places})
        assert answer.status_code == status


def test_a_whole_room_on_one_hotspot_may_answer(app, owner):
    draft, poll = begun(owner)
    store = app.state.analyser.surveys
    answer = {"chosen": "P", "considered": []}
    for number in range(100):
        store.say(name_of(poll), f"phone {number}", answer, "hotspot")
    with pytest.raises(RefusedRequest, match="address-full"):
        store.say(name_of(poll), "one more", answer, "hotspot")
    store.say(name_of(poll), "one more", answer, "elsewhere")
    assert "At most 100 answers" in owner.get(f"{draft}/poll").text


def test_closing_a_poll_forgets_the_addresses_and_ends_changes(app, owner):
    draft, poll = begun(owner)
    phone = Visit(app)
    also = phone.send(poll, {"chosen": "P"}).headers["location"]
    text = "SELECT count(*) FROM origins o JOIN voices v ON v.id = o.voice WHERE v.survey = ?"
    with app.state.analyser.store.open() as base:
        assert base.execute(text, (name_of(poll),)).fetchone()[0] == 1
        assert (
            base.execute("SELECT count(*) FROM origins WHERE address LIKE '%127.0.0.1%'").fetchone()[0] == 0
        )
    owner.send(f"{draft}/poll/{name_of(poll)}/close")
    with app.state.analyser.store.open() as base:
        assert base.execute(text, (name_of(poll),)).fetchone()[0] == 0
    assert phone.send(also, {"also": ["4S"]}).status_code == 409
    assert [answer["considered"] for answer in answers_to(app, poll)] == [[]]


def test_the_owner_sees_times_of_answers_and_later_their_content(app, owner):
    draft, poll = begun(owner)
    for _ in range(2):
        Visit(app).send(poll, {"chosen": "4S"})
    time = re.compile(r"\d\d\.\d\d\. \d\d:\d\d:\d\d")
    page = owner.get(f"{draft}/poll").text
    assert len(time.findall(page)) == 2
    assert 'class="data"' not in page  # blind until it is closed
    owner.send(f"{draft}/poll/{name_of(poll)}/close")
    page = owner.get(f"{draft}/poll").text
    assert len(time.findall(page)) == 2
    assert page.count('name="voice"') == 2


def test_a_member_answers_a_poll_once_and_leaves_no_name(tmp_path):
    app = server(tmp_path)
    members = app.state.analyser.members
    _, poll = begun(joined(app, ServerRole.DIRECTOR))
    token = members.invite("Bogdana", ServerRole.COMMITTEE)
    member = members.find_invited(token).id
    first, second = Visit(app, HOME), Visit(app, HOME)
    first.send(f"/join/{token}")
    second.send(f"/join/{members.invite_again(member)}")
    assert first.send(poll, {"chosen": "P"}).status_code == 303
    assert second.send(poll, {"chosen": "4S"}).status_code == 409
    (answer,) = answers_to(app, poll)
    assert member not in str(answer)


def test_a_vote_reached_by_link_is_bound_by_address_too(app, owner, monkeypatch):
    monkeypatch.setattr(surveys, "MOST_OF_ADDRESS", 1)
    draft = owner.send("/new", {"source": CASE}).headers["location"].rsplit("/", 1)[1]
    job = laid_before(app.state.analyser, owner.visitor().owner, draft)
    panel = owner.send(f"/ruling/{job}/panel").headers["location"]
    answered = [Visit(app).send(panel, {"ns-o1": "100"}).status_code for _ in range(2)]
    assert answered == [303, 409]


def test_a_room_s_address_ends_when_the_owner_stops_showing(app, owner):
    draft = owner.send("/new", {"source": CASE}).headers["location"]
    room = owner.send(f"{draft}/room").headers["location"]
    stop, stranger = f"{draft}/room/{name_of(room)}/close", Visit(app)
    assert stranger.send(stop).status_code == 404
    assert stranger.get(room).status_code == 200
    assert stop in owner.get(room).text
    assert owner.send(stop).status_code == 303
    assert stranger.get(room).status_code == 404
    assert "no longer shown" in owner.get(room).text
    again = owner.send(f"{draft}/room").headers["location"]
    assert again != room
    assert stranger.get(again).status_code == 200


def test_a_guest_stays_one_day_even_where_the_server_continues(tmp_path, monkeypatch):
    app = app_in(tmp_path)
    guests, visitor = app.state.analyser.guest_list, Visit(app).visitor()
    assert guests.let_in(visitor, guests.link.rsplit("/", 1)[1])
    assert guests.knows(visitor)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 13 * 3600)
    assert not guests.knows(visitor)
    assert guests.guests == 0
