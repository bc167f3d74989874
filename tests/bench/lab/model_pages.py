"""The pages about the models: scores, reliability, learning curves and the largest losses; no record is in them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from numpy.typing import NDArray

from analyser.bridge import CALLS, RANKS, Contract
from analyser.casefile import Form
from analyser.estimates.call_features import AuctionKind
from analyser.estimates.calls import CallModel, TempoModel
from analyser.estimates.leads import LeadModel
from analyser.estimates.record_models import TrickModel
from analyser.estimates.tricks_net import TricksNet
from tests.bench.lab.calls_evaluation import DecisionScores, Polls
from tests.bench.lab.charts import line_chart
from tests.bench.lab.leads_data import Leads
from tests.bench.lab.leads_evaluation import evaluate_leads, leads_of, score_leads
from tests.bench.lab.measures import ShareScore, reliability
from tests.bench.lab.records import Half
from tests.bench.lab.tempo import evaluate_tempo
from tests.bench.lab.tricks_data import rows_in
from tests.bench.lab.tricks_evaluation import evaluate_tricks, played_of
from tests.bench.lab.tricks_net_data import recorded_labels
from tests.bench.lab.tricks_net_evaluation import evaluate_tricks_net

Line = list[tuple[float, float]]
_KINDS: Final = {
    AuctionKind.UNOPENED: "unopened",
    AuctionKind.ONE_SIDED: "one side bidding",
    AuctionKind.CONTESTED: "both bidding, below the four level",
    AuctionKind.CONTESTED_HIGH: "both bidding, four level or higher",
}
_SORTS: Final = 7
"""Kinds of call: pass, double, redouble, bids at the levels one to three, game and higher."""
_EXAMPLES: Final = ("1NT by S", "2S by S", "3NT by S", "4S by S", "4HX by S", "5D by S", "6S by S")


def _cell(value: object) -> str:
    """A value as a table shows it, numbers with at most three decimals."""
    match value:
        case None:
            return "–"
        case float():
            return f"{value:.3f}"
        case int():
            return f"{value:,}"
        case _:
            return str(value)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("pages")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["cell"] = _cell
    environment.globals["line_chart"] = lambda *args, **options: Markup(line_chart(*args, **options))
    return environment


def _filled(template: str, **values: object) -> str:
    return _environment().get_template(template).render(values)


def page(title: str, parts: Sequence[str]) -> str:
    """A whole, self-contained page."""
    return _filled("base.html", title=title, parts=map(Markup, parts))


def table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table; numbers with at most three decimals."""
    macros: Any = _environment().get_template("parts.html").module
    return str(macros.table(caption, heads, rows))


def write_page(reports: Path, model: str, **values: object) -> Path:
    """The path of `MODEL.html`, filled from the template of that name."""
    reports.mkdir(parents=True, exist_ok=True)
    path = reports / f"{model}.html"
    path.write_text(_filled(f"{model}.html", **values), encoding="utf-8", newline="\n")
    return path


def _learning(card: Mapping[str, Any], **names: str) -> dict[str, Line]:
    """The learning curves of a card, by the names given for its keys."""
    curve = card.get("curve", {})
    passes = [float(number) for number in curve.get("pass", [])]
    return {
        name: list(zip(passes, map(float, curve[key]), strict=True))
        for key, name in names.items()
        if key in curve
    }


def _points(predicted: NDArray[np.float64], observed: NDArray[np.bool_]) -> Line:
    return [(share, part) for share, part, _ in reliability(predicted, observed)]


def write_calls_page(card: Mapping[str, Any], scored: DecisionScores, polls: Polls, reports: Path) -> Path:
    """The path of `calls.html`, written from the *report* half's scores of the call model."""
    by_kind = {name: scored.kind == kind for kind, name in _KINDS.items()}
    parts = {name: scored.model.where(rows) for name, rows in by_kind.items()}
    names = {
        "fitted": "while fitting",
        "last_log_loss": "held out",
        "average_log_loss": "held out, averaged weights",
    }
    return write_page(
        reports,
        "calls",
        card=card,
        whole=scored.figures(),
        kinds=[(name, part.figures()) for name, part in parts.items()],
        polls=polls.figures(),
        learning=_learning(card, **names),
        reliable={name: _points(part.top, part.rank == 0) for name, part in parts.items() if len(part)},
        votes={"polls": _vote_line(polls)} if len(polls.votes) else {},
        confusion=[(name, _confusion(scored, rows)) for name, rows in by_kind.items()],
        worst=_worst(scored, by_kind),
    )


def _vote_line(polls: Polls) -> Line:
    """Observed votes of several tables at one position, by the share the model gives."""
    predicted, part = polls.shares.ravel(), (polls.votes / polls.votes.sum(axis=1, keepdims=True)).ravel()
    relevant = (predicted >= 0.005) | (part > 0)
    order = np.argsort(predicted[relevant], kind="stable")
    bins = [rows for rows in np.array_split(order, 20) if len(rows)]
    return [(float(predicted[relevant][rows].mean()), float(part[relevant][rows].mean())) for rows in bins]


