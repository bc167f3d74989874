"""What a page keeps while it is filled in: only its owner's, only from our own forms, nothing but what was changed."""

import re

import pytest

from analyser.casefile import IncidentKind
from analyser.casefile.templates import template
from analyser.web import RefusedRequest
from analyser.web.edit import parse_toml
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


def keep(visit, draft, section, **facts):
    """A form sent as the page sends it while it is filled in."""
    places = {
        place.replace("_", " "): text for place, text in facts.items() if place not in {"version", "leaf"}
    }
    known = {"version": facts.get("version", "1"), "leaf": facts.get("leaf", "a-page")}
    return visit.send(f"{draft}/keep/{section}", {**known, **places})


@pytest.mark.parametrize("section", ["event", "board", "auction", "remarks", "incident", "comparison"])
def test_a_form_nobody_changed_keeps_every_byte(visit, draft, section):
    fields = fields_in(visit.get(f"{draft}/{section}").text)
    assert visit.send(f"{draft}/keep/{section}", fields).status_code == 200
    assert toml_of(visit, draft) == TEXT


def test_one_field_kept_leaves_comments_and_order_alone(visit, draft):
    assert keep(visit, draft, "event", event_name="Mixed Pairs").status_code == 200
    toml = toml_of(visit, draft)
    assert parse_toml(toml)["event"]["name"] == "Mixed Pairs"
    assert toml.replace("Mixed Pairs", "Open Teams") == TEXT


def test_a_field_changed_twice_and_back_ends_as_it_began(visit, draft):
    """The page still says the version it was made from: what came after it wrote itself."""
    for name in ("First", "Second", "Open Teams"):
        assert "elsewhere" not in keep(visit, draft, "event", event_name=name).text
    assert toml_of(visit, draft) == TEXT


def test_a_place_changed_on_another_page_is_not_overwritten(visit, draft):
    keep(visit, draft, "event", event_name="First")
    told = keep(visit, draft, "event", event_name="Second", leaf="another-page")
    assert "changed elsewhere" in told.text
    assert parse_toml(toml_of(visit, draft))["event"]["name"] == "First"


def test_a_change_after_its_entry_was_removed_spares_the_next(visit):
    two = f'{TEXT}\n[[remark]]\nat = "call 1"\nkind = "alert"\n'
    draft = drafted(visit, two)
    count = len(parse_toml(two)["remark"])
    visit.send(f"{draft}/remarks", {"version": "1", "leaf": "a-page", "drop": "1"})
    left = parse_toml(toml_of(visit, draft))["remark"]
    assert len(left) == count - 1
    late = keep(visit, draft, "remarks", remark_1_text="late", remark_1_seconds="99")
    assert "changed elsewhere" in late.text
    assert parse_toml(toml_of(visit, draft))["remark"] == left


def test_what_is_wrong_comes_back_beside_its_field_and_counted(visit, draft):
    text = keep(visit, draft, "event", event_boards="<b>many</b>").text
    beside = text.partition('id="f-event-boards-p"')[2].partition("</div>")[0]
    assert "a whole number is required" in beside
    assert "<b>" not in text
    assert "To correct on this page: 1." in text


def test_cards_typed_as_a_deal_are_kept_for_the_button(visit, draft):
    assert "press Save" in keep(visit, draft, "board", board_deal="N:A.A.A.A").text
    assert toml_of(visit, draft) == TEXT
    again = visit.get(f"{draft}/board").text
    assert hidden(again, "board deal") == "N:A.A.A.A"
    assert "Back to what is saved" in again


def test_a_saved_or_restored_deal_is_no_longer_begun(visit, draft):
    before = hidden(visit.get(f"{draft}/board").text, "board deal")
    for then, stands in (("board", "N:A.A.A.A"), ("keep/board", before)):
        keep(visit, draft, "board", board_deal="N:A.A.A.A")
        sent = {"leaf": "a-page", "version": version_of(visit, draft), "board deal": stands}
        visit.send(f"{draft}/{then}", sent)
        assert hidden(visit.get(f"{draft}/board").text, "board deal") == stands
        assert "Back to what is saved" not in visit.get(f"{draft}/board").text
        visit.send(f"{draft}/versions", {"back": "1"})


def tapped(visit, draft, cards, leaf="a-page", **facts):
    """The grid of North as the page sends it while cards are tapped."""
    fields = {"version": version_of(visit, draft), "leaf": leaf, "seat": "N", "c": cards.split(), **facts}
    return visit.send(f"{draft}/keep/hand", fields).text


def version_of(visit, draft):
    return hidden(visit.get(f"{draft}/event").text, "version")


