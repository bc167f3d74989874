"""The pages for a phone: their mechanical rulings are those of the program on every case of those kinds it carries."""

import functools
import http.server
import json
import threading

import pytest

from analyser import laws
from analyser.bridge import PASS
from analyser.casefile import ExposedCard, IrregularCall, LeadOutOfTurn, case_of
from analyser.estimates.services import Services
from analyser.report.page_voice import TextVoice
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds import KINDS
from analyser.ruling.kinds.calls import heard
from analyser.ruling.kinds.comparable import compared
from analyser.ruling.kinds.rectification import Step
from analyser.web import offline_rulings
from analyser.web.offline_calculator import app_files, pocket
from tests.support import ROOT, golden_rows
from tests.web.conftest import VIEWPORTS, shot

YEARS = ("1997", "2007", "2017")
FOLDERS = ("laws", "kinds", "vignettes", "reported", "past")
BY_THE_AUCTION = {f"rectify.{Step.BREACH_STANDS}", f"rectify.{Step.BREACH_CANCELLED}"}
HONOURS = "AKQJT"
VOICE = TextVoice("en", signs=True)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def phone(browser, tmp_path_factory):
    place = tmp_path_factory.mktemp("offline") / "pocket.html"
    place.write_text(pocket(), encoding="utf-8")
    width, height = VIEWPORTS["phone"]
    context = browser.new_context(viewport={"width": width, "height": height}, offline=True)
    page = context.new_page()
    faults = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.goto(place.as_uri())
    yield page
    context.close()
    assert faults == []


def yes_no(value):
    return "-" if value is None else "y" if value else "n"


def place_of(seat, offender):
    return "-" if seat is None else str((seat - offender) & 3)


def side_of(seat, offender):
    return "-" if seat is None else str((seat - offender) & 1)


def sort_of(call):
    return "-" if call is None else "pass" if call == PASS else "bid" if call.is_bid else "double"


def suits(chosen):
    return "".join(letter for letter in "SHDC" if letter in {str(suit) for suit in chosen}) or "0"


def of_call(case, incident, law, context):
    """What a director at the table knows of an irregular call, as the page asks it."""
    facts, _ = compared(case, incident, heard(case, incident), law, context.dice(incident))
    told = {**dict(incident), **{name: getattr(facts, name) for name in type(facts).__slots__}}
    replacement = sort_of(facts.replacement)
    if replacement == "bid":
        same = facts.call is not None and facts.replacement.strain is facts.call.strain
        replacement = (
            "lowest"
            if facts.lowest_same
            else "again"
            if facts.sufficient is False
            else "same"
            if same
            else "other"
        )
    answers = {
        name: yes_no(value) for name, value in told.items() if value is None or isinstance(value, bool)
    }
    answers |= {
        "irregularity": incident.irregularity,
        "partner_has_called": yes_no(facts.partner_called),
        "call": sort_of(facts.call),
        "replacement": replacement,
        "turn": place_of(facts.turn, facts.offender),
        "declarer": side_of(facts.declarer, facts.offender),
        "suits_again": "-" if facts.suits_again is None else suits(facts.suits_again),
    }
    if facts.suits is not None and (not facts.suits or facts.suits_again is not None):
        left = set(facts.suits) - set(facts.suits_again or ())
        answers["suits"] = suits(left) if facts.suits else "none"
    return answers, {}


def of_lead(case, incident, *_):
    answers = {name: yes_no(value) for name, value in incident if value is None or isinstance(value, bool)}
    trick = incident.trick
    answers["trick"] = "-" if trick is None else str(trick) if trick in (1, 13) else "2-12"
    answers["turn"] = place_of(incident.turn, incident.offender)
    answers["declarer"] = place_of(case.declarer, incident.offender)
    answers["card"] = "-" if incident.card is None else str(incident.card.suit)
    return answers, {} if incident.card is None else {"first": VOICE.told(incident.card)}


def of_cards(case, incident, *_):
    answers = {name: yes_no(value) for name, value in incident if value is None or isinstance(value, bool)}
    cards, lying = [str(card) for card in incident.cards], incident.on_table or ()
    answers |= {
        "during": incident.during,
        "declarer": side_of(case.declarer, incident.offender),
        "on_table": str(lying[0].suit) if lying else "0",
        "instead": "0" if incident.instead is None else "card",
        "cards": cards[0][0] + ("h" if cards[0][1] in HONOURS else "l")
        if len(cards) == 1
        else "".join(sorted((card[0] for card in cards), key="SHDC".index)),
    }
    meant = dict(zip(("first", "second"), map(VOICE.told, incident.cards), strict=False))
    if lying:
        meant["on_table"] = VOICE.told(lying[0])
    if incident.instead is not None:
        meant["instead"] = VOICE.told(incident.instead)
    return answers, meant


ASKED = {IrregularCall: of_call, LeadOutOfTurn: of_lead, ExposedCard: of_cards}


