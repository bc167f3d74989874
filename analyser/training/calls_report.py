"""The page about the call model: figures, reliability, learning curve, confusion, worst cases by kind; no records."""

from collections.abc import Mapping
from html import escape
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import CALLS
from analyser.estimates.call_features import AuctionKind
from analyser.report.charts import line_chart
from analyser.training.calls_evaluation import DecisionScores, Polls
from analyser.training.measures import reliability
from analyser.training.model_page import fitted, page, table

_KINDS: Final = {
    AuctionKind.UNOPENED: "unopened",
    AuctionKind.ONE_SIDED: "one side bidding",
    AuctionKind.CONTESTED: "both bidding, below the four level",
    AuctionKind.CONTESTED_HIGH: "both bidding, four level or higher",
}
_FIGURES: Final = ("n", "top1", "top3", "log_loss", "ece")
_SORTS: Final = (
    "pass",
    "double",
    "redouble",
    "bid at the one level",
    "bid at the two level",
    "bid at the three level",
    "game bid or higher",
)

_ABOUT: Final = (
    "<p>How well the call model foretells what experts call, on deals of the last years of the record that it "
    "was neither fitted to nor tuned on. Class and system of the players are unknown to the record; it holds "
    "experts only, and so the figures speak of experts only.</p>"
)


def report_calls(card: Mapping[str, Any], scored: DecisionScores, polls: Polls) -> str:
    """The whole page."""
    figures = scored.figures()
    parts = [
        _ABOUT,
        _table_of_fit(card),
        _main(figures),
        _by_kind(scored),
        _polls(polls),
        _ceiling(card),
        _curves(card, scored, polls),
        _confusion(scored),
        _worst(scored),
    ]
    return page("The call model", parts)


def _table_of_fit(card: Mapping[str, Any]) -> str:
    calls, features = card.get("training", {}).get("calls", 0), card.get("model", {}).get("sights", 0)
    return fitted(card, ("calls learned from", int(calls)), ("sights told apart", int(features)))


def _row(name: str, figures: Mapping[str, Any]) -> tuple[object, ...]:
    return (name, *(figures[key] for key in _FIGURES))


def _main(figures: Mapping[str, Any]) -> str:
    rows = [_row("all decisions", figures)]
    rows += [
        _row(name.replace("_", " "), figures[name])
        for name in ("after_opening", "contested", "contested_high", "not_passed")
    ]
    for name, baseline in figures["baselines"].items():
        rows.append(_row(f"baseline {name}", baseline))
        rows.append(_row(f"baseline {name}, after the opening", baseline["after_opening"]))
    return table("Figures on the report half", ("", "n", "top 1", "top 3", "log-loss", "ECE"), rows)


def _by_kind(scored: DecisionScores) -> str:
    rows = [_row(name, scored.model.where(scored.kind == kind).figures()) for kind, name in _KINDS.items()]
    return table("By kind of auction", ("", "n", "top 1", "top 3", "log-loss", "ECE"), rows)


def _polls(polls: Polls) -> str:
    figures = polls.figures()
    names = {
        "n": "positions with six votes or more",
        "recall20": "of the calls with a fifth of the votes, part given a tenth or more",
        "proposed": "calls given a tenth or more, on average",
        "plurality": "positions whose most voted call is the model's first",
        "vote_log_loss": "log-loss on the votes",
        "vote_entropy": "entropy of the votes themselves",
    }
    return table("Natural polls", ("", ""), [(name, figures.get(key)) for key, name in names.items()])


def _ceiling(card: Mapping[str, Any]) -> str:
    """What ten others at the same turn tell of a call: the room there is."""
    rows: list[tuple[object, ...]] = []
    for name, figures in card.get("ceiling", {}).items():
        least = name.removeprefix("others_")
        for who, word in (
            ("others", "their votes alone"),
            ("model", "the model alone"),
            ("both", "their votes and the model together"),
        ):
            rows.append(
                (
                    f"{least} others or more: {word}",
                    figures["n"],
                    figures[f"{who}_top1"],
                    figures[f"{who}_top3"],
                )
            )
    short = "".join(
        f"<p>Not reached: {escape(name.replace('_', ' '))} {escape(str(why))}.</p>"
        for name, why in card.get("short_of", {}).items()
    )
    caption = "How far any foretelling goes: turns of the choosing half that others faced with the same hand"
    return table(caption, ("", "n", "top 1", "top 3"), rows) + short


