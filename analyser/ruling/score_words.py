"""The words of the pocket calculator sorted: the form, one of three lists of results, or the option a word stands behind.

Common parsers let an option that takes several words swallow what follows, or a negative number pass for an option.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from analyser.errors import UsageError
from analyser.messages import sentence

LISTS = ("ns", "ew")
ONCE = (
    *("other", "field", "boards", "vul", "edition", "authority", "date", "regulation", "lang"),
    *("scale", "match-imps", "tables", "trim", "innocent"),
)
FLAGS = ("json", "help")

_BETWEEN = re.compile(r"[\s;]+(?=[\d.][^\s:;]*:)")  # before the next weight


@dataclass(slots=True)
class ScoreWords:
    """What was typed: the form, results for both sides or for each, and the options with their values."""

    form: str = ""
    both: list[str] = field(default_factory=list)
    ns: list[str] = field(default_factory=list)
    ew: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)


def split_words(words: Sequence[str]) -> ScoreWords:
    """Give every word its place, or say which does not fit.

    >>> found = split_words(["imps", "--other", "-440", "--ns", "30%:+50", "70%:-920", "--ew=1/3:+50", "2/3:-920"])
    >>> found.form, found.ns, found.ew, found.options
    ('imps', ['30%:+50', '70%:-920'], ['1/3:+50', '2/3:-920'], {'other': '-440'})
    """
    placed = ScoreWords()
    filling = placed.both
    left = list(words)
    while left:
        word = left.pop(0)
        if word == "--":
            filling = placed.both
        elif word.startswith("--") or word == "-h":
            filling = _option(placed, word, left)
        elif filling is placed.both and not placed.form:
            placed.form = word
        else:
            _add(filling, word, left)
    return placed


def _option(words: ScoreWords, word: str, left: list[str]) -> list[str]:
    """Read an option, with its value where it has one; what follows it belongs to the list given back."""
    name, joined, value = ("help", "", "") if word == "-h" else word[2:].partition("=")
    if name in FLAGS and not joined:
        words.flags.add(name)
        return words.both
    if name not in (*LISTS, *ONCE):
        near = get_close_matches(name, [*LISTS, *ONCE, *FLAGS], n=1)
        remedy = sentence("perhaps-option", near=near[0]) if near else sentence("see-score-help")
        raise UsageError(sentence("score-option-unknown"), found=word, remedy=remedy)
    if name in LISTS:
        results = words.ns if name == "ns" else words.ew
        if joined:
            _add(results, value, left)
        elif not left or left[0].startswith("--"):
            raise UsageError(
                sentence("list-follows"), found=word, remedy=sentence("write-option-list", word=word)
            )
        return results
    if name in words.options:
        raise UsageError(sentence("given-twice"), found=f"--{name}")
    if not joined:
        if not left or left[0].startswith("--"):
            raise UsageError(
                sentence("value-follows"), found=word, remedy=sentence("write-option-value", name=name)
            )
        value = left.pop(0)
    words.options[name] = value
    return words.both


def _add(results: list[str], word: str, left: list[str]) -> None:
    """Add one result, or several in one word; `35%:3NT= by N` may be typed without quotation marks."""
    if left and left[0].lower() == "by" and len(left) > 1:
        word = " ".join((word, left.pop(0), left.pop(0)))
    elif left and left[0].lower() == "out":
        word = f"{word} {left.pop(0)}"
    results += _BETWEEN.split(word)
