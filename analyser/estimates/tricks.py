"""How many tricks declarer takes in real play, from the tricks he takes double dummy.

Players beat double dummy in part-scores at notrump and fall short of it in slams: declarer does not see the hands,
and neither do the defenders. The record holds experts only.
"""

from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import Contract, Strain
from analyser.casefile import Form
from analyser.errors import ModelError
from analyser.estimates.model_file import RecordModel

AWAY: Final = 3
"""In the middle of the play: at most so many tricks away from double dummy."""
MARGINS: Final = 2
"""Double-dummy tricks over those needed are told apart from so many below to so many above."""


class TrickModel(RecordModel):
    """The tables of the record, smoothed: each row a chance of every number of tricks."""

    name = "tricks"

    def read(self) -> None:
        """Refuse tables of another shape."""
        tables = [self.stored.array(name) for name in ("after_lead", "before", "position", "claimed")]
        if [table.ndim for table in tables] != [6, 6, 4, 4]:
            raise ModelError("the tables have another shape", where="models/tricks", remedy="train it again")

    def _rows(self, name: str) -> NDArray[np.float64]:
        """One of the tables, its rows adding up to one."""
        self.read()
        table = self.stored.array(name).astype(np.float64)
        return np.asarray(table / table.sum(axis=-1, keepdims=True))

    @cached_property
    def after_lead(self) -> NDArray[np.float64]:
        """By level, strain, doubled or not, every trick counting or not, double-dummy tricks: the chance of 0 to 13."""
        return self._rows("after_lead")

    @cached_property
    def before(self) -> NDArray[np.float64]:
        """The same, when the lead is not known and neither is what it gave away."""
        return self._rows("before")

    @cached_property
    def position(self) -> NDArray[np.float64]:
        """By tricks left, suit or notrump, margin: the chance of ending 3 below to 3 above double dummy."""
        return self._rows("position")

    @cached_property
    def claimed(self) -> NDArray[np.float64]:
        """The same when play ended there by a claim."""
        return self._rows("claimed")

    @property
    def counted(self) -> dict[str, NDArray[np.float64]]:
        """What the record counts without any model, for comparison."""
        return {name: self.stored.array(name) for name in ("histogram", "by_contract", "away")}

    def tricks(self, dd_tricks: int, contract: Contract, form: Form) -> tuple[float, ...]:
        """The chance of 0 to 13 tricks when declarer makes `dd_tricks` double dummy after the lead made."""
        return tuple(self.after_lead[_row(dd_tricks, contract, form)].tolist())

    def before_lead(self, dd_tricks: int, contract: Contract, form: Form) -> tuple[float, ...]:
        """The same with `dd_tricks` counted before the lead, which is not known."""
        return tuple(self.before[_row(dd_tricks, contract, form)].tolist())

    def in_play(self, dd_tricks: int, won: int, left: int, contract: Contract) -> tuple[float, ...]:
        """The chance of 0 to 13 tricks in all, with `left` tricks to play and `won` of the others declarer's.

        `dd_tricks` is declarer's final number with best play from here.
        """
        return _placed(self.position, dd_tricks, won, left, contract)

    def at_claim(self, dd_tricks: int, won: int, left: int, contract: Contract) -> tuple[float, ...]:
        """The same where the record ends with a claim: what the players agreed on."""
        return _placed(self.claimed, dd_tricks, won, left, contract)


def every_trick_counts(form: Form) -> bool:
    """Tell whether overtricks are worth as much as the contract: at matchpoints and board-a-match."""
    return form.scoring.every_trick_counts


def margin_class(dd_tricks: int, needed: int) -> int:
    """Double-dummy tricks over those needed, two or more below being 0, two or more above 4.

    >>> margin_class(9, 10), margin_class(13, 9)
    (1, 4)
    """
    return max(-MARGINS, min(MARGINS, dd_tricks - needed)) + MARGINS


def _row(dd_tricks: int, contract: Contract, form: Form) -> tuple[int, int, int, int, int]:
    if not 0 <= dd_tricks <= 13:
        raise ModelError("a deal has thirteen tricks", found=str(dd_tricks))
    doubled = int(contract.doubled > 0)
    return (contract.level - 1, int(contract.strain), doubled, int(every_trick_counts(form)), dd_tricks)


def _placed(
    table: NDArray[np.float64], dd_tricks: int, won: int, left: int, contract: Contract
) -> tuple[float, ...]:
    if not (won >= 0 and left >= 0 and won + left <= 13 and won <= dd_tricks <= won + left):
        raise ModelError(
            "the tricks won, left and made double dummy do not agree", found=f"{won}, {left}, {dd_tricks}"
        )
    away = table[left, int(contract.strain is Strain.NOTRUMP), margin_class(dd_tricks, contract.needed)]
    out = np.zeros(14)
    for step, chance in enumerate(away.tolist()):
        tricks = dd_tricks + step - AWAY
        if won <= tricks <= won + left:
            out[tricks] = chance
    return tuple((out / out.sum()).tolist())
