"""`rule`, `review` and `casebook`: cases ruled, and what comes of it written in every form asked for."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyser.cli.options import (
    EDITIONS,
    CaseFile,
    Full,
    Html,
    Json,
    Lang,
    Markdown,
    Names,
    Pdf,
    alternatives,
    read_argument,
    write_option,
)
from analyser.cli.terminal import (
    HTML_ENDINGS,
    MARKDOWN_ENDINGS,
    PAPER_ENDINGS,
    case_in,
    check_edition,
    check_ending,
    check_place,
    complain,
    filled_case_in,
    note,
    one_line,
    print_json,
    say,
    write_bytes,
    write_text,
)
from analyser.errors import AnalyserError, CaseError, UsageError
from analyser.messages import checked_language, sentences

if TYPE_CHECKING:
    from analyser.casefile import Case
    from analyser.estimates.services import Services
    from analyser.ruling import Ruling


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """What is to be written, where, and in which language."""

    html: Path | None = None
    pdf: Path | None = None
    markdown: Path | None = None
    appeal_form: Path | None = None
    decision: Path | None = None
    scorer: Path | None = None
    json: bool = False
    full: bool = False
    language: str = "en"
    names: bool = False

    def check(self, case: Path) -> None:
        """Refuse a language nobody wrote and a place nobody can write to, before anything is reckoned."""
        checked_language(self.language)
        for place in (self.html, self.pdf, self.markdown, self.appeal_form, self.decision, self.scorer):
            check_place(place, case)
        check_ending(self.html, "--html", HTML_ENDINGS)
        check_ending(self.pdf, "--pdf", (".pdf",))
        check_ending(self.markdown, "--markdown", MARKDOWN_ENDINGS)
        check_ending(self.appeal_form, "--appeal-form", PAPER_ENDINGS)
        check_ending(self.decision, "--decision", PAPER_ENDINGS)
        check_ending(self.scorer, "--scorer", (".txt", ".csv"))
        if self.pdf is not None or any(map(_is_pdf, (self.appeal_form, self.decision))):
            from analyser.report.html import check_pdf

            check_pdf()


def rule(
    file: CaseFile,
    edition: Annotated[
        str | None, typer.Option(help=f"rule under this edition: {alternatives(EDITIONS)}")
    ] = None,
    authority: Annotated[str | None, typer.Option(help="rule under this authority: WBF, EBL, EBU …")] = None,
    html: Html = None,
    pdf: Pdf = None,
    markdown: Markdown = None,
    appeal_form: Annotated[Path | None, write_option("appeal form, .html or .pdf")] = None,
    decision: Annotated[Path | None, write_option("the decision, .html or .pdf")] = None,
    scorer: Annotated[Path | None, write_option("for the scorer, .txt or .csv")] = None,
    compare: Annotated[
        str | None, typer.Option(help=f"editions/authorities: {','.join(EDITIONS)}/WBF,EBU")
    ] = None,
    lang: Lang = "en",
    names: Names = False,
    full: Full = False,
    json: Json = False,
) -> int:
    """Rule a case: from the facts to both sides' scores."""
    if compare is not None:
        from analyser.cli.compare import compare_laws

        files = {"html": html, "pdf": pdf, "markdown": markdown, "appeal-form": appeal_form}
        others = {"decision": decision, "scorer": scorer, "edition": edition, "authority": authority}
        unused = [f"--{word}" for word, value in (files | others).items() if value is not None]
        return compare_laws(file, compare, unused, lang, as_json=json)
    from analyser import rule as ruled
    from analyser.cli.terminal import progress
    from analyser.ruling import RulingRequest

    output = OutputOptions(html, pdf, markdown, appeal_form, decision, scorer, json, full, lang, names)
    case = _checked_case(file, edition, output)
    with progress(lang, as_json=json) as tell:
        ruling = ruled(case, RulingRequest(edition, authority), None, tell)
    _write_ruling(ruling, output)
    return 0


def review(
    file: CaseFile,
    edition: Annotated[str | None, typer.Option(help="review under this edition")] = None,
    authority: Annotated[str | None, typer.Option(help="review under this authority")] = None,
    html: Html = None,
    pdf: Pdf = None,
    markdown: Markdown = None,
    lang: Lang = "en",
    names: Names = False,
    full: Full = False,
    json: Json = False,
) -> int:
    """Audit the ruling a case gives: process, law, band."""
    from analyser import review as reviewed
    from analyser.audit.verdict import exit_code
    from analyser.cli.terminal import progress
    from analyser.ruling import RulingRequest

    output = OutputOptions(html, pdf, markdown, json=json, full=full, language=lang, names=names)
    case = _checked_case(file, edition, output)
    with progress(lang, as_json=json) as tell:
        ruling = reviewed(case, RulingRequest(edition, authority), None, tell)
    _write_ruling(ruling, output)
    return exit_code(ruling)  # 1 when the ruling lies outside the band


def _checked_case(file: Path, edition: str | None, output: OutputOptions) -> "Case":
    """The case, once all that was asked for can be done; what in it is still a template's is told.

    A template in which nothing is filled in is not ruled: its example would pass for a ruling.
    """
    from analyser.casefile.templates import template_leftovers

    output.check(file)
    check_edition(edition)
    case = filled_case_in(file)
    complain(template_leftovers(case))
    return case


