"""The incidents a case may tell: one table of keys for each kind."""

from typing import Annotated, Literal

from pydantic import Field

from analyser.bridge import Seat, Side
from analyser.casefile import fields as f
from analyser.casefile import sets
from analyser.casefile.facts import Faults, IncidentTable, Offence, PlacedIncident, Score, Session
from analyser.casefile.fields import Place
from analyser.casefile.irregular import (
    ExposedCard,
    IrregularCall,
    LeadOutOfTurn,
    OutsideInformation,
    PlayedCard,
    ScoreError,
    WrongBoard,
    WrongHand,
)
from analyser.casefile.sets import IncidentKind as Kind


class UnauthorisedInformation(PlacedIncident, Offence):
    """A player acted after extraneous information from partner (Laws 16B, 73C)."""

    kind: Literal[Kind.UNAUTHORISED_INFORMATION]
    source: Annotated[f.SeatText, Field(description="who gave the information")]
    at: Annotated[f.PlaceText, Field(description="the call or card by which it was given")]
    offender: Annotated[f.SeatText, Field(description="who had it and acted")]
    action: Annotated[f.PlaceText, Field(description="the action complained of")]
    suggests: Annotated[
        tuple[f.ActionText, ...] | None,
        Field(strict=False, max_length=38, description="the director's finding of what was suggested"),
    ] = None
    shows: Annotated[
        f.MeaningOrWords | None,
        Field(
            description="what the information showed of the giver's hand, in the language of meanings or in words"
        ),
    ] = None

    @property
    def complained_action(self) -> Place:
        """The action complained of."""
        return self.action


class WithdrawnCall(PlacedIncident, Offence):
    """A player acted after a withdrawn action of partner or opponents (16C in 2017, 16D in 2007)."""

    kind: Literal[Kind.WITHDRAWN_CALL]
    source: Annotated[f.SeatText, Field(description="whose action was withdrawn")]
    at: Annotated[f.PlaceText, Field(description="the place at which it was withdrawn")]
    withdrawn: Annotated[f.ActionText | None, Field(description="the call or card that was withdrawn")] = None
    offender: Annotated[f.SeatText, Field(description="who acted with that knowledge")]
    action: Annotated[f.PlaceText, Field(description="the action complained of")]
    suggests: Annotated[
        tuple[f.ActionText, ...] | None,
        Field(strict=False, max_length=38, description="the director's finding of what was suggested"),
    ] = None
    shows: Annotated[
        f.MeaningOrWords | None,
        Field(description="what the withdrawn action showed, in the language of meanings or in words"),
    ] = None

    @property
    def complained_action(self) -> Place:
        """The action complained of."""
        return self.action


class Misinformation(PlacedIncident):
    """An opponent was told what the partnership had not agreed (Laws 20, 21, 40, 47E, 75)."""

    kind: Literal[Kind.MISINFORMATION]
    by: Annotated[f.SeatText, Field(description="who explained, or failed to")]
    at: Annotated[f.PlaceText, Field(description="the call that was explained")]
    to: Annotated[
        tuple[f.SeatText, ...] | None, Field(strict=False, max_length=3, description="who was told")
    ] = None
    given: Annotated[
        f.Text | None,
        Field(description="the explanation that was given; its words are read where given_shows is absent"),
    ] = None
    correct: Annotated[
        f.Text | None,
        Field(
            description="the partnership's true agreement; its words are read where correct_shows is absent"
        ),
    ] = None
    given_shows: Annotated[
        f.MeaningOrWords | None,
        Field(
            description="what the explanation shows, in the language of meanings or in words; over `given`"
        ),
    ] = None
    correct_shows: Annotated[
        f.MeaningOrWords | None,
        Field(
            description="what the agreement shows, in the language of meanings or in words; over `correct`"
        ),
    ] = None
    decisions: Annotated[
        tuple[f.PlaceText, ...] | None,
        Field(strict=False, max_length=20, description="the decisions that might have been different"),
    ] = None
    correct_call: Annotated[
        f.CallText | None, Field(description="the call the innocent player would have made")
    ] = None
    correct_lead: Annotated[
        f.CardText | None, Field(description="the lead the innocent player would have made")
    ] = None
    not_on_card: Annotated[
        bool | None,
        Field(description="the call should have stood on the convention card or its sheets, and did not"),
    ] = None
    agreement: Annotated[
        sets.Agreement | None, Field(strict=False, description="what the agreement was, explained or bid")
    ] = None
    corrected_by: Annotated[
        f.SeatText | None, Field(description="who of the side put the explanation right (20F4, 20F5)")
    ] = None
    corrected: Annotated[
        Literal["auction", "before-lead", "play", "after-play"] | None,
        Field(description="when: during the auction, after the final pass, during or after the play"),
    ] = None

    @property
    def offender_seat(self) -> Seat:
        """Who explained: the explanation is what was wrong."""
        return self.by

    @property
    def decisions_in_question(self) -> tuple[Place, ...]:
        """The decisions of the other side that might have been different."""
        return self.decisions or ()


