"""What lies on a C4 table as the second referee counts it, and what the cards there change."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field

from tests.games.c4.referee.texts import Printed
from tests.kit.card_texts import COMPARED, Text, argument, parsed, parts, says, uses, word

Tokens = Counter[str]


@dataclass
class Seat:
    """A player: what they declared, their tokens and cards. Cards are (instance, card id), or ids alone in a deck."""

    kind: str = ""
    attributes: tuple[str, ...] = ()
    faction: str = "none"
    in_match: bool = True
    supply: Tokens = field(default_factory=Counter)
    deck: list[str] = field(default_factory=list)
    hand: dict[str, str] = field(default_factory=dict)
    discard: list[tuple[str, str]] = field(default_factory=list)
    flipped: tuple[str, str] | None = None
    symbol: str | None = None
    skip: int = 0

    @property
    def foreign(self) -> dict[str, int]:
        """C4-358 The Non Matching tokens by kind."""
        return {kind: n for kind, n in self.supply.items() if kind != self.kind and n}


@dataclass
class InPlay:
    """A Stay In Play card in front of its controller, with the tokens on it."""

    iid: str
    cid: str
    owner: int
    controller: int
    tokens: Tokens = field(default_factory=Counter)


@dataclass(frozen=True)
class Env:
    """Who is meant by the words of a text. Who triggered it, and whose round it is, may be any player."""

    you: int
    cid: str
    iid: str | None = None
    opp: int | None = None
    x: int = 0
    amount: int = 0
    attacker: int | None = None
    defender: int | None = None
    rival: int | None = None
    top: int | None = None


@dataclass
class Table:
    """The table; `direction` is +1 for left."""

    cards: Mapping[str, Printed]
    seats: list[Seat]
    pot: Tokens = field(default_factory=Counter)
    in_play: list[InPlay] = field(default_factory=list)
    effects: dict[int, dict[str, object]] = field(default_factory=dict)
    direction: int = 1
    active: int = -1
    turn: int = 0
    free: int = 0
    actions: int = 0
    paid: int = 0

    def snapshot(self) -> Table:
        """The tokens and cards that amounts are worked out from, as they are now."""
        made = copy(self)
        made.seats, made.pot, made.in_play = [*map(copy, self.seats)], Counter(self.pot), [*map(copy, self.in_play)]
        for seat in made.seats:
            seat.supply = Counter(seat.supply)
        return made

    def remaining(self) -> list[int]:
        """The seats that are still in the match."""
        return [number for number, seat in enumerate(self.seats) if seat.in_match]

    def after(self, seat: int, direction: int) -> int:
        """C4-207 C4-904 The next remaining seat in a direction."""
        steps = ((seat + direction * step) % len(self.seats) for step in range(1, len(self.seats) + 1))
        return next(other for other in steps if self.seats[other].in_match)

    def order(self) -> list[int]:
        """C4-213 Turn order: the active player first."""
        size = len(self.seats)
        every = [(self.active + self.direction * step) % size for step in range(size)]
        return [seat for seat in every if self.seats[seat].in_match]

    def tokens(self, seat: int) -> int:
        """How many tokens a player has."""
        return sum(self.seats[seat].supply.values())

    def lasting(self, kind: str) -> Iterator[tuple[Env, Text]]:
        """The continuous texts of this kind that are in play, with who is meant (C4-510, C4-511)."""
        for card in self.in_play:
            for text in self.cards[card.cid].texts.get("continuous", ()):
                if word(parsed(text)) == kind:
                    yield Env(card.controller, card.cid, card.iid), parsed(text)

    def made(self, kind: str, seat: int) -> list[dict[str, object]]:
        """C4-512 The lasting effects of this kind that concern a player."""
        return [one for one in self.effects.values() if one["kind"] == kind and seat in _seats(one)]

    def changed(self, kind: str, seat: int) -> int:
        """C4-376 C4-515 The sum of what changes a player's gains, losses or prices."""
        printed = sum(
            self.number(argument(text, 1), env)
            for env, text in self.lasting(kind)
            if seat in self.players(argument(text, 0), env)
        )
        return printed + sum(int(str(one.get("value", 0))) for one in self.made(kind, seat))

    def prevented(self, kind: str, seat: int, *, take: bool) -> bool:
        """C4-378 Whether a card in play prevents a player's gain or loss."""
        return any(
            seat in self.players(argument(text, 0), env) and (take or not says(text, "take"))
            for env, text in self.lasting(kind)
        )

    def wins_ties(self, seat: int) -> bool:
        """C4-410 Whether equal symbols are a win of this player."""
        printed = any(seat in self.players(argument(text, 0), env) for env, text in self.lasting("ties_win"))
        return printed or bool(self.made("ties_win", seat))

    def has(self, seat: int, attribute: str) -> bool:
        """C4-541 C4-543 Whether a player has an attribute, declared or by a card."""
        given = any(
            says(text, attribute) and seat in self.players(argument(text, 0), env) for env, text in self.lasting("attr")
        )
        return given or attribute in self.seats[seat].attributes

    def players(self, text: Text, env: Env) -> list[int]:
        """The players that a text names, in turn order."""
        if isinstance(text, ast.BinOp):
            both = {*self.players(text.left, env), *self.players(text.right, env)}
            return [seat for seat in self.order() if seat in both]
        if isinstance(text, ast.Subscript):
            return [seat for seat in self.players(text.value, env) if self._passes(text.slice, seat, env)]
        name = word(text)
        if name in ("all", "others", "other", "trig", "they"):
            return [seat for seat in self.order() if name not in ("others", "other") or seat != env.you]
        one = self.after(env.you, 1) if name == "left" else self.active if name == "active" else getattr(env, name)
        return [one] if one is not None and self.seats[one].in_match else []

    def _passes(self, text: Text, seat: int, env: Env) -> bool:
        if isinstance(text, ast.UnaryOp):
            return not self._passes(text.operand, seat, env)
        if isinstance(text, ast.Compare):
            assert word(text.left) == "tokens"
            return COMPARED[type(text.ops[0])](self.tokens(seat), self.number(text.comparators[0], env))
        if word(text) == "most_tokens":
            return self.tokens(seat) == max(self.tokens(other) for other in self.remaining() if other != env.you)
        if word(text) == "same_faction":
            return self.seats[seat].faction == self.seats[env.you].faction != "none"
        return seat == env.attacker if word(text) == "attacking" else self.has(seat, word(text))

    def number(self, text: Text, env: Env) -> int:
        """A number of a text as it stands now."""
        match text:
            case ast.Constant():
                value = int(str(text.value))
            case ast.UnaryOp():
                value = self.number(text.operand, env) * (-1 if isinstance(text.op, ast.USub) else 1)
            case ast.BinOp():
                value = self.number(text.left, env) + self.number(text.right, env)
            case ast.Call():
                value = NUMBERS[word(text)](self, text, env)
            case _:
                value = int(getattr(env, word(text)))
        return value

    def controlled(self, seats: Iterable[int]) -> int:
        """How many cards in play these players control."""
        return sum(card.controller in seats for card in self.in_play)


NUMBERS: Mapping[str, Callable[[Table, ast.Call, Env], int]] = {
    "min": lambda table, text, env: min(table.number(one, env) for one in text.args),
    "max": lambda table, text, env: max(table.number(one, env) for one in text.args),
    "count": lambda table, text, env: len(table.players(text.args[0], env)),
    "tokens": lambda table, text, env: sum(map(table.tokens, table.players(text.args[0], env))),
    "cards_in_play": lambda table, text, env: table.controlled(table.players(text.args[0], env)),
}


def _seats(effect: dict[str, object]) -> Iterable[int]:
    seats = effect.get("seats", ())
    assert isinstance(seats, list | tuple)
    return seats


def enters_before(card: Printed) -> bool:
    """C4-611 Whether a card enters in front of another player."""
    return any(word(part) == "enter" for part in card.parts)


def attacks(card: Printed) -> Iterator[ast.Call]:
    """What the attacks of a card bring: its parts that attack."""
    for text in card.all_texts:
        yield from uses(text, "attack")
        yield from uses(text, "attack_each")


def brought(attack: ast.Call) -> list[Text]:
    """C4-401 What happens to the defender of a won attack."""
    return [part for text in attack.args[1:] for part in parts(text)]