def worded(findings):
    return [
        [str(VOICE.sentence(finding)), ", ".join(map(VOICE.clause, finding.clauses))]
        for finding in findings
        if finding.code not in BY_THE_AUCTION
    ]


def rows():
    """Every bundled incident of these kinds, under each edition; screens are the program's."""
    for path in sorted(path for name in FOLDERS for path in (ROOT / "cases" / name).glob("*.toml")):
        case = case_of(path.read_bytes())
        for incident in case.incident:
            if type(incident) in ASKED and not case.event.screens:
                yield path.stem, case, incident


def test_the_page_answers_every_bundled_case_as_the_program_does(phone):
    asked, expected = [], []
    for name, case, incident in rows():
        for year in YEARS:
            law = laws.resolve(case.event.date, "WBF", year)
            context = RulingContext.of(case, law, Services())
            answers, cards = ASKED[type(incident)](case, incident, law, context)
            answers |= {key: "n" for key in offline_rulings.NO_UNLESS_TOLD if answers.get(key) == "-"}
            ruled = KINDS[incident.kind](context, incident).rectification
            asked.append([str(incident.kind), year, answers, int(incident.offender), cards])
            expected.append([name, year, worded(ruled.due), worded(ruled.options)])
    told = phone.evaluate(
        """rows => rows.map(([kind, year, answers, offender, cards]) => {
          const { question, end } = walk(kind, year, answers);
          return end ? [sentencesOf(end[0], offender, cards), sentencesOf(end[1], offender, cards)] : String(question && question[0]);
        })""",
        asked,
    )
    differing = [
        (wanted, said, row[2])
        for wanted, said, row in zip(expected, told, asked, strict=True)
        if wanted[2:] != said
    ]
    assert differing == [], f"{len(differing)} of {len(expected)}"
    assert len(expected) > 150


EXCEPTIONS = {
    "": "0",
    "trick 12": "trick-twelve",
    "next deal": "next-deal",
    "penalty card or card of dummy": "penalty-card-or-card-of-dummy",
    "both sides": "both-sides-revoked",
}


@pytest.mark.parametrize("year", YEARS)
def test_every_golden_revoke_transfers_what_the_law_says(phone, year):
    for row in golden_rows("law/revoke_transfer.csv"):
        if not row[year]:
            continue
        exception = EXCEPTIONS[row["exception"]]
        if year != "2017" and exception == "penalty-card-or-card-of-dummy":
            exception = "faced-card"  # 64B3 spoke of any card faced on the table until 2017
        playable = row["one_of_them_by_offender_with_a_card_playable_to_the_revoke_trick"]
        answers = {
            "exception": exception,
            "won_by": row["revoke_trick_won_by"].split()[0],
            "later": str(min(2, int(row["later_tricks_of_offending_side"] or 0))),
            "later_by_playable": {"yes": "y", "no": "n"}.get(playable, "-"),
        }
        (said,) = phone.evaluate(
            "([year, answers]) => { const { end } = walk('revoke', year, answers); return sentencesOf(end[0], 0, {}).map(row => row[0]); }",
            [year, answers],
        )
        wanted = int(row[year])
        assert said.endswith(f"{wanted}.") if wanted else "no trick" in said.lower() or said.endswith("0."), (
            row
        )


def test_a_ruling_is_tapped_together(phone):
    phone.click("button[value=ruling]")
    phone.select_option("#r-kind", "lead-out-of-turn")
    for _ in range(12):
        if not phone.locator("#r-answer .buttons button").count():
            break
        phone.locator("#r-answer .buttons button").first.click()
    assert "Law" in phone.locator("#r-answer").inner_text()
    shot(phone, "offline-ruling-phone")
    assert phone.evaluate("document.documentElement.scrollWidth") <= VIEWPORTS["phone"][0]


def test_the_laws_are_found_by_number_and_by_words(phone):
    phone.click("button[value=law]")
    phone.fill("#l-ask", "27B1")
    assert phone.locator("#l-answer dt").first.inner_text().startswith("27B1")
    phone.fill("#l-ask", "comparable call")
    wanted = [provision.clause.path for provision in laws.provisions_about("comparable call", "en", "2017")]
    assert phone.locator("#l-answer dt").all_inner_texts() == wanted[:60]
    shot(phone, "offline-law-phone")
    phone.click("button[value=claim]")
    assert phone.locator("#c-answer input").count() > 10
    shot(phone, "offline-claim-phone")


def test_the_app_works_without_the_network_once_it_was_opened(browser, tmp_path):
    for name, text in app_files().items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert json.loads((tmp_path / "app.webmanifest").read_text())["start_url"] == "index.html"
    quiet = type("Quiet", (http.server.SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    handler = functools.partial(quiet, directory=str(tmp_path))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.server_port}/index.html")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    server.shutdown()
    server.server_close()
    page.reload()
    assert page.locator("h1").first.inner_text() == "Score calculator"
    context.close()
