"""The pages, each in a module with its routes; a reader sees the whole list."""

from analyser.web.pages import home, peers, ruling, score, share

__all__ = ["PAGES"]

PAGES = (home.router, score.router, peers.router, ruling.router, share.router)
