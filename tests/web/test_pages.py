"""The pages asked for without a browser: drafts of others, wrong words, files to keep, the command that opens them."""

import hashlib
import re
import socket
import subprocess
import sys
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from unittest import mock

import pytest

from analyser import resources
from analyser.casefile import IncidentKind, problems_of
from analyser.casefile.templates import template
from analyser.report.page_voice import TextVoice
from analyser.web import __main__ as front
from analyser.web.edit import parse_toml
from tests.support import GOLDEN, ROOT
from tests.support.every import each_row
from tests.web.visits import Visit, app_in, hidden

PARTS = (
    "", "/event", "/board", "/auction", "/remarks", "/incident", "/comparison", "/text", "/versions", "/precedents",
    "/case.toml",
)  # fmt: skip


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return app_in(tmp_path_factory.mktemp("web"))


@pytest.fixture
def visit(app):
    return Visit(app)


def drafted(visit, text):
    """The address of a new draft made of a text."""
    return visit.send("/new", {"source": text}).headers["location"]


def toml_of(visit, draft):
    return visit.get(f"{draft}/case.toml").text


@each_row("kind", IncidentKind)
def test_saving_what_was_not_changed_changes_no_byte(visit, kind):
    """Every field goes out as text and comes back: what nobody touched keeps its bytes, comments and all."""
    text = template(kind)
    draft = drafted(visit, text)
    for part in ("/event", "/comparison", "/auction", "/incident", "/remarks", "/board"):
        page = visit.get(draft + part).text
        assert visit.send(draft + part, fields_in(page)).status_code == 303
        assert toml_of(visit, draft) == text, part


class Fields(HTMLParser):
    """The fields of the forms of a page, as a browser would send them back."""

    def __init__(self, page):
        super().__init__()
        self.found, self.area, self.chosen = {}, None, None
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        told = dict(attributes)
        name, kind = told.get("name"), told.get("type")
        if tag == "input" and kind == "radio":
            if "checked" in told and " " in name:  # a choice of a case's value, not of what to begin
                self.found[name] = told["value"]
        elif tag == "input" and kind == "checkbox" and "checked" in told and " " in name:
            ticked = self.found.get(name, ())
            self.found[name] = [*([ticked] if isinstance(ticked, str) else ticked), told["value"]]
        elif tag == "input" and name and kind not in {"checkbox", "file"}:
            self.found[name] = told.get("value", "")
        elif tag == "select":
            self.chosen = name
            self.found.setdefault(name, "")  # beside a call that is tapped it says nothing
        elif tag == "option" and self.chosen and "selected" in told:
            self.found[self.chosen] = told["value"]
        elif tag == "textarea":
            self.area, self.found[name] = name, ""

    def handle_endtag(self, tag):
        if tag == "select":
            self.chosen = None
        elif tag == "textarea":
            self.found[self.area] = self.found[self.area].removeprefix("\n")
            self.area = None

    def handle_data(self, data):
        if self.area:
            self.found[self.area] += data


def fields_in(page):
    """Those of the form that saves typed values."""
    return {n: v for n, v in Fields(page).found.items() if n not in {"seat", "typed", "token"}}


def test_a_draft_of_another_is_not_there_in_any_part(app, visit):
    draft = drafted(visit, resources.text("cases/kinds/revoke.toml"))
    other = Visit(app)
    for part in PARTS:
        assert visit.get(draft + part).status_code == 200
        assert other.get(draft + part).status_code == 404
    for part in (
        "/event",
        "/board",
        "/auction",
        "/remarks",
        "/incident",
        "/text",
        "/delete",
        "/resolve",
        "/versions",
    ):
        fields = {"version": "1", "toml": "x", "changes": "{}", "sure": "1", "back": "1", "since": "1"}
        assert other.send(draft + part, fields).status_code == 404


def test_the_file_can_be_downloaded_at_every_step_even_incomplete(visit):
    draft = drafted(visit, "")
    assert toml_of(visit, draft).startswith("schema = 1")
    text = "this is [not TOML"
    assert visit.send(f"{draft}/text", {"version": "1", "toml": text}).status_code == 303
    assert toml_of(visit, draft) == text
    assert visit.follow(visit.get(draft)).status_code == 200  # only the text can be mended now
    for part in ("/event", "/auction", "/incident", "/board", "/remarks"):
        assert visit.get(draft + part).status_code == 200


