"""The changes that clients may make, once for both skins: the name, the use case, what it answers, refuses, needs and
costs.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from api_schema.errors import ErrorCode
from api_schema.ports.accounts import AccountOut, NewToken
from api_schema.ports.base import Caller
from api_schema.ports.catalogue import OwnCardSet
from api_schema.ports.decks import SavedDeckOut
from api_schema.ports.matches import CreateOut, ForkOut, JoinOut, MatchOut
from api_schema.ports.tournaments import TournamentMade
from api_schema.ports.use_cases import UseCases
from api_schema.ports.webhooks import WebhookMade, WebhookOut


class ChangeRequest(NamedTuple):
    """A caller's request: the id of the thing to change, the idempotency key, and the rest: the port's request, or a
    value, or a thing with members of the same names.
    """

    id: str
    key: str
    request: Any


Do = Callable[[UseCases, Caller, ChangeRequest], Awaitable[Any]]


@dataclass(frozen=True)
class Change:
    """A change. `id` is its name in both skins, `answer` what `do` gives; None: there is nothing to say.

    `scope` is what the token of an account needs, `sight` what it needs for its own part alone. `codes` are the
    refusals to expect, `units` what is taken of the budget for writing.
    """

    id: str
    do: Do
    answer: type | None
    scope: str | None = None
    codes: tuple[ErrorCode, ...] = ()
    units: int = 1
    sight: str | None = None


async def _create_match(use_cases: UseCases, caller: Caller, asked: ChangeRequest) -> CreateOut:
    match, replayed, invite = await use_cases.matches.create(caller, asked.key, asked.request)
    return CreateOut(match, invite, replayed)


async def _fork_match(use_cases: UseCases, caller: Caller, asked: ChangeRequest) -> ForkOut:
    return ForkOut(*await use_cases.matches.fork(caller, asked.id, asked.key, asked.request))


CREATE_MATCH = Change(
    "createMatch",
    _create_match,
    CreateOut,
    "match:create",
    (ErrorCode.KEY_REUSED, ErrorCode.FORBIDDEN, ErrorCode.NOT_FOUND, ErrorCode.DECK_ILLEGAL),
)
JOIN_MATCH = Change(
    "joinMatch",
    lambda use_cases, caller, asked: use_cases.matches.join(caller, asked.id, asked.key, asked.request),
    JoinOut,
    "match:play",
    (
        ErrorCode.NOT_FOUND,
        ErrorCode.SEAT_TAKEN,
        ErrorCode.MATCH_STARTED,
        ErrorCode.MATCH_OVER,
        ErrorCode.DECK_ILLEGAL,
        ErrorCode.KEY_REUSED,
        ErrorCode.FORBIDDEN,
    ),
)
LEAVE_MATCH = Change(
    "leaveMatch",
    lambda use_cases, caller, asked: use_cases.matches.leave(caller, asked.id, asked.request, asked.key),
    MatchOut,
    "match:play",
    (
        ErrorCode.NOT_FOUND,
        ErrorCode.NOT_YOUR_SEAT,
        ErrorCode.MATCH_STARTED,
        ErrorCode.MATCH_OVER,
        ErrorCode.KEY_REUSED,
        ErrorCode.FORBIDDEN,
    ),
)
FORK_MATCH = Change(
    "forkMatch",
    _fork_match,
    ForkOut,
    "match:create",
    (ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN, ErrorCode.FORK_REFUSED, ErrorCode.KEY_REUSED),
    units=5,
)

_ACCOUNT = (ErrorCode.FORBIDDEN, ErrorCode.NOT_FOUND)
RENAME_ACCOUNT = Change(
    "renameAccount",
    lambda use_cases, caller, asked: use_cases.accounts.rename(caller, asked.request.name),
    AccountOut,
    "account:write",
    _ACCOUNT,
)
ERASE_ACCOUNT = Change(
    "eraseAccount",
    lambda use_cases, caller, asked: use_cases.accounts.erase(caller, asked.request.confirm),
    None,
    "account:write",
    _ACCOUNT,
)
CREATE_TOKEN = Change(
    "createToken",
    lambda use_cases, caller, asked: use_cases.accounts.create_token(
        caller, asked.request.name, asked.request.scopes, asked.request.expires_at
    ),
    NewToken,
    "account:write",
    _ACCOUNT,
)
REVOKE_TOKEN = Change(
    "revokeToken",
    lambda use_cases, caller, asked: use_cases.accounts.revoke_token(caller, asked.id),
    None,
    "account:write",
    (ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN),
)

UPLOAD_CARD_SET = Change(
    "uploadCardSet",
    lambda use_cases, caller, asked: use_cases.catalogue.upload_card_set(
        caller, asked.request.game, asked.request.text
    ),
    OwnCardSet,
    "deck:write",
    (ErrorCode.CARD_SET_INVALID, ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN),
    units=20,
)
SAVE_DECK = Change(
    "saveDeck",
    lambda use_cases, caller, asked: use_cases.decks.save(caller, asked.key, asked.request),
    SavedDeckOut,
    "deck:write",
    (ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN, ErrorCode.KEY_REUSED, ErrorCode.CARD_SET_INVALID),
)
DELETE_DECK = Change(
    "deleteDeck",
    lambda use_cases, caller, asked: use_cases.decks.delete(caller, asked.id, asked.request),
    None,
    "deck:write",
    (ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN, ErrorCode.VERSION_CONFLICT),
)

_WEBHOOK = (ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN)
CREATE_WEBHOOK = Change(
    "createWebhook",
    lambda use_cases, caller, asked: use_cases.webhooks.create(caller, asked.request),
    WebhookMade,
    "webhook:manage",
    _WEBHOOK,
)
DELETE_WEBHOOK = Change(
    "deleteWebhook",
    lambda use_cases, caller, asked: use_cases.webhooks.delete(caller, asked.id),
    None,
    "webhook:manage",
    _WEBHOOK,
)
REPLAY_WEBHOOK = Change(
    "replayWebhook",
    lambda use_cases, caller, asked: use_cases.webhooks.replay(caller, asked.id, asked.request),
    WebhookOut,
    "webhook:manage",
    _WEBHOOK,
)

CHANGE = (ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN, ErrorCode.KEY_REUSED, ErrorCode.TOURNAMENT_STATUS)
"""The refusals of any change of a tournament."""
MANAGE, ENTER, REFEREE = "tournament:manage", "tournament:enter", "tournament:referee"


def _of_tournament(
    name: str,
    method: Callable[[UseCases], Callable[..., Awaitable[TournamentMade]]],
    *codes: ErrorCode,
    takes: str | None = None,
    **more: Any,
) -> Change:
    """A change of a tournament, whose use case takes one member of the request; None: all of it, "": nothing."""

    def do(use_cases: UseCases, caller: Caller, asked: ChangeRequest) -> Awaitable[TournamentMade]:
        what = () if takes == "" else (asked.request if takes is None else getattr(asked.request, takes),)
        return method(use_cases)(caller, asked.id, asked.key, *what)

    return Change(name, do, TournamentMade, codes=(*CHANGE, *codes), **more)


_DECK = (ErrorCode.ENTRY_REFUSED, ErrorCode.DECK_ILLEGAL, ErrorCode.CARD_SET_INVALID)
_RULING = (ErrorCode.RULING_REFUSED, ErrorCode.REASON_REQUIRED)
CREATE_TOURNAMENT = Change(
    "createTournament",
    lambda use_cases, caller, asked: use_cases.tournaments.create(caller, asked.key, asked.request),
    TournamentMade,
    MANAGE,
    (ErrorCode.POLICY_INVALID, ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN, ErrorCode.KEY_REUSED),
    units=5,
)
JOIN_TOURNAMENT_STAFF = _of_tournament(
    "joinTournamentStaff",
    lambda use_cases: use_cases.tournaments.join_staff,
    ErrorCode.RULING_REFUSED,
    takes="code",
    scope=REFEREE,
)
DISMISS_TOURNAMENT_STAFF = _of_tournament(
    "dismissTournamentStaff",
    lambda use_cases: use_cases.tournaments.dismiss,
    ErrorCode.RULING_REFUSED,
    sight=REFEREE,
)
REGISTER_ENTRANT = _of_tournament(
    "registerEntrant", lambda use_cases: use_cases.tournaments.register, *_DECK, scope=ENTER
)
CHANGE_ENTRANT_DECK = _of_tournament(
    "changeEntrantDeck", lambda use_cases: use_cases.tournaments.change_deck, *_DECK, scope=ENTER
)
CHECK_IN_ENTRANT = _of_tournament(
    "checkInEntrant", lambda use_cases: use_cases.tournaments.check_in, ErrorCode.ENTRY_REFUSED, sight=ENTER
)
DROP_ENTRANT = _of_tournament(
    "dropEntrant", lambda use_cases: use_cases.tournaments.drop, ErrorCode.ENTRY_REFUSED, sight=ENTER
)
START_ROUND = _of_tournament(
    "startRound",
    lambda use_cases: use_cases.tournaments.start_round,
    ErrorCode.ROUND_OPEN,
    ErrorCode.ROUND_STARTED,
    scope=MANAGE,
    units=20,
)
REPORT_RESULT = _of_tournament("reportResult", lambda use_cases: use_cases.tournaments.report, *_RULING, scope=ENTER)
RULE_PAIRING = _of_tournament("rulePairing", lambda use_cases: use_cases.tournaments.rule, *_RULING, scope=REFEREE)
PAUSE_TOURNAMENT = _of_tournament(
    "pauseTournament", lambda use_cases: use_cases.tournaments.pause, takes="reason", scope=MANAGE
)
RESUME_TOURNAMENT = _of_tournament(
    "resumeTournament", lambda use_cases: use_cases.tournaments.resume, takes="", scope=MANAGE
)
CANCEL_TOURNAMENT = _of_tournament(
    "cancelTournament",
    lambda use_cases: use_cases.tournaments.cancel,
    ErrorCode.REASON_REQUIRED,
    takes="reason",
    scope=MANAGE,
)
FINISH_TOURNAMENT = _of_tournament(
    "finishTournament", lambda use_cases: use_cases.tournaments.finish, ErrorCode.ROUND_OPEN, takes="", scope=MANAGE
)
