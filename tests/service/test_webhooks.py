"""Webhooks: signed, in order, at least once, and nobody's but their receiver's; each held up by nothing but itself."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass
from typing import Any

import pytest
import sqlalchemy as sa
from pydantic import SecretStr
from standardwebhooks import Webhook
from starlette.responses import RedirectResponse, Response

from api_schema.errors import ErrorCode
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.matches import ActInput, CreateMatch, ForkMatch
from api_schema.ports.webhooks import CreateWebhook, ReplayWebhook
from service.application.ids import event_id
from service.bootstrap import bootstrap
from service.settings import Settings
from service.tables import webhook_withheld, webhooks
from service.times import now, rfc3339
from service.webhooks.deliverer import DAY, FIRST, LONGEST, pause
from service.webhooks.rows import LEASE
from service.webhooks.secret_rotation import rotate
from service.webhooks.usecases import WebhookUseCases
from tests.kit.receiver import Receiver, is_signed, receiving
from tests.kit.refusals import refused
from tests.kit.served import PLAY, SECRET, FakeClock, Served
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio
SCOPES = frozenset({*PLAY, "webhook:manage"})
HOOK = Caller("account:ac_alice", SCOPES, "ac_alice", alias_key=b"the key of Alice")
OTHER = Caller("account:ac_bob", SCOPES, "ac_bob", alias_key=b"the key of Bob")


@dataclass
class RealClock(FakeClock):
    """The time, and what a test adds to it: receivers look at their own clocks."""

    now: int = 0

    def __call__(self) -> int:
        return now() + self.now


async def service(url: str, **settings: Any) -> Served:
    """A service whose webhooks may go to loopback; nothing is delivered but by `tick`."""
    clock = RealClock()
    chosen: dict[str, Any] = {
        "clocks": False,
        "webhooks": False,
        "webhook_allow_private": True,
        "secret_key": SecretStr(SECRET),
        **settings,
    }
    return Served(await bootstrap(Settings(database_url=url, **chosen), {GAME.slug: GAME}, clock), clock)


@pytest.fixture
async def store(url: str) -> AsyncIterator[Served]:
    """A service on an empty store of each kind."""
    served = await service(url)
    async with served.app:
        yield served


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with receiving() as found:
        yield found


async def hook(
    served: Served, receiver: Receiver, path: str = "/", caller: Caller = HOOK, **order: Any
) -> tuple[str, str]:
    """(id, secret) of a new webhook."""
    wanted = CreateWebhook(**{"url": receiver.address + path, **order})
    made = await served.app.use_cases.webhooks.create(caller, wanted)
    return made.webhook.id, made.secret


async def tick(served: Served) -> None:
    """Let the read models follow, and each webhook that is due have a turn."""
    await served.app.projector.catch_up()
    await served.app.webhooks.deliverer.tick()


async def given_up(served: Served, **order: Any) -> str:
    """A match of Alice and Bob that is over."""
    created, _, invite = await served.app.use_cases.matches.create(
        HOOK, served.key(), CreateMatch(**{"game": GAME.slug, "seats": 2, **order})
    )
    for caller in (HOOK, OTHER):
        await served.sit(caller, created.id, invite=invite)
    await served.act(HOOK, created.id, action={"type": "concede"})
    return created.id


@pytest.mark.answers("getWebhook")
async def test_a_match_is_told_with_public_facts_signed_and_once(store: Served, receiver: Receiver) -> None:
    name, secret = await hook(store, receiver)
    match = await given_up(store)
    await tick(store)
    await tick(store)
    shown = await store.app.use_cases.matches.get(ANONYMOUS, match)
    assert shown.result is not None
    started, finished = receiver.came
    for delivery in (started, finished):
        assert is_signed(delivery, secret)
        assert Webhook(secret).verify(delivery.body, delivery.headers) == delivery.message
        assert delivery.headers["content-type"] == "application/json"
    seats = [{"number": seat.number, "player": seat.player, "bot": False} for seat in shown.seats]
    assert finished.id == event_id(match, shown.version)
    assert finished.message == {
        "type": "match.finished",
        "timestamp": shown.updated_at,
        "data": {
            "matchId": match,
            "game": GAME.slug,
            "version": shown.version,
            "headHash": shown.head_hash,
            "visibility": "OPEN",
            "practice": False,
            "result": {
                "kind": shown.result.kind,
                "placings": [list(group) for group in shown.result.placings],
                "ruleId": shown.result.rule_id,
                "decidedBy": shown.result.decided_by,
                "reason": shown.result.reason,
            },
            "seats": seats,
        },
    }
    begun = (await store.app.use_cases.matches.events(ANONYMOUS, match)).events
    event = next(event for event in begun if event.type == "match_started")
    assert (started.id, started.message["timestamp"]) == (event.id, event.at)
    assert (started.message["type"], started.message["data"]["result"]) == ("match.started", None)
    assert (started.message["data"]["headHash"], started.message["data"]["seats"]) == (event.hash, seats)
    found = await store.app.use_cases.webhooks.get(HOOK, name)
    assert (found.status, found.last_error, found.last_delivered_at is None) == ("ACTIVE", None, False)


async def test_nothing_hidden_is_in_a_delivery(store: Served, receiver: Receiver) -> None:
    """Of a match that runs there is a start, in which neither loadouts nor seeds nor names are."""
    await hook(store, receiver)
    ada, _ = await store.account("Ada Lovelace")
    match = await store.open()
    await store.sit(ada, match, deck="owl", seed="a-seed-of-ada")
    await store.sit(HOOK, match, deck="owl")
    await tick(store)
    (told,) = receiver.came
    whole = told.body.decode() + json.dumps(told.headers)
    assert ada.account is not None
    for hidden in ("owl", "charm", "a-seed-of-ada", "Lovelace", ada.account, "ac_alice", "Bearer", "pl_"):
        assert hidden not in whole
    allowed = {"matchId", "game", "version", "headHash", "visibility", "practice", "result", "seats"}
    assert told.message["data"].keys() == allowed


async def test_filters(store: Served, receiver: Receiver) -> None:
    """OWN has private matches of the account and nobody else's; PUBLIC has what everybody may see."""
    bob = "/bob"
    await hook(store, receiver, "/own")
    await hook(store, receiver, "/ends", kinds=("match.finished", "match.aborted"))
    await hook(store, receiver, "/public", matches="PUBLIC", kinds=("match.finished",))
    await hook(store, receiver, "/c4", matches="PUBLIC", game="c4")
    await hook(store, receiver, bob, OTHER, kinds=("match.finished",))
    private = await given_up(store, visibility="INVITE")
    guests = await store.open()
    for number in (0, 1):
        await store.sit(ANONYMOUS, guests, seat=number)
    seat = await store.app.use_cases.matches.get(ANONYMOUS, guests)
    await store.app.matches.play.abort(guests, "abandoned", store.clock() + 1)
    await tick(store)
    assert seat.status == "RUNNING"

    def told(path: str) -> list[tuple[str, str]]:
        messages = [delivery.message for delivery in receiver.came if delivery.path == path]
        return [(message["type"], message["data"]["matchId"]) for message in messages]

    assert told("/own") == [("match.started", private), ("match.finished", private)]
    assert told("/ends") == told(bob) == [("match.finished", private)]
    assert told("/public") == told("/c4") == []
    await hook(store, receiver, "/later", matches="PUBLIC")
    assert [row.position for row in await hooks(store)] != []
    open_match = await given_up(store)
    await tick(store)
    assert told("/public") == [("match.finished", open_match)]
    assert told("/later") == [("match.started", open_match), ("match.finished", open_match)]
    assert [kind for kind, match in told("/own") if match == guests] == []


