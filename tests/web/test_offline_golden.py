"""The page for a phone answers every golden row as the program does, or says plainly that the program is needed for it."""

import random
import tomllib
from dataclasses import fields
from fractions import Fraction

import pytest

from analyser import laws, resources
from analyser.bridge import Seat
from analyser.casefile import case_of
from analyser.estimates.services import Services
from analyser.messages import LANGUAGES
from analyser.report.page_voice import TextVoice
from analyser.ruling.context import RulingContext
from analyser.ruling.kinds import KINDS
from analyser.ruling.kinds.claim.claim_procedure import ClaimStage, CourseFacts, claim_course
from analyser.ruling.kinds.revoke.record import facts_of, find_revokes
from tests.laws.test_word_search import QUESTIONS
from tests.support import GOLDEN, golden_rows
from tests.web.offline_answers import worded, yes_no

YEARS = laws.editions()
VOICE = TextVoice("en", signs=True)

# What the page leaves to the program, by the word that says so.
OF_THE_PROGRAM = {
    "scoring/fouled_groups.csv": "artificial",
    "scoring/insertion_by_hand.csv": "artificial",
    "scoring/artificial.csv": "artificial",
    "scoring/self_inflicted.csv": "own-error",
    "scoring/two_sided.csv": "own-error",
    "law/editions.csv": "date",
    "law/switches.csv": "date",
    "law/procedure.csv": "boards",
}
ANSWERED = {
    "scoring/contract_scores.csv", "scoring/imps.csv", "scoring/matchpoints.csv", "scoring/cross_imps.csv",
    "scoring/butler.csv", "scoring/vp_continuous.csv", "scoring/vp_printed_wbf.csv", "scoring/vp_discrete.csv",
    "scoring/simple_vp.csv", "scoring/neuberg.csv", "scoring/knockout.csv", "scoring/rounding.csv",
    "scoring/worked.toml", "law/crosswalk.csv", "law/aliases.csv", "law/unknown_clauses.csv",
    "law/revoke_transfer.csv",
}  # fmt: skip

pytestmark = pytest.mark.slow


def test_golden_tables_are_all_covered_naming_the_program_s_part(exported):
    tables = {
        f"{path.parent.name}/{path.name}" for name in ("scoring", "law") for path in (GOLDEN / name).iterdir()
    }
    assert tables == ANSWERED | set(OF_THE_PROGRAM)
    for language in LANGUAGES:
        words, text = (
            resources.toml(f"messages/words/{language}/web-offline.toml"),
            exported(language).read_text(),
        )
        for need in {
            *OF_THE_PROGRAM.values(),
            "claim",
            "equity",
            "bam",
            "pass",
            "screens",
            "meaning",
            "cards",
            "judgement",
        }:
            assert f"<li>{words[f'web.offline.needs-{need}']}</li>".replace("'", "&#39;") in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_is_a_sentence_of_its_own(phone, language):
    asked_names = phone.evaluate(
        "[...new Set(rulings.nodes.filter(node => node.length === 2).map(node => node[0]))]"
    )
    words = resources.toml(f"messages/words/{language}/web-offline.toml")
    assert {name for name in asked_names if f"web.offline.ask-{name}" not in words} == set()


def asked(phone, script, rows):
    """What the page's own functions make of each row; a refusal is none."""
    return phone.evaluate(
        "rows => rows.map(row => { try { return (" + script + ")(row); } "
        "catch (fault) { if (!(fault instanceof Refused)) throw fault; return null; } })",
        rows,
    )


SCORES = "typed => { const { scores, shown, match } = compute(typed); return [scores.map(textOf), shown.map(textOf), match]; }"


def without(scores, one):
    left = scores.split()
    left.remove(one)
    return " ".join(left)


def test_points_of_every_contract(phone):
    rows = golden_rows("scoring/contract_scores.csv")
    answer = asked(
        phone,
        "([result, vul]) => points(`${result} by N`, vul)",
        [[row["result"], "all" if row["declarer_vulnerable"] == "yes" else "none"] for row in rows],
    )
    assert answer == [int(row["score_to_declarer"]) for row in rows]


def test_imps_of_every_difference(phone):
    rows = golden_rows("scoring/imps.csv")
    answer = asked(
        phone, "score => [textOf(imps(score)), textOf(imps(-score))]", [int(row["points"]) for row in rows]
    )
    assert answer == [[row["imps"], str(-int(row["imps"]))] for row in rows]