def ticked(page):
    return " ".join(re.findall(r'name="c" value="(\w\w)" checked', page))


@pytest.fixture
def empty(visit):
    return drafted(visit, "")


def test_tapped_cards_return_and_the_file_stays_as_it_was(visit, empty):
    before = toml_of(visit, empty)
    assert "Cards: 2 of 13" in tapped(visit, empty, "SA H2")
    again = visit.get(f"{empty}/board").text
    assert ticked(again) == "SA H2"
    assert "Cards: 2 of 13" in again
    assert toml_of(visit, empty) == before


def test_a_hand_half_typed_is_there_again(visit, empty):
    tapped(visit, empty, "SA", typed="AK.Q")
    again = visit.get(f"{empty}/board?seat=N").text
    assert hidden(again, "typed") == "AK.Q"
    assert ticked(again) == "SA"


def test_cards_begun_for_one_seat_cannot_be_tapped_for_another(visit, empty):
    tapped(visit, empty, "SA")
    assert re.search(r'value="SA" disabled', visit.get(f"{empty}/board?seat=E").text)


def test_a_hand_is_no_longer_begun_once_it_is_saved(visit, empty):
    cards = [f"S{rank}" for rank in "AKQJT98765432"]
    tapped(visit, empty, " ".join(cards))
    fields = {"version": "1", "leaf": "a-page", "seat": "N", "c": cards}
    assert visit.send(f"{empty}/board", fields).headers["location"].endswith("?seat=E#grid")
    assert "Back to what is saved" not in visit.get(f"{empty}/board?seat=N").text
    assert parse_toml(toml_of(visit, empty))["board"]["hands"] == {"N": "AKQJT98765432..."}


def test_what_was_begun_is_given_up_by_a_button(visit, empty):
    tapped(visit, empty, "SA H2")
    seen = hidden(visit.get(f"{empty}/board?seat=E").text, "seen")
    visit.send(f"{empty}/board", {"version": "1", "leaf": "blind", "seat": "N", "seen": seen, "drop": "1"})
    assert ticked(visit.get(f"{empty}/board?seat=N").text) == "SA H2"  # that page was shown another seat
    visit.send(f"{empty}/board", {"version": "1", "leaf": "a-page", "seat": "N", "drop": "1"})
    assert ticked(visit.get(f"{empty}/board?seat=N").text) == ""


def test_cards_begun_on_another_page_are_not_written_over_unseen(visit, empty):
    tapped(visit, empty, "SA H2")
    assert "changed elsewhere" in tapped(visit, empty, "S3", leaf="another-page")
    assert ticked(visit.get(f"{empty}/board?seat=N").text) == "SA H2"
    shown = visit.get(f"{empty}/board?seat=N").text.partition('id="grid"')[2]
    assert "changed elsewhere" not in tapped(
        visit, empty, "S3", leaf="another-page", seen=hidden(shown, "seen")
    )
    assert ticked(visit.get(f"{empty}/board?seat=N").text) == "S3"


def test_what_was_begun_is_private_and_ends_with_the_draft(app, visit, empty):
    tapped(visit, empty, "SA H2")
    unfinished, name = app.state.analyser.unfinished, empty.rsplit("/", 1)[1]
    assert unfinished.entries_of("you", name) == {}
    with pytest.raises(RefusedRequest):
        unfinished.keep("you", name, "board deal", "N:", "", "")
    visit.send(f"{empty}/delete", {"sure": "1"})
    with unfinished._store.open() as base:
        assert base.execute("SELECT count(*) FROM unfinished WHERE draft = ?", (name,)).fetchone()[0] == 0


@pytest.mark.parametrize("text", ["board = 3\n", "this is [not TOML", "[board]\ndeal = 7\nhands = 2\n"])
def test_an_impossible_board_can_be_viewed_with_cards_begun(visit, empty, text):
    tapped(visit, empty, " ".join(f"S{rank}" for rank in "AKQJT98765432"))
    keep(visit, empty, "board", board_deal="N:A.A.A.A")
    visit.send(f"{empty}/text", {"version": "1", "toml": text})
    assert visit.get(f"{empty}/board?seat=N").status_code == 200


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


def test_every_page_of_a_draft_has_its_own_name(visit, draft):
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
def test_a_case_page_and_all_it_loads_fit_100_kb(visit, draft, part):
    page = visit.get(draft + part).text
    loaded = {found.replace("&amp;", "&") for found in re.findall(r'(?:src|href)="(/static/[^"]+)"', page)}
    assert len(loaded) == 6 + (part == "/auction")  # the pad of bids has a script of its own
    assert len(page.encode()) + sum(len(visit.get(place).content) for place in loaded) <= 100_000
