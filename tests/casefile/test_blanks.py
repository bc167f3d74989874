"""A template is told from a case: what nobody has filled in yet is named, with what belongs there."""

import pytest

from analyser import check, read_case, review, rule
from analyser.casefile import IncidentKind, case_of
from analyser.casefile.templates import template, template_leftovers
from analyser.errors import CaseError
from tests.support import ROOT
from tests.support.commands import typed
from tests.support.every import each_row


def told(text: str) -> dict[str, str]:
    return {problem.where: str(problem) for problem in template_leftovers(case_of(text.encode()))}


@each_row("kind", IncidentKind)
def test_each_example_of_an_untouched_template_has_its_remedy(kind):
    lines = told(template(kind))
    assert {"id", "event date", "event authority", "event form", "board number"} <= lines.keys()
    assert any(where.startswith("incident 1 ") for where in lines)
    assert [where for where in lines if where.endswith((" kind", " id", " status"))] == []
    assert [
        problem
        for where, problem in lines.items()
        if where != "id" and ": " not in problem.split("Put in")[1]
    ] == []


def test_what_has_been_filled_in_is_no_longer_named():
    bare = template(IncidentKind.CLAIM)
    assert "incident 1 on_lead" in told(bare)
    filled = bare.replace('on_lead = "E"', 'on_lead = "S"').replace("number = 7", "number = 8")
    assert told(bare).keys() - told(filled).keys() == {"incident 1 on_lead", "board number"}


def test_a_case_with_its_own_name_has_no_blanks():
    assert told(template(IncidentKind.REVOKE).replace('"my-case"', '"board-9"')) == {}


@pytest.mark.parametrize("kind", IncidentKind)
def test_an_untouched_template_says_what_to_fill_in_first(tmp_path, kind):
    file = tmp_path / "new.toml"
    file.write_text(template(kind))
    for command in ("check", "rule", "review", "precedents"):
        done = typed(command, file)
        assert done.code == 1
        said, silent = (done.out, done.err) if command == "check" else (done.err, done.out)
        assert f"file: '{file}': nothing of the template is filled in yet" in said.splitlines()[0]
        assert "Fill in first: incident 1 " in said
        assert not silent.strip()
    assert check(file)[0].where == "file"
    with pytest.raises(CaseError, match="nothing of the template is filled in yet"):
        rule(str(file))


def test_rule_check_and_review_take_a_path_or_a_case():
    file = ROOT / "cases" / "laws" / "27B1-lowest-same.toml"
    case = read_case(file)
    for source in (file, str(file), case):
        assert check(source) == ()
        assert rule(source).case == case
    with pytest.raises(CaseError, match="Check the path"):
        review("no-such-file.toml")


def test_remaining_template_text_is_named_before_the_ruling(tmp_path):
    file = tmp_path / "new.toml"
    file.write_text(template(IncidentKind.NO_PLAY).replace('EW = "direct"', 'EW = "partial"'))
    done = typed("rule", file)
    assert done.code == 0
    assert done.err.startswith("id: 'my-case': still the template's example. Once all is filled in")
    assert "incident 1 fault NS: 'none': still the template's example." in done.err
    assert "NS +3 IMPs, EW 0 IMPs" in done.out
    checked = typed("check", file)
    assert (checked.code, "still the template's example" in checked.err) == (0, True)
