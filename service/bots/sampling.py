"""Random answers to prompts, drawn from their templates without listing them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec

from domain.kernel.actions import Action
from domain.kernel.game import CardGame
from domain.kernel.match import State
from domain.kernel.prompts import SETS, Parameter, Prompt, Template, groups_of

SHORTCUTS = 20
"""One in so many answers may be a shortcut."""


def typed(game: CardGame, data: dict[str, object]) -> Action:
    """The game's action of this data; `data` holds its type."""
    return msgspec.convert(data, _by_name(game)[str(data["type"])])


@cache
def _by_name(game: CardGame) -> dict[str, type[Action]]:
    return {str(kind.__struct_config__.tag): kind for kind in game.actions}


def answer(game: CardGame, state: State, prompt: Prompt, random: Random) -> Action:
    """A random answer: first a template, then a value for each of its parameters."""
    return typed(game, sample(_template(game.options(state, prompt), random), random))


def _template(templates: Sequence[Template], random: Random) -> Template:
    """One of them; a shortcut only now and then, or little else would ever be played."""
    plain = [template for template in templates if not template.shortcut]
    shortcuts = len(plain) < len(templates) and (not plain or random.randrange(SHORTCUTS) == 0)
    return random.choice(templates if shortcuts else plain)


def sample(template: Template, random: Random) -> dict[str, object]:
    """A random answer of the template as data with its type."""
    chosen = {parameter.name: _value(parameter, random) for parameter in template.parameters}
    return {"type": template.type, **template.fixed, **chosen}


def _value(parameter: Parameter, random: Random) -> object:
    if parameter.kind == "counts":
        return _counts(parameter, random)
    if parameter.kind in SETS:
        return _cards(parameter, random)
    if parameter.kind == "payment":
        return _payment(parameter, random)
    if parameter.kind == "each":
        return [random.choice(group) for group in groups_of(parameter)]
    if parameter.kind == "flag":
        return bool(random.choice(parameter.options))
    return random.choice(parameter.options)


def _counts(parameter: Parameter, random: Random) -> dict[str, int]:
    pool = [str(name) for name, most in zip(parameter.options, parameter.most, strict=True) for _ in range(most)]
    taken = random.sample(pool, random.randint(parameter.min, min(parameter.max, len(pool))))
    return {name: taken.count(name) for name in sorted(set(taken))}


def _cards(parameter: Parameter, random: Random) -> list[Any]:
    number = random.randint(parameter.min, min(parameter.max, len(parameter.options)))
    chosen: Sequence[str | int] = random.sample(range(len(parameter.options)), number)
    places = chosen if parameter.ordered else sorted(chosen)
    return [parameter.options[int(place)] for place in places]


def _payment(parameter: Parameter, random: Random) -> list[Any]:
    """Options in a random order until they meet the price, then without superfluous ones. Any payment may come out."""
    worth, paid = parameter.worth, 0
    chosen: list[int] = []
    for place in random.sample(range(len(worth)), len(worth)):
        if paid >= parameter.price:
            break
        chosen.append(place)
        paid += worth[place]
    if paid < parameter.price:
        raise ValueError(f"{parameter.name}: all of it together is worth less than {parameter.price}")
    for place in random.sample(chosen, len(chosen)):
        if paid - worth[place] >= parameter.price:
            chosen.remove(place)
            paid -= worth[place]
    return [parameter.options[place] for place in sorted(chosen)]
