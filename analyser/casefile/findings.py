"""What persons found: polls, judgements, the innocent side's error, rulings, the appeal, expected figures."""

from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field

from analyser.casefile import fields as f
from analyser.casefile import sets
from analyser.casefile.sets import Question


class WeightedResult(f.Table):
    """A result with its weight."""

    result: Annotated[
        f.ResultText, Field(description="4S+1 by N, 3NT= by S, passed out, or a bare score to NS")
    ]
    weight: Annotated[
        f.Weight, Field(description="65%, 0.65 or 13/20; the weights fill the whole exactly")
    ] = Fraction(1)
    legal: Annotated[bool | None, Field(description="whether it could be reached without the infraction")] = (
        None
    )


WeightedResults = Annotated[tuple[WeightedResult, ...], Field(strict=False, max_length=200)]


class Share(f.Table):
    """An action with the share of players who would take it."""

    action: Annotated[f.ActionText, Field(description="a call (P, 4H) or a card (H4)")]
    weight: Annotated[f.Weight, Field(description="the share, as a weight")]


class PollAnswer(f.Table):
    """How many of those asked considered an action, and how many chose it."""

    action: Annotated[f.ActionText, Field(description="a call (P, 4H) or a card (H4)")]
    considered: Annotated[
        int | None, Field(ge=0, le=1_000, description="how many seriously considered it")
    ] = None
    chosen: Annotated[int | None, Field(ge=0, le=1_000, description="how many chose it")] = None


class Poll(f.Table):
    """What peers answered."""

    incident: Annotated[f.Slug | None, Field(description="the incident it was held for")] = None
    question: Annotated[f.Text | None, Field(description="the question as put")] = None
    peers: Annotated[sets.PlayerClass | None, Field(strict=False, description="the class of those asked")] = (
        None
    )
    asked: Annotated[int, Field(ge=0, le=1_000, description="how many were asked")]
    closed: Annotated[f.DayAndHour | None, Field(description="when the last answer was taken")] = None
    answers: Annotated[
        tuple[PollAnswer, ...], Field(strict=False, max_length=60, description="what they answered")
    ]

    @property
    def is_partial(self) -> bool:
        """Whether some answers were reported and others not."""
        partly = any(answer.chosen is None or answer.considered is None for answer in self.answers)
        return partly or sum(answer.chosen or 0 for answer in self.answers) < self.asked


class _Judgement(f.Table):
    incident: Annotated[f.Slug | None, Field(description="the incident; absent: the whole board")] = None
    at: Annotated[f.PlaceText | None, Field(description="the call, card or node the finding speaks of")] = (
        None
    )
    remark: Annotated[
        int | None, Field(ge=1, description="the remark the finding speaks of, counted from 1")
    ] = None
    by: Annotated[f.Text | None, Field(description="whose finding it is")] = None
    grounds: Annotated[f.Text | None, Field(description="on what it rests")] = None


class JudgedTruth(_Judgement):
    """A finding of yes or no."""

    question: Annotated[
        Literal[
            Question.INFRACTION,
            Question.AWARE_OF_TRUMP,
            Question.DAMAGE,
            Question.TEMPO,
            Question.DISPUTED,
            Question.COMPARABLE,
        ],
        Field(description="what is answered with true or false; of `disputed` true says that it was as told"),
    ]
    answer: Annotated[bool, Field(description="true or false")]


_OF_CONTRACT = "for `lead` and `tricks`: the final contract the finding speaks of (4S by N); absent: any"


class JudgedActions(_Judgement):
    """A finding that lists calls or cards: alternatives, what is suggested, a line of play, or the opening lead."""

    question: Annotated[
        Literal[Question.ALTERNATIVES, Question.SUGGESTED, Question.NORMAL_LINE, Question.LEAD],
        Field(description="what is answered with a list of actions"),
    ]
    answer: Annotated[
        tuple[f.ActionText, ...],
        Field(
            strict=False, max_length=60, description="calls (P, 4H) or cards (H4); of leads the first counts"
        ),
    ]
    contract: Annotated[f.ContractText | None, Field(description=_OF_CONTRACT)] = None


