"""What a match or a board is worth that was not played: byes, forfeits, withdrawals, wrong seats, artificial scores."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import assert_never

from analyser.errors import ScoringError
from analyser.laws import Jurisdiction
from analyser.messages import Message, message, sentence
from analyser.ruling.procedure import ProcedureAnswer
from analyser.scoring import (
    Credit,
    Substitute,
    bam_margin,
    neuberg,
    scale_named,
    shift_inwards,
    simple_margin,
    substitute,
    withdrawn_pair,
)
from analyser.scoring.victory_points import VictoryPointScale


class Unplayed(StrEnum):
    """Why there is no result."""

    BYE = "bye"
    FORFEIT = "forfeit"
    WITHDRAWAL = "withdrawal"
    SEATING = "seating"
    MISSING_SCORES = "missing-scores"
    MARGIN = "margin"  # what wins a match where only winning counts


@dataclass(frozen=True, slots=True)
class UnplayedFacts:
    """What is known of the match: its boards and scale, what the team won elsewhere, what others won against the absent one."""

    boards: int = 0
    scale: str = "wbf-continuous"
    own: tuple[Fraction, ...] = ()
    against: tuple[Fraction, ...] = ()
    pairs: bool = False
    top: Fraction | None = None
    at_fault: bool | None = None
    stanzas: int = 1
    knockout: bool = False
    matchpoints: Fraction | None = None
    scores: int = 0
    tables: int = 0


def unplayed_answer(law: Jurisdiction, kind: Unplayed, facts: UnplayedFacts) -> ProcedureAnswer:
    """What is given where nothing was played, with the reason and the rule."""
    match kind:
        case Unplayed.BYE:
            return _bye(law, facts)
        case Unplayed.FORFEIT:
            return _forfeit(law, facts)
        case Unplayed.WITHDRAWAL:
            return _withdrawal(law, facts)
        case Unplayed.SEATING:
            return _seating(law, facts)
        case Unplayed.MISSING_SCORES:
            return _missing_scores(law, facts)
        case Unplayed.MARGIN:
            return _margin(law, facts)
        case _:
            assert_never(kind)


def _bye(law: Jurisdiction, facts: UnplayedFacts) -> ProcedureAnswer:
    """A team: a share of the points and the least IMPs that win them. A pair: its own average of the round."""
    percent = law.regulation.awards.bye_percent
    if facts.pairs:
        if facts.own:
            mean = sum(facts.own, Fraction(0)) / len(facts.own)
            says, figures = message("unplayed.bye-pair", mean=mean), {"mean": str(mean)}
        else:
            says, figures = message("unplayed.bye-pair-mean", percent=percent), {}
        return ProcedureAnswer(says, (), _own_article(law, "bye-pair", "awards.bye_percent"), figures)
    award = substitute(_scale(facts), _boards(facts), Fraction(percent, 100), Credit.LEAST)
    return _award_points(law, "awards.bye_percent", "unplayed.bye", award)


def _forfeit(law: Jurisdiction, facts: UnplayedFacts) -> ProcedureAnswer:
    """The best of a share, one's own mean and the mean of those who met the absent team; the loser has nothing."""
    awards = law.regulation.awards
    if facts.pairs:
        answer = _withdrawal(law, facts)
        texts = _own_article(law, "forfeit-pair", "awards.withdrawn_opponents_percent")
        return replace(answer, sources=tuple(dict.fromkeys((*texts, *answer.sources))))
    credit = Credit.MEAN if awards.forfeit_imps_mean else Credit.LEAST
    share = Fraction(awards.forfeit_percent, 100)
    award = substitute(_scale(facts), _boards(facts), share, credit, facts.own, facts.against)
    reasons = (
        Message(f"unplayed.credit.{credit}"),
        Message("unplayed.forfeit-loser"),
        *_missing_means(facts),
    )
    return _award_points(law, "awards.forfeit_percent", "unplayed.forfeit", award, *reasons)


def _withdrawal(law: Jurisdiction, facts: UnplayedFacts) -> ProcedureAnswer:
    """Pairs: so much of the top to opponents and to those who left. Teams: a share for now, at the end the better of two means."""
    awards = law.regulation.awards
    if facts.pairs:
        ours, theirs = awards.withdrawn_opponents_percent, awards.withdrawn_percent
        says = message("unplayed.withdrawn-pair", opponents=ours, withdrawn=theirs)
        reasons = [Message("unplayed.earlier-stand")]
        figures: dict[str, object] = {"opponents": ours, "withdrawn": theirs}
        if facts.top is not None:
            points = withdrawn_pair(ours, theirs, facts.top)
            reasons.append(message("unplayed.matchpoints", points=points.ns, top=facts.top))
            figures["matchpoints"] = str(points.ns)
        return ProcedureAnswer(
            says, tuple(reasons), (_source(law, "awards.withdrawn_opponents_percent"),), figures
        )
    share = Fraction(awards.withdrawn_team_percent, 100)
    scale, boards = _scale(facts), _boards(facts)
    provisional = substitute(scale, boards, share, Credit.LEAST)
    if not (facts.own or facts.against):
        return _award_points(
            law,
            "awards.withdrawn_team_percent",
            "unplayed.withdrawn-for-now",
            provisional,
            Message("unplayed.withdrawn-later"),
            Message("unplayed.last-place"),
        )
    award = substitute(scale, boards, Fraction(0), Credit.LEAST, facts.own, facts.against)
    lower = (
        (message("unplayed.withdrawn-lower", points=provisional.points),)
        if award.points < provisional.points
        else ()
    )
    return _award_points(
        law,
        "awards.withdrawn_team_percent",
        "unplayed.withdrawn",
        award,
        Message("unplayed.last-place"),
        *lower,
    )


