"""Views: an allow-list projection of the board for a viewer."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.games.trf.board import (
    Attack,
    Board,
    Character,
    Discarded,
    Fight,
    InPlay,
    Modifier,
    Pending,
    Persistent,
    Planet,
    Player,
    SideMod,
    account_id,
)
from domain.games.trf.definitions import Class, Faction, Window
from domain.games.trf.frames import Announced, FightStep, InWindow, Stage, Turn
from domain.games.trf.match import Progress, State
from domain.games.trf.rules import continuous
from domain.games.trf.rules.attacks import anchor_of
from domain.games.trf.rules.deploying import revivable, revival_price
from domain.games.trf.rules.units import Unit, is_fleeter, units
from domain.kernel.frames import top
from domain.kernel.views import Shown, V, is_own, phase

Phase = Literal["start", "deployment", "roleplay", "end"]
PHASES: dict[Stage, Phase] = {
    "refill": "start",
    "start": "start",
    "draw": "start",
    "planet": "start",
    "deployment": "deployment",
    "end": "end",
    "close": "end",
}
"""TRF-202 The phase of each step; all others are of the Roleplay phase."""


class PublicCard(msgspec.Struct, frozen=True):
    """A card in a public zone."""

    iid: str
    card: str
    name: str


class OwnCard(PublicCard, frozen=True):
    """A card of a hand, for its owner. `cost` is what it would cost to play now, None without access."""

    cost: int | None


class AccountView(msgspec.Struct, frozen=True):
    """The account in play, with its titles as they are now; `id` names it as a target."""

    id: str
    card: str
    name: str
    titles: tuple[str, ...]
    blank: bool
    used: bool


class PlanetView(PublicCard, frozen=True):
    """A planet in play; `value` is what it takes to capture it now."""

    home: bool
    value: int
    exhausted: bool
    skipped: bool
    gave_meters: int
    gave_words: int
    modifiers: tuple[Modifier, ...]


class CharacterView(PublicCard, frozen=True):
    """A character in play, with its combat value where it is now. `partner` is the other card of its unit."""

    class_: Class = msgspec.field(name="class")
    combat: int
    damage: int
    partner: str | None
    fight: str | None
    attacking: bool
    spent: bool
    battle_turn: int
    bought_turn: int
    ability_turn: int
    moved_turn: int
    meters_paid: int
    modifiers: tuple[Modifier, ...]


class UnitView(msgspec.Struct, frozen=True):
    """A unit by its anchor card; what it has together, and what it could do."""

    anchor: str
    cards: tuple[str, ...]
    combat: int
    capture: int
    can_attack: bool
    can_block: bool


class PersistentView(PublicCard, frozen=True):
    """A persistent OOC card in play."""

    host: str | None
    tokens: int | None
    counted: int | None
    rank: int | None
    chosen: Faction | None
    until: str | None


class DiscardedView(PublicCard, frozen=True):
    """A card of a discard pile. `revival` is what it takes to revive it, None if it can't be."""

    revivable: bool
    meters_paid: int | None
    revival: int | None


class PendingView(PublicCard, frozen=True):
    """An OOC card on the stack."""

    seat: int
    window: Window
    targets: tuple[str, ...]
    rank: int | None


class AttackerView(msgspec.Struct, frozen=True):
    """A unit of the attack, by its anchor card."""

    anchor: str
    cards: tuple[str, ...]
    blocked: bool


class PairView(msgspec.Struct, frozen=True):
    """A unit and what it was named for: the unit it blocks, the planet it is sent to."""

    unit: str
    target: str


class AttackView(msgspec.Struct, frozen=True):
    """The attack of this turn. `blocks` and `assault` are shown to who names them until they are confirmed."""

    defender: int
    attackers: tuple[AttackerView, ...]
    confirmed: bool
    blocks_confirmed: bool
    cancelled: bool
    size: int
    blocks: tuple[PairView, ...]
    assault: tuple[PairView, ...]