async def hooks(served: Served) -> list[Any]:
    return list(await served.app.store.sql.read(lambda c: c.execute(sa.select(webhooks)).all()))


async def test_an_aborted_match_is_told_as_such(store: Served, receiver: Receiver) -> None:
    await hook(store, receiver, matches="PUBLIC", kinds=("match.aborted",))
    match = await store.started()
    await store.app.matches.play.abort(match, "abandoned", store.clock() + 1)
    await tick(store)
    (told,) = receiver.came
    assert (told.message["type"], told.message["data"]["result"]["kind"]) == ("match.aborted", "ABORTED")


async def test_a_match_that_is_revealed_later_is_told_once_at_its_end(store: Served, receiver: Receiver) -> None:
    await hook(store, receiver, matches="PUBLIC", kinds=("match.finished", "match.aborted"))
    match, dull = await store.started(reveal="LATER"), await store.started(reveal="LATER")
    await store.act(HOOK, match, action={"type": "concede"})
    await store.app.matches.play.abort(dull, "abandoned", store.clock() + 1)
    await tick(store)
    versions = [(await store.app.matches.repository.current(one)).version for one in (match, dull)]
    ends = [(match, "match.finished", versions[0]), (dull, "match.aborted", versions[1])]
    assert sorted(told(receiver)) == sorted(ends)
    for one in (match, dull):
        await store.app.matches.play.reveal(one)
    await tick(store)
    [feed] = [one for one in store.app.projector.projections if one.name == "webhook_feed"]
    await store.app.projector.rebuild(feed)
    await tick(store)
    assert sorted(told(receiver)) == sorted(ends)


