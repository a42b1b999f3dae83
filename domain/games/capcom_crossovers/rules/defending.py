"""Answers to an initial attack: block, dodge, counter, negation, avoid, tech hit, variable counter (CAP-404 to 475)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import TAG_SUPER, Attack, Board
from domain.games.capcom_crossovers.faces import dodge_value, is_joker, pair_name, pairs, same_value, value
from domain.games.capcom_crossovers.frames import After, DodgeTold, Dodging, EndCombat, Initial, Kos, Reply, Tech
from domain.games.capcom_crossovers.match import Batch, State
from domain.games.capcom_crossovers.rules import abilities, attacks, combos, continuous, damage, effects, piles, tagging
from domain.games.capcom_crossovers.rules.moves import BLOCK_FACTOR, Move
from domain.kernel.frames import Frame, top
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal


def defender(board: Board) -> int:
    """Terms, `defender`: the player who controls the opposing active character."""
    return board.opposing(board.character(board.fight.initial.character).side).seat


def initial_move(board: Board) -> Move:
    """The initial attack as a move."""
    return continuous.used(board, board.fight.initial).move


def step_initial(batch: Batch, frame: Initial) -> None:
    """CAP-404 CAP-405 CAP-409 CAP-429 CAP-956 CAP-R21 CAP-R27 CAP-R68 CAP-R73 A block meets it; else ask the partner,
    then the defender.
    """
    board = batch.board
    seat = defender(board)
    if board.players[seat].block is not None:
        _meet_block(batch, seat)
        return
    partner = _partner(board, seat)
    batch.frames.append(frame)
    if partner is not None and not frame.offered:
        batch.ask(partner, "variable_counter")
    else:
        batch.ask(seat, "defend")


def _partner(board: Board, seat: int) -> int | None:
    """CAP-956 The player of the living inactive character, if that is another one than the defender."""
    waits = board.inactive(board.side_of(seat))
    return waits.seat if waits is not None and waits.seat != seat else None


def decline_variable_counter(batch: Batch, seat: int, action: a.Decline) -> None:
    """CAP-956 Then ask the defender."""
    batch.frames[-1] = replace(top(batch.frames, Initial), offered=True)


# Blocks


def _meet_block(batch: Batch, seat: int) -> None:
    """CAP-421 CAP-422 CAP-427 CAP-428 CAP-470 CAP-521 CAP-R22 A throw and U go through a block, the rest meets it."""
    board = batch.board
    attack = board.fight.initial
    move = continuous.used(board, attack).move
    if move.kind == "throw":
        piles.discard_block(batch, seat)
        batch.push(Tech(attack.number))
    elif "U" in move.attrs:
        piles.discard_block(batch, seat)
        combos.hit(batch, attack)
    else:
        _block(batch, seat, attack, move)


def _block(batch: Batch, seat: int, attack: Attack, move: Move) -> None:
    """CAP-422 CAP-423 CAP-424 CAP-425 CAP-426 CAP-431 CAP-434 CAP-524 CAP-924 CAP-R23 CAP-R24 CAP-R25 The block card
    is turned up and compared; the rest of the damage goes on.
    """
    board = batch.board
    block = board.players[seat].block
    assert block is not None
    assert block.card is not None
    bonus = continuous.stat(board, board.own(seat), "defense_bonus")
    total = ((value(block.card) or 0) + bonus) * BLOCK_FACTOR.get(move.kind, 1)
    batch.emit(e.BlockRevealed(seat=seat, card=block.card, defense_total=total))
    dealt = damage.full(board, attack)
    if total > dealt:
        piles.return_block(batch, seat, seen=True)
    else:
        piles.discard_block(batch, seat)
    stopped = dealt if move.kind == "basic" or "T" in move.attrs else min(dealt, total)
    batch.emit(e.AttackBlocked(attack=attack.number, damage_through=dealt - stopped))
    piles.clear_zone(batch, attack.number, "blocked")
    if stopped < dealt:
        batch.push(combos.damage_of(board, attack, blocked=stopped), *combos.after_blocked(attack))
    else:
        batch.push(EndCombat())


# Take the hit


def take_hit(batch: Batch, seat: int, action: a.TakeHit) -> None:
    """CAP-406 The attack hits."""
    batch.frames.pop()
    combos.hit(batch, batch.board.fight.initial)


# Dodging


def refuse_dodge(board: Board, seat: int, action: a.Dodge) -> Refusal | None:
    """CAP-443 CAP-444 CAP-522 Why the attack can't be dodged, or None."""
    if "H" in initial_move(board).attrs:
        return illegal("CAP-443", "a move with the attribute H can't be dodged")
    if not board.players[seat].deck.size:
        return illegal("CAP-443", "your draw pile is empty")
    return None


