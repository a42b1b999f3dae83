"""Hidden decks: whatever they are, all that others are shown before their time is the same, byte for byte."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import aclosing
from typing import Any

import msgspec
import pytest

from api_schema.errors import ApiError
from api_schema.input.member_names import camel_value
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.matches import MatchFilter
from api_schema.ports.tournaments import TournamentFilter
from domain.games import discover
from domain.kernel.seating import in_mode
from tests.kit.chance import CHANCE, foreseeable
from tests.kit.served import serve, sqlite_url
from tests.kit.stamps import standing_still
from tests.kit.tournament_desk import Hosted, hosted

pytestmark = pytest.mark.anyio
GAME = discover()["c4"]
PRECON = "front_desk"
LOADOUT = msgspec.to_builtins(camel_value(GAME.precon(PRECON, 0, in_mode(GAME), 2)))
CARDS = (LOADOUT["deck"][-1], "COR-07")
"""The last card of one entrant's deck: it differs, and nobody else may know."""
HASH = re.compile(rb"(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{32})(?![0-9a-f])")
"""Commitments, what is chained to them and the checksums of their lines differ, as they must; they tell no deck."""


@pytest.mark.parametrize("decks", ["CLOSED", "AFTER_ROUND"])
async def test_nothing_shown_depends_on_a_hidden_deck(tmp_path_factory: pytest.TempPathFactory, decks: str) -> None:
    seen = [await twin(sqlite_url(tmp_path_factory.mktemp("twin")), card, decks) for card in CARDS]
    for stage in seen[0]:
        assert seen[0][stage] == seen[1][stage], stage
    assert len(seen[0]) > 30


async def test_a_deck_that_is_open_is_seen(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The twins do differ: what is compared above would show it."""
    seen = [await twin(sqlite_url(tmp_path_factory.mktemp("twin")), card, "OPEN") for card in CARDS]
    assert seen[0]["entered: spectator entrants"] != seen[1]["entered: spectator entrants"]


async def twin(url: str, card: str, decks: str) -> dict[str, bytes]:
    """What a stranger and the opponent are shown of a tournament in which one entrant has this card in the deck."""
    CHANCE.seed(7)
    with foreseeable(), standing_still():
        served = await serve(url)
        try:
            return await story(await hosted(served, decks=decks, game="c4"), card, decks)
        finally:
            await served.app.stop()


async def story(held: Hosted, card: str, decks: str) -> dict[str, bytes]:
    (owner,) = await held.enter({**LOADOUT, "deck": [*LOADOUT["deck"][:-1], card]})
    (other,) = await held.enter(PRECON)
    await held.enter(PRECON, 2)
    found: dict[str, bytes] = {}
    await look(held, "entered", other, found)
    await held.start()
    await look(held, "begun", other, found)
    await held.concede(owner)
    await look(held, "a game over", other, found)
    if decks == "CLOSED":
        await held.play_round()
        await look(held, "a round over", other, found)
    return found


async def look(held: Hosted, stage: str, other: str, found: dict[str, bytes]) -> None:
    await held.served.app.projector.catch_up()
    for name, caller in (("spectator", ANONYMOUS), ("opponent", held.players[other])):
        for what, work in views(held, caller).items():
            try:
                shown = msgspec.json.encode(await work())
            except ApiError as error:
                shown = f"{error.code}: {error.message}".encode()
            found[f"{stage}: {name} {what}"] = HASH.sub(b"#", shown)


def views(held: Hosted, caller: Caller) -> dict[str, Callable[[], Any]]:
    use, matches = held.use, held.served.app.use_cases.matches

    async def file(made: Any) -> str:
        return b"".join([part async for part in (await made).chunks]).decode()

    async def updates() -> list[str]:
        async with aclosing(use.updates(caller, held.id, after=0)) as stream:
            return [(await anext(stream)).payload.decode()]

    async def of_matches() -> list[Any]:
        shown: list[Any] = []
        for table in await held.tables():
            for game in table.games:
                shown += [await matches.get(caller, game.match_id)]
                shown += [await matches.events(caller, game.match_id, perspective="spectator")]
                shown += [await matches.state(caller, game.match_id, perspective="spectator")]
        return shown

    def export(name: Any) -> Callable[[], Any]:
        return lambda: file(use.export(caller, held.id, name))

    exports = ("export.json", "standings.csv", "pairings.csv", "results.csv", "report.fide-trf")
    return {
        "tournament": lambda: use.get(caller, held.id),
        "list": lambda: use.find(caller, first=9, wanted=TournamentFilter()),
        "entrants": lambda: use.entrants(caller, held.id, first=9),
        "record": lambda: use.entrant_record(caller, held.id, entrant=next(iter(held.players))),
        "rounds": lambda: use.rounds(caller, held.id),
        "pairings": lambda: use.pairings(caller, held.id, round_number=None, first=9),
        "standings": lambda: use.standings(caller, held.id, first=9),
        "events": lambda: use.events(caller, held.id),
        "updates": updates,
        "matches": of_matches,
        "list of matches": lambda: matches.find(caller, first=50, wanted=MatchFilter()),
        "matches.ndjson": lambda: file(use.matches_file(caller, held.id)),
        "replays.tar": lambda: file(use.replays_file(caller, held.id)),
        **{name: export(name) for name in exports},
    }
