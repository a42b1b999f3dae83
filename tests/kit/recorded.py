"""Matches that are written down while they are played: no store and no clock, every byte from the given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from random import Random
from typing import Any
from uuid import NAMESPACE_OID, UUID, uuid5

import msgspec

from domain.games import discover
from domain.kernel import decide
from domain.kernel.audience import FULL
from domain.kernel.audience import seat as seat_name
from domain.kernel.draws import ALGORITHM, commitment
from domain.kernel.game import CardGame
from domain.kernel.lineage import Pins
from domain.kernel.match import ClockPolicy, MatchCreated, Reveal, State, TournamentGame
from domain.kernel.prompts import Prompt
from eventstore import chain
from eventstore.envelope import Command, NewEvent, StoredEvent
from eventstore.store import EventStore
from service.application.ids import MATCH_IDS
from service.application.sealing import Cause, seal
from service.application.signing import Signature, Signer, message
from service.application.vault import Vault
from service.bots.bots import BOTS
from service.catalogue.catalogue import CatalogueEntry, GameCatalogue
from service.history.lines import encode
from service.history.recorder import Record, Recorder
from service.matches.aggregate import row
from service.version import engine_version
from tests.kit.play import NOW, accepted, deck_for
from tests.toy_game import GAME as TOY

GAMES: Mapping[str, CardGame] = {**discover(), TOY.slug: TOY}
CATALOGUE = GameCatalogue(GAMES)
CLOCK = ClockPolicy(decision=60_000, turn=120_000, bank=30_000)
SIGNER = Signer([sha256(b"the key of the stored matches").digest()])
"""Every reader of this can sign with it: it proves nothing but that signatures are there and hold."""
PRINT = b"recorded"


@dataclass(frozen=True)
class Batch:
    """The facts of one command."""

    events: tuple[StoredEvent, ...]
    command: Command
    state: State


@dataclass(frozen=True)
class Recorded:
    """A match as a store would hold it, up to some command."""

    entry: CatalogueEntry
    match: str
    stream: UUID
    seed: bytes = field(repr=False)
    batches: tuple[Batch, ...]

    @property
    def events(self) -> list[StoredEvent]:
        return [event for batch in self.batches for event in batch.events]

    @property
    def state(self) -> State:
        return self.batches[-1].state

    @property
    def head(self) -> bytes:
        return self.batches[-1].events[-1].hash

    def until(self, batches: int) -> Recorded:
        """The match as it was after so many commands."""
        return replace(self, batches=self.batches[:batches])

    def file(self, perspective: str = FULL) -> bytes:
        """Its replay file, signed if the match is over and revealed."""
        library = self.entry.game.library()
        record = Record(self.entry, self.state, self.head, self.seed, self.signature, library=library)
        recorder = Recorder(record, perspective)
        events = self.events
        lines = [recorder.header(events[0]), *recorder.events(events), recorder.footer()]
        return b"".join(encode(line) + b"\n" for line in lines)

    @property
    def signature(self) -> Signature | None:
        """By nobody in particular; None before it is revealed."""
        if not self.state.revealed:
            return None
        state, pins = self.state, msgspec.to_builtins(self.state.pins)
        return SIGNER.sign(message(self.match, state.game, state.version, self.head.hex(), pins))

    async def put_into(self, store: EventStore, vault: Vault) -> None:
        """Append it, command by command, as if it had been played there."""
        version = 0
        for batch in self.batches:
            secret = vault.close(self.seed) if version == 0 else None
            await store.append(
                self.stream,
                MATCH_IDS.kind,
                version,
                [_new(event) for event in batch.events],
                batch.command,
                close=batch.state.revealed,
                secret=secret,
            )
            version = batch.events[-1].version


def _new(event: StoredEvent) -> NewEvent:
    return NewEvent(event.type, event.schema, event.body, event.private, event.at, event.hash, event.batch_end)


class Scribe:
    """Plays a match and writes it down. `name` gives its id, its seed and all its chance."""

    def __init__(
        self,
        game: str,
        name: str,
        seats: int,
        *,
        catalogue: GameCatalogue = CATALOGUE,
        options: Mapping[str, Any] | None = None,
        reveal: Reveal = "all",
        clock: ClockPolicy = CLOCK,
        tournament: TournamentGame | None = None,
        spectator_delay: int = 0,
        engine: str | None = None,
    ) -> None:
        self._entry = catalogue.entry(game)
        self._stream = uuid5(NAMESPACE_OID, f"{game} {name}")
        self.match = MATCH_IDS.id_of(self._stream)
        self._seed = sha256(f"{game} {name}".encode()).digest()
        self.random = Random(f"{game} {name}")
        self._batches: list[Batch] = []
        self._brought: dict[int, str] = {}
        self._head, self._version = chain.GENESIS, 0
        self.state = State()
        typed = msgspec.convert(options or {}, self.game.options_type)
        pins = _pins(self._entry, self.match, self._seed, engine or engine_version())
        about: dict[str, Any] = {"reveal": reveal, "tournament": tournament, "spectator_delay": spectator_delay}
        event = MatchCreated(
            match=self.match, game=self.game.slug, seats=seats, options=typed, clock=clock, pins=pins, **about
        )
        self.take("system", decide.create(self.game, event, NOW))

    @property
    def game(self) -> CardGame:
        return self._entry.game

    @property
    def recorded(self) -> Recorded:
        """The record so far."""
        return Recorded(self._entry, self.match, self._stream, self._seed, tuple(self._batches))

    def join(self, seat: int, player: str, deck: str | None = None, seed: str | None = None) -> Scribe:
        """A player sits down, with a random preconstructed loadout if none is named."""
        self._brought[seat] = deck or deck_for(self.game, self.state, seat, self._brought, self.random)
        outcome = decide.join(
            self.game,
            self.state,
            seat,
            player,
            self._later(),
            loadout=self.game.precon(self._brought[seat], seat, self.state.options, len(self.state.seats)),
            seat_seed=seed,
            server_seed=self._seed,
        )
        return self.take(seat_name(seat), outcome)

    def join_all(self) -> Scribe:
        """The free seats are taken, every other one with a seed, and the match starts."""
        for number, place in enumerate(self.state.seats):
            if place.player is None:
                self.join(number, f"account:player-{number}", seed=None if number % 2 else f"seed{number}")
        return self

    def leave(self, seat: int) -> Scribe:
        """A seat is free again."""
        self._brought.pop(seat, None)
        return self.take(seat_name(seat), decide.leave(self.game, self.state, seat, self._later()))

    def act(self, prompt: Prompt, action: Any) -> Scribe:
        """A given answer to a prompt."""
        guard: dict[str, Any] = {"prompt": prompt.id, "revision": prompt.revision}
        outcome = decide.act(self.game, self.state, prompt.seat, action, self._later(), self._seed, **guard)
        return self.take(seat_name(prompt.seat), outcome)

    def play(self, actions: int | None = None, bot: str = "random") -> Scribe:
        """So many answers, or to the end."""
        for _ in self.playing(actions, bot):
            pass
        return self

    def playing(self, actions: int | None = None, bot: str = "random") -> Iterator[State]:
        """The states while it is played."""
        done = 0
        while self.state.status == "running" and done != actions:
            prompt = self._next()
            self.act(prompt, BOTS[bot](self.game, self.state, prompt, self.random))
            done += 1
            yield self.state

    def time_out(self) -> Scribe:
        """The first prompt with a deadline is not answered in time."""
        prompt = next(prompt for prompt in self.state.prompts.values() if prompt.deadline is not None)
        assert prompt.deadline is not None
        outcome = decide.time_out(self.game, self.state, prompt.id, prompt.revision, prompt.deadline, self._seed)
        return self.take("clock", outcome, f"timeout:{prompt.id}:{prompt.revision}")

    def time_up(self) -> Scribe:
        """The time of the match is up, as soon as it can be."""
        assert self.state.deadline is not None
        now = max(self.state.deadline, self.state.at)
        return self.take("clock", decide.time_up(self.game, self.state, now, self._seed), "time_limit")

    def concede(self, seat: int) -> Scribe:
        """A seat gives up."""
        return self.take(seat_name(seat), decide.concede(self.game, self.state, seat, self._later(), self._seed))

    def abort(self) -> Scribe:
        """Nobody plays on."""
        return self.take("system", decide.abort(self.game, self.state, "abandoned", self._later(), self._seed), "abort")

    def reveal(self) -> Scribe:
        """A tournament opens what the end has kept."""
        return self.take("system", decide.reveal(self.game, self.state, self._later(), self._seed), "reveal")

    def _next(self) -> Prompt:
        waited_for = [prompt for prompt in self.state.prompts.values() if prompt.mode != "standing"]
        every = list(self.state.prompts.values())
        return self.random.choice(every if self.random.random() < 0.1 else waited_for)

    def _later(self) -> int:
        return self.state.at + self.random.randint(0, 2_000)

    def take(self, actor: str, outcome: Any, name: str | None = None) -> Scribe:
        """Any decision, under the name of a command."""
        decision = accepted(outcome)
        key = name or f"c{len(self._batches)}"
        cause = Cause(actor, name or sha256(f"{self.match} {actor} {key}".encode()).hexdigest()[:32])
        new = seal(decision, self.match, self._seed, self._head, self._version + 1, cause)
        events = tuple(
            StoredEvent(self._stream, version, **msgspec.structs.asdict(event))
            for version, event in enumerate(new, self._version + 1)
        )
        self._head, self._version = events[-1].hash, events[-1].version
        self.state = decision.state
        self._batches.append(Batch(events, Command(actor, key, PRINT), self.state))
        return self


def _pins(entry: CatalogueEntry, match: str, seed: bytes, engine: str) -> Pins:
    game = entry.game
    return Pins(
        game.rules_version,
        entry.rules_hash,
        engine,
        game.card_set_hash(),
        ALGORITHM,
        commitment(match, seed),
    )


def folded(recorded: Recorded, version: int) -> State:
    """The state after a version, also between two facts of one batch."""
    return recorded.entry.codec.fold(State(), [row(event) for event in recorded.events[:version]])
