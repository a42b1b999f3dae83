"""What scenarios need beyond the core set: cards for rules that no core card reaches, dice that show what they must."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from domain.games.cape_and_cowl.cardfiles import load
from domain.games.cape_and_cowl.cards import definitions, types
from domain.games.cape_and_cowl.words import VOCABULARY
from domain.kernel import draws as fair
from domain.kernel.draws import Draws
from tests.games.cape_and_cowl.table import Table
from tests.kit.scenario import SEED

ATTACK = re.compile(r"(?P<type>\S+) (?P<strength>\d+) / (?P<cost>\d+)")
ABILITY = re.compile(r"(?P<when>\w+)(?: (?P<cost>\d+))?: (?P<do>.+)")


def character(
    patch: pytest.MonkeyPatch,
    *abilities: str,
    attacks: Sequence[str] = (),
    hp: int = 20,
    cost: int = 1,
    class_: str = "Hero",
) -> str:
    """A Character for this test; its card id. `abilities` as "passive: ..." or "act 1: ...", `attacks` as "Fire 9 / 1".

    Without either it has a Physical Attack of 5.
    """
    written = attacks or (() if abilities else ("Physical 5 / 1",))
    keys = [f'class = "{class_}"', f"hp = {hp}", f"cost = {cost}", f"attacks = [{', '.join(map(_attack, written))}]"]
    return _add(patch, "character", keys, abilities)


def city(patch: pytest.MonkeyPatch, *abilities: str, cp: int = 0) -> str:
    """A City card for this test; its card id."""
    return _add(patch, "city", [f"cp = {cp}", "cost = 1"], abilities)


def event(patch: pytest.MonkeyPatch, do: str) -> str:
    """An Event for this test; its card id."""
    return _add(patch, "event", ["cost = 0"], [f"play: {do}"])


def attack_type(patch: pytest.MonkeyPatch, effect: str) -> str:
    """A Character with an Attack of a type of its own (Test 5 / 1) and this Type Effect; its card id."""
    table = f'[[type]]\nname = "Test"\neffect = "{effect}"\n'
    keys = ['class = "Hero"', "hp = 20", "cost = 1", f"attacks = [{_attack('Test 5 / 1')}]"]
    return _add(patch, "character", keys, (), table)


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


def _add(patch: pytest.MonkeyPatch, kind: str, keys: Sequence[str], abilities: Sequence[str], types_: str = "") -> str:
    prefix = f"test{sum(cid.startswith('test') for cid in definitions())}"
    texts = f"abilities = [{', '.join(map(_ability, abilities))}]"
    table = ["[[card]]", 'id = "card"', f'name = "{prefix}"', f'kind = "{kind}"', 'rarity = "C"', *keys, texts]
    text = "\n".join(['set = "test"', 'name = "Test"', *table, types_])
    made = load(VOCABULARY, "test.toml", text, prefix)
    for kind_of in made.types:
        patch.setitem(types(), kind_of.id, kind_of)
    (card,) = made.cards
    patch.setitem(definitions(), card.cid, card)
    return card.cid