def told(receiver: Receiver) -> list[tuple[str, str, int]]:
    """(match, what, version) of all that came."""
    came = [one.message for one in receiver.came]
    return [(one["data"]["matchId"], one["type"], one["data"]["version"]) for one in came]


async def test_a_fork_is_practice_and_what_it_has_copied_is_no_news(store: Served, receiver: Receiver) -> None:
    match = await given_up(store)
    await store.app.projector.catch_up()
    await hook(store, receiver)
    events = (await store.app.use_cases.matches.events(HOOK, match)).events
    at = next(event.version for event in events if event.type == "match_started")
    stop = next(event.version for event in events if event.version >= at and event.batch_end)
    fork, _ = await store.app.use_cases.matches.fork(HOOK, match, "fork", ForkMatch(at_version=stop))
    await store.app.use_cases.matches.act(HOOK, fork.id, _concede(store, 0))
    await tick(store)
    assert [(one.message["type"], one.message["data"]["practice"]) for one in receiver.came] == [
        ("match.finished", True)
    ]


def _concede(served: Served, seat: int) -> ActInput:
    return ActInput(served.key(), seat=seat, action={"type": "concede"})


async def test_a_receiver_that_was_down_gets_all_in_order_when_it_is_back(store: Served, receiver: Receiver) -> None:
    name, _ = await hook(store, receiver)
    receiver.answer = lambda delivery: Response("the inside of the receiver", 503)
    first = await given_up(store)
    await tick(store)
    assert len(receiver.came) == 1
    failing = await store.app.use_cases.webhooks.get(HOOK, name)
    assert (failing.status, failing.last_error) == ("FAILING", "answered 503")
    assert failing.next_attempt_at is not None
    assert failing.failing_since is not None
    await tick(store)
    assert len(receiver.came) == 1  # not before its time
    second = await given_up(store)
    store.clock.now += FIRST
    await tick(store)
    assert len(receiver.came) == 2
    receiver.answer = lambda delivery: Response(status_code=200)
    store.clock.now += 2 * FIRST
    await tick(store)
    told = [delivery.message["data"]["matchId"] for delivery in receiver.came]
    assert told == [first] * 4 + [second] * 2
    assert len(set(receiver.ids())) == 4
    well = await store.app.use_cases.webhooks.get(HOOK, name)
    assert (well.status, well.last_error, well.failing_since) == ("ACTIVE", None, None)


def test_pauses_grow_to_a_limit_and_are_spread() -> None:
    assert [pause(attempts, 0.0) for attempts in (1, 2, 3)] == [FIRST, 2 * FIRST, 4 * FIRST]
    assert pause(99, 0.0) == LONGEST
    assert pause(2, 1.0) == FIRST


async def test_after_days_of_failures_a_webhook_is_disabled_until_it_is_replayed(
    store: Served, receiver: Receiver
) -> None:
    name, _ = await hook(store, receiver)
    receiver.answer = lambda delivery: Response(status_code=500)
    match = await given_up(store)
    await tick(store)
    for days, status in ((1, "FAILING"), (4, "DISABLED")):
        store.clock.now += days * DAY
        await tick(store)
        assert (await store.app.use_cases.webhooks.get(HOOK, name)).status == status
    count = len(receiver.came)
    store.clock.now += DAY
    receiver.answer = lambda delivery: Response(status_code=200)
    await tick(store)
    assert len(receiver.came) == count
    disabled = await store.app.use_cases.webhooks.get(HOOK, name)
    assert (disabled.last_error, disabled.next_attempt_at) == ("answered 500", None)
    again = await store.app.use_cases.webhooks.replay(HOOK, name, ReplayWebhook(since=rfc3339(now() - DAY)))
    assert (again.status, again.last_error) == ("ACTIVE", None)
    await tick(store)
    assert [one.message["data"]["matchId"] for one in receiver.came[count:]] == [match, match]