def _confusion(scored: DecisionScores, rows: NDArray[np.bool_]) -> list[list[int]]:
    """The confusion matrix: the kind of call made by the kind of the model's first choice."""
    counts = np.zeros((_SORTS, _SORTS), np.int64)
    np.add.at(counts, (_sort(scored.call[rows]), _sort(scored.best[rows])), 1)
    return [[int(count) for count in line] for line in counts]


def _sort(calls: NDArray[np.int8]) -> NDArray[np.int64]:
    """The kind of each call: pass, double, redouble, then the level of a bid, game and higher together."""
    level = (calls.astype(np.int64) - 3) // 5
    return np.where(calls < 3, calls.astype(np.int64), 3 + np.minimum(level, 3))


def _worst(
    scored: DecisionScores, by_kind: Mapping[str, NDArray[np.bool_]]
) -> list[tuple[str, int, float, float]]:
    """The calls with the largest log-loss, with their number."""
    loss = -np.log(np.maximum(scored.model.own, 1e-12))
    highest = max(1.0, float(loss.sum()))
    lines = []
    for name, of_kind in by_kind.items():
        for code in range(len(CALLS)):
            rows = of_kind & (scored.call == code)
            if rows.sum() >= 100:
                lost = float(loss[rows].sum()) / highest
                lines.append((f"{CALLS[code]}, {name}", int(rows.sum()), float(loss[rows].mean()), lost))
    return sorted(lines, key=lambda line: -line[3])[:25]


def write_leads_page(data: Path, models: Path, reports: Path) -> Path:
    """The path of `leads.html` about the model in `models/leads`, written from the *report* half."""
    model = LeadModel.load(models / "leads")
    leads = leads_of(data, Half.REPORT.value)
    score, suits = score_leads(model, leads)
    return write_page(
        reports,
        "leads",
        card=model.card,
        whole=evaluate_leads(data, Half.REPORT.value, model=model),
        contracts=list(_leads_by_contract(leads, score, suits)),
        ranks=list(_leads_by_rank(leads, score)),
        learning=_learning(model.card, fitted="while fitting", log_loss="held out"),
        reliable={"report half": _points(score.top, score.rank == 0)},
    )


