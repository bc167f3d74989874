"""What a system is and where it may be played: highly artificial, brown sticker, banned, and what each category of event permits.

A system is told by its agreements, each a call with what it shows in the language of meanings. What no agreement tells is not
judged: the classes are those of the agreements given.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import Field

from analyser.bridge import Call, Strain, Suit
from analyser.bridge.constraints import Measure, Span
from analyser.casefile.fields import CallText, Meaning, Table
from analyser.casefile.schema_problems import read_table
from analyser.casefile.toml_reader import parse_tree
from analyser.errors import LawError
from analyser.laws import Jurisdiction
from analyser.laws.regulation import RegulationRow, SystemDefinitions
from analyser.messages import Message, message, sentence
from analyser.ruling.procedure import ProcedureAnswer, no_systems_kept
from analyser.ruling.procedure.alerts import SUITS, is_natural, is_short_club

Spans = tuple[Span, ...]
_MAJORS = (Suit.HEARTS, Suit.SPADES)
_TWO_CLUBS, _THREE_SPADES = Call.parse("2C"), Call.parse("3S")
_MAJOR_LENGTH = 5  # a weak two in a major


class AgreedCall(Table):
    """A call and what it shows."""

    call: CallText
    shows: Meaning


class AgreedOvercall(AgreedCall):
    """An overcall; `over` is the opponents' natural opening it is made over."""

    over: CallText | None = None
    asks_stopper: bool = False


class SystemSheet(Table):
    """A system as far as it is told, as its file is written."""

    openings: Annotated[tuple[AgreedCall, ...], Field(alias="opening", strict=False)] = ()
    overcalls: Annotated[tuple[AgreedOvercall, ...], Field(alias="overcall", strict=False)] = ()
    opening_pass: Annotated[Meaning | None, Field(alias="pass")] = None
    protects_psychics: bool = False
    encrypts_signals: bool = False
    before_play: Annotated[tuple[str, ...], Field(strict=False)] = ()  # what is told before play, by its word


@dataclass(frozen=True, slots=True)
class SystemFeature:
    """Something that puts a system into a class: what, of which call."""

    row: RegulationRow
    call: Call | None = None


EXAMPLE_SHEET: Final = """# A system as far as it is told: calls with what they show. `explain shows` says how.
# pass = "HCP8-12"                # an opening pass that shows values
# protects_psychics = true
# encrypts_signals = true
# before_play = ["leads-not-straight"]   # reversed-count-leads, short-long

[[opening]]
call = "1C"
shows = "C2+ HCP11-21"

[[opening]]
call = "2D"
shows = "H6 HCP6-10 | S6 HCP6-10 | bal HCP22-24"

[[overcall]]
over = "1H"
call = "2H"
shows = "S5+ C5+ HCP8+ | S5+ D5+ HCP8+"
# asks_stopper = true
"""


def read_sheet(tree: Mapping[str, Any]) -> SystemSheet:
    """A system from its file; all problems at once.

    >>> read_sheet({"opening": [{"call": "1C", "shows": "HCP16+"}]}).openings[0].call
    Call.parse('1C')
    """
    return read_table(SystemSheet, dict(tree), "system")


def parse_sheet(text: str) -> SystemSheet:
    """A system from the text of its file."""
    return read_sheet(parse_tree(text, "system"))


# What an alternative of a meaning says


def _low(spans: Spans) -> int:
    return next((span.low for span in spans if span.measure is Measure.POINTS), 0)


def _states_points(agreement: AgreedCall) -> bool:
    """Whether every meaning of a call says how strong it is."""
    measures = ({span.measure for span in spans} for spans in agreement.shows.alternatives)
    return all(Measure.POINTS in of_one for of_one in measures)


def _suits_with_at_least(spans: Spans, cards: int) -> frozenset[Suit]:
    """The suits in which so many cards are promised."""
    return frozenset(SUITS[span.measure] for span in spans if span.measure in SUITS and span.low >= cards)


def _suits_with_at_most(spans: Spans, cards: int) -> frozenset[Suit]:
    return frozenset(SUITS[span.measure] for span in spans if span.measure in SUITS and span.high <= cards)


