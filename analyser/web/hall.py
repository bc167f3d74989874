"""What every page has at hand: the settings, the drafts and what was begun in them, the rulings in the making, the seal, the guests."""

import secrets
from dataclasses import dataclass
from typing import cast

from starlette.requests import Request

from analyser.web.drafts import Drafts
from analyser.web.gatherings import Gatherings
from analyser.web.jobs import Jobs
from analyser.web.settings import Settings
from analyser.web.share import Share, local_address
from analyser.web.store import Store
from analyser.web.unfinished import Unfinished
from analyser.web.visitor import Seal, Visitor

__all__ = ["Hall", "hall_of", "visiting"]


@dataclass(frozen=True, slots=True)
class Hall:
    """One server's belongings; `jobs` starts its processes with the first ruling."""

    settings: Settings
    drafts: Drafts
    unfinished: Unfinished
    gatherings: Gatherings
    jobs: Jobs
    seal: Seal
    share: Share

    @classmethod
    def made(cls, settings: Settings) -> "Hall":
        """Open the store and all that rests on it."""
        store = Store(settings.drafts)
        everywhere = settings.host in {"0.0.0.0", "::"}  # noqa: S104 - compared, not bound
        host = local_address() if everywhere else settings.host
        named = f"[{host}]" if ":" in host else host
        return cls(
            settings,
            Drafts(store),
            Unfinished(store),
            Gatherings(store),
            Jobs(store, settings.workers),
            Seal(store.secret(secrets.token_bytes(32))),
            Share(f"http://{named}:{settings.port}", settings.tell),
        )


def hall_of(request: Request) -> Hall:
    """The belongings of the server that was asked."""
    return cast("Hall", request.app.state.hall)


def visiting(request: Request) -> Visitor:
    """Who asks."""
    return cast("Visitor", request.state.visitor)
