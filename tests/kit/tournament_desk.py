"""A tournament of the toy game on a running service: an organiser, entrants, rounds that end by conceding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from api_schema.ports.base import Caller
from api_schema.ports.matches import ActInput
from api_schema.ports.tournaments import (
    CreateTournament,
    DeckOrder,
    PairingOut,
    RegisterEntrant,
    StartRound,
    TournamentOut,
    TournamentPolicy,
)
from tests.kit.chance import key
from tests.kit.served import PLAY, Served
from tests.toy_game import GAME

ALL = frozenset({*PLAY, "tournament:enter", "tournament:manage", "tournament:referee", "tournament:read"})


@dataclass
class Hosted:
    """A tournament and its people; `players` by their entrants."""

    served: Served
    organiser: Caller
    id: str
    players: dict[str, Caller] = field(default_factory=dict)

    @property
    def use(self) -> Any:
        return self.served.app.use_cases.tournaments

    async def shown(self, caller: Caller | None = None) -> TournamentOut:
        found: TournamentOut = await self.use.get(caller or self.organiser, self.id)
        return found

    async def enter(self, deck: str | Mapping[str, Any] = "fox", count: int = 1) -> list[str]:
        """So many new accounts enter with a deck, or a loadout; their entrants."""
        return [await self.register(await somebody(self.served), deck) for _ in range(count)]

    async def register(self, player: Caller, deck: str | Mapping[str, Any] = "fox") -> str:
        """Somebody enters; the entrant."""
        order = DeckOrder(deck) if isinstance(deck, str) else DeckOrder(loadout=deck)
        done = await self.use.register(player, self.id, key(), RegisterEntrant(order))
        assert done.tournament is not None
        entrant = (await self.shown(player)).you
        assert entrant is not None
        self.players[entrant] = player
        return entrant

    async def start(self, number: int = 1, **order: Any) -> None:
        await self.use.start_round(self.organiser, self.id, key(), StartRound(number, **order))

    async def tables(self, number: int | None = None) -> tuple[PairingOut, ...]:
        found = await self.use.pairings(self.organiser, self.id, round_number=number, first=256)
        tables: tuple[PairingOut, ...] = found.pairings
        return tables

    async def table_of(self, entrant: str) -> PairingOut:
        return next(one for one in await self.tables() if entrant in [seat.entrant for seat in one.seats])

    async def concede(self, entrant: str) -> None:
        """The entrant gives up the game that it plays, and the tournament hears of it."""
        table = await self.table_of(entrant)
        match = table.games[-1].match_id
        await self.served.app.use_cases.matches.act(
            self.players[entrant], match, ActInput(idempotency_key=key(), action={"type": "concede"})
        )
        await self.look()

    async def abort(self, number: int) -> None:
        """The game that is played at a table of the last round is aborted, and the tournament hears of it."""
        match = next(one for one in await self.tables() if one.table == number).games[-1].match_id
        await self.served.app.tournaments.process._play.abort(match, "abandoned", self.served.clock() + 1)
        while await self.look():
            pass

    async def look(self) -> int:
        """Run the process manager now."""
        await self.served.app.projector.catch_up()
        done = await self.served.app.tournaments.process.look()
        await self.served.app.projector.catch_up()
        return done

    async def play_round(self) -> None:
        """All but the first at each open table give up, the last one first, until every table has a result."""
        while open_ := [one for one in await self.tables() if one.status == "OPEN"]:
            for one in open_:
                for seat in reversed(one.seats[1:]):
                    await self.concede(seat.entrant)


async def somebody(served: Served) -> Caller:
    """An account that may do everything in tournaments."""
    caller, _ = await served.account()
    return replaced(caller, ALL)


def replaced(caller: Caller, scopes: frozenset[str]) -> Caller:
    """The same account with other scopes."""
    return Caller(caller.ref, scopes, caller.account, alias_key=caller.alias_key)


async def hosted(
    served: Served, entrants: int = 0, format_: str = "SWISS", organiser: Caller | None = None, **order: Any
) -> Hosted:
    """A new tournament with so many entrants."""
    organiser = organiser or await somebody(served)
    policy = order.pop("policy", None) or TournamentPolicy(format_)  # type: ignore[arg-type]
    wanted = CreateTournament(**{"game": GAME.slug, "name": "Cup", "policy": policy, **order})
    made = await served.app.use_cases.tournaments.create(organiser, key(), wanted)
    held = Hosted(served, organiser, made.tournament.id)
    await held.enter(count=entrants)
    return held
