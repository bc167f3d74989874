"""Behind a web server that ends TLS: every page below a base path, one name, one peer, cookies by TLS alone."""

import json
import re
from collections import Counter
from html import unescape
from urllib.parse import urlsplit

import pytest

from analyser.errors import UsageError
from analyser.web.members import FEDERATION, ServerRole
from analyser.web.public_address import public_address
from tests.support.every import each_row
from tests.web.done_rulings import CASE, laid_before
from tests.web.visits import Visit, app_in

HOST = "bridge.example"
HOME = f"https://{HOST}/appeals"
_FORM = re.compile(r"<form\b[^>]*>")
_LINK = re.compile(r'\s(href|src|action|formaction|hx-get|hx-post|data-[\w-]+)="([^"]*)"')
_SKIPPED = ("#", "data:", "?")  # a place of the same page, a picture inside, the same page with other words


class Browser(Visit):
    """A browser that comes through the web server, which tells us from where."""

    def ask(self, method, path, **given):
        headers = {"x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https", **given.pop("headers", {})}
        place = path if path.startswith("/appeals") else f"/appeals{path}"
        return super().ask(method, place, headers=headers, **given)


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return app_in(tmp_path_factory.mktemp("behind"), public=public_address(HOME, ["10.0.0.0/8"]))


def comer(app):
    """A stranger with a cookie, not let in."""
    return Browser(app, f"https://{HOST}")


@pytest.fixture(scope="module")
def member(app):
    browser = comer(app)
    members = app.state.analyser.members
    link = members.link(members.invite("Ada", ServerRole.DIRECTOR))
    assert link.startswith(f"{HOME}/join/")
    assert browser.send(urlsplit(link).path).status_code == 303
    return browser


def draft_of(browser, toml=CASE):
    answer = browser.send("/new", {"source": toml})
    assert answer.status_code == 303
    return answer.headers["location"]


@pytest.mark.slow
def test_every_link_form_and_address_lies_below_the_base_path(app, member):
    draft = draft_of(member)
    name = draft.rsplit("/", 1)[1]
    job = laid_before(app.state.analyser, FEDERATION, name)
    panel = member.send(f"/ruling/{job}/panel").headers["location"]
    room = member.send(f"/draft/{name}/room").headers["location"]
    member.send(f"/draft/{name}/poll")
    waiting = [
        "/appeals/",
        draft,
        f"/appeals/ruling/{job}",
        panel,
        room,
        "/appeals/join/none",
        "/appeals/nowhere",
    ]
    waiting += [
        "/appeals/peers?auction=P&typed=AK9.AQ72.K76.A92",
        "/appeals/rules?ask=revoke",
        "/appeals/stored",
    ]
    asked, kinds, forms = set(), Counter(), 0
    while waiting:
        place = waiting.pop()
        kind = re.sub(r"(?<=/)[\w-]{11,}", "*", place.partition("?")[0])
        if place in asked or kinds[kind] >= 3 or kind.endswith(".pdf"):
            continue
        asked.add(place)
        kinds[kind] += 1
        answer = member.get(place)
        assert answer.status_code in {200, 303} or place.endswith("/nowhere"), (place, answer.status_code)
        if "location" in answer.headers:
            assert answer.headers["location"].startswith("/appeals/")
            waiting.append(answer.headers["location"])
        if not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        forms += len(_FORM.findall(answer.text))
        assert not re.search(r"http://(127\.|\[|localhost|bridge\.example)", answer.text), place
        for attribute, written in _LINK.findall(answer.text):
            link = unescape(written)
            if not link.startswith("/"):
                assert link.startswith(_SKIPPED) or "/" not in link, (place, link)
                continue
            assert link.startswith("/appeals/"), (place, link)
            if attribute in {"href", "src", "hx-get"}:
                waiting.append(link.partition("#")[0])
    assert len(kinds) > 40, sorted(kinds)
    assert forms > 60


def test_codes_and_addresses_for_phones_are_the_web_server_s(member):
    panel = member.send(f"{draft_of(member)}/room").headers["location"]
    page = member.get(panel).text
    assert f"https://{HOST}{panel}" in page
    assert "<svg" in page


def test_cookies_go_below_the_base_path_and_by_tls_alone(member):
    answer = member.get("/?lang=it")
    lines = answer.headers.get_list("set-cookie")
    assert len(lines) == 2
    for line in lines:
        assert {"Path=/appeals", "Secure", "HttpOnly", "SameSite=Strict"} <= set(line.split("; "))


@pytest.mark.parametrize(
    "path", ["/", "/cases", "/appealsx/cases", "/static/app.css", "/APPEALS/cases", "//appeals/cases"]
)
def test_nothing_is_served_outside_the_base_path(app, member, path):
    browser = Visit(app, f"https://{HOST}", cookies=member.cookies)
    assert browser.get(f"https://{HOST}{path}").status_code in {403, 404}


@pytest.mark.parametrize(
    "path", ["/appeals/static/../../web/store.py", "/appeals/..%2f..%2fetc/passwd", "/appeals/%2e%2e/"]
)
def test_no_path_leads_to_a_file(member, path):
    assert member.get(path).status_code in {403, 404}


