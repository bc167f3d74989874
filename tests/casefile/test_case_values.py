"""A case tells its facts as values of the game, whatever the layout of the file."""

import hashlib
import json
from fractions import Fraction

import pytest

from analyser import resources
from analyser.bridge import Seat, Vulnerability
from analyser.casefile import IncidentKind, Place, PlayerClass, case_of, problems_of, read_case
from analyser.casefile.anonymise import anonymise_tree
from analyser.casefile.explain import every_key, explain, json_schema_text
from analyser.casefile.templates import template
from analyser.casefile.toml_reader import read_tree
from analyser.casefile.tree import migrate_tree, toml_text
from analyser.errors import UsageError
from tests.casefile.test_problems import BASE
from tests.support.contract.case_steps import exact_facts
from tests.support.every import each_row


def test_dealer_and_vulnerability_come_from_the_number_unless_stated():
    case = case_of(BASE.encode())
    assert (case.dealer, case.vulnerability) == (Seat.S, Vulnerability.ALL)
    stated = case_of(BASE.replace("number = 7", 'number = 8\ndealer = "S"\nvulnerable = "none"').encode())
    assert (stated.dealer, stated.vulnerability) == (Seat.S, Vulnerability.NONE)


def test_the_contract_comes_from_the_auction():
    case = case_of(BASE.encode())
    assert (str(case.contract), str(case.result), str(case.lead)) == ("4H by N", "4H= by N", "S7")


def test_a_passed_out_board_has_a_result_without_contract():
    text = BASE.split("[table]")[0] + '[table]\nauction = "P P P P"\n'
    case = case_of(text.encode())
    assert (case.contract, str(case.result)) == (None, "passed out")


def test_weights_are_exact():
    case = case_of(BASE.encode())
    assert [entry.weight for entry in case.judgement[0].answer] == [Fraction(3, 5), Fraction(2, 5)]


def test_a_player_s_own_entry_stands_over_his_pair_s():
    players = '[players]\nN = { class = "expert" }\nNS = { class = "club", system = "2/1" }\n'
    case = case_of((BASE + players).encode())
    north, south = case.player(Seat.N), case.player(Seat.S)
    assert (north.class_, north.system) == (PlayerClass.EXPERT, "2/1")
    assert south.class_ is PlayerClass.CLUB
    assert case.player(Seat.E).class_ is None


def test_the_hash_is_the_files_and_layout_changes_no_fact():
    laid_out = BASE.replace('form = "imps"', '# a comment\nform   =   "imps"').replace('"60%"', '"3/5"')
    first, second = case_of(BASE.encode()), case_of(laid_out.encode())
    assert first.sha256 == hashlib.sha256(BASE.encode()).hexdigest() != second.sha256
    assert exact_facts(first) == exact_facts(second)
    changed = case_of(BASE.replace("tricks = 10", "tricks = 11").encode())
    assert exact_facts(changed) != exact_facts(first)
    json.loads(exact_facts(first), parse_float=pytest.fail)


def test_hostile_texts_are_written_so_that_they_read_back():
    hostile = 'a "quoted" \\ back\nline\ttab \x7f ] | = # end'
    tree, _ = read_tree(BASE.encode())
    tree["title"] = hostile
    assert case_of(toml_text(tree).encode()).title == hostile


@each_row("kind", IncidentKind)
def test_the_template_of_every_kind_is_a_case_without_problems(kind):
    case, problems = read_case(template(kind).encode())
    assert problems == ()
    assert case is not None
    assert [str(incident.kind) for incident in case.incident] == [str(kind)]


@each_row("kind", IncidentKind)
def test_a_template_with_every_key_has_only_mutually_exclusive_facts(kind):
    lines = template(kind).split("\n[[incident]]\n")[1].split("\n\n")[0].split("\n")
    keys = {line.lstrip("# ").split(" = ")[0] for line in lines if " = " in line}
    known = {key.path.rsplit(" ", 1)[1] for key in every_key() if key.path.startswith(f"incident ({kind})")}
    assert keys - {"kind"} <= known
    assert known - keys <= {"NS", "EW", "N", "E", "S", "W", "score", "times"}  # keys of the tables within


def test_every_key_of_the_contract_is_explained():
    for path in {key.path.split("(")[0].strip() or key.path for key in every_key()}:
        assert explain(path), path
    with pytest.raises(UsageError, match="authority"):
        explain("autority")


def test_the_published_schema_is_the_one_in_use():
    assert resources.text("cases/schema.json") == json_schema_text()


def test_places_read_back():
    for text in ("call 7", "trick 3 W", "lead", "before play"):
        assert str(Place.parse(text)) == text


NAMED = (
    BASE
    + """\
[players]
N = { class = "expert", name = "Ada Example" }
EW = { name = "Bruno Sample & Carla Muster" }
[[remark]]
at = "call 7"
kind = "remark"
by = "N"
text = "Ada said she was tired"
[[remark]]
at = "call 7"
kind = "explanation"
by = "N"
text = "as Ada Example explained to Bruno: invitational"
[[ruling]]
by = "Dora Director"
body = "director"
kind = "result-stands"
dissent = "Emil disagreed"
[appeal]
by = "EW"
grounds = "Muster felt hurried"
"""
)


def test_an_anonymised_case_is_sound_and_names_nobody():
    tree, _ = read_tree(NAMED.encode())
    assert problems_of(NAMED.encode()) == ()
    text = toml_text(anonymise_tree(tree))
    assert problems_of(text.encode()) == ()
    for name in ("Ada", "Bruno", "Carla", "Muster", "Dora", "Emil", "tired", "hurried"):
        assert name not in text
    assert "invitational" in text
    assert 'class = "expert"' in text
    assert 'by = "EW"' in text


def test_anonymising_keeps_what_a_ruling_needs():
    tree, _ = read_tree(NAMED.encode())
    before, after = case_of(NAMED.encode()), case_of(toml_text(anonymise_tree(tree)).encode())
    assert (after.deal, after.auction, after.play, after.judgement[0].answer) == (
        before.deal,
        before.auction,
        before.play,
        before.judgement[0].answer,
    )


def test_an_older_schema_is_migrated_step_by_step():
    steps = {
        -1: lambda tree: {**tree, "schema": 0, "id": tree["name"]},
        0: lambda tree: {**tree, "schema": 1},
    }
    assert migrate_tree({"schema": -1, "name": "x"}, steps) == {"schema": 1, "name": "x", "id": "x"}
    assert migrate_tree({"schema": 2}, steps) == {"schema": 2}


@pytest.mark.parametrize(
    "spelling", ["2017:16B1a", "2017: Law 16 B1(a)", "2017:L16B-1 (a)", "16B1(a) (2017)"]
)
def test_a_case_takes_a_provision_in_every_spelling_law_takes(spelling):
    text = BASE + f'[[ruling]]\nkind = "result-stands"\nclauses = ["{spelling}"]\n'
    case, problems = read_case(text.encode())
    assert problems == ()
    assert case.ruling[0].clauses == ("2017:16B1a",)


def test_a_provision_without_edition_or_unknown_is_refused_with_remedy():
    for spelling, remedy in (("16B1a", "year"), ("2017:sixteen", "")):
        text = BASE + f'[[ruling]]\nkind = "result-stands"\nclauses = ["{spelling}"]\n'
        problems = read_case(text.encode())[1]
        assert [problem.where for problem in problems] == ["ruling 1 clauses 1"], problems
        assert remedy in str(problems[0]), problems[0]
