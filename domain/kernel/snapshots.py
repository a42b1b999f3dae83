"""A whole state as bytes and back: a cache of a fold, valid only for the types it was made of."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

from domain.kernel.game import Game
from domain.kernel.match import State
from domain.kernel.typing import Typing, frames_data

_encode = msgspec.msgpack.Encoder().encode


def dump(state: State) -> bytes:
    """The state as bytes, for one who sees everything."""
    return _encode({**msgspec.structs.asdict(state), "frames": frames_data(state.frames)})


def load(typing: Typing, data: bytes) -> State:
    """The state that `dump` was given. Raises ValueError or LookupError when its types no longer fit."""
    plain = msgspec.msgpack.decode(data)
    frames = typing.frames(plain.pop("frames"))
    state = msgspec.convert(plain, State)
    state.frames = frames
    typing.state(state)
    return state


def schema_hash(game: Game) -> str:
    """The hex hash of every type that a state of this game is made of."""
    kinds = [State, game.board_type, game.options_type, game.loadout_type, game.progress_type, *game.frames]
    return _hash_of(kinds)


def views_hash(game: Game) -> str:
    """The hex hash of the types of a game's views: equal states have equal state hashes only under equal types."""
    return _hash_of([game.view_type])


def _hash_of(kinds: list[Any]) -> str:
    _, components = msgspec.json.schema_components(kinds)
    return sha256(msgspec.json.encode(components, order="sorted")).hexdigest()
