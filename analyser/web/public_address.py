"""Where the pages are reached when a web server that ends TLS stands before them: its address, its base path, who it is."""

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from analyser.errors import UsageError

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_USUAL = {"http": 80, "https": 443}
_MACHINE = ("127.0.0.0/8", "::1/128")
_HOUSEHOLD = 64  # bits of an address of IPv6 that name the network; the rest its devices choose as they like
_BASE = re.compile(r"(/(?!\.{1,2}(/|$))[A-Za-z0-9._~-]+)*")
_HOST = re.compile(r"[A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\]")
# What of a page of ours leads somewhere: text of people holds no bare quotation mark, so none of it looks like that.
_LEADING = re.compile(r'(\s(?:href|src|action|formaction|hx-get|hx-post)=")/(?!/)')


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """`scheme` and `host` as browsers call us, `base` as `/bridge` or empty, and from where the web server speaks to us."""

    scheme: str
    host: str
    base: str = ""
    proxies: tuple[Network, ...] = ()

    def __str__(self) -> str:
        """The address of the first page, without its last stroke."""
        return f"{self.origin}{self.base}"

    @property
    def origin(self) -> str:
        """What a browser calls the place a form comes from."""
        return f"{self.scheme}://{self.host}"

    @property
    def is_secure(self) -> bool:
        """Whether browsers come by TLS; then no cookie goes another way."""
        return self.scheme == "https"

    def route(self, path: str) -> str | None:
        """The page a path means; none when it lies outside the base path.

        >>> at = PublicAddress("https", "bridge.example", "/bridge")
        >>> at.route("/bridge/cases"), at.route("/bridge"), at.route("/bridges"), at.route("/cases")
        ('/cases', '', None, None)
        """
        inside = path.startswith(f"{self.base}/") or path == self.base
        return path[len(self.base) :] if inside else None

    def prefix_links(self, page: str) -> str:
        r"""A page whose links lead below the base path.

        >>> PublicAddress("https", "bridge.example", "/bridge").prefix_links('<a href="/cases"> <a href="#main"> <a href="//x">')
        '<a href="/bridge/cases"> <a href="#main"> <a href="//x">'
        """
        return _LEADING.sub(rf"\1{self.base}/", page) if self.base else page

    def is_proxy(self, address: str) -> bool:
        """Whether an address is the web server's, whose word on who asks is taken."""
        try:
            known = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(known in network for network in self.proxies)

    def client_of(self, connection: HTTPConnection) -> str:
        """Who asks: the last address of the forwarded ones that is no proxy of ours; what is no address counts nothing.

        Of IPv6 the network is told: whoever has one has all of its addresses.
        """
        peer = connection.client.host if connection.client else ""
        if not self.is_proxy(peer):
            return peer
        addresses = ",".join(connection.headers.getlist("x-forwarded-for"))[-2000:].split(",")
        for word in reversed(addresses):
            try:
                address = ipaddress.ip_address(word.strip())
            except ValueError:
                break
            if not self.is_proxy(str(address)):
                return household(address)
        return peer


def public_address(text: str, proxies: Iterable[str] = ()) -> PublicAddress:
    """The address as it was typed, and the web server's own; refused with the way it is written.

    >>> str(public_address("https://Bridge.example/club/"))
    'https://bridge.example/club'
    """
    try:
        parts = urlsplit(text.strip())
        port = f":{parts.port}" if parts.port and parts.port != _USUAL.get(parts.scheme) else ""
        host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname or ""
    except ValueError:
        parts, host, port = urlsplit(""), "", ""
    base = parts.path.rstrip("/")
    is_plain = not (parts.query or parts.fragment or parts.username or parts.password)
    if (
        parts.scheme not in {"http", "https"}
        or not (_HOST.fullmatch(host) and _BASE.fullmatch(base))
        or not is_plain
    ):
        raise UsageError(
            "not the address of a web server",
            where="--behind",
            found=text,
            remedy="write it as browsers call it, e.g. https://bridge.example.org/appeals",
        )
    return PublicAddress(parts.scheme, f"{host}{port}", base, (*map(_network, (*_MACHINE, *proxies)),))


def household(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> str:
    """What one asker certainly holds: an address of IPv4, a network of IPv6."""
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    mapped = address.ipv4_mapped
    return str(mapped or ipaddress.ip_network((address, _HOUSEHOLD), strict=False))


def _network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise UsageError(
            "not an address", where="--proxy", found=text, remedy="write e.g. 10.88.0.1 or 10.88.0.0/16"
        ) from None
