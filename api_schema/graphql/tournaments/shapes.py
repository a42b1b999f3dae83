"""The ports' Structs of tournaments as GraphQL types."""

from __future__ import annotations

import strawberry

from api_schema.graphql.enums import ENUMS, enum
from api_schema.graphql.outputs import OutputTypes
from api_schema.graphql.scalars import DateTime
from api_schema.ports import tournaments

TYPES = OutputTypes(
    "",
    names={
        tournaments.StaffOut: "TournamentStaff",
        tournaments.EntrantOut: "Entrant",
        tournaments.DeckOut: "EntrantDeck",
        tournaments.TableSeatOut: "PairingSeat",
        tournaments.TableResultOut: "PairingResult",
        tournaments.DisputeOut: "Dispute",
        tournaments.StandingOut: "Standing",
        tournaments.TournamentEventOut: "TournamentEvent",
        tournaments.RankOut: "FinalRank",
        tournaments.BracketOut: "Bracket",
        tournaments.BracketNodeOut: "BracketNode",
        tournaments.BracketPlayerOut: "BracketPlayer",
        tournaments.BracketSourceOut: "BracketSource",
        tournaments.BracketTableOut: "BracketTable",
    },
    special={
        "id": strawberry.ID,
        "entrant": strawberry.ID,
        "winner": strawberry.ID,
        "EntrantDeck.deck": strawberry.ID,
        "TournamentEvent.at": DateTime,
    },
    enums=ENUMS,
)

TournamentPolicy = TYPES.of(tournaments.TournamentPolicy)
TournamentStaff = TYPES.of(tournaments.StaffOut)
TournamentCodes = TYPES.of(tournaments.TournamentCodes)
Entrant = TYPES.of(tournaments.EntrantOut)
PairingSeat = TYPES.of(tournaments.TableSeatOut)
PairingResult = TYPES.of(tournaments.TableResultOut)
Dispute = TYPES.of(tournaments.DisputeOut)
Standing = TYPES.of(tournaments.StandingOut)
FinalRank = TYPES.of(tournaments.RankOut)
Bracket = TYPES.of(tournaments.BracketOut)
TournamentEvent = TYPES.of(tournaments.TournamentEventOut)

TournamentStatus = enum("TournamentStatus")
EntrantSort = enum("EntrantSort")
DeckRule = enum("DeckRule")
EntryRule = enum("EntryRule")
StaffRole = enum("StaffRole")
RoundStatus = enum("RoundStatus")
PairingStatus = enum("PairingStatus")
PairingGameStatus = enum("PairingGameStatus")
