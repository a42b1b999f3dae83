"""Tournaments: an organiser and entrants over REST; and that bots of the house answer."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from domain.kernel.seating import brought
from service.bootstrap import Playledger
from tests.faults.history import Act, Read
from tests.simulation import chance, clients, tournaments
from tests.simulation.scenes import Scene

if TYPE_CHECKING:
    from tests.simulation.run import Run

ENTRANTS = 6
POLICIES: Sequence[Mapping[str, Any]] = (
    *({"format": "SWISS", "rounds": 2},) * 2,
    {"format": "ROUND_ROBIN"},
    {"format": "SINGLE_ELIMINATION"},
)
RULES = ("OPEN", "AFTER_ROUND", "CLOSED")
"""Who knows decks when."""
DUELS = [mode for mode in clients.MODES if 2 in mode.seats]
LOOK = 0.5
"""Seconds between two looks of an organiser."""
AWAKE = 2.0
"""Seconds until a bot of the house has answered, where nothing goes wrong: it takes five commits, each perhaps late."""
SWEPT = 10.0
"""The same once all is well again."""
WAITING = "SELECT min(asked_at) FROM house_turns"
"""Since when a bot of the house has not answered, in ms."""
LEFT = """
SELECT (SELECT count(*) FROM rating_queue) + (
    SELECT count(*) FROM tournament_games AS game JOIN match_list USING (stream_id)
    WHERE CASE WHEN status IN ('finished', 'aborted') THEN NOT reported OR reveal AND NOT revealed ELSE settled END
)
"""
"""How much the service has still to do for tournaments."""


class Person(clients.Asker):
    """An account that changes a tournament, and remembers what it was told of it."""

    def __init__(self, name: str, run: Run, token: str) -> None:
        super().__init__(name, run.house)
        self.token = token

    async def change(self, path: str, method: str = "POST", **body: Any) -> Any:
        """The answer to a change. Raises LookupError for a refusal."""
        began = self.house.loop.time()
        made = await self.ask(method, f"/v1/tournaments{path}", self.token, **body)
        shown, times = made["tournament"], (began, self.house.loop.time())
        told = (shown["version"], shown["headHash"])
        if shown["version"] == made["version"]:
            self.house.record(Act(self.name, shown["id"], f"{self.name} {began} {path}", *times, *told))
        else:  # others have changed it since this was done
            self.house.record(Read(self.name, shown["id"], *times, *told))
        return made

    async def look(self, path: str) -> Any:
        """The tournament, or what is of it."""
        return await self.ask("GET", f"/v1/tournaments{path}", self.token)


class Cups(Scene):
    """A tournament is held, and another one where a failover took it away."""

    share = 0.4

    async def begin(self) -> None:
        scopes = ("tournament:manage", "tournament:referee"), ("tournament:enter", "match:play", "match:read")
        self._organiser, *self._players = [
            Person(f"person {number}", self.run, await clients.account(self.house, *scopes[number > 0]))
            for number in range(ENTRANTS + 1)
        ]
        self._refusals: list[str] = []

    def works(self) -> Iterable[Coroutine[Any, Any, None]]:
        yield self._one()

    async def finished(self) -> None:
        await self.until(lambda: not self.run.database.value(LEFT), "tournaments are not looked after")

    async def _one(self) -> None:
        while not self.house.stopping:
            try:
                return await self._held()
            except LookupError as error:
                self._refusals.append(repr(error))
            await asyncio.sleep(LOOK)

    async def _held(self) -> None:
        """A tournament from its first entry to its end. Raises LookupError once a failover took something away."""
        head, loop = self._organiser, self.house.loop
        mode, policy, players = head.random.choice(DUELS), head.random.choice(POLICIES), self._players
        if policy["format"] != "SWISS" or head.random.random() < 0.5:
            players = players[:4]
        order = {"game": mode.game.slug, "options": msgspec.to_builtins(mode.options), "policy": policy}
        order |= dict.fromkeys(("decisionMs", "turnMs"), head.random.choice((600, 3)) * 1000)
        made = await head.change("", name="Cup", decks=head.random.choice(RULES), **order)
        cup = f"/{made['tournament']['id']}"
        deck, _ = brought(mode.game, mode.options, 2, lambda _, known: head.random.choice(known))
        await asyncio.gather(*(one.change(f"{cup}/entrants", deck={"deck": deck}) for one in players))
        while True:
            with suppress(LookupError):  # rounds are left, or a request of before came once more, and late
                await head.change(f"{cup}/finish")
            if (shown := await head.look(cup))["status"] == "FINISHED":
                return
            number = shown["round"] + 1
            leaving = (self._leave(one, cup) for one in players[3:] if one.random.random() < 0.2)
            await asyncio.gather(head.change(f"{cup}/rounds", round=number), *leaving)
            ends = loop.time() + clients.PATIENCE
            while not (await head.look(cup))["roundOver"]:
                await asyncio.gather(*(self._sit(one) for one in players), self._rule(cup, number))
                await asyncio.sleep(LOOK)
                assert loop.time() < ends, f"round {number} of {cup} has no end"
            await self._rule(cup, number)

    async def _leave(self, player: Person, cup: str) -> None:
        with suppress(LookupError):  # it has left already
            await player.change(f"{cup}/entrants/me", "DELETE")

    async def _sit(self, player: Person) -> None:
        """Play an action at the own table, or give up."""
        with suppress(LookupError):  # it is over, or a failover took it away
            for seat in (await player.ask("GET", "/v1/inbox/seats", player.token))["seats"]:
                match = clients.Match(seat["matchId"], {seat["seat"]: player.token})
                if player.random.random() < 0.5:
                    await clients.turn(player, match)
                else:
                    await clients.act(player, match, player.token, {"type": "concede", "seat": seat["seat"]})

    async def _rule(self, cup: str, number: int) -> None:
        """Now and then decide on a table of a round."""
        head = self._organiser
        if head.random.random() > 0.3:
            return
        with suppress(LookupError):  # it has a result meanwhile, or a failover took it away
            table = head.random.choice((await head.look(f"{cup}/pairings?round={number}"))["pairings"])
            winner = head.random.randrange(2)
            order: dict[str, Any] = {"kind": "AWARD", "entrant": table["seats"][winner]["entrant"]}
            if table["status"] == "DECIDED":
                came_to = {"places": [[winner], [1 - winner]], "games": [1 - winner, winner]}
                order = {"kind": "OVERRIDE", "result": came_to}
            reason = str(winner)  # so that who reads it later knows
            await head.change(f"{cup}/rulings", round=number, table=table["table"], reason=reason, **order)

    async def wrong(self, app: Playledger) -> Sequence[str]:
        found = [one async for one in tournaments.wrong(app, not self.run.losses)]
        return found if self.run.losses else found + self._refusals


class Bots(Scene):
    """Bots of the house answer."""

    async def begin(self) -> None:
        self._longest = 0.0

    def works(self) -> Iterable[Coroutine[Any, Any, None]]:
        yield self._look()

    async def _look(self) -> None:
        while not self.house.stopping:
            self._longest = max(self._longest, self._waiting())
            await asyncio.sleep(AWAKE / 4)

    def _waiting(self) -> float:
        """For how many seconds the one that waits longest has not answered."""
        since = self.run.database.value(WAITING)
        return 0.0 if since is None else chance.EPOCH + self.house.loop.time() - since / 1000

    async def finished(self) -> None:
        await self.until(lambda: self._waiting() < SWEPT, "a bot of the house does not answer")

    async def wrong(self, app: Playledger) -> Sequence[str]:
        late = not self.run.plan and self._longest > AWAKE
        return [f"a bot of the house has not answered for {self._longest:.1f} s"] if late else []