def _seating(law: Jurisdiction, facts: UnplayedFacts) -> ProcedureAnswer:
    """Wrong seats in a match: by its stanzas, and whether the right ones could be seen."""
    awards = law.regulation.awards
    if facts.knockout:
        first = Message("unplayed.seating-knockout")
        sources = _own_article(law, "seating-knockout", "awards.seating_vp")
        return ProcedureAnswer(first, (Message("unplayed.seating-tie"),), sources, {})
    if facts.stanzas > 1:
        row = next((p for p in law.regulation.penalties if p.code == "wrong-seating"), None)
        if row is None:
            raise ScoringError(sentence("no-penalties-kept", authority=law.authority), where="seating")
        says = message("unplayed.seating-stanzas", points=row.amount)
        reasons = (Message("unplayed.seating-scale"), Message("unplayed.seating-third"))
        return ProcedureAnswer(says, reasons, (str(row.source),), {"points": str(row.amount)})
    if facts.at_fault is None:
        says = message("unplayed.seating-either", fault=awards.seating_fault_vp, otherwise=awards.seating_vp)
        return _answer(law, "awards.seating_vp", says)
    points = awards.seating_fault_vp if facts.at_fault else awards.seating_vp
    why = Message(f"unplayed.seating-{'fault' if facts.at_fault else 'no-fault'}")
    says = message("unplayed.seating", points=points, why=why)
    return ProcedureAnswer(
        says, (Message("unplayed.seating-replay"),), (_source(law, "awards.seating_vp"),), {"points": points}
    )


def _missing_scores(law: Jurisdiction, facts: UnplayedFacts) -> ProcedureAnswer:
    """Matchpoints among fewer scores than tables: by Neuberg, and by hand where that cannot be had."""
    if facts.matchpoints is None or not facts.scores or not facts.tables:
        remedy = sentence("write-missing-scores")
        raise ScoringError(sentence("missing-scores-facts"), where="award", remedy=remedy)
    exact, by_hand = (
        formula(facts.matchpoints, facts.scores, facts.tables) for formula in (neuberg, shift_inwards)
    )
    says = message("unplayed.neuberg", points=exact, scores=facts.scores, tables=facts.tables)
    reasons = (message("unplayed.by-hand", points=by_hand),)
    sources = _own_article(law, "missing-scores", "fouled.neuberg")
    return ProcedureAnswer(says, reasons, sources, {"neuberg": str(exact), "by_hand": str(by_hand)})


def _margin(law: Jurisdiction, facts: UnplayedFacts) -> ProcedureAnswer:
    """The least margin that wins a match in simple victory points, and in board-a-match; a knock-out by any fraction."""
    boards = _boards(facts)
    imps, matchpoints = simple_margin(boards), bam_margin(boards)
    says = message("unplayed.margin", boards=boards, imps=imps, matchpoints=matchpoints)
    source = next((str(row.source) for row in law.regulation.rows("margin")), "")
    sources = (source,) if source else ()
    reasons = (Message("unplayed.margin-knockout"),)
    return ProcedureAnswer(says, reasons, sources, {"imps": imps, "matchpoints": matchpoints})


def _award_points(
    law: Jurisdiction, key: str, code: str, award: Substitute, *reasons: Message
) -> ProcedureAnswer:
    """An award of victory points with the IMPs credited."""
    says = message(code, points=award.points, imps=award.imps)
    why = message("unplayed.basis", basis=Message(f"unplayed.basis.{award.basis}"))
    figures = {"points": str(award.points), "imps": award.imps, "basis": str(award.basis)}
    nobody = (message("unplayed.nobody", authority=law.authority),) if law.source_of(key).unsettled else ()
    return ProcedureAnswer(says, (why, *reasons, *nobody), (_source(law, key),), figures)


def _answer(law: Jurisdiction, key: str, says: Message, **figures: object) -> ProcedureAnswer:
    return ProcedureAnswer(says, (), (_source(law, key),), figures)


def _missing_means(facts: UnplayedFacts) -> Sequence[Message]:
    return () if facts.own and facts.against else (Message("unplayed.means-missing"),)


def _scale(facts: UnplayedFacts) -> VictoryPointScale:
    return scale_named(facts.scale)


def _boards(facts: UnplayedFacts) -> int:
    if facts.boards < 1:
        raise ScoringError(
            sentence("boards-missing"), where="--boards", remedy=sentence("write-boards-option")
        )
    return facts.boards


def _own_article(law: Jurisdiction, code: str, key: str) -> tuple[str, ...]:
    """The article the regulation gives an award of its own, or what the figure behind it rests on."""
    rows = (str(row.source) for row in law.regulation.rows("award") if row.code == code)
    return (next(rows, _source(law, key)),)


def _source(law: Jurisdiction, key: str) -> str:
    return str(law.source_of(key).source)
