"""The inputs of changes of tournaments."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import strawberry

from api_schema.graphql.request_inputs import KEY, PLAIN, Input, RequestInputs
from api_schema.ports.tournaments import (
    CodeInput,
    CreateTournament,
    DeckOrder,
    ReasonInput,
    RegisterEntrant,
    ReportResult,
    RulePairing,
    StartRound,
    TableResultIn,
)
from api_schema.tournament_policy import tournament_of

WHERE = {"tournament_id": strawberry.ID, **KEY}
REQUESTS = RequestInputs(
    dict.fromkeys(("deck", "deckId", "entrant", "excused"), strawberry.ID),
    {TableResultIn: "PairingResultInput"},
    nullable=True,
)


def one_value(name: str, description: str, member: str, kind: Any) -> Input:
    """The input of a change that takes one plain value."""
    return PLAIN.input(name, description=description, first={**WHERE, member: kind}, reads=attrgetter(member))


CREATE = REQUESTS.input("CreateTournamentInput", CreateTournament, reads=tournament_of)
REGISTER = REQUESTS.input("RegisterEntrantInput", RegisterEntrant, first=WHERE)
CHANGE_DECK = REQUESTS.input("ChangeEntrantDeckInput", DeckOrder, first=WHERE)
START_ROUND = REQUESTS.input("StartRoundInput", StartRound, first=WHERE)
REPORT = REQUESTS.input("ReportResultInput", ReportResult, first=WHERE)
RULE = REQUESTS.input("RulePairingInput", RulePairing, first=WHERE)
JOIN = PLAIN.input(
    "JoinTournamentStaffInput", CodeInput, "The code that an organiser has handed out for a role.", first=WHERE
)
DISMISS = one_value(
    "DismissTournamentStaffInput",
    "The reference whose role ends; a referee's own, or anybody's by an organiser.",
    "staff",
    strawberry.ID,
)
CHECK_IN = one_value(
    "CheckInEntrantInput",
    "Who is there: the caller, or anybody by an organiser.",
    "entrant",
    strawberry.ID | None,
)
DROP = one_value(
    "DropEntrantInput", "Who leaves: the caller, or anybody by an organiser.", "entrant", strawberry.ID | None
)
PAUSE = PLAIN.input("PauseTournamentInput", ReasonInput, "Why no round begins for now.", first=WHERE)
RESUME = PLAIN.input("ResumeTournamentInput", description="The tournament that goes on after a pause.", first=WHERE)
CANCEL = PLAIN.input(
    "CancelTournamentInput",
    description="Why it ends without a result. The reason is public and stays.",
    first={**WHERE, "reason": str},
)
FINISH = PLAIN.input(
    "FinishTournamentInput", description="The tournament that ends with the ranks as they are.", first=WHERE
)
