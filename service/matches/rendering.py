"""Matches, states and prompts as they go out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, cast

import msgspec

from api_schema.input.member_names import camel_value
from api_schema.ports.matches import (
    ClockOut,
    MatchOut,
    OriginOut,
    PinsOut,
    PromptOut,
    ResultOut,
    SeatOut,
    StateOut,
    TournamentGameOut,
)
from domain.kernel.audience import FULL, seat
from domain.kernel.match import State
from domain.kernel.prompts import Prompt
from domain.kernel.result import Result
from domain.kernel.table import Table
from domain.kernel.views import is_own
from service.application.ids import prompt_id
from service.application.pseudonyms import strength_of
from service.matches.aggregate import Aggregate
from service.matches.perspectives import view_hash
from service.times import rfc3339


def match_out(state: State, head: bytes, *, participant: bool) -> MatchOut:
    """The match as a lobby shows it, but for its options: they are as stored, and of a game that may be gone.

    Invite-only ones hide their players from strangers.
    """
    assert state.pins is not None
    origin, played_in = state.origin, state.tournament
    named = participant or state.visibility == "open"
    return MatchOut(
        id=state.match,
        game=state.game,
        status=cast(Literal["OPEN", "RUNNING", "FINISHED", "ABORTED"], state.status.upper()),
        version=state.version,
        visibility=cast(Literal["OPEN", "INVITE"], state.visibility.upper()),
        reveal=cast(Literal["ALL", "PARTICIPANTS", "LATER"], state.reveal.upper()),
        closed=state.result is not None and not state.withheld,
        spectator_delay_ms=state.spectator_delay,
        seats=tuple(
            SeatOut(
                number=number,
                taken=place.player is not None,
                ready=place.sealed,
                bot=place.bot,
                player=place.player if named else None,
                conceded=place.conceded,
                house_bot=strength_of(place.player),
            )
            for number, place in enumerate(state.seats)
        ),
        clock=ClockOut(state.clock.decision, state.clock.turn, state.clock.bank),
        ends_at=None if state.ends_at is None else rfc3339(state.ends_at),
        options=msgspec.to_builtins(state.options),
        pins=PinsOut(*(getattr(state.pins, name) for name in PinsOut.__struct_fields__)),
        result=result_out(state.result),
        practice=origin is not None,
        origin=None if origin is None else OriginOut(origin.match, origin.version, origin.head),
        tournament=None if played_in is None else TournamentGameOut(*msgspec.structs.astuple(played_in)),
        head_hash=head.hex(),
        created_at=rfc3339(state.created_at),
        updated_at=rfc3339(state.at),
    )


def with_names(match: MatchOut, names: Mapping[str, str]) -> MatchOut:
    """The match with what its players are called, as far as it shows players at all."""
    seats = tuple(msgspec.structs.replace(seat, name=names.get(seat.player or "")) for seat in match.seats)
    return msgspec.structs.replace(match, seats=seats)


def result_out(result: Result | None) -> ResultOut | None:
    """How it ended, if it has."""
    if result is None:
        return None
    return ResultOut(result.kind.upper(), result.placings, result.rule, result.decided_by, result.reason)


def prompt_out(match: Aggregate, prompt: Prompt, viewer: str) -> PromptOut:
    """A prompt as a viewer who may see it; its own seat may be told more, but not between two facts."""
    game, state = match.game, match.state
    own = is_own(viewer, prompt.seat)
    return PromptOut(
        id=prompt_id(prompt.id),
        revision=prompt.revision,
        seat=prompt.seat,
        kind=prompt.kind,
        mode=cast(Literal["BLOCKING", "SIMULTANEOUS", "STANDING"], prompt.mode.upper()),
        rule_id=prompt.rule,
        text=game.asks_all(prompt.kind) if match.resolving else game.asks(state, prompt, own=own),
        about=None if match.resolving else game.about(state, prompt),
        opened_at_version=prompt.id,
        deadline=None if prompt.deadline is None else rfc3339(prompt.deadline),
    )


def state_out(match: Aggregate, viewer: str) -> StateOut:
    """The state as the viewer may see it. Before the start there is no table and no view."""
    state = match.state
    view = view_of(match, viewer)
    return StateOut(
        match_id=match.match,
        version=state.version,
        resolving=match.resolving,
        perspective=viewer,
        status=state.status.upper(),
        phase=state.status if state.board_or_none is None else match.game.phase(state),
        prompts=tuple(prompt_out(match, prompt, viewer) for prompt in seen_prompts(state, viewer)),
        hash=view_hash(view),
        head_hash=match.head.hex(),
        view=camel_value(view),
        table=camel_value(None if view is None else match.game.table(view, state.cards)),
        result=result_out(state.result),
    )


def view_of(match: Aggregate, viewer: str) -> Any:
    """The game's typed view, None before the start."""
    return None if match.state.board_or_none is None else match.game.view(match.state, viewer)


def table_of(match: Aggregate, viewer: str) -> Table | None:
    """The generic table, None before the start."""
    view = view_of(match, viewer)
    return None if view is None else match.game.table(view, match.state.cards)


def seen_prompts(state: State, viewer: str) -> list[Prompt]:
    """The open prompts that the viewer may know of."""
    return [
        prompt for prompt in state.prompts.values() if prompt.secrecy != "hidden" or viewer in (FULL, seat(prompt.seat))
    ]
