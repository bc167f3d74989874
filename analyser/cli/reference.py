"""`law` and `score`: what can be asked without a case."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyser.cli.options import EDITIONS, Json, Lang, alternatives
from analyser.cli.terminal import check_edition, note, print_json, say
from analyser.errors import UsageError
from analyser.messages import Message, Voice, message

if TYPE_CHECKING:
    from fractions import Fraction

    from analyser import laws
    from analyser.bridge import PointsOnly, Result, Side
    from analyser.ruling import RulingRequest
    from analyser.ruling.calculator import ScoreCard
    from analyser.ruling.score_words import ScoreWords


def law(
    clause: Annotated[
        list[str] | None,
        typer.Argument(metavar="CLAUSE", help="as in 16B1 or `Law 12C1(c)`", show_default=False),
    ] = None,
    edition: Annotated[str | None, typer.Option(help=alternatives(EDITIONS))] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="list what is computed, judged, not formalised")
    ] = False,
    find: Annotated[
        str | None, typer.Option("--find", metavar="TEXT", help="the provisions that speak of these words")
    ] = None,
    lang: Lang = "en",
    json: Json = False,
) -> int:
    """Print what a law says, and what is done with it."""
    from analyser import laws

    voice = Voice(lang)
    check_edition(edition)
    words = " ".join(clause or ())
    if coverage:
        if words.strip():
            remedy = "leave the clause or the option away"
            raise UsageError("`--coverage` lists every clause", where="CLAUSE", found=words, remedy=remedy)
        listed = [entry for entry in laws.coverage() if edition in (None, entry.edition)]
        if json:
            print_json({entry.edition: _paths_by_standing(entry) for entry in listed})
        else:
            for entry in listed:
                _print_coverage(entry, voice)
        return 0
    if find is not None:
        return _find(find, edition, lang, as_json=json)
    if not words.strip():
        remedy = "write `law 16B1`, `law --find TEXT`, or `law --coverage` for the whole list"
        raise UsageError("a clause is wanted", where="CLAUSE", remedy=remedy)
    provision = laws.lookup(words, edition)
    if json:
        print_json(_provision_document(provision, lang))
    else:
        _print_provision(provision, voice)
        for other in () if edition else laws.same_number(provision.clause):
            say(f"  {voice.words['clause.elsewhere']}: {other.clause}  {laws.gist_in(other, lang)}")
    return 0


def _find(text: str, edition: str | None, language: str, *, as_json: bool) -> int:
    """Print the provisions that speak of these words, the nearest first; 1 when there is none."""
    from analyser import laws

    if not text.split():
        raise UsageError("words are wanted", where="--find", remedy="write `law --find revoke`")
    searched = laws.search_provisions(text, language, edition)
    provisions = searched.provisions
    if as_json:
        print_json([_provision_document(provision, language) for provision in provisions])
        return 0 if provisions else 1
    alike: dict[tuple[str, str], list[str]] = {}
    for provision in provisions:
        place = (provision.clause.path, laws.gist_in(provision, language))
        alike.setdefault(place, []).append(provision.clause.edition)
    for (path, gist), years in alike.items():
        say(f"{path:<9} {', '.join(years)}  {gist}")
    if not provisions:
        note(f"no law kept here speaks of {text!r}")
    elif not searched.holds_all:
        note(f"no law holds all words of {text!r}; these hold the most")
    return 0 if provisions else 1


def _provision_document(provision: "laws.Provision", language: str) -> dict[str, Any]:
    from analyser import laws

    clause, source = provision.clause, provision.source
    return {
        "clause": clause.path,
        "edition": clause.edition,
        "gist": laws.gist_in(provision, language),
        "language": language,
        "standing": str(provision.standing),
        "use": str(provision.use),
        "sources": [{"seed": source.seed, "lines": source.lines, "document": str(source)}],
        "predecessors": [str(before) for before in laws.predecessors(clause)],
        "successors": [str(after) for after in laws.successors(clause)],
        "aliases": list(laws.aliases(clause)),
        "readings": [trap.operative for trap in laws.readings(clause)],
        "cases": list(laws.cases_showing(clause)),
    }


def _print_provision(provision: "laws.Provision", voice: Voice) -> None:
    from analyser import laws

    clause = provision.clause
    printed = voice.words["law.clause"].format(address=clause.legible.removeprefix("Law "))
    title = voice.fill(message("clause.title", clause=printed, edition=clause.edition))
    say(f"{clause}  {title}")
    say(f"  {laws.gist_in(provision, voice.language)}")
    say(f"  {voice.words['clause.source']}: {provision.source}")
    for word, neighbours in (("before", laws.predecessors(clause)), ("after", laws.successors(clause))):
        if neighbours:
            say(f"  {voice.words[f'clause.{word}']}: {', '.join(map(str, neighbours))}")
    if others := laws.aliases(clause):
        say(f"  {voice.words['clause.aliases']}: {', '.join(others)}")
    for trap in laws.readings(clause):  # both are about English words and stay as they are
        printed = voice.fill(message("clause.printed", text=trap.printed))
        say(f"  {voice.words['clause.reading']}: {trap.operative} ({printed})")
    use = voice.fill(provision.use)
    say(f"  {voice.words['clause.here']}: {_standing(provision.standing, voice)}; {use}")
    if names := laws.cases_showing(clause):
        say(f"  {voice.words['clause.shown']}: {', '.join(names)}")


def _standing(standing: "laws.Formalisation", voice: Voice) -> str:
    return voice.words[f"clause.{standing.replace(' ', '-')}"]


def _print_coverage(entry: "laws.Coverage", voice: Voice) -> None:
    """What an edition's clauses are here: computed, judged by persons, or not formalised."""
    from analyser import laws

    computed, judged, other = entry.counts
    counts = {"computed": computed, "judgement": judged, "other": other}
    say(voice.fill(message("clause.counts", edition=entry.edition, **counts)))
    for standing, provisions in _group_by_standing(entry):
        say(f"  {_standing(standing, voice)}")
        for provision in provisions:
            cases_showing = (
                laws.cases_showing(provision.clause)[:1] if standing is laws.Formalisation.COMPUTED else ()
            )
            linked = f" [{cases_showing[0]}]" if cases_showing else ""
            say(f"    {provision.clause.path:<9} {laws.gist_in(provision, voice.language)}{linked}")


