"""What fuzzed cards of TRF are made of, and the decks and tables that they are played at."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from domain.games.trf import definitions as d
from domain.games.trf.cardfiles import SELF
from domain.games.trf.loadouts import PLANETS, Loadout, Options
from domain.games.trf.validation import MAY_HAVE, NEEDS
from domain.kernel.cardsets import OwnSet
from domain.kernel.effects.subjects import TextPart
from tests.games.trf.own_sets import COMMONS
from tests.games.trf.table import Table as Scene
from tests.kit.fuzzed_sets import Tables, Values
from tests.kit.fuzzed_texts import Texts
from tests.kit.mutations import Table

HEAD = ("fuzzed", "Fuzzed")
SAMPLE, NIGHTLY = 30, 3_000
"""Matches that guard a commit, and those of a night."""
FOUND = (7_331,)
"""A match in which a fault was found: an OOC card came into play as a character."""
NEVER: frozenset[str] = frozenset()
"""Words that nothing runs or reads."""
MANY: Mapping[d.Kind, int] = {"account": 2, "planet": 2, "character": 5, "ooc": 5}
KINDS = [kind for kind, many in MANY.items() for _ in range(many)]
TABLES = tuple(
    ({"mode": mode, "turn_cap": turns, "deck_min": 1, "deck_max": 200, "max_copies": 0}, seats)
    for mode, turns, seats in (("duel", 10, 2), ("duel", 14, 2), ("free_for_all", 9, 3), ("free_for_all", 12, 4))
)
TITLES, TIES = ("Pastry", "Cook", *d.TITLES), ("sugar", "salt")
STAYING, HOSTED, CHOSEN = ("stay", "choose_faction"), ("host", "host_owner", "with_host"), ("chosen", "against_chosen")


def tables(texts: Texts, values: Values) -> Tables:
    """Cards of all kinds; their texts may name each other, and their titles and ties."""
    own = [f"fuzz_{number}" for number in range(1, len(KINDS) + 1)]
    for kind, names in (("card", own), ("title", TITLES), ("tie", TIES)):
        texts.names[kind].update((name, name) for name in names)
    return {"card": [_card(name, kind, texts, values) for name, kind in zip(own, KINDS, strict=True)]}


def _card(name: str, kind: d.Kind, texts: Texts, values: Values) -> Table:
    texts.most = {"pick": d.MOST_TARGETS}
    keys = [*NEEDS[kind], *values.some(MAY_HAVE[kind])]
    table: dict[str, Any] = {"id": name, "name": values.name(), "kind": kind, "text": values.name()}
    table |= values.of(d.CardTable, *(key for key in keys if key not in ("titles", "ties", "alignment")))
    for key, known in (("titles", d.TITLES if kind == "account" else TITLES), ("ties", TIES)):
        if key in keys:
            table[key] = values.random.sample(known, values.random.randint(0, 2))
    if "alignment" in keys and table.get("faction") not in (None, "universal"):
        table["alignment"] = values.random.choice(("light", "dark", "neutral"))
    if kind == "character":
        table |= {"capture": 0} if table["class"] == "individual" else values.of(d.CardTable, "capture")
    if kind == "planet":
        table |= {key: values.random.choice((0, 20, 100, 1000)) for key in ("meters", "words")}
    if "cost" in table:
        table["cost"] = min(table["cost"], 60)
    card = msgspec.convert(table, d.CardTable)
    abilities = _plays(card, texts, values) if kind == "ooc" else _abilities(card, d.FITS[kind], texts, values)
    return {**table, "abilities": abilities}


def _abilities(card: d.CardTable, times: tuple[d.When, ...], texts: Texts, values: Values) -> list[Any]:
    chosen = values.random.choices(times, k=values.random.randint(0, 3))
    made = [_ability(card, when, STAYING, texts, values) for when in chosen]
    return [ability for ability in made if ability is not None]


def _ability(card: d.CardTable, when: d.When, but: tuple[str, ...], texts: Texts, values: Values) -> Any:
    part = TextPart(card=card, moments=(frozenset({when}),), this=SELF[card.kind])
    do = texts.calls("modifier", part, but, most=2) if when in d.HOLDING else texts.effects(part, but)
    ability: dict[str, Any] = {"when": when, "do": do}
    if when in d.ACTS:
        ability |= values.of(d.AbilityTable, *values.some(("words", "discards")))
        ability |= {"words": min(ability["words"], 10)} if "words" in ability else {}
        test = texts.condition(part, but) if values.some(("only_if",)) else None
        ability |= {"only_if": test} if test else {}
    if card.kind == "account" and when not in d.ACTS:
        ability |= values.of(d.AbilityTable, *values.some(("weakness",)))
    return None if do is None else ability


def _plays(card: d.CardTable, texts: Texts, values: Values) -> list[Any]:
    """One to three plays in windows of their own, and the texts of a card that stays."""
    windows = values.random.sample(d.WINDOWS, values.random.randint(1, 5))
    stays, hosted, chosen = (values.random.random() < 0.5 for _ in range(3))
    texts.most = {"pick": d.MOST_TARGETS - hosted}
    but = (*STAYING, *(() if stays and hosted else HOSTED), *(() if stays and chosen else CHOSEN))
    plays: list[Any] = []
    for some in (windows[:2], windows[2:3], windows[3:]):
        part = TextPart(card=card, moments=tuple(frozenset({window}) for window in some), this=SELF["ooc"])
        effects = [texts.effects(part, but)]
        if stays:
            effects += [_choice(texts, part) if chosen else None, _stay(texts, part, values, hosted=hosted)]
        test = texts.condition(part, but) if values.random.random() < 0.2 else None
        do = ", ".join(filter(None, effects))
        if some == ["response"] and do and "pick" not in do:
            do += _answer(do)
        if some and do:
            plays.append({"windows": some, "do": do, **({"only_if": test} if test else {})})
    made = [_ability(card, when, but, texts, values) for when in d.STAYING if stays and values.random.random() < 0.5]
    return [*(plays or [{"windows": windows[:1], "do": "draw(me, 1)"}]), *(one for one in made if one)]


def _answer(do: str) -> str:
    """What no effect by chance comes to in 20,000 matches: it asks about the very card that is answered."""
    asked = Random(do).choice(("as_response", "targets_mine", "not targets_mine", ""))
    return f", cancel(pick(answered[{asked}]))" if asked else ""


def _choice(texts: Texts, part: TextPart) -> str:
    return texts.random.choice(("choose_faction(any_faction)", "choose_faction(of_my_alignment)"))


def _stay(texts: Texts, part: TextPart, values: Values, *, hosted: bool) -> str:
    """How it stays: with a host or without, for a while or until something happens."""
    given = []
    if hosted:
        given.append(f"pick({texts.cards(part, frozenset({'character', 'planet', 'account'})) or 'my_char'})")
    if values.random.random() < 0.5:
        counted = values.random.choice(("me", "host_owner") if hosted else ("me",))
        given.append(f"tokens={values.random.randint(1, 3)}, counted={counted}")
    if values.random.random() < 0.3:
        given.append(f"until={values.random.choice(('planet_captured', 'unique_defeated', 'stuck_turn'))}")
    return f"stay({', '.join(given)})"


def loadout(own: OwnSet, seat: int, options: Options, random: Random) -> Loadout:
    """Its accounts and planets, and a deck of some of its cards and some of the core set."""
    of = {kind: [cid for cid, card in own.cards.items() if card.kind == kind] for kind in MANY}
    accounts, homeworld = random.sample(of["account"], 2), random.choice(of["planet"])
    deck = [cid for cid in (*of["character"], *of["ooc"]) for _ in range(1 if own.cards[cid].unique else 3)]
    planets = [*of["planet"], *(card for card in COMMONS if card.startswith("P"))][:PLANETS]
    others = [card for card in COMMONS if card.startswith(("X", "O"))]
    reserve = accounts[1] if random.random() < 0.7 else None
    return Loadout(accounts[0], homeworld, (*deck, *planets, *random.sample(others, 5)), reserve)


def given(own: OwnSet, seats: int, data: Mapping[str, Any], random: Random) -> Scene:
    """A table on which its cards lie everywhere."""
    scene = Scene(seats, **data)
    scene.cards |= own.cards
    of = {kind: [cid for cid, card in own.cards.items() if card.kind == kind] for kind in MANY}
    assets = [*of["character"], *of["ooc"], *of["planet"]]
    for seat in range(seats):
        account, reserve = random.sample(of["account"], 2)
        scene.player(
            seat,
            account=account,
            reserve=reserve,
            home=random.choice(of["planet"]),
            hand=random.choices(of["ooc"], k=5),
            deck=random.choices(assets, k=random.choice((0, 12))),
            discard=random.choices(assets, k=4),
            planets=of["planet"],
            characters=of["character"],
        )
        for cid in of["ooc"]:
            if own.cards[cid].persistent and random.random() < 0.3:
                scene.persistent(seat, cid)
    if random.random() < 0.7:
        scene.fight(*([card.iid for card in player.characters[:1]] for player in scene.board.players[:2]))
    return scene.start()
