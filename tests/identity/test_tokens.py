"""Which tokens of a provider are good here: those that it has made for this service, as they are."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from joserfc.errors import SecurityWarning
from joserfc.jwk import ECKey, OctKey, OKPKey, RSAKey

from service.identity.verifier import scopes_of
from tests.identity.conftest import House
from tests.kit.issuer import AUDIENCE, KIDS, Issuer, rsa_key

pytestmark = pytest.mark.anyio
INVALID = ("UNAUTHENTICATED", "this token is not valid")
DAY = 86_400


def joined(header: dict[str, Any], claims: dict[str, Any], signature: bytes = b"") -> str:
    """A token put together by hand."""
    parts = [json.dumps(header).encode(), json.dumps(claims).encode(), signature]
    return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)


def opened(token: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Header and claims of a token."""
    header, claims, _ = (base64.urlsafe_b64decode(part + "==") for part in token.split("."))
    return json.loads(header), json.loads(claims)


@pytest.mark.parametrize("alg", KIDS)
async def test_a_token_of_each_kind_of_key_opens_one_account(house: House, alg: str) -> None:
    caller = await house.caller(house.token(alg=alg))
    again = await house.caller(house.token())
    assert caller.account is not None
    assert (again.account, again.alias_key) == (caller.account, caller.alias_key)
    assert caller.scopes == {"match:read", "match:create", "match:play", "account:write"}
    assert caller.expires_at is not None
    assert 0 < caller.expires_at - house.served.clock.now < 400_000
    assert (await house.served.app.use_cases.accounts.profile(caller)).name is None


async def test_whoever_enters_through_the_provider_plays(house: House) -> None:
    caller = await house.caller(house.token())
    match = await house.served.open()
    await house.served.sit(caller, match)
    await house.served.sit(await house.caller(house.token(sub="another")), match)
    state = await house.served.app.use_cases.matches.state(await house.caller(house.token()), match)
    assert state.perspective == "seat:0"


@pytest.mark.parametrize(
    "claims",
    [
        {"iss": None},
        {"iss": "https://elsewhere.example"},
        {"aud": None},
        {"aud": "https://elsewhere.example"},
        {"aud": ["https://elsewhere.example", AUDIENCE + "/"]},
        {"aud": []},
        {"aud": {AUDIENCE: True}},
        {"sub": None},
        {"sub": ""},
        {"sub": 7},
        {"sub": "x" * 256},
        {"exp": None},
        {"exp": "tomorrow"},
        {"exp": True},
        {"exp": 1e400},
        {"iat": None},
        {"iat": 2**40},
        {"nbf": 2**40},
    ],
    ids=str,
)
async def test_what_a_token_must_say(house: House, claims: dict[str, Any]) -> None:
    assert (await house.refused(house.token(**claims)))[0] == "UNAUTHENTICATED"


async def test_an_audience_among_others_will_do(house: House) -> None:
    assert (await house.caller(house.token(aud=["https://other.example", AUDIENCE]))).account


async def test_clocks_may_differ_by_the_leeway_and_no_more(house: House) -> None:
    now = house.served.clock.now // 1000
    assert (await house.caller(house.token(exp=now - 20))).account
    assert (await house.caller(house.token(nbf=now + 20, iat=now + 20))).account
    assert await house.refused(house.token(exp=now - 60)) == ("UNAUTHENTICATED", "this token has expired")
    assert (await house.refused(house.token(nbf=now + 90)))[0] == "UNAUTHENTICATED"


@pytest.mark.parametrize("kind", ["JWT", "jwt", None, "dpop+jwt", "id+jwt", "logout+jwt"])
async def test_only_access_tokens_are_let_in(house: House, kind: Any) -> None:
    code, message = await house.refused(house.token(header={"typ": kind}))
    assert (code, "at+jwt" in message) == ("UNAUTHENTICATED", True)


