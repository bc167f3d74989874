"""A Bridgemate file is read by whichever of two programs is there, with the same numbers."""

import gzip
import json
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

from analyser.errors import CaseError, NotationError
from analyser.event import bridgemate_file, folder
from analyser.event.folder import load_results, open_folder, tell_unread
from analyser.event.run import EventOptions, analyse
from analyser.event.settings import EventSettings
from analyser.event.store import LossKind, ResultStore
from analyser.messages import in_words, sentence

RECEIVED = {
    "Section": [1, 1, 1],
    "Table": [1, 2, 3],
    "Round": [1, 1, 1],
    "Board": [7, 7, 7],
    "PairNS": [1, 2, 3],
    "PairEW": [9, 8, 7],
    "Declarer": [1, 0, 1],
    "NS/EW": ["N", "", "W"],
    "Contract": ["4 S x", "", "3 NT"],
    "Result": ["-1", "", "="],
    "LeadCard": ["D4", "", None],
    "Remarks": ["", "60%-40%", None],
    "Erased": [False, False, True],
}
HANDS = {
    "Section": [1],
    "Board": [7],
    **{
        f"{seat}{suit}": [ranks]
        for seat, hand in {
            "North": "QJ853.J932.A.AT8",
            "East": "T6.T8765.QJ94.63",
            "South": "A7.AKQ.K87532.Q9",
            "West": "K942.4.T6.KJ7542",
        }.items()
        for suit, ranks in zip(("Spades", "Hearts", "Diamonds", "Clubs"), hand.split("."), strict=True)
    },
}
TABLES = {"ReceivedData": RECEIVED, "HandRecord": HANDS}
# A database of the form Access 2000 with the tables of a Bridgemate file (Session, Section, Tables, RoundData, PlayerNumbers,
# Settings, ReceivedData, BiddingData, PlayData, HandRecord and two empty ones), written with Jackcess 2.1.3, packed. Fourteen
# results of one round and a half in two sections: one erased and entered again, one of 60%-40%, one not played, one for the
# director to settle, one where the pairs sat the wrong way round; calls with their times and one trick of the first table.
CLUB = Path(__file__).with_name("club.bws.gz")
# Board, both pairs, contract, tricks, North-South's score (Law 77), artificial score.
CLUB_RESULTS = {
    (1, "A1", "A6", "4S by N", 10, 420, None),
    (1, "A2", "A5", "3NTX by S", 8, -100, None),
    (1, "A3", "A4", None, None, 0, None),
    (1, "B1", "B2", "2H by W", 5, 150, None),
    (2, "A1", "A6", "2HXX by W", 9, -840, None),
    (2, "A2", "A5", None, None, None, "A6040"),
    (2, "A3", "A4", None, None, None, None),
    (3, "A1", "A5", "1NT by N", 9, 150, None),
    (3, "A6", "A4", "5DX by E", 8, 800, None),
    (3, "A3", "A2", "3NT by N", 9, 400, None),
    (4, "A1", "A5", None, None, None, None),
    (4, "A6", "A4", "6C by S", 13, 1390, None),
    (4, "A2", "A3", "2S by W", 6, 200, None),
}
# As `mdb-export` prints the same tables.
EXPORTED = (
    "Section,Table,Round,Board,PairNS,PairEW,Declarer,NS/EW,Contract,Result,LeadCard,Remarks,Erased\n"
    '1,1,1,7,1,9,1,"N","4 S x","-1","D4","",0\n'
    '1,2,1,7,2,8,0,"","","","","60%-40%",0\n'
    '1,3,1,7,3,7,1,"W","3 NT","=",,,1\n'
)


def loaded(text: dict[str, str], place: Path, monkeypatch: pytest.MonkeyPatch) -> ResultStore:
    (place / "club.bws").write_bytes(b"\0\1\0\0Standard Jet DB")
    monkeypatch.setattr(folder, "tables_of", lambda _: text)
    contents = open_folder(place, place / "out")
    store = ResultStore()
    load_results(contents.results, EventSettings(), store)
    return store


