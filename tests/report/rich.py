"""A ruling in which every part of the report has something to show: figures of the drawing board, not of a model."""

from fractions import Fraction

from analyser.bridge import Call, Card, Result, Seat, Side
from analyser.casefile import case_of
from analyser.laws import Clause
from analyser.messages import message
from analyser.ruling import (
    Adjusted,
    AdjustedKind,
    Alternative,
    Bar,
    Basis,
    ClaimAnswer,
    Finding,
    FindingClass,
    Formal,
    IncidentRuling,
    InfractionAnswer,
    LawRef,
    Outcome,
    Path,
    PollCount,
    ProcessItem,
    Provenance,
    Rectification,
    ReviewAnswer,
    RevokeAnswer,
    Ruling,
    RulingRequest,
    Sensitivity,
    SideScore,
    Variant,
    Weighting,
)

CASE = """\
schema = 1
id = "rich"
title = "A slow raise, then game"
[event]
name = "Open Teams"
date = 2022-10-15
authority = "WBF"
form = "imps"
level = "national"
screens = true
[board]
number = 3
deal = "N:K832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75 J6.QT942.A93.KT3"
[players]
N = { name = "Player One", class = "national" }
S = { name = "Player Two", class = "national" }
[table]
auction = "1S P 3S P 4S P P P"
lead = "H4"
tricks = 10
[comparison]
other_room = 170
[[remark]]
at = "call 3"
kind = "tempo"
by = "N"
seconds = 25
status = "disputed"
text = "a long pause before the raise"
[[remark]]
at = "lead"
kind = "question"
by = "W"
to = ["S"]
text = "what did three spades show?"
status = "agreed"
[[incident]]
id = "slow-raise"
kind = "unauthorised-information"
source = "N"
at = "call 3"
offender = "S"
action = "call 5"
[[poll]]
incident = "slow-raise"
question = "Partner's raise is invitational. What do you call?"
peers = "national"
asked = 8
answers = [ { action = "P", considered = 6, chosen = 4 }, { action = "4S", considered = 7, chosen = 4 } ]
[[judgement]]
incident = "slow-raise"
question = "infraction"
answer = true
by = "director"
grounds = "four of eight peers passed"
[[ruling]]
by = "director"
body = "director"
kind = "weighted"
ns = [ { result = "3S+1 by S", weight = "60%" }, { result = "3S= by S", weight = "40%" } ]
clauses = ["2017:16B1a"]
dissent = "one of three would have let the game stand"
penalty = "a warning to North-South"
grounds = "the pause suggested bidding on"
[appeal]
by = "NS"
lodged = 2022-10-15T22:40:00
score_posted = 2022-10-15T22:20:00
consent = true
grounds = "the hand is worth game"
asks = "that the table result be restored"
"""

_TREE = (
    ("P P P", "H4", "3S+1 by S", 0.27), ("P P P", "D3", "3S= by S", 0.21), ("P P P", "C3", "3S-1 by S", 0.09),
    ("P X P 4H P P P", "SA", "4H-2 by E", 0.08), ("P X P 4H X P P P", "SA", "4HX-2 by E", 0.07),
    ("P X P P 3NT P P P", "H4", "3NT-1 by S", 0.06), ("P X XX 4D P P P", "SK", "4D-1 by E", 0.06),
    ("3NT P P P", "H4", "3NT-2 by S", 0.05), ("4C P 4D P 4S P P P", "H4", "4S= by S", 0.05),
    ("4C P 4H P 4S P P P", "D3", "4S-1 by S", 0.04), ("P 3NT P P P", "SA", "3NT-5 by W", 0.02),
)  # fmt: skip


def case_from(toml, name, sha256="00"):
    """The case of a text under another name and hash."""
    case = case_of(toml.encode()).model_copy(update={"id": name})
    object.__setattr__(case, "_toml", toml)
    object.__setattr__(case, "_sha256", sha256)
    return case


def outcomes(points: dict[str, int]) -> tuple[Outcome, ...]:
    """One outcome for each end of the drawing board's tree."""
    return tuple(
        Outcome(
            f"o{number}",
            Result.parse(result),
            points.get(result, 100),
            chance,
            legal=not calls.startswith("4C"),
            because=(Finding.from_code("outcomes.reached", kind=FindingClass.FACT, ways=1),),
            paths=(Path(tuple(map(Call.parse, calls.split())), Card.parse(lead), chance),),
            dd_tricks=9,
            converted=(
                Fraction(points.get(result, 100) - 170, 40),
                Fraction(170 - points.get(result, 100), 40),
            ),
        )
        for number, (calls, lead, result, chance) in enumerate(_TREE, 1)
    )


def _score(exact: Fraction, decimal: str) -> SideScore:
    return SideScore(exact, decimal, decimal, "imp")


def _alternatives() -> tuple[Alternative, ...]:
    return (
        Alternative(
            Call.parse("P"), 0.71, 0.46, (0.5, 0.87), True, 0.97, False, -1.4, (-2.1, -0.6),
            0.44, 1310, PollCount(8, 6, 4), 0.9,
        ),
        Alternative(
            Call.parse("4S"), 0.86, 0.5, (0.66, 0.97), True, 0.99, True, 1.2, (0.5, 2.0),
            0.49, 1310, PollCount(8, 7, 4), None, None, (Call.parse("P"),),
        ),
        Alternative(
            Call.parse("3NT"), 0.16, 0.03, (0.05, 0.34), None, 0.6, None, 0.1, (-0.4, 0.7),
            0.05, 1310, PollCount(8, 1, 0), None, 12,
        ),
    )  # fmt: skip


