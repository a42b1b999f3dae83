"""The second referee of TRF: OOC cards, abilities, and what they do to cards in play (325 to 345, 5xx)."""

from __future__ import annotations

from tests.games.trf.referee.piles import PileReferee
from tests.games.trf.referee.prices import price
from tests.games.trf.referee.state import Character, Persistent
from tests.games.trf.referee.table import parts_that
from tests.kit.card_texts import argument, integer, word
from tests.kit.referee import Data

OWN_WINDOWS = ("pre", "post")
"""TRF-326 Those of the active player alone."""


class CardReferee(PileReferee):
    """What is played, and what it changes."""

    def character(self, data: Data) -> Character:
        """The character in play that a fact names."""
        card = self.table.character(data["iid"])
        self.same("TRF-518", "the character in play", data["card"], card and card.cid)
        assert card is not None
        return card

    def on_ooc_announced(self, data: Data) -> None:
        """TRF-308 TRF-325 TRF-326 TRF-345 From the hand, at its price, in a window that it lists."""
        seat, card, window = data["seat"], self.printed(data["card"]), data["window"]
        self.paid(seat, card.cid, price(self.table, seat, card, window), data["cost"])
        listed = [name for ability in card.data["abilities"] for name in ability.get("windows", ())]
        self.holds("TRF-325", f"one of {listed}", window in listed, window)
        if window in OWN_WINDOWS:
            self.same("TRF-326", "whose card it is", self.table.active, seat)
        self.holds("TRF-326", "a card to respond to, of somebody else", (window == "response") == bool(self.stack))
        self.holds("TRF-326", "not one's own", not self.stack or self.stack[-1]["seat"] != seat)
        self.from_hand(data)
        self.stack.append(data)
        self.drawn_for.pop(card.cid, None)
        self.busy = True
        rank = self._rank(seat) if card.data.get("subtype") else None
        self.same("TRF-623", "the recorded rank", rank, data.get("rank"))

    def _rank(self, seat: int) -> int:
        titles = self.table.titles(seat)
        return 2 if "Admin" in titles else 1 if "Mod" in titles else 0

    def on_ooc_cancelled(self, data: Data) -> None:
        """TRF-342 TRF-345 A response cancels the card that it answers, just beneath it."""
        beneath = self.stack.pop(-2) if len(self.stack) > 1 else {}
        self.same("TRF-345", "the card beneath", beneath.get("iid"), data["iid"])
        self.same("TRF-345", "by the response", self.stack[-1]["card"], data["cause"])
        self.discard(data)

    def on_ooc_resolved(self, data: Data) -> None:
        """TRF-325 What has to be drawn was drawn, as far as there were cards."""
        card, player = self.printed(data["card"]), self.player(data["seat"])
        wanted = sum(integer(argument(part, 1)) for part in card.played if word(part) == "draw")
        drawn = self.drawn_for.get(card.cid, 0)
        self.holds("TRF-325", f"{wanted} cards drawn", drawn == wanted or (drawn < wanted and not player.deck), drawn)

    def on_faction_chosen(self, data: Data) -> None:
        """TRF-644 TRF-R98 Kept on the card; Universal is none."""
        self.holds("TRF-R98", "a faction", not self.goes_by(1, 2) or data["faction"] != "universal", data["faction"])
        self.chosen = data["faction"]

    chosen: str | None = None

    def on_persistent_placed(self, data: Data) -> None:
        """TRF-522 TRF-620 Where and with as many tokens as its text says."""
        self.off_stack(data)
        card = self.printed(data["card"])
        stay = parts_that(card, "stay")[0]
        tokens = next((integer(one.value) for one in stay.keywords if one.arg == "tokens"), None)
        self.same("TRF-522", "tokens", tokens, data.get("tokens"))
        self.same("TRF-620", "whether it has a host", bool(stay.args), data.get("host") is not None)
        chosen = self.chosen if parts_that(card, "choose_faction") else None
        self.player(data["seat"]).persistents[data["iid"]] = Persistent(
            data["iid"],
            card.cid,
            data["seat"],
            host=data.get("host"),
            tokens=data.get("tokens"),
            counted=data.get("counted"),
            chosen=chosen,
        )

    def on_persistent_discarded(self, data: Data) -> None:
        """TRF-521 TRF-626 To its owner's discard pile; with its last token at the latest."""
        gone = self.player(data["seat"]).persistents.pop(data["iid"], None)
        self.same("TRF-626", "the persistent card", data["card"], gone and gone.cid)
        self.discard(data)

    def on_ability_used(self, data: Data) -> None:
        """TRF-329 TRF-332 TRF-333 TRF-508 Once a turn, in the own turn; a character's uses the turn of its unit."""
        seat, table = data["seat"], self.table
        self.same("TRF-329", "whose turn it is", table.active, seat)
        ability = self.printed(data["card"]).data["abilities"][data["ability"] - 1]
        words = ability.get("words", 0)
        self.debts = [(seat, data["card"], words)] if words else []
        self.drawn_for.pop(data["card"], None)
        card = table.character(data["iid"])
        if card is not None:
            free = card.fight is None and all(one.ability < table.turn for one in table.unit(card))
            self.holds("TRF-333", "free, in a unit that has used none", free and card.battle < table.turn)
            for one in table.unit(card):
                one.ability = table.turn
        elif (planet := table.planet(data["iid"])) is not None:
            self.same(
                "TRF-329", "a planet that is not exhausted", (data["card"], False), (planet.cid, planet.exhausted)
            )
        else:
            self.holds("TRF-332", "the first of the account this turn", self.player(seat).used < table.turn)
            self.same("TRF-332", "the account", self.player(seat).account, data["card"])
            self.player(seat).used = table.turn

    def on_individual_joined(self, data: Data) -> None:
        """TRF-501 to TRF-505 TRF-543 A lone Individual joins a lone Fleeter, in its owner's own turn."""
        table = self.table
        individual, fleeter = table.character(data["individual"]), table.character(data["fleeter"])
        assert individual is not None
        assert fleeter is not None
        classes = table.printed(individual).fleeter, table.printed(fleeter).fleeter
        self.same(
            "TRF-502",
            "an Individual and a Fleeter, both alone",
            (False, True, None, None),
            (*classes, individual.partner, fleeter.partner),
        )
        self.same("TRF-501", "whose turn, whose cards", (table.active,) * 2, (individual.owner, fleeter.owner))
        self.holds("TRF-503", "the first move of this turn", individual.moved < table.turn)
        self.holds("TRF-543", "no ability used this turn", max(individual.ability, fleeter.ability) < table.turn)
        self.holds("TRF-427", "neither is committed", individual.fight is fleeter.fight is None)
        individual.partner, fleeter.partner, individual.moved = fleeter.iid, individual.iid, table.turn

    def on_individual_left(self, data: Data) -> None:
        """TRF-501 TRF-503 TRF-508 It leaves its Fleeter."""
        table = self.table
        individual, fleeter = table.character(data["individual"]), table.character(data["fleeter"])
        assert individual is not None
        assert fleeter is not None
        self.same("TRF-501", "the unit", (fleeter.iid, individual.iid), (individual.partner, fleeter.partner))
        last = max(individual.moved, individual.ability)
        self.holds("TRF-503", "the first move, no ability this turn", last < table.turn, last)
        self.holds("TRF-427", "not committed", individual.fight is None)
        individual.partner = fleeter.partner = None
        individual.moved = table.turn

    def on_tokens_placed(self, data: Data) -> None:
        """TRF-513 As many damage tokens as the cause says."""
        numbers = [integer(argument(one, 1)) for one in parts_that(self.printed(data["cause"]), "damage")]
        self.holds("TRF-513", f"one of {numbers}", data["n"] in numbers, data["n"])
        self.character(data).damage += data["n"]

    def on_tokens_removed(self, data: Data) -> None:
        """TRF-515 TRF-522 Damage as far as there is some, or one token of a persistent card."""
        if data["kind"] == "damage":
            card = self.character(data)
            texts = parts_that(self.printed(data["cause"]), "heal")
            healed = [min(card.damage, integer(one.args[1]) if len(one.args) > 1 else card.damage) for one in texts]
            self.holds("TRF-515", f"one of {healed}", data["n"] in healed, data["n"])
            card.damage -= data["n"]
            return
        persistent = self.player(data["seat"]).persistents[data["iid"]]
        self.same("TRF-522", "tokens taken off, whose turn", (1, self.table.active), (data["n"], persistent.counted))
        persistent.tokens = (persistent.tokens or 0) - data["n"]

    def on_modifier_added(self, data: Data) -> None:
        """TRF-525 As much as the cause says, for this turn."""
        card = self.table.character(data["iid"]) or self.table.planet(data["iid"])
        self.same("TRF-512", "the card in play", data["card"], card and card.cid)
        assert card is not None
        what, n = data["what"], data.get("n", 0)
        texts = parts_that(self.printed(data["cause"]), what)
        place = {"combat": 1, "capture": 1, "defense": 1, "keyword": 2}.get(what)
        if place is not None:
            numbers = [integer(one.args[place]) if len(one.args) > place else 0 for one in texts]
            self.holds("TRF-525", f"one of {numbers}", n in numbers, n)
        card.mods.append((what, n, data.get("name", "")))

    def on_unit_refreshed(self, data: Data) -> None:
        """TRF-642 All cards of the unit."""
        for iid in data["cards"]:
            card = self.table.character(iid)
            assert card is not None
            card.refreshed = True

    def leave_play(self, iid: str) -> Character:
        """TRF-511 TRF-517 To the discard pile, out of unit, fight and attack; what was paid is remembered."""
        card = self.table.character(iid)
        assert card is not None
        partner = self.table.character(card.partner)
        if partner is not None:
            partner.partner = None
        del self.player(card.owner).characters[iid]
        self.out_of_fights(iid)
        self.table.attackers = [left for unit in self.table.attackers if (left := [one for one in unit if one != iid])]
        return card

    def out_of_fights(self, iid: str) -> None:
        """The card stands in no fight any more."""
        for fight in self.table.fights.values():
            for side in fight.cards:
                if iid in side:
                    side.remove(iid)

    def on_character_destroyed(self, data: Data) -> None:
        """TRF-514 TRF-517 By damage that equals its printed combat value, or by a card that destroys."""
        card = self.character(data)
        lethal = card.damage >= self.printed(card.cid).number("combat")
        by = data["cause"] in self.table.cards and bool(parts_that(self.printed(data["cause"]), "destroy"))
        self.holds("TRF-514", "lethal damage, or a card that destroys", lethal or by, card.damage)
        self.leave_play(card.iid)
        self.discard(data, card.paid)

    def on_account_swapped(self, data: Data) -> None:
        """TRF-628 The reserve account takes its place, unused."""
        player = self.player(data["seat"])
        told = data["before"], data["after"]
        self.same("TRF-628", "account and reserve account", (player.account, player.reserve), told)
        player.account, player.reserve, player.used = data["after"], None, 0

    def on_homeworld_swapped(self, data: Data) -> None:
        """TRF-604 Another planet is the homeworld."""
        before, after = self.table.planet(data["before"]), self.table.planet(data["after"])
        assert before is not None
        assert after is not None
        self.same("TRF-604", "homeworld and shield", (True, False), (before.home, after.home))
        before.home, after.home = False, True
