"""The enums of the schema that inputs and outputs share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args, get_type_hints

from api_schema.graphql.outputs import enum_of
from api_schema.ports import matches, tournaments, webhooks
from domain.kernel.game import Strength


def _values(struct: type, field: str) -> tuple[str, ...]:
    return get_args(get_type_hints(struct)[field])


NAMED: Mapping[str, tuple[str, ...]] = {
    "MatchStatus": _values(matches.MatchOut, "status"),
    "RevealPolicy": _values(matches.CreateMatch, "reveal"),
    "MatchReveal": _values(matches.MatchOut, "reveal"),
    "MatchOrder": _values(matches.MatchFilter, "order"),
    "EventWeight": _values(matches.EventOut, "weight"),
    "WebhookKind": get_args(webhooks.WebhookKind),
    "WebhookScope": get_args(webhooks.WebhookScope),
    "WebhookStatus": _values(webhooks.WebhookOut, "status"),
    "TournamentFormat": get_args(tournaments.TournamentFormat),
    "EliminationFormat": get_args(tournaments.Elimination),
    "TournamentStatus": get_args(tournaments.TournamentStatus),
    "DeckRule": get_args(tournaments.DeckRule),
    "EntryRule": get_args(tournaments.Entering),
    "StaffRole": get_args(tournaments.StaffRole),
    "EntrantSort": get_args(tournaments.EntrantSort),
    "EntrantStatus": get_args(tournaments.EntrantStatus),
    "RulingKind": get_args(tournaments.RulingName),
    "ReportKind": _values(tournaments.ReportResult, "kind"),
    "OwnByeRule": _values(tournaments.TournamentPolicy, "own_bye"),
    "DropRule": _values(tournaments.TournamentPolicy, "drops"),
    "TieBreakRegulations": get_args(tournaments.Regulations),
    "Seeding": _values(tournaments.TournamentPolicy, "seeding"),
    "MissedRound": _values(tournaments.LateEntryPolicy, "missed"),
    "BracketSide": _values(tournaments.BracketNodeOut, "side"),
    "BracketSourceKind": _values(tournaments.BracketSourceOut, "kind"),
    "HouseBot": get_args(Strength),
    "RoundStatus": _values(tournaments.RoundOut, "status"),
    "PairingStatus": _values(tournaments.PairingOut, "status"),
    "PairingGameStatus": _values(tournaments.TableGameOut, "status"),
    "RankStage": _values(tournaments.RankOut, "stage"),
    "ResultSource": _values(tournaments.TableResultOut, "source"),
}
ENUMS: Mapping[frozenset[Any], Any] = {frozenset(values): enum_of(name, values) for name, values in NAMED.items()}
"""By their values, which no two of them share."""


def enum(name: str) -> Any:
    """A shared enum by its name."""
    return ENUMS[frozenset(NAMED[name])]
