"""Declaring: which moves can be paid with which cards, by whom, and when (CAP-301 to CAP-308, CAP-401 to CAP-417)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from msgspec.structs import replace

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import BASIC, TAG_SUPER, THROW, Attack, Board, Character, Role
from domain.games.capcom_crossovers.definitions import Definition
from domain.games.capcom_crossovers.definitions import Move as Entry
from domain.games.capcom_crossovers.faces import JOKERS, face_name, rank, same_value, value
from domain.games.capcom_crossovers.frames import Tech
from domain.games.capcom_crossovers.match import Batch, State
from domain.games.capcom_crossovers.rules import combos, continuous, moves, tagging
from domain.games.capcom_crossovers.rules.moves import Move
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal

Test = Callable[[Board, int, Move], Refusal | None]
"""(board, seat, move) to why this seat can't use the move now, whatever it is paid with."""
OPENERS = ("A", "B", "C", "D")
"""CAP-402 CAP-603 Types that may be used as a first attack."""
PAIR = 2
BASIC_CP = 1
"""CAP-303."""


# Payments of moves


def refuse_cards(board: Board, seat: int, move: str, cards: tuple[str, ...], extra: tuple[str, ...]) -> Refusal | None:
    """CAP-301 CAP-303 to CAP-308 Why these cards don't pay for the move, or None."""
    if not board.players[seat].holds(cards + extra):
        return illegal("CAP-301", "an attack is declared with different cards of your hand", "cards")
    character = board.own(seat)
    if move == BASIC:
        return _refuse_basic(board, character, cards, extra)
    if move == THROW:
        return _refuse_pair(board, character, cards, extra)
    if move == TAG_SUPER:
        return _refuse_jokers(cards, extra)
    return _refuse_listed(board.definition(character.cid), move, cards, extra)


def _refuse_basic(board: Board, character: Character, cards: tuple[str, ...], extra: tuple[str, ...]) -> Refusal | None:
    """CAP-303 CAP-304 One number card of value <= Strength."""
    if len(cards) != 1 or extra:
        return illegal("CAP-303", "a basic attack is one number card", "cards")
    number = value(cards[0])
    if number is None:
        return illegal("CAP-304", f"the {face_name(cards[0])} is no number card", "cards")
    strength = continuous.stat(board, character, "strength")
    if number > strength:
        return illegal("CAP-303", f"{number} is above the Strength of {strength}", "cards")
    return None


def _refuse_pair(board: Board, character: Character, cards: tuple[str, ...], extra: tuple[str, ...]) -> Refusal | None:
    """CAP-307 Two number cards of one value above Strength."""
    number = same_value(cards) if len(cards) == PAIR and not extra else None
    if number is None:
        return illegal("CAP-307", "a throw is two number cards of the same value", "cards")
    strength = continuous.stat(board, character, "strength")
    if number <= strength:
        return illegal("CAP-307", f"both cards of a throw are above the Strength of {strength}", "cards")
    return None


def _refuse_jokers(cards: tuple[str, ...], extra: tuple[str, ...]) -> Refusal | None:
    """CAP-920 Two Jokers."""
    if sorted(cards) != sorted(JOKERS) or extra:
        return illegal("CAP-920", "a tag super is paid with both Jokers", "cards")
    return None


def _refuse_listed(own: Definition, move: str, cards: tuple[str, ...], extra: tuple[str, ...]) -> Refusal | None:
    """CAP-305 CAP-306 CAP-308 CAP-602 The cards that its entry names, and additional ones as far as it allows."""
    entry = next((one for one in own.listed if one.id == move), None)
    if entry is None:
        return illegal("CAP-305", f"{own.name} has no move {move[:64]!r}", "move")
    if len(cards) != entry.n or any(rank(face) != entry.rank for face in cards):
        return illegal("CAP-305", f"{entry.name} is {entry.n} of rank {entry.rank}, of any suit", "cards")
    if len(extra) > entry.extra_max or any(rank(face) != entry.extra_rank for face in extra):
        message = f"{entry.name} takes at most {entry.extra_max} additional cards"
        return illegal("CAP-308", f"{message} of rank {entry.extra_rank}" if entry.extra_max else message, "extraCards")
    return None


# Legal moves


