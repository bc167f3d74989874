"""A ruling recomputed from what it carries, and two rulings laid side by side, link by link."""

import hashlib
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from analyser.audit.audited import review
from analyser.casefile import case_of
from analyser.errors import CaseError
from analyser.estimates.services import Services
from analyser.report.pages import as_document
from analyser.ruling import FORMAT, Asked
from analyser.ruling.rule import rule
from analyser.ruling.ruling_json import Json

_NEAR = 0.001
_REMEDY = "give a ruling as `rule --json` prints it"
# What may differ without the ruling being another: who reckoned, with what, and the examples laid beside it.
_ASIDE = {"provenance", "precedents"}


def verified(document: Json, services: Services) -> tuple[str, ...]:
    """The differences between a ruling and the same case ruled again; none when it holds."""
    again = recomputed(document, services)
    return tuple(differences(document, again)) if again is not None else tuple(_from_outcomes(document))


def recomputed(document: Json, services: Services) -> Json | None:
    """The same case ruled again with what was asked; none when the ruling has no case."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        found = str(_get(document, "format"))[:40]
        raise CaseError(f"not a ruling of format {FORMAT}", where="format", found=found, remedy=_REMEDY)
    told = document.get("case")
    if told is None:
        return None
    toml, sha256 = _get(told, "toml"), _get(told, "sha256")
    if not isinstance(toml, str) or not toml:
        raise CaseError(
            "the ruling does not carry its case", where="case toml", remedy="rule the case file again"
        )
    data = toml.encode("utf-8")
    if hashlib.sha256(data).hexdigest() != sha256:
        why = "the case is not the one whose hash the ruling gives"
        raise CaseError(why, where="case sha256", found=str(sha256)[:16], remedy="rule the case file again")
    asked = document.get("asked") or {}
    ask = Asked(_get(asked, "edition"), _get(asked, "authority"))
    again = review if document.get("review") is not None else rule  # a review is a ruling with one part more
    return as_document(again(case_of(data), ask, services))


def _get(value: Any, key: str) -> Any:  # noqa: ANN401 - any JSON
    return value.get(key) if isinstance(value, dict) else None


def differences(first: Any, second: Any, where: str = "") -> Iterator[str]:  # noqa: ANN401 - any JSON
    """Every place where two rulings differ; probabilities may differ by a thousandth, nothing else at all."""
    if isinstance(first, dict) and isinstance(second, dict):
        for key in [*first, *(key for key in second if key not in first)]:
            if not where and key in _ASIDE:
                continue
            yield from differences(
                first.get(key, _MISSING), second.get(key, _MISSING), f"{where} {key}".strip()
            )
    elif isinstance(first, list) and isinstance(second, list):
        if len(first) != len(second):
            yield f"{where}: {len(first)} entries, then {len(second)}"
        for number, (one, other) in enumerate(zip(first, second, strict=False), 1):
            yield from differences(one, other, f"{where} {number}")
    elif isinstance(first, float) or isinstance(second, float):
        numbers = all(isinstance(one, (int, float)) and not isinstance(one, bool) for one in (first, second))
        if not numbers or abs(first - second) > _NEAR + 1e-9:
            yield f"{where}: {_told(first)}, then {_told(second)}"
    elif first != second:
        yield f"{where}: {_told(first)}, then {_told(second)}"


_MISSING = object()


def _told(value: Any) -> str:  # noqa: ANN401 - any JSON
    if value is _MISSING:
        return "nothing"
    text = str(value).replace("\n", " ")
    return text if len(text) <= 80 else f"{text[:77]}…"


def _from_outcomes(document: Json) -> Iterator[str]:
    """A ruling without a case: its scores again from its own outcomes and weights."""
    outcomes = {one["id"]: one for one in document.get("outcomes") or ()}
    weights, adjusted = document.get("weights"), document.get("adjusted")
    if not outcomes or weights is None or adjusted is None:
        raise CaseError(
            "there is nothing to recompute: no case, or no outcomes", where="outcomes", remedy=_REMEDY
        )
    for side in ("ns", "ew"):
        try:
            total = sum(
                (
                    Fraction(w) * Fraction(outcomes[name]["converted"][side])
                    for name, w in weights[side].items()
                ),
                Fraction(0),
            )
            told = Fraction(adjusted[side]["exact"])
        except (KeyError, TypeError, ValueError, ZeroDivisionError, AttributeError):
            why = "the weights, the scores or the outcomes they name are not those of a ruling"
            raise CaseError(why, where=f"weights {side}", remedy=_REMEDY) from None
        whole = sum((Fraction(w) for w in weights[side].values()), Fraction(0))
        if whole != 1:
            yield f"weights {side}: they fill {whole} of the whole"
        if total != told and adjusted.get("kind") != "two-sided":
            yield f"adjusted {side} exact: {told}, then {total}"
