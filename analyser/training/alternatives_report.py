"""The page about alternatives: what was learned, how far it agrees with bodies, votes, polls and slow calls."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from analyser.report.charts import line_chart
from analyser.training.model_page import page, table

_WORDS: Final = {True: "yes", False: "no", None: "cannot tell"}
_REASONS: Final = {
    "information.chosen": "found: suggested over a logical alternative",
    "information.action-no-alternative": "found: suggested, and no alternative itself",
    "information.no-alternative": "none: there was no logical alternative",
    "information.not-suggested": "none: not suggested over a logical alternative",
    "information.alternative-untold": "cannot tell: suggested over what may be an alternative",
    "information.suggestion-untold": "cannot tell: what was suggested cannot be measured",
    "information.action-unknown": "cannot tell: what was chosen is not told, or nothing is known of it",
    "": "cannot tell: nothing to go by",
}
_ABOUT: Final = (
    "<p>What peers would consider and choose is a belief made of the call model and of polls; what past bodies held is "
    "counted beside it and never enters a weight. Nearly all rulings of the past that tell anything found an infraction: "
    "a model of them can hardly learn when none would be found, and says so below.</p>"
)
_KINDS: Final = (
    ("all", "all slow calls"),
    ("pass", "slow passes"),
    ("bid", "slow bids"),
    ("double", "slow doubles"),
)
_FIGURES: Final = (
    ("chosen", "how much oftener than peers the suggested call was chosen"),
    ("paid", "what the suggested call came to beyond expectation, IMPs"),
    ("slope", "what calls came to for each IMP they were measured to gain"),
)
_WHO: Final = (("slow", "after slow calls"), ("others", "elsewhere"), ("difference", "difference"))
_MORE: Final = "Partners of slow callers chose what was suggested oftener than others after the same auction."
_ALONE: Final = (
    "Partners of slow callers chose what was suggested oftener than the model says peers do; beside others after the same "
    "auction the difference may be chance."
)
_BOUND: Final = "than others after the same auction: they are experts whom the Laws forbid to choose it."
_LESS: Final = {
    0: f"Partners of slow callers chose what was suggested neither oftener nor less often, as far as can be told, {_BOUND}",
    -1: f"Partners of slow callers chose what was suggested less often {_BOUND}",
}


@dataclass(frozen=True, slots=True)
class CaseRow:
    """One past case: whether an infraction was found, by the body and by us, and our reason in words."""

    case: str
    edition: str
    body: str
    theirs: bool | None
    ours: bool | None
    why: str
    code: str = ""
    held: tuple[tuple[str, bool, bool | None, float], ...] = ()
    """Actions a body spoke of: which, whether it held it an alternative, whether we do, the share who would consider it."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is held beside the models: past cases, polls, retrieval, slow calls; parts not measured are left out."""

    found: Sequence[CaseRow] = ()
    polls: Sequence[tuple[str, str, int, int, int, int, float, bool]] = ()
    """Case, action, asked, chosen, lowest and highest expected, how likely inside, whether inside."""
    retrieval: Sequence[tuple[str, int, float, float]] = ()
    """What is asked of what, how many cases, the share found by nearness, by kind alone."""
    slow: Mapping[str, Any] | None = None


def alternatives_page(card: Mapping[str, Any], beside: Evidence) -> str:
    """The whole page; it needs nothing beside it."""
    parts = [_ABOUT, _labels(card), *_agreement(beside.found), _prior(card), *_rulings(card)]
    return page(
        "Logical alternatives",
        [*parts, _polls(beside.polls), _retrieval(beside.retrieval), slow_calls_told(beside.slow)],
    )


def _labels(card: Mapping[str, Any]) -> str:
    rulings = card.get("rulings", {})
    rows = [(f"{row[0]}, {row[1]}", *map(int, row[2:])) for row in rulings.get("labels", ())]
    heads = ("edition, body", *rulings.get("labels_columns", ("", ""))[2:])
    text = table("What past rulings tell of the action not taken", heads, rows)
    return (
        text
        + f"<p>Target of the model of rulings: {rulings.get('target', '')}. {rulings.get('why', '')}.</p>"
    )


