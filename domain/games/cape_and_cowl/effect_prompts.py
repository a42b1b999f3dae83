"""Questions in the middle of a text: targets, cards of hands, decks and discard piles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import piles
from domain.games.cape_and_cowl.board import Board
from domain.games.cape_and_cowl.cards import blocks_of
from domain.games.cape_and_cowl.continuous import HAND_LIMIT, EvalContext, deck_contents
from domain.games.cape_and_cowl.frames import (
    DiscardDown,
    Discards,
    Positions,
    RecoverChoice,
    Search,
    TargetChoice,
)
from domain.games.cape_and_cowl.match import Batch
from domain.kernel.frames import F, Frame
from domain.kernel.game import Action
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal

A = TypeVar("A", bound=Action)


def recoverable(context: EvalContext, block: int, at: int) -> tuple[str, ...]:
    """CNC-534 Cards of the own discard pile that a `recover` speaks of, by arrival."""
    test = blocks_of(context.env.cid)[block][at].arguments["cards"]
    discard = context.board.players[context.env.you].discard
    return tuple(card.iid for card in discard if test(context.about_card(card.cid)))


# Targets


def step_target(batch: Batch, frame: TargetChoice) -> None:
    """CNC-431 CNC-532 Ask the controller for a target."""
    batch.frames.append(frame)
    unleashed = frame.then.env.unleashed
    kind, rule = ("type_effect_target", "CNC-431") if unleashed else ("trigger_target", "CNC-532")
    batch.ask(frame.then.env.you, kind, rule)


def _target_options(board: Board, frame: TargetChoice) -> list[Template]:
    target = Parameter("target", "option", frame.candidates)
    return [
        Template("choose_target", {}, (target,), "Choose a target", ("CNC-532",)),
        Template("choose_target", {}, (), "None", ("CNC-R24",)),
    ]


def _refuse_target(board: Board, frame: TargetChoice, action: a.ChooseTarget) -> Refusal | None:
    if action.target is None or action.target in frame.candidates:
        return None
    return illegal("CNC-532", "that is no legal target; name one that is offered, or none", "target")


def _answer_target(batch: Batch, frame: TargetChoice, action: a.ChooseTarget) -> None:
    """CNC-R24 The effect goes on with the target; without one nothing happens."""
    if action.target is not None:
        env = frame.then.env
        bound = replace(env, bound=(*env.bound, (frame.pick, action.target)))
        batch.push(replace(frame.then, env=bound, live=False))


# The discard pile


def step_recover(batch: Batch, frame: RecoverChoice) -> None:
    """CNC-431 CNC-532 Ask for cards of the own discard pile."""
    batch.frames.append(frame)
    kind, rule = ("type_effect_target", "CNC-431") if frame.env.unleashed else ("trigger_target", "CNC-534")
    batch.ask(frame.env.you, kind, rule)


def _recover_options(board: Board, frame: RecoverChoice) -> list[Template]:
    cards = Parameter("cards", "cards", frame.candidates, 0, frame.n, ordered=frame.to == "bottom")
    return [Template("choose_cards", {}, (cards,), "Choose cards of your discard pile, or none", ("CNC-534",))]


def _refuse_recover(board: Board, frame: RecoverChoice, action: a.ChooseCards) -> Refusal | None:
    return _refuse_cards(action.cards, frame.candidates, 0, frame.n, "CNC-534")


def _answer_recover(batch: Batch, frame: RecoverChoice, action: a.ChooseCards) -> None:
    piles.recover(batch, frame.env.you, action.cards, frame.to, frame.env.cid)


def _refuse_cards(cards: tuple[str, ...], allowed: tuple[str, ...], least: int, most: int, rule: str) -> Refusal | None:
    if not least <= len(cards) <= most or len(set(cards)) != len(cards):
        bounds = str(most) if least == most else f"{least} to {most}"
        return illegal(rule, f"name {bounds} different cards, not {len(cards)}", "cards")
    if any(card not in allowed for card in cards):
        return illegal(rule, "one of these cards is not offered", "cards")
    return None


# The own hand


def step_discards(batch: Batch, frame: Discards) -> None:
    """CNC-445 CNC-R52 Ask which cards go, if the hand is larger than that; else all go."""
    hand = batch.board.players[frame.seat].hand
    if len(hand) > frame.n:
        batch.frames.append(frame)
        batch.ask(frame.seat, "choose_discards", "CNC-445", secrecy="options")
    else:
        discard_all(batch, frame.seat, tuple(str(card.iid) for card in hand), frame.cause)


def discard_all(batch: Batch, seat: int, iids: tuple[str, ...], cause: str) -> None:
    """CNC-529 Cards of a hand are discarded together."""
    for iid in iids:
        piles.discard_from_hand(batch, seat, iid, cause)


def hand_of(board: Board, seat: int) -> tuple[str, ...]:
    """The instance ids of a hand by position, as far as they are known."""
    return tuple(card.iid for card in board.players[seat].hand if card.iid is not None)


def _discards_options(board: Board, frame: Discards) -> list[Template]:
    cards = Parameter("cards", "cards", hand_of(board, frame.seat), frame.n, frame.n)
    return [Template("choose_cards", {}, (cards,), f"Discard {frame.n} of your hand", ("CNC-445",))]


def _refuse_discards(board: Board, frame: Discards, action: a.ChooseCards) -> Refusal | None:
    return _refuse_cards(action.cards, hand_of(board, frame.seat), frame.n, frame.n, "CNC-445")


def _answer_discards(batch: Batch, frame: Discards, action: a.ChooseCards) -> None:
    discard_all(batch, frame.seat, action.cards, frame.cause)


def step_discard_down(batch: Batch, frame: DiscardDown) -> None:
    """CNC-331 Ask which of the 11 cards goes."""
    if len(batch.board.players[frame.seat].hand) > HAND_LIMIT:
        batch.frames.append(frame)
        batch.ask(frame.seat, "discard_down", "CNC-331", secrecy="options")


def _down_options(board: Board, frame: DiscardDown) -> list[Template]:
    cards = Parameter("cards", "cards", hand_of(board, frame.seat), 1, 1)
    return [Template("choose_cards", {}, (cards,), "Discard one card of your hand", ("CNC-331",))]


def _refuse_down(board: Board, frame: DiscardDown, action: a.ChooseCards) -> Refusal | None:
    return _refuse_cards(action.cards, hand_of(board, frame.seat), 1, 1, "CNC-331")


def _answer_down(batch: Batch, frame: DiscardDown, action: a.ChooseCards) -> None:
    discard_all(batch, frame.seat, action.cards, "hand_full")


# Hands


def step_positions(batch: Batch, frame: Positions) -> None:
    """CNC-434 CNC-526 CNC-R25 Ask for positions, blind."""
    batch.frames.append(frame)
    batch.ask(frame.seat, "hand_positions", "CNC-R25")


def _positions_options(board: Board, frame: Positions) -> list[Template]:
    there = board.players[frame.hand].unrevealed()
    whose = "your own hand" if frame.hand == frame.seat else "the opposing hand"
    found = [_positions(there, frame.n, f"Reveal cards at these positions of {whose}")]
    if frame.optional:
        found.append(Template("choose_positions", {}, (), "None", ("CNC-R24",)))
    return found


def _positions(there: tuple[int, ...], n: int, label: str) -> Template:
    return Template("choose_positions", {}, (Parameter("positions", "cards", there, n, n),), label, ("CNC-R25",))


def _refuse_positions(board: Board, frame: Positions, action: a.ChoosePositions) -> Refusal | None:
    there = board.players[frame.hand].unrevealed()
    if frame.optional and not action.positions:
        return None
    if len(action.positions) != frame.n or len(set(action.positions)) != frame.n:
        return illegal("CNC-526", f"name {frame.n} different positions, not {len(action.positions)}", "positions")
    if any(place not in there for place in action.positions):
        places = ", ".join(map(str, there))
        return illegal("CNC-R25", f"the unrevealed cards are at the positions {places}", "positions")
    return None


def _answer_positions(batch: Batch, frame: Positions, action: a.ChoosePositions) -> None:
    piles.reveal(batch, frame.hand, tuple(sorted(action.positions)))


# The own deck


def step_search(batch: Batch, frame: Search) -> None:
    """CNC-330 CNC-533 Ask, with room in the hand and a match in the deck; then shuffle, whatever was taken."""
    seat = frame.env.you
    if frame.left and len(batch.board.players[seat].hand) < HAND_LIMIT and _matching(batch.board, frame):
        batch.frames.append(frame)
        batch.ask(seat, "search_card", "CNC-533", secrecy="options")
        return
    if not frame.taken:
        piles.take_from_deck(batch, seat, None, frame.env.cid)
    piles.shuffle(batch, seat, frame.env.cid)


def _matching(board: Board, frame: Search) -> tuple[str, ...]:
    """The card ids in the own deck that match, each once, by name: the order of the deck is nobody's."""
    context = EvalContext(board, frame.env, board.card(frame.env.iid))
    test = blocks_of(frame.env.cid)[frame.block][frame.at].arguments["cards"]
    deck = deck_contents(board, frame.env.you)
    return tuple(sorted(cid for cid in deck if test(context.about_card(cid))))


