"""How an explanation was understood, as the ruling reports it."""

from dataclasses import dataclass

from analyser.casefile import Place


@dataclass(frozen=True, slots=True)
class UnderstoodText:
    """How an explanation was understood: what it shows, and the share of such calls whose hand held that.

    `which` is `given`, `correct` or `remark`; `source` is `stated` for a person's meaning, `lexicon` for words read.
    """

    at: Place
    which: str
    text: str
    shows: str
    share: float
    source: str
