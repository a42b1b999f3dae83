"""The decider of a match: an intent becomes facts, or a refusal and nothing.

Every function leaves the given state as it is and answers with a Decision that holds the state after it.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from domain.kernel import draws as fair
from domain.kernel.audience import PARTICIPANTS, seat
from domain.kernel.batch import Batch
from domain.kernel.draws import Draws
from domain.kernel.facts import Fact
from domain.kernel.game import Game, LoadoutContext
from domain.kernel.lineage import RulesRepinned
from domain.kernel.match import (
    ClockPolicy,
    Conceded,
    LoadoutSealed,
    MatchCreated,
    MatchStarted,
    Pins,
    Result,
    Reveal,
    SeatLeft,
    SeatTaken,
    SecretsRevealed,
    SeedAdded,
    State,
    TimeUp,
    TournamentGame,
)
from domain.kernel.prompts import Prompt
from domain.kernel.refusal import Refusal, Violation, illegal

ABANDON_RULE = "KERNEL-ABANDON"
"""What ends a match that nobody plays on."""
TIME_RULE = "KERNEL-TIME"
"""The time of a match is up once, and only where its options limit it."""
REVEAL_RULE = "KERNEL-REVEAL"
"""Secrets are opened apart from the end once, and only of a match that was made so."""


class Decision(msgspec.Struct, frozen=True):
    """Accepted: the facts to append after the state's version, and the state after them.

    `hidden` says that even who acted is secret: no fact of the batch may name its actor or its command.
    """

    facts: tuple[Fact, ...]
    state: State
    at: int
    hidden: bool = False


class IllegalLoadout(msgspec.Struct, frozen=True):
    """A loadout or options that break rules: every violation."""

    violations: tuple[Violation, ...]


def create(
    game: Game,
    match: str,
    seats: int,
    options: Any,
    clock: ClockPolicy,
    pins: Pins,
    now: int,
    *,
    visibility: Literal["open", "invite"] = "open",
    reveal: Reveal = "all",
    spectator_delay: int = 0,
    tournament: TournamentGame | None = None,
) -> Decision | IllegalLoadout:
    """The first event of a match. Times in ms."""
    faults = game.check_options(options, seats)
    if faults:
        return IllegalLoadout(tuple(faults))
    batch = Batch(game, State(), Draws(b"", match, b"", {}), now)
    event = MatchCreated(
        match=match,
        game=game.slug,
        seats=seats,
        options=options,
        clock=clock,
        pins=pins,
        visibility=visibility,
        reveal=reveal,
        spectator_delay=spectator_delay,
        tournament=tournament,
    )
    batch.emit(event)
    return _decided(batch)


def join(
    game: Game,
    state: State,
    seat_number: int,
    player: str,
    now: int,
    *,
    bot: bool = False,
    loadout: Any,
    seat_seed: str | None = None,
    server_seed: bytes,
) -> Decision | Refusal | IllegalLoadout:
    """Take a seat with a loadout, and with a seed if one is given; the match starts when the last seat is taken."""
    if state.status != "open":
        return Refusal("MATCH_STARTED", "this match is no longer open to new players")
    if not 0 <= seat_number < len(state.seats):
        return Refusal("NOT_FOUND", f"this match has seats 0 to {len(state.seats) - 1}", path=("seat",))
    if state.seats[seat_number].player is not None:
        return Refusal("SEAT_TAKEN", f"seat {seat_number} is taken", path=("seat",))
    batch = _batch(game, state, server_seed, now)
    batch.emit(SeatTaken(seat=seat_number, player=player, bot=bot))
    if seat_seed is not None:
        batch.emit(SeedAdded(seat=seat_number, seed=seat_seed), {seat(seat_number): ("seed",)})
    others = {number: place.loadout for number, place in enumerate(state.seats) if place.sealed}
    context = LoadoutContext(state.options, len(state.seats), seat_number, others)
    faults = game.check_loadout(context, loadout)
    if faults:
        return IllegalLoadout(tuple(faults))
    batch.emit(LoadoutSealed(seat=seat_number, loadout=loadout), {seat(seat_number): ("loadout",)})
    _start_if_ready(batch)
    return _decided(batch)


def leave(game: Game, state: State, seat_number: int, now: int) -> Decision | Refusal:
    """Give a seat back before the start."""
    if state.status != "open":
        return Refusal("MATCH_STARTED", "a running match is left by conceding")
    batch = _batch(game, state, b"", now)
    batch.emit(SeatLeft(seat=seat_number))
    return _decided(batch)


def act(
    game: Game,
    state: State,
    seat_number: int,
    action: Any,
    now: int,
    server_seed: bytes,
    *,
    prompt: int | None = None,
    revision: int | None = None,
) -> Decision | Refusal:
    """Answer a prompt: the named one as it was seen, or the one of this seat that takes such an action."""
    if state.status != "running":
        return _not_running(state)
    question = _question(game, state, seat_number, action, prompt, revision)
    if isinstance(question, Refusal):
        return question
    refusal = game.refuse(state, question, action)
    if refusal is not None:
        return refusal
    batch = _batch(game, state, server_seed, now)
    batch.finish(lambda: batch.accept(question, action))
    return _decided(batch, hidden=question.secrecy == "hidden")


def time_out(game: Game, state: State, prompt: int, revision: int, now: int, server_seed: bytes) -> Decision | Refusal:
    """Take the default of a prompt whose time is up; too many in a row and the seat counts as having left."""
    question = state.prompts.get(prompt)
    if state.status != "running" or question is None or question.revision != revision:
        return Refusal("PROMPT_CLOSED", "this prompt is no longer open")
    if question.deadline is None or now < question.deadline:
        return Refusal("TOO_EARLY", "the time for this prompt is not up yet")
    batch = _batch(game, state, server_seed, now)

    def work() -> None:
        batch.accept(question, game.default(state, question), default=True)
        if batch.state.seats[question.seat].defaults_in_a_row >= state.clock.defaults_to_abandon:
            _go(batch, question.seat, abandoned=True)

    batch.finish(work)
    return _decided(batch, hidden=question.secrecy == "hidden")


def time_up(game: Game, state: State, now: int, server_seed: bytes) -> Decision | Refusal:
    """Report that the time of the match is up. What is asked stays open; the game decides what follows."""
    if state.status != "running":
        return _not_running(state)
    if state.deadline is None:
        return illegal(TIME_RULE, "the time of this match isn't limited, or was reported as up before")
    if now < state.deadline:
        return Refusal("TOO_EARLY", "the time of this match is not up yet")
    batch = _batch(game, state, server_seed, now)

    def work() -> None:
        batch.emit(TimeUp())
        game.time_up(batch)

    batch.finish(work)
    return _decided(batch)


def concede(game: Game, state: State, seat_number: int, now: int, server_seed: bytes) -> Decision | Refusal:
    """Give up. The game decides when the seat leaves and what becomes of its cards."""
    if state.status != "running":
        return _not_running(state)
    if state.seats[seat_number].conceded:
        return Refusal("ILLEGAL_ACTION", "this seat has conceded already")
    batch = _batch(game, state, server_seed, now)
    batch.finish(lambda: _go(batch, seat_number, abandoned=False))
    return _decided(batch)


def abort(game: Game, state: State, reason: str, now: int, server_seed: bytes) -> Decision | Refusal:
    """End a match without a result, because nobody plays it on. Aborts are public."""
    if state.status not in ("open", "running"):
        return _not_running(state)
    batch = _batch(game, state, server_seed, now)
    everybody = tuple(range(len(state.seats)))
    result = Result("aborted", (everybody,), ABANDON_RULE, reason=reason)
    batch.finish(lambda: batch.end(result))
    return _decided(batch)


def reveal(game: Game, state: State, now: int, server_seed: bytes) -> Decision | Refusal:
    """Open the secrets of a match that is over to all, where its end has opened them to nobody.

    It asks nothing of the rules: the game is not called.
    """
    if not state.withheld:
        return illegal(REVEAL_RULE, "only a match that is over and has kept its secrets can be revealed")
    batch = _batch(game, state, server_seed, now)
    batch.emit(SecretsRevealed(seed=server_seed.hex()))
    return Decision(tuple(batch.facts), batch.state, batch.now)


def repin(game: Game, state: State, release: RulesRepinned, now: int) -> Decision | Refusal:
    """Let another release decide from here on. Only at the end of a batch, and not in a match that is over."""
    if state.status not in ("open", "running"):
        return _not_running(state)
    batch = _batch(game, state, b"", now)
    batch.emit(release)
    return _decided(batch)


def _go(batch: Batch, seat_number: int, *, abandoned: bool) -> None:
    batch.emit(Conceded(seat=seat_number, abandoned=abandoned))
    batch.game.leave(batch, seat_number)
    batch.revise(seat_number)


def _question(
    game: Game, state: State, seat_number: int, action: Any, prompt: int | None, revision: int | None
) -> Prompt | Refusal:
    if prompt is not None:
        named = state.prompts.get(prompt)
        if named is None or named.seat != seat_number or (revision is not None and named.revision != revision):
            # one text for all causes: which of them it is may be another seat's secret
            message = "this prompt is not open to you now: it was answered or revised, or it asks another seat"
            return Refusal("PROMPT_CLOSED", message, path=("promptId",))
        if type(action) not in game.answers[named.kind]:
            return game.refuse_unasked(state, seat_number, action)
        return named
    for question in state.prompts.values():
        if question.seat == seat_number and type(action) in game.answers[question.kind]:
            return question
    return game.refuse_unasked(state, seat_number, action)


def _start_if_ready(batch: Batch) -> None:
    seats = batch.state.seats
    if all(place.player is not None and place.sealed for place in seats):
        seeds = tuple(place.seed for place in seats)
        batch.draws = Draws(batch.draws.seed, batch.state.match, fair.combine(seeds), {})
        batch.emit(MatchStarted(seeds=seeds, time_limit=batch.game.time_limit(batch.state.options)))
        batch.finish(lambda: batch.game.setup(batch))


def _batch(game: Game, state: State, server_seed: bytes, now: int) -> Batch:
    seeds = fair.combine(tuple(place.seed for place in state.seats))
    return Batch(game, state, Draws(server_seed, state.match, seeds, state.draws), now)


def _decided(batch: Batch, *, hidden: bool = False) -> Decision:
    state = batch.state
    if state.result is not None and state.reveal != "later":
        audience = {PARTICIPANTS: ("seed",)} if state.reveal == "participants" else None
        batch.emit(SecretsRevealed(seed=batch.draws.seed.hex()), audience)
    return Decision(tuple(batch.facts), state, batch.now, hidden)


def _not_running(state: State) -> Refusal:
    if state.status == "open":
        return illegal("KERNEL-START", "the match has not started yet")
    return Refusal("MATCH_OVER", "the match is over")