def refuse_points(board: Board, character: Character, cp: int) -> Refusal | None:
    """CAP-302 Why a character can't pay this many combo points, or None."""
    left = continuous.points_left(board, character)
    if cp > left:
        return illegal("CAP-302", f"it costs {cp} combo points, {max(0, left)} are left", "move")
    return None


def refuse_partner(board: Board, seat: int) -> Refusal | None:
    """CAP-920 CAP-927 CAP-951 CAP-957 CAP-971 Why no tag super is possible, or None."""
    own, partner = board.own(seat), board.inactive(board.side_of(seat))
    if partner is None:
        return illegal("CAP-927", "a tag super needs a living inactive character", "move")
    if board.definition(own.cid).marked("TS") is None or board.definition(partner.cid).marked("TS") is None:
        return illegal("CAP-920", "both characters need a super marked [TS]", "move")
    return None


def refuse_opener(board: Board, seat: int, move: Move) -> Refusal | None:
    """CAP-401 CAP-402 CAP-456 CAP-606 CAP-R14 CAP-R17 Why the move can't open, or None."""
    if move.type not in OPENERS:
        return illegal("CAP-402", "a move of type E only answers an attack", "move")
    return None


def refuse_follow_up(board: Board, seat: int, move: Move) -> Refusal | None:
    """CAP-411 CAP-416 CAP-417 CAP-605 CAP-606 CAP-920 CAP-R15 CAP-R16 Why the move can't follow here, or None."""
    combat = board.fight
    if move.type not in combos.CHAIN_TYPES:
        return illegal("CAP-411", f"a follow-up is of type B or C, not {move.type}", "move")
    if move.kind == "tag_super" and seat != board.turn_player:
        return illegal("CAP-920", "a tag super is used in the own combat phase only", "move")
    if move.kind == "basic":
        if combat.last_basic is not None and move.number != combat.last_basic + 1:
            message = f"the next basic attack of this combo has the value {combat.last_basic + 1}"
            return illegal("CAP-417", message, "cards")
    elif move.type == "C" and combat.used(move.id) >= combos.LIMIT_C:
        return illegal("CAP-416", f"a combo holds a move of type C at most {combos.LIMIT_C} times", "move")
    return None


def refuse_reply(board: Board, seat: int, move: Move) -> Refusal | None:
    """CAP-445 CAP-R30 Why the move can't be a ranged reply, or None."""
    if move.kind not in ("special", "super") or not move.ranged or move.type not in OPENERS:
        return illegal("CAP-445", "a reply is one special or super of type A to D with the attribute R", "move")
    return None


def refuse(
    board: Board, seat: int, move: str, cards: tuple[str, ...], extra: tuple[str, ...], test: Test
) -> Refusal | None:
    """Why this can't be declared, or None."""
    wrong = refuse_cards(board, seat, move, cards, extra)
    if wrong is None and move == TAG_SUPER:
        wrong = refuse_partner(board, seat)
    if wrong is not None:
        return wrong
    used = move_of(board, seat, move, cards)
    return test(board, seat, used) or refuse_points(board, board.own(seat), used.cp)


def why(test: Test) -> Callable[[State, int, a.Declared], Refusal | None]:
    """Why a move can't be declared with its cards where this is asked of it."""
    return lambda state, seat, action: refuse(state.board, seat, action.move, action.cards, action.extra_cards, test)


def meant(state: State, seat: int, action: a.Declared) -> a.Declared:
    """CAP-301 The cards that pay for a move may be shown in any order."""
    return replace(action, cards=tuple(sorted(action.cards, key=_by_rank)))


def move_of(board: Board, seat: int, move: str, cards: tuple[str, ...]) -> Move:
    """The move as this seat would make it."""
    partner = board.inactive(board.side_of(seat))
    return moves.profile(board, board.own(seat).id, move, cards, None if partner is None else partner.id)


# Offers


def templates(board: Board, seat: int, action: str, test: Test, rule: str) -> Iterator[Template]:
    """CAP-R75 CAP-R85 Everything that this seat can declare now, complete and sound."""
    held = sorted(board.players[seat].held, key=_by_rank)
    yield from _basics(board, seat, action, test, rule, held)
    yield from _throws(board, seat, action, test, rule, held)
    for entry in board.definition(board.own(seat).cid).listed:
        move = moves.listed(entry)
        if test(board, seat, move) is None and refuse_points(board, board.own(seat), move.cp) is None:
            yield from _listed(entry, action, rule, held)
    if set(JOKERS) <= set(held) and refuse(board, seat, TAG_SUPER, JOKERS, (), test) is None:
        yield Template(action, {"move": TAG_SUPER, "cards": list(JOKERS)}, (), "Tag super", (rule, "CAP-920"))


