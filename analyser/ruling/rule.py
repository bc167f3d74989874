"""Ruling a case: from the facts to both sides' scores, every step recorded, and again for each uncertain fact or law."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import product
from typing import Final

from analyser import laws, resources
from analyser.bridge import PointsOnly, Result
from analyser.casefile import (
    Action,
    Agreement,
    Case,
    ErrorFinding,
    Incident,
    JudgedTruth,
    Misinformation,
    Place,
    Question,
    Status,
    UnauthorisedInformation,
    WithdrawnCall,
)
from analyser.errors import LawError
from analyser.estimates import CallModel
from analyser.estimates.services import Services
from analyser.messages import Message, Percentage, message
from analyser.resources import __version__
from analyser.ruling import (
    Adjusted,
    AdjustedKind,
    Branch,
    Finding,
    FindingClass,
    IncidentRuling,
    LawRef,
    Outcome,
    Provenance,
    Ruling,
    RulingRequest,
    Sensitivity,
    Variant,
)
from analyser.ruling.alternatives.logical_alternatives import alternatives_of
from analyser.ruling.board import rule_board, sort_by_occurrence
from analyser.ruling.context import RulingContext, jurisdiction_of, unsettled_remarks
from analyser.ruling.currency import Currency, MissingComparison, scores_of_given_rulings
from analyser.ruling.disputes import (
    describe_disputed_remarks,
    rule_both_versions,
    versions_of,
)
from analyser.ruling.incidents import estimate_score, rule_incident
from analyser.ruling.kinds.revoke.kind import find_unnoticed
from analyser.ruling.kinds.score_orders import is_set_aside
from analyser.ruling.ruled_incident import RuledIncident
from analyser.ruling.score import ScoredResults
from analyser.ruling.sensitivity import (
    AS_ESTIMATED,
    AS_JUDGED,
    bars_of,
    bars_of_variants,
    sensitivity_of,
    widest_first,
)
from analyser.ruling.values import DISPUTED_FACTS, DISPUTED_INCIDENTS, DISPUTES_TOGETHER, OPEN_FINDINGS


def provenance_of(services: Services, seed: int) -> Provenance:
    """The provenance of a ruling made with these services; a substitute for a shipped model has no hash."""
    # Asked by name, so that no large file is opened for it.
    counts_with_endplay = type(services.tricks).__module__.startswith("analyser.estimates.solver")
    return Provenance(
        analyser=__version__,
        endplay=_endplay() if counts_with_endplay else None,
        models=_model_hashes() if isinstance(services.calls, CallModel) else (),
        laws=laws.laws_hash(),
        seed=seed,
    )


def _endplay() -> str | None:
    try:
        return version("endplay")
    except PackageNotFoundError:
        return None


@cache
def _model_hashes() -> tuple[tuple[str, str], ...]:
    """Every shipped model and the SHA-256 of its file."""
    files = [
        (folder, file)
        for folder in resources.listing("models")
        for file in resources.listing(folder)
        if file.endswith(("/model.npz", "/model.json"))
    ]
    return tuple(
        (folder.removeprefix("models/"), hashlib.sha256(resources.data(file)).hexdigest())
        for folder, file in files
    )


Listener = Callable[[LawRef | IncidentRuling | Message], None]
"""A listener for the first findings while the rest is computed, and for the stage that begins."""

_NOTHING_ASKED = RulingRequest()
_NO_SERVICES = Services()


def rule(
    case: Case,
    request: RulingRequest = _NOTHING_ASKED,
    services: Services = _NO_SERVICES,
    tell: Listener | None = None,
) -> Ruling:
    """The ruling of a case under the Laws that apply, or those asked for, with the given models and solver.

    `tell` receives the Laws at once, then peers' shares at each incident, before anything is solved, then each stage.
    """
    context = RulingContext.from_case(case, jurisdiction_of(case, request), services)
    if tell is not None:
        tell(LawRef.from_jurisdiction(context.jurisdiction))
        for incident in sort_by_occurrence(context.case.incident):
            tell(message("progress.peers", incident=incident.id))
            first = alternatives_of(context, incident, measured=False)
            tell(IncidentRuling(incident.id, str(incident.kind), alternatives=first))
    ruled = rule_both_versions if case.has_disputes else rule_incident
    as_happened = [ruled(context, incident, tell) for incident in sort_by_occurrence(context.case.incident)]
    if tell is not None:
        tell(message("progress.sure"))
    ruling = _fill_ruling(context, request, as_happened)
    ruling = replace(ruling, given=scores_of_given_rulings(context.case, context.currency))
    variants = (
        *_open_variants(context, as_happened),
        *barring_variants(context, as_happened, ruling.adjusted),
        *(variant for ruled in as_happened for variant in ruled.variants),
        *variants_of(context, request, ruling.adjusted, tell),
    )
    return _add_variants(_either_way(ruling, variants), variants)


def _either_way(ruling: Ruling, variants: tuple[Variant, ...]) -> Ruling:
    """The ruling with that score if every branch of the dispute leads to the same one: it need not be settled."""
    codes = (*DISPUTED_INCIDENTS, DISPUTES_TOGETHER)
    branches = [variant for variant in variants if variant.because.code in codes]
    scores = {_scores(variant.adjusted) for variant in branches}
    if ruling.adjusted is not None or len(scores) != 1 or scores & {None, (None, None)}:
        return ruling
    same = Finding.from_code("dispute.either-way", kind=FindingClass.FACT)
    return replace(ruling, adjusted=branches[0].adjusted, findings=(*ruling.findings, same))


def _open_variants(context: RulingContext, as_happened: Sequence[RuledIncident]) -> Iterator[Variant]:
    """The variants of an open finding: the board's score if there was an infraction, and if there was none."""
    for place, ruled in enumerate(as_happened):
        for code, turned in zip(OPEN_FINDINGS, ruled.either or (), strict=False):
            board = [*as_happened[:place], turned, *as_happened[place + 1 :]]
            because = message(code, incident=ruled.incident.id)
            adjusted, scored, _ = rule_board(context, board)
            results = _results(context.case, adjusted, scored, board)
            yield Variant(because, adjusted, True, *results)