class Claim(IncidentTable):
    """A claim or concession that is contested (Laws 68-71)."""

    kind: Literal[Kind.CLAIM]
    by: Annotated[f.SeatText, Field(description="who claimed")]
    after: Annotated[f.Tricks | None, Field(description="tricks completed before the claim")] = None
    position: Annotated[f.DealText | None, Field(description="the cards left, North first")] = None
    won: Annotated[
        f.Tricks | None,
        Field(
            description="tricks declarer's side had won before the claim; a position alone gets a score by it"
        ),
    ] = None
    on_lead: Annotated[f.SeatText | None, Field(description="who leads to the next trick")] = None
    trumps: Annotated[f.StrainText | None, Field(description="S H D C or NT")] = None
    claims: Annotated[f.Tricks | None, Field(description="tricks claimed of those that remain")] = None
    concedes: Annotated[f.Tricks | None, Field(description="tricks conceded of those that remain")] = None
    statement: Annotated[
        f.Text | None,
        Field(description="the line as stated; its words are read where the keys for the line are left out"),
    ] = None
    mentions_trump: Annotated[
        bool | None, Field(description="whether the statement spoke of a trump still out (70C)")
    ] = None
    trumps_counted: Annotated[
        f.Tricks | None,
        Field(description="trumps the claimer took to be out; where more were, the rest is forgotten (70C)"),
    ] = None
    order: Annotated[
        tuple[f.SuitText, ...] | None,
        Field(
            strict=False,
            max_length=4,
            description="suits in the order the statement starts them, from the top",
        ),
    ] = None
    towards: Annotated[
        f.CardsText | None,
        Field(description="cards the statement plays to: their suit is begun from the other hand"),
    ] = None
    acquiesced: Annotated[
        bool | None, Field(description="the opponents agreed and now withdraw their agreement (69B)")
    ] = None
    given_away: Annotated[
        f.Tricks | None,
        Field(
            description="tricks the side that asks had in fact won and gave away by agreeing or conceding (69B1, 71)"
        ),
    ] = None
    called_next: Annotated[
        bool | None,
        Field(description="before it objected, the agreeing side had called on the next board (69A)"),
    ] = None
    round_over: Annotated[bool | None, Field(description="before it objected, the round had ended (69A)")] = (
        None
    )
    partner_objected: Annotated[
        bool | None, Field(description="a defender conceded and his partner objected at once (68B2)")
    ] = None
    too_late: Annotated[
        bool | None,
        Field(
            description="the conceding side had called on the next board, or the round was over (71C of 1997)"
        ),
    ] = None

    @property
    def concerned_seat(self) -> Seat:
        """Who claimed; a claim is no offence."""
        return self.by

    @property
    def number_in_play(self) -> int | None:
        """The tricks completed before the claim."""
        return self.after

    @property
    def is_whole_tricks(self) -> bool:
        """It is: the tricks left are shared out (70, 71)."""
        return True

    @property
    def stands_once_rectified(self) -> bool:
        """It does where nothing was conceded after all and play went on."""
        return bool(self.partner_objected)


