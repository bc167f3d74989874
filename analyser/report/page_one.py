"""The first page: enough to rule from. What it shows is drawn up here; the template only places it."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from analyser.bridge import PASS, Card, Seat, Side
from analyser.casefile import Action, Case, Claim, Contention, Judgement, Remark, Status
from analyser.laws import Clause
from analyser.messages import Message, decimal_text, message
from analyser.report.claim_answer import tricks_of_claim
from analyser.report.diagrams import Cell, Diagram, auction_of, columns_of, deal_of, ending_of
from analyser.report.facts import (
    WeightsTable,
    action_at,
    assumptions,
    cited_provisions,
    disputed_variants,
    either_of,
    no_score_key,
    question_of,
    readings_of,
    statuses_of,
    story_of,
    unfinished_reason,
    weights_of,
)
from analyser.report.page_voice import PageVoice, neighbouring_tricks, results_of, variant_told
from analyser.report.plain_verdict import (
    describe_variant,
    plain_verdict,
    reasons_of,
    verdict_messages,
    warnings_beside,
)
from analyser.report.ruling_given import earlier_rulings, ruling_told
from analyser.ruling import AdjustedKind, Finding, Outcome, Path, Ruling, SideScore, Variant

_MOST_CITED = 5
_MOST_CHANGES = 5  # the first page is one sheet
_MOST_REASONS = 7
_BARS = 2  # the assumptions that move the score most
_HOW_COMPUTED = (
    "adjustment.estimated",
    "adjustment.left-out",
    "adjustment.proposed",
    "adjustment.proposed.unscored",
    "alternatives.wider",
    "outcomes.cut",
)
"""Assumptions of the method, which the annex has; the first page tells those of the case."""
_TRICK = 4  # cards: a lead alone is told with the result
_ENDING = 3  # passes in turn that end an auction


@dataclass(frozen=True, slots=True)
class PageOne:
    """What stands on the first page."""

    ruling: Ruling
    voice: PageVoice
    title: str
    given: tuple[str, ...]
    before: tuple[str, ...]
    plain: tuple[str, ...]
    caseline: tuple[str, ...]
    names: tuple[tuple[Seat, str], ...]
    deal: Diagram | None
    endings: tuple[Diagram, ...]
    columns: tuple[tuple[Seat, bool], ...]
    auction: tuple[tuple[Cell, ...], ...]
    remarks: tuple[Remark, ...]
    narrative: tuple[str, ...]
    told_below: tuple[str, ...]
    """Of the narrative what the verdict does not say already."""
    notes: str
    """What the case says was assumed or is missing, in its own words."""
    readings: tuple[str, ...]
    """How the words of explanations were understood."""
    contentions: tuple[Contention, ...]
    play: tuple[str, ...]
    questions: tuple[Message, ...]
    table_result: Outcome | None
    lead: Card | None
    verdict: str
    sides: tuple[tuple[Side, SideScore], ...]
    weights: WeightsTable | None
    unit: str
    sums_differ: bool
    answers: tuple[str, ...]
    band: str
    cited: tuple[tuple[Clause, str], ...]
    statuses: dict[str, tuple[int, ...]]
    judged: tuple[Judgement, ...]
    changes: tuple[str, ...]
    warnings: tuple[str, ...]
    stamp: tuple[str, ...]
    bridge: tuple[str, ...] = ()
    """Why, in bridge."""
    no_score: str = "page.undecided"
    """The key of the sentence that says why there is no one score."""
    either: tuple[str, ...] = ()
    """The score as an infraction and as none, where that is open."""
    disputed: tuple[tuple[Variant, Variant], ...] = ()
    """The score with each disputed fact accepted, and without it."""
    most_cited: int = _MOST_CITED
    most_changes: int = _MOST_CHANGES

    def also(self, outcome: Outcome) -> str:
        """The tricks more or fewer that are weighed with a result."""
        return neighbouring_tricks(self.ruling, outcome, self.voice)

    def made_of(self, variant: Variant) -> str:
        """The results a variant's score is made of, in a sentence."""
        results = results_of(variant, self.voice)
        return self.voice.sentence(message("word.listed", entries=results)) if results else ""

    def found(self, variant: Variant) -> str:
        """What a version of a disputed incident leads to, with the Law."""
        case = self.ruling.case
        finding = None if case is None else describe_variant(variant, case)
        return "" if finding is None else self.voice.sentence(finding)

    def exactly(self, score: SideScore) -> str:
        """The exact score where rounding moved it; as a fraction where no short decimal is exact."""
        if Fraction(score.rounded) == score.exact:
            return ""
        if Fraction(score.decimal) == score.exact:
            return self.voice.figure_of(score.decimal, score.unit)
        return str(score.exact).replace("-", "−")

    def reached(self, outcome: Outcome) -> str:
        """How an outcome was reached: its likeliest path, and how many more there are."""
        voice = self.voice
        if not outcome.paths:
            if outcome.because:
                return voice.text("; ").join(map(voice.say, outcome.because))
            table = self.table_result
            same = table is not None and table.result == outcome.result
            return voice("weights.table") if same else voice("weights.judged")
        words = format_path(max(outcome.paths, key=lambda path: path.probability), voice)
        if further := len(outcome.paths) - 1:
            words = voice.text("{}, {}").format(words, voice("weights.further", further=further))
        return words


