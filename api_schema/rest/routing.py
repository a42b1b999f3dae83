"""The way of a request to its endpoint: addresses are looked up part by part."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.middleware import Middleware
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from api_schema.rest.safety import finishing


class Addresses:
    """The routes below the first parts of an address."""

    def __init__(self) -> None:
        self._below: dict[str, Addresses] = {}
        self._parameter: tuple[str, Addresses] | None = None
        self._route: Route | None = None

    def add(self, route: Route) -> None:
        """Add a route whose parameters are whole parts of its address."""
        at = self
        for part in route.path.split("/"):
            if part.startswith("{"):
                name, at._parameter = part[1:-1], at._parameter or (part[1:-1], Addresses())
                if at._parameter[0] != name:
                    raise TypeError(f"{route.path}: this place is called {at._parameter[0]} elsewhere")
                at = at._parameter[1]
            else:
                at = at._below.setdefault(part, Addresses())
        at._route = route

    def find(self, parts: Sequence[str], values: dict[str, str]) -> Route | None:
        """The route of an address, and the values of its parameters; a part by name comes before a parameter."""
        if not parts:
            return self._route
        part, rest = parts[0], parts[1:]
        below = self._below.get(part)
        route = None if below is None else below.find(rest, values)
        if route is None and self._parameter is not None and part:
            name, behind = self._parameter
            route = behind.find(rest, values)
            values[name] = part
        return route


class Rest:
    """The application: the operations of these routes, and beside them what `others` serve.

    `cors` tells pages of other origins whether they may read an answer, where some may.
    """

    def __init__(self, routes: Sequence[Route], others: ASGIApp, cors: Sequence[Middleware]) -> None:
        self._addresses = Addresses()
        for route in routes:
            self._addresses.add(route)
        self._others = others
        self._answer: ASGIApp = _answer
        for kind, given, named in cors:
            self._answer = kind(self._answer, *given, **named)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or serve what is none."""
        if scope["type"] != "http":
            await self._others(scope, receive, send)
            return
        values: dict[str, str] = {}
        route = self._addresses.find(scope["path"].split("/"), values)
        if route is not None:
            scope["route"], scope["path_params"] = route, values
        await (self._others if route is None else self._answer)(scope, receive, finishing(scope, send))


async def _answer(scope: Scope, receive: Receive, send: Send) -> None:
    await scope["route"].endpoint(scope, receive, send)
