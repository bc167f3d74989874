"""Who reads the first page alone learns what was ruled before, what is missing, and nothing twice."""

import re
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from analyser.bridge import Call, Card, Seat, Strain
from analyser.casefile import Case, case_of
from analyser.estimates.services import Services
from analyser.messages import LANGUAGES, Percentage, Voice, message
from analyser.report.html import render_html
from analyser.report.page_one import page_one
from analyser.report.page_voice import PageVoice, TextVoice, weighed_parts, with_nbsp
from analyser.report.plain_verdict import format_peers
from analyser.report.record import decision
from analyser.report.terminal_summary import screen
from analyser.ruling import Alternative, PollCount
from analyser.ruling.rule import rule
from tests.report.rich import rich
from tests.support import ROOT
from tests.support.every import each_row
from tests.support.html_page import HtmlPage

CASES = ROOT / "cases"
RULED_TWICE = """
[[ruling]]
body = "director"
kind = "result-stands"
grounds = "no damage"

[[ruling]]
body = "committee"
kind = "assigned"
ns = [{ result = "3S= by S", weight = "100%" }]
penalty = "a warning to North-South"
dissent = "the result should stand"

[appeal]
by = "EW"
grounds = "the raise was slow"
asks = "three spades"
"""


def case_in_file(name: str, more: str = "") -> Case:
    return case_of((CASES / f"{name}.toml").read_bytes() + more.encode())


def page_of(case: Case, language: str = "en") -> str:
    return HtmlPage(render_html(rule(case, services=Services()), language)).text


@pytest.mark.parametrize(
    "language, expected",
    [
        (
            "en",
            (
                "Before itThe director ruled: the table result stands. NS +6 IMPs, EW −6 IMPs. Reasons given: “no damage”. "
                "Appeal by East-West. Grounds of the appeal: “the raise was slow”. What is asked for: “three spades”."
            ),
        ),
        ("it", "Appello di Est-Ovest. Motivi dell'appello: «the raise was slow»."),
        ("ro", "Apel făcut de Est-Vest. Temeiurile apelului: „the raise was slow”."),
    ],
)
def test_the_ruling_appealed_and_the_appeal_follow_the_last_ruling(language, expected):
    text = page_of(case_in_file("kinds/unauthorised-information", RULED_TWICE), language)
    assert expected in re.sub(r"\s+", " ", text)


def test_penalty_and_dissent_stand_beside_the_ruling_they_belong_to():
    text = page_of(case_in_file("kinds/unauthorised-information", RULED_TWICE))
    first = text[: text.index("Before it")]
    assert "Penalty, apart from the score: “a warning to North-South”." in first
    assert "Dissenting opinion: “the result should stand”." in first


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_names_what_is_missing_once(language):
    case = case_in_file("claims/queen-either-side")
    assert page_of(case, language).count("comparison other_room") == 1


@pytest.mark.parametrize(
    "name", ["kinds/revoke", "kinds/limit-raise-told-weak", "revokes/told-without-the-play"]
)
def test_what_the_verdict_says_is_not_told_again_below_it(name):
    """A story made from the facts alone, all of them in the verdict; somebody's own account is always shown."""
    case = case_in_file(name)
    page = page_one(rule(case, services=Services()), case, PageVoice("en"), names=False)
    accounts = [incident.text for incident in case.incident if incident.text]
    assert len(page.told_below) == len(accounts)


def test_a_decision_tells_each_sides_contention_once():
    case = case_in_file("laws/85-revoke-found")
    text = decision(rule(case, services=Services()))
    assert [text.count(said.text) for said in case.contention] == [1] * len(case.contention)


def test_what_the_laws_prescribe_is_listed_once():
    case = case_in_file("kinds/exposed-card")
    assert (
        page_of(case).count("West may lead any card") <= 2
    )  # on the page and among every reason in the annex


def test_a_match_in_victory_points_ends_in_victory_points():
    case = case_in_file("laws/78D-victory-points")
    # +6 IMPs over sixteen boards on the WBF's continuous scale
    assert "NS +6 IMPs, EW −6 IMPs. The match: 11.76 – 8.24 VPs." in " ".join(
        screen(rule(case, services=Services())).split()
    )


@pytest.mark.parametrize(
    "language, expected",
    [
        ("en", "11.76 – 8.24 with the table result"),
        ("it", "11,76 – 8,24 con il risultato del tavolo"),
        ("ro", "11,76 – 8,24 cu rezultatul de la masă"),
    ],
)
def test_the_table_result_s_match_uses_the_reader_s_figures(language, expected):
    page = render_html(rule(case_in_file("laws/78D-victory-points"), services=Services()), language)
    assert expected in page.replace("\u00a0", " ")


@pytest.mark.parametrize("language, others", [("en", "other"), ("it", "altri"), ("ro", "alte")])
def test_a_share_stays_on_one_line_with_other_results(language, others):
    voice = PageVoice(language)
    *_, rest = weighed_parts([(f"2NT+{more} by S", Fraction(1, 5)) for more in range(5)], voice)
    assert voice.say(rest).startswith(f"20\u00a0%\u00a0{others} ")


