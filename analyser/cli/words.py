"""`new`, `explain` and `anonymise`: the case file spoken about rather than ruled on."""

from dataclasses import replace
from pathlib import Path

from analyser.casefile import IncidentKind, case_of, read_case
from analyser.casefile.anonymise import anonymised
from analyser.casefile.explain import Explained, explain
from analyser.casefile.templates import template
from analyser.casefile.tree import migrated, read_tree, remedy_for, toml_text
from analyser.cli.terminal import read_bytes, say
from analyser.errors import CaseError, UsageError


def run_new(kind: str) -> int:
    """Print the template of a kind of incident."""
    word = kind.strip().lower().replace("_", "-").replace(" ", "-")
    known = [str(member) for member in IncidentKind]
    if word not in known:
        raise UsageError("not a kind of incident", where="KIND", found=kind, remedy=remedy_for(kind, known))
    say(template(IncidentKind(word)).rstrip("\n"))
    return 0


def run_explain(key: str) -> int:
    """Print what a key means; keys that mean the same are told together."""
    try:
        found = explain(key)
    except UsageError as error:  # the words are right, the answer is no
        raise CaseError.of([replace(one, where=one.where or "KEY") for one in error.problems]) from None
    together: dict[object, list[Explained]] = {}
    for entry in found:
        together.setdefault(_sense(entry), []).append(entry)
    blocks = []
    for keys in together.values():
        lines = str(keys[0]).split("\n")
        blocks.append("\n".join([*(entry.path for entry in keys), *lines[1:]]))
    say("\n\n".join(blocks))
    return 0


def _sense(key: Explained) -> tuple[str, tuple[str, ...], bool]:
    return (key.meaning, key.takes, key.required)


def run_anonymise(file: Path) -> int:
    """Print the case without names; refused when the case has problems, and when a name would remain."""
    data = read_bytes(file)
    case_of(data)
    tree, _ = read_tree(data)
    text = toml_text(anonymised(migrated(tree)))
    if problems := read_case(text.encode("utf-8")).problems:
        raise CaseError.of(problems)
    say(text.rstrip("\n"))
    return 0
