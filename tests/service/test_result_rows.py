"""The read model of results: what it holds of which matches, from when on, and the same however it is folded."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import sqlalchemy as sa

from api_schema.ports.matches import CreateMatch, ForkMatch
from domain.kernel.match import TournamentGame
from domain.kernel.result import Result
from eventstore.envelope import Logged
from eventstore.read_models import projections
from eventstore.read_models.past import Past
from service.application.ids import MATCH_IDS
from service.projections.match_results.fold import outcome_of
from service.projections.match_results.table import result_cards, result_seats, results
from tests.kit.results import JUSTICE, MYSTERY, ON_CONCEDE, PEACE, SLUG, begun, book, finished, made_with, rows
from tests.kit.served import ALICE, BOB, Served, serve
from tests.toy_game import GAME

pytestmark = [pytest.mark.anyio, pytest.mark.each_store]
DELAY = 3_600_000


@pytest.fixture
async def store(url: str) -> AsyncIterator[Served]:
    """A service on an empty store of each kind; nothing but the test moves its read models."""
    served = await serve(url)
    yield served
    await served.app.stop()


async def told(served: Served, match: str) -> tuple[Any, list[Any], list[Any]]:
    """(the row of a match, or None; those of its seats; those of its cards) when all is folded."""
    await served.app.projector.catch_up()
    stream = MATCH_IDS.stream_of(match)

    def read(connection: sa.Connection) -> tuple[Any, list[Any], list[Any]]:
        found = [
            list(connection.execute(sa.select(table).where(table.c.stream_id == stream).order_by(*table.primary_key)))
            for table in (results, result_seats, result_cards)
        ]
        return next(iter(found[0]), None), found[1], found[2]

    return await served.app.store.sql.read(read)


async def test_a_match_that_is_over(store: Served) -> None:
    match = await finished(store)
    row, seats, cards = await told(store, match)
    shown = await store.app.use_cases.matches.get(BOB, match)
    assert shown.result is not None
    assert (row.game, row.seats, row.kind, row.ended_by) == (SLUG, 2, "win", shown.result.rule_id)
    assert (row.mode, row.tournament, row.round, row.table_number, row.game_number) == (None,) * 5
    assert row.known_at == row.decks_known_at == row.finished_at
    assert [(seat.place, seat.outcome, seat.deck) for seat in seats] == [(2, "loss", JUSTICE), (1, "win", PEACE)]
    assert [seat.player for seat in seats] == [seat.player for seat in shown.seats]
    decks = {deck.id: deck.cards for deck in store.app.catalogue.decks(SLUG)}
    for seat, deck in enumerate((JUSTICE, PEACE)):
        assert {card.card: card.copies for card in cards if card.seat == seat} == decks[deck]


async def test_the_deck_of_who_left_before_the_start_is_nowhere(store: Served) -> None:
    match = await store.open(game=SLUG)
    await store.sit(ALICE, match, deck=JUSTICE)
    await store.app.use_cases.matches.leave(ALICE, match, 0, store.key())
    await store.sit(ALICE, match, deck=MYSTERY)
    await store.sit(BOB, match, deck=PEACE)
    await store.act(ALICE, match, action=ON_CONCEDE)
    _, seats, _ = await told(store, match)
    assert [seat.deck for seat in seats] == [MYSTERY, PEACE]


async def test_modes_and_tournaments(store: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    made_with(monkeypatch, tournament=TournamentGame("tn_1", 3, 7, 2))
    match = await finished(store, "ryu", "gambit", game="capcom_crossovers")
    row, _, _ = await told(store, match)
    assert (row.mode, row.tournament, row.round, row.table_number, row.game_number) == ("one_on_one", "tn_1", 3, 7, 2)


async def test_what_does_not_count(store: Served) -> None:
    use = store.app.use_cases.matches
    private, _, invite = await use.create(ALICE, "private", CreateMatch(SLUG, 2, visibility="INVITE"))
    for caller in (ALICE, BOB):
        await store.sit(caller, private.id, deck=JUSTICE, invite=invite)
    await store.act(ALICE, private.id, action=ON_CONCEDE)
    aborted = await begun(store)
    await store.app.matches.play.abort(aborted, "abandoned", store.clock.now + DELAY)
    over = await finished(store, game=GAME.slug, deck="fox", other="fox")
    events = (await use.events(ALICE, over)).events
    start = next(event.version for event in events if event.type == "match_started")
    stop = next(event.version for event in events if event.batch_end and event.version > start)
    fork, _ = await use.fork(BOB, over, "fork", ForkMatch(at_version=stop))
    await store.act(BOB, fork.id, action=ON_CONCEDE, seat=0)
    assert (await use.get(BOB, fork.id)).status == "FINISHED"
    assert (await use.get(ALICE, aborted)).status == "ABORTED"
    for match in (private.id, aborted, fork.id, await begun(store), await store.open()):
        assert await told(store, match) == (None, [], [])
    assert (await told(store, over))[0] is not None


async def test_a_match_that_is_revealed_to_its_players_tells_no_deck_ever(store: Served) -> None:
    one = await told(store, await finished(store, reveal="PARTICIPANTS"))
    other = await told(store, await finished(store, MYSTERY, JUSTICE, reveal="PARTICIPANTS"))
    for row, seats, cards in (one, other):
        assert row.decks_known_at is None
        assert [seat.deck for seat in seats] == [None, None]
        assert cards == []
    assert [seat[3:] for seat in one[1]] == [seat[3:] for seat in other[1]]


async def test_nothing_is_kept_of_decks_before_the_event_that_reveals_them(store: Served) -> None:
    """Folded event by event: the first row with a deck comes with the last event of the match, and not before."""
    await finished(store)
    await store.app.projector.catch_up()
    *earlier, last = (await store.app.store.read_log(limit=10_000)).events
    assert last.event.type == "secrets_revealed"
    await store.app.store.sql.write(_empty)
    for entry in earlier:
        await _apply(store, entry)
        _, seats, cards = await rows(store)
        assert all(seat[-1] is None for seat in seats)
        assert cards == []
    assert len((await rows(store))[0]) == 1
    await _apply(store, last)
    assert all(seat[-1] for seat in (await rows(store))[1])
    assert (await rows(store))[2]


async def _apply(store: Served, entry: Logged) -> None:
    await store.app.store.sql.write(lambda connection: book(store).apply(connection, [entry], Past(connection)))


def _empty(connection: sa.Connection) -> None:
    for table in (result_cards, result_seats, results):
        connection.execute(table.delete())


async def test_strangers_are_as_far_behind_as_with_the_match(store: Served) -> None:
    row, _, _ = await told(store, await finished(store, spectator_delay_ms=DELAY))
    assert row.known_at == row.decks_known_at == row.finished_at + DELAY


@pytest.mark.parametrize("size", [1, 7, 100_000])
async def test_a_rebuild_leaves_the_same_rows_in_pages_of_any_size(
    store: Served, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished(store)
    await finished(store, reveal="PARTICIPANTS")
    await finished(store, "fox", "owl", game=GAME.slug, spectator_delay_ms=DELAY)
    running = await begun(store)
    await store.app.projector.catch_up()
    await store.act(BOB, running, action=ON_CONCEDE)
    await store.app.projector.catch_up()
    before = await rows(store)
    assert [len(table) for table in before[:2]] == [4, 8]
    monkeypatch.setattr(projections, "BATCH", size)
    await store.app.projector.rebuild(book(store))
    assert await rows(store) == before


@pytest.mark.parametrize(
    ("kind", "placings", "wanted"),
    [
        ("win", ((1,), (0,)), [(2, "loss"), (1, "win")]),
        ("win", ((0, 2), (1, 3)), [(1, "win"), (3, "loss"), (1, "win"), (3, "loss")]),
        ("shared", ((0, 2), (1,)), [(1, "draw"), (3, "loss"), (1, "draw")]),
        ("draw", ((0, 1),), [(1, "draw"), (1, "draw")]),
        ("all_lose", ((0, 1),), [(1, "loss"), (1, "loss")]),
        ("win", ((2,), (0, 1), (3,)), [(2, "loss"), (2, "loss"), (1, "win"), (4, "loss")]),
    ],
)
def test_places_and_outcomes(kind: Any, placings: Any, wanted: list[tuple[int, str]]) -> None:
    result = Result(kind, placings, "TOY-1")
    assert [outcome_of(result, seat) for seat in range(len(wanted))] == wanted
