"""The two files of an archived match: its full replay file, and the commands that caused its events.

The replay file is that of docs/replay/format.md, gzipped. The commands are the operator's alone (accounts and
idempotency keys stand in them), so they have a file of their own. The names hold the hashes of what is inside.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from uuid import UUID

import msgspec

from eventstore import Command, StoredEvent, StoreUnavailable, chain
from eventstore.chain import canonical
from eventstore.retention.archived import Filed
from service.application.ids import MATCH_IDS
from service.history.lines import BadLine, ReplayEvent, body, private, typed

REPLAY = ".playledger.ndjson.gz"
COMMANDS = ".commands.ndjson.gz"
_DIGITS = 32
"""Of a hash, in hex: 128 bits."""


class Lost(StoreUnavailable):
    """The archive answers, and does not have what was put there."""


class ObjectLost(Lost):
    """The storage answers and has no such object. Nobody is told that what it holds does not exist."""


class Damaged(Lost):
    """An object in the archive is not what was put there. Nobody is shown any of it."""


class Caused(msgspec.Struct, frozen=True):
    """A command, and the events that it has caused."""

    caller: str
    command: str
    fingerprint: str
    first: int
    last: int

    def is_of(self, command: Command) -> bool:
        """Whether it has this caller and this key."""
        return (self.caller, self.command) == (command.caller, command.command_id)


class Bundle(msgspec.Struct, frozen=True):
    """The files of a match as they are stored, and the name that stands for both."""

    object: str
    replay: bytes
    commands: bytes

    @property
    def size(self) -> int:
        """The bytes of both."""
        return len(self.replay) + len(self.commands)


def bundle(stream: UUID, lines: Iterable[bytes], commands: Sequence[Caused]) -> Bundle:
    """The files of a match. The same match gives the same bytes, so that a second try writes what is there already."""
    replay = _packed(lines)
    caused = _packed(canonical(msgspec.to_builtins(one)) + b"\n" for one in commands)
    # a folder for each shard of streams keeps folders small
    place = f"matches/{stream.hex[-2:]}/{MATCH_IDS.id_of(stream)}"
    return Bundle(f"{place}.{_digest(replay)}.{_digest(caused)}", replay, caused)


def replay_name(filed: str) -> str:
    """The name of the replay file."""
    place, replay, _ = filed.rsplit(".", 2)
    return f"{place}.{replay}{REPLAY}"


def commands_name(filed: str) -> str:
    """The name of the file of commands."""
    place, _, commands = filed.rsplit(".", 2)
    return f"{place}.{commands}{COMMANDS}"


def events_of(filed: Filed, data: bytes) -> list[StoredEvent]:
    """The events as they were stored, which the hash of the stream's head vouches for. Raises Damaged."""
    try:
        _hold(data, filed.object.rsplit(".", 2)[1])
        events = list(_events(filed.stream_id, data))
    except (BadLine, ValueError, EOFError, OSError, zlib.error) as error:
        raise Damaged(f"the archived file {replay_name(filed.object)} is damaged: {error}") from error
    if len(events) != filed.version or events[-1].hash != filed.head_hash or chain.first_broken(events):
        raise Damaged(f"the archived file {replay_name(filed.object)} is not the history of its stream")
    return events


def commands_of(filed: Filed, data: bytes) -> list[Caused]:
    """The commands in the order of their events. Raises Damaged."""
    try:
        _hold(data, filed.object.rsplit(".", 2)[2])
        return [_caused.decode(line) for line in gzip.decompress(data).splitlines()]
    except (ValueError, EOFError, OSError, zlib.error) as error:
        raise Damaged(f"the archived file {commands_name(filed.object)} is damaged: {error}") from error


def _events(stream: UUID, data: bytes) -> Iterator[StoredEvent]:
    match = MATCH_IDS.id_of(stream)
    for number, raw in enumerate(gzip.decompress(data).split(b"\n")[:-1], 1):
        line = typed(number, raw)
        if isinstance(line, ReplayEvent):
            yield _stored(stream, match, line)


def _stored(stream: UUID, match: str, line: ReplayEvent) -> StoredEvent:
    return StoredEvent(
        stream_id=stream,
        version=line.v,
        type=line.type,
        schema=line.schema,
        body=body(match, line),
        private=private(line),
        at=line.at,
        hash=bytes.fromhex(line.hash),
        batch_end=line.end,
    )


def _packed(lines: Iterable[bytes]) -> bytes:
    """Gzipped without a name or a time."""
    return gzip.compress(b"".join(lines), mtime=0)


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:_DIGITS]


def _hold(data: bytes, digest: str) -> None:
    if _digest(data) != digest:
        raise ValueError("its hash is another one than that of its name")


_caused = msgspec.json.Decoder(Caused)
