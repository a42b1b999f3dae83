"""The second referee of C&C: RULES.md counted once more, from the stored facts and the card files alone.

It says which fact must come next: a script that runs from question to question.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.games.cape_and_cowl.referee.field import HAND, PORTER, Card, Field, arguments
from tests.games.cape_and_cowl.referee.seen import Seen
from tests.games.cape_and_cowl.referee.zones import Over, Script
from tests.kit.referee import Data, Referee

TABLES = (("card", "id"), ("type", "name"))
"""What card files hold, and what it is known by."""


class CapeAndCowl(Seen):
    """Counts one match."""

    def __init__(self, files: Iterable[Data]) -> None:
        written = list(files)
        printed, types = ({one[key]: one for file in written for one in file.get(kind, ())} for kind, key in TABLES)
        Field.__init__(self, printed)
        Referee.__init__(self)
        self.types = types
        self.script = self.match()
        next(self.script)

    # facts go to the script

    def told(self, data: Data) -> None:
        """A fact of the game: the script says whether it is the right one."""
        try:
            self.script.send(data)
        except StopIteration:
            self.holds("CNC-701", "nothing happens after the end", self.result is not None)

    on_ap_received = on_ap_spent = on_ap_gained = on_ap_lost = on_ap_refunded = on_shortage_added = told
    on_overdrive_on = on_overdrive_off = on_cp_changed = told
    on_player_set_up = on_first_player_chosen = on_turn_started = on_turn_ended = on_duration_ended = told
    on_porter_entered = on_character_played = on_city_played = on_event_played = told
    on_character_withdrawn = on_card_returned = on_card_discarded = on_card_destroyed = told
    on_destroy_replaced = on_card_sunk = told
    on_deck_shuffled = on_card_drawn = on_draw_stopped = on_cards_milled = on_hand_card_revealed = told
    on_deck_searched = on_cards_recovered = told
    on_attack_declared = on_ability_used = on_act_failed = on_damage_dealt = on_damage_prevented = told
    on_combo_changed = on_combo_broken = on_type_effect_unleashed = told
    on_status_gained = on_status_ended = on_healed = on_max_hp_changed = on_modifier_added = told
    on_extra_act_gained = on_class_changed = told
    on_die_rolled = on_random_card_picked = on_random_target_picked = told

    def on_prompt_opened(self, data: Data) -> None:
        """CNC-220."""
        super().on_prompt_opened(data)
        self.told(data)

    def on_action_taken(self, data: Data) -> None:
        """CNC-212 CNC-219."""
        super().on_action_taken(data)
        self.told(data)

    def on_conceded(self, data: Data) -> None:
        """CNC-711."""
        super().on_conceded(data)
        self.told(data)

    def on_time_up(self, data: Data) -> None:
        """CNC-715."""
        self.told(data)

    def on_match_ended(self, data: Data) -> None:
        """CNC-713."""
        super().on_match_ended(data)
        self.told(data)

    # the match

    def match(self) -> Script:
        """CNC-105 CNC-201 The set-up, then turn after turn."""
        try:
            yield from self.set_up()
            for turn in range(1, 201):
                yield from self.turn(turn)
        except Over:
            return

    def set_up(self) -> Script:
        """CNC-103 CNC-105 CNC-106 CNC-107 CNC-108 CNC-110."""
        for seat, player in enumerate(self.players):
            data = yield from self.take("player_set_up", "CNC-801", seat=seat, deck_size=50)
            player.deck = list(data["deck"])
        for seat, player in enumerate(self.players):
            data = yield from self.take("porter_entered", "CNC-106", seat=seat, card=PORTER)
            player.cities.append(self.entering(Card(data["iid"], PORTER, seat)))
        for seat in (0, 1):
            yield from self.shuffle(seat, "setup")
        for seat in (0, 1):
            yield from self.draw(seat, 5, "setup")
        wanted = self.option("first_player", "random")
        data = yield from self.take("first_player_chosen", "CNC-107", by="coin" if wanted == "random" else "option")
        self.first = data["seat"]
        self.holds("CNC-107", "first player", wanted in ("random", f"p{self.first + 1}"), self.first)

    def option(self, name: str, default: Any) -> Any:
        """CNC-808."""
        return self.created.get("options", {}).get(name, default)

    def turn(self, turn: int) -> Script:
        """CNC-201 CNC-202 CNC-203."""
        seat, round_ = (self.first + turn - 1) % 2, (turn + 1) // 2
        self.active, self.turns = seat, turn
        yield from self.take("turn_started", "CNC-201", seat=seat, round=round_, turn=turn)
        yield from self.start(seat)
        while (yield from self.main(seat)):
            yield from self.settle()
        yield from self.finish_turn(seat, round_, turn)

    def start(self, seat: int) -> Script:
        """CNC-204 Durations, Poison, income, City cards, Characters."""
        player = self.players[seat]
        for one in self.players:
            one.events_played = one.cities_played = 0
            for card in one.hand + one.discard:
                card.barred = False
            for card in one.characters:
                card.new, card.acts, card.extra, card.attacked = False, 0, 0, False
        yield from self.expire(seat, "round")
        yield from self.settle()
        for card in list(player.characters):
            if "poisoned" in card.statuses:
                yield from self.hurt(card, 1, "poisoned")
        yield from self.settle()
        porter = 5 if player.overdrive else 3
        extra = self.income(seat)
        amount = max(0, porter + extra - player.shortage)
        player.ap += amount
        told = {"porter": porter, "extra": extra, "shortage": player.shortage, "amount": amount}
        yield from self.take("ap_received", "CNC-205", seat=seat, ap_after=player.ap, **told)
        player.shortage = 0
        for when, cards in (("each_turn", player.cities), ("start", player.characters)):
            for card in self.by_entry(cards):
                if self.find(card.iid) is card and self.enabled(card):
                    yield from self.texts(card, when)

    def income(self, seat: int) -> int:
        """CNC-205 CNC-535 What the working income texts of the player say now."""
        mine = [(card, effect) for card, effect in self.passive("income") if card.owner == seat]
        return sum(self.number(arguments(effect)[0], seat, card) for card, effect in mine)

    def expire(self, seat: int, duration: str) -> Script:
        """CNC-504 CNC-513 CNC-516 CNC-517 What this player made for so long is over."""
        found = False
        for player in self.players:
            kept = [one for one in player.lasting if (one.by, one.duration) != (seat, duration)]
            found |= len(kept) < len(player.lasting)
            player.lasting = kept
            for card in [*player.characters, *player.cities]:
                mods = [one for one in card.mods if (one.by, one.duration) != (seat, duration)]
                over = [one for one in ("frozen", "silenced", "disabled") if card.statuses.get(one) == seat]
                over = over if duration == "round" else []
                found |= len(mods) < len(card.mods) or bool(over)
                card.mods = mods
                for status in over:
                    del card.statuses[status]
            if duration == "round" and player.flooded == seat:
                player.flooded, found = None, True
        if found:
            yield from self.take("duration_ended", "CNC-513", seat=seat, duration=duration)

    def finish_turn(self, seat: int, round_: int, turn: int) -> Script:
        """CNC-218 CNC-425 CNC-714 CNC-715 CNC-717."""
        for card in self.players[seat].characters:
            if card.combo is not None and not card.attacked:
                card.combo = None
                yield from self.take("combo_broken", "CNC-425", character=card.iid, reason="no_attack")
        yield from self.expire(seat, "turn")
        yield from self.settle()
        yield from self.take("turn_ended", "CNC-218", seat=seat, round=round_, turn=turn)
        limit = self.option("round_limit", None)
        if self.time_up or (turn % 2 == 0 and round_ == limit):
            winner = self.tie_broken()
            yield from self.end(winner, "CNC-715" if self.time_up else "CNC-714")
        if turn == 200:
            yield from self.end(None, "CNC-717")

    def tie_broken(self) -> int | None:
        """CNC-716."""
        marks = [(player.cp, -len(player.discard)) for player in self.players]
        if self.option("tiebreak", "most_cp") == "fewest_discards":
            marks = [(discards, cp) for cp, discards in marks]
        return self._higher(*marks)

    # the main step

    def main(self, seat: int) -> Script:
        """CNC-212 One action; gives whether the turn goes on."""
        action = yield from self.ask(seat, "main")
        if action["type"] == "end_turn":
            return False
        yield from getattr(self, f"do_{action['type']}")(seat, action)
        return True

    def do_draw_card(self, seat: int, action: Data) -> Script:
        """CNC-306 CNC-307."""
        player = self.players[seat]
        self.holds("CNC-307", "room in the hand and a card in the deck", len(player.hand) < HAND and bool(player.deck))
        yield from self.pay(seat, self.cost(seat, "draw", 1), "draw_card")
        yield from self.draw(seat, 1, "draw_card")

    def do_withdraw_character(self, seat: int, action: Data) -> Script:
        """CNC-315 CNC-320."""
        card = self.own(seat, action["character"])
        yield from self.pay(seat, self.cost(seat, "withdraw", 1, card), "withdraw_character")
        yield from self.withdraw(card, "withdraw_character")

    def do_discard_from_hand(self, seat: int, action: Data) -> Script:
        """CNC-322."""
        yield from self.pay(seat, 1, "discard_from_hand")
        yield from self.discard(self.held(seat, action["card"]), "hand", "discard_from_hand")

    def do_discard_from_field(self, seat: int, action: Data) -> Script:
        """CNC-323 CNC-617."""
        card = self.own(seat, action["card"])
        self.holds("CNC-323", "not the Porter", card.cid != PORTER)
        yield from self.pay(seat, 1, "discard_from_field")
        yield from self.discard(card, "field", "discard_from_field")
