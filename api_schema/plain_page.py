"""The page at the root where the page for people is not built: one document without script and without assets."""

from __future__ import annotations

from asyncio import Lock
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from html import escape
from time import monotonic

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from api_schema.errors import ApiError
from api_schema.ports.base import ANONYMOUS
from api_schema.ports.matches import MatchFilter, MatchPage
from api_schema.ports.tournaments import TournamentFilter, TournamentPage
from api_schema.ports.use_cases import UseCases
from api_schema.rooted import rooted_page

SHOWN = 10
"""Matches and tournaments that are named."""
FRESH = 10.0
"""Seconds for which one look at the store is good: whoever asks often costs no more."""

_STYLE = """
:root{color-scheme:light dark}
body{font:17px/1.55 system-ui,sans-serif;margin:0 auto;max-width:44rem;padding:8vh 1.25rem;
color:light-dark(#1c1f1b,#eceee7);background:light-dark(#f6f5f0,#131512)}
h1{font-size:2.2rem;letter-spacing:-.02em;margin:0}h2{font-size:1.15rem;margin:2.2rem 0 .4rem}
a{color:light-dark(#175c48,#7dd3b0)}li{margin:.3rem 0}ul{padding-left:1.2rem}
p.build{border-left:4px solid light-dark(#175c48,#7dd3b0);padding-left:1rem}
code{font:15px ui-monospace,monospace}
"""
_POLICY = (
    f"default-src 'none'; style-src 'sha256-{b64encode(sha256(_STYLE.encode()).digest()).decode()}'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {"Content-Security-Policy": _POLICY, "Cache-Control": "no-store", "Vary": "Accept"}


class PlainPage:
    """The page, with what runs now. It looks at most every FRESH seconds; `clock` counts seconds."""

    def __init__(self, use_cases: UseCases, clock: Callable[[], float] = monotonic) -> None:
        self._use_cases, self._clock = use_cases, clock
        self._looking = Lock()
        self._running, self._good_until = "", float("-inf")

    async def shown(self, request: Request) -> Response:
        """The answer to a browser."""
        async with self._looking:
            if self._clock() >= self._good_until:
                self._running = await self._look()
                self._good_until = self._clock() + FRESH
        html = _document(self._use_cases.about.version, self._running).encode()
        return HTMLResponse(rooted_page(html), headers=_HEADERS)

    async def _look(self) -> str:
        """The running matches and tournaments, as HTML."""
        try:
            matches = await self._use_cases.matches.find(
                ANONYMOUS, first=SHOWN, wanted=MatchFilter(status=("RUNNING",))
            )
            wanted = TournamentFilter(status=("REGISTRATION", "RUNNING"))
            tournaments = await self._use_cases.tournaments.find(ANONYMOUS, first=SHOWN, wanted=wanted)
        except ApiError as error:
            return f"<p>What runs now can't be told: {escape(error.message)}</p>"
        return _matches(matches) + _tournaments(tournaments)


def _matches(page: MatchPage) -> str:
    rows = [(f"/v1/matches/{match.id}", f"{match.game}, version {match.version}") for match in page.matches]
    return _list("Matches that run", rows, "/v1/matches?status=RUNNING", more=page.has_next)


def _tournaments(page: TournamentPage) -> str:
    rows = [
        (f"/v1/tournaments/{found.id}", f"{found.name}: {found.game}, {found.entrants} entrants, round {found.round}")
        for found in page.tournaments
    ]
    return _list("Tournaments", rows, "/v1/tournaments", more=page.has_next)


def _list(title: str, rows: list[tuple[str, str]], all_of_them: str, *, more: bool) -> str:
    items = "".join(f'<li><a href="{escape(address)}"><bdi>{escape(text)}</bdi></a></li>' for address, text in rows)
    count = f"{len(rows)} or more" if more else str(len(rows))
    rest = f'<p><a href="{all_of_them}">All of them</a></p>' if more else ""
    return f"<h2>{title}: {count}</h2>" + (f"<ul>{items}</ul>{rest}" if rows else "<p>None now.</p>")


def _document(version: str, running: str) -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Playledger</title>'
        '<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">'
        f"<style>{_STYLE}</style></head><body><main><h1>Playledger</h1>"
        f"<p>Card games for any frontend, and the record that anyone can replay, audit and query. Release "
        f"{escape(version)}.</p>"
        '<p class="build">The page for people is not built: run <code>make web</code> with Node 22.17 or newer, '
        "and start the service again. Everything else works without it.</p>"
        '<h2>For programs</h2><ul><li><a href="/docs">REST, with every operation</a></li>'
        '<li><a href="/graphql">GraphQL, with examples to run</a></li>'
        '<li><a href="/v1/games">The games</a></li></ul>'
        f"{running}</main></body></html>"
    )
