"""An identity provider that people sign in at, in a thread of its own: authorization code with PKCE, tokens that are
renewed once, revocation, signing out. It stands in front of the keys and tokens of `tests.kit.issuer`.
"""

from __future__ import annotations

import hashlib
import html
import socket
import threading
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlencode
from uuid import uuid4

import uvicorn
from starlette.applications import Starlette
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route

from api_schema.scopes import ADMIN, SCOPES
from tests.kit.issuer import Issuer
from tests.kit.waiting import PATIENCE

CLIENT = "page"
PREFIX = "cards:"
MORE = ("openid", "offline_access")
LASTS = 300
"""Seconds that a token holds."""


@dataclass
class Wishes:
    """What the tests make it do."""

    renews: bool = True
    """It gives refresh tokens."""
    nonce: str | None = None
    """Another nonce than it was sent."""
    discovery: dict[str, Any] = field(default_factory=dict)
    """Other members of the discovery document."""
    away: bool = False
    """It gives no tokens now."""
    audience: str | None = None
    """Another audience than it was asked for."""


class Provider:
    """Who signs in here is whoever the form names."""

    def __init__(self, origin: str) -> None:
        self.issuer = Issuer()
        self.issuer.url = f"{origin}/realm"
        self.wishes = Wishes()
        self.codes: dict[str, dict[str, str]] = {}
        """What was asked with, by the code that was given for it."""
        self.refreshing: dict[str, dict[str, str]] = {}
        """The same by the refresh token that holds now."""
        self.asked: list[dict[str, str]] = []
        """The parameters of each request to sign in."""
        self.revoked: list[str] = []
        self.ended: list[dict[str, str]] = []
        self.app = CORSMiddleware(
            Starlette(
                routes=[
                    Route("/realm/.well-known/openid-configuration", self._discovery),
                    Route("/realm/authorize", self._authorize, methods=["GET", "POST"]),
                    Route("/realm/token", self._token, methods=["POST"]),
                    Route("/realm/revoke", self._revoke, methods=["POST"]),
                    Route("/realm/logout", self._logout),
                    Mount("/", self.issuer.app),
                ]
            ),
            allow_origins=["*"],
        )

    async def _discovery(self, _: Request) -> Response:
        url = self.issuer.url
        known = {
            "issuer": url,
            "jwks_uri": f"{url}/jwks",
            "authorization_endpoint": f"{url}/authorize",
            "token_endpoint": f"{url}/token",
            "revocation_endpoint": f"{url}/revoke",
            "end_session_endpoint": f"{url}/logout",
            "scopes_supported": [*MORE, *(PREFIX + name for name in SCOPES if name != ADMIN)],
            "authorization_response_iss_parameter_supported": True,
        }
        return JSONResponse({**known, **self.wishes.discovery})

    async def _authorize(self, request: Request) -> Response:
        asked = dict(request.query_params)
        if request.method == "GET":
            self.asked.append(asked)
            return HTMLResponse(_FORM.format(to=html.escape(str(request.url))))
        told = {"state": asked["state"], "iss": self.issuer.url}
        form = await _form(request)
        if "refuse" in form:
            told |= {"error": "access_denied", "error_description": "not today"}
        else:
            code = str(uuid4())
            self.codes[code] = {**asked, "sub": form["name"]}
            told["code"] = code
        return RedirectResponse(f"{asked['redirect_uri']}?{urlencode(told)}", 303)

    async def _token(self, request: Request) -> Response:
        given = await _form(request)
        if self.wishes.away:
            return Response(status_code=503)
        by_code = given["grant_type"] == "authorization_code"
        asked = (self.codes if by_code else self.refreshing).pop(given.get("code") or given["refresh_token"], None)
        if asked is None or given["client_id"] != CLIENT or (by_code and not _is_proved(asked, given)):
            return JSONResponse({"error": "invalid_grant"}, 400)
        return JSONResponse(self._tokens(asked))

    def _tokens(self, asked: dict[str, str]) -> dict[str, Any]:
        now = int(time.time())
        ends: dict[str, Any] = {"exp": now + LASTS, "jti": str(uuid4())}
        audience = self.wishes.audience or asked["audience"]
        nonce = self.wishes.nonce or asked["nonce"]
        told: dict[str, Any] = {
            "access_token": self.issuer.token(now, sub=asked["sub"], aud=audience, scope=asked["scope"], **ends),
            "id_token": self.issuer.token(
                now, header={"typ": "JWT"}, sub=asked["sub"], aud=CLIENT, nonce=nonce, scope=None, **ends
            ),
            "token_type": "Bearer",
            "expires_in": LASTS,
        }
        if self.wishes.renews:
            told["refresh_token"] = str(uuid4())
            self.refreshing[told["refresh_token"]] = asked
        return told

    async def _revoke(self, request: Request) -> Response:
        token = (await _form(request))["token"]
        self.revoked.append(token)
        self.refreshing.pop(token, None)
        return Response()

    async def _logout(self, request: Request) -> Response:
        self.ended.append(dict(request.query_params))
        return RedirectResponse(request.query_params["post_logout_redirect_uri"], 303)


_FORM = """<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Who are you?</title>
<h1>Who are you?</h1>
<form method="post" action="{to}"><label>Name <input name="name"></label>
<button>Sign in</button> <button name="refuse">Refuse</button></form></html>"""


async def _form(request: Request) -> dict[str, str]:
    return dict(parse_qsl((await request.body()).decode(), keep_blank_values=True))


def _is_proved(asked: Mapping[str, str], given: Mapping[str, str]) -> bool:
    """Whether who brings the code has begun the sign-in, by the rule of PKCE, and from the same page."""
    digest = hashlib.sha256(given["code_verifier"].encode()).digest()
    challenge = urlsafe_b64encode(digest).decode().rstrip("=")
    known = (asked["code_challenge"], asked["code_challenge_method"], asked["redirect_uri"], asked["response_type"])
    return known == (challenge, "S256", given["redirect_uri"], "code")


@contextmanager
def providing() -> Iterator[Provider]:
    """A provider that listens."""
    with socket.create_server(("127.0.0.1", 0)) as bound:
        provider = Provider(f"http://127.0.0.1:{bound.getsockname()[1]}")
        server = uvicorn.Server(uvicorn.Config(provider.app, log_level="error", lifespan="off"))
        thread = threading.Thread(target=server.run, args=([bound],))
        thread.start()
        try:
            yield provider
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
