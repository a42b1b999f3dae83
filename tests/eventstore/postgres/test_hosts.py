"""A URL with several hosts: a primary, its standby, and hosts that say nothing."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest

from eventstore import migrate
from eventstore.open import check_writable
from eventstore.postgres.store import PostgresStore
from eventstore.store import StoreUnavailable, StoreUnsuited
from tests import services
from tests.eventstore.given import Stream
from tests.kit.postgres_nodes import DATABASE, Node, folder_of_servers, primary
from tests.kit.waiting import PATIENT, until

pytestmark = [pytest.mark.anyio, pytest.mark.programs]
PATIENT_SENDERS = {"wal_sender_timeout": "0", "wal_receiver_timeout": "0"}
"""No standby is given up because the machine has other work."""


@contextmanager
def replicated() -> Iterator[tuple[Node, Node]]:
    """A primary and a standby that has all of it."""
    with folder_of_servers() as folder, primary(folder, settings=PATIENT_SENDERS) as first:
        migrate.upgrade(first.url)
        second = first.standby("two")
        try:
            first.wait_for_standby(second)
            yield first, second
        finally:
            second.stop()


@pytest.fixture(scope="module")
def pair() -> Iterator[tuple[Node, Node]]:
    """Servers for tests that leave them as they were."""
    with replicated() as nodes:
        yield nodes


@pytest.fixture
def own() -> Iterator[tuple[Node, Node]]:
    """Servers of one test."""
    with replicated() as nodes:
        yield nodes


@pytest.fixture
def mute() -> Iterator[str]:
    """A host that takes connections and never looks at them."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        yield f"127.0.0.1:{silent.getsockname()[1]}"


def url(*hosts: str, kind: str | None = None) -> str:
    wanted = "" if kind is None else f"&target_session_attrs={kind}"
    return f"postgresql://postgres@{','.join(hosts)}/{DATABASE}?sslmode=disable{wanted}"


def host(node: Node) -> str:
    return f"127.0.0.1:{node.port}"


async def written(address: str) -> Stream:
    """A stream with one event, on a store that stays open."""
    store = await PostgresStore.open(address, PATIENT)
    await check_writable(store, address)
    stream = Stream(store)
    await stream.append(1)
    await store.sql.write(lambda connection: None)
    return stream


async def test_the_host_that_takes_writes_is_found_wherever_it_stands(pair: tuple[Node, Node], mute: str) -> None:
    """Also in a URL that does not ask for it by `target_session_attrs`."""
    first, second = map(host, pair)
    for kind in (None, "read-write"):
        for hosts in ([first, second], [second, first], [mute, second, first], [second, mute, first]):
            stream = await written(url(*hosts, kind=kind))
            await stream.store.close()
    await asyncio.to_thread(migrate.upgrade, url(mute, second, first))


async def test_a_host_that_takes_no_writes_is_refused(pair: tuple[Node, Node], mute: str) -> None:
    first, second = map(host, pair)
    for address in (url(second), url(first, second, kind="standby")):
        store = await PostgresStore.open(address, PATIENT)
        with pytest.raises(StoreUnsuited, match="takes no writes"):
            await check_writable(store, address)
        await store.close()
    with pytest.raises(StoreUnavailable, match="None of the hosts match"):
        await PostgresStore.open(url("127.0.0.1:1", second), PATIENT)
    pair[0].execute(f"ALTER DATABASE {DATABASE} SET default_transaction_read_only = on")
    try:
        store = await PostgresStore.open(url(first), PATIENT)
        with pytest.raises(StoreUnsuited, match="takes no writes"):
            await check_writable(store, url(first))
        await store.close()
    finally:
        pair[0].execute(f"ALTER DATABASE {DATABASE} RESET default_transaction_read_only")


async def test_a_store_goes_to_the_standby_that_was_promoted(own: tuple[Node, Node]) -> None:
    first, second = own
    stream = await written(url(host(first), host(second)))
    await asyncio.to_thread(first.kill)
    await asyncio.to_thread(second.promote)

    async def goes_on() -> bool:
        try:
            await stream.append(1)
        except StoreUnavailable:
            return False
        return True

    await until(goes_on)
    await stream.store.sql.write(lambda connection: None)
    assert [event.version for event in await stream.store.read(stream.id)] == [1, 2]
    await stream.store.close()


async def has_empty(node: Node) -> bool:
    return bool(await services.ask(node.url, "SELECT count(*) FROM pg_database WHERE datname = 'empty'"))


def test_an_empty_standby_is_not_migrated(pair: tuple[Node, Node]) -> None:
    first, second = pair
    first.execute("CREATE DATABASE empty")
    services.run(until(partial(has_empty, second)))
    with pytest.raises(StoreUnsuited, match="name the primary"):
        migrate.upgrade(second.url.replace(f"/{DATABASE}?", "/empty?"))
    first.execute("DROP DATABASE empty WITH (FORCE)")