def _agreement(cases: Sequence[CaseRow]) -> list[str]:
    """Counts by edition and body, then every case that differs, and the actions bodies spoke of."""
    if not cases:
        return []
    recorded = [case for case in cases if case.theirs is not None]
    groups: dict[str, list[CaseRow]] = {"all": list(recorded)}
    for case in recorded:
        groups.setdefault(f"{case.edition}, {case.body}", []).append(case)
    rows = [_counted(name, groups[name]) for name in ("all", *sorted(set(groups) - {"all"}))]
    heads = ("edition, body", "cases", "same", "other", "cannot tell", "same of those told")
    parts = [
        table("Was there an infraction? Our finding beside the body's", heads, rows),
        _plainly(recorded),
        _by_theirs(recorded),
        _reasons(recorded),
        table(
            "Where we differ, and why",
            ("case", "law and body", "they found one", "we", "our reason"),
            [
                (case.case, f"{case.edition}, {case.body}", _WORDS[case.theirs], _WORDS[case.ours], case.why)
                for case in recorded
                if case.ours is not None and case.ours is not case.theirs
            ],
        ),
    ]
    spoken_of = [(case.case, *entry) for case in cases for entry in case.held]
    if spoken_of:
        same = sum(theirs is ours for _, _, theirs, ours, _ in spoken_of)
        words = f"Actions bodies spoke of: {same} of {len(spoken_of)} answered alike"
        lines = [
            (case, action, _WORDS[theirs], _WORDS[ours], considered)
            for case, action, theirs, ours, considered in spoken_of
        ]
        parts.append(table(words, ("case", "action", "alternative: body", "we", "would consider"), lines))
    return parts


def _plainly(cases: Sequence[CaseRow]) -> str:
    """What the counts amount to, in a sentence."""
    spoken = [case for case in cases if case.ours is not None]
    same = sum(case.ours is case.theirs for case in spoken)
    always = sum(case.theirs is True for case in spoken)
    verdict = "agrees more often" if always > same else "does not agree more often"
    return (
        f"<p>We answer in {len(spoken)} of {len(cases)} cases and agree in {same} of them. Always to say that there was an "
        f"infraction {verdict} ({always}): cases on record are those in which one was found. Most of what parts us is "
        "whether the information suggested the action: bodies judged it from experience, here it is measured and must leave "
        "out nought.</p>"
    )


def _counted(name: str, cases: Sequence[CaseRow]) -> tuple[object, ...]:
    same = sum(case.ours is case.theirs for case in cases)
    untold = sum(case.ours is None for case in cases)
    spoken = len(cases) - untold
    return (name, len(cases), same, spoken - same, untold, same / spoken if spoken else None)


def _by_theirs(cases: Sequence[CaseRow]) -> str:
    count = Counter((case.theirs, case.ours) for case in cases)
    rows = [
        (
            f"the body found {'one' if theirs else 'none'}",
            *(count[theirs, ours] for ours in (True, False, None)),
        )
        for theirs in (True, False)
    ]
    return table("Both findings", ("", "we find one", "we find none", "we cannot tell"), rows)


def _reasons(cases: Sequence[CaseRow]) -> str:
    """What our answers rest on, each sort of reason once, beside what the body found."""
    count = Counter((case.code, case.theirs) for case in cases)
    codes = sorted({code for code, _ in count}, key=lambda code: (list(_REASONS).index(code), code))
    rows = [(_REASONS[code], count[code, True], count[code, False]) for code in codes]
    return table("What our answer rests on", ("", "they found one", "they found none"), rows)


def _prior(card: Mapping[str, Any]) -> str:
    report = card.get("prior", {}).get("report", {})
    rows = [
        ("positions of ten votes or more", report.get("n")),
        ("actions asked about", report.get("actions")),
        ("share of votes from which an action counts as an alternative", report.get("threshold")),
        ("how sure one must be", report.get("sure")),
        ("nothing said of", report.get("abstained")),
        ("right in the rest", report.get("right")),
        ("right in the rest, where the question is open", report.get("open", {}).get("right")),
        ("counts of votes inside the interval of nine tenths", report.get("inside_90")),
        ("so many should be, votes being whole numbers", report.get("expected_90")),
        ("counts of votes inside the interval of four fifths", report.get("inside_80")),
        ("so many should be", report.get("expected_80")),
    ]
    curve = [(sure, float(right)) for sure, _, right in report.get("abstaining", ())]
    silent = [(sure, float(abstained)) for sure, abstained, _ in report.get("abstaining", ())]
    bins = [(float(said), float(voted)) for said, voted, _ in report.get("reliability", ())]
    return (
        table("Shares of peers against votes, on deals learned nothing from", ("", ""), rows)
        + line_chart(
            "Share believed against share of the votes",
            {"actions": bins},
            across="believed",
            up="voted",
            diagonal=True,
        )
        + line_chart(
            "Answering only when so sure: part left open, part right of the rest",
            {"right": curve, "left open": silent},
            across="sure",
            up="share",
        )
    )


