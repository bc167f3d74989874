"""Examples in docstrings are shown as Python sessions, not as quotations: their lines begin with `>>>`."""

import re

import griffe

_SESSION = re.compile(r"^(>>> .*(?:\n(?!\n).*)*)", re.MULTILINE)


class FencedDoctests(griffe.Extension):  # type: ignore[misc]
    """Puts a fence around every session of a docstring."""

    def on_object(self, *, obj: griffe.Object, **_: object) -> None:
        """Rewrite the docstring of one object as it is loaded."""
        if obj.docstring is not None:
            obj.docstring.value = _SESSION.sub(r"```pycon\n\1\n```", obj.docstring.value)
