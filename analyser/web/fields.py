"""The fields of a case file as a form shows them: read from the schema itself, so that no key is forgotten."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache

import tomlkit

from analyser import laws
from analyser.bridge import Deal
from analyser.casefile import IncidentKind
from analyser.casefile.explain import Explained, every_key
from analyser.casefile.toml_reader import parse_tree
from analyser.errors import AnalyserError, CaseError, Problem
from analyser.web.draft_view import DraftView, entries_as_tables
from analyser.web.edit import TomlValue, spell_value, value_at
from analyser.web.notation import auction_text, dealer_told, slip_points, slip_result
from analyser.web.state import SentForm
from analyser.web.typed_hands import deal_text
from analyser.web.value_lists import answer_rows, answer_text, weighted_rows, weighted_text


class FieldKind(Enum):
    """How a value is asked for."""

    TEXT = "text"
    LONG = "long"
    NUMBER = "number"
    DATE = "date"
    TRUTH = "truth"
    CHOICE = "choice"
    LIST = "list"
    PLACE = "place"
    PLACES = "places"
    MOMENT = "moment"
    RESULTS = "results"  # weighted results, `65% 3S= by S; 35% 3S-1 by S`
    SHARES = "shares"  # actions with their shares, `40% P; 60% 4S`
    ANSWERS = "answers"  # of peers, `P 3/4; 4S 2/4`: chosen of considered
    TABLES = "tables"  # scores with their numbers of tables, `620x5 -50x2`
    VALUE = "value"  # anything else, as TOML writes it


@dataclass(frozen=True, slots=True)
class FormField:
    """One key: where it stands, how it is asked for, what it may be."""

    place: str
    kind: FieldKind
    choices: tuple[str, ...] = ()
    required: bool = False

    @property
    def key(self) -> str:
        """The key with its tables, as labels know it."""
        return ".".join(word for word in self.place.split() if not word.isdecimal())

    @property
    def name(self) -> str:
        """The key alone, without its table."""
        return " ".join(word for word in self.place.split()[1:] if not word.isdecimal())


@dataclass(frozen=True, slots=True)
class FilledField:
    """A field with what it holds and what is wrong with it."""

    field: FormField
    text: str
    problems: tuple[Problem, ...]


_LONG = {"statement", "given", "correct", "text", "grounds", "asks", "dissent"}
_WORD = re.compile(r"[a-z0-9-]+")
_ENTRY = re.compile(r"([+\-−]?\d{1,5})(?:\s*[x×*]\s*(\d{1,4}))?")
_ELSEWHERE = {"board", "remark", "incident", "table auction", "table play"}  # tapped, not typed


@cache
def fields_of(table: str, number: int | None = None) -> tuple[FormField, ...]:
    """The fields of a table of the file; with a number, of one entry of a list of tables."""
    before = table if number is None else f"{table} {number}"
    keys = [key for key in every_key() if key.path.startswith(f"{table} ")]
    return tuple(
        _field(key, f"{before} {key.path[len(table) + 1 :]}")
        for key in _leaves(keys)
        if key.path not in _ELSEWHERE
    )


@cache
def incident_fields(kind: str, number: int) -> tuple[FormField, ...]:
    """The fields of an incident of one kind."""
    head = f"incident ({kind}) "
    keys = [key for key in every_key() if key.path.startswith(head) and key.path != f"{head}kind"]
    return tuple(_field(key, f"incident {number} {key.path[len(head) :]}") for key in _leaves(keys))


def _leaves(keys: list[Explained]) -> Iterable[Explained]:
    """Keys that hold a value, not a table of keys; a list of tables is one value."""
    lists = [key.path for key in keys if "tables" in " ".join(key.takes)]
    for key in keys:
        inside = any(key.path.startswith(f"{outer} ") for outer in lists)
        if key.takes and not inside:
            yield key


def _field(key: Explained, place: str) -> FormField:
    name = place.rsplit(maxsplit=1)[-1]
    takes = " ".join(key.takes)
    if name == "authority":
        return FormField(place, FieldKind.CHOICE, laws.authorities())
    if name == "edition":
        return FormField(place, FieldKind.CHOICE, laws.editions()[::-1])
    if name == "field" and "tables" in takes:
        return FormField(place, FieldKind.TABLES)
    if kind := _listed_kind(key, name):
        return FormField(place, kind, required=key.required)
    kind, choices = _kind_and_choices(key, name, takes)
    return FormField(place, kind, choices, key.required)


def _listed_kind(key: Explained, name: str) -> FieldKind | None:
    """How a list of tables is written in one line; none for another key."""
    if " ".join(key.takes) != "a list of: tables":
        return None
    if key.path == "poll answers":
        return FieldKind.ANSWERS
    if name in {"ns", "ew", "without"} or key.path == "judgement (outcomes|weights) answer":
        return FieldKind.RESULTS
    return FieldKind.SHARES if key.path == "judgement (call-share) answer" else None


_BY_START = (
    ("a list of: a list", FieldKind.VALUE),
    ("a list of: tables", FieldKind.VALUE),
    ("a list of: call N", FieldKind.PLACES),
    ("a list of:", FieldKind.LIST),
    ("call N", FieldKind.PLACE),
    ("a whole number", FieldKind.NUMBER),
    ("a date:", FieldKind.DATE),
    ("a date and time:", FieldKind.MOMENT),
)
_CLOSED = {
    "true | false": (FieldKind.TRUTH, ("true", "false")),
    "a seat: N E S W": (FieldKind.CHOICE, ("N", "E", "S", "W")),
    "NS | EW": (FieldKind.CHOICE, ("NS", "EW")),
    "a seat: N E S W NS | EW": (FieldKind.CHOICE, ("NS", "EW", "N", "E", "S", "W")),
    "S H D C": (FieldKind.CHOICE, ("S", "H", "D", "C")),
    "S H D C NT": (FieldKind.CHOICE, ("S", "H", "D", "C", "NT")),
}


def _kind_and_choices(key: Explained, name: str, takes: str) -> tuple[FieldKind, tuple[str, ...]]:
    if takes in _CLOSED:
        return _CLOSED[takes]
    for start, kind in _BY_START:
        if takes.startswith(start):
            return kind, ()
    if len(key.takes) > 1 and all(_WORD.fullmatch(word) for word in key.takes):
        return FieldKind.CHOICE, key.takes
    return (FieldKind.LONG if name in _LONG else FieldKind.TEXT), ()


def text_of(field: FormField, value: TomlValue) -> str:
    """A value as the field shows it."""
    if value is None:
        return ""
    if field.kind is FieldKind.TABLES and isinstance(value, list):
        return " ".join(
            f"{entry.get('score')}x{entry.get('times', 1)}" if isinstance(entry, dict) else str(entry)
            for entry in value
        )
    if field.kind is FieldKind.MOMENT and isinstance(value, dt.datetime):
        return value.isoformat()
    if (listed := _listed_text(field, value)) is not None:
        return listed
    if not isinstance(value, str) and field.kind in {FieldKind.VALUE, *_LISTED}:
        return tomlkit.item(value).as_string()
    if field.kind is FieldKind.LIST and value == []:
        return NONE_WORDS[0]  # a list that is known to be empty: blank is not known
    if field.kind in {FieldKind.LIST, FieldKind.PLACES} and isinstance(value, list):
        return ", ".join(map(spell_value, value))
    return spell_value(value)


# What is typed where a list is known to hold nothing, in the languages of the pages.
NONE_WORDS = (
    "none",
    "nessuno",
    "nessuna",
    "niente",
    "niciunul",
    "niciuna",
    "niciuno",
    "nimic",
    "-",
    "–",
    "—",
    "[]",
)
_LISTED = (FieldKind.RESULTS, FieldKind.SHARES, FieldKind.ANSWERS)


def _listed_text(field: FormField, value: TomlValue) -> str | None:
    match field.kind:
        case FieldKind.RESULTS:
            return weighted_text(value, "result")
        case FieldKind.SHARES:
            return weighted_text(value, "action")
        case FieldKind.ANSWERS:
            return answer_text(value)
        case _:
            return None


def _rows(field: FormField, text: str) -> TomlValue:
    """A list in one line as the file writes it; a text that is none stays one."""
    if field.kind is FieldKind.ANSWERS:
        return answer_rows(text) or text
    return weighted_rows(text, "result" if field.kind is FieldKind.RESULTS else "action") or text


def value_of(field: FormField, text: str) -> TomlValue:
    """What was typed as a value of the file; what cannot be read stays a text, and `check` says what is wrong."""
    if not text:
        return None
    match field.kind:
        case FieldKind.NUMBER:
            sign = text.replace("−", "-").lstrip("+")
            return int(sign) if re.fullmatch(r"-?\d{1,9}", sign) else text
        case FieldKind.TRUTH:
            return text == "true" if text in {"true", "false"} else text
        case FieldKind.DATE | FieldKind.MOMENT:
            return _read_time(field, text)
        case FieldKind.RESULTS | FieldKind.SHARES | FieldKind.ANSWERS:
            return _rows(field, text)
        case FieldKind.LIST:
            return _words_listed(text)
        case FieldKind.PLACES:
            return [word.strip() for word in text.split(",") if word.strip()]
        case FieldKind.TABLES:
            return _tables(text)
        case FieldKind.VALUE:
            return _value(text)
        case _:
            return text.replace("\r\n", "\n")


def _words_listed(text: str) -> list[str]:
    """The words of a list; none of them where it is said that there is none."""
    return [] if text.strip().casefold() in NONE_WORDS else text.replace(",", " ").split()


def _read_time(field: FormField, text: str) -> TomlValue:
    kind = dt.datetime if field.kind is FieldKind.MOMENT else dt.date
    try:
        return kind.fromisoformat(text)
    except ValueError:
        return text


def _tables(text: str) -> TomlValue:
    entries = []
    for word in text.replace(",", " ").split():
        entry = _ENTRY.fullmatch(word)
        if entry is None:
            return text
        score = int(entry[1].replace("−", "-"))
        entries.append({"score": score, "times": int(entry[2])} if entry[2] else {"score": score})
    return entries


def _value(text: str) -> TomlValue:
    try:
        return parse_tree(f"value = {text}\n")["value"]
    except CaseError:
        return text


def filled_fields(
    fields: Iterable[FormField], tree: Mapping[str, TomlValue], problems: Iterable[Problem]
) -> tuple[FilledField, ...]:
    """The fields with what the file holds, each problem beside the field it speaks of."""
    listed = tuple(problems)
    return tuple(
        FilledField(
            field,
            slip_text(tree) if field.place == SLIP else text_of(field, value_at(dict(tree), field.place)),
            tuple(
                problem
                for problem in listed
                if problem.where == field.place or problem.where.startswith(f"{field.place} ")
            ),
        )
        for field in fields
    )


def changes_in(
    fields: Iterable[FormField], tree: Mapping[str, TomlValue], sent: SentForm
) -> dict[str, TomlValue]:
    """What a form changed of what its page showed; a field that did not come back is not touched."""
    changes: dict[str, TomlValue] = {}
    for field in fields:
        if not sent.has(field.place):
            continue
        text = _place_sent(field, sent)
        if field.place == SLIP:
            changes |= _slip_changes(text, tree)
            continue
        value = value_at(dict(tree), field.place)
        if text.replace("\r\n", "\n") == text_of(field, value):
            continue
        written = _value_for_file(field, text, tree)
        if (
            field.place != "table auction" or written != value
        ):  # shown with signs, the same auction comes back
            changes[field.place] = written
    return changes


def _place_sent(field: FormField, sent: SentForm) -> str:
    """What a field holds; a place is tapped among the calls or the cards, several places are ticked there."""
    named = tuple(dict.fromkeys(filter(None, sent.all_texts(field.place))))
    match field.kind:
        case FieldKind.PLACE if named:  # of the calls and the cards, the one that names something
            return named[-1]
        case FieldKind.PLACES:
            return ", ".join(named)
        case _:
            return sent.text(field.place)


def _value_for_file(field: FormField, text: str, tree: Mapping[str, TomlValue]) -> TomlValue:
    """What was typed as the file writes it: an auction in letters of any language, a copied deal, a scoreslip."""
    values = dict(tree)
    if field.place == "table auction":
        return auction_text(
            dealer_told(value_at(values, "board dealer"), value_at(values, "board number")), text
        ) or value_of(field, text)
    if field.place == "board deal":
        return text if _is_deal(text) else deal_text(text) or value_of(field, text)
    if field.place == "comparison other_room":
        points = slip_points(text, value_at(values, "board number"), value_at(values, "board vulnerable"))
        return value_of(field, text) if points is None else points
    return value_of(field, text)


def _is_deal(text: str) -> bool:
    try:
        Deal.parse(text)
    except AnalyserError:
        return False
    return True


SLIP = "table slip"  # no key of the file: what is typed there is contract, declarer and tricks


def slip_text(tree: Mapping[str, TomlValue]) -> str:
    """Contract, declarer and tricks as a scoreslip has them; empty when they are not all told."""
    table = value_at(dict(tree), "table")
    words = table if isinstance(table, dict) else {}
    tricks, contract = words.get("tricks"), str(words.get("contract", ""))
    if not isinstance(tricks, int) or not contract[:1].isdecimal() or "declarer" not in words:
        return ""
    over = tricks - 6 - int(contract[0])
    return f"{contract}{f'{over:+d}' if over else '='} {words['declarer']}"


def _slip_changes(text: str, tree: Mapping[str, TomlValue]) -> dict[str, TomlValue]:
    """What a scoreslip changes; one that cannot be read stands as the contract, and `check` says what is wrong."""
    if not text or text == slip_text(tree):
        return {}
    result = slip_result(text)
    if result is None or result.contract is None:
        return {"table contract": text}
    contract = str(result.contract).split(maxsplit=1)[0]
    return {
        "table contract": contract,
        "table declarer": str(result.contract.declarer),
        "table tricks": result.tricks,
    }


_HEAD = (FormField("title", FieldKind.TEXT), FormField("id", FieldKind.TEXT, required=True))
_BOARD = (
    FormField("board number", FieldKind.NUMBER),
    FormField("board dealer", FieldKind.CHOICE, ("N", "E", "S", "W")),
    FormField("board vulnerable", FieldKind.CHOICE, ("none", "NS", "EW", "all")),
    FormField("board deal", FieldKind.TEXT),
)
_AUCTION = FormField("table auction", FieldKind.TEXT)
_SLIP_FIELD = FormField(SLIP, FieldKind.TEXT)
_PLAY = FormField("table play", FieldKind.VALUE)
_KINDS = frozenset(map(str, IncidentKind))


def kind_of(entry: dict[str, TomlValue]) -> str:
    """The kind of an incident; empty when it is none that is known."""
    kind = str(entry.get("kind", ""))
    return kind if kind in _KINDS else ""


def fields_in(work: DraftView, section: str) -> tuple[FormField, ...]:
    """Every field a step of this case asks for; none for a step without fields."""
    match section:
        case "event":
            return _HEAD + fields_of("event")
        case "comparison":
            return fields_of("comparison")
        case "board":
            return _BOARD
        case "auction":
            return (_AUCTION, _SLIP_FIELD, *fields_of("table"), _PLAY)
        case "remarks" | "incident":
            return tuple(_fields_of_entries(work, section))
        case "players" | "appeal":
            return fields_of(section)
        case "findings":
            entries = enumerate(entries_as_tables(work, "judgement"), 1)
            return tuple(field for number, entry in entries for field in finding_fields(entry, number))
        case _ if section in LISTS:
            numbers = range(1, len(entries_as_tables(work, LISTS[section])) + 1)
            return tuple(field for number in numbers for field in fields_of(LISTS[section], number))
        case _:
            return ()


LISTS = {
    "contentions": "contention",
    "errors": "error",
    "findings": "judgement",
    "polls": "poll",
    "rulings": "ruling",
}


def questions() -> tuple[str, ...]:
    """Every question a finding may answer."""
    keys = (
        key for key in every_key() if key.path.startswith("judgement (") and key.path.endswith(") question")
    )
    return tuple(question for key in keys for question in key.takes)


def finding_fields(entry: Mapping[str, TomlValue], number: int) -> tuple[FormField, ...]:
    """The fields of a finding, by the question it answers."""
    question = str(entry.get("question", ""))
    heads = {key.path.partition(")")[0] for key in every_key() if key.path.startswith("judgement (")}
    head = next((head for head in heads if question in head.partition("(")[2].split("|")), None)
    if head is None:
        return ()
    keys = [key for key in every_key() if key.path.startswith(f"{head}) ")]
    leaves = (key for key in _leaves(keys) if not key.path.endswith(" question"))
    return tuple(_field(key, f"judgement {number} {key.path.partition(') ')[2]}") for key in leaves)


def _fields_of_entries(work: DraftView, section: str) -> Iterator[FormField]:
    if section == "remarks":
        for number in range(1, len(entries_as_tables(work, "remark")) + 1):
            yield from fields_of("remark", number)
        return
    for number, entry in enumerate(entries_as_tables(work, "incident"), 1):
        if kind := kind_of(entry):
            yield from incident_fields(kind, number)


def section_fields(work: DraftView, section: str) -> tuple[tuple[FilledField, ...], tuple[Problem, ...]]:
    """The fields of a step with their problems, and the problems of the step that no field of it can show."""
    filled = filled_fields(fields_in(work, section), work.tree, work.problems)
    placed = {id(problem) for field in filled for problem in field.problems}
    return filled, tuple(problem for problem in work.by_section[section] if id(problem) not in placed)
