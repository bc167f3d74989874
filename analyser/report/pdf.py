"""The same page as PDF: printed by WeasyPrint, which asks nobody for anything and gives the same bytes twice."""

import hashlib
from typing import Any

from analyser.errors import ResourceError

__all__ = ["INSTALL", "check_pdf", "pdf"]

INSTALL = (
    'install it: pip install "analyser[pdf]"; on Debian also: apt install libpango-1.0-0 libpangoft2-1.0-0'
)


def _weasyprint() -> Any:  # noqa: ANN401 - a library that may be absent
    try:
        import weasyprint
    except (ImportError, OSError) as reason:
        raise ResourceError(
            "a PDF needs WeasyPrint, which is not here", where="--pdf", remedy=INSTALL
        ) from reason
    return weasyprint


def check_pdf() -> None:
    """Refuse when nothing here can print, before anybody waits for what would be printed."""
    _weasyprint()


def _refuse(url: str, *_args: object, **_named: object) -> dict[str, Any]:
    """Nothing outside the page is ever fetched."""
    raise ValueError(f"not fetched: {url[:60]}")


def _fetcher(weasyprint: Any) -> Any:  # noqa: ANN401 - the library's own class, where it has one
    """What may be fetched: only what the page itself holds."""
    own = getattr(weasyprint, "URLFetcher", None)
    return _refuse if own is None else own(allowed_protocols=("data",))


def pdf(page: str) -> bytes:
    """The bytes of the PDF; its identifier comes from the page, its date is left out."""
    weasyprint = _weasyprint()
    document = weasyprint.HTML(string=page, url_fetcher=_fetcher(weasyprint), base_url=None)
    identifier = hashlib.sha256(page.encode("utf-8")).hexdigest()[:32].encode("ascii")
    made: bytes = document.write_pdf(pdf_identifier=identifier, pdf_variant="pdf/ua-1", pdf_tags=True)
    return made
