"""The second referee of TRF: the end of a match, and what is seen of it (7xx)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.trf.referee.assault import AssaultReferee
from tests.games.trf.referee.state import Character, Fight
from tests.games.trf.referee.texts import Printed
from tests.kit.referee import Data, PlainFact

PLANET = "iid", "card", "home", "value", "exhausted", "skipped", "gave_meters", "gave_words"
CHARACTER = (
    "iid",
    "card",
    "combat",
    "damage",
    "partner",
    "fight",
    "spent",
    "battle_turn",
    "bought_turn",
    "meters_paid",
)
UNIT = "anchor", "cards", "combat", "capture", "can_attack", "can_block"
PERSISTENT = "iid", "card", "host", "tokens", "chosen"
"""What is compared of them."""


class TrfReferee(AssaultReferee):
    """Counts a match of TRF."""

    UNCOUNTED = frozenset({"response_passed", "window_passed", "standing_pass_set"})

    def __init__(self, cards: Mapping[str, Printed]) -> None:
        super().__init__(cards)
        self.blocks, self.handled, self.sent, self.to_be_captured = [], [], [], []

    def hear(self, fact: PlainFact) -> None:
        """Which texts work is worked out anew after each fact."""
        self.table.found = {}
        super().hear(fact)
        self.table.found = {}

    def on_turn_ended(self, data: Data) -> None:
        """TRF-428 TRF-459 No fight is left that was not rolled, nor a planet that was to be captured."""
        super().on_turn_ended(data)
        self.same("TRF-459", "planets still to be captured", [], self.to_be_captured)

    def on_player_lost(self, data: Data) -> None:
        """TRF-701 TRF-704 TRF-908 Without a homeworld, or by conceding; all their cards leave the match."""
        player = self.player(data["seat"])
        home = any(planet.home for planet in player.planets.values())
        self.same("TRF-701", "why", "concede" if home else "homeworld", data["reason"])
        for iid in [*player.characters]:
            self.leave_play(iid)
        player.hand, player.deck, player.discard, player.planets, player.persistents = {}, [], [], {}, {}
        player.pool = player.cap = (0, 0)
        player.pending, player.lost, player.reserve = [], True, None
        player.captured = player.defeated = player.conquests = 0
        self.stack = [one for one in self.stack if one["seat"] != data["seat"]]
        self.out.append(data["seat"])

    def on_match_ended(self, data: Data) -> None:
        """TRF-701 TRF-702 TRF-704 TRF-705 TRF-707 TRF-708 The last player left wins; else planets decide."""
        super().on_match_ended(data)
        result, left = data["result"], [seat for seat in range(self.seats) if seat not in self.out]
        if result["kind"] == "aborted":
            return
        gone = [[seat] for seat in reversed(self.out)]
        if len(left) == 1:
            self.same("TRF-702", "kind and placings", ("win", [left, *gone]), (result["kind"], result["placings"]))
            return
        ranks = self._ranks(left)
        kind = "win" if len(ranks[0]) == 1 else "draw"
        self.same("TRF-707 TRF-708", "kind and rule", (kind, self.over), (result["kind"], result["rule"]))
        self.same("TRF-R99", "placings", [*ranks, *gone], result["placings"])

    def _ranks(self, left: list[int]) -> list[list[int]]:
        """TRF-R99 Those who are left, by planets held and captured, then by the meters on them."""
        if not self.goes_by(1, 2):
            return [left]
        worth = {seat: (held + captured, meters) for seat, held, captured, meters in map(self._counts, left)}
        return [[seat for seat in left if worth[seat] == one] for one in sorted({*worth.values()}, reverse=True)]

    def _counts(self, seat: int) -> list[int]:
        player = self.player(seat)
        meters = sum(self.printed(planet.cid).number("meters") for planet in player.planets.values())
        return [seat, len(player.planets), player.conquests, meters]

    def on_planets_counted(self, data: Data) -> None:
        """TRF-R99 Planets in play, planets captured, the meters that those in play print."""
        left = [seat for seat in range(self.seats) if seat not in self.out]
        self.same("TRF-R99", "counts", [*map(self._counts, left)], data["counts"])

    def see(self, view: Data, table: Data) -> None:
        """What the spectator sees of turns, pools, cards, values and fights."""
        counted: dict[str, Any] = {
            "turn_number": self.table.turn,
            "active_player": self.table.active if self.table.turn else None,
            "defender": self.table.defender,
            "idle_turns": self.idle,
        }
        for name, value in counted.items():
            self.same("view", name, value, view[name])
        self.same("view", "stack", [one["iid"] for one in self.stack], [one["iid"] for one in view["stack"]])
        for fight, told in zip(self.table.fights.values(), view["fights"], strict=True):
            self._see_fight(fight, told)
        for seat, player in enumerate(view["players"]):
            self._see_player(seat, player)
            self._see_cards(seat, player)
        for seat, player in enumerate(table["players"]):
            sizes = {zone["name"]: zone["count"] for zone in player["zones"]}
            counted = {name: len(getattr(self.player(seat), name)) for name in ("hand", "deck", "discard", "planets")}
            self.same("table", f"zones of seat {seat}", counted, {name: sizes.get(name) for name in counted})

    def _see_fight(self, fight: Fight, told: Data) -> None:
        counted: dict[str, Any] = {
            "id": fight.name,
            "attackers": fight.cards[0],
            "defenders": fight.cards[1],
            "started_turn": fight.started,
            "stuck": fight.stuck,
            "threshold": self.table.threshold(fight),
            "bicker": fight.bicker,
            "attacker_total": self.table.total(fight, 0),
            "defender_total": self.table.total(fight, 1),
        }
        for name, value in counted.items():
            self.same("view", f"{name} of fight {fight.name}", value, told[name])

    def _see_player(self, seat: int, told: Data) -> None:
        player = self.player(seat)
        counted: dict[str, Any] = {
            "lost": player.lost,
            "meters": player.pool[0],
            "words": player.pool[1],
            "max_meters": player.cap[0],
            "max_words": player.cap[1],
            "pending_meters": sum(one for one, _ in player.pending),
            "pending_words": sum(one for _, one in player.pending),
            "deck_size": len(player.deck),
            "hand_size": len(player.hand),
            "captured_this_turn": player.captured,
            "defeated_this_turn": player.defeated,
        }
        for name, value in counted.items():
            self.same("view", f"{name} of seat {seat}", value, told[name])
        if told["account"] is not None:
            account = told["account"]["card"], told["account"]["titles"], told["account"]["blank"]
            titles = sorted(self.table.titles(seat))
            self.same("view", f"account of seat {seat}", (player.account, titles, self.table.blanked(seat)), account)
        discard = [(card["iid"], card["card"], card["meters_paid"]) for card in told["discard"]]
        self.same("view", f"discard of seat {seat}", player.discard, discard)

    def _see_cards(self, seat: int, told: Data) -> None:
        table, player = self.table, self.player(seat)
        planets = [
            (one.iid, one.cid, one.home, table.value(one), one.exhausted, one.skipped, *one.gave)
            for one in player.planets.values()
        ]
        self._same_cards(f"planets of seat {seat}", planets, told["planets"], PLANET)
        characters = [self._seen(card) for card in player.characters.values()]
        self._same_cards(f"characters of seat {seat}", characters, told["characters"], CHARACTER)
        units = [
            (unit[0].iid, [one.iid for one in unit], *self._worth(unit), self.may_attack(unit), self.may_block(unit))
            for unit in table.units(seat)
        ]
        self._same_cards(f"units of seat {seat}", units, told["units"], UNIT)
        persistents = [(one.iid, one.cid, one.host, one.tokens, one.chosen) for one in player.persistents.values()]
        self._same_cards(f"persistent cards of seat {seat}", persistents, told["persistents"], PERSISTENT)

    def _worth(self, unit: list[Character]) -> tuple[int, int]:
        return sum(map(self.table.combat, unit)), self.table.capture(unit)

    def _seen(self, card: Character) -> tuple[Any, ...]:
        table = self.table
        turns = card.battle, card.bought, card.paid
        return card.iid, card.cid, table.combat(card), card.damage, card.partner, card.fight, table.spent(card), *turns

    def _same_cards(self, what: str, counted: list[Any], told: list[Data], names: tuple[str, ...]) -> None:
        self.same("view", what, sorted(counted), sorted(tuple(one[name] for name in names) for one in told))

    def finish(self, view: Data) -> None:
        """The hands at the end."""
        for seat, player in enumerate(view["players"]):
            hand = {card["iid"]: card["card"] for card in player["hand"]}
            self.same("view", f"hand of seat {seat}", self.player(seat).hand, hand)
