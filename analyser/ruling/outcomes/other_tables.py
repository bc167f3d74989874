"""Other tables of the board as evidence: their tricks, and those whose auction came to the same turn."""

from collections.abc import Iterator, Sequence

from analyser.bridge import (
    Auction,
    PointsOnly,
    Result,
)
from analyser.casefile import Case, OtherTable
from analyser.ruling import Finding, FindingClass, Outcome


def _other_tables(case: Case) -> tuple[OtherTable, ...]:
    """The other tables whose auction and result are stated."""
    return (case.comparison.tables if case.comparison else None) or ()


def same_node_tables(case: Case, node: Auction, outcomes: Sequence[Outcome]) -> Iterator[Finding]:
    """The findings on other tables' results after this node, each with its tables and its probability here.

    They are shown for comparison and never mixed in. A table whose auction left ours before the node is only counted.
    """
    tables = _other_tables(case)
    if not tables:
        return
    results: dict[Result | PointsOnly, int] = {}
    for table in tables:
        if len(table.auction) > len(node) and table.auction[: len(node)] == node.calls:
            results[table.result] = results.get(table.result, 0) + table.times
    times_played, known = sum(results.values()), sum(table.times for table in tables)
    if not times_played:
        yield Finding("outcomes.nobody-there", (("known", known),), FindingClass.FACT)
        return
    rows = sorted(results.items(), key=lambda pair: (-pair[1], str(pair[0])))
    texts = tuple(f"{result} ×{times} ({_percent(result, outcomes)} %)" for result, times in rows)
    args = (("there", times_played), ("known", known), ("results", texts))
    yield Finding("outcomes.elsewhere", args, FindingClass.FACT)


def _percent(result: Result | PointsOnly, outcomes: Sequence[Outcome]) -> int:
    """The probability of a result, or of a bare score, in percent."""
    chances = [
        outcome.probability or 0.0
        for outcome in outcomes
        if outcome.result == result or (isinstance(result, PointsOnly) and outcome.score_ns == result.points)
    ]
    return round(100 * sum(chances))
