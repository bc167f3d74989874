"""What follows for an insufficient bid (Law 27): the general rule silences partner, the others are its exceptions."""

from enum import Enum
from typing import assert_never

from analyser.bridge import PASS
from analyser.laws import Jurisdiction
from analyser.laws.choices import SameDenomination, SubstituteBid
from analyser.ruling import Rectification
from analyser.ruling.kinds.calls import (
    CallFacts,
    lead_restriction,
    partner_passes,
    restrict_information,
)
from analyser.ruling.kinds.rectification import (
    NOTHING,
    Applied,
    Rule,
    Step,
    all_true,
    always,
    combine,
    decide,
    due,
    negate,
    option,
    unmet_needs,
)


class InsufficientBid(Enum):
    """What follows an insufficient bid."""

    STANDS = "stands"
    FREE = "free"
    BARRED = "barred"
    DOUBLE_CANCELLED = "double-cancelled"


def _is_refused(facts: CallFacts) -> bool:
    """An acceptance that is not told yet is the innocent side's choice; the rest is what follows a refusal."""
    return facts.accepted is not True


def _same_denomination(facts: CallFacts, law: Jurisdiction) -> bool | None:
    """The lowest sufficient bid in the same denomination, of the sort the edition asks for."""
    form = law.edition.calls.same_denomination
    match form:
        case SameDenomination.ANY:
            return all_true(_is_refused(facts), facts.lowest_same)
        case SameDenomination.NOT_ARTIFICIAL | SameDenomination.NOT_CONVENTIONAL:
            return all_true(_is_refused(facts), facts.lowest_same, negate(facts.artificial))
        case _:
            assert_never(form)


def _same_meaning(facts: CallFacts, law: Jurisdiction) -> bool | None:
    """A replacement whose meaning the edition lets pass."""
    form = law.edition.calls.substitute
    match form:
        case SubstituteBid.NONE:
            return False
        case SubstituteBid.SAME_OR_MORE_PRECISE:
            same = False if _is_pass_only(facts) else facts.same_meaning
            if same is None and facts.comparable is False:
                same = False  # a call that is not even comparable is no more precise one either
            return all_true(_is_refused(facts), same)
        case SubstituteBid.COMPARABLE:
            return all_true(_is_refused(facts), False if _is_pass_only(facts) else facts.comparable)
        case _:
            assert_never(form)


def _is_pass_only(facts: CallFacts) -> bool:
    """A pass in place of a bid tells the same as the bid only if a person finds so (27B2)."""
    return facts.replacement == PASS and facts.comparable is None and facts.same_meaning is None


def _double_or_again(facts: CallFacts, law: Jurisdiction) -> bool | None:
    """A double, redouble or second insufficient bid in its place, unless its meaning lets it pass."""
    if facts.replacement is None or facts.replacement == PASS:
        return False
    wrong = not facts.replacement.is_bid or facts.sufficient is False
    return all_true(_is_refused(facts), wrong, negate(_same_meaning(facts, law)))


def select_rule(facts: CallFacts, law: Jurisdiction) -> Applied[InsufficientBid]:
    """Which part of Law 27 applies: the general rule silences partner, the others are its exceptions."""
    comparable = law.edition.calls.substitute is SubstituteBid.COMPARABLE
    exceptions: tuple[Rule[CallFacts, InsufficientBid], ...] = (
        Rule("27A", lambda facts: facts.accepted, InsufficientBid.STANDS, ("accepted",)),
        Rule(
            "27B1a",
            lambda facts: _same_denomination(facts, law),
            InsufficientBid.FREE,
            ("replacement",)
            if law.edition.calls.same_denomination is SameDenomination.ANY
            else ("replacement", "artificial"),
        ),
        Rule(
            "27B1b",
            lambda facts: _same_meaning(facts, law),
            InsufficientBid.FREE,
            ("comparable" if comparable else facts.meaning_key,),
        ),
        Rule("27B3", lambda facts: _double_or_again(facts, law), InsufficientBid.DOUBLE_CANCELLED),
    )
    return decide(facts, Rule("27B2", always, InsufficientBid.BARRED), exceptions)


def insufficient_bid(facts: CallFacts, law: Jurisdiction) -> Rectification:
    """What the offender, his partner and the other side must or may do."""
    decision = select_rule(facts, law)
    by = facts.offender.next
    stated = {"replacement": facts.replacement, "artificial": facts.artificial}
    wanted = [key for key in decision.missing if stated.get(key) is None]
    if "replacement" in decision.missing and facts.replacement is not None and facts.lowest_same is None:
        wanted.append("at")  # without the auction before it nobody sees which bid is the lowest
    choice = option(law, Step.ACCEPT, "27A", by=by) if facts.accepted is None else NOTHING
    return combine(choice, _steps(decision.answer, facts, law), unmet_needs(*wanted))


def _steps(answer: InsufficientBid, facts: CallFacts, law: Jurisdiction) -> Rectification:
    calls, offender = law.edition.calls, facts.offender
    restricted = lead_restriction(law, facts)
    match answer:
        case InsufficientBid.STANDS:
            return due(law, Step.CALL_STANDS, "27A", who=offender, by=offender.next)
        case InsufficientBid.FREE:
            return combine(
                due(law, Step.FREE, "insufficient-corrected", who=offender),
                due(law, Step.WITH_HELP, "insufficient-adjusted", who=offender.side),
            )
        case InsufficientBid.BARRED:
            return combine(
                due(law, Step.SUBSTITUTE, "27B", who=offender),
                partner_passes(law, calls.insufficient_otherwise, offender, "27B2"),
                restrict_information(law, offender),
                restricted,
            )
        case InsufficientBid.DOUBLE_CANCELLED:
            return combine(
                due(law, Step.CALL_CANCELLED, "27B3", who=offender),
                due(law, Step.SUBSTITUTE, "27B", who=offender),
                partner_passes(law, calls.insufficient_double, offender, "27B3"),
                restrict_information(law, offender),
                restricted,
            )
        case _:
            assert_never(answer)
