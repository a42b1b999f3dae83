"""`serve`: run the service."""

from __future__ import annotations

import gc
from typing import Annotated

import typer

from service.cli.output import BadInput
from service.cli.stores import Store, settings


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(serve)


def serve(
    store: Store = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 takes a free one.")] = None,
    demo: Annotated[bool, typer.Option("--demo", help="Make demo data first and say where it is.")] = False,
    workers: Annotated[int | None, typer.Option(help="Processes, over one Postgres and one Redis.")] = None,
    listening: Annotated[int | None, typer.Option(hidden=True, help="The socket of a worker.")] = None,
    silent: Annotated[bool, typer.Option("--silent", hidden=True, help="Do not say where it listens.")] = False,
) -> None:
    """Run the service: GraphQL, REST and streams on one port."""
    chosen = settings(store, host=host, port=port, workers=workers)
    if listening is None and chosen.workers > 1:
        if demo:
            raise BadInput("demo data is made by one process: leave out --demo or --workers")
        from service.cli.workers import supervise

        raise typer.Exit(supervise(chosen))
    import structlog

    from service.logs import configure

    configure(chosen.log_format, chosen.log_level)
    structlog.get_logger(__name__).info("starting")
    # most of what is made until the server listens stays as long as the process: collecting is a third of the start
    gc.disable()
    try:
        from service.cli.server import run

        run(chosen, demo, listening, silent)
    finally:
        gc.enable()
