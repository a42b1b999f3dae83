"""Attacks, counters and damage of Capcom Crossovers, counted once more."""

from __future__ import annotations

from collections import Counter

from tests.games.capcom_crossovers.referee.board import NUMBERS, Attack, Character, expression, fits, parts
from tests.games.capcom_crossovers.referee.piles import Piles
from tests.kit.referee import Data


class Attacks(Piles):
    """CAP-401 to CAP-419, CAP-450 to CAP-483."""

    def __init__(self) -> None:
        super().__init__()
        self.defense = 0
        self.last_basic: int | None = None
        self.uses: Counter[str] = Counter()
        self.dealt: Counter[int] = Counter()
        """CAP-419 By player: the damage of the present combo."""

    def attack(self, data: Data) -> Attack:
        """The attack that a fact is about."""
        self.holds("CAP-401", "an attack of this combat", data["attack"] < len(self.board.attacks), data)
        return self.board.attacks[data["attack"]]

    def opponent(self, attack: Attack) -> Character:
        """CAP-403 The opposing side's active character."""
        found = self.board.active(1 - attack.character.side)
        if found is None:
            raise self.difference("CAP-403", "an active opponent", "one", None)
        return found

    # Declaring

    def on_attack_declared(self, data: Data) -> None:
        """CAP-301 to CAP-308, CAP-410 to CAP-417, CAP-450."""
        board, player = self.board, self.player(data)
        character = board.characters[data["character"]]
        extra, cards = list(data.get("extra_cards", ())), list(data["cards"])
        partner = board.characters.get(data.get("partner") or "")
        attack = Attack(data["attack"], data["seat"], character, data["move"], cards, extra, data["role"], partner)
        self.same("CAP-301", "number of the attack", len(board.attacks), attack.number)
        self.same("CAP-504", "status of the attacker", "active", character.status)
        self._check_role(attack)
        self._check_cards(attack)
        self.same("CAP-302", "combo points", attack.printed["cp"], data["cp"])
        most = board.stat(character, "combo")
        self.holds("CAP-414", f"less than {most} points used", character.cp_used < most, character.cp_used)
        character.cp_used += attack.printed["cp"]
        self.same("CAP-302", "combo points used", character.cp_used, data["cp_used"])
        self.holds("CAP-302", f"at most {most} points", character.cp_used <= most, character.cp_used)
        priority = None if "avoid" in attack.printed else board.priority(attack)
        self.same("CAP-303 CAP-305", "priority", priority, data.get("priority"))
        self.take("CAP-301", player.hand, [*cards, *extra])
        player.zone[attack.number] = [*cards, *extra]
        board.attacks.append(attack)

    def _check_role(self, attack: Attack) -> None:
        """CAP-402 CAP-411 CAP-412 CAP-413 CAP-416 CAP-417 CAP-445."""
        kind, before = attack.printed["type"], self.board.attacks
        own = (self.turn_player, "combat")
        if attack.role == "initial":
            self.same("CAP-207", "who opens, when, after how many", (*own, 0), (attack.seat, self.phase, len(before)))
            self.holds("CAP-402", "no type E", kind != "E", kind)
        elif attack.role == "follow_up":
            last = [one for one in before if one.seat == attack.seat][-1]
            self.holds("CAP-411", "a follow-up of type B or C", kind in ("B", "C"), kind)
            self.holds(
                "CAP-412 CAP-413", "follow-ups are open", last.printed["type"] not in ("B", "D") or last.has("S")
            )
        elif attack.role == "counter":
            self.same("CAP-429", "a block card", None, self.board.players[attack.seat].block)
            self.same("CAP-405 CAP-407", "attacks before", 1, len(before))
        elif attack.role == "reply":
            self.holds("CAP-445", "a ranged attack of type A to D", attack.has("R") and kind != "E", kind)
        if attack.role != "follow_up":
            self.last_basic, self.uses = None, Counter()
        if attack.kind == "basic":
            value = NUMBERS[attack.cards[0]]
            self.holds("CAP-417", "the next value", self.last_basic in (None, value - 1), value)
            self.last_basic = value
        elif kind == "C":
            self.uses[attack.move] += 1
            self.holds("CAP-416", "at most twice in a combo", self.uses[attack.move] <= 2, attack.move)

    def _check_cards(self, attack: Attack) -> None:
        """CAP-303 CAP-305 CAP-307 CAP-308 CAP-920."""
        strength, cards = self.board.stat(attack.character, "strength"), list(attack.cards)
        if attack.kind == "basic":
            self.holds(
                "CAP-303", f"one number card up to {strength}", NUMBERS[cards[0]] <= strength and len(cards) == 1
            )
        elif attack.kind == "throw":
            value = self.pair("CAP-307", cards)
            self.holds("CAP-307", f"above {strength}", value > strength, value)
        elif attack.kind == "tag_super":
            self.same("CAP-920", "two Jokers", ["JK1", "JK2"], sorted(cards))
        else:
            base, _, more = attack.printed["cards"].partition(" + 0-")
            n, rank = (int(base[0]), base[1]) if base[0].isdigit() else (1, base[0])
            self.same("CAP-305", "cards", [rank] * n, [card[0] for card in cards])
            most = int(more[0]) if more else 0
            self.holds("CAP-308", f"at most {most} more", len(attack.extra) <= most, attack.extra)
            self.same("CAP-308", "additional cards", [rank] * len(attack.extra), [card[0] for card in attack.extra])

    def on_tag_super_used(self, data: Data) -> None:
        """CAP-920 CAP-921 CAP-922."""
        attack = self.attack(data)
        told = (data["damage"], data["priority"])
        self.same("CAP-920", "damage and priority", (attack.base, attack.printed["priority"]), told)
        self.expect("CAP-922", "character_switched", side=attack.character.side, reason="tag_super")

    # Results

    def on_attack_hit(self, data: Data) -> None:
        """CAP-406 CAP-419 CAP-480."""
        attack = self.attack(data)
        if attack.role in ("initial", "counter", "reply", "variable_counter"):
            self.dealt[attack.seat] = 0
        self._hurt(attack, self.opponent(attack))
        self._on_hit(attack)

    def _on_hit(self, attack: Attack) -> None:
        """CAP-482 CAP-434 Effects on hit."""
        for one in () if attack.bare else attack.printed.get("effects", ()):
            if one["when"] == "hit":
                self.foresee(one["do"], attack.character, self.opponent(attack))

    def _hurt(self, attack: Attack, target: Character, *, half: bool = False, block: int | None = None) -> None:
        """CAP-480 The damage of an attack, in its order."""
        base = attack.base
        added = 0 if attack.bare else self.board.change("modify_damage", attack.character, attack)
        left = (base + added) // 2 if half else base + added
        if block is not None:
            left = 0 if attack.kind == "basic" or attack.has("T") else max(0, left - block)
        if left:
            left = left // 2 if self.board.halves(target, attack) else left
            numbers = {"base": base, "added": added, "n": max(0, left - self.reduction(target, attack))}
            self.expect("CAP-480", "damage_dealt", target=target.id, attack=attack.number, **numbers)

    def on_action_taken(self, data: Data) -> None:
        """CAP-509 What is absorbed, if somebody does."""
        super().on_action_taken(data)
        if data["action"]["type"] == "absorb":
            own = self.board.own(data["seat"]).id
            pending = self.due.get("damage_dealt", [])
            hit = next(fields for _, fields in pending if fields["target"] == own)
            hit["n"] = max(0, hit["n"] - NUMBERS[data["action"]["card"]])

    def on_damage_dealt(self, data: Data) -> None:
        """CAP-480 CAP-481 CAP-482 CAP-701."""
        self.needs("CAP-480")
        target = self.board.characters[data["target"]]
        if "attack" in data:
            attack = self.attack(data)
            self.dealt[attack.seat] += data["n"]
            works = attack.character.status == "active" and data["n"] > 0
            for part in parts(attack.character.cid, "damage_dealt") if works else ():
                if fits(expression(part["attack"]), attack):
                    self.foresee(part["do"], attack.character)
        steps = sum(data.get(step, 0) for step in ("halved", "blocked", "reduced", "absorbed"))
        self.same("CAP-480", "the steps", data["base"] + data.get("added", 0) - steps, data["n"])
        target.hp = max(0, target.hp - data["n"])
        self.same("CAP-481", "HP after it", target.hp, data["hp_after"])
        if not target.hp:
            self.expect("CAP-701", "character_koed", character=target.id)

    def on_attack_countered(self, data: Data) -> None:
        """CAP-450 CAP-451 CAP-912."""
        first, other = self._priorities(data)
        self.holds("CAP-450", "a higher priority", data["by_priority"] > data["priority"], data)
        first.result = "countered"
        if not other.bare and first.kind != "tag_super":
            self.expect("CAP-451", "attack_hit", attack=other.number)

    def _priorities(self, data: Data) -> tuple[Attack, Attack]:
        """CAP-R77 The priorities of an attack and its answer as they are now."""
        first, other = self.attack(data), self.board.attacks[data["by"]]
        now = (self.board.priority(first), self.board.priority(other))
        self.same("CAP-450", "priorities", now, (data["priority"], data["by_priority"]))
        return first, other

    def on_attack_negated(self, data: Data) -> None:
        """CAP-460 to CAP-466, CAP-913."""
        first, other = self._priorities(data)
        self.same("CAP-460", "the same priority", data["priority"], data["by_priority"])
        self.holds("CAP-466 CAP-926", "no tag super", first.kind != "tag_super")
        if other.role == "variable_counter":
            return
        self.holds("CAP-461", "an attack value as high", other.worth >= first.worth, (first, other))
        self.holds("CAP-466", "no throws", first.worth > 0 and other.worth > 0)
        if first.kind == other.kind == "basic":
            red = [attack.cards[0][-1] in "DH" for attack in (first, other)]
            higher = NUMBERS[other.cards[0]] >= NUMBERS[first.cards[0]]
            self.holds("CAP-462", "a value as high of the other colour", higher and red[0] != red[1])
        if first.has("R"):
            self.holds("CAP-463", "ranged, or worth more", other.has("R") or other.worth > first.worth)
        elif other.has("R"):
            self._hurt(other, first.character, half=True)

    def on_attack_avoided(self, data: Data) -> None:
        """CAP-456."""
        first, other = self.attack(data), self.board.attacks[data["by"]]
        avoids = other.printed["avoid"]
        self.holds(
            "CAP-456", "a kind that it names", first.kind in avoids or ("ranged" in avoids and first.has("R")), first
        )
        self.dealt[other.seat] = 0
        for one in other.printed.get("effects", ()):
            times = len(other.extra) if one["when"] == "per_extra" else 1
            self.foresee(one["do"], other.character, self.opponent(other), times)
