"""The cost of a game without any store: playing, folding, and the bytes of an action."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count
from random import Random
from statistics import median, quantiles

import msgspec

from bench.figures import Figure, rate
from domain.kernel import decide
from domain.kernel.codec import Codec, Row
from domain.kernel.decide import Decision
from domain.kernel.draws import ALGORITHM, commitment
from domain.kernel.game import CardGame
from domain.kernel.lineage import Pins
from domain.kernel.match import ClockPolicy, MatchCreated, State
from domain.kernel.prompts import size
from domain.kernel.seating import brought, in_mode, seat_counts
from eventstore.chain import GENESIS
from eventstore.envelope import NewEvent
from service.application.sealing import Cause, seal
from service.bots.sampling import answer
from service.simulation.table import next_prompt

SEED = bytes(range(32))
MATCH = "mt_bench"
MATCHES = 30


class Measured(msgspec.Struct):
    """The result of playing a number of matches."""

    rows: list[list[Row]] = []
    actions: int = 0
    events: int = 0
    bytes: int = 0
    commitments: int = 0
    decide_us: list[float] = []
    largest_state: int = 0
    largest_options: int = 0


def figures(game: CardGame) -> list[Figure]:
    """The rows of one game."""
    seats = usual_seats(game)
    measured = Measured()
    for number in range(MATCHES):
        _record(game, seats, number, measured)
    codec = Codec(game)
    folded = rate(lambda: sum(_fold(codec, rows) for rows in measured.rows))
    played = rate(lambda: play(game, seats))
    per_action = measured.actions
    cuts = quantiles(measured.decide_us, n=100)
    name = game.slug
    return [
        Figure(f"{name}: fold, stored bytes to state, one core", folded, "events/s", "promise", None, 100_000),
        Figure(f"{name}: simulate, random bots, domain alone, one core", played, "actions/s", "promise", None, 5_000),
        Figure(f"{name}: decide, median", median(measured.decide_us), "us", "none", None, None),
        Figure(f"{name}: decide, 99 of 100", cuts[98], "us", "none", None, None),
        Figure(f"{name}: events per action", measured.events / per_action, "events", "none", None, None),
        Figure(f"{name}: stored bytes per action", measured.bytes / per_action, "bytes", "none", None, None),
        Figure(f"{name}: commitments per action", measured.commitments / per_action, "", "none", None, None),
        Figure(f"{name}: largest state seen", measured.largest_state, "bytes", "none", None, None),
        Figure(f"{name}: largest set of legal actions seen", measured.largest_options, "actions", "none", None, None),
    ]


played_matches = count(1)
"""Every simulated match has a seed of its own, so that no cache helps."""


def usual_seats(game: CardGame) -> int:
    """As many as its own options allow, up to four."""
    return max(seats for seats in seat_counts(game, in_mode(game)) if seats <= 4)


def started(game: CardGame, seats: int, random: Random) -> Decision:
    """A match of random preconstructed loadouts that has just started, without a clock."""
    pins = Pins(game.rules_version, "", "bench", _card_set_hash(game), ALGORITHM, commitment(MATCH, SEED))
    options = in_mode(game)
    event = MatchCreated(match=MATCH, game=game.slug, seats=seats, options=options, clock=ClockPolicy(), pins=pins)
    players = [f"player-{number}" for number in range(seats)]
    decisions = list(opening(game, event, players, random, SEED, 0))
    return Decision(tuple(fact for decision in decisions for fact in decision.facts), decisions[-1].state, 0)


def opening(
    game: CardGame, created: MatchCreated, players: Sequence[str], random: Random, seed: bytes, at: int
) -> Iterator[Decision]:
    """The creation of a match, and a seat taken by each player with a random preconstructed loadout."""
    decision = accepted(decide.create(game, created, at))
    yield decision
    options, seats = created.options, created.seats
    decks = brought(game, options, seats, lambda _, known: random.choice(known))
    for number, player in enumerate(players):
        loadout = game.precon(decks[number], number, options, seats)
        seat_seed = str(random.random())
        decision = accepted(
            decide.join(
                game, decision.state, number, player, at, loadout=loadout, server_seed=seed, seat_seed=seat_seed
            )
        )
        yield decision


def accepted(outcome: object) -> Decision:
    """The decision; nothing that is done here may be refused."""
    assert isinstance(outcome, Decision), outcome
    return outcome


@cache
def _card_set_hash(game: CardGame) -> str:
    """Of all cards: reckoned once for a run, as `simulate` does."""
    return game.card_set_hash()


def step(game: CardGame, state: State, random: Random, seed: bytes = SEED, after: int = 0) -> Decision:
    """One random legal action, so many ms after the last one."""
    prompt = next_prompt(state, random)
    action = answer(game, state, prompt, random)
    return accepted(decide.act(game, state, prompt.seat, action, state.at + after, seed, prompt=prompt.id))


def play(game: CardGame, seats: int) -> int:
    """Play a match at random to its end; how many actions it took."""
    random, actions = Random(next(played_matches)), 0
    state = started(game, seats, random).state
    while state.status == "running":
        state = step(game, state, random).state
        actions += 1
    return actions


def _record(game: CardGame, seats: int, number: int, measured: Measured) -> None:
    random = Random(number)
    decision = started(game, seats, random)
    events = seal(decision, MATCH, SEED, GENESIS, 1, Cause("system", "bench"))
    rows = [_row(event) for event in events]
    while decision.state.status == "running":
        before = decision.state
        begin = time.perf_counter()
        decision = step(game, before, random)
        measured.decide_us.append((time.perf_counter() - begin) * 1e6)
        sealed = seal(decision, MATCH, SEED, events[-1].hash, before.version + 1, Cause("seat:0", "k" * 22))
        rows += [_row(event) for event in sealed]
        measured.actions += 1
        measured.events += len(sealed)
        measured.bytes += sum(len(event.body) + len(event.private or b"") for event in sealed)
        measured.commitments += sum(_commitments(event) for event in sealed)
        _largest(game, decision.state, measured)
    measured.rows.append(rows)


def _largest(game: CardGame, state: State, measured: Measured) -> None:
    options = [template for prompt in state.prompts.values() for template in game.options(state, prompt)]
    measured.largest_options = max(measured.largest_options, sum(map(size, options)))
    measured.largest_state = max(measured.largest_state, len(msgspec.json.encode(state.board)))


def _commitments(event: NewEvent) -> int:
    return len(msgspec.json.decode(event.body)["commits"])


def _row(event: NewEvent) -> Row:
    return event.type, event.schema, event.body, event.private, event.at


def _fold(codec: Codec, rows: list[Row]) -> int:
    codec.fold(State(), rows)
    return len(rows)
