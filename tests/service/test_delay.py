"""Spectators who are behind: whoever holds no seat sees a match everywhere as it was so much earlier."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from graphql import GraphQLField, GraphQLObjectType, build_schema, get_named_type

from api_schema.errors import ApiError, ErrorCode
from api_schema.operations.table import OPERATIONS
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.matches import ActInput, CreateMatch, ForkMatch, JoinMatch, MatchFilter, Update
from eventstore.envelope import StoredEvent
from service.application.ids import MATCH_IDS
from service.application.tokens import SeatClaim
from service.matches.aggregate import Aggregate
from service.projections.webhook_feed.queries import is_withheld
from service.times import rfc3339
from service.webhooks import rows
from tests.kit.served import ALICE, BOB, EVE, PAYER, Served, serve
from tests.kit.waiting import PATIENCE, until
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio

DELAY = 3_600_000
GAP = 600_000
"""Between two actions here, in ms: longer than all looks at the clock that a question takes."""
Way = Callable[[Served, Caller, str], Awaitable[Any]]
STRANGERS = (ANONYMOUS, EVE)


async def replay(perspective: str | None, after: int, served: Served, caller: Caller, match: str) -> Any:
    history = served.app.use_cases.history
    file = await history.replay(caller, match, perspective=perspective, after=after)
    lines = [line async for line in file.lines]
    return file.version, file.head_hash, file.complete, file.signed_by, file.views, lines


async def stream(perspective: str | None, served: Served, caller: Caller, match: str) -> Any:
    """The events that a stream shows up to the version that the caller is told of, and whether it ends then."""
    matches = served.app.use_cases.matches
    upto = (await matches.events(caller, match, perspective=perspective)).version
    over = (await matches.get(caller, match)).result is not None
    shown: list[Any] = []
    async with aclosing(matches.updates(caller, match, perspective=perspective)) as updates:
        async for update in updates:
            if update.kind == "EventsAppended":
                shown += msgspec.json.decode(update.payload)["events"]
            if update.kind == "MatchClosed" or (update.version >= upto and not over):
                return shown, update.version, update.kind == "MatchClosed"
    raise AssertionError("it ended without a word")


async def frames(perspective: str | None, served: Served, caller: Caller, match: str) -> Any:
    file = await served.app.use_cases.matches.frames(caller, match, perspective=perspective)
    return file.version, file.last, file.perspective, [frame async for frame in file.frames]


def looking(perspective: str | None) -> dict[str, Way]:
    """The ways to look at a match from one perspective."""
    named: dict[str, Way] = {
        "state": lambda s, c, m: s.app.use_cases.matches.state(c, m, perspective=perspective),
        "events": lambda s, c, m: s.app.use_cases.matches.events(c, m, perspective=perspective),
        "events some": lambda s, c, m: s.app.use_cases.matches.events(c, m, perspective=perspective, after=9, first=4),
        "replay": partial(replay, perspective, 0),
        "replay some": partial(replay, perspective, 9),
        "updates": partial(stream, perspective),
        "frames": partial(frames, perspective),
    }
    return {f"{name} as {perspective}": way for name, way in named.items()}


def at(perspective: str, version: int) -> dict[str, Way]:
    """The ways to look at a version, which may be of what is withheld."""
    return {
        f"state at {version} as {perspective}": lambda s, c, m: s.app.use_cases.matches.state(
            c, m, perspective=perspective, at_version=version
        ),
        f"legal_actions at {version}": lambda s, c, m: s.app.use_cases.matches.legal_actions(c, m, 0, version),
    }


WAYS: Mapping[str, Way] = {
    "get": lambda s, c, m: s.app.use_cases.matches.get(c, m),
    **looking(None),
    **looking("spectator"),
    **looking("full"),
    **looking("seat:0"),
    **{name: way for version in range(8, 40, 3) for name, way in at("spectator", version).items()},
    "legal_actions": lambda s, c, m: s.app.use_cases.matches.legal_actions(c, m),
    "legal_actions of a seat": lambda s, c, m: s.app.use_cases.matches.legal_actions(c, m, 0),
    "unplayable": lambda s, c, m: s.app.use_cases.matches.unplayable(c, m),
    "audit": lambda s, c, m: s.app.use_cases.history.audit(c, m, PAYER),
    "join": lambda s, c, m: s.app.use_cases.matches.join(c, m, "nobody-has-this-key", JoinMatch(deck="fox")),
    "join a seat": lambda s, c, m: s.app.use_cases.matches.join(c, m, "nor-has-anybody-this", JoinMatch(1, "fox")),
    "leave": lambda s, c, m: s.app.use_cases.matches.leave(c, m, 0, "a-key-to-leave-with"),
    "act": lambda s, c, m: s.app.use_cases.matches.act(c, m, ActInput("a-key-to-act-with", action={"type": "concede"})),
    "fork": lambda s, c, m: s.app.use_cases.matches.fork(c, m, "a-key-to-fork-with", ForkMatch(at_version=1_000)),
}
"""Every way to ask for one match; the first word is the use case."""
ELSEWHERE = {
    "create": "test_who_made_it_or_has_left_it_is_a_stranger",
    "find": "test_the_list_shows_the_start_until_the_end_may_be_known",
    "statistics": "test_the_list_shows_the_start_until_the_end_may_be_known",
    "presence": "test_nobody_is_told_who_watches",
    "verify": "a file that the caller sends",
}
REST = {
    "getMatch": "get",
    "joinMatch": "join",
    "leaveMatch": "leave",
    "forkMatch": "fork",
    "getState": "state",
    "getLegalActions": "legal_actions",
    "getUnplayable": "unplayable",
    "act": "act",
    "getEvents": "events",
    "getFrames": "frames",
    "getPresence": "presence",
    "streamMatch": "updates",
    "getReplay": "replay",
    "getAudit": "audit",
}
GRAPHQL = {
    "Query.match": "get",
    "Subscription.matchUpdates": "updates",
    "Mutation.joinMatch": "join",
    "Mutation.leaveMatch": "leave",
    "Mutation.forkMatch": "fork",
    "Mutation.act": "act",
    "Match.state": "state",
    "Match.events": "events",
    "Match.legalActions": "legal_actions",
    "Match.unplayable": "unplayable",
    "Match.presence": "presence",
    "Match.replay": "replay",
    "Match.audit": "audit",
}


def test_every_operation_on_a_match_has_its_way() -> None:
    """A new one has to be placed here."""
    covered = {name.partition(" ")[0] for name in WAYS} | ELSEWHERE.keys()
    rest = {operation.id for operation in OPERATIONS if operation.path.startswith("/v1/matches/{id}")}
    assert rest == REST.keys()
    assert {*REST.values(), *GRAPHQL.values()} <= covered
    assert graphql_operations() == GRAPHQL.keys()


def graphql_operations() -> set[str]:
    schema = build_schema((Path(__file__).parents[2] / "api_schema" / "schema.graphql").read_text())
    found = set()
    for root in ("Query", "Mutation", "Subscription"):
        for name, field in _fields(schema.type_map[root]).items():
            if _takes_a_match(field):
                found.add(f"{root}.{name}")
    asking = _fields(schema.type_map["Match"])
    return found | {f"Match.{name}" for name, field in asking.items() if field.args or name in ("presence", "audit")}


def _fields(kind: Any) -> Mapping[str, GraphQLField]:
    assert isinstance(kind, GraphQLObjectType)
    return kind.fields


def _takes_a_match(field: GraphQLField) -> bool:
    inside = {name for each in field.args.values() for name in getattr(get_named_type(each.type), "fields", ())}
    return "matchId" in inside or "matchId" in field.args or ("id" in field.args and "Match" in str(field.type))


class Undelayed:
    """What a stranger would be shown of the same match if it had no delay."""

    async def known_to(self, caller: Caller, match: Aggregate, scope: str = "") -> Aggregate:
        return match


async def twin(url: str) -> Served:
    """A service on the same store that keeps nothing back: what its strangers see is what is expected later."""
    served = await serve(url)
    matches: Any = served.app.use_cases.matches
    history: Any = served.app.history.use_cases
    matches._delays = matches._forks._delays = history._delays = Undelayed()
    matches._watching._delayed = served.app.matches.hub
    return served


async def outcome(served: Served, now: int, way: Way, caller: Caller, match: str) -> Any:
    """What somebody gets at a time: the answer as it goes out, or the refusal."""
    served.clock.now = now
    try:
        return msgspec.json.encode(await way(served, caller, match))
    except ApiError as error:
        return error.code, error.message, error.path, error.details


async def asked(served: Served, now: int, caller: Caller, match: str) -> dict[str, Any]:
    return {name: await outcome(served, now, way, caller, match) for name, way in WAYS.items()}


async def step(served: Served, match: str, last: bool = False) -> int:
    """One action, some time after the last one; the version after it."""
    served.clock.now += GAP
    for caller in (ALICE, BOB):
        legal = await served.app.use_cases.matches.legal_actions(caller, match)
        tokens = [action.token for prompt in legal.prompts for action in prompt.actions]
        if last:
            return (await served.act(caller, match, action={"type": "concede"})).version
        if tokens:
            return (await served.act(caller, match, token=tokens[0])).version
    raise AssertionError("nobody may act")


async def stored(served: Served, match: str) -> list[StoredEvent]:
    return await served.app.store.read(MATCH_IDS.stream_of(match))


@pytest.fixture
async def pair(url: str) -> AsyncIterator[tuple[Served, Served]]:
    """A service, and its twin that keeps nothing back, on a store of each kind."""
    served, other = await serve(url), await twin(url)
    async with served.app, other.app:
        yield served, other


async def test_a_stranger_gets_byte_for_byte_what_there_was_so_much_earlier(pair: tuple[Served, Served]) -> None:
    served, other = pair
    match = await served.started(spectator_delay_ms=DELAY)
    expected = []
    for number in range(5):
        if number:
            await step(served, match, last=number == 4)
        await served.app.projector.catch_up()  # the end is signed
        happened = (await stored(served, match))[-1].at
        expected.append((happened, [await asked(other, happened, caller, match) for caller in STRANGERS]))
    changing = [name for name in WAYS if len({str(answers[1][name]) for _, answers in expected}) > 1]
    assert {"get", "state as None", "events as None", "replay as None", "updates as None", "audit", "fork"} <= set(
        changing
    )
    for number, (happened, answers) in enumerate(expected):
        until = expected[number + 1][0] if number + 1 < len(expected) else happened + GAP
        for now in (happened + DELAY, until + DELAY - 100_000):
            for caller, wanted in zip(STRANGERS, answers, strict=True):
                assert await asked(served, now, caller, match) == wanted
    # and while everything is newer than the delay, what there was at the start
    assert await asked(served, expected[0][0], EVE, match) == expected[0][1][1]


async def test_players_see_everything_at_once(served: Served) -> None:
    match = await served.open(spectator_delay_ms=DELAY)
    await served.sit(ALICE, match)
    guest = SeatClaim(match, 1, 5)
    joined = await served.sit(ANONYMOUS, match)
    taken = next(e for e in reversed(await stored(served, match)) if e.type == "seat_taken")
    guest = SeatClaim(match, joined.seat, taken.version)
    version = (await served.act(ALICE, match, action={"type": "concede"})).version
    use = served.app.use_cases.matches
    for caller in (ALICE, guest.caller):
        assert (await use.get(caller, match)).version == version
        assert (await use.state(caller, match, perspective="full")).version == version
        assert (await served.app.use_cases.history.audit(caller, match, PAYER)).version == version
    assert (await use.get(EVE, match)).status == "RUNNING"
    narrow = msgspec.structs.replace(ALICE, scopes=frozenset({"account:write"}))
    assert (await use.get(narrow, match)).status == "RUNNING"


async def test_who_made_it_or_has_left_it_is_a_stranger(served: Served) -> None:
    """What is told once more to a retried key is no more than a stranger may know."""
    use = served.app.use_cases.matches
    order = CreateMatch(GAME.slug, 2, spectator_delay_ms=DELAY)
    match = (await use.create(EVE, "made-by-eve", order))[0].id
    joined = await use.join(EVE, match, "joined-by-eve", JoinMatch(deck="fox"))
    await use.leave(EVE, match, joined.seat, "left-by-eve")
    await served.sit(ALICE, match)
    start = (await served.sit(BOB, match)).match
    await served.act(BOB, match, action={"type": "concede"})
    told = [
        (await use.create(EVE, "made-by-eve", order))[0],
        (await use.join(EVE, match, "joined-by-eve", JoinMatch(deck="fox"))).match,
        await use.leave(EVE, match, joined.seat, "left-by-eve"),
    ]
    assert [(one.status, one.version, one.head_hash) for one in told] == [
        ("RUNNING", start.version, start.head_hash)
    ] * 3


async def test_before_the_start_all_is_told_at_once_and_bounds_are_kept(served: Served) -> None:
    use = served.app.use_cases.matches
    match = await served.open(spectator_delay_ms=DELAY)
    await served.sit(ALICE, match)
    assert (await use.get(EVE, match)).version == (await stored(served, match))[-1].version
    assert (await use.get(EVE, match)).spectator_delay_ms == DELAY
    for wrong in (-1, DELAY + 1):
        with pytest.raises(ApiError) as refusal:
            await served.open(spectator_delay_ms=wrong)
        assert (refusal.value.code, refusal.value.path) == (ErrorCode.INVALID_INPUT, ("spectatorDelayMs",))
    plain = await served.open()
    assert b"spectator_delay" not in (await stored(served, plain))[0].body


async def listed(served: Served, caller: Caller, now: int, **wanted: Any) -> list[Any]:
    served.clock.now = now
    page = await served.app.use_cases.matches.find(caller, first=100, wanted=MatchFilter(**wanted))
    return list(page.matches)


@pytest.mark.each_store
@pytest.mark.answers("getStatistics")
async def test_the_list_shows_the_start_until_the_end_may_be_known(pair: tuple[Served, Served]) -> None:
    served, _ = pair
    match, open_one = await served.started(spectator_delay_ms=DELAY), await served.open()
    await served.app.projector.catch_up()
    begun = (await listed(served, EVE, served.clock.now, status=("RUNNING",)))[0]
    numbers = await served.app.use_cases.matches.statistics()
    now = served.clock.now
    asks: list[dict[str, Any]] = [
        {},
        {"status": ("RUNNING",)},
        {"status": ("FINISHED",)},
        {"status": ("OPEN", "FINISHED", "ABORTED")},
        {"joinable": False},
        {"joinable": True},
        {"game": GAME.slug, "practice": False},
        {"finished_after": rfc3339(1)},
        {"finished_before": rfc3339(now + 10 * DELAY)},
        {"ended_by": "KERNEL-CONCEDE"},
        {"deck": "fox"},
        {"card": "fox"},
        {"player": begun.seats[0].player},
        {"created_before": rfc3339(now)},
        {"order": "OLDEST"},
        {"order": "RECENTLY_UPDATED"},
    ]
    before = [[await listed(served, caller, now, **ask) for ask in asks] for caller in STRANGERS]
    for number in range(4):
        await step(served, match, last=number == 3)
        await served.app.projector.catch_up()
        happened = (await stored(served, match))[-1].at
        for when in (happened, happened + DELAY - 10_000):
            assert [[await listed(served, caller, when, **ask) for ask in asks] for caller in STRANGERS] == before
            served.clock.now = when
            assert await served.app.use_cases.matches.statistics() == numbers
        served.clock.now = happened
    assert [one.status for one in await listed(served, ALICE, happened, mine=True)] == ["OPEN", "FINISHED"][1:]
    assert (await listed(served, ALICE, happened, status=("FINISHED",)))[0].id == match
    later = await listed(served, EVE, happened + DELAY, status=("FINISHED",))
    assert [one.id for one in later] == [match]
    assert later[0] == await served.app.use_cases.matches.get(ALICE, match)
    assert [one.id for one in await listed(served, EVE, happened + DELAY, order="RECENTLY_UPDATED")] == [
        match,
        open_one,
    ]
    counted = (await served.app.use_cases.matches.statistics()).games
    assert next(game.matches for game in counted if game.game == GAME.slug).finished == 1


@pytest.mark.answers("findMatches")
async def test_pages_of_the_list_hold_withheld_rows_in_their_places(served: Served) -> None:
    made = []
    for number in range(6):
        made.append(await served.started(spectator_delay_ms=DELAY * (number % 2)))
        await served.act(BOB, made[-1], action={"type": "concede"})
    await served.app.projector.catch_up()
    for order, wanted in (("NEWEST", made[::-1]), ("OLDEST", made), ("RECENTLY_UPDATED", made[::-1])):
        found, after = [], None
        while True:
            asked_for = MatchFilter(order=order)  # type: ignore[arg-type]
            page = await served.app.use_cases.matches.find(EVE, first=2, after=after, wanted=asked_for)
            found += [match.id for match in page.matches]
            if not page.has_next:
                break
            after = page.end_cursor
        assert found == wanted


async def test_webhooks_tell_strangers_of_the_start_and_not_yet_of_the_end(served: Served) -> None:
    told: dict[tuple[str, int], list[str]] = {}
    for delay in (0, DELAY):
        match = await served.started(spectator_delay_ms=delay)
        await served.act(BOB, match, action={"type": "concede"})
        await served.app.projector.catch_up()
        for caller in (EVE, ALICE):
            account = caller.account or ""
            kinds = ("match.started", "match.finished", "match.aborted")
            wanted = account, kinds, None, None, caller is ALICE
            hook = rows.Hook(*wanted, "wh_1", "https://example.org", b"", 0, "")
            found, _ = await served.app.store.sql.read(partial(rows.news, hook=hook, after=0, limit=50))
            told[account, delay] = [
                row.kind
                for row in found
                if row.stream_id == MATCH_IDS.stream_of(match)
                and not is_withheld(row, own=hook.own, now=served.clock.now + DELAY - GAP)
            ]
    both = ["match.started", "match.finished"]
    assert told == {
        ("ac_eve", 0): both,
        ("ac_alice", 0): both,
        ("ac_eve", DELAY): ["match.started"],
        ("ac_alice", DELAY): both,
    }


async def test_nobody_is_told_who_watches(served: Served) -> None:
    use = served.app.use_cases.matches
    match = await served.started(spectator_delay_ms=DELAY)
    async with aclosing(use.updates(ALICE, match)) as updates:
        await anext(updates)
        assert (await use.presence(BOB, match)).seats == (0,)
        assert (await use.presence(EVE, match)) == msgspec.structs.replace(await use.presence(BOB, match), seats=())


async def held_back(source: Any, match: str) -> None:
    """Until the stream has seen something that is not due."""
    await until(lambda: match in source._pending)


async def heard(updates: Any, until: int) -> list[Update]:
    said: list[Update] = []
    async with asyncio.timeout(PATIENCE):
        while not said or said[-1].version < until:
            said.append(await anext(updates))
    return said


async def test_a_delayed_watcher_is_woken_in_time_and_hears_all_in_order(served: Served) -> None:
    """Live: the action comes with a hint, and out of the stream when it is due, without anybody asking."""
    use = served.app.use_cases.matches
    match = await served.open(spectator_delay_ms=30_000, decision_ms=60_000)
    async with aclosing(use.updates(EVE, match)) as updates:
        said = await heard(updates, 1)
        await served.sit(ALICE, match)
        start = (await served.sit(BOB, match)).match.version
        said += await heard(updates, start)
        source: Any = served.app.matches.delayed_hub._source
        done = await served.act(BOB, match, action={"type": "concede"})
        following = asyncio.ensure_future(anext(updates))
        await held_back(source, match)
        assert not following.done()
        assert source._pending[match].after == start
        served.clock.now += 30_000
        source._due(match, source._pending[match])
        said.append(await following)
        said.append(await anext(updates))
    events = [
        event for one in said if one.kind == "EventsAppended" for event in msgspec.json.decode(one.payload)["events"]
    ]
    assert [event["version"] for event in events] == list(range(1, done.version + 1))
    assert [one.kind for one in said if one.kind != "EventsAppended"] == ["MatchClosed"]


async def test_the_timer_of_a_delayed_stream_runs(served: Served) -> None:
    use = served.app.use_cases.matches
    match = await served.started(spectator_delay_ms=3_000)
    done = await served.act(BOB, match, action={"type": "concede"})
    async with aclosing(use.updates(EVE, match)) as updates:
        assert (await heard(updates, done.version))[-1].version == done.version


async def test_who_leaves_a_seat_goes_on_behind_and_who_takes_one_at_once(served: Served) -> None:
    use = served.app.use_cases.matches
    match = await served.open(spectator_delay_ms=DELAY, seats=2)
    seat = await served.sit(EVE, match)
    async with (
        aclosing(use.updates(EVE, match, perspective="spectator")) as leaving,
        aclosing(use.updates(BOB, match)) as coming,
    ):
        version = (await use.get(EVE, match)).version
        await heard(leaving, version)
        await heard(coming, version)
        await use.leave(EVE, match, seat.seat, served.key())
        await served.sit(ALICE, match)
        start = (await served.sit(BOB, match)).match.version
        await heard(leaving, start)
        await heard(coming, start)
        done = await served.act(ALICE, match, action={"type": "concede"})
        following = asyncio.ensure_future(anext(leaving))
        assert (await heard(coming, done.version))[-1].version == done.version
        source: Any = served.app.matches.delayed_hub._source
        await held_back(source, match)
        assert not following.done()
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
