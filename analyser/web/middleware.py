"""The door: who may come in, how much and how often may be asked, and what a browser is told about every page."""

import ipaddress
import logging
import os
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from urllib.parse import quote, urlsplit

from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from analyser.web import RefusedRequest
from analyser.web.deeds import DOING, AuditContext, deed_word, named_in
from analyser.web.members import permission_for
from analyser.web.page import error_page, see
from analyser.web.state import LARGEST, AppState
from analyser.web.visitors import COOKIE, LANGUAGE, Visitor, cookie, visitor_of

_DRAINED = 20_000_000  # so much is read and discarded, so that the browser hears why it was too much
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_ALWAYS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"same-origin",  # `no-referrer` would hide where our own forms come from
    b"x-frame-options": b"DENY",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=()",
}
_UNLESS_TOLD = {
    b"content-security-policy": POLICY.encode(),
    b"cache-control": b"private, no-cache",
}
_BEFORE_ADMISSION = ("/static/", "/join/")
_BY_NAME = ("room", "poll", "panel")  # sheets that whoever was given their address may open
_NOWHERE = "/nowhere"  # no page has this name
_log = logging.getLogger("analyser.web")


@dataclass(slots=True)
class _OutgoingMessages:
    """What goes out: the headers every answer has, and the cookies of this visitor."""

    send: Send
    base: str = ""
    cookies: Callable[[], tuple[str, ...]] = tuple
    started: bool = False
    is_head: bool = False
    """Whether only the headers were asked for, as what watches over a server does."""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            present = {name.lower() for name, _ in message["headers"]}
            headers = [self._prefix_header(*header) for header in message["headers"]] + list(_ALWAYS.items())
            headers += [(name, value) for name, value in _UNLESS_TOLD.items() if name not in present]
            headers += [(b"set-cookie", line.encode("ascii")) for line in self.cookies()]
            message = {**message, "headers": headers}
        elif self.is_head:
            message = {**message, "body": b""}
        await self.send(message)

    def _prefix_header(self, name: bytes, value: bytes) -> tuple[bytes, bytes]:
        """A header as browsers need it: what leads to a page of ours leads below the base path."""
        leads = name.lower() == b"location" and value.startswith(b"/")
        return name, self.base.encode() + value if leads else value


@dataclass(slots=True)
class _IncomingBody:
    """What comes in: refused as soon as it is longer than may be."""

    receive: Receive
    is_over: bool
    read: int = 0

    async def __call__(self) -> Message:
        message = await self._next()
        if self.read > LARGEST:
            raise RefusedRequest(413, "web.error.too-much")
        return message

    async def _next(self) -> Message:
        message = await self.receive()
        self.read += len(message.get("body", b""))
        self.is_over = self.is_over or not message.get("more_body")
        return message

    async def drain(self) -> None:
        """Read the rest and discard it, up to a bound: a browser that is still sending does not hear the answer."""
        while not self.is_over and self.read < _DRAINED:
            await self._next()


