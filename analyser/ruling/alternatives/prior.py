"""How far the call model binds before a peer is asked: as so many answers, by how well it knows the auction."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from tomllib import loads
from typing import Any

from analyser import resources
from analyser.bridge import Seat
from analyser.casefile import Case, Level, PlayerClass
from analyser.errors import ModelError

__all__ = ["Prior", "peers_class"]

_OF_LEVEL = {
    Level.CLUB: PlayerClass.CLUB,
    Level.REGIONAL: PlayerClass.REGIONAL,
    Level.NATIONAL: PlayerClass.NATIONAL,
    Level.INTERNATIONAL: PlayerClass.EXPERT,
}


@dataclass(frozen=True, slots=True)
class Prior:
    """The model's shares as if so many peers had answered, and how sure one must be to say *is* or *is not*.

    `answers` holds the weight for auctions from the rarest tenth of the record to the commonest; `widening` by how
    much less the experts' record says of another class of player.
    """

    answers: tuple[float, ...]
    lead_answers: float
    sure: float
    widening: Mapping[str, float]
    sha256: str = ""

    @classmethod
    @cache
    def shipped(cls) -> "Prior":
        """The figures shipped with the package, refused when they are not those of their card."""
        return cls.read(resources.data("models/alternatives/model.json"), _card(None))

    @classmethod
    def load(cls, folder: Path) -> "Prior":
        """The figures in a folder."""
        return cls.read((folder / "model.json").read_bytes(), _card(folder))

    @classmethod
    def read(cls, raw: bytes, card: Mapping[str, Any]) -> "Prior":
        """Figures from their file, which must be the one its card describes."""
        actual = sha256(raw).hexdigest()
        if actual != str(card.get("model", {}).get("sha256", "")):
            raise ModelError(
                "the figures are not those their card describes",
                where="models/alternatives/model.json",
                found=actual[:12],
                remedy="install the package again, or train the model again",
            )
        told = json.loads(raw)["prior"]
        return cls(
            tuple(map(float, told["answers"])),
            float(told["lead_answers"]),
            float(told["sure"]),
            dict(told["widening"]),
            actual,
        )

    def weight(self, decile: int | None, peers: PlayerClass | None) -> float:
        """As how many answers the model counts, for an auction of this tenth (1 the rarest) and this class of peers."""
        tenth = 0 if decile is None else min(max(decile, 1), len(self.answers)) - 1
        return self.answers[tenth] / self.wider(peers)

    def weight_of_lead(self, peers: PlayerClass | None) -> float:
        """The same for an opening lead."""
        return self.lead_answers / self.wider(peers)

    def wider(self, peers: PlayerClass | None) -> float:
        """How many times less the experts' record says of this class."""
        return float(self.widening["unknown" if peers is None else peers.value])


def peers_class(case: Case, seat: Seat) -> PlayerClass | None:
    """The class whose peers are meant: the player's own, else what the level of the event suggests."""
    own = case.player(seat).class_
    if own is not None or case.event.level is None:
        return own
    return _OF_LEVEL[case.event.level]


def _card(folder: Path | None) -> Mapping[str, Any]:
    if folder is None:
        return loads(resources.text("models/alternatives/card.toml"))
    return loads((folder / "card.toml").read_text("utf-8"))
