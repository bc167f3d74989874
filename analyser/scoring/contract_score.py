"""Points of a contract and its tricks (Law 77, the same in the Laws of 1997, 2007 and 2017), and total points (78C)."""

from dataclasses import dataclass
from functools import cache

from analyser.bridge import PASSED_OUT, Contract, PointsOnly, Result, Seat, Side, Strain, Vulnerability
from analyser.scoring.comparison import BoardComparison, FieldMethod, Need, ScoringForm, SideScores, Unit

_TRICK = (20, 20, 30, 30, 30)  # clubs, diamonds, hearts, spades, notrump
_FIRST_NOTRUMP = 10  # the first odd trick at notrump is worth this much more
_GAME = 100  # trick points
_BONUS = {
    "part": (50, 50),
    "game": (300, 500),
    "small": (500, 750),
    "grand": (1000, 1500),
}  # not vulnerable, vulnerable
_INSULT = (0, 50, 100)
_DOUBLED_OVERTRICK = (100, 200)
_DOWN = (50, 100)
_DOUBLED_DOWN = ((100, 200, 200, 300), (200, 300, 300, 300))  # first, second, third, each further


def _score_made(level: int, strain: Strain, doubled: int, over: int, vulnerable: bool) -> int:
    tricks = level * _TRICK[strain] + (_FIRST_NOTRUMP if strain is Strain.NOTRUMP else 0)
    tricks <<= doubled
    total = tricks + _BONUS["game" if tricks >= _GAME else "part"][vulnerable] + _INSULT[doubled]
    if level == 6:
        total += _BONUS["small"][vulnerable]
    if level == 7:
        total += _BONUS["grand"][vulnerable]
    trick_value = _DOUBLED_OVERTRICK[vulnerable] * doubled if doubled else _TRICK[strain]
    return total + over * trick_value


def _down(doubled: int, under: int, vulnerable: bool) -> int:
    if not doubled:
        return under * _DOWN[vulnerable]
    steps = _DOUBLED_DOWN[vulnerable]
    return doubled * (sum(steps[: min(under, 3)]) + max(0, under - 3) * steps[3])


def contract_score(result: Result, vulnerable: bool) -> int:
    """Points to declarer's side; zero for a passed-out board.

    >>> contract_score(Result.parse("4S= by N"), vulnerable=True), contract_score(Result.parse("2SX-3 by N"), False)
    (620, -500)
    """
    contract = result.contract
    if contract is None:
        return 0
    if result.over < 0:
        return -_down(contract.doubled, -result.over, vulnerable)
    return _score_made(contract.level, contract.strain, contract.doubled, result.over, vulnerable)


def score_ns(result: Result | PointsOnly, vulnerability: Vulnerability) -> int:
    """Points to North-South, whoever declared; a score without contract is already theirs.

    >>> score_ns(Result.parse("3NT= by W"), Vulnerability.NS), score_ns(PointsOnly(-50), Vulnerability.ALL)
    (-400, -50)
    """
    if isinstance(result, PointsOnly):
        return result.points
    if result.contract is None:
        return 0
    side = result.contract.declarer.side
    points = contract_score(result, vulnerability.includes(side))
    return points if side is Side.NS else -points


@cache
def _every_score() -> frozenset[int]:
    scores = {contract_score(PASSED_OUT, vulnerable=False)}
    for level in range(1, 8):
        for strain in Strain:
            for doubled in range(3):
                contract = Contract(level, strain, doubled, Seat.N)
                for tricks in range(14):
                    result = Result(contract, tricks)
                    scores |= {contract_score(result, vulnerable) for vulnerable in (False, True)}
    return frozenset(scores)


def is_contract_score(points: int) -> bool:
    """Whether some contract has this score for either side: +655 is an average, not a result.

    >>> is_contract_score(650), is_contract_score(-50), is_contract_score(655)
    (True, True, False)
    """
    return points in _every_score() or -points in _every_score()


@dataclass(frozen=True, slots=True)
class TotalPoints(ScoringForm):
    """Total points: the points themselves, without comparison."""

    name: str = "points"
    unit: Unit = Unit.POINTS
    final_unit: Unit = Unit.POINTS
    needs: frozenset[Need] = frozenset()
    field_method: FieldMethod = FieldMethod.NOTHING

    def convert(self, score_ns: int, comparison: BoardComparison) -> SideScores:
        """The points, won by one side and lost by the other."""
        del comparison
        return SideScores.balanced(score_ns)


TOTAL_POINTS = TotalPoints()
