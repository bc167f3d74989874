"""A second door, opened by hand: phones on this network reach the sheets they were given the address of, and nothing else."""

import socket
import threading
import time

import uvicorn
from starlette.types import ASGIApp

from analyser.web.visitors import local_address

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
                door = self._bound(host)
            except OSError:
                return False
            config = uvicorn.Config(
                app, log_level="warning", access_log=False, server_header=False, proxy_headers=False, ws="none",
                lifespan="off", limit_concurrency=200, timeout_graceful_shutdown=1,
            )  # fmt: skip
            self._server = server = uvicorn.Server(config)
            threading.Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True).start()
            until = time.monotonic() + _PATIENCE
            while not server.started and time.monotonic() < until:
                time.sleep(0.02)
            self.home = f"http://{host}:{door.getsockname()[1]}"
            return True

    def _bound(self, host: str) -> socket.socket:
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
