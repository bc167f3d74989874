"""`casebook`: a folder of cases as one book, with an index by law and by kind."""

from datetime import date
from pathlib import Path

from analyser import review, rule
from analyser.casefile import Case, case_of
from analyser.cli.options import check_language
from analyser.cli.terminal import check_place, complain, note, read_bytes, write_bytes, write_text
from analyser.errors import AnalyserError, CaseError, UsageError
from analyser.estimates.services import Services, open_services
from analyser.messages import LANGUAGES
from analyser.report.pages import as_casebook, check_pdf, printed
from analyser.ruling import Asked, Ruling


def run(
    folder: Path,
    *,
    html_to: Path | None,
    pdf_to: Path | None,
    language: str = "en",
    names: bool = False,
    estimate: bool = True,
) -> int:
    """Rule every case of the folder, the oldest first, and write the book; 1 when a case had to be left out.

    Without `estimate` nothing is asked of models and solver: what persons found is printed as it stands.
    """
    if html_to is None and pdf_to is None:
        raise UsageError(
            "nowhere to write to", where="casebook", remedy="add --html FILE, --pdf FILE, or both"
        )
    check_language(language, LANGUAGES)
    check_place(html_to)
    check_place(pdf_to)
    if pdf_to is not None:
        check_pdf()
    cases, left_out = _cases(folder)
    if estimate:
        with open_services() as services:
            rulings = [_ruled(case, services) for case in cases]
    else:
        rulings = [_ruled(case, Services()) for case in cases]
    if html_to is not None:
        write_text(html_to, as_casebook(rulings, language, names=names))
        note(f"written: {html_to}")
    if pdf_to is not None:
        write_bytes(pdf_to, printed(as_casebook(rulings, language, names=names, inline=True)))
        note(f"written: {pdf_to}")
    return 1 if left_out else 0


def _cases(folder: Path) -> tuple[list[Case], int]:
    """The cases of a folder in casebook order, by date and name; one with problems is told and left out."""
    if not folder.is_dir():
        raise CaseError(
            "there is no such folder",
            where="FOLDER",
            found=str(folder),
            remedy="name a folder of .toml cases",
        )
    files = sorted(folder.glob("*.toml"))
    if not files:
        raise CaseError(
            "no case files here", where="FOLDER", found=str(folder), remedy="name a folder of .toml cases"
        )
    cases, left_out = [], 0
    for file in files:
        try:
            cases.append(case_of(read_bytes(file)))
        except AnalyserError as fault:
            complain(fault.problems, str(file))
            left_out += 1
    return sorted(cases, key=lambda case: (case.event.date or date.min, case.id)), left_out


def _ruled(case: Case, services: Services) -> Ruling:
    """The case ruled; where somebody ruled already, that ruling reviewed."""
    note(f"case {case.id}")
    asked = Asked(None, None)
    return review(case, asked, services) if case.ruling else rule(case, asked, services)
