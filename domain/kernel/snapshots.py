"""A whole state as bytes and back: a cache of a fold, valid only for the types it was made of."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

import msgspec

from domain.kernel.board import BoardT, LoadoutT, OptionsT, ProgressT
from domain.kernel.game import CardGame
from domain.kernel.match import State
from domain.kernel.typing import Typing, frames_data, state_type

_encode = msgspec.msgpack.Encoder().encode


def dump(state: State) -> bytes:
    """The state as bytes, for a reader who sees everything."""
    return _encode({**msgspec.structs.asdict(state), "frames": frames_data(state.frames)})


def load(
    typing: Typing[BoardT, OptionsT, LoadoutT, ProgressT], data: bytes
) -> State[BoardT, OptionsT, LoadoutT, ProgressT]:
    """The state that `dump` was given, without its cards. ValueError or LookupError when its types no longer fit."""
    return typing.state(msgspec.msgpack.decode(data))


def schema_hash(game: CardGame) -> str:
    """The hex hash of every type that a state of this game is made of."""
    return _hash_of([state_type(game), *game.frames])


def views_hash(game: CardGame) -> str:
    """The hex hash of the types of a game's views: equal states have equal state hashes only under equal types.

    The docstrings of these types are in it, so leave them as they are: replay files name this hash.
    """
    return _hash_of([game.view_type])


def _hash_of(kinds: Iterable[object]) -> str:
    _, components = msgspec.json.schema_components(kinds)
    return sha256(msgspec.json.encode(components, order="sorted")).hexdigest()
