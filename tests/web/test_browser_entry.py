"""A case entered in two minutes: what is pasted, tapped and typed, and how many keys and taps it takes."""

import re

import pytest

from analyser import resources
from analyser.web.edit import parse_toml
from tests.support.browsers import answered, drawn, fits_every_width, no_faults, saved, tap, tick
from tests.web.conftest import IN_ROMANIAN, ON_DESK
from tests.web.done_rulings import owner_of
from tests.web.test_browser_case import PBN, begin

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `dev`)").expect

TYPED = "3\nK832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75\n1sp3sp4sap\n4s=s"


class Count:
    """A person who counts: each key and each tap."""

    def __init__(self, page):
        self.page, self.done = page, 0

    def tap(self, place):
        self.done += 1
        tap((self.page.locator(place) if isinstance(place, str) else place).first)
        return self

    def opens(self, place):
        with self.page.expect_navigation():
            self.tap(place)
        return self

    def keys(self, text):
        self.done += len(text)
        drawn(self.page).keyboard.type(text)
        return self

    def paste(self, text):
        self.done += 1
        drawn(self.page).keyboard.insert_text(text)
        return self

    def step(self, name):
        return self.opens(f'nav.steps a[href$="/{name}"]')


def case_of(served, page):
    name = re.search("/draft/([^/?#]+)", page.url)[1]
    return parse_toml(served.app.state.analyser.drafts.get(owner_of(page), name).toml)


def hesitation(count, page):
    """A slow call and what followed, from the case's own page."""
    count.step("remarks").opens('button[name=at][value="call 3"]')
    count.opens("button.main[name=add]")


def compared(count):
    count.step("event").tap('select[name="event form"]')
    count.page.select_option('[name="event form"]', "imps")
    count.done += 1
    count.step("comparison").tap('[name="comparison other_room"]').keys("170")


def ruled(count):
    count.tap("#lacks .rule-now button")
    count.page.wait_for_url(re.compile("/ruling/"))


def pasted_board_and_hesitation_take_fifteen_keys_and_taps(reader, served):
    page, count = reader.page, Count(reader.page)
    page.goto("/")
    count.opens('header a[href="/new"]').paste(PBN)
    count.opens("button.main")
    page.wait_for_url(re.compile("/draft/"))
    hesitation(count, page)
    (incident,) = case_of(served, page)["incident"]
    assert {key: incident[key] for key in ("source", "at", "offender", "action")} == {
        "source": "N", "at": "call 3", "offender": "S", "action": "call 5",
    }  # fmt: skip
    reader.shot(f"entry-incident-{reader.language}")
    compared(count)
    ruled(count)
    assert count.done <= 15, count.done


def a_revoke_takes_few(tab, served):
    page, count = tab.page, Count(tab.page)
    page.goto("/")
    count.opens('header a[href="/new"]').paste(PBN)
    count.opens("button.main")
    page.wait_for_url(re.compile("/draft/"))
    count.step("incident").tap('input[name=kind][value="revoke"]').opens("button[name=add]")
    count.tap('select[name="incident 1 offender"]')
    page.select_option('[name="incident 1 offender"]', "E")
    count.done += 1
    count.tap('[name="incident 1 trick"]').keys("5")
    page.locator('[name="incident 1 trick"]').blur()
    saved(page)
    count.tap("#lacks .rule-now button")
    page.wait_for_url(re.compile("/ruling/"))
    assert count.done <= 15, count.done


def all_by_hand_step_by_step_takes_ninety(tab, served):
    """Thirty-nine of them are the cards of three hands; the fourth follows."""
    page, count = tab.page, Count(tab.page)
    page.goto("/")
    count.opens('header a[href="/new"]').keys(TYPED)
    count.opens("button.main")
    page.wait_for_url(re.compile("/draft/"))
    assert case_of(served, page)["board"]["deal"].endswith("J6.QT942.A93.KT3")
    hesitation(count, page)
    compared(count)
    ruled(count)
    assert case_of_draft(served, page)["table"]["tricks"] == 10
    assert count.done <= 90, count.done


def all_by_hand_at_once_takes_sixty(tab, served):
    """Suits from the top need no dots, two dots mark the slow call, behind the tricks stand the other room and the form."""
    page, count = tab.page, Count(tab.page)
    page.goto("/")
    count.opens('header a[href="/new"]').keys("3\nK832A7QT62Q8475J865J75A962AQT94K3K84J75\n1sp3s..p4s\n=170i")
    count.tap("button[name=now]")
    page.wait_for_url(re.compile("/ruling/"))
    case = case_of_draft(served, page)
    assert case["board"]["deal"].endswith("J6.QT942.A93.KT3")
    assert (case["table"]["tricks"], case["comparison"]["other_room"]) == (10, 170)
    (incident,) = case["incident"]
    assert [incident[key] for key in ("source", "at", "offender", "action")] == ["N", "call 3", "S", "call 5"]
    assert count.done <= 60, count.done


