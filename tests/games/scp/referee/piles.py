"""The facts about hands, decks, pools, Finance and Build Queues, folded once more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from tests.games.scp.referee.board import CARDS, Asset, Attempt, Director
from tests.games.scp.referee.effects import Effects
from tests.games.scp.referee.expressions import abilities
from tests.kit.referee import Data


class Piles(Effects):
    """What the facts about piles and tokens make of the board."""

    solitaire: bool
    mission_played: bool
    researched: bool
    revealed: int
    extra: int
    once: set[str]
    fired: Counter[tuple[str, int]]
    announced: Data | None
    paid = 0
    """The printed Cost of the card that was destroyed as a cost (`cost_paid`)."""

    def player(self, data: Data) -> Director:
        """Whom a fact is about."""
        return self.board.players[data["seat"]]

    def card(self, iid: str) -> Asset:
        """A card that has to be in play."""
        found = self.board.asset(iid)
        if found is None:
            raise self.difference("SCP-509", "a card in play", iid, None)
        return found

    def take(self, rule: str, pile: dict[str, Any], iid: str, cid: str) -> Any:
        """A card leaves a pile that has to hold it."""
        found = pile.pop(iid, None)
        self.same(rule, "the card there", cid, found[0] if isinstance(found, tuple) else found)
        return found

    def own(self, data: Data, phase: str) -> None:
        """SCP-205 Only the active player, and only in this phase."""
        self.same("SCP-205", "who may do this, and when", (self.board.active, phase), (data["seat"], self.board.phase))

    def needs_if(self, rule: str, strict: bool) -> None:
        """This fact has to be one that was due, if nobody chose it."""
        if strict:
            self.needs(rule)

    def said(self, cause: str) -> str:
        """What the texts of a card say, if the cause is one."""
        return " ".join(one.get("do", "") for one in abilities(cause)) if cause in CARDS else ""

    def in_play(self) -> Iterator[tuple[int, str, str, str]]:
        """(player, instance, card, status) of everything that has a text and somebody whose text it is."""
        for card in self.board.assets():
            if self.texts.works(card):
                yield card.owner, card.iid, card.cid, ""
        for scp in self.board.scps.values():
            yield self.board.active if scp.controller is None else scp.controller, scp.iid, scp.cid, scp.status

    def ends_at(self, rule: str, until: str, whose: Callable[[Data], bool]) -> None:
        """SCP-515 Nothing lasts longer than it should."""
        there = [one for one in self.board.lasting.values() if one["until"] == until and whose(one)]
        self.same(rule, f"effects {until}", [], there)

    # Actions

    def on_action_taken(self, data: Data) -> None:
        """SCP-210 SCP-213 SCP-922 What some actions have to bring about."""
        super().on_action_taken(data)
        action, seat = data["action"], data["seat"]
        if action["type"] == "draw_cards":
            self.expect("SCP-210", "resources_changed", seat=seat, delta=-action["n"])
            for _ in range(action["n"]):
                self.expect("SCP-210", "card_drawn", seat=seat, cause="draw_phase")
        elif action["type"] == "cash_finance":
            self.expect("SCP-213", "finance_token_changed", iid=action["finance"], delta=-action["n"])
            self.expect("SCP-213", "resources_changed", seat=seat, delta=action["n"])
        elif action["type"] == "cycle_complication":
            self.same("SCP-922", "cycling in solitaire", (True, "draw"), (self.solitaire, self.board.phase))
            self.expect("SCP-922", "card_discarded", seat=seat, iid=action["card"])
            self.expect("SCP-922", "card_drawn", seat=seat)

    # Hands, decks, pools

    def on_card_drawn(self, data: Data) -> None:
        """SCP-112 SCP-210 The top card of the deck; the counts after it."""
        self.needs("SCP-112 SCP-210 SCP-319")
        player = self.player(data)
        self.same("SCP-210", "the top card", player.deck[:1], [data["card"]])
        del player.deck[:1]
        player.hand[data["iid"]] = data["card"]
        counts = (len(player.hand), len(player.deck))
        self.same("SCP-210", "cards in hand and deck", counts, (data["hand_count"], data["deck_count"]))

    def on_card_discarded(self, data: Data) -> None:
        """SCP-312 SCP-319 SCP-433."""
        if data["from_zone"] == "hand":
            self.needs("SCP-319")
            self.take("SCP-319", self.player(data).hand, data["iid"], data["card"])
        else:
            self.take("SCP-312", self.board.resolving, data["iid"], data["card"])
            if self.announced is not None and self.announced["iid"] == data["iid"]:
                self.announced = None
        self.player(data).discard[data["iid"]] = data["card"]

    def _from_top(self, data: Data, pile: dict[str, str]) -> None:
        player = self.player(data)
        for iid, cid, owner in data["cards"]:
            self.same("SCP-110 SCP-237", "the top card", (player.deck.pop(0), data["seat"]), (cid, owner))
            pile[iid] = cid

    def on_cards_removed_by_bid(self, data: Data) -> None:
        """SCP-110."""
        self.needs("SCP-110")
        self._from_top(data, self.player(data).removed)

    def on_cards_milled(self, data: Data) -> None:
        """SCP-237."""
        self.needs("SCP-237")
        self._from_top(data, self.player(data).discard)

    def on_card_recovered(self, data: Data) -> None:
        """SCP-316 From the discard pile to the hand."""
        self.needs("SCP-316")
        self.take("SCP-316", self.player(data).discard, data["old"], data["card"])
        self.player(data).hand[data["iid"]] = data["card"]

    def on_resources_changed(self, data: Data) -> None:
        """SCP-318 SCP-319 The pool after it."""
        player = self.player(data)
        text = self.said(data["cause"])
        if "cost_paid" in text:
            self.same("SCP-301", "Resources for the Cost", self.paid + 2, data["delta"])
        elif "when(" not in text:
            self.needs("SCP-301 SCP-318 SCP-319")
        player.pool += data["delta"]
        self.same("SCP-318", "Resources in the pool", player.pool, data["pool"])
        self.holds("SCP-301", "no debts", player.pool >= 0, player.pool)

    def on_pool_refilled(self, data: Data) -> None:
        """SCP-212."""
        self.needs("SCP-212")
        self.player(data).pool = data["to"]

    # Finance and Build Queues

    def on_finance_token_changed(self, data: Data) -> None:
        """SCP-213 SCP-319."""
        card = self.card(data["iid"])
        self.holds("SCP-318", "a Finance", card.is_("finance"), data)
        card.tokens += data["delta"]
        self.holds("SCP-319", "no debts", card.tokens >= 0, card.tokens)

    def on_produced(self, data: Data) -> None:
        """SCP-231 Once for each Finance."""
        card = self.card(data["iid"])
        self.own(data, "maintenance")
        self.same("SCP-231", "Production Value", self.texts.production(card), data["n"])
        self.once_a_turn("SCP-231", data["iid"])
        card.tokens += data["n"]

    def once_a_turn(self, rule: str, what: str) -> None:
        self.holds(rule, "once a turn", what not in self.once, what)
        self.once.add(what)

    def on_card_placed_face_down(self, data: Data) -> None:
        """SCP-222."""
        self.own(data, "assignment")
        player = self.player(data)
        self.take("SCP-222", player.hand, data["old"], data["card"])
        player.queue[data["iid"]] = (data["card"], 0)
        self.same("SCP-222", "cards in hand", len(player.hand), data["hand_count"])
        self.holds("SCP-222", "at most 5 cards", len(player.queue) <= 5, len(player.queue))

    def on_build_funded(self, data: Data) -> None:
        """SCP-223."""
        self.own(data, "assignment")
        self.player(data).pool -= data["n"]
        self.holds("SCP-301", "no debts", self.player(data).pool >= 0, self.player(data).pool)
        self._fund(data, data["n"])

    def on_build_changed(self, data: Data) -> None:
        """SCP-319."""
        self._fund(data, data["delta"])

    def _fund(self, data: Data, n: int) -> None:
        queue = self.player(data).queue
        self.holds("SCP-223", "a face-down card", data["iid"] in queue, data["iid"])
        cid, there = queue[data["iid"]]
        queue[data["iid"]] = (cid, there + n)
        self.holds("SCP-319", "no debts", there + n >= 0, there + n)

    def on_build_revealed(self, data: Data) -> None:
        """SCP-232."""
        self.own(data, "maintenance")
        self.revealed += 1
        allowed = self.texts.reveals(data["seat"]) + self.extra
        self.holds("SCP-232", f"at most {allowed} reveals", self.revealed <= allowed, self.revealed)
        self.same("SCP-303", "the card", self.player(data).queue.get(data["iid"], ("nothing",))[0], data["card"])

    def on_reveals_allowed(self, data: Data) -> None:
        """SCP-232."""
        self.needs("SCP-232")
        self.extra += data["n"]

    def on_card_deployed(self, data: Data) -> None:
        """SCP-303 SCP-304 SCP-308 SCP-309."""
        player, cid, host = self.player(data), data["card"], data.get("host")
        cost = self.texts.cost(cid, data["seat"])
        self.same("SCP-303 SCP-317", "Cost", cost, data["cost"])
        _, paid = self.take("SCP-303", player.queue, data["iid"], cid)
        self.holds("SCP-303", f"Resources on it for {cost}", paid >= cost, paid)
        self.same("SCP-309", "lacking Icons", Counter(), self.texts.lacking(cid, data["seat"]))
        attached = CARDS[cid].get("mode") == "attached"
        self.holds("SCP-308", "a bearer of one's own", (host in player.play) == attached, host)
        player.play[data["iid"]] = Asset(data["iid"], cid, data["seat"], host)

    def on_build_discarded(self, data: Data) -> None:
        """SCP-305 It may not enter play."""
        player, cid = self.player(data), data["card"]
        _, paid = self.take("SCP-305", player.queue, data["iid"], cid)
        printed = CARDS[cid]
        fits = {"personnel", "gear", "finance", "resource"} & set(printed["types"])
        pays = paid >= self.texts.cost(cid, data["seat"])
        borne = printed.get("mode") == "attached" and self._no_bearer(player, cid)
        enters = fits and pays and not self.texts.lacking(cid, data["seat"]) and not borne
        self.holds("SCP-305", "a reason not to enter play", not enters, data)
        player.discard[data["iid"]] = cid

    def _no_bearer(self, player: Director, cid: str) -> bool:
        """SCP-308 One Suit and one of each title on a Personnel."""
        suit = "Suit" in CARDS[cid]["subtypes"]
        return not any(
            card.is_("personnel")
            and not any(gear.cid == cid or (suit and gear.is_("Suit")) for gear in self.board.gear_of(card.iid))
            for card in player.play.values()
        )

    def on_card_replaced(self, data: Data) -> None:
        """SCP-513."""
        old = self.card(data["iid"])
        twins = [one for one in self.player(data).queue.values() if CARDS[one[0]]["name"] == CARDS[old.cid]["name"]]
        self.holds("SCP-513", "a newer one of the same title", bool(twins) and old.is_("unique"), data)
        self.leave(data["iid"])
        self.player(data).discard[data["iid"]] = data["card"]

    def leave(self, iid: str) -> Asset:
        """SCP-508 A card leaves play."""
        raise NotImplementedError

    def attempt(self) -> Attempt:
        """The attempt that has to be on."""
        if self.board.attempt is None:
            raise self.difference("SCP-407", "an attempt is on", "one", None)
        return self.board.attempt
