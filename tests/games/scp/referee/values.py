"""The values of cards and of the attempt, counted once more with all texts that hold. SCP-514: numbers add up."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tests.games.scp.referee.board import CARDS, Asset
from tests.games.scp.referee.expressions import (
    Call,
    Expressions,
    InPlay,
    Source,
    blocks,
    name,
    named,
    parsed,
    statics,
    words,
)

GIVEN = {"soldier": "soldier", "researcher": "research"}
"""SCP-506 The Skills that Icons give."""


class Texts(Expressions):
    """The values of a board as they are now."""

    # What works

    def calls(self, *wanted: str) -> Iterator[Call]:
        """Every word of these that holds now: of static texts that work (SCP-505, SCP-510), and of what lasts."""
        for card in self.board.assets():
            for one in statics(card.cid, wanted):
                if self.works(card):
                    yield from self._said(one, Source(card.owner, card.iid, card.host), wanted)
        for scp in self.board.scps.values():
            for one in statics(scp.cid, wanted):
                if one["status"] == scp.status:
                    you = self.board.active if scp.controller is None else scp.controller
                    yield from self._said(one, Source(you, scp.iid), wanted)
        for effect in self.board.lasting.values():
            word, args = words(blocks(effect["cid"])[effect["block"]])[effect["at"]]
            if word in wanted:
                place = (effect.get(key) for key in ("iid", "host", "target", "player"))
                yield Call(word, args, Source(effect["you"], *place), lasts=True)

    def _said(self, one: dict[str, Any], source: Source, wanted: tuple[str, ...]) -> Iterator[Call]:
        if "only_if" not in one or self.true(parsed(one["only_if"]), source):
            yield from (Call(word, args, source) for word, args in words(one["do"]) if word in wanted)

    def works(self, card: Asset) -> bool:
        """SCP-510 SCP-518 It is not blanked; of a Resource, its Required Icons are there."""
        blank = any(card.iid in effect.get("cards", ()) for effect in self.board.lasting.values())
        return not blank and not self.lacking(card.cid, card.owner)

    def lacking(self, cid: str, seat: int) -> Counter[str]:
        """SCP-309 The Required Icons that are not in play, with multiplicity."""
        needed = Counter(CARDS[cid].get("required_icons", ()))
        return needed - Counter({icon: self.count_icon(seat, icon) for icon in needed})

    # Values of cards

    def icons(self, card: Asset) -> set[str]:
        """SCP-507 Printed ones and those given."""
        given = {
            name(call.args[1])
            for call in (self.calls("grant_icon") if card.is_("personnel") else ())
            if card in self.select(call.args[0], call.source)
        }
        return {*CARDS[card.cid].get("icons", ()), *given}

    def count_icon(self, seat: int, icon: str) -> int:
        """SCP-309 How many cards in play of a player have it."""
        return sum(icon in self.icons(card) for card in self.board.players[seat].play.values() if card.is_("personnel"))

    def skills(self, card: Asset) -> Counter[str]:
        """SCP-506 SCP-507 Copies of Skills: printed, by Icons, given; without those that are lost."""
        found = Counter(CARDS[card.cid].get("skills", ()))
        found.update(GIVEN[icon] for icon in self.icons(card) if icon in GIVEN)
        lost: set[str] = set()
        for call in self.calls("grant_skill", "lose_skill"):
            if card in self.select(call.args[0], call.source):
                skill = name(call.args[1])
                if call.word == "grant_skill":
                    found[skill] += 1
                else:
                    lost |= set(found) if skill == "all" else {skill}
        return Counter({skill: n for skill, n in found.items() if skill not in lost})

    def value(self, card: Asset) -> int:
        """SCP-405 The Skill Value, never below 0."""
        printed: int = CARDS[card.cid].get("skill_value", 0)
        return max(0, printed + self._over("mod_skill", card))

    def _over(self, word: str, card: InPlay) -> int:
        return sum(
            self.number(call.args[-2 if call.lasts and len(call.args) > 2 else -1], call.source)
            for call in self.calls(word)
            if card in self.select(call.args[0], call.source)
        )

    def cost(self, cid: str, seat: int) -> int:
        """SCP-302 SCP-317 The Cost of a card for a player."""
        change = sum(
            self.number(call.args[2], call.source)
            for call in self.calls("mod_cost")
            if seat in self.players(call.args[0], call.source) and name(call.args[1]) in CARDS[cid]["types"]
        )
        return max(0, int(CARDS[cid].get("cost", 0)) + change)

    def _for(self, word: str, seat: int) -> int:
        return sum(
            self.number(call.args[1], call.source)
            for call in self.calls(word)
            if seat in self.players(call.args[0], call.source) and not call.lasts
        )

    def complication(self, cid: str, seat: int) -> int:
        """SCP-431 The Escalation Value of a Complication that this player plays, not below 0."""
        return max(0, int(CARDS[cid]["escalation"]) + self._for("mod_ev", seat))

    def refill(self, seat: int) -> int:
        """SCP-212 The refill mark."""
        return 5 + self._for("mod_refill", seat)

    def bonus(self, seat: int) -> int:
        """SCP-704."""
        return self._for("score_bonus", seat)

    def prevention(self, seat: int) -> int:
        """SCP-440 How much Attrition is prevented, by static texts and by stocks."""
        stocks = sum(effect.get("stock", 0) for effect in self.board.lasting.values() if effect["you"] == seat)
        return self._for("prevent_attrition", seat) + stocks

    def reveals(self, seat: int) -> int:
        """SCP-232 Reveals that cards in play allow in 9c."""
        return 1 + sum(
            self.number(call.args[0], call.source) for call in self.calls("extra_deploy") if call.source.you == seat
        )

    def production(self, card: Asset) -> int:
        """SCP-231."""
        printed: int = CARDS[card.cid].get("production", 0)
        return max(0, printed + self._over("mod_production", card))

    def attrition(self, card: Asset) -> int:
        """SCP-439 What it counts for in Attrition."""
        own = [
            self.number(call.args[1], call.source)
            for call in self.calls("attrition_value")
            if call.source.iid == card.iid
        ]
        return max([int(CARDS[card.cid].get("cost", 0)), *own])

    def eligible(self, seat: int) -> list[Asset]:
        """SCP-435 What can be chosen for Attrition."""
        return [
            card
            for card in self.board.players[seat].play.values()
            if any(map(card.is_, ("personnel", "gear", "finance")))
            and CARDS[card.cid]["cost"] >= 1
            and not card.is_("attrition_immune")
            and not card.is_("indestructible")
        ]

    def immune(self, kind: str) -> set[str]:
        """SCP-519 The cards that Complications of this type cannot target."""
        return {
            card.iid
            for one in self.calls("immune")
            if not isinstance(one.args[1], ast.Call) or kind in [part.id for part in named(one.args[1].args[0])]
            for card in self.select(one.args[0], one.source)
        }

    # The attempt

    def required(self) -> Sequence[str]:
        """SCP-406 SCP-414 SCP-422 The Skills that are asked for."""
        attempt = self.board.attempt
        assert attempt is not None
        printed = CARDS[self.board.scps[attempt.scp].cid]
        by_kind = {"contain": printed["contain_skills"], "destroy": ["terminate"]}
        asked: Sequence[str] = by_kind.get(attempt.kind, printed["secure_skills"])
        return asked

    def has(self, wanted: Sequence[str], cards: Sequence[Asset]) -> bool:
        """SCP-406 Each Skill is there at least once."""
        return all(any(self.skills(card)[skill] for card in cards) for skill in wanted)

    def total(self) -> int:
        """SCP-403 SCP-404 SCP-405 SCP-422 The group total."""
        attempt, members = self.board.attempt, self.board.members()
        assert attempt is not None
        if attempt.kind == "destroy":
            members = [card for card in members if self.skills(card)["terminate"]]
        asked = self.required()
        copies = sum(max(0, self.skills(card)[skill] - 1) for card in members for skill in asked)
        change = sum(
            self.number(call.args[0], call.source)
            for call in self.calls("mod_group")
            if call.lasts or call.source.you == attempt.seat
        )
        return max(0, sum(map(self.value, members)) + copies + change)

    def requirement(self) -> int:
        """SCP-408 SCP-414 SCP-421 SCP-422."""
        attempt = self.board.attempt
        assert attempt is not None
        scp = self.board.scps[attempt.scp]
        printed = CARDS[scp.cid]
        guards = [card for card in self.board.defenders() if self.skills(card)["soldier"]]
        wanted = {
            "secure": printed["secure"] + scp.counters,
            "raid": printed["secure"] + scp.counters + sum(map(self.value, guards)),
            "contain": printed["contain"] + scp.counters,
            "destroy": scp.most + printed["skill"],
        }[attempt.kind]
        if attempt.kind == "raid" and scp.status == "contained":
            wanted += printed["contain"]
        for call in self.calls("mod_req"):
            if name(call.args[1]) == attempt.kind and scp in self.select(call.args[0], call.source):
                wanted += self.number(call.args[2], call.source)
        return max(0, wanted)

    def overcome(self, cid: str, defended: bool) -> bool:
        """SCP-430 The side of the target has what the Complication names."""
        printed = CARDS[cid].get("overcome")
        if printed is None:
            return False
        side = self.board.defenders() if defended else self.board.members()
        total = sum(map(self.value, side)) if defended else self.total()
        icons = all(any(icon in self.icons(card) for card in side) for icon in printed.get("icons", ()))
        return icons and self.has(printed.get("skills", ()), side) and total >= printed.get("total", 0)
