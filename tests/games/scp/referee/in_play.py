"""The facts about what is in play, folded once more: Personnel, Attrition, SCPs, what lasts, and players who leave."""

from __future__ import annotations

from collections import Counter

from tests.games.scp.referee.board import CARDS, Asset, Scp
from tests.games.scp.referee.plays import Plays
from tests.kit.referee import Data


class InPlay(Plays):
    """What the facts about cards in play make of the board."""

    def __init__(self) -> None:
        super().__init__()
        self.owed: dict[int, tuple[int, int]] = {}
        """SCP-434 By player: the Attrition to pay, and what is paid."""
        self.used: Counter[int] = Counter()
        """SCP-440 By player: what stocks have prevented of the Attrition that comes now."""

    # Personnel

    def on_cards_untapped(self, data: Data) -> None:
        """SCP-214."""
        for iid in data["cards"]:
            self.same("SCP-214", "a tapped card", True, self.card(iid).tapped)
            self.card(iid).tapped = False

    def on_card_tapped(self, data: Data) -> None:
        """SCP-221 It loses its job."""
        card = self.card(data["iid"])
        self.needs_if("SCP-315", data["cause"] == "cost")
        self.same("SCP-315", "tapped before", False, card.tapped)
        card.tapped = True
        if card.job is not None:
            self.expect("SCP-221", "assignment_ended", iid=card.iid, reason="tapped")

    def dying(self, card: Asset) -> bool:
        """SCP-442 SCP-443."""
        return card.wounds == 2 and not card.is_("Construct")

    def on_personnel_assigned(self, data: Data) -> None:
        """SCP-217 SCP-218."""
        card, seat = self.card(data["iid"]), data["seat"]
        job, iid = data["assignment"]["job"], data["assignment"].get("scp")
        ready = card.is_("personnel") and not card.tapped and not self.dying(card)
        self.holds("SCP-217", "an untapped Personnel that is not Dying", ready, card)
        if job == "research":
            self.holds("SCP-218", "the Research Skill", self.texts.skills(card)["research"] > 0, card)
        else:
            scp = self.board.scps[iid]
            mine = scp.controller == seat
            securing = any(one.job == ("secure", iid) for one in self.board.players[seat].play.values())
            legal = {
                "secure": not mine,
                "contain": (mine and scp.status == "secured") or securing,
                "destroy": mine and scp.status == "contained" and not scp.is_("indestructible"),
                "defend": mine,
            }[job]
            self.holds("SCP-218", f"an SCP to {job}", legal, scp)
        if job != "defend":
            self.own(data, "assignment")
        card.job = (job, iid)

    def on_assignment_ended(self, data: Data) -> None:
        """SCP-220 SCP-221 SCP-521."""
        self.holds("SCP-220", "a job to end", self.card(data["iid"]).job is not None)
        self.card(data["iid"]).job = None

    def on_researched(self, data: Data) -> None:
        """SCP-228 SCP-229."""
        self.own(data, "research")
        self.same("SCP-228", "research of this turn", False, self.researched)
        self.researched = True
        group = [card for card in self.player(data).play.values() if card.job == ("research", None) and not card.tapped]
        self.same("SCP-229", "researchers", [card.iid for card in group], list(data["cards"]))
        self.holds("SCP-228", "the Research Skill", any(self.texts.skills(card)["research"] for card in group))
        for card in group:
            card.tapped, card.job = True, None
        self.expect("SCP-228", "scp_revealed", seat=data["seat"])

    def on_wound_changed(self, data: Data) -> None:
        """SCP-442 SCP-443 SCP-444."""
        card = self.card(data["iid"])
        self.holds("SCP-442", "a Personnel", card.is_("personnel"), card)
        card.wounds += data["delta"]
        self.holds("SCP-444", "no less than no Wounds", card.wounds >= 0, card)
        if card.wounds >= card.most_wounds and not card.is_("indestructible"):
            self.expect("SCP-442 SCP-443", "card_destroyed", iid=card.iid)
        elif self.dying(card) and card.job is not None and card not in self.board.members():
            self.expect("SCP-442", "assignment_ended", iid=card.iid, reason="dying")

    def on_attrition_due(self, data: Data) -> None:
        """SCP-434 SCP-440."""
        self.needs("SCP-434")
        seat, n = data["seat"], data["n"]
        prevented = min(n, self.texts.prevention(seat) + self.used.pop(seat, 0))
        self.same("SCP-440", "prevented", prevented, data["prevented"])
        self.owed[seat] = (n - prevented, 0)
        if n > prevented:
            self.expect("SCP-434", "attrition_done", seat=seat)

    def on_prevention_used(self, data: Data) -> None:
        """SCP-440 A stock is used up."""
        effect = self.board.lasting[data["number"]]
        effect["stock"] -= data["n"]
        self.used[data["seat"]] += data["n"]
        self.holds("SCP-440", "no debts", effect["stock"] >= 0, effect)

    def on_attrition_paid(self, data: Data) -> None:
        """SCP-434 SCP-435 SCP-436 SCP-439."""
        seat, card = data["seat"], self.card(data["iid"])
        wanted, paid = self.owed[seat]
        self.holds("SCP-435", "an eligible card", card in self.texts.eligible(seat), card)
        self.holds("SCP-436", f"less than {wanted} paid before", paid < wanted, paid)
        self.same("SCP-439", "value", self.texts.attrition(card), data["value"])
        self.owed[seat] = (wanted, paid + data["value"])
        self.expect("SCP-434", "card_destroyed", iid=card.iid)

    def on_attrition_done(self, data: Data) -> None:
        """SCP-437."""
        wanted, paid = self.owed.pop(data["seat"])
        lost = max(0, wanted - paid)
        self.same("SCP-437", "paid, and lost", (paid, lost), (data["total"], data["lost"]))
        self.holds("SCP-437", "no eligible card is left", not lost or not self.texts.eligible(data["seat"]), lost)

    def leave(self, iid: str) -> Asset:
        """SCP-508 A card leaves play; its Gear goes with it."""
        card = self.card(iid)
        for gear in self.board.gear_of(iid):
            if not any(fields.get("iid") == gear.iid for _, fields in self.due.get("card_destroyed", ())):
                self.expect("SCP-508", "card_destroyed", iid=gear.iid)
        del self.board.players[card.owner].play[iid]
        return card

    def on_card_destroyed(self, data: Data) -> None:
        """SCP-508 SCP-511 To its owner's discard pile."""
        card = self.leave(data["iid"])
        if data["cause"] == "cost":
            self.paid = CARDS[card.cid].get("cost", 0)
        self.holds("SCP-511", "not Indestructible", not card.is_("indestructible") or card.host is not None, card)
        self.same("SCP-508", "owner", (card.owner, card.cid), (data["seat"], data["card"]))
        self.player(data).discard[data["iid"]] = data["card"]

    def on_card_returned(self, data: Data) -> None:
        """SCP-508 To its owner's hand."""
        card = self.leave(data["old"])
        self.same("SCP-508", "owner", (card.owner, card.cid), (data["seat"], data["card"]))
        self.player(data).hand[data["iid"]] = data["card"]

    # SCPs

    def scp(self, data: Data) -> Scp:
        """The SCP in play that a fact is about."""
        found = self.board.scps.get(data["scp"])
        if found is None:
            raise self.difference("SCP-501", "an SCP in play", data["scp"], None)
        self.same("SCP-501", "which it is", found.cid, data["card"])
        return found

    def on_scp_revealed(self, data: Data) -> None:
        """SCP-228 SCP-921 The top card, Unsecured, without counters."""
        self.needs("SCP-228 SCP-523 SCP-921")
        self.same("SCP-228", "the top SCP", self.board.scp_deck[:1], [data["card"]])
        del self.board.scp_deck[:1]
        self.board.centred += 1
        self.board.scps[data["scp"]] = Scp(data["scp"], data["card"], self.board.centred)

    def on_scp_peeked(self, data: Data) -> None:
        """SCP-524."""
        self.looked = data["n"]
        self.same("SCP-524", "the top SCPs", self.board.scp_deck[: data["n"]], list(data["cards"]))

    def on_scp_put_on_bottom(self, data: Data) -> None:
        """SCP-524 In the order seen; the rest stays on top."""
        places, deck = list(data.get("places", ())), self.board.scp_deck
        self.same("SCP-524", "how many, in the order seen", (data["n"], sorted(places)), (len(places), places))
        top = [cid for place, cid in enumerate(deck[: self.looked]) if place not in places]
        deck[:] = [*top, *deck[self.looked :], *(deck[place] for place in places)]

    def on_scp_secured(self, data: Data) -> None:
        """SCP-409 SCP-416 SCP-448."""
        scp = self.scp(data)
        self.needs_if("SCP-409 SCP-416", data.get("by_attempt", False))
        scp.status, scp.controller = "secured", data["seat"]
        if data.get("by_attempt"):
            attempt = self.attempt()
            self.board.secured[scp.iid] = (attempt.icons, attempt.resolved)
        self._defenders_lose(scp)

    def on_scp_contained(self, data: Data) -> None:
        """SCP-421 SCP-448."""
        scp = self.scp(data)
        self.needs_if("SCP-421", data.get("by_attempt", False))
        scp.status, scp.controller = "contained", data["seat"]
        if data.get("by_attempt"):
            self.board.contained.add(scp.iid)

    def on_scp_uncontained(self, data: Data) -> None:
        """SCP-238 SCP-418."""
        scp = self.scp(data)
        self.needs_if("SCP-238 SCP-418", data.get("breach", False))
        self.same("SCP-238", "status before", "contained", scp.status)
        scp.status, scp.counters = "secured", 0 if data.get("breach") else scp.counters

    def on_scp_unsecured(self, data: Data) -> None:
        """SCP-238 SCP-418."""
        scp = self.scp(data)
        self.needs_if("SCP-238 SCP-418", data.get("breach", False))
        self._uncontrolled(scp)
        if data.get("breach"):
            scp.counters = 0

    def _uncontrolled(self, scp: Scp) -> None:
        self.board.centred += 1
        scp.status, scp.controller, scp.centred = "unsecured", None, self.board.centred
        self._defenders_lose(scp)

    def _defenders_lose(self, scp: Scp) -> None:
        """SCP-220 Nobody defends what is another player's."""
        for card in self.board.assets():
            if card.job == ("defend", scp.iid) and scp.controller != card.owner:
                self.expect("SCP-220", "assignment_ended", iid=card.iid)

    def on_scp_destroyed(self, data: Data) -> None:
        """SCP-423 SCP-508 SCP-511."""
        scp = self.scp(data)
        self.holds("SCP-511", "not Indestructible", not scp.is_("indestructible"), scp)
        del self.board.scps[scp.iid]
        self.board.scp_discard[scp.iid] = (scp.cid, data.get("seat"))
        if data.get("seat") == self.board.active:
            self.board.destroyed.add(scp.iid)
        for card in self.board.assets():
            if card.job is not None and card.job[1] == scp.iid and card not in self.board.members():
                self.expect("SCP-521", "assignment_ended", iid=card.iid)

    def on_escalation_changed(self, data: Data) -> None:
        """SCP-503."""
        scp = self.scp(data)
        self.needs_if("SCP-233 SCP-410 SCP-432", "one(" not in self.said(data["cause"]))
        scp.counters += data["delta"]
        self.holds("SCP-503", f"counters from 0 to {scp.most}", 0 <= scp.counters <= scp.most, scp.counters)

    def on_counter_removed(self, data: Data) -> None:
        """SCP-230."""
        self.own(data, "maintenance")
        scp = self.scp(data)
        self.once_a_turn("SCP-230", scp.iid)
        most = {"secured": 1, "contained": 2}[scp.status] if scp.controller == data["seat"] else 0
        self.holds("SCP-230", f"at most {most}", 1 <= data["n"] <= min(most, scp.counters), data["n"])
        scp.counters -= data["n"]

    # What lasts, and who leaves

    def on_effect_started(self, data: Data) -> None:
        """SCP-515."""
        self.needs("SCP-515")
        self.board.lasting[data["effect"]["number"]] = dict(data["effect"])

    def on_effects_ended(self, data: Data) -> None:
        """SCP-515 SCP-R103 They end when their time is up."""
        until = {"attempt": "this_attempt", "turn": "this_turn", "next_turn": "until_next_turn"}.get(data["reason"])
        for number in data["numbers"]:
            effect = self.board.lasting.pop(number)
            self.holds("SCP-515", "its time is up", until in (None, effect["until"]), effect)

    def on_loop_broken(self, data: Data) -> None:
        """SCP-522 These cards are out of the game."""
        for iid in data["cards"]:
            card = self.board.asset(iid)
            if card is None:
                self.board.scp_discard[iid] = (self.board.scps.pop(iid).cid, None)
            else:
                self.board.players[card.owner].removed[iid] = card.cid
                del self.board.players[card.owner].play[iid]

    def on_player_left(self, data: Data) -> None:
        """SCP-708 SCPs go back to the centre with their counters, all other cards are removed."""
        seat, player = data["seat"], self.player(data)
        for scp in self.board.of(seat):
            self._uncontrolled(scp)
        own = {iid: cid for iid, (cid, whose) in self.board.resolving.items() if whose == seat}
        player.removed |= player.discard | {card.iid: card.cid for card in player.play.values()} | own
        player.left, player.pool, player.mission = True, 0, None
        for pile in (player.deck, player.hand, player.discard, player.play, player.queue):
            pile.clear()
        self.board.resolving = {iid: card for iid, card in self.board.resolving.items() if iid not in own}
        self.disturb()