def rich(toml: str = CASE) -> Ruling:
    """The whole of it."""
    results = outcomes({"3S+1 by S": 170, "3S= by S": 140, "3S-1 by S": -50, "4HX-2 by E": 300})
    neutral = tuple((result.id, Fraction(round((result.probability or 0) * 100), 100)) for result in results)
    weights = tuple(
        (f"o{number}", share)
        for number, share in ((1, Fraction(2, 5)), (2, Fraction(1, 3)), (3, Fraction(4, 15)))
    )
    adjusted = Adjusted(
        AdjustedKind.WEIGHTED, None, _score(Fraction(-103, 60), "-1.717"), _score(Fraction(103, 60), "1.717")
    )
    law = Clause("2017", "16B1a")
    due = Finding.from_code("rectify.lead.require-suit", clauses=(law,), who=Seat.W, suit="S")
    option = Finding.from_code("rectify.lead.accept", clauses=(law,), by=Seat.S)
    return Ruling(
        case=case_from(toml, "rich", "5f" * 32),
        asked=RulingRequest(),
        law=LawRef("2017", (), "WBF", ("wbf-2017",), (message("law.by-date", date="2022-10-15", authority="WBF", edition="2017"),)),
        incidents=(
            IncidentRuling(
                "slow-raise", "unauthorised-information", _alternatives(), InfractionAnswer(True, (law,)),
                ClaimAnswer(4, ("S2 S3 SA S4", "H2 H3 HK H4"), Clause("2017", "70D1"), message("quoted", text="play the ace first")),
                RevokeAnswer(1, None), Rectification((due,), (option,), ("incident 1 accepted",)), adjusted,
            ),
        ),
        outcomes=results,
        pruned=0.013,
        weights=Weighting(neutral, weights, weights),
        adjusted=adjusted,
        # 170 is level with the other room, 140 loses an IMP: 60 % of 0 and 40 % of -1
        given=(Adjusted(AdjustedKind.WEIGHTED, None, _score(Fraction(-2, 5), "-0.4"), _score(Fraction(2, 5), "0.4")),),
        table=Outcome("table", Result.parse("4S= by S"), 620, None, legal=True, converted=(Fraction(10), Fraction(-10))),
        sensitivity=Sensitivity(
            ("-3.9", "-0.4"),
            ("0.4", "3.9"),
            (
                Bar(message("bar.weight", result=Result.parse("3S+1 by S"), low="17%", high="39%", now="27%"), "-3.1", "-0.6"),
                Bar(message("bar.weight", result=Result.parse("3S= by S"), low="12%", high="32%", now="21%"), "-2.1", "-1.2"),
                Bar(message("variant.remark-not-accepted", number=1), "-1.717", "10"),
            ),
            (message("bar.breakeven", result=Result.parse("3S+1 by S"), weight="91.5%", now="27%"),),
        ),
        variants=(
            Variant(message("variant.remark-not-accepted", number=1), Adjusted(AdjustedKind.NONE, None, _score(Fraction(10), "10"), _score(Fraction(-10), "-10")), True),
            Variant(message("variant.edition", edition="2007"), adjusted, False),
        ),
        review=ReviewAnswer(
            "outside",
            (ProcessItem("facts", message("formal.met"), message("formal.law", law="84")), ProcessItem("consulted", message("formal.missing"), message("formal.code-of-practice"))),
            (Formal("in time", message("formal.met-after", minutes=20), message("formal.minutes", law="92B", minutes=30)),),
        ),
        findings=(
            Finding.from_code("information.tempo", kind=FindingClass.FACT, clauses=(law,), standing=Basis.JUDGEMENT,
                       source=Seat.N, at="call 3", offender=Seat.S),
            Finding.from_code("information.chosen", kind=FindingClass.JUDGEMENT, clauses=(law,),
                       action=Call.parse("4S"), over=(Call.parse("P"),), test="demonstrably-suggested"),
            Finding.from_code("information.standard", clauses=(Clause("2017", "16B1b"),),
                       considered="about one peer in five would consider it", chosen="some would choose it", least=Fraction(1, 5)),
            Finding.from_code("adjustment.proposed", kind=FindingClass.JUDGEMENT, standing=Basis.ASSUMED,
                       sympathy="5%", step="1/3", moved=Fraction(1, 8), unit="imp"),
            Finding.from_code("review.outside", kind=FindingClass.JUDGEMENT,
                       side=Side.NS, given=Fraction(-1), low=Fraction(-39, 10), high=Fraction(-6, 5), change=Fraction(-1, 5)),
        ),
        warnings=(Finding.from_code("law.no-date", kind=FindingClass.FACT),),
        provenance=Provenance("0.1.0", "0.5.12", (("calls", "ab" * 32),), "cd" * 32, 7),
    )  # fmt: skip
