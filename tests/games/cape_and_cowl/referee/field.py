"""The table as the second referee counts it: printed cards as plain data, zones, what the texts in play add up to."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

PORTER, TOP = "the_porter", 50
HAND = 10
STORM = frozenset({"Ice", "Air", "Water", "Electric"})
LIMITS = {"characters": 3, "events_per_turn": 1, "cities_per_turn": 1, "attrition": 25}
KINDS = frozenset({"character", "city", "event"})
COMMONALITY = {"common": "C", "uncommon": "U", "rare": "R"}


@dataclass(eq=False)
class Card:
    """A card in a hand, in a discard pile or in play, with all that is on it there."""

    iid: str
    cid: str
    owner: int
    entered: int = 0
    revealed: bool = False
    barred: bool = False
    class_: str = ""
    hp: int = 0
    max_hp: int = 0
    new: bool = True
    acts: int = 0
    extra: int = 0
    attacked: bool = False
    replaced: bool = False
    combo: tuple[int, int] | None = None
    statuses: dict[str, int] = field(default_factory=dict)
    mods: list[Lasting] = field(default_factory=list)
    host: str | None = None


@dataclass(frozen=True)
class Lasting:
    """What goes on for a while: who made it, for how long, and what it changes."""

    kind: str
    by: int
    duration: str
    n: int = 0
    limit: str = ""


@dataclass
class Player:
    """One City."""

    cp: int = 100
    ap: int = 0
    overdrive: bool = False
    shortage: int = 0
    deck: list[str] = field(default_factory=list)
    hand: list[Card] = field(default_factory=list)
    discard: list[Card] = field(default_factory=list)
    characters: list[Card] = field(default_factory=list)
    cities: list[Card] = field(default_factory=list)
    events_played: int = 0
    cities_played: int = 0
    flooded: int | None = None
    lasting: list[Lasting] = field(default_factory=list)


@cache
def parsed(text: str) -> tuple[ast.expr, ...]:
    """The effects of a text, in written order."""
    body = ast.parse(text, mode="eval").body
    return tuple(body.elts) if isinstance(body, ast.Tuple) else (body,)


def word(node: ast.expr) -> str:
    """The word that an expression begins with."""
    head = node.func if isinstance(node, ast.Call) else node.value if isinstance(node, ast.Subscript) else node
    assert isinstance(head, ast.Name), ast.dump(node)
    return head.id


def arguments(node: ast.expr) -> list[ast.expr]:
    """What a word is about."""
    return node.args if isinstance(node, ast.Call) else []


def keyword(node: ast.expr, name: str) -> ast.expr | None:
    """What a word says under this name, or None."""
    named = node.keywords if isinstance(node, ast.Call) else []
    return next((one.value for one in named if one.arg == name), None)


def names(node: ast.expr | None) -> frozenset[str]:
    """One name, or a list of them."""
    if node is None:
        return frozenset()
    return frozenset(map(word, node.elts if isinstance(node, ast.List) else [node]))


class Field:
    """Both Cities, and the sums over them."""

    def __init__(self, printed: Mapping[str, Any]) -> None:
        self.printed = printed
        self.players = [Player(), Player()]
        self.active = 0

    def abilities(self, card: Card, when: str) -> Iterator[str]:
        """The texts of a card for this moment."""
        yield from (one["do"] for one in self.printed[card.cid].get("abilities", ()) if one["when"] == when)

    def in_play(self, when: str = "passive") -> Iterator[tuple[Card, str]]:
        """CNC-530 Texts of cards in play: the active player's first, each side in order of entering play."""
        for seat in (self.active, 1 - self.active):
            for card in self.entered(seat):
                yield from ((card, text) for text in self.abilities(card, when))

    def entered(self, seat: int) -> list[Card]:
        """The cards of a player in play, in order of entering."""
        player = self.players[seat]
        return sorted([*player.characters, *player.cities], key=lambda card: card.entered)

    def find(self, iid: str | None) -> Card | None:
        """A card in play, or None."""
        both = (card for player in self.players for card in (*player.characters, *player.cities))
        return next((card for card in both if card.iid == iid), None)

    def guard(self, host: Card) -> Card | None:
        """CNC-516 CNC-517 CNC-520 The working guard of a City card."""
        cities = self.players[host.owner].cities
        return next((card for card in cities if card.host == host.iid and self.enabled(card)), None)

    def enabled(self, card: Card) -> bool:
        """CNC-507 CNC-516 CNC-517 CNC-617 Whether its texts work."""
        if card.cid == PORTER:
            return True
        if "silenced" in card.statuses or "disabled" in card.statuses:
            return False
        return card.class_ != "" or self.players[card.owner].flooded is None

    def passive(self, name: str) -> Iterator[tuple[Card, ast.expr]]:
        """CNC-503 CNC-515 The working passive texts that say this word, with their cards."""
        for card, text in self.in_play():
            if self.enabled(card):
                yield from ((card, effect) for effect in parsed(text) if word(effect) == name)

    def select(self, node: ast.expr, you: int, source: Card | None) -> list[Card]:
        """CNC-614 CNC-617 The cards in play that a selector means; nobody means the Porter."""
        name = word(node)
        if name == "self":
            return [] if source is None or self.find(source.iid) is not source else [source]
        side, _, kind = name.partition("_")
        seats = {"my": [you], "opp": [1 - you], "any": [self.active, 1 - self.active]}[side]
        if kind.startswith("city"):
            found = [card for seat in seats for card in self.players[seat].cities if card.cid != PORTER]
        else:
            found = [card for seat in seats for card in self.players[seat].characters]
        if kind.startswith("other"):
            found = [card for card in found if card is not source]
        if isinstance(node, ast.Subscript):
            found = [card for card in found if self.matches(node.slice, card)]
        return found

    def matches(self, node: ast.expr, card: Card) -> bool:
        """Whether a card meets a condition, in play by what it is now, elsewhere by its print."""
        if isinstance(node, ast.BoolOp):
            return (any if isinstance(node.op, ast.Or) else all)(self.matches(one, card) for one in node.values)
        if isinstance(node, ast.Compare):
            left = card.hp if word(node.left) == "hp" else 0 if card.combo is None else card.combo[1]
            right = self.number(node.comparators[0], card.owner, card)
            return left <= right if isinstance(node.ops[0], ast.LtE) else left == right
        printed, name = self.printed[card.cid], word(node)
        if name == "card_is":
            return card.cid == word(arguments(node)[0])
        if name in KINDS:
            return bool(printed["kind"] == name)
        if name in COMMONALITY:
            return bool(printed.get("rarity") == COMMONALITY[name])
        return name == "anything" or name == (card.class_ or printed.get("class", "")).lower().replace("-", "_")

    def number(self, node: ast.expr, you: int, source: Card | None) -> int:
        """CNC-535 A number of a text: written, or counted."""
        if isinstance(node, ast.UnaryOp):
            return -self.number(node.operand, you, source)
        if isinstance(node, ast.Constant):
            return int(str(node.value))
        assert word(node) == "count"
        return len(self.select(arguments(node)[0], you, source))

    def about(self, node: ast.expr, you: int) -> list[int]:
        """The seats that a player word means, the active player first."""
        return {"me": [you], "opp": [1 - you], "both": [self.active, 1 - self.active]}[word(node)]

    def top_tier(self, card: Card) -> bool:
        """A Character with printed HP or a printed Attack of 50."""
        printed = self.printed[card.cid]
        return TOP in (printed["hp"], *(one["strength"] for one in printed.get("attacks", ())))

    def strength(self, card: Card, attack: int, target: Card | None) -> int:
        """CNC-409 CNC-410 CNC-441 The strength of an Attack against a Character, or against the City."""
        printed = self.printed[card.cid]["attacks"][attack - 1]
        mods = [one.n for one in card.mods]
        if printed["type"] in STORM:
            mods += [one.n for one in self.players[card.owner].lasting if one.kind == "storm"]
        for source, effect in self.passive("attack_mod"):
            wanted, n = arguments(effect)
            types, hurt = names(keyword(effect, "types")), keyword(effect, "vs") is not None
            if card not in self.select(wanted, source.owner, source) or (types and printed["type"] not in types):
                continue
            if not hurt or (target is not None and target.hp < target.max_hp):
                mods.append(self.number(n, source.owner, source))
        return min(TOP, max(0, printed["strength"] + sum(self.counted(card, mods))))

    def counted(self, card: Card, mods: Iterable[int]) -> list[int]:
        """CNC-410 The modifiers that count for a Character."""
        return [n for n in mods if n < 0 or not self.top_tier(card)]

    def max_hp(self, card: Card) -> int:
        """CNC-410 CNC-512 CNC-R59 The maximum HP of a Character now."""
        mods = [
            self.number(arguments(effect)[1], source.owner, source)
            for source, effect in self.passive("hp_mod")
            if card in self.select(arguments(effect)[0], source.owner, source)
        ]
        return min(TOP, max(1, self.printed[card.cid]["hp"] + sum(self.counted(card, mods))))

    def immune(self, card: Card, what: str) -> bool:
        """CNC-411 CNC-524 Whether an attack type or a status does nothing to a Character."""
        for source, effect in self.passive("immune"):
            but, listed = keyword(effect, "but"), arguments(effect)[1:]
            if source is card and (
                what in names(listed[0]) if listed else what[0].isupper() and what not in names(but)
            ):
                return True
        return False

    def reductions(self, card: Card, type_: str) -> int:
        """CNC-411 What is taken off the damage of an attack of this type; at most 0."""
        found = 0
        for source, effect in self.passive("damage_taken"):
            types = names(keyword(effect, "types"))
            if card in self.select(arguments(effect)[0], source.owner, source) and (not types or type_ in types):
                found += self.number(arguments(effect)[1], source.owner, source)
        return found

    def player_mods(self, name: str, seat: int, limit: str = "") -> int:
        """Working passive texts and lasting effects of this word about a player, added up."""
        total = 0
        for source, effect in self.passive(name):
            player, *rest = arguments(effect)
            if seat in self.about(player, source.owner) and (not limit or word(rest[0]) == limit):
                total += self.number(rest[-1], source.owner, source) if rest else 1
        return total + sum(one.n for one in self.players[seat].lasting if (one.kind, one.limit) == (name, limit))

    def limit(self, seat: int, name: str) -> int:
        """CNC-213 CNC-214 CNC-309 CNC-705 A limit of a player now."""
        return max(0, LIMITS[name] + self.player_mods("limit_mod", seat, name))

    def cost(self, seat: int, kind: str, printed: int, card: Card | None = None) -> int:
        """CNC-327 What an action costs now."""
        total = printed
        for source, effect in self.passive("cost_mod"):
            player, action, n, *only = arguments(effect)
            if seat not in self.about(player, source.owner) or word(action) != kind:
                continue
            if not only or (card is not None and self._meant(only[0], source, card)):
                total += self.number(n, source.owner, source)
        return max(0, total)

    def _meant(self, node: ast.expr, source: Card, card: Card) -> bool:
        return card is source if word(node) == "this" else self.matches(node, card)

    def acts(self, card: Card) -> int:
        """CNC-326 How often a Character may Act this turn."""
        said = [effect for source, effect in self.passive("acts") if source is card]
        return card.extra + max([1, *(self.number(arguments(one)[1], card.owner, card) for one in said)])

    def says(self, card: Card, name: str) -> bool:
        """Whether a working passive text of this card says the word."""
        return any(source is card for source, _ in self.passive(name))

    def targets(self, seat: int) -> list[Card]:
        """CNC-402 CNC-403 CNC-404 The opposing Characters that Attacks of this player may be directed at."""
        all_ = self.players[1 - seat].characters
        protectors = [card for card in all_ if self.says(card, "protector")]
        if protectors:
            return protectors
        return [card for card in all_ if not self.says(card, "hidden")] or all_
