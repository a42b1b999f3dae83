"""Folding: facts rebuild a state with no rule code run, whole facts and redacted ones alike."""

from __future__ import annotations

from collections.abc import Iterable

from domain.kernel.facts import Event, Fact, as_seen
from domain.kernel.game import Game
from domain.kernel.match import FOLDERS, MatchStarted, State


def evolve(game: Game, state: State, event: Event | None, at: int) -> None:
    """Fold one event, recorded at `at` ms, into the state, in place. None stands for one that is sealed away."""
    state.version += 1
    state.at = at
    if event is None:
        return
    for draw in event.draws:
        state.draws[draw.purpose] = draw.n + 1
    folder = FOLDERS.get(type(event))
    if folder is None:
        game.evolve(state.board, event)
        return
    folder(state, event)
    if type(event) is MatchStarted:
        state.board = game.new_board(state)


def fold(game: Game, facts: Iterable[tuple[Fact, int]], viewer: str) -> State:
    """The state as `viewer` can rebuild it from (fact, time) pairs."""
    state = State()
    for fact, at in facts:
        evolve(game, state, as_seen(fact, viewer), at)
    return state
