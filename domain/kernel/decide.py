"""The decider of a match: an intent becomes facts, or a refusal and nothing.

Every function leaves the given state as it is and answers with a Decision that holds the state after it. `limits`: how
far a batch goes, for who decides earlier matches again.
"""

from __future__ import annotations

from typing import Generic

import msgspec

from domain.kernel import match as kernel
from domain.kernel.actions import Action
from domain.kernel.audience import PARTICIPANTS, seat
from domain.kernel.board import BoardT, LoadoutT, OptionsT, ProgressT
from domain.kernel.cardsets import Library
from domain.kernel.draws import Draws
from domain.kernel.execution import Execution
from domain.kernel.facts import Fact
from domain.kernel.game import CardGame, LoadoutContext
from domain.kernel.lineage import RulesRepinned
from domain.kernel.loops import LIMITS, Limits
from domain.kernel.match import State
from domain.kernel.prompts import Prompt
from domain.kernel.refusal import Refusal, Violation, illegal
from domain.kernel.result import Result

ABANDON_RULE = "KERNEL-ABANDON"
"""The rule that ends a match that nobody plays on."""
TIME_RULE = "KERNEL-TIME"
"""The rule that reports the end of a match's time: once, and only where its options limit it."""
REVEAL_RULE = "KERNEL-REVEAL"
"""The rule that opens secrets after the end: once, and only of a match that was made so."""


class Decision(msgspec.Struct, Generic[BoardT, OptionsT, LoadoutT, ProgressT], frozen=True):
    """Accepted: the facts to append after the state's version, and the state after them.

    `hidden` says that even who acted is secret: no fact of the batch may name its actor or its command.
    """

    facts: tuple[Fact, ...]
    state: State[BoardT, OptionsT, LoadoutT, ProgressT]
    at: int
    hidden: bool = False


class IllegalLoadout(msgspec.Struct, frozen=True):
    """A loadout or options that break rules: every violation."""

    violations: tuple[Violation, ...]


def create(
    game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT],
    created: kernel.MatchCreated,
    now: int,
    library: Library | None = None,
) -> Decision[BoardT, OptionsT, LoadoutT, ProgressT] | IllegalLoadout:
    """A new match as its first event says; it is of this game, a fork of nothing, and nothing is drawn for it.

    The verifier decides a match again from the same event, so it can leave out no field. `library` has the card sets
    that the match is played with, where they are not this release's alone.
    """
    library = library or game.library()
    faults = game.wrong_options(created.options, created.seats, library)
    if faults:
        return IllegalLoadout(tuple(faults))
    batch = Execution(game, State().use(library), Draws(b"", created.match, b"", {}), now)
    batch.emit(msgspec.structs.replace(created, game=game.slug, origin=None, draws=()))
    return _decided(batch)


def join(
    game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT],
    state: State[BoardT, OptionsT, LoadoutT, ProgressT],
    seat_number: int,
    player: str,
    now: int,
    *,
    bot: bool = False,
    loadout: LoadoutT,
    seat_seed: str | None = None,
    server_seed: bytes,
    limits: Limits = LIMITS,
) -> Decision[BoardT, OptionsT, LoadoutT, ProgressT] | Refusal | IllegalLoadout:
    """Take a seat with a loadout, and with a seed if one is given; the match starts when the last seat is taken."""
    if state.status != "open":
        return Refusal("MATCH_STARTED", _too_late(state))
    if not 0 <= seat_number < len(state.seats):
        return Refusal("NOT_FOUND", f"this match has seats 0 to {len(state.seats) - 1}", path=("seat",))
    if state.seats[seat_number].player is not None:
        return Refusal("SEAT_TAKEN", f"seat {seat_number} is taken", path=("seat",))
    batch = _batch(game, state, server_seed, now, limits)
    batch.emit(kernel.SeatTaken(seat=seat_number, player=player, bot=bot))
    if seat_seed is not None:
        batch.emit(kernel.SeedAdded(seat=seat_number, seed=seat_seed), {seat(seat_number): ("seed",)})
    others = {number: place.loadout for number, place in enumerate(state.seats) if place.loadout is not None}
    context = LoadoutContext(state.options, len(state.seats), state.cards, seat_number, others)
    faults = game.check_loadout(context, loadout)
    if faults:
        return IllegalLoadout(tuple(faults))
    batch.emit(kernel.LoadoutSealed(seat=seat_number, loadout=loadout), {seat(seat_number): ("loadout",)})
    _start_if_ready(batch)
    return _decided(batch)


