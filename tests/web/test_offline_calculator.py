"""The calculator in one file: on a phone without a server it computes what the program computes."""

import random
from fractions import Fraction

import pytest
from starlette.datastructures import QueryParams

from analyser.bridge import Side, Vulnerability
from analyser.errors import AnalyserError
from analyser.ruling.calculator import score_card
from analyser.ruling.score_words import ScoreWords
from analyser.web.notation import slip_points
from analyser.web.offline_calculator import tables
from analyser.web.score_sheet import ScoreSheet, score_sheet_answer
from tests.web.conftest import shot

FORMS = ("imps", "knockout", "vp", "bam", "points", "matchpoints", "cross-imps", "butler")
ROWS = 600


def weights(rng):
    count = rng.choice((1, 2, 2, 3, 4))
    cuts = sorted(rng.sample(range(1, 20), count - 1))
    parts = [Fraction(b - a, 20) for a, b in zip([0, *cuts], [*cuts, 20], strict=True)]
    if count == 3 and rng.random() < 0.3:
        parts = [Fraction(1, 3)] * 3
    return [
        rng.choice((str(part), f"{float(part * 100):g}%")) if 20 % part.denominator == 0 else str(part)
        for part in parts
    ]


def result(rng):
    if rng.random() < 0.25:
        return (
            f"{rng.choice((-1, 1)) * rng.choice((50, 90, 110, 140, 170, 420, 430, 500, 620, 980, 1430)):+d}"
        )
    if rng.random() < 0.05:
        return "passed out"
    level = rng.randint(1, 7)
    over = rng.randint(-6 - level, 7 - level)
    mark = f"{over:+d}" if over else "="
    return f"{level}{rng.choice(('C', 'D', 'H', 'S', 'NT'))}{rng.choice(('', '', 'X', 'XX'))}{mark} by {rng.choice('NESW')}"


def sheet(rng):
    form = rng.choice(FORMS)
    typed = {"form": form, "vul": rng.choice(("none", "NS", "EW", "all")), "split": rng.random() < 0.3}
    if form in {"imps", "knockout", "vp", "bam"}:
        typed["other"] = result(rng)
    if form in {"matchpoints", "cross-imps", "butler"}:
        scores = rng.sample((620, 170, -100, 420, -50, 140, 650, -200, 110), rng.randint(1, 6))
        typed["field"] = " ".join(f"{score}x{rng.randint(1, 6)}" for score in scores)
    if form == "vp":
        typed["scale"] = rng.choice(
            ("wbf-continuous", "wbf-continuous", "wbf-printed", "wbf-discrete", "simple")
        )
        typed["boards"] = str(rng.choice((6, 8, 10, 14, 16, 20, 32, 7, 24)))
        typed["match-imps"] = rng.choice(("", "0", "12", "-31", "+5.5"))
    if form == "matchpoints" and rng.random() < 0.3:
        typed["tables"] = str(40)
    if form == "butler" and rng.random() < 0.3:
        typed["trim"] = "1"
    for name in ("both", "ns", "ew"):
        typed[name] = [[weight, result(rng)] for weight in weights(rng)]
    return typed


def ours(typed):
    """What the program makes of the same words; none where it refuses them."""
    words = ScoreWords(form=typed["form"])
    texts = {name: [":".join(row) for row in typed[name]] for name in ("both", "ns", "ew")}
    if typed["split"]:
        words.ns, words.ew = texts["ns"], texts["ew"]
    else:
        words.both = texts["both"]
    options = ("other", "field", "boards", "scale", "match-imps", "tables", "trim", "vul")
    words.options = {name: typed[name] for name in options if typed.get(name)}
    try:
        card = score_card(words)
    except AnalyserError:
        return None
    return {
        "scores": [str(card.scores.score_of(side)) for side in Side],
        "shown": [str(card.currency.final(card.scores.score_of(side))) for side in Side],
        "match": None if card.match is None else list(card.match.vp_after),
    }


def test_many_random_sheets_come_out_as_the_program_has_them(phone):
    rng = random.Random(7)
    sheets = [sheet(rng) for _ in range(ROWS)]
    answers = phone.evaluate(
        """sheets => sheets.map(one => {
          try { const made = compute(one); return {scores: made.scores.map(textOf), shown: made.shown.map(textOf), match: made.match}; }
          catch (fault) { if (!(fault instanceof Refused)) throw fault; return null; }
        })""",
        sheets,
    )
    expected = [ours(sheet) for sheet in sheets]
    assert [(sheet, a, b) for sheet, a, b in zip(sheets, answers, expected, strict=True) if a != b] == []
    assert sum(expected_row is not None for expected_row in expected) > ROWS // 2


SLIPS = ("4S+2 N", "N 4S+2", "4sx-1 w", "3N E =", "4P+1 S", "1SA-2 W", "2H** = S", "5♦−3 by E", "4S+2", "8S= N", "4S+9 N", "1FA= N", "3K-1 O")  # fmt: skip


@pytest.mark.parametrize("vulnerable", list(Vulnerability))
def test_a_scoreslip_is_worth_what_the_program_makes_of_it(phone, vulnerable):
    answers = phone.evaluate(
        """([slips, vul]) => slips.map(slip => {
          try { return points(slip, vul, "rows"); } catch (fault) { if (!(fault instanceof Refused)) throw fault; return null; }
        })""",
        [list(SLIPS), str(vulnerable)],
    )
    assert answers == [slip_points(slip, None, str(vulnerable)) for slip in SLIPS]
    sheet = ScoreSheet.read(
        QueryParams([("form", "imps"), ("other", "4P= S"), ("w", "100"), ("r", "4P+1 S")])
    )
    card, faults = score_sheet_answer(sheet)
    assert faults == {}
    assert card.scores.ns == 1


def test_the_answer_comes_while_it_is_typed(phone):
    phone.click("button[value=score]")
    phone.fill("#f-other", "+500")
    for number, (weight, points) in enumerate((("65", "+480"), ("35%", "+980"))):
        phone.locator("[name=w]").nth(number).fill(weight)
        phone.locator("[name=r]").nth(number).fill(points)
    assert "+2.85" in phone.locator(".figure").first.inner_text()
    shot(phone, "pocket-phone")
    phone.fill("#f-other", "no")
    assert "Not a result" in phone.locator("#at-other").inner_text()


@pytest.mark.slow
@pytest.mark.parametrize(
    "language, expected",
    [("en", "Score calculator"), ("it", "Calcolatore di punteggi"), ("ro", "Calculator de scor")],
)
def test_one_file_within_three_quarters_of_a_megabyte_asks_nobody(exported, language, expected):
    text = exported(language).read_text("utf-8")
    assert expected in text
    assert len(text.encode()) <= 750_000
    assert "default-src 'none'" in text
    assert "unsafe" not in text
    assert "http://" not in text
    assert "https://" not in text


def test_the_tables_are_those_of_the_laws():
    told = tables()
    assert told["imps"][:5] == [20, 50, 90, 130, 170]
    assert len(told["imps"]) == 24
    assert len(told["scores"]) == 126
    assert told["vp"]["wbf-discrete"][16][0] == 1000
