"""A case: what the director wrote down, as values of the game."""

from functools import cached_property
from typing import Annotated, Self

from pydantic import BeforeValidator, Field, PrivateAttr

from analyser.bridge import (
    Auction,
    Card,
    Contract,
    Deal,
    Hand,
    HandConstraint,
    Irregular,
    IrregularityKind,
    Play,
    Result,
    Seat,
    Side,
    Vulnerability,
    dealer_of_board,
    vulnerability_of_board,
)
from analyser.casefile import fields as f
from analyser.casefile.facts import (
    Board,
    Comparison,
    Contention,
    Event,
    Player,
    Players,
    Remark,
    Source,
    TableFacts,
)
from analyser.casefile.fields import Moment, Place
from analyser.casefile.findings import Appeal, Expected, Judgement, Poll, RulingGiven, SelfInflicted
from analyser.casefile.incidents import Incident, Misinformation, UnauthorisedInformation, WithdrawnCall
from analyser.casefile.irregular import IrregularCall
from analyser.casefile.sets import EXPLAINING_KINDS, Status

SCHEMA = 1
_RESTING_ON_WORDS = (Misinformation, UnauthorisedInformation, WithdrawnCall)


def _list_of_tables(value: object) -> object:
    """A single table stands for a list of one."""
    return [value] if isinstance(value, dict) else value