class AccessMiddleware:
    """Stands before every page: a foreign name of this machine, a guest without invitation, a flood are turned away."""

    def __init__(self, app: ASGIApp, state: AppState) -> None:
        self.app, self.state = app, state
        self.pace = RateLimiter()
        self._is_operator_told = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        is_head = scope["method"] == "HEAD"
        scope = self._strip_base({**scope, "method": "GET"} if is_head else scope)
        connection = HTTPConnection(scope)
        visitor = self._visitor(connection)
        scope.setdefault("state", {})["visitor"] = visitor
        sending = _OutgoingMessages(send, self.state.settings.base, is_head=is_head)
        body = _IncomingBody(receive, is_over=scope["method"] != "POST")
        try:
            self._check(connection, visitor)
            if not scope["path"]:
                await see("/")(scope, receive, sending)
                return
            if _comes_from_elsewhere(connection, visitor):
                await self._error(200, "web.again", visitor, scope, receive, sending, again=True)
                return
            if not scope["path"].startswith("/static/"):
                sending.cookies = lambda: self._cookies(scope["state"]["visitor"])
            _note_doing(scope, visitor)
            await self.app(scope, body, sending)
        except RefusedRequest as refused:
            await body.drain()
            await self._error(refused.status, refused.key, visitor, scope, receive, sending)
        except ClientDisconnect:  # whoever asked is gone, or was sent away for not finishing
            return
        except Exception as fault:
            if os.environ.get("ANALYSER_DEBUG"):
                raise
            _log.error("a fault of the program: %s: %s", type(fault).__name__, fault)
            await self._error(500, "web.error.fault", visitor, scope, receive, sending)

    def _visitor(self, connection: HTTPConnection) -> Visitor:
        """Who asks, with the role on a federation's server."""
        visitor = visitor_of(connection, self.state.signer)
        members = self.state.members
        if members is None or visitor.is_new:
            return visitor
        return replace(visitor, member=members.find_member(visitor.browser))

    def _strip_base(self, scope: Scope) -> Scope:
        """The request as it would be without the base path; nothing outside it is a page."""
        public = self.state.settings.public
        if public is None:
            return scope
        path = public.route(scope["path"])
        path = _NOWHERE if path is None else path
        return {**scope, "path": path, "raw_path": quote(path).encode(), "scheme": public.scheme}

    def _check(self, connection: HTTPConnection, visitor: Visitor) -> None:
        scope = connection.scope
        if scope["method"] not in {"GET", "POST"}:
            raise RefusedRequest(405, "web.error.method")
        if not self._is_ours(connection):
            self._tell_operator(connection)
            raise RefusedRequest(421, "web.error.host")
        if scope["method"] == "POST":
            public = self.state.settings.public
            called = connection.headers.get("host", "")
            _check_origin(connection, public.origin if public else f"{scope['scheme']}://{called}")
        self._check_pace(connection, visitor)
        if _comes_from_elsewhere(connection, visitor):
            return  # who it is shows when the browser asks once more
        place = scope["path"]  # as it is routed, whatever the `Host` header makes of the address
        if not self.state.is_admitted(scope, visitor) and not self._is_sheet(place):
            raise RefusedRequest(403, "web.error.invitation")
        if not visitor.may(permission_for(scope["method"], place)):
            raise RefusedRequest(403, "web.error.role")
        length = connection.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > LARGEST:
            raise RefusedRequest(413, "web.error.too-much")

    def _check_pace(self, connection: HTTPConnection, visitor: Visitor) -> None:
        """Refuse whoever asks too much of a federation's server: a member, else an address; files cost nothing."""
        public = self.state.settings.public
        if public is None or connection.scope["path"].startswith("/static/"):
            return
        asker = visitor.member.id if visitor.member else public.client_of(connection)
        if not self.pace.allows(asker):
            raise RefusedRequest(429, "web.error.too-fast")

    def _is_sheet(self, place: str) -> bool:
        """Whether a page is open to whoever knows its address."""
        words = place.split("/")
        by_name = _BY_NAME if self.state.members is None else ("poll",)  # its committees are members
        is_named = len(words) > 2 and words[1] in by_name and self.state.surveys.is_known(words[2])
        return place.startswith(_BEFORE_ADMISSION) or is_named

    def _is_ours(self, connection: HTTPConnection) -> bool:
        """Whether a name is this machine's: foreign names that were pointed at it are refused, bare addresses are not.

        A page elsewhere can make a browser speak to us under its own name, never under our address. Behind a web
        server there is one name, and nobody but that server speaks to us.
        """
        host, public = _host_of(connection), self.state.settings.public
        if host is None:
            return False
        if public is not None:
            peer = connection.client.host if connection.client else ""
            return public.is_proxy(peer) and connection.headers["host"].lower() == public.host
        if host.lower() in {"localhost", *map(str.lower, self.state.settings.host_names)}:
            return True
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return address.is_loopback or self.state.is_reached

    def _tell_operator(self, connection: HTTPConnection) -> None:
        """Say once in the log why a web server before it is not believed: the pages tell strangers nothing of it."""
        public = self.state.settings.public
        if public is None or self._is_operator_told:
            return
        self._is_operator_told = True
        peer = connection.client.host if connection.client else ""
        if public.is_proxy(peer):
            heard = connection.headers.get("host", "")[:100]
            why = f"a request called {heard!r}, not {public.host!r}: pass the name on as the browser calls it, with its port"
        else:
            why = f"a request came from {peer}, not from the web server: if that is where it stands, add --proxy {peer}"
        _log.warning("answered 421, said once: %s", why)

    def _cookies(self, visitor: Visitor) -> tuple[str, ...]:
        public = self.state.settings.public
        values = {COOKIE: self.state.signer.cookie_of(visitor)}
        values |= {LANGUAGE: visitor.language} if visitor.chose_language else {}
        is_secure = public is not None and public.is_secure
        return tuple(
            cookie(name, value, self.state.settings.base, is_secure=is_secure)
            for name, value in values.items()
        )

    async def _error(
        self,
        status: int,
        key: str,
        visitor: Visitor,
        scope: Scope,
        receive: Receive,
        sending: _OutgoingMessages,
        *,
        again: bool = False,
    ) -> None:
        if not sending.started:
            retry = _retry_address(scope) if status >= 500 else ""
            settings = self.state.settings
            await error_page(settings, visitor, status, key, again=again, retry=retry)(
                scope, receive, sending
            )


