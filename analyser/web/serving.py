"""How the pages are served, by whichever door: nothing told of the server, and nobody waited for who does not finish asking."""

import asyncio

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0  # from the first byte, or from coming in, until all headers are there
BODY_SECONDS = 60.0  # then until all of a form is there: 2.5 MB by a slow phone
_MOST = 200  # connections at a time


class TimedProtocol(H11Protocol):
    """A connection that is closed when a request is not whole after some seconds: half-open ones would keep all others out."""

    _limit: asyncio.TimerHandle | None = None
    _waits_for_body = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the headers."""
        super().connection_made(transport)
        self._wait(HEAD_SECONDS)

    def data_received(self, data: bytes) -> None:
        """Read on; what is whole is waited for no longer, what has its headers has longer."""
        if self._limit is None and self.conn.their_state is h11.IDLE:
            self._wait(HEAD_SECONDS)
        super().data_received(data)
        state = self.conn.their_state
        if state is h11.SEND_BODY and not self._waits_for_body:
            self._wait(BODY_SECONDS)
            self._waits_for_body = True
        elif state not in {h11.IDLE, h11.SEND_BODY}:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing more is waited for."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self._limit = self.loop.call_later(seconds, self._close)

    def _stop_waiting(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
        self._limit, self._waits_for_body = None, False

    def _close(self) -> None:
        self._limit = None
        self.transport.abort()


def server_config(app: ASGIApp, *, has_lifespan: bool, grace: int) -> uvicorn.Config:
    """The settings of a server; `grace` is how many seconds answers may take when it stops."""
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        loop="asyncio",
        http=TimedProtocol,
        lifespan="auto" if has_lifespan else "off",
        limit_concurrency=_MOST,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=grace,
        h11_max_incomplete_event_size=65_536,
    )
