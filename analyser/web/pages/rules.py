"""What regulations say apart from any case: alerts, penalties, time, awards, psychic calls, screens; one form each."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from analyser import laws
from analyser.errors import AnalyserError, Problem
from analyser.ruling.procedure import ProcedureAnswer
from analyser.ruling.procedure.questions import ASKED, procedure_answer
from analyser.web.page import page
from analyser.web.state import current_visitor

router = APIRouter()

_OWN = "FIGB"  # the authority whose regulations are kept whole
_LONGEST = 8_000  # characters of a field: a sheet of agreements


@router.get("/rules")
def rules(request: Request) -> Response:
    """The form of the question chosen, and the answer to what it holds."""
    typed = {name: value[:_LONGEST] for name, value in request.query_params.items()}
    ask = typed.get("ask", "")
    kind = ask if ask in ASKED else next(iter(ASKED))
    known = laws.authorities_with_switches()
    authority = typed.get("authority", "").upper()
    law = laws.resolve(None, authority if authority in known else _OWN)
    answer: ProcedureAnswer | None = None
    problems: tuple[Problem, ...] = ()
    if "answer" in typed:
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
        authority=law.authority,
        offences=law.regulation.penalties,
        answer=answer,
        problems=problems,
    )


_SHOWN = 200  # provisions of one search: more words bring fewer


@router.get("/laws")
def law_words(request: Request) -> Response:
    """The provisions that speak of the words typed, with the case that shows each compute."""
    text = request.query_params.get("find", "")[:_LONGEST]
    years = laws.editions()
    edition = request.query_params.get("edition", "")
    edition = edition if edition in years else years[-1]
    language = current_visitor(request).language
    provisions = laws.provisions_about(text, language, edition)[:_SHOWN] if text.split() else ()
    listed = tuple(
        (row, laws.gist_in(row, language), laws.cases_showing(row.clause)[:1]) for row in provisions
    )
    return page(request, "laws.html", text=text, edition=edition, editions=years, listed=listed)
