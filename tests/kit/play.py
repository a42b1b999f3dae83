"""Seeded random play of any game, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from domain.kernel import decide
from domain.kernel.actions import Action
from domain.kernel.cardsets import Library
from domain.kernel.decide import Decision
from domain.kernel.draws import ALGORITHM, commitment
from domain.kernel.game import CardGame
from domain.kernel.lineage import Pins
from domain.kernel.match import ClockPolicy, MatchCreated, Reveal, State
from domain.kernel.prompts import Prompt
from domain.kernel.seating import decks_for, in_mode, seat_counts, side_of
from service.bots.bots import Bot
from service.bots.sampling import answer

MATCH = "mt_test"
NOW = 1_700_000_000_000


def server_seed(seed: int) -> bytes:
    return sha256(b"test %d" % seed).digest()


def pins(game: CardGame, seed: int) -> Pins:
    return Pins(
        game.rules_version, "0" * 64, "test", game.card_set_hash(), ALGORITHM, commitment(MATCH, server_seed(seed))
    )


def accepted(outcome: Any) -> Decision:
    assert isinstance(outcome, Decision), outcome
    return outcome


def opening(
    game: CardGame,
    seed: int,
    seats: int | None = None,
    options: Any = None,
    reveal: Reveal = "all",
    library: Library | None = None,
    bring: Callable[[int], Any] | None = None,
) -> Iterator[Decision]:
    """Creation and joining, with random preconstructed loadouts, or those that `bring` gives for the seats; the last
    decision has started the match.
    """
    random = Random(seed)
    options = options or in_mode(game)
    seats = seats or random.choice(seat_counts(game, options))
    clock = ClockPolicy(decision=60_000, turn=120_000, bank=30_000)
    event = MatchCreated(
        match=MATCH,
        game=game.slug,
        seats=seats,
        options=options,
        clock=clock,
        pins=pins(game, seed),
        reveal=reveal,
    )
    step = accepted(decide.create(game, event, NOW, library))
    yield step
    brought: dict[int, str] = {}

    def precon(number: int) -> Any:
        brought[number] = deck_for(game, step.state, number, brought, random)
        return game.precon(brought[number], number, options, seats)

    for number in range(seats):
        step = accepted(
            decide.join(
                game,
                step.state,
                number,
                f"player-{number}",
                NOW + number,
                loadout=(bring or precon)(number),
                seat_seed=f"seed {number}" if random.random() < 0.5 else None,
                server_seed=server_seed(seed),
            )
        )
        yield step


def deck_for(game: CardGame, state: State, seat: int, brought: Mapping[int, str], random: Random) -> str:
    """The loadout of a seat: the deck that its side has brought already, else any that is for all of the side."""
    side = side_of(game, state.options, len(state.seats), seat)
    theirs = [brought[other] for other in side if other != seat and other in brought]
    return theirs[0] if theirs else random.choice(decks_for(game, state.options, side, len(state.seats)))


@cache
def greed(game: CardGame) -> float:
    """The share of random play that follows the greedy bot: GREEDY of the game's `short.py`, else none.

    Where chance alone leads nowhere, tests would see nothing of the game.
    """
    place = f"tests.games.{game.slug}"
    known = find_spec(place) is not None and find_spec(f"{place}.short") is not None
    return float(getattr(import_module(f"{place}.short"), "GREEDY", 0)) if known else 0.0


def chosen(game: CardGame, state: State, prompt: Prompt, random: Random, greedy: float | None = None) -> Action:
    """A random answer; as often as the game says, or as is said here, that of the greedy bot."""
    share = greed(game) if greedy is None else greedy
    if share and random.random() < share:
        wanted: Action | None = game.greedy(state, prompt, random.choice)
        default = game.default(state, prompt) if wanted is None else wanted
        if default is not None:
            return default
    return answer(game, state, prompt, random)


def anybody(state: State, random: Random) -> Prompt:
    """Any of the open prompts."""
    return random.choice(list(state.prompts.values()))


def waited_for(state: State, random: Random) -> Prompt:
    """One of those that the match waits for."""
    return random.choice([prompt for prompt in state.prompts.values() if prompt.mode != "standing"])


def moves(
    game: CardGame,
    state: State,
    seed: int,
    *,
    concede: float = 0.01,
    late: float = 0.03,
    asked: Callable[[State, Random], Prompt] = anybody,
    bot: Bot = chosen,
) -> Iterator[Decision]:
    """A bot's answers from here to the end; now and then a concession or a time-out, or the time of the match is up.

    `asked` says who answers next.
    """
    random = Random(f"{seed} moves")
    while state.status == "running":
        step = accepted(_move(game, state, seed, random, asked(state, random), concede, late, bot))
        yield step
        state = step.state


def _move(
    game: CardGame, state: State, seed: int, random: Random, prompt: Prompt, concede: float, late: float, bot: Bot
) -> Any:
    secret = server_seed(seed)
    now = state.at + random.randint(0, 2_000)
    if random.random() < concede and not state.seats[prompt.seat].conceded:
        return decide.concede(game, state, prompt.seat, now, secret)
    if prompt.deadline is not None and random.random() < late:
        return decide.time_out(game, state, prompt.id, prompt.revision, prompt.deadline, secret)
    if state.deadline is not None and random.random() < late:
        return decide.time_up(game, state, state.deadline, secret)
    action = bot(game, state, prompt, random)
    return decide.act(game, state, prompt.seat, action, now, secret, prompt=prompt.id, revision=prompt.revision)


def whole(game: CardGame, seed: int, seats: int | None = None, options: Any = None) -> Iterator[Decision]:
    """A whole match, one decision at a time."""
    step = None
    for step in opening(game, seed, seats, options):
        yield step
    assert step is not None
    yield from moves(game, step.state, seed)
