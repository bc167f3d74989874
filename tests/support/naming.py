"""Which functions and values of the source are named by words that name nothing: a participle, a preposition, an adverb."""

import ast
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.support import ROOT

PREPOSITIONS = frozenset(
    [
        "about",
        "above",
        "across",
        "after",
        "against",
        "along",
        "alongside",
        "among",
        "around",
        "as",
        "at",
        "before",
        "behind",
        "below",
        "beside",
        "besides",
        "between",
        "beyond",
        "by",
        "during",
        "except",
        "for",
        "from",
        "in",
        "inside",
        "into",
        "like",
        "near",
        "of",
        "off",
        "on",
        "onto",
        "out",
        "outside",
        "over",
        "past",
        "per",
        "since",
        "through",
        "throughout",
        "till",
        "to",
        "toward",
        "towards",
        "under",
        "until",
        "up",
        "upon",
        "upto",
        "via",
        "with",
        "within",
        "without",
    ]
)
ADVERBS = frozenset(
    [
        "again",
        "alone",
        "already",
        "also",
        "anew",
        "apart",
        "else",
        "even",
        "ever",
        "here",
        "how",
        "if",
        "never",
        "not",
        "now",
        "once",
        "only",
        "so",
        "still",
        "than",
        "then",
        "there",
        "together",
        "too",
        "very",
        "what",
        "whatever",
        "when",
        "where",
        "whether",
        "which",
        "while",
        "who",
        "whom",
        "whose",
        "why",
        "yet",
    ]
)
PRONOUNS = frozenset(
    [
        "a",
        "all",
        "and",
        "any",
        "are",
        "be",
        "been",
        "both",
        "can",
        "could",
        "did",
        "do",
        "does",
        "each",
        "few",
        "had",
        "has",
        "have",
        "he",
        "her",
        "his",
        "is",
        "it",
        "its",
        "just",
        "least",
        "less",
        "many",
        "may",
        "might",
        "more",
        "most",
        "much",
        "must",
        "no",
        "none",
        "nor",
        "one",
        "or",
        "other",
        "others",
        "own",
        "rest",
        "same",
        "she",
        "should",
        "some",
        "such",
        "that",
        "the",
        "them",
        "these",
        "they",
        "this",
        "those",
        "was",
        "were",
        "whole",
        "will",
        "would",
    ]
)
IRREGULAR_PARTICIPLES = frozenset(
    [
        "begun",
        "bent",
        "bought",
        "bound",
        "broken",
        "brought",
        "built",
        "cast",
        "caught",
        "chosen",
        "come",
        "dealt",
        "done",
        "drawn",
        "driven",
        "eaten",
        "fallen",
        "felt",
        "flown",
        "foreseen",
        "foretold",
        "forbidden",
        "forgotten",
        "fought",
        "found",
        "given",
        "gone",
        "got",
        "grown",
        "heard",
        "held",
        "hidden",
        "hurt",
        "kept",
        "known",
        "laid",
        "lain",
        "led",
        "left",
        "lent",
        "lost",
        "made",
        "meant",
        "met",
        "overcome",
        "paid",
        "ridden",
        "risen",
        "said",
        "seen",
        "sent",
        "shaken",
        "shot",
        "shown",
        "sold",
        "sought",
        "spent",
        "split",
        "spoken",
        "spoilt",
        "stolen",
        "stood",
        "struck",
        "sworn",
        "swept",
        "swum",
        "taken",
        "taught",
        "thought",
        "thrown",
        "told",
        "understood",
        "undone",
        "withdrawn",
        "woken",
        "won",
        "worn",
        "written",
    ]
)
NOT_PARTICIPLES = frozenset(
    [
        "bed",
        "breed",
        "embed",
        "exceed",
        "feed",
        "hundred",
        "indeed",
        "lead",
        "need",
        "proceed",
        "red",
        "seed",
        "shed",
        "speed",
        "succeed",
        "unused",
        "weed",
    ]
)
NOT_ADVERBS = frozenset(
    ["anomaly", "apply", "family", "fly", "imply", "multiply", "rally", "reply", "supply", "tally"]
)
QUESTIONS = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "has",
        "have",
        "had",
        "does",
        "did",
        "can",
        "may",
        "must",
        "will",
        "do",
        "should",
    ]
)

