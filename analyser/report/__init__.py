"""From the ruling to what people read: words, diagrams, plots, pages."""

from analyser.messages import LANGUAGES, say
from analyser.report.markdown import markdown

__all__ = ["LANGUAGES", "markdown", "say"]
