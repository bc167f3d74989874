"""A message: a code with arguments, which a reader's language turns into a sentence."""

from collections.abc import Mapping
from dataclasses import dataclass

from analyser.messages.tables import sentences


@dataclass(frozen=True, slots=True)
class Message:
    """A reason, problem or state: the code of a sentence, and what fills the sentence's places.

    >>> reason = message("law.asked", edition="2007")
    >>> reason.code, reason.arguments["edition"]
    ('law.asked', '2007')
    """

    code: str
    args: tuple[tuple[str, object], ...] = ()

    @property
    def arguments(self) -> Mapping[str, object]:
        """The arguments by name."""
        return dict(self.args)

    def __str__(self) -> str:
        """The English sentence, its arguments as a case file writes them.

        >>> str(message("variant.remark-not-accepted", number=1))
        'remark 1 not accepted'
        """
        return sentences("en")[self.code].format(**{name: _written(value) for name, value in self.args})


def _written(value: object) -> str:
    return ", ".join(map(_written, value)) if isinstance(value, tuple) else str(value)


def message(code: str, /, **args: object) -> Message:
    """The message of a code with its arguments by name."""
    return Message(code, tuple(args.items()))


def known_or_quoted(code: str, text: str) -> Message:
    """The message of a code that has words; what a regulation says in words of its own is quoted.

    >>> known_or_quoted("standard", "chosen-some").code, str(known_or_quoted("standard", "any peer would"))
    ('standard.chosen-some', '“any peer would”')
    """
    own = f"{code}.{text}"
    return Message(own) if own in sentences("en") else message("quoted", text=text)
