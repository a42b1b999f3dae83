"""Gives the open fields of the kernel's events and states their types of one game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import GenericAlias
from typing import Generic, TypeVar

import msgspec

from domain.kernel.actions import Action
from domain.kernel.board import BoardT, LoadoutT, OptionsT, ProgressT
from domain.kernel.frames import Frame
from domain.kernel.game import CardGame
from domain.kernel.match import ActionTaken, LoadoutSealed, MatchCreated, Resolution, State
from domain.kernel.upcasters import UPCASTERS, Data, UnreadableEvent, Upcaster, upcast

S = TypeVar("S", bound=msgspec.Struct)


class Typing(Generic[BoardT, OptionsT, LoadoutT, ProgressT]):
    """The types of one game, by tag."""

    def __init__(
        self,
        game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT],
        upcasters: Mapping[tuple[str, int], Upcaster] = UPCASTERS,
    ) -> None:
        self.game = game
        self._upcasters = upcasters
        self._actions = by_tag(game.actions)
        self._frames = by_tag(game.frames)
        self._state = state_type(game)

    def action(self, data: Data | None) -> Action | None:
        """The action of this data, which holds its type; None stays None."""
        return None if data is None else msgspec.convert(data, self._actions[data["type"]])

    def frames(self, data: Iterable[Data] | None) -> tuple[Frame, ...]:
        """A stack of frames, the top last. Raises UnreadableEvent for a kind or a schema that is not known here."""
        return tuple([self._frame(dict(frame)) for frame in data or ()])

    def _frame(self, data: Data) -> Frame:
        tag, schema = data["type"], data.pop("schema", 1)
        kind = self._frames.get(tag)
        if kind is None:
            raise UnreadableEvent(f"{self.game.slug} has no frame {tag!r}")
        if schema != kind.schema:
            data = upcast(self._upcasters, f"frame:{tag}", schema, kind.schema, data)
        return msgspec.convert(data, kind)

    def created(self, event: MatchCreated) -> None:
        """Complete a freshly decoded event that nobody else has seen yet; so below."""
        _set(event, "options", msgspec.convert(event.options, self.game.options_type))

    def loadout(self, event: LoadoutSealed) -> None:
        if event.loadout is not None:
            _set(event, "loadout", msgspec.convert(event.loadout, self.game.loadout_type))

    def action_taken(self, event: ActionTaken) -> None:
        if event.action is not None:
            _set(event, "action", self.action(event.action))

    def resolution(self, event: Resolution) -> None:
        if event.progress is not None:
            _set(event, "progress", msgspec.convert(event.progress, self.game.progress_type))
        if event.frames is not None:
            _set(event, "frames", self.frames(event.frames))

    def state(self, data: Data) -> State[BoardT, OptionsT, LoadoutT, ProgressT]:
        """The state of this data."""
        frames = self.frames(data.pop("frames"))
        state: State[BoardT, OptionsT, LoadoutT, ProgressT] = msgspec.convert(data, self._state)
        state.frames = frames
        return state


def state_type(game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT]) -> GenericAlias:
    """The type of the states of a game's matches, for msgspec."""
    return GenericAlias(State, (game.board_type, game.options_type, game.loadout_type, game.progress_type))


def by_tag(kinds: Iterable[type[S]]) -> dict[str, type[S]]:
    """Struct types by the tag that their data carries."""
    return {_tag(kind): kind for kind in kinds}


def _tag(kind: type[msgspec.Struct]) -> str:
    tag = kind.__struct_config__.tag
    if not isinstance(tag, str):
        raise TypeError(f"{kind.__name__} needs a tag")
    return tag


def frames_data(frames: Iterable[Frame]) -> list[Data]:
    """Frames as data; a schema beyond the first is named."""
    return [msgspec.to_builtins(frame) | ({"schema": frame.schema} if frame.schema > 1 else {}) for frame in frames]


def _set(event: msgspec.Struct, name: str, value: object) -> None:
    """Events are frozen once they are made; this is part of making them."""
    msgspec.structs.force_setattr(event, name, value)
