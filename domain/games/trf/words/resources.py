"""Words for hands, decks, meters and words."""

from __future__ import annotations

from domain.games.trf import events as e
from domain.games.trf.frames import DiscardChoice, LookTop
from domain.games.trf.rules import piles
from domain.games.trf.rules.effects import EffectContext
from domain.games.trf.words.passives import how_much
from domain.games.trf.words.vocabulary import Count, Money, Planets, word
from domain.kernel.effects.vocabulary import Players


@word("effect")
def draw(context: EffectContext, who: Players, n: Count) -> None:
    """TRF-646 They draw n cards, as many as there are."""
    for seat in who:
        piles.draw(context.batch, seat, n, context.env.cid)


@word("effect")
def discard_random(context: EffectContext, who: Players, n: Count) -> None:
    """TRF-646 They discard n cards of the hand at random."""
    for seat in who:
        piles.discard_at_random(context.batch, seat, n, context.env.cid)


@word("effect")
def discard_choice(context: EffectContext, who: Players, n: Count) -> None:
    """They discard n cards of the hand of their choice."""
    context.batch.push(*(DiscardChoice(seat, n, context.env.cid) for seat in who if n))


@word("effect")
def look_top(context: EffectContext, n: Count, k: Count) -> None:
    """TRF-646 Look at the top n cards of the own deck, take k of them; the rest goes under the deck in that order."""
    if piles.look_at_top(context.batch, context.env.you, n):
        context.batch.push(LookTop(context.env.you, k, context.env.cid))


@word("effect")
def look_hand(context: EffectContext, who: Players) -> None:
    """Look at their hands as they are now."""
    for seat in who:
        piles.look_at_hand(context.batch, context.env.you, seat)


@word("effect", check=how_much)
def income_next(context: EffectContext, who: Players, meters: Money | None = None, words: Money | None = None) -> None:
    """TRF-203 Their next refill gives so much more."""
    for seat in who:
        context.batch.emit(e.IncomePromised(seat=seat, meters=meters or 0, words=words or 0, cause=context.env.cid))


@word("effect")
def skip_planet(context: EffectContext, target: Planets) -> None:
    """TRF-636 The planets give nothing at their owners' next refill, and are exhausted until the one after."""
    for planet in context.planets(target):
        context.batch.emit(e.PlanetSkipped(seat=planet.owner, iid=planet.iid, card=planet.cid, cause=context.env.cid))
