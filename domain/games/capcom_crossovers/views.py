"""Views: an allow-list projection of the board for a viewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from domain.games.capcom_crossovers.board import Attack, Board, Character, Combat, Mode, Modifier, Phase, Player, Status
from domain.games.capcom_crossovers.faces import face_name, meter_value
from domain.games.capcom_crossovers.frames import Damage, Do, May, Turn
from domain.games.capcom_crossovers.match import PendingDamage, PendingEffect, Progress, State
from domain.games.capcom_crossovers.rules import continuous, damage
from domain.games.capcom_crossovers.rules.moves import NAMES
from domain.kernel.views import Shown, is_own, phase


class CardView(msgspec.Struct, frozen=True):
    """A playing card that the viewer sees."""

    card: str
    name: str


class StatsView(msgspec.Struct, frozen=True):
    """CAP-508 Stats with all that changes them now."""

    strength: int
    speed: int
    agility: int
    endurance: int
    combo: int
    bap: int
    defense_bonus: int


class ModifierView(msgspec.Struct, frozen=True):
    """What lasts for a character: the word, its number (0: a half), the stat if it is about one."""

    what: str
    amount: int
    stat: str
    source: str
    duration: Literal["until_end_of_turn", "this_attack"]


class CharacterView(msgspec.Struct, frozen=True):
    """A fighter. `ability_used_turn`, `ability_used_game`: a limit of its ability is used up."""

    id: str
    card: str
    name: str
    seat: int
    hp: int
    start_hp: int
    status: Status
    cp_used: int
    cp_left: int
    stats: StatsView
    ability: str
    ability_used_turn: bool
    ability_used_game: bool
    modifiers: tuple[ModifierView, ...]


class SideView(msgspec.Struct, frozen=True):
    """Who wins and loses together, and their characters by instance id."""

    id: int
    seats: tuple[int, ...]
    active: str | None
    inactive: str | None
    characters: tuple[CharacterView, ...]


class AttackView(msgspec.Struct, frozen=True):
    """An attack or avoid move of this combat; `priority` as it is now, `type` and `attrs` as printed."""

    number: int
    seat: int
    character: str
    move: str
    name: str
    kind: Literal["basic", "throw", "special", "super", "tag_super"]
    type: str
    attrs: str
    cards: tuple[CardView, ...]
    extra_cards: tuple[CardView, ...]
    cp: int
    priority: int | None
    role: str
    outcome: str
    damage: int | None


class UsedMove(msgspec.Struct, frozen=True):
    """CAP-416 How often the combo has had a move of type C."""

    move: str
    n: int


class CombatView(msgspec.Struct, frozen=True):
    """The combat phase so far: attacks in order, the answer, the combo."""

    stage: Literal["declared", "answered", "combo", "reply"]
    answer: str | None
    attacks: tuple[AttackView, ...]
    combo_owner: int | None
    combo_damage: int
    last_basic: int | None
    uses: tuple[UsedMove, ...]


class BlockView(msgspec.Struct, frozen=True):
    """A block card; its owner alone sees it until it is turned up."""

    card: CardView | None
    seen: bool


class PlayerView(msgspec.Struct, frozen=True):
    """What one player holds. `hand` and `draw_pile_contents` (in no order) are there for their owner."""

    seat: int
    side: int
    out: bool
    hand_size: int
    hand: tuple[CardView, ...]
    draw_pile_size: int
    draw_pile_contents: tuple[CardView, ...] | None
    discard_pile: tuple[CardView, ...]
    super_meter: tuple[CardView, ...]
    meter_total: int
    block: BlockView | None
    action_zone: tuple[CardView, ...]
    mulligan_used: bool
    ace_recovered: bool
    meter_placed: bool
    hp_recovered: bool


class View(msgspec.Struct, frozen=True):
    """A match as a viewer sees it."""

    phase: Phase
    mode: Mode
    turn_number: int
    turn_player: int | None
    first_player: int | None
    order: tuple[int, ...]
    sides: tuple[SideView, ...]
    players: tuple[PlayerView, ...]
    combat: CombatView | None
    pending_damage: PendingDamage | None
    effects: tuple[PendingEffect, ...]


SHOWN, PLAYER, COMBAT = Shown(View, Board), Shown(PlayerView, Player), Shown(CombatView, Combat)
ATTACK, CHARACTER = Shown(AttackView, Attack), Shown(CharacterView, Character)
MODIFIER = Shown(ModifierView, Modifier)


def view(state: State, viewer: str) -> View:
    """The board of a match that has started, for a viewer. It shows only what this names."""
    board = state.board
    progress = state.progress or Progress()
    return SHOWN(
        board,
        phase="ended" if phase(state) == "finished" else board.phase,
        turn_number=board.turn,
        turn_player=board.turn_player if board.turn_player >= 0 else None,
        first_player=board.first_player if board.first_player >= 0 else None,
        sides=tuple(_side(board, side) for side in range(len(board.sides))),
        players=tuple(_player(board, seat, player, viewer) for seat, player in enumerate(board.players)),
        combat=None if board.combat is None else _combat(board, board.combat),
        pending_damage=progress.damage,
        effects=progress.effects,
    )


def _side(board: Board, side: int) -> SideView:
    characters = list(board.of_side(side))
    by_status = {one.status: one.id for one in characters if one.status != "koed"}
    return SideView(
        id=side,
        seats=board.sides[side],
        active=by_status.get("active"),
        inactive=by_status.get("inactive"),
        characters=tuple(_character(board, one) for one in characters),
    )


def _character(board: Board, character: Character) -> CharacterView:
    printed = board.definition(character.cid)
    stats = _stats(board, character)
    return CHARACTER(
        character,
        card=character.cid,
        name=printed.name,
        cp_left=max(0, stats.combo - character.cp_used),
        stats=stats,
        ability=printed.ability.id,
        ability_used_turn=bool(character.used_turn),
        ability_used_game=bool(character.used_game),
        modifiers=tuple(MODIFIER(one) for one in board.modifiers if one.character == character.id),
    )


def _stats(board: Board, character: Character) -> StatsView:
    """CAP-508 The printed stats of a character that is out, else those that hold now."""
    printed = board.definition(character.cid).stats
    if character.status == "koed" or _beaten(board):
        return StatsView(**{name: getattr(printed, name) for name in continuous.STATS})
    return StatsView(**continuous.stats(board, character))


def _beaten(board: Board) -> bool:
    """Whether a side has nobody in play, as when the last one is KOed: then a text about an opponent finds none."""
    return any(all(one.status != "active" for one in board.of_side(side)) for side in range(len(board.sides)))


def _player(board: Board, seat: int, player: Player, viewer: str) -> PlayerView:
    own = is_own(viewer, seat)
    block = player.block
    shown = block is not None and (own or block.seen)
    return PLAYER(
        player,
        seat=seat,
        side=board.side_of(seat),
        hand_size=player.hand.size,
        hand=_cards(player.held) if own else (),
        draw_pile_size=player.deck.size,
        draw_pile_contents=_cards(player.pile_contents()) if own else None,
        discard_pile=_cards(player.discard),
        super_meter=_cards(player.meter),
        meter_total=sum(map(meter_value, player.meter)),
        block=None if block is None else BlockView(_card(block.card) if shown and block.card else None, block.seen),
        action_zone=_cards([face for zone in player.zone for face in zone.cards]),
    )


def _cards(faces: Sequence[str]) -> tuple[CardView, ...]:
    return tuple(map(_card, faces))


def _card(face: str) -> CardView:
    return CardView(face, face_name(face))


def _combat(board: Board, combat: Combat) -> CombatView:
    return COMBAT(
        combat,
        attacks=tuple(_attack(board, one) for one in combat.attacks),
        combo_owner=combat.owner,
        combo_damage=combat.total,
        uses=tuple(UsedMove(move, n) for move, n in combat.uses),
    )


def _attack(board: Board, attack: Attack) -> AttackView:
    move = continuous.used(board, attack).move
    avoids = move.damage is None and move.kind != "basic"
    return ATTACK(
        attack,
        name=NAMES.get(attack.move) or board.cards[attack.move].name,
        kind=move.kind,
        type=move.type,
        attrs="".join(attr for attr in "RUHST" if attr in move.attrs),
        cards=_cards(attack.cards),
        extra_cards=_cards(attack.extra_cards),
        priority=None if avoids else _priority(board, attack),
        role=attack.role,
        outcome=attack.outcome,
    )


def _priority(board: Board, attack: Attack) -> int | None:
    """CAP-916 CAP-960 CAP-R77 As it is now; a variable counter and what has been answered keep theirs."""
    kept = attack.role == "variable_counter" or attack.outcome or _beaten(board)
    return attack.priority if kept else continuous.priority_of(board, attack)


def progress(state: State) -> Progress | None:
    """The public part of the frames."""
    board, hurt, effects = state.board, None, []
    for frame in state.frames:
        match frame:
            case Turn():
                continue
            case Damage():
                hurt = PendingDamage(frame.target, damage.reckon(board, frame).left, frame.attack)
            case Do():
                effects.append(PendingEffect(frame.character, frame.cause))
            case May():
                ability = board.definition(board.character(frame.character).cid).ability
                effects.append(PendingEffect(frame.character, ability.id))
    return Progress(hurt, tuple(effects)) if hurt is not None or effects else None
