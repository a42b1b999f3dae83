"""Acting: guards, retries, races, refusals."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import ANONYMOUS
from api_schema.ports.matches import LegalActionSet
from eventstore.envelope import Appended
from eventstore.store import StoreUnavailable
from service.application.ids import MATCH_IDS
from service.matches.on_table import OnTable
from tests.kit.served import ALICE, BOB, EVE, Served, serve, sqlite_url

pytestmark = pytest.mark.anyio


async def refusal_of(served: Served, match: str, **order: object) -> ApiError:
    with pytest.raises(ApiError) as refusal:
        await served.act(ALICE, match, **order)
    return refusal.value


async def test_a_token_stands_for_an_action_and_its_guard(served: Served) -> None:
    match = await served.started()
    done = await served.act(ALICE, match, token=await served.token(ALICE, match, "send"))
    assert [event.type for event in done.events][:2] == ["action_taken", "envoy_sent"]
    assert done.version == done.match.version
    assert done.head_hash == done.match.head_hash == done.events[-1].hash
    assert done.events[1].caused_by == done.events[0].id
    assert done.events[0].caused_by is None


async def test_a_retry_is_answered_as_the_first_time_and_writes_nothing(served: Served) -> None:
    match = await served.started()
    token = await served.token(ALICE, match, "send")
    first = await served.act(ALICE, match, token=token, idempotency_key="once")
    await served.act(BOB, match, token=await served.token(BOB, match, "send"))
    again = await served.act(ALICE, match, token=token, idempotency_key="once")
    assert (again.version, again.head_hash, again.replayed) == (first.version, first.head_hash, True)
    assert again.events == first.events
    refusal = await refusal_of(served, match, token=token + "x", idempotency_key="once")
    assert refusal.code == ErrorCode.KEY_REUSED
    assert "firstUsedAt" in refusal.details


async def test_an_action_without_a_guard_is_refused(served: Served) -> None:
    match = await served.started()
    assert (
        await refusal_of(served, match, action={"type": "ban", "card": "envoy-01"})
    ).code == ErrorCode.GUARD_REQUIRED
    refusal = await refusal_of(served, match, prompt_id="pr_1", action={"type": "ban", "card": "envoy-01"})
    assert refusal.code == ErrorCode.GUARD_REQUIRED


async def test_a_prompt_is_answered_in_its_revision(served: Served) -> None:
    match = await served.started()
    legal = await served.app.use_cases.matches.legal_actions(ALICE, match)
    prompt = next(options for options in legal.prompts if options.prompt.kind == "send")
    await served.act(BOB, match, token=await served.token(BOB, match, "ban"))
    banned = {"type": "send", "card": "envoy-01"}
    sent = next(action for action in prompt.actions if action.action != banned)
    stale = {"prompt_id": prompt.prompt.id, "revision": prompt.prompt.revision, "action": sent.action}
    refusal = await refusal_of(served, match, **stale)
    assert refusal.code == ErrorCode.PROMPT_CLOSED
    now = refusal.details["legal"]
    assert isinstance(now, LegalActionSet)
    assert {options.prompt.revision for options in now.prompts} == {1}
    assert (await refusal_of(served, match, token=sent.token)).code == ErrorCode.PROMPT_CLOSED
    await served.act(ALICE, match, **{**stale, "revision": 1})


async def test_an_expected_version_holds_only_if_nothing_changed(served: Served) -> None:
    match = await served.started()
    version = (await served.app.use_cases.matches.get(ALICE, match)).version
    refusal = await refusal_of(served, match, expected_version=version - 1, action={"type": "ban", "card": "envoy-01"})
    assert refusal.code == ErrorCode.VERSION_CONFLICT
    assert refusal.details == {"expected": version - 1, "actual": version}
    done = await served.act(ALICE, match, expected_version=version, action={"type": "ban", "card": "envoy-01"})
    assert done.version > version


async def test_an_illegal_action_names_the_rule_and_what_is_legal(served: Served) -> None:
    match = await served.started()
    legal = await served.app.use_cases.matches.legal_actions(ALICE, match)
    prompt = next(options.prompt for options in legal.prompts if options.prompt.kind == "send")
    version = (await served.app.use_cases.matches.get(ALICE, match)).version
    refusal = await refusal_of(
        served, match, prompt_id=prompt.id, revision=0, action={"type": "send", "card": "envoy-99"}
    )
    assert (refusal.code, refusal.rule_id) == (ErrorCode.ILLEGAL_ACTION, "TOY-203")
    assert refusal.details["legal"] == legal
    assert (await served.app.use_cases.matches.get(ALICE, match)).version == version


@pytest.mark.parametrize(
    ("action", "path", "words"),
    [
        ({"type": "snd", "card": "envoy-01"}, ("action", "type"), "did you mean 'send'"),
        ({"card": "envoy-01"}, ("action", "type"), "there are: ban, concede, pay, peek, send"),
        ({"type": "send"}, ("action", "card"), "missing required field `card`"),
        ({"type": "send", "card": 3}, ("action", "card"), "Expected `str`, got `int`"),
        ({"type": "send", "card": "envoy-01", "colour": "red"}, ("action", "colour"), "send has no parameter 'colour'"),
        ({"type": "pay", "tokens": {"red": "one"}}, ("action", "tokens"), "Expected `int`"),
        ({"type": "concede", "why": "bored"}, ("action",), "no parameters"),
    ],
)
async def test_a_malformed_action_is_explained(
    served: Served, action: dict[str, object], path: tuple[str, ...], words: str
) -> None:
    match = await served.started()
    refusal = await refusal_of(served, match, expected_version=1, action=action)
    assert (refusal.code, refusal.path) == (ErrorCode.INVALID_INPUT, path)
    assert words in refusal.message


async def test_a_seat_belongs_to_its_player(served: Served) -> None:
    match = await served.started()
    token = await served.token(ALICE, match, "send")
    for caller, seat, code in (
        (EVE, None, ErrorCode.NOT_YOUR_SEAT),
        (EVE, 0, ErrorCode.NOT_YOUR_SEAT),
        (BOB, 0, ErrorCode.NOT_YOUR_SEAT),
        (ANONYMOUS, 0, ErrorCode.UNAUTHENTICATED),
    ):
        with pytest.raises(ApiError) as refusal:
            await served.act(caller, match, token=token, seat=seat)
        assert refusal.value.code == code
    with pytest.raises(ApiError) as refusal:
        await served.act(BOB, match, token=token)
    assert refusal.value.code == ErrorCode.PROMPT_CLOSED


async def test_a_token_is_good_for_its_match_only(served: Served) -> None:
    token = await served.token(ALICE, await served.started(), "send")
    refusal = await refusal_of(served, await served.started(), token=token)
    assert (refusal.code, refusal.path) == (ErrorCode.INVALID_INPUT, ("token",))


async def test_conceding_needs_no_guard(served: Served) -> None:
    match = await served.started()
    done = await served.act(ALICE, match, action={"type": "concede"})
    assert done.match.status == "FINISHED"
    assert done.match.result is not None
    assert (done.match.result.placings, done.match.result.rule_id) == (((1,), (0,)), "TOY-301")
    assert done.events[-1].type == "secrets_revealed"
    refusal = await refusal_of(served, match, action={"type": "concede"})
    assert refusal.code == ErrorCode.MATCH_OVER


async def test_one_of_two_racing_replicas_decides_again(served: Served, tmp_path: Path) -> None:
    match = await served.started()
    other = await serve(sqlite_url(tmp_path))
    async with other.app:
        orders = [
            (served, ALICE, await served.token(ALICE, match, "send")),
            (other, BOB, await other.token(BOB, match, "send")),
        ]
        acts = (
            service.act(caller, match, idempotency_key=f"race-{caller.ref}", token=token)
            for service, caller, token in orders
        )
        done = await asyncio.gather(*acts)
        assert sorted(event.type for one in done for event in one.events).count("envoy_sent") == 2
        page = await served.app.use_cases.matches.events(ALICE, match)
        assert [event.version for event in page.events] == list(range(1, page.version + 1))
        assert sum(event.type == "envoys_revealed" for event in page.events) == 1


async def test_an_act_in_secret_names_nobody(served: Served) -> None:
    match = await served.started(deck="owl")
    matches = served.app.use_cases.matches
    before = (await matches.get(ALICE, match)).version
    done = await served.act(ALICE, match, token=await served.token(ALICE, match, "peek"))
    assert (done.events[0].type, done.events[0].actor) == ("action_taken", "seat:0")
    page = await matches.events(BOB, match, after=before)
    assert {event.actor for event in page.events} == {"hidden"}
    assert {event.caused_by for event in page.events} == {None}
    assert (page.events[0].type, page.events[0].data, page.events[0].redacted) == ("sealed", {}, True)
    raw = await served.app.store.read(MATCH_IDS.stream_of(match), before)
    assert b"seat:0" not in raw[0].body
    assert b'"command":""' in raw[0].body


async def test_the_clock_takes_the_default_once(served: Served) -> None:
    match = await served.started(turn_ms=60_000)
    legal = await served.app.use_cases.matches.legal_actions(ALICE, match)
    prompt = next(options.prompt for options in legal.prompts if options.prompt.kind == "send")
    with pytest.raises(ApiError) as refusal:
        await served.app.matches.play.time_out(match, prompt.opened_at_version, 0)
    assert refusal.value.code == ErrorCode.PROMPT_CLOSED
    served.clock.now += 60_000
    first = await served.app.matches.play.time_out(match, prompt.opened_at_version, 0)
    again = await served.app.matches.play.time_out(match, prompt.opened_at_version, 0)
    assert (first.appended.replayed, again.appended.replayed) == (False, True)
    page = await served.app.use_cases.matches.events(BOB, match, after=first.appended.first_version - 1)
    assert (page.events[0].actor, page.events[0].data["default"]) == ("clock", True)


async def test_a_hot_match_costs_one_append_and_no_read(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await served.started()
    token = await served.token(ALICE, match, "ban")

    async def unexpected(*_: object) -> None:
        raise AssertionError("read")

    for name in ("read", "load", "head", "find_command"):
        monkeypatch.setattr(served.app.store, name, unexpected)
    assert not (await served.act(ALICE, match, token=token)).replayed


class Hints:
    """What the broker was told."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, int]] = []

    def hinted(self, match_id: str, version: int) -> None:
        self.heard.append((match_id, version))

    def missed(self, keys: Collection[str] | None = None) -> None:
        raise AssertionError("nothing gets lost in one process")


