"""Reasons in bridge terms: what the player held, what the information shifted, each action's gain, the key to the tricks.

They are computed from deals and solves made for the ruling anyway; only the position of a missing honour is solved in
addition. Every reason carries its figures; `favours` among them names the side that may use it.
"""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import PASS, Call, Card, Seat, Side, Suit
from analyser.casefile import Action, Form
from analyser.estimates.call_features import suit_measures
from analyser.estimates.hand_arrays import Masks
from analyser.estimates.services import CallsModel
from analyser.messages import Message, Percentage, message
from analyser.ruling import Alternative, Argument, Finding, FindingClass
from analyser.ruling.alternatives.gains import Gain, MeasuredGains, Pool
from analyser.ruling.alternatives.suggestion import Decision, Information
from analyser.ruling.suits_shown import suits_shown

_SURE = 2.365  # Student t, seven degrees of freedom of eight pools: standard errors of a 95 % interval
_LEAST_POINTS, _LEAST_SHARE = 0.2, 0.03  # smaller shifts are not reported: nobody feels them at the table
_TOLD_ACTIONS = 3
_TOLD_CALLS = 3  # calls of experts reported; the others are few
_LEAST_POOLS = 4  # pools in which either action is ever right; fewer give no standard error

Floats = NDArray[np.float64]
Solved = tuple[Pool, Floats]
"""The solved deals of a pool, and the worth of each action (a column) in them."""


def reasons_of_information(
    decision: Decision,
    information: Information,
    alternatives: Sequence[Alternative],
    rival: Action | None,
    measured: MeasuredGains | None,
    record: CallsModel | None = None,
) -> Iterator[Finding]:
    """The findings for and against the action taken after information from partner."""
    giver, action = information.giver, decision.action
    yield from _describe_hand(decision)
    if measured is not None:
        phrases = _phrases("by-auction", f"after.{information.sort.value}")
        suit = _suit_of(decision)
        bid_by_giver = suit in _suits_of(decision, giver)
        yield from _describe_shift(decision, giver, measured.pools, phrases, suit, support=not bid_by_giver)
        possible = [entry.action for entry in alternatives if entry.is_alternative is not False]
        yield from _compare_gains(decision, giver, measured, [action, rival, *possible], phrases, suit)
    alternative = next((entry for entry in alternatives if entry.action == action), None)
    if alternative is not None and alternative.support:
        yield _record_support(decision, alternative.support, record)


def _record_support(decision: Decision, support: int, record: CallsModel | None) -> Finding:
    """The number of experts of the record at this turn, and the commonest calls they made, whatever they held.

    The next call is counted from the record after that call; a pass that ends the auction leaves nothing to count.
    """
    if not decision.is_call:
        return bridge_fact("bridge.led-against", support=support)
    if record is None or decision.auction is None:
        return bridge_fact("bridge.stood-there", support=support)
    after = ((call, decision.auction.then(call)) for call in decision.auction.legal_calls())
    counts: dict[Call, int] = {
        call: record.support(auction) or 0 for call, auction in after if not auction.is_over
    }
    if (counted := sum(counts.values())) and PASS not in counts:
        counts[PASS] = max(support - counted, 0)
    calls = sorted((call for call in counts if counts[call]), key=lambda call: -counts[call])[:_TOLD_CALLS]
    if not calls:
        return bridge_fact("bridge.stood-there", support=support)
    shares = (Percentage.round_to(min(counts[call] / support, 1.0)) for call in calls)
    messages = tuple(
        message("bridge.share-of-calls", call=call, share=share)
        for call, share in zip(calls, shares, strict=True)
    )
    return bridge_fact("bridge.stood-there.did", support=support, calls=messages)


def reasons_of_explanation(
    decision: Decision,
    holder: Seat,
    explained: Call,
    rival: Action | None,
    pools: Sequence[Pool],
    measured: MeasuredGains | None,
) -> Iterator[Finding]:
    """The findings on what the right explanation shows of the hand of its `holder`, and on each action's gain."""
    yield from _describe_hand(decision)
    phrases = _phrases("as-given", "after.right")
    suit = None if explained.strain is None else explained.strain.trump
    yield from _describe_shift(decision, holder, pools, phrases, suit, support=False, explained=True)
    if measured is not None:
        actions = [decision.action, rival]
        yield from _compare_gains(decision, holder, measured, actions, phrases, suit, explained=True)


