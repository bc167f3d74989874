"""One form ends no server: a text that would cost too much is kept as typed, with its problem, and never an error 500."""

import pytest

from analyser.errors import CaseError
from analyser.web.edit import apply_changes
from analyser.web.members import ServerRole
from tests.casefile.test_toml_reader import COSTLY
from tests.web.test_members import joined, server
from tests.web.visits import Visit, app_in

PAGES = (
    "",
    "/text",
    "/event",
    "/board",
    "/auction",
    "/incident",
    "/findings",
    "/versions",
    "/precedents",
    "/review",
    "/poll",
    "/case.toml",
)


@pytest.fixture
def director(tmp_path):
    return joined(server(tmp_path), ServerRole.DIRECTOR)


@pytest.fixture
def draft(director):
    return director.send("/new", {"empty": "1"}).headers["location"]


@pytest.mark.parametrize("name", COSTLY)
def test_a_costly_text_is_kept_and_says_why(director, draft, name):
    text = COSTLY[name][1].strip()
    version = director.app.state.analyser.drafts.get("federation", draft.rsplit("/", 1)[1]).version
    saved = director.send(f"{draft}/text", {"version": str(version), "toml": text})
    assert saved.status_code == 303
    page = director.get(f"{draft}/text")
    assert page.status_code == 200
    assert 'class="problem"' in page.text
    assert director.app.state.analyser.drafts.get("federation", draft.rsplit("/", 1)[1]).toml == text
    for place in PAGES:
        assert director.get(draft + place).status_code < 500, place
    assert director.get("/cases").status_code == 200
    for place in ("/rule", "/event", "/anonymise", "/review", "/poll", "/keep/event"):
        assert (
            director.send(draft + place, {"version": str(version + 1), "title": "x", "name": "x"}).status_code
            < 500
        ), place


def test_a_costly_title_is_no_title(director):
    for name, (_, text) in COSTLY.items():
        value = text.strip().partition("= ")[2] or f"{{ {text.strip()} = 1 }}"
        draft = director.send("/new", {"source": f"schema = 1\ntitle = {value}"})
        assert draft.status_code == 303, name
        assert director.follow(draft).status_code in {200, 303}, name


def test_a_costly_value_in_a_field_stays_text(director, draft):
    version = director.app.state.analyser.drafts.get("federation", draft.rsplit("/", 1)[1]).version
    for name, (_, text) in COSTLY.items():
        answer = director.send(f"{draft}/event", {"version": str(version), "name": text[:300_000]})
        assert answer.status_code < 500, name


def test_a_text_too_long_for_fields_is_refused_at_once():
    dotted = "".join(f"a.b.c.d.e.f.g.h.k{number} = 1\n" for number in range(20_000))
    for text in (dotted, "\n" * 400_000, "a = [" + '{a=1,b="x"},\n' * 30_000 + "]\n"):
        with pytest.raises(CaseError, match="is not changed field by field"):
            apply_changes(text, {"title": "x"})


def test_a_guest_of_one_machine_fares_alike(tmp_path):
    visit = Visit(app_in(tmp_path))
    draft = visit.send("/new", {"empty": "1"}).headers["location"]
    for name, (_, text) in COSTLY.items():
        assert visit.send(f"{draft}/text", {"toml": text, "both": "1"}).status_code == 303, name
