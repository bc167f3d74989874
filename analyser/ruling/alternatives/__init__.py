"""Logical alternatives: the shares of peers who would consider and choose each action, and what information suggests."""