async def test_one_who_is_gone_is_not_asked_again(store: Served, receiver: Receiver) -> None:
    name, _ = await hook(store, receiver)
    receiver.answer = lambda delivery: Response(status_code=410)
    await given_up(store)
    await tick(store)
    assert (await store.app.use_cases.webhooks.get(HOOK, name)).status == "DISABLED"


@pytest.mark.each_store
async def test_replays(store: Served, receiver: Receiver) -> None:
    use = store.app.use_cases.webhooks
    name, _ = await hook(store, receiver)
    await given_up(store)
    await tick(store)
    first, second = receiver.ids()
    await use.replay(HOOK, name, ReplayWebhook(after=first))
    await tick(store)
    assert receiver.ids() == [first, second, second]
    before = receiver.came[0].message["timestamp"]
    await use.replay(HOOK, name, ReplayWebhook(since=before))
    await tick(store)
    assert receiver.ids()[3:] == [first, second]
    await use.replay(HOOK, name, ReplayWebhook(since=rfc3339(now() + DAY)))
    await tick(store)
    assert len(receiver.came) == 5
    # a replay is of what this webhook is told, and tells nothing of the rest
    others, _ = await hook(store, receiver, "/other", OTHER, game="c4")
    for after in (first, "ev_aaaaaaaaaaaaaaaaaaaaaaaaaa_2", "ev_x_1", "\x00", "ev_" + "1" * 70):
        error = await refused(use.replay(OTHER, others, ReplayWebhook(after=after)))
        assert (error.code, error.path) == (ErrorCode.INVALID_INPUT, ("after",))
    for order in (ReplayWebhook(), ReplayWebhook(after=first, since=before), ReplayWebhook(since="soon")):
        assert (await refused(use.replay(HOOK, name, order))).code == ErrorCode.INVALID_INPUT


async def withheld(served: Served) -> int:
    query = sa.select(sa.func.count()).select_from(webhook_withheld)
    return await served.app.store.sql.read(lambda connection: connection.execute(query).scalar_one())


async def test_strangers_hear_the_end_of_a_match_with_a_delay_when_it_may_be_known(
    store: Served, receiver: Receiver
) -> None:
    """And nothing else waits for it: what happens meanwhile is told at once."""
    use, hour = store.app.use_cases.webhooks, 3_600_000
    stranger = Caller("account:ac_eve", SCOPES, "ac_eve", alias_key=b"the key of Eve")
    name, _ = await hook(store, receiver, "/eve", stranger, matches="PUBLIC")
    await hook(store, receiver, "/alice")
    late = await given_up(store, spectator_delay_ms=hour)
    await tick(store)
    started, finished = receiver.ids("/alice")
    assert receiver.ids("/eve") == [started]
    error = await refused(use.replay(stranger, name, ReplayWebhook(after=finished)))
    assert (error.code, error.path) == (ErrorCode.INVALID_INPUT, ("after",))
    await given_up(store)
    await tick(store)
    prompt = receiver.ids("/alice")[2:]
    assert receiver.ids("/eve") == [started, *prompt]
    # passed again, it waits as before; nothing that is still to come is lost when older news are told once more
    await use.replay(stranger, name, ReplayWebhook(after=started))
    await tick(store)
    assert (receiver.ids("/eve"), await withheld(store)) == ([started, *prompt, *prompt], 1)
    store.clock.now += hour
    await tick(store)
    await tick(store)
    assert receiver.ids("/eve") == [started, *prompt, *prompt, finished]
    told = receiver.came[-1].message
    assert (told["type"], told["data"]["matchId"]) == ("match.finished", late)
    assert told["data"]["result"] is not None
    assert await withheld(store) == 0
    # now it is news like any other
    await use.replay(stranger, name, ReplayWebhook(after=started))
    await tick(store)
    assert receiver.ids("/eve")[-3:] == [finished, *prompt]


