"""The page that says what the case base holds, of what sort, and what is missing; counted from the files themselves."""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from analyser.casefile.tree import Tree

_BODIES = ("director", "committee", "national")
_WITHOUT = "no ruling"


def past_and_index(cases: Path) -> tuple[tuple[Tree, ...], tuple[Tree, ...]]:
    """The past cases with hands, by name, and the index of those without, in its order."""
    past = tuple(tomllib.loads(path.read_text("utf-8")) for path in sorted((cases / "past").glob("*.toml")))
    index = cases / "index.toml"
    rows = tomllib.loads(index.read_text("utf-8")).get("case", ()) if index.is_file() else ()
    return past, tuple(rows)


def case_base_page(cases: Path) -> str:
    """The whole page, in Markdown."""
    past, index = past_and_index(cases)
    trees = past + index
    parts = [
        _HEAD.format(
            total=len(trees),
            past=len(past),
            deals=sum("deal" in tree["board"] for tree in past),
            hands=sum("deal" not in tree["board"] for tree in past),
            index=len(index),
        ),
        _kinds(past, index),
        _eras(trees),
        _authorities(trees),
        _appeals(trees),
        _missing(past),
        _TAIL,
    ]
    return "\n".join(parts)


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


def _edition(tree: Tree) -> str:
    return str(tree["event"].get("edition", "not known"))


def _crossed(
    trees: tuple[Tree, ...], rows: Callable[[Tree], str], columns: tuple[str, ...]
) -> list[list[object]]:
    counts = Counter((rows(tree), _body(tree)) for tree in trees)
    names = sorted({rows(tree) for tree in trees})
    return [
        [name, *(counts[name, body] for body in columns), sum(counts[name, b] for b in columns)]
        for name in names
    ]


def _kinds(past: tuple[Tree, ...], index: tuple[Tree, ...]) -> str:
    with_hands, listed = Counter(map(kind_of, past)), Counter(map(kind_of, index))
    rows = [[name, with_hands[name], listed[name]] for name in sorted(with_hands | listed)]
    return "## By kind\n\n" + _table(("kind", "with hands", "in the index"), rows)


def _eras(trees: tuple[Tree, ...]) -> str:
    columns = (*_BODIES, _WITHOUT)
    rows = _crossed(trees, _edition, columns)
    return "## By edition and by the last body that ruled\n\n" + _table(("edition", *columns, "all"), rows)


def _authorities(trees: tuple[Tree, ...]) -> str:
    columns = (*_BODIES, _WITHOUT)
    rows = _crossed(trees, lambda tree: str(tree["event"].get("authority", "not known")), columns)
    return "## By authority\n\n" + _table(("authority", *columns, "all"), rows)


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
        ["day of the event unknown, the year stands for it", count(_only_year)],
        ["no date at all", count(lambda tree: "date" not in tree["event"])],
        ["no authority", count(lambda tree: "authority" not in tree["event"])],
        ["no form of scoring", count(lambda tree: "form" not in tree["event"])],
        ["no auction, or not finished", count(_without_auction)],
        ["no table result in tricks", count(lambda tree: "tricks" not in tree["table"])],
        ["no play but the lead", count(lambda tree: "play" not in tree["table"])],
        ["teams without the score of the other room", count(_without_other)],
        ["pairs without the field", count(_without_field)],
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


def _only_year(tree: Tree) -> bool:
    return "Only the year is known" in tree["source"].get("notes", "")


def _without_auction(tree: Tree) -> bool:
    calls = str(tree["table"].get("auction", "")).split()
    return len(calls) < 4 or calls[-3:] != ["P", "P", "P"]


def _without_other(tree: Tree) -> bool:
    return tree["event"].get("form") == "imps" and "comparison" not in tree


def _without_field(tree: Tree) -> bool:
    return tree["event"].get("form") == "matchpoints" and "comparison" not in tree


_HEAD = """# The case base

{total} past rulings: {past} with hands, one file each under `past/` ({deals} with all four, {hands} with some or with the
cards left in a claim), and {index} of which no hand is known, in `index.toml`, for precedents only. They hold facts in our
own words, with the source named and no player named. What bodies ruled stands in `[[ruling]]`, oldest first; what is
recorded of it in `[[expected]]` with strength `recorded`: agreement is counted, a difference fails nothing.

`claims/` and `kinds/` hold cases made for the claim room and for the kinds of incident, `bad/` files that must be refused;
`schema.json` is the form of a case. This page is counted from the files by `python -m analyser.cli.precedents`, and a test keeps it true.
"""

_TAIL = """## Adding a case

One file under `past/`, named after its `id`: copy the nearest neighbour, or begin with `analyser new KIND`. Say in
`[source]` where the facts come from, and in its `notes` what is assumed. Put findings of persons in `[[ruling]]` and
`[[expected]]`, not in `[[judgement]]`, so that our own estimate stays free to differ. Then `analyser check FILE`, and
`python -m analyser.cli.precedents` writes `past/index.json` and this page anew. A ruling of which no hand is known goes
to `index.toml`. What an explanation shows of a hand (`given_shows`, `correct_shows`, `shows`) is a reading of its words:
say whose it is in the notes of the source.

## Known biases

* Appealed cases are the close ones: their share of changed rulings is no rate of error.
* Nearly half of the published ones fall under the Laws of 1997, which did not define a logical alternative and gave
  each side a score of its own: good for alternatives and suggestion, not for weights. Few fall under 2017.
* World championships have screens and experts: six to ten seconds were often held no hesitation there.
* Broadcast records (`vug-…`): the law is our classification; which call gave the information is often inferred; a score
  that did not change in an archive proves little. Their adjusted scores are read from official results that differ from
  the auction.
* An adjusted score says that a body held some other action possible; a score that stood seldom says that none was.
  Actions explicitly held *not* to be alternatives are next to none.
* Where a row told only that unauthorised or wrong information was dealt with, and not which, the incident is `other`.
* The same kind of case went both ways before different bodies.
* Spot cards that were printed as x are filled with the lowest free ones; such cases give `[board] hands` and no deal.
"""
