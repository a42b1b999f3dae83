"""A store that forwards hands every call on, as it came, and the answer back."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from eventstore.forwarding import ForwardingStore
from eventstore.store import EventStore

pytestmark = pytest.mark.anyio
METHODS = {name: member for name, member in vars(EventStore).items() if inspect.iscoroutinefunction(member)}
PROPERTIES = [name for name, member in vars(EventStore).items() if isinstance(member, property)]


class Recording:
    """Answers every call, and remembers the last one."""

    last: tuple[str, tuple[object, ...], dict[str, object]]

    def __getattr__(self, name: str) -> Any:
        async def call(*given: object, **named: object) -> object:
            self.last = name, given, named
            return "the answer"

        return name if name in PROPERTIES else call


@pytest.mark.parametrize("name", METHODS)
async def test_a_call_is_handed_on_with_all_that_it_was_given(name: str) -> None:
    behind = Recording()
    signature = inspect.signature(METHODS[name])
    named = {one: f"the {one}" for one in signature.parameters if one != "self"}
    call: Callable[..., Awaitable[Any]] = getattr(ForwardingStore(behind), name)
    assert await call(**named) == (None if signature.return_annotation == "None" else "the answer")
    called, given, by_name = behind.last
    assert (called, dict(zip(named, given, strict=False)) | by_name) == (name, named)


def test_every_property_is_that_of_the_store_behind_it() -> None:
    store: Any = ForwardingStore(Recording())
    assert [getattr(store, name) for name in PROPERTIES] == PROPERTIES != []
