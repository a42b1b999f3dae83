"""A second database of a store, over a link that can lose it while the first one stays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

from eventstore.databases import named
from tests.kit.link import Link, link_to


@dataclass(frozen=True)
class Second:
    """`setting` is what PLAYLEDGER_DATABASE_SHARDS says of it."""

    setting: str
    link: Link


@contextmanager
def second(shard_databases: str) -> Iterator[Second]:
    """The only database that the setting names, over a link."""
    (one,) = named(shard_databases)
    address = urlsplit(one.url)
    with link_to(address.port or 5432) as line:
        host = f"{address.username}@127.0.0.1:{line.port}"
        yield Second(shard_databases.replace(address.netloc, host), line)