_LEAST_NAMED: Final = 0.005  # of the probability: less likely results of a variant are not named


_WeighedResults = tuple[tuple[Result | PointsOnly, Fraction], ...]


def _results(
    case: Case, adjusted: Adjusted | None, scored: ScoredResults | None, incidents: Sequence[RuledIncident]
) -> tuple[_WeighedResults, _WeighedResults]:
    """The results of both sides' scores with their weights, the weightiest first; East-West's if they differ.

    Without weights, the likely results.
    """
    if adjusted is not None and adjusted.tricks is not None and case.contract is not None:
        return ((Result(case.contract, adjusted.tricks), Fraction(1)),), ()
    weighed = scored or next(
        (ruled for ruled in incidents if ruled.weights and ruled.adjusted is adjusted), None
    )
    if weighed is None or weighed.weights is None:
        outcomes = next((ruled.outcomes for ruled in incidents if ruled.outcomes), ())
        legal = [outcome for outcome in outcomes if outcome.legal and outcome.probability]
        legal.sort(key=lambda outcome: -(outcome.probability or 0))
        likely = [outcome for outcome in legal if (outcome.probability or 0) >= _LEAST_NAMED]
        return tuple((outcome.result, Fraction(f"{outcome.probability:.2f}")) for outcome in likely), ()
    results = {outcome.id: outcome.result for outcome in weighed.outcomes}
    ns, ew = (
        tuple((results[name], weight) for name, weight in sorted(side, key=lambda pair: -pair[1]) if weight)
        for side in (weighed.weights.ns, weighed.weights.ew)
    )
    return ns, () if ew == ns else ew


def _fill_ruling(
    context: RulingContext, request: RulingRequest, as_happened: Sequence[RuledIncident]
) -> Ruling:
    """The ruling as a sequence of steps: each incident, the board with all of them, and the sensitivity of the score."""
    case = context.case
    adjusted, scored, why = rule_board(context, as_happened)
    by_id = {ruled.incident.id: ruled for ruled in as_happened}
    incidents = [by_id[incident.id] for incident in case.incident]
    findings = tuple(finding for ruled in incidents for finding in ruled.findings) + why
    if case.has_disputes:
        findings += describe_disputed_remarks(case, context.jurisdiction)
    findings += _individual(context, adjusted)
    unfinished = _unfinished_reason(case, incidents)
    if unfinished is not None and (adjusted is None or adjusted == Adjusted(AdjustedKind.NONE)):
        adjusted = None
        findings = tuple(finding for finding in findings if finding.code != "adjustment.stands")
        findings += (Finding.from_code(unfinished, kind=FindingClass.FACT),)
    if scored is not None and not incidents:
        findings += scored.findings
    shown_ruling = scored or next(
        (ruled for ruled in incidents if ruled.outcomes and ruled.adjusted is adjusted), None
    )
    return Ruling(
        case=case,
        asked=request,
        law=LawRef.from_jurisdiction(context.jurisdiction),
        incidents=tuple(
            replace(
                ruled.ruling, adjusted=ruled.adjusted or (ruled.scored.adjusted if ruled.scored else None)
            )
            for ruled in incidents
        ),
        outcomes=shown_ruling.outcomes if shown_ruling else (),
        pruned=next((ruled.pruned for ruled in incidents if ruled.pruned is not None), None),
        weights=shown_ruling.weights if shown_ruling else None,
        adjusted=adjusted,
        table=_table(context),
        sensitivity=_sensitivity(context, scored, as_happened),
        findings=findings,
        warnings=_warnings(context, incidents),
        provenance=provenance_of(context.services, context.seed),
    )


