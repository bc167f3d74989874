"""The pages, each in a module with its routes; a reader sees the whole list."""

from analyser.web.pages import (
    board,
    cases,
    draft,
    facts,
    home,
    live,
    new,
    panel,
    peers,
    poll,
    review,
    ruling,
    score,
    share,
    what_if,
)

__all__ = ["PAGES"]

PAGES = (
    home.router,
    score.router,
    peers.router,
    new.router,
    draft.router,
    facts.router,
    board.router,  # before `live`, which keeps any step by its name
    live.router,
    cases.router,
    what_if.router,  # before `ruling`, whose last word of a place is any kind of file
    ruling.router,
    poll.router,
    review.router,
    panel.router,
    share.router,
)
