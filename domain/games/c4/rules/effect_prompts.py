"""Questions inside a text: options, players, cards (the prompts `choose_option`, `choose_player`, `choose_cards`)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.c4 import actions as a
from domain.games.c4 import events as e
from domain.games.c4 import frames as f
from domain.games.c4.board import Board
from domain.games.c4.match import Batch, State
from domain.games.c4.rules import piles
from domain.kernel.audience import seat as seat_audience
from domain.kernel.choices import Choice
from domain.kernel.frames import top
from domain.kernel.naming import NamedThing, distinct_names
from domain.kernel.piles import looked_at
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal
from domain.kernel.sentences import count, p

YES_NO = ("yes", "no")


def step_each(batch: Batch, frame: f.Each) -> None:
    """C4-371 The block for the next player, completely, before the one after."""
    if frame.seats:
        batch.frames.append(replace(frame, seats=frame.seats[1:]))
        if batch.board.players[frame.seats[0]].in_match:
            batch.push(f.Do(frame.env.cid, frame.block, replace(frame.env, they=frame.seats[0])))


def step_if_did(batch: Batch, frame: f.IfDid) -> None:
    """C4-381 C4-443 The second block if the first really happened."""
    if frame.did:
        batch.push(f.Do(frame.env.cid, frame.block, frame.env))


# Options


def choice_options(board: Board, frame: f.Choice) -> tuple[str, ...]:
    """`yes` and `no` for a may, else the texts of the effects."""
    if frame.may:
        return YES_NO
    blocks = board.cards[frame.env.cid].blocks
    return tuple(", ".join(call.text for call in blocks[block]) for block in frame.blocks)


def _offered(board: Board, frame: f.Choice) -> Parameter | None:
    """Nobody asks a player who has left."""
    return Parameter("option", "option", choice_options(board, frame)) if board.players[frame.seat].in_match else None


def _resolve(batch: Batch, frame: f.Choice, action: a.ChooseOption) -> None:
    """The chosen block; there is none for `no`."""
    chosen = choice_options(batch.board, frame).index(action.option)
    if chosen < len(frame.blocks):
        batch.push(f.Do(frame.env.cid, frame.blocks[chosen], frame.env))


OPTION = Choice(
    kind="choose_option",
    rule="C4-443",
    text="Choose what a card does",
    frame=f.Choice,
    answer=a.ChooseOption,
    who=lambda board, frame: frame.seat,
    offer=_offered,
    chosen=_resolve,
    sentence=lambda board, frame: f"Choose for {board.cards[frame.env.cid].name}",
    default=lambda board, frame: a.ChooseOption("no" if frame.may else choice_options(board, frame)[0]),
)


# The own top card


def step_look_top(batch: Batch, frame: f.LookTop) -> None:
    """Ask whether the card just looked at goes to the bottom."""
    batch.ask_for(frame, frame.seat, "choose_option")


def look_top_templates(board: Board, seat: int) -> list[Template]:
    """Yes or no, by the name of the card."""
    label = f"Put {board.cards[board.players[seat].deck.cards[0]].name} at the bottom of your deck?"
    return [Template("choose_option", {}, (Parameter("option", "option", YES_NO),), label, ("C4-216",))]


def refuse_look_top(state: State, seat: int, action: a.ChooseOption) -> Refusal:
    """C4-443 The text offers these two."""
    return illegal("C4-443", f"{action.option!r} is not offered; choose one of: {'; '.join(YES_NO)}", "option")


def answer_look_top(batch: Batch, seat: int, action: a.ChooseOption) -> None:
    """The top card goes to the bottom, or stays."""
    batch.frames.pop()
    if action.option == "yes":
        cid = batch.board.players[seat].deck.cards[0]
        batch.emit(e.CardMovedToBottom(seat=seat, card=cid), {seat_audience(seat): ("card",)})


# Players


def step_player_choice(batch: Batch, frame: f.PlayerChoice) -> None:
    """Ask for a player who was not declared, also for an only one; without any the text goes on without a player."""
    seats = tuple(seat for seat in frame.seats if batch.board.players[seat].in_match)
    if seats:
        batch.ask_for(replace(frame, seats=seats), frame.then.env.you, "choose_player")
    else:
        batch.push(frame.then)


def player_templates(state: State, seat: int) -> list[Template]:
    """C4-903 The players who may be named."""
    seats = Parameter("player", "seat", top(state.frames, f.PlayerChoice).seats)
    return [Template("choose_player", {}, (seats,), "Choose a player", ("C4-903",))]


def first_player(state: State, seat: int) -> a.ChoosePlayer:
    """The first of them in turn order."""
    return a.ChoosePlayer(top(state.frames, f.PlayerChoice).seats[0])


def choose_player(batch: Batch, seat: int, action: a.ChoosePlayer) -> None:
    """The ability goes on with the player named."""
    then = top(batch.frames, f.PlayerChoice).then
    batch.frames[-1] = replace(then, env=replace(then.env, opp=action.player))


# Cards


def step_card_choice(batch: Batch, frame: f.CardChoice) -> None:
    """Ask for cards, unless all must go; who chooses from another's hand sees it."""
    board = batch.board
    offered = card_options(board, frame)
    if frame.what == "discard" and frame.seat != frame.whose:
        known = board.players[frame.whose].hand.known
        cards = tuple((known[iid], iid) for iid in offered)
        event = e.CardsLookedAt(viewer=frame.seat, whose=frame.whose, zone="hand", count=len(offered), cards=cards)
        looked_at(batch, event, frame.seat, frame.whose)
    if len(offered) <= frame.n:
        _move(batch, frame, offered)
        return
    batch.frames.append(frame)
    batch.ask(frame.seat, "choose_cards", secrecy="options" if frame.what == "discard" else "open")


