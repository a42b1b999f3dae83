"""Words that move tokens and change such movements, and for a card's own cost."""

from __future__ import annotations

from typing import Literal

from domain.games.c4.frames import Item, Movement, Pay, Put
from domain.games.c4.rules import movements
from domain.games.c4.rules.continuous import EvalContext
from domain.games.c4.rules.effects import EffectContext
from domain.games.c4.rules.tokens import count as token_count
from domain.games.c4.words.vocabulary import Nm, word
from domain.kernel.effects.vocabulary import Number, Players


def _movement(
    context: EffectContext, kind: Literal["gain", "lose"], who: tuple[int, ...], n: int, nm: str | None
) -> None:
    """C4-375 Nothing happens with a base of 0."""
    if n > 0 and who:
        items = tuple(Item(seat, n) for seat in who)
        env = context.env
        context.push(Movement(kind, items, env.cid, restricted=nm is not None, causes=env.causes, report=env.report))


@word("effect")
def gain(context: EffectContext, who: Players, n: Number, kind: Nm | None = None) -> None:
    """C4-340 Tokens from the pot to supplies; `nm`: Non Matching only."""
    _movement(context, "gain", who, n, kind)


@word("effect")
def lose(context: EffectContext, who: Players, n: Number, kind: Nm | None = None) -> None:
    """C4-343 Tokens from supplies to the pot; `nm`: Non Matching only."""
    _movement(context, "lose", who, n, kind)


@word("effect")
def take(context: EffectContext, by: Players, source: Players, n: Number, kind: Nm | None = None) -> None:
    """C4-346 C4-371 Tokens from other players' supplies to one's own, one player after the other."""
    _transfer(context, "take", [(taker, victim) for taker in by for victim in source], n, kind)


@word("effect")
def give(context: EffectContext, giver: Players, receiver: Players, n: Number) -> None:
    """C4-350 C4-371 Tokens from one's own supply to another player's."""
    _transfer(context, "give", [(to, source) for source in giver for to in receiver], n, None)


def _transfer(
    context: EffectContext, kind: Literal["take", "give"], pairs: list[tuple[int, int]], n: int, nm: str | None
) -> None:
    """C4-346 C4-350 C4-375 One after the other; never between a player and the same player, nor with a base of 0."""
    env = context.env
    frames = [
        Movement(
            kind,
            (Item(player, n),),
            env.cid,
            other=other,
            restricted=nm is not None,
            causes=env.causes,
            report=env.report,
        )
        for player, other in pairs
        if player != other and n > 0
    ]
    context.push(*frames)


@word("effect")
def pay(context: EffectContext, who: Players, n: Number) -> None:
    """C4-353 Players pay to the pot, as many as they can."""
    env = context.env
    context.push(*(Pay(seat, n, "effect", env.cid, causes=env.causes, report=env.report) for seat in who if n > 0))


@word("effect")
def put(context: EffectContext, who: Players, n: Number) -> None:
    """C4-356 Tokens from supplies onto this card, as many as there are."""
    env = context.env
    if env.iid is not None:
        context.push(*(Put(seat, n, env.iid, env.cid, report=env.report) for seat in who))


@word("effect")
def put_from_pot(context: EffectContext, n: Number) -> None:
    """C4-356 Tokens from the pot onto this card, as many as there are; the card's controller picks their kinds."""
    env = context.env
    if env.iid is not None and context.board.card_in_play(env.iid) is not None:
        context.push(Put(env.you, n, env.iid, env.cid, source="pot", report=env.report))


@word("effect")
def collect(context: EffectContext, who: Players, n: Number | None = None) -> None:
    """C4-356 Tokens from this card to a supply; all of them if no number is given."""
    env = context.env
    card = context.board.card_in_play(env.iid)
    if card is not None:
        most = token_count(card.tokens) if n is None else n
        context.push(*(Put(seat, most, card.iid, card.cid, source="card", report=env.report) for seat in who))


@word("effect")
def prevent_this(context: EffectContext) -> None:
    """C4-379 C4-381 The event that is about to happen does not."""
    movements.change_amount(context.batch, 0, context.env.cid)


@word("effect")
def reduce_this(context: EffectContext, n: Number) -> None:
    """C4-349 C4-379 The event that is about to happen is smaller; takes are never changed."""
    now = movements.current(context.batch)
    if now is not None and now[1].kind != "take":
        movements.change_amount(context.batch, max(0, now[2].amount - n), context.env.cid)


@word("cost", "pay")
def pay_cost(context: EvalContext, n: Number) -> int:
    """C4-311 The card's own cost from the supply."""
    return n


@word("cost", "spill")
def spill_cost(context: EvalContext, n: Number) -> int:
    """Tokens from this card to the pot."""
    return n
