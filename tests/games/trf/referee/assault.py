"""The second referee of TRF: the assault on planets (450 to 463)."""

from __future__ import annotations

from tests.games.trf.referee.fights import FightReferee
from tests.kit.card_texts import argument
from tests.kit.referee import Data


class AssaultReferee(FightReferee):
    """What is captured."""

    def on_assault_assigned(self, data: Data) -> None:
        """TRF-450 to TRF-454 An unblocked unit with a Fleeter, to a shield while there are some."""
        table, unit = self.table, self.table.character(data["unit"])
        planet = table.planet(data["planet"])
        assert unit is not None
        assert planet is not None
        assert table.defender is not None
        attacking = any(unit.iid in one for one in table.attackers) and not table.cancelled
        self.holds("TRF-450", "attacking and unblocked", attacking and unit.iid not in table.blocked)
        self.same("TRF-454", "whether it is a Fleeter", True, table.printed(unit).fleeter)
        shields = [one for one in self.player(table.defender).planets.values() if not one.home]
        self.same("TRF-450", "whose planet it is", table.defender, planet.owner)
        self.same("TRF-452", "whether it is the homeworld", not shields, planet.home)
        self.holds("TRF-451", "assigned once", unit.iid not in [one for one, _ in self.sent])
        self.sent.append((data["unit"], data["planet"]))

    sent: list[tuple[str, str]]

    def on_assault_confirmed(self, data: Data) -> None:
        """TRF-455 The assignments."""
        self.same("TRF-455", "assignments", [list(pair) for pair in self.sent], data["assignments"])
        self.table.assault, self.sent = self.sent, []

    def on_planet_capture_checked(self, data: Data) -> None:
        """TRF-456 TRF-457 TRF-458 The capture values of the units sent, against the planet's value."""
        table, planet = self.table, self.table.planet(data["iid"])
        assert planet is not None
        units = [
            card for unit, goal in table.assault if goal == planet.iid and (card := table.character(unit)) is not None
        ]
        total = sum(table.capture(table.unit(card), planet) for card in units)
        needed = table.value(planet)
        told = data["sum"], data["needed"], data["captured"]
        self.same("TRF-456", "capture values, needed, captured", (total, needed, total >= needed), told)
        if data["captured"]:
            self.to_be_captured.append(planet.iid)

    def on_planet_captured(self, data: Data) -> None:
        """TRF-460 TRF-635 One that was to be captured, to the discard pile or by an effect to the hand."""
        self.same("TRF-459", "the next planet captured", self.to_be_captured[:1], [data["iid"]])
        del self.to_be_captured[0]
        owner, planet = self.player(data["seat"]), self.table.planet(data["iid"])
        assert planet is not None
        kept = any(
            self.table.concerns(argument(one.text, 0), planet, one) for one in self.table.sources("capture_to_hand")
        )
        to_hand = not planet.home and (kept or planet.bears("capture_to_hand"))
        self.same("TRF-635", "whether it goes to the hand", to_hand, data.get("to_hand", False))
        del owner.planets[planet.iid]
        if not planet.home:
            self.same("TRF-461", "what its owner has without it", self.without(planet), (owner.pool, owner.cap))
        self.player(data["by"]).captured += 1
        self.player(data["by"]).conquests += 1
        if to_hand:
            owner.hand[data["hand"]] = planet.cid
        else:
            owner.discard.append((planet.iid, planet.cid, None))
