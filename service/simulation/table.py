"""One simulated match, from its seed alone: no store, and no clock but for the time of the match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

import msgspec

from domain.kernel import decide
from domain.kernel.decide import Decision, IllegalLoadout
from domain.kernel.draws import ALGORITHM, commitment
from domain.kernel.game import CardGame
from domain.kernel.lineage import Pins
from domain.kernel.match import ClockPolicy, MatchCreated, State
from domain.kernel.prompts import Prompt, size
from domain.kernel.refusal import Refusal, Violation
from service.bots.bots import bot_named
from service.catalogue.rules import hash_of, text_of
from service.version import engine_version

START = 1_700_000_000_000
"""The time of a simulated creation that is not stored, in ms; an answer takes a second."""
LIMIT = 20_000
"""Actions after which a match counts as never ending."""


@dataclass(frozen=True)
class Setup:
    """The parts of a simulated match. `loadouts` are precons and `bots` names of bots, by seat."""

    game: CardGame
    match: str
    seed: str
    loadouts: Sequence[str]
    bots: Sequence[str]
    options: Mapping[str, Any] = field(default_factory=dict)
    start: int = START

    @property
    def server_seed(self) -> bytes:
        """The seed of all draws of this match."""
        return sha256(f"simulate|{self.seed}".encode()).digest()


@dataclass(frozen=True)
class Step:
    """One decision, who caused it, and whether it was an action of a player: the answer to a question that the match
    waited for (`asked`), which had no other one (`forced`).
    """

    decision: Decision
    actor: str
    is_action: bool
    asked: bool = False
    forced: bool = False


class SimulationRefused(ValueError):
    """The match can't be set up so, or a bot was refused."""


def play(setup: Setup) -> Iterator[Step]:
    """Every decision of the match, to its end or to LIMIT actions."""
    decision = _create(setup)
    yield Step(decision, "system", False)
    for number in range(len(setup.loadouts)):
        decision = _join(setup, decision.state, number)
        yield Step(decision, f"seat:{number}", False)
    random = Random(setup.seed)
    for _ in range(LIMIT):
        if decision.state.status != "running":
            return
        step = _next(setup, decision.state, random)
        decision = step.decision
        yield step


def _next(setup: Setup, state: State, random: Random) -> Step:
    if state.deadline is not None and state.deadline <= state.at:
        return Step(_accepted(decide.time_up(setup.game, state, state.at, setup.server_seed)), "clock", False)
    prompt = next_prompt(state, random)
    asked = prompt.mode != "standing"
    forced = asked and sum(map(size, setup.game.options(state, prompt))) == 1
    return Step(_answer(setup, state, prompt, random), f"seat:{prompt.seat}", True, asked, forced)


def next_prompt(state: State, random: Random) -> Prompt:
    """A prompt to answer: mostly one that the match waits for, now and then a standing one."""
    waited_for = [prompt for prompt in state.prompts.values() if prompt.mode != "standing"]
    standing = [prompt for prompt in state.prompts.values() if prompt.mode == "standing"]
    if standing and (not waited_for or random.random() < 0.05):
        return random.choice(standing)
    return random.choice(waited_for)


def _answer(setup: Setup, state: State, prompt: Prompt, random: Random) -> Decision:
    action = bot_named(setup.bots[prompt.seat])(setup.game, state, prompt, random)
    at, seed = state.at + 1_000, setup.server_seed
    return _accepted(
        decide.act(setup.game, state, prompt.seat, action, at, seed, prompt=prompt.id, revision=prompt.revision)
    )


@cache
def _hashes(game: CardGame) -> tuple[str, str]:
    """Of rules and cards: the same for every match of a run."""
    return hash_of(text_of(game)), game.card_set_hash()


def typed_options(game: CardGame, options: Mapping[str, Any]) -> Any:
    """Options as the game reads them. Raises SimulationRefused."""
    try:
        return msgspec.convert(options, game.options_type)
    except msgspec.ValidationError as error:
        raise SimulationRefused(f"options: {error}") from None


def refuse_options(game: CardGame, options: Any, seats: int) -> None:
    """Raises SimulationRefused where a match can't be set up so."""
    if not game.min_seats <= seats <= game.max_seats:
        raise SimulationRefused(f"{game.slug} is played by {game.min_seats} to {game.max_seats}")
    faults = game.check_options(options, seats)
    if faults:
        raise SimulationRefused(_told(faults))


def _create(setup: Setup) -> Decision:
    game, seats = setup.game, len(setup.loadouts)
    options = typed_options(game, setup.options)
    refuse_options(game, options, seats)
    rules_hash, card_set_hash = _hashes(game)
    pins = Pins(
        game.rules_version,
        rules_hash,
        engine_version(),
        card_set_hash,
        ALGORITHM,
        commitment(setup.match, setup.server_seed),
    )
    event = MatchCreated(
        match=setup.match, game=game.slug, seats=seats, options=options, clock=ClockPolicy(), pins=pins
    )
    return _accepted(decide.create(game, event, setup.start))


def _join(setup: Setup, state: State, number: int) -> Decision:
    return _accepted(
        decide.join(
            setup.game,
            state,
            number,
            f"bot:{setup.bots[number]}",
            state.at,
            bot=True,
            loadout=setup.game.precon(setup.loadouts[number], number, state.options, len(state.seats)),
            server_seed=setup.server_seed,
        )
    )


def _accepted(outcome: Decision | Refusal | IllegalLoadout) -> Decision:
    if isinstance(outcome, Refusal):
        raise SimulationRefused(f"{outcome.rule or outcome.code}: {outcome.message}")
    if isinstance(outcome, IllegalLoadout):
        raise SimulationRefused(_told(outcome.violations))
    return outcome


def _told(faults: Sequence[Violation]) -> str:
    return "; ".join(f"{fault.rule}: {fault.message}" for fault in faults)
