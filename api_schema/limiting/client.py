"""A client to count: an account, a seat, or the address of a caller without a token."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv6Address, ip_address
from typing import Any

import msgspec

from api_schema.ports.base import Caller

UNKNOWN = "unknown"


class Client(msgspec.Struct, frozen=True):
    """One client. `key` is an account, a seat or an address; `address` is where it asks from."""

    key: str
    address: str
    anonymous: bool
    guest: bool = False


NOBODY = Client(UNKNOWN, UNKNOWN, anonymous=True)
"""The client where nothing is counted."""


def client_of(caller: Caller, address: str) -> Client:
    """The client of a caller: all tokens of one account are one client, and so are all callers without a token at one
    address.
    """
    if caller.account is not None:
        return Client(caller.ref, address, anonymous=False)
    if caller.seat is not None:
        return Client(caller.ref, address, anonymous=False, guest=True)
    return Client(address, address, anonymous=True)


def address_of(peer: Sequence[Any] | None) -> str:
    """The address of a client, which ASGI says first. An IPv6 network of 64 bits is one: its owner has all of it."""
    if peer is None:
        return UNKNOWN
    host: str = peer[0]
    if ":" not in host:
        return host
    return _network(host)


def _network(host: str) -> str:
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return UNKNOWN
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Address(int(address) >> 64 << 64))
