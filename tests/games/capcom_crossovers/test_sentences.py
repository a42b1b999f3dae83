"""What people are told of each thing that can happen: cards by name, players as seats, the rule, nothing hidden."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

from msgspec.structs import fields

from domain.games.capcom_crossovers import GAME
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.sentences import SENTENCES, describe
from domain.kernel.facts import Event
from service.catalogue.rules import parse
from tests.kit.cases import cases

PRINTED = GAME.core().cards


def declared(**changes: Any) -> e.AttackDeclared:
    """Ryu opens with a Hadouken, unless changed."""
    hadouken: dict[str, Any] = {
        "attack": 0,
        "seat": 0,
        "character": "p1-ryu",
        "cid": "ryu",
        "move": "hadouken",
        "cards": ("JS",),
        "extra_cards": (),
        "cp": 1,
        "cp_used": 1,
        "priority": 3,
        "role": "initial",
    }
    return e.AttackDeclared(**{**hadouken, **changes})


def damage(**changes: Any) -> e.DamageDealt:
    """Ryu takes 8 damage of a Hadouken, unless changed."""
    eight: dict[str, Any] = {"target": "p1-ryu", "cid": "ryu", "n": 8, "hp_after": 80, "base": 8, "cause": "hadouken"}
    return e.DamageDealt(**{**eight, **changes})


def discarded(cause: str, *cards: str, source: Any = "hand") -> e.CardsDiscarded:
    return e.CardsDiscarded(seat=1, cards=cards, source=source, cause=cause)


def combo_ended(reason: Any) -> e.ComboEnded:
    return e.ComboEnded(seat=0, total=15, reason=reason)


def modifier(cid: str, what: str, amount: int, *, stat: Any = None, duration: Any = "until_end_of_turn") -> Event:
    """What a character's own card made last for it: the first word of that name that is written there."""
    call = next(call.number for call in PRINTED[cid].calls.values() if call.word == what)
    return e.ModifierAdded(
        character=f"p1-{cid}",
        cid=cid,
        source=f"p1-{cid}",
        source_cid=cid,
        call=call,
        what=what,
        amount=amount,
        duration=duration,
        stat=stat,
    )


def variable_counter(outcome: Any) -> e.VariableCounterUsed:
    return e.VariableCounterUsed(
        attack=1,
        seat=1,
        character="p2-ryu",
        cid="ryu",
        move="shoryuken",
        joker="JK1",
        priority=5,
        against=3,
        outcome=outcome,
    )


def switched(reason: Any) -> e.CharacterSwitched:
    return e.CharacterSwitched(
        side=0, comes="p1-ryu", comes_cid="ryu", goes="p1-gambit", goes_cid="gambit", reason=reason
    )


