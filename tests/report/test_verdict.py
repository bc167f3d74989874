"""The plain verdict says who, what, which law and what score, the same on every page; the screen holds it whole."""

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import analyser
from analyser.bridge import Call, Result
from analyser.casefile import case_of
from analyser.estimates.services import Services
from analyser.laws import Clause
from analyser.messages import LANGUAGES, Percentage, message, sentences
from analyser.report.facts import action_at, case_in, story_of
from analyser.report.html import render_html
from analyser.report.markdown import markdown
from analyser.report.page_one import page_one
from analyser.report.page_voice import PageVoice, TextVoice
from analyser.report.plain_verdict import (
    _held_otherwise,
    format_peers,
    plain_verdict,
    verdict_blocks,
    verdict_messages,
    warnings_beside,
)
from analyser.report.ruling_given import ruling_given
from analyser.report.terminal_summary import screen
from analyser.ruling import (
    Adjusted,
    AdjustedKind,
    Alternative,
    Finding,
    IncidentRuling,
    InfractionAnswer,
    PollCount,
    Variant,
)
from analyser.ruling.rule import rule
from tests.report.rich import rich
from tests.support.contract.page_steps import assert_first_screen_fits

KINDS = Path(__file__).parents[2] / "cases" / "kinds"


def verdict_of(name: str, language: str = "en", more: str = "") -> str:
    text = (KINDS / f"{name}.toml").read_text("utf-8") + more
    ruling = rule(case_of(text.encode()), services=Services())
    return " ".join(plain_verdict(ruling, case_in(ruling), TextVoice(language)))


JUDGED = """
[[judgement]]
incident = "slow-raise"
question = "infraction"
answer = {answer}
by = "director"
[[judgement]]
incident = "slow-raise"
question = "outcomes"
answer = [ {{ result = "3S= by S", weight = "60%" }}, {{ result = "3S-1 by S", weight = "40%" }} ]
by = "director"
"""


def test_an_adjusted_score_names_source_law_results_and_both_scores():
    verdict = verdict_of("unauthorised-information", more=JUDGED.format(answer="true"))
    assert verdict.startswith("North's slow 3S gave South unauthorised information.")
    # 3S made loses 1 IMP against +170, one down loses 6: 60 % of -1 and 40 % of -6 are -3
    assert verdict.endswith("Score adjusted: 60 % 3S= by S, 40 % 3S-1 by S. NS −3 IMPs, EW +3 IMPs.")


def test_without_an_infraction_the_table_result_stands():
    verdict = verdict_of("unauthorised-information", more=JUDGED.format(answer="false"))
    assert "no infraction" in verdict
    assert verdict.endswith("The table result stands. NS +6 IMPs, EW −6 IMPs.")


def test_a_revoke_ends_in_a_result_and_a_score():
    verdict = verdict_of("revoke")
    # what a revoke is stands in 61A; what passes for one won by another, in 64A2
    assert "East revoked at trick 3: one trick is transferred (Law 64A2)" in verdict
    assert "Result: 4H+1 by S" in verdict
    assert "NS +1 IMP, EW −1 IMP" in verdict


def test_at_pairs_the_score_is_told_in_percent_too():
    more = """
[[judgement]]
question = "infraction"
answer = true
[[judgement]]
question = "outcomes"
answer = [ { result = "2NT= by S", weight = "100%" } ]
"""
    assert re.search(r"NS \d.* matchpoints \(\d.* %\), EW", verdict_of("slow-invitation-pairs", more=more))


def test_what_cannot_be_decided_names_the_key_to_add():
    assert "Missing: other room, points to NS (add comparison other_room)" in verdict_of(
        "../claims/two-aces-and-a-loser"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_and_text_carry_the_same_verdict(language):
    ruling = rich()
    sentences = plain_verdict(ruling, case_in(ruling), TextVoice(language))
    assert sentences
    assert 'class="plain"' in render_html(ruling, language)
    assert sentences[-1].split()[1] in markdown(ruling, language)


def test_the_first_screen_is_twenty_lines_of_plain_text():
    """Of a ruling with everything in it; of every case file `tests/test_cases.py` holds the same."""
    for language in LANGUAGES:
        assert_first_screen_fits(rich(), language)


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("East's 2D was insufficient. It was replaced by Pass.", "en"),
        ("Est ha fatto una licita insufficiente: 2D. È stata sostituita con Passo.", "it"),
        ("Est a făcut un anunț insuficient: 2D. În loc s-a declarat Pas.", "ro"),
    ],
)
def test_an_irregular_call_is_named_before_what_is_due(said, language):
    verdict = verdict_of("irregular-call", language)
    assert verdict.startswith(said)


