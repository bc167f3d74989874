"""The incidents a case may tell: one table of keys for each kind."""

from typing import Annotated, Literal

from pydantic import Field

from analyser.casefile import fields as f
from analyser.casefile import sets
from analyser.casefile.facts import Score
from analyser.casefile.sets import IncidentKind as Kind

__all__ = [
    "INCIDENTS",
    "Claim",
    "ExposedCard",
    "FouledBoard",
    "Incident",
    "IrregularCall",
    "LeadOutOfTurn",
    "Misinformation",
    "NoPlay",
    "Other",
    "PlayedCard",
    "RevokeIncident",
    "ScoreError",
    "UnauthorisedInformation",
    "WithdrawnCall",
    "WrongBoard",
    "WrongHand",
]


class _Incident(f.Table):
    id: Annotated[f.Slug, Field(description="a name for the incident, used by polls and findings")]
    text: Annotated[f.Text | None, Field(description="what happened, in words; shown, never read")] = None


class UnauthorisedInformation(_Incident):
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
        f.Meaning | None, Field(description="what the information showed of the giver's hand")
    ] = None


class WithdrawnCall(_Incident):
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
    shows: Annotated[f.Meaning | None, Field(description="what the withdrawn action showed")] = None


class Misinformation(_Incident):
    """An opponent was told what the partnership had not agreed (Laws 20, 21, 40, 47E, 75)."""

    kind: Literal[Kind.MISINFORMATION]
    by: Annotated[f.SeatText, Field(description="who explained, or failed to")]
    at: Annotated[f.PlaceText, Field(description="the call that was explained")]
    to: Annotated[
        tuple[f.SeatText, ...] | None, Field(strict=False, max_length=3, description="who was told")
    ] = None
    given: Annotated[f.Text | None, Field(description="the explanation that was given")] = None
    correct: Annotated[f.Text | None, Field(description="the partnership's true agreement")] = None
    given_shows: Annotated[
        f.Meaning | None, Field(description="the explanation in the language of meanings")
    ] = None
    correct_shows: Annotated[
        f.Meaning | None, Field(description="the agreement in the language of meanings")
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
    agreement: Annotated[
        sets.Agreement | None, Field(strict=False, description="what the agreement was, explained or bid")
    ] = None


class Claim(_Incident):
    """A claim or concession that is contested (Laws 68-71)."""

    kind: Literal[Kind.CLAIM]
    by: Annotated[f.SeatText, Field(description="who claimed")]
    after: Annotated[f.Tricks | None, Field(description="tricks completed before the claim")] = None
    position: Annotated[f.DealText | None, Field(description="the cards left, North first")] = None
    on_lead: Annotated[f.SeatText | None, Field(description="who leads to the next trick")] = None
    trumps: Annotated[f.StrainText | None, Field(description="S H D C or NT")] = None
    claims: Annotated[f.Tricks | None, Field(description="tricks claimed of those that remain")] = None
    concedes: Annotated[f.Tricks | None, Field(description="tricks conceded of those that remain")] = None
    statement: Annotated[f.Text | None, Field(description="the line as stated; shown, never read")] = None
    mentions_trump: Annotated[
        bool | None, Field(description="whether the statement spoke of a trump still out (70C)")
    ] = None
    order: Annotated[
        tuple[f.SuitText, ...] | None,
        Field(
            strict=False,
            max_length=4,
            description="suits in the order the statement starts them, from the top",
        ),
    ] = None
    acquiesced: Annotated[
        bool | None, Field(description="the opponents agreed and now withdraw their agreement (69B)")
    ] = None


class RevokeIncident(_Incident):
    """A player did not follow suit when able (Laws 61-64)."""

    kind: Literal[Kind.REVOKE]
    offender: Annotated[f.SeatText, Field(description="who revoked")]
    trick: Annotated[int, Field(ge=1, le=13, description="the trick of the revoke, from 1")]
    established: Annotated[bool | None, Field(description="whether it was established (63A)")] = None
    noticed: Annotated[
        sets.Noticed | None, Field(strict=False, description="when attention was drawn to it (64B)")
    ] = None


class Faults(f.Table):
    """How far each side is at fault."""

    NS: Annotated[sets.Fault, Field(strict=False)] = sets.Fault.NONE
    EW: Annotated[sets.Fault, Field(strict=False)] = sets.Fault.NONE


class NoPlay(_Incident):
    """A board that gave no result (Law 12C2)."""

    kind: Literal[Kind.NO_PLAY]
    fault: Annotated[Faults, Field(description="how far each side is at fault: none, partial or direct")]


class FouledBoard(_Incident):
    """A board played in different forms (Law 87)."""

    kind: Literal[Kind.FOULED_BOARD]
    groups: Annotated[
        tuple[Annotated[tuple[Score, ...], Field(strict=False)], ...],
        Field(
            strict=False,
            min_length=1,
            max_length=20,
            description="the other tables by form of the board, ours first",
        ),
    ]


class IrregularCall(_Incident):
    """An insufficient bid, a call out of turn, an inadmissible or changed call (Laws 25-32, 35-39)."""

    kind: Literal[Kind.IRREGULAR_CALL]
    irregularity: Annotated[
        Literal["insufficient", "out-of-turn", "inadmissible", "changed", "over-seven", "after-end"],
        Field(description="what was wrong with the call"),
    ]
    offender: Annotated[f.SeatText, Field(description="who made the call")]
    at: Annotated[f.PlaceText | None, Field(description="the call that was due when it was made")] = None
    call: Annotated[f.CallText | None, Field(description="the irregular call")] = None
    turn: Annotated[f.SeatText | None, Field(description="whose turn it was")] = None
    accepted: Annotated[
        bool | None, Field(description="the next player called over it, or chose to accept it")
    ] = None
    replacement: Annotated[f.CallText | None, Field(description="the call put in its place")] = None
    comparable: Annotated[
        bool | None, Field(description="the replacement was found comparable (23A in 2017)")
    ] = None
    unintended: Annotated[
        bool | None, Field(description="the call was not intended, and corrected in time (25A)")
    ] = None
    partner_has_called: Annotated[
        bool | None, Field(description="partner had already called in the auction")
    ] = None


class LeadOutOfTurn(_Incident):
    """A lead by the wrong player or from the wrong hand (Laws 53-56)."""

    kind: Literal[Kind.LEAD_OUT_OF_TURN]
    offender: Annotated[f.SeatText, Field(description="who led, or whose hand was led from")]
    card: Annotated[f.CardText | None, Field(description="the card led")] = None
    turn: Annotated[f.SeatText | None, Field(description="whose lead it was")] = None
    trick: Annotated[int | None, Field(ge=1, le=13, description="the trick, from 1")] = None
    face_up: Annotated[bool | None, Field(description="whether the card was faced")] = None
    accepted: Annotated[bool | None, Field(description="whether the other side accepted it")] = None


class ExposedCard(_Incident):
    """A defender's card was exposed, in the auction or the play (Laws 24, 48-52)."""

    kind: Literal[Kind.EXPOSED_CARD]
    offender: Annotated[f.SeatText, Field(description="whose card was seen")]
    cards: Annotated[
        tuple[f.CardText, ...],
        Field(strict=False, min_length=1, max_length=13, description="the cards exposed"),
    ]
    during: Annotated[Literal["auction", "play"], Field(description="in the auction or the play")] = "play"
    inadvertent: Annotated[
        bool | None, Field(description="the card was not deliberately played (50B: a minor penalty card)")
    ] = None
    led: Annotated[bool | None, Field(description="the card was led or played prematurely")] = None


class WrongBoard(_Incident):
    """Cards of the wrong board, or the wrong board or opponents (Laws 15, 17D)."""

    kind: Literal[Kind.WRONG_BOARD]
    offender: Annotated[f.SeatText | None, Field(description="who took the wrong cards")] = None
    called: Annotated[bool | None, Field(description="a call was made on the wrong cards")] = None
    partner_called: Annotated[bool | None, Field(description="partner called over it")] = None
    repeats_call: Annotated[bool | None, Field(description="with the right cards the same call was made")] = (
        None
    )
    played_before: Annotated[
        bool | None, Field(description="somebody at the table had played the board before")
    ] = None
    fault: Annotated[Faults | None, Field(description="how far each side is at fault")] = None


class WrongHand(_Incident):
    """A pocket with the wrong number of cards, or a card of another hand (Laws 13, 14)."""

    kind: Literal[Kind.WRONG_HAND]
    offender: Annotated[f.SeatText | None, Field(description="whose hand was wrong")] = None
    cards: Annotated[int | None, Field(ge=0, le=26, description="how many cards the hand had")] = None
    called: Annotated[bool | None, Field(description="the owner of the wrong hand had called")] = None
    seen: Annotated[bool | None, Field(description="a card of another hand was seen")] = None
    consent: Annotated[bool | None, Field(description="all four players consent to play on (1997)")] = None
    noticed: Annotated[
        Literal["before-auction", "auction", "play", "after-play"] | None,
        Field(description="when it was noticed"),
    ] = None
    serious: Annotated[bool | None, Field(description="the director holds the knowledge to be serious")] = (
        None
    )
    fault: Annotated[Faults | None, Field(description="how far each side is at fault")] = None


class PlayedCard(_Incident):
    """Whether a card was played, changed or omitted (Laws 45-47, 58, 67)."""

    kind: Literal[Kind.PLAYED_CARD]
    offender: Annotated[f.SeatText | None, Field(description="whose card it was")] = None
    card: Annotated[f.CardText | None, Field(description="the card in question")] = None
    trick: Annotated[int | None, Field(ge=1, le=13, description="the trick, from 1")] = None
    fact: Annotated[
        Literal["held-face-up", "named", "changed-call", "omitted", "two-cards", "dummy-placed"] | None,
        Field(description="what happened with the card"),
    ] = None
    both_sides_played_on: Annotated[
        bool | None, Field(description="both sides had played to the next trick before it was noticed (67B)")
    ] = None
    still_holds_suit: Annotated[
        bool | None, Field(description="the player still holds a card of the suit")
    ] = None
    certain: Annotated[bool | None, Field(description="it is certain which card was shown")] = None


class ScoreError(_Incident):
    """A score agreed or entered wrongly (Law 79)."""

    kind: Literal[Kind.SCORE_ERROR]
    recorded: Annotated[f.ResultText | None, Field(description="the result that was entered")] = None
    correct: Annotated[f.ResultText | None, Field(description="the result that was obtained")] = None
    nature: Annotated[
        Literal["computation", "tricks-agreed"] | None,
        Field(description="a slip in computing, or a wrong number of tricks agreed"),
    ] = None
    in_time: Annotated[bool | None, Field(description="reported within the correction period (79C)")] = None
    certain: Annotated[bool | None, Field(description="the director is beyond reasonable doubt (79B3)")] = (
        None
    )


class Other(_Incident):
    """Anything else: ruled from the findings given."""

    kind: Literal[Kind.OTHER]
    offender: Annotated[f.SeatText | None, Field(description="who is said to have offended")] = None
    at: Annotated[f.PlaceText | None, Field(description="where it happened")] = None
    clauses: Annotated[
        tuple[f.ClauseText, ...] | None,
        Field(strict=False, max_length=20, description="the laws in question"),
    ] = None


INCIDENTS: dict[Kind, type[_Incident]] = {
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
    Kind.SCORE_ERROR: ScoreError,
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
    | ScoreError
    | Other,
    Field(discriminator="kind"),
]
