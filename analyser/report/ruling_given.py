"""The ruling a person gave, as a sentence and as an entry of a list; a score with its unit, and what each side gets."""

from collections.abc import Iterator

from analyser.bridge import Result
from analyser.casefile import Case, RulingGiven, RulingKind, WeightedResult
from analyser.errors import LawError
from analyser.laws import Clause
from analyser.report.page_voice import TextVoice
from analyser.ruling import Adjusted, AdjustedKind, Ruling, SideScore
from analyser.scoring import score_ns


def ruling_given(ruling: Ruling, case: Case | None, voice: TextVoice) -> tuple[str, ...]:
    """The last ruling the case holds, with the Laws cited and its reasons as they were given."""
    if case is None or not case.ruling:
        return ()
    sentences = ruling_told(ruling, case, -1, voice)
    if len(case.ruling) > 1:
        sentences += (voice("verdict.given-last", number=len(case.ruling)),)
    return sentences


def earlier_rulings(ruling: Ruling, case: Case | None, voice: TextVoice) -> tuple[str, ...]:
    """What came before the last ruling: the earlier rulings in their order, and the appeal against them."""
    if case is None or not case.ruling:
        return ()
    earlier = range(len(case.ruling) - 1)
    sentences = [sentence for number in earlier for sentence in ruling_told(ruling, case, number, voice)]
    if case.appeal is not None and case.appeal.by is not None:
        sentences.append(voice("verdict.appealed", by=case.appeal.by))
    if case.appeal is not None and case.appeal.grounds:
        sentences.append(voice("verdict.appeal-grounds", grounds=case.appeal.grounds))
    if case.appeal is not None and case.appeal.asks:
        sentences.append(voice("verdict.appeal-asks", asks=case.appeal.asks))
    return tuple(sentences)


def ruling_told(
    ruling: Ruling, case: Case, number: int, voice: TextVoice, *, grounds: bool = True
) -> tuple[str, ...]:
    """A ruling of the case: by whom, when, what, both scores; with its Laws, reasons, penalty and dissent where they stand nowhere else."""
    given = case.ruling[number]
    scores = ruling.given[number] if ruling.given else None
    body = body_named(given, voice)
    when = f", {voice.day(given.given)}" if given.given else ""
    sentences = [voice("verdict.given", body=body, when=when, what=_describe_award(given, voice))]
    if scores is not None and scores.ns is not None and scores.ew is not None:
        ns, ew = (score_text(score, case, voice) for score in (scores.ns, scores.ew))
        sentences.append(voice("verdict.sides", ns=ns, ew=ew))
    elif (points := _points_given(given, case)) is not None:
        sentences.append(voice("verdict.points", points=voice.signed_figure(points)))
    if given.clauses and grounds:
        sentences.append(voice("verdict.given-laws", laws=tuple(map(_clause, given.clauses))))
    if given.grounds and grounds:
        sentences.append(voice("verdict.given-reasons", reasons=given.grounds))
    if given.penalty and grounds:
        sentences.append(voice("verdict.given-penalty", penalty=given.penalty))
    if given.dissent and grounds:
        sentences.append(voice("verdict.given-dissent", dissent=given.dissent))
    return tuple(sentences)


def body_named(given: RulingGiven, voice: TextVoice) -> str:
    """Who gave a ruling: a body by its name in the language, else as the case names it."""
    named = voice.words.get(f"body.{given.body or given.by}")
    return named or given.by or voice.words["body.none"]


def _clause(text: str) -> Clause | str:
    try:
        return Clause.parse(text)
    except LawError:
        return text


def _describe_award(last: RulingGiven, voice: TextVoice) -> str:
    """What a ruling gave: the table result, results with weights, an award, or tricks."""
    if last.kind is RulingKind.RESULT_STANDS:
        return voice("verdict.given.stands")
    if last.kind is RulingKind.TRICKS and last.tricks is not None:
        return voice("verdict.given.tricks", tricks=last.tricks)
    if last.kind is RulingKind.ARTIFICIAL:
        return voice("verdict.given.artificial")
    if not last.ns:
        return voice("verdict.given.untold")
    ns = _entries(last.ns, voice)
    if not last.ew or last.ew == last.ns:
        return voice("verdict.given.adjusted", results=ns)
    return voice("verdict.given.apart", ns=ns, ew=_entries(last.ew, voice))


def _entries(entries: tuple[WeightedResult, ...], voice: TextVoice) -> str:
    return voice.text(", ").join(_entry(entry, voice) for entry in entries)


def given_in_short(last: RulingGiven, voice: TextVoice) -> str:
    """What a ruling gave, for a list: the results to North-South alone, where it gave any."""
    return (
        _describe_award(last, voice) if last.tricks is not None or not last.ns else _entries(last.ns, voice)
    )


def _points_given(last: RulingGiven, case: Case) -> int | None:
    """Points to North-South where a ruling gave one result to both sides."""
    if not last.ns or len(last.ns) > 1 or (last.ew and last.ew != last.ns) or case.vulnerability is None:
        return None
    result = last.ns[0].result
    return score_ns(result, case.vulnerability) if isinstance(result, Result) else None


def _entry(entry: WeightedResult, voice: TextVoice) -> str:
    result = voice.render(entry.result)
    return result if entry.weight == 1 else voice.text("{} {}").format(voice.share(entry.weight), result)


def score_of_north_south(adjusted: Adjusted | None, case: Case | None, voice: TextVoice) -> str:
    """What North-South get in the event's unit, as a list of rulings shows it; nothing where no score is known."""
    return "" if adjusted is None or adjusted.ns is None else score_text(adjusted.ns, case, voice)


def score_text(score: SideScore, case: Case | None, voice: TextVoice) -> str:
    """A score with its unit; matchpoints in percent of a top, too."""
    if score.unit == "percent":
        return voice.percent(score.exact / 100, 2)
    figure, unit = voice.figure_of(score.rounded, score.unit), voice.unit(score.unit, score.rounded)
    text = voice.text("{} {}").format(figure, unit)
    field = None if case is None or case.comparison is None else case.comparison.field
    tops = 2 * sum(entry.times for entry in field) if field else 0
    rooms = case is not None and case.event.form is not None and case.event.form.scoring.teams
    if score.unit != "mp" or not tops or rooms:
        return text
    return voice.text("{} ({})").format(text, voice.percent(score.exact / tops, 2))


def points_of(ruling: Ruling, case: Case | None) -> int | None:
    """Points to North-South where one result is the score."""
    adjusted = ruling.adjusted
    if adjusted is None or case is None or case.vulnerability is None:
        return None
    if adjusted.kind is AdjustedKind.NONE:
        return None if ruling.table is None else ruling.table.score_ns
    if adjusted.tricks is None or case.contract is None:
        return None
    return score_ns(Result(case.contract, adjusted.tricks), case.vulnerability)


def sides_told(ruling: Ruling, case: Case | None, voice: TextVoice) -> Iterator[str]:
    """What each side gets, in the unit players use; in points where there is nothing to compare with."""
    adjusted = ruling.adjusted
    if adjusted is None:
        return
    if adjusted.ns is not None and adjusted.ew is not None:
        ns, ew = (score_text(score, case, voice) for score in (adjusted.ns, adjusted.ew))
        yield voice("verdict.sides", ns=ns, ew=ew)
        if adjusted.match is not None:
            ns, ew = map(voice.figure, adjusted.match.vp_after)
            yield voice("verdict.match", ns=ns, ew=ew)
        return
    points = points_of(ruling, case)
    if points is not None:
        yield voice("verdict.points", points=voice.signed_figure(points))
