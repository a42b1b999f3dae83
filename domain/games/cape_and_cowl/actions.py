"""The actions by their names in the catalogue, and the answers to prompts (`answer_prompt` there)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from domain.kernel.actions import Action
from domain.kernel.references import CardId, Place, Word


class DrawCard(Action, frozen=True, tag="draw_card"):
    """Take the top card of the own deck."""

    told: ClassVar[str] = "draws a card"


class PlayCharacter(Action, frozen=True, tag="play_character"):
    """Play a Character of the hand."""

    told: ClassVar[str] = "plays a Character"
    card: CardId


class PlayCity(Action, frozen=True, tag="play_city"):
    """Play a City card of the hand; a guard is played onto a host."""

    told: ClassVar[str] = "plays a City card"
    card: CardId
    host: CardId | None = None


class PlayEvent(Action, frozen=True, tag="play_event"):
    """Play an Event: one target for each `pick` of its text, cards to recover, a Class to become."""

    told: ClassVar[str] = "plays an Event"
    card: CardId
    targets: tuple[CardId, ...] = ()
    cards: tuple[CardId, ...] = ()
    class_: Word | None = msgspec.field(default=None, name="class")


class WithdrawCharacter(Action, frozen=True, tag="withdraw_character"):
    """Take an own Character back to the hand."""

    told: ClassVar[str] = "withdraws a Character"
    character: CardId


class DiscardFromHand(Action, frozen=True, tag="discard_from_hand"):
    """Put a card of the hand into the discard pile."""

    told: ClassVar[str] = "discards a card of the hand"
    card: CardId


class DiscardFromField(Action, frozen=True, tag="discard_from_field"):
    """Put an own card in play into the discard pile."""

    told: ClassVar[str] = "discards a card in play"
    card: CardId


class Attack(Action, frozen=True, tag="attack"):
    """CNC-R58 Use an Attack, by its number on the card from 1, on an opposing Character or on `city`."""

    told: ClassVar[str] = "attacks"
    attacker: CardId
    attack: int
    target: CardId


class UseAbility(Action, frozen=True, tag="use_ability"):
    """CNC-R58 Use an active Ability, by its number among all Abilities of the card from 1."""

    told: ClassVar[str] = "uses an Ability"
    character: CardId
    ability: int
    targets: tuple[CardId, ...] = ()
    cards: tuple[CardId, ...] = ()
    class_: Word | None = msgspec.field(default=None, name="class")


class EndTurn(Action, frozen=True, tag="end_turn"):
    """Be done."""

    told: ClassVar[str] = "ends the turn"


class ChooseTarget(Action, frozen=True, tag="choose_target"):
    """Answer `type_effect_target` or `trigger_target`; without a target: none."""

    told: ClassVar[str] = "chooses a target"
    target: CardId | None = None

    def in_words(self) -> str:
        """CNC-R24 The effect comes to nothing without one."""
        return self.told if self.target else "chooses no target"


class ChooseCards(Action, frozen=True, tag="choose_cards"):
    """Answer `choose_discards`, `discard_down`, or cards to recover; no cards: none."""

    told: ClassVar[str] = "chooses cards"
    cards: tuple[CardId, ...] = ()

    def in_words(self) -> str:
        """CNC-534 Nothing is recovered without any."""
        return self.told if self.cards else "chooses no card"


class ChoosePositions(Action, frozen=True, tag="choose_positions"):
    """Answer `hand_positions`: positions, from 1, of cards that the opponent then shows; none to decline."""

    told: ClassVar[str] = "chooses cards of a hand by their positions"
    positions: tuple[Place, ...] = ()

    def in_words(self) -> str:
        """CNC-R24 Nothing is revealed without any."""
        return self.told if self.positions else "chooses no card of a hand"


class TakeCard(Action, frozen=True, tag="take_card"):
    """Answer `search_card`: the card id to take from the own deck; without one: none."""

    told: ClassVar[str] = "searches the deck"
    card: CardId | None = None