def _note_doing(scope: Scope, visitor: Visitor) -> None:
    """Keep for the trail what a member of a federation's server is doing."""
    if visitor.member is not None:
        place = scope["path"] if scope["method"] == "POST" else ""
        DOING.set(AuditContext(visitor.member, deed_word(place), named_in(place)))


def _retry_address(scope: Scope) -> str:
    """The address of a page that failed, to be asked for once more; none for a form: going back sends that again."""
    if scope["method"] != "GET":
        return ""
    query = scope["query_string"].decode("latin-1")
    return f"{quote(scope['path'])}?{query}" if query else quote(scope["path"])


def _host_of(connection: HTTPConnection) -> str | None:
    """The name the browser called, without the port."""
    hosts = connection.headers.getlist("host")
    if len(hosts) != 1:
        return None
    try:
        return urlsplit(f"//{hosts[0]}").hostname
    except ValueError:
        return None


def _check_origin(connection: HTTPConnection, ours: str) -> None:
    """Refuse a form sent by a page that is not ours, if the browser says so."""
    site = connection.headers.get("sec-fetch-site", "same-origin")
    origin = connection.headers.get("origin")
    if site not in {"same-origin", "none"} or (origin is not None and origin.lower() != ours.lower()):
        raise RefusedRequest(403, "web.error.foreign-form")


def _comes_from_elsewhere(connection: HTTPConnection, visitor: Visitor) -> bool:
    """Whether a link on a foreign page led here: then the browser hid our cookie, and must ask once more."""
    return visitor.is_new and connection.headers.get("sec-fetch-site") == "cross-site"


BURST = 300  # requests at once: a page with all that it fetches, many times over
REFILL = 8.0  # requests a second: a page kept while it is typed, and what is watched beside it
_ASKERS = 10_000


class RateLimiter:
    """Counts by the name of whoever asks; the one not seen longest is forgotten first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, asker: str) -> bool:
        """Whether one more request is answered.

        >>> hours = iter([0.0] * 301 + [1.0])
        >>> pace = RateLimiter(lambda: next(hours))
        >>> [pace.allows("a") for _ in range(300)].count(True), pace.allows("a"), pace.allows("a")
        (300, False, True)
        """
        now = self._clock()
        left, seen = self._left.pop(asker, (float(BURST), now))
        left = min(float(BURST), left + (now - seen) * REFILL)
        allowed = left >= 1
        self._left[asker] = (left - 1 if allowed else left, now)
        if len(self._left) > _ASKERS:
            self._left.popitem(last=False)
        return allowed
