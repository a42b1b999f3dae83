"""Questions in the middle of a text: targets, cards of hands, decks and discard piles."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl.board import Board
from domain.games.cape_and_cowl.frames import DiscardDown, Discards, Env, Positions, RecoverChoice, Search, TargetChoice
from domain.games.cape_and_cowl.match import Batch, State
from domain.games.cape_and_cowl.rules import piles
from domain.games.cape_and_cowl.rules.continuous import HAND_LIMIT, EvalContext, deck_contents
from domain.games.cape_and_cowl.sentences import Names
from domain.kernel.actions import name_of
from domain.kernel.choices import Choice
from domain.kernel.dispatch import always, by_type, on
from domain.kernel.effects.compiler import Call
from domain.kernel.frames import Frame, top
from domain.kernel.prompts import Parameter, Template
from domain.kernel.questions import Question
from domain.kernel.refusal import Refusal, illegal
from domain.kernel.sentences import count, p


def recoverable(context: EvalContext, call: Call) -> tuple[str, ...]:
    """CNC-534 Cards of the own discard pile that a `recover` speaks of, by arrival."""
    test = call.arguments["cards"]
    discard = context.board.players[context.env.you].discard
    return tuple(card.iid for card in discard if test(context.about_card(card.cid)))


# Targets and the discard pile


def step_target(batch: Batch, frame: TargetChoice) -> None:
    """CNC-431 CNC-532 Ask the controller for a target."""
    _ask(batch, frame, frame.then.env)


def step_recover(batch: Batch, frame: RecoverChoice) -> None:
    """CNC-431 CNC-532 Ask for cards of the own discard pile."""
    _ask(batch, frame, frame.env)


def _ask(batch: Batch, frame: Frame, env: Env) -> None:
    batch.ask_for(frame, env.you, "type_effect_target" if env.unleashed else "trigger_target")


def _target_options(state: State, seat: int) -> list[Template]:
    target = Parameter("target", "option", top(state.frames, TargetChoice).candidates)
    return [
        Template("choose_target", {}, (target,), "Choose a target", ("CNC-532",)),
        Template("choose_target", {}, (), "Choose no target", ("CNC-R24",)),
    ]


def _target(batch: Batch, seat: int, action: a.ChooseTarget) -> None:
    """CNC-R24 The effect goes on with the target; without one nothing happens."""
    frame = batch.answered(TargetChoice)
    if action.target is not None:
        env = frame.then.env
        bound = replace(env, bound=(*env.bound, (frame.pick, action.target)))
        batch.push(replace(frame.then, env=bound, live=False))


def _recover_options(state: State, seat: int) -> list[Template]:
    frame = top(state.frames, RecoverChoice)
    cards = Parameter("cards", "cards", frame.candidates, 0, frame.n, ordered=frame.to == "bottom")
    return [Template("choose_cards", {}, (cards,), "Choose cards of your discard pile, or none", ("CNC-534",))]


def _recover(batch: Batch, seat: int, action: a.ChooseCards) -> None:
    frame = batch.answered(RecoverChoice)
    piles.recover(batch, seat, action.cards, frame.to, frame.env.cid)


def _other_answer(state: State, seat: int, action: a.ChooseTarget | a.ChooseCards) -> Refusal:
    """CNC-220 A target where a target is asked for, cards where cards are."""
    wanted = a.ChooseCards if isinstance(action, a.ChooseTarget) else a.ChooseTarget
    return illegal("CNC-220", f"answer with {name_of(wanted)}")


# The own hand


def _hand(board: Board, seat: int, n: int) -> Parameter | None:
    """So many cards of a hand, by position."""
    hand = tuple(card.iid for card in board.players[seat].hand if card.iid is not None)
    return Parameter("cards", "cards", hand, n, n) if n else None


def _discards(board: Board, frame: Discards) -> Parameter | None:
    """CNC-445 CNC-R52 The whole hand goes if it is no larger than that."""
    return _hand(board, frame.seat, min(frame.n, len(board.players[frame.seat].hand)))


def _discard(batch: Batch, frame: Discards, action: a.ChooseCards) -> None:
    """CNC-529 Cards of a hand are discarded together."""
    for iid in action.cards:
        piles.discard_from_hand(batch, frame.seat, iid, frame.cause)


def _down(board: Board, frame: DiscardDown) -> Parameter | None:
    """CNC-331 One of the 11 cards goes."""
    return _hand(board, frame.seat, 1 if len(board.players[frame.seat].hand) > HAND_LIMIT else 0)


# Hands


def step_positions(batch: Batch, frame: Positions) -> None:
    """CNC-434 CNC-526 CNC-R25 Ask for positions, blind."""
    batch.ask_for(frame, frame.seat, "hand_positions")


def _positions_options(state: State, seat: int) -> list[Template]:
    frame = top(state.frames, Positions)
    places = Parameter("positions", "cards", state.board.players[frame.hand].unrevealed(), frame.n, frame.n)
    label = f"Reveal cards at these positions of {'your own' if frame.hand == seat else 'the opposing'} hand"
    found = [Template("choose_positions", {}, (places,), label, ("CNC-R25",))]
    if frame.optional:
        found.append(Template("choose_positions", {}, (), "Reveal none", ("CNC-R24",)))
    return found


def _why_not_positions(state: State, seat: int, action: a.ChoosePositions) -> Refusal | None:
    n = top(state.frames, Positions).n
    if len(action.positions) != n or len(set(action.positions)) != n:
        return illegal("CNC-526", f"name {n} different positions, not {len(action.positions)}", "positions")
    return None


def _reveal(batch: Batch, seat: int, action: a.ChoosePositions) -> None:
    piles.reveal(batch, batch.answered(Positions).hand, tuple(sorted(action.positions)))


def _first_positions(state: State, seat: int) -> a.ChoosePositions:
    frame = top(state.frames, Positions)
    return a.ChoosePositions(() if frame.optional else state.board.players[frame.hand].unrevealed()[: frame.n])


# The own deck


def step_search(batch: Batch, frame: Search) -> None:
    """CNC-330 CNC-533 CNC-R70 Ask, with room in the hand and a match in the deck; then shuffle, whatever was taken."""
    seat = frame.env.you
    if frame.left and len(batch.board.players[seat].hand) < HAND_LIMIT and _matching(batch.board, frame):
        batch.ask_for(frame, seat, "search_card")
        return
    if not frame.taken:
        piles.take_from_deck(batch, seat, None, frame.env.cid)
    piles.shuffle(batch, seat, frame.env.cid)


def _matching(board: Board, frame: Search) -> tuple[str, ...]:
    """The card ids in the own deck that match, each once, by name: the order of the deck is nobody's."""
    context = EvalContext(board, frame.env, board.card(frame.env.iid))
    test = context.blocks[frame.block][frame.at].arguments["cards"]
    deck = deck_contents(board, frame.env.you)
    return tuple(sorted(cid for cid in deck if test(context.about_card(cid))))


