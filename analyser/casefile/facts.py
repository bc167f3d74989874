"""The tables of a case file that tell the facts: source, event, board, players, table, comparison, remarks."""

from typing import Annotated, Protocol, Self

from pydantic import Field

from analyser.bridge import HIGHEST_BOARD, Seat, Side
from analyser.casefile import fields as f
from analyser.casefile import sets
from analyser.casefile.fields import Place


class Source(f.Table):
    """Where the facts come from."""

    kind: Annotated[sets.SourceKind | None, Field(strict=False, description="what sort of source it is")] = (
        None
    )
    name: Annotated[f.Text | None, Field(description="file, book or site")] = None
    where: Annotated[f.Text | None, Field(description="lines, page or address")] = None
    notes: Annotated[f.Text | None, Field(description="what was assumed, what is missing")] = None


class Event(f.Table):
    """The event: what was scored how, when, and under whose rules."""

    name: Annotated[f.Text | None, Field(description="the event, for the reader")] = None
    date: Annotated[
        f.Day | None, Field(description="picks the edition of the Laws together with the authority")
    ] = None
    authority: Annotated[
        f.Text | None,
        Field(description="WBF EBL EBU ACBL FIGB FRB …; an unknown one falls back to the WBF and says so"),
    ] = None
    form: Annotated[sets.Form | None, Field(strict=False, description="how the event is scored")] = None
    boards: Annotated[
        int | None, Field(ge=1, le=200, description="boards in the match, for victory points")
    ] = None
    scale: Annotated[sets.Scale | None, Field(strict=False, description="the victory-point scale")] = None
    screens: Annotated[bool | None, Field(description="whether screens were in use")] = None
    level: Annotated[sets.Level | None, Field(strict=False, description="the level of the event")] = None
    individual: Annotated[
        bool | None,
        Field(description="an individual event: partners change, each player scores for himself (12C3)"),
    ] = None
    edition: Annotated[
        f.Text | None,
        Field(pattern=f.EDITION_PATTERN, description="rule under this edition, whatever the date"),
    ] = None
    regulations: Annotated[
        tuple[f.Slug, ...] | None,
        Field(
            strict=False, max_length=20, description="rule under these regulations, whatever the authority"
        ),
    ] = None


class Hands(f.Table):
    """Some hands only, when not all four are known."""

    N: f.HandText | None = None
    E: f.HandText | None = None
    S: f.HandText | None = None
    W: f.HandText | None = None


class Board(f.Table):
    """The board: number, dealer, vulnerability and the cards."""

    number: Annotated[
        int | None, Field(ge=1, le=HIGHEST_BOARD, description="gives dealer and vulnerability by Law 2")
    ] = None
    dealer: Annotated[f.SeatText | None, Field(description="who dealt, where the number does not tell")] = (
        None
    )
    vulnerable: Annotated[
        f.VulnerabilityText | None, Field(description="who is vulnerable, where the number does not tell")
    ] = None
    deal: Annotated[
        f.DealText | None, Field(description="the four hands, as N:spades.hearts.diamonds.clubs …")
    ] = None
    hands: Annotated[Hands | None, Field(description="some hands only, when not all are known")] = None


class Player(f.Table):
    """A player or a pair: class, methods, and a name that is printed only on request."""

    class_: Annotated[
        sets.PlayerClass | None,
        Field(alias="class", strict=False, description="the class whose peers are asked"),
    ] = None
    system: Annotated[f.Text | None, Field(description="the partnership's methods")] = None
    name: Annotated[f.Text | None, Field(description="a name; printed only when asked for")] = None


class Players(f.Table):
    """Who sat where."""

    N: Player | None = None
    E: Player | None = None
    S: Player | None = None
    W: Player | None = None
    NS: Player | None = None
    EW: Player | None = None