@pytest.mark.parametrize(
    ("form", "scores", "expected"),
    [
        ("matchpoints", "scores", "matchpoints"),
        ("cross-imps", "scores", "mean_imps_against_the_other_tables"),
    ],
)
def test_every_score_of_a_board_against_the_others(phone, form, scores, expected):
    for row in golden_rows(f"scoring/{form.replace('-', '_')}.csv"):
        typed = [
            {
                "form": form,
                "vul": "none",
                "field": without(row[scores], score),
                "both": [["100%", f"{int(score):+d}"]],
            }
            for score in row[scores].split()
        ]
        assert [answer[0][0] for answer in asked(phone, SCORES, typed)] == row[expected].split(), row


def test_butler(phone):
    for row in golden_rows("scoring/butler.csv"):
        scores = row["scores_of_all_tables"]
        typed = {
            "form": "butler",
            "vul": "none",
            "field": without(scores, row["score"]),
            "both": [["100%", f"{int(row['score']):+d}"]],
        }
        assert asked(phone, SCORES, [typed])[0][0] == [row["imps"], str(-int(row["imps"]))]


@pytest.mark.parametrize(
    ("table", "scale", "winner", "loser"),
    [
        ("vp_continuous", "wbf-continuous", "winner", "loser"),
        ("vp_printed_wbf", "wbf-continuous", "winner_seed003", ""),
        ("vp_printed_wbf", "wbf-printed", "winner_printed", ""),
    ],
)
def test_victory_points_by_imps(phone, table, scale, winner, loser):
    rows = golden_rows(f"scoring/{table}.csv")
    answer = asked(
        phone,
        "([won, boards, scale]) => victoryPoints(frac(won), { boards, scale })",
        [[int(row["imps"]) * sign, int(row["boards"]), scale] for row in rows for sign in (1, -1)],
    )
    for row, own, other in zip(rows, answer[::2], answer[1::2], strict=True):
        assert Fraction(own) == Fraction(row[winner]), row
        assert Fraction(other) == (Fraction(row[loser]) if loser else 20 - Fraction(row[winner])), row


def test_discrete_victory_points(phone):
    for row in golden_rows("scoring/vp_discrete.csv"):
        margins = range(int(row["imps_from"]), int(row["imps_to"] or 200) + 1)
        script = "([won, boards]) => victoryPoints(frac(won), { boards, scale: 'wbf-discrete' })"
        answer = asked(phone, script, [[margin, int(row["boards"])] for margin in margins])
        assert {Fraction(points) for points in answer} == {Fraction(row["winner"])}, row


def test_the_margin_that_wins_a_match(phone):
    for row in golden_rows("scoring/simple_vp.csv"):
        if row["kind"] == "bam":
            continue  # the program's: named on the page
        margin, boards = int(row["margin_needed_to_win"]), int(row["boards"])
        script = "([won, boards]) => victoryPoints(frac(won), { boards, scale: 'simple' })"
        answer = asked(phone, script, [[margin, boards], [margin - 1, boards]])
        assert list(map(Fraction, answer)) == [2, 1], row


def test_matchpoints_of_a_group_brought_to_all_results(phone):
    for row in golden_rows("scoring/neuberg.csv"):
        beaten, tied = divmod(int(row["matchpoints_in_group"]), 2)
        others = int(row["group_results"]) - 1
        field = " ".join(["-100"] * beaten + ["100"] * tied + ["300"] * (others - beaten - tied))
        typed = {
            "form": "matchpoints",
            "vul": "none",
            "field": field,
            "tables": row["all_results"],
            "both": [["100%", "+100"]],
        }
        assert asked(phone, SCORES, [typed])[0][0][0] == row["final_exact"], row


LEAST = {0: 0, 3: 90, 4: 130, 10: 430, 12: 600}  # points that are just so many IMPs


def test_a_knock_out_gives_both_sides_the_mean(phone):
    def rows(imps, sign):
        value = Fraction(imps)
        points = sign * LEAST[abs(value.numerator)] * (1 if value > 0 else -1)
        rest = 1 - Fraction(1, value.denominator)
        return [[str(Fraction(1, value.denominator)), f"{points:+d}"], *([[str(rest), "+0"]] if rest else [])]

    for row in golden_rows("scoring/knockout.csv"):
        typed = {"form": "knockout", "vul": "none", "other": "+0", "split": True}
        typed |= {"ns": rows(row["ns_computed"], 1), "ew": rows(row["ew_computed"], -1)}
        assert asked(phone, SCORES, [typed])[0][0] == [row["ns_final"], row["ew_final"]], row


