"""Who may go on watching."""

from __future__ import annotations

import pytest

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import ANONYMOUS
from api_schema.ports.matches import CreateMatch, JoinMatch
from tests.kit.served import ALICE, BOB, Served

pytestmark = pytest.mark.anyio


async def test_a_stream_of_a_private_match_ends_when_its_seat_is_left(served: Served) -> None:
    matches = served.app.use_cases.matches
    order = CreateMatch("envoys", 2, visibility="INVITE")
    created, _, invite = await matches.create(ALICE, served.key(), order)
    await served.sit(ALICE, created.id, seat=0, invite=invite)
    updates = matches.updates(ALICE, created.id, after=0)
    assert (await anext(updates)).kind == "EventsAppended"
    await matches.leave(ALICE, created.id, 0, served.key())
    with pytest.raises(ApiError) as refusal:
        await anext(updates)
    assert refusal.value.code is ErrorCode.FORBIDDEN


async def test_a_stream_ends_when_the_seat_of_its_token_is_left(served: Served) -> None:
    """The token is no longer valid, and so is what was opened with it."""
    matches = served.app.use_cases.matches
    match = await served.open()
    left = await matches.join(ANONYMOUS, match, served.key(), JoinMatch(seat=0, deck="fox"))
    guest = await served.app.use_cases.accounts.authenticate(left.seat_token)
    watching = [matches.updates(guest, match, perspective=wanted) for wanted in (None, "spectator")]
    for updates in watching:
        assert (await anext(updates)).kind == "EventsAppended"
    await matches.leave(guest, match, left.seat, served.key())
    for updates in watching:
        with pytest.raises(ApiError) as refusal:
            await anext(updates)
        assert refusal.value.code is ErrorCode.UNAUTHENTICATED


async def test_a_stream_shows_nothing_more_of_a_seat_that_was_given_away(served: Served) -> None:
    """Who sits there next has the same perspective by name; none of its secrets go to who was there before."""
    matches = served.app.use_cases.matches
    match = await served.open()
    left = await matches.join(ALICE, match, served.key(), JoinMatch(seat=0, deck="fox"))
    updates = matches.updates(ALICE, match, after=0)
    assert (await anext(updates)).payload.count(b'"loadout"') == 1
    await matches.leave(ALICE, match, left.seat, served.key())
    await served.sit(BOB, match, seat=0)
    heard = b""
    while b'"seat_taken"' not in heard:
        heard += (await anext(updates)).payload
    assert b'"loadout"' not in heard