@each_row("name", sorted(path.name for path in (GOLDEN / "cases" / "bad").glob("*.toml")))
def test_every_problem_that_check_finds_is_on_the_page(visit, name):
    data = (GOLDEN / "cases" / "bad" / name).read_bytes()
    problems = problems_of(data)
    draft = drafted(visit, "schema = 1\n")
    visit.send(f"{draft}/text", {"version": "1", "toml": data.decode()})
    page = visit.get(f"{draft}/text").text
    assert page.count('class="problem"') == len(problems)


def test_a_viewer_s_link_or_a_file_begins_a_case(visit):
    link = "https://www.bridgebase.com/tools/handviewer.html?s=SAQT94HK3DK84CJ75&w=SJ6HQT942DA93CKT3&n=SK832HA7DQT62CQ84&e=S75HJ865DJ75CA962&d=s&v=e&b=3&a=1SP3SP4SPPP"
    tree = parse_toml(toml_of(visit, drafted(visit, link)))
    assert tree["board"]["deal"].startswith("N:K832.A7.QT62.Q84")
    pbn = '[Board "1"]\n[Dealer "N"]\n[Deal "N:K832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75 J6.QT942.A93.KT3"]\n'
    answer = visit.send("/new", {"source": ""}, files={"file": ("x.pbn", pbn.encode())})
    assert parse_toml(toml_of(visit, answer.headers["location"]))["board"]["number"] == 1


@pytest.mark.parametrize("source", ["nonsense", "[Deal", "http://example.org/", "lin=", "\x00\x01"])
def test_what_is_no_board_is_reported_and_the_paste_kept(visit, source):
    answer = visit.send("/new", {"source": source})
    assert answer.status_code in {200, 422}
    assert "problem" in answer.text


def test_what_a_record_has_beyond_understanding_is_in_the_draft(visit):
    draft = drafted(visit, '%PBN\n[Board "1"]\n[Deal "N:AAAA"]\n')
    assert "# not understood:" in toml_of(visit, draft)


def test_another_board_s_unread_parts_are_not_in_the_draft(visit):
    deal = '[Deal "N:K832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75 J6.QT942.A93.KT3"]'
    wording, other = (
        f'[Board "{number}"]\n[Dealer "{dealer}"]\n{deal}\n' for number, dealer in ((3, "S"), (8, "QQ"))
    )
    toml = [
        toml_of(
            visit,
            visit.send("/new", {"source": f"%PBN\n{wording}\n{other}", "board": place}).headers["location"],
        )
        for place in ("0", "1")
    ]
    assert ["not understood" in text for text in toml] == [False, True]


def test_conflicts_resolved_between_tabs_keep_dates_and_take_nothing_foreign(visit):
    draft = drafted(visit, "")
    visit.send(f"{draft}/event", {"version": "1", "event date": "2019-06-20"})
    page = visit.send(f"{draft}/event", {"version": "1", "event date": "2020-01-31"})
    assert page.status_code == 409
    fields = {name: hidden(page.text, name) for name in ("version", "since", "changes")}
    assert visit.send(f"{draft}/resolve", {**fields, "mine": "1"}).status_code == 303
    assert "date = 2020-01-31" in toml_of(visit, draft)
    for changes in (
        "",
        "x",
        "[kept]\n'a 1'=2\n[gone]",
        "gone=[]\n[kept]\n'schema x' = 1",
        "gone=[]\n[kept]\n'' = 1",
    ):
        version = hidden(visit.get(f"{draft}/event").text, "version")
        answer = visit.send(
            f"{draft}/resolve", {**fields, "version": version, "changes": changes, "mine": "1"}
        )
        assert answer.status_code == 400, changes


def test_a_form_whose_version_is_nonsense_is_refused(visit):
    draft = drafted(visit, "")
    assert visit.send(f"{draft}/event", {"version": "x", "title": "y"}).status_code == 400
    assert visit.send(f"{draft}/event", {"version": "99", "title": "y"}).status_code == 404


def test_a_call_that_is_not_legal_changes_nothing(visit):
    draft = drafted(visit, "")
    page = visit.get(f"{draft}/auction").text
    visit.send(f"{draft}/auction", {"version": hidden(page, "version"), "call": "XX"})
    assert "auction =" not in toml_of(visit, draft)


def test_an_earlier_version_returns_and_the_later_is_kept(visit):
    draft = drafted(visit, "")
    visit.send(f"{draft}/event", {"version": "1", "title": "Second"})
    visit.send(f"{draft}/versions", {"back": "1"})
    assert 'title = ""' in toml_of(visit, draft)
    assert visit.get(f"{draft}/versions").text.count("UTC") == 3


