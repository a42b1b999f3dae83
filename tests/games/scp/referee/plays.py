"""The facts about what is played and used, folded once more: Events, abilities, Complications, Missions."""

from __future__ import annotations

from typing import Any

from tests.games.scp.referee.board import CARDS
from tests.games.scp.referee.expressions import Source, abilities, call, parsed
from tests.games.scp.referee.piles import Piles
from tests.kit.referee import Data

PHASE_OF = {"start": "start", "end": "end", "each_end": "end", "escalation": "escalation"}
"""SCP-206 SCP-234 SCP-240 The phases of texts that happen in one."""


OWN_TURN = ("draw", "resupply", "mission", "assignment", "maintenance")
"""SCP-311 The phases of the window `own_turn`."""


class Plays(Piles):
    """What the facts about played cards make of the board."""

    def __init__(self) -> None:
        super().__init__()
        self.asked_next: list[int] = []
        """SCP-426 Who can still be asked in the Complication window."""
        self.announced: Data | None = None

    def _in_window(self, one: dict[str, Any], seat: int) -> None:
        """SCP-311 SCP-413 SCP-429 A text is used in its window, by whom it is open to."""
        window, attempt, board = one.get("window"), self.board.attempt, self.board
        target = self.announced["target"] if self.announced else None
        owners = [whose for whose, player in enumerate(board.players) if target in (*player.play, *player.queue)]
        is_open = {
            "own_turn": seat == board.active and attempt is None and board.phase in OWN_TURN,
            "attempt": attempt is not None and seat == attempt.seat and self.announced is None,
            "defend": attempt is not None and seat == attempt.defender,
            "response": seat in owners,
        }
        self.holds("SCP-311", f"the window {window} is open", window is None or is_open[window], self.announced)

    def on_window_passed(self, data: Data) -> None:
        """SCP-413 SCP-426 SCP-429."""
        if data["window"] == "complication":
            self._asked(data["seat"])
        elif data["window"] == "reply":
            self.same("SCP-413", "who replies", self.attempt().defender, data["seat"])

    def _asked(self, seat: int) -> None:
        """SCP-426 Each other player once, clockwise."""
        self.holds("SCP-426", "a player who is still to be asked", seat in self.asked_next, seat)
        self.asked_next = self.asked_next[self.asked_next.index(seat) + 1 :]

    def _check_target(self, data: Data, one: dict[str, Any]) -> None:
        """SCP-316 SCP-412 SCP-420 SCP-427 SCP-519 What a text may name."""
        text, target = one.get("target", ""), data.get("target")
        if not text or text.startswith(("queue", "my_discard")):
            return
        source, texts, board = self.source(data), self.texts, self.board
        legal = [card.iid for card in texts.select(parsed(text), source)]
        if one["when"] == "complication":
            attempt, members = self.attempt(), [card.iid for card in board.members()]
            sides = [attempt.seat] if attempt.kind == "secure" else [attempt.seat, attempt.defender]
            group = [*members, *(gear.iid for iid in members for gear in board.gear_of(iid))]
            reach = [card.iid for card in board.assets() if card.owner in sides] if attempt.kind != "contain" else group
            immune = texts.immune(CARDS[data["card"]]["complication_type"])
            legal = [iid for iid in legal if iid in reach and iid not in immune]
        self.holds("SCP-316 SCP-427 SCP-519", "a legal target", target in legal, target)

    def play(self, data: Data) -> None:
        """SCP-310 A card of the hand is being resolved."""
        self.take("SCP-310", self.player(data).hand, data["iid"], data["card"])
        self.board.resolving[data["iid"]] = (data["card"], data["seat"])

    def source(self, data: Data) -> Source:
        """Whose text this is, with what it names."""
        card = self.board.asset(data["iid"])
        host = None if card is None else card.host
        return Source(data["seat"], data["iid"], host, data.get("target"), data.get("player"))

    def on_event_played(self, data: Data) -> None:
        """SCP-301 SCP-310 SCP-312."""
        self.play(data)
        cost = self.texts.cost(data["card"], data["seat"])
        self.expect_pool("SCP-310", data["seat"], -cost)
        self.holds("SCP-301", f"Resources for {cost}", self.player(data).pool >= cost, self.player(data).pool)
        one = next(one for one in abilities(data["card"]) if one["when"] == "event")
        self._in_window(one, data["seat"])
        self._check_target(data, one)
        self._pay(data, one)

    def on_ability_used(self, data: Data) -> None:
        """SCP-314 Once per turn."""
        one = abilities(data["card"])[data["ability"] - 1]
        self.once_a_turn("SCP-314", f"{data['iid']} {data['ability']}")
        self._in_window(one, data["seat"])
        self._pay(data, one)

    def _pay(self, data: Data, one: dict[str, Any]) -> None:
        """SCP-301 The costs that a text names, and what it does then."""
        cost, source = one.get("cost", ""), self.source(data)
        if cost == "tap":
            self.expect("SCP-315", "card_tapped", iid=data["iid"])
        elif cost == "destroy(self)":
            self.expect("SCP-301", "card_destroyed", iid=data["iid"])
        elif cost:
            word, args = call(parsed(cost))
            n = self.texts.number(args[0], source) if word != "destroy" else 0
            if word == "pay":
                self.expect("SCP-301", "resources_changed", seat=data["seat"], delta=-n)
            elif word == "remove_finance_token":
                self.expect("SCP-301", "finance_token_changed", iid=data["iid"], delta=-n)
            elif word == "discard_hand":
                self.expect("SCP-301", "card_discarded", seat=data["seat"], from_zone="hand")
        if "cost_paid" not in one["do"]:
            self.foresee(one["do"], source, data["card"])

    def on_text_resolved(self, data: Data) -> None:
        """SCP-207 SCP-520 A text happens by itself, once in a phase of its own."""
        one = abilities(data["card"])[data["ability"] - 1]
        key = (data["iid"], data["ability"])
        self.fired[key] += 1
        when = PHASE_OF.get(one["when"])
        if when is not None:
            phase = f"optional_{when}" if one.get("may") else when
            self.same("SCP-206 SCP-208", "its phase, and how often", (phase, 1), (self.board.phase, self.fired[key]))
        self._pay(data, one)

    def on_complication_played(self, data: Data) -> None:
        """SCP-427 SCP-428 SCP-431."""
        attempt = self.attempt()
        self.play(data)
        self.holds("SCP-427", "a window that it lists", attempt.kind in CARDS[data["card"]]["windows"])
        self.holds("SCP-428", "another player's turn", data["seat"] != self.board.active)
        if data["seat"] in self.asked_next or data["seat"] != attempt.defender:
            self._asked(data["seat"])
        self._check_target(data, next(one for one in abilities(data["card"]) if one["when"] == "complication"))
        scp, value = self.board.scps[attempt.scp], self.texts.complication(data["card"], data["seat"])
        self.holds("SCP-431", f"room for {value} counters", scp.counters + value <= scp.most, scp.counters)
        target = self.board.asset(data["target"])
        self.defended = target is not None and target.owner == attempt.defender
        self.announced = data

    def on_complication_negated(self, data: Data) -> None:
        """SCP-429."""
        self.needs("SCP-429")

    def on_complication_overcome(self, data: Data) -> None:
        """SCP-430."""
        self.same("SCP-430", "overcome", True, self.texts.overcome(data["card"], self.defended))

    def on_complication_resolved(self, data: Data) -> None:
        """SCP-430 SCP-432 Its counters, then its text."""
        attempt = self.attempt()
        self.same("SCP-430", "overcome", False, self.texts.overcome(data["card"], self.defended))
        value = self.texts.complication(data["card"], data["seat"])
        self.same("SCP-432", "counters", value, data["counters"])
        self.expect_counters("SCP-432", self.board.scps[attempt.scp], value)
        attempt.resolved = True
        one = next(one for one in abilities(data["card"]) if one["when"] == "complication")
        assert self.announced is not None
        source = self.source(self.announced)
        self.foresee(one["do"], source, data["card"])

    def on_mission_played(self, data: Data) -> None:
        """SCP-215."""
        self.own(data, "mission")
        self.same("SCP-215", "Missions of this turn", False, self.mission_played)
        self.take("SCP-215", self.player(data).hand, data["iid"], data["card"])
        self.mission_played, self.player(data).mission = True, data

    def on_mission_resolved(self, data: Data) -> None:
        """SCP-235."""
        texts = {one["when"]: one for one in abilities(data["card"])}
        mission = self.player(data).mission
        assert mission is not None
        source = self.source(mission)
        met = self.texts.true(parsed(texts["mission"]["requires"]), source)
        self.same("SCP-235", "whether the requirements are met", met, data["success"])
        if not met or data["accepted"]:
            self.foresee(texts["success" if met else "failure"]["do"], source, data["card"])
        target = self.board.scps.get(mission.get("target") or "")
        if not met and target is not None:
            self.after = (target, CARDS[data["card"]]["escalation"])
            self.expect_counters("SCP-235", *self.after)

    def on_mission_discarded(self, data: Data) -> None:
        """SCP-235."""
        self.settle()
        self.player(data).mission = None
        self.player(data).discard[data["iid"]] = data["card"]
        self.outcome()

    def outcome(self) -> None:
        """SCP-236 The steps of the Outcome Phase after the Mission."""
        raise NotImplementedError
