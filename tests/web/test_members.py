"""A federation's server: in by invitation as one of four roles; each deed allowed to some, refused to the others, and kept."""

import json
import time
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest

from analyser.web import RefusedRequest
from analyser.web.edit import parse_toml
from analyser.web.members import ServerRole
from analyser.web.middleware import BURST
from analyser.web.public_address import public_address
from tests.support.every import check_every
from tests.web.done_rulings import CASE, laid_before
from tests.web.visits import Visit, app_in

HOME = "https://bridge.example"
DIRECTOR, CHAIR, COMMITTEE, OBSERVER = ServerRole
STRANGER = "stranger"


def server(folder, told=None):
    return app_in(
        folder, public=public_address(HOME), tell=(told if told is not None else []).append, workers=1
    )


def joined(app, role, name="Ada"):
    """A browser let in with a role."""
    members = app.state.analyser.members
    browser = Visit(app, HOME)
    assert browser.send(f"/join/{members.invite(name, role)}").status_code == 303
    return browser


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return server(tmp_path_factory.mktemp("members"))


@pytest.fixture(scope="module")
def people(app):
    return {role: joined(app, role, f"The {role}") for role in ServerRole} | {STRANGER: Visit(app, HOME)}


@pytest.fixture(scope="module")
def places(app, people):
    """A case that was ruled, with a vote and a poll about it."""
    director = people[DIRECTOR]
    draft = director.send("/new", {"source": CASE}).headers["location"].rsplit("/", 1)[1]
    job = laid_before(app.state.analyser, "federation", draft)
    panel = director.send(f"/ruling/{job}/panel").headers["location"].rsplit("/", 1)[1]
    room = director.send(f"/draft/{draft}/room").headers["location"].rsplit("/", 1)[1]
    incident = parse_toml(CASE)["incident"][0]
    sheet = {"incident": incident["id"], "at": incident["action"]}
    poll = director.send(f"/draft/{draft}/poll", sheet).headers["location"].rsplit("/", 1)[1]
    other = app.state.analyser.members.invite("Somebody", OBSERVER)
    member = app.state.analyser.members.find_invited(other).id
    return {"draft": draft, "job": job, "panel": panel, "room": room, "poll": poll, "member": member}


EVERYBODY = {*ServerRole}
WORKERS = {DIRECTOR, CHAIR}
# What is asked for or sent, and to whom it is allowed: from the roles' own words, not from the code.
DEEDS = [
    ("GET /", EVERYBODY),
    ("GET /cases", EVERYBODY),
    ("GET /score?other=500&w=100&r=%2B480", EVERYBODY),
    ("GET /peers", EVERYBODY),
    ("GET /law?q=16B1", EVERYBODY),
    ("GET /stored", EVERYBODY),
    ("GET /draft/{draft}", EVERYBODY),
    ("GET /draft/{draft}/findings", EVERYBODY),
    ("GET /draft/{draft}/case.toml", EVERYBODY),
    ("GET /draft/{draft}/versions", EVERYBODY),
    ("GET /ruling/{job}", EVERYBODY),
    ("GET /ruling/{job}/report", EVERYBODY),
    ("GET /ruling/{job}/ruling.json", EVERYBODY),
    ("GET /panel/{panel}", EVERYBODY),
    ("GET /room/{room}", EVERYBODY),
    ("GET /poll/{poll}", {*EVERYBODY, STRANGER}),  # who is polled belongs to nothing
    ("GET /join/none", {*EVERYBODY, STRANGER}),
    ("GET /trail", WORKERS),
    ("GET /members", {DIRECTOR}),
    ("POST /members", {DIRECTOR}),
    ("POST /members/{member}/again", {DIRECTOR}),
    ("POST /members/{member}/remove", {DIRECTOR}),
    ("POST /members/{member}/erase", {DIRECTOR}),
    ("POST /new", WORKERS),
    ("POST /cases/copy", WORKERS),
    ("POST /draft/{draft}/rule", WORKERS),
    ("POST /draft/{draft}/text", WORKERS),
    ("POST /draft/{draft}/findings", WORKERS),
    ("POST /draft/{draft}/keep/event", WORKERS),
    ("POST /draft/{draft}/keep/hand", WORKERS),
    ("POST /draft/{draft}/versions", WORKERS),
    ("POST /draft/{draft}/resolve", WORKERS),
    ("POST /draft/{draft}/review", WORKERS),
    ("POST /draft/{draft}/room", WORKERS),
    ("POST /draft/{draft}/room/{room}/close", WORKERS),
    ("POST /draft/{draft}/poll", WORKERS),
    ("POST /draft/{draft}/poll/{poll}/close", WORKERS),
    ("POST /draft/{draft}/poll/{poll}/pass", WORKERS),
    ("POST /draft/{draft}/poll/{poll}/take", WORKERS),
    ("POST /draft/{draft}/poll/{poll}/back", WORKERS),
    ("POST /draft/{draft}/delete", WORKERS),
    ("POST /draft/{draft}/anonymise", WORKERS),
    ("POST /ruling/{job}/panel", WORKERS),
    ("POST /ruling/{job}/adopt", WORKERS),
    ("POST /ruling/{job}/weigh", {DIRECTOR, CHAIR, COMMITTEE}),
    ("POST /ruling/{job}/what-if", {DIRECTOR, CHAIR, COMMITTEE}),
    ("POST /panel/{panel}", {CHAIR, COMMITTEE}),
    ("POST /panel/{panel}/close", {CHAIR}),
    ("POST /panel/{panel}/adopt", {CHAIR}),
    ("POST /room-door", set()),  # nobody sits at a federation's machine
]


