"""Hypothesis drives the store and a model of it in a few dictionaries; both must answer alike."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, TypeVar
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from eventstore import chain
from eventstore.envelope import Appended, NewEvent, Snapshot, StreamAppend
from eventstore.open import open_store
from eventstore.store import EventStore, KeyReused, OtherHistory, StreamClosed, WrongExpectedVersion
from tests.eventstore.given import command, events, whole_log
from tests.kit.waiting import PATIENT

T = TypeVar("T")
STREAMS = range(3)
RULES = st.sampled_from(["rules-1", "rules-2"])


@dataclass
class ModelStream:
    """What a stream should hold."""

    id: UUID = field(default_factory=uuid4)
    events: list[NewEvent] = field(default_factory=list)
    commands: dict[str, tuple[str, Appended, int]] = field(default_factory=dict)
    closed: bool = False
    snapshot: Snapshot | None = None

    @property
    def head_hash(self) -> bytes:
        return self.events[-1].hash if self.events else chain.GENESIS

    def append(
        self, expected: int, new: list[NewEvent], key: str, content: str, close: bool
    ) -> Appended | type[Exception]:
        if key in self.commands:
            known, answer, _ = self.commands[key]
            return (
                Appended(answer.first_version, answer.last_version, answer.head_hash, True)
                if (known == content)
                else KeyReused
            )
        if expected != len(self.events):
            return WrongExpectedVersion
        if chain.link(self.head_hash, new[0].body) != new[0].hash:
            return OtherHistory
        if self.closed:
            return StreamClosed
        answer = Appended(expected + 1, expected + len(new), new[-1].hash, False)
        self.commands[key] = (content, answer, new[0].at)
        self.events += new
        self.closed = close
        return answer


def append_all(streams: Sequence[ModelStream], appends: Sequence[StreamAppend], content: str) -> Any:
    """What the store should answer, or raise; the model streams hold then what the store's should."""
    retry = appends[0].command.command_id in streams[0].commands
    trial = [deepcopy(stream) for stream in streams]
    answers = []
    for stream, append in zip(trial, appends, strict=True):
        key = append.command.command_id
        if retry and key not in stream.commands:
            continue
        if not retry and key in stream.commands:
            return KeyReused
        answer = stream.append(append.expected_version, list(append.events), key, content, append.close)
        if not isinstance(answer, Appended):
            return answer
        answers.append(answer)
    for stream, changed in zip(streams, trial, strict=True):
        vars(stream).update(vars(changed))
    return answers