def _suits_promised(parts: Sequence[Spans], cards: int) -> frozenset[Suit]:
    """The suits every one of these promises."""
    return (
        frozenset.intersection(*(_suits_with_at_least(spans, cards) for spans in parts))
        if parts
        else frozenset()
    )


def features_of(sheet: SystemSheet, law: Jurisdiction) -> tuple[SystemFeature, ...]:
    """Everything that puts the system into a class, in the order of the regulation."""
    rows = {row.code: row for row in law.regulation.rows("feature")}
    if not rows:
        raise no_systems_kept(law)
    features = [
        *_check_openings(sheet, law.regulation.definitions),
        *_check_defence(sheet, law.regulation.definitions),
    ]
    order = list(rows)
    return tuple(
        SystemFeature(rows[code], call)
        for code, call in sorted(dict.fromkeys(features), key=lambda feature: order.index(feature[0]))
    )


_Found = Iterator[tuple[str, Call | None]]


def _check_openings(sheet: SystemSheet, rules: SystemDefinitions) -> _Found:
    passes = sheet.opening_pass
    pass_low = None if passes is None else min(map(_low, passes.alternatives))
    if passes is not None and any(_low(spans) >= rules.opening_points for spans in passes.alternatives):
        yield "strong-pass", None
    for agreement in sheet.openings:
        call, parts = agreement.call, agreement.shows.alternatives
        low = min(map(_low, parts))
        if call.level == 1:
            yield from _check_level(sheet, agreement, rules, pass_low)
        if low < rules.random_points and any(
            _low(spans) < rules.random_points
            and len(spans) == sum(s.measure is Measure.POINTS for s in spans)
            for spans in parts
        ):
            yield "random-opening", call
        if _TWO_CLUBS <= call <= _THREE_SPADES:
            if _is_weak_without_suit(call, parts, rules):
                yield "weak-opening-no-suit", call
            if _is_short_two_suiter(parts, rules):
                yield "weak-two-suiter", call


def _check_level(
    sheet: SystemSheet, agreement: AgreedCall, rules: SystemDefinitions, pass_low: int | None
) -> _Found:
    call, parts = agreement.call, agreement.shows.alternatives
    low = min(map(_low, parts)) if _states_points(agreement) else None
    if pass_low is not None and low is not None and low < pass_low:
        yield "weaker-than-pass", call
    if low is not None and low <= rules.average_points - rules.king_points:
        yield "king-below-average", call
    if _is_length_or_shortage(parts, rules):
        yield "length-or-shortage", call
    suits = [_suits_with_at_least(spans, rules.length_cards) for spans in parts]
    if len(parts) > 1 and all(suits) and not frozenset.intersection(*suits):
        minor = call.strain in (Strain.CLUBS, Strain.DIAMONDS)
        if not (
            minor and has_strong_minor(sheet, rules)
        ):  # one of a minor in a strong club or diamond system
            yield "one-suit-or-another", call


def _is_length_or_shortage(parts: Sequence[Spans], rules: SystemDefinitions) -> bool:
    """Length in a suit by one alternative, shortage in a suit by another that does not promise the first."""
    for spans in parts:
        for suit in _suits_with_at_least(spans, rules.length_cards):
            for other in parts:
                short = _suits_with_at_most(other, rules.shortage_cards)
                if (
                    other is not spans
                    and short
                    and suit not in _suits_with_at_least(other, rules.length_cards)
                ):
                    return True
    return False


def _is_weak_without_suit(call: Call, parts: Sequence[Spans], rules: SystemDefinitions) -> bool:
    """It may be weak and promises no four cards in a known suit.

    Not so where every weak alternative shows one suit and what does not show it is strong, nor for two of a minor
    that shows a weak two in a major.
    """
    weak = [spans for spans in parts if _low(spans) < rules.average_points]
    if not weak:
        return False
    if _shows_weak_two_in_major(call, parts, rules):
        return False
    known = _suits_promised(weak, rules.known_suit_cards)
    others = [
        spans
        for spans in parts
        if spans not in weak and not known & _suits_with_at_least(spans, rules.known_suit_cards)
    ]
    return not known or any(_low(spans) < rules.strong_points for spans in others)


def _is_short_two_suiter(parts: Sequence[Spans], rules: SystemDefinitions) -> bool:
    """A weak hand with two suits of which one may have three cards or fewer."""
    for spans in parts:
        lengths = [span.low for span in spans if span.measure in SUITS and span.low >= rules.length_cards]
        if _low(spans) < rules.average_points and len(lengths) > 1 and min(lengths) < rules.known_suit_cards:
            return True
    return False


