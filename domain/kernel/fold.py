"""Folding: facts rebuild a state with no rule code run, whole facts and redacted ones alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import msgspec

from domain.kernel import match as kernel
from domain.kernel.board import BoardT, LoadoutT, OptionsT, ProgressT
from domain.kernel.cardsets import Library
from domain.kernel.dispatch import Function
from domain.kernel.facts import Event, Fact, as_seen
from domain.kernel.frames import Frame
from domain.kernel.lineage import MatchForked, RulesRepinned
from domain.kernel.match import Seat, State
from domain.kernel.prompts import Prompt, PromptKind


class Evolution(Protocol[BoardT, OptionsT, LoadoutT, ProgressT]):
    """The cards and the beginning of a game's board: all that folding asks of a game."""

    def library(self) -> Library:
        """The cards of this release, for a match whose loader has brought no others."""
        ...

    def new_board(self, state: State[BoardT, OptionsT, LoadoutT, ProgressT]) -> BoardT:
        """The empty board of a match that starts: nothing yet but its seats and options."""
        ...


class Asking(Evolution[BoardT, OptionsT, LoadoutT, ProgressT], Protocol[BoardT, OptionsT, LoadoutT, ProgressT]):
    """A game that also asks."""

    def question(self, kind: str, frames: Sequence[Frame]) -> PromptKind:
        """The question of this kind that the frame on top of these asks."""
        ...


def evolve(
    game: Evolution[BoardT, OptionsT, LoadoutT, ProgressT],
    state: State[BoardT, OptionsT, LoadoutT, ProgressT],
    event: Event | None,
    at: int,
) -> None:
    """Fold one event, recorded at `at` ms, into the state, in place. None stands for one that is sealed away."""
    state.version += 1
    state.at = at
    if event is None:
        return
    for draw in event.draws:
        state.draws[draw.purpose] = draw.n + 1
    folder = FOLDERS.get(type(event))
    if folder is None:
        board = state.board_or_none
        assert board is not None
        board.happened()
        event.fold(board)
        return
    folder(state, event)
    if type(event) is kernel.MatchStarted:
        state.board = game.new_board(state).play_with(state.cards)
    elif type(event) in PINNING:
        state.use(state.library or game.library())


def fold(
    game: Evolution[BoardT, OptionsT, LoadoutT, ProgressT], facts: Iterable[tuple[Fact, int]], viewer: str
) -> State[BoardT, OptionsT, LoadoutT, ProgressT]:
    """The state as `viewer` can rebuild it from (fact, time) pairs."""
    state: State[BoardT, OptionsT, LoadoutT, ProgressT] = State()
    for fact, at in facts:
        evolve(game, state, as_seen(fact, viewer), at)
    return state


def _created(state: State, event: kernel.MatchCreated) -> None:
    state.match = event.match
    state.created_at = state.at
    state.game = event.game
    state.options = event.options
    state.clock = event.clock
    state.pins = event.pins
    state.visibility = event.visibility
    state.reveal = event.reveal
    state.spectator_delay = event.spectator_delay
    state.origin = event.origin
    state.tournament = event.tournament
    state.seats = [Seat(bank=event.clock.bank) for _ in range(event.seats)]


def _seat_taken(state: State, event: kernel.SeatTaken) -> None:
    state.seats[event.seat] = Seat(player=event.player, since=state.version, bot=event.bot, bank=state.clock.bank)


def _seat_left(state: State, event: kernel.SeatLeft) -> None:
    state.seats[event.seat] = Seat(bank=state.clock.bank)


def _loadout_sealed(state: State, event: kernel.LoadoutSealed) -> None:
    state.seats[event.seat].sealed = True
    state.seats[event.seat].loadout = event.loadout


def _seed_added(state: State, event: kernel.SeedAdded) -> None:
    state.seats[event.seat].seed = event.seed


def _started(state: State, event: kernel.MatchStarted) -> None:
    state.status = "running"
    state.ends_at = None if event.time_limit is None else state.at + event.time_limit
    for seat, seed in zip(state.seats, event.seeds, strict=True):
        seat.seed = seed


def _time_up(state: State, event: kernel.TimeUp) -> None:
    state.time_up = True