class StoreMachine(RuleBasedStateMachine):
    """Appends, retries, conflicts, snapshots and sequencing in any order, on streams of its own."""

    url: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.store: EventStore = self.do(open_store(self.url, PATIENT))
        self.streams = [ModelStream() for _ in STREAMS]
        self.do(self.drain())
        # the log is shared with the examples before this one
        self.start = len(self.do(self.whole_log()))
        self.waiting = 0

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    async def drain(self) -> None:
        while await self.store.sequence():
            pass

    async def whole_log(self) -> list[tuple[UUID, int]]:
        return [(entry.event.stream_id, entry.event.version) for entry in await whole_log(self.store)]

    @initialize()
    def nothing_is_there(self) -> None:
        for stream in self.streams:
            assert self.do(self.store.head(stream.id)) is None

    @rule(
        which=st.sampled_from(STREAMS),
        offset=st.sampled_from([0, 0, 0, -1, 1]),
        count=st.integers(1, 3),
        key=st.sampled_from("abcdefgh"),
        content=st.sampled_from(["x", "x", "x", "y"]),
        close=st.sampled_from([False] * 9 + [True]),
        head=st.sampled_from(["known"] * 7 + ["another"]),
    )
    def append(self, which: int, offset: int, count: int, key: str, content: str, close: bool, head: str) -> None:
        stream = self.streams[which]
        expected = max(0, len(stream.events) + offset)
        previous = stream.head_hash if head == "known" else b"\x01" * 32
        new = events(stream.id, count, after=expected, previous=previous, note=content)
        wanted = stream.append(expected, new, key, content, close)
        appending = self.store.append(stream.id, "match", expected, new, command(key, content), close=close)
        if isinstance(wanted, Appended):
            assert self.do(appending) == wanted
            self.waiting += 0 if wanted.replayed else count
        else:
            with pytest.raises(wanted):
                self.do(appending)

    @rule(
        which=st.lists(st.sampled_from(STREAMS), min_size=1, unique=True),
        offsets=st.sampled_from([(0, 0, 0)] * 3 + [(0, 0, 1), (-1, 0, 0)]),
        keys=st.sampled_from(["aaa", "bbb", "ccc", "ddd", "abc", "eef", "fgh"]),
        content=st.sampled_from(["x", "x", "x", "y"]),
        close=st.sampled_from([False] * 9 + [True]),
    )
    def append_all(self, which: list[int], offsets: tuple[int, ...], keys: str, content: str, close: bool) -> None:
        streams = [self.streams[place] for place in which]
        appends = []
        for stream, offset, key in zip(streams, offsets, keys, strict=False):
            expected = max(0, len(stream.events) + offset)
            new = events(stream.id, 2, after=expected, previous=stream.head_hash, note=content)
            appends.append(StreamAppend(stream.id, "match", expected, new, command(key, content), close))
        wanted = append_all(streams, appends, content)
        if isinstance(wanted, list):
            assert self.do(self.store.append_all(appends)) == wanted
            self.waiting += sum(0 if answer.replayed else 2 for answer in wanted)
        else:
            with pytest.raises(wanted):
                self.do(self.store.append_all(appends))

    @rule(which=st.sampled_from(STREAMS), key=st.sampled_from("abcdefgh"))
    def ask_for_a_command(self, which: int, key: str) -> None:
        stream = self.streams[which]
        if key not in stream.commands:
            assert self.do(self.store.find_command(stream.id, command(key, "x"))) is None
            return
        content, answer, first_used_at = stream.commands[key]
        found = self.do(self.store.find_command(stream.id, command(key, content)))
        assert found == Appended(answer.first_version, answer.last_version, answer.head_hash, True)
        with pytest.raises(KeyReused) as refused:
            self.do(self.store.find_command(stream.id, command(key, "other")))
        assert refused.value.first_used_at == first_used_at

    @rule(which=st.sampled_from(STREAMS), rules=RULES, back=st.integers(0, 2))
    def save_snapshot(self, which: int, rules: str, back: int) -> None:
        stream = self.streams[which]
        version = len(stream.events) - back
        if version < 1:
            return
        head = stream.events[version - 1].hash
        new = Snapshot(stream.id, version, head, rules, "schema", f"{rules}@{version}".encode())
        self.do(self.store.save_snapshot(new))
        old = stream.snapshot
        if old is None or old.rules_hash != rules or version >= old.version:
            stream.snapshot = new

    @rule(which=st.sampled_from(STREAMS), rules=RULES)
    def load(self, which: int, rules: str) -> None:
        stream = self.streams[which]
        snapshot, tail = self.do(self.store.load(stream.id, rules, "schema"))
        fits = stream.snapshot is not None and stream.snapshot.rules_hash == rules
        assert snapshot == (stream.snapshot if fits else None)
        after = snapshot.version if snapshot else 0
        assert [(event.version, event.body) for event in tail] == [
            (version, event.body) for version, event in enumerate(stream.events, 1) if version > after
        ]

    @rule(limit=st.integers(1, 6))
    def sequence(self, limit: int) -> None:
        numbered = self.do(self.store.sequence(limit))
        assert min(limit, self.waiting) <= numbered <= self.waiting
        self.waiting -= numbered

    @precondition(lambda self: self.waiting)
    @rule()
    def reopen(self) -> None:
        self.do(self.store.close())
        self.store = self.do(open_store(self.url, PATIENT))

    @invariant()
    def streams_are_as_the_model_says(self) -> None:
        for stream in self.streams:
            head = self.do(self.store.head(stream.id))
            stored = self.do(self.store.read(stream.id))
            assert [(event.version, event.body) for event in stored] == [
                (version, event.body) for version, event in enumerate(stream.events, 1)
            ]
            assert chain.first_broken(stored) is None
            if head is not None:
                assert (head.version, head.closed) == (len(stream.events), stream.closed)
                assert head.head_hash == stream.head_hash

    def teardown(self) -> None:
        self.do(self.drain())
        log = self.do(self.whole_log())[self.start :]
        for stream in self.streams:
            versions = [version for stream_id, version in log if stream_id == stream.id]
            assert versions == list(range(1, len(stream.events) + 1))
        assert len(log) == sum(len(stream.events) for stream in self.streams)
        self.do(self.store.close())
        self.runner.close()


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return (
        f"sqlite:///{tmp_path / 'store.db'}" if request.param == "sqlite" else request.getfixturevalue("database_url")
    )


def test_the_store_answers_as_its_model(url: str) -> None:
    machine = type("Machine", (StoreMachine,), {"url": url})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=20,
            stateful_step_count=25,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