def _check_defence(sheet: SystemSheet, rules: SystemDefinitions) -> _Found:
    """Overcalls of natural one-level openings; defences to strong or artificial openings are free."""
    for agreement in sheet.overcalls:
        over, call, parts = agreement.over, agreement.call, agreement.shows.alternatives
        if over is None or over.strain is Strain.NOTRUMP or not call.is_bid:
            continue
        if call.level in (2, 3) and _is_short_two_suiter(parts, rules):
            yield "weak-two-suiter", call
        if over.level != 1:
            continue
        strong = all(_low(spans) >= rules.strong_points for spans in parts)
        is_cue = call.strain is over.strain
        natural_notrump = call == Call.parse("1NT") and is_natural(call, agreement.shows)
        if _suits_promised(parts, rules.known_suit_cards) or natural_notrump:
            continue
        if is_cue and (strong or (agreement.asks_stopper and call.level > over.level + 1)):
            continue
        yield "overcall-no-suit", call
    if sheet.protects_psychics:
        yield "protected-psychic", None
    if sheet.encrypts_signals:
        yield "encrypted-signals", None


def has_strong_minor(sheet: SystemSheet, rules: SystemDefinitions) -> bool:
    """Whether one club or one diamond is always strong."""
    return any(
        agreement.call.level == 1
        and agreement.call.strain in (Strain.CLUBS, Strain.DIAMONDS)
        and all(_low(spans) >= rules.strong_points for spans in agreement.shows.alternatives)
        for agreement in sheet.openings
    )


def colour_of(sheet: SystemSheet, features: Sequence[SystemFeature], rules: SystemDefinitions) -> str:
    """Yellow for a highly artificial system, blue for a strong club or diamond, red for another artificial one, else green."""
    if any(feature.row.values["class"] == "hum" for feature in features):
        return "yellow"
    if has_strong_minor(sheet, rules):
        return "blue"
    if any(feature.row.values["class"] == "brown" and feature.call is not None for feature in features):
        return "red"
    return "red" if any(_is_artificial(agreement, rules) for agreement in sheet.openings) else "green"


def _is_artificial(agreement: AgreedCall, rules: SystemDefinitions) -> bool:
    """Whether an opening makes its system artificial.

    At the one level any that is not natural does; above it a conventional one that is weak or has several meanings.
    Two of a minor that shows a weak two in a major is of the WBF Convention Booklet, which the rule excepts.
    """
    call, parts = agreement.call, agreement.shows.alternatives
    if is_natural(call, agreement.shows) is not False or is_short_club(call, agreement.shows):
        return False
    weak = [spans for spans in parts if _low(spans) < rules.average_points]
    if call.level == 1:
        return True
    return bool(weak or len(parts) > 1) and not _shows_weak_two_in_major(call, parts, rules)


def _shows_weak_two_in_major(call: Call, parts: Sequence[Spans], rules: SystemDefinitions) -> bool:
    """Whether two of a minor shows a weak two in a major, and otherwise only strong hands."""
    if call.level != 2 or call.strain not in (Strain.CLUBS, Strain.DIAMONDS):
        return False
    weak = [spans for spans in parts if _low(spans) < rules.average_points]
    others = [spans for spans in parts if spans not in weak]
    in_majors = all(
        any(suit in _MAJORS for suit in _suits_with_at_least(spans, _MAJOR_LENGTH)) for spans in weak
    )
    return bool(weak) and in_majors and all(_low(spans) >= rules.strong_points for spans in others)


def told_before_play(sheet: SystemSheet, rules: SystemDefinitions) -> tuple[str, ...]:
    """What the sheet wants told before play begins: what it says itself, and light openings at the one level."""
    light = any(
        agreement.call.level == 1
        and rules.random_points <= min(map(_low, agreement.shows.alternatives)) <= rules.light_points
        and any(span.measure is Measure.POINTS for spans in agreement.shows.alternatives for span in spans)
        for agreement in sheet.openings
    )
    return tuple(dict.fromkeys((*sheet.before_play, *(("light-one-level-openings",) if light else ()))))


