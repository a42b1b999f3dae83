"""Characters for rules that no character of the core set reaches, written as players write their own (CAP-R88)."""

from __future__ import annotations

from itertools import count

from domain.games.capcom_crossovers import GAME
from domain.games.capcom_crossovers.cardfiles import READER
from tests.games.capcom_crossovers.table import MakeTable

STATS = {
    "hp": 50,
    "strength": 7,
    "speed": 3,
    "agility": 6,
    "endurance": 9,
    "combo": 5,
    "bap": 2,
    "defense_bonus": 2,
}
THROW = '{ id = "throw_", name = "Throw", cards = "pair", type = "A", damage = 6, priority = 2, cp = 2 }'
QUIET = 'when = "passive", do = "modify_stat(self, bap, 0)"'
"""A part that changes nothing."""
_SETS = count(1)


def part(when: str, do: str, cost: str = "", limit: str = "", if_: str = "", *, may: bool = False) -> str:
    """A part of an ability; `cost` is the number and the kind of cards: "1, any"."""
    keys = [f'when = "{when}"', f'do = "{do}"']
    keys += [f'cost = "discard({cost})"'] if cost else []
    keys += [f'limit = "{limit}"'] if limit else []
    keys += [f'if = "{if_}"'] if if_ else []
    return ", ".join([*keys, "may = true"] if may else keys)


def move(cards: str, type_: str, damage: int, priority: int, cp: int = 1, **more: str) -> str:
    """A special or super, its id that of its number; `attrs` as "RS", `mark`, `hit` is what it does when it hits."""
    name = cards.replace(" ", "")
    keys = [f'id = "test_{name.lower()}"', f'name = "{name}"', f'cards = "{cards}"', f'type = "{type_}"']
    keys += [f"damage = {damage}", f"priority = {priority}", f"cp = {cp}"]
    if "attrs" in more:
        keys.append(f"attrs = {list(more['attrs'])}")
    if "mark" in more:
        keys.append(f'mark = "{more["mark"]}"')
    if "hit" in more:
        keys.append(f'effects = [{{ when = "hit", do = "{more["hit"]}" }}]')
    return f"{{ {', '.join(keys)} }}"


def fighter(make: MakeTable, *written: str, moves_: tuple[str, ...] = (), throw: str = THROW, **stats: int) -> str:
    """A character for the tables of this test; its card id. Its moves are called `<id>m1`, `<id>m2` ..., its throw
    comes last.
    """
    parts = ", ".join(f"{{ {one} }}" for one in written or (QUIET,))
    keys = [f"{name} = {value}" for name, value in {**STATS, **stats}.items()]
    ability = f'{{ id = "test_ability", name = "Ability", text = "Text.", parts = [{parts}] }}'
    table = ["[[card]]", 'id = "test_one"', 'name = "One"', *keys, f"ability = {ability}"]
    text = "\n".join(
        ['set = "test"', f'name = "Test {next(_SETS)}"', *table, f"moves = [{', '.join([*moves_, throw])}]"]
    )
    made = READER.read_own(GAME.core(), text)
    make.cards |= {**made.cards, **made.others}
    (cid,) = made.cards
    return cid
