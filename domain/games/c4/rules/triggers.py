"""The triggers that a moment sets off, in their order (52x)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from domain.games.c4.board import Board, InPlay
from domain.games.c4.definitions import Trigger
from domain.games.c4.frames import Do, Env, Moment, PlayerChoice, Window
from domain.games.c4.match import Batch
from domain.games.c4.rules.continuous import EvalContext, holds
from domain.games.c4.rules.targeting import declarable
from domain.kernel.frames import Frame

ATTACK_MOMENTS = ("attack_declared", "flips_shown", "attack_decided")
"""C4-404 C4-407 C4-411 The moments of an attack."""


def key(iid: str, number: int) -> str:
    """The name of one ability of one card in a chain of causes."""
    return f"{iid}:{number}"


def moment_frames(batch: Batch, moment: Moment, causes: tuple[str, ...] = (), *, guarded: bool = False) -> list[Frame]:
    """C4-521 The triggers that a moment sets off, in order, and then its window."""
    return [*triggered(batch.board, moment, causes, guarded=guarded), Window(moment)]


def triggered(board: Board, moment: Moment, causes: tuple[str, ...], *, guarded: bool = False) -> Iterator[Frame]:
    """C4-520 C4-522 C4-526 C4-R38 C4-R43 C4-R70 Triggers in turn order of controllers, oldest first, then lasting ones.

    `causes` are the abilities that led here, with no Reaction between; none of them triggers again.
    """
    cards = board.cards
    listening = [card for card in board.in_play if moment.name in cards[card.cid].listens]
    effects = [effect for effect in board.effects if effect.kind == "delayed"]
    for seat in board.turn_order() if listening or effects else ():
        for card in sorted((card for card in listening if card.controller == seat), key=lambda card: card.entered):
            yield from _of_card(board, card, moment, causes, guarded)
        for effect in effects:
            ability = key("effect", effect.id)
            if effect.controller == seat and ability not in causes:
                pattern = cards[effect.cid].patterns[effect.trigger]
                env = Env(seat, effect.cid, opp=effect.opp, causes=(*causes, ability))
                yield from _fire(board, moment, Trigger(pattern, None, effect.block), env, guarded)


def leave_triggers(board: Board, card: InPlay, causes: tuple[str, ...]) -> Iterator[Frame]:
    """C4-524 `left_play` abilities of the card that left; "you" is its last controller."""
    return _of_card(board, card, Moment("left_play", card.controller, iid=card.iid), causes, guarded=False)


def _of_card(board: Board, card: InPlay, moment: Moment, causes: tuple[str, ...], guarded: bool) -> Iterator[Frame]:
    for number, trigger in enumerate(board.cards[card.cid].triggers):
        ability = key(card.iid, number)
        if ability not in causes:
            env = Env(card.controller, card.cid, card.iid, causes=(*causes, ability))
            yield from _fire(board, moment, trigger, env, guarded)


def _fire(board: Board, moment: Moment, trigger: Trigger, env: Env, guarded: bool) -> Iterator[Frame]:
    """C4-523 C4-525 C4-R44 A trigger that fits the moment will happen, whatever becomes of its card.

    Conditions inside its text are tested when they are reached.
    """
    bound = bind(board, trigger, moment, env)
    if bound is None:
        return
    ability = Do(bound.cid, trigger.block, bound, guarded=guarded)
    if trigger.needs.player is not None:
        yield PlayerChoice(declarable(board, trigger.needs, EvalContext(board, bound)), ability)
    else:
        yield ability


def bind(board: Board, trigger: Trigger, moment: Moment, env: Env) -> Env | None:
    """C4-450 The bindings of an ability that fits the moment, or None if it doesn't fit."""
    context = EvalContext(board, env, moment=moment)
    pattern: Callable[..., int | None] = trigger.pattern.function
    seat = pattern(context, **{name: value(context) for name, value in trigger.pattern.arguments.items()})
    if seat is None:
        return None
    attack = moment.name in ATTACK_MOMENTS
    bound = replace(
        env,
        trig=seat,
        amount=moment.amount,
        that=moment.iid,
        attacker=moment.player if attack else None,
        defender=moment.other if attack else None,
    )
    return bound if holds(trigger.test, EvalContext(board, bound)) else None