def test_a_ruling_by_a_body_named_in_words_names_it():
    text = (KINDS / "revoke.toml").read_text(
        "utf-8"
    ) + '\n[[ruling]]\nby = "director"\nkind = "result-stands"\n'
    ruling = rule(case_of(text.encode()), services=Services())
    assert verdict_blocks(ruling, TextVoice("en"))[0][1].startswith(
        "The director ruled: the table result stands."
    )


def test_damage_that_is_open_is_said_beside_the_score():
    ruling = rich()
    open_damage = Finding.from_code("misinformation.damage-open", chance=Percentage.round_to(0.4))
    doubtful = replace(ruling, findings=(*ruling.findings, open_damage))
    text, unsaid = (" ".join(plain_verdict(one, case_in(one), TextVoice())) for one in (doubtful, ruling))
    assert (
        "Whether there was damage is open (probability 40 %); without damage the table result stands." in text
    )
    assert "With damage, score adjusted:" in text
    assert text.index("is open") < text.index("With damage")
    by_deals = Finding.from_code("misinformation.other-deals", share=Percentage.round_to(0.1))
    doubted = replace(doubtful, findings=(*doubtful.findings, by_deals))
    text = " ".join(plain_verdict(doubted, case_in(doubted), TextVoice()))
    assert (
        "but 10 % of trials with other deals say the opposite); without damage the table result stands."
        in text
    )
    assert "damage" not in unsaid


def test_a_table_result_standing_either_way_is_not_called_undamaged():
    ruling = rich()
    (first, *others) = ruling.incidents
    unmoved = replace(
        ruling,
        incidents=(replace(first, infraction=InfractionAnswer(True)), *others),
        adjusted=Adjusted(AdjustedKind.NONE),
        findings=(
            Finding.from_code("adjustment.standards-unmoved"),
            Finding.from_code("misinformation.damage-open", chance=Percentage.round_to(0.4)),
        ),
    )
    text = " ".join(plain_verdict(unmoved, case_in(unmoved), TextVoice()))
    assert "The table result stands, whether there was damage or not" in text
    assert "no damage" not in text


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("lead-out-of-turn", "West led SQ out of turn. West's lead is taken back (Law 54D)."),
        ("exposed-card", "East exposed D4. D4 is a minor penalty card of East (Law 50B)."),
        ("played-card", "East at trick 6: no card was played to the trick."),
        ("score-error", "4H-1 by S was entered; the result obtained was 4H= by S."),
        ("no-play", "The board was not played. East-West were directly at fault. Artificial adjusted score"),
        ("wrong-hand", "West held 14 cards."),
        ("misinformation", "It was explained as “asks for a major and promises one”; the agreement was"),
    ],
)
def test_the_verdict_says_what_was_done_before_what_follows(kind, said):
    assert said in verdict_of(kind)


@pytest.mark.parametrize(
    ("unit", "figure", "words"),
    [("imp", "-1", "IMP"), ("imp", "1.5", "IMPs"), ("mp", "1", "matchpoint"), ("vp", "0", "VPs")],
)
def test_a_unit_goes_by_its_figure(unit, figure, words):
    assert TextVoice().unit(unit, figure) == words


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            "as reported, South revoked at trick 5: 2 tricks are transferred (Law 64A1). In that case: 4S-2 by S;",
        ),
        (
            "it",
            "come riferito, Sud ha fatto renonce alla presa 5: 2 prese sono trasferite (art. 64A1). In tal caso:",
        ),
        (
            "ro",
            "a fost relatat, Sud a făcut renonsă la levata 5: se transferă 2 levate (Legea 64A1). În acest caz:",
        ),
    ],
)
def test_each_version_of_a_disputed_revoke_has_its_own_score(language, said):
    """Declarer won the revoke trick with his own card and four later: two tricks pass (64A1); 4S=, 620, becomes -200."""
    verdict = verdict_of("../laws/85-revoke-disputed", language)
    assert said in verdict
    assert "NS −13 IMP" in verdict
    assert verdict.rstrip(".").endswith(
        {
            "en": "the table result stands; NS 0 IMPs, EW 0 IMPs",
            "it": "resta il risultato del tavolo; NS 0 IMP, EO 0 IMP",
        }.get(language, "rezultatul de la masă rămâne; NS 0 IMP, EV 0 IMP")
    )


