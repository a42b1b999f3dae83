"""A whole tournament of client programs: an organiser and entrants, each a process of its own."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx

from tests.e2e.matrix import Pair
from tests.e2e.replicas import Replicas, rotated
from tests.e2e.servers import program
from tests.kit.waiting import PATIENCE

LOOK = 0.01
"""Seconds between two looks at what the programs have printed."""


@dataclass
class Event:
    """A pair while it is played. `struck`: how often a server was killed in the middle of one of its rounds."""

    pair: Pair
    folder: Path
    schema: Path
    tokens: Sequence[str]
    tournament: str = ""
    struck: int = 0
    _programs: list[subprocess.Popen[str]] = field(default_factory=list)

    def open(self, stack: ExitStack, servers: Sequence[str]) -> None:
        """Start the organiser, who makes the tournament."""
        self.folder.mkdir(parents=True)
        order = json.dumps(self.pair.order)
        count, files = str(self.pair.kind.entrants), self.folder / "files"
        files.mkdir()
        self._run(stack, "organiser", *self._skin, self.tokens[0], order, count, str(files), *servers)

    def enter(self, stack: ExitStack, servers: Sequence[str]) -> None:
        """Start the entrants."""
        (self.tournament,) = self.noted("tournament")
        decks = self.pair.decks
        flags = ["--check-in"] if self.pair.order["checkIn"] else []
        for number in range(self.pair.kind.entrants):
            who = (*self._skin, self.tokens[number + 1], self.tournament, decks[number % len(decks)], str(number))
            self._run(stack, "entrant", *flags, *who, *rotated(servers, number))

    def go(self) -> None:
        """Let the organiser begin."""
        _tell(self._programs[0])

    def release(self) -> None:
        """Let the entrants give up matches, so that rounds can end."""
        for one in self._programs[1:]:
            _tell(one)

    def noted(self, what: str) -> list[Any]:
        """What the organiser has printed of this so far."""
        return [line[what] for line in self._said("organiser-0") if what in line]

    @property
    def ended(self) -> bool:
        """The organiser has the files."""
        return self._programs[0].poll() is not None

    def sound(self) -> bool:
        """None of the programs has failed."""
        return all(one.poll() in (None, 0) for one in self._programs)

    def close(self) -> None:
        """Every program has to end by itself and well."""
        for one in self._programs:
            assert one.wait(PATIENCE) == 0, self.pair.name

    @property
    def told(self) -> list[list[dict[str, Any]]]:
        """What each entrant has printed."""
        return [self._said(f"entrant-{number}") for number in range(1, self.pair.kind.entrants + 1)]

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """The entrants stand still, so that no round can end meanwhile."""
        entrants = [one for one in self._programs[1:] if one.poll() is None]
        for one in entrants:
            one.send_signal(signal.SIGSTOP)
        yield
        for one in entrants:
            one.send_signal(signal.SIGCONT)

    def in_mid_round(self, address: str, before: str) -> bool:
        """Whether a round is being played that began before that time."""
        found = httpx.get(f"{address}/v1/tournaments/{self.tournament}/rounds", timeout=PATIENCE).raise_for_status()
        return any(one["status"] == "RUNNING" and one["startedAt"] < before for one in found.json()["rounds"])

    @property
    def _skin(self) -> tuple[str, str]:
        return self.pair.skin, str(self.schema)

    def _said(self, name: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self.folder / name).read_text().splitlines()]

    def _run(self, stack: ExitStack, name: str, *arguments: str) -> None:
        # to append: this process reads while the other one writes
        file = stack.enter_context((self.folder / f"{name}-{len(self._programs)}").open("a"))
        command = (sys.executable, "-m", f"tests.e2e.{name}", *arguments)
        self._programs.append(stack.enter_context(program(*command, out=file, told=subprocess.PIPE)))


def together(events: Sequence[Event], replicas: Replicas) -> None:
    """Run events at the same time. A server is killed in the first round of all of them, and one right when a round is
    over. No first round can end before a server was killed in it.
    """
    with ExitStack() as stack:
        for number, event in enumerate(events):
            event.open(stack, rotated(replicas.addresses, number))
        _until(events, lambda: all(event.noted("tournament") for event in events))
        for number, event in enumerate(events):
            event.enter(stack, rotated(replicas.addresses, number))
        _until(events, lambda: all(event.noted("ready") for event in events))
        for event in events:
            event.go()
        _until(events, lambda: all(event.noted("started") for event in events))
        _strike(events, replicas)
        for event in events:
            event.release()
        over = _overs(events)
        _until(events, lambda: _overs(events) > over or all(event.ended for event in events))
        _strike(events, replicas)
        for event in events:
            event.close()


def _strike(events: Sequence[Event], replicas: Replicas) -> None:
    """Kill one server, see which events it has met in mid-round, and start it again."""
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    (survivor,) = replicas.kill()
    with ExitStack() as still:
        for event in events:
            still.enter_context(event.frozen())
        for event in events:
            event.struck += not event.ended and event.in_mid_round(survivor, now)
    replicas.start()


def _overs(events: Sequence[Event]) -> int:
    """How many rounds are over."""
    return sum(len(event.noted("over")) for event in events)


def _tell(one: subprocess.Popen[str]) -> None:
    """Write a line to a program that waits for it."""
    assert one.stdin is not None
    one.stdin.write("go\n")
    one.stdin.flush()


def _until(events: Sequence[Event], so: Callable[[], bool]) -> None:
    """Until it is so, unless a program has failed before."""
    end = time.monotonic() + PATIENCE
    while not so():
        for event in events:
            assert event.sound(), event.pair.name
        assert time.monotonic() < end, "waited too long"
        time.sleep(LOOK)
