"""The ports' Structs of tournaments as GraphQL types, and the enums that orders and answers share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args, get_type_hints

import strawberry

from api_schema import ports
from api_schema.graphql.outputs import OutputTypes, enum_of
from api_schema.graphql.scalars import DateTime
from api_schema.ports import tournaments


def _values(struct: type, field: str) -> tuple[str, ...]:
    return get_args(get_type_hints(struct)[field])


NAMED: Mapping[str, tuple[str, ...]] = {
    "TournamentFormat": get_args(tournaments.TournamentFormat),
    "EliminationFormat": get_args(tournaments.Elimination),
    "TournamentStatus": get_args(tournaments.TournamentStatus),
    "DeckRule": get_args(tournaments.DeckRule),
    "EntryRule": get_args(tournaments.Entering),
    "StaffRole": get_args(tournaments.StaffRole),
    "EntrantStatus": get_args(tournaments.EntrantStatus),
    "RulingKind": get_args(tournaments.RulingName),
    "ReportKind": _values(ports.ReportResult, "kind"),
    "OwnByeRule": _values(ports.TournamentPolicy, "own_bye"),
    "DropRule": _values(ports.TournamentPolicy, "drops"),
    "Seeding": _values(ports.TournamentPolicy, "seeding"),
    "MissedRound": _values(ports.LateEntryPolicy, "missed"),
    "RoundStatus": _values(ports.RoundOut, "status"),
    "PairingStatus": _values(ports.PairingOut, "status"),
    "PairingGameStatus": _values(ports.TableGameOut, "status"),
    "ResultSource": _values(ports.TableResultOut, "source"),
}
ENUMS: Mapping[frozenset[Any], Any] = {frozenset(values): enum_of(name, values) for name, values in NAMED.items()}
"""By their values, which no two of them share."""
TYPES = OutputTypes(
    "",
    names={
        ports.StaffOut: "TournamentStaff",
        ports.EntrantOut: "Entrant",
        ports.DeckOut: "EntrantDeck",
        ports.TableSeatOut: "PairingSeat",
        ports.TableResultOut: "PairingResult",
        ports.DisputeOut: "Dispute",
        ports.StandingOut: "Standing",
        ports.TournamentEventOut: "TournamentEvent",
    },
    special={
        "id": strawberry.ID,
        "entrant": strawberry.ID,
        "EntrantDeck.deck": strawberry.ID,
        "TournamentEvent.at": DateTime,
    },
    enums=ENUMS,
)

TournamentPolicy = TYPES.of(ports.TournamentPolicy)
TournamentStaff = TYPES.of(ports.StaffOut)
TournamentCodes = TYPES.of(ports.TournamentCodes)
Entrant = TYPES.of(ports.EntrantOut)
PairingSeat = TYPES.of(ports.TableSeatOut)
PairingResult = TYPES.of(ports.TableResultOut)
Dispute = TYPES.of(ports.DisputeOut)
Standing = TYPES.of(ports.StandingOut)
TournamentEvent = TYPES.of(ports.TournamentEventOut)


def enum(name: str) -> Any:
    """A shared enum by its name."""
    return ENUMS[frozenset(NAMED[name])]


TournamentStatus = enum("TournamentStatus")
DeckRule = enum("DeckRule")
EntryRule = enum("EntryRule")
StaffRole = enum("StaffRole")
RoundStatus = enum("RoundStatus")
PairingStatus = enum("PairingStatus")
PairingGameStatus = enum("PairingGameStatus")
