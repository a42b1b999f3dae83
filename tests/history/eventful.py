"""Matches in which every event of the kernel happens, as decisions to be written down."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from domain.kernel import decide, forks
from domain.kernel.decide import Decision
from domain.kernel.draws import ALGORITHM, commitment
from domain.kernel.facts import Fact
from domain.kernel.fold import evolve
from domain.kernel.lineage import Origin, Pins, RulesRepinned
from domain.kernel.match import ClockPolicy, MatchCreated, State
from tests.history.matches import CATALOGUE, Match, joined, written
from tests.kit.play import MATCH, NOW, accepted, moves, server_seed
from tests.toy_game import GAME
from tests.toy_game.loadouts import Options

ENTRY = CATALOGUE.entry(GAME.slug)
SEED, OTHER = 17, 18
SECRET, OTHER_SECRET = server_seed(SEED), server_seed(OTHER)
PINS = Pins(GAME.rules_version, ENTRY.rules_hash, "test", GAME.card_set_hash(), ALGORITHM, commitment(MATCH, SECRET))
CREATED = MatchCreated(
    match=MATCH,
    game=GAME.slug,
    seats=3,
    options=Options(rounds=3, time_limit_s=90),
    clock=ClockPolicy(decision=60_000, turn=120_000, bank=30_000),
    pins=PINS,
)
RELEASE = RulesRepinned(
    rules_version=PINS.rules_version,
    rules_hash=PINS.rules_hash,
    engine_version=PINS.engine_version,
    card_set_hash=PINS.card_set_hash,
)
PLAYERS = ("practice",) * CREATED.seats


def eventful(created: MatchCreated = CREATED) -> Match:
    """A match that begins so: somebody leaves before the start, the release changes, answers are late, time is up."""
    return written(ENTRY, SECRET, _steps(created, SECRET))


def fork() -> Match:
    """A fork of another match, taken over in the midst of it and played to its end."""
    return written(ENTRY, SECRET, _forked())


def aborted() -> Match:
    """A match that nobody plays on."""
    steps = list(islice(_steps(CREATED, SECRET), 6))
    end = decide.abort(GAME, steps[-1].state, "abandoned", steps[-1].at, SECRET)
    return written(ENTRY, SECRET, [*steps, accepted(end)])


def _steps(created: MatchCreated, secret: bytes) -> Iterator[Decision]:
    step = accepted(decide.create(GAME, created, NOW))
    yield step
    step = joined(GAME, step.state, 0, "before", secret)
    yield step
    step = accepted(decide.leave(GAME, step.state, 0, NOW))
    yield step
    for number in range(created.seats):
        step = joined(GAME, step.state, number, f"player-{number}", secret)
        yield step
    begun = list(islice(moves(GAME, step.state, SEED), 3))
    yield from begun
    step = accepted(decide.repin(GAME, begun[-1].state, RELEASE, begun[-1].at))
    yield step
    rest = list(moves(GAME, step.state, SEED, concede=0.03, late=0.1))
    yield from rest
    if rest[-1].state.withheld:
        yield accepted(decide.reveal(GAME, rest[-1].state, rest[-1].at, secret))


def _forked() -> Iterator[Decision]:
    """The copies keep the batches of the origin, whose seed is another."""
    state = State()
    steps = list(islice(_steps(CREATED, OTHER_SECRET), 12))
    origin = Origin("mt_origin", steps[-1].state.version, "a" * 64)
    for step in steps:
        facts = [
            Fact(forks.copied(fact.event, MATCH, PINS.seed_commitment, origin), fact.secret, fact.sealed)
            for fact in step.facts
        ]
        for fact in facts:
            evolve(GAME, state, fact.event, step.at)
        yield Decision(tuple(facts), state.copy(), step.at, step.hidden)
    step = forks.fork(GAME, state, origin, PLAYERS, state.at + 5_000)
    yield step
    yield from moves(GAME, step.state, SEED)
