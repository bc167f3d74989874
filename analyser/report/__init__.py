"""From the ruling to what people read: words, diagrams, plots, pages."""

from analyser.report.words import LANGUAGES, say

__all__ = ["LANGUAGES", "say"]
