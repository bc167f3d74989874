"""The words readers see: one table of sentences a language, one file a room."""

from analyser.report.words.tables import LANGUAGES, missing_keys, sentences
from analyser.report.words.voice import Voice, say

__all__ = ["LANGUAGES", "Voice", "missing_keys", "say", "sentences"]
