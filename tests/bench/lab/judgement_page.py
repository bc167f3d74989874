"""`reports/judgement.html` and its JSON: scores of our rulings on any folder of past rulings."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from analyser.errors import UsageError
from analyser.estimates.suggestion_prior import PastRulings
from analyser.resources import cache_file
from tests.bench.lab.charts import line_chart
from tests.bench.lab.judgement import JudgementRun, Row, chance_of, judged_rows, learned_from
from tests.bench.lab.judgement_figures import KINDS, figures, finding_of, line, printed, target_of
from tests.bench.lab.model_pages import page, table
from tests.bench.lab.past_rulings_data import ConvertedRow, rows_in, unread_counts

_ABOUT: Final = (
    "<p>Past rulings ruled again and compared with what bodies of directors and committees held of them. <em>From the facts</em> nothing "
    "is judged beforehand; <em>infraction told</em> takes from the body that there was one and asks only for the score. A chance "
    "is measured by the area under the curve (AUC: one half is guessing) and by the Brier score (0 is perfect), beside always "
    "answering with the share of the rulings of other events; intervals hold nine tenths of draws of whole events. What the chain "
    "cannot tell counts in the Brier score as that share and in the area not at all; nothing is said where the row tells no "
    "auction, no action, no hand, or no meaning that can be read. What an information of a class suggests was learned from rulings, too: "
    "where the folder is the one it was learned from, each case is ruled without the rulings of its event. Scores are compared in IMPs where the board has nothing to be compared "
    "with but its own table, or as the event scored; <em>near</em> is within an IMP, or a twentieth of a top. For misinformation "
    "the question is whether the score was changed.</p>"
)
_TARGETS: Final = {
    "unauthorised-information": "an infraction was found",
    "misinformation": "the score was changed",
}
_BY_MEASURE_ALONE: Final = (
    "The same by the simple product: an alternative, times a gain above zero in this deal's measure alone"
)
_MOST_UNREAD: Final = 25
_LACKS: Final = {
    "complaint": "who acted after what, or who was told what; or the auction",
    "meanings": "what the explanation showed, or what was right",
    "cards": "all hands, or the vulnerability",
    "other": "another thing: no decision of a player who was misled, a call nobody would make, a card of the play",
}


def evaluate_judgement(
    folder: Path,
    reports: Path | None,
    tell: Callable[[str], None],
    *,
    kind: str | None = None,
    sample: int | None = None,
    seed: int = 0,
    seeds: int = 0,
) -> dict[str, Any]:
    """The figures after ruling every case of a folder again; the page is written if a folder is named for it."""
    read = rows_in(folder)
    if kind is not None and kind not in KINDS:
        raise UsageError("not a kind", where="--kind", found=kind, remedy=f"one of {', '.join(KINDS)}")
    wanted = [row for row in read if kind in (None, row.kind)]
    if sample is not None and sample < len(wanted):
        chosen = np.random.default_rng(seed).choice(len(wanted), sample, replace=False)
        wanted = [wanted[place] for place in sorted(chosen.tolist())]
    run = JudgementRun(tuple(wanted), cache_file().parent / "judgement", seeds, answers=learned_from(folder))
    document = judgement_document(wanted, judged_rows(run, tell), seed)
    if reports is not None:
        reports.mkdir(parents=True, exist_ok=True)
        (reports / "judgement.html").write_text(judgement_page(document), encoding="utf-8", newline="\n")
    return document


def judgement_document(read: Sequence[ConvertedRow], rows: Sequence[Row], seed: int = 0) -> dict[str, Any]:
    """All figures with the count of what could not be read, and one line per case."""
    return {
        "model": "judgement",
        "n": len(rows),
        "read": {
            "rows": len(read),
            "cases": sum(row.case is not None for row in read),
            "bundled": sum(row.bundled for row in read),
            "unread": unread_counts(read),
        },
        "kinds": figures(rows, seed),
        "unbundled": figures([row for row in rows if not row.get("bundled")], seed),
        "printed": printed(rows, seed),
        "cases": [_case_line(row) for row in rows],
    }


def _case_line(row: Row) -> dict[str, Any]:
    body, facts, told = row["body"], row["facts"], row["told"] or {}
    return {
        "id": row["id"],
        "kind": row["kind"],
        "held": target_of(row, row["kind"]),
        "ours": finding_of(facts, row["kind"]) if row["kind"] in _TARGETS else None,
        "chance": chance_of(facts, row["kind"], row["action"]) if row["kind"] in _TARGETS else None,
        "theirs": body["score"],
        "facts": facts.get("score"),
        "told": told.get("score"),
        "band": (told or facts).get("band"),
        "refused": facts.get("refused"),
        "seconds": row["seconds"],
    }


def judgement_page(document: Mapping[str, Any]) -> str:
    """The page: probabilities, findings, scores, bands, seeds, what could not be read, and one line per case."""
    kinds: Mapping[str, Any] = document["kinds"]
    read = document["read"]
    about_rows = (
        f"<p>{read['rows']} rows were read, {read['cases']} of them sound cases; {document['n']} were ruled. "
        f"{read['bundled']} are bundled with the program: what the chain was built and looked at with. "
        "The figures on those are no proof of how it does on rulings nobody here has seen.</p>"
    )
    parts = [
        _ABOUT,
        about_rows,
        _chances("Was there an infraction, or the score changed?", kinds, "chance"),
        _chances(_BY_MEASURE_ALONE, kinds, "product"),
        _printed(document["printed"]),
        _past_rulings(),
        _pictures(kinds),
        _findings("Findings: yes, no or open, against the last body", kinds),
        _findings("The same of rows that are not bundled with the program", document["unbundled"]),
        _lacking(kinds),
        _chances("Actions not taken: logical alternatives or not", kinds, "alternatives"),
        _scores(kinds),
        _bands(kinds),
        _tricks(kinds),
        _over_seeds(kinds),
        _unread(read["unread"]),
        _cases(document["cases"]),
    ]
    return page("Judgement: our rulings beside those of bodies", [part for part in parts if part])


def _interval(edges: object) -> str:
    return "–" if not isinstance(edges, (list, tuple)) else f"{edges[0]:.3f} to {edges[1]:.3f}"


def _percent(part: float | None) -> str:
    return "–" if part is None else f"{100 * part:.0f} %"


def _chances(caption: str, kinds: Mapping[str, Any], key: str) -> str:
    lines = []
    for kind, kind_figures in kinds.items():
        chance = kind_figures.get(key) or {}
        if not chance.get("n"):
            continue
        question = kind if key == "alternatives" else f"{kind}: {_TARGETS[kind]}"
        lines.append(
            (
                question,
                chance["n"],
                chance["held"],
                chance["unsaid"],
                *(
                    text
                    for name in ("auc", "brier", "majority", "gain")
                    for text in (chance[name], _interval(chance[f"{name}_interval"]))
                ),
            )
        )
    heads = (
        "",
        "n",
        "held",
        "unsaid",
        "AUC",
        "90 %",
        "Brier",
        "90 %",
        "majority's Brier",
        "90 %",
        "gain",
        "90 %",
    )
    return table(caption, heads, lines) if lines else ""


def _printed(chance: Mapping[str, Any]) -> str:
    if not chance.get("n"):
        return ""
    lines = [
        (name, chance["n"], chance[name], _interval(chance[f"{name}_interval"]))
        for name in ("auc", "brier", "majority")
    ]
    return table(
        "The chance from past rulings, as it is printed beside the chain", ("", "n", "", "90 %"), lines
    )


def _past_rulings() -> str:
    """The table of logistic models fitted to past rulings: held-out scores and the weight of each."""
    shipped = {question: PastRulings.load_shipped(question) for question in ("infraction", "alternative")}
    lines = []
    for question, learned in shipped.items():
        if learned is not None and learned.record:
            briers = dict(learned.record)
            lines.append(
                (question, learned.cases, *(briers.get(name) for name in _LEARNED), f"{learned.weight:g}")
            )
    heads = ("", "n", "the chain", "past rulings alone", "both", "majority's share", "weight earned")
    caption = "What past rulings of unauthorised information add to the chain: Brier on events left out"
    return table(caption, heads, lines) if lines else ""


_LEARNED: Final = ("chain", "alone", "both", "majority")


def _pictures(kinds: Mapping[str, Any]) -> str:
    charts = []
    for kind in _TARGETS:
        points = line(kinds, kind, "chance", "reliability")
        if isinstance(points, list) and points:
            charts.append(
                line_chart(
                    f"{kind}: the chance given and how often bodies held so",
                    {"bins of equal count": [(predicted, observed) for predicted, observed, _ in points]},
                    across="chance given",
                    up="held by bodies",
                    diagonal=True,
                )
            )
    return "".join(charts)


def _findings(caption: str, kinds: Mapping[str, Any]) -> str:
    lines = []
    for kind, kind_figures in kinds.items():
        for name, measured in (
            (_TARGETS.get(kind, ""), kind_figures.get("finding")),
            ("alternatives", kind_figures.get("alternatives")),
        ):
            if measured and measured.get("n"):
                figures_of = (
                    measured["n"],
                    measured["right"],
                    measured["wrong"],
                    measured["open"],
                    _percent(measured["open"] / measured["n"]),
                    *_of_those_told(measured),
                )
                of_held = f"{measured['found_of_held']} of {measured['held']}"
                of_held_said = (
                    f"{measured['found_of_held']} of {measured['held'] - measured.get('unsaid_of_held', 0)}"
                )
                of_stood = f"{measured['adjusted_of_stood']} of {measured['n'] - measured['held']}"
                lines.append((f"{kind}: {name}", *figures_of, of_held, of_held_said, of_stood))
    heads = (
        "",
        "n",
        "right",
        "wrong",
        "open",
        "open",
        "of these nothing said",
        "open of the rest",
        "of those held so, found",
        "where something was said",
        "of the others, found",
    )
    return table(caption, heads, lines) if lines else ""


def _of_those_told(figures: Mapping[str, Any]) -> tuple[object, str]:
    """The share of rulings without an answer because the row lacks the facts, and the share of the others left open."""
    unsaid = figures.get("unsaid", 0)
    rest = figures["n"] - unsaid
    return unsaid, _percent((figures["open"] - unsaid) / rest if rest else None)


def _lacking(kinds: Mapping[str, Any]) -> str:
    """The facts rows lack for an answer, although the ruling says what was held. Other open answers are in doubt."""
    lines = [
        (f"{kind}: {_TARGETS[kind]}", _LACKS[lack], count)
        for kind in _TARGETS
        for lack, count in kinds.get(kind, {}).get("finding", {}).get("lacking", {}).items()
    ]
    return (
        table("Of which nothing is said: what the row lacks", ("", "lacks", "rows"), lines) if lines else ""
    )


def _scores(kinds: Mapping[str, Any]) -> str:
    lines = []
    for kind, kind_figures in kinds.items():
        for variant, words in (("facts", "from the facts"), ("told", "infraction told")):
            compared = kind_figures["scores"][variant]
            for unit, name in (("imp", "IMPs"), ("top", "of a top")):
                gap = compared[unit]
                if gap["n"]:
                    figures_of = (gap["n"], compared["of"], gap["mean"], gap["median"], _percent(gap["near"]))
                    lines.append((f"{kind}, {words}", name, *figures_of))
    return table(
        "Scores: how far ours lie from the body's", ("", "in", "n", "of", "mean", "median", "near"), lines
    )


def _bands(kinds: Mapping[str, Any]) -> str:
    lines = [
        (kind, band["n"], band["inside"], _percent(band["share"]), *band["reviewed"].values())
        for kind, band in ((kind, kind_figures["band"]) for kind, kind_figures in kinds.items())
    ]
    heads = ("", "with a band", "inside", "share", "by our review inside", "near", "outside")
    return table("Bodies' scores inside our band, to North-South", heads, lines)


def _tricks(kinds: Mapping[str, Any]) -> str:
    lines = [
        (
            kind,
            kind_figures["tricks"]["n"],
            kind_figures["tricks"]["right"],
            kind_figures["tricks"]["open"],
            kind_figures["tricks"]["mean"],
        )
        for kind, kind_figures in kinds.items()
        if line(kind_figures, "tricks", "n")
    ]
    heads = ("", "n", "the same", "open", "mean tricks apart")
    return table("Claims and revokes: declarer's tricks", heads, lines) if lines else ""


def _over_seeds(kinds: Mapping[str, Any]) -> str:
    lines = []
    for kind, kind_figures in kinds.items():
        over = kind_figures["dice"]
        if over:
            shares = (_percent(over["same_or_open"]), _percent(over["open"]))
            lines.append((kind, over["n"], over["runs"], *shares, over["flipped"], over["score_sd"]))
    heads = (
        "",
        "cases",
        "runs",
        "the same or open",
        "open",
        "cases with both answers",
        "SD of the score, median",
    )
    return table("Other random seeds for the same facts", heads, lines) if lines else ""


def _unread(counts: Mapping[str, int]) -> str:
    lines = list(counts.items())[:_MOST_UNREAD]
    return table("What could not be read of the rows", ("", "rows"), lines) if lines else ""


def _cases(cases: Sequence[Mapping[str, Any]]) -> str:
    words = {True: "yes", False: "no", None: "–"}

    def score(pair: list[float] | None) -> str:
        return "–" if pair is None else f"{pair[0]:.2f}"

    lines = [
        (
            case["id"],
            case["kind"],
            words[case["held"]],
            words[case["ours"]],
            case["chance"],
            score(case["theirs"]),
            score(case["facts"]),
            score(case["told"]),
            "–" if not case["band"] else f"{case['band'][0]:.2f} to {case['band'][1]:.2f}",
        )
        for case in cases
    ]
    heads = ("case", "kind", "held", "ours", "chance", "theirs, NS", "facts", "told", "band")
    return table("Every case", heads, lines)