def format_path(path: Path, voice: PageVoice) -> str:
    """The calls from the branch on, without the passes that end the auction, and the lead."""
    auction = list(path.calls)
    ended = len(auction) >= _ENDING and all(call == PASS for call in auction[-_ENDING:])
    if ended:
        auction = auction[:-_ENDING]
    calls: str = voice.text(" ").join(map(voice.short_call, auction))
    if ended:
        calls = voice("weights.all-pass", calls=calls) if auction else voice("weights.passes")
    elif auction and all(call == PASS for call in auction):  # passes alone end an auction that was under way
        calls = voice("weights.passes")
    if path.lead is None:
        return calls or voice.text("–")
    lead = voice.card(path.lead)
    return (
        voice("weights.path-led", calls=calls, lead=lead) if path.calls else voice("weights.led", lead=lead)
    )


def page_one(ruling: Ruling, case: Case | None, voice: PageVoice, *, names: bool) -> PageOne:
    """Draw up the first page."""
    adjusted = ruling.adjusted
    sides = (
        ()
        if adjusted is None
        else tuple((s, score) for s in Side if (score := adjusted.score_of(s)) is not None)
    )
    weights = weights_of(ruling)
    verdict = verdict_messages(ruling, case, voice)
    return PageOne(
        ruling=ruling,
        voice=voice,
        title=_title(ruling, case, voice),
        given=ruling_told(ruling, case, -1, voice) if case is not None and case.ruling else (),
        before=earlier_rulings(ruling, case, voice),
        plain=plain_verdict(ruling, case, voice),
        caseline=_caseline(ruling, case, voice),
        names=names_of(case) if names and case is not None else (),
        deal=None if case is None else deal_of(case),
        endings=() if case is None else _endings(case),
        columns=() if case is None else columns_of(case),
        auction=() if case is None else auction_of(case),
        remarks=() if case is None else case.remark,
        narrative=() if case is None else tuple(_narrative(case, voice)),
        told_below=() if case is None else tuple(_narrative(case, voice, beside=verdict)),
        notes=notes_of(case),
        readings=tuple(map(voice.sentence, readings_of(ruling))),
        contentions=() if case is None else case.contention,
        play=() if case is None else _play(case, voice),
        questions=() if case is None else tuple(question_of(case, incident) for incident in case.incident),
        table_result=ruling.table,
        lead=None if case is None else case.lead,
        verdict="" if ruling.review is None else ruling.review.verdict,
        sides=sides,
        weights=weights,
        unit=sides[0][1].unit if sides else "points",
        sums_differ=weights is not None and _differ(weights, sides),
        answers=_answers(ruling, voice),
        band=_band(ruling, case, voice),
        cited=cited_provisions(ruling, voice.language),
        statuses={} if case is None else statuses_of(case),
        judged=() if case is None else case.judgement,
        changes=tuple(map(_capitalise, _changes(ruling, case, voice))),
        warnings=tuple(map(voice.sentence, warnings_beside(ruling, verdict))),
        no_score=no_score_key(ruling),
        either=tuple(variant_told(variant, voice) for variant in either_of(ruling)),
        disputed=disputed_variants(ruling),
        stamp=_stamp(ruling, voice),
        bridge=tuple(map(voice.sentence, reasons_of(ruling, _MOST_REASONS))),
    )


