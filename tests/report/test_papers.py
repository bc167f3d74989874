"""The casebook, the appeal form, the written decision and the scorer's lines hold what their readers look for."""

import csv
import io
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from analyser.bridge import Seat
from analyser.casefile import case_of
from analyser.cli import rulings
from analyser.errors import CaseError, UsageError
from analyser.estimates.services import Services
from analyser.formats.cells import harmless
from analyser.laws import Clause
from analyser.laws.values import path_of
from analyser.report import LANGUAGES, markdown
from analyser.report.html import render_html
from analyser.report.record import appeal_form, casebook, decision
from analyser.report.scorer import HEAD, scorer_csv, scorer_lines
from analyser.ruling import Finding, FindingClass
from analyser.ruling.rule import rule
from tests.report.rich import CASE, case_from, rich
from tests.report.test_html import HOSTILE
from tests.support import GOLDEN, ROOT
from tests.support.every import each_row
from tests.support.html_page import HtmlPage

PAPERS = {
    "casebook": lambda ruling, language: casebook([ruling, ruling], language),
    "form": appeal_form,
    "decision": decision,
}


@pytest.mark.parametrize(
    "paper, expected",
    [
        (
            "casebook",
            [
                "2 cases",
                "Subject: unauthorised information",
                "Facts at the table",
                "Established away from the table",
            ],
        ),
        ("casebook", ["Index by law", "Law 16B1(a) (2017)", "Index by kind", "1, 2", "A dissenting opinion"]),
        ("form", ["Appeal form", "3 · The director's ruling", "60 % 3♠+1 by S", "Laws cited", "Law 16B1(a)"]),
        (
            "form",
            [
                "Score posted",
                "15 October 2022, 22:20",
                "Partner or captain concurs",
                "that the table result be restored",
            ],
        ),
        ("decision", ["Facts found", "Laws", "Reasons", "one of three would have let the game stand"]),
        ("decision", ["Merit and deposit", "Penalties (apart from the score)", "a warning to North-South"]),
    ],
)
def test_a_paper_holds_what_its_readers_look_for(paper, expected):
    text = HtmlPage(PAPERS[paper](rich(), "en")).text
    assert [part for part in expected if part not in text] == []


def test_a_casebook_begins_with_every_ruling_s_scores_and_grade():
    ruling = rich()
    contents = HtmlPage(casebook([ruling])).text.partition("Index by law")[0]
    assert "Of one ruling laid beside our own analysis: outside our 90 % range: 1." in contents
    assert contents.split("The ruling is")[1].endswith("−0.4 IMPs−1.717 IMPsoutside our 90 % range ")


def test_a_casebook_s_contents_give_the_result_or_the_finding():
    """A claim in an event of unknown form: the director's ten tricks and ours; a pause nobody estimated, result standing."""
    names = ("nbb-ezine-2024-3-claim", "acbl-2014s-n1")
    book = casebook(
        [rule(case_of((ROOT / "cases" / "past" / f"{name}.toml").read_bytes())) for name in names]
    )
    rows = re.findall(r"<tr>(.*?)</tr>", book[book.index("<tbody>") : book.index("</tbody>")], re.DOTALL)
    cells = [
        [HtmlPage(cell).text for cell in re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)] for row in rows
    ]
    assert [row[3:5] for row in cells] == [
        ["10 tricks to declarer", "4♥= by S"],
        ["the table result stands", "cannot be decided"],
    ]
    assert book.count("tricks to declarer") == 2  # in the contents and once in the entry


def test_computed_findings_are_no_table_facts_in_a_casebook():
    ruling = rich()
    finding = Finding.from_code(
        "outcomes.table-tricks", kind=FindingClass.FACT, tricks=10, strain="S", declarer=Seat.S
    )
    text = casebook([replace(ruling, findings=(*ruling.findings, finding))])
    told, _, second_opinion = text.partition("Second opinion")
    assert "At the table South took 10 tricks" not in told
    assert "At the table South took 10 tricks" in second_opinion


@each_row("language", LANGUAGES)
@each_row("paper", PAPERS)
def test_a_paper_believes_nothing_written_in_the_case(paper, language):
    hostile = CASE.replace('"A slow raise, then game"', f"'{HOSTILE}'").replace(
        '"the hand is worth game"', f"'{HOSTILE}'"
    )
    page = HtmlPage(PAPERS[paper](rich(hostile), language))
    assert not {tag for tag, _ in page.tags} & {"script", "img"}
    assert HOSTILE in "".join(page.words)
    assert page.open == []


@pytest.mark.parametrize("paper", PAPERS)
def test_a_paper_names_nobody_unless_asked(paper):
    assert "Player One" not in PAPERS[paper](rich(), "en")


def test_the_index_leads_to_the_cases():
    page = HtmlPage(casebook([rich(), rich()]))
    places = {attributes["id"] for _, attributes in page.tags if "id" in attributes}
    assert {"case-1", "case-2"} <= places
    assert {a["href"][1:] for tag, a in page.tags if tag == "a"} <= places


