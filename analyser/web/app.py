"""The pages put together: the door before them, each page in its module, errors as pages."""

import logging
import os
import signal
import socket
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import uvicorn
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from analyser.errors import AnalyserError, ResourceError, is_refused_by_system, refusal
from analyser.web import WebSettings
from analyser.web.middleware import AccessMiddleware
from analyser.web.page import error_page, static_file
from analyser.web.pages import PAGES
from analyser.web.serving import server_config
from analyser.web.state import AppState, SentForm, app_state, current_visitor

_log = logging.getLogger("analyser.web")
_SAID = {404: "web.error.no-page", 405: "web.error.method", 400: "web.error.form", 422: "web.error.form"}


def build(settings: WebSettings) -> FastAPI:
    """The whole front door, its store open."""
    state = AppState.open_store(settings)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        state.jobs.take_up()
        state.store.erasure.take_up()
        try:
            yield
        finally:
            state.room.close()
            state.jobs.stop()
            state.store.erasure.stop()

    app = FastAPI(
        title="analyser",
        redirect_slashes=False,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=life,
    )
    app.state.analyser = state
    app.add_middleware(AccessMiddleware, state=state)
    app.add_exception_handler(HTTPException, _error)
    app.add_exception_handler(AnalyserError, _refused)
    for kind in (sqlite3.OperationalError, OSError):
        app.add_exception_handler(kind, _not_kept)
    app.add_api_route("/static/{name}", _static, include_in_schema=False)
    for router in PAGES:
        app.include_router(router)
    return app


async def _error(request: Request, fault: Exception) -> Response:
    status = fault.status_code if isinstance(fault, HTTPException) else 500
    settings = app_state(request).settings
    return error_page(settings, current_visitor(request), status, _SAID.get(status, "web.error.fault"))


async def _refused(request: Request, fault: Exception) -> Response:
    """What the program refuses of a case, said with its place and remedy: no fault of the program."""
    problems = fault.problems if isinstance(fault, AnalyserError) else ()
    settings = app_state(request).settings
    return error_page(settings, current_visitor(request), 422, "web.error.refused", problems=problems)


async def _not_kept(request: Request, fault: Exception) -> Response:
    """What the system would not keep, as a full disk does: nothing of it is, and what was typed is given back to send again."""
    if not is_refused_by_system(fault):
        raise fault
    _log.error("nothing can be kept: %s", fault)
    sent: SentForm | None = getattr(request.state, "sent", None)
    pairs = () if sent is None else sent.pairs
    settings, visitor = app_state(request).settings, current_visitor(request)
    return error_page(settings, visitor, 507, "web.error.disk", sent=pairs, place=request.url.path)


def _static(request: Request, name: str) -> Response:
    file = static_file(name)
    if file is None:
        raise HTTPException(404)
    forever = "public, max-age=31536000, immutable" if request.url.query else "public, no-cache"
    return Response(file[0], media_type=file[1], headers={"cache-control": forever})


def run(settings: WebSettings, ready: Callable[[str], None]) -> None:
    """Serve until an interrupt or a polite kill; `ready` hears the first address."""
    with _door(settings) as door:
        settings = replace(settings, port=door.getsockname()[1])
        logging.basicConfig(level=logging.WARNING, format="%(message)s")
        app = build(settings)
        named = f"[{settings.host}]" if ":" in settings.host else settings.host
        address = f"http://{'127.0.0.1' if settings.is_shared else named}:{settings.port}"
        ready(f"{settings.public or address}/")
        state: AppState = app.state.analyser
        if settings.is_shared:
            settings.tell(state.guest_list.link)
        if state.members is not None:
            state.members.begin()
        # The server shuts down in order and then repeats the signal it was told by: it has done its work.
        signal.signal(signal.SIGTERM, lambda *_: None)
        with suppress(KeyboardInterrupt):
            uvicorn.Server(server_config(app, has_lifespan=True, grace=3)).run(sockets=[door])


def _door(settings: WebSettings) -> socket.socket:
    """The socket the pages are served at; refused with a remedy when it is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    door = socket.socket(
        family, socket.SOCK_STREAM, socket.IPPROTO_TCP
    )  # named, so that answers leave at once
    if os.name == "posix":
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((settings.host, settings.port))
    except OSError as reason:
        door.close()
        raise ResourceError(
            f"the pages cannot be served there: {refusal(reason)}",
            where="--host, --port",
            found=f"{settings.host}:{settings.port}",
            remedy="choose another --port or --host, or stop what uses this one",
        ) from None
    return door
