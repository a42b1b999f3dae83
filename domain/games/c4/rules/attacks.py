"""Attacks, step by step (C4-401 to C4-423)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from domain.games.c4 import events as e
from domain.games.c4.board import Board
from domain.games.c4.frames import Attack, AttackEach, Do, Env, Moment, PlayerChoice, Reflip
from domain.games.c4.match import Batch
from domain.games.c4.rules import piles
from domain.games.c4.rules.continuous import EvalContext, applying, forbidden, protected
from domain.games.c4.rules.targeting import declarable
from domain.games.c4.rules.triggers import moment_frames
from domain.kernel.audience import seat as seat_audience

BEATS = {"rock": "scissors", "scissors": "paper", "paper": "rock"}


def declare(batch: Batch, env: Env, defender: int, block: int) -> None:
    """C4-402 C4-444 C4-R80 C4-R88 Start an attack by the ability's player, unless its defender has become illegal, a
    card forbids it or cards lie flipped for another.
    """
    board = batch.board
    if forbidden(board, env.you, "attack") is not None or any(player.flipped for player in board.players):
        return
    if defender != env.you and not protected(board, env.you, defender):
        batch.push(Attack(env.you, defender, env, block, first_effect=board.next_effect))


def step_attack_each(batch: Batch, frame: AttackEach) -> None:
    """C4-417 C4-R33 The next complete attack; a cancelled or redirected one leaves the others as they are."""
    if frame.seats:
        batch.frames.append(replace(frame, seats=frame.seats[1:]))
        if batch.board.players[frame.seats[0]].in_match:
            declare(batch, frame.env, frame.seats[0], frame.block)


def step_attack(batch: Batch, attack: Attack) -> None:
    """C4-R28 The steps of one attack; a cancelled one goes straight to the last."""
    if attack.resolved is not None:
        batch.emit(e.WhenFlippedResolved(seat=attack.flippers[0], card=attack.resolved))
        attack = replace(attack, resolved=None, flippers=attack.flippers[1:])
    if attack.cancelled and attack.stage != "return":
        attack = replace(attack, stage="return")
    _STAGES[attack.stage](batch, attack)


def _declared(batch: Batch, attack: Attack) -> None:
    """C4-401 C4-404 Step 1: recorded, then triggers, then window `attack_declared`."""
    batch.emit(e.AttackDeclared(attacker=attack.attacker, defender=attack.defender, source=attack.env.cid))
    _go_on(batch, attack, "flip", "attack_declared")


def _flip(batch: Batch, attack: Attack) -> None:
    """C4-405 C4-408 C4-409 C4-421 Step 2: both flip at once, shuffles in turn order before; then step 3."""
    board = batch.board
    order = EvalContext(board, attack.env).in_turn_order({attack.attacker, attack.defender})
    for seat in order:
        if not board.players[seat].deck.size and board.players[seat].discard:
            piles.shuffle(batch, seat, "visa")
    flipped = tuple(seat for seat in order if piles.flip(batch, seat) is not None)
    batch.frames.append(replace(attack, stage="shown", flippers=flipped))


def _shown(batch: Batch, attack: Attack) -> None:
    """C4-406 C4-407 C4-530 C4-531 Step 3: When Flipped in turn order of the flippers; then window `flips_shown`."""
    if not attack.flippers:
        _go_on(batch, attack, "decide", "flips_shown")
        return
    seat = attack.flippers[0]
    board = batch.board
    flipped = board.players[seat].flipped
    if flipped is None or board.cards[flipped.card.cid].flipped is None:
        batch.frames.append(replace(attack, flippers=attack.flippers[1:]))
        return
    batch.frames.append(replace(attack, resolved=flipped.card.cid))
    when_flipped(batch, attack, seat)


def when_flipped(batch: Batch, attack: Attack, seat: int) -> None:
    """C4-406 C4-530 C4-531 The When Flipped ability of a player's flipped card: "you" is the flipper; not optional."""
    flipped = batch.board.players[seat].flipped
    assert flipped is not None
    card = batch.board.cards[flipped.card.cid]
    if card.flipped is None:
        return
    iid, causes = flipped.card.iid, attack.env.causes
    env = Env(seat, card.cid, iid, attacker=attack.attacker, defender=attack.defender, causes=causes)
    ability = Do(card.cid, card.flipped, env)
    if card.flipped_needs.player is None:
        batch.push(ability)
    else:
        batch.push(PlayerChoice(declarable(batch.board, card.flipped_needs, EvalContext(batch.board, env)), ability))


def _decide(batch: Batch, attack: Attack) -> None:
    """C4-408 C4-409 C4-410 C4-411 C4-R29 EX-08 Steps 5 and 6: compare; only a symbol that beats the other's wins."""
    board = batch.board
    mine, theirs = _symbol(board, attack.attacker), _symbol(board, attack.defender)
    won = _wins(board, attack, mine, theirs)
    event = e.AttackDecided(
        attacker=attack.attacker, defender=attack.defender, attacker_symbol=mine, defender_symbol=theirs, won=won
    )
    batch.emit(event)
    _go_on(batch, replace(attack, won=won), "won", "attack_decided")


def _symbol(board: Board, seat: int) -> str | None:
    flipped = board.players[seat].flipped
    return None if flipped is None else flipped.symbol


def _wins(board: Board, attack: Attack, mine: str | None, theirs: str | None) -> bool:
    """C4-408 C4-409 C4-R29 C4-R30 Only a symbol that beats the other, or a tie that counts as a win, wins."""
    if mine is None:
        return False
    if theirs is None or BEATS[mine] == theirs:
        return True
    if mine != theirs:
        return False
    return ties_win(board, attack.attacker) and not ties_win(board, attack.defender)