class FightView(msgspec.Struct, frozen=True):
    """A fight; totals without the dice that are still to be rolled."""

    id: str
    attacker: int
    defender: int
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    started_turn: int
    stuck: bool
    threshold: int
    bicker: int | None
    attacker_die: int | None
    defender_die: int | None
    attacker_total: int
    defender_total: int
    mods: tuple[SideMod, ...]


class PlayerView(msgspec.Struct, frozen=True):
    """One player. `hand`, `looking`, `reserve` and `standing_pass` are there for their owner, an empty hand for all."""

    seat: int
    lost: bool
    account: AccountView | None
    reserve: PublicCard | None
    meters: int
    words: int
    max_meters: int
    max_words: int
    pending_meters: int
    pending_words: int
    deck_size: int
    hand_size: int
    hand: tuple[OwnCard, ...] | None
    looking: tuple[PublicCard, ...] | None
    standing_pass: tuple[Window, ...] | None
    planets: tuple[PlanetView, ...]
    characters: tuple[CharacterView, ...]
    units: tuple[UnitView, ...]
    persistents: tuple[PersistentView, ...]
    discard: tuple[DiscardedView, ...]
    captured_this_turn: int
    defeated_this_turn: int


class View(msgspec.Struct, frozen=True):
    """A match as a viewer sees it."""

    phase: Literal["setup", "running", "finished"]
    turn_number: int
    active_player: int | None
    defender: int | None
    turn_phase: Phase | None
    step: Stage | None
    window: Window | None
    idle_turns: int
    attack_declined: bool
    attack: AttackView | None
    fights: tuple[FightView, ...]
    stack: tuple[PendingView, ...]
    players: tuple[PlayerView, ...]


CHARACTER, PLANET = Shown(CharacterView, Character), Shown(PlanetView, Planet)
PERSISTENT, DISCARDED = Shown(PersistentView, Persistent), Shown(DiscardedView, Discarded)
PENDING, ATTACK, FIGHT = Shown(PendingView, Pending), Shown(AttackView, Attack), Shown(FightView, Fight)


def view(state: State, viewer: str) -> View:
    """The board of a match that has started, for a viewer. It shows only what this names."""
    board = state.board
    progress = state.progress
    step = None if progress is None else progress.step
    return View(
        phase=phase(state),
        turn_number=board.turn,
        active_player=board.active if board.active >= 0 else None,
        defender=None if board.attack is None else board.attack.defender,
        turn_phase=None if step is None else PHASES.get(step, "roleplay"),
        step=step,
        window=None if progress is None else progress.window,
        idle_turns=board.idle_turns,
        attack_declined=board.declined,
        attack=_attack(board, viewer),
        fights=tuple(_fight(board, fight) for fight in board.fights),
        stack=tuple(_card(board, PENDING, card) for card in board.stack),
        players=tuple(_player(board, seat, player, viewer) for seat, player in enumerate(board.players)),
    )


def _attack(board: Board, viewer: str) -> AttackView | None:
    attack = board.attack
    if attack is None:
        return None
    blocks = board.blocks if attack.blocked or is_own(viewer, attack.defender) else ()
    return ATTACK(
        attack,
        attackers=tuple(AttackerView(anchor_of(board, unit), unit.cards, unit.blocked) for unit in attack.attackers),
        blocks_confirmed=attack.blocked,
        blocks=tuple(PairView(*pair) for pair in blocks),
        assault=tuple(PairView(*pair) for pair in board.assault if attack.assaulted or is_own(viewer, board.active)),
    )


def _fight(board: Board, fight: Fight) -> FightView:
    attacker_die, defender_die = (None, None) if fight.dice is None else fight.dice
    return FIGHT(
        fight,
        threshold=continuous.threshold(board, fight),
        attacker_die=attacker_die,
        defender_die=defender_die,
        attacker_total=continuous.total(board, fight, "attacker"),
        defender_total=continuous.total(board, fight, "defender"),
    )


def _card(board: Board, shown: Shown[V], card: InPlay | Discarded | Pending, **others: object) -> V:
    """A card with its name."""
    return shown(card, card=card.cid, name=board.cards[card.cid].name, **others)


