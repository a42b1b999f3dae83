"""What random play seldom or never shows of TRF: examples of its events, frames and actions, made by hand."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.games.trf import GAME
from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf import frames as f
from domain.games.trf.board import (
    Attack,
    Attacker,
    Board,
    Character,
    Discarded,
    Fight,
    Pending,
    Persistent,
    Planet,
    account_id,
)
from domain.kernel.actions import Action
from domain.kernel.facts import Draw, Event
from domain.kernel.frames import Frame

ENV = f.Env(
    you=1,
    cid="O28",
    iid="t0000000001",
    bound=((1, "t0000000002"), (2, "f1")),
    opponent=0,
    window="dice",
    fight="f1",
    answers="t0000000003",
    cards=("t0000000004",),
    loser=0,
    declared=True,
)
DO = f.Do(env=ENV, block=0, at=1)
EVENTS: tuple[Event, ...] = (
    e.RandomCardPicked(seat=1, iid="t0000000005", card="O01", cause="O52", draws=(Draw("discard:1", 0, 6, 3),)),
    e.PlanetEntered(seat=0, iid="t0000000005", card="P02", cause="O32"),
    e.CharacterRevived(seat=0, iid="t0000000005", card="C02", cost=600),
    e.CharacterEntered(seat=0, iid="t0000000005", card="C01", meters_paid=350, cause="P01"),
    e.CardReturnedToHand(seat=0, old="t0000000005", card="C01", cause="O07", iid="t0000000006"),
    e.CardsLookedAt(seat=0, owner=1, zone="hand", count=1, cards=("O01",)),
    e.CardTaken(seat=0, card="O01", iid="t0000000007", place=2),
    e.CardsBottomed(seat=0, count=2, cards=("O01", "C01")),
    e.PoolCut(seat=1, pool_m=0, pool_w=60, max_m=350, max_w=60),
    e.PlanetSkipped(seat=1, iid="t0000000008", card="P02", cause="O53"),
    e.IndividualLeft(seat=0, individual="t0000000009", fleeter="t000000000a"),
    e.TokensPlaced(seat=1, iid="t000000000a", card="C01", n=2, cause="O09"),
    e.TokensRemoved(seat=1, iid="t000000000a", card="C01", kind="damage", n=1, cause="O35"),
    e.UnitRefreshed(seat=0, cards=("t000000000a",), cause="O03"),
    e.CharacterDestroyed(seat=0, iid="t000000000a", card="C02", cause="O08"),
    e.OocCancelled(seat=0, iid="t000000000b", card="O01", cause="O02"),
    e.FactionChosen(seat=0, iid="t000000000b", card="O57", faction="jedi"),
    e.PersistentPlaced(seat=0, iid="t000000000b", card="O13", host=account_id(1), tokens=2, counted=1),
    e.PersistentDiscarded(seat=0, iid="t000000000c", card="O14", cause="planet_captured"),
    e.BlockAssigned(seat=1, blocker="t000000000d", attacker="t000000000e"),
    e.BlocksConfirmed(seat=1, blocks=(("t000000000d", "t000000000e"),), unblocked=("t000000000f",)),
    e.FightStarted(fight="f1", attacker=0, defender=1, attackers=("t000000000e",), defenders=("t000000000d",)),
    e.SideModified(fight="f1", side="defender", n=4, cause="O50"),
    e.DieSet(fight="f1", value=6, cause="O20"),
    e.DieRaised(fight="f1", side="attacker", n=2, cause="O25"),
    e.FightStuck(fight="f1", reason="tie", die=4),
    e.FightResolved(
        fight="f1",
        totals=(15, 12),
        winner=0,
        side="attacker",
        defeated=("t000000000d",),
        saved=("t0000000010",),
    ),
    e.FightWonUnopposed(fight="f1", winner=0),
    e.FightRemoved(fight="f1"),
    e.UnitJoinedFight(seat=1, cards=("t000000000d",), fight="f1", side="defender"),
    e.UnitLeftFight(seat=1, cards=("t000000000d",), fight="f1"),
    e.AttackCancelled(seat=0, cause="O37"),
    e.AssaultAssigned(seat=0, unit="t000000000e", planet="t0000000008"),
    e.PlanetCaptured(seat=1, iid="t0000000008", card="P26", by=0, to_hand=True, hand="t0000000011"),
    e.AccountSwapped(seat=0, before="A01", after="A04"),
    e.HomeworldSwapped(seat=0, before="t0000000012", after="t0000000013"),
    e.PlayerLost(seat=1, reason="homeworld"),
    e.PlanetsCounted(counts=((0, 8, 5, 2450), (1, 10, 2, 3000))),
)
FRAMES: tuple[Frame, ...] = (
    DO,
    f.Announced(env=ENV, block=0, passed=(0,)),
    f.Resolved(iid="t0000000001"),
    f.FightStep(fight="f1", stage="dice"),
    f.Countdown(iid="t000000000b"),
    f.DiscardChoice(seat=1, n=1, cause="A05"),
    f.LookTop(seat=0, n=1, cause="O04"),
    f.FactionChoice(seat=0, iid="t000000000b", options=("coalition", "jedi")),
    f.OpponentChoice(then=DO),
    f.TargetChoice(then=DO, pick=1, candidates=("t0000000002", "t0000000003")),
    f.MayChoice(then=DO),
)
ACTIONS: tuple[Action, ...] = (
    a.Revive("t0000000005"),
    a.ActivatePlanet("t0000000012", 2, ("t0000000005",), ("t0000000006", "t0000000007")),
    a.ActivateCharacter("t000000000a", 1),
    a.LeaveFleet("t0000000009"),
    a.AssignBlock("t000000000d", "t000000000e"),
    a.ConfirmBlocks(),
    a.AssignAssault("t000000000e", "t0000000008"),
    a.ConfirmAssault(),
    a.ChooseCards(("1", "3")),
    a.ChooseOption("jedi"),
)


def prepare(board: Any) -> None:
    """A board on which any event can be folded: an attack, a fight, and more cards than an event may name."""
    assert isinstance(board, Board)
    board.turn, board.active = 1, 0
    board.attack = Attack(1, (Attacker(("t000000000e",)),), confirmed=True)
    board.fights = [Fight("f1", 1, 0, 1, ("t000000000e",), ("t000000000d",), dice=(4, 3), bicker=5)]
    board.stack = tuple(Pending(f"t{place:010x}", "O57", 0, "pre") for place in range(20))
    for seat, player in enumerate(board.players):
        player.deck.renew(list(GAME.core().cards), range(len(GAME.core().cards)))
        player.looking = tuple(player.deck.cards[:6])
        for place in range(40):
            player.hand.add(f"h{seat}{place:09x}", "O01")
        player.discard = [Discarded(f"t{place:010x}", "C02", seat) for place in range(20)]
        player.planets += [Planet(f"p{seat}{place:08x}", "P02", seat, place) for place in range(3)]
        lone = Character("", "C01", seat, 1, 0, 350)
        player.characters = [replace(lone, iid=f"c{seat}{place:08x}") for place in range(20)]
        player.persistents = [Persistent(f"k{seat}{place:08x}", "O13", seat, place, tokens=2) for place in range(3)]