class TableFacts(f.Table):
    """What happened at the table: auction, play, contract and tricks."""

    auction: Annotated[
        f.AuctionCalls | None, Field(description="the calls from the dealer on; counted from 1")
    ] = None
    play: Annotated[
        f.TricksPlayed | None,
        Field(description="tricks in order of play, the leader's card first; the last may be partial"),
    ] = None
    lead: Annotated[
        f.CardText | None, Field(description="the opening lead, when the play is not recorded")
    ] = None
    contract: Annotated[
        f.Text | None,
        Field(
            pattern=f.PLAIN_CONTRACT_PATTERN,
            description="4S, 4SX, 4SXX; derived from a complete auction and refused if it disagrees",
        ),
    ] = None
    declarer: Annotated[f.SeatText | None, Field(description="who declared")] = None
    tricks: Annotated[f.Tricks | None, Field(description="the tricks declarer took")] = None


class Score(f.Table):
    """A score to North-South, and at how many tables it was made."""

    score: Annotated[f.Points, Field(description="points to North-South")]
    times: Annotated[int, Field(ge=1, le=10_000, description="at how many tables")] = 1


class OtherTable(f.Table):
    """A result at another table with its auction: shown beside ours, never weighed; its tricks tell of the same contract's."""

    auction: Annotated[f.AuctionCalls, Field(description="the calls there, from the dealer on")]
    result: Annotated[f.ResultText, Field(description="4S+1 by N, passed out, or a bare score to NS")]
    times: Annotated[int, Field(ge=1, le=10_000, description="at how many tables")] = 1


class Session(f.Table):
    """What each side scored on the other boards of the session (12C2c)."""

    NS: f.Weight | None = None
    EW: f.Weight | None = None


class Comparison(f.Table):
    """What others did with the board, in points to North-South."""

    other_room: Annotated[f.Points | None, Field(description="teams: the score in the other room")] = None
    field: Annotated[
        tuple[Score, ...] | None,
        Field(strict=False, max_length=2_000, description="pairs: all the other tables, without this one"),
    ] = None
    tables: Annotated[
        tuple[OtherTable, ...] | None,
        Field(
            strict=False,
            max_length=2_000,
            description="other tables whose auction is known; the score is reckoned from other_room or field alone",
        ),
    ] = None
    match_imps: Annotated[
        int | None,
        Field(
            ge=-1_000, le=1_000, description="teams: IMPs to our North-South side's team on the other boards"
        ),
    ] = None
    session: Annotated[Session | None, Field(description="each side's percentage on the other boards")] = None


_QUICK = 3  # seconds


class Remark(f.Table):
    """Something said, shown or noticed at a call or a card."""

    at: Annotated[f.PlaceText, Field(description="call N, trick T S, lead or before play")]
    kind: Annotated[sets.RemarkKind, Field(strict=False, description="what sort of remark it is")]
    by: Annotated[f.SeatText | None, Field(description="whose tempo, explanation or remark it was")] = None
    to: Annotated[
        tuple[f.SeatText, ...] | None, Field(strict=False, max_length=3, description="screens: who heard it")
    ] = None
    raised_by: Annotated[f.SeatText | None, Field(description="screens: who drew attention to the tempo")] = (
        None
    )
    seconds: Annotated[int | float | None, Field(ge=0, le=3_600, description="how long it took")] = None
    text: Annotated[
        f.Text | None,
        Field(description="what was said; words that explain a call are read where shows is absent"),
    ] = None
    shows: Annotated[
        f.MeaningOrWords | None,
        Field(description="what the call was said to show, in the language of meanings or in words"),
    ] = None
    status: Annotated[sets.Status | None, Field(strict=False, description="agreed, found or disputed")] = None
    observed: Annotated[
        bool | None, Field(description="in dispute: whether the director saw or heard it himself")
    ] = None

    @property
    def is_quick(self) -> bool:
        """Whether a call or card came so fast that the speed itself tells something."""
        return self.seconds is not None and self.seconds < _QUICK


class Contention(f.Table):
    """What a side, or a player, says of the matter in its own words."""

    by: Annotated[f.SeatOrSideText, Field(description="who says so: N, E, S, W, NS or EW")]
    text: Annotated[f.Text, Field(description="what is said; shown, never read by the program")]
    incident: Annotated[f.Slug | None, Field(description="the incident it speaks of")] = None


class QuittedCards(f.Table):
    """Each player's quitted cards in the order he played them."""

    N: f.CardsText
    E: f.CardsText
    S: f.CardsText
    W: f.CardsText


