"""Gives the open fields of the kernel's events and states their types of one game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from domain.kernel.frames import Frame
from domain.kernel.game import Game
from domain.kernel.match import ActionTaken, LoadoutSealed, MatchCreated, Resolution, State
from domain.kernel.upcasters import UPCASTERS, UnreadableEvent, Upcaster, upcast


class Typing:
    """The types of one game, by tag."""

    def __init__(self, game: Game, upcasters: Mapping[tuple[str, int], Upcaster] = UPCASTERS) -> None:
        self.game = game
        self._upcasters = upcasters
        self._actions = by_tag(game.actions)
        self._frames: Mapping[str, type[Frame]] = by_tag(game.frames)

    def action(self, data: Any) -> Any:
        """The action of this data, which holds its type; None stays None."""
        return None if data is None else msgspec.convert(data, self._actions[data["type"]])

    def frames(self, data: Iterable[Any] | None) -> tuple[Frame, ...]:
        """A stack of frames, the top last. Raises UnreadableEvent for a kind or a schema that is not known here."""
        return tuple([self._frame(dict(frame)) for frame in data or ()])

    def _frame(self, data: dict[str, Any]) -> Frame:
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

    def state(self, state: State) -> None:
        """Complete a freshly decoded state, in place, but for its frames."""
        convert = msgspec.convert
        state.options = convert(state.options, self.game.options_type)
        if state.board is not None:
            state.board = convert(state.board, self.game.board_type)
        if state.progress is not None:
            state.progress = convert(state.progress, self.game.progress_type)
        for seat in state.seats:
            if seat.loadout is not None:
                seat.loadout = convert(seat.loadout, self.game.loadout_type)


def by_tag(kinds: Iterable[type[Any]]) -> dict[str, type[Any]]:
    """Struct types by the tag that their data carries."""
    tags = {kind.__struct_config__.tag: kind for kind in kinds}
    if None in tags:
        raise TypeError(f"{tags[None].__name__} needs a tag")
    return tags


def frames_data(frames: Iterable[Frame]) -> list[dict[str, Any]]:
    """Frames as data; a schema beyond the first is named."""
    return [msgspec.to_builtins(frame) | ({"schema": frame.schema} if frame.schema > 1 else {}) for frame in frames]


def _set(event: msgspec.Struct, name: str, value: object) -> None:
    """Events are frozen once they are made; this is part of making them."""
    msgspec.structs.force_setattr(event, name, value)