def _too_late(state: State[BoardT, OptionsT, LoadoutT, ProgressT]) -> str:
    """Why nobody can join, and what can be done instead. It says nothing of the end: not everybody may know of it."""
    watch = "; it can be watched" if state.visibility == "open" else ""
    return f"all seats are taken, and the match has begun{watch}"


def leave(
    game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT],
    state: State[BoardT, OptionsT, LoadoutT, ProgressT],
    seat_number: int,
    now: int,
) -> Decision[BoardT, OptionsT, LoadoutT, ProgressT] | Refusal:
    """Give a seat back before the start."""
    if state.status != "open":
        return Refusal("MATCH_STARTED", "a running match is left by conceding")
    batch = _batch(game, state, b"", now)
    batch.emit(kernel.SeatLeft(seat=seat_number))
    return _decided(batch)


def act(
    game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT],
    state: State[BoardT, OptionsT, LoadoutT, ProgressT],
    seat_number: int,
    action: Action,
    now: int,
    server_seed: bytes,
    *,
    prompt: int | None = None,
    revision: int | None = None,
    limits: Limits = LIMITS,
) -> Decision[BoardT, OptionsT, LoadoutT, ProgressT] | Refusal:
    """Answer a prompt: the named one as it was seen, or the one of this seat that takes such an action."""
    if state.status != "running":
        return _not_running(state)
    question = game.asked(state, seat_number, action, prompt, revision)
    if isinstance(question, Refusal):
        return question
    refusal = game.refuse(state, question, action)
    return carry_out(game, state, question, action, now, server_seed, limits) if refusal is None else refusal


def carry_out(
    game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT],
    state: State[BoardT, OptionsT, LoadoutT, ProgressT],
    question: Prompt,
    action: Action,
    now: int,
    server_seed: bytes,
    limits: Limits = LIMITS,
) -> Decision[BoardT, OptionsT, LoadoutT, ProgressT]:
    """The decision of an answer that is known to be among those that an open prompt offers."""
    batch = _batch(game, state, server_seed, now, limits)
    batch.finish(lambda: batch.accept(question, action), question.seat)
    return _decided(batch, hidden=question.secrecy == "hidden")


def time_out(
    game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT],
    state: State[BoardT, OptionsT, LoadoutT, ProgressT],
    prompt: int,
    revision: int,
    now: int,
    server_seed: bytes,
    limits: Limits = LIMITS,
) -> Decision[BoardT, OptionsT, LoadoutT, ProgressT] | Refusal:
    """Take the default of a prompt whose time is up; too many in a row and the seat counts as having left."""
    question = state.prompts.get(prompt)
    if state.status != "running" or question is None or question.revision != revision:
        return Refusal("PROMPT_CLOSED", "this prompt is no longer open")
    if question.deadline is None or now < question.deadline:
        return Refusal("TOO_EARLY", "the time for this prompt is not up yet")
    batch = _batch(game, state, server_seed, now, limits)

    def work() -> None:
        batch.accept(question, game.default(state, question), default=True)
        if batch.state.seats[question.seat].defaults_in_a_row >= state.clock.defaults_to_abandon:
            _go(batch, question.seat, abandoned=True)

    batch.finish(work, question.seat)
    return _decided(batch, hidden=question.secrecy == "hidden")


def time_up(
    game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT],
    state: State[BoardT, OptionsT, LoadoutT, ProgressT],
    now: int,
    server_seed: bytes,
    limits: Limits = LIMITS,
) -> Decision[BoardT, OptionsT, LoadoutT, ProgressT] | Refusal:
    """Report that the time of the match is up. Prompts stay open; the game decides what follows."""
    if state.status != "running":
        return _not_running(state)
    if state.deadline is None:
        return illegal(TIME_RULE, "the time of this match isn't limited, or was reported as up before")
    if now < state.deadline:
        return Refusal("TOO_EARLY", "the time of this match is not up yet")
    batch = _batch(game, state, server_seed, now, limits)

    def work() -> None:
        batch.emit(kernel.TimeUp())
        game.time_up(batch)

    batch.finish(work)
    return _decided(batch)