# Names bound to values which could as well stand for anything.
NAMELESS = frozenset(
    [
        "apart",
        "beside",
        "both",
        "each",
        "found",
        "given",
        "held",
        "here",
        "it",
        "kept",
        "made",
        "one",
        "own",
        "said",
        "shown",
        "stand",
        "stands",
        "taken",
        "there",
        "thing",
        "things",
        "told",
        "what",
        "whole",
    ]
)


def names_no_function(name: str) -> bool:
    """Whether a function's name is a bare participle or adverb, or starts with a preposition."""
    words = [word for word in name.strip("_").lower().split("_") if word and not word.isdigit()]
    if not words:
        return False
    if words[0] in PREPOSITIONS:
        return True
    if len(words) > 1 and words[0] in QUESTIONS:
        return False
    return all(_fills_no_place(word) for word in words)


def _fills_no_place(word: str) -> bool:
    participle = word in IRREGULAR_PARTICIPLES or (
        word.endswith("ed") and word not in NOT_PARTICIPLES | {"ed"}
    )
    adverb = word in PREPOSITIONS | ADVERBS | PRONOUNS or (word.endswith("ly") and word not in NOT_ADVERBS)
    return participle or adverb


def function_names(path: Path) -> Iterator[tuple[str, int]]:
    """Every function and method a file defines, with its line; special methods are named by Python."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("__"):
            yield node.name, node.lineno


def bound_names(path: Path) -> Iterator[tuple[str, int]]:
    """Every name a file binds, with its line: variables, parameters, functions, classes; a name as often as it is bound."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Name(id=name, ctx=ast.Store(), lineno=line) | ast.arg(arg=name, lineno=line):
                yield name, line
            case (
                ast.FunctionDef(name=name, lineno=line)
                | ast.AsyncFunctionDef(name=name, lineno=line)
                | ast.ClassDef(name=name, lineno=line)
            ):
                yield name, line
            case _:
                pass


class Census:
    """How many of the names in some files name nothing, and where they stand."""

    def __init__(self) -> None:
        self.total = 0
        self.places: defaultdict[str, list[str]] = defaultdict(list)

    def add(self, name: str, place: str, nameless: bool) -> None:
        """Count one name."""
        self.total += 1
        if nameless:
            self.places[name].append(place)

    @property
    def share(self) -> float:
        """The share of names that name nothing."""
        return sum(map(len, self.places.values())) / self.total

    def list_offenders(self, names: int, places: int = 3) -> str:
        """The share, and the most frequent names that name nothing, each with some places."""
        times = Counter({name: len(lines) for name, lines in self.places.items()})
        lines = [
            f"{name} ({count}): {', '.join(self.places[name][:places])}"
            for name, count in times.most_common(names)
        ]
        return "\n".join([f"{self.share:.1%} of {self.total} names name nothing", *lines])


def census_of_functions(paths: Iterable[Path]) -> Census:
    """The functions of these files, and those whose name is a bare participle, preposition or adverb."""
    census = Census()
    for path in paths:
        for name, line in function_names(path):
            census.add(name, f"{_place(path)}:{line}", names_no_function(name))
    return census


def census_of_bound_names(paths: Iterable[Path]) -> Census:
    """The names bound in these files, and those which could stand for anything."""
    census = Census()
    for path in paths:
        for name, line in bound_names(path):
            census.add(name.strip("_"), f"{_place(path)}:{line}", name.strip("_") in NAMELESS)
    return census


def sources_in(folder: Path) -> list[Path]:
    """Every Python file under a folder, without what a build puts there."""
    return [path for path in sorted(folder.rglob("*.py")) if "_shipped" not in path.parts]


def _place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.as_posix()
