"""The hall: plugs the rooms together, one case, many cases, an event. Thin: every thought is in a room."""

from analyser.pipeline.rule import jurisdiction_of, rule

__all__ = ["jurisdiction_of", "rule"]
