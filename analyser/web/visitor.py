"""Who visits: an anonymous name in a signed cookie, so that nobody sees another's drafts."""

import hashlib
import hmac
import ipaddress
import secrets
from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.types import Scope

from analyser.report.words import LANGUAGES

__all__ = ["COOKIE", "LANGUAGE", "Seal", "Visitor", "cookie", "is_local", "visitor_of"]

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

    @property
    def owner(self) -> str:
        """The name's hash: who reads the store cannot become the visitor."""
        return hashlib.sha256(self.name.encode()).hexdigest()


class Seal:
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


def visitor_of(connection: HTTPConnection, seal: Seal) -> Visitor:
    """The visitor of a request, or a new one; the language asked for, chosen before, or of the browser."""
    name, _, signature = connection.cookies.get(COOKIE, "").partition(".")
    known = bool(name) and len(name) < 100 and seal.fits("visitor", name, signature)
    asked = connection.query_params.get("lang", "")
    kept = connection.cookies.get(LANGUAGE, "")
    chosen = next((word for word in (asked, kept) if word in LANGUAGES), None)
    return Visitor(
        name if known else secrets.token_urlsafe(24),
        chosen or _preferred(connection.headers.get("accept-language", "")),
        is_new=not known,
        chose_language=asked in LANGUAGES,
    )


def _preferred(header: str) -> str:
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


def cookie(name: str, value: str) -> str:
    """A cookie no script and no foreign page gets."""
    return f"{name}={value}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Strict"
