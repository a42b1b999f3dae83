"""Tournaments in a store, decided by the domain and played by chance, for what follows them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from random import Random
from typing import Protocol
from uuid import UUID

from domain.tournament import decide
from domain.tournament.batch import TournamentDecision
from domain.tournament.entrants import TableResult
from domain.tournament.events import Terms
from domain.tournament.faults import Faults
from domain.tournament.playing import MatchLayout, game_over
from domain.tournament.policy import Policy
from domain.tournament.rulings import Ruling, rule
from domain.tournament.tournament import TableRef, TournamentState
from eventstore import chain
from eventstore.envelope import Command
from eventstore.store import EventStore
from service.application.ids import TOURNAMENT_IDS, game_match
from service.application.sealing import Cause, seal
from tests.toy_game import GAME

SEED = bytes(range(32))
AT = 1_700_000_000_000
DUELS = Policy("swiss", rounds=3, best_of=3)


class Chance(Protocol):
    """As much of `random.Random` as a tournament needs."""

    def sample(self, population: range, k: int) -> list[int]: ...

    def random(self) -> float: ...


@dataclass
class Tournament:
    """One tournament: its state, and how it is kept. Entrant `en_x` is the player `ld_x` of the leaderboard."""

    store: EventStore
    name: str
    season: str = "2026"
    rated: bool = True
    policy: Policy = DUELS
    game: str = GAME.slug
    state: TournamentState = field(default_factory=TournamentState)
    head: bytes = chain.GENESIS
    random: Chance = field(default_factory=lambda: Random(7))

    @property
    def id(self) -> str:
        return TOURNAMENT_IDS.id_of(self.stream)

    @property
    def stream(self) -> UUID:
        return UUID(bytes=sha256(self.name.encode()).digest()[:16])

    @property
    def matches(self) -> MatchLayout:
        sides = {size: tuple((seat,) for seat in range(size)) for size in range(2, 9)}
        return MatchLayout(partial(game_match, self.id), sides)

    async def keep(self, decision: TournamentDecision | Faults) -> None:
        """Append what was decided."""
        assert isinstance(decision, TournamentDecision), decision
        before = self.state.version
        events = seal(decision, self.id, SEED, self.head, before + 1, Cause("system", f"c{before}"))
        command = Command("test", f"c{before}", b"")
        appended = await self.store.append(self.stream, "tournament", before, events, command)
        self.state, self.head = decision.state, appended.head_hash

    async def open(self, entrants: Iterable[str], unlisted: Iterable[str] = ()) -> None:
        """Create it and let these enter; the unlisted ones are on no leaderboard."""
        terms = Terms(rated=self.rated, season=self.season)
        await self.keep(decide.create(self.id, "A tournament", self.game, {}, self.policy, terms, "st_1", SEED, AT))
        alone = set(unlisted)
        for name in entrants:
            player = None if name in alone else f"ld_{name}"
            await self.keep(decide.register(self.state, f"en_{name}", None, AT, player))

    async def start(self) -> int:
        """Begin the next round; its number."""
        number = len(self.state.rounds) + 1
        await self.keep(decide.start_round(self.state, number, (), SEED, self.matches, AT + number))
        return number

    async def end(self, place: TableRef, placings: Iterable[Iterable[int]] | None) -> None:
        """End the game that runs at a table, by the seats of its match; None: it was aborted."""
        game = next(one for one in self.state.tables[place].games if one.running)
        order = None if placings is None else [list(group) for group in placings]
        done = game_over(self.state, place, game.number, order, "TOY-1", SEED, self.matches, AT + 10)
        await self.keep(done)

    async def rule(self, ruling: Ruling) -> None:
        await self.keep(rule(self.state, ruling, SEED, self.matches, AT + 20))

    async def play_round(self) -> None:
        """Begin a round and play all its tables by chance."""
        number = await self.start()
        for place in [place for place in self.state.tables if place[0] == number]:
            while any(game.running for game in self.state.tables[place].games):
                size = len(self.state.tables[place].games[-1].seats)
                order = self.random.sample(range(size), size)
                drawn = size == 2 and self.random.random() < 0.2
                await self.end(place, [order] if drawn else [[seat] for seat in order])

    async def finish(self) -> None:
        await self.keep(decide.finish(self.state, SEED, AT + 100))

    async def cancel(self) -> None:
        await self.keep(decide.cancel(self.state, "rain", SEED, AT + 100))

    async def held(self, *entrants: str) -> Tournament:
        """Played from the first registration to the end."""
        await self.open(entrants)
        for _ in range(self.policy.rounds or 1):
            await self.play_round()
        await self.finish()
        return self


def override(place: TableRef, result: TableResult) -> Ruling:
    """A referee turns a result round."""
    return Ruling("override", "st_1", "as it should be", place, result=result)
