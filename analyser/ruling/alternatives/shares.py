"""The shares of peers who would consider and who would choose each action: beta posteriors of the model and of polls.

The two shares are separate. The record holds choices only, and who chooses an action has considered it: the odds of
considering are a constant multiple of those of choosing, fitted on what committees held; a poll that counts both takes
precedence.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from tomllib import loads
from typing import Any

from analyser import resources
from analyser.bridge import Seat
from analyser.casefile import Action, Case, Level, PlayerClass, Poll
from analyser.errors import ModelError
from analyser.laws.regulation import AlternativeRules
from analyser.messages import sentence
from analyser.ruling import PollCount

_STEPS = 200
_TINY = 1e-300


@dataclass(frozen=True, slots=True)
class Belief:
    """A beta distribution of a share, as if `yes` of `yes + no` answers had been seen.

    >>> flat = Belief(1, 1).update_with(considered=0, asked=5)
    >>> round(flat.probability_at_least(0.2), 2)
    0.26
    """

    yes: float
    no: float

    @classmethod
    def from_mean(cls, mean: float, weight: float) -> "Belief":
        """A beta distribution around a mean, as strong as so many answers; kept away from 0 and 1."""
        inside = min(max(mean, 0.002), 0.998)
        return cls(inside * weight, (1 - inside) * weight)

    def update_with(self, considered: int, asked: int) -> "Belief":
        """The posterior once so many of those asked have said yes."""
        return Belief(self.yes + considered, self.no + asked - considered)

    @property
    def mean(self) -> float:
        """The expected answer of the next one asked."""
        return self.yes / (self.yes + self.no)

    def probability_at_least(self, share: float) -> float:
        """The probability that the share is this or more."""
        return 1.0 - _incomplete_beta(self.yes, self.no, share)

    def interval(self, inside: float = 0.9) -> tuple[float, float]:
        """The central interval that contains so much of the distribution."""
        tail = (1.0 - inside) / 2
        return (self._quantile(tail), self._quantile(1 - tail))

    def answers(self, asked: int) -> tuple[float, ...]:
        """The beta-binomial probabilities that 0, 1 … all of so many asked say yes.

        >>> [round(chance, 2) for chance in Belief(1, 1).answers(3)]
        [0.25, 0.25, 0.25, 0.25]
        """
        known = math.lgamma(self.yes + self.no) - math.lgamma(self.yes) - math.lgamma(self.no)
        known -= math.lgamma(self.yes + self.no + asked)
        return tuple(
            math.comb(asked, yes)
            * math.exp(known + math.lgamma(self.yes + yes) + math.lgamma(self.no + asked - yes))
            for yes in range(asked + 1)
        )

    def _quantile(self, p: float) -> float:
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            if _incomplete_beta(self.yes, self.no, middle) < p:
                low = middle
            else:
                high = middle
        return (low + high) / 2


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function, by its continued fraction."""
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )
    # The fraction converges fast only below the mean; above it the symmetric form is used.
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1.0 - front * _fraction(b, a, 1 - x) / b


def _fraction(a: float, b: float, x: float) -> float:
    c, d = 1.0, 1.0 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > _TINY else _TINY)
    value = d
    for m in range(1, _STEPS):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1.0 + term * d
            d = 1 / (d if abs(d) > _TINY else _TINY)
            c = 1.0 + term / c
            c = c if abs(c) > _TINY else _TINY
            value *= d * c
        if abs(d * c - 1) < 1e-12:
            break
    return value


_OF_LEVEL = {
    Level.CLUB: PlayerClass.CLUB,
    Level.REGIONAL: PlayerClass.REGIONAL,
    Level.NATIONAL: PlayerClass.NATIONAL,
    Level.INTERNATIONAL: PlayerClass.EXPERT,
}


