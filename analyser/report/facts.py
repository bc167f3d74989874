"""What every page shows of a case: the question of each incident, the laws applied, the score, hands and auction."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from analyser.bridge import Call, Card, Deal, Hand, Seat, Side, Suit, Vulnerability
from analyser.casefile import (
    Action,
    Case,
    Claim,
    Incident,
    Misinformation,
    Moment,
    Place,
    Remark,
    Status,
    UnauthorisedInformation,
    WithdrawnCall,
    case_of,
)
from analyser.errors import LawError
from analyser.laws import Clause, gist_in, lookup
from analyser.ruling import Basis, Finding, Outcome, Path, Ruling


@dataclass(frozen=True, slots=True)
class Cited:
    """A provision applied, with what it says in one line."""

    clause: Clause
    gist: str


def case_in(ruling: Ruling) -> Case | None:
    """The case the ruling carries, with its table; none for a bare calculation."""
    return None if ruling.case is None else case_of(ruling.case.toml.encode("utf-8"))


def action_at(case: Case, place: Place | None) -> Action | None:
    """The call or card that was made at a place, when it is recorded."""
    if place is None:
        return None
    if place.moment is Moment.CALL:
        calls: tuple[Call, ...] = case.auction.calls if case.auction else ()
        return calls[place.number - 1] if 0 < place.number <= len(calls) else None
    if place.moment is Moment.LEAD:
        return case.lead
    if place.moment is Moment.TRICK and case.play is not None and place.seat is not None:
        tricks = case.play.tricks
        card: Card | None = (
            tricks[place.number - 1].card_of(place.seat) if place.number <= len(tricks) else None
        )
        return card
    return None


def question_of(case: Case, incident: Incident) -> tuple[str, dict[str, object]]:
    """The key of an incident's question and what fills it."""
    kind = str(incident.kind)
    match incident:
        case UnauthorisedInformation() | WithdrawnCall():
            action = action_at(case, incident.action)
            args: dict[str, object] = {
                "source": incident.source,
                "offender": incident.offender,
                "at": str(incident.at),
                "action": str(incident.action) if action is None else action,
                "place": str(incident.action),
            }
            return f"question.{kind}", args
        case Misinformation():
            explained = action_at(case, incident.at)
            told = str(incident.at) if explained is None else explained
            return f"question.{kind}", {"by": incident.by, "at": str(incident.at), "action": told}
        case Claim():
            key = "question.concession" if incident.concedes and not incident.claims else "question.claim"
            return key, {
                "by": incident.by,
                "claims": incident.claims or 0,
                "concedes": incident.concedes or 0,
            }
        case _:
            if incident.offender_seat is None:
                return f"question.{kind}", {}
            args = {"offender": incident.offender_seat, "trick": incident.number_in_play or 0}
            return f"question.{kind}.by", args


def findings_of(ruling: Ruling) -> Iterator[Finding]:
    """Every finding of the ruling, those of each rectification too, once."""
    seen = set()
    steps = (one.rectification for one in ruling.incidents)
    due = (finding for step in steps if step is not None for finding in (*step.due, *step.options))
    for finding in (*ruling.findings, *due):
        if finding not in seen:
            seen.add(finding)
            yield finding


def cited_of(ruling: Ruling, language: str) -> tuple[Cited, ...]:
    """The provisions applied, in the order they were, each once, with its gist."""
    clauses: dict[Clause, None] = {}
    for incident in ruling.incidents:
        if incident.infraction is not None:
            clauses |= dict.fromkeys(incident.infraction.clauses)
    for finding in findings_of(ruling):
        clauses |= dict.fromkeys(finding.clauses)
    return tuple(Cited(clause, _gist(clause, language)) for clause in clauses)


def _gist(clause: Clause, language: str) -> str:
    try:
        return gist_in(lookup(clause.path, clause.edition), language)
    except LawError:
        return ""


def statuses_of(case: Case) -> dict[str, tuple[int, ...]]:
    """The numbers of the remarks by status; what has none is `unstated`."""
    found: dict[str, list[int]] = {word: [] for word in (*map(str, Status), "unstated")}
    for number, remark in enumerate(case.remark, 1):
        found[str(remark.status) if remark.status else "unstated"].append(number)
    return {status: tuple(numbers) for status, numbers in found.items() if numbers}