SAID: list[Event] = [
    e.CharacterEntered(seat=0, side=0, character="p1-ryu", cid="ryu", hp=88, active=True),
    e.CharacterEntered(seat=0, side=0, character="p1-gambit", cid="gambit", hp=92, active=False),
    e.DeckBrought(seat=0, cards=("2C", "3C")),
    *(e.DeckShuffled(seat=0, cause=cause) for cause in ("setup", "mulligan", "ace_recovered", "joker_recovered")),
    e.OpeningHandDealt(seat=0, n=2, cards=("AS", "10H")),
    e.MulliganTaken(seat=0),
    e.MulliganDeclined(seat=1),
    e.FirstSideChosen(side=1, order=(1, 0), by="draw"),
    e.FirstSideChosen(side=0, order=(0, 1), by="option"),
    e.TurnStarted(seat=1, turn=4),
    e.BlockReturned(seat=1, seen=False, card="6D"),
    e.BlockReturned(seat=1, seen=True, card="6D"),
    e.CardsDrawn(seat=0, n=2, cause="draw_phase", cards=("JS", "JK1")),
    e.CardsDrawn(seat=0, n=1, cause="fault_line", cards=("QC",)),
    *(e.PhaseChanged(seat=0, phase=phase) for phase in ("draw", "combat", "cleanup")),
    e.CombatPassed(seat=0),
    e.BlockSet(seat=1, card="6D"),
    declared(),
    declared(move="basic", cards=("4H",), priority=2),
    declared(move="throw", cards=("8D", "8C"), cp=2, cp_used=2, priority=2),
    declared(attack=2, role="follow_up", move="shinkuu_hadouken", cards=("AS", "AC"), cp=3, cp_used=4, priority=6),
    declared(move="tag_super", cards=("JK1", "JK2"), cp=3, cp_used=3, partner="p1-gambit", partner_cid="gambit"),
    declared(attack=1, role="counter"),
    declared(
        attack=1,
        role="counter",
        seat=1,
        character="p2-gambit",
        cid="gambit",
        move="cajun_escape",
        cards=("KH",),
        extra_cards=("KS",),
        cp=5,
        cp_used=5,
        priority=None,
    ),
    declared(attack=1, role="reply"),
    e.BlockRevealed(seat=1, card="6D", defense_total=8),
    e.BlockDiscarded(seat=1, card="6D"),
    e.AttackBlocked(attack=0, damage_through=0),
    e.AttackBlocked(attack=0, damage_through=14),
    e.DodgeAttempted(seat=1, card="QH", success=False),
    e.ExtraFlipUsed(seat=1, card="AS", success=True),
    e.AttackDodged(attack=0),
    e.AttackHit(attack=2, owner=0),
    e.AttackCountered(attack=0, by=1, priority=3, by_priority=4),
    e.AttackNegated(attack=0, by=1, priority=3, by_priority=3),
    e.AttackAvoided(attack=0, by=1),
    e.ThrowTeched(attack=0, seat=1, cards=("9D", "9H")),
    e.RangedReplyDeclined(seat=1),
    e.CpReset(character="p1-sable_kite", cid="sable_kite"),
    damage(attack=0),
    damage(attack=0, n=3, base=9, cause="basic", halved=5, reduced=1),
    damage(attack=0, n=2, cause="throw", added=2, blocked=4, absorbed=4),
    e.HpRecovered(character="p1-ryu", cid="ryu", n=2, hp_after=80, cause="recover_hp"),
    e.HpRecovered(character="p1-morrigan", cid="morrigan", n=2, hp_after=80, cause="soul_drain"),
    *map(combo_ended, ("finisher", "points", "declined", "ko", "tag_super", "teched", "conceded")),
    discarded("endurance", "2C"),
    discarded("tag", "2C", "2D"),
    discarded("recover_hp", "QH"),
    discarded("variable_counter", "JK1"),
    discarded("iron_focus", "JK2"),
    discarded("combat_over", "JS", "JC", source="zone"),
    e.CardDiscardedAtRandom(seat=0, card="7H", cause="tremor_charge"),
    e.CardPlacedInMeter(seat=0, card="10C", total=30),
    e.CardPlacedInMeter(seat=0, card="JK1", total=40),
    e.AceRecovered(seat=0, paid=("10C", "10D"), pile="draw", ace="AS"),
    e.JokerRecovered(seat=0, paid=("10C", "JK2"), joker="JK1"),
    e.DeckCut(seat=0, by=1, k=1),
    e.AbilityUsed(seat=0, character="p1-ryu", cid="ryu", ability="iron_focus", part=1, limit="turn"),
    e.AbilityUsed(seat=0, character="p1-luma_prism", cid="luma_prism", ability="prism_shell", part=1, limit="game"),
    e.AbilityUsed(seat=0, character="p1-ryu", cid="ryu", ability="iron_focus", part=1),
    modifier("ryu", "modify_priority", 1, duration="this_attack"),
    modifier("kestrel_volt", "modify_stat", 2, stat="combo"),
    modifier("luma_prism", "prevent_damage", 0),
    modifier("ember_rook", "modify_damage", 2),
    modifier("brakk_ironjaw", "reduce_damage_taken", 3),
    e.ModifiersExpired(duration="until_end_of_turn"),
    e.ModifiersExpired(duration="this_attack"),
    *map(variable_counter, ("higher", "equal", "lower")),
    e.TagSuperUsed(attack=0, seat=0, jokers=("JK1", "JK2"), damage=58, priority=6),
    *map(switched, ("tag", "vc", "tag_super", "ko")),
    e.CharacterKoed(seat=0, character="p1-ryu", cid="ryu", out=True),
    e.CharacterKoed(seat=0, character="p1-ryu", cid="ryu", out=False),
    e.TurnEnded(seat=1, turn=4),
    e.TimeOver(empty=(1,), fractions=((44, 88), (62, 126))),
    e.TimeOver(empty=(0, 1), fractions=((44, 88), (62, 126))),
    e.TimeOver(empty=(), fractions=((44, 88), (62, 126))),
    e.PlayerConceded(seat=3),
]
TOLD = """
Ryu of P1 enters with 88 HP and is active [CAP-104]
Gambit of P1 enters with 92 HP and waits [CAP-902]
P1 brings a deck of 2 cards [CAP-801]
The draw pile of P1 is shuffled [CAP-105]
The draw pile of P1 is shuffled [CAP-108]
The draw pile of P1 is shuffled (the search for an Ace) [CAP-314]
The draw pile of P1 is shuffled (the recovered Joker) [CAP-945]
P1 draws the opening hand: the Ace of spades and the 10 of hearts [CAP-106]
P1 shuffles the opening hand back [CAP-108]
P2 takes no mulligan [CAP-107]
P2 goes first, by chance; turns go P2, P1 [CAP-110]
P1 goes first, as agreed; turns go P1, P2 [CAP-803]
Turn 4 of P2 begins [CAP-215]
The block of P2, the 6 of diamonds, returns to the hand [CAP-430, CAP-907]
The block of P2, the 6 of diamonds, returns to the hand [CAP-424]
P1 draws the Jack of spades and a Joker [CAP-203]
P1 draws the Queen of clubs (Fault Line) [CAP-511]
P1: draw phase [CAP-203]
P1: combat phase [CAP-206]
P1: clean-up phase [CAP-210]
P1 neither attacks nor blocks [CAP-206]
P2 puts the 6 of diamonds face down to block [CAP-420]
P1: Ryu opens with Hadouken: the Jack of spades for 1 CP (1 used), priority 3 [CAP-305]
P1: Ryu opens with a basic attack: the 4 of hearts for 1 CP (1 used), priority 2 [CAP-303]
P1: Ryu opens with a throw: the 8 of diamonds and the 8 of clubs for 2 CP (2 used), priority 2 [CAP-307]
P1: Ryu goes on with Shinkuu Hadouken: the Ace of spades and the Ace of clubs for 3 CP (4 used), priority 6 [CAP-306]
P1: Ryu opens with a tag super together with Gambit: two Jokers for 3 CP (3 used), priority 3 [CAP-920]
P1: Ryu answers with Hadouken: the Jack of spades for 1 CP (1 used), priority 3 [CAP-450]
P2: Gambit answers with Cajun Escape: the King of hearts and the King of spades for 5 CP (5 used) [CAP-456]
P1: Ryu replies with Hadouken: the Jack of spades for 1 CP (1 used), priority 3 [CAP-445]
P2 turns up the block, the 6 of diamonds: defense total 8 [CAP-422]
The block of P2, the 6 of diamonds, goes to the discard pile [CAP-424, CAP-432]
The initial attack is blocked: no damage comes through [CAP-423]
The initial attack is blocked: 14 damage comes through [CAP-423]
P2 turns up the Queen of hearts: the dodge fails [CAP-441]
P2 turns up one more card, the Ace of spades: the dodge succeeds [CAP-512]
The initial attack is dodged [CAP-442]
The attack hits [CAP-406]
The answer counters the initial attack, priority 4 against 3 [CAP-451]
The answer negates the initial attack, priority 3 against 3 [CAP-460]
The answer avoids the initial attack [CAP-456]
P2 negates the throw with the 9 of diamonds and the 9 of hearts [CAP-472]
P2 makes no ranged reply [CAP-445]
Sable Kite of P1 has all combo points again [CAP-415]
Ryu of P1 takes 8 damage (Hadouken); 80 HP are left [CAP-480]
Ryu of P1 takes 3 damage (basic attack): 9 -5 halved -1 reduced; 80 HP are left [CAP-480]
Ryu of P1 takes 2 damage (throw): 8 +2 added -4 blocked -4 absorbed; 80 HP are left [CAP-480]
Ryu of P1 regains 2 HP and has 80 [CAP-940]
Morrigan of P1 regains 2 HP (Soul Drain) and has 80 [CAP-483]
P1 has dealt 15 damage: nothing may follow the last attack [CAP-412, CAP-413, CAP-446]
The combo of P1 ends with 15 damage: no combo points are left [CAP-414]
The combo of P1 ends with 15 damage: nothing is added [CAP-418]
The combo of P1 ends with 15 damage: a character is KOed [CAP-208]
The combo of P1 ends with 15 damage: a tag super ends it [CAP-922]
The combo of P1 ends with 15 damage: the throw was tech hit [CAP-472]
The combo of P1 ends with 15 damage: a player has conceded [CAP-713]
The 2 of clubs of P2 goes from the hand to the discard pile (Endurance) [CAP-211]
The 2 of clubs and the 2 of diamonds of P2 go from the hand to the discard pile (tagging) [CAP-906]
The Queen of hearts of P2 goes from the hand to the discard pile [CAP-940]
A Joker of P2 goes from the hand to the discard pile (variable counter) [CAP-910]
A Joker of P2 goes from the hand to the discard pile (Iron Focus) [CAP-505, CAP-511]
The Jack of spades and the Jack of clubs of P2 go from the action zone to the discard pile (end of the combat) [CAP-318]
P1 loses the 7 of hearts at random (Tremor Charge) [CAP-R90]
P1 adds the 10 of clubs to the super meter, which is worth 30 [CAP-309]
P1 adds a Joker to the super meter, which is worth 40 [CAP-950]
P1 takes the Ace of spades from the draw pile for the 10 of clubs and the 10 of diamonds of the super meter [CAP-311]
P1 shuffles a Joker into the draw pile for the 10 of clubs and a Joker of the super meter [CAP-945]
P2 puts the top card of the draw pile of P1 under it [CAP-315]
P1: Ryu uses Iron Focus, once per turn [CAP-505]
P1: Luma Prism uses Prism Shell, once per match [CAP-505]
P1: Ryu uses Iron Focus [CAP-505]
Ryu of P1: priority of its attacks +1 for this attack (Iron Focus) [CAP-506]
Kestrel Volt of P1: Combo +2 until the end of the turn (Overclock) [CAP-506]
Luma Prism of P1: damage to it is halved until the end of the turn (Prism Shell) [CAP-506]
Ember Rook of P1: damage of its attacks +2 until the end of the turn (Kindle) [CAP-506]
Brakk Ironjaw of P1: damage to it -3 until the end of the turn (Thick Hide) [CAP-506]
What lasts until the end of the turn is over [CAP-214]
What lasts for this attack is over [CAP-R86]
P2 pays a Joker for a variable counter, Shoryuken of Ryu: priority 5 against 3, it counters [CAP-912]
P2 pays a Joker for a variable counter, Shoryuken of Ryu: priority 5 against 3, both are negated [CAP-913]
P2 pays a Joker for a variable counter, Shoryuken of Ryu: priority 5 against 3, the attack hits [CAP-914]
The tag super of P1 has 58 damage and priority 6 [CAP-920]
Ryu of P1 comes in for Gambit of P1 [CAP-906]
Ryu of P1 comes in for Gambit of P1 [CAP-915]
Ryu of P1 comes in for Gambit of P1 [CAP-922]
Ryu of P1 comes in for Gambit of P1 [CAP-930]
Ryu of P1 is KOed; P1 has no more turns [CAP-701]
Ryu of P1 is KOed [CAP-701]
Turn 4 of P2 ends [CAP-214]
Time Over, the draw pile of P2 is empty: the side of P1 has 44 of 88 HP, the other side 62 of 126 HP [CAP-710]
Time Over, the draw piles of P1 and P2 are empty: the side of P1 has 44 of 88 HP, the other side 62 of 126 HP [CAP-710]
Time Over after the last turn: the side of P1 has 44 of 88 HP, the other side 62 of 126 HP [CAP-712]
P4 fights no more [CAP-713]
""".strip().splitlines()
"""The sentences of SAID, in the same order."""

