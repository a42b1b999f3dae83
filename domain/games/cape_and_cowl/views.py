"""Views: an allow-list projection of the board for a viewer."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.games.cape_and_cowl.board import (
    Board,
    Character,
    CityCard,
    Combo,
    HandCard,
    Modifier,
    Player,
    PlayerEffect,
    Playing,
    Status,
)
from domain.games.cape_and_cowl.definitions import Class
from domain.games.cape_and_cowl.frames import Attack, Do, Strike, Turn, Use
from domain.games.cape_and_cowl.match import Pending, Progress, State, Step
from domain.games.cape_and_cowl.rules import continuous
from domain.games.cape_and_cowl.sentences import Names
from domain.kernel.frames import top
from domain.kernel.views import Shown, is_own, phase
from domain.kernel.zones import Card


class HandCardView(msgspec.Struct, frozen=True):
    """A card of a hand at its position; the others see it only while it is revealed."""

    position: int
    revealed: bool
    iid: str | None
    card: str | None
    name: str | None
    withdrawn: bool


class PublicCard(msgspec.Struct, frozen=True):
    """A card in a public zone."""

    iid: str
    card: str
    name: str


class AttackView(msgspec.Struct, frozen=True):
    """An Attack with its strength now, against an undamaged target."""

    number: int
    name: str
    type: str
    printed: int
    strength: int
    cost: int


class CharacterView(PublicCard, frozen=True):
    """A Character in play. `statuses` are in alphabetical order; `acts_left` this turn."""

    class_: Class = msgspec.field(name="class")
    hp: int
    max_hp: int
    attacks: tuple[AttackView, ...]
    acts_used: int
    acts_left: int
    played_now: bool
    attacked: bool
    replaced: bool
    top_tier: bool
    combo: Combo | None
    statuses: tuple[Status, ...]
    modifiers: tuple[Modifier, ...]


class CityCardView(PublicCard, frozen=True):
    """A City card in play; `enabled`: whether its text works now."""

    host: str | None
    guard: str | None
    disabled: bool
    enabled: bool


class DeckCards(msgspec.Struct, frozen=True):
    """How many copies of a card are left in the own deck."""

    card: str
    name: str
    n: int


class Costs(msgspec.Struct, frozen=True):
    """CNC-327 What the simple actions cost now."""

    draw: int
    discard: int


class Limits(msgspec.Struct, frozen=True):
    """The limits as they are now."""

    characters: int
    events_per_turn: int
    cities_per_turn: int
    attrition: int


class PlayerView(msgspec.Struct, frozen=True):
    """One City. `deck_contents`, by name, and what is not revealed of `hand` are there for their owner."""

    seat: int
    cp: int
    ap: int
    overdrive: bool
    shortage: int
    deck_size: int
    deck_contents: tuple[DeckCards, ...] | None
    hand_size: int
    hand: tuple[HandCardView, ...]
    discard: tuple[PublicCard, ...]
    characters: tuple[CharacterView, ...]
    cities: tuple[CityCardView, ...]
    events_played: int
    cities_played: int
    flooded: bool
    screened: bool
    no_attrition: bool
    effects: tuple[PlayerEffect, ...]
    costs: Costs
    limits: Limits


class View(msgspec.Struct, frozen=True):
    """A match as a viewer sees it."""

    phase: Literal["setup", "running", "finished"]
    round: int
    turn_number: int
    first_player: int | None
    active_player: int | None
    step: Step | None
    time_up: bool
    playing: PublicCard | None
    stack: tuple[Pending, ...]
    players: tuple[PlayerView, ...]


PLAYER, CHARACTER = Shown(PlayerView, Player), Shown(CharacterView, Character)


def view(state: State, viewer: str) -> View:
    """CNC-902 The board of a match that has started, for a viewer. It shows only what this names."""
    board = state.board
    progress = state.progress
    playing = board.playing
    return View(
        phase=phase(state),
        round=board.round,
        turn_number=board.turn,
        first_player=board.first if board.first >= 0 else None,
        active_player=board.active if board.active >= 0 else None,
        step=None if progress is None else progress.step,
        time_up=state.time_up,
        playing=None if playing is None else _public(board, playing),
        stack=() if progress is None else progress.stack,
        players=tuple(_player(board, seat, player, viewer) for seat, player in enumerate(board.players)),
    )


def _player(board: Board, seat: int, player: Player, viewer: str) -> PlayerView:
    own = is_own(viewer, seat)
    return PLAYER(
        player,
        seat=seat,
        deck_size=player.deck.size,
        deck_contents=_contents(board, seat) if own else None,
        hand_size=len(player.hand),
        hand=tuple(_held(board, player, place, card, own=own) for place, card in enumerate(player.hand, 1)),
        discard=tuple(_public(board, card) for card in player.discard),
        characters=tuple(_character(board, seat, card) for card in player.characters),
        cities=tuple(_city(board, seat, card) for card in player.cities),
        flooded=player.flooded is not None,
        screened=continuous.screened(board, seat),
        no_attrition=continuous.no_attrition(board, seat),
        effects=tuple(player.effects),
        costs=Costs(continuous.cost(board, seat, "draw", 1), continuous.cost(board, seat, "discard", 1)),
        limits=Limits(*(continuous.limit(board, seat, name) for name in Limits.__struct_fields__)),
    )


def _contents(board: Board, seat: int) -> tuple[DeckCards, ...]:
    """CNC-110 The rest of the own deck, by card id: nobody knows its order."""
    contents = sorted(continuous.deck_contents(board, seat).items())
    return tuple(DeckCards(cid, board.cards[cid].name, n) for cid, n in contents)


def _held(board: Board, player: Player, place: int, card: HandCard, *, own: bool) -> HandCardView:
    if not own and not card.revealed:
        return HandCardView(place, False, None, None, None, False)
    withdrawn = own and card.iid in player.withdrawn
    return HandCardView(place, card.revealed, card.iid, card.cid, Names(board.cards).name(card.cid), withdrawn)


def _public(board: Board, card: Card | Playing) -> PublicCard:
    return PublicCard(card.iid, card.cid, board.cards[card.cid].name)


def _character(board: Board, seat: int, card: Character) -> CharacterView:
    printed = board.cards[card.cid]
    return CHARACTER(
        card,
        card=card.cid,
        name=printed.name,
        attacks=tuple(
            AttackView(
                number,
                attack.name,
                board.type_of(attack.type).name,
                attack.strength,
                continuous.strength(board, seat, card, number, None),
                attack.cost,
            )
            for number, attack in enumerate(printed.attacks, 1)
        ),
        acts_left=continuous.acts(board, card) - card.acts_used if continuous.can_act(board, card) else 0,
        top_tier=printed.top_tier,
        statuses=tuple(sorted(card.statuses)),
    )


def _city(board: Board, seat: int, card: CityCard) -> CityCardView:
    guard = board.guard_of(card.iid)
    return CityCardView(
        iid=card.iid,
        card=card.cid,
        name=board.cards[card.cid].name,
        host=card.host,
        guard=None if guard is None else guard.iid,
        disabled=card.disabled is not None,
        enabled=continuous.enabled(board, seat, card),
    )


START = ("durations", "poison", "income", "each_turn", "start")


def progress(state: State) -> Progress | None:
    """The public part of the frames: the step, and what is pending."""
    if not state.frames:
        return None
    bottom = top(state.frames[:1], Turn)
    step: Step = "start" if bottom.stage in START else "main" if bottom.stage == "main" else "end"
    playing: Playing | None = state.board.playing
    event = None if playing is None else playing.iid
    stack = tuple(pending for frame in state.frames[1:] if (pending := _pending(frame, event)) is not None)
    return Progress(step, stack)


def _pending(frame: object, event: str | None) -> Pending | None:
    match frame:
        case Attack():
            return Pending("attack", frame.seat, frame.cid)
        case Do(env=env) | Use(env=env):
            happens = event is not None and env.iid == event
            what: Literal["type_effect", "event", "text"]
            what = "type_effect" if env.unleashed else "event" if happens else "text"
            return Pending(what, env.you, env.cid)
        case Strike():
            return Pending("attack", frame.seat, frame.cause)
    return None