def ties_win(board: Board, seat: int) -> bool:
    """C4-410 Whether equal symbols count as a win of this player, on either side of the attack."""
    return applying(board, "ties_win", seat) is not None


def _effects(batch: Batch, attack: Attack) -> None:
    """C4-401 C4-411 C4-420 The attack text happens to the defender if the attack was won."""
    batch.frames.append(replace(attack, stage="return"))
    if attack.won:
        env = replace(attack.env, attacker=attack.attacker, defender=attack.defender)
        batch.push(Do(env.cid, attack.block, env))


def _return(batch: Batch, attack: Attack) -> None:
    """C4-412 C4-413 C4-414 C4-532 C4-R31 EX-09 Step 7: whatever the result, what is still flipped goes to its
    owner's hand.

    It is no draw. Everything said for this attack ends with it.
    """
    board = batch.board
    for seat in EvalContext(board, attack.env).in_turn_order(set(range(len(board.players)))):
        flipped = board.players[seat].flipped
        if flipped is not None and seat in (attack.attacker, attack.defender):
            iid, source = piles.IDS.new(batch, str(seat))
            event = e.FlippedCardTaken(seat=seat, card=flipped.card.cid, iid=iid, draws=(source,))
            batch.emit(event, {seat_audience(seat): ("iid", "draws")})
    for effect in list(board.effects):
        if effect.duration == "this_attack" and effect.id >= attack.first_effect:
            batch.emit(e.EffectEnded(effect=effect.id, duration="this_attack", source=effect.cid))


_STAGES = {"declare": _declared, "flip": _flip, "shown": _shown, "decide": _decide, "won": _effects, "return": _return}


def _go_on(batch: Batch, attack: Attack, stage: Literal["flip", "decide", "won"], name: str) -> None:
    """C4-521 The triggers and the window of this moment of the attack, then its next stage."""
    batch.frames.append(replace(attack, stage=stage))
    moment = Moment(name, attack.attacker, attack.defender, flag=attack.won)
    batch.push(*moment_frames(batch, moment, attack.env.causes))


def _nearest(batch: Batch) -> tuple[int, Attack] | None:
    """The attack spoken of: the uppermost of the stack, with its place."""
    for place in range(len(batch.frames) - 1, -1, -1):
        frame = batch.frames[place]
        if isinstance(frame, Attack):
            return place, frame
    return None


def cancel(batch: Batch, by: str) -> None:
    """C4-415 Leave out the rest of steps 2 to 6; the attack neither wins nor fails."""
    found = _nearest(batch)
    if found is not None and not found[1].cancelled:
        place, attack = found
        batch.emit(e.AttackCancelled(source=by))
        batch.frames[place] = replace(attack, cancelled=True)


def redirect(batch: Batch, seat: int, by: str) -> None:
    """C4-416 C4-R32 The player becomes the defender, step 1 runs again; the attacker or a protected one cancels it."""
    found = _nearest(batch)
    if found is None or found[1].cancelled or found[1].stage != "flip":
        return
    place, attack = found
    if seat == attack.attacker or protected(batch.board, attack.attacker, seat):
        cancel(batch, by)
        return
    batch.emit(e.AttackRedirected(old_defender=attack.defender, new_defender=seat))
    batch.frames[place] = replace(attack, defender=seat, stage="declare")


def set_symbol(batch: Batch, seat: int, symbol: str) -> None:
    """C4-418 C4-422 C4-R32 The latest change counts; nothing happens without a flipped card or a symbol to beat."""
    flipped = batch.board.players[seat].flipped
    found = _nearest(batch)
    if flipped is None or found is None:
        return
    if symbol == "beats_rival":
        attack = found[1]
        rival = _symbol(batch.board, attack.defender if seat == attack.attacker else attack.attacker)
        if rival is None:
            return
        symbol = next(name for name, loser in BEATS.items() if loser == rival)
    batch.emit(e.SymbolChanged(seat=seat, card=flipped.card.cid, symbol=symbol))


def reflip(batch: Batch, seat: int) -> None:
    """C4-419 C4-422 C4-423 C4-R32 C4-R87 Discard the flipped card, flip a new one; its When Flipped happens at once.

    That of the discarded card does not happen any more if its turn has not come.
    """
    flipped = batch.board.players[seat].flipped
    found = _nearest(batch)
    if flipped is None or found is None:
        return
    place, attack = found
    happening = attack.flippers[:1] if attack.resolved is not None else ()
    waiting = tuple(other for other in attack.flippers[len(happening) :] if other != seat)
    batch.frames[place] = replace(attack, flippers=happening + waiting)
    card = flipped.card
    batch.emit(e.CardDiscarded(seat=seat, card=card.cid, iid=card.iid, from_zone="flipped", cause="reflip"))
    cid = piles.flip(batch, seat)
    if cid is not None and batch.board.cards[cid].flipped is not None:
        batch.frames.append(Reflip(seat, cid))
        when_flipped(batch, attack, seat)


def flips_anew(batch: Batch) -> bool:
    """C4-R91 Whether the When Flipped ability of a newly flipped card is happening."""
    return any(isinstance(frame, Reflip) for frame in batch.frames)


def step_reflip(batch: Batch, frame: Reflip) -> None:
    """C4-419 The new card's When Flipped ability is done."""
    batch.emit(e.WhenFlippedResolved(seat=frame.seat, card=frame.cid))
