"""`keys` and `secrets`: which keys sign finished matches; seeds and webhooks' secrets under the newest key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from service.cli.output import AsJson, echo, print_json, print_table, progress
from service.cli.stores import Store, over_store, settings

if TYPE_CHECKING:
    from api_schema.ports.history import SigningKey
    from service.bootstrap import Playledger
    from service.matches.seed_rotation import SeedRotation
    from service.webhooks.secret_rotation import SecretRotation

NAMED = 5
"""Lost matches that are named to people; programs get all."""

secrets = typer.Typer(help="What is encrypted: seeds of matches, secrets of webhooks.", no_args_is_help=True)


@secrets.callback()
def below() -> None:
    """Keep the name of a single command."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(keys)


def keys(store: Store = None, as_json: AsJson = False) -> None:
    """The public keys that finished matches are signed with. Those configured and those of the past, newest first."""
    found, signing = over_store(settings(store), _keys)
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
    """Encrypt all seeds and secrets with the first secret key. Safe to repeat, while matches run.

    Exit 1 if there are some that none of the keys opens.
    """
    done, hooks = over_store(settings(store), _rotate)
    if as_json:
        print_json(_as_data(done) | ({"webhooks": _of_webhooks(hooks)} if _any(hooks) else {}))
    else:
        _tell(done)
        _tell_of_webhooks(hooks)
    if done.lost or done.lost_over or hooks.lost:
        raise typer.Exit(1)


async def _keys(playledger: Playledger) -> tuple[tuple[SigningKey, ...], str]:
    return (await playledger.use_cases.signing.keys()).keys, playledger.signer.current.id


async def _rotate(playledger: Playledger) -> tuple[SeedRotation, SecretRotation]:
    from service.matches.seed_rotation import rotate
    from service.webhooks import secret_rotation as webhooks

    with progress() as bar:
        task = bar.add_task("rotating seeds", total=None)
        done = await rotate(
            playledger.store,
            playledger.vault,
            lambda seen, total: bar.update(task, completed=seen, total=total),
        )
    return done, await webhooks.rotate(playledger.store, playledger.webhooks.secrets)


def _as_data(done: SeedRotation) -> dict[str, object]:
    return {
        "rotated": done.rotated,
        "current": done.current,
        "lost": len(done.lost) + len(done.lost_over),
        "lost_running": done.lost,
        "lost_over": done.lost_over,
    }


def _any(done: SecretRotation) -> bool:
    return bool(done.rotated or done.current or done.lost)


def _of_webhooks(done: SecretRotation) -> dict[str, object]:
    return {"rotated": done.rotated, "current": done.current, "lost": done.lost}


def _tell_of_webhooks(done: SecretRotation) -> None:
    """Nothing where there is no webhook."""
    if _any(done):
        lost = f"; lost, they have to be made anew: {', '.join(done.lost)}" if done.lost else ""
        echo(f"webhooks: rotated {done.rotated}, already current {done.current}{lost}")


def _tell(done: SeedRotation) -> None:
    lost = len(done.lost) + len(done.lost_over)
    echo(f"rotated {done.rotated}, already current {done.current}, lost {lost}")
    for matches, what in ((done.lost, "can't go on"), (done.lost_over, "over, so it does no harm")):
        if matches:
            more = f" and {len(matches) - NAMED} more" if len(matches) > NAMED else ""
            echo(f"lost, {what}: {', '.join(matches[:NAMED])}{more}")
