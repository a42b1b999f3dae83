"""What fuzzed cards of C4 are made of, and the decks and tables that they are played at."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from domain.games.c4.definitions import AbilityTable, CardTable, TriggerTable
from domain.games.c4.loadouts import ATTRIBUTES, TOKEN_KINDS, Loadout, Options
from domain.kernel.cardsets import OwnSet
from tests.games.c4.table import Table as Scene
from tests.kit.fuzzed_sets import Tables, Values
from tests.kit.fuzzed_texts import Texts
from tests.kit.mutations import Table

HEAD = ("P-FUZ-2401", "Fuzzed")
SAMPLE, NIGHTLY = 40, 3_000
"""Matches that guard a commit, and those of a night."""
FOUND = (628, 9_888, 10_608)
"""Matches in which a fault was found: a bot that weighed a movement that was over, and an attack inside itself."""
NEVER = frozenset({"cost pay", "cost spill"})
"""Words that are read with the card, which then has a number of tokens as its cost."""
CARDS = 8
TABLES = tuple(
    ({"turn_cap": turns, "opening_hand": hand, "reaction_cap": cap, "prompt_seconds": 30}, seats)
    for turns, hand, cap, seats in ((10, 5, 30, 2), (9, 3, 3, 3), (8, 7, 1, 4), (8, 4, 30, 8))
)
DECLARED = (("opp",), ("any",), ("opp", "any"))
"""Players that a text doesn't declare: one of them, or nobody (C4-440)."""


def tables(texts: Texts, values: Values) -> Tables:
    """Cards of all kinds."""
    return {"card": [_card(number, texts, values) for number in range(1, CARDS + 1)]}


def _card(number: int, texts: Texts, values: Values) -> Table:
    table: dict[str, Any] = {"number": number, "name": f"{values.name()[:70]} {number}", "text": values.name()}
    table |= values.of(CardTable, "kind", "symbol")
    kind, but = table["kind"], values.random.choice(DECLARED)
    if kind == "reaction":
        table["reaction"] = texts.calls("trigger", but=("opp",))
    if kind == "reaction" and "reaction_if" in values.some(("reaction_if",)):
        table["reaction_if"] = texts.condition(but=("opp", "any"))
    if kind != "stay_in_play" or values.random.random() < 0.5:
        table["play"] = texts.effects(but=but)
    for key in values.some(("cost", "x", "flipped")):
        table[key] = {"cost": _cost(texts), "x": _x(values), "flipped": _untold(texts)}[key]
    if kind == "stay_in_play":
        table |= _lasting(texts, values)
    return {key: value for key, value in table.items() if value is not None}


def _lasting(texts: Texts, values: Values) -> Table:
    """The texts of a card that stays in play."""
    return {
        "continuous": [text for _ in range(2) if (text := texts.calls("modifier", but=("opp", "any")))],
        "on": [one for _ in range(2) if None not in (one := _on(texts, values)).values()],
        "act": [one for _ in range(2) if None not in (one := _act(texts, values)).values()],
    }


def _on(texts: Texts, values: Values) -> dict[str, Any]:
    one: dict[str, Any] = {"when": texts.calls("trigger", but=("opp",)), "do": _untold(texts)}
    return one | {key: texts.condition(but=("opp", "any")) for key in values.some(_optional(TriggerTable))}


def _act(texts: Texts, values: Values) -> dict[str, Any]:
    but = (*values.random.choice(DECLARED), "icebox", "named")
    one: dict[str, Any] = {"do": texts.effects(but=but)}
    drawn = {"cost": _cost(texts), "if": texts.condition(but=("opp", "any")), "x": _x(values)}
    return one | {key: drawn[key] for key in values.some(_optional(AbilityTable))}


def _optional(table: type[Any]) -> list[str]:
    return [key for key in table.__struct_encode_fields__ if key not in ("when", "do")]


def _untold(texts: Texts) -> str | None:
    """What happens by itself, so that nothing is declared for it."""
    return texts.effects(but=("icebox", "named", "any"))


def _cost(texts: Texts) -> str | None:
    return texts.calls("cost", but=("opp", "any"))


def _x(values: Values) -> list[int]:
    low = values.random.randint(0, 3)
    return [low, low + values.random.randint(0, 4)]


def loadout(own: OwnSet, seat: int, options: Options, random: Random) -> Loadout:
    """Two or three of each of its cards, and some of the core sets'."""
    deck = [cid for cid in own.cards for _ in range(random.randint(1, 3))] + ["COR-01"] * 8
    kind = TOKEN_KINDS[random.randrange(len(TOKEN_KINDS))]
    drawn = Values(random).of(Loadout, "faction")
    return Loadout(tuple(deck), kind, tuple(random.sample(ATTRIBUTES, 2)), **drawn)


def given(own: OwnSet, seats: int, data: Mapping[str, Any], random: Random) -> Scene:
    """A table on which its cards lie everywhere."""
    scene = Scene(seats, **data)
    scene.cards |= own.cards
    names = [card.name for card in own.cards.values()]
    staying = [card.name for card in own.cards.values() if card.kind == "stay_in_play"]
    for seat in range(seats):
        scene.player(
            seat,
            hand=random.choices(names, k=4),
            deck=random.choices(names, k=random.choice((0, 2, 12))),
            discard=random.choices(names, k=3),
            in_play=[name for name in staying if random.random() < 2 / seats],
        )
    return scene.start()
