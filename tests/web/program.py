"""A service with the toy game beside the five, for the tests of the page:
`python -m tests.web.program PORT FOLDER [NAME ...]`.

It makes an account for each name, which may do all that the page offers, and writes their tokens into the folder. The
URL of a store in place of the folder has no names. PLAYLEDGER_TEST_PAGE names the folder of another build of the page.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from functools import partial
from pathlib import Path
from unittest.mock import patch

from api_schema.scopes import SCOPES
from api_schema.web import Web
from service.accounts.usecases import new_account
from service.app import web
from service.bootstrap import Playledger, bootstrap
from service.cli.server import GRACE, Server
from service.logs import configure
from service.settings import Settings
from service.wire.server import server_config
from tests.kit.served import sqlite_url
from tests.toy_game import GAME

TOKENS = "tokens.json"
PAGE = "PLAYLEDGER_TEST_PAGE"
OF_PEOPLE = sorted(set(SCOPES) - {"admin"})


async def main(port: int, store: str, names: list[str]) -> None:
    """Serve until a signal comes."""
    configure("console", "warning")
    settings = Settings(database_url=store if "://" in store else sqlite_url(Path(store)))
    async with await bootstrap(settings, {GAME.slug: GAME}) as service:
        if names and not (Path(store) / TOKENS).exists():
            tokens = {name: await account(service, name) for name in names}
            (Path(store) / TOKENS).write_text(json.dumps(tokens), encoding="utf-8")
        told = {"host": "127.0.0.1", "port": port, "log_config": None, "timeout_graceful_shutdown": GRACE}
        config = server_config(web(service), settings, **told)
        await Server(config, service, None, worker=False, silent=True).serve()


async def account(service: Playledger, name: str) -> str:
    """The token of a new account of this name."""
    _, token = await service.accounts.create_for(new_account(), "web", OF_PEOPLE)
    await service.use_cases.accounts.rename(await service.use_cases.accounts.authenticate(token), name)
    return token


if __name__ == "__main__":
    page = os.environ.get(PAGE)
    with patch.object(Web, "built", partial(Web.built, folders=(Path(page),)) if page else Web.built):
        asyncio.run(main(int(sys.argv[1]), sys.argv[2], sys.argv[3:]))
