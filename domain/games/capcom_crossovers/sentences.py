"""Events as sentences for people, from what the viewer sees of them: cards by name, seats as P1 to P4, and the rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import BASIC, TAG_SUPER, THROW
from domain.games.capcom_crossovers.definitions import Definition
from domain.games.capcom_crossovers.faces import face_name, is_joker
from domain.games.capcom_crossovers.rules.moves import NAMES
from domain.kernel.dispatch import ByType, always, by_type, on
from domain.kernel.sentences import CardNames, count, describing, p

BECAUSE: Mapping[str, str] = {
    **NAMES,
    **dict.fromkeys(("draw_phase", "recover_hp", "setup", "mulligan"), ""),
    "ace_recovered": "the search for an Ace",
    "joker_recovered": "the recovered Joker",
    "endurance": "Endurance",
    "tag": "tagging",
    "variable_counter": "variable counter",
    **{outcome: outcome for outcome in ("blocked", "dodged", "countered", "avoided", "negated")},
    "teched": "tech hit",
    "combat_over": "the combat is over",
}
"""Causes that are neither moves nor abilities, in words; nothing where the sentence says it already."""


class Names(CardNames, frozen=True):
    """Characters, moves and abilities by name."""

    def because(self, cause: str) -> str:
        """The source of something: a move, an ability, or a rule's own word."""
        words = BECAUSE[cause] if cause in BECAUSE else self.name(cause)
        return f" ({words})" if words else ""

    def move(self, move: str) -> str:
        """A move as a sentence names it."""
        return f"a {NAMES[move]}" if move in NAMES else self.name(move)

    def fighter(self, character: str, cid: str) -> str:
        """A character with its player, whom its instance id begins with: several players may play the same one."""
        return f"{self.name(cid)} of {character.partition('-')[0].upper()}"

    def origin(self, cid: str, call: int) -> str:
        """The move or the ability of a character that a word stands in."""
        card: Definition = self.cards[cid]
        for move in card.moves:
            blocks = [block for block in (move.hit, move.used, move.per_extra) if block is not None]
            if any(word.number == call for block in blocks for word in card.blocks[block]):
                return move.name
        return card.ability.name


def faces(known: Sequence[str] | None, n: int = 0) -> str:
    """Playing cards by name; of those that can't be seen, how many there are."""
    return count(n, "card") if known is None else ", ".join(map(face_name, known))


def attack(number: int) -> str:
    """An attack of a combat, counted from 1 as people do."""
    return "the initial attack" if number == 0 else f"attack {number + 1}"


def _attack(number: int) -> str:
    """The same at the beginning of a sentence."""
    return attack(number).capitalize()


def _entered(named: Names, x: e.CharacterEntered) -> str:
    return f"{named.name(x.cid)} of {p(x.seat)} enters with {x.hp} HP and {'is active' if x.active else 'waits'}"


def _first(named: Names, x: e.FirstSideChosen) -> str:
    how = "as agreed" if x.by == "option" else "by chance"
    return f"{p(x.order[0])} goes first, {how}; turns go {', '.join(map(p, x.order))}"


_PHASES: Mapping[str, tuple[str, str]] = {
    "draw": ("draw phase", "CAP-203"),
    "combat": ("combat phase", "CAP-206"),
    "cleanup": ("clean-up phase", "CAP-210"),
}


def _phase(x: e.PhaseChanged) -> tuple[str, str]:
    """What begins, and its rule."""
    return _PHASES.get(x.phase, (x.phase, "CAP-201"))


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
    what = f"{_DECLARES[x.role]} {named.move(x.move)}{partner}: {faces(x.cards + x.extra_cards)}"
    return f"{p(x.seat)}: {named.name(x.cid)} {what} for {x.cp} CP ({x.cp_used} used){priority}"


def _turned(x: e.DodgeAttempted | e.ExtraFlipUsed) -> str:
    return f"the {face_name(x.card)}: the dodge {'succeeds' if x.success else 'fails'}"


def _against(x: e.AttackCountered | e.AttackNegated) -> str:
    return f"by {attack(x.by)}, priority {x.by_priority} against {x.priority}"


def _damage(named: Names, x: e.DamageDealt) -> str:
    taken = {"halved": x.halved, "blocked": x.blocked, "reduced": x.reduced, "absorbed": x.absorbed}
    changes = {"added": x.added, **{step: -n for step, n in taken.items()}}
    steps = "".join(f" {n:+d} {step}" for step, n in changes.items() if n)
    how = f": {x.base}{steps}" if steps else ""
    hurt = f"{named.fighter(x.target, x.cid)} takes {x.n} damage{named.because(x.cause)}{how}"
    return f"{hurt}; {x.hp_after} HP are left"


