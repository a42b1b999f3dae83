"""What a spectator sees, held against the second referee's board."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.games.scp.referee.in_play import InPlay
from tests.kit.referee import Data

COUNTS = {"hand": "hand", "deck": "deck", "build_queue": "queue", "play": "play", "discard": "discard"}
"""Zones of the table that a director's piles fill, by name."""


class Sight(InPlay):
    """The views and the table after each command."""

    brought: dict[int, Counter[str]]
    anomalies: Counter[str]
    turn: int
    round: int

    def see(self, view: Data, table: Data) -> None:
        """SCP-515 Every number that all see, and that no card is lost or made."""
        self._see_scps(view)
        for seen, shown in zip(view["players"], table["players"], strict=True):
            self._see_player(seen, shown)
        if self.turn:
            there = (self.turn, self.round, self.board.active, self.board.phase or "start")
            told = tuple(view[key] for key in ("turn_number", "round", "active_player", "turn_phase"))
            self.same("SCP-201", "turn, round, player, phase", there, told)
        attempt, told = self.board.attempt, view["attempt"]
        self.same("SCP-407", "whether an attempt is on", attempt is None, told is None)
        if attempt is not None and told is not None and attempt.scp in self.board.scps:
            counts = (self.texts.total(), self.texts.requirement())
            self.same("SCP-403 SCP-408", "total and requirement", counts, (told["group_total"], told["requirement"]))

    def _see_scps(self, view: Data) -> None:
        board = self.board
        here = {one.iid: (one.cid, one.status, one.controller, one.counters, one.most) for one in board.scps.values()}
        keys = ("card", "status", "controller", "escalation", "most_escalation")
        self.same("SCP-501", "SCPs", here, {one["iid"]: tuple(one[key] for key in keys) for one in view["scps"]})
        self.same("SCP-104", "size of the SCP deck", len(board.scp_deck), view["scp_deck_size"])
        self.same("SCP-236", "counters", sum(one.counters for one in board.unsecured()), view["unsecured_total"])
        gone = {iid: by for iid, (_, by) in board.scp_discard.items()}
        self.same("SCP-705", "destroyed SCPs", gone, {one["iid"]: one["by"] for one in view["scp_discard"]})
        there = [
            *board.scp_deck,
            *(one.cid for one in board.scps.values()),
            *(cid for cid, _ in board.scp_discard.values()),
        ]
        self.same("SCP-104", "all SCPs", self.anomalies, Counter(there))

    def _see_player(self, seen: Data, shown: Data) -> None:
        seat = seen["seat"]
        player = self.board.players[seat]
        self.same("SCP-708", "in the match", not player.left, seen["in_match"])
        self.same("SCP-318", "Resources", player.pool, seen["pool"])
        self.same("SCP-212", "refill mark", self.texts.refill(seat), seen["refill"])
        self.same("SCP-704", "bonus", self.texts.bonus(seat), seen["bonus"])
        zones = {zone["name"]: zone["count"] for zone in shown["zones"]}
        for zone, pile in COUNTS.items():
            self.same("SCP-105 SCP-222", f"cards in {zone}", len(getattr(player, pile)), zones[zone])
        for pile in ("discard", "removed"):
            cards = {one["iid"]: one["card"] for one in seen[pile]}
            self.same("SCP-508", pile, getattr(player, pile), cards)
        queued = {iid: n for iid, (_, n) in player.queue.items()}
        self.same("SCP-223", "Build Queue", queued, {one["iid"]: one["resources"] for one in seen["build_queue"]})
        self.same("SCP-509", "cards in play", list(player.play), [one["iid"] for one in seen["play"]])
        for one in seen["play"]:
            self._see_card(one)
        if not player.left:
            resolving = [cid for cid, whose in self.board.resolving.values() if whose == seat]
            self.same("SCP-508", "all cards of the player", self.brought[seat], Counter([*player.cards(), *resolving]))

    def _see_card(self, seen: dict[str, Any]) -> None:
        card, texts = self.card(seen["iid"]), self.texts
        facts = (card.cid, card.tapped, card.wounds, card.tokens, card.host, card.job or (None, None), self.dying(card))
        keys = ("card", "tapped", "wounds", "finance_tokens", "host")
        told = (*(seen[key] for key in keys), (seen["job"], seen["scp"]), seen["dying"])
        self.same("SCP-213 SCP-214 SCP-220 SCP-442", "its facts", facts, told)
        skills = {skill: n for skill, n in texts.skills(card).items() if n} if card.is_("personnel") else {}
        counted = (texts.value(card), texts.production(card), sorted(texts.icons(card)), skills)
        values = (
            seen["skill_value"],
            seen["production"],
            sorted(seen["icons"]),
            {s["skill"]: s["n"] for s in seen["skills"]},
        )
        self.same("SCP-506 SCP-514", "its values", counted, values)