def _compare_gains(
    decision: Decision,
    holder: Seat,
    measured: MeasuredGains,
    actions: Sequence[Action | None],
    phrases: Mapping[str, Message],
    suit: Suit | None,
    *,
    explained: bool = False,
) -> Iterator[Finding]:
    """The findings on the gains, and on when the first action, the one taken, is better than the second."""
    solved = measured.known
    if len(solved) < 2:
        return  # too few deals were counted exactly to say how often, and with what error
    known = [act for act in dict.fromkeys(actions) if act is not None and act in measured.actions]
    yield from _describe_gains(decision, measured, solved, known, phrases, explained=explained)
    taken, rival = actions[:2]
    if taken is not None and rival is not None and {taken, rival} <= set(known):
        columns = measured.actions.index(taken), measured.actions.index(rival)
        args: dict[str, Argument] = {"action": taken, "rival": rival, "holder": holder}
        args["where"] = phrases["after" if explained else "before"]
        yield from _opposite(decision, solved, columns, args, suit, explained=explained)


def _phrases(before: str, after: str) -> dict[str, Message]:
    """The phrases for what is known without, and with, the information or the explanation."""
    return {"before": message(f"bridge.{before}"), "after": message(f"bridge.{after}")}


def bridge_fact(code: str, **args: Argument) -> Finding:
    """A fact of bridge the reasons rest on."""
    return Finding(code, tuple(args.items()), FindingClass.FACT)


def _tenths(value: float) -> Decimal:
    return Decimal(f"{round(value, 1) + 0.0:.1f}")


def _describe_hand(decision: Decision) -> Iterator[Finding]:
    """The findings on the hand of the player who decided, and its fit with a suit his partner bid."""
    if decision.hand is None:
        return
    _, _, controls_of, losers_of, _ = suit_measures()
    holdings = [decision.hand.suit_bits(suit) for suit in Suit]
    figures: dict[str, Argument] = {
        "seat": decision.seat,
        "points": decision.hand.points,
        "shape": "-".join(map(str, reversed(decision.hand.lengths))),
        "controls": int(sum(controls_of[holding] for holding in holdings)),
        "losers": int(sum(losers_of[holding] for holding in holdings)),
    }
    partner = decision.seat.partner
    suits = _suits_of(decision, partner)
    if not suits:
        yield bridge_fact("bridge.holds", **figures)
        return
    length = decision.hand.lengths[suits[-1]]
    sort = {0: "void", 1: "singleton"}.get(length, "fit")
    yield bridge_fact(f"bridge.holds-{sort}", **figures, partner=partner, suit=suits[-1], length=length)


def _suits_of(decision: Decision, seat: Seat) -> tuple[Suit, ...]:
    """The suits a player's calls have shown, the last at the end; an artificial call does not show the suit it names."""
    return () if decision.auction is None else suits_shown(decision.auction, seat, decision.stated)


def _suit_of(decision: Decision) -> Suit | None:
    """The suit of the decision: of the bid made or the card led, else the player's own last, else his longest."""
    action = decision.action
    if isinstance(action, Card):
        return action.suit
    if isinstance(action, Call) and action.strain is not None and action.strain.trump is not None:
        return action.strain.trump
    suits = _suits_of(decision, decision.seat)
    if suits or decision.hand is None:
        return suits[-1] if suits else None
    lengths = decision.hand.lengths
    return max(Suit, key=lambda suit: (lengths[suit], suit))


def _points(hands: Masks, seat: Seat) -> Floats:
    _, points_of, *_ = suit_measures()
    holdings = hands[:, seat][:, None] >> np.arange(0, 52, 13) & 8191
    return np.asarray(points_of[holdings].sum(axis=1), np.float64)


def _length(hands: Masks, seat: Seat, suit: Suit) -> Floats:
    return np.asarray(np.bitwise_count(hands[:, seat] >> 13 * suit & 8191), np.float64)


Means = tuple[float, float, float, float]
"""The mean without and with the information, the shift between them, and its standard error between pools."""


def _means(pools: Sequence[Pool], values: Sequence[Floats]) -> Means:
    plain = np.array([pool.prior @ value for pool, value in zip(pools, values, strict=True)])
    informed = np.array([pool.posterior @ value for pool, value in zip(pools, values, strict=True)])
    shift = informed - plain
    error = float(shift.std(ddof=1)) / len(shift) ** 0.5
    return float(plain.mean()), float(informed.mean()), float(shift.mean()), error


