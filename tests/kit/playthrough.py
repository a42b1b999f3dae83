"""Golden playthroughs: whole matches from their seeds as readable text, committed beside a game's tests.

A change of the rules shows as a diff; `python -m tests.kit.playthrough` writes the files anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from domain.games import discover
from domain.kernel import decide
from domain.kernel import match as kernel
from domain.kernel.audience import FULL
from domain.kernel.decide import Decision
from domain.kernel.game import CardGame
from domain.kernel.match import State
from domain.kernel.prompts import Prompt
from domain.kernel.table import names_on
from service.bots.sampling import answer
from service.catalogue.scenario_index import folder_of
from service.matches.texts import describe, tellers
from tests.kit.modes import in_each_mode
from tests.kit.play import accepted, opening, server_seed

SEED = 2017
SHOWN = 140
"""Lines of a playthrough before it is cut; what follows counts by its hash."""
SILENT = (kernel.Resolution, kernel.PromptOpened, kernel.PromptClosed, kernel.PromptRevised)
"""Events that only keep the books: the facts around them tell the story."""


def names(game: CardGame) -> list[str]:
    """The playthroughs of a game: each bot with few, some and most players, or in each mode."""
    return [f"{table}-{bot}" for table in tables(game) for bot in ("greedy", "random")]


def tables(game: CardGame) -> dict[str, tuple[int, Any]]:
    """(seats, options) by the name of the table: how many play, or the mode, or both if a mode doesn't say how many."""
    found: dict[str, tuple[int, Any]] = {}
    for variant in in_each_mode([game]):
        there = variant.seats
        few_to_most = sorted({there[0], 3, 4, there[-1]} & set(there))
        for seats in few_to_most:
            parts = [variant.mode, None if variant.mode and len(few_to_most) == 1 else str(seats)]
            found["-".join(filter(None, parts))] = (seats, variant.options)
    return found


def render(game: CardGame, name: str) -> str:
    """The text of a playthrough: its beginning, the hash of what follows, the result."""
    table, _, bot = name.rpartition("-")
    seats, options = tables(game)[table]
    decisions = list(_match(game, seats, options, bot))
    lines = [line for decision in decisions for line in _lines(game, decision)]
    rest = "\n".join(lines[SHOWN:])
    cut = [f"... {len(lines) - SHOWN} more lines, sha256 {sha256(rest.encode()).hexdigest()}"] if rest else []
    return "\n".join([*lines[:SHOWN], *cut, *_result(game, decisions[-1].state)]) + "\n"


def file_of(game: CardGame, name: str) -> Path:
    """The committed file of a playthrough."""
    return folder_of(game) / "playthroughs" / f"{name}.txt"


def _match(game: CardGame, seats: int, options: Any, bot: str) -> Iterator[Decision]:
    decision = None
    for decision in opening(game, SEED, seats, options):
        yield decision
    assert decision is not None
    random = Random(f"{SEED} {bot}")
    while decision.state.status == "running":
        decision = _move(game, decision.state, bot, random)
        yield decision


def _move(game: CardGame, state: State, bot: str, random: Random) -> Decision:
    waited_for = [prompt for prompt in state.prompts.values() if prompt.mode != "standing"]
    prompt = random.choice(waited_for if bot == "greedy" else list(state.prompts.values()))
    action = _greedy(game, state, prompt, random) if bot == "greedy" else answer(game, state, prompt, random)
    return accepted(decide.act(game, state, prompt.seat, action, state.at, server_seed(SEED)))


def _greedy(game: CardGame, state: State, prompt: Prompt, random: Random) -> Any:
    """The game's own bot, else the default, else anything."""
    action = game.greedy(state, prompt, random.choice) or game.default(state, prompt)
    return answer(game, state, prompt, random) if action is None else action


def _lines(game: CardGame, decision: Decision) -> Iterator[str]:
    """A sentence for each fact, with everything hidden shown; what the game makes of an act is indented below it."""
    state = decision.state
    named = state.board_or_none is not None and any(tellers(game)[type(one.event)].on_table for one in decision.facts)
    things = names_on(game.table(game.view(state, FULL), state.cards), game.seat_name) if named else {}
    for fact in decision.facts:
        if not isinstance(fact.event, SILENT):
            indent = "  " if isinstance(fact.event, tuple(game.events)) else ""
            yield indent + describe(game, fact.event, state.cards, things)


def _result(game: CardGame, state: State) -> Iterator[str]:
    result = state.result
    assert result is not None
    yield f"Result: {result.kind} ({result.rule}, decided by {result.decided_by}): {result.reason}"
    for place, seats in enumerate(result.placings, 1):
        yield f"  {place}. " + ", ".join(map(game.seat_name, seats))


def write(game: CardGame) -> None:
    """Write every playthrough of a game, and remove those of tables that it has no more."""
    folder = file_of(game, "").parent
    folder.mkdir(parents=True, exist_ok=True)
    for file in folder.iterdir():
        file.unlink()
    for name in names(game):
        file_of(game, name).write_text(render(game, name), encoding="utf-8")


if __name__ == "__main__":
    for one in discover().values():
        write(one)
