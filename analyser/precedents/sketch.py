"""Sketches of cases, from a case file or a row of the index: the facts that make cases alike, and the rulings."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from analyser.bridge import Auction, Call, Hand, Seat, Suit, Vulnerability
from analyser.casefile import (
    Case,
    Claim,
    Incident,
    IncidentKind,
    Misinformation,
    Moment,
    Other,
    Place,
    RemarkKind,
    RulingGiven,
    SourceKind,
    UnauthorisedInformation,
    WithdrawnCall,
)
from analyser.messages import percent_text


@dataclass(frozen=True, slots=True)
class PastRuling:
    """The ruling of one body: the results of each side as printed, or that the table result stands."""

    body: str
    kind: str
    ns: tuple[str, ...] = ()
    ew: tuple[str, ...] = ()  # empty when both sides have the same
    grounds: str = ""


@dataclass(frozen=True)
class Sketch:
    """The sketch of one incident of a case.

    `hand` is that of the player whose decision is judged: who acted on the information, who was misinformed, who claimed.
    """

    id: str
    incident: str
    kind: str
    title: str = ""
    source: str = ""
    where: str = ""
    event: str = ""
    year: int | None = None
    edition: str | None = None
    authority: str | None = None
    form: str | None = None
    level: str | None = None
    record: bool = False  # from a broadcast: the clause is ours, and an unchanged score proves little
    clauses: tuple[str, ...] = ()
    information: str | None = None  # the source of the information: tempo, explanation, no-alert …
    given: str | None = None  # the call that was slow, or was explained
    action: str | None = None  # the call complained of
    standing_bid: str | None = None  # the highest bid when the player acted
    hand: str | None = None
    partner_suit: str | None = None  # the last suit partner bid, as S H D C
    vulnerable: tuple[bool, bool] | None = None  # the player's side, the other
    contested: bool | None = None
    round: int | None = None  # the number of the player's own call
    claim: Mapping[str, int | bool | None] | None = None  # tricks left, trumps, mentioned, conceded
    rulings: tuple[PastRuling, ...] = ()
    infraction: bool | None = None
    appeal: str | None = None  # upheld, overturned
    held: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()

    @cached_property
    def points(self) -> int | None:
        """High-card points of the hand."""
        return None if self.hand is None else Hand.parse(self.hand).points

    @cached_property
    def controls(self) -> int | None:
        """Aces count two, kings one."""
        return None if self.hand is None else 2 * self.hand.count("A") + self.hand.count("K")

    @cached_property
    def shape(self) -> tuple[int, ...] | None:
        """The lengths of the suits, longest first."""
        if self.hand is None:
            return None
        return tuple(sorted(Hand.parse(self.hand).lengths, reverse=True))

    @cached_property
    def fit(self) -> int | None:
        """Cards held in the last suit partner bid."""
        if self.hand is None or self.partner_suit is None:
            return None
        return Hand.parse(self.hand).lengths[Suit.parse(self.partner_suit)]

    @property
    def bodies(self) -> tuple[str, ...]:
        """The bodies that ruled, oldest first."""
        return tuple(ruling.body for ruling in self.rulings)

    def drop_judgements(self) -> "Sketch":
        """The sketch without clauses, rulings and findings."""
        return replace(self, clauses=(), rulings=(), infraction=None, appeal=None, held=(), rejected=())

    def set_edition(self, edition: str) -> "Sketch":
        """The sketch under a named edition."""
        return replace(self, edition=edition)

    def as_json(self) -> dict[str, Any]:
        """The sketch as plain values, without those at their default."""
        plain = asdict(self)
        return {field.name: plain[field.name] for field in fields(self) if plain[field.name] != field.default}

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> "Sketch":
        """The sketch of these plain values."""
        values: dict[str, Any] = {key: _tuples(value) for key, value in plain.items()}
        values["rulings"] = tuple(map(_ruling, plain.get("rulings", ())))
        return cls(**values)


def _ruling(plain: dict[str, Any]) -> PastRuling:
    ns, ew = (tuple(plain.get(side, ())) for side in ("ns", "ew"))
    return PastRuling(plain["body"], plain["kind"], ns, ew, plain.get("grounds", ""))


def _tuples(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def sort_of(call: str | None) -> str | None:
    """The sort of action: pass, double, bid or card, or None without one.

    >>> sort_of("P"), sort_of("XX"), sort_of("5H"), sort_of("HA"), sort_of(None)
    ('pass', 'double', 'bid', 'card', None)
    """
    if call is None:
        return None
    if call in ("P", "X", "XX"):
        return "pass" if call == "P" else "double"
    return "bid" if call[0].isdigit() else "card"


def level_of(call: str | None) -> int | None:
    """The level of a bid, or None for any other call.

    >>> level_of("5H"), level_of("P")
    (5, None)
    """
    return Call.parse(call).level or None if call and sort_of(call) != "card" else None


def sketch_of_row(row: dict[str, Any]) -> Sketch:
    """The sketch of a row of the index, which has few facts."""
    incident = row["incident"][0]
    event, source = row.get("event", {}), row.get("source", {})
    expected = (row.get("expected") or [{}])[-1]
    remarks = [str(remark["kind"]) for remark in row.get("remark", ())]
    information = "tempo" if incident.get("tempo") else (remarks[0] if remarks else None)
    day = event.get("date")
    return Sketch(
        id=row["id"],
        incident=incident["id"],
        kind=incident["kind"],
        title=row.get("title", ""),
        source=source.get("name", ""),
        where=source.get("where", ""),
        event=event.get("name", ""),
        year=day.year if day is not None else None,
        edition=event.get("edition"),
        authority=event.get("authority"),
        form=event.get("form"),
        level=event.get("level"),
        record=source.get("kind") == "record",
        clauses=tuple(expected.get("clauses", ())),
        information=information,
        given=incident.get("after"),
        action=incident.get("action"),
        rulings=tuple(map(_ruling_of_row, row.get("ruling", ()))),
        infraction=expected.get("infraction"),
        appeal=expected.get("standing"),
        held=tuple(expected.get("alternatives", ())),
        rejected=tuple(expected.get("not_alternatives", ())),
    )


def _ruling_of_row(values: dict[str, Any]) -> PastRuling:
    ns, ew = (tuple(_result(entry) for entry in values.get(side, ())) for side in ("ns", "ew"))
    if "tricks" in values:
        ns = (str(values["tricks"]),)
    return PastRuling(values["body"], values["kind"], ns, ew, values.get("grounds", ""))


def _result(entry: dict[str, str]) -> str:
    return entry["result"] if entry["weight"] == "100%" else f"{entry['weight']} {entry['result']}"


_INFORMATION = ("tempo", "gesture", "remark", "question", "no-alert", "explanation", "alert")


def sketches_of(case: Case, *, judged: bool = True) -> tuple[Sketch, ...]:
    """The sketches of all incidents of a case; a case without an incident gives one of its facts.

    Not `judged`: without the findings the case expects, so that it does not choose its own precedents.
    """
    incidents: tuple[Incident | None, ...] = case.incident or (None,)
    sketches = tuple(_sketch(case, incident) for incident in incidents)
    if judged:
        return sketches
    facts = (replace(sketch.drop_judgements(), rulings=sketch.rulings) for sketch in sketches)
    return tuple(
        replace(sketch, clauses=_clauses(incident, None))
        for sketch, incident in zip(facts, incidents, strict=True)
    )


def _sketch(case: Case, incident: Incident | None) -> Sketch:
    place, player, acted = _places(case, incident)
    rulings = [entry for entry in case.ruling if incident is None or entry.incident in (incident.id, None)]
    event, source, expected = case.event, case.source, case.expected[-1] if case.expected else None
    before = _auction_before(case, acted)
    return Sketch(
        id=case.id,
        incident=incident.id if incident else "",
        kind=str(incident.kind) if incident else str(IncidentKind.OTHER),
        title=case.title or "",
        source=(source.name if source else None) or "",
        where=(source.where if source else None) or "",
        event=event.name or "",
        year=event.date.year if event.date else None,
        edition=event.edition,
        authority=event.authority,
        form=str(event.form) if event.form else None,
        level=str(event.level) if event.level else None,
        record=bool(source and source.kind is SourceKind.RECORD),
        clauses=_clauses(incident, expected.clauses if expected else None),
        information=_information(case, incident, place),
        given=_call(case, place),
        action=_call(case, acted),
        standing_bid=_text(before.last_bid) if before else None,
        hand=_hand(case, player),
        partner_suit=_partner_suit(before, player),
        vulnerable=_vulnerable(case, player),
        contested=_is_contested(before or case.auction),
        round=_round(before, player),
        claim=_claim(case, incident) if isinstance(incident, Claim) else None,
        rulings=tuple(map(_past_ruling, rulings)),
        infraction=expected.infraction if expected else None,
        appeal=str(expected.standing) if expected and expected.standing else None,
        held=tuple(map(str, (expected.alternatives or ()) if expected else ())),
        rejected=tuple(map(str, (expected.not_alternatives or ()) if expected else ())),
    )


def _places(case: Case, incident: Incident | None) -> tuple[Place | None, Seat | None, Place | None]:
    """The place of the information, the deciding player, and the place of the decision."""
    match incident:
        case UnauthorisedInformation() | WithdrawnCall():
            return incident.at, incident.offender, incident.action
        case Misinformation():
            acted = incident.decisions[0] if incident.decisions else None
            to = incident.to[0] if incident.to else incident.by.next
            seat = None if acted is None else case.seat_at(acted)
            return incident.at, to if seat is None else seat, acted
        case Claim():
            return None, incident.by, None
        case None:
            return None, None, None
        case Other():
            return incident.at, incident.offender, None
        case _:
            return incident.happened_at, incident.offender_seat, None


def _call(case: Case, place: Place | None) -> str | None:
    if place is None or case.auction is None:
        return None
    if place.moment is Moment.CALL and 1 <= place.number <= len(case.auction):
        return str(case.auction.calls[place.number - 1])
    return str(case.lead) if place.moment is Moment.LEAD and case.lead else None


def _auction_before(case: Case, place: Place | None) -> Auction | None:
    """The auction before the player's decision; the whole auction for a lead."""
    if place is None or case.auction is None:
        return None
    if place.moment is Moment.CALL:
        return case.auction.before(place.number) if 1 <= place.number <= len(case.auction) else None
    return case.auction


