"""What the words of card texts must do, fact by fact."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.games.cape_and_cowl.referee.field import Card, Lasting, arguments, keyword, parsed, word
from tests.games.cape_and_cowl.referee.zones import Script, Zones

HEALED, CURED = ("confused", "poisoned"), ("frozen", "confused", "poisoned", "silenced")


@dataclass
class Text:
    """A text that happens: of which card, whose, and what its player has named beforehand."""

    cid: str
    you: int
    source: Card | None = None
    attacker: Card | None = None
    named: list[str] | None = None
    cards: Sequence[str] = ()
    class_: str | None = None
    unleashed: str = ""
    paid: int = 0


class Texts(Zones):
    """A method for every word: `seat_...` is about a player, `card_...` about a card in play, else `word_...`."""

    def happen(self, card: Card, text: str, **about: Any) -> Script:
        """CNC-313 CNC-529 The effects happen in the written order; after each one the table settles."""
        env = Text(about.pop("cid", card.cid), card.owner, card, **about)
        for effect in parsed(text):
            yield from self.effect(env, effect)
            yield from self.settle()

    def effect(self, text: Text, node: ast.expr) -> Script:
        """One effect: on the players that it means, one after the other, or on the cards that it is aimed at."""
        name, said = word(node), arguments(node)
        if hasattr(self, f"seat_{name}"):
            for seat in self.about(said[0], text.you):
                yield from getattr(self, f"seat_{name}")(text, seat, node)
        elif hasattr(self, f"card_{name}"):
            for card in (yield from self.aimed(text, said[0])):
                yield from getattr(self, f"card_{name}")(text, card, node)
        else:
            yield from getattr(self, f"word_{name}")(text, node)

    def aimed(self, text: Text, node: ast.expr) -> Script:
        """CNC-314 CNC-532 The cards in play that an effect is about; [None] is the City."""
        name = word(node)
        if name in ("self", "attacker"):
            card = text.source if name == "self" else text.attacker
            return [] if card is None or self.find(card.iid) is not card else [card]
        legal = self.select(arguments(node)[0], text.you, text.source)
        if name == "all":
            return legal
        if name == "random":
            return (yield from self._random(text, legal))
        if text.named is not None:
            target = text.named.pop(0)
            return [card for card in legal if card.iid == target]
        allowed: list[str | None] = [card.iid for card in legal]
        if word(arguments(node)[0]) == "opp_char_or_city" and not legal:
            allowed = ["city"]
        if not allowed:
            return []
        answer = (yield from self.ask(text.you, self.question(text))).get("target")
        self.holds("CNC-431 CNC-532", "a legal target", answer in [None, *allowed], answer)
        return [None] if answer == "city" else [card for card in legal if card.iid == answer]

    def question(self, text: Text) -> str:
        """CNC-431 CNC-532 How a choice that was not made beforehand is asked for."""
        return "type_effect_target" if text.unleashed else "trigger_target"

    def _random(self, text: Text, legal: list[Card]) -> Script:
        if not legal:
            return []
        data = yield from self.take("random_target_picked", "CNC-528", seat=text.you, cause=text.cid)
        self.same("CNC-528", "candidates", sorted(card.iid for card in legal), sorted(data["candidates"]))
        return [card for card in legal if card.iid == data["target"]]

    def n(self, text: Text, node: ast.expr, at: int = 1) -> int:
        """The number that an effect says."""
        return self.number(arguments(node)[at], text.you, text.source)

    # points

    def seat_gain_cp(self, text: Text, seat: int, node: ast.expr) -> Script:
        yield from self.change_cp(seat, self.n(text, node), text.cid)

    def seat_damage_cp(self, text: Text, seat: int, node: ast.expr) -> Script:
        yield from self.change_cp(seat, -self.n(text, node), text.cid)

    def seat_gain_ap(self, text: Text, seat: int, node: ast.expr) -> Script:
        yield from self.change_ap("ap_gained", "CNC-305", seat, self.n(text, node), text.cid)

    def seat_lose_ap(self, text: Text, seat: int, node: ast.expr) -> Script:
        yield from self.change_ap("ap_lost", "CNC-304", seat, -self.n(text, node), text.cid)

    def word_refund_ap(self, text: Text, node: ast.expr) -> Script:
        yield from self.change_ap("ap_refunded", "CNC-444", text.you, text.paid, text.cid)

    def word_income(self, text: Text, node: ast.expr) -> Script:
        """CNC-312 An income text gives its AP at once when its City card is played."""
        yield from self.change_ap("ap_gained", "CNC-312", text.you, self.n(text, node, 0), text.cid)

    def seat_less_income(self, text: Text, seat: int, node: ast.expr) -> Script:
        self.players[seat].shortage += self.n(text, node)
        yield from self.take("shortage_added", "CNC-205", seat=seat, n=self.n(text, node), cause=text.cid)

    # cards in play

    def card_damage(self, text: Text, card: Card, node: ast.expr) -> Script:
        yield from self.hurt(card, self.n(text, node), text.cid)

    def card_extra_attack_damage(self, text: Text, card: Card | None, node: ast.expr) -> Script:
        yield from self.strike(text, card, self.n(text, node))

    def strike(self, text: Text, card: Card | None, n: int) -> Script:
        """CNC-443 CNC-446 Damage of a Type Effect counts as damage of an attack."""
        raise NotImplementedError

    def card_heal(self, text: Text, card: Card, node: ast.expr) -> Script:
        """CNC-510."""
        n = self.n(text, node)
        card.hp = min(card.max_hp, card.hp + n)
        yield from self.take("healed", "CNC-510", iid=card.iid, n=n, hp_after=card.hp, cause=text.cid)
        yield from self.lose(card, HEALED, text.cid, "CNC-510")

    def card_cure(self, text: Text, card: Card, node: ast.expr) -> Script:
        yield from self.lose(card, CURED, text.cid, "CNC-511")

    def card_status(self, text: Text, card: Card, node: ast.expr) -> Script:
        """CNC-509 CNC-524."""
        status = word(arguments(node)[1])
        if not self.immune(card, status):
            yield from self.gain(text, card, status)

    def card_disable(self, text: Text, card: Card, node: ast.expr) -> Script:
        yield from self.gain(text, card, "disabled")

    def gain(self, text: Text, card: Card, status: str) -> Script:
        """A card has a status from now on."""
        card.statuses[status] = text.you
        about = {"seat": card.owner, "iid": card.iid, "made_by": text.you, "cause": text.cid}
        yield from self.take("status_gained", "CNC-509", status=status, **about)

    def seat_disable_cities(self, text: Text, seat: int, node: ast.expr) -> Script:
        """CNC-517."""
        self.players[seat].flooded = text.you
        about = {"seat": seat, "made_by": text.you, "cause": text.cid}
        yield from self.take("status_gained", "CNC-517", status="flooded", **about)

    def word_destroy(self, text: Text, node: ast.expr) -> Script:
        """CNC-523 CNC-529 Together."""
        yield from self.destroy((yield from self.aimed(text, arguments(node)[0])), text.cid)

    def card_set_class(self, text: Text, card: Card, node: ast.expr) -> Script:
        """CNC-525."""
        before, card.class_ = card.class_, str(text.class_)
        if before != card.class_:
            yield from self.take("class_changed", "CNC-525", iid=card.iid, before=before, after=card.class_)

    def card_extra_act(self, text: Text, card: Card, node: ast.expr) -> Script:
        card.extra += self.n(text, node)
        yield from self.take("extra_act_gained", "CNC-326", iid=card.iid, n=self.n(text, node), cause=text.cid)

    def card_combo(self, text: Text, card: Card, node: ast.expr) -> Script:
        """A Combo of level 1 goes to level 2; it never unleashes."""
        if card.combo is not None and card.combo[1] == 1:
            card.combo = (card.combo[0], 2)
            yield from self.take("combo_changed", "CNC-421", character=card.iid, attack=card.combo[0], level=2)

    # what lasts

    def card_attack_mod(self, text: Text, card: Card, node: ast.expr) -> Script:
        yield from self.lasts(text, card.owner, card.mods, node, self.n(text, node), iid=card.iid)

    def seat_storm(self, text: Text, seat: int, node: ast.expr) -> Script:
        yield from self.lasts(text, seat, self.players[seat].lasting, node, self.n(text, node))

    seat_cp_damage_mod = seat_storm

    def seat_no_attrition(self, text: Text, seat: int, node: ast.expr) -> Script:
        yield from self.lasts(text, seat, self.players[seat].lasting, node, 0)

    def seat_limit_mod(self, text: Text, seat: int, node: ast.expr) -> Script:
        limit = word(arguments(node)[1])
        yield from self.lasts(text, seat, self.players[seat].lasting, node, self.n(text, node, 2), limit)

    def lasts(
        self, text: Text, seat: int, among: list[Lasting], node: ast.expr, n: int, limit: str = "", **about: Any
    ) -> Script:
        """CNC-513 CNC-514 Something goes on for a Character or a player."""
        duration = word(keyword(node, "duration") or arguments(node)[-1])
        among.append(Lasting(word(node), text.you, duration, n, limit))
        about |= {"kind": word(node), "duration": duration, "made_by": text.you, "value": n, "limit": limit}
        yield from self.take("modifier_added", "CNC-513", seat=seat, cause=text.cid, **about)

    # dice and choices

    def word_roll(self, text: Text, node: ast.expr) -> Script:
        """CNC-528 CNC-532 The effect of the number that the die shows; its choices are asked for."""
        value = (yield from self.take("die_rolled", "CNC-528", seat=text.you, cause=text.cid))["value"]
        self.holds("CNC-528", "one of six faces", 1 <= value <= 6, value)
        text.named = None
        for on in arguments(node):
            low, high, effect = arguments(on)
            if self.number(low, 0, None) <= value <= self.number(high, 0, None):
                yield from self.effect(text, effect)

    def word_or_else(self, text: Text, node: ast.expr) -> Script:
        """CNC-R66 The first if it has a legal target, else the second."""
        first, second = arguments(node)
        selector = arguments(arguments(first)[0])[0]
        there = self.select(selector, text.you, text.source)
        yield from self.effect(text, first if there else second)
