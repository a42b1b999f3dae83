"""What people are told: numbers and verbs agree, and the rule is the one that says so."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.c4 import GAME
from domain.games.c4 import events as e
from domain.games.c4.board import Lasting
from domain.kernel.facts import Event
from service.matches.texts import describe

CARDS = GAME.core().cards
JAR, POSTER = (next(cid for cid, card in CARDS.items() if card.name == name) for name in ("Tip Jar", "Bounty Poster"))

TAKEN = e.TokensGained(1, {"bead": 3}, "take", JAR, other=0)
GIVEN = replace(TAKEN, cause="give")


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (e.TokensSpilled(JAR, "x1", {"bead": 1}), "Of the tokens on Tip Jar 1 bead goes to the pot"),
        (e.TokensSpilled(JAR, "x1", {"bead": 2}), "Of the tokens on Tip Jar 2 beads go to the pot"),
        (e.TokensPutOnCard(JAR, "x1", {"acorn": 1}), "1 acorn goes from the pot onto Tip Jar"),
        (e.TokensPutOnCard(JAR, "x1", {"acorn": 3}, from_seat=0), "3 acorns go from P1 onto Tip Jar"),
        (e.PlayerConceded(1, {"bead": 1}), "P2 leaves; 1 bead goes to the pot"),
        (e.PlayerConceded(1, {}, {"bead": 9}, 62), "P2 leaves with 9 beads; the turn cap is now 62"),
        (e.TokensTaken(1, 0, {"bead": 3}), "P2 takes 3 beads from P1"),
        (TAKEN, "That take from P1 counts as a gain of P2 with Tip Jar"),
        (e.TokensLost(0, {"bead": 3}, "take", JAR), "That take counts as a loss of P1 with Tip Jar"),
        (GIVEN, "That gift of P1 counts as a gain of P2 with Tip Jar"),
        (
            replace(GIVEN, from_pot={"gem": 1}),
            "That gift of P1 counts as a gain of P2, 1 gem from the pot added, with Tip Jar",
        ),
    ],
)
def test_numbers_and_verbs_agree_and_no_movement_counts_twice(event: Event, told: str) -> None:
    assert describe(GAME, event, CARDS).rpartition(" [")[0] == told


@pytest.mark.parametrize(("kind", "rule"), [("delayed", "C4-526"), ("forbid", "C4-512")])
def test_a_delayed_text_has_a_rule_of_its_own(kind: str, rule: str) -> None:
    event = e.EffectAdded(Lasting(1, POSTER, 0, kind, "until_your_next_turn", (0,), what="attack"))
    told = describe(GAME, event, CARDS)
    assert told.endswith(f"[{rule}]")
    if kind == "delayed":
        assert told == "Bounty Poster of P1 waits for the rest of its text until the next turn of P1 [C4-526]"