@dataclass(frozen=True, slots=True)
class Prior:
    """The weight of the model's shares in answers of peers, and how certain *is* or *is not* must be.

    `answers` is that weight by decile of the auction, from the rarest tenth of the record to the commonest; `widening`
    the factor by which the experts' record says less of another class of player; `considering` the odds of considering
    an action as a multiple of those of choosing it.
    """

    answers: tuple[float, ...]
    lead_answers: float
    sure: float
    widening: Mapping[str, float]
    considering: float = 1.0
    sha256: str = ""

    @classmethod
    @cache
    def load_shipped(cls) -> "Prior":
        """The figures shipped with the package; refused if their hash is not that of their card."""
        return cls.read(resources.data("models/alternatives/model.json"), _card(None))

    @classmethod
    def load(cls, folder: Path) -> "Prior":
        """The figures in a folder."""
        return cls.read((folder / "model.json").read_bytes(), _card(folder))

    @classmethod
    def read(cls, raw: bytes, card: Mapping[str, Any]) -> "Prior":
        """The figures from the bytes of their file, which must have the hash of its card."""
        actual = sha256(raw).hexdigest()
        if actual != str(card.get("model", {}).get("sha256", "")):
            raise ModelError(
                sentence("model-figures-differ"),
                where="models/alternatives/model.json",
                found=actual[:12],
                remedy=sentence("install-or-train-again"),
            )
        document = json.loads(raw)
        figures, considering = document["prior"], document.get("considering", {})
        return cls(
            tuple(map(float, figures["answers"])),
            float(figures["lead_answers"]),
            float(figures["sure"]),
            dict(figures["widening"]),
            float(considering.get("odds", 1.0)),
            actual,
        )

    def weight(self, decile: int | None, peers: PlayerClass | None) -> float:
        """The number of answers the model counts as, by the auction's decile (1 the rarest) and the class of peers."""
        tenth = 0 if decile is None else min(max(decile, 1), len(self.answers)) - 1
        return self.answers[tenth] / self.wider(peers)

    def weight_of_lead(self, peers: PlayerClass | None) -> float:
        """The number of answers the model counts as for an opening lead."""
        return self.lead_answers / self.wider(peers)

    def wider(self, peers: PlayerClass | None) -> float:
        """The factor by which the experts' record says less of this class."""
        return float(self.widening["unknown" if peers is None else peers.value])


def peers_class(case: Case, seat: Seat) -> PlayerClass | None:
    """The class of the peers: the player's own, else the one the level of the event suggests."""
    player_class = case.player(seat).class_
    if player_class is not None or case.event.level is None:
        return player_class
    return _OF_LEVEL[case.event.level]


def _card(folder: Path | None) -> Mapping[str, Any]:
    if folder is None:
        return loads(resources.text("models/alternatives/card.toml"))
    return loads((folder / "card.toml").read_text("utf-8"))


_FLAT = 2.0  # without a model: a uniform prior, as if one had said yes and one no
_LEAST_SHARE = 0.01  # smaller shares are not asked about, unless somebody chose or named the action


@dataclass(frozen=True, slots=True)
class Threshold:
    """When an action is a logical alternative: the shares that must consider and choose it, and the certainty required."""

    considered: float
    chosen: float
    both: bool
    sure: float

    @classmethod
    def from_regulation(cls, figures: AlternativeRules, both: bool, sure: float) -> "Threshold":
        """The regulation's figures; `both` is whether the Laws ask that some would choose it, too."""
        return cls(float(figures.considered_at_least), float(figures.chosen_at_least), both, sure)


@dataclass(frozen=True, slots=True)
class Peers:
    """The beta distributions of the shares who consider and who choose one action."""

    action: Action
    considered: Belief
    chosen: Belief
    model_share: float | None
    poll: PollCount | None

    def chance(self, threshold: Threshold) -> float:
        """The probability that the action is a logical alternative, in thousandths.

        The two shares are taken as fully correlated, so the smaller of the two probabilities is that of both.
        """
        chance = self.considered.probability_at_least(threshold.considered)
        if threshold.both:
            chance = min(chance, self.chosen.probability_at_least(threshold.chosen))
        return round(chance, 3)

    def answer(self, threshold: Threshold) -> bool | None:
        """Whether it is a logical alternative; `None` if it cannot be told."""
        chance = self.chance(threshold)
        return True if chance >= threshold.sure else False if chance <= round(1 - threshold.sure, 3) else None

    def update_with_polls(self, yes: int, asked: int) -> "Peers":
        """The posterior if so many of so many further peers considered and chose it."""
        return Peers(
            self.action,
            self.considered.update_with(yes, asked),
            self.chosen.update_with(yes, asked),
            self.model_share,
            self.poll,
        )

    def more_answers(self, threshold: Threshold, most: int = 20) -> int | None:
        """The least number of further answers that could change the answer; `None` if not even `most` could.

        >>> Peers("P", Belief(1, 1), Belief(1, 1), None, None).more_answers(Threshold(0.2, 0.05, True, 0.8))
        1
        """
        now = self.answer(threshold)
        for more in range(1, most + 1):
            ends = {self.update_with_polls(yes, more).answer(threshold) for yes in (0, more)}
            if ends - {now, None} or (now is not None and None in ends):
                return more
        return None


