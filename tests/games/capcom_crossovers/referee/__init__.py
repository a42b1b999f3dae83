"""A second referee of Capcom Crossovers: it counts a match once more, from its facts and RULES.md."""

from __future__ import annotations

from tests.games.capcom_crossovers.referee.board import PRINTED, STATS, Board, Character, Player, parts
from tests.games.capcom_crossovers.referee.combat import Combat
from tests.kit.referee import Data, Files

ORDERS = {
    "one_on_one": {0: [0, 1], 1: [1, 0]},
    "tag": {0: [0, 1], 1: [1, 0]},
    "team": {0: [0, 1, 2, 3], 1: [1, 0, 3, 2]},
    "boss": {0: [0, 1, 2], 1: [2, 0, 1]},
}
"""CAP-215 CAP-953 CAP-973 Turn orders by mode and first side."""


class CapcomReferee(Combat):
    """The set-up, turns and the end."""

    UNCOUNTED = frozenset({"mulligan_declined", "ranged_reply_declined", "combat_passed"})

    def __init__(self, files: Files) -> None:
        super().__init__()
        PRINTED.clear()
        PRINTED.update({card["id"]: card for file in files for card in file["card"]})

    def on_match_created(self, data: Data) -> None:
        """CAP-101."""
        super().on_match_created(data)
        self.board = Board([Player() for _ in range(self.seats)])
        self.brought: dict[int, list[str]] = {}
        self.order: list[int] = []
        self.turn, self.phase, self.turn_player = 0, "", -1

    def on_deck_brought(self, data: Data) -> None:
        """CAP-801."""
        super().on_deck_brought(data)
        self.brought[data["seat"]] = sorted(data["cards"])

    def on_character_entered(self, data: Data) -> None:
        """CAP-104 CAP-902."""
        cid, hp = data["cid"], data["hp"]
        mode, printed = self.created["options"].get("mode", "one_on_one"), PRINTED[cid]
        alone = mode == "one_on_one" or (mode == "boss" and data["seat"] == 2)
        self.same("CAP-104", "HP at the start", printed["hp"] if alone else printed.get("tag_hp", printed["hp"]), hp)
        first = self.board.active(data["side"]) is None
        self.same("CAP-902 CAP-R79", "the first of its side is active", first, data["active"])
        status = "active" if data["active"] else "inactive"
        made = Character(data["character"], cid, data["seat"], data["side"], hp, hp, status)
        self.board.characters[made.id] = made

    def on_first_side_chosen(self, data: Data) -> None:
        """CAP-110 CAP-953 CAP-973."""
        self.order = list(data["order"])
        self.same("CAP-953 CAP-973", "turn order", ORDERS[self.mode][data["side"]], self.order)

    # Turns

    def on_turn_started(self, data: Data) -> None:
        """CAP-202 CAP-214 CAP-953 CAP-959."""
        self.settle()
        self.same("CAP-710 CAP-712", "reasons to end the match", False, self._time_over())
        seat = self._next()
        self.same("CAP-215 CAP-953 CAP-973", "whose turn it is", seat, data["seat"])
        self.turn += 1
        self.same("CAP-712", "turn", self.turn, data["turn"])
        self.same("CAP-214", "effects until the end of a turn", [], self.board.modifiers)
        self.turn_player, self.phase, self.done = data["seat"], "start", set()
        self.board.attacks = []
        for character in self.board.characters.values():
            character.cp_used = 0
        if self.player(data).block is not None:
            self.expect("CAP-430", "block_returned", seat=data["seat"], seen=False)
        own = self.board.own(data["seat"])
        for part in parts(own.cid, "turn_start") if own.status == "active" else ():
            self.foresee(part["do"], own)

    def _next(self) -> int:
        place = self.order.index(self.turn_player) + 1 if self.turn else 0
        following = [*self.order[place:], *self.order[:place]]
        return next(seat for seat in following if not self.board.players[seat].out)

    def on_phase_changed(self, data: Data) -> None:
        """CAP-111 CAP-201 CAP-205 CAP-954."""
        self.settle()
        own = self.board.own(data["seat"])
        draws = self.turn > 1 and (bool(self.player(data).deck) or self.phase != "start")
        phases = ["start", *(["draw"] if draws else []), *(["combat"] if self._fights(own) else []), "cleanup"]
        place = phases.index(self.phase) if self.phase in phases else 0
        self.same("CAP-201", "phase", phases[place + 1 :][:1], [data["phase"]])
        self.same("CAP-201", "turn player", self.turn_player, data["seat"])
        zones = [player.zone for player in self.board.players if player.zone]
        self.same("CAP-318", "cards of attacks that are over", [], zones)
        self.phase, self.board.attacks = data["phase"], []

    def _fights(self, own: Character) -> bool:
        return own.status == "active" or self.phase == "combat"

    def on_turn_ended(self, data: Data) -> None:
        """CAP-211 CAP-214."""
        self.settle()
        self.same("CAP-214", "turn", (self.turn, self.turn_player), (data["turn"], data["seat"]))
        player, most = self.player(data), self.board.stat(self.board.own(data["seat"]), "endurance")
        self.holds("CAP-211", f"at most {most} cards in hand", player.out or len(player.hand) <= most, len(player.hand))

    def on_player_conceded(self, data: Data) -> None:
        """CAP-713."""
        self.conceding = data["seat"]
        self.disturb()

    # The end

    def _empty(self) -> list[int]:
        return [seat for seat, player in enumerate(self.board.players) if not player.out and not player.deck]

    def _time_over(self) -> bool:
        """CAP-710 CAP-712."""
        return self.turn > 0 and (bool(self._empty()) or self.turn >= self.created["options"].get("turn_cap", 400))

    def on_time_over(self, data: Data) -> None:
        """CAP-710 CAP-711 CAP-712."""
        self.same("CAP-710", "a reason to end the match", True, self._time_over())
        self.same("CAP-710", "whose draw pile is empty", self._empty(), list(data["empty"]))
        self.same("CAP-711", "fractions", self._fractions(), [tuple(one) for one in data["fractions"]])

    def _fractions(self) -> list[tuple[int, int]]:
        sides = [self.board.side(side) for side in (0, 1)]
        return [(sum(one.hp for one in side), sum(one.start_hp for one in side)) for side in sides]

    def on_match_ended(self, data: Data) -> None:
        """CAP-702 CAP-703 CAP-711 CAP-713."""
        super().on_match_ended(data)
        result = data["result"]
        if result["kind"] == "aborted":
            return
        standing = [any(one.status != "koed" for one in self.board.side(side)) for side in (0, 1)]
        if result.get("reason") == "concede" and all(standing):
            standing[self.board.own(self.conceding).side] = False
        (hp, of), (other_hp, other_of) = self._fractions()
        values = (hp * other_of, other_hp * of) if all(standing) else tuple(map(int, standing))
        if values[0] == values[1]:
            self.same("CAP-703 CAP-711", "how it ends", "draw", result["kind"])
            return
        winners = sorted({one.seat for one in self.board.side(int(values[1] > values[0]))})
        told = (result["kind"], sorted(result["placings"][0]))
        self.same("CAP-702 CAP-703 CAP-711 CAP-713", "winners", ("win", winners), told)

    # What is seen

    def see(self, view: Data, table: Data) -> None:
        """CAP-508 CAP-801 Every number that all see, and that no card is lost or made."""
        for seat, seen in enumerate(view["players"]):
            player, shown = self.board.players[seat], table["players"][seat]
            counts = (len(player.hand), len(player.deck), player.block is None, player.out)
            told = (seen["hand_size"], seen["draw_pile_size"], seen["block"] is None, seen["out"])
            self.same("CAP-112", "hand, draw pile, block, out", counts, told)
            for pile, where in (("discard", "discard_pile"), ("meter", "super_meter")):
                self.same("CAP-112", where, getattr(player, pile), [one["card"] for one in seen[where]])
            zones = {zone["name"]: zone["count"] for zone in shown["zones"]}
            piles = (len(player.hand), len(player.deck), len(player.discard), len(player.meter))
            names = ("hand", "draw_pile", "discard_pile", "super_meter")
            self.same("CAP-112", "the table", piles, tuple(zones[one] for one in names))
            if seat in self.brought:
                self.same("CAP-801", "all cards of the player", self.brought[seat], player.cards())
        beaten = any(self.board.active(side) is None for side in (0, 1))
        for side in view["sides"]:
            for one in side["characters"]:
                character = self.board.characters[one["id"]]
                facts = (character.hp, character.status, character.cp_used, character.start_hp)
                self.same("CAP-481", "facts", facts, tuple(one[key] for key in ("hp", "status", "cp_used", "start_hp")))
                if not beaten and character.status != "koed":
                    stats = {stat: self.board.stat(character, stat) for stat in STATS}
                    self.same("CAP-508", "stats", stats, dict(one["stats"]))
