"""Matches, states and prompts as they go out."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Literal, cast

import msgspec

from api_schema import ports
from domain.kernel.audience import FULL, seat
from domain.kernel.match import Result, State
from domain.kernel.prompts import Prompt
from eventstore.chain import canonical
from service.matches.aggregate import Aggregate
from service.matches.identity import prompt_id
from service.times import rfc3339


def match_out(state: State, head: bytes, *, participant: bool) -> ports.MatchOut:
    """The match as a lobby shows it; invite-only ones hide their players from strangers."""
    assert state.pins is not None
    origin, played_in = state.origin, state.tournament
    named = participant or state.visibility == "open"
    return ports.MatchOut(
        id=state.match,
        game=state.game,
        status=cast(Literal["OPEN", "RUNNING", "FINISHED", "ABORTED"], state.status.upper()),
        version=state.version,
        visibility=cast(Literal["OPEN", "INVITE"], state.visibility.upper()),
        reveal=cast(Literal["ALL", "PARTICIPANTS", "LATER"], state.reveal.upper()),
        closed=state.result is not None and not state.withheld,
        spectator_delay_ms=state.spectator_delay,
        seats=tuple(
            ports.SeatOut(
                number=number,
                taken=place.player is not None,
                ready=place.sealed,
                bot=place.bot,
                player=place.player if named else None,
                conceded=place.conceded,
            )
            for number, place in enumerate(state.seats)
        ),
        clock=ports.ClockOut(state.clock.decision, state.clock.turn, state.clock.bank),
        ends_at=None if state.ends_at is None else rfc3339(state.ends_at),
        options=msgspec.to_builtins(state.options),
        pins=ports.PinsOut(*(getattr(state.pins, name) for name in ports.PinsOut.__struct_fields__)),
        result=result_out(state.result),
        practice=origin is not None,
        origin=None if origin is None else ports.OriginOut(origin.match, origin.version, origin.head),
        tournament=None if played_in is None else ports.TournamentGameOut(*msgspec.structs.astuple(played_in)),
        head_hash=head.hex(),
        created_at=rfc3339(state.created_at),
        updated_at=rfc3339(state.at),
    )


def with_names(match: ports.MatchOut, names: Mapping[str, str]) -> ports.MatchOut:
    """The match with what its players are called, as far as it shows players at all."""
    seats = tuple(msgspec.structs.replace(seat, name=names.get(seat.player or "")) for seat in match.seats)
    return msgspec.structs.replace(match, seats=seats)


def result_out(result: Result | None) -> ports.ResultOut | None:
    """How it ended, if it has."""
    if result is None:
        return None
    return ports.ResultOut(result.kind.upper(), result.placings, result.rule, result.decided_by, result.reason)


def prompt_out(prompt: Prompt) -> ports.PromptOut:
    """A prompt as whoever may see it sees it."""
    return ports.PromptOut(
        id=prompt_id(prompt.id),
        revision=prompt.revision,
        seat=prompt.seat,
        kind=prompt.kind,
        mode=cast(Literal["BLOCKING", "SIMULTANEOUS", "STANDING"], prompt.mode.upper()),
        rule_id=prompt.rule,
        opened_at_version=prompt.id,
        deadline=None if prompt.deadline is None else rfc3339(prompt.deadline),
    )


def state_out(match: Aggregate, viewer: str) -> ports.StateOut:
    """The state as the viewer may see it. Before the start there is no table and no view."""
    state = match.state
    view = view_of(match, viewer)
    return ports.StateOut(
        match_id=match.match,
        version=state.version,
        resolving=match.resolving,
        perspective=viewer,
        status=state.status.upper(),
        phase=state.status if state.board is None else match.game.phase(state),
        prompts=tuple(prompt_out(prompt) for prompt in seen_prompts(state, viewer)),
        hash=view_hash(view),
        head_hash=match.head.hex(),
        view=view,
        table=None if view is None else match.game.table(view),
        result=result_out(state.result),
    )


def view_of(match: Aggregate, viewer: str) -> Any:
    """The game's typed view, None before the start."""
    return None if match.state.board is None else match.game.view(match.state, viewer)


def view_hash(view: Any) -> str:
    """The hex SHA-256 of a view's canonical JSON: the state hash of that perspective."""
    return sha256(canonical(view)).hexdigest()


def seen_prompts(state: State, viewer: str) -> list[Prompt]:
    """The open prompts that the viewer may know of."""
    return [
        prompt for prompt in state.prompts.values() if prompt.secrecy != "hidden" or viewer in (FULL, seat(prompt.seat))
    ]