def test_rounding(phone):
    for row in golden_rows("scoring/rounding.csv"):
        value, unit, expected = (Fraction(row[name]) for name in ("value", "unit", "rounded"))
        average = Fraction(row["rule"].partition("(average ")[2].rstrip(")") or 0)
        script = "numbers => textOf(rounded(...numbers.map(([n, d]) => frac(n, d))))"
        answer = asked(
            phone, script, [[[number.numerator, number.denominator] for number in (value, unit, average)]]
        )
        assert Fraction(answer[0]) == expected, row


def test_worked_examples(phone):
    examples = tomllib.loads((GOLDEN / "scoring/worked.toml").read_text(encoding="utf-8"))["example"]
    for example in examples:
        typed = {
            "form": example["form"],
            "vul": example["vulnerable"],
            "field": example.get("field", ""),
            "boards": str(example.get("boards", "")),
        }
        typed["other"] = f"{example['other']:+d}" if "other" in example else ""
        if "ew_weights" in example:
            typed |= {"split": True, "ns": example["ns_weights"], "ew": example["ew_weights"]}
        else:
            typed["both"] = example["ns_weights"]
        ((scores, _, match),) = asked(phone, SCORES, [typed])
        if "vp" in example:
            assert list(map(Fraction, match)) == list(map(Fraction, example["vp"])), example["id"]
        else:
            assert scores == [example["ns"], example["ew"]], example["id"]


FOUND = """text => subjectsOf(provisionsAbout(text, "en")).map(subject =>
  subject.map(place => lawBook.provisions[place]).map(([year, path]) => `${year}:${path}`))"""


def test_a_subject_stands_beside_itself_in_every_edition(phone):
    for row in golden_rows("law/crosswalk.csv"):
        places = [f"{year}:{row[year]}" for year in YEARS if row[year]]
        for place in places:
            (subjects,) = asked(phone, FOUND, [place])
            beside = {there for subject in subjects if place in subject for there in subject}
            assert set(places) <= beside, row


def test_addresses_as_printed_elsewhere_and_those_that_do_not_exist(phone):
    for row in golden_rows("law/aliases.csv"):
        ((subject, *_),) = asked(phone, FOUND, [f"{row['edition']}:{row['printed_as']}"])
        assert f"{row['edition']}:{row['clause']}" in subject, row
    for row in golden_rows("law/unknown_clauses.csv"):
        assert asked(phone, FOUND, [f"{row['edition']}:{row['clause']}"]) == [[]], row


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_find_the_subjects_the_program_finds(phone, language):
    questions = (
        "comparable call",
        "revoke",
        "16B1",
        "70",
        "Law 12C1(c)",
        "27",
        "nothing of the kind",
        {"en": "claim", "it": "richiesta", "ro": "revendicare"}[language],
        *(words for words, of, _ in QUESTIONS if of == language),
    )
    script = FOUND.replace('"en"', f'"{language}"')
    from analyser.web.pages.law import subjects_about

    for question, said in zip(questions, asked(phone, script, list(questions)), strict=True):
        subjects, _ = subjects_about(question, language)
        assert said == [
            [str(row.clause) for rows in subject.by_edition.values() for row in rows] for subject in subjects
        ], question


EXCEPTIONS = {"": "0", "trick 12": "trick-twelve", "next deal": "next-deal", "penalty card or card of dummy": "penalty-card-or-card-of-dummy", "both sides": "both-sides-revoked"}  # fmt: skip
SENTENCES = """([kind, year, answers]) => {
  const { question, end } = walk(kind, year, answers);
  return end ? [...sentencesOf(end[0], 2, {}), ...sentencesOf(end[1], 2, {})] : String(question && question[0]);
}"""


def transferred(said):
    """The tricks a sentence of the page transfers."""
    ((text, _),) = said
    return 0 if "no trick" in text.lower() else int(text.rstrip(".").rsplit(" ", 1)[1])


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
        (answer,) = asked(phone, SENTENCES, [["revoke", year, answers]])
        assert transferred(answer) == int(row[year]), row


