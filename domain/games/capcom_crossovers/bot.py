"""A greedy bot: it weighs every answer in HP, as far as its own seat can know, and takes the best."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

from domain.games.capcom_crossovers import attacks, damage, moves, query
from domain.games.capcom_crossovers.answers import OPTIONS
from domain.games.capcom_crossovers.board import Board
from domain.games.capcom_crossovers.cards import definition
from domain.games.capcom_crossovers.combos import CHAIN_TYPES, GOES_ON
from domain.games.capcom_crossovers.faces import dodge_value, rank, value
from domain.games.capcom_crossovers.moves import Move
from domain.kernel.match import State
from domain.kernel.prompts import Prompt, expand

HELD: Mapping[str, float] = {"A": 6, "JK": 6, "K": 4, "Q": 4, "J": 4}
"""What a card in the hand is worth in HP; a number card is worth 1."""
POINT = 2
"""What a combo point that is left after a hit lets follow."""
SAFE, RISK = 6, 1.5
"""A priority that is hardly ever countered, and what each step below it costs."""
LOOKED_AT = 60
"""Answers of a template that are weighed: payments are very many."""
Fields = Mapping[str, Any]


def choose(state: State, prompt: Prompt, pick: Callable[[Sequence[Any]], Any]) -> dict[str, object] | None:
    """The answer as data with its type, or None for the prompt's default; `pick` breaks ties."""
    seat = Seat(state, prompt.seat)
    found = [
        (WORTH[template.type](seat, fields), fields | {"type": template.type})
        for template in OPTIONS[prompt.kind](state, prompt.seat)
        if template.type in WORTH
        for fields in islice(expand(template), LOOKED_AT)
    ]
    most = max((worth for worth, _ in found), default=0)
    best: dict[str, object] | None = pick([data for worth, data in found if worth == most]) if most > 0 else None
    return best