def dodge(batch: Batch, seat: int, action: a.Dodge) -> None:
    """CAP-440 CAP-441 The top card is turned up, shown and discarded."""
    batch.frames.pop()
    face, success = flip(batch.board, seat)
    batch.emit(e.DodgeAttempted(seat=seat, card=face, success=success))
    batch.push(Dodging())


def flip(board: Board, seat: int) -> tuple[str, bool]:
    """CAP-441 The top card of the draw pile, and whether it makes a dodge succeed."""
    face = board.players[seat].deck.cards[0]
    number = dodge_value(face)
    return face, number is not None and number <= continuous.stat(board, board.own(seat), "agility")


def step_dodging(batch: Batch, frame: Dodging) -> None:
    """CAP-442 CAP-512 CAP-R20 The triggers of the turned card, then the reply or the hit."""
    board = batch.board
    told: DodgeTold = "success" if board.fight.dodged else "failed"
    if frame.told != told:
        batch.frames.append(Dodging(told))
        batch.push(*abilities.triggered(board, board.own(defender(board)), f"dodge_{told}"), Kos())
    elif told == "failed":
        combos.hit(batch, board.fight.initial)
    else:
        _dodged(batch)


def _dodged(batch: Batch) -> None:
    """CAP-442 CAP-445 CAP-923 The attack is avoided; then the dodger may reply."""
    board = batch.board
    attack, seat = board.fight.initial, defender(board)
    batch.emit(e.AttackDodged(attack=attack.number))
    _undone(batch, "dodged")
    batch.push(Reply(seat))


def _undone(batch: Batch, cause: str) -> None:
    """CAP-318 CAP-923 CAP-R59 The initial attack has come to nothing: its cards go, the user of a tag super changes
    places.
    """
    attack = batch.board.fight.initial
    piles.clear_zone(batch, attack.number, cause)
    if attack.move == TAG_SUPER:
        tagging.switch_after_tag_super(batch)


def step_reply(batch: Batch, frame: Reply) -> None:
    """CAP-445 CAP-R73 Ask for a ranged reply, also when none is possible."""
    batch.ask_for(frame, frame.seat, "ranged_reply")


def reply(batch: Batch, seat: int, action: a.Reply) -> None:
    """CAP-445 CAP-448 CAP-R29 The reply hits."""
    batch.frames.pop()
    combos.hit(batch, attacks.declare(batch, seat, action, "reply"))


def decline_reply(batch: Batch, seat: int, action: a.Decline) -> None:
    """CAP-442 The combat phase ends."""
    batch.frames.pop()
    batch.emit(e.RangedReplyDeclined(seat=seat))
    batch.push(EndCombat())


# Countering and negation


def refuse_answer(board: Board, seat: int, move: Move) -> Refusal | None:
    """CAP-450 CAP-451 CAP-452 CAP-453 CAP-454 CAP-455 CAP-456 CAP-457 CAP-460 CAP-461 CAP-462 CAP-463 CAP-464
    CAP-465 CAP-466 CAP-467 CAP-R13 CAP-R36 Why the move neither counters nor negates the initial attack, or
    None.
    """
    if move.kind == "tag_super":
        return illegal("CAP-927", "a tag super is never an answer", "move")
    if move.damage is None and move.kind != "basic":
        return illegal("CAP-456", "this move avoids; answer with `avoid`", "move")
    own = continuous.priority(board, board.own(seat), move, answers=True)
    theirs = continuous.priority_of(board, board.fight.initial)
    if own > theirs:
        return None
    if own < theirs:
        message = f"its priority of {own} is lower than the attack's {theirs}"
        return illegal("CAP-455" if move.kind == "throw" else "CAP-450", message, "move")
    return refuse_negation(initial_move(board), move)


def refuse_negation(attack: Move, answer: Move) -> Refusal | None:
    """CAP-455 CAP-460 CAP-461 CAP-462 CAP-463 CAP-464 CAP-465 CAP-466 CAP-926 CAP-R35 Why a move of equal priority
    can't negate the attack, or None.
    """
    if answer.kind == "throw":
        return illegal("CAP-455", "a throw counters with a higher priority only, it can't negate (CAP-466)", "move")
    if attack.kind == "throw":
        return illegal("CAP-466", "a throw can't be negated by a move", "move")
    if attack.kind == "tag_super":
        return illegal("CAP-926", "a tag super can't be negated", "move")
    if (answer.value or 0) < (attack.value or 0):
        message = f"the attack value of {answer.value} is below the attack's {attack.value}"
        return illegal("CAP-461", message, "move")
    if attack.kind == answer.kind == "basic":
        return _refuse_basic_negation(attack, answer)
    return _refuse_ranged_negation(attack, answer)


