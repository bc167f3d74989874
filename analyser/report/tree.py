"""The tree of outcomes as a drawing: calls that lead nowhere else are one branch, the unlikely are drawn together."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

from analyser.bridge import Call, Card, PointsOnly, Result
from analyser.ruling import Outcome, Ruling

Step = Call | Card

_WIDTH, _LEAVES_AT, _LEFT, _TOP, _ROW = 860.0, 610.0, 16.0, 30.0, 44.0
_MOST_LEAVES = 14
_SIGN = 12.5
_WIDE = {"N": 9.6, "T": 7.6, "X": 8.4, "P": 8.0, "▸": 10.0, " ": 4.0, "…": 11.0}


Glyph = tuple[float, str, str]  # a piece of a label: where it starts, its letters or its suit sign


@dataclass
class TreeNode:
    """A place in the tree with the branch that leads to it: its calls, its probability, and where both are drawn."""

    steps: tuple[Step, ...] = ()
    children: dict[object, "TreeNode"] = field(default_factory=dict)
    outcome: Outcome | None = None  # none at an end: all the paths too unlikely to draw
    probability: float = 0.0
    paths: int = 0
    weight: Fraction | None = None
    start: tuple[float, float] = (0.0, 0.0)  # where the branch leaves the place before
    bend: float = 0.0
    x: float = _LEFT
    y: float = 0.0
    glyphs: tuple[Glyph, ...] = ()
    leaves_at: ClassVar[float] = _LEAVES_AT
    width: ClassVar[float] = _WIDTH

    @property
    def legal(self) -> bool:
        """Whether anything legal is reached from here."""
        if self.outcome is not None:
            return self.outcome.legal
        return not self.children or any(child.legal for child in self.children.values())

    @property
    def thick(self) -> float:
        """How thick the branch is drawn: by its probability."""
        return round(1.5 + 8 * min(self.probability, 1.0), 1)

    @property
    def branches(self) -> "tuple[TreeNode, ...]":
        """Every place after this one."""
        after = self.children.values()
        return tuple(place for child in after for place in (child, *child.branches))

    @property
    def leaves(self) -> "tuple[TreeNode, ...]":
        """The ends reached from here, one under the other: of each place the likelier way first."""
        likelier = sorted(self.children.values(), key=lambda child: -child.probability)
        return tuple(leaf for child in likelier for leaf in child.leaves) if likelier else (self,)

    @property
    def weighed(self) -> bool:
        """Whether the branches carry weights, as no path to any outcome is known."""
        return not any(leaf.outcome is not None and leaf.outcome.paths for leaf in self.leaves)

    @property
    def height(self) -> float:
        """How high a drawing from here on is."""
        return _TOP + _ROW * len(self.leaves)


def tree_of(ruling: Ruling) -> TreeNode | None:
    """The root of the drawing; none when there are not two ends to tell apart."""
    weights = _weights(ruling)
    ways = [
        (path.probability, (*path.calls, *(() if path.lead is None else (path.lead,))), outcome)
        for outcome in ruling.outcomes
        for path in outcome.paths
    ]
    if not ways:
        ways = [(float(weights.get(outcome.id, 0)), (), outcome) for outcome in ruling.outcomes]
    if len(ways) < 2:
        return None
    ways.sort(key=lambda way: (-way[0], str(way[2].id)))
    root = TreeNode()
    for probability, steps, outcome in ways[
        : _MOST_LEAVES if len(ways) <= _MOST_LEAVES else _MOST_LEAVES - 1
    ]:
        _grow(root, steps, outcome, probability)
    rest = ways[_MOST_LEAVES - 1 :] if len(ways) > _MOST_LEAVES else []
    if rest:
        other = TreeNode(probability=sum(way[0] for way in rest), paths=len(rest))
        root.children["rest"] = other
    _fold(root)
    for child in root.children.values():
        _fold(child)
    _lay_out(root, weights)
    return root


def _weights(ruling: Ruling) -> dict[str, Fraction]:
    """The weights beside the ends: those proposed where both sides have the same, else the neutral ones."""
    proposed = ruling.weights
    if proposed is None:
        return {}
    return dict(proposed.ns if proposed.ns == proposed.ew else proposed.neutral or proposed.ns)


def _grow(root: TreeNode, steps: tuple[Step, ...], outcome: Outcome, probability: float) -> None:
    node = root
    node.probability += probability
    for step in steps:
        node = node.children.setdefault(step, TreeNode((step,)))
        node.probability += probability
    leaf = node.children.setdefault(("end", outcome.id), TreeNode(outcome=outcome))
    leaf.probability += probability
    leaf.paths += 1


def _fold(node: TreeNode) -> None:
    """Calls that only one way follows become one branch."""
    for key, child in list(node.children.items()):
        inner = child
        while len(inner.children) == 1 and inner.outcome is None:
            (only,) = inner.children.values()
            inner = TreeNode(
                inner.steps + only.steps, only.children, only.outcome, inner.probability, only.paths
            )
        node.children[key] = inner
        _fold(inner)


def _depth(node: TreeNode) -> int:
    return 1 + max((_depth(child) for child in node.children.values()), default=-1)


def _lay_out(root: TreeNode, weights: dict[str, Fraction]) -> None:
    """Give every place where it is drawn."""
    for number, leaf in enumerate(root.leaves):
        leaf.y = _TOP + _ROW * number
        leaf.weight = None if leaf.outcome is None else weights.get(leaf.outcome.id)
    column = (_LEAVES_AT - _LEFT) / max(_depth(root), 1)

    def middle(node: TreeNode) -> float:
        """The height of a place: in the middle of what comes after it."""
        if node.children:
            heights = [middle(child) for child in node.children.values()]
            node.y = round((min(heights) + max(heights)) / 2, 1)
        return node.y

    def join(node: TreeNode) -> None:
        for child in node.children.values():
            child.start = (node.x, node.y)
            child.x = _LEAVES_AT if not child.children else round(node.x + column, 1)
            child.bend = round(node.x + min(column, child.x - node.x) * 0.35, 1)
            child.glyphs = _label(child.steps, child.bend + 8, child.x - child.bend - 8)
            join(child)

    middle(root)
    join(root)


def _breadth(text: str) -> float:
    """How broad letters are drawn, a little on the safe side."""
    return sum(_WIDE.get(letter, 7.8) for letter in text)


def _set(pieces: list[tuple[str, str]], at: float) -> tuple[list[Glyph], float]:
    """Pieces one after the other, and where they end."""
    glyphs = []
    for text, suit in pieces:
        glyphs.append((round(at, 1), text, suit))
        at += _SIGN if suit else _breadth(text)
    return glyphs, at


def _label(steps: tuple[Step, ...], x: float, room: float) -> tuple[Glyph, ...]:
    """The calls of a branch as letters and signs, cut where the branch is too short for them."""
    glyphs: list[Glyph] = []
    at = x
    for number, step in enumerate(steps):
        more = 14 if number < len(steps) - 1 else 0
        pieces, end = _set(_pieces(step, lead=True), at)
        if end + more > x + room:
            glyphs.append((round(at, 1), "…", ""))
            break
        glyphs += pieces
        at = end + 5
    return tuple(glyphs)


def action_pieces(action: Step, x: float) -> tuple[Glyph, ...]:
    """A call or a card as letters and signs, from a place on."""
    return tuple(_set(_pieces(action), x)[0])


def result_pieces(result: Result | PointsOnly, x: float) -> tuple[Glyph, ...]:
    """A result as letters and signs."""
    if isinstance(result, PointsOnly) or result.contract is None:
        return ((x, str(result), ""),)
    contract = result.contract
    trump = contract.strain.trump
    over = f"{result.over:+d}".replace("-", "−") if result.over else "="
    tail = f"{'X' * contract.doubled}{over} "
    strain = ("NT", "") if trump is None else ("", str(trump))
    return tuple(_set([(str(contract.level), ""), strain, (tail, ""), (contract.declarer.name, "")], x)[0])


def _pieces(step: Step, *, lead: bool = False) -> list[tuple[str, str]]:
    if isinstance(step, Card):
        rank = str(step)[1:]
        card = [("", str(step.suit)), ("10" if rank == "T" else rank, "")]
        return [("▸", ""), *card] if lead else card
    if step.strain is None:
        return [(str(step), "")]
    trump = step.strain.trump
    return [(str(step.level), ""), ("NT", "") if trump is None else ("", str(trump))]