@pytest.mark.parametrize("who", [*ServerRole, STRANGER])
def test_a_role_may_do_its_deeds_and_no_other(people, places, who):
    browser = people[who]

    def check(deed, allowed):
        method, path = deed.format(**places).split(" ")
        # What is allowed is sent without its fields: refused as incomplete perhaps, never for want of a role.
        answer = browser.get(path) if method == "GET" else browser.send(path)
        assert (answer.status_code == 403) == (who not in allowed), answer.status_code
        if who in allowed and method == "GET":
            assert answer.status_code == 200

    check_every(DEEDS, check, ids=lambda deed, _: deed)


def test_every_form_of_the_pages_has_its_table_row(app):
    rows = {deed.split("?")[0].replace("{", "").replace("}", "") for deed, _ in DEEDS}
    sections = {"auction", "board", "comparison", "contentions", "errors", "event", "findings", "incident", "players", "polls",
                "remarks", "rulings", "appeal"}  # fmt: skip
    free = {"/join/{token}", "/poll/{name}", "/poll/{name}/also/{voice}", "/leave"}
    missing = [
        route.path
        for route in app.routes
        if "POST" in getattr(route, "methods", ())
        and route.path not in free
        and route.path.rsplit("/", 1)[1] not in sections
        and not any(_fits(route.path, row) for row in rows if row.startswith("POST "))
    ]
    assert missing == []


def _fits(route, row):
    parts, words = route.strip("/").split("/"), row.removeprefix("POST /").split("/")
    return len(parts) == len(words) and all(
        part.startswith("{") or part == word for part, word in zip(parts, words, strict=True)
    )


class _Offers(HTMLParser):
    """Where the forms of a page lead that can be sent: those with a button that is not disabled."""

    def __init__(self, here):
        super().__init__()
        self.here, self.disabled, self.form, self.found = here, [], None, set()

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "fieldset":
            self.disabled.append("disabled" in given)
        elif tag == "form":
            self.form = given.get("action") or self.here if given.get("method") == "post" else None
        elif tag == "button" and self.form and "disabled" not in given and not any(self.disabled):
            self.found.add(self.form)

    def handle_endtag(self, tag):
        if tag == "fieldset":
            self.disabled.pop()
        elif tag == "form":
            self.form = None


PAGES = [
    deed.removeprefix("GET ") for deed, allowed in DEEDS if deed.startswith("GET ") and allowed >= EVERYBODY
]
PAGES += [f"/draft/{{draft}}/{name}" for name in ("event", "board", "remarks", "incident", "text", "poll")]
PAGES += ["/ruling/{job}/what-if"]


@pytest.mark.parametrize("who", [OBSERVER, COMMITTEE])
def test_a_role_sees_no_form_that_it_may_not_send(people, places, who):
    allowed = {deed.removeprefix("POST ").format(**places) for deed, roles in DEEDS if who in roles}

    def check(path):
        place = path.format(**places)
        page = people[who].get(place)
        assert page.status_code == 200
        offers = _Offers(place.partition("?")[0])
        offers.feed(page.text)
        forms = {form for form in offers.found if form.split("/")[1] not in {"leave", "poll", "join"}}
        assert forms <= allowed

    check_every(PAGES, check)


