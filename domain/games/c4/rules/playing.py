"""Playing cards and using abilities once they are declared: payments, resolving, Icebox (3xx, 44x, 47x)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from domain.games.c4 import events as e
from domain.games.c4.actions import PlayCard, PlayReaction, UseAbility
from domain.games.c4.board import Board, InPlay
from domain.games.c4.frames import Do, Env, Moment, Pay, Play, TokenChoice, Turn, Use
from domain.games.c4.match import Batch
from domain.games.c4.rules.cancelling import leave_out_rest
from domain.games.c4.rules.movements import paid
from domain.games.c4.rules.prices import action_price, own_cost
from domain.games.c4.rules.tokens import pick
from domain.games.c4.rules.triggers import leave_triggers, moment_frames
from domain.kernel.frames import Frame, top


def play(batch: Batch, seat: int, action: PlayCard) -> None:
    """C4-301 An action with a card of the hand."""
    declare(batch, seat, action, Env(seat, batch.board.players[seat].hand.known[action.card], action.card))


def declare(batch: Batch, seat: int, action: PlayCard | PlayReaction, env: Env) -> None:
    """C4-301 C4-306 C4-310 C4-312 C4-440 C4-R17 The card leaves the hand face up; a Reaction is no action and has no
    price.

    An action stays used and paid for, whatever becomes of the card.
    """
    board = batch.board
    card = batch.board.cards[env.cid]
    reaction = card.kind == "reaction"
    additional = not reaction and board.free_actions <= 0
    price = 0 if reaction else action_price(board, seat)
    env = replace(env, opp=action.player, target=action.target, x=action.x or 0, mode=action.mode)
    cost = own_cost(board, card.cost, env)
    event = e.CardPlayed(
        seat=seat,
        card=env.cid,
        iid=action.card,
        kind=card.kind,
        action=0 if reaction else board.actions_taken + 1,
        additional=additional,
        price=price,
        player=action.player,
        target=action.target,
        target_card=_card_of(board, action.target),
        x=action.x,
        mode=action.mode,
    )
    batch.emit(event)
    batch.push(Play(env, seat, price, cost, additional=additional))


def _card_of(board: Board, iid: str | None) -> str | None:
    """The card that lies in play or is being played under this id."""
    played = board.card_being_played(iid)
    in_play = board.card_in_play(iid)
    return played.card.cid if played is not None else None if in_play is None else in_play.cid


def step_play(batch: Batch, play: Play) -> None:
    """C4-311 C4-442 C4-443 C4-R34 C4-R60 C4-R63 C4-R77 EX-22 Both payments, then their triggers and windows, then its
    window, then its text. The payment triggers its texts even if a player cancels the card meanwhile.
    """
    if play.stage in ("window", "text", "finish") and batch.board.card_being_played(play.env.iid) is None:
        return
    env, seat = play.env, play.seat
    match play.stage:
        case "price":
            _then(batch, play, "cost", Pay(seat, play.price, "action", env.cid, quiet=True))
        case "cost":
            _then(batch, play, "paid", Pay(seat, play.cost, "card_cost", env.cid, quiet=True))
        case "paid":
            frames = moment_frames(batch, paid(seat, play.price, "action")) if play.price else []
            _then(batch, play, "cost_paid", *frames)
        case "cost_paid":
            frames = moment_frames(batch, paid(seat, play.cost, "card_cost")) if play.cost else []
            _then(batch, play, "window", *frames)
        case "window":
            kind = batch.board.cards[env.cid].kind
            moment = Moment("card_being_played", seat, iid=env.iid, kind=kind, flag=play.additional)
            _then(batch, play, "text", *moment_frames(batch, moment))
        case "text":
            _resolve(batch, play)
        case "finish":
            finish(batch, play)


def _then(
    batch: Batch, play: Play, stage: Literal["cost", "paid", "cost_paid", "window", "text"], *frames: Frame
) -> None:
    batch.frames.append(replace(play, stage=stage))
    batch.push(*frames)


def _resolve(batch: Batch, play: Play) -> None:
    """C4-443 C4-446 A Stay In Play card enters play first, unless its text names in front of whom."""
    card = batch.board.cards[play.env.cid]
    if card.kind == "stay_in_play" and not card.needs.enters:
        enter_play(batch, str(play.env.iid), play.seat)
    else:
        batch.frames.append(replace(play, stage="finish"))
    if card.play is not None:
        batch.push(Do(card.cid, card.play, play.env))


def finish(batch: Batch, play: Play) -> None:
    """C4-445 C4-610 C4-R56 C4-R89 A Regular or Reaction goes to its owner's discard once its text is finished; a Stay
    In Play card enters play now if its text has named nobody in the end.
    """
    if batch.board.cards[play.env.cid].kind == "stay_in_play":
        enter_play(batch, str(play.env.iid), play.seat)
        return
    event = e.CardDiscarded(
        seat=play.seat, card=play.env.cid, iid=str(play.env.iid), from_zone="being_played", cause="played"
    )
    batch.emit(event)


def enter_play(batch: Batch, iid: str, controller: int) -> None:
    """C4-446 C4-611 The card being played comes into play in front of a player."""
    played = batch.board.card_being_played(iid)
    if played is not None:
        event = e.CardEnteredPlay(card=played.card.cid, iid=iid, owner=played.card.owner, controller=controller)
        batch.emit(event)


def leave_play(batch: Batch, iid: str, cause: Literal["icebox", "own_text"], causes: tuple[str, ...] = ()) -> None:
    """C4-357 C4-471 C4-524 C4-R39 C4-R56 EX-14 A card leaves play to its owner's discard, its tokens go to the pot,
    then it triggers.
    """
    card = batch.board.card_in_play(iid)
    if card is None:
        return
    left_play(batch, card, cause)
    batch.push(*leave_triggers(batch.board, card, causes))


def left_play(batch: Batch, card: InPlay, cause: Literal["icebox", "own_text", "concede"]) -> None:
    """C4-357 A card goes to its owner's discard, the tokens on it to the pot."""
    event = e.CardLeftPlay(
        card=card.cid, iid=card.iid, owner=card.owner, controller=card.controller, cause=cause, spilled=card.tokens
    )
    batch.emit(event)