class Case(f.Table):
    """One case file, checked."""

    schema_: Annotated[
        int, Field(alias="schema", ge=SCHEMA, le=SCHEMA, description="the form of the file: 1")
    ]
    id: Annotated[f.Slug, Field(description="a short name; the report and the tests use it")]
    title: Annotated[f.Text | None, Field(max_length=10_000, description="one line for the reader")] = None
    source: Annotated[Source | None, Field(description="where the facts come from")] = None
    event: Annotated[
        Event, Field(default_factory=Event, description="what was scored how, when, by whose rules")
    ]
    board: Annotated[Board, Field(description="number, dealer, vulnerability and cards")]
    players: Annotated[Players | None, Field(description="class, methods and names")] = None
    table: Annotated[
        TableFacts, Field(default_factory=TableFacts, description="auction, play, contract, tricks")
    ]
    comparison: Annotated[Comparison | None, Field(description="what others did with the board")] = None
    remark: Annotated[
        tuple[Remark, ...],
        Field(strict=False, max_length=200, description="tempo, alerts, explanations, remarks"),
    ] = ()
    incident: Annotated[
        tuple[Incident, ...],
        Field(strict=False, max_length=40, description="what is complained of, in order"),
    ] = ()
    contention: Annotated[
        tuple[Contention, ...],
        Field(strict=False, max_length=40, description="what each side says of it, in its own words"),
    ] = ()
    poll: Annotated[
        tuple[Poll, ...], Field(strict=False, max_length=40, description="what peers answered")
    ] = ()
    judgement: Annotated[
        tuple[Judgement, ...], Field(strict=False, max_length=200, description="findings of persons")
    ] = ()
    error: Annotated[
        tuple[SelfInflicted, ...],
        BeforeValidator(_list_of_tables),
        Field(strict=False, max_length=10, description="the non-offending side's own error"),
    ] = ()
    ruling: Annotated[
        tuple[RulingGiven, ...],
        BeforeValidator(_list_of_tables),
        Field(strict=False, max_length=20, description="rulings given so far, oldest first"),
    ] = ()
    appeal: Annotated[Appeal | None, Field(description="who appealed, when, for what")] = None
    expected: Annotated[
        tuple[Expected, ...], Field(strict=False, max_length=20, description="what must come out")
    ] = ()

    _toml: str = PrivateAttr(default="")
    _sha256: str = PrivateAttr(default="")

    @property
    def toml(self) -> str:
        """The file's own text, for the record."""
        return self._toml

    @property
    def sha256(self) -> str:
        """The SHA-256 of the file's bytes."""
        return self._sha256

    @property
    def dealer(self) -> Seat | None:
        """Who dealt: as stated, else by the board number."""
        if self.board.dealer is not None:
            return self.board.dealer
        return None if self.board.number is None else dealer_of_board(self.board.number)

    @property
    def vulnerability(self) -> Vulnerability | None:
        """Who is vulnerable: as stated, else by the board number."""
        if self.board.vulnerable is not None:
            return self.board.vulnerable
        return None if self.board.number is None else vulnerability_of_board(self.board.number)

    @property
    def deal(self) -> Deal | None:
        """The four hands, when all are known."""
        return self.board.deal

    def hand(self, seat: Seat) -> Hand | None:
        """A player's cards, when they are known."""
        if self.board.deal is not None:
            return self.board.deal[seat]
        hand: Hand | None = getattr(self.board.hands, seat.name, None)
        return hand

    @cached_property
    def auction(self) -> Auction | None:
        """The auction; none when none is recorded or the dealer is not known."""
        if self.table.auction is None or self.dealer is None:
            return None
        accepted = tuple(
            Irregular(
                incident.at.number,
                incident.offender,
                IrregularityKind(incident.irregularity),
                call,
                withdrawn=False,
            )
            for incident in self.incident
            if isinstance(incident, IrregularCall)
            and (incident.accepted or incident.found_late)
            and incident.at is not None
            for call in self.table.auction[incident.at.number - 1 : incident.at.number]
            if incident.irregularity in {kind.value for kind in IrregularityKind}
        )
        return Auction(self.dealer, self.table.auction, accepted)

    @cached_property
    def contract(self) -> Contract | None:
        """The contract: as stated with its declarer, else from a finished auction."""
        finished = self.auction is not None and self.auction.is_over
        derived = self.auction.contract if finished and self.auction is not None else None
        name = self.table.contract
        if name is None or name == "passed out":
            return derived
        declarer = self.table.declarer
        if declarer is None and derived is not None:
            declarer = derived.declarer
        return None if declarer is None else Contract.parse(name, declarer)

    @property
    def declarer(self) -> Seat | None:
        """Who declared: by the contract, else as the table states it."""
        return self.contract.declarer if self.contract else self.table.declarer

    @property
    def is_passed_out(self) -> bool:
        """Tell whether nobody bid."""
        over = self.auction is not None and self.auction.is_passed_out
        return self.table.contract == "passed out" or over

    @cached_property
    def play(self) -> Play | None:
        """The recorded play; a lead alone is a play of one card."""
        if self.contract is None:
            return None
        cards: tuple[Card, ...] = ()
        if self.table.play is not None:
            cards = tuple(card for trick in self.table.play for card in trick)
        elif self.table.lead is not None:
            cards = (self.table.lead,)
        return Play(self.contract.leader, self.contract.strain, cards)

    @property
    def lead(self) -> Card | None:
        """The opening lead, when it is known."""
        return self.play.cards[0] if self.play and self.play.cards else self.table.lead

    @cached_property
    def result(self) -> Result | None:
        """The table result: passed out, or the contract with the tricks taken."""
        if self.is_passed_out:
            return Result(None, 0)
        if self.contract is None:
            return None
        if self.table.tricks is not None:
            return Result(self.contract, self.table.tricks)
        if self.play is not None and len(self.play) == 52:
            return Result(self.contract, self.play.won_by(self.contract.declarer.side))
        return None

    def tricks_from(self, side: Side, first: int) -> int | None:
        """How many tricks a side won from this trick on: from the play, else from the result; none: neither tells."""
        if self.play is None:
            return None
        before = self.play.before_trick(first)
        if len(before.complete_tricks) < first - 1:
            return None
        result: Result | None = self.result
        if result is None or result.contract is None:
            return None
        tricks = result.tricks if result.contract.declarer.side is side else 13 - result.tricks
        return tricks - before.won_by(side)

    def seat_at(self, place: Place) -> Seat | None:
        """Whose turn a place was: the caller's, the player's whose card it is, the leader's from the end of the auction."""
        match place.moment:
            case Moment.CALL:
                known = self.auction is not None and 1 <= place.number <= len(self.auction)
                return self.auction.seat_of(place.number) if known and self.auction is not None else None
            case Moment.TRICK:
                return place.seat
            case Moment.LEAD | Moment.BEFORE_PLAY:
                return None if self.contract is None else self.contract.leader

    def player(self, seat: Seat) -> Player:
        """What is known of a player: his own entry over his pair's."""
        players = self.players or Players()
        player: Player | None = getattr(players, seat.name)
        pair: Player | None = getattr(players, seat.side.name)
        if player is None or pair is None:
            return player or pair or Player()
        return pair.model_copy(update={key: value for key, value in player if value is not None})

    @property
    def has_explanations(self) -> bool:
        """Whether anything says what a call or some information shows, in words or in figures."""
        return (
            any(isinstance(entry, Misinformation) for entry in self.incident)
            or any(remark.shows is not None or remark.kind in EXPLAINING_KINDS for remark in self.remark)
            or any(
                entry.shows is not None
                for entry in self.incident
                if isinstance(entry, UnauthorisedInformation | WithdrawnCall)
            )
        )

    @property
    def has_words_to_read(self) -> bool:
        """Whether the ruling rests on words that explain a call and whose meaning nobody states in figures."""
        if not any(isinstance(incident, _RESTING_ON_WORDS) for incident in self.incident):
            return False
        said: list[tuple[HandConstraint | f.MeaningInWords | None, str | None]] = [
            (remark.shows, remark.text if remark.kind in EXPLAINING_KINDS else None) for remark in self.remark
        ]
        for incident in self.incident:
            match incident:
                case Misinformation():
                    said += [
                        (incident.given_shows, incident.given),
                        (incident.correct_shows, incident.correct),
                    ]
                case UnauthorisedInformation() | WithdrawnCall():
                    said.append((incident.shows, None))
        return any(
            isinstance(shows, f.MeaningInWords) or (shows is None and bool(text)) for shows, text in said
        )

    @property
    def has_disputes(self) -> bool:
        """Whether anything that is told is said to be disputed."""
        return any(entry.status is Status.DISPUTED for entry in (*self.remark, *self.incident))

    def changed(self, **parts: object) -> Self:
        """A copy with some parts changed; its file and hash stay those it came from."""
        copy = self.model_copy(update=parts)
        for name in ("auction", "contract", "play", "result"):
            copy.__dict__.pop(name, None)
        return copy

    def judgements(self, incident: str | None) -> tuple[Judgement, ...]:
        """The findings that speak of this incident, and those that speak of the whole board."""
        return tuple(judgement for judgement in self.judgement if judgement.incident in (incident, None))