async def test_a_retry_after_a_lost_answer_finds_what_was_appended_and_tells_the_watchers(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await served.started()
    token, append, hints = await served.token(ALICE, match, "send"), served.app.store.append, Hints()
    served.app.broker.subscribe(hints)

    async def answer_lost(*arguments: Any, **options: Any) -> Appended:
        await append(*arguments, **options)
        raise StoreUnavailable("the connection broke after the commit")

    monkeypatch.setattr(served.app.store, "append", answer_lost)
    refusal = await refusal_of(served, match, token=token, idempotency_key="once")
    assert (refusal.code, hints.heard) == (ErrorCode.UNAVAILABLE, [])
    monkeypatch.setattr(served.app.store, "append", append)
    done = await served.act(ALICE, match, token=token, idempotency_key="once")
    assert (done.replayed, hints.heard) == (True, [(match, done.version)])
    page = await served.app.use_cases.matches.events(ALICE, match)
    assert sum(event.type == "envoy_sent" for event in page.events) == 1


async def test_a_store_that_goes_away_before_the_answer_is_told_refuses_it(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await served.started()
    token = await served.token(ALICE, match, "send")

    async def gone(*_: Any) -> Any:
        raise StoreUnavailable("the connection broke off")

    with monkeypatch.context() as outage:
        outage.setattr(OnTable, "names", gone)
        refusal = await refusal_of(served, match, token=token, idempotency_key="once")
    assert refusal.code == ErrorCode.UNAVAILABLE
    done = await served.act(ALICE, match, token=token, idempotency_key="once")
    assert done.replayed
    assert any(event.type == "envoy_sent" for event in done.events)


async def test_a_store_that_lost_its_last_commits_is_believed(served: Served) -> None:
    match = await served.started()
    token, cache = await served.token(BOB, match, "send"), served.app.matches.repository.cache
    known = cache.get(match)
    assert known is not None
    ahead = known.state.copy()
    ahead.version += 3
    cache.put(replace(known, state=ahead))
    done = await served.act(BOB, match, token=token)
    assert done.events[0].version == known.version + 1


async def test_two_replicas_that_raise_the_same_time_out_make_it_one(served: Served, tmp_path: Path) -> None:
    match = await served.started(turn_ms=60_000)
    legal = await served.app.use_cases.matches.legal_actions(ALICE, match)
    prompt = next(options.prompt for options in legal.prompts if options.prompt.kind == "send")
    other = await serve(sqlite_url(tmp_path))
    async with other.app:
        for replica in (served, other):
            await replica.app.matches.repository.current(match)
            replica.clock.now += 120_000
        raised = await asyncio.gather(
            *(replica.app.matches.play.time_out(match, prompt.opened_at_version, 0) for replica in (served, other))
        )
    assert sorted(one.appended.replayed for one in raised) == [False, True]
    assert raised[0].appended.head_hash == raised[1].appended.head_hash
    page = await served.app.use_cases.matches.events(ALICE, match)
    assert sum(event.actor == "clock" and event.type == "action_taken" for event in page.events) == 1