def test_who_may_change_a_case_is_offered_its_forms(people, places):
    place = f"/draft/{places['draft']}/event"
    offers = _Offers(place)
    offers.feed(people[CHAIR].get(place).text)
    assert {place, f"/draft/{places['draft']}/rule"} <= offers.found


def test_members_try_weights_but_only_those_who_may_change_adopt(people, places):
    fields = {"ns-o1": "100", "ew-o1": "100", "by": "Me"}
    place = f"/ruling/{places['job']}/weigh"
    assert people[COMMITTEE].send(place, fields).status_code == 200
    assert people[COMMITTEE].send(place, {**fields, "adopt": "1"}).status_code == 403


def test_a_member_votes_once_in_any_browser_under_own_name(tmp_path):
    app = server(tmp_path)
    state = app.state.analyser
    director, chair = joined(app, DIRECTOR), joined(app, CHAIR, "Cy")
    token = state.members.invite("Bogdana", COMMITTEE)
    bo = state.members.find_invited(token).id
    browsers = [Visit(app, HOME), Visit(app, HOME)]
    assert browsers[0].send(f"/join/{token}").status_code == 303
    assert browsers[1].send(f"/join/{state.members.invite_again(bo)}").status_code == 303
    draft = director.send("/new", {"source": CASE}).headers["location"].rsplit("/", 1)[1]
    panel = director.send(f"/ruling/{laid_before(state, 'federation', draft)}/panel").headers["location"]
    assert browsers[0].send(panel, {"ns-o1": "100", "name": "Somebody else"}).status_code == 303
    assert browsers[1].send(panel, {"ns-o1": "50", "ns-o2": "50"}).status_code == 409
    assert "Bogdana" in chair.get(panel).text
    assert "Somebody else" not in chair.get(panel).text
    assert "Bogdana" not in director.get(panel).text  # who voted is the chair's to see
    chair.send(panel, {"ns-o1": "100"})
    assert chair.send(f"{panel}/close").status_code == 303
    assert chair.send(f"{panel}/adopt", {"mean": "1", "by": "The committee"}).status_code == 303
    rows = [(row.name, row.deed) for row in reversed(_rows(app, draft))]
    assert rows == [
        ("Ada", "begin"),
        ("Ada", "convene"),
        ("Bogdana", "weigh"),
        ("Cy", "weigh"),
        ("Cy", "close"),
        ("Cy", "adopt"),
    ]
    found = _rows(app, draft)[0].found
    assert [(entry["question"], entry["by"]) for entry in found] == [("weights", "The committee")]


def _rows(app, draft=""):
    from analyser.web.trail import Trail

    return Trail(app.state.analyser.store).rows(draft)


def test_the_first_director_enters_by_start_address_giving_a_name(tmp_path):
    told = []
    app = server(tmp_path, told)
    members = app.state.analyser.members
    members.begin()
    members.begin()  # started once more, before anybody came: the address told last counts
    first, link = told
    assert link.startswith(f"{HOME}/join/")
    browser = Visit(app, HOME)
    assert browser.send(urlsplit(first).path).status_code == 403
    page = browser.get(urlsplit(link).path)
    assert "Tournament Director" in page.text
    assert 'name="name"' in page.text
    assert browser.send(urlsplit(link).path, {"name": " Dana  D. "}).status_code == 303
    assert [member.name for member in members.list_members()] == ["Dana D."]
    assert browser.get("/members").status_code == 200
    members.begin()
    assert len(told) == 2  # who is there invites the others


def test_an_invitation_admits_one_browser_for_a_week_stored_hashed(tmp_path, monkeypatch):
    app = server(tmp_path)
    members = app.state.analyser.members
    token = members.invite("Ada", OBSERVER)
    with app.state.analyser.store.open() as base:
        assert all(token not in str(tuple(row)) for row in base.execute("SELECT * FROM invitations"))
    assert Visit(app, HOME).get(f"/join/{token}").status_code == 200
    assert Visit(app, HOME).send(f"/join/{token}").status_code == 303
    late = Visit(app, HOME)
    assert late.send(f"/join/{token}").status_code == 403
    assert late.get("/").status_code == 403
    other = members.invite("Bo", OBSERVER)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 8 * 86_400)
    assert late.send(f"/join/{other}").status_code == 403


