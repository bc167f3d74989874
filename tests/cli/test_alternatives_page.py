"""Past findings beside ours are kept as they come, and sought again only when the case or the models changed."""

import pytest

from analyser.casefile import bundled_past_cases
from analyser.estimates.services import Services
from tests.bench.lab import commands, past_alternatives


def test_what_was_found_before_is_not_sought_again(tmp_path, monkeypatch):
    cases = bundled_past_cases()[:25]
    first = list(commands.past_findings_beside_ours(cases, Services(), tmp_path))
    assert first
    monkeypatch.setattr(past_alternatives, "past_findings", lambda *_: pytest.fail("sought again"))
    assert list(commands.past_findings_beside_ours(cases, Services(), tmp_path)) == first


def test_other_models_are_asked_again(tmp_path, monkeypatch):
    cases = [case for case in bundled_past_cases() if case.id == "usbf-2016s-1"]
    list(commands.past_findings_beside_ours(cases, Services(), tmp_path))
    monkeypatch.setattr(commands.resources, "text", lambda name: f"another card of {name}")
    asked = []
    monkeypatch.setattr(past_alternatives, "past_findings", lambda part, _: asked.extend(part) or ())
    list(commands.past_findings_beside_ours(cases, Services(), tmp_path))
    assert asked == cases
