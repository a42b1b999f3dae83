"""Intents of players, from data to a typed action with its guard."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec

from api_schema.errors import ApiError, ErrorCode
from api_schema.input.member_names import camel_type
from api_schema.input.messages import near_name
from api_schema.ports.matches import ActInput
from domain.kernel.game import CardGame
from domain.kernel.typing import by_tag
from eventstore.chain import canonical
from service.application.ids import prompt_number
from service.application.tokens import Tokens
from service.catalogue.conversion import received

CONCEDE = "concede"


class Intent(msgspec.Struct, frozen=True):
    """An action (None: concede) and what must still hold: a prompt in a revision, or the version of the match."""

    action: Any
    prompt: int | None = None
    revision: int | None = None
    expected_version: int | None = None


def read(tokens: Tokens, game: CardGame, match: str, request: ActInput) -> Intent:
    """The intent of a request. INVALID_INPUT, GUARD_REQUIRED."""
    if request.game not in (None, game.slug):
        message = f"this is a match of {game.slug}, not of {request.game}"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("action",))
    if (request.token is None) == (request.action is None):
        raise ApiError(ErrorCode.INVALID_INPUT, "send either a token or an action", path=("action",))
    if request.token is not None:
        return _by_token(tokens, game, match, request.token, request.expected_version)
    assert request.action is not None
    if request.action.get("type") == CONCEDE:
        return _concession(request.action)
    prompt = None if request.prompt_id is None else prompt_number(request.prompt_id)
    if prompt is not None and request.revision is None:
        raise ApiError(ErrorCode.GUARD_REQUIRED, "a prompt is answered in the revision you saw", path=("revision",))
    if prompt is None and request.expected_version is None:
        message = "an action needs a guard: promptId and revision, expectedVersion, or the token of a legal action"
        raise ApiError(ErrorCode.GUARD_REQUIRED, message, path=("promptId",))
    return Intent(typed_action(game, request.action), prompt, request.revision, request.expected_version)


def typed_action(game: CardGame, data: Mapping[str, Any]) -> Any:
    """The game's action of this data, written as the API does. INVALID_INPUT says which types there are, or which
    member is wrong.
    """
    kinds = _kinds(game)
    name = data.get("type")
    kind: Any = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        allowed = ", ".join(sorted([*kinds, CONCEDE]))
        hint = near_name(str(name), [*kinds, CONCEDE])
        message = f"{game.slug} has no action {str(name)[:64]!r}{hint} (there are: {allowed})"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("action", "type"))
    unknown = sorted(data.keys() - _parameters(kind))
    if unknown:
        named = sorted(_parameters(kind) - {"type"})
        hint = near_name(unknown[0], named)
        message = f"{name} has no parameter {unknown[0][:64]!r}; it has {', '.join(named) or 'none'}{hint}"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("action", unknown[0]))
    return received(dict(data), kind, "action")


@cache
def _kinds(game: CardGame) -> Mapping[str, type[Any]]:
    """The types of actions by name."""
    return by_tag(game.actions)


@cache
def _parameters(kind: Any) -> frozenset[str]:
    """The fields of an action's data, remembered: reflecting costs more than deciding."""
    return frozenset({"type", *camel_type(kind).__struct_encode_fields__})


def fingerprint(request: ActInput) -> bytes:
    """The content of a request: what must be the same when the key is sent again. No game is part of it: the match
    has one.
    """
    data = msgspec.to_builtins(request).items()
    content = {name: value for name, value in data if name not in ("idempotencyKey", "game")}
    return sha256(canonical(content)).digest()


def _by_token(tokens: Tokens, game: CardGame, match: str, token: str, expected: int | None) -> Intent:
    claim = tokens.read_action(match, token)
    if claim is None:
        raise ApiError(ErrorCode.INVALID_INPUT, "this is not the token of an action of this match", path=("token",))
    return Intent(typed_action(game, claim.action), claim.prompt, claim.revision, expected)


def _concession(data: Mapping[str, Any]) -> Intent:
    if len(data) > 1:
        raise ApiError(ErrorCode.INVALID_INPUT, "concede takes no parameters", path=("action",))
    return Intent(None)
