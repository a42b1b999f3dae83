"""Demo data: for each game a match to step through, one between bots to watch, and one that waits for a move."""

from __future__ import annotations

from types import TracebackType
from uuid import NAMESPACE_OID, uuid5

from api_schema.graphql.explorer import Example, ExampleMatches, demo_examples
from api_schema.input.patterns import HOUR
from api_schema.ports.base import Caller
from api_schema.ports.matches import MatchFilter
from api_schema.scopes import SCOPES
from domain.kernel.game import CardGame
from domain.kernel.seating import brought, in_mode, seat_counts
from service.application.ids import MATCH_IDS
from service.bootstrap import Playledger
from service.demo.table import BOTS, DemoTable, seated, unfinished
from service.simulation.recorder import store
from service.simulation.table import Setup, play
from service.times import now

ACCOUNT = "ac_demo"
SHORT = "demo-64"
"""By this word no finished match is long: 115 to 314 answers, where by others some have thousands."""


class Corner:
    """The demo matches of one game."""

    def __init__(self, playledger: Playledger, caller: Caller, game: CardGame) -> None:
        self.game = game
        self.seats = seat_counts(game, in_mode(game))[0]
        self.table = DemoTable(playledger, game)
        self.to_play = ""
        self.finished = ""
        self.last_version = 0
        self._playledger = playledger
        self._caller = caller
        self._cases = playledger.use_cases.matches

    async def fill(self) -> None:
        """Make what is not there yet."""
        cases, caller = self._cases, self._caller
        self.to_play = await unfinished(cases, caller, self.game) or await seated(
            cases, caller, self.game, self._decks(), bot=False
        )
        self.finished, self.last_version = await self._finished() or await self._finish_one()

    async def first_action(self) -> tuple[int, str] | None:
        """A seat of the match to play and the token of its first legal action; None when the match is over."""
        for seat in range(self.seats):
            if (await self._cases.get(self._caller, self.to_play)).status != "RUNNING":
                return None
            legal = await self._cases.legal_actions(self._caller, self.to_play, seat)
            for prompt in legal.prompts:
                if prompt.actions and prompt.prompt.mode != "STANDING":
                    return seat, prompt.actions[0].token
        return None

    async def _finished(self) -> tuple[str, int] | None:
        page = await self._cases.find(
            self._caller, first=1, wanted=MatchFilter(game=self.game.slug, status=("FINISHED",))
        )
        return next(((match.id, match.version) for match in page.matches), None)

    async def _finish_one(self) -> tuple[str, int]:
        """A match that bots have played within the last hour: the same one in every store."""
        seed = f"{SHORT} {self.game.slug}"
        match, bots = MATCH_IDS.id_of(uuid5(NAMESPACE_OID, seed)), ["greedy"] * self.seats
        setup = Setup(self.game, match, seed, self._decks(), bots, start=now() - HOUR)
        steps = list(play(setup))
        await store(self._playledger.catalogue, self._playledger.matches.repository, setup, steps)
        return match, steps[-1].decision.state.version

    def _decks(self) -> list[str]:
        return brought(self.game, in_mode(self.game), self.seats, lambda side, known: known[side % len(known)])


class Demo:
    """The demo's matches, and a personal token of its account. The bots play while the context is entered."""

    def __init__(self, token: str, corners: list[Corner]) -> None:
        self.token = token
        self._corners = corners

    @property
    def places(self) -> list[tuple[str, str]]:
        """(title, path of the address), in the order in which a newcomer looks."""
        return [
            (f"{corner.game.slug}: {title}", f"/v1/matches/{match}")
            for corner in self._corners
            for title, match in (
                ("finished", f"{corner.finished}/events"),
                ("bots play", f"{corner.table.match}/stream"),
                ("to play", corner.to_play),
            )
        ]

    @property
    def explorers(self) -> list[tuple[str, str]]:
        """(title, path of the address) of the examples about each game."""
        return [(f"{corner.game.slug}: examples", f"/graphql?game={corner.game.slug}") for corner in self._corners]

    async def examples(self, game: str | None = None) -> list[Example]:
        """Operations to begin with at GET /graphql, about a game; about the first game, if none has that name."""
        corner = next((corner for corner in self._corners if corner.game.slug == game), self._corners[0])
        seat, action = await corner.first_action() or (0, None)
        matches = ExampleMatches(
            self.token,
            corner.to_play,
            seat,
            action,
            corner.table.match,
            corner.finished,
            corner.last_version // 2,
            corner.game.slug,
            corner.seats,
        )
        return demo_examples(matches)

    async def __aenter__(self) -> Demo:
        for corner in self._corners:
            await corner.table.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for corner in self._corners:
            await corner.table.stop()


async def make_demo(playledger: Playledger) -> Demo:
    """Make the data that is not there yet, and a fresh token."""
    # without account:write: an erased account could not be made again on the next start
    scopes = sorted(SCOPES.keys() - {"admin", "account:write"})
    _, token = await playledger.accounts.create_for(ACCOUNT, "demo", scopes)
    caller = await playledger.directory.caller(ACCOUNT, scopes)
    for account, name in ((ACCOUNT, "You"), (BOTS, "Bots")):
        await playledger.directory.key_of(account)
        await playledger.directory.rename(account, name)
    corners = [Corner(playledger, caller, game) for game in playledger.catalogue.games()]
    await playledger.projector.catch_up()
    for corner in corners:
        await corner.fill()
    await playledger.projector.catch_up()
    return Demo(token, corners)
