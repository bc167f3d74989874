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


def lines_of(made: Adjudication) -> tuple[str, ...]:
    """The losing line trick by trick, in order of play."""
    tricks: dict[int, list[str]] = {}
    for step in made.line:
        tricks.setdefault(step.trick, []).append(str(step.card))
    return tuple(" ".join(cards) for cards in tricks.values())


def argued(made: Adjudication, facts: ClaimFacts, law: Jurisdiction) -> tuple[Finding, ...]:
    """Everything the answer rests on."""
    clauses = cited(law, made.clause)
    found = [
        Finding.of(
            "claim.awarded",
            clauses=clauses,
            tricks=made.tricks,
            of=facts.ending.size,
            claimed=made.claimed,
            best=made.best,
            side=facts.by.side,
        )
    ]
    if facts.player is None:
        found.append(
            Finding.of(
                "claim.class-assumed",
                kind=FindingClass.FACT,
                standing=Basis.ASSUMED,
                player=str(made.prices.player),
            )
        )
    found += _of_trump(made, facts, law)
    found += [_deviation(step, made, law) for step in made.line if step.name is not None]
    if not made.line:
        found.append(
            Finding.of(
                "claim.no-normal-line-loses",
                kind=FindingClass.JUDGEMENT,
                clauses=clauses,
                threshold=made.prices.threshold,
                player=str(made.prices.player),
            )
        )
    if made.bound:
        found.append(
            Finding.of(
                "claim.search-stopped", kind=FindingClass.FACT, standing=Basis.ASSUMED, tricks=made.tricks
            )
        )
    if made.conceded:
        code = "claim.concession-cancelled" if made.tricks > made.claimed else "claim.concession-stands"
        found.append(
            Finding.of(
                code,
                clauses=cited(law, "71B"),
                conceded=made.conceded,
                back=max(0, made.tricks - made.claimed),
            )
        )
    return tuple(found)


def _deviation(step: LineStep, made: Adjudication, law: Jurisdiction) -> Finding:
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
        cited(law, made.prices.clauses[name]),
        rests_on=(made.prices.reasons[name],),
    )


def _of_trump(made: Adjudication, facts: ClaimFacts, law: Jurisdiction) -> tuple[Finding, ...]:
    """The three tests of 70C, where an opponent held a trump."""
    if not made.trump_out or facts.is_defenders:
        return ()
    loses = any(step.name is Deviation.TRUMP_FORGOTTEN for step in made.line)
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


def saved_by(made: Adjudication, facts: ClaimFacts, rules: Rules) -> Finding | None:
    """The statement that would have saved the first trick lost: an order of suits if that is enough, else the card."""
    step = made.mistake
    if step is None or step.better is None:
        return None
    if step.better.suit is not step.card.suit and not facts.order:
        ordered = replace(
            facts, order=(step.better.suit,), mentions_trump=facts.mentions_trump or made.trump_out
        )
        if adjudicate(ordered, rules, best=made.best).tricks >= min(made.claimed, made.best):
            return Finding.of("claim.saved-by-order", suit=step.better.suit)
    return Finding.of(
        "claim.saved-by-card", trick=step.trick, seat=step.seat, card=step.card, better=step.better
    )
