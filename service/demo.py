"""Demo data: for each game a finished match between bots, and one that waits for a move of the demo account."""

from __future__ import annotations

from dataclasses import dataclass

from api_schema.graphql.explorer import Example, demo_examples
from api_schema.ports import Caller, CreateMatch, JoinMatch
from domain.kernel.game import Game
from service.accounts.accounts import SCOPES
from service.bootstrap import Playledger
from service.simulate.report import Report
from service.simulate.run import Plan, run_into

ACCOUNT = "ac_demo"


@dataclass(frozen=True)
class Demo:
    """What was made: a personal token of the demo account, and (title, match id) pairs."""

    token: str
    matches: list[tuple[str, str]]
    examples: list[Example]


async def make_demo(playledger: Playledger) -> Demo:
    """Make the data that is not there yet, and a fresh token."""
    scopes = sorted(SCOPES - {"admin"})
    _, token = await playledger.accounts.create_for(ACCOUNT, "demo", scopes)
    caller = Caller(f"account:{ACCOUNT}", frozenset(scopes), ACCOUNT)
    matches: list[tuple[str, str]] = []
    examples: list[Example] = []
    for game in playledger.catalogue.games():
        running, replayed = await _open(playledger, caller, game)
        if not replayed:
            await _finish_one(playledger, game)
        matches.append((f"{game.slug}: to play", running))
        if not examples:
            examples = demo_examples(running, game.slug, game.min_seats, token)
    page = await playledger.use_cases.matches.find(caller, first=5, status="FINISHED")
    matches += [(f"{match.game}: finished", match.id) for match in page.matches]
    return Demo(token, matches, examples)


async def _open(playledger: Playledger, caller: Caller, game: Game) -> tuple[str, bool]:
    """A match in which the demo account sits on every seat."""
    cases = playledger.use_cases.matches
    order = CreateMatch(game.slug, game.min_seats, decision_ms=0, turn_ms=0)
    match, replayed, _ = await cases.create(caller, f"demo-{game.slug}", order)
    decks = [deck.id for deck in game.decks()]
    for seat in range(game.min_seats if match.status == "OPEN" else 0):
        if not match.seats[seat].taken:
            join = JoinMatch(seat=seat, deck=decks[seat % len(decks)])
            await cases.join(caller, match.id, f"demo-{game.slug}-{seat}", join)
    return match.id, replayed


async def _finish_one(playledger: Playledger, game: Game) -> None:
    plan = Plan(
        game,
        matches=1,
        players=game.min_seats,
        loadouts=[deck.id for deck in game.decks()],
        bots=["greedy"],
        options={},
        seed="demo",
    )
    async for _ in run_into(plan, Report(), playledger):
        pass
