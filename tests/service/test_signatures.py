"""Each match is signed when it ends, once; the signature and its key stay for ever."""

from __future__ import annotations

import asyncio
import json
from base64 import urlsafe_b64decode
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from pydantic import SecretStr
from sqlalchemy.exc import DBAPIError
from structlog.testing import capture_logs

from eventstore import migrate
from eventstore.envelope import Command, NewEvent
from eventstore.store import StoreUnavailable
from service.app import web
from service.application.ids import MATCH_IDS
from service.application.signing import Signature, Signer, message
from service.projections.match_signatures.table import match_signatures, signing_keys
from service.tables import REVISIONS, metadata
from tests.kit.served import ALICE, BOB, Served, serve

SIGNED = ("match_signatures", "signing_keys")
pytestmark = pytest.mark.anyio
FIRST, SECOND = SecretStr("the first key of the tests"), SecretStr("the second key of the tests")


async def finished(served: Served) -> str:
    match = await served.started()
    await served.act(ALICE, match, action={"type": "concede"})
    await served.app.projector.catch_up()
    return match


async def signature(served: Served, match: str) -> Signature:
    found = await served.app.history.signatures.of(MATCH_IDS.stream_of(match))
    assert found is not None
    return found


async def rows(served: Served, table: sa.Table = match_signatures) -> list[Any]:
    query = sa.select(table).order_by(*table.primary_key)
    return list(await served.app.store.sql.read(lambda connection: connection.execute(query).all()))


