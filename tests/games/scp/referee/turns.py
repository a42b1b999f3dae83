"""The set-up, turns and phases of SCP-CCG, counted once more."""

from __future__ import annotations

from collections import Counter

from tests.games.scp.referee.board import CARDS, Board, Director, Scp
from tests.games.scp.referee.expressions import abilities
from tests.games.scp.referee.sight import Sight
from tests.kit.referee import Data

PHASES = [
    *("start", "optional_start", "draw", "resupply", "mission", "assignment", "retrieval", "research", "maintenance"),
    *("escalation", "outcome", "end", "optional_end"),
]
"""SCP-201."""


class Turns(Sight):
    """Bidding, whose turn it is, and what each phase brings about."""

    raided: bool
    lost = False
    present: set[str]

    # Set-up

    def on_match_created(self, data: Data) -> None:
        """SCP-101."""
        super().on_match_created(data)
        self.board = Board([Director() for _ in range(self.seats)])
        self.solitaire = data["options"].get("mode", "multi") == "solitaire"
        self.bids: dict[int, int] = {}
        self.round = self.turn = 0

    def on_player_set_up(self, data: Data) -> None:
        """SCP-106 SCP-801 SCP-802 SCP-920."""
        player = self.board.players[data["seat"]]
        player.pool, player.deck = data["pool"], list(data["deck"])
        self.same("SCP-106", "Resources at the start", 5, player.pool)
        most = 40 + 10 * (self.seats - 1)
        self.holds("SCP-801", "size of the deck", 40 <= len(player.deck) <= most, len(player.deck))
        self.same("SCP-802", "SCPs", 10, data["scps"])
        self.brought = {**getattr(self, "brought", {}), data["seat"]: Counter(player.deck)}

    def on_scp_deck_made(self, data: Data) -> None:
        """SCP-104."""
        self.board.scp_deck = list(data["cards"])
        self.same("SCP-104", "size of the SCP deck", 10 * self.seats, len(data["cards"]))
        self.anomalies = Counter(data["cards"])

    def on_deck_shuffled(self, data: Data) -> None:
        """SCP-104 SCP-105 Every card keeps being in the deck, once."""
        seat = data.get("seat")
        deck = self.board.scp_deck if seat is None else self.board.players[seat].deck
        self.same("SCP-105", "places of the deck", list(range(len(deck))), sorted(data["order"]))
        deck[:] = [deck[place] for place in data["order"]]

    def on_first_bidder_drawn(self, data: Data) -> None:
        """SCP-107 SCP-108."""
        self.bidders = self.board.around(data["seat"])

    def on_bid_made(self, data: Data) -> None:
        """SCP-108 SCP-109."""
        n, most = data["n"], len(self.board.players[data["seat"]].deck) - 7
        self.holds("SCP-109", "the bid", max(self.bids.values(), default=0) < n <= most, n)
        self.bids[data["seat"]] = n
        self._has_bid(data["seat"])
        self.bidders.append(data["seat"])

    def on_bid_passed(self, data: Data) -> None:
        """SCP-108 A pass is final."""
        self._has_bid(data["seat"])

    def _has_bid(self, seat: int) -> None:
        there = [one for one in self.bidders if not self.board.players[one].left]
        self.same("SCP-108", "whose bid it is", there[:1], [seat])
        self.bidders = there[1:]

    def _highest(self) -> int | None:
        return max(self.bids, key=lambda seat: self.bids[seat], default=None)

    def on_bid_won(self, data: Data) -> None:
        """SCP-108 SCP-110."""
        winner = self._highest()
        self.holds("SCP-108", "who won the bidding", winner in (None, data["seat"]), data["seat"])
        self.same("SCP-108", "the winning bid", self.bids.get(data["seat"], 0), data["n"])
        self.expect("SCP-110", "player_one_set", seat=data["seat"])
        if data["n"]:
            self.expect("SCP-110", "cards_removed_by_bid", seat=data["seat"], count=data["n"])

    def on_player_one_set(self, data: Data) -> None:
        """SCP-110 SCP-112 SCP-920."""
        self.player1 = data["seat"]
        for seat in self.board.around(self.player1):
            for _ in range(6):
                self.expect("SCP-112", "card_drawn", seat=seat, cause="setup")

    # Turns and phases

    def on_turn_started(self, data: Data) -> None:
        """SCP-115 SCP-241 SCP-706."""
        self.settle()
        board, seat = self.board, data["seat"]
        following = self._next()
        self.same("SCP-241", "whose turn it is", following, seat)
        self.round += self._begins_round(following)
        self.turn += 1
        self.same("SCP-706", "round", self.round, data["round"])
        self.same("SCP-241", "turn", self.turn, data["turn"])
        board.active, board.phase = seat, ""
        board.secured, board.contained, board.destroyed = {}, set(), set()
        self.mission_played = self.researched = self.raided = False
        self.revealed = self.extra = 0
        self.once: set[str] = set()

    def _next(self) -> int:
        there = self.board.around(self.board.active)
        return there[int(self.here()) % len(there)] if self.turn else self.player1

    def here(self) -> bool:
        """Whether the active player is still in the match."""
        return not self.board.players[self.board.active].left

    def _begins_round(self, seat: int) -> bool:
        place = [(one - self.player1) % self.seats for one in (seat, self.board.active)]
        return not self.turn or place[0] <= place[1]

    def last_turn(self) -> bool:
        """SCP-706 SCP-923 The last turn of the last round."""
        limit = 10 if self.solitaire else self.created["options"].get("round_limit", 30)
        return bool(self._begins_round(self._next())) and self.round >= limit

    def on_phase_started(self, data: Data) -> None:
        """SCP-201 SCP-202 SCP-204."""
        self.settle()
        board, seat, phase = self.board, data["seat"], data["phase"]
        place = PHASES.index(board.phase) + 1 if board.phase else 0
        self.same("SCP-201", "phase", PHASES[place : place + 1], [phase])
        self.same("SCP-205", "active player", board.active, seat)
        self._mandatory(board.phase)
        board.phase = phase
        self.fired: Counter[tuple[str, int]] = Counter()
        begin = getattr(self, f"_begin_{phase}", None)
        if begin is not None:
            begin(board.players[seat])
        for card in board.assets():
            if card.job is not None and card.job[1] is not None:
                self.holds("SCP-521", "the SCP of a job is in play", card.job[1] in board.scps, card)

    def _begin_start(self, player: Director) -> None:
        """SCP-515 SCP-921."""
        self.ends_at("SCP-515", "this_turn", lambda effect: True)
        self.ends_at("SCP-515", "until_next_turn", lambda effect: bool(effect["you"] == self.board.active))
        if self.solitaire and not self.board.unsecured() and self.board.scp_deck:
            self.expect("SCP-921", "scp_revealed", seat=self.board.active)

    def _begin_resupply(self, player: Director) -> None:
        """SCP-212."""
        mark = self.texts.refill(self.board.active)
        if player.pool < mark:
            self.expect("SCP-212", "pool_refilled", seat=self.board.active, to=mark)

    def _begin_mission(self, player: Director) -> None:
        """SCP-214."""
        self.same("SCP-214", "tapped cards", [], [card for card in player.play.values() if card.tapped])

    def _begin_assignment(self, player: Director) -> None:
        """SCP-220."""
        for card in player.play.values():
            if card.job is not None and card.job[0] == "defend":
                self.expect("SCP-220", "assignment_ended", iid=card.iid, reason="phase")

    def _begin_escalation(self, player: Director) -> None:
        """SCP-233 SCP-503."""
        for scp in self.board.scps.values():
            self.expect_counters("SCP-233", scp, {"unsecured": 2, "secured": 1, "contained": 0}[scp.status])

    def _begin_outcome(self, player: Director) -> None:
        """SCP-235 Step a is first."""
        if player.mission is None:
            self.outcome()
        else:
            self.expect("SCP-235", "mission_resolved", seat=self.board.active)

    def outcome(self) -> None:
        """SCP-236 SCP-237 SCP-238 Steps b to d."""
        board = self.board
        if sum(scp.counters for scp in board.unsecured()) >= 30:
            self.lost = True
            return
        for scp in board.unsecured():
            if scp.counters == scp.most:
                skill = CARDS[scp.cid]["skill"]
                self.expect("SCP-237", "outbreak", scp=scp.iid, skill=skill)
                for seat in board.around(board.active):
                    self.expect_milled("SCP-237", seat, skill, scp.cid)
        for scp in board.scps.values():
            self._expect_breach(scp)

    def _expect_breach(self, scp: Scp) -> None:
        """SCP-238 SCP-418."""
        if scp.counters == scp.most and scp.status != "unsecured":
            what = "scp_uncontained" if scp.status == "contained" else "scp_unsecured"
            self.expect("SCP-238", what, scp=scp.iid, seat=scp.controller, breach=True)

    def on_outbreak(self, data: Data) -> None:
        """SCP-237."""
        self.needs("SCP-237")
        self.board.scps[data["scp"]].counters = 0

    def _begin_end(self, player: Director) -> None:
        """SCP-239 SCP-702 The match goes on only if none of its ends is there."""
        self.same("SCP-236", "whether all have lost", False, self.lost)
        self.same("SCP-702", "reasons to end the match", set(), self.reasons())

    def reasons(self) -> set[str]:
        board = self.board
        found = {
            "contained": not board.scp_deck and not board.unsecured(),
            "empty_deck": any(not board.players[seat].deck for seat in board.around(0)),
            "round_limit": self.last_turn(),
        }
        return {reason for reason, is_so in found.items() if is_so}

    def on_turn_ended(self, data: Data) -> None:
        """SCP-220 SCP-241."""
        self.settle()
        self.same("SCP-241", "turn", self.turn, data["turn"])
        if self.here():
            self.same("SCP-201", "the last phase", "optional_end", self.board.phase)
            self._mandatory("optional_end")
        done = [card for card in self.board.assets() if card.job is not None and card.job[0] != "defend"]
        for card in done:
            self.expect("SCP-220", "assignment_ended", iid=card.iid, reason="turn")

    def _mandatory(self, phase: str) -> None:
        """SCP-206 SCP-234 SCP-240 What had to happen in a phase, and still could, has happened once."""
        when = {"start": ["start"], "escalation": ["escalation"], "end": ["end", "each_end"]}.get(phase, [])
        for seat, iid, cid, status in self.in_play():
            for number, one in enumerate(abilities(cid), 1):
                own = seat == self.board.active or one["when"] in ("each_end", "escalation")
                must = one["when"] in when and own and not one.get("may") and one.get("status", status) == status
                if must and iid in self.present and not one.get("only_if"):
                    self.same("SCP-206", f"times that {cid} has worked", 1, self.fired[iid, number])
        self.present = {iid for _, iid, _, _ in self.in_play()}
