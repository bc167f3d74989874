"""What a hearing adds is told in forms: players, contentions, polls, findings, rulings given, the appeal; no TOML typed."""

import pytest

from analyser.casefile import problems_of
from analyser.web.edit import parse_toml
from tests.support.browsers import answered, no_faults, tick
from tests.web.conftest import IN_ROMANIAN
from tests.web.done_rulings import CASE, owner_of
from tests.web.test_browser_case import begin

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `dev`)").expect


def text_of(served, page, draft):
    return served.app.state.analyser.drafts.get(owner_of(page), draft.rsplit("/", 1)[1]).toml


def add(page, draft, section, **chosen):
    page.goto(f"{draft}/{section}")
    for name, value in chosen.items():
        tick(page.locator(f'input[name="{name}"][value="{value}"]'))
    with page.expect_navigation():
        page.locator('button[name="add"]').click()


def fill(page, values):
    for place, value in values.items():
        field = page.locator(f'[name="{place}"]').first
        kind = field.evaluate("one => one.type")
        if kind == "select-one":
            field.select_option(value)
        elif kind == "radio":
            tick(page.locator(f'[name="{place}"][value="{value}"]'))
        else:
            field.fill(value)
    with page.expect_navigation():
        page.click(".buttons button.main:not([name])")


def test_a_whole_hearing_is_filled_in_and_checks(reader, served):
    page = reader.page
    draft = begin(page, CASE.split("[[poll]]")[0])
    page.goto(f"{draft}/players")
    no_faults(page)
    fill(page, {"players N class": "expert", "players EW system": "four-card majors"})
    add(page, draft, "contentions")
    fill(page, {"contention 1 by": "EW", "contention 1 text": "Pass was normal."})
    add(page, draft, "polls")
    no_faults(page)
    fill(page, {"poll 1 incident": "slow-raise", "poll 1 asked": "4", "poll 1 answers": "P 3/4; 4S 1/3"})
    add(page, draft, "findings", question="weights")
    fill(
        page,
        {
            "judgement 1 answer": "65% 3S= by S; 35% 3S-1 by S",
            "judgement 1 by": "committee",
            "judgement 1 grounds": "the hearts",
        },
    )
    add(page, draft, "findings", question="infraction")
    fill(page, {"judgement 2 incident": "slow-raise", "judgement 2 answer": "true"})
    no_faults(page)
    reader.shot(f"hearing-findings-{reader.language}")
    add(page, draft, "rulings")
    fill(
        page,
        {
            "ruling 1 body": "director", "ruling 1 kind": "weighted", "ruling 1 given": "2022-10-15T23:10",
            "ruling 1 ns": "60% 3S= by S; 40% 3S-1 by S", "ruling 1 clauses": "2017:16B1a, 2017:12C1c", "ruling 1 grounds": "slow",
        },
    )  # fmt: skip
    no_faults(page)
    reader.shot(f"hearing-ruling-{reader.language}")
    page.goto(f"{draft}/appeal")
    fill(
        page,
        {
            "appeal by": "NS", "appeal lodged": "2022-10-15T23:20", "appeal score_posted": "2022-10-15T23:05",
            "appeal consent": "true", "appeal deposit": "50", "appeal asks": "The score at the table.",
        },
    )  # fmt: skip
    no_faults(page)
    text = text_of(served, page, draft)
    assert problems_of(text.encode()) == ()
    tree = parse_toml(text)
    assert tree["poll"][0]["answers"] == [
        {"action": "P", "considered": 4, "chosen": 3}, {"action": "4S", "considered": 3, "chosen": 1},
    ]  # fmt: skip
    assert tree["judgement"][0]["answer"][0] == {"result": "3S= by S", "weight": "65%"}
    assert tree["judgement"][1]["answer"] is True
    assert tree["ruling"][0]["given"].isoformat() == "2022-10-15T23:10:00"
    assert tree["ruling"][0]["clauses"] == ["2017:16B1a", "2017:12C1c"]
    assert tree["appeal"]["consent"] is True
    page.goto(f"{draft}/rulings")
    expect(page.locator('[name="ruling 1 ns"]')).to_have_value("60% 3S= by S; 40% 3S-1 by S")
    with page.expect_navigation():
        page.locator("button[name=drop]").click()
    assert "ruling" not in parse_toml(text_of(served, page, draft))


ERRED = {"en": "Which side erred", "it": "Quale linea ha sbagliato", "ro": "Ce axă a greșit"}


@IN_ROMANIAN
def test_the_innocent_side_s_own_error_has_a_form(reader, served):
    page = reader.page
    draft = begin(page, CASE)  # South acted on North's slow raise
    add(page, draft, "errors")
    expect(page.locator("#entry-1")).to_contain_text(ERRED[reader.language])
    expect(page.locator('[name="error 1 side"]')).to_have_value("EW")
    page.select_option('[name="error 1 finding"]', "wild-or-gambling")
    page.fill('[name="error 1 without"]', "50% 4S-1 by S; 50% 4S= by S")
    page.locator('[name="error 1 without"]').blur()
    expect(page.locator("#live .warn")).to_have_count(0)
    expect(answered(page).locator("#live")).not_to_be_empty()
    no_faults(page)
    reader.shot(f"hearing-error-{reader.language}")
    text = text_of(served, page, draft)
    assert problems_of(text.encode()) == ()
    assert parse_toml(text)["error"] == [
        {
            "side": "EW",
            "finding": "wild-or-gambling",
            "without": [{"result": "4S-1 by S", "weight": "50%"}, {"result": "4S= by S", "weight": "50%"}],
        }
    ]