def test_both_ways_give_the_same_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = {name: bridgemate_file.csv_of(table) for name, table in TABLES.items()}
    theirs = {"ReceivedData": EXPORTED, "HandRecord": ours["HandRecord"]}
    of_each = []
    for text in (ours, theirs):
        with loaded(text, tmp_path, monkeypatch) as store:
            of_each.append([entry for group in store.groups() for entry in group.entries])
    first, second = of_each
    assert first == second
    assert [(entry.ns, entry.ew, entry.score_ns, str(entry.artificial)) for entry in first] == [
        ("1", "9", -200, "None"),
        ("2", "8", None, "A6040"),
    ]
    assert {str(entry.deal) for entry in first} == {
        "N:QJ853.J932.A.AT8 T6.T8765.QJ94.63 A7.AKQ.K87532.Q9 K942.4.T6.KJ7542"
    }


@pytest.mark.parametrize("program", ["access_parser", "mdb-export"])
def test_a_database_as_bridgemate_keeps_it_gives_its_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    if program == "access_parser":
        pytest.importorskip("access_parser", reason="the extra bws is not installed")
        monkeypatch.setattr(bridgemate_file.shutil, "which", lambda _: None)
    elif shutil.which(program) is None:
        pytest.skip("mdbtools is not installed")
    (tmp_path / "club.bws").write_bytes(gzip.decompress(CLUB.read_bytes()))
    contents = open_folder(tmp_path, tmp_path / "out")
    with ResultStore() as store:
        load_results(contents.results, EventSettings(), store)
        entries = [entry for group in store.groups() for entry in group.entries]
        losses = [(loss.source.place, getattr(loss.why, "code", "")) for loss in store.losses()]
        (publication,) = store.publications
    assert {
        (
            entry.board, entry.ns, entry.ew, entry.contract and str(entry.contract), entry.tricks, entry.score_ns,
            entry.artificial and str(entry.artificial),
        )
        for entry in entries
    } == CLUB_RESULTS  # fmt: skip
    first = next(entry for entry in entries if (entry.board, entry.ns) == (1, "A1"))
    assert str(first.auction) == "1S P 3S P 4S P P P"
    assert first.call_times == (None, 4, 5, 3, 28, 3, 2, 2)
    assert [str(card) for card in first.cards] == ["HT", "HJ", "HA", "H2"]
    assert str(first.deal) == "N:AKQ52.42.AK3.Q54 76.T983.J9765.A2 JT98.J5.QT4.KT98 43.AKQ76.82.J763"
    assert losses == [(12, "problem.award-without-figure")]
    assert (publication.published.name, publication.published.date) == ("Club evening", "2024-03-05")


def fake_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    class AccessParser:
        def __init__(self, path: str) -> None:
            if Path(path).read_bytes() == b"broken":
                raise KeyError("Name")
            self.catalog = dict.fromkeys(TABLES)

        def parse_table(self, name: str) -> object:
            return TABLES[name]

    module = ModuleType("access_parser")
    module.AccessParser = AccessParser  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "access_parser", module)


def test_the_tables_come_out_as_csv_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fake_parser(monkeypatch)
    good, bad = tmp_path / "good.bws", tmp_path / "bad.bws"
    good.write_bytes(b"fine")
    bad.write_bytes(b"broken")
    assert bridgemate_file.main(str(good), ["ReceivedData", "PlayData"]) == 0
    assert list(json.loads(capsys.readouterr().out)) == ["ReceivedData"]
    assert bridgemate_file.main(str(bad), ["ReceivedData"]) == 1
    assert capsys.readouterr() == ("", "")


