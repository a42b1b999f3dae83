"""A whole service in the test's process, on an embedded store, with the toy game and a clock of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from pydantic import SecretStr

from api_schema.limiting.client import NOBODY
from api_schema.limiting.meter import UNLIMITED
from api_schema.limiting.payer import Reader
from api_schema.ports.base import Caller
from api_schema.ports.matches import ActInput, ActOut, CreateMatch, JoinMatch, JoinOut
from domain.kernel.game import CardGame
from service.accounts.usecases import new_account
from service.bootstrap import Playledger, bootstrap
from service.settings import Settings
from tests.kit.chance import key
from tests.kit.embedded import migrated
from tests.toy_game import GAME

SECRET = "a secret that only tests may know"
PLAY = frozenset({"match:create", "match:play"})
ALICE = Caller("account:ac_alice", PLAY, "ac_alice", alias_key=b"the key of Alice")
BOB = Caller("account:ac_bob", PLAY, "ac_bob", alias_key=b"the key of Bob")
EVE = Caller("account:ac_eve", PLAY, "ac_eve", alias_key=b"the key of Eve")
"""Callers as the accounts would make them. They have no account in the store: `Served.account` makes one that has."""
PAYER = Reader(UNLIMITED, NOBODY)
"""One who may ask for as many audits as there are places."""


@dataclass
class FakeClock:
    """A clock that goes on by a second whenever it is looked at."""

    now: int = 1_700_000_000_000

    def __call__(self) -> int:
        self.now += 1_000
        return self.now


@dataclass
class Served:
    """A running service with shortcuts for what most tests do."""

    app: Playledger
    clock: FakeClock = field(default_factory=FakeClock)

    def key(self) -> str:
        return key()

    async def account(self, name: str | None = None) -> tuple[Caller, str]:
        """An account of the store, as a caller who may do all that players may, and a token of it."""
        account = new_account()
        scopes = [*PLAY, "account:write"]
        _, token = await self.app.accounts.create_for(account, "test", scopes)
        caller = await self.app.use_cases.accounts.authenticate(token)
        if name is not None:
            await self.app.use_cases.accounts.rename(caller, name)
        return caller, token

    async def open(self, **order: Any) -> str:
        """A new match of the toy game; its id."""
        wanted = CreateMatch(**{"game": GAME.slug, "seats": 2, **order})
        return (await self.app.use_cases.matches.create(ALICE, self.key(), wanted))[0].id

    async def sit(self, caller: Caller, match: str, **order: Any) -> JoinOut:
        wanted = JoinMatch(**({"deck": "fox"} | order))
        return await self.app.use_cases.matches.join(caller, match, self.key(), wanted)

    async def started(self, deck: str = "fox", **order: Any) -> str:
        """A running match: Alice on seat 0, Bob on seat 1."""
        match = await self.open(**order)
        await self.sit(ALICE, match, deck=deck)
        await self.sit(BOB, match)
        return match

    async def act(self, caller: Caller, match: str, **order: Any) -> ActOut:
        wanted = ActInput(**({"idempotency_key": self.key()} | order))
        return await (await self.app.use_cases.matches.act(caller, match, wanted)).whole()

    async def token(self, caller: Caller, match: str, kind: str) -> str:
        """The token of the first legal action of a type."""
        legal = await self.app.use_cases.matches.legal_actions(caller, match)
        return next(action.token for prompt in legal.prompts for action in prompt.actions if action.type == kind)

    async def play_out(self, match: str, *callers: Caller, seed: int = 1) -> None:
        """Random legal actions by tokens until the match is over."""
        random = Random(seed)
        while (await self.app.use_cases.matches.get(ALICE, match)).status == "RUNNING":
            caller = random.choice(callers)
            legal = await self.app.use_cases.matches.legal_actions(caller, match)
            tokens = [action.token for prompt in legal.prompts for action in prompt.actions]
            if tokens:
                await self.act(caller, match, token=random.choice(tokens))


async def serve(database_url: str, games: Mapping[str, CardGame] | None = None, **settings: Any) -> Served:
    """A service on this database, not started yet. Its clocks and bots rest unless they are set."""
    clock = FakeClock()
    chosen: dict[str, Any] = {
        "clocks": False,
        "house_bots": False,
        "webhooks": False,
        "secret_key": SecretStr(SECRET),
        **settings,
    }
    return Served(
        await bootstrap(Settings(database_url=database_url, **chosen), games or {GAME.slug: GAME}, clock), clock
    )


def sqlite_url(folder: Path) -> str:
    """The store of a folder, with all tables."""
    return migrated(folder / "test.db")
