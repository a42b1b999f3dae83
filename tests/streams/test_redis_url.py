"""What PLAYLEDGER_REDIS_URL may say, and what is refused in one sentence before anything is connected."""

from __future__ import annotations

from pathlib import Path

import pytest
from redis.asyncio.connection import Connection, SSLConnection, UnixDomainSocketConnection

from service.bootstrap import bootstrap
from service.settings import Settings, SettingsError
from service.streams.redis_url import Host, read_url

pytestmark = pytest.mark.anyio
SECRET = "s3cr3t"


@pytest.mark.parametrize(
    ("url", "service", "hosts"),
    [
        ("redis://localhost", "", "localhost:6379"),
        ("redis://a", "", "a:6379"),
        ("redis://a:7000/3", "", "a:7000"),
        ("REDIS://a", "", "a:6379"),
        ("valkey://a,b:7001", "", "a:6379 b:7001"),
        ("redis://[::1]:7000, [::2]/1", "", "::1:7000 ::2:6379"),
        ("redis+sentinel://a,b:1,c/games", "games", "a:26379 b:1 c:26379"),
        ("valkey+sentinel://a/games/2", "games", "a:26379"),
    ],
)
def test_a_url_names_servers_or_sentinels(url: str, service: str, hosts: str) -> None:
    found = read_url(url, client_name="us")
    assert found.service == service
    assert " ".join(map(str, found.hosts)) == hosts
    assert found.connection is Connection
    assert found.options["client_name"] == "us"


@pytest.mark.parametrize("scheme", ["rediss", "valkeys", "rediss+sentinel", "valkeys+sentinel"])
def test_tls_is_in_the_scheme(scheme: str) -> None:
    found = read_url(f"{scheme}://a/games" if "sentinel" in scheme else f"{scheme}://a", client_name="")
    assert found.connection is SSLConnection
    if (sentinel := found.sentinel()) is not None:
        assert sentinel.sentinels[0].connection_pool.connection_class is SSLConnection


def test_a_socket_is_a_file() -> None:
    found = read_url("unix:///run/my%20redis.sock?db=2", client_name="us")
    assert found.connection is UnixDomainSocketConnection
    assert found.hosts == (Host("/run/my redis.sock", 0),)
    assert dict(found.to(found.hosts[0]).repr_pieces())["path"] == "/run/my redis.sock"
    assert found.options["db"] == 2


def test_credentials_and_options_are_those_of_every_server() -> None:
    found = read_url("redis://me:p%40ss%2C@a,b/4?client_name=here&max_connections=3", client_name="us")
    first, second = (found.to(host) for host in found.hosts)
    assert isinstance(first, Connection)
    assert isinstance(second, Connection)
    assert (first.host, second.host) == ("a", "b")
    for given in (first, second):
        assert (given.username, given.password, given.db) == ("me", "p@ss,", 4)
        assert given.client_name == "here"


def test_sentinels_have_credentials_of_their_own() -> None:
    found = read_url("redis+sentinel://me:mine@a/games/4?sentinel_password=theirs", client_name="us")
    assert (found.service, found.options["password"], found.options["db"]) == ("games", "mine", 4)
    sentinel = found.sentinel()
    assert sentinel is not None
    asked = sentinel.sentinels[0].connection_pool.connection_kwargs
    assert asked["password"] == "theirs"
    assert not any(asked[name] for name in ("username", "db", "client_name"))


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("localhost:6379", "has to be redis://HOST"),
        ("http://a", "has to be redis://HOST"),
        ("redis+galaxy://a", r"redis\+sentinel://HOST"),
        ("redis+cluster://a,b", "redis://HOST,HOST for several servers or those of a cluster"),
        ("unix+sentinel:///run/redis.sock", "has to be redis://HOST"),
        ("redis+sentinel://", "has to be redis://HOST"),
        ("unix://run/redis.sock", "unix:///PATH"),
        ("redis://a,,b", "place 2 of its hosts"),
        ("redis://a,b:port", "place 2 of its hosts"),
        ("redis://a:99999", "place 1 of its hosts"),
        ("redis://a:0", "place 1 of its hosts"),
        ("redis://a/zero", "number of a database"),
        ("redis://a/0/1", "number of a database"),
        ("redis://a?db=x", "'db'"),
        ("redis+sentinel://a,b", "has to name the service"),
        ("redis+sentinel://a,b/", "has to name the service"),
        ("redis+sentinel://a/games/x", "number of a database"),
        ("redis+sentinel://a/games?sentinel_port=3", "sentinel_username and sentinel_password"),
        ("redis://a?sentinel_password=x", r"only redis\+sentinel:// has"),
        ("redis://a?protocol=2", "RESP3"),
        ("redis://a?colour=red", "redis-py doesn't know"),
        ("redis://a?ssl_ca_certs=/ca.pem", "only rediss:// has"),
        ("rediss://a?ssl_ca_certs=/nowhere/ca.pem", "certificates that can't be read: No such file"),
        ("rediss://a?ssl_cert_reqs=perhaps", "an option that can't be used"),
        (f"redis://:{SECRET}#1@a", "%23"),
        (f"redis://me:{SECRET}/x@a,b", "%2F"),
    ],
)
def test_a_url_that_makes_no_sense_is_refused_in_one_sentence_without_its_password(url: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence) as refused:
        read_url(url, client_name="us")
    assert str(refused.value).startswith("PLAYLEDGER_REDIS_URL ")
    assert SECRET not in str(refused.value)


async def test_it_is_refused_before_the_store_is_opened(tmp_path: Path) -> None:
    store = tmp_path / "playledger.db"
    settings = Settings(database_url=f"sqlite:///{store}", redis_url="redis+cluster://a")
    with pytest.raises(SettingsError, match="those of a cluster"):
        await bootstrap(settings)
    assert not store.exists()