@pytest.mark.parametrize("year", YEARS)
def test_every_golden_play_with_a_revoke(phone, year):
    edition = laws.edition_of(year)
    for row in golden_rows("revokes/expected.csv"):
        if not row[f"transfer_{year}"]:
            continue
        case = case_of((GOLDEN / "revokes" / row["file"]).read_bytes())
        every = find_revokes(case)
        (revoke,) = every
        facts = facts_of(case, revoke, every, edition)
        assert facts.won_by == row["revoke_trick_won_by"]
        answers = {
            "exception": next(map(str, facts.exceptions), "0"),
            "won_by": row["revoke_trick_won_by"],
            "later": str(min(2, int(row["later_tricks"]))),
            "later_by_playable": "y" if int(row["later_by_playable_card"]) else "n",
        }
        (answer,) = asked(phone, SENTENCES, [["revoke", year, answers]])
        assert transferred(answer) == int(row[f"transfer_{year}"]), row


def course_of(case, year):
    """What the program found out of a claim, as a director would tell it, and the law it was asked under."""
    (incident,) = case.incident
    law = laws.resolve(case.event.date, "WBF", year)
    findings = KINDS[incident.kind](RulingContext.from_case(case, law, Services()), incident)
    args = {finding.code: finding.arguments for finding in findings.findings}
    awarded, trump = args["claim.awarded"], args.get("claim.trump-out")
    facts = {
        "offender": incident.by,
        "this_trick": False,
        "stage": ClaimStage.DISPUTED,
        "partner_objected": False,
    }
    facts["defender"] = incident.by.side is not case.declarer.side
    facts["trump_out"] = trump is not None
    if trump is not None:
        facts |= {
            "mentions_trump": trump["mentioned"] == "yes",
            "unaware": trump["unaware"] == "yes",
            "trump_wins": trump["loses"] == "yes",
        }
    facts |= {
        "worse_line": awarded["tricks"] < min(awarded["claimed"], awarded["best"]),
        "needs_place": False,
        "partners_choice": False,
    }
    return facts, law, awarded


@pytest.mark.parametrize("year", YEARS)
def test_every_golden_claim_is_gone_through_as_the_program_rules(phone, year):
    for row in golden_rows("claims/expected.csv"):
        case = case_of((GOLDEN / "claims" / row["file"]).read_bytes())
        facts, law, awarded = course_of(case, year)
        assert year != "2017" or awarded["tricks"] == int(row["tricks_to_claiming_side"]), row
        clause = row["clause"].removeprefix("2017:")
        if clause == "70E1":
            facts |= {"needs_place": True, "shown_out": False, "irrational": False}
        if clause == "70D2":
            facts |= {"partners_choice": True}
        if clause == "71B":  # no play at all loses the trick that was conceded
            facts |= {
                "stage": ClaimStage.CONCEDED,
                "in_time": True,
                "was_won": False,
                "no_legal_loses": True,
                "not_losable": True,
            }
            assert row["worst_of_all_legal_plays"] == row["tricks_to_claiming_side"]
        said, expected = both(phone, CourseFacts(**facts), law)
        assert said == expected, row
        if year == "2017":
            cited = " ".join(address for _, address in said)
            assert clause.removesuffix("3") in cited, row
            given = any("one or more tricks" in sentence for sentence, _ in said)
            assert given == (
                facts.get("trump_out", False)
                and awarded["tricks"] < awarded["claimed"]
                and clause == "70C"
                and facts["trump_wins"]
            ), row


def both(phone, facts, law):
    """What the page says of these facts, and what the program does."""
    answers = {
        field.name: str(value) if isinstance(value, ClaimStage) else yes_no(value)
        for field in fields(facts)
        if field.name != "offender" and (value := getattr(facts, field.name)) is not ...
    }
    seat = int(facts.offender)
    (answer,) = asked(
        phone, SENTENCES.replace(", 2, {})", f", {seat}, {{}})"), [["claim", law.edition.year, answers]]
    )
    course = claim_course(facts, law)
    return answer, [*worded(course.due), *worded(course.options)]


@pytest.mark.parametrize("year", YEARS)
def test_a_claim_has_the_same_answer_from_page_and_program(phone, year):
    rng, law = random.Random(int(year)), laws.resolve(None, "WBF", year)
    certain = {
        "this_trick": (False, False, False, True),
        "defender": (False, True),
        "stage": tuple(ClaimStage),
    }
    for _ in range(120):
        facts = {
            field.name: rng.choice(certain.get(field.name, (None, False, True)))
            for field in fields(CourseFacts)
            if field.name != "offender"
        }
        said, expected = both(phone, CourseFacts(rng.choice(list(Seat)), **facts), law)
        assert said == expected, facts