class JudgedResults(_Judgement):
    """A finding of results with weights: final, without sympathy or rounding."""

    question: Annotated[
        Literal[Question.OUTCOMES, Question.WEIGHTS],
        Field(description="what is answered with results and weights"),
    ]
    answer: Annotated[
        WeightedResults | None, Field(description="results with weights, the same for both sides")
    ] = None
    ns: Annotated[WeightedResults | None, Field(description="North-South's results")] = None
    ew: Annotated[WeightedResults | None, Field(description="East-West's results")] = None


class JudgedShares(_Judgement):
    """A finding of how peers would divide between calls, at a node of the auction as it was or would have been."""

    question: Annotated[Literal[Question.CALL_SHARE], Field(description="what is answered with shares")]
    answer: Annotated[
        tuple[Share, ...],
        Field(
            strict=False,
            max_length=60,
            description="calls with their shares; what they leave open goes to the others as estimated",
        ),
    ]
    after: Annotated[
        f.AuctionCalls | None,
        Field(
            description="the node: all calls before it, from the dealer on; absent: `at`, in the auction as it was"
        ),
    ] = None


class JudgedTricks(_Judgement):
    """A finding of how many tricks declarer would take."""

    question: Annotated[Literal[Question.TRICKS], Field(description="a number of tricks")]
    answer: Annotated[f.Tricks, Field(description="declarer's tricks")]
    contract: Annotated[f.ContractText | None, Field(description=_OF_CONTRACT)] = None


class JudgedError(_Judgement):
    """A finding of how grave the non-offending side's own error was."""

    question: Annotated[Literal[Question.ERROR], Field(description="the gravity of an error")]
    answer: Annotated[
        sets.ErrorFinding, Field(strict=False, description="none, serious, extremely-serious …")
    ]


Judgement = Annotated[
    JudgedTruth | JudgedActions | JudgedResults | JudgedShares | JudgedTricks | JudgedError,
    Field(discriminator="question", description="a person's finding; it always wins over an estimate"),
]


class SelfInflicted(f.Table):
    """The non-offending side's own error after the infraction (12C1e in 2017, 12C1b in 2007)."""

    side: Annotated[f.SideText, Field(description="the side that erred")]
    finding: Annotated[sets.ErrorFinding, Field(strict=False, description="how grave it was held to be")]
    incident: Annotated[f.Slug | None, Field(description="the incident it followed")] = None
    without: Annotated[
        WeightedResults | None, Field(description="results with the infraction but without the error")
    ] = None
    by: Annotated[f.Text | None, Field(description="whose finding it is")] = None
    grounds: Annotated[f.Text | None, Field(description="on what it rests")] = None


class Process(f.Table):
    """How the ruling was reached: seven items a reviewer asks for."""

    facts: bool | None = None
    both_sides_heard: bool | None = None
    consulted: Annotated[int | None, Field(ge=0, le=1_000)] = None
    polled: Annotated[int | None, Field(ge=0, le=1_000)] = None
    laws_read: bool | None = None
    reasons_written: bool | None = None
    appeal_right_told: bool | None = None


class Award(f.Table):
    """An artificial award to each side, in percent."""

    NS: f.Weight | None = None
    EW: f.Weight | None = None


class RulingGiven(f.Table):
    """A ruling somebody gave."""

    by: Annotated[f.Text | None, Field(description="who gave it")] = None
    body: Annotated[sets.Body | None, Field(strict=False, description="director, referee, committee …")] = (
        None
    )
    kind: Annotated[sets.RulingKind, Field(strict=False, description="the form of the ruling")]
    given: Annotated[f.DayAndHour | None, Field(description="when it was given")] = None
    incident: Annotated[f.Slug | None, Field(description="the incident it answers")] = None
    ns: Annotated[WeightedResults | None, Field(description="North-South's results")] = None
    ew: Annotated[WeightedResults | None, Field(description="East-West's, when they differ")] = None
    award: Annotated[Award | None, Field(description="an artificial award: NS and EW in percent")] = None
    tricks: Annotated[f.Tricks | None, Field(description="declarer's tricks, for claims and revokes")] = None
    clauses: Annotated[
        tuple[f.ClauseText, ...] | None, Field(strict=False, max_length=40, description="the laws it cites")
    ] = None
    process: Annotated[Process | None, Field(description="how the ruling was reached")] = None
    dissent: Annotated[f.Text | None, Field(description="a named minority's view")] = None
    penalty: Annotated[
        f.Text | None, Field(description="a procedural penalty, kept apart from the score")
    ] = None
    grounds: Annotated[f.Text | None, Field(description="the reasons given")] = None


