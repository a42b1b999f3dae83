"""Fighters, piles and attacks: the second referee's own board of Capcom Crossovers, from RULES.md alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import Any

PRINTED: dict[str, Mapping[str, Any]] = {}
"""The printed characters of the match that is counted, as plain TOML: one match is counted at a time."""
NUMBERS = {rank + suit: int(rank) for rank in map(str, range(2, 11)) for suit in "CDHS"}
"""CAP-601 The values of number cards by face."""
JOKERS = ("JK1", "JK2")
STATS = ("strength", "speed", "agility", "endurance", "combo", "bap", "defense_bonus")
BASIC: Mapping[str, Any] = {"id": "basic", "type": "C", "cp": 1, "cards": "number"}
"""CAP-303."""


@dataclass
class Character:
    """A fighter."""

    id: str
    cid: str
    seat: int
    side: int
    hp: int
    start_hp: int
    status: str
    cp_used: int = 0


@dataclass
class Player:
    """A player's piles; the draw pile from its top."""

    deck: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    meter: list[str] = field(default_factory=list)
    block: str | None = None
    zone: dict[int, list[str]] = field(default_factory=dict)
    out: bool = False

    def cards(self) -> list[str]:
        """CAP-801 Every card of the player."""
        block = [] if self.block is None else [self.block]
        return sorted(chain(self.deck, self.hand, self.discard, self.meter, block, *self.zone.values()))


@dataclass
class Attack:
    """A declared attack or avoid move."""

    number: int
    seat: int
    character: Character
    move: str
    cards: Sequence[str]
    extra: Sequence[str]
    role: str
    partner: Character | None = None
    result: str = ""

    @property
    def printed(self) -> Mapping[str, Any]:
        """CAP-303 CAP-307 CAP-921 Its entry; of a tag super that of the active character's super."""
        if self.move == "basic":
            return BASIC
        moves = PRINTED[self.character.cid]["moves"]
        named = {"throw": lambda move: move["cards"] == "pair", "tag_super": lambda move: move.get("mark") == "TS"}
        fits = named.get(self.move, lambda move: move["id"] == self.move)
        entry: Mapping[str, Any] = next(filter(fits, moves))
        return entry

    @property
    def kind(self) -> str:
        """CAP-301 basic, throw, special, super or tag_super."""
        if self.move in ("basic", "throw", "tag_super"):
            return self.move
        return "super" if "A" in self.printed["cards"] else "special"

    @property
    def worth(self) -> int:
        """The attack value: super 3, special 2, basic 1; a throw has none (CAP-473)."""
        return {"basic": 1, "special": 2, "super": 3, "tag_super": 3}.get(self.kind, 0)

    def has(self, attribute: str) -> bool:
        """CAP-520 to CAP-524."""
        return attribute in self.printed.get("attrs", ())

    @property
    def bare(self) -> bool:
        """CAP-916 CAP-921 Only what is printed counts."""
        return self.role == "variable_counter" or self.kind == "tag_super"

    def effects(self, when: str) -> Iterator[tuple[str, list[ast.expr]]]:
        """Its effects of a time, with their arguments."""
        for one in () if self.bare else self.printed.get("effects", ()):
            if one["when"] == when:
                yield from words(one["do"])

    @property
    def base(self) -> int:
        """CAP-480 Printed damage and that of additional cards."""
        if self.move == "basic":
            return NUMBERS[self.cards[0]]
        if self.partner is not None:
            partner = next(move for move in PRINTED[self.partner.cid]["moves"] if move.get("mark") == "TS")
            return int(self.printed["damage"]) + int(partner["damage"])
        added = sum(number(args[0]) for word, args in self.effects("per_extra") if word == "add_damage")
        return int(self.printed["damage"]) + added * len(self.extra)


@cache
def expression(text: str) -> ast.expr:
    """A text of a card file as Python reads it."""
    return ast.parse(text, mode="eval").body


@cache
def words(text: str) -> list[tuple[str, list[ast.expr]]]:
    """The words of an effect, with their arguments."""
    body = expression(text)
    calls = body.elts if isinstance(body, ast.Tuple) else [body]
    return [(name(part.func), part.args) for part in calls if isinstance(part, ast.Call)]


def name(node: ast.expr) -> str:
    """A name of the vocabulary."""
    assert isinstance(node, ast.Name), ast.dump(node)
    return node.id


def number(node: ast.expr) -> int:
    """A number of a text."""
    return -number(node.operand) if isinstance(node, ast.UnaryOp) else int(ast.literal_eval(node))


