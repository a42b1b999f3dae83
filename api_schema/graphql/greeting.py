"""How a socket begins: the token that connection_init gives, and what connection_ack says of the caller."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Caller

TOKEN_NAMES = frozenset({"token", "authorization", "authtoken", "accesstoken"})
"""The names of a token, without case, hyphens and underscores. All clients write one of these."""
HEADERS = "headers"
"""A member that holds others, as some clients send them."""
_LOOKS_LIKE_ONE = re.compile("auth|token|jwt|bearer|apikey")
LONGEST_NAME = 40
_BEARER = re.compile(r"bearer(?: +|$)", re.IGNORECASE)


def token_of(params: Mapping[str, Any]) -> str | None:
    """The token of connection_init, with or without the word Bearer; None if it has none, or an empty one.

    FORBIDDEN for what can't be one, for two that differ, and for a member whose name looks like that of a token and
    isn't known: otherwise its sender would be a spectator unawares.
    """
    tokens = {_BEARER.sub("", given.strip(), count=1).strip() for given in _given(params)} - {""}
    if len(tokens) > 1:
        raise _refused("connection_init has two tokens that differ")
    return next(iter(tokens), None)


def greeting(caller: Caller) -> dict[str, object]:
    """The payload of connection_ack: the caller as the service knows it."""
    if caller.seat is not None:
        match, number = caller.seat
        return {"as": f"seat:{number}", "matchId": match}
    return {"as": "spectator"} if caller.account is None else {"as": "account", "account": caller.account}


def _given(params: Mapping[str, Any]) -> Iterator[str]:
    for name, value in params.items():
        plain = re.sub("[-_]", "", name).lower()
        if value is None or value == "":
            continue
        if plain == HEADERS and isinstance(value, dict):
            yield from _given(value)
        elif plain in TOKEN_NAMES:
            if not isinstance(value, str):
                raise _refused("the token of connection_init has to be a text")
            yield value
        elif _LOOKS_LIKE_ONE.search(plain):
            shown = name.encode("ascii", "replace").decode()[:LONGEST_NAME]
            raise _refused(f'connection_init: "{shown}" is no name of a token: call it token or Authorization')


def _refused(message: str) -> ApiError:
    return ApiError(ErrorCode.FORBIDDEN, message)
