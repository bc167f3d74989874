"""A verdict never says two things: no score is adjusted and left as it was, and no infraction is without its step."""

from collections.abc import Iterator

from analyser.casefile import Case
from analyser.messages import LANGUAGES, Message, sentences
from analyser.report.page_voice import TextVoice
from analyser.report.plain_verdict import plain_verdict, verdict_messages
from analyser.ruling import IncidentRuling, Ruling
from analyser.ruling.kinds.score_orders import LETS_STAND, SETS_ASIDE

ADJUSTING = {"verdict.assigned", "verdict.adjusted", "verdict.adjusted-for", "verdict.artificial"} | {
    f"rectify.{step}" for step in SETS_ASIDE
}
STANDING = {key for key in sentences("en") if key.startswith("verdict.stands")} | {
    f"rectify.{step}" for step in LETS_STAND
}
# Both results stand in these on purpose: each is told with what it hangs on.
UNDER_A_CONDITION = {
    "verdict.with-damage",
    "verdict.otherwise",
    "verdict.or",
    "verdict.version",
    "verdict.either",
    "verdict.either-scored",
    "verdict.either-results",
}
JUDGED_BY_A_PERSON = {"other", "unauthorised-information", "misinformation", "withdrawn-call", "penalty"}


def codes_of(message: Message) -> Iterator[str]:
    """The code of a sentence and of those it holds, but not of what it says on a condition."""
    yield message.code
    if message.code in UNDER_A_CONDITION:
        return
    for value in message.arguments.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Message):
                yield from codes_of(part)


def fixed_words(language: str, *keys: str) -> tuple[str, ...]:
    """What a sentence says whatever is filled in: the words before its first figure."""
    return tuple(sentences(language)[key].split("{")[0].strip(" (:").casefold() for key in keys)


def find_contradictions(ruling: Ruling, case: Case) -> list[str]:
    """What the verdict says twice over, by its codes and by its words."""
    codes = {
        code for message in verdict_messages(ruling, case, TextVoice("en")) for code in codes_of(message)
    }
    found = [f"{sorted(codes & ADJUSTING)} {sorted(codes & STANDING)}"] * bool(
        codes & ADJUSTING and codes & STANDING
    )
    if codes & {"verdict.with-damage"}:
        return found
    for language in LANGUAGES:
        text = " ".join(plain_verdict(ruling, case, TextVoice(language))).casefold()
        adjusted = fixed_words(language, "verdict.assigned", "verdict.artificial", "rectify.score.adjusted")
        texts = fixed_words(language, "verdict.stands", "rectify.board.result-stands")
        if any(words in text for words in adjusted) and any(words in text for words in texts):
            found.append(text)
    return found


def infractions_without_step(ruling: Ruling, case: Case) -> list[str]:
    """The infractions of a kind the Laws rectify for which nothing is due, open, missing or priced."""
    return [
        step.kind
        for step in ruling.incidents
        if step.infraction is not None
        and step.infraction.answer
        and step.kind not in JUDGED_BY_A_PERSON
        and step.claim is None
        and (step.revoke is None or _is_to_be_corrected(ruling, step, case))
        and not any(
            (step.rectification.due, step.rectification.options, step.rectification.missing)
            if step.rectification is not None
            else ()
        )
    ]


def _is_to_be_corrected(ruling: Ruling, step: IncidentRuling, case: Case) -> bool:
    """Whether a revoke is put right, so that no trick is its price."""
    offender = next(incident.offender_seat for incident in case.incident if incident.id == step.id)
    corrected = (finding for finding in ruling.findings if finding.code.startswith("revoke.to-be-corrected"))
    return any(finding.arguments["seat"] is offender for finding in corrected)
