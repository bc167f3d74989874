"""What regulations say of an event apart from the score of a board: time, penalties, byes, alerts, systems, screens.

Each module answers one kind of question from the data of the regulation in force; commands, pages and incidents ask them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from analyser.messages import Message

__all__ = ["ProcedureAnswer"]


@dataclass(frozen=True, slots=True)
class ProcedureAnswer:
    """What a regulation says to a question: the answer, the reasons, where it stands, and the figures by name."""

    says: Message
    reasons: tuple[Message, ...] = ()
    sources: tuple[str, ...] = ()
    figures: Mapping[str, object] = field(default_factory=dict)