def _information(case: Case, incident: Incident | None, given: Place | None) -> str | None:
    """The source of the information: the strongest remark at its place."""
    if isinstance(incident, Misinformation):
        silent = any(
            remark.kind is RemarkKind.NO_ALERT and remark.at == incident.at for remark in case.remark
        )
        return "no-alert" if silent else "explanation"
    kinds = {str(remark.kind) for remark in case.remark if given is not None and remark.at == given}
    return next((kind for kind in _INFORMATION if kind in kinds), None)


def _hand(case: Case, player: Seat | None) -> str | None:
    hand = None if player is None else case.hand(player)
    return None if hand is None or len(hand) != 13 else str(hand)


def _partner_suit(before: Auction | None, player: Seat | None) -> str | None:
    if before is None or player is None:
        return None
    bids = [call for seat, call in before if seat is player.partner and call.is_bid]
    strain = bids[-1].strain if bids else None
    return str(strain) if strain is not None and strain.trump is not None else None


def _vulnerable(case: Case, player: Seat | None) -> tuple[bool, bool] | None:
    vulnerability: Vulnerability | None = case.vulnerability
    if vulnerability is None or player is None:
        return None
    return vulnerability.includes(player.side), vulnerability.includes(player.side.other)


def _is_contested(auction: Auction | None) -> bool | None:
    if auction is None:
        return None
    return len({seat.side for seat, call in auction if call.code}) == 2


