"""Words that move cards."""

from __future__ import annotations

from typing import Literal

from domain.games.c4 import events as e
from domain.games.c4.frames import CardChoice, LookTop
from domain.games.c4.rules import piles, playing
from domain.games.c4.rules.effects import EffectContext
from domain.games.c4.words.vocabulary import CardKind, word
from domain.kernel.effects.vocabulary import Number, Players
from domain.kernel.piles import looked_at


@word("effect")
def draw(context: EffectContext, who: Players, n: Number) -> None:
    """C4-216 C4-220 Draw cards, each player completely before the next."""
    for seat in who:
        piles.draw(context.batch, seat, n, "effect")


@word("effect")
def discard(
    context: EffectContext, who: Players, n: Number, how: Literal["choice", "random", "by_you"] = "choice"
) -> None:
    """Cards from hands to discards, as many as there are; `by_you`: you see the hand and choose."""
    frames = []
    for seat in who:
        size = context.board.players[seat].hand.size
        if how == "random":
            for _ in range(min(n, size)):
                piles.discard_at_random(context.batch, seat, context.env.cid)
        elif size and n:
            chooser = context.env.you if how == "by_you" else seat
            frames.append(CardChoice(chooser, seat, min(n, size), "discard", context.env))
            context.happened()
    context.push(*frames)


@word("effect")
def recover(context: EffectContext, who: Players, n: Number) -> None:
    """Players choose cards of their own discard for their hand, as many as there are."""
    sizes = [(seat, min(n, len(context.board.players[seat].discard))) for seat in who]
    if any(size for _, size in sizes):
        context.happened()
    context.push(*(CardChoice(seat, seat, size, "recover", context.env) for seat, size in sizes if size))


@word("effect")
def reveal_top(context: EffectContext, who: Players) -> None:
    """C4-R55 C4-R66 Turn a top card up, no When Flipped; it goes to its owner's discard."""
    for seat in who:
        context.bind(revealed=piles.reveal_top(context.batch, seat))


@word("effect")
def look_top(context: EffectContext, who: Players) -> None:
    """Players look at their own top card and may put it at the bottom."""
    for seat in who:
        cid = piles.top_card(context.batch, seat, "look")
        if cid is not None:
            event = e.CardsLookedAt(viewer=seat, whose=seat, zone="deck", count=1, cards=((cid, None),))
            looked_at(context.batch, event, seat)
            context.push(LookTop(seat, context.env))


@word("effect")
def icebox(
    context: EffectContext, what: Literal["in_play", "being_played", "anywhere", "that"], kind: CardKind = "any"
) -> None:
    """C4-470 C4-473 Remove a card in play or cancel a card being played; `that`: the card of the window."""
    playing.icebox(context.batch, context.env, context.env.that if what == "that" else context.env.target)


@word("effect")
def remove_this(context: EffectContext) -> None:
    """C4-357 This card leaves play to its owner's discard."""
    if context.board.card_in_play(context.env.iid) is not None:
        playing.leave_play(context.batch, str(context.env.iid), "own_text", context.env.causes)


@word("effect")
def enter(context: EffectContext, who: Players) -> None:
    """C4-611 This card enters play in front of that player, who controls it; its owner stays its owner."""
    for seat in who:
        playing.enter_play(context.batch, str(context.env.iid), seat)


@word("effect")
def move_this(context: EffectContext, who: Players) -> None:
    """A player becomes the controller of this card; the tokens stay on it."""
    card = context.board.card_in_play(context.env.iid)
    for seat in who:
        if card is not None and card.controller != seat:
            context.batch.emit(e.ControlChanged(card=card.cid, iid=card.iid, from_seat=card.controller, to_seat=seat))
