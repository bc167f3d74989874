"""Revokes (61-64): found in the play, transferred by edition, made good by the line really played."""

from analyser.ruling.kinds.revoke.kind import find
