"""What fuzzed characters of Capcom Crossovers are made of, and the tables that they fight at."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from domain.games.capcom_crossovers import definitions as d
from domain.games.capcom_crossovers.loadouts import BOSS_SEAT, SIDES, Loadout, Options
from domain.kernel.cardsets import OwnSet
from domain.kernel.effects.subjects import TextPart
from tests.games.capcom_crossovers.table import Table as Scene
from tests.kit.fuzzed_sets import Tables, Values
from tests.kit.fuzzed_texts import Texts
from tests.kit.mutations import Table

HEAD = ("fuzzed", "Fuzzed")
SAMPLE, NIGHTLY = 30, 3_000
"""Matches that guard a commit, and those of a night."""
FOUND = (993, 2_529)
"""Matches in which a fault was found: a concession left a character with 0 HP (CAP-R107)."""
NEVER = frozenset({"effect add_damage"})
"""The damage of an additional card is reckoned when the card is read."""
CARDS, BOSS = 5, 5
TABLES = tuple(({"mode": mode, "turn_cap": 12}, sum(map(len, sides))) for mode, sides in SIDES.items())
CARDS_SHOWN = ("J", "Q", "K", "A", "2A", "3A", "2J", "K + 0-1 K", "Q + 0-3 J", "2A + 0-2 A", "A + 0-4 K")
ATTACKED: frozenset[str] = frozenset({"attack"})


def tables(texts: Texts, values: Values) -> Tables:
    """Some characters, and a boss."""
    return {"card": [_character(number, texts, values) for number in range(1, CARDS + 1)]}


def _character(number: int, texts: Texts, values: Values) -> Table:
    stats = ("hp", "strength", "speed", "agility", "endurance", "combo", "bap", "defense_bonus")
    table = {"id": f"fuzz_{number}", "name": values.name(), **values.of(d.CharacterTable, *stats)}
    table |= {"strength": values.random.randint(2, 9), "hp": values.random.choice((1, 20, 60, 999))}
    moves = [_move(f"move_{number}_{place}", texts, values) for place in range(values.random.randint(0, 8))]
    named = {"id": f"throw_{number}", "name": "Throw", "cards": "pair"}
    throw = {**_attack(values), **named, "effects": _hit(texts, values)}
    if number == BOSS:
        table["boss"] = True
    else:
        _mark(moves, values)
    called = {"id": f"ability_{number}", "name": values.name(), "text": values.name()}
    return {**table, "moves": [*moves, throw], "ability": {**called, "parts": _parts(texts, values)}}


def _mark(moves: list[dict[str, Any]], values: Values) -> None:
    """A variable counter and a tag super."""
    for mark, is_super in (("VC", False), ("TS", True)):
        fitting = [move for move in moves if "avoid" not in move and ("A" in move["cards"].split("+")[0]) == is_super]
        if fitting:
            values.random.choice(fitting)["mark"] = mark


def _attack(values: Values) -> dict[str, Any]:
    return values.of(d.MoveTable, "type", "cp", "damage", "priority", *values.some(("attrs", "text")))


def _move(name: str, texts: Texts, values: Values) -> dict[str, Any]:
    cards = values.random.choice(CARDS_SHOWN)
    table: dict[str, Any] = {"id": name, "name": values.name(), "cards": cards}
    avoids = values.random.random() < 0.25
    table |= {**values.of(d.MoveTable, "cp", "avoid"), "type": "E"} if avoids else _attack(values)
    effects = _used(texts) if avoids else _hit(texts, values)
    if "+" in cards and values.random.random() < 0.8:
        adds = f"add_damage({values.random.randint(1, 3)}), add_damage({values.random.choice((1, 200))})"
        do = texts.effects(_at("per_extra"), ("add_damage",)) if avoids else adds
        effects += [{"when": "per_extra", "do": do}] if do else []
    return {**table, "effects": effects}


def _at(when: str, about: frozenset[str] = frozenset()) -> TextPart:
    return TextPart(card=None, moments=(frozenset({when}),), about=about)


def _hit(texts: Texts, values: Values) -> list[Any]:
    do = texts.effects(_at("hit")) if values.random.random() < 0.5 else None
    return [{"when": "hit", "do": do}] if do else []


def _used(texts: Texts) -> list[Any]:
    do = texts.effects(_at("used"))
    return [{"when": "used", "do": do}] if do else []


def _parts(texts: Texts, values: Values) -> list[Any]:
    """The parts of an ability: what is used by name once."""
    times = values.random.sample(("any_time", "would_be_damaged", *("passive", *d.TRIGGERS[:4]) * 2), 4)
    parts = [part for when in times if (part := _part(when, texts, values))]
    return parts or [{"when": "passive", "do": "modify_damage(any_damage, 1)"}]


def _part(when: str, texts: Texts, values: Values) -> dict[str, Any] | None:
    if when == "would_be_damaged":
        limit = values.random.choice(("turn", "game"))
        asked = {"may": True, "limit": limit, "cost": "discard(1, number_card)"}
        return {"when": when, "do": "prevent_damage(value)", **asked}
    do = texts.calls("modifier", _at(when), most=3) if when == "passive" else texts.effects(_at(when))
    if do is None:
        return None
    part: dict[str, Any] = {"when": when, "do": do}
    for key in values.some(("may", "limit", "cost", "if", "attack")):
        if key == "may" and when in d.TRIGGERS:
            part["may"] = True
        elif key == "if":
            part["if"] = texts.condition(_at(when))
        elif key == "attack" and when == "damage_dealt":
            part["attack"] = texts.condition(_at(when, ATTACKED))
        elif key == "limit" and when != "passive":
            part["limit"] = values.random.choice(("turn", "game"))
        elif key == "cost" and when == "any_time":
            part["cost"] = f"discard({values.random.randint(1, 3)}, any)"
    if when == "any_time" and not {"limit", "cost"} & part.keys():
        part["limit"] = "turn"
    return {key: value for key, value in part.items() if value is not None}


def loadout(own: OwnSet, seat: int, options: Options, random: Random) -> Loadout:
    """Characters of the set; partners differ."""
    cids = sorted(own.cards)
    boss = next(cid for cid in cids if own.cards[cid].boss)
    if options.mode == "boss" and seat == BOSS_SEAT:
        return Loadout((boss,))
    others = [cid for cid in cids if cid != boss]
    if options.mode == "tag":
        return Loadout(tuple(random.sample(others, 2)))
    return Loadout((others[seat % len(others)],))


def given(own: OwnSet, seats: int, data: Mapping[str, Any], random: Random) -> Scene:
    """A fight of its characters with cards in every hand."""
    options = Options(**data)
    brought = [loadout(own, seat, options, random).characters for seat in range(seats)]
    scene = Scene(*brought, cards={**own.cards, **own.others}, **data)
    for seat, player in enumerate(scene.board.players):
        faces = random.sample(player.deck_list, 12)
        scene.player(seat, hand=" ".join(faces[:9]), discard=" ".join(faces[9:]))
    return scene.start(random.choice(("draw", "combat")))