def _round(before: Auction | None, player: Seat | None) -> int | None:
    if before is None or player is None:
        return None
    return 1 + sum(seat is player for seat in before.seats)


def _claim(case: Case, claim: Claim) -> Mapping[str, int | bool | None]:
    """The sketch of a claim: tricks left, whether there were trumps, whether one was mentioned."""
    left = None if claim.after is None else 13 - claim.after
    if claim.position is not None:
        left = max(len(claim.position[seat]) for seat in Seat)
    trumps = None if claim.trumps is None else claim.trumps.trump is not None
    if trumps is None and case.contract is not None:
        trumps = case.contract.strain.trump is not None
    return {"left": left, "trumps": trumps, "spoke": claim.mentions_trump, "conceded": bool(claim.concedes)}


def _clauses(incident: Incident | None, cited: tuple[str, ...] | None) -> tuple[str, ...]:
    clauses = incident.clauses or () if isinstance(incident, Other) else ()
    return tuple(dict.fromkeys((*(cited or ()), *clauses)))


def _past_ruling(ruling: RulingGiven) -> PastRuling:
    """The sketch of a ruling."""
    sides = [
        tuple(f"{_share(entry.weight)}{entry.result}" for entry in entries or ())
        for entries in (ruling.ns, ruling.ew)
    ]
    if ruling.tricks is not None:
        sides[0] = (str(ruling.tricks),)
    return PastRuling(
        str(ruling.body or "director"), str(ruling.kind), sides[0], sides[1], ruling.grounds or ""
    )


def _share(weight: Fraction) -> str:
    return "" if weight == 1 else f"{percent_text(weight)} "


def _text(value: object) -> str | None:
    return None if value is None else str(value)
