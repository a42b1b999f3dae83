"""`keys` and `secrets`: which keys sign finished matches; seeds and webhooks' secrets under the newest key."""

from __future__ import annotations

import asyncio

import typer

from api_schema.ports import SigningKey
from service.bootstrap import bootstrap
from service.cli.output import AsJson, Store, print_json, print_table, progress, settings
from service.matches.rotation import Rotation, rotate
from service.webhooks import rotation as webhooks

NAMED = 5
"""Lost matches that are named to people; programs get all."""

secrets = typer.Typer(help="What is encrypted: the seeds of matches, the secrets of webhooks.", no_args_is_help=True)


@secrets.callback()
def below() -> None:
    """Keep the name of a single command."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(keys)


def keys(store: Store = None, as_json: AsJson = False) -> None:
    """The public keys that finished matches are signed with, newest first: those configured and those of the past."""
    found, signing = asyncio.run(_keys(store))
    if as_json:
        print_json(
            [
                {"keyId": key.kid, "publicKey": key.x, "signs": key.kid == signing, "firstUsedAt": key.first_used_at}
                for key in found
            ]
        )
    else:
        rows = ((key.kid, "yes" if key.kid == signing else "no", key.first_used_at or "not yet") for key in found)
        print_table(("key id", "signs", "first used"), rows)


@secrets.command("rotate")
def rotate_secrets(store: Store = None, as_json: AsJson = False) -> None:
    """Encrypt all seeds and webhooks' secrets with the first of the secret keys. Safe to repeat, while matches run.

    Exit 1 if there are some that none of the keys opens.
    """
    done, hooks = asyncio.run(_rotate(store))
    if as_json:
        print_json(_as_data(done) | ({"webhooks": _of_webhooks(hooks)} if hooks != webhooks.Rotation() else {}))
    else:
        _tell(done)
        _tell_of_webhooks(hooks)
    if done.lost or done.lost_over or hooks.lost:
        raise typer.Exit(1)


async def _keys(store: str | None) -> tuple[tuple[SigningKey, ...], str]:
    playledger = await bootstrap(settings(store, clocks=False))
    try:
        return (await playledger.use_cases.signing.keys()).keys, playledger.signer.current.id
    finally:
        await playledger.stop()


async def _rotate(store: str | None) -> tuple[Rotation, webhooks.Rotation]:
    playledger = await bootstrap(settings(store, clocks=False))
    try:
        with progress() as bar:
            task = bar.add_task("rotating seeds", total=None)
            done = await rotate(
                playledger.store,
                playledger.vault,
                lambda seen, total: bar.update(task, completed=seen, total=total),
            )
        return done, await webhooks.rotate(playledger.store, playledger.webhook_secrets)
    finally:
        await playledger.stop()


def _as_data(done: Rotation) -> dict[str, object]:
    return {
        "rotated": done.rotated,
        "current": done.current,
        "lost": len(done.lost) + len(done.lost_over),
        "lost_running": done.lost,
        "lost_over": done.lost_over,
    }


def _of_webhooks(done: webhooks.Rotation) -> dict[str, object]:
    return {"rotated": done.rotated, "current": done.current, "lost": done.lost}


def _tell_of_webhooks(done: webhooks.Rotation) -> None:
    """Nothing where there is no webhook."""
    if done != webhooks.Rotation():
        lost = f"; lost, they have to be made anew: {', '.join(done.lost)}" if done.lost else ""
        typer.echo(f"webhooks: rotated {done.rotated}, already current {done.current}{lost}")


def _tell(done: Rotation) -> None:
    lost = len(done.lost) + len(done.lost_over)
    typer.echo(f"rotated {done.rotated}, already current {done.current}, lost {lost}")
    for matches, what in ((done.lost, "can't go on"), (done.lost_over, "over, so it does no harm")):
        if matches:
            more = f" and {len(matches) - NAMED} more" if len(matches) > NAMED else ""
            typer.echo(f"lost, {what}: {', '.join(matches[:NAMED])}{more}")
