"""A match of a tournament ends, and its secrets stay closed to everybody until the tournament opens them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import msgspec
import pytest
from pydantic import SecretStr

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.inbox import MatchOverOut
from api_schema.ports.matches import ForkMatch, MatchFilter, TournamentGameOut, Update
from domain.kernel.match import TournamentGame
from service.accounts.usecases import new_account
from service.app import web
from service.application.ids import MATCH_IDS
from service.application.pseudonyms import player_of
from service.application.vault import Vault
from service.keys import Keys
from service.projections.deadlines.queries import DueSoon
from service.projections.match_list.queries import IdleMatches
from service.times import rfc3339
from tests.kit.recorded import Scribe
from tests.kit.served import ALICE, BOB, EVE, PAYER, SECRET, Served, serve
from tests.kit.waiting import PATIENCE, until
from tests.service.test_reveal import Client, parts_of
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio
HOUR = 3_600_000


@pytest.fixture
async def store(url: str) -> AsyncIterator[Served]:
    """A service on an empty store of each kind; the projector runs when it is told to."""
    served = await serve(url)
    yield served
    await served.app.stop()


@pytest.fixture
async def http(served: Served) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(web(served.app))
    async with httpx.AsyncClient(transport=transport, base_url="http://service") as client:
        yield client


async def running(served: Served, *players: Caller, delay: int = 0) -> str:
    """A match of a tournament at its start; these sit there, else Alice and Bob."""
    first, second = players or (ALICE, BOB)
    place = TournamentGame("tn_1", 3, 12)
    scribe = Scribe(GAME.slug, "round three", 2, reveal="later", tournament=place, spectator_delay=delay)
    for number, (caller, deck) in enumerate(((first, "owl"), (second, "fox"))):
        player = player_of(caller, scribe.match)
        await served.app.directory.key_of(str(caller.account))
        await served.app.directory.remember(str(caller.account), player)
        scribe.join(number, player, deck, *("abcd",) * (number == 0))
    await scribe.recorded.put_into(served.app.store, Vault(Keys([SECRET])))
    return scribe.match


async def over(served: Served, *players: Caller, delay: int = 0) -> str:
    """One that was played to its end."""
    match = await running(served, *players, delay=delay)
    await served.play_out(match, *(players or (ALICE, BOB)))
    await served.app.projector.catch_up()
    return match


async def reveal(served: Served, match: str) -> int:
    """The version of the reveal."""
    done = await served.app.matches.play.reveal(match)
    await served.app.projector.catch_up()
    return done.appended.last_version


async def code_of(work: Any) -> ErrorCode:
    with pytest.raises(ApiError) as caught:
        await work
    return caught.value.code


async def seed_of(served: Served, match: str) -> bytes:
    return served.app.matches.repository.seed(await served.app.matches.repository.current(match)).hex().encode()


async def test_nobody_gets_anything_before_the_reveal_and_everybody_all_after_it(
    served: Served, http: httpx.AsyncClient
) -> None:
    ada, first = await served.account("Ada")
    ben, second = await served.account("Ben")
    match = await over(served, ada, ben)
    _, admin = await served.app.accounts.create_for(new_account(), "admin", ["admin"])
    stranger = (await served.account())[1]
    seed = await seed_of(served, match)
    stored = await served.app.store.read(MATCH_IDS.stream_of(match))
    kept = [part for event in stored if event.private for part in parts_of(event.private)]
    assert kept
    for token in (None, stranger, admin, first, second):
        told = await everything(http, token, match, len(stored))
        assert seed not in told
        assert [part for part in kept if part[1:-1] in told] == []
        assert told.count(b"until its tournament opens them") >= 6
        assert b'"LATER"' in told
    await reveal(served, match)
    for token in (None, stranger, admin, first, second):
        told = await everything(http, token, match, len(stored) + 1)
        assert seed in told
        assert all(part[1:-1] in told for part in kept)
        assert b"until its tournament opens them" not in told


async def everything(http: httpx.AsyncClient, token: str | None, match: str, last: int) -> bytes:
    """Every answer about a match, but for streams, which don't end before it is revealed."""
    client = Client(http, token)
    paths = ["", "/events", "/state", "/legal-actions", "/replay", "/audit"]
    paths += [f"/{what}?as={who}" for what in ("events", "state", "replay") for who in ("full", "seat:0", "seat:1")]
    paths += [f"/state?at={version}" for version in range(1, last + 1)]
    paths += [f"/state?as=full&at={version}" for version in (last // 2, last)]
    paths += [f"/legal-actions?seat={seat}&at={last // 2}" for seat in (0, 1)]
    answers = [await client.rest(f"{match}{path}") for path in paths]
    query = "query($id: ID!) { match(id: $id) { reveal tournament { tournamentId round table game } %s } }"
    for part in ("state(as: {role: FULL}) { json }", "events(as: {role: FULL}, first: 256) { nodes { json } }", ""):
        answers.append(await client.graphql(query % part, match))
    return b"\n".join(answer.content + repr(answer.headers.raw).encode() for answer in answers)


async def test_it_is_over_and_nothing_is_legal_any_more(served: Served) -> None:
    match, use = await over(served), served.app.use_cases.matches
    shown = await use.get(EVE, match)
    assert (shown.status, shown.reveal) == ("FINISHED", "LATER")
    assert shown.result is not None
    assert shown.tournament == TournamentGameOut("tn_1", 3, 12, 1)
    for caller in (ALICE, BOB):
        legal = await use.legal_actions(caller, match)
        assert (legal.may_concede, legal.prompts) == (False, ())
        assert await code_of(served.act(caller, match, action={"type": "concede"})) == ErrorCode.MATCH_OVER
    assert await code_of(served.app.matches.play.abort(match, "abandoned", 2**60)) == ErrorCode.MATCH_OVER
    served.clock.now += 365 * 24 * HOUR
    await served.app.clocks.tick()
    assert await IdleMatches(served.app.store).idle(served.clock(), 9) == []
    assert await DueSoon(served.app.store).overdue(served.clock(), 9) == []
    assert (await use.get(EVE, match)).version == shown.version


async def test_the_reveal_comes_once_and_closes_the_stream(store: Served) -> None:
    match = await over(store)
    before = await store.app.store.head(MATCH_IDS.stream_of(match))
    assert before is not None
    assert not before.closed
    versions = await asyncio.gather(*(store.app.matches.play.reveal(match) for _ in range(5)))
    assert {done.appended.last_version for done in versions} == {before.version + 1}
    assert [done.appended.replayed for done in versions].count(False) == 1
    after = await store.app.store.head(MATCH_IDS.stream_of(match))
    assert after is not None
    assert (after.version, after.closed) == (before.version + 1, True)
    assert [event.type for event in versions[0].events] == ["secrets_revealed"]


async def test_only_a_match_that_is_over_and_kept_is_revealed(served: Served) -> None:
    finished = await served.started()
    await served.act(ALICE, finished, action={"type": "concede"})
    for match in (await running(served), await served.open(), await served.started(), finished):
        version = (await served.app.matches.repository.current(match)).version
        with pytest.raises(ApiError) as caught:
            await served.app.matches.play.reveal(match)
        assert (caught.value.code, caught.value.rule_id) == (ErrorCode.ILLEGAL_ACTION, "KERNEL-REVEAL")
        assert (await served.app.matches.repository.current(match)).version == version


async def test_an_aborted_one_is_revealed_as_well(served: Served) -> None:
    match = await running(served)
    await served.app.matches.play.abort(match, "abandoned", 2**60)
    assert (await served.app.matches.repository.current(match)).state.withheld
    await reveal(served, match)
    assert (await served.app.use_cases.matches.state(EVE, match, perspective="full")).status == "ABORTED"


async def test_nobody_forks_it_before_and_everybody_after(served: Served) -> None:
    match, use = await over(served), served.app.use_cases.matches
    start = next(
        e.version for e in await served.app.store.read(MATCH_IDS.stream_of(match)) if e.type == "match_started"
    )
    stop = next(e.version for e in await served.app.store.read(MATCH_IDS.stream_of(match), start) if e.batch_end)
    order = ForkMatch(at_version=stop)
    for caller in (ALICE, EVE):
        assert await code_of(use.fork(caller, match, served.key(), order)) == ErrorCode.FORK_REFUSED
    await reveal(served, match)
    fork, _ = await use.fork(EVE, match, served.key(), order)
    assert (fork.reveal, fork.tournament, fork.practice) == ("ALL", None, True)


@pytest.mark.each_store
async def test_the_list_has_it_as_finished_since_its_end(store: Served) -> None:
    match, use = await over(store), store.app.use_cases.matches
    ended = (await use.get(EVE, match)).updated_at
    for revealed in (False, True):
        (shown,) = (await use.find(EVE, first=9, wanted=MatchFilter(status=("FINISHED",)))).matches
        assert (shown.status, shown.reveal) == ("FINISHED", "LATER")
        assert shown.tournament == TournamentGameOut("tn_1", 3, 12, 1)
        assert shown.closed is (await use.get(EVE, match)).closed is revealed
        assert (await use.find(EVE, first=9, wanted=MatchFilter(finished_after=ended))).matches == ()
        store.clock.now += HOUR
        await reveal(store, match)
    assert (await use.get(EVE, match)).updated_at != ended
    [lobby] = [one for one in store.app.projector.projections if one.name == "match_list"]
    await store.app.projector.rebuild(lobby)
    assert (await use.find(EVE, first=9, wanted=MatchFilter(finished_after=ended))).matches == ()


async def test_inboxes_tell_the_end_and_nothing_of_the_reveal(store: Served) -> None:
    match = await over(store)
    for _ in range(2):
        items = (await store.app.use_cases.inbox.page(BOB, first=100)).items
        assert [item.match_id for item in items if isinstance(item, MatchOverOut)] == [match]
        assert isinstance(items[-1], MatchOverOut)
        assert (await store.app.use_cases.inbox.seats_to_act(BOB)).seats == ()
        await reveal(store, match)


async def test_it_is_signed_when_it_is_revealed_and_files_say_so(store: Served) -> None:
    match, history = await over(store), store.app.use_cases.history
    assert await store.app.history.signatures.of(MATCH_IDS.stream_of(match)) is None
    for caller in (ALICE, EVE):
        file = await history.replay(caller, match)
        footer = msgspec.json.decode([line async for line in file.lines][-1])
        assert (file.complete, file.signed_by, footer["signature"], footer["seed"]) == (False, None, None, None)
        report = await history.audit(caller, match, PAYER)
        assert (report.ok, report.status, report.signed_by) == (True, "FINISHED", None)
        assert {level.message for level in report.levels} <= {"it holds", "told when the record is open"}
        assert await code_of(history.replay(caller, match, perspective="full")) == ErrorCode.FORBIDDEN
    version = await reveal(store, match)
    signature = await store.app.history.signatures.of(MATCH_IDS.stream_of(match))
    assert signature is not None
    for caller in (ALICE, EVE):
        file = await history.replay(caller, match, perspective="full")
        footer = msgspec.json.decode([line async for line in file.lines][-1])
        assert (file.complete, file.signed_by, footer["version"]) == (True, signature.key_id, version)
        report = await history.audit(caller, match, PAYER)
        assert (report.ok, report.signed_by, report.pinned) == (True, signature.key_id, True)


async def test_who_watches_is_told_the_end_and_stays_until_the_reveal(served: Served) -> None:
    match = await running(served)
    told: list[Update] = []

    async def watch() -> None:
        told.extend([update async for update in served.app.use_cases.matches.updates(ANONYMOUS, match)])

    watching = asyncio.create_task(watch())
    await served.play_out(match, ALICE, BOB)
    late = served.app.use_cases.matches.updates(EVE, match)
    end = (await served.app.matches.repository.current(match)).version
    missed = [await anext(late)]
    while missed[-1].version < end:
        missed.append(await anext(late))
    assert b"match_ended" in missed[-1].payload
    assert not watching.done()
    version = await reveal(served, match)
    rest = [update async for update in late]
    await asyncio.wait_for(watching, PATIENCE)
    for updates in (told, rest):
        kinds = [update.kind for update in updates if update.kind in ("EventsAppended", "MatchClosed")]
        assert (kinds[-1], kinds.count("MatchClosed")) == ("MatchClosed", 1)
        assert updates[-1].version == version
        assert (await seed_hex(served, match)) in b"".join(update.payload for update in updates)


async def test_a_browser_comes_back_for_the_reveal_and_stays_away_after_it(
    served: Served, http: httpx.AsyncClient
) -> None:
    match = await over(served)
    version = (await served.app.matches.repository.current(match)).version

    async def ask(seen: int) -> httpx.Response:
        return await http.get(f"/v1/matches/{match}/stream", headers={"Last-Event-ID": str(seen)})

    waiting = asyncio.create_task(ask(version))
    await until(lambda: served.app.matches.hub.watchers)
    assert not waiting.done()
    assert await reveal(served, match) == version + 1
    said = (await asyncio.wait_for(waiting, PATIENCE)).text
    assert said.count("event: match_closed") == 1
    assert "secrets_revealed" in said
    assert (await ask(version + 1)).status_code == 204


async def test_no_client_can_ask_for_it(served: Served, http: httpx.AsyncClient) -> None:
    token = (await served.account())[1]
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": served.key()}
    order = {"game": GAME.slug, "seats": 2, "reveal": "LATER"}
    answer = await http.post("/v1/matches", json=order, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_INPUT")
    query = "mutation($in: CreateMatchInput!) { createMatch(input: $in) { match { id } } }"
    body = {"query": query, "variables": {"in": {**order, "idempotencyKey": served.key()}}}
    told = (await http.post("/graphql", json=body, headers=headers)).json()
    assert "'LATER' does not exist in 'RevealPolicy' enum" in str(told["errors"])


async def seed_hex(served: Served, match: str) -> bytes:
    last = (await served.app.store.read(MATCH_IDS.stream_of(match)))[-1]
    return str(msgspec.json.decode(last.body)["pub"]["seed"]).encode()


async def test_strangers_hear_the_reveal_as_late_as_all_else(store: Served) -> None:
    match, use = await over(store, delay=HOUR), store.app.use_cases
    assert (await use.matches.get(EVE, match)).status == "RUNNING"
    ended = store.clock.now
    store.clock.now += HOUR
    assert (await use.matches.get(EVE, match)).status == "FINISHED"
    version = await reveal(store, match)
    shown = await use.matches.get(EVE, match)
    assert (shown.status, shown.version) == ("FINISHED", version - 1)
    assert await code_of(use.matches.state(EVE, match, perspective="full")) == ErrorCode.FORBIDDEN
    file = await use.history.replay(EVE, match)
    lines = [line async for line in file.lines]
    assert (file.version, file.complete, file.signed_by) == (version - 1, False, None)
    assert msgspec.json.decode(lines[-1])["signature"] is None
    assert (await use.history.audit(EVE, match, PAYER)).version == version - 1
    assert (await use.history.audit(ALICE, match, PAYER)).version == version
    (listed,) = (await use.matches.find(EVE, first=9)).matches
    assert listed.status == "FINISHED"
    assert (await use.matches.find(EVE, first=9, wanted=MatchFilter(finished_after=rfc3339(ended)))).matches == ()
    store.clock.now += HOUR
    assert (await use.matches.state(EVE, match, perspective="full")).version == version


async def test_without_its_key_it_stays_closed_and_can_be_opened_when_the_key_is_back(url: str) -> None:
    first = await serve(url)
    async with first.app:
        match = await over(first)
    keyless = await serve(url, secret_key=SecretStr("another secret that only tests may know"))
    async with keyless.app:
        assert await code_of(keyless.app.matches.play.reveal(match)) == ErrorCode.UNAVAILABLE
        assert (await keyless.app.use_cases.matches.get(EVE, match)).status == "FINISHED"
    again = await serve(url)
    async with again.app:
        await reveal(again, match)
        assert (await again.app.use_cases.matches.state(EVE, match, perspective="full")).status == "FINISHED"
