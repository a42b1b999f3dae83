"""The ports' Structs as GraphQL types, by the names that the contract gives them."""

from __future__ import annotations

from typing import get_args, get_type_hints

import strawberry

from api_schema import errors, ports
from api_schema.graphql.outputs import OutputTypes, enum_of
from api_schema.graphql.scalars import DateTime
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
        ports.PromptOut: "Prompt",
        ports.RuleInfo: "Rule",
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
        "ForkOrigin.matchId": strawberry.ID,
        "deadline": DateTime,
        "Account.createdAt": DateTime,
        "Limits.countedBy": enum_of("CountedBy", get_args(get_type_hints(report.LimitsOut)["counted_by"])),
        "AuditLevel.status": enum_of("AuditStatus", get_args(get_type_hints(ports.AuditLevel)["status"])),
        "MatchResult.kind": enum_of("ResultKind", [kind.upper() for kind in get_args(match.ResultKind)]),
    },
)

Account = TYPES.of(ports.AccountOut)
Seat = TYPES.of(ports.SeatOut)
MatchCounts = TYPES.of(ports.MatchCounts)
Clock = TYPES.of(ports.ClockOut)
Pins = TYPES.of(ports.PinsOut)
ForkOrigin = TYPES.of(ports.OriginOut)
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
AuditLevel = TYPES.of(ports.AuditLevel)
Fault = TYPES.of(errors.Fault)
Limits = TYPES.of(report.LimitsOut)

MatchStatus = enum_of("MatchStatus", get_args(get_type_hints(ports.MatchOut)["status"]))
MatchVisibility = enum_of("MatchVisibility", get_args(get_type_hints(ports.CreateMatch)["visibility"]))
RevealPolicy = enum_of("RevealPolicy", get_args(get_type_hints(ports.CreateMatch)["reveal"]))
