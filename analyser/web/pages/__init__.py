"""The pages, each in a module with its routes; a reader sees the whole list."""

from analyser.web.pages import cases, draft, facts, home, new, peers, ruling, score, share

__all__ = ["PAGES"]

PAGES = (
    home.router,
    score.router,
    peers.router,
    new.router,
    draft.router,
    facts.router,
    cases.router,
    ruling.router,
    share.router,
)
