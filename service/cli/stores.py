"""The service over a store, as commands use it: without anything that works in the background."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from service.cli.output import BadInput

if TYPE_CHECKING:
    from service.bootstrap import Playledger
    from service.settings import Settings

T = TypeVar("T")
ALONE = {
    "clocks": False,
    "store_read_seconds": 3600.0,
    "store_append_seconds": 3600.0,
    "database_replica_url": None,
}
"""Settings of a command: it reads and writes much at once, nobody else waits for it, and who runs it can stop it.

It looks at the store itself: an audit of a standby would say nothing of the primary's disk.
"""
Store = Annotated[
    str | None, typer.Option(help="sqlite:///PATH or postgresql://...; as PLAYLEDGER_DATABASE_URL says if not given.")
]


def settings(store: str | None = None, *, new: bool = True, **changes: Any) -> Settings:
    """The settings of the environment but for those that are given. Raises BadInput or SettingsError.

    Without `new` the embedded store must be there already. From here on logs go to stderr, so that what a command
    prints can be read by programs.
    """
    from pydantic import ValidationError

    from service.logs import configure
    from service.settings import Settings

    configure("console", "info")
    given = {name: value for name, value in {"database_url": store, **changes}.items() if value is not None}
    try:
        chosen = Settings(**given)
    except ValidationError as error:
        faults = (
            f"{'.'.join(map(str, fault['loc']))}: {fault['msg'].removeprefix('Value error, ')}"
            for fault in error.errors()
        )
        raise BadInput("; ".join(faults)) from None
    file = chosen.sqlite_file
    if not new and file is not None and not file.exists():
        raise BadInput(f"there is no store at {file}")
    return chosen


def over_store(chosen: Settings, work: Callable[[Playledger], Awaitable[T]]) -> T:
    """The result of the work over the store of these settings."""
    import asyncio

    from service.bootstrap import bootstrap

    async def run() -> T:
        playledger = await bootstrap(chosen.model_copy(update=ALONE))
        try:
            return await work(playledger)
        finally:
            await playledger.stop()

    return asyncio.run(run())
