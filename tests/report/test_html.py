"""The page holds what a ruling needs, asks nobody for anything, and believes nothing that was written in the case."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from analyser.bridge import Result
from analyser.casefile import case_of
from analyser.estimates.services import Services
from analyser.messages import LANGUAGES, message
from analyser.report.facts import disputed_variants
from analyser.report.html import render_html
from analyser.report.page_voice import PATHS
from analyser.ruling import AdjustedKind, Outcome
from analyser.ruling.rule import rule
from analyser.ruling.values import DISPUTED_FACTS
from tests.report.rich import CASE, rich
from tests.support import ROOT
from tests.support.every import each_row
from tests.support.html_page import HtmlPage

HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(2)>{{7*7}}{0.__class__}" onload="x'


@pytest.fixture(scope="module")
def whole():
    return render_html(rich())


@pytest.fixture(scope="module")
def page(whole):
    return HtmlPage(whole)


@each_row(
    "heading",
    [
        "Second opinion: the score",
        "Laws applied",
        "Facts, agreed and disputed",
        "What would change the ruling",
        "Logical alternatives",
        "What the information suggests",
        "How the board might have gone",
        "How much the score depends on what is uncertain",
        "The claim",
        "What the Laws prescribe",
        "Review of the ruling given",
        "The strongest case for the other side",
        "Annex: every line and every reason",
    ],
)
def test_a_full_ruling_shows_every_part(page, heading):
    assert heading in page.text


@each_row(
    "expected",
    [
        "A slow raise, then game",
        "Board 3",
        "dealer South",
        "East-West vulnerable",
        "North, tempo, call 3: 25 seconds",
        "disputed",
        "was South free to choose 4♠ at call 5?",
        "Table result: 4♠= by S",
        "The ruling under review lies outside our 90 % range.",
        "−1.717",
        "+1.717",
        "33.33 %",
        "100 %",
        "90 % range: North-South −3.9 to −0.4",
        "Tricks awarded to the claiming side, of those that remained: 4.",
        "Tricks transferred: 1. Further tricks to restore equity: cannot be decided.",
        "Declarer may require West to lead S at his first turn to lead.",
        "Law 16B1(a)",
        "If remark 1 is not accepted: North-South +10, East-West −10",
    ],
)
def test_the_first_page_is_enough_to_rule_from(page, expected):
    first, heading, _ = page.text.rpartition("What the information suggests")
    assert heading
    assert expected in first


def test_hashes_and_seed_stand_in_the_annex_alone(page):
    first, _, computed = page.text.rpartition("How this was computed")
    for text in ("case sha256 5f5f", "analyser 0.1.0", "seed 7"):
        assert text in computed
        assert text not in first


def test_a_copied_hand_has_suits_that_screen_readers_hear_once(whole):
    row = whole[whole.index('<span class="row">') :].partition("\n")[0]
    sign = r'role="img" aria-label="spades">.*?</svg><span class="copied" aria-hidden="true">♠</span>'
    assert re.search(sign, row)


def test_the_page_never_says_that_this_is_the_ruling(whole):
    assert "the ruling is" not in whole.lower()
    assert "the decision is" not in whole.lower()


def test_nothing_outside_the_page_is_asked_for(whole, page):
    for tag, attributes in page.tags:
        assert tag not in {"script", "link", "iframe", "object", "embed", "img", "base", "form"}
        assert not {
            name for name in attributes if name.startswith("on") or name in {"src", "srcset", "action"}
        }
        assert all(
            value.startswith("#") for name, value in attributes.items() if name in {"href", "xlink:href"}
        )
    assert not re.search(r"https?:|url\(|@import|data:[a-z]", whole)


def test_every_tag_is_closed(page):
    assert page.open == []


def test_the_page_can_be_walked_by_its_headings_and_tables(page):
    names = [tag for tag, _ in page.tags]
    assert names.count("h1") == 1
    assert names.count("main") == 1
    assert dict(page.tags)["html"] == {"lang": "en"}
    levels = [int(tag[1]) for tag in names if re.fullmatch(r"h[1-6]", tag)]
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert all(attributes.get("scope") in {"col", "row"} for tag, attributes in page.tags if tag == "th")
    for tag, attributes in page.tags:
        if tag == "svg":
            assert attributes.get("aria-hidden") == "true" or attributes.get("aria-label")


def test_every_link_inside_the_page_leads_somewhere(page):
    places = {attributes["id"] for _, attributes in page.tags if "id" in attributes}
    assert {a["href"][1:] for tag, a in page.tags if tag in {"a", "use"}} <= places


def test_a_suit_is_told_by_its_shape_and_its_name(page):
    labels = [a["aria-label"] for tag, a in page.tags if tag == "svg" and a.get("class") == "suit H"]
    assert set(labels) == {"hearts"}


def _hostile():
    """The case with every free text of it turned against the reader."""
    toml = CASE
    for text in ("A slow raise, then game", "Open Teams", "a long pause before the raise", "Player One",
                 "four of eight peers passed", "Partner's raise is invitational. What do you call?",
                 "one of three would have let the game stand", "the hand is worth game"):  # fmt: skip
        assert text in toml
        toml = toml.replace(f'"{text}"', f"'{HOSTILE}'")
    return toml


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_written_in_the_case_is_shown_never_run(language):
    case = _hostile()
    page = HtmlPage(render_html(rich(case), language, names=True))
    assert not {tag for tag, _ in page.tags} & {"script", "img"}
    assert not {name for _, attributes in page.tags for name in attributes if name.startswith("on")}
    assert HOSTILE in "".join(page.words)


def test_names_are_told_only_when_they_are_asked_for():
    assert "Player One" not in render_html(rich())
    assert "North: Player One" in HtmlPage(render_html(rich(), names=True)).text


def test_the_same_ruling_gives_the_same_page():
    assert render_html(rich()) == render_html(rich())


def test_a_large_ruling_stays_small():
    ruling = rich()
    many = tuple(replace(outcome, id=f"{outcome.id}-{n}") for n in range(9) for outcome in ruling.outcomes)
    assert len(render_html(replace(ruling, outcomes=many)).encode("utf-8")) <= 400_000


def test_a_tree_of_many_paths_draws_the_unlikely_together():
    ruling = rich()
    many: tuple[Outcome, ...] = tuple(
        replace(outcome, id=f"{outcome.id}-{n}", result=Result.parse(f"{n + 1}C= by N"), probability=0.01)
        for n in range(5)
        for outcome in ruling.outcomes
    )
    assert "less likely lines together" in render_html(replace(ruling, outcomes=many))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bare_calculation_has_a_page(language):
    ruling = replace(rich(), case=None, law=None, incidents=(), review=None, table=None)
    assert render_html(ruling, language)


@pytest.mark.parametrize("missing", ["sensitivity", "adjusted", "weights", "table", "provenance", "review"])
def test_a_ruling_that_lacks_a_part_has_a_page(missing):
    assert render_html(replace(rich(), **{missing: None}))


def test_a_disputed_fact_shows_both_branches_on_page_one():
    ruling = rich()
    rejected = next(entry for entry in ruling.variants if entry.because.code == "variant.remark-not-accepted")
    accepted = replace(
        rejected, because=message("variant.remark-accepted", number=1), adjusted=ruling.adjusted
    )
    first = HtmlPage(render_html(replace(ruling, variants=(accepted, rejected)))).text.partition(
        "Laws applied"
    )[0]
    branches = first[first.rindex("Remark 1 is disputed") :]
    ours = branches.index("If remark 1 is acceptedWeighted adjusted score.NS −1.717 IMPs, EW +1.717 IMPs.")
    assert ours < branches.index(
        "If remark 1 is not acceptedThe table result stands.NS +10 IMPs, EW −10 IMPs."
    )


def test_a_fact_in_dispute_is_ruled_both_ways():
    """Whatever the estimate: not accepted it is no information, and the table result stands."""
    case = case_of((ROOT / "cases" / "past" / "acbl-2015f-n1.toml").read_bytes())
    branches = disputed_variants(rule(case))
    assert [tuple(branch.because.code for branch in pair) for pair in branches] == [DISPUTED_FACTS]
    assert branches[0][1].adjusted.kind is AdjustedKind.NONE


def test_on_paper_each_sign_is_drawn_in_place():
    page = render_html(rich(), inline=True)
    assert "<use" not in page
    assert PATHS["S"] in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_result_stays_with_its_declarer_across_line_breaks(language):
    page = render_html(rich(), language)
    assert re.search(r"\u00a0(by|di|de)\u00a0[A-Z]\b", page)
    assert not re.search(r"</span> (by|di|de) [A-Z]\b", page)
    assert not re.search(r"\d %", page)


@pytest.mark.parametrize(
    "name, unit",
    [("kinds/slow-double-pulled", "in per cent."), ("past/nswba-2008-1", "in IMPs.")],
)
def test_what_an_action_gains_has_the_unit_of_scoring(name, unit):
    """Hundredths of a top at matchpoints, IMPs at teams, also where nothing is told to compare the score with."""
    case = case_of((ROOT / "cases" / f"{name}.toml").read_bytes())
    alternative = replace(rich().incidents[0].alternatives[0], gain=0.5, gain_interval=(0.1, 0.9))
    ruling = replace(
        rich(), case=case, incidents=(replace(rich().incidents[0], alternatives=(alternative,)),)
    )
    assert f"when the information is known, {unit}" in render_html(ruling).replace("\u00a0", " ")


def test_without_a_result_yet_no_result_is_said_to_stand():
    case = case_of((ROOT / "cases" / "kinds" / "outside-information.toml").read_bytes())
    assert "table result stands" not in render_html(rule(case, services=Services()))