def _action_taken(state: State, event: kernel.ActionTaken) -> None:
    prompt = state.prompts.pop(event.prompt, None)
    seat = state.seats[event.seat]
    seat.defaults_in_a_row = seat.defaults_in_a_row + 1 if event.default else 0
    if prompt is not None:
        _spend(state, prompt)


def _spend(state: State, prompt: Prompt) -> None:
    """The time a question took comes out of the turn's budget, what went beyond it out of the seat's bank."""
    seat = state.seats[prompt.seat]
    used = max(0, state.at - prompt.opened_at)
    if prompt.clock == "turn":
        seat.turn_used += used
    if prompt.allowed is not None:
        beyond = max(0, used - (prompt.allowed - prompt.bank))
        # two questions that are open at once were both promised the whole bank
        seat.bank = max(0, seat.bank - min(prompt.bank, beyond))


def _resolution(state: State, event: kernel.Resolution) -> None:
    state.progress = event.progress
    state.frames = event.frames or ()


def _prompt_opened(state: State, event: kernel.PromptOpened) -> None:
    if event.new_turn:
        state.seats[event.seat].turn_used = 0
    state.prompts[state.version] = Prompt(
        id=state.version,
        seat=event.seat,
        kind=event.kind,
        rule=event.rule,
        mode=event.mode,
        secrecy=event.secrecy,
        clock=event.clock,
        opened_at=state.at,
        allowed=event.allowed,
        bank=event.bank,
    )


def _prompt_closed(state: State, event: kernel.PromptClosed) -> None:
    for number in event.prompts:
        prompt = state.prompts.pop(number, None)
        if prompt is not None:
            _spend(state, prompt)


def _prompt_revised(state: State, event: kernel.PromptRevised) -> None:
    prompt = state.prompts.get(event.prompt)
    if prompt is not None:
        state.prompts[event.prompt] = msgspec.structs.replace(prompt, revision=event.revision)


def _conceded(state: State, event: kernel.Conceded) -> None:
    state.seats[event.seat].conceded = True


def _ended(state: State, event: kernel.MatchEnded) -> None:
    state.result = event.result
    state.status = "aborted" if event.result.kind == "aborted" else "finished"
    state.prompts = {}
    state.frames = ()
    state.progress = None


def _revealed(state: State, event: kernel.SecretsRevealed) -> None:
    """Views still leave out what was hidden; a viewer of the full record reads the events."""
    state.revealed = event.seed is not None


def _repinned(state: State, event: RulesRepinned) -> None:
    """Fold it: the pins of the release change, those of the draws stay."""
    if state.pins is not None:
        state.pins = msgspec.structs.replace(
            state.pins,
            rules_version=event.rules_version,
            rules_hash=event.rules_hash,
            engine_version=event.engine_version,
            card_set_hash=event.card_set_hash,
        )


def _forked(state: State, event: MatchForked) -> None:
    """Fold it: open questions stay as they were but for their time, which nobody is held to.

    Nor does the match end by the clock; but if its time was up in the origin, it is up here.
    """
    state.origin = event.origin
    state.created_at = state.at
    state.ends_at = None
    for seat, player in zip(state.seats, event.players, strict=True):
        seat.player, seat.since, seat.bot = player, state.version, False
        seat.bank, seat.turn_used, seat.defaults_in_a_row = 0, 0, 0
    state.prompts = {
        number: msgspec.structs.replace(prompt, opened_at=state.at, allowed=None, bank=0)
        for number, prompt in state.prompts.items()
    }


PINNING = (kernel.MatchCreated, RulesRepinned)
"""The events that say which cards a match is played with."""
FOLDERS: Mapping[type[Event], Function[State, None]] = {
    kernel.MatchCreated: _created,
    kernel.SeatTaken: _seat_taken,
    kernel.SeatLeft: _seat_left,
    kernel.LoadoutSealed: _loadout_sealed,
    kernel.SeedAdded: _seed_added,
    kernel.MatchStarted: _started,
    kernel.TimeUp: _time_up,
    kernel.ActionTaken: _action_taken,
    kernel.Resolution: _resolution,
    kernel.PromptOpened: _prompt_opened,
    kernel.PromptClosed: _prompt_closed,
    kernel.PromptRevised: _prompt_revised,
    kernel.Conceded: _conceded,
    kernel.MatchEnded: _ended,
    kernel.SecretsRevealed: _revealed,
    RulesRepinned: _repinned,
    MatchForked: _forked,
}