def one_hand_by_hand_takes_sixty(tab, served):
    """The hand of the player in question is enough for his alternatives."""
    page, count = tab.page, Count(tab.page)
    page.goto("/")
    count.opens('header a[href="/new"]').keys("3\n1sp3sp4sap\n4s=s")
    count.opens("button.main")
    page.wait_for_url(re.compile("/draft/"))
    count.opens('nav.steps a[href$="/board"]').opens('#seats a[href*="seat=S"]').tap("#f-typed").keys(
        "AQT94.K3.K84.J75"
    )
    page.locator("#f-typed").blur()
    saved(page, "#live-hand")
    hesitation(count, page)
    compared(count)
    ruled(count)
    assert case_of_draft(served, page)["board"]["hands"] == {"S": "AQT94.K3.K84.J75"}
    assert count.done <= 60, count.done


def case_of_draft(served, page):
    state = served.app.state.analyser
    job = state.jobs.get(owner_of(page), page.url.rsplit("/", 1)[1])
    return parse_toml(job.given["toml"])


def where_is_tapped_and_nothing_is_spelled(tab, served):
    page = tab.page
    draft = begin(page)
    page.goto(f"{draft}/incident")
    tick(page.locator('input[name=kind][value="unauthorised-information"]'))
    page.get_by_role("button", name="Fill it in").click()
    page.wait_for_selector("#incident-1")
    tick(page.locator('input[name="incident 1 at"][value="call 3"]'))
    tick(page.locator('input[name="incident 1 action"][value="lead"]'))
    saved(page)
    page.select_option('select[name="incident 1 action"]', "trick 3 W")
    saved(page)
    no_faults(page)
    tab.shot("entry-where")
    page.reload()
    expect(page.locator('select[name="incident 1 action"]')).to_have_value("trick 3 W")
    (incident,) = case_of(served, page)["incident"]
    assert (incident["at"], incident["action"]) == ("call 3", "trick 3 W")


def a_scoreslip_fills_contract_declarer_and_tricks(tab, served):
    page = tab.page
    draft = begin(page)
    page.goto(f"{draft}/auction")
    page.fill('[name="table slip"]', "4S+2 S")
    page.locator('[name="table slip"]').blur()
    expect(page.locator('[name="table tricks"]')).to_have_value("12")
    page.goto(f"{draft}/comparison")
    page.fill('[name="comparison other_room"]', "3NT= N")
    page.locator('[name="comparison other_room"]').blur()
    saved(page)
    case = case_of(served, page)
    assert case["table"]["tricks"] == 12
    assert case["comparison"]["other_room"] == 400  # board 3: North-South not vulnerable


def letters_bid_and_deal_and_arrows_move(tab, served):
    page = tab.page
    page.goto("/new")
    page.get_by_role("button", name="Begin with an empty case").click()
    page.wait_for_url(re.compile("/draft/"))
    draft = page.url
    page.goto(f"{draft}/auction")
    drawn(page).keyboard.type("1sx")  # the double before the spade is answered
    expect(page.locator("#calls td .n")).to_have_count(2)
    page.keyboard.press("Backspace")
    expect(page.locator("#calls td .n")).to_have_count(1)
    for number, word in enumerate(("p", "2n", "x"), 2):
        drawn(page).keyboard.type(word)
        expect(page.locator("#calls td .n")).to_have_count(number)
    page.keyboard.press("Backspace")
    expect(page.locator("#calls td .n")).to_have_count(3)
    page.locator('button[name=call][value="3C"]').focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.value") == "3D"
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.value") == "4D"
    page.goto(f"{draft}/board?seat=N")
    drawn(page).keyboard.type("sasks1h7")
    expect(page.locator("#live-hand")).to_contain_text("Cards: 4 of 13")
    assert [element.input_value() for element in page.locator("input[name=c]:checked").all()] == [
        "SA",
        "SK",
        "ST",
        "H7",
    ]
    assert case_of(served, page)["table"]["auction"] == "1S P 2NT"


OWN_LETTERS = {"en": "1S pass 4S all pass", "it": "1P passo 4P tutti passo", "ro": "1P pas 4P toți pas"}


