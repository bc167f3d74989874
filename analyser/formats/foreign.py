"""Files that are none of ours, named by what they are, so that whoever gave one knows what to do with it."""

import re

from analyser.errors import NotationError
from analyser.messages import sentence

_BEGINNINGS: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", "pdf"),
    (b"\x89PNG\r\n", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"GIF8", "picture"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "office"),
    (b"{\\rtf", "office"),
    (b"\x00\x01\x00\x00Standard Jet DB", "access"),
    (b"\x00\x01\x00\x00Standard ACE DB", "access"),
    (b"\x1f\x8b", "archive"),
    (b"Rar!\x1a\x07", "archive"),
    (b"7z\xbc\xaf\x27\x1c", "archive"),
)
_OFFICE = (b"[Content_Types].xml", b"word/", b"xl/", b"ppt/", b"mimetypeapplication/vnd.oasis")
_PAGE = re.compile(rb"\s*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_LOOKED_AT = 4096  # bytes, in which the first names inside a packed file stand


def foreign_kind(data: bytes) -> str:
    r"""What sort of other file this is; empty when it may be one of ours.

    >>> foreign_kind(b"%PDF-1.7"), foreign_kind(b"PK\x03\x04...word/document.xml"), foreign_kind(b'[Event "x"]')
    ('pdf', 'office', '')
    """
    first = data[:_LOOKED_AT].removeprefix(b"\xef\xbb\xbf")
    if first.startswith(b"PK\x03\x04"):
        return "office" if any(name in first for name in _OFFICE) else "archive"
    if _PAGE.match(first):
        return "page"
    return next((kind for beginning, kind in _BEGINNINGS if first.startswith(beginning)), "")


def refuse_foreign(data: bytes) -> None:
    """Refuse a file that is known to be something else, by its name."""
    if kind := foreign_kind(data):
        raise NotationError(sentence(f"file-is-{kind}"), remedy=sentence(f"file-is-{kind}-remedy"))