class Appeal(f.Table):
    """The appeal: who, when, what is asked."""

    by: Annotated[f.SideText | None, Field(description="the side that appeals")] = None
    lodged: Annotated[f.DayAndHour | None, Field(description="when it was lodged")] = None
    score_posted: Annotated[f.DayAndHour | None, Field(description="when the score was posted")] = None
    consent: Annotated[bool | None, Field(description="partner or captain concurs (92D)")] = None
    evident: Annotated[
        bool | None, Field(description="the ground was evident when the decision was given")
    ] = None
    directors: Annotated[
        int | None, Field(ge=1, le=1_000, description="how many directors the event has")
    ] = None
    event_ended: Annotated[f.DayAndHour | None, Field(description="when the event ended")] = None
    notice: Annotated[
        f.DayAndHour | None, Field(description="when further recourse was announced in writing")
    ] = None
    recourse: Annotated[
        f.DayAndHour | None, Field(description="when recourse to the next body was lodged")
    ] = None
    technical_error: Annotated[
        Literal["fact", "law", "discipline", "none"] | None,
        Field(description="what the director admits in his report to have got wrong"),
    ] = None
    grounds: Annotated[f.Text | None, Field(description="why")] = None
    asks: Annotated[f.Text | None, Field(description="what is asked for")] = None
    deposit: Annotated[f.Text | bool | None, Field(description="the deposit lodged")] = None
    merit: Annotated[bool | None, Field(description="whether the appeal was found to have merit")] = None


class Expected(f.Table):
    """What must come out: a case can be its own test."""

    strength: Annotated[sets.Strength, Field(strict=False, description="exact, band or recorded")]
    edition: Annotated[
        f.Text | None, Field(pattern=f.EDITION_PATTERN, description="the edition it holds under")
    ] = None
    authority: Annotated[f.Text | None, Field(description="the authority it holds under")] = None
    ns: Annotated[
        f.Exact | None, Field(description="the final score to North-South, in the event's currency")
    ] = None
    ew: Annotated[f.Exact | None, Field(description="the final score to East-West")] = None
    alternatives: Annotated[
        tuple[f.ActionText, ...] | None,
        Field(strict=False, max_length=38, description="held to be alternatives"),
    ] = None
    not_alternatives: Annotated[
        tuple[f.ActionText, ...] | None,
        Field(strict=False, max_length=38, description="held not to be alternatives"),
    ] = None
    infraction: Annotated[bool | None, Field(description="whether an infraction was found")] = None
    undecided: Annotated[
        bool | None, Field(description="it must stay open whether there was an infraction")
    ] = None
    clauses: Annotated[
        tuple[f.ClauseText, ...] | None,
        Field(strict=False, max_length=40, description="the laws to be cited"),
    ] = None
    steps: Annotated[
        tuple[f.Slug, ...] | None,
        Field(
            strict=False, max_length=40, description="what is due or may be chosen, by the code of each step"
        ),
    ] = None
    in_time: Annotated[bool | None, Field(description="whether the appeal was lodged in time (92B)")] = None
    may_appeal: Annotated[bool | None, Field(description="whether those who appeal are who may (92D)")] = None
    computes: Annotated[
        tuple[f.ClauseText, ...] | None,
        Field(strict=False, max_length=40, description="laws whose working these figures show, cited or not"),
    ] = None
    tricks: Annotated[f.Tricks | None, Field(description="tricks, for claims and revokes")] = None
    body: Annotated[sets.Body | None, Field(strict=False, description="whose ruling it was")] = None
    standing: Annotated[
        sets.Standing | None, Field(strict=False, description="upheld or overturned on appeal")
    ] = None
    notes: Annotated[f.Text | None, Field(description="what the reader should know of it")] = None