def _recovered(named: Names, x: e.HpRecovered) -> str:
    return f"{named.fighter(x.character, x.cid)} regains {x.n} HP{named.because(x.cause)} and has {x.hp_after}"


_ENDS: Mapping[str, tuple[str, str]] = {
    "finisher": ("nothing may follow its last attack", "CAP-412"),
    "points": ("no combo points are left", "CAP-414"),
    "declined": ("nothing is added", "CAP-418"),
    "ko": ("a character is KOed", "CAP-208"),
    "tag_super": ("a tag super ends it", "CAP-922"),
    "teched": ("the throw was tech hit", "CAP-472"),
    "conceded": ("a player has conceded", "CAP-713"),
}
"""The end of a combo in words, and its rule."""


def _discarded(named: Names, x: e.CardsDiscarded) -> str:
    verb = "go" if len(x.cards) > 1 else "goes"
    where = "from the hand" if x.source == "hand" else "from the action zone"
    return f"{faces(x.cards)} of {p(x.seat)} {verb} {where} to the discard pile{named.because(x.cause)}"


def _ace(named: Names, x: e.AceRecovered) -> str:
    return f"{p(x.seat)} takes the {face_name(x.ace)} from the {x.pile} pile for {faces(x.paid)} of the super meter"


def _joker(named: Names, x: e.JokerRecovered) -> str:
    return f"{p(x.seat)} shuffles a Joker into the draw pile for {faces(x.paid)} of the super meter"


def _ability(named: Names, x: e.AbilityUsed) -> str:
    limit = {None: "", "turn": ", once per turn", "game": ", once per match"}[x.limit]
    return f"{p(x.seat)}: {named.name(x.cid)} uses {named.name(x.ability)}{limit}"


_LASTS: Mapping[str, str] = {"until_end_of_turn": "until the end of the turn", "this_attack": "for this attack"}


def _modifier(named: Names, x: e.ModifierAdded) -> str:
    what = {
        "modify_stat": f"{(x.stat or '').replace('_', ' ').capitalize()} {x.amount:+d}",
        "modify_priority": f"priority of its attacks {x.amount:+d}",
        "modify_damage": f"damage of its attacks {x.amount:+d}",
        "reduce_damage_taken": f"damage to it {-x.amount:+d}",
        "prevent_damage": "damage to it is halved",
    }[x.what]
    return f"{named.fighter(x.character, x.cid)}: {what} {_LASTS[x.duration]} ({named.origin(x.source_cid, x.call)})"


def _variable_counter(named: Names, x: e.VariableCounterUsed) -> str:
    result = {"higher": "it counters", "equal": "both are negated", "lower": "the attack hits"}[x.outcome]
    against = f"priority {x.priority} against {x.against}, {result}"
    return f"{p(x.seat)}: {named.name(x.cid)} uses {named.name(x.move)} as a variable counter for a Joker: {against}"


def _switched(named: Names, x: e.CharacterSwitched) -> str:
    return f"{named.fighter(x.comes, x.comes_cid)} comes in for {named.fighter(x.goes, x.goes_cid)}"


def _koed(named: Names, x: e.CharacterKoed) -> str:
    return f"{named.name(x.cid)} of {p(x.seat)} is KOed" + (f"; {p(x.seat)} has no more turns" if x.out else "")


def _time_over(named: Names, x: e.TimeOver) -> str:
    hp = " against ".join(f"{left} of {start} HP" for left, start in x.fractions)
    if not x.empty:
        return f"Time Over after the last turn: {hp}"
    pile = "pile" if len(x.empty) == 1 else "piles"
    verb = "is" if len(x.empty) == 1 else "are"
    return f"Time Over, the draw {pile} of {', '.join(map(p, x.empty))} {verb} empty: {hp}"


