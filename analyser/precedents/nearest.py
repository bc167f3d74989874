"""The nearest past cases by a weighted sum of differences, with the facts that agree and those that differ.

A fact that either case does not state counts half a difference. A leave-one-out test measures how often the nearest
cases were decided under the same clause.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import comb
from typing import Any, Final

from analyser import laws, resources
from analyser.bridge import Hand, parse_result
from analyser.casefile import Case, parse_action
from analyser.errors import BridgeError, ScoringError
from analyser.messages import Message, Percentage, message
from analyser.precedents.sketch import PastRuling, Sketch, level_of, sketch_of_row, sketches_of, sort_of
from analyser.ruling import Argument, Finding, FindingClass, PastCase, Ruling, RulingRequest
from analyser.ruling.context import jurisdiction_of
from analyser.scoring import parse_weight

_UNKNOWN = 0.5
_NEAR_POINTS = 2
_LATER_EDITIONS = 0.5


def distance(ours: Sketch, theirs: Sketch) -> float:
    """The weighted distance; 0 for a case equal in all stated facts."""
    return sum(difference * WEIGHTS[name] for name, difference in differences(ours, theirs).items())


def differences(ours: Sketch, theirs: Sketch) -> dict[str, float]:
    """The differences between 0 and 1, in the order of the measures."""
    return {name: measure(ours, theirs) for name, (_, measure) in _MEASURES.items()}


def _similarity(ours: object, theirs: object) -> float:
    if ours is None or theirs is None:
        return _UNKNOWN
    return float(ours != theirs)


def _span(ours: float | None, theirs: float | None, whole: float) -> float:
    """A difference of figures as a share of the largest one that counts."""
    if ours is None or theirs is None:
        return _UNKNOWN
    return min(1.0, abs(ours - theirs) / whole)


def _shape(ours: Sketch, theirs: Sketch) -> float:
    if ours.shape is None or theirs.shape is None:
        return _UNKNOWN
    return min(1.0, _cards_apart(ours.shape, theirs.shape) / 4)


def _cards_apart(ours: tuple[int, ...], theirs: tuple[int, ...]) -> int:
    """The number of cards that must change suit to turn one shape into the other."""
    return sum(abs(mine - other) for mine, other in zip(ours, theirs, strict=True)) // 2


def _clauses(ours: Sketch, theirs: Sketch) -> float:
    """Zero if both cite a common clause, else one; unknown if either cites none."""
    if not ours.clauses or not theirs.clauses:
        return _UNKNOWN
    return float(not set(ours.clauses) & set(theirs.clauses))


def _edition(ours: Sketch, theirs: Sketch) -> float:
    if ours.edition is None or theirs.edition is None:
        return _UNKNOWN
    if ours.edition == theirs.edition:
        return 0.0
    # 2007 defined the logical alternative (16B1b) and brought weighted scores (12C1c); later editions kept both.
    return 1.0 if laws.editions()[0] in (ours.edition, theirs.edition) else _LATER_EDITIONS


def _vulnerable(ours: Sketch, theirs: Sketch) -> float:
    if ours.vulnerable is None or theirs.vulnerable is None:
        return _UNKNOWN
    return (
        sum(our_side != other for our_side, other in zip(ours.vulnerable, theirs.vulnerable, strict=True)) / 2
    )


def _claim(ours: Sketch, theirs: Sketch) -> float:
    if ours.claim is None and theirs.claim is None:
        return 0.0
    if ours.claim is None or theirs.claim is None:
        return _UNKNOWN
    parts = [_similarity(ours.claim[fact], theirs.claim[fact]) for fact in ("trumps", "spoke", "conceded")]
    parts.append(_span(ours.claim["left"], theirs.claim["left"], 6))
    return sum(parts) / len(parts)


def _body(ours: Sketch, theirs: Sketch) -> float:
    if not ours.rulings or not theirs.rulings:
        return _UNKNOWN
    return float(ours.rulings[-1].body not in theirs.bodies)


_MEASURES: Mapping[str, tuple[float, Callable[[Sketch, Sketch], float]]] = {
    "kind": (
        8.0,
        lambda ours, theirs: _similarity(ours.kind, theirs.kind),
    ),  # the kind of incident counts most: a claim is no precedent for a slow pass
    "information": (3.0, lambda ours, theirs: _similarity(ours.information, theirs.information)),
    "edition": (2.0, _edition),
    "clauses": (2.0, _clauses),
    "given": (1.5, lambda ours, theirs: _similarity(sort_of(ours.given), sort_of(theirs.given))),
    "action": (1.5, lambda ours, theirs: _similarity(sort_of(ours.action), sort_of(theirs.action))),
    "level": (1.0, lambda ours, theirs: _span(level_of(ours.action), level_of(theirs.action), 4)),
    "standing": (
        0.5,
        lambda ours, theirs: _span(level_of(ours.standing_bid), level_of(theirs.standing_bid), 4),
    ),
    "shape": (1.0, _shape),
    "points": (1.0, lambda ours, theirs: _span(ours.points, theirs.points, 10)),
    "controls": (0.5, lambda ours, theirs: _span(ours.controls, theirs.controls, 5)),
    "fit": (0.5, lambda ours, theirs: _span(ours.fit, theirs.fit, 4)),
    "contested": (0.7, lambda ours, theirs: _similarity(ours.contested, theirs.contested)),
    "round": (0.3, lambda ours, theirs: _span(ours.round, theirs.round, 4)),
    "vulnerable": (0.5, _vulnerable),
    "form": (0.5, lambda ours, theirs: _similarity(ours.form, theirs.form)),
    "authority": (0.5, lambda ours, theirs: _similarity(ours.authority, theirs.authority)),
    "body": (0.5, _body),
    "claim": (3.0, _claim),
    "told": (0.5, lambda _, theirs: float(not theirs.rulings)),  # a case with a ruling before one without
}
"""What is compared of two cases: its weight, and how far apart they are, from 0 to 1."""
WEIGHTS: Final = {name: weight for name, (weight, _) in _MEASURES.items()}


Precedent = tuple[Sketch, PastCase]  # the sketch of a past case, and its comparison with ours


def nearest(ours: Sketch, base: Iterable[Sketch], count: int = 5) -> tuple[Precedent, ...]:
    """The nearest cases of the same kind, then of others; a case is no precedent for itself.

    Within a kind, published cases come before those whose facts were read from a record, which have no written reasons.
    In the leave-one-out test this finds as many cases under the same clause as distance alone.
    """
    others = ((distance(ours, theirs), theirs) for theirs in base if theirs.id != ours.id)
    ranked = sorted(
        others, key=lambda entry: (entry[1].kind != ours.kind, entry[1].record, entry[0], entry[1].id)
    )
    return tuple((theirs, _build_past_case(ours, theirs, apart)) for apart, theirs in ranked[:count])


def _build_past_case(ours: Sketch, theirs: Sketch, apart: float) -> PastCase:
    near, differs = _compare_sketches(ours, theirs)
    return PastCase(
        ours.incident,
        theirs.id,
        theirs.title,
        (theirs.source, theirs.where),
        theirs.event,
        theirs.year,
        theirs.edition,
        theirs.authority,
        theirs.clauses,
        apart,
        _rulings_given(theirs),
        near,
        differs,
    )


def _fact(code: str, **args: Argument) -> Finding:
    return Finding(f"precedents.{code}", tuple(args.items()), FindingClass.FACT)


def _rulings_given(theirs: Sketch) -> tuple[Finding, ...]:
    """The ruling of each body, oldest first, and how reliable it is."""
    findings = [_ruling(ruling) for ruling in theirs.rulings] or [_fact("no-ruling")]
    findings += [
        _fact("grounds", body=ruling.body, grounds=ruling.grounds)
        for ruling in theirs.rulings
        if ruling.grounds
    ]
    if theirs.infraction is not None:
        findings.append(_fact("infraction" if theirs.infraction else "no-infraction"))
    if theirs.held:
        findings.append(_fact("held", actions=_read_list(theirs.held, parse_action)))
    if theirs.rejected:
        findings.append(_fact("rejected", actions=_read_list(theirs.rejected, parse_action)))
    if theirs.appeal:
        findings.append(_fact(theirs.appeal))
    if theirs.record:
        findings.append(_fact("record"))
    return tuple(findings)


def _read_list(texts: Sequence[str], read: Callable[[str], Argument]) -> Message:
    """The parsed results of the base's texts; an unreadable one stays as printed."""
    return message("word.listed", entries=tuple(_read(text, read) for text in texts))


