"""What random play seldom or never shows of C&C: examples of its events, frames and actions, made by hand."""

from __future__ import annotations

from typing import Any

from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl import frames as f
from domain.games.cape_and_cowl.board import Board, HandCard
from domain.kernel.actions import Action
from domain.kernel.facts import Draw, Event
from domain.kernel.frames import Frame
from domain.kernel.zones import Card

BOUND = f.Env(you=1, cid="carnivorous_plants", iid="c0123456789", bound=((3, "c00000000a1"),), class_="Hero")
EVENTS: tuple[Event, ...] = (
    e.OverdriveOff(seat=0, cp=51),
    e.DrawStopped(seat=1, undrawn=2, reason="hand_full"),
    e.CardReturned(seat=0, old="c0123456789", card="nill", cause="eviction_notice", iid="c00000000b2"),
    e.CardsMilled(seat=1, cause="salt_prophet", cards=(("c00000000c3", "nill"), ("c00000000c4", "mac"))),
    e.DestroyReplaced(seat=0, iid="c0123456789", card="bonecart", by="replacement", hp_after=5),
    e.RandomTargetPicked(
        seat=1,
        candidates=("c00000000d5", "c00000000d6"),
        target="c00000000d6",
        card="nill",
        cause="recurring_dream",
        draws=(Draw("target:1", 0, 2, 1),),
    ),
)
FRAMES: tuple[Frame, ...] = (
    f.Use(env=BOUND, block=0),
    f.Do(env=BOUND, block=0, at=1),
    f.Strike(
        seat=0,
        attacker="c0123456789",
        target="c00000000e7",
        attack_type="Fire",
        strength=9,
        cause="matchstick_mick",
        hit="hangnail",
        hit_seat=1,
        damage=9,
    ),
    f.FirstIncome(seat=0, iid="c0123456789"),
    f.RecoverChoice(
        env=f.Env(you=0, cid="type:Time", iid="c0123456789", unleashed=True),
        candidates=("c00000000f8", "c00000000f9"),
        n=1,
        to="bottom",
    ),
    f.DiscardDown(seat=1),
)
ACTIONS: tuple[Action, ...] = ()


def prepare(board: Any) -> None:
    """A board on which any event can be folded: each pile has more cards than an event may name."""
    assert isinstance(board, Board)
    for number, player in enumerate(board.players):
        player.deck.renew([f"deck-{place}" for place in range(100)], range(100))
        player.hand = [HandCard(f"h{number}{place:09x}", "nill") for place in range(40)]
        player.discard = [Card(f"c{place:010x}", "nill", number) for place in range(100)]
