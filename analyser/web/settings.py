"""What the pages are served with."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

__all__ = ["LOOPBACK", "Settings"]

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def _silent(_: str) -> None:
    """Nobody listens."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Where drafts are kept, where the pages are served, how many processes solve."""

    drafts: Path
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 2
    tell: Callable[[str], None] = _silent  # hears the address of the next invitation
    host_names: tuple[str, ...] = ()  # by which guests may call this machine, beside its addresses

    @property
    def shared(self) -> bool:
        """Whether others on the network can reach the pages; then they need an invitation."""
        return self.host not in LOOPBACK
