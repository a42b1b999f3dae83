"""A service with the toy game beside the five, for the tests of the page: `python -m tests.web.program PORT FOLDER`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import uvicorn

from service.app import web
from service.bootstrap import bootstrap
from service.logs import configure
from service.settings import Settings
from service.wire.server import server_config
from tests.kit.served import sqlite_url
from tests.toy_game import GAME


async def main(port: int, folder: Path) -> None:
    """Serve until a signal comes."""
    configure("console", "warning")
    settings = Settings(database_url=sqlite_url(folder))
    async with await bootstrap(settings, {GAME.slug: GAME}) as service:
        config = server_config(web(service), settings, host="127.0.0.1", port=port, log_config=None)
        await uvicorn.Server(config).serve()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), Path(sys.argv[2])))
