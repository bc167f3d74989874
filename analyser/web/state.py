"""What every page has at hand: settings, drafts, rulings in the making, guests, the room's door; and the form that was sent."""

import ipaddress
import secrets
import socket
import threading
import time
from dataclasses import dataclass
from typing import Annotated, cast

import uvicorn
from fastapi import Depends
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Scope

from analyser.web import RefusedRequest, WebSettings
from analyser.web.drafts import Drafts, Unfinished
from analyser.web.jobs import Jobs
from analyser.web.members import Members
from analyser.web.public_address import household
from analyser.web.serving import server_config
from analyser.web.store import WebStore
from analyser.web.surveys import Surveys
from analyser.web.visitors import GuestList, Signer, Visitor, is_local, local_address

LARGEST = 2_500_000  # bytes of one request: a case file of 1 MB, escaped, and the form around it
_PATIENCE = 5.0  # seconds until the door stands open


class RoomDoor:
    """The address of this machine on the room's network, served while it is wanted; closed with the program."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._lock = threading.Lock()
        self._server: uvicorn.Server | None = None
        self.home = ""

    @property
    def is_open(self) -> bool:
        """Whether phones can come."""
        return bool(self.home)

    def open(self, app: ASGIApp) -> bool:
        """Let phones come; false when this machine is on no network."""
        with self._lock:
            host = local_address()
            if self.is_open or host.startswith("127."):
                return self.is_open
            try:
                door = self._bind(host)
            except OSError:
                return False
            config = server_config(app, has_lifespan=False, grace=1)
            self._server = server = uvicorn.Server(config)
            threading.Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True).start()
            until = time.monotonic() + _PATIENCE
            while not server.started and time.monotonic() < until:
                time.sleep(0.02)
            self.home = f"http://{host}:{door.getsockname()[1]}"
            return True

    def _bind(self, host: str) -> socket.socket:
        """The address taken; another port where the usual one is in use."""
        for port in (self._port, 0):
            door = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            try:
                door.bind((host, port))
            except OSError:
                door.close()
                if port == 0:
                    raise
            else:
                return door
        raise OSError

    def close(self) -> None:
        """Nobody comes any more."""
        if self._server is not None:
            self._server.should_exit = True
        self._server, self.home = None, ""


@dataclass(frozen=True, slots=True)
class AppState:
    """One server's belongings; `jobs` starts its processes with the first ruling."""

    settings: WebSettings
    store: WebStore
    drafts: Drafts
    unfinished: Unfinished
    surveys: Surveys
    jobs: Jobs
    signer: Signer
    guest_list: GuestList
    room: RoomDoor
    members: Members | None = None  # of a federation's server

    @classmethod
    def open_store(cls, settings: WebSettings) -> "AppState":
        """Open the store and all that rests on it."""
        store = WebStore(settings.drafts)
        everywhere = settings.host in {"0.0.0.0", "::"}  # noqa: S104 - compared, not bound
        host = local_address() if everywhere else settings.host
        named = f"[{host}]" if ":" in host else host
        return cls(
            settings,
            store,
            Drafts(store),
            Unfinished(store),
            Surveys(store),
            Jobs(store, settings.workers),
            Signer(store.secret(secrets.token_bytes(32))),
            GuestList(f"http://{named}:{settings.port}", settings.tell, store),
            RoomDoor(settings.port),
            Members(store, str(settings.public), settings.tell) if settings.public else None,
        )

    def is_admitted(self, scope: Scope, visitor: Visitor) -> bool:
        """Whether a visitor may open every page: at the machine itself, or let in by an invitation."""
        if self.members is not None:
            return visitor.member is not None
        return is_local(scope) or (self.settings.is_shared and self.guest_list.knows(visitor))

    def is_at_machine(self, scope: Scope) -> bool:
        """Whether whoever asks sits at this machine; behind a web server nobody does."""
        return self.settings.public is None and is_local(scope)

    @property
    def is_reached(self) -> bool:
        """Whether others on the network reach some page: those let in all, the others the sheet they were given."""
        return self.settings.is_shared or self.room.is_open


def app_state(request: Request) -> AppState:
    """The belongings of the server that was asked."""
    return cast("AppState", request.app.state.analyser)


def current_visitor(request: Request) -> Visitor:
    """Who asks."""
    return cast("Visitor", request.state.visitor)


def asker_address(request: Request) -> str:
    """The address a request comes from, of IPv6 the network; behind a web server the one that server names."""
    state = app_state(request)
    if state.settings.public is not None:
        return state.settings.public.client_of(request)
    peer = request.client.host if request.client else ""
    try:
        return household(ipaddress.ip_address(peer))
    except ValueError:
        return peer


def address_mark(request: Request, survey: str) -> str:
    """A fingerprint of the address a request comes from: another for each survey, and none can be read back from it."""
    return app_state(request).signer.sign("address", f"{survey}\0{asker_address(request)}")


def room_address(request: Request, place: str) -> str:
    """Where a phone in the room finds a page; empty while none can come."""
    state = app_state(request)
    if state.settings.public is not None:
        return f"{state.settings.public}{place}"
    if not is_local(request.scope):  # the address by which this visitor came
        return f"{request.url.scheme}://{request.headers['host']}{place}"
    if state.settings.is_shared:
        return state.guest_list.address(place)
    return f"{state.room.home}{place}" if state.room.is_open else ""


_FIELDS = 800
_FILES = 1
_LONGEST = 1_050_000  # characters of one field: a whole case file


@dataclass(frozen=True, slots=True)
class SentForm:
    """The fields of a form, in their order, and the bytes of a file if one was chosen."""

    pairs: tuple[tuple[str, str], ...]
    upload: bytes = b""

    def text(self, name: str, default: str = "") -> str:
        """A field's text without blanks around it; the last one when several have the name."""
        texts = [value for key, value in self.pairs if key == name]
        return texts[-1].strip() if texts else default

    def all_texts(self, name: str) -> tuple[str, ...]:
        """All texts of a name, in their order."""
        return tuple(value.strip() for key, value in self.pairs if key == name)

    def has(self, name: str) -> bool:
        """Whether a field or button of this name was sent."""
        return any(key == name for key, _ in self.pairs)

    def number(self, name: str) -> int:
        """A whole number; refused when it is none: our own forms send one."""
        text = self.text(name)
        if not text.isdecimal() or len(text) > 9:
            raise RefusedRequest(400, "web.error.form")
        return int(text)


async def _read_form(request: Request) -> SentForm:
    """The form of a request, after its token was found right."""
    try:
        data = await request.form(max_files=_FILES, max_fields=_FIELDS, max_part_size=LARGEST)
    except HTTPException:
        raise RefusedRequest(413, "web.error.too-much") from None
    try:
        sent = await _read(data)
    finally:
        await data.close()
    token, visitor = sent.text("token"), current_visitor(request)
    if not app_state(request).signer.fits("form", visitor.name, token):
        raise RefusedRequest(403, "web.error.token")
    request.state.sent = sent  # for a page that must give it back
    return sent


async def _read(data: FormData) -> SentForm:
    pairs, upload = [], b""
    for name, value in data.multi_items():
        if isinstance(value, UploadFile):
            upload = await value.read() or upload
        else:
            pairs.append((name, value))
    if len(pairs) > _FIELDS or any(len(n) > 200 or len(t) > _LONGEST for n, t in pairs):
        raise RefusedRequest(413, "web.error.too-much")
    return SentForm(tuple(pairs), upload)


PostedForm = Annotated[SentForm, Depends(_read_form)]
