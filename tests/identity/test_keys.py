"""The provider's keys: found, kept, asked for again when it is time, and good for a while without it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from joserfc.jwk import RSAKey
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from service.identity import keys
from service.identity.fetcher import Fetcher, ProviderAway, is_safe
from service.settings import SettingsError
from tests.identity.conftest import House
from tests.kit.issuer import DISCOVERY, Issuer
from tests.kit.served import serve
from tests.kit.waiting import PATIENCE

pytestmark = pytest.mark.anyio
KEYS = "/realm/jwks"


async def test_keys_are_asked_for_once(house: House, issuer: Issuer) -> None:
    await asyncio.gather(*(house.caller(house.token(sub=f"s{number}")) for number in range(8)))
    house.time += keys.FRESH - 1
    await house.caller(house.token())
    assert issuer.asked == {DISCOVERY: 1, KEYS: 1}


async def test_a_new_key_is_found_and_the_old_one_is_none_any_more(house: House, issuer: Issuer) -> None:
    old = house.token()
    await house.caller(old)
    issuer.keys["rsa"] = RSAKey.generate_key(2048, {"kid": "rsa2"})
    new = house.token(header={"kid": "rsa2"})
    house.time += keys.PAUSE
    assert (await house.caller(new)).account
    code, message = await house.refused(old)
    assert (code, "doesn't have" in message) == ("UNAUTHENTICATED", True)


async def test_made_up_kids_do_not_hammer_the_provider(house: House, issuer: Issuer) -> None:
    await house.caller(house.token())
    for number in range(50):
        assert (await house.refused(house.token(header={"kid": f"k{number}"})))[0] == "UNAUTHENTICATED"
    assert issuer.asked[KEYS] == 1
    house.time += keys.PAUSE
    refusals = (house.refused(house.token(header={"kid": f"m{number}"})) for number in range(50))
    await asyncio.gather(*refusals)
    assert issuer.asked[KEYS] == 2


async def test_while_the_provider_is_away_known_keys_work_for_a_day_and_others_cannot_be_told(
    house: House, issuer: Issuer
) -> None:
    await house.caller(house.token())
    issuer.away = True
    house.time += keys.STALE + 1
    assert (await house.caller(house.token())).account
    code, message = await house.refused(house.token(header={"kid": "unknown"}))
    assert (code, "can't be reached" in message) == ("UNAVAILABLE", True)
    house.time += keys.TRUSTED
    assert (await house.refused(house.token()))[0] == "UNAVAILABLE"
    issuer.away = False
    house.time += keys.PAUSE
    assert (await house.caller(house.token())).account


async def test_a_slow_provider_keeps_nobody_waiting_whose_key_is_known(house: House, issuer: Issuer) -> None:
    await house.caller(house.token())
    issuer.silent = asyncio.Event()
    issuer.reached.clear()
    house.time += keys.FRESH + 1
    assert (await asyncio.wait_for(house.caller(house.token()), PATIENCE)).account
    unknown = asyncio.create_task(house.refused(house.token(header={"kid": "unknown"})))
    await issuer.reached.wait()
    assert not unknown.done()
    issuer.silent.set()
    assert (await unknown)[0] == "UNAUTHENTICATED"


async def test_a_provider_that_never_answers_is_given_up(house: House, issuer: Issuer) -> None:
    house.keys._fetcher = Fetcher(timeout=0.1)
    issuer.silent = asyncio.Event()
    assert (await house.refused(house.token()))[0] == "UNAVAILABLE"
    await house.keys._fetcher.stop()


@pytest.mark.parametrize(
    "document",
    [b"", b"[]", b"not json", b"\xff", b'{"keys": 7}', b"{}", b'{"keys": "' + b"x" * (300 << 10) + b'"}'],
    ids=["empty", "list", "text", "bytes", "number", "nothing", "huge"],
)
async def test_a_key_set_that_is_none(house: House, issuer: Issuer, document: bytes) -> None:
    issuer.documents[KEYS] = document
    assert (await house.refused(house.token()))[0] == "UNAVAILABLE"


@pytest.mark.parametrize(
    "said", [{"issuer": "https://other.example"}, {"jwks_uri": None}, {"jwks_uri": "http://keys.example/jwks"}]
)
async def test_a_discovery_document_that_is_not_the_issuers(house: House, issuer: Issuer, said: Any) -> None:
    issuer.discovery = said
    assert (await house.refused(house.token()))[0] == "UNAVAILABLE"


async def test_a_redirect_is_not_followed(house: House, issuer: Issuer) -> None:
    async def moved(request: Request) -> Response:
        return RedirectResponse(issuer.url + "/jwks")

    issuer.app.router.routes.insert(0, Route("/realm/moved", moved))
    issuer.discovery = {"jwks_uri": issuer.url + "/moved"}
    assert (await house.refused(house.token()))[0] == "UNAVAILABLE"
    assert issuer.asked[KEYS] == 0


@pytest.mark.parametrize("settings", [{"oidc_jwks_url": "http://127.0.0.1:1/nothing"}])
async def test_a_set_address_of_keys_goes_before_discovery(house: House, issuer: Issuer) -> None:
    assert (await house.refused(house.token()))[0] == "UNAVAILABLE"
    assert issuer.asked.total() == 0


def test_what_is_read_is_read_over_tls_or_from_this_machine() -> None:
    assert [is_safe(url) for url in ("https://a.example/x", "http://localhost:1", "http://[::1]/")] == [True] * 3
    bad = ("http://a.example", "http://localhost.a.example", "ftp://localhost", "file:///etc/passwd", "https://", "x")
    assert [is_safe(url) for url in bad] == [False] * len(bad)


async def test_nothing_is_read_from_elsewhere() -> None:
    with pytest.raises(ProviderAway):
        await Fetcher().json("http://a.example/keys")


@pytest.mark.parametrize(
    "settings",
    [
        {"oidc_issuer": "https://a.example"},
        {"oidc_issuer": "http://a.example", "oidc_audience": "x"},
        {"oidc_issuer": "https://a.example", "oidc_audience": "x", "oidc_jwks_url": "http://a.example/keys"},
    ],
)
async def test_settings_that_make_no_sense_are_told_at_the_start(settings: dict[str, Any]) -> None:
    with pytest.raises(SettingsError):
        await serve("sqlite:///:memory:", **settings)
