"""Set-up: from loadouts to the first turn (1xx)."""

from __future__ import annotations

import unicodedata

from domain.games.c4 import events as e
from domain.games.c4.board import Board, Player
from domain.games.c4.frames import Turn
from domain.games.c4.loadouts import Loadout, Options
from domain.games.c4.match import Batch, State
from domain.games.c4.rules import piles
from domain.kernel.audience import seat as seat_audience

START_SUPPLY = 10
START_POT = 2
EXTRA_ROUNDS = 5


def new_board(state: State) -> Board:
    """C4-101 C4-116 The empty table: seats clockwise, direction left."""
    options: Options = state.options
    seats = len(state.seats)
    return Board(
        players=[Player() for _ in range(seats)],
        turn_cap=options.turn_cap or 30 * seats,
        reaction_cap=options.reaction_cap,
    )


def set_up(batch: Batch) -> None:
    """C4-102 C4-115 C4-R05 Loadouts, decks, tokens, first player, opening hands."""
    seats = range(len(batch.state.seats))
    for seat in seats:
        _publish(batch, seat, batch.state.loadouts[seat])
    for seat in seats:
        piles.shuffle(batch, seat, "setup")
    for seat in seats:
        _place_tokens(batch, seat)
    first = _first_player(batch)
    options: Options = batch.state.options
    for seat in batch.board.order_from(first):
        piles.draw(batch, seat, options.opening_hand, "opening")
    batch.push(Turn(seat=first))


def _publish(batch: Batch, seat: int, loadout: Loadout) -> None:
    """C4-102 C4-103 C4-104 C4-108 C4-R40 Token kind, attributes, faction become public; the deck stays its owner's."""
    event = e.PlayerSetUp(
        seat=seat,
        token_kind=loadout.token_kind,
        attributes=tuple(sorted(loadout.attributes)),
        faction=loadout.faction,
        deck_size=len(loadout.deck),
        deck=loadout.deck,
    )
    batch.emit(event, {seat_audience(seat): ("deck",)})


def _place_tokens(batch: Batch, seat: int) -> None:
    """C4-105 C4-106 C4-107 C4-R02 Ten tokens in the supply and two in the pot, twelve of one kind."""
    kind = batch.board.players[seat].token_kind
    batch.emit(e.TokensPlaced(seat=seat, supply=START_SUPPLY, pot=START_POT, kind=kind))


def _first_player(batch: Batch) -> int:
    """C4-110 C4-111 C4-113 C4-114 C4-117 C4-R06 The first name by alphabet; ties reveal on, then chance decides."""
    everybody = tuple(range(len(batch.state.seats)))
    names = {seat: _reveal_first(batch, seat) for seat in everybody}
    tied = _first_names(names)
    shown: dict[int, int] = {}
    for extra in range(1, EXTRA_ROUNDS + 1):
        if len(tied) == 1 or any(batch.board.players[seat].deck.size <= extra - 1 for seat in tied):
            break
        names = {seat: _reveal_next(batch, seat, extra) for seat in tied}
        shown |= dict.fromkeys(tied, extra)
        tied = _first_names(names)
    for seat in shown:
        piles.shuffle(batch, seat, "setup_return")
    if len(tied) == 1:
        batch.emit(e.FirstPlayerDetermined(seat=tied[0], by="name"))
        return tied[0]
    draw = batch.draws.below("first_player", len(tied))
    batch.emit(e.FirstPlayerDetermined(seat=tied[draw.value], by="random", draws=(draw.draw,)))
    return tied[draw.value]


def _reveal_first(batch: Batch, seat: int) -> str:
    """C4-110 C4-114 C4-R05 The top card, shown to all, goes to the hand."""
    cid = str(batch.board.players[seat].deck.cards[0])
    iid, draw = piles.IDS.new(batch, str(seat))
    event = e.SetUpCardRevealed(seat=seat, card=cid, round=0, iid=iid, draws=(draw,))
    batch.emit(event, {seat_audience(seat): ("iid", "draws")})
    return batch.board.cards[cid].name


def _reveal_next(batch: Batch, seat: int, extra: int) -> str:
    """C4-113 The next card of a tied player; it stays in the deck, which is shuffled again."""
    cid = str(batch.board.players[seat].deck.cards[extra - 1])
    batch.emit(e.SetUpCardRevealed(seat=seat, card=cid, round=extra))
    return batch.board.cards[cid].name


def _first_names(names: dict[int, str]) -> tuple[int, ...]:
    """C4-111 The seats whose name comes first."""
    first = min(sort_name(name) for name in names.values())
    return tuple(seat for seat, name in names.items() if sort_name(name) == first)


def sort_name(name: str) -> str:
    """C4-112 C4-R06 No accents, upper case, only A-Z, 0-9, single spaces; space < digits < letters as in ASCII."""
    plain = unicodedata.normalize("NFKD", name).upper()
    kept = "".join(
        character for character in plain if character.isascii() and (character.isalnum() or character == " ")
    )
    return " ".join(kept.split())
