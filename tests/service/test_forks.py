"""Forks of matches that are over: what is copied, who may, from which version, and that the origin stays as it was."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import pytest

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.matches import CreateMatch, EventOut, ForkMatch, MatchFilter, MatchOut
from domain.kernel import draws
from domain.kernel.forks import CHANGED
from eventstore.chain import first_broken
from eventstore.envelope import StoredEvent
from service.application.ids import MATCH_IDS
from service.application.pseudonyms import player_of
from service.clocks import DAY
from service.projections.deadlines.fold import DeadlineList
from tests.kit.served import ALICE, BOB, EVE, Served

pytestmark = pytest.mark.anyio


async def fork(
    served: Served, caller: Caller, match: str, version: int, key: str | None = None
) -> tuple[MatchOut, bool]:
    return await served.app.use_cases.matches.fork(caller, match, key or served.key(), ForkMatch(at_version=version))


async def refused(served: Served, caller: Caller, match: str, version: int, **order: Any) -> ApiError:
    before = await stored(served, match)
    with pytest.raises(ApiError) as refusal:
        await fork(served, caller, match, version, **order)
    assert await stored(served, match) == before
    return refusal.value


async def stored(served: Served, match: str) -> list[StoredEvent]:
    return await served.app.store.read(MATCH_IDS.stream_of(match))


async def over(served: Served, **order: Any) -> str:
    """A match of owls and foxes that was played to its end."""
    match = await served.started("owl", **order)
    await served.play_out(match, ALICE, BOB, seed=3)
    return match


async def stops(served: Served, match: str) -> list[int]:
    """The versions that can be forked."""
    events = await stored(served, match)
    begins = next(event.version for event in events if event.type == "match_started")
    ends = next(event.version for event in events if event.type == "match_ended")
    return [event.version for event in events if event.batch_end and begins <= event.version < ends]


async def told(served: Served, caller: Caller, match: str, seen_by: str | None = None) -> list[EventOut]:
    return list((await served.app.use_cases.matches.events(caller, match, perspective=seen_by)).events)


async def play_alone(served: Served, caller: Caller, match: str) -> None:
    """Both seats are the caller's: each is named."""
    random = Random(7)
    while (await served.app.use_cases.matches.get(caller, match)).status == "RUNNING":
        seat = random.randrange(2)
        legal = await served.app.use_cases.matches.legal_actions(caller, match, seat)
        tokens = [action.token for prompt in legal.prompts for action in prompt.actions]
        if tokens:
            await served.act(caller, match, seat=seat, token=random.choice(tokens))


async def test_a_fork_goes_on_from_any_stop_and_leaves_the_origin_alone(served: Served) -> None:
    matches = served.app.use_cases.matches
    origin = await over(served)
    before = await stored(served, origin)
    for version in Random(1).sample(await stops(served, origin), 5):
        made, replayed = await fork(served, EVE, origin, version)
        assert (made.status, made.version, made.practice, replayed) == ("RUNNING", version + 1, True, False)
        assert made.origin is not None
        assert (made.origin.match_id, made.origin.version) == (origin, version)
        assert made.origin.head_hash == before[version - 1].hash.hex()
        assert {place.player for place in made.seats} == {player_of(EVE, made.id)}
        then = await matches.state(EVE, origin, perspective="full", at_version=version)
        for seat, caller in ((0, ALICE), (1, BOB)):
            theirs = await matches.state(caller, origin, perspective=f"seat:{seat}", at_version=version)
            for at in (version, version + 1):
                mine = await matches.state(EVE, made.id, perspective=f"seat:{seat}", at_version=at)
                assert (mine.view, mine.hash, mine.phase) == (theirs.view, theirs.hash, theirs.phase)
                assert [prompt.id for prompt in mine.prompts] == [prompt.id for prompt in theirs.prompts]
        assert then.status == "RUNNING"
        await play_alone(served, EVE, made.id)
        assert (await matches.get(EVE, made.id)).result is not None
    assert await stored(served, origin) == before
    assert not (await matches.get(EVE, origin)).practice


async def test_a_fork_has_a_chain_and_commitments_of_its_own(served: Served) -> None:
    origin = await over(served)
    version = (await stops(served, origin))[-2]
    made, _ = await fork(served, EVE, origin, version)
    await play_alone(served, EVE, made.id)
    theirs, own = await stored(served, origin), await stored(served, made.id)
    assert first_broken(own) is None
    bodies = [msgspec.json.decode(event.body) for event in own]
    assert {body["match"] for body in bodies} == {made.id}
    seed = bytes.fromhex(bodies[-1]["pub"]["seed"])
    assert bodies[0]["pub"]["pins"]["seed_commitment"] == draws.commitment(made.id, seed)
    for event, body in zip(own, bodies, strict=True):
        for audience, data in msgspec.json.decode(event.private or b"{}").items():
            name = "sealed" if event.type == "sealed" else audience
            salt = draws.salt(seed, made.id, event.version, name)
            assert (
                sha256(b"\x01" + salt + msgspec.json.encode(data, order="sorted")).hexdigest()
                == (body["commits"][name])
            )
    for copy, event in zip(own[:version], theirs, strict=False):
        assert (copy.type, copy.at, copy.batch_end, copy.private) == (
            event.type,
            event.at,
            event.batch_end,
            event.private,
        )
        one, other = msgspec.json.decode(copy.body), msgspec.json.decode(event.body)
        assert (one["actor"], one["command"]) == (other["actor"], other["command"])
        assert (one["pub"] == other["pub"]) == (copy.type not in CHANGED)
        assert copy.hash != event.hash
    assert own[version].type == "match_forked"
    assert origin in (await told(served, EVE, made.id))[version].text


