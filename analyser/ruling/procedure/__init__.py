"""What regulations say of an event apart from the score of a board: time, penalties, byes, alerts, systems, screens.

Each module answers one kind of question from the data of the regulation in force; commands, pages and incidents ask them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from analyser.errors import LawError
from analyser.laws import Jurisdiction
from analyser.messages import Message, sentence

__all__ = ["ProcedureAnswer"]


@dataclass(frozen=True, slots=True)
class ProcedureAnswer:
    """What a regulation says to a question: the answer, the reasons, where it stands, and the figures by name."""

    says: Message
    reasons: tuple[Message, ...] = ()
    sources: tuple[str, ...] = ()
    figures: Mapping[str, object] = field(default_factory=dict)


def no_alerts_kept(law: Jurisdiction) -> LawError:
    """The refusal of a question of alerts to an authority whose policy is not kept here."""
    why, remedy = sentence("no-alerts-kept", authority=law.authority), sentence("alert-authorities")
    return LawError(why, where="--authority", found=law.authority, remedy=remedy)


def no_systems_kept(law: Jurisdiction) -> LawError:
    """The refusal of a question of systems or psychic calls to an authority whose regulation is not kept here."""
    why, remedy = sentence("no-systems-kept", authority=law.authority), sentence("system-authorities")
    return LawError(why, where="--authority", found=law.authority, remedy=remedy)


def no_penalties_kept(law: Jurisdiction) -> LawError:
    """The refusal of a question of penalties to an authority whose catalogue is not kept here."""
    why, remedy = sentence("no-penalties-kept", authority=law.authority), sentence("penalty-authorities")
    return LawError(why, where="--authority", found=law.authority, remedy=remedy)


def no_screens_kept(law: Jurisdiction) -> LawError:
    """The refusal of a question of screens to an authority whose rules of play with them are not kept here."""
    why, remedy = sentence("no-screens-kept", authority=law.authority), sentence("system-authorities")
    return LawError(why, where="--authority", found=law.authority, remedy=remedy)
