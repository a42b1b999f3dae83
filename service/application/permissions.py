"""The permissions of a caller's token, checked before anything is looked up. Guests and seats have no scopes and need
none.

An account's token without the scope for the views of own seats sees what everybody sees.
"""

from __future__ import annotations

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Caller
from api_schema.scopes import ADMIN

READ = "match:read"
KEEP = "replay:read"
_SIGHT = {READ: frozenset({READ, "match:play", ADMIN}), KEEP: frozenset({KEEP, ADMIN})}
"""The scopes that let an account look as its own seats. A token that may act sees the seat's view: each answer shows
it.
"""


def may_look(caller: Caller, scope: str = READ) -> bool:
    """Whether the token lets its holder look as own seats."""
    return caller.account is None or bool(caller.scopes & _SIGHT[scope])


def require_look(caller: Caller, scope: str = READ) -> None:
    """Refuse an account whose token doesn't let it look as its own seats, whether it has any here or not."""
    if not may_look(caller, scope):
        raise _lacks(scope)


def require_token(caller: Caller) -> None:
    """Refuse a caller without any token: every action needs the token of a seat or an account."""
    if caller.account is None and caller.seat is None:
        raise ApiError(ErrorCode.UNAUTHENTICATED, "this needs a token")


def require_scope(caller: Caller, scope: str) -> None:
    """Refuse an account whose token lacks the scope."""
    if caller.account is not None and not caller.scopes & {scope, ADMIN}:
        raise _lacks(scope)


def _lacks(scope: str) -> ApiError:
    return ApiError(ErrorCode.FORBIDDEN, f"your token lacks the scope {scope}")
