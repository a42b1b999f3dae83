"""The meaning of PLAYLEDGER_REDIS_URL: servers, or sentinels that know the server, and how to connect."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from redis.asyncio.connection import AbstractConnection, Connection, SSLConnection, parse_url
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

RESP3 = 3
CONNECT_SECONDS = 2.0
"""The longest for a connection to one server, with its handshake and its subscription."""
FORMS = (
    "redis://HOST:PORT/DB, rediss:// for TLS, unix:///PATH, redis://HOST,HOST for several servers or those of a "
    "cluster, or redis+sentinel://HOST,HOST/SERVICE"
)
_TRANSPORTS = {"redis": "redis", "rediss": "rediss", "valkey": "redis", "valkeys": "rediss", "unix": "unix"}
_PORTS = {"": 6379, "sentinel": 26379}
_SENTINEL_OPTION = "sentinel_"
_OF_POOLS = frozenset({"max_connections", "timeout"})
_OF_SERVERS = frozenset({"db", "username", "password", "client_name"})


class Host(NamedTuple):
    """The address of a server."""

    name: str
    port: int

    def __str__(self) -> str:
        return f"{self.name}:{self.port}" if self.port else self.name


@dataclass(frozen=True)
class RedisUrl:
    """A URL that makes sense. `hosts` are sentinels where there is a `service`, which is the name that they know."""

    hosts: tuple[Host, ...]
    service: str
    connection: type[AbstractConnection]
    options: Mapping[str, Any]
    sentinel_options: Mapping[str, Any]

    def to(self, host: Host) -> AbstractConnection:
        """A connection to this server, not connected yet."""
        place = {"host": host.name, "port": host.port} if host.port else {"path": host.name}
        return self.connection(**self.options, **place)

    def sentinel(self) -> Sentinel | None:
        """The sentinels, not connected yet."""
        return Sentinel(self.hosts, sentinel_kwargs=self.sentinel_options) if self.service else None  # type: ignore[no-untyped-call]


def read_url(url: str, *, client_name: str) -> RedisUrl:
    """The meaning of the URL; connects to nothing. ValueError: no sense, in one sentence without its secrets."""
    scheme, _, rest = url.partition("://")
    transport, _, way = scheme.lower().partition("+")
    if transport not in _TRANSPORTS or way not in _PORTS or (transport == "unix" and way) or not rest:
        raise _wrong(f"has to be {FORMS}")
    transport = _TRANSPORTS[transport]
    authority, path, query = _parts(rest)
    user, at, places = authority.rpartition("@")
    service, number = "", ""
    if transport == "unix":
        if places or not path.strip("/"):
            raise _wrong("has to name the file of the socket with three slashes: unix:///PATH")
        hosts: tuple[Host, ...] = (Host(unquote(path), 0),)
    else:
        number = path
        if way:
            service, slash, number = path.removeprefix("/").partition("/")
            service, number = unquote(service), slash + number
            if not service:
                raise _wrong("has to name the service behind the sentinels: redis+sentinel://HOST,HOST/SERVICE")
        hosts = _hosts(places, _PORTS[way])
    if not re.fullmatch(r"/?\d*", number):
        raise _wrong("has to end with the number of a database, such as /0, or with nothing")
    try:
        options: dict[str, Any] = dict(parse_url(f"{transport}://{user}{at}localhost{number}{query}"))
    except ValueError as error:
        raise _wrong(f"has an option that can't be read: {error}") from None
    kind = options.pop("connection_class", Connection)
    for place in ("host", "port", "path"):
        options.pop(place, None)
    own = {name: options.pop(name) for name in list(options) if name.startswith(_SENTINEL_OPTION)}
    if own and not service:
        raise _wrong("has an option for sentinels, which only redis+sentinel:// has")
    given = _ours(options, client_name)
    found = RedisUrl(hosts, service, kind, given, _for_sentinels(given, own, tls=kind is SSLConnection))
    _try(found)
    return found


def _parts(rest: str) -> tuple[str, str, str]:
    """Hosts with credentials, path, query with its mark."""
    if "#" in rest:
        raise _wrong("has a #: write %23 for one that is part of a password")
    before, mark, query = rest.partition("?")
    authority, slash, path = before.partition("/")
    if "@" in path:
        raise _wrong("has an @ after a /: write %2F for a / that is part of a password")
    return authority, slash + path, mark + query


def _hosts(places: str, port: int) -> tuple[Host, ...]:
    found = []
    for count, place in enumerate(places.split(","), start=1):
        try:
            parts = urlsplit(f"//{place.strip()}")
            found.append(Host(unquote(parts.hostname or ""), port if parts.port is None else parts.port))
        except ValueError:
            found.append(Host("", 0))
        if not all(found[-1]):
            raise _wrong(f"has no HOST or HOST:PORT in place {count} of its hosts")
    return tuple(found)


def _for_sentinels(options: Mapping[str, Any], own: Mapping[str, Any], *, tls: bool) -> dict[str, Any]:
    """The options for connections to sentinels: TLS as for the servers, credentials of their own, and no HELLO."""
    if own.keys() - {"sentinel_username", "sentinel_password"}:
        raise _wrong("has an option for sentinels beside sentinel_username and sentinel_password")
    shared = {name: value for name, value in options.items() if name not in _OF_SERVERS}
    mine = {name.removeprefix(_SENTINEL_OPTION): value for name, value in own.items()}
    return {**shared, **mine, "protocol": 2, "ssl": tls}


def _ours(options: dict[str, Any], client_name: str) -> dict[str, Any]:
    """With what this service relies on. `client_name` is for a URL that gives none."""
    if options.get("protocol", RESP3) != RESP3:
        raise _wrong("asks for another protocol than RESP3, over which a subscribed connection publishes: drop it")
    return {
        "client_name": client_name,
        "socket_connect_timeout": CONNECT_SECONDS,
        **{name: value for name, value in options.items() if name not in _OF_POOLS},
        "protocol": RESP3,
        "decode_responses": False,
        "retry": Retry(NoBackoff(), 0),
        # With a time-out redis-py writes under `wait_for`, which before Python 3.12 may swallow a cancellation.
        "socket_timeout": None,
    }


def _try(found: RedisUrl) -> None:
    """Make a connection without connecting, and its TLS context: an unknown option or a lost file shows now."""
    try:
        made = found.connection(**found.options)
        if isinstance(made, SSLConnection):
            made.ssl_context.get()
        found.sentinel()
    except TypeError:
        if any(name.startswith("ssl_") for name in found.options) and not issubclass(found.connection, SSLConnection):
            raise _wrong("has options for TLS, which only rediss:// has") from None
        raise _wrong("has an option that redis-py doesn't know") from None
    except OSError as error:
        raise _wrong(f"names certificates that can't be read: {error.strerror or error}") from None
    except (RedisError, ValueError) as error:
        raise _wrong(f"has an option that can't be used: {error}") from None


def _wrong(sentence: str) -> ValueError:
    return ValueError(f"PLAYLEDGER_REDIS_URL {sentence}")