def _curves(card: Mapping[str, Any], scored: DecisionScores, polls: Polls) -> str:
    curve = card.get("curve", {})
    passes = [float(number) for number in curve.get("pass", [])]
    lines = {
        name: list(zip(passes, map(float, curve[key]), strict=True))
        for key, name in (
            ("fitted", "while fitting"),
            ("last_log_loss", "held out"),
            ("average_log_loss", "held out, averaged weights"),
        )
        if key in curve
    }
    learning = line_chart("Log-loss after each pass over the record", lines, across="pass", up="log-loss")
    sure = {}
    for kind, name in _KINDS.items():
        rows = scored.kind == kind
        if rows.any():
            part = scored.model.where(rows)
            sure[name] = [(said, came) for said, came, _ in reliability(part.top, part.rank == 0)]
    reliable = line_chart(
        "How often the first call was made, by the share it was given",
        sure,
        across="share given",
        up="share made",
        diagonal=True,
    )
    return learning + reliable + _vote_chart(polls)


def _vote_chart(polls: Polls) -> str:
    if not len(polls.votes):
        return ""
    said, part = polls.shares.ravel(), (polls.votes / polls.votes.sum(axis=1, keepdims=True)).ravel()
    seen = (said >= 0.005) | (part > 0)
    order = np.argsort(said[seen], kind="stable")
    bins = [rows for rows in np.array_split(order, 20) if len(rows)]
    line = [(float(said[seen][rows].mean()), float(part[seen][rows].mean())) for rows in bins]
    return line_chart(
        "Votes of several tables at one position, by the share the model gives",
        {"polls": line},
        across="share given",
        up="share of votes",
        diagonal=True,
    )


def _sort(calls: NDArray[np.int8]) -> NDArray[np.int64]:
    """Pass, double, redouble, then the level of a bid, game and higher together."""
    level = (calls.astype(np.int64) - 3) // 5
    return np.where(calls < 3, calls.astype(np.int64), 3 + np.minimum(level, 3))


def _confusion(scored: DecisionScores) -> str:
    sort_made, best = _sort(scored.call), _sort(scored.best)
    parts = []
    for kind, name in _KINDS.items():
        rows = scored.kind == kind
        counts = np.zeros((len(_SORTS), len(_SORTS)), np.int64)
        np.add.at(counts, (sort_made[rows], best[rows]), 1)
        lines = [
            (sort, *(int(count) for count in counts[place]))
            for place, sort in enumerate(_SORTS)
            if counts[place].any()
        ]
        heads = ("made ↓, first choice →", *_SORTS)
        parts.append(table(f"Made and foretold: {name}", heads, lines))
    return "<h2>Confusion by kind of auction</h2>" + "".join(parts)


def _worst(scored: DecisionScores) -> str:
    """The calls on which most is lost, with how many there were."""
    loss = -np.log(np.maximum(scored.model.own, 1e-12))
    lines: list[tuple[object, ...]] = []
    for kind, name in _KINDS.items():
        for code in range(len(CALLS)):
            rows = (scored.kind == kind) & (scored.call == code)
            if rows.sum() >= 100:
                lines.append(
                    (
                        f"{CALLS[code]}, {name}",
                        int(rows.sum()),
                        float(loss[rows].mean()),
                        float(loss[rows].sum()),
                    )
                )
    lines.sort(key=lambda line: -float(str(line[3])))
    worst = [
        (line[0], line[1], line[2], float(str(line[3])) / max(1.0, float(loss.sum()))) for line in lines[:25]
    ]
    heads = ("call made", "n", "log-loss", "part of all that is lost")
    return "<h2>Where most is lost</h2>" + table("Calls by kind of auction", heads, worst)
