"""Weights that do not fill the whole, weights where the Laws know none, names of incidents nobody gave."""

from collections.abc import Iterator
from fractions import Fraction

from analyser.casefile.hints import remedy_for
from analyser.casefile.lenient import tables
from analyser.casefile.tree import Tree
from analyser.errors import Problem, ScoringError
from analyser.scoring import check_whole, parse_weight

__all__ = ["finding_problems"]

_WHOLE = {"judgement": ("answer", "ns", "ew"), "ruling": ("ns", "ew"), "error": ("without",)}
_WITHOUT_WEIGHTS = {"claim": "a claim gives a whole number of tricks and is never weighted (Laws 69-71)"}


def finding_problems(tree: Tree) -> Iterator[Problem]:
    """Every fault in what persons found."""
    incidents = tables(tree, "incident")
    kinds = {str(entry.get("id")): str(entry.get("kind")) for entry in incidents}
    yield from _twice(incidents)
    for table in ("poll", "judgement", "error", "ruling"):
        for number, entry in enumerate(tables(tree, table), 1):
            yield from _incident_known(f"{table} {number} incident", entry.get("incident"), kinds)
    for table, keys in _WHOLE.items():
        for number, entry in enumerate(tables(tree, table), 1):
            single = isinstance(tree.get(table), dict)
            where = table if single else f"{table} {number}"
            for key in keys:
                yield from _weights(f"{where} {key}", entry.get(key), _kind_of(entry, kinds), table)
    for number, entry in enumerate(tables(tree, "poll"), 1):
        yield from _poll(f"poll {number}", entry)


def _twice(incidents: list[Tree]) -> Iterator[Problem]:
    seen: set[str] = set()
    for number, entry in enumerate(incidents, 1):
        name = entry.get("id")
        if isinstance(name, str) and name in seen:
            yield Problem(
                f"incident {number} id", name, "another incident has this name", "give each its own"
            )
        seen.add(str(name))


def _incident_known(where: str, name: object, kinds: dict[str, str]) -> Iterator[Problem]:
    if isinstance(name, str) and name not in kinds:
        yield Problem(
            where, name, "no incident has this name", remedy_for(name, kinds) if kinds else "add the incident"
        )


def _kind_of(entry: Tree, kinds: dict[str, str]) -> str:
    """The kind of incident a finding speaks of; the only one when it names none."""
    named = entry.get("incident")
    if isinstance(named, str):
        return kinds.get(named, "")
    return next(iter(kinds.values())) if len(set(kinds.values())) == 1 else ""


def _weights(where: str, entries: object, kind: str, table: str) -> Iterator[Problem]:
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
        return
    weights: list[Fraction] = []
    for entry in entries:
        try:
            weights.append(parse_weight(str(entry["weight"])) if "weight" in entry else Fraction(1))
        except ScoringError:
            return  # the schema tells which weight cannot be read
    if kind in _WITHOUT_WEIGHTS and table == "judgement" and any("weight" in entry for entry in entries):
        yield Problem(
            where, "weights", _WITHOUT_WEIGHTS[kind], "give the tricks, or a line with `normal-line`"
        )
        return
    if any("action" in entry for entry in entries) and sum(weights) <= 1:
        return  # shares of some actions: the rest is the model's
    try:
        check_whole(weights, where)
    except ScoringError as error:
        yield from error.problems


def _poll(where: str, entry: Tree) -> Iterator[Problem]:
    asked, answers = entry.get("asked"), entry.get("answers")
    if not isinstance(asked, int) or not isinstance(answers, list):
        return
    chosen = 0
    for number, answer in enumerate(answers, 1):
        counts = (
            {key: answer.get(key) for key in ("considered", "chosen")} if isinstance(answer, dict) else {}
        )
        for key, count in counts.items():
            if isinstance(count, int) and count > asked:
                why = f"only {asked} were asked"
                yield Problem(f"{where} answers {number} {key}", str(count), why, "check the count")
        considered, picked = counts.get("considered"), counts.get("chosen")
        if isinstance(considered, int) and isinstance(picked, int) and picked > considered:
            why = f"{picked} chose what only {considered} considered"
            yield Problem(
                f"{where} answers {number} chosen", str(picked), why, "who chose an action considered it"
            )
        chosen += picked if isinstance(picked, int) else 0
    if chosen > asked:
        yield Problem(
            f"{where} answers", f"{chosen} chosen", f"only {asked} were asked", "each peer chooses once"
        )
