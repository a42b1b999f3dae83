"""What scenarios need beyond the core set: cards for rules that no core card reaches, dice that show what they must."""

from __future__ import annotations

import re
from collections.abc import Sequence

from domain.games.cape_and_cowl import GAME
from domain.games.cape_and_cowl.cardfiles import READER
from domain.kernel import draws as fair
from domain.kernel.draws import Draws
from tests.games.cape_and_cowl.table import Table
from tests.kit.scenario import SEED

ATTACK = re.compile(r"(?P<type>\S+) (?P<strength>\d+) / (?P<cost>\d+)")
ABILITY = re.compile(r"(?P<when>\w+)(?: (?P<cost>\d+))?: (?P<do>.+)")


def character(
    game: Table,
    *abilities: str,
    attacks: Sequence[str] = (),
    hp: int = 20,
    cost: int = 1,
    class_: str = "Hero",
) -> str:
    """A Character of this table; its id. `abilities` as "passive: ..." or "act 1: ...", `attacks` as "Fire 9 / 1".

    Without either it has a Physical Attack of 5.
    """
    written = attacks or (() if abilities else ("Physical 5 / 1",))
    keys = [f'class = "{class_}"', f"hp = {hp}", f"cost = {cost}", f"attacks = [{', '.join(map(_attack, written))}]"]
    return _add(game, "character", keys, abilities)


def city(game: Table, *abilities: str, cp: int = 0) -> str:
    """A City card of this table; its card id."""
    return _add(game, "city", [f"cp = {cp}", "cost = 1"], abilities)


def event(game: Table, do: str) -> str:
    """An Event of this table; its card id."""
    return _add(game, "event", ["cost = 0"], [f"play: {do}"])


def attack_type(game: Table, effect: str) -> str:
    """A Character with an Attack of a type of its own (Test 5 / 1) and this Type Effect; its card id."""
    table = f'[[type]]\nname = "Test"\neffect = "{effect}"\n'
    keys = ['class = "Hero"', "hp = 20", "cost = 1", f"attacks = [{_attack('Test 5 / 1')}]"]
    return _add(game, "character", keys, (), table)


def die(game: Table, seat: int, value: int) -> None:
    """Given: the player's next roll shows this. As many rolls are over as it takes to come to one that does."""
    purpose = f"die:{seat}"
    seats = fair.combine(tuple(place.seed for place in game.state.seats))
    draws = Draws(SEED, game.state.match, seats, {})
    over = next(n for n in range(1000) if draws.below(purpose, 6).value == value - 1)
    game.state.draws = {**game.state.draws, purpose: over}


def _attack(written: str) -> str:
    found = ATTACK.fullmatch(written)
    assert found is not None, written
    return f'{{ name = "Attack", type = "{found["type"]}", strength = {found["strength"]}, cost = {found["cost"]} }}'


def _ability(written: str) -> str:
    found = ABILITY.fullmatch(written)
    assert found is not None, written
    cost = "" if found["cost"] is None else f"cost = {found['cost']}, "
    return f'{{ name = "Ability", text = "Text.", when = "{found["when"]}", {cost}do = "{found["do"]}" }}'


def _add(game: Table, kind: str, keys: Sequence[str], abilities: Sequence[str], types_: str = "") -> str:
    title = f"test{len(game.cards)}"
    texts = f"abilities = [{', '.join(map(_ability, abilities))}]"
    table = ["[[card]]", 'id = "card"', f'name = "{title}"', f'kind = "{kind}"', 'rarity = "C"', *keys, texts]
    text = "\n".join(['set = "test"', 'name = "Test"', *table, types_])
    made = READER.read_own(GAME.core(), text)
    game.cards |= {**made.cards, **made.others}
    (cid,) = made.cards
    return cid
