"""Events as sentences for people, from what the viewer sees of them: cards by name, seats as P1 to P4, and the rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import BASIC, TAG_SUPER, THROW
from domain.games.capcom_crossovers.definitions import Definition
from domain.games.capcom_crossovers.faces import face_name, is_joker
from domain.games.capcom_crossovers.rules.moves import NAMES
from domain.kernel.dispatch import ByType, by_type
from domain.kernel.look import read_look
from domain.kernel.sentences import CardNames, Telling, joined, p


class Names(CardNames, frozen=True):
    """Characters, moves, abilities, attacks and playing cards as the sentences call them."""

    causes: ClassVar[Mapping[str, str]] = {
        **NAMES,
        **dict.fromkeys(("draw_phase", "recover_hp", "setup", "mulligan"), ""),
        "ace_recovered": "the search for an Ace",
        "joker_recovered": "the recovered Joker",
        "endurance": "Endurance",
        "tag": "tagging",
        "variable_counter": "variable counter",
        **{outcome: outcome for outcome in ("blocked", "dodged", "countered", "avoided", "negated")},
        "teched": "tech hit",
        "combat_over": "end of the combat",
    }

    def face(self, card: str | None) -> str:
        """A playing card by name, with its article."""
        if card is None:
            return "a card"
        return "a Joker" if is_joker(card) else f"the {face_name(card)}"

    def faces(self, cards: Sequence[str]) -> str:
        """Playing cards by name; Jokers have no names of their own."""
        jokers = [card for card in cards if is_joker(card)]
        others = [self.face(card) for card in cards if card not in jokers]
        return joined([*others, "two Jokers"] if len(jokers) > 1 else map(self.face, cards))

    def move(self, move: str) -> str:
        """A move as a sentence names it."""
        return f"a {NAMES[move]}" if move in NAMES else self.name(move)

    def player(self, character: str) -> str:
        """The player of a character, whom its instance id begins with: several players may play the same one."""
        return character.partition("-")[0].upper()

    def origin(self, cid: str, call: int) -> str:
        """The move or the ability of a character that a word stands in."""
        card: Definition = self.cards[cid]
        for move in card.moves:
            blocks = [block for block in (move.hit, move.used, move.per_extra) if block is not None]
            if any(word.number == call for block in blocks for word in card.blocks[block]):
                return move.name
        return card.ability.name


def _first(named: Names, x: e.FirstSideChosen) -> str:
    how = "as agreed" if x.by == "option" else "by chance"
    return f"{p(x.order[0])} goes first, {how}; turns go {', '.join(map(p, x.order))}"


_DECLARES: Mapping[str, str] = {
    "initial": "opens with",
    "follow_up": "goes on with",
    "counter": "answers with",
    "reply": "replies with",
    "variable_counter": "answers with",
}


def _declared(named: Names, x: e.AttackDeclared) -> str:
    partner = "" if x.partner_cid is None else f" together with {named.name(x.partner_cid)}"
    priority = "" if x.priority is None else f", priority {x.priority}"
    what = f"{_DECLARES[x.role]} {named.move(x.move)}{partner}: {named.faces(x.cards + x.extra_cards)}"
    return f"{p(x.seat)}: {named.name(x.cid)} {what} for {x.cp} CP ({x.cp_used} used){priority}"


def _damage(named: Names, x: e.DamageDealt) -> str:
    taken = {"halved": x.halved, "blocked": x.blocked, "reduced": x.reduced, "absorbed": x.absorbed}
    changes = {"added": x.added, **{step: -n for step, n in taken.items()}}
    steps = "".join(f" {n:+d} {step}" for step, n in changes.items() if n)
    how = f": {x.base}{steps}" if steps else ""
    hurt = f"{named.name(x.cid)} of {named.player(x.target)} takes {x.n} damage{named.because(x.cause)}{how}"
    return f"{hurt}; {x.hp_after} HP {'is' if x.hp_after == 1 else 'are'} left"


_ENDS: Mapping[str, str] = {
    "finisher": "nothing may follow the last attack",
    "points": "no combo points are left",
    "declined": "nothing is added",
    "ko": "a character is KOed",
    "tag_super": "a tag super ends it",
    "teched": "the throw was tech hit",
    "conceded": "a player has conceded",
}
"""The end of a combo in words."""


def _discarded(named: Names, x: e.CardsDiscarded) -> str:
    cards, verb = named.faces(x.cards), "go" if len(x.cards) > 1 else "goes"
    where = "from the hand" if x.source == "hand" else "from the action zone"
    return f"{cards[0].upper()}{cards[1:]} of {p(x.seat)} {verb} {where} to the discard pile{named.because(x.cause)}"


_LASTS = read_look(__package__).durations


def modified(what: str, stat: str, n: int) -> str:
    """CAP-506 A lasting change of a character."""
    return {
        "modify_stat": f"{stat.replace('_', ' ').capitalize()} {n:+d}",
        "modify_priority": f"priority of its attacks {n:+d}",
        "modify_damage": f"damage of its attacks {n:+d}",
        "reduce_damage_taken": f"damage to it {-n:+d}",
        "prevent_damage": "damage to it is halved",
    }[what]


def _modifier(named: Names, x: e.ModifierAdded) -> str:
    what = modified(x.what, x.stat or "", x.amount)
    whom, origin = f"{named.name(x.cid)} of {named.player(x.character)}", named.origin(x.source_cid, x.call)
    return f"{whom}: {what} {_LASTS[x.duration]} ({origin})"


def _time_over(named: Names, x: e.TimeOver) -> str:
    first, other = (f"{left} of {start} HP" for left, start in x.fractions)
    hp = f"the side of P1 has {first}, the other side {other}"
    if not x.empty:
        return f"Time Over after the last turn: {hp}"
    pile = "pile" if len(x.empty) == 1 else "piles"
    verb = "is" if len(x.empty) == 1 else "are"
    return f"Time Over, the draw {pile} of {named.seats(x.empty)} {verb} empty: {hp}"


def _declared_by(named: Names, x: e.AttackDeclared) -> str:
    """CAP-303 to CAP-307 The declaration of a move; for an answer or a reply, what makes it one."""
    if x.role == "counter":
        return "CAP-456" if x.priority is None else "CAP-450"
    if x.role == "reply":
        return "CAP-445"
    plain = {BASIC: "CAP-303", THROW: "CAP-307", TAG_SUPER: "CAP-920"}
    return plain.get(x.move) or ("CAP-306" if named.cards[x.move].kind == "super" else "CAP-305")


def _discarded_by(named: Names, x: e.CardsDiscarded) -> str:
    rules = {"endurance": "CAP-211", "tag": "CAP-906", "recover_hp": "CAP-940", "variable_counter": "CAP-910"}
    return rules.get(x.cause, "CAP-318" if x.source == "zone" else "CAP-505, CAP-511")


def _placed_by(named: Names, x: e.CardPlacedInMeter) -> str:
    return "CAP-950" if is_joker(x.card) else "CAP-309"


told = Telling(Names)
SENTENCES: ByType[Names, str] = by_type(
    told(
        e.CharacterEntered,
        "{active:True=CAP-104|CAP-902}",
        "{cid:name} of {seat:p} enters with {hp} HP and {active:True=is active|waits}",
    ),
    told(e.DeckBrought, "CAP-801", "{seat:p} brings a deck of {cards:count} cards"),
    told(
        e.DeckShuffled,
        "{cause:mulligan=CAP-108|ace_recovered=CAP-314|joker_recovered=CAP-945|CAP-105}",
        "The draw pile of {seat:p} is shuffled{cause:because}",
    ),
    told(e.OpeningHandDealt, "CAP-106", "{seat:p} draws the opening hand: {cards:None={n:count card}|{cards:faces}}"),
    told(e.MulliganTaken, "CAP-108", "{seat:p} shuffles the opening hand back"),
    told(e.MulliganDeclined, "CAP-107", "{seat:p} takes no mulligan"),
    told(e.FirstSideChosen, "{by:option=CAP-803|CAP-110}", _first),
    told(e.TurnStarted, "CAP-215", "Turn {turn} of {seat:p} begins"),
    told(
        e.BlockReturned,
        "{seen:True=CAP-424|CAP-430, CAP-907}",
        "The block of {seat:p}{card:None=|, {card:face},} returns to the hand",
    ),
    told(
        e.CardsDrawn,
        "{cause:draw_phase=CAP-203|CAP-511}",
        "{seat:p} draws {cards:None={n:count card}|{cards:faces}}{cause:because}",
    ),
    told(
        e.PhaseChanged,
        "{phase:draw=CAP-203|combat=CAP-206|cleanup=CAP-210|CAP-201}",
        "{seat:p}: {phase:draw=draw phase|combat=combat phase|cleanup=clean-up phase|{phase}}",
    ),
    told(e.CombatPassed, "CAP-206", "{seat:p} neither attacks nor blocks"),
    told(e.BlockSet, "CAP-420", "{seat:p} puts {card:face} face down to block"),
    told(e.AttackDeclared, _declared_by, _declared),
    told(e.BlockRevealed, "CAP-422", "{seat:p} turns up the block, {card:face}: defense total {defense_total}"),
    told(
        e.BlockDiscarded,
        "CAP-424, CAP-432",
        "The block of {seat:p}{card:None=|, {card:face},} goes to the discard pile",
    ),
    told(
        e.AttackBlocked,
        "CAP-423",
        "The initial attack is blocked: {damage_through:0=no|{damage_through}} damage comes through",
    ),
    told(
        e.DodgeAttempted,
        "CAP-441",
        "{seat:p} turns up {card:face}: the dodge {success:True=succeeds|fails}",
    ),
    told(
        e.ExtraFlipUsed,
        "CAP-512",
        "{seat:p} turns up one more card, {card:face}: the dodge {success:True=succeeds|fails}",
    ),
    told(e.AttackDodged, "CAP-442", "The initial attack is dodged"),
    told(e.AttackHit, "CAP-406", "{attack:0=The initial attack|The attack} hits"),
    told(
        e.AttackCountered,
        "CAP-451",
        "The answer counters the initial attack, priority {by_priority} against {priority}",
    ),
    told(
        e.AttackNegated,
        "CAP-460",
        "The answer negates the initial attack, priority {by_priority} against {priority}",
    ),
    told(e.AttackAvoided, "CAP-456", "The answer avoids the initial attack"),
    told(e.ThrowTeched, "CAP-472", "{seat:p} negates the throw with {cards:faces}"),
    told(e.RangedReplyDeclined, "CAP-445", "{seat:p} makes no ranged reply"),
    told(e.CpReset, "CAP-415", "{cid:name} of {character:player} has all combo points again"),
    told(e.DamageDealt, "CAP-480", _damage),
    told(
        e.HpRecovered,
        "{cause:recover_hp=CAP-940|CAP-483}",
        "{cid:name} of {character:player} regains {n} HP{cause:because} and has {hp_after}",
    ),
    told(
        e.ComboEnded,
        "{reason:finisher=CAP-412, CAP-413, CAP-446|"
        "points=CAP-414|declined=CAP-418|ko=CAP-208|tag_super=CAP-922|teched=CAP-472|conceded=CAP-713}",
        "{reason:finisher={seat:p} has dealt|The combo of {seat:p} ends with} {total} damage: {reason}",
        reason=_ENDS,
    ),
    told(e.CardsDiscarded, _discarded_by, _discarded),
    told(e.CardDiscardedAtRandom, "CAP-R90", "{seat:p} loses {card:face} at random{cause:because}"),
    told(e.CardPlacedInMeter, _placed_by, "{seat:p} adds {card:face} to the super meter, which is worth {total}"),
    told(
        e.AceRecovered,
        "CAP-311",
        "{seat:p} takes {ace:face} from the {pile} pile for {paid:faces} of the super meter",
    ),
    told(
        e.JokerRecovered, "CAP-945", "{seat:p} shuffles a Joker into the draw pile for {paid:faces} of the super meter"
    ),
    told(e.DeckCut, "CAP-315", "{by:p} puts the top {k:1=card|{k} cards} of the draw pile of {seat:p} under it"),
    told(
        e.AbilityUsed,
        "CAP-505",
        "{seat:p}: {cid:name} uses {ability:name}{limit:None=|turn=, once per turn|game=, once per match}",
    ),
    told(e.ModifierAdded, "CAP-506", _modifier),
    told(
        e.ModifiersExpired,
        "{duration:until_end_of_turn=CAP-214|CAP-R86}",
        "What lasts {duration} is over",
        duration=_LASTS,
    ),
    told(
        e.VariableCounterUsed,
        "{outcome:higher=CAP-912|equal=CAP-913|lower=CAP-914}",
        "{seat:p} pays a Joker for a variable counter, {move:name} of {cid:name}: "
        "priority {priority} against {against}, "
        "{outcome:higher=it counters|equal=both are negated|lower=the attack hits}",
    ),
    told(e.TagSuperUsed, "CAP-920", "The tag super of {seat:p} has {damage} damage and priority {priority}"),
    told(
        e.CharacterSwitched,
        "{reason:tag=CAP-906|vc=CAP-915|tag_super=CAP-922|ko=CAP-930}",
        "{comes_cid:name} of {comes:player} comes in for {goes_cid:name} of {goes:player}",
    ),
    told(e.CharacterKoed, "CAP-701", "{cid:name} of {seat:p} is KOed{out:True=; {seat:p} has no more turns|}"),
    told(e.TurnEnded, "CAP-214", "Turn {turn} of {seat:p} ends"),
    told(e.TimeOver, "{empty:()=CAP-712|CAP-710}", _time_over),
    told(e.PlayerConceded, "CAP-713", "{seat:p} fights no more"),
)
"""Events, each with the rules that it follows: from its content where that decides, two where it leaves both open."""

describe = told.describing(SENTENCES)
