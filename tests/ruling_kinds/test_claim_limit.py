"""A search that reached its limit awards nothing: bounds that hold the answer, and what to state (70A, 70D1)."""

import re
from dataclasses import replace

import pytest

from analyser import laws
from analyser.audit.verdict import review
from analyser.bridge import Suit
from analyser.casefile import case_of
from analyser.estimates.services import Services
from analyser.messages import LANGUAGES
from analyser.report import markdown
from analyser.report.html import render_html
from analyser.report.record import appeal_form, casebook, decision
from analyser.report.ruling_json import as_document
from analyser.report.scorer import scorer_lines
from analyser.ruling import RulingRequest
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds.claim import Rules, adjudicate, adjudication, explanation, find, prices_for
from analyser.ruling.kinds.claim import certain_tricks as certain
from analyser.ruling.kinds.claim.explanation import question_of
from analyser.ruling.kinds.claim.reading import facts_of
from analyser.ruling.rule import rule
from tests.support import GOLDEN, ROOT
from tests.support.every import each_row

STOPPED = ROOT / "cases" / "past" / "ebu-2011-claim-6n.toml"  # all thirteen claimed at the opening lead
LIMITS = (0, 3, 20, 100, 400)
LAW_2017 = Rules()


def facts(path):
    case = case_of(path.read_bytes())
    return facts_of(case, case.incident[0], prices_for(None))


@each_row(
    "path",
    sorted([*(ROOT / "cases/claims").glob("*.toml"), *(GOLDEN / "claims").glob("*.toml")]),
    ids=lambda path: path.stem,
)
def test_the_bounds_of_a_stopped_search_hold_the_answer(path):
    """Whatever the limit, the tricks due lie between the bounds; a single number left is the answer itself."""
    claimed = facts(path)
    adjudication = adjudicate(claimed, LAW_2017)
    assert adjudication.tricks is not None
    for work in LIMITS:
        found = adjudicate(claimed, LAW_2017, work=work)
        assert found.at_least <= adjudication.tricks <= found.at_most, work
        assert found.tricks in (None, adjudication.tricks)
        assert (found.tricks is None) is (found.at_least < found.at_most)


AWARDS = (
    "claim.awarded",
    "claim.concession",
    "claim.agreement-withdrawn",
    "claim.no-normal-line-loses",
    "claim.saved-by",
)
BOUNDED = [
    (path, year)
    for path in sorted([*(ROOT / "cases/claims").glob("*.toml"), *(GOLDEN / "claims").glob("*.toml")])
    for year in (
        ("1997", "2007", "2017") if path.stem.startswith(("agreed", "conceded", "claim-conc")) else ("2017",)
    )
]


def found_by(path, year):
    case = case_of(path.read_bytes())
    law = laws.resolve(case.event.date, case.event.authority or "WBF", year)
    return find(RulingContext.from_case(case, law, Services()), case.incident[0])


def test_no_kind_of_claim_is_awarded_tricks_at_the_limit(monkeypatch):
    """Claims, concessions, agreements withdrawn, each edition: nothing but bounds that hold the answer, and what to state."""
    answers = {row: found_by(*row) for row in BOUNDED}
    for room, name in (
        (adjudication, "WORK"),
        (adjudication, "SOLVED"),
        (explanation, "SOLVED"),
        (certain, "LIMIT"),
    ):
        monkeypatch.setattr(room, name, 2)
    count = 0
    for row, answer in answers.items():
        limited, label = found_by(*row), f"{row[0].stem} {row[1]}"
        if limited.claim.tricks is not None:
            assert limited.claim.tricks == answer.claim.tricks, label
            continue
        count += 1
        assert limited.claim.at_least <= answer.claim.tricks <= limited.claim.at_most, label
        assert limited.tricks is None, label
        assert not [code for code in (f.code for f in limited.findings) if code.startswith(AWARDS)], label
        assert "claim.search-stopped" in {f.code for f in limited.findings}, label
        assert {f.code for f in limited.warnings} & {"claim.order-asked", "claim.line-asked"}, label
    assert count > 20


def test_a_line_outside_an_unread_statement_proves_nothing():
    """A statement in words may exclude the line found: only what could be won with all hands seen is a bound."""
    claimed = replace(facts(STOPPED), unread=False)
    silent, spoken = (
        adjudicate(replace(claimed, unread=unread), LAW_2017, best=11, work=9_000) for unread in (False, True)
    )
    assert silent.at_most < spoken.at_most == 11
    assert silent.line
    assert not spoken.line


def test_what_is_asked_depends_on_what_was_stated():
    claimed = facts(STOPPED)
    assert question_of(claimed).arguments["keys"] == ("incident order", "incident towards")
    assert question_of(replace(claimed, order=(Suit.CLUBS,))).code == "claim.line-asked"


@pytest.fixture(scope="module")
def stopped(solver):
    text = STOPPED.read_text().replace('authority = "EBU"\n', 'authority = "EBU"\nform = "imps"\n')
    case = case_of(text.replace("[table]\n", "[comparison]\nother_room = 100\n\n[table]\n").encode())
    return review(case, RulingRequest(), Services(tricks=solver))


def test_nothing_is_awarded_where_two_bodies_gave_nine(stopped):
    """Director and committee gave nine; the program gave six, by a line the statement does not hold."""
    claim = stopped.incidents[0].claim
    assert claim.tricks is None
    assert claim.at_least <= 9 <= claim.at_most
    assert stopped.adjusted is None
    assert not stopped.outcomes
    assert [warning.code for warning in stopped.warnings] == ["claim.order-asked"]
    assert stopped.review.verdict == "cannot-tell"


def test_the_document_gives_null_with_the_bounds(stopped):
    document = as_document(stopped)
    claim = document["incidents"][0]["claim"]
    assert claim["tricks"] is None
    assert 0 <= claim["at_least"] <= 9 <= claim["at_most"] <= 11
    assert claim["losing_line"] == []
    assert document["adjusted"] is None
    assert any("incident order" in warning or "order" in warning for warning in document["warnings"])


def test_an_answered_claim_keeps_its_document():
    case = case_of((GOLDEN / "claims/claim-all-top.toml").read_bytes())
    claim = as_document(rule(case, RulingRequest(), Services()))["incidents"][0]["claim"]
    assert claim["tricks"] == 3
    assert not {"at_least", "at_most"} & set(claim)


PAPERS = (render_html, markdown, scorer_lines, appeal_form, decision, lambda r, lang: casebook([r], lang))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_paper_awards_tricks_the_search_did_not_find(stopped, language):
    for paper in PAPERS:
        text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", str(paper(stopped, language))))
        assert not re.search(r"6NT-\d|6NT−\d|6SA-\d|6FA-\d", text.split("9")[0]), paper
        assert not re.search(r"(least|most|almeno|massimo|puțin|mult|:) None\b", text), paper
    page = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", render_html(stopped, language)))
    least = stopped.incidents[0].claim.at_least
    assert {"en": f"at least {least}", "it": f"almeno {least}", "ro": f"cel puțin {least}"}[language] in page


def test_a_person_finds_the_tricks_all_the_same(solver):
    judged = '\n[[judgement]]\nincident = "claim"\nquestion = "tricks"\nanswer = 9\nby = "committee"\n'
    case = case_of((STOPPED.read_text() + judged).encode())
    ruling = rule(case, RulingRequest(), Services(tricks=solver))
    assert (ruling.adjusted.tricks, ruling.incidents[0].claim.tricks) == (9, 9)
    assert [finding.code for finding in ruling.findings if finding.code.startswith("claim")] == [
        "claim.tricks-found"
    ]
