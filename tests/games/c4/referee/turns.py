"""The second referee of C4: set-up, turns and leaving (1xx, 2xx, 714 to 716)."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping

from tests.games.c4.referee.attacks import AttackReferee
from tests.games.c4.referee.table import Seat
from tests.games.c4.referee.texts import Printed
from tests.kit.card_texts import uses
from tests.kit.referee import Data

EACH, TO_POT = 10, 2
"""C4-105 C4-106"""
TURNS_EACH = 30
"""C4-712"""


class TurnReferee(AttackReferee):
    """Whose turn it is, and what ends when."""

    def __init__(self, cards: Mapping[str, Printed]) -> None:
        super().__init__(cards)
        self.used, self.ballots, self.leaving, self.claimed = set(), {}, [], []
        self.left: list[int] = []
        self.overrides: list[int] = []
        self.loadouts: dict[int, Data] = {}
        self.revealed: list[dict[int, str]] = []
        self.next: int | None = None
        """Who takes the next turn, where that is settled."""
        self.over = False
        """Whether the end of this turn ends the match."""
        self.until_turn_of: list[int] = []
        self.along = Counter[str]()
        """C4-R93 The tokens of those who left."""
        self.turn_cap = 0
        """C4-712 The last turn of the match."""

    def on_loadout_sealed(self, data: Data) -> None:
        """C4-102 What a player brings."""
        self.loadouts[data["seat"]] = data["loadout"]

    def on_match_started(self, data: Data) -> None:
        """C4-101 All players sit."""
        super().on_match_started(data)
        self.table.seats = [Seat() for _ in range(self.seats)]
        self.turn_cap = int(self.created["options"].get("turn_cap", 0)) or TURNS_EACH * self.seats

    def on_player_set_up(self, data: Data) -> None:
        """C4-102 C4-103 C4-108 C4-801 As brought."""
        brought, seat = self.loadouts[data["seat"]], self.seat(data["seat"])
        told = data["deck"], data["token_kind"], data["attributes"], data["faction"]
        declared = brought.get("attributes", []), brought.get("faction", "none")
        self.same("C4-108", "what was brought", (brought["deck"], brought["token_kind"], *declared), told)
        self.same("C4-801", "size of the deck", len(brought["deck"]), data["deck_size"])
        seat.deck, seat.kind = list(data["deck"]), data["token_kind"]
        seat.attributes, seat.faction = tuple(data["attributes"]), data["faction"]

    def on_tokens_placed(self, data: Data) -> None:
        """C4-105 C4-106 Ten for each, two into the pot, of the player's kind."""
        seat = self.seat(data["seat"])
        self.same("C4-105 C4-106", "tokens", (EACH, TO_POT, seat.kind), (data["supply"], data["pot"], data["kind"]))
        seat.supply = Counter({seat.kind: EACH})
        self.table.pot.update({seat.kind: TO_POT})

    def on_set_up_card_revealed(self, data: Data) -> None:
        """C4-110 C4-113 C4-114 The top card, in further rounds the next ones; only the first goes to the hand."""
        number, seat = data["round"], data["seat"]
        if number == len(self.revealed):
            self.revealed.append({})
        self.revealed[number][seat] = data["card"]
        if number == 0:
            self.take_top(data)
            self.into_hand(data)
        else:
            self.same("C4-113", "the next card", self.seat(seat).deck[number - 1], data["card"])

    def on_first_player_determined(self, data: Data) -> None:
        """C4-111 C4-112 C4-113 The first name, round after round among those who tie; then chance."""
        tied = list(range(self.seats))
        for shown in self.revealed:
            self.same("C4-113", "who reveals", tied, sorted(shown))
            first = min(map(self._name, shown.values()))
            tied = [seat for seat, cid in sorted(shown.items()) if self._name(cid) == first]
        self.holds("C4-111", f"one of {tied}", data["seat"] in tied, data["seat"])
        self.same("C4-113", "decided by", "name" if len(tied) == 1 else "random", data["by"])
        self.table.active = self.next = data["seat"]

    def _name(self, cid: str) -> str:
        plain = unicodedata.normalize("NFKD", self.cards[cid].name).upper()
        return " ".join("".join(one for one in plain if one.isascii() and (one.isalnum() or one == " ")).split())

    def on_turn_started(self, data: Data) -> None:
        """C4-202 C4-207 C4-210 C4-513 The next player's, if nothing ended the match; counters begin anew."""
        seat = self._who_is_next()
        self.same("C4-701", "whether the match is over", False, self.over)
        self.same(
            "C4-207", "the next player, number of the turn", (seat, self.table.turn + 1), (data["seat"], data["turn"])
        )
        self.same("C4-211", "turns to skip", 0, self.seat(seat).skip)
        self.same("C4-513", "whose effects have ended", [], [one for one in self.until_turn_of if one != seat])
        self.same("C4-513", "effects until this turn", [], self._effects("until_your_next_turn", seat))
        table = self.table
        table.turn, table.active, table.free, table.actions, table.paid = data["turn"], seat, 1, 0, 0
        self.used, self.claimed, self.until_turn_of, self.next, self.drawn_by_turn = set(), [], [], None, 0
        self.triggered("turn_started", seat)

    def _who_is_next(self) -> int:
        if self.next is None:
            self.same("C4-210", "turn overrides still unused", [], self.overrides)
            self.next = self.table.after(self.table.active, self.table.direction)
        return self.next

    def _effects(self, duration: str, controller: int | None = None) -> list[object]:
        every = self.table.effects.values()
        return [one["cid"] for one in every if one["duration"] == duration and controller in (None, one["controller"])]

    def on_turn_override_added(self, data: Data) -> None:
        """C4-210 On top of the others."""
        self.overrides.append(data["seat"])

    def on_turn_override_used(self, data: Data) -> None:
        """C4-210 The latest first."""
        self.same("C4-210", "the latest override", self.overrides.pop(), data["seat"])
        self.next = data["seat"]

    def on_turn_skipped(self, data: Data) -> None:
        """C4-211 C4-212 The next player's turn passes; the choice goes on from there."""
        seat = self._who_is_next()
        self.seat(seat).skip -= 1
        self.same(
            "C4-211",
            "who is skipped, turns left to skip",
            (seat, self.seat(seat).skip),
            (data["seat"], data["left_to_skip"]),
        )
        self.holds("C4-211", "there was a turn to skip", data["left_to_skip"] >= 0, data["left_to_skip"])
        self.table.active, self.next = seat, None

    def on_skip_added(self, data: Data) -> None:
        """As many turns as a text says."""
        numbers = {
            self.table.number(part.args[1], played.env)
            for played in self.played
            for text in self.cards[played.env.cid].all_texts
            for part in uses(text, "skip_turn")
        }
        self.holds("C4-211", f"turns to skip, one of {numbers}", data["turns"] in numbers, data["turns"])
        self.happened("skip_turn", data["seat"])
        self.seat(data["seat"]).skip += data["turns"]

    def on_direction_reversed(self, data: Data) -> None:
        """C4-209 The other direction."""
        self.table.direction = -self.table.direction
        self.same("C4-209", "direction", self.direction, data["direction"])

    @property
    def direction(self) -> str:
        """The name of the direction."""
        return "left" if self.table.direction == 1 else "right"

    def on_extra_actions_added(self, data: Data) -> None:
        """C4-305 More free actions for the active player."""
        self.same("C4-305", "the active player", self.table.active, data["seat"])
        self.table.free += data["n"]

    def on_effect_added(self, data: Data) -> None:
        """C4-512 An effect that its card outlives."""
        self.table.effects[data["effect"]["id"]] = data["effect"]

    def on_effect_ended(self, data: Data) -> None:
        """C4-513 C4-514 One that there was; whose next turn it lasted until is compared when that begins."""
        effect = self.table.effects.pop(data["effect"], {})
        told = data["duration"], data["source"]
        self.same("C4-512", "the effect", (effect.get("duration"), effect.get("cid")), told)
        if effect["duration"] == "until_your_next_turn":
            self.until_turn_of.append(int(str(effect["controller"])))

    def on_action_taken(self, data: Data) -> None:
        """C4-205 The active player may end the turn."""
        super().on_action_taken(data)
        if data.get("action", {}).get("type") == "end_turn":
            self.same("C4-205", "who ends the turn", self.table.active, data["seat"])
            self.triggered("turn_ending", data["seat"])

    def on_prompt_opened(self, data: Data) -> None:
        """C4-203 C4-204 The active player is asked while idle, having drawn once."""
        super().on_prompt_opened(data)
        if data["kind"] == "main":
            self.same("C4-204", "who may act", self.table.active, data["seat"])
            self.same("C4-203", "draws at the start of the turn", 1, self.drawn_by_turn)
            self.same("C4-412", "flipped cards", [None] * self.seats, [seat.flipped for seat in self.table.seats])
            self.same("C4-445", "cards being played", [], self.played)
            self.idle()

    def on_turn_ended(self, data: Data) -> None:
        """C4-206 C4-514 C4-701 C4-712 C4-R95 Effects of it have ended; an empty supply or the cap ends the match."""
        self.idle()
        self.same("C4-206", "the turn that ends", (self.table.active, self.table.turn), (data["seat"], data["turn"]))
        self.same("C4-514", "effects of this turn", [], self._effects("this_turn"))
        spared = self.goes_by(4, 23) and self.table.turn < self.seats
        self.over = (bool(self.empty) and not spared) or self.table.turn >= self.turn_cap

    def goes_by(self, *version: int) -> bool:
        """Whether the match goes by rules of this version or later ones."""
        return tuple(map(int, self.created["pins"]["rules_version"].split("."))) >= version

    @property
    def empty(self) -> list[int]:
        """C4-701 The remaining players without tokens."""
        return [seat for seat in self.table.remaining() if not self.table.tokens(seat)]

    def on_leave_announced(self, data: Data) -> None:
        """C4-714 As soon as nothing is resolving."""
        self.leaving.append(data["seat"])

    def on_player_conceded(self, data: Data) -> None:
        """C4-714 C4-716 C4-R93 C4-R94 Supply, cards and overrides of the player are gone, and a share of the turns."""
        seat = self.seat(data["seat"])
        self.same("C4-714", "the next who leaves", self.leaving[:1], [data["seat"]])
        since = self.goes_by(4, 23) and len(self.table.remaining()) > 2
        share = max(0, self.turn_cap - self.table.turn) // len(self.table.remaining())
        self.turn_cap -= share if since else 0
        self.same("C4-R94", "the turn cap", self.turn_cap if since else None, data.get("turn_cap"))
        there = data.get("along" if since else "tokens", {})
        self.same("C4-714 C4-R93", "tokens that go", +seat.supply, there)
        (self.along if since else self.table.pot).update(seat.supply)
        theirs = [card.cid for card in self.table.in_play if data["seat"] in (card.owner, card.controller)]
        self.same("C4-714", "cards in play that they own or control", [], theirs)
        self.same(
            "C4-513", "their effects until their next turn", [], self._effects("until_your_next_turn", data["seat"])
        )
        seat.supply, seat.hand, seat.deck, seat.discard, seat.in_match = Counter(), {}, [], [], False
        self.left.append(self.leaving.pop(0))
        self.overrides = [one for one in self.overrides if one != data["seat"]]
        self.until_turn_of = [one for one in self.until_turn_of if one != data["seat"]]

    def on_turn_stopped(self, data: Data) -> None:
        """C4-715 The active player has left: no step 3, no check."""
        self.same(
            "C4-715", "who has left", (self.table.active, False), (data["seat"], self.seat(data["seat"]).in_match)
        )
        self.idle()
