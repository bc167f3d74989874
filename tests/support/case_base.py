"""Writes what is counted from the past cases: `python -m tests.support.case_base`, after one was added.

That is the compact base `cases/past/index.json`, in which precedents are sought, and the page `cases/README.md`, which
says what the cases are and what is missing.
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from analyser import resources
from analyser.casefile import case_of
from analyser.casefile.toml_reader import Tree
from analyser.precedents.nearest import index_text

_BODIES = ("director", "committee", "national")
_WITHOUT = "no ruling"


def past_and_index(cases: Path) -> tuple[tuple[Tree, ...], tuple[Tree, ...]]:
    """The past cases with hands, by name, and the index of those without, in its order."""
    past = tuple(tomllib.loads(path.read_text("utf-8")) for path in sorted((cases / "past").glob("*.toml")))
    index = cases / "index.toml"
    rows = tomllib.loads(index.read_text("utf-8")).get("case", ()) if index.is_file() else ()
    return past, tuple(rows)


_COUNTED = ("<!-- counted: begin -->\n", "<!-- counted: end -->\n")


def case_base_page(cases: Path) -> str:
    """The whole page, in Markdown: as it is, with its counts counted again."""
    past, index = past_and_index(cases)
    begin, end = _COUNTED
    page = cases / "README.md"
    above, _, rest = (page.read_text("utf-8") if page.is_file() else "").partition(begin)
    counted = (
        _totals(past, index),
        _kinds(past, index),
        _by_body("edition", "## By edition and by the last body that ruled", past + index),
        _by_body("authority", "## By authority", past + index),
        _appeals(past + index),
        _missing(past),
    )
    return "".join((above, begin, "\n".join(counted), end, rest.partition(end)[2]))


def kind_of(tree: Tree) -> str:
    """The kind of the first incident; tempo apart from other unauthorised information."""
    incident = tree["incident"][0]
    kind = str(incident["kind"])
    if kind == "unauthorised-information":
        tempo = incident.get("tempo") or any(entry["kind"] == "tempo" for entry in tree.get("remark", ()))
        return f"{kind}: {'tempo' if tempo else 'other'}"
    return kind


def _table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    heads = list(head)
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    lines += [f"| {' | '.join(str(cell) for cell in row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def _body(tree: Tree) -> str:
    rulings = tree.get("ruling", ())
    return str(rulings[-1]["body"]) if rulings else _WITHOUT


def _totals(past: tuple[Tree, ...], index: tuple[Tree, ...]) -> str:
    total = sum("deal" in tree["board"] for tree in past)
    head = ("past rulings", "with hands", "all four", "some, or those left in a claim", "in the index")
    return _table(head, [(len(past) + len(index), len(past), total, len(past) - total, len(index))])


def _by_body(key: str, heading: str, trees: tuple[Tree, ...]) -> str:
    """The cases by a fact of their event and by the last body that ruled."""
    columns = (*_BODIES, _WITHOUT)
    counts = Counter((str(tree["event"].get(key, "not known")), _body(tree)) for tree in trees)
    rows = (
        [name, *(counts[name, body] for body in columns), sum(counts[name, body] for body in columns)]
        for name in sorted({name for name, _ in counts})
    )
    return f"{heading}\n\n" + _table((key, *columns, "all"), rows)


def _kinds(past: tuple[Tree, ...], index: tuple[Tree, ...]) -> str:
    with_hands, listed = Counter(map(kind_of, past)), Counter(map(kind_of, index))
    rows = [[name, with_hands[name], listed[name]] for name in sorted(with_hands | listed)]
    return "## By kind\n\n" + _table(("kind", "with hands", "in the index"), rows)


def _appeals(trees: tuple[Tree, ...]) -> str:
    appeals = Counter(
        (kind_of(tree), entry["standing"])
        for tree in trees
        for entry in tree.get("expected", ())
        if "standing" in entry
    )
    rows = [
        [kind, appeals[kind, "upheld"], appeals[kind, "overturned"]]
        for kind in sorted({kind for kind, _ in appeals})
    ]
    return "## Both bodies known\n\n" + _table(("kind", "upheld", "overturned"), rows)


def _missing(past: tuple[Tree, ...]) -> str:
    def count(lacks: Callable[[Tree], bool]) -> int:
        return sum(map(lacks, past))

    rows = [
        ["no ruling recorded", count(lambda tree: "ruling" not in tree)],
        [
            "day of the event unknown, the year stands for it",
            count(lambda tree: "Only the year is known" in tree["source"].get("notes", "")),
        ],
        ["no date at all", count(lambda tree: "date" not in tree["event"])],
        ["no authority", count(lambda tree: "authority" not in tree["event"])],
        ["no form of scoring", count(lambda tree: "form" not in tree["event"])],
        ["no auction, or not finished", count(_without_auction)],
        ["no table result in tricks", count(lambda tree: "tricks" not in tree["table"])],
        ["no play but the lead", count(lambda tree: "play" not in tree["table"])],
        ["teams without the score of the other room", count(_uncompared("imps"))],
        ["pairs without the field", count(_uncompared("matchpoints"))],
        ["an explanation whose meaning is told", count(_gives("given_shows"))],
        ["and the right meaning, too", count(_gives("given_shows", "correct_shows"))],
        ["a poll with counts", count(lambda tree: "poll" in tree)],
        ["an action held to be an alternative", count(lambda tree: _expects(tree, "alternatives"))],
        ["an action held not to be one", count(lambda tree: _expects(tree, "not_alternatives"))],
        ["whether an infraction was found is recorded", count(lambda tree: _expects(tree, "infraction"))],
    ]
    return "## What is missing, and what is there\n\nOf the cases with hands:\n\n" + _table(
        ("fact", "cases"), rows
    )


def _expects(tree: Tree, key: str) -> bool:
    return any(key in entry for entry in tree.get("expected", ()))


def _gives(*keys: str) -> Callable[[Tree], bool]:
    """Whether an incident gives all these keys."""
    return lambda tree: any(set(keys) <= set(incident) for incident in tree["incident"])


def _without_auction(tree: Tree) -> bool:
    calls = str(tree["table"].get("auction", "")).split()
    return len(calls) < 4 or calls[-3:] != ["P", "P", "P"]


def _uncompared(form: str) -> Callable[[Tree], bool]:
    """Whether a board of this form lacks what it is compared with."""
    return lambda tree: tree["event"].get("form") == form and "comparison" not in tree


def base_text(cases: Path) -> str:
    """The compact base of all the case files in a folder and its index."""
    past = (case_of(path.read_bytes()) for path in sorted((cases / "past").glob("*.toml")))
    rows = tomllib.loads((cases / "index.toml").read_text("utf-8")).get("case", ())
    return index_text(past, rows)


def refresh(cases: Path | None = None) -> None:
    """Write the compact base and the page again."""
    folder = cases or resources.location("cases")
    for path, text in (("past/index.json", base_text(folder)), ("README.md", case_base_page(folder))):
        (folder / path).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    refresh()
