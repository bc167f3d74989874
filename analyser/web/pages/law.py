"""The Laws looked up: by address or by words, the editions side by side; and what regulations say apart from any case.

Of regulations each question has a form: alerts, penalties, time, awards, systems, psychic calls, screens.
"""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from analyser import laws
from analyser.errors import AnalyserError, Problem
from analyser.laws.law_book import provisions
from analyser.ruling.procedure import ProcedureAnswer
from analyser.ruling.procedure.penalties import penalties_by_offence
from analyser.ruling.procedure.questions import ASKED, procedure_answer, refusal_for_lack
from analyser.web.page import page
from analyser.web.state import current_visitor

router = APIRouter()

_ROWS = 60  # the rest is told as a number: a narrower question finds it
_CASES = 3  # that show a provision at work
_LONGEST = 200  # signs of a question


@router.get("/law")
def law(request: Request) -> Response:
    """The provisions asked for, one row a subject, one column an edition; under each the cases that show it."""
    question = request.query_params.get("q", "").strip()[:_LONGEST]
    years = laws.editions()
    chosen = [year for year in request.query_params.getlist("edition") if year in years] or list(years)
    language = current_visitor(request).language
    rows, problems = subjects_about(question, language) if question else ((), ())
    rows = tuple(row for row in rows if set(row.by_edition) & set(chosen))
    return page(
        request,
        "law.html",
        question=question,
        editions=years,
        chosen=chosen,
        rows=rows[:_ROWS],
        more=max(0, len(rows) - _ROWS),
        problems=problems,
        holds_all=problems or not rows or _holds_all(question, language),
        gist=lambda provision: laws.gist_in(provision, language),
        shown_by=lambda provision: laws.cases_showing(provision.clause)[:_CASES],
    )


def subjects_about(question: str, language: str) -> tuple[tuple[laws.Subject, ...], tuple[Problem, ...]]:
    """The subjects a question means: those at its address and under it, else those that speak of its words."""
    try:
        clause = laws.lookup(question).clause
    except AnalyserError as refused:
        on_subject = laws.provisions_about(question, language)
        return laws.group_by_subject(on_subject), () if on_subject or " " in question else refused.problems
    under = (
        provision
        for path, provision in provisions(clause.edition).items()
        if path == clause.path
        or (
            path.startswith(clause.path) and path[len(clause.path)].isalpha() is not clause.path[-1].isalpha()
        )
    )
    return laws.group_by_subject(under), ()


def _holds_all(question: str, language: str) -> bool:
    """Whether what was found is at the address asked for, or holds all the words: else it holds the most of them."""
    try:
        laws.lookup(question)
    except AnalyserError:
        return laws.search_provisions(question, language).holds_all
    return True


_OWN = "FIGB"  # the authority whose regulations are kept whole
_LONGEST_FIELD = 8_000  # characters: a sheet of agreements


@router.get("/rules")
def rules(request: Request) -> Response:
    """The form of the question chosen, and the answer to what it holds."""
    typed = {name: value[:_LONGEST_FIELD] for name, value in request.query_params.items()}
    ask = typed.get("ask", "")
    kind = ask if ask in ASKED else next(iter(ASKED))
    known = laws.authorities_with_switches()
    authority = typed.get("authority", "").upper()
    law = laws.resolve(None, authority if authority in known else _OWN)
    answer: ProcedureAnswer | None = None
    lack = refusal_for_lack(law, kind)
    problems: tuple[Problem, ...] = () if lack is None else lack.problems
    if "answer" in typed and lack is None:
        try:
            answer = procedure_answer(law, kind, typed)
        except AnalyserError as refused:
            problems = refused.problems
    return page(
        request,
        "rules.html",
        kinds=tuple(ASKED),
        kind=kind,
        fields=ASKED[kind][1],
        typed=typed,
        authorities=known,
        lacking={one for one in known if refusal_for_lack(laws.resolve(None, one), kind) is not None},
        authority=law.authority,
        offences=[rows[0] for rows in penalties_by_offence(law)],
        answer=answer,
        problems=problems,
    )
