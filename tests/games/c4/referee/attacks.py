"""The second referee of C4: attacks, votes and claims (401 to 423, 550 to 561)."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from tests.games.c4.referee.cards import CardReferee
from tests.games.c4.referee.table import attacks, brought
from tests.kit.card_texts import word
from tests.kit.referee import Data

BEATEN = {"rock": "scissors", "scissors": "paper", "paper": "rock"}


class AttackReferee(CardReferee):
    """Who wins what is decided by symbols or ballots."""

    def on_attack_declared(self, data: Data) -> None:
        """C4-402 C4-403 Against another remaining player whom nothing protects."""
        attacker, defender = data["attacker"], data["defender"]
        self.holds(
            "C4-402", "another remaining player", attacker != defender and self.seat(defender).in_match, defender
        )
        self.same("C4-403", "what forbids the attack", [], self._protected(attacker, defender))
        self.attack, self.attack_card = (attacker, defender), data["source"]
        self.triggered("attack_declared", attacker, defender=defender)

    attack_card = ""

    def _protected(self, attacker: int, defender: int) -> list[object]:
        against = [one for one in self.table.made("forbid", attacker) if one["controller"] == defender]
        return [*self.forbidden(attacker, "attack"), *(one["cid"] for one in against if one["what"] == "attack_you")]

    def on_attack_redirected(self, data: Data) -> None:
        """C4-416 To another defender, neither the attacker nor protected."""
        attacker, defender = self.attack or (-1, -1)
        self.same("C4-416", "the former defender", defender, data["old_defender"])
        self.holds("C4-416", "not the attacker", data["new_defender"] != attacker)
        self.same("C4-416", "what forbids the attack", [], self._protected(attacker, data["new_defender"]))
        self.attack = (attacker, data["new_defender"])

    def on_attack_cancelled(self, data: Data) -> None:
        """C4-415 C4-416 It neither won nor failed, by a card that cancels or redirects, or because it is cancelled."""
        texts = self.cards[data["source"]].all_texts
        cancels = any({"cancel_attack", "redirect_attack"} & {word(one) for one in ast.walk(text)} for text in texts)
        self.holds(
            "C4-415", "a card that ends an attack", cancels or data["source"] == self.attack_card, data["source"]
        )
        self.owed = [one for one in self.owed if not one.of_attack]

    def on_card_flipped(self, data: Data) -> None:
        """C4-405 The top card, with the symbol printed on it."""
        seat = self.seat(data["seat"])
        self.holds("C4-405", "attacker or defender", data["seat"] in (self.attack or ()), data["seat"])
        self.same("C4-405", "a card that lies flipped already", None, seat.flipped)
        self.take_top(data)
        self.same("C4-405", "the printed symbol", self.cards[data["card"]].symbol, data["symbol"])
        seat.flipped, seat.symbol = (data["iid"], data["card"]), data["symbol"]

    def on_symbol_changed(self, data: Data) -> None:
        """C4-418 For this attack."""
        seat = self.seat(data["seat"])
        self.same("C4-418", "the flipped card", data["card"], seat.flipped and seat.flipped[1])
        seat.symbol = data["symbol"]

    def on_when_flipped_resolved(self, data: Data) -> None:
        """C4-406 The ability of a card that lies flipped."""
        flipped = self.seat(data["seat"]).flipped
        self.same("C4-406", "the flipped card", data["card"], flipped and flipped[1])
        self.holds("C4-530", "the card has such an ability", "flipped" in self.cards[data["card"]].texts)

    def on_attack_decided(self, data: Data) -> None:
        """C4-408 C4-409 C4-410 The symbols decide; then the attack's text is owed (C4-411)."""
        attacker, defender = self.attack or (-1, -1)
        mine, theirs = self.seat(attacker).symbol, self.seat(defender).symbol
        told = data["attacker"], data["defender"], data["attacker_symbol"], data["defender_symbol"]
        self.same("C4-408", "players and symbols", (attacker, defender, mine, theirs), told)
        ties = self.table.wins_ties(attacker) and not self.table.wins_ties(defender)
        won = mine is not None and (theirs is None or BEATEN[mine] == theirs or (mine == theirs and ties))
        self.same("C4-408", "whether the attacker has won", won, data["won"])
        self.triggered("attack_won" if won else "attack_failed", attacker, defender=defender)
        playing = [one for one in self.played if one.env.cid == self.attack_card]
        for attack in attacks(self.cards[self.attack_card]) if won and playing else ():
            env = replace(playing[-1].env, attacker=attacker, defender=defender)
            for part in brought(attack):
                self.owe(part, env, playing[-1].iid, of_attack=True)

    def on_flipped_card_taken(self, data: Data) -> None:
        """C4-412 After all that a won attack brings, to the hand as a new instance."""
        self.settled([one for one in self.owed if one.of_attack])
        seat = self.seat(data["seat"])
        self.same("C4-412", "the flipped card", data["card"], seat.flipped and seat.flipped[1])
        seat.flipped = seat.symbol = None
        self.into_hand(data)

    ballots: dict[int, int]

    def on_vote_opened(self, data: Data) -> None:
        """C4-554 C4-560 C4-707 Only remaining players vote."""
        left = [seat for seat in data["voters"] if not self.seat(seat).in_match]
        self.same("C4-560", "voters who have left", [], left)
        self.voters, self.ballots = data["voters"], {}

    voters: Sequence[int] = ()

    def on_ballot_cast(self, data: Data) -> None:
        """C4-560 One ballot each, nobody's for themself; for a claim 1 confirms."""
        self.holds(
            "C4-560", "a voter without a ballot", data["voter"] in {*self.voters} - {*self.ballots}, data["voter"]
        )
        if data.get("vote", "claim") != "claim":
            self.holds("C4-560", "not for oneself", data["choice"] != data["voter"])
        self.ballots[data["voter"]] = data["choice"]

    def on_vote_closed(self, data: Data) -> None:
        """C4-554 C4-561 C4-707 The ballots as cast, and what has the most of them."""
        self.same("C4-560", "ballots", sorted(self.ballots.items()), sorted(map(tuple, data["ballots"])))
        choices = self.ballots.values()
        if data["vote"] == "claim":
            confirmed = sum(choices)
            top: int | None = int(confirmed > len(choices) - confirmed)
        else:
            counted = [one for one in choices if data["vote"] == "card" or one not in self.leaving]
            top = alone(leaders(counted))
            if data["vote"] == "winner" and not counted:
                top = alone([seat for seat in self.tied if seat not in self.leaving])
        self.same("C4-561", "who or what has the most ballots", top, data["top"])
        self.top = data["top"]

    leaving: list[int]
    tied: Sequence[int] = ()
    """Who shares the most tokens at the end of the match."""
    claim: tuple[str, int, int] = ("", -1, -1)
    admitted = False

    def on_claim_made(self, data: Data) -> None:
        """C4-550 C4-551 C4-552 About another player, one in a turn, of a kind that a card in play asks for."""
        kind, claimant = data["kind"], data["claimant"]
        self.holds("C4-552", "the first of this turn", claimant not in self.claimed, claimant)
        self.holds("C4-551", "another player", claimant != data["accused"])
        whens = [ability["when"] for card in self.table.in_play for ability in self.cards[card.cid].texts.get("on", ())]
        self.holds("C4-550", "a card in play asks for it", f"claim_upheld({kind})" in whens, kind)
        self.claim, self.admitted, self.ballots, self.top = (kind, claimant, data["accused"]), False, {}, None
        self.claimed.append(claimant)

    claimed: list[int]

    def on_claim_answered(self, data: Data) -> None:
        """C4-553 The accused admits or denies."""
        self.same("C4-553", "the accused", self.claim[2], data["accused"])
        self.admitted = data["admitted"]

    def on_claim_upheld(self, data: Data) -> None:
        """C4-553 C4-554 Admitted, or confirmed by most."""
        self._claimed(data, upheld=True)

    def on_claim_rejected(self, data: Data) -> None:
        """C4-554 C4-555 Denied, and not confirmed by most."""
        self._claimed(data, upheld=False)

    def _claimed(self, data: Data, *, upheld: bool) -> None:
        self.same("C4-551", "the claim", self.claim, (data["kind"], data["claimant"], data["accused"]))
        self.same("C4-554", "whether it is upheld", self.admitted or self.top == 1, upheld)


def leaders(choices: Iterable[int]) -> list[int]:
    """C4-561 What has the most ballots."""
    counted = Counter(choices)
    return [one for one, n in counted.items() if n == max(counted.values())]


def alone(found: Sequence[int]) -> int | None:
    """The only one, None where there are several or none."""
    return found[0] if len(found) == 1 else None
