"""The pages, each in a module with its routes; a reader sees the whole list."""

from analyser.web.pages import (
    board,
    cases,
    draft,
    facts,
    law,
    members,
    record,
    room,
    ruling,
    surveys,
    tools,
    what_if,
)

__all__ = ["PAGES"]

PAGES = (
    cases.router,
    tools.router,
    law.router,
    draft.router,
    board.router,  # before `facts`, which keeps any step by its name
    record.router,
    facts.router,
    what_if.router,  # before `ruling`, whose last word of a place is any kind of file
    room.router,
    ruling.router,
    surveys.router,
    members.router,
)