def _by_rank(face: str) -> tuple[str, str]:
    return rank(face), face


def _basics(board: Board, seat: int, action: str, test: Test, rule: str, held: list[str]) -> Iterator[Template]:
    own = board.own(seat)
    if refuse_points(board, own, BASIC_CP) is not None:
        return
    strength = continuous.stat(board, own, "strength")
    usable = (face for face in held if 0 < (value(face) or 0) <= strength)
    fits = tuple(face for face in usable if test(board, seat, moves.basic(face)) is None)
    if fits:
        yield Template(action, {"move": BASIC}, (_some(fits, 1),), "Basic attack", (rule, "CAP-303"))


def _throws(board: Board, seat: int, action: str, test: Test, rule: str, held: list[str]) -> Iterator[Template]:
    numbers = [value(face) for face in held]
    for number in range(2, 11):
        if numbers.count(number) >= PAIR:
            pair = tuple(face for face in held if value(face) == number)
            if refuse(board, seat, THROW, pair[:PAIR], (), test) is None:
                yield Template(action, {"move": THROW}, (_some(pair, PAIR),), "Throw", (rule, "CAP-307"))


def _listed(entry: Entry, action: str, rule: str, held: list[str]) -> Iterator[Template]:
    ranked = tuple(face for face in held if rank(face) == entry.rank)
    if len(ranked) < entry.n:
        return
    if not entry.extra_max:
        yield Template(action, {"move": entry.id}, (_some(ranked, entry.n),), entry.name, (rule, "CAP-305"))
        return
    for cards in combinations(ranked, entry.n):
        more = tuple(face for face in held if rank(face) == entry.extra_rank and face not in cards)
        extra = Parameter("extra_cards", "cards", more, 0, min(entry.extra_max, len(more)))
        fixed = {"move": entry.id, "cards": list(cards)}
        label = f"{entry.name} with {' and '.join(map(face_name, cards))}"
        yield Template(action, fixed, (extra,) if more else (), label, (rule, "CAP-308"))


def _some(faces: tuple[str, ...], n: int) -> Parameter:
    return Parameter("cards", "cards", faces, n, n)


# Declaring


def declare(batch: Batch, seat: int, action: a.Declared, role: Role) -> Attack:
    """CAP-301 CAP-302 CAP-903 CAP-R86 CAP-R98 The cards are shown, the combo points used; the attack on the board."""
    board = batch.board
    character = board.own(seat)
    move = move_of(board, seat, action.move, action.cards)
    partner = board.inactive(board.side_of(seat)) if action.move == TAG_SUPER else None
    number = 0 if board.combat is None else len(board.combat.attacks)
    if role != "counter":  # an answer is measured against the attack, of which something is left until then
        tagging.expire(batch, "this_attack")
    avoids = move.damage is None and action.move != BASIC
    event = e.AttackDeclared(
        attack=number,
        seat=seat,
        character=character.id,
        cid=character.cid,
        move=action.move,
        cards=action.cards,
        extra_cards=action.extra_cards,
        cp=move.cp,
        cp_used=character.cp_used + move.cp,
        priority=None if avoids else continuous.priority(board, character, move, answers=role == "counter"),
        role=role,
        partner=None if partner is None else partner.id,
        partner_cid=None if partner is None else partner.cid,
        sequence=move.number if action.move == BASIC else None,
        counted=move.type == "C" and action.move != BASIC,
    )
    batch.emit(event)
    attack = board.fight.last
    if action.move == TAG_SUPER:
        told = e.TagSuperUsed(
            attack=number, seat=seat, jokers=action.cards, damage=move.damage or 0, priority=attack.priority or 0
        )
        batch.emit(told)
    return attack


def follow(batch: Batch, seat: int, action: a.FollowUp) -> None:
    """CAP-407 CAP-474 CAP-R37 A follow-up hits, unless it is a throw of the attacker's, which may be tech hit."""
    batch.frames.pop()
    attack = declare(batch, seat, action, "follow_up")
    if attack.move == THROW and attack.seat == batch.board.turn_player:
        batch.push(Tech(attack.number))
    else:
        combos.hit(batch, attack)