def test_both_versions_of_a_disputed_revoke_show_their_law():
    case = case_of((KINDS.parent / "laws" / "85-revoke-disputed.toml").read_bytes())
    page = render_html(rule(case, services=Services()))
    box = page[page.index('<div class="box">') :]
    assert (
        "South revoked at trick 5: 2 tricks are transferred (Law\u00a064A1)."
        in box[: box.index("</div></div>")]
    )


@pytest.mark.slow
def test_results_of_an_open_finding_are_not_called_missing():
    """The pause is disputed: both versions have their results, so nothing says that there are none."""
    case = case_of((KINDS.parent / "past" / "acbl-2014s-n1.toml").read_bytes())
    warnings = {warning.code for warning in analyser.rule(case).warnings}
    assert "adjustment.lacking" in warnings  # at matchpoints the other tables do lack
    assert "adjustment.not-judged" not in warnings


def test_before_a_result_play_goes_on_without_a_missing_score():
    """Called while the auction is open (29B): the call is put right, and nothing is to be scored yet."""
    case = case_of((KINDS.parent / "laws" / "29A-accepted.toml").read_bytes())
    ruling = rule(case, services=Services())
    verdict = " ".join(plain_verdict(ruling, case, TextVoice()))
    assert verdict.endswith("The board is played on from there: there is no result yet.")
    assert not ruling.warnings


def test_a_board_to_be_redealt_lacks_nothing():
    """Fourteen cards, and the other room has not begun: the deal is void and the new one counts (6D3)."""
    case = case_of((KINDS.parent / "vignettes" / "ds-03-other-room-not-played.toml").read_bytes())
    ruling = rule(case, services=Services())
    verdict = " ".join(plain_verdict(ruling, case, TextVoice()))
    assert verdict.endswith(
        "The first deal gives no score: once the board is redealt, the result of the new deal counts."
    )
    assert not ruling.warnings


def test_a_result_the_laws_cancelled_does_not_stand():
    """Fourteen cards found after the play: 13C cancels the result; the director assigns the same four hearts."""
    verdict = verdict_of("../vignettes/ds-05-other-room-abnormal")
    assert "The result is cancelled (Law 13C)." in verdict
    assert verdict.endswith("Score adjusted: 4H= by S. NS +10 IMPs, EW −10 IMPs.")


def test_a_sole_result_has_no_weight_lawless_findings_no_law():
    verdict = verdict_of("../laws/12C1e-two-standards-elected")
    assert verdict.startswith("There was an infraction. Score adjusted for North-South: 4H= by S.")


def test_two_standards_give_each_side_its_result_of_open_findings():
    """12C1e of 2007 in America: the favourable result to one side, the unfavourable one to the other."""
    ruling = rich()
    adjusted = replace(ruling.adjusted, ns=None, ew=None, kind=AdjustedKind.TWO_SIDED)
    ns, ew = (Result.parse(text) for text in ("5C+1 by E", "5C= by E"))
    open_finding = Variant(
        message("variant.infraction", incident="ui"),
        adjusted,
        True,
        ((ns, Fraction(1)),),
        ((ew, Fraction(1)),),
    )
    text = " ".join(
        plain_verdict(replace(ruling, adjusted=None, variants=(open_finding,)), None, TextVoice())
    )
    assert "If it was an infraction: 5C+1 by E for North-South and 5C= by E for East-West." in text


