"""What share of peers would consider and would choose each action: the model's shares, and what peers answered.

The two are kept apart. Who chooses an action has considered it, so the model's shares, which are of choices, are the
least that is believed of considering; only a poll adds to them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyser.casefile import Action, Poll
from analyser.laws.regulation import Alternatives
from analyser.ruling import PollCount
from analyser.ruling.alternatives.beta import Belief

__all__ = ["Peers", "Threshold", "beliefs", "counted"]

_FLAT = 2.0  # without a model: as if one had said yes and one no
_LEAST_SHARE = 0.01  # what the model gives less is not asked about, unless somebody did it or named it


@dataclass(frozen=True, slots=True)
class Threshold:
    """When an action is a logical alternative: the shares that must consider and choose it, and how sure we must be."""

    considered: float
    chosen: float
    both: bool
    sure: float

    @classmethod
    def of(cls, figures: Alternatives, both: bool, sure: float) -> "Threshold":
        """The regulation's figures; `both` says whether the Laws ask that some would choose it, too."""
        return cls(float(figures.considered_at_least), float(figures.chosen_at_least), both, sure)


@dataclass(frozen=True, slots=True)
class Peers:
    """What is believed of one action."""

    action: Action
    considered: Belief
    chosen: Belief
    model_share: float | None
    poll: PollCount | None

    def chance(self, threshold: Threshold) -> float:
        """How likely the action is a logical alternative, in thousandths.

        Both shares go together, so the smaller of the two chances is that of both.
        """
        told = self.considered.at_least(threshold.considered)
        if threshold.both:
            told = min(told, self.chosen.at_least(threshold.chosen))
        return round(told, 3)

    def answer(self, threshold: Threshold) -> bool | None:
        """It is, it is not, or it cannot be told."""
        told = self.chance(threshold)
        return True if told >= threshold.sure else False if told <= round(1 - threshold.sure, 3) else None

    def asked_more(self, yes: int, asked: int) -> "Peers":
        """The belief if so many of so many further peers considered and chose it."""
        return Peers(
            self.action,
            self.considered.after(yes, asked),
            self.chosen.after(yes, asked),
            self.model_share,
            self.poll,
        )

    def more_answers(self, threshold: Threshold, most: int = 20) -> int | None:
        """How few further answers could change what is said; none when not even `most` could.

        >>> Peers("P", Belief(1, 1), Belief(1, 1), None, None).more_answers(Threshold(0.2, 0.05, True, 0.8))
        1
        """
        now = self.answer(threshold)
        for more in range(1, most + 1):
            ends = {self.asked_more(yes, more).answer(threshold) for yes in (0, more)}
            if ends - {now, None} or (now is not None and None in ends):
                return more
        return None


def counted(polls: Sequence[Poll], action: Action) -> PollCount | None:
    """What all polls together answered on an action; none when nobody was asked.

    An action no answer names was not chosen when every answer is accounted for, and not considered when the poll
    says of the others who considered them.
    """
    asked = sum(poll.asked for poll in polls)
    if not asked:
        return None
    considered, chosen = 0, 0
    tells_considered = tells_chosen = True
    for poll in polls:
        own = next((answer for answer in poll.answers if answer.action == action), None)
        if own is None:
            tells_considered &= any(answer.considered is not None for answer in poll.answers)
            tells_chosen &= sum(answer.chosen or 0 for answer in poll.answers) >= poll.asked
            continue
        tells_considered &= own.considered is not None
        tells_chosen &= own.chosen is not None
        considered, chosen = considered + (own.considered or 0), chosen + (own.chosen or 0)
    return PollCount(asked, considered if tells_considered else None, chosen if tells_chosen else None)


def beliefs(
    shares: Mapping[Action, float] | None,
    weight: float,
    polls: Sequence[Poll],
    named: Sequence[Action],
) -> tuple[Peers, ...]:
    """The belief on every action worth asking about, the likeliest first: the model's, those answered, those named."""
    kept: dict[Action, None] = dict.fromkeys(named)
    kept |= dict.fromkeys(answer.action for poll in polls for answer in poll.answers)
    if shares is not None:
        kept |= dict.fromkeys(action for action, share in shares.items() if round(share, 3) >= _LEAST_SHARE)
    found = [_belief(action, shares, weight, counted(polls, action)) for action in kept]
    return tuple(sorted(found, key=lambda peers: (-peers.chosen.mean, str(peers.action))))


def _belief(
    action: Action, shares: Mapping[Action, float] | None, weight: float, poll: PollCount | None
) -> Peers:
    share = None if shares is None else round(shares.get(action, 0.0), 3)
    prior = Belief(_FLAT / 2, _FLAT / 2) if share is None else Belief.around(share, weight)
    chosen = considered = prior
    if poll is not None:
        if poll.chosen is not None:
            chosen = prior.after(poll.chosen, poll.asked)
        seen = poll.considered if poll.considered is not None else poll.chosen
        if seen is not None:
            considered = prior.after(max(seen, poll.chosen or 0), poll.asked)
    return Peers(action, considered, chosen, share, poll)