def test_saves_of_one_sitting_are_listed_together_and_each_returns(visit):
    draft = drafted(visit, "")
    for number, (part, place) in enumerate(
        [("event", "title"), ("event", "event name"), ("event", "title")], 1
    ):
        fields = {"version": str(number), "leaf": "page", place: f"Typed {number}"}
        assert visit.send(f"{draft}/keep/{part}", fields).status_code == 200
    visit.send(f"{draft}/keep/board", {"version": "4", "leaf": "page", "board number": "7"})
    page = visit.get(f"{draft}/versions").text
    heads = re.findall(r'<li class="split"><span>([\d–]+) · [^<]*? UTC([^<]*)</span>', page)
    assert heads == [("5", " · Board"), ("2–4", " · Event"), *((n, "") for n in "432"), ("1", "")]
    assert "Saves: 3" in page
    assert re.findall(r'name="back" value="(\d)"', page) == ["4", "4", "3", "2", "1"]
    visit.send(f"{draft}/versions", {"back": "3"})
    tree = parse_toml(toml_of(visit, draft))
    assert (tree["title"], tree["event"]["name"]) == ("Typed 1", "Typed 2")


def test_a_draft_is_deleted_only_when_it_was_said_twice(visit):
    draft = drafted(visit, "")
    assert visit.send(f"{draft}/delete").status_code == 200
    assert visit.get(draft).status_code == 200
    visit.send(f"{draft}/delete", {"sure": "1"})
    assert visit.get(draft).status_code == 404


@each_row("typed, expected", [
        ("form=imps&w=50&r=4S= by Q", {"rows": "not a seat"}),
        ("form=imps&other=5o", {"other": "not a result"}),
        ("form=vp&w=100&r=%2B480&boards=x", {"boards": "not a whole number"}),
        ("form=vp&other=5o&boards=x&w=zz&r=%2B480", {"other": "not a result", "boards": "not a whole number", "rows": "not a weight"}),
        ("form=matchpoints&tables=x&w=100&r=%2B480", {"tables": "not a whole number"}),
        ("form=butler&trim=4&w=100&r=%2B480", {}),
        ("form=matchpoints&tables=30&w=100&r=%2B480", {}),
        ("form=vp&scale=wbf-printed&w=100&r=%2B480", {}),
        ("form=imps", {}),
    ])  # fmt: skip
def test_a_field_still_empty_hides_no_fault_and_makes_none(visit, typed, expected):
    page = visit.get(f"/score/answer?{typed}").text
    slots = {
        name: text for name, text in re.findall(r'id="at-([\w-]+)"[^>]*>(.*?)</div>', page, re.DOTALL) if text
    }
    assert set(slots) == set(expected)
    for name, why in expected.items():
        assert why in slots[name]
    assert 'class="figure"' not in page


def test_only_bundled_cases_are_copied(visit):
    for name in ("cases/../pyproject.toml", "../../etc/passwd", "cases/index.toml", ""):
        assert visit.send("/cases/copy", {"case": name}).status_code == 404


@pytest.mark.parametrize(
    ("place", "kept"),
    [
        ("/score?form=vp&other=%2B500&w=65&r=%2B480&split=1", ["+500", "65", "+480"]),
        ("/peers?auction=1NT+P&c=SA&c=HK&vul=EW", ["1NT P", 'value="SA" checked', '"EW" selected']),
        ("/peers?typed=AK.Q", ['value="AK.Q"']),
        ("/cases?q=slow+limit&lang=en", ["slow limit"]),
    ],
)
def test_a_sheet_half_filled_is_still_there_in_another_language(visit, place, kept):
    links = re.findall(r'<a href="([^"]+)" lang="it"', visit.get(place).text)
    page = visit.get(unescape(links[0])).text
    assert 'lang="it"' in page.partition(">")[2].partition(">")[0]
    for text in kept:
        assert text in page


def test_the_calculator_says_what_it_lacks_and_survives_hostile_input(visit):
    assert "Required" in visit.get("/score?form=imps&w=50&r=4S= by N").text
    answer = visit.get("/score?form=<b>&w=<script>&r=<img src=x>&other='\"><svg onload=1>&split=1&nw=1&nr=2")
    assert answer.status_code == 200
    assert "<img" not in answer.text
    assert "<script>" not in answer.text


