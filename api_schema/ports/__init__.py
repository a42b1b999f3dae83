"""What the outside skins ask of the service: one use-case layer under GraphQL and REST.

Every method may raise ApiError. Structs are named and cased as they go out (camelCase over JSON). Ids of matches are
opaque, `mt_...`; times are RFC 3339 UTC texts with milliseconds; perspectives are `seat:<n>`, `spectator` or `full`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec

from api_schema.ports.accounts import AccountOut, Accounts, NewToken, TokenInfo
from api_schema.ports.base import ANONYMOUS, Caller, Out
from api_schema.ports.catalogue import Catalogue, LoadoutReport, OwnCardSet, RuleInfo, ViolationOut
from api_schema.ports.decks import Decks, SavedDeckOut, SavedDeckPage, SaveDeck
from api_schema.ports.history import (
    UPLOAD_LIMIT,
    AuditLevel,
    AuditReport,
    History,
    KeySet,
    ReplayFile,
    Signing,
    SigningKey,
)
from api_schema.ports.inbox import (
    Inbox,
    InboxEntry,
    InboxHeartbeatOut,
    InboxMessage,
    InboxPage,
    InboxTruncatedOut,
    MatchOverOut,
    MatchStartedOut,
    SeatsToAct,
    SeatToAct,
    SeatVacatedOut,
    YourTurnOut,
)
from api_schema.ports.matches import (
    ALL_MATCHES,
    ActInput,
    ActOut,
    ClockOut,
    ClockTickOut,
    CreateMatch,
    EventOut,
    EventPage,
    ForkMatch,
    GameStatistics,
    JoinMatch,
    JoinOut,
    LegalAction,
    LegalActionSet,
    MatchCounts,
    Matches,
    MatchesWanted,
    MatchOut,
    MatchPage,
    OriginOut,
    Outlet,
    PinsOut,
    PresenceOut,
    PromptOptions,
    PromptOut,
    ResultOut,
    RunningClock,
    SeatOut,
    StateOut,
    Statistics,
    Update,
)
from api_schema.ports.results import (
    ALL_RESULTS,
    CardStatistics,
    CardStatisticsPage,
    DeckMatchup,
    DeckMatchupPage,
    DeckStatistics,
    DeckStatisticsPage,
    HeadToHead,
    MetMatch,
    Results,
    StatisticsWanted,
    WinRate,
)
from api_schema.ports.webhooks import (
    CreateWebhook,
    MatchKind,
    MatchNews,
    ReplayWebhook,
    SeatNews,
    WebhookList,
    WebhookMade,
    WebhookMessage,
    WebhookOut,
    Webhooks,
)

__all__ = [
    "ALL_MATCHES",
    "ALL_RESULTS",
    "ANONYMOUS",
    "UPLOAD_LIMIT",
    "AccountOut",
    "Accounts",
    "ActInput",
    "ActOut",
    "AuditLevel",
    "AuditReport",
    "Caller",
    "CardStatistics",
    "CardStatisticsPage",
    "Catalogue",
    "ClockOut",
    "ClockTickOut",
    "CreateMatch",
    "CreateWebhook",
    "DeckMatchup",
    "DeckMatchupPage",
    "DeckStatistics",
    "DeckStatisticsPage",
    "Decks",
    "EventOut",
    "EventPage",
    "ForkMatch",
    "GameStatistics",
    "HeadToHead",
    "Health",
    "History",
    "Inbox",
    "InboxEntry",
    "InboxHeartbeatOut",
    "InboxMessage",
    "InboxPage",
    "InboxTruncatedOut",
    "JoinMatch",
    "JoinOut",
    "KeySet",
    "LegalAction",
    "LegalActionSet",
    "LoadoutReport",
    "MatchCounts",
    "MatchKind",
    "MatchNews",
    "MatchOut",
    "MatchOverOut",
    "MatchPage",
    "MatchStartedOut",
    "Matches",
    "MatchesWanted",
    "MetMatch",
    "NewToken",
    "OriginOut",
    "Out",
    "Outlet",
    "OwnCardSet",
    "PinsOut",
    "PresenceOut",
    "PromptOptions",
    "PromptOut",
    "ReplayFile",
    "ReplayWebhook",
    "ResultOut",
    "Results",
    "RuleInfo",
    "RunningClock",
    "SaveDeck",
    "SavedDeckOut",
    "SavedDeckPage",
    "SeatNews",
    "SeatOut",
    "SeatToAct",
    "SeatVacatedOut",
    "SeatsToAct",
    "Signing",
    "SigningKey",
    "StateOut",
    "Statistics",
    "StatisticsWanted",
    "TokenInfo",
    "Update",
    "UseCases",
    "ViolationOut",
    "WebhookList",
    "WebhookMade",
    "WebhookMessage",
    "WebhookOut",
    "Webhooks",
    "WinRate",
    "YourTurnOut",
]


class Health(Protocol):
    """Whether this process can work."""

    async def ready(self) -> Mapping[str, str]:
        """{part: "ok" or what is wrong}; the process is ready when all are ok."""
        ...


class UseCases(msgspec.Struct, frozen=True):
    """All that the skins need, built in one place."""

    accounts: Accounts
    catalogue: Catalogue
    matches: Matches
    health: Health
    signing: Signing
    history: History
    inbox: Inbox
    decks: Decks
    webhooks: Webhooks
    results: Results
