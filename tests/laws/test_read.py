"""Nothing that an edition or a regulation stores is unread: each key, penalty, forfeit and bye is used where something is ruled."""

import ast
from functools import cache
from types import FunctionType

from analyser import laws
from analyser.laws.edition import Edition
from analyser.laws.regulation import Regulation
from analyser.laws.values import Section
from analyser.messages import LANGUAGES
from analyser.report.page_voice import TextVoice
from analyser.ruling.procedure.penalties import OffenceFacts, penalty_answer
from analyser.scoring import awards, forms
from tests.support import ROOT
from tests.support.every import each_row


def keys_of(values):
    return [
        (group, key)
        for group, section in vars(values).items()
        if isinstance(section, Section)
        for key in section.kind.__annotations__
    ]


EDITION_KEYS, REGULATION_KEYS = keys_of(Edition), keys_of(Regulation)


@cache
def words_of_rooms():
    """The names and texts each module outside the Laws uses: a key is read as an attribute, or by its name."""
    words = []
    for path in (ROOT / "analyser").rglob("*.py"):
        if path.relative_to(ROOT / "analyser").parts[0] != "laws":
            tree = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
            names = {node.attr for node in tree if isinstance(node, ast.Attribute)}
            texts = {
                node.value for node in tree if isinstance(node, ast.Constant) and isinstance(node.value, str)
            }
            words.append(frozenset(names | texts))
    return tuple(words)


@cache
def own_words():
    """Keys of one group alone: wherever such a name stands, that key is meant."""
    names = [key for _, key in EDITION_KEYS + REGULATION_KEYS]
    return frozenset(name for name in names if names.count(name) == 1 and "_" in name)


def is_read(group, key):
    return any(
        (key in words and (group in words or key in own_words())) or f"{group}.{key}" in words
        for words in words_of_rooms()
    )


@each_row("group, key", REGULATION_KEYS)
def test_a_ruling_reads_every_key_of_a_regulation(group, key):
    """By its name beside its group's; a form's unit of rounding by the name the form has for it."""
    assert is_read(group, key) or (group == "rounding" and key in {form.rounding_key for form in forms.FORMS})


@each_row("group, key", EDITION_KEYS)
def test_a_ruling_or_wording_reads_every_key_of_an_edition(group, key):
    assert is_read(group, key)


TOLD_AS_STATED = ("normal_play_impossible", "unprescribed", "forbidden_agreement")  # with where they stand


def told_keys():
    """The keys of an edition whose word goes into a sentence: `str(….key)`."""
    keys = dict.fromkeys(key for _, key in EDITION_KEYS)
    for path in (ROOT / "analyser/ruling").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "str":
                argument = node.args[0] if node.args else None
                if not isinstance(argument, ast.Attribute) or argument.attr not in keys:
                    continue
                if argument.attr in own_words() or ".edition." in ast.unparse(argument):
                    yield argument.attr


@each_row("key", sorted({*told_keys(), *TOLD_AS_STATED}))
def test_every_edition_word_in_a_sentence_has_its_wording(key):
    for year in laws.editions():
        edition = laws.edition_of(year)
        words = {str(getattr(getattr(edition, group), key)) for group, own in EDITION_KEYS if own == key}
        for language in LANGUAGES:
            lacking = [word for word in words if f"value.{word}" not in TextVoice(language).words]
            assert not lacking, (language, lacking)


PENALTIES = [
    (authority, year, penalty.code, penalty.unit)
    for year in ("1997", "2007", "2017")
    for authority in laws.authorities_with_switches()
    for penalty in laws.resolve(None, authority, year).regulation.penalties
]


@each_row("authority, year, code, unit", PENALTIES)
def test_every_penalty_of_a_catalogue_is_answered(authority, year, code, unit):
    law = laws.resolve(None, authority, year)
    answer = penalty_answer(law, code, OffenceFacts(seconds=600, times=1, warned=True, unit=unit))
    assert answer.says.code.startswith("penalty.")
    assert answer.sources


AWARDS = [
    name
    for name, value in vars(awards).items()
    if isinstance(value, FunctionType) and value.__module__ == awards.__name__ and not name.startswith("_")
]


@each_row("name", AWARDS)
def test_every_forfeit_bye_and_withdrawal_is_awarded_somewhere(name):
    """Used by a ruling, an event or an answer on procedure, not by the scoring room alone."""
    outside = [
        path
        for path in (ROOT / "analyser").rglob("*.py")
        if path.relative_to(ROOT / "analyser").parts[0] != "scoring"
    ]
    inside = (ROOT / "analyser/scoring/awards.py").read_text(encoding="utf-8")
    within = inside.count(f"{name}(") > 1 + inside.count(f">>> {name}(")
    assert within or any(f"{name}(" in path.read_text(encoding="utf-8") for path in outside)
