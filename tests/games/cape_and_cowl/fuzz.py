"""What fuzzed cards of Cape & Cowl are made of, and the decks and tables that they are played at."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from domain.games.cape_and_cowl import definitions as d
from domain.games.cape_and_cowl.loadouts import COPIES, DECK, Loadout, Options
from domain.kernel.cardsets import OwnSet
from domain.kernel.effects.subjects import TextPart
from tests.games.cape_and_cowl.own_sets import COMMONS
from tests.games.cape_and_cowl.table import P1, P2
from tests.games.cape_and_cowl.table import Table as Scene
from tests.kit.fuzzed_sets import Tables, Values
from tests.kit.fuzzed_texts import Texts
from tests.kit.mutations import Table

HEAD = ("fuzzed", "Fuzzed")
SAMPLE, NIGHTLY = 30, 3_000
"""Matches that guard a commit, and those of a night."""
FOUND = (1_559, 13_467)
"""Matches in which a fault was found: a bot with more discards than its limit, and a full hand when the match ended."""
NEVER = frozenset({"modifier porter", "modifier guard", "cards host"})
"""CNC-617 CNC-520 The word that no card of a player may say, and guard(host), which is read with the card."""
CARDS = 8
TABLES = tuple(
    ({"round_limit": rounds, "tiebreak": tiebreak, "time_limit_s": limit}, 2)
    for rounds, tiebreak, limit in ((4, "most_cp", None), (6, "fewest_discards", None), (5, "most_cp", 600))
)
TYPES = ("Odd", "Even")
OF_ONE_CARD = ("porter",)
"""CNC-617 The word that no card of a player may say."""
NOBODY_CHOOSES = ("choose",)
"""A Class is chosen with an action, so not in what happens by itself."""


def tables(texts: Texts, values: Values) -> Tables:
    """Two types, then cards of all kinds; their texts may name each other."""
    texts.most = {"recover": 1, "pick": d.MOST_TARGETS}
    own = [f"fuzz_{number}" for number in range(1, CARDS + 1)]
    texts.names["card"].update((name, name) for name in own)
    for kind in ("type", "immunity"):
        texts.names[kind].update((name, name) for name in TYPES)
    types = [_type(name, texts, values) for name in TYPES]
    return {"type": types, "card": [_card(name, texts, values) for name in own]}


def _type(name: str, texts: Texts, values: Values) -> Table:
    part = TextPart(card=None, moments=(frozenset({"type"}),), this=frozenset({"character"}))
    table = {"name": name, "effect": texts.effects(part, NOBODY_CHOOSES) or "draw(me, 1)"}
    return table | values.of(d.TypeTable, *values.some(("effect_name", "text", "rule")))


def _card(name: str, texts: Texts, values: Values) -> Table:
    table: dict[str, Any] = {"id": name, "name": values.name()[:80]}
    table |= values.of(d.CardTable, "kind", "cost", "text")
    table |= {"rarity": values.random.choices("CUR", (6, 1, 1))[0], "cost": min(table["cost"], 3)}
    kind: d.Kind = table["kind"]
    times = d.FITS[kind]
    many = 1 if kind == "event" else values.random.randint(1, 3)
    table["abilities"] = [one for _ in range(many) if (one := _ability(kind, times, texts, values))]
    if kind == "city":
        table |= values.of(d.CardTable, "cp")
    if kind == "event" and not table["abilities"]:
        table["abilities"] = [{"when": "play", "do": "draw(me, 1)"}]
    if kind == "character":
        table |= values.of(d.CardTable, "class", "hp")
        table["attacks"] = [_attack(texts, values) for _ in range(values.random.randint(1, 2))]
        strong = table["hp"] == d.TOP or any(attack["strength"] == d.TOP for attack in table["attacks"])
        for priced in (table, *table["attacks"]) if strong else ():
            priced["cost"] = max(2, priced.get("cost", 2))
    return table


def _attack(texts: Texts, values: Values) -> dict[str, Any]:
    drawn = values.of(d.AttackText, "name", "strength", *values.some(("cost",)))
    drawn |= {"cost": min(drawn["cost"], 3)} if "cost" in drawn else {}
    known = texts.names["type"] if values.random.random() < 0.3 else TYPES
    return {**drawn, "type": values.random.choice([*known])}


def _ability(kind: d.Kind, times: tuple[str, ...], texts: Texts, values: Values) -> dict[str, Any] | None:
    when = values.random.choice(times)
    part = TextPart(card=None, moments=(frozenset({when}),), this=frozenset({kind}))
    if when in ("passive", "guard"):
        do = texts.calls("modifier", part, OF_ONE_CARD, most=2)
    else:
        do = texts.effects(part, NOBODY_CHOOSES if when not in ("act", "play") else ())
    if do is None:
        return None
    if when == "guard" and "guard(host)" not in do:
        do = f"guard(host), {do}"
    drawn = values.of(d.AbilityTable, *values.some(("name", "text")))
    return {"when": when, "do": do, **drawn, **({"cost": values.random.randint(0, 2)} if when == "act" else {})}


def loadout(own: OwnSet, seat: int, options: Options, random: Random) -> Loadout:
    """Five copies of as many of its cards as their rarity allows, and Commons of the core set."""
    left = {"C": DECK, "U": 10, "R": 10}
    written: list[str] = []
    for cid, card in random.sample(sorted(own.cards.items()), len(own.cards)):
        if left[card.rarity] >= COPIES:
            left[card.rarity] -= COPIES
            written += [cid] * COPIES
    return Loadout((d.PORTER, *[*written, *COMMONS * COPIES][:DECK]))


def given(own: OwnSet, seats: int, data: Mapping[str, Any], random: Random) -> Scene:
    """A table on which its cards lie everywhere."""
    scene = Scene(**{key: value for key, value in data.items() if key != "time_limit_s"})
    scene.cards |= {**own.cards, **own.others}
    cids = sorted(own.cards)
    of = {kind: [cid for cid in cids if own.cards[cid].kind == kind] for kind in ("character", "city")}
    hp = random.choice((1, None))
    for seat in (P1, P2):
        hand, discard = random.choices(cids, k=5), random.choices(cids, k=random.choice((0, 4, 24)))
        there = [cid for cid in of["city"] if not own.cards[cid].guard]
        present = random.choices(of["character"], k=3) if of["character"] else []
        for cid in present:
            scene.character(seat, cid, hp=hp)
        scene.player(
            seat,
            cp=random.choice((1, 30, 100)),
            ap=random.choice((0, 3, 12)),
            hand=hand,
            deck=random.choices(cids, k=DECK - len([*hand, *discard, *present, *there])),
            discard=discard,
            cities=there,
        )
    return scene.start()
