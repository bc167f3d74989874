"""The nearest known word to one that is not known, for keys and closed values alike."""

import difflib
from collections.abc import Iterable

__all__ = ["lower_first", "nearest", "remedy_for"]


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like this one; none when nothing is near.

    >>> nearest("autority", ["date", "authority"])
    'authority'
    """
    names = list(known)
    folded = {name.lower(): name for name in names}
    if word.lower() in folded:
        return folded[word.lower()]
    close = difflib.get_close_matches(word.lower(), folded, n=1, cutoff=0.6)
    return folded[close[0]] if close else None


def remedy_for(word: str, known: Iterable[str]) -> str:
    """What to write instead: the nearest known word, or all of them."""
    names = sorted(known)
    close = nearest(word, names)
    return f"did you mean `{close}`?" if close else f"known are: {', '.join(names)}"


def lower_first(text: str) -> str:
    """A sentence of another program as part of one of ours.

    >>> lower_first("Expected '='")
    "expected '='"
    """
    return text[:1].lower() + text[1:]