def _individual(context: RulingContext, adjusted: Adjusted | None) -> tuple[Finding, ...]:
    """In an individual event an adjusted score is that of both partners, at fault or not (12C3; 89 of 1997)."""
    stated = context.jurisdiction.edition.source_of("adjusting.individual_both")
    changed = adjusted is not None and adjusted.kind is not AdjustedKind.NONE
    if not (context.case.event.individual and changed and stated.value):
        return ()
    return (Finding.from_code("adjustment.individual", clauses=stated.clauses),)


_ON_OPEN_FACTS: Final = (*OPEN_FINDINGS, *DISPUTED_INCIDENTS, *DISPUTED_FACTS, DISPUTES_TOGETHER)
"""The codes of variants that together contain the score, where a fact or a finding is open."""


def _add_variants(ruling: Ruling, variants: tuple[Variant, ...]) -> Ruling:
    """The ruling with its variants, and a bar for each that moves the score."""
    score = ruling.adjusted.ns.exact if ruling.adjusted and ruling.adjusted.ns else None
    sensitivity = ruling.sensitivity
    if bars := tuple(bars_of_variants(variants, score)):
        sensitivity = sensitivity or Sensitivity(None, None)
        sensitivity = replace(sensitivity, bars=widest_first((*sensitivity.bars, *bars)))
    warnings = ruling.warnings
    if any(variant.results for variant in variants if variant.because.code in _ON_OPEN_FACTS):
        warnings = tuple(entry for entry in warnings if entry.code != "adjustment.not-judged")
    return replace(ruling, variants=variants, sensitivity=sensitivity, warnings=warnings)


def _sensitivity(
    context: RulingContext, scored: ScoredResults | None, incidents: Sequence[RuledIncident]
) -> Sensitivity | None:
    """The band around a score made of weighed results."""
    if scored is None or scored.weights is None or not isinstance(context.currency, Currency):
        return None
    as_if_seen = AS_JUDGED
    if any(ruled.estimated for ruled in incidents):
        as_if_seen = AS_ESTIMATED + sum(poll.asked for poll in context.case.poll)
    sensitivity = sensitivity_of(scored, context.currency, context.table_ns, context.seed, as_if_seen)
    incident = next((ruled for ruled in incidents if ruled.scored is scored), None)
    if sensitivity is None or incident is None:
        return sensitivity
    return replace(sensitivity, bars=widest_first((*sensitivity.bars, *bars_of(context, incident))))


def _table(context: RulingContext) -> Outcome | None:
    """The result at the table as an outcome in the event's currency."""
    result: Result | PointsOnly | None = context.case.result
    if result is None or context.table_ns is None:
        return None
    converted = None
    if isinstance(context.currency, Currency):
        worth = context.currency.worth(context.table_ns)
        converted = (worth.ns, worth.ew)
    return Outcome("table", result, context.table_ns, None, legal=True, converted=converted)


