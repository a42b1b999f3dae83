"""The second referee of TRF: cards from zone to zone, and characters that are bought (3xx, 626 to 650)."""

from __future__ import annotations

from tests.games.trf.referee.prices import changes, price
from tests.games.trf.referee.state import Character
from tests.games.trf.referee.table import parts_that
from tests.games.trf.referee.turns import TurnReferee
from tests.kit.card_texts import amount
from tests.kit.referee import Data


class PileReferee(TurnReferee):
    """Where cards are."""

    def on_character_played(self, data: Data) -> None:
        """TRF-306 TRF-308 From the hand, at its price, in the own turn."""
        seat, card = data["seat"], self.printed(data["card"])
        self.same("TRF-306", "who plays characters", self.table.active, seat)
        self.paid(seat, card.cid, price(self.table, seat, card), data["cost"])
        self.from_hand(data)
        self.enters(data, data["cost"])

    def enters(self, data: Data, paid: int) -> None:
        """TRF-306 TRF-338 A lone unit, bought this turn."""
        card = Character(data["iid"], data["card"], data["seat"], bought=self.table.turn, paid=paid)
        self.player(data["seat"]).characters[data["iid"]] = card
        self.busy = True

    def on_character_revived(self, data: Data) -> None:
        """TRF-334 to TRF-338 A Unique one that was defeated or destroyed, at twice what was paid for it."""
        seat, card = data["seat"], self.printed(data["card"])
        paid = self.from_discard(data)
        self.holds("TRF-335", "Unique, defeated or destroyed", card.unique and paid is not None)
        self.holds("TRF-334", "with access", price(self.table, seat, card) is not None)
        self.paid(seat, card.cid, 2 * (paid or 0), data["cost"])
        self.enters(data, paid or 0)

    def on_character_entered(self, data: Data) -> None:
        """TRF-337 TRF-R72 Without payment; what would have been paid if nothing ever was."""
        seat, card = data["seat"], self.printed(data["card"])
        paid = self.from_discard(data)
        if paid is None:
            usual = price(self.table, seat, card)
            paid = max(0, card.number("cost") + changes(self.table, seat, card)) if usual is None else usual
        self.same("TRF-337", "meters that count as paid", paid, data["meters_paid"])
        self.enters(data, paid)

    def on_card_discarded(self, data: Data) -> None:
        """TRF-463 TRF-626 To its owner's discard pile."""
        if data["from_zone"] == "hand":
            self.from_hand(data)
        else:
            self.off_stack(data)
        self.discard(data)

    def off_stack(self, data: Data) -> Data:
        """The card leaves the stack, as the last one announced."""
        self.same("TRF-340", "the top of the stack", [data["iid"]], [one["iid"] for one in self.stack[-1:]])
        return self.stack.pop()

    def discard(self, data: Data, paid: int | None = None) -> None:
        """TRF-626 A card comes to its owner's discard pile."""
        self.player(data["seat"]).discard.append((data["iid"], data["card"], paid))

    def on_random_card_picked(self, data: Data) -> None:
        """TRF-646 Out of the hand."""
        self.same("TRF-646", "the card in the hand", data["card"], self.player(data["seat"]).hand.get(data["iid"]))

    def on_card_returned_to_hand(self, data: Data) -> None:
        """From the discard pile to the hand, as a new instance."""
        self.from_discard(data, "old")
        self.into_hand(data)

    def on_cards_looked_at(self, data: Data) -> None:
        """TRF-646 The hand, or as many of the top cards as there are."""
        owner = self.player(data["owner"])
        if data["zone"] == "hand":
            self.same("TRF-646", "cards looked at", sorted(owner.hand.values()), sorted(data["cards"]))
        else:
            self.looking = owner.deck[: data["count"]]
            self.same("TRF-646", "cards looked at", self.looking, data["cards"])

    def on_card_taken(self, data: Data) -> None:
        """One of those looked at goes to the hand."""
        self.same("TRF-646", "the card taken", self.looking.pop(data["place"]), data["card"])
        del self.player(data["seat"]).deck[data["place"]]
        self.into_hand(data)
        self.busy = True

    def on_cards_bottomed(self, data: Data) -> None:
        """The rest goes under the deck, in the order seen."""
        self.same("TRF-646", "the rest", self.looking, data["cards"])
        deck = self.player(data["seat"]).deck
        deck[:] = [*deck[len(self.looking) :], *self.looking]
        self.looking = []

    def on_income_promised(self, data: Data) -> None:
        """As much as the text of the cause says; before the first turn, see there."""
        texts = parts_that(self.printed(data["cause"]), "income_next")
        sums = [(amount(one, "meters"), amount(one, "words")) for one in texts]
        said = (data["meters"], data["words"]) in sums
        self.holds("TRF-531", f"one of {sums}", said or not self.table.turn, data)
        self.player(data["seat"]).pending.append((data["meters"], data["words"]))

    def on_planet_skipped(self, data: Data) -> None:
        """TRF-636 It gives nothing at the next refill."""
        planet = self.table.planet(data["iid"])
        self.same("TRF-636", "the planet", data["card"], planet and planet.cid)
        assert planet is not None
        planet.skipped = True
