"""What a form sent: read within limits, and only if one of our pages sent it."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request

from analyser.web.hall import hall_of, visiting
from analyser.web.refused import Refused

__all__ = ["Form", "Sent"]

_FIELDS = 800
_FILES = 1
_LONGEST = 1_050_000  # characters of one field: a whole case file


@dataclass(frozen=True, slots=True)
class Sent:
    """The fields of a form, in their order, and the bytes of a file if one was chosen."""

    pairs: tuple[tuple[str, str], ...]
    upload: bytes = b""

    def text(self, name: str, default: str = "") -> str:
        """A field's text without blanks around it; the last one when several have the name."""
        found = [value for key, value in self.pairs if key == name]
        return found[-1].strip() if found else default

    def all(self, name: str) -> tuple[str, ...]:
        """All texts of a name, in their order."""
        return tuple(value.strip() for key, value in self.pairs if key == name)

    def has(self, name: str) -> bool:
        """Whether a field or button of this name was sent."""
        return any(key == name for key, _ in self.pairs)

    def number(self, name: str) -> int:
        """A whole number; refused when it is none: our own forms send one."""
        text = self.text(name)
        if not text.isdecimal() or len(text) > 9:
            raise Refused(400, "web.error.form")
        return int(text)


async def _sent(request: Request) -> Sent:
    """The form of a request, after its token was found right."""
    try:
        data = await request.form(max_files=_FILES, max_fields=_FIELDS, max_part_size=_LONGEST)
    except HTTPException:
        raise Refused(413, "web.error.too-much") from None
    try:
        sent = await _read(data)
    finally:
        await data.close()
    token, visitor = sent.text("token"), visiting(request)
    if not hall_of(request).seal.fits("form", visitor.name, token):
        raise Refused(403, "web.error.token")
    return sent


async def _read(data: FormData) -> Sent:
    pairs, upload = [], b""
    for name, value in data.multi_items():
        if isinstance(value, UploadFile):
            upload = await value.read() or upload
        else:
            pairs.append((name, value))
    if len(pairs) > _FIELDS or any(len(n) > 200 or len(t) > _LONGEST for n, t in pairs):
        raise Refused(413, "web.error.too-much")
    return Sent(tuple(pairs), upload)


Form = Annotated[Sent, Depends(_sent)]