def _read(text: str, read: Callable[[str], Argument]) -> Argument:
    try:
        entry = read(text)
    except (BridgeError, ScoringError):
        return text
    return entry if str(entry) == text else text


_WEIGHT = re.compile(r"[\d.]+%|\d+/\d+")


def _read_weighted_result(text: str) -> Argument:
    """The result of a text with a weight, as the base writes it."""
    weight, _, result = text.partition(" ")
    if not _WEIGHT.fullmatch(weight):
        return parse_result(text)
    return message("word.weighted", share=Percentage(parse_weight(weight)), result=parse_result(result))


def _ruling(ruling: PastRuling) -> Finding:
    ns, ew = _read_list(ruling.ns, _read_weighted_result), _read_list(ruling.ew, _read_weighted_result)
    match ruling.kind:
        case "result-stands":
            return _fact("stood", body=ruling.body)
        case "tricks":
            return _fact("tricks", body=ruling.body, tricks=", ".join(ruling.ns))
        case _ if not ruling.ns:
            return _fact("changed", body=ruling.body)
        case _ if ruling.ew:
            return _fact("sides", body=ruling.body, ns=ns, ew=ew)
        case _:
            return _fact("scored", body=ruling.body, results=ns)


def _compare_sketches(ours: Sketch, theirs: Sketch) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """The agreements and differences in the facts both cases state."""
    near: list[Finding] = []
    differs: list[Finding] = []
    for code, our_trait, other in _shared_traits(ours, theirs):
        if our_trait is None or other is None:
            continue
        if our_trait == other:
            near.append(_fact(f"same-{code}", what=our_trait))
        else:
            differs.append(_fact(f"other-{code}", theirs=other, ours=our_trait))
    _compare_hands(ours, theirs, near, differs)
    return tuple(near), tuple(differs)


