"""How many tricks declarer takes in real play, from the tricks he takes double dummy.

Players beat double dummy in part-scores at notrump and fall short of it in slams: declarer does not see the hands,
and neither do the defenders. The record holds experts only.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyser.bridge import Contract, Strain
from analyser.casefile import Form
from analyser.errors import ModelError
from analyser.estimates.model_file import open_model

__all__ = ["AWAY", "MARGINS", "TrickModel", "every_trick_counts", "margin_class"]

AWAY: Final = 3
"""In the middle of the play: at most so many tricks away from double dummy."""
MARGINS: Final = 2
"""Double-dummy tricks over those needed are told apart from so many below to so many above."""


@dataclass(frozen=True, slots=True, eq=False)
class TrickModel:
    """The tables of the record, smoothed."""

    after_lead: NDArray[np.float64]
    """By level, strain, doubled or not, every trick counting or not, double-dummy tricks: the chance of 0 to 13."""
    before: NDArray[np.float64]
    """The same, when the lead is not known and neither is what it gave away."""
    position: NDArray[np.float64]
    """By tricks left, suit or notrump, margin: the chance of ending 3 below to 3 above double dummy."""
    claimed: NDArray[np.float64]
    """The same when play ended there by a claim."""
    counted: dict[str, NDArray[np.float64]]
    """What the record counts without any model, for comparison."""
    card: dict[str, Any]
    sha256: str

    @classmethod
    def load(cls, folder: Path | None = None) -> "TrickModel":
        """The shipped model, or the one in a folder; refused when it does not fit its card."""
        stored = open_model("tricks", folder)
        names = ("after_lead", "before", "position", "claimed")
        tables = [stored.array(name).astype(np.float64) for name in names]
        if [table.ndim for table in tables] != [6, 6, 4, 4]:
            raise ModelError("the tables have another shape", where="models/tricks", remedy="train it again")
        rows = [table / table.sum(axis=-1, keepdims=True) for table in tables]
        counted = {name: stored.array(name) for name in ("histogram", "by_contract", "away")}
        return cls(rows[0], rows[1], rows[2], rows[3], counted, stored.card, stored.sha256)

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
    return form in (Form.MATCHPOINTS, Form.BAM)


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