SENTENCES: ByType[Names, str] = by_type(
    on(e.CharacterEntered, _entered),
    on(e.DeckBrought, lambda _, x: f"{p(x.seat)} brings a deck of {len(x.cards)} cards"),
    on(e.DeckShuffled, lambda named, x: f"The draw pile of {p(x.seat)} is shuffled{named.because(x.cause)}"),
    on(e.OpeningHandDealt, lambda _, x: f"{p(x.seat)} draws the opening hand: {faces(x.cards, x.n)}"),
    on(e.MulliganTaken, lambda _, x: f"{p(x.seat)} takes a mulligan"),
    on(e.MulliganDeclined, lambda _, x: f"{p(x.seat)} keeps the opening hand"),
    on(e.FirstSideChosen, _first),
    on(e.TurnStarted, lambda _, x: f"Turn {x.turn}: {p(x.seat)}"),
    on(e.BlockReturned, lambda _, x: f"The block of {p(x.seat)}, {face_name(x.card)}, returns to the hand"),
    on(e.CardsDrawn, lambda named, x: f"{p(x.seat)} draws {faces(x.cards, x.n)}{named.because(x.cause)}"),
    on(e.PhaseChanged, lambda _, x: f"{p(x.seat)}: {_phase(x)[0]}"),
    on(e.CombatPassed, lambda _, x: f"{p(x.seat)} passes"),
    on(e.BlockSet, lambda _, x: f"{p(x.seat)} sets {face_name(x.card)} as a block"),
    on(e.AttackDeclared, _declared),
    on(
        e.BlockRevealed,
        lambda _, x: f"{p(x.seat)} turns up the block, {face_name(x.card)}: defense total {x.defense_total}",
    ),
    on(e.BlockDiscarded, lambda _, x: f"The block of {p(x.seat)}, {face_name(x.card)}, goes to the discard pile"),
    on(
        e.AttackBlocked, lambda _, x: f"{_attack(x.attack)} is blocked: {x.damage_through or 'no'} damage comes through"
    ),
    on(e.DodgeAttempted, lambda _, x: f"{p(x.seat)} tries to dodge and turns up {_turned(x)}"),
    on(e.ExtraFlipUsed, lambda _, x: f"{p(x.seat)} turns up one more card, {_turned(x)}"),
    on(e.AttackDodged, lambda _, x: f"{_attack(x.attack)} is dodged"),
    on(e.AttackHit, lambda _, x: f"{_attack(x.attack)} hits"),
    on(e.AttackCountered, lambda _, x: f"{_attack(x.attack)} is countered {_against(x)}"),
    on(e.AttackNegated, lambda _, x: f"{_attack(x.attack)} is negated {_against(x)}"),
    on(e.AttackAvoided, lambda _, x: f"{_attack(x.attack)} is avoided by {attack(x.by)}"),
    on(e.ThrowTeched, lambda _, x: f"{p(x.seat)} tech hits the throw with {faces(x.cards)}"),
    on(e.RangedReplyDeclined, lambda _, x: f"{p(x.seat)} makes no ranged reply"),
    on(e.CpReset, lambda named, x: f"{named.fighter(x.character, x.cid)} has all combo points again"),
    on(e.DamageDealt, _damage),
    on(e.HpRecovered, _recovered),
    on(e.ComboEnded, lambda _, x: f"The combo of {p(x.seat)} ends with {x.total} damage: {_ENDS[x.reason][0]}"),
    on(e.CardsDiscarded, _discarded),
    on(
        e.CardDiscardedAtRandom,
        lambda named, x: f"{p(x.seat)} discards at random: {face_name(x.card)}{named.because(x.cause)}",
    ),
    on(
        e.CardPlacedInMeter,
        lambda _, x: f"{p(x.seat)} places {face_name(x.card)} in the super meter, which is worth {x.total}",
    ),
    on(e.AceRecovered, _ace),
    on(e.JokerRecovered, _joker),
    on(e.DeckCut, lambda _, x: f"{p(x.by)} cuts the draw pile of {p(x.seat)} after {count(x.k, 'card')}"),
    on(e.AbilityUsed, _ability),
    on(e.ModifierAdded, _modifier),
    on(e.ModifiersExpired, lambda _, x: f"What lasts {_LASTS[x.duration]} is over"),
    on(e.VariableCounterUsed, _variable_counter),
    on(e.TagSuperUsed, lambda _, x: f"The tag super of {p(x.seat)} has {x.damage} damage and priority {x.priority}"),
    on(e.CharacterSwitched, _switched),
    on(e.CharacterKoed, _koed),
    on(e.TurnEnded, lambda _, x: f"Turn {x.turn} of {p(x.seat)} ends"),
    on(e.TimeOver, _time_over),
    on(e.PlayerConceded, lambda _, x: f"{p(x.seat)} concedes"),
)


