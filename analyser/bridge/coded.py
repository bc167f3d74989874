"""How the members of a closed set print as code: `Seat.N`, so that `repr` can be evaluated."""

from enum import Enum

__all__ = ["as_code"]


def as_code(member: Enum) -> str:
    """The name as code."""
    return f"{type(member).__name__}.{member.name}"
