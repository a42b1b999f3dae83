"""Moves the bots of the house: answers what they are asked, from what their seats can know.

Every replica does. The one that stored what asks a bot answers at once; the sweep of a read model, by the replica that
holds the lease of a shard, finds what no replica answered, because it was killed. That two may answer the same prompt
is harmless: the command id makes it one event.
"""

from __future__ import annotations

import asyncio
import hmac
import random
from collections.abc import Awaitable, Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TypeVar

import structlog

from api_schema.errors import ApiError, ErrorCode
from domain.kernel.actions import Action
from domain.kernel.match import State
from domain.kernel.prompts import Prompt
from service.application.pseudonyms import strength_of
from service.application.vault import SeedLost
from service.bots.bots import HOUSE
from service.bots.sampling import answer
from service.leases import Lease
from service.matches.aggregate import Aggregate
from service.matches.play import Play
from service.matches.repository import Repository
from service.streams.broker import Broker
from service.streams.follower import Follower
from service.times import Clock

log = structlog.get_logger(__name__)
T = TypeVar("T")

Load = Callable[[str], Awaitable[Aggregate]]
Waiting = Callable[[int, int], Awaitable[Sequence[str]]]
"""(before, limit): matches in which a bot was asked before a time, in ms, and has not answered; the longest first."""


@dataclass(frozen=True)
class HouseSettings:
    """Times in ms. `sweep`: between two looks at the read model; `grace`: how long the sweep leaves a match to the
    replica that asked its bot; `retry`: how long one in which a bot could not be moved is left alone, `lost` the same
    where its seed can't be opened. `limit`: so many matches a sweep.
    """

    sweep: int = 1_000
    grace: int = 2_000
    retry: int = 5_000
    lost: int = 3_600_000
    limit: int = 200


class HouseBots(Follower):
    """One task for each match in which a bot is asked, until it is asked no more. They think one after another, in a
    thread: a bot that looks ahead takes a while.
    """

    def __init__(
        self,
        clock: Clock,
        broker: Broker,
        repository: Repository,
        play: Play,
        waiting: Waiting,
        settings: HouseSettings | None = None,
        lease: Lease | None = None,
    ) -> None:
        self._settings = settings or HouseSettings()
        super().__init__(broker, self.sweep, poll=self._settings.sweep / 1000, lease=lease)
        self._clock = clock
        self._repository = repository
        self._play = play
        self._waiting = waiting
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._held: dict[str, int] = {}
        self._thinking = ThreadPoolExecutor(1, "house-bots")

    def hinted(self, match_id: str, version: int) -> None:
        """A match has changed: move its bots, if this process is the one that knows it as it is now."""
        state = self._repository.cache.state(match_id)
        if state is not None and state.version == version and asked(state) is not None:
            self._begin(match_id, self._repository.likely)

    def missed(self, keys: Collection[str] | None = None) -> None:
        """The sweep finds whatever it was."""

    async def sweep(self) -> None:
        """Move the bots that were asked a while ago and have not answered."""
        if not self._lease.held:
            return
        now = self._clock()
        self._held = {match: until for match, until in self._held.items() if until > now}
        # those that can't be moved must not crowd out the others
        limit = self._settings.limit + len(self._held)
        for match in await self._waiting(now - self._settings.grace, limit):
            if match not in self._held:
                self._begin(match, self._repository.current)

    async def stop(self) -> None:
        """Stop, also in the middle of a thought: whoever goes on with the match thinks anew."""
        await super().stop()
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        self._thinking.shutdown(wait=False, cancel_futures=True)

    def _pause(self) -> float:
        """Replicas sweep at different times."""
        return self._poll * random.uniform(0.8, 1.2)

    def _begin(self, match: str, load: Load) -> None:
        if match not in self._tasks:
            self._tasks[match] = asyncio.create_task(self._move(match, load))

    async def _move(self, match: str, load: Load) -> None:
        """Answer until no bot is asked in the match; what can't be done now is left to a sweep."""
        try:
            known = await load(match)
            while (prompt := asked(known.state)) is not None:
                known = await self._answer(known, prompt)
        except SeedLost:
            self._hold(match, self._settings.lost)
        except ApiError as error:
            self._hold(match, self._settings.retry)
            if error.code in (ErrorCode.UNAVAILABLE, ErrorCode.INTERNAL):
                log.warning("a bot of the house waits", match=match, code=error.code)
        except Exception as error:
            self._hold(match, self._settings.retry)
            log.warning("a bot of the house waits", match=match, error=type(error).__name__)
        finally:
            # at once, so that no hint falls between the last look and the end of the task
            del self._tasks[match]

    def _hold(self, match: str, ms: int) -> None:
        self._held[match] = self._clock() + ms

    async def _answer(self, known: Aggregate, prompt: Prompt) -> Aggregate:
        """The match after the answer, or after the default if the bot fails; as it is now where others were quicker."""
        try:
            return await self._answered(known, prompt, await self._thought(known, prompt))
        except ApiError as error:
            if error.code not in (ErrorCode.PROMPT_CLOSED, ErrorCode.MATCH_OVER):
                raise
            return await self._repository.current(known.match)
        except Exception:
            log.warning("a bot of the house takes the default", match=known.match, prompt=prompt.kind, exc_info=True)
        return await self._answered(known, prompt, _default(known, prompt))

    async def _answered(self, known: Aggregate, prompt: Prompt, action: Action) -> Aggregate:
        done = await self._play.answer(known.match, prompt.seat, prompt.id, prompt.revision, action)
        return done.aggregate

    async def _thought(self, known: Aggregate, prompt: Prompt) -> Action:
        """The answer of the bot. Its chance follows from the seed of the match, which nobody knows yet: any replica
        that thinks throws the same dice. ValueError for what is not legal.
        """
        game, state = known.game, known.state
        name = f"bot|{prompt.id}|{prompt.revision}".encode()
        chance = Random(hmac.digest(self._repository.seed(known), name, "sha256"))
        strength = strength_of(state.seats[prompt.seat].player)
        assert strength is not None
        seen = game.imagined(state, prompt.seat, partial(_shuffled, chance))
        think = partial(HOUSE[strength], game, seen, prompt, chance)
        action: Action = await asyncio.get_running_loop().run_in_executor(self._thinking, think)
        refusal = game.refuse(state, prompt, action)
        if refusal is not None:
            raise ValueError(f"{strength} in {game.slug} answers against {refusal.rule or refusal.code}")
        return action


def asked(state: State) -> Prompt | None:
    """The oldest prompt of a bot that the match waits for; where it waits for none at all, any of a bot."""
    found = [prompt for prompt in state.prompts.values() if strength_of(state.seats[prompt.seat].player)]
    waited_for = [prompt for prompt in found if prompt.mode != "standing"]
    if waited_for or any(prompt.mode != "standing" for prompt in state.prompts.values()):
        found = waited_for
    return found[0] if found else None


def _default(known: Aggregate, prompt: Prompt) -> Action:
    """The default of a prompt, or any answer where it has none."""
    game, state = known.game, known.state
    default = game.default(state, prompt)
    return answer(game, state, prompt, Random(prompt.id)) if default is None else default


def _shuffled(chance: Random, things: Sequence[T]) -> list[T]:
    return chance.sample(things, len(things))
