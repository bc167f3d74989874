"""The pages put together: the door before them, each page in its module, errors as pages."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from analyser.web.guard import Guard
from analyser.web.hall import Hall, visiting
from analyser.web.page import error_page, static_file
from analyser.web.pages import PAGES
from analyser.web.settings import Settings

__all__ = ["build"]

_SAID = {404: "web.error.no-page", 405: "web.error.method", 400: "web.error.form", 422: "web.error.form"}


def build(settings: Settings) -> FastAPI:
    """The whole front door, its store open."""
    hall = Hall.made(settings)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        hall.jobs.take_up()
        try:
            yield
        finally:
            hall.jobs.stop()

    app = FastAPI(title="analyser", docs_url=None, redoc_url=None, openapi_url=None, lifespan=life)
    app.state.hall = hall
    app.add_middleware(Guard, hall=hall)
    app.add_exception_handler(HTTPException, _error)
    app.add_api_route("/static/{name}", _static, include_in_schema=False)
    for router in PAGES:
        app.include_router(router)
    return app


async def _error(request: Request, fault: Exception) -> Response:
    status = fault.status_code if isinstance(fault, HTTPException) else 500
    return error_page(visiting(request), status, _SAID.get(status, "web.error.fault"))


def _static(request: Request, name: str) -> Response:
    found = static_file(name)
    if found is None:
        raise HTTPException(404)
    forever = "public, max-age=31536000, immutable" if request.url.query else "public, no-cache"
    return Response(found[0], media_type=found[1], headers={"cache-control": forever})
