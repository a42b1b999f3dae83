"""What each text of a card has to bring about, read once more."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from tests.games.scp.referee.board import Asset, Board, Scp
from tests.games.scp.referee.expressions import Source, name, words
from tests.games.scp.referee.values import Texts
from tests.kit.expecting import Expecting

LASTING = {"mod_skill", "lose_skill", "grant_icon", "blank", "mod_group", "mod_req", "cannot", "prevent_attrition"}
"""Words of texts that hold for a time."""


def chosen(node: ast.expr) -> bool:
    """Whether a player chooses the cards while the text happens."""
    return isinstance(node, ast.Call) and name(node.func) in ("one", "own_choice")


class Effects(Expecting):
    """What texts and rules have to bring about on a board."""

    board: Board

    @property
    def texts(self) -> Texts:
        """The values of the board as they are now."""
        return Texts(self.board)

    def expect_milled(self, rule: str, seat: int, n: int, cause: str) -> None:
        """SCP-319 As many as there are; those of one cause are counted in their order."""
        gone = sum(fields["count"] for _, fields in self.due.get("cards_milled", ()) if fields["seat"] == seat)
        n = min(n, len(self.board.players[seat].deck) - gone)
        if n > 0:
            self.expect(rule, "cards_milled", seat=seat, count=n, cause=cause)

    def expect_counters(self, rule: str, scp: Scp, n: int) -> None:
        """SCP-503 Not more than its EV, not less than none."""
        change = max(min(n, scp.most - scp.counters), -scp.counters)
        if change:
            self.expect(rule, "escalation_changed", scp=scp.iid, delta=change)

    def expect_attrition(self, rule: str, seat: int | None, n: int) -> None:
        """SCP-441."""
        if n:
            self.expect(rule, "attrition_due", seat=seat, n=n)

    def expect_pool(self, rule: str, seat: int, delta: int) -> None:
        """SCP-319."""
        change = max(delta, -self.board.players[seat].pool)
        if change:
            self.expect(rule, "resources_changed", seat=seat, delta=change)

    # Texts

    def foresee(self, text: str, source: Source, cause: str) -> None:
        """What a text has to bring about, where no player chooses for what."""
        drawn: Counter[int] = Counter()
        for word, args in words(text):
            if word in LASTING and self._stands(args, source):
                self.expect("SCP-515", "effect_started", seat=source.you)
            elif (does := getattr(self, f"_will_{word}", None)) and not any(map(chosen, args[:1])):
                does(args, source, cause, drawn)

    def _stands(self, args: tuple[ast.expr, ...], source: Source) -> bool:
        """SCP-316 What the text names is still there."""
        named = args and isinstance(args[0], ast.Name) and args[0].id in ("tgt", "host")
        return not named or bool(self.texts.select(args[0], source))

    def _each(self, args: tuple[ast.expr, ...], source: Source) -> Iterator[tuple[int, int]]:
        n = self.texts.number(args[1], source)
        yield from ((seat, n) for seat in self.texts.players(args[0], source))

    def _will_draw(self, args: Any, source: Source, cause: str, drawn: Counter[int]) -> None:
        for seat, n in self._each(args, source):
            there = min(n, len(self.board.players[seat].deck))
            drawn[seat] += there
            for _ in range(there):
                self.expect("SCP-319", "card_drawn", seat=seat, cause=cause)

    def _will_mill(self, args: Any, source: Source, cause: str, drawn: Counter[int]) -> None:
        for seat, n in self._each(args, source):
            self.expect_milled("SCP-319", seat, n, cause)

    def _will_discard_hand(self, args: Any, source: Source, cause: str, drawn: Counter[int]) -> None:
        for seat, n in self._each(args, source):
            for _ in range(min(n, len(self.board.players[seat].hand) + drawn[seat])):
                self.expect("SCP-319", "card_discarded", seat=seat, from_zone="hand", cause=cause)

    def _will_gain_resources(self, args: Any, source: Source, cause: str, drawn: Counter[int]) -> None:
        for seat, n in self._each(args, source):
            self.expect_pool("SCP-318", seat, n)

    def _will_lose_resources(self, args: Any, source: Source, cause: str, drawn: Counter[int]) -> None:
        for seat, n in self._each(args, source):
            self.expect_pool("SCP-319", seat, -n)

    def _will_attrition(self, args: Any, source: Source, cause: str, drawn: Counter[int]) -> None:
        for seat, n in self._each(args, source):
            self.expect_attrition("SCP-434", seat, n)

    def _will_reveal_scp(self, args: Any, source: Source, cause: str, drawn: Counter[int]) -> None:
        for _ in range(min(self.texts.number(args[0], source), len(self.board.scp_deck))):
            self.expect("SCP-523", "scp_revealed", seat=source.you, cause=cause)

    def _will_extra_deploy(self, args: Any, source: Source, cause: str, drawn: Counter[int]) -> None:
        self.expect("SCP-232", "reveals_allowed", seat=source.you, n=self.texts.number(args[0], source))

    def _cards(self, args: Any, source: Source, n: Callable[[Any, int], int]) -> Iterator[tuple[Any, int]]:
        for card in self.texts.select(args[0], source):
            change = n(card, self.texts.number(args[1], source) if len(args) > 1 else 99)
            if change:
                yield card, change

    def _will_add_finance_token(self, args: Any, source: Source, cause: str, drawn: Counter[int]) -> None:
        for card, n in self._cards(args, source, lambda card, n: n):
            self.expect("SCP-318", "finance_token_changed", iid=card.iid, delta=n)

    def _will_remove_finance_token(self, args: Any, source: Source, cause: str, drawn: Counter[int]) -> None:
        for card, n in self._cards(args, source, lambda card, n: min(n, card.tokens)):
            self.expect("SCP-319", "finance_token_changed", iid=card.iid, delta=-n)

    def _will_add_escalation(self, args: Any, source: Source, cause: str, drawn: Counter[int]) -> None:
        for scp, n in self._cards(args, source, lambda scp, n: n):
            self.expect_counters("SCP-503", scp, n)

    def _will_remove_escalation(self, args: Any, source: Source, cause: str, drawn: Counter[int]) -> None:
        for scp, n in self._cards(args, source, lambda scp, n: n):
            self.expect_counters("SCP-319", scp, -n)

    def _will_wound(self, args: Any, source: Source, cause: str, drawn: Counter[int]) -> None:
        for card, n in self._cards(args, source, lambda card, n: min(n, card.most_wounds - card.wounds)):
            self.expect("SCP-442", "wound_changed", iid=card.iid, delta=n)

    def _will_heal(self, args: Any, source: Source, cause: str, drawn: Counter[int]) -> None:
        for card, n in self._cards(args, source, lambda card, n: min(n, 0 if card.is_("Construct") else card.wounds)):
            self.expect("SCP-444", "wound_changed", iid=card.iid, delta=-n)

    def _will_repair(self, args: Any, source: Source, cause: str, drawn: Counter[int]) -> None:
        for card, n in self._cards(args, source, lambda card, n: min(n, card.wounds if card.is_("Construct") else 0)):
            self.expect("SCP-444", "wound_changed", iid=card.iid, delta=-n)

    def _will_destroy(self, args: Any, source: Source, cause: str, drawn: Counter[int]) -> None:
        for card in self.texts.select(args[0], source):
            if isinstance(card, Asset) and not card.is_("indestructible"):
                self.expect("SCP-508", "card_destroyed", iid=card.iid)

    def _will_return_to_hand(self, args: Any, source: Source, cause: str, drawn: Counter[int]) -> None:
        for card in self.texts.select(args[0], source):
            self.expect("SCP-508", "card_returned", old=card.iid)

    def _will_recover(self, args: Any, source: Source, cause: str, drawn: Counter[int]) -> None:
        self.expect("SCP-316", "card_recovered", old=source.target)

    def _will_tap(self, args: Any, source: Source, cause: str, drawn: Counter[int]) -> None:
        for card in self.texts.select(args[0], source):
            if isinstance(card, Asset) and not card.tapped:
                self.expect("SCP-221", "card_tapped", iid=card.iid)

    def _will_add_build(self, args: Any, source: Source, cause: str, drawn: Counter[int], sign: int = 1) -> None:
        for player in self.board.players:
            if source.target in player.queue:
                n = self.texts.number(args[1], source)
                n = n if sign > 0 else min(n, player.queue[source.target][1])
                if n:
                    self.expect("SCP-319", "build_changed", iid=source.target, delta=sign * n)

    def _will_remove_build(self, args: Any, source: Source, cause: str, drawn: Counter[int]) -> None:
        self._will_add_build(args, source, cause, drawn, -1)

    def _will_negate(self, args: Any, source: Source, cause: str, drawn: Counter[int]) -> None:
        self.expect("SCP-429", "complication_negated", cause=cause)
