"""Reasons, problems and states as codes with arguments, and the one way to word them in a reader's language.

The words lie in `words/<language>/`, one folder a language: whoever adds a folder adds a language.
"""

from analyser.errors import Text
from analyser.messages.message import (
    LANGUAGES,
    Message,
    Percentage,
    Voice,
    checked_language,
    decimal_text,
    in_words,
    message,
    message_or_quote,
    missing_keys,
    pack_text,
    percent_text,
    places_in,
    sentence,
    sentences,
    translate_problem,
    unpack_text,
)
