"""Garbage in circles is collected when the memory has grown."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from weakref import ReferenceType, ref

import pytest

from service.cli.collecting import GarbageWatch, resident

pytestmark = pytest.mark.anyio


class Circle:
    """Refers to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Nobody else collects."""
    gc.disable()
    yield
    gc.enable()


def garbage() -> ReferenceType[Circle]:
    """Circles that only a full collection finds."""
    circle = Circle()
    gc.collect()
    return ref(circle)


def telling(*memory: int) -> Callable[[], int]:
    """What the system tells of the memory, one look after the other."""
    return iter(memory).__next__


async def test_garbage_goes_when_the_memory_has_grown(uncollected: None) -> None:
    watch, kept = GarbageWatch(telling(100, 105, 120, 118, 125, 130, 100)), garbage()
    await watch.look()
    assert kept() is not None
    await watch.look()
    assert kept() is None
    kept = garbage()
    await watch.look()
    assert kept() is not None, "it has grown since the start, not since the last collection"
    await watch.look()
    assert kept() is None


def test_the_memory_of_this_process_is_told() -> None:
    assert resident() > 10 << 20
