"""Options that several commands take, refused by the same words before anything is reckoned."""

from collections.abc import Sequence

from analyser import laws
from analyser.errors import UsageError


def check_edition(word: str | None, where: str = "--edition") -> None:
    """Refuse an edition of the Laws that is not kept here."""
    if word is not None and word not in laws.editions():
        remedy = f"write one of {', '.join(laws.editions())}"
        raise UsageError("this edition of the Laws is not kept here", where=where, found=word, remedy=remedy)


def check_language(word: str, known: Sequence[str], why: str = "not a language of the report") -> None:
    """Refuse a language nobody wrote."""
    if word not in known:
        raise UsageError(why, where="--lang", found=word, remedy=f"write one of {', '.join(known)}")
