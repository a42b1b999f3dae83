"""Words for hands, decks and discard piles."""

from __future__ import annotations

from typing import Literal

from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.definitions import TYPE
from domain.games.cape_and_cowl.frames import Discards, Positions, RecoverChoice, Search
from domain.games.cape_and_cowl.rules import piles
from domain.games.cape_and_cowl.rules.effect_prompts import recoverable
from domain.games.cape_and_cowl.rules.effects import EffectContext
from domain.games.cape_and_cowl.words.vocabulary import Count, word
from domain.kernel.effects.vocabulary import Condition, Players


@word("effect")
def draw(context: EffectContext, who: Players, n: Count) -> None:
    """CNC-330 CNC-449 Draw n cards without AP."""
    for seat in who:
        piles.draw(context.batch, seat, n, context.env.cid)


@word("effect")
def discard_hand(context: EffectContext, who: Players, n: Count, how: Literal["owner", "random"]) -> None:
    """CNC-445 CNC-R52 CNC-R62 Discard n cards of the hand: the owner's choice, or at random."""
    if how == "owner":
        asked = [seat for seat in who if n and context.board.players[seat].hand]
        context.batch.push(*(Discards(seat, n, context.env.cid, seat != asked[0]) for seat in asked))
        return
    for seat in who:
        piles.discard_at_random(context.batch, seat, n, context.env.cid)


@word("effect")
def mill(context: EffectContext, who: Players, n: Count) -> None:
    """CNC-527 The top n cards of the deck go to the discard pile."""
    for seat in who:
        piles.mill(context.batch, seat, n, context.env.cid)


@word("effect")
def search(context: EffectContext, cards: Condition, n: Count) -> None:
    """CNC-533 Take up to n such cards of the own deck into the hand, unseen; then shuffle."""
    context.batch.push(Search(context.env, n, context.block, context.at))


@word("effect")
def recover(context: EffectContext, cards: Condition, n: Count, to: Literal["hand", "bottom"]) -> None:
    """CNC-534 Up to n such cards of the own discard pile go to the hand, or in the chosen order under the deck."""
    found = recoverable(context, context.blocks[context.block][context.at])
    if context.env.cards is not None:
        still = tuple(iid for iid in context.env.cards if iid in found)
        piles.recover(context.batch, context.env.you, still, to, context.env.cid)
    elif found and n:
        context.batch.push(RecoverChoice(context.env, found, min(n, len(found)), to))


@word("effect", only=("play",))
def this_to_bottom(context: EffectContext) -> None:
    """CNC-313 This Event goes to the bottom of the deck, not to the discard pile."""
    playing = context.board.playing
    if playing is not None and playing.iid == context.env.iid:
        context.batch.emit(e.CardSunk(seat=playing.seat, iid=playing.iid, card=playing.cid))


@word("effect")
def reveal(context: EffectContext, who: Players, n: Count) -> None:
    """CNC-434 CNC-526 The player chooses n positions of unrevealed cards; all of them if there are no more.

    A Type Effect may be declined.
    """
    optional, asked = context.env.cid.startswith(TYPE), []
    for seat in who if n else ():
        there = context.board.players[seat].unrevealed()
        if there and (len(there) > n or optional):
            asked.append(Positions(context.env.you, seat, min(n, len(there)), optional))
        else:
            piles.reveal(context.batch, seat, there)
    context.batch.push(*asked)


@word("effect")
def reveal_all(context: EffectContext, who: Players) -> None:
    """CNC-526 The whole hand is revealed."""
    for seat in who:
        piles.reveal(context.batch, seat, context.board.players[seat].unrevealed())
