"""The cards that a seat of C&C can't see, dealt anew."""

from __future__ import annotations

from domain.games.cape_and_cowl import loadouts
from domain.games.cape_and_cowl.board import HandCard, Player
from domain.games.cape_and_cowl.definitions import PORTER
from domain.games.cape_and_cowl.match import State
from domain.kernel.unseen import Shuffle, likely, mix, rest


def dealt(state: State, seat: int, shuffled: Shuffle) -> State:
    """A copy: the own deck in another order; hand and deck of the other from the Starter Deck that fits best."""
    copy = state.copy()
    for number, player in enumerate(copy.board.players):
        if number == seat:
            mix(player.deck, shuffled)
        else:
            _deal(player, shuffled)
    return copy


def _deal(player: Player, shuffled: Shuffle) -> None:
    shown = [str(card.cid) for card in player.hand if card.revealed]
    seen = [*shown, *(card.cid for zone in (player.discard, player.characters, player.cities) for card in zone)]
    ready = shuffled([tuple(cid for cid in one.deck if cid != PORTER) for one in loadouts.decks().values()])
    hidden = [place for place, card in enumerate(player.hand) if not card.revealed]
    cards = rest(likely(ready, seen), seen, len(hidden) + player.deck.size, shuffled)
    for place, cid in zip(hidden, cards, strict=False):
        player.hand[place] = HandCard(f"unseen{place}", cid)
    player.deck.cards = cards[len(hidden) :]
    player.withdrawn = ()
