"""Every form of scoring, written out: a new one is a file and a line here."""

from difflib import get_close_matches

from analyser.errors import ScoringError
from analyser.scoring.comparison import ScoringForm
from analyser.scoring.contract_score import TOTAL_POINTS
from analyser.scoring.imps import BUTLER, CROSS_IMPS, IMPS, KNOCKOUT, VICTORY_POINTS
from analyser.scoring.matchpoints import BOARD_A_MATCH, MATCHPOINTS

FORMS: tuple[ScoringForm, ...] = (
    MATCHPOINTS,
    IMPS,
    KNOCKOUT,
    VICTORY_POINTS,
    CROSS_IMPS,
    BUTLER,
    BOARD_A_MATCH,
    TOTAL_POINTS,
)


def nearest_form(name: str) -> str:
    """The form whose name is most like this word, or nothing.

    >>> nearest_form("match-points"), nearest_form("crossimps"), nearest_form("zzz")
    ('matchpoints', 'cross-imps', '')
    """
    return next(iter(get_close_matches(name.lower(), [form.name for form in FORMS], n=1)), "")


def form_named(name: str) -> ScoringForm:
    """The form a case file names; an unknown one is refused with the nearest."""
    for form in FORMS:
        if form.name == name:
            return form
    near = nearest_form(name)
    known = ", ".join(form.name for form in FORMS)
    remedy = f"perhaps {near}" if near else f"write one of {known}"
    raise ScoringError("not a form of scoring", where="form", found=name, remedy=remedy)
