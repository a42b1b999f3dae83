"""Two and three transactions, stepped through by hand, in the orders that a race would need luck for."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from eventstore.store import EventStore
from tests.eventstore.given import Stream, creation, events, whole_log
from tests.eventstore.postgres.hand import Hand

pytestmark = pytest.mark.anyio


async def logged(store: EventStore) -> list[tuple[int, UUID, int]]:
    """Each event with its place among all."""
    entries = enumerate(await whole_log(store), 1)
    return [(place, entry.event.stream_id, entry.event.version) for place, entry in entries]


async def test_a_writer_that_commits_late_is_numbered_late_but_never_missed(
    store: EventStore, hands: list[Hand]
) -> None:
    slow, quick, sequencer = hands
    early, late = uuid4(), uuid4()
    await slow.begin()
    assert await slow.append(early, 0, events(early, 2), "c") == "appended"
    assert await quick.append(late, 0, events(late, 1), "c") == "appended"
    assert await sequencer.sequence() == 1
    assert await logged(store) == [(1, late, 1)]
    await slow.commit()
    assert await sequencer.sequence() == 2
    assert await logged(store) == [(1, late, 1), (2, early, 1), (3, early, 2)]


async def test_a_writer_that_rolls_back_leaves_no_gap(store: EventStore, hands: list[Hand]) -> None:
    slow, quick, sequencer = hands
    gone, kept = uuid4(), uuid4()
    await slow.begin()
    await slow.append(gone, 0, events(gone, 3), "c")
    first, second = events(kept, 2)
    await quick.append(kept, 0, [first], "c")
    await slow.rollback()
    assert await quick.append(kept, 1, [second], "d") == "appended"
    assert await sequencer.sequence() == 2
    assert await logged(store) == [(1, kept, 1), (2, kept, 2)]
    assert await store.head(gone) is None


async def test_a_transaction_that_wrote_before_it_appended_does_not_overtake_its_stream(
    store: EventStore, hands: list[Hand]
) -> None:
    older, younger, sequencer = hands
    stream = Stream(store)
    await stream.append(1)
    await older.begin()
    # takes its transaction id now, so that ordering by transaction id would put version 3 before version 2
    await older.connection.execute("INSERT INTO read_models (name) VALUES ('x')")
    second, third = stream.next(2)
    assert await younger.append(stream.id, 1, [second], "d") == "appended"
    assert await older.append(stream.id, 2, [third], "e") == "appended"
    await older.commit()
    assert await sequencer.sequence() == 3
    assert [version for _, _, version in await logged(store)] == [1, 2, 3]


async def test_the_second_append_to_a_stream_waits_and_then_finds_itself_late(
    store: EventStore, hands: list[Hand]
) -> None:
    first, second, _ = hands
    stream = Stream(store)
    await stream.append(1)
    await first.begin()
    assert await first.append(stream.id, 1, stream.next(), "a") == "appended"
    second.start_append(stream.id, 1, stream.next(), "b")
    await second.waits()
    await first.commit()
    assert await second.outcome() == "wrong_version"
    assert len(await store.read(stream.id)) == 2


async def test_the_second_append_succeeds_when_the_first_rolls_back(store: EventStore, hands: list[Hand]) -> None:
    first, second, _ = hands
    stream = Stream(store)
    await stream.append(1)
    await first.begin()
    await first.append(stream.id, 1, stream.next(), "a")
    second.start_append(stream.id, 1, stream.next(), "b")
    await second.waits()
    await first.rollback()
    assert await second.outcome() == "appended"
    assert len(await store.read(stream.id)) == 2


async def test_a_retry_that_runs_beside_its_first_attempt_is_replayed(store: EventStore, hands: list[Hand]) -> None:
    first, retry, _ = hands
    stream = Stream(store)
    await stream.append(1)
    await first.begin()
    await first.append(stream.id, 1, stream.next(), "same")
    retry.start_append(stream.id, 1, stream.next(), "same")
    await retry.waits()
    await first.commit()
    assert await retry.outcome() == "replayed"
    assert len(await store.read(stream.id)) == 2


@pytest.mark.parametrize(("key", "outcome"), [("same", "replayed"), ("other", "wrong_version")])
async def test_of_two_creations_the_later_finds_the_earlier(
    store: EventStore, hands: list[Hand], key: str, outcome: str
) -> None:
    first, second, _ = hands
    stream_id = uuid4()
    await first.begin()
    assert await first.append(stream_id, 0, events(stream_id), "same") == "appended"
    second.start_append(stream_id, 0, events(stream_id), key)
    await second.waits()
    await first.commit()
    assert await second.outcome() == outcome
    assert len(await store.read(stream_id)) == 1


async def test_a_creation_succeeds_when_the_earlier_one_rolls_back(store: EventStore, hands: list[Hand]) -> None:
    first, second, _ = hands
    stream_id = uuid4()
    await first.begin()
    await first.append(stream_id, 0, events(stream_id, 3), "a")
    second.start_append(stream_id, 0, events(stream_id, 1), "b")
    await second.waits()
    await first.rollback()
    assert await second.outcome() == "appended"
    assert len(await store.read(stream_id)) == 1


async def test_three_appends_in_line_to_one_stream_leave_one(store: EventStore, hands: list[Hand]) -> None:
    first, second, third = hands
    stream = Stream(store)
    await stream.append(1)
    await first.begin()
    await first.append(stream.id, 1, stream.next(), "a")
    second.start_append(stream.id, 1, stream.next(), "b")
    await second.waits()
    third.start_append(stream.id, 1, stream.next(), "c")
    await third.waits()
    await first.commit()
    assert [await second.outcome(), await third.outcome()] == ["wrong_version", "wrong_version"]
    assert len(await store.read(stream.id)) == 2


async def test_appends_to_different_streams_do_not_wait_for_one_another(store: EventStore, hands: list[Hand]) -> None:
    streams = [uuid4() for _ in hands]
    for hand, stream_id in zip(hands, streams, strict=True):
        await hand.begin()
        assert await hand.append(stream_id, 0, events(stream_id), "c") == "appended"
    for hand in hands:
        await hand.commit()
    assert [await store.head(stream_id) is not None for stream_id in streams] == [True] * 3


async def test_a_second_sequencer_returns_at_once_and_a_third_goes_on(store: EventStore, hands: list[Hand]) -> None:
    first, second, _ = hands
    await Stream(store).append(2)
    await first.begin()
    assert await first.sequence() == 2
    await Stream(store).append(3)
    assert await second.sequence() == 0
    assert await logged(store) == []
    await first.commit()
    assert await second.sequence() == 3
    assert [position for position, _, _ in await logged(store)] == [1, 2, 3, 4, 5]


async def test_the_positions_of_a_sequencer_that_dies_are_given_again(store: EventStore, hands: list[Hand]) -> None:
    first, second, _ = hands
    await Stream(store).append(2)
    await first.begin()
    assert await first.sequence() == 2
    await first.rollback()
    assert await second.sequence() == 2
    assert [position for position, _, _ in await logged(store)] == [1, 2]


async def test_an_old_open_transaction_elsewhere_does_not_hold_the_log_back(
    store: EventStore, hands: list[Hand]
) -> None:
    idle, sequencer, _ = hands
    await idle.begin()
    await idle.connection.execute("INSERT INTO read_models (name) VALUES ('x')")
    await Stream(store).append(2)
    assert await sequencer.sequence() == 2
    await idle.rollback()


@pytest.mark.parametrize("old", [True, False])
async def test_appends_to_several_streams_do_not_wait_for_one_another_in_a_circle(
    store: EventStore, hands: list[Hand], old: bool
) -> None:
    holder, up, down = hands
    low, middle, high = sorted((Stream(store) for _ in range(3)), key=lambda stream: stream.id)
    if old:
        for stream in (low, middle, high):
            await stream.append(1)
    await holder.begin()
    assert await holder.append(middle.id, middle.version, middle.next(), "holds") == "appended"
    # locked as they stand, the one would hold the lowest and the other the highest, and then want the other's
    for hand, streams in ((up, (low, middle, high)), (down, (high, middle, low))):
        hand.start_append_all([stream.following(key=str(streams)) for stream in streams])
        await hand.waits()
    await holder.rollback()
    assert sorted([await up.outcome(), await down.outcome()]) == ["appended", "wrong_version"]
    assert [len(await store.read(stream.id)) for stream in (low, middle, high)] == [1 + old] * 3


async def test_of_several_appends_that_wait_for_one_that_wins_nothing_is_left(
    store: EventStore, hands: list[Hand]
) -> None:
    single, together, _ = hands
    stream, new = Stream(store), creation(secret=b"seed")
    await stream.append(1)
    await single.begin()
    await single.append(stream.id, 1, stream.next(), "a")
    together.start_append_all([new, stream.following(key="b")])
    await together.waits()
    await single.commit()
    assert await together.outcome() == "wrong_version"
    assert await store.head(new.stream_id) is None
    assert len(await store.read(stream.id)) == 2


async def test_a_retry_of_several_that_runs_beside_its_first_attempt_is_replayed(
    store: EventStore, hands: list[Hand]
) -> None:
    first, retry, _ = hands
    appends = [creation() for _ in range(3)]
    await first.begin()
    assert await first.append_all(appends) == "appended"
    retry.start_append_all(appends)
    await retry.waits()
    await first.commit()
    assert await retry.outcome() == "replayed"
    assert [len(await store.read(append.stream_id)) for append in appends] == [1, 1, 1]


async def test_several_appends_whose_server_process_dies_before_the_commit_are_made_by_their_retry(
    store: EventStore, hands: list[Hand]
) -> None:
    first, killer, retry = hands
    appends = [creation(secret=b"seed") for _ in range(3)]
    await first.begin()
    assert await first.append_all(appends) == "appended"
    retry.start_append_all(appends)
    await retry.waits()
    await killer.connection.execute("SELECT pg_terminate_backend($1)", first.connection.get_server_pid())
    assert await retry.outcome() == "appended"
    assert [len(await store.read(append.stream_id)) for append in appends] == [1, 1, 1]


async def test_several_appends_are_seen_by_the_sequencer_all_or_none(store: EventStore, hands: list[Hand]) -> None:
    slow, quick, sequencer = hands
    appends, between = [creation(count=2) for _ in range(3)], uuid4()
    await slow.begin()
    assert await slow.append_all(appends) == "appended"
    assert await quick.append(between, 0, events(between), "c") == "appended"
    assert await sequencer.sequence() == 1
    await slow.commit()
    assert await sequencer.sequence() == 6
    assert [stream_id for _, stream_id, _ in await logged(store)] == [
        between,
        *(append.stream_id for append in appends for _ in range(2)),
    ]