def test_an_open_finding_with_one_score_says_it_once():
    """Whatever is found, the same score stands: said twice, the reader looks for a difference."""
    ruling = rich()
    result = ((Result.parse("5C= by E"), Fraction(1)),)
    variants = tuple(
        Variant(message(code, incident="ui"), ruling.adjusted, True, result)
        for code in ("variant.infraction", "variant.no-infraction")
    )
    unsettled = replace(
        ruling, adjusted=None, variants=variants, warnings=(message("adjustment.not-judged"),)
    )
    text = " ".join(plain_verdict(unsettled, None, TextVoice()))
    assert text.count("5C= by E") == 1
    assert "Either way: 5C= by E; NS" in text
    assert list(warnings_beside(unsettled, verdict_messages(unsettled, None, TextVoice()))) == []
    variant = replace(variants[1], results=((Result.parse("5C+1 by E"), Fraction(1)),))
    text = " ".join(plain_verdict(replace(unsettled, variants=(variants[0], variant)), None, TextVoice()))
    assert "If it was an infraction" in text


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nswba-2005-4", "East did not alert 3C (“by system 6-9 with four hearts”); West then chose 4H."),
        ("dbf-17-au-7", "East explained 4H: “asks for keycards”; West then chose 5S."),
        ("nswba-2003-1", "West did not alert 3H; the agreement was “pass or correct”."),
        ("bbf-91198", "West revoked at trick 2."),
    ],
)
def test_a_past_case_without_a_text_is_described_by_remarks(name, told):
    case = case_of((KINDS.parent / "past" / f"{name}.toml").read_bytes())
    story = story_of(case, case.incident[0])
    assert story is not None
    assert TextVoice().sentence(story) == told


def test_what_is_disputed_is_told_and_asked_as_such():
    """Whether South revoked is what the sides disagree on: neither story nor question may take it as a fact."""
    case = case_of((KINDS.parent / "laws" / "85-revoke-disputed.toml").read_bytes())
    page = render_html(rule(case, services=Services()))
    assert "Reported, and disputed: South revoked at trick 5." in page
    assert "What happened is disputed: what follows from each version?" in page
    assert '<p class="narrative">South revoked' not in page


@pytest.mark.parametrize(("language", "opening"), [("en", "“"), ("it", "«"), ("ro", "„")])
def test_players_words_stand_in_the_quotation_marks_of_the_language(language, opening):
    case = case_of((KINDS.parent / "laws" / "85-revoke-disputed.toml").read_bytes())
    page = render_html(rule(case, services=Services()), language)
    assert f"{opening}<bdi>declarer discarded on the second diamond" in page


def test_the_further_tricks_of_equity_have_their_law():
    """After a call on the next board nothing is transferred (64B4); what was lost is given back under 64C1."""
    verdict = verdict_of("../revokes/next-board-equity")
    assert "No trick" not in verdict
    assert "no trick is transferred (Law 64B4). 2 more tricks restore equity (Law 64C1)." in verdict


def test_more_answers_are_asked_where_they_could_free_or_bind():
    """Whether 4S, the call made, or another suggested action is an alternative changes nothing (16B1a)."""
    ruling = rich()
    case = case_in(ruling)
    step = ruling.incidents[0]
    made = str(action_at(case, case.incident[0].complained_action))
    alternatives = tuple(replace(entry, more_answers=2) for entry in step.alternatives)
    changes = page_one(
        replace(ruling, incidents=(replace(step, alternatives=alternatives),)), case, PageVoice(), names=False
    ).changes
    (asked,) = [line for line in map(str, changes) if "more poll answers" in line]
    bound = [
        entry.action for entry in alternatives if entry.suggested is not True and str(entry.action) != made
    ]
    assert asked.endswith(f": {PageVoice().render(tuple(bound))}")
    assert len(bound) < len(alternatives)


def test_side_figure_and_unit_stay_on_one_line():
    page = render_html(rule(case_of((KINDS / "revoke.toml").read_bytes()), services=Services()))
    assert re.search(r"NS\u00a0[+−\d][\d.]*\u00a0IMP", page)
    assert not re.search(r"\b(NS|EW) [+−\d]|\d (IMPs?|VPs?)\b", page)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "South's slow double gave North unauthorised information."),
        ("it", "Il contro lento di Sud ha dato a Nord un'informazione non autorizzata."),
        ("ro", "Sud a declarat lent contră, ceea ce i-a dat lui Nord o informație neautorizată."),
    ],
)
def test_a_sentence_says_double_where_a_diagram_has_an_x(language, said):
    assert said in verdict_of("slow-double-pulled", language)


