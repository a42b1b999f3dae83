"""The second referee of C4: the movements of tokens that facts tell (340 to 384)."""

from __future__ import annotations

from tests.games.c4.referee.table import Env
from tests.games.c4.referee.tokens import TokenReferee
from tests.kit.card_texts import parsed, parts, uses, word
from tests.kit.referee import Data


class MovementReferee(TokenReferee):
    """Where the tokens of a match are."""

    transfer: tuple[int, int, Data] | None = None
    """(from, to, tokens) of a take or give whose gain event is still to come."""

    def on_tokens_taken(self, data: Data) -> None:
        """C4-346 Told before the gain and the loss that it is."""
        self.transfer = (data["victim"], data["taker"], data["tokens"])

    def on_tokens_given(self, data: Data) -> None:
        """C4-350 Told before the gain that it is for the receiver."""
        self.transfer = (data["giver"], data["receiver"], data["tokens"])

    def on_tokens_gained(self, data: Data) -> None:
        """C4-340 C4-347 C4-355 C4-378 One gain event; of a take or give the tokens that were named before move."""
        seat, cause, cid, n = data["seat"], data["cause"], data["source"], sum(data["tokens"].values())
        self._not_prevented("gain", seat, take=cause == "take")
        if cause == "gain":
            self.check("gain", seat, cid, n, "C4-376")
            self.move(data["tokens"], self.table.pot, self.seat(seat).supply)
        else:
            giver, _, tokens = self.transfer or (-1, -1, {})
            more = data.get("from_pot", {})
            self.same("C4-347", "who has moved tokens to whom", (data["other"], seat), (self.transfer or ())[:2])
            self.same("C4-355", "tokens moved and tokens added", n, sum(tokens.values()) + sum(more.values()))
            self.check(cause, seat if cause == "take" else giver, cid, sum(tokens.values()), "C4-346 C4-350")
            if cause == "take":
                self._not_prevented("lose", giver, take=True)
            increase = max(0, self.table.changed("mod_gain", seat)) if cause == "give" else 0
            self.same(
                "C4-355", "tokens added by an increase", min(increase, self.table.pot.total()), sum(more.values())
            )
            self.move(tokens, self.seat(giver).supply, self.seat(seat).supply)
            self.move(more, self.table.pot, self.seat(seat).supply)
        self.amounts.append(n)
        self.triggered("gained", seat, n, cid=cid)

    def _not_prevented(self, kind: str, seat: int, *, take: bool = False) -> None:
        prevented = self.table.prevented(f"prevent_{kind}", seat, take=take)
        self.same("C4-378", f"whether a card in play prevents to {kind}", False, prevented)

    def on_tokens_lost(self, data: Data) -> None:
        """C4-343 C4-347 One loss event; that of a take has moved its tokens."""
        seat, n = data["seat"], sum(data["tokens"].values())
        if data["cause"] == "lose":
            self._not_prevented("lose", seat)
            self.check("lose", seat, data["source"], n, "C4-376")
            self.move(data["tokens"], self.seat(seat).supply, self.table.pot)
        else:
            victim, _, tokens = self.transfer or (-1, -1, {})
            self.same("C4-347", "who has lost what was taken", (victim, tokens), (seat, data["tokens"]))
        self.amounts.append(n)
        self.triggered("lost", seat, n, cid=data["source"])

    def on_tokens_paid(self, data: Data) -> None:
        """C4-306 C4-307 C4-311 C4-352 C4-353 The price, then the card's own cost; or what an effect makes one pay."""
        seat, reason, n = data["seat"], data["reason"], sum(data["tokens"].values())
        if reason == "effect":
            self.check("pay", seat, data["source"], n, "C4-353")
        else:
            self.same("C4-311", "the payment that is due", [(seat, reason, n)], self.payments[:1])
            del self.payments[0]
        self.move(data["tokens"], self.seat(seat).supply, self.table.pot)

    def on_tokens_put_on_card(self, data: Data) -> None:
        """C4-356 Tokens of a player or of the pot come onto a card."""
        card, n = self.card_in_play(data), sum(data["tokens"].values())
        origin = data.get("from_seat")
        if origin is None:
            self.check("put_from_pot", card.controller, card.cid, n, "C4-356")
            self.move(data["tokens"], self.table.pot, card.tokens)
        else:
            self.check("put", origin, card.cid, n, "C4-356")
            self.move(data["tokens"], self.seat(origin).supply, card.tokens)

    def on_tokens_collected(self, data: Data) -> None:
        """C4-356 All tokens of a card, as every card says that collects."""
        card = self.card_in_play(data)
        self.same("C4-356", "tokens on the card", +card.tokens, data["tokens"])
        self.move(data["tokens"], card.tokens, self.seat(data["seat"]).supply)

    def on_tokens_spilled(self, data: Data) -> None:
        """C4-357 C4-331 Tokens of a card go to the pot: the cost of an ability."""
        card = self.card_in_play(data)
        costs = [parsed(ability["cost"]) for ability in self.cards[card.cid].texts["act"] if "cost" in ability]
        spilled = [self.table.number(one.args[0], Env(0, "")) for cost in costs for one in uses(cost, "spill")]
        self.same("C4-331", "tokens that the ability costs", spilled, [sum(data["tokens"].values())])
        self.move(data["tokens"], card.tokens, self.table.pot)

    def on_event_prevented(self, data: Data) -> None:
        """C4-378 C4-379 C4-381 Nothing of it moves, as a card says in play, as a trigger or as a Reaction."""
        card = self.cards[data["by"]]
        words = [word(part) for text in card.all_texts for part in parts(text)]
        words += [word(parsed(text)) for text in card.texts.get("continuous", ())]
        self.holds(
            "C4-378", "a card that prevents", any(one.startswith(("prevent_", "reduce_")) for one in words), data["by"]
        )
        self.prevented.add((data["kind"], data["seat"]))
        self.excused(data["kind"], data["seat"])

    def on_event_reduced(self, data: Data) -> None:
        """C4-379 A Reaction takes its number off the amount."""
        fewer = [
            self.table.number(one.args[0], Env(0, ""))
            for text in self.cards[data["by"]].all_texts
            for one in uses(text, "reduce_this")
        ]
        self.same("C4-379", "what is left", max(0, data["from_amount"] - sum(fewer)), data["to_amount"])
        self.reduced[data["kind"], data["seat"]] = data["to_amount"]
        if not data["to_amount"]:
            self.excused(data["kind"], data["seat"])
