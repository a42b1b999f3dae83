"""The shard of a stream is in its id, for every program that reads ids."""

from __future__ import annotations

from uuid import UUID, uuid4

from eventstore.shards import SHARDS, beside, shard_of
from tests import services

SHARD = "SELECT get_byte(uuid_send($1::uuid), 15) & 63"


def test_the_shard_is_the_last_six_bits() -> None:
    assert [shard_of(UUID(int=number)) for number in (0, 63, 64, 2**128 - 1)] == [0, 63, 0, 63]
    assert {shard_of(uuid4()) for _ in range(SHARDS**2)} == set(range(SHARDS))


def test_a_database_finds_the_same(database_url: str) -> None:
    for stream in (uuid4() for _ in range(8)):
        assert services.run(services.ask(database_url, SHARD, stream)) == shard_of(stream)


def test_a_stream_beside_another_changes_its_shard_alone() -> None:
    stream, other = uuid4(), uuid4()
    moved = beside(stream, other)
    assert shard_of(moved) == shard_of(other)
    assert moved.int // SHARDS == stream.int // SHARDS
    assert beside(moved, stream) == stream
