"""Webhooks of tournaments: their course with public facts, to whom it concerns, in order, and nothing of decks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, get_args

import pytest
import sqlalchemy as sa

from api_schema.errors import ErrorCode
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.tournaments import RulePairing, TableResultIn, TournamentPolicy
from api_schema.ports.webhooks import CreateWebhook, ReplayWebhook, TournamentKind
from service.application.ids import event_id
from service.projections.webhook_feed.fold import WebhookFeed
from service.projections.webhook_feed.table import webhook_feed
from service.times import rfc3339
from tests.kit.chance import CHANCE, foreseeable, key
from tests.kit.receiver import Receiver, is_signed, receiving
from tests.kit.refusals import refused
from tests.kit.served import Served, serve, sqlite_url
from tests.kit.stamps import standing_still
from tests.kit.tournament_desk import ALL, Hosted, hosted, replaced, somebody
from tests.service.test_tournament_secrets import CARDS, HASH, LOADOUT, PRECON
from tests.service.test_webhooks import hook, service, tick

pytestmark = pytest.mark.anyio
KINDS: tuple[TournamentKind, ...] = get_args(TournamentKind)


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


def manager(caller: Caller) -> Caller:
    return replaced(caller, ALL | {"webhook:manage"})


async def listening(held: Hosted, receiver: Receiver, path: str, who: Caller, **order: Any) -> str:
    """The secret of a webhook of somebody for what happens in tournaments."""
    return (await hook(held.served, receiver, path, manager(who), **{"kinds": KINDS, **order}))[1]


def heard(receiver: Receiver, path: str) -> list[tuple[str, str]]:
    """(kind, tournament or match) of what came there."""
    messages = [one.message for one in receiver.came if one.path == path]
    return [(one["type"], one["data"].get("tournamentId") or one["data"].get("matchId")) for one in messages]


async def test_the_course_of_a_tournament_is_told_with_public_facts(store: Served, receiver: Receiver) -> None:
    held = await hosted(store, 3, policy=TournamentPolicy("SWISS", rounds=2), decks="CLOSED")
    secret = await listening(held, receiver, "/", held.organiser)
    for number in (1, 2):
        await held.start(number)
        await held.play_round()
    await held.use.finish(held.organiser, held.id, key())
    await tick(store)
    await tick(store)
    a_round = ["round.started", "result.recorded", "round.finished"]
    assert [one.message["type"] for one in receiver.came] == [
        "tournament.started",
        *a_round,
        *a_round,
        "tournament.finished",
    ]
    events = {event.id: event for event in (await held.use.events(ANONYMOUS, held.id)).events}
    for delivery in receiver.came:
        assert is_signed(delivery, secret)
        event, data = events[delivery.id], delivery.message["data"]
        assert delivery.message["timestamp"] == event.at
        assert (data["tournamentId"], data["game"], data["version"], data["headHash"]) == (
            held.id,
            (await held.shown()).game,
            event.version,
            event.hash,
        )
        assert data.keys() == {
            *("tournamentId", "game", "version", "headHash"),
            *("round", "table", "entrants", "result", "places"),
        }
    results = [one.message["data"] for one in receiver.came if one.message["type"] == "result.recorded"]
    for number, data in enumerate(results, 1):
        (table,) = await held.tables(number)
        assert table.result is not None
        assert (data["round"], data["table"]) == (number, table.table)
        assert data["entrants"] == [seat.entrant for seat in table.seats]
        assert data["result"] == {
            "places": [list(group) for group in table.result.places],
            "games": list(table.result.games),
            "drawn": 0,
            "absent": [],
            "source": "PLAYED",
        }
    ranks = (await held.use.standings(ANONYMOUS, held.id, first=9)).standings
    last = receiver.came[-1].message["data"]
    assert last["places"] == [{"rank": row.rank, "entrant": row.entrant} for row in ranks]
    assert [one.message["data"]["round"] for one in receiver.came] == [None, 1, 1, 1, 2, 2, 2, None]


async def test_whom_it_concerns(store: Served, receiver: Receiver) -> None:
    held, other = await hosted(store, 2), await hosted(store, 2)
    entrant, stranger = next(iter(held.players.values())), await somebody(store)
    await listening(held, receiver, "/organiser", held.organiser)
    await listening(held, receiver, "/entrant", entrant)
    await listening(held, receiver, "/stranger", stranger)
    await listening(held, receiver, "/public", stranger, matches="PUBLIC")
    await listening(held, receiver, "/c4", stranger, matches="PUBLIC", game="c4")
    await listening(held, receiver, "/one", stranger, matches="PUBLIC", tournament=other.id)
    both = ("match.finished", "result.recorded")
    await listening(held, receiver, "/both", stranger, matches="PUBLIC", tournament=other.id, kinds=both)
    await hook(store, receiver, "/usual", manager(entrant))
    for one in (held, other):
        await one.start()
        await one.play_round()
    await tick(store)
    first, second = [(kind, held.id) for kind in KINDS[:4]], [(kind, other.id) for kind in KINDS[:4]]
    assert heard(receiver, "/organiser") == heard(receiver, "/entrant") == first
    assert heard(receiver, "/stranger") == heard(receiver, "/c4") == []
    assert heard(receiver, "/public") == [*first, *second]
    assert heard(receiver, "/one") == second
    (table,) = await other.tables()
    assert heard(receiver, "/both") == [("match.finished", table.games[0].match_id), ("result.recorded", other.id)]
    (table,) = await held.tables()
    match = table.games[0].match_id
    assert heard(receiver, "/usual") == [("match.started", match), ("match.finished", match)]


async def test_a_webhook_of_a_tournament_that_is_not_there_is_refused(store: Served, receiver: Receiver) -> None:
    held = await hosted(store)
    for name in ("tn_nothing", "tn_" + "a" * 26, "mt_" + held.id.removeprefix("tn_")):
        error = await refused(listening(held, receiver, "/", held.organiser, tournament=name))
        assert error.code == ErrorCode.NOT_FOUND
    made = await store.app.use_cases.webhooks.create(
        manager(held.organiser), CreateWebhook(url=receiver.address, tournament=held.id)
    )
    assert (made.webhook.tournament, made.webhook.kinds[0]) == (held.id, "match.started")


async def test_rulings_and_a_cancellation_are_told(store: Served, receiver: Receiver) -> None:
    held = await hosted(store, 2)
    await listening(held, receiver, "/", held.organiser, kinds=("result.recorded", "tournament.cancelled"))
    await held.start()
    await held.play_round()
    result = TableResultIn(places=((0, 1),))
    await held.use.rule(held.organiser, held.id, key(), RulePairing("OVERRIDE", "a draw", 1, 1, result=result))
    await held.use.cancel(held.organiser, held.id, key(), "the hall burns")
    await tick(store)
    played, ruled, cancelled = [one.message for one in receiver.came]
    assert (played["data"]["result"]["source"], ruled["data"]["result"]["source"]) == ("PLAYED", "RULING")
    assert ruled["data"]["result"]["places"] == [[0, 1]]
    assert played["data"]["entrants"] == ruled["data"]["entrants"]
    assert (cancelled["type"], cancelled["data"]["result"], cancelled["data"]["places"]) == (
        "tournament.cancelled",
        None,
        [],
    )
    assert "the hall burns" not in receiver.came[-1].body.decode()


async def test_a_result_that_counts_no_longer_is_told(store: Served, receiver: Receiver) -> None:
    held = await hosted(store, 2)
    await listening(held, receiver, "/", held.organiser)
    await held.start()
    await held.play_round()
    await held.use.rule(held.organiser, held.id, key(), RulePairing("REPLAY", "the wrong decks", 1, 1))
    await held.play_round()
    await tick(store)
    kinds = [kind for kind, _ in heard(receiver, "/")]
    over = ["result.recorded", "round.finished"]
    assert kinds == ["tournament.started", "round.started", *over, "result.reopened", *over]
    data = receiver.came[4].message["data"]
    (table,) = await held.tables()
    assert (data["round"], data["table"], data["result"], data["places"]) == (1, 1, None, [])
    assert data["entrants"] == [seat.entrant for seat in table.seats]
    assert "the wrong decks" not in receiver.came[4].body.decode()


async def test_replays_go_on_after_an_event_of_a_tournament(store: Served, receiver: Receiver) -> None:
    held, use = await hosted(store, 2), store.app.use_cases.webhooks
    who = manager(held.organiser)
    name, _ = await hook(store, receiver, caller=who, kinds=KINDS)
    await held.start()
    await tick(store)
    first, second = receiver.ids()
    assert first.startswith(f"ev_{held.id}_")
    await use.replay(who, name, ReplayWebhook(after=first))
    await tick(store)
    assert receiver.ids() == [first, second, second]
    await use.replay(who, name, ReplayWebhook(since=rfc3339(store.clock() - 60_000)))
    await tick(store)
    assert receiver.ids()[3:] == [first, second]
    for after in (event_id(held.id, 1), event_id(held.id, 99), f"ev_{held.id}_x", "ev_tn_nothing_1"):
        error = await refused(use.replay(who, name, ReplayWebhook(after=after)))
        assert (error.code, error.path) == (ErrorCode.INVALID_INPUT, ("after",))
    stranger = manager(await somebody(store))
    others, _ = await hook(store, receiver, "/other", stranger, kinds=KINDS)
    error = await refused(use.replay(stranger, others, ReplayWebhook(after=first)))
    assert error.code == ErrorCode.INVALID_INPUT


@pytest.mark.each_store
async def test_the_feed_is_the_same_when_it_is_folded_anew(store: Served, receiver: Receiver) -> None:
    held = await hosted(store, 3)
    await listening(held, receiver, "/", held.organiser)
    await held.start()
    await held.play_round()
    await tick(store)
    before, count = await feed(store), len(receiver.came)
    assert count == 4
    await store.app.projector.rebuild(WebhookFeed())
    await tick(store)
    assert (await feed(store), len(receiver.came)) == (before, count)


async def feed(store: Served) -> list[tuple[Any, ...]]:
    query = sa.select(webhook_feed).order_by(webhook_feed.c.position)
    return await store.app.store.sql.read(lambda connection: [tuple(row) for row in connection.execute(query)])


@pytest.mark.parametrize("decks", ["CLOSED", "AFTER_ROUND"])
async def test_nothing_told_depends_on_a_hidden_deck(tmp_path_factory: pytest.TempPathFactory, decks: str) -> None:
    """Twins that differ in a hidden deck alone: same messages, same items, but for what is hashed over all."""
    seen = [await twin(sqlite_url(tmp_path_factory.mktemp("twin")), card, decks) for card in CARDS]
    assert seen[0] == seen[1]
    assert len(seen[0]["messages"]) == (7 if decks == "CLOSED" else 3)
    assert all(len(items) >= 2 for who, items in seen[0].items() if who != "messages")


async def twin(url: str, card: str, decks: str) -> dict[str, list[bytes]]:
    """What is told of a tournament in which one entrant has this card in the deck, while nobody else may know."""
    CHANCE.seed(11)
    with foreseeable(), standing_still():
        served = await serve(url, webhook_allow_private=True)
        try:
            async with receiving() as receiver:
                return await story(await hosted(served, decks=decks, game="c4"), receiver, card)
        finally:
            await served.app.stop()


async def story(held: Hosted, receiver: Receiver, card: str) -> dict[str, list[bytes]]:
    (owner,) = await held.enter({**LOADOUT, "deck": [*LOADOUT["deck"][:-1], card]})
    await held.enter(PRECON, 3)
    await listening(held, receiver, "/", held.organiser)
    await held.start()
    await held.concede(owner)
    if (await held.shown()).decks == "CLOSED":
        await held.play_round()
        await held.start(2)
        await held.concede(owner)
    await tick(held.served)
    return {"messages": [HASH.sub(b"#", one.body) for one in receiver.came], **await items(held)}


async def items(held: Hosted) -> dict[str, list[bytes]]:
    """What each entrant is told in the inbox."""
    use = held.served.app.use_cases.inbox
    pages = {who: await use.page(caller, first=100) for who, caller in held.players.items()}
    return {who: [HASH.sub(b"#", repr(item).encode()) for item in page.items] for who, page in pages.items()}
