"""The rules of Envoys: what actions and frames do."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from domain.kernel.actions import Action
from domain.kernel.audience import NOBODY, seat
from domain.kernel.dispatch import always, by_type, on
from domain.kernel.prompts import Parameter, Template, expand
from domain.kernel.questions import Question, table
from domain.kernel.result import Result
from tests.toy_game import actions as act
from tests.toy_game import events as ev
from tests.toy_game.board import CARDS, ToyBoard
from tests.toy_game.match import Batch, State


def remaining(board: ToyBoard) -> list[int]:
    """The seats that have not left."""
    return [number for number, place in enumerate(board.places) if not place.out]


def setup(batch: Batch) -> None:
    """TOY-101, TOY-102."""
    batch.emit(ev.DeckShuffled(draws=(batch.draws.shuffle("deck", len(CARDS)).draw,)), {NOBODY: ("draws",)})
    for number in range(len(batch.board.places)):
        for _ in range(3):
            draw(batch, number)
    batch.push(act.Round(1))


def draw(batch: Batch, number: int) -> None:
    """TOY-102: the card is for its seat alone."""
    batch.emit(ev.CardDrawn(seat=number, card=batch.board.deck.cards[0]), {seat(number): ("card",)})


def _send(batch: Batch, number: int, action: act.Send) -> None:
    """TOY-203."""
    batch.emit(ev.EnvoySent(seat=number, card=action.card), {seat(number): ("card",)})


def _peek(batch: Batch, number: int, action: act.Peek) -> None:
    """TOY-202."""
    if action.choice == "sink":
        batch.emit(ev.TopSunk(seat=number), sealed=seat(number))


def _pay(batch: Batch, number: int, action: act.Pay) -> None:
    """TOY-206."""
    batch.emit(ev.TokensPaid(seat=number, tokens=action.tokens))


def _ban(batch: Batch, number: int, action: act.Ban) -> None:
    """TOY-207."""
    batch.emit(ev.CardBanned(seat=number, card=action.card))
    batch.revise(number)


def _round(batch: Batch, frame: act.Round) -> None:
    """TOY-201, TOY-202."""
    batch.emit(ev.RoundStarted(number=frame.number))
    batch.push(act.Ballots())
    for number in remaining(batch.board):
        if batch.state.loadouts[number].charm == "owl":
            batch.ask(number, "peek")


def _ballots(batch: Batch, frame: act.Ballots) -> None:
    """TOY-203."""
    batch.push(act.Reveal())
    for number in remaining(batch.board):
        batch.ask(number, "send", new_turn=True)


def reveal(batch: Batch, frame: act.Reveal) -> None:
    sent = [place.sent for place in batch.board.places]
    batch.emit(ev.EnvoysRevealed(cards=tuple(sent)))
    shown = sorted((card, number) for number, card in enumerate(sent) if card is not None)
    batch.emit(ev.PointScored(seat=shown[-1][1]))
    batch.push(act.Refill())
    loser = shown[0][1]
    if any(batch.board.places[loser].tokens.values()):
        batch.ask(loser, "pay")


def _refill(batch: Batch, frame: act.Refill) -> None:
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


def _cards(state: State, number: int) -> list[Template]:
    place = state.board.places[number]
    free = [card for card in place.hand if card not in state.board.banned] or place.hand
    return [_one("send", Parameter("card", "card", tuple(free)), "TOY-203")]


def _sink_or_keep(state: State, number: int) -> list[Template]:
    return [_one("peek", Parameter("choice", "option", ("keep", "sink")), "TOY-202")]


def _all_cards(state: State, number: int) -> list[Template]:
    return [_one("ban", Parameter("card", "card", CARDS), "TOY-207")]


def _tokens(state: State, number: int) -> list[Template]:
    place = state.board.places[number]
    most = tuple(place.tokens.values())
    owed = min(1, sum(most)), min(2, sum(most))
    return [_one("pay", Parameter("tokens", "counts", tuple(place.tokens), *owed, most), "TOY-206")]


def _one(kind: str, parameter: Parameter, rule: str) -> Template:
    return Template(kind, {}, (parameter,), f"{kind} a {parameter.name}", (rule,))


def _first(options: Callable[[State, int], list[Template]]) -> Callable[[State, int], Action]:
    """The first answer of its only template."""

    def default(state: State, number: int) -> Action:
        template = options(state, number)[0]
        return msgspec.convert({"type": template.type, **next(expand(template))}, act.Send | act.Peek | act.Pay)

    return default


STEPS = by_type(on(act.Round, _round), on(act.Ballots, _ballots), on(act.Reveal, reveal), on(act.Refill, _refill))
QUESTIONS = table(
    Question(
        kind="send",
        rule="TOY-203",
        mode="simultaneous",
        secrecy="ballot",
        clock="turn",
        options=_cards,
        answers=by_type(on(act.Send, _send)),
        default=_first(_cards),
    ),
    Question(
        kind="peek",
        rule="TOY-202",
        secrecy="hidden",
        options=_sink_or_keep,
        answers=by_type(on(act.Peek, _peek)),
        default=_first(_sink_or_keep),
    ),
    Question(
        kind="pay",
        rule="TOY-206",
        options=_tokens,
        answers=by_type(on(act.Pay, _pay)),
        default=_first(_tokens),
    ),
    Question(
        kind="ban",
        rule="TOY-207",
        mode="standing",
        clock="none",
        options=_all_cards,
        answers=by_type(on(act.Ban, _ban)),
        default=always(None),
    ),
)