def _write_ruling(ruling: "Ruling", output: OutputOptions) -> None:
    """Write the ruling as asked and print its first screen; the names of the files go to whoever waits."""
    from analyser.report import markdown
    from analyser.report import say as worded
    from analyser.report.markdown import read_as_text
    from analyser.report.ruling_json import as_document
    from analyser.report.terminal_summary import screen

    for path in (*_write_reports(ruling, output), *_write_papers(ruling, output)):
        note(one_line(sentences(output.language)["progress.written"].format(path=path)))
    if output.json:
        for warning in ruling.warnings:
            note(worded(warning))
        print_json(as_document(ruling, names=output.names))
    elif output.full:
        say(read_as_text(markdown(ruling, output.language)).rstrip("\n"))
    else:
        say(screen(ruling, output.language))


def _write_reports(ruling: "Ruling", output: OutputOptions) -> Iterator[Path]:
    """The report in each form asked for, each whole or not at all."""
    from analyser.report import markdown
    from analyser.report.html import render_html, render_pdf

    language, names = output.language, output.names
    if output.html is not None:
        write_text(output.html, render_html(ruling, language, names=names))
        yield output.html
    if output.pdf is not None:
        write_bytes(output.pdf, render_pdf(render_html(ruling, language, names=names, inline=True)))
        yield output.pdf
    if output.markdown is not None:
        write_text(output.markdown, markdown(ruling, language))
        yield output.markdown


def _write_papers(ruling: "Ruling", output: OutputOptions) -> Iterator[Path]:
    """The papers around a ruling, each in the form its file name asks for: `.pdf` is printed, `.csv` is rows."""
    from analyser.report.html import render_pdf
    from analyser.report.record import appeal_form, decision
    from analyser.report.scorer import scorer_csv, scorer_lines

    language, names = output.language, output.names
    for path, paper in ((output.appeal_form, appeal_form), (output.decision, decision)):
        if path is None:
            continue
        if _is_pdf(path):
            write_bytes(path, render_pdf(paper(ruling, language, names=names, inline=True)))
        else:
            write_text(path, paper(ruling, language, names=names))
        yield path
    if output.scorer is not None:
        is_rows = output.scorer.suffix.lower() == ".csv"
        rows = scorer_csv(ruling) if is_rows else scorer_lines(ruling, language)
        write_text(output.scorer, rows)
        yield output.scorer


def _is_pdf(path: Path | None) -> bool:
    return path is not None and path.suffix.lower() == ".pdf"


def casebook(
    folder: Annotated[Path, read_argument("FOLDER", "a folder of cases")],
    html: Annotated[Path | None, write_option("write the casebook as HTML")] = None,
    pdf: Annotated[Path | None, write_option("write the casebook as PDF")] = None,
    lang: Lang = "en",
    names: Names = False,
    no_estimate: Annotated[bool, typer.Option("--no-estimate", help="findings of persons only")] = False,
) -> int:
    """Print a folder of cases as a casebook with an index."""
    from analyser.estimates.services import Services, open_services
    from analyser.report.html import check_pdf, render_pdf
    from analyser.report.record import casebook as casebook_of

    if html is None and pdf is None:
        remedy = "add --html FILE, --pdf FILE, or both"
        raise UsageError("nowhere to write to", where="casebook", remedy=remedy)
    checked_language(lang)
    check_place(html)
    check_place(pdf)
    check_ending(html, "--html", HTML_ENDINGS)
    check_ending(pdf, "--pdf", (".pdf",))
    if pdf is not None:
        check_pdf()
    cases, left_out = _cases_in(folder)
    if no_estimate:  # nothing is asked of models and solver: what persons found is printed as it stands
        rulings = [_rule_or_review(case, Services()) for case in cases]
    else:
        with open_services() as services:
            rulings = [_rule_or_review(case, services) for case in cases]
    if html is not None:
        write_text(html, casebook_of(rulings, lang, names=names))
        note(f"written: {html}")
    if pdf is not None:
        write_bytes(pdf, render_pdf(casebook_of(rulings, lang, names=names, inline=True)))
        note(f"written: {pdf}")
    return 1 if left_out else 0


def _cases_in(folder: Path) -> "tuple[list[Case], int]":
    """The cases of a folder in casebook order, by date and name; one with problems is told and left out."""
    remedy = "name a folder of .toml cases"
    if not folder.is_dir():
        raise CaseError("there is no such folder", where="FOLDER", found=str(folder), remedy=remedy)
    files = sorted(file for file in folder.iterdir() if file.suffix == ".toml")
    if not files:
        raise CaseError("no case files here", where="FOLDER", found=str(folder), remedy=remedy)
    cases, left_out = [], 0
    for file in files:
        try:
            cases.append(case_in(file))
        except AnalyserError as fault:
            complain(fault.problems, str(file))
            left_out += 1
    return sorted(cases, key=lambda case: (case.event.date or date.min, case.id)), left_out


def _rule_or_review(case: "Case", services: "Services") -> "Ruling":
    """The case ruled; where somebody ruled already, that ruling reviewed."""
    from analyser import review, rule

    note(f"case {case.id}")
    return (review if case.ruling else rule)(case, None, services)
