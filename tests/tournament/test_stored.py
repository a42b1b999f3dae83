"""What was ever stored of a tournament loads for ever: an example of each event at each of its schema numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.kernel.audience import FULL, SPECTATOR
from domain.kernel.codec import Reader, encode
from domain.kernel.facts import Event, Fact
from domain.kernel.upcasters import UnreadableEvent
from domain.tournament.codec import READER
from domain.tournament.events import EVENTS, ResultReopened, RoundStarted
from domain.tournament.proof import ALGORITHMS, verify
from eventstore.chain import canonical
from tests.kit.fixtures import FOLDER, add_of_tournaments, changed, missing_of_tournaments

VIEWERS = (FULL, SPECTATOR, "entrant:en_01")


def examples(folder: Path) -> Iterator[tuple[str, Any]]:
    """(file, example)."""
    for file in sorted((folder / "events/tournament").glob("*.json")):
        held = msgspec.json.decode(file.read_bytes())
        yield from ((file.name, example) for example in held["examples"])


def read(reader: Reader, example: Any, viewer: str = FULL) -> Event | None:
    private = canonical(example["private"]) if example["private"] else None
    return reader.decode(example["type"], example["schema"], canonical({"pub": example["pub"]}), private, viewer)


def test_every_schema_number_of_every_event_has_its_examples() -> None:
    """`make fixtures` adds what is missing."""
    assert missing_of_tournaments(FOLDER) == []
    assert {example["type"] for _, example in examples(FOLDER)} == {kind.type for kind in EVENTS}


@pytest.mark.parametrize("viewer", VIEWERS)
def test_stored_events_load(viewer: str) -> None:
    for file, example in examples(FOLDER):
        event = read(READER, example, viewer)
        assert event is not None, file
        assert file == f"{event.type}.{example['schema']}.json"


def test_stored_events_are_written_again_as_they_read() -> None:
    for file, example in examples(FOLDER):
        event = read(READER, example)
        assert event is not None
        again = msgspec.to_builtins(encode(Fact(event), "account:ac_1", "command"))
        assert read(READER, again) == event, file


def test_stored_rounds_are_proved_by_every_algorithm() -> None:
    rounds = [event for _, example in examples(FOLDER) if isinstance(event := read(READER, example), RoundStarted)]
    assert {event.proof.algorithm for event in rounds} == ALGORITHMS.keys()
    assert [verify(event.proof) for event in rounds] == [()] * len(rounds)


class Reopened(ResultReopened, frozen=True, kw_only=True):
    """What becomes of an event that is changed."""

    schema = 2
    why: str


CHANGED: Sequence[type[Event]] = (*[kind for kind in EVENTS if kind is not ResultReopened], Reopened)


def test_a_schema_number_cannot_rise_without_an_example(tmp_path: Path) -> None:
    assert len(add_of_tournaments(tmp_path)) == len(EVENTS)
    before = {file: file.read_bytes() for file in tmp_path.rglob("*.json")}
    wanted = ["events/tournament/result_reopened.2.json"]
    assert missing_of_tournaments(tmp_path, CHANGED) == wanted
    assert add_of_tournaments(tmp_path, CHANGED) == []
    assert add_of_tournaments(tmp_path, CHANGED, [Reopened(round=1, table=2, why="x")]) == wanted
    assert {file: file.read_bytes() for file in before} == before
    assert changed(tmp_path) == []


def test_a_schema_number_cannot_rise_without_an_upcaster() -> None:
    """The examples of before are still there, and no reader of the changed event takes them as they are."""
    stored = [example for file, example in examples(FOLDER) if file == "result_reopened.1.json"]
    assert stored
    mended = Reader("a tournament", CHANGED, {("result_reopened", 1): lambda data: {**data, "why": ""}})
    for example in stored:
        with pytest.raises(UnreadableEvent, match="no upcaster from schema 1"):
            read(Reader("a tournament", CHANGED), example)
        assert isinstance(read(mended, example), Reopened)
