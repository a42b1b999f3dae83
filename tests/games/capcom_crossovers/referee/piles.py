"""Playing cards of Capcom Crossovers, counted once more: draw piles, hands, super meters, and what texts do to them."""

from __future__ import annotations

import ast

from tests.games.capcom_crossovers.referee.board import (
    JOKERS,
    NUMBERS,
    Attack,
    Board,
    Character,
    Player,
    fits,
    name,
    number,
    parts,
    words,
    worth,
)
from tests.kit.expecting import Expecting
from tests.kit.referee import Data


class Piles(Expecting):
    """The facts about playing cards, and what has to follow from texts."""

    board: Board
    phase: str
    turn_player: int

    def player(self, data: Data) -> Player:
        """Whom a fact is about."""
        return self.board.players[data["seat"]]

    def take(self, rule: str, pile: list[str], cards: list[str]) -> None:
        """Cards leave a pile that has to hold them."""
        for card in cards:
            self.holds(rule, f"{card} is there", card in pile, pile)
            pile.remove(card)

    def pair(self, rule: str, cards: list[str]) -> int:
        """CAP-307 CAP-471 CAP-906 Two number cards of one value."""
        values = {NUMBERS.get(card) for card in cards}
        self.holds(rule, "two number cards of one value", len(cards) == 2 and len(values) == 1 and None not in values)
        return NUMBERS[cards[0]]

    # Draw piles and hands

    def on_deck_brought(self, data: Data) -> None:
        """CAP-801."""
        jokers = {"one_on_one": 0, "tag": 2, "team": 2, "boss": 2}[self.mode]
        if self.mode == "boss" and data["seat"] == self.seats - 1:
            jokers = 0
        deck = [rank + suit for suit in "CDHS" for rank in (*map(str, range(2, 11)), "J", "Q", "K", "A")]
        self.same("CAP-801", "the deck", sorted([*deck, *JOKERS[:jokers]]), sorted(data["cards"]))
        self.player(data).deck = list(data["cards"])

    @property
    def mode(self) -> str:
        """CAP-101."""
        return str(self.created["options"].get("mode", "one_on_one"))

    def on_deck_shuffled(self, data: Data) -> None:
        """CAP-105 CAP-108 CAP-314 Every card keeps being in the pile, once."""
        deck = self.player(data).deck
        self.same("CAP-105", "places of the pile", list(range(len(deck))), sorted(data["order"]))
        deck[:] = [deck[place] for place in data["order"]]

    def on_deck_cut(self, data: Data) -> None:
        """CAP-315 CAP-R10."""
        deck, k = self.player(data).deck, data["k"]
        self.holds("CAP-R10", "less than the pile", 0 <= k < len(deck), k)
        deck[:] = [*deck[k:], *deck[:k]]

    def _drawn(self, rule: str, data: Data) -> None:
        player = self.player(data)
        top = player.deck[: data["n"]]
        self.same(rule, "the top cards", top, list(data["cards"]))
        del player.deck[: data["n"]]
        player.hand += top

    def on_opening_hand_dealt(self, data: Data) -> None:
        """CAP-106 CAP-108."""
        self.same("CAP-106", "cards of an opening hand", 7, data["n"])
        self._drawn("CAP-106", data)

    def on_mulligan_taken(self, data: Data) -> None:
        """CAP-107 CAP-108 CAP-109."""
        player = self.player(data)
        self.holds("CAP-109", "one mulligan", f"mulligan {data['seat']}" not in self.spent)
        self.spent.add(f"mulligan {data['seat']}")
        self.expect("CAP-108", "deck_shuffled", seat=data["seat"])
        self.expect("CAP-108", "opening_hand_dealt", seat=data["seat"])
        player.deck += player.hand
        player.hand.clear()

    def on_cards_drawn(self, data: Data) -> None:
        """CAP-203 CAP-204 CAP-205 CAP-511."""
        if data["cause"] == "draw_phase":
            speed = self.board.stat(self.board.own(data["seat"]), "speed")
            self.same("CAP-201", "who draws, and when", (self.turn_player, "draw"), (data["seat"], self.phase))
            self.holds("CAP-203", f"1 to {speed} cards", 1 <= data["n"] <= speed, data["n"])
        else:
            self.needs("CAP-511")
        self._drawn("CAP-203", data)

    def on_cards_discarded(self, data: Data) -> None:
        """CAP-211 CAP-318 Of the hand, or those of an attack."""
        player, cards = self.player(data), list(data["cards"])
        if data["source"] == "hand":
            getattr(self, f"_pays_{data['cause']}", lambda *_: None)(data, cards)
            self.take("CAP-211", player.hand, cards)
        else:
            self.same("CAP-318", "the cards of the attack", player.zone.pop(data["attack"], None), cards)
        player.discard += cards

    def _pays_endurance(self, data: Data, cards: list[str]) -> None:
        """CAP-211 CAP-212."""
        most, held = self.board.stat(self.board.own(data["seat"]), "endurance"), len(self.player(data).hand)
        self.holds("CAP-211 CAP-212", f"more than {most} cards in hand", held > most, held)

    def _pays_tag(self, data: Data, cards: list[str]) -> None:
        """CAP-905 CAP-906."""
        self._cleaning(data)
        own = self.board.own(data["seat"])
        value, most = self.pair("CAP-906", cards), self.board.stat(own, "strength")
        self.holds("CAP-906", f"a pair up to {most}", value <= most, cards)
        self.expect("CAP-906", "character_switched", side=own.side, goes=own.id, reason="tag")

    def _pays_recover_hp(self, data: Data, cards: list[str]) -> None:
        """CAP-940."""
        self.same("CAP-940", "cards", 1, len(cards))
        partner = self.board.inactive(self.board.own(data["seat"]).side)
        self.expect("CAP-940", "hp_recovered", character=partner.id if partner else "nobody", cause="recover_hp")

    def _pays_variable_counter(self, data: Data, cards: list[str]) -> None:
        """CAP-910."""
        self.holds("CAP-910", "one Joker", len(cards) == 1 and cards[0] in JOKERS, cards)
        self.expect("CAP-910", "variable_counter_used", seat=data["seat"], joker=cards[0])

    def on_card_discarded_at_random(self, data: Data) -> None:
        """CAP-511."""
        self.needs("CAP-511")
        self.take("CAP-511", self.player(data).hand, [data["card"]])
        self.player(data).discard.append(data["card"])

    # Super meters

    def _cleaning(self, data: Data) -> None:
        self.same("CAP-210", "who may do this, and when", (self.turn_player, "cleanup"), (data["seat"], self.phase))

    def on_card_placed_in_meter(self, data: Data) -> None:
        """CAP-309 CAP-950 Once, above Strength."""
        self._cleaning(data)
        self.once("CAP-309", "a card in the meter")
        player, card, own = self.player(data), data["card"], self.board.own(data["seat"])
        if card in JOKERS:
            fallen = any(one.status == "koed" for one in self.board.side(own.side))
            self.holds("CAP-950", "one fighter left", fallen, card)
        else:
            strength = self.board.stat(own, "strength")
            self.holds("CAP-309", f"a number card above {strength}", NUMBERS.get(card, 0) > strength, card)
        self.take("CAP-309", player.hand, [card])
        player.meter.append(card)
        self.same("CAP-309", "worth of the meter", sum(map(worth, player.meter)), data["total"])

    def once(self, rule: str, what: str) -> None:
        """Once per turn."""
        self.holds(rule, f"{what}, once a turn", what not in self.done)
        self.done.add(what)

    def _paid(self, data: Data, price: int) -> None:
        """CAP-311 CAP-312 CAP-945 No card is superfluous."""
        self._cleaning(data)
        paid = [worth(card) for card in data["paid"]]
        self.holds("CAP-312", f"{price} without a superfluous card", price <= sum(paid) < price + min(paid), paid)
        self.take("CAP-311", self.player(data).meter, list(data["paid"]))
        self.player(data).discard += data["paid"]

    def on_ace_recovered(self, data: Data) -> None:
        """CAP-311 to CAP-316."""
        self.once("CAP-316", "an Ace")
        self._paid(data, 40)
        player = self.player(data)
        self.same("CAP-311", "an Ace", "A", data["ace"][0])
        self.take("CAP-313", player.deck if data["pile"] == "draw" else player.discard, [data["ace"]])
        player.hand.append(data["ace"])
        if data["pile"] == "draw":
            self.expect("CAP-314", "deck_shuffled", seat=data["seat"])

    def on_joker_recovered(self, data: Data) -> None:
        """CAP-945."""
        self._paid(data, 50)
        self.holds("CAP-945", "a Joker", data["joker"] in JOKERS, data["joker"])
        self.take("CAP-945", self.player(data).discard, [data["joker"]])
        self.player(data).deck.append(data["joker"])
        self.expect("CAP-945", "deck_shuffled", seat=data["seat"])

    # What texts bring about

    def foresee(self, do: str, source: Character, victim: Character | None = None, times: int = 1) -> None:
        """CAP-511 The facts that have to follow from a text."""
        for word, args in words(do) * times:
            getattr(self, f"_will_{word}")(args, source, victim)

    def _will_heal(self, args: list[ast.expr], source: Character, victim: Character | None) -> None:
        """CAP-483 CAP-R104."""
        n = min(number(args[1]), source.start_hp - source.hp)
        if n > 0 and source.hp > 0:
            self.expect("CAP-483", "hp_recovered", character=source.id, n=n)

    def _will_draw(self, args: list[ast.expr], source: Character, victim: Character | None) -> None:
        n = min(number(args[1]), len(self.board.players[source.seat].deck))
        if n:
            self.expect("CAP-511", "cards_drawn", seat=source.seat, n=n)

    def _will_discard(self, args: list[ast.expr], source: Character, victim: Character | None) -> None:
        assert victim is not None
        for _ in range(min(number(args[1]), len(self.board.players[victim.seat].hand))):
            self.expect("CAP-511", "card_discarded_at_random", seat=victim.seat)

    def _will_reset_cp(self, args: list[ast.expr], source: Character, victim: Character | None) -> None:
        """CAP-415 CAP-R89 A reset by the last points is lost."""
        if source.cp_used < self.board.stat(source, "combo") and source.cp_used:
            self.expect("CAP-415", "cp_reset", character=source.id)

    def _will_deal_damage(self, args: list[ast.expr], source: Character, victim: Character | None) -> None:
        """CAP-480 CAP-R83 Only what the target reduces changes it."""
        assert victim is not None
        n = max(0, number(args[1]) - self.reduction(victim, None))
        self.expect("CAP-480", "damage_dealt", target=victim.id, n=n)

    def reduction(self, target: Character, attack: Attack | None) -> int:
        """CAP-480 CAP-R81 The fixed reductions of a target."""
        said = self.board.passives("reduce_damage_taken", target)
        return sum(number(args[1]) for args in said if fits(args[0], attack))

    def _will_add_damage(self, args: list[ast.expr], source: Character, victim: Character | None) -> None:
        """It is part of the damage of the attack."""

    def _will_modify_stat(self, args: list[ast.expr], source: Character, victim: Character | None) -> None:
        self.expect("CAP-506", "modifier_added", character=source.id, amount=number(args[-2]))

    _will_modify_priority = _will_modify_stat

    def _will_prevent_damage(self, args: list[ast.expr], source: Character, victim: Character | None) -> None:
        if name(args[0]) == "half":
            self.expect("CAP-506", "modifier_added", character=source.id)

    def _will_extra_flip(self, args: list[ast.expr], source: Character, victim: Character | None) -> None:
        self.expect("CAP-512", "extra_flip_used", seat=source.seat)

    def on_ability_used(self, data: Data) -> None:
        """CAP-504 CAP-505 Once per turn, or per match."""
        source = self.board.characters[data["character"]]
        self.same("CAP-504", "status of its character", "active", source.status)
        if data.get("limit"):
            used = f"{source.id} {data['part']}"
            spent = self.done if data["limit"] == "turn" else self.spent
            self.holds("CAP-505", f"once a {data['limit']}", used not in spent, used)
            spent.add(used)
        for part in (*parts(source.cid, "any_time"), *parts(source.cid, "dodge_failed")):
            self.foresee(part["do"], source)

    def __init__(self) -> None:
        super().__init__()
        self.done: set[str] = set()
        """What was done in this turn that can be done only once."""
        self.spent: set[str] = set()
        """Abilities that were used up for the match."""