def _rulings(card: Mapping[str, Any]) -> list[str]:
    rulings = card.get("rulings", {})
    figures = rulings.get("held_out", {})
    names = {
        "model": "the model",
        "share_alone": "the call model's shares alone",
        "majority": "always the majority's share",
    }
    rows: list[tuple[object, ...]] = []
    for key, name in names.items():
        figures_of = figures.get(key)
        if figures_of is not None:
            spans = [
                _interval(figures_of.get(f"{figure}_interval")) for figure in ("brier", "log_loss", "auc")
            ]
            cells = zip((figures_of["brier"], figures_of["log_loss"], figures_of["auc"]), spans, strict=True)
            rows.append((name, figures_of["n"], *(cell for pair in cells for cell in pair)))
    heads = ("", "n", "Brier", "90 %", "log-loss", "90 %", "AUC", "90 %")
    parts = [
        table("Was an infraction found? Events left out in turn", heads, rows),
        f"<p>What so few cases support: {rulings.get('supports', '')}.</p>",
    ]
    curve = figures.get("abstaining", ())
    lines = [(float(sure), float(part), float(right)) for sure, part, right in curve]
    parts.append(
        table("The model of rulings, answering only when so sure", ("sure", "part answered", "right"), lines)
    )
    bins = [(float(said), float(came)) for said, came, _ in figures.get("model", {}).get("reliability", ())]
    caption = "Chance of an infraction found, said and come true, three rulings a point"
    parts.append(line_chart(caption, {"rulings": bins}, across="said", up="found", diagonal=True))
    return parts


def _interval(edges: Sequence[float] | None) -> str:
    return "–" if edges is None else f"{edges[0]:.3f} to {edges[1]:.3f}"


def _polls(polls: Sequence[tuple[str, str, int, int, int, int, float, bool]]) -> str:
    if not polls:
        return ""
    inside, expected = sum(poll[7] for poll in polls), sum(poll[6] for poll in polls)
    rows = [
        (f"{case}: {action}", voters, chosen, f"{low} to {high}", "yes" if is_inside else "no")
        for case, action, voters, chosen, low, high, _, is_inside in polls
    ]
    caption = (
        f"Polls of past cases: {inside} of {len(polls)} counts inside the interval of four fifths expected before "
        f"anyone was asked; whole numbers being what they are, {expected:.1f} were to be expected"
    )
    return table(caption, ("", "asked", "chose it", "expected", "inside"), rows)


def _retrieval(rows: Sequence[tuple[str, int, float, float]]) -> str:
    if not rows:
        return ""
    caption = "Precedents: a case of the same kind and clause among the first three, each case in turn asking the others"
    return table(caption, ("", "cases asking", "by nearness", "by kind alone"), rows)


def slow_calls_told(comparison: Mapping[str, Any] | None) -> str:
    """What partners of slow callers chose and what it came to, beside the same turns where nobody was slow."""
    if comparison is None:
        return ""
    caption = (
        f"Slow calls of the record ({comparison['seen']} turns after one, {comparison['all']['other_turns']} after the same auction "
        "elsewhere, looked at as if the call had been slow there too), with 90 % intervals"
    )
    rows: list[tuple[object, ...]] = []
    for kind, of in _KINDS:
        for key, word in _FIGURES:
            part = comparison[kind][key]
            for who, name in _WHO:
                if part[who] is not None:
                    count = part.get(f"{who}_n", min(part["slow_n"], part["others_n"]))
                    rows.append((f"{of}, {word}: {name}", count, *map(float, part[who])))
    return table(caption, ("", "turns", "figure", "from", "to"), rows) + _confirmed(comparison["all"])


def _confirmed(comparison: Mapping[str, Any]) -> str:
    """Whether partners lean towards what was suggested, and whether it pays, more than elsewhere."""
    chosen, slope = _side(comparison["chosen"]["difference"]), _side(comparison["slope"]["difference"])
    sentences = []
    if chosen is not None:
        after = _side(comparison["chosen"]["slow"])
        sentences.append(_MORE if chosen > 0 else _ALONE if chosen == 0 and after == 1 else _LESS[chosen])
    if slope is not None:
        sentences.append(
            "What was measured to gain did gain in the deals as they lay, after slow calls more than elsewhere: the "
            "direction measured is confirmed."
            if slope > 0
            else "Whether what was measured to gain did gain in the deals as they lay cannot be told from so few: the "
            "direction is tested on the layouts in which it is known."
        )
    return f"<p>{' '.join(sentences)}</p>" if sentences else ""


def _side(interval: list[float] | None) -> int | None:
    """Whether an interval lies above nought (1), below it (-1), or holds it."""
    if interval is None:
        return None
    _, low, high = interval
    return 1 if low > 0 else -1 if high < 0 else 0