def concede(
    game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT],
    state: State[BoardT, OptionsT, LoadoutT, ProgressT],
    seat_number: int,
    now: int,
    server_seed: bytes,
    limits: Limits = LIMITS,
) -> Decision[BoardT, OptionsT, LoadoutT, ProgressT] | Refusal:
    """Give up. The game decides when the seat leaves and what becomes of its cards."""
    if state.status != "running":
        return _not_running(state)
    if state.seats[seat_number].conceded:
        return Refusal("ILLEGAL_ACTION", "this seat has conceded already")
    batch = _batch(game, state, server_seed, now, limits)
    batch.finish(lambda: _go(batch, seat_number, abandoned=False), seat_number)
    return _decided(batch)


def abort(
    game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT],
    state: State[BoardT, OptionsT, LoadoutT, ProgressT],
    reason: str,
    now: int,
    server_seed: bytes,
    *,
    rule: str = ABANDON_RULE,
) -> Decision[BoardT, OptionsT, LoadoutT, ProgressT] | Refusal:
    """End a match without a result, by default because nobody plays it on. Aborts are public."""
    if state.status not in ("open", "running"):
        return _not_running(state)
    batch = _batch(game, state, server_seed, now)
    everybody = tuple(range(len(state.seats)))
    batch.finish(lambda: batch.end(Result("aborted", (everybody,), rule, reason=reason)))
    return _decided(batch)


def reveal(
    game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT],
    state: State[BoardT, OptionsT, LoadoutT, ProgressT],
    now: int,
    server_seed: bytes,
) -> Decision[BoardT, OptionsT, LoadoutT, ProgressT] | Refusal:
    """Open the secrets of a match that is over to all, where its end has opened them to nobody.

    It asks nothing of the rules: the game is not called.
    """
    if not state.withheld:
        return illegal(REVEAL_RULE, "only a match that is over and has kept its secrets can be revealed")
    batch = _batch(game, state, server_seed, now)
    batch.emit(kernel.SecretsRevealed(seed=server_seed.hex()))
    return Decision(tuple(batch.facts), batch.state, batch.now)


def repin(
    game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT],
    state: State[BoardT, OptionsT, LoadoutT, ProgressT],
    release: RulesRepinned,
    now: int,
) -> Decision[BoardT, OptionsT, LoadoutT, ProgressT] | Refusal:
    """Let another release decide from here on. Only at the end of a batch, and not in a match that is over."""
    if state.status not in ("open", "running"):
        return _not_running(state)
    batch = _batch(game, state, b"", now)
    batch.emit(msgspec.structs.replace(release, draws=()))
    return _decided(batch)


def _go(batch: Execution[BoardT, OptionsT, LoadoutT, ProgressT], seat_number: int, *, abandoned: bool) -> None:
    batch.emit(kernel.Conceded(seat=seat_number, abandoned=abandoned))
    batch.game.leave(batch, seat_number)
    batch.revise(seat_number)


def _start_if_ready(batch: Execution[BoardT, OptionsT, LoadoutT, ProgressT]) -> None:
    seats = batch.state.seats
    if all(place.player is not None and place.sealed for place in seats):
        seeds = tuple(place.seed for place in seats)
        batch.draws = Draws(batch.draws.seed, batch.state.match, seeds, {})
        batch.emit(kernel.MatchStarted(seeds=seeds, time_limit=batch.game.time_limit(batch.state.options)))
        batch.finish(lambda: batch.game.setup(batch))


def _batch(
    game: CardGame[BoardT, OptionsT, LoadoutT, ProgressT],
    state: State[BoardT, OptionsT, LoadoutT, ProgressT],
    server_seed: bytes,
    now: int,
    limits: Limits = LIMITS,
) -> Execution[BoardT, OptionsT, LoadoutT, ProgressT]:
    seeds = tuple([place.seed for place in state.seats])
    return Execution(game, state, Draws(server_seed, state.match, seeds, state.draws), now, limits)


def _decided(
    batch: Execution[BoardT, OptionsT, LoadoutT, ProgressT], *, hidden: bool = False
) -> Decision[BoardT, OptionsT, LoadoutT, ProgressT]:
    state = batch.state
    if state.result is not None and state.reveal != "later":
        audience = {PARTICIPANTS: ("seed",)} if state.reveal == "participants" else None
        batch.emit(kernel.SecretsRevealed(seed=batch.draws.seed.hex()), audience)
    return Decision(tuple(batch.facts), state, batch.now, hidden)


def _not_running(state: State[BoardT, OptionsT, LoadoutT, ProgressT]) -> Refusal:
    if state.status == "open":
        return illegal("KERNEL-START", "the match has not started yet")
    return Refusal("MATCH_OVER", "the match is over")
