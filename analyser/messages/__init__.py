"""Reasons, problems and states as codes with arguments, and the one way to word them in a reader's language.

The words lie in `words/<language>/`, one folder a language: whoever adds a folder adds a language.
"""

from analyser.messages.message import (
    LANGUAGES,
    Message,
    Percentage,
    Sentence,
    Voice,
    checked_language,
    decimal_text,
    in_language,
    known_or_quoted,
    message,
    missing_keys,
    packed,
    percent_text,
    places_in,
    sentence,
    sentences,
    unpacked,
)
