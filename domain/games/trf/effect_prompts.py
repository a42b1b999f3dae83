"""Questions in the middle of a text: cards, a faction, an opponent, yes or no (Prompts of the catalogue)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf import piles
from domain.games.trf.board import Board
from domain.games.trf.cards import name_of
from domain.games.trf.frames import DiscardChoice, FactionChoice, LookTop, MayChoice, OpponentChoice, TargetChoice
from domain.games.trf.match import Batch
from domain.kernel.frames import Frame
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal

YES, NO = "yes", "no"


# Cards


def step_discard(batch: Batch, frame: DiscardChoice) -> None:
    """TRF-526 TRF-646 Ask which cards go, if the hand is larger than that; else all go."""
    player = batch.board.players[frame.seat]
    if player.hand.size > frame.n:
        batch.frames.append(frame)
        batch.ask(frame.seat, "choose_cards", "TRF-526", secrecy="options")
    else:
        _discard(batch, frame, tuple(sorted(player.hand.known)))


def _discard(batch: Batch, frame: DiscardChoice, cards: tuple[str, ...]) -> None:
    for iid in cards:
        piles.discard(batch, frame.seat, iid, frame.cause)


def step_look(batch: Batch, frame: LookTop) -> None:
    """TRF-646 Ask which of the cards are taken, if there are more of them than that; else all are."""
    there = len(batch.board.players[frame.seat].looking)
    if there > frame.n:
        batch.frames.append(frame)
        batch.ask(frame.seat, "choose_cards", "TRF-526", secrecy="options")
    elif there:
        piles.take(batch, frame.seat, tuple(range(there)))


def _took(batch: Batch, frame: LookTop, cards: tuple[str, ...]) -> None:
    piles.take(batch, frame.seat, tuple(int(place) - 1 for place in cards))


def step_target(batch: Batch, frame: TargetChoice) -> None:
    """TRF-526 Ask for the target of a triggered text, if there is more than one; not a player who has lost."""
    if batch.board.players[frame.then.env.you].lost:
        return
    if len(frame.candidates) > 1:
        batch.frames.append(frame)
        batch.ask(frame.then.env.you, "choose_cards", "TRF-526")
    else:
        _target(batch, frame, frame.candidates)


def _target(batch: Batch, frame: TargetChoice, cards: tuple[str, ...]) -> None:
    env = frame.then.env
    batch.push(replace(frame.then, env=replace(env, bound=(*env.bound, (frame.pick, cards[0])))))


def offered(board: Board, frame: Frame) -> tuple[tuple[str, ...], int]:
    """The cards to choose from, lowest position first, and how many of them."""
    match frame:
        case DiscardChoice():
            return tuple(board.players[frame.seat].hand.known), frame.n
        case LookTop():
            return tuple(str(place) for place, _ in enumerate(board.players[frame.seat].looking, 1)), frame.n
    assert isinstance(frame, TargetChoice)
    return frame.candidates, 1


# Options


def step_faction(batch: Batch, frame: FactionChoice) -> None:
    """TRF-644 Ask for a faction, if there is more than one to choose from."""
    _ask_option(batch, frame, frame.seat, frame.options)


def step_opponent(batch: Batch, frame: OpponentChoice) -> None:
    """TRF-906 Ask which opponent a triggered text means, if there is more than one."""
    seat = frame.then.env.you
    _ask_option(batch, frame, seat, tuple(str(other) for other in batch.board.others(seat)))


def step_may(batch: Batch, frame: MayChoice) -> None:
    """TRF-526 Ask whether it happens."""
    _ask_option(batch, frame, frame.then.env.you, (YES, NO))


def _ask_option(batch: Batch, frame: Frame, seat: int, options: tuple[str, ...]) -> None:
    if batch.board.players[seat].lost or not options:
        return
    if len(options) == 1:
        _with_option(batch, frame, options[0])
        return
    batch.frames.append(frame)
    batch.ask(seat, "choose_option", "TRF-526")


def _faction(batch: Batch, frame: FactionChoice, option: str) -> None:
    card = batch.board.pending(frame.iid)
    chosen = next((name for name in frame.options if name == option), None)
    if card is not None and chosen is not None:
        batch.emit(e.FactionChosen(seat=frame.seat, iid=card.iid, card=card.cid, faction=chosen))


def _opponent(batch: Batch, frame: OpponentChoice, option: str) -> None:
    batch.push(replace(frame.then, env=replace(frame.then.env, opponent=int(option))))


def _may(batch: Batch, frame: MayChoice, option: str) -> None:
    if option == YES:
        batch.push(frame.then)


def _with_option(batch: Batch, frame: Frame, option: str) -> None:
    match frame:
        case FactionChoice():
            _faction(batch, frame, option)
        case OpponentChoice():
            _opponent(batch, frame, option)
        case MayChoice():
            _may(batch, frame, option)


def choices(board: Board, frame: Frame) -> tuple[str, ...]:
    """The options to choose from."""
    match frame:
        case FactionChoice():
            return frame.options
        case OpponentChoice():
            return tuple(str(other) for other in board.others(frame.then.env.you))
    return (YES, NO)


# Answers


def templates(board: Board, frame: Frame) -> list[Template]:
    """The legal answers."""
    if isinstance(frame, DiscardChoice | LookTop | TargetChoice):
        cards, n = offered(board, frame)
        parameter = Parameter("cards", "cards", cards, n, n)
        return [Template("choose_cards", {}, (parameter,), f"Choose {n}", ("TRF-526",))]
    option = Parameter("option", "option", choices(board, frame))
    return [Template("choose_option", {}, (option,), _question(frame), ("TRF-526",))]


def _question(frame: Frame) -> str:
    match frame:
        case FactionChoice():
            return "Choose a faction"
        case OpponentChoice(then=then):
            return f"Choose the opponent that {name_of(then.env.cid)} is about, by seat"
        case MayChoice(then=then):
            return f"Use {name_of(then.env.cid)}?"
    return "Choose"


def refuse_cards(board: Board, frame: Frame, action: a.ChooseCards) -> Refusal | None:
    """TRF-526 Why these can't be chosen, or None."""
    cards, n = offered(board, frame)
    if len(action.cards) != n or len(set(action.cards)) != n:
        return illegal("TRF-526", f"choose {n} different cards, not {len(action.cards)}", "cards")
    if any(card not in cards for card in action.cards):
        return illegal("TRF-526", "one of these cards is not offered", "cards")
    return None


def refuse_option(board: Board, frame: Frame, action: a.ChooseOption) -> Refusal | None:
    """TRF-526 TRF-644 Why this can't be chosen, or None."""
    options = choices(board, frame)
    if action.option in options:
        return None
    return illegal("TRF-526", f"choose one of {', '.join(options)}", "option")


def choose_cards(batch: Batch, action: a.ChooseCards) -> None:
    """TRF-526 The effect goes on with them."""
    match batch.frames.pop():
        case DiscardChoice() as frame:
            _discard(batch, frame, action.cards)
        case LookTop() as frame:
            _took(batch, frame, action.cards)
        case TargetChoice() as frame:
            _target(batch, frame, action.cards)


def choose_option(batch: Batch, action: a.ChooseOption) -> None:
    """TRF-526 TRF-644 The effect goes on with it."""
    _with_option(batch, batch.frames.pop(), action.option)
