"""The rules of Envoys: what actions and frames do."""

from __future__ import annotations

from domain.kernel.audience import NOBODY, seat
from domain.kernel.frames import Frame
from domain.kernel.game import Action
from domain.kernel.match import Result
from domain.kernel.prompts import Parameter, Prompt, Template
from tests.toy_game import actions as act
from tests.toy_game import events as ev
from tests.toy_game.board import CARDS, ToyBoard
from tests.toy_game.match import Batch, State


def remaining(board: ToyBoard) -> list[int]:
    """The seats that have not left."""
    return [number for number, place in enumerate(board.places) if not place.out]


def setup(batch: Batch) -> None:
    """TOY-101, TOY-102."""
    batch.emit(ev.DeckShuffled(draws=(batch.draws.shuffle("deck", len(CARDS)),)), {NOBODY: ("draws",)})
    for number in range(len(batch.board.places)):
        for _ in range(3):
            draw(batch, number)
    batch.push(act.Round(1))


def draw(batch: Batch, number: int) -> None:
    """TOY-102: the card is for its seat alone."""
    batch.emit(ev.CardDrawn(seat=number, card=batch.board.deck.cards[0]), {seat(number): ("card",)})


def perform(batch: Batch, prompt: Prompt, action: Action) -> None:
    """TOY-202, TOY-203, TOY-206, TOY-207."""
    number = prompt.seat
    if isinstance(action, act.Send):
        batch.emit(ev.EnvoySent(seat=number, card=action.card), {seat(number): ("card",)})
    elif isinstance(action, act.Peek) and action.choice == "sink":
        batch.emit(ev.TopSunk(seat=number), sealed=seat(number))
    elif isinstance(action, act.Pay):
        batch.emit(ev.TokensPaid(seat=number, tokens=action.tokens))
    elif isinstance(action, act.Ban):
        batch.emit(ev.CardBanned(seat=number, card=action.card))
        batch.revise(number)


def step(batch: Batch, frame: Frame) -> None:
    """TOY-201 to TOY-206."""
    if isinstance(frame, act.Round):
        batch.emit(ev.RoundStarted(number=frame.number))
        batch.push(act.Ballots())
        for number in remaining(batch.board):
            if batch.state.loadouts[number].charm == "owl":
                batch.ask(number, "peek", "TOY-202", secrecy="hidden")
    elif isinstance(frame, act.Ballots):
        batch.push(act.Reveal())
        for number in remaining(batch.board):
            batch.ask(number, "send", "TOY-203", mode="simultaneous", secrecy="ballot", clock="turn", new_turn=True)
    elif isinstance(frame, act.Reveal):
        _reveal(batch)
    else:
        _refill(batch)


def _reveal(batch: Batch) -> None:
    sent = [place.sent for place in batch.board.places]
    batch.emit(ev.EnvoysRevealed(cards=tuple(sent)))
    shown = sorted((card, number) for number, card in enumerate(sent) if card is not None)
    batch.emit(ev.PointScored(seat=shown[-1][1]))
    batch.push(act.Refill())
    loser = shown[0][1]
    if any(batch.board.places[loser].tokens.values()):
        batch.ask(loser, "pay", "TOY-206")


def _refill(batch: Batch) -> None:
    board = batch.board
    if batch.state.time_up:
        batch.end(ranking(board, "TOY-303"))
    if board.round == batch.state.options.rounds:
        batch.end(ranking(board, "TOY-302"))
    for number in remaining(board):
        if board.deck.size:
            draw(batch, number)
    batch.push(act.Round(board.round + 1))


def time_up(batch: Batch) -> None:
    """TOY-303: this round is the last; what was banned may be sent."""
    if batch.board.banned:
        batch.emit(ev.BansLifted())
        batch.revise()


def leave(batch: Batch, number: int) -> None:
    """TOY-301."""
    batch.emit(ev.HandDropped(seat=number))
    batch.close([prompt for prompt in batch.state.prompts.values() if prompt.seat == number])
    if len(remaining(batch.board)) == 1:
        batch.end(ranking(batch.board, "TOY-301"))


def ranking(board: ToyBoard, rule: str) -> Result:
    """TOY-302: groups of equal seats, best first."""
    keys = [(not place.out, place.points) for place in board.places]
    groups = tuple(
        tuple(number for number, own in enumerate(keys) if own == key) for key in sorted(set(keys), reverse=True)
    )
    return Result("win" if len(groups[0]) == 1 else "shared", groups, rule)


def options(state: State, prompt: Prompt) -> list[Template]:
    """All legal answers, as templates."""
    place = state.board.places[prompt.seat]
    if prompt.kind == "send":
        free = [card for card in place.hand if card not in state.board.banned] or place.hand
        return [_one("send", Parameter("card", "card", tuple(free)), "TOY-203")]
    if prompt.kind == "peek":
        return [_one("peek", Parameter("choice", "option", ("keep", "sink")), "TOY-202")]
    if prompt.kind == "ban":
        return [_one("ban", Parameter("card", "card", CARDS), "TOY-207")]
    most = tuple(place.tokens.values())
    owed = min(1, sum(most)), min(2, sum(most))
    return [_one("pay", Parameter("tokens", "counts", tuple(place.tokens), *owed, most), "TOY-206")]


def _one(kind: str, parameter: Parameter, rule: str) -> Template:
    return Template(kind, {}, (parameter,), f"{kind} a {parameter.name}", (rule,))
