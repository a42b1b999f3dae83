"""Views: an allow-list projection of the board for a viewer."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.games.c4.board import Board, Duration, Player, Tokens
from domain.games.c4.frames import Attack, Do, Ending, Movement, Play, Turn, Use
from domain.games.c4.match import Pending, Progress, State
from domain.kernel.views import Shown, is_own
from domain.kernel.views import phase as phase_of_match
from domain.kernel.zones import Card


class HandCard(msgspec.Struct, frozen=True):
    """A card of a hand that the viewer may see."""

    iid: str
    card: str
    name: str


class PublicCard(HandCard, frozen=True):
    """A card in a public zone."""

    owner: int


class FlippedCard(HandCard, frozen=True):
    """A flipped card with its symbol now."""

    symbol: str


class CardInPlay(PublicCard, frozen=True):
    """A Stay In Play card; `used` are the abilities used this turn."""

    controller: int
    tokens: Tokens
    used: tuple[int, ...]


class LastingEffect(msgspec.Struct, frozen=True):
    """An effect that goes on without its card."""

    id: int
    card: str
    controller: int
    kind: str
    duration: Duration
    seats: tuple[int, ...]
    value: int
    what: str


class PlayerView(msgspec.Struct, frozen=True):
    """One seat. `hand` is there for its owner, and for all in the full record."""

    seat: int
    in_match: bool
    token_kind: str
    attributes: tuple[str, ...]
    faction: str
    supply: Tokens
    tokens: int
    deck_size: int
    hand_size: int
    hand: tuple[HandCard, ...] | None
    discard: tuple[PublicCard, ...]
    flipped: FlippedCard | None
    skip_turns: int


class View(msgspec.Struct, frozen=True):
    """A C4 match as a viewer sees it."""

    phase: Literal["setup", "running", "voting", "finished"]
    turn_number: int
    active_player: int | None
    step: str | None
    direction: Literal["left", "right"]
    turn_overrides: tuple[int, ...]
    free_actions: int
    actions_taken: int
    paid_actions: int
    pot: Tokens
    players: tuple[PlayerView, ...]
    in_play: tuple[CardInPlay, ...]
    being_played: tuple[PublicCard, ...]
    stack: tuple[Pending, ...]
    reactions_played: int
    end_turn_requested: bool
    effects: tuple[LastingEffect, ...]
    claims_made: tuple[int, ...]
    leaving: tuple[int, ...]


SHOWN, PLAYER = Shown(View, Board), Shown(PlayerView, Player)


def view(state: State, viewer: str) -> View:
    """The board of a match that has started, for a viewer. It shows only what this names."""
    board, cards = state.board, state.board.cards
    progress = state.progress or Progress("start")
    return SHOWN(
        board,
        phase=phase(state),
        turn_number=board.turn,
        active_player=board.active if board.active >= 0 else None,
        step=progress.step,
        direction="left" if board.direction == 1 else "right",
        turn_overrides=board.overrides,
        players=tuple(_player(board, seat, viewer) for seat in range(len(board.players))),
        in_play=tuple(
            CardInPlay(card.iid, card.cid, cards[card.cid].name, card.owner, card.controller, card.tokens, card.used)
            for card in board.in_play
        ),
        being_played=tuple(_public(board, played.card) for played in board.being_played),
        stack=progress.stack,
        reactions_played=progress.reactions_played,
        end_turn_requested=progress.end_turn_requested,
        effects=tuple(
            LastingEffect(one.id, one.cid, one.controller, one.kind, one.duration, one.seats, one.value, one.what)
            for one in board.effects
        ),
        claims_made=board.claimed,
    )


def phase(state: State) -> Literal["setup", "running", "voting", "finished"]:
    """The phase of the match."""
    found = phase_of_match(state)
    voting = found == "running" and state.progress is not None and state.progress.step == "voting"
    return "voting" if voting else found


def _player(board: Board, seat: int, viewer: str) -> PlayerView:
    player, cards = board.players[seat], board.cards
    own = is_own(viewer, seat)
    flipped = player.flipped
    return PLAYER(
        player,
        seat=seat,
        tokens=player.token_count,
        deck_size=player.deck.size,
        hand_size=player.hand.size,
        hand=tuple(HandCard(iid, cid, cards[cid].name) for iid, cid in player.hand.known.items()) if own else None,
        discard=tuple(_public(board, card) for card in player.discard),
        flipped=None
        if flipped is None
        else FlippedCard(flipped.card.iid, flipped.card.cid, cards[flipped.card.cid].name, flipped.symbol),
    )


def _public(board: Board, card: Card) -> PublicCard:
    return PublicCard(card.iid, card.cid, board.cards[card.cid].name, card.owner)


def progress(state: State) -> Progress | None:
    """The public part of the frames: what is pending, never who may answer it (C4-455)."""
    if not state.frames:
        return None
    bottom = state.frames[0]
    if isinstance(bottom, Ending):
        return Progress("voting")
    assert isinstance(bottom, Turn)
    stack = tuple(pending for frame in state.frames[1:] if (pending := _pending(frame)) is not None)
    return Progress(_step(bottom), stack, bottom.reactions, bottom.ending)


def _step(turn: Turn) -> Literal["start", "draw", "main", "done"]:
    """The step that is under way: a frame's stage names the one that comes next, except while idle."""
    if turn.stage == "main":
        return "main"
    return "start" if turn.stage in ("start", "draw") else "done"


def _pending(frame: object) -> Pending | None:
    if isinstance(frame, Play):
        return Pending("card", frame.seat, frame.env.opp, frame.env.cid)
    if isinstance(frame, Use | Do):
        return Pending("ability", frame.env.you, None, frame.env.cid)
    if isinstance(frame, Attack):
        return Pending("attack", frame.attacker, frame.defender, frame.env.cid, kind=frame.stage)
    if isinstance(frame, Movement) and frame.at < len(frame.items):
        item = frame.items[frame.at]
        return Pending("token_event", item.player, frame.other, frame.cid, item.amount, frame.kind)
    return None