@pytest.mark.parametrize("settings", [{"oidc_plain_type": True}])
async def test_a_provider_that_says_no_more_than_jwt_can_be_let_in_without_its_id_tokens(house: House) -> None:
    for kind in ("JWT", None, "at+jwt", "application/at+JWT"):
        assert (await house.caller(house.token(header={"typ": kind}, typ="Bearer"))).account
    for claims in ({"nonce": "n"}, {"at_hash": "h"}, {"typ": "ID"}, {"typ": "Refresh"}):
        assert await house.refused(house.token(header={"typ": "JWT"}, **claims)) == (
            "UNAUTHENTICATED",
            "this is no access token",
        )
    assert (await house.refused(house.token(header={"typ": "logout+jwt"})))[0] == "UNAUTHENTICATED"


async def test_a_token_of_somebody_elses_key_is_refused(house: House) -> None:
    other = RSAKey.generate_key(2048, {"kid": "rsa"})
    assert await house.refused(house.token(key=other)) == INVALID


async def test_nothing_in_a_token_says_which_key_it_is_checked_by(house: House, issuer: Issuer) -> None:
    """A key in the header, or the address of one, is not looked at."""
    other = RSAKey.generate_key(2048, {"kid": "rsa"})
    issuer.documents["/realm/other"] = json.dumps({"keys": [other.as_dict(private=False)]}).encode()
    for header in (
        {"jwk": other.as_dict(private=False)},
        {"jku": issuer.url + "/other"},
        {"x5u": issuer.url + "/other"},
    ):
        assert await house.refused(house.token(key=other, header=header)) == INVALID
        assert (await house.caller(house.token(header=header))).account
    assert issuer.asked["/realm/other"] == 0


async def test_no_algorithm_that_a_public_key_could_forge(house: House, issuer: Issuer) -> None:
    """alg: none, and the public key as the secret of an HMAC."""
    header, claims = opened(house.token())
    assert await house.refused(joined({**header, "alg": "none"}, claims)) == INVALID
    assert await house.refused(joined({**header, "alg": "None"}, claims)) == INVALID
    for public in (rsa_key().as_pem(private=False), json.dumps(rsa_key().as_dict(private=False)).encode()):
        secret = OctKey.import_key(base64.urlsafe_b64encode(public).decode())
        assert await house.refused(house.token(alg="HS256", key=secret)) == INVALID
    issuer.extra.append(OctKey.generate_key(256, {"kid": "shared"}).as_dict(private=True))
    shared = OctKey.import_key(issuer.extra[0])
    assert await house.refused(house.token(alg="HS256", key=shared, header={"kid": "shared"})) == INVALID
    for alg in ("RS384", "RS512", "PS512"):
        assert await house.refused(house.token(alg=alg)) == INVALID
    assert (
        await house.refused(house.token(alg="ES384", key=ECKey.generate_key("P-384"), header={"kid": "ec"})) == INVALID
    )


async def test_what_a_token_calls_critical_has_to_be_understood(house: House, issuer: Issuer) -> None:
    """Signed by the right key, as a library would that knows the extension."""
    claims = opened(house.token())[1]
    head = joined({"alg": "RS256", "typ": "at+jwt", "kid": "rsa", "crit": ["more"], "more": 1}, claims)
    said = head.removesuffix(".")
    private = rsa_key().private_key
    assert private is not None
    signature = private.sign(said.encode(), padding.PKCS1v15(), hashes.SHA256())
    assert await house.refused(f"{said}.{base64.urlsafe_b64encode(signature).decode().rstrip('=')}") == INVALID
    plain = joined({"alg": "RS256", "typ": "at+jwt", "kid": "rsa", "more": 1}, claims).removesuffix(".")
    signature = private.sign(plain.encode(), padding.PKCS1v15(), hashes.SHA256())
    assert (await house.caller(f"{plain}.{base64.urlsafe_b64encode(signature).decode().rstrip('=')}")).account