def _refuse_basic_negation(attack: Move, answer: Move) -> Refusal | None:
    """CAP-462 The card's value equal or higher, its colour the other one."""
    if answer.number < attack.number:
        return illegal("CAP-462", f"the card's value must be {attack.number} or more", "cards")
    if answer.red == attack.red:
        return illegal("CAP-462", "the card must be of the other colour", "cards")
    return None


def _refuse_ranged_negation(attack: Move, answer: Move) -> Refusal | None:
    """CAP-463 A ranged attack is negated by a ranged one, or by one of greater attack value."""
    if attack.ranged and not answer.ranged and (answer.value or 0) <= (attack.value or 0):
        message = "a ranged attack is negated by a ranged one or by one of greater attack value"
        return illegal("CAP-463", message, "move")
    return None


def counter(batch: Batch, seat: int, action: a.Counter) -> None:
    """CAP-450 CAP-451 CAP-457 CAP-460 Higher priority counters, equal priority negates."""
    batch.frames.pop()
    board = batch.board
    answer = attacks.declare(batch, seat, action, "counter")
    own, theirs = continuous.priority_of(board, answer), continuous.priority_of(board, board.fight.initial)
    if own > theirs:
        _counters(batch, answer, own, theirs)
    else:
        _negates(batch, answer, own, theirs)


def _counters(batch: Batch, answer: Attack, own: int, theirs: int) -> None:
    """CAP-408 CAP-451 CAP-912 CAP-925 CAP-R31 The initial attack comes to nothing, the answer hits."""
    batch.emit(e.AttackCountered(attack=0, by=answer.number, priority=theirs, by_priority=own))
    _undone(batch, "countered")
    combos.hit(batch, answer)


def _negates(batch: Batch, answer: Attack, own: int, theirs: int) -> None:
    """CAP-318 CAP-460 CAP-464 CAP-465 CAP-913 CAP-R32 CAP-R33 Both come to nothing; but R negating an attack without R
    does half.

    A variable counter ignores range.
    """
    board = batch.board
    batch.emit(e.AttackNegated(attack=0, by=answer.number, priority=theirs, by_priority=own))
    plain = answer.role == "variable_counter"
    ranged = continuous.used(board, answer).move.ranged and not initial_move(board).ranged and not plain
    piles.clear_zones(batch, "negated")
    if ranged:
        batch.push(combos.damage_of(board, answer, half=True), *combos.after_blocked(answer))
    else:
        batch.push(EndCombat())


# Avoid moves


def refuse_avoid(board: Board, seat: int, move: Move) -> Refusal | None:
    """CAP-456 CAP-R38 Why the move can't avoid the initial attack, or None."""
    if move.entry is None or move.damage is not None:
        return illegal("CAP-456", "this move doesn't avoid; answer with `counter`", "move")
    if not set(move.entry.avoid) & initial_move(board).kinds:
        return illegal("CAP-456", f"it avoids {', '.join(move.entry.avoid)} only", "move")
    return None


def avoid(batch: Batch, seat: int, action: a.Avoid) -> None:
    """CAP-318 CAP-414 CAP-454 CAP-456 CAP-923 The attack is avoided, then the move's own effects happen."""
    batch.frames.pop()
    board = batch.board
    answer = attacks.declare(batch, seat, action, "counter")
    batch.emit(e.AttackAvoided(attack=0, by=answer.number))
    _undone(batch, "avoided")
    spent = continuous.points_left(board, board.character(answer.character)) <= 0
    batch.push(*effects.when_used(board, answer, lost=spent), Kos(), After(answer.number, spent))


# Throws and tech hits


def step_tech(batch: Batch, frame: Tech) -> None:
    """CAP-427 CAP-474 CAP-R73 Ask for a tech hit, also when none is possible."""
    board = batch.board
    thrower = board.character(board.fight.attacks[frame.attack].character)
    batch.ask_for(frame, board.opposing(thrower.side).seat, "tech_hit")


def _techable(board: Board, frames: Sequence[Frame]) -> Attack:
    """The attack that a tech hit would answer, which may be no throw."""
    frame = frames[-1]
    return board.fight.attacks[frame.attack] if isinstance(frame, Tech) else board.fight.initial


