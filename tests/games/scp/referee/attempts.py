"""The attempts of SCP-CCG, counted once more: groups, totals, requirements and consequences."""

from __future__ import annotations

from tests.games.scp.referee.board import Attempt, Scp
from tests.games.scp.referee.turns import Turns
from tests.kit.referee import Data

PHASE_OF = {"secure": "retrieval", "raid": "retrieval", "contain": "research", "destroy": "research"}
"""SCP-401."""


class Attempts(Turns):
    """SCP-401 to SCP-425."""

    def on_attempt_begun(self, data: Data) -> None:
        """SCP-225 SCP-401 SCP-402 SCP-415 SCP-420."""
        board, seat, kind = self.board, data["seat"], data["kind"]
        scp = board.scps[data["scp"]]
        self.same("SCP-205", "who begins an attempt", board.active, seat)
        self.same("SCP-401", "phase of the attempt", PHASE_OF[kind], board.phase)
        others = scp.controller not in (None, seat)
        raid = "raid" if others else "secure" if scp.status == "unsecured" else None
        fits = {"secured": "contain", "contained": "destroy"}.get(scp.status) if scp.controller == seat else raid
        self.same("SCP-401", "kind", fits, kind)
        self.holds("SCP-225", "no attempt on an Unsecured SCP after a raid", kind != "secure" or not self.raided)
        self.raided |= kind == "raid"
        job = ("secure" if kind == "raid" else kind, scp.iid)
        group = [card.iid for card in board.players[seat].play.values() if card.job == job and not card.tapped]
        self.same("SCP-402", "members", sorted(group), sorted(data["members"]))
        self.holds("SCP-402", "a group of at least one", bool(group))
        board.attempt = Attempt(kind, scp.iid, seat, scp.controller if kind == "raid" else None, list(data["members"]))
        self._count_defenders(data)
        self.asked_next = board.around(seat)[1:] if kind != "destroy" else []
        for card in board.members():
            card.tapped = True

    def _count_defenders(self, data: Data) -> None:
        guards = sorted(card.iid for card in self.board.defenders())
        self.same("SCP-415", "defenders", guards, sorted(data.get("defenders", ())))

    def on_member_removed(self, data: Data) -> None:
        """SCP-446."""
        attempt = self.attempt()
        self.holds("SCP-446", "who is removed was in the attempt", data["iid"] in attempt.members, data["iid"])
        attempt.members.remove(data["iid"])
        self.card(data["iid"]).job = None

    def on_attempt_compared(self, data: Data) -> None:
        """SCP-403 to SCP-425 The comparison and its consequences."""
        attempt, texts, members = self.attempt(), self.texts, self.board.members()
        self.same("SCP-401", "kind", attempt.kind, data["kind"])
        self.same("SCP-419", "members", [card.iid for card in members], list(data["members"]))
        self._count_defenders(data)
        total, wanted = texts.total(), texts.requirement()
        self.same("SCP-403", "group total", total, data["group_total"])
        self.same("SCP-408 SCP-414 SCP-421 SCP-422", "requirement", wanted, data["requirement"])
        met = bool(members) and texts.has(texts.required(), members)
        self.same("SCP-406", "required Skills", met, data["skills_met"])
        icons = {icon for card in members for icon in texts.icons(card)}
        self.same("SCP-448", "Icons of the members", icons, set(data.get("icons", ())))
        attempt.icons = frozenset(icons)
        better = total > wanted if attempt.kind == "destroy" else total >= wanted
        even = attempt.kind == "destroy" and met and total == wanted
        outcome = "equal" if even else "success" if met and better else "failure"
        self.same("SCP-409 SCP-423 SCP-424", "outcome", outcome, data["outcome"])
        if outcome != "equal":
            getattr(self, f"_{outcome}_of_{attempt.kind}")(attempt, self.board.scps[attempt.scp])

    def _success_of_secure(self, attempt: Attempt, scp: Scp) -> None:
        """SCP-409."""
        self.expect("SCP-409", "scp_secured", scp=scp.iid, seat=attempt.seat, by_attempt=True)
        self.expect_attrition("SCP-409", attempt.seat, scp.counters)

    def _failure_of_secure(self, attempt: Attempt, scp: Scp) -> None:
        """SCP-410."""
        self.expect_attrition("SCP-410", attempt.seat, scp.most)
        self.expect_counters("SCP-410", scp, 1)

    def _success_of_raid(self, attempt: Attempt, scp: Scp) -> None:
        """SCP-416."""
        self.expect("SCP-416", "scp_secured", scp=scp.iid, seat=attempt.seat, by_attempt=True)
        self.expect_attrition("SCP-416", attempt.seat, len(self.board.defenders()) + scp.counters)
        self.expect_attrition("SCP-416", attempt.defender, scp.most + len(self.board.members()))

    def _failure_of_raid(self, attempt: Attempt, scp: Scp) -> None:
        """SCP-417 SCP-418."""
        members = self.board.members()
        for card in [gear for one in members for gear in self.board.gear_of(one.iid)] + members:
            if not card.is_("attrition_immune") and not card.is_("indestructible"):
                self.expect("SCP-417", "card_destroyed", iid=card.iid)
        self.expect_attrition("SCP-417", attempt.defender, len(members))
        self.expect_counters("SCP-417", scp, 1)
        if scp.counters + 1 == scp.most:
            what = "scp_uncontained" if scp.status == "contained" else "scp_unsecured"
            self.expect("SCP-418", what, scp=scp.iid, breach=True)

    def _success_of_contain(self, attempt: Attempt, scp: Scp) -> None:
        """SCP-421."""
        self.expect("SCP-421", "scp_contained", scp=scp.iid, seat=attempt.seat, by_attempt=True)

    def _failure_of_contain(self, attempt: Attempt, scp: Scp) -> None:
        """SCP-421 Nothing else happens."""

    def _success_of_destroy(self, attempt: Attempt, scp: Scp) -> None:
        """SCP-423."""
        self.expect("SCP-423", "scp_destroyed", scp=scp.iid, seat=attempt.seat)

    def _failure_of_destroy(self, attempt: Attempt, scp: Scp) -> None:
        """SCP-423."""
        self.expect_counters("SCP-423", scp, 1)
        for card in self.board.members():
            self.expect("SCP-423", "wound_changed", iid=card.iid, delta=1)

    def on_attempt_called_off(self, data: Data) -> None:
        """SCP-445."""
        self.attempt()

    def on_attempt_void(self, data: Data) -> None:
        """SCP-424 SCP-708 Its SCP is gone, or fits the kind no more, or its player has left."""
        attempt = self.attempt()
        scp = self.board.scps.get(attempt.scp)
        status = {"secure": ["unsecured"], "contain": ["secured"], "destroy": ["contained"]}
        kept = scp is not None and scp.status in status.get(attempt.kind, ["secured", "contained"])
        whose = {"secure": None, "raid": attempt.defender}.get(attempt.kind, attempt.seat)
        same = scp is not None and scp.controller == whose
        self.holds("SCP-424", "nothing is left to compare", not (kept and same and self.here()), data)

    def on_attempt_ended(self, data: Data) -> None:
        """SCP-407 SCP-R82."""
        self.settle()
        self.same("SCP-407", "the SCP of the attempt", self.attempt().scp, data["scp"])
        for card in self.board.members():
            card.job = None
        self.board.attempt = None
