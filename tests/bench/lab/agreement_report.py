"""`reports/agreement.html` and `.json`: our scores compared with those of the recorded rulings.

`python -m tests.bench.lab.agreement_report [FOLDER]` rules every past case again, which takes some minutes; a test
compares the committed figures with later ones, so that no change lowers them unnoticed.
"""

import json
import re
import sys
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path

from analyser import resources
from analyser.casefile import case_of
from analyser.estimates.services import open_services
from analyser.messages import decimal_text
from tests.bench.lab.agreement import (
    ExampleCase,
    RulingBesideOurs,
    compare_all,
    control_counts,
    document,
    example_cases,
    summary,
    widths,
)
from tests.bench.lab.model_pages import page, table

_WHOLE = re.compile("claim|revoke")

_ABOUT = (
    "<p>Every past case of the base with a recorded ruling, ruled again. <em>The whole chain</em> starts from the facts with "
    "nothing judged: whether there was an infraction is estimated too. <em>The score alone</em> takes from the body that "
    "there was an infraction and asks only what it leads to. Scores are in IMPs or matchpoints, whichever the event used; "
    "where the record does not tell what the board was compared with, the ruling counts in IMPs against the result at the "
    "table (marked ×). Nearly all recorded rulings assign one result where we weigh several, and appealed cases are the close "
    "ones: complete agreement is neither reached nor sought. <em>Inside</em> is inside our band, or the same score.</p>"
)
_HEADS = (
    "",
    "cases",
    "scores",
    "inside",
    "outside",
    "cannot tell",
    "mean apart",
    "median",
    "mean width of band",
)
_KEYS = ("cases", "compared", "inside", "outside", "cannot_tell", "mean_apart", "median_apart", "mean_width")


def rule_all_again(cases: Path) -> tuple[RulingBesideOurs, ...]:
    """Every past case under a folder, ruled twice: from the facts, then with the body's finding given."""
    past = [case_of(path.read_bytes()) for path in sorted((cases / "past").glob("*.toml"))]
    with open_services() as services:
        return (*compare_all(past, services, found=False), *compare_all(past, services, found=True))


def rule_bundled_again(cases: Path) -> tuple[ExampleCase, ...]:
    """The bundled cases whose score is made of weighed results; claims and revokes are not."""
    files = [path for path in sorted((cases / "kinds").glob("*.toml")) if not _WHOLE.search(path.stem)]
    with open_services() as services:
        return tuple(example_cases([case_of(path.read_bytes()) for path in files], services))


def write(rows: Sequence[RulingBesideOurs], good: Sequence[ExampleCase], folder: Path) -> None:
    """Write the page and the figures."""
    text = json.dumps(document(rows, good), indent=1, ensure_ascii=False) + "\n"
    (folder / "agreement.json").write_text(text, encoding="utf-8", newline="\n")
    (folder / "agreement.html").write_text(agreement_page(rows, good), encoding="utf-8", newline="\n")


def agreement_page(rows: Sequence[RulingBesideOurs], good: Sequence[ExampleCase]) -> str:
    """The page: totals, by kind, by edition, a picture, and every case."""
    chain, score = [row for row in rows if not row.found], [row for row in rows if row.found]
    band_widths = [(unit, cases, mean) for unit, (cases, mean) in widths(good).items()]
    parts = [
        _ABOUT,
        table("All cases", _HEADS, [_line("the whole chain", chain), _line("the score alone", score)]),
        _infractions(chain),
        _negative_controls(score, good),
        table("The band over the bundled cases", ("unit", "cases", "mean width"), band_widths),
        _picture(score),
        *(
            _by(f"{name}, by {word}", rulings, key)
            for name, rulings in (("The score alone", score), ("The whole chain", chain))
            for word, key in _GROUPS
        ),
        _every("The score alone: every case", score),
        _every("The whole chain: every case", chain),
    ]
    return page("Agreement with recorded rulings", parts)


_GROUPS: tuple[tuple[str, Callable[[RulingBesideOurs], str]], ...] = (
    ("kind", lambda row: row.kind),
    ("edition of the Laws", lambda row: row.edition),
    ("the body that ruled", lambda row: row.body),
)


def _line(name: str, rows: Sequence[RulingBesideOurs]) -> tuple[object, ...]:
    figures = summary(rows)
    return (name, *(figures[key] for key in _KEYS))


def _by(caption: str, rows: Sequence[RulingBesideOurs], key: Callable[[RulingBesideOurs], str]) -> str:
    names = sorted({key(row) for row in rows})
    return table(caption, _HEADS, [_line(name, [row for row in rows if key(row) == name]) for name in names])


