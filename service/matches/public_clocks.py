"""Clocks that run in public, for watchers: their seats, their deadlines, and what is left of the time.

Hidden prompts never show, not even to their own seat: a tick is a function of what everybody sees.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from api_schema.ports.matches import ClockTickOut, RunningClock
from domain.kernel.match import State
from service.application.ids import prompt_id
from service.matches.repository import Repository
from service.times import Clock, rfc3339


class PromptClock(NamedTuple):
    """A prompt's clock. `deadline` in ms since the epoch; the last `bank` ms before it come out of the seat's bank."""

    seat: int
    prompt: int
    deadline: int
    bank: int


class PublicClocks:
    """The clocks of matches, for the hub."""

    def __init__(self, repository: Repository, clock: Clock) -> None:
        self._repository = repository
        self._clock = clock

    async def running(self, match_id: str, version: int) -> tuple[PromptClock, ...] | None:
        """The clocks of a match that has come to a version; None while this process knows less of it.

        It doesn't read what is missing: the rendering of the events does.
        """
        known = await self._repository.known(match_id)
        return running(known.state) if known.version >= version else None

    def tick(self, clocks: tuple[PromptClock, ...]) -> bytes:
        """The tick of these clocks now."""
        return msgspec.json.encode(tick(clocks, self._clock()))


def running(state: State) -> tuple[PromptClock, ...]:
    """The clocks of a state that everybody may see."""
    return tuple(
        PromptClock(prompt.seat, prompt.id, prompt.deadline, prompt.bank)
        for prompt in state.prompts.values()
        if prompt.secrecy != "hidden" and prompt.deadline is not None
    )


def tick(clocks: tuple[PromptClock, ...], now: int) -> ClockTickOut:
    """These clocks as they stand at a time, in ms since the epoch."""
    return ClockTickOut(rfc3339(now), tuple(_read(clock, max(0, clock.deadline - now)) for clock in clocks))


def _read(clock: PromptClock, left: int) -> RunningClock:
    return RunningClock(clock.seat, prompt_id(clock.prompt), rfc3339(clock.deadline), left, min(left, clock.bank))