def _shared_traits(
    ours: Sketch, theirs: Sketch
) -> tuple[tuple[str, str | Message | None, str | Message | None], ...]:
    return (
        ("kind", ours.kind, theirs.kind),
        ("information", ours.information, theirs.information),
        ("given", sort_of(ours.given), sort_of(theirs.given)),
        ("action", _action(ours), _action(theirs)),
        ("edition", ours.edition, theirs.edition),
        ("authority", ours.authority, theirs.authority),
        ("form", ours.form, theirs.form),
        ("vulnerability", _vulnerable_sides(ours), _vulnerable_sides(theirs)),
        ("contest", _contested_word(ours), _contested_word(theirs)),
    )


def _action(sketch: Sketch) -> str | Message | None:
    sort = sort_of(sketch.action)
    if sort == "bid" and sketch.action:
        return message("precedents.bid-at-level", level=sketch.action[0])
    return sort


def _vulnerable_sides(sketch: Sketch) -> str | None:
    if sketch.vulnerable is None:
        return None
    return {
        (False, False): "none",
        (True, True): "all",
        (True, False): "own side",
        (False, True): "other side",
    }[sketch.vulnerable]


def _contested_word(sketch: Sketch) -> str | None:
    return None if sketch.contested is None else ("contested" if sketch.contested else "uncontested")


def _compare_hands(ours: Sketch, theirs: Sketch, near: list[Finding], differs: list[Finding]) -> None:
    """Compare the hands of the deciding players: within two points and one card moved they are near."""
    if ours.points is not None and theirs.points is not None and theirs.hand is not None:
        close = abs(ours.points - theirs.points) <= _NEAR_POINTS
        (near if close else differs).append(
            _fact("points", theirs=theirs.points, ours=ours.points, hand=Hand.parse(theirs.hand))
        )
    if ours.shape is not None and theirs.shape is not None:
        shapes = {"theirs": _pattern(theirs.shape), "ours": _pattern(ours.shape)}
        (near if _cards_apart(ours.shape, theirs.shape) <= 1 else differs).append(_fact("shape", **shapes))
    if ours.fit is not None and theirs.fit is not None:
        close = abs(ours.fit - theirs.fit) <= 1
        (near if close else differs).append(_fact("fit", theirs=theirs.fit, ours=ours.fit))


def _pattern(shape: tuple[int, ...]) -> str:
    return "-".join(map(str, shape))


_FIRST = 3  # nearest cases examined in the leave-one-out test


@dataclass(frozen=True, slots=True)
class HeldOut:
    """The leave-one-out result: in how many of `asked` cases one of the nearest three has the same kind and clause."""

    asked: int
    found: int  # by nearness
    expected: float  # baseline: three cases of the same kind at random
    in_order: int  # baseline: the first three of the same kind by name

    @property
    def share(self) -> float:
        """The observed share with the nearest cases."""
        return self.found / self.asked if self.asked else 0.0

    @property
    def expected_share(self) -> float:
        """The expected share with random cases of the same kind."""
        return self.expected / self.asked if self.asked else 0.0


