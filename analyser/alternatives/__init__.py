"""What share of peers would consider or choose each action, and what unauthorised information suggests."""

from analyser.alternatives.beta import Belief

__all__ = ["Belief"]
