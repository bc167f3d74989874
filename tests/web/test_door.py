"""Who may come in, how much may be sent, what a browser is told: the door before every page."""

import pytest

from analyser.web.state import LARGEST
from tests.support.every import each_row
from tests.web.visits import Visit, app_in


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return app_in(tmp_path_factory.mktemp("web"))


@pytest.fixture
def visit(app):
    return Visit(app)


def test_every_page_forbids_inline_scripts_styles_and_foreign_sources(visit):
    answer = visit.get("/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert "form-action 'self'" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "<style" not in answer.text
    assert ' style="' not in answer.text
    assert " onclick" not in answer.text
    assert "http://" not in answer.text.replace("http://www.w3.org", "")
    assert "https://" not in answer.text


def test_a_visitor_s_cookie_is_hidden_from_scripts_and_others(visit):
    line = visit.get("/").headers["set-cookie"]
    assert "HttpOnly" in line
    assert "SameSite=Strict" in line
    assert "Path=/" in line


@each_row(
    "status, host",
    [
        (200, "127.0.0.1:8000"),
        (200, "localhost:8000"),
        (200, "[::1]:8000"),
        (421, "rebound.example:8000"),
        (421, "127.0.0.1.rebound.example"),
        (421, "localhost.example"),
        (421, "192.168.1.5:8000"),
        (421, ""),
        (421, "127.0.0.1@evil.example"),
    ],
)
def test_a_foreign_name_of_this_machine_is_refused(visit, status, host):
    assert visit.get("/", headers={"host": host}).status_code == status


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_a_foreign_page_s_form_is_refused_despite_our_token(visit, headers):
    assert visit.send("/join/any", headers=headers).status_code == 403


def test_a_form_without_our_token_is_refused(visit):
    visit.get("/")
    assert visit.ask("POST", "/join/any", data={"token": "0" * 64}).status_code == 403
    assert visit.ask("POST", "/join/any", data={}).status_code == 403


def test_the_token_of_one_visitor_is_no_use_to_another(app):
    visit, other = Visit(app), Visit(app)
    other.get("/")
    assert other.ask("POST", "/join/any", data={"token": visit.token()}).status_code == 403


def test_a_forged_cookie_makes_a_new_visitor(visit):
    visit.cookies.set("analyser_visitor", "somebody.0000")
    line = visit.get("/").headers["set-cookie"]
    assert not line.startswith("analyser_visitor=somebody")


def test_a_link_from_elsewhere_costs_a_visitor_no_drafts(visit):
    answer = visit.get("/", headers={"sec-fetch-site": "cross-site"})
    assert "set-cookie" not in answer.headers  # the browser hides the old cookie: it must not be written over
    assert 'http-equiv="refresh"' in answer.text


@pytest.mark.parametrize("size", [LARGEST + 1, 4 * LARGEST])
def test_a_flood_is_refused_with_a_page_that_says_so(visit, size):
    answer = visit.ask(
        "POST",
        "/join/any",
        content=b"x" * size,
        headers={"content-type": "application/x-www-form-urlencoded"},
    )
    assert answer.status_code == 413
    assert "1 MB" in answer.text


def test_a_flood_that_hides_its_length_is_refused_too(visit):
    async def flood():
        for _ in range(40):
            yield b"a" * 100_000

    answer = visit.ask(
        "POST",
        "/join/any",
        content=flood(),
        headers={"content-type": "application/x-www-form-urlencoded"},
    )
    assert answer.status_code == 413


def test_a_thousand_fields_or_files_are_refused(visit):
    fields = {f"f{number}": "x" for number in range(1000)}
    assert visit.send("/join/any", fields).status_code == 413
    files = [("file", (f"{number}.pbn", b"x")) for number in range(3)]
    assert visit.send("/join/any", {}, files=files).status_code == 413


def test_a_megabyte_case_file_is_taken_however_it_is_escaped(visit):
    source = ('remark = "=&%"\n' * 70_000)[:990_000]  # each third sign takes three on its way
    assert visit.send("/new", {"source": source}).status_code != 413
    assert visit.send("/new", {"source": "x" * 1_060_000}).status_code == 413


@pytest.mark.parametrize("method", ["PUT", "DELETE", "TRACE", "OPTIONS", "PATCH"])
def test_only_asking_and_sending_are_answered(visit, method):
    assert visit.ask(method, "/").status_code == 405


@pytest.mark.parametrize("path", ["/", "/nowhere", "/static/app.css"])
def test_a_request_for_headers_gets_the_page_s_headers_alone(visit, path):
    page, headers = visit.get(path), visit.ask("HEAD", path)
    assert headers.status_code == page.status_code
    assert headers.content == b""
    assert headers.headers["content-length"] == page.headers["content-length"]


@pytest.mark.parametrize(
    "path",
    [
        "/static/../store.py",
        "/static/..%2f..%2fstore.py",
        "/static/app.css/../../x",
        "/static/%2e%2e/words/en/general.toml",
        "/nowhere",
        "/docs",
        "/openapi.json",
    ],
)
def test_no_file_but_the_listed_ones_is_given_out(visit, path):
    answer = visit.get(path)
    assert answer.status_code == 404
    assert "analyser" in answer.text


def test_what_every_page_needs_may_be_kept_by_the_browser(visit):
    page = visit.get("/").text
    for start in ("/static/app.css?", "/static/report.css?", "/static/htmx-4.0.1.min.js?"):
        place = page[page.index(start) :].split('"')[0]
        answer = visit.get(place)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "asked, expected", [("it", "Calcolatore"), ("ro", "Caz nou"), ("en", "Calculator"), ("xx", "Calculator")]
)
def test_a_language_is_chosen_and_remembered(visit, asked, expected):
    assert expected in visit.get(f"/?lang={asked}").text
    assert expected in visit.get("/").text


