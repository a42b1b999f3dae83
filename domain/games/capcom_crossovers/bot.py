"""A greedy bot: it weighs every answer in HP, as far as its own seat can know, and takes the best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers.faces import dodge_value, rank, value
from domain.games.capcom_crossovers.match import State
from domain.games.capcom_crossovers.rival import Rival
from domain.games.capcom_crossovers.rules import attacks, continuous, damage
from domain.games.capcom_crossovers.rules.combos import CHAIN_TYPES, GOES_ON
from domain.games.capcom_crossovers.rules.ending import hp_left
from domain.games.capcom_crossovers.rules.moves import BLOCK_FACTOR, Move, listed
from domain.kernel.actions import Action
from domain.kernel.bots import answers, best, named
from domain.kernel.dispatch import ByType, by_type, on
from domain.kernel.game import CardGame, Pick
from domain.kernel.prompts import Prompt

HELD: Mapping[str, float] = {"A": 6, "JK": 6, "K": 4, "Q": 4, "J": 4}
"""The worth of a card in the hand in HP; a number card is worth 1."""
POINT = 2
"""The worth of a combo point that is left after a hit."""
SPARE = 2
"""The worth in HP of a card of an attack that would be discarded otherwise, being above Endurance."""
COUNTERED = 2
"""The price of an attack in HP if it is countered, for each card that the combo could come from."""
NEED = 100
"""The worth of a hit in HP, beside its damage, to a side that isn't ahead."""
AHEAD = 0.1
"""The share of HP by which a side is ahead that may well wait for Time Over."""
GUARD = 5
"""The value of an unknown block card."""
DODGES = 0.3
"""The chance of a dodge from which a block is not worth its while."""
LOOKED_AT = 60
"""Answers of a template that are weighed: payments are very many."""


def choose(game: CardGame, state: State, prompt: Prompt, pick: Pick) -> Action | None:
    """The answer, or None for the prompt's default; `pick` breaks ties."""
    seat = Seat(state, prompt.seat)
    offered = answers(WEIGHED, game.options(state, prompt), LOOKED_AT)
    return best(((WORTH[type(action)](seat, action), action) for action in offered), pick, over=0)


def _spent(action: Action) -> tuple[str, ...]:
    """The cards that an answer takes from the hand."""
    match action:
        case a.Declared():
            return (*action.cards, *action.extra_cards)
        case a.Pair() | a.UseAbility():
            return action.cards
        case a.VariableCounter():
            return (action.joker,)
        case a.RecoverHp():
            return (action.card,)
    return ()


