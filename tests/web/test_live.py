"""What a page keeps while it is filled in: only its owner's, only from our own forms, nothing but what was changed."""

import re

import pytest

from analyser.casefile import IncidentKind
from analyser.casefile.templates import template
from analyser.web.edit import plain
from tests.web.test_pages import drafted, fields_in, toml_of
from tests.web.visits import Visit, app_in, hidden

TEXT = template(IncidentKind.UNAUTHORISED_INFORMATION)


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return app_in(tmp_path_factory.mktemp("live"))


@pytest.fixture
def visit(app):
    return Visit(app)


@pytest.fixture
def draft(visit):
    return drafted(visit, TEXT)


def keep(visit, draft, section, **given):
    """A form sent as the page sends it while it is filled in."""
    places = {
        place.replace("_", " "): text for place, text in given.items() if place not in {"version", "leaf"}
    }
    known = {"version": given.get("version", "1"), "leaf": given.get("leaf", "a-page")}
    return visit.send(f"{draft}/keep/{section}", {**known, **places})


@pytest.mark.parametrize("section", ["event", "board", "auction", "remarks", "incident", "comparison"])
def test_a_form_nobody_changed_keeps_every_byte(visit, draft, section):
    fields = fields_in(visit.get(f"{draft}/{section}").text)
    assert visit.send(f"{draft}/keep/{section}", fields).status_code == 200
    assert toml_of(visit, draft) == TEXT


def test_one_field_kept_leaves_comments_and_order_alone(visit, draft):
    assert keep(visit, draft, "event", event_name="Mixed Pairs").status_code == 200
    told = toml_of(visit, draft)
    assert plain(told)["event"]["name"] == "Mixed Pairs"
    assert told.replace("Mixed Pairs", "Open Teams") == TEXT


def test_a_field_changed_twice_and_changed_back_ends_as_it_began(visit, draft):
    """The page still says the version it was made from: what came after it wrote itself."""
    for name in ("First", "Second", "Open Teams"):
        assert "elsewhere" not in keep(visit, draft, "event", event_name=name).text
    assert toml_of(visit, draft) == TEXT


def test_the_same_place_changed_on_another_page_is_not_written_over(visit, draft):
    keep(visit, draft, "event", event_name="First")
    told = keep(visit, draft, "event", event_name="Second", leaf="another-page")
    assert "changed elsewhere" in told.text
    assert plain(toml_of(visit, draft))["event"]["name"] == "First"


def test_what_is_wrong_comes_back_beside_its_field_and_counted(visit, draft):
    told = keep(visit, draft, "event", event_boards="<b>many</b>").text
    beside = told.partition('id="f-event-boards-p"')[2].partition("</div>")[0]
    assert "a whole number is wanted" in beside
    assert "<b>" not in told
    assert "To mend on this page: 1." in told


def test_cards_typed_as_a_deal_wait_for_the_button(visit, draft):
    assert "Not saved yet" in keep(visit, draft, "board", board_deal="N:A.A.A.A").text
    assert toml_of(visit, draft) == TEXT


@pytest.mark.parametrize("section", ["event", "text", "hand"])
def test_a_stranger_s_page_keeps_nothing(app, draft, section):
    stranger = Visit(app)
    fields = {"version": "1", "event name": "Taken", "toml": "", "seat": "N"}
    assert stranger.send(f"{draft}/keep/{section}", fields).status_code == 404


def test_a_form_without_its_token_is_refused(visit, draft):
    visit.token()
    fields = {"version": "1", "event name": "Foreign"}
    assert visit.ask("POST", f"{draft}/keep/event", data=fields).status_code == 403
    assert toml_of(visit, draft) == TEXT


@pytest.mark.parametrize("section", ["versions", "nowhere", "hand"])
def test_a_step_there_is_not_is_told(visit, draft, section):
    assert keep(visit, draft, section).status_code == 404


@pytest.mark.parametrize("version", ["0", "99", "x", ""])
def test_a_version_there_never_was_keeps_nothing(visit, draft, version):
    assert keep(visit, draft, "event", event_name="New", version=version).status_code in {400, 404}
    assert toml_of(visit, draft) == TEXT


def test_every_page_of_a_draft_has_a_name_of_its_own(visit, draft):
    assert hidden(visit.get(f"{draft}/event").text, "leaf") != hidden(
        visit.get(f"{draft}/event").text, "leaf"
    )


def test_more_rows_are_given_when_they_are_asked_for(visit):
    filled = "w=60&r=%2B480&w=40&r=%2B50"
    before = visit.get(f"/score?{filled}").text.count('name="w"')
    assert visit.get(f"/score?{filled}&more=1").text.count('name="w"') == before + 2


def test_fourteen_tapped_cards_are_told_not_dropped(visit):
    cards = "&".join(f"c=S{rank}" for rank in "AKQJT98765432") + "&c=HA"
    answer = visit.get(f"/peers?{cards}")
    assert answer.status_code == 200
    assert "here 14" in answer.text


@pytest.mark.parametrize("part", ["", "/event", "/board", "/auction", "/remarks", "/incident", "/poll"])
def test_a_page_of_a_case_and_all_it_loads_are_at_most_100_kb(visit, draft, part):
    page = visit.get(draft + part).text
    loaded = {found.replace("&amp;", "&") for found in re.findall(r'(?:src|href)="(/static/[^"]+)"', page)}
    assert len(loaded) == 4
    assert len(page.encode()) + sum(len(visit.get(place).content) for place in loaded) <= 100_000