def leave_one_out(base: Sequence[Sketch], *, records: bool = True, same_event: bool = True) -> HeldOut:
    """The leave-one-out test over every case that cites a clause shared with another case.

    Without `records` cases from broadcasts are not asked. Without `same_event` no case of the same championship counts,
    since its bodies cite alike.
    """
    asked = count = in_order = 0
    expected = 0.0
    for ours in base:
        if not ours.clauses or (ours.record and not records):
            continue
        others = [
            theirs
            for theirs in base
            if theirs.id != ours.id and (same_event or _event(theirs) != _event(ours))
        ]
        same_kind = [theirs for theirs in others if theirs.kind == ours.kind]
        alike = sum(_same_law(ours, theirs) for theirs in same_kind)
        if not alike:
            continue
        asked += 1
        count += any(
            theirs.kind == ours.kind and _same_law(ours, theirs)
            for theirs, _ in nearest(ours.drop_judgements(), others, _FIRST)
        )
        in_order += any(_same_law(ours, theirs) for theirs in same_kind[:_FIRST])
        expected += _chance(len(same_kind), alike)
    return HeldOut(asked, count, expected, in_order)


def _chance(cases: int, alike: int) -> float:
    """The probability that one of the alike cases is among three drawn at random."""
    drawn = min(_FIRST, cases)
    return 1 - comb(cases - alike, drawn) / comb(cases, drawn)


def _event(sketch: Sketch) -> str:
    return sketch.event.partition(",")[0].partition("/")[0].strip()


def _same_law(ours: Sketch, theirs: Sketch) -> bool:
    return bool(set(ours.clauses) & set(theirs.clauses))


BASE: Final = "cases/past/index.json"
_FORMAT = 1


@cache
def load_base() -> tuple[Sketch, ...]:
    """The sketches of the shipped base."""
    return sketches_in(resources.text(BASE))


def sketches_in(text: str) -> tuple[Sketch, ...]:
    """The sketches in a base file."""
    document = json.loads(text)
    return tuple(map(Sketch.from_json, document["cases"]))


def index_text(cases: Iterable[Case], rows: Iterable[dict[str, Any]]) -> str:
    """The base file of these cases and these rows without hands: one case a line, by name."""
    sketches = [sketch for case in cases for sketch in sketches_of(case)]
    sketches += [sketch_of_row(row) for row in rows]
    sketches.sort(key=lambda sketch: (sketch.id, sketch.incident))
    lines = [json.dumps(sketch.as_json(), ensure_ascii=False, separators=(",", ":")) for sketch in sketches]
    return f'{{"format":{_FORMAT},"cases":[\n' + ",\n".join(lines) + "\n]}\n"


_SHOWN = 3  # past cases of each incident, on paper


def nearest_by_incident(case: Case, edition: str, count: int) -> dict[str, tuple[Precedent, ...]]:
    """The nearest past cases of each incident, by its name; `edition` is used if the case names none."""
    return {
        sketch.incident: nearest(
            sketch if sketch.edition else sketch.set_edition(edition), load_base(), count
        )
        for sketch in sketches_of(case, judged=False)
    }


def past_cases(case: Case, edition: str) -> tuple[PastCase, ...]:
    """The few nearest past cases of the same kind for each incident, as a ruling carries them."""
    if not case.incident:
        return ()
    kinds = {incident.id: str(incident.kind) for incident in case.incident}
    return tuple(
        past
        for incident, precedents in nearest_by_incident(case, edition, _SHOWN).items()
        for sketch, past in precedents
        if sketch.kind == kinds[incident]  # a case of another kind is no example, however similar the hands
    )


def add_past_cases(case: Case, ruling: Ruling) -> Ruling:
    """The ruling with the nearest past cases added."""
    if ruling.law is None:
        return ruling
    return replace(ruling, precedents=past_cases(case, ruling.law.edition))


def precedents_for(case: Case, count: int = 5) -> dict[str, tuple[Precedent, ...]]:
    """The nearest past cases of each incident, by the incident's name, under the edition that governs the case."""
    return nearest_by_incident(case, jurisdiction_of(case, RulingRequest(None, None)).edition.year, count)