async def test_its_seats_see_the_copied_part_as_the_seats_of_the_origin_saw_it(served: Served) -> None:
    """Else a client that folds the events would miss its own hand."""
    origin = await over(served)
    version = (await stops(served, origin))[3]
    made, _ = await fork(served, EVE, origin, version)
    for seat, caller in ((0, ALICE), (1, BOB)):
        theirs = (await told(served, caller, origin, f"seat:{seat}"))[:version]
        mine = (await told(served, EVE, made.id, f"seat:{seat}"))[:version]
        assert any(event.redacted for event in mine)
        for one, other in zip(mine, theirs, strict=True):
            assert (one.type, one.redacted, one.actor) == (other.type, other.redacted, other.actor)
            assert one.data == other.data or one.type in CHANGED
    stream = served.app.use_cases.matches.updates(EVE, made.id, perspective="seat:1")
    streamed = msgspec.json.decode((await anext(stream)).payload)
    state = await served.app.use_cases.matches.state(EVE, made.id, perspective="seat:1")
    assert streamed["stateHash"] == state.hash
    assert [event["data"] for event in streamed["events"]] == [
        event.data for event in await told(served, EVE, made.id, "seat:1")
    ]


async def test_the_same_key_finds_the_same_fork(served: Served) -> None:
    origin = await over(served)
    first, second = (await stops(served, origin))[:2]
    made, replayed = await fork(served, EVE, origin, first, "once")
    again, twice = await fork(served, EVE, origin, first, "once")
    assert (replayed, twice, again) == (False, True, made)
    assert (await refused(served, EVE, origin, second, key="once")).code == ErrorCode.KEY_REUSED
    other, _ = await fork(served, ALICE, origin, first, "once")
    assert other.id != made.id
    await served.app.use_cases.matches.create(EVE, "opened", CreateMatch(game=made.game, seats=2))
    assert (await refused(served, EVE, origin, first, key="opened")).code == ErrorCode.KEY_REUSED


async def test_only_an_account_forks(served: Served) -> None:
    origin = await over(served)
    [version, *_] = await stops(served, origin)
    seat = Caller("seat:mt_x:0:2", seat=("mt_x", 0))
    for caller in (ANONYMOUS, seat):
        assert (await refused(served, caller, origin, version)).code == ErrorCode.UNAUTHENTICATED
    reader = Caller("account:ac_r", frozenset({"match:play"}), "ac_r")
    assert (await refused(served, reader, origin, version)).code == ErrorCode.FORBIDDEN
    bad_key = await refused(served, EVE, origin, version, key="with space")
    assert (bad_key.code, bad_key.path) == (ErrorCode.INVALID_INPUT, ("idempotencyKey",))


async def test_a_match_that_hides_something_is_not_forked(served: Served) -> None:
    running = await served.started()
    version = (await served.app.matches.repository.current(running)).version
    refusal = await refused(served, EVE, running, version)
    assert (refusal.code, "once it is over" in refusal.message) == (ErrorCode.FORK_REFUSED, True)
    closed = await over(served, reveal="PARTICIPANTS")
    [version, *_] = await stops(served, closed)
    for caller in (EVE, ALICE):
        refusal = await refused(served, caller, closed, version)
        assert (refusal.code, "players only" in refusal.message) == (ErrorCode.FORK_REFUSED, True)


async def test_a_private_match_is_forked_by_its_players_only_and_stays_theirs(served: Served) -> None:
    matches = served.app.use_cases.matches
    opened, _, invite = await matches.create(
        ALICE, served.key(), CreateMatch(game="envoys", seats=2, visibility="INVITE")
    )
    for caller in (ALICE, BOB):
        await served.sit(caller, opened.id, invite=invite)
    await served.play_out(opened.id, ALICE, BOB)
    [version, *_] = await stops(served, opened.id)
    assert (await refused(served, EVE, opened.id, version)).code == ErrorCode.FORBIDDEN
    made, _ = await fork(served, BOB, opened.id, version)
    assert made.visibility == "INVITE"
    with pytest.raises(ApiError) as refusal:
        await matches.events(EVE, made.id)
    assert refusal.value.code == ErrorCode.FORBIDDEN


