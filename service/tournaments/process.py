"""The process manager of tournaments: it reports results of matches, concedes seats that a call has taken out, ends
matches that nobody needs, and reveals secrets when it is time.

A replica does it for the tournaments of its lease's shards. Two may do the same, which is harmless: the command makes
it one event.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import structlog

from api_schema.errors import ApiError
from domain.tournament.batch import TournamentDecision
from domain.tournament.playing import game_over
from domain.tournament.tournament import TableRef, result_at
from eventstore import Command, StoreError
from service.application.ids import MATCH_IDS, TOURNAMENT_IDS
from service.application.sealing import Cause
from service.application.vault import SeedLost
from service.leases import Lease
from service.matches.play import Play
from service.matches.repository import Repository
from service.projections.match_list import queries
from service.streams.broker import Broker
from service.streams.follower import WORK, Follower
from service.tournaments.aggregate import TournamentAggregate
from service.tournaments.commands import TournamentCommands
from service.tournaments.refusals import accepted

log = structlog.get_logger(__name__)
POLL = 1.0
"""Seconds between two looks when nothing is heard of."""
SETTLE = 0.2
"""Seconds after news, so that what happens in one go is looked after in one go."""
LONGEST = 300.0
"""Seconds at most until a match that could not be looked after is tried again."""
RULED = "ruled"
"""Why a match of a tournament was aborted: its table has a result without it."""


@dataclass(frozen=True)
class Played:
    """The end of a game's match: its table and round, and the placings of its own seats; None: it was aborted.

    `head` is the hash of its last event, in hex.
    """

    match: str
    place: TableRef
    number: int
    placings: Sequence[Sequence[int]] | None
    rule: str
    head: str


class TournamentProcess(Follower):
    """Looks after the matches of all tournaments."""

    def __init__(
        self,
        commands: TournamentCommands,
        repository: Repository,
        play: Play,
        broker: Broker,
        lease: Lease | None = None,
    ) -> None:
        super().__init__(broker, self._look, poll=POLL, settle=SETTLE, words=(WORK,), lease=lease)
        self._commands = commands
        self._repository = repository
        self._play = play
        self._failed: dict[Any, tuple[float, float]] = {}

    async def _look(self) -> None:
        """Do what is due; if there was any, look again soon."""
        try:
            if self._lease.held and await self.look():
                self.wake()
        except StoreError as error:
            log.warning("tournaments wait for the store", error=str(error))

    async def look(self) -> int:
        """Do all that is due now, as far as the read models know; how much was done."""
        done = 0
        failed, self._failed = self._failed, {}
        read = self._commands.repository.store.sql.read
        kinds = (
            (queries.ended, self._report),
            (queries.called_out, self._give_up),
            (queries.needless, self._end),
            (queries.hidden, self._reveal),
        )
        if not await read(partial(queries.is_any, [due for due, _ in kinds], self._lease.shards)):
            return 0
        for due, work in kinds:
            after = -1
            while self._lease.held and (rows := await read(partial(queries.rows, due(after), self._lease.shards))):
                done += sum([await self._tried(work, row, failed) for row in rows])
                after = rows[-1].created_position
        return done

    async def _tried(
        self, work: Callable[[Any], Awaitable[object]], row: Any, failed: Mapping[Any, tuple[float, float]]
    ) -> bool:
        """Do it, unless it failed a moment ago: what fails again and again waits longer each time."""
        now = asyncio.get_running_loop().time()
        due, wait = failed.get(row.stream_id, (now, 0.0))
        if due > now:
            self._failed[row.stream_id] = due, wait
            return False
        done = await self._did(work, row)
        if not done:
            self._failed[row.stream_id] = now + wait, min(max(POLL, 2 * wait), LONGEST)
        return done

    async def _did(self, work: Callable[[Any], Awaitable[object]], row: Any) -> bool:
        try:
            await work(row)
        except (ApiError, SeedLost) as error:
            log.info("a match of a tournament is left alone", match=MATCH_IDS.id_of(row.stream_id), reason=str(error))
            return False
        except StoreError:
            raise
        except Exception:
            log.warning(
                "a match of a tournament can't be looked after", match=MATCH_IDS.id_of(row.stream_id), exc_info=True
            )
            return False
        return True

    async def _report(self, row: Any) -> None:
        """Tell the tournament how a match ended."""
        match = MATCH_IDS.id_of(row.stream_id)
        known = await self._repository.current(match)
        result = known.state.result
        if result is None:
            return
        placings = None if result.kind == "aborted" else result.placings
        placings = () if result.kind == "all_lose" else placings
        game = Played(match, (row.round, row.table_number), row.game, placings, result.rule, known.head.hex())
        await self.report(TOURNAMENT_IDS.id_of(row.tournament), game)

    async def report(self, tournament: str, game: Played) -> None:
        """Tell a tournament how a match of it ended, once."""

        async def propose(known: TournamentAggregate) -> TournamentDecision:
            seed, matches = self._commands.repository.seed(known), await self._commands.matches(known.state)
            came_to = game.place, game.number, game.placings, game.rule
            return accepted(game_over(known.state, *came_to, seed, matches, self._commands.clock(), game.head))

        name = f"game:{game.match}"
        command = Command("arbiter", name, name.encode())
        await self._commands.append(tournament, command, Cause("system", name), propose)

    async def _give_up(self, row: Any) -> None:
        """Concede for whom a call has taken out of a match that the others play on. A duel has its result at once."""
        known = await self._commands.repository.current(TOURNAMENT_IDS.id_of(row.tournament))
        if result_at(known.state, (row.round, row.table_number)) is None:
            await self._play.give_up(MATCH_IDS.id_of(row.stream_id), row.seat)

    async def _end(self, row: Any) -> None:
        """End a match whose table has a result without it."""
        await self._play.abort(MATCH_IDS.id_of(row.stream_id), RULED, self._commands.clock() + 1)

    async def _reveal(self, row: Any) -> None:
        """Open what a match has hidden."""
        await self._play.reveal(MATCH_IDS.id_of(row.stream_id))
