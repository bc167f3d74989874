"""What share of peers would consider or choose each action, and what unauthorised information suggests."""

from analyser.ruling.alternatives.beta import Belief

__all__ = ["Belief"]
