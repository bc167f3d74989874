"""Reader of results and hands of USEBIO 1.2 and 1.3; a DOCTYPE is allowed, entities and external references are not."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from analyser.bridge import HIGHEST_BOARD, Hand, Seat
from analyser.errors import BridgeError, NotationError, Text
from analyser.formats.cells import (
    BOARDS,
    TEXT_SIZE,
    Cells,
    LossReport,
    artificial_of,
    score_of,
    text_of,
)
from analyser.formats.hands import Hands, deal_conflict, dotted_hand
from analyser.formats.published import published_results
from analyser.formats.record import (
    BoardRecord,
    Contestant,
    Fact,
    FileReading,
    ListedPlayer,
    PointsKind,
    Results,
    Tag,
    Traveller,
)
from analyser.messages import sentence

USEBIO_BEGINS = re.compile(r"\s*<")
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
class _Element:
    name: str
    attributes: dict[str, str]
    line: int
    text: list[str] = field(default_factory=list)
    children: list["_Element"] = field(default_factory=list)
    parent: bool = False

    def leaves(self, prefix: str = "") -> list[Fact]:
        leaves = []
        for child in self.children:
            if child.parent:
                leaves += child.leaves(f"{prefix}{child.name}/")
            else:
                leaves.append(Fact(prefix + child.name, child.value))
        return leaves

    @property
    def value(self) -> str:
        return "".join(self.text).strip(" \t\n")

    def child_text(self, name: str) -> str:
        return next((child.value for child in self.children if child.name == name), "")


def read_usebio(data: bytes | str, *, check: bool = True) -> FileReading:
    """The travellers, pairs and hands of an event; `check` has no effect here."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser, ParseError

    del check
    text = text_of(data)
    report = LossReport(text)
    target = _XmlTarget(report)
    parser = DefusedXMLParser(
        target=target, encoding="utf-8", forbid_dtd=False, forbid_entities=True, forbid_external=True
    )
    target.line = lambda: int(parser.parser.CurrentLineNumber)
    try:
        parser.feed(text.lstrip().encode("utf-8", "replace"))
        parser.close()
    except ParseError as reason:
        line = reason.position[0]
        raise NotationError(sentence("xml-not-well-formed", msg=reason.msg), where=f"line {line}") from None
    except (DefusedXmlException, ValueError, LookupError) as reason:
        why = sentence("xml-entities")
        raise NotationError(why, found=str(reason)[:120], remedy=sentence("take-out-of-file")) from None
    return target.reading()


