"""Who visits: an anonymous name in a signed cookie, so that nobody sees another's drafts."""

import hashlib
import hmac
import ipaddress
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from io import StringIO

from markupsafe import Markup
from starlette.requests import HTTPConnection
from starlette.types import Scope

from analyser.messages import LANGUAGES
from analyser.web.members import FEDERATION, Member, Permission
from analyser.web.store import WebStore

COOKIE = "analyser_visitor"
LANGUAGE = "analyser_language"
_YEAR = 31_536_000


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser, by a name that means nothing; `owner` is how it stands in the store."""

    name: str
    language: str
    is_new: bool
    chose_language: bool
    member: Member | None = None  # of a federation's server

    @property
    def browser(self) -> str:
        """The name's hash: who reads the store cannot become the visitor."""
        return hashlib.sha256(self.name.encode()).hexdigest()

    @property
    def owner(self) -> str:
        """Under whom cases are kept: each browser's own; on a federation's server they are its own."""
        return self.browser if self.member is None else FEDERATION

    @property
    def voter_id(self) -> str:
        """Under what name an answer counts once: the member's, in whichever browser."""
        return self.name if self.member is None else self.member.id

    def may(self, deed: Permission) -> bool:
        """Whether a deed is allowed: to everybody, unless there are roles."""
        return self.member is None or self.member.may(deed)


class Signer:
    """Signs what comes back to us, with a key that outlives a restart: a form filled in before it still counts."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sign(self, purpose: str, text: str) -> str:
        """The signature of a text for one purpose."""
        return hmac.new(self._key, f"{purpose}\0{text}".encode(), hashlib.sha256).hexdigest()

    def fits(self, purpose: str, text: str, signature: str) -> bool:
        """Whether we signed this text for this purpose."""
        return hmac.compare_digest(self.sign(purpose, text).encode(), signature.encode())

    def form_token(self, visitor: Visitor) -> str:
        """What every form carries, so that no foreign page can send one."""
        return self.sign("form", visitor.name)

    def cookie_of(self, visitor: Visitor) -> str:
        """The visitor's name, signed."""
        return f"{visitor.name}.{self.sign('visitor', visitor.name)}"


def visitor_of(connection: HTTPConnection, signer: Signer) -> Visitor:
    """The visitor of a request, or a new one; the language asked for, chosen before, or of the browser."""
    name, _, signature = connection.cookies.get(COOKIE, "").partition(".")
    known = bool(name) and len(name) < 100 and signer.fits("visitor", name, signature)
    wanted = connection.query_params.get("lang", "")
    earlier = connection.cookies.get(LANGUAGE, "")
    chosen = next((word for word in (wanted, earlier) if word in LANGUAGES), None)
    return Visitor(
        name if known else secrets.token_urlsafe(24),
        chosen or _preferred_language(connection.headers.get("accept-language", "")),
        is_new=not known,
        chose_language=wanted in LANGUAGES,
    )


def _preferred_language(header: str) -> str:
    """The first of the browser's languages that we speak."""
    for entry in header.split(",")[:10]:
        word = entry.strip()[:2].lower()
        if word in LANGUAGES:
            return word
    return "en"


def is_local(scope: Scope) -> bool:
    """Whether a request comes from this machine itself."""
    client = scope.get("client")
    try:
        return client is not None and ipaddress.ip_address(client[0]).is_loopback
    except ValueError:
        return False


def cookie(name: str, value: str, base: str = "", *, is_secure: bool = False) -> str:
    """A cookie no script and no foreign page gets, nor any page beside ours."""
    secure = "; Secure" if is_secure else ""
    return f"{name}={value}; Path={base or '/'}; Max-Age={_YEAR}; HttpOnly; SameSite=Strict{secure}"


_SESSION = 12 * 3600.0  # seconds for which a guest stays a guest, through restarts too: one day at an event


class GuestList:
    """Who was let in, and the invitation that is open now. A program that was stopped knows its guests of the day again."""

    def __init__(self, home: str, tell: Callable[[str], None], store: WebStore) -> None:
        self._home, self._tell, self._store = home, tell, store
        self._lock = threading.Lock()
        self._guests = store.guests(time.time() - _SESSION)
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
        """How many were let in and still are."""
        return sum(map(self._is_current, tuple(self._guests.values())))

    def knows(self, visitor: Visitor) -> bool:
        """Whether a visitor was let in before."""
        return self._is_current(self._guests.get(visitor.owner, 0.0))

    @staticmethod
    def _is_current(let_in: float) -> bool:
        return let_in > time.time() - _SESSION

    def is_open(self, token: str) -> bool:
        """Whether this is the open invitation."""
        return secrets.compare_digest(token.encode(), self._token.encode())

    def let_in(self, visitor: Visitor, token: str) -> bool:
        """Let a visitor in; the invitation is used up and the next one told."""
        with self._lock:
            if not self.is_open(token):
                return False
            now = time.time()
            self._guests[visitor.owner] = now
            self._store.let_in(visitor.owner, now)
            self._token = secrets.token_urlsafe(16)
        self._tell(self.link)
        return True


_PROBED = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254")  # no packet leaves
_INTERFACE_ADDRESS = 0x8915  # SIOCGIFADDR


def local_address() -> str:
    """This machine's address on the local network; its own hotspot's where it leads nowhere; nothing is sent to find it."""
    addresses = [*map(_local_address, _PROBED), *_interface_addresses()]
    return next(
        (address for address in addresses if address and not address.startswith(("127.", "0."))), "127.0.0.1"
    )


def _local_address(place: str) -> str:
    """The address from which this machine would speak to a place; empty when no way leads there."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((place, 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def _interface_addresses() -> Iterator[str]:
    """The address of each network interface, where the system tells it; else those of the machine's own name."""
    try:
        from fcntl import ioctl
    except ImportError:
        with suppress(OSError):
            yield from socket.gethostbyname_ex(socket.gethostname())[2]
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                answer = ioctl(probe.fileno(), _INTERFACE_ADDRESS, name.encode()[:15].ljust(256, b"\0"))
                yield socket.inet_ntoa(answer[20:24])


def qr_code(link: str) -> Markup:
    """The link as a square code on a page."""
    import segno

    code = segno.make(link, error="m", micro=False)
    svg = code.svg_inline(border=4, omitsize=True, svgclass="code", lineclass=None, dark="#000", light="#fff")
    return Markup(svg)  # noqa: S704 - drawn by us from our own address


def draw_link(link: str) -> str:
    """The link as a square code in a terminal."""
    import segno

    out = StringIO()
    segno.make(link, error="l", micro=False).terminal(out=out, compact=True, border=2)
    return out.getvalue()