def parts(cid: str, when: str) -> list[Mapping[str, Any]]:
    """The parts of a character's ability that work at a time."""
    return [part for part in PRINTED[cid]["ability"]["parts"] if part["when"] == when]


def worth(face: str) -> int:
    """CAP-309 CAP-950 What a card of the super meter counts."""
    return 10 if face in JOKERS else NUMBERS[face]


@dataclass
class Board:
    """A match."""

    players: list[Player]
    characters: dict[str, Character] = field(default_factory=dict)
    modifiers: list[Mapping[str, Any]] = field(default_factory=list)
    attacks: list[Attack] = field(default_factory=list)

    def side(self, side: int) -> list[Character]:
        """The characters of a side."""
        return [one for one in self.characters.values() if one.side == side]

    def active(self, side: int) -> Character | None:
        """The active character of a side; None if all are KOed."""
        return next((one for one in self.side(side) if one.status == "active"), None)

    def inactive(self, side: int) -> Character | None:
        """CAP-951 The living one that waits."""
        return next((one for one in self.side(side) if one.status == "inactive"), None)

    def own(self, seat: int) -> Character:
        """CAP-908 CAP-955 Whose stats a player uses: the active character of theirs, else their own."""
        theirs = [one for one in self.characters.values() if one.seat == seat]
        return next((one for one in theirs if one.status == "active"), theirs[0])

    # Numbers as they are now (CAP-508)

    def passives(self, word: str, source: Character) -> Iterator[list[ast.expr]]:
        """CAP-504 CAP-506 What a character's ability always says, while it is active and its condition is met."""
        for part in parts(source.cid, "passive") if source.status == "active" else ():
            if "if" not in part or source.hp <= number(words(part["if"])[0][1][0]):
                yield from (args for said, args in words(part["do"]) if said == word)

    def stat(self, character: Character, stat: str) -> int:
        """CAP-508 No stat is below 0, Speed not below 1."""
        value = int(PRINTED[character.cid][stat])
        value += sum(
            one["amount"] for one in self.modifiers if one["character"] == character.id and one.get("stat") == stat
        )
        for source in self.characters.values():
            whom = "self" if source is character else "opposing_active" if source.side != character.side else ""
            for args in self.passives("modify_stat", source):
                if (name(args[0]), name(args[1])) == (whom, stat) and character.status == "active":
                    value += number(args[2])
        return max(1 if stat == "speed" else 0, value)

    def change(self, word: str, owner: Character, attack: Attack) -> int:
        """CAP-R77 CAP-R81 What modifiers of a kind add up to for an attack."""
        said = [(args[0], number(args[1])) for args in self.passives(word, owner)]
        for one in self.modifiers:
            if one["what"] == word and one["character"] == owner.id:
                said.append((self._filter(one), one["amount"]))
        return sum(n for node, n in said if fits(node, attack))

    def _filter(self, modifier: Mapping[str, Any]) -> ast.expr:
        """Which attacks a modifier is about: as the ability says that made it."""
        source = PRINTED[modifier["source_cid"]]["ability"]["parts"]
        found = [args for part in source for word, args in words(part["do"]) if word == modifier["what"]]
        return found[0][1 if modifier["what"] == "prevent_damage" else 0]

    def halves(self, target: Character, attack: Attack) -> bool:
        """CAP-480 CAP-R99 Whether an effect of the target halves the damage."""
        there = [one for one in self.modifiers if one["what"] == "prevent_damage" and one["character"] == target.id]
        return any(fits(self._filter(one), attack) for one in there)

    def priority(self, attack: Attack) -> int:
        """CAP-303 CAP-305 CAP-916 CAP-921."""
        basic = attack.kind == "basic"
        value = self.stat(attack.character, "bap") if basic else int(attack.printed["priority"])
        return value if attack.bare else max(0, value + self.change("modify_priority", attack.character, attack))


def fits(node: ast.expr, attack: Attack | None) -> bool:
    """Whether an attack passes a filter; damage of an effect passes only `any_damage`."""
    if isinstance(node, ast.Name) and node.id == "any_damage":
        return True
    if attack is None:
        return False
    if isinstance(node, ast.Name):
        return node.id == "used_as_counter" and attack.role == "counter"
    assert isinstance(node, ast.Call), ast.dump(node)
    asked = name(node.args[0])
    if name(node.func) == "has_attr":
        return attack.has(asked)
    return {"basic": 1, "special": 2, "super": 3}[asked] == attack.worth
