"""A revoke put right in time (62): what becomes of the card, and what the other side may do."""

from analyser.bridge import Card, Side
from analyser.casefile import Case, RevokeIncident
from analyser.laws import Jurisdiction
from analyser.ruling import Rectification
from analyser.ruling.kinds.calls import restrict_information
from analyser.ruling.kinds.penalty_cards import refused_card
from analyser.ruling.kinds.rectification import NOTHING, Step, combine, due, option, unmet_needs
from analyser.ruling.kinds.revoke.record import CommittedRevoke, lay_faced


def correct_revoke(
    case: Case, incident: RevokeIncident, revoke: CommittedRevoke, law: Jurisdiction
) -> Rectification:
    """The steps of a correction: the card, the cards played after it, and whose information is authorised."""
    declarer = case.declarer
    if declarer is None:
        return unmet_needs("declarer")
    card = incident.card if revoke.card is None else revoke.card
    defends = declarer.side is not revoke.seat.side
    return combine(
        _card(case, revoke, card, law, defends=defends),
        NOTHING if revoke.together else _later_cards(case, revoke, law),
        restrict_information(law, revoke.seat),
    )


def _card(
    case: Case, revoke: CommittedRevoke, card: Card | None, law: Jurisdiction, *, defends: bool
) -> Rectification:
    """A defender's card from the hand is a major penalty card, any other is replaced freely (62B)."""
    if defends and not (card is not None and lay_faced(case, revoke.seat, (card,))):
        return refused_card(law, revoke.seat, card, law.edition.revokes.withdrawn_card)
    return due(law, Step.REVOKE_CARD_REPLACED, "62B2", who=revoke.seat)


def _later_cards(case: Case, revoke: CommittedRevoke, law: Jurisdiction) -> Rectification:
    """The innocent side's later cards may be taken back, and then the offenders' next one (62C)."""
    side = revoke.seat.side
    after = _sides_after(case, revoke)
    if after is not None and side.other not in after:
        return NOTHING
    back = option(law, Step.LATER_CARDS_BACK, "62C1", side=side.other)
    if after is not None and side not in after[after.index(side.other) :]:
        return back
    return combine(back, option(law, Step.NEXT_CARD_BACK, "62C2", side=side))


def _sides_after(case: Case, revoke: CommittedRevoke) -> tuple[Side, ...] | None:
    """Whose cards followed in the trick of the revoke, or `None` where the record does not show the revoke."""
    if case.play is None or not revoke.seen:
        return None
    seats = [seat for seat, _ in case.play.tricks[revoke.trick - 1]]
    return tuple(seat.side for seat in seats[seats.index(revoke.seat) + 1 :])