def _capitalise(text: str) -> str:
    """A line of a list with the capital a sentence begins with."""
    return text[:1].upper() + text[1:]


_LONGEST = 2_000  # letters of one account: a text that fills the page hides the case


def notes_of(case: Case | None) -> str:
    """What a case says was assumed or is missing, or an empty text."""
    return (case.source.notes or "").strip() if case is not None and case.source is not None else ""


def _narrative(case: Case, voice: PageVoice, beside: tuple[Message, ...] = ()) -> Iterator[str]:
    """What happened at each incident: as the case tells it, else from its facts where the verdict beside does not give them."""
    for incident in case.incident:
        story = None if incident.text else story_of(case, incident)
        if incident.text:
            yield voice.quoted(incident.text[:_LONGEST])
        elif story is not None and not _is_given(story, beside):
            yield voice.sentence(story)


_IN_VERDICT = ("story.explained", "story.not-alerted", "story.revoke")
"""Stories whose facts a verdict gives: what was told and what agreed, or who revoked at which trick."""


def _is_given(story: Message, verdict: tuple[Message, ...]) -> bool:
    """Tell whether every fact of a story stands in the verdict."""
    facts = [fact for said in verdict for fact in said.args]
    return story.code in _IN_VERDICT and all(fact in facts for fact in story.args)


def _play(case: Case, voice: PageVoice) -> tuple[str, ...]:
    """The tricks as they were played, where something happened in the play."""
    in_play = any(incident.number_in_play is not None for incident in case.incident)
    if not in_play or case.play is None or len(case.play) < _TRICK:
        return ()
    return tuple(voice.text(" ").join(map(voice.card, trick.cards)) for trick in case.play.tricks)


def _endings(case: Case) -> tuple[Diagram, ...]:
    claims = (incident for incident in case.incident if isinstance(incident, Claim))
    endings = (ending_of(case, claim) for claim in claims)
    deal = deal_of(case)  # shows the cards left as long as none was played
    return tuple(
        ending for ending in endings if ending is not None and (deal is None or ending.hands != deal.hands)
    )


def _title(ruling: Ruling, case: Case | None, voice: PageVoice) -> str:
    if case is not None and case.title:
        return voice.text(case.title)
    return voice("page.calculation") if ruling.case is None else voice.text(ruling.case.id)


def _caseline(ruling: Ruling, case: Case | None, voice: PageVoice) -> tuple[str, ...]:
    """Case, event, date, authority, form, Laws: in one line."""
    parts: list[str] = []
    if ruling.case is not None:
        parts.append(voice("page.case", id=voice.quoted(ruling.case.id)))
    if case is not None:
        event = case.event
        parts += [
            part
            for part in (event.name and voice.quoted(event.name), event.date and voice.day(event.date))
            if part
        ]
        parts += [voice.render(word) for word in (event.form, event.level) if word]
        if event.screens:
            parts.append(voice("page.screens"))
    if ruling.law is not None:
        parts.append(voice("page.laws-of", edition=ruling.law.edition, authority=ruling.law.authority))
        if ruling.law.also:
            parts.append(voice("page.also-possible", editions=", ".join(ruling.law.also)))
    return tuple(parts)


def names_of(case: Case) -> tuple[tuple[Seat, str], ...]:
    """The players' names, where the case gives them; asked for only on request."""
    return tuple((seat, name) for seat in Seat if (name := case.player(seat).name))


def _differ(weights: WeightsTable, sides: tuple[tuple[Side, SideScore], ...]) -> bool:
    """Whether something was done after weighing: a knock-out's mean, a share brought on oneself."""
    return any(total != score.exact for side, score in sides if (total := weights.total(side)) is not None)


