"""`./run bench --quality` says what it holds the tree against, and what it does where there are no records."""

import pytest

from tests.bench import quality
from tests.bench.__main__ import PROMISES, main

BASELINE = {"contract_log_loss": 2.5, "score_log_loss": 2.0, "imp_error": 4.0}
TOLD = {
    "contract_log_loss": 2.0,
    "score_log_loss": 2.1,
    "imp_error": 4.0,
    "baselines": dict.fromkeys(("par", "other_table", "prefix"), BASELINE),
}


def test_every_measure_is_held_against_every_baseline():
    """Lower is better; as good as the baseline holds."""
    figures = quality.figures_of(TOLD)
    assert len(figures) == 9
    assert {figure.what: figure.holds for figure in figures} == {
        f"{text}, beside {name}": text != "log-loss of the score"
        for text in ("log-loss of the contract", "log-loss of the score", "distance of the score")
        for name in TOLD["baselines"]
    }


def test_without_the_records_it_is_skipped_with_the_reason(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(quality, "SHARED", tmp_path)
    monkeypatch.setattr("tests.bench.__main__.ROOT", tmp_path)
    assert main(["--quality"]) == 0
    assert (
        "skipped: the reference records (../shared/data) are not beside this checkout"
        in capsys.readouterr().out
    )
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("word", ["--qualiti", "speed", "--start-up"])
def test_an_unknown_word_is_refused_with_those_there_are(word, capsys):
    assert main([word]) == 2
    text = capsys.readouterr().err
    assert word in text
    assert "quality" in text


def test_quality_takes_minutes_and_is_not_among_the_speeds():
    assert "quality" not in PROMISES
