"""What a player would have done on the right explanation, given what he did on the other: the counterfactual.

Two parts. Coupling keeps his own preferences while the shares change; it is the most one can keep of him. But one
expert's call tells of another's with the very same hand by a weight of .15 to .20 only, on 689 contested turns of the
record that two tables met: the rest is as likely to fall otherwise the next time. So the shares of peers on the right
explanation count for the most, and coupling for the rest.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from analyser.casefile import Action

OWN_MEMORY: Final = 0.2
"""The weight of coupling; the best mixture on the record is .15 to .20."""
LEAST_MEMORY: Final = 0.15
FULL_MEMORY: Final = 1.0
"""The ends of the band: what the record shows of other players, and the player who changes only if he has to."""
_SURE: Final = 1e-4
_UNEXPLAINED: Final = 0.05
_HALVED: Final = 0.5
"""If the right explanation leaves less than this part of his action's share, he keeps it with at most this probability."""


def fill_actions(shares: Mapping[Action, float], actions: Iterable[Action]) -> dict[Action, float]:
    """The shares with a small floor for every action, normalised to one."""
    filled = {act: max(shares.get(act, 0.0), _SURE) for act in actions}
    whole = sum(filled.values())
    return {act: share / whole for act, share in filled.items()}


def coupled_shares(
    given: Mapping[Action, float], right: Mapping[Action, float], done: Action
) -> dict[Action, float]:
    """The distribution of the action on the right explanation, given that `done` was chosen on the explanation given.

    A player chooses the action with the largest sum of the logarithm of its share and a personal utility (Gumbel
    noise); what he did is evidence of these utilities. They are kept while the shares change (a Gumbel-max coupling),
    so he changes only to an action whose share rose by a larger factor than that of his own; in the mean over all
    actions done, the shares are those of the right explanation.

    >>> from analyser.bridge import Call
    >>> passes, doubles = Call.parse("P"), Call.parse("X")
    >>> coupled_shares({passes: 0.8, doubles: 0.2}, {passes: 0.4, doubles: 0.6}, doubles)[doubles]
    1.0
    """
    actions = {**given, **right, done: 0.0}
    before, after = fill_actions(given, actions), fill_actions(right, actions)
    rise = {act: after[act] / before[act] for act in before}
    others = sorted((act for act in before if rise[act] > rise[done]), key=lambda act: -rise[act])
    out = dict.fromkeys(others, 0.0)
    # `reach` is the reciprocal of the factor an action must exceed; only actions that rose by more compete.
    for place, last in enumerate(others):
        start = 1 / rise[last]
        end = 1 / rise[others[place + 1]] if place + 1 < len(others) else 1 / rise[done]
        competing = others[: place + 1]
        new, old = sum(after[act] for act in competing), sum(before[act] for act in competing)
        piece = (1 / (1 + new * start - old) - 1 / (1 + new * end - old)) / new
        for act in competing:
            out[act] += after[act] * piece
    out[done] = max(0.0, 1.0 - sum(out.values()))
    return out


def shares_after(
    given: Mapping[Action, float], right: Mapping[Action, float], done: Action, memory: float = OWN_MEMORY
) -> dict[Action, float]:
    """The distribution of the action on the right explanation of a player who chose `done` on the explanation given.

    `memory` is the weight of coupling. Whose action has lost more than half of its share keeps it in at most half.

    >>> from analyser.bridge import Call
    >>> passes, doubles = Call.parse("P"), Call.parse("X")
    >>> after = shares_after({passes: 0.9, doubles: 0.1}, {passes: 0.3, doubles: 0.7}, passes)
    >>> round(after[passes], 2), round(after[doubles], 2)
    (0.31, 0.69)
    """
    coupled = coupled_shares(given, right, done)
    peers = fill_actions(right, {**given, **right, done: 0.0})
    mixed = {act: (1 - memory) * share + memory * coupled.get(act, 0.0) for act, share in peers.items()}
    before = fill_actions(given, peers)
    if peers[done] < _HALVED * before[done] and mixed[done] > _HALVED:
        others = 1.0 - mixed[done]
        mixed = {act: share * (1 - _HALVED) / others for act, share in mixed.items()} | {done: _HALVED}
    return mixed


def changes_because_of_it(
    given: Mapping[Action, float], right: Mapping[Action, float], done: Action, memory: float = OWN_MEMORY
) -> dict[Action, float]:
    """The same without what would fall otherwise on the explanation given, too: the effect of the explanation alone.

    He keeps his action as often, relative to asking him again on the explanation given, as the right one lets him. If
    both explanations say the same, nothing changes. An action that hardly any peer takes on the explanation given is one
    the model cannot tell the reason of: there nothing is left out, as doubt favours the innocent side.
    """
    if fill_actions(given, {**given, **right, done: 0.0})[done] < _UNEXPLAINED:
        return shares_after(given, right, done, memory)
    now, again = shares_after(given, right, done, memory), shares_after(given, given, done, memory)
    stays = min(1.0, now[done] / again[done])
    others = sum(share for act, share in now.items() if act != done)
    if stays >= 1.0 or others <= 0.0:
        return {done: 1.0}
    return {act: share * (1 - stays) / others for act, share in now.items() if act != done} | {done: stays}