def _search_options(board: Board, frame: Search) -> list[Template]:
    card = Parameter("card", "option", _matching(board, frame))
    return [
        Template("take_card", {}, (card,), "Take a card of your deck", ("CNC-533",)),
        Template("take_card", {}, (), "None", ("CNC-533",)),
    ]


def _refuse_search(board: Board, frame: Search, action: a.TakeCard) -> Refusal | None:
    if action.card is None or action.card in _matching(board, frame):
        return None
    return illegal("CNC-533", "your deck holds no such card, or it doesn't match", "card")


def _answer_search(batch: Batch, frame: Search, action: a.TakeCard) -> None:
    """CNC-533 One card after another; none ends the search."""
    if action.card is None:
        batch.push(replace(frame, left=0))
    else:
        piles.take_from_deck(batch, frame.env.you, action.card, frame.env.cid)
        batch.push(replace(frame, left=frame.left - 1, taken=True))


def _default_positions(board: Board, frame: Positions) -> a.ChoosePositions:
    there = board.players[frame.hand].unrevealed()
    return a.ChoosePositions(() if frame.optional else there[: frame.n])


class Question(msgspec.Struct, Generic[F, A], frozen=True):
    """One kind of question: the frame that asks, the action that answers, and the functions of both."""

    frame: type[F]
    action: type[A]
    options: Callable[[Board, F], list[Template]]
    refuse: Callable[[Board, F, A], Refusal | None]
    answer: Callable[[Batch, F, A], None]
    default: Callable[[Board, F], A]


