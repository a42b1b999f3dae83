"""The second referee of C4: the end of a match, and what is seen of it (7xx)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from tests.games.c4.referee.attacks import leaders
from tests.games.c4.referee.turns import EACH, TO_POT, TurnReferee
from tests.kit.referee import Data, PlainFact


class C4Referee(TurnReferee):
    """Counts a match of C4."""

    def hear(self, fact: PlainFact) -> None:
        """C4-107 C4-503 After every movement no token is missing."""
        super().hear(fact)
        if fact.type.startswith(("tokens_", "card_left_play", "player_conceded")):
            self.same("C4-107", "tokens by kind", self._brought(), self._tokens())

    def _brought(self) -> dict[str, int]:
        kinds = [seat.kind for seat in self.table.seats if seat.supply or self.table.turn]
        return {kind: (EACH + TO_POT) * kinds.count(kind) for kind in sorted(kinds)}

    def _tokens(self) -> dict[str, int]:
        every = self.table.pot + self.along
        for pile in (*self.table.seats, *self.table.in_play):
            every.update(getattr(pile, "supply", None) or getattr(pile, "tokens", {}))
        return dict(sorted((+every).items()))

    def on_vote_opened(self, data: Data) -> None:
        """C4-707 The losing players vote for the winner."""
        super().on_vote_opened(data)
        if data["vote"] == "winner":
            self.tied = self._tied()
            losing = [seat for seat in self.table.remaining() if seat not in self.tied]
            self.same("C4-707", "the losing players", losing, sorted(data["voters"]))

    def _tied(self) -> list[int]:
        most = best(self.table.remaining(), self.table.tokens)
        return best(most, lambda seat: sum(self.seat(seat).foreign.values()))

    def on_match_ended(self, data: Data) -> None:
        """C4-701 C4-705 to C4-713 C4-717 Why it ends, who wins, and the standings."""
        super().on_match_ended(data)
        result = data["result"]
        if result["kind"] == "aborted":
            return
        remaining = self.table.remaining()
        cause = "C4-713" if len(remaining) == 1 else "C4-701" if self.empty else "C4-712"
        self.holds("C4-701", "the match is over", len(remaining) == 1 or self.over)
        winners, decided = self._winners(remaining)
        self.same("C4-701 C4-712 C4-713", "cause", cause, result["rule"])
        self.same("C4-705 to C4-710", "what decides", decided, result["decided_by"])
        self.same("C4-710", "kind", "win" if len(winners) == 1 else "shared", result["kind"])
        self.same("C4-717", "placings", [sorted(winners), *self._standings(winners)], [*map(list, result["placings"])])

    def _winners(self, remaining: Sequence[int]) -> tuple[list[int], str]:
        if len(remaining) == 1:
            return list(remaining), "C4-713"
        most = best(remaining, self.table.tokens)
        tied = self._tied()
        if len(tied) == 1:
            return tied, "C4-705" if len(most) == 1 else "C4-706"
        tied = [seat for seat in tied if seat not in self.leaving]
        candidates = leaders(one for one in self.ballots.values() if one in tied) or tied
        if len(candidates) == 1:
            return candidates, "C4-707"
        return best(candidates, lambda seat: max(self.seat(seat).foreign.values(), default=0)), "C4-710"

    def _standings(self, winners: Sequence[int]) -> list[list[int]]:
        def worth(seat: int) -> tuple[int, int, int]:
            foreign = self.seat(seat).foreign.values()
            return self.table.tokens(seat), sum(foreign), max(foreign, default=0)

        gone = [seat for seat in (*self.left, *self.leaving) if seat not in winners]
        others = [seat for seat in self.table.remaining() if seat not in (*winners, *gone)]
        groups = groupby(sorted(others, key=worth, reverse=True), worth)
        return [*(sorted(group) for _, group in groups), *([seat] for seat in reversed(gone))]

    def see(self, view: Data, table: Data) -> None:
        """What the spectator sees of tokens, cards and turns."""
        counted: dict[str, Any] = {
            "turn_number": self.table.turn,
            "active_player": self.table.active,
            "direction": self.direction,
            "turn_overrides": self.overrides,
            "free_actions": self.table.free,
            "actions_taken": self.table.actions,
            "paid_actions": self.table.paid,
            "pot": +self.table.pot,
            "claims_made": self.claimed,
            "leaving": self.leaving,
        }
        for name, value in counted.items():
            self.same("view", name, value, view[name])
        in_play = [(card.iid, card.cid, card.owner, card.controller, dict(+card.tokens)) for card in self.table.in_play]
        told = [
            (card["iid"], card["card"], card["owner"], card["controller"], card["tokens"]) for card in view["in_play"]
        ]
        self.same("view", "cards in play", sorted(in_play, key=repr), sorted(told, key=repr))
        self.same(
            "view", "being played", [one.iid for one in self.played], [one["iid"] for one in view["being_played"]]
        )
        effects = [(number, one["cid"], one["controller"]) for number, one in self.table.effects.items()]
        self.same("view", "effects", effects, [(one["id"], one["card"], one["controller"]) for one in view["effects"]])
        for seat, player in enumerate(view["players"]):
            self._see_player(seat, player)
        self._see_table(table)

    def _see_player(self, number: int, player: Data) -> None:
        seat = self.seat(number)
        counted: dict[str, Any] = {
            "in_match": seat.in_match,
            "token_kind": seat.kind,
            "supply": +seat.supply,
            "tokens": self.table.tokens(number),
            "deck_size": len(seat.deck),
            "hand_size": len(seat.hand),
            "skip_turns": seat.skip,
        }
        for name, value in counted.items():
            self.same("view", f"{name} of seat {number}", value, player[name])
        flipped = player["flipped"] and (
            player["flipped"]["iid"],
            player["flipped"]["card"],
            player["flipped"]["symbol"],
        )
        self.same("view", f"flipped by seat {number}", seat.flipped and (*seat.flipped, seat.symbol), flipped)
        discard = [(card["iid"], card["card"]) for card in player["discard"]]
        self.same("view", f"discard of seat {number}", seat.discard, discard)

    def _see_table(self, table: Data) -> None:
        for number, player in enumerate(table["players"]):
            seat = self.seat(number)
            mine = [card.iid for card in self.table.in_play if card.controller == number]
            sizes = len(seat.hand), len(seat.deck), len(seat.discard), len(mine), int(seat.flipped is not None)
            self.same("table", f"zones of seat {number}", sizes, tuple(zone["count"] for zone in player["zones"]))
            self.same("table", f"tokens of seat {number}", self.table.tokens(number), player["stats"]["tokens"])

    def finish(self, view: Data) -> None:
        """The hands at the end."""
        for number, player in enumerate(view["players"]):
            hand = {card["iid"]: card["card"] for card in player["hand"]}
            self.same("view", f"hand of seat {number}", self.seat(number).hand, hand)


def best(seats: Sequence[int], worth: Callable[[int], int]) -> list[int]:
    """Who has the most."""
    most = max(map(worth, seats))
    return [seat for seat in seats if worth(seat) == most]
