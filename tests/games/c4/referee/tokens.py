"""The second referee of C4: every movement of tokens, and what card texts owe (3xx)."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tests.games.c4.referee.table import Env, InPlay, Seat, Table
from tests.games.c4.referee.texts import Printed
from tests.kit.card_texts import COMPARED, Text, told, uses, word
from tests.kit.referee import Data, PlainFact, Referee

OWED = {"gain": 1, "lose": 1, "draw": 1, "recover": 1, "take": 2, "give": 2, "skip_turn": 1, "put_from_pot": 0}
"""The parts that have to happen whenever their text is carried out, and the place of their number."""
ONE_BY_ONE = ("draw", "recover")
CHANGING = ("tokens_", "card_", "control_", "effect_")
"""How events begin that change what amounts are worked out from."""


@dataclass
class Owed:
    """Something that a text makes happen; `until` the card or attack that it belongs to is finished, else till idle."""

    part: ast.Call
    seat: int
    env: Env
    until: str | None
    of_attack: bool = False


@dataclass
class Played:
    """A card being played."""

    env: Env
    iid: str
    seat: int


class TokenReferee(Referee):
    """C4-340 to C4-391 The arithmetic of tokens."""

    def __init__(self, cards: Mapping[str, Printed]) -> None:
        super().__init__()
        self.table = Table(cards, [])
        self.past: list[Table] = []
        self.played: list[Played] = []
        self.gone: list[Env] = []
        self.attack: tuple[int, int] | None = None
        self.top: int | None = None
        self.owed: list[Owed] = []
        self.payments: list[tuple[int, str, int]] = []
        self.amounts: list[int] = []
        self.reduced: dict[tuple[str, int], int] = {}
        self.prevented: set[tuple[str, int]] = set()

    @property
    def cards(self) -> Mapping[str, Printed]:
        """The printed cards."""
        return self.table.cards

    def seat(self, number: int) -> Seat:
        """A player."""
        return self.table.seats[number]

    def card_in_play(self, data: Data) -> InPlay:
        """The card in play that a fact names."""
        found = [card for card in self.table.in_play if card.iid == data["iid"]]
        self.same("C4-510", "cards in play with this instance", [data["card"]], [card.cid for card in found])
        return found[0]

    def idle(self) -> None:
        """C4-443 Nothing resolves any more: all that was owed has happened."""
        self.settled(self.owed)
        self.same("C4-311", "payments still due", [], self.payments)
        self.past, self.gone, self.amounts, self.reduced, self.attack = [], [], [], {}, None
        self.prevented = set()

    def settled(self, owed: list[Owed]) -> None:
        """C4-443 These have happened, or could not."""
        told = [(ast.unparse(one.part), one.seat, one.env.cid) for one in owed]
        self.same("C4-443", "parts of texts that have not happened", [], told)

    def owe(self, part: Text, env: Env, until: str | None = None, *, of_attack: bool = False) -> None:
        """C4-443 A part that has to happen, for each of its players; one with a filter may concern others by then."""
        if word(part) not in OWED or not isinstance(part, ast.Call):
            return
        who = [ast.Name("you"), *part.args][1 if OWED[word(part)] else 0]
        if isinstance(who, ast.Subscript) or word(who) in ONE_OF:
            return
        times = self.table.number(part.args[OWED[word(part)]], env) if word(part) in ONE_BY_ONE else 1
        for seat in self.table.players(who, env):
            self.owed += [Owed(part, seat, env, until, of_attack)] * times

    def triggered(self, moment: str, player: int, amount: int = 0, defender: int | None = None, cid: str = "") -> None:
        """C4-520 What the cards in play owe at this moment; never for what they have caused themselves (C4-522)."""
        for card in self.table.in_play:
            env = Env(card.controller, card.cid, card.iid, amount=amount)
            for when, condition, parts in self.cards[card.cid].triggers(moment):
                mine = player == card.controller
                fits = word(when.args[0]) == "any" or mine == (word(when.args[0]) == "you") if when.args else False
                if told(when, "defender") is not None and defender != card.controller:
                    continue
                if not fits or card.cid == cid or (condition is not None and not self._is_so(condition, env)):
                    continue
                for part in parts:
                    self.owe(part, env)

    def _is_so(self, text: Text, env: Env) -> bool:
        assert isinstance(text, ast.Compare)
        left, right = self.table.number(text.left, env), self.table.number(text.comparators[0], env)
        return COMPARED[type(text.ops[0])](left, right)

    def hear(self, fact: PlainFact) -> None:
        """Amounts are worked out before windows: keep what they could be worked out from; what can't be is excused."""
        if self.owed:
            self.owed = [one for one in self.owed if not self._impossible(one)]
        if fact.type.startswith(CHANGING):
            self.past.append(self.table.snapshot())
        super().hear(fact)

    def _impossible(self, one: Owed) -> bool:
        if word(one.part) == "recover":
            return not self.seat(one.seat).discard
        if word(one.part) not in MOVED:
            return False
        return 0 in self.results(word(one.part), one.seat, one.part, one.env, self.table)

    def happened(self, name: str, seat: int, cid: str | None = None) -> bool:
        """What was owed has happened; the latest first."""
        for one in reversed(self.owed):
            if word(one.part) == name and one.seat == seat and cid in (None, one.env.cid):
                self.owed.remove(one)
                return True
        return False

    def excused(self, kind: str, seat: int) -> None:
        """C4-381 A prevented event has not happened, nor has the take or give that it would have been a part of."""
        self.owed = [
            one
            for one in self.owed
            if word(one.part) not in ("take", "give") and (word(one.part) != kind or one.seat != seat)
        ]

    def sources(self, cid: str) -> Iterator[Env]:
        """Whoever may be meant by the texts of this card now, or was until a moment ago (C4-512, C4-523)."""
        attacker, defender = self.attack or (None, None)
        known = [played.env for played in self.played]
        known += [Env(card.controller, card.cid, card.iid) for card in self.table.in_play]
        known += [
            Env(number, seat.flipped[1], rival=defender if number == attacker else attacker)
            for number, seat in enumerate(self.table.seats)
            if seat.flipped
        ]
        for one in self.table.effects.values():
            opp = one.get("opp")
            known.append(Env(int(str(one["controller"])), str(one["cid"]), opp=opp if isinstance(opp, int) else None))
        for env in (*known, *self.gone):
            if env.cid == cid:
                yield replace(env, attacker=attacker, defender=defender, top=self.top)

    def results(self, name: str, seat: int, part: ast.Call, env: Env, table: Table) -> set[int]:
        """How many tokens a part may move for a player, if amounts were worked out on this table."""
        who, n = (None, part.args[0]) if name == "put_from_pot" else (part.args[0], part.args[OWED.get(name, 1)])
        if who is not None and seat not in table.players(who, env):
            return set()
        amounts = {table.number(n, replace(env, amount=amount)) for amount in (env.amount, *self.amounts)}
        return {moved for base in amounts for moved in MOVED[name](self, base, seat, part, env, table)}

    def check(self, name: str, seat: int, cid: str, moved: int, rule: str) -> None:
        """Some text of the card moves exactly so many tokens."""
        found: set[int] = set()
        for table in (self.table, *reversed(self.past)):
            for text in self.cards[cid].all_texts:
                for part in uses(text, name):
                    for env in self.sources(cid):
                        found |= self.results(name, seat, part, env, table)
            if moved in found:
                break
        self.holds(rule, f"tokens by '{name}' of {cid} for seat {seat}: one of {sorted(found)}", moved in found, moved)
        self.happened(name, seat, cid)

    def gains(self, base: int, seat: int, part: ast.Call, env: Env, table: Table) -> set[int]:
        """C4-340 C4-342 C4-359 C4-367 C4-375 C4-376 A gain, or a player's share if several gain more than there is."""
        if len(part.args) > 2:
            return {min(self.uncapped("gain", base, seat, table), self.foreign_in_pot(seat))}
        group = [one for one in table.players(part.args[0], env) if one == seat or word(part.args[0]) not in ONE_OF]
        wanted = {one: self.uncapped("gain", base, one, table) for one in group}
        kept = {one: n for one, n in wanted.items() if one == seat or ("gain", one) not in self.prevented}
        return {self.share(seat, wanted, table), self.share(seat, kept, table)}

    def share(self, seat: int, wanted: Mapping[int, int], table: Table) -> int:
        """C4-366 C4-367 All that is wanted, or what comes of picking one by one."""
        if sum(wanted.values()) <= table.pot.total():
            return min(wanted[seat], self.table.pot.total())
        left, share = table.pot.total(), dict.fromkeys(wanted, 0)
        while left:
            for one in wanted:
                if left and share[one] < wanted[one]:
                    share[one], left = share[one] + 1, left - 1
        return share[seat]

    def foreign_in_pot(self, seat: int) -> int:
        """C4-358 The Non Matching tokens of a player in the pot."""
        return sum(n for kind, n in self.table.pot.items() if kind != self.seat(seat).kind)

    def uncapped(self, kind: str, base: int, seat: int, table: Table) -> int:
        """C4-375 C4-376 C4-379 An amount with increases and decreases, or what Reactions have left of it."""
        if not base:
            return 0
        usual = max(0, base + table.changed(f"mod_{kind}", seat))
        return self.reduced.get((kind, seat), usual)

    def loses(self, base: int, seat: int, part: ast.Call, env: Env, table: Table) -> set[int]:
        """C4-343 C4-344 A loss, capped by the supply."""
        return {min(self.uncapped("lose", base, seat, table), self.table.tokens(seat))}

    def takes(self, base: int, seat: int, part: ast.Call, env: Env, table: Table) -> set[int]:
        """C4-346 C4-349 A take, whatever changes gains and losses."""
        return {min(base, self.table.tokens(victim)) for victim in table.players(part.args[1], env)}

    def gives(self, base: int, seat: int, part: ast.Call, env: Env, table: Table) -> set[int]:
        """C4-350 C4-355 What the giver gives: fewer by a decrease of the receiver's gains, no more by an increase."""
        receivers = table.players(part.args[1], env)
        fewer = {max(0, base + min(0, table.changed("mod_gain", one))) for one in receivers}
        fewer |= {
            self.reduced[kind, one] for kind in ("gain", "give") for one in receivers if (kind, one) in self.reduced
        }
        return {min(one, self.table.tokens(seat)) for one in fewer}

    def pays(self, base: int, seat: int, part: ast.Call, env: Env, table: Table) -> set[int]:
        """C4-353 C4-356 As many as they have, up to the number."""
        return {min(base, self.table.tokens(seat))}

    def put(self, base: int, seat: int, part: ast.Call, env: Env, table: Table) -> set[int]:
        """C4-356 Tokens from the pot onto a card, as many as there are."""
        return {min(base, self.table.pot.total())}

    def move(self, tokens: Mapping[str, int], origin: Counter[str], goal: Counter[str]) -> int:
        """C4-107 Tokens go from one place to another, where they have to be; how many."""
        missing = {kind: n for kind, n in tokens.items() if n <= 0 or origin[kind] < n}
        self.same("C4-107", "tokens that are not there to be moved", {}, missing)
        origin.subtract(tokens)
        goal.update(tokens)
        return sum(tokens.values())


ONE_OF = ("trig", "they", "other")
"""Players of whom a text means one, whoever it is."""
MOVED = {
    "gain": TokenReferee.gains,
    "lose": TokenReferee.loses,
    "take": TokenReferee.takes,
    "give": TokenReferee.gives,
    "pay": TokenReferee.pays,
    "put": TokenReferee.pays,
    "put_from_pot": TokenReferee.put,
}
