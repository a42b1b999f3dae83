"""The ports' Structs as GraphQL types, by the names that the contract gives them."""

from __future__ import annotations

from typing import get_args, get_type_hints

import strawberry

from api_schema import errors
from api_schema.graphql.enums import ENUMS, enum
from api_schema.graphql.outputs import OutputTypes, enum_of
from api_schema.graphql.scalars import DateTime
from api_schema.limiting import report
from api_schema.ports import about, accounts, catalogue, history, inbox, matches, ratings, results, webhooks
from api_schema.spelling import spelled
from domain.kernel import prompts, result, table
from domain.kernel.catalogue import CardInfo, CardSetInfo, DeckInfo

TYPES = OutputTypes(
    "",
    names={
        accounts.AccountOut: "Account",
        about.AboutOut: "About",
        about.SignInOut: "SignIn",
        about.ScopeOut: "Scope",
        about.LargestOut: "Largest",
        matches.SeatOut: "Seat",
        matches.ClockOut: "Clock",
        matches.PinsOut: "Pins",
        matches.ResultOut: "MatchResult",
        matches.OriginOut: "ForkOrigin",
        matches.TournamentGameOut: "TournamentGame",
        accounts.TokenInfo: "PersonalToken",
        matches.PromptOut: "Prompt",
        inbox.YourTurnOut: "YourTurn",
        inbox.MatchStartedOut: "MatchStarted",
        inbox.MatchOverOut: "MatchOver",
        inbox.SeatVacatedOut: "SeatVacated",
        inbox.PairingPostedOut: "PairingPosted",
        inbox.ByeReceivedOut: "ByeReceived",
        inbox.ResultRuledOut: "ResultRuled",
        inbox.ResultDisputedNewsOut: "ResultDisputedNews",
        inbox.RulingNeededOut: "RulingNeeded",
        inbox.TournamentOverOut: "TournamentOver",
        inbox.InboxHeartbeatOut: "InboxHeartbeat",
        inbox.InboxTruncatedOut: "InboxTruncated",
        matches.PresenceOut: "Presence",
        catalogue.RuleInfo: "Rule",
        ratings.LadderInfo: "Ladder",
        report.BudgetOut: "Budget",
        report.StreamsOut: "Streams",
        report.LimitsOut: "Limits",
        catalogue.ViolationOut: "Violation",
        prompts.Template: "ActionTemplate",
        prompts.Parameter: "ActionParameter",
        CardInfo: "Card",
        CardSetInfo: "CardSet",
        DeckInfo: "Deck",
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
        "MetMatch.outcome": enum_of("Outcome", get_args(get_type_hints(results.MetMatch)["outcome"])),
        "Account.createdAt": DateTime,
        "PersonalToken.createdAt": DateTime,
        "PersonalToken.expiresAt": DateTime,
        "PersonalToken.lastUsedAt": DateTime,
        "Limits.countedBy": enum_of("CountedBy", get_args(get_type_hints(report.LimitsOut)["counted_by"])),
        "AuditLevel.status": enum_of("AuditStatus", get_args(get_type_hints(history.AuditLevel)["status"])),
        "MatchResult.kind": enum_of("ResultKind", [kind.upper() for kind in get_args(result.ResultKind)]),
    },
    enums=ENUMS,
)

About = TYPES.of(about.AboutOut)
Account = TYPES.of(accounts.AccountOut)
PersonalToken = TYPES.of(accounts.TokenInfo)
Seat = TYPES.of(matches.SeatOut)
MatchCounts = TYPES.of(matches.MatchCounts)
Clock = TYPES.of(matches.ClockOut)
Pins = TYPES.of(matches.PinsOut)
ForkOrigin = TYPES.of(matches.OriginOut)
TournamentGame = TYPES.of(matches.TournamentGameOut)
MatchResult = TYPES.of(matches.ResultOut)
Prompt = TYPES.of(matches.PromptOut)
LegalActionSet = TYPES.of(matches.LegalActionSet)
Rule = TYPES.of(catalogue.RuleInfo)
LoadoutReport = TYPES.of(catalogue.LoadoutReport)
Table = TYPES.of(spelled(table.Table))
EventSubjects = TYPES.of(matches.EventSubjects)
Card = TYPES.of(CardInfo)
CardSet = TYPES.of(CardSetInfo)
OwnCardSet = TYPES.of(catalogue.OwnCardSet)
Deck = TYPES.of(DeckInfo)
YourTurn = TYPES.of(inbox.YourTurnOut)
MatchStarted = TYPES.of(inbox.MatchStartedOut)
MatchOver = TYPES.of(inbox.MatchOverOut)
SeatVacated = TYPES.of(inbox.SeatVacatedOut)
PairingPosted = TYPES.of(inbox.PairingPostedOut)
ByeReceived = TYPES.of(inbox.ByeReceivedOut)
ResultRuled = TYPES.of(inbox.ResultRuledOut)
ResultDisputedNews = TYPES.of(inbox.ResultDisputedNewsOut)
RulingNeeded = TYPES.of(inbox.RulingNeededOut)
TournamentOver = TYPES.of(inbox.TournamentOverOut)
InboxHeartbeat = TYPES.of(inbox.InboxHeartbeatOut)
InboxTruncated = TYPES.of(inbox.InboxTruncatedOut)
Presence = TYPES.of(matches.PresenceOut)
RunningClock = TYPES.of(matches.RunningClock)
SeatToAct = TYPES.of(inbox.SeatToAct)
Ladder = TYPES.of(ratings.LadderInfo)
LeaderboardRow = TYPES.of(ratings.LeaderboardRow)
RatingChange = TYPES.of(ratings.RatingChange)
AuditLevel = TYPES.of(history.AuditLevel)
Fault = TYPES.of(errors.Fault)
Limits = TYPES.of(report.LimitsOut)
DeckStatistics = TYPES.of(results.DeckStatistics)
CardStatistics = TYPES.of(results.CardStatistics)
DeckMatchup = TYPES.of(results.DeckMatchup)
MetMatch = TYPES.of(results.MetMatch)

HouseBot = enum("HouseBot")
MatchOrder = enum_of("MatchOrder", get_args(get_type_hints(matches.MatchFilter)["order"]))
MatchStatus = enum_of("MatchStatus", get_args(get_type_hints(matches.MatchOut)["status"]))
EventWeight = enum_of("EventWeight", get_args(get_type_hints(matches.EventOut)["weight"]))
MatchVisibility = enum_of("MatchVisibility", get_args(get_type_hints(matches.CreateMatch)["visibility"]))
RevealPolicy = enum_of("RevealPolicy", get_args(get_type_hints(matches.CreateMatch)["reveal"]))
MatchReveal = enum_of("MatchReveal", get_args(get_type_hints(matches.MatchOut)["reveal"]))
WebhookKind = enum_of("WebhookKind", get_args(webhooks.WebhookKind))
WebhookScope = enum_of("WebhookScope", get_args(get_type_hints(webhooks.CreateWebhook)["matches"]))
WebhookStatus = enum_of("WebhookStatus", get_args(get_type_hints(webhooks.WebhookOut)["status"]))
