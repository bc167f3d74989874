"""A board pasted into the page of new cases: it is read whole, or the page says what is wrong, left over or open."""

import random
import re
from html import unescape

import pytest

from analyser.bridge import dealer_of_board
from analyser.web.edit import parse_toml
from analyser.web.typed_case import TypedAnswers, read_typed
from tests.support.every import each_row
from tests.web.visits import Visit, app_in, hidden

HANDS = "K832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75"
COLUMNS = "West North East South\n1S\nPass 3S.. Pass 4S\nAll Pass\n"


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    return Visit(app_in(tmp_path_factory.mktemp("typed")))


def pasted(visit, source, **fields):
    """What the page answers to a pasted text: its words, and the case where one began."""
    answer = visit.send("/new", {"source": source, **fields})
    if answer.status_code == 303:
        return "", visit.get(f"{answer.headers['location']}/case.toml").text
    words = unescape(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", answer.text, flags=re.DOTALL))
    return re.sub(r"\s+", " ", words), answer.text


def test_a_pasted_diagram_asks_of_the_pair_that_was_slow(visit):
    """South opened, North raised slowly: North's pause helps South, and nobody of East-West."""
    pasted_text, toml = pasted(visit, f"Board 3\n{HANDS}\n{COLUMNS}= 170 imps")
    assert pasted_text == ""
    case = parse_toml(toml)
    assert case["table"]["auction"] == "1S P 3S P 4S P P P"
    (incident,) = case["incident"]
    asked = [incident[key] for key in ("source", "at", "offender", "action")]
    assert asked == ["N", "call 3", "S", "call 5"]


# A text, then what the page must say of it; no case may begin.
NOT_CLEAR = (
    ("card held twice", f"3\n{HANDS.replace('K84.J75', 'K85.J75')}\n1sp3s..p4s\n=", ("South", "the card is in East's hand too", "D5")),
    ("hand of twelve", f"3\n{HANDS[:-1]}\n1sp3s..p4s\n=", ("South", "12 cards", "thirteen")),
    ("impossible call", f"3\n{HANDS}\n1S p 3S 2S\n=", ("call 4", "2S", "not sufficient over 3S")),
    ("double of partner", f"3\n{HANDS}\n1S p X p 4S p\n", ("call 3", "X")),
    ("a line of calls left over", f"3\n{HANDS}\n1S p 3S p 4S ap\n1H p 2H ap\n4S= S", ("Line 4 was not used", "1H p 2H ap")),
    ("a line of cards left over", f"3\n{HANDS}\nK974  T3\n1S p 3S p 4S ap\n", ("Line 3 was not used", "K974 T3")),
    ("a sentence that holds a bid", f"3\n{HANDS}\n1S p 3S p 4S ap\nSouth bid 4S", ("Line 4 was not used",)),
    ("passes left out", f"3\n{HANDS}\n1S 3S.. 4S\n=", ("Were passes left out?", "South 1 ♠ , North 3 ♠ , South 4 ♠", "South 1 ♠ , West 3 ♠ , North 4 ♠")),
    ("no dealer", f"{HANDS}\n1S p 3S p 4S ap\n4S= S", ("Who dealt?",)),
    ("the diagram's dealer is not the board's", f"Board 12\n{HANDS}\n{COLUMNS}", ("board 12 is dealt by West", "the first call stands under South", "Who dealt?")),
    ("the result's dealer is not the board's", "12\n1S P 3S P 4S AP\n4S= S", ("board 12 is dealt by West", "They would fit if South had dealt")),
    ("a row of too few calls", f"3\n{HANDS}\nWest North East South\n1S\nPass 3S 4S\nPass Pass Pass\n=", ("line 5", "as many calls")),
    ("dots forgotten", f"3\n{HANDS.replace('K3.K84.', 'K3K84')}\n1sp3sp4sap\n", ("Line 2 was not used",)),
)  # fmt: skip


@each_row("text, words", [row[1:] for row in NOT_CLEAR], ids=[row[0] for row in NOT_CLEAR])
def test_a_text_that_is_not_clear_begins_no_case(visit, text, words):
    pasted_text, page = pasted(visit, text, now="1")
    assert [word for word in words if word not in pasted_text] == []
    assert "Nothing is wrong" not in pasted_text
    assert "No problems" not in pasted_text
    kept = re.search(r'<textarea id="f-source"[^>]*>\n?(.*?)</textarea>', page, re.DOTALL)[1]
    assert unescape(kept).strip() == text.strip()  # nothing that was typed is lost


def test_passes_left_out_are_put_in_when_that_is_answered(visit):
    text = f"3\n{HANDS}\n1S 3S.. 4S\n="
    of = hidden(pasted(visit, text)[1], "of")
    for answer, calls, offender in (("left-out", "1S P 3S P 4S P P P", "S"), ("bid", "1S 3S 4S P P P", None)):
        pasted_text, toml = pasted(visit, text, of=of, passes=answer)
        assert pasted_text == ""
        case = parse_toml(toml)
        assert case["table"]["auction"] == calls
        assert [entry["offender"] for entry in case.get("incident", [])] == ([offender] if offender else [])
    changed, _ = pasted(visit, f"{text} 170 imps", of=of, passes="bid")
    assert "Were passes left out?" in changed  # the answer was to another text


def test_the_dealer_that_is_answered_deals(visit):
    text = f"Board 12\n{HANDS}\n{COLUMNS}="
    of = hidden(pasted(visit, text)[1], "of")
    pasted_text, toml = pasted(visit, text, of=of, dealer="S")
    assert pasted_text == ""
    case = parse_toml(toml)
    assert (case["board"]["dealer"], case["table"]["declarer"]) == ("S", "S")


def test_what_is_begun_all_the_same_keeps_what_was_typed(visit):
    """The wrong hand and the impossible call stay where they are mended, the line left over in the file."""
    text = f"3\n{HANDS[:-1]}\n1S p 3S 2S\nSouth bid 4S\n"
    of = hidden(pasted(visit, text)[1], "of")
    answer = visit.send("/new", {"source": text, "of": of, "all-the-same": "1"})
    draft = answer.headers["location"]
    toml = visit.get(f"{draft}/case.toml").text
    case = parse_toml(toml)
    assert case["board"]["hands"] == dict(zip("NES", HANDS[:-1].split(), strict=True))
    assert case["table"]["auction"] == "1S P 3S 2S"
    page = unescape(visit.get(draft).text)
    for words in ("12 cards", "it is not sufficient over 3S", "South bid 4S"):
        assert words in page
    assert "No problems were found" not in page


def test_a_line_of_words_is_kept_and_shown_as_unused(visit):
    draft = visit.send("/new", {"source": f"3\n{HANDS}\n1sp3sp4sap\nCold today\n"}).headers["location"]
    page = visit.get(draft).text
    assert "Cold today" in page
    assert "No problems were found" not in page


def test_dealer_and_vulnerability_are_read_as_they_are_written():
    rows = (
        ("Dealer South, Vul: N-S", "S", "NS"), ("Dlr: W  None vul", "W", "none"), ("East deals; game all", "E", "all"),
        ("Mazziere Ovest, zona: tutti", "W", "all"), ("Distribuitor Vest, zona: EV", "W", "EW"), ("Dealer N Love all", "N", "none"),
        ("North dealer Vulnerable: Both", "N", "all"),
    )  # fmt: skip
    read = []
    for text, _, _ in rows:
        board = parse_toml(read_typed(f"{text}\n1C p 1H p 1NT ap").toml)["board"]
        read.append((text, board.get("dealer"), board.get("vulnerable")))
    assert tuple(read) == rows


def test_the_opening_lead_is_read():
    case = parse_toml(read_typed("3\n1sp3sp4sap\nOpening lead: ♦10\n=").toml)
    assert case["table"]["lead"] == "DT"


def test_a_hand_of_signs_in_one_line_has_its_player():
    text = "Board 3\nSouth: ♠AQ1094 ♥K3 ♦K84 ♣J75\n1sp3s..p4s\n= 170 imps"
    read = read_typed(text)
    assert read.is_clear
    assert parse_toml(read.toml)["board"]["hands"] == {"S": "AQT94.K3.K84.J75"}


def test_the_columns_say_who_dealt_where_nothing_else_does():
    read = read_typed(f"{HANDS}\n{COLUMNS}")
    assert read.is_clear
    assert parse_toml(read.toml)["board"]["dealer"] == "S"
    assert str(dealer_of_board(3)) == "S"
    assert "dealer" not in parse_toml(read_typed(f"3\n{HANDS}\n{COLUMNS}").toml)["board"]
    answered = read_typed("1S p 3S ap", answers=TypedAnswers(dealer="E"))
    assert parse_toml(answered.toml)["board"]["dealer"] == "E"


PIECES = (
    "West North East South", "W N E S", "N S", "1S", "P", "3S..", "AP", "-", "|", "\t", "\n", "  ", "(1S)", "X", "..", HANDS,
    "♠K832 ♥A7 ♦QT62 ♣Q84", "♠", "=", "4S= S", "Board 3", "12", "Dealer W", "Vul: NS", "Lead: D5", "\x00", "<b>", '"', "]", "S:",
    "Board 1000", "ß", "1NT1", "1SA", "(" * 50, "K" * 70, "- - - -",
)  # fmt: skip


def test_whatever_is_pasted_becomes_a_sound_file_or_none():
    chance = random.Random(3)
    for _ in range(400):
        text = "".join(
            chance.choice(PIECES) + chance.choice((" ", "\n", "")) for _ in range(chance.randint(1, 20))
        )
        read = read_typed(text, answers=TypedAnswers(all_the_same=chance.random() < 0.5))
        assert read is None or parse_toml(read.toml)["schema"] == 1, text