def raw(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


async def check_by_hand(served: Served, match: str) -> None:
    """As anyone would who has the public record, the public key and a library for Ed25519."""
    record = await served.app.use_cases.matches.get(ALICE, match)
    last = (await served.app.store.read(MATCH_IDS.stream_of(match)))[-1]
    assert (last.type, last.version, last.hash.hex()) == ("secrets_revealed", record.version, record.head_hash)
    pins = {name: getattr(record.pins, name) for name in record.pins.__struct_fields__}
    assert len(pins) == 6
    about = {"match": match, "game": record.game, "version": record.version, "head": record.head_hash, "pins": pins}
    signed = json.dumps({"format": "playledger-signature-1", **about}, sort_keys=True, separators=(",", ":")).encode()
    made = await signature(served, match)
    Ed25519PublicKey.from_public_bytes(raw(made.public_key)).verify(raw(made.value), signed)
    published = {key.kid: key.x for key in (await served.app.use_cases.signing.keys()).keys}
    assert published[made.key_id] == made.public_key


async def test_a_match_is_signed_when_it_ends_and_not_before(url: str) -> None:
    served = await serve(url)
    async with served.app:
        match = await served.started()
        await served.app.projector.catch_up()
        assert await served.app.history.signatures.of(MATCH_IDS.stream_of(match)) is None
        await served.play_out(match, ALICE, BOB)
        await served.app.projector.catch_up()
        await check_by_hand(served, match)
        [kept] = await rows(served)
        assert kept.signed_at <= served.clock.now


async def test_an_aborted_match_is_signed_too(url: str) -> None:
    served = await serve(url)
    async with served.app:
        match = await served.started()
        await served.app.matches.play.abort(match, "abandoned", served.clock() + 1)
        await served.app.projector.catch_up()
        assert (await served.app.use_cases.matches.get(ALICE, match)).status == "ABORTED"
        await check_by_hand(served, match)


@pytest.mark.each_store
async def test_a_rebuild_signs_nothing_again_and_drops_nothing(url: str) -> None:
    served = await serve(url)
    async with served.app:
        await finished(served)
        kept, keys = await rows(served), await rows(served, signing_keys)
    again = await serve(url, signing_key=SECOND)
    async with again.app:
        [book] = [one for one in again.app.projector.projections if one.name == "match_signatures"]
        await again.app.projector.rebuild(book)
        assert await rows(again) == kept
        assert await rows(again, signing_keys) == keys


@pytest.mark.each_store
async def test_replicas_sign_once(url: str) -> None:
    one, other = await serve(url), await serve(url, signing_key=SECOND)
    async with one.app, other.app:
        for _ in range(5):
            match = await one.started()
            await one.act(ALICE, match, action={"type": "concede"})
            await asyncio.gather(*(served.app.projector.catch_up() for served in (one, other) * 2))
            await check_by_hand(one, match)
        assert len(await rows(one)) == 5


@pytest.mark.answers("getSigningKeys")
async def test_a_new_signing_key_leaves_the_old_signatures_and_their_key(url: str) -> None:
    first = await serve(url, signing_key=FIRST)
    async with first.app:
        old = await finished(first)
    both = SecretStr(f"{SECOND.get_secret_value()},{FIRST.get_secret_value()}")
    changed = await serve(url, signing_key=both)
    async with changed.app:
        before = await changed.app.use_cases.signing.keys()
        assert [key.first_used_at is None for key in before.keys] == [True, False]
        new = await finished(changed)
    last = await serve(url, signing_key=SECOND)
    async with last.app:
        for match in (old, new):
            await check_by_hand(last, match)
        made = [(await signature(last, match)).key_id for match in (new, old)]
        listed = (await last.app.use_cases.signing.keys()).keys
        assert [key.kid for key in listed] == made
        assert len(set(made)) == 2
        assert all(key.first_used_at for key in listed)


async def changes_refused(served: Served, statement: str) -> None:
    with pytest.raises(DBAPIError, match="append-only"):
        await served.app.store.sql.write(lambda connection: connection.exec_driver_sql(statement))


@pytest.mark.each_store
@pytest.mark.parametrize("table", SIGNED)
async def test_the_database_refuses_to_change_what_was_signed(url: str, table: str) -> None:
    served = await serve(url)
    async with served.app:
        await finished(served)
        before = await rows(served, metadata.tables[table])
        statements = [f"UPDATE {table} SET public_key = public_key", f"DELETE FROM {table}"]
        if url.startswith("sqlite"):
            statements += [f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}"]
        else:
            statements += [f"TRUNCATE {table}", f"DELETE FROM {table} WHERE false"]
        for statement in statements:
            await changes_refused(served, statement)
        assert before
        assert await rows(served, metadata.tables[table]) == before


async def test_a_changed_history_is_told_of_and_keeps_its_signature(url: str) -> None:
    """By somebody who owns the tables and can switch their triggers off."""
    served = await serve(url)
    async with served.app:
        match, other = await finished(served), await finished(served)
        kept = await rows(served)
        off = "DROP TRIGGER events_no_update" if url.startswith("sqlite") else "ALTER TABLE events DISABLE TRIGGER ALL"
        forge = sa.text("UPDATE events SET hash = :hash WHERE stream_id = :stream AND type = 'secrets_revealed'")
        forge = forge.bindparams(sa.bindparam("stream", MATCH_IDS.stream_of(match), sa.Uuid()), hash=bytes(32))

        def forged(connection: sa.Connection) -> None:
            connection.exec_driver_sql(off)
            connection.execute(forge)

        await served.app.store.sql.write(forged)
        [book] = [one for one in served.app.projector.projections if one.name == "match_signatures"]
        with capture_logs() as logs:
            await served.app.projector.rebuild(book)
        [told] = logs
        assert (told["log_level"], told["match"], told["head"]) == ("error", match, "00" * 32)
        assert await rows(served) == kept
        await check_by_hand(served, other)


async def imported(served: Served, source: Served, match: str) -> None:
    """The events of a match as another server played it."""
    events = await source.app.store.read(MATCH_IDS.stream_of(match))
    new = [NewEvent(e.type, e.schema, e.body, e.private, e.at, e.hash, e.batch_end) for e in events]
    command = Command("system", "import", b"import")
    await served.app.store.append(MATCH_IDS.stream_of(match), "match", 0, new, command, close=True)


async def test_a_match_that_was_played_elsewhere_is_not_signed_here(url: str, served: Served) -> None:
    target = await serve(url)
    match = await finished(served)
    async with target.app:
        await imported(target, served, match)
        await target.app.projector.catch_up()
        assert await target.app.history.signatures.of(MATCH_IDS.stream_of(match)) is None
        assert (await target.app.use_cases.matches.get(ALICE, match)).status == "FINISHED"


async def test_a_foreign_signature_is_kept_once_and_its_key_is_not_published(url: str, served: Served) -> None:
    target = await serve(url, signing_key=SECOND)
    match = await finished(served)
    made, last = await signature(served, match), (await served.app.store.read(MATCH_IDS.stream_of(match)))[-1]
    stream, keep = MATCH_IDS.stream_of(match), target.app.history.signatures.keep
    async with target.app:
        assert await keep(stream, last.version, last.hash, made)
        assert not await keep(stream, last.version, last.hash, Signer([bytes(32)]).sign(b"x"))
        await imported(target, served, match)
        await target.app.projector.catch_up()
        assert await target.app.history.signatures.of(stream) == made
        [kept] = await rows(target)
        assert kept.signed_at is None
        assert made.key_id not in [key.kid for key in (await target.app.use_cases.signing.keys()).keys]


async def test_the_keys_are_published_for_caches_and_for_those_who_have_them(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await signature(served, await finished(served))
    address = "/.well-known/playledger-keys.json"
    async with httpx.AsyncClient(transport=httpx.ASGITransport(web(served.app)), base_url="http://test") as http:
        answer = await http.get(address)
        [key] = answer.json()["keys"]
        assert key.pop("firstUsedAt")
        jwk = {"kty": "OKP", "crv": "Ed25519", "x": made.public_key, "kid": made.key_id, "use": "sig", "alg": "EdDSA"}
        assert key == jwk
        assert answer.headers["Cache-Control"] == "public, max-age=3600"
        again = await http.get(address, headers={"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")

        async def away(*_: Any) -> None:
            raise StoreUnavailable("the database is gone")

        monkeypatch.setattr(served.app.store.sql, "read", away)
        problem = await http.get(address)
        assert (problem.status_code, problem.json()["code"]) == (503, "UNAVAILABLE")
        assert problem.headers["Content-Type"] == "application/problem+json"


@pytest.mark.each_store
def test_the_tables_are_those_that_tables_py_states(url: str) -> None:
    """As far as they are the signatures'."""
    migrate.upgrade(url)
    migrate.upgrade(url, REVISIONS)

    def columns(connection: sa.Connection) -> dict[str, list[tuple[str, bool]]]:
        inspector = sa.inspect(connection)
        return {
            table: [(column["name"], column["nullable"]) for column in inspector.get_columns(table)] for table in SIGNED
        }

    stated = {
        table: [(column.name, bool(column.nullable)) for column in metadata.tables[table].columns] for table in SIGNED
    }
    assert migrate.with_connection(url, columns) == stated


async def test_what_is_signed_names_the_match_as_the_chain_does(served: Served) -> None:
    match = await finished(served)
    events = await served.app.store.read(MATCH_IDS.stream_of(match))
    first = json.loads(events[0].body)
    signed = message(match, first["pub"]["game"], events[-1].version, events[-1].hash.hex(), first["pub"]["pins"])
    assert (await signature(served, match)) == served.app.signer.sign(signed)
    assert first["match"] == match
