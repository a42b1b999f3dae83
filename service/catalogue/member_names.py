"""The members of a game's stored data as the API calls them: of events, actions, options and loadouts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from api_schema.input.member_names import Rename, outward, outward_with, renamed
from domain.kernel.actions import name_of
from domain.kernel.fold import FOLDERS
from domain.kernel.game import CardGame
from domain.kernel.match import ActionTaken, LoadoutSealed, MatchCreated, Resolution
from domain.kernel.prompts import Template


class GameMemberNames:
    """Renames the stored data of one game, member by member as its type says, which is looked up when asked for."""

    def __init__(self, game: CardGame) -> None:
        self._game = game
        self._options, self._loadout = outward(game.options_type), outward(game.loadout_type)

    @cached_property
    def events(self) -> Mapping[str, Rename | None]:
        """Of what is seen of each type of event of its matches."""
        events = {kind.type: outward(kind) for kind in (*FOLDERS, *self._game.events)}
        events[MatchCreated.type] = outward_with(MatchCreated, options=self.options)
        if self._loadout:
            events[LoadoutSealed.type] = outward_with(LoadoutSealed, loadout=self._loadout)
        if any(self._actions.values()):
            events[ActionTaken.type] = outward_with(ActionTaken, action=self.action)
        if progress := outward(self._game.progress_type):
            events[Resolution.type] = outward_with(Resolution, progress=progress)
        return events

    @cached_property
    def _actions(self) -> Mapping[str, Rename | None]:
        return {name_of(action): outward(action) for action in self._game.actions}

    def options(self, data: Any) -> Any:
        """The options of a match."""
        return renamed(data, self._options)

    def loadout(self, data: Any) -> Any:
        """The loadout of a player."""
        return renamed(data, self._loadout)

    def action(self, data: Any) -> Any:
        """An action with its type; None stays None."""
        return data if data is None else renamed(data, self._actions.get(data["type"]))

    def template(self, template: Template) -> Template:
        """A template, which names members of its action."""
        rename = self._actions.get(template.type)
        if rename is None:
            return template
        names = [next(iter(rename({one.name: None}))) for one in template.parameters]
        parameters = tuple(replace(one, name=name) for one, name in zip(template.parameters, names, strict=True))
        return replace(template, fixed=rename(dict(template.fixed)), parameters=parameters)