@pytest.mark.parametrize(
    "headers, client",
    [
        ({"host": "evil.example"}, "127.0.0.1"),
        ({"host": "127.0.0.1:8000"}, "127.0.0.1"),
        ({"host": f"{HOST}:8443"}, "127.0.0.1"),
        ({"host": "evil.example", "x-forwarded-host": HOST}, "127.0.0.1"),
        ({}, "192.168.1.9"),  # a neighbour who knows the name but is not the web server
        ({"x-forwarded-for": "127.0.0.1"}, "192.168.1.9"),
    ],
)
def test_only_the_web_server_speaks_to_us_by_its_name(app, member, headers, client):
    browser = Browser(app, f"https://{HOST}", client, member.cookies)
    assert browser.get("/cases", headers=headers).status_code == 421


@pytest.mark.parametrize(
    "expected", ["127.0.0.1", "::1", "", "unknown", "127.0.0.1, 127.0.0.1", "203.0.113.9, 127.0.0.1"]
)
def test_nobody_sits_at_the_machine_whatever_was_forwarded(app, expected):
    stranger = comer(app)
    assert stranger.get("/cases", headers={"x-forwarded-for": expected}).status_code == 403
    assert stranger.get("/share", headers={"x-forwarded-for": expected}).status_code == 403
    assert stranger.send("/room-door", headers={"x-forwarded-for": expected}).status_code == 403


@each_row(
    "expected, peer, told",
    [
        ("203.0.113.9", "127.0.0.1", "203.0.113.9"),
        ("203.0.113.9", "127.0.0.1", "198.51.100.1, 203.0.113.9"),  # what stands before was told by the asker
        ("203.0.113.9", "127.0.0.1", "203.0.113.9, 10.1.2.3"),  # two web servers of ours in a row
        ("192.168.1.9", "192.168.1.9", "203.0.113.9"),  # no word of a stranger counts
        (
            "2001:db8:1:2::/64",
            "127.0.0.1",
            "2001:db8:1:2:a:b:c:d",
        ),  # one asker has as many addresses as liked
        ("203.0.113.9", "127.0.0.1", "::ffff:203.0.113.9"),
        ("127.0.0.1", "127.0.0.1", "<script>"),
        ("127.0.0.1", "127.0.0.1", ""),
    ],
)
def test_who_asks_is_told_by_trusted_web_servers_alone(expected, peer, told):
    from starlette.requests import HTTPConnection

    scope = {"type": "http", "client": (peer, 1), "headers": [(b"x-forwarded-for", told.encode())]}
    assert public_address(HOME, ["10.0.0.0/8"]).client_of(HTTPConnection(scope)) == expected


@pytest.mark.parametrize(
    "origin", ["http://bridge.example", "https://evil.example", "https://bridge.example:8443", "null"]
)
def test_a_form_from_elsewhere_is_refused(member, origin):
    assert member.send("/new", {"empty": "1"}, headers={"origin": origin}).status_code == 403
    assert member.send("/new", {"empty": "1"}, headers={"origin": f"https://{HOST}"}).status_code == 303


@each_row("text", ["bridge.example", "ftp://bridge.example", "https://", "https://u:p@bridge.example", "https://b.example/?q", "https://b.example/#x",
     "https://b.example/../x", "https://b.example/a b", 'https://b.example/"x', "https://b.example//x", "https://b.example:0x1/", "https://[::1"])  # fmt: skip
def test_what_is_no_address_of_a_web_server_is_refused(text):
    with pytest.raises(UsageError) as refused:
        public_address(text)
    assert "--behind" in str(refused.value)


def test_the_address_of_a_proxy_is_an_address():
    with pytest.raises(UsageError):
        public_address(HOME, ["proxy.local"])
    assert str(public_address("https://[::1]:443/x/")) == "https://[::1]/x"


def test_a_mailed_link_asks_members_again_and_admits_no_stranger(app, member):
    letter = {"sec-fetch-site": "cross-site"}
    stranger = comer(app)
    hidden = stranger.get("/cases", headers=letter)  # a browser brings no cookie from another site
    assert hidden.status_code == 200
    assert 'http-equiv="refresh"' in hidden.text
    assert "set-cookie" not in hidden.headers
    again = {"sec-fetch-site": "same-origin"}
    assert stranger.get("/cases", headers=again).status_code == 403
    assert 'http-equiv="refresh"' not in member.get("/cases", headers=again).text
    assert comer(app).send("/new", {"empty": "1"}, headers=letter).status_code == 403


@pytest.mark.parametrize(
    "called, peer, expected",
    [
        ("bridge.example:8443", "127.0.0.1", "with its port"),
        (HOST, "192.168.1.9", "--proxy 192.168.1.9"),
    ],
    ids=["name", "peer"],
)
def test_the_log_says_once_why_a_web_server_is_distrusted(tmp_path, caplog, called, peer, expected):
    browser = Visit(app_in(tmp_path, public=public_address(HOME)), f"https://{called}", client=peer)
    assert [browser.get("/appeals/").status_code for _ in range(3)] == [421] * 3
    assert len(caplog.messages) == 1
    assert expected in caplog.text
    assert called in caplog.text or peer in caplog.text


def test_people_s_text_that_looks_like_a_link_stays_text(member):
    title = '" href="/cases'
    draft = draft_of(member, CASE.replace("title = ", f"title = {json.dumps(title)} # ", 1))
    page = member.get(draft).text
    assert title in unescape(page)
