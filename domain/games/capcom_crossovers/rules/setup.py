"""From characters and options to the first turn (CAP-101 to CAP-112)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers import loadouts
from domain.games.capcom_crossovers.board import Board, Player
from domain.games.capcom_crossovers.faces import DECK_52, DECK_54
from domain.games.capcom_crossovers.frames import Mulligans
from domain.games.capcom_crossovers.match import Batch, State
from domain.games.capcom_crossovers.rules import piles, turns
from domain.kernel.audience import seat as seat_audience
from domain.kernel.frames import top
from domain.kernel.prompts import Template

OPENING_HAND = 7


def new_board(state: State) -> Board:
    """CAP-101 CAP-104 Sides and players; nothing lies on the table yet."""
    sides = loadouts.sides(state.options, len(state.seats))
    return Board(mode=state.options.mode, sides=sides, players=[Player() for _ in state.seats])


def set_up(batch: Batch) -> None:
    """CAP-102 CAP-105 CAP-106 CAP-107 Characters, decks, shuffles and hands, then the mulligans."""
    board = batch.board
    seats = range(len(board.players))
    for seat in seats:
        _enter_characters(batch, seat)
    for seat in seats:
        batch.emit(e.DeckBrought(seat=seat, cards=DECK_54 if board.tag_modes(seat) else DECK_52))
    for seat in seats:
        piles.shuffle(batch, seat, "setup")
    for seat in seats:
        _deal(batch, seat)
    batch.push(Mulligans())


def _enter_characters(batch: Batch, seat: int) -> None:
    """CAP-103 CAP-104 CAP-902 CAP-R79 CAP-R106 All HP; the first character of a side is active."""
    board = batch.board
    side = board.side_of(seat)
    partner = len(board.sides[side]) * loadouts.characters_per_player(board.mode) == 2
    for cid in batch.state.loadouts[seat].characters:
        active = not list(board.of_side(side))
        name = f"p{seat + 1}-{cid}"
        hp = board.definition(cid).start_hp(partner)
        batch.emit(e.CharacterEntered(seat=seat, side=side, character=name, cid=cid, hp=hp, active=active))


def _deal(batch: Batch, seat: int) -> None:
    """CAP-106 The top 7 cards."""
    cards = piles.top(batch.board, seat, OPENING_HAND)
    batch.emit(e.OpeningHandDealt(seat=seat, n=len(cards), cards=cards), {seat_audience(seat): ("cards",)})


def step_mulligans(batch: Batch, frame: Mulligans) -> None:
    """CAP-107 CAP-R11 CAP-R80 Ask every player who is still there once, in seat order; then a side begins."""
    players = batch.board.players
    seat = next((seat for seat in range(frame.seat, len(players)) if not players[seat].out), None)
    if seat is not None:
        batch.ask_for(replace(frame, seat=seat), seat, "mulligan_choice")
    else:
        _choose_first(batch)


def mulligan_templates(state: State, seat: int) -> list[Template]:
    """CAP-107 CAP-108 Keep the hand, or draw a new one."""
    return [Template("keep", {}, (), "Keep", ("CAP-107",)), Template("mulligan", {}, (), "Mulligan", ("CAP-108",))]


def keep(batch: Batch, seat: int, action: a.Keep) -> None:
    """CAP-107 The hand stays."""
    batch.emit(e.MulliganDeclined(seat=seat))
    _next(batch)


def mulligan(batch: Batch, seat: int, action: a.Mulligan) -> None:
    """CAP-108 CAP-109 The whole hand goes back, and 7 new cards are drawn."""
    batch.emit(e.MulliganTaken(seat=seat))
    piles.shuffle(batch, seat, "mulligan")
    _deal(batch, seat)
    _next(batch)


def _next(batch: Batch) -> None:
    frame = top(batch.frames, Mulligans)
    batch.frames[-1] = replace(frame, seat=frame.seat + 1)


def _choose_first(batch: Batch) -> None:
    """CAP-110 CAP-803 CAP-R97 CAP-R101 The option says it, or a recorded draw; then the side begins."""
    board = batch.board
    option = batch.state.options.first_side
    if option == "random":
        coin = batch.draws.below("first_side", len(board.sides))
        event = e.FirstSideChosen(side=coin.value, order=order_of(board, coin.value), by="draw", draws=(coin.draw,))
    else:
        side = 0 if option == "a" else 1
        event = e.FirstSideChosen(side=side, order=order_of(board, side), by="option")
    batch.emit(event)
    turns.start_turn(batch, next(seat for seat in board.sides[event.side] if not board.players[seat].out))


def order_of(board: Board, first: int) -> tuple[int, ...]:
    """CAP-215 CAP-953 CAP-973 CAP-R66 CAP-R70 Sides alternate by seats; the boss comes after both of the team."""
    mine, theirs = board.sides[first], board.sides[1 - first]
    if len(mine) != len(theirs):
        return mine + theirs
    return tuple(seat for pair in zip(mine, theirs, strict=True) for seat in pair)