def _answers(ruling: Ruling, voice: PageVoice) -> tuple[str, ...]:
    """What the Laws give that is no score: tricks of a claim, tricks that pass, what is due and what may be chosen."""
    answers: list[str] = []
    for incident in ruling.incidents:
        if incident.claim is not None:
            answers.append(tricks_of_claim(incident.claim, voice))
        if incident.revoke is not None:
            tricks = (incident.revoke.transferred, incident.revoke.equity)
            open_ = voice("word.cannot-tell")
            transferred, equity = (open_ if number is None else voice.render(number) for number in tricks)
            answers.append(voice("md.revoke", transferred=transferred, equity=equity))
        if incident.rectification is not None and not _is_rectification_only(ruling):
            answers += map(voice.sentence, incident.rectification.due[:_MOST_CITED])
    return tuple(answers)


def _is_rectification_only(ruling: Ruling) -> bool:
    """Whether what the Laws prescribe stands right below the score, as nothing else was found."""
    others = any(step.alternatives or step.claim or step.revoke for step in ruling.incidents)
    return ruling.adjusted is not None and not ruling.outcomes and not others


def _band(ruling: Ruling, case: Case | None, voice: PageVoice) -> str:
    """The band in one sentence, or why there is none."""
    adjusted, sensitivity = ruling.adjusted, ruling.sensitivity
    if adjusted is None and unfinished_reason(ruling) is not None:
        return ""
    if adjusted is None:
        claims = [incident.claim for incident in ruling.incidents if incident.claim is not None]
        claimed = bool(claims) and all(claim.tricks is not None for claim in claims)
        return voice("page.band-tricks" if claimed else "page.band-none")
    if sensitivity is not None and sensitivity.band_ns is not None and sensitivity.band_ew is not None:
        if (
            sensitivity.band_ns[0] == sensitivity.band_ns[1]
            and sensitivity.band_ew[0] == sensitivity.band_ew[1]
        ):
            return voice("page.band-one")
        ends = {"low_ns": sensitivity.band_ns[0], "high_ns": sensitivity.band_ns[1]}
        ends |= {"low_ew": sensitivity.band_ew[0], "high_ew": sensitivity.band_ew[1]}
        unit = adjusted.ns.unit if adjusted.ns else "points"
        figures = {name: voice.strong(voice.figure_of(end, unit)) for name, end in ends.items()}
        return voice("page.band", unit=voice.words[f"unit.{unit}"], **figures)
    match adjusted.kind:
        case AdjustedKind.NONE:
            return ""  # the verdict says that the table result stands
        case AdjustedKind.TRICKS:
            return voice("page.band-tricks")
        case AdjustedKind.ARTIFICIAL:
            return voice("page.band-artificial")
        case AdjustedKind.ASSIGNED | AdjustedKind.WEIGHTED | AdjustedKind.TWO_SIDED:
            judged = case is not None and any(
                str(judgement.question) in ("outcomes", "weights") for judgement in case.judgement
            )
            lacking = adjusted.ns is None
            key = "page.band-lacking" if lacking else "page.band-judged" if judged else "page.band-none"
            return voice(key)


def _changes(ruling: Ruling, case: Case | None, voice: PageVoice) -> tuple[str, ...]:
    """What is uncertain and would move the answer."""
    beside = (*either_of(ruling), *(branch for branches in disputed_variants(ruling) for branch in branches))
    others = (variant for variant in ruling.variants if variant not in beside)
    changes = [variant_told(variant, voice) for variant in others if variant.differs]
    changes += _without_infraction(ruling, voice)
    if ruling.sensitivity is not None:
        changes += _weightiest_bars(ruling, voice)
        changes += map(voice.say, ruling.sensitivity.breakeven)
    for incident in ruling.incidents:
        needed: dict[int, list[Action]] = {}
        polled = any(alternative.poll is not None for alternative in incident.alternatives)
        for alternative in incident.alternatives:
            # what was done, or was suggested too, need be no logical alternative itself
            settles = alternative.suggested is not True and alternative.action not in _disputed_actions(case)
            if alternative.more_answers and incident.asks_for_alternatives and settles:
                needed.setdefault(alternative.more_answers, []).append(alternative.action)
        changes += [
            voice("page.more-answers" if polled else "page.answers", action=tuple(needed[more]), more=more)
            for more in sorted(needed)
        ]
        if incident.rectification is not None and incident.rectification.missing:
            changes.append(voice("page.missing", keys=incident.rectification.missing))
    if case is not None:
        numbers = {variant.because.arguments.get("number") for variant in beside}
        marks = (number for number, remark in enumerate(case.remark, 1) if remark.status is Status.DISPUTED)
        changes += [voice("page.disputed", number=number) for number in marks if number not in numbers]
    aside = set(ruling.warnings)
    changes += [
        assumption_told("page.assumed", finding, voice)
        for finding in assumptions(ruling)
        if finding not in aside and finding.code not in _HOW_COMPUTED
    ]
    return tuple(changes) or (() if ruling.warnings else (voice("page.nothing-changes"),))