class Seat:
    """The table as a seat sees and weighs it: an answer is worth the HP that it gains over the default."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.board: Board = state.board
        self.player = self.board.players[seat]
        self.own = self.board.own(seat)
        entries = [one for one in moves.entries(self.own.cid) if one.type in CHAIN_TYPES and one.rank]
        self.followers: list[tuple[str, int, int, float, bool]] = [
            (one.rank or "", one.n, one.cp, (one.damage or 0) - one.n * HELD[one.rank or ""], one.type == "C")
            for one in entries
        ]
        strength = query.stat(self.board, self.own, "strength")
        self.followers += [(str(number), 1, 1, number - 1, True) for number in range(2, strength + 1)]

    def cost(self, fields: Fields) -> float:
        """What the cards of an answer are worth in the hand."""
        named = [fields[name] for name in ("card", "card1", "card2", "joker") if name in fields]
        return sum(
            HELD.get(rank(face), 1) for face in (*named, *fields.get("cards", ()), *fields.get("extra_cards", ()))
        )

    def move(self, fields: Fields) -> Move:
        """The move of an answer."""
        return attacks.made(self.board, self.seat, fields["move"], tuple(fields["cards"]))

    def done(self, fields: Fields) -> float:
        """CAP-410 CAP-480 What a move does when it hits, with the best that may follow it, less its cards."""
        move, paid = self.move(fields), (*fields["cards"], *fields.get("extra_cards", ()))
        each = move.entry.extra_damage if move.entry is not None else 0
        hit = (move.damage or move.number) + each * (len(paid) - len(fields["cards"])) - self.cost(fields)
        combat = self.board.combat
        goes_on = combat is not None and combat.owner == self.seat
        last = move.number or (combat.last_basic if goes_on and combat is not None else None)
        held = tuple(sorted(rank(face) for face in self.player.held if face not in paid))
        points = query.points_left(self.board, self.own) - move.cp
        return hit + (self.follows(points, last, held) if move.type in GOES_ON else 0)

    def follows(self, points: int, last: int | None, held: tuple[str, ...]) -> float:
        """CAP-411 to CAP-417 What the best follow-ups are worth, by their points, cards and types."""
        best = 0.0
        for name, n, cp, worth, goes_on in self.followers if points > 0 else ():
            number = int(name) if name.isdecimal() else None
            fits = cp <= points and held.count(name) >= n and (last is None or number in (None, last + 1))
            if fits and worth > 0:
                place = held.index(name)
                rest = held[:place] + held[place + n :]
                more = self.follows(points - max(1, cp), number or last, rest) if goes_on else 0
                best = max(best, worth + more)
        return best

    def opens(self, fields: Fields) -> float:
        """CAP-422 to CAP-428 CAP-453 A low priority is countered; a block stops all but throws, supers and U."""
        move, target = self.move(fields), self.board.opposing(self.own.side)
        blocked = self.board.players[target.seat].block is not None
        through = move.kind in ("throw", "super", "tag_super") or "U" in move.attrs
        risk = RISK * max(0, SAFE - query.priority(self.board, self.own, move))
        return self.done(fields) - risk if through or not blocked else 0

    def saved(self) -> float:
        """What the pending attack would do if it hit, with what may follow."""
        attack = self.board.fight.last
        points = query.points_left(self.board, self.board.character(attack.character))
        follows = POINT * points if query.used(self.board, attack).move.type in GOES_ON else 0
        return damage.full(self.board, attack) + max(0, follows)

    def counters(self, fields: Fields) -> float:
        """CAP-450 CAP-460 A counter hits, a negation only saves."""
        own = query.priority(self.board, self.own, self.move(fields), answers=True)
        higher = own > query.priority_of(self.board, self.board.fight.initial)
        return self.saved() + (self.done(fields) if higher else -self.cost(fields))

    def dodges(self) -> float:
        """CAP-441 By the share of the own draw pile that is at most Agility; a card of the pile is lost."""
        agility, pile = query.stat(self.board, self.own, "agility"), self.player.pile_contents()
        return self.saved() * sum((dodge_value(face) or 99) <= agility for face in pile) / len(pile) - 1

    def comes_in(self, fields: Fields) -> float:
        """CAP-910 CAP-906 What the inactive character is better off by, in tenths of its HP."""
        waits, active = self.board.inactive(self.own.side), self.board.active(self.own.side)
        better = 0 if waits is None else waits.hp / waits.start_hp - active.hp / active.start_hp
        return 10 * better - self.cost(fields)

    def variable_counter(self, fields: Fields) -> float:
        """CAP-911 to CAP-914 Only the printed priority counts."""
        waits = self.board.inactive(self.own.side)
        move = None if waits is None else definition(waits.cid).marked("VC")
        over = (move.priority or 0 if move else 0) - query.priority_of(self.board, self.board.fight.initial)
        return 0 if over < 0 else self.saved() - self.cost(fields)


WORTH: Mapping[str, Callable[[Seat, Fields], float]] = {
    "draw_cards": lambda seat, fields: float(fields["n"]),
    "declare_attack": Seat.opens,
    "follow_up": Seat.done,
    "reply": Seat.done,
    "set_block": lambda seat, fields: (value(fields["card"]) or 0) / 100,
    "dodge": lambda seat, fields: seat.dodges(),
    "counter": Seat.counters,
    "avoid": lambda seat, fields: seat.saved() + 4 * len(fields.get("extra_cards", ())) - seat.cost(fields),
    "tech_hit": lambda seat, fields: seat.saved() - seat.cost(fields),
    "variable_counter": Seat.variable_counter,
    "absorb": lambda seat, fields: min(value(fields["card"]) or 0, seat.state.progress.damage.n) - 4,
    "use": lambda seat, fields: 1,
    "place_in_meter": lambda seat, fields: float(value(fields["card"]) or 10),
    "recover_ace": lambda seat, fields: 2,
    "recover_joker": lambda seat, fields: 2,
    "recover_hp": lambda seat, fields: 2 - seat.cost(fields),
    "tag": Seat.comes_in,
    "use_ability": lambda seat, fields: 2 - seat.cost(fields),
}
"""What an answer gains over the default of its prompt; what isn't here is never more than that."""