def _leads_by_contract(
    leads: Leads, score: ShareScore, suits: ShareScore
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The scores by the kind of contract."""
    contract = leads.auctions.contract[leads.auction]
    level, strain = contract // 5 + 1, contract % 5
    majors = (strain == 2) | (strain == 3)
    for name, trumps in (("notrump", strain == 4), ("a major", majors), ("a minor", strain < 2)):
        for lowest, highest in ((1, 2), (3, 3), (4, 4), (5, 5), (6, 7)):
            rows = trumps & (level >= lowest) & (level <= highest)
            if rows.sum() >= 50:
                levels = str(lowest) if lowest == highest else f"{lowest}-{highest}"
                figures = score.where(rows).figures() | {"suit_top1": suits.where(rows).figures()["top1"]}
                yield f"{name}, level {levels}", figures


def _leads_by_rank(leads: Leads, score: ShareScore) -> Iterator[tuple[object, ...]]:
    """By the rank actually led: how often, and how often predicted."""
    for place in range(12, -1, -1):
        rows: NDArray[np.bool_] = leads.chosen % 13 == place
        if rows.any():
            figures = score.where(rows).figures()
            values = (figures[key] for key in ("n", "top1", "top3", "log_loss"))
            yield (RANKS[place], float(rows.mean()), *values)


def write_tricks_page(data: Path, models: Path, reports: Path) -> Path:
    """The path of `tricks.html` about the model in `models/tricks`, written from the *report* half."""
    model = TrickModel.load(models / "tricks")
    played = played_of(data, Half.REPORT.value)
    shares = model.chances_after_lead[rows_in(played, played.after)]
    chance = np.where(np.arange(14) >= played.level[:, None] + 6, shares, 0.0).sum(axis=1)
    score = ShareScore.of(shares, played.tricks)
    drift = model.card.get("drift", {}).get("made_at_margin_0", [])
    return write_page(
        reports,
        "tricks",
        card=model.card,
        whole=evaluate_tricks(data, Half.REPORT.value, model=model),
        examples=[_chances(model, Contract.parse(name)) for name in _EXAMPLES],
        reliable={
            "makes": _points(chance, played.tricks >= played.level + 6),
            "likeliest number of tricks": _points(score.top, score.rank == 0),
        },
        eighths={"made": [(float(number), float(share)) for number, share in enumerate(drift, 1)]},
    )


def _chances(model: TrickModel, contract: Contract) -> tuple[object, ...]:
    """The probabilities of making a contract, from two tricks short double dummy to one over."""
    needed = contract.tricks_needed
    shares = (model.tricks(needed + margin, contract, Form.IMPS) for margin in (-2, -1, 0, 1))
    return (contract.name, *(sum(share[needed:]) for share in shares))


def write_tricks_net_page(data: Path, models: Path, reports: Path) -> Path:
    """The path of `tricks-net.html` about the model in `models/tricks-net`, written from the *report* half."""
    model = TricksNet.load(models / "tricks-net")
    labels = recorded_labels(data, Half.REPORT.value)
    labels = labels.rows(labels.lead < 0)
    shares = model.distribution(labels.hands, labels.declarer, labels.strain)
    chance = np.where(np.arange(14) >= labels.level[:, None] + 6, shares, 0.0).sum(axis=1)
    return write_page(
        reports,
        "tricks-net",
        card=model.card,
        whole=evaluate_tricks_net(data, Half.REPORT.value, model=model),
        learning=_learning(model.card, log_loss="held out"),
        reliable={"makes, before the lead": _points(chance, labels.tricks >= labels.level + 6)},
    )


def write_tempo_page(data: Path, models: Path, reports: Path) -> Path:
    """The path of `tempo.html` about the model in `models/tempo`, written from the held-out years."""
    model, calls = TempoModel.load(models / "tempo"), CallModel.load(models / "calls")
    figures = evaluate_tempo(data, "valid", model=model, calls=calls)
    return write_page(reports, "tempo", card=model.card, whole=figures)


def write_tree_page(evaluation: Mapping[str, Any], reports: Path) -> Path:
    """The path of `tree.html` about the auction tree, written from its evaluation."""
    bands = {
        name: [(row["said"], row["came"]) for row in rows] for name, rows in evaluation["reliability"].items()
    }
    return write_page(reports, "tree", whole=evaluation, reliable=bands)


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
    """Actions a body spoke of: the action, whether it held it an alternative, whether we do, the share considering it."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence compared with the models: past cases, polls, retrieval, slow calls; parts not measured are left out."""

    found: Sequence[CaseRow] = ()
    polls: Sequence[tuple[str, str, int, int, int, int, float, bool]] = ()
    """Case, action, asked, chosen, lowest and highest predicted, nominal coverage, whether inside."""
    retrieval: Sequence[tuple[str, int, float, float]] = ()
    """The query and its target, the number of cases, the share found by nearness, and by kind alone."""
    slow: Mapping[str, Any] | None = None


def alternatives_page(card: Mapping[str, Any], evidence: Evidence) -> str:
    """The page about alternatives: what was learned, and its agreement with rulings, votes, polls and slow calls."""
    prior = card.get("prior", {}).get("report", {})
    recorded = [case for case in evidence.found if case.theirs is not None]
    actions = [(case.case, *entry) for case in evidence.found for entry in case.held]
    sure = prior.get("abstaining", ())
    return _filled(
        "alternatives.html",
        card=card,
        cases=evidence.found,
        recorded=recorded,
        agreement=_agreement(recorded),
        answered=sum(case.ours is not None for case in recorded),
        same=sum(case.ours is case.theirs for case in recorded),
        always=sum(case.theirs is True and case.ours is not None for case in recorded),
        findings=Counter((case.theirs, case.ours) for case in recorded),
        codes=Counter((case.code, case.theirs) for case in recorded),
        actions=actions,
        actions_alike=sum(theirs is ours for _, _, theirs, ours, _ in actions),
        believed=[(float(said), float(voted)) for said, voted, _ in prior.get("reliability", ())],
        abstaining={
            "right": [(share, float(right)) for share, _, right in sure],
            "left open": [(share, float(abstained)) for share, abstained, _ in sure],
        },
        polls=evidence.polls,
        retrieval=evidence.retrieval,
        slow_calls=slow_calls_part(evidence.slow),
    )


def _agreement(cases: Sequence[CaseRow]) -> list[tuple[object, ...]]:
    """By edition and body: cases, same answer, different, none, and the share of same among answered."""
    groups: dict[str, list[CaseRow]] = {}
    for case in cases:
        groups.setdefault(f"{case.edition}, {case.body}", []).append(case)
    lines: list[tuple[object, ...]] = []
    for name, group in (("all", cases), *sorted(groups.items())):
        same = sum(case.ours is case.theirs for case in group)
        answered = sum(case.ours is not None for case in group)
        share = same / answered if answered else None
        lines.append((name, len(group), same, answered - same, len(group) - answered, share))
    return lines


def slow_calls_part(comparison: Mapping[str, Any] | None) -> str:
    """A part of a page on what partners of slow callers chose and its result; empty if not measured."""
    if comparison is None:
        return ""
    chosen, slope = comparison["all"]["chosen"], comparison["all"]["slope"]
    return _filled(
        "slow_calls.html",
        comparison=comparison,
        chosen=_side(chosen["difference"]),
        chosen_after_slow=_side(chosen["slow"]),
        slope=_side(slope["difference"]),
    )


def _side(interval: list[float] | None) -> int | None:
    """Whether an interval lies above zero (1), below it (-1), or contains it (0)."""
    if interval is None:
        return None
    _, low, high = interval
    return 1 if low > 0 else -1 if high < 0 else 0
