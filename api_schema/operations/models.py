"""The bodies of REST that the ports don't have: catalogue pages, created things, problems."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from api_schema.errors import ErrorCode, Fault
from api_schema.input.patterns import PROMPT
from api_schema.ports.accounts import TokenInfo
from api_schema.ports.base import Out
from api_schema.ports.catalogue import RuleInfo
from api_schema.ports.tournaments import RoundOut
from domain.kernel.catalogue import CardInfo, CardSetInfo, DeckInfo
from domain.kernel.game import Strength


class GameOut(Out, frozen=True):
    """A game: what a client needs to offer a match of it. `bots`: those of the house, the weakest first."""

    slug: str
    title: str
    prefix: str
    min_seats: int
    max_seats: int
    rules_version: str
    rules_hash: str
    card_set_hash: str
    card_sets: tuple[CardSetInfo, ...]
    option_schema: Mapping[str, Any]
    loadout_schema: Mapping[str, Any]
    bots: tuple[Strength, ...]


class GameList(Out, frozen=True):
    """All games."""

    games: tuple[GameOut, ...]


class RuleList(Out, frozen=True):
    """The catalogue of rules of a game."""

    game: str
    rules_version: str
    rules_hash: str
    rules: tuple[RuleInfo, ...]


class CardList(Out, frozen=True):
    """The cards of a game."""

    game: str
    card_set_hash: str
    cards: tuple[CardInfo, ...]


class DeckList(Out, frozen=True):
    """The preconstructed decks of a game."""

    game: str
    card_set_hash: str
    decks: tuple[DeckInfo, ...]


class TokenList(Out, frozen=True):
    """The account's own tokens, newest first, without their secrets."""

    tokens: tuple[TokenInfo, ...]


class RoundList(Out, frozen=True):
    """The rounds of a tournament that have begun, in their order."""

    rounds: tuple[RoundOut, ...]


class ByToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action by the token that legal-actions gave for it; it carries prompt, revision and action.

    Only a caller who holds several seats needs `seat`.
    """

    token: Annotated[str, Meta(min_length=1, max_length=8192)]
    seat: Annotated[int, Meta(ge=0)] | None = None


class ActionGuard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """The guard beside an action's own fields: the prompt as the player saw it, and the seat that acts.

    `revision` goes with `promptId`; without them the header If-Match is the guard; `concede` needs none.
    """

    prompt_id: Annotated[str, Meta(extra_json_schema=PROMPT)] | None = None
    revision: Annotated[int, Meta(ge=0)] | None = None
    seat: Annotated[int, Meta(ge=0)] | None = None


class HealthOut(Out, frozen=True):
    """The process is alive."""

    status: Literal["ok"] = "ok"


class LiveOut(Out, frozen=True):
    """The process runs. Nothing else was looked at."""

    status: Literal["ok"] = "ok"


class Links(Out, frozen=True):
    """Where to go on from the root."""

    about: str = "/v1/about"
    reference: str = "/docs"
    graphql: str = "/graphql"
    openapi: str = "/v1/openapi.json"
    asyncapi: str = "/v1/asyncapi.json"
    schema: str = "/v1/schema.graphql"
    problems: str = "/problems"
    games: str = "/v1/games"
    matches: str = "/v1/matches"
    tournaments: str = "/v1/tournaments"


class IndexOut(Out, frozen=True):
    """The root of the API: what this is, and where to go on. Addresses are on this service."""

    name: str
    version: str
    links: Links = Links()


class Problem(Out, frozen=True):
    """An error, application/problem+json. `details` are the code's own facts (see docs/errors.md).

    `traceId` is that of the request's `traceparent`, absent without one.
    """

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: ErrorCode
    rule_id: str | None
    legal_actions_url: str | None
    errors: tuple[Fault, ...]
    details: Mapping[str, Any] = {}
    trace_id: str | msgspec.UnsetType = msgspec.UNSET
