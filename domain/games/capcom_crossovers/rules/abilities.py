"""Special abilities: when they work, their costs, their prompts (CAP-501 to CAP-512)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import Attack, Board, Character
from domain.games.capcom_crossovers.definitions import Part
from domain.games.capcom_crossovers.faces import default_order, value
from domain.games.capcom_crossovers.frames import Do, Kos, May
from domain.games.capcom_crossovers.match import Batch, State
from domain.games.capcom_crossovers.rules import continuous, piles
from domain.kernel.frames import Frame
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal


def parts(board: Board, character: Character, when: str) -> Iterator[Part]:
    """CAP-502 CAP-503 CAP-504 CAP-505 The parts of an ability that work now, at this time, within their limits."""
    if continuous.works(character):
        used = (*character.used_turn, *character.used_game)
        for part in board.definition(character.cid).ability.parts:
            if part.when == when and part.number not in used and continuous.holds(board, character, part):
                yield part


def pay(batch: Batch, character: Character, part: Part, cards: tuple[str, ...] = ()) -> None:
    """CAP-505 The cost is paid, the limit used; then the effect may happen."""
    ability = batch.board.definition(character.cid).ability
    piles.discard(batch, character.seat, cards, ability.id)
    event = e.AbilityUsed(
        seat=character.seat,
        character=character.id,
        cid=character.cid,
        ability=ability.id,
        part=part.number,
        limit=part.limit,
    )
    batch.emit(event)


def do(board: Board, character: Character, part: Part) -> Do:
    """The effects of a part."""
    return Do(character.id, character.cid, part.block, cause=board.definition(character.cid).ability.id)


# Triggers


def triggered(board: Board, character: Character, when: str) -> list[Frame]:
    """CAP-507 CAP-512 The abilities that a moment sets off; ask an owner who may decline."""
    return [May(character.id, part.number) for part in parts(board, character, when) if _can(board, part, character)]


def _can(board: Board, part: Part, character: Character) -> bool:
    """CAP-512 An extra flip needs a card in the draw pile, and a dodge that is still failed."""
    flips = any(call.word == "extra_flip" for call in board.definition(character.cid).blocks[part.block])
    return not flips or (board.players[character.seat].deck.size > 0 and not board.fight.dodged)


def after_damage(board: Board, attack: Attack) -> list[Frame]:
    """CAP-482 CAP-R44 CAP-R84 Abilities of the owner that wait for 1 or more actual damage of such an attack."""
    if not attack.damage:
        return []
    character = board.character(attack.character)
    context = continuous.EvalContext(board, character, continuous.used(board, attack))
    return [
        May(character.id, part.number)
        for part in parts(board, character, "damage_dealt")
        if part.attack is None or part.attack(context)
    ]


def step_may(batch: Batch, frame: May) -> None:
    """CAP-505 CAP-507 Let it happen by itself, or ask its owner; not if it doesn't work any more."""
    board = batch.board
    character = board.character(frame.character)
    part = board.definition(character.cid).ability.parts[frame.part - 1]
    if part not in parts(board, character, part.when) or not _can(board, part, character):
        return
    if part.may:
        batch.ask_for(frame, character.seat, "ability_choice")
    else:
        _use(batch, character, part)


def may_templates(state: State, seat: int) -> list[Template]:
    """CAP-507 To use it."""
    return [Template("use", {}, (), "Use the ability", ("CAP-507",))]


def use(batch: Batch, seat: int, action: a.Use) -> None:
    """CAP-507 The owner uses it."""
    frame = batch.answered(May)
    character = batch.board.character(frame.character)
    _use(batch, character, batch.board.definition(character.cid).ability.parts[frame.part - 1])


def decline(batch: Batch, seat: int, action: a.Decline) -> None:
    """CAP-507 The owner doesn't."""
    batch.frames.pop()


def _use(batch: Batch, character: Character, part: Part) -> None:
    if part.limit or part.may:
        pay(batch, character, part)
    batch.push(do(batch.board, character, part))


def absorber(board: Board, target: Character) -> Part | None:
    """CAP-509 The part of an ability that could prevent damage now, or None."""
    return next(parts(board, target, "would_be_damaged"), None)


