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

    told: ClassVar[str] = "draws a card"


class SkipDraw(Action, frozen=True, tag="skip_draw"):
    """Draw no card."""

    told: ClassVar[str] = "draws no card"


class PlayPlanet(Action, frozen=True, tag="play_planet"):
    """Put a planet of the hand into play."""

    told: ClassVar[str] = "plays a planet"
    card: CardId


class SkipPlanet(Action, frozen=True, tag="skip_planet"):
    """Play no planet."""

    told: ClassVar[str] = "plays no planet"


class PlayCharacter(Action, frozen=True, tag="play_character"):
    """Buy a character of the hand."""

    told: ClassVar[str] = "plays a character"
    card: CardId


class Revive(Action, frozen=True, tag="revive"):
    """Buy back a Unique character of the own discard pile."""

    told: ClassVar[str] = "revives a character"
    card: CardId


class ActivatePlanet(Action, frozen=True, tag="activate_planet"):
    """Use an ability of a planet, by its number on the card from 1; `cards` are discarded as its cost."""

    told: ClassVar[str] = "uses a planet"
    planet: CardId
    ability: int
    targets: tuple[Target, ...] = ()
    cards: tuple[CardId, ...] = ()
    opponent: Seat | None = None


class EndDeployment(Action, frozen=True, tag="end_deployment"):
    """Buy nothing more."""

    told: ClassVar[str] = "ends the Deployment"


class JoinFleet(Action, frozen=True, tag="join_fleet"):
    """Combine an Individual with a Fleeter."""

    told: ClassVar[str] = "combines a unit"
    individual: CardId
    fleeter: CardId


class LeaveFleet(Action, frozen=True, tag="leave_fleet"):
    """Take an Individual off its Fleeter."""

    told: ClassVar[str] = "parts a unit"
    individual: CardId


class ActivateAccount(Action, frozen=True, tag="activate_account"):
    """Use an ability of the own account, by its number on the card from 1."""

    told: ClassVar[str] = "uses the account"
    ability: int
    targets: tuple[Target, ...] = ()
    cards: tuple[CardId, ...] = ()
    opponent: Seat | None = None


class ActivateCharacter(Action, frozen=True, tag="activate_character"):
    """Use an ability of a character, by its number on the card from 1."""

    told: ClassVar[str] = "uses a character"
    character: CardId
    ability: int
    targets: tuple[Target, ...] = ()
    cards: tuple[CardId, ...] = ()
    opponent: Seat | None = None


class PlayOoc(Action, frozen=True, tag="play_ooc"):
    """Play an OOC card in the window that is open: a target for each that its text takes, in written order.

    `opponent`: the player that its text calls an opponent, where there are several.
    """

    told: ClassVar[str] = "plays an OOC card"
    card: CardId
    window: Window
    targets: tuple[Target, ...] = ()
    opponent: Seat | None = None


class DeclineAttack(Action, frozen=True, tag="decline_attack"):
    """Attack nobody this turn."""

    told: ClassVar[str] = "attacks nobody"


class AddAttacker(Action, frozen=True, tag="add_attacker"):
    """Name a unit that attacks; with the first one, where there are several opponents, also the attacked one."""

    told: ClassVar[str] = "names an attacker"
    unit: CardId
    defender: Seat | None = None


class ConfirmAttack(Action, frozen=True, tag="confirm_attack"):
    """Name no further attacker."""

    told: ClassVar[str] = "attacks"


class AssignBlock(Action, frozen=True, tag="assign_block"):
    """Let a unit block an attacking one."""

    private: ClassVar[bool] = True
    told: ClassVar[str] = "names a blocker"
    blocker: CardId
    attacker: CardId


class ConfirmBlocks(Action, frozen=True, tag="confirm_blocks"):
    """Name no further blocker."""

    told: ClassVar[str] = "has named all blockers"


class AssignAssault(Action, frozen=True, tag="assign_assault"):
    """Send an unblocked unit to a planet."""

    private: ClassVar[bool] = True
    told: ClassVar[str] = "sends a unit to a planet"
    unit: CardId
    planet: CardId


class ConfirmAssault(Action, frozen=True, tag="confirm_assault"):
    """Send no further unit."""

    told: ClassVar[str] = "has sent all units"


class Pass(Action, frozen=True, tag="pass"):
    """Play no card in this window, or on this card."""

    told: ClassVar[str] = "passes"


class SetStandingPass(Action, frozen=True, tag="set_standing_pass"):
    """Pass in these windows until the end of the turn; none: be asked again."""

    private: ClassVar[bool] = True
    told: ClassVar[str] = "names the windows that pass by themselves"
    windows: tuple[Window, ...] = ()


class EndTurn(Action, frozen=True, tag="end_turn"):
    """Be done."""

    told: ClassVar[str] = "ends the turn"


class ChooseCards(Action, frozen=True, tag="choose_cards"):
    """Choose cards by instance id; of cards that are looked at, by position from 1."""

    told: ClassVar[str] = "chooses"
    cards: tuple[CardId, ...]


class ChooseOption(Action, frozen=True, tag="choose_option"):
    """Choose one of the options."""

    told: ClassVar[str] = "chooses"
    option: Word