def _paths_by_standing(entry: "laws.Coverage") -> dict[str, list[str]]:
    return {
        str(standing): [provision.clause.path for provision in provisions]
        for standing, provisions in _group_by_standing(entry)
    }


def _group_by_standing(
    entry: "laws.Coverage",
) -> "list[tuple[laws.Formalisation, tuple[laws.Provision, ...]]]":
    from analyser import laws

    return [
        (laws.Formalisation.COMPUTED, entry.computed),
        (laws.Formalisation.JUDGEMENT, entry.judgement),
        (laws.Formalisation.NOT_FORMALISED, entry.not_formalised),
    ]


def score(context: typer.Context) -> int:
    """Compute a weighted score: the pocket calculator."""
    from analyser.ruling.calculator import score_card
    from analyser.ruling.score_words import split_words

    words = split_words(context.args)
    if "help" in words.flags:
        say(_score_help())
        return 0
    voice = Voice(words.options.get("lang", "en"))
    card = score_card(words)
    ruling = None
    if "json" in words.flags:
        from analyser.ruling import RulingRequest

        asked = RulingRequest(words.options.get("edition"), words.options.get("authority"))
        ruling = _score_document(card, asked)
    for remark in _remarks(card, words, voice):
        note(remark)
    if ruling is not None:
        print_json(ruling)
    else:
        say("\n".join(_score_lines(card, voice)))
    return 0


def _score_document(card: "ScoreCard", asked: "RulingRequest") -> dict[str, Any]:
    """The ruling in format 1, with each result as it was typed."""
    from analyser.report.ruling_json import as_document
    from analyser.ruling.calculator import ruling_of

    ruling = as_document(ruling_of(card, asked), str)
    typed = [result.text for result in card.given[0] + (card.given[1] if card.split else ())]
    for outcome, text in zip(ruling["outcomes"], typed, strict=True):
        outcome["result"] = text
    return ruling


def _score_help() -> str:
    """The words of `score`; forms, editions, authorities and scales as their rooms list them."""
    from analyser import laws
    from analyser.messages import LANGUAGES
    from analyser.scoring import FORMS, SCALES

    forms = " | ".join(form.name for form in FORMS)
    authorities = " | ".join(laws.authorities()[:6])
    scales = " | ".join(scale.name for scale in SCALES)
    return f"""usage: score FORM [options] WEIGHT:RESULT…          the same results for both sides
       score FORM [options] --ns W:R… --ew W:R…     each side its own

FORM      {forms}
WEIGHT    65%, 0.65 or 13/20; together exactly the whole
RESULT    4S+1 by N, 3NT= by S, 4HX-2 by E, passed out, or a score to NS as +480

  --other N            the other room's score to NS (imps, knockout, vp, bam)
  --field "420x5 -50x2"  the other tables, ours not among them (matchpoints, cross-imps, butler)
  --boards N           boards in the match (vp)
  --vul WHO            none | NS | EW | all; none unless told
  --edition E          {" | ".join(EDITIONS)}      --date YYYY-MM-DD
  --authority A        {authorities} …
  --regulation NAMES   laid over the authority's own
  --scale S            {scales} (vp)
  --match-imps N       IMPs won on the other boards (vp)
  --tables N           all tables, where some have no score (matchpoints)
  --trim N             scores left out of the datum at each end (butler)
  --innocent SIDE      NS | EW, where two standards apply; NS unless told
  --lang L             {" | ".join(LANGUAGES)}
  --json               the ruling as JSON

score imps --other 500 65%:+480 35%:+980"""


