"""Tournaments are signed after each round and at their end, ladders after each batch; each event once, and for ever."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError
from structlog.testing import capture_logs

from service.application.ids import LADDER_IDS, TOURNAMENT_IDS
from service.application.signing import Signature, ladder_message, tournament_message, verify
from service.projections.record_signatures.table import record_signatures
from tests.kit.rated import Tournament
from tests.kit.served import Served, serve
from tests.ratings.given import rate

pytestmark = pytest.mark.anyio


async def rows(served: Served) -> list[Any]:
    query = sa.select(record_signatures).order_by(*record_signatures.primary_key)
    return list(await served.app.store.sql.read(lambda connection: connection.execute(query).all()))


async def filled(served: Served) -> Tournament:
    """A tournament that is over, and its ladder."""
    held = Tournament(served.app.store, "first")
    await held.held("ana", "ben", "cem", "dea")
    await rate(served)
    return held


async def refused(served: Served, statement: str) -> None:
    with pytest.raises(DBAPIError, match="append-only"):
        await served.app.store.sql.write(lambda connection: connection.exec_driver_sql(statement))


@pytest.mark.each_store
async def test_each_is_signed_once_by_whoever_comes_first_and_never_again(url: str) -> None:
    served = await serve(url)
    async with served.app:
        held = await filled(served)
        kept = await rows(served)
        for row in kept:
            own = row.stream_id == held.stream
            ids, made = (TOURNAMENT_IDS, tournament_message) if own else (LADDER_IDS, ladder_message)
            event = (await served.app.store.read(row.stream_id))[row.version - 1]
            assert own or event.batch_end
            assert event.type in ("round_finished", "seed_revealed", "game_rated", "tournament_rated")
            signature = Signature(row.key_id, served.app.signer.current.x, row.value)
            verify(signature, made(ids.id_of(row.stream_id), event.version, event.hash.hex()))
        assert len([row for row in kept if row.stream_id == held.stream]) == 4
        [book] = [one for one in served.app.projector.projections if one.name == "record_signatures"]
        await served.app.projector.rebuild(book)
        assert await rows(served) == kept
        for statement in ("UPDATE record_signatures SET value = value", "DELETE FROM record_signatures"):
            await refused(served, statement)
        assert await rows(served) == kept


async def test_a_changed_history_is_told_of_and_keeps_its_signature(url: str) -> None:
    """By somebody who owns the tables and can switch their triggers off."""
    served = await serve(url)
    async with served.app:
        held = await filled(served)
        kept = await rows(served)
        off = "DROP TRIGGER events_no_update" if url.startswith("sqlite") else "ALTER TABLE events DISABLE TRIGGER ALL"
        forge = sa.text("UPDATE events SET hash = :hash WHERE stream_id = :stream AND type = 'seed_revealed'")
        forge = forge.bindparams(sa.bindparam("stream", held.stream, sa.Uuid()), hash=bytes(32))

        def forged(connection: sa.Connection) -> None:
            connection.exec_driver_sql(off)
            connection.execute(forge)

        await served.app.store.sql.write(forged)
        [book] = [one for one in served.app.projector.projections if one.name == "record_signatures"]
        with capture_logs() as logs:
            await served.app.projector.rebuild(book)
        assert [(told["log_level"], told["record"], told["head"]) for told in logs] == [("error", held.id, "00" * 32)]
        assert await rows(served) == kept
