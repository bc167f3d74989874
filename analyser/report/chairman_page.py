"""The page for the chairman of the appeals of a tournament, as plain values: what is open first, then the rest."""

from dataclasses import dataclass

from analyser.errors import Problem
from analyser.messages import Message
from analyser.messages.message import checked_language
from analyser.report.event_page import Asking, CandidateLine, RulingLine
from analyser.report.html import rendered
from analyser.report.page_voice import PageVoice
from analyser.ruling import Finding


@dataclass(frozen=True, slots=True)
class OpenRuling:
    """A ruling somebody must look at again, and why; what its case file does not tell though its ruling wants it."""

    line: RulingLine
    why: tuple[Message, ...]
    lacks: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class VerdictTally:
    """How many rulings of a kind, or of a body, came out which way; nobody is named."""

    what: str
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChairmanPage:
    """Everything the page tells."""

    name: str
    edition: str
    authority: str
    rulings: int
    report: str  # the file of the whole report
    casebook: str
    verdicts: tuple[str, ...]
    open: tuple[OpenRuling, ...] = ()
    unwritten: tuple[tuple[Asking, str], ...] = ()
    """Results that look like rulings nobody told, each with the case file to fill in."""
    slow: tuple[CandidateLine, ...] = ()
    decided: tuple[Finding, ...] = ()
    alike: tuple[Finding, ...] = ()
    settled: tuple[RulingLine, ...] = ()
    by_kind: tuple[VerdictTally, ...] = ()
    by_body: tuple[VerdictTally, ...] = ()
    lean: Message | None = None
    has_pages: bool = True


def chairman_html(page: ChairmanPage, language: str = "en", called: "dict[str, str] | None" = None) -> str:
    """The page as one file; `called` holds names, when somebody asked for them."""
    names = called or {}
    voice = PageVoice(checked_language(language))
    return rendered("event_chairman.html", voice, page=page, called=lambda who: names.get(who, who))
