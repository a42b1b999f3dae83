"""The reads of clients, once for both skins: the name, the use case, what it refuses, needs and costs.

The parameters of the use case are what a client may ask, and what it returns is the answer: both skins take them from
its signature.

By hand stay, over REST, what `Accept` decides (rules, streams, files, tables as CSV), the documents of the service, an
address with `me`, and what a cache may keep by the version that was asked for (state, legal actions, events); over
GraphQL `node`, `viewer` and pages of cards; over both what needs the client's budget itself, its limits and an audit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from inspect import Parameter, isawaitable, signature
from typing import Any, get_type_hints

import msgspec.inspect as kinds

from api_schema.errors import ErrorCode
from api_schema.loadouts import loadout_report
from api_schema.ports.about import AboutOut
from api_schema.ports.accounts import Accounts
from api_schema.ports.base import Caller
from api_schema.ports.catalogue import Catalogue, LoadoutInput, LoadoutReport
from api_schema.ports.decks import Decks
from api_schema.ports.history import Signing
from api_schema.ports.inbox import Inbox
from api_schema.ports.matches import Matches
from api_schema.ports.ratings import Ratings
from api_schema.ports.results import Results
from api_schema.ports.tournaments import Tournaments
from api_schema.ports.use_cases import UseCases
from api_schema.ports.webhooks import Webhooks

READ_POINTS = 10
"""The cost of a plain read. A point is worth about 25 us of one core."""
CALLER = "caller"
"""The parameter of a use case that is no parameter of a request."""
_PORTS = {port.__name__: name for name, port in get_type_hints(UseCases).items()}


@dataclass(frozen=True)
class Read:
    """A read. `id` is its name, `handler` the method of a port, or a function of all use cases.

    `codes` are the refusals to expect, `scope` is what the token of an account needs, `sight` what it needs for its own
    part alone. `points` are taken of the budget for reading; over REST one more for every `rows` of a page, 0: none.
    GraphQL counts rows by what is asked of them.
    """

    id: str
    handler: Callable[..., Any]
    codes: tuple[ErrorCode, ...] = ()
    scope: str | None = None
    sight: str | None = None
    points: int = READ_POINTS
    rows: int = 0

    async def do(self, use_cases: UseCases, caller: Caller, asked: Mapping[str, Any]) -> Any:
        """The answer, by the parameters that are asked, by their names."""
        given = {**asked, CALLER: caller}
        ordered = [given[name] for name in self._ordered if name in given]
        named = {name: value for name, value in asked.items() if name not in self._ordered}
        found = self._on(use_cases)(*ordered, **named)
        return await found if isawaitable(found) else found

    def _on(self, use_cases: UseCases) -> Callable[..., Any]:
        port, _, method = self.handler.__qualname__.rpartition(".")
        if not port:
            return lambda *given, **named: self.handler(use_cases, *given, **named)
        handler: Callable[..., Any] = getattr(getattr(use_cases, _PORTS[port]), method)
        return handler

    @cached_property
    def parameters(self) -> Mapping[str, Parameter]:
        """The parameters, with their types."""
        return {name: found for name, found in self._taken.items() if name != CALLER}

    @cached_property
    def structs(self) -> Mapping[str, kinds.StructType]:
        """The parameters that are Structs."""
        types = {name: kinds.type_info(found.annotation) for name, found in self.parameters.items()}
        return {name: kind for name, kind in types.items() if isinstance(kind, kinds.StructType)}

    @property
    def by_caller(self) -> bool:
        """Whether the answer depends on the caller."""
        return CALLER in self._taken

    @cached_property
    def answer(self) -> Any:
        """The type of the answer."""
        return get_type_hints(self.handler)["return"]

    @cached_property
    def _taken(self) -> Mapping[str, Parameter]:
        """All parameters but the first: the port, or all use cases."""
        types, (_, *taken) = get_type_hints(self.handler), signature(self.handler).parameters.values()
        return {found.name: found.replace(annotation=types[found.name]) for found in taken}

    @cached_property
    def _ordered(self) -> tuple[str, ...]:
        return tuple(name for name, found in self._taken.items() if found.kind is not Parameter.KEYWORD_ONLY)


def _about(use_cases: UseCases) -> AboutOut:
    return use_cases.about


async def _validate(use_cases: UseCases, wanted: LoadoutInput) -> LoadoutReport:
    return await loadout_report(use_cases.catalogue, wanted)


_UNKNOWN = (ErrorCode.NOT_FOUND,)
_CLOSED = (ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN)
_SEEN, _OWN_PART = "match:read", "tournament:read"

LIST_GAMES = Read("listGames", Catalogue.games)
GET_GAME = Read("getGame", Catalogue.game, _UNKNOWN)
GET_LOOK = Read("getLook", Catalogue.game, _UNKNOWN)
GET_CARDS = Read("getCards", Catalogue.cards, _UNKNOWN, points=50)
GET_DECKS = Read("getDecks", Catalogue.decks, _UNKNOWN)
GET_CARD_SET = Read("getCardSet", Catalogue.card_set, _UNKNOWN)
VALIDATE_LOADOUT = Read("validateLoadout", _validate, _UNKNOWN, points=20)

FIND_DECKS = Read("findDecks", Decks.find)
GET_SAVED_DECK = Read("getSavedDeck", Decks.get, _UNKNOWN)

FIND_MATCHES = Read("findMatches", Matches.find, _UNKNOWN, sight=_SEEN, rows=1)
GET_MATCH = Read("getMatch", Matches.get, _CLOSED, sight=_SEEN)
GET_PRESENCE = Read("getPresence", Matches.presence, _CLOSED, sight=_SEEN)
GET_STATISTICS = Read("getStatistics", Matches.statistics)

GET_DECK_STATISTICS = Read("getDeckStatistics", Results.deck_statistics, _UNKNOWN, points=100)
"""A statistic reads every match that counts, with its seats."""
GET_CARD_STATISTICS = Read("getCardStatistics", Results.card_statistics, _UNKNOWN, points=1000)
"""One of cards reads all that was brought besides: some tens of rows for each seat."""
GET_DECK_MATCHUPS = Read("getDeckMatchups", Results.deck_matchups, _UNKNOWN, points=100)
GET_HEAD_TO_HEAD = Read("getHeadToHead", Results.head_to_head, points=20)

GET_LEADERBOARD = Read("getLeaderboard", Ratings.leaderboard, _UNKNOWN, rows=1)
LIST_SEASONS = Read("listSeasons", Ratings.seasons, _UNKNOWN)
GET_RATED_PLAYER = Read("getRatedPlayer", Ratings.player, _UNKNOWN, rows=1)

FIND_TOURNAMENTS = Read("findTournaments", Tournaments.find, rows=1)
GET_TOURNAMENT = Read("getTournament", Tournaments.get, _UNKNOWN)
GET_TOURNAMENT_CODES = Read("getTournamentCodes", Tournaments.codes, _CLOSED, "tournament:manage")
GET_ENTRANTS = Read("getEntrants", Tournaments.entrants, _UNKNOWN, sight=_OWN_PART, rows=1)
GET_ROUNDS = Read("getRounds", Tournaments.rounds, _UNKNOWN)
GET_PAIRINGS = Read("getPairings", Tournaments.pairings, _UNKNOWN, rows=1)
GET_ENTRANT_RECORD = Read("getEntrantRecord", Tournaments.entrant_record, _UNKNOWN, sight=_OWN_PART, points=50)
GET_BRACKET = Read("getBracket", Tournaments.bracket, _UNKNOWN, points=200)
GET_STANDINGS = Read("getStandings", Tournaments.standings, _UNKNOWN, points=50, rows=1)
GET_RANKS = Read("getRanks", Tournaments.ranks, _UNKNOWN, points=50, rows=1)
GET_TOURNAMENT_EVENTS = Read("getTournamentEvents", Tournaments.events, _UNKNOWN, sight=_OWN_PART, rows=4)

LIST_WEBHOOKS = Read("listWebhooks", Webhooks.all, (ErrorCode.FORBIDDEN,), "webhook:manage")
GET_WEBHOOK = Read("getWebhook", Webhooks.get, _CLOSED, "webhook:manage")

GET_ACCOUNT = Read("getAccount", Accounts.profile, _UNKNOWN)
LIST_TOKENS = Read("listTokens", Accounts.tokens, (ErrorCode.FORBIDDEN,), "account:write")
GET_INBOX = Read("getInbox", Inbox.page, scope=_SEEN)
GET_SEATS_TO_ACT = Read(
    "getSeatsToAct", Inbox.seats_to_act, (ErrorCode.NOT_FOUND, ErrorCode.NOT_YOUR_SEAT), scope=_SEEN
)

GET_ABOUT = Read("getAbout", _about)
GET_SIGNING_KEYS = Read("getSigningKeys", Signing.keys, (ErrorCode.UNAVAILABLE,))