def test_an_open_finding_names_the_law_it_is_open_under():
    """Four seconds and nothing more: nobody has found a pause, and 16B1 is what it would be measured by."""
    assert "(Law 16B1(a))" in verdict_of("../reported/four-seconds-and-nothing-more")


def test_an_adjusted_score_nobody_tells_is_not_called_artificial():
    """The committee at Lille assigned a score its record leaves out: it was none of the averages of 12C1."""
    case = case_of((KINDS.parent / "past" / "wbf-1998-lille-28.toml").read_bytes())
    texts = ruling_given(rule(case, services=Services()), case, TextVoice())
    assert texts[0] == "The committee ruled: an adjusted score, which the case does not tell."


LAWS = KINDS.parent / "laws"
FIRST_WORDS = [  # what the Law orders or leaves to be chosen, which a director must hear before anything else
    ("24B-honour", "West must pass at his next turn (Law 24B)"),
    ("24C-two-cards", "C4 is a major penalty card of East (Law 50B)"),
    ("36B-double-refused", "East must pass for the rest of the auction (Law 36B)"),
    ("37B-barred-refused", "West and his partner must pass for the rest of the auction (Law 37B)"),
    ("46B5-play-anything", "Either defender may designate the card dummy plays (Law 46B5)"),
    ("47E2-card-taken-back", "may take the card back (Law 47E2(a))"),
    ("52-another-card-played", "Declarer may accept D6 (Law 52)"),
    ("54-opening-lead-out-of-turn", "South may spread his hand and become dummy (Law 54A)"),
    ("57A-premature", "or require or forbid another suit he names (Law 57A)"),
    ("68B2-partner-objects", "nothing was conceded, and play goes on (Law 68B2)"),
]


@pytest.mark.parametrize(("name", "said"), FIRST_WORDS)
def test_the_verdict_tells_who_is_bound_and_who_may_choose(name, said):
    ruling = rule(case_of((LAWS / f"{name}.toml").read_bytes()), services=Services())
    assert said in " ".join(plain_verdict(ruling, case_in(ruling), TextVoice("en")))


@pytest.mark.parametrize(
    "name", ["33-two-calls-at-once", "16D3-after-the-first-call", "28B-right-player-calls"]
)
def test_without_a_result_yet_no_result_is_said_to_stand(name):
    ruling = rule(case_of((LAWS / f"{name}.toml").read_bytes()), services=Services())
    verdict = " ".join(plain_verdict(ruling, case_in(ruling), TextVoice("en")))
    assert "stands." not in verdict
    assert verdict.endswith("there is no result yet.")