def absorb_templates(board: Board, seat: int) -> Iterator[Template]:
    """CAP-505 CAP-509 CAP-609 CAP-R63 Every card that prevents damage: a number card."""
    part = absorber(board, board.own(seat))
    cards = tuple(default_order(face for face in board.players[seat].held if value(face) is not None))
    if cards and part is not None:
        yield Template("absorb", {}, (Parameter("card", "card", cards),), "Prevent damage", ("CAP-509",))


# Any time


def ready(board: Board, character: Character) -> Part | None:
    """CAP-502 CAP-505 CAP-R82 The any-time part that can be used now, as everybody can tell: hands by their number."""
    held = board.players[character.seat].hand.size
    return next((one for one in parts(board, character, "any_time") if one.cost is None or held >= one.cost.n), None)


def standing(board: Board) -> Sequence[tuple[int, str]]:
    """CAP-502 CAP-R39 From the first turn on, a player may use an any-time ability whenever the match waits."""
    if board.turn < 1:
        return ()
    return [(one.seat, "ability") for one in board.characters if ready(board, one) is not None]


def _acting(board: Board, seat: int) -> Character:
    """The active character of this player, whose prompt stands open."""
    return next(one for one in board.characters if one.seat == seat and one.status == "active")


def templates(board: Board, seat: int) -> list[Template]:
    """CAP-502 The any-time ability with every way to pay for it."""
    character = _acting(board, seat)
    ability, part = board.definition(character.cid).ability, ready(board, character)
    if part is None:
        return []
    held = tuple(default_order(board.players[seat].held))
    cost = () if part.cost is None else (Parameter("cards", "cards", held, part.cost.n, part.cost.n),)
    return [Template("use_ability", {"ability": ability.id}, cost, ability.name, ("CAP-502",))]


def refuse(board: Board, seat: int, action: a.UseAbility) -> Refusal:
    """CAP-501 CAP-502 CAP-503 CAP-504 CAP-505 CAP-R103 Why the ability can't be used so."""
    if board.turn < 1:
        return illegal("CAP-502", "abilities are used from the first turn on", "ability")
    own = (one for one in board.characters if one.seat == seat)
    character = next((one for one in own if board.definition(one.cid).ability.id == action.ability), None)
    if character is None:
        return illegal("CAP-501", "no character of yours has this ability", "ability")
    if not continuous.works(character):
        return illegal("CAP-504", f"this character is {_idle(character)}: its ability doesn't work", "ability")
    found = board.definition(character.cid).ability.parts
    part = next((one for one in found if one.when == "any_time"), None)
    if part is None:
        if any(one.when != "passive" for one in found):
            return illegal("CAP-503", "it works at the time that it names only", "ability")
        return illegal("CAP-502", "it is not used, it always works", "ability")
    return _refuse_part(board, character, part, action)


def _idle(character: Character) -> str:
    """CAP-504 Why a character's ability doesn't work."""
    return "inactive" if character.status == "inactive" else "KOed" if character.status == "koed" else "at 0 HP"


def _refuse_part(board: Board, character: Character, part: Part, action: a.UseAbility) -> Refusal:
    """CAP-502 CAP-505 Why the any-time part of an ability that works can't be used so."""
    if part.number in (*character.used_turn, *character.used_game):
        return illegal("CAP-505", f"its limit is used up: once per {part.limit}", "ability")
    if not continuous.holds(board, character, part):
        return illegal("CAP-502", "what it asks for doesn't hold now", "ability")
    n = 0 if part.cost is None else part.cost.n
    return illegal("CAP-505", f"it costs {n} different cards of your hand, not {len(action.cards)}", "cards")


def perform(batch: Batch, seat: int, action: a.UseAbility) -> None:
    """CAP-502 CAP-510 CAP-R80 CAP-R94 CAP-R102 It resolves at once; what was pending goes on, its answers made anew."""
    batch.overtake()
    character = _acting(batch.board, seat)
    part = ready(batch.board, character)
    assert part is not None
    pay(batch, character, part, action.cards)
    batch.push(do(batch.board, character, part), Kos())