async def test_what_is_withheld_from_a_webhook_goes_with_it(store: Served, receiver: Receiver) -> None:
    account, _ = await store.account("Ada")
    manager = Caller(account.ref, account.scopes | SCOPES, account.account, alias_key=account.alias_key)
    name, _ = await hook(store, receiver, "/ada", manager, matches="PUBLIC")
    await hook(store, receiver, "/ada", manager, matches="PUBLIC")
    await given_up(store, spectator_delay_ms=3_600_000)
    await tick(store)
    assert await withheld(store) == 2
    await store.app.use_cases.webhooks.delete(manager, name)
    assert await withheld(store) == 1
    await store.app.use_cases.accounts.erase(account, "ERASE")
    assert await withheld(store) == 0


@pytest.mark.each_store
async def test_a_crash_between_delivery_and_checkpoint_delivers_again(store: Served, receiver: Receiver) -> None:
    await hook(store, receiver, "/slow", kinds=("match.finished",))
    receiver.open.clear()
    await given_up(store)
    await store.app.projector.catch_up()
    turn = asyncio.create_task(store.app.webhooks.deliverer.tick())
    await receiver.wait_for(1, "/slow")
    await store.app.webhooks.deliverer.stop()  # as if the process had gone: it has arrived, and nobody knows
    await turn
    receiver.open.set()
    await tick(store)
    assert len(receiver.came) == 1  # the lease is still held
    store.clock.now += LEASE + 1
    await tick(store)
    first, again = receiver.came
    assert (first.id, first.body) == (again.id, again.body)
    await tick(store)
    assert len(receiver.came) == 2


async def test_a_slow_receiver_holds_up_nobody_else(store: Served, receiver: Receiver) -> None:
    await hook(store, receiver, "/slow", kinds=("match.finished",))
    await hook(store, receiver, "/quick", kinds=("match.finished",))
    receiver.open.clear()
    await given_up(store)
    await store.app.projector.catch_up()
    turns = asyncio.create_task(store.app.webhooks.deliverer.tick())
    await receiver.wait_for(1, "/slow")
    await receiver.wait_for(1, "/quick")
    await given_up(store)
    while len(receiver.ids("/quick")) < 2:
        await tick(store)
    assert len(receiver.ids("/slow")) == 1
    receiver.open.set()
    await turns
    await tick(store)
    assert receiver.ids("/slow") == receiver.ids("/quick")


async def test_what_is_answered_is_bounded_and_not_followed(store: Served, receiver: Receiver) -> None:
    name, _ = await hook(store, receiver, kinds=("match.finished",))
    receiver.answer = lambda delivery: RedirectResponse(receiver.address + "/elsewhere", 307)
    await given_up(store)
    await tick(store)
    assert receiver.ids("/elsewhere") == []
    assert (await store.app.use_cases.webhooks.get(HOOK, name)).last_error == "answered 307"
    receiver.answer = lambda delivery: Response(b"x" * (4 << 20))
    store.clock.now += FIRST
    await tick(store)
    assert (await store.app.use_cases.webhooks.get(HOOK, name)).status == "ACTIVE"


async def test_nobody_there(store: Served) -> None:
    made = await store.app.use_cases.webhooks.create(HOOK, CreateWebhook(url="http://127.0.0.1:9/"))
    await given_up(store)
    await tick(store)
    found = await store.app.use_cases.webhooks.get(HOOK, made.webhook.id)
    assert (found.status, found.last_error) == ("FAILING", "no connection")


async def test_two_replicas_deliver_everything_once(service_database_url: str, receiver: Receiver) -> None:
    """Both in the background, as they run; what is leased to one is not the other's."""
    one, other = await service(service_database_url, webhooks=True), await service(service_database_url, webhooks=True)
    async with one.app, other.app:
        for number in range(4):
            await hook(one, receiver, f"/{number}", kinds=("match.finished",))
        matches = [await given_up(one if number % 2 else other) for number in range(6)]
        for number in range(4):
            await receiver.wait_for(len(matches), f"/{number}")
    for number in range(4):
        told = [one.message["data"]["matchId"] for one in receiver.came if one.path == f"/{number}"]
        assert sorted(told) == sorted(matches)