@pytest.mark.slow
def test_the_pocket_file_is_written_by_the_command(tmp_path):
    place = tmp_path / "offline_calculator.html"
    words = [sys.executable, "-m", "analyser", "web", "--export", str(place), "--lang", "it"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Calcolatore di punteggi" in place.read_text(encoding="utf-8")


def test_without_the_optional_part_its_installing_line_is_shown(capsys):
    with mock.patch.object(front, "find_spec", return_value=None):
        assert front.main([]) == 1
    assert './run setup, or pip install ".[web]"' in capsys.readouterr().err


def test_a_taken_port_is_told_with_a_remedy(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("ANALYSER_DATA", str(tmp_path))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert front.main(["--port", str(taken.getsockname()[1])]) == 1
    assert "--port" in capsys.readouterr().err


def test_the_vendored_script_is_the_released_one():
    data = resources.data("web/static/htmx-4.0.1.min.js")
    assert (
        hashlib.sha256(data).hexdigest() == "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130"
    )
    assert "Zero-Clause BSD" in resources.text("web/static/htmx-LICENSE.txt")
    assert Path(resources.location("web/templates/base.html")).is_file()


@pytest.mark.parametrize(("language", "cards"), [("en", "3 cards"), ("it", "3 carte"), ("ro", "3 cărți")])
def test_a_problem_s_card_count_suits_the_reader_s_language(visit, language, cards):
    draft = drafted(visit, 'schema = 1\nid = "short"\n\n[board]\nhands = { N = "AKQ..." }\n')
    assert f"({'<bdi>'}{cards}</bdi>)" in visit.get(f"{draft}?lang={language}").text


@pytest.mark.parametrize(("language", "step"), [("it", "Accertamenti"), ("ro", "Constatări")])
def test_versions_name_their_steps_in_the_reader_s_language(visit, language, step):
    draft = drafted(visit, 'schema = 1\nid = "short"\n\n[board]\n')
    fields = {"version": "1", "add": "1", "question": "infraction"}
    assert visit.send(f"{draft}/findings", fields).status_code == 303
    assert f"· {step}" in visit.get(f"{draft}/versions?lang={language}").text


def test_what_a_ruling_lacks_links_to_its_step_titles_translated(
    visit,
):
    visit.get("/?lang=ro")
    draft = drafted(
        visit,
        "13\nKQ84.A75.KT62.Q8 75.J864.J75.A962 AT93.K32.84.KJ75\n1NT p 2C p 2S p 4S AP\n4S= N / 620 imps",
    )
    page = visit.get(draft).text
    assert "<h1><bdi>Dona 13</bdi></h1>" in page
    assert f"{draft}/event#f-event-date" in page
    assert "[event]" not in page  # how a line of the file is written helps nobody who fills in a form


def test_an_unruled_case_s_check_list_leads_to_the_ruling(visit):
    draft = drafted(visit, 'schema = 1\nid = "short"\n\n[board]\n')
    assert f'href="{draft}/rulings"' in visit.get(f"{draft}/review").text


def test_a_list_known_to_be_empty_can_be_typed(visit):
    """A double that shows no suit: blank is not known, `none` is none, in every language."""
    text = template(IncidentKind.IRREGULAR_CALL)
    for language, word in (("en", "none"), ("it", "nessuno"), ("ro", "niciunul"), ("en", "-")):
        draft = drafted(visit, text)
        page = visit.get(f"{draft}/incident?lang={language}").text
        fields = fields_in(page) | {"incident 1 suits_again": word}
        assert visit.send(f"{draft}/incident", fields).status_code == 303
        assert parse_toml(toml_of(visit, draft))["incident"][0]["suits_again"] == []
        again = visit.get(f"{draft}/incident?lang={language}").text
        text_voice = TextVoice(language)("web.case.list-none")
        assert hidden(again, "incident 1 suits_again") == text_voice
        assert visit.send(f"{draft}/incident", fields_in(again)).status_code == 303
        assert parse_toml(toml_of(visit, draft))["incident"][0]["suits_again"] == []
        fields = fields_in(again) | {"incident 1 suits_again": ""}
        visit.send(f"{draft}/incident", fields)
        assert "suits_again" not in parse_toml(toml_of(visit, draft))["incident"][0]
    visit.get("/?lang=en")


def test_the_page_of_a_claim_shows_how_words_are_understood(visit):
    """What was said is read beside the field it is typed in; what is not understood is named, escaped."""
    text = (ROOT / "cases/reported/claim-words-ruff-first.toml").read_text()
    assert "ruffs of" in visit.get(f"{drafted(visit, text)}/incident").text
    hostile = visit.get(f"{drafted(visit, text.replace('I ruff', 'Qwert&amp; I ruff'))}/incident").text
    assert "not understood in the statement: Qwert" in hostile.lower().replace("qwert", "Qwert")