def _warnings(context: RulingContext, incidents: Sequence[RuledIncident]) -> tuple[Finding, ...]:
    """The warnings: what the choice of law leaves open, what the case lacks for a score, and those of each incident."""
    warnings = [
        Finding(reason.code, tuple((name, str(value)) for name, value in reason.args), FindingClass.FACT)
        for reason in context.jurisdiction.warnings
    ]
    scored = any(ruled.adjusted is not None and ruled.adjusted.ns is not None for ruled in incidents)
    wants_score = not incidents or any(not ruled.incident.changes_no_score for ruled in incidents)
    unfinished = _unfinished_reason(context.case, incidents) is not None
    if isinstance(context.currency, MissingComparison) and not scored and wants_score and not unfinished:
        places = tuple(context.currency.places)
        warnings.append(Finding.from_code("adjustment.lacking", kind=FindingClass.FACT, places=places))
    case = context.case
    if case.play is not None and case.play.complete_tricks:  # before that no revoke can have been established
        warnings += find_unnoticed(case, context.jurisdiction)
    compared = (UnauthorisedInformation, WithdrawnCall, Misinformation)
    wanted = any(
        (ruled.estimated or ruled.undecided) and isinstance(ruled.incident, compared) for ruled in incidents
    )
    if wanted and case.result is None:
        place = "table contract" if case.contract is None else "table tricks"
        warnings.append(Finding.from_code("outcomes.table-lacking", kind=FindingClass.FACT, place=place))
    own = (warning for ruled in incidents for warning in ruled.warnings)
    if unfinished:
        own = (warning for warning in own if warning.code != "adjustment.not-judged")
    return (*warnings, *own)


def _unfinished_reason(case: Case, incidents: Sequence[RuledIncident]) -> str | None:
    """Why there is no score yet: the board is redealt, its first deal being void (6D3), or play continues."""
    steps = [ruled.ruling.rectification for ruled in incidents]
    if any(due.code == "rectify.board.redeal" for step in steps if step for due in step.due):
        return "adjustment.dealt-anew"
    return "adjustment.played-on" if _is_played_on(case, incidents) else None


def _is_played_on(case: Case, incidents: Sequence[RuledIncident]) -> bool:
    """Whether the director was called before there was a result: the irregularity is rectified and play continues.

    What changes no score, such as a penalty for slow play, belongs to no moment of the board.
    """
    steps = [ruled.ruling.rectification for ruled in incidents if not ruled.incident.changes_no_score]
    return (
        case.result is None
        and any(not ruled.incident.changes_no_score for ruled in incidents)
        and all(step is not None and (step.due or step.options or step.missing) for step in steps)
        and not any(is_set_aside(step) for step in steps)
    )


def variants_of(
    context: RulingContext, request: RulingRequest, adjusted: Adjusted | None, tell: Listener | None = None
) -> tuple[Variant, ...]:
    """The score with each uncertain fact, finding or edition reversed."""
    variants = []
    for because, case, other_request in _other_questions(context, request):
        if tell is not None:
            tell(message("progress.variant", because=because))
        turned = RulingContext.from_case(case, jurisdiction_of(case, other_request), context.services)
        ruled = rule_both_versions if case.has_disputes else rule_incident
        incidents = [ruled(turned, incident) for incident in sort_by_occurrence(case.incident)]
        other, scored, _ = rule_board(turned, incidents)
        differs = _scores(adjusted) != _scores(other)
        findings = tuple(ruled.ruling for ruled in incidents) if because.code in DISPUTED_INCIDENTS else ()
        results = _results(case, other, scored, incidents)
        variants.append(Variant(because, other, differs, *results, findings))
    return tuple(variants)


def _other_questions(
    context: RulingContext, request: RulingRequest
) -> Iterator[tuple[Message, Case, RulingRequest]]:
    case = context.case
    for other in context.jurisdiction.also:
        year = other.edition.year
        yield message("variant.edition", edition=year), case, RulingRequest(year, request.authority)
    for number, remark in unsettled_remarks(case) if case.has_disputes else ():
        accepted, rejected = (message(code, number=number) for code in DISPUTED_FACTS)
        settled = remark.model_copy(update={"status": Status.FOUND})
        remarks = tuple(settled if other_remark is remark else other_remark for other_remark in case.remark)
        yield accepted, case.changed(remark=remarks), request
        yield rejected, _drop_remark(case.changed(remark=remarks), remark.at), request
    for because, as_found in versions_of(case) if case.has_disputes else ():
        yield because, as_found, request
    if any(_is_presumed(case, incident) for incident in case.incident):
        wrong_call = tuple(
            incident.model_copy(update={"agreement": Agreement.AS_EXPLAINED})
            if _is_presumed(case, incident)
            else incident
            for incident in case.incident
        )
        yield message("variant.wrong-call"), case.changed(incident=wrong_call), request
    for error in case.error:
        if error.without:
            grave = error.finding is not ErrorFinding.NONE
            finding = ErrorFinding.NONE if grave else ErrorFinding.EXTREMELY_SERIOUS
            because = message("variant.no-error" if grave else "variant.grave-error")
            turned = error.model_copy(update={"finding": finding})
            errors = tuple(turned if other_error is error else other_error for other_error in case.error)
            yield because, case.changed(error=errors), request


