"""The inputs of changes of tournaments."""

from __future__ import annotations

from typing import Any

import strawberry

from api_schema.graphql.request_inputs import KEY, PLAIN, Input, RequestInputs
from api_schema.ports.tournaments import (
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


def fields(name: str, description: str, **members: Any) -> Input:
    """The input of a change that takes a few plain values."""
    return PLAIN.input(name, description=description, first=WHERE | members)


CREATE = REQUESTS.input("CreateTournamentInput", CreateTournament, reads=tournament_of)
REGISTER = REQUESTS.input("RegisterEntrantInput", RegisterEntrant, first=WHERE)
CHANGE_DECK = REQUESTS.input("ChangeEntrantDeckInput", DeckOrder, first=WHERE)
START_ROUND = REQUESTS.input("StartRoundInput", StartRound, first=WHERE)
REPORT = REQUESTS.input("ReportResultInput", ReportResult, first=WHERE)
RULE = REQUESTS.input("RulePairingInput", RulePairing, first=WHERE)
JOIN = fields("JoinTournamentStaffInput", "The code that an organiser has handed out for a role.", code=str)
DISMISS = fields(
    "DismissTournamentStaffInput",
    "The reference whose role ends; a referee's own, or anybody's by an organiser.",
    staff=strawberry.ID,
)
CHECK_IN = fields(
    "CheckInEntrantInput", "Who is there: the caller, or anybody by an organiser.", entrant=strawberry.ID | None
)
DROP = fields("DropEntrantInput", "Who leaves: the caller, or anybody by an organiser.", entrant=strawberry.ID | None)
PAUSE = PLAIN.input("PauseTournamentInput", ReasonInput, "Why no round begins for now.", first=WHERE)
RESUME = fields("ResumeTournamentInput", "The tournament that goes on after a pause.")
CANCEL = fields("CancelTournamentInput", "Why it ends without a result. The reason is public and stays.", reason=str)
FINISH = fields("FinishTournamentInput", "The tournament that ends with the ranks as they are.")