async def test_a_key_is_good_for_its_own_algorithm(house: House, issuer: Issuer) -> None:
    """The kid of one key with the signature of another, and a key that says what it is for."""
    for alg, kid in (("RS256", "ec"), ("ES256", "rsa"), ("EdDSA", "ec")):
        assert await house.refused(house.token(alg=alg, header={"kid": kid})) == INVALID
    issuer.says["rsa"] = {"alg": "PS256", "use": "sig"}
    house.time += 4_000
    assert await house.refused(house.token(alg="RS256")) == INVALID
    assert (await house.caller(house.token(alg="PS256"))).account


@pytest.mark.parametrize("kid", [None, "", "x" * 300, "../rsa"])
async def test_a_token_names_a_key_that_there_is(house: House, kid: Any) -> None:
    assert (await house.refused(house.token(header={"kid": kid})))[0] == "UNAUTHENTICATED"


async def test_keys_that_are_weak_secret_or_for_something_else_sign_nothing(house: House, issuer: Issuer) -> None:
    with pytest.warns(SecurityWarning):
        weak = RSAKey.import_key(_weak())
    encrypting = OKPKey.generate_key("Ed25519", {"kid": "encrypting"})
    issuer.extra += [
        {**weak.as_dict(private=False), "kid": "weak"},
        {**encrypting.as_dict(private=False), "use": "enc"},
        {"kty": "RSA", "kid": "broken", "n": "AQAB"},
        {"kty": "FUTURE", "kid": "future"},
        {"kty": "RSA"},
    ]
    assert (await house.caller(house.token())).account
    for key, alg, kid in ((weak, "RS256", "weak"), (encrypting, "EdDSA", "encrypting")):
        code, message = await house.refused(house.token(alg=alg, key=key, header={"kid": kid}))
        assert (code, "doesn't have" in message) == ("UNAUTHENTICATED", True)


def _weak() -> Any:
    from cryptography.hazmat.primitives.asymmetric import rsa

    key = rsa.generate_private_key(65537, 1024)
    numbers = key.private_numbers()
    public = numbers.public_numbers

    def text(number: int) -> str:
        data = number.to_bytes((number.bit_length() + 7) // 8)
        return base64.urlsafe_b64encode(data).decode().rstrip("=")

    parts = {"n": public.n, "e": public.e, "d": numbers.d, "p": numbers.p, "q": numbers.q}
    more = {"dp": numbers.dmp1, "dq": numbers.dmq1, "qi": numbers.iqmp}
    return {"kty": "RSA", **{name: text(number) for name, number in (parts | more).items()}}


@pytest.mark.parametrize("token", ["", "a.b.c", "..", "a.b", "x" * 9000, "e30.e30.e30", "ä.b.c"])
async def test_what_is_no_token_at_all(house: House, token: str) -> None:
    assert (await house.refused(token))[0] == "UNAUTHENTICATED"
    assert house.issuer.asked.total() == 0


async def test_every_changed_part_is_noticed(house: House) -> None:
    token = house.token()
    header, claims, signature = token.split(".")
    assert (await house.caller(token)).account
    other = house.token(sub="another").split(".")
    for changed in ((other[0], other[1], signature), (header, claims, other[2]), (header, claims, signature[:-4])):
        assert await house.refused(".".join(changed)) == INVALID


@pytest.mark.parametrize(
    ("claims", "prefix", "scopes"),
    [
        ({"scope": "openid match:play match:play"}, "", {"match:play"}),
        ({"scp": ["match:play", "deck:write", 7]}, "", {"match:play", "deck:write"}),
        ({"scp": "match:play"}, "", {"match:play"}),
        ({"scope": "pl:match:play deck:write"}, "pl:", {"match:play"}),
        ({"scope": "admin match:read"}, "", {"match:read"}),
        ({"scope": {"match:play": True}}, "", set()),
        ({"scope": 7, "scp": None}, "", set()),
        ({}, "", set()),
    ],
)
def test_scopes_are_ours_behind_the_prefix_and_never_admin(claims: Any, prefix: str, scopes: set[str]) -> None:
    assert scopes_of(claims, prefix) == scopes
