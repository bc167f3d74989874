"""Where it is open whether an action is barred: the score if it is, and if it is not, side by side (16B1, 73C)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from analyser.casefile import Action
from analyser.messages import Percentage, message
from analyser.ruling import Adjusted, Branch, Variant
from analyser.ruling.board import rule_board
from analyser.ruling.context import RulingContext
from analyser.ruling.currency import Currency
from analyser.ruling.incidents import RuledIncident, estimated_from

_WEIGHTY: Final = 0.05  # of the branch: a smaller share moves no legible weight by more than a step
_AT_MOST: Final = 2  # actions turned, the weightiest: each is another tree of auctions


def barring_variants(
    context: RulingContext, incidents: Sequence[RuledIncident], adjusted: Adjusted | None
) -> Iterator[Variant]:
    """The board's score with each such action barred, and as it is with the action left to the player."""
    if not isinstance(context.currency, Currency):
        return
    for place, ruled in enumerate(incidents):
        if ruled.branch is None or not ruled.estimated:
            continue
        for action, share in _weightiest(ruled.branch):
            branch = without(ruled.branch, action)
            bare = RuledIncident(ruled.incident, ruled.ruling)
            turned = estimated_from(context, context.currency, (branch,), bare)
            other, _, _ = rule_board(context, [*incidents[:place], turned, *incidents[place + 1 :]])
            told = {"action": action, "share": Percentage.rounded(share)}
            yield Variant(message("variant.barred", **told), other, _exact(other) != _exact(adjusted))
            yield Variant(message("variant.not-barred", **told), adjusted, differs=False)


def _weightiest(branch: Branch) -> list[tuple[Action, float]]:
    """The actions of which it matters most whether they are barred; something must be left."""
    unsettled = [(action, share) for action, share in branch.legal if action in branch.unsettled]
    weighty = [(action, share) for action, share in unsettled if _WEIGHTY <= share < 1]
    return sorted(weighty, key=lambda pair: (-pair[1], str(pair[0])))[:_AT_MOST]


def without(branch: Branch, action: Action) -> Branch:
    """The branch with one action more barred, its share going to the others in proportion."""
    rest = sum(share for other, share in branch.legal if other != action)
    legal = tuple((other, share / rest) for other, share in branch.legal if other != action)
    unsettled = tuple(other for other in branch.unsettled if other != action)
    return replace(branch, legal=legal, barred=(*branch.barred, action), unsettled=unsettled)


def _exact(adjusted: Adjusted | None) -> tuple[Fraction | None, ...]:
    if adjusted is None:
        return ()
    return tuple(None if own is None else own.exact for own in (adjusted.ns, adjusted.ew))