def assumed_of(ruling: Ruling) -> tuple[Finding, ...]:
    """What the answer assumes for want of facts; how far the tree was followed stands under the weights."""
    found = (*findings_of(ruling), *ruling.warnings)
    assumed = (one for one in found if one.standing is Basis.ASSUMED and one.code != "outcomes.grown")
    return tuple(dict.fromkeys(assumed))


_FEW, _ILLEGAL = 4, 2


@dataclass(frozen=True, slots=True)
class SideColumn:
    """One side's part of a row, or of the sums: weight, what the result is worth to it, weight times worth."""

    weight: Fraction | None
    worth: Fraction | None
    contribution: Fraction | None


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """One outcome of the weights table."""

    outcome: Outcome
    likeliest: Path | None
    further: int
    ns: SideColumn
    ew: SideColumn


@dataclass(frozen=True, slots=True)
class WeightsTable:
    """All outcomes with their sums; `one_weight` when both sides have the same weights."""

    rows: tuple[OutcomeRow, ...]
    ns: SideColumn
    ew: SideColumn
    one_weight: bool
    has_tricks: bool
    complete: bool

    @property
    def shown(self) -> tuple[OutcomeRow, ...]:
        """What stands on the first page: what is weighed, and the likeliest of what is left out as not legal."""
        weighed = [row for row in self.rows if row.ns.weight or row.ew.weight]
        if not weighed or len(self.rows) <= _FEW:
            return self.rows
        illegal = [row for row in self.rows if not row.outcome.legal]
        illegal.sort(key=lambda row: -(row.outcome.probability or 0))
        kept = {row.outcome.id for row in (*weighed, *illegal[:_ILLEGAL])}
        return tuple(row for row in self.rows if row.outcome.id in kept)


def weights_of(ruling: Ruling) -> WeightsTable | None:
    """The weights table; none when no result is weighed."""
    if not ruling.outcomes:
        return None
    rows = tuple(_row(ruling, outcome) for outcome in ruling.outcomes)
    weights = ruling.weights
    return WeightsTable(
        rows,
        _sum([row.ns for row in rows]),
        _sum([row.ew for row in rows]),
        weights is None or weights.ns == weights.ew,
        any(row.outcome.dd_tricks is not None for row in rows),
        all(row.outcome.converted is not None for row in rows),
    )


def _row(ruling: Ruling, outcome: Outcome) -> OutcomeRow:
    paths = sorted(outcome.paths, key=lambda path: -path.probability)
    return OutcomeRow(
        outcome,
        paths[0] if paths else None,
        max(len(paths) - 1, 0),
        _column(ruling, outcome, Side.NS),
        _column(ruling, outcome, Side.EW),
    )


def _column(ruling: Ruling, outcome: Outcome, side: Side) -> SideColumn:
    worth = None if outcome.converted is None else outcome.converted[side]
    if ruling.weights is None:
        return SideColumn(None, worth, None)
    own = ruling.weights.ns if side is Side.NS else ruling.weights.ew
    weight = dict(own).get(outcome.id)
    return SideColumn(weight, worth, None if weight is None or worth is None else weight * worth)


def _sum(columns: list[SideColumn]) -> SideColumn:
    weights = [column.weight for column in columns if column.weight is not None]
    parts = [column.contribution for column in columns if column.contribution is not None]
    return SideColumn(
        sum(weights, Fraction(0)) if weights else None, None, sum(parts, Fraction(0)) if parts else None
    )


COLUMNS = (Seat.W, Seat.N, Seat.E, Seat.S)
_LONGEST_TEXT = 2000


@dataclass(frozen=True, slots=True)
class HandView:
    """One hand, suit by suit from spades down; unknown hands have no rows."""

    seat: Seat
    rows: tuple[tuple[Suit, str], ...]
    points: int | None


