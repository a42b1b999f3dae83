"""Forking a match that is over: its facts up to a version, copied into a new match that one caller plays on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

import msgspec

from api_schema.errors import ApiError, ErrorCode
from api_schema.idempotency import require_key
from api_schema.ports.base import Caller
from domain.kernel import forks
from domain.kernel.audience import FULL
from domain.kernel.codec import Parts, encode
from domain.kernel.draws import commitment
from domain.kernel.facts import Fact
from domain.kernel.lineage import Origin
from domain.kernel.match import MatchEnded, MatchStarted, State
from domain.kernel.refusal import Refusal
from eventstore import Appended, Command, NewEvent, StoredEvent
from eventstore.chain import canonical
from service.accounts.directory import Directory
from service.application import sealing
from service.application.ids import MATCH_IDS, new_match
from service.application.permissions import require_scope
from service.application.pseudonyms import CommandNames, player_of
from service.application.refusals import refused, store_errors
from service.application.vault import Vault
from service.matches import releases
from service.matches.access import require_sight
from service.matches.aggregate import Aggregate, row
from service.matches.delay import Delays
from service.matches.repository import Repository
from service.times import Clock


class _Body(msgspec.Struct):
    pub: dict[str, Any]


_body = msgspec.json.Decoder(_Body)
_private = msgspec.json.Decoder(dict[str, dict[str, Any]])


class Forks:
    """Makes forks."""

    def __init__(
        self,
        repository: Repository,
        directory: Directory,
        command_names: CommandNames,
        vault: Vault,
        clock: Clock,
        delays: Delays,
    ) -> None:
        self._repository = repository
        self._directory = directory
        self._command_names = command_names
        self._vault = vault
        self._clock = clock
        self._delays = delays

    async def fork(self, caller: Caller, match: str, key: str, version: int) -> tuple[Aggregate, bool]:
        """(the new match, whether it was there before). The caller's account holds all its seats. FORK_REFUSED."""
        require_scope(caller, "match:create")
        if caller.account is None:
            raise ApiError(ErrorCode.UNAUTHENTICATED, "a fork belongs to an account: send a personal token")
        require_key(caller, key)
        stream = new_match(caller, key)
        content = sha256(canonical({"fork": match, "atVersion": version})).digest()
        command = self._command_names.stored(caller, MATCH_IDS.id_of(stream), key, content)
        with store_errors():
            done = await self._repository.store.find_command(stream, command)
            if done is None:
                done = await self._make(caller, caller.account, match, version, command)
            return await self._repository.current(MATCH_IDS.id_of(stream)), done.replayed

    async def _make(self, caller: Caller, account: str, match: str, version: int, command: Command) -> Appended:
        origin = await self._delays.known_to(caller, await self._repository.current(match))
        require_sight(caller, origin.state)
        refusal = forks.refuse(origin.state)
        if refusal is not None:
            raise refused(refusal)
        history = await self._repository.store.read(origin.stream, 0, origin.version)
        _require_stop(history, version)
        stream = new_match(caller, command.command_id)
        seed = self._vault.new()
        fork = replace(origin, match=MATCH_IDS.id_of(stream), stream=stream, secret=None, kept=0)
        lineage = Origin(match, version, history[version - 1].hash.hex())
        with self._repository.releases.readable(match):
            fork, copies = _copied(origin, fork, seed, history[:version], lineage)
        self._repository.releases.served(replace(fork, match=match))
        player = player_of(caller, fork.match)
        await self._directory.remember(account, player)
        decision = forks.fork(fork.game, fork.state, lineage, [player] * len(fork.state.seats), self._clock())
        by = sealing.Cause(releases.SYSTEM, self._command_names.digest(caller, fork.match, command.command_id))
        taken_over = sealing.seal(decision, fork.match, seed, fork.head, version + 1, by)
        return await self._repository.begin(fork, seed, [*copies, *taken_over], command)


def _copied(
    origin: Aggregate, fork: Aggregate, seed: bytes, history: Sequence[StoredEvent], lineage: Origin
) -> tuple[Aggregate, list[NewEvent]]:
    """The fork as its copied events fold, and these."""
    committed = commitment(fork.match, seed)

    def copy(event: StoredEvent) -> Parts:
        if event.type not in forks.CHANGED:
            private = {} if event.private is None else _private.decode(event.private)
            return Parts(event.type, event.schema, _body.decode(event.body).pub, private)
        fact = origin.entry.codec.decode(event.type, event.schema, event.body, event.private, FULL)
        assert fact is not None
        return encode(Fact(forks.copied(fact, fork.match, committed, lineage)), "", "")

    events = sealing.reseal(history, copy, fork.match, seed)
    state = origin.entry.codec.fold(State().use(origin.library), (row(event) for event in events))
    return replace(fork, state=state, head=events[-1].hash), events


def _require_stop(history: Sequence[StoredEvent], version: int) -> None:
    """Refuse a version at which the match did not run, or was in the middle of an action; say which would do."""
    begins = next((event.version for event in history if event.type == MatchStarted.type), len(history) + 1)
    ends = next((event.version for event in history if event.type == MatchEnded.type), len(history) + 1)
    stops = [event.version for event in history if event.batch_end and begins <= event.version < ends]
    if version in stops:
        return
    if not stops:
        raise refused(Refusal(forks.REFUSED, "this match never ran: there is nothing to fork", path=("atVersion",)))
    nearest = next((stop for stop in stops if stop > version), stops[-1])
    message = f"version {version} can't be forked: {_why(history, version, begins, ends)}; the nearest is {nearest}"
    raise ApiError(ErrorCode.FORK_REFUSED, message, path=("atVersion",), details={"nearest": nearest})


def _why(history: Sequence[StoredEvent], version: int, begins: int, ends: int) -> str:
    if version > len(history):
        return f"the match has {len(history)}"
    if version >= ends:
        return "the match was over by then"
    return "it is in the middle of an action" if version >= begins else "the match had not started yet"
