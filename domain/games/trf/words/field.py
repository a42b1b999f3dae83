"""Words for what happens to cards in play and in discard piles, to accounts and homeworlds."""

from __future__ import annotations

from domain.games.trf import events as e
from domain.games.trf import leaving, piles
from domain.games.trf.board import Character, ModifierKind, Planet
from domain.games.trf.effects import Doing
from domain.games.trf.units import unit_of
from domain.games.trf.words.vocabulary import Change, Count, Forbidden, Keyword, word
from domain.kernel.effects.vocabulary import Players, Target


@word("effect")
def damage(do: Doing, target: Target, n: Count) -> None:
    """TRF-513 TRF-514 n damage tokens."""
    for card in do.characters(target):
        leaving.place_damage(do.batch, card, n, do.env.cid)


@word("effect")
def heal(do: Doing, target: Target, n: Count | None = None) -> None:
    """TRF-515 n damage tokens are removed, or all."""
    for card in do.characters(target):
        leaving.heal(do.batch, card, card.damage if n is None else n, do.env.cid)


@word("effect")
def destroy(do: Doing, target: Target) -> None:
    """TRF-517 TRF-647 They go to their owners' discard piles."""
    for card in do.characters(target):
        leaving.destroy(do.batch, card, do.env.cid)


@word("effect")
def to_hand(do: Doing, target: Target) -> None:
    """TRF-335 They go from the discard pile to their owners' hands."""
    for iid in target:
        piles.to_hand(do.batch, iid, do.env.cid)


@word("effect")
def put_into_play(do: Doing, target: Target) -> None:
    """TRF-212 TRF-338 TRF-629 From the discard pile into play: a planet exhausted, a character as bought."""
    for iid in target:
        card = do.board.discarded(iid)
        if card is not None:
            leaving.enter(do.batch, card, do.env.cid)


@word("effect")
def revive_free(do: Doing, target: Target) -> None:
    """TRF-338 TRF-607 Characters come from the discard pile into play, as bought."""
    put_into_play(do, target)


def _modify(do: Doing, card: Character | Planet, what: ModifierKind, n: int = 0, name: str = "") -> None:
    do.batch.emit(
        e.ModifierAdded(seat=card.owner, iid=card.iid, card=card.cid, what=what, cause=do.env.cid, n=n, name=name)
    )


@word("effect")
def combat(do: Doing, target: Target, n: Change) -> None:
    """TRF-512 TRF-513 TRF-525 Their combat values are n higher this turn."""
    for card in do.characters(target):
        _modify(do, card, "combat", n)


@word("effect")
def capture(do: Doing, target: Target, n: Change) -> None:
    """TRF-512 TRF-516 TRF-525 Their capture values are n higher this turn."""
    for card in do.characters(target):
        _modify(do, card, "capture", n)


@word("effect")
def defense(do: Doing, target: Target, n: Change) -> None:
    """TRF-516 TRF-525 It takes n more to capture these planets this turn."""
    for planet in do.planets(target):
        _modify(do, planet, "defense", n)


@word("effect")
def keyword(do: Doing, target: Target, name: Keyword, n: Change | None = None) -> None:
    """TRF-525 TRF-542 They have a keyword this turn."""
    for card in do.characters(target):
        _modify(do, card, "keyword", n or 0, name)


@word("effect")
def cannot(do: Doing, target: Target, what: Forbidden) -> None:
    """TRF-414 TRF-512 TRF-525 They can't attack, block or be blocked this turn."""
    for card in do.characters(target):
        _modify(do, card, "cannot", name=what)


@word("effect")
def save(do: Doing, target: Target) -> None:
    """TRF-631 They are not discarded if their side loses a fight this turn."""
    for card in do.characters(target):
        _modify(do, card, "save")


@word("effect")
def capture_to_hand(do: Doing, target: Target) -> None:
    """TRF-635 If one of these planets is captured this turn it goes to its owner's hand."""
    for planet in do.planets(target):
        _modify(do, planet, "capture_to_hand")


@word("effect")
def refresh_unit(do: Doing, target: Target) -> None:
    """TRF-642 TRF-R29 The units are not spent any more, or will not be on the next turn."""
    for iid in target:
        unit = unit_of(do.board, iid)
        if unit:
            cards = tuple(card.iid for card in unit)
            do.batch.emit(e.UnitRefreshed(seat=unit[0].owner, cards=cards, cause=do.env.cid))


@word("effect")
def swap_account(do: Doing, who: Players) -> None:
    """TRF-104 TRF-628 The reserve account takes the place of the account; what was attached to that is discarded."""
    for seat in who:
        leaving.swap_account(do.batch, seat)


@word("effect")
def swap_home(do: Doing, target: Target) -> None:
    """TRF-604 TRF-R54 The player's homeworld and this planet of theirs change places."""
    for planet in do.planets(target):
        home = do.board.home(planet.owner)
        if home is not None and home.iid != planet.iid and planet.owner == do.env.you:
            do.batch.emit(e.HomeworldSwapped(seat=planet.owner, before=home.iid, after=planet.iid))
