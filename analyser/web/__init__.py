"""The pages in a browser: for a director with a phone and a committee with a laptop, offline; no thinking here."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastapi import FastAPI

    from analyser.web.public_address import PublicAddress

__all__ = ["LOOPBACK", "RefusedRequest", "WebSettings", "create_app", "serve"]

LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class WebSettings:
    """Where drafts are kept, where the pages are served, how many processes solve."""

    drafts: Path
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 2
    tell: Callable[[str], None] = lambda _: None  # hears the address of the next invitation
    host_names: tuple[str, ...] = ()  # by which guests may call this machine, beside its addresses
    public: "PublicAddress | None" = None  # when a web server stands before it: a federation's server

    @property
    def is_shared(self) -> bool:
        """Whether others on the network can reach the pages; then they need an invitation."""
        return self.public is None and self.host not in LOOPBACK

    @property
    def base(self) -> str:
        """The path below which all pages lie; empty unless a web server gave one."""
        return self.public.base if self.public else ""


@dataclass
class RefusedRequest(Exception):  # noqa: N818 - it is no fault of ours
    """A request that is not answered: its HTTP status, and the key of the sentence that says why."""

    status: int
    key: str

    def __post_init__(self) -> None:
        """Keep the words of an exception."""
        super().__init__(f"{self.status} {self.key}")


def create_app(settings: WebSettings) -> "FastAPI":
    """The pages, ready to be served; the worker processes of a ruling open this package without them."""
    from analyser.web.app import build

    return build(settings)


def serve(settings: WebSettings, ready: Callable[[str], None]) -> None:
    """Serve the pages until told to stop; `ready` hears the address once it answers."""
    from analyser.web.app import run

    run(settings, ready)