def _search_options(state: State, seat: int) -> list[Template]:
    card = Parameter("card", "option", _matching(state.board, top(state.frames, Search)))
    return [
        Template("take_card", {}, (card,), "Take a card of your deck", ("CNC-533",)),
        Template("take_card", {}, (), "Take no card", ("CNC-533",)),
    ]


def _search(batch: Batch, seat: int, action: a.TakeCard) -> None:
    """CNC-533 One card after another; none ends the search."""
    frame = batch.answered(Search)
    if action.card is None:
        batch.push(replace(frame, left=0))
    else:
        piles.take_from_deck(batch, seat, action.card, frame.env.cid)
        batch.push(replace(frame, left=frame.left - 1, taken=True))


# What is asked


def _named(board: Board, env: Env) -> str:
    """The name of the asking card, or of the type with the effect."""
    return Names(board.cards).name(env.cid)


def _in_play(board: Board, env: Env) -> str | None:
    return None if board.card(env.iid) is None else env.iid


def _asks_target(state: State, seat: int) -> str:
    return f"Choose a target for {_named(state.board, top(state.frames, TargetChoice).then.env)}, or none"


def _about_target(state: State, seat: int) -> str | None:
    return _in_play(state.board, top(state.frames, TargetChoice).then.env)


def _asks_recover(state: State, seat: int) -> str:
    frame = top(state.frames, RecoverChoice)
    cards = count(frame.n, "card")
    return f"Choose up to {cards} of your discard pile for {_named(state.board, frame.env)}"


