"""Dodges, blocks and partners of Capcom Crossovers, counted once more."""

from __future__ import annotations

from tests.games.capcom_crossovers.referee.attacks import Attacks
from tests.games.capcom_crossovers.referee.board import NUMBERS, Attack, parts
from tests.kit.referee import Data

DODGES = {**NUMBERS, **{"A" + suit: 1 for suit in "CDHS"}}
"""CAP-441 The values of turned cards; all others fail."""


class Combat(Attacks):
    """CAP-420 to CAP-449, CAP-471, CAP-701, CAP-906 to CAP-941."""

    # Dodges

    def on_dodge_attempted(self, data: Data) -> None:
        """CAP-440 CAP-441 CAP-443."""
        self.holds("CAP-443", "no homing move", not self.board.attacks[0].has("H"))
        self.same("CAP-429", "a block card", None, self.player(data).block)
        self._flip(data)
        own = self.board.own(data["seat"])
        if data["success"]:
            for part in parts(own.cid, "dodge_success"):
                self.foresee(part["do"], own)

    def _flip(self, data: Data) -> None:
        player = self.player(data)
        self.same("CAP-440", "the top card", player.deck[:1], [data["card"]])
        del player.deck[:1]
        player.discard.append(data["card"])
        agility = self.board.stat(self.board.own(data["seat"]), "agility")
        self.same("CAP-441", f"up to {agility}", DODGES.get(data["card"], 99) <= agility, data["success"])
        if data["success"]:
            self.expect("CAP-442", "attack_dodged", attack=0)

    def on_extra_flip_used(self, data: Data) -> None:
        """CAP-512."""
        self.needs("CAP-512")
        self._flip(data)

    def on_attack_dodged(self, data: Data) -> None:
        """CAP-442."""
        self.needs("CAP-442")

    # Blocks

    def on_block_set(self, data: Data) -> None:
        """CAP-206 CAP-420."""
        self.same("CAP-420", "who blocks, and when", (self.turn_player, "combat"), (data["seat"], self.phase))
        self.same("CAP-206", "attacks before", [], self.board.attacks)
        strength = self.board.stat(self.board.own(data["seat"]), "strength")
        self.holds(
            "CAP-420", f"a number card up to {strength}", NUMBERS.get(data["card"], 99) <= strength, data["card"]
        )
        self.take("CAP-420", self.player(data).hand, [data["card"]])
        self.player(data).block = data["card"]

    def on_block_revealed(self, data: Data) -> None:
        """CAP-422 CAP-424 CAP-431 CAP-924."""
        attack = self.board.attacks[0]
        times = {"super": 2, "tag_super": 4}.get(attack.kind, 1)
        bonus = self.board.stat(self.board.own(data["seat"]), "defense_bonus")
        self.same("CAP-422", "the block card", self.player(data).block, data["card"])
        self.defense = (NUMBERS[data["card"]] + bonus) * times
        self.same("CAP-422", "defense total", self.defense, data["defense_total"])
        self.holds("CAP-427 CAP-428", "neither a throw nor unblockable", attack.kind != "throw" and not attack.has("U"))
        added = 0 if attack.bare else self.board.change("modify_damage", attack.character, attack)
        fate = "block_returned" if self.defense > attack.base + added else "block_discarded"
        self.expect("CAP-424", fate, seat=data["seat"])
        self.expect("CAP-423", "attack_blocked", attack=0)

    def on_block_returned(self, data: Data) -> None:
        """CAP-424 CAP-430 CAP-907."""
        self.needs("CAP-424 CAP-430 CAP-907")
        self.same("CAP-430", "the block card", self.player(data).block, data["card"])
        self.player(data).block = None
        self.player(data).hand.append(data["card"])

    def on_block_discarded(self, data: Data) -> None:
        """CAP-424 CAP-427 CAP-428."""
        first = self.board.attacks[0]
        self.holds("CAP-424", "a reason", self.foreseen or first.kind == "throw" or first.has("U"))
        self.same("CAP-424", "the block card", self.player(data).block, data["card"])
        self.player(data).block = None
        self.player(data).discard.append(data["card"])

    def on_attack_blocked(self, data: Data) -> None:
        """CAP-423 CAP-425 CAP-431."""
        self.needs("CAP-423")
        attack = self.attack(data)
        added = 0 if attack.bare else self.board.change("modify_damage", attack.character, attack)
        none = attack.kind == "basic" or attack.has("T")
        through = 0 if none else max(0, attack.base + added - self.defense)
        self.same("CAP-423", "damage that passes", through, data["damage_through"])
        self._hurt(attack, self.opponent(attack), block=self.defense)

    def on_throw_teched(self, data: Data) -> None:
        """CAP-471 CAP-472."""
        attack, cards = self.attack(data), list(data["cards"])
        value = self.pair("CAP-471", cards)
        strength = self.board.stat(self.board.own(data["seat"]), "strength")
        self.same("CAP-471", "a throw", "throw", attack.kind)
        self.holds(
            "CAP-471", "above Strength, and as high", value > strength and value >= NUMBERS[attack.cards[0]], value
        )
        self.take("CAP-472", self.player(data).hand, cards)
        self.player(data).discard += cards

    def on_combo_ended(self, data: Data) -> None:
        """CAP-419."""
        self.same("CAP-419", "damage of the combo", self.dealt[data["seat"]], data["total"])

    # Partners

    def on_variable_counter_used(self, data: Data) -> None:
        """CAP-910 to CAP-917, CAP-926."""
        self.needs("CAP-910")
        self.same("CAP-429 CAP-917", "a block card", None, self.player(data).block)
        board, first = self.board, self.board.attacks[0]
        user = board.characters[data["character"]]
        self.same("CAP-917", "status of its user", "inactive", user.status)
        counter = Attack(data["attack"], data["seat"], user, data["move"], [], [], "variable_counter")
        self.same("CAP-910", "mark of the move", "VC", counter.printed.get("mark"))
        mine, theirs = int(counter.printed["priority"]), board.priority(first)
        self.same("CAP-911", "priorities", (mine, theirs), (data["priority"], data["against"]))
        equal = "lower" if first.kind == "tag_super" else "equal"
        outcome = "higher" if mine > theirs else equal if mine == theirs else "lower"
        self.same("CAP-912 CAP-913 CAP-914 CAP-926", "outcome", outcome, data["outcome"])
        board.attacks.append(counter)
        self.expect("CAP-915", "character_switched", side=user.side, reason="vc")
        follows = {"higher": "attack_countered", "equal": "attack_negated", "lower": "attack_hit"}[outcome]
        self.expect("CAP-912 CAP-913 CAP-914", follows, attack=0)

    def on_character_switched(self, data: Data) -> None:
        """CAP-906 CAP-907 CAP-915 CAP-922 CAP-930."""
        board = self.board
        comes, goes = board.characters[data["comes"]], board.characters[data["goes"]]
        self.needs("CAP-906 CAP-915 CAP-922 CAP-930")
        self.same("CAP-906", "status of who comes", "inactive", comes.status)
        self.same("CAP-906", "whose partner", goes.side, comes.side)
        if board.players[goes.seat].block is not None:
            self.expect("CAP-907", "block_returned", seat=goes.seat)
        comes.status = "active"
        goes.status = "koed" if goes.status == "koed" else "inactive"

    def on_character_koed(self, data: Data) -> None:
        """CAP-701 CAP-713 CAP-930."""
        self.needs("CAP-701")
        character = self.board.characters[data["character"]]
        partner = self.board.inactive(character.side)
        if character.status == "active" and partner is not None:
            self.expect("CAP-930", "character_switched", side=character.side, reason="ko")
        character.status, character.hp = "koed", 0
        alive = [one for one in self.board.characters.values() if one.seat == data["seat"] and one.status != "koed"]
        self.same("CAP-959", "no fighter left", not alive, data["out"])
        self.player(data).out = data["out"]

    def on_hp_recovered(self, data: Data) -> None:
        """CAP-483 CAP-940 CAP-941."""
        character = self.board.characters[data["character"]]
        self.needs("CAP-483 CAP-940")
        if data["cause"] == "recover_hp":
            self.once("CAP-940", "HP recovery")
            self.same("CAP-940", "phase, and status", ("cleanup", "inactive"), (self.phase, character.status))
            bonus = min(self.board.stat(character, "defense_bonus"), character.start_hp - character.hp)
            self.same("CAP-940 CAP-941", "HP", bonus, data["n"])
        character.hp += data["n"]
        self.same("CAP-483", "HP after it", character.hp, data["hp_after"])

    def on_cp_reset(self, data: Data) -> None:
        """CAP-415."""
        self.needs("CAP-415")
        self.board.characters[data["character"]].cp_used = 0

    def on_modifier_added(self, data: Data) -> None:
        """CAP-506."""
        self.needs("CAP-506")
        self.board.modifiers.append(data)

    def on_modifiers_expired(self, data: Data) -> None:
        """CAP-214 CAP-R86."""
        self.board.modifiers = [one for one in self.board.modifiers if one["duration"] != data["duration"]]
