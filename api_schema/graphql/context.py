"""What resolvers know of the request: the use cases, the typed games, and who asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from typing import TYPE_CHECKING, Any

import strawberry

from api_schema.errors import ApiError, ErrorCode
from api_schema.limiting.budgets import Bucket
from api_schema.limiting.client import UNKNOWN, Client, client_of
from api_schema.limiting.meter import UNLIMITED, WRONG_TOKEN, Meter, Standing
from api_schema.ports import ANONYMOUS, Caller, UseCases

if TYPE_CHECKING:
    from api_schema.graphql.games import GameTypes


class Context:
    """One request, or one socket. The token is checked when first needed, so that a mutation can answer a bad one."""

    def __init__(
        self,
        use: UseCases,
        games: Mapping[str, GameTypes],
        token: str | None = None,
        meter: Meter = UNLIMITED,
        address: str = UNKNOWN,
        scope: MutableMapping[str, Any] | None = None,
    ) -> None:
        self.use = use
        self.games = games
        self.token = token
        self.meter = meter
        self.address = address
        self.standing: Standing | None = None
        self._scope = scope
        self.connection_params: dict[str, Any] | None = None
        self._caller: Caller | None = None

    def note(self, kind: str) -> None:
        """Say which kind of operation begins, query, mutation or subscription: in the request's scope, as `graphql`,
        and to whoever has left a function there as `begun`, since a socket has many.
        """
        if self._scope is not None:
            self._scope["graphql"] = kind
            begun: Callable[[str], None] | None = self._scope.get("begun")
            if begun is not None:
                begun(kind)

    async def caller(self) -> Caller:
        """Who asks; UNAUTHENTICATED for a token that is no good."""
        if self._caller is None:
            self._caller = await self.use.accounts.authenticate(self.token)
        return self._caller

    async def client(self) -> Client:
        """Who pays. A bad token is the resolvers' to refuse; until then it is somebody at an address."""
        try:
            return client_of(await self.caller(), self.address)
        except ApiError as error:
            client = client_of(ANONYMOUS, self.address)
            if error.code is ErrorCode.UNAUTHENTICATED:
                self.meter.charge(client, Bucket.READS, WRONG_TOKEN)
            return client

    def forget_caller(self) -> None:
        """Have the next one who needs the caller ask the accounts anew."""
        self._caller = None

    async def check_again(self) -> Caller:
        """The same, asking the accounts anew: sockets outlive tokens."""
        self.forget_caller()
        return await self.caller()

    def typed(self, slug: str) -> GameTypes:
        """The generated types of a game."""
        if slug not in self.games:
            raise ApiError(ErrorCode.NOT_FOUND, f"no game {slug}")
        return self.games[slug]


Info = strawberry.Info[Context, None]


def page_size(first: int, most: int = 200) -> int:
    """`first` if it is acceptable; INVALID_INPUT otherwise."""
    if not 1 <= first <= most:
        raise ApiError(ErrorCode.INVALID_INPUT, f"first must be from 1 to {most}", path=("first",))
    return first
