"""How `make mutants` changes cards of TRF."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from domain.games.trf import GAME
from domain.games.trf.cardfiles import READER
from domain.games.trf.definitions import FACTIONS, TITLES, WINDOWS, Definition
from tests.kit.mutations import Change, Table, toml

SWAPS: Mapping[str, Sequence[str]] = {
    "me": ["opp", "each_opp"],
    "opp": ["me"],
    "loser": ["me", "opp"],
    "host_owner": ["me"],
    "my_char": ["their_char", "any_char", "my_unit"],
    "their_char": ["my_char", "any_char"],
    "any_char": ["my_char", "their_char"],
    "my_unit": ["their_unit", "any_unit", "my_char"],
    "their_unit": ["my_unit", "any_unit"],
    "my_planet": ["their_planet", "any_planet"],
    "their_planet": ["my_planet", "any_planet"],
    "any_planet": ["my_planet", "their_planet"],
    "their_account": ["my_account"],
    "pick": ["each"],
    "fleeter": ["individual"],
    "individual": ["fleeter"],
    "character": ["planet", "ooc"],
    "planet": ["character"],
    "ooc": ["character"],
    "coalition": ["jedi"],
    "jedi": ["coalition"],
    "iron_regency": ["umbral_circle", "dark"],
    "umbral_circle": ["iron_regency"],
    "freeport_league": ["drift_clans", "neutral"],
    "drift_clans": ["freeport_league", "neutral"],
    "neutral": ["freeport_league", "drift_clans", "light"],
    "attacking": ["fighting", "blocking"],
    "fighting": ["attacking", "stuck"],
    "spent": ["battled"],
    "battled": ["spent"],
    "assigned": ["attacking", "unblocked"],
    "shield": ["home"],
    "lone": ["fighting"],
    "any_faction": ["of_my_alignment"],
    "of_my_alignment": ["any_faction"],
    "my_side": ["my_defense"],
    "has_my_unit": ["has_my_individual"],
    "has_my_individual": ["has_my_unit"],
    "my_defense": ["my_side"],
    "as_response": ["targets_mine"],
    "targets_mine": ["as_response"],
    "captured": ["lost"],
    "lost": ["captured"],
    "combat": ["capture"],
    "unit_combat": ["combat"],
    "capture": ["combat"],
    "damage": ["heal"],
    "heal": ["damage"],
    "discard_random": ["discard_choice", "draw"],
    "discard_choice": ["discard_random"],
    "draw": ["discard_random"],
    "to_hand": ["put_into_play"],
    "put_into_play": ["to_hand"],
    "revive_free": ["to_hand"],
    "leave_fight": ["refresh_unit"],
    "refresh_unit": ["leave_fight"],
    "passive": ["home_passive"],
    "home_passive": ["passive"],
    "act": ["home_act"],
    "home_act": ["act"],
    "start_of_turn": ["end_of_turn"],
    "end_of_turn": ["start_of_turn"],
    "enters": ["defeated", "start_of_turn"],
    "defeated": ["wins_fight", "enters"],
    "wins_fight": ["defeated", "i_capture"],
    "i_capture": ["wins_fight", "end_of_turn"],
    "pre": ["post"],
    "post": ["pre"],
    "attack": ["block"],
    "block": ["attack"],
    "assault": ["post"],
    "response": ["pre"],
    **{title: [other] for title, other in zip(TITLES, (*TITLES[1:], TITLES[0]), strict=True)},
}
"""What is tried instead of a word, beside the other choices of a parameter, which the vocabulary knows."""
NAMES: Mapping[str, Sequence[str]] = {
    "card": tuple(GAME.core().cards),
    "title": TITLES,
    "faction": tuple(FACTIONS),
    "alignment": ("light", "dark", "neutral"),
}
OTHER_CLASS = {"fleeter": "individual", "individual": "fleeter"}
STRANGER = "Stranger"


def compiled(card: Definition, table: Table) -> Definition:
    """The card with another table. Raises CardFault for what can't be a card.

    It is read as a set of its own, which may name the cards of the core set but not take an id of theirs.
    """
    text = f'set = "{card.set}"\nname = "Mutants"\n[[card]]\n{toml({**table, "id": "mutant"})}'
    (made,) = READER.read_own(GAME.core(), text).cards.values()
    return replace(made, cid=card.cid, number=card.number, source=table)


def more(table: Table) -> Iterator[Change]:
    """What is no number or word in an effect: the class, marks that a card doesn't have, one window more."""
    for key, value in _marks(table):
        yield Change(key, json.dumps(table.get(key)), json.dumps(value), {**table, key: value})
    if table["kind"] == "character":
        class_ = OTHER_CLASS[table["class"]]
        capture = {"capture": 0} if class_ == "fleeter" else {}
        kept = {key: value for key, value in table.items() if key != "capture"}
        yield Change("class", table["class"], class_, {**kept, **capture, "class": class_})
    for place, ability in enumerate(table.get("abilities", ())):
        for window in WINDOWS:
            if ability.get("windows") and window not in ability["windows"]:
                yield _with_window(table, place, window)


def _marks(table: Table) -> Iterator[tuple[str, Any]]:
    """Titles, ties, faction and so on that are not printed, or others than those that are."""
    kind = table["kind"]
    if kind == "character":
        yield from [] if table.get("unique") else [("unique", True)]
        yield "titles", [STRANGER]
        yield from [] if "alignment" in table or table["faction"] == "universal" else _deviant(table["faction"])
    if kind == "account":
        yield "titles", [*table["titles"], next(title for title in TITLES if title not in table["titles"])]
    if kind == "ooc":
        yield from [] if "title" in table else [("title", title) for title in ("Mod", "Newbie")]
        yield from [] if "faction" in table else [("faction", "jedi")]
        yield from [] if "subtype" in table else [("subtype", "staff_ruling")]
    if kind in ("character", "ooc") and "ties" not in table:
        yield "ties", ["azguard"]


def _deviant(faction: Any) -> Iterator[tuple[str, Any]]:
    yield "alignment", next(one for one in ("light", "dark") if one != FACTIONS[faction])


def _with_window(table: Table, place: int, window: str) -> Change:
    abilities = table["abilities"]
    ability = abilities[place]
    windows = [*ability["windows"], window]
    changed = [*abilities[:place], {**ability, "windows": windows}, *abilities[place + 1 :]]
    key = f"abilities.{place + 1}.windows"
    return Change(key, json.dumps(ability["windows"]), json.dumps(windows), {**table, "abilities": changed})
