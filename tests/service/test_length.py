"""A match that has come to its version limit: the service ends it, once, and every audit agrees."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from api_schema.errors import ErrorCode
from api_schema.ports.matches import MatchOut
from domain.kernel import length
from domain.kernel.length import LENGTH_RULE
from tests.kit.refusals import refused
from tests.kit.served import ALICE, BOB, EVE, PAYER, Served

pytestmark = [pytest.mark.anyio, pytest.mark.rule("KERNEL-LENGTH")]


async def shown(served: Served, match: str) -> MatchOut:
    return await served.app.use_cases.matches.get(EVE, match)


async def levels(served: Served, match: str) -> dict[str, str]:
    report = await served.app.use_cases.history.audit(EVE, match, PAYER)
    return {level.level: level.status for level in report.levels}


async def answer(served: Served) -> tuple[str, dict[str, Any]]:
    """A running match, and an action of Alice in it."""
    match = await served.started()
    return match, {"token": await served.token(ALICE, match, "send"), "idempotency_key": served.key()}


def limit(monkeypatch: pytest.MonkeyPatch, version: int) -> None:
    monkeypatch.setattr(length, "VERSION_LIMIT", version)


async def test_the_action_that_comes_to_the_limit_is_the_last(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    match, act = await answer(served)
    limit(monkeypatch, (await shown(served, match)).version + 1)
    done = await served.act(ALICE, match, **act)
    assert (done.match.status, done.match.version) == ("ABORTED", done.version + 2)
    assert done.match.result is not None
    assert (done.match.result.rule_id, done.match.result.reason) == (LENGTH_RULE, "version limit")
    assert set((await levels(served, match)).values()) == {"OK"}
    again = await served.act(ALICE, match, **act)
    assert (again.replayed, again.version, again.match) == (True, done.version, done.match)
    error = await refused(served.act(BOB, match, action={"type": "concede"}))
    assert error.code == ErrorCode.MATCH_OVER


async def test_one_below_the_limit_goes_on(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    match, act = await answer(served)
    limit(monkeypatch, 1_000)
    done = await served.act(ALICE, match, **act)
    limit(monkeypatch, done.version + 1)
    assert (await shown(served, match)).status == "RUNNING"


async def test_a_match_that_was_left_beyond_the_limit_ends_when_somebody_comes(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, act = await answer(served)
    version = (await shown(served, match)).version
    limit(monkeypatch, version)
    errors = await asyncio.gather(*(refused(served.act(ALICE, match, **act)) for _ in range(3)))
    assert {error.code for error in errors} == {ErrorCode.MATCH_OVER}
    assert ((await shown(served, match)).status, (await shown(served, match)).version) == ("ABORTED", version + 2)
    assert set((await levels(served, match)).values()) == {"OK"}


async def test_what_was_played_beyond_the_limit_before_there_was_one_holds(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await served.started()
    await served.play_out(match, ALICE, BOB)
    limit(monkeypatch, 5)
    assert set((await levels(served, match)).values()) == {"OK"}


async def test_seats_that_are_taken_and_left_without_an_end(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await served.open()
    limit(monkeypatch, 10)
    use = served.app.use_cases.matches
    while (await shown(served, match)).status == "OPEN":
        await served.sit(ALICE, match)
        await use.leave(ALICE, match, 0, served.key())
    assert (await shown(served, match)).version in range(11, 14)
    assert set((await levels(served, match)).values()) == {"OK"}
