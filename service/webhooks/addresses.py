"""The permitted targets of webhooks: URLs and addresses of the public network, so that nobody asks our own network
through us.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

import httpcore

from api_schema.errors import ApiError, ErrorCode

LONGEST = 2000
"""Characters of a URL."""
RESOLVING = 5.0
"""Seconds that a name may take."""
_PORTS = {80, 443}
_FIRST_FREE_PORT = 1024
_UNICAST = IPv6Network("2000::/3")
"""All that IANA gives out as global addresses; what else libraries call global is reserved or retired."""
_SPECIAL: tuple[IPv4Network | IPv6Network, ...] = (
    IPv4Network("168.63.129.16/32"),  # the host of a virtual machine in Azure, public by its number only
    IPv4Network("192.0.0.0/24"),  # IETF protocols, and a metadata service at .192
    IPv4Network("192.88.99.0/24"),  # relays of 6to4, retired (RFC 7526)
    IPv6Network("2001::/23"),  # IETF protocols; Teredo, which stands for an IPv4 address, is one
    IPv6Network("2002::/16"),  # 6to4: stands for an IPv4 address
    IPv6Network("3fff::/20"),  # documentation (RFC 9637)
)
"""Networks that aren't for everybody, by the registries of IANA, whatever release of `ipaddress` reads them."""
_ISATAP = 0x5EFE
"""The upper half of an interface that stands for an IPv4 address (RFC 5214), under any prefix."""
_ISATAP_FLAGS = 0x0300_0000
"""Its bits that say how unique it is, and whether it is a group."""

Resolve = Callable[[str, int], Awaitable[list[str]]]
"""The addresses of a host, for a port. Raises OSError."""


class NotAllowed(Exception):
    """A webhook may not go there."""


async def resolved(host: str, port: int) -> list[str]:
    """The addresses that this machine knows of a host."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class AddressGuard:
    """Checks where webhooks go: when one is made, and again with each connection, since names change their minds."""

    def __init__(self, *, allow_private: bool, resolve: Resolve = resolved) -> None:
        self._allow_private = allow_private
        self._resolve = resolve

    async def require(self, url: str) -> None:
        """INVALID_INPUT for a URL that a webhook can't have."""
        parts = _split(url)
        if parts.scheme != "https" and not (parts.scheme == "http" and self._allow_private):
            raise _refused("a webhook needs an https URL")
        if not self._allow_private and not _is_usual(_port(parts)):
            raise _refused("a webhook goes to port 443, or to one from 1024 on")
        try:
            await self.addresses(parts.hostname or "", _port(parts))
        except NotAllowed as error:
            raise _refused(str(error)) from None

    async def addresses(self, host: str, port: int) -> list[str]:
        """The addresses to connect to, all of them public. Raises NotAllowed: one that isn't spoils the others."""
        try:
            async with asyncio.timeout(RESOLVING):
                found = await self._resolve(host, port)
        except (OSError, UnicodeError, TimeoutError):
            raise NotAllowed("the host has no address") from None
        if not found:
            raise NotAllowed("the host has no address")
        if not self._allow_private and not all(is_public(address) for address in found):
            raise NotAllowed("the host has an address that is not public")
        return found


class PinnedNetwork(httpcore.AsyncNetworkBackend):
    """Connects to the very addresses that were checked: a name is resolved once for each connection, here."""

    def __init__(self, guard: AddressGuard) -> None:
        self._guard = guard
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the interface of httpcore
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """A connection to the first address that answers. Raises NotAllowed, httpcore.ConnectError."""
        *others, last = await self._guard.addresses(host, port)
        for address in others:
            try:
                return await self._network.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        return await self._network.connect_tcp(last, port, timeout, local_address, socket_options)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await self._network.sleep(seconds)


def is_public(text: str) -> bool:
    """Whether an address is one of the public network, in any notation. False for a text that is no address."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return _is_global(address.ipv4_mapped)
        if address not in _UNICAST or _is_isatap(address):
            return False
    return _is_global(address)


def _is_global(address: IPv4Address | IPv6Address) -> bool:
    special = address.is_multicast or address.is_reserved or address.is_unspecified
    return address.is_global and not special and not any(address in network for network in _SPECIAL)


def _is_isatap(address: IPv6Address) -> bool:
    return int(address) >> 32 & 0xFFFF_FFFF & ~_ISATAP_FLAGS == _ISATAP


def _split(url: str) -> SplitResult:
    """The parts of a plain URL: a host, no credentials, no fragment, nothing that readers of URLs disagree about."""
    plain = len(url) <= LONGEST and all("!" <= character <= "~" for character in url) and "\\" not in url
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise _refused("this is not a URL") from None
    if not plain or not parts.hostname or port == 0:
        raise _refused("this is not a URL of a host")
    if "@" in parts.netloc or "#" in url:
        raise _refused("the URL of a webhook has neither credentials nor a fragment")
    return parts


def _port(parts: SplitResult) -> int:
    return parts.port or (443 if parts.scheme == "https" else 80)


def _is_usual(port: int) -> bool:
    return port in _PORTS or port >= _FIRST_FREE_PORT


def _refused(message: str) -> ApiError:
    return ApiError(ErrorCode.INVALID_INPUT, message, path=("url",))
