"""The second referee of TRF: attacks, fights, dice and the assault (4xx)."""

from __future__ import annotations

from tests.games.trf.referee.cards import CardReferee
from tests.games.trf.referee.state import Character, Fight
from tests.games.trf.referee.table import parts_that
from tests.kit.card_texts import argument, integer
from tests.kit.referee import Data

SIDES = ("attacker", "defender")


class FightReferee(CardReferee):
    """Who may attack and block, who wins, what is captured."""

    def unit_of(self, iids: list[str]) -> list[Character]:
        """The characters in play with these instances."""
        return [card for iid in iids if (card := self.table.character(iid)) is not None]

    def may_attack(self, unit: list[Character]) -> bool:
        """TRF-402 TRF-436 TRF-537 Every card: not new unless swift, not spent, free, no ability, not forbidden."""
        turn = self.table.turn
        return all(
            (card.bought < turn or self.table.keyword(card, "swift"))
            and card.ability < turn
            and self._free(card, "attack")
            for card in unit
        )

    def may_block(self, unit: list[Character]) -> bool:
        """TRF-407 TRF-436 Every card: not spent, free, not forbidden."""
        return all(self._free(card, "block") for card in unit)

    def _free(self, card: Character, what: str) -> bool:
        busy = card.fight is not None or card.battle == self.table.turn or card.bears("cannot", what)
        return not busy and not self.table.spent(card)

    def on_attack_declined(self, data: Data) -> None:
        """TRF-216 By the active player, who has named nobody."""
        self.same("TRF-216", "who declines, units named", (self.table.active, []), (data["seat"], self.table.attackers))

    def on_attacker_named(self, data: Data) -> None:
        """TRF-401 to TRF-405 TRF-R83 TRF-R97 A whole unit that may attack; all attack the same one, conceded or not."""
        table, unit = self.table, self.unit_of(data["cards"])
        self.same("TRF-401", "who attacks", table.active, data["seat"])
        self.same("TRF-506", "the unit", sorted(card.iid for card in table.unit(unit[0])), sorted(data["cards"]))
        self.same("TRF-402", "its owner", table.active, unit[0].owner)
        self.same("TRF-402", "whether it may attack", True, self.may_attack(unit))
        self.holds("TRF-405", "one defender", table.defender in (None, data["defender"]), data["defender"])
        self.holds("TRF-R97", "the defender has had a turn", not self.goes_by(1, 2) or data["defender"] in self.begun)
        lost = self.player(data["defender"]).lost and table.defender is None
        self.holds("TRF-405", "another player who has not lost", data["defender"] != table.active and not lost)
        table.defender = data["defender"]
        table.attackers.append(list(data["cards"]))

    def on_attack_confirmed(self, data: Data) -> None:
        """TRF-403 TRF-641 The named units."""
        self.same("TRF-403", "the attackers", self.table.attackers, data["attackers"])
        self.table.confirmed, self.busy = len(self.table.attackers), True

    def on_block_assigned(self, data: Data) -> None:
        """TRF-407 TRF-408 A unit of the defender that may block and blocks nobody yet."""
        table, blocker = self.table, self.table.character(data["blocker"])
        assert blocker is not None
        self.same("TRF-407", "whose unit it is", table.defender, blocker.owner)
        self.same("TRF-407", "whether it may block", True, self.may_block(table.unit(blocker)))
        self.holds("TRF-408", "blocks nobody yet", data["blocker"] not in [one for one, _ in self.blocks])
        attacker = table.character(data["attacker"])
        assert attacker is not None
        unit = table.unit(attacker)
        barred = any(card.bears("cannot", "be_blocked") for card in unit)
        cloaked = table.keyword(unit[0], "cloaked") and unit[0].iid in [one for _, one in self.blocks]
        self.holds("TRF-539", "may be blocked", not barred and not cloaked)
        self.blocks.append((data["blocker"], data["attacker"]))

    blocks: list[tuple[str, str]]

    def on_turn_started(self, data: Data) -> None:
        """Nobody blocks yet."""
        super().on_turn_started(data)
        self.blocks, self.handled = [], []

    handled: list[str]
    """The fights of this turn in the order in which they were handled."""

    def on_blocks_confirmed(self, data: Data) -> None:
        """TRF-409 TRF-413 The blocks, and whom nobody blocks."""
        table = self.table
        self.same("TRF-408", "blocks", [list(pair) for pair in self.blocks], data["blocks"])
        table.blocked = {attacker for _, attacker in self.blocks}
        anchors = [table.unit(self.unit_of(unit)[0])[0].iid for unit in table.attackers]
        self.same("TRF-409", "unblocked", [one for one in anchors if one not in table.blocked], data["unblocked"])

    def on_fight_started(self, data: Data) -> None:
        """TRF-411 TRF-412 One attacking unit against all its blockers."""
        table, attackers, defenders = self.table, data["attackers"], data["defenders"]
        self.same("TRF-411", "sides", (table.active, table.defender), (data["attacker"], data["defender"]))
        anchor = table.unit(self.unit_of(attackers)[0])[0].iid
        blockers = [self.table.character(one) for one, blocked in self.blocks if blocked == anchor]
        expected = sorted(card.iid for one in blockers if one is not None for card in table.unit(one))
        self.same("TRF-411", "blockers", expected, sorted(defenders))
        sides = list(attackers), list(defenders)
        table.fights[data["fight"]] = Fight(data["fight"], (data["attacker"], data["defender"]), sides, table.turn)
        for card in self.unit_of([*attackers, *defenders]):
            card.fight = data["fight"]

    def on_battle_marked(self, data: Data) -> None:
        """TRF-416 TRF-435 TRF-R91 With this turn."""
        self.same("TRF-416", "the turn", self.table.turn, data["turn"])
        for card in self.unit_of(data["cards"]):
            card.battle, card.refreshed = data["turn"], False

    def fight(self, data: Data) -> Fight:
        """The fight that a fact names."""
        self.holds("TRF-420", "the fight exists", data["fight"] in self.table.fights, data["fight"])
        return self.table.fights[data["fight"]]

    def on_die_rolled(self, data: Data) -> None:
        """TRF-420 TRF-422 TRF-431 The bickering die of the next fight, or the die of a side that bickers no more."""
        super().on_die_rolled(data)
        if data.get("fight") is None:
            return
        fight = self.fight(data)
        if data["purpose"] == "bicker":
            self._next_is(fight)
            fight.bicker = data["value"]
            self.same("TRF-422", "who rolls", fight.seats[0], data["seat"])
            return
        side = SIDES.index(data["side"])
        self.same("TRF-431", "who rolls", fight.seats[side], data["seat"])
        self.holds("TRF-423", "above the threshold", (fight.bicker or 0) > self.table.threshold(fight), fight.bicker)
        fight.dice[side] = data["value"]

    def _next_is(self, fight: Fight) -> None:
        """TRF-420 TRF-428 Fights are handled once a turn, stuck ones first, the oldest first, new ones as named."""
        if self.handled[-1:] == [fight.name]:
            return
        waiting = [name for name in self.table.fights if name not in self.handled]
        self.same("TRF-420", "the next fight", waiting[:1], [fight.name])
        self.handled.append(fight.name)

    def on_die_set(self, data: Data) -> None:
        """TRF-425 TRF-640 As the cause says."""
        values = [integer(argument(one, 0)) for one in parts_that(self.printed(data["cause"]), "set_die")]
        self.holds("TRF-425", f"one of {values}", data["value"] in values, data["value"])
        self.fight(data).bicker = data["value"]

    def on_die_raised(self, data: Data) -> None:
        """TRF-432 TRF-640 As the cause says."""
        numbers = [integer(argument(one, 0)) for one in parts_that(self.printed(data["cause"]), "add_die")]
        self.holds("TRF-640", f"one of {numbers}", data["n"] in numbers, data["n"])
        self.fight(data).added[SIDES.index(data["side"])] += data["n"]

    def on_side_modified(self, data: Data) -> None:
        """TRF-432 As the cause says."""
        numbers = [integer(argument(one, 1)) for one in parts_that(self.printed(data["cause"]), "side")]
        self.holds("TRF-432", f"one of {numbers}", data["n"] in numbers, data["n"])
        self.fight(data).mods[SIDES.index(data["side"])] += data["n"]

    def on_fight_stuck(self, data: Data) -> None:
        """TRF-423 TRF-426 TRF-434 The bickering die is not above the threshold, or the totals are equal."""
        fight, table = self.fight(data), self.table
        if data["reason"] == "bicker":
            self.same("TRF-423", "the bickering die", fight.bicker, data["die"])
            self.holds(
                "TRF-423", f"not above {table.threshold(fight)}", data["die"] <= table.threshold(fight), data["die"]
            )
        else:
            self.same("TRF-434", "totals", table.total(fight, 0), table.total(fight, 1))
        fight.stuck, fight.settled, fight.bicker, fight.dice, fight.added = True, table.turn, None, {}, [0, 0]

    def on_fight_resolved(self, data: Data) -> None:
        """TRF-432 TRF-433 TRF-631 The higher total wins; the other side is defeated, but for what is saved."""
        fight, table = self.fight(data), self.table
        totals = table.total(fight, 0), table.total(fight, 1)
        self.same("TRF-432", "totals", list(totals), data["totals"])
        winner = 0 if totals[0] > totals[1] else 1
        self.holds("TRF-434", "not equal", totals[0] != totals[1])
        self.same("TRF-433", "winner", (fight.seats[winner], SIDES[winner]), (data["winner"], data["side"]))
        losers = table.others(fight, winner)
        saved = [card.iid for card in losers if card.bears("save")]
        gone = [card.iid for card in losers if card.iid not in saved]
        told = sorted(data["defeated"]), sorted(data.get("saved", ()))
        self.same("TRF-433", "defeated and saved", (sorted(gone), sorted(saved)), told)
        for iid in data["defeated"]:
            card = self.leave_play(iid)
            self.player(card.owner).defeated += 1
            self.player(card.owner).discard.append((iid, card.cid, card.paid))
        self.end_fight(fight)

    def end_fight(self, fight: Fight) -> None:
        """TRF-427 Its cards are committed no longer."""
        for player in self.table.players:
            for card in player.characters.values():
                if card.fight == fight.name:
                    card.fight = None
        del self.table.fights[fight.name]

    def on_fight_won_unopposed(self, data: Data) -> None:
        """TRF-421 One side has no card left."""
        fight = self.fight(data)
        self._next_is(fight)
        left = [seat for seat, cards in zip(fight.seats, fight.cards, strict=True) if cards]
        self.same("TRF-421", "the side that has cards left", left, [data["winner"]])
        self.end_fight(fight)

    def on_fight_removed(self, data: Data) -> None:
        """TRF-421 Both sides are empty."""
        fight = self.fight(data)
        self.same("TRF-421", "cards left", ([], []), fight.cards)
        self.end_fight(fight)

    def on_unit_joined_fight(self, data: Data) -> None:
        """TRF-633 A unit that could have attacked or blocked, on its player's side."""
        fight, unit = self.fight(data), self.unit_of(data["cards"])
        could = self.may_attack(unit) if data["seat"] == self.table.active else self.may_block(unit)
        side = SIDES.index(data["side"])
        self.same("TRF-633", "whether it could, its side", (True, data["seat"]), (could, fight.seats[side]))
        fight.cards[side].extend(data["cards"])
        for card in unit:
            card.fight = fight.name

    def on_unit_left_fight(self, data: Data) -> None:
        """TRF-632 Free, but barred from attack and block this turn."""
        for card in self.unit_of(data["cards"]):
            self.same("TRF-632", "its fight", data["fight"], card.fight)
            card.fight = None
            card.mods += [("cannot", 0, "attack"), ("cannot", 0, "block")]
            self.out_of_fights(card.iid)

    def on_attack_cancelled(self, data: Data) -> None:
        """TRF-634 TRF-909 New fights end; no assault takes place."""
        for fight in [*self.table.fights.values()]:
            if fight.started == self.table.turn:
                self.end_fight(fight)
        self.table.cancelled, self.blocks, self.table.assault = True, [], []
