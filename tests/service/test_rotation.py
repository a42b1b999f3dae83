"""The seeds of matches under a new secret key, while the matches are played."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
import sqlalchemy as sa
from pydantic import SecretStr
from typer.testing import CliRunner, Result

from eventstore.tables import match_secrets
from service.cli import app
from service.matches import seed_rotation
from service.matches.seed_rotation import SeedRotation, rotate
from tests import services
from tests.kit.served import ALICE, BOB, Served, serve

OLD, NEW, OTHER = "an old secret of the tests", "a new secret of the tests", "another secret of the tests"
BOTH = SecretStr(f"{NEW},{OLD}")


async def stored(served: Served) -> list[Any]:
    query = sa.select(match_secrets).order_by(match_secrets.c.stream_id)
    return list(await served.app.store.sql.read(lambda connection: connection.execute(query).all()))


@pytest.mark.anyio
async def test_every_seed_comes_under_the_first_key_and_the_matches_go_on(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seed_rotation, "PAGE", 2)
    before = await serve(url, secret_key=SecretStr(OLD))
    async with before.app:
        matches = [await before.started() for _ in range(5)]
    during = await serve(url, secret_key=BOTH)
    async with during.app:
        # known to this process with the seed as it was
        token = await during.token(ALICE, matches[0], "send")
        match = await during.started()
        steps: list[tuple[int, int]] = []
        done = await rotate(during.app.store, during.app.vault, lambda seen, total: steps.append((seen, total)))
        assert (done, steps) == (SeedRotation(rotated=5, current=1), [(2, 6), (4, 6), (6, 6)])
        await during.act(ALICE, matches[0], token=token)
        now = await stored(during)
        assert await rotate(during.app.store, during.app.vault) == SeedRotation(current=6)
        assert await stored(during) == now
    after = await serve(url, secret_key=SecretStr(NEW))
    async with after.app:
        for each in (*matches, match):
            await after.play_out(each, ALICE, BOB)
            assert (await after.app.use_cases.matches.get(ALICE, each)).status == "FINISHED"


@pytest.mark.each_store
@pytest.mark.anyio
async def test_two_rotations_at_once_do_the_work_once(url: str) -> None:
    before = await serve(url, secret_key=SecretStr(OLD))
    async with before.app:
        for _ in range(4):
            await before.open()
    one, other = await serve(url, secret_key=BOTH), await serve(url, secret_key=BOTH)
    async with one.app, other.app:
        done = await asyncio.gather(*(rotate(each.app.store, each.app.vault) for each in (one, other)))
        assert sum(each.rotated for each in done) == 4
        assert [each.rotated + each.current for each in done] == [4, 4]
        assert await rotate(one.app.store, one.app.vault) == SeedRotation(current=4)


@pytest.mark.anyio
async def test_a_server_that_knows_only_the_new_key_goes_on_after_the_rotation(url: str) -> None:
    """Somebody took the old key away too early, and mends it without a restart."""
    before = await serve(url, secret_key=SecretStr(OLD))
    async with before.app:
        match = await before.started()
    hasty, careful = await serve(url, secret_key=SecretStr(NEW)), await serve(url, secret_key=BOTH)
    async with hasty.app, careful.app:
        token = await hasty.token(ALICE, match, "send")
        await rotate(careful.app.store, careful.app.vault)
        with pytest.raises(Exception, match="no key for the seed"):
            await hasty.act(ALICE, match, token=token)
        await hasty.act(ALICE, match, token=token)


async def left_behind(url: str, running: int) -> tuple[list[str], str]:
    """(running matches, one that is over) under the old key, and one running under the new one."""
    before = await serve(url, secret_key=SecretStr(OLD))
    async with before.app:
        matches = [await before.started() for _ in range(running)]
        over = await before.started()
        await before.act(ALICE, over, action={"type": "concede"})
    after = await serve(url, secret_key=SecretStr(NEW))
    async with after.app:
        await after.started()
    return matches, over


def command(monkeypatch: pytest.MonkeyPatch, url: str, keys: str, *options: str) -> Result:
    monkeypatch.setenv("PLAYLEDGER_SECRET_KEY", keys)
    return CliRunner().invoke(app, ["secrets", "rotate", "--store", url, *options], catch_exceptions=False)


def test_the_command_counts_and_is_silent_about_the_rest(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    services.run(left_behind(url, 2))
    first = command(monkeypatch, url, f"{NEW},{OLD}")
    assert (first.exit_code, first.stdout) == (0, "rotated 3, already current 1, lost 0\n")
    second = command(monkeypatch, url, NEW)
    assert (second.exit_code, second.stdout) == (0, "rotated 0, already current 4, lost 0\n")


def test_the_command_names_the_matches_whose_key_is_lost(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    running, over = services.run(left_behind(url, 7))
    told = command(monkeypatch, url, f"{OTHER},{NEW}")
    assert told.exit_code == 1
    counts, lost, harmless = told.stdout.splitlines()
    assert counts == "rotated 1, already current 0, lost 8"
    assert lost.endswith("and 2 more")
    assert sum(match in lost for match in running) == 5
    assert harmless == f"lost, over, so it does no harm: {over}"
    data = json.loads(command(monkeypatch, url, f"{OTHER},{NEW}", "--json").stdout)
    assert sorted(data.pop("lost_running")) == sorted(running)
    assert data == {"rotated": 0, "current": 1, "lost": 8, "lost_over": [over]}


def test_the_keys_are_listed(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def one_signed() -> str:
        served = await serve(url, secret_key=SecretStr(OLD))
        async with served.app:
            match = await served.started()
            await served.act(ALICE, match, action={"type": "concede"})
            await served.app.projector.catch_up()
            return served.app.signer.current.id

    signed = services.run(one_signed())
    monkeypatch.setenv("PLAYLEDGER_SECRET_KEY", NEW)
    listed = json.loads(CliRunner().invoke(app, ["keys", "--store", url, "--json"]).stdout)
    assert [(key["signs"], key["firstUsedAt"] is None) for key in listed] == [(True, True), (False, False)]
    assert listed[1]["keyId"] == signed
    table = CliRunner().invoke(app, ["keys", "--store", url]).stdout
    assert [line.split()[:2] for line in table.splitlines()[1:]] == [[listed[0]["keyId"], "yes"], [signed, "no"]]