def an_auction_is_typed_in_one_s_own_letters(reader, served):
    page = reader.page
    page.goto("/new")
    page.click("button[name=empty]")
    page.wait_for_url(re.compile("/draft/"))
    page.goto(f"{page.url}/auction")
    page.fill('[name="table auction"]', OWN_LETTERS[reader.language])
    page.locator('[name="table auction"]').blur()
    expect(page.locator("#calls td .n")).to_have_count(6)
    assert case_of(served, page)["table"]["auction"] == "1S P 4S P P P"


SHOWN = {"en": "1C P 1NT P 2H", "it": "1♣ P 1SA P 2♥", "ro": "1♣ P 1FA P 2♥"}


def an_auction_is_shown_as_its_reader_writes_it(reader, served):
    """By the suits' signs: `1C` is a club to one reader and a heart to another."""
    page = reader.page
    page.goto("/new")
    page.fill("#f-source", "1\n1C P 1NT P 2H")
    page.click("button.main")
    page.wait_for_url(re.compile("/draft/"))
    page.goto(f"{page.url}/auction")
    typed = page.locator('[name="table auction"]')
    expect(typed).to_have_value(SHOWN[reader.language])
    page.fill('[name="table tricks"]', "8")
    page.locator('[name="table tricks"]').blur()
    expect(answered(page).locator("#live")).to_contain_text(reader.says("web.live.saved"))
    assert case_of(served, page)["table"] == {"auction": "1C P 1NT P 2H", "tricks": 8}
    page.click('button[name=call][value="P"]')
    expect(typed).to_have_value(f"{SHOWN[reader.language]} P")
    typed.press("End")
    typed.type(" P P")
    typed.blur()
    expect(page.locator("#calls td .n")).to_have_count(8)
    expect(answered(page).locator("#live")).to_contain_text(reader.says("web.live.saved"))
    assert case_of(served, page)["table"]["auction"] == "1C P 1NT P 2H P P P"


def a_played_card_is_tapped_and_decisions_are_ticked(tab, served):
    """What was played is there to be tapped, also before the incident is complete."""
    page = tab.page
    draft = begin(page, resources.text("cases/kinds/revoke.toml").split("[[incident]]")[0])
    page.goto(f"{draft}/incident")
    tick(page.locator('input[name=kind][value="misinformation"]'))
    page.get_by_role("button", name="Fill it in").click()
    page.wait_for_selector("#incident-1")
    place = page.locator("fieldset.bare", has=page.locator('[name="incident 1 decisions"]'))
    for value in ("call 5", "lead"):
        tick(place.locator(f'input[type=checkbox][value="{value}"]'))
    place.get_by_text("A card of the play").click()
    tick(place.get_by_role("checkbox", name="Trick 3: East clubs 4"))
    saved(page)
    page.locator(".in-play summary").first.click()
    tick(page.locator('input[type=radio][name="incident 1 at"][value="trick 2 W"]'))
    saved(page)
    no_faults(page)
    fits_every_width(page)
    tab.shot("entry-play")
    page.reload()
    expect(place.locator("input:checked")).to_have_count(3)
    (incident,) = case_of(served, page)["incident"]
    assert (incident["at"], incident["decisions"]) == ("trick 2 W", ["call 5", "lead", "trick 3 E"])
    for left in (2, 1, 0):
        tap(place.locator("input:checked").first)
        expect(place.locator("input:checked")).to_have_count(left)
    with page.expect_navigation():
        page.get_by_role("button", name="Save", exact=True).click()
    expect(place.locator("input:checked")).to_have_count(0)
    assert "decisions" not in case_of(served, page)["incident"][0]


def test_a_case_on_a_phone_takes_few_keys_and_taps(tab, served):
    tab.walk(
        (a_revoke_takes_few, served),
        (all_by_hand_at_once_takes_sixty, served),
        (one_hand_by_hand_takes_sixty, served),
    )


@ON_DESK
def test_a_case_on_a_desk_takes_few_keys_and_taps(tab, served):
    tab.walk(
        (all_by_hand_step_by_step_takes_ninety, served),
        (a_scoreslip_fills_contract_declarer_and_tricks, served),
        (letters_bid_and_deal_and_arrows_move, served),
    )


def test_an_incident_s_place_and_cards_are_tapped(tab, served):
    tab.walk(
        (where_is_tapped_and_nothing_is_spelled, served),
        (a_played_card_is_tapped_and_decisions_are_ticked, served),
    )


@IN_ROMANIAN
def test_a_reader_enters_a_case_in_letters_of_his_own(reader, served):
    reader.walk(
        (pasted_board_and_hesitation_take_fifteen_keys_and_taps, served),
        (an_auction_is_typed_in_one_s_own_letters, served),
        (an_auction_is_shown_as_its_reader_writes_it, served),
    )