@pytest.mark.answers("listWebhooks")
async def test_webhooks_are_their_accounts_own(store: Served, receiver: Receiver) -> None:
    use = store.app.use_cases.webhooks
    work: Awaitable[Any]
    name, secret = await hook(store, receiver)
    assert secret not in repr(await use.all(HOOK))
    assert [found.id for found in await use.all(HOOK)] == [name]
    assert await use.all(OTHER) == ()
    for work in (use.get(OTHER, name), use.delete(OTHER, name), use.replay(OTHER, name, ReplayWebhook(since="x"))):
        assert (await refused(work)).code in (ErrorCode.NOT_FOUND, ErrorCode.INVALID_INPUT)
    assert (await refused(use.replay(OTHER, name, ReplayWebhook(since=rfc3339(0))))).code == ErrorCode.NOT_FOUND
    assert (await refused(use.get(HOOK, "wh_\x00\ud800"))).code == ErrorCode.NOT_FOUND
    weak = Caller(HOOK.ref, PLAY, HOOK.account, alias_key=HOOK.alias_key)
    for caller, code in ((weak, ErrorCode.FORBIDDEN), (ANONYMOUS, ErrorCode.UNAUTHENTICATED)):
        for work in (
            use.all(caller),
            use.get(caller, name),
            use.delete(caller, name),
            use.create(caller, CreateWebhook(url=receiver.address)),
            use.replay(caller, name, ReplayWebhook(since=rfc3339(0))),
        ):
            assert (await refused(work)).code == code
    await use.delete(HOOK, name)
    await given_up(store)
    await tick(store)
    assert receiver.came == []


async def test_an_account_has_so_many_and_no_more(store: Served, receiver: Receiver) -> None:
    app = store.app
    box = WebhookUseCases(
        app.store, app.use_cases.catalogue, app.webhooks.guard, app.webhooks.secrets, store.clock, most=1
    )
    await box.create(HOOK, CreateWebhook(url=receiver.address))
    assert (await refused(box.create(HOOK, CreateWebhook(url=receiver.address)))).code == ErrorCode.FORBIDDEN
    await box.create(OTHER, CreateWebhook(url=receiver.address))


async def test_an_erased_account_is_told_nothing_more(store: Served, receiver: Receiver) -> None:
    account, _ = await store.account("Ada")
    manager = Caller(account.ref, account.scopes | SCOPES, account.account, alias_key=account.alias_key)
    await hook(store, receiver, "/ada", manager, matches="PUBLIC")
    kept, _ = await hook(store, receiver)
    await store.app.use_cases.accounts.erase(account, "ERASE")
    await given_up(store)
    await tick(store)
    assert receiver.ids("/ada") == []
    assert len(receiver.ids()) == 2
    assert [row.id for row in await hooks(store)] == [kept]
    assert (await refused(hook(store, receiver, caller=manager))).code == ErrorCode.NOT_FOUND


@pytest.mark.each_store
async def test_the_feed_can_be_rebuilt_and_nothing_is_told_twice(store: Served, receiver: Receiver) -> None:
    await hook(store, receiver)
    await given_up(store)
    await tick(store)
    for projection in store.app.projector.projections:
        await store.app.projector.rebuild(projection)
        await tick(store)
    assert len(receiver.came) == 2
    await given_up(store)
    await tick(store)
    assert len(set(receiver.ids())) == len(receiver.came) == 4


async def test_secrets_are_encrypted_and_rotated(url: str, receiver: Receiver) -> None:
    served = await service(url)
    async with served.app:
        _, secret = await hook(served, receiver)
        (row,) = await hooks(served)
        assert secret.encode() not in row.secret
    newer = await service(url, secret_key=SecretStr(f"a newer secret of this service,{SECRET}"))
    async with newer.app:
        done = await rotate(newer.app.store, newer.app.webhooks.secrets)
        assert (done.rotated, done.current, done.lost) == (1, 0, [])
        done = await rotate(newer.app.store, newer.app.webhooks.secrets)
        assert (done.rotated, done.current, done.lost) == (0, 1, [])
    last = await service(url, secret_key=SecretStr("a newer secret of this service"))
    async with last.app:
        await given_up(last)
        await tick(last)
        assert all(is_signed(delivery, secret) for delivery in receiver.came)
        assert len(receiver.came) == 2
    lost = await service(url, secret_key=SecretStr("a secret that has nothing to do with it"))
    async with lost.app:
        done = await rotate(lost.app.store, lost.app.webhooks.secrets)
        assert (done.rotated, len(done.lost)) == (0, 1)
        await given_up(lost)
        await tick(lost)
        (found,) = await lost.app.use_cases.webhooks.all(HOOK)
        assert (found.status, "lost the secret" in (found.last_error or "")) == ("DISABLED", True)
    assert len(receiver.came) == 2
