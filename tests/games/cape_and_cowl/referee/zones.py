"""What moves, hurts and ends: cards between zones, points, destruction, and the check after every effect."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Any, NoReturn

from tests.games.cape_and_cowl.referee.field import HAND, PORTER, Card, Field, arguments
from tests.kit.referee import Data, Referee

Script = Generator[None, Data, Any]
"""What must happen next, fact by fact."""


class Over(Exception):
    """The match has ended."""


class Zones(Field, Referee):
    """Both Cities, and what every fact about them must say."""

    time_up = False
    playing: Card | None = None

    # the facts

    def next(self) -> Script:
        """The next fact that counts; a concession or a ruling ends everything."""
        data = yield
        while self.fact.type == "time_up":
            self.time_up = True
            data = yield
        if self.fact.type == "match_ended" and data["result"]["kind"] == "aborted":
            raise Over
        if self.fact.type == "conceded":
            yield from self.end(1 - data["seat"], "CNC-711")
        return data

    def take(self, type_: str, rule: str, **expected: object) -> Script:
        """The next fact must be this one. A field at its default is left out."""
        data = yield from self.next()
        self.same(rule, "event", type_, self.fact.type)
        for name, value in expected.items():
            found = data.get(name, None if value is None else type(value)())
            self.same(rule, name, value, list(found) if isinstance(found, tuple) else found)
        return data

    def ask(self, seat: int, kind: str) -> Script:
        """CNC-220 The player is asked, and answers; gives the action."""
        yield from self.take("prompt_opened", "CNC-220", seat=seat, kind=kind)
        return (yield from self.take("action_taken", "CNC-220", seat=seat))["action"]

    def happen(self, card: Card, text: str, **about: Any) -> Script:
        """A text happens."""
        raise NotImplementedError

    # points

    def change_cp(self, seat: int, n: int, cause: str) -> Script:
        """CNC-208 CNC-209 CNC-702 CP change, not below 0; what changes nothing is no fact."""
        player = self.players[seat]
        n = max(n, -player.cp)
        if n == 0:
            return
        player.cp += n
        yield from self.take("cp_changed", "CNC-702", seat=seat, delta=n, cp_after=player.cp, cause=cause)
        if (player.cp < 50 and not player.overdrive) or (player.cp > 50 and player.overdrive):
            player.overdrive = not player.overdrive
            type_ = "overdrive_on" if player.overdrive else "overdrive_off"
            yield from self.take(type_, "CNC-208 CNC-209", seat=seat, cp=player.cp)

    def change_ap(self, type_: str, rule: str, seat: int, n: int, cause: str) -> Script:
        """CNC-303 CNC-304 CNC-305 AP are signed; 0 is no fact."""
        if n:
            self.players[seat].ap += n
            yield from self.take(type_, rule, seat=seat, n=abs(n), ap_after=self.players[seat].ap, cause=cause)

    # piles

    def draw(self, seat: int, n: int, cause: str) -> Script:
        """CNC-306 CNC-307 CNC-330 Cards from the top of the deck until the hand is full or the deck empty."""
        player = self.players[seat]
        for undrawn in range(n, 0, -1):
            if len(player.hand) >= HAND or not player.deck:
                reason = "hand_full" if len(player.hand) >= HAND else "deck_empty"
                yield from self.take("draw_stopped", "CNC-330", seat=seat, undrawn=undrawn, reason=reason)
                return
            top = player.deck.pop(0)
            counts = {"hand_count": len(player.hand) + 1, "deck_count": len(player.deck)}
            data = yield from self.take("card_drawn", "CNC-306", seat=seat, card=top, cause=cause, **counts)
            player.hand.append(Card(data["iid"], top, seat))

    def shuffle(self, seat: int, cause: str) -> Script:
        """CNC-110 The deck lies in the recorded order."""
        deck = self.players[seat].deck
        order = (yield from self.take("deck_shuffled", "CNC-110", seat=seat, cause=cause)).get("order", ())
        self.same("CNC-110", "places of the deck", list(range(len(deck))), sorted(order))
        deck[:] = [deck[place] for place in order]

    def discard(self, card: Card, zone: str, cause: str) -> Script:
        """CNC-324 CNC-608 CNC-613 A card of the hand, of the field or an Event goes to its owner's discard pile."""
        player = self.players[card.owner]
        about: dict[str, object] = {"position": player.hand.index(card) + 1} if zone == "hand" else {}
        self.remove(card)
        player.discard.append(Card(card.iid, card.cid, card.owner, barred=card.barred))
        about |= {"seat": card.owner, "iid": card.iid, "card": card.cid, "discard_count": len(player.discard)}
        yield from self.take("card_discarded", "CNC-322 CNC-323", from_zone=zone, cause=cause, **about)

    def discards(self, seat: int, n: int, cause: str, kind: str = "choose_discards") -> Script:
        """CNC-331 CNC-445 The owner chooses, if there are more than so many."""
        hand = self.players[seat].hand
        chosen = [card.iid for card in hand]
        if len(hand) > n:
            chosen = (yield from self.ask(seat, kind))["cards"]
            self.same("CNC-445", "discarded cards", n, len(set(chosen)))
        for card in [card for card in hand if card.iid in chosen]:
            yield from self.discard(card, "hand", cause)

    def remove(self, card: Card) -> None:
        """A card is in none of the zones of its owner."""
        player = self.players[card.owner]
        for zone in (player.hand, player.discard, player.characters, player.cities):
            zone[:] = [one for one in zone if one is not card]

    def to_hand(self, card: Card, type_: str, rule: str, cause: str) -> Script:
        """CNC-317 CNC-319 A Character goes from the field to its owner's hand, where nothing is on it."""
        self.remove(card)
        about = {"seat": card.owner, "old": card.iid, "card": card.cid, "cause": cause}
        data = yield from self.take(type_, rule, **about)
        barred = type_ == "character_withdrawn"
        self.players[card.owner].hand.append(Card(data["iid"], card.cid, card.owner, barred=barred))

    def withdraw(self, card: Card, cause: str) -> Script:
        """CNC-315 CNC-316 CNC-318 CNC-321 CNC-329."""
        self.holds("CNC-321", "room in the hand", len(self.players[card.owner].hand) < HAND)
        self.holds("CNC-316", "not played this turn", not card.new)
        self.same("CNC-318", "Acts of this turn", 0, card.acts)
        yield from self.to_hand(card, "character_withdrawn", "CNC-315", cause)

    # damage and destruction

    def hurt(self, card: Card, n: int, cause: str, **attack: object) -> Script:
        """CNC-411 CNC-412 CNC-508 Damage to a Character; gives how much it was."""
        if n and "shielded" in card.statuses:
            prevented = {"target": card.iid, "by": "shield", "amount": n}
            yield from self.take("damage_prevented", "CNC-508", seat=card.owner, **prevented)
            yield from self.lose(card, ["shielded"], "damage", "CNC-508")
            n = 0
        if n or attack:
            card.hp = max(0, card.hp - n)
            about = {"seat": card.owner, "target": card.iid, "target_card": card.cid, "hp_after": card.hp}
            about |= {"kind": "attack" if attack else "effect", "cause": cause, **attack}
            yield from self.take("damage_dealt", "CNC-411 CNC-412", amount=n, **about)
        return n

    def lose(self, card: Card, statuses: Iterable[str], cause: str, rule: str) -> Script:
        """CNC-510 CNC-511 Statuses of a Character are over."""
        for status in [one for one in statuses if one in card.statuses]:
            del card.statuses[status]
            yield from self.take("status_ended", rule, iid=card.iid, status=status, cause=cause)

    def destroy(self, cards: Sequence[Card], cause: str) -> Script:
        """CNC-413 CNC-520 CNC-522 CNC-529 CNC-617 Cards are destroyed together, then triggers happen."""
        gone: list[Card] = []
        for card in cards:
            if card.class_:
                yield from self._destroy_character(card, cause, gone)
            else:
                yield from self._destroy_city(card, cause)
        if gone:
            yield from self.settle(deaths=False)
        due = [(card, "when_destroyed") for card in self.by_entry(gone) if "silenced" not in card.statuses]
        for card, when in due:
            yield from self.texts(card, when)
        for victim in self.by_entry(gone):
            for card in self.by_entry(self.cards()):
                if card.owner == victim.owner and self.find(card.iid) is card and self.enabled(card):
                    yield from self.texts(card, "friend_destroyed")

    def _destroy_character(self, card: Card, cause: str, gone: list[Card]) -> Script:
        again = [effect for source, effect in self.passive("replace_destroy") if source is card]
        if again and not card.replaced:
            card.replaced, card.hp = True, self.number(arguments(again[0])[1], card.owner, card)
            about = {"iid": card.iid, "by": "replacement", "hp_after": card.hp}
            yield from self.take("destroy_replaced", "CNC-522", **about)
            return
        gone.append(card)
        yield from self.bury(card, cause)

    def _destroy_city(self, card: Card, cause: str) -> Script:
        self.holds("CNC-617", "not the Porter", card.cid != PORTER, card.cid)
        guard = self.guard(card)
        if guard is not None:
            yield from self.take("destroy_replaced", "CNC-520", iid=card.iid, by="guard")
            card = guard
        yield from self.bury(card, cause)

    def bury(self, card: Card, cause: str) -> Script:
        """CNC-413 A destroyed card lies in the discard pile."""
        player = self.players[card.owner]
        self.remove(card)
        player.discard.append(Card(card.iid, card.cid, card.owner))
        about = {"seat": card.owner, "iid": card.iid, "card": card.cid, "discard_count": len(player.discard)}
        yield from self.take("card_destroyed", "CNC-413", cause=cause, **about)

    def texts(self, card: Card, when: str, **about: Any) -> Script:
        """The texts of a card for this moment happen."""
        for text in self.abilities(card, when):
            yield from self.happen(card, text, **about)

    # the check

    def settle(self, deaths: bool = True) -> Script:
        """CNC-512 CNC-521 CNC-529 CNC-701 Maximum HP, guards without a host, Characters at 0 HP, then the end."""
        while (yield from self._follow()):
            pass
        fallen = [card for player in self.players for card in player.characters if card.hp == 0]
        if fallen and deaths:
            yield from self.destroy(fallen, "no_hp")
            yield from self.settle()
        decided = self.decided()
        if decided is not None:
            yield from self.end(*decided)

    def _follow(self) -> Script:
        changed = False
        for card in [card for player in self.players for card in player.characters]:
            now = self.max_hp(card)
            if now != card.max_hp:
                card.hp = min(now, card.hp + max(0, now - card.max_hp))
                card.max_hp, changed = now, True
                about = {"iid": card.iid, "max_hp": now, "hp_after": card.hp}
                yield from self.take("max_hp_changed", "CNC-512", **about)
        for card in [card for player in self.players for card in player.cities if card.host]:
            if self.find(card.host) is None:
                changed = True
                yield from self.discard(card, "field", "host_left")
        return changed

    def decided(self) -> tuple[int | None, str] | None:
        """CNC-702 to CNC-710 The winner (None: a draw) and the rule, or None: the match goes on."""
        one, two = self.players
        if min(one.cp, two.cp) <= 0:
            return self._higher(one.cp, two.cp), "CNC-708" if one.cp == two.cp else "CNC-702"
        if max(one.cp, two.cp) >= 200:
            return self._higher(one.cp, two.cp), "CNC-709" if min(one.cp, two.cp) >= 200 else "CNC-703"
        lost = [seat for seat in (0, 1) if self._worn_out(seat)]
        if len(lost) == 2:
            marks = [(-len(player.discard), player.cp) for player in self.players]
            return self._higher(*marks), "CNC-710"
        return (1 - lost[0], "CNC-704") if lost else None

    def _worn_out(self, seat: int) -> bool:
        """CNC-704 CNC-705 CNC-706."""
        saved = self.player_mods("no_attrition", seat) > 0
        return not saved and len(self.players[seat].discard) >= self.limit(seat, "attrition")

    def _higher(self, one: Any, two: Any) -> int | None:
        return None if one == two else int(two > one)

    def end(self, winner: int | None, rule: str) -> Generator[None, Data, NoReturn]:
        """CNC-713 The match ends so, at once."""
        yield from self.take("match_ended", rule)
        assert self.result is not None
        placings = [[0, 1]] if winner is None else [[winner], [1 - winner]]
        self.same(rule, "places", placings, [list(group) for group in self.result["placings"]])
        self.same(rule, "rule", rule, self.result["rule"])
        raise Over

    # the order of cards

    def cards(self) -> list[Card]:
        """All cards in play."""
        return [card for player in self.players for card in (*player.characters, *player.cities)]

    def by_entry(self, cards: Iterable[Card]) -> list[Card]:
        """CNC-530 The active player's first, each side in order of entering play."""
        return sorted(cards, key=lambda card: (card.owner != self.active, card.entered))
