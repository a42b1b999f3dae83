"""A client program plays bots of the house over two servers on one store, of which one is killed again and again."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from domain.games import discover
from domain.kernel.seating import decks_for
from playledger_client import Client
from playledger_client.models import CreateMatch, JoinMatch
from tests.e2e.replicas import Replicas, two
from tests.e2e.servers import match_of, playledger, program, token_of_host, wait_for, whole_log
from tests.kit.lanes import by_lane, sampled
from tests.kit.modes import InMode, in_each_mode, name_of
from tests.kit.play import whole
from tests.kit.short import short_options
from tests.kit.waiting import PATIENCE

WITH_OTHERS = (variant for variant in in_each_mode(discover().values()) if variant.seats[-1] > 1)
AGAINST_OTHERS = sorted(WITH_OTHERS, key=lambda variant: variant.seats[-1])
"""Every mode that has a seat for a bot, a short one first: it stands for all of them by day."""
KILLS = by_lane(commit=1, nightly=2)
APART = 25
"""Versions between two kills."""
MOST = 4
"""Seats."""


def against_bots(address: str, host: str, variant: InMode, seats: int) -> tuple[str, str]:
    """A match with bots of every strength in turn on all seats but the first: its id, and the token of that seat."""
    game, mode = variant.game, {} if variant.mode is None else {"mode": variant.mode}
    options = {**short_options(game), **mode}
    deck = decks_for(game, variant.options, (0,), seats)[0]

    async def seated() -> tuple[str, str]:
        async with Client(address, host, timeout=PATIENCE) as client:
            made = await client.create_match(CreateMatch(game=game.slug, seats=seats, options=options))
            match = client.match(made.match.id)
            for seat in range(1, seats):
                await match.give_to_house(game.strengths[seat % len(game.strengths)], seat=seat)
            return match.id, str((await match.join(JoinMatch(seat=0, deck=deck))).token)

    return asyncio.run(seated())


def kill_and_come_back(replicas: Replicas, match: str, player: subprocess.Popen[str]) -> None:
    """Kill one in the middle of the match, see the match go on, and start it again while the player holds still."""
    before = version(replicas.addresses[0], match)
    (survivor,) = replicas.kill()
    wait_for(lambda: version(survivor, match) > before + APART or player.poll() is not None)
    player.send_signal(signal.SIGSTOP)
    replicas.start()
    player.send_signal(signal.SIGCONT)
    assert player.poll() is None, "the match was too short for this test"


def version(address: str, match: str) -> int:
    return int(match_of(address, match)["version"])


@pytest.mark.programs
@pytest.mark.parametrize("variant", sampled(AGAINST_OTHERS, keep=1), ids=name_of)
def test_bots_play_whole_matches_over_two_servers_and_answer_once(
    variant: InMode, database_url: str, redis_url: str
) -> None:
    seats = max(number for number in variant.seats if number <= MOST)
    # a short match is over before anybody is killed
    events = sum(len(step.facts) for step in whole(variant.game, 1, options=variant.options))
    kills = KILLS if events > 4 * APART else 0
    host = token_of_host(database_url)
    with two(database_url, redis_url) as replicas:
        match, token = against_bots(replicas.addresses[0], host, variant, seats)
        command = (sys.executable, "-m", "tests.e2e.player", match, "0", token, "1", *replicas.addresses)
        with program(*command, out=subprocess.DEVNULL) as player:
            wait_for(lambda: version(replicas.addresses[0], match) > APART)
            for _ in range(kills):
                kill_and_come_back(replicas, match, player)
            assert player.wait(PATIENCE) == 0
        log = whole_log(replicas.addresses[0], match)
    assert [event["version"] for event in log] == list(range(1, len(log) + 1))
    assert log[-1]["type"] == "secrets_revealed"
    answered = Counter(event["data"]["prompt"] for event in log if is_answer(event))
    assert set(answered.values()) == {1}
    assert {event["data"]["seat"] for event in log if is_answer(event)} == set(range(seats))
    assert replicas.kills == kills
    audit = playledger(database_url, "audit", match)
    assert re.findall(r"^  \w+ +(\w+)", audit, re.MULTILINE) == ["ok"] * 6


def is_answer(event: Mapping[str, Any]) -> bool:
    """Whether it is a player's answer to a prompt, no clock's."""
    return event["type"] == "action_taken" and not event["data"].get("default")
