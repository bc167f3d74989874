"""The page about the tempo model: how well slow calls are told from others, and what they showed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from analyser.estimates.calls import CallModel, TempoModel
from analyser.training.model_page import page, table
from analyser.training.tempo import evaluate_tempo

_ABOUT: Final = (
    "<p>How well the uncertainty of the call model tells calls that were noted as slow from unremarked calls after "
    "the same auction. What was noted is what those watching chose to note: few calls, mostly of interest to them. "
    "The area under the curve is taken within each auction; its 90 % interval has events as clusters. It is a weak "
    "instrument and is used only with its interval.</p>"
)

_AIM: Final = 0.68
_KNOWN: Final = (
    "<p>Known from an earlier count of the same archive: slow passers after an opening hold 0.72 points more than others "
    "who passed there, which lies in our interval; slow doubles are pulled in 79 % against 64 %. Those two shares come out "
    "when only doubles of bids at the one and two level by a player whose partner had not acted are counted, beside all such "
    "doubles of the record (the rows <i>low double</i>): few slow ones, and not after the same auctions. The rows <i>double</i> "
    "count every double after an opening, penalty doubles too, beside the same call after the same auction; there the "
    "difference is smaller and its interval holds nought.</p>"
)


def write_tempo_report(data: Path, models: Path, reports: Path) -> Path:
    """Write `tempo.html` about the model in `models/tempo`, from the held-out years; no record is in it."""
    model, calls = TempoModel.load(models / "tempo"), CallModel.load(models / "calls")
    figures = evaluate_tempo(data, "valid", model=model, calls=calls)
    parts = [_ABOUT, _plainly(model.card), _figures(figures, model.card), _shown(model.card), _KNOWN]
    reports.mkdir(parents=True, exist_ok=True)
    path = reports / "tempo.html"
    path.write_text(page("The tempo model", parts), encoding="utf-8", newline="\n")
    return path


def _plainly(card: Mapping[str, Any]) -> str:
    """How weak the instrument is, in a sentence."""
    left_out = card.get("left_out", {})
    if not left_out:
        return ""
    before, after = (float(left_out[name]["auc"]) for name in ("before", "after"))
    verdict = "is reached" if before >= _AIM else "is not reached"
    return (
        f"<p>With events left out of the fit the area is {before:.3f} before the call is known and {after:.3f} once it is "
        f"known, and the call is known to whoever rules. The {_AIM:.2f} aimed at {verdict} from the turn alone.</p>"
    )


def _row(name: str, figures: Mapping[str, Any]) -> tuple[object, ...]:
    low, high = figures["interval"]
    return (name, figures["slow"], float(figures["auc"]), float(low), float(high))


def _figures(evaluation: Mapping[str, Any], card: Mapping[str, Any]) -> str:
    left_out = card.get("left_out", {})
    names = {"after": "the call made known", "before": "before the call"}
    rows = [_row(f"events left out of the fit, {names[name]}", figures) for name, figures in left_out.items()]
    rows += [
        _row("held-out years, the call made known", evaluation),
        _row("held-out years, before the call", evaluation["before_call"]),
    ]
    rows += [
        _row(f"held-out years, baseline {name}", figures) for name, figures in evaluation["baselines"].items()
    ]
    return table("Slow or unremarked?", ("", "slow calls", "AUC", "from", "to"), rows)


def _shown(card: Mapping[str, Any]) -> str:
    rows = []
    for key, figures in card.get("shown", {}).items():
        name = key.replace("_", " ")
        for measure, word in (
            ("points", "points"),
            ("longest", "cards in the longest suit"),
            ("pulled", "partner acts next"),
        ):
            if measure in figures:
                low, high = figures[measure]["interval"]
                rows.append((f"slow {name}: {word}", figures["slow"], figures[measure]["more"], low, high))
        if "pulled" in figures:
            rows.append(
                (
                    f"slow {name}: partner acts next, share",
                    figures["slow"],
                    figures["pulled"]["when_slow"],
                    None,
                    None,
                )
            )
            rows.append(
                (
                    f"unremarked {name}: partner acts next, share",
                    figures["others"],
                    figures["pulled"]["unremarked"],
                    None,
                    None,
                )
            )
    heads = ("", "calls", "more than others", "from", "to")
    return table(
        "What slow calls after an opening showed, beside others who made the same call there", heads, rows
    )
