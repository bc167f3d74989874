"""`penalty`, `clock` and `award`: what a regulation says of time, penalties and what was not played; no case is needed."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyser.cli.options import EDITIONS, Json, Lang, alternatives
from analyser.cli.terminal import check_authority, check_edition, parsed_word, print_json, read_bytes, say
from analyser.errors import CaseError, UsageError
from analyser.messages import checked_language, sentence

if TYPE_CHECKING:
    from analyser.laws import Jurisdiction
    from analyser.ruling.procedure import ProcedureAnswer

# Whole regulations of these matters are kept for Italy; another authority is read by the same forms.
Authority = Annotated[str, typer.Option(help="whose regulations: FIGB, WBF, EBL, EBU, ACBL …")]
Edition = Annotated[str | None, typer.Option(help=alternatives(EDITIONS))]
Screens = Annotated[bool, typer.Option("--screens", help="with screens")]
Pairs = Annotated[bool, typer.Option("--pairs", help="in pairs; teams unless told")]
Points = Annotated[str, typer.Option(help="victory points, as `13.5 12`")]


def jurisdiction(authority: str, edition: str | None, lang: str) -> "Jurisdiction":
    """The Laws and regulations asked for, today's unless an edition is named."""
    from analyser import laws

    checked_language(lang)
    check_edition(edition)
    check_authority(authority)
    return laws.resolve(None, authority, edition)


def tell(answer: "ProcedureAnswer", lang: str, *, json: bool) -> None:
    """Print an answer: what it says, why, and where it stands."""
    from analyser.report.page_voice import TextVoice

    if json:
        print_json(document(answer))
        return
    voice = TextVoice(lang)
    say(voice.sentence(answer.says))
    for reason in answer.reasons:
        say(f"- {voice.say(reason)}")
    for source in answer.sources:
        say(f"  {source}")


def document(answer: "ProcedureAnswer") -> dict[str, object]:
    """An answer as JSON: English sentences with their codes, the figures exact."""
    from analyser.report.page_voice import TextVoice

    voice = TextVoice("en")
    reasons = [{"code": reason.code, "says": voice.say(reason)} for reason in answer.reasons]
    return {
        "code": answer.says.code,
        "says": voice.say(answer.says),
        "reasons": reasons,
        "sources": list(answer.sources),
        "figures": dict(answer.figures),
    }


def penalty(
    offence: Annotated[
        str | None, typer.Argument(metavar="[OFFENCE]", help="a row of the catalogue", show_default=False)
    ] = None,
    time: Annotated[str | None, typer.Option(help="how late or slow, as 5 or 3:10")] = None,
    times: Annotated[int, typer.Option(min=1, max=99, help="how many boards, calls, pairs")] = 1,
    shares: Annotated[str, typer.Option(help="of a penalty for both sides, as `70% 30%`")] = "",
    warned: Annotated[bool, typer.Option("--warned", help="warned or penalised before")] = False,
    top: Annotated[str, typer.Option(help="matchpoints of a top")] = "",
    unit: Annotated[str, typer.Option(help="vp, imp or percent-of-top, where there are several")] = "",
    authority: Authority = "FIGB",
    edition: Edition = None,
    lang: Lang = "en",
    json: Json = False,
) -> int:
    """Compute a procedural penalty; without an offence, list them."""
    from analyser.ruling.procedure.penalties import OffenceFacts, penalty_answer, seconds_of
    from analyser.ruling.procedure.questions import numbers_of

    law = jurisdiction(authority, edition, lang)
    if offence is None:
        return _catalogue(law, lang, json=json)
    tops = numbers_of(top, "--top")
    facts = OffenceFacts(
        seconds=None if time is None else seconds_of(time),
        times=times,
        shares=numbers_of(shares, "--shares"),
        warned=warned,
        top=tops[0] if tops else None,
        unit=unit,
    )
    tell(penalty_answer(law, offence, facts), lang, json=json)
    return 0