_UNKNOWN = (
    "claim.search-stopped",
    "claim.order-asked",
    "claim.line-asked",
    "claim.words-unknown",
    "claim.aware-no-record",
    "claim.aware-no-round",
    "claim.aware-not-shown",
    "revoke.missing",
    "revoke.equity-missing",
    "misinformation.no-decision",
    "misinformation.no-meanings",
    "misinformation.card-not-told",
    "misinformation.no-model",
    "misinformation.impossible",
    "information.action-unknown",
    "information.alternative-untold",
)
"""What cannot be determined: to call it assumed would say the opposite."""


def assumption_told(key: str, finding: Finding, voice: PageVoice) -> str:
    """An assumption as such; what nobody can tell from the facts is told as it is."""
    return voice.say(finding) if finding.code in _UNKNOWN else voice(key, what=voice.say(finding))


def _disputed_actions(case: Case | None) -> tuple[Action | None, ...]:
    return () if case is None else tuple(action_at(case, entry.complained_action) for entry in case.incident)


def _without_infraction(ruling: Ruling, voice: PageVoice) -> list[str]:
    """What would be if no infraction were found, where one alone was found and the score is adjusted for it."""
    adjusted, table = ruling.adjusted, ruling.table
    answers = [step.infraction.answer for step in ruling.incidents if step.infraction is not None]
    if adjusted is None or adjusted.kind not in _ADJUSTED or table is None or answers != [True]:
        return []
    if table.converted is None or adjusted.ns is None:
        return [voice("page.if-none-points", result=table.result, points=voice.signed_figure(table.score_ns))]
    ns, ew = (voice.worth(worth, adjusted.ns.unit) for worth in table.converted)
    return [voice("page.if-none", result=table.result, ns=ns, ew=ew)]


_ADJUSTED = (AdjustedKind.ASSIGNED, AdjustedKind.WEIGHTED, AdjustedKind.TWO_SIDED)


def _weightiest_bars(ruling: Ruling, voice: PageVoice) -> list[str]:
    """The uncertain weights and shares that move the score most, with how far."""
    unit = ruling.adjusted.ns.unit if ruling.adjusted and ruling.adjusted.ns else "points"
    bars = () if ruling.sensitivity is None else ruling.sensitivity.bars
    weighed = [bar for bar in bars if bar.what.code in ("bar.weight", "bar.share") and bar.low != bar.high]
    return [
        voice(
            "page.bar",
            what=bar.what,
            low=voice.figure_of(decimal_text(Fraction(bar.low), 2), unit),
            high=voice.figure_of(decimal_text(Fraction(bar.high), 2), unit),
        )
        for bar in weighed[:_BARS]
    ]


def _stamp(ruling: Ruling, voice: PageVoice) -> tuple[str, ...]:
    """Hashes, edition, versions: what made these figures, to be checked by `verify`."""
    parts: list[str] = []
    provenance = ruling.provenance
    if ruling.case is not None:
        parts.append(voice("stamp.case", hash=ruling.case.sha256))
    if ruling.law is not None and provenance is not None:
        parts.append(voice("stamp.laws", edition=ruling.law.edition, hash=provenance.laws[:16]))
        parts.append(voice("stamp.regulations", names=", ".join(ruling.law.regulations)))
    if provenance is not None:
        parts.append(voice("stamp.analyser", version=voice.text(provenance.analyser)))
        if provenance.endplay:
            parts.append(voice("stamp.solver", version=voice.text(provenance.endplay)))
        parts += [
            voice("stamp.model", name=voice.text(name), hash=sha[:8]) for name, sha in provenance.models
        ]
        parts.append(voice("stamp.seed", seed=provenance.seed))
    return tuple(parts)