def _infractions(chain: Sequence[RulingBesideOurs]) -> str:
    """The table of infractions found: theirs by ours."""
    words = {True: "infraction", False: "none", None: "not told"}
    answers = (True, False, None)
    lines = [
        (
            f"they: {words[theirs]}",
            *(sum(row.infraction == (theirs, ours) for row in chain) for ours in answers),
        )
        for theirs in answers
    ]
    return table("Was there an infraction?", ("", *(f"we: {words[ours]}" for ours in answers)), lines)


def _negative_controls(score: Sequence[RulingBesideOurs], good: Sequence[ExampleCase]) -> str:
    """The table of verdicts on rulings no one would call reasonable."""
    lines = []
    for name, controls in (
        ("recorded cases", [ruling for row in score for ruling in row.controls]),
        ("bundled cases", [ruling for case in good for ruling in case.controls]),
    ):
        counts = control_counts(controls)
        counts["all"] = [sum(count[place] for count in counts.values()) for place in (0, 1)]
        for kind, (of, outside) in counts.items():
            lines.append((f"{name}: {kind}", of, outside, f"{100 * outside / of:.0f} %" if of else "–"))
    return table(
        "Unreasonable rulings planted beside ours, the infraction taken as found: how many are called outside",
        ("", "planted", "outside", "share"),
        lines,
    )


def _every(caption: str, rows: Sequence[RulingBesideOurs]) -> str:
    heads = ("case", "kind", "edition", "body", "theirs, NS", "ours, NS", "band, NS", "apart", "")
    lines = []
    for row in sorted(rows, key=lambda row: (-(row.apart if row.apart is not None else -1), row.id)):
        band = (
            "–"
            if row.band_ns is None
            else f"{decimal_text(row.band_ns[0])} to {decimal_text(row.band_ns[1])}"
        )
        distance = None if row.apart is None else decimal_text(row.apart, 2)
        lines.append(
            (
                row.id + (" ×" if row.swing else ""),
                row.kind,
                row.edition,
                row.body,
                None if row.theirs is None else decimal_text(row.theirs.ns, 2),
                None if row.ours is None else decimal_text(row.ours.ns, 2),
                band,
                distance,
                row.verdict,
            )
        )
    return table(caption, heads, lines)


def _picture(rows: Sequence[RulingBesideOurs]) -> str:
    """The scatter plot of their score against ours with its band, in IMPs to North-South; the diagonal is agreement."""
    pictured = [row for row in rows if row.theirs is not None and row.ours is not None and row.unit == "imp"]
    if not pictured:
        return ""
    most = 18

    def place(value: float) -> float:
        return round(30 + 360 * (min(max(value, -most), most) + most) / (2 * most), 1)

    marks = []
    for row in pictured:
        theirs, ours = (float(scores.ns) for scores in (row.theirs, row.ours) if scores is not None)
        x, y = place(theirs), 420 - place(ours)
        if row.band_ns is not None:
            low, high = (420 - place(float(end)) for end in row.band_ns)
            marks.append(f'<path d="M{x} {low}V{high}" stroke="#1f5fa8" stroke-width="2" opacity=".35"/>')
        fill = "#1f5fa8" if row.verdict == "inside" else "#b3541e"
        caption = f"{row.id}: they {theirs:g}, we {ours:.2f}"
        marks.append(
            f'<circle cx="{x}" cy="{y}" r="4" fill="{fill}"><title>{escape(caption)}</title></circle>'
        )
    ticks = "".join(
        f'<text x="{place(tick)}" y="412" text-anchor="middle">{tick:+d}</text>'
        f'<text x="24" y="{424 - place(tick)}" text-anchor="end">{tick:+d}</text>'
        for tick in (-15, -10, -5, 0, 5, 10, 15)
    )
    return (
        '<figure><svg viewBox="-10 0 430 430" width="430" height="430" role="img" font-size="11" '
        'aria-label="Our scores against theirs"><rect x="30" y="30" width="360" height="360" fill="none" stroke="#bbb"/>'
        f'<path d="M30 390L390 30" stroke="#999" stroke-dasharray="4 4"/>{ticks}{"".join(marks)}</svg>'
        "<figcaption>The score alone, IMPs to North-South: theirs across, ours upwards with its band. Blue is inside, "
        "brown outside; on the dashed line both agree.</figcaption></figure>"
    )


if __name__ == "__main__":
    _CASES = resources.location("cases")
    _FOLDER = Path(sys.argv[1] if len(sys.argv) > 1 else "reports")
    write(rule_all_again(_CASES), rule_bundled_again(_CASES), _FOLDER)
