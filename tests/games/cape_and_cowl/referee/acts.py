"""Cards that are played, Attacks and Abilities."""

from __future__ import annotations

from typing import Any

from tests.games.cape_and_cowl.referee.field import PORTER, Card
from tests.games.cape_and_cowl.referee.piles import Piles
from tests.games.cape_and_cowl.referee.texts import Text
from tests.games.cape_and_cowl.referee.zones import Script
from tests.kit.referee import Data


class Acts(Piles):
    """What the active player does with cards."""

    turns = 0
    entries = 0
    types: Any

    def pay(self, seat: int, cost: int, cause: str) -> Script:
        """CNC-301 CNC-302."""
        self.holds("CNC-301", "AP for the cost", cost == 0 or self.players[seat].ap >= cost, self.players[seat].ap)
        yield from self.change_ap("ap_spent", "CNC-301", seat, -cost, cause)

    def entering(self, card: Card) -> Card:
        """A card enters play."""
        self.entries += 1
        card.entered = self.entries
        return card

    # cards of the hand

    def held(self, seat: int, iid: str, kind: str = "") -> Card:
        """A card of the hand."""
        found = [card for card in self.players[seat].hand if card.iid == iid]
        self.same("CNC-613", "such cards in the hand", 1, len(found))
        if kind:
            self.same("CNC-601", "kind", kind, self.printed[found[0].cid]["kind"])
            self.same("CNC-317", "withdrawn this turn", False, found[0].barred)
        return found[0]

    def play(self, seat: int, card: Card, type_: str, **about: Any) -> Script:
        """CNC-308 CNC-327 The cost is paid and the card leaves the hand."""
        printed = self.printed[card.cid]
        cost = self.cost(seat, f"play_{printed['kind']}", printed["cost"], card)
        yield from self.pay(seat, cost, card.cid)
        position = self.players[seat].hand.index(card) + 1
        self.remove(card)
        about |= {"iid": card.iid, "card": card.cid, "cost": cost, "position": position}
        yield from self.take(type_, "CNC-308", seat=seat, **about)

    def do_play_character(self, seat: int, action: Data) -> Script:
        """CNC-309 CNC-310."""
        card, player = self.held(seat, action["card"], "character"), self.players[seat]
        self.holds("CNC-309", "fewer Characters than allowed", len(player.characters) < self.limit(seat, "characters"))
        yield from self.play(seat, card, "character_played")
        printed = self.printed[card.cid]
        there = Card(card.iid, card.cid, seat, class_=printed["class"], hp=printed["hp"], max_hp=printed["hp"])
        player.characters.append(self.entering(there))
        yield from self.settle()
        yield from self.texts(there, "enter")

    def do_play_city(self, seat: int, action: Data) -> Script:
        """CNC-214 CNC-311 CNC-312 CNC-519 CNC-609."""
        card, player = self.held(seat, action["card"], "city"), self.players[seat]
        self.holds("CNC-214", "City cards", player.cities_played < self.limit(seat, "cities_per_turn"))
        self.holds("CNC-311", "no second copy", card.cid not in [one.cid for one in player.cities], card.cid)
        host = action.get("host")
        self.same("CNC-519", "guard with a host", any(self.abilities(card, "guard")), host is not None)
        free = [one.iid for one in player.cities if one.cid != PORTER and one.host is None]
        free = [iid for iid in free if iid not in [one.host for one in player.cities]]
        self.holds("CNC-519", "a free host", host is None or host in free, host)
        yield from self.play(seat, card, "city_played", host=host)
        player.cities_played += 1
        there = self.entering(Card(card.iid, card.cid, seat, host=host))
        player.cities.append(there)
        yield from self.change_cp(seat, self.printed[card.cid]["cp"], card.cid)
        yield from self.settle()
        if self.enabled(there):
            yield from self.texts(there, "enter")
            for effect in [one for source, one in self.passive("income") if source is there]:
                yield from self.effect(Text(card.cid, seat, there), effect)
            yield from self.texts(there, "each_turn")

    def do_play_event(self, seat: int, action: Data) -> Script:
        """CNC-213 CNC-313."""
        card, player = self.held(seat, action["card"], "event"), self.players[seat]
        self.holds("CNC-213", "Events", player.events_played < self.limit(seat, "events_per_turn"))
        yield from self.play(seat, card, "event_played", targets=self.named(action))
        player.events_played += 1
        self.playing = card
        yield from self.settle()
        yield from self.texts(card, "play", **self.said(action))
        if self.playing is not None:
            self.playing = None
            yield from self.discard(card, "play", "played")

    def named(self, action: Data) -> list[str]:
        """The targets of an action."""
        return list(action.get("targets", ()))

    def said(self, action: Data) -> dict[str, Any]:
        """CNC-314 What a player names beforehand."""
        return {"named": self.named(action), "cards": action.get("cards", ()), "class_": action.get("class")}

    # Acts

    def act(self, seat: int, iid: str) -> Card:
        """CNC-326 CNC-504 The Character may Act."""
        card = self.own(seat, iid)
        self.holds("CNC-504", "not Frozen", "frozen" not in card.statuses)
        self.holds("CNC-326", "an Act left", card.acts < self.acts(card), card.acts)
        return card

    def own(self, seat: int, iid: str) -> Card:
        """An own card in play."""
        card = self.find(iid)
        self.same("CNC-401", "whose card it is", seat, None if card is None else card.owner)
        assert card is not None
        return card

    def fails(self, card: Card) -> Script:
        """CNC-505 CNC-427 Whether the Act fails, which ends the Confusion."""
        if "confused" not in card.statuses:
            return False
        yield from self.take("act_failed", "CNC-505", seat=card.owner, character=card.iid)
        yield from self.lose(card, ["confused"], "act_failed", "CNC-505")
        yield from self.hurt(card, 5, "confused")
        yield from self.settle()
        return True

    def do_use_ability(self, seat: int, action: Data) -> Script:
        """CNC-502 CNC-507 CNC-325."""
        card, number = self.act(seat, action["character"]), action["ability"]
        ability = self.printed[card.cid]["abilities"][number - 1]
        self.same("CNC-501", "active Ability", "act", ability["when"])
        self.holds("CNC-507", "not Silenced", "silenced" not in card.statuses)
        yield from self.pay(seat, ability["cost"], card.cid)
        about = {"character": card.iid, "card": card.cid, "ability": number, "targets": self.named(action)}
        yield from self.take("ability_used", "CNC-502", seat=seat, cost=ability["cost"], **about)
        card.acts += 1
        if not (yield from self.fails(card)):
            yield from self.happen(card, ability["do"], **self.said(action))

    def do_attack(self, seat: int, action: Data) -> Script:
        """CNC-216 CNC-401 CNC-402 CNC-406 CNC-408."""
        card, number, aim = self.act(seat, action["attacker"]), action["attack"], action["target"]
        attack = self.printed[card.cid]["attacks"][number - 1]
        target = self.find(aim)
        if target is None:
            self.holds("CNC-216", "not in the very first turn", self.turns > 1)
            open_ = not self.players[1 - seat].characters or self.says(card, "through")
            self.holds("CNC-402 CNC-406", "an open City", open_ and aim == "city", aim)
        else:
            self.holds("CNC-402 CNC-403 CNC-404", "a legal target", target in self.targets(seat), aim)
        yield from self.pay(seat, attack["cost"], card.cid)
        about = {"attacker": card.iid, "card": card.cid, "attack": number, "target": aim}
        yield from self.take("attack_declared", "CNC-401", seat=seat, cost=attack["cost"], **about)
        card.acts += 1
        if (yield from self.fails(card)):
            return
        level = card.combo[1] if card.combo is not None and card.combo[0] == number else 0
        card.attacked = True
        text = Text(card.cid, seat, card, unleashed=attack["type"], paid=attack["cost"])
        yield from self.strike(text, target, self.strength(card, number, target))
        yield from self.combo(text, card, number, level)
        if self.find(card.iid) is card and "silenced" not in card.statuses:
            yield from self.texts(card, "after_attack")

    def strike(self, text: Text, card: Card | None, n: int) -> Script:
        """CNC-411 CNC-415 CNC-416 CNC-417 CNC-418 CNC-443 Attack damage, destruction, then `when_damaged`."""
        assert text.source is not None
        about = {"attack_type": text.unleashed, "strength": n, "source": text.source.iid}
        if card is None:
            seat = 1 - text.you
            dealt = max(0, n + self.player_mods("cp_damage_mod", seat))
            told = {"kind": "attack", "target": "city", "amount": dealt, "cause": text.cid, **about}
            yield from self.prevented(seat, "city", "reduction", n - dealt)
            cp = self.players[seat].cp
            yield from self.take("damage_dealt", "CNC-415", seat=seat, hp_after=max(0, cp - dealt), **told)
            yield from self.change_cp(seat, -dealt, text.cid)
            yield from self.settle()
            return
        immune = self.immune(card, text.unleashed)
        dealt = 0 if immune else max(0, n + self.reductions(card, text.unleashed))
        yield from self.prevented(card.owner, card.iid, "immune" if immune else "reduction", n - dealt)
        dealt = yield from self.hurt(card, dealt, text.cid, **about)
        silent = "silenced" in card.statuses
        yield from self.settle()
        if dealt and not silent:
            yield from self.texts(card, "when_damaged", attacker=text.source)

    def prevented(self, seat: int, target: str, by: str, n: int) -> Script:
        """CNC-411 CNC-415 What an attack would have done more."""
        if n:
            yield from self.take("damage_prevented", "CNC-411", seat=seat, target=target, by=by, amount=n)

    def combo(self, text: Text, card: Card, number: int, level: int) -> Script:
        """CNC-420 CNC-421 CNC-422 CNC-424 CNC-432."""
        there = self.find(card.iid) is card
        about = {"character": card.iid, "card": card.cid}
        if text.unleashed == "Physical":
            if there and card.combo is not None:
                card.combo = None
                yield from self.take("combo_broken", "CNC-424", reason="other_attack", **about)
            return
        if there:
            card.combo = (number, level + 1)
            yield from self.take("combo_changed", "CNC-421", attack=number, level=level + 1, **about)
        if level < 2:
            return
        card.combo = None
        yield from self.take("type_effect_unleashed", "CNC-422", attack_type=text.unleashed, **about)
        written = self.types[text.unleashed]["effect"]
        yield from self.happen(card, written, cid=f"type:{text.unleashed}", unleashed=text.unleashed, paid=text.paid)