def test_the_browser_s_language_is_used_until_one_is_chosen(visit):
    assert "Calcolatore" in visit.get("/", headers={"accept-language": "fr,it;q=0.8"}).text


def test_a_network_guest_enters_by_an_invitation_that_counts_once(tmp_path):
    told = []
    app = app_in(tmp_path, host="192.168.1.5", tell=told.append)
    guest = Visit(app, home="http://192.168.1.5:8000", client="192.168.1.9")
    assert guest.get("/").status_code == 403
    token = app.state.analyser.guest_list.link.rsplit("/", 1)[1]
    assert guest.get(f"/join/{token}").status_code == 200  # looking uses nothing up
    assert guest.send(f"/join/{token}").status_code == 303
    assert guest.get("/").status_code == 200
    assert guest.get("/share").status_code == 403  # a guest invites nobody
    late = Visit(app, home="http://192.168.1.5:8000", client="192.168.1.10")
    assert late.send(f"/join/{token}").status_code == 403
    assert late.get("/").status_code == 403
    assert len(told) == 1
    assert not told[0].endswith(token)


def test_whoever_sits_at_the_machine_sees_the_code_without_invitation(tmp_path):
    app = app_in(tmp_path, host="192.168.1.5")
    host = Visit(app)
    page = host.get("/share")
    assert page.status_code == 200
    assert "<svg" in page.text
    assert app.state.analyser.guest_list.link in page.text


def test_alone_on_one_machine_there_is_no_invitation_to_show(visit):
    page = visit.get("/share").text
    assert "analyser web --share" in page
    assert "/join/" not in page


def test_no_host_header_admits_anybody_without_an_invitation(tmp_path):
    app = app_in(tmp_path, host="192.168.1.5")
    guest = Visit(app, "http://192.168.1.5:8000", "192.168.1.9")
    for host in ("localhost/static/?", "192.168.1.5/join/#", "127.0.0.1:8000/static/x"):
        assert guest.get("/cases", headers={"host": host}).status_code in {403, 421}
