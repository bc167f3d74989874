"""An analyser of appeals and adjusted scores at duplicate bridge.

The functions here are the whole of what most callers need; each reads what it needs when it is called.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyser.errors import AnalyserError, CaseError, Problem
from analyser.resources import __version__

if TYPE_CHECKING:
    from analyser.casefile import Case
    from analyser.estimates.services import Services
    from analyser.messages import Message
    from analyser.ruling import IncidentRuling, LawRef, Ruling, RulingRequest
    from analyser.ruling.calculator import ScoreCard

__all__ = [
    "AnalyserError",
    "Case",
    "Ruling",
    "__version__",
    "check",
    "read_case",
    "review",
    "rule",
    "score",
]


def read_case(source: Path | str | bytes) -> "Case":
    """Read a case file: a path, or the bytes of one; a CaseError carries every problem in it."""
    from analyser.casefile import case_of

    return case_of(_bytes_of(source))


def check(source: "Case | Path | str | bytes") -> tuple[Problem, ...]:
    """Every problem of a case file, or of a template in which nothing is filled in; none when it is sound."""
    from analyser.casefile import Case, case_of, problems_of
    from analyser.casefile.templates import template_problems

    data = source.toml.encode() if isinstance(source, Case) else _bytes_of(source)
    name = str(source) if isinstance(source, Path | str) else "case"
    return problems_of(data) or template_problems(case_of(data), name)


def rule(
    case: "Case | Path | str",
    asked: "RulingRequest | None" = None,
    services: "Services | None" = None,
    tell: "Callable[[LawRef | IncidentRuling | Message], None] | None" = None,
) -> "Ruling":
    """Rule a case or the file of one: from the facts to both sides' scores, with the nearest past cases beside it.

    `services` are the models and the solver; those shipped with the program unless others are given.
    """
    from analyser.estimates.services import open_services
    from analyser.precedents.nearest import add_past_cases
    from analyser.ruling import RulingRequest
    from analyser.ruling.rule import rule as ruled

    case = _case_of(case)
    if services is None:
        with open_services() as opened:
            return add_past_cases(case, ruled(case, asked or RulingRequest(), opened, tell))
    return add_past_cases(case, ruled(case, asked or RulingRequest(), services, tell))


def review(
    case: "Case | Path | str",
    asked: "RulingRequest | None" = None,
    services: "Services | None" = None,
    tell: "Callable[[LawRef | IncidentRuling | Message], None] | None" = None,
) -> "Ruling":
    """Audit the last ruling a case, or the file of one, gives: our own ruling with `review` filled."""
    from analyser.audit.verdict import review as reviewed
    from analyser.estimates.services import open_services
    from analyser.precedents.nearest import add_past_cases
    from analyser.ruling import RulingRequest

    case = _case_of(case)
    if services is None:
        with open_services() as opened:
            return add_past_cases(case, reviewed(case, asked or RulingRequest(), opened, tell))
    return add_past_cases(case, reviewed(case, asked or RulingRequest(), services, tell))


def score(
    form: str, *results: str, ns: Iterable[str] = (), ew: Iterable[str] = (), **options: object
) -> "ScoreCard":
    """Compute a weighted score, as `analyser score` does; options as there: `other=500`, `field="420x5 -50x2"`.

    >>> score("imps", "65%:+480", "35%:+980", other=500).scores.ns
    Fraction(57, 20)
    """
    from analyser.ruling.calculator import score_card
    from analyser.ruling.score_words import ScoreWords

    named = {name.replace("_", "-"): str(value) for name, value in options.items()}
    return score_card(ScoreWords(form, list(results), list(ns), list(ew), named))


def _case_of(source: "Case | Path | str") -> "Case":
    """The case itself, or the one a path leads to; a template in which nothing is filled in is refused."""
    if not isinstance(source, Path | str):
        return source
    from analyser.casefile.templates import template_problems

    case = read_case(source)
    if problems := template_problems(case, str(source)):
        raise CaseError.from_problems(problems)
    return case


def _bytes_of(source: Path | str | bytes) -> bytes:
    if isinstance(source, bytes):
        return source
    try:
        return Path(source).read_bytes()
    except OSError as fault:
        why = (fault.strerror or str(fault)).lower()
        raise CaseError(why, where="file", found=str(source), remedy="check the path") from None


def __getattr__(name: str) -> Any:  # noqa: ANN401 - the two classes are read when they are asked for
    """`Case` and `Ruling`, which would take time to read at every start."""
    if name == "Case":
        from analyser.casefile import Case

        return Case
    if name == "Ruling":
        from analyser.ruling import Ruling

        return Ruling
    raise AttributeError(name)
