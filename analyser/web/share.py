"""Guests on the local network: each comes in by an invitation that counts once."""

import secrets
import socket
import threading
from collections.abc import Callable
from io import StringIO

from markupsafe import Markup

from analyser.web.visitor import Visitor

__all__ = ["Share", "drawn", "local_address", "typed_out"]


class Share:
    """Who was let in, and the invitation that is open now. A restart asks everybody to come in anew."""

    def __init__(self, home: str, tell: Callable[[str], None]) -> None:
        self._home, self._tell = home, tell
        self._lock = threading.Lock()
        self._guests: set[str] = set()
        self._token = secrets.token_urlsafe(16)

    def address(self, place: str) -> str:
        """Where guests find a page."""
        return f"{self._home}{place}"

    @property
    def link(self) -> str:
        """The address of the open invitation."""
        return f"{self._home}/join/{self._token}"

    @property
    def guests(self) -> int:
        """How many were let in."""
        return len(self._guests)

    def knows(self, visitor: Visitor) -> bool:
        """Whether a visitor was let in before."""
        return visitor.owner in self._guests

    def is_open(self, token: str) -> bool:
        """Whether this is the open invitation."""
        return secrets.compare_digest(token.encode(), self._token.encode())

    def let_in(self, visitor: Visitor, token: str) -> bool:
        """Let a visitor in; the invitation is used up and the next one told."""
        with self._lock:
            if not self.is_open(token):
                return False
            self._guests.add(visitor.owner)
            self._token = secrets.token_urlsafe(16)
        self._tell(self.link)
        return True


def local_address() -> str:
    """This machine's address on the local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for examples: no packet leaves
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def drawn(link: str) -> Markup:
    """The link as a square code on a page."""
    import segno

    code = segno.make(link, error="m", micro=False)
    svg = code.svg_inline(border=4, omitsize=True, svgclass="code", lineclass=None, dark="#000", light="#fff")
    return Markup(svg)  # noqa: S704 - drawn by us from our own address


def typed_out(link: str) -> str:
    """The link as a square code in a terminal."""
    import segno

    out = StringIO()
    segno.make(link, error="l", micro=False).terminal(out=out, compact=True, border=2)
    return out.getvalue()