def _catalogue(law: "Jurisdiction", lang: str, *, json: bool) -> int:
    """Every penalty the authority fixes, with its word, amount and article."""
    from analyser.report.page_voice import TextVoice
    from analyser.ruling.procedure import no_penalties_kept
    from analyser.ruling.procedure.penalties import amount_of, offence_of, penalties_by_offence

    catalogue = penalties_by_offence(law)
    if not catalogue:
        raise no_penalties_kept(law)
    voice = TextVoice(lang)
    if json:
        print_json(
            [
                {
                    "code": rows[0].code, "offence": voice.say(offence_of(rows[0])),
                    "amount": str(rows[0].amount), "unit": rows[0].unit,
                    "amounts": [{"amount": str(row.amount), "unit": row.unit} for row in rows],
                    "per": rows[0].per, "bound": str(rows[0].bound), "shared": rows[0].shared, "source": str(rows[0].source),
                }
                for rows in catalogue
            ]
        )  # fmt: skip
        return 0
    for rows in catalogue:
        row = rows[0]
        per = voice(f"per.{row.per.replace(' ', '-')}")
        amount = " / ".join(voice.say(amount_of(row.amount, row.unit)) for row in rows)
        say(f"{row.code}: {voice.say(offence_of(row))}")
        say(f"  {amount} {per}{voice(f'penalty.bound.{row.bound}')}; {row.source}")
    return 0


def clock(
    boards: Annotated[
        int | None, typer.Argument(metavar="[BOARDS]", min=1, max=99, show_default=False)
    ] = None,
    screens: Screens = False,
    pairs: Pairs = False,
    first: Annotated[bool, typer.Option("--first", help="the first match of a round robin")] = False,
    knockout: Annotated[bool, typer.Option("--knockout", help="the first stanza of a knock-out")] = False,
    authority: Authority = "FIGB",
    edition: Edition = None,
    lang: Lang = "en",
    json: Json = False,
) -> int:
    """Tell how long a round lasts; without boards, the table."""
    from analyser.ruling.procedure.playing_time import MatchPlace, clock_text, round_time, time_answer

    law = jurisdiction(authority, edition, lang)
    if boards is not None:
        place = MatchPlace.LATER
        if knockout:
            place = MatchPlace.FIRST_KNOCKOUT
        elif first:
            place = MatchPlace.FIRST_ROUND_ROBIN
        tell(time_answer(law, boards, place, teams=not pairs, screens=screens), lang, json=json)
        return 0
    times = {
        number: tuple(
            round_time(number, law.regulation.time, teams=not pairs, screens=with_screens)
            for with_screens in (False, True)
        )
        for number in range(6, 21, 2)
    }
    if json:
        names = ("no_screens", "screens")
        print_json(
            {
                str(number): {
                    name: {"official": time.official, "latest": time.latest}
                    for name, time in zip(names, both, strict=True)
                }
                for number, both in times.items()
            }
        )
        return 0
    from analyser.report.page_voice import TextVoice

    say(TextVoice(lang)("time.table-head"))
    for number, limits in times.items():
        cells = (f"{clock_text(seconds):>8}" for time in limits for seconds in (time.official, time.latest))
        say(f"{number:>6}{''.join(cells)}")
    return 0


def award(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="WHAT",
            help="bye, forfeit, withdrawal, seating, missing-scores or margin",
            show_default=False,
        ),
    ],
    boards: Annotated[int, typer.Option(min=0, max=99, help="boards in the match")] = 0,
    scale: Annotated[
        str, typer.Option(help="wbf-continuous, wbf-printed, wbf-discrete or simple")
    ] = "wbf-continuous",
    own: Points = "",
    against: Annotated[str, typer.Option(help="what all who met the absent team won against it")] = "",
    pairs: Pairs = False,
    top: Annotated[str, typer.Option(help="pairs: matchpoints of a top")] = "",
    fault: Annotated[
        bool | None, typer.Option("--fault/--no-fault", help="seating: whether the teams are at fault")
    ] = None,
    stanzas: Annotated[int, typer.Option(min=1, max=20, help="seating: stanzas of the match")] = 1,
    knockout: Annotated[bool, typer.Option("--knockout", help="seating: in a knock-out")] = False,
    matchpoints: Annotated[str, typer.Option(help="missing-scores: among the scores there are")] = "",
    scores: Annotated[int, typer.Option(min=0, help="missing-scores: scores there are")] = 0,
    tables: Annotated[int, typer.Option(min=0, help="missing-scores: tables there were")] = 0,
    authority: Authority = "FIGB",
    edition: Edition = None,
    lang: Lang = "en",
    json: Json = False,
) -> int:
    """Tell what byes, forfeits and wrong seats are worth."""
    from analyser.ruling.procedure.questions import numbers_of
    from analyser.ruling.procedure.unplayed import Unplayed, UnplayedFacts, unplayed_answer

    law = jurisdiction(authority, edition, lang)
    if kind not in list(Unplayed):
        raise UsageError(
            "nothing is given for that",
            where="WHAT",
            found=kind,
            remedy=f"write {alternatives(list(Unplayed))}",
        )
    tops, points = numbers_of(top, "--top"), numbers_of(matchpoints, "--matchpoints")
    facts = UnplayedFacts(
        boards=boards,
        scale=scale,
        own=numbers_of(own, "--own"),
        against=numbers_of(against, "--against"),
        pairs=pairs,
        top=tops[0] if tops else None,
        at_fault=fault,
        stanzas=stanzas,
        knockout=knockout,
        matchpoints=points[0] if points else None,
        scores=scores,
        tables=tables,
    )
    tell(unplayed_answer(law, Unplayed(kind), facts), lang, json=json)
    return 0


