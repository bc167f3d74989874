"""`verify`, `diff` and `rule --compare`: rulings recomputed and laid side by side, link by link."""

import json as json_format
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from analyser.cli.options import EDITIONS, Json, read_argument
from analyser.cli.terminal import check_edition, filled_case_in, note, print_json, read_bytes, say
from analyser.errors import CaseError, UsageError

if TYPE_CHECKING:
    from analyser.estimates.services import Services
    from analyser.messages import Message
    from analyser.report.page_voice import TextVoice
    from analyser.ruling import IncidentRuling, LawRef, Ruling
    from analyser.ruling.rule import ComparedRuling

_NEAR = 0.001  # probabilities are printed to three decimals
_REMEDY = "give a ruling as `rule --json` prints it"
# What may differ without the ruling being another: who reckoned, with what, and the examples laid beside it.
_ASIDE = {"provenance", "precedents"}
_MISSING = object()


def compare_laws(
    file: Path, compare: str, unused: Sequence[str] = (), lang: str = "en", *, as_json: bool
) -> int:
    """One table of the same facts under several editions and authorities: `1997,2007,2017/WBF,EBU`.

    `unused` names options given beside it that a table has no use for.
    """
    from analyser.cli.terminal import progress
    from analyser.estimates.services import open_services
    from analyser.report.page_voice import TextVoice
    from analyser.report.ruling_json import as_document
    from analyser.ruling import IncidentRuling
    from analyser.ruling.rule import compare_laws, rule

    if unused:
        remedy = f"leave {unused[0]} away"
        raise UsageError("a comparison is one table and nothing else", where=unused[0], remedy=remedy)
    editions, _, authorities = compare.partition("/")
    years = tuple(word.strip() for word in editions.split(",") if word.strip())
    bodies = tuple(word.strip() for word in authorities.split(",") if word.strip())
    if not years:
        remedy = f"write {','.join(EDITIONS)}/WBF,EBU"
        raise UsageError("no edition to compare", where="--compare", found=compare, remedy=remedy)
    for year in years:
        check_edition(year, "--compare")
    voice = TextVoice(lang, signs=True)
    case = filled_case_in(file)
    authorities_asked = bodies or (case.event.authority or "WBF",)
    with open_services() as services, progress(lang, as_json=as_json) as tell:

        def stages(word: "LawRef | IncidentRuling | Message") -> None:
            """What is being worked out; what peers would choose is hardly another under other Laws, and said once a ruling."""
            if not isinstance(word, IncidentRuling):
                tell(word)

        rows = compare_laws(years, authorities_asked, lambda request: rule(case, request, services, stages))
    warnings = dict.fromkeys(w for row in rows if row.ruling is not None for w in row.ruling.warnings)
    for warning in warnings:
        note(voice.say(warning))
    if as_json:
        entries = [
            {
                "edition": row.edition,
                "authority": row.authority,
                "refused": row.refused or None,
                "ruling": None if row.ruling is None else as_document(row.ruling),
            }
            for row in rows
        ]
        print_json({"case": case.id, "compared": entries})
        return 0
    lines = [_heads(voice), *(_row(row, voice) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    for line in lines:
        say("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
    return 0


def _heads(voice: "TextVoice") -> list[str]:
    """The heads of the table: edition, authority, form of the score, both sides' scores, their unit, the weights."""
    named = ("edition", "authority", "kind", "unit", "weights")
    words = {name: voice.words[f"compare.{name}"] for name in named}
    sides = [voice.words[f"side.short.{side}"] for side in ("NS", "EW")]
    return [words["edition"], words["authority"], words["kind"], *sides, words["unit"], words["weights"]]


def _row(row: "ComparedRuling", voice: "TextVoice") -> list[str]:
    """The score under an edition and authority, or why there is none."""
    adjusted = None if row.ruling is None else row.ruling.adjusted
    if row.ruling is None or adjusted is None:
        return [row.edition, row.authority, row.refused or voice("compare.undecided"), *["–"] * 4]
    scores = [
        "–" if score is None else voice.figure_of(score.decimal, score.unit)
        for score in (adjusted.ns, adjusted.ew)
    ]
    unit = "–" if adjusted.ns is None else voice.unit(adjusted.ns.unit, adjusted.ns.decimal)
    kind = voice.words[f"compare.{adjusted.kind}"]
    return [row.edition, row.authority, kind, *scores, unit, _weights(row.ruling, voice)]


def _weights(ruling: "Ruling", voice: "TextVoice") -> str:
    """The weighted results of both sides, or of each where theirs differ."""
    if ruling.weights is None:
        return "–"
    results = {outcome.id: voice.render(outcome.result) for outcome in ruling.outcomes}
    sides = dict.fromkeys((ruling.weights.ns, ruling.weights.ew))
    return " / ".join(
        ", ".join(f"{voice.share(weight)} {results[name]}" for name, weight in side) for side in sides
    )


def verify(ruling: Annotated[Path, read_argument("RULING", "a ruling as JSON")], json: Json = False) -> int:
    """Recompute a ruling and compare."""
    from analyser.estimates.services import open_services

    document = _read_ruling(ruling)
    with open_services() as services:
        differing = compare_again(document, services)
    if json:
        print_json({"ok": not differing, "differences": list(differing)})
    elif differing:
        for line in differing:
            say(line)
    elif document.get("case"):
        say("the ruling holds")
    else:
        say("the ruling holds; it has no case: recomputed from its own outcomes")
    return 1 if differing else 0


def diff(
    first: Annotated[Path, read_argument("A", "a ruling as JSON")],
    second: Annotated[Path, read_argument("B", "another")],
    json: Json = False,
) -> int:
    """Tell what changed between two rulings: the score first, then the facts, then what was found."""
    before, after = _read_ruling(first), _read_ruling(second)
    differing = tuple(differences(before, after))
    if json:
        print_json({"same": not differing, "differences": list(differing)})
        return 0
    lines = [*_score_lines(before, after), *_fact_lines(before, after), *_finding_lines(before, after)]
    if differing and not lines:
        lines = ["score, facts and findings are the same; figures behind them differ: --json lists them"]
    elif len(differing) > len(lines):
        lines.append("--json lists every figure that differs")
    for line in lines or ("nothing differs",):
        say(line)
    return 0


def _score_lines(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    """Both sides' scores and the weights they are made of, where they changed."""
    from analyser.messages import Voice

    voice = Voice()
    ours, theirs = before.get("adjusted") or {}, after.get("adjusted") or {}
    if ours.get("kind") != theirs.get("kind"):
        yield f"score: {ours.get('kind') or 'undecided'}, then {theirs.get('kind') or 'undecided'}"
    for side in ("ns", "ew"):
        scores = [
            f"{voice.figure_of(side_score['decimal'], side_score['unit'])} {voice.unit(side_score['unit'], side_score['decimal'])}"
            if (side_score := _get(adjusted, side))
            else "none"
            for adjusted in (ours, theirs)
        ]
        if scores[0] != scores[1]:
            yield f"score {side.upper()}: {scores[0]}, then {scores[1]}"
        weights = [_weights_by_result(document, side) for document in (before, after)]
        if side == "ew" and weights == [_weights_by_result(document, "ns") for document in (before, after)]:
            continue
        for result in dict.fromkeys((*weights[0], *weights[1])):
            shares = [voice.share(Fraction(side_weights.get(result, "0"))) for side_weights in weights]
            if shares[0] != shares[1]:
                yield f"weight {side.upper()} of {result}: {shares[0]}, then {shares[1]}"


def _weights_by_result(document: dict[str, Any], side: str) -> dict[str, str]:
    names = {outcome["id"]: outcome["result"].replace("-", "−") for outcome in document.get("outcomes") or ()}
    weights = (document.get("weights") or {}).get(side) or {}
    return {names.get(name, name): weight for name, weight in weights.items()}


def _fact_lines(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    """The Laws ruled under, and the keys of the case, where they changed."""
    for key in ("edition", "authority"):
        laws = [_get(document.get("law"), key) for document in (before, after)]
        if laws[0] != laws[1]:
            yield f"law {key}: {laws[0]}, then {laws[1]}"
    for line in differences(_case_tree(before), _case_tree(after)):
        yield f"case {line}"


def _case_tree(document: dict[str, Any]) -> dict[str, Any]:
    from analyser.casefile.toml_reader import read_tree

    toml = _get(document.get("case"), "toml")
    tree = dict(read_tree(toml.encode("utf-8"))[0]) if isinstance(toml, str) else {}
    tree.pop("expected", None)  # what a test holds a ruling to is no fact of the case
    return tree


def _finding_lines(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    """The answers on each incident, then the findings that came or went, or that say other figures."""
    for incident_before, other in zip(
        before.get("incidents") or (), after.get("incidents") or (), strict=False
    ):
        answers = [_get(_get(incident, "infraction"), "answer") for incident in (incident_before, other)]
        if answers[0] != answers[1]:
            words = [{True: "yes", False: "no"}.get(answer, "open") for answer in answers]
            yield f"{incident_before.get('id')}: infraction {words[0]}, then {words[1]}"
    sentences: list[dict[str, list[str]]] = [{}, {}]
    for document, by_code in zip((before, after), sentences, strict=True):
        for finding in document.get("findings") or ():
            by_code.setdefault(finding["code"], []).append(finding["says"])
    for code in dict.fromkeys((*sentences[0], *sentences[1])):
        said, says = (by_code.get(code, []) for by_code in sentences)
        gone, come = [text for text in said if text not in says], [text for text in says if text not in said]
        for earlier, later in zip(gone, come, strict=False):  # the same finding with other figures
            yield f"changed: {earlier}; now: {later}"
        yield from (f"no longer: {text}" for text in gone[len(come) :])
        yield from (f"new: {text}" for text in come[len(gone) :])


def _read_ruling(file: Path) -> Any:  # noqa: ANN401 - any JSON
    from analyser.ruling import FORMAT

    try:
        document = json_format.loads(read_bytes(file))
    except (ValueError, RecursionError) as fault:
        if isinstance(fault, RecursionError):
            why = "its lists are nested too deep"
        else:
            why = "it is no text in UTF-8" if isinstance(fault, UnicodeDecodeError) else str(fault)
        raise CaseError(f"not JSON: {why}", where="file", found=str(file), remedy=_REMEDY) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise CaseError(f"not a ruling of format {FORMAT}", where="file", found=str(file), remedy=_REMEDY)
    return document


def compare_again(document: dict[str, Any], services: "Services") -> tuple[str, ...]:
    """The differences between a ruling and the same case ruled again; none when it holds."""
    again = rule_again(document, services)
    return tuple(differences(document, again) if again is not None else _score_outcomes(document))


def rule_again(document: dict[str, Any], services: "Services") -> dict[str, Any] | None:
    """The same case ruled again with what was asked; none when the ruling has no case."""
    import hashlib

    from analyser.audit.verdict import review
    from analyser.casefile import case_of
    from analyser.report.ruling_json import as_document
    from analyser.ruling import FORMAT, RulingRequest
    from analyser.ruling.rule import rule

    if not isinstance(document, dict) or document.get("format") != FORMAT:
        form = str(_get(document, "format"))[:40]
        raise CaseError(f"not a ruling of format {FORMAT}", where="format", found=form, remedy=_REMEDY)
    case = document.get("case")
    if case is None:
        return None
    toml, sha256 = _get(case, "toml"), _get(case, "sha256")
    remedy = "rule the case file again"
    if not isinstance(toml, str) or not toml:
        raise CaseError("the ruling does not carry its case", where="case toml", remedy=remedy)
    data = toml.encode("utf-8")
    if not _get(case, "names_left_out") and hashlib.sha256(data).hexdigest() != sha256:
        why = "the case is not the one whose hash the ruling gives"
        raise CaseError(why, where="case sha256", found=str(sha256)[:16], remedy=remedy)
    asked = document.get("asked") or {}
    ruled = review if document.get("review") is not None else rule  # a review is a ruling with one part more
    request = RulingRequest(_get(asked, "edition"), _get(asked, "authority"))
    again = as_document(ruled(case_of(data), request, services), names=True)
    again["case"] |= {key: case[key] for key in ("sha256", "names_left_out") if key in case}
    return again


def _get(value: Any, key: str) -> Any:  # noqa: ANN401 - any JSON
    return value.get(key) if isinstance(value, dict) else None


def differences(first: Any, second: Any, where: str = "") -> Iterator[str]:  # noqa: ANN401 - any JSON
    """Every place where two rulings differ; probabilities may differ by a thousandth, nothing else at all."""
    if isinstance(first, dict) and isinstance(second, dict):
        for key in [*first, *(key for key in second if key not in first)]:
            if where or key not in _ASIDE:
                values = first.get(key, _MISSING), second.get(key, _MISSING)
                yield from differences(*values, f"{where} {key}".strip())
    elif isinstance(first, list) and isinstance(second, list):
        if len(first) != len(second):
            yield f"{where}: {len(first)} entries, then {len(second)}"
        for number, (before, after) in enumerate(zip(first, second, strict=False), 1):
            yield from differences(before, after, f"{where} {number}")
    elif isinstance(first, float) or isinstance(second, float):
        if not (_is_number(first) and _is_number(second)) or abs(first - second) > _NEAR + 1e-9:
            yield f"{where}: {_shorten(first)}, then {_shorten(second)}"
    elif first != second:
        yield f"{where}: {_shorten(first)}, then {_shorten(second)}"


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _shorten(value: object) -> str:
    """A value on one line of at most 80 signs."""
    if value is _MISSING:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = (", ".join(map(str, value)) if isinstance(value, list) else str(value)).replace("\n", " ")
    return text if len(text) <= 80 else f"{text[:77]}…"


def _score_outcomes(document: dict[str, Any]) -> Iterator[str]:
    """A ruling without a case: its scores again from its own outcomes and weights."""
    outcomes = {outcome["id"]: outcome for outcome in document.get("outcomes") or ()}
    weights, adjusted = document.get("weights"), document.get("adjusted")
    if not outcomes or weights is None or adjusted is None:
        why = "there is nothing to recompute: no case, or no outcomes"
        raise CaseError(why, where="outcomes", remedy=_REMEDY)
    for side in ("ns", "ew"):
        try:
            parts = [
                Fraction(weight) * Fraction(outcomes[name]["converted"][side])
                for name, weight in weights[side].items()
            ]
            total = sum(parts, Fraction(0))
            stated = Fraction(adjusted[side]["exact"])
        except (KeyError, TypeError, ValueError, ZeroDivisionError, AttributeError):
            why = "the weights, the scores or the outcomes they name are not those of a ruling"
            raise CaseError(why, where=f"weights {side}", remedy=_REMEDY) from None
        total_weight = sum(map(Fraction, weights[side].values()), Fraction(0))
        if total_weight != 1:
            yield f"weights {side}: they fill {total_weight} of the whole"
        if total != stated and adjusted.get("kind") != "two-sided":
            yield f"adjusted {side} exact: {stated}, then {total}"
