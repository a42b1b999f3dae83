"""A table of bots for newcomers to watch: when a match is over the next one begins."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from uuid import uuid4

import msgspec
import structlog

from api_schema.errors import ApiError, ErrorCode
from api_schema.input.member_names import camel_value
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.matches import ActInput, CreateMatch, JoinMatch, Matches, MatchFilter
from domain.kernel.game import CardGame
from domain.kernel.seating import brought, in_mode, seat_counts
from service.application.ids import prompt_id
from service.application.pseudonyms import own_player
from service.background import BackgroundTask
from service.bootstrap import Playledger
from service.bots.bots import greedy
from service.simulation.table import next_prompt

log = structlog.get_logger(__name__)

BOTS = "ac_bots"
SCOPES = ("match:create", "match:play")
"""One account holds all seats of the table, so a restarted process goes on with the match that it finds."""


class DemoTable(BackgroundTask):
    """Bots at one game, an action each `pace` seconds, with a `rest` between two matches."""

    def __init__(self, playledger: Playledger, game: CardGame, pace: float = 2.0, rest: float = 15.0) -> None:
        self.match = ""
        self.caller = ANONYMOUS
        self._playledger = playledger
        self._cases = playledger.use_cases.matches
        self._game = game
        self._pace = pace
        self._rest = rest
        self._random = Random()

    async def start(self) -> None:
        """Sit down and play in the background; `match` is the id of the match."""
        self.caller = await self._playledger.directory.caller(BOTS, SCOPES)
        self.match = await unfinished(self._cases, self.caller, self._game) or await self._new()
        await super().start()

    async def _run(self) -> None:
        while True:
            try:
                await self._play_out()
                await asyncio.sleep(self._rest)
                self.match = await self._new()
            except ApiError as error:
                # another replica with the same table may have been quicker, and the store may be away for a while
                if error.code not in (ErrorCode.PROMPT_CLOSED, ErrorCode.MATCH_OVER):
                    log.warning("the table of bots waits", match=self.match, code=error.code)
                await asyncio.sleep(self._pace)
            except Exception:
                log.warning("the table of bots stands still", match=self.match, exc_info=True)
                await asyncio.sleep(self._pace)

    async def _play_out(self) -> None:
        await asyncio.sleep(self._pace)
        while (await self._cases.get(self.caller, self.match)).status == "RUNNING":
            await self.move()
            await asyncio.sleep(self._pace)

    async def move(self) -> None:
        """One action of one bot."""
        state = (await self._playledger.matches.repository.current(self.match)).state
        prompt = next_prompt(state, self._random)
        action = msgspec.to_builtins(camel_value(greedy(self._game, state, prompt, self._random)))
        request = ActInput(str(uuid4()), prompt.seat, prompt_id(prompt.id), prompt.revision, action=action)
        await self._cases.act(self.caller, self.match, request)

    async def _new(self) -> str:
        options = in_mode(self._game)
        seats = seat_counts(self._game, options)[0]
        decks = brought(self._game, options, seats, lambda _, known: self._random.choice(known))
        return await seated(self._cases, self.caller, self._game, decks, bot=True)


async def unfinished(cases: Matches, caller: Caller, game: CardGame) -> str | None:
    """The newest match that runs and has the caller's account on every seat, if the list has one."""
    wanted = MatchFilter(game=game.slug, status=("RUNNING",), mine=True, practice=False)
    for match in (await cases.find(caller, first=100, wanted=wanted)).matches:
        if all(seat.player == own_player(caller, match.id) for seat in match.seats):
            return match.id
    return None


async def seated(cases: Matches, caller: Caller, game: CardGame, decks: Sequence[str], *, bot: bool) -> str:
    """A new match without clocks that has the caller's account on every seat."""
    request = CreateMatch(game.slug, len(decks), decision_ms=0, turn_ms=0)
    match, _, _ = await cases.create(caller, str(uuid4()), request)
    for seat, deck in enumerate(decks):
        await cases.join(caller, match.id, str(uuid4()), JoinMatch(seat=seat, deck=deck, bot=bot))
    return match.id
