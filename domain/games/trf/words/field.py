"""Words for what happens to cards in play and in discard piles, to accounts and homeworlds."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from domain.games.trf import events as e
from domain.games.trf.board import Character, ModifierKind, Planet
from domain.games.trf.rules import leaving, piles
from domain.games.trf.rules.effects import EffectContext
from domain.games.trf.rules.units import unit_of
from domain.games.trf.words.passives import fitting_keyword, fleeters_own
from domain.games.trf.words.vocabulary import (
    Change,
    Characters,
    Count,
    Discarded,
    Forbidden,
    Keyword,
    Place,
    Planets,
    Units,
    word,
)
from domain.kernel.effects.vocabulary import Players


@word("effect")
def damage(context: EffectContext, target: Characters, n: Count) -> None:
    """TRF-513 TRF-514 n damage tokens."""
    for card in context.characters(target):
        leaving.place_damage(context.batch, card, n, context.env.cid)


@word("effect")
def heal(context: EffectContext, target: Characters, n: Count | None = None) -> None:
    """TRF-515 n damage tokens are removed, or all."""
    for card in context.characters(target):
        leaving.heal(context.batch, card, card.damage if n is None else n, context.env.cid)


@word("effect")
def destroy(context: EffectContext, target: Characters) -> None:
    """TRF-517 TRF-647 They go to their owners' discard piles."""
    for card in context.characters(target):
        leaving.destroy(context.batch, card, context.env.cid)


@word("effect")
def to_hand(context: EffectContext, target: Discarded) -> None:
    """TRF-335 They go from the discard pile to their owners' hands."""
    for iid in target:
        piles.to_hand(context.batch, iid, context.env.cid)


def ask_for(place: Place, wanted: Sequence[str], named: str) -> None:
    """The pick before was asked for them, or a filter ensures that they are of these kinds."""
    filters = [part.slice for part in ast.walk(place.said.given["target"]) if isinstance(part, ast.Subscript)]
    if "same" not in place.words() and not any(ensures(part, wanted) for part in filters):
        raise place.fault(f"{place.call.word!r} is about {named}; ask for them: my_discard[{wanted[0]}]")


def ensures(test: ast.expr, wanted: Sequence[str]) -> bool:
    """Whether everything that passes a test is one of these."""
    if isinstance(test, ast.BoolOp):
        decide = any if isinstance(test.op, ast.And) else all
        return decide(ensures(part, wanted) for part in test.values)
    return isinstance(test, ast.Name) and test.id in wanted


def of_planets_and_characters(place: Place) -> None:
    """TRF-601 Planets and characters come into play, OOC cards are played."""
    ask_for(place, ("planet", "character", "fleeter", "individual"), "planets or characters")


def of_characters(place: Place) -> None:
    """TRF-334 Characters are revived."""
    ask_for(place, ("character", "fleeter", "individual"), "characters")


@word("effect", check=of_planets_and_characters)
def put_into_play(context: EffectContext, target: Discarded) -> None:
    """TRF-212 TRF-338 TRF-629 From the discard pile into play: a planet exhausted, a character as bought."""
    for iid in target:
        card = context.board.discarded(iid)
        if card is not None:
            leaving.enter(context.batch, card, context.env.cid)


@word("effect", check=of_characters)
def revive_free(context: EffectContext, target: Discarded) -> None:
    """TRF-338 TRF-607 Characters come from the discard pile into play, as bought."""
    put_into_play(context, target)


def _modify(context: EffectContext, card: Character | Planet, what: ModifierKind, n: int = 0, name: str = "") -> None:
    event = e.ModifierAdded(
        seat=card.owner, iid=card.iid, card=card.cid, what=what, cause=context.env.cid, n=n, name=name
    )
    context.batch.emit(event)


@word("effect")
def combat(context: EffectContext, target: Characters, n: Change) -> None:
    """TRF-512 TRF-513 TRF-525 Their combat values are n higher this turn."""
    for card in context.characters(target):
        _modify(context, card, "combat", n)


@word("effect", check=fleeters_own)
def capture(context: EffectContext, target: Characters, n: Change) -> None:
    """TRF-512 TRF-516 TRF-525 Their capture values are n higher this turn."""
    for card in context.characters(target):
        _modify(context, card, "capture", n)


@word("effect")
def defense(context: EffectContext, target: Planets, n: Change) -> None:
    """TRF-516 TRF-525 It takes n more to capture these planets this turn."""
    for planet in context.planets(target):
        _modify(context, planet, "defense", n)


@word("effect", check=fitting_keyword)
def keyword(context: EffectContext, target: Characters, name: Keyword, n: Change | None = None) -> None:
    """TRF-525 TRF-542 They have a keyword this turn."""
    for card in context.characters(target):
        _modify(context, card, "keyword", n or 0, name)


@word("effect")
def cannot(context: EffectContext, target: Characters, what: Forbidden) -> None:
    """TRF-414 TRF-512 TRF-525 They can't attack, block or be blocked this turn."""
    for card in context.characters(target):
        _modify(context, card, "cannot", name=what)


@word("effect")
def save(context: EffectContext, target: Characters) -> None:
    """TRF-631 They are not discarded if their side loses a fight this turn."""
    for card in context.characters(target):
        _modify(context, card, "save")


@word("effect")
def capture_to_hand(context: EffectContext, target: Planets) -> None:
    """TRF-635 If one of these planets is captured this turn it goes to its owner's hand."""
    for planet in context.planets(target):
        _modify(context, planet, "capture_to_hand")


@word("effect")
def refresh_unit(context: EffectContext, target: Units) -> None:
    """TRF-642 TRF-R29 The units are not spent any more, or will not be on the next turn."""
    for iid in target:
        unit = unit_of(context.board, iid)
        if unit:
            cards = tuple(card.iid for card in unit)
            context.batch.emit(e.UnitRefreshed(seat=unit[0].owner, cards=cards, cause=context.env.cid))


def own_account(place: Place) -> None:
    """TRF-628 Nobody else's reserve account is known."""
    if place.words() != ["me"]:
        raise place.fault("an account is swapped by its player: swap_account(me) (TRF-628)")


@word("effect", check=own_account)
def swap_account(context: EffectContext, who: Players) -> None:
    """TRF-104 TRF-628 The reserve account takes the place of the account; what was attached to that is discarded."""
    for seat in who:
        leaving.swap_account(context.batch, seat)


def own_planet(place: Place) -> None:
    """TRF-604 A homeworld changes places with another planet of its owner."""
    if not {"my_planet", "self", "same"} & {*place.words()}:
        raise place.fault("a homeworld changes places with a planet of its owner's: my_planet[shield]")


@word("effect", check=own_planet)
def swap_home(context: EffectContext, target: Planets) -> None:
    """TRF-604 TRF-R54 The player's homeworld and this planet of theirs change places."""
    for planet in context.planets(target):
        home = context.board.home(planet.owner)
        if home is not None and home.iid != planet.iid and planet.owner == context.env.you:
            context.batch.emit(e.HomeworldSwapped(seat=planet.owner, before=home.iid, after=planet.iid))
