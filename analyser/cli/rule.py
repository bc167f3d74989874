"""`rule`: the whole analysis of one case."""

from dataclasses import dataclass
from pathlib import Path

from analyser import rule
from analyser.casefile import Case, case_of
from analyser.casefile.templates import template_leftovers
from analyser.cli.options import check_edition, check_language
from analyser.cli.papers import Papers
from analyser.cli.terminal import (
    check_place,
    complain,
    note,
    one_line,
    print_json,
    read_bytes,
    say,
    write_bytes,
    write_text,
)
from analyser.estimates.services import open_services
from analyser.messages import LANGUAGES
from analyser.report.pages import as_document, as_html, as_markdown, as_pdf, check_pdf, sentence
from analyser.ruling import Asked, IncidentRuling, LawRef, Ruling

_NO_PAPERS = Papers()
_FIRST = 3  # actions told at once


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be written, where, and in which language."""

    html: Path | None = None
    pdf: Path | None = None
    markdown: Path | None = None
    json: bool = False
    language: str = "en"
    names: bool = False
    papers: Papers = _NO_PAPERS

    def check(self, case: Path) -> None:
        """Refuse a language nobody wrote and a place nobody can write to, before anything is reckoned."""
        check_language(self.language, LANGUAGES)
        papers = self.papers
        for place in (self.html, self.pdf, self.markdown, papers.appeal_form, papers.decision, papers.scorer):
            check_place(place, case)
        if self.pdf is not None or papers.printed:
            check_pdf()


def run(file: Path, edition: str | None, authority: str | None, wanted: Wanted) -> int:
    """Rule the case and write what was asked for; 0 whenever a ruling was made."""
    case = opened(file, edition, wanted)
    with open_services() as services:
        ruling = rule(case, Asked(edition, authority), services, first_words)
    tell(ruling, wanted)
    return 0


def opened(file: Path, edition: str | None, wanted: Wanted) -> Case:
    """The case, once all that was asked for can be done; what in it is still a template's is told."""
    wanted.check(file)
    check_edition(edition)
    case = case_of(read_bytes(file))
    complain(template_leftovers(case))
    return case


def first_words(word: LawRef | IncidentRuling) -> None:
    """What is known already, on stderr, while the rest is worked out: the Laws; then what peers would have done."""
    if isinstance(word, LawRef):
        note(f"ruled by the Laws of {word.edition}: {'; '.join(map(str, word.because))}")
        return
    shares = (
        f"{one.action} {one.chosen:.0%} ({one.interval.low:.0%}-{one.interval.high:.0%} consider it)"
        for one in word.alternatives[:_FIRST]
        if one.chosen is not None and one.interval is not None
    )
    told = ", ".join(shares)
    note(f"{word.id}: {f'peers would choose {told}' if told else word.kind}; the rest is being worked out …")


def tell(ruling: Ruling, wanted: Wanted) -> None:
    """Print or write the ruling as asked; warnings go to whoever waits."""
    for warning in ruling.warnings:
        note(sentence(warning))
    written = _write(ruling, wanted)
    if wanted.json:
        print_json(as_document(ruling))
    elif not written:
        say(as_markdown(ruling, wanted.language).rstrip("\n"))


def _write(ruling: Ruling, wanted: Wanted) -> list[Path]:
    """Every file asked for, each whole or not at all; what was written is told."""
    written = []
    if wanted.html is not None:
        write_text(wanted.html, as_html(ruling, wanted.language, names=wanted.names))
        written.append(wanted.html)
    if wanted.pdf is not None:
        write_bytes(wanted.pdf, as_pdf(ruling, wanted.language, names=wanted.names))
        written.append(wanted.pdf)
    if wanted.markdown is not None:
        write_text(wanted.markdown, as_markdown(ruling, wanted.language))
        written.append(wanted.markdown)
    written += wanted.papers.write(ruling, wanted.language, names=wanted.names)
    for path in written:
        note(one_line(f"written: {path}"))
    return written