_QUESTIONS = (
    Question(
        TargetChoice,
        a.ChooseTarget,
        _target_options,
        _refuse_target,
        _answer_target,
        lambda board, frame: a.ChooseTarget(),
    ),
    Question(
        RecoverChoice,
        a.ChooseCards,
        _recover_options,
        _refuse_recover,
        _answer_recover,
        lambda board, frame: a.ChooseCards(),
    ),
    Question(
        Discards,
        a.ChooseCards,
        _discards_options,
        _refuse_discards,
        _answer_discards,
        lambda board, frame: a.ChooseCards(hand_of(board, frame.seat)[: frame.n]),
    ),
    Question(
        DiscardDown,
        a.ChooseCards,
        _down_options,
        _refuse_down,
        _answer_down,
        lambda board, frame: a.ChooseCards(hand_of(board, frame.seat)[-1:]),
    ),
    Question(
        Positions, a.ChoosePositions, _positions_options, _refuse_positions, _answer_positions, _default_positions
    ),
    Question(Search, a.TakeCard, _search_options, _refuse_search, _answer_search, lambda board, frame: a.TakeCard()),
)
QUESTIONS: Mapping[type[Frame], Question[Any, Any]] = {question.frame: question for question in _QUESTIONS}
"""CNC-221 CNC-R49 The default: none where that is allowed, else as the catalogue says."""


def options(board: Board, frame: Frame) -> list[Template]:
    """The legal answers to the prompt."""
    return QUESTIONS[type(frame)].options(board, frame)


def refuse(board: Board, frame: Frame, action: Action) -> Refusal | None:
    """Why this answer to the question is not legal, or None."""
    question = QUESTIONS[type(frame)]
    if type(action) is not question.action:
        return illegal("CNC-220", f"answer with {question.action.__struct_config__.tag}")
    return question.refuse(board, frame, action)


def default(board: Board, frame: Frame) -> Action:
    """CNC-221 CNC-R49 The default when the time is up."""
    action: Action = QUESTIONS[type(frame)].default(board, frame)
    return action


def answer(batch: Batch, frame: Frame, action: Action) -> None:
    """Carry out an accepted answer."""
    QUESTIONS[type(frame)].answer(batch, frame, action)