def _score_lines(card: "ScoreCard", voice: Voice) -> Iterator[str]:
    """The plain form: North-South's score first, then how it came about."""
    from analyser.bridge import Side
    from analyser.ruling.calculator import findings

    law = card.law
    yield _format_signed(card.scores.ns, voice)
    laws = voice.fill(message("page.laws-of", edition=law.edition.year, authority=law.authority))
    yield f"{voice.words['web.form.' + card.form.name]} · {laws}"
    for side in Side if card.split else (Side.NS,):
        sides = f"side.{side.name}" if card.split else "web.score.both"
        yield f"{voice.words[sides]}:"
        yield from _components(card, side, voice)
    for side in Side:
        yield _total(card, side, voice)
    if card.match is not None and card.currency.scale is not None:
        points = " : ".join(map(voice.figure, card.match.vp_after))
        boards = f"{voice.words['web.score.boards']}: {card.currency.comparison.boards}"
        yield f"VP:  {points} · {boards} · {voice.words['web.scale.' + card.currency.scale.name]}"
    for finding in findings(card):
        clauses = ", ".join(map(str, finding.clauses))
        yield f"- {_sentence(finding, voice)}{f' ({clauses})' if clauses else ''}"


def _sentence(reason: Message, voice: Voice) -> str:
    """A reason's sentence; only what belongs to the game or the Laws needs more than the words of the language."""
    if all(type(value) is str for value in reason.arguments.values()):
        return voice.fill(reason)
    from analyser.report.page_voice import TextVoice

    return TextVoice(voice.language).say(reason)


def _format_result(result: "Result | PointsOnly", voice: Voice) -> str:
    """A result of a contract as the language writes it."""
    from analyser.report.page_voice import TextVoice

    return TextVoice(voice.language).render(result)


def _format_signed(value: "Fraction | int", voice: Voice) -> str:
    """A figure with its sign, its decimals as the language writes them."""
    from analyser.ruling.calculator import sign_figure

    return voice.figure(sign_figure(value))


def _total(card: "ScoreCard", side: "Side", voice: Voice) -> str:
    """A side's score: exactly, as a decimal with its unit, and as it is rounded."""
    exact = card.scores.score_of(side)
    counted = ""
    if card.innocent is not None:
        counted = voice.fill(message("score.counts", result=card.counted[side][0].result)) + " "
    unit = voice.unit(card.form.unit, exact)
    rounded = voice.words["score.unrounded"]
    if card.currency.rounding.unit:
        code = "score.rounded" if card.rounding_is_settled else "score.rounded-freely"
        final = _format_signed(card.currency.final(exact), voice)
        rounded = voice.fill(message(code, final=final, unit=card.currency.rounding.unit))
    return f"{voice.words['side.short.' + side.name]}:  {counted}{exact} = {_format_signed(exact, voice)} {unit}, {rounded}"


def _components(card: "ScoreCard", side: "Side", voice: Voice) -> Iterator[str]:
    """Each result given: its weight, itself with its score to North-South, and what it is worth."""
    from analyser.bridge import PointsOnly, Side
    from analyser.messages import percent_text

    sides = (side,) if card.split else tuple(Side)
    rows = []
    for typed in card.given[side]:
        bare = isinstance(typed.result, PointsOnly)
        result = (
            f"{typed.score_ns:+d}" if bare else f"{_format_result(typed.result, voice)} ({typed.score_ns:+d})"
        )
        worth = card.worth(typed)
        parts = (
            f"{voice.words['side.short.' + who.name]} {_format_signed(worth.score_of(who), voice)}"
            for who in sides
        )
        rows.append([percent_text(typed.weight), result, *parts])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for weight, *rest in rows:
        cells = (cell.ljust(width) for cell, width in zip(rest, widths[1:], strict=True))
        yield f"  {weight.rjust(widths[0])}  {'  '.join(cells)}".rstrip()


def _remarks(card: "ScoreCard", words: "ScoreWords", voice: Voice) -> Iterator[str]:
    """What is said on the side: warnings, and options this form has no use for."""
    from analyser.ruling.calculator import warnings
    from analyser.scoring import Need

    for warning in warnings(card):
        yield _sentence(warning, voice)
    needs = {Need.OTHER_ROOM: "other", Need.FIELD: "field", Need.BOARDS: "boards"}
    for need, option in needs.items():
        if option in words.options and need not in card.form.needs:
            form = voice.words["web.form." + card.form.name]
            yield voice.fill(message("score.unused", option=option, form=form))
    if card.innocent is not None and "innocent" not in words.options:
        yield voice.words["score.innocent-assumed"]
