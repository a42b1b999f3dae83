"""Tokens of an identity provider that it has not made for this service, sent to a service in a process of its own."""

from __future__ import annotations

import base64
import json
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from joserfc.jwk import OctKey, RSAKey

from tests.attacks.target import clean, serving
from tests.identity.test_tokens import joined, opened
from tests.kit.issuer import AUDIENCE, Issuer, issuing, rsa_key
from tests.kit.waiting import PATIENCE

pytestmark = [pytest.mark.anyio, pytest.mark.programs]
DAY = 86_400


def forgeries(issuer: Issuer) -> dict[str, str]:
    """Tokens that are not to be believed."""
    now = int(time.time())
    good = issuer.token(now)
    header, claims = opened(good)
    head, body, signature = good.split(".")
    other = RSAKey.generate_key(2048, {"kid": "rsa"})
    found = {f"alg {name}": joined({**header, "alg": name}, claims) for name in ("none", "None", "NONE", "", "HS256")}
    for name, public in {
        "PEM": rsa_key().as_pem(private=False),
        "JWK": json.dumps(rsa_key().as_dict(private=False)).encode(),
    }.items():
        secret = OctKey.import_key(base64.urlsafe_b64encode(public).decode())
        found[f"HS256 with the public key as {name}"] = issuer.token(now, alg="HS256", key=secret)
    changed = base64.urlsafe_b64encode(json.dumps({**claims, "sub": "root"}).encode()).decode().rstrip("=")
    return found | {
        "another audience": issuer.token(now, aud="https://elsewhere.example"),
        "no audience": issuer.token(now, aud=None),
        "a longer audience": issuer.token(now, aud=AUDIENCE + ".evil.example"),
        "another issuer": issuer.token(now, iss="https://elsewhere.example"),
        "an issuer with a slash": issuer.token(now, iss=issuer.url + "/"),
        "ended": issuer.token(now - DAY),
        "not yet": issuer.token(now, nbf=now + DAY),
        "without an end": issuer.token(now, exp=None),
        "an end that is a text": issuer.token(now, exp=str(now + DAY)),
        "of another key": issuer.token(now, key=other),
        "with its own key": issuer.token(now, key=other, header={"jwk": other.as_dict(private=False)}),
        "with the address of its key": issuer.token(now, key=other, header={"jku": issuer.url + "/other"}),
        "a key that is a path": issuer.token(now, key=other, header={"kid": "../../../dev/null"}),
        "an ID token": issuer.token(now, header={"typ": "JWT"}),
        "other claims": f"{head}.{changed}.{signature}",
        "without a signature": f"{head}.{body}.",
        "two parts": f"{head}.{body}",
        "without a subject": issuer.token(now, sub=None),
        "admin": issuer.token(now, key=other, scope="admin"),
    }


async def test_forged_tokens_of_a_provider(tmp_path: Path) -> None:
    async with issuing() as issuer:
        settings = {"PLAYLEDGER_OIDC_ISSUER": issuer.url, "PLAYLEDGER_OIDC_AUDIENCE": AUDIENCE}
        with serving(tmp_path, **settings, PLAYLEDGER_LIMITS="reads_anonymous=off") as target:
            async with httpx.AsyncClient(base_url=target.address, timeout=PATIENCE) as client:

                async def asked(token: str) -> Any:
                    return clean(await client.get("/v1/account", headers={"Authorization": f"Bearer {token}"}))

                assert (await asked(issuer.token(int(time.time())))).status_code == 200
                known = target.events()
                for name, token in forgeries(issuer).items():
                    answer = await asked(token)
                    assert answer.status_code == 401, (name, answer.text)
                    assert token not in answer.text
                assert issuer.asked["/realm/other"] == 0
                assert target.events() == known
                admin = issuer.token(int(time.time()), scope="admin match:read")
                made = await client.post(
                    "/v1/tokens",
                    json={"name": "mine", "scopes": ["admin"]},
                    headers={"Authorization": f"Bearer {admin}"},
                )
                assert clean(made).status_code in (400, 403)
            log = target.log.read_text()
            assert "Traceback" not in log
            assert "eyJ" not in log