class Seat:
    """The table as a seat sees and weighs it: an answer is worth the HP that it gains over the default."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.board = state.board
        self.player = self.board.players[seat]
        self.own = self.board.own(seat)
        entries = [one for one in self.board.definition(self.own.cid).listed if one.type in CHAIN_TYPES and one.rank]
        self.followers: list[tuple[str, int, int, float, bool]] = [
            (one.rank or "", one.n, one.cp, (one.damage or 0) - one.n * HELD[one.rank or ""], one.type == "C")
            for one in entries
        ]
        strength = continuous.stat(self.board, self.own, "strength")
        self.followers += [(str(number), 1, 1, number - 1, True) for number in range(2, strength + 1)]

    def cost(self, action: Action) -> float:
        """The worth of an answer's cards in the hand."""
        return sum(HELD.get(rank(face), 1) for face in _spent(action))

    def move(self, action: a.Declared) -> Move:
        """The move of an answer."""
        return attacks.move_of(self.board, self.seat, action.move, action.cards)

    def done(self, action: a.Declared) -> float:
        """CAP-410 CAP-480 The worth of a move's hit, with its best follow-up, less its cards."""
        move, paid = self.move(action), _spent(action)
        each = move.entry.extra_damage if move.entry is not None else 0
        hit = (move.damage or move.number) + each * len(action.extra_cards) - self.cost(action)
        combat = self.board.combat
        goes_on = combat is not None and combat.owner == self.seat
        last = move.number or (combat.last_basic if goes_on and combat is not None else None)
        held = tuple(sorted(rank(face) for face in self.player.held if face not in paid))
        points = continuous.points_left(self.board, self.own) - move.cp
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

    @cached_property
    def rival(self) -> Rival:
        """The fighter who would answer an attack."""
        return Rival(self.board, self.own.side)

    def opens(self, action: a.DeclareAttack) -> float:
        """CAP-404 CAP-422 to CAP-428 By the chance that it hits; a block stops all but throws, U, most of a super."""
        if self.board.turn == 1:  # CAP-111 who attacks without having drawn stands without cards
            return -1
        move, rival, cost = self.move(action), self.rival, self.cost(action)
        if rival.blocks and move.kind != "throw" and "U" not in move.attrs:
            bonus = continuous.stat(self.board, rival.character, "defense_bonus")
            stopped = (GUARD + bonus) * BLOCK_FACTOR.get(move.kind, 1)
            return (0 if move.kind == "basic" or "T" in move.attrs else max(0, (move.damage or 0) - stopped)) - cost
        hits, countered = rival.hit_by(move, continuous.priority(self.board, self.own, move))
        spare = max(0, self.player.hand.size - continuous.stat(self.board, self.own, "endurance"))
        gained = hits * (self.done(action) + cost + self.need) - cost + SPARE * min(spare, len(_spent(action)))
        return gained - COUNTERED * rival.hand.size * countered

    @cached_property
    def need(self) -> float:
        """CAP-711 A side that is ahead as Time Over counts may wait; another has to attack, and so to hit."""
        own, other = (hp_left(self.board, side) for side in (self.own.side, 1 - self.own.side))
        return 0 if own[0] / own[1] - other[0] / other[1] > AHEAD else NEED

    def blocks(self, action: a.SetBlock) -> float:
        """CAP-420 CAP-429 Behind a block nobody counters or dodges, so it is for a hand that can do neither.

        CAP-111 The beginner meets a hand of ten or more, which has a throw or another attack that passes blocks.
        """
        bap = continuous.stat(self.board, self.rival.character, "bap")
        ranks = Counter(rank(face) for face in self.player.held)
        usable = (
            listed(one)
            for one in self.board.definition(self.own.cid).listed
            if not one.avoid and one.rank and ranks[one.rank] >= one.n
        )
        ready = any(continuous.priority(self.board, self.own, one, answers=True) >= bap for one in usable)
        unwise = self.board.turn == 1 or ready or self.dodged() > DODGES
        return -1 if unwise else (value(action.card) or 0) / 100

    def saved(self) -> float:
        """The damage of the pending attack if it hit, with its follow-ups."""
        attack = self.board.fight.last
        points = continuous.points_left(self.board, self.board.character(attack.character))
        follows = POINT * points if continuous.used(self.board, attack).move.type in GOES_ON else 0
        return damage.full(self.board, attack) + max(0, follows)

    def counters(self, action: a.Counter) -> float:
        """CAP-450 CAP-460 A counter hits, a negation only saves."""
        own = continuous.priority(self.board, self.own, self.move(action), answers=True)
        higher = own > continuous.priority_of(self.board, self.board.fight.initial)
        return self.saved() + (self.done(action) if higher else -self.cost(action))

    def dodged(self) -> float:
        """CAP-441 The chance of a dodge: the share of the own draw pile that is at most Agility."""
        agility, pile = continuous.stat(self.board, self.own, "agility"), self.player.pile_contents()
        return sum((dodge_value(face) or 99) <= agility for face in pile) / max(1, len(pile))

    def heals(self, action: a.RecoverHp) -> float:
        """CAP-940 The Defense Bonus of the inactive character."""
        waits = self.board.inactive(self.own.side)
        return -self.cost(action) + (0 if waits is None else continuous.stat(self.board, waits, "defense_bonus"))

    def comes_in(self, action: a.Tag) -> float:
        """CAP-910 CAP-906 The advantage of the inactive character, in tenths of its HP."""
        waits, active = self.board.inactive(self.own.side), self.board.active(self.own.side)
        better = 0 if waits is None else waits.hp / waits.start_hp - active.hp / active.start_hp
        return 10 * better - self.cost(action)

    def absorbs(self, action: a.Absorb) -> float:
        """CAP-509 No more than the damage that is on its way."""
        progress = self.state.progress
        assert progress is not None
        assert progress.damage is not None
        return min(value(action.card) or 0, progress.damage.n) - 4

    def variable_counter(self, action: a.VariableCounter) -> float:
        """CAP-911 to CAP-914 Only the printed priority counts."""
        waits = self.board.inactive(self.own.side)
        move = None if waits is None else self.board.definition(waits.cid).marked("VC")
        over = (move.priority or 0 if move else 0) - continuous.priority_of(self.board, self.board.fight.initial)
        return 0 if over < 0 else self.saved() - self.cost(action)


WORTH: ByType[Seat, float] = by_type(
    on(a.DrawCards, lambda seat, action: float(action.n)),
    on(a.DeclareAttack, Seat.opens),
    on(a.FollowUp, Seat.done),
    on(a.Reply, Seat.done),
    on(a.SetBlock, Seat.blocks),
    on(a.Dodge, lambda seat, action: seat.saved() * seat.dodged() - 1),
    on(a.Counter, Seat.counters),
    on(a.Avoid, lambda seat, action: seat.saved() + 4 * len(action.extra_cards) - seat.cost(action)),
    on(a.TechHit, lambda seat, action: seat.saved() - seat.cost(action)),
    on(a.VariableCounter, Seat.variable_counter),
    on(a.Absorb, Seat.absorbs),
    on(a.Use, lambda seat, action: 1),
    on(a.PlaceInMeter, lambda seat, action: float(value(action.card) or 10)),
    on(a.RecoverAce, lambda seat, action: 2),
    on(a.RecoverJoker, lambda seat, action: 2),
    on(a.RecoverHp, Seat.heals),
    on(a.Tag, Seat.comes_in),
    on(a.UseAbility, lambda seat, action: 2 - seat.cost(action) if seat.board.phase == "combat" else 0),
)
"""The gain of an answer over the default of its prompt; answers that aren't here gain nothing."""
WEIGHED: Mapping[str, type[Action]] = named(*WORTH)
