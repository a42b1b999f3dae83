"""Envoys as the kernel asks for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from domain.kernel.actions import Action
from domain.kernel.audience import FULL, seat_number
from domain.kernel.cardsets import CardSet, Core
from domain.kernel.catalogue import DeckInfo, entry, face
from domain.kernel.game import CardGame, LoadoutContext, Pick
from domain.kernel.prompts import Prompt
from domain.kernel.refusal import Refusal, Violation, illegal
from tests.toy_game import actions as act
from tests.toy_game import play
from tests.toy_game.board import CARDS, COLOURS, Place, ToyBoard
from tests.toy_game.events import EVENTS
from tests.toy_game.match import State
from tests.toy_game.view import SeatView, ToyView, describe, table

STAGES = {act.Ballots: "preparing", act.Reveal: "choosing", act.Refill: "paying"}
SEATS = (2, 3)


class Envoy(NamedTuple):
    """A card: nothing but its name."""

    cid: str
    source: Mapping[str, object]

    @property
    def name(self) -> str:
        return self.cid.title()


def core_of(names: Sequence[str]) -> Core:
    """A core set of these cards."""
    cards = {name: Envoy(name, {"name": name}) for name in names}
    listed = [
        entry(name, name.title(), "core", n, "", face(numbers={"value": int(name[-2:])}))
        for n, name in enumerate(names, 1)
    ]
    sets = (CardSet("core", "Core", tuple(cards.values())),)
    return Core(sha256(" ".join(names).encode()).hexdigest(), sets, cards, tuple(listed))


CORE = core_of(CARDS)


def decks() -> Sequence[DeckInfo]:
    return [DeckInfo("owl", "Owl", {}), DeckInfo("fox", "Fox", {})]


def precon(deck: str, seat: int, options: act.Options, seats: int) -> act.Loadout | None:
    return act.Loadout(charm=deck) if deck in ("owl", "fox") else None


def check_options(options: act.Options, seats: int) -> list[Violation]:
    faults = []
    if not 1 <= options.rounds <= 4:
        faults.append(Violation("TOY-201", "a match has 1 to 4 rounds", ("options", "rounds")))
    if options.time_limit_s is not None and not 60 <= options.time_limit_s <= 86_400:
        faults.append(Violation("TOY-303", "a minute to a day", ("options", "time_limit_s")))
    if seats not in SEATS:
        faults.append(Violation("TOY-201", "two or three seats play", ("seats",)))
    return faults


def check_loadout(context: LoadoutContext[act.Options, act.Loadout], loadout: act.Loadout) -> list[Violation]:
    if loadout.charm in ("owl", "fox"):
        return []
    return [Violation("TOY-103", "the charm is the owl or the fox", ("charm",))]


def time_limit(options: act.Options) -> int | None:
    return None if options.time_limit_s is None else options.time_limit_s * 1000


def new_board(state: State) -> ToyBoard:
    return ToyBoard(places=[Place(tokens=dict.fromkeys(COLOURS, 2)) for _ in state.seats])


def refuse_unasked(state: State, seat: int, action: Action) -> Refusal:
    return illegal("TOY-201", "it is not the time for this", "action")


def standing(state: State) -> Sequence[tuple[int, str]]:
    if state.time_up:
        return []
    return [(n, "ban") for n in play.remaining(state.board) if not state.board.places[n].has_banned]


def progress(state: State) -> act.Progress | None:
    return act.Progress(STAGES[type(state.frames[-1])]) if state.frames else None


def view(state: State, viewer: str) -> ToyView:
    own = seat_number(viewer)
    seats = tuple(
        SeatView.of(place, state.seats[number].loadout, open_hand=viewer == FULL or own == number)
        for number, place in enumerate(state.board.places)
    )
    board = state.board
    deck = tuple(board.deck.cards) if viewer == FULL else None
    return ToyView(board.round, phase(state), board.deck.size, deck, seats, board.banned, board.revealed)


def phase(state: State) -> str:
    return state.progress.stage if state.progress else "over"


def seat_name(seat: int) -> str:
    return f"envoy {seat}"


def no_bot(game: CardGame, state: State, prompt: Prompt, pick: Pick) -> None:
    """The default."""


def invariants(state: State) -> list[str]:
    if state.board_or_none is None:
        return []
    board = state.board
    known = [*board.deck.cards, *(card for place in board.places for card in place.hand)]
    return [] if len(known) == len(set(known)) else ["a card is in two places"]


GAME: CardGame[ToyBoard, act.Options, act.Loadout, act.Progress, ToyView] = CardGame(
    slug="envoys",
    title="Envoys",
    prefix="TOY",
    package=__package__,
    rules_version="1",
    min_seats=min(SEATS),
    max_seats=max(SEATS),
    board_type=ToyBoard,
    view_type=ToyView,
    options_type=act.Options,
    loadout_type=act.Loadout,
    progress_type=act.Progress,
    events=EVENTS,
    actions=act.ACTIONS,
    frames=act.FRAMES,
    core=lambda: CORE,
    decks=decks,
    precon=precon,
    check_options=check_options,
    check_loadout=check_loadout,
    time_limit=time_limit,
    time_up=play.time_up,
    new_board=new_board,
    setup=play.setup,
    steps=play.STEPS,
    leave=play.leave,
    questions=play.QUESTIONS,
    standing=standing,
    refuse_unasked=refuse_unasked,
    progress=progress,
    view=view,
    table=table,
    phase=phase,
    describe=describe,
    seat_name=seat_name,
    bot=no_bot,
    invariants=invariants,
)
