"""`analyser web` as it is typed: a wrong port, a folder without leave and a missing part are refused without a traceback."""

import pytest

from analyser.web import __main__ as front
from analyser.web import offline_calculator


@pytest.mark.parametrize("port", ["99999", "-1", "banana", "8000.0"])
def test_what_is_no_port_is_wrong_use(port, capsys):
    with pytest.raises(SystemExit) as end:
        front.main(["--port", port])
    assert end.value.code == 2
    assert "from 0 to 65535" in capsys.readouterr().err


def test_drafts_that_cannot_be_kept_are_reported_with_the_remedy(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ANALYSER_DATA", str(tmp_path / "file" / "below"))
    assert front.main(["--port", "0"]) == 1
    text = capsys.readouterr().err
    assert "drafts cannot be kept there" in text
    assert "ANALYSER_DATA" in text


def test_without_its_optional_part_the_way_to_install_is_shown(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(front, "find_spec", lambda name: None)
    for words in (["--port", "0"], ["--export", str(tmp_path / "offline_calculator.html")]):
        assert front.main(words) == 1
        assert './run setup, or pip install ".[web]"' in capsys.readouterr().err


def test_an_unwritable_place_is_reported_before_anybody_waits(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(offline_calculator, "offline_page", lambda language: pytest.fail("made all the same"))
    assert front.main(["--export", str(tmp_path / "none" / "offline_calculator.html")]) == 1
    text = capsys.readouterr().err
    assert "--export" in text
    assert "about ten seconds" not in text


@pytest.mark.parametrize(
    "words", [["--behind", "bridge.example"], ["--behind", "https://b.example", "--proxy", "x"]]
)
def test_what_is_no_address_of_a_web_server_is_told(words, capsys):
    assert front.main(["--port", "0", *words]) == 2
    assert words[-2] in capsys.readouterr().err


@pytest.mark.parametrize(
    "words, expected",
    [(["--share"], "/join/"), (["--behind", "https://b.example/x"], "https://b.example/x/join/")],
)
def test_the_first_invitation_is_shown_once_the_pages_answer(words, expected, tmp_path, monkeypatch, capsys):
    import uvicorn

    monkeypatch.setenv("ANALYSER_DATA", str(tmp_path))
    monkeypatch.setattr(uvicorn.Server, "run", lambda *_, **__: None)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    assert front.main(["--port", "0", *words]) == 0
    text = capsys.readouterr().out
    assert expected in text
    assert text.count("/join/") == 1
