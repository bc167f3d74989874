"""The questions a page may ask of a regulation: each by its word, with the fields it has and what they hold as they were typed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from analyser.errors import LawError, ScoringError, UsageError
from analyser.laws import Jurisdiction
from analyser.messages import sentence
from analyser.ruling.procedure import (
    ProcedureAnswer,
    no_alerts_kept,
    no_penalties_kept,
    no_screens_kept,
    no_systems_kept,
)
from analyser.ruling.procedure.alerts import PURPOSES, alert_answer, call_asked
from analyser.ruling.procedure.penalties import OffenceFacts, penalty_answer, seconds_of
from analyser.ruling.procedure.playing_time import MatchPlace, time_answer
from analyser.ruling.procedure.screens import (
    RaisedBy,
    ScreenAtLead,
    Tray,
    call_behind_screens,
    lead_behind_screens,
    tempo_behind_screens,
)
from analyser.ruling.procedure.systems import (
    EXAMPLE_SHEET,
    PsychicCall,
    parse_sheet,
    psychic_answer,
    system_answer,
)
from analyser.ruling.procedure.unplayed import Unplayed, UnplayedFacts, unplayed_answer
from analyser.scoring import parse_number

Typed = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class AskedField:
    """A field of a question: its name, the words it may hold, none for a free text or a tick."""

    name: str
    words: tuple[str, ...] = ()
    is_tick: bool = False
    example: str = ""
    is_long: bool = False


def numbers_of(text: str, where: str) -> tuple[Fraction, ...]:
    """Numbers with blanks or commas between them, as decimals, percentages or fractions.

    >>> [str(number) for number in numbers_of("70% 0.3, 1/2", "")]
    ['7/10', '3/10', '1/2']
    """
    numbers = []
    for word in text.replace(",", " ").split():
        try:
            number = parse_number(word.rstrip("%"))
        except ScoringError:
            remedy = sentence("write-points")
            raise UsageError(sentence("not-a-number"), where=where, found=word, remedy=remedy) from None
        numbers.append(number / 100 if word.endswith("%") else number)
    return tuple(numbers)


def _read_whole_number(typed: Typed, name: str, least: int = 1) -> int:
    text = typed.get(name, "").strip() or str(least)
    if not text.isdigit() or len(text) > 4:
        raise UsageError(sentence("not-a-number"), where=name, found=text, remedy=sentence("write-points"))
    return max(least, int(text))


def _word(typed: Typed, name: str, known: list[str]) -> str:
    """One of a closed list; the first unless told."""
    word = typed.get(name, "") or known[0]
    if word not in known:
        remedy = sentence("write-one-of-here", words=", ".join(known))
        raise UsageError(sentence("word-not-known"), where=name, found=word, remedy=remedy)
    return word


def _is_ticked(typed: Typed, name: str) -> bool:
    return bool(typed.get(name))


def _truth(typed: Typed, name: str) -> bool | None:
    """Yes, no, or not told."""
    return {"yes": True, "no": False}.get(typed.get(name, ""))


def _penalty(law: Jurisdiction, typed: Typed) -> ProcedureAnswer:
    time, top = typed.get("time", "").strip(), numbers_of(typed.get("top", ""), "top")
    facts = OffenceFacts(
        seconds_of(time) if time else None,
        _read_whole_number(typed, "times"),
        numbers_of(typed.get("shares", ""), "shares"),
        _is_ticked(typed, "warned"),
        top[0] if top else None,
        typed.get("unit", ""),
    )
    known = [row.code for row in law.regulation.penalties]
    return penalty_answer(law, typed.get("offence", "") or (known[0] if known else ""), facts)


def _clock(law: Jurisdiction, typed: Typed) -> ProcedureAnswer:
    place = MatchPlace(_word(typed, "place", list(MatchPlace)))
    teams, screens = not _is_ticked(typed, "pairs"), _is_ticked(typed, "screens")
    return time_answer(law, _read_whole_number(typed, "boards"), place, teams=teams, screens=screens)


def _award(law: Jurisdiction, typed: Typed) -> ProcedureAnswer:
    top = numbers_of(typed.get("top", ""), "top")
    facts = UnplayedFacts(
        boards=_read_whole_number(typed, "boards", 0),
        scale=_word(typed, "scale", ["wbf-continuous", "wbf-printed", "wbf-discrete", "simple"]),
        own=numbers_of(typed.get("own", ""), "own"),
        against=numbers_of(typed.get("against", ""), "against"),
        pairs=_is_ticked(typed, "pairs"),
        top=top[0] if top else None,
        at_fault=_truth(typed, "fault"),
        stanzas=_read_whole_number(typed, "stanzas"),
        knockout=_is_ticked(typed, "knockout"),
    )
    kinds = [str(kind) for kind in Unplayed if kind is not Unplayed.MISSING_SCORES]
    return unplayed_answer(law, Unplayed(_word(typed, "what", kinds)), facts)


def _alert(law: Jurisdiction, typed: Typed) -> ProcedureAnswer:
    asked = call_asked(
        typed.get("call", ""), typed.get("auction", ""), typed.get("shows", "").strip() or None
    )
    return alert_answer(
        law,
        replace(
            asked,
            screens=_is_ticked(typed, "screens"),
            natural=_truth(typed, "natural"),
            forcing=_truth(typed, "forcing"),
            special=_is_ticked(typed, "special"),
            inverted=_is_ticked(typed, "inverted"),
            purpose=typed.get("purpose", "") or None,
        ),
    )


def _psychic(law: Jurisdiction, typed: Typed) -> ProcedureAnswer:
    level = _word(typed, "level", ["club", "regional", "national", "international"])
    ticks = ("pairs", "opening", "conventional", "expected", "protected")
    return psychic_answer(law, PsychicCall(level, *(_is_ticked(typed, name) for name in ticks)))


def _system(law: Jurisdiction, typed: Typed) -> ProcedureAnswer:
    sheet, category = parse_sheet(typed.get("sheet", "")), _word(typed, "category", ["1", "2", "3", "4"])
    return system_answer(law, sheet, category, pairs=_is_ticked(typed, "pairs"))


def _screen(law: Jurisdiction, typed: Typed) -> ProcedureAnswer:
    match _word(typed, "what", ["call", "lead", "tempo"]):
        case "call":
            tray = Tray(_word(typed, "tray", list(Tray)))
            return call_behind_screens(law, tray, inadmissible=_is_ticked(typed, "inadmissible"))
        case "lead":
            return lead_behind_screens(law, ScreenAtLead(_word(typed, "opened", list(ScreenAtLead))))
        case _:
            seconds = _read_whole_number(typed, "seconds", 0) if typed.get("seconds") else None
            raised = RaisedBy(_word(typed, "raised", list(RaisedBy)))
            return tempo_behind_screens(law, seconds, raised, too_late=_is_ticked(typed, "late"))


_TRUTH = ("", "yes", "no")
ASKED: Final[
    Mapping[str, tuple[Callable[[Jurisdiction, Typed], ProcedureAnswer], tuple[AskedField, ...]]]
] = {
    "alert": (
        _alert,
        (
            AskedField("call", example="2D"),
            AskedField("auction", example="1NT P"),
            AskedField("shows", example="H5+ HCP8-"),
            AskedField("natural", _TRUTH),
            AskedField("forcing", _TRUTH),
            AskedField("purpose", ("", *PURPOSES)),
            AskedField("screens", is_tick=True),
            AskedField("special", is_tick=True),
            AskedField("inverted", is_tick=True),
        ),
    ),
    "penalty": (
        _penalty,
        (
            AskedField("offence", ("*",)),  # the rows of the catalogue in force
            AskedField("time", example="3:10"),
            AskedField("times", example="1"),
            AskedField("shares", example="70% 30%"),
            AskedField("top", example="22"),
            AskedField("unit", ("", "vp", "imp", "percent-of-top")),
            AskedField("warned", is_tick=True),
        ),
    ),
    "clock": (
        _clock,
        (
            AskedField("boards", example="16"),
            AskedField("place", tuple(map(str, MatchPlace))),
            AskedField("screens", is_tick=True),
            AskedField("pairs", is_tick=True),
        ),
    ),
    "award": (
        _award,
        (
            AskedField("what", tuple(str(kind) for kind in Unplayed if kind is not Unplayed.MISSING_SCORES)),
            AskedField("boards", example="16"),
            AskedField("scale", ("wbf-continuous", "wbf-printed", "wbf-discrete", "simple")),
            AskedField("own", example="13.5 12"),
            AskedField("against", example="14 9"),
            AskedField("top", example="22"),
            AskedField("fault", _TRUTH),
            AskedField("stanzas", example="1"),
            AskedField("pairs", is_tick=True),
            AskedField("knockout", is_tick=True),
        ),
    ),
    "system": (
        _system,
        (
            AskedField("category", ("1", "2", "3", "4")),
            AskedField("pairs", is_tick=True),
            AskedField("sheet", example=EXAMPLE_SHEET, is_long=True),
        ),
    ),
    "psychic": (
        _psychic,
        (
            AskedField("level", ("club", "regional", "national", "international")),
            AskedField("pairs", is_tick=True),
            AskedField("opening", is_tick=True),
            AskedField("conventional", is_tick=True),
            AskedField("expected", is_tick=True),
            AskedField("protected", is_tick=True),
        ),
    ),
    "screen": (
        _screen,
        (
            AskedField("what", ("call", "lead", "tempo")),
            AskedField("tray", tuple(map(str, Tray))),
            AskedField("opened", tuple(map(str, ScreenAtLead))),
            AskedField("seconds", example="25"),
            AskedField("raised", tuple(map(str, RaisedBy))),
            AskedField("inadmissible", is_tick=True),
            AskedField("late", is_tick=True),
        ),
    ),
}


def refusal_for_lack(law: Jurisdiction, kind: str) -> LawError | None:
    """The refusal of a kind of question for which nothing of the authority is kept, or None where there is something."""
    match kind:
        case "penalty" if not law.regulation.penalties:
            return no_penalties_kept(law)
        case "alert" if not law.regulation.rows("alert"):
            return no_alerts_kept(law)
        case "system" if not law.regulation.rows("feature"):
            return no_systems_kept(law)
        case "psychic" if not law.regulation.rows("psychic"):
            return no_systems_kept(law)
        case "screen" if not law.regulation.rows("screen"):
            return no_screens_kept(law)
        case _:
            return None


def procedure_answer(law: Jurisdiction, kind: str, typed: Typed) -> ProcedureAnswer:
    """What the regulation says to a question, from what was typed into its fields."""
    if kind not in ASKED:
        remedy = sentence("write-one-of-here", words=", ".join(ASKED))
        raise UsageError(sentence("word-not-known"), where="ask", found=kind, remedy=remedy)
    if (lack := refusal_for_lack(law, kind)) is not None:
        raise lack
    return ASKED[kind][0](law, typed)
