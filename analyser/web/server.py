"""The pages served: on one machine, or to guests on the local network, until told to stop."""

import logging
import os
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import uvicorn
from fastapi import FastAPI

from analyser.errors import UsageError, refusal
from analyser.web.app import build
from analyser.web.settings import Settings

__all__ = ["run"]


def run(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until an interrupt or a polite kill; `ready` hears the first address."""
    with _door(settings) as door:
        settings = replace(settings, port=door.getsockname()[1])
        logging.basicConfig(level=logging.WARNING, format="%(message)s")
        app = build(settings)
        named = f"[{settings.host}]" if ":" in settings.host else settings.host
        ready(f"http://{'127.0.0.1' if settings.shared else named}:{settings.port}/")
        if settings.shared:
            settings.tell(app.state.hall.share.link)
        # The server shuts down in order and then repeats the signal it was told by: it has done its work.
        signal.signal(signal.SIGTERM, lambda *_: None)
        with suppress(KeyboardInterrupt):
            uvicorn.Server(_config(app)).run(sockets=[door])


def _config(app: FastAPI) -> uvicorn.Config:
    """How the pages are served: nothing told of the server, nobody waited for long."""
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        loop="asyncio",
        http="h11",
        limit_concurrency=200,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=65_536,
    )


def _door(settings: Settings) -> socket.socket:
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
        raise UsageError(
            f"the pages cannot be served there: {refusal(reason)}",
            where="--host, --port",
            found=f"{settings.host}:{settings.port}",
            remedy="choose another --port or --host, or stop what uses this one",
        ) from None
    return door