def _is_notable_shift(means: Means, least: float) -> bool:
    """Whether a shift exceeds both sampling error and the least that players feel."""
    *_, shift, error = means
    return abs(shift) >= least and abs(shift) > _SURE * error


def _mean_arguments(means: Means) -> dict[str, Argument]:
    return {"without": _tenths(means[0]), "informed": _tenths(means[1])}


def _shares(means: Means) -> dict[str, Argument]:
    return {"without": Percentage.round_to(means[0]), "informed": Percentage.round_to(means[1])}


def _describe_shift(
    decision: Decision,
    holder: Seat,
    pools: Sequence[Pool],
    phrases: Mapping[str, Message],
    suit: Suit | None,
    *,
    support: bool,
    explained: bool = False,
) -> Iterator[Finding]:
    """The findings on what a hidden hand holds with and without the information, if they differ significantly."""
    if len(pools) < _LEAST_POOLS:
        return
    moved = decision.seat.side if explained else decision.seat.side.other
    hands = [pool.hands for pool in pools]
    args: dict[str, Argument] = {"holder": holder, **phrases}
    points = _means(pools, [_points(deals, holder) for deals in hands])
    reasons = []
    if _is_notable_shift(points, _LEAST_POINTS):
        reasons.append(bridge_fact("bridge.shift.points", **args, **_mean_arguments(points), favours=moved))
    if suit is not None and not support:
        length = _means(pools, [_length(deals, holder, suit) for deals in hands])
        if _is_notable_shift(length, _LEAST_POINTS):
            reasons.append(
                bridge_fact(
                    "bridge.shift.length", **args, suit=suit, **_mean_arguments(length), favours=moved
                )
            )
    if suit is not None and support:
        few = 4 if decision.is_lead else 3
        shares = {
            count: _means(
                pools, [(_length(deals, holder, suit) >= count).astype(np.float64) for deals in hands]
            )
            for count in (few, few + 1)
        }
        count = max(shares, key=lambda count: abs(shares[count][2]))
        if _is_notable_shift(shares[count], _LEAST_SHARE):
            figures = {"count": count, "suit": suit, **_shares(shares[count])}
            reasons.append(bridge_fact("bridge.shift.support", **args, **figures, favours=moved))
    for short in () if explained else _suits_against(decision):
        share = _means(pools, [(_length(deals, holder, short) <= 1).astype(np.float64) for deals in hands])
        if _is_notable_shift(share, _LEAST_SHARE):
            reasons.append(
                bridge_fact("bridge.shift.short", **args, suit=short, **_shares(share), favours=moved)
            )
    reasons += _longest_shift(holder, pools, args, reasons, moved)
    yield from reasons
    if not reasons:
        yield bridge_fact("bridge.shift.none", **args, **_mean_arguments(points), favours=moved.other)


def _longest_shift(
    holder: Seat, pools: Sequence[Pool], args: dict[str, Argument], reasons: Sequence[Finding], moved: Side
) -> Iterator[Finding]:
    """Of the suits not reported, the one whose length shifts most in standard errors, if significantly."""
    known = {finding.arguments.get("suit") for finding in reasons}
    lengths = {
        suit: _means(pools, [_length(pool.hands, holder, suit) for pool in pools])
        for suit in Suit
        if suit not in known
    }
    shifts = {suit: means for suit, means in lengths.items() if _is_notable_shift(means, _LEAST_POINTS)}
    if shifts:
        suit = max(shifts, key=lambda suit: abs(shifts[suit][2]) / max(shifts[suit][3], 1e-9))
        yield bridge_fact(
            "bridge.shift.length", **args, suit=suit, **_mean_arguments(shifts[suit]), favours=moved
        )


def _suits_against(decision: Decision) -> tuple[Suit, ...]:
    """The suits the other side has shown."""
    others = [seat for seat in Seat if seat.side is not decision.seat.side]
    return tuple(dict.fromkeys(suit for seat in others for suit in _suits_of(decision, seat)))


