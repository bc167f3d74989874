"""The pages in a browser: for a director with a phone and a committee with a laptop, offline; no thinking here."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from analyser.web.settings import Settings

if TYPE_CHECKING:
    from fastapi import FastAPI

__all__ = ["Settings", "create_app", "serve"]


def create_app(settings: Settings) -> "FastAPI":
    """The pages, ready to be served; the worker processes of a ruling open this package without them."""
    from analyser.web.app import build

    return build(settings)


def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve the pages until told to stop; `ready` hears the address once it answers."""
    from analyser.web.server import run

    run(settings, ready)
