"""The words of card texts that move or show cards of hands, decks and discard piles."""

from __future__ import annotations

import ast

from tests.games.cape_and_cowl.referee.field import HAND, Card, arguments, word
from tests.games.cape_and_cowl.referee.texts import Text, Texts
from tests.games.cape_and_cowl.referee.zones import Script


class Piles(Texts):
    """What moves cards."""

    def seat_draw(self, text: Text, seat: int, node: ast.expr) -> Script:
        yield from self.draw(seat, self.n(text, node), text.cid)

    def seat_discard_hand(self, text: Text, seat: int, node: ast.expr) -> Script:
        """CNC-445 Chosen by the owner, or at random."""
        hand = self.players[seat].hand
        n = min(self.n(text, node), len(hand))
        if word(arguments(node)[2]) == "owner":
            yield from self.discards(seat, n, text.cid)
            return
        for _ in range(n):
            data = yield from self.take("random_card_picked", "CNC-528", seat=seat, cause=text.cid)
            card = hand[data["position"] - 1]
            self.same("CNC-R25", "card at its position", card.cid, data["card"])
            yield from self.discard(card, "hand", text.cid)

    def seat_mill(self, text: Text, seat: int, node: ast.expr) -> Script:
        """CNC-527."""
        player, n = self.players[seat], self.n(text, node)
        top, player.deck = player.deck[:n], player.deck[n:]
        if top:
            data = yield from self.take("cards_milled", "CNC-527", seat=seat, cause=text.cid)
            self.same("CNC-527", "top cards", top, [cid for _, cid in data["cards"]])
            player.discard += [Card(iid, cid, seat) for iid, cid in data["cards"]]

    def card_return_hand(self, text: Text, card: Card, node: ast.expr) -> Script:
        """CNC-319 CNC-331 CNC-439."""
        yield from self.to_hand(card, "card_returned", "CNC-331", text.cid)
        yield from self.settle()
        if len(self.players[card.owner].hand) > HAND:
            yield from self.discards(card.owner, 1, "discard_down", "discard_down")

    def card_withdraw(self, text: Text, card: Card, node: ast.expr) -> Script:
        yield from self.withdraw(card, text.cid)

    def word_search(self, text: Text, node: ast.expr) -> Script:
        """CNC-533 CNC-R70."""
        player, seat, taken = self.players[text.you], text.you, None
        wanted = [cid for cid in player.deck if self.matches(arguments(node)[0], Card("", cid, seat))]
        if wanted and len(player.hand) < HAND:
            taken = (yield from self.ask(seat, "search_card")).get("card")
            self.holds("CNC-533", "a card of the deck", taken is None or taken in wanted, taken)
        about = {"seat": seat, "cause": text.cid, "card": taken, "found": taken is not None}
        data = yield from self.take("deck_searched", "CNC-533", **about)
        if taken is not None:
            player.deck.remove(taken)
            player.hand.append(Card(data["iid"], taken, seat))
        yield from self.shuffle(seat, text.cid)

    def word_recover(self, text: Text, node: ast.expr) -> Script:
        """CNC-314 CNC-330 CNC-534 CNC-R60."""
        player, to = self.players[text.you], word(arguments(node)[2])
        matching = [card.iid for card in player.discard if self.matches(arguments(node)[0], card)]
        chosen = list(text.cards)
        if text.named is None:
            chosen = list((yield from self.ask(text.you, self.question(text))).get("cards", ())) if matching else []
        self.holds("CNC-534", "matching cards", set(chosen) <= set(matching), chosen)
        self.holds("CNC-534", "as many as allowed", len(set(chosen)) == len(chosen) <= self.n(text, node), chosen)
        chosen = chosen[: HAND - len(player.hand)] if to == "hand" else chosen
        if not chosen:
            return
        moved = [next(card for card in player.discard if card.iid == iid) for iid in chosen]
        data = yield from self.take("cards_recovered", "CNC-534", seat=text.you, to=to, cause=text.cid)
        self.same("CNC-534", "chosen cards", chosen, [iid for iid, _ in data["cards"]])
        player.discard = [card for card in player.discard if card not in moved]
        if to == "bottom":
            player.deck += [card.cid for card in moved]
            return
        for card, iid in zip(moved, data["iids"], strict=True):
            player.hand.append(Card(iid, card.cid, text.you, barred=card.barred))

    def word_this_to_bottom(self, text: Text, node: ast.expr) -> Script:
        """The Event goes under the deck, not to the discard pile."""
        self.playing = None
        yield from self.take("card_sunk", "CNC-313", seat=text.you, card=text.cid)
        self.players[text.you].deck.append(text.cid)

    def seat_reveal(self, text: Text, seat: int, node: ast.expr) -> Script:
        """CNC-434 CNC-526 CNC-R25 Cards of a hand, by position; a Hack may be declined."""
        n = self.n(text, node) if len(arguments(node)) > 1 else HAND
        hand = self.players[seat].hand
        hidden = [place for place, card in enumerate(hand, 1) if not card.revealed]
        chosen = hidden
        if hidden and (text.unleashed or len(hidden) > n):
            chosen = (yield from self.ask(text.you, "hand_positions")).get("positions", ())
            right = len(chosen) == n or (bool(text.unleashed) and not chosen)
            self.holds("CNC-526", "as many positions as asked", right and set(chosen) <= set(hidden), chosen)
        for place in sorted(chosen):
            card = hand[place - 1]
            card.revealed = True
            yield from self.take(
                "hand_card_revealed", "CNC-526", seat=seat, position=place, iid=card.iid, card=card.cid
            )

    seat_reveal_all = seat_reveal