def system_answer(law: Jurisdiction, sheet: SystemSheet, category: str, *, pairs: bool) -> ProcedureAnswer:
    """What class a system is of, and whether an event of a category permits it."""
    features = features_of(sheet, law)
    rules = law.regulation.definitions
    colour = colour_of(sheet, features, rules)
    row = category_row(law, category)
    verdicts = dict.fromkeys(_verdict(feature, row, pairs=pairs) for feature in features)
    worst = next((word for word in ("no", "club", "federation", "notice") if word in verdicts), "yes")
    reasons = [_reason(feature) for feature in features]
    unstated = [agreement.call for agreement in sheet.openings if not _states_points(agreement)]
    reasons += [message("system.points-unstated", call=call) for call in unstated if call.is_bid]
    if colour == "red" and not any(feature.row.values["class"] == "brown" for feature in features):
        reasons += [
            message(
                f"system.red-{'opening' if agreement.call.level == 1 else 'because'}", call=agreement.call
            )
            for agreement in sheet.openings
            if _is_artificial(agreement, rules)
        ]
    reasons += [
        message("system.before", what=Message(f"prealert.{word}")) for word in told_before_play(sheet, rules)
    ]
    if worst in ("notice", "federation"):
        reasons.append(Message("system.notice"))
    figures: dict[str, object] = {
        "colour": colour,
        "category": category,
        "allowed": worst,
        "features": [
            [feature.row.code, None if feature.call is None else str(feature.call)] for feature in features
        ],
        "before_play": list(told_before_play(sheet, rules)),
    }
    says = message(f"system.allowed.{worst}", colour=Message(f"system.colour.{colour}"), category=category)
    stated = law.edition.source_of("misinformation.forbidden_agreement")
    if worst == "no":
        reasons.append(message("system.damaged", duty=str(stated.value)))
    sources = (*(str(feature.row.source) for feature in features), str(row.source))
    if worst == "no":
        sources += (str(stated.source),)
    return ProcedureAnswer(says, tuple(reasons), tuple(dict.fromkeys(sources)), figures)


def category_row(law: Jurisdiction, category: str) -> RegulationRow:
    """The row of a category of events; another word is refused."""
    rows = {row.code: row for row in law.regulation.rows("category")}
    if category not in rows:
        remedy = sentence("known-are-list", names=", ".join(rows)) if rows else sentence("system-authorities")
        raise LawError(sentence("category-unknown"), where="--category", found=category, remedy=remedy)
    return rows[category]


def _verdict(feature: SystemFeature, row: RegulationRow, *, pairs: bool) -> str:
    match feature.row.values["class"]:
        case "hum":
            return str(row.values["hum"])
        case "brown":
            return str(row.values["brown_pairs" if pairs else "brown_teams"])
        case _:
            return "no"


def _reason(feature: SystemFeature) -> Message:
    kind = Message(f"system.class.{feature.row.values['class']}")
    wording = Message(f"system.feature.{feature.row.code}")
    if feature.call is None:
        return message("system.because", what=wording, kind=kind)
    return message("system.because-call", call=feature.call, what=wording, kind=kind)


@dataclass(frozen=True, slots=True)
class PsychicCall:
    """A psychic call: in what event, what call, and what partner could expect."""

    level: str
    pairs: bool = False
    opening: bool = False
    conventional: bool = False
    expected: bool = False
    protected: bool = False


def psychic_answer(law: Jurisdiction, asked: PsychicCall) -> ProcedureAnswer:
    """Whether a psychic call was allowed, and what follows if it was not."""
    for row in law.regulation.rows("psychic"):
        if all(_psychic_holds(getattr(asked, word), wanted) for word, wanted in row.values["when"].items()):
            penalty = row.values.get("penalty")
            reasons = [Message(f"psychic.{row.code}")]
            if row.values["allowed"] == "no":
                reasons.append(Message("psychic.redress"))
            figures = {"allowed": row.values["allowed"], "row": row.code, "penalty": penalty}
            says = Message(f"psychic.allowed.{row.values['allowed']}")
            return ProcedureAnswer(says, tuple(reasons), (str(row.source),), figures)
    raise no_systems_kept(law)


def _psychic_holds(value: object, wanted: object) -> bool:
    return value in wanted if isinstance(wanted, list) else value == wanted
