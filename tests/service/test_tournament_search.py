"""Tournaments and entrants are found by a part of the name that everybody sees, and by no other."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa

from api_schema.errors import ErrorCode
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.tournaments import EntrantFilter, TournamentFilter
from domain.tournament.events import EVENTS
from service.application.names import folded
from service.projections.tournament_names import queries
from service.projections.tournament_names.fold import TournamentNames
from tests.kit.refusals import refused
from tests.kit.served import Served, serve
from tests.kit.tournament_desk import Hosted, hosted, somebody

pytestmark = [pytest.mark.anyio, pytest.mark.each_store]
NAMES = ("Friday Night", "FRIDAY, early", "Süddeutsche Liga", "Straße", "Élan", "100%_sure")


@pytest.fixture
async def store(url: str) -> AsyncIterator[Served]:
    """A service on an empty store of each kind; nothing runs in the background."""
    served = await serve(url)
    yield served
    await served.app.stop()


async def found(store: Served, part: str, first: int = 50) -> list[str]:
    """The names of the tournaments that are found, from page to page."""
    use, names, after = store.app.use_cases.tournaments, list[str](), None
    while True:
        page = await use.find(ANONYMOUS, first=first, after=after, wanted=TournamentFilter(name=part))
        names += [one.name for one in page.tournaments]
        if not page.has_next:
            return names
        after = page.end_cursor


async def test_tournaments_by_a_part_of_their_name(store: Served) -> None:
    organiser = await somebody(store)
    for name in NAMES:
        await hosted(store, organiser=organiser, name=name)
    await store.app.projector.catch_up()
    assert await found(store, "day") == ["FRIDAY, early", "Friday Night"]
    assert await found(store, "friday", first=1) == ["FRIDAY, early", "Friday Night"]
    assert await found(store, "Friday N") == ["Friday Night"]
    assert await found(store, "SÜD") == ["Süddeutsche Liga"]
    assert await found(store, "STRASSE") == ["Straße"]
    assert await found(store, "e\N{COMBINING ACUTE ACCENT}l") == await found(store, "ELAN") == ["Élan"]
    assert await found(store, "sud") == ["Süddeutsche Liga"]
    assert await found(store, "%") == await found(store, "_") == ["100%_sure"]
    assert await found(store, "nightmare") == []
    assert len(await found(store, "e")) == 5
    await store.app.projector.rebuild(TournamentNames())
    assert await found(store, "liga") == ["Süddeutsche Liga"]
    for part in ("", "x" * 41, "a\x00", "\ud800", "\N{COMBINING ACUTE ACCENT}"):
        error = await refused(
            store.app.use_cases.tournaments.find(ANONYMOUS, first=5, wanted=TournamentFilter(name=part))
        )
        assert (error.code, error.path) == (ErrorCode.INVALID_INPUT, ("name",))


async def test_a_part_of_a_name_is_a_range_of_an_index(store: Served) -> None:
    rows = [{"part": f"{number:05}", "created_position": number} for number in range(5000)]
    (table,) = TournamentNames.tables

    def explained(connection: sa.Connection) -> str:
        connection.execute(table.insert(), rows)
        postgres = connection.dialect.name == "postgresql"
        if postgres:
            connection.execute(sa.text("ANALYZE tournament_names"))
        query = queries.named("0123").compile(connection, compile_kwargs={"literal_binds": True})
        plan = connection.execute(sa.text(f"EXPLAIN {'' if postgres else 'QUERY PLAN '}{query}")).all()
        return "\n".join(str(row[-1]) for row in plan)

    plan = await store.app.store.sql.write(explained)
    assert "INDEX" in plan.upper(), plan
    assert "SEQ SCAN" not in plan.upper(), plan


async def named(held: Hosted, *names: str | None) -> list[str]:
    """Somebody enters with each of these names; the entrants."""
    entrants = await held.enter(count=len(names))
    for who, name in zip(entrants, names, strict=True):
        await held.served.app.directory.rename(account_of(held.players[who]), name)
    return entrants


def account_of(player: Caller) -> str:
    assert player.account is not None
    return player.account


async def entrants(held: Hosted, first: int = 256, **wanted: str) -> list[str]:
    """The entrants that are listed, from page to page."""
    listed, after = list[str](), None
    while True:
        chosen = EntrantFilter(**wanted)  # type: ignore[arg-type]
        page = await held.use.entrants(ANONYMOUS, held.id, first=first, after=after, wanted=chosen)
        listed += [one.id for one in page.entrants]
        if not page.has_next:
            assert page.total_count == len(listed)
            return listed
        after = page.end_cursor


async def test_entrants_by_a_part_of_their_name_and_in_its_order(store: Served) -> None:
    held = await hosted(store)
    zoe, nobody, ada, anna = await named(held, "Zoë", None, "ÄDA", "Anna Dahl")
    assert await entrants(held) == [zoe, nobody, ada, anna]
    assert await entrants(held, sort="NAME") == await entrants(held, first=1, sort="NAME") == [ada, anna, zoe, nobody]
    assert await entrants(held, name="da") == [ada, anna]
    assert await entrants(held, name="a", sort="NAME", first=1) == [ada, anna]
    assert await entrants(held, name="ZOË") == await entrants(held, name="zoe") == [zoe]
    assert await entrants(held, name="None") == []


async def test_who_was_erased_or_renamed_is_not_found_by_that_name(store: Served) -> None:
    held = await hosted(store)
    ada, ben = await named(held, "Ada", "Ben")
    assert await entrants(held, name="ada") == [ada]
    await store.app.directory.erase(account_of(held.players[ada]))
    await store.app.directory.rename(account_of(held.players[ben]), "Benno")
    assert await entrants(held, name="ada") == []
    assert await entrants(held, name="ben") == await entrants(held, name="benno") == [ben]
    assert ada in await entrants(held)
    assert await entrants(held, name=ada[:10]) == [], "a reference is no name"


async def test_a_cursor_is_good_for_its_filter_alone(store: Served) -> None:
    held = await hosted(store)
    await named(held, "Ada", "Adam")
    page = await held.use.entrants(ANONYMOUS, held.id, first=1, wanted=EntrantFilter("ada"))
    error = await refused(held.use.entrants(ANONYMOUS, held.id, first=1, after=page.end_cursor))
    assert error.code == ErrorCode.INVALID_INPUT


def test_a_name_is_folded_once_and_for_all() -> None:
    for name in (*NAMES, "ﬃ", "ΣΑΣ", "İstanbul", "Đỗ"):
        assert folded(folded(name)) == folded(name)
    for name in ("हिन्दी", "が", "한글", "ไทย่"):
        assert folded(name) == name, "these marks are no accents"
    assert "tournament_renamed" not in {kind.type for kind in EVENTS}
