"""The canonical form of a case: the same facts give the same bytes, however the file is laid out."""

import hashlib
import json

from analyser.casefile.case import Case

__all__ = ["canonical_json", "canonical_sha256"]


def canonical_json(case: Case) -> str:
    """Sorted keys, no blanks, no floats: weights and figures are exact texts."""
    tree = case.model_dump(mode="json", by_alias=True, exclude_none=True, exclude_defaults=True)
    return json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def canonical_sha256(case: Case) -> str:
    """The hash of the canonical form: equal for two files that tell the same facts."""
    return hashlib.sha256(canonical_json(case).encode("utf-8")).hexdigest()
