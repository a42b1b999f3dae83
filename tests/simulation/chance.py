"""Clock and chance of this process out of one seed.

Imported before anything of the product, which takes hold of `time.monotonic` and its like by their names. Until a world
begins they are what they were.
"""

from __future__ import annotations

import os
import random
import secrets
import time
import uuid
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextvars import ContextVar
from random import Random
from typing import Any, Protocol

EPOCH = 1_700_000_000.0
"""The time of day when a world begins, seconds."""


class Machine(Protocol):
    """Where a step of the product is taken."""

    name: str
    dead: bool
    paused_until: float
    skew: float
    """Seconds by which its wall clock is ahead."""
    losses: int
    """How often a connection of its to the store broke off."""

    def work(self, work: Callable[[], Any], answer: Callable[[Any, BaseException | None], None]) -> None:
        """Do the work of a store's thread in its time, and answer; or don't."""
        ...


MACHINE: ContextVar[Machine | None] = ContextVar("machine", default=None)


class World:
    """The time since it began, and a generator for each who draws: leaving one out moves nothing else."""

    def __init__(self, seed: str, secret: str = "") -> None:
        self.seed = seed
        self.secret = secret
        """What the draws of secrets depend on beside the seed, and nothing else does."""
        self.now = 1_000.0
        self._drawing: dict[str, Random] = {}

    def chance(self, name: str) -> Random:
        """The generator of this name, always the same one."""
        more = self.secret if name == "secret" else ""
        return self._drawing.setdefault(name, Random(f"{self.seed}/{name}{more}"))

    def wall(self) -> float:
        """The time of day, seconds, as the machine has it on which this is asked."""
        machine = MACHINE.get()
        return EPOCH + self.now + (0.0 if machine is None else machine.skew)


_worlds: list[World] = []


def begin(seed: str, secret: str = "") -> World:
    """From now on everything here goes by this world."""
    _worlds[:] = [World(seed, secret)]
    random.seed(f"{seed}/random")
    return _worlds[0]


def _instead(module: Any, name: str, simulated: Callable[..., Any]) -> None:
    real = getattr(module, name)

    def either(*args: Any) -> Any:
        return simulated(_worlds[0], *args) if _worlds else real(*args)

    setattr(module, name, either)


def _drawn(world: World, size: int | None = None) -> bytes:
    return world.chance("product").randbytes(32 if size is None else size)


_instead(time, "monotonic", lambda world: world.now)
_instead(time, "monotonic_ns", lambda world: round(world.now * 1e9))
_instead(time, "perf_counter", lambda world: world.now)
_instead(time, "time", World.wall)
_instead(time, "time_ns", lambda world: round(world.wall() * 1e9))
_instead(os, "urandom", _drawn)
_instead(uuid, "uuid4", lambda world: uuid.UUID(int=world.chance("product").getrandbits(128), version=4))
_instead(secrets, "token_bytes", _drawn)
_instead(secrets, "token_hex", lambda world, size=None: _drawn(world, size).hex())
_instead(
    secrets, "token_urlsafe", lambda world, size=None: urlsafe_b64encode(_drawn(world, size)).rstrip(b"=").decode()
)