def test_a_new_invitation_of_a_member_ends_the_one_before(tmp_path):
    app = server(tmp_path)
    members = app.state.analyser.members
    first = members.invite("Ada", OBSERVER)
    second = members.invite_again(members.find_invited(first).id)
    assert members.find_invited(first) is None
    assert members.find_invited(second) is not None


def test_coming_in_gives_the_browser_a_name_nobody_knew_before(tmp_path):
    app = server(tmp_path)
    browser = Visit(app, HOME)
    browser.get("/join/none")
    planted = Visit(app, HOME, cookies=dict(browser.cookies))
    assert browser.send(f"/join/{app.state.analyser.members.invite('Ada', DIRECTOR)}").status_code == 303
    assert browser.get("/").status_code == 200
    assert planted.get("/").status_code == 403


@pytest.mark.parametrize("way", ["leave", "remove", "idle"])
def test_who_left_was_removed_or_stayed_away_is_a_stranger(tmp_path, monkeypatch, way):
    app = server(tmp_path)
    director, other = joined(app, DIRECTOR), joined(app, OBSERVER, "Bo")
    assert other.get("/").status_code == 200
    if way == "leave":
        assert other.send("/leave").status_code == 303
    elif way == "remove":
        member = next(member for member in app.state.analyser.members.list_members() if member.name == "Bo")
        assert director.send(f"/members/{member.id}/remove").status_code == 303
        assert director.send(f"/members/{member.id}/again").status_code == 404
    else:
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + 31 * 86_400)
    assert other.get("/").status_code == 403


def test_a_removed_member_s_name_can_be_erased_everywhere(tmp_path):
    app = server(tmp_path)
    director, other = joined(app, DIRECTOR), joined(app, CHAIR, "Bo Named")
    draft = other.send("/new", {"source": CASE}).headers["location"]
    member = next(member for member in app.state.analyser.members.list_members() if member.name == "Bo Named")
    director.send(f"/members/{member.id}/erase")
    assert "Bo Named" in director.get("/trail").text  # who still belongs here keeps the name
    director.send(f"/members/{member.id}/remove")
    director.send(f"/members/{member.id}/erase")
    assert "Bo Named" not in director.get("/trail").text + director.get("/members").text
    assert director.get(draft).status_code == 200  # the case is the federation's
    assert b"Bo Named" not in _whole(app)


def test_a_deleted_case_leaves_only_its_deletion_and_by_whom(tmp_path):
    app = server(tmp_path)
    director = joined(app, DIRECTOR, "Dana")
    secret = "Committee-of-Secrets"
    source = CASE + f'\n[[judgement]]\nquestion = "infraction"\nanswer = true\nby = "{secret}"\n'
    draft = director.send("/new", {"source": source}).headers["location"]
    assert secret.encode() in _whole(app)
    assert director.send(f"{draft}/delete").status_code == 200  # asked once more
    assert [row.deed for row in _rows(app)] == ["begin", "join"]
    assert director.send(f"{draft}/delete", {"sure": "1"}).status_code == 303
    assert [row.deed for row in _rows(app)] == ["delete", "begin", "join"]
    assert secret.encode() not in _whole(app)
    assert "erased case" in director.get("/trail").text


def _whole(app):
    with app.state.analyser.store.open() as base:
        return "\n".join(base.iterdump()).encode()


def test_the_trail_names_finder_finding_and_time_in_sitting_rows(tmp_path, monkeypatch):
    app = server(tmp_path)
    director = joined(app, DIRECTOR, "Dana")
    draft = director.send("/new", {"source": 'schema = 1\nid = "x"\ntitle = "First"\n'}).headers["location"]
    name = draft.rsplit("/", 1)[1]
    drafts = app.state.analyser.drafts
    for number in range(3):
        version = drafts.get("federation", name).version
        text = f'schema = 1\nid = "x"\ntitle = "Step {number}"\n'
        assert director.send(f"{draft}/text", {"toml": text, "version": str(version)}).status_code == 303
    wording = text + '[[judgement]]\nquestion = "infraction"\nanswer = true\nby = "Committee A"\n'
    director.send(f"{draft}/text", {"toml": wording, "version": str(drafts.get("federation", name).version)})
    rows = _rows(app, name)
    assert [(row.deed, row.version) for row in rows] == [("change", 5), ("change", 4), ("begin", 1)]
    assert rows[0].found == (
        {"table": "judgement", "question": "infraction", "answer": True, "by": "Committee A"},
    )
    assert abs(rows[0].at - time.time()) < 60
    page = director.get(f"/trail?draft={name}").text
    assert "Dana" in page
    assert "Committee A" in page