def alert(
    call: Annotated[str | None, typer.Argument(metavar="[CALL]", help="as 2D", show_default=False)] = None,
    auction: Annotated[str, typer.Option(help="the calls before it, as `1NT P`")] = "",
    shows: Annotated[str, typer.Option(help="its meaning, as `H5+ HCP8-`; `explain shows` says how")] = "",
    natural: Annotated[
        bool | None, typer.Option("--natural/--artificial", help="where no meaning is given")
    ] = None,
    forcing: Annotated[bool | None, typer.Option("--forcing/--no-forcing", help="a response")] = None,
    special: Annotated[bool, typer.Option("--special", help="it rests on a special agreement")] = False,
    inverted: Annotated[
        bool, typer.Option("--inverted", help="pass and redouble have changed places")
    ] = False,
    purpose: Annotated[
        str, typer.Option(help="takeout, penalty, support, shows-suit, stayman or transfer")
    ] = "",
    screens: Screens = False,
    authority: Authority = "FIGB",
    edition: Edition = None,
    lang: Lang = "en",
    json: Json = False,
) -> int:
    """Tell whether a call was to be alerted; without one, what is."""
    from analyser.bridge import Auction, Call, HandConstraint, Seat
    from analyser.ruling.procedure.alerts import alert_answer, call_asked

    law = jurisdiction(authority, edition, lang)
    if call is None:
        return _alert_rules(law, lang, json=json)
    parsed_word(Call.parse, call, "CALL")
    parsed_word(partial(Auction.parse, Seat.N), auction, "--auction")
    if shows:
        parsed_word(HandConstraint.parse, shows, "--shows", "`explain shows` says how")
    asked = replace(
        call_asked(call, auction, shows),
        screens=screens,
        natural=natural,
        forcing=forcing,
        special=special,
        inverted=inverted,
        purpose=purpose or None,
    )
    answer = alert_answer(law, asked)
    tell(answer, lang, json=json)
    return 1 if answer.figures["duty"] is None else 0


def _alert_rules(law: "Jurisdiction", lang: str, *, json: bool) -> int:
    """The classes of calls an authority wants alerted, in order, and what is told before play."""
    from analyser.report.page_voice import TextVoice
    from analyser.ruling.procedure import no_alerts_kept
    from analyser.ruling.procedure.alerts import prealerts

    voice = TextVoice(lang)
    rows, before = law.regulation.rows("alert"), prealerts(law)
    if not rows:
        raise no_alerts_kept(law)
    if json:
        print_json(
            {
                "alert": [
                    {"code": row.code, "duty": row.values["duty"], "source": str(row.source)} for row in rows
                ],
                "prealert": [{"code": row.code, "source": str(row.source)} for row in before],
            }
        )
        return 0
    for row in rows:
        duty, named = voice(f"alert.word.{row.values['duty']}"), voice(f"alert.row.{row.code}")
        where = "" if row.values.get("screens") is None else f" ({voice('time.no-screens')})"
        say(f"{named}{where}: {duty}; {row.source}")
    for row in before:
        say(f"{voice('alert.before')}: {voice(f'prealert.{row.code}')}; {row.source}")
    return 0


def system(
    sheet: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="a sheet of agreements (TOML)", show_default=False)
    ] = None,
    category: Annotated[str, typer.Option(help="of the event: 1, 2, 3 or 4")] = "3",
    pairs: Pairs = False,
    authority: Authority = "FIGB",
    edition: Edition = None,
    lang: Lang = "en",
    json: Json = False,
) -> int:
    """Tell the class of a system and where it may be played."""
    from analyser.ruling.procedure.systems import EXAMPLE_SHEET, parse_sheet, system_answer

    law = jurisdiction(authority, edition, lang)
    if sheet is None:
        say(EXAMPLE_SHEET)
        return 0
    answer = system_answer(law, parse_sheet(_sheet_text(sheet)), category, pairs=pairs)
    tell(answer, lang, json=json)
    return 0 if answer.figures["allowed"] == "yes" else 1


