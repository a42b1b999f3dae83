"""The context of a request for resolvers: the use cases, the typed games, and the caller."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from typing import Any, Protocol

import strawberry

from api_schema.errors import ApiError, ErrorCode
from api_schema.limiting.budgets import Bucket
from api_schema.limiting.client import UNKNOWN, Client, client_of
from api_schema.limiting.meter import UNLIMITED, WRONG_TOKEN, BudgetState, Meter
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.matches import EventOut, StateOut
from api_schema.ports.use_cases import UseCases

FREE_BYTES = 4096
"""Of a body, a query or a message; an operation's least price pays for them."""
BYTES = 256
"""Further ones that cost a point. The dearest JSON takes a tenth of a microsecond for a byte."""


class TypedGame(Protocol):
    """The generated types of a game, as resolvers use them."""

    def state(self, out: StateOut) -> Any:
        """The typed state."""

    def event(self, out: EventOut) -> Any:
        """The typed event."""


class Context:
    """One request, or one socket. The token is checked when first needed, so that a mutation can answer a bad one.

    `secret`: the answer may hold a token, a code or a secret.
    """

    def __init__(
        self,
        use_cases: UseCases,
        games: Mapping[str, TypedGame],
        token: str | None = None,
        meter: Meter = UNLIMITED,
        address: str = UNKNOWN,
        scope: MutableMapping[str, Any] | None = None,
    ) -> None:
        self.use_cases = use_cases
        self.games = games
        self.token = token
        self.meter = meter
        self.address = address
        self.budget: BudgetState | None = None
        self.secret = False
        self._scope = scope
        self.connection_params: dict[str, Any] | None = None
        self._caller: Caller | None = None

    def note(self, kind: str) -> None:
        """Note the kind of an operation that begins (query, mutation or subscription): in the request's scope, as
        `graphql`, and by a call of the function there under `begun`, if there is one, since a socket has many
        operations.
        """
        if self._scope is not None:
            self._scope["graphql"] = kind
            begun: Callable[[str], None] | None = self._scope.get("begun")
            if begun is not None:
                begun(kind)

    async def caller(self) -> Caller:
        """The caller; UNAUTHENTICATED for a token that is not valid."""
        if self._caller is None:
            self._caller = await self.use_cases.accounts.authenticate(self.token)
        return self._caller

    async def client(self) -> Client:
        """The client to charge. Resolvers refuse a bad token; until then its client is an address."""
        try:
            return client_of(await self.caller(), self.address)
        except ApiError as error:
            client = client_of(ANONYMOUS, self.address)
            if error.code is ErrorCode.UNAUTHENTICATED:
                self.meter.charge(client, Bucket.READS, WRONG_TOKEN)
            return client

    async def pay_for_bytes(self, size: int) -> None:
        """Take points for what is about to be read. RATE_LIMITED."""
        points = max(0, size - FREE_BYTES) // BYTES
        if points and self.meter.counts:
            self.meter.charge(await self.client(), Bucket.READS, points)

    def forget_caller(self) -> None:
        """Have the next one who needs the caller ask the accounts anew."""
        self._caller = None

    async def check_again(self) -> Caller:
        """The same, asking the accounts anew: sockets outlive tokens."""
        self.forget_caller()
        return await self.caller()

    def typed(self, slug: str) -> TypedGame:
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