def refuse_tech(state: State, seat: int, action: a.TechHit) -> Refusal | None:
    """CAP-405 CAP-471 Why these cards are no tech hit, or None."""
    board = state.board
    throw = continuous.used(board, _techable(board, state.frames)).move
    if throw.kind != "throw":
        return illegal("CAP-405", "only a throw can be tech hit")
    if not board.players[seat].holds(action.cards):
        return illegal("CAP-471", "a tech hit is two different cards of your hand", "card1")
    number = same_value(action.cards)
    if number is None:
        return illegal("CAP-471", "a tech hit is two number cards of one value", "card1")
    strength = continuous.stat(board, board.own(seat), "strength")
    if number <= strength:
        return illegal("CAP-471", f"{number} is not above your Strength of {strength}", "card1")
    if number < throw.number:
        return illegal("CAP-471", f"the throw was made with {throw.number}, a tech hit takes that or more", "card1")
    return None


def tech_templates(state: State, seat: int) -> Iterator[Template]:
    """CAP-471 Every pair that is a tech hit."""
    for card1, card2 in pairs(state.board.players[seat].held):
        if refuse_tech(state, seat, a.TechHit(card1, card2)) is None:
            label = f"Tech hit with {pair_name(card1, card2)}"
            yield Template("tech_hit", {"card1": card1, "card2": card2}, (), label, ("CAP-471",))


def tech_hit(batch: Batch, seat: int, action: a.TechHit) -> None:
    """CAP-318 CAP-471 CAP-472 CAP-474 The throw is negated, both pairs go, the combat phase ends."""
    attack = _techable(batch.board, batch.frames)
    batch.frames.pop()
    batch.emit(e.ThrowTeched(attack=attack.number, seat=seat, cards=action.cards))
    piles.clear_zone(batch, attack.number, "teched")
    combos.end_combat(batch, "teched")


def decline_tech(batch: Batch, seat: int, action: a.Decline) -> None:
    """CAP-427 CAP-475 The throw hits."""
    attack = _techable(batch.board, batch.frames)
    batch.frames.pop()
    combos.hit(batch, attack)


# Variable counters


def refuse_variable_counter(board: Board, seat: int, action: a.VariableCounter) -> Refusal | None:
    """CAP-910 CAP-917 CAP-951 Why no variable counter is possible with this card, or None."""
    waits = board.inactive(board.side_of(seat))
    if waits is None or waits.seat != seat:
        return illegal("CAP-917", "a variable counter needs a living inactive character of your own")
    if board.definition(waits.cid).marked("VC") is None:
        return illegal("CAP-910", "the inactive character has no move marked [VC]")
    if not is_joker(action.joker) or action.joker not in board.players[seat].held:
        return illegal("CAP-910", "a variable counter is paid with a Joker of your hand", "joker")
    return None


def variable_counter_templates(board: Board, seat: int) -> Iterator[Template]:
    """CAP-910 One for each Joker."""
    held = board.players[seat].held
    jokers = tuple(face for face in held if refuse_variable_counter(board, seat, a.VariableCounter(face)) is None)
    if jokers:
        joker = Parameter("joker", "card", jokers)
        yield Template("variable_counter", {}, (joker,), "Variable counter", ("CAP-910",))


def variable_counter(batch: Batch, seat: int, action: a.VariableCounter) -> None:
    """CAP-910 CAP-911 CAP-912 CAP-913 CAP-914 CAP-915 CAP-916 CAP-926 CAP-R56 CAP-R57 The inactive character comes in,
    then the printed priorities are compared.
    """
    batch.frames.pop()
    board = batch.board
    side = board.side_of(seat)
    user = board.inactive(side)
    assert user is not None
    move = board.definition(user.cid).marked("VC")
    assert move is not None
    attack = board.fight.initial
    own, theirs = move.priority or 0, continuous.priority_of(board, attack)
    equal: e.VariableCounterOutcome = "lower" if attack.move == TAG_SUPER else "equal"
    outcome: e.VariableCounterOutcome = "higher" if own > theirs else "lower" if own < theirs else equal
    piles.discard(batch, seat, (action.joker,), "variable_counter")
    event = e.VariableCounterUsed(
        attack=len(board.fight.attacks),
        seat=seat,
        character=user.id,
        cid=user.cid,
        move=move.id,
        joker=action.joker,
        priority=own,
        against=theirs,
        outcome=outcome,
    )
    batch.emit(event)
    tagging.switch(batch, side, "vc")
    if outcome == "lower":
        combos.hit(batch, attack)
    elif outcome == "higher":
        _counters(batch, board.fight.last, own, theirs)
    else:
        _negates(batch, board.fight.last, own, theirs)
