"""From the ruling to what people read: words, diagrams, plots, pages."""

from analyser.report.markdown import markdown
from analyser.report.words import LANGUAGES, say

__all__ = ["LANGUAGES", "markdown", "say"]
