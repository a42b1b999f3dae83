"""Matches of C4 between guests who answer at random, as the requests of a client that knows what is legal.

What is legal is worked out beside the server, by another replica on the same store: no request of the server is needed.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any
from uuid import uuid4

from pydantic import SecretStr

from api_schema.ports.base import ANONYMOUS
from api_schema.ports.matches import CreateMatch, JoinMatch
from bench.client import request
from bench.servers import SECRET
from domain.kernel.prompts import Prompt
from domain.kernel.seating import decks_for, in_mode
from service.application.ids import prompt_id
from service.application.tokens import ActionClaim, Tokens
from service.bootstrap import Playledger, bootstrap
from service.bots.sampling import sample
from service.cli.server import settle
from service.keys import Keys
from service.settings import Settings

GAME = "c4"
TOKENS = Tokens(Keys((SECRET,)))


@dataclass(frozen=True)
class Choice:
    """A legal action of a match, and the token of the seat that may take it."""

    match: str
    seat_token: str
    prompt: Prompt
    action: dict[str, Any]

    @property
    def token(self) -> str:
        """The action as legal-actions names it."""
        return TOKENS.action(self.match, ActionClaim(self.prompt.id, self.prompt.revision, self.action))

    @property
    def bearer(self) -> dict[str, str]:
        """The acting seat."""
        return {"Authorization": f"Bearer {self.seat_token}"}


@dataclass(frozen=True)
class Table:
    """A match that runs, and the tokens of its seats."""

    match: str
    seat_tokens: tuple[str, ...]

    async def choice(self, app: Playledger, random: Random) -> Choice | None:
        """A random legal action; None when the match is over."""
        known = await app.matches.repository.current(self.match)
        if known.state.result is not None:
            return None
        prompt = random.choice(list(known.state.prompts.values()))
        action = sample(random.choice(known.game.options(known.state, prompt)), random)
        return Choice(self.match, self.seat_tokens[prompt.seat], prompt, action)

    def get(self, path: str, seat: int | None = None) -> bytes:
        """A read as a seat, or as nobody in particular."""
        headers = {} if seat is None else {"Authorization": f"Bearer {self.seat_tokens[seat]}"}
        return request("GET", f"/v1/matches/{self.match}/{path}", headers=headers)


async def replica(database: str, redis: str | None = None) -> Playledger:
    """A replica in this process, with the secret of the servers."""
    given = {"database_url": database, "redis_url": redis, "secret_key": SecretStr(SECRET)}
    return await bootstrap(Settings.model_validate(given))


@contextmanager
def settled() -> Iterator[None]:
    """What is decided in this process, which is no `playledger serve`, spares the garbage collector as that does."""
    before = gc.get_threshold()
    settle()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


async def opened(
    app: Playledger, random: Random, options: dict[str, Any] | None = None, deck: str | None = None
) -> Table:
    """A new match of two guests that runs, without a clock; with random decks if none is named."""
    game, matches = app.catalogue.game(GAME), app.use_cases.matches
    host = await app.directory.caller("ac_bench_host", ("match:create", "match:play"))
    order = CreateMatch(game=GAME, seats=2, options=options or {}, decision_ms=0, turn_ms=0)
    match, _, _ = await matches.create(host, str(uuid4()), order)
    tokens = []
    for seat in range(2):
        chosen = deck or random.choice(decks_for(game, in_mode(game), (seat,), 2))
        joined = await matches.join(ANONYMOUS, match.id, str(uuid4()), JoinMatch(seat=seat, deck=chosen))
        tokens.append(joined.seat_token)
    return Table(match.id, tuple(tokens))


def named(prompt: Prompt) -> dict[str, Any]:
    """The guard of a typed action."""
    return {"promptId": prompt_id(prompt.id), "revision": prompt.revision}
