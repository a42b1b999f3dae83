"""The ports' Structs as GraphQL types, by the names that the contract gives them."""

from __future__ import annotations

from typing import get_args, get_type_hints

import strawberry

from api_schema import errors, ports
from api_schema.graphql.outputs import OutputTypes, enum_of
from api_schema.graphql.scalars import DateTime
from api_schema.graphql.tournaments.shapes import ENUMS
from api_schema.limiting import report
from domain.kernel import game, match, prompts

TYPES = OutputTypes(
    "",
    names={
        ports.AccountOut: "Account",
        ports.SeatOut: "Seat",
        ports.ClockOut: "Clock",
        ports.PinsOut: "Pins",
        ports.ResultOut: "MatchResult",
        ports.OriginOut: "ForkOrigin",
        ports.TournamentGameOut: "TournamentGame",
        ports.TokenInfo: "PersonalToken",
        ports.PromptOut: "Prompt",
        ports.YourTurnOut: "YourTurn",
        ports.MatchStartedOut: "MatchStarted",
        ports.MatchOverOut: "MatchOver",
        ports.SeatVacatedOut: "SeatVacated",
        ports.PairingPostedOut: "PairingPosted",
        ports.ByeReceivedOut: "ByeReceived",
        ports.ResultRuledOut: "ResultRuled",
        ports.ResultDisputedNewsOut: "ResultDisputedNews",
        ports.RulingNeededOut: "RulingNeeded",
        ports.TournamentOverOut: "TournamentOver",
        ports.InboxHeartbeatOut: "InboxHeartbeat",
        ports.InboxTruncatedOut: "InboxTruncated",
        ports.PresenceOut: "Presence",
        ports.RuleInfo: "Rule",
        ports.LadderInfo: "Ladder",
        report.BudgetOut: "Budget",
        report.StreamsOut: "Streams",
        report.LimitsOut: "Limits",
        ports.ViolationOut: "Violation",
        prompts.Template: "ActionTemplate",
        prompts.Parameter: "ActionParameter",
        game.CardInfo: "Card",
        game.CardSetInfo: "CardSet",
        game.DeckInfo: "Deck",
    },
    special={
        "id": strawberry.ID,
        "token": strawberry.ID,
        "matchId": strawberry.ID,
        "promptId": strawberry.ID,
        "YourTurn.at": DateTime,
        "MatchStarted.at": DateTime,
        "MatchOver.at": DateTime,
        "SeatVacated.at": DateTime,
        "PairingPosted.at": DateTime,
        "ByeReceived.at": DateTime,
        "ResultRuled.at": DateTime,
        "ResultDisputedNews.at": DateTime,
        "RulingNeeded.at": DateTime,
        "TournamentOver.at": DateTime,
        "ratedAt": DateTime,
        "RatingChange.at": DateTime,
        "tournamentId": strawberry.ID,
        "deadline": DateTime,
        "MetMatch.finishedAt": DateTime,
        "MetMatch.outcome": enum_of("Outcome", get_args(get_type_hints(ports.MetMatch)["outcome"])),
        "Account.createdAt": DateTime,
        "PersonalToken.createdAt": DateTime,
        "PersonalToken.expiresAt": DateTime,
        "PersonalToken.lastUsedAt": DateTime,
        "Limits.countedBy": enum_of("CountedBy", get_args(get_type_hints(report.LimitsOut)["counted_by"])),
        "AuditLevel.status": enum_of("AuditStatus", get_args(get_type_hints(ports.AuditLevel)["status"])),
        "MatchResult.kind": enum_of("ResultKind", [kind.upper() for kind in get_args(match.ResultKind)]),
    },
    enums=ENUMS,
)

Account = TYPES.of(ports.AccountOut)
PersonalToken = TYPES.of(ports.TokenInfo)
Seat = TYPES.of(ports.SeatOut)
MatchCounts = TYPES.of(ports.MatchCounts)
Clock = TYPES.of(ports.ClockOut)
Pins = TYPES.of(ports.PinsOut)
ForkOrigin = TYPES.of(ports.OriginOut)
TournamentGame = TYPES.of(ports.TournamentGameOut)
MatchResult = TYPES.of(ports.ResultOut)
Prompt = TYPES.of(ports.PromptOut)
LegalActionSet = TYPES.of(ports.LegalActionSet)
Rule = TYPES.of(ports.RuleInfo)
LoadoutReport = TYPES.of(ports.LoadoutReport)
Table = TYPES.of(game.Table)
Card = TYPES.of(game.CardInfo)
CardSet = TYPES.of(game.CardSetInfo)
OwnCardSet = TYPES.of(ports.OwnCardSet)
Deck = TYPES.of(game.DeckInfo)
YourTurn = TYPES.of(ports.YourTurnOut)
MatchStarted = TYPES.of(ports.MatchStartedOut)
MatchOver = TYPES.of(ports.MatchOverOut)
SeatVacated = TYPES.of(ports.SeatVacatedOut)
PairingPosted = TYPES.of(ports.PairingPostedOut)
ByeReceived = TYPES.of(ports.ByeReceivedOut)
ResultRuled = TYPES.of(ports.ResultRuledOut)
ResultDisputedNews = TYPES.of(ports.ResultDisputedNewsOut)
RulingNeeded = TYPES.of(ports.RulingNeededOut)
TournamentOver = TYPES.of(ports.TournamentOverOut)
InboxHeartbeat = TYPES.of(ports.InboxHeartbeatOut)
InboxTruncated = TYPES.of(ports.InboxTruncatedOut)
Presence = TYPES.of(ports.PresenceOut)
RunningClock = TYPES.of(ports.RunningClock)
SeatToAct = TYPES.of(ports.SeatToAct)
Ladder = TYPES.of(ports.LadderInfo)
LeaderboardRow = TYPES.of(ports.LeaderboardRow)
RatingChange = TYPES.of(ports.RatingChange)
AuditLevel = TYPES.of(ports.AuditLevel)
Fault = TYPES.of(errors.Fault)
Limits = TYPES.of(report.LimitsOut)
DeckStatistics = TYPES.of(ports.DeckStatistics)
CardStatistics = TYPES.of(ports.CardStatistics)
DeckMatchup = TYPES.of(ports.DeckMatchup)
MetMatch = TYPES.of(ports.MetMatch)

MatchOrder = enum_of("MatchOrder", get_args(get_type_hints(ports.MatchesWanted)["order"]))
MatchStatus = enum_of("MatchStatus", get_args(get_type_hints(ports.MatchOut)["status"]))
MatchVisibility = enum_of("MatchVisibility", get_args(get_type_hints(ports.CreateMatch)["visibility"]))
RevealPolicy = enum_of("RevealPolicy", get_args(get_type_hints(ports.CreateMatch)["reveal"]))
MatchReveal = enum_of("MatchReveal", get_args(get_type_hints(ports.MatchOut)["reveal"]))
WebhookKind = enum_of("WebhookKind", get_args(ports.WebhookKind))
WebhookScope = enum_of("WebhookScope", get_args(get_type_hints(ports.CreateWebhook)["matches"]))
WebhookStatus = enum_of("WebhookStatus", get_args(get_type_hints(ports.WebhookOut)["status"]))