def test_the_figures_of_a_match_stay_together():
    assert with_nbsp("11,76 – 8,24 VP") == "11,76\u00a0–\u00a08,24\u00a0VP"


@pytest.mark.parametrize("notrump", ["2NT+1 by S", "2SA+1 di S", "2FA+1 de S", "2♠+1 by S"])
def test_a_weight_stays_with_its_result(notrump):
    assert with_nbsp(f"51 % {notrump}").startswith(f"51\u00a0%\u00a0{notrump[:2]}")


@pytest.mark.parametrize(
    "language, expected",
    [("en", "1 July 2016"), ("it", "1º luglio 2016"), ("ro", "1 iulie 2016")],
)
def test_the_first_of_a_month_suits_the_reader_s_language(language, expected):
    assert Voice(language).day(date(2016, 7, 1)) == expected
    assert Voice(language).day(date(2016, 7, 11)).startswith("11 ")


@pytest.mark.parametrize(
    "language, seconds, expected",
    [
        ("en", 1, "North took one second over 5D; South then chose 6D"),
        ("it", 92, "Nord ha impiegato 92 secondi per 5D; poi Sud ha scelto 6D"),
        ("ro", 12, "Nord s-a gândit 12 secunde la 5D; apoi Sud a ales 6D"),
        ("ro", 92, "Nord s-a gândit 92 de secunde la 5D; apoi Sud a ales 6D"),
    ],
)
def test_seconds_are_counted_as_the_language_counts(language, seconds, expected):
    fields = {"source": Seat.N, "action": Call.parse("5D"), "offender": Seat.S, "next": Call.parse("6D")}
    assert TextVoice(language).say(message("story.seconds", seconds=seconds, **fields)) == expected


@pytest.mark.parametrize(
    "language, expected",
    [("en", "to a single end"), ("it", "fino a una sola conclusione"), ("ro", "până la un singur sfârșit")],
)
def test_one_end_of_an_auction_is_no_plural(language, expected):
    grown = message("outcomes.grown", at="call 20", ends=1, nodes=3, pruned=0.0)
    assert expected in TextVoice(language).say(grown)


def test_a_lead_hardly_anybody_makes_has_no_zero_share():
    wording = message(
        "bridge.leads.two.hardly",
        declarer=Seat.N,
        strain=Strain.parse("D"),
        tricks=13,
        leads=(Card.parse("DQ"),),
        other=12,
    )
    assert "which hardly anybody makes" in TextVoice("en").say(wording)


@pytest.mark.parametrize(
    "answer, expected",
    [
        ("chosen = 3", "Pass: considered by at least 3, chosen by 3"),
        ("chosen = 0", "Pass: considered by (not told), chosen by 0"),
        ("considered = 3", "Pass: considered by 3, chosen by (not told)"),
        ("considered = 3, chosen = 1", "Pass: considered by 3, chosen by 1"),
    ],
)
def test_whoever_chose_an_action_considered_it(answer, expected):
    """A poll that reports only choices leaves open how many more considered the action, not that fewer did."""
    more = f"""
[[poll]]
incident = "slow-raise"
asked = 4
answers = [{{ action = "P", {answer} }}]
"""
    text = (CASES / "kinds" / "unauthorised-information.toml").read_text("utf-8")
    text = re.sub(r"\[\[poll\]\]\n(?:.+\n)+", "", text) + more
    assert expected in HtmlPage(decision(rule(case_of(text.encode()), services=Services()))).text


def test_peers_are_reported_for_the_rivals_of_the_chosen_action():
    """Six diamonds was chosen over Pass; that seven diamonds would be suggested over six is not what was asked."""
    ruling = rich()
    action, chosen, higher = Call.parse("P"), Call.parse("4S"), Call.parse("5S")
    alternative = Alternative(
        action, 0.38, 0.3, (0.1, 0.6), is_alternative=True, certainty=1.0, poll=PollCount(4, None, 3)
    )
    done = Alternative(
        chosen,
        0.42,
        0.4,
        (0.1, 0.7),
        is_alternative=True,
        certainty=1.0,
        suggested=True,
        suggested_over=(action,),
    )
    beyond = Alternative(
        higher,
        0.1,
        0.1,
        (0.0, 0.2),
        is_alternative=False,
        certainty=1.0,
        suggested=True,
        suggested_over=(chosen,),
    )
    step = replace(ruling.incidents[0], alternatives=(alternative, done, beyond))
    (told,) = format_peers(replace(ruling, incidents=(step,)))
    assert TextVoice("en").sentence(told).startswith("Of 4 peers polled 3 chose pass")


@each_row("code", ["outcomes.table-line", "outcomes.unsolved", "outcomes.cut", "adjustment.left-out"])
@each_row(
    "language, expected",
    [
        ("en", "68.4 % of the probability"),
        ("it", "68,4 % della probabilità"),
        ("ro", "68,4 % din probabilitate"),
    ],
)
def test_a_part_of_the_probability_is_said_in_percent(code, language, expected):
    wording = message(code, share=Percentage.round_to(0.684, 1), contract="4S by S", calls=3)
    assert expected in TextVoice(language).say(wording)