def test_untitled_cases_are_not_erased_and_problem_cases_not_ruled(tmp_path):
    app = server(tmp_path)
    director = joined(app, DIRECTOR, "Dana")
    draft = director.send("/new", {"source": 'schema = 1\nid = "x"\n'}).headers["location"]
    page = director.get("/trail").text
    assert "erased case" not in page
    assert f'href="/trail?draft={draft.rsplit("/", 1)[1]}"' in page
    assert director.send(f"{draft}/rule").headers["location"] == f"{draft}?checked=1"
    assert [row.deed for row in _rows(app)] == ["begin", "join"]


def test_hostile_names_are_shown_as_text(tmp_path):
    app = server(tmp_path)
    name = '<script>alert(1)</script>" href="/x'
    director = joined(app, DIRECTOR, name)
    for place in ("/", "/members", "/trail"):
        page = director.get(place).text
        assert "<script>alert" not in page
        assert "&lt;script&gt;" in page


@pytest.mark.parametrize(
    "fields", [{"name": "Ada", "role": "root"}, {"name": "", "role": "chair"}, {"role": "director"}]
)
def test_what_is_no_role_or_lacks_a_name_is_uninvited(tmp_path, fields):
    app = server(tmp_path)
    assert joined(app, DIRECTOR).send("/members", fields).status_code == 400


def test_members_may_have_six_waiting_rulings_leaving_others_room(tmp_path, monkeypatch):
    app = server(tmp_path)
    jobs = app.state.analyser.jobs
    monkeypatch.setattr(jobs, "_submit", lambda name: None)  # nothing is worked on
    first, second = joined(app, DIRECTOR), joined(app, CHAIR, "Cy")
    asked = []
    for number in range(7):
        source = CASE.replace("title = ", f'title = "{number}" # ', 1)
        draft = first.send("/new", {"source": source}).headers["location"]
        asked.append(first.send(f"{draft}/rule").status_code)
    assert asked == [303] * 6 + [429]
    assert second.send(f"{draft}/rule").status_code == 303
    assert first.get("/score?other=500&w=100&r=%2B480").status_code == 200  # the calculator waits for nobody


def test_who_asks_too_much_is_held_back_and_nobody_else(tmp_path):
    app = server(tmp_path)
    one, other = joined(app, OBSERVER), joined(app, OBSERVER, "Bo")
    member = app.state.analyser.members.find_member(one.visitor().browser)
    pace = _pace(app)
    while pace.allows(member.id):
        pass
    assert one.get("/").status_code == 429
    assert other.get("/").status_code == 200
    for _ in range(BURST):
        pace.allows("203.0.113.9")
    stranger = Visit(app, HOME)
    assert stranger.get("/join/x", headers={"x-forwarded-for": "203.0.113.9"}).status_code == 429
    assert stranger.get("/join/x", headers={"x-forwarded-for": "203.0.113.10"}).status_code == 200


def _pace(app):
    """The door's own count."""
    if app.middleware_stack is None:
        app.middleware_stack = app.build_middleware_stack()
    middleware_stack = app.middleware_stack
    while not hasattr(middleware_stack, "pace"):
        middleware_stack = middleware_stack.app
    return middleware_stack.pace


def test_no_web_server_means_no_roles_and_no_trail(tmp_path):
    app = app_in(tmp_path)
    visit = Visit(app)
    draft = visit.send("/new", {"source": CASE}).headers["location"]
    assert visit.get(draft).status_code == 200
    assert visit.get("/members").status_code == 404
    assert visit.get("/trail").status_code == 404
    with app.state.analyser.store.open() as base:
        assert base.execute("SELECT count(*) FROM trail").fetchone()[0] == 0


def test_what_a_page_says_is_stored_is_counted(people, places):
    page = people[OBSERVER].get("/stored").text
    assert "Members, with name and role" in page
    assert json.dumps("trail") not in page


def test_a_job_of_the_federation_is_no_stranger_s(app, places):
    with pytest.raises(RefusedRequest):
        app.state.analyser.jobs.get("somebody", places["job"])
