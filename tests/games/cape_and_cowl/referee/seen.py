"""What players see of the table, compared with what was counted."""

from __future__ import annotations

from collections import Counter

from tests.games.cape_and_cowl.referee.acts import Acts
from tests.games.cape_and_cowl.referee.field import LIMITS, Card, Player
from tests.kit.referee import Data

NO_CARDS = ("city", "attacks")
"""Zones of the table that hold no cards of the player: the City itself, the Attacks of the Characters."""


class Seen(Acts):
    """The views of a match."""

    def see(self, view: Data, table: Data) -> None:
        """CNC-902 What a spectator sees of both Cities, as it was counted."""
        turn = (view["round"], view["turn_number"], view["active_player"])
        self.same("CNC-202", "round, turn, active player", ((self.turns + 1) // 2, self.turns, self.active), turn)
        for seat, (player, shown) in enumerate(zip(self.players, table["players"], strict=True)):
            self._see(seat, player, view["players"][seat])
            self.same("CNC-902", f"P{seat + 1} on the table", self._stats(seat, player), shown["stats"])
            zones = {zone["name"]: zone["count"] for zone in shown["zones"] if zone["name"] not in NO_CARDS}
            sizes = {name: len(getattr(player, name)) for name in zones}
            self.same("CNC-902", f"sizes of the zones of P{seat + 1}", sizes, zones)
            playing = self.playing is not None and self.active == seat
            self.same("CNC-801", f"cards of P{seat + 1}", 51, sum(sizes.values()) + playing)

    def _stats(self, seat: int, player: Player) -> dict[str, int]:
        return {
            "cp": player.cp,
            "ap": player.ap,
            "shortage": player.shortage,
            "draw_cost": self.cost(seat, "draw", 1),
            "discard_cost": 1,
            "characters": len(player.characters),
            "most_characters": self.limit(seat, "characters"),
            "events_played": player.events_played,
            "events_per_turn": self.limit(seat, "events_per_turn"),
            "cities_played": player.cities_played,
            "cities_per_turn": self.limit(seat, "cities_per_turn"),
            "attrition": self.limit(seat, "attrition"),
        }

    def _see(self, seat: int, player: Player, view: Data) -> None:
        expected = {
            "overdrive": player.overdrive,
            "flooded": player.flooded is not None,
            "screened": bool(player.characters),
            "events_played": player.events_played,
            "cities_played": player.cities_played,
            "no_attrition": self.player_mods("no_attrition", seat) > 0,
            "costs": {"draw": self.cost(seat, "draw", 1), "discard": 1},
            "limits": {name: self.limit(seat, name) for name in LIMITS},
            "discard": [card.iid for card in player.discard],
            "hand": [card.cid if card.revealed else None for card in player.hand],
            "characters": [self._character(card) for card in player.characters],
            "cities": [
                (card.iid, card.host, "disabled" in card.statuses, self.enabled(card)) for card in player.cities
            ],
        }
        found = {name: view[name] for name in expected} | {
            "discard": [card["iid"] for card in view["discard"]],
            "hand": [card["card"] for card in view["hand"]],
            "characters": [_seen(card) for card in view["characters"]],
            "cities": [(card["iid"], card["host"], card["disabled"], card["enabled"]) for card in view["cities"]],
        }
        for name, value in expected.items():
            self.same("CNC-902", f"{name} of P{seat + 1}", value, found[name])

    def _character(self, card: Card) -> tuple[object, ...]:
        attacks = self.printed[card.cid].get("attacks", ())
        strengths = [self.strength(card, number, None) for number in range(1, len(attacks) + 1)]
        left = 0 if "frozen" in card.statuses else max(0, self.acts(card) - card.acts)
        on = (sorted(card.statuses), card.combo, card.replaced, card.new, card.attacked)
        return card.iid, card.class_, card.hp, card.max_hp, strengths, card.acts, left, *on

    def finish(self, view: Data) -> None:
        """CNC-613 Both hands, with nothing hidden, and the rest of the decks."""
        for seat, player in enumerate(self.players):
            shown = view["players"][seat]
            self.same("CNC-613", "hand", [card.iid for card in player.hand], [card["iid"] for card in shown["hand"]])
            left = {card["card"]: card["n"] for card in shown["deck_contents"]}
            self.same("CNC-110", "rest of the deck", dict(sorted(Counter(player.deck).items())), left)


def _seen(card: Data) -> tuple[object, ...]:
    combo = None if card["combo"] is None else (card["combo"]["attack"], card["combo"]["level"])
    strengths = [attack["strength"] for attack in card["attacks"]]
    on = (list(card["statuses"]), combo, card["replaced"], card["played_now"], card["attacked"])
    acts = (card["acts_used"], card["acts_left"])
    return card["iid"], card["class"], card["hp"], card["max_hp"], strengths, *acts, *on