def test_a_bare_calculation_is_no_case_for_a_book():
    with pytest.raises(CaseError, match="no case to print"):
        decision(replace(rich(), case=None))


UNRULED = CASE[: CASE.index("[[ruling]]")] + CASE[CASE.index("[appeal]") :]


def test_the_scorer_gets_what_was_ruled_not_our_analysis():
    assert scorer_lines(rich()).splitlines() == [
        "The director ruled:",
        "Board 3, North-South: 60 % 3S+1 by S, 40 % 3S= by S = −0.4 IMPs",
        "Board 3, East-West: 60 % 3S+1 by S, 40 % 3S= by S = +0.4 IMPs",
    ]
    rows = list(csv.DictReader(io.StringIO(scorer_csv(rich()))))
    assert {row["by"] for row in rows} == {"director"}
    assert {row["score"] for row in rows} == {"-0.4", "0.4"}


def test_the_slip_of_a_standing_result_says_so_without_score():
    """The committee let the table result stand; nothing is known to compare it with."""
    case = case_of((ROOT / "cases" / "past" / "dbf-14-mak-5.toml").read_bytes())
    lines = scorer_lines(rule(case, services=Services()))
    assert lines == "The committee ruled:\nBoard 10: the table result stands\n"


def test_where_nobody_ruled_the_scorer_gets_a_proposal():
    lines = scorer_lines(rich(UNRULED)).splitlines()
    assert lines[0].startswith("PROPOSAL")
    assert lines[1:] == [
        "Board 3, North-South: 40 % 3S+1 by S, 33.33 % 3S= by S, 26.67 % 3S-1 by S = −1.717 IMPs",
        "Board 3, East-West: 40 % 3S+1 by S, 33.33 % 3S= by S, 26.67 % 3S-1 by S = +1.717 IMPs",
    ]
    rows = csv.DictReader(io.StringIO(scorer_csv(rich(UNRULED))))
    assert {row["by"] for row in rows} == {"PROPOSAL"}


@pytest.mark.parametrize("paper", ["form", "decision", "casebook"])
def test_a_paper_separates_the_body_s_ruling_from_second_opinions(paper):
    ruled, unruled = (HtmlPage(PAPERS[paper](rich(text), "en")).text for text in (CASE, UNRULED))
    own, _, analysis = ruled.partition("Second opinion")
    assert "the pause suggested bidding on" in own
    assert "−1.717" in analysis
    assert paper == "casebook" or "−1.717" not in own
    assert "PROPOSAL" not in ruled
    assert "PROPOSAL" in unruled


def test_the_reasons_of_a_decision_are_those_of_the_body():
    written = decision(rich())
    reasons = written[written.index("<h2>Reasons") : written.index("<h2>Score")]
    assert re.sub(r"<[^>]+>", " ", reasons).split() == [
        "Reasons",
        "the",
        "pause",
        "suggested",
        "bidding",
        "on",
    ]


def test_nothing_is_typed_for_a_score_that_is_not_decided():
    undecided = replace(rich(UNRULED), adjusted=None)
    assert "cannot be decided" in scorer_lines(undecided)
    assert scorer_csv(undecided).splitlines() == [",".join(HEAD)]


def test_the_rows_of_a_side_fill_the_whole():
    rows = list(csv.DictReader(io.StringIO(scorer_csv(rich()))))
    for side in ("NS", "EW"):
        assert sum(Fraction(row["weight"]) for row in rows if row["side"] == side) == 1


@pytest.mark.parametrize("name", ["=1+1", "+480x", "-57/20", "@SUM(A1)", "\t=1", "\r=1", "\x00=1"])
def test_no_cell_can_be_taken_for_a_formula(name):
    cell = harmless(name)
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r", "\x00"))
    hostile = replace(rich(), case=case_from(CASE, "x"))
    for row in csv.reader(io.StringIO(scorer_csv(hostile))):
        for text in row:
            assert not text.startswith(("=", "+", "@"))


def test_a_folder_becomes_a_book_naming_bad_cases_left_out(tmp_path, capsys):
    good = GOLDEN / "cases" / "good"
    for name in ("mi-lead-imps.toml", "ui-2007-edition.toml"):
        (tmp_path / name).write_bytes((good / name).read_bytes())
    (tmp_path / "bad.toml").write_text("schema = 2\n")
    book = tmp_path / "book.html"
    assert rulings.casebook(tmp_path, html=book, lang="it", no_estimate=True) == 1
    text = HtmlPage(book.read_text("utf-8")).text
    assert "2 casi" in text
    assert text.index("ui-2007-edition") < text.index("mi-lead-imps")
    assert "bad.toml" in capsys.readouterr().err


def test_a_book_needs_a_place_and_cases(tmp_path):
    with pytest.raises(UsageError, match="nowhere"):
        rulings.casebook(tmp_path)
    with pytest.raises(CaseError, match="no case files"):
        rulings.casebook(tmp_path, html=tmp_path / "x.html")