class RevokeIncident(Offence):
    """A player did not follow suit when able (Laws 61-64)."""

    kind: Literal[Kind.REVOKE]
    offender: Annotated[f.SeatText, Field(description="who revoked")]
    trick: Annotated[int, Field(ge=1, le=13, description="the trick of the revoke, from 1")]
    established: Annotated[bool | None, Field(description="whether it was established (63A)")] = None
    card: Annotated[
        f.CardText | None, Field(description="the card played in the revoke, when the play is not recorded")
    ] = None
    noticed: Annotated[
        sets.Noticed | None, Field(strict=False, description="when attention was drawn to it (64B)")
    ] = None
    mixed_by: Annotated[
        tuple[f.SideText, ...] | None,
        Field(
            strict=False,
            max_length=2,
            description="the sides that mixed their cards, so that nothing can be seen (66D)",
        ),
    ] = None
    claimed_before_mixing: Annotated[
        bool | None,
        Field(description="the revoke had been claimed before the cards were mixed (66D of 1997, 2007)"),
    ] = None
    asked_by: Annotated[
        f.SeatText | None, Field(description="who asked the player whether he had none of the suit (61B)")
    ] = None
    played_on: Annotated[
        tuple[f.SideText, ...] | None,
        Field(
            strict=False,
            max_length=2,
            description="the sides that had gone on to the next trick when attention was drawn (62C3, 63A1)",
        ),
    ] = None

    won_by: Annotated[
        f.SeatText | None,
        Field(description="who won the trick of the revoke, when the play is not recorded (64A)"),
    ] = None
    won_with: Annotated[
        f.CardText | None,
        Field(description="the card that won it; it tells who won it where a hand is known"),
    ] = None
    later_tricks: Annotated[
        f.Tricks | None,
        Field(
            description="tricks the offending side won after that one, when the play is not recorded (64A)"
        ),
    ] = None
    later_with_suit: Annotated[
        bool | None,
        Field(
            description="whether the offender later won one with a card he could have played to the revoke (64A2 of 1997)"
        ),
    ] = None

    @property
    def number_in_play(self) -> int | None:
        """The trick it happened in."""
        return self.trick

    @property
    def is_whole_tricks(self) -> bool:
        """It is: tricks change sides (64)."""
        return True


class NoPlay(IncidentTable):
    """A board that gave no result (Law 12C2)."""

    kind: Literal[Kind.NO_PLAY]
    fault: Annotated[Faults, Field(description="how far each side is at fault: none, partial or direct")]

    @property
    def faults(self) -> Faults | None:
        """How far each side is at fault."""
        return self.fault


class FouledBoard(IncidentTable):
    """A board played in different forms (Law 87)."""

    kind: Literal[Kind.FOULED_BOARD]
    groups: Annotated[
        tuple[Annotated[tuple[Score, ...], Field(strict=False)], ...] | None,
        Field(
            strict=False,
            min_length=1,
            max_length=20,
            description="pairs: the other tables by form of the board, ours first",
        ),
    ] = None
    fault: Annotated[
        Faults | None, Field(description="teams: how far each side is at fault: none, partial or direct")
    ] = None

    @property
    def faults(self) -> Faults | None:
        """How far each side is at fault."""
        return self.fault


