"""A stored match of a game that only the tests know is told again from the store alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.bootstrap import bootstrap
from service.cli.story import events_and_state
from service.settings import Settings
from tests.kit.served import ALICE, BOB, Served
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio
GAMES = {GAME.slug: GAME}


@pytest.mark.parametrize("perspective", ["full", "spectator", "seat:1"])
async def test_a_toy_match_is_replayed_as_it_was_played(tmp_path: Path, perspective: str) -> None:
    settings = Settings.model_validate({"database_url": f"sqlite:///{tmp_path}/played.db", "clocks": False})
    async with await bootstrap(settings, GAMES) as app:
        served = Served(app)
        match = await served.started()
        await served.play_out(match, ALICE, BOB)
        seen = await app.use_cases.matches.state(BOB, match, perspective=perspective)
    async with await bootstrap(settings, GAMES) as app:
        events, state = await events_and_state(app, match, perspective, None)
        _, early = await events_and_state(app, match, perspective, 10)
    assert [event.version for event in events] == list(range(1, seen.version + 1))
    assert (state.version, state.hash, state.head_hash) == (seen.version, seen.hash, seen.head_hash)
    assert events[-1].hash == seen.head_hash
    assert (early.version, early.head_hash) == (10, events[9].hash)