def test_the_index_follows_the_law_book_and_kinds_by_name():
    """12 before 16 before 75 whatever the edition, the editions of one address side by side; kinds by the alphabet."""
    files = ("kinds/slow-pass-over-game", "kinds/revoke", "kinds/slow-invitation-teams-2007", "kinds/claim")
    rulings = [rule(case_of((ROOT / "cases" / f"{name}.toml").read_bytes())) for name in files]
    for language in LANGUAGES:
        page = casebook(rulings, language)
        law, kind = page.split('id="by-law"')[1].split('id="by-kind"')
        rows = [
            (clause, edition) for clause, edition in re.findall(r"<dt>\D*([0-9A-Z()a-z]+) \((\d{4})\)", law)
        ]
        order = [(Clause("0000", path_of(clause)), edition) for clause, edition in rows]
        assert len(rows) > 5
        assert order == sorted(order)
        kinds = re.findall(r"<dt>([^<]+)</dt>", kind)
        assert kinds == sorted(kinds)
        assert len(kinds) == 3


def test_an_entry_has_table_ruling_then_appeal_then_its_decision():
    first = CASE[CASE.index("[[ruling]]") : CASE.index("[appeal]")]
    later = '[[ruling]]\nby = "B"\nbody = "committee"\nkind = "result-stands"\n'
    text = CASE.replace(first, first + later)
    entry = casebook([rule(case_of(text.encode()))]).split('id="case-1"')[1]
    places = [
        entry.index(f"<h3>{words}") for words in ("The director", "The appeal", "The decision on appeal")
    ]
    assert places == sorted(places)


def test_the_form_has_the_appealed_ruling_first_its_decision_apart():
    first = CASE[CASE.index("[[ruling]]") : CASE.index("[appeal]")]
    later = (
        '[[ruling]]\nby = "B"\nbody = "committee"\nkind = "result-stands"\ngrounds = "too short a pause"\n'
    )
    form = appeal_form(rule(case_of(CASE.replace(first, first + later).encode())))
    appealed, _, decided = form.partition("<h2>6 · ")
    assert "the pause suggested bidding on" in appealed
    assert "too short a pause" not in appealed
    assert "too short a pause" in decided.partition("Second opinion")[0]


def test_a_decision_gives_its_grounds_and_its_laws_once():
    own = HtmlPage(decision(rich())).text.partition("Second opinion")[0]
    assert own.count("the pause suggested bidding on") == 1
    assert own.partition("Laws")[2].count("16B1(a)") == 1


def test_the_form_leaves_room_for_what_the_case_lacks():
    form = appeal_form(rule(case_of(CASE.encode())))
    head = form[form.index("sheet-head") : form.index("</dl>", form.index("sheet-head"))]
    assert "Player One" not in head
    assert head.count('class="blank"') >= 6
    named = appeal_form(rule(case_of(CASE.encode())), names=True)
    assert "Player One" in named[named.index("sheet-head") : named.index("</dl>", named.index("sheet-head"))]


def test_what_a_review_says_is_no_fact_of_the_case():
    finding = Finding.from_code("review.no-figures", kind=FindingClass.FACT)
    written = decision(replace(rich(), findings=(finding,)))
    facts = written[written.index("Facts found") : written.index("<h2>Laws")]
    assert "no figures" not in facts


def test_a_decision_without_clauses_leaves_room_for_them():
    written = decision(rich(CASE.replace('clauses = ["2017:16B1a"]\n', "")))
    law = written[written.index("<h2>Laws") : written.index("<h2>Reasons")]
    assert 'class="lines"' in law


def test_what_the_case_assumes_is_printed_as_an_assumption():
    """`[source] notes` says what was assumed and what is missing: nobody may read the ruling without it."""
    notes = "Only the year is known: 1 July stands for the day. <b>Vulnerability</b> not stated."
    text = (ROOT / "cases" / "kinds" / "penalty.toml").read_text(encoding="utf-8")
    case = case_of(re.sub(r"(?m)^notes = .*$", f'notes = "{notes}"', text).encode())
    ruling = rule(case)
    assumed = {
        "en": "Assumed or missing, as the case says",
        "it": "Presunto o mancante, secondo il caso",
        "ro": "Presupus sau lipsă, după cum spune cazul",
    }
    for language in LANGUAGES:
        for page in (render_html, appeal_form, decision):
            written = page(ruling, language)
            assert assumed[language] in written, (language, page)
            assert "Only the year is known: 1 July stands for the day." in written
            assert "&lt;b&gt;Vulnerability&lt;/b&gt; not stated." in written
        written = markdown(ruling, language)
        assert assumed[language] in written
        assert "&lt;b&gt;Vulnerability&lt;/b&gt; not stated." in written
    bare = rule(case_of(re.sub(r"(?m)^notes = .*$", "", text).encode()))
    assert assumed["en"] not in render_html(bare, "en") + decision(bare, "en") + markdown(bare, "en")