def _is_presumed(case: Case, incident: Incident) -> bool:
    """Whether a wrong explanation is only presumed, as nobody knows what was agreed (21B1b)."""
    if not isinstance(incident, Misinformation) or any(
        isinstance(judgement, JudgedTruth) and judgement.question is Question.INFRACTION
        for judgement in case.judgements(incident.id)
    ):
        return False
    unknown = incident.agreement is None and incident.correct is None and incident.correct_shows is None
    return unknown or incident.agreement is Agreement.UNKNOWN


def _drop_remark(case: Case, at: Place) -> Case:
    """The case without the disputed break in tempo, alert or remark: the finding speaks against it."""
    findings = [
        judgement
        for judgement in case.judgement
        if not (isinstance(judgement, JudgedTruth) and judgement.question is Question.INFRACTION)
    ]
    findings += [
        JudgedTruth.model_validate(
            {"incident": incident.id, "question": "infraction", "answer": False, "by": "variant"}
        )
        for incident in case.incident
        if incident.happened_at == at
    ]
    return case.changed(judgement=tuple(findings))


def _scores(adjusted: Adjusted | None) -> tuple[Fraction | None, ...] | None:
    """Both sides' exact scores, each `None` if nothing is adjusted."""
    if adjusted is None:
        return None
    return tuple(None if score is None else score.exact for score in (adjusted.ns, adjusted.ew))


@dataclass(frozen=True, slots=True)
class ComparedRuling:
    """One edition and authority with the ruling under them, or why there is none."""

    edition: str
    authority: str
    ruling: Ruling | None
    refused: str = ""


def compare_laws(
    editions: tuple[str, ...], authorities: tuple[str, ...], ruled: Callable[[RulingRequest], Ruling]
) -> tuple[ComparedRuling, ...]:
    """The same facts ruled under each pair."""
    rows = []
    for edition, authority in product(editions, authorities):
        try:
            rows.append(ComparedRuling(edition, authority, ruled(RulingRequest(edition, authority))))
        except LawError as refusal:
            rows.append(ComparedRuling(edition, authority, None, str(refusal)))
    return tuple(rows)


_WEIGHTY: Final = 0.05  # of the branch: a smaller share moves no legible weight by more than a step
_AT_MOST: Final = 2  # actions reversed, the weightiest: each is another tree of auctions


def barring_variants(
    context: RulingContext, incidents: Sequence[RuledIncident], adjusted: Adjusted | None
) -> Iterator[Variant]:
    """The variants of the board's score with each such action barred, and with it left to the player."""
    if not isinstance(context.currency, Currency):
        return
    for place, ruled in enumerate(incidents):
        if ruled.branch is None or not ruled.estimated:
            continue
        for action, share in _weightiest(ruled.branch):
            branch = bar_action(ruled.branch, action)
            bare = RuledIncident(ruled.incident, ruled.ruling)
            turned = estimate_score(context, context.currency, (branch,), bare)
            other, _, _ = rule_board(context, [*incidents[:place], turned, *incidents[place + 1 :]])
            arguments = {"action": action, "share": Percentage.round_to(share)}
            yield Variant(message("variant.barred", **arguments), other, _exact(other) != _exact(adjusted))
            yield Variant(message("variant.not-barred", **arguments), adjusted, differs=False)


def _weightiest(branch: Branch) -> list[tuple[Action, float]]:
    """The actions whose barring matters most; at least one action remains."""
    unsettled = [(action, share) for action, share in branch.legal if action in branch.unsettled]
    weighty = [(action, share) for action, share in unsettled if _WEIGHTY <= share < 1]
    return sorted(weighty, key=lambda pair: (-pair[1], str(pair[0])))[:_AT_MOST]


def bar_action(branch: Branch, action: Action) -> Branch:
    """The branch with one more action barred, its share divided among the others in proportion."""
    rest = sum(share for other, share in branch.legal if other != action)
    legal = tuple((other, share / rest) for other, share in branch.legal if other != action)
    unsettled = tuple(other for other in branch.unsettled if other != action)
    return replace(branch, legal=legal, barred=(*branch.barred, action), unsettled=unsettled)


def _exact(adjusted: Adjusted | None) -> tuple[Fraction | None, ...]:
    if adjusted is None:
        return ()
    return tuple(None if score is None else score.exact for score in (adjusted.ns, adjusted.ew))
