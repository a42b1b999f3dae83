"""A service with the toy game beside the five, for the tests of the page:
`python -m tests.web.program PORT FOLDER [NAME ...]`.

It makes an account for each name, which may do all that the page offers, and writes their tokens into the folder.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from api_schema.scopes import SCOPES
from service.accounts.usecases import new_account
from service.app import web
from service.bootstrap import Playledger, bootstrap
from service.logs import configure
from service.settings import Settings
from service.wire.server import server_config
from tests.kit.process import ROOT, until_it_listens
from tests.kit.served import sqlite_url
from tests.kit.waiting import PATIENCE
from tests.toy_game import GAME

TOKENS = "tokens.json"
OF_PEOPLE = sorted(set(SCOPES) - {"admin"})


async def main(port: int, folder: Path, names: list[str]) -> None:
    """Serve until a signal comes."""
    configure("console", "warning")
    settings = Settings(database_url=sqlite_url(folder))
    async with await bootstrap(settings, {GAME.slug: GAME}) as service:
        if not (folder / TOKENS).exists():
            tokens = {name: await account(service, name) for name in names}
            (folder / TOKENS).write_text(json.dumps(tokens), encoding="utf-8")
        config = server_config(web(service), settings, host="127.0.0.1", port=port, log_config=None)
        await uvicorn.Server(config).serve()


@contextmanager
def running(folder: Path, port: int, *names: str, **settings: str) -> Iterator[str]:
    """This program as a process of its own, with settings in its environment, and its address."""
    command = [sys.executable, "-m", "tests.web.program", str(port), str(folder), *names]
    with subprocess.Popen(command, cwd=ROOT, env=os.environ | settings) as process:
        try:
            until_it_listens(process, port)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(PATIENCE)


async def account(service: Playledger, name: str) -> str:
    """The token of a new account of this name."""
    _, token = await service.accounts.create_for(new_account(), "web", OF_PEOPLE)
    await service.use_cases.accounts.rename(await service.use_cases.accounts.authenticate(token), name)
    return token


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]))
