"""A folder that is filled while the event runs: what is new costs, what was there is not read again, what changed is said."""

import csv

import pytest

from analyser.cli import event as command
from analyser.errors import CaseError, UsageError
from analyser.event import folder as folders
from analyser.event.news import Snapshot
from analyser.event.run import EventOptions, analyse
from analyser.event.run_cache import exclusive_run

SETTINGS = 'form = "matchpoints"\n'
FIRST = "Board,NS,EW,Score\n1,1,11,620\n1,2,12,170\n1,3,13,-100\n"
SECOND = "Board,NS,EW,Score\n2,1,12,100\n2,2,13,420\n2,3,11,450\n"
CORRECTED = "Board,NS,EW,Score\n1,1,11,-100\n1,2,12,170\n1,3,13,-100\n"


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "event"
    place.mkdir()
    (place / "event.toml").write_text(SETTINGS, "utf-8")
    (place / "round-1.csv").write_text(FIRST, "utf-8")
    return place


@pytest.fixture
def files_read(monkeypatch):
    """The files whose text was read, in their order."""
    names = []
    plain = folders._import

    def noted(file, data, target):
        names.append(file.name)
        plain(file, data, target)

    monkeypatch.setattr(folders, "_import", noted)
    return names


def run(folder, out, **options):
    return analyse(folder, EventOptions(out, measure=0, **options), lambda _: None)


def news(out):
    with (out / "news.csv").open(encoding="utf-8", newline="") as file:
        return [(row["what"], row["where"], row["before"], row["after"]) for row in csv.DictReader(file)]


def test_a_file_that_stayed_the_same_is_not_read_again(folder, tmp_path, files_read):
    out = tmp_path / "out"
    run(folder, out, resume=True)
    (folder / "round-2.csv").write_text(SECOND, "utf-8")
    run(folder, out, resume=True)
    (folder / "round-1.csv").write_text(CORRECTED, "utf-8")
    run(folder, out, resume=True)
    assert files_read == ["round-1.csv", "round-2.csv", "round-1.csv"]


def test_what_was_kept_gives_what_is_read_again(folder, tmp_path):
    """Teams by name in two files: the second run numbers them as the first one did."""
    (folder / "event.toml").write_text('form = "imps"\n', "utf-8")
    rooms = "Round,Board,Room,NS,EW,Score\n{0},{0},o,{1},{2},620\n{0},{0},c,{2},{1},170\n"
    (folder / "round-1.csv").write_text(rooms.format(1, "Reds", "Blues"), "utf-8")
    (folder / "round-2.csv").write_text(rooms.format(2, "Greens", "Reds"), "utf-8")
    run(folder, tmp_path / "kept", resume=True)
    (folder / "round-0.csv").write_text(rooms.format(3, "Blues", "Greens"), "utf-8")
    run(folder, tmp_path / "kept", resume=True)
    run(folder, tmp_path / "fresh")
    for name in ("standings.csv", "matches.csv", "boards.csv", "losses.csv", "event.jsonl"):
        assert (tmp_path / "kept" / name).read_bytes() == (tmp_path / "fresh" / name).read_bytes(), name


def test_only_changed_pages_are_written_again(folder, tmp_path):
    out = tmp_path / "out"
    (folder / "round-2.csv").write_text(SECOND, "utf-8")
    run(folder, out, resume=True)
    written = {page.name: page.stat().st_mtime_ns for page in (out / "boards").iterdir()}
    (folder / "round-1.csv").write_text(CORRECTED, "utf-8")
    run(folder, out, resume=True)
    assert {
        page.name for page in (out / "boards").iterdir() if page.stat().st_mtime_ns != written[page.name]
    } == {"b1.html"}