def _sheet_text(sheet: Path) -> str:
    """The text of a sheet of agreements; one that says nothing is refused, or it would pass for the simplest system."""
    data = read_bytes(sheet)
    remedy = "`analyser system` prints an example sheet"
    if not data.strip():
        raise CaseError(sentence("file-is-empty"), where="file", found=str(sheet), remedy=remedy)
    try:
        return data.decode("utf-8-sig")
    except ValueError:
        raise CaseError(sentence("not-utf8"), where="file", found=str(sheet), remedy=remedy) from None


def psychic(
    level: Annotated[str, typer.Argument(help="club, regional, national or international")],
    pairs: Pairs = False,
    opening: Annotated[bool, typer.Option("--opening", help="the call opened the auction")] = False,
    conventional: Annotated[bool, typer.Option("--conventional", help="the call is artificial")] = False,
    expected: Annotated[
        bool, typer.Option("--expected", help="so frequent that partner takes it into account")
    ] = False,
    protected: Annotated[bool, typer.Option("--protected", help="the system expects or protects it")] = False,
    authority: Authority = "FIGB",
    edition: Edition = None,
    lang: Lang = "en",
    json: Json = False,
) -> int:
    """Tell whether a psychic call was allowed, and what follows."""
    from analyser.casefile import Level
    from analyser.ruling.procedure.systems import PsychicCall, psychic_answer

    law = jurisdiction(authority, edition, lang)
    if level not in list(Level):
        raise UsageError(
            "not a level", where="LEVEL", found=level, remedy=f"write {alternatives(list(Level))}"
        )
    asked = PsychicCall(level, pairs, opening, conventional, expected, protected)
    answer = psychic_answer(law, asked)
    tell(answer, lang, json=json)
    return 1 if answer.figures["allowed"] == "no" else 0


def screen(
    what: Annotated[
        str | None, typer.Argument(metavar="[WHAT]", help="call, lead or tempo", show_default=False)
    ] = None,
    tray: Annotated[str, typer.Option(help="call: not-passed, passed or passed-knowingly")] = "passed",
    inadmissible: Annotated[
        bool, typer.Option("--inadmissible", help="call: inadmissible, whoever accepts it")
    ] = False,
    opened: Annotated[
        str, typer.Option(help="lead: closed, opened, by-declarers-side, two-leads or declarers-card")
    ] = "closed",
    seconds: Annotated[int | None, typer.Option(min=0, help="tempo: how long the tray took")] = None,
    raised: Annotated[str, typer.Option(help="tempo: by receiver, partner or screenmate")] = "",
    late: Annotated[
        bool, typer.Option("--late", help="tempo: after the opening lead, or the screen open")
    ] = False,
    authority: Authority = "FIGB",
    edition: Edition = None,
    lang: Lang = "en",
    json: Json = False,
) -> int:
    """Tell what holds with screens; without a word, all of it."""
    from analyser.report.page_voice import TextVoice
    from analyser.ruling.procedure import no_screens_kept
    from analyser.ruling.procedure.screens import (
        RaisedBy,
        ScreenAtLead,
        Tray,
        call_behind_screens,
        lead_behind_screens,
        tempo_behind_screens,
    )

    law = jurisdiction(authority, edition, lang)
    match what:
        case None:
            if not law.regulation.rows("screen"):
                raise no_screens_kept(law)
            voice = TextVoice(lang)
            for row in law.regulation.rows("screen"):
                key = f"screen.{row.code}"
                allowed = law.regulation.tempo.tray_seconds
                words = (
                    voice(key, seconds=allowed, allowed=allowed) if row.code == "tempo-short" else voice(key)
                )
                say(f"{words}; {row.source}")
            return 0
        case "call":
            word = Tray(_known_word(tray, list(Tray), "--tray"))
            answer = call_behind_screens(law, word, inadmissible=inadmissible)
        case "lead":
            answer = lead_behind_screens(
                law, ScreenAtLead(_known_word(opened, list(ScreenAtLead), "--opened"))
            )
        case "tempo":
            raiser = RaisedBy(_known_word(raised, list(RaisedBy), "--raised")) if raised else None
            answer = tempo_behind_screens(law, seconds, raiser, too_late=late)
        case _:
            raise UsageError(
                "not a matter of screens", where="WHAT", found=what, remedy="write call, lead or tempo"
            )
    tell(answer, lang, json=json)
    return 0


def _known_word(word: str, known: list[str], where: str) -> str:
    """A word of a closed list, or a refusal that names the list."""
    if word not in known:
        raise UsageError(
            "not a word of the list", where=where, found=word, remedy=f"write {alternatives(known)}"
        )
    return word
