"""USEBIO 1.2 and 1.3 read into results and hands. A DOCTYPE is allowed; entities and outside references never."""

from collections.abc import Callable
from dataclasses import dataclass, field

from analyser.bridge import Hand, Seat
from analyser.errors import BridgeError, NotationError
from analyser.formats.cells import Cells, artificial_of, score_of
from analyser.formats.hands import Hands, dotted_hand, together
from analyser.formats.ledger import BOARDS, TEXT_SIZE, Ledger, text_of
from analyser.formats.record import Record, Tag
from analyser.formats.results import Contestant, Fact, Player, PointsKind, Reading, Results, Traveller

POINTS = {
    "MATCH_POINTS": PointsKind.MATCHPOINTS,
    "CROSS_IMP_POINTS": PointsKind.CROSS_IMPS,
    "BUTLER_POINTS": PointsKind.BUTLER,
    "IMPS": PointsKind.IMPS,
    "PERCENTAGE": PointsKind.PERCENT,
}
_DEPTH = 20
_FACTS = 10_000
_WHOLE = frozenset(("TRAVELLER_LINE", "PAIR", "HAND"))
_DIVISIONS = frozenset(("SESSION", "SECTION", "MATCH", "PARTICIPANTS", "TEAM", "HANDSET", "BOARD", "USEBIO"))


@dataclass(slots=True)
class _Node:
    name: str
    attributes: dict[str, str]
    line: int
    text: list[str] = field(default_factory=list)
    children: list["_Node"] = field(default_factory=list)
    parent: bool = False

    def leaves(self, prefix: str = "") -> list[Fact]:
        found = []
        for child in self.children:
            if child.parent:
                found += child.leaves(f"{prefix}{child.name}/")
            else:
                found.append(Fact(prefix + child.name, child.value))
        return found

    @property
    def value(self) -> str:
        return "".join(self.text).strip(" \t\n")

    def named(self, name: str) -> str:
        return next((child.value for child in self.children if child.name == name), "")


