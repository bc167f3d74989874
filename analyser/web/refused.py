"""What a page refuses, with the words that say why."""

from dataclasses import dataclass

__all__ = ["Refused"]


@dataclass
class Refused(Exception):  # noqa: N818 - it is no fault of ours
    """A request that is not answered: its HTTP status, and the key of the sentence that says why."""

    status: int
    key: str

    def __post_init__(self) -> None:
        """Keep the words of an exception."""
        super().__init__(f"{self.status} {self.key}")
