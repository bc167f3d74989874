"""Incidents of irregular calls, leads, cards, boards and entries: the facts the Laws ask for."""

from typing import Annotated, Literal

from pydantic import Field

from analyser.bridge import Seat, Side
from analyser.casefile import fields as f
from analyser.casefile.facts import Faults, IncidentTable, Irregularity, PlacedIncident, QuittedCards
from analyser.casefile.sets import Fault
from analyser.casefile.sets import IncidentKind as Kind


class IrregularCall(PlacedIncident, Irregularity):
    """An insufficient bid, a call out of turn, an inadmissible or changed call (Laws 25-32, 35-39)."""

    kind: Literal[Kind.IRREGULAR_CALL]
    irregularity: Annotated[
        Literal[
            "insufficient", "out-of-turn", "inadmissible", "changed", "over-seven", "after-end", "deprived"
        ],
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
    pause: Annotated[
        bool | None, Field(description="there was a pause for thought before the change (25A until 2007)")
    ] = None
    partner_has_called: Annotated[
        bool | None, Field(description="partner had already called in the auction")
    ] = None
    artificial: Annotated[
        bool | None,
        Field(description="the call, or the one put in its place, was artificial or conventional"),
    ] = None
    same_meaning: Annotated[
        bool | None,
        Field(description="the replacement means the same or something more precise (27B1b of 2007)"),
    ] = None
    gains_nothing: Annotated[
        bool | None,
        Field(
            description="in the director's opinion the insufficient bid told the offenders nothing that spoils the auction beyond remedy"
        ),
    ] = None
    call_shows: Annotated[
        f.Meaning | None,
        Field(
            description="what the withdrawn call showed with all before it, in the language of meanings (23A)"
        ),
    ] = None
    replacement_shows: Annotated[
        f.Meaning | None,
        Field(description="what the call put in its place shows with all before it (23A)"),
    ] = None
    purpose: Annotated[
        f.Slug | None,
        Field(description="what the withdrawn call asked for, in one word: majors, aces (23A3)"),
    ] = None
    replacement_purpose: Annotated[
        f.Slug | None, Field(description="what the call put in its place asks for, in the same words (23A3)")
    ] = None
    right_hand_passed: Annotated[
        bool | None, Field(description="the player whose turn it was then passed (31A, 32)")
    ] = None
    called_before: Annotated[
        bool | None, Field(description="the offender had called before in this auction")
    ] = None
    barred: Annotated[bool | None, Field(description="the player was obliged to pass (37)")] = None
    barred_throughout: Annotated[
        bool | None,
        Field(description="he was obliged to pass for the rest of the auction, not once (37A)"),
    ] = None
    premature: Annotated[
        bool | None, Field(description="the insufficient bid was put right before the director ruled (27C)")
    ] = None
    right_hand_barred: Annotated[
        bool | None,
        Field(description="the player whose turn it was, on the right, was obliged to pass (28A)"),
    ] = None
    right_player_called: Annotated[
        bool | None, Field(description="the player whose turn it was called before the director ruled (28B)")
    ] = None
    simultaneous: Annotated[
        bool | None, Field(description="the call was made together with that of the player in turn (33)")
    ] = None
    found_late: Annotated[
        bool | None, Field(description="attention was drawn only after the opening lead was faced (36C)")
    ] = None
    tray: Annotated[
        Literal["not-passed", "passed", "passed-knowingly"] | None,
        Field(description="with screens: whether the offender's screenmate had let the call pass"),
    ] = None
    suits: Annotated[
        tuple[f.SuitText, ...] | None,
        Field(
            strict=False,
            max_length=4,
            description="the suits the withdrawn call showed, as against those it named (26)",
        ),
    ] = None
    suits_again: Annotated[
        tuple[f.SuitText, ...] | None,
        Field(
            strict=False,
            max_length=4,
            description="the suits its maker showed in the auction that stood (26)",
        ),
    ] = None


class LeadOutOfTurn(Irregularity):
    """A lead by the wrong player or from the wrong hand (Laws 53-56)."""

    kind: Literal[Kind.LEAD_OUT_OF_TURN]
    offender: Annotated[f.SeatText, Field(description="who led, or whose hand was led from")]
    card: Annotated[f.CardText | None, Field(description="the card led")] = None
    turn: Annotated[f.SeatText | None, Field(description="whose lead it was")] = None
    trick: Annotated[int | None, Field(ge=1, le=13, description="the trick, from 1")] = None
    face_up: Annotated[bool | None, Field(description="whether the card was faced")] = None
    accepted: Annotated[bool | None, Field(description="whether the other side accepted it")] = None
    dummy_seen: Annotated[
        bool | None, Field(description="declarer could have seen a card of dummy's (54C)")
    ] = None
    told_turn: Annotated[
        bool | None, Field(description="the player had been told wrongly that it was his turn (47E1)")
    ] = None
    right_leader_led: Annotated[
        bool | None, Field(description="the opponent whose lead it was led all the same (53)")
    ] = None
    wrong_defender_played: Annotated[
        bool | None,
        Field(description="the defender on declarer's right played to declarer's wrong lead (53)"),
    ] = None
    defenders_disagree: Annotated[
        bool | None, Field(description="one defender accepts declarer's lead and the other does not (55A)")
    ] = None

    screen_opened: Annotated[
        Literal["closed", "opened", "by-declarers-side", "two-leads"] | None,
        Field(description="an opening lead with screens: how the screen stood when it was noticed"),
    ] = None

    @property
    def number_in_play(self) -> int | None:
        """The trick it happened in."""
        return self.trick


class ExposedCard(Irregularity):
    """A defender's card was exposed, in the auction or the play (Laws 24, 48-52)."""

    kind: Literal[Kind.EXPOSED_CARD]
    offender: Annotated[f.SeatText, Field(description="whose card was seen")]
    cards: Annotated[
        tuple[f.CardText, ...],
        Field(strict=False, min_length=1, max_length=13, description="the cards exposed"),
    ]
    during: Annotated[Literal["auction", "play"], Field(description="in the auction or the play")] = "play"
    trick: Annotated[
        int | None, Field(ge=1, le=13, description="in the play: the trick in which it happened, from 1")
    ] = None
    inadvertent: Annotated[
        bool | None, Field(description="the card was not deliberately played (50B: a minor penalty card)")
    ] = None
    led: Annotated[bool | None, Field(description="the card was led or played prematurely")] = None
    on_table: Annotated[
        tuple[f.CardText, ...] | None,
        Field(
            strict=False,
            max_length=13,
            description="the same player's penalty cards that lie on the table already",
        ),
    ] = None
    both_hands_played: Annotated[
        bool | None, Field(description="declarer had played to the trick from both hands (57C)")
    ] = None
    instead: Annotated[
        f.CardText | None, Field(description="the card played when a penalty card was due (52)")
    ] = None
    played_on: Annotated[
        bool | None, Field(description="the side of declarer has played after that card (52)")
    ] = None
    right_hand_turn: Annotated[
        bool | None, Field(description="the card was played at the turn of the opponent on the right (57D)")
    ] = None
    legal_at_turn: Annotated[
        bool | None, Field(description="when the turn came it could legally be played (57D)")
    ] = None

    @property
    def number_in_play(self) -> int | None:
        """The trick it happened in."""
        return self.trick


class WrongBoard(Irregularity):
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
    noticed: Annotated[
        Literal["auction", "after-play"] | None, Field(description="when it was noticed (15)")
    ] = None
    opponent_called: Annotated[
        bool | None, Field(description="the opponent next in turn called over it (17D of 1997)")
    ] = None
    source_differs: Annotated[
        bool | None, Field(description="at the board the cards came from the offender then called otherwise")
    ] = None
    new_call: Annotated[
        f.PlaceText | None,
        Field(description="the non-offending side's call by which the auction came to differ (15C of 2007)"),
    ] = None
    own_style: Annotated[
        bool | None, Field(description="that call is the pair's normal style, as it has shown")
    ] = None

    @property
    def faults(self) -> Faults | None:
        """How far each side is at fault."""
        return self.fault


class WrongHand(Irregularity):
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
    another_over: Annotated[
        bool | None, Field(description="some other hand held more than thirteen cards")
    ] = None
    playable: Annotated[
        bool | None, Field(description="the director thinks the deal can be put right and played (13)")
    ] = None
    foreign: Annotated[bool | None, Field(description="the surplus card does not belong to this deal")] = None
    foreign_played: Annotated[bool | None, Field(description="that card was played to a completed trick")] = (
        None
    )
    found: Annotated[
        Literal["played-cards", "elsewhere", "not-found"] | None,
        Field(description="where the missing card was found (14)"),
    ] = None
    quitted: Annotated[
        QuittedCards | None,
        Field(description="each player's quitted cards in order: they tell in which trick it lay (14B1)"),
    ] = None
    other_room_played: Annotated[
        bool | None, Field(description="teams: the board was played, or begun, in the other room (6D3)")
    ] = None
    match_known: Annotated[
        bool | None, Field(description="a player could know the result of the match without this board (86A)")
    ] = None

    @property
    def faults(self) -> Faults | None:
        """How far each side is at fault."""
        return self.fault


class PlayedCard(Irregularity):
    """Whether a card was played, changed or omitted (Laws 45-47, 58, 67)."""

    kind: Literal[Kind.PLAYED_CARD]
    offender: Annotated[f.SeatText | None, Field(description="whose card it was")] = None
    card: Annotated[f.CardText | None, Field(description="the card in question")] = None
    trick: Annotated[int | None, Field(ge=1, le=13, description="the trick, from 1")] = None
    fact: Annotated[
        Literal[
            "held-face-up",
            "named",
            "changed-call",
            "omitted",
            "two-cards",
            "dummy-placed",
            "told-turn",
            "dummy-suggested",
            "dummy-warned",
            "dummy-asked",
            "dummy-noticed",
            "before-required-lead",
            "used-twice",
            "fifth-card",
            "misinformed",
            "after-irregular",
        ]
        | None,
        Field(description="what happened with the card"),
    ] = None
    both_sides_played_on: Annotated[
        bool | None, Field(description="both sides had played to the next trick before it was noticed (67B)")
    ] = None
    still_holds_suit: Annotated[
        bool | None, Field(description="the player still holds a card of the suit")
    ] = None
    certain: Annotated[bool | None, Field(description="it is certain which card was shown")] = None
    shown: Annotated[
        bool | None,
        Field(
            description="partner could see its face; from declarer: it touched the table or was shown as played (45C)"
        ),
    ] = None
    said: Annotated[
        Literal["high", "win", "low", "suit", "rank", "not-held", "anything"] | None,
        Field(description="how a card of dummy's was named (46B)"),
    ] = None
    fourth_hand: Annotated[
        bool | None, Field(description="dummy was last to play to the trick (46B1 of 1997)")
    ] = None
    pause: Annotated[
        bool | None, Field(description="there was a pause for thought before the change (45C4b)")
    ] = None
    partner_played: Annotated[
        bool | None, Field(description="partner had played before the change (45C4b of 2007)")
    ] = None
    declarer_played: Annotated[
        bool | None, Field(description="declarer had played again from either hand (45C4b of 2017)")
    ] = None
    several_seen: Annotated[bool | None, Field(description="more than one face could be seen (58B)")] = None
    quitted: Annotated[
        QuittedCards | None,
        Field(
            description="each player's quitted cards in order: they tell which trick was defective (14, 67)"
        ),
    ] = None
    suit_named: Annotated[f.SuitText | None, Field(description="the suit declarer named (46B2)")] = None
    rank_named: Annotated[
        Literal["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"] | None,
        Field(description="the rank declarer named (46B3)"),
    ] = None
    led: Annotated[
        bool | None,
        Field(description="the director held the fifth card to be a lead to the next trick (45E)"),
    ] = None
    card_since: Annotated[
        bool | None, Field(description="another card was played to the trick since (47E2a)")
    ] = None
    dummy_shown: Annotated[
        bool | None, Field(description="it was the opening lead, and dummy has faced a card since (47E2a)")
    ] = None

    @property
    def number_in_play(self) -> int | None:
        """The trick it happened in."""
        return self.trick


class OutsideInformation(IncidentTable):
    """Information about the board from elsewhere: another table, cards seen by chance, a remark overheard (Law 16D)."""

    kind: Literal[Kind.OUTSIDE_INFORMATION]
    by: Annotated[f.SeatText, Field(description="who came by the information")]
    called: Annotated[
        bool | None, Field(description="the first call of the board had been made (16D3; 16C3 of 2007)")
    ] = None
    swap_possible: Annotated[
        bool | None, Field(description="players could change places: event and scoring allow it (16D2a)")
    ] = None
    consent: Annotated[
        bool | None, Field(description="all four players consent to a substitute (16B2 of 1997)")
    ] = None
    match_known: Annotated[
        bool | None, Field(description="a player could know the result of the match without this board (86A)")
    ] = None
    chosen: Annotated[
        Literal["swap-seats", "substitute", "redeal", "play-on", "adjust"] | None,
        Field(description="what the director chose"),
    ] = None
    affected: Annotated[
        bool | None, Field(description="the information affected the result, when play went on (16D2c)")
    ] = None
    fault: Annotated[Faults | None, Field(description="how far each side is at fault; absent: neither")] = (
        None
    )
    opened_score: Annotated[
        bool | None,
        Field(description="the player opened the score sheet too soon; then his side is at fault"),
    ] = None

    @property
    def concerned_seat(self) -> Seat:
        """Who came by the information; that is no offence."""
        return self.by

    @property
    def faults(self) -> Faults | None:
        """How far each side is at fault: by itself the information is nobody's, but of a score sheet opened too soon."""
        if self.fault is None and self.opened_score:
            ours = self.by.side is Side.NS
            return Faults(NS=Fault.DIRECT if ours else Fault.NONE, EW=Fault.NONE if ours else Fault.DIRECT)
        return self.fault or Faults()

    @property
    def stands_once_rectified(self) -> bool:
        """It does, where play went on and the information did not matter."""
        return True


class ScoreError(IncidentTable):
    """A score agreed or entered wrongly (Law 79)."""

    kind: Literal[Kind.SCORE_ERROR]
    recorded: Annotated[f.ResultText | None, Field(description="the result that was entered")] = None
    correct: Annotated[f.ResultText | None, Field(description="the result that was obtained")] = None
    nature: Annotated[
        Literal["computation", "tricks-agreed", "tricks-and-number"] | None,
        Field(
            description="a slip in computing, a wrong number of tricks agreed, or tricks and points entered that disagree"
        ),
    ] = None
    points_entered: Annotated[
        f.Points | None, Field(description="points to North-South that were entered beside the tricks")
    ] = None
    organiser_consents: Annotated[
        bool | None, Field(description="the organiser consents to a late correction (79C2)")
    ] = None
    posted: Annotated[
        f.DayAndHour | None, Field(description="when the score was posted for checking (79C1)")
    ] = None
    reported: Annotated[
        f.DayAndHour | None, Field(description="when the director was told, or learned, of the error (79)")
    ] = None
    round_end: Annotated[f.DayAndHour | None, Field(description="when the round ended (79B3)")] = None
    own_initiative: Annotated[
        bool | None, Field(description="no player reported it: the director learned of it himself (81C3)")
    ] = None
    knowingly: Annotated[
        bool | None, Field(description="the side knew that it had not won the trick it was given (79A2)")
    ] = None
    in_time: Annotated[bool | None, Field(description="reported within the correction period (79C)")] = None
    certain: Annotated[bool | None, Field(description="the director is beyond reasonable doubt (79B3)")] = (
        None
    )
    round_over: Annotated[
        bool | None, Field(description="the director was called only after the round had ended (79B)")
    ] = None
    claimed: Annotated[
        bool | None, Field(description="the tricks in dispute were claimed or conceded (69, 71)")
    ] = None
