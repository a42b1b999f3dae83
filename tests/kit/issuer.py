"""An identity provider on loopback: discovery, keys that can be changed, answers that can be slow, wrong or away."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

from joserfc import jwt
from joserfc.jwk import ECKey, Key, OKPKey, RSAKey
from joserfc.jws import JWSRegistry
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from service.identity.verifier import Allowed
from tests.kit.listening import listening

AUDIENCE = "https://play.example"
KIDS = {"RS256": "rsa", "PS256": "rsa", "ES256": "ec", "EdDSA": "okp", "Ed25519": "okp"}
DISCOVERY = "/realm/.well-known/openid-configuration"


@cache
def rsa_key() -> RSAKey:
    """The key that every provider begins with: to make one takes long."""
    return RSAKey.generate_key(2048, {"kid": "rsa"})


class Issuer:
    """The provider. `url` is what it calls itself once it listens."""

    url = ""
    keys: dict[str, Key]

    def __init__(self) -> None:
        self.keys = {
            "rsa": rsa_key(),
            "ec": ECKey.generate_key("P-256", {"kid": "ec"}),
            "okp": OKPKey.generate_key("Ed25519", {"kid": "okp"}),
        }
        self.asked: Counter[str] = Counter()
        self.reached = asyncio.Event()
        self.away = False
        self.silent: asyncio.Event | None = None
        self.documents: dict[str, bytes] = {}
        """Other answers, by path."""
        self.discovery: dict[str, Any] = {}
        """Other members of the discovery document."""
        self.says: dict[str, dict[str, Any]] = {}
        """Other members of a key in the key set, by its kid."""
        self.extra: list[dict[str, Any]] = []
        """Other entries of the key set."""
        self.app = Starlette(routes=[Route("/{path:path}", self._answer)])

    def token(
        self,
        now: int,
        *,
        alg: str = "RS256",
        key: Key | None = None,
        header: Mapping[str, Any] | None = None,
        **claims: Any,
    ) -> str:
        """An access token from `now` (s) for five minutes; a claim or header that is None is left out."""
        named = {"typ": "at+jwt", "alg": alg, "kid": KIDS.get(alg, "rsa"), **(header or {})}
        said = {
            "iss": self.url,
            "aud": AUDIENCE,
            "sub": "somebody",
            "client_id": "a client",
            "iat": now,
            "exp": now + 300,
            "jti": "one",
            "scope": "match:read match:create match:play account:write",
            **claims,
        }
        return jwt.encode(
            {name: value for name, value in named.items() if value is not None},
            {name: value for name, value in said.items() if value is not None},
            key or self.keys[KIDS.get(alg, "rsa")],
            registry=Allowed() if alg in KIDS else JWSRegistry(algorithms=[alg]),
            default_type=None,
        )

    async def _answer(self, request: Request) -> Response:
        path = request.url.path
        self.asked[path] += 1
        self.reached.set()
        if self.silent is not None:
            await self.silent.wait()
        if self.away:
            return Response(status_code=503)
        if path in self.documents:
            return Response(self.documents[path], media_type="application/json")
        if path == DISCOVERY:
            return JSONResponse({"issuer": self.url, "jwks_uri": self.url + "/jwks", **self.discovery})
        if path == "/realm/jwks":
            public = [{**key.as_dict(private=False), **self.says.get(str(key.kid), {})} for key in self.keys.values()]
            return JSONResponse({"keys": [*self.extra, *public]})
        return Response(status_code=404)


@asynccontextmanager
async def issuing() -> AsyncIterator[Issuer]:
    """A provider that listens."""
    issuer = Issuer()
    async with listening(issuer.app) as server:
        issuer.url = f"http://127.0.0.1:{server.port}/realm"
        yield issuer
        if issuer.silent is not None:
            issuer.silent.set()