def count_answers(polls: Sequence[Poll], action: Action) -> PollCount | None:
    """The answers on an action of all polls that report on it, summed; `None` if nobody was asked.

    What a poll leaves out is unknown: an action no answer names was neither chosen nor considered only if the poll
    accounts for everybody asked, choice by choice. A poll silent on an action takes nothing from what another reports.
    """
    if not sum(poll.asked for poll in polls):
        return None
    telling = [count for count in _counts(polls, action) if count[1:] != (None, None)]
    if not telling:
        return PollCount(sum(poll.asked for poll in polls), None, None)
    considered, chosen = ([count[place] for count in telling] for place in (1, 2))
    return PollCount(sum(count[0] for count in telling), _sum_if_told(considered), _sum_if_told(chosen))


def _counts(polls: Sequence[Poll], action: Action) -> list[tuple[int, int | None, int | None]]:
    """For each poll the number asked, and how many of them considered and chose an action, where that is stated."""
    return [(poll.asked, *_answer(poll, action)) for poll in polls if poll.asked]


def _answer(poll: Poll, action: Action) -> tuple[int | None, int | None]:
    """The numbers who considered and who chose an action in one poll, each `None` if not stated."""
    own_answer = next((answer for answer in poll.answers if answer.action == action), None)
    others = sum(answer.chosen or 0 for answer in poll.answers if answer.action != action)
    nobody_left = others >= poll.asked
    if own_answer is None:
        told_whole = nobody_left and all(answer.considered is not None for answer in poll.answers)
        return 0 if told_whole else None, 0 if nobody_left else None
    chosen = 0 if own_answer.chosen is None and nobody_left else own_answer.chosen
    considered = own_answer.considered
    return None if considered is None else max(considered, chosen or 0), chosen


def _sum_if_told(counts: Sequence[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def beliefs(
    shares: Mapping[Action, float] | None,
    weight: float,
    polls: Sequence[Poll],
    named: Sequence[Action],
    considering: float = 1.0,
) -> tuple[Peers, ...]:
    """The posterior of every action worth asking about, the likeliest first: the model's, those answered, those named.

    `considering` is the odds of considering an action as a multiple of those of choosing it, if no poll reports both.
    """
    actions: dict[Action, None] = dict.fromkeys(named)
    actions |= dict.fromkeys(answer.action for poll in polls for answer in poll.answers)
    if shares is not None:
        actions |= dict.fromkeys(
            action for action, share in shares.items() if round(share, 3) >= _LEAST_SHARE
        )
    peers_beliefs = [_belief(action, shares, weight, polls, considering) for action in actions]
    return tuple(sorted(peers_beliefs, key=lambda peers: (-peers.chosen.mean, str(peers.action))))


def considered_share(chosen: float, factor: float) -> float:
    """The share that considers what so many choose, from odds multiplied by a factor.

    >>> round(considered_share(0.1, 3.0), 2), considered_share(1.0, 3.0), considered_share(0.4, 1.0)
    (0.25, 1.0, 0.4)
    """
    return factor * chosen / (1 + (factor - 1) * chosen)


def _belief(
    action: Action,
    shares: Mapping[Action, float] | None,
    weight: float,
    polls: Sequence[Poll],
    considering: float,
) -> Peers:
    share = None if shares is None else round(shares.get(action, 0.0), 3)
    if share is None:  # nothing is known of either
        chosen = considered = Belief(_FLAT / 2, _FLAT / 2)
        considering = 1.0
    else:
        chosen = Belief.from_mean(share, weight)
        considered = Belief.from_mean(considered_share(share, considering), weight)
    counts = _counts(polls, action)
    for asked, thinking, choosing in counts:  # each poll for what it reports
        if choosing is not None:
            chosen = chosen.update_with(choosing, asked)
        if thinking is not None:
            considered = considered.update_with(thinking, asked)
    if all(thinking is None for _, thinking, _ in counts):
        # Who chose it considered it, and so did others; their number is unknown, so nothing is lowered.
        least = considered_share(chosen.mean, considering)
        if least > considered.mean:
            considered = Belief.from_mean(least, chosen.yes + chosen.no)
    if chosen.mean > considered.mean:
        chosen = Belief.from_mean(considered.mean, chosen.yes + chosen.no)
    return Peers(action, considered, chosen, share, count_answers(polls, action))