def icebox(batch: Batch, env: Env, iid: str | None) -> None:
    """C4-444 C4-447 C4-470 C4-471 C4-472 C4-R39 Remove a card in play, or cancel a card being played; else nothing."""
    played = batch.board.card_being_played(iid)
    if played is not None and iid is not None:
        card = played.card
        batch.emit(e.CardCancelled(card=card.cid, iid=iid, owner=card.owner, by=env.cid))
        event = e.CardDiscarded(seat=card.owner, card=card.cid, iid=iid, from_zone="being_played", cause="cancelled")
        batch.emit(event)
        leave_out_rest(batch, iid, card.cid)
    elif iid is not None:
        leave_play(batch, iid, "icebox", env.causes)


def use(batch: Batch, seat: int, action: UseAbility) -> None:
    """C4-330 C4-332 C4-R18 Use an ability: no action, no window of its own; its token events open theirs."""
    card = batch.board.card_in_play(action.card)
    assert card is not None
    ability = batch.board.cards[card.cid].acts[action.ability - 1]
    env = Env(seat, card.cid, card.iid, opp=action.player, x=action.x or 0)
    batch.emit(
        e.AbilityUsed(seat=seat, card=card.cid, iid=card.iid, ability=action.ability, player=action.player, x=action.x)
    )
    spill = ability.cost is not None and ability.cost.way == "spill"
    batch.push(Use(env, ability.block, own_cost(batch.board, ability.cost, env), spill))


def step_use(batch: Batch, frame: Use) -> None:
    """C4-331 C4-356 The cost in full, from the supply or spilled from the card, then the effects."""
    env = frame.env
    if frame.stage == "text" or not frame.cost:
        batch.push(Do(env.cid, frame.block, env))
    elif frame.spill:
        tokens = pick(batch, frame, TokenChoice(env.you, frame.cost, f"card:{env.iid}"))
        if tokens is not None:
            batch.emit(e.TokensSpilled(card=env.cid, iid=str(env.iid), tokens=tokens))
            batch.frames.append(replace(frame, stage="text"))
    else:
        batch.frames.append(replace(frame, stage="text"))
        batch.push(Pay(env.you, frame.cost, "card_cost", env.cid))


def request_end(batch: Batch) -> None:
    """C4-214 C4-R11 The turn ends once nothing is resolving."""
    batch.frames[0] = replace(top(batch.frames[:1], Turn), ending=True)