@dataclass(frozen=True, slots=True)
class Diagram:
    """The four hands with what stands on the board."""

    hands: tuple[HandView, HandView, HandView, HandView]  # N E S W
    number: int | None = None
    dealer: Seat | None = None
    vulnerable: Vulnerability | None = None

    def of(self, seat: Seat) -> HandView:
        """The hand of a seat."""
        return self.hands[seat]


@dataclass(frozen=True, slots=True)
class Note:
    """A remark with its number, where it stands and how far it is agreed; `mark` is what the diagram prints."""

    mark: int
    remark: Remark
    text: str
    cut: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of the auction diagram: a call with its number and marks, a dash before the dealer, or nothing."""

    call: Call | None = None
    number: int = 0
    marks: tuple[int, ...] = ()
    dash: bool = False
    complained: bool = False


@dataclass(frozen=True, slots=True)
class AuctionView:
    """The auction in columns W N E S."""

    columns: tuple[Seat, ...]
    rows: tuple[tuple[Cell, ...], ...]
    vulnerable: Vulnerability | None

    def is_vulnerable(self, seat: Seat) -> bool:
        """Whether the seat's side is vulnerable."""
        return self.vulnerable is not None and self.vulnerable.includes(seat.side)


def rank_text(rank: str) -> str:
    """A rank as it is printed: ten in full.

    >>> rank_text("T"), rank_text("A")
    ('10', 'A')
    """
    return "10" if rank == "T" else rank


def _hand(seat: Seat, hand: Hand | None, *, whole: bool = True) -> HandView:
    if hand is None:
        return HandView(seat, (), None)
    rows = tuple((suit, " ".join(map(rank_text, hand.holding(suit)))) for suit in sorted(Suit, reverse=True))
    return HandView(seat, rows, hand.points if whole else None)


def deal_of(case: Case) -> Diagram | None:
    """The board's hands as far as they are known; none when no hand is."""
    hands = [case.hand(seat) for seat in Seat]
    if all(hand is None for hand in hands):
        return None
    north, east, south, west = (_hand(seat, hands[seat]) for seat in Seat)
    return Diagram((north, east, south, west), case.board.number, case.dealer, case.vulnerability)


def ending_of(case: Case, claim: Claim) -> Diagram | None:
    """The cards left at a claim: as the case gives them, else what the play leaves."""
    left: tuple[Hand, ...] | Deal | None = claim.position
    if left is None and case.deal is not None and case.play is not None:
        played = case.play if claim.after is None else case.play.before_trick(claim.after + 1)
        left = played.hands_left(case.deal)
    if left is None:
        return None
    north, east, south, west = (_hand(seat, left[seat], whole=False) for seat in Seat)
    return Diagram((north, east, south, west))


def notes_of(case: Case) -> tuple[Note, ...]:
    """The remarks, numbered in the order of the case file; a very long text is shown cut."""
    found = []
    for mark, remark in enumerate(case.remark, 1):
        text = remark.text or ""
        found.append(Note(mark, remark, text[:_LONGEST_TEXT], len(text) > _LONGEST_TEXT))
    return tuple(found)


def _at_call(place: Place | None) -> int:
    return place.number if place is not None and place.moment is Moment.CALL else 0


def auction_of(case: Case, notes: tuple[Note, ...]) -> AuctionView | None:
    """The auction under its seats, each call with its number and the marks of its remarks."""
    auction = case.auction
    if auction is None or not auction.calls:
        return None
    marks: dict[int, list[int]] = {}
    for note in notes:
        marks.setdefault(_at_call(note.remark.at), []).append(note.mark)
    complained = {_at_call(incident.complained_action) for incident in case.incident} - {0}
    cells = [Cell(dash=True)] * COLUMNS.index(auction.dealer)
    for number, (seat, call) in enumerate(auction, 1):
        while COLUMNS[len(cells) % 4] is not seat:  # a seat that was passed over
            cells.append(Cell())
        cells.append(Cell(call, number, tuple(marks.get(number, ())), complained=number in complained))
    cells += [Cell()] * (-len(cells) % 4)
    rows = tuple(tuple(cells[start : start + 4]) for start in range(0, len(cells), 4))
    return AuctionView(COLUMNS, rows, case.vulnerability)
