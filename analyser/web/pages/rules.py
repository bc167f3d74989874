"""What regulations say apart from any case: alerts, penalties, time, awards, psychic calls, screens; one form each."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from analyser import laws
from analyser.errors import AnalyserError, Problem
from analyser.ruling.procedure import ProcedureAnswer
from analyser.ruling.procedure.questions import ASKED, procedure_answer
from analyser.web.page import page

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
