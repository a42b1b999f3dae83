"""Matches that are over leave the database, while others are played and these are read and asked again."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any
from uuid import UUID

import msgspec

from eventstore.retention.epochs import open_next
from eventstore.store import StoreUnavailable
from service.application.ids import MATCH_IDS
from service.bootstrap import Playledger
from service.cli.epochs import _retire as retire
from service.history.archive.files import commands_name, replay_name
from tests.faults.clients import LONGEST
from tests.faults.history import Act
from tests.simulation.clients import PATIENCE, Asker, Match, act, turn
from tests.simulation.replicas import Lost
from tests.simulation.scenes import DECISIONS, SHORT, Scene
from tests.toy_game import GAME

if TYPE_CHECKING:
    from tests.simulation.run import Run

ABOUT = ("", "/state", "/events", "/frames", "/replay", "/audit")
"""What can be read of a match."""
PERCENT = 50
"""Of the streams of an epoch those that may have to move when it is retired."""


class Archive(Scene):
    """Cron archives what is over and retires epochs; short matches are played, and what is archived is read."""

    share = 0.3

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self._cron = self.house.loop.world.chance("cron")
        self._told: dict[tuple[str, int], bytes] = {}
        self._wrong: list[str] = []
        with closing(sqlite3.connect(self.run.database.path)) as live, live:
            live.execute("UPDATE epochs SET opened_at = 0")  # the template was made in another time

    def works(self) -> Iterable[Coroutine[Any, Any, None]]:
        return self._short_matches(), self._nights(), self._nights(), self._reads()

    async def finished(self) -> None:
        end = self.house.loop.time() + PATIENCE
        while not (await self._command(self._file) and await self._command(self._retire)):
            assert self.house.loop.time() < end, "something can't be archived"
            await asyncio.sleep(1)

    async def wrong(self, app: Playledger) -> Sequence[str]:
        checked = [f"{match}: {why}" async for match, why in app.archive.checker.check() if why is not None]
        return [*self._wrong, *self._unread(), *checked]

    async def _short_matches(self) -> None:
        """Each is given up by everybody after some turns."""
        asker, house = Asker("short table", self.house), self.house
        while not house.stopping:
            with suppress(LookupError):
                match = house.running[SHORT] = await Match.begun(asker, DECISIONS[0])
                for _ in range(asker.random.randrange(1, 5)):
                    await turn(asker, match)
                for token in match.tokens.values():
                    await act(asker, match, token, {"type": "concede"})
            await asyncio.sleep(asker.random.expovariate(1))

    async def _nights(self) -> None:
        """The commands of cron, one or two at once; now and then a process is killed."""
        chance, works = self._cron, (self._file, self._file, self._open, self._retire)
        while not self.house.stopping:
            await asyncio.sleep(chance.expovariate(1))
            await asyncio.gather(*(self._command(chance.choice(works)) for _ in range(chance.choice((1, 1, 2)))))
            self._wrong += self._unread()

    async def _command(self, work: Callable[[Playledger], Awaitable[object]]) -> object:
        """What a command comes to, in a process of its own; None: it was killed, or could not reach what it needs."""
        process, done = self.run.replica(work.__name__, self._cron.choice(self.run.releases)), list[object]()
        if not self.house.stopping and self._cron.random() < 0.2:
            self.house.loop.later(self._cron.uniform(0, 0.1), process.kill)

        async def whole() -> None:
            with suppress(StoreUnavailable):
                app = await process.build()
                done.append(await work(app))
                await app.stop()

        await process.unless_killed(whole())
        process.dead = True
        return done[0] if done else None

    async def _file(self, app: Playledger) -> object:
        """`playledger archive run`"""
        await app.projector.catch_up()
        assert app.archive.filing is not None
        return not [outcome async for outcome in app.archive.filing.run() if outcome.state == "failed"]

    async def _open(self, app: Playledger) -> object:
        """`playledger epoch open --now`"""
        return await open_next(app.store)

    async def _retire(self, app: Playledger) -> object:
        """`playledger epoch retire`"""
        try:
            return await retire(app.store, None, PERCENT)
        except ValueError:
            return "another process was quicker"

    def _filed(self) -> dict[str, str]:
        """Where each match is in the archive by what the database says now."""
        with closing(sqlite3.connect(self.run.database.path)) as live:
            rows = live.execute("SELECT stream_id, object FROM archived_streams ORDER BY 1").fetchall()
        return {MATCH_IDS.id_of(UUID(stream)): name for stream, name in rows}

    def _unread(self) -> Sequence[str]:
        named = [name(filed) for filed in self._filed().values() for name in (replay_name, commands_name)]
        return [f"{name} counts as archived and was never read" for name in named if name not in self.run.storage.read]

    async def _reads(self) -> None:
        asker, house = Asker("archivist", self.house), self.house
        while not house.stopping:
            await asyncio.sleep(0.2)
            filed = self._filed()
            acts = [one for one in house.history if isinstance(one, Act) and one.match in filed]
            if filed and asker.random.random() < 0.6:
                await self._read(asker, f"/v1/matches/{asker.random.choice([*filed])}{asker.random.choice(ABOUT)}")
            elif acts:
                await self._again(asker, asker.random.choice(acts))

    async def _read(self, asker: Asker, path: str) -> None:
        """What is archived is the same for ever."""
        began, losses = self.house.loop.time(), len(self.run.losses)
        replica = self.house.replicas[asker.any_server()]
        with suppress(Lost):
            async with replica.ask("GET", path) as exchange:
                status, text = await exchange.whole(LONGEST)
            if self.run.newest and b'"verdict":"DIVERGED"' in text and f'"game":"{GAME.slug}"'.encode() in text:
                return  # by the rules of another release
            if status < 500 and not self._is_excused(began):  # of a private one nobody else is told
                if status not in (200, 403) or text != self._told.setdefault((path, losses), text):
                    self._wrong.append(
                        f"{path} is {status} {text!r:.900}, and was {self._told.get((path, losses))!r:.900}"
                    )
                elif status == 200 and path.endswith("audit") and not msgspec.json.decode(text)["ok"]:
                    self._wrong.append(f"{path} is {text!r}")

    async def _again(self, asker: Asker, done: Act) -> None:
        """A command that is sent again is answered as the first time."""
        token, chosen = self.house.sent[done.key]
        path, began = f"/v1/matches/{done.match}/actions", done.began
        status, data = await asker.once(asker.any_server(), "POST", path, token, done.key, **chosen)
        told, once = (
            data and (data.get("version"), data.get("headHash"), data.get("replayed")),
            (done.version, done.hash),
        )
        if 0 < status < 500 and told != (*once, True) and not self._is_excused(began):
            self._wrong.append(f"{done} was answered {status} {data} when it was sent again")

    def _is_excused(self, began: float) -> bool:
        return any(loss.excuses(began, self.house.loop.time()) for loss in self.run.losses)
