"""Older and newer forms of the case file, brought to the one this program reads.

A step turns a tree of form N into one of form N + 1. Form 2 does not exist yet: a file that says so is refused by
the schema, which names form 1.
"""

from collections.abc import Callable

from analyser.casefile.case import SCHEMA
from analyser.casefile.tree import Tree

__all__ = ["STEPS", "migrated"]

STEPS: dict[int, Callable[[Tree], Tree]] = {}


def migrated(tree: Tree, steps: dict[int, Callable[[Tree], Tree]] = STEPS) -> Tree:
    """The tree in the present form, when every step from its own form is known; else as it is."""
    form = tree.get("schema")
    while isinstance(form, int) and not isinstance(form, bool) and form < SCHEMA and form in steps:
        tree = steps[form](tree)
        form = tree.get("schema")
    return tree
