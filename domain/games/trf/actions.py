"""The actions by their names in the catalogue. Units are named by their anchor card."""

from __future__ import annotations

from typing import Annotated, ClassVar

from domain.games.trf.definitions import Window
from domain.kernel.actions import Action
from domain.kernel.references import CardId, Naming, Seat, Word

Target = Annotated[str, Naming(("card", "group"))]
"""A card, or a fight."""


class DrawCard(Action, frozen=True, tag="draw_card"):
    """Take the top card of the own deck."""


class SkipDraw(Action, frozen=True, tag="skip_draw"):
    """Draw no card."""


class PlayPlanet(Action, frozen=True, tag="play_planet"):
    """Put a planet of the hand into play."""

    card: CardId


class SkipPlanet(Action, frozen=True, tag="skip_planet"):
    """Play no planet."""


class PlayCharacter(Action, frozen=True, tag="play_character"):
    """Buy a character of the hand."""

    card: CardId


class Revive(Action, frozen=True, tag="revive"):
    """Buy back a Unique character of the own discard pile."""

    card: CardId


class ActivatePlanet(Action, frozen=True, tag="activate_planet"):
    """Use an ability of a planet, by its number on the card from 1; `cards` are discarded as its cost."""

    planet: CardId
    ability: int
    targets: tuple[Target, ...] = ()
    cards: tuple[CardId, ...] = ()
    opponent: Seat | None = None


class EndDeployment(Action, frozen=True, tag="end_deployment"):
    """Buy nothing more."""


class JoinFleet(Action, frozen=True, tag="join_fleet"):
    """Combine an Individual with a Fleeter."""

    individual: CardId
    fleeter: CardId


class LeaveFleet(Action, frozen=True, tag="leave_fleet"):
    """Take an Individual off its Fleeter."""

    individual: CardId


class ActivateAccount(Action, frozen=True, tag="activate_account"):
    """Use an ability of the own account, by its number on the card from 1."""

    ability: int
    targets: tuple[Target, ...] = ()
    cards: tuple[CardId, ...] = ()
    opponent: Seat | None = None


class ActivateCharacter(Action, frozen=True, tag="activate_character"):
    """Use an ability of a character, by its number on the card from 1."""

    character: CardId
    ability: int
    targets: tuple[Target, ...] = ()
    cards: tuple[CardId, ...] = ()
    opponent: Seat | None = None


class PlayOoc(Action, frozen=True, tag="play_ooc"):
    """Play an OOC card in the window that is open: a target for each that its text takes, in written order.

    `opponent`: the player that its text calls an opponent, where there are several.
    """

    card: CardId
    window: Window
    targets: tuple[Target, ...] = ()
    opponent: Seat | None = None


class DeclineAttack(Action, frozen=True, tag="decline_attack"):
    """Attack nobody this turn."""


class AddAttacker(Action, frozen=True, tag="add_attacker"):
    """Name a unit that attacks; with the first one, where there are several opponents, also the attacked one."""

    unit: CardId
    defender: Seat | None = None


class ConfirmAttack(Action, frozen=True, tag="confirm_attack"):
    """Name no further attacker."""


class AssignBlock(Action, frozen=True, tag="assign_block"):
    """Let a unit block an attacking one."""

    private: ClassVar[bool] = True
    blocker: CardId
    attacker: CardId


class ConfirmBlocks(Action, frozen=True, tag="confirm_blocks"):
    """Name no further blocker."""


class AssignAssault(Action, frozen=True, tag="assign_assault"):
    """Send an unblocked unit to a planet."""

    private: ClassVar[bool] = True
    unit: CardId
    planet: CardId


class ConfirmAssault(Action, frozen=True, tag="confirm_assault"):
    """Send no further unit."""


class Pass(Action, frozen=True, tag="pass"):
    """Play no card in this window, or on this card."""


class SetStandingPass(Action, frozen=True, tag="set_standing_pass"):
    """Pass in these windows until the end of the turn; none: be asked again."""

    private: ClassVar[bool] = True
    windows: tuple[Window, ...] = ()


class EndTurn(Action, frozen=True, tag="end_turn"):
    """Be done."""


class ChooseCards(Action, frozen=True, tag="choose_cards"):
    """Choose cards by instance id; of cards that are looked at, by position from 1."""

    cards: tuple[CardId, ...]


class ChooseOption(Action, frozen=True, tag="choose_option"):
    """Choose one of the options."""

    option: Word