async def test_a_refusal_says_which_version_would_do(served: Served) -> None:
    origin = await over(served)
    good = await stops(served, origin)
    last = (await served.app.matches.repository.current(origin)).version
    inside = next(version for version in range(good[0], good[-1]) if version not in good)
    cases = [
        (1, good[0], "not started"),
        (good[0] - 1, good[0], "in the middle"),
        (inside, next(version for version in good if version > inside), "in the middle"),
        (good[-1] + 1, good[-1], "in the middle"),
        (last, good[-1], "over"),
        (last + 9, good[-1], f"has {last}"),
    ]
    for version, nearest, why in cases:
        refusal = await refused(served, EVE, origin, version)
        assert (refusal.code, refusal.path) == (ErrorCode.FORK_REFUSED, ("atVersion",))
        assert refusal.details == {"nearest": nearest}
        assert why in refusal.message
        assert f"nearest is {nearest}" in refusal.message
    assert (await fork(served, EVE, origin, cases[0][1]))[0].version == cases[0][1] + 1
    with pytest.raises(ApiError, match="there is no match"):
        await fork(served, EVE, "mt_unknown", 3)
    with pytest.raises(ApiError, match="atVersion must be"):
        await fork(served, EVE, origin, 0)


async def test_an_aborted_match_can_be_forked_if_it_ever_ran(served: Served) -> None:
    ran, waited = await served.started(), await served.open()
    [version] = [(await served.app.matches.repository.current(ran)).version]
    served.clock.now += 8 * DAY
    await served.app.projector.catch_up()
    await served.app.abandonment.sweep()
    made, _ = await fork(served, EVE, ran, version)
    assert made.status == "RUNNING"
    refusal = await refused(served, EVE, waited, 1)
    assert (refusal.code, "never ran" in refusal.message) == (ErrorCode.FORK_REFUSED, True)


async def test_a_fork_has_no_deadlines(served: Served) -> None:
    origin = await over(served, decision_ms=60_000, turn_ms=90_000, bank_ms=5_000)
    made, _ = await fork(served, EVE, origin, (await stops(served, origin))[4])
    assert made.clock.decision is made.clock.turn is None
    state = await served.app.use_cases.matches.state(EVE, made.id, perspective="seat:0")
    assert {prompt.deadline for prompt in state.prompts} == {None}
    served.clock.now += DAY
    for _ in range(2):
        await served.app.projector.catch_up()
        assert await overdue(served) == []
        await served.app.clocks.tick()
        await served.app.projector.rebuild(DeadlineList())
    assert (await served.app.use_cases.matches.get(EVE, made.id)).version == made.version


async def test_a_fork_has_no_time_limit_and_is_not_ended_by_its_origin_s(served: Served) -> None:
    origin = await over(served, options={"timeLimitS": 60})
    begun, *_ = await stops(served, origin)
    assert (await served.app.use_cases.matches.get(ALICE, origin)).ends_at is not None
    made, _ = await fork(served, EVE, origin, begun)
    assert made.ends_at is None
    served.clock.now += DAY
    for _ in range(2):
        await served.app.projector.catch_up()
        assert await overdue(served) == []
        await served.app.clocks.tick()
        await served.app.projector.rebuild(DeadlineList())
    [listed] = (await served.app.use_cases.matches.find(EVE, first=9, wanted=MatchFilter(status=("RUNNING",)))).matches
    assert (listed.id, listed.ends_at, listed.version) == (made.id, None, made.version)


async def overdue(served: Served) -> list[str]:
    due = await served.app.store.sql.read(
        lambda connection: connection.exec_driver_sql("SELECT stream_id FROM deadlines").all()
    )
    return [str(row) for row in due]


async def test_the_list_shows_practice_as_such_and_to_its_owner_alone(served: Served) -> None:
    matches = served.app.use_cases.matches
    origin = await over(served)
    newer = await served.open()
    made, _ = await fork(served, EVE, origin, (await stops(served, origin))[2])
    await served.app.projector.catch_up()
    mine = (await matches.find(EVE, first=9)).matches
    assert [match.id for match in mine] == [made.id, newer, origin]
    assert mine[0] == made
    assert [match.practice for match in mine] == [True, False, False]
    assert [match.id for match in (await matches.find(ALICE, first=9)).matches] == [newer, origin]


async def test_a_fork_can_be_forked(served: Served) -> None:
    origin = await over(served)
    made, _ = await fork(served, EVE, origin, (await stops(served, origin))[1])
    await play_alone(served, EVE, made.id)
    [*_, version] = await stops(served, made.id)
    again, _ = await fork(served, EVE, made.id, version)
    assert again.origin is not None
    assert (again.origin.match_id, again.origin.version) == (made.id, version)
    forked = [event for event in await told(served, EVE, again.id) if event.type == "match_forked"]
    assert [event.data["origin"]["match"] for event in forked] == [origin, made.id]
    early, _ = await fork(served, EVE, made.id, made.version - 1)
    assert early.version == made.version