class _XmlTarget:
    """The target of the XML parser; elements already read are dropped."""

    def __init__(self, report: LossReport) -> None:
        self.report = report
        self.line: Callable[[], int] = lambda: 0
        self.stack: list[_Element] = []
        self.heading: list[Fact] = []
        self.contestants: list[Contestant] = []
        self.travellers: list[Traveller] = []
        self.records: list[BoardRecord] = []
        self.hands: dict[Seat, Hand] = {}
        self.board_tags: list[Tag] = []
        self.board: int | None = None
        self.sections = ["", ""]
        self.board_facts: list[Fact] = []
        self.team: list[_Element] = []
        self.match: list[_Element] = []
        self.imps = ""  # of a board of a match, to the first team

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Handle the beginning of an element."""
        if len(self.stack) >= _DEPTH:
            raise NotationError(
                sentence("xml-depth", depth=_DEPTH), where=f"line {self.line()}", found=name[:80]
            )
        if self.stack:
            self.stack[-1].parent = True
        node = _Element(name, attributes, self.line())
        self.stack.append(node)
        if name == "USEBIO" or (name == "EVENT" and len(self.stack) == 2):
            prefix = "" if name == "USEBIO" else name
            self.heading += [Fact(f"{prefix}@{key}", value) for key, value in attributes.items()]
        elif name == "SESSION":
            self.sections = [attributes.get("SESSION_ID", ""), ""]
        elif name == "SECTION":
            self.sections[1] = attributes.get("SECTION_ID", "")
        elif name == "BOARD":
            self.board, self.hands, self.board_tags, self.board_facts, self.imps = None, {}, [], [], ""
        elif name == "TEAM":
            self.team = []
        elif name == "MATCH":
            self.match = []

    def data(self, text: str) -> None:
        """Handle text inside an element."""
        if self.stack:
            self.stack[-1].text.append(text)

    def end(self, name: str) -> None:
        """Handle the end of an element."""
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
            self._read_deal(node)
        elif name in ("SESSION", "SECTION"):
            self.sections[name == "SECTION"] = ""
        elif not self._belongs(node, names) and not node.parent:
            self._fact(node, names)

    def _belongs(self, node: _Element, names: list[str]) -> bool:
        """Read an element of a team, a match or a board; returns whether it was one."""
        within, name = names[-1:], node.name
        if name == "TEAM" and node.parent:
            self._team(node)
        elif within == ["TEAM"] and (not node.parent or name == "PLAYER"):
            self.team.append(node)
        elif "TEAM" in names and within == ["PLAYER"]:
            self.stack[-1].children.append(node)
        elif within == ["MATCH"] and not node.parent:
            self.match.append(node)
        elif within == ["BOARD"] and name == "IMPS" and self.match:
            self.imps = node.value
        elif within == ["BOARD"] and "HANDSET" not in names and name.startswith("BOARD_"):
            self.board_facts.append(Fact(f"{OF_BOARD}{name}", node.value))
        else:
            return False
        return True

    def close(self) -> None:
        """Handle the end of the file."""

    def _lose(self, node: _Element, found: str, why: Text) -> None:
        self.report.lose_line(node.line, found, why)

    def _fact(self, node: _Element, names: list[str]) -> None:
        value = node.value
        if names[-1:] == ["BOARD"] and "HANDSET" in names:
            self.board_tags.append(Tag(node.name, value))
        elif len(value) > TEXT_SIZE or len(self.heading) >= _FACTS:
            self._lose(
                node,
                value,
                sentence("loss-left-out", why=sentence("loss-text-facts", size=TEXT_SIZE, facts=_FACTS)),
            )
        elif names[:1] == ["USEBIO"] and not _DIVISIONS & {*names[1:], node.name}:
            self.heading.append(Fact("/".join([*names[1:], node.name]), value))
        elif value:
            self._lose(
                node, f"{node.name}: {value}", sentence("loss-left-out", why=sentence("loss-no-place"))
            )

    @property
    def section(self) -> str:
        session, section = self.sections
        return f"{session}/{section}" if session else section

    def _team(self, node: _Element) -> None:
        """Add a team with its facts; its pairs are listed separately."""
        team = _Element(
            "TEAM", {}, node.line, children=[child for child in self.team if child.name != "PLAYER"]
        )
        words = [node.attributes.get(name) or team.child_text(name) for name in TEAM_NUMBERS]
        number = next(filter(None, words), "")
        called = node.attributes.get(TEAM_NUMBERS[-1], "")
        named = (Fact(TEAM_NUMBERS[-1], called),) if called not in ("", number) else ()
        self.contestants.append(
            Contestant(
                number=number,
                team=True,
                section=self.section,
                players=_players(self.team),
                facts=named + tuple(fact for fact in team.leaves() if fact.name != TEAM_NUMBERS[0]),
            )
        )
        self.team = []

    def _pair(self, node: _Element) -> None:
        players = _players(node.children)
        node.children = [child for child in node.children if child.name != "PLAYER"]
        known = ("PAIR_NUMBER", "DIRECTION")
        self.contestants.append(
            Contestant(
                number=node.child_text("PAIR_NUMBER"),
                direction=node.child_text("DIRECTION"),
                section=self.section,
                players=players,
                facts=tuple(fact for fact in node.leaves() if fact.name not in known),
            )
        )

    def _line(self, node: _Element) -> None:
        if self.board is None or not 1 <= self.board <= HIGHEST_BOARD:
            self._lose(node, str(self.board or ""), sentence("loss-result-no-board", highest=HIGHEST_BOARD))
            return
        cells: dict[str, str] = {}
        facts: list[Fact] = [*self.board_facts]
        facts += [Fact(f"MATCH/{leaf.name}", leaf.value) for leaf in self.match]
        for fact in node.leaves():
            if fact.name in _CELLS and fact.name not in cells:
                cells[fact.name] = fact.value
            else:
                facts.append(fact)
        for fact in _seat_players(self.match, node.child_text("DIRECTION")):
            cells.setdefault(fact.name, fact.value)
        if self.imps and (direction := node.child_text("DIRECTION")[:1].upper()):
            theirs = self.imps[1:] if self.imps.startswith("-") else f"-{self.imps.lstrip('+')}"
            imps = (self.imps, theirs) if direction in "NS" else (theirs, self.imps)
            cells |= dict(zip(("NS_IMPS", "EW_IMPS"), imps, strict=True))
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

    def _hand(self, node: _Element) -> None:
        text = ".".join(node.child_text(suit) for suit in ("SPADES", "HEARTS", "DIAMONDS", "CLUBS"))
        hand = dotted_hand(text)
        try:
            seat = Seat.parse(node.child_text("DIRECTION"))
        except BridgeError:
            hand = None
        if hand is None:
            self._lose(
                node,
                f"{node.child_text('DIRECTION')} {text}",
                sentence("loss-left-out", why=sentence("loss-not-hand")),
            )
        else:
            self.hands[seat] = hand

    def _read_deal(self, node: _Element) -> None:
        number = self.board if self.board is not None and 1 <= self.board <= HIGHEST_BOARD else None
        if len(self.records) >= BOARDS:
            raise NotationError(sentence("file-board-count", boards=BOARDS), remedy=sentence("split-file"))
        if number is None:
            self._lose(node, str(self.board or ""), sentence("loss-hands-no-board", highest=HIGHEST_BOARD))
        given = [self.hands.get(seat) for seat in Seat]
        hands: Hands = (given[0], given[1], given[2], given[3])
        _, why = deal_conflict(hands)
        if why:
            self._lose(node, "", sentence("loss-hands-left-out", why=why))
            hands = (None, None, None, None)
        self.records.append(BoardRecord(number=number, hands=hands, tags=tuple(self.board_tags)))

    def reading(self) -> FileReading:
        """The contents of the file."""
        records = tuple(self.records)
        results = Results(
            heading=tuple(self.heading),
            contestants=tuple(self.contestants),
            travellers=tuple(self.travellers),
            hands=records,
        )
        return FileReading(records, tuple(self.report), (), results, published=published_results(results))


OF_BOARD = "BOARD/"  # facts of a board are stored with each of its travellers
TEAM_NUMBERS = ("TEAM_ID", "TEAM_NUMBER", "TEAM_NAME")


def _seat_players(match: Iterable[_Element], direction: str) -> Iterator[Fact]:
    """The competitors North-South and East-West of a match: its pairs, or its teams by the direction of the first."""
    values = {leaf.name: leaf.value for leaf in match}
    first, second = (values.get(name, "") for name in ("TEAM", "OPPOSING_TEAM"))
    pairs = (second, first) if direction[:1].upper() in ("E", "W") else (first, second)
    for name, team in zip(("NS_PAIR_NUMBER", "EW_PAIR_NUMBER"), pairs, strict=True):
        yield Fact(name, values.get(name) or team)


def _players(nodes: Iterable[_Element]) -> tuple[ListedPlayer, ...]:
    """The listed players with their other facts."""
    return tuple(
        ListedPlayer(
            node.child_text("PLAYER_NAME"),
            tuple(fact for fact in node.leaves() if fact.name != "PLAYER_NAME"),
        )
        for node in nodes
        if node.name == "PLAYER"
    )


_CELLS = frozenset((
    "NS_PAIR_NUMBER", "EW_PAIR_NUMBER", "CONTRACT", "PLAYED_BY", "LEAD", "TRICKS", "SCORE",
    *(f"{side}_{name}" for side in ("NS", "EW") for name in POINTS),
))  # fmt: skip
