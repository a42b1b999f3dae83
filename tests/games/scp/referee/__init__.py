"""A second referee of SCP-CCG: it folds the facts of a match once more and counts what RULES.md makes countable."""

from __future__ import annotations

from tests.games.scp.referee.attempts import Attempts
from tests.games.scp.referee.board import CARDS
from tests.games.scp.referee.expressions import statics
from tests.kit.referee import Data, Files


class ScpReferee(Attempts):
    """Counts one match; the scores and who has won."""

    UNCOUNTED = frozenset({"hand_revealed", "build_peeked", "step_started"})

    def __init__(self, files: Files) -> None:
        super().__init__()
        CARDS.clear()
        CARDS.update({card["id"]: card for file in files for card in file["card"]})
        statics.cache_clear()

    def on_match_scored(self, data: Data) -> None:
        """SCP-704 SCP-705."""
        self.settle()
        self.holds("SCP-702", "a reason to end the match", bool(self.reasons()) or not self.here())
        for score in data["scores"]:
            self.same("SCP-704 SCP-705", "score", self._score(score["seat"]), score)
        self.same("SCP-704", "who is scored", sorted(self.board.around(0)), sorted(s["seat"] for s in data["scores"]))

    def _score(self, seat: int) -> dict[str, int]:
        held = self.board.of(seat)
        skill = sum(CARDS[scp.cid]["skill"] for scp in held)
        skill += sum(CARDS[cid]["skill"] for cid, by in self.board.scp_discard.values() if by == seat)
        contained = sum(scp.status == "contained" for scp in held)
        deck = len(self.board.players[seat].deck)
        return {"seat": seat, "contained": contained, "bonus": self.texts.bonus(seat), "skill": skill, "deck": deck}

    def on_match_ended(self, data: Data) -> None:
        """SCP-702 SCP-703 SCP-705 SCP-709 SCP-923 Who has won."""
        super().on_match_ended(data)
        result, there = data["result"], self.board.around(0)
        lost = sum(scp.counters for scp in self.board.unsecured()) >= 30 and self.board.phase == "outcome"
        if result["rule"] == "SCP-703":
            self.holds("SCP-703", "30 counters on Unsecured SCPs in the Outcome Phase", lost)
            self.same("SCP-703", "how it ends", "all_lose", result["kind"])
        elif result["rule"] == "SCP-709":
            self.same("SCP-709", "who is left", there, list(result["placings"][0]))
        elif result["kind"] != "aborted":
            self._ranked(result, there)

    def _ranked(self, result: Data, there: list[int]) -> None:
        """SCP-701 SCP-705 SCP-923."""
        scores = {seat: self._score(seat) for seat in there}
        if self.solitaire:
            target = self.created["options"].get("solitaire_target", 2)
            won = any(score["contained"] + score["bonus"] >= target for score in scores.values())
            self.same("SCP-923", "how it ends", "win" if won else "all_lose", result["kind"])
            return
        rank = {seat: (one["contained"] + one["bonus"], one["skill"], one["deck"]) for seat, one in scores.items()}
        ranks = sorted(set(rank.values()), reverse=True)
        placings = [[seat for seat in there if rank[seat] == value] for value in ranks]
        self.same("SCP-705", "placings", placings, [list(group) for group in result["placings"]][: len(placings)])
        self.same("SCP-705", "how it ends", "win" if len(placings[0]) == 1 else "draw", result["kind"])
