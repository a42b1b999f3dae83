"""Matches for measuring the page, played by the service's own simulation and stored as if they had been played there:
a long one that is over, and one that stops while many cards lie on the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import msgspec
from pydantic import SecretStr

from bench.servers import SECRET
from domain.games import discover
from domain.kernel.audience import SPECTATOR
from domain.kernel.game import CardGame
from domain.kernel.table import Table, TableCard
from service.application.ids import MATCH_IDS
from service.bootstrap import Playledger, bootstrap
from service.matches.aggregate import Aggregate
from service.matches.rendering import state_out
from service.settings import Settings
from service.simulation.recorder import store
from service.simulation.run import Plan
from service.simulation.table import Setup, Step, play
from service.times import now
from tests.web.program import account

TRIED = 60
"""Matches that are played until one is as it is wanted."""


class Long(msgspec.Struct, frozen=True):
    """A match and its last version."""

    match: str
    last: int


class Wide(msgspec.Struct, frozen=True):
    """A match that runs: how many cards everybody sees, and the versions around a batch that changes many of them."""

    match: str
    cards: int
    changed: int
    before: int
    after: int


class Made(msgspec.Struct, frozen=True):
    """All that was made, and the tokens of accounts by their names."""

    long: Long
    wide: Wide
    tokens: dict[str, str]


async def fill(database: str, names: Sequence[str], *, events: int, cards: int, changed: int) -> Made:
    """Matches of at least so many events, cards, and cards that a batch changes, and an account for each name."""
    settings = Settings.model_validate({"database_url": database, "secret_key": SecretStr(SECRET)})
    async with await bootstrap(settings) as app:
        setup, steps = _first(_long(events))
        await store(app.catalogue, app.matches.repository, setup, steps)
        long = Long(setup.match, steps[-1].decision.state.version)
        wide = await _stored_wide(app, cards, changed)
        tokens = {name: await account(app, name) for name in names}
        await app.projector.catch_up()
    return Made(long, wide, tokens)


def _first(found: Iterator[tuple[Setup, list[Step]]]) -> tuple[Setup, list[Step]]:
    try:
        return next(found)
    except StopIteration:
        raise RuntimeError(f"none of {TRIED} matches is as it is wanted") from None


def _long(events: int) -> Iterator[tuple[Setup, list[Step]]]:
    """Whole matches of so many events: four who answer at random."""
    for setup in _setups("trf", 4, "random", {"mode": "free_for_all"}):
        steps = list(play(setup))
        if steps[-1].decision.state.version >= events:
            yield setup, steps


async def _stored_wide(app: Playledger, cards: int, changed: int) -> Wide:
    """The beginning of a match, up to the first batch that changes so many of so many cards."""
    entry = app.catalogue.entry("scp")
    for setup in _setups("scp", 4, "waiting", {}):
        steps: list[Step] = []
        before: dict[str, TableCard] = {}
        for step in play(setup):
            steps.append(step)
            if step.decision.state.board_or_none is None:
                continue
            match = Aggregate(setup.match, MATCH_IDS.stream_of(setup.match), entry, step.decision.state, bytes(32))
            after = _cards(state_out(match, SPECTATOR).table)
            differ = sum(before.get(card) != now for card, now in after.items())
            if len(after) >= cards and changed <= differ < len(after) / 2 and step.decision.state.status == "running":
                await store(app.catalogue, app.matches.repository, setup, steps)
                versions = [one.decision.state.version for one in steps[-2:]]
                return Wide(setup.match, len(after), differ, *versions)
            before = after
    raise RuntimeError(f"no batch of {TRIED} matches changes {changed} of {cards} cards")


def _setups(slug: str, seats: int, bot: str, options: dict[str, object]) -> Iterator[Setup]:
    game: CardGame = discover()[slug]
    plan = Plan(
        game,
        matches=TRIED,
        players=[seats],
        loadouts=[deck.id for deck in game.decks()],
        bots=[bot],
        options=options,
        seed="bench",
    )
    for setup in plan.setups(fresh_ids=True):
        yield replace(setup, start=now())


def _cards(table: Table | None) -> dict[str, TableCard]:
    """The cards that lie open, by id."""
    if table is None:
        return {}
    zones = [*table.zones, *(zone for player in table.players for zone in player.zones)]
    return {card.id: card for zone in zones for card in zone.cards if card.id is not None and card.name is not None}
