"""The store of a running service hands every call on, as it came, and the answer back."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from eventstore.envelope import Appended, LogPage
from eventstore.shards import BEGINNING
from eventstore.store import EventStore, StoreUnavailable
from service.history.archive.archive import Archive
from service.history.store import ServedStore
from service.meters import Meters

pytestmark = pytest.mark.anyio
METHODS = {name: member for name, member in vars(EventStore).items() if inspect.iscoroutinefunction(member)}
ANSWERS: dict[str, Any] = {
    "append": Appended(1, 1, b"", replayed=False),
    "append_all": [Appended(1, 1, b"", replayed=False)],
    "read_log": LogPage([], 0, BEGINNING),
}


class Recording:
    """Answers every call, and remembers the last one."""

    last: tuple[str, tuple[object, ...], dict[str, object]]
    sql = replica = losses = "what the store behind has"

    def __getattr__(self, name: str) -> Any:
        async def call(*given: object, **named: object) -> object:
            self.last = name, given, named
            return ANSWERS.get(name, "the answer")

        return call


class Away(Recording):
    """Answers no call."""

    def __getattr__(self, name: str) -> Any:
        async def call(*given: object, **named: object) -> object:
            raise StoreUnavailable("away")

        return call


def served(behind: Any, meters: Meters) -> ServedStore:
    return ServedStore(behind, Archive(behind, None, 0), meters)


def named_arguments(name: str) -> dict[str, Any]:
    return {
        one: [] if one in ("events", "appends") else f"the {one}"
        for one in inspect.signature(METHODS[name]).parameters
        if one != "self"
    }


@pytest.mark.parametrize("name", METHODS)
async def test_a_call_is_handed_on_with_all_that_it_was_given(name: str) -> None:
    behind = Recording()
    named = named_arguments(name)
    call: Callable[..., Awaitable[Any]] = getattr(served(behind, Meters()), name)
    answer = await call(**named)
    if inspect.signature(METHODS[name]).return_annotation != "None":
        assert answer == ANSWERS.get(name, "the answer")
    called, given, by_name = behind.last
    assert (called, dict(zip(named, given, strict=False)) | by_name) == (name, named)


@pytest.mark.parametrize("name", sorted(METHODS.keys() - {"close"}))
async def test_a_call_that_is_not_answered_is_counted_by_its_name(name: str) -> None:
    meters = Meters()
    call: Callable[..., Awaitable[Any]] = getattr(served(Away(), meters), name)
    with pytest.raises(StoreUnavailable):
        await call(**named_arguments(name))
    operation = "append" if name == "append_all" else name
    assert meters.registry.get_sample_value("playledger_store_errors_total", {"operation": operation}) == 1


def test_every_property_is_that_of_the_store_behind_it() -> None:
    store: Any = served(Recording(), Meters())
    assert store.replica == store.losses == Recording.losses
