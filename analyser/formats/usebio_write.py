"""Writer of results and hands as USEBIO."""

import re
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby

from analyser.bridge import Seat, Suit
from analyser.errors import NotationError
from analyser.formats.cells import decimal_text
from analyser.formats.record import BoardRecord, Contestant, Fact, Results, Traveller
from analyser.formats.usebio import OF_BOARD, POINTS, TEAM_NUMBERS
from analyser.messages import sentence

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE USEBIO SYSTEM "usebio_v1_2.dtd">\n'
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_SUITS = {Suit.SPADES: "SPADES", Suit.HEARTS: "HEARTS", Suit.DIAMONDS: "DIAMONDS", Suit.CLUBS: "CLUBS"}
_KINDS = {kind: name for name, kind in POINTS.items()}


def usebio_text(results: Results) -> str:
    """The text of a USEBIO file; `formats.write` also proves that it reads back equal."""
    version = next((fact.value for fact in results.heading if fact.name == "@Version"), None)
    root = f"<USEBIO Version={_quote_field('@Version', version)}>" if version is not None else "<USEBIO>"
    lines = [root, *_heading([fact for fact in results.heading if fact.name != "@Version"])]
    every = [entry.section for entry in results.contestants] + [entry.section for entry in results.travellers]
    sections = dict.fromkeys(every)
    for section in sections:
        lines += _section(section, results)
    lines.append("</EVENT>")
    if results.hands:
        lines += ["<HANDSET>", *(line for record in results.hands for line in _hands(record)), "</HANDSET>"]
    return _HEAD + "\n".join([*lines, "</USEBIO>", ""])


def _safe(field: str, text: str) -> str:
    if match := _FORBIDDEN.search(text):
        raise NotationError(
            sentence("xml-character", field=field, ord=f"{ord(match[0]):04X}"),
            found=text[:80].replace(match[0], "�"),
        )
    return text


def _quote_field(field: str, value: str) -> str:
    return f'"{escape(_safe(field, value))}"'


def _leaf(name: str, value: str) -> str:
    if not _NAME.fullmatch(name):
        raise NotationError(sentence("xml-element-name"), found=name[:80])
    return f"<{name}>{escape(_safe(name, value), quote=False)}</{name}>"


def _nest_facts(facts: Iterable[Fact]) -> Iterator[str]:
    """The elements of facts whose names are paths; neighbours share their elements."""
    for first, group in groupby(
        facts, key=lambda fact: fact.name.partition("/")[0] if "/" in fact.name else ""
    ):
        if not first:
            yield from (_leaf(fact.name, fact.value) for fact in group)
            continue
        if not _NAME.fullmatch(first):
            raise NotationError(sentence("xml-element-name"), found=first[:80])
        inner = [Fact(fact.name.partition("/")[2], fact.value) for fact in group]
        yield from (f"<{first}>", *_nest_facts(inner), f"</{first}>")


def _heading(facts: list[Fact]) -> list[str]:
    """The elements before the participants; the event element stays open."""
    lines: list[str] = []
    opened = False
    for first, group in groupby(facts, key=lambda fact: re.split("[/@]", fact.name)[0]):
        inner = list(group)
        if first == "EVENT":
            lines += ["</EVENT>"] if opened else []
            attributes = "".join(f" {_attribute(fact)}" for fact in inner if fact.name.startswith("EVENT@"))
            rest = [Fact(fact.name[6:], fact.value) for fact in inner if fact.name.startswith("EVENT/")]
            lines += [f"<EVENT{attributes}>", *_nest_facts(rest)]
            opened = True
        elif opened:
            raise NotationError(sentence("xml-between-event-and-results"), found=first[:80])
        else:
            lines += _nest_facts(inner)
    return lines if opened else [*lines, "<EVENT>"]


def _attribute(fact: Fact) -> str:
    name = fact.name.removeprefix("EVENT@")
    if not _NAME.fullmatch(name):
        raise NotationError(sentence("xml-attribute-name"), found=name[:80])
    return f"{name}={_quote_field(name, fact.value)}"


def _section(section: str, results: Results) -> list[str]:
    pairs = [entry for entry in results.contestants if entry.section == section]
    lines = (
        ["<PARTICIPANTS>", *(line for pair in pairs for line in _pair(pair)), "</PARTICIPANTS>"]
        if pairs
        else []
    )
    mine = [entry for entry in results.travellers if entry.section == section]
    for number, group in groupby(mine, key=lambda entry: entry.board):
        of_board = list(group)
        facts = [fact for fact in of_board[0].facts if fact.name.startswith(OF_BOARD)]
        lines += [
            "<BOARD>",
            _leaf("BOARD_NUMBER", str(number)),
            *(_leaf(fact.name.removeprefix(OF_BOARD), fact.value) for fact in facts),
            *(line for t in of_board for line in _line(t)),
            "</BOARD>",
        ]
    if not section:
        return lines
    session, slash, name = section.partition("/")
    if not slash:
        session, name = "", section
    first = f"<SESSION SESSION_ID={_quote_field('section', session)}>" if session else "<SESSION>"
    return [
        first,
        f"<SECTION SECTION_ID={_quote_field('section', name)}>",
        *lines,
        "</SECTION>",
        "</SESSION>",
    ]


def _pair(pair: Contestant) -> Iterator[str]:
    if pair.team:
        yield from ("<TEAM>", _leaf(TEAM_NUMBERS[0], pair.number))
    else:
        yield from ("<PAIR>", _leaf("PAIR_NUMBER", pair.number), _leaf("DIRECTION", pair.direction))
    yield from _nest_facts(pair.facts)
    for player in pair.players:
        yield from ("<PLAYER>", _leaf("PLAYER_NAME", player.name), *_nest_facts(player.facts), "</PLAYER>")
    yield "</TEAM>" if pair.team else "</PAIR>"


def _line(line: Traveller) -> Iterator[str]:
    cells = {"NS_PAIR_NUMBER": line.ns, "EW_PAIR_NUMBER": line.ew}
    if line.contract is not None:
        cells |= {"CONTRACT": line.contract.name, "PLAYED_BY": str(line.contract.declarer)}
    elif line.passed_out:
        cells["CONTRACT"] = "PASS"
    cells["LEAD"] = str(line.lead or "")
    cells["TRICKS"] = "" if line.tricks is None else str(line.tricks)
    cells["SCORE"] = (
        str(line.artificial) if line.artificial else "" if line.score is None else str(line.score)
    )
    for points in line.points:
        name = _KINDS.get(points.kind)
        if name is None:
            raise NotationError(sentence("usebio-points"), found=points.kind.value)
        for side, value in (("NS", points.ns), ("EW", points.ew)):
            cells[f"{side}_{name}"] = "" if value is None else decimal_text(value)
    yield "<TRAVELLER_LINE>"
    yield from (_leaf(name, value) for name, value in cells.items() if value)
    yield from _nest_facts(fact for fact in line.facts if not fact.name.startswith(OF_BOARD))
    yield "</TRAVELLER_LINE>"


def _hands(record: BoardRecord) -> Iterator[str]:
    yield from ("<BOARD>", _leaf("BOARD_NUMBER", str(record.number or "")))
    for seat in Seat:
        hand = record.hands[seat]
        if hand is not None:
            yield from ("<HAND>", _leaf("DIRECTION", str(seat.word)))
            yield from (_leaf(name, hand.holding(suit)) for suit, name in _SUITS.items())
            yield "</HAND>"
    yield from (_leaf(tag.name, tag.value) for tag in record.tags)
    yield "</BOARD>"
