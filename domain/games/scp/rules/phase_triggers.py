"""Texts of the start and the end of turns and of the Escalation Phase, one of each player in turn (SCP-207)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Board
from domain.games.scp.definitions import Definition, When
from domain.games.scp.frames import Moment, Text
from domain.games.scp.match import Batch, State
from domain.games.scp.naming import called
from domain.games.scp.rules import costs
from domain.games.scp.rules.continuous import EvalContext, env_of, holds, stands, works, you_of
from domain.kernel.frames import top
from domain.kernel.prompts import Template

Pending = tuple[int, str, int]
"""The owner of a text, its card, its number on the card."""
EACH_TURN: tuple[When, ...] = ("each_end", "escalation")
"""SCP-209 Texts that happen in every player's turn."""
MOMENTS: Mapping[When, str] = {
    "start": "start of turn",
    "end": "end of turn",
    "each_end": "end of turn",
    "escalation": "Escalation Phase",
}
"""When texts happen, for people."""


def begin(batch: Batch, when: tuple[When, ...], *, may: bool) -> None:
    """SCP-206 SCP-207 SCP-208 SCP-234 SCP-240 The texts of a phase, each once."""
    board = batch.board
    pending = tuple(_all(board, when, may=may))
    if pending:
        batch.push(Moment(when, may, pending, board.around(board.active)))


def _all(board: Board, when: tuple[When, ...], *, may: bool) -> Iterator[Pending]:
    """SCP-209 SCP-234 SCP-R07 In order of entering play; a player's own turn, unless they say each turn."""
    for card in sorted(board.in_play(), key=lambda card: card.entered):
        you = you_of(board, card)
        for ability in board.cards[card.cid].having(*when):
            if ability.may == may and (ability.when in EACH_TURN or you == board.active):
                yield you, card.iid, ability.number


def step_moment(batch: Batch, frame: Moment) -> None:
    """SCP-207 SCP-208 SCP-R104 The next player with a text that works: one of their choice happens, or they pass."""
    board = batch.board
    if not batch.state.goes_by("1.1"):
        frame = replace(frame, pending=tuple(one for one in frame.pending if _works(board, one)))
    seat = next((seat for seat in frame.seats if _own(board, frame, seat)), None)
    if seat is None:
        return
    own = _own(board, frame, seat)
    order = (*frame.seats[frame.seats.index(seat) :], *frame.seats[: frame.seats.index(seat)])
    frame = replace(frame, seats=order)
    if len(own) == 1 and not frame.may:
        _happen(batch, frame, own[0])
        return
    batch.ask_for(frame, seat, "optional_trigger" if frame.may else "choose_trigger")


def _own(board: Board, frame: Moment, seat: int) -> list[Pending]:
    """SCP-R104 The texts of a player that work now; the others wait."""
    return [one for one in frame.pending if one[0] == seat and _works(board, one)]


def _works(board: Board, one: Pending) -> bool:
    """SCP-316 SCP-505 SCP-510 SCP-518 Whether the text still works, for that player, and its cost can be paid."""
    seat, iid, number = one
    card = board.card(iid)
    if card is None or you_of(board, card) != seat or not works(board, card):
        return False
    ability = board.cards[card.cid].abilities[number - 1]
    env = env_of(board, card)
    if not stands(card, ability) or not holds(EvalContext(board, env), ability.only_if):
        return False
    return not ability.cost or costs.refuse(board, env, ability) is None


def _happen(batch: Batch, frame: Moment, one: Pending) -> None:
    """SCP-207 Then it is the next player's turn."""
    seat, iid, number = one
    left = tuple(other for other in frame.pending if other != one)
    batch.push(replace(frame, pending=left, seats=(*frame.seats[1:], seat)))
    card = batch.board.card(iid)
    assert card is not None
    batch.push(Text(env_of(batch.board, card), number))


def templates(state: State, seat: int) -> Iterator[Template]:
    """SCP-207 SCP-208 The texts to choose from."""
    frame = top(state.frames, Moment)
    for _, iid, number in _own(state.board, frame, seat):
        card = state.board.card(iid)
        if card is not None:
            label = f"{called(state.board, iid)}: {_about(state.board.cards[card.cid], number)}"
            yield Template("choose_trigger", {"card": iid, "ability": number}, (), label, ("SCP-207",))
    if frame.may:
        yield Template("pass", {}, (), "Use none of them", ("SCP-208",))


def _about(printed: Definition, number: int) -> str:
    """When the text happens; its number too, if the card has several such."""
    when = MOMENTS[printed.abilities[number - 1].when]
    alike = [ability for ability in printed.having(*MOMENTS) if MOMENTS[ability.when] == when]
    return f"{when}, ability {number}" if len(alike) > 1 else when


def choose(batch: Batch, seat: int, action: a.ChooseTrigger) -> None:
    """SCP-207."""
    frame = batch.answered(Moment)
    _happen(batch, frame, (seat, action.card, action.ability))


def pass_all(batch: Batch, seat: int, action: a.Pass) -> None:
    """SCP-208 A pass is final for the phase."""
    frame = batch.answered(Moment)
    batch.emit(e.WindowPassed(seat=seat, window="optional"))
    batch.push(replace(frame, pending=tuple(one for one in frame.pending if one[0] != seat)))


def first(state: State, seat: int) -> a.ChooseTrigger:
    """SCP-808 The oldest in play."""
    _, iid, number = _own(state.board, top(state.frames, Moment), seat)[0]
    return a.ChooseTrigger(iid, number)
