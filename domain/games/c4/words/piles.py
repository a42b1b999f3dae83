"""Words that move cards."""

from __future__ import annotations

from typing import Literal

from domain.games.c4 import events as e
from domain.games.c4 import piles, playing
from domain.games.c4.abilities import Doing
from domain.games.c4.frames import CardChoice, LookTop
from domain.games.c4.words.vocabulary import CardKind, word
from domain.kernel.audience import seat as seat_audience
from domain.kernel.effects.vocabulary import Number, Players


@word("effect")
def draw(do: Doing, who: Players, n: Number) -> None:
    """C4-216 C4-220 Draw cards, each player completely before the next."""
    drawn = [piles.draw(do.batch, seat, n, "effect") for seat in who]
    if any(drawn):
        do.happened()


@word("effect")
def discard(do: Doing, who: Players, n: Number, how: Literal["choice", "random", "by_you"] = "choice") -> None:
    """Cards from hands to discards, as many as there are; `by_you`: you see the hand and choose."""
    frames = []
    for seat in who:
        size = do.board.players[seat].hand.size
        if how == "random":
            for _ in range(min(n, size)):
                piles.discard_at_random(do.batch, seat, do.env.cid)
        elif size and n:
            chooser = do.env.you if how == "by_you" else seat
            frames.append(CardChoice(chooser, seat, min(n, size), "discard", do.env))
        if size:
            do.happened()
    do.push(*frames)


@word("effect")
def recover(do: Doing, who: Players, n: Number) -> None:
    """Players choose cards of their own discard for their hand, as many as there are."""
    sizes = [(seat, min(n, len(do.board.players[seat].discard))) for seat in who]
    if any(size for _, size in sizes):
        do.happened()
    do.push(*(CardChoice(seat, seat, size, "recover", do.env) for seat, size in sizes if size))


@word("effect")
def reveal_top(do: Doing, who: Players) -> None:
    """C4-R55 C4-R66 Turn a top card up, no When Flipped; it goes to its owner's discard."""
    for seat in who:
        do.bind(revealed=piles.reveal_top(do.batch, seat))


@word("effect")
def look_top(do: Doing, who: Players) -> None:
    """Players look at their own top card and may put it at the bottom."""
    for seat in who:
        cid = piles.top_card(do.batch, seat, "look")
        if cid is not None:
            event = e.CardsLookedAt(viewer=seat, whose=seat, zone="deck", count=1, cards=((cid, None),))
            do.batch.emit(event, {seat_audience(seat): ("cards",)})
            do.push(LookTop(seat, do.env))


@word("effect")
def icebox(do: Doing, what: Literal["in_play", "being_played", "anywhere", "that"], kind: CardKind = "any") -> None:
    """C4-470 C4-473 Remove a card in play or cancel a card being played; `that`: the card of the window."""
    playing.icebox(do.batch, do.env, do.env.that if what == "that" else do.env.target)


@word("effect")
def remove_this(do: Doing) -> None:
    """C4-357 This card leaves play to its owner's discard."""
    if do.board.card_in_play(do.env.iid) is not None:
        playing.leave_play(do.batch, str(do.env.iid), "own_text", do.env.causes)
        do.happened()


@word("effect")
def enter(do: Doing, who: Players) -> None:
    """C4-611 This card enters play in front of that player, who controls it; its owner stays its owner."""
    for seat in who:
        playing.enter_play(do.batch, str(do.env.iid), seat)


@word("effect")
def move_this(do: Doing, who: Players) -> None:
    """A player becomes the controller of this card; the tokens stay on it."""
    card = do.board.card_in_play(do.env.iid)
    for seat in who:
        if card is not None and card.controller != seat:
            do.batch.emit(e.ControlChanged(card=card.cid, iid=card.iid, from_seat=card.controller, to_seat=seat))