def test_a_broken_file_is_told_whichever_program_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("access_parser", reason="the extra bws is not installed")
    monkeypatch.setattr(bridgemate_file.shutil, "which", lambda _: None)
    (tmp_path / "club.bws").write_bytes(b"\0\1\0\0Standard Jet DB" + bytes(5000))
    (tmp_path / "t.csv").write_text("Board,Score\n1,420\n")
    contents = open_folder(tmp_path, tmp_path / "out")
    with ResultStore() as store:
        load_results(contents.results, EventSettings(), store)
        (lost,) = store.losses()
    assert (lost.source.file, lost.kind, lost.why.code) == (
        "club.bws",
        LossKind.FILE,
        "problem.access-parser-failed",
    )


def test_without_either_the_remedy_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridgemate_file.shutil, "which", lambda _: None)
    monkeypatch.setattr(bridgemate_file, "find_spec", lambda _: None)
    with pytest.raises(NotationError, match="apt install mdbtools"):
        bridgemate_file.tables_of(tmp_path / "x.bws")


def test_the_losses_are_listed_also_when_nothing_could_be_read(tmp_path: Path) -> None:
    (tmp_path / "results.xml").write_bytes(b"%PDF-1.7")
    with pytest.raises(CaseError, match=r"losses\.csv"):
        analyse(tmp_path, EventOptions(tmp_path / "out"), lambda _: None)
    lines = (tmp_path / "out" / "losses.csv").read_text(encoding="utf-8").splitlines()
    assert lines == ["file,line,kind,found,why", "results.xml,0,file,,this is a PDF"]


def test_unreadable_parts_are_listed_before_asking_the_form(tmp_path: Path) -> None:
    """A Bridgemate file says nothing of the form, and this one not of results either; a list beside it tells both to ask."""
    (tmp_path / "club.bws").write_bytes(b"broken")
    with pytest.raises(CaseError, match=r"losses\.csv"):
        analyse(tmp_path, EventOptions(tmp_path / "out"), lambda _: None)
    (tmp_path / "t.csv").write_text("Board,Score\n1,420\n")
    with pytest.raises(CaseError, match=r"event\.toml form"):
        analyse(tmp_path, EventOptions(tmp_path / "out"), lambda _: None)
    lines = (tmp_path / "out" / "losses.csv").read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[0] for line in lines] == ["file", "club.bws"]


def test_the_losses_speak_the_readers_language(tmp_path: Path) -> None:
    (tmp_path / "results.xml").write_bytes(b"%PDF-1.7")
    with pytest.raises(CaseError):
        analyse(tmp_path, EventOptions(tmp_path / "out", language="it"), lambda _: None)
    lines = (tmp_path / "out" / "losses.csv").read_text(encoding="utf-8").splitlines()
    assert lines[1] == f"results.xml,0,file,,{in_words(sentence('file-is-pdf'), 'it')}"
    assert "this is" not in lines[1]


def test_a_document_among_results_is_reported_a_picture_not(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("Board,Score\n1,420\n")
    (tmp_path / "results.xlsx").write_bytes(b"PK\x03\x04\x14\0\x06\0[Content_Types].xml")
    (tmp_path / "hall.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    contents = open_folder(tmp_path, tmp_path / "out")
    with ResultStore() as store:
        tell_unread(contents, store)
        (lost,) = store.losses()
    assert (lost.source.file, getattr(lost.why, "code", "")) == ("results.xlsx", "problem.file-is-office")


def test_a_folder_without_results_lists_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "results.pdf").write_bytes(b"%PDF-1.7")
    (tmp_path / "notes.doc").write_bytes(b"hello")
    with pytest.raises(CaseError, match="Put"):
        analyse(tmp_path, EventOptions(tmp_path / "out"), lambda _: None)
    lines = (tmp_path / "out" / "losses.csv").read_text(encoding="utf-8").splitlines()
    assert lines[1:] == [
        "notes.doc,0,file,,the file is in none of the formats known",
        "results.pdf,0,file,,this is a PDF",
    ]
