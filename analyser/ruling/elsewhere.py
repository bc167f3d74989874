"""Other tables that stood at the same node, beside our own outcomes: shown, never mixed in."""

from collections.abc import Iterator, Sequence

from analyser.bridge import Auction, PointsOnly, Result
from analyser.casefile import Case
from analyser.ruling import Finding, FindingClass, Outcome, Rest


def seen_elsewhere(case: Case, node: Auction, outcomes: Sequence[Outcome]) -> Iterator[Finding]:
    """What other tables came to from this node, each result with its tables and the chance it has here.

    A table whose auction left ours before the node says nothing of what would have followed, and is only counted.
    """
    tables = (case.comparison.tables if case.comparison else None) or ()
    if not tables:
        return
    made: dict[Result | PointsOnly, int] = {}
    for one in tables:
        if len(one.auction) > len(node) and one.auction[: len(node)] == node.calls:
            made[one.result] = made.get(one.result, 0) + one.times
    there, known = sum(made.values()), sum(one.times for one in tables)
    if not there:
        yield _told("outcomes.nobody-there", known=known)
        return
    rows = sorted(made.items(), key=lambda pair: (-pair[1], str(pair[0])))
    results = tuple(f"{result} ×{times} ({_chance(result, outcomes)} %)" for result, times in rows)
    yield _told("outcomes.elsewhere", there=there, known=known, results=results)


def _chance(result: Result | PointsOnly, outcomes: Sequence[Outcome]) -> int:
    """The chance we give a result, or a bare score, in hundredths."""
    chances = [
        one.probability or 0.0
        for one in outcomes
        if one.result == result or (isinstance(result, PointsOnly) and one.score_ns == result.points)
    ]
    return round(100 * sum(chances))


def _told(code: str, **args: int | tuple[str, ...]) -> Finding:
    return Finding(code, tuple(args.items()), FindingClass.FACT, (), Rest.COMPUTED)
