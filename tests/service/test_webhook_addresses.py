"""Where webhooks may not go: nobody asks our own network through us, not by address, by name, nor by a later answer."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpcore
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from api_schema.errors import ApiError, ErrorCode
from service.webhooks.addresses import AddressGuard, NotAllowed, PinnedNetwork, is_public, resolved
from service.webhooks.poster import DeliveryFailure, Poster
from tests.kit.receiver import Receiver, receiving
from tests.kit.waiting import PATIENCE

pytestmark = pytest.mark.anyio
PUBLIC = "93.184.216.34"


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with receiving() as found:
        yield found


def knowing(*addresses: str) -> AddressGuard:
    """A guard for whom every host has these addresses."""

    async def resolve(host: str, port: int) -> list[str]:
        return list(addresses)

    return AddressGuard(allow_private=False, resolve=resolve)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.8.8.8",
        "0.0.0.0",
        "10.0.0.1",
        "172.16.5.4",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.2.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b:1::1",
        "2002:7f00:1::",
        "2001:0:4136:e378::1",
        "fe80::1",
        "fe80::1%eth0",
        "fc00::1",
        "fd00:ec2::254",
        "ff02::1",
        "2001:db8::1",
        "fec0::1",
        "feff::1",
        "3fff::1",
        "3fff:fff::1",
        "2600::5efe:10.0.0.1",
        "2600::200:5efe:10.0.0.1",
        "2600:1f00:1:2:100:5efe:a00:1",
        "168.63.129.16",
        "::ffff:168.63.129.16",
        "192.0.0.8",
        "192.0.0.9",
        "192.0.0.192",
        "192.88.99.1",
        "::ffff:192.88.99.1",
        "::ffff:0:127.0.0.1",
        "::10.0.0.1",
        "64:ff9b::10.0.0.1",
        "64:ff9b:1:ffff::7f00:1",
        "100::1",
        "100:0:0:1::1",
        "2001::1",
        "2001:1::1",
        "2001:2::1",
        "2001:3::1",
        "2001:4:112::1",
        "2001:20::1",
        "2001:30::1",
        "2001:1ff:ffff::1",
        "5f00::1",
        "200::1",
        "4000::1",
        "e000::1",
        "localhost",
        "",
    ],
)
async def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(address)
    with pytest.raises(ApiError) as refusal:
        await knowing(address).require("https://hooks.example/")
    assert (refusal.value.code, refusal.value.path) == (ErrorCode.INVALID_INPUT, ("url",))


@pytest.mark.parametrize(
    "address",
    [
        PUBLIC,
        "1.1.1.1",
        "168.63.129.15",
        "192.0.1.1",
        "192.88.98.1",
        "2606:4700:4700::1111",
        "2001:200::1",
        "2600::5eff:101:101",
        "3ffe:ffff::1",
        "::ffff:1.1.1.1",
    ],
)
async def test_addresses_that_are_public(address: str) -> None:
    assert is_public(address)
    await knowing(address).require("https://hooks.example:8443/path?of=it")


async def test_one_private_address_spoils_the_others() -> None:
    with pytest.raises(NotAllowed):
        await knowing(PUBLIC, "10.0.0.1").addresses("hooks.example", 443)
    with pytest.raises(NotAllowed):
        await knowing().addresses("hooks.example", 443)


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "2130706433", "0x7f.1", "127.1", "localhost", "0"])
async def test_the_many_ways_to_write_loopback(host: str) -> None:
    """Through the resolver of this machine, as it is."""
    with pytest.raises(ApiError):
        await AddressGuard(allow_private=False).require(f"https://{host}/")


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example/",
        "ftp://hooks.example/",
        "file:///etc/passwd",
        "gopher://hooks.example/",
        "https://",
        "https:///path",
        "hooks.example",
        "https://user:password@hooks.example/",
        "https://hooks.example@127.0.0.1/",
        "https://hooks.example/#fragment",
        "https://hooks.example\\@127.0.0.1/",
        "https://hooks.example/\r\nX-Header: 1",
        "https://hooks.example/ space",
        "https://hööks.example/",
        "https://hooks.example:0/",
        "https://hooks.example:22/",
        "https://hooks.example:99999/",
        "https://[::1/",
        "https://hooks.example/" + "x" * 2000,
        "\ud800",
        "",
    ],
)
async def test_urls_that_are_refused(url: str) -> None:
    with pytest.raises(ApiError) as refusal:
        await knowing(PUBLIC).require(url)
    assert (refusal.value.code, refusal.value.path) == (ErrorCode.INVALID_INPUT, ("url",))


async def test_a_name_without_an_address() -> None:
    async def resolve(host: str, port: int) -> list[str]:
        raise OSError("no such host")

    with pytest.raises(ApiError) as refusal:
        await AddressGuard(allow_private=False, resolve=resolve).require("https://nowhere.example/")
    assert refusal.value.message == "the host has no address"


async def test_a_name_that_changes_its_mind_reaches_nobody(receiver: Receiver) -> None:
    """Public when the webhook was made, loopback when it is delivered: looked at again, and refused."""
    answers = [[PUBLIC], ["127.0.0.1"]]

    async def resolve(host: str, port: int) -> list[str]:
        return answers.pop(0)

    guard = AddressGuard(allow_private=False, resolve=resolve)
    port = receiver.address.rpartition(":")[2]
    await guard.require(f"https://rebinding.example:{port}/")
    poster = Poster(guard)
    failure = await poster.post(f"http://rebinding.example:{port}/", {}, b"{}")
    await poster.close()
    assert failure == DeliveryFailure("the host has an address that is not public")
    assert receiver.came == []


async def test_the_address_that_was_checked_is_the_one_that_is_connected_to(receiver: Receiver) -> None:
    """The name is resolved once: a second answer, whatever it were, is never asked for."""
    asked: list[str] = []

    async def resolve(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"]

    port = receiver.address.rpartition(":")[2]
    poster = Poster(AddressGuard(allow_private=True, resolve=resolve))
    for _ in range(2):
        assert await poster.post(f"http://no-such-host.invalid:{port}/", {"webhook-id": "x"}, b"{}") is None
    await poster.close()
    assert asked == ["no-such-host.invalid"]
    assert receiver.came[0].headers["host"] == f"no-such-host.invalid:{port}"


async def test_the_next_address_is_tried_where_the_first_does_not_answer(receiver: Receiver) -> None:
    port = int(receiver.address.rpartition(":")[2])

    async def resolve(host: str, port: int) -> list[str]:
        return ["::1", "127.0.0.1"]

    network = PinnedNetwork(AddressGuard(allow_private=True, resolve=resolve))
    stream = await network.connect_tcp("both.example", port, timeout=PATIENCE)
    await stream.aclose()
    alone = PinnedNetwork(AddressGuard(allow_private=True, resolve=resolved))
    with pytest.raises(httpcore.ConnectError):
        await alone.connect_tcp("127.0.0.1", 9, timeout=PATIENCE)


async def test_a_receiver_that_does_not_answer_is_given_up(receiver: Receiver) -> None:
    receiver.open.clear()
    poster = Poster(AddressGuard(allow_private=True), total=0.2)
    assert await poster.post(receiver.address + "/slow", {"webhook-id": "x"}, b"{}") == DeliveryFailure(
        "no answer in time"
    )
    await poster.close()
    receiver.open.set()


async def test_tls_proves_the_name_though_the_address_is_connected_to(tmp_path: Path) -> None:
    """Trusted for the name of the URL alone: another name at the same address is refused, and so is another signer."""
    served, trusting = certificate("hooks.example", tmp_path)
    seen: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=served)
    port = server.sockets[0].getsockname()[1]

    async def resolve(host: str, port: int) -> list[str]:
        return ["127.0.0.1"]

    guard = AddressGuard(allow_private=True, resolve=resolve)
    poster, stranger = Poster(guard, trusting), Poster(guard)
    assert await poster.post(f"https://hooks.example:{port}/", {}, b"{}") is None
    refused = DeliveryFailure("no trusted TLS connection")
    assert await poster.post(f"https://other.example:{port}/", {}, b"{}") == refused
    assert await stranger.post(f"https://hooks.example:{port}/", {}, b"{}") == refused
    assert len(seen) == 1
    await poster.close()
    await stranger.close()
    server.close()


def certificate(host: str, folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """(what a server of this name serves with, what trusts it): a certificate that signs itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    today = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(today - timedelta(days=1))
        .not_valid_after(today + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(file)
    return serving, ssl.create_default_context(cafile=str(file))


async def test_what_is_no_http_and_no_tls_is_told_as_such() -> None:
    async def nonsense(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 a mail server, the secrets of which are nobody's business\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(nonsense, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    poster = Poster(AddressGuard(allow_private=True))
    told = await poster.post(f"http://127.0.0.1:{port}/", {}, b"{}")
    assert told in (DeliveryFailure("no answer that is HTTP"), DeliveryFailure("no connection"))
    told = await poster.post(f"https://127.0.0.1:{port}/", {}, b"{}")
    assert told in (DeliveryFailure("no trusted TLS connection"), DeliveryFailure("no connection"))
    await poster.close()
    server.close()
