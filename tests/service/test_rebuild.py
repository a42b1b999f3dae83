"""Every read model can be folded again from the events, and is then what it was, byte by byte; on both stores."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import SecretStr
from sqlalchemy import Table

from api_schema.ports.matches import JoinMatch
from api_schema.ports.tournaments import RulePairing, TableResultIn, TournamentPolicy
from eventstore.read_models import projections
from service.bootstrap import bootstrap
from service.settings import Settings
from tests.kit.chance import key
from tests.kit.kept import Kept, held
from tests.kit.served import ALICE, BOB, SECRET, Served, serve
from tests.kit.tournament_desk import hosted
from tests.ratings.given import rate
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio
EMPTY = {"match_result_cards"}
"""The table that a game without cards leaves empty."""


def tables(served: Served) -> list[Table]:
    return [table for book in served.app.projector.projections for table in book.tables]


async def contents(served: Served) -> dict[str, list[tuple[Any, ...]]]:
    return await held(served.app.store, tables(served))


async def some_matches(served: Served) -> None:
    """A match that is over, one that runs, one of people who have inboxes and wait, one that is open, one in which a
    bot of the house is asked.
    """
    await served.play_out(await served.started(), ALICE, BOB)
    await served.started(visibility="open", spectator_delay_ms=1_000)
    await served.started("owl", decision_ms=60_000, turn_ms=60_000)
    match = await served.open(visibility="open")
    for name in ("Ada", "Ben"):
        caller, _ = await served.account(name)
        await served.sit(caller, match)
    await served.open()
    house = await served.open()
    await served.app.use_cases.matches.join(ALICE, house, key(), JoinMatch(seat=1, bot="random"))
    await served.sit(ALICE, house)


async def tournaments(served: Served) -> None:
    """One that is over and rated, with a result that was changed in the round after it; one that runs."""
    cup = await hosted(served, 4, policy=TournamentPolicy("SWISS", rounds=3), decks="AFTER_ROUND")
    await cup.start(1)
    await cup.play_round()
    await cup.start(2)
    call = RulePairing("OVERRIDE", "the score was noted wrongly", 1, 1, result=TableResultIn(places=((1,), (0,))))
    await cup.use.rule(cup.organiser, cup.id, key(), call)
    await cup.play_round()
    await cup.start(3)
    await cup.play_round()
    await cup.use.finish(cup.organiser, cup.id, key())
    await rate(served)
    other = await hosted(served, 3)
    await other.start(1)


SIZES = [
    ("sqlite", 17),
    ("postgres", 500),
    pytest.param("sqlite", 500, marks=pytest.mark.nightly),
    pytest.param("postgres", 17, marks=pytest.mark.nightly),
]
"""(store, events a batch)."""


async def by_chance(served: Served) -> None:
    """Tournaments of some formats to their ends, applied now and then."""
    going, steps = [Kept(served.app.store, number) for number in range(0, 6, 2)], 0
    while going := [one for one in going if await one.step()]:
        steps += 1
        if steps % 20 == 0:
            await served.app.projector.catch_up()


@pytest.mark.parametrize(("url", "size"), SIZES, indirect=["url"])
async def test_a_rebuild_gives_what_was_there(url: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    served = await serve(url)
    await some_matches(served)
    await tournaments(served)
    await by_chance(served)
    await served.app.projector.catch_up()
    before = await contents(served)
    assert {name for name, rows in before.items() if not rows} == EMPTY
    await served.app.stop()
    monkeypatch.setattr(projections, "BATCH", size)
    # a process that has seen none of it
    settings = Settings(database_url=url, clocks=False, webhooks=False, secret_key=SecretStr(SECRET))
    later = Served(await bootstrap(settings, {GAME.slug: GAME}, served.clock))
    books, steps = later.app.projector.projections, list[tuple[int, int]]()
    await later.app.projector.rebuild(*books, progress=lambda *step: steps.append(step))
    assert await contents(later) == before
    assert steps[-1][0] == steps[-1][1] > size / 3
    for book in books:
        await later.app.projector.rebuild(book)
    assert await contents(later) == before
    monkeypatch.setattr(projections, "followed", lambda models: None)
    await later.app.projector.rebuild(*books)
    assert await contents(later) == before, "a read model has looked at an event of a type that it does not follow"
    await later.app.stop()