class ProceduralPenalty(IncidentTable):
    """An offence against procedure, priced by the catalogue of the regulation (Law 90); it changes no score."""

    kind: Literal[Kind.PENALTY]
    offence: Annotated[f.Slug, Field(description="a row of the catalogue, as `penalty` lists them")]
    side: Annotated[f.SideText | None, Field(description="who pays; both where nobody is named")] = None
    seconds: Annotated[
        int | None, Field(ge=0, le=36_000, description="how late or slow, for a penalty by time")
    ] = None
    times: Annotated[int, Field(ge=1, le=99, description="how many boards, calls, pairs")] = 1
    shares: Annotated[
        Session | None, Field(description="how a penalty for both sides is shared, by responsibility")
    ] = None
    warned: Annotated[bool, Field(description="warned or penalised before")] = False
    unit: Annotated[
        Literal["vp", "imp", "percent-of-top", "rights"] | None,
        Field(description="the unit of the event, where the catalogue has the offence in several"),
    ] = None

    @property
    def offending_side(self) -> Side | None:
        """Who pays."""
        return self.side

    @property
    def changes_no_score(self) -> bool:
        """It does not: a penalty stands apart."""
        return True


class Other(PlacedIncident, Offence):
    """Anything else: ruled from the findings given."""

    kind: Literal[Kind.OTHER]
    offender: Annotated[f.SeatText | None, Field(description="who is said to have offended")] = None
    at: Annotated[f.PlaceText | None, Field(description="where it happened")] = None
    clauses: Annotated[
        tuple[f.ClauseText, ...] | None,
        Field(strict=False, max_length=20, description="the laws in question"),
    ] = None
    fact: Annotated[
        Literal["deceived", "wrong-review", "not-shuffled"] | None,
        Field(
            description="an opponent was misled by a manner, tempo or remark (73E2), the auction was reviewed wrongly (20E), or the cards were dealt unshuffled or come from another session (6D2)"
        ),
    ] = None
    false_inference: Annotated[
        bool | None, Field(description="an innocent player drew a false inference from it (73E2)")
    ] = None
    bridge_reason: Annotated[
        bool | None, Field(description="who did it had a demonstrable bridge reason for it (73E2)")
    ] = None
    could_be_aware: Annotated[
        bool | None,
        Field(description="he could have been aware at the time that it might benefit him (73E2)"),
    ] = None
    review_corrected: Annotated[
        bool | None, Field(description="the wrong review was put right before anybody acted on it (20E)")
    ] = None
    fault: Annotated[
        Faults | None, Field(description="how far each side is at fault, where no result may stand (6D2)")
    ] = None

    @property
    def faults(self) -> Faults | None:
        """How far each side is at fault."""
        return self.fault

    @property
    def stands_once_rectified(self) -> bool:
        """After a wrong review it does, unless somebody was damaged."""
        return self.fact == "wrong-review"

    @property
    def cited(self) -> tuple[str, ...]:
        """The laws in question."""
        return self.clauses or ()


INCIDENTS: dict[Kind, type[IncidentTable]] = {
    Kind.UNAUTHORISED_INFORMATION: UnauthorisedInformation,
    Kind.MISINFORMATION: Misinformation,
    Kind.CLAIM: Claim,
    Kind.REVOKE: RevokeIncident,
    Kind.WITHDRAWN_CALL: WithdrawnCall,
    Kind.FOULED_BOARD: FouledBoard,
    Kind.NO_PLAY: NoPlay,
    Kind.IRREGULAR_CALL: IrregularCall,
    Kind.LEAD_OUT_OF_TURN: LeadOutOfTurn,
    Kind.EXPOSED_CARD: ExposedCard,
    Kind.WRONG_BOARD: WrongBoard,
    Kind.WRONG_HAND: WrongHand,
    Kind.PLAYED_CARD: PlayedCard,
    Kind.OUTSIDE_INFORMATION: OutsideInformation,
    Kind.SCORE_ERROR: ScoreError,
    Kind.PENALTY: ProceduralPenalty,
    Kind.OTHER: Other,
}

Incident = Annotated[
    UnauthorisedInformation
    | Misinformation
    | Claim
    | RevokeIncident
    | WithdrawnCall
    | FouledBoard
    | NoPlay
    | IrregularCall
    | LeadOutOfTurn
    | ExposedCard
    | WrongBoard
    | WrongHand
    | PlayedCard
    | OutsideInformation
    | ScoreError
    | ProceduralPenalty
    | Other,
    Field(discriminator="kind"),
]
