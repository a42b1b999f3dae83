"""The actions by their names in the catalogue, and the answers to prompts. Playing cards are named by face."""

from __future__ import annotations

from typing import ClassVar, Literal

from domain.kernel.actions import Action
from domain.kernel.references import CardId


class Keep(Action, frozen=True, tag="keep"):
    """Keep the opening hand."""

    told: ClassVar[str] = "keeps the opening hand"


class Mulligan(Action, frozen=True, tag="mulligan"):
    """Shuffle the whole opening hand back and draw 7 again."""

    told: ClassVar[str] = "takes a mulligan"


class DrawCards(Action, frozen=True, tag="draw_cards"):
    """Draw n cards."""

    told: ClassVar[str] = "chooses how many cards to draw"
    n: int


class Declared(Action, frozen=True):
    """The base of answers that show a move and the cards that pay for it."""

    move: CardId
    cards: tuple[CardId, ...]
    extra_cards: tuple[CardId, ...] = ()


class DeclareAttack(Declared, frozen=True, tag="declare_attack"):
    """The initial attack: `move` is `basic`, `throw`, `tag_super` or a move's id."""

    told: ClassVar[str] = "attacks"


class SetBlock(Action, frozen=True, tag="set_block"):
    """Put a number card face down to block; which one is for its owner alone."""

    told: ClassVar[str] = "sets a block"
    private: ClassVar[bool] = True
    card: CardId


class PassCombat(Action, frozen=True, tag="pass_combat"):
    """Neither attack nor block."""

    told: ClassVar[str] = "passes"


class FollowUp(Declared, frozen=True, tag="follow_up"):
    """Add an attack to the combo."""

    told: ClassVar[str] = "goes on with the combo"


class EndCombo(Action, frozen=True, tag="end_combo"):
    """Add nothing more."""

    told: ClassVar[str] = "ends the combo"


class TakeHit(Action, frozen=True, tag="take_hit"):
    """Let the attack hit."""

    told: ClassVar[str] = "takes the hit"


class Dodge(Action, frozen=True, tag="dodge"):
    """Turn up the top card of the draw pile."""

    told: ClassVar[str] = "tries to dodge"


class Counter(Declared, frozen=True, tag="counter"):
    """Answer with an attack: a counter by higher priority, a negation by equal."""

    told: ClassVar[str] = "answers with an attack"


class Avoid(Declared, frozen=True, tag="avoid"):
    """Answer with an avoid move."""

    told: ClassVar[str] = "avoids the attack"


class Pair(Action, frozen=True):
    """The base of answers that two number cards of one value pay for."""

    card1: CardId
    card2: CardId

    @property
    def cards(self) -> tuple[str, str]:
        """Both."""
        return self.card1, self.card2


class TechHit(Pair, frozen=True, tag="tech_hit"):
    """Answer a throw with two number cards of one value."""

    told: ClassVar[str] = "tech hits the throw"


class VariableCounter(Action, frozen=True, tag="variable_counter"):
    """Pay a Joker for the [VC] move of the inactive character."""

    told: ClassVar[str] = "calls a variable counter"
    joker: CardId


class Reply(Declared, frozen=True, tag="reply"):
    """A ranged attack after a successful dodge."""

    told: ClassVar[str] = "replies from afar"


class Absorb(Action, frozen=True, tag="absorb"):
    """Discard a card to prevent damage."""

    told: ClassVar[str] = "discards to prevent damage"
    card: CardId


class Use(Action, frozen=True, tag="use"):
    """Use an ability that one may use now."""

    told: ClassVar[str] = "uses an ability"


class Decline(Action, frozen=True, tag="decline"):
    """Decline every offer."""

    told: ClassVar[str] = "declines"


class PlaceInMeter(Action, frozen=True, tag="place_in_meter"):
    """Put a card of the hand into the super meter."""

    told: ClassVar[str] = "places a card in the super meter"
    card: CardId


class RecoverAce(Action, frozen=True, tag="recover_ace"):
    """Pay 40 out of the super meter for an Ace of a pile."""

    told: ClassVar[str] = "searches for an Ace"
    meter_cards: tuple[CardId, ...]
    pile: Literal["draw", "discard"]
    ace: CardId


class RecoverJoker(Action, frozen=True, tag="recover_joker"):
    """Pay 50 out of the super meter: a Joker of the discard pile goes into the draw pile."""

    told: ClassVar[str] = "recovers a Joker"
    meter_cards: tuple[CardId, ...]
    joker: CardId


class Tag(Pair, frozen=True, tag="tag"):
    """Discard two number cards of one value: the inactive character becomes active."""

    told: ClassVar[str] = "tags"


class RecoverHp(Action, frozen=True, tag="recover_hp"):
    """Discard a card: the inactive character regains HP."""

    told: ClassVar[str] = "discards to regain HP"
    card: CardId


class EndTurn(Action, frozen=True, tag="end_turn"):
    """Be done with the clean-up phase."""

    told: ClassVar[str] = "ends the turn"


class Discard(Action, frozen=True, tag="discard"):
    """Discard a card of the own hand."""

    told: ClassVar[str] = "discards"
    card: CardId


class Cut(Action, frozen=True, tag="cut"):
    """Put the top k cards of the pile under it; 0: no cut."""

    told: ClassVar[str] = "cuts the pile"
    k: int


class UseAbility(Action, frozen=True, tag="use_ability"):
    """Use an any-time ability of the own active character."""

    told: ClassVar[str] = "uses an ability"
    ability: CardId
    cards: tuple[CardId, ...] = ()