def _describe_gains(
    decision: Decision,
    measured: MeasuredGains,
    solved: Sequence[Solved],
    actions: Sequence[Action],
    phrases: Mapping[str, Message],
    *,
    explained: bool,
) -> Iterator[Finding]:
    """The findings on how often and how much each action gains on peers' choices, without and with the information."""
    by_comparison = decision.form is Form.MATCHPOINTS or (decision.form is Form.BAM and not explained)
    even = 50.0 if by_comparison else 0.0
    for action in [action for action in actions if action in measured.actions][:_TOLD_ACTIONS]:
        place = measured.actions.index(action)
        gain = measured.in_field[place]
        better = [(worth[:, place] > even).astype(np.float64) for _, worth in solved]
        plain, informed, *_ = _means([pool for pool, _ in solved], better)
        moved = abs(gain.mean) > _SURE * gain.error
        args: dict[str, Argument] = {"action": action, **phrases}
        args |= {"without": Percentage.round_to(plain), "informed": Percentage.round_to(informed)}
        args |= _worths(gain, by_comparison=by_comparison)
        is_taken = action == decision.action
        still_loses = is_taken and gain.without + gain.mean < even
        if moved and (gain.mean > 0) is is_taken and not still_loses:
            args["favours"] = decision.seat.side.other
        elif (
            moved or is_taken
        ):  # an action that gains no more than before, or still loses on balance, favours its player
            args["favours"] = decision.seat.side
        unit = "field" if by_comparison else "imps"
        yield bridge_fact(f"bridge.gains.{unit}.{'moved' if moved else 'alike'}", **args)


def _worths(gain: Gain, *, by_comparison: bool) -> dict[str, Argument]:
    worths = {"worth_without": gain.without, "worth_informed": gain.without + gain.mean}
    if by_comparison:
        return {name: Percentage.round_to(worth / 100) for name, worth in worths.items()}
    return {name: _tenths(worth) for name, worth in worths.items()}


def _opposite(
    decision: Decision,
    solved: Sequence[Solved],
    columns: tuple[int, int],
    args: dict[str, Argument],
    suit: Suit | None,
    *,
    explained: bool,
) -> Iterator[Finding]:
    """The finding on how many deals favour one action over the other, with what the hidden hand holds in either."""
    first, second = columns
    ahead = [worth[:, first] - worth[:, second] for _, worth in solved]
    pools = [pool for pool, _ in solved]
    weights = [pool.posterior if explained else pool.prior for pool in pools]
    ways = np.array(
        [(weight @ (gain > 0), weight @ (gain < 0)) for weight, gain in zip(weights, ahead, strict=True)]
    )
    share, other_share = (float(each) for each in ways.mean(axis=0))
    lead = ways[:, 0] - ways[:, 1]
    args |= {"share": Percentage.round_to(share), "other_share": Percentage.round_to(other_share)}
    if abs(lead.mean()) > _SURE * float(lead.std(ddof=1)) / len(lead) ** 0.5:
        is_own = (share > other_share) is not explained
        args["favours"] = decision.seat.side if is_own else decision.seat.side.other
    holder = args["holder"]
    features = (
        {} if not isinstance(holder, Seat) else {"points": [_points(pool.hands, holder) for pool in pools]}
    )
    if suit is not None and isinstance(holder, Seat):
        features["length"] = [_length(pool.hands, holder, suit) for pool in pools]
    lie_apart = []
    for name, values in features.items():
        if (means := _compare_feature_means(weights, ahead, values)) is not None:
            lie_apart.append(name)
            args |= {name: _tenths(means[0]), f"other_{name}": _tenths(means[1])}
    if "length" in lie_apart and suit is not None:
        args["suit"] = suit
    yield bridge_fact(".".join(["bridge.better", *lie_apart]), **args)


def _compare_feature_means(
    weights: Sequence[Floats], ahead: Sequence[Floats], values: Sequence[Floats]
) -> tuple[float, float] | None:
    """The mean of a feature where the first action is better and where the second is; `None` unless significant."""
    rows = []
    for weight, gain, value in zip(weights, ahead, values, strict=True):
        here, there = weight * (gain > 0), weight * (gain < 0)
        if here.sum() > 0 and there.sum() > 0:
            rows.append((here @ value / here.sum(), there @ value / there.sum()))
    if len(rows) < _LEAST_POOLS:
        return None
    means = np.array(rows)
    gaps = means[:, 0] - means[:, 1]
    error = float(gaps.std(ddof=1)) / len(gaps) ** 0.5
    if abs(gaps.mean()) < _LEAST_POINTS or abs(gaps.mean()) <= _SURE * error:
        return None
    return float(means[:, 0].mean()), float(means[:, 1].mean())
