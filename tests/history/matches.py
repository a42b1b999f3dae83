"""Matches played for these tests, as a store would hold them, and the replay files made from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Any
from uuid import UUID

import msgspec

from domain.games.c4 import GAME as C4
from domain.kernel import decide
from domain.kernel import match as kernel
from domain.kernel.audience import FULL, SPECTATOR, seat
from domain.kernel.decide import Decision
from domain.kernel.draws import ALGORITHM, commitment
from domain.kernel.draws import salt as salt_of
from domain.kernel.facts import Event
from domain.kernel.game import CardGame
from domain.kernel.lineage import Pins
from domain.kernel.match import ClockPolicy, MatchCreated, State
from domain.kernel.seating import brought, in_mode, seat_counts
from eventstore import chain
from eventstore.envelope import StoredEvent
from service.application import signing
from service.application.sealing import Cause, seal
from service.application.signing import Signature, Signer
from service.catalogue.catalogue import CatalogueEntry, GameCatalogue
from service.history.lines import encode
from service.history.recorder import Record, Recorder
from service.matches.aggregate import row
from tests.kit.play import MATCH, NOW, accepted, moves, server_seed
from tests.toy_game import GAME as TOY

GAMES = {game.slug: game for game in (C4, TOY)}
CATALOGUE = GameCatalogue(GAMES)
SERVER = Signer([bytes(range(32))])
FORGER = Signer([bytes(32)])
STREAM = UUID(int=1)


@dataclass(frozen=True)
class Match:
    """A match with its stored events. `state` is what they fold to."""

    entry: CatalogueEntry
    seed: bytes
    events: tuple[StoredEvent, ...]
    state: State

    @property
    def head(self) -> bytes:
        return self.events[-1].hash

    @property
    def perspectives(self) -> list[str]:
        return [FULL, SPECTATOR, *(seat(number) for number in range(len(self.state.seats)))]


@cache
def played(slug: str = "c4", seed: int = 1, batches: int | None = None, reveal: Any = "all") -> Match:
    """A random match, or its first `batches` commands. Seat 0 was somebody else's before it is its player's."""
    entry = CATALOGUE.entry(slug)
    return written(entry, server_seed(seed), islice(_steps(entry, seed, reveal), batches))


def written(entry: CatalogueEntry, secret: bytes, steps: Iterable[Decision]) -> Match:
    """The match of these decisions, one command each."""
    events: list[StoredEvent] = []
    state = State()
    for number, step in enumerate(steps):
        cause = step.facts[0].event
        made = seal(step, MATCH, secret, _head(events), len(events) + 1, Cause(_actor(cause), f"c{number}"))
        events += [
            StoredEvent(STREAM, len(events) + place, **msgspec.structs.asdict(event))
            for place, event in enumerate(made, 1)
        ]
        state = step.state
    return Match(entry, secret, tuple(events), state)


def _head(events: list[StoredEvent]) -> bytes:
    return events[-1].hash if events else chain.GENESIS


def _actor(cause: Event) -> str:
    if isinstance(cause, kernel.TimeUp) or (isinstance(cause, kernel.ActionTaken) and cause.default):
        return "clock"
    number = getattr(cause, "seat", None)
    return "system" if number is None else seat(number)


def _steps(entry: CatalogueEntry, seed: int, reveal: Any) -> Iterator[Decision]:
    game, secret = entry.game, server_seed(seed)
    pins = Pins(
        game.rules_version, entry.rules_hash, "test", game.card_set_hash(), ALGORITHM, commitment(MATCH, secret)
    )
    options, clock = in_mode(game), ClockPolicy(decision=60_000, turn=120_000, bank=30_000)
    allowed = seat_counts(game, options)
    seats = allowed[seed % len(allowed)]
    event = MatchCreated(
        match=MATCH, game=game.slug, seats=seats, options=options, clock=clock, pins=pins, reveal=reveal
    )
    step = accepted(decide.create(game, event, NOW))
    yield step
    step = joined(game, step.state, 0, "before", secret)
    yield step
    step = accepted(decide.leave(game, step.state, 0, NOW))
    yield step
    for number in range(seats):
        step = joined(game, step.state, number, f"player-{number}", secret)
        yield step
    yield from moves(game, step.state, seed)


def joined(game: CardGame, state: State, number: int, player: str, secret: bytes) -> Decision:
    decks = brought(game, state.options, len(state.seats), lambda side, known: known[side % len(known)])
    return accepted(
        decide.join(
            game,
            state,
            number,
            player,
            NOW + number,
            loadout=game.precon(decks[number], number, state.options, len(state.seats)),
            seat_seed=None if number % 2 else f"seed of {player}",
            server_seed=secret,
        )
    )


def lines(match: Match, perspective: str = FULL, signer: Signer | None = SERVER) -> list[bytes]:
    """The lines of the match's file, each with its line feed; signed if the match is over."""
    over = match.state.status in ("finished", "aborted")
    signature = _signature(match, signer) if signer and over else None
    tags = {"event": "Tag der offenen Tür", "round": "1"}
    library = match.entry.game.library()
    record = Record(match.entry, match.state, match.head, match.seed, signature, tags, library=library)
    recorder = Recorder(record, perspective)
    made = [recorder.header(match.events[0]), *recorder.events(match.events), recorder.footer()]
    return [encode(line) + b"\n" for line in made]


def _signature(match: Match, signer: Signer) -> Signature:
    pins = msgspec.json.decode(match.events[0].body)["pub"]["pins"]
    return signer.sign(signing.message(MATCH, match.state.game, match.state.version, match.head.hex(), pins))


def key_set(*signers: Signer) -> bytes:
    """A JWK Set with the public keys of these signers."""
    keys = [signer.current for signer in signers]
    return msgspec.json.encode({"keys": [{"kty": "OKP", "crv": "Ed25519", "x": key.x, "kid": key.id} for key in keys]})


def key_ids(*signers: Signer) -> list[str]:
    return [signer.current.id for signer in signers]


Body = dict[str, Any]
Private = dict[str, Any]
Edit = Callable[[Body, Private], None]
"""Changes the hashed object of an event and its private parts, in place."""


def forged(match: Match, edits: dict[int, Edit], seed: bytes | None = None) -> Match:
    """The match with the events of these versions changed, and every commitment, hash and state made anew to fit.

    `seed`: what the salts are made from, if not from the match's own.
    """
    secret, head = seed or match.seed, chain.GENESIS
    events: list[StoredEvent] = []
    for event in match.events:
        body = msgspec.json.decode(event.body)
        private = {} if event.private is None else msgspec.json.decode(event.private)
        edits.get(event.version, _nothing)(body, private)
        sealed = event.type == "sealed"
        body["commits"] = {
            (name := "sealed" if sealed else to): chain.commitment(
                salt_of(secret, MATCH, event.version, name), chain.canonical(data)
            )
            for to, data in private.items()
        }
        raw = chain.canonical(body)
        head = chain.link(head, raw)
        events.append(
            msgspec.structs.replace(
                event, body=raw, private=chain.canonical(private) if private else None, at=body["at"], hash=head
            )
        )
    try:
        state = match.entry.codec.fold(State(), map(row, events))
    except (LookupError, ValueError):
        state = match.state  # it can't be folded, as whoever audits it will find
    return replace(match, seed=secret, events=tuple(events), state=state)


def _nothing(body: Body, private: Private) -> None:
    """Leaves an event as it is."""


def decoded(raw: Iterable[bytes]) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in raw]