HIDDEN: list[tuple[Event, str]] = [
    (e.OpeningHandDealt(seat=0, n=7), "P1 draws the opening hand: 7 cards [CAP-106]"),
    (e.CardsDrawn(seat=0, n=1, cause="draw_phase"), "P1 draws 1 card [CAP-203]"),
    (e.CardsDrawn(seat=0, n=2, cause="fault_line"), "P1 draws 2 cards (Fault Line) [CAP-511]"),
    (e.BlockSet(seat=1), "P2 puts a card face down to block [CAP-420]"),
    (e.BlockReturned(seat=1, seen=False), "The block of P2 returns to the hand [CAP-430, CAP-907]"),
]
"""What those are told who don't see the cards; no event has any in a field of another name."""
CARDS = ("card", "cards")


def test_every_event_has_a_sentence_and_a_rule_and_stands_here() -> None:
    assert set(SENTENCES) == set(e.EVENTS) == {type(event) for event in SAID}


def test_each_is_told_in_these_words() -> None:
    with cases() as case:
        for event, sentence in [*zip(SAID, TOLD, strict=True), *HIDDEN]:
            with case(repr(event)):
                assert describe(event, PRINTED) == sentence


def test_the_rules_are_in_the_catalogue() -> None:
    known = {rule.id for rule in parse((files("domain.games.capcom_crossovers") / "RULES.md").read_text())}
    assert {rule for sentence in TOLD for rule in re.findall(r"CAP-R?\d+", sentence)} <= known


def test_all_that_can_be_hidden_is_told_without_it() -> None:
    hideable = {kind for kind in e.EVENTS for field in fields(kind) if field.name in CARDS and field.default is None}
    assert {type(event) for event, _ in HIDDEN} == hideable


def test_no_act_is_told_twice_in_the_same_words() -> None:
    acts = "|".join(action.told for action in GAME.actions if action.told)
    assert not [sentence for sentence in TOLD if re.match(rf"P\d ({acts})\b", sentence)]


def test_one_hp_is_left_and_two_are() -> None:
    left = [describe(damage(hp_after=n), PRINTED).partition("; ")[2] for n in (1, 2)]
    assert left == ["1 HP is left [CAP-480]", "2 HP are left [CAP-480]"]


def test_jokers_are_counted_beside_other_cards() -> None:
    told = describe(discarded("combat_over", "JK1", "2C", "JK2"), PRINTED)
    assert told.startswith("The 2 of clubs and two Jokers of P2 go ")
