"""From the ruling to what people read: words, diagrams, plots, pages."""

from analyser.messages import LANGUAGES
from analyser.report.markdown import markdown
from analyser.report.page_voice import say