def _player(board: Board, seat: int, player: Player, viewer: str) -> PlayerView:
    own = is_own(viewer, seat)
    return PlayerView(
        seat=seat,
        lost=player.lost,
        account=_account(board, seat, player),
        reserve=None if player.reserve is None or not own else _named(board, "reserve", player.reserve),
        meters=player.pool_m,
        words=player.pool_w,
        max_meters=player.max_m,
        max_words=player.max_w,
        pending_meters=sum(meters for meters, _ in player.pending),
        pending_words=sum(words for _, words in player.pending),
        deck_size=player.deck.size,
        hand_size=player.hand.size,
        hand=_hand(board, seat, player) if own or not player.hand.size else None,
        looking=_looking(board, player) if own and player.looking else None,
        standing_pass=player.standing if own and player.standing else None,
        planets=tuple(_planet(board, planet) for planet in player.planets),
        characters=tuple(_character(board, card) for card in player.characters),
        units=tuple(_unit(board, unit) for unit in units(board, seat)),
        persistents=tuple(_card(board, PERSISTENT, card, until=card.until) for card in player.persistents),
        discard=tuple(_discarded(board, card) for card in player.discard),
        captured_this_turn=player.captured,
        defeated_this_turn=player.defeated,
    )


def _named(board: Board, iid: str, cid: str) -> PublicCard:
    return PublicCard(iid, cid, board.cards[cid].name)


def _account(board: Board, seat: int, player: Player) -> AccountView | None:
    if player.account is None:
        return None
    return AccountView(
        id=account_id(seat),
        card=player.account.cid,
        name=board.cards[player.account.cid].name,
        titles=tuple(sorted(continuous.titles(board, seat))),
        blank=continuous.blanked(board, seat),
        used=player.account.used_turn == board.turn,
    )


def _hand(board: Board, seat: int, player: Player) -> tuple[OwnCard, ...]:
    """A planet costs nothing; of an OOC card the price in the first window that it lists."""
    return tuple(
        OwnCard(iid, cid, board.cards[cid].name, _cost(board, seat, cid)) for iid, cid in player.hand.known.items()
    )


def _cost(board: Board, seat: int, cid: str) -> int | None:
    card = board.cards[cid]
    if card.kind == "planet":
        return 0
    if continuous.access(board, seat, card) is None:
        return None
    return continuous.price(board, seat, card, card.windows[0] if card.windows else None)


def _looking(board: Board, player: Player) -> tuple[PublicCard, ...]:
    """Cards that are looked at, by position from 1."""
    return tuple(_named(board, str(place), cid) for place, cid in enumerate(player.looking, 1))


def _planet(board: Board, planet: Planet) -> PlanetView:
    value = continuous.defense(board, planet)
    return _card(board, PLANET, planet, value=value, gave_meters=planet.gave_m, gave_words=planet.gave_w)


def _character(board: Board, card: Character) -> CharacterView:
    return _card(
        board,
        CHARACTER,
        card,
        class_="fleeter" if is_fleeter(board, card) else "individual",
        combat=continuous.combat(board, card),
        attacking=continuous.attacking(board, card),
        spent=continuous.spent(board, card),
    )


def _unit(board: Board, unit: Unit) -> UnitView:
    return UnitView(
        anchor=unit[0].iid,
        cards=tuple(card.iid for card in unit),
        combat=sum(continuous.combat(board, card) for card in unit),
        capture=continuous.capture(board, unit),
        can_attack=continuous.can_attack(board, unit),
        can_block=continuous.can_block(board, unit),
    )


def _discarded(board: Board, card: Discarded) -> DiscardedView:
    can = revivable(board, card)
    return _card(board, DISCARDED, card, revivable=can, revival=revival_price(card) if can else None)


def progress(state: State) -> Progress | None:
    """The public part of the frames: the step, and what is open above it."""
    if not state.frames:
        return None
    bottom = top(state.frames[:1], Turn)
    window: Window | None = None
    fight: str | None = None
    for frame in state.frames[1:]:
        match frame:
            case InWindow():
                window, fight = frame.window, frame.fight or fight
            case Announced():
                window = "response"
            case FightStep():
                fight = fight or frame.fight
    return Progress(bottom.stage, window, fight)
