"""Matches that run: state, legal actions, acting, events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET

from api_schema.errors import ApiError, ErrorCode
from api_schema.input.faults import refuse
from api_schema.input.names import camel
from api_schema.limiting.acts import by_events
from api_schema.limiting.budgets import Bucket
from api_schema.negotiation import negotiate
from api_schema.operations import play as rows
from api_schema.operations.http import APPLIED, HEAD_HASH, JSON, NDJSON, VERSION
from api_schema.operations.models import ActionGuard, ByToken
from api_schema.operations.operation import Operation
from api_schema.operations.parameters import EventsQuery, LegalQuery, StateQuery, value_or_none
from api_schema.ports.matches import ActInput, EventPage, Taken
from api_schema.rest.call import ApiCall, Handler
from api_schema.rest.replies import Answer, Reply, cached_if_past, vary
from api_schema.rest.requests import MINIMAL, expected_version, prefers_minimal, typed

GUARD = frozenset({"promptId", "revision", "seat"})
"""The members of an action's body that are not the action's own. No action may have parameters of these names."""
RESERVED = GUARD | {"token"}


async def state(call: ApiCall) -> Reply:
    """The state as one perspective sees it: any past version, or the current one."""
    query: StateQuery = call.query
    found = await call.use_cases.matches.state(
        call.caller,
        call.path.id,
        perspective=value_or_none(query.perspective),
        at_version=value_or_none(query.at),
    )
    past = query.at is not UNSET and fixed(call, query.perspective)
    return Reply(found, stands=f"{found.version}-{found.perspective}", headers=cached_if_past(call, past=past))


async def legal_actions(call: ApiCall) -> Reply:
    """The legal actions of a seat, now or at a past version."""
    query: LegalQuery = call.query
    if query.at is UNSET and not call.has_token:
        raise ApiError(ErrorCode.UNAUTHENTICATED, "This needs a token.")
    found = await call.use_cases.matches.legal_actions(
        call.caller, call.path.id, value_or_none(query.seat), value_or_none(query.at), query.expand
    )
    if query.at is UNSET:
        headers = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
        return Reply(found, stands=f"{found.version}-seat:{found.seat}", headers=headers)
    return Reply(found, headers=cached_if_past(call, past=fixed(call, query.seat)))


async def act(call: ApiCall) -> Reply | Answer:
    """Answer a prompt, or concede."""
    request = act_input(call.body, call.key, expected_version(call))
    taken = await call.use_cases.matches.act(call.caller, call.path.id, request)
    _owe(call, taken)
    headers = {"Cache-Control": "no-store", VERSION: str(taken.version)}
    if prefers_minimal(call):
        minimal = {HEAD_HASH: taken.head_hash, APPLIED: MINIMAL}
        return Answer(204, {**headers, **minimal})
    return Reply(await taken.whole(), headers=headers)


def _owe(call: ApiCall, done: Taken) -> None:
    """Charge for the events of an action that has just been taken."""
    owed = call.meter.owe(call.client, Bucket.ACTS, by_events(done))
    if owed is not None and call.budget is not None:
        call.budget = msgspec.structs.replace(owed, cost=call.budget.cost + owed.cost)


async def events(call: ApiCall) -> Reply:
    """Events in version order, as one JSON page or a line each."""
    query: EventsQuery = call.query
    page = await call.use_cases.matches.events(
        call.caller,
        call.path.id,
        perspective=value_or_none(query.perspective),
        after=query.after,
        first=query.limit,
    )
    full = len(page.events) == query.limit and fixed(call, query.perspective)
    headers = vary(cached_if_past(call, past=full), "Accept")
    if negotiate(call.headers, JSON, NDJSON) == NDJSON:
        call.meter.charge(call.client, Bucket.EXPORT_ROWS, len(page.events))
        lines = b"".join(msgspec.json.encode(event) + b"\n" for event in page.events)
        return Reply(lines, media=NDJSON, headers={**headers, VERSION: str(page.version)})
    return Reply(_settled(page, query), headers=headers)


def act_input(body: Any, key: str, expected: int | None) -> ActInput:
    """The body of an action as the use case takes it: a token, or a guard and the action's own members."""
    if not isinstance(body, dict):
        raise refuse("An action is a JSON object.", "body")
    if "token" in body:
        chosen = typed(body, ByToken)
        return ActInput(idempotency_key=key, seat=chosen.seat, expected_version=expected, token=chosen.token)
    if not isinstance(body.get("type"), str):
        raise refuse("An action has a `token`, or a `type` with its parameters.", "type")
    guard = typed({name: value for name, value in body.items() if camel(name) in GUARD}, ActionGuard)
    return ActInput(
        idempotency_key=key,
        seat=guard.seat,
        prompt_id=guard.prompt_id,
        revision=guard.revision,
        expected_version=expected,
        action={name: value for name, value in body.items() if name not in GUARD},
    )


def fixed(call: ApiCall, named: object) -> bool:
    """Whether the same address always means the same perspective: the address names it, or the request has no token."""
    return named is not UNSET or not call.has_token


def _settled(page: EventPage, query: EventsQuery) -> EventPage:
    """A full page never changes, so it doesn't say how far the match was when it was read."""
    if len(page.events) < query.limit:
        return page
    return EventPage(page.events, False, page.events[-1].version)


HANDLERS: Mapping[Operation, Handler] = {
    rows.GET_STATE: state,
    rows.GET_LEGAL_ACTIONS: legal_actions,
    rows.ACT: act,
    rows.GET_EVENTS: events,
}
