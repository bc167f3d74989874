"""The argument of an adjudication, as findings: what was tested, where the trick goes, what would have saved it."""

from dataclasses import replace

from analyser.laws import Clause, Jurisdiction
from analyser.ruling import Argument, Basis, Finding, FindingClass
from analyser.ruling.kinds.claim.adjudicate import Adjudication, Rules, adjudicate
from analyser.ruling.kinds.claim.prices import Deviation
from analyser.ruling.kinds.claim.reading import ClaimFacts
from analyser.ruling.kinds.claim.search import LineStep


def cited(law: Jurisdiction, path: str) -> tuple[Clause, ...]:
    """The provision in the numbering of this edition: 71B was 71C in 1997 and part of 71 in 2007."""
    if path == "71B" and law.edition.year == "1997":
        path = "71C"
    known = path
    while known not in law.edition.paths:
        known = known[:-1]
    return (law.clause(known),)


def lines_of(adjudication: Adjudication) -> tuple[str, ...]:
    """The losing line trick by trick, in order of play."""
    tricks: dict[int, list[str]] = {}
    for step in adjudication.line:
        tricks.setdefault(step.trick, []).append(str(step.card))
    return tuple(" ".join(cards) for cards in tricks.values())


def argued(adjudication: Adjudication, facts: ClaimFacts, law: Jurisdiction) -> tuple[Finding, ...]:
    """Everything the answer rests on."""
    clauses = cited(law, adjudication.clause)
    findings = [
        Finding.of(
            "claim.awarded",
            clauses=clauses,
            tricks=adjudication.tricks,
            of=facts.ending.size,
            claimed=adjudication.claimed,
            best=adjudication.best,
            side=facts.by.side,
        )
    ]
    if facts.player is None:
        findings.append(
            Finding.of(
                "claim.class-assumed",
                kind=FindingClass.FACT,
                standing=Basis.ASSUMED,
                player=str(adjudication.prices.player),
            )
        )
    findings += _of_trump(adjudication, facts, law)
    findings += [_deviation(step, adjudication, law) for step in adjudication.line if step.name is not None]
    if not adjudication.line:
        findings.append(
            Finding.of(
                "claim.no-normal-line-loses",
                kind=FindingClass.JUDGEMENT,
                clauses=clauses,
                threshold=adjudication.prices.threshold,
                player=str(adjudication.prices.player),
            )
        )
    if adjudication.bound:
        findings.append(
            Finding.of(
                "claim.search-stopped",
                kind=FindingClass.FACT,
                standing=Basis.ASSUMED,
                tricks=adjudication.tricks,
            )
        )
    if adjudication.conceded:
        code = (
            "claim.concession-cancelled"
            if adjudication.tricks > adjudication.claimed
            else "claim.concession-stands"
        )
        findings.append(
            Finding.of(
                code,
                clauses=cited(law, "71B"),
                conceded=adjudication.conceded,
                back=max(0, adjudication.tricks - adjudication.claimed),
            )
        )
    return tuple(findings)


def _deviation(step: LineStep, adjudication: Adjudication, law: Jurisdiction) -> Finding:
    """One step away from sensible play, with its price and its reason."""
    name = step.name or Deviation.LOCATION
    args: dict[str, Argument] = {
        "name": str(name),
        "price": step.price,
        "trick": step.trick,
        "seat": step.seat,
        "card": step.card,
    }
    if step.better is not None:
        args["better"] = step.better
    return Finding(
        "claim.deviation",
        tuple(args.items()),
        FindingClass.JUDGEMENT,
        cited(law, adjudication.prices.clauses[name]),
        rests_on=(adjudication.prices.reasons[name],),
    )


def _of_trump(adjudication: Adjudication, facts: ClaimFacts, law: Jurisdiction) -> tuple[Finding, ...]:
    """The three tests of 70C, where an opponent held a trump."""
    if not adjudication.trump_out or facts.is_defenders:
        return ()
    loses = any(step.name is Deviation.TRUMP_FORGOTTEN for step in adjudication.line)
    return (
        Finding.of(
            "claim.trump-out",
            kind=FindingClass.JUDGEMENT,
            clauses=cited(law, "70C"),
            mentioned="yes" if facts.mentions_trump else "no",
            unaware="no" if facts.aware or facts.mentions_trump else "yes",
            loses="yes" if loses else "no",
        ),
    )


def saved_by(adjudication: Adjudication, facts: ClaimFacts, rules: Rules) -> Finding | None:
    """The statement that would have saved the first trick lost: an order of suits if that is enough, else the card."""
    step = adjudication.mistake
    if step is None or step.better is None:
        return None
    if step.better.suit is not step.card.suit and not facts.order:
        ordered = replace(
            facts, order=(step.better.suit,), mentions_trump=facts.mentions_trump or adjudication.trump_out
        )
        if adjudicate(ordered, rules, best=adjudication.best).tricks >= min(
            adjudication.claimed, adjudication.best
        ):
            return Finding.of("claim.saved-by-order", suit=step.better.suit)
    return Finding.of(
        "claim.saved-by-card", trick=step.trick, seat=step.seat, card=step.card, better=step.better
    )
