"""The second referee of C4: cards from zone to zone, and what they cost (2xx to 4xx)."""

from __future__ import annotations

import ast

from tests.games.c4.referee.movements import MovementReferee
from tests.games.c4.referee.table import Env, InPlay, enters_before
from tests.games.c4.referee.tokens import Played
from tests.kit.card_texts import parsed, uses, word
from tests.kit.referee import Data


class CardReferee(MovementReferee):
    """Where the cards of a match are."""

    def top_of_deck(self, seat: int) -> str | None:
        """C4-216 The card that the next draw, flip, reveal or look must find."""
        return next(iter(self.seat(seat).deck), None)

    def take_top(self, data: Data) -> None:
        """C4-216 The top card leaves the deck, and no other."""
        self.same("C4-216", "the top card of the deck", self.top_of_deck(data["seat"]), data["card"])
        del self.seat(data["seat"]).deck[0]

    def into_hand(self, data: Data) -> None:
        """A card comes to a hand as an instance that is not there yet."""
        hand = self.seat(data["seat"]).hand
        self.holds("C4-610", "the instance is new in the hand", data["iid"] not in hand, data["iid"])
        hand[data["iid"]] = data["card"]

    def on_deck_shuffled(self, data: Data) -> None:
        """C4-109 C4-216 C4-217 C4-219 An order of the whole pile; the Visa Rule only where a deck is empty."""
        seat = self.seat(data["seat"])
        if data["cause"] == "visa":
            self.same("C4-217", "cards in the deck that is renewed", [], seat.deck)
            seat.deck, seat.discard = [cid for _, cid in seat.discard], []
        self.same("C4-109", "places of the pile", list(range(len(seat.deck))), sorted(data["order"]))
        self.holds("C4-218", "there is something to shuffle", bool(seat.deck))
        seat.deck = [seat.deck[place] for place in data["order"]]

    drawn_by_turn = 0

    def on_card_drawn(self, data: Data) -> None:
        """C4-203 C4-220 One card, by the turn, by an effect or for the opening hand."""
        self.take_top(data)
        self.into_hand(data)
        self._drawn(data["seat"], data["cause"])

    def on_draw_failed(self, data: Data) -> None:
        """C4-218 Deck and discard are both empty, so whatever else was to be drawn is not."""
        seat = self.seat(data["seat"])
        self.same("C4-218", "cards to draw from", ([], []), (seat.deck, seat.discard))
        if data["wanted"] == "draw":
            turn = data["seat"] == self.table.active and not self.drawn_by_turn
            self._drawn(data["seat"], "turn" if turn else "effect")
            self.owed = [one for one in self.owed if word(one.part) != "draw" or one.seat != data["seat"]]

    def _drawn(self, seat: int, cause: str) -> None:
        if cause == "turn":
            self.same("C4-203", "who draws at the start of a turn", self.table.active, seat)
            self.drawn_by_turn += 1
        elif cause == "effect" and not self.happened("draw", seat):
            self.holds("C4-220", "a text that may make this seat draw", self._may_draw(seat))

    def _may_draw(self, seat: int) -> bool:
        """Whether a part that need not happen lets this seat draw; those that have to are owed."""
        for card in self.cards.values():
            for text in card.all_texts:
                uncertain = (part for part in uses(text, "draw") if isinstance(part.args[0], ast.Subscript))
                parts = [*uncertain, *(part for part in uses(text, "draw") if part not in card.parts)]
                for env in self.sources(card.cid) if parts else ():
                    if any(seat in self.table.players(part.args[0], env) for part in parts):
                        return True
        return False

    def on_card_played(self, data: Data) -> None:
        """C4-301 to C4-311 C4-440 C4-603 From the hand, at its price, for which the supply has enough."""
        table, seat, card = self.table, data["seat"], self.cards[data["card"]]
        self.same("C4-440", "the card in the hand", data["card"], self.seat(seat).hand.pop(data["iid"], None))
        self.same("C4-602", "the kind of the card", card.kind, data["kind"])
        env = Env(seat, card.cid, data["iid"], data.get("player"), data.get("x", 0), (self.amounts or [0])[-1])
        self.same("C4-311", "payments due before another card is played", [], self.payments)
        price, additional = 0, False
        if card.kind == "reaction":
            self.same("C4-502", "what forbids Reactions", [], self.forbidden(seat, "reactions"))
        else:
            self.same(
                "C4-301", "the active player, while nothing is being played", (table.active, []), (seat, self.played)
            )
            most = any(True for _ in table.lasting("forbid"))
            self.holds("C4-502", "actions are not forbidden", not (most and table.actions >= 2), table.actions)
            additional = table.free == 0
            price = max(0, table.paid + 1 + table.changed("price", seat)) if additional else 0
            table.actions += 1
            table.paid += additional
            table.free -= not additional
        cost = 0 if card.cost is None else table.number(card.cost, env)
        told = data.get("additional", False), data.get("price", 0), data.get("action", 0)
        number = 0 if card.kind == "reaction" else table.actions
        self.same("C4-304 C4-306", "additional, its price, number of the action", (additional, price, number), told)
        self.holds("C4-308", f"the supply holds {price} and {cost}", table.tokens(seat) >= price + cost)
        self.payments += [(seat, why, n) for why, n in (("action", price), ("card_cost", cost)) if n]
        self.played.append(Played(env, data["iid"], seat))
        for part in card.parts:
            self.owe(part, env, None if card.kind == "stay_in_play" else data["iid"])

    def forbidden(self, seat: int, what: str) -> list[object]:
        """C4-502 The lasting effects that forbid this to a player."""
        return [one["cid"] for one in self.table.made("forbid", seat) if one.get("what") == what]

    def on_ability_used(self, data: Data) -> None:
        """C4-330 C4-331 By the controller in their own turn, once in a turn, if the cost can be paid."""
        card = self.card_in_play(data)
        ability = self.cards[card.cid].texts["act"][data["ability"] - 1]
        self.same("C4-330", "controller and active player", (card.controller, self.table.active), (data["seat"],) * 2)
        self.holds("C4-330", "not used this turn", (card.iid, data["ability"]) not in self.used)
        self.used.add((card.iid, data["ability"]))
        self.gone.append(Env(card.controller, card.cid, card.iid, x=data.get("x", 0)))
        if word(parsed(ability.get("cost", "nothing"))) == "pay":
            cost = sum(self.table.number(one.args[0], Env(0, "")) for one in uses(parsed(ability["cost"]), "pay"))
            self.holds("C4-331", f"the supply holds {cost}", self.table.tokens(data["seat"]) >= cost)
            self.payments.append((data["seat"], "card_cost", cost))

    used: set[tuple[str, int]]

    def on_card_cancelled(self, data: Data) -> None:
        """C4-447 C4-472 A card being played does nothing more."""
        self.holds("C4-472", "it is being played", data["iid"] in [one.iid for one in self.played], data["iid"])
        self.owed = [one for one in self.owed if one.env.iid != data["iid"]]

    def _stop_playing(self, data: Data) -> Played:
        found = [one for one in self.played if one.iid == data["iid"]]
        self.same("C4-440", "the card being played", [data["card"]], [one.env.cid for one in found])
        self.played.remove(found[0])
        self.gone.append(found[0].env)
        return found[0]

    def on_card_entered_play(self, data: Data) -> None:
        """C4-446 C4-611 In front of its player, or of the player whom its text names."""
        played, card = self._stop_playing(data), self.cards[data["card"]]
        before = played.env.opp if enters_before(card) else played.seat
        self.same(
            "C4-446",
            "kind, owner and controller",
            ("stay_in_play", played.seat, before),
            (card.kind, data["owner"], data["controller"]),
        )
        self.table.in_play.append(InPlay(data["iid"], card.cid, data["owner"], data["controller"]))

    def on_control_changed(self, data: Data) -> None:
        """C4-511 To the player whom its text names: the one to the left, or who has just won the attack."""
        card = self.card_in_play(data)
        named = {uses_of.args[0] for text in self.cards[card.cid].all_texts for uses_of in uses(text, "move_this")}
        goals = {seat for env in self.sources(card.cid) for who in named for seat in self.table.players(who, env)}
        self.same("C4-511", "former controller", card.controller, data["from_seat"])
        self.holds("C4-511", f"new controller, one of {goals}", data["to_seat"] in goals, data["to_seat"])
        self.gone.append(Env(card.controller, card.cid, card.iid))
        card.controller = data["to_seat"]
        self.table.in_play.remove(card)
        self.table.in_play.append(card)
        self.used = {one for one in self.used if one[0] != card.iid}

    def on_card_left_play(self, data: Data) -> None:
        """C4-357 C4-471 C4-610 To its owner's discard; the tokens on it to the pot."""
        card = self.card_in_play(data)
        self.same("C4-610", "owner and controller", (card.owner, card.controller), (data["owner"], data["controller"]))
        self.same("C4-357", "tokens that were on it", +card.tokens, data.get("spilled", {}))
        self.table.pot.update(card.tokens)
        self.table.in_play.remove(card)
        self.seat(card.owner).discard.append((card.iid, card.cid))
        self.gone.append(Env(card.controller, card.cid, card.iid))

    def on_card_discarded(self, data: Data) -> None:
        """C4-445 C4-610 To its owner's discard, from where it was."""
        seat, zone = self.seat(data["seat"]), data["from_zone"]
        if zone == "being_played":
            played = self._stop_playing(data)
            self.same("C4-610", "owner", played.seat, data["seat"])
            self.settled([one for one in self.owed if one.until == data["iid"]])
        elif zone == "hand":
            self.same("C4-440", "the card in the hand", data["card"], seat.hand.pop(data["iid"], None))
        elif zone == "deck":
            self.take_top(data)
        else:
            self.same("C4-419", "the flipped card", (data["iid"], data["card"]), seat.flipped)
            seat.flipped = seat.symbol = None
        seat.discard.append((data["iid"], data["card"]))

    def on_card_recovered(self, data: Data) -> None:
        """From the own discard to the hand."""
        discard = self.seat(data["seat"]).discard
        self.holds("C4-610", "it is in the discard", (data["old"], data["card"]) in discard, discard)
        discard.remove((data["old"], data["card"]))
        self.into_hand(data)
        self.happened("recover", data["seat"])

    def on_top_card_revealed(self, data: Data) -> None:
        """C4-216 The top card is seen; where it goes is told by another fact."""
        self.same("C4-216", "the top card of the deck", self.top_of_deck(data["seat"]), data["card"])

    def on_cards_looked_at(self, data: Data) -> None:
        """C4-216 The hand or the top card, as they are."""
        seat = self.seat(data["whose"])
        there = sorted(seat.hand.values()) if data["zone"] == "hand" else seat.deck[:1]
        self.same("C4-216", "cards looked at", there, sorted(cid for cid, _ in data["cards"]))
        self.same("C4-216", "how many", len(there), data["count"])

    def on_card_moved_to_bottom(self, data: Data) -> None:
        """The top card goes under the deck."""
        self.take_top(data)
        self.seat(data["seat"]).deck.append(data["card"])