def test_an_action_ruled_no_alternative_shows_its_share_of_peers():
    """16B1(b): where a fifth of peers or more would consider it the reader must know; where fewer would there is nothing to say."""
    alternative = Alternative(Call.parse("P"), 0.8, 0.8, (0.6, 0.95), False, 0.9)
    rare = Alternative(Call.parse("X"), 0.1, 0.1, (0.0, 0.15), False, 0.9)
    step = IncidentRuling("it", "unauthorised-information", alternatives=(alternative, rare))
    assert [TextVoice("en").sentence(message) for message in _held_otherwise(step)] == [
        "Pass was held to be no logical alternative; 60 % to 95 % of peers would consider it."
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_penalty_leaves_the_board_alone(language):
    """Slow play ends no auction and no play: nothing is played on, and where no result is told none is said to stand."""
    words = sentences(language)
    text = verdict_of("penalty", language)
    assert words["adjustment.played-on"].lower() not in text.lower()
    assert words["penalty.apart"].lower() in text.lower()


def test_the_claimers_own_case_is_told_from_the_cards():
    """South stands to take eight tricks by finessing the jack, and seven by the ace that is normal for the class."""
    case = case_of((KINDS.parent / "past" / "nbb-ezine-2024-3-claim.toml").read_bytes())
    page = render_html(rule(case, services=Services()))
    own = page.partition('id="other-side"')[2].partition("<h3>East-West")[0]
    assert "8 of the 10 remaining tricks can be won; the proposal awards 7" in own
    assert "from South in trick 12 would have saved the claim" in own


@pytest.mark.parametrize(
    "poll, expected",
    [
        (PollCount(8, 6, 4), "Of 8 peers polled 6 considered pass and 4 chose it."),
        (PollCount(8, 5, None), "Of 8 peers polled 5 considered pass; how many chose it is not told."),
        (PollCount(8, None, None), "No answers on pass: an estimated 81 % of peers would consider it"),
        (None, "No answers on pass: an estimated 81 % of peers would consider it"),
    ],
    ids=str,
)
def test_page_one_says_what_peers_said_of_the_required_action(poll, expected):
    """What nobody told of a poll is unknown, not zero."""
    action, raised = Call.parse("P"), Call.parse("4S")
    alternative = Alternative(action, 0.81, 0.68, (0.62, 0.94), is_alternative=True, certainty=1.0, poll=poll)
    done = Alternative(
        raised,
        0.52,
        0.32,
        (0.3, 0.7),
        is_alternative=True,
        certainty=1.0,
        suggested=True,
        suggested_over=(action,),
    )
    ruling = rich()
    step = replace(ruling.incidents[0], alternatives=(alternative, done))
    (told,) = format_peers(replace(ruling, incidents=(step,)))
    assert TextVoice("en").sentence(told).startswith(expected)


def test_a_finding_of_nobody_is_not_called_a_persons():
    """Information overheard: no result yet and nobody has judged; neither page nor papers speak of a person's finding."""
    ruling = rule(case_of((KINDS / "outside-information.toml").read_bytes()), services=Services())
    assert "a person's finding" not in render_html(ruling)
    assert " ".join(plain_verdict(ruling, case_in(ruling), TextVoice("en"))).startswith(
        "North obtained information"
    )


def test_the_screen_names_what_is_missing_once():
    ruling = rule(
        case_of((KINDS.parent / "claims" / "queen-either-side.toml").read_bytes()), services=Services()
    )
    assert screen(ruling).count("comparison other_room") == 1


def test_the_break_a_claim_needs_is_shown_and_argued():
    """Four tricks with AKQ2 are there unless all four cards out lie in one hand: 68 of 70 ways."""
    ruling = rule(
        case_of((KINDS.parent / "claims" / "four-nil-break.toml").read_bytes()), services=Services()
    )
    assert "spades break 2-2, 3-1" in " ".join(screen(ruling).replace("♠", "spades").split())
    own = render_html(ruling).partition('id="other-side"')[2]
    assert "97\u00a0% of the ways" in own


def test_a_verdict_says_when_not_all_claim_lines_were_searched():
    ruling = rule(
        case_of((KINDS.parent / "claims" / "four-nil-break.toml").read_bytes()), services=Services()
    )
    stopped = Finding.from_code("claim.search-stopped", at_least=1, at_most=3, of=4)
    ruling = replace(ruling, findings=(*ruling.findings, stopped))
    text = " ".join(plain_verdict(ruling, case_in(ruling), TextVoice("en")))
    assert "at least 1 and at most 3 are due, and none is awarded" in text


def test_a_verdict_too_long_for_the_screen_loses_whole_sentences(monkeypatch):
    sentences = [f"Sentence {number} says something {'very ' * 30}long." for number in range(9)]
    monkeypatch.setattr("analyser.report.terminal_summary.plain_verdict", lambda *_: sentences)
    text = screen(rich())
    wording = " ".join(text.splitlines())
    assert len(text.splitlines()) <= 20
    total = sum(sentence in wording for sentence in sentences)
    assert 0 < total < len(sentences)
    assert f"Sentence {total} " not in wording  # not begun either
    assert " … " in wording


@pytest.mark.parametrize("language", ["en", "it", "ro"])
@pytest.mark.parametrize("code", ["no-alternative", "not-suggested", "no-infraction-judged"])
def test_a_verdict_of_no_infraction_names_the_clause_asked_under(code, language):
    ruling = rich()
    clause = Clause("2017", "16B1a")
    step = replace(ruling.incidents[0], infraction=InfractionAnswer(False, (clause,)))
    why = Finding.from_code(f"information.{code}", action=Call.parse("4S"))
    ruling = replace(ruling, incidents=(step, *ruling.incidents[1:]), findings=(why, *ruling.findings))
    text = " ".join(plain_verdict(ruling, case_in(ruling), TextVoice(language))).replace("\xa0", " ")
    assert TextVoice(language).render(clause).replace("\xa0", " ") in text
