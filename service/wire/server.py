"""The configuration of the server that `playledger serve` runs."""

from __future__ import annotations

import resource
from typing import Any

import structlog
import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from service.settings import Settings
from service.wire.http import GuardedHttp
from service.wire.limits import WireLimits
from service.wire.sockets import GuardedSocket

log = structlog.get_logger(__name__)
SPARE = 128
"""Open files that are no connections of clients: the store, the broker, logs."""


class Proxied(ProxyHeadersMiddleware):
    """Believes the proxies that the settings name what they say of clients; once it tells of one that they don't."""

    _told = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if not self._told and scope["type"] != "lifespan" and self._is_strangers(scope):
            self._told = True
            log.warning(
                "X-Forwarded-For comes from an address that PLAYLEDGER_TRUSTED_PROXIES does not name: "
                "if that is a proxy, all who come through it without a token are one client to the limits"
            )
        await super().__call__(scope, receive, send)

    def _is_strangers(self, scope: Any) -> bool:
        host, _ = scope.get("client") or ("", 0)
        return host not in self.trusted_hosts and any(name == b"x-forwarded-for" for name, _ in scope["headers"])


def wire_limits(settings: Settings) -> WireLimits:
    """The limits of connections: no more than the process may have files open."""
    limits = settings.limits
    most = limits.connections
    room = raised_files() - SPARE
    return WireLimits(
        connections=min(most, room) if most else room,
        head=limits.head_seconds,
        request=limits.request_seconds,
        stall=limits.stall_seconds,
        message=limits.message_bytes,
    )


def server_config(app: Any, settings: Settings, **given: Any) -> uvicorn.Config:
    """How uvicorn runs the application, with guarded connections."""
    limits = wire_limits(settings)
    return uvicorn.Config(
        Proxied(app, list(settings.trusted_proxies)),
        http=type("ServerHttp", (GuardedHttp,), {"limits": limits, "idle": {}, "root": settings.root_path}),
        ws=type("ServerSocket", (GuardedSocket,), {"limits": limits}),
        ws_max_size=limits.message,
        # compressing each message costs more than it saves on frames this small
        ws_per_message_deflate=False,
        proxy_headers=False,  # Proxied reads them
        access_log=False,
        server_header=False,
        **given,
    )


def raised_files() -> int:
    """The number of files that this process may have open, after asking for as many as possible."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return soft if soft != resource.RLIM_INFINITY else 1 << 20