def _declared_by(named: Names, x: e.AttackDeclared) -> str:
    """CAP-303 to CAP-307 The declaration of a move; for an answer or a reply, what makes it one."""
    if x.role == "counter":
        return "CAP-456" if x.priority is None else "CAP-450"
    if x.role == "reply":
        return "CAP-445"
    plain = {BASIC: "CAP-303", THROW: "CAP-307", TAG_SUPER: "CAP-920"}
    return plain.get(x.move) or ("CAP-306" if named.cards[x.move].kind == "super" else "CAP-305")


_SHUFFLES = {"mulligan": "CAP-108", "ace_recovered": "CAP-314", "joker_recovered": "CAP-945"}
_DISCARDS = {"endurance": "CAP-211", "tag": "CAP-906", "recover_hp": "CAP-940", "variable_counter": "CAP-910"}
_SWITCHES = {"tag": "CAP-906", "vc": "CAP-915", "tag_super": "CAP-922", "ko": "CAP-930"}
RULES: ByType[Names, str] = by_type(
    on(e.CharacterEntered, lambda _, x: "CAP-104" if x.active else "CAP-902"),
    on(e.DeckBrought, always("CAP-801")),
    on(e.DeckShuffled, lambda _, x: _SHUFFLES.get(x.cause, "CAP-105")),
    on(e.OpeningHandDealt, always("CAP-106")),
    on(e.MulliganTaken, always("CAP-108")),
    on(e.MulliganDeclined, always("CAP-107")),
    on(e.FirstSideChosen, lambda _, x: "CAP-803" if x.by == "option" else "CAP-110"),
    on(e.TurnStarted, always("CAP-215")),
    on(e.BlockReturned, lambda _, x: "CAP-424" if x.seen else "CAP-430, CAP-907"),
    on(e.CardsDrawn, lambda _, x: "CAP-203" if x.cause == "draw_phase" else "CAP-511"),
    on(e.PhaseChanged, lambda _, x: _phase(x)[1]),
    on(e.CombatPassed, always("CAP-206")),
    on(e.BlockSet, always("CAP-420")),
    on(e.AttackDeclared, _declared_by),
    on(e.BlockRevealed, always("CAP-422")),
    on(e.BlockDiscarded, always("CAP-424, CAP-432")),
    on(e.AttackBlocked, always("CAP-423")),
    on(e.DodgeAttempted, always("CAP-441")),
    on(e.ExtraFlipUsed, always("CAP-512")),
    on(e.AttackDodged, always("CAP-442")),
    on(e.AttackHit, always("CAP-406")),
    on(e.AttackCountered, always("CAP-451")),
    on(e.AttackNegated, always("CAP-460")),
    on(e.AttackAvoided, always("CAP-456")),
    on(e.ThrowTeched, always("CAP-472")),
    on(e.RangedReplyDeclined, always("CAP-445")),
    on(e.CpReset, always("CAP-415")),
    on(e.DamageDealt, always("CAP-480")),
    on(e.HpRecovered, lambda _, x: "CAP-940" if x.cause == "recover_hp" else "CAP-483"),
    on(e.ComboEnded, lambda _, x: _ENDS[x.reason][1]),
    on(e.CardsDiscarded, lambda _, x: _DISCARDS.get(x.cause, "CAP-318" if x.source == "zone" else "CAP-505, CAP-511")),
    on(e.CardDiscardedAtRandom, always("CAP-R90")),
    on(e.CardPlacedInMeter, lambda _, x: "CAP-950" if is_joker(x.card) else "CAP-309"),
    on(e.AceRecovered, always("CAP-311")),
    on(e.JokerRecovered, always("CAP-945")),
    on(e.DeckCut, always("CAP-315")),
    on(e.AbilityUsed, always("CAP-505")),
    on(e.ModifierAdded, always("CAP-506")),
    on(e.ModifiersExpired, lambda _, x: "CAP-214" if x.duration == "until_end_of_turn" else "CAP-R86"),
    on(e.VariableCounterUsed, lambda _, x: {"higher": "CAP-912", "equal": "CAP-913", "lower": "CAP-914"}[x.outcome]),
    on(e.TagSuperUsed, always("CAP-920")),
    on(e.CharacterSwitched, lambda _, x: _SWITCHES[x.reason]),
    on(e.CharacterKoed, always("CAP-701")),
    on(e.TurnEnded, always("CAP-214")),
    on(e.TimeOver, lambda _, x: "CAP-710" if x.empty else "CAP-712"),
    on(e.PlayerConceded, always("CAP-713")),
)
"""The rules that an event follows; from its content where that decides, two where it leaves both open."""

describe = describing(Names, SENTENCES, RULES)
