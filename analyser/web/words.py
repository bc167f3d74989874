"""The voice of the pages, one a language, and problems in it."""

from functools import cache

from analyser.errors import Text
from analyser.messages import Message, in_words
from analyser.report.page_voice import PageVoice


@cache
def voice_of(language: str) -> PageVoice:
    """The voice of a language, made once."""
    return PageVoice(language)


def place_told(voice: PageVoice, place: str) -> str:
    """A place of a case by the label of its field; by its keys where it has none.

    >>> place_told(PageVoice("it"), "remark 1 seconds"), place_told(PageVoice("it"), "x y")
    ('1 · Secondi', 'x y')
    """
    words = [word for word in place.split() if not word.isdecimal()]
    numbers = [word for word in place.split() if word.isdecimal()]
    labels = (f"web.key.{name}" for name in (".".join(words), words[-1]))
    return next(
        (" · ".join([*numbers, str(voice(label))]) for label in labels if label in voice.words), place
    )


def problem_text(voice: PageVoice, text: Text) -> tuple[str, str]:
    """A sentence about a problem as this reader reads it, and the language it is in; English where it has no code.

    >>> from analyser.messages import sentence
    >>> problem_text(PageVoice("it"), sentence("auction-has-calls", count=12))
    ('la licitazione ha 12 chiamate', 'it')
    >>> problem_text(PageVoice("ro"), "something new")
    ('something new', 'en')
    """
    return in_words(text, voice.language), voice.language if isinstance(text, Message) else "en"


# Remedies about how a value is written in the file: in a form nobody writes quotation marks or a key's name.
_OF_THE_FILE = (
    "add-line",
    "quote-text",
    "quote-text-example",
    "write-date-bare",
    "write-date-time-bare",
    "write-key",
    "write-number-bare",
    "write-true-or-false",
)


def is_of_the_file(text: Text) -> bool:
    """Whether a remedy speaks of how the file is written, which nobody sees who fills in a form."""
    return isinstance(text, Message) and text.code.removeprefix("problem.") in _OF_THE_FILE
