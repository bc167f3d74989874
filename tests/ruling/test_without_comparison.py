"""Nothing to compare a score with: results and weights come in points, and a result that remains needs no comparison."""

import re
from dataclasses import replace

import pytest

from analyser.casefile import case_of
from analyser.estimates.services import default_services
from analyser.ruling import AdjustedKind, RulingRequest
from analyser.ruling.rule import rule
from tests.support import GOLDEN, ROOT

WITHOUT_COMPARISON = ("unauthorised-information", "limit-raise-told-weak")


@pytest.mark.parametrize("name", WITHOUT_COMPARISON)
@pytest.mark.slow
def test_without_a_comparison_results_and_weights_are_printed_in_points(name, solver):
    """Nothing judged and nothing to compare with: no score in the event's currency, all else as far as it goes."""
    text = (ROOT / "cases" / "kinds" / f"{name}.toml").read_text()
    bare = re.sub(r"^\[comparison\]\n(?:.+\n)+", "", text, flags=re.MULTILINE)
    assert bare != text
    ruling = rule(case_of(bare.encode()), RulingRequest(), replace(default_services(), tricks=solver))
    assert ruling.adjusted is not None
    assert ruling.adjusted.kind is AdjustedKind.WEIGHTED
    assert (ruling.adjusted.ns, ruling.adjusted.ew) == (None, None)
    assert ruling.weights is not None
    assert sum(weight for _, weight in ruling.weights.ns) == 1
    assert {outcome.converted for outcome in ruling.outcomes} == {None}
    assert {name for name, _ in ruling.weights.ns} <= {outcome.id for outcome in ruling.outcomes}
    assert any(warning.code == "adjustment.lacking" for warning in ruling.warnings)


def test_without_a_comparison_a_result_that_stands_is_told():
    """A person found no infraction: the table result stands whatever it is compared with."""
    text = (GOLDEN / "cases/good/ui-slow-invitation-imps.toml").read_text()
    text = text.replace("[comparison]\nother_room = 620\n", "")
    text = re.sub(r"^\[\[judgement\]\]\n(?:.+\n)+", "", text, flags=re.MULTILINE)
    text += '\n[[judgement]]\nquestion = "infraction"\nanswer = false\nby = "director"\n'
    ruling = rule(case_of(text.encode()))
    assert ruling.adjusted is not None
    assert ruling.adjusted.kind is AdjustedKind.NONE
