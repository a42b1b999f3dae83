"""Logs: one line an event, for people or as JSON. No token, seed or loadout is ever logged."""

from __future__ import annotations

import logging
import sys
from typing import Literal

import structlog


def configure(style: Literal["console", "json"], level: str) -> None:
    """Set the style and the lowest level; logs go to stderr.

    Tracebacks are plain: richer ones print the local variables of every frame, and those hold seeds, tokens and hands.
    """
    last: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if style == "json"
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper("iso", utc=True),
            *([structlog.processors.format_exc_info] if style == "json" else []),
            last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(level.upper())),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )
    logging.basicConfig(level=level.upper(), stream=sys.stderr, format="%(levelname)s %(name)s %(message)s", force=True)
    # the clients of HTTP tell addresses and heads, which hold secrets
    for chatty in ("alembic", "asyncio", "httpcore", "httpx", "uvicorn.error"):
        logging.getLogger(chatty).setLevel(max(logging.WARNING, logging.getLogger().level))
