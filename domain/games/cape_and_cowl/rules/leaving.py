"""Cards that leave the field: withdrawn, returned, discarded, destroyed; what stands in for them, what follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import Board, Character, CityCard, InPlay
from domain.games.cape_and_cowl.definitions import PORTER
from domain.games.cape_and_cowl.frames import DiscardDown, Do, Env
from domain.games.cape_and_cowl.match import Batch
from domain.games.cape_and_cowl.rules import piles
from domain.games.cape_and_cowl.rules.continuous import HAND_LIMIT, guards, replacement


def withdraw_barred(character: Character, held: int) -> str | None:
    """CNC-316 CNC-318 CNC-321 CNC-329 CNC-R16 The rule because of which a Character can't be withdrawn, or None.

    `held` is how many cards its owner's hand holds.
    """
    if character.played_now:
        return "CNC-316"
    if character.acts_used:
        return "CNC-318"
    if held >= HAND_LIMIT:
        return "CNC-321"
    return None


def withdraw(batch: Batch, character: Character, cause: str) -> None:
    """CNC-315 CNC-317 CNC-319 The Character goes to its owner's hand, where it can't be played this turn."""
    _into_hand(batch, character, e.CharacterWithdrawn, cause)


def return_to_hand(batch: Batch, card: InPlay, cause: str) -> None:
    """CNC-319 CNC-331 The card goes to its owner's hand, also as an 11th card, which a discard has to follow."""
    _into_hand(batch, card, e.CardReturned, cause)


def _into_hand(batch: Batch, card: InPlay, kind: type[e.CharacterWithdrawn] | type[e.CardReturned], cause: str) -> None:
    event = partial(kind, seat=card.owner, old=card.iid, card=card.cid, cause=cause)
    piles.IDS.into_hand(batch, card.owner, event)


def discard_down(batch: Batch) -> None:
    """CNC-331 CNC-R62 Each card above 10 in a hand has to be discarded; the active player chooses first."""
    board = batch.board
    over = [seat for seat in board.order() for _ in board.players[seat].hand[HAND_LIMIT:]]
    batch.push(*(DiscardDown(seat, later=place > 0) for place, seat in enumerate(over)))


def discard(batch: Batch, card: InPlay, cause: str) -> None:
    """CNC-323 CNC-324 CNC-608 CNC-R14 The card goes to its owner's discard pile; it is not destroyed."""
    count = len(batch.board.players[card.owner].discard) + 1
    batch.emit(e.CardDiscarded(**e.of(card), from_zone="field", cause=cause, discard_count=count))


def destroy(batch: Batch, cards: Iterable[InPlay], cause: str) -> None:
    """CNC-413 CNC-520 CNC-522 CNC-523 CNC-529 CNC-R37 Cards are destroyed together, but for what stands in for them."""
    board = batch.board
    there = [found for card in cards if (found := board.card(card.iid)) is not None and found.cid != PORTER]
    characters = [card for card in there if isinstance(card, Character)]
    kept = {card.iid: hp for card in characters if (hp := replacement(board, card)) is not None}
    for card in there:
        if isinstance(card, CityCard):
            _destroy_city(batch, card.iid, cause)
        elif card.iid in kept:
            hp = min(kept[card.iid], card.max_hp)
            batch.emit(e.DestroyReplaced(**e.of(card), by="replacement", hp_after=hp))
        else:
            _destroyed(batch, card, cause)
    batch.push(*_triggers(board, [card for card in characters if card.iid not in kept]))


def _destroy_city(batch: Batch, iid: str, cause: str) -> None:
    """CNC-520 CNC-R36 CNC-R61 With an enabled guard the guard is destroyed instead, and gone when its turn comes."""
    card = batch.board.city(iid)
    if card is None:
        return
    guard = guards(batch.board, card.owner, card)
    if guard is not None:
        batch.emit(e.DestroyReplaced(**e.of(card), by="guard"))
    _destroyed(batch, guard or card, cause)


def _destroyed(batch: Batch, card: InPlay, cause: str) -> None:
    count = len(batch.board.players[card.owner].discard) + 1
    batch.emit(e.CardDestroyed(**e.of(card), cause=cause, discard_count=count))


def _triggers(board: Board, gone: list[Character]) -> Iterator[Do]:
    """CNC-408 CNC-530 CNC-531 CNC-536 CNC-R39 CNC-R57 Each `when_destroyed`, then each `friend_destroyed`.

    The active player's cards first, in order of entering play. A Silenced Character's last text does not happen.
    """
    in_order = sorted(gone, key=lambda card: (board.order().index(card.owner), card.entered))
    for character in in_order:
        if "silenced" not in character.statuses:
            yield from texts(board, character, "when_destroyed")
    for card in board.in_play():
        for destroyed in in_order:
            if card.owner == destroyed.owner:
                yield from texts(board, card, "friend_destroyed", live=True)


def texts(board: Board, card: InPlay, when: str, *, live: bool = False) -> Iterator[Do]:
    """The triggered texts of a card of this kind, in printed order. `live`: only if it works when its turn comes."""
    for ability in board.cards[card.cid].abilities:
        if ability.when == when:
            yield Do(Env(card.owner, card.cid, card.iid), ability.block, live=live)


def orphans(board: Board) -> list[CityCard]:
    """CNC-521 Guards whose host has left the field."""
    guards = [(player, card) for player in board.players for card in player.cities if card.host is not None]
    return [guard for player, guard in guards if all(card.iid != guard.host for card in player.cities)]
