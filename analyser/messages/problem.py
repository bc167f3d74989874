"""The sentences of problems: in English at once, as whoever raises or prints a problem expects, and in any language later."""

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from analyser import resources
from analyser.errors import Problem


class Sentence(str):
    """A sentence about a problem in English that still knows its code and arguments, so that a page can word it anew.

    >>> why = sentence("auction-has-calls", count=12)
    >>> why, why.code, why.worded("it")
    ('the auction has 12 calls', 'auction-has-calls', 'la licitazione ha 12 chiamate')
    """

    __slots__ = ("arguments", "code")
    code: str
    arguments: Mapping[str, object]

    def __reduce__(self) -> "tuple[object, tuple[str, Mapping[str, object]]]":
        """A sentence goes to another process as its code with arguments."""
        return _sentence_of, (self.code, self.arguments)

    def worded(self, language: str) -> str:
        """The sentence in a language; a sentence among its arguments is worded too."""
        arguments = {
            name: value.worded(language) if isinstance(value, Sentence) else value
            for name, value in self.arguments.items()
        }
        return _words(language)[f"problem.{self.code}"].format(**arguments)


@cache
def _words(language: str) -> dict[str, str]:
    return tomllib.loads(resources.text(f"messages/words/{language}/problems.toml"))


def sentence(code: str, /, **arguments: object) -> Sentence:
    """The sentence of a problem's code, its places filled."""
    return _sentence_of(code, arguments)


def _sentence_of(code: str, arguments: Mapping[str, object]) -> Sentence:
    text = Sentence(_words("en")[f"problem.{code}"].format(**arguments))
    text.code, text.arguments = code, arguments
    return text


def in_language(problem: Problem, language: str) -> Problem:
    """The problem with its reason and remedy in a language, as far as they have codes.

    >>> print(in_language(Problem("file", "", sentence("not-a-folder"), sentence("choose-another-place")), "it"))
    file: non è una cartella. Scegli un altro posto.
    """
    why, remedy = (
        text.worded(language) if isinstance(text, Sentence) else text
        for text in (problem.why, problem.remedy)
    )
    return Problem(problem.where, problem.found, why, remedy)


def packed(text: str) -> str:
    """A text as JSON, a sentence as its code with its arguments.

    >>> unpacked(packed(sentence("at-least-that", least=3))).worded("it"), unpacked(packed("so it is"))
    ('è almeno 3', 'so it is')
    """
    return json.dumps(_plain(text), ensure_ascii=False)


def _plain(value: object) -> object:
    if isinstance(value, Sentence):
        return {"code": value.code, **{name: _plain(part) for name, part in value.arguments.items()}}
    return value if isinstance(value, int) else str(value)


def unpacked(said: str) -> Any:  # noqa: ANN401 - a text, or a sentence
    """The text or sentence that was packed."""
    return json.loads(said, object_hook=lambda plain: _sentence_of(plain.pop("code"), plain))