def _about_recover(state: State, seat: int) -> str | None:
    return _in_play(state.board, top(state.frames, RecoverChoice).env)


def _asks_positions(state: State, seat: int) -> str:
    frame = top(state.frames, Positions)
    whose = "your hand" if frame.hand == seat else f"the hand of {p(frame.hand)}"
    return f"Choose {count(frame.n, 'card')} of {whose} to be revealed"


def _asks_search(state: State, seat: int) -> str:
    return f"Take a card of your deck for {_named(state.board, top(state.frames, Search).env)}, or none"


# Rows


DISCARDS = Choice(
    kind="choose_discards",
    rule="CNC-445",
    secrecy="options",
    frame=Discards,
    answer=a.ChooseCards,
    who=lambda board, frame: frame.seat,
    offer=_discards,
    chosen=_discard,
    sentence=lambda board, frame: f"Discard {frame.n} of your hand",
    text="Choose cards of the hand to be discarded",
)
DISCARD_DOWN = Choice(
    kind="discard_down",
    rule="CNC-331",
    secrecy="options",
    frame=DiscardDown,
    answer=a.ChooseCards,
    who=lambda board, frame: frame.seat,
    offer=_down,
    chosen=lambda batch, frame, action: piles.discard_from_hand(batch, frame.seat, action.cards[0], "hand_full"),
    sentence=lambda board, frame: "Discard one card of your hand",
    text="Choose a card to be discarded: the hand is full",
    default=lambda board, frame: a.ChooseCards((str(board.players[frame.seat].hand[-1].iid),)),
)
QUESTIONS = (
    *(
        Question(
            kind=kind,
            rule=rule,
            text="Choose a target, or none",
            asks=_asks_target,
            about=_about_target,
            options=_target_options,
            answers=by_type(on(a.ChooseTarget, _target)),
            why=by_type(on(a.ChooseCards, _other_answer)),
            default=always(a.ChooseTarget()),
            frame=TargetChoice,
        )
        for kind, rule in (("type_effect_target", "CNC-431"), ("trigger_target", "CNC-532"))
    ),
    *(
        Question(
            kind=kind,
            rule=rule,
            text="Choose cards of the discard pile, or none",
            asks=_asks_recover,
            about=_about_recover,
            options=_recover_options,
            answers=by_type(on(a.ChooseCards, _recover)),
            why=by_type(on(a.ChooseTarget, _other_answer)),
            default=always(a.ChooseCards()),
            frame=RecoverChoice,
        )
        for kind, rule in (("type_effect_target", "CNC-431"), ("trigger_target", "CNC-534"))
    ),
    Question(
        kind="hand_positions",
        rule="CNC-R25",
        text="Choose cards of a hand to be revealed",
        asks=_asks_positions,
        options=_positions_options,
        answers=by_type(on(a.ChoosePositions, _reveal)),
        why=by_type(on(a.ChoosePositions, _why_not_positions)),
        default=_first_positions,
    ),
    Question(
        kind="search_card",
        rule="CNC-533",
        text="Take a card of the own deck, or none",
        asks=_asks_search,
        secrecy="options",
        options=_search_options,
        answers=by_type(on(a.TakeCard, _search)),
        default=always(a.TakeCard()),
    ),
    DISCARDS.question,
    DISCARD_DOWN.question,
)
"""CNC-221 CNC-R49 The default: none where that is allowed, else as the catalogue says."""
