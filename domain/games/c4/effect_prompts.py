"""Questions inside a text: options, players, cards (the prompts `choose_option`, `choose_player`, `choose_cards`)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.c4 import events as e
from domain.games.c4 import piles
from domain.games.c4.actions import ChooseCards, ChooseOption, ChoosePlayer
from domain.games.c4.board import Board
from domain.games.c4.cards import definition
from domain.games.c4.frames import CardChoice, Choice, Do, Each, IfDid, LookTop, PlayerChoice
from domain.games.c4.match import Batch
from domain.kernel.audience import seat as seat_audience
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal

YES_NO = ("yes", "no")


def step_each(batch: Batch, frame: Each) -> None:
    """C4-371 The block for the next player, completely, before the one after."""
    if frame.seats:
        batch.frames.append(replace(frame, seats=frame.seats[1:]))
        if batch.board.players[frame.seats[0]].in_match:
            batch.push(Do(frame.env.cid, frame.block, replace(frame.env, they=frame.seats[0])))


def step_if_did(batch: Batch, frame: IfDid) -> None:
    """C4-381 C4-443 The second block if the first really happened."""
    if frame.did:
        batch.push(Do(frame.env.cid, frame.block, frame.env))


def step_choice(batch: Batch, frame: Choice) -> None:
    """Ask which option happens."""
    if batch.board.players[frame.seat].in_match:
        batch.frames.append(frame)
        batch.ask(frame.seat, "choose_option", "C4-443")


def choice_options(frame: Choice) -> tuple[str, ...]:
    """`yes` and `no` for a may, else the texts of the effects."""
    if frame.may:
        return YES_NO
    blocks = definition(frame.env.cid).blocks
    return tuple(", ".join(call.text for call in blocks[block]) for block in frame.blocks)


def answer_choice(batch: Batch, frame: Choice, action: ChooseOption) -> None:
    """Resolve the chosen block, or none."""
    batch.frames.pop()
    options = choice_options(frame)
    block = frame.blocks[0] if action.option == "yes" else None
    if not frame.may:
        block = frame.blocks[options.index(action.option)]
    if block is not None:
        batch.push(Do(frame.env.cid, block, frame.env))


def step_player_choice(batch: Batch, frame: PlayerChoice) -> None:
    """Ask for a player who was not declared; without a legal one the text goes on without a player."""
    seats = tuple(seat for seat in frame.seats if batch.board.players[seat].in_match)
    if seats:
        batch.frames.append(replace(frame, seats=seats))
        batch.ask(frame.then.env.you, "choose_player", "C4-903")
    else:
        batch.push(frame.then)


def answer_player_choice(batch: Batch, frame: PlayerChoice, action: ChoosePlayer) -> None:
    """The ability goes on with the player named."""
    batch.frames.pop()
    batch.push(replace(frame.then, env=replace(frame.then.env, opp=action.player)))


def step_card_choice(batch: Batch, frame: CardChoice) -> None:
    """Ask for cards, unless all must go; who chooses from another's hand sees it."""
    board = batch.board
    offered = card_options(board, frame)
    if frame.what == "discard" and frame.seat != frame.whose:
        known = board.players[frame.whose].hand.known
        cards = tuple((known[iid], iid) for iid in offered)
        event = e.CardsLookedAt(viewer=frame.seat, whose=frame.whose, zone="hand", count=len(offered), cards=cards)
        batch.emit(event, {seat_audience(frame.seat): ("cards",), seat_audience(frame.whose): ("cards",)})
    if len(offered) <= frame.n:
        _choose_cards(batch, frame, offered)
        return
    batch.frames.append(frame)
    batch.ask(frame.seat, "choose_cards", "C4-610", secrecy="options" if frame.what == "discard" else "open")


def card_options(board: Board, frame: CardChoice) -> tuple[str, ...]:
    """The offered cards in order of arrival; those of another's hand by id, because when they came is not shown."""
    player = board.players[frame.whose]
    if frame.what == "recover":
        return tuple(card.iid for card in player.discard)
    return tuple(player.hand.known) if frame.seat == frame.whose else tuple(sorted(player.hand.known))


def answer_card_choice(batch: Batch, frame: CardChoice, action: ChooseCards) -> None:
    """The chosen cards move."""
    batch.frames.pop()
    _choose_cards(batch, frame, action.cards)


def _choose_cards(batch: Batch, frame: CardChoice, cards: tuple[str, ...]) -> None:
    for iid in cards:
        if frame.what == "recover":
            piles.recover(batch, frame.whose, iid)
        else:
            piles.discard_from_hand(batch, frame.whose, iid, frame.env.cid)


def step_look_top(batch: Batch, frame: LookTop) -> None:
    """Ask whether the card just looked at goes to the bottom."""
    batch.frames.append(frame)
    batch.ask(frame.seat, "choose_option", "C4-216")


def answer_look_top(batch: Batch, frame: LookTop, action: ChooseOption) -> None:
    """The top card goes to the bottom, or stays."""
    batch.frames.pop()
    if action.option == "yes":
        cid = batch.board.players[frame.seat].deck.cards[0]
        event = e.CardMovedToBottom(seat=frame.seat, card=cid)
        batch.emit(event, {seat_audience(frame.seat): ("card",)})


def options(board: Board, frame: Choice | LookTop | PlayerChoice | CardChoice) -> list[Template]:
    """The legal answers to one of these prompts."""
    if isinstance(frame, Choice):
        choices = Parameter("option", "option", choice_options(frame))
        return [Template("choose_option", {}, (choices,), f"Choose for {definition(frame.env.cid).name}", ("C4-443",))]
    if isinstance(frame, LookTop):
        top = definition(board.players[frame.seat].deck.cards[0]).name
        label = f"Put {top} at the bottom of your deck?"
        return [Template("choose_option", {}, (Parameter("option", "option", YES_NO),), label, ("C4-216",))]
    if isinstance(frame, PlayerChoice):
        seats = Parameter("player", "seat", frame.seats)
        return [Template("choose_player", {}, (seats,), "Choose a player", ("C4-903",))]
    offered = card_options(board, frame)
    cards = Parameter("cards", "cards", offered, frame.n, frame.n)
    return [Template("choose_cards", {}, (cards,), f"Choose {frame.n} to {frame.what}", ("C4-610",))]


def refuse_option(options_now: tuple[str, ...], action: ChooseOption) -> Refusal | None:
    """One of the offered options."""
    if action.option in options_now:
        return None
    return illegal("C4-443", f"{action.option!r} is not offered; choose one of: {'; '.join(options_now)}", "option")


def refuse_player(frame: PlayerChoice, action: ChoosePlayer) -> Refusal | None:
    """C4-903 One of the offered players."""
    if action.player in frame.seats:
        return None
    return illegal("C4-903", f"seat {action.player} is not offered; choose one of: {frame.seats}", "player")


def refuse_cards(board: Board, frame: CardChoice, action: ChooseCards) -> Refusal | None:
    """Exactly n of the offered cards, each once."""
    offered = card_options(board, frame)
    if len(set(action.cards)) != frame.n or len(action.cards) != frame.n:
        return illegal("C4-610", f"choose exactly {frame.n} different cards", "cards")
    if any(card not in offered for card in action.cards):
        return illegal("C4-610", "choose from the offered cards only", "cards")
    return None
