"""Permissions of callers on a match, and the perspectives that they may take."""

from __future__ import annotations

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Caller
from domain.kernel.audience import FULL, SPECTATOR, seat, seat_number
from domain.kernel.match import State
from service.application.permissions import READ, may_look, require_look
from service.application.pseudonyms import own_player
from service.application.tokens import SeatClaim


def visible_seats(caller: Caller, state: State, scope: str = READ) -> list[int]:
    """The seats that the caller may look as: its own, if its token has the scope."""
    return held(caller, state) if may_look(caller, scope) else []


def held(caller: Caller, state: State) -> list[int]:
    """The seats that the caller sits on, by seat token or by account."""
    own = own_player(caller, state.match)
    return [
        number
        for number, place in enumerate(state.seats)
        if place.player is not None and (place.player == own or _by_token(caller, state.match, number, place.since))
    ]


def _by_token(caller: Caller, match: str, number: int, since: int) -> bool:
    return caller.seat == (match, number) and caller.ref == SeatClaim(match, number, since).ref


def acting_seat(caller: Caller, state: State, number: int | None) -> int:
    """The seat that the caller acts for; needs to be named only if there are several. NOT_YOUR_SEAT."""
    refuse_dead_token(caller, state)
    seats = held(caller, state)
    if number is None:
        if len(seats) > 1:
            raise ApiError(ErrorCode.INVALID_INPUT, f"you hold the seats {seats}: name one", path=("seat",))
        if seats:
            return seats[0]
        raise ApiError(ErrorCode.NOT_YOUR_SEAT, "you have no seat in this match", path=("seat",))
    if number not in seats:
        raise ApiError(ErrorCode.NOT_YOUR_SEAT, f"seat {number} is not yours", path=("seat",))
    return number


def seat_at(caller: Caller, state: State, number: int | None, version: int | None) -> int:
    """The seat whose options the caller may see, now or at a version: any one if the full record is open to them.

    Else an own one, and not before they took it: what was legal for somebody else shows that player's hand.
    """
    if number is not None and number < len(state.seats) and full_is_open(caller, state):
        return number
    require_look(caller)
    own = acting_seat(caller, state, number)
    if version is not None and version < state.seats[own].since:
        raise ApiError(ErrorCode.NOT_YOUR_SEAT, f"seat {own} was not yours at version {version}", path=("atVersion",))
    return own


def perspective(caller: Caller, state: State, wanted: str | None, scope: str = READ) -> str:
    """The viewer that the caller looks as: an own seat if none is asked for and there is one, else the spectators."""
    refuse_dead_token(caller, state)
    seats = visible_seats(caller, state, scope)
    if wanted is None:
        wanted = seat(seats[0]) if seats else SPECTATOR
    number = seat_number(wanted)
    if number is not None:
        require_look(caller, scope)
    if number is not None and number not in seats:
        raise ApiError(ErrorCode.NOT_YOUR_SEAT, f"only seat {number} itself sees this", path=("as",))
    if number is None and wanted not in (SPECTATOR, FULL):
        raise ApiError(ErrorCode.INVALID_INPUT, "a perspective is seat:<n>, spectator or full", path=("as",))
    require_sight(caller, state, scope)
    if wanted == FULL:
        _refuse_full(caller, state, bool(seats), scope)
    return wanted


def full_is_open(caller: Caller, state: State, scope: str = READ) -> bool:
    """Whether the caller may see all of the match: the perspective `full`."""
    try:
        perspective(caller, state, FULL, scope)
    except ApiError:
        return False
    return True


def require_sight(caller: Caller, state: State, scope: str = READ) -> None:
    """Refuse a caller who may not look at the match at all; streams ask again, since a player may leave the seat
    meanwhile.
    """
    if state.visibility != "invite":
        return
    require_look(caller, scope)
    if not held(caller, state):
        raise ApiError(ErrorCode.FORBIDDEN, "this match is open to its players only", path=("as",))


def _refuse_full(caller: Caller, state: State, participant: bool, scope: str) -> None:
    if state.result is None:
        raise ApiError(ErrorCode.FORBIDDEN, "the full record is open once the match is over", path=("as",))
    if state.withheld:
        message = "this match keeps its secrets until its tournament opens them"
        raise ApiError(ErrorCode.FORBIDDEN, message, path=("as",))
    if state.reveal == "participants" and not participant:
        require_look(caller, scope)
        raise ApiError(ErrorCode.FORBIDDEN, "this match reveals its secrets to its players only", path=("as",))


def refuse_dead_token(caller: Caller, state: State) -> None:
    """A seat token of this match whose seat was left meanwhile."""
    if caller.seat is not None and caller.seat[0] == state.match and not held(caller, state):
        raise ApiError(ErrorCode.UNAUTHENTICATED, "this seat was left; its token is no longer valid")
