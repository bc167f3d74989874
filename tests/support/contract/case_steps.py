"""What holds of a case file before anything is ruled: it is sound, tells the same when written again, and a past case only records."""

import json

from analyser.casefile import Case, Strength, case_of, problems_of
from analyser.casefile.toml_reader import read_tree
from analyser.casefile.tree import toml_text
from analyser.laws import find
from tests.support.contract.ruled_case import RuledCase


def exact_facts(case: Case) -> str:
    """All the facts of a case as exact texts, in one order."""
    tree = case.model_dump(mode="json", by_alias=True, exclude_none=True, exclude_defaults=True)
    return json.dumps(tree, sort_keys=True)


def check_is_clean(ruled: RuledCase) -> None:
    """`check` finds nothing to say of the file."""
    assert [str(problem) for problem in problems_of(ruled.data)] == []
    assert ruled.case.id


def case_is_written_again_the_same(ruled: RuledCase) -> None:
    """Read as a tree and written as TOML, the file tells the same facts."""
    tree, _ = read_tree(ruled.data)
    assert exact_facts(case_of(toml_text(tree).encode())) == exact_facts(ruled.case)


def past_case_names_its_file_and_source(ruled: RuledCase) -> None:
    """It is named after its file and says where it comes from."""
    source = ruled.case.source
    assert ruled.case.id == ruled.path.stem
    assert source is not None
    assert source.name
    assert source.where


def past_case_names_no_player(ruled: RuledCase) -> None:
    """Whoever sat there is not recorded."""
    assert ruled.case.players is None


def past_findings_bind_nobody(ruled: RuledCase) -> None:
    """They are counted against our own estimate, so they must not replace it."""
    case = ruled.case
    assert case.judgement == ()
    assert case.error == ()
    assert {expected.strength for expected in case.expected} <= {Strength.RECORDED}
    assert all(getattr(incident, "suggests", None) is None for incident in case.incident)


def past_case_cites_laws_of_its_edition(ruled: RuledCase) -> None:
    """Every clause cited stands in the edition the case names."""
    case = ruled.case
    cited = [clause for expected in case.expected for clause in expected.clauses or ()]
    cited += [clause for incident in case.incident for clause in getattr(incident, "clauses", None) or ()]
    assert [clause for clause in cited if str(find(clause)) != clause] == []
    if case.event.edition is not None:
        assert {clause.partition(":")[0] for clause in cited} <= {case.event.edition}


def past_score_is_one_figure_seen_from_both_sides(ruled: RuledCase) -> None:
    """What one side gets the other gives, unless the ruling parts them."""
    for expected in ruled.case.expected:
        if expected.ns is not None and expected.ew is not None and not ruled.case.ruling[-1].ew:
            assert expected.ns == -expected.ew