def card_options(board: Board, frame: f.CardChoice) -> tuple[str, ...]:
    """The offered cards in order of arrival; those of another's hand by id, because when they came is not shown."""
    player = board.players[frame.whose]
    if frame.what == "recover":
        return tuple(card.iid for card in player.discard)
    return tuple(player.hand.known) if frame.seat == frame.whose else tuple(sorted(player.hand.known))


def asks_cards(state: State, seat: int) -> str:
    """How many of whose cards, and for what."""
    frame = top(state.frames, f.CardChoice)
    pile = "hand" if frame.what == "discard" else "discard"
    return f"Choose {count(frame.n, 'card')} of the {pile} of {p(frame.whose)} to {frame.what}"


def card_templates(state: State, seat: int) -> Iterator[Template]:
    """C4-610 So many of the offered cards. Those of another's hand lie on no table, so each is offered by its name."""
    frame = top(state.frames, f.CardChoice)
    offered, label = card_options(state.board, frame), f"Choose {frame.n} to {frame.what}"
    if frame.what == "recover" or frame.seat == frame.whose or frame.n > 1:
        cards = Parameter("cards", "cards", offered, frame.n, frame.n)
        yield Template("choose_cards", {}, (cards,), label, ("C4-610",))
        return
    held = state.board.players[frame.whose].hand.known
    for iid, name in distinct_names(
        NamedThing(None, iid, state.board.cards[held[iid]].name) for iid in offered
    ).items():
        yield Template("choose_cards", {"cards": [iid]}, (), f"{label}: {name}", ("C4-610",))


def first_cards(state: State, seat: int) -> a.ChooseCards:
    """As many of the first."""
    frame = top(state.frames, f.CardChoice)
    return a.ChooseCards(card_options(state.board, frame)[: frame.n])


def choose_cards(batch: Batch, seat: int, action: a.ChooseCards) -> None:
    """The chosen cards move."""
    frame = batch.answered(f.CardChoice)
    _move(batch, frame, action.cards)


def _move(batch: Batch, frame: f.CardChoice, cards: tuple[str, ...]) -> None:
    for iid in cards:
        if frame.what == "recover":
            piles.recover(batch, frame.whose, iid)
        else:
            piles.discard_from_hand(batch, frame.whose, iid, frame.env.cid)