def read_usebio(data: bytes | str, *, check: bool = True) -> Reading:
    """Read the travellers, the pairs and the hands of an event; `check` has nothing to do here."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser, ParseError

    del check
    text = text_of(data)
    ledger = Ledger(text)
    target = _Target(ledger)
    parser = DefusedXMLParser(
        target=target, encoding="utf-8", forbid_dtd=False, forbid_entities=True, forbid_external=True
    )
    target.line = lambda: int(parser.parser.CurrentLineNumber)
    try:
        parser.feed(text.lstrip().encode("utf-8", "replace"))
        parser.close()
    except ParseError as reason:
        line = reason.position[0]
        raise NotationError(f"not well-formed XML ({reason.msg})", where=f"line {line}") from None
    except (DefusedXmlException, ValueError, LookupError) as reason:
        why = "entities and references to other files are not read"
        raise NotationError(why, found=str(reason)[:120], remedy="take them out of the file") from None
    return target.reading()


class _Target:
    """Takes the elements as they come; what is read is not kept."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.line: Callable[[], int] = lambda: 0
        self.stack: list[_Node] = []
        self.heading: list[Fact] = []
        self.contestants: list[Contestant] = []
        self.travellers: list[Traveller] = []
        self.records: list[Record] = []
        self.hands: dict[Seat, Hand] = {}
        self.board_tags: list[Tag] = []
        self.board: int | None = None
        self.sections = ["", ""]

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        if len(self.stack) >= _DEPTH:
            raise NotationError(
                f"elements nest at most {_DEPTH} deep", where=f"line {self.line()}", found=name[:80]
            )
        if self.stack:
            self.stack[-1].parent = True
        node = _Node(name, attributes, self.line())
        self.stack.append(node)
        if name == "USEBIO" or (name == "EVENT" and len(self.stack) == 2):
            prefix = "" if name == "USEBIO" else name
            self.heading += [Fact(f"{prefix}@{key}", value) for key, value in attributes.items()]
        elif name == "SESSION":
            self.sections = [attributes.get("SESSION_ID", ""), ""]
        elif name == "SECTION":
            self.sections[1] = attributes.get("SECTION_ID", "")
        elif name == "BOARD":
            self.board, self.hands, self.board_tags = None, {}, []

    def data(self, text: str) -> None:
        """Text inside an element."""
        if self.stack:
            self.stack[-1].text.append(text)

    def end(self, name: str) -> None:
        """An element ends."""
        node = self.stack.pop()
        names = [entry.name for entry in self.stack]
        if any(entry in _WHOLE for entry in names):
            self.stack[-1].children.append(node)
            return
        reader = {"TRAVELLER_LINE": self._line, "PAIR": self._pair, "HAND": self._hand}.get(name)
        if reader is not None:
            reader(node)
        elif name == "BOARD_NUMBER" and names[-1:] == ["BOARD"]:
            self.board = score_of(node.value)
        elif name == "BOARD" and "HANDSET" in names:
            self._dealt(node)
        elif name in ("SESSION", "SECTION"):
            self.sections[name == "SECTION"] = ""
        elif not node.parent:
            self._fact(node, names)

    def close(self) -> None:
        """The file ends."""

    def _lose(self, node: _Node, found: str, why: str) -> None:
        self.ledger.lose_line(node.line, found, why)

    def _fact(self, node: _Node, names: list[str]) -> None:
        value = node.value
        if names[-1:] == ["BOARD"] and "HANDSET" in names:
            self.board_tags.append(Tag(node.name, value))
        elif len(value) > TEXT_SIZE or len(self.heading) >= _FACTS:
            self._lose(
                node, value, f"a text has at most {TEXT_SIZE} characters, a file {_FACTS} facts; left out"
            )
        elif names[:1] == ["USEBIO"] and not _DIVISIONS & {*names[1:], node.name}:
            self.heading.append(Fact("/".join([*names[1:], node.name]), value))
        elif value:
            self._lose(node, f"{node.name}: {value}", "there is no place for it; left out")

    @property
    def section(self) -> str:
        session, section = self.sections
        return f"{session}/{section}" if session else section

    def _pair(self, node: _Node) -> None:
        players = []
        for child in node.children:
            if child.name == "PLAYER":
                facts = [fact for fact in child.leaves() if fact.name != "PLAYER_NAME"]
                players.append(Player(child.named("PLAYER_NAME"), tuple(facts)))
        node.children = [child for child in node.children if child.name != "PLAYER"]
        known = ("PAIR_NUMBER", "DIRECTION")
        self.contestants.append(
            Contestant(
                number=node.named("PAIR_NUMBER"),
                direction=node.named("DIRECTION"),
                section=self.section,
                players=tuple(players),
                facts=tuple(fact for fact in node.leaves() if fact.name not in known),
            )
        )

    def _line(self, node: _Node) -> None:
        if self.board is None or not 1 <= self.board <= 999:
            self._lose(node, str(self.board or ""), "a result on a board without a number from 1 to 999")
            return
        cells: dict[str, str] = {}
        facts: list[Fact] = []
        for fact in node.leaves():
            if fact.name in _CELLS and fact.name not in cells:
                cells[fact.name] = fact.value
            else:
                facts.append(fact)
        row = Cells(cells, facts, lambda words, why: self._lose(node, words, why))
        contract = row.contract("CONTRACT", "PLAYED_BY")
        tricks, lead = row.tricks("TRICKS", contract), row.lead("LEAD")
        artificial = artificial_of(row.text("SCORE"))
        score = None if artificial else row.score("SCORE")
        points = [row.points(kind, f"NS_{name}", f"EW_{name}") for name, kind in POINTS.items()]
        self.travellers.append(
            Traveller(
                board=self.board,
                section=self.section,
                ns=row.text("NS_PAIR_NUMBER"),
                ew=row.text("EW_PAIR_NUMBER"),
                contract=contract,
                passed_out=row.passed_out,
                tricks=tricks,
                lead=lead,
                score=score,
                artificial=artificial,
                points=sum(points, ()),
                facts=tuple(facts),
            )
        )

    def _hand(self, node: _Node) -> None:
        text = ".".join(node.named(suit) for suit in ("SPADES", "HEARTS", "DIAMONDS", "CLUBS"))
        hand = dotted_hand(text)
        try:
            seat = Seat.parse(node.named("DIRECTION"))
        except BridgeError:
            hand = None
        if hand is None:
            self._lose(node, f"{node.named('DIRECTION')} {text}", "not a hand; left out")
        else:
            self.hands[seat] = hand

    def _dealt(self, node: _Node) -> None:
        number = self.board if self.board is not None and 1 <= self.board <= 999 else None
        if len(self.records) >= BOARDS:
            raise NotationError(f"a file has at most {BOARDS} boards", remedy="split the file")
        if number is None:
            self._lose(node, str(self.board or ""), "a hand record without a board number from 1 to 999")
        given = [self.hands.get(seat) for seat in Seat]
        hands: Hands = (given[0], given[1], given[2], given[3])
        _, why = together(hands)
        if why:
            self._lose(node, "", f"{why}; the hands were left out")
            hands = (None, None, None, None)
        self.records.append(Record(number=number, hands=hands, tags=tuple(self.board_tags)))

    def reading(self) -> Reading:
        """Everything read."""
        records = tuple(self.records)
        results = Results(
            heading=tuple(self.heading),
            contestants=tuple(self.contestants),
            travellers=tuple(self.travellers),
            hands=records,
        )
        return Reading(records, tuple(self.ledger), (), results)


_CELLS = frozenset((
    "NS_PAIR_NUMBER", "EW_PAIR_NUMBER", "CONTRACT", "PLAYED_BY", "LEAD", "TRICKS", "SCORE",
    *(f"{side}_{name}" for side in ("NS", "EW") for name in POINTS),
))  # fmt: skip