class Faults(f.Table):
    """How far each side is at fault."""

    NS: Annotated[sets.Fault, Field(strict=False)] = sets.Fault.NONE
    EW: Annotated[sets.Fault, Field(strict=False)] = sets.Fault.NONE


class IncidentTable(f.Table):
    """What every incident has, and what it knows of itself."""

    id: Annotated[f.Slug, Field(description="a name for the incident, used by polls and findings")]
    text: Annotated[f.Text | None, Field(description="what happened, in words; shown, never read")] = None
    status: Annotated[
        sets.Status | None,
        Field(strict=False, description="whether what is told here is agreed, found or disputed"),
    ] = None
    otherwise: Annotated[
        f.Pairs | None,
        Field(
            description="in dispute: the keys of this incident as the other side states them; absent: it did not happen"
        ),
    ] = None
    observed: Annotated[
        bool | None, Field(description="in dispute: whether the director saw or heard it himself")
    ] = None
    acted_first: Annotated[
        bool | None,
        Field(
            description="the other side acted before the director was called, and gained as an opponent did not know the Laws (11A)"
        ),
    ] = None

    def denied_version(self) -> Self | None:
        """The incident as the other side states it; none where it says that nothing happened."""
        if self.otherwise is None:
            return None
        stated = self.model_dump(
            by_alias=True, exclude_none=True, exclude={"otherwise", "status", "observed"}
        )
        return type(self).model_validate({**stated, **f.unfrozen(self.otherwise)})

    @property
    def offender_seat(self) -> Seat | None:
        """Who is said to have offended."""
        return None

    @property
    def offending_side(self) -> Side | None:
        """Which side is said to have offended."""
        return None if self.offender_seat is None else self.offender_seat.side

    @property
    def concerned_seat(self) -> Seat | None:
        """Whom the incident is about: the offender, or who claimed."""
        return self.offender_seat

    @property
    def happened_at(self) -> Place | None:
        """The call or card at which it happened."""
        return None

    @property
    def complained_action(self) -> Place | None:
        """The call or card complained of."""
        return None

    @property
    def action_is_barred(self) -> bool:
        """Whether the incident is an action that may not be taken at all, so that what followed falls with it."""
        return self.complained_action is not None

    @property
    def decisions_in_question(self) -> tuple[Place, ...]:
        """The decisions that might have been others without the incident."""
        return () if self.complained_action is None else (self.complained_action,)

    @property
    def turning_point(self) -> Place | None:
        """The call or card that would have been another without the incident."""
        return next(iter(self.decisions_in_question), self.happened_at)

    @property
    def number_in_play(self) -> int | None:
        """The trick it happened in, or the tricks completed before it."""
        return None

    @property
    def faults(self) -> Faults | None:
        """How far each side is at fault for a board that gave no result."""
        return None

    @property
    def is_whole_tricks(self) -> bool:
        """Whether the Laws give a whole number of tricks for it, and nothing is weighed."""
        return False

    @property
    def changes_no_score(self) -> bool:
        """Whether it stands apart from the board: what it costs is no part of any result."""
        return False

    @property
    def stands_once_rectified(self) -> bool:
        """Whether the table result stands once what the Laws prescribe was done, unless somebody finds damage."""
        return False

    @property
    def cited(self) -> tuple[str, ...]:
        """The clauses the case names for it."""
        return ()


class _WithOffender(Protocol):
    @property
    def offender(self) -> Seat | None: ...


class Offence(IncidentTable):
    """An incident with a player who is said to have offended."""

    @property
    def offender_seat(self: _WithOffender) -> Seat | None:
        """Who is said to have offended."""
        return self.offender


class _WithPlace(Protocol):
    @property
    def at(self) -> Place | None: ...


class PlacedIncident(IncidentTable):
    """An incident whose table names the call or card at which it happened."""

    @property
    def happened_at(self: _WithPlace) -> Place | None:
        """The call or card at which it happened."""
        return self.at


class Irregularity(Offence):
    """An offence for which the Laws prescribe at the table what is due."""

    @property
    def stands_once_rectified(self) -> bool:
        """It does: such offences are put right by what is prescribed."""
        return True
