"""What people are told of each thing that can happen: cards by name, players as seats, the rule, nothing hidden."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Literal

from msgspec.structs import fields

from domain.games.trf import GAME
from domain.games.trf import events as e
from domain.games.trf.definitions import WINDOWS
from domain.games.trf.sentences import SENTENCES, describe
from domain.kernel.facts import Event
from service.catalogue.rules import parse
from tests.kit.cases import cases

REASONS: tuple[Literal["homeworld", "concede"], ...] = ("homeworld", "concede")
THINGS = {
    "t1": "Azguard Warfleet (1)",
    "t2": "Regency Patrol",
    "t3": "Garrison Cruisers (1)",
    "t4": "Garrison Cruisers (2)",
    "t5": "Regrad",
    "t6": "Twin Kallis",
    "t7": "Azguard",
    "t8": "5000 Words",
    "account:1": "Omnae",
}
"""What lies on the table; the rest has left it."""
SAID: list[Event] = [
    e.PlayerRegistered(seat=0, deck_size=45, deck=("O01",), reserve="A04"),
    e.CardsRevealed(accounts=("A01", "A02"), homeworlds=(("p1", "P01"), ("p2", "P09"))),
    e.DeckShuffled(seat=0),
    e.DieRolled(seat=0, purpose="first_player", value=6),
    e.DieRolled(seat=0, purpose="bicker", value=2, fight="f1"),
    e.DieRolled(seat=1, purpose="combat", value=5, fight="f1", side="defender"),
    e.DieRolled(seat=0, purpose="effect", value=4),
    e.RandomCardPicked(seat=1, iid="t1", card="O01", cause="O52"),
    e.FirstPlayerSet(seat=1),
    e.TurnStarted(seat=0, turn=3),
    e.TurnEnded(seat=0, turn=3, idle_turns=0),
    e.TurnEnded(seat=0, turn=4, idle_turns=1),
    e.PlanetsCounted(counts=((0, 8, 5, 2450), (1, 10, 2, 3000))),
    e.PoolsRefilled(seat=0, pool_m=500, pool_w=40),
    *(
        e.CardDrawn(seat=0, cause=cause, hand_count=1, deck_count=1, card="C01")
        for cause in ("setup", "draw_step", "O01")
    ),
    e.DrawDeclined(seat=0),
    e.PlanetPlayed(seat=0, iid="t1", card="P02", meters=500, words=40),
    e.PlanetEntered(seat=0, iid="t1", card="P02", cause="O32"),
    e.CharacterPlayed(seat=0, iid="t1", card="C01", cost=350),
    e.CharacterRevived(seat=0, iid="t1", card="C01", cost=700),
    e.CharacterEntered(seat=0, iid="t1", card="C01", meters_paid=350, cause="P01"),
    e.CardDiscarded(seat=0, iid="t1", card="C01", from_zone="hand", cause="A05"),
    *(
        e.CardDiscarded(seat=0, iid="t1", card="O01", from_zone="stack", cause=cause)
        for cause in ("resolved", "turn_over")
    ),
    e.CardReturnedToHand(seat=0, old="t1", card="C01", cause="O07", iid="t2"),
    e.CardsLookedAt(seat=0, owner=1, zone="hand", count=2, cards=("C01", "O01")),
    e.CardsLookedAt(seat=0, owner=0, zone="deck", count=1, cards=("C01",)),
    e.CardTaken(seat=0, card="C01", iid="t1", place=0),
    e.CardsBottomed(seat=0, count=2, cards=("C01", "O01")),
    e.MetersPaid(seat=0, amount=350, cause="C01"),
    e.WordsPaid(seat=0, amount=60, cause="O01"),
    e.PlanetExhausted(seat=0, iid="t1", card="P01", meters=400, words=60),
    e.PoolCut(seat=1, pool_m=0, pool_w=60, max_m=350, max_w=60),
    e.IncomePromised(seat=0, meters=200, words=0, cause="O06"),
    e.PlanetSkipped(seat=1, iid="t1", card="P02", cause="O53"),
    e.IndividualJoined(seat=0, individual="t1", fleeter="t2"),
    e.IndividualLeft(seat=0, individual="t1", fleeter="t2"),
    e.AbilityUsed(seat=0, iid="account:0", card="A01", ability=1, targets=("t1",)),
    e.AbilityUsed(seat=0, iid="account:0", card="A05", ability=1, opponent=2),
    e.AbilityUsed(seat=0, iid="t9", card="P01", ability=2),
    e.AbilityUsed(seat=0, iid="t8", card="C02", ability=1, targets=("f2", "t3")),
    e.TokensPlaced(seat=1, iid="t1", card="C01", n=2, cause="O09"),
    e.TokensRemoved(seat=0, iid="t1", card="C01", kind="damage", n=1, cause="O35"),
    e.TokensRemoved(seat=0, iid="t1", card="O13", kind="counter", n=1, cause="start_of_turn"),
    e.ModifierAdded(seat=0, iid="t1", card="C01", what="combat", cause="A01", n=2),
    e.ModifierAdded(seat=0, iid="t1", card="C01", what="capture", cause="O30", n=2),
    e.ModifierAdded(seat=0, iid="t9", card="P02", what="defense", cause="O29", n=-2),
    e.ModifierAdded(seat=0, iid="t1", card="C01", what="keyword", cause="O01", n=2, name="raider"),
    e.ModifierAdded(seat=0, iid="t1", card="C01", what="keyword", cause="O01", name="thick_skin"),
    e.ModifierAdded(seat=0, iid="t1", card="C01", what="cannot", cause="O26", name="be_blocked"),
    e.ModifierAdded(seat=0, iid="t1", card="C01", what="save", cause="O23"),
    e.ModifierAdded(seat=0, iid="t9", card="P02", what="capture_to_hand", cause="O31"),
    e.ModifiersEnded(seat=0),
    e.UnitRefreshed(seat=0, cards=("t1",), cause="O03"),
    *(e.CharacterDestroyed(seat=0, iid="t1", card="C01", cause=cause) for cause in ("damage", "O08")),
    e.OocAnnounced(seat=0, iid="t1", card="O02", window="pre", cost=60, targets=("t8",), target_cards=("O01",), rank=1),
    e.OocAnnounced(
        seat=0, iid="t1", card="O10", window="pre", cost=20, targets=("account:1", "t1", "f3"), target_cards=("C01",)
    ),
    e.OocAnnounced(seat=0, iid="t1", card="O10", window="pre", cost=20, opponent=2),
    *(e.OocAnnounced(seat=1, iid="t1", card="O02", window=window, cost=0) for window in WINDOWS),
    e.ResponsePassed(seat=1, on="t8"),
    e.OocCancelled(seat=0, iid="t1", card="O01", cause="O02"),
    e.OocResolved(seat=0, iid="t1", card="O01"),
    e.FactionChosen(seat=0, iid="t1", card="O57", faction="iron_regency"),
    e.PersistentPlaced(seat=0, iid="t1", card="O13", host="account:1", tokens=2, counted=1),
    e.PersistentPlaced(seat=0, iid="t1", card="O14", until="planet_captured"),
    *(
        e.PersistentDiscarded(seat=0, iid="t1", card="O14", cause=cause)
        for cause in ("tokens", "host_left", "planet_captured", "unique_defeated", "stuck_turn", "O48")
    ),
    e.StandingPassSet(seat=0, windows=("attack",)),
    e.WindowPassed(seat=1, window="bicker"),
    e.AttackDeclined(seat=0),
    e.AttackerNamed(seat=0, defender=1, cards=("t1", "t2")),
    e.AttackConfirmed(seat=0, defender=1, attackers=(("t1", "t5"), ("t2",))),
    e.BlockAssigned(seat=1, blocker="t3", attacker="t1"),
    e.BlocksConfirmed(seat=1, blocks=(("t3", "t1"), ("t5", "t1")), unblocked=("t2",)),
    e.BlocksConfirmed(seat=1, blocks=(), unblocked=("t1",)),
    e.FightStarted(fight="f1", attacker=0, defender=1, attackers=("t1",), defenders=("t3", "t4")),
    e.BattleMarked(cards=("t1", "t2"), turn=3),
    e.SideModified(fight="f1", side="defender", n=4, cause="O50"),
    e.DieSet(fight="f1", value=6, cause="O20"),
    e.DieRaised(fight="f1", side="attacker", n=2, cause="O25"),
    e.FightStuck(fight="f1", reason="bicker", die=2),
    e.FightStuck(fight="f1", reason="tie", die=4),
    e.FightResolved(fight="f1", totals=(15, 12), winner=0, side="attacker", defeated=("t3",)),
    e.FightResolved(fight="f1", totals=(9, 12), winner=1, side="defender", defeated=(), saved=("t1",)),
    e.FightWonUnopposed(fight="f1", winner=0),
    e.FightRemoved(fight="f1"),
    e.UnitJoinedFight(seat=1, cards=("t5",), fight="f1", side="defender"),
    e.UnitLeftFight(seat=1, cards=("t5",), fight="f1"),
    e.AttackCancelled(seat=0, cause="O37"),
    e.AttackCancelled(seat=0, cause="concede"),
    e.AssaultAssigned(seat=0, unit="t1", planet="t6"),
    e.AssaultConfirmed(seat=0, assignments=(("t1", "t6"), ("t2", "t6"))),
    e.AssaultConfirmed(seat=0, assignments=()),
    e.PlanetCaptureChecked(seat=1, iid="t6", card="P20", sum=4, needed=4, captured=True),
    e.PlanetCaptureChecked(seat=1, iid="t6", card="P20", sum=3, needed=4, captured=False),
    e.PlanetCaptured(seat=1, iid="t6", card="P20", by=0),
    e.PlanetCaptured(seat=1, iid="t6", card="P26", by=0, to_hand=True, hand="t7"),
    e.AccountSwapped(seat=0, before="A01", after="A04"),
    e.HomeworldSwapped(seat=0, before="t6", after="t7"),
    *(e.PlayerLost(seat=1, reason=reason) for reason in REASONS),
]
TOLD = [
    "P1 brings a deck of 45 cards [TRF-102]",
    "P1 is Dolash of Azguard; P2 is Omnae of Throne of Ash [TRF-107]",
    "The deck of P1 is shuffled [TRF-107]",
    "P1 rolls 6 for the first turn [TRF-110]",
    "P1 rolls 2 for bickering in fight 1 [TRF-422]",
    "P2 rolls 5 for the defender side in fight 1 [TRF-431]",
    "P1 rolls 4 [TRF-643]",
    "Chance picks 5000 Words of the hand of P2 (Whispers in the Dark) [TRF-646]",
    "P2 goes first [TRF-110]",
    "Turn 3 of P1 begins [TRF-201]",
    "Turn 3 of P1 ends [TRF-221]",
    "Turn 4 of P1 ends; nothing has happened for 1 turn [TRF-221]",
    "Planets are counted: P1 holds 8 and has captured 5; P2 holds 10 and has captured 2 "
    "(meters: P1 2450, P2 3000) [TRF-R99]",
    "The pools of P1 are filled: 500 meters and 40 words [TRF-203]",
    "P1 draws Azguard Warfleet [TRF-108]",
    "P1 draws Azguard Warfleet [TRF-207]",
    "P1 draws Azguard Warfleet (5000 Words) [TRF-646]",
    "P1 draws no card [TRF-207]",
    "P1 plays Corvanne Reach: +500 meters and +40 words [TRF-209]",
    "Corvanne Reach of P1 comes into play, exhausted (Reclaim World) [TRF-212]",
    "P1 plays Azguard Warfleet for 350 meters [TRF-306]",
    "P1 revives Azguard Warfleet for 700 meters [TRF-334]",
    "Azguard Warfleet of P1 comes into play (Azguard) [TRF-338]",
    "Azguard Warfleet of P1 goes from the hand to the discard pile (Marrowgate) [TRF-626]",
    "5000 Words of P1 goes to the discard pile [TRF-325]",
    "5000 Words of P1 goes to the discard pile (the turn is over) [TRF-909]",
    "Azguard Warfleet of P1 returns from the discard pile to the hand (Retcon) [TRF-335]",
    "P1 looks at 2 cards of the hand of P2: Azguard Warfleet and 5000 Words [TRF-646]",
    "P1 looks at 1 card of the own deck: Azguard Warfleet [TRF-646]",
    "P1 takes Azguard Warfleet into the hand [TRF-646]",
    "P1 puts 2 cards under the deck: Azguard Warfleet and 5000 Words [TRF-646]",
    "P1 pays 350 meters (Azguard Warfleet) [TRF-302]",
    "P1 pays 60 words (5000 Words) [TRF-302]",
    "Azguard of P1 is exhausted: 400 meters and 60 words are gone [TRF-330]",
    "P2 has 0 meters and 60 words left [TRF-305]",
    "The next refill of P1 gives 200 meters more (Fundraiser Thread) [TRF-203]",
    "Corvanne Reach of P2 will give nothing at the next refill (Buyout Offer) [TRF-636]",
    "P1 combines Azguard Warfleet (1) with Regency Patrol [TRF-501]",
    "P1 takes Azguard Warfleet (1) off Regency Patrol [TRF-501]",
    "P1 uses Dolash on Azguard Warfleet (1) [TRF-332]",
    "P1 uses Marrowgate against P3 [TRF-332]",
    "P1 uses Azguard, ability 2 [TRF-329]",
    "P1 uses Regrad on fight 2 and Garrison Cruisers (1) [TRF-333]",
    "Azguard Warfleet of P2 gets 2 damage tokens (Flame War) [TRF-513]",
    "Azguard Warfleet of P1 loses 1 damage token (Medbay Thread) [TRF-515]",
    "Ban Hammer of P1 loses 1 token [TRF-522]",
    "Azguard Warfleet (1) of P1 has +2 combat this turn (Dolash) [TRF-525]",
    "Azguard Warfleet (1) of P1 has +2 capture this turn (Bombardment Post) [TRF-525]",
    "Corvanne Reach of P1 needs 2 less to be captured this turn (Shield Post) [TRF-525]",
    "Azguard Warfleet (1) of P1 has Raider 2 this turn (5000 Words) [TRF-525]",
    "Azguard Warfleet (1) of P1 has Thick Skin this turn (5000 Words) [TRF-525]",
    "Azguard Warfleet (1) of P1 can't be blocked this turn (Misleading Post) [TRF-525]",
    "Azguard Warfleet (1) of P1 is kept if its side loses a fight this turn (Plot Armor) [TRF-631]",
    "Corvanne Reach of P1 goes to its owner's hand if it is captured this turn (Evacuation Thread) [TRF-635]",
    "Effects that last for a turn are over [TRF-525]",
    "Azguard Warfleet (1) of P1 is not spent by its battle (Back From Vacation) [TRF-642]",
    "Azguard Warfleet of P1 is destroyed (damage) [TRF-514]",
    "Azguard Warfleet of P1 is destroyed (Character Assassination) [TRF-517]",
    "P1 plays Staff Ruling on 5000 Words before combat for 60 words, with staff rank 1 [TRF-325]",
    "P1 plays Scout Report on Omnae, Azguard Warfleet (1) and fight 3 before combat for 20 words [TRF-325]",
    "P1 plays Scout Report against P3 before combat for 20 words [TRF-325]",
    "P2 plays Staff Ruling before combat for 0 words [TRF-325]",
    "P2 plays Staff Ruling in the attack window for 0 words [TRF-325]",
    "P2 plays Staff Ruling in the block window for 0 words [TRF-325]",
    "P2 plays Staff Ruling in the bicker window for 0 words [TRF-325]",
    "P2 plays Staff Ruling in the dice window for 0 words [TRF-325]",
    "P2 plays Staff Ruling in the assault window for 0 words [TRF-325]",
    "P2 plays Staff Ruling after combat for 0 words [TRF-325]",
    "P2 plays Staff Ruling as a response for 0 words [TRF-340]",
    "P2 does not respond to 5000 Words [TRF-341]",
    "5000 Words of P1 is cancelled (Staff Ruling) [TRF-342]",
    "5000 Words of P1 is resolved [TRF-325]",
    "P1 chooses Iron Regency for Rivalry Thread [TRF-644]",
    "Ban Hammer of P1 stays in play, attached to Omnae with 2 tokens [TRF-620]",
    "Promotion of P1 stays in play [TRF-620]",
    "Promotion of P1 leaves play (its last token is gone) [TRF-522]",
    "Promotion of P1 leaves play (what it was attached to has left) [TRF-520]",
    "Promotion of P1 leaves play (a planet was captured) [TRF-521]",
    "Promotion of P1 leaves play (a Unique character was defeated) [TRF-521]",
    "Promotion of P1 leaves play (a fight is stuck) [TRF-521]",
    "Promotion of P1 leaves play (Clean-Up Crew) [TRF-521]",
    "P1 names the windows that pass by themselves this turn [TRF-225]",
    "P2 passes in the bicker window [TRF-223]",
    "P1 attacks nobody [TRF-216]",
    "P1 names Azguard Warfleet (1) + Regency Patrol to attack P2 [TRF-403]",
    "P1 attacks P2 with 2 units [TRF-403]",
    "P2 names a blocker [TRF-408]",
    "P2 blocks Azguard Warfleet (1) with Garrison Cruisers (1) and Regrad; Regency Patrol unblocked [TRF-410]",
    "P2 blocks nothing; Azguard Warfleet (1) unblocked [TRF-410]",
    "Fight 1: Azguard Warfleet (1) of P1 against Garrison Cruisers (1) and Garrison Cruisers (2) of P2 [TRF-411]",
    "In battle on turn 3: Azguard Warfleet (1) and Regency Patrol [TRF-416]",
    "Fight 1: the defender side has +4 this turn (Temple Accord) [TRF-432]",
    "Fight 1: the bickering die counts as 6 (Flame Bait) [TRF-425]",
    "Fight 1: the die of the attacker side counts +2 (Fudged Roll) [TRF-640]",
    "Fight 1 is stuck: the bickering die shows 2 [TRF-426]",
    "Fight 1 is stuck: both sides have the same total [TRF-434]",
    "Fight 1: 15 against 12, P1 wins; Garrison Cruisers (1) defeated [TRF-433]",
    "Fight 1: 9 against 12, P2 wins; Azguard Warfleet (1) kept [TRF-433]",
    "Fight 1: nobody is left against P1, who wins [TRF-421]",
    "Fight 1 is over: nobody is left in it [TRF-421]",
    "Regrad of P2 joins the defender side of fight 1 [TRF-633]",
    "Regrad of P2 leaves fight 1 [TRF-632]",
    "The attack of P1 ends without result (Server Crash) [TRF-634]",
    "The attack of P1 ends without result (the attacking player has conceded) [TRF-909]",
    "P1 sends a unit to a planet [TRF-451]",
    "P1 sends Azguard Warfleet (1) and Regency Patrol to Twin Kallis [TRF-455]",
    "P1 sends nobody to a planet [TRF-455]",
    "Twin Kallis of P2 is assaulted with 4, 4 needed: it is captured [TRF-456]",
    "Twin Kallis of P2 is assaulted with 3, 4 needed: it holds [TRF-456]",
    "P1 captures Twin Kallis of P2; it goes to the discard pile [TRF-460]",
    "P1 captures Outpost Null of P2; it goes to the hand of its owner [TRF-635]",
    "P1: Quillow takes the place of Dolash [TRF-628]",
    "Azguard takes the place of Twin Kallis as the homeworld of P1 [TRF-604]",
    "P2 has lost by the capture of the homeworld [TRF-701]",
    "P2 has lost by conceding [TRF-704]",
]
HIDDEN: list[tuple[Event, str]] = [
    (e.PlayerRegistered(seat=0, deck_size=45), "P1 brings a deck of 45 cards [TRF-102]"),
    (e.CardDrawn(seat=0, cause="draw_step", hand_count=1, deck_count=1), "P1 draws a card [TRF-207]"),
    (
        e.CardReturnedToHand(seat=0, old="t1", card="C01", cause="O07"),
        "Azguard Warfleet of P1 returns from the discard pile to the hand (Retcon) [TRF-335]",
    ),
    (e.CardsLookedAt(seat=0, owner=1, zone="hand", count=2), "P1 looks at 2 cards of the hand of P2 [TRF-646]"),
    (e.CardTaken(seat=0), "P1 takes a card into the hand [TRF-646]"),
    (e.CardsBottomed(seat=0, count=2), "P1 puts 2 cards under the deck [TRF-646]"),
    (e.StandingPassSet(seat=0), "P1 names the windows that pass by themselves this turn [TRF-225]"),
    (e.BlockAssigned(seat=1), "P2 names a blocker [TRF-408]"),
    (e.AssaultAssigned(seat=0), "P1 sends a unit to a planet [TRF-451]"),
    (
        e.PlanetCaptured(seat=1, iid="t6", card="P26", by=0, to_hand=True),
        "P1 captures Outpost Null of P2; it goes to the hand of its owner [TRF-635]",
    ),
    (e.DeckShuffled(seat=0), "The deck of P1 is shuffled [TRF-107]"),
]


def test_every_event_has_a_sentence_and_a_rule_and_stands_here() -> None:
    assert set(SENTENCES) == set(e.EVENTS) == {type(event) for event in SAID}


def test_each_is_told_in_these_words() -> None:
    with cases() as case:
        for event, sentence in [*zip(SAID, TOLD, strict=True), *HIDDEN]:
            with case(repr(event)):
                assert describe(event, GAME.core().cards, THINGS) == sentence


def test_the_rules_are_in_the_catalogue() -> None:
    known = {rule.id for rule in parse((files("domain.games.trf") / "RULES.md").read_text())}
    assert {rule for sentence in TOLD for rule in re.findall(r"TRF-R?\d+", sentence)} <= known


def test_all_that_can_be_hidden_is_told_without_it() -> None:
    secret = ("deck", "order", "cards", "card", "iid", "hand", "windows", "blocker", "unit")
    hideable = {
        kind for kind in e.EVENTS for field in fields(kind) if field.name in secret and field.default in (None, ())
    }
    assert {type(event) for event, _ in HIDDEN} == hideable
