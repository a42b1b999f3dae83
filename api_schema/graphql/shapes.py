"""The ports' Structs as GraphQL types, by the names that the contract gives them."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any, get_args, get_type_hints

import strawberry

from api_schema import errors
from api_schema.graphql.enums import ENUMS, enum
from api_schema.graphql.outputs import OutputTypes, enum_of
from api_schema.graphql.scalars import DateTime
from api_schema.input.member_names import camel_type
from api_schema.limiting import report
from api_schema.ports import about, accounts, catalogue, history, inbox, matches, ratings, results, tournaments
from domain.kernel import prompts, result, table
from domain.kernel.catalogue import CardInfo, CardSetInfo, DeckInfo

TIMES = (
    "at",
    "createdAt",
    "updatedAt",
    "startedAt",
    "startsAt",
    "finishedAt",
    "endsAt",
    "roundEndsAt",
    "expiresAt",
    "lastUsedAt",
    "lastDeliveredAt",
    "failingSince",
    "nextAttemptAt",
    "deadline",
    "ratedAt",
)
"""The fields that are times, whatever they belong to."""
TYPES = OutputTypes(
    "",
    names={
        matches.ResultOut: "MatchResult",
        matches.OriginOut: "ForkOrigin",
        accounts.TokenInfo: "PersonalToken",
        catalogue.RuleInfo: "Rule",
        ratings.LadderInfo: "Ladder",
        prompts.Template: "ActionTemplate",
        prompts.Parameter: "ActionParameter",
        CardInfo: "Card",
        CardSetInfo: "CardSet",
        DeckInfo: "Deck",
        tournaments.StaffOut: "TournamentStaff",
        tournaments.DeckOut: "EntrantDeck",
        tournaments.TableSeatOut: "PairingSeat",
        tournaments.TableResultOut: "PairingResult",
        tournaments.RankOut: "FinalRank",
    },
    special={
        "id": strawberry.ID,
        "token": strawberry.ID,
        "seatToken": strawberry.ID,
        "CreateTokenPayload.token": str,
        "matchId": strawberry.ID,
        "promptId": strawberry.ID,
        "causedBy": strawberry.ID,
        "tournamentId": strawberry.ID,
        "entrant": strawberry.ID,
        "winner": strawberry.ID,
        "you": strawberry.ID,
        "EntrantDeck.deck": strawberry.ID,
        "Pairing.confirmed": strawberry.ID,
        "Round.byes": strawberry.ID,
        "Round.half": strawberry.ID,
        "Webhook.tournament": strawberry.ID,
        "AuditReport.match": strawberry.ID,
        "HeadToHeadConnection.one": strawberry.ID,
        "HeadToHeadConnection.other": strawberry.ID,
        **dict.fromkeys(TIMES, DateTime),
        "MetMatch.outcome": enum_of("Outcome", get_args(get_type_hints(results.MetMatch)["outcome"])) | None,
        "Limits.countedBy": enum_of("CountedBy", get_args(get_type_hints(report.LimitsOut)["counted_by"])) | None,
        "AuditReport.verdict": enum_of("AuditVerdict", get_args(get_type_hints(history.AuditReport)["verdict"])) | None,
        "AuditLevel.status": enum_of("AuditStatus", get_args(get_type_hints(history.AuditLevel)["status"])) | None,
        "MatchResult.kind": enum_of("ResultKind", [kind.upper() for kind in get_args(result.ResultKind)]),
    },
    enums=ENUMS,
    suffix="Out",
)

About = TYPES.of(about.AboutOut)
Account = TYPES.of(accounts.AccountOut)
PersonalToken = TYPES.of(accounts.TokenInfo)
MatchCounts = TYPES.of(matches.MatchCounts)
Prompt = TYPES.of(matches.PromptOut)
LegalActionSet = TYPES.of(matches.LegalActionSet)
Rule = TYPES.of(catalogue.RuleInfo)
LoadoutReport = TYPES.of(catalogue.LoadoutReport)
Table = TYPES.of(camel_type(table.Table))
Card = TYPES.of(CardInfo)
CardSet = TYPES.of(CardSetInfo)
OwnCardSet = TYPES.of(catalogue.OwnCardSet)
Deck = TYPES.of(DeckInfo)
Presence = TYPES.of(matches.PresenceOut)
SeatToAct = TYPES.of(inbox.SeatToAct)
Ladder = TYPES.of(ratings.LadderInfo)
Fault = TYPES.of(errors.Fault)
Limits = TYPES.of(report.LimitsOut)
TournamentCodes = TYPES.of(tournaments.TournamentCodes)
Bracket = TYPES.of(tournaments.BracketOut)

EntrantSort = enum("EntrantSort")
TournamentStatus = enum("TournamentStatus")
HouseBot = enum("HouseBot")
MatchOrder = enum("MatchOrder")
MatchStatus = enum("MatchStatus")
MatchVisibility = enum_of("MatchVisibility", get_args(get_type_hints(matches.CreateMatch)["visibility"]))
RevealPolicy = enum("RevealPolicy")
WebhookKind = enum("WebhookKind")
WebhookScope = enum("WebhookScope")


def any_of(structs: Any) -> Any:
    """The types of a union of Structs."""
    return reduce(or_, map(TYPES.of, get_args(structs)))