def test_watching_reruns_a_changed_folder_and_reports_changes(folder, tmp_path, monkeypatch, capsys):
    out = tmp_path / "out"
    steps = iter(("", ("round-2.csv", SECOND), "", ("round-1.csv", CORRECTED), ""))

    def wait(seconds):
        """While the program waits, somebody puts a file there; at the end somebody stops it."""
        if seconds == 30:
            step = next(steps, None)
            if step is None:
                raise KeyboardInterrupt
            if step:
                (folder / step[0]).write_text(step[1], "utf-8")

    monkeypatch.setattr(command, "sleep", wait)
    with pytest.raises(KeyboardInterrupt):
        command.event(folder, out, watch=True, every=30, measure=0)
    text = capsys.readouterr().out
    assert text.count("boards ") == 3
    assert "results 3 new, 0 corrected, 0 gone" in text
    assert "results 0 new, 1 corrected, 0 gone" in text
    assert ("corrected", "1 1 11", "620", "-100") in news(out)
    assert any(what == "place" for what, *_ in news(out))


def test_an_invalid_folder_does_not_end_the_watch(folder, tmp_path, monkeypatch, capsys):
    (folder / "event.toml").write_text("form = 3\n", "utf-8")

    def wait(seconds):
        if seconds == 30:
            raise KeyboardInterrupt

    monkeypatch.setattr(command, "sleep", wait)
    with pytest.raises(KeyboardInterrupt):
        command.event(folder, tmp_path / "out", watch=True, every=30)
    assert "event.toml form" in capsys.readouterr().err


def test_many_answers_are_no_document(folder, tmp_path):
    with pytest.raises(UsageError):
        command.event(folder, tmp_path / "out", watch=True, json=True)


def test_without_an_earlier_run_there_is_no_news(folder, tmp_path):
    assert Snapshot.read_folder(tmp_path / "out").is_empty


def test_a_second_run_into_one_folder_is_refused(tmp_path):
    place = tmp_path / "out" / ".work"
    busy = pytest.raises(CaseError, match="another run is writing there now")
    with exclusive_run(place), busy, exclusive_run(place):
        pass
    with exclusive_run(place):
        pass


def test_a_hold_that_was_written_over_holds_nothing(tmp_path):
    (tmp_path / "running.sqlite").write_bytes(b"this was a hold once" * 300)
    with exclusive_run(tmp_path):
        pass


NAMED = "Board,NS,EW,Score\n1,Quillfeather,Brambleworth,620\n1,Ostrowick,Tamberlyne,170\n"
LATER = "Board,NS,EW,Score\n2,quillfeather,Tamberlyne,100\n2,Ostrowick,Brambleworth,-50\n"
PLAYERS = (b"quillfeather", b"brambleworth", b"ostrowick", b"tamberlyne")


def names_in(place):
    text = b"".join(path.read_bytes() for path in place.rglob("*") if path.is_file()).lower()
    return [name for name in PLAYERS if name in text]


def sheets(out):
    return {path.name: path.read_bytes() for path in out.iterdir() if path.is_file()}


def test_no_name_is_kept_unless_names_are_asked_for(folder, tmp_path, files_read):
    """A team met again in a later file is known by its digest; a resumed run writes what a fresh run does."""
    (folder / "round-1.csv").write_text(NAMED, "utf-8")
    out, fresh = tmp_path / "out", tmp_path / "fresh"
    run(folder, out, resume=True)
    (folder / "round-2.csv").write_text(LATER, "utf-8")
    run(folder, out, resume=True)
    run(folder, fresh)
    assert files_read == ["round-1.csv", "round-2.csv", "round-1.csv", "round-2.csv"]
    assert names_in(out) == []
    assert sheets(out) == sheets(fresh)
    with (out / "standings.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == len(PLAYERS)


def test_a_later_run_without_names_erases_them(folder, tmp_path):
    (folder / "round-1.csv").write_text(NAMED, "utf-8")
    out = tmp_path / "out"
    run(folder, out, resume=True)
    named = run(folder, out, resume=True, names=True)
    assert {name.casefold().encode() for name in named.names.values()} == set(PLAYERS)
    run(folder, out, resume=True)
    assert names_in(out / ".work") == []
