"""The configuration of the server that `playledger serve` runs."""

from __future__ import annotations

import resource
from typing import Any

import uvicorn

from service.settings import Settings
from service.wire.http import GuardedHttp
from service.wire.limits import WireLimits
from service.wire.sockets import GuardedSocket

SPARE = 128
"""Open files that are no connections of clients: the store, the broker, logs."""


def wire_limits(settings: Settings) -> WireLimits:
    """The limits of connections: no more than the process may have files open."""
    most = settings.limit_connections
    room = raised_files() - SPARE
    return WireLimits(
        connections=min(most, room) if most else room,
        head=settings.limit_head_seconds,
        request=settings.limit_request_seconds,
        stall=settings.limit_stall_seconds,
        message=settings.limit_message_bytes,
    )


def server_config(app: Any, settings: Settings, **given: Any) -> uvicorn.Config:
    """How uvicorn runs the application, with guarded connections."""
    limits = wire_limits(settings)
    proxies = list(settings.trusted_proxies)
    return uvicorn.Config(
        app,
        http=type("ServerHttp", (GuardedHttp,), {"limits": limits, "idle": {}, "root": settings.root_path}),
        ws=type("ServerSocket", (GuardedSocket,), {"limits": limits}),
        ws_max_size=limits.message,
        # compressing each message costs more than it saves on frames this small
        ws_per_message_deflate=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
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
